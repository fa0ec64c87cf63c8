package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"codeintel/cmd/internal/daemon"
	"codeintel/session"
)

// A session with an editor or an agent is a state: a process that crashes can't begin it
// again by itself. With --no-daemon the process that the client has started is therefore
// a forwarder, as it is without, whose other end is a child of its own: it tells the next
// child what it has told this one. A child serves on its standard input and output, one
// message a line.

const (
	// aloneEnv makes the process such a child; it is the session.Connection of the client.
	aloneEnv = "CI_ALONE"
	// exitRenewed is how a child ends that another one is to follow.
	exitRenewed = 75
	// aloneGrace is how long a child may take to end once its client has.
	aloneGrace = 30 * time.Second
	// stopGrace is the same once the parent was told to end.
	stopGrace = 500 * time.Millisecond
)

// served returns the client of the process, where it is a child that serves one.
func (a *app) served() (c session.Connection, ok bool) {
	text := a.getenv(aloneEnv)
	return c, text != "" && json.Unmarshal([]byte(text), &c) == nil
}

// forwardAlone serves the client of f by a child of this process. It is false where there
// can be none.
func (a *app) forwardAlone(ctx context.Context, f *daemon.Forwarder) (ok bool, err error) {
	if a.program == "" || a.renewable == nil {
		return false, nil
	}
	client, err := json.Marshal(daemon.ThisConnection())
	if err != nil {
		return false, nil // which it always can be
	}
	start := func() (*child, error) {
		return startChild(ctx, a.program, append(os.Environ(), aloneEnv+"="+string(client)))
	}
	first, err := start()
	if err != nil {
		return false, nil
	}
	f.Connect = func(context.Context) (io.ReadWriteCloser, error) {
		if c := first; c != nil {
			first = nil
			return c, nil
		}
		return start()
	}
	err = f.Run(ctx)
	if first != nil {
		err = errors.Join(err, first.Close())
	}
	return true, err
}

// child is a process that serves what is written to it.
type child struct {
	io.WriteCloser
	io.Reader
	ctx   context.Context
	c     *exec.Cmd
	ended chan struct{}
	once  sync.Once
}

// startChild runs the command of this process once more.
func startChild(ctx context.Context, program string, env []string) (*child, error) {
	c := exec.Command(program, os.Args[1:]...)
	c.Env, c.Stderr = env, os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	// Not StdoutPipe, which Wait closes: what a child has said before it ended is read.
	r, w, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	c.Stdout = w
	if err := errors.Join(c.Start(), w.Close()); err != nil {
		return nil, errors.Join(err, in.Close(), r.Close())
	}
	x := &child{WriteCloser: in, Reader: r, ctx: ctx, c: c, ended: make(chan struct{})}
	go func() {
		defer close(x.ended)
		_ = c.Wait() // the forwarder sees the end of what it says
	}()
	return x, nil
}

// Close ends the child, which is asked to by the end of its input.
func (x *child) Close() error {
	x.once.Do(func() {
		_ = x.WriteCloser.Close()
		stopped := x.ctx.Done()
		patience := time.NewTimer(aloneGrace)
		defer patience.Stop()
		for {
			select {
			case <-x.ended:
				return
			case <-stopped:
				stopped = nil
				_ = x.c.Process.Signal(os.Interrupt)
				patience.Reset(stopGrace)
			case <-patience.C:
				_ = x.c.Process.Kill()
				<-x.ended
				return
			}
		}
	})
	return nil
}
