package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"
)

// generationOf is the generation that a shelf has.
func generationOf(t *testing.T, m *memShelf) uint64 {
	t.Helper()
	w, err := openWith(t.TempDir(), Options{}, func(string, func(string)) (shelf, error) { return m, nil })
	if err != nil {
		t.Fatal(err)
	}
	if s := w.Current(); s != nil {
		return s.Generation
	}
	return 0
}

// telling is a shelf that tells when a state is published.
type telling struct {
	*memShelf
	told chan struct{}
}

func (s telling) publish(ctx context.Context, write func(io.Writer) error) error {
	err := s.memShelf.publish(ctx, write)
	s.told <- struct{}{}
	return err
}

// What is found while a repository is watched is written when nothing has changed
// for a while, and when the workspace is closed; the answers are the same before
// and after.
func TestSave(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	p.base()
	kept := known.shelf()
	told := make(chan struct{}, 8)
	ws, err := openWith(p.dir, Options{}, func(string, func(string)) (shelf, error) { return telling{kept, told}, nil })
	if err != nil {
		t.Fatal(err)
	}
	due := make(chan time.Time)
	o := (&ticks{}).options()
	o.Save = 17 * time.Hour
	after := o.After
	o.After = func(d time.Duration) <-chan time.Time {
		if d == o.Save {
			return due
		}
		return after(d)
	}
	o.Quiet, o.MaxDelay = time.Millisecond, time.Millisecond
	w := watch(t, ws, o)
	w.becomes("at first", known.scratch(t, p.dir))
	<-told
	first := generationOf(t, kept)
	p.write("app/util.py", "def greet(n):\n    return n\nclass Box:\n    def open(self):\n        return greet(2)\n")
	want := known.scratch(t, p.dir)
	w.becomes("after an edit", want)
	if n := generationOf(t, kept); n != first || first == 0 {
		t.Errorf("generation %d is on disk, not %d: it was written at once", n, first)
	}
	if w.Current().Snapshot.Layers() == 0 {
		t.Error("the edit made everything anew")
	}
	due <- time.Time{}
	select {
	case <-told:
	case <-time.After(patience):
		t.Fatal("nothing is written")
	}
	if err := ws.Save(context.Background()); err != nil { // when that is over
		t.Fatal(err)
	}
	if n := w.Current().Snapshot.Layers(); n != 0 {
		t.Errorf("%d files are still looked up apart", n)
	}
	agree(t, "when it is saved", w.Current(), want)
	if n := generationOf(t, kept); n != w.Current().Generation || n == first {
		t.Errorf("generation %d is on disk, not %d", n, w.Current().Generation)
	}
	p.write("app/util.py", "def greet(n):\n    return n + 1\nclass Box:\n    def open(self):\n        return greet(3)\n")
	w.becomes("after another edit", known.scratch(t, p.dir))
	last := w.Current().Generation
	if err := ws.Close(); err != nil {
		t.Fatal(err)
	}
	if n := generationOf(t, kept); n != last {
		t.Errorf("after Close generation %d is on disk, not %d", n, last)
	}
	if err := ws.Save(context.Background()); err != ErrClosed {
		t.Errorf("a closed workspace is saved: %v", err)
	}
}

// cutOff is a shelf of a process that is ended while it publishes a state.
type cutOff struct {
	*memShelf
	end func()
}

func (s cutOff) publish(ctx context.Context, write func(io.Writer) error) error {
	s.end()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return s.memShelf.publish(ctx, write)
}

// A look that is ended when all is resolved is not lost: Close keeps it.
func TestEndedLate(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	p.base()
	m := known.shelf()
	for step, phase := range []string{"publish", PhaseBuild, "publish", PhaseBuild} {
		p.write("web/b.ts", fmt.Sprintf("export const b = %d;\nexport class C { n = 2; m%d() {} }\n", step, step))
		ctx, cancel := context.WithCancel(context.Background())
		kept := cutOff{m, func() {
			if phase == "publish" {
				cancel()
			}
		}}
		opts := Options{Progress: func(p Progress) {
			if p.Phase == phase {
				cancel()
			}
		}}
		w, err := openWith(p.dir, opts, func(string, func(string)) (shelf, error) { return kept, nil })
		p.must(err)
		if _, err := w.Sync(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%d: the look ends with %v", step, err)
		}
		p.must(w.Close())
		if n := generationOf(t, m); n != uint64(step+1) {
			t.Errorf("%d: generation %d is kept", step, n)
		}
		next, err := openWith(p.dir, Options{}, func(string, func(string)) (shelf, error) { return m, nil })
		p.must(err)
		s, err := next.Sync(context.Background())
		p.must(err)
		if !s.Reused {
			t.Errorf("%d: all is made again", step)
		}
		agree(t, "after "+phase, s, known.scratch(t, p.dir))
	}
}
