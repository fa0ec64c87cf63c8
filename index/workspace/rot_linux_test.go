package workspace

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"codeintel/index"
)

// rotting returns a folder on a file system where what is written through a map changes
// no time of the file, as bad memory and bad disks do.
func rotting(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "rot-")
	if err != nil {
		t.Fatalf("a folder in memory: %v", err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// rot changes a file without a sign.
func (p *place) rot(name string, change func(b []byte)) {
	p.t.Helper()
	before, err := os.Stat(name)
	p.must(err)
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	p.must(err)
	defer f.Close()
	b, err := syscall.Mmap(int(f.Fd()), 0, int(before.Size()), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	p.must(err)
	change(b)
	p.must(syscall.Munmap(b))
	after, err := os.Stat(name)
	p.must(err)
	if !before.ModTime().Equal(after.ModTime()) { // the system has noted the first write through a map
		p.must(os.Chtimes(name, before.ModTime(), before.ModTime()))
	}
}

// TestRot changes what is mapped of a published state, without a sign, while it is asked.
// No answer is one of the damaged state that says that it is complete, and the next one is
// of a whole state.
func TestRot(t *testing.T) {
	ctx := context.Background()
	p := &place{t, rotting(t)}
	p.base()
	w, err := Open(p.dir, Options{})
	p.must(err)
	_, err = w.Sync(ctx)
	p.must(err)
	p.must(w.KeepText(ctx))
	p.must(w.Close())
	if w, err = Open(p.dir, Options{}); err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	want, said, why := answered(p, w)
	if said {
		t.Fatal(why)
	}
	names := func(s *State) (out []string) {
		for _, q := range []string{"o", "gre", "Box", "till"} {
			found, _ := s.Snapshot.SearchSymbols(index.SymbolQuery{Name: q, Limit: 50})
			for _, m := range found {
				out = append(out, q+" "+s.Snapshot.Symbol(m.ID))
			}
		}
		return out
	}
	good := names(w.Current())
	for n := range 20 {
		p.rotState(func(b []byte) {
			for i := len(b) * n / 20; i < len(b)*(n+1)/20; i++ {
				b[i] ^= 0xff
			}
		}, func(string, os.FileInfo) error { return nil })
		var got []string
		_, fresh, err := w.Answer(ctx, func(s *State) []string { got = names(s); return nil })
		if err == nil && fresh.Complete && !slices.Equal(got, good) {
			t.Fatalf("part %d of the state has rotted: %q, and it is called complete", n, got)
		}
		if got, said, why := answered(p, w); got != want || said {
			t.Fatalf("part %d of the state has rotted: it is not mended: %s\n%s", n, why, firstDifference(got, want))
		}
	}
}

// TestRotOfForest damages the packs of which a search by meaning holds parts: with a sign,
// by writing to the files, and without. The search after it finds what it did, or says
// that it lacks files.
func TestRotOfForest(t *testing.T) {
	ctx := context.Background()
	for _, way := range []string{"written", "rotten"} {
		t.Run(way, func(t *testing.T) {
			p := &place{t, rotting(t)}
			p.forest()
			w, err := Open(p.dir, Options{Embedder: embedders(nil)})
			p.must(err)
			defer w.Close()
			grown := func() *Forest {
				t.Helper()
				var f *Forest
				_, _, err := w.Answer(ctx, func(s *State) []string {
					f, err = w.Grow(ctx, s)
					p.must(err)
					_ = whatIsFound(t, f)
					return nil
				})
				p.must(err)
				return f
			}
			good := whatIsFound(t, grown())
			if !strings.Contains(good, "net/retry.py:6-8 function backoff") {
				t.Fatal(good)
			}
			packs, err := filepath.Glob(p.path(IndexDir + "/packs/*.pack"))
			p.must(err)
			spoil := func(b []byte) {
				for i := 64; i < len(b); i++ {
					b[i] = bytes.Repeat([]byte{0x55, 0x80}, 2)[i%4]
				}
			}
			for _, name := range packs {
				if way == "rotten" {
					p.rot(name, spoil)
					continue
				}
				b, err := os.ReadFile(name)
				p.must(err)
				spoil(b)
				f, err := os.OpenFile(name, os.O_WRONLY, 0)
				p.must(err)
				_, err = f.WriteAt(b, 0)
				p.must(err)
				p.must(f.Close())
			}
			for range 2 {
				if got := whatIsFound(t, grown()); got != good {
					t.Errorf("got\n%swant\n%s", got, good)
				}
			}
		})
	}
}

// TestRotAtRest damages a part of a state that no question reads. Rest finds it; where the
// times of the file have changed the next question does, also where the modification time
// was set back.
func TestRotAtRest(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name   string
		touch  func(name string, before os.FileInfo) error
		atOnce bool
	}{
		{name: "without a sign", touch: func(string, os.FileInfo) error { return nil }},
		{name: "written now", touch: func(name string, _ os.FileInfo) error { return os.Chtimes(name, time.Time{}, time.Now()) }, atOnce: true},
		{name: "time set back", touch: func(name string, before os.FileInfo) error {
			return os.Chtimes(name, before.ModTime(), before.ModTime())
		}, atOnce: true},
		{name: "time set to long ago", touch: func(name string, _ os.FileInfo) error { return os.Chtimes(name, time.Time{}, time.Unix(1, 0)) }, atOnce: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &place{t, rotting(t)}
			p.base()
			w := p.published(ctx)
			defer w.Close()
			ask := func() (f Freshness) {
				t.Helper()
				_, f, err := w.Answer(ctx, func(s *State) []string { return nil })
				p.must(err)
				return f
			}
			before := ask().Generation
			name := p.rotState(func(b []byte) { b[len(b)-100] ^= 1 }, c.touch)
			if c.atOnce {
				if w.Sound() {
					t.Fatal("the damage is not found")
				}
			} else {
				if f := ask(); f.Generation != before || !w.Sound() {
					t.Fatalf("the damage to %s is found before it could be: %+v", name, f)
				}
				w.Rest()
				if w.Sound() {
					t.Error("the damage is not found")
				}
			}
			if f := ask(); f.Generation <= before || !f.Complete || !w.Sound() {
				t.Errorf("after generation %d: %+v, sound: %v", before, f, w.Sound())
			}
		})
	}
}

// rotState changes the bytes of the published state but not the times of its file, and then
// calls touch. It returns the file's name.
func (p *place) rotState(change func(b []byte), touch func(name string, before os.FileInfo) error) (name string) {
	p.t.Helper()
	files, err := filepath.Glob(p.path(IndexDir + "/*.generation"))
	p.must(err)
	if len(files) != 1 {
		p.t.Fatalf("%d states are published", len(files))
	}
	before, err := os.Stat(files[0])
	p.must(err)
	p.rot(files[0], change)
	p.must(touch(files[0], before))
	return files[0]
}

// TestRotBetween changes the mapped bytes of a state while a question is answered: the
// answer is believed only if none of the bytes that it was read from have changed.
func TestRotBetween(t *testing.T) {
	ctx := context.Background()
	p := &place{t, rotting(t)}
	p.base()
	p.write("large.py", manyNames(3000))
	w := p.published(ctx)
	defer func() { p.must(w.Close()) }()
	names := func(s *State) (out []string) {
		for _, name := range []string{"greet", "Box", "name_of_function_1eef"} {
			for _, id := range s.Snapshot.Named(name) {
				out = append(out, s.Snapshot.Symbol(id), fmt.Sprint(s.Snapshot.References(id)))
			}
		}
		return out
	}
	var good []string
	_, _, err := w.Answer(ctx, func(s *State) []string { good = names(s); return nil })
	p.must(err)
	if len(good) != 6 {
		t.Fatalf("%q", good)
	}
	const parts = 24
	wrong := 0
	for n := range parts {
		asked := 0
		var got []string
		_, fresh, err := w.Answer(ctx, func(s *State) []string {
			if asked++; asked > 1 {
				got = names(s)
				return nil
			}
			p.rotState(func(b []byte) {
				for i := len(b) * n / parts; i < len(b)*(n+1)/parts; i++ {
					b[i] ^= 0xff
				}
			}, func(string, os.FileInfo) error { return nil })
			got = names(s)
			if !slices.Equal(got, good) {
				wrong++
			}
			return nil
		})
		if err != nil || !fresh.Complete || !slices.Equal(got, good) {
			t.Fatalf("part %d of the state has rotted: asked %d times, %+v, %v: %q", n, asked, fresh, err, got)
		}
		w.Rest() // what nobody asked for
		p.must(w.Close())
		w = p.published(ctx)
	}
	if wrong == 0 {
		t.Error("no answer was another one")
	}
}

// published indexes the repository, and opens what that has published.
func (p *place) published(ctx context.Context) *Workspace {
	p.t.Helper()
	w, err := Open(p.dir, Options{})
	p.must(err)
	_, err = w.Sync(ctx)
	p.must(err)
	p.must(w.Close())
	w, err = Open(p.dir, Options{})
	p.must(err)
	return w
}

// manyNames are the texts of so many functions with names of their own.
func manyNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "def name_of_function_%x():\n    return %d\n", i*7919, i)
	}
	return b.String()
}

// TestRotPanics has a question panic. Where what it read has rotted it is asked again, and
// else the panic goes on.
func TestRotPanics(t *testing.T) {
	ctx := context.Background()
	p := &place{t, rotting(t)}
	p.base()
	w := p.published(ctx)
	defer w.Close()
	asked, found := 0, 0
	_, fresh, err := w.Answer(ctx, func(s *State) []string {
		if asked++; asked == 1 {
			p.rotState(func(b []byte) { b[len(b)/2] ^= 1 }, func(string, os.FileInfo) error { return nil })
			panic("the tables make no sense")
		}
		found = len(s.Snapshot.Named("greet"))
		return nil
	})
	if err != nil || !fresh.Complete || asked != 2 || found != 1 {
		t.Errorf("asked %d times, found %d: %+v, %v", asked, found, fresh, err)
	}
	defer func() {
		if r := recover(); r != "a fault of the question" {
			t.Errorf("a panic over tables that are whole: %v", r)
		}
	}()
	_, _, err = w.Answer(ctx, func(*State) []string { panic("a fault of the question") })
	t.Errorf("the panic is gone: %v", err)
}
