package workspace

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/resolve"
)

// About says what a question is about, as far as that is known before it is asked.
type About struct {
	// Names of symbols, as Snapshot.Named understands them.
	Names []string
	// Paths of files and folders, relative to the root with /. Without Names it is
	// they that the question is about, with Names where to look first.
	Paths []string
	// Files: it is about which files there are.
	Files bool
}

func (a *About) none() bool { return len(a.Names)+len(a.Paths) == 0 && !a.Files }

// SkipPending is why a file of a State that AnswerAbout hands out has no facts
// although it will have some.
const SkipPending = "not yet"

// Bounds of a glimpse.
const (
	// glimpseAfter is how long a question waits for the first state of a repository
	// of at most glimpseSmall bytes of source: it may be there by then.
	glimpseAfter = 450 * time.Millisecond
	glimpseSmall = 1 << 20
	// glimpseSearch is how long texts are searched once one is found that looks
	// like what is asked for; else it is glimpseLimit.
	glimpseSearch, glimpseLimit = 500 * time.Millisecond, 5 * time.Second
	// glimpseBytes and glimpseFiles are how much is extracted, glimpseRead for how
	// long files are that don't look like what is asked for.
	glimpseRead  = 400 * time.Millisecond
	glimpseBytes = 3 << 20
	glimpseFiles = 256
)

// AnswerAbout is Answer, but for a repository that is indexed for the first time.
// There it does not wait for the index: after a moment ask is called with a State
// of the files that the question is about, and of those alone. The others are in
// its Snapshot without facts, as Skipped with SkipPending. All that is defined in
// the files that it has is there, with the symbols that the index will have; uses
// have no links. Its Generation is 0, and its Freshness is never Complete: it says
// what was looked at, and the share of the repository that is indexed.
func (w *Workspace) AnswerAbout(ctx context.Context, about About, ask func(*State) (files []string)) (*State, Freshness, error) {
	if w.Current() != nil || about.none() {
		return w.Answer(ctx, ask)
	}
	states, cancel := w.Subscribe()
	defer cancel()
	if w.Current() != nil {
		return w.Answer(ctx, ask)
	}
	look := w.join()
	grace, listed := w.opts.afterTime(glimpseAfter), w.listed.wait()
	for waiting := true; waiting; {
		select {
		case <-ctx.Done():
			return nil, Freshness{}, ctx.Err()
		case <-states:
			return w.Answer(ctx, ask)
		case <-look.done:
			if look.err != nil {
				return nil, Freshness{}, look.err
			}
			return w.Answer(ctx, ask)
		case <-listed:
			listed = nil
			scan, _ := w.listed.get()
			waiting = scan.size() <= glimpseSmall
		case <-grace:
			waiting = false
		}
	}
	for n := 1; ; n++ {
		g, err := w.glimpse(ctx, about, look)
		switch {
		case ctx.Err() != nil:
			return nil, Freshness{}, ctx.Err()
		case w.life.Err() != nil:
			return nil, Freshness{}, ErrClosed
		case err != nil:
			return nil, Freshness{}, err
		}
		if g == nil {
			return w.Answer(ctx, ask) // there is a state, or the reason why there is none
		}
		files := slices.Clone(ask(g.state))
		slices.Sort(files)
		stale, err := w.Changed(ctx, g.state, slices.Compact(files))
		switch {
		case err != nil:
			return nil, Freshness{}, err
		case w.Current() != nil:
			return w.Answer(ctx, ask)
		case len(stale) == 0 || n == maxAsked:
			return g.state, g.freshness(stale), nil
		}
	}
}

// size is that of the files that languages read, in bytes; s may be nil.
func (s *Scan) size() int64 {
	var n int64
	if s != nil {
		for i := range s.Files {
			if s.Files[i].Lang != nil {
				n += max(s.Files[i].stamp.size, 0)
			}
		}
	}
	return n
}

// listed is what the first look has listed, for glimpses.
type listed struct {
	mu     sync.Mutex
	scan   *Scan
	config *Config
	there  chan struct{} // closed when a scan was there; nil before somebody asks
}

