package daemon

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// forwarded is a Forwarder between a client and processes that are both the test.
type forwarded struct {
	t      *testing.T
	in     *io.PipeWriter
	out    *bufio.Reader
	outEnd *io.PipeReader
	links  chan net.Conn // of the processes
	fail   chan error    // the next connection
	ended  chan error
	cancel context.CancelFunc
}

func newForwarded(t *testing.T, change func(*Forwarder)) *forwarded {
	in, inEnd := io.Pipe()
	outEnd, out := io.Pipe()
	f := &forwarded{t: t, in: inEnd, out: bufio.NewReader(outEnd), outEnd: outEnd, links: make(chan net.Conn, 1), fail: make(chan error, 1), ended: make(chan error, 1)}
	forwarder := &Forwarder{In: in, Out: out, Connect: func(context.Context) (io.ReadWriteCloser, error) {
		select {
		case err := <-f.fail:
			return nil, err
		default:
		}
		a, b := net.Pipe()
		f.links <- b
		return a, nil
	}}
	if change != nil {
		change(forwarder)
	}
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel = cancel
	go func() {
		f.ended <- forwarder.Run(ctx)
		out.Close()
	}()
	t.Cleanup(func() {
		cancel()
		inEnd.Close()
		outEnd.Close()
	})
	return f
}

// process is the other end of a link.
type process struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
}

func (f *forwarded) process() *process {
	f.t.Helper()
	select {
	case conn := <-f.links:
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
		return &process{f.t, conn, bufio.NewReader(conn)}
	case <-time.After(20 * time.Second):
		f.t.Fatal("nobody connects")
		return nil
	}
}

func (p *process) gets(want ...string) {
	p.t.Helper()
	for _, w := range want {
		got, err := p.in.ReadString('\n')
		if strings.TrimSuffix(got, "\n") != w {
			p.t.Fatalf("the process gets %q (%v), want %q", got, err, w)
		}
	}
}

func (p *process) says(lines ...string) {
	p.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(p.conn, l+"\n"); err != nil {
			p.t.Fatal(err)
		}
	}
}

func (f *forwarded) says(lines ...string) {
	f.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(f.in, l+"\n"); err != nil {
			f.t.Fatal(err)
		}
	}
}

func (f *forwarded) gets(want ...string) {
	f.t.Helper()
	for _, w := range want {
		got, err := f.out.ReadString('\n')
		if strings.TrimSuffix(got, "\n") != w {
			f.t.Fatalf("the client gets %q (%v), want %q", got, err, w)
		}
	}
}

// ends says that the forwarder ends, with nothing more said.
func (f *forwarded) ends() {
	f.t.Helper()
	if rest, _ := io.ReadAll(f.out); len(rest) > 0 {
		f.t.Errorf("the client gets %q after all", rest)
	}
	if err := <-f.ended; err != nil {
		f.t.Error(err)
	}
}

const (
	initialize  = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}`
	welcomed    = `{"jsonrpc":"2.0","id":0,"result":{}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

func request(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"m"}` }
func result(id string) string  { return `{"jsonrpc":"2.0","id":` + id + `,"result":true}` }

// begin is a session with its first process.
func (f *forwarded) begin() *process {
	f.t.Helper()
	p := f.process()
	f.says(initialize)
	p.gets(initialize)
	p.says(welcomed)
	f.gets(welcomed)
	f.says(initialized)
	p.gets(initialized)
	return p
}

// TestForwardReplay: the next process is told of the session, and then what has no
// answer; nothing of it is told to the client twice.
func TestForwardReplay(t *testing.T) {
	t.Parallel()
	f := newForwarded(t, nil)
	p := f.begin()
	level := `{"jsonrpc":"2.0","id":"l","method":"logging/setLevel","params":{"level":"debug"}}`
	subscribe := func(id, uri string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":"resources/subscribe","params":{"uri":%q}}`, id, uri)
	}
	unsubscribe := `{"jsonrpc":"2.0","id":"u","method":"resources/unsubscribe","params":{"uri":"ci://a"}}`
	for _, l := range []string{strings.Replace(level, "debug", "info", 1), level, subscribe("s1", "ci://a"), subscribe("s2", "ci://b"), unsubscribe} {
		f.says(l)
		p.gets(l)
		a := result(scan([]byte(l)).id)
		p.says(a)
		f.gets(a)
	}
	f.says(request("1"), request("2"), request(`"three"`))
	p.gets(request("1"), request("2"), request(`"three"`))
	p.says(result("2"))
	f.gets(result("2"))
	p.conn.Close()
	p = f.process()
	p.gets(initialize)
	f.says(request("4"), `{"jsonrpc":"2.0","method":"notifications/other"}`)
	p.says(`{"jsonrpc":"2.0","method":"notifications/message"}`, welcomed)
	f.gets(`{"jsonrpc":"2.0","method":"notifications/message"}`)
	p.gets(initialized, level, subscribe("s2", "ci://b"), request("1"), request(`"three"`), request("4"), `{"jsonrpc":"2.0","method":"notifications/other"}`)
	p.says(result(`"l"`), result(`"s2"`), result("4"), result("1"), result("1"), result("2"), result("9"), result(`"\u0074hree"`))
	f.gets(result("4"), result("1"), result(`"\u0074hree"`))
	f.in.Close()
	f.ends()
}

