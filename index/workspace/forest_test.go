package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"codeintel/index"
	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
	"codeintel/index/forest"
)

// slow is an embedder that is not run while files are read, and fails where it is told
// to; it counts what it has embedded of chunks and of names.
type slow struct {
	e        *builtin.Embedder
	embedded int
	names    int // of symbols, embedded
	failing  error
	loading  bool   // still being loaded
	broken   error  // what the loading has come to
	first    func() // called before the first chunk is embedded
}

var _ embed.Loaded = (*slow)(nil)

func (s *slow) Ready(context.Context) error {
	if s.loading = false; s.broken != nil {
		return s.broken
	}
	return nil
}

func (s *slow) ID() string { return "slow" }
func (s *slow) Dim() int   { return s.e.Dim() }

func (s *slow) Passages(ctx context.Context, p []embed.Passage) ([]float32, error) {
	for i := range p {
		if p[i].Text != "" {
			if s.embedded == 0 && s.first != nil {
				s.first()
			}
			s.embedded++
		} else {
			s.names++
		}
	}
	if s.failing != nil {
		return nil, s.failing
	}
	return s.e.Passages(ctx, p)
}

func (s *slow) Queries(ctx context.Context, q []string) ([]float32, error) {
	if s.loading {
		return nil, &embed.Initializing{Model: "slow", RetryAfter: time.Second}
	}
	return s.e.Queries(ctx, q)
}

// embedders are those of tests: a quick one, a slow one, and else none.
func embedders(s *slow) func(string) (embed.Embedder, error) {
	return func(model string) (embed.Embedder, error) {
		switch {
		case model == DefaultEmbeddingModel:
			return builtin.Open(), nil
		case model == "slow" && (s.broken == nil || s.loading):
			return s, nil
		case model == "slow":
			return nil, s.broken
		}
		return nil, fmt.Errorf("the model %s is not here", model)
	}
}

// whatIsFound is what a forest answers to some questions.
func whatIsFound(t *testing.T, f *Forest) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%d files, %d missing, %d bare, %d chunks\n", f.Files, f.Missing, f.Bare, f.Chunks())
	for _, q := range []string{"wait before trying again", "retry delay", "注文の合計"} {
		found, err := f.Search(t.Context(), forest.Query{Text: q})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s: %d\n", q, found.Total)
		for i := range found.Hits {
			h := &found.Hits[i]
			symbol := ""
			if id, ok := f.Symbol(h); ok {
				symbol = f.State.Snapshot.Symbol(id)
			}
			fmt.Fprintf(&b, "  %s:%d-%d %s %s %.4f %.4f %s\n", h.Path, h.StartLine, h.EndLine, h.Type, h.Name, h.Score, h.Vector, symbol)
		}
	}
	return b.String()
}

func (p *place) forest() {
	p.write("net/retry.py", "\"\"\"How requests are tried again.\"\"\"\n\nimport time\n\n\ndef backoff(attempt):\n    \"\"\"Seconds to sleep after a failure.\"\"\"\n    return 2 ** attempt\n\n\nclass Retry:\n    def delay(self):\n        return backoff(1)\n")
	p.write("shop/order.ts", "// 注文の合計金額を計算する\nexport function orderTotal(lines: number[]) {\n  return lines.reduce((a, b) => a + b, 0);\n}\n")
	p.write("README.md", "# Shop\n\nOrders are paid.\n")
}

