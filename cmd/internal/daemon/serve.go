package daemon

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"codeintel/cmd/internal/early"
)

// Bounds of what Serve waits for.
const (
	// tick is how often the place and the repositories are looked at.
	tick = 2 * time.Second
	// greetTime is how long a client may take to greet.
	greetTime = 5 * time.Second
	// stopGrace is how long clients have to get their answers when the process is
	// to end, handOverGrace when a newer build waits.
	stopGrace     = 500 * time.Millisecond
	handOverGrace = time.Second
	// endTime is how long an endpoint may take to end once its connection has.
	endTime = time.Second
	// stuckTime is how long all goroutines may take to end.
	stuckTime = 5 * time.Second
	// stallTime is how long a client may take nothing of what it is told before its
	// connection is closed.
	stallTime = time.Minute
	// maxClients is how many clients are served at a time.
	maxClients = 512
	// maxUngreeted is how many connections may be there that have not greeted, and
	// muteTime how long the oldest of so many may take to.
	maxUngreeted = 256
	muteTime     = 500 * time.Millisecond
)

// Options of Serve.
type Options struct {
	Place Place
	Build Build
	// Endpoints are what is served, by kind: "mcp".
	Endpoints map[string]Endpoint
	// Pool is closed when Serve ends.
	Pool *Pool
	// HTTP is a loopback address to serve Handler on, "" for none. HTTPRoot is the
	// repository of those clients, "" for none.
	HTTP     string
	HTTPRoot string
	Handler  func(root string) http.Handler
	// Linger is how long the process stays without clients and repositories; 0 is
	// for ever, as is while HTTP is served: its clients start no process.
	Linger time.Duration
	Clock  Clock
	// Log is told what happens; nil for nobody.
	Log *slog.Logger
	// Ready, when set, is called once clients can connect, with what HTTP is
	// served at ("" when it is off).
	Ready func(url string)
	// Tick, when set, is called from time to time.
	Tick func()

	// grace and stuck, where they are not 0, replace stopGrace, handOverGrace and
	// stuckTime in tests: those are too short on a busy machine.
	grace, stuck time.Duration
}

// RunningError: there is a process already, which this build does not replace.
type RunningError struct {
	PID   int
	Build Build
}

func (e *RunningError) Error() string {
	return fmt.Sprintf("the shared process is running already (process %d, version %s); 'ci stop' ends it", e.PID, e.Build.Version)
}

// Serve is the shared process: it serves clients until ctx is done, it is told to
// stop, a newer build takes over, another process has taken its place, or it has
// been idle for Linger; then it returns nil. A process of an older build is asked
// to hand over, and waited for. Errors: *RunningError; and that the place can't be
// used.
func Serve(ctx context.Context, o Options) error {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &server{o: o, started: o.Clock.now(), ending: make(chan end, 1), room: make(chan struct{}, 1), clients: map[*client]bool{}, lull: newLull()}
	listener, err := s.begin(ctx)
	if err != nil {
		s.release()
		return err
	}
	s.lull.heard.Store(o.Clock.now().UnixNano())
	s.accept(listener)
	s.group.Go(func() { s.lull.collect(s.life, o.Clock) })
	o.Log.Info("serving", "pid", os.Getpid(), "version", o.Build.Version, "socket", o.Place.path(socketName), "http", s.url)
	if o.Ready != nil {
		o.Ready(s.url)
	}
	why := s.wait(ctx)
	o.Log.Info("ending", "why", why.text)
	s.claim.closeSocket()
	s.web.stop()
	s.drain(cmp.Or(o.grace, why.grace))
	s.cancel()
	ended := make(chan struct{})
	go func() {
		s.group.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(cmp.Or(o.stuck, stuckTime)):
		// What it uses must not be closed below it.
		return errors.New("a client did not end; the process ends all the same")
	}
	s.release()
	return nil
}

// begin takes the place; after it clients can connect, and wait to be accepted.
func (s *server) begin(ctx context.Context) (*net.UnixListener, error) {
	if err := s.o.Place.prepare(); err != nil {
		return nil, err
	}
	claim, before, err := takeOver(ctx, s.o.Place, s.o.Build)
	if err != nil {
		return nil, err
	}
	s.claim = claim
	s.life, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if err := s.serveHTTP(s.o.HTTP, s.o.HTTPRoot, before.Token); err != nil {
		return nil, err
	}
	if s.o.HTTP == "" && before.HTTP != "" {
		if err := s.serveHTTP(before.HTTP, before.Root, before.Token); err != nil {
			s.o.Log.Error("HTTP, which the process before has served, is not served any more", "error", err)
		}
	}
	return s.claim.listen()
}

