package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"codeintel/cmd/internal/agents"
)

// bounds are those of a process. To be over one of them is a fault.
type bounds struct {
	cpu  time.Duration // of processor time; after four times as much it is ended
	peak int64         // bytes of resident memory
	wall time.Duration // without work of its own, after which it is ended; long, because other work may slow the machine down
}

// usual returns the bounds of a process, unless a case has its own.
func usual() bounds { return bounds{cpu: 10 * time.Second, peak: 500 << 20, wall: 3 * time.Minute} }

// or returns the bounds of b, and where it has none those of other.
func (b bounds) or(other bounds) bounds {
	return bounds{cmp.Or(b.cpu, other.cpu), cmp.Or(b.peak, other.peak), cmp.Or(b.wall, other.wall)}
}

// maxOutput is how many bytes a process may write.
const maxOutput = 64 << 20

// box is a place in which ci runs by itself: a home, a cache, a folder for sockets, a
// repository, and a folder beside them that nobody may touch.
type box struct {
	program string
	bounds  bounds
	dir     string
	repo    string
	outside string
	env     []string
}

// mark is the variable by which processes of a box are found.
const mark = "CI_TORTURE_BOX"

// newBox makes a box in the new folder dir.
func newBox(s *suite, dir string) (*box, error) {
	b := &box{program: s.program, bounds: s.bounds, dir: dir, repo: filepath.Join(dir, "repo"), outside: filepath.Join(dir, "outside")}
	for _, name := range []string{"repo", "outside", "home", "cache", "run", "tmp"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			return nil, err
		}
	}
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		switch {
		case name == "HOME", name == "TMPDIR", name == "NO_COLOR", strings.HasPrefix(name, "XDG_"), strings.HasPrefix(name, "CI_"), strings.HasPrefix(name, "CLAUDE"), strings.HasPrefix(name, "GIT_"):
		default:
			b.env = append(b.env, v)
		}
	}
	b.env = append(b.env, "HOME="+filepath.Join(dir, "home"), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "XDG_RUNTIME_DIR="+filepath.Join(dir, "run"),
		"TMPDIR="+filepath.Join(dir, "tmp"), "NO_COLOR=1", "GIT_CONFIG_NOSYSTEM=1", mark+"="+dir)
	return b, nil
}

// state returns the path of something in the folder that ci keeps in the repository.
func (b *box) state(elem ...string) string {
	return filepath.Join(append([]string{b.repo, ".code-intel"}, elem...)...)
}

// call is one run of the program.
type call struct {
	args  []string
	stdin io.Reader
	env   []string // added to the box's; NAME= alone takes a variable out
	dir   string   // the repository when empty
	wrap  []string // a program with arguments that starts it, as unshare
	// bounds are those of the suite where they are zero.
	bounds bounds
	// stdout is written to instead of being kept, when not nil.
	stdout *os.File
}

func (c call) String() string {
	words := append([]string{}, c.env...)
	words = append(append(append(words, c.wrap...), "ci"), c.args...)
	for i, w := range words {
		if strings.ContainsAny(w, " '\"\\$*?[]{}()|&;<>`\n\t") || w == "" {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		if len(words[i]) > 200 {
			words[i] = fmt.Sprintf("%.80s…(%d bytes)", words[i], len(w))
		}
	}
	return strings.Join(words, " ")
}

// outcome is what came of a call.
type outcome struct {
	call
	out, err []byte
	code     int            // exit status, -1 when it was ended by a signal
	signal   syscall.Signal // 0 for none
	cpu      time.Duration  // of it and what it has started and waited for
	peak     int64          // bytes, of the largest of them
	late     string         // why it was ended; "" when it ended by itself
	flood    bool           // it has written more than maxOutput
}

// run runs the program in the box until it ends or is over its bounds.
func (b *box) run(ctx context.Context, c call) (*outcome, error) {
	o := &outcome{call: c}
	cmd := exec.Command(b.program, c.args...)
	if len(c.wrap) > 0 {
		cmd = exec.Command(c.wrap[0], append(append(c.wrap[1:len(c.wrap):len(c.wrap)], b.program), c.args...)...)
	}
	cmd.Dir, cmd.Stdin = b.repo, c.stdin
	if c.dir != "" {
		cmd.Dir = c.dir
	}
	cmd.Env = with(b.env, c.env)
	out, errs := &bounded{}, &bounded{}
	cmd.Stdout, cmd.Stderr = out, errs
	if c.stdout != nil {
		cmd.Stdout = c.stdout
	}
	cmd.WaitDelay = 5 * time.Second // a process that it has started may hold its output
	cmd.SysProcAttr = ownGroup()
	own := peakOf(os.Getpid())
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	watched := make(chan sight, 1)
	go func() { watched <- watch(ctx, cmd.Process.Pid, c.bounds.or(b.bounds), ended) }()
	err := cmd.Wait()
	close(ended)
	seen := <-watched
	o.late = seen.late
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		return nil, err
	}
	o.out, o.err = out.Bytes(), errs.Bytes()
	o.flood = out.more || errs.more
	o.code = cmd.ProcessState.ExitCode()
	o.signal, o.cpu, o.peak = usage(cmd.ProcessState)
	if o.peak <= own+own/16 {
		// A process begins with the peak of the one that has started it.
		o.peak = seen.peak
	}
	return o, nil
}

