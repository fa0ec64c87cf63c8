package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"

	"codeintel/index"
	"codeintel/index/charset"
	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/lang/ts"
	"codeintel/index/resolve"
	"codeintel/index/secrets"
	"codeintel/index/store"
	"codeintel/index/workspace/budget"
)

// State is a repository as it was when it was last looked at.
type State struct {
	Snapshot *index.Snapshot
	Report   *Report
	// Generation counts the states of a workspace, across processes.
	Generation uint64
	// At is when the look began that the state is of; of a state that was left by
	// an earlier process a later one may have found it still true.
	At time.Time
	// Reused: the snapshot is that of an earlier look, of this process or another.
	Reused bool

	// unsettled: files changed while they were read, some more than once maybe.
	// The next look takes nothing from this one, but from base: the last state before
	// that is settled; nil where there is none.
	unsettled bool
	base      *State
	alone     bool              // see Alone
	print     [sha256.Size]byte // the fingerprint, of an unsettled state too; zero when it was only read

	head   stateHead
	scan   *Scan  // nil when the state was not made by this process
	stamps []byte // by file of the snapshot; those that can't be trusted are zero
	// tables are those that the snapshot was resolved with; nil when that was by
	// another process.
	tables *resolve.Tables

	noticed *atomic.Uint64 // of the workspace
	health  *health        // of the workspace
	upTo    uint64         // the changes that were noticed when the look began
	// projects and preludes are by family; nil of a state that was only read.
	projects map[string]lang.Project
	memos    map[string]*lang.Memo // what the Checks of the families have left for the next look
	preludes map[string]*preludeSet
	drafts   *drafts // nil of what is on disk
	places   places  // where the look was; none of a state that was only read
	config   *Config
	grower   string // that of the configuration, see grower.id
}

// Glimpse says whether the state is one of AnswerAbout that has the facts of some
// files only.
func (s *State) Glimpse() bool { return s.Generation == 0 }

// Looked says whether the state is of a look of this process. One that is not,
// because it was left by an earlier process, may be of any time.
func (s *State) Looked() bool { return s.config != nil }

// Stage of a repository whose current state it is: "indexing" where there is none yet,
// nil; "looking" while it is one that an earlier process has left; else "ready".
func (s *State) Stage() string {
	switch {
	case s == nil:
		return "indexing"
	case !s.Looked():
		return "looking"
	}
	return "ready"
}

// Behind is how many changes have been noticed, by Watch, since the look that
// the state is of began: at least so much of it may not be true any more.
func (s *State) Behind() int {
	if s.noticed == nil {
		return 0
	}
	return int(s.noticed.Load() - s.upTo)
}

// Share is how many files of those with a language are in the state.
func (s *State) Share() (indexed, of int) {
	of = s.Report.Indexed
	for _, f := range s.Report.Failed {
		if f.Path != "" && (f.Stage == "read" || f.Stage == "parse") {
			of++
		}
	}
	return s.Report.Indexed, of
}

// Complete says whether the state is of a look of this process in which nothing
// failed.
func (s *State) Complete() bool { return s.Looked() && len(s.Report.Failed) == 0 }

// Format is the version of what a workspace keeps on disk: the published state
// and the artefacts that it needs. What is of another version, older or newer, is
// not read but made anew, with a message. testdata/format has an index of each
// version, and tells when it must change.
const Format = 18

// stateHead is what is kept of a state beside the snapshot and the stamps. It is
// at the same place in every version.
type stateHead struct {
	Format      int
	Generation  uint64
	At          time.Time
	Fingerprint [sha256.Size]byte
	Seen        seen
	// Preludes are the built-in modules that the files come to, by family.
	Preludes map[string][]lang.Module
	Report   *Report
	// Imports are the imported indexes.
	Imports importList
}

// Workspace is a repository with its index, which is kept on disk between
// processes, and brought up to date by Sync. Its methods may be called from any
// number of goroutines.
type Workspace struct {
	root  string
	opts  Options
	known *all.Table
	shelf shelf
	disk  atomic.Pointer[diskShelf] // shelf, where it is one

	health   health
	codecs   codecPool
	cache    *index.Cache // of what the codecs have read
	memoed   memoList
	syntaxes syntaxes
	mu       sync.Mutex // held while the state is being made
	unsaved  *unsaved   // nil when the index on disk has the current state
	current  atomic.Pointer[State]

	sentry *sentry // nil where nothing is put under quarantine

	warnMu   sync.Mutex
	warnings []string

	life  context.Context // until Close
	close context.CancelFunc

	need           atomic.Int64  // bytes of memory, about, to index all; 0 where it is not known
	noticed, begun atomic.Uint64 // changes, and those of them that the last look began after
	watched        atomic.Bool
	watching       atomic.Pointer[Watching]
	subscribers    subscribers
	looks          looks
	crowd          crowd
	midwrites      midwrites
	recent         recentTexts
	text           *textWatch
	forests        forests
	marks          *marks
	progress       atomic.Pointer[Progress] // nil when no look runs
	listed         listed
	drafting       drafting
	glimpsing      chan struct{}                 // has room for one, which makes a glimpse
	glimpsed       atomic.Pointer[chan struct{}] // closed when that is made; nil without one
}

