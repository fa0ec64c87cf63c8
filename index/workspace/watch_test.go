package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"codeintel/index/lang"
)

// patience is how long a test waits for what must come; it is not waited for.
const patience = 30 * time.Second

// byEvents is a clock with which nothing is looked at unless something was told:
// the delays after changes are over at once, the periodic look never comes.
func byEvents(o WatchOptions) WatchOptions {
	o.Interval, o.Poll = 1000*time.Hour, 1000*time.Hour
	o.After = func(d time.Duration) <-chan time.Time {
		if d >= 1000*time.Hour {
			return nil
		}
		c := make(chan time.Time, 1)
		c <- time.Time{}
		return c
	}
	return o
}

// watched is a workspace that is being watched.
type watched struct {
	*Workspace
	t      *testing.T
	states <-chan *State
	// stop ends Watch and waits for it.
	stop func() error
	// patience is that of until.
	patience time.Duration
}

func watch(t *testing.T, w *Workspace, o WatchOptions) *watched {
	t.Helper()
	states, cancel := w.Subscribe()
	ctx, end := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Watch(ctx, o) }()
	stop := sync.OnceValue(func() error {
		end()
		cancel()
		return <-done
	})
	t.Cleanup(func() { _ = stop() })
	return &watched{w, t, states, stop, patience}
}

// until waits for a state for which ok holds; the newest one comes first.
func (w *watched) until(what string, ok func(*State) bool) *State {
	w.t.Helper()
	s := w.waitFor(ok)
	if s == nil {
		w.t.Fatalf("%s: no such state came; %+v", what, w.Watching())
	}
	return s
}

// waitFor is until without an error: nil when no such state came.
func (w *watched) waitFor(ok func(*State) bool) *State {
	late := time.After(w.patience)
	// A look that finds nothing new tells nobody, and yet its state is behind nothing.
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	var s *State
	for next := w.Current(); ; {
		if next != s && ok(next) {
			return next
		}
		s = next
		select {
		case <-again.C:
			next = w.Current()
		case next = <-w.states:
		case <-late:
			return nil
		}
	}
}