// TestForwardIdle: a connection that ends while nothing waits is made again when
// something is to be sent.
func TestForwardIdle(t *testing.T) {
	t.Parallel()
	f := newForwarded(t, nil)
	p := f.begin()
	for range 3 {
		p.conn.Close()
		f.says(request("1"))
		p = f.process()
		p.gets(initialize)
		p.says(welcomed)
		p.gets(initialized, request("1"))
		p.says(result("1"))
		f.gets(result("1"))
	}
	p.conn.Close()
	f.in.Close()
	f.ends()
	if len(f.links) > 0 {
		t.Error("it has connected for nothing")
	}
}

// TestForwardEarly: a process that ends before the session begins, or while it is
// told of it, is replaced all the same.
func TestForwardEarly(t *testing.T) {
	t.Parallel()
	f := newForwarded(t, nil)
	p := f.process()
	f.says(initialize)
	p.gets(initialize)
	p.conn.Close()
	p = f.process()
	p.gets(initialize)
	p.says(welcomed)
	f.gets(welcomed)
	f.says(request("1"))
	p.gets(request("1"))
	p.conn.Close()
	p = f.process()
	p.gets(initialize)
	f.says(initialized, "") // a line is read once the one before was taken in
	p.conn.Close()
	p = f.process()
	p.gets(initialize)
	p.says(welcomed)
	p.gets(initialized, request("1"))
	p.says(result("1"))
	f.gets(result("1"))
	f.in.Close()
	f.ends()
}

// TestForwardWithoutSession: requests of a protocol without a session are sent
// again as they are.
func TestForwardWithoutSession(t *testing.T) {
	t.Parallel()
	f := newForwarded(t, nil)
	p := f.process()
	f.says(request("1"))
	p.gets(request("1"))
	p.conn.Close()
	p = f.process()
	p.gets(request("1"))
	p.says(result("1"))
	f.gets(result("1"))
	f.in.Close()
	f.ends()
}

// TestForwardCancelled: a request that was cancelled is not sent again, and an
// answer to it not told.
func TestForwardCancelled(t *testing.T) {
	t.Parallel()
	f := newForwarded(t, nil)
	p := f.begin()
	cancelled := func(id string) string {
		return `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`
	}
	f.says(request("1"), request("2"))
	p.gets(request("1"), request("2"))
	f.says(cancelled("1"), cancelled("77"), request("3"))
	p.gets(cancelled("1"), request("3"))
	p.says(result("1"), result("3"))
	f.gets(result("3"))
	p.conn.Close()
	p = f.process()
	p.gets(initialize)
	f.says(request("4"), cancelled("4"), request("5"), request("6"))
	p.says(welcomed)
	p.gets(initialized, request("2"), request("5"), request("6"))
	p.says(result("2"), result("5"), result("6"))
	f.gets(result("2"), result("5"), result("6"))
	f.in.Close()
	f.ends()
}

