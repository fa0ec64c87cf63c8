package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// WatchOptions of Watch; the zero value has the defaults.
type WatchOptions struct {
	// Quiet is how long nothing must change before the repository is looked at,
	// so that a burst of changes is one look; 20 ms by default.
	Quiet time.Duration
	// MaxDelay is how long changes without end can put that off; 500 ms by
	// default, and never less than the last look took.
	MaxDelay time.Duration
	// Interval is how long after a look another one is due although no change
	// was told; sync_ttl_hours by default. It is a safety net only.
	Interval time.Duration
	// Poll is the same while not all folders can be watched; 3 s by default, and
	// never less than twenty times what the last look took.
	Poll time.Duration
	// Save is how long nothing must change before what has been found is written;
	// 2 s by default.
	Save time.Duration
	// Begun, when set, is called once the first look is on its way: a question that
	// is asked from then on waits for it.
	Begun func()
	// After is the clock: it sends once a time has passed. nil means time.After.
	After func(time.Duration) <-chan time.Time

	// open makes the source of events; nil means the system's.
	open func() (notifier, error)
}

func (o *WatchOptions) fill() {
	for _, d := range []struct {
		set   *time.Duration
		value time.Duration
	}{
		{&o.Quiet, 20 * time.Millisecond}, {&o.MaxDelay, 500 * time.Millisecond},
		{&o.Poll, 3 * time.Second}, {&o.Save, 2 * time.Second},
	} {
		if *d.set <= 0 {
			*d.set = d.value
		}
	}
	if o.After == nil {
		o.After = time.After
	}
	if o.open == nil {
		o.open = newSystemNotifier
	}
}

// Watching says how changes of a workspace are noticed.
type Watching struct {
	// On: Watch runs, and has looked at the repository.
	On bool
	// Folders are watched; changes in Unwatched ones are found by looking from
	// time to time, for Reason.
	Folders, Unwatched int
	Reason             string
	// Every is how long it takes at most until a change is noticed that nobody
	// tells of.
	Every time.Duration
	// Looks counts how often Watch looked at the repository.
	Looks int
	// Err is why the last look failed, nil when it did not.
	Err error

	// all: every change since the last look began has been told, or will be, of
	// what its state was made of. upTo are the changes that it began after.
	all  bool
	upTo uint64
}

// vouches says whether all that has changed since the look began that the state is
// of is known, and is nothing. s must be newer than what is said here. One of
// a look that began after other changes than the last one of Watch may be made of
// what is not watched yet.
func (s *Watching) vouches(state *State) bool {
	return s.all && state.upTo == s.upTo && state.Behind() == 0
}

// warning is what users should know, or "".
func (s *Watching) warning() string {
	if !s.On || s.Reason == "" {
		return ""
	}
	return fmt.Sprintf("%s can't be watched: %s; changes there are found by looking from time to time", counted(s.Unwatched, "folder"), s.Reason)
}

// Watching says how changes are noticed now.
func (w *Workspace) Watching() Watching {
	if s := w.watching.Load(); s != nil {
		return *s
	}
	return Watching{}
}

// ErrWatched: there is another Watch of the workspace.
var ErrWatched = errors.New("the repository is watched already")

// Watch looks at the repository whenever something changes in it, and from time
// to time, until ctx is done or the workspace is closed; then it returns nil,
// and nothing that it started runs any more. Whoever wants to know of new states
// subscribes. Where the system can't tell of changes they are found by looking;
// Watching says so.
func (w *Workspace) Watch(ctx context.Context, o WatchOptions) error {
	if !w.watched.CompareAndSwap(false, true) {
		return ErrWatched
	}
	defer w.watched.Store(false)
	defer w.watching.Store(nil)
	defer w.watchLooks(false)
	defer w.text.lost()
	defer w.marks.watch(false)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(w.life, cancel)()
	o.fill()
	w.looks.looksNow()
	defer w.looks.looked()
	if o.Begun != nil {
		o.Begun()
	}
	v := &watcher{w: w, o: o, pending: map[string]uint64{}, during: map[string]fsnotify.Op{}, lost: map[string]bool{}, news: &news{}}
	v.run(ctx)
	return nil
}

