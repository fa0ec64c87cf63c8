package guard

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"codeintel/index/workspace"
)

func guardOf(root string) *Guard {
	return New(Options{Root: root, Env: workspace.Env{}, Now: time.Now})
}

// compareNow says what has changed since the baseline, as "+path", "-path" and
// "~path".
func compareNow(t *testing.T, g *Guard) []string {
	t.Helper()
	b, err := g.baseline()
	if err != nil || b == nil {
		t.Fatal(b, err)
	}
	l, err := g.list(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	changes, _, err := l.compare(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range changes {
		sign := "~"
		if c.added() {
			sign = "+"
		} else if c.gone() {
			sign = "-"
		}
		out = append(out, sign+c.path)
	}
	return out
}

// TestCompare: what has another content or mode has changed, and what was only
// touched, or written as it was, has not.
func TestCompare(t *testing.T) {
	t.Parallel()
	root := tree(t, map[string]string{
		"a.go": "a", "b.go": "b", "c.go": "c", "d/e.go": "e", "d/f.go": "f", "link": "->a.go", ".code-intel/config.json": "{}", ".claude/settings.local.json": "{}",
		".git/HEAD": "ref: refs/heads/main", ".git/objects/": "", ".git/refs/": "", ".git/config": "[core]\n", ".git/hooks/x.sample": "", ".gitignore": ".claude\nout/\n",
	})
	for _, long := range []time.Duration{time.Minute, 0} { // 0: no file was read when the baseline was made
		g := guardOf(root)
		if err := os.MkdirAll(g.store.dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := g.make(t.Context(), long); err != nil {
			t.Fatal(err)
		}
		if long > 0 {
			if got := compareNow(t, g); len(got) > 0 {
				t.Errorf("nothing has changed: %q", got)
			}
		}
	}
	g := guardOf(root)
	if err := g.make(t.Context(), time.Minute); err != nil {
		t.Fatal(err)
	}
	change := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	put(t, root, "a.go", "a")
	now := time.Now()
	change(os.Chtimes(filepath.Join(root, "b.go"), now, now))
	put(t, root, "out/made.js", "x")
	put(t, root, ".git/index", "x")
	if got := compareNow(t, g); len(got) > 0 {
		t.Errorf("nothing has changed: %q", got)
	}
	put(t, root, "c.go", "C")
	change(os.Chmod(filepath.Join(root, "b.go"), 0o755))
	change(os.Remove(filepath.Join(root, "d/f.go")))
	change(os.Remove(filepath.Join(root, "link")))
	put(t, root, "link", "->b.go")
	put(t, root, "new/g.go", "g")
	put(t, root, ".code-intel/config.json", "{ }")
	put(t, root, ".claude/settings.local.json", "{ }")
	put(t, root, ".git/config", "[core]\n\thooksPath = x\n")
	put(t, root, ".git/hooks/pre-commit", "x")
	want := strings.Fields("~.claude/settings.local.json ~.code-intel/config.json ~.git/config +.git/hooks/pre-commit ~b.go ~c.go -d/f.go ~link +new/g.go")
	if got := compareNow(t, g); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	// What the rules exclude from now on is still there.
	put(t, root, ".gitignore", ".claude\nout/\nd/\n")
	if got := compareNow(t, g); slices.Contains(got, "-d/e.go") || !slices.Contains(got, "~.gitignore") {
		t.Errorf("%q", got)
	}
}

// TestTidy: contents that are kept to be put back do not grow without bound.
func TestTidy(t *testing.T) {
	t.Parallel()
	g := guardOf(tree(t, map[string]string{"a.go": "a"}))
	dir := filepath.Join(g.store.dir, beforeDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	big := make([]byte, 8<<20)
	for i := range 4 {
		big[0] = byte(i)
		if err := os.WriteFile(filepath.Join(dir, hashOf(big).String()), big, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	keep := hashOf(big)
	g.tidy(baseline{"a": {hash: keep}}, &state{})
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != keep.String() {
		t.Errorf("%v %v", entries, err)
	}
	if data, ok := g.before(t.Context(), "a", keep); !ok || len(data) != len(big) {
		t.Error("it can't be read")
	}
}

// BenchmarkCheck looks at a repository in which nothing has changed, as it is done
// after each call that may write.
func BenchmarkCheck(b *testing.B) {
	root := b.TempDir()
	for i := range 10_000 {
		put(b, root, fmt.Sprintf("d%d/f%d.go", i/100, i), "package a\n")
	}
	g := guardOf(root)
	g.o.Now = func() time.Time { return time.Now().Add(time.Minute) } // the files are not as young as they are
	if err := os.MkdirAll(g.store.dir, 0o700); err != nil {
		b.Fatal(err)
	}
	if err := g.make(b.Context(), time.Minute); err != nil {
		b.Fatal(err)
	}
	base, err := g.baseline()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		l, err := g.list(b.Context(), nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := l.compare(b.Context(), base); err != nil {
			b.Fatal(err)
		}
	}
}
