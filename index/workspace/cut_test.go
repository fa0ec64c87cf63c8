package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A file of which a part is left out is named with the reason, as long as its text stays.
func TestCut(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	deep := strings.Repeat("class A {", 1000) + strings.Repeat("}", 1000)
	write("deep.cs", deep)
	write("beside.cs", "class B {}\n")
	want := []Skip{{"deep.cs", SkipCut, "too deep"}}
	expect := func(when string, w *Workspace, want []Skip) {
		t.Helper()
		s, err := w.Sync(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(s.Report.Cut, want) || len(s.Report.Failed) > 0 {
			t.Errorf("%s: cut %v, failed %v, want %v", when, s.Report.Cut, s.Report.Failed, want)
		}
	}
	for _, when := range []string{"first", "opened again"} {
		w, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		expect(when, w, want)
		expect(when+", nothing changed", w, want)
		write("beside.cs", "class C { int "+when[:5]+"; }\n")
		expect(when+", another file changed", w, want)
		if when == "opened again" {
			write("deep.cs", "class A {}\n")
			expect("mended", w, nil)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
