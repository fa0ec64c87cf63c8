package guard

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"codeintel/index/workspace"

	"golang.org/x/sys/unix"
)

// changedBy looks with the guard's watch, where it has one, accounts for what has
// changed, and returns it.
func changedBy(t *testing.T, g *Guard, all bool) (changed []string, told bool) {
	t.Helper()
	b, err := g.baseline()
	if err != nil || b == nil {
		t.Fatal(b, err)
	}
	l, err := g.look(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	changes, fresh, err := l.compare(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	for i := range changes {
		changed = append(changed, changes[i].path)
	}
	if len(changes)+len(fresh) > 0 {
		if err := g.update(l.accept(fresh, changes)); err != nil {
			t.Fatal(err)
		}
	}
	g.seen()
	return changed, l.told != nil
}

// TestWatch: what a watch tells has changed is what a look at everything finds, for all
// that can be done to files by their names in the repository.
func TestWatch(t *testing.T) {
	t.Parallel()
	root := tree(t, map[string]string{
		"a.go": "a", "b.go": "b", "d/e.go": "e", "d/f.go": "f", "d/deep/g.go": "g", "link": "->a.go", ".code-intel/config.json": "{}", ".gitignore": "out/\n*.log\n",
		".git/HEAD": "ref: refs/heads/main", ".git/objects/": "", ".git/refs/": "", ".git/config": "[core]\n", ".git/info/exclude": "", "out/x": "x", "empty/": "",
	})
	g := New(Options{Root: root, Env: workspace.Env{}, Now: time.Now, Lasting: true})
	if err := os.MkdirAll(g.store.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := g.make(t.Context(), time.Minute); err != nil {
		t.Fatal(err)
	}
	if changed, told := changedBy(t, g, false); len(changed) > 0 || told {
		t.Fatalf("the first look: %q, told %v", changed, told)
	}
	at := func(name string) string { return filepath.Join(root, name) }
	write := func(name, text string) func() error {
		return func() error { return os.WriteFile(at(name), []byte(text), 0o644) }
	}
	for _, c := range []struct {
		name string
		do   func() error
		want []string
		all  bool // everything is listed
	}{
		{"nothing", func() error { return nil }, nil, false},
		{"written", write("a.go", "A"), []string{"a.go"}, false},
		{"written at once again", write("a.go", "B"), []string{"a.go"}, false},
		{"of the same content", write("a.go", "B"), nil, false},
		{"made", write("d/new.go", "n"), []string{"d/new.go"}, false},
		{"made in an empty folder", write("empty/new.go", "n"), []string{"empty/new.go"}, false},
		{"removed", func() error { return os.Remove(at("d/new.go")) }, []string{"d/new.go"}, false},
		{"renamed", func() error { return os.Rename(at("b.go"), at("d/b.go")) }, []string{"b.go", "d/b.go"}, false},
		{"put in its place", func() error { return os.Rename(at("d/b.go"), at("a.go")) }, []string{"a.go", "d/b.go"}, false},
		{"the mode", func() error { return os.Chmod(at("a.go"), 0o755) }, []string{"a.go"}, false},
		{"the times put back", func() error {
			info, err := os.Stat(at("d/e.go"))
			if err == nil {
				err = os.WriteFile(at("d/e.go"), []byte("E"), 0o644)
			}
			if err == nil {
				err = os.Chtimes(at("d/e.go"), info.ModTime(), info.ModTime())
			}
			return err
		}, []string{"d/e.go"}, false},
		{"mapped", func() error {
			f, err := os.OpenFile(at("d/f.go"), os.O_RDWR, 0)
			if err != nil {
				return err
			}
			m, err := unix.Mmap(int(f.Fd()), 0, 1, unix.PROT_WRITE, unix.MAP_SHARED)
			if err != nil {
				return err
			}
			m[0] = 'F'
			if err := unix.Munmap(m); err != nil {
				return err
			}
			return f.Close()
		}, []string{"d/f.go"}, false},
		{"a link", func() error { return os.Symlink("a.go", at("d/link")) }, []string{"d/link"}, false},
		{"through a link", write("link", "by the link"), []string{"a.go"}, false},
		{"excluded", write("x.log", "x"), nil, false},
		{"in an excluded folder", write("out/y", "y"), nil, false},
		{"a folder", func() error { return os.MkdirAll(at("new/deep"), 0o755) }, nil, true},
		{"in the new folder", write("new/deep/x.go", "x"), []string{"new/deep/x.go"}, false},
		{"a folder renamed", func() error { return os.Rename(at("new"), at("old")) }, []string{"new/deep/x.go", "old/deep/x.go"}, true},
		{"the rules", write(".gitignore", "out/\n"), []string{".gitignore", "x.log"}, true},
		{"git's rules", write(".git/info/exclude", "hidden.go\n"), []string{".git/info/exclude"}, true},
		{"the setting", write(".code-intel/config.json", `{"write_gate":"off"}`), []string{".code-intel/config.json"}, false},
		{"more than are told of", func() error {
			for i := range maxToldFiles + 1 {
				if err := write(fmt.Sprintf("d/%d.txt", i), "x")(); err != nil {
					return err
				}
			}
			for i := range maxToldFiles + 1 {
				if err := os.Remove(at(fmt.Sprintf("d/%d.txt", i))); err != nil {
					return err
				}
			}
			return nil
		}, nil, true},
	} {
		if err := c.do(); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		changed, told := changedBy(t, g, false)
		if !slices.Equal(changed, c.want) || told == c.all {
			t.Errorf("%s: %q, told %v; want %q", c.name, changed, told, c.want)
		}
		if more, _ := changedBy(t, guardOf(root), true); len(more) > 0 {
			t.Errorf("%s: a look at everything finds %q", c.name, more)
		}
		changedBy(t, g, false) // the other guard may have written the baseline
	}
	// By a name elsewhere: the look at the end of a turn finds it.
	other := filepath.Join(t.TempDir(), "other")
	if err := os.Link(at("d/e.go"), other); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, []byte("by another name"), 0o644); err != nil {
		t.Fatal(err)
	}
	if changed, _ := changedBy(t, g, true); !slices.Equal(changed, []string{"d/e.go"}) {
		t.Errorf("by another name: %q", changed)
	}
	// Where another process has looked, everything is listed.
	if err := write("a.go", "once more")(); err != nil {
		t.Fatal(err)
	}
	changedBy(t, guardOf(root), true)
	if changed, told := changedBy(t, g, false); len(changed) > 0 || told {
		t.Errorf("after another process: %q, told %v", changed, told)
	}
}
