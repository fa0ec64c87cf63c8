// Package workspace is the repository on disk: it scans a folder, reads its
// files and drives the engine over them.
package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"

	"codeintel/index"
	"codeintel/index/charset"
	"codeintel/index/embed"
	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/lang/ts"
	"codeintel/index/pos"
	"codeintel/index/resolve"
	"codeintel/index/secrets"
	"codeintel/index/symbol"
	"codeintel/index/workspace/budget"
	"codeintel/index/workspace/turns"
)

// Options of Index.
type Options struct {
	// Jobs is how many goroutines work at a time; 0 means one per processor.
	Jobs int
	// Languages limits the index to these, by name or family; empty means what
	// the configuration says.
	Languages []string
	// Known are the languages to choose from; nil means all of this build.
	Known []*lang.Language
	// Config is used instead of the folder's configuration file.
	Config *Config
	// FactsOnly stops after the facts: nothing is resolved.
	FactsOnly bool
	// Env is the environment; the zero value knows of nothing outside the
	// folder.
	Env Env
	// Embedder is the one that a model's name (the setting embedding_model) stands
	// for; the same name has the same one. Its error says why the model can't be used,
	// and what to do next. nil for none at all: then chunks have no vectors.
	Embedder func(model string) (embed.Embedder, error)
	// Size, when set, is told by a workspace's look how many bytes the files have that
	// languages read, before it reads any.
	Size func(bytes int64)
	// Export says that what is known of all files will be gone through after they were
	// looked at: what there is room for of it stays in memory.
	Export bool
	// Memory decides how much is done at a time and kept; nil for as much as is of use.
	Memory *budget.Governor
	// Worker runs another process of the program, to try what ended an earlier one. nil
	// where there can be none: then nothing is put under quarantine.
	Worker Worker
	// Renew replaces the process by a new one that begins again, for the reason why. It
	// is called where a single file takes more than it may, and does not return unless
	// it fails; nil where the process must not be replaced.
	Renew func(why string)
	// Progress, when set, is told how far a phase is: one call at a time, at
	// most twenty a second and the last of each phase.
	Progress func(Progress)

	// Turns has the places of the process in which questions are answered; nil where
	// nobody waits for another.
	Turns *turns.Gate

	// For tests: smaller than it is; zero for what it is.
	capacity index.Capacity
	// For tests; nil for the system's.
	clock    func() time.Time
	after    func(time.Duration) <-chan time.Time
	unitTime time.Duration
}

// The phases of Index, in order.
const (
	PhaseScan    = "scan"
	PhaseExtract = "extract"
	PhaseProject = "project"
	PhaseCheck   = "check"
	PhaseResolve = "resolve"
	PhaseBuild   = "build"
)

// trimAfter is how many bytes of source make it worth while to give freed
// memory back at once, and to hold nothing that can be read again.
const trimAfter = 64 << 20

// trimParsed is how many bytes of source make it worth while to give the memory of
// parsers back.
const trimParsed = 2 << 20

// keepRows is how many rows the tables of resolution may have to be kept for the
// next time; larger ones are made again then.
const keepRows = 2 << 20

// packAfter is how many references make it worth while to pack the links.
const packAfter = 1 << 20

// indexer is one run of Index.
type indexer struct {
	opts       Options
	jobs       int
	plan       budget.Plan
	most       index.Capacity
	config     *Config
	root       *os.Root
	abs        string
	known      *all.Table // all languages
	table      *all.Table // those that were chosen
	shelf      shelf
	all        bool // every file is parsed, also those of which the shelf has facts
	imports    []imported
	importList importList
	// importsLost: the list of imported indexes is damaged; "" where it is not.
	importsLost string
	kept        []*index.Doc // by number of a file: what an earlier state has of it, if it is the same
	noted       []noted      // by number of a file: what is asked of facts that were read or decoded
	// last is a state of which nothing but files has changed, and next what
	// follows its snapshot; both are nil when all is to be resolved.
	last        *State
	next        *index.Successor
	scan        *Scan
	files       *files
	docs        []*index.Doc
	deps        lang.Deps
	projects    map[string]lang.Project
	memos       map[string]*lang.Memo  // by family; nil when the repository will not be looked at again
	memoed      *memoList              // of the workspace; nil for none
	preludeSets map[string]*preludeSet // by family
	contents    *index.Contents        // of the files that the shelf keeps
	packed      *packed                // of others
	room        atomic.Int64           // for contents that are not packed
	resolver    resolve.Resolver
	tables      *resolve.Tables
	resolving   *phaseProgress
	report      *Report
	progress    *progress
	watch       *early                 // watches what is read, before it is; nil for nobody
	since       *since                 // what can be taken over of the last look's list; nil for nothing
	before      *State                 // the last state, with since
	told        map[string]fsnotify.Op // what has changed after since; nil where that is not known
	giveWay     func(context.Context)  // waits while there is something better to do; nil for never
	grower      *grower                // of the chunks of files that are read; nil where they are not kept
	lossy       bool                   // not all of the last state can be read any more
	sentry      *sentry                // nil where nothing is put under quarantine
	leftMu      sync.Mutex
	left        map[string]string // why files were not checked as a whole, by path
	late        sync.Map          // why files were read in part, by path
	partial     sync.Map          // what bounds of a language left out of files, by path
	decoded     sync.Map          // how files that are not in UTF-8 were read, by path
	drafting    bool              // last is of the same disk: what does not depend on the texts of drafts stays
}

