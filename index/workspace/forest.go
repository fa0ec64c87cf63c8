package workspace

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"codeintel/index"
	"codeintel/index/chunk"
	"codeintel/index/embed"
	"codeintel/index/forest"
	"codeintel/index/glossary"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/store"
)

// The phases in which what is searched by meaning is made that was not made while the
// files were read: files are divided, and chunks embedded.
const (
	PhaseChunks = "chunks"
	PhaseEmbed  = "embed"
)

// Forest is the chunks of the files of a state, as a search by meaning finds them.
// What it has may be used as long as it can be reached.
type Forest struct {
	State *State
	// Embedder made the vectors; nil where there are none. Warning says why it is not
	// the one that the configuration names first, and what to do; "" where it is.
	Embedder embed.Embedder
	Warning  string
	// Left is how many chunks are found by their words alone because there are more than
	// max_chunks: those of the files that the others refer to least.
	Left int
	// Files is how many files have chunks, Missing how many more would have them and
	// are not divided yet, and Bare how many files have chunks without vectors:
	// BareChunks of them.
	Files, Missing, Bare, BareChunks int

	found   *forest.Forest
	words   *lexicon
	made    string // by which grower
	bare    bool   // words alone rank while the embedder is loaded
	light   bool   // the configuration wants no embedder
	most    int    // chunks that have vectors
	worth   func(embed.Embedder) embed.Calibration
	docs    map[string]int32 // numbers in the state, by path
	entries map[string]*grown
	damages int64 // how often artefacts had turned out to be damaged before it was put together
}

// Doc is the number in the state of a file that has chunks.
func (f *Forest) Doc(path string) int32 { return f.docs[path] }

// grown is what the forest has of a file.
type grown struct {
	hash            [32]byte
	lang            *lang.Language
	failed          bool
	chunks, vectors store.Key
	part, rows      []byte // part is an artefact's
	noted           uint64 // a hash of the notes in part, 0 for none
	left            bool   // there are enough chunks with vectors without it
	held            []*hold
}

// hold is memory that is mapped as long as somebody can reach the hold.
type hold struct{ _ byte }

// grower makes what the forest has of files. Safe for concurrent use.
type grower struct {
	opts     chunk.Options
	embedder embed.Embedder // nil for no vectors
	why      string         // it is not the one that is named first; "" where it is
	words    bool           // words alone rank while it is loaded
	light    bool           // no embedder is wanted
	most     int            // chunks that have vectors
	later    bool           // vectors are not made while files are read
	secrets  bool           // files that look as if they held secrets are divided too
	version  []string       // what chunks are a function of beside the facts
}

// grower is the one that a configuration asks for.
func (o *Options) grower(c *Config) *grower {
	g := &grower{
		opts:    chunk.Options{MaxTokens: c.ChunkMaxTokens, Timeout: c.ParserTimeout, Lines: c.ChunkLines, LineLanguages: c.FallbackLanguages},
		secrets: c.AllowSecrets, light: c.Lightweight, most: c.MaxChunks,
		version: []string{strconv.Itoa(forest.Version), strconv.Itoa(glossary.Version), strconv.Itoa(c.ChunkMaxTokens), strconv.FormatBool(c.ChunkLines), strings.Join(c.FallbackLanguages, " ")},
	}
	if o.Embedder != nil && !g.light {
		g.words = c.EmbeddingFallback != ""
		g.embedder, g.why = o.embedder(c)
	}
	return g
}

// embedder is the one that a configuration names, or what it says is used instead; nil
// for none. why says what is wrong with the former.
func (o *Options) embedder(c *Config) (e embed.Embedder, why string) {
	e, err := o.Embedder(c.EmbeddingModel)
	if err == nil {
		return e, ""
	}
	if c.EmbeddingFallback != "" {
		other, failed := o.Embedder(c.EmbeddingFallback)
		if failed == nil {
			return other, fmt.Sprintf("embedding_model: %s; until then the model %s is used", err, c.EmbeddingFallback)
		}
		if c.EmbeddingFallback != c.EmbeddingModel {
			err = fmt.Errorf("%w; embedding_fallback: %w", err, failed)
		}
	}
	return nil, fmt.Sprintf("embedding_model: %s; until then code is ranked by words alone", err)
}

