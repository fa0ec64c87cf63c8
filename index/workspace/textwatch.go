package workspace

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/fsnotify/fsnotify"

	"codeintel/index/workspace/turns"
)

// SearchText is Search in a workspace: it finds the same lines, with the index of
// the text that the workspace keeps. Config, Env and Index of opts are not used.
//
// It is confined to the repository: a path that leads out of it by a symbolic link
// fails with ErrOutside, and files are called what they are called without links.
// Git's own files, and those of the workspace that git does not see, are not
// searched whatever the options.
//
// While Watch runs it is not the disk that is asked what has changed: Watch
// watches the folders that a search walks from the first search on, and tells the
// next ones. So those read only the files that may have a match. What nobody
// watches is looked at as Search does: all of it at first, after a change that was
// lost, and after the periodic look of Watch.
//
// A file is looked at once more when what is found in it is handed out, and
// searched anew if it has changed since it was read; one that does not come to
// rest is named in the Freshness, which is otherwise complete when every file
// could be searched. Its Generation is that of the workspace's state, 0 when there
// is none.
func (w *Workspace) SearchText(ctx context.Context, q TextQuery, opts TextOptions, emit func(*TextFile) bool) (*TextReport, Freshness, error) {
	if w.life.Err() != nil {
		return nil, Freshness{}, ErrClosed
	}
	opts.Config, opts.Env, opts.Index = w.opts.Config, w.opts.Env, nil
	if opts.Path != "" {
		at, err := w.Locate(filepath.ToSlash(opts.Path))
		switch {
		case err != nil:
			return nil, Freshness{}, fmt.Errorf("%s: %w", opts.Path, err)
		case ownPath(at.Path):
			return nil, Freshness{}, fmt.Errorf("%s: %w", opts.Path, ErrOutside)
		case !at.Exists:
			return nil, Freshness{}, fmt.Errorf("%s: %w", opts.Path, fs.ErrNotExist)
		}
		opts.Path = at.Path
	}
	s, err := newTextSearch(ctx, w.root, q, opts, w.known)
	if err != nil {
		return nil, Freshness{}, err
	}
	s.check, s.buffers = true, &w.text.buffers
	state := w.Current()
	if opts.Unsaved {
		if state, err = w.unsavedTexts(ctx, s); err != nil {
			return nil, Freshness{}, err
		}
	}
	done, err := turns.Take(ctx)
	if err != nil {
		return nil, Freshness{}, err
	}
	defer done()
	if !s.single {
		done, err := w.text.look(s)
		if err != nil {
			return nil, Freshness{}, err
		}
		defer done()
	}
	s.run(func(f *TextFile) bool { return ownPath(f.Path) || emit(f) })
	if err := ctx.Err(); err != nil {
		return nil, Freshness{}, err
	}
	return s.report, s.freshness(state), nil
}

// unsavedTexts has a search be of the texts that editors have.
func (w *Workspace) unsavedTexts(ctx context.Context, s *textSearch) (*State, error) {
	wanted, err := PathFilter(s.opts.Path, s.opts.Globs, s.opts.Types, s.opts.NotTypes)
	if err != nil {
		return nil, err
	}
	state, _, err := w.AnswerUnsaved(ctx, func(state *State) []string {
		s.texts, s.added = nil, nil
		if d := state.drafts; d != nil {
			s.texts = d.texts
			for _, path := range d.added {
				if wanted(path) && !s.single {
					s.added = append(s.added, path)
				}
			}
		}
		return nil
	})
	return state, err
}

// ownPath says whether a file, relative to the root, is one of git's own, or of those
// in the state folder that git does not see. File systems may not tell a from A.
func ownPath(p string) bool {
	names := strings.Split(p, "/")
	if slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, ".git") }) {
		return true
	}
	return len(names) > 1 && strings.EqualFold(names[0], StateDir) && !slices.Contains([]string{".gitignore", "config.json", "agreements", "learned_pairs.json"}, names[1])
}