// Index indexes the folder root: it scans it, extracts the facts of each file,
// and resolves them. It fails when the folder or its configuration can't be
// used, when a language is asked for that does not exist, and with the
// context's error when that is done; whatever is wrong with single files is in
// the report. The same content gives the same snapshot, whatever Jobs is.
func Index(ctx context.Context, root string, opts Options) (*index.Snapshot, *Report, error) {
	abs, err := folder(root)
	if err != nil {
		return nil, nil, err
	}
	x, err := newIndexer(abs, opts, all.NewTable(opts.languages()))
	if err != nil {
		return nil, nil, err
	}
	defer x.root.Close()
	if err := x.phase(ctx, PhaseScan, x.list); err != nil {
		return nil, nil, err
	}
	snapshot, err := x.run(ctx)
	if err != nil {
		return nil, nil, err
	}
	x.report.finish(snapshot)
	return snapshot, x.report, nil
}

// jobs is how many goroutines work at a time.
func (o *Options) jobs() int {
	if o.Jobs > 0 {
		return o.Jobs
	}
	return runtime.GOMAXPROCS(0)
}

// most is what an index has room for.
func (o *Options) most() index.Capacity {
	if o.capacity != (index.Capacity{}) {
		return o.capacity
	}
	return index.Most()
}

// plan is what there is memory for.
func (o *Options) plan() budget.Plan { return o.Memory.Plan(o.jobs()) }

func (o *Options) now() time.Time {
	if o.clock != nil {
		return o.clock()
	}
	return time.Now()
}

// languages to choose from.
func (o *Options) languages() []*lang.Language {
	if o.Known != nil {
		return o.Known
	}
	return all.Languages()
}

// newIndexer prepares to index the folder abs; its root must be closed.
func newIndexer(abs string, opts Options, known *all.Table) (x *indexer, err error) {
	if x, err = rootless(abs, opts, known); err != nil {
		return nil, err
	}
	if x.root, err = os.OpenRoot(abs); err != nil {
		return nil, fmt.Errorf("%s: %s", abs, reason(err))
	}
	return x, nil
}

// rootless is newIndexer without the root.
func rootless(abs string, opts Options, known *all.Table) (x *indexer, err error) {
	plan := opts.plan()
	x = &indexer{opts: opts, jobs: plan.Jobs, plan: plan, most: opts.most(), abs: abs, config: opts.Config, known: known, projects: map[string]lang.Project{}, preludeSets: map[string]*preludeSet{}, progress: newProgress(opts.Progress), shelf: noShelf{}, packed: newPacked()}
	x.contents = index.NewContents(
		index.NewCache(),
		func(*index.Doc) (*index.Content, error) { return nil, errNotKept },
		func(*index.Doc, error) {},
	)
	x.room.Store(plan.Hold)
	if x.config == nil {
		if x.config, err = FindConfig(abs, known); err != nil {
			return nil, err
		}
	}
	names := opts.Languages
	if len(names) == 0 {
		names = x.config.SupportedLanguages
	}
	table, unknown := known.Select(names)
	if len(opts.Languages) > 0 && len(unknown) > 0 {
		return nil, known.UnknownError(unknown)
	}
	x.table = table
	x.report = &Report{Root: abs, Config: x.config.File}
	for _, n := range unknown {
		x.report.Warnings = append(x.report.Warnings, fmt.Sprintf("%s: supported_languages: %s is not supported yet", x.config.File, n))
	}
	return x, nil
}

// run does all after the scan.
func (x *indexer) run(ctx context.Context) (*index.Snapshot, error) {
	before := *x.report
	before.Skipped, before.Failed, before.Phases = slices.Clip(before.Skipped), slices.Clip(before.Failed), slices.Clip(before.Phases)
	s, err := x.phases(ctx)
	if errors.Is(err, errAnew) {
		x.anew()
		*x.report = before
		s, err = x.phases(ctx)
	}
	return s, err
}

func (x *indexer) phases(ctx context.Context) (snapshot *index.Snapshot, err error) {
	var result *resolve.Result
	for _, phase := range []struct {
		name string
		run  func(ctx context.Context) error
	}{
		{PhaseExtract, x.extract},
		{PhaseProject, x.open},
		{PhaseCheck, x.check},
		{PhaseResolve, func(ctx context.Context) (err error) { result, err = x.resolve(ctx); return err }},
		{PhaseBuild, func(context.Context) (err error) { snapshot, err = x.build(result); return err }},
	} {
		if x.opts.FactsOnly && (phase.name == PhaseProject || phase.name == PhaseCheck || phase.name == PhaseResolve) {
			continue
		}
		if phase.name == PhaseBuild {
			ctx = context.WithoutCancel(ctx) // it is short, and the rest is done
		}
		if err := x.phase(ctx, phase.name, phase.run); err != nil {
			return nil, err
		}
	}
	return snapshot, nil
}

// phase runs one phase and notes what it took.
func (x *indexer) phase(ctx context.Context, name string, run func(context.Context) error) error {
	t := startTimer()
	err := guard(func() error { return run(ctx) })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return err
	}
	x.report.Phases = append(x.report.Phases, t.phase(name))
	return nil
}