// id is of all that what it makes is a function of beside the files.
func (g *grower) id() string {
	id := strings.Join(g.version, " ") + " " + strconv.Itoa(g.most) + " " + strconv.FormatBool(g.secrets)
	if g.embedder != nil {
		id += " " + g.embedder.ID()
	}
	return id
}

// wants says whether a file is divided.
func (g *grower) wants(d *index.Doc) bool {
	return d.Lang != nil && (d.Source != nil || d.Failed != "") && d.Hash != [32]byte{} && (g.secrets || !index.SecretPath(d.Path))
}

// keys are those of the chunks of a file, and of their vectors.
func (g *grower) keys(d *index.Doc) (chunks, vectors store.Key) {
	facts := artefactKey(d)
	version := append([]string{strconv.FormatUint(facts.Version, 16)}, g.version...)
	if d.Source == nil {
		version = append(version, "failed") // and is divided into lines
	}
	chunks = store.Key{Content: d.Hash, Kind: store.Chunks, Version: store.Fingerprint(version...)}
	if g.embedder != nil {
		vectors = store.Key{Content: d.Hash, Kind: store.Vectors, Version: store.Fingerprint(append(version, g.embedder.ID())...)}
	}
	return chunks, vectors
}

// quick says whether vectors are made so fast that it is done while files are read.
func (g *grower) quick() bool {
	_, ok := g.embedder.(embed.Calibrated)
	return ok && !g.later
}

// bytesPerChunk is about how many bytes of source there are for each chunk, at least, in
// a large repository: Linux 6.1 has 260, GOROOT/src 520.
const bytesPerChunk = 256

// expect is told how many bytes of files there are with a language. Where there may be
// more chunks than have vectors, these are made when it is known which files are used
// most.
func (g *grower) expect(size int64) { g.later = size/bytesPerChunk > int64(g.most) }

// expectAll is expect of a state's files.
func (g *grower) expectAll(s *State) {
	var size int64
	for _, d := range s.Snapshot.Docs() {
		if d.Lang != nil {
			size += d.Size
		}
	}
	g.expect(size)
}

// embedRun is how many chunks are embedded at once: a slow embedder needs seconds for
// them.
const embedRun = 64

// rows are the vectors of chunks; made, which may be nil, is told of some of them at a
// time.
func (g *grower) rows(ctx context.Context, path string, chunks []chunk.Chunk, made func(n int)) ([]byte, error) {
	var rows []float32
	for run := range slices.Chunk(forest.Passages(path, chunks), embedRun) {
		some, err := g.embedder.Passages(ctx, run)
		if err != nil {
			return nil, err
		}
		if rows == nil {
			rows = slices.Grow(some, g.embedder.Dim()*(len(chunks)-len(run)))
		} else {
			rows = append(rows, some...)
		}
		if made != nil {
			made(len(run))
		}
	}
	return forest.Quantise(g.embedder.Dim(), rows), nil
}

// A file's artefact is a byte, 1 for a file that a program wrote, the length of its
// notes for the glossary, these, and the part.

func artefact(chunks []chunk.Chunk, generated bool) []byte {
	flags := byte(0)
	if generated {
		flags = 1
	}
	notes := glossary.Notes(chunks)
	b := binary.AppendUvarint([]byte{flags}, uint64(len(notes)))
	return slices.Concat(b, notes, forest.Make(chunks))
}

// read takes an artefact apart; all is empty where it is none.
func (e *grown) read() (generated bool, notes, part []byte) {
	if len(e.part) == 0 {
		return false, nil, nil
	}
	n, size := binary.Uvarint(e.part[1:])
	if size <= 0 || n > uint64(len(e.part)-1-size) {
		return false, nil, nil
	}
	notes, part = e.part[1+size:][:n], e.part[1+size+int(n):]
	return e.part[0] != 0, notes, part
}

