package workspace

import (
	"slices"
	"strings"
	"testing"

	"codeintel/index/chunk"
	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
	"codeintel/index/forest"
)

// effectOf indexes a small repository with a configuration, and returns the first file that
// a question finds, "" for none, and the types of the chunks found of each file.
func effectOf(t *testing.T, config, question string) (first string, types map[string]string) {
	t.Helper()
	p := &place{t, t.TempDir()}
	p.write(".code-intel/config.json", config)
	p.write("src/rate.py", "def exchange_rate(currency):\n    return 1\n")
	p.write("src/notes.py", "def fetch(x):\n    rate = x\n    rate = rate + x\n    currency = rate\n    return currency, rate\n")
	p.write("lib/view.js", "function view() { return 1 }\n")
	w, err := Open(p.dir, Options{Embedder: func(string) (embed.Embedder, error) { return builtin.Open(), nil }})
	p.must(err)
	defer func() { p.must(w.Close()) }()
	s, err := w.Sync(t.Context())
	p.must(err)
	f, err := w.Grow(t.Context(), s)
	p.must(err)
	found, err := f.Search(t.Context(), forest.Query{Text: question, Weights: forest.Weights(w.Config(s).Weights)})
	p.must(err)
	types = map[string]string{}
	for _, h := range found.Hits {
		if first == "" {
			first = h.Path
		}
		if !strings.Contains(types[h.Path], h.Type) {
			types[h.Path] += h.Type + " "
		}
	}
	return first, types
}

// TestConfigEffects holds that settings change what a question finds.
func TestConfigEffects(t *testing.T) {
	const question = "rate currency"
	for _, c := range []struct{ config, first, lines string }{
		{`{}`, "src/rate.py", ""},
		{`{"search_weights": {"vector": 0, "keyword": 0, "definition": 0, "reference": 1}}`, "src/notes.py", ""}, // nothing is referenced: by path
		{`{"search_weights": {"vector": 0.4, "keyword": 0.2, "definition": 0.3, "reference": 0.1}}`, "src/rate.py", ""},
		{`{"fallback_languages": ["python"]}`, "", "src/rate.py"},
		{`{"chunk_strategy": "lines"}`, "", "src/rate.py"},
		{`{"source_dirs": ["lib"]}`, "none", ""},
		{`{"exclude_patterns": ["rate.py"]}`, "src/notes.py", ""},
		{`{"supported_languages": ["javascript"]}`, "none", ""},
	} {
		first, types := effectOf(t, c.config, question)
		if c.first == "none" && strings.HasPrefix(first, "src/") || c.first != "" && c.first != "none" && first != c.first {
			t.Errorf("%s: %s comes first", c.config, first)
		}
		if lines := strings.TrimSpace(types[c.lines]) == chunk.Lines; c.lines != "" && !lines {
			t.Errorf("%s: %s has chunks of the types %q", c.config, c.lines, types[c.lines])
		}
	}
}

// TestChunkLimits holds that chunk_max_tokens divides what is longer, and that
// lightweight_mode makes no vectors.
func TestChunkLimits(t *testing.T) {
	body := strings.Repeat("    total = total + rate * currency\n", 100)
	open := func(config string) (chunks int, vectors bool) {
		p := &place{t, t.TempDir()}
		p.write(".code-intel/config.json", config)
		p.write("rate.py", "def exchange(total, rate, currency):\n"+body+"    return total\n")
		w, err := Open(p.dir, Options{Embedder: func(string) (embed.Embedder, error) { return builtin.Open(), nil }})
		p.must(err)
		defer func() { p.must(w.Close()) }()
		s, err := w.Sync(t.Context())
		p.must(err)
		f, err := w.Grow(t.Context(), s)
		p.must(err)
		return f.Chunks(), f.Embedder != nil
	}
	long, vectors := open(`{"chunk_max_tokens": 4000}`)
	short, _ := open(`{"chunk_max_tokens": 200}`)
	if short <= long || !vectors {
		t.Errorf("%d chunks of 200 tokens, %d of 4000; vectors %t", short, long, vectors)
	}
	if n, vectors := open(`{"chunk_max_tokens": 200, "lightweight_mode": true}`); n != short || vectors {
		t.Errorf("lightweight_mode: %d chunks, vectors %t; want %d without", n, vectors, short)
	}
}

// TestConfigWeights holds that the reported weights are those that are used: where the file
// sets some, the others have their documented defaults.
func TestConfigWeights(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: `"auto" "auto" "auto" "auto"`,
		`{"search_weights": {"vector": 0.4, "keyword": 0.2, "definition": 0.3, "reference": 0.1}}`: "0.4 0.2 0.3 0.1",
		`{"search_weights": {"keyword": 0.5}}`:                                                     "0.4 0.5 0.3 0.1",
		`{"search_weights": {"keyword": "auto"}}`:                                                  `"auto" "auto" "auto" "auto"`,
	} {
		c, err := ParseConfig("c.json", []byte(text), toys())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range c.Settings() {
			if strings.HasPrefix(s.Key, "search_weights.") {
				got = append(got, s.Value)
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %s", text, s)
		}
	}
}

// TestConfigUsed holds that every setting of the customer's documents is used.
func TestConfigUsed(t *testing.T) {
	documented := strings.Fields(`embedding_model source_dirs exclude_patterns chunk_strategy chunk_max_tokens supported_languages fallback_languages
		parser_timeout_ms sync_ttl_hours sync_on_start sync_timeout_seconds search_weights.vector search_weights.keyword search_weights.definition
		search_weights.reference max_chunks max_index_size_mb auto_purge_days memory_limit_mb lightweight_mode`)
	for _, s := range NewConfig().Settings() {
		if i := slices.Index(documented, s.Key); i >= 0 {
			documented = slices.Delete(documented, i, i+1)
			if !s.Used {
				t.Errorf("%s has no effect", s.Key)
			}
		}
	}
	if len(documented) > 0 {
		t.Errorf("there is no %s", strings.Join(documented, ", "))
	}
}

// TestFallbackHealth holds that files divided into lines because a setting says so are no
// cause for a warning.
func TestFallbackHealth(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.py", "def f():\n    pass\n")
	w, err := Open(p.dir, Options{})
	p.must(err)
	defer func() { p.must(w.Close()) }()
	s, err := w.Sync(t.Context())
	p.must(err)
	h := &Health{}
	h.chunks(s.Snapshot, &Config{FallbackLanguages: []string{"python"}})
	if f := h.Findings; len(f) != 1 || f[0].Level != OK || !strings.Contains(f[0].Fix, "fallback_languages") {
		t.Errorf("%+v", f)
	}
}
