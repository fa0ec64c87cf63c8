package workspace

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/txtar"
)

// drafter has a folder, and another that has on disk what an editor of the first
// has not saved.
type drafter struct {
	*place
	saved *place
	known declarations
	w     *Workspace
	e     *Edits
}

func newDrafter(t *testing.T, known declarations, files map[string]string) *drafter {
	d := &drafter{place: &place{t, t.TempDir()}, saved: &place{t, t.TempDir()}, known: known}
	for name, text := range files {
		d.write(name, text)
		d.saved.write(name, text)
	}
	m := newMemShelf()
	w, err := openWith(d.dir, Options{}, func(string, func(string)) (shelf, error) { return over{m, known}, nil })
	d.must(err)
	d.w, d.e = w, w.NewEdits()
	t.Cleanup(func() {
		d.e.Close()
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// set has a text in the editor, and on disk in the other folder.
func (d *drafter) set(name, text string) {
	d.e.Set(name, []byte(text))
	d.saved.write(name, text)
}

// answers compares the state of an answer with a build from scratch of the other
// folder.
func (d *drafter) answers(what string) *State {
	d.t.Helper()
	s, fresh, err := d.e.Answer(context.Background(), func(*State) []string { return nil })
	d.must(err)
	if fresh.Stale != nil {
		d.t.Errorf("%s: %+v", what, fresh)
	}
	if s.drafts == nil || len(s.drafts.pending) == 0 { // else what is configured is as it was
		want := d.known.scratch(d.t, d.saved.dir)
		if !bytes.Equal(stateOf(d.t, s), stateOf(d.t, want)) && dependsOnMore(s, want) && answers(s.Snapshot) == answers(want.Snapshot) {
			return s // nothing but what the drafted files depend on, which may be more
		}
		agree(d.t, what, s, want)
	}
	return s
}

// dependsOnMore says whether the files of a state with drafts depend on what those of
// another one do, and the drafted ones on more: see resolve.Input.Typing.
func dependsOnMore(s, want *State) bool {
	is, made := s.Snapshot.Successor(s.Snapshot.Docs()), want.Snapshot.Successor(want.Snapshot.Docs())
	for i, d := range s.Snapshot.Docs() {
		doc, ok := want.Snapshot.Doc(d.Path)
		if !ok || doc != int32(i) || (d.Source == nil) != (want.Snapshot.Docs()[i].Source == nil) {
			return false
		}
		if d.Source == nil {
			continue
		}
		a, b := is.Found(doc).Deps, made.Found(doc).Deps
		if s.draft(d.Path) == nil && (!slices.Equal(a.Files, b.Files) || !slices.Equal(a.Asked, b.Asked) || a.Contexts != b.Contexts) {
			return false
		}
		if !hasAll(a.Files, b.Files) || !hasAll(a.Asked, b.Asked) {
			return false
		}
	}
	return true
}

// hasAll says whether one ascending list has all of another.
func hasAll[T cmp.Ordered](a, b []T) bool {
	return !slices.ContainsFunc(b, func(x T) bool {
		_, ok := slices.BinarySearch(a, x)
		return !ok
	})
}

func textsOf(archive *txtar.Archive) map[string]string {
	out := map[string]string{}
	for _, f := range archive.Files {
		out[f.Name] = string(f.Data)
	}
	return out
}

// drafting does what people do in an editor and beside it to the files of an archive:
// each answer must be that of a build from scratch of the texts.
func draftingOf(t *testing.T, known declarations, archive *txtar.Archive, seed uint64, count int) {
	t.Helper()
	texts := textsOf(archive)
	if len(texts) == 0 {
		return
	}
	d := newDrafter(t, known, texts)
	r := rand.New(rand.NewPCG(seed, 3))
	disk := maps.Clone(texts)
	edited := map[string]bool{}
	var others []string
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		others = append(others, texts[name])
	}
	var log []string
	for range count {
		names := slices.Sorted(maps.Keys(texts))
		name := names[r.IntN(len(names))]
		k := r.IntN(10)
		if k < 7 || k == 9 {
			// What files of no language configure counts when they are saved.
			names = slices.DeleteFunc(names, func(name string) bool { return d.w.known.ByName(name) == nil })
			if len(names) == 0 {
				return
			}
			name = names[r.IntN(len(names))]
		}
		switch {
		case k < 5: // somebody types
			texts[name] = edit(r, texts[name], others)
			edited[name] = true
			d.set(name, texts[name])
			log = append(log, "type in "+name)
		case k == 5: // and saves
			if edited[name] {
				disk[name] = texts[name]
				d.write(name, texts[name])
				log = append(log, "save "+name)
			}
		case k == 6: // or does not
			delete(edited, name)
			d.e.Drop(name)
			if text, ok := disk[name]; ok {
				texts[name] = text
				d.saved.write(name, text)
			} else {
				delete(texts, name)
				d.saved.remove(name)
			}
			log = append(log, "drop "+name)
		case k == 7: // somebody else changes a file
			disk[name] = edit(r, disk[name], others)
			d.write(name, disk[name])
			if !edited[name] {
				texts[name] = disk[name]
				d.saved.write(name, texts[name])
			}
			log = append(log, "write "+name)
		case k == 8: // or removes it
			if _, ok := disk[name]; ok {
				delete(disk, name)
				d.remove(name)
				if !edited[name] {
					delete(texts, name)
					d.saved.remove(name)
				}
			}
			log = append(log, "remove "+name)
		case k == 9: // a new file is typed
			i := strings.LastIndexByte(name, '/') + 1
			to := name[:i] + "new" + name[i:]
			if d.w.known.ByName(to) == nil {
				continue
			}
			texts[to], edited[to] = texts[name], true
			d.set(to, texts[to])
			log = append(log, "new "+to)
		}
		if len(texts) == 0 {
			return
		}
		s := d.answers(fmt.Sprintf("seed %d:\n%s", seed, strings.Join(log, "\n")))
		if t.Failed() {
			return
		}
		if s.drafts != nil && len(s.drafts.pending) > 0 {
			return
		}
	}
}

// TestDrafts edits the fixtures of all languages at random, with fixed seeds: one for
// each fixture, or as many as CI_EDITS says.
func TestDrafts(t *testing.T) { seeded(t, 6, draftingOf) }

// What an answer says of drafts, and what of the disk.
func TestEditsAnswer(t *testing.T) {
	known := builtIn(t)
	d := newDrafter(t, known, map[string]string{
		"go.mod": "module example.com/m\n", "a.go": "package m\n\nfunc A() {}\n", "b.go": "package m\n\nfunc B() { A() }\n",
		".gitignore": "ignored/\n", "note.txt": "one\n",
	})
	ctx := context.Background()
	ask := func(files ...string) (*State, Freshness) {
		t.Helper()
		s, fresh, err := d.e.Answer(ctx, func(*State) []string { return files })
		d.must(err)
		return s, fresh
	}
	text := func(s *State, name string) string {
		t.Helper()
		texts := d.w.Texts(s)
		defer texts.Close()
		n, ok := s.Snapshot.Doc(name)
		if !ok {
			return "none"
		}
		out, _ := texts.Plain(n)
		return string(out)
	}
	disk, _ := ask("a.go")
	if disk != d.w.Current() {
		t.Error("without texts the state is not that of the disk")
	}
	d.e.Set("a.go", []byte("package m\n\nfunc A() {}\n"))
	if s, _ := ask("a.go"); s != disk && s.Snapshot != disk.Snapshot || len(d.w.Unsaved()) > 0 {
		t.Error("a text that the file has counts")
	}

	d.e.Set("a.go", []byte("package m\n\nfunc A() { C() }\n\nfunc C() {}\n"))
	d.e.Set("note.txt", []byte("two\n"))
	d.e.Set("ignored/c.go", []byte("package c\n"))
	s, fresh := ask("a.go", "note.txt", "b.go")
	if len(s.Snapshot.Named("C")) != 1 || !fresh.Complete || fresh.Generation != disk.Generation {
		t.Errorf("C is not there: %+v", fresh)
	}
	if text(s, "a.go") != "package m\n\nfunc A() { C() }\n\nfunc C() {}\n" || text(s, "note.txt") != "two\n" || text(s, "ignored/c.go") != "none" {
		t.Error("the texts are not those of the editor")
	}
	if got := strings.Join(d.w.Unsaved(), " "); got != "a.go ignored/c.go note.txt" {
		t.Errorf("not saved: %s", got)
	}
	if len(d.w.Current().Snapshot.Named("C")) > 0 {
		t.Error("the state of the disk has a text that is not saved")
	}
	if again, _ := ask("a.go"); again.Snapshot != s.Snapshot {
		t.Error("the same texts were looked at again")
	}
	changed := func(s *State, want string) {
		t.Helper()
		got, err := d.w.Changed(ctx, s, []string{"a.go", "b.go", "note.txt"})
		d.must(err)
		if strings.Join(got, " ") != want {
			t.Errorf("changed: %q, want %q", got, want)
		}
	}
	changed(s, "")
	d.e.Set("a.go", []byte("package m\n"))
	changed(s, "a.go")
	d.e.Set("b.go", []byte("package m\n"))
	changed(s, "a.go b.go")

	// Another editor has a later text of one file.
	other := d.w.NewEdits()
	defer other.Close()
	other.Set("a.go", []byte("package m\n\nfunc D() {}\n"))
	s, _, err := d.w.AnswerUnsaved(ctx, func(*State) []string { return nil })
	d.must(err)
	if len(s.Snapshot.Named("D")) != 1 || text(s, "b.go") != "package m\n" {
		t.Error("the texts are not those of all editors")
	}
	if s, _ := ask(); len(s.Snapshot.Named("D")) > 0 {
		t.Error("an editor sees the texts of another")
	}
	other.Close()

	// Saved, changed on disk below, and gone.
	d.write("a.go", "package m\n")
	d.e.Drop("b.go")
	if s, _ = ask("a.go"); text(s, "a.go") != "package m\n" || strings.Join(d.w.Unsaved(), " ") != "ignored/c.go note.txt" {
		t.Errorf("after it was saved: %q", d.w.Unsaved())
	}
	d.e.Set("b.go", []byte("package m\n\nfunc E() {}\n"))
	d.remove("b.go")
	d.write("a.go", "package m\n\nvar x = E\n")
	if s, fresh = ask("a.go", "b.go"); len(s.Snapshot.Named("E")) != 1 || !fresh.Complete {
		t.Errorf("a file that is gone below its text: %+v", fresh)
	}
	d.e.Set("go.mod", []byte("module example.com/other\n"))
	if s, fresh = ask("go.mod"); fresh.Complete || !strings.Contains(fresh.Why, "go.mod") || text(s, "go.mod") != "module example.com/other\n" {
		t.Errorf("a configuration that is not saved: %+v", fresh)
	}
	d.e.Close()
	if s, fresh = ask("a.go"); s.drafts != nil || !fresh.Complete {
		t.Errorf("after Close: %+v", fresh)
	}
}

// Answers that are asked for at once, while somebody types, each have the text that
// there was when they were asked for, or a later one; those that are cancelled end.
func TestEditsAtOnce(t *testing.T) {
	d := newDrafter(t, builtIn(t), map[string]string{"go.mod": "module m\n", "a.go": "package m\n", "b.py": "def f(): pass\n"})
	var group sync.WaitGroup
	var last atomic.Int64
	for n := range 4 {
		group.Go(func() {
			for range 15 {
				ctx, cancel := context.WithCancel(context.Background())
				if n == 3 {
					cancel()
				}
				before := last.Load()
				s, _, err := d.e.Answer(ctx, func(*State) []string { return []string{"a.go"} })
				cancel()
				switch {
				case n == 3:
					if err == nil && s.drafts != nil && s.drafts.texts == nil {
						t.Error("no texts")
					}
				case err != nil:
					t.Error(err)
				default:
					found := false
					for i := before; i <= last.Load()+1; i++ {
						found = found || i == 0 || len(s.Snapshot.Named(fmt.Sprintf("F%d", i))) > 0
					}
					if !found {
						t.Errorf("the answer is older than edit %d", before)
					}
				}
			}
		})
	}
	for i := range 20 {
		d.e.Set("a.go", fmt.Appendf(nil, "package m\n\nfunc F%d() {}\n", i+1))
		last.Store(int64(i + 1))
		d.write("b.py", fmt.Sprintf("def g%d(): pass\n", i))
		if _, err := d.w.Sync(context.Background()); err != nil {
			t.Error(err)
		}
	}
	group.Wait()
}