// Progress says how far the look is that runs, as Options.Progress is told; the
// phase is "" when none does.
func (w *Workspace) Progress() Progress {
	if p := w.progress.Load(); p != nil {
		return *p
	}
	return Progress{}
}

// Open opens the folder root. The state of the last process is there at once,
// if there was one: Current returns it, Sync brings it up to date. It fails when
// the folder can't be used, not when the index on disk can't be. One that is
// limited to some languages has no index on disk: the next process would have to
// begin again.
func Open(root string, opts Options) (*Workspace, error) {
	abs, err := folder(root)
	if err != nil {
		return nil, err
	}
	if len(opts.Languages) > 0 {
		return openWith(abs, opts, func(string, func(string)) (shelf, error) { return noShelf{}, nil })
	}
	return openWith(abs, opts, func(dir string, warn func(string)) (shelf, error) {
		return openShelf(dir, opts.Env, warn)
	})
}

func openWith(abs string, opts Options, openShelf func(dir string, warn func(string)) (shelf, error)) (*Workspace, error) {
	w := &Workspace{root: abs, opts: opts, known: all.NewTable(opts.languages()), cache: index.NewCache(), glimpsing: make(chan struct{}, 1)}
	w.looks.wanted, w.forests.growing, w.forests.making = make(chan struct{}, 1), make(chan struct{}, 1), newTurn()
	w.opts.Progress = func(p Progress) {
		w.progress.Store(&p)
		if opts.Progress != nil {
			opts.Progress(p)
		}
	}
	w.life, w.close = context.WithCancel(context.Background())
	w.midwrites.changed = w.changeTime
	w.text, w.marks = newTextWatch(w), newMarks(abs, opts.afterTime)
	var err error
	if w.shelf, err = openShelf(abs, w.warn); err != nil {
		w.warn(NotKept("the index", err))
		w.shelf = noShelf{}
	}
	if s, ok := w.shelf.(*diskShelf); ok {
		w.disk.Store(s)
		w.sentry = newSentry(abs, &w.opts)
	}
	if s, err := w.load(); err == nil {
		w.current.Store(s)
	} else if !errors.Is(err, errNothing) {
		w.warn(fmt.Sprintf("the index on disk is made anew: %s", err))
	}
	return w, nil
}

// ErrClosed: the workspace was closed.
var ErrClosed = errors.New("the workspace is closed")

// Close ends a Sync and a Watch that run, and releases what the workspace holds.
// Snapshots that it handed out must not be used any more.
func (w *Workspace) Close() error {
	w.close()
	w.looks.end()
	w.drafting.line.drop()
	w.recent.drop()
	w.midwrites.drop()
	w.text.close()
	w.forests.wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	_ = w.save(context.Background()) // failing, the next process does it again
	if s := w.current.Load(); s != nil && w.health.remade.Load() > 0 {
		w.mend(context.Background(), nil, s)
	}
	w.disk.Store(nil)
	kept := w.shelf
	w.shelf = noShelf{}
	w.sentry.close()
	return kept.close()
}

// restBytes is how much of the artefacts that are held is compared with its checksums when
// nobody asks anything; it goes on where it ended.
const restBytes = 256 << 20

// Rest is for when nobody asks anything. Where something was asked since, it compares what
// is in use of the index with its checksums; damage is mended before the next answer. It
// gives memory back that maps what was read: it is read again when it is needed. It does
// nothing while a look runs.
func (w *Workspace) Rest() {
	w.midwrites.forget(w.opts.now())
	if s := w.disk.Load(); s != nil && s.asked.Swap(false) {
		s.recheck(math.MaxInt, restBytes)
	}
	if w.mu.TryLock() {
		defer w.mu.Unlock()
		w.recent.drop()
		if s, ok := w.shelf.(*diskShelf); ok {
			s.read.Rest()
		}
	}
}

// Forget gives memory back that makes the next questions, and the next look at what
// changed, cheap: contents that were read of the index, and what types were checked with.
// All of it is made again when it is needed. It is for when nobody has asked for a while.
func (w *Workspace) Forget() {
	w.cache.Drop()
	w.memoed.empty()
	w.drafting.forget()
}

