package workspace

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"codeintel/index/workspace/turns"
)

// Freshness says how far an answer can be trusted.
type Freshness struct {
	// Generation of the state that was asked.
	Generation uint64
	// Behind is how many changes are known that the state has not; there may be
	// more where the answer is not Complete.
	Behind int
	// Complete: the state is of a look that began after the question was asked,
	// or that all changes since were told to have found nothing; all files were
	// read whole, and those of the answer are what they were. Else Why says why
	// not, on one line.
	Complete bool
	Why      string
	// Stale are the files of the answer that are not any more what the state has
	// of them, sorted: what the answer says of them may be wrong.
	Stale []string
	// Indexed are the files that the first index has, Of those that it will have;
	// both are 0 once there is one.
	Indexed, Of int
}

// maxAsked is how often a question is asked again because files of its answer
// changed meanwhile.
const maxAsked = 3

// Answer calls ask with a state of the repository, and then looks at the files
// that ask says its answer is from, those that the question names included. When
// some have changed, what has changed is indexed and ask is called again; what
// can't be brought up to date is named. So no answer is silently of the past.
//
// The state is that of a look that begins now, as the settings have it:
// sync_on_start, sync_ttl_hours and sync_timeout_seconds. While Watch runs and
// knows of no change no look is needed. It fails as Sync does, but where there is
// an earlier state that is asked instead.
func (w *Workspace) Answer(ctx context.Context, ask func(*State) (files []string)) (*State, Freshness, error) {
	return w.answer(ctx, ask, nil)
}

// answer is Answer of states with drafts, where there are some.
func (w *Workspace) answer(ctx context.Context, ask func(*State) (files []string), drafts *drafted) (*State, Freshness, error) {
	config := w.opts.Config
	if config == nil {
		var err error
		if config, err = FindConfig(w.root, w.known); err != nil {
			return nil, Freshness{}, err
		}
	}
	wait := w.allow(ctx, config)
	wait.own = drafts != nil && drafts.unlinked
	s, why, err := w.ready(ctx, config, wait)
	if err == nil && drafts != nil && !s.Looked() && why == "" {
		s, why, err = w.lookNow(ctx, wait)
	}
	for n := 1; err == nil; n++ {
		if s, why, err = w.awaitText(ctx, s, why, n == maxAsked, wait); err != nil {
			break
		}
		last := n == maxAsked || why != ""
		var files, stale []string
		// What was answered from is believed only if it was whole all the time.
		whole := true
		read := func(read func() error) error {
			end := w.reading(s)
			defer func() { whole = end() && whole }()
			return read()
		}
		err = read(func() (err error) {
			s, why, err = drafts.on(ctx, s, why)
			return err
		})
		if err == nil {
			err = read(func() error {
				return w.guardRot(func() (err error) {
					files, err = inTurn(ctx, s, ask)
					return err
				})
			})
		}
		whole = w.stayedSound() && whole && (err != nil || len(s.lost()) == 0)
		if err != nil && (whole || last || ctx.Err() != nil) {
			break
		}
		if err == nil {
			slices.Sort(files)
			if stale, err = w.changed(ctx, s, slices.Compact(files), false); err != nil {
				break
			}
			if len(stale) == 0 && !s.unsettled && whole || last {
				if !whole && len(s.lost()) == 0 || !w.sound() {
					why = cmp.Or(why, "the index on disk was damaged meanwhile")
				}
				return s, s.freshness(why, stale), nil
			}
		}
		if err == nil && whole && w.crowd.crowded() {
			// The state is of a moment after the question came, and the next refresh would
			// be overtaken by changes, too.
			return s, s.freshness("", stale), nil
		}
		s, why, err = w.lookNow(ctx, wait)
	}
	return nil, Freshness{}, err
}

