package daemon

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"codeintel/cmd/internal/place"
	"codeintel/session"
)

// dial connects to the process of the place, and looks whose it is.
func (p Place) dial(ctx context.Context) (*net.UnixConn, error) {
	path, done, err := p.socketPath(socketName)
	if err != nil {
		return nil, err
	}
	defer done()
	d := net.Dialer{Timeout: greetTime}
	conn, err := d.DialContext(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	unix := conn.(*net.UnixConn)
	if uid, _, err := peer(unix); err != nil || uid != p.uid {
		return nil, errors.Join(fmt.Errorf("the socket %s is served by user %d, not by user %d; remove it", p.path(socketName), uid, p.uid), err, conn.Close())
	}
	return unix, nil
}

// greeted is a connection whose greeting is over.
type greeted struct {
	*net.UnixConn
	r *bufio.Reader
}

func (g *greeted) Read(p []byte) (int, error) { return g.r.Read(p) }

// greet connects, says hello and reads the answer, of at most limit bytes.
func (p Place) greet(ctx context.Context, h hello, limit int) (*greeted, welcome, error) {
	conn, err := p.dial(ctx)
	if err != nil {
		return nil, welcome{}, err
	}
	h.CI = Protocol
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })()
	_ = conn.SetDeadline(time.Now().Add(greetTime))
	g := &greeted{conn, bufio.NewReaderSize(conn, 64<<10)}
	var w welcome
	if err = writeLine(conn, h); err == nil {
		var line []byte
		if line, err = readLine(g.r, limit); err == nil {
			w, err = parseWelcome(line)
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, welcome{}, errors.Join(err, conn.Close())
	}
	_ = conn.SetDeadline(time.Time{})
	return g, w, nil
}

// control asks the process of the place for something; where that is its end,
// control returns before.
func control(ctx context.Context, p Place, build Build, do string) (welcome, error) {
	g, w, err := p.greet(ctx, hello{Kind: kindControl, Do: do, Build: build}, maxReport)
	if err != nil {
		return welcome{}, err
	}
	return w, g.Close()
}

// ErrNotRunning: there is no shared process.
var ErrNotRunning = errors.New("no shared process is running")

// AskStatus asks the shared process how it is. Errors: ErrNotRunning; and that
// there is one that does not answer.
func AskStatus(ctx context.Context, p Place, build Build) (*Status, error) {
	w, err := control(ctx, p, build, doStatus)
	switch {
	case err == nil && w.Status != nil:
		return w.Status, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	if held, _ := p.held(); !held {
		return nil, ErrNotRunning
	}
	return nil, fmt.Errorf("the shared process (process %d) does not answer; 'ci stop' ends it", p.holder())
}

// Stop ends the shared process and waits until it has ended. One that does not
// answer is terminated, and killed when that does not help. It returns what the
// process said of itself before, with no more than the PID when it said nothing.
// The error is ErrNotRunning, or that it can't be ended.
func Stop(ctx context.Context, p Place, build Build) (*Status, error) {
	st := &Status{}
	g, w, err := p.greetBegun(ctx, hello{Kind: kindControl, Do: doStop, Build: build})
	if err == nil {
		defer g.Close()
		if st.PID = w.PID; w.Status != nil {
			st = w.Status
		}
	}
	served := connectionOf("", st.PID) // before the number can be another's
	if err == nil && w.Error == "" {
		if free, err := p.waitFree(ctx, 10*time.Second); free || err != nil {
			if err == nil {
				err = waitGone(ctx, served)
			}
			return st, err
		}
	}
	held, err := p.held()
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s can't be looked at: %w", p.path(lockName), reasonOf(err))
	case !held:
		return nil, ErrNotRunning
	}
	if st.PID == 0 {
		st.PID = p.holder()
		served = connectionOf("", st.PID)
	}
	process, err := os.FindProcess(st.PID)
	if st.PID <= 0 || err != nil {
		return nil, fmt.Errorf("the shared process does not answer, and which one it is is not known; end who holds %s", p.path(lockName))
	}
	for _, signal := range []os.Signal{terminate, os.Kill} {
		if err := process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return nil, fmt.Errorf("process %d can't be ended: %w", st.PID, err)
		}
		if free, err := p.waitFree(ctx, 3*time.Second); free || err != nil {
			if err == nil {
				err = waitGone(ctx, served)
			}
			return st, err
		}
	}
	return nil, fmt.Errorf("process %d does not end", st.PID)
}

// waitGone waits until a process that has given up its place has ended, which takes a while
// on a busy machine. It does not wait for its own process, which is the server in tests. The
// error is that of ctx, or that the process does not end within 10 seconds.
func waitGone(ctx context.Context, c session.Connection) error {
	if c.PID <= 0 || c.PID == os.Getpid() {
		return nil
	}
	limit := time.NewTimer(10 * time.Second)
	defer limit.Stop()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for !place.Gone(c) {
		select {
		case <-again.C:
		case <-ctx.Done():
			return ctx.Err()
		case <-limit.C:
			return fmt.Errorf("process %d serves no client any more, but does not end", c.PID)
		}
	}
	return nil
}

// beginTime is how long a process may take from the lock to its first answer.
const beginTime = time.Second

// greetBegun is greet, for a report; a process that has the lock and does not answer
// yet is given some time: until then what the place says of it may be of the one
// before.
func (p Place) greetBegun(ctx context.Context, h hello) (*greeted, welcome, error) {
	late := time.After(beginTime)
	for wait := time.Millisecond; ; wait = min(2*wait, 20*time.Millisecond) {
		g, w, err := p.greet(ctx, h, maxReport)
		if err == nil {
			return g, w, nil
		}
		if held, lockErr := p.held(); lockErr != nil || !held {
			return nil, welcome{}, err
		}
		select {
		case <-ctx.Done():
			return nil, welcome{}, err
		case <-late:
			return nil, welcome{}, err
		case <-time.After(wait):
		}
	}
}

// waitFree waits until no process has the claim, for at most a time. The error is
// the context's.
func (p Place) waitFree(ctx context.Context, most time.Duration) (free bool, err error) {
	late := time.After(most)
	for wait := time.Millisecond; ; wait = min(2*wait, 20*time.Millisecond) {
		if held, err := p.held(); err == nil && !held {
			return true, nil
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-late:
			return false, nil
		case <-time.After(wait):
		}
	}
}

// Ask says one line to an endpoint of the shared process and returns the line that
// it answers, of at most maxReport bytes, without its end. connect bounds how long it
// may take until the process has greeted; nothing is started. What the process can't
// answer is an error.
func Ask(ctx context.Context, p Place, build Build, kind, root string, connect time.Duration, line []byte) ([]byte, error) {
	greeting, cancel := context.WithTimeout(ctx, connect)
	defer cancel()
	g, w, err := p.greet(greeting, hello{Kind: kind, Build: build, Root: root}, maxGreeting)
	if err != nil {
		return nil, err
	}
	defer g.Close()
	if w.Error != "" {
		return nil, errors.New(w.Error)
	}
	defer context.AfterFunc(ctx, func() { _ = g.SetDeadline(time.Unix(1, 0)) })()
	if _, err := g.Write(append(line[:len(line):len(line)], '\n')); err != nil {
		return nil, err
	}
	return readLine(g.r, maxReport)
}