// Current is the state that was found last, nil when there is none yet.
func (w *Workspace) Current() *State { return w.current.Load() }

func (w *Workspace) warn(text string) {
	w.warnMu.Lock()
	w.warnings = append(w.warnings, text)
	w.warnMu.Unlock()
}

// Sync looks at the repository and returns its state; what has changed since
// the last look is indexed. Errors are those of Index, and ErrClosed.
func (w *Workspace) Sync(ctx context.Context) (*State, error) { return w.sync(ctx, nil, nil, false) }

// Reread is Sync without trust in earlier results: it reads and parses every file again,
// also those that seem unchanged.
func (w *Workspace) Reread(ctx context.Context) (*State, error) { return w.sync(ctx, nil, nil, true) }

// outOfMemory is the error of work that was guarded: where that has ended for want of
// memory it says so, and about how much is needed where that is known to be more than
// there is.
func (w *Workspace) outOfMemory(ctx context.Context, err error) error {
	var short *budget.Error
	if err == nil || !errors.As(context.Cause(ctx), &short) {
		return err
	}
	said := *short
	if need := w.need.Load(); need > said.Limit.Bytes {
		said.Needs = need
	}
	return &said
}

// sync is Sync or, with all, Reread. Everything is watched by watch before it is read, and
// what since knows is not listed again.
func (w *Workspace) sync(ctx context.Context, watch *early, since *since, all bool) (*State, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.life.Err() != nil {
		return nil, ErrClosed
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(w.life, cancel)()
	ctx, end := w.opts.Memory.Guard(ctx, "indexing "+w.root)
	defer end()
	upTo := w.noticed.Load()
	w.begun.Store(upTo)
	last := w.current.Load()
	defer w.progress.Store(nil)
	s, err := w.lookSafely(ctx, last, watch, since, all)
	if w.life.Err() != nil {
		return nil, ErrClosed
	}
	if err != nil {
		return nil, w.outOfMemory(ctx, err)
	}
	w.mend(ctx, last, s)
	s.noticed, s.upTo = &w.noticed, upTo
	w.warnMu.Lock()
	s.Report.Warnings = append(s.Report.Warnings, w.warnings...)
	w.warnMu.Unlock()
	g := w.opts.grower(w.Config(s))
	if s.grower = g.id(); g.why != "" {
		s.Report.Warnings = append(s.Report.Warnings, g.why)
	}
	if watching := w.Watching(); watching.warning() != "" {
		s.Report.Warnings = append(s.Report.Warnings, watching.warning())
	}
	w.midwrites.note(last, s, w.opts.now())
	w.current.Store(s)
	w.listed.set(nil, nil)
	if last == nil || !s.says(last) {
		w.subscribers.tell(s)
	}
	if last == nil && !s.Reused && w.watched.Load() {
		// The state is used from the disk now, for long; what it took to make it was
		// several times that.
		ts.Trim()
		debug.FreeOSMemory()
	}
	return s, nil
}

// lookSafely is index, but nothing follows from a state that turns out to be damaged
// before it or meanwhile.
func (w *Workspace) lookSafely(ctx context.Context, last *State, watch *early, since *since, all bool) (s *State, err error) {
	disk := w.disk.Load()
	for again := true; ; again = false {
		anew := all || disk != nil && disk.unsound() || !again
		if anew {
			w.drafting.line.drop()
			w.midwrites.drop()
			since = nil
		}
		end := w.reading(last)
		err = store.Guard(func() (err error) {
			s, err = w.index(ctx, last, anew, all, watch, since)
			return err
		})
		if whole := end() && !errors.Is(err, errRotten); disk == nil || anew || whole && !disk.unsound() {
			break
		}
	}
	if err != nil || disk == nil {
		return s, err
	}
	if disk.unsound() { // what follows it is there, though it could not be published
		disk.state.Store(nil)
	}
	if disk.gone.Swap(false) && w.unsaved == nil {
		w.unsaved = &unsaved{state: s}
		if s, err = w.publish(ctx, w.unsaved); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// says whether two states say the same of the repository, and are used alike.
func (s *State) says(o *State) bool {
	limits := o.config != nil && s.config.MemoryLimit == o.config.MemoryLimit
	return limits && s.Generation == o.Generation && s.grower == o.grower && s.Report.same(o.Report) && slices.Equal(s.Report.Warnings, o.Report.Warnings)
}

// subscribers are told of new states.
type subscribers struct {
	mu   sync.Mutex
	list map[chan *State]bool
}

// Subscribe returns a channel that has the newest state that differs from the
// one before it, until cancel is called. A state that nobody took makes way for
// the next: nobody who is slow holds anything up.
func (w *Workspace) Subscribe() (states <-chan *State, cancel func()) {
	c := make(chan *State, 1)
	u := &w.subscribers
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.list == nil {
		u.list = map[chan *State]bool{}
	}
	u.list[c] = true
	return c, func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		delete(u.list, c)
	}
}

func (u *subscribers) tell(s *State) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for c := range u.list {
		select {
		case <-c:
		default:
		}
		c <- s // nobody else sends
	}
}

// load reads the published state.
func (w *Workspace) load() (*State, error) {
	data, reads, done, err := w.shelf.published()
	if err != nil {
		return nil, err
	}
	s, err := w.decode(data, reads)
	if err != nil {
		done()
		return nil, err
	}
	whenUnused(s.Snapshot, done)
	s.health = &w.health
	return s, nil
}

// A published state is the length of its head (uint64, little-endian), the head
// as JSON, the number of stamps (uint64), the stamps, and the snapshot. Spaces at the end
// of the head align the snapshot to 8 bytes: its bitmaps are used where they are mapped.

func (s *State) encode(w io.Writer) error {
	head, err := json.Marshal(&s.head)
	if err != nil {
		return err
	}
	for len(head)%8 != 0 {
		head = append(head, ' ')
	}
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(head)))
	b = append(b, head...)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(s.stamps)/stampSize))
	if _, err := w.Write(append(b, s.stamps...)); err != nil {
		return err
	}
	return s.Snapshot.Encode(w)
}

