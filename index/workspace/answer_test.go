package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"codeintel/index/lang"
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

// steered is a workspace whose looks can be held, and whose clocks a test moves.
type steered struct {
	*Workspace
	p     *place
	looks int               // begun
	hold  chan struct{}     // a look waits for it, when there is one
	begun chan struct{}     // is told when a look waits
	late  chan time.Time    // ends the wait of questions
	now   time.Time         // of the clock; the system's when zero
	fails func(string) bool // phases that fail
}

func steer(t *testing.T, p *place, config string) *steered {
	t.Helper()
	p.write(ConfigFile, config)
	s := &steered{p: p, late: make(chan time.Time, 1), begun: make(chan struct{}, 8)}
	opts := Options{
		Known: []*lang.Language{toy()},
		Progress: func(p Progress) {
			switch {
			case s.fails != nil && s.fails(p.Phase):
				panic("as the test asks for")
			case p.Phase == PhaseScan && p.Total > 0:
				s.looks++
				if s.hold != nil {
					s.begun <- struct{}{}
					<-s.hold
				}
			}
		},
		clock: func() time.Time {
			if s.now.IsZero() {
				return time.Now()
			}
			return s.now
		},
		after: func(time.Duration) <-chan time.Time { return s.late },
	}
	w, err := Open(p.dir, opts)
	p.must(err)
	s.Workspace = w
	t.Cleanup(func() { p.must(w.Close()) })
	return s
}

// names asks which files define a word, and says how often it was asked.
func (s *steered) names(word string, also func(n int)) (files []string, n int, fresh Freshness) {
	s.p.t.Helper()
	_, fresh, err := s.Answer(context.Background(), func(state *State) []string {
		n++
		files = nil
		for _, id := range state.Snapshot.Named(word) {
			files = append(files, state.Snapshot.Docs()[id.Doc].Path)
		}
		if also != nil {
			also(n)
		}
		return files
	})
	s.p.must(err)
	return files, n, fresh
}

func (s *steered) check(what string, f Freshness, complete bool, behind int, stale ...string) {
	s.p.t.Helper()
	if f.Complete != complete || f.Behind != behind || !slices.Equal(f.Stale, stale) || complete != (f.Why == "") {
		s.p.t.Errorf("%s: %+v", what, f)
	}
}

