package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// startTime is how long a start may take; a process of an older build has to end
// meanwhile.
const startTime = 40 * time.Second

// Program is the file of the program that runs, to start it again.
func Program() (string, error) {
	name, err := os.Executable()
	if err == nil {
		_, err = os.Stat(name)
	}
	if err != nil && self != "" { // it was removed
		name, err = self, nil
	}
	return name, err
}

// StartOptions of Start.
type StartOptions struct {
	Place Place
	Build Build
	// Command is the program that serves, and its arguments.
	Command []string
	// Env is its environment; nil is that of this process.
	Env []string
}

// Start sees to it that a shared process serves that is not older than Build, and
// returns its process id. The process is started in a session of its own, has no
// file of this one, and logs to Place.Log. One start runs at a time. The error
// says what the process said when it ended.
//
// Start is meant for a process that ends after it: then the shared process is no
// child of an editor, which might end all of its own.
func Start(ctx context.Context, o StartOptions) (pid int, err error) {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	p := o.Place
	if err := p.prepare(); err != nil {
		return 0, err
	}
	serves := func() bool {
		w, err := control(ctx, p, o.Build, doStatus)
		pid = w.PID
		return err == nil && w.Build.Compare(o.Build) >= 0
	}
	for wait := time.Millisecond; ; wait = min(2*wait, 100*time.Millisecond) {
		if serves() {
			return pid, nil
		}
		lock, _, err := p.takeLock(startName)
		if err == nil {
			defer lock.Close()
			break
		}
		if !errors.Is(err, errHeld) {
			return 0, err
		}
		select {
		case <-ctx.Done():
			return 0, fmt.Errorf("another start takes too long; end who holds %s", p.path(startName))
		case <-time.After(wait):
		}
	}
	if serves() { // the one before has made it
		return pid, nil
	}
	log, before, err := openLog(p.Log)
	if err != nil {
		return 0, fmt.Errorf("the log of the shared process can't be written: %w", err)
	}
	defer log.Close()
	command := exec.Command(o.Command[0], o.Command[1:]...)
	command.Env, command.Dir = o.Env, string(filepath.Separator)
	command.Stdout, command.Stderr = log, log
	command.SysProcAttr = detached()
	keepToSelf()
	if err := command.Start(); err != nil {
		return 0, fmt.Errorf("%s can't be started: %w", o.Command[0], reasonOf(err))
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }() // ends with that process
	var late <-chan time.Time
	var status error
	for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		if serves() {
			return pid, nil
		}
		select {
		case <-ctx.Done():
			_ = command.Process.Kill()
			return 0, fmt.Errorf("the shared process does not serve after %s; its log is %s", startTime, p.Log)
		case status = <-ended:
			late = time.After(500 * time.Millisecond) // another one may have come before it
		case <-late:
			return 0, fmt.Errorf("the shared process has ended (%v): %s; its log is %s", status, tail(p.Log, before), p.Log)
		case <-time.After(wait):
		}
	}
}

// openLog opens a log to append to, and says how long it is.
func openLog(name string) (f *os.File, size int64, err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, 0, err
	}
	f, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

// tail is the last lines of a log, from an offset on, as one.
func tail(name string, from int64) string {
	const most = 1 << 10
	f, err := os.Open(name)
	if err != nil {
		return "it said nothing"
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil {
		from = max(min(from, info.Size()), info.Size()-most)
	}
	text, _ := io.ReadAll(io.LimitReader(io.NewSectionReader(f, from, most), most))
	last := strings.FieldsFunc(string(bytes.ToValidUTF8(text, nil)), func(r rune) bool { return r == '\n' || r == '\r' })
	if len(last) == 0 {
		return "it said nothing"
	}
	return strings.Join(last[max(len(last)-5, 0):], "; ")
}

// Dialer connects clients with the shared process.
type Dialer struct {
	Place Place
	Build Build
	Kind  string // of the endpoint
	Root  string // the client's repository
	Agent string // see Client
	// Variables are those of the client's environment that decide how its
	// repository is read; nil for those that the process has.
	Variables map[string]string
	// Starter is the program that calls Start, with its arguments; what it says on
	// standard error is the reason of a failure.
	Starter []string
	// Env is its environment; nil is that of this process.
	Env []string
}

// Connect connects to the shared process. When there is none, or one of an older
// build, one is started. An older one serves all the same where the other can't be
// started.
func (d *Dialer) Connect(ctx context.Context) (io.ReadWriteCloser, error) {
	h := hello{Kind: d.Kind, Build: d.Build, Root: d.Root, Env: d.Variables, Agent: d.Agent}
	size := 0
	for name, value := range d.Variables {
		size += len(name) + len(value)
	}
	if size > maxGreeting/2 { // no environment that anybody works with
		h.Env = nil
	}
	var failed error // of the start
	for tries := 0; ; tries++ {
		g, w, err := d.Place.greet(ctx, h, maxGreeting)
		older := err == nil && w.Build.Compare(d.Build) < 0
		switch {
		case err == nil && w.Error == "" && (!older || failed != nil):
			return g, nil
		case err == nil:
			_ = g.Close()
			if err = errors.New(w.Error); !w.Again && !older {
				return nil, err
			}
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case failed != nil:
			return nil, failed
		case tries == maxTries:
			return nil, fmt.Errorf("the shared process does not stay: %w; its log is %s", err, d.Place.Log)
		}
		if failed = d.start(ctx); failed != nil && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// start runs the starter.
func (d *Dialer) start(ctx context.Context) error {
	command := exec.CommandContext(ctx, d.Starter[0], d.Starter[1:]...)
	said := &bounded{most: 4 << 10}
	command.Env, command.Dir, command.Stderr = d.Env, string(filepath.Separator), said
	command.SysProcAttr, command.WaitDelay = detached(), time.Second
	err := command.Run()
	if err == nil {
		return nil
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(said.text), "ci: "))
	if text == "" {
		text = reasonOf(err).Error()
	}
	return fmt.Errorf("the shared process can't be started: %s", strings.ReplaceAll(text, "\n", "; "))
}

// bounded keeps the first bytes that are written to it.
type bounded struct {
	text []byte
	most int
}

func (b *bounded) Write(p []byte) (int, error) {
	b.text = append(b.text, p[:min(len(p), b.most-len(b.text))]...)
	return len(p), nil
}

// UntilEnded is a context that is done when ctx is, or a process has ended that is
// there now.
func UntilEnded(ctx context.Context, pid int) (context.Context, context.CancelFunc) {
	if pid <= 1 || !alive(pid) {
		return context.WithCancel(ctx)
	}
	return until(ctx, func() bool { return !alive(pid) })
}

// UntilOrphan is a context that is done when ctx is, or the process that started
// this one has ended: not all who end leave a closed pipe.
func UntilOrphan(ctx context.Context) (context.Context, context.CancelFunc) {
	parent := os.Getppid()
	if parent <= 1 {
		return context.WithCancel(ctx)
	}
	return until(ctx, func() bool { return os.Getppid() != parent })
}

// until is a context that is done when ctx is, or soon after over is true.
func until(ctx context.Context, over func() bool) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		look := time.NewTicker(time.Second)
		defer look.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-look.C:
				if over() {
					cancel()
				}
			}
		}
	}()
	return ctx, func() {
		cancel()
		<-ended
	}
}