var errState = errors.New("the published state is damaged")

// cut takes a length and that many times size bytes from data.
func cut(data []byte, size uint64) (part, rest []byte, err error) {
	if len(data) < 8 {
		return nil, nil, errState
	}
	n := binary.LittleEndian.Uint64(data)
	if data = data[8:]; n > uint64(len(data))/size {
		return nil, nil, errState
	}
	return data[: n*size : n*size], data[n*size:], nil
}

// decode reads a published state. reads, which may be nil, records which parts are read.
func (w *Workspace) decode(data []byte, reads index.Reads) (*State, error) {
	head, rest, err := cut(data, 1)
	if err != nil {
		return nil, err
	}
	s := &State{Reused: true}
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(head, &s.head); {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("%w: its head (%v)", errState, err)
	case s.head.Format != Format:
		return nil, fmt.Errorf("it is of version %d, and this program makes version %d", s.head.Format, Format)
	case err != nil || s.head.Report == nil:
		return nil, fmt.Errorf("%w: its head (%v)", errState, err)
	}
	if s.stamps, rest, err = cut(rest, stampSize); err != nil {
		return nil, err
	}
	s.stamps = bytes.Clone(s.stamps) // they are used when the snapshot may not be any more
	if reads != nil {
		reads.Note(data[:len(data)-len(rest)])
	}
	languages := map[string]*lang.Language{}
	for _, l := range w.known.Languages() {
		languages[l.Name] = l
	}
	w.cache.Serve(w.opts.plan().Served)
	s.Snapshot, err = index.Open(index.Stored{
		Data:     rest,
		Language: func(name string) *lang.Language { return languages[name] },
		Reads:    reads,
		Content:  w.content,
		Places:   w.places,
		Damaged:  w.damaged,
		Cache:    w.cache,
	})
	if err != nil {
		return nil, err
	}
	if len(s.stamps) != stampSize*len(s.Snapshot.Docs()) {
		return nil, fmt.Errorf("%w: %d stamps of %d files", errState, len(s.stamps)/stampSize, len(s.Snapshot.Docs()))
	}
	s.Generation, s.At, s.Report = s.head.Generation, s.head.At, s.head.Report
	s.Report.Root = w.root // the folder may have been moved since
	return s, nil
}

// stampsOf are the stamps of a scan, without those that can't be trusted.
func stampsOf(s *Scan, now time.Time) []byte {
	b := make([]byte, 0, stampSize*len(s.Files))
	for i := range s.Files {
		st := s.Files[i].stamp
		if !st.settled(now) {
			st = stamp{}
		}
		b = st.append(b)
	}
	return b
}