// An answer is from files as they are, or says that it is not.
func TestAnswer(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	p.write("b.toy", "x")
	s := steer(t, p, "{}")
	want := func(what string, files []string, want ...string) {
		t.Helper()
		if !slices.Equal(files, want) {
			t.Errorf("%s: %q, want %q", what, files, want)
		}
	}

	files, n, fresh := s.names("x", nil)
	want("the first question", files, "a.toy")
	s.check("the first question", fresh, true, 0)
	if n != 1 || fresh.Generation != 1 {
		t.Errorf("asked %d times, generation %d", n, fresh.Generation)
	}

	p.write("b.toy", "def x")
	files, _, fresh = s.names("x", nil)
	want("after an edit", files, "a.toy", "b.toy")
	s.check("after an edit", fresh, true, 0)

	files, n, fresh = s.names("x", func(n int) {
		if n == 1 {
			p.write("b.toy", "none at all")
		}
	})
	want("an edit meanwhile", files, "a.toy")
	s.check("an edit meanwhile", fresh, true, 0)
	if n != 2 {
		t.Errorf("asked %d times after an edit meanwhile", n)
	}

	files, n, fresh = s.names("x", func(n int) { p.write("a.toy", "def x "+strings.Repeat("x ", n)) })
	want("edits without end", files, "a.toy")
	s.check("edits without end", fresh, false, 1, "a.toy")
	if n != maxAsked {
		t.Errorf("asked %d times", n)
	}

	p.write("broken.toy", "panic")
	_, _, fresh = s.names("x", nil)
	s.check("a file fails", fresh, false, 0)
	p.remove("broken.toy")

	// A look that fails is said; what was known is not lost.
	s.fails = func(phase string) bool { return phase == PhaseBuild }
	p.write("c.toy", "def x")
	files, _, fresh = s.names("x", nil)
	want("a look that fails", files, "a.toy")
	s.check("a look that fails", fresh, false, 0)
	s.fails = nil
	files, _, fresh = s.names("x", nil)
	want("the next look", files, "a.toy", "c.toy")
	s.check("the next look", fresh, true, 0)

	p.write(ConfigFile, "{")
	if _, _, err := s.Answer(context.Background(), func(*State) []string { return nil }); err == nil {
		t.Error("a broken configuration is no error")
	}
	p.write(ConfigFile, "{}")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := s.Answer(ctx, func(*State) []string { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled question: %v", err)
	}
	p.must(s.Close())
	if _, _, err := s.Answer(context.Background(), func(*State) []string { return nil }); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// A question waits for sync_timeout_seconds and no longer, if there is something
// to answer from.
func TestAnswerTimeout(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	s := steer(t, p, `{"sync_timeout_seconds": 0.5}`)
	s.late <- time.Time{} // before there is an index it does not count
	_, _, fresh := s.names("x", nil)
	s.check("the first question", fresh, true, 0)

	p.write("b.toy", "def x")
	p.write("a.toy", "def x def y")
	s.hold = make(chan struct{})
	states, cancel := s.Subscribe()
	defer cancel()
	files, n, fresh := s.names("x", nil)
	if !slices.Equal(files, []string{"a.toy"}) || n != 1 {
		t.Errorf("the answer is %q, asked %d times", files, n)
	}
	s.check("too late", fresh, false, 1, "a.toy")
	if !strings.Contains(fresh.Why, "sync_timeout_seconds = 0.5") {
		t.Errorf("why: %s", fresh.Why)
	}
	<-s.begun
	close(s.hold) // the look has gone on
	if state := <-states; state.Generation != 2 {
		t.Errorf("generation %d", state.Generation)
	}
	s.hold = nil
	files, _, fresh = s.names("x", nil)
	if !slices.Equal(files, []string{"a.toy", "b.toy"}) {
		t.Errorf("afterwards the answer is %q", files)
	}
	s.check("afterwards", fresh, true, 0)

	// Questions that wait when the workspace is closed have an end.
	s.hold = make(chan struct{})
	done := make(chan error)
	ask := func() {
		_, _, err := s.Answer(context.Background(), func(*State) []string { return nil })
		done <- err
	}
	go ask()
	<-s.begun
	for range 20 {
		go ask()
	}
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	<-s.life.Done()
	close(s.hold)
	for range 21 {
		if err := <-done; !errors.Is(err, ErrClosed) {
			t.Errorf("a question while the workspace is closed: %v", err)
		}
	}
	p.must(<-closed)
}

// What a look has read is not read again when it takes too long and the process
// ends, however often that happens: the next one goes on from there.
func TestAbandonedLooks(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write(ConfigFile, `{"sync_timeout_seconds": 1, "parser_timeout_ms": 600000}`)
	p.write("0.toy", "def x")
	extracted, held := 0, make(chan bool)
	l := toy()
	extract := l.Extract
	l.Extract = func(ctx context.Context, ps *parser, in lang.Input) (*lang.Facts, error) {
		if strings.Contains(string(in.Src), "hang") {
			held <- true
		} else {
			extracted++
		}
		return extract(ctx, ps, in)
	}
	late := make(chan time.Time)
	ask := func(run func(*Workspace)) {
		t.Helper()
		extracted = 0
		w, err := Open(p.dir, Options{Known: []*lang.Language{l}, Jobs: 1, after: func(time.Duration) <-chan time.Time { return late }})
		p.must(err)
		run(w)
		p.must(w.Close())
	}
	answer := func(w *Workspace) (n int, fresh Freshness) {
		t.Helper()
		_, fresh, err := w.Answer(context.Background(), func(s *State) []string { n = len(s.Snapshot.Named("x")); return nil })
		p.must(err)
		return n, fresh
	}
	ask(func(w *Workspace) { answer(w) })
	const files, part = 40, 8
	for i := range files {
		text := "def x " + strings.Repeat("x ", i)
		if i%part == part-1 {
			text += "hang"
		}
		p.write(fmt.Sprintf("%02d.toy", i), text)
	}
	for i := part - 1; i < files; i += part {
		ask(func(w *Workspace) {
			go func() {
				<-held
				late <- time.Time{}
			}()
			if n, fresh := answer(w); n != 1 || fresh.Complete {
				t.Errorf("%d files: %d answers, %+v", i, n, fresh)
			}
		})
		want := part // with the one that kept the look before
		if i == part-1 {
			want = part - 1
		}
		if extracted != want {
			t.Errorf("%d files: %d were read anew, not %d", i, extracted, want)
		}
		p.write(fmt.Sprintf("%02d.toy", i), "def x "+strings.Repeat("x ", i)) // does not hang any more
	}
	ask(func(w *Workspace) {
		if n, fresh := answer(w); n != files+1 || !fresh.Complete {
			t.Errorf("at the end: %d answers, %+v", n, fresh)
		}
	})
	if extracted != 1 {
		t.Errorf("at the end %d were read anew", extracted)
	}
}

// However many questions wait, one look runs and one is next.
func TestAnswersShareLooks(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	s := steer(t, p, "{}")
	s.hold = make(chan struct{})
	first := s.join(false)
	<-s.begun
	second, third := s.join(false), s.join(false)
	if first == second || second != third {
		t.Error("not one look for all who wait")
	}
	close(s.hold)
	for _, l := range []*nextLook{first, second} {
		<-l.done
		if l.err != nil || l.state.Generation != 1 {
			t.Errorf("%+v", l)
		}
	}
	if s.looks != 2 {
		t.Errorf("%d looks", s.looks)
	}
}

// With sync_on_start off a process answers from what it finds, and says so, until
// that is older than sync_ttl_hours.
func TestAnswerWithoutLook(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	const config = `{"sync_on_start": false, "sync_ttl_hours": 2}`
	s := steer(t, p, config)
	_, _, fresh := s.names("x", nil)
	s.check("without an index", fresh, true, 0)
	p.must(s.Close())

	p.write("b.toy", "def x")
	p.write("a.toy", "def y def x")
	s = steer(t, p, config)
	files, _, fresh := s.names("x", nil)
	if s.looks != 0 || !slices.Equal(files, []string{"a.toy"}) {
		t.Errorf("%d looks, %q", s.looks, files)
	}
	s.check("without a look", fresh, false, 1, "a.toy")
	if !strings.Contains(fresh.Why, "sync_on_start is false") {
		t.Errorf("why: %s", fresh.Why)
	}
	s.now = time.Now().Add(2 * time.Hour)
	files, _, fresh = s.names("x", nil)
	if s.looks != 1 || !slices.Equal(files, []string{"a.toy", "b.toy"}) {
		t.Errorf("after two hours: %d looks, %q", s.looks, files)
	}
	s.check("after two hours", fresh, true, 0)
	s.now = time.Time{}
	p.write("b.toy", "def z")
	if files, _, _ := s.names("x", nil); s.looks != 2 || !slices.Equal(files, []string{"a.toy"}) {
		t.Errorf("a process that has looked: %d looks, %q", s.looks, files)
	}
}

// looked waits until Watch has looked at the repository, and is told of all that
// changes in it.
func (w *watched) looked() {
	w.t.Helper()
	late := time.After(patience)
	for !w.Watching().all || w.looks.present() != nil || w.Current().Behind() > 0 {
		select {
		case <-late:
			w.t.Fatal("no look")
		default:
			runtime.Gosched()
		}
	}
}

// While a repository is watched, and nothing was told, no look is needed.
func TestAnswerWatched(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	s := steer(t, p, `{"sync_ttl_hours": 5}`)
	w := watch(t, s.Workspace, byEvents(WatchOptions{}))
	w.looked()
	looks := s.looks
	_, _, fresh := s.names("x", nil)
	s.check("watched", fresh, true, 0)
	if s.looks != looks {
		t.Errorf("%d looks for an answer", s.looks-looks)
	}
	p.must(w.stop())
	if s.names("x", nil); s.looks == looks {
		t.Error("no look for an answer when nobody watches any more")
	}
}

// The period of the safety look is sync_ttl_hours, in force at once.
func TestWatchTTL(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	s := steer(t, p, `{"sync_ttl_hours": 5}`)
	w := watch(t, s.Workspace, WatchOptions{})
	w.looked()
	if every := w.Watching().Every; every != 5*time.Hour {
		t.Errorf("a look every %v", every)
	}
}

// beforeAdd is a notifier with something that happens just before a folder is watched.
type beforeAdd struct {
	notifier
	do func(folder string)
}

func (b beforeAdd) Add(folder string) error {
	b.do(folder)
	return b.notifier.Add(folder)
}

// What changes in a new folder before it is watched nobody tells of. The look that
// watches it finds it; until that is over no answer does without one.
func TestAnswerUntold(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write(ConfigFile, `{"sync_timeout_seconds": 0.5}`)
	p.write("a.toy", "def x")
	hold, begun := make(chan struct{}), make(chan struct{})
	var changed atomic.Bool
	var held sync.Once
	repo, err := Open(p.dir, Options{
		Known: []*lang.Language{toy()},
		Progress: func(p Progress) {
			if p.Phase == PhaseScan && p.Total > 0 && changed.Load() {
				held.Do(func() {
					close(begun)
					<-hold
				})
			}
		},
		after: func(d time.Duration) <-chan time.Time {
			if d != time.Second/2 {
				return nil
			}
			now := make(chan time.Time, 1)
			now <- time.Time{}
			return now
		},
	})
	p.must(err)
	defer func() { p.must(repo.Close()) }()
	w := watch(t, repo, byEvents(WatchOptions{open: func() (notifier, error) {
		n, err := newSystemNotifier()
		return beforeAdd{n, func(folder string) {
			if folder == filepath.Join(p.dir, "new") && !changed.Swap(true) {
				p.write("new/b.toy", "def x def y")
			}
		}}, err
	}}))
	w.looked()
	p.must(os.Rename(p.folderWith("b.toy", "def x"), filepath.Join(p.dir, "new")))
	<-begun // what the look before has found can be asked
	s := &steered{Workspace: w.Workspace, p: p}
	if files, _, fresh := s.names("y", nil); len(files) == 0 && fresh.Complete {
		t.Errorf("while it is looked at again: %+v", fresh)
	}
	close(hold)
	w.looked()
	if files, _, fresh := s.names("y", nil); !slices.Equal(files, []string{"new/b.toy"}) || !fresh.Complete {
		t.Errorf("afterwards y is in %q: %+v", files, fresh)
	}
}

// folderWith makes a folder with a file, elsewhere, and returns its path.
func (p *place) folderWith(name, text string) string {
	other := &place{p.t, p.t.TempDir()}
	other.write(name, text)
	return other.dir
}

// The first look of Watch is enough: what it reads is watched before, so that a question
// that was asked while it ran is answered from it.
func TestAnswerFirstLook(t *testing.T) {
	for _, change := range []bool{false, true} {
		p := &place{t, t.TempDir()}
		p.write("a.toy", "def x")
		p.write("dir/b.toy", "def z")
		known := []*lang.Language{toy()}
		before, err := Open(p.dir, Options{Known: known})
		p.must(err)
		_, err = before.Sync(context.Background())
		p.must(err)
		p.must(before.Close())
		looks := 0
		repo, err := Open(p.dir, Options{Known: known, Progress: func(g Progress) {
			if g.Phase == PhaseScan && g.Total > 0 {
				if looks++; looks == 1 && change { // what was read is another thing now
					p.write("dir/b.toy", "def z def y")
				}
			}
		}})
		p.must(err)
		begun := make(chan struct{})
		w := watch(t, repo, byEvents(WatchOptions{Begun: func() { close(begun) }}))
		<-begun
		s := &steered{Workspace: w.Workspace, p: p}
		files, _, fresh := s.names("y", nil)
		s.check("the first answer", fresh, true, 0)
		p.must(w.stop())
		p.must(repo.Close())
		switch want := []string{"dir/b.toy"}; {
		case change && !slices.Equal(files, want):
			t.Errorf("y is in %q, not in %q, after it was written during the first look", files, want)
		case !change && looks != 1:
			t.Errorf("%d looks for the first answer", looks)
		}
	}
}

// A look that a question waits for is one of Watch, which watches then what the
// state is of: what changes there is told, and no other look is needed.
func TestAnswerWatches(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	s := steer(t, p, "{}")
	s.late = nil // no question is too late
	o := byEvents(WatchOptions{Quiet: testQuiet, MaxDelay: testLimit})
	after := o.After
	o.After = func(d time.Duration) <-chan time.Time {
		if d == testQuiet || d == testLimit {
			return nil // a change alone makes no look
		}
		return after(d)
	}
	w := watch(t, s.Workspace, o)
	w.looked()
	asks := func(path, word string) {
		t.Helper()
		if files, _, fresh := s.names(word, nil); !slices.Equal(files, []string{path}) || !fresh.Complete {
			t.Errorf("%s is in %q: %+v", word, files, fresh)
		}
	}
	before := s.looks
	p.write("a.toy", "def y")
	asks("a.toy", "y")
	asks("a.toy", "y")
	if n := s.looks - before; n != 1 {
		t.Errorf("%d looks for one change", n)
	}
	if known := s.Known(s.Current()); !known.Complete {
		t.Errorf("while Watch tells of changes, what is known is %+v", known)
	}
	for _, word := range []string{"z", "u", "v"} {
		p.write("new/b.toy", "def "+word)
		asks("new/b.toy", word)
	}
	if w.Watching().Unwatched > 0 {
		t.Errorf("%+v", w.Watching())
	}
}