// list is the scan.
func (x *indexer) list(ctx context.Context) error {
	p := x.progress.phase(PhaseScan, 0)
	s, err := x.rescan(ctx)
	if s == nil && err == nil {
		s, err = scan(ctx, x.root, x.abs, x.config, x.known, x.table, x.opts.Env, x.watch, x.jobs, p.at)
	}
	if err != nil {
		return err
	}
	p.end(len(s.Files))
	x.scan = s
	x.files = newFiles(x.root, s)
	x.files.reads = newReads()
	x.report.Files = len(s.Files)
	x.report.Ignored, x.report.Excluded = s.Ignored, s.Excluded
	x.report.Skipped = append(x.report.Skipped, s.Skipped...)
	x.report.Failed = append(x.report.Failed, s.Failed...)
	x.report.Warnings = append(x.report.Warnings, s.Warnings...)
	for _, d := range x.config.SourceDirs {
		rel, ok := x.config.relative(d)
		if !ok {
			continue
		}
		if info, err := x.root.Stat(rel); err != nil || !info.IsDir() {
			x.report.Warnings = append(x.report.Warnings, fmt.Sprintf("%s: source_dirs: there is no folder %s", x.config.File, d))
		}
	}
	return nil
}

// extract makes a Doc of each file.
func (x *indexer) extract(ctx context.Context) error {
	x.docs = make([]*index.Doc, len(x.scan.Files))
	p := x.progress.phase(PhaseExtract, len(x.docs))
	stats := make([]map[*lang.Language]LanguageStats, x.jobs)
	x.noted = make([]noted, len(x.docs))
	broken := func(i int, d *index.Doc) bool {
		switch {
		case x.kept == nil || x.kept[i] == nil:
			return x.noted[i].broken
		case x.last != nil:
			if doc, ok := x.last.Snapshot.Doc(d.Path); ok && x.last.Snapshot.Docs()[doc].Source == d.Source {
				return x.last.Snapshot.Broken(doc) // without its facts
			}
		}
		return faulty(d.Facts())
	}
	var next, done atomic.Int64
	var workers sync.WaitGroup
	for w := range x.jobs {
		stats[w] = map[*lang.Language]LanguageStats{}
		workers.Go(func() {
			parser := ts.NewParser(ts.Limits{Time: x.config.ParserTimeout})
			defer func() { parser.Close() }()
			codecs := newCodecs()
			defer codecs.close()
			for ctx.Err() == nil {
				if w > 0 && x.giveWay != nil { // one goes on in any case
					x.giveWay(ctx)
				}
				i := next.Add(1) - 1
				if i >= int64(len(x.docs)) {
					return
				}
				start := time.Now()
				d, healthy := x.doc(ctx, parser, codecs, int32(i))
				x.docs[i] = d
				if !healthy {
					// The panic may have left the parser in any state.
					parser.Close()
					parser = ts.NewParser(ts.Limits{Time: x.config.ParserTimeout})
				}
				if d.Lang != nil {
					s := stats[w][d.Lang]
					s.add(d, time.Since(start), func(d *index.Doc) bool { return broken(int(i), d) })
					stats[w][d.Lang] = s
				}
				p.at(int(done.Add(1)))
			}
		})
	}
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	p.end(len(x.docs))
	var size int64
	for i, d := range x.docs {
		if d.Source != nil && (x.kept == nil || x.kept[i] == nil) {
			size += d.Size
		}
	}
	sum := map[*lang.Language]LanguageStats{}
	for _, m := range stats {
		for l, s := range m {
			t := sum[l]
			t.merge(s)
			sum[l] = t
		}
	}
	for _, l := range x.table.Languages() {
		if s, ok := sum[l]; ok {
			s.Name = l.Name
			x.report.Languages = append(x.report.Languages, s)
		}
	}
	x.leaveOut()
	x.reportDocs()
	if size > trimAfter {
		_ = x.shelf.flush(context.WithoutCancel(ctx)) // what fails is tried again when the state is published
		x.contents.Release()                          // of few files among so many
		ts.Trim()
		debug.FreeOSMemory()
	} else if size > trimParsed {
		ts.Trim()
	}
	return nil
}

// leaveOut leaves the files out that an index has no room for.
func (x *indexer) leaveOut() {
	for _, i := range x.most.Overfull(x.docs) {
		d := x.docs[i]
		x.docs[i] = &index.Doc{Path: d.Path, Hash: d.Hash, Size: d.Size, Lang: d.Lang, Skipped: SkipFull + ": the index has no room for more definitions and references"}
	}
	left := 0 // by an earlier look, too
	for _, d := range x.docs {
		if strings.HasPrefix(d.Skipped, SkipFull) {
			left++
		}
	}
	if left > 0 {
		x.report.Warnings = append(x.report.Warnings, fmt.Sprintf("files that an index has no room for are left out, %d in all: there is room for %d definitions and %d references; name folders in exclude_patterns", left, x.most.Numbers, x.most.Links/2))
	}
}