// index makes the state of the repository as it is now. last may be nil; then
// what another worktree has serves as well. With anew nothing of last is reused; with all
// neither are facts of the index or of another worktree.
func (w *Workspace) index(ctx context.Context, last *State, anew, all bool, watch *early, since *since) (*State, error) {
	number := uint64(1)
	if last != nil {
		number = last.Generation + 1
	}
	if anew {
		last = nil
	}
	own := last != nil
	base := last // what the new state is compared with, and follows from
	if own && last.unsettled && last.base != nil {
		base = last.base
	}
	now := w.opts.now()
	var told map[string]fsnotify.Op
	if since != nil {
		told = since.told(ctx) // before anything is read
	}
	watch.configs(w.root)
	w.sentry.recover(ctx, w.root)
	x, err := newIndexer(w.root, w.opts, w.known)
	if err != nil {
		return nil, err
	}
	defer x.root.Close()
	if s, ok := w.shelf.(*diskShelf); ok {
		s.batch.Store(x.plan.Batch)
	}
	x.sentry, x.memoed, x.all = w.sentry, &w.memoed, all
	x.shelf, x.giveWay, x.grower, x.watch = w.shelf, w.giveWay, w.opts.grower(x.config), watch
	x.contents = index.NewContents(w.cache, w.content, w.damaged)
	x.contents.Hold(x.plan.Hold)
	if w.opts.Export {
		w.cache.Serve(x.plan.Served)
	} else {
		defer x.contents.Release()
	}
	w.readImports(x, last)
	x.since, x.told, x.before = since, told, last
	if err := x.phase(ctx, PhaseScan, x.list); err != nil {
		return nil, err
	}
	size := x.scan.size()
	x.grower.expect(size)
	if w.opts.Size != nil {
		w.opts.Size(size)
	}
	if !own {
		w.listed.set(x.scan, x.config)
		last = nil
		if !all {
			last = w.stateBeside(x.scan)
		}
		base = last
	} else {
		x.files.recent = &w.recent
	}
	if last == nil {
		need := x.scan.need()
		w.need.Store(need)
		if err := w.opts.Memory.Admit("indexing "+w.root, need); err != nil {
			return nil, err
		}
	}
	next := &State{Report: x.report, Generation: number, At: now, health: &w.health, scan: x.scan, stamps: stampsOf(x.scan, now)}
	next.print = x.fingerprint()
	next.head = stateHead{Format: Format, At: now, Fingerprint: next.print, Report: x.report, Imports: x.importList}
	next.places, next.config = x.scan.places, x.config
	if w.watched.Load() || own && last.Looked() {
		x.memos = map[string]*lang.Memo{}
	}
	same, read := false, 0
	var lacking map[int32]bool
	if disk := w.disk.Load(); own && disk != nil {
		lacking = disk.lacking(base)
	}
	if base != nil {
		if base.head.Fingerprint == next.head.Fingerprint {
			watch.deps(base.head.Seen.Deps, w.trees())
			d, err := x.compare(ctx, base)
			if err == nil {
				d.lost, err = x.heal(ctx, w, base, lacking, d.numbers)
			}
			if err != nil {
				return nil, err
			}
			if x.lossy {
				x.last = nil // what it knew of files is not known any more
			}
			same, read = d.none(), d.read
			x.files.expect = func(i int32) *[sha256.Size]byte {
				if d := x.kept[i]; d != nil {
					return &d.Hash
				}
				return nil
			}
		}
	}
	reused := same && own && base == last
	if same {
		x.again(base)
		next.Snapshot, next.Reused, next.head.Seen, next.head.Preludes = base.Snapshot, reused, base.head.Seen, base.head.Preludes
		next.tables, next.projects, next.preludes, next.memos = base.tables, base.projects, base.preludes, base.memos
		if reused {
			next.Generation = last.Generation
		}
	} else if next.Snapshot, err = w.runWhole(ctx, x); err != nil {
		if ctx.Err() != nil {
			// What is done is not lost: the next process finds it.
			_ = w.shelf.flush(context.WithoutCancel(ctx))
		}
		return nil, err
	}
	if !same {
		next.tables, next.projects, next.preludes, next.memos = x.tables, x.projects, x.preludeSets, x.memos
		if x.next != nil && x.memos != nil {
			x.takeMemos(base)
		}
	}
	x.report.finish(next.Snapshot)
	if x.opts.FactsOnly || reused && read < manyReads {
		return next, nil
	}
	if last != nil && !own {
		w.claim(next)
	} else {
		w.claimGrown(next)
	}
	if !same {
		next.head.Preludes = map[string][]lang.Module{}
		for family, p := range x.preludeSets {
			next.head.Preludes[family] = p.modules()
		}
		next.head.Seen = x.files.reads.seen()
		if x.next != nil { // what was resolved before depends on what was seen then
			next.head.Seen = next.head.Seen.with(base.head.Seen)
		}
	}
	if x.files.unsettled.Load() || x.mixed() || x.next != nil && x.moved(&base.head.Seen) {
		next.unsettled, next.head.Fingerprint = true, [sha256.Size]byte{}
		if own && !base.unsettled {
			next.base = base
		}
	}
	next.head.Generation = next.Generation
	if !own {
		last = nil
	}
	w.unsaved = &unsaved{next, last}
	if own && w.watched.Load() && next.Snapshot.Layers() < maxLayers {
		return next, nil // while things change there are better uses of the time
	}
	saved, err := w.publish(ctx, w.unsaved)
	if err == nil {
		_, saved.Report.PeakMemory = memory() // to write it can take the most of all
	}
	return saved, err
}