// watcher is a running Watch. One goroutine takes events, and one at a time
// looks.
type watcher struct {
	w *Workspace
	o WatchOptions

	n    notifier   // nil when there is none
	none error      // why there is none
	list *watchList // of the last look; nil before
	scan *Scan      // of the last look; nil before
	news *news
	have map[string]bool // folders that are watched; the running look's own

	pending    map[string]uint64      // what changed, and the number of that change
	during     map[string]fsnotify.Op // what was told during a look
	lost       map[string]bool        // folders that may not be those that are watched
	anew       bool                   // all watches must be made again
	told       bool                   // something was told since the last look began
	generation uint64                 // of the last look; 0 before
	took       time.Duration          // by the last look
	status     Watching
}

// maxTold bounds what is remembered of changes.
const maxTold = 1 << 16

// outcome is what a look found.
type outcome struct {
	state   *State // nil when it failed
	err     error
	list    *watchList
	took    time.Duration
	added   int // folders that are watched and were not before
	without int // folders that are not watched
	reason  string
	lost    map[string]bool // folders whose watches are still to be made again
	remote  bool            // other machines change the files
	saved   bool            // there was no look: what was found is written
	asked   *nextLook       // the look that questions wait for, which this is; nil for none
}

func (v *watcher) run(ctx context.Context) {
	var looks sync.WaitGroup
	results := make(chan outcome, 2) // of a look, and of what is written meanwhile
	defer func() {
		looks.Wait()
		close(results)
		for r := range results {
			r.asked.end(r.state, r.err)
		}
		v.close()
		_ = v.w.Save(v.w.life) // Close does it otherwise
	}()
	var quiet, limit, next, save, rest <-chan time.Time // rest: nil when a refresh may begin
	due, looking, byClock, saving, keeping := true, false, false, false, false
	change := func(name string) {
		v.note(name)
		if quiet = v.o.After(v.o.Quiet); limit == nil {
			limit = v.o.After(max(v.o.MaxDelay, v.took))
		}
	}
	for ctx.Err() == nil {
		if (due || v.w.looks.waited()) && !looking && rest == nil {
			due, looking, quiet, limit, next = false, true, nil, nil, nil
			v.w.looks.looksNow()
			v.w.crowd.begin(v.w.opts.now())
			look := v.prepare(byClock)
			looks.Go(func() { results <- look(ctx) })
		}
		if saving && !looking && !keeping {
			saving, keeping = false, true
			looks.Go(func() { results <- outcome{saved: true, err: v.save(ctx)} })
		}
		var events <-chan fsnotify.Event
		var errs <-chan error
		if v.n != nil {
			events, errs = v.n.Events(), v.n.Errors()
		}
		select {
		case <-ctx.Done():
		case e := <-events:
			if e.Op == 0 {
				continue // nothing, of a watch that is gone
			}
			mark, again := v.w.marks.tell(e)
			if mark {
				continue
			}
			v.news.add(e)
			again = v.w.text.tell(e) || again
			if looking {
				v.during[e.Name] |= e.Op
				if len(v.during) > maxTold {
					clear(v.during)
					v.anew = true
				}
			}
			// Which of what is told during the first look counts its list will say.
			first := looking && v.list == nil
			if !first && v.event(e) || again {
				if change(e.Name); looking {
					v.w.crowd.change(v.w.opts.now())
				}
			}
		case err := <-errs:
			if err != nil {
				v.anew = true // what it did not tell is not known: its queue was full
				v.news.lose()
				v.w.marks.watch(false)
				v.w.text.lost()
				change("")
			}
		case <-v.w.looks.wanted:
		case <-v.w.text.nudge:
			due = true
		case <-v.w.text.save:
			save = v.o.After(v.o.Save)
		case <-quiet:
			due = true
		case <-limit:
			due = true
		case <-next:
			due, byClock = true, true
		case <-rest:
			rest = nil
		case <-save:
			save, saving = nil, true
		case r := <-results:
			if r.saved {
				keeping = false
				continue
			}
			looking = false
			save = v.o.After(v.o.Save)
			silent := byClock && !v.told && v.generation != 0 && r.state != nil && r.state.Generation != v.generation
			v.learn(r)
			if byClock {
				v.w.text.doubted()
			}
			overtaken := false
			for name, op := range v.during {
				if v.event(fsnotify.Event{Name: name, Op: op}) {
					overtaken = true
					if v.pending[name] == 0 {
						change(name) // the list before the look did not know it
					}
				}
			}
			clear(v.during)
			v.w.crowd.end(overtaken)
			if d := v.w.crowd.rest(r.took); d > 0 {
				rest = v.o.After(d)
			}
			if silent {
				v.anew = true // nobody told of this change: a watch is broken
			}
			warned := v.status.warning()
			v.finish(r) // when all that was told is known
			v.w.looks.looked()
			r.asked.end(r.state, r.err)
			// What changed in new folders before is not known; and what users should know now
			// the next state says.
			due = due || r.state != nil && (r.added > 0 || silent || v.status.warning() != warned)
			byClock = false
			next = v.o.After(v.status.Every)
		}
	}
}