// reportDocs puts the files that were left out or failed into the report.
func (x *indexer) reportDocs() {
	before, decoded := x.last.cuts(), x.last.decoded()
	for _, d := range x.docs {
		x.reportEncoding(d, decoded)
		switch {
		case d.Failed != "":
			stage := stageParse
			if d.Source == nil && d.Hash == ([32]byte{}) {
				stage = "read"
			}
			x.report.Failed = append(x.report.Failed, Failure{d.Path, stage, d.Failed})
		case d.Skipped != "":
			reason, detail, _ := strings.Cut(d.Skipped, ": ")
			x.report.Skipped = append(x.report.Skipped, Skip{d.Path, reason, detail})
		default:
			if why, ok := x.late.Load(d.Path); ok {
				x.report.Failed = append(x.report.Failed, Failure{d.Path, stageParse, why.(string)})
			} else if why, ok := x.partial.Load(d.Path); ok {
				x.report.Cut = append(x.report.Cut, Skip{d.Path, SkipCut, why.(string)})
			} else if was, ok := before[d.Path]; ok && was.hash == d.Hash {
				x.report.Cut = append(x.report.Cut, was.Skip)
			}
		}
	}
}

// Reasons for naming a file that is not in UTF-8.
const (
	EncodingKnown   = "encoding"
	EncodingGuessed = "encoding guessed"
)

// reportEncoding adds d to the report if it is not in UTF-8; before has such files of the
// last state.
func (x *indexer) reportEncoding(d *index.Doc, before map[string]listedDoc) {
	if d.Source == nil {
		return
	}
	if found, ok := x.decoded.Load(d.Path); ok {
		e, reason := found.(charset.Encoding), EncodingKnown
		if e.How == charset.Guessed {
			reason = EncodingGuessed
		}
		x.report.Decoded = append(x.report.Decoded, Skip{d.Path, reason, e.String()})
	} else if was, ok := before[d.Path]; ok && was.hash == d.Hash {
		x.report.Decoded = append(x.report.Decoded, was.Skip)
	}
}

// Guessed returns the files whose encoding had to be guessed.
func (r *Report) Guessed() []Skip {
	return slices.DeleteFunc(slices.Clone(r.Decoded), func(s Skip) bool { return s.Reason != EncodingGuessed })
}

// SkipCut is the reason for leaving out a part of a file.
const SkipCut = "read in part"

// listedDoc is a file in a list of a report, and the hash of its content.
type listedDoc struct {
	Skip
	hash [32]byte
}

// cuts returns the files of a state, which may be nil, that were cut, by path.
func (s *State) cuts() map[string]listedDoc {
	if s == nil {
		return nil
	}
	return s.hashed(s.Report.Cut)
}

// decoded returns the files of a state, which may be nil, that are not in UTF-8, by path.
func (s *State) decoded() map[string]listedDoc {
	if s == nil {
		return nil
	}
	return s.hashed(s.Report.Decoded)
}

// hashed returns the files of a list with their contents' hashes, by path.
func (s *State) hashed(list []Skip) map[string]listedDoc {
	if len(list) == 0 {
		return nil
	}
	out := map[string]listedDoc{}
	for _, c := range list {
		out[c.Path] = listedDoc{Skip: c}
	}
	for _, d := range s.Snapshot.Docs() {
		if c, ok := out[d.Path]; ok {
			c.hash = d.Hash
			out[d.Path] = c
		}
	}
	return out
}

// doc reads and extracts file i. healthy is false when an extractor panicked.
func (x *indexer) doc(ctx context.Context, parser *ts.Parser, codecs *codecs, i int32) (d *index.Doc, healthy bool) {
	f := &x.scan.Files[i]
	if x.kept != nil && x.kept[i] != nil {
		return x.kept[i], true
	}
	d = &index.Doc{Path: f.Path, Lang: f.Lang}
	if f.Lang == nil {
		d.Skipped = f.Why
		return d, true
	}
	c, err := x.files.content(nil, i, x.config.MaxFileSize)
	switch {
	case errors.Is(err, errTooLarge):
		d.Skipped = fmt.Sprintf("%s: more than max_file_size_kb = %d", SkipLarge, x.config.MaxFileSize>>10)
		return d, true
	case err != nil:
		d.Failed = reason(err)
		return d, true
	}
	d.Hash, d.Size = c.sum, int64(len(c.bytes))
	if x.kept != nil {
		x.files.recent.put(c.sum, c.bytes)
	}
	src, encoding := c.decode()
	if encoding.How != charset.UTF8 {
		x.decoded.Store(d.Path, encoding)
	}
	if looksBinary(src) {
		d.Skipped = SkipBinary
		return d, true
	}
	key := artefactKey(d)
	if !x.all {
		if c, err := codecs.get(x.shelf, key); err == nil {
			d.Source = x.contents.Holding(d, c)
			x.note(i, f.Lang, c.Facts)
			return d, true
		}
	}
	content := hex.EncodeToString(c.sum[:])
	if why := x.sentry.why(stageExtract, content); why != "" {
		d.Skipped = SkipQuarantine + ": " + why
		return d, true
	}
	defer x.sentry.begin(suspect{Stage: stageExtract, Path: f.Path, Content: content})()
	// Nothing that is kept, and no answer that is made of it, has a secret: the facts,
	// and the chunks, are of a text without any. Positions are those of the file.
	in := lang.Input{Path: f.Path, Src: secrets.MaskFile(f.Path, src), Language: f.Lang, Room: &codecs.room, Rich: x.grower != nil && x.shelf.keeps() && (x.grower.secrets || !index.SecretPath(f.Path))}
	facts, err := extractOne(ctx, x.config.ParserTimeout, parser, f.Lang, in)
	switch {
	case errors.Is(err, errPanic):
		d.Failed = err.Error()
		return d, false
	case errors.Is(err, ts.ErrHalted), errors.Is(err, context.DeadlineExceeded):
		d.Failed = fmt.Sprintf("parsing took more than parser_timeout_ms = %d", x.config.ParserTimeout.Milliseconds())
		return d, true
	case err != nil:
		d.Failed = err.Error()
		return d, true
	}
	if err := lang.Validate(facts, len(src)); err != nil {
		// What is kept would be refused when it is read again.
		d.Failed = fmt.Sprintf("%v: facts: %v", errPanic, err)
		return d, true
	}
	switch facts.Truncated {
	case "":
	case truncatedLate:
		x.late.Store(d.Path, fmt.Sprintf("getting round its errors took more than parser_timeout_ms = %d; it was read in part", x.config.ParserTimeout.Milliseconds()))
	default:
		x.partial.Store(d.Path, facts.Truncated)
	}
	if in.Rich {
		x.grow(ctx, d, in, facts)
		facts.Rich = nil // nobody else needs it
	}
	facts.Generated = facts.Generated || machineWritten(src)
	lines := pos.New(src)
	kept := &index.Content{Facts: facts, Lines: lines}
	x.note(i, f.Lang, facts)
	if facts.Truncated == "" && x.shelf.keeps() { // else it may be the limits of this run
		if data := codecs.encode(facts, lines); data != nil {
			x.shelf.put(key, data)
			d.Source = x.contents.Holding(d, kept)
			return d, true
		}
	}
	if x.room.Add(-facts.Size()) < 0 {
		if data := codecs.encode(facts, lines); data != nil {
			d.Source = x.packed.source(d, data, kept.Shape())
			return d, true
		}
	}
	d.Source = kept
	return d, true
}

