package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"codeintel/index"
	exact "codeintel/index/internal/text"
	"codeintel/index/internal/text/rex"
	"codeintel/index/lang/all"
	"codeintel/index/secrets"
)

// TextQuery is what a text search looks for.
type TextQuery = exact.Query

// PatternError says what is wrong with a regular expression, and where.
type PatternError = rex.Error

// TextOptions of Search.
type TextOptions struct {
	// Path limits the search to a folder or a file, relative to the root; ""
	// means all of it. A file is searched whatever the ignore rules say.
	Path string
	// Globs are ripgrep's -g: files must agree with one of them, and with none
	// that starts with "!"; the last one that agrees decides.
	Globs []string
	// Types and NotTypes are names out of TextTypes.
	Types, NotTypes []string
	// Before and After are lines of context.
	Before, After int
	// Spans asks for the matches in each line; with First for the first one.
	Spans, First bool
	// Clip is how many bytes of a line are kept, around its first match where that is
	// asked for; 0 means all. Most is how many lines of a file are kept, context
	// included; 0 means all.
	Clip, Most int
	// Jobs is how many goroutines search at a time; 0 means one per processor.
	Jobs int
	// Config is used instead of the folder's configuration file: its
	// ExcludePatterns and SourceDirs hold.
	Config *Config
	// Env is the environment; the user's ignore file comes from it.
	Env Env
	// Unsaved has SearchText search the texts that editors have in place of the files,
	// and those of files that are not on disk yet and would be indexed there; these come
	// last. Search knows no editors.
	Unsaved bool
	// Secrets has files searched that look as if they held secrets, and lines given as
	// they are; so does the setting allow_secrets. Without it those files are left out
	// whatever is in them, and values that look like keys are masked: no part of a
	// pattern matches what is masked, so that nobody learns anything by guessing.
	Secrets bool
	// Index, when set, spares reading folders that have not changed, and files that
	// can't match. It changes nothing of what is found.
	Index *KeptText
}

// TextLine is a line of a file that matches, or one of the context.
type TextLine struct {
	Number  int // from 1
	Context bool
	Text    []byte // without "\n"
	Cut     int    // bytes of the line before Text, which TextOptions.Clip has left out
	// Spans are the matches, as offsets in the line.
	Spans [][2]int
}

// TextFile is what a search finds in one file.
type TextFile struct {
	Path  string // relative to the root, with /
	Lines []TextLine
	// NUL is the offset of the first NUL of a file that was not searched
	// through because of it, otherwise -1. Lines before it that were found count.
	NUL int

	stamp stamp // before it was read
}

// TextReport says how a search went.
type TextReport struct {
	Files    int // that were looked at
	Spared   int // that the index has ruled out
	Secret   int // that look as if they held secrets, and were left out
	Failed   []Failure
	Warnings []string
}

// MaxTextFile is the size of the largest file that is searched. Larger ones are
// reported as failed.
const MaxTextFile = 1 << 30

// Search finds the lines below the folder root that match a query: in the files
// that ripgrep would search, and in each the lines that it would find. emit gets
// the files with lines in the order of their paths, name by name; when it
// returns false the search stops. It fails when the query or an option can't be
// used, and with the context's error when that is done; what is wrong with
// single files is in the report. Result and order don't depend on Jobs.
//
// A binary file, one with a NUL, is searched up to there at most, as ripgrep
// does when it searches a folder.
func Search(ctx context.Context, root string, q TextQuery, opts TextOptions, emit func(*TextFile) bool) (*TextReport, error) {
	s, err := newTextSearch(ctx, root, q, opts, nil)
	if err != nil {
		return nil, err
	}
	s.run(emit)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.report, nil
}

// textSearch is one run of Search.
type textSearch struct {
	ctx     context.Context
	abs     string
	opts    TextOptions
	pattern *exact.Pattern
	walker  *textWalker
	// outside is of what the walk depends on beside the folders.
	outside  [sha256.Size]byte
	override *override
	types    *typeFilter
	secrets  bool // nothing is hidden or masked
	inverted bool // lines without a match are found
	links    *secretLinks
	view     *textView   // nil when nobody watches over the folder
	may      *candidates // nil when all files are to be read
	// single: Path is this file.
	single  bool
	start   string
	buffers *sync.Pool // of readers; nil for none
	// check: files are looked at again before what is found in them is handed out.
	check bool
	stale []string // files that were not the same then
	// texts are those that editors have in place of files, added the files that are not
	// on disk.
	texts map[string]*draft
	added []string

	mu     sync.Mutex
	report *TextReport
}