// release gives back what begin has taken, and closes the repositories.
func (s *server) release() {
	if s.cancel != nil {
		s.cancel()
	}
	s.web.close()
	s.o.Pool.Close()
	if s.claim != nil {
		s.claim.release() // last: the next process opens the same indexes
	}
}

// takeOver takes the claim of the place, from a process of an older build when
// there is one.
func takeOver(ctx context.Context, place Place, build Build) (*claim, welcome, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var before welcome
	for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		c, err := place.claim()
		if !errors.Is(err, errHeld) {
			return c, before, err
		}
		// It serves, or is about to, or is about to end.
		if before.PID == 0 {
			answer, err := control(ctx, place, build, doHandOver)
			switch {
			case err == nil && answer.Error == "":
				before = answer
			case err == nil:
				return nil, welcome{}, &RunningError{PID: answer.PID, Build: answer.Build}
			}
		}
		select {
		case <-ctx.Done():
			return nil, welcome{}, fmt.Errorf("process %d has the lock %s and does not answer; end it with 'ci stop'", place.holder(), place.path(lockName))
		case <-time.After(wait):
		}
	}
}

// end is why a process ends.
type end struct {
	text  string
	grace time.Duration // for clients to get their answers
}

// server is a running Serve.
type server struct {
	o       Options
	started time.Time
	claim   *claim // the main goroutine's own
	web     *web   // nil when nothing is served over HTTP
	url     string // of HTTP

	life   context.Context // of endpoints
	cancel context.CancelFunc
	group  sync.WaitGroup // of all goroutines
	ending chan end       // the first counts

	mu      sync.Mutex
	clients map[*client]bool
	closing bool
	// ungreeted are connections that have not greeted, the oldest first; room is told
	// when there is one less.
	ungreeted []ungreeted
	room      chan struct{}

	lull lull
}

// client is a connection that an endpoint serves.
type client struct {
	*drained
	kind    string
	pid     int
	version string
	root    string
	since   time.Time
	done    chan struct{} // closed when the endpoint has ended
}

// end asks the process to end.
func (s *server) end(why end) {
	select {
	case s.ending <- why:
	default:
	}
}

// wait waits until the process is to end, and sees to it that it can be found
// until then.
func (s *server) wait(ctx context.Context) end {
	idle, lost := s.o.Clock.now(), 0
	for {
		select {
		case <-ctx.Done():
			return end{"interrupted", stopGrace}
		case why := <-s.ending:
			return why
		case <-s.o.Clock.after(tick):
		}
		switch l, err := s.claim.renew(); {
		case errors.Is(err, errHeld):
			// Who only looks whether the lock is held has it for a moment.
			if lost++; lost > 1 {
				return end{"another process has taken the place of this one, after somebody removed its files", handOverGrace}
			}
		case err != nil:
			s.o.Log.Warn("the socket or the lock is gone, and can't be made again", "error", err)
		case l != nil:
			s.o.Log.Warn("the socket was gone; it is made again")
			s.accept(l)
		}
		s.o.Pool.Tidy()
		if s.o.Tick != nil {
			s.o.Tick()
		}
		now := s.o.Clock.now()
		s.mu.Lock()
		n, quiet := len(s.clients), s.lull.quiet(now)
		for c := range s.clients {
			quiet = min(quiet, now.Sub(time.Unix(0, c.last.Load())))
			if c.stalled(now) {
				s.o.Log.Warn("a client does not read its answers; its connection is closed", "kind", c.kind, "pid", c.pid)
				_ = c.conn.Close()
			}
		}
		s.mu.Unlock()
		if quiet >= tick {
			s.o.Pool.Settle(quiet)
		}
		if n > 0 || s.web != nil || !s.o.Pool.Empty() {
			idle = now
		} else if s.o.Linger > 0 && now.Sub(idle) >= s.o.Linger {
			return end{"nobody uses it", 0}
		}
	}
}

