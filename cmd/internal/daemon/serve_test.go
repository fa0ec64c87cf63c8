package daemon

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// serving is a Serve that runs in this process.
type serving struct {
	t     *testing.T
	place Place
	clock *fakeClock
	ended chan error
	stop  context.CancelFunc
	url   string
}

func newServing(t *testing.T, change func(*Options)) *serving {
	t.Helper()
	s := &serving{t: t, place: Place{Dir: t.TempDir(), uid: os.Geteuid()}, clock: newFakeClock(), ended: make(chan error, 1)}
	if err := os.Chmod(s.place.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	build := Build{Version: "v1.0.0"}
	ready := make(chan string, 1)
	o := Options{
		Place: s.place, Build: build, Pool: NewPool(PoolOptions{Clock: s.clock.clock()}),
		Endpoints: map[string]Endpoint{"mcp": echo(build)}, Clock: s.clock.clock(), Ready: func(url string) { ready <- url },
		stuck: time.Minute,
	}
	if change != nil {
		change(&o)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.stop = cancel
	go func() { s.ended <- Serve(ctx, o) }()
	select {
	case s.url = <-ready:
	case err := <-s.ended:
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		s.wait()
	})
	return s
}

// wait waits until Serve has ended.
func (s *serving) wait() {
	s.t.Helper()
	select {
	case err := <-s.ended:
		s.ended <- err
		if err != nil {
			s.t.Error(err)
		}
	case <-time.After(20 * time.Second):
		s.t.Fatal("it does not end")
	}
}

// pass moves the time on by a tick, which is told to ticks; it is over when the next
// wait has begun.
func (s *serving) pass(d time.Duration, ticks <-chan struct{}) {
	s.t.Helper()
	eventually(s.t, "the wait for a tick", func() bool {
		s.clock.mu.Lock()
		defer s.clock.mu.Unlock()
		return slices.ContainsFunc(s.clock.waits, func(w fakeWait) bool { return w.due.Equal(s.clock.at.Add(tick)) })
	})
	s.clock.pass(d)
	select {
	case <-ticks:
	case <-time.After(20 * time.Second):
		s.t.Fatal("no tick")
	}
}

// connect greets as a client.
func (s *serving) connect(h hello) (*greeted, welcome) {
	s.t.Helper()
	g, w, err := s.place.greet(context.Background(), h, maxReport)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { g.Close() })
	return g, w
}

func ask(t *testing.T, conn io.ReadWriter, line, want string) {
	t.Helper()
	if _, err := fmt.Fprintln(conn, line); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, len(want)+1)
	if n, err := io.ReadFull(conn, got); err != nil || string(got) != want+"\n" {
		t.Fatalf("got %q (%v), want %q", got[:n], err, want)
	}
}

func TestGreetings(t *testing.T) {
	t.Parallel()
	s := newServing(t, nil)
	build := Build{Version: "v1.0.0"}
	g, w := s.connect(hello{Kind: "mcp", Build: build, Root: "/x"})
	if w.Error != "" || w.PID != os.Getpid() || w.Build != build || w.CI != Protocol {
		t.Errorf("%+v", w)
	}
	ask(t, g, `{"id":1,"method":"root"}`, `{"jsonrpc":"2.0","id":1,"result":"/x"}`)
	if _, w = s.connect(hello{Kind: "lsp", Build: build}); !strings.Contains(w.Error, `knows no "lsp"`) {
		t.Errorf("%+v", w)
	}
	if _, w = s.connect(hello{Kind: kindControl, Do: "dance", Build: build}); !strings.Contains(w.Error, `does not know how to "dance"`) {
		t.Errorf("%+v", w)
	}
	if _, w = s.connect(hello{Kind: kindControl, Do: doHandOver, Build: build}); !strings.Contains(w.Error, "not newer") {
		t.Errorf("%+v", w)
	}
	for _, tc := range []struct{ line, want string }{
		{`{"ci":2,"kind":"mcp","build":{"version":"v2.0.0"}}`, "the shared process is of an older build (v1.0.0) and can't serve this one (v2.0.0); end it with 'ci stop'"},
		{`{"ci":9,"kind":"mcp","build":{"version":"v0.1.0"}}`, "is of a newer build (v1.0.0) and can't serve this one (v0.1.0); restart the editor or agent"},
		{`GET / HTTP/1.1`, "no greeting"},
		{`{"jsonrpc":"2.0","id":1,"method":"initialize"}`, "no greeting"},
	} {
		conn, err := s.place.dial(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintln(conn, tc.line); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(conn)
		if w, parseErr := parseWelcome(got); err != nil || parseErr != nil || !strings.Contains(w.Error, tc.want) {
			t.Errorf("%s: %s (%v)", tc.line, got, err)
		}
		conn.Close()
	}
	conn, err := s.place.dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = io.Copy(conn, io.LimitReader(neverEnds{}, 2*maxGreeting)) // it may be cut off
	if got, _ := io.ReadAll(conn); len(got) > 0 {
		t.Errorf("a greeting without end: %q", got)
	}
}

type neverEnds struct{}

func (neverEnds) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// TestOtherUser: a process of another user is not served.
func TestOtherUser(t *testing.T) {
	t.Parallel()
	s := newServing(t, nil)
	conn, err := s.place.dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	other := &server{o: Options{Place: Place{uid: os.Geteuid() + 1}, Log: discard()}}
	a, b, err := pair(t)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		other.greet(a)
		a.Close()
	}()
	_, _ = fmt.Fprintln(b, `{"ci":1,"kind":"control","do":"status"}`)
	if got, _ := io.ReadAll(b); len(got) != 0 {
		t.Errorf("another user is told %q", got)
	}
}