// newTextSearch checks a query and the options; known are the languages, nil for
// those of this build.
func newTextSearch(ctx context.Context, root string, q TextQuery, opts TextOptions, known *all.Table) (*textSearch, error) {
	pattern, err := exact.Compile(ctx, q)
	if err != nil {
		return nil, err
	}
	abs, err := folder(root)
	if err != nil {
		return nil, err
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, err
	}
	s := &textSearch{ctx: ctx, abs: abs, opts: opts, pattern: pattern, inverted: q.Invert, report: &TextReport{}}
	return s, s.prepare(known)
}

// prepare checks the options.
func (s *textSearch) prepare(known *all.Table) error {
	config := s.opts.Config
	var err error
	if config == nil {
		if known == nil {
			known = all.NewTable(all.Languages())
		}
		if config, err = FindConfig(s.abs, known); err != nil {
			return err
		}
	}
	s.secrets = s.opts.Secrets || config.AllowSecrets
	s.links = &secretLinks{root: s.abs, env: s.opts.Env}
	if len(s.opts.Globs) > 0 {
		if s.override, err = newOverride(s.opts.Globs); err != nil {
			return err
		}
	}
	if len(s.opts.Types)+len(s.opts.NotTypes) > 0 {
		if s.types, err = newTypeFilter(s.opts.Types, s.opts.NotTypes); err != nil {
			return err
		}
	}
	s.walker = newTextWalker(s.abs, config, s.opts.Env, s.warn, s.fail)
	s.walker.begin(s.opts.Env)
	s.outside = outsideSum(s.abs, config, s.walker.looked)

	s.start = filepath.ToSlash(filepath.Clean(s.opts.Path))
	if !fs.ValidPath(s.start) {
		return fmt.Errorf("%s: it is not in the folder that is searched; give a path below it", s.opts.Path)
	}
	info, err := os.Stat(filepath.Join(s.abs, filepath.FromSlash(s.start)))
	if err != nil {
		return fmt.Errorf("%s: %s", s.opts.Path, reason(err))
	}
	s.single = !info.IsDir()
	if s.single && !s.secrets && s.isHidden(s.start) {
		return fmt.Errorf("%s: %w", s.opts.Path, ErrSecret)
	}
	return nil
}

// ErrSecret: the file looks as if it held secrets.
var ErrSecret = errors.New("it looks as if it held secrets, and is not searched; the setting allow_secrets allows it")

// isHidden reports whether a file looks as if it held secrets, by the name that it is
// searched by or the one that a symbolic link leads to.
func (s *textSearch) isHidden(p string) bool {
	if secrets.Hidden(p) {
		return true
	}
	if !s.single {
		return false // no link is followed
	}
	real, err := filepath.EvalSymlinks(filepath.Join(s.abs, filepath.FromSlash(p)))
	return err == nil && secrets.Hidden(filepath.ToSlash(real))
}

// use finds out what the index says of the files.
func (s *textSearch) use() {
	x, w := s.opts.Index, s.walker
	switch {
	case s.view != nil:
		w.kept = s.view.list
		if s.view.sure {
			w.trusts = func(f *textFolder) bool { return !s.view.loose[f.path] }
		}
	case x != nil && x.list.outside == s.outside:
		w.kept = x.list
	}
	w.override, w.types = s.override, s.types
	if x == nil {
		return
	}
	var err error
	if s.may, err = x.candidates(s.pattern.Plan()); err != nil {
		s.warn("the index of the text can't be used: %s", reason(err))
	}
}

func (s *textSearch) jobs() int {
	if s.opts.Jobs > 0 {
		return s.opts.Jobs
	}
	return runtime.GOMAXPROCS(0)
}

func (s *textSearch) warn(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report.Warnings = append(s.report.Warnings, fmt.Sprintf(format, args...))
}

func (s *textSearch) fail(path string, err error) { s.failed(Failure{path, "read", reason(err)}) }

func (s *textSearch) failed(f Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report.Failed = append(s.report.Failed, f)
}

// Files that a goroutine takes at a time: batch are read, checks only looked at.
const (
	batch  = 8
	checks = 256
)

// task is some files, and where what is found in them goes.
type task struct {
	files []searched
	found chan []*TextFile // has room for one
}

// searched is a file of a search. One with an entry has no match unless it has
// changed since.
type searched struct {
	path string
	was  *textEntry
}