// accept takes the connections of a listener until it is closed.
func (s *server) accept(l *net.UnixListener) {
	s.group.Go(func() {
		for {
			conn, err := l.AcceptUnix()
			switch {
			case errors.Is(err, net.ErrClosed):
				return
			case err != nil: // no descriptors, no memory: of this connection only
				s.o.Log.Warn("a connection can't be taken", "error", err)
				select {
				case <-s.life.Done():
					return
				case <-time.After(50 * time.Millisecond):
				}
				continue
			}
			s.awaitGreeting(conn)
			s.group.Go(func() {
				defer conn.Close()
				defer s.greeted(conn)
				defer func() {
					if r := recover(); r != nil {
						s.o.Log.Error("a connection ended by a defect of ci; please report it", "panic", r, "stack", string(debug.Stack()))
					}
				}()
				s.greet(conn)
			})
		}
	})
}

// greet is a connection from its first byte on.
func (s *server) greet(conn *net.UnixConn) {
	uid, pid, err := peer(conn)
	if err != nil || uid != s.o.Place.uid {
		s.o.Log.Warn("a connection of another user was refused", "uid", uid, "error", err)
		return
	}
	_ = conn.SetDeadline(time.Now().Add(greetTime))
	r := bufio.NewReaderSize(conn, 64<<10)
	line, err := readLine(r, maxGreeting)
	s.greeted(conn)
	if err != nil {
		return
	}
	h, err := parseHello(line)
	answer := welcome{CI: Protocol, PID: os.Getpid(), Build: s.o.Build}
	endpoint := s.o.Endpoints[h.Kind]
	switch {
	case err != nil:
		answer.Error = "this is the shared process of ci, and what came is no greeting of it"
	case h.Kind == kindControl:
		s.control(conn, h, answer)
		return
	case len(h.Connection) > maxConnection, len(h.Agent) > maxConnection:
		answer.Error = fmt.Sprintf("the name of a connection, or of an agent, has at most %d bytes", maxConnection)
	case h.CI != Protocol:
		answer.Error = tooOldOrNew(s.o.Build, h.Build)
	case endpoint == nil:
		answer.Error = fmt.Sprintf("the shared process (version %s) knows no %q; 'ci stop' ends it, so that the next client starts its own version", s.o.Build.Version, h.Kind)
	}
	if answer.Error != "" {
		_ = writeLine(conn, answer)
		return
	}
	now := s.o.Clock.now()
	ctx, cancel := context.WithCancel(withVariables(s.life, h.Env))
	defer cancel()
	c := &client{
		drained: &drained{conn: conn, r: r, now: s.o.Clock.now, gone: cancel, busy: &s.lull},
		kind:    h.Kind, pid: pid, version: h.Build.Version, root: h.Root, since: now, done: make(chan struct{}),
	}
	c.last.Store(now.UnixNano())
	if answer.Error, answer.Again = s.join(c); answer.Error != "" {
		_ = writeLine(conn, answer)
		return
	}
	defer s.leave(c)
	if err := writeLine(conn, answer); err != nil {
		return
	}
	_ = conn.SetDeadline(time.Time{})
	if c.until.Load() != 0 {
		return // drained before there was anything to wake
	}
	if h.Kind != KindHook && h.Kind != early.Kind && h.Kind != KindEditor { // which ask about sessions, or say later what they ask about
		s.group.Go(func() { s.o.Pool.warm(ctx, h.Root) })
	}
	from := connectionOf(h.Connection, pid)
	defer s.o.Pool.presence.enter(from.ID)()
	if err := endpoint(ctx, c.drained, Client{Root: h.Root, Agent: h.Agent, Connection: from}); err != nil && ctx.Err() == nil && c.until.Load() == 0 {
		s.o.Log.Warn("a client ended with an error", "kind", c.kind, "pid", c.pid, "error", err)
	}
}

// ungreeted is a connection that has not greeted since a time.
type ungreeted struct {
	conn  net.Conn
	since time.Time
}

