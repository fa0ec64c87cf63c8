package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestLocate(t *testing.T) {
	above := t.TempDir()
	root := filepath.Join(above, "repo")
	for _, dir := range []string{"repo/a/b", "other"} {
		if err := os.MkdirAll(filepath.Join(above, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"repo/a/x.go", "repo/a/b/y.go", "other/z.go"} {
		if err := os.WriteFile(filepath.Join(above, file), []byte("package x\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{
		"x": "a/x.go", "b": "a/b", "a/up": "..", "out": "../other/z.go", "abs": filepath.Join(root, "a", "x.go"), "absout": filepath.Join(above, "other"),
		"new": "a/new.go", "newout": "../other/new.go", "one": "two", "two": "one", "a/b/back": "../../x",
	} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	w, err := Open(root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for p, want := range map[string]Located{
		".": {".", true, true}, "": {".", true, true}, "a": {"a", true, true}, "a/x.go": {"a/x.go", true, false}, "a/../a/x.go": {"a/x.go", true, false},
		"x": {"a/x.go", true, false}, "b/y.go": {"a/b/y.go", true, false}, "b/none.go": {"a/b/none.go", false, false}, "b/none/none.go": {"a/b/none/none.go", false, false},
		"a/up/a/up/x": {"a/x.go", true, false}, "abs": {"a/x.go", true, false}, "new": {"a/new.go", false, false}, "b/back": {"a/x.go", true, false},
		"a/x.go/none": {"a/x.go/none", false, false},
	} {
		if got, err := w.Locate(p); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", p, got, err, want)
		}
	}
	for _, p := range []string{"..", "../other/z.go", "a/../../other/z.go", "out", "absout/z.go", "absout", "newout", "one", "none/../../x", "/etc/passwd", "a/up/.."} {
		if got, err := w.Locate(p); !errors.Is(err, ErrOutside) {
			t.Errorf("%s: %v, %v", p, got, err)
		}
	}
}