// run searches with several goroutines and hands out what they find in the
// order of the walk. ahead bounds how far they are before what was handed out.
func (s *textSearch) run(emit func(*TextFile) bool) {
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	if !s.single {
		s.use()
	}
	jobs := s.jobs()
	ahead := 2 * jobs
	work, order := make(chan task), make(chan task, ahead)
	var group sync.WaitGroup
	defer group.Wait()
	group.Go(func() {
		defer close(work)
		defer close(order)
		s.feed(ctx, work, order)
	})
	for range jobs {
		group.Go(func() {
			r := s.reader(ctx)
			defer s.done(r)
			for t := range work {
				t.found <- r.files(ctx, t.files)
			}
		})
	}
	var again *textReader // made when it is needed
	defer func() {
		if again != nil {
			s.done(again)
		}
	}()
	for t := range order {
		for _, f := range <-t.found {
			if s.check && ctx.Err() == nil {
				f = s.settled(ctx, f, &again)
			}
			if f != nil && ctx.Err() == nil && !emit(f) {
				stop()
			}
		}
	}
}

// unchanged says whether the file that abs names is as it was before it was read.
func (s *textSearch) unchanged(f *TextFile, abs string) bool {
	if s.texts[f.Path] != nil {
		return true
	}
	if s.single { // which may be named by a symbolic link
		info, err := os.Stat(abs)
		return err == nil && newStamp(info) == f.stamp
	}
	now, _, err := lstat(abs)
	return err == nil && now == f.stamp
}

// settled returns what is found in a file as it is now, nil for nothing; a file
// that does not come to rest is noted as stale.
func (s *textSearch) settled(ctx context.Context, f *TextFile, again **textReader) *TextFile {
	abs := s.abs + string(filepath.Separator) + filepath.FromSlash(f.Path)
	for n := 1; ; n++ {
		if s.unchanged(f, abs) {
			return f
		}
		if n == maxAsked {
			s.stale = append(s.stale, f.Path)
			return f
		}
		if *again == nil {
			*again = s.reader(ctx)
		}
		fresh, err := (*again).file(f.Path, abs)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case errors.Is(err, ErrSecret):
			s.mu.Lock()
			s.report.Secret++
			s.mu.Unlock()
			return nil
		case err != nil:
			s.fail(f.Path, err)
			return nil
		case fresh == nil:
			return nil
		}
		f = fresh
	}
}

// feed walks the folder and gives out the files.
func (s *textSearch) feed(ctx context.Context, work, order chan<- task) {
	var files []searched
	all, reads, spared := 0, 0, 0
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.report.Spared += spared
	}()
	// The entries of folders that nobody watches over may not be those of the view.
	sure := s.view != nil && len(s.view.loose) == 0
	send := func() bool {
		if len(files) == 0 {
			return true
		}
		t := task{files, make(chan []*TextFile, 1)}
		files, reads = nil, 0
		// Every task that is in order is worked on: order comes second.
		select {
		case work <- t:
		case <-ctx.Done():
			return false
		}
		select {
		case order <- t:
			return true
		case <-ctx.Done():
			return false
		}
	}
	visit := func(path string, e *textEntry) bool {
		f := searched{path: path}
		if s.may != nil && s.texts[path] == nil && !s.may.may(e) {
			if sure && s.view.spares(e) {
				spared++
				return true
			}
			f.was = e
		} else {
			all++
			reads++
		}
		files = append(files, f)
		// The first files go out at once, so that answers come early.
		if reads < min(batch, 1+all/8) && len(files) < checks {
			return true
		}
		return send()
	}
	switch v := s.view; {
	case s.single:
		visit(s.start, nil)
	case v != nil && s.start == "." && s.override == nil && s.types == nil:
		sure = v.sure // what is in those folders is in changed
		for _, f := range v.failed {
			s.failed(f)
		}
		for i := range v.order {
			if !visit(v.order[i].path, v.order[i].was) {
				return
			}
		}
	default:
		s.walker.walk(ctx, s.start, visit)
	}
	for _, path := range s.added {
		if !visit(path, nil) {
			return
		}
	}
	send()
}

// textReader searches files, one after another.
type textReader struct {
	s      *textSearch
	search *exact.Searcher
	buf    []byte
	nul    bool // the file that was read last has one
}

// A reader begins with a buffer that most files fit in; the buffers of searches
// that follow one another are used again up to a size.
const (
	firstBuffer = 256 << 10
	maxBuffer   = 32 << 20
)

// readAtOnce is how many bytes are read before it is asked whether anybody wants
// them.
const readAtOnce = 4 << 20

func (s *textSearch) reader(ctx context.Context) *textReader {
	r := &textReader{s: s, search: s.pattern.NewSearcher(func() bool { return ctx.Err() != nil })}
	if s.buffers != nil {
		if b, ok := s.buffers.Get().(*[]byte); ok {
			r.buf = *b
		}
	}
	if r.buf == nil {
		r.buf = make([]byte, 0, firstBuffer)
	}
	return r
}

