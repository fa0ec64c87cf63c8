package agents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// Fleet is clients of one shared process of ci, in a world of their own: neither
// is the user's own process touched, nor do they meet it.
type Fleet struct {
	// Command is ci; arguments are added to it. Env is added to the environment of
	// this process.
	Command []string
	Env     []string
	// Root is the repository that is asked about.
	Root string
	// Dir is a folder for the shared process. Its path must be short: there is a
	// socket in it.
	Dir string
	// Agents are the clients that run.
	Agents []*Agent
}

// variable is what the environment of all processes of the fleet has.
func (f *Fleet) variable() string { return "XDG_RUNTIME_DIR=" + filepath.Join(f.Dir, "run") }

// Environ is what is added to the environment of the fleet's processes.
func (f *Fleet) Environ() []string {
	return append(slices.Clone(f.Env), f.variable(), "XDG_CACHE_HOME="+filepath.Join(f.Dir, "cache"))
}

// Prepare makes the folders.
func (f *Fleet) Prepare() error {
	return errors.Join(os.Mkdir(filepath.Join(f.Dir, "run"), 0o700), os.Mkdir(filepath.Join(f.Dir, "cache"), 0o700))
}

// Start starts n more clients, one after another. Those that did start are kept
// when one does not.
func (f *Fleet) Start(ctx context.Context, n int) error {
	for range n {
		a, err := Start(ctx, append(slices.Clone(f.Command), "mcp", "--root", f.Root), f.Environ())
		if err != nil {
			return err
		}
		f.Agents = append(f.Agents, a)
	}
	return nil
}

// Do runs ci once and returns what it prints.
func (f *Fleet) Do(ctx context.Context, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, f.Command[0], append(slices.Clone(f.Command[1:]), args...)...)
	said := &Tail{}
	command.Env, command.Stderr = append(command.Environ(), f.Environ()...), said
	out, err := command.Output()
	if err != nil {
		return out, fmt.Errorf("ci %s: %w%s", args[0], err, said)
	}
	return out, nil
}

// Status is what the shared process says of itself.
type Status struct {
	PID int `json:"pid"`
	// Memory is resident, Heap is Go's part of it; in bytes.
	Memory  int64             `json:"memory_bytes"`
	Heap    int64             `json:"heap_bytes"`
	Clients []json.RawMessage `json:"clients"`
}

// Status asks the shared process; it is nil when there is none.
func (f *Fleet) Status(ctx context.Context) (*Status, error) {
	out, err := f.Do(ctx, "status", "--json", f.Root)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil // the index is not up to date, which is not of interest here
	}
	if err != nil {
		return nil, err
	}
	var s struct {
		Process *Status `json:"process"`
		Problem string  `json:"process_problem"`
	}
	if err := json.Unmarshal(out, &s); err != nil {
		return nil, fmt.Errorf("ci status: %w", err)
	}
	if s.Problem != "" {
		return nil, errors.New(s.Problem)
	}
	return s.Process, nil
}

// KillShared kills the shared process as kill -9 does, and returns which one it
// was.
func (f *Fleet) KillShared(ctx context.Context) (pid int, err error) {
	s, err := f.Status(ctx)
	if err != nil {
		return 0, err
	}
	if s == nil {
		return 0, errors.New("there is no shared process to kill")
	}
	return s.PID, syscall.Kill(s.PID, syscall.SIGKILL)
}

// settle is how long processes may take to be as they should.
const settle = 20 * time.Second

// End ends the fleet, and checks on the way that nothing is left of what ends: half
// of the clients are killed as kill -9 does, the others have their input closed,
// and the shared process is stopped.
func (f *Fleet) End(ctx context.Context) error {
	half := len(f.Agents) / 2
	for _, a := range f.Agents[:half] {
		a.Kill()
	}
	f.Agents = f.Agents[half:]
	if err := f.left(ctx, len(f.Agents)+1); err != nil {
		return fmt.Errorf("after half of the clients were killed: %w", err)
	}
	// Those that are left are answered as before.
	for _, a := range f.Agents {
		if _, err := a.Call(ctx, Question{"index_status", map[string]any{}}); err != nil {
			return fmt.Errorf("after half of the clients were killed: %w", err)
		}
	}
	s, err := f.Status(ctx)
	if err != nil {
		return err
	}
	if s == nil || len(s.Clients) != len(f.Agents) {
		return fmt.Errorf("after half of the clients were killed the shared process has not the %d clients that are left: %+v", len(f.Agents), s)
	}
	for _, a := range f.Agents {
		err = errors.Join(err, a.Close())
	}
	f.Agents = nil
	if err != nil {
		return err
	}
	if err := f.left(ctx, 1); err != nil {
		return fmt.Errorf("after the clients have ended: %w", err)
	}
	if _, err := f.Do(ctx, "stop"); err != nil {
		return err
	}
	if err := f.left(ctx, 0); err != nil {
		return fmt.Errorf("after 'ci stop': %w", err)
	}
	return nil
}

// left waits until n processes of the fleet run, and no more.
func (f *Fleet) left(ctx context.Context, n int) error {
	late := time.After(settle)
	for {
		pids, err := Processes(f.variable())
		if err != nil || len(pids) == n {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-late:
			return fmt.Errorf("%d processes run (%v), where %d should", len(pids), pids, n)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Abandon kills whatever is left of the fleet. For when something went wrong.
func (f *Fleet) Abandon() {
	for _, a := range f.Agents {
		a.Kill()
	}
	f.Agents = nil
	pids, _ := Processes(f.variable())
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// Log is what the shared process has logged.
func (f *Fleet) Log() (string, error) {
	text, err := os.ReadFile(filepath.Join(f.Dir, "cache", "ci", "log", "serve.log"))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return string(text), err
}