// set tells of a scan; nil when glimpses are not needed any more.
func (l *listed) set(s *Scan, c *Config) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.scan, l.config = s, c
	if l.there == nil {
		l.there = make(chan struct{})
	}
	select {
	case <-l.there:
	default:
		close(l.there)
	}
}

// wait returns the channel that is closed when get has something.
func (l *listed) wait() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.there == nil {
		l.there = make(chan struct{})
	}
	return l.there
}

func (l *listed) get() (*Scan, *Config) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.scan, l.config
}

// glimpse is a state of some files of a repository that is not indexed yet.
type glimpse struct {
	w     *Workspace
	x     *indexer
	about About
	words [][]byte

	looked, of int     // files that were searched, and that there are
	found      []found // the best first
	taken      int     // of found
	state      *State
}

// found is a file that a question may be about.
type found struct {
	file int32
	word int // of words, the first that it has
	rank rank
	near bool // it lies where the question says
}

// rank says how much a file looks like one that defines a word.
type rank int8

const (
	rankNone  rank = iota
	rankPart       // the word is a part of one
	rankUsed       // it is there
	rankLine       // it begins a line, as in an assignment
	rankNamed      // it stands behind another word, as behind a type
	rankSays       // it stands behind a word that begins definitions; or the file is called so
)

// glimpse makes a glimpse; it is nil when there is a state by now, or when look,
// the first one, has ended.
func (w *Workspace) glimpse(ctx context.Context, about About, look *nextLook) (*glimpse, error) {
	if !w.looks.enter() {
		return nil, ErrClosed
	}
	defer w.looks.group.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(w.life, cancel)()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-look.done:
		return nil, look.err
	case <-w.listed.wait():
	}
	// One at a time: each uses all processors.
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case w.glimpsing <- struct{}{}:
		defer func() { <-w.glimpsing }()
	}
	scan, config := w.listed.get()
	if scan == nil {
		return nil, nil
	}
	g := &glimpse{w: w, about: about}
	opts := w.opts
	opts.Config, opts.Progress = config, nil
	var err error
	if g.x, err = newIndexer(w.root, opts, w.known); err != nil {
		return nil, err
	}
	defer g.x.root.Close()
	g.x.shelf = w.shelf // Close waits for glimpses before it takes it away
	g.x.contents = index.NewContents(w.content, w.damaged)
	g.x.contents.Hold(holdAtMost)
	defer g.x.contents.Release()
	g.x.scan, g.x.files = scan, newFiles(g.x.root, scan)
	g.x.files.reads = newReads()
	for _, run := range []func(context.Context) error{g.search, g.extract, g.build} {
		if err := guard(func() error { return run(ctx) }); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return g, nil
}

// limited runs do with a context that tells when a time has passed.
func (g *glimpse) limited(ctx context.Context, d time.Duration, do func(late func() bool)) {
	var passed atomic.Bool
	done := make(chan struct{})
	var group sync.WaitGroup
	late := g.w.opts.afterTime(d)
	group.Go(func() {
		select {
		case <-late:
			passed.Store(true)
		case <-ctx.Done():
		case <-done:
		}
	})
	do(passed.Load)
	close(done)
	group.Wait()
}