// inTurn calls ask once the question has a place to be answered in. The error is the
// context's.
func inTurn(ctx context.Context, s *State, ask func(*State) []string) ([]string, error) {
	done, err := turns.Take(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	return slices.Clone(ask(s)), nil
}

// Freshness of the state as such, no file of it being looked at.
func (s *State) Freshness() Freshness { return s.freshness("", nil) }

// Known is the Freshness of a state for those who don't ask the disk: it is complete
// only where Watch would have told of a change.
func (w *Workspace) Known(s *State) Freshness {
	watching := w.Watching()
	if s.Looked() && watching.On && watching.Err == nil && watching.vouches(s) {
		return s.Freshness()
	}
	return s.freshness("what has changed since the last look may not be known; a question looks first", nil)
}

// freshness of an answer from the state; why is why that was not brought up to
// date, "" when it was.
func (s *State) freshness(why string, stale []string) Freshness {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if why != "" {
		add("%s", why)
	}
	if n := len(stale); n > 0 {
		add("%s of the answer changed meanwhile", counted(n, "file"))
	}
	if s.drafts != nil && len(s.drafts.pending) > 0 {
		add("what %s configures or declares counts when it is saved", strings.Join(s.drafts.pending, ", "))
	}
	if s.unsettled {
		add("files changed while they were indexed")
	}
	if lost := s.lost(); len(lost) > 0 {
		add("%s", lostText(lost))
	}
	failed := len(s.Report.Failed)
	for _, f := range s.Report.Failed {
		if f.Stage == stageImport {
			add("%s", f.Err)
			failed--
		}
	}
	if failed > 0 {
		add("%s failed", counted(failed, "file"))
	}
	cut := 0
	for _, c := range s.Report.Coverage {
		cut += c.Truncated
	}
	if cut > 0 {
		add("%s read in part", counted(cut, "file"))
	}
	return Freshness{
		Generation: s.Generation, Behind: max(s.Behind(), len(stale)),
		Complete: len(parts) == 0, Why: strings.Join(parts, "; "), Stale: stale,
	}
}

// ready is the state to answer from; why says why it may be of the past.
func (w *Workspace) ready(ctx context.Context, config *Config, wait *allowance) (s *State, why string, err error) {
	if s := w.Current(); s != nil && !w.sound() {
		return w.lookUntil(ctx, wait, true)
	} else if s != nil {
		if !s.Looked() && !config.SyncOnStart && w.opts.now().Sub(s.At) < config.SyncTTL {
			return s, "the index is of " + s.time() + ", and sync_on_start is false", nil
		}
		// A look that runs, and is told of all that has changed since it began, is as good
		// as the next one.
		for look, waited := w.looks.present(), false; ; waited = true {
			if s := w.vouched(ctx); s != nil {
				return s, "", nil
			}
			if waited || look == nil {
				break
			}
			if in, err := wait.wait(ctx, look); err != nil {
				return nil, "", err
			} else if !in {
				s := w.Current()
				return s, wait.why(s), nil
			}
		}
	}
	return w.lookUntil(ctx, wait, false)
}

// vouched is the current state where Watch knows that it is true, else nil.
func (w *Workspace) vouched(ctx context.Context) *State {
	watching := w.Watching()
	if s := w.Current(); !s.Looked() || !watching.On || watching.Reason != "" || watching.Err != nil || !w.marks.hear(ctx) {
		return nil
	}
	// What has changed is known some time after it did, unless it is waited for.
	watching = w.Watching() // before the state, which must not be an earlier one
	if s := w.Current(); watching.vouches(s) {
		return s
	}
	return nil
}

// crowdedPatience is how long a question waits for refreshes while files change faster
// than they can be indexed, if sync_timeout_seconds is not less.
const crowdedPatience = 300 * time.Millisecond

// allowance is how long one question waits for refreshes, all of them together, when
// there is an earlier state to answer from. It is for one goroutine.
type allowance struct {
	w      *Workspace
	config *Config
	most   time.Duration
	// crowded: files change faster than they can be indexed.
	crowded bool
	// asked: the question itself allows no more than most. own: it is about the text in an
	// editor, and does not wait while refreshes are crowded.
	asked, own bool
	late       <-chan time.Time // nil until there is a state
}

// allow returns the allowance of a question that begins now: sync_timeout_seconds, or less
// where the question has a deadline, of which a fifth is left for the answer.
func (w *Workspace) allow(ctx context.Context, config *Config) *allowance {
	a := &allowance{w: w, config: config, most: config.SyncTimeout}
	if deadline, ok := ctx.Deadline(); ok {
		if left := deadline.Sub(w.opts.now()) * 4 / 5; left < a.most {
			a.most, a.asked = max(left, 0), true
		}
	}
	return a
}

// wait waits until done is closed, and returns false where the question does not wait any
// longer before that: then there is a state to answer from. Once refreshes are crowded it
// waits for crowdedPatience more. The error is the context's.
func (a *allowance) wait(ctx context.Context, done <-chan struct{}) (bool, error) {
	for {
		if !a.crowded && a.w.crowd.crowded() {
			a.crowded = true
			if a.own {
				a.most, a.asked, a.late = 0, false, nil
			} else if crowdedPatience < a.most {
				a.most, a.asked, a.late = crowdedPatience, false, nil
			}
		}
		if a.late == nil && a.w.Current() != nil {
			a.late = a.w.opts.afterTime(a.most)
		}
		var soon <-chan struct{}
		if !a.crowded {
			soon = a.w.crowd.soon()
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-done:
			return true, nil
		case <-soon:
		case <-a.late:
			select {
			case <-done: // both at once
				return true, nil
			default:
				return false, nil
			}
		}
	}
}

// why is why an answer is of the state although it may be of the past.
func (a *allowance) why(s *State) string {
	switch {
	case a.asked:
		return fmt.Sprintf("looking for changes takes longer than the question may wait; the answer is of %s", s.time())
	case a.most < a.config.SyncTimeout:
		return fmt.Sprintf("files change faster than they can be indexed; the answer is of %s", s.time())
	}
	return fmt.Sprintf("looking for changes takes more than sync_timeout_seconds = %g (raise it, or run 'ci index'); the answer is of %s", a.config.SyncTimeout.Seconds(), s.time())
}

// time is when the state was true, for users.
func (s *State) time() string { return s.At.UTC().Format(time.RFC3339) }

// lookNow waits for a look at all files that begins from now on, as long as wait allows
// if there is an earlier state.
func (w *Workspace) lookNow(ctx context.Context, wait *allowance) (s *State, why string, err error) {
	return w.lookUntil(ctx, wait, true)
}

// lookUntil is lookNow; unless it is whole, what Watch vouches for is not looked at.
func (w *Workspace) lookUntil(ctx context.Context, wait *allowance, whole bool) (s *State, why string, err error) {
	l := w.join(whole)
	if in, err := wait.wait(ctx, l.done); err != nil {
		return nil, "", err
	} else if !in {
		s := w.Current()
		return s, wait.why(s), nil
	}
	if l.err == nil {
		return l.state, "", nil
	}
	if s := w.Current(); s != nil && w.life.Err() == nil {
		return s, fmt.Sprintf("the repository can't be looked at (%s); the answer is of %s", reason(l.err), s.time()), nil
	}
	return nil, "", l.err
}

func (o *Options) afterTime(d time.Duration) <-chan time.Time {
	if o.after != nil {
		return o.after(d)
	}
	return time.After(d)
}

// looks are Syncs that questions wait for. However many wait, one runs and one
// is next. Where Watch tells of all changes it is Watch that looks: so it watches
// what the state is of, and needs no look of its own afterwards.
type looks struct {
	mu      sync.Mutex
	next    *nextLook // not begun yet
	running bool
	watched bool          // Watch begins the next one
	wanted  chan struct{} // is told then that there is one; has room for one
	now     chan struct{} // closed when the look of Watch that runs is over; nil when none does
	closed  bool
	group   sync.WaitGroup
}

type nextLook struct {
	whole bool          // nobody's word is taken for what did not change
	done  chan struct{} // closed when what follows is there
	state *State
	err   error
}

// end hands out what a look has found; n may be nil.
func (n *nextLook) end(s *State, err error) {
	if n != nil {
		n.state, n.err = s, err
		close(n.done)
	}
}

// join returns the look that begins next; whole has it look at all files.
func (w *Workspace) join(whole bool) *nextLook {
	l := &w.looks
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.next != nil {
		l.next.whole = l.next.whole || whole
		return l.next
	}
	n := &nextLook{whole: whole, done: make(chan struct{})}
	if l.closed {
		n.end(nil, ErrClosed)
		return n
	}
	l.next = n
	if l.watched {
		ask(l.wanted)
	} else {
		w.beginLooks()
	}
	return n
}

// beginLooks has somebody make the look that is next; the mutex of looks is held.
func (w *Workspace) beginLooks() {
	if l := &w.looks; !l.running {
		l.running = true
		l.group.Go(w.runLooks)
	}
}

// watchLooks says whether Watch begins the looks from now on.
func (w *Workspace) watchLooks(on bool) {
	l := &w.looks
	l.mu.Lock()
	defer l.mu.Unlock()
	l.watched = on
	switch {
	case l.next == nil:
	case on:
		ask(l.wanted)
	case l.closed:
		l.next.end(nil, ErrClosed)
		l.next = nil
	default:
		w.beginLooks()
	}
}

// looksNow says that Watch looks, or is about to.
func (l *looks) looksNow() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now == nil {
		l.now = make(chan struct{})
	}
}