// The chunks of a repository are there when it is indexed, follow it as it changes, are
// kept, and are at any time those of a repository that is indexed from nothing.
func TestForest(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.forest()
	opts := Options{Embedder: embedders(nil)}
	w, err := Open(p.dir, opts)
	p.must(err)
	check := func(what string) *Forest {
		t.Helper()
		s, err := w.Sync(t.Context())
		p.must(err)
		f, err := w.Forest(t.Context(), s)
		p.must(err)
		if !f.Complete() {
			t.Errorf("%s: %d files have no chunks, %d no vectors", what, f.Missing, f.Bare)
		}
		fresh, err := openWith(p.dir, opts, func(string, func(string)) (shelf, error) { return noShelf{}, nil })
		p.must(err)
		defer fresh.Close()
		s, err = fresh.Sync(t.Context())
		p.must(err)
		if f, err := fresh.Forest(t.Context(), s); err != nil || f.Files != 0 || f.Missing == 0 {
			t.Errorf("%s: where nothing is kept %d files have chunks already; error %v", what, f.Files, err)
		}
		want, err := fresh.Grow(t.Context(), s)
		p.must(err)
		if got, want := whatIsFound(t, f), whatIsFound(t, want); got != want {
			t.Errorf("%s: got\n%swant\n%s", what, got, want)
		}
		return f
	}
	f := check("at first")
	first := whatIsFound(t, f)
	for _, want := range []string{"net/retry.py:6-8 function backoff", "shop/order.ts:1-4 function orderTotal"} {
		if !strings.Contains(first, want) {
			t.Errorf("no %s in\n%s", want, first)
		}
	}
	p.write("net/retry.py", "def pause_between_attempts(n):\n    return n\n")
	p.write("net/more.py", "def sleep_until_retry():\n    pass\n")
	p.remove("shop/order.ts")
	check("after changes")
	p.must(w.Close())
	if w, err = Open(p.dir, opts); err != nil {
		t.Fatal(err)
	}
	check("in the next process")
	if again := whatIsFound(t, f); again != first {
		t.Errorf("what was handed out has changed: got\n%swant\n%s", again, first)
	}
	p.forest()
	p.remove("net/more.py")
	if f = check("as it was at first"); whatIsFound(t, f) != first {
		t.Errorf("as it was at first: got\n%swant\n%s", whatIsFound(t, f), first)
	}
	p.write(".env.d.ts", "export function retryDelayOfSecrets() {}\n")
	if f = check("with secrets"); strings.Contains(whatIsFound(t, f), ".env.d.ts") {
		t.Error("a file that looks as if it held secrets is searched")
	}
	f = nil
	runtime.GC() // what is held is let go of
	p.must(w.Close())
	if _, err := w.Forest(t.Context(), w.Current()); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed workspace: %v", err)
	}
}

// Symbols are ranked as their chunks are, by their meaning only where that is asked for.
func TestForestRank(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.forest()
	w, err := Open(p.dir, Options{Embedder: embedders(nil)})
	p.must(err)
	defer w.Close()
	s, err := w.Sync(t.Context())
	p.must(err)
	f, err := w.Forest(t.Context(), s)
	p.must(err)
	names := func(q index.RankQuery, meaning bool) (names []string, total int) {
		t.Helper()
		ranked, total, loading, err := f.Rank(t.Context(), q, meaning)
		if err != nil || loading != nil {
			t.Fatal(loading, err)
		}
		for i, r := range ranked {
			names = append(names, s.Snapshot.Name(r.ID))
			if r.Score <= 0 || i > 0 && r.Score > ranked[i-1].Score || !meaning && r.Vector != 0 {
				t.Errorf("%s: %+v", names[i], r)
			}
		}
		return names, total
	}
	const question = "seconds to sleep after a failure"
	all, total := names(index.RankQuery{Text: question}, true)
	if len(all) != total || all[0] != "backoff" {
		t.Errorf("%v of %d", all, total)
	}
	if some, _ := names(index.RankQuery{Text: question, Offset: 1, Limit: 1}, true); !slices.Equal(some, all[1:2]) {
		t.Errorf("the second is %v of %v", some, all)
	}
	if words, _ := names(index.RankQuery{Text: question}, false); len(words) == 0 || words[0] != "backoff" || len(words) >= len(all) {
		t.Errorf("by words alone %v, of %v", words, all)
	}
	if other, _ := names(index.RankQuery{Text: question, Files: func(d *index.Doc) bool { return d.Path != "net/retry.py" }}, true); slices.Contains(other, "backoff") {
		t.Errorf("in other files: %v", other)
	}
	if none, total := names(index.RankQuery{Text: "電子署名 zzzz"}, false); len(none) != 0 || total != 0 {
		t.Errorf("%v of %d for words that are nowhere", none, total)
	}
}

