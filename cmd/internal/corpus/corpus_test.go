package corpus

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

func TestTreesArePinned(t *testing.T) {
	seen := map[string]bool{}
	for _, tree := range Trees() {
		if seen[tree.Name] {
			t.Errorf("two trees are called %s", tree.Name)
		}
		seen[tree.Name] = true
		if pinned := tree.Version != ""; pinned != (tree.Source != Debian && tree.Source != DebianSource) {
			t.Errorf("%s has version %q", tree.Name, tree.Version)
		}
		for _, dep := range tree.Types {
			if !regexp.MustCompile(`^@?[^@]+@[0-9.]+$`).MatchString(dep) {
				t.Errorf("%s: %s has no exact version", tree.Name, dep)
			}
		}
		if Indexer(tree.Language) == "" {
			t.Errorf("nothing indexes %s", tree.Language)
		}
	}
}

func TestMakeIsWholeOrNothing(t *testing.T) {
	c, err := Open(t.TempDir(), t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Path("trees", "a")
	if err != nil {
		t.Fatal(err)
	}
	fail := errors.New("no network")
	if err := c.make(p, func(string) error { return fail }); !errors.Is(err, fail) || exists(p) {
		t.Fatalf("a failed fetch gives %v, folder there: %v", err, exists(p))
	}
	fill := func(tmp string) error { return os.WriteFile(filepath.Join(tmp, "f"), []byte("x"), 0o666) }
	if err := c.make(p, fill); err != nil || !exists(filepath.Join(p, "f")) {
		t.Fatalf("fetch after a failed one: %v", err)
	}
	if err := c.make(p, func(string) error { return fail }); err != nil {
		t.Errorf("a tree that is there was fetched again: %v", err)
	}
}

func TestCopyTree(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for _, name := range []string{"src/a.ts", "src/b.js", "node_modules/x/c.ts", "__pycache__/d.ts"} {
		p := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(name), 0o444); err != nil {
			t.Fatal(err)
		}
	}
	if err := copyTree(from, to, func(p string) bool { return filepath.Ext(p) == ".ts" }); err != nil {
		t.Fatal(err)
	}
	got, err := filepath.Glob(filepath.Join(to, "*", "*"))
	if err != nil || len(got) != 1 || got[0] != filepath.Join(to, "src", "a.ts") {
		t.Errorf("copied %q (%v)", got, err)
	}
	if err := os.WriteFile(filepath.Join(to, "src", "a.ts"), nil, 0o666); err != nil {
		t.Errorf("the copy is not writable: %v", err)
	}
}

func TestSourceList(t *testing.T) {
	got := sourceList("http://a/debian/ bookworm main|Debian|$(SIGNED_BY)\n" +
		"http://a/debian/ bookworm main|Debian|$(SIGNED_BY)\n" +
		"http://b/node nodistro main|Node|/k.gpg\n" +
		"http://c/debian/ trixie main|Debian|/k.gpg\n\n")
	want := "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://a/debian/ bookworm main\n" +
		"deb-src [signed-by=/k.gpg] http://c/debian/ trixie main\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestUpstream(t *testing.T) {
	for version, want := range map[string]string{"3:3.2.25-0+deb12u7": "3.2.25", "1.0": "1.0", "2-rc1-1": "2-rc1"} {
		if got := upstream(version); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}