// take takes an artefact in.
func (e *grown) take(artefact []byte, h *hold) {
	e.part, e.held = artefact, append(e.held, h)
	if _, notes, _ := e.read(); len(notes) > 0 {
		hash := fnv.New64a()
		hash.Write(notes)
		e.noted = hash.Sum64()
	}
}

// file is what a forest is told of a file.
func (e *grown) file(d *index.Doc) forest.File {
	f := forest.File{Path: d.Path, Language: d.Lang.Name, Vectors: e.rows}
	f.Generated, _, f.Part = e.read()
	return f
}

// grow keeps the chunks of a file that was just read; rich are its facts.
func (x *indexer) grow(ctx context.Context, d *index.Doc, in lang.Input, rich *lang.Facts) {
	g := x.grower
	_ = guard(func() error { // what fails here is made when it is asked for, and says why
		chunks := chunk.FromFacts(d.Lang, in, rich, g.opts)
		key, vectors := g.keys(&index.Doc{Path: d.Path, Lang: d.Lang, Hash: d.Hash, Source: &index.Content{}})
		x.shelf.put(key, artefact(chunks, rich.Generated))
		if g.embedder != nil && g.quick() {
			rows, err := g.rows(ctx, d.Path, chunks, nil)
			if err != nil {
				return err
			}
			x.shelf.put(vectors, rows)
		}
		return nil
	})
}

// forests are those of a workspace.
type forests struct {
	last    atomic.Pointer[Forest]
	scale   atomic.Pointer[scale]
	making  turn          // taken while a forest is put together
	growing chan struct{} // has room for one, who makes chunks
}

// wait returns when nobody makes anything more.
func (f *forests) wait() {
	f.growing <- struct{}{}
	defer func() { <-f.growing }()
	f.making <- struct{}{}
	defer f.making.give()
}

// Forest is the chunks that there are of a state's files; Grow makes the others. Its
// error is the context's, or ErrClosed. Of a state of Edits it is that of the files on
// disk: Forest.State says so.
func (w *Workspace) Forest(ctx context.Context, s *State) (*Forest, error) {
	s = s.onDisk()
	if err := w.forests.making.take(ctx); err != nil {
		return nil, err
	}
	defer w.forests.making.give()
	if w.life.Err() != nil {
		return nil, ErrClosed
	}
	if s := w.disk.Load(); s != nil {
		s.searched.Store(true)
	}
	g := w.opts.grower(w.Config(s))
	if f := w.forests.last.Load(); f != nil && f.State.Snapshot == s.Snapshot && f.Complete() && f.made == g.id() && f.Warning == g.why && f.damages == w.damages() {
		return f, nil
	}
	f, err := w.assemble(ctx, s, g, nil)
	if err != nil {
		return nil, err
	}
	w.forests.last.Store(f)
	return f, nil
}

// Later is Forest where looking at files leaves their vectors to Grow, for the embedder
// needs long or there may be more chunks than max_chunks; nil where it does not.
func (w *Workspace) Later(ctx context.Context, s *State) (*Forest, error) {
	g := w.opts.grower(w.Config(s))
	if g.expectAll(s); g.embedder == nil || g.quick() {
		return nil, nil
	}
	return w.Forest(ctx, s)
}

// Embedder is the one that the configuration names now; nil for none. why is
// Forest.Warning.
func (w *Workspace) Embedder() (e embed.Embedder, why string) {
	g := w.opts.grower(w.Config(w.Current()))
	return g.embedder, g.why
}

// Grown is the forest that was put together last, of whatever state; nil without one,
// and where the configuration has come to ask for another since.
func (w *Workspace) Grown() *Forest {
	f := w.forests.last.Load()
	if f == nil || f.made != w.opts.grower(w.Config(w.Current())).id() {
		return nil
	}
	return f
}