// peakOf returns the most memory that a process has had, in bytes; 0 where that is not known.
func peakOf(pid int) int64 {
	used, err := agents.Use(pid)
	if err != nil {
		return 0
	}
	return used.Peak
}

// sight is what was seen of a process while it ran.
type sight struct {
	late string // why it was ended; "" when it ended by itself
	peak int64  // bytes of resident memory, as far as it was looked at
}

// watch looks at a process until it ends, and ends it when it runs over its bounds.
func watch(ctx context.Context, pid int, limit bounds, ended <-chan struct{}) (s sight) {
	idle, last := time.Now(), time.Duration(0)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for s.late == "" {
		select {
		case <-ended:
			return s
		case <-ctx.Done():
			endGroup(pid, 0)
			return s
		case <-tick.C:
		}
		if used, err := agents.Use(pid); err == nil {
			if used.CPU > 4*limit.cpu {
				s.late = fmt.Sprintf("it used %.0f s of processor time and did not end", used.CPU.Seconds())
			}
			s.peak = max(s.peak, used.Peak)
			if used.CPU > last+last/50 {
				idle, last = time.Now(), used.CPU
			}
		}
		if time.Since(idle) > limit.wall {
			s.late = fmt.Sprintf("it did not end, and has done next to nothing for %v", limit.wall)
		}
	}
	// SIGQUIT has a Go program say where it is.
	endGroup(pid, 5*time.Second)
	return s
}

// with returns env with more: a variable named twice has the later value, and NAME=
// without a value takes it out.
func with(env, more []string) []string {
	var out []string
	for _, list := range [][]string{env, more} {
		for _, v := range list {
			name, value, _ := strings.Cut(v, "=")
			kept := out[:0]
			for _, o := range out {
				if !strings.HasPrefix(o, name+"=") {
					kept = append(kept, o)
				}
			}
			out = kept
			if value != "" {
				out = append(out, v)
			}
		}
	}
	return out
}

// bounded keeps what is written to it, up to maxOutput.
type bounded struct {
	mu   sync.Mutex
	kept []byte
	more bool
}

func (w *bounded) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.kept)+len(p) > maxOutput {
		w.more = true
		return len(p), nil
	}
	w.kept = append(w.kept, p...)
	return len(p), nil
}

// Bytes returns what was written so far.
func (w *bounded) Bytes() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.kept
}

func (w *bounded) text() string { return string(w.Bytes()) }

// tree is the files of a repository by path, with slashes.
type tree map[string]string

// write writes the files of t below dir.
func (t tree) write(dir string) error {
	for name, text := range t {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// copyTree copies a folder with links, modes and times of change, as cp -a does; of
// what is neither a file, a folder nor a link it copies nothing.
func copyTree(to, from string) error {
	var dirs []string
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		info, err := d.Info()
		if err != nil {
			return err
		}
		switch {
		case d.IsDir():
			dirs = append(dirs, rel)
			return os.MkdirAll(target, 0o700)
		case d.Type() == fs.ModeSymlink:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, target)
		case !d.Type().IsRegular():
			return nil
		}
		if err := copyFile(target, path, info.Size()); err != nil {
			return err
		}
		return errors.Join(os.Chmod(target, info.Mode().Perm()), os.Chtimes(target, info.ModTime(), info.ModTime()))
	})
	for i := len(dirs) - 1; err == nil && i >= 0; i-- {
		info, statErr := os.Stat(filepath.Join(from, dirs[i]))
		if statErr != nil {
			return statErr
		}
		target := filepath.Join(to, dirs[i])
		err = errors.Join(os.Chmod(target, info.Mode().Perm()), os.Chtimes(target, info.ModTime(), info.ModTime()))
	}
	return err
}

// copyFile copies a file. Of a large one, which is a hole, it copies the beginning.
func copyFile(to, from string, size int64) error {
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.CopyN(w, r, min(size, 64<<20))
	if errors.Is(err, io.EOF) {
		err = nil // it has become smaller
	}
	return errors.Join(err, w.Truncate(size), w.Close())
}

// fingerprint returns what is below dir, a line a file: path, mode, what it holds.
// Below the folders in except nothing is looked at.
func fingerprint(dir string, except ...string) (string, error) {
	b := &strings.Builder{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		for _, e := range except {
			if path == e {
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		what := ""
		switch {
		case d.Type() == fs.ModeSymlink:
			what, err = os.Readlink(path)
		case d.Type().IsRegular() && info.Size() > 64<<20:
			what = fmt.Sprintf("%d bytes", info.Size())
		case d.Type().IsRegular():
			var data []byte
			if data, err = os.ReadFile(path); err == nil {
				what = fmt.Sprintf("%d bytes, %x", len(data), sha256.Sum256(data))
			}
		}
		if err != nil {
			what = "unreadable"
		}
		fmt.Fprintf(b, "%q %v %s\n", rel, info.Mode(), what)
		return nil
	})
	return b.String(), err
}