// freshness of what a search has found; state may be nil.
func (s *textSearch) freshness(state *State) Freshness {
	var parts []string
	if n := len(s.stale); n > 0 {
		parts = append(parts, counted(n, "file")+" of the answer changed meanwhile")
	}
	if n := len(s.report.Failed); n > 0 {
		parts = append(parts, counted(n, "file")+" failed")
	}
	slices.Sort(s.stale)
	f := Freshness{Behind: len(s.stale), Complete: len(parts) == 0, Why: strings.Join(parts, "; "), Stale: s.stale}
	if state != nil {
		f.Generation = state.Generation
	}
	return f
}

// textWatch is what Watch does for the searches of a workspace: it is told what
// changes in the folders that they walk. It is safe for concurrent use.
type textWatch struct {
	w *Workspace

	buffers sync.Pool // of searches
	hidden  atomic.Pointer[hiddenFiles]

	turn turn      // taken while a search finds out what has changed
	last *textView // what the last one knew; nil for nothing

	mu   sync.Mutex
	kept *openedText // nil when there is none
	at   stamp       // of the file that names the published index
	// wanted are the folders to watch, by absolute path; nil until somebody
	// searches. nudge asks Watch to look at them.
	wanted map[string]bool
	nudge  chan struct{}
	// have are the folders that are watched, but for those in and below gone, which
	// may not be those that they were; nil when nobody watches. fresh are those that
	// have gone since the look that runs began.
	have, gone, fresh map[string]bool
	published         int // how often have was made
	// told is what was told since the last search asked; nil when that is not
	// known. epoch counts how often what was known before was no longer.
	told  map[string]fsnotify.Op
	epoch int
	// unread is how many files were to be read because they have changed when a
	// search asked last, all of them where there was no index. tried is what it was
	// when the index was last brought up to date. save asks Watch to do so.
	unread, tried int
	save          chan struct{}
}

// openedText is an index that is closed when nobody uses it.
type openedText struct {
	*KeptText
	uses int
}

// textView is what the files of a workspace were when a search asked. It is
// immutable.
type textView struct {
	kept    *openedText // nil for none
	outside [sha256.Size]byte
	// sure: somebody watched over all that is not in loose or changed.
	sure      bool
	published int // of what was watched
	list      *textList
	loose     map[string]bool       // folders, by path
	changed   map[*textEntry]string // files that may not be as they are indexed, with their paths
	repos     []*textFolder         // whose rules don't lie in the folders of the list only
	failed    []Failure             // folders
	order     []searched            // what a search without options looks at
}

func newTextWatch(w *Workspace) *textWatch {
	return &textWatch{w: w, turn: newTurn(), nudge: make(chan struct{}, 1), save: make(chan struct{}, 1)}
}

// dir is the folder in which the index is published.
func (t *textWatch) dir() string { return filepath.Join(t.w.root, filepath.FromSlash(textDir)) }

// tell takes what was told; again says whether folders have to be watched again.
func (t *textWatch) tell(e fsnotify.Event) (again bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.wanted == nil {
		return false
	}
	if t.wanted[e.Name] || t.have[e.Name] {
		switch {
		case e.Has(fsnotify.Rename):
			t.lose() // its watch, and those below it, go with the folder
			return true
		case e.Has(fsnotify.Remove), e.Has(fsnotify.Create):
			add(&t.gone, e.Name)
			add(&t.fresh, e.Name)
			again = true
		}
	}
	if t.told != nil {
		if t.told[e.Name] |= e.Op; len(t.told) > maxTold {
			t.forget()
		}
	}
	return again
}

func add(set *map[string]bool, name string) {
	if *set == nil {
		*set = map[string]bool{}
	}
	(*set)[name] = true
}

// forget: what is known is not sure any more. t.mu is held.
func (t *textWatch) forget() {
	t.epoch++
	t.told = nil
}

// lose is forget, and nothing is watched. t.mu is held.
func (t *textWatch) lose() {
	t.forget()
	t.have = nil
}

// lost: changes may not have been told; so it is until the next look of Watch.
func (t *textWatch) lost() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lose()
}

// doubted: all is to be looked at.
func (t *textWatch) doubted() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget()
}

// prepare is called when a look of Watch begins; it returns the folders to watch.
func (t *textWatch) prepare() map[string]bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.fresh = nil
	return t.wanted
}

