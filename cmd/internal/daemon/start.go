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
	"strconv"
	"strings"
	"time"

	"codeintel/cmd/internal/place"
)

// startTime is how long a start may take; a process of an older build has to end
// meanwhile.
const startTime = 40 * time.Second

// Program is the file of the program that runs, to start it again, by another process
// too.
func Program() (string, error) {
	name, err := os.Executable()
	if err == nil {
		_, err = os.Stat(name)
	}
	if err != nil { // it was removed
		if self := self(); self != "" {
			name, err = self, nil
		}
	}
	return name, err
}

// StartOptions of Start.
type StartOptions struct {
	Place Place
	Build Build
	// Command is the program that serves, and its arguments.
	Command []string
	// Orphan: the process is no child of this one, which need not end after Start. How
	// it ended is not known then.
	Orphan bool
}

// Start sees to it that a shared process serves that is not older than Build, and
// returns its process id. The process is started in a session of its own, has no
// file of this one, and logs to Place.Log. One start runs at a time. The error
// says what the process said when it ended.
//
// A process that ends after it, or asks for an orphan, sees to it that the shared
// process is no child of an editor, which might end all of its own.
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
	for wait := time.Millisecond; ; wait = min(2*wait, 20*time.Millisecond) {
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
	keepToSelf()
	s, err := spawn(o.Command, log, o.Orphan)
	if err != nil {
		return 0, fmt.Errorf("%s can't be started: %w", o.Command[0], reasonOf(err))
	}
	defer s.forget()
	ended := s.ended
	var late <-chan time.Time
	var status string
	for began := time.Now(); ; {
		if serves() {
			return pid, nil
		}
		wait := time.Millisecond // somebody waits for the answer, and it is soon there
		if time.Since(began) > time.Second {
			wait = 50 * time.Millisecond
		}
		select {
		case <-ctx.Done():
			s.kill()
			return 0, fmt.Errorf("the shared process does not serve after %s; its log is %s", startTime, p.Log)
		case status = <-ended:
			ended, late = nil, time.After(500*time.Millisecond) // another one may have come before it
		case <-late:
			return 0, fmt.Errorf("the shared process has ended%s: %s; its log is %s", status, tail(p.Log, before), p.Log)
		case <-time.After(wait):
		}
	}
}

// spawned is a process that was started.
type spawned struct {
	ended  chan string // is told once it has ended, and how, where that is known
	kill   func()
	forget func() // ends what waits for its end
}

// shell starts a program that is no child of who starts the shell, and says its number.
const (
	shell       = "/bin/sh"
	shellScript = `"$@" >&2 & echo $!`
)

// spawn starts a program that says what it says to a log.
func spawn(program []string, log *os.File, orphan bool) (*spawned, error) {
	s := &spawned{ended: make(chan string, 1), forget: func() {}}
	if _, err := os.Stat(shell); err != nil || !orphan {
		command := exec.Command(program[0], program[1:]...)
		command.Stdout, command.Stderr, command.Dir, command.SysProcAttr = log, log, string(filepath.Separator), detached()
		if err := command.Start(); err != nil {
			return nil, err
		}
		s.kill = func() { _ = command.Process.Kill() }
		go func() { // ends with that process
			_ = command.Wait()
			s.ended <- fmt.Sprintf(" (%s)", command.ProcessState)
		}()
		return s, nil
	}
	alive, other, err := os.Pipe() // the other end is open for as long as the program runs
	if err != nil {
		return nil, err
	}
	command := exec.Command(shell, append([]string{"-c", shellScript, shell}, program...)...)
	command.Stderr, command.Dir, command.SysProcAttr = log, string(filepath.Separator), detached()
	command.ExtraFiles = []*os.File{other}
	out, err := command.Output()
	_ = other.Close()
	if err != nil {
		return nil, errors.Join(err, alive.Close())
	}
	s.kill = func() {
		if pid, err := strconv.Atoi(strings.TrimSpace(string(out))); err == nil {
			if process, err := os.FindProcess(pid); err == nil {
				_ = process.Kill()
			}
		}
	}
	s.forget = func() { _ = alive.Close() }
	go func() { // ends with that process, or with forget
		_, _ = alive.Read(make([]byte, 1))
		s.ended <- ""
	}()
	return s, nil
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
	// Connection is what the connection is called, each time that it is made.
	Connection string
	// Variables are those of the client's environment that decide how its
	// repository is read; nil for those that the process has.
	Variables map[string]string
	// Command is the program that serves, and its arguments: see Start.
	Command []string
}

// Connect connects to the shared process. When there is none, or one of an older
// build, one is started. An older one serves all the same where the other can't be
// started.
func (d *Dialer) Connect(ctx context.Context) (io.ReadWriteCloser, error) {
	h := hello{Kind: d.Kind, Build: d.Build, Root: d.Root, Env: d.Variables, Agent: d.Agent, Connection: d.Connection}
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

// start starts the process.
func (d *Dialer) start(ctx context.Context) error {
	_, err := Start(ctx, StartOptions{Place: d.Place, Build: d.Build, Command: d.Command, Orphan: true})
	if err != nil {
		return fmt.Errorf("the shared process can't be started: %w", err)
	}
	return nil
}

// UntilEnded is a context that is done when ctx is, or a process has ended that is
// there now.
func UntilEnded(ctx context.Context, pid int) (context.Context, context.CancelFunc) {
	if pid <= 1 || !place.Alive(pid) {
		return context.WithCancel(ctx)
	}
	return until(ctx, func() bool { return !place.Alive(pid) })
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