// awaitGreeting counts a connection that has not greeted. Where there are too many it
// waits for one less, and closes the oldest when that takes muteTime: whoever is a
// client greets at once.
func (s *server) awaitGreeting(conn net.Conn) {
	for {
		s.mu.Lock()
		wait := time.Duration(0)
		if len(s.ungreeted) >= maxUngreeted {
			if wait = muteTime - time.Since(s.ungreeted[0].since); wait <= 0 {
				_ = s.ungreeted[0].conn.Close()
				s.ungreeted = slices.Delete(s.ungreeted, 0, 1)
			}
		}
		if wait <= 0 {
			s.ungreeted = append(s.ungreeted, ungreeted{conn, time.Now()})
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
		select {
		case <-s.room:
		case <-time.After(wait):
		case <-s.life.Done():
			return
		}
	}
}

// greeted says that a connection has greeted, or has ended.
func (s *server) greeted(conn net.Conn) {
	s.mu.Lock()
	s.ungreeted = slices.DeleteFunc(s.ungreeted, func(u ungreeted) bool { return u.conn == conn })
	s.mu.Unlock()
	select {
	case s.room <- struct{}{}:
	default: // it is told already
	}
}

// join counts a client; it returns why it is not served, or "", and whether the
// next process will.
func (s *server) join(c *client) (why string, again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closing:
		return errPoolClosed.Error(), true
	case len(s.clients) >= maxClients:
		return fmt.Sprintf("the shared process serves %d clients, and no more at a time; end some", maxClients), false
	}
	s.clients[c] = true
	return "", false
}

func (s *server) leave(c *client) {
	s.mu.Lock()
	delete(s.clients, c)
	s.mu.Unlock()
	close(c.done)
}

// control answers a request that is not for an endpoint.
func (s *server) control(conn net.Conn, h hello, answer welcome) {
	switch h.Do {
	case doStatus:
		answer.Status = s.status()
	case doStop:
		answer.Status = s.status()
	case doHandOver:
		if h.Build.Compare(s.o.Build) <= 0 {
			answer.Error = "the build that asks is not newer"
			break
		}
		if s.web != nil {
			answer.HTTP, answer.Token, answer.Root = s.web.host, s.web.token, s.web.root
		}
	default:
		answer.Error = fmt.Sprintf("the shared process (version %s) does not know how to %q", s.o.Build.Version, h.Do)
	}
	if writeLine(conn, answer) != nil || answer.Error != "" {
		return
	}
	switch h.Do {
	case doStop:
		s.end(end{"told to stop", stopGrace})
	case doHandOver:
		s.end(end{"a newer build takes over: " + h.Build.Version, handOverGrace})
	default:
		return
	}
	// Who asked waits for the end of the connection, which is that of the process.
	<-s.life.Done()
}

// drain ends all clients: what they have asked is answered, as far as that takes
// no longer than grace.
func (s *server) drain(grace time.Duration) {
	s.mu.Lock()
	s.closing = true
	list := make([]*client, 0, len(s.clients))
	for c := range s.clients {
		list = append(list, c)
	}
	s.mu.Unlock()
	for _, c := range list {
		c.drain(grace)
	}
	late := time.After(grace)
	for _, c := range list {
		select {
		case <-c.done:
			continue
		case <-late:
		}
		break
	}
	// What is still not answered the next process will: nobody may be told that it
	// was cancelled.
	for _, c := range list {
		_ = c.conn.Close()
	}
	s.cancel()
	late = time.After(endTime)
	for _, c := range list {
		select {
		case <-c.done:
		case <-late:
			s.o.Log.Warn("clients take too long to end")
			return
		}
	}
}

// status is what the process says of itself.
func (s *server) status() *Status {
	now := s.o.Clock.now()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	st := &Status{
		PID: os.Getpid(), Build: s.o.Build, Started: s.started, Uptime: now.Sub(s.started).Seconds(), Heap: int64(m.HeapAlloc),
		Log: s.o.Place.Log, Socket: s.o.Place.path(socketName), HTTP: s.url, Clients: []ClientStatus{}, Repositories: s.o.Pool.Status(),
	}
	st.Memory = Memory()
	if s.url != "" {
		st.Token = s.o.Place.Token()
	}
	s.mu.Lock()
	for c := range s.clients {
		st.Clients = append(st.Clients, ClientStatus{
			Kind: c.kind, PID: c.pid, Version: c.version, Root: c.root, Since: c.since,
			Idle: max(now.Sub(time.Unix(0, c.last.Load())).Seconds(), 0),
		})
	}
	s.mu.Unlock()
	slices.SortFunc(st.Clients, func(a, b ClientStatus) int { return a.Since.Compare(b.Since) })
	return st
}
