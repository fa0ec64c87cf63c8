package guard

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"codeintel/session"
)

// tree makes files below a new folder, which is resolved: a name that ends with /
// is a folder, a text that begins with "->" a symbolic link.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		put(t, dir, name, text)
	}
	return dir
}

func put(t testing.TB, dir, name, text string) {
	t.Helper()
	p := filepath.Join(dir, filepath.FromSlash(name))
	err := os.MkdirAll(filepath.Dir(p), 0o755)
	switch {
	case err != nil:
	case name[len(name)-1] == '/':
		err = os.MkdirAll(p, 0o755)
	case len(text) > 2 && text[:2] == "->":
		err = os.Symlink(text[2:], p)
	default:
		err = os.WriteFile(p, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestTarget: a path is what the disk has at it.
func TestTarget(t *testing.T) {
	t.Parallel()
	outside := tree(t, map[string]string{"o.txt": "o", "sub/": ""})
	root := tree(t, map[string]string{
		"a/b/c.go": "c", "top.go": "t", ".git/config": "",
		"link": "->a", "a/up": "->..", "a/file": "->b/c.go", "dangling": "->a/new.go", "deep": "->link/b/none/x.go",
		"out": "->" + outside, "in": "->" + filepath.Join(outside, "back"), "abs": "->/proc/self/root", "loop": "->loop2", "loop2": "->loop",
		"g": "->.git", "self": "->.", "dotdot": "->a/b/../../top.go",
	})
	if err := os.Symlink(root, filepath.Join(outside, "back")); err != nil {
		t.Fatal(err)
	}
	at := func(p string, exists, folder bool, parent string) session.Target {
		return session.Target{Path: p, Exists: exists, Folder: folder, Parent: parent, AllowNew: true}
	}
	out := func(p string) session.Target {
		return session.Target{Path: filepath.ToSlash(filepath.Join(outside, p)), Outside: true}
	}
	for _, c := range []struct {
		name   string
		follow bool
		want   session.Target
	}{
		{"top.go", true, at("top.go", true, false, ".")},
		{"a/b/c.go", true, at("a/b/c.go", true, false, "a/b")},
		{"a/b/none.go", true, at("a/b/none.go", false, false, "a/b")},
		{"a/x/y/none.go", true, at("a/x/y/none.go", false, false, "a")},
		{"x/y/none.go", true, at("x/y/none.go", false, false, ".")},
		{"a//b/./../b/c.go", true, at("a/b/c.go", true, false, "a/b")},
		{"link/b/c.go", true, at("a/b/c.go", true, false, "a/b")},
		{"link", true, at("a", true, true, ".")},
		{"link", false, at("link", true, false, ".")},
		{"a/up/top.go", true, at("top.go", true, false, ".")},
		{"a/up/../x", true, out("..")}, // through the link, as the system does
		{"a/file", true, at("a/b/c.go", true, false, "a/b")},
		{"a/file", false, at("a/file", true, false, "a")},
		{"dangling", true, at("a/new.go", false, false, "a")},
		{"dangling", false, at("dangling", true, false, ".")},
		{"deep", true, at("a/b/none/x.go", false, false, "a/b")},
		{"out/o.txt", true, out("o.txt")},
		{"out/sub/new", true, out("sub/new")},
		{"in/top.go", true, at("top.go", true, false, ".")},
		{"out/back/a/b/c.go", true, at("a/b/c.go", true, false, "a/b")},
		{"abs" + filepath.Join(root, "top.go"), true, at("top.go", true, false, ".")},
		{"g/config", true, at(".git/config", true, false, ".git")},
		{"self/self/top.go", true, at("top.go", true, false, ".")},
		{"dotdot", true, at("top.go", true, false, ".")},
		{"top.go/below", true, at("top.go/below", false, false, ".")},
		{"", true, at(".", true, true, ".")},
	} {
		got, err := target(root, root+"/"+c.name, c.follow)
		if c.name == "a/up/../x" {
			c.want.Path = filepath.ToSlash(filepath.Join(filepath.Dir(root), "x"))
		}
		if err != nil || got != c.want {
			t.Errorf("%q: %+v, %v, want %+v", c.name, got, err, c.want)
		}
	}
	if _, err := target(root, root+"/loop", true); !errors.Is(err, errLinks) {
		t.Errorf("a loop: %v", err)
	}
}

// TestSpelled: where case is of no matter, the name is the one that the folder has.
func TestSpelled(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"Makefile": "", "b": ""})
	if err := os.Link(filepath.Join(dir, "Makefile"), filepath.Join(dir, "makefile")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(filepath.Join(dir, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"Makefile": "Makefile", "makefile": "makefile", "MAKEFILE": "Makefile"} {
		if got := spelled(dir, name, info); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestSwitches(t *testing.T) {
	t.Parallel()
	for p, want := range map[string][2]bool{
		".git": {true, false}, ".git/hooks/x": {true, false}, "sub/.git/config": {true, false}, ".GIT/config": {true, false}, ".code-intel/config.json": {true, false},
		".gitignore": {}, "a.git": {}, ".claude/settings.json": {false, true}, ".Claude/Settings.local.json": {false, true}, ".claude": {false, true}, ".mcp.json": {false, true},
		".claude/commands/x.md": {}, "sub/.mcp.json": {}, ".": {false, true},
	} {
		if got := [2]bool{isOurs(p), isSwitch(p)}; got != want {
			t.Errorf("%s: %v, want %v", p, got, want)
		}
	}
}

func TestExpand(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"a.go": "", "b.go": "", ".c.go": "", "s/a.go": "", "s/b.txt": "", "t/a.go": ""})
	for pattern, want := range map[string][]string{
		"*.go": {".c.go", "a.go", "b.go"}, "*/a.go": {"s/a.go", "t/a.go"}, "?.go": {"a.go", "b.go"}, "[ab].go": {"a.go", "b.go"}, "none*": nil, "s/*": {"s/a.go", "s/b.txt"}, "*/none": nil,
	} {
		got, err := expand(filepath.Join(dir, filepath.FromSlash(pattern)))
		if err != nil || len(got) != len(want) {
			t.Errorf("%s: %q, %v", pattern, got, err)
			continue
		}
		for i := range got {
			if got[i] != filepath.Join(dir, filepath.FromSlash(want[i])) {
				t.Errorf("%s: %q", pattern, got)
			}
		}
	}
	if _, err := expand(filepath.Join(dir, "[a")); err == nil {
		t.Error("a pattern that is none")
	}
}