// search finds the files that the question is about.
func (g *glimpse) search(ctx context.Context) error {
	var near []int32
	var others []int32
	stems := map[string]bool{}
	for _, n := range g.about.Names {
		for _, word := range index.Words(n) {
			g.words = append(g.words, []byte(word))
			stems[word] = true
		}
	}
	for i := range g.x.scan.Files {
		f := &g.x.scan.Files[i]
		switch {
		case f.Lang == nil:
		case g.isNear(f.Path):
			near = append(near, int32(i))
		default:
			others = append(others, int32(i))
		}
	}
	g.of = len(near) + len(others)
	if len(g.words) == 0 {
		for _, i := range near {
			g.found = append(g.found, found{file: i, near: true})
		}
		g.looked = g.of
		g.sort()
		return nil
	}
	// Files that are called so come first: time may be short.
	called := func(i int32) bool { return stems[stem(g.x.scan.Files[i].Path)] }
	slices.SortStableFunc(others, func(a, b int32) int { return cmp.Compare(b2i(called(b)), b2i(called(a))) })
	order := slices.Concat(near, others)
	var next, looked atomic.Int64
	var says atomic.Bool
	var mu sync.Mutex
	g.limited(ctx, glimpseSearch, func(short func() bool) {
		g.limited(ctx, glimpseLimit, func(late func() bool) {
			var workers sync.WaitGroup
			for range g.x.jobs {
				workers.Go(func() {
					r := &wordReader{words: g.words, limit: g.x.config.MaxFileSize}
					for ctx.Err() == nil && !late() && !(says.Load() && short()) {
						n := next.Add(1) - 1
						if n >= int64(len(order)) {
							return
						}
						i := order[n]
						f := found{file: i, near: n < int64(len(near))}
						f.word, f.rank = r.rank(filepath.Join(g.w.root, filepath.FromSlash(g.x.scan.Files[i].Path)))
						looked.Add(1)
						if called(i) {
							f.word, f.rank = 0, rankSays
						}
						if f.rank == rankNone {
							continue
						}
						if f.rank == rankSays && f.word == 0 {
							says.Store(true)
						}
						mu.Lock()
						g.found = append(g.found, f)
						mu.Unlock()
					}
				})
			}
			workers.Wait()
		})
	})
	g.looked = int(looked.Load())
	g.sort()
	return nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// isNear says whether a path is one of those that the question names, or below.
func (g *glimpse) isNear(p string) bool {
	for _, at := range g.about.Paths {
		if at == "." || p == at || strings.HasPrefix(p, at) && p[len(at)] == '/' {
			return len(g.about.Names) == 0 || at != "."
		}
	}
	return false
}

// stem is the name by which people know a file: without what stands behind a dot.
// Some stand for the folder that they lie in.
func stem(p string) string {
	stem, _, _ := strings.Cut(path.Base(p), ".")
	switch stem {
	case "__init__", "index", "mod":
		return path.Base(path.Dir(p))
	}
	return stem
}

// sort brings what was found into the order in which it is read. Only files with
// the first word that is anywhere count; where it is only a part of others, these.
func (g *glimpse) sort() {
	worse := func(a, b found) int {
		return cmp.Or(cmp.Compare(b2i(a.rank == rankPart), b2i(b.rank == rankPart)), cmp.Compare(a.word, b.word))
	}
	slices.SortFunc(g.found, func(a, b found) int {
		return cmp.Or(worse(a, b), cmp.Compare(b.rank, a.rank), cmp.Compare(b2i(b.near), b2i(a.near)), cmp.Compare(a.file, b.file))
	})
	for i := range g.found {
		if worse(g.found[0], g.found[i]) < 0 {
			g.found = g.found[:i]
			break
		}
	}
}

// wordReader looks for words in files, one after another.
type wordReader struct {
	words [][]byte
	limit int64
	buf   []byte
}

// rank is that of a file, and the number of the word; none when it can't be read.
func (r *wordReader) rank(name string) (int, rank) {
	f, st, err := openPlain(name)
	if err != nil {
		return 0, rankNone
	}
	defer f.close()
	size := st.size
	if size > r.limit {
		return 0, rankNone
	}
	if int64(cap(r.buf)) <= size {
		r.buf = make([]byte, 0, size+size/4+4<<10)
	}
	r.buf = r.buf[:0]
	for len(r.buf) < cap(r.buf) {
		n, err := f.read(r.buf[len(r.buf):cap(r.buf)])
		if err != nil {
			return 0, rankNone
		}
		if n == 0 {
			break
		}
		r.buf = r.buf[:len(r.buf)+n]
	}
	part := 0
	for n, word := range r.words {
		switch rank := rankIn(r.buf, word); {
		case rank > rankPart:
			return n, rank
		case rank == rankPart && part == 0:
			part = n + 1
		}
	}
	if part > 0 {
		return part - 1, rankPart
	}
	return 0, rankNone
}

// rankIn is the rank of a text. The words that begin definitions are those of many
// languages: it only says which files to read first.
func rankIn(text, word []byte) rank {
	best := rankNone
	for at := 0; best < rankSays; {
		i := bytes.Index(text[at:], word)
		if i < 0 {
			break
		}
		start := at + i
		at = start + len(word)
		best = max(best, rankAt(text, start, at))
	}
	return best
}

func rankAt(text []byte, start, end int) rank {
	if start > 0 && wordByte(text[start]) && wordByte(text[start-1]) || end < len(text) && wordByte(text[end]) && wordByte(text[end-1]) {
		return rankPart
	}
	line := text[bytes.LastIndexByte(text[max(0, start-maxBefore):start], '\n')+1+max(0, start-maxBefore) : start]
	before := bytes.TrimRight(line, " \t*&$")
	trimmed := bytes.TrimLeft(before, " \t")
	switch {
	case bytes.HasPrefix(trimmed, []byte("//")), bytes.HasPrefix(trimmed, []byte("*")), bytes.HasPrefix(trimmed, []byte("/*")), bytes.HasPrefix(trimmed, []byte("# ")):
		return rankUsed // a comment
	case len(trimmed) == 0:
		for rest := text[end:]; len(rest) > 0; rest = rest[1:] {
			switch rest[0] {
			case ' ', '\t':
				continue
			case '=', ':', '(', '{':
				return rankLine
			}
			break
		}
		return rankUsed
	case len(before) == len(line): // nothing stands between
		return rankUsed
	}
	last := before[len(before)-1]
	if !wordByte(last) {
		if last == ')' && bytes.HasPrefix(trimmed, []byte("func")) {
			return rankSays // a method with its receiver
		}
		if last == '>' || last == ']' || last == '?' {
			return rankNamed // behind a type
		}
		return rankUsed
	}
	begin := len(before)
	for begin > 0 && wordByte(before[begin-1]) {
		begin--
	}
	switch {
	case says[string(before[begin:])]:
		return rankSays
	case uses[string(before[begin:])]:
		return rankUsed
	}
	return rankNamed
}

// maxBefore is how far before a word its line is looked at.
const maxBefore = 256

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

var (
	// says are words behind which a name is defined.
	says = wordSet("func function fn def defp defmodule defmacro fun sub class interface struct enum union type trait protocol record object namespace module package const let var val define typedef impl extension actor mixin annotation macro_rules macro")
	// uses are words behind which a name is used.
	uses = wordSet("return new import from use using extends implements in is as and or not if elif else while until throw throws raise await yield case goto instanceof typeof sizeof delete export with of include require unless when where echo print")
)

// extract makes the facts of the files that were found.
func (g *glimpse) extract(ctx context.Context) error {
	x := g.x
	x.docs = make([]*index.Doc, len(x.scan.Files))
	for i := range x.docs {
		f := &x.scan.Files[i]
		d := &index.Doc{Path: f.Path, Lang: f.Lang, Skipped: SkipPending}
		if f.Lang == nil {
			d.Skipped = f.Why
		}
		x.docs[i] = d
	}
	var size int64
	for g.taken < len(g.found) && g.taken < glimpseFiles {
		if size += max(x.scan.Files[g.found[g.taken].file].stamp.size, 0); size > glimpseBytes && g.taken > 0 {
			break
		}
		g.taken++
	}
	list := g.found[:g.taken]
	var next, done atomic.Int64
	g.limited(ctx, glimpseRead, func(late func() bool) {
		var workers sync.WaitGroup
		for range min(x.jobs, len(list)) {
			workers.Go(func() {
				parser := ts.NewParser(ts.Limits{Time: x.config.ParserTimeout})
				defer func() { parser.Close() }()
				codecs := newCodecs()
				defer codecs.close()
				for ctx.Err() == nil {
					n := next.Add(1) - 1
					if n >= int64(len(list)) || n > 0 && list[n].rank < rankNamed && late() {
						return
					}
					i := list[n].file
					d, healthy := x.doc(ctx, parser, codecs, i)
					if d.Source != nil {
						c := d.Source.Content()
						d.Source = index.InMemory(c.Facts, c.Lines) // the shelf may be gone before the state is
					}
					x.docs[i] = d
					done.Add(1)
					if !healthy {
						parser.Close()
						parser = ts.NewParser(ts.Limits{Time: x.config.ParserTimeout})
					}
				}
			})
		}
		workers.Wait()
	})
	g.taken = int(done.Load())
	return nil
}

// build makes the state.
func (g *glimpse) build(ctx context.Context) error {
	x := g.x
	x.files.shown = g.shown()
	if err := x.open(ctx); err != nil {
		return err
	}
	x.reportGlimpse()
	r := &resolve.Result{
		Links: make([][]resolve.Link, len(x.docs)), Relations: make([][]resolve.Relation, len(x.docs)),
		Yielded: make([][]lang.DefID, len(x.docs)),
	}
	for i, d := range x.docs {
		f := d.Facts()
		if f == nil {
			continue
		}
		// What a key means depends on other files.
		for j := range f.Defs {
			if f.Defs[j].Flags&lang.Contextual != 0 {
				r.Yielded[i] = append(r.Yielded[i], lang.DefID(j))
			}
		}
	}
	now := g.w.opts.now()
	snapshot := index.New(index.Input{Docs: x.docs, Projects: x.projects, Result: r})
	x.report.Files = len(x.scan.Files)
	x.report.finish(snapshot)
	g.state = &State{Snapshot: snapshot, Report: x.report, At: now, scan: x.scan, stamps: stampsOf(x.scan, now), noticed: &g.w.noticed, upTo: g.w.noticed.Load()}
	return nil
}

// reportGlimpse notes the files that could not be read.
func (x *indexer) reportGlimpse() {
	for _, d := range x.docs {
		if d.Failed != "" {
			x.report.Failed = append(x.report.Failed, Failure{d.Path, "parse", d.Failed})
		}
	}
}

// shown are the files that a project is made of: of languages that check
// themselves, which read all of them, those that lie beside the files that were
// taken.
func (g *glimpse) shown() []string {
	x := g.x
	folders := map[string]bool{}
	for _, d := range x.docs {
		if d.Source != nil && d.Lang.Check != nil {
			folders[path.Dir(d.Path)] = true
		}
	}
	if len(folders) == 0 {
		return nil
	}
	var out []string
	for i := range x.scan.Files {
		f := &x.scan.Files[i]
		if f.Lang == nil || f.Lang.Check == nil || folders[path.Dir(f.Path)] {
			out = append(out, f.Path)
		}
	}
	return out
}

// freshness says what the answer is from.
func (g *glimpse) freshness(stale []string) Freshness {
	f := Freshness{Stale: stale, Behind: len(stale)}
	phase, done, total := g.w.Progress()
	share := ""
	switch {
	case phase == PhaseExtract && total > 0:
		f.Indexed, f.Of = done, total
		share = fmt.Sprintf(" (%d of %s)", done, counted(total, "file"))
	case phase == "" || phase == PhaseScan:
		f.Of = len(g.x.scan.Files)
	default:
		f.Indexed, f.Of = len(g.x.scan.Files), len(g.x.scan.Files)
		share = fmt.Sprintf(" (all files are read; %s: %d of %d)", phase, done, total)
	}
	why := fmt.Sprintf("the repository is indexed for the first time%s; this answer is from ", share)
	switch {
	case len(g.words) > 0:
		why += counted(g.taken, "file") + " naming what it asks for"
	case len(g.about.Paths) > 0:
		why += counted(g.taken, "file") + " it is about"
	default:
		why += "the list of files"
	}
	if rest := len(g.found) - g.taken; rest > 0 {
		why += fmt.Sprintf(", and %d more are not read yet", rest)
	}
	if g.looked < g.of {
		why += fmt.Sprintf(", of %d that were searched of %d", g.looked, g.of)
	}
	why += "; uses are not followed yet"
	if n := len(stale); n > 0 {
		why += fmt.Sprintf("; %s of the answer changed meanwhile", counted(n, "file"))
	}
	f.Why = why
	return f
}