// TestForwardAsked: what a process asks the client is answered to this process
// only.
func TestForwardAsked(t *testing.T) {
	t.Parallel()
	f := newForwarded(t, nil)
	p := f.begin()
	p.says(`{"id":1,"method":"sampling","jsonrpc":"2.0"}`, `{"method":"roots","id":"x\"y"}`, `{"method":"notifications/cancelled","params":{"requestId":1,"reason":""}}`)
	f.gets(`{"id":"ci1:1","method":"sampling","jsonrpc":"2.0"}`, `{"method":"roots","id":"ci1:\"x\\\"y\""}`, `{"method":"notifications/cancelled","params":{"requestId":"ci1:1","reason":""}}`)
	f.says(`{"id":"ci1:\"x\\\"y\"","result":[]}`, `{"id":"ci1:1","error":{}}`, `{"id":1,"result":"nobody asked"}`, `{"id":"ci1:","result":0}`, `{"id":"ci1:}","result":0}`, `{"id":"x","result":0}`)
	p.gets(`{"id":"x\"y","result":[]}`, `{"id":1,"error":{}}`)
	p.says(`{"id":2,"method":"sampling"}`)
	f.gets(`{"id":"ci1:2","method":"sampling"}`)
	p.conn.Close()
	f.gets(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"ci1:2"}}`)
	f.says(`{"id":"ci1:2","result":"too late"}`, request("1"))
	p = f.process()
	p.gets(initialize)
	p.says(`{"id":2,"method":"sampling"}`, welcomed)
	f.gets(`{"id":"ci2:2","method":"sampling"}`)
	f.says(`{"id":"ci1:2","result":"too late"}`, `{"id":"ci2:2","result":"in time"}`)
	p.gets(initialized, request("1"), `{"id":2,"result":"in time"}`)
	p.says(result("1"))
	f.gets(result("1"))
	f.in.Close()
	f.ends()
}

// TestForwardRefuses: what is no message, too large or twice the same is answered
// at once, with the right identifier, and the rest goes on.
func TestForwardRefuses(t *testing.T) {
	t.Parallel()
	f := newForwarded(t, func(f *Forwarder) { f.Limit = 100 })
	p := f.begin()
	big := strings.Repeat("x", 200)
	const tooLarge = `"error":{"code":-32600,"message":"the message has more than 100 bytes"}}`
	f.says(`{"params":"` + big + `","method":"m","id":"at the end"}`)
	f.gets(`{"jsonrpc":"2.0","id":"at the end",` + tooLarge)
	f.says(`{"id":5,"method":"m","params":"` + big + `"}`)
	f.gets(`{"jsonrpc":"2.0","id":5,` + tooLarge)
	f.says(`{"method":"notifications/x","params":"` + big + `"}`)
	f.gets(`{"jsonrpc":"2.0","id":null,` + tooLarge)
	f.says(`{"id":"ci1:1","result":"`+big+`"}`, `{"id":1,`)
	f.gets(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is no JSON"}}`)
	f.says(request("1"), request("1.0"))
	p.gets(request("1"))
	f.gets(`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a request with the id 1.0 has no answer yet"}}`)
	f.says("", "  ", `[`+request("7")+`]`)
	p.gets(`[` + request("7") + `]`)
	p.says(`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}`, `{"id":1,"result":"`+big+`"}`)
	f.gets(`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the answer has more than 100 bytes; ask for less"}}`)
	f.in.Close()
	f.ends()
}

// TestForwardNoProcess: the first connection's failure is that of the forwarder,
// a later one's is the answer to what waits, and the next request tries again.
func TestForwardNoProcess(t *testing.T) {
	t.Parallel()
	down := errors.New("no process today")
	f := newForwarded(t, nil)
	p := f.begin()
	f.fail <- down
	f.says(request("1"))
	p.gets(request("1"))
	p.conn.Close()
	f.gets(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no process today"}}`)
	f.says(request("2"))
	p = f.process()
	p.gets(initialize)
	p.says(welcomed)
	p.gets(initialized, request("2"))
	p.says(result("2"))
	f.gets(result("2"))
	f.in.Close()
	f.ends()

	failing := newForwarded(t, func(f *Forwarder) {
		f.Connect = func(context.Context) (io.ReadWriteCloser, error) { return nil, down }
	})
	if err := <-failing.ended; !errors.Is(err, down) {
		t.Errorf("%v", err)
	}
}

// TestForwardPoison: a request that connections are lost over, again and again, is
// answered with an error.
func TestForwardPoison(t *testing.T) {
	t.Parallel()
	f := newForwarded(t, nil)
	p := f.begin()
	f.says(request("1"))
	p.gets(request("1"))
	for range maxTries - 1 {
		p.conn.Close()
		p = f.process()
		p.gets(initialize)
		p.says(welcomed)
		p.gets(initialized, request("1"))
	}
	p.conn.Close()
	f.gets(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the shared process has ended %d times before it could answer; 'ci status' says where its log is"}}`, maxTries))
	f.in.Close()
	f.ends()
}

// TestForwardEnds: at the client's end answers are waited for, for some time, and
// what has none then gets an error; when nobody reads any more, or it is told to, the
// forwarder ends at once.
func TestForwardEnds(t *testing.T) {
	t.Parallel()
	clock := newFakeClock()
	f := newForwarded(t, func(f *Forwarder) { f.Clock = clock.clock() })
	p := f.begin()
	if _, err := io.WriteString(f.in, request("1")+"\n"+request("2")); err != nil { // no line's end
		t.Fatal(err)
	}
	f.in.Close()
	p.gets(request("1"), request("2"))
	p.says(result("2"))
	f.gets(result("2"))
	eventually(t, "that it waits", func() bool {
		clock.mu.Lock()
		defer clock.mu.Unlock()
		return len(clock.waits) > 0
	})
	clock.pass(restGrace - 1)
	if len(f.ended) > 0 {
		t.Error("it has not waited")
	}
	clock.pass(1)
	f.gets(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"there was no answer within 30s of the end of the input; keep it open for longer"}}`)
	f.ends()

	f = newForwarded(t, nil)
	p = f.begin()
	f.outEnd.Close()
	p.says(`{"jsonrpc":"2.0","method":"notifications/message"}`)
	if err := <-f.ended; err != nil {
		t.Error(err)
	}

	f = newForwarded(t, nil)
	p = f.begin()
	f.says(request("1"))
	p.gets(request("1"))
	f.cancel()
	if err := <-f.ended; err != nil {
		t.Error(err)
	}
}

// TestForwardBounded: of a client that says more than anybody takes, no more is
// read.
func TestForwardBounded(t *testing.T) {
	t.Parallel()
	f := newForwarded(t, nil)
	p := f.begin()
	said := make(chan int)
	go func() {
		for n := 1; ; n++ {
			if _, err := io.WriteString(f.in, request(fmt.Sprint(n))+"\n"); err != nil {
				return
			}
			said <- n
		}
	}()
	most := 0
	for most < maxOpen/2 {
		most = <-said
	}
	for stuck := false; !stuck && most <= 2*maxOpen; {
		select {
		case most = <-said:
		case <-time.After(200 * time.Millisecond):
			stuck = true
		}
	}
	if most > 2*maxOpen {
		t.Errorf("%d requests were read", most)
	}
	for i := 1; i <= most; i++ {
		p.gets(request(fmt.Sprint(i)))
		p.says(result(fmt.Sprint(i)))
		f.gets(result(fmt.Sprint(i)))
		select {
		case <-said:
		default:
		}
	}
}

// FuzzForwarder lets a client say anything to processes that end after some
// messages, each: the forwarder ends, and each request has one answer.
func FuzzForwarder(f *testing.F) {
	f.Add([]byte(initialize+"\n"+initialized+"\n"+request("1")+"\n"+request("2")), []byte{1, 0, 3})
	f.Add([]byte(request("1")+"\n"+request("1")+"\n[]\n{}\nx\n\n"+`{"id":"ci1:1","result":1}`), []byte{0, 0, 0, 0, 0, 0})
	f.Add([]byte(request(`"\u0031"`)+"\n"+`{"method":"notifications/cancelled","params":{"requestId":"1"}}`+"\n"+strings.Repeat(" ", 300)+request("3")), []byte{})
	f.Add([]byte(initialize+"\n"+`{"id":5,"method":"logging/setLevel"}`+"\n"+`{"id":6,"method":"resources/subscribe","params":{"uri":"a"}}`+"\n"+request("7")+"\n"+initialize), []byte{2, 1, 1, 9, 4})
	f.Fuzz(func(t *testing.T, said, ends []byte) {
		const limit = 200
		var processes sync.WaitGroup
		defer processes.Wait()
		links := 0
		connect := func(context.Context) (io.ReadWriteCloser, error) {
			a, b := net.Pipe()
			left := -1
			if links < min(len(ends), 12) {
				left = int(ends[links])
			}
			links++
			processes.Go(func() {
				defer b.Close()
				in := lines{bufio.NewReader(b), 1 << 20}
				for ; left != 0; left-- {
					ln, err := in.next(false)
					if err != nil {
						return
					}
					if !json.Valid(ln.text) {
						t.Errorf("the process gets %q", ln.text)
					}
					if ln.m.isRequest() {
						if _, err := io.WriteString(b, result(ln.m.id)+"\n"); err != nil {
							return
						}
					}
				}
			})
			return a, nil
		}
		in, inEnd := io.Pipe()
		outEnd, out := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			ended <- (&Forwarder{In: in, Out: out, Connect: connect, Limit: limit}).Run(context.Background())
			out.Close()
		}()
		go func() {
			_, _ = inEnd.Write(said)
			inEnd.Close()
		}()
		asked, cancelled := map[string]int{}, false
		client := lines{bufio.NewReader(strings.NewReader(string(said))), limit}
		for {
			ln, err := client.next(true)
			if err != nil {
				break
			}
			if ln.m.isRequest() && (ln.text == nil || json.Valid(ln.text)) {
				asked[canonical(ln.m.id)]++
			}
			cancelled = cancelled || ln.m.method == methodCancelled
		}
		answers := map[string]int{}
		hears := lines{bufio.NewReader(outEnd), 1 << 20}
		for {
			ln, err := hears.next(false)
			if err != nil {
				break
			}
			if !json.Valid(ln.text) || ln.m.id != "" && !ln.m.isAnswer() {
				t.Errorf("the client gets %q", ln.text)
			}
			if ln.m.id != "" {
				answers[canonical(ln.m.id)]++
			}
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		for id, n := range answers {
			if n > asked[id] {
				t.Errorf("%s was asked %d times and has %d answers", id, asked[id], n)
			}
		}
		for id := range asked {
			if answers[id] == 0 && !cancelled {
				t.Errorf("%s has no answer", id)
			}
		}
	})
}