// noted is what is asked of the facts of all files; the zero value where they were not
// at hand.
type noted struct {
	broken bool
	closed bool            // resolve.File.Closed
	starts *resolve.Starts // where the language has a Check
	rows   *resolve.Rows   // where it has none
	check  any             // what its Note has made
}

// note keeps what is asked of facts: nobody need ask for them again.
func (x *indexer) note(i int32, l *lang.Language, f *lang.Facts) {
	if x.noted == nil {
		return
	}
	n := noted{broken: faulty(f), closed: !slices.ContainsFunc(f.Defs, func(d lang.Def) bool { return d.Flags&lang.Open != 0 })}
	switch {
	case x.last != nil || x.opts.FactsOnly:
	case l.Check == nil:
		n.rows = resolve.NewRows(l, x.scan.Files[i].Path, f)
	default:
		n.starts = resolve.NewStarts(f)
		if l.Note != nil {
			n.check = l.Note(f)
		}
	}
	x.noted[i] = n
}

// faulty says whether not all of a file could be read.
func faulty(f *lang.Facts) bool { return f.ErrorNodes > 0 || f.Truncated != "" }

// errPanic is the root of the errors that were panics.
var errPanic = errors.New("internal defect")

// guard turns a panic of run into an error.
func guard(run func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v; at %s", errPanic, r, panicSite(debug.Stack()))
		}
	}()
	return run()
}

// panicSite is the function and line that panicked, out of a stack trace.
func panicSite(stack []byte) string {
	_, after, ok := bytes.Cut(stack, []byte("\npanic("))
	if !ok {
		return "unknown place"
	}
	// "panic(…)", its file, then the frame that panicked and its file; run-time
	// errors pass through one more frame of the runtime.
	lines := strings.Split(string(after), "\n")
	for i := 2; i+1 < len(lines); i += 2 {
		if strings.HasPrefix(lines[i], "runtime.") {
			continue
		}
		name := lines[i][:max(strings.LastIndexByte(lines[i], '('), 0)]
		file, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
		return name + " " + file[strings.LastIndexByte(file, '/')+1:]
	}
	return "unknown place"
}

func extractOne(ctx context.Context, limit time.Duration, parser *ts.Parser, l *lang.Language, in lang.Input) (facts *lang.Facts, err error) {
	ctx, cancel := ts.WithTime(ctx, limit)
	defer cancel()
	parser.Late = false
	err = guard(func() (err error) {
		facts, err = l.Extract(ctx, parser, in)
		if err == nil && facts == nil {
			err = fmt.Errorf("%w: no facts and no error", errPanic)
		}
		return err
	})
	if err == nil && parser.Late && facts.Truncated == "" {
		facts.Truncated = truncatedLate
	}
	return facts, err
}

// truncatedLate is Facts.Truncated of files whose errors could not be got round in time.
const truncatedLate = "too slow"

// machineWritten recognises generated and minified files by their text.
func machineWritten(src []byte) bool {
	const minified = 400 // mean length of a line
	if len(src) > 4<<10 && len(src)/(1+bytes.Count(src, []byte("\n"))) > minified {
		return true
	}
	head := src[:min(len(src), 2<<10)]
	for line := range bytes.Lines(head) {
		if bytes.Contains(line, []byte("@generated")) {
			return true
		}
		l := bytes.ToLower(line)
		if bytes.Contains(l, []byte("do not edit")) && bytes.Contains(l, []byte("generated")) {
			return true
		}
	}
	return false
}