// looked says that what Watch has looked at is known.
func (l *looks) looked() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now != nil {
		close(l.now)
		l.now = nil
	}
}

// present is closed once the look of Watch is over that runs now; nil when none does.
func (l *looks) present() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

// waited says whether somebody waits for a look that Watch begins.
func (l *looks) waited() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.watched && l.next != nil
}

// take returns the look that is next, for the caller to make; nil when nobody
// waits for one.
func (l *looks) take() *nextLook {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.next
	l.next = nil
	return n
}

// runLooks runs looks until nobody waits for one. They end with the workspace.
func (w *Workspace) runLooks() {
	l := &w.looks
	for {
		l.mu.Lock()
		n := l.next
		l.next, l.running = nil, n != nil
		l.mu.Unlock()
		if n == nil {
			return
		}
		n.end(w.Sync(context.Background()))
	}
}

// enter says whether something may begin that end must wait for, until it calls
// group.Done.
func (l *looks) enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	l.group.Add(1)
	return true
}

// end waits for the looks of a workspace that is being closed.
func (l *looks) end() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.group.Wait()
}

// Changed says which of the files that an answer is from are not any more what
// the state has of them, in the order given. It looks at the disk: a file's size
// and times count where they can be trusted, else its content; of a file that is
// not indexed the former only. A path that the state does not have is changed
// when there is something. The error is the context's, or that the folder can't
// be opened.
//
// In a state of Edits it is their texts that count, where a file has one.
func (w *Workspace) Changed(ctx context.Context, s *State, paths []string) (changed []string, err error) {
	return w.changed(ctx, s, paths, true)
}