// done is called when a reader is not used any more.
func (s *textSearch) done(r *textReader) {
	if s.buffers != nil && cap(r.buf) <= maxBuffer {
		s.buffers.Put(&r.buf)
	}
}

func (r *textReader) files(ctx context.Context, files []searched) []*TextFile {
	var out []*TextFile
	read, spared, secret := 0, 0, 0
	defer func() {
		r.s.mu.Lock()
		r.s.report.Secret += secret
		r.s.report.Files += read
		r.s.report.Spared += spared
		r.s.mu.Unlock()
	}()
	for _, x := range files {
		if ctx.Err() != nil {
			break
		}
		abs := r.s.abs + string(filepath.Separator) + filepath.FromSlash(x.path)
		if !r.s.secrets && secrets.Hidden(x.path) {
			spared++
			secret++
			continue
		}
		if x.was != nil && x.was.same(abs) {
			spared++
			continue
		}
		read++
		f, err := r.file(x.path, abs)
		if errors.Is(err, ErrSecret) {
			secret++
			continue
		}
		if ctx.Err() != nil {
			break // what was found in it may not be all
		}
		if err != nil {
			// What has gone since its folder was read is not there.
			if r.s.single || !errors.Is(err, fs.ErrNotExist) {
				r.s.fail(x.path, err)
			}
			continue
		}
		if f != nil {
			out = append(out, f)
		}
	}
	return out
}

// file searches one file; it returns nil when nothing is found, and ErrSecret when what is
// found is in a hard link to a file that looks as if it held secrets.
func (r *textReader) file(path, abs string) (*TextFile, error) {
	src, stamp, err := r.textOf(path, abs)
	if err != nil {
		return nil, err
	}
	around := exact.Around{Before: r.s.opts.Before, After: r.s.opts.After, Spans: r.s.opts.Spans, First: r.s.opts.First}
	out := &TextFile{Path: path, NUL: -1, stamp: stamp}
	content := exact.Decode(src)
	find := func(content, shown []byte) {
		if r.s.single {
			r.one(content, shown, around, out)
			return
		}
		if r.nul {
			content, out.NUL = exact.Readable(content, max(around.Before, around.After))
			shown = shown[:len(content)]
		}
		r.lines(content, shown, around, out)
	}
	find(content, content)
	if (len(out.Lines) > 0 || out.NUL >= 0) && !r.s.secrets && r.s.isSecretLink(abs) {
		return nil, ErrSecret
	}
	if (len(out.Lines) > 0 || out.NUL >= 0 || r.s.inverted) && !r.s.secrets {
		// What is masked is no part of the text: a pattern neither finds it nor can be
		// used to guess it. Nothing matches it, neither "." nor [^a], so that what is
		// found is found in the text as well, and does not depend on a value.
		if spans := secrets.Find(content); len(spans) > 0 {
			out.Lines, out.NUL = nil, -1
			find(secrets.Blank(content, spans), secrets.Cover(content, spans))
		}
	}
	if len(out.Lines) == 0 && (out.NUL < 0 || !r.s.single) {
		return nil, nil
	}
	return out, nil
}

// one searches a file that was named. Up to the first line that matches behind
// a NUL, or has one, it is as any other; then it is only said that there is one.
func (r *textReader) one(content, shown []byte, around exact.Around, out *TextFile) {
	nul := bytes.IndexByte(content, 0)
	if nul >= 0 && nul < 64<<10 {
		if r.search.Has(content) {
			out.NUL = nul
		}
		return
	}
	r.lines(content, shown, around, out)
	for i, l := range out.Lines {
		if at := bytes.IndexByte(l.Text, 0); at >= 0 {
			out.Lines, out.NUL = out.Lines[:i], nul
			return
		}
	}
}

// lines collects what is found in a text, as it is shown: that has the same lines at the
// same places. It copies what it keeps.
func (r *textReader) lines(content, shown []byte, around exact.Around, out *TextFile) {
	var kept []byte
	var spans [][2]int
	r.search.Lines(content, around, func(l exact.Line) bool {
		line := TextLine{Number: l.Number, Context: l.Context}
		if clip := r.s.opts.Clip; clip > 0 && l.End-l.Start > clip {
			if len(l.Spans) > 0 {
				line.Cut = max(0, l.Spans[0][0]-clip/4)
			}
			l.Start += line.Cut
			l.End = min(l.End, l.Start+clip)
		}
		if n := l.End - l.Start; cap(kept)-len(kept) < n {
			kept = make([]byte, 0, max(4<<10, n))
		}
		at := len(kept)
		kept = append(kept, shown[l.Start:l.End]...)
		line.Text = kept[at:len(kept):len(kept)]
		if n := len(l.Spans); n > 0 {
			if cap(spans)-len(spans) < n {
				spans = make([][2]int, 0, max(64, n))
			}
			at := len(spans)
			spans = append(spans, l.Spans...)
			line.Spans = spans[at:len(spans):len(spans)]
		}
		out.Lines = append(out.Lines, line)
		if most := r.s.opts.Most; most > 0 && len(out.Lines) >= most {
			return false
		}
		return len(out.Lines)%256 != 0 || r.s.ctx.Err() == nil
	})
}