// languages that files were extracted in, by family, in the table's order.
func (x *indexer) families() (order []string, members map[string][]*lang.Language) {
	used := languagesOf(x.docs)
	members = map[string][]*lang.Language{}
	for _, l := range x.table.Languages() {
		if used[l] {
			if members[l.Family] == nil {
				order = append(order, l.Family)
			}
			members[l.Family] = append(members[l.Family], l)
		}
	}
	return order, members
}

// languagesOf are the languages of which there are files.
func languagesOf(docs []*index.Doc) map[*lang.Language]bool {
	used := map[*lang.Language]bool{}
	var last *lang.Language
	for _, d := range docs {
		if d.Source != nil && d.Lang != last {
			last = d.Lang
			used[last] = true
		}
	}
	return used
}

// open reads the configuration of each family.
func (x *indexer) open(ctx context.Context) error {
	if x.last != nil {
		x.next = x.last.Snapshot.Successor(x.docs)
	}
	order, members := x.families()
	if x.next != nil && slices.ContainsFunc(x.next.Moved(), func(path string) bool {
		return members[x.familyOf(path)] != nil && x.unread(path)
	}) {
		x.anew() // imports may mean it, and come to nothing
	}
	if x.next != nil && len(x.next.Moved()) > 0 && !maps.Equal(languagesOf(x.docs), languagesOf(x.last.Snapshot.Docs())) {
		x.anew() // which projects and declarations there are follows from it
	}
	p := x.progress.phase(PhaseProject, len(order))
	x.deps = x.opts.Env.deps()
	x.deps.Repo = x.files.reads.record(confined(x.root), treeRepo, false)
	if t, ok := x.deps.GoModCache.(tree); ok {
		x.deps.GoModCache = x.files.reads.record(t, treeCache, true)
	}
	for n, family := range order {
		for _, l := range members[family] {
			if l.Open == nil {
				continue
			}
			if p := x.standing(family); p != nil {
				x.projects[family] = p
				break
			}
			if p := x.updated(family); p != nil {
				x.projects[family] = p
				break
			}
			var err error
			opened := x.files.note(func() {
				err = guard(func() error {
					project, err := l.Open(ctx, x.files, x.deps)
					if err == nil && project != nil {
						x.projects[family] = project
					}
					return err
				})
			})
			x.readForProject(family, opened)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				x.report.Failed = append(x.report.Failed, Failure{"", "project", family + ": " + err.Error()})
			}
			break
		}
		p.at(n + 1)
	}
	p.end(len(order))
	if err := x.openFrameworks(ctx, order, members); err != nil {
		return err
	}
	for _, family := range order {
		if x.projects[family] == nil {
			x.projects[family] = bareProject{}
		}
	}
	return nil
}

// openFrameworks opens the projects of the frameworks that read files.
func (x *indexer) openFrameworks(ctx context.Context, order []string, members map[string][]*lang.Language) error {
	for _, family := range order {
		for _, l := range members[family] {
			for _, fw := range l.Frameworks {
				if fw.Open == nil || x.projects[fw.Name] != nil {
					continue
				}
				if p := x.standing(fw.Name); p != nil {
					x.projects[fw.Name] = p
					continue
				}
				var project lang.Project
				opened := x.files.note(func() {
					if err := guard(func() (err error) {
						project, err = fw.Open(ctx, x.files, x.deps)
						return err
					}); err != nil && ctx.Err() == nil {
						x.report.Failed = append(x.report.Failed, Failure{"", "project", fw.Name + ": " + err.Error()})
					}
				})
				x.readForProject(fw.Name, opened)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if project == nil {
					project = bareProject{}
				}
				x.projects[fw.Name] = project
			}
		}
	}
	return nil
}

// unread says whether no language reads the file at path, now or in the last state.
func (x *indexer) unread(path string) bool {
	if i, ok := x.files.number(path); ok && x.docs[i].Lang == nil {
		return true
	}
	was, ok := x.last.Snapshot.Doc(path)
	return ok && x.last.Snapshot.Docs()[was].Lang == nil
}

// readForProject notes the files that a family's project depends on. Where one of
// them is another than it was nothing is taken over from the last state.
func (x *indexer) readForProject(family string, opened map[string][sha256.Size]byte) {
	if u, ok := x.projects[family].(lang.Updater); ok { // it knows itself what it depends on
		if x.next == nil {
			return
		}
		for _, doc := range x.next.Fresh() { // a configuration
			d := x.docs[doc]
			if _, ok := opened[d.Path]; ok && !x.files.saved[doc] && (d.Lang == nil || d.Lang.Family != family) {
				x.anew()
				return
			}
		}
		if x.configurationGone() {
			x.anew()
			return
		}
		paths, _ := x.changed(family)
		is := func(path string) *lang.Facts {
			if doc, ok := x.files.number(path); ok {
				return x.docs[doc].Facts()
			}
			return nil
		}
		if !u.Unmoved(paths, x.earlierFacts, is) {
			x.anew()
		}
		return
	}
	for p, sum := range opened {
		x.files.reads.file(p, sum)
	}
	if x.next == nil {
		return
	}
	for _, doc := range x.next.Fresh() {
		if _, ok := opened[x.docs[doc].Path]; ok && !x.files.saved[doc] {
			x.anew()
			return
		}
	}
}