// runWhole is run; where something turns out to be lost that the last state is made of,
// nothing is taken from that.
func (w *Workspace) runWhole(ctx context.Context, x *indexer) (*index.Snapshot, error) {
	before, report := w.health.lost.Load(), *x.report
	report.Skipped, report.Failed, report.Phases = slices.Clip(report.Skipped), slices.Clip(report.Failed), slices.Clip(report.Phases)
	report.Cut, report.Decoded = slices.Clip(report.Cut), slices.Clip(report.Decoded)
	followed := x.last != nil
	s, err := x.run(ctx)
	if err != nil || !followed || w.health.lost.Load() == before {
		return s, err
	}
	x.anew()
	*x.report = report
	return x.run(ctx)
}

// maxLayers is how many files may have been resolved since the index was last
// written, while it is watched.
const maxLayers = 512

// unsaved is a state that is not on disk yet, and the one before it.
type unsaved struct{ state, last *State }

// publish writes a state, and returns it as it is then: what is on disk is not in
// memory any more.
func (w *Workspace) publish(ctx context.Context, u *unsaved) (*State, error) {
	next := u.state
	err := w.shelf.publish(ctx, func(to io.Writer) error {
		if err := next.encode(to); err != nil {
			return err
		}
		if !w.stayedWhole(next) { // damage must not get new checksums
			return errRotten
		}
		return nil
	})
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if errors.Is(err, errRotten) {
			return nil, err
		}
		next.Report.Warnings = append(next.Report.Warnings, NotKept("the index", err))
		return next, nil
	}
	w.tidy(ctx, next.config, u.last, next)
	if w.unsaved == u {
		w.unsaved = nil
	}
	if !w.watched.Load() && next.Snapshot.Layers() == 0 && !next.Report.large() {
		return next, nil // it is not used for long
	}
	saved := *next
	if read, err := w.load(); err == nil && read.Generation == next.Generation {
		saved.Snapshot = read.Snapshot
	} else if next.Snapshot.Layers() > 0 {
		if saved.Snapshot, err = next.Snapshot.Compact(); err != nil {
			return nil, err
		}
	}
	return &saved, nil
}

// Save writes what has been found since the index was last written, if there is
// something: while the repository is watched that is put off. Errors are the
// context's and ErrClosed; that the disk can't be written is a warning of the
// state.
func (w *Workspace) Save(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.life.Err() != nil {
		return ErrClosed
	}
	return w.save(ctx)
}

// save is Save when w.mu is held.
func (w *Workspace) save(ctx context.Context) error {
	u := w.unsaved
	if u == nil {
		return nil
	}
	s, err := w.publish(ctx, u)
	if now := w.current.Load(); err == nil && now != nil && now.Snapshot == u.state.Snapshot { // a later look may have found the same
		saved := *now
		saved.Snapshot = s.Snapshot
		w.current.Store(&saved)
	}
	return err
}

// manyReads is how many files must have been read only to find that they are
// unchanged for the new stamps to be worth writing.
const manyReads = 64

// difference is what compare finds. All files in it are sorted.
type difference struct {
	// added are files that are new or of another language, changed those that
	// have other content, gone those that are not there any more.
	added, changed, gone []string
	// support are files that are read beside the facts, with other content or gone.
	support []string
	// failed are files that are tried again because they failed, lost those of which
	// what was kept could not be read.
	failed, lost []string
	deps         bool // what was looked at outside the scan has changed
	// read is the number of files that only their contents told to be unchanged.
	read int
	// numbers are those that the files of the scan have in the last state.
	numbers []int32
}

// contents: nothing has changed but what is in files that languages read.
func (d *difference) contents() bool {
	return len(d.added)+len(d.gone)+len(d.support) == 0 && !d.deps
}

// none: nothing has changed that the snapshot depends on, and nothing is to be
// tried again.
func (d *difference) none() bool {
	return d.contents() && len(d.changed)+len(d.failed)+len(d.lost) == 0
}