// becomes waits for the state of a build from scratch.
func (w *watched) becomes(what string, want *State) {
	w.t.Helper()
	made := stateOf(w.t, want)
	is := func(s *State) bool {
		return bytes.Equal(stateOf(w.t, s), made) && s.Report.same(want.Report)
	}
	if s := w.waitFor(is); s != nil {
		agree(w.t, what, s, want)
		return
	}
	w.t.Errorf("%s: no such state came; %+v", what, w.Watching())
	agree(w.t, what, w.Current(), want)
	s, err := w.Sync(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	if is(s) {
		w.t.Fatalf("%s: it comes when one looks: nothing was told", what)
	}
	agree(w.t, what+", when one looks", s, want)
	w.t.FailNow()
}

// lists waits until the state's list of files is that of a scan.
func (w *watched) lists(what string, want *Scan) {
	w.t.Helper()
	paths := func(s *Scan) (out []string) {
		for i := range s.places.folders {
			out = append(out, s.places.folders[i].path)
		}
		return out
	}
	same := func(f, g File) bool {
		return f.Path == g.Path && f.Why == g.Why && f.stamp == g.stamp && (f.Lang == nil) == (g.Lang == nil) && (f.Lang == nil || f.Lang.Name == g.Lang.Name)
	}
	var why string
	is := func(s *State) bool {
		switch is := s.scan; {
		case !slices.EqualFunc(is.Files, want.Files, same):
			why = fmt.Sprintf("files %+v, want %+v", is.Files, want.Files)
		case !slices.Equal(is.Skipped, want.Skipped) || !slices.Equal(is.Failed, want.Failed) || !slices.Equal(is.Warnings, want.Warnings):
			why = fmt.Sprintf("%+v %+v %q, want %+v %+v %q", is.Skipped, is.Failed, is.Warnings, want.Skipped, want.Failed, want.Warnings)
		case !slices.Equal(paths(is), paths(want)) || !slices.Equal(is.places.others, want.places.others):
			why = fmt.Sprintf("folders %q %q, want %q %q", paths(is), is.places.others, paths(want), want.places.others)
		default:
			return true
		}
		return false
	}
	if w.waitFor(is) == nil {
		w.t.Fatalf("%s: the list is not that of a scan: %s", what, why)
	}
}

// shelf is one with the built-in declarations.
func (d declarations) shelf() *memShelf { return &memShelf{artefacts: maps.Clone(d.m.artefacts)} }

func (d declarations) open(t *testing.T, dir string, opts Options) *Workspace {
	t.Helper()
	w, err := openWith(dir, opts, func(string, func(string)) (shelf, error) { return d.shelf(), nil })
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestWatchScenarios makes each scenario happen to a repository that is watched:
// the state follows without anybody's asking and without a periodic look.
func TestWatchScenarios(t *testing.T) {
	known := builtIn(t)
	for _, sc := range scenarios {
		t.Run(sc.name, func(t *testing.T) {
			t.Parallel()
			p := &place{t, t.TempDir()}
			p.base()
			w := watch(t, known.open(t, p.dir, Options{}), byEvents(WatchOptions{}))
			w.becomes("at first", known.scratch(t, p.dir))
			for _, step := range sc.steps {
				step(p)
				want := known.scratch(t, p.dir)
				w.becomes("after a step", want)
				w.lists("after a step", want.scan)
			}
			if err := w.stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

// ticks is a clock whose periodic looks come when the test says so.
type ticks struct {
	poll chan time.Time
	// quiet: the delay after changes; a nil channel is never over.
	quiet func() <-chan time.Time
}

const (
	testQuiet = 1 * time.Hour
	testLimit = 2 * time.Hour
	testEvery = 1000 * time.Hour
)

func (c *ticks) options() WatchOptions {
	return WatchOptions{Quiet: testQuiet, MaxDelay: testLimit, Interval: testEvery, Poll: testEvery, After: func(d time.Duration) <-chan time.Time {
		switch d {
		case testQuiet:
			if c.quiet != nil {
				return c.quiet()
			}
		case testEvery:
			return c.poll
		}
		now := make(chan time.Time, 1)
		now <- time.Time{}
		return now
	}}
}

// tick makes a periodic look due.
func (w *watched) tick(c *ticks) {
	w.t.Helper()
	select {
	case c.poll <- time.Time{}:
	case <-time.After(patience):
		w.t.Fatalf("nobody waits for the clock; %+v", w.Watching())
	}
}

// small is a notifier with little room.
type small struct {
	notifier
	room *atomic.Int64 // for so many folders
	n    atomic.Int64
}

func (s *small) Add(folder string) error {
	if s.n.Add(1) > s.room.Load() {
		s.n.Add(-1)
		return syscall.ENOSPC
	}
	return s.notifier.Add(folder)
}

// Where there is no room for watches changes are found by looking, users are
// told, and the watches are taken when there is room.
func TestWatchLimit(t *testing.T) {
	known := builtIn(t)
	for _, room := range []int64{-1, 0, 1, 3} {
		p := &place{t, t.TempDir()}
		p.base()
		c := &ticks{poll: make(chan time.Time)}
		o := c.options()
		var left atomic.Int64
		left.Store(room)
		o.open = func() (notifier, error) {
			if left.Load() < 0 {
				return nil, syscall.EMFILE
			}
			n, err := newSystemNotifier()
			return &small{notifier: n, room: &left}, err
		}
		w := watch(t, known.open(t, p.dir, Options{}), o)
		w.becomes("at first", known.scratch(t, p.dir))
		warnings := func(s *State) (n int) {
			for _, text := range s.Report.Warnings {
				if strings.Contains(text, "can't be watched: ") {
					n++
				}
			}
			return n
		}
		w.tick(c)
		w.until("a warning", func(s *State) bool { return warnings(s) == 1 })
		if at := w.Watching(); !at.On || at.Unwatched == 0 || int64(at.Folders) > max(room, 0) {
			t.Errorf("room for %d: %+v", room, at)
		}
		p.write("web/b.ts", "export const found = 1;\n")
		w.tick(c)
		w.becomes("after a periodic look", known.scratch(t, p.dir))
		left.Store(1000)
		w.tick(c)
		s := w.until("no warning", func(s *State) bool { return warnings(s) == 0 })
		if at := w.Watching(); at.Unwatched != 0 || at.Reason != "" {
			t.Errorf("after there is room: %+v", at)
		}
		p.write("app/util.py", "told = 1\n")
		w.becomes("after an event", known.scratch(t, p.dir))
		if s == w.Current() {
			t.Error("the state is the one before")
		}
		if err := w.stop(); err != nil {
			t.Error(err)
		}
	}
}

// A system whose limit is 1, as some containers have it.
func TestWatchSystemLimit(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	p.base()
	c := &ticks{poll: make(chan time.Time)}
	w := watch(t, known.open(t, p.dir, Options{Env: Env{Watches: 1}}), c.options())
	w.becomes("at first", known.scratch(t, p.dir))
	w.tick(c)
	p.write("web/b.ts", "export const found = 1;\n")
	w.tick(c)
	w.becomes("after a periodic look", known.scratch(t, p.dir))
	if at := w.Watching(); at.Folders != 1 || at.Unwatched == 0 || at.Reason == "" {
		t.Errorf("%+v", at)
	}
}

// deaf is a notifier that loses what it should tell.
type deaf struct {
	notifier
	errs   chan error
	events chan fsnotify.Event
}

func (d *deaf) Events() <-chan fsnotify.Event { return d.events }
func (d *deaf) Errors() <-chan error          { return d.errs }

// After an overflow everything is looked at, with new watches.
func TestWatchOverflow(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	p.base()
	first := &deaf{errs: make(chan error), events: make(chan fsnotify.Event)}
	o := byEvents(WatchOptions{})
	opened := 0
	o.open = func() (notifier, error) {
		n, err := newSystemNotifier()
		if opened++; opened > 1 {
			return n, err
		}
		first.notifier = n
		go func() { // what the system tells gets lost
			for range n.Events() {
			}
		}()
		return first, err
	}
	w := watch(t, known.open(t, p.dir, Options{}), o)
	w.becomes("at first", known.scratch(t, p.dir))
	p.write("app/util.py", "lost = 1\n")
	first.errs <- fsnotify.ErrEventOverflow
	w.becomes("after an overflow", known.scratch(t, p.dir))
	p.write("app/util.py", "told = 1\n")
	w.becomes("after an event", known.scratch(t, p.dir))
}

// A periodic look that finds what nobody told makes all watches again.
func TestWatchRepairs(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	p.base()
	c := &ticks{poll: make(chan time.Time)}
	o := c.options()
	opened := 0
	o.open = func() (notifier, error) {
		n, err := newSystemNotifier()
		if opened++; opened > 1 {
			return n, err
		}
		return &deaf{notifier: n, errs: make(chan error), events: make(chan fsnotify.Event)}, err
	}
	w := watch(t, known.open(t, p.dir, Options{}), o)
	w.becomes("at first", known.scratch(t, p.dir))
	w.tick(c)
	p.write("app/util.py", "lost = 1\n")
	w.tick(c)
	w.becomes("after a periodic look", known.scratch(t, p.dir))
	w.tick(c) // comes after the look at the new watches
	p.write("app/util.py", "told = 1\n")
	w.becomes("after an event", known.scratch(t, p.dir))
}

// A burst is one look or a few, not one for each file; changes without end do
// not put the look off for ever.
func TestWatchBurst(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	p.base()
	w := watch(t, known.open(t, p.dir, Options{}), WatchOptions{Interval: testEvery})
	w.becomes("at first", known.scratch(t, p.dir))
	before := w.Watching().Looks
	for i := range 2000 {
		p.write(fmt.Sprintf("many/%d/f%d.toml", i%20, i), fmt.Sprintf("a%d = 1\n", i))
	}
	w.becomes("after a burst", known.scratch(t, p.dir))
	if n := w.Watching().Looks - before; n > 40 {
		t.Errorf("%d looks", n)
	}
	p.remove("many")
	w.becomes("after the burst's end", known.scratch(t, p.dir))
	if err := w.stop(); err != nil {
		t.Error(err)
	}

	c := &ticks{quiet: func() <-chan time.Time { return nil }} // it is never quiet
	w = watch(t, known.open(t, p.dir, Options{}), c.options())
	w.becomes("at first", known.scratch(t, p.dir))
	for i := range 5 {
		p.write("app/util.py", fmt.Sprintf("n = %d\n", i))
		w.becomes("although it is never quiet", known.scratch(t, p.dir))
	}
}

// The folder itself goes and comes back.
func TestWatchRoot(t *testing.T) {
	known := builtIn(t)
	p := &place{t, filepath.Join(t.TempDir(), "root")}
	p.base()
	c := &ticks{poll: make(chan time.Time)}
	w := watch(t, known.open(t, p.dir, Options{}), c.options())
	w.becomes("at first", known.scratch(t, p.dir))
	for _, away := range []func(){
		func() { p.must(os.RemoveAll(p.dir)) },
		func() { p.must(os.Rename(p.dir, p.dir+".old")) },
	} {
		away()
		for w.Watching().Err == nil {
			w.tick(c)
		}
		p.base()
		p.write("app/util.py", "again = 1\n")
		w.tick(c)
		w.becomes("when it is there again", known.scratch(t, p.dir))
		w.tick(c)
		p.write("app/util.py", "told = 1\n")
		w.becomes("after an event", known.scratch(t, p.dir))
	}
}

// Watch ends with its context and with the workspace, and waits for all that it
// started.
func TestWatchEnds(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def a")
	var begun, ended atomic.Int64
	slow := toy()
	extract, started := slow.Extract, make(chan bool, 100)
	slow.Extract = func(ctx context.Context, ps *parser, in lang.Input) (*lang.Facts, error) {
		defer ended.Add(1)
		begun.Add(1)
		if strings.Contains(string(in.Src), "slow") {
			started <- true
		}
		return extract(ctx, ps, in)
	}
	opts := Options{Known: []*lang.Language{slow}}
	for name, end := range map[string]func(*watched){
		"the context": func(w *watched) { _ = w.stop() },
		"the workspace": func(w *watched) {
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		},
	} {
		w := watch(t, known.open(t, p.dir, opts), byEvents(WatchOptions{}))
		w.until("a state", func(s *State) bool { return true })
		if err := w.Watch(context.Background(), WatchOptions{}); !errors.Is(err, ErrWatched) {
			t.Errorf("a second Watch: %v", err)
		}
		// A look is running when the end comes.
		p.write("a.toy", "def a slow hang "+name)
		<-started
		end(w)
		if err := w.stop(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if b, e := begun.Load(), ended.Load(); b != e {
			t.Errorf("%s: %d extractions begun, %d ended", name, b, e)
		}
		if w.Watching().On {
			t.Errorf("%s: it is said to be watched", name)
		}
		p.write("a.toy", "def a")
		_, err := w.Sync(context.Background())
		if closed := name == "the workspace"; errors.Is(err, ErrClosed) != closed {
			t.Errorf("%s: Sync: %v", name, err)
		}
	}
}

// What happens while a look runs is found by the next one.
func TestWatchDuringLook(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def a")
	p.write("b.toy", "def b")
	held, started := make(chan bool), make(chan bool)
	l := toy()
	extract := l.Extract
	l.Extract = func(ctx context.Context, ps *parser, in lang.Input) (*lang.Facts, error) {
		if strings.Contains(string(in.Src), "hold") {
			started <- true
			<-held
		}
		return extract(ctx, ps, in)
	}
	plain := Options{Known: []*lang.Language{toy()}}
	w := watch(t, known.open(t, p.dir, Options{Known: []*lang.Language{l}}), byEvents(WatchOptions{}))
	w.becomes("at first", known.open(t, p.dir, plain).scratch(t))
	p.write("a.toy", "def a hold")
	<-started // b.toy has been listed
	p.write("b.toy", "def c")
	p.write("new/d.toy", "def d")
	old := w.Current()
	p.write("a.toy", "def a")
	held <- true
	w.becomes("after the look", known.open(t, p.dir, plain).scratch(t))
	if s := w.until("the last look", func(s *State) bool { return s.Behind() == 0 }); !s.Complete() || !s.Looked() {
		t.Error("the state is not complete")
	}
	if old.Behind() == 0 {
		t.Error("an old state is said to be up to date")
	}
}

// scratch is the state of a look.
func (w *Workspace) scratch(t *testing.T) *State {
	t.Helper()
	s, err := w.Sync(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What does not count is not looked at.
func TestWatchIgnored(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	p.base()
	p.write("web/node_modules/other/a.js", "")
	p.write(IndexDir+"/x", "")
	w := watch(t, known.open(t, p.dir, Options{}), byEvents(WatchOptions{}))
	w.becomes("at first", known.scratch(t, p.dir))
	s := w.Current()
	list := w.newWatchList(s)
	for name, want := range map[string]bool{
		"app/util.py": true, "app/new.py": true, "app": true, "new": true, ".git": true, ".git/HEAD": true,
		".git/index": true, ".git/info/exclude": true, ".git/config": true, ".gitignore": true, "app/.gitignore": true,
		ConfigFile: true, StateDir: true, "web/node_modules": true,
		".git/index.lock": false, ".git/FETCH_HEAD": false, "run.log": false, "app/run.log": false,
		StateDir + "/.ci-doctor-1": false, "web/node_modules.log": false, IndexDir + "/x": false,
	} {
		if got := list.counts(p.path(name)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for _, folder := range list.all() {
		if folder == p.path("web/node_modules/other") || folder == p.path(".git/objects") || folder == p.path(IndexDir+"/packs") {
			t.Errorf("%s is watched", folder)
		}
	}
}

// late is the system's notifier, which tells nothing while it is held.
type late struct {
	notifier
	hold   sync.Mutex
	events chan fsnotify.Event
	closed chan struct{}
}

func (l *late) open() (n notifier, err error) {
	if l.notifier, err = newSystemNotifier(); err != nil {
		return nil, err
	}
	l.events, l.closed = make(chan fsnotify.Event), make(chan struct{})
	go func() { // ends with the notifier
		for e := range l.notifier.Events() {
			l.wait()
			select {
			case l.events <- e:
			case <-l.closed:
			}
		}
	}()
	return l, nil
}

// wait waits until nobody holds it.
func (l *late) wait() {
	l.hold.Lock()
	defer l.hold.Unlock()
}

func (l *late) Events() <-chan fsnotify.Event { return l.events }

func (l *late) Close() error {
	close(l.closed)
	return l.notifier.Close()
}

// An answer waits until it is told of all that changed before the question, however
// late that is.
func TestAnswerHears(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	repo, err := Open(p.dir, Options{Known: []*lang.Language{toy()}})
	p.must(err)
	defer func() { p.must(repo.Close()) }()
	var source late
	w := watch(t, repo, byEvents(WatchOptions{open: source.open}))
	for tries := time.After(patience); !w.marks.hear(t.Context()); runtime.Gosched() {
		select {
		case <-tries:
			t.Fatalf("nothing is told of; %+v", w.Watching())
		default:
		}
	}
	source.hold.Lock()
	p.write("b.toy", "def y")
	type answer struct {
		files []string
		fresh Freshness
		err   error
	}
	answered := make(chan answer, 1)
	go func() {
		var a answer
		_, a.fresh, a.err = w.Answer(t.Context(), func(s *State) []string {
			a.files = nil
			for _, id := range s.Snapshot.Named("y") {
				a.files = append(a.files, s.Snapshot.Docs()[id.Doc].Path)
			}
			return a.files
		})
		answered <- a
	}()
	for waits := false; !waits; runtime.Gosched() {
		select {
		case a := <-answered:
			t.Fatalf("an answer before anything was told: %+v", a)
		default:
		}
		w.marks.mu.Lock()
		waits = len(w.marks.waiting) == 1
		w.marks.mu.Unlock()
	}
	source.hold.Unlock()
	if a := <-answered; a.err != nil || !slices.Equal(a.files, []string{"b.toy"}) || !a.fresh.Complete {
		t.Errorf("%+v", a)
	}
}

// Readers get whole states, in order, while the repository changes.
func TestWatchReaders(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	opts := Options{Known: []*lang.Language{toy()}}
	p.must(become(p.dir, stepTree(0), func() {}))
	w := watch(t, known.open(t, p.dir, opts), byEvents(WatchOptions{}))
	w.until("a state", func(*State) bool { return true })
	ctx, cancel := context.WithCancel(context.Background())
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			last := uint64(0)
			for ctx.Err() == nil {
				s := w.Current()
				if s.Generation < last {
					t.Errorf("generation %d after %d", s.Generation, last)
				}
				last = s.Generation
				for _, d := range s.Snapshot.Docs() {
					if d.Source == nil {
						continue
					}
					if f := d.Facts(); d.Size > 0 && len(f.Defs) == 0 { // a file is empty before it is written
						t.Errorf("%s: no definition", d.Path)
					}
				}
				if _, err := w.Changed(ctx, s, []string{"dir0/f0.toy", "none"}); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
				_, _, _ = s.Behind(), s.Complete(), w.Watching()
			}
		})
	}
	for n := 1; n <= 8; n++ {
		p.must(become(p.dir, stepTree(n), func() {}))
		w.becomes("after a step", known.open(t, p.dir, opts).scratch(t))
	}
	cancel()
	readers.Wait()
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if err := w.stop(); err != nil {
		t.Error(err)
	}
}