// drop is called before a folder is no longer watched.
func (t *textWatch) drop(folder string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.have != nil {
		add(&t.gone, folder)
	}
}

// watches is called when a look of Watch has ended, with the folders that it
// watches; nil when that is of no use.
func (t *textWatch) watches(have map[string]bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if have == nil || t.wanted == nil {
		t.lose()
		return
	}
	t.have, t.gone, t.fresh = maps.Clone(have), t.fresh, nil
	t.published++
}

// due says whether so much has changed since it was asked last that the index may
// be worth bringing up to date.
func (t *textWatch) due() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.unread == t.tried && len(t.told) <= minChanged {
		return false
	}
	t.tried = t.unread
	return t.unread+len(t.told) > minChanged
}

// close releases what is held.
func (t *textWatch) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lose()
	t.release(t.kept)
	t.kept, t.at = nil, stamp{}
}

// release is called when an index is not used any more; t.mu is held.
func (t *textWatch) release(x *openedText) {
	if x == nil {
		return
	}
	if x.uses--; x.uses == 0 {
		x.Close()
	}
}

// watchedNow is what was watched when a search asked, and what it was told.
type watchedNow struct {
	have, gone map[string]bool
	published  int
	told       map[string]fsnotify.Op
	epoch      int
}

// vouches says whether somebody watches over a folder.
func (n *watchedNow) vouches(folder string) bool {
	if !n.have[folder] {
		return false
	}
	for at := folder; len(n.gone) > 0; {
		if n.gone[at] {
			return false
		}
		above := filepath.Dir(at)
		if above == at {
			break
		}
		at = above
	}
	return true
}

// now waits until all that changed before the call was told; told is nil when
// that is not known.
func (t *textWatch) now(ctx context.Context) (n watchedNow) {
	sure := t.w.marks.hear(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	n.epoch, n.published = t.epoch, t.published
	if sure && t.have != nil {
		n.have, n.gone, n.told = t.have, maps.Clone(t.gone), t.told
		t.told = map[string]fsnotify.Op{}
	}
	return n
}

// open returns the index that is published now, for the caller to release; nil
// when there is none.
func (t *textWatch) open() *openedText {
	at, _, err := lstat(filepath.Join(t.dir(), "CURRENT"))
	if err != nil {
		at = stamp{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if at != t.at || at == (stamp{}) {
		t.release(t.kept)
		t.kept, t.at = nil, at
		if at != (stamp{}) && t.w.life.Err() == nil {
			if kept, err := OpenText(t.w.root); err == nil {
				t.kept = &openedText{kept, 1}
			}
		}
	}
	if t.kept != nil {
		t.kept.uses++
	}
	return t.kept
}

// look finds out for a search what the files are; the caller calls done after it.
func (t *textWatch) look(s *textSearch) (done func(), err error) {
	if err := t.turn.take(s.ctx); err != nil {
		return nil, err
	}
	defer t.turn.give()
	now := t.now(s.ctx)
	kept := t.open() // after what was told: it is not older
	done = func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.release(kept)
	}
	old := t.last
	if old != nil && (now.told == nil || !old.sure || old.outside != s.outside) {
		old = nil
	}
	t.last = nil // so it is if this search ends before it knows
	v := &textView{kept: kept, outside: s.outside, sure: now.have != nil, published: now.published}
	m := &viewMaker{t: t, s: s, now: &now, old: old, next: v}
	if err := m.run(); err != nil {
		done()
		return nil, err
	}
	t.mu.Lock()
	if now.epoch == t.epoch {
		t.last = v
	}
	if t.unread = len(v.changed); kept == nil {
		t.unread = len(v.order) + minChanged
	}
	if t.unread > minChanged && t.unread != t.tried {
		ask(t.save)
	}
	t.mu.Unlock()
	t.want(v)
	s.view = v
	if kept != nil {
		s.opts.Index = kept.KeptText
	}
	return done, nil
}

// want says which folders are to be watched.
func (t *textWatch) want(v *textView) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.wanted != nil && len(v.loose) == 0 && v.sure {
		return
	}
	wanted := map[string]bool{}
	for _, f := range v.list.folders {
		wanted[t.abs(f.path)] = true
	}
	for name := range wanted {
		if !t.wanted[name] {
			ask(t.nudge)
			break
		}
	}
	t.wanted = wanted
}

// ask sends to a channel that has room for one.
func ask(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default: // it was asked already
	}
}

// abs is how Watch calls a path.
func (t *textWatch) abs(path string) string {
	return filepath.Join(t.w.root, filepath.FromSlash(path))
}

// viewMaker makes the view of a search from that of an earlier one.
type viewMaker struct {
	t    *textWatch
	s    *textSearch
	now  *watchedNow
	old  *textView // nil when nothing is known
	next *textView

	stale   map[string]bool // folders of which something was told, by path
	touched map[string]bool // files
}

func (m *viewMaker) run() error {
	walk := m.old == nil
	if !walk {
		m.hear()
		if m.old.kept != m.next.kept {
			m.rebase()
			walk = true
		}
		for _, f := range m.old.repos {
			if !m.s.walker.sameRules(f, filepath.Join(m.s.abs, filepath.FromSlash(f.path)), true) {
				m.stale[f.path] = true
			}
		}
		if m.old.published != m.now.published || len(m.now.gone) > 0 {
			for _, f := range m.old.list.folders {
				walk = walk || !m.now.vouches(m.t.abs(f.path))
			}
		}
		walk = walk || len(m.stale)+len(m.old.loose) > 0
	}
	if walk {
		if err := m.walk(); err != nil {
			return err
		}
	} else {
		changed := m.next.changed
		*m.next = *m.old
		m.next.changed, m.next.published = changed, m.now.published
	}
	m.change()
	return m.verify()
}

// hear sorts what was told.
func (m *viewMaker) hear() {
	m.stale, m.touched = map[string]bool{}, map[string]bool{}
	const listing = fsnotify.Create | fsnotify.Remove | fsnotify.Rename
	for name, op := range m.now.told {
		rel, err := filepath.Rel(m.t.w.root, name)
		if err != nil || !fs.ValidPath(filepath.ToSlash(rel)) {
			continue
		}
		path := filepath.ToSlash(rel)
		if path == "." {
			m.stale[""] = true
			continue
		}
		above, base := "", path
		if i := strings.LastIndexByte(path, '/'); i >= 0 {
			above, base = path[:i], path[i+1:]
		}
		f := m.old.list.folder(above)
		if f == nil {
			continue
		}
		e := f.entry(base)
		m.touched[path] = true
		if op&listing != 0 || slices.Contains(ruleFiles[:], base) {
			m.stale[above] = true
		}
		if e != nil && e.dir {
			m.stale[path] = true // it need not be in the list, if it could not be read
		}
	}
}

// rebase makes the old view one of the index that there is now: what was known of
// a file is known where that has the file as it was.
func (m *viewMaker) rebase() {
	old, v := m.old, *m.old
	v.kept, v.list, v.changed, v.repos = m.next.kept, &textList{}, map[*textEntry]string{}, nil
	for _, was := range old.list.folders {
		f := *was
		f.entries = slices.Clone(was.entries)
		for i := range f.entries {
			e := &f.entries[i]
			e.stamp, e.segment, e.doc = stamp{}, segmentNone, 0
		}
		if v.kept != nil {
			f.take(v.kept.list.folder(f.path))
		}
		for i := range f.entries {
			e, o := &f.entries[i], &was.entries[i]
			if _, changed := old.changed[o]; e.known() && (changed || !o.known() || o.stamp != e.stamp) {
				v.changed[e] = f.join(e.name)
			}
		}
		v.list.add(&f)
		v.note(&f)
	}
	m.old = &v
}

// note sees to a folder of the list whose rules may lie elsewhere.
func (v *textView) note(f *textFolder) {
	if f.rules&gitRule != 0 {
		v.repos = append(v.repos, f)
	}
}

// walk lists the folders that may not be as they were.
func (m *viewMaker) walk() error {
	s, w, v := m.s, m.s.walker, m.next
	v.list, v.loose = &textList{}, map[string]bool{}
	unread := map[string]bool{}
	if kept := v.kept; m.old != nil {
		w.kept = m.old.list
		w.trusts = func(f *textFolder) bool { return f.rules&gitRule == 0 && !m.stale[f.path] && !m.old.loose[f.path] }
	} else if kept != nil && kept.list.outside == s.outside {
		w.kept = kept.list
	}
	w.keep = func(f *textFolder) {
		// What is known of a file holds under other rules too.
		if v.kept != nil && (w.kept == nil || w.kept.folder(f.path) == nil) {
			f.take(v.kept.list.folder(f.path))
		}
		v.list.add(f)
		v.note(f)
		if v.sure && (unread[f.path] || !m.now.vouches(m.t.abs(f.path))) {
			v.loose[f.path] = true
		}
	}
	fail := w.fail
	w.fail = func(path string, err error) {
		v.failed = append(v.failed, Failure{path, "read", reason(err)})
		unread[path] = true
	}
	if m.old != nil {
		v.order = make([]searched, 0, len(m.old.order)+64)
	}
	w.walk(s.ctx, ".", func(path string, e *textEntry) bool {
		v.order = append(v.order, searched{path, e})
		return true
	})
	w.fail, w.keep, w.trusts, w.kept = fail, nil, nil, nil
	return s.ctx.Err()
}

// change finds the files that may not be as they are indexed.
func (m *viewMaker) change() {
	v := m.next
	if !v.sure {
		return // that goes for all
	}
	if m.old != nil && v.list == m.old.list {
		v.changed = maps.Clone(m.old.changed)
		for path := range m.touched {
			v.touch(path)
		}
		return
	}
	v.changed = map[*textEntry]string{}
	for _, f := range v.list.folders {
		var was *textFolder
		if m.old != nil && !v.loose[f.path] && !m.old.loose[f.path] {
			was = m.old.list.folder(f.path)
		}
		if was == f && len(m.old.changed) == 0 {
			continue
		}
		for i := range f.entries {
			e := &f.entries[i]
			if !e.known() {
				continue
			}
			var o *textEntry
			if was == f {
				o = e
			} else if was != nil {
				o = was.entry(e.name)
			}
			if o != nil && o.known() {
				if _, changed := m.old.changed[o]; !changed {
					continue
				}
			}
			v.changed[e] = f.join(e.name)
		}
	}
	for path := range m.touched {
		v.touch(path)
	}
}

// touch takes a file for one that may have changed.
func (v *textView) touch(path string) {
	above, base := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		above, base = path[:i], path[i+1:]
	}
	if f := v.list.folder(above); f != nil {
		if e := f.entry(base); e != nil && e.known() {
			v.changed[e] = path
		}
	}
}

// verify looks at the files that may have changed, where somebody tells of what
// changes from now on.
func (m *viewMaker) verify() error {
	type look struct {
		e    *textEntry
		path string
		same bool
	}
	v := m.next
	var looks []look
	for e, path := range v.changed {
		above := ""
		if i := strings.LastIndexByte(path, '/'); i >= 0 {
			above = path[:i]
		}
		if !v.loose[above] {
			looks = append(looks, look{e: e, path: path})
		}
	}
	const share = 256 // files that a goroutine looks at at a time
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(m.s.jobs(), 1+len(looks)/share) {
		group.Go(func() {
			for m.s.ctx.Err() == nil {
				start := int(next.Add(share)) - share
				if start >= len(looks) {
					return
				}
				for i := range looks[start:min(start+share, len(looks))] {
					x := &looks[start+i]
					x.same = x.e.same(m.s.abs + string(filepath.Separator) + filepath.FromSlash(x.path))
				}
			}
		})
	}
	group.Wait()
	for i := range looks {
		if looks[i].same {
			delete(v.changed, looks[i].e)
		}
	}
	return m.s.ctx.Err()
}

// spares says whether a file that is in the view has no match unless it is
// otherwise than it is indexed, and it is not.
func (v *textView) spares(e *textEntry) bool {
	if !v.sure {
		return false
	}
	_, changed := v.changed[e]
	return !changed
}