// compare finds the files that are as they were in the last state, for doc to
// take over, and how the others differ. Its error is the context's.
func (x *indexer) compare(ctx context.Context, last *State) (*difference, error) {
	docs, diff := last.Snapshot.Docs(), &difference{}
	x.kept = make([]*index.Doc, len(x.scan.Files))
	wanted := map[string][]byte{} // the hashes of files that are read beside the facts
	for _, f := range last.head.Seen.Files {
		wanted[f.Path] = f.Sum
	}
	numbers := x.scan.numbers(docs)
	diff.numbers = numbers
	differs, err := x.reread(ctx, last, numbers, wanted)
	if err != nil {
		return nil, err
	}
	again := map[string]bool{} // read in part only, for want of time, or out of quarantine
	for _, f := range last.Report.Failed {
		if f.Stage == stageParse || f.Stage == stageCheck && strings.HasPrefix(f.Err, SkipQuarantine+": ") {
			again[f.Path] = f.Stage == stageParse || x.sentry != nil && !x.sentry.holds(stageCheck, f.Path)
		}
	}
	there := 0
	for i := range x.scan.Files {
		f := &x.scan.Files[i]
		n, ok := numbers[i], numbers[i] >= 0
		if ok {
			there++
		}
		if !ok || f.Lang != docs[n].Lang {
			diff.added = append(diff.added, f.Path)
			continue
		}
		old := docs[n]
		released := x.sentry != nil && strings.HasPrefix(old.Skipped, SkipQuarantine+": ") && !x.sentry.holds(stageExtract, f.Path)
		if old.Failed != "" || again[f.Path] || released {
			diff.failed = append(diff.failed, f.Path)
			continue
		}
		if other, read := differs[int32(i)]; read {
			_, ok := wanted[f.Path]
			if other && ok {
				diff.support = append(diff.support, f.Path)
			}
			switch {
			case f.Lang == nil:
			case other:
				diff.changed = append(diff.changed, f.Path)
				continue
			default:
				diff.read++
			}
		}
		x.kept[i] = &index.Doc{Path: old.Path, Hash: old.Hash, Size: old.Size, Lang: f.Lang, Skipped: old.Skipped, Source: old.Source}
	}
	if there < len(docs) {
		for _, d := range docs {
			if !x.files.Has(d.Path) {
				diff.gone = append(diff.gone, d.Path)
			}
		}
	}
	for _, p := range diff.gone {
		if _, ok := wanted[p]; ok {
			diff.support = append(diff.support, p)
		}
	}
	diff.deps = !x.sameDeps(last.head.Seen.Deps)
	if len(diff.support) == 0 && !diff.deps && len(x.imports) == 0 {
		x.last = last
	}
	return diff, nil
}

// numbers are those that the files of a scan have in docs, which are sorted by path; -1
// where they are not there.
func (s *Scan) numbers(docs []*index.Doc) []int32 {
	numbers, n := make([]int32, len(s.Files)), 0
	for i := range s.Files {
		for n < len(docs) && docs[n].Path < s.Files[i].Path {
			n++
		}
		if numbers[i] = -1; n < len(docs) && docs[n].Path == s.Files[i].Path {
			numbers[i] = int32(n)
		}
	}
	return numbers
}

// reread reads the files of the scan whose stamps are not those of the last state
// or can't be trusted, and says of each whether its content differs: of those
// that a language reads, and of those in wanted, by the hash that is there. numbers are
// those of the files in the last state.
func (x *indexer) reread(ctx context.Context, last *State, numbers []int32, wanted map[string][]byte) (differs map[int32]bool, err error) {
	docs := last.Snapshot.Docs()
	var list []int32
	for i := range x.scan.Files {
		f, n := &x.scan.Files[i], numbers[i]
		if n < 0 || f.Lang != docs[n].Lang || docs[n].Failed != "" || stampAt(last.stamps, int(n)) == f.stamp {
			continue
		}
		if _, ok := wanted[f.Path]; ok || f.Lang != nil {
			list = append(list, int32(i))
		}
	}
	found := make([]bool, len(list))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(x.jobs, len(list)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				at := next.Add(1) - 1
				if at >= int64(len(list)) {
					return
				}
				i := list[at]
				f := &x.scan.Files[i]
				if f.Lang == nil {
					_, sum, _ := x.files.read(i, maxSupport) // no hash, when it can't be read
					found[at] = !bytes.Equal(sum[:], wanted[f.Path])
					continue
				}
				found[at] = !x.sameContent(i, docs[numbers[i]])
			}
		})
	}
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	differs = make(map[int32]bool, len(list))
	for at, i := range list {
		differs[i] = found[at]
	}
	return differs, nil
}