// Vectors that take long are made afterwards, once; settings say which there are.
func TestForestGrows(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.forest()
	e := &slow{e: builtin.Open(), failing: errors.New("out of order")}
	opts := Options{Embedder: embedders(e), Jobs: 1}
	var w *Workspace
	open := func(config string) *State {
		t.Helper()
		if w != nil {
			p.must(w.Close())
		}
		p.write(".code-intel/config.json", config)
		var err error
		w, err = Open(p.dir, opts)
		p.must(err)
		s, err := w.Sync(t.Context())
		p.must(err)
		return s
	}
	s := open(`{"embedding_model": "slow"}`)
	f, err := w.Forest(t.Context(), s)
	p.must(err)
	if f.Missing != 0 || f.Bare != f.Files || e.embedded != 0 {
		t.Errorf("before it grows: %d missing, %d of %d bare, %d embedded", f.Missing, f.Bare, f.Files, e.embedded)
	}
	if _, err := w.Grow(t.Context(), s); !errors.Is(err, e.failing) {
		t.Errorf("an embedder that fails: %v", err)
	}
	e.failing, e.embedded = nil, 0
	f, err = w.Grow(t.Context(), s)
	p.must(err)
	if !f.Complete() || e.embedded != f.Chunks() {
		t.Errorf("%d missing, %d bare, %d embedded of %d", f.Missing, f.Bare, e.embedded, f.Chunks())
	}
	full := whatIsFound(t, f)
	e.embedded = 0
	s = open(`{"embedding_model": "slow", "sync_ttl_hours": 2}`)
	f, err = w.Grow(t.Context(), s)
	p.must(err)
	if got := whatIsFound(t, f); got != full || e.embedded != 0 {
		t.Errorf("the next process embeds %d again: got\n%swant\n%s", e.embedded, got, full)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p.write("a.py", "def late():\n    pass\n")
	if s, err = w.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Grow(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for _, config := range []string{`{"lightweight_mode": true}`, `{"embedding_model": "unknown", "embedding_fallback": false}`, `{"embedding_model": "unknown", "embedding_fallback": "other"}`} {
		s = open(config)
		f, err = w.Grow(t.Context(), s)
		p.must(err)
		if e, _ := w.Embedder(); !f.Complete() || f.Embedder != nil || e != nil || !strings.Contains(strings.Join(f.Lacks(nil), ""), "ranked by words alone") {
			t.Errorf("%s: %d missing, embedder %v", config, f.Missing, f.Embedder)
		}
		if meaning, _, err := f.Meaning(t.Context(), "retry"); meaning != nil || err != nil {
			t.Errorf("%s: meanings %v, error %v", config, meaning, err)
		}
		if got := whatIsFound(t, f); !strings.Contains(got, "retry.py") || got == full {
			t.Errorf("%s: %s", config, got)
		}
	}
	s = open(`{"max_chunks": 5}`)
	f, err = w.Grow(t.Context(), s)
	p.must(err)
	if got := whatIsFound(t, f); got == full || !f.Complete() || !strings.Contains(got, "retry.py") || !strings.Contains(got, "order.ts") {
		t.Errorf("with max_chunks = 5: %s", got)
	}
	if with := f.Chunks() - f.Left; with > 5 || with == 0 || strings.Join(f.Lacks(nil), "") != fmt.Sprintf("max_chunks = 5: %d of %d chunks, those of the files that are used least, are ranked by words alone", f.Left, f.Chunks()) {
		t.Errorf("%d of %d chunks have vectors: %s", with, f.Chunks(), f.Lacks(nil))
	}
	p.write(".code-intel/config.json", `{}`)
	if s, err = w.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	f, err = w.Grow(t.Context(), s)
	p.must(err)
	if got := whatIsFound(t, f); f.Left != 0 || len(f.Lacks(nil)) > 0 {
		t.Errorf("without the limit: %s: %s", f.Lacks(nil), got)
	}
	meaning, _, err := f.Meaning(t.Context(), "sleep after a failed attempt")
	p.must(err)
	ids := s.Snapshot.Named("backoff")
	if len(ids) != 1 || meaning[ids[0]] <= 0 {
		t.Errorf("backoff %v is not among %v", ids, meaning)
	}
}

// Where there are more chunks than may have vectors none are made while files are read,
// and later only those of the files that are used most.
func TestForestOfTooMany(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.py", "def unused(x):\n    return x\n"+strings.Repeat("# a comment that makes the file long\n", 60))
	p.write("b.py", "def used(x):\n    return x\n")
	p.write("c.py", "from b import used\n\n\ndef user():\n    return used(used(1))\n")
	for _, model := range []string{"slow", DefaultEmbeddingModel} {
		p.must(os.RemoveAll(filepath.Join(p.dir, StateDir)))
		p.write(".code-intel/config.json", fmt.Sprintf(`{"embedding_model": %q, "max_chunks": 3}`, model))
		e := &slow{e: builtin.Open()}
		w, err := Open(p.dir, Options{Embedder: embedders(e), Jobs: 1})
		p.must(err)
		s, err := w.Sync(t.Context())
		p.must(err)
		f, err := w.Forest(t.Context(), s)
		p.must(err)
		vectors := func() (out []string) {
			for _, path := range []string{"a.py", "b.py", "c.py"} {
				_, key := w.opts.grower(w.Config(s)).keys(s.Snapshot.Docs()[f.Doc(path)])
				if w.shelf.get(key, func([]byte) error { return nil }) {
					out = append(out, path)
				}
			}
			return out
		}
		if got := vectors(); got != nil || f.Missing != 0 || f.BareChunks == 0 || f.Left == 0 {
			t.Errorf("%s: read: vectors of %v; %+v", model, got, f)
		}
		f, err = w.Grow(t.Context(), s)
		p.must(err)
		if got := vectors(); !slices.Equal(got, []string{"b.py"}) && !slices.Equal(got, []string{"b.py", "c.py"}) || !f.Complete() || f.Left == 0 || f.Chunks()-f.Left > 3 {
			t.Errorf("%s: grown: vectors of %v; %+v", model, got, f)
		}
		if model == "slow" && e.embedded != f.Chunks()-f.Left {
			t.Errorf("%d are embedded of %d that may be", e.embedded, f.Chunks()-f.Left)
		}
		// The same from nothing but chunks: what is divided later.
		p.write("d.py", "import b\n\nb.used(2)\n")
		s, err = w.Sync(t.Context())
		p.must(err)
		f, err = w.Grow(t.Context(), s)
		p.must(err)
		if !f.Complete() || f.Chunks()-f.Left > 3 {
			t.Errorf("%s: after a change: %+v", model, f)
		}
		p.must(os.Remove(filepath.Join(p.dir, "d.py")))
		p.must(w.Close())
	}
}

// What a configuration asked for before it changed is not made to its end: of a slow
// model that may be hours.
func TestForestGrowsNoMore(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.forest()
	p.write(ConfigFile, `{"embedding_model": "slow"}`)
	e := &slow{e: builtin.Open()}
	w, err := Open(p.dir, Options{Embedder: embedders(e), Jobs: 1})
	p.must(err)
	defer w.Close()
	s, err := w.Sync(t.Context())
	p.must(err)
	e.first = func() {
		p.write(ConfigFile, `{}`)
		_, err := w.Sync(t.Context())
		p.must(err)
	}
	f, err := w.Grow(t.Context(), s)
	p.must(err)
	some := e.embedded
	if f.Complete() || some == 0 || some >= f.Chunks() {
		t.Errorf("%d of %d chunks are embedded after another model was chosen", some, f.Chunks())
	}
	if f, err = w.Grow(t.Context(), w.Current()); err != nil || !f.Complete() || f.Embedder != embed.Embedder(builtin.Open()) || e.embedded != some {
		t.Errorf("the chosen one: %v (%v)", f.Embedder, err)
	}
	// What was embedded before is kept.
	p.write(ConfigFile, `{"embedding_model": "slow"}`)
	s, err = w.Sync(t.Context())
	p.must(err)
	e.embedded, e.first = 0, nil
	if f, err = w.Grow(t.Context(), s); err != nil || !f.Complete() || e.embedded != f.Chunks()-some {
		t.Errorf("chosen again: %d of %d chunks are embedded, %d were (%v)", e.embedded, f.Chunks(), some, err)
	}
}

// How far it is with vectors is told in chunks, of each file several times.
func TestForestTellsProgress(t *testing.T) {
	p := &place{t, t.TempDir()}
	var code strings.Builder
	for i := range 3 * embedRun {
		fmt.Fprintf(&code, "def f%d():\n    pass\n\n\n", i)
	}
	p.write("a.py", code.String())
	p.write(".code-intel/config.json", `{"embedding_model": "slow"}`)
	var told []Progress
	var last Progress
	w, err := Open(p.dir, Options{Embedder: embedders(&slow{e: builtin.Open()}), Jobs: 1, Progress: func(p Progress) {
		if last = p; p.Growing() {
			told = append(told, p)
		}
	}})
	p.must(err)
	defer w.Close()
	s, err := w.Sync(t.Context())
	p.must(err)
	f, err := w.Forest(t.Context(), s)
	p.must(err)
	if f.BareChunks != f.Chunks() {
		t.Errorf("%d of %d chunks have no vectors", f.BareChunks, f.Chunks())
	}
	f, err = w.Grow(t.Context(), s)
	p.must(err)
	n := 3*embedRun + 1
	if len(told) < 2 || told[0] != (Progress{Phase: PhaseEmbed, Done: embedRun, Total: n}) || told[len(told)-1].Done != n || f.BareChunks != 0 || f.Chunks() != n {
		t.Errorf("%d of %d chunks have no vectors; it told %v", f.BareChunks, f.Chunks(), told)
	}
	if last != (Progress{}) {
		t.Errorf("at the end it told %v", last)
	}
}

// What looking at files leaves to be embedded is told, and of a configuration that has
// changed nothing is told by the forest of the earlier one.
func TestForestLater(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.forest()
	p.write(ConfigFile, `{"embedding_model": "slow", "sync_timeout_seconds": 0.01}`)
	e := &slow{e: builtin.Open()}
	w, err := Open(p.dir, Options{Embedder: embedders(e), Jobs: 1})
	p.must(err)
	defer w.Close()
	later := func() *Forest {
		t.Helper()
		s, err := w.Sync(t.Context())
		p.must(err)
		f, err := w.Later(t.Context(), s)
		p.must(err)
		return f
	}
	if f := later(); f == nil || f.BareChunks == 0 || f.BareChunks != f.Chunks() || w.Grown() != f {
		t.Fatalf("a slow embedder: %+v, and now there is %p", f, w.Grown())
	}
	ctx, cancel := context.WithCancel(t.Context())
	held := make(chan struct{})
	e.first = func() { close(held); <-ctx.Done() }
	ended := make(chan error)
	go func() {
		_, err := w.Grow(ctx, w.Current())
		ended <- err
	}()
	<-held // Grow is under way, and somebody else waits for it
	if f, err := w.GrowSoon(t.Context(), w.Current()); err != nil || f.BareChunks == 0 {
		t.Errorf("soon: %+v %v", f, err)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	e.first = nil
	if f, err := w.Grow(t.Context(), w.Current()); err != nil || !f.Complete() {
		t.Errorf("%+v %v", f, err)
	}
	if f := later(); f == nil || f.BareChunks != 0 {
		t.Errorf("embedded: %+v", f)
	}
	p.write(ConfigFile, `{"embedding_model": "unknown"}`)
	if f := later(); f != nil || w.Grown() != nil {
		t.Errorf("the embedder in the program: %+v, and now there is %p", f, w.Grown())
	}
	if named, why := w.Embedder(); named == nil || !strings.Contains(why, "unknown") {
		t.Errorf("embedder %v: %q", named, why)
	}
}

// Where the model that is named can't be used another one is, or none, as the
// configuration says, and the state says why.
func TestForestFallback(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.forest()
	for config, want := range map[string]struct{ embedder, warning string }{
		`{"embedding_model": "absent"}`:                                 {builtin.Open().ID(), "embedding_model: the model absent is not here; until then the model builtin is used"},
		`{"embedding_model": "absent", "embedding_fallback": true}`:     {builtin.Open().ID(), "embedding_model: the model absent is not here; until then the model builtin is used"},
		`{"embedding_model": "absent", "embedding_fallback": "slow"}`:   {"slow", "embedding_model: the model absent is not here; until then the model slow is used"},
		`{"embedding_model": "absent", "embedding_fallback": false}`:    {"", "embedding_model: the model absent is not here; until then code is ranked by words alone"},
		`{"embedding_model": "absent", "embedding_fallback": "gone"}`:   {"", "embedding_model: the model absent is not here; embedding_fallback: the model gone is not here; until then code is ranked by words alone"},
		`{"embedding_model": "slow", "embedding_fallback": "absent"}`:   {"slow", ""},
		`{"embedding_model": "absent", "lightweight_mode": true}`:       {"", ""},
		`{"embedding_model": "broken", "embedding_fallback": "broken"}`: {"", "embedding_model: the model broken is not here; until then code is ranked by words alone"},
	} {
		p.write(".code-intel/config.json", config)
		w, err := Open(p.dir, Options{Embedder: embedders(&slow{e: builtin.Open()})})
		p.must(err)
		s, err := w.Sync(t.Context())
		p.must(err)
		f, err := w.Grow(t.Context(), s)
		p.must(err)
		id := ""
		if f.Embedder != nil {
			id = f.Embedder.ID()
		}
		warnings := strings.Join(s.Report.Warnings, "\n")
		if id != want.embedder || f.Warning != want.warning || warnings != want.warning {
			t.Errorf("%s: embedder %q, warning %q, report %q; want %+v", config, id, f.Warning, warnings, want)
		}
		p.must(w.Close())
	}
}

// While a model is loaded searches go by words, unless the configuration has nothing
// that may be used meanwhile; one that turns out not to be usable gives way to another.
func TestForestWhileLoading(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.forest()
	const question = "sleep after a failed attempt"
	open := func(config string, e *slow) (*Workspace, *State, *Forest) {
		t.Helper()
		p.write(".code-intel/config.json", config)
		w, err := Open(p.dir, Options{Embedder: embedders(e)})
		p.must(err)
		t.Cleanup(func() { p.must(w.Close()) })
		s, err := w.Sync(t.Context())
		p.must(err)
		f, err := w.Forest(t.Context(), s)
		p.must(err)
		return w, s, f
	}
	e := &slow{e: builtin.Open(), loading: true}
	w, s, f := open(`{"embedding_model": "slow"}`, e)
	found, err := f.Search(t.Context(), forest.Query{Text: question})
	if err != nil || found.Loading == nil || found.Loading.Model != "slow" || len(found.Hits) == 0 || found.Hits[0].Vector != 0 {
		t.Errorf("while it is loaded: %+v, error %v", found, err)
	}
	if meaning, loading, err := f.Meaning(t.Context(), question); meaning != nil || loading == nil || err != nil {
		t.Errorf("while it is loaded: meaning %v, loading %v, error %v", meaning, loading, err)
	}
	f, err = w.Grow(t.Context(), s)
	p.must(err)
	if found, err = f.Search(t.Context(), forest.Query{Text: question}); err != nil || found.Loading != nil || found.Hits[0].Vector <= 0 {
		t.Errorf("once it is loaded: %+v, error %v", found, err)
	}
	p.must(w.Close())

	e = &slow{e: builtin.Open(), loading: true}
	w, _, f = open(`{"embedding_model": "slow", "embedding_fallback": false}`, e)
	var loading *embed.Initializing
	if found, err = f.Search(t.Context(), forest.Query{Text: question}); !errors.As(err, &loading) {
		t.Errorf("where nothing is used meanwhile: %+v, error %v", found, err)
	}
	if _, _, err := f.Meaning(t.Context(), question); !errors.As(err, &loading) {
		t.Errorf("where nothing is used meanwhile: error %v", err)
	}
	p.must(w.Close())

	e = &slow{e: builtin.Open(), loading: true, broken: errors.New("the model slow is damaged")}
	w, s, f = open(`{"embedding_model": "slow"}`, e)
	if f.Embedder != embed.Embedder(e) || f.Warning != "" {
		t.Errorf("before it is known to be damaged: %v, %q", f.Embedder, f.Warning)
	}
	f, err = w.Grow(t.Context(), s)
	p.must(err)
	if want := "embedding_model: the model slow is damaged; until then the model builtin is used"; f.Embedder != embed.Embedder(builtin.Open()) || f.Warning != want || !f.Complete() {
		t.Errorf("a model that is damaged: %v, %q, want %q", f.Embedder.ID(), f.Warning, want)
	}
	if s, err = w.Sync(t.Context()); err != nil || !strings.Contains(strings.Join(s.Report.Warnings, "\n"), "damaged") {
		t.Errorf("warnings %v, error %v", s.Report.Warnings, err)
	}
}

// What cosines are worth is found out once for an embedder that does not say it, and
// kept.
func TestCalibration(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write(".code-intel/config.json", `{"embedding_model": "slow"}`)
	var code strings.Builder
	for _, verb := range []string{"open", "close", "send", "read", "write", "count", "sort", "remove"} {
		for _, noun := range []string{"order", "file", "user", "request", "price", "socket", "table", "message"} {
			fmt.Fprintf(&code, "def %s_%s():\n    pass\n\n\n", verb, noun)
		}
	}
	p.write("all.py", code.String())
	var first embed.Calibration
	for _, again := range []bool{false, true} {
		e := &slow{e: builtin.Open()}
		w, err := Open(p.dir, Options{Embedder: embedders(e), Jobs: 1})
		p.must(err)
		if !w.Calibration(e).Zero() || w.Calibration(builtin.Open()).Zero() {
			t.Error("before it is found out")
		}
		s, err := w.Sync(t.Context())
		p.must(err)
		f, err := w.Grow(t.Context(), s)
		p.must(err)
		c := w.Calibration(e)
		if c.Zero() || !(c.Score(c.Cosine(0.6)) > 0.5) {
			t.Errorf("%+v", c)
		}
		if found, err := f.Search(t.Context(), forest.Query{Text: "pause before another attempt"}); err != nil || found.Total*2 > f.Chunks() {
			t.Errorf("%d of %d chunks mean what none does, error %v", found.Total, f.Chunks(), err)
		}
		if again {
			if e.embedded+e.names != 0 || c.Cosine(0.6) != first.Cosine(0.6) {
				t.Errorf("the next process: %d names are embedded, %+v, want %+v", e.names, c, first)
			}
		} else if e.embedded != f.Chunks() || e.names < 64 {
			t.Errorf("%d names are embedded, and %d of %d chunks", e.names, e.embedded, f.Chunks())
		}
		first = c
		p.must(w.Close())
	}
}

// A worktree takes over what another one knows of its chunks, as soon as it is indexed.
func TestForestOfWorktree(t *testing.T) {
	p := &place{t, t.TempDir() + "/main"}
	p.forest()
	p.git("init", "-q")
	p.git("add", "-A")
	p.git("commit", "-q", "-m", "one")
	p.git("worktree", "add", "-q", "../second")
	opts := Options{Embedder: embedders(nil)}
	found := func(dir string) string {
		t.Helper()
		w, err := Open(dir, opts)
		p.must(err)
		defer w.Close()
		s, err := w.Sync(t.Context())
		p.must(err)
		f, err := w.Forest(t.Context(), s)
		p.must(err)
		if !f.Complete() {
			t.Errorf("%s: %d files have no chunks, %d no vectors", dir, f.Missing, f.Bare)
		}
		return whatIsFound(t, f)
	}
	want := found(p.dir)
	p.write("../second/new.py", "def added_here():\n    pass\n")
	found(p.path("../second")) // most is known
	p.remove("../second/new.py")
	p.remove("../second/" + StateDir)
	if got := found(p.path("../second")); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if len(p.packs("../second")) == 0 {
		t.Error("nothing was kept")
	}
}

func (p *place) packs(dir string) []string {
	list, err := filepath.Glob(p.path(dir + "/" + IndexDir + "/packs/*.pack"))
	p.must(err)
	return list
}
