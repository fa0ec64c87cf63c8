package shell

import (
	"context"
	"crypto/sha256"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"codeintel/session/shell/shelltest"
)

// TestWritesReally runs the commands of shell-writes.txt in bash and looks at
// what has changed: what the corpus says, and nothing that Parse did not name.
func TestWritesReally(t *testing.T) {
	t.Parallel()
	pristine := filepath.Join(t.TempDir(), "f", "r")
	if err := os.MkdirAll(pristine, 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := bash(pristine, shelltest.Fixture); err != nil {
		t.Fatalf("fixture: %v\n%s", err, out)
	}
	before := contents(t, pristine)
	if len(before) < 8 {
		t.Fatalf("the fixture has %d files", len(before))
	}
	cases := slices.DeleteFunc(corpus(t, "shell-writes.txt"), func(c shelltest.Case) bool { return !c.Run() })
	var mu sync.Mutex
	ran := 0
	work := make(chan shelltest.Case)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for c := range work {
				if slices.ContainsFunc(c.Needs, func(p string) bool { _, err := exec.LookPath(p); return err != nil }) {
					continue // what is said of it is checked by TestWrites all the same
				}
				mu.Lock()
				ran++
				mu.Unlock()
				really(t, pristine, before, c)
			}
		})
	}
	for _, c := range cases {
		work <- c
	}
	close(work)
	group.Wait()
	if ran < 150 {
		t.Errorf("%d of %d commands were run, want 150", ran, len(cases))
	}
}

func really(t *testing.T, pristine string, before map[string]string, c shelltest.Case) {
	top, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		t.Error(err)
		return
	}
	defer os.RemoveAll(top)
	top = filepath.Join(top, "f")
	if out, err := exec.Command("cp", "-a", filepath.Dir(pristine), top).CombinedOutput(); err != nil {
		t.Errorf("copy: %v %s", err, out)
		return
	}
	dir := filepath.Join(top, "r")
	if c.Setup != "" {
		if out, err := bash(dir, c.Setup); err != nil {
			t.Errorf("line %d: setup: %v %s", c.Line, err, out)
		}
		before = contents(t, dir)
	}
	e := Parse(c.Command, Env{Dir: dir, Root: dir, Lookup: os.LookupEnv, Read: read, Folder: folder})
	out, _ := bash(dir, c.Command) // some fail at the end: what counts is what has changed
	after := contents(t, dir)
	var changed []string
	for p, sum := range after {
		if before[p] != sum {
			changed = append(changed, p)
		}
	}
	for p := range before {
		if _, ok := after[p]; !ok {
			changed = append(changed, p)
		}
	}
	slices.Sort(changed)
	if !slices.Equal(changed, c.Changed) {
		t.Errorf("line %d: %s\nchanged %q\nthe corpus says %q\n%s", c.Line, c.Command, changed, c.Changed, out)
	}
	for _, p := range changed {
		if !slices.ContainsFunc(e.Writes, func(w Write) bool { return found(w).Covers(dir + "/" + p) }) {
			t.Errorf("line %d: %s\nwrote %s, and Parse says %q", c.Line, c.Command, p, told(e))
		}
	}
}

// found is a write with its path as the disk has it.
func found(w Write) Write {
	for head := w.Path; strings.Contains(w.Path, "..") && head != "/"; {
		i := strings.LastIndex(head, "/..")
		if i < 0 {
			break
		}
		head = w.Path[:i]
		if at, err := filepath.EvalSymlinks(head); err == nil {
			w.Path = at + w.Path[i:]
			break
		}
	}
	return w
}

func folder(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.IsDir()
}

func read(p string) ([]byte, bool) {
	b, err := os.ReadFile(p)
	return b, err == nil
}

// bash runs a script in a folder.
func bash(dir, script string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", script)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "GIT_") }), "HOME="+filepath.Dir(dir), "GIT_CONFIG_NOSYSTEM=1", "GIT_EDITOR=true")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// contents are the files below a folder but git's own, by path, with a hash of
// their contents.
func contents(t *testing.T, dir string) map[string]string {
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		switch {
		case rel == ".git":
			return fs.SkipDir
		case d.IsDir():
		case d.Type()&fs.ModeSymlink != 0:
			to, err := os.Readlink(p)
			if err != nil {
				return err
			}
			out[filepath.ToSlash(rel)] = "-> " + to
		default:
			b, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			sum := sha256.Sum256(b)
			out[filepath.ToSlash(rel)] = string(sum[:])
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return out
}