// changed are the files of a family that have another content than in the last
// state, or are new or gone, sorted; all is true where all is new.
func (x *indexer) changed(family string) (paths []string, all bool) {
	if x.next == nil {
		return nil, true
	}
	of := func(d *index.Doc) bool { return d.Lang != nil && d.Lang.Family == family }
	for _, doc := range x.next.Fresh() {
		d := x.docs[doc]
		was, ok := x.last.Snapshot.Doc(d.Path)
		if of(d) || ok && of(x.last.Snapshot.Docs()[was]) {
			paths = append(paths, d.Path)
		}
	}
	for _, f := range x.next.Gone() {
		if f.Lang.Family == family {
			paths = append(paths, f.Path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), false
}

// earlierFacts are those that a file had in the last state.
func (x *indexer) earlierFacts(path string) *lang.Facts {
	if doc, ok := x.last.Snapshot.Doc(path); ok {
		return x.last.Snapshot.Docs()[doc].Facts()
	}
	return nil
}

// sameContent reads a file to tell whether doc would make of it what old is.
func (x *indexer) sameContent(i int32, old *index.Doc) bool {
	c, err := x.files.content(nil, i, x.config.MaxFileSize)
	if errors.Is(err, errTooLarge) {
		return strings.HasPrefix(old.Skipped, SkipLarge)
	}
	if err != nil || c.sum == old.Hash {
		return err == nil
	}
	x.files.recent.put(c.sum, c.bytes)
	return false
}

// trees are those that lie outside the scan.
func (x *indexer) trees() map[string]tree {
	trees := map[string]tree{treeRepo: confined(x.root)}
	if t, ok := x.opts.Env.deps().GoModCache.(tree); ok {
		trees[treeCache] = t
	}
	return trees
}

// sameDeps says whether what was looked at outside the scan is as it was.
func (x *indexer) sameDeps(deps []seenDep) bool {
	trees := x.trees()
	for i := range deps {
		d := &deps[i]
		t, known := trees[d.Tree]
		if was, ok := d.look(); !ok || !known || !t.same(d.Path, was) {
			return false
		}
	}
	return true
}

// again makes the report of a state in which nothing has changed.
func (x *indexer) again(last *State) {
	x.docs = last.Snapshot.Docs()
	x.reportDocs()
	for _, f := range last.Report.Failed {
		switch f.Stage {
		case "project", "check", "resolve":
			x.report.Failed = append(x.report.Failed, f)
		case stageImport:
			x.lostImport(f.Err)
		}
	}
	x.report.Cut, x.report.Decoded = last.Report.Cut, last.Report.Decoded
	x.report.Languages, x.report.LeftOut = last.Report.Languages, last.Report.LeftOut
}

// mixed says whether a file was taken over from the last state by its stamp, and
// read all the same and found to be another: it has changed since it was compared,
// and what was made of it now is not what its facts say.
func (x *indexer) mixed() bool {
	for i, d := range x.docs {
		if sum := x.files.hashes[i].Load(); sum != nil && d.Hash != ([sha256.Size]byte{}) && *sum != d.Hash {
			return true
		}
	}
	return false
}

// moved says whether something beside the sources was another thing when it was
// read for this state than it was for the last one, whose links were taken over:
// then it has changed since it was compared.
func (x *indexer) moved(last *seen) bool {
	r := x.files.reads
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range last.Files {
		if sum, read := r.files[f.Path]; read && !bytes.Equal(sum[:], f.Sum) {
			return true
		}
	}
	trees := x.trees()
	for i := range last.Deps {
		d := &last.Deps[i]
		now, read := r.deps[dependency{d.Tree, d.Path}]
		if !read {
			continue
		}
		if was, ok := d.look(); !ok || now != was && !trees[d.Tree].same(d.Path, was) {
			return true
		}
	}
	return false
}

// fingerprint is of all that a state depends on beside the files: the program,
// its languages, the configuration and what is installed.
func (x *indexer) fingerprint() [sha256.Size]byte {
	h := sha256.New()
	put := func(values ...any) { fmt.Fprintf(h, "%#v\n", values) } // %q says the same of all large numbers
	c := x.config
	put(codecVersion, secrets.Version, charset.Version, x.opts.Env.Program, c.SourceDirs, c.ExcludePatterns, c.SupportedLanguages, c.ParserTimeout, c.MaxFileSize, c.prefix)
	for _, l := range x.table.Languages() {
		put(l.Name, l.Version)
		for _, f := range l.Frameworks {
			put(f.Name, f.Version)
		}
	}
	dir, version := x.opts.Env.GoRoot()
	put(dir, version, x.opts.Env.GoModCache())
	put(x.importsLost)
	for _, e := range x.imports {
		put(e.ID, e.At)
	}
	return [sha256.Size]byte(h.Sum(nil))
}