// pair is a connection.
func pair(t *testing.T) (a, b *net.UnixConn, err error) {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: t.TempDir() + "/s", Net: "unix"})
	if err != nil {
		return nil, nil, err
	}
	defer l.Close()
	if b, err = net.DialUnix("unix", nil, l.Addr().(*net.UnixAddr)); err != nil {
		return nil, nil, err
	}
	a, err = l.AcceptUnix()
	return a, b, err
}

func TestStatus(t *testing.T) {
	t.Parallel()
	dir := repo(t, "repo")
	var pool *Pool
	s := newServing(t, func(o *Options) { pool = o.Pool })
	h, err := pool.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	eventually(t, "the first look", func() bool { return h.Workspace().Current() != nil })
	s.connect(hello{Kind: "mcp", Build: Build{Version: "v0.9.0"}, Root: dir})
	s.clock.pass(time.Second)
	st, err := AskStatus(t.Context(), s.place, Build{})
	if err != nil {
		t.Fatal(err)
	}
	if st.PID != os.Getpid() || st.Build.Version != "v1.0.0" || st.Uptime != 1 || st.Memory < 1<<20 || st.Heap == 0 || st.Socket != s.place.path(socketName) || st.HTTP != "" {
		t.Errorf("%+v", st)
	}
	if len(st.Clients) != 1 || st.Clients[0].Kind != "mcp" || st.Clients[0].Version != "v0.9.0" || st.Clients[0].Root != dir || st.Clients[0].PID != os.Getpid() || st.Clients[0].Idle != 1 {
		t.Errorf("%+v", st.Clients)
	}
	// The client's greeting may still be opening it.
	if len(st.Repositories) != 1 || st.Repositories[0].Root != dir || st.Repositories[0].Users < 1 || st.Repositories[0].Users > 2 {
		t.Errorf("%+v", st.Repositories)
	}
	nobody := Place{Dir: t.TempDir(), uid: os.Geteuid()}
	if _, err := AskStatus(t.Context(), nobody, Build{}); !errors.Is(err, ErrNotRunning) {
		t.Errorf("%v", err)
	}
	if left, err := os.ReadDir(nobody.Dir); err != nil || len(left) > 0 {
		t.Errorf("to ask has left %v (%v)", left, err)
	}
}

// TestLingerHTTP: while HTTP is served the process does not end by itself.
func TestLingerHTTP(t *testing.T) {
	t.Parallel()
	ticks := make(chan struct{})
	s := newServing(t, func(o *Options) {
		o.HTTP, o.Handler = "127.0.0.1:0", func(string) http.Handler { return http.NotFoundHandler() }
		o.Linger = 10 * time.Minute
		o.Tick = func() { ticks <- struct{}{} }
	})
	for range 3 {
		s.pass(time.Hour, ticks)
	}
	if len(s.ended) > 0 {
		t.Error("it has ended")
	}
}

// TestLinger: without clients and repositories the process ends after some time,
// and not before.
func TestLinger(t *testing.T) {
	t.Parallel()
	ticks := make(chan struct{})
	s := newServing(t, func(o *Options) {
		o.Linger = 10 * time.Minute
		o.Tick = func() { ticks <- struct{}{} }
	})
	pass := func(d time.Duration) {
		t.Helper()
		s.pass(d, ticks)
	}
	g, _ := s.connect(hello{Kind: "mcp"})
	pass(time.Hour)
	ask(t, g, `{"id":1,"method":"echo","params":1}`, `{"jsonrpc":"2.0","id":1,"result":1}`)
	g.Close()
	eventually(t, "no client", func() bool {
		st, err := AskStatus(t.Context(), s.place, Build{})
		return err == nil && len(st.Clients) == 0
	})
	pass(10*time.Minute - tick)
	if len(s.ended) > 0 {
		t.Error("it has ended too early")
	}
	pass(tick)
	s.wait()
	if held, err := s.place.held(); held || err != nil {
		t.Errorf("the lock is held: %t (%v)", held, err)
	}
}