// note remembers a change that no look has found yet.
func (v *watcher) note(name string) {
	v.told = true
	if n, ok := v.pending[name]; !ok || n <= v.w.begun.Load() {
		if len(v.pending) >= maxTold {
			clear(v.pending)
		}
		v.pending[name] = v.w.noticed.Add(1)
	}
}

// event says whether what was told counts.
func (v *watcher) event(e fsnotify.Event) bool {
	if v.list == nil {
		return true
	}
	if v.list.folders[e.Name] != nil || v.list.others[e.Name] {
		switch {
		case e.Has(fsnotify.Rename):
			v.anew = true // its watch, and those below it, go with the folder
		case e.Has(fsnotify.Remove), e.Has(fsnotify.Create):
			v.lost[e.Name] = true
		}
	}
	return v.list.counts(e.Name)
}

func (v *watcher) close() {
	if v.n != nil {
		_ = v.n.Close() // what it had to tell is not asked for any more
		v.n = nil
	}
}

// prepare returns the next look, to run in a goroutine of its own: the notifier
// must be listened to meanwhile. One by the clock takes nobody's word for what did not
// change.
func (v *watcher) prepare(byClock bool) (look func(context.Context) outcome) {
	sure := v.status.all && !v.anew && len(v.lost) == 0 && !byClock
	if v.anew || v.n == nil {
		v.w.marks.watch(false)
		v.w.text.lost()
		v.close()
		v.n, v.none = v.o.open()
		if v.none != nil {
			v.n = nil
		}
		v.have = map[string]bool{}
	}
	n, none, have, lost := v.n, v.none, v.have, v.lost
	v.lost, v.anew, v.told = map[string]bool{}, false, false
	v.pending = map[string]uint64{}
	texts := v.w.text.prepare()
	asked := v.w.looks.take()
	sure = sure && (asked == nil || !asked.whole)
	since := &since{marks: v.w.marks, news: v.news}
	var watch *early
	switch {
	case n == nil:
	case len(have) == 0:
		watch = newEarly(n, have, v.w.opts.Env.Watches)
		watch.folder(v.w.marks.dir)
	case sure:
		since.scan, since.list = v.scan, v.list
		watch = newFolders(n, have, v.w.opts.Env.Watches)
	}
	return func(ctx context.Context) (r outcome) {
		if r.asked = asked; asked != nil {
			ctx = context.Background() // others wait for it, whether this Watch ends or not
		}
		began := time.Now()
		r.state, r.err = v.w.sync(ctx, watch, since, false)
		if r.err != nil {
			r.lost = lost
			return r
		}
		r.list = v.w.newWatchList(r.state)
		for name := range texts {
			r.list.watch(name)
		}
		if n == nil {
			r.without, r.reason = len(r.list.folders), none.Error()
		} else {
			r.added, r.without, r.reason = r.list.take(n, have, lost, v.w.opts.Env.Watches, v.w.text.drop)
		}
		if r.reason == "" && remote(v.w.root) {
			r.remote = true
			r.without, r.reason = len(r.list.folders), "the file system is shared with other machines"
		}
		r.took = time.Since(began)
		return r
	}
}

