package workspace

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"codeintel/index"
)

// offeredAt are the names that are offered at | in the text of a file of a state.
func offeredAt(t *testing.T, w *Workspace, s *State, path, text string) (names []string, c index.Completion) {
	t.Helper()
	doc, ok := s.Snapshot.Doc(path)
	if !ok {
		t.Fatalf("there is no %s", path)
	}
	before, after, _ := strings.Cut(text, "|")
	c, err := w.Complete(context.Background(), s, doc, []byte(before+after), uint32(len(before)), false, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range c.Items {
		names = append(names, x.Name)
	}
	slices.Sort(names)
	return names, c
}

// Names that other files give are not offered by a state that does not know what the texts
// in the editor say.
func TestOfferedUnlinked(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "composer.json", `{"autoload": {"psr-4": {"App\\": "app/"}}}`)
	write(t, dir, "routes/web.php", "<?php\nRoute::get('/a', fn () => 1)->name('saved');\n")
	write(t, dir, "app/A.php", "<?php\nnamespace App;\nclass A { function f() { return route('saved'); } }\n")
	w, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	ctx := context.Background()
	if _, err := w.Sync(ctx); err != nil {
		t.Fatal(err)
	}
	e := w.NewEdits()
	e.Set("routes/web.php", []byte("<?php\nRoute::get('/a', fn () => 1)->name('typed');\n"))
	const before, after = "<?php\nnamespace App;\nclass A { function f() { return route('", "'); } }\n"
	offered := func(answer func(context.Context, func(*State) []string) (*State, Freshness, error)) (c index.Completion, err error) {
		if _, _, failed := answer(ctx, func(s *State) []string {
			doc, _ := s.Snapshot.Doc("app/A.php")
			c, err = w.Complete(ctx, s, doc, []byte(before+after), uint32(len(before)), false, 10)
			return nil
		}); failed != nil {
			t.Fatal(failed)
		}
		return c, err
	}
	if c, err := offered(e.AnswerUnlinked); !errors.Is(err, ErrUnlinked) {
		t.Errorf("unlinked: %v, %v", c.Items, err)
	}
	if c, err := offered(e.Answer); err != nil || len(c.Items) != 1 || c.Items[0].Name != "typed" {
		t.Errorf("linked: %v, %v", c.Items, err)
	}
}

// What names are offered by is kept for the next place, and is of the texts that there
// are then: of other files that are open, and of the disk.
func TestOfferedAgain(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/m\n")
	write(t, dir, "p/a.go", "package p\n\nfunc use(x *T) { x.M() }\n")
	write(t, dir, "p/b.go", "package p\n\ntype T struct{ F int }\n\nfunc (t *T) M() {}\n")
	write(t, dir, "web/a.ts", "import { K } from './b'\nnew K().one\n")
	write(t, dir, "web/b.ts", "export class K { one = 1 }\n")
	w, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() }) // it may be closed
	ctx := context.Background()
	e := w.NewEdits()
	asks := func(when, inGo, inTS string) {
		t.Helper()
		for how, answer := range map[string]func(context.Context, func(*State) []string) (*State, Freshness, error){"linked": e.Answer, "unlinked": e.AnswerUnlinked} {
			if _, _, err := answer(ctx, func(s *State) []string {
				for _, c := range []struct{ path, text, want string }{
					{"p/a.go", "package p\n\nfunc use(x *T) { x.| }\n", inGo},
					{"web/a.ts", "import { K } from './b'\nnew K().|\n", inTS},
				} {
					if got, _ := offeredAt(t, w, s, c.path, c.text); strings.Join(got, " ") != c.want {
						t.Errorf("%s, %s, %s: %q, want %q", when, how, c.path, got, c.want)
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := w.Sync(ctx); err != nil {
		t.Fatal(err)
	}
	asks("with no file open", "F M", "one")
	e.Set("p/a.go", []byte("package p\n\nfunc use(x *T) { x.M() }\n"))
	asks("with a file open", "F M", "one")
	e.Set("p/a.go", []byte("package p\n"))
	asks("at first", "F M", "one")
	asks("again", "F M", "one")
	e.Set("p/b.go", []byte("package p\n\ntype U struct{ Other int }\n\ntype T struct{ F, G int }\n"))
	e.Set("web/b.ts", []byte("export class K { one = 1; two = 2 }\n"))
	asks("with other texts", "F G", "one two")
	e.Set("p/c.go", []byte("package p\n\nfunc (t *T) N() {}\n"))
	asks("with another file", "F G N", "one two")
	e.Drop("p/b.go")
	e.Drop("web/b.ts")
	asks("when a text is dropped", "F M N", "one")
	write(t, dir, "p/b.go", "package p\n\ntype T struct{ Saved int }\n")
	write(t, dir, "web/b.ts", "export class K { saved = 1 }\n")
	if _, err := w.Sync(ctx); err != nil {
		t.Fatal(err)
	}
	asks("when files are saved", "N Saved", "saved")
	e.Drop("p/a.go")
	e.Drop("p/c.go")
	asks("without texts", "Saved", "saved")
	// Of a state that nobody has looked at yet it is not known which files there are.
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if w, err = Open(dir, Options{}); err != nil {
		t.Fatal(err)
	}
	if got, c := offeredAt(t, w, w.Current(), "web/a.ts", "import { K } from './b'\nnew K().|\n"); len(got) > 0 || !c.More {
		t.Errorf("before a look: %q, more %v", got, c.More)
	}
}