// configurationGone says whether a file of no language is gone that the last
// state depends on.
func (x *indexer) configurationGone() bool {
	return slices.ContainsFunc(x.last.head.Seen.Files, func(f seenFile) bool {
		_, there := x.last.Snapshot.Doc(f.Path)
		return there && !x.files.Has(f.Path)
	})
}

// memo is where the Check of a family leaves what it will need again; nil when
// there will be no other.
func (x *indexer) memo(family string, follows bool) *lang.Memo {
	if x.memos == nil {
		return nil
	}
	m := &lang.Memo{}
	x.memoed.add(m)
	if follows && x.last.memos[family] != nil {
		m.Hold(x.last.memos[family].Value())
	}
	x.memos[family] = m
	return m
}

// takeMemos takes over what the Checks of families have left of which nothing has
// changed.
func (x *indexer) takeMemos(last *State) {
	for family, m := range last.memos {
		if x.memos[family] == nil {
			x.memos[family] = m
		}
	}
}

// standing is the last state's project of a family or a framework where that has
// nothing to do with the texts of drafts, and the files are the same; nil where it is
// to be brought up to date or opened.
func (x *indexer) standing(name string) lang.Project {
	if !x.drafting || x.next == nil || x.last.drafts == nil || len(x.next.Moved()) > 0 {
		return nil
	}
	p := x.last.projects[name]
	if _, ok := p.(lang.Updater); ok {
		return nil
	}
	return p
}

// updated is the last state's project of a family, brought up to date; nil where
// it has to be opened.
func (x *indexer) updated(family string) lang.Project {
	if x.next == nil {
		return nil
	}
	u, ok := x.last.projects[family].(lang.Updater)
	if !ok || x.configurationGone() {
		return nil
	}
	configures := func(path string) bool { return x.familyOf(path) != family && u.Configures(path) }
	if slices.ContainsFunc(x.next.Moved(), configures) {
		return nil
	}
	for _, doc := range x.next.Fresh() {
		if d := x.docs[doc]; d.Lang == nil || configures(d.Path) {
			return nil
		}
	}
	paths, _ := x.changed(family)
	p, ok := u.Updated(paths, x.files, x.deps)
	if !ok {
		return nil
	}
	return p
}

// anew: nothing is taken over from the last state.
func (x *indexer) anew() { x.last, x.next = nil, nil }

// bareProject stands for a family whose configuration could not be read: its
// files know no module and no package.
type bareProject struct{}

func (bareProject) Resolve(string, string, int) *lang.Module        { return nil }
func (bareProject) Sub(*lang.Module, string) *lang.Module           { return nil }
func (bareProject) Scheme() string                                  { return "ci" }
func (bareProject) Package(string) symbol.Package                   { return symbol.Package{} }
func (bareProject) ModuleSymbol(string) ([]symbol.Descriptor, bool) { return nil, true }
func (bareProject) Prefix(path string) []symbol.Descriptor {
	return []symbol.Descriptor{{Name: path, Suffix: symbol.Namespace}}
}

// limited reports whether a file of the last state has not all links: what was left of it
// must not be kept for one in which a function is typed.
func (x *indexer) limited() bool {
	return x.last != nil && slices.ContainsFunc(x.last.Report.Failed, func(f Failure) bool { return f.Stage == stageResolve })
}

// prepare makes the resolver.
func (x *indexer) prepare(ctx context.Context) error {
	if x.otherwise() {
		x.anew()
	}
	preludes, err := x.preludes(ctx)
	if err == nil && x.next != nil && x.cutNow() {
		x.anew()
		preludes, err = x.preludes(ctx)
	}
	if err != nil {
		return err
	}
	in := resolve.Input{Preludes: preludes, Projects: x.projects, Jobs: x.jobs, Memory: x.plan.Facts, Typing: x.drafting && !x.limited()}
	if in.Files, in.Others = x.sameInputs(); in.Files == nil {
		in.Files = make([]resolve.File, len(x.docs))
		for i := range in.Files {
			in.Files[i] = x.input(int32(i))
		}
	}
	indexed, refs := 0, 0
	for _, d := range x.docs {
		if d.Source != nil {
			indexed++
			if x.next == nil {
				refs += d.Source.Shape().Refs
			}
		}
	}
	in.Pack = refs > packAfter
	if x.next != nil {
		in.Earlier = x.next
		if x.last.tables != nil {
			in.Tables = x.last.tables.With(&in, x.next.Fresh())
		}
	}
	x.resolving = x.progress.phase(PhaseResolve, indexed)
	var resolved atomic.Int64
	in.Progress = func() { x.resolving.at(int(resolved.Add(1))) }
	x.resolver = resolve.New(in)
	x.tables = x.resolver.Tables()
	return nil
}

// input is a file as the resolver sees it.
func (x *indexer) input(i int32) resolve.File {
	d := x.docs[i]
	f := resolve.File{Path: d.Path, Lang: d.Lang}
	if d.Source != nil {
		f.Facts = d.Facts
		if x.noted != nil { // drafts are read elsewhere
			n := &x.noted[i]
			f.Closed, f.Starts, f.Rows = n.closed, n.starts, n.rows
		}
	}
	return f
}