// TestEndAnswers: what was asked before the end is answered, what is asked after
// it began is not begun, and who does not end by itself is ended.
func TestEndAnswers(t *testing.T) {
	t.Parallel()
	begun, answer := make(chan struct{}), make(chan struct{})
	s := newServing(t, func(o *Options) {
		o.grace = time.Minute
		o.Endpoints["slow"] = func(ctx context.Context, conn io.ReadWriteCloser, _ Client) error {
			in := bufio.NewReader(conn)
			for n := 1; ; n++ {
				if _, err := in.ReadString('\n'); err != nil {
					return nil
				}
				begun <- struct{}{}
				<-answer
				fmt.Fprintf(conn, "answer %d\n", n)
			}
		}
	})
	slow, _ := s.connect(hello{Kind: "slow"})
	if _, err := io.WriteString(slow, "one\ntw"); err != nil {
		t.Fatal(err)
	}
	<-begun
	if w, err := control(t.Context(), s.place, Build{}, doStop); err != nil || w.Error != "" {
		t.Fatalf("%+v, %v", w, err)
	}
	eventually(t, "the end of listening", func() bool {
		conn, err := s.place.dial(t.Context())
		if err == nil {
			conn.Close()
		}
		return err != nil
	})
	if _, err := io.WriteString(slow, "o\nthree\n"); err != nil {
		t.Fatal(err)
	}
	close(answer)
	<-begun // the line that had begun
	s.wait()
	if got, _ := io.ReadAll(slow); string(got) != "answer 1\nanswer 2\n" {
		t.Errorf("got %q", got)
	}
}

// TestEndCuts cuts off a client that does not end in time.
func TestEndCuts(t *testing.T) {
	t.Parallel()
	begun, cut := make(chan struct{}), make(chan struct{})
	s := newServing(t, func(o *Options) {
		o.Endpoints["stubborn"] = func(ctx context.Context, conn io.ReadWriteCloser, _ Client) error {
			close(begun)
			<-ctx.Done()
			close(cut)
			return ctx.Err()
		}
	})
	s.connect(hello{Kind: "stubborn"})
	<-begun
	if w, err := control(t.Context(), s.place, Build{}, doStop); err != nil || w.Error != "" {
		t.Fatalf("%+v, %v", w, err)
	}
	<-cut
	s.wait()
}

// TestPanics: a defect ends one connection.
func TestPanics(t *testing.T) {
	t.Parallel()
	s := newServing(t, nil)
	bad, _ := s.connect(hello{Kind: "mcp"})
	good, _ := s.connect(hello{Kind: "mcp"})
	if _, err := fmt.Fprintln(bad, `{"id":1,"method":"panic"}`); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(bad); err != nil || len(got) > 0 {
		t.Errorf("%q %v", got, err)
	}
	ask(t, good, `{"id":1,"method":"echo","params":1}`, `{"jsonrpc":"2.0","id":1,"result":1}`)
}

func TestManyClients(t *testing.T) {
	t.Parallel()
	s := newServing(t, nil)
	var group sync.WaitGroup
	for range maxClients {
		group.Go(func() {
			if _, w := s.connect(hello{Kind: "mcp"}); w.Error != "" {
				t.Errorf("%+v", w)
			}
		})
	}
	group.Wait()
	if _, w := s.connect(hello{Kind: "mcp"}); !strings.Contains(w.Error, "and no more at a time") {
		t.Errorf("%+v", w)
	}
	if _, err := AskStatus(t.Context(), s.place, Build{}); err != nil {
		t.Error(err)
	}
}

// TestRunning: a second process of the same or an older build is told of the
// first.
func TestRunning(t *testing.T) {
	t.Parallel()
	s := newServing(t, nil)
	for _, version := range []string{"v1.0.0", "v0.9.0"} {
		err := Serve(t.Context(), Options{Place: s.place, Build: Build{Version: version}, Pool: NewPool(PoolOptions{})})
		var running *RunningError
		if !errors.As(err, &running) || running.PID != os.Getpid() || !strings.Contains(err.Error(), "'ci stop' ends it") {
			t.Errorf("%v", err)
		}
	}
	next := newServing(t, func(o *Options) { o.Place, o.Build.Version = s.place, "v1.0.1" })
	s.wait()
	next.place = s.place
	if st, err := AskStatus(t.Context(), s.place, Build{}); err != nil || st.Build.Version != "v1.0.1" {
		t.Errorf("%+v, %v", st, err)
	}
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }
