package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"codeintel/index"
	"codeintel/index/charset"
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/resolve"
	"codeintel/index/store"
)

// Edits are the texts of files in one editor that are not saved. Its answers are of
// the repository with these texts in place of the files. Its methods may be called
// from any number of goroutines.
type Edits struct {
	w *Workspace

	mu     sync.Mutex
	texts  map[string]*draft // by path; it is replaced, never changed
	closed bool

	own ownTexts
}

// draft is the text of one file. It does not change.
type draft struct {
	text   []byte
	sum    [sha256.Size]byte
	number uint64 // the later one has the higher
	// doc is what was read of the text, nil before that; it depends on nothing else but
	// the path and the language.
	doc atomic.Pointer[index.Doc]
}

func (d *draft) same(o *draft) bool { return d == o || d != nil && o != nil && d.sum == o.sum }

// drafting is what a workspace knows of its editors.
type drafting struct {
	mu      sync.Mutex
	editors map[*Edits]bool
	number  uint64 // of the last draft
	line    draftLine
}

// drafts are the texts that a State is of, where files on disk have others.
type drafts struct {
	texts map[string]*draft
	// disk is the snapshot that they lie over, saved a state with it.
	disk  *index.Snapshot
	saved *State
	added []string // files that are not on disk
	// pending are files whose text counts for what the file configures, or what a package
	// in the repository's folder declares with it, only when it is saved; sorted.
	pending  []string
	now      func() map[string]*draft // the texts that there are by now
	unlinked bool                     // the snapshot is that of the disk
}

// NewEdits begins with no texts. Close must be called when the editor is gone.
func (w *Workspace) NewEdits() *Edits {
	e := &Edits{w: w}
	w.drafting.mu.Lock()
	defer w.drafting.mu.Unlock()
	if w.drafting.editors == nil {
		w.drafting.editors, w.drafting.line.w = map[*Edits]bool{}, w
	}
	w.drafting.editors[e] = true
	return e
}

// Set says what a file, relative to the root, has in the editor; it need not be on
// disk. All answers that are asked for after it returned have this text: its
// definitions and uses where the repository would have an indexed file there, else
// the text alone. Configuration (go.mod, package.json) counts when it is saved.
// A text that is what the file has is none. The text must not be changed any more.
func (e *Edits) Set(path string, text []byte) {
	d := &draft{text: text, sum: sha256.Sum256(text)}
	w := &e.w.drafting
	w.mu.Lock()
	w.number++
	d.number = w.number
	w.mu.Unlock()
	e.change(func(texts map[string]*draft) { texts[path] = d })
	if disk := e.w.Current(); disk != nil && disk.Looked() && !e.w.crowd.crowded() {
		w.line.prepare(disk, path, d)
	}
}

// Drop says that a file is what it is on disk.
func (e *Edits) Drop(path string) {
	e.change(func(texts map[string]*draft) { delete(texts, path) })
	e.own.drop(path)
}

func (e *Edits) change(do func(map[string]*draft)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return
	}
	next := make(map[string]*draft, len(e.texts)+1)
	maps.Copy(next, e.texts)
	do(next)
	e.texts = next
}

// Close forgets all texts.
func (e *Edits) Close() {
	e.mu.Lock()
	e.closed, e.texts = true, nil
	e.mu.Unlock()
	e.own.clear()
	w := &e.w.drafting
	w.mu.Lock()
	delete(w.editors, e)
	w.mu.Unlock()
	if len(w.all()) == 0 {
		w.line.drop()
	}
}

// now are the texts that there are.
func (e *Edits) now() map[string]*draft {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.texts
}

// all are the editors with texts.
func (w *drafting) all() (out []*Edits) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for e := range w.editors {
		if len(e.now()) > 0 {
			out = append(out, e)
		}
	}
	return out
}

// texts are those of all editors; of one file the newest.
func (w *drafting) texts() map[string]*draft {
	out := map[string]*draft{}
	for _, e := range w.all() {
		for path, d := range e.now() {
			if o := out[path]; o == nil || o.number < d.number {
				out[path] = d
			}
		}
	}
	return out
}

// Answer is Workspace.Answer, of the repository with the texts that there are when
// it is called.
func (e *Edits) Answer(ctx context.Context, ask func(*State) (files []string)) (*State, Freshness, error) {
	return e.w.answer(ctx, ask, e.w.drafted(e.now(), e.now))
}

// AnswerAbout is Answer while there is an index; before that it is as
// Workspace.AnswerAbout.
func (e *Edits) AnswerAbout(ctx context.Context, about About, ask func(*State) (files []string)) (*State, Freshness, error) {
	return e.w.answerAbout(ctx, about, ask, e.w.drafted(e.now(), e.now))
}

// AnswerUnlinked is Answer without waiting for what the texts mean: the states have the
// snapshot of the disk, and are for Workspace.Complete.
func (e *Edits) AnswerUnlinked(ctx context.Context, ask func(*State) (files []string)) (*State, Freshness, error) {
	d := e.w.drafted(e.now(), e.now)
	if d != nil {
		d.unlinked = true
	}
	return e.w.answer(ctx, ask, d)
}

// AnswerUnsaved is Answer, of the repository with the texts that all editors have
// and that are not saved; of one file the newest counts.
func (w *Workspace) AnswerUnsaved(ctx context.Context, ask func(*State) (files []string)) (*State, Freshness, error) {
	return w.answer(ctx, ask, w.allDrafts())
}

// AnswerUnsavedAbout is AnswerUnsaved while there is an index; before that it is as
// AnswerAbout.
func (w *Workspace) AnswerUnsavedAbout(ctx context.Context, about About, ask func(*State) (files []string)) (*State, Freshness, error) {
	return w.answerAbout(ctx, about, ask, w.allDrafts())
}

func (w *Workspace) allDrafts() *drafted { return w.drafted(w.drafting.texts(), w.drafting.texts) }

// Unsaved are the files with a text in an editor that is not what is on disk,
// sorted.
func (w *Workspace) Unsaved() []string {
	texts := w.drafting.texts()
	if len(texts) == 0 {
		return nil
	}
	root, err := os.OpenRoot(w.root)
	if err != nil {
		return nil
	}
	defer root.Close()
	var out []string
	for path, d := range texts {
		if !hasText(root, path, d.text) {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}

// hasText says whether a file on disk has a text.
func hasText(root *os.Root, path string, text []byte) bool {
	f, err := root.OpenFile(filepath.FromSlash(path), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return false
	}
	// In UTF-16 ASCII takes twice as many bytes as in UTF-8, and the mark two more.
	data, err := readOpen(f, 2*int64(len(text))+2)
	if err != nil || bytes.Equal(data, text) {
		return err == nil
	}
	data, _ = charset.Decode(data)
	return bytes.Equal(data, text)
}

// drafted makes the states of an answer those with some texts; nil for those of the
// disk.
type drafted struct {
	line     *draftLine
	texts    map[string]*draft
	now      func() map[string]*draft
	unlinked bool // the states are not made: they are those of the disk, and know of the texts
}

func (w *Workspace) drafted(texts map[string]*draft, now func() map[string]*draft) *drafted {
	if len(texts) == 0 {
		return nil
	}
	return &drafted{line: &w.drafting.line, texts: texts, now: now}
}

// draftLine makes the states with drafts of a workspace, one after the other, for all
// its editors: while the disk is the same the next follows from the last.
type draftLine struct {
	w *Workspace

	mu     sync.Mutex
	last   *State   // nil when there is none
	root   *os.Root // of the projects of last
	kept   *ts.Kept // what was read of the texts of last; nil with it
	making *making  // nil while none is made
}

// making is a state with drafts that is made.
type making struct {
	disk    *State
	texts   map[string]*draft
	waiting int
	cancel  context.CancelFunc
	done    chan struct{} // closed when what follows is there
	state   *State
	err     error
}

// on is the state to ask in place of one of the disk, and why it may not be as it
// should.
func (d *drafted) on(ctx context.Context, disk *State, why string) (*State, string, error) {
	switch {
	case d == nil || disk.drafts != nil:
		return disk, why, nil
	case !disk.Looked():
		return disk, strings.TrimPrefix(why+"; the text that is not saved is not in it", "; "), nil
	}
	if d.unlinked {
		if texts := disk.differing(d.texts); len(texts) > 0 {
			s := *disk
			s.drafts = &drafts{texts: texts, disk: disk.Snapshot, saved: disk, now: d.now, unlinked: true}
			return &s, why, nil
		}
		return disk, why, nil
	}
	s, err := d.over(ctx, disk)
	return s, why, err
}

// over is disk with texts in place of files. Who waits for it no longer than ctx
// says holds nobody up.
func (d *drafted) over(ctx context.Context, disk *State) (*State, error) {
	l := d.line
	texts := disk.differing(d.texts)
	if len(texts) == 0 {
		l.forget(disk)
		return disk, nil
	}
	sameTexts := func(o map[string]*draft) bool { return maps.EqualFunc(texts, o, (*draft).same) }
	for {
		l.mu.Lock()
		if l.last != nil && l.last.drafts.disk == disk.Snapshot && sameTexts(l.last.drafts.texts) {
			s := l.last.at(disk, d.now)
			l.mu.Unlock()
			return s, nil
		}
		m := l.making
		if m == nil {
			m = l.start(disk, texts)
		}
		wanted := m.disk.Snapshot == disk.Snapshot && sameTexts(m.texts)
		if wanted {
			m.waiting++
		}
		l.mu.Unlock()
		select {
		case <-m.done:
		case <-ctx.Done():
		}
		if wanted {
			l.mu.Lock()
			if m.waiting--; m.waiting == 0 {
				m.cancel() // nobody wants it any more
			}
			l.mu.Unlock()
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case l.w.life.Err() != nil:
			return nil, ErrClosed
		case wanted && m.err == nil:
			return m.state.at(disk, d.now), nil
		case wanted && m.err != context.Canceled:
			return nil, m.err
		}
	}
}

// prepare begins a first state over disk where there is none: what it takes to read
// the projects and what the file depends on need not be waited for when somebody
// types in it. Nobody is told of what it fails with.
func (l *draftLine) prepare(disk *State, path string, d *draft) {
	n, ok := disk.Snapshot.Doc(path)
	if !ok || disk.Snapshot.Docs()[n].Source == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.making == nil && (l.last == nil || l.last.drafts.disk != disk.Snapshot) {
		l.start(disk, map[string]*draft{path: d})
	}
}

// beside is a state over disk from which one with another text of the file follows; text
// is what it has now. It is disk itself where none has been made, or can be.
func (w *Workspace) beside(ctx context.Context, disk *State, path string, text []byte) *State {
	l := &w.drafting.line
	for begun := false; ; {
		l.mu.Lock()
		last, m := l.last, l.making
		l.mu.Unlock()
		switch {
		case last != nil && last.drafts.disk == disk.Snapshot:
			return last
		case m != nil && m.disk.Snapshot == disk.Snapshot:
			select {
			case <-m.done:
			case <-ctx.Done():
				return disk
			}
		case begun || len(w.drafting.all()) == 0 || w.crowd.crowded():
			return disk
		default:
			l.prepare(disk, path, &draft{text: text, sum: sha256.Sum256(text)})
			begun = true
		}
	}
}

// start begins a state; l.mu is held.
func (l *draftLine) start(disk *State, texts map[string]*draft) *making {
	m := &making{disk: disk, texts: texts, cancel: func() {}, done: make(chan struct{})}
	if !l.w.looks.enter() {
		m.err = ErrClosed
		close(m.done)
		return m
	}
	ctx, cancel := context.WithCancel(l.w.life)
	m.cancel, l.making = cancel, m
	from, root := disk, l.root
	if l.kept == nil {
		l.kept = ts.NewKept()
	}
	kept := l.kept
	if l.last != nil && l.last.drafts.disk == disk.Snapshot && l.last.Snapshot.Layers() < disk.Snapshot.Layers()+maxLayers {
		from = l.last
	} else {
		root = nil
	}
	go func() {
		defer l.w.looks.group.Done()
		defer cancel()
		defer close(m.done)
		made := root
		if root == nil {
			made, m.err = os.OpenRoot(l.w.root)
		}
		if m.err == nil {
			m.err = guard(func() (err error) {
				m.state, err = l.w.draftState(ctx, made, kept, from, disk, texts)
				return err
			})
		}
		idle := len(l.w.drafting.all()) == 0
		l.mu.Lock()
		defer l.mu.Unlock()
		l.making = nil
		switch {
		case made == nil:
		case m.err != nil || idle && made != l.root:
			if made != l.root {
				made.Close() // nothing was written
			}
		default:
			l.last = m.state
			if l.root != made {
				l.close()
				l.root = made
			}
		}
	}()
	return m
}

// close closes the root; l.mu is held, and none is made.
func (l *draftLine) close() {
	if l.root != nil {
		l.root.Close() // nothing was written
		l.root = nil
	}
}

// forget lets go of what lies over another state of the disk.
func (l *draftLine) forget(disk *State) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.making == nil && l.last != nil && l.last.drafts.disk != disk.Snapshot {
		l.last, l.kept = nil, nil
		l.close()
	}
}

// forget lets go of what was made of the texts of editors, not of the texts.
func (w *drafting) forget() {
	w.line.drop()
	w.mu.Lock()
	defer w.mu.Unlock()
	for e := range w.editors {
		e.own.clear()
	}
}

// drop lets go of what was made, unless somebody waits for another.
func (l *draftLine) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.making == nil {
		l.last, l.kept = nil, nil
		l.close()
	}
}

// at is s as a state over disk, which has the snapshot that s was made over.
func (s *State) at(disk *State, now func() map[string]*draft) *State {
	out, over := *s, *s.drafts
	over.now, over.saved = now, disk
	out.At, out.Generation, out.Reused, out.noticed, out.upTo, out.drafts = disk.At, disk.Generation, disk.Reused, disk.noticed, disk.upTo, &over
	if len(s.drafts.added) == 0 {
		out.stamps = disk.stamps
	}
	return &out
}

// differing are those of texts that the files do not have.
func (s *State) differing(texts map[string]*draft) map[string]*draft {
	out := make(map[string]*draft, len(texts))
	for path, d := range texts {
		if s.differs(path, d) {
			out[path] = d
		}
	}
	return out
}

// differs says whether a file of the state has another text than d, as far as the
// state knows.
func (s *State) differs(path string, d *draft) bool {
	n, ok := s.Snapshot.Doc(path)
	return !ok || s.Snapshot.Docs()[n].Hash != d.sum
}

// draft is the text that a file has in the state although the disk has another; nil
// when there is none.
func (s *State) draft(path string) *draft {
	if s.drafts == nil {
		return nil
	}
	return s.drafts.texts[path]
}

// onDisk is the state without drafts.
func (s *State) onDisk() *State {
	if s.drafts != nil && s.drafts.saved != nil {
		return s.drafts.saved
	}
	return s
}

// draftState is disk with texts in place of files, made of from: disk, or a state
// of other texts over it. root is the folder, which stays open as long as a state
// may follow from this one; kept is of the texts that were read for those before.
func (w *Workspace) draftState(ctx context.Context, root *os.Root, kept *ts.Kept, from, disk *State, texts map[string]*draft) (*State, error) {
	x, err := newDraftIndexer(w, root, disk)
	if err != nil {
		return nil, err
	}
	over := &drafts{texts: texts, disk: disk.Snapshot}
	next := *disk
	next.drafts, next.Reused = over, false
	list := x.placeDrafts(disk, over)
	if len(list) == 0 {
		return &next, nil // none has to do with what is indexed
	}
	if len(over.added) > 0 {
		next.stamps = x.stampsOver(disk)
	}
	if err := x.extractDrafts(ctx, kept, from, disk, list); err != nil {
		return nil, err
	}
	docs := x.docs
	x.last, x.next, x.memos = from, nil, map[string]*lang.Memo{}
	if len(x.imports) > 0 {
		x.anew()
	}
	report := x.draftReport(disk, from)
	for again := true; ; again = false {
		*x.report = report
		x.report.Failed = slices.Clone(report.Failed)
		x.docs = slices.Clone(docs)
		next.Snapshot, err = x.link(ctx)
		if !errors.Is(err, errAnew) || !again {
			break
		}
		x.anew()
	}
	if err != nil {
		return nil, err
	}
	if x.next != nil {
		x.takeMemos(from)
	}
	next.tables, next.projects, next.preludes, next.memos = x.tables, x.projects, x.preludeSets, x.memos
	next.unsettled = disk.unsettled || x.files.unsettled.Load() || x.mixed()
	next.head.Preludes = map[string][]lang.Module{}
	for family, p := range x.preludeSets {
		next.head.Preludes[family] = p.modules()
	}
	x.report.finish(next.Snapshot)
	next.Report = x.report
	next.scan = x.scan
	return &next, nil
}

// newDraftIndexer prepares to make a state over disk. It keeps nothing.
func newDraftIndexer(w *Workspace, root *os.Root, disk *State) (*indexer, error) {
	x, err := rootless(w.root, w.draftOptions(disk), w.known)
	if err != nil {
		return nil, err
	}
	x.root, x.shelf, x.drafting, x.sentry, x.memoed = root, readOnly{w.shelf}, true, w.sentry, &w.memoed
	x.contents = index.NewContents(w.cache, w.content, w.damaged)
	w.readImports(x, disk)
	return x, nil
}

// readOnly is a shelf that keeps nothing.
type readOnly struct{ shelf }

func (readOnly) keeps() bool           { return false }
func (readOnly) put(store.Key, []byte) {}

// lay makes the texts of drafts those of the files that there are.
func (f *files) lay(d *drafted) *drafts {
	if d == nil {
		return nil
	}
	f.texts = map[int32]*draft{}
	for path, text := range d.texts {
		if i, ok := f.number(path); ok {
			f.texts[i] = text
		}
	}
	return &drafts{texts: d.texts, now: d.now}
}

// placeDrafts makes the list of files with those that are drafted, and says which
// of them have to do with what is indexed.
func (x *indexer) placeDrafts(disk *State, over *drafts) (list []int32) {
	files := disk.scan.Files
	changed := false
	edit := func() {
		if !changed {
			files, changed = slices.Clone(files), true
		}
	}
	var indexed []string
	for _, path := range slices.Sorted(maps.Keys(over.texts)) {
		d := over.texts[path]
		i, there := slices.BinarySearchFunc(files, path, func(f File, p string) int { return strings.Compare(f.Path, p) })
		switch {
		case !there:
			l := x.admits(disk, path, d.text)
			if l == nil {
				continue
			}
			edit()
			files = slices.Insert(files, i, File{Path: path, Lang: l})
			over.added = append(over.added, path)
		case x.known.NeedsFirstLine(path):
			l := x.known.ByPath(path, d.text[:min(len(d.text), 256)])
			why := SkipNoLanguage
			if l != nil && !slices.Contains(x.table.Languages(), l) {
				l, why = nil, SkipLanguage
			}
			if l == nil && files[i].Lang == nil {
				continue
			}
			if l != files[i].Lang {
				edit()
				files[i] = File{Path: path, Lang: l, stamp: files[i].stamp}
				if l == nil {
					files[i].Why = why
				}
			}
		case files[i].Lang == nil:
			continue
		}
		indexed = append(indexed, path)
	}
	x.scan = disk.scan
	if changed {
		x.scan = new(Scan)
		*x.scan = *disk.scan
		x.scan.Files = files
	}
	x.files = newFiles(x.root, x.scan)
	x.files.reads = newReads()
	x.files.texts, x.files.saved = map[int32]*draft{}, map[int32]bool{}
	for _, path := range indexed {
		i, _ := x.files.number(path)
		list = append(list, i)
		x.files.texts[i] = over.texts[path]
		if slices.ContainsFunc(disk.head.Seen.Files, func(f seenFile) bool { return f.Path == path }) {
			x.files.saved[i] = true
		}
	}
	for _, path := range slices.Sorted(maps.Keys(over.texts)) {
		_, ours := x.files.number(path)
		if slices.ContainsFunc(disk.head.Seen.Files, func(f seenFile) bool { return f.Path == path }) ||
			!ours && slices.ContainsFunc(disk.head.Seen.Deps, func(d seenDep) bool { return d.Tree == treeRepo && d.Path == path }) {
			over.pending = append(over.pending, path)
		}
	}
	return list
}

// admits is the language of a file that is not on disk but would be indexed there;
// nil for one that would not be.
func (x *indexer) admits(disk *State, p string, text []byte) *lang.Language {
	if !fs.ValidPath(p) || !utf8.ValidString(p) || p == "." {
		return nil
	}
	l := x.known.ByPath(p, text[:min(len(text), 256)])
	if l == nil || !slices.Contains(x.table.Languages(), l) {
		return nil
	}
	folders := disk.places.folders
	if len(folders) == 0 {
		return nil
	}
	d := folders[0] // the root
	for rest := p; ; {
		name, below, more := strings.Cut(rest, "/")
		at := d.below(name)
		if slices.ContainsFunc(disk.scan.Skipped, func(s Skip) bool { return s.Path == at }) {
			return nil
		}
		why, unless := d.leaves(x.config, name, more)
		if why != leftIn {
			return nil
		}
		if !more {
			break
		}
		in := x.config.source(at)
		if !in && !x.config.leads(at) {
			return nil
		}
		i, listed := slices.BinarySearchFunc(folders, at, func(d dir, p string) int { return strings.Compare(d.path, p) })
		if listed {
			d = folders[i]
		} else {
			d = dir{path: at, rules: d.rules, repo: d.repo, unless: unless, above: !in}
		}
		rest = below
	}
	if d.above {
		return nil
	}
	return l
}

// stampsOver are the stamps of the files, where disk has others.
func (x *indexer) stampsOver(disk *State) []byte {
	b := make([]byte, 0, stampSize*len(x.scan.Files))
	for i := range x.scan.Files {
		if n, ok := disk.Snapshot.Doc(x.scan.Files[i].Path); ok {
			b = append(b, disk.stamps[stampSize*int(n):stampSize*int(n+1)]...)
		} else {
			b = append(b, make([]byte, stampSize)...)
		}
	}
	return b
}

// extractDrafts makes the docs: those of disk, and of the files of list what their
// texts are. What from has of the same text is taken over.
func (x *indexer) extractDrafts(ctx context.Context, keep *ts.Kept, from, disk *State, list []int32) error {
	if have := disk.Snapshot.Docs(); x.scan == disk.scan {
		x.docs = slices.Clone(have)
	} else {
		x.docs = make([]*index.Doc, len(x.scan.Files))
		for i := range x.scan.Files {
			if n, ok := disk.Snapshot.Doc(x.scan.Files[i].Path); ok {
				x.docs[i] = have[n]
			}
		}
	}
	kept := x.shelf
	x.shelf = noShelf{} // that it has the facts of a text that was not saved would be chance
	defer func() { x.shelf = kept }()
	parser := ts.NewParser(ts.Limits{Time: x.config.ParserTimeout})
	defer func() { parser.Close() }()
	parser.Kept = keep
	keep.Turn()
	codecs := newCodecs()
	defer codecs.close()
	x.room.Store(math.MaxInt64)
	for _, i := range list {
		f := &x.scan.Files[i]
		if from.drafts != nil && from.drafts.texts[f.Path].same(x.files.texts[i]) {
			if n, ok := from.Snapshot.Doc(f.Path); ok && from.Snapshot.Docs()[n].Lang == f.Lang {
				x.docs[i] = from.Snapshot.Docs()[n]
				continue
			}
		}
		text := x.files.texts[i]
		if d := text.doc.Load(); d != nil && d.Path == f.Path && d.Lang == f.Lang {
			x.docs[i] = d
			continue
		}
		d, healthy := x.doc(ctx, parser, codecs, i)
		if err := ctx.Err(); err != nil {
			return err
		}
		x.docs[i] = d
		if d.Source != nil {
			text.doc.Store(d)
		}
		if !healthy {
			parser.Close()
			parser = ts.NewParser(ts.Limits{Time: x.config.ParserTimeout})
			parser.Kept = keep
		}
	}
	return nil
}

// draftReport is the report without what is found while files are linked.
func (x *indexer) draftReport(disk, from *State) Report {
	was := disk.Report
	r := Report{
		Root: was.Root, Config: was.Config, Files: len(x.scan.Files), Ignored: was.Ignored, Excluded: was.Excluded,
		Languages: was.Languages, Warnings: was.Warnings, PeakMemory: was.PeakMemory,
	}
	paths := make(map[string]bool, len(x.files.texts))
	for i := range x.files.texts {
		paths[x.scan.Files[i].Path] = true
	}
	drafted := func(path string) bool { return paths[path] }
	r.Skipped = slices.Clip(was.Skipped) // which is sorted, and long
	if slices.ContainsFunc(was.Skipped, func(s Skip) bool { return drafted(s.Path) }) {
		r.Skipped = slices.DeleteFunc(slices.Clone(was.Skipped), func(s Skip) bool { return drafted(s.Path) })
	}
	r.Cut = slices.DeleteFunc(slices.Clone(was.Cut), func(s Skip) bool { return drafted(s.Path) })
	r.Decoded = slices.DeleteFunc(slices.Clone(was.Decoded), func(s Skip) bool { return drafted(s.Path) })
	for _, f := range was.Failed {
		if f.Path != "" && f.Stage != "resolve" && !drafted(f.Path) {
			r.Failed = append(r.Failed, f)
		}
	}
	for _, f := range from.Report.Failed {
		if f.Path == "" { // of a project that stays, and of what was checked with it
			r.Failed = append(r.Failed, f)
		}
	}
	kept, all := x.docs, x.report
	x.docs, x.report = nil, &r
	for i := range x.files.texts {
		x.docs = append(x.docs, kept[i])
	}
	x.reportDocs()
	x.docs, x.report = kept, all
	return r
}

// link does what comes after the facts.
func (x *indexer) link(ctx context.Context) (s *index.Snapshot, err error) {
	var r *resolve.Result
	for _, do := range [...]func() error{
		func() error { return x.open(ctx) },
		func() error { return x.check(ctx) },
		func() (err error) { r, err = x.resolve(ctx); return err },
		func() (err error) { s, err = x.build(r); return err },
	} {
		if err = do(); ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}
