package daemon

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"codeintel/cmd/internal/place"
	"codeintel/session"
)

// many is more requests than a client should have without an answer.
const many = 10_000

// answers reads requests, and answers each, until the link ends.
func (p *process) answers() {
	_ = p.conn.SetDeadline(time.Time{})
	for {
		text, err := p.in.ReadString('\n')
		if err != nil {
			return
		}
		if m := scan([]byte(strings.TrimSpace(text))); m.isRequest() {
			if _, err := io.WriteString(p.conn, result(m.id)+"\n"); err != nil {
				return
			}
		}
	}
}

// saysAll writes what a client says before it reads anything, and closes the input.
func (f *forwarded) saysAll(text string) {
	f.t.Helper()
	said := make(chan error, 1)
	go func() {
		_, err := io.WriteString(f.in, text)
		f.in.Close()
		said <- err
	}()
	select {
	case err := <-said:
		if err != nil {
			f.t.Fatal(err)
		}
	case <-time.After(30 * time.Second):
		f.t.Fatal("what the client says is not read before it has read answers")
	}
}

// TestForwardSaysAllFirst: a client that says all that it has to, ends its input and
// reads then gets each answer once, also where it has cancelled half of the requests.
func TestForwardSaysAllFirst(t *testing.T) {
	t.Parallel()
	for _, cancels := range []bool{false, true} {
		f := newForwarded(t, nil)
		go f.process().answers()
		var all strings.Builder
		for i := range many {
			fmt.Fprintln(&all, request(fmt.Sprint(i)))
			if cancels && i%2 == 1 {
				fmt.Fprintf(&all, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`+"\n", i)
			}
		}
		f.saysAll(all.String())
		got := map[string]int{}
		for {
			text, err := f.out.ReadString('\n')
			if err != nil {
				break
			}
			m := scan([]byte(strings.TrimSpace(text)))
			got[m.id]++
		}
		if err := <-f.ended; err != nil {
			t.Error(err)
		}
		for i := range many {
			if n := got[fmt.Sprint(i)]; n != 1 && !(cancels && i%2 == 1 && n == 0) {
				t.Fatalf("cancels %t: request %d has %d answers", cancels, i, n)
			}
		}
	}
}

// passUntil moves the time on by steps until the forwarder has ended.
func (f *forwarded) passUntil(clock *fakeClock, step time.Duration) error {
	f.t.Helper()
	var ended error
	eventually(f.t, "that it ends", func() bool {
		select {
		case ended = <-f.ended:
			return true
		default:
		}
		clock.mu.Lock()
		waits := len(clock.waits)
		clock.mu.Unlock()
		if waits > 0 {
			clock.pass(step)
		}
		return false
	})
	return ended
}

// TestForwardNotRead: a client that reads nothing any more after the end of its input
// does not keep the forwarder for ever.
func TestForwardNotRead(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 5} {
		clock := newFakeClock()
		f := newForwarded(t, func(f *Forwarder) { f.Clock = clock.clock() })
		go f.process().answers()
		var all strings.Builder
		for i := range n {
			fmt.Fprintln(&all, request(fmt.Sprint(i)))
		}
		f.saysAll(all.String())
		if err := f.passUntil(clock, restGrace); !errors.Is(err, ErrNotRead) {
			t.Errorf("%d answers that nobody reads: %v", n, err)
		}
	}
}

// TestForwardSlowAnswers: after the end of the input it is the next answer that is
// waited for, not all of them.
func TestForwardSlowAnswers(t *testing.T) {
	t.Parallel()
	clock := newFakeClock()
	f := newForwarded(t, func(f *Forwarder) { f.Clock = clock.clock() })
	p := f.process()
	f.saysAll(request("1") + "\n" + request("2") + "\n" + request("3") + "\n")
	p.gets(request("1"), request("2"), request("3"))
	pass := func(d time.Duration) {
		t.Helper()
		eventually(t, "that it waits", func() bool {
			clock.mu.Lock()
			defer clock.mu.Unlock()
			return len(clock.waits) > 0
		})
		clock.pass(d)
	}
	for _, id := range []string{"1", "2"} {
		pass(restGrace - 1)
		p.says(result(id))
		f.gets(result(id))
	}
	pass(restGrace - 1)
	pass(1)
	f.gets(`{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"there was no answer within 30s of the end of the input; keep it open for longer"}}`)
	f.ends()
}

// TestForwardWaitsForReader: a client that does not read has no new process started and
// asked on its behalf, and its requests don't count as lost over and over.
func TestForwardWaitsForReader(t *testing.T) {
	t.Parallel()
	f := newForwarded(t, nil)
	p := f.process()
	for i := range 6 {
		f.says(request(fmt.Sprint(i)))
		p.gets(request(fmt.Sprint(i)))
	}
	go func() {
		for i := range 5 {
			if _, err := io.WriteString(p.conn, result(fmt.Sprint(i))+"\n"); err != nil {
				return
			}
		}
	}()
	// One is being written, maxTold wait; the process is cut off.
	f.gets(result("0"))
	_ = p.conn.Close()
	seen := map[string]bool{}
	go func() {
		for conn := range f.links {
			go (&process{t, conn, bufio.NewReader(conn)}).answers()
		}
	}()
	for len(seen) < 5 {
		text, err := f.out.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		m := scan([]byte(strings.TrimSpace(text)))
		if seen[m.id] || strings.Contains(text, "error") {
			t.Errorf("the client gets %s", text)
		}
		seen[m.id] = true
	}
}

// TestNotReading: a client that never reads holds nobody up, and its connection is
// closed after some time.
func TestNotReading(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	build := Build{Version: "v1.0.0"}
	s := newServing(t, func(o *Options) {
		o.Endpoints["flood"] = func(_ context.Context, conn io.ReadWriteCloser, _ Client) error {
			defer close(ended)
			for piece := make([]byte, 3*maxPiece); ; {
				if _, err := conn.Write(piece); err != nil {
					return err
				}
			}
		}
	})
	clients := func(n int) func() bool {
		return func() bool {
			st, err := AskStatus(t.Context(), s.place, build)
			return err == nil && len(st.Clients) == n
		}
	}
	mute, _ := s.connect(hello{Kind: "flood", Build: build})
	other, _ := s.connect(hello{Kind: "mcp", Build: build, Root: "/x"})
	beside, _ := s.connect(hello{Kind: "mcp", Build: build, Root: "/x"})
	ask(t, beside, `{"id":1,"method":"root"}`, `{"jsonrpc":"2.0","id":1,"result":"/x"}`)
	_ = beside.Close()
	eventually(t, "the end of the client that was answered", clients(2)) // its answer may still count as being written
	eventually(t, "the end of a client that reads nothing", func() bool {
		select {
		case <-ended:
			return true
		default:
			s.clock.pass(stallTime)
			return false
		}
	})
	eventually(t, "that one client is left", clients(1))
	ask(t, other, `{"id":1,"method":"root"}`, `{"jsonrpc":"2.0","id":1,"result":"/x"}`)
	_ = mute.Close()
}

// TestPresence: who has ended is known by the connection, and by the process.
func TestPresence(t *testing.T) {
	t.Parallel()
	var p presence
	here := connectionOf("", os.Getpid())
	if here.ID == "" || here.ID == connectionOf("", os.Getpid()).ID || p.gone(here) || place.Gone(here) {
		t.Errorf("%+v has ended", here)
	}
	leave, again := p.enter(here.ID), p.enter(here.ID)
	leave()
	if p.gone(here) {
		t.Error("it has connected again, and has ended")
	}
	again()
	if !p.gone(here) || place.Gone(here) {
		t.Error("its connection has ended, and its process has not")
	}
	p.enter(here.ID)
	if p.gone(here) {
		t.Error("it came back")
	}
	for range 2 * maxLeft {
		p.enter(connectionOf("", 0).ID)()
	}
	if len(p.left) > maxLeft || len(p.order) > maxLeft || len(p.live) != 1 {
		t.Errorf("%d and %d have left, %d are there", len(p.left), len(p.order), len(p.live))
	}
	if place.Gone(session.Connection{ID: "x"}) {
		t.Error("nothing is known of it, and it has ended")
	}
	c := exec.Command("sleep", "60")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	there := connectionOf("x", c.Process.Pid)
	if place.Gone(there) {
		t.Error("its process runs, and has ended")
	}
	if started, err := place.Started(c.Process.Pid); err == nil {
		other := there
		if other.Started = started - 1; !place.Gone(other) {
			t.Error("another process has its number, and it has not ended")
		}
	}
	_ = c.Process.Kill()
	_ = c.Wait() // it was killed
	if !place.Gone(there) {
		t.Error("its process has ended, and it has not")
	}
}

// TestStdioNotRead: what nobody reads does not keep who writes it when the connection is
// closed, and is given up once the client has said all.
func TestStdioNotRead(t *testing.T) {
	t.Parallel()
	in, say := io.Pipe()
	_, out := io.Pipe()
	conn := Stdio(in, out, nil)
	wrote := make(chan error, 1)
	go func() {
		_, err := conn.Write(make([]byte, 3*maxPiece))
		wrote <- err
	}()
	s := conn.(*stdio)
	eventually(t, "a write", func() bool { return s.writing.Load() != 0 })
	began := time.Unix(0, s.writing.Load())
	if s.abandoned(began.Add(time.Hour)) {
		t.Error("the client may still say more, and is given up")
	}
	say.Close()
	if _, err := io.ReadAll(conn); err != nil {
		t.Error(err)
	}
	eventually(t, "the end of the input", s.ended.Load)
	if s.abandoned(began.Add(restGrace-1)) || !s.abandoned(began.Add(restGrace)) {
		t.Error("it is given up too soon, or never")
	}
	conn.Close()
	if err := <-wrote; !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
	out.Close()
}

// TestUngreeted: connections that say nothing make room for a client that greets.
func TestUngreeted(t *testing.T) {
	t.Parallel()
	s := newServing(t, nil)
	var mute []net.Conn
	for range maxUngreeted + 8 {
		conn, err := s.place.dial(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		mute = append(mute, conn)
	}
	g, w := s.connect(hello{Kind: "mcp", Build: Build{Version: "v1.0.0"}, Root: "/x"})
	if w.Error != "" {
		t.Fatal(w.Error)
	}
	ask(t, g, `{"id":1,"method":"root"}`, `{"jsonrpc":"2.0","id":1,"result":"/x"}`)
	_ = mute[0].SetReadDeadline(time.Now().Add(greetTime / 2))
	if _, err := mute[0].Read(make([]byte, 1)); !errors.Is(err, io.EOF) && !strings.Contains(fmt.Sprint(err), "reset") {
		t.Errorf("the oldest connection is still there: %v", err)
	}
	for _, h := range []hello{{Kind: "mcp", Connection: strings.Repeat("x", maxConnection+1)}, {Kind: "mcp", Agent: strings.Repeat("x", maxConnection+1)}} {
		if _, w := s.connect(h); !strings.Contains(w.Error, "at most 200 bytes") {
			t.Errorf("%+v", w)
		}
	}
}