// textOf is read, or the text that an editor has.
func (r *textReader) textOf(path, abs string) ([]byte, stamp, error) {
	if d := r.s.texts[path]; d != nil {
		r.nul = bytes.IndexByte(d.text, 0) >= 0
		return d.text, stamp{}, nil
	}
	return r.read(abs)
}

// read returns a file's content, valid until the next call, and its stamp before; of a file with a
// NUL at least what a search of a folder looks at.
func (r *textReader) read(name string) ([]byte, stamp, error) {
	f, stamp, err := openPlain(name)
	if err != nil {
		return nil, stamp, err
	}
	defer f.close()
	if stamp.size > MaxTextFile {
		return nil, stamp, errTooLarge
	}
	if size := min(int(stamp.size)+1, 1<<20); cap(r.buf) < size {
		r.buf = make([]byte, 0, size+size/4)
	}
	r.buf, r.nul = r.buf[:0], false
	for {
		if len(r.buf) == cap(r.buf) {
			// What began as a text is one: its size is taken for true.
			r.buf = slices.Grow(r.buf, max(int(min(stamp.size, MaxTextFile))+1-len(r.buf), 64<<10, len(r.buf)/4))
		}
		n, err := f.read(r.buf[len(r.buf):min(cap(r.buf), len(r.buf)+readAtOnce)])
		fresh := r.buf[len(r.buf) : len(r.buf)+n]
		r.buf = r.buf[:len(r.buf)+n]
		switch {
		case err != nil:
			return nil, stamp, err
		case n == 0:
			return r.buf, stamp, nil
		case len(r.buf) > MaxTextFile:
			return nil, stamp, errTooLarge
		case r.s.ctx.Err() != nil:
			return nil, stamp, r.s.ctx.Err()
		}
		r.nul = r.nul || bytes.IndexByte(fresh, 0) >= 0
		// A binary file is read no further than to its first NUL.
		if r.nul && !r.s.single && !utf16(r.buf) {
			return r.buf, stamp, nil
		}
		// There was room for more, and the file was said to have no more.
		if int64(len(r.buf)) == stamp.size && len(r.buf) < cap(r.buf) {
			return r.buf, stamp, nil
		}
	}
}

// utf16 tells whether a file has the byte order mark of UTF-16.
func utf16(src []byte) bool {
	return bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff"))
}

// isSecretLink reports whether a file that was read has another name that hides it.
func (s *textSearch) isSecretLink(abs string) bool {
	info, err := os.Stat(abs)
	return err == nil && links(info) > 1 && s.links.has(info)
}

// Hidden returns the files of a state that a search with these options leaves out because
// they look as if they held secrets. It depends on their names alone. s may be nil.
func (w *Workspace) Hidden(s *State, opts TextOptions) []string {
	if s == nil || opts.Secrets || w.Config(s).AllowSecrets {
		return nil
	}
	wanted, err := PathFilter(opts.Path, opts.Globs, opts.Types, opts.NotTypes)
	if err != nil {
		return nil
	}
	var out []string
	for _, p := range w.hiddenFiles(s) {
		// A search does not walk what begins with a dot.
		if wanted(p) && (len(opts.Globs) > 0 || p[0] != '.' && !strings.Contains(p, "/.")) {
			out = append(out, p)
		}
	}
	return out
}

// hiddenFiles are the files of a snapshot that look as if they held secrets.
type hiddenFiles struct {
	of    *index.Snapshot
	paths []string
}

// hiddenFiles returns the files of a state that look as if they held secrets.
func (w *Workspace) hiddenFiles(s *State) []string {
	if h := w.text.hidden.Load(); h != nil && h.of == s.Snapshot {
		return h.paths
	}
	h := &hiddenFiles{of: s.Snapshot}
	for _, d := range s.Snapshot.Docs() {
		if secrets.Hidden(d.Path) {
			h.paths = append(h.paths, d.Path)
		}
	}
	w.text.hidden.Store(h)
	return h.paths
}
