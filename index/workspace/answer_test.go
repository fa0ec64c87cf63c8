package workspace

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"
	"time"
)

// No file of an answer that is not what it was is overlooked, and none that is
// the same is named, whatever its times say.
func TestChanged(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	p.base()
	for _, name := range []string{"web/a.ts", "web/b.ts", "README.md"} {
		p.old(name) // their stamps are trusted; those of the others are too young
	}
	w := known.open(t, p.dir, Options{})
	s := w.scratch(t)
	all := []string{"web/b.ts", "app/util.py", "web/a.ts", "till/till.go", "README.md", "app/main.py", "none.py"}
	check := func(what string, want ...string) {
		t.Helper()
		got, err := w.Changed(context.Background(), s, all)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q (%v), want %q", what, got, err, want)
		}
	}
	check("nothing")
	p.must(os.Chtimes(p.path("web/a.ts"), time.Now(), time.Now()))
	p.write("app/main.py", "from .util import greet, Box\nprint(greet(1))\nBox().open()\n")
	check("written with the same text")
	p.silently("web/b.ts", "export const d = 1;\nexport class C { n = 2 }\n")
	check("same size and time", "web/b.ts")
	p.write("app/util.py", "def greet(n):\n    return 2\nclass Box:\n    def open(self):\n        return 1\n")
	check("same size", "web/b.ts", "app/util.py")
	p.remove("till/till.go")
	p.write("none.py", "")
	p.write("README.md", "Another shop.\n")
	p.remove("app/main.py")
	p.symlink("util.py", "app/main.py")
	check("all", "web/b.ts", "app/util.py", "till/till.go", "README.md", "app/main.py", "none.py")
	s = w.scratch(t)
	all = []string{"web/b.ts", "app/util.py", "till/till.go", "none.py"}
	check("after a look")
	if indexed, of := s.Share(); indexed != of || !s.Complete() {
		t.Errorf("%d of %d are indexed, complete: %v", indexed, of, s.Complete())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := w.Changed(ctx, s, all); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled check: %v", err)
	}
}