// learn takes what a look found.
func (v *watcher) learn(r outcome) {
	if r.state != nil {
		v.list, v.scan, v.took, v.generation = r.list, r.state.scan, r.took, r.state.Generation
	}
	for name := range r.lost {
		v.lost[name] = true
	}
}

// finish says how changes are noticed after a look.
func (v *watcher) finish(r outcome) {
	s := &v.status
	s.Looks++
	s.Err, s.Every = r.err, v.o.Poll
	told := r.state != nil && v.n != nil && !v.anew && !r.remote && v.have[v.w.marks.dir] && !v.lost[v.w.marks.dir]
	if s.all = told && r.reason == "" && r.added == 0; s.all {
		s.upTo = r.state.upTo
	}
	if r.state != nil {
		s.On, s.Unwatched, s.Reason = true, r.without, r.reason
		s.Folders = max(len(r.list.folders)-r.without, 0)
		s.Every = max(v.o.Poll, 20*r.took)
		switch {
		case r.reason != "":
		case v.o.Interval > 0:
			s.Every = v.o.Interval
		default:
			s.Every = max(s.Every, r.state.config.SyncTTL)
		}
	}
	v.w.marks.watch(told)
	v.w.watchLooks(told && r.reason == "")
	shown := *s
	v.w.watching.Store(&shown) // at last: who sees it may make marks at once
	if r.state == nil || v.n == nil || r.remote {
		v.w.text.watches(nil)
	} else {
		v.w.text.watches(v.have)
	}
}

// save writes what has been found.
func (v *watcher) save(ctx context.Context) error {
	v.w.opts.Turns.Yield(ctx)
	err := v.w.Save(ctx)
	if v.w.text.due() {
		err = errors.Join(err, v.w.KeepText(ctx))
	}
	return err
}

// take makes the watches those of the list. have are those that there are; those
// of lost folders and below are made again. limit is how many all programs of
// the user may have, 0 when it is not known; drop is told of folders before they
// are not watched any more.
func (l *watchList) take(n notifier, have, lost map[string]bool, limit int, drop func(string)) (added, without int, why string) {
	within := func(name string) bool {
		for len(lost) > 0 {
			if lost[name] {
				return true
			}
			above := filepath.Dir(name)
			if above == name {
				break
			}
			name = above
		}
		return false
	}
	for name := range have {
		if l.folders[name] == nil && !l.others[name] || within(name) {
			drop(name)
			_ = n.Remove(name) // it may be gone already
			delete(have, name)
		}
	}
	full := false
	for _, name := range l.all() {
		if have[name] {
			continue
		}
		var err error
		if full = full || !room(len(have), limit); full {
			err = syscall.ENOSPC
		} else {
			err = n.Add(name)
		}
		if err == nil {
			have[name] = true
			added++
			continue
		}
		full = full || noRoom(err)
		// Nobody can see into a folder that is gone or forbidden.
		if l.folders[name] == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
			continue
		}
		if without++; why == "" {
			if why = reason(err); full {
				why = "the system's limit is reached"
			}
		}
	}
	return added, without, why
}

// room says whether one more folder than have may be watched; limit is that of
// take.
func room(have, limit int) bool { return limit <= 0 || have < limit-limit/4 } // other programs watch too