// surelyMeant is the score (embed.Calibration) from which a symbol without a word of a
// question may be named among those that matter: 99 in 100 that have nothing to do with
// it are below.
const surelyMeant = 0.6

// Found is what a search has found.
type Found struct {
	Hits []forest.Hit
	// Total is how many there are.
	Total int
	// Translation is the question in words of the code; nil for one that is not in
	// Japanese.
	Translation *forest.Translation
	// Loading: the model is still being loaded, and what was found is ranked by words
	// alone.
	Loading *embed.Initializing
}

// Search finds chunks. It sets Query.Glossary, Translation, Vector, Names and Least. Errors
// are the context's, the embedder's, and those of a disk that fails: an *embed.Initializing
// where the configuration has no embedder to use while the model is loaded.
func (f *Forest) Search(ctx context.Context, q forest.Query) (*Found, error) {
	return f.search(ctx, q, forest.LeastMeant(f.Embedder))
}

func (f *Forest) search(ctx context.Context, q forest.Query, least float32) (*Found, error) {
	found := &Found{Translation: f.Translate(q.Text)}
	q.Glossary, q.Translation = f.glossary(q.Text), found.Translation
	if f.Embedder != nil {
		if err := q.Mean(ctx, f.Embedder, f.worth(f.Embedder), least); err != nil && !(f.bare && errors.As(err, &found.Loading)) {
			return nil, err
		}
	}
	defer runtime.KeepAlive(f) // and so of what is mapped
	err := store.Guard(func() (err error) {
		found.Hits, found.Total, err = f.found.Search(ctx, q)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// Translate returns the translation of a question in Japanese into words of the code; nil
// for a question in another language, and where the disk fails.
func (f *Forest) Translate(question string) (t *forest.Translation) {
	defer runtime.KeepAlive(f)     // and so of what is mapped
	_ = store.Guard(func() error { // the search that follows reports a disk that fails
		t = f.found.Translate(question, f.glossary(question))
		return nil
	})
	return t
}

// Rank finds the symbols that matter for a question that is no name, the best first:
// those whose chunks agree with it, as Search says; by words alone where meaning is
// false. It ignores q's Kinds and Meaning. total is how many there are among the best
// chunks; the greater q's Offset and Limit, the more chunks it looks at. loading is
// Found.Loading.
func (f *Forest) Rank(ctx context.Context, q index.RankQuery, meaning bool) (ranked []index.Ranked, total int, loading *embed.Initializing, err error) {
	s := f.State.Snapshot
	first := max(q.Offset, 0)
	end := first + cmp.Or(max(q.Limit, 0), 20)
	ask := forest.Query{Text: q.Text, Weights: forest.Weights(q.Weights)}
	if q.Files != nil {
		ask.Files = func(path, _ string) bool { return q.Files(s.Docs()[f.docs[path]]) }
	}
	g := f
	if !meaning {
		bare := *f
		bare.Embedder = nil
		g = &bare
	}
	for ask.Limit = min(max(leastRanked, 2*end), forest.MaxHits); ; ask.Limit = min(2*ask.Limit, forest.MaxHits) {
		found, err := g.Search(ctx, ask)
		if err != nil {
			return nil, 0, nil, err
		}
		ranked, total = f.symbols(found.Hits, end)
		if total > end || len(found.Hits) < ask.Limit || ask.Limit == forest.MaxHits {
			return ranked[min(first, len(ranked)):], total, found.Loading, nil
		}
	}
}

// leastRanked is how many chunks are ranked at least to find symbols.
const leastRanked = 200

// symbols are the first most symbols of hits. total is how many there are; those that are
// not wanted are told apart by their chunks alone, since the facts of a file cost more.
func (f *Forest) symbols(hits []forest.Hit, most int) (ranked []index.Ranked, total int) {
	type chunkOf struct {
		path string
		def  lang.DefID
	}
	seen, chunks := map[index.ID]bool{}, map[chunkOf]bool{}
	for i := range hits {
		h := &hits[i]
		c := chunkOf{h.Path, h.Def}
		if h.Type == chunk.Module {
			c.def = resolve.ModuleDef
		} else if h.Def < 0 {
			continue
		}
		if chunks[c] {
			continue
		}
		chunks[c] = true
		if len(ranked) == most {
			total++
		} else if id, ok := f.Symbol(h); ok && !seen[id] {
			seen[id] = true
			ranked = append(ranked, index.Ranked{ID: id, Score: h.Score, Scores: index.Scores(h.Scores)})
		}
	}
	return ranked, total + len(ranked)
}

// Symbol is the symbol that a hit is the definition of, or a part of that, or the file's
// own; false where it is no symbol's.
func (f *Forest) Symbol(h *forest.Hit) (id index.ID, ok bool) {
	doc := f.docs[h.Path]
	facts := f.State.Snapshot.Docs()[doc].Facts()
	switch {
	case facts == nil:
	case h.Type == chunk.Module:
		return index.ID{Doc: doc, Def: resolve.ModuleDef}, true
	case h.Def >= 0 && int(h.Def) < len(facts.Defs):
		return index.ID{Doc: doc, Def: facts.Canonical(h.Def)}, true
	}
	return index.ID{}, false
}

// meant is how many chunks are looked for by what they mean.
const meant = 100

// Meaning says of some symbols how near they are to what a question means, for
// index.RankQuery: of those that are nearer than 99 in 100 that have nothing to do with
// it, and of those that have words of it; nil where there are no vectors, and while the
// model is loaded. Errors are those of Search.
func (f *Forest) Meaning(ctx context.Context, question string) (map[index.ID]float64, *embed.Initializing, error) {
	if f.Embedder == nil {
		return nil, nil, nil
	}
	found, err := f.search(ctx, forest.Query{Text: question, Limit: meant, Weights: forest.Weights{Vector: 1}}, surelyMeant)
	if err != nil {
		return nil, nil, err
	}
	if found.Loading != nil {
		return nil, found.Loading, nil
	}
	out := map[index.ID]float64{}
	for i := range found.Hits {
		h := &found.Hits[i]
		if id, ok := f.Symbol(h); ok && h.Vector > 0 {
			out[id] = max(out[id], h.Vector)
		}
	}
	return out, nil, nil
}

// Chunks is how many there are.
func (f *Forest) Chunks() int {
	_, n := f.found.Len()
	return n
}

// Complete says whether all files have chunks, and these vectors.
func (f *Forest) Complete() bool { return f.Missing+f.Bare == 0 }

// Grow waits until the embedder can be asked, and makes the chunks and the vectors of a
// state's files that there are not, and keeps them. Files that have changed since are
// left to the next state, and so is all that is left to do when the configuration comes
// to ask for something else. Its error is the context's, that of the embedder, or ErrClosed.
func (w *Workspace) Grow(ctx context.Context, s *State) (*Forest, error) {
	select {
	case w.forests.growing <- struct{}{}:
		defer func() { <-w.forests.growing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(w.life, cancel)()
	ctx, end := w.opts.Memory.Guard(ctx, "embedding the chunks of "+w.root)
	defer end()
	f, err := w.asked(ctx, s)
	if err == nil {
		err = w.calibrate(ctx, f)
	}
	if w.life.Err() != nil {
		return nil, ErrClosed
	}
	if err != nil {
		return nil, err
	}
	if f.Complete() {
		return f, nil
	}
	defer w.opts.Progress(Progress{})
	made := map[store.Key][]byte{}
	for range 2 { // what is divided first may be embedded then, as far as there is room
		err = w.growAll(ctx, f, made)
		if flushed := w.shelf.flush(context.WithoutCancel(ctx)); flushed != nil {
			w.warn(NotKept("what is searched by meaning", flushed))
		}
		switch {
		case w.life.Err() != nil:
			return nil, ErrClosed
		case errors.Is(err, errUnwanted):
			return f, nil
		case err != nil:
			return nil, w.outOfMemory(ctx, err)
		}
		if f, err = w.gather(ctx, s, made); err != nil || f.Bare == 0 {
			break
		}
	}
	return f, err
}

// GrowSoon is Grow for as long as sync_timeout_seconds, and as far as the embedder can
// do it: then the forest is as it is by then, and what is left is left to another Grow.
// Its error is the context's, or ErrClosed.
func (w *Workspace) GrowSoon(ctx context.Context, s *State) (*Forest, error) {
	soon, cancel := context.WithTimeout(ctx, w.Config(s).SyncTimeout)
	defer cancel()
	f, err := w.Grow(soon, s)
	if err != nil {
		return w.Forest(ctx, s)
	}
	return f, nil
}

// gather puts the forest of a state together anew, as the last one.
func (w *Workspace) gather(ctx context.Context, s *State, made map[store.Key][]byte) (*Forest, error) {
	if err := w.forests.making.take(ctx); err != nil {
		return nil, err
	}
	defer w.forests.making.give()
	f, err := w.assemble(ctx, s, w.opts.grower(w.Config(s)), made)
	if err == nil {
		w.forests.last.Store(f)
	}
	return f, err
}

// asked is Forest with an embedder that can be asked: where the model can't be loaded
// that of another one.
func (w *Workspace) asked(ctx context.Context, s *State) (*Forest, error) {
	var failed error
	for {
		f, err := w.Forest(ctx, s)
		if err != nil {
			return nil, err
		}
		e, ok := f.Embedder.(embed.Loaded)
		if !ok {
			return f, nil
		}
		if err := e.Ready(ctx); err == nil {
			return f, nil
		} else if ctx.Err() != nil || failed != nil && failed.Error() == err.Error() {
			return nil, err
		} else {
			failed = err
		}
	}
}

// errUnwanted: the configuration has come to ask for something else.
var errUnwanted = errors.New("the configuration has changed")

// growth is what a forest lacks, while it is made.
type growth struct {
	w *Workspace
	s *State
	g *grower

	mu      sync.Mutex
	made    map[store.Key][]byte // what the shelf does not keep
	seen    *State               // the last one that was asked whether all this is wanted
	ignored bool                 // it is not
}

// wanted says whether the configuration, as it is by now, asks for what is made here.
func (x *growth) wanted() bool {
	now := x.w.Current()
	x.mu.Lock()
	defer x.mu.Unlock()
	if now != nil && now != x.seen {
		x.seen, x.ignored = now, x.w.opts.grower(x.w.Config(now)).id() != x.g.id()
	}
	return !x.ignored
}

// growAll makes what a forest lacks; of files that are not divided yet their chunks, and
// where that is quick, and all of them are embedded, their vectors. What the shelf does
// not keep is put into made.
func (w *Workspace) growAll(ctx context.Context, f *Forest, made map[store.Key][]byte) error {
	x := &growth{w: w, s: f.State, g: w.opts.grower(w.Config(f.State)), made: made}
	var missing, bare []int32
	chunks := 0
	for i, d := range x.s.Snapshot.Docs() {
		switch e := f.entries[d.Path]; {
		case e == nil:
		case e.part == nil:
			missing = append(missing, int32(i))
		case !e.complete(x.g):
			bare = append(bare, int32(i))
			chunks += e.count()
		}
	}
	x.g.expectAll(f.State)
	told := newProgress(w.opts.Progress)
	p := told.phase(PhaseChunks, len(missing))
	if err := x.each(ctx, missing, func(ctx context.Context, c *Chunker, doc int32) error { return x.divide(ctx, c, doc, p) }); err != nil {
		return err
	}
	p = told.phase(PhaseEmbed, chunks)
	return x.each(ctx, bare, func(ctx context.Context, c *Chunker, doc int32) error { return x.embed(ctx, c, doc, p) })
}

// each does something for each file, in several goroutines.
func (x *growth) each(ctx context.Context, list []int32, do func(ctx context.Context, c *Chunker, doc int32) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(x.w.opts.plan().Jobs, len(list)) {
		workers.Go(func() {
			c := x.w.Chunker(x.s)
			defer c.Close()
			for ctx.Err() == nil {
				if !x.wanted() {
					cancel(errUnwanted)
					return
				}
				at := next.Add(1) - 1
				if at >= int64(len(list)) {
					return
				}
				x.w.giveWay(ctx)
				if err := do(ctx, c, list[at]); err != nil {
					cancel(err)
				}
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// divide makes the chunks of one file, and where that is quick their vectors.
func (x *growth) divide(ctx context.Context, c *Chunker, doc int32, p *phaseProgress) error {
	defer p.more(1)
	d := x.s.Snapshot.Docs()[doc]
	chunks, _, ok, err := c.alone(ctx, doc, false)
	if err != nil || !ok {
		return err
	}
	key, vectors := x.g.keys(d)
	x.keep(key, artefact(chunks, d.Source != nil && d.Facts().Generated))
	if x.g.quick() {
		rows, err := x.g.rows(ctx, d.Path, chunks, nil)
		if err != nil {
			return err
		}
		x.keep(vectors, rows)
	}
	return nil
}

// embed makes the vectors of one file.
func (x *growth) embed(ctx context.Context, c *Chunker, doc int32, p *phaseProgress) error {
	chunks, _, ok, err := c.alone(ctx, doc, false)
	if err != nil || !ok {
		return err
	}
	rows, err := x.g.rows(ctx, x.s.Snapshot.Docs()[doc].Path, chunks, p.more)
	if err != nil {
		return err
	}
	_, vectors := x.g.keys(x.s.Snapshot.Docs()[doc])
	x.keep(vectors, rows)
	return nil
}

func (x *growth) keep(k store.Key, data []byte) {
	if x.w.shelf.keeps() {
		x.w.shelf.put(k, data)
		return
	}
	x.mu.Lock()
	x.made[k] = data
	x.mu.Unlock()
}

// assemble puts together what is kept of the files of a state, and what made has. What
// the last forest has is taken from it.
func (w *Workspace) assemble(ctx context.Context, s *State, g *grower, made map[store.Key][]byte) (*Forest, error) {
	f := &Forest{State: s, Embedder: g.embedder, Warning: g.why, bare: g.words, light: g.light, most: g.most, worth: w.Calibration, made: g.id(), entries: map[string]*grown{}, docs: map[string]int32{}, damages: w.damages()}
	last := w.forests.last.Load()
	if last != nil && (last.made != g.id() || last.Left > 0 || last.damages != f.damages) {
		last = nil
	}
	var keys []store.Key
	var into []func(data []byte)
	want := func(k store.Key, to func(data []byte)) {
		if data, ok := made[k]; ok {
			to(data)
			return
		}
		keys, into = append(keys, k), append(into, to)
	}
	h := &hold{}
	docs := s.Snapshot.Docs()
	var fresh []int32
	for i, d := range docs {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e := &grown{hash: d.Hash, lang: d.Lang, failed: d.Source == nil}
		var was *grown // of the same file, which was wanted then
		if last != nil {
			if was = last.entries[d.Path]; was != nil && (was.hash != e.hash || was.lang != e.lang || was.failed != e.failed) {
				was = nil
			}
		}
		if was == nil && !g.wants(d) {
			continue
		}
		f.docs[d.Path] = int32(i)
		if was != nil {
			if f.entries[d.Path] = was; was.complete(g) {
				continue
			}
			e.part, e.rows, e.noted, e.held = was.part, was.rows, was.noted, was.held
		}
		e.chunks, e.vectors = g.keys(d)
		f.entries[d.Path] = e
		fresh = append(fresh, int32(i))
		if e.part == nil {
			want(e.chunks, func(data []byte) { e.take(data, h) })
		}
		if e.rows == nil && g.embedder != nil {
			want(e.vectors, func(data []byte) { e.rows, e.held = data, append(e.held, h) })
		}
	}
	release, err := w.shelf.hold(ctx, keys, func(i int, data []byte) { into[i](data) })
	if err != nil {
		return nil, err
	}
	runtime.AddCleanup(h, func(release func()) { release() }, release)
	var left []int32
	if g.embedder != nil {
		left = f.bound()
	}
	for _, e := range f.entries {
		switch {
		case e.part == nil:
			f.Missing++
		case !e.complete(g):
			f.Bare++
			f.BareChunks += e.count()
			f.Files++
		default:
			f.Files++
		}
	}
	dim := 0
	if g.embedder != nil {
		dim = g.embedder.Dim()
	}
	var changed []forest.File
	for _, doc := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(fresh, left)))) {
		if e := f.entries[docs[doc].Path]; e.part != nil {
			changed = append(changed, e.file(docs[doc]))
		}
	}
	var damaged error
	if last == nil {
		f.found, damaged = forest.New(dim, changed)
	} else {
		var gone []string
		for path := range last.entries {
			if f.entries[path] == nil {
				gone = append(gone, path)
			}
		}
		f.found, damaged = last.found.With(changed, gone)
	}
	f.words = f.lexicon(last)
	if damaged != nil {
		w.warn(fmt.Sprintf("a search by meaning does not find what is in a file before it changes: %s", damaged))
	}
	return f, nil
}

// bound leaves files without vectors until there are at most max_chunks with them, and
// returns these files.
func (f *Forest) bound() (left []int32) {
	all := 0
	var paths []string
	count, uses := map[string]int{}, map[string]int{}
	for path, e := range f.entries {
		if n := e.count(); n > 0 {
			paths = append(paths, path)
			count[path] = n
			all += n
		}
	}
	if all <= f.most {
		return nil
	}
	for _, path := range paths {
		uses[path] = f.State.Snapshot.UsesOf(f.docs[path])
	}
	slices.SortFunc(paths, func(a, b string) int { return cmp.Or(cmp.Compare(uses[b], uses[a]), cmp.Compare(a, b)) })
	room := f.most
	for _, path := range paths {
		if n := count[path]; n <= room {
			room -= n
			continue
		}
		f.Left += count[path]
		e := *f.entries[path] // the last forest may have it
		e.rows, e.left = nil, true
		f.entries[path] = &e
		left = append(left, f.docs[path])
	}
	return left
}

// Lacks says what a ranking by the forest does without, a line each; nothing where it has
// words and meaning of all. Warning is one of them. loading is Found.Loading.
func (f *Forest) Lacks(loading *embed.Initializing) (out []string) {
	switch {
	case loading != nil:
		out = append(out, fmt.Sprintf("the model %s is being loaded, and this is ranked by words alone: ask again in %d seconds", loading.Model, loading.Seconds()))
	case f.light:
		out = append(out, "this is ranked by words alone: lightweight_mode is set")
	case f.Warning != "":
		out = append(out, f.Warning)
	case f.Embedder == nil:
		out = append(out, "this is ranked by words alone")
	}
	if f.Missing > 0 {
		out = append(out, fmt.Sprintf("%d of %d files are not divided into chunks yet, and not searched: ask again in a moment", f.Missing, f.Missing+f.Files))
	}
	if f.Embedder != nil && loading == nil {
		if f.BareChunks > 0 {
			out = append(out, fmt.Sprintf("%d of %d chunks are not embedded yet, and ranked by words alone", f.BareChunks, f.Chunks()))
		}
		if f.Left > 0 {
			out = append(out, fmt.Sprintf("max_chunks = %d: %d of %d chunks, those of the files that are used least, are ranked by words alone", f.most, f.Left, f.Chunks()))
		}
	}
	return out
}

// count is how many chunks the file has.
func (e *grown) count() int {
	_, _, part := e.read()
	return forest.Count(part)
}

// complete says whether all is there that a forest has of a file.
func (e *grown) complete(g *grower) bool {
	return e.part != nil && (e.rows != nil || e.left || g.embedder == nil)
}