// changed is Changed; without edited the texts of Edits count as they were.
func (w *Workspace) changed(ctx context.Context, s *State, paths []string, edited bool) (changed []string, err error) {
	var texts map[string]*draft
	if s.drafts != nil && edited {
		texts = s.drafts.now()
	}
	root, err := os.OpenRoot(w.root)
	if err != nil {
		return nil, err
	}
	look := &stater{root: root}
	defer look.close()
	for i, p := range paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		more := i+1 < len(paths) && filepath.Dir(paths[i+1]) == filepath.Dir(p)
		is, was := texts[p], s.draft(p)
		differs := false
		switch {
		case was != nil && !edited:
		case was != nil && is == nil:
			differs = !hasText(root, p, was.text)
		case was != nil:
			differs = !is.same(was)
		case is != nil:
			differs = s.differs(p, is)
		default:
			differs = s.changed(look, p, more)
		}
		if differs {
			changed = append(changed, p)
		}
	}
	return changed, nil
}

// stater asks for the stamps of files below a root, fast where several that follow one
// another are in one folder.
type stater struct {
	root   *os.Root
	dir    string
	folder *os.Root // dir, where it is open
}

// lstat is os.Root.Lstat; more says that one in the same folder follows.
func (l *stater) lstat(name string, more bool) (fs.FileInfo, error) {
	dir := filepath.Dir(name)
	if l.folder != nil && l.dir != dir {
		l.folder.Close() // nothing was written
		l.folder = nil
	}
	if l.folder == nil && more && dir != "." {
		if folder, err := l.root.OpenRoot(dir); err == nil {
			l.dir, l.folder = dir, folder
		}
	}
	if l.folder != nil {
		return l.folder.Lstat(filepath.Base(name))
	}
	return l.root.Lstat(name)
}

func (l *stater) close() {
	if l.folder != nil {
		l.folder.Close() // nothing was written
	}
	l.root.Close()
}

// changed says of a path whether the disk has something else than the state; more: see
// stater.
func (s *State) changed(look *stater, path string, more bool) bool {
	name := filepath.FromSlash(path)
	info, err := look.lstat(name, more)
	n, known := s.Snapshot.Doc(path)
	if !known {
		return err == nil
	}
	d := s.Snapshot.Docs()[n]
	switch {
	case err != nil || !info.Mode().IsRegular():
		return true
	case newStamp(info) == stampAt(s.stamps, int(n)):
		return false
	case d.Source == nil:
		return true // no more is known of it
	}
	f, err := look.root.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return true
	}
	data, err := readOpen(f, d.Size)
	return err != nil || sha256.Sum256(data) != d.Hash
}