// sameInputs are the files of the last state, and those that have other facts now;
// nil where there are others.
func (x *indexer) sameInputs() ([]resolve.File, map[int32]*resolve.File) {
	if x.next == nil || x.last.tables == nil || len(x.next.Moved()) > 0 {
		return nil, nil
	}
	files, was := x.last.tables.Files()
	if len(files) != len(x.docs) {
		return nil, nil
	}
	others := maps.Clone(was)
	if others == nil {
		others = map[int32]*resolve.File{}
	}
	for _, i := range x.next.Fresh() {
		f := x.input(i)
		others[i] = &f
	}
	return files, others
}

// check prepares the resolver, and lets the languages that resolve by
// themselves do so. What they find is kept in the resolver's compact form.
func (x *indexer) check(ctx context.Context) error {
	if err := x.prepare(ctx); err != nil {
		return err
	}
	facts := func(path string) *lang.Facts {
		if i, ok := x.files.number(path); ok {
			return x.docs[i].Facts()
		}
		return nil
	}
	known := func(path string) bool {
		i, ok := x.files.number(path)
		return ok && x.docs[i].Source != nil
	}
	noted := func(path string) any {
		if i, ok := x.files.number(path); ok && x.noted != nil {
			return x.noted[i].check
		}
		return nil
	}
	order, members := x.families()
	for _, family := range order {
		for _, l := range members[family] {
			if l.Check == nil {
				continue
			}
			paths, all := x.changed(family)
			if !all && len(paths) == 0 {
				break
			}
			in := lang.CheckInput{Files: x.files, Deps: x.deps, Project: x.projects[family], Facts: facts, Known: known, Noted: noted, Jobs: x.jobs, Chunk: x.plan.Chunk, Trees: x.plan.Trees, Guard: checkGuard{x, x.sentry.any()}}
			in.Memo = x.memo(family, !all)
			if !all {
				in.Earlier = &lang.EarlierCheck{Changed: paths, Facts: x.earlierFacts}
			}
			total := 0
			for _, d := range x.docs {
				if d.Source != nil && d.Lang.Family == family {
					total++
				}
			}
			p := x.progress.phase(PhaseCheck, total)
			var mu sync.Mutex
			done := 0
			emitted := func() {
				mu.Lock()
				done++
				n := done
				mu.Unlock()
				p.at(n)
			}
			in.Emit = func(path string, links []lang.PosLink, rels []lang.PosRelation) {
				x.resolver.AddChecked(path, links, rels)
				emitted()
			}
			in.EmitLinks = func(path string, links []lang.PosLink) {
				x.resolver.AddLinks(path, links)
				emitted()
			}
			in.EmitRelations = func(path string, rels []lang.PosRelation) {
				x.resolver.AddRelations(path, rels)
				emitted()
			}
			err := guard(func() error { return l.Check(ctx, in) })
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				x.report.Failed = append(x.report.Failed, Failure{"", "check", family + ": " + err.Error()})
			}
			p.end(done)
			break
		}
	}
	x.noted = nil
	x.reportLeft()
	return nil
}

// reportLeft puts the files into the report of which a part was not checked; those of
// the last state are, where they are the same.
func (x *indexer) reportLeft() {
	for _, path := range slices.Sorted(maps.Keys(x.left)) {
		x.report.Failed = append(x.report.Failed, Failure{path, stageCheck, x.left[path]})
	}
	if x.next == nil {
		return
	}
	for _, f := range x.last.Report.Failed {
		i, ok := x.files.number(f.Path)
		if f.Stage != stageCheck || f.Path == "" || !ok || x.left[f.Path] != "" || slices.Contains(x.next.Fresh(), i) {
			continue
		}
		x.report.Failed = append(x.report.Failed, f)
	}
}

// resolve links the facts.
func (x *indexer) resolve(ctx context.Context) (*resolve.Result, error) {
	r, err := x.resolver.Run(ctx)
	x.resolver = resolve.Resolver{}
	if err != nil {
		return nil, err
	}
	x.resolving.end(len(r.Redone))
	if x.tables.Rows() > keepRows {
		x.tables = nil
	}
	for doc, msg := range r.Failed {
		first, _, _ := strings.Cut(msg, "\n")
		x.report.Failed = append(x.report.Failed, Failure{x.docs[doc].Path, stageResolve, first})
	}
	if x.next != nil {
		for _, f := range x.last.Report.Failed {
			doc, ok := x.files.number(f.Path)
			if _, again := slices.BinarySearch(r.Redone, doc); f.Stage == stageResolve && ok && !again {
				x.report.Failed = append(x.report.Failed, f)
			}
		}
	}
	return r, nil
}

// errAnew: the snapshot must be made from nothing.
var errAnew = errors.New("all must be resolved")

// build makes the snapshot.
func (x *indexer) build(r *resolve.Result) (*index.Snapshot, error) {
	p := x.progress.phase(PhaseBuild, 1)
	defer p.end(1)
	if x.next != nil {
		s, ok := x.next.Update(index.Resolution{Projects: x.projects, Result: r})
		if !ok {
			return nil, errAnew
		}
		x.report.LeftOut = x.last.Report.LeftOut
		return s, nil
	}
	if r != nil {
		x.overlay(r)
	}
	s := index.New(index.Input{Docs: x.docs, Projects: x.projects, Result: r, Most: x.most})
	x.report.LeftOut = s.LeftOut()
	return s, nil
}
