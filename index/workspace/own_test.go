package workspace

import (
	"context"
	"reflect"
	"testing"

	"codeintel/index"
)

// A text in an editor is answered about by itself while the disk is looked at, which
// takes for ever here, and says of itself what the state of the repository does.
func TestOwn(t *testing.T) {
	files := map[string]string{
		"go.mod":  "module m\n\ngo 1.24\n",
		"a.go":    "package m\n\ntype T struct{ x int }\n\nfunc (t T) Get() int { return t.x }\n\nfunc use(n int) int {\n\tvar t T\n\treturn t.Get() + n + other()\n}\n",
		"b.go":    "package m\n\nfunc other() int { return 1 }\n",
		"p.py":    "import os\n\nclass A:\n    def f(self, x):\n        y = x\n        return y\n\ndef g():\n    return A().f(1)\n",
		"s.ts":    "export class C {\n  n = 1\n  m(a: number) { const b = a; return b }\n}\nexport function h() { return new C().m(2) }\n",
		"plain.x": "nobody reads this",
	}
	d := newDrafter(t, builtIn(t), files)
	d.answers("before")
	for path, text := range files {
		if path == "go.mod" || path == "plain.x" {
			continue
		}
		edited := []byte(text + "\n\n")
		d.e.Set(path, edited)
		want, _, err := d.e.Answer(context.Background(), func(*State) []string { return nil })
		d.must(err)
		got := d.own(path, edited)
		if got == nil {
			t.Fatalf("%s is not answered about", path)
		}
		if !got.Alone() || want.Alone() {
			t.Errorf("%s: alone is %t, and %t of the repository", path, got.Alone(), want.Alone())
		}
		if a, b := outlineOf(t, got.Snapshot, path), outlineOf(t, want.Snapshot, path); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: the outline is\n%+v\nwant\n%+v", path, a, b)
		}
		compareLocal(t, path, edited, got.Snapshot, want.Snapshot)
		if again := d.own(path, edited); again.Snapshot != got.Snapshot {
			t.Errorf("%s is read again", path)
		}
		d.e.Drop(path)
	}
	for _, path := range []string{"plain.x", "../out.go", ".git/x.go"} {
		if s := d.own(path, []byte("package m")); s != nil {
			t.Errorf("%s is answered about", path)
		}
	}
	if s := d.own("new.go", []byte("package m\n\nfunc N() {}\n")); s == nil || len(outlineOf(t, s.Snapshot, "new.go")) != 1 {
		t.Error("a file that is not on disk yet is not answered about")
	}

	// It takes no lock that a refresh or another question holds.
	d.w.mu.Lock()
	defer d.w.mu.Unlock()
	if s := d.own("a.go", []byte("package m\n\nfunc fresh() {}\n")); s == nil || outlineOf(t, s.Snapshot, "a.go")[0] != "fresh" {
		t.Error("it waits for a refresh, or is of another text")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if s, err := d.e.Own(ctx, "a.go", []byte("package m\n")); err == nil && s != nil {
		t.Error("a cancelled question is answered")
	}
}

func (d *drafter) own(path string, text []byte) *State {
	d.t.Helper()
	s, err := d.e.Own(context.Background(), path, text)
	d.must(err)
	return s
}

func outlineOf(t *testing.T, s *index.Snapshot, path string) (names []string) {
	t.Helper()
	items, ok := s.Outline(path)
	if !ok {
		t.Fatalf("%s has no outline", path)
	}
	for _, x := range items {
		names = append(names, x.Name)
	}
	return names
}

// compareLocal compares what names in a file mean where all that they mean is in it.
func compareLocal(t *testing.T, path string, text []byte, got, want *index.Snapshot) {
	t.Helper()
	doc, _ := want.Doc(path)
	found := 0
	for at := range text {
		a, ok := got.SymbolAt(path, uint32(at))
		if !ok || len(a.Symbols) == 0 {
			continue
		}
		b, ok := want.SymbolAt(path, uint32(at))
		if !ok || len(b.Symbols) == 0 {
			t.Errorf("%s:%d means something to the file alone only", path, at)
			continue
		}
		for i, x := range a.Symbols {
			if x.ID.IsExternal() || x.ID.IsModule() || x.ID.Doc != 0 || i >= len(b.Symbols) {
				continue
			}
			if y := b.Symbols[i]; y.ID.Doc != doc || y.ID.Def != x.ID.Def {
				t.Errorf("%s:%d means %v to the file alone, and %v to the repository", path, at, x.ID, y.ID)
			}
			found++
		}
	}
	if found == 0 {
		t.Errorf("%s: no name means anything to the file alone", path)
	}
}
