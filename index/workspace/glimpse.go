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
	"codeintel/index/workspace/budget"
)

// About says what a question is about, as far as that is known before it is asked.
type About struct {
	// Names of symbols, as Snapshot.Named understands them.
	Names []string
	// Paths of files and folders, relative to the root with /. Without Names it is
	// they that the question is about, with Names where to look first; files are
	// read in any case.
	Paths []string
	// Places where something is named: it is about what that is.
	Places []Place
	// Files: it is about which files there are.
	Files bool
}

// Place is a place in a file. Line and Column count from 1, columns in bytes.
type Place struct {
	Path         string
	Line, Column int
}

func (a *About) none() bool { return len(a.Names)+len(a.Paths)+len(a.Places) == 0 && !a.Files }

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
// the files that it has is there, with the symbols that the index will have; of
// uses only those of the names have links, to what they may mean by name. Its Generation is 0, and its Freshness is never Complete: it says
// what was looked at, and the share of the repository that is indexed.
func (w *Workspace) AnswerAbout(ctx context.Context, about About, ask func(*State) (files []string)) (*State, Freshness, error) {
	return w.answerAbout(ctx, about, ask, nil)
}

// answerAbout is AnswerAbout of states with drafts, where there are some.
func (w *Workspace) answerAbout(ctx context.Context, about About, ask func(*State) (files []string), drafts *drafted) (*State, Freshness, error) {
	if w.Current() != nil || about.none() {
		return w.answer(ctx, ask, drafts)
	}
	states, cancel := w.Subscribe()
	defer cancel()
	if w.Current() != nil {
		return w.answer(ctx, ask, drafts)
	}
	look := w.join(false)
	grace, listed := w.opts.afterTime(glimpseAfter), w.listed.wait()
	for waiting := true; waiting; {
		select {
		case <-ctx.Done():
			return nil, Freshness{}, ctx.Err()
		case <-states:
			return w.answer(ctx, ask, drafts)
		case <-look.done:
			if look.err != nil {
				return nil, Freshness{}, look.err
			}
			return w.answer(ctx, ask, drafts)
		case <-listed:
			listed = nil
			scan, _ := w.listed.get()
			waiting = scan.size() <= glimpseSmall
		case <-grace:
			waiting = false
		}
	}
	for n := 1; ; n++ {
		g, err := w.glimpse(ctx, about, look, drafts)
		switch {
		case ctx.Err() != nil:
			return nil, Freshness{}, ctx.Err()
		case w.life.Err() != nil:
			return nil, Freshness{}, ErrClosed
		case err != nil:
			return nil, Freshness{}, err
		}
		if g == nil {
			return w.answer(ctx, ask, drafts) // there is a state, or the reason why there is none
		}
		files, err := inTurn(ctx, g.state, ask)
		if err != nil {
			return nil, Freshness{}, err
		}
		slices.Sort(files)
		stale, err := w.changed(ctx, g.state, slices.Compact(files), false)
		switch {
		case err != nil:
			return nil, Freshness{}, err
		case w.Current() != nil:
			return w.answer(ctx, ask, drafts)
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

// need is about how much memory it takes to index the files, in bytes.
func (s *Scan) need() int64 {
	var checked, others int64
	for i := range s.Files {
		switch f := &s.Files[i]; {
		case f.Lang == nil:
		case f.Lang.Check != nil:
			checked += max(f.stamp.size, 0)
		default:
			others += max(f.stamp.size, 0)
		}
	}
	return budget.Need(checked, others)
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
	words []asked

	called map[string]bool // the words, as names of files
	order  []int32         // the files that are searched; the first are near
	near   int
	looked int     // of order
	found  []found // the best first
	taken  int     // of found, and their size
	size   int64
	full   bool // there is no room for more
	drafts *drafts
	state  *State
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
func (w *Workspace) glimpse(ctx context.Context, about About, look *nextLook, drafts *drafted) (*glimpse, error) {
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
	made := make(chan struct{})
	w.glimpsed.Store(&made)
	defer func() {
		w.glimpsed.Store(nil)
		close(made)
	}()
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
	g.x.contents = index.NewContents(w.cache, w.content, w.damaged)
	g.x.contents.Hold(g.x.plan.Hold)
	defer g.x.contents.Release()
	g.x.scan, g.x.files = scan, newFiles(g.x.root, scan)
	g.x.files.reads = newReads()
	g.drafts = g.x.files.lay(drafts)
	for _, run := range []func(context.Context) error{g.read, g.build} {
		if err := guard(func() error { return run(ctx) }); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return g, nil
}

// giveWay waits while a glimpse is made: what a question waits for comes first.
func (w *Workspace) giveWay(ctx context.Context) {
	if made := w.glimpsed.Load(); made != nil {
		select {
		case <-*made:
		case <-ctx.Done():
		}
	}
}

// timer returns a flag that is set once a time has passed. It ends with ctx, and
// group waits for it.
func (g *glimpse) timer(ctx context.Context, group *sync.WaitGroup, d time.Duration) *atomic.Bool {
	passed, after := &atomic.Bool{}, g.w.opts.afterTime(d)
	group.Go(func() {
		select {
		case <-after:
			passed.Store(true)
		case <-ctx.Done():
		}
	})
	return passed
}

// read finds the files that the question is about and makes their facts. It goes on
// until one defines what is asked for, or there is nothing to go on with.
func (g *glimpse) read(ctx context.Context) error {
	var timers sync.WaitGroup
	defer timers.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	short, late := g.timer(ctx, &timers, glimpseSearch), g.timer(ctx, &timers, glimpseLimit)
	g.begin()
	var enough *atomic.Bool
	for ctx.Err() == nil {
		g.search(ctx, short, late)
		g.sort()
		if enough == nil {
			enough = g.timer(ctx, &timers, glimpseRead)
		}
		before := g.taken
		g.extract(ctx, enough)
		if g.looked == len(g.order) || late.Load() || g.defined() || g.taken == before && g.full {
			break
		}
	}
	for i := range g.found[g.taken:] {
		if worse(g.found[0], g.found[g.taken+i]) < 0 {
			g.found = g.found[:g.taken+i] // what there is of it is no reason to wait
			break
		}
	}
	return ctx.Err()
}

// begin lists the files in the order in which they are searched, and prepares all
// without facts.
func (g *glimpse) begin() {
	x := g.x
	g.called = map[string]bool{}
	names := slices.Clone(g.about.Names)
	for _, p := range g.about.Places {
		if i, ok := x.files.number(p.Path); ok {
			g.about.Paths = append(slices.Clip(g.about.Paths), p.Path)
			if text, _, err := x.files.read(i, x.config.MaxFileSize); err == nil {
				if word := wordAt(text, p.Line, p.Column); word != "" {
					names = append(names, word)
				}
			}
		}
	}
	for _, n := range names {
		words, in := index.Words(n)
		for _, word := range words {
			g.words = append(g.words, asked{[]byte(word), []byte(in)})
			g.called[word] = true
		}
		if in != "" {
			g.words = append(g.words, asked{word: []byte(in)})
		}
	}
	// Files that are called so, or lie in what is, come first: time may be short.
	likely := func(p string) bool {
		return g.called[stem(p)] || slices.ContainsFunc(g.words, func(a asked) bool { return len(a.in) > 0 && strings.Contains(p, string(a.in)) })
	}
	var first, others []int32
	x.docs = make([]*index.Doc, len(x.scan.Files))
	for i := range x.scan.Files {
		f := &x.scan.Files[i]
		x.docs[i] = &index.Doc{Path: f.Path, Lang: f.Lang, Skipped: SkipPending}
		switch {
		case f.Lang == nil:
			x.docs[i].Skipped = f.Why
		case g.isNear(f.Path):
			g.order = append(g.order, int32(i))
		case len(g.words) == 0:
		case likely(f.Path):
			first = append(first, int32(i))
		default:
			others = append(others, int32(i))
		}
	}
	g.near = len(g.order)
	g.order = slices.Concat(g.order, first, others)
}

// wordAt is the word at a place of a text, or directly before it; "" when there is
// none.
func wordAt(text []byte, line, column int) string {
	for ; line > 1; line-- {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			return ""
		}
		text = text[end+1:]
	}
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		text = text[:end]
	}
	if line < 1 || column < 1 || column > len(text)+1 {
		return ""
	}
	start := column - 1
	end := start
	for start > 0 && wordByte(text[start-1]) {
		start--
	}
	for end < len(text) && wordByte(text[end]) {
		end++
	}
	return string(text[start:end])
}

// search looks for the words in files, until short and there is a file that looks
// as if it defined one, or until late.
func (g *glimpse) search(ctx context.Context, short, late *atomic.Bool) {
	if len(g.words) == 0 {
		for _, i := range g.order {
			g.found = append(g.found, found{file: i, near: true})
		}
		g.looked = len(g.order)
		return
	}
	var next atomic.Int64
	next.Store(int64(g.looked))
	var says atomic.Bool
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range g.x.jobs {
		workers.Go(func() {
			r := &wordReader{words: g.words, limit: g.x.config.MaxFileSize}
			for ctx.Err() == nil && !late.Load() && !(says.Load() && short.Load()) {
				n := int(next.Add(1) - 1)
				if n >= len(g.order) {
					return
				}
				f := found{file: g.order[n], near: n < g.near}
				path := g.x.scan.Files[f.file].Path
				f.word, f.rank = r.rank(g.w.root, path)
				switch {
				case g.called[stem(path)]:
					f.word, f.rank = 0, rankSays
				case slices.Contains(g.about.Paths, path):
					f.word, f.rank = 0, rankNamed
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
	g.looked = min(int(next.Load()), len(g.order))
}

// defined says whether what is asked for is defined in what was read.
func (g *glimpse) defined() bool {
	for _, f := range g.found[:g.taken] {
		facts := g.x.docs[f.file].Facts()
		if facts == nil || f.word > 0 {
			continue
		}
		for i := range facts.Defs {
			if d := &facts.Defs[i]; d.Flags&(lang.Local|lang.Binding|lang.Param) == 0 && facts.Name(d.Name) == string(g.words[0].word) {
				return true
			}
		}
	}
	return false
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

// worse orders what was found: with the first word before with others, with a word
// before with a part of one. Only the best of these count.
func worse(a, b found) int {
	return cmp.Or(cmp.Compare(b2i(a.rank == rankPart), b2i(b.rank == rankPart)), cmp.Compare(a.word, b.word))
}

// sort brings what was found, and not read yet, into the order in which it is read.
func (g *glimpse) sort() {
	slices.SortFunc(g.found[g.taken:], func(a, b found) int {
		return cmp.Or(worse(a, b), cmp.Compare(b.rank, a.rank), cmp.Compare(b2i(b.near), b2i(a.near)), cmp.Compare(a.file, b.file))
	})
}

// asked is a word that is looked for, and what it lies in, nothing where the
// question does not say.
type asked struct{ word, in []byte }

// wordReader looks for words in files, one after another.
type wordReader struct {
	words []asked
	limit int64
	buf   []byte
}

// rank is that of a file, and the number of the word; none when it can't be read.
func (r *wordReader) rank(root, path string) (int, rank) {
	f, st, err := openPlain(filepath.Join(root, filepath.FromSlash(path)))
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
	for n, a := range r.words {
		rank := rankIn(r.buf, a.word)
		if rank == rankSays && len(a.in) > 0 && !strings.Contains(path, string(a.in)) && !bytes.Contains(r.buf, a.in) {
			rank = rankNamed // another one
		}
		switch {
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
			return behindType(text[end:])
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
	case tags[string(before[begin:])]:
		// In C the word that begins a definition stands before uses too.
		if rest := bytes.TrimLeft(text[end:min(len(text), end+maxBehind)], " \t\r\n"); len(rest) > 0 && bytes.IndexByte([]byte("{(<:"), rest[0]) >= 0 {
			return rankSays
		}
		return rankUsed
	case uses[string(before[begin:])]:
		return rankUsed
	}
	return behindType(text[end:])
}

// behindType is the rank of a word that stands behind one that may be a type, and
// before rest: with parameters and a body it is a function.
func behindType(rest []byte) rank {
	rest = bytes.TrimLeft(rest[:min(len(rest), maxBehind)], " \t\r\n")
	if len(rest) == 0 || rest[0] != '(' {
		return rankNamed
	}
	depth := 0
	for _, c := range rest {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case '{':
			if depth == 0 {
				return rankSays
			}
		case ';', ',', '=':
			if depth == 0 {
				return rankNamed
			}
		}
		if depth < 0 {
			return rankNamed
		}
	}
	return rankNamed
}

// maxBehind is how far behind a word it is looked for its body.
const maxBehind = 512

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
	says = wordSet("func function fn def defp defmodule defmacro fun sub class interface type trait protocol record object namespace module package const let var val define typedef impl extension actor mixin annotation macro_rules macro")
	// tags are words behind which one is defined or used.
	tags = wordSet("struct enum union")
	// uses are words behind which a name is used.
	uses = wordSet("return new import from use using extends implements in is as and or not if elif else while until throw throws raise await yield case goto instanceof typeof sizeof delete export with of include require unless when where echo print")
)

// extract makes the facts of files that were found: of the best, as far as there is
// room. When there has been enough time it is only those that look as if they
// defined what is asked for.
func (g *glimpse) extract(ctx context.Context, enough *atomic.Bool) {
	x := g.x
	sizeOf := func(f found) int64 { return max(x.scan.Files[f.file].stamp.size, 0) }
	var list []found
	room := glimpseBytes - g.size
	for _, f := range g.found[g.taken:] {
		if g.full = g.taken+len(list) >= glimpseFiles || sizeOf(f) > room && g.taken+len(list) > 0; g.full || worse(g.found[0], f) < 0 {
			break
		}
		room -= sizeOf(f)
		list = append(list, f)
	}
	var next, done atomic.Int64
	var workers sync.WaitGroup
	for range min(x.jobs, len(list)) {
		workers.Go(func() {
			parser := ts.NewParser(ts.Limits{Time: x.config.ParserTimeout})
			defer func() { parser.Close() }()
			codecs := newCodecs()
			defer codecs.close()
			for ctx.Err() == nil {
				n := int(next.Add(1) - 1)
				if n >= len(list) || g.taken+n > 0 && list[n].rank < rankNamed && enough.Load() {
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
	for _, f := range list[:done.Load()] {
		g.size += sizeOf(f)
		g.taken++
	}
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
	g.link(r)
	now := g.w.opts.now()
	snapshot := index.New(index.Input{Docs: x.docs, Projects: x.projects, Result: r})
	x.report.Files = len(x.scan.Files)
	x.report.finish(snapshot)
	g.state = &State{drafts: g.drafts, Snapshot: snapshot, Report: x.report, At: now, scan: x.scan, stamps: stampsOf(x.scan, now), noticed: &g.w.noticed, upTo: g.w.noticed.Load()}
	return nil
}

// maxMeant is how many definitions a use may mean by its name; of more it would say
// nothing.
const maxMeant = 3

// link says what uses of the first words may mean: the definitions of that name in
// the same family of languages, as far as a binding in the file does not hide them.
// Of other names nothing is said, since files that define them may be missing.
func (g *glimpse) link(r *resolve.Result) {
	for _, a := range g.words {
		word := string(a.word)
		meant := map[string][]resolve.Link{} // by family
		for pass := 0; pass < 2; pass++ {
			for i, d := range g.x.docs {
				f := d.Facts()
				if f == nil {
					continue
				}
				defs := named(f, word)
				if pass == 1 {
					r.Links[i] = append(r.Links[i], usesOf(f, &d.Lang.Rules, word, defs, int32(i), meant[d.Lang.Family])...)
					continue
				}
				for _, id := range defs {
					def := &f.Defs[id]
					in := def.Parent >= 0 && f.Name(f.Defs[def.Parent].Name) == string(a.in) || def.Parent < 0 || len(a.in) == 0
					if in && def.Same < 0 && def.Flags&(lang.Local|lang.Binding|lang.Param|lang.Contextual) == 0 {
						meant[d.Lang.Family] = append(meant[d.Lang.Family], resolve.Link{Doc: int32(i), Def: id, Certainty: resolve.Possible})
					}
				}
			}
		}
	}
	for i := range r.Links {
		slices.SortStableFunc(r.Links[i], func(a, b resolve.Link) int { return cmp.Compare(a.Ref, b.Ref) })
	}
}

// named are the definitions called name.
func named(f *lang.Facts, name string) []lang.DefID {
	var out []lang.DefID
	for i := range f.Defs {
		if f.Name(f.Defs[i].Name) == name {
			out = append(out, lang.DefID(i))
		}
	}
	return out
}

// usesOf are the links of the references called name in file doc, to what is meant
// elsewhere or to what the file binds by that name: defs.
func usesOf(f *lang.Facts, rules *lang.Rules, name string, defs []lang.DefID, doc int32, meant []resolve.Link) []resolve.Link {
	var out []resolve.Link
	for i := range f.Refs {
		ref := &f.Refs[i]
		if written := f.Name(ref.Name); written != name && (!strings.Contains(written, name) || rules.Written(written) != name) {
			continue
		}
		to := meant
		switch ref.Kind {
		case lang.RefName, lang.RefOpen, lang.RefOpaque:
			if d := bound(f, ref, defs); d >= 0 && f.Defs[d].Flags&lang.Binding == 0 {
				d = f.Canonical(d)
				to = slices.DeleteFunc(slices.Clone(meant), func(l resolve.Link) bool { return l.Doc != doc || l.Def != d })
			}
		case lang.RefDef:
			if f.Defs[ref.X].Flags&lang.Contextual != 0 {
				continue
			}
			out = append(out, resolve.Link{Ref: lang.RefID(i), Doc: doc, Def: f.Canonical(lang.DefID(ref.X))})
			continue
		case lang.RefMember, lang.RefImport, lang.RefExport:
		default:
			continue // the name alone says too little
		}
		if len(to) > maxMeant {
			continue
		}
		for _, l := range to {
			l.Ref = lang.RefID(i)
			out = append(out, l)
		}
	}
	return out
}

// bound is the definition that the innermost scope around a reference binds its
// name to; NoDef when none does.
func bound(f *lang.Facts, ref *lang.Ref, defs []lang.DefID) lang.DefID {
	for s := ref.Scope; s >= 0; s = f.Scopes[s].Parent {
		for _, d := range defs {
			if f.Defs[d].Scope == s {
				return d
			}
		}
	}
	return lang.NoDef
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
	p := g.w.Progress()
	share := ""
	switch {
	case p.Phase == PhaseExtract && p.Total > 0:
		f.Indexed, f.Of = p.Done, p.Total
		share = fmt.Sprintf(" (%d of %s)", p.Done, counted(p.Total, "file"))
	case p.Phase == "" || p.Phase == PhaseScan:
		f.Of = len(g.x.scan.Files)
	default:
		f.Indexed, f.Of = len(g.x.scan.Files), len(g.x.scan.Files)
		share = fmt.Sprintf(" (all files are read; %s: %d of %d)", p.Phase, p.Done, p.Total)
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
	if g.looked < len(g.order) {
		why += fmt.Sprintf(", of %d that were searched of %d", g.looked, len(g.order))
	}
	if len(g.words) > 0 {
		why += "; uses are matched by name only"
	} else {
		why += "; uses are not followed yet"
	}
	if n := len(stale); n > 0 {
		why += fmt.Sprintf("; %s of the answer changed meanwhile", counted(n, "file"))
	}
	f.Why = why
	return f
}
