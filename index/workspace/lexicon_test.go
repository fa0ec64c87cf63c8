package workspace

import (
	"context"
	"sync/atomic"
	"testing"

	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
	"codeintel/index/forest"
)

// learning is the built-in embedder, and counts the chunks that it has embedded, and how
// often it has learned the words of a repository.
type learning struct {
	*builtin.Embedder
	chunks, learned *atomic.Int64
}

func (l learning) Passages(ctx context.Context, p []embed.Passage) ([]float32, error) {
	for i := range p {
		if p[i].Text != "" {
			l.chunks.Add(1)
		}
	}
	return l.Embedder.Passages(ctx, p)
}

func (l learning) Adapted(pairs []embed.Pair) embed.Embedder {
	l.learned.Add(1)
	return l.Embedder.Adapted(pairs)
}

// Questions in Japanese find code in English by what the repository's catalogues say,
// as they are now: a changed text counts at the next question, and costs no vectors but
// those of its own file. Nothing is learned for questions in English, nor again where no
// text has changed.
func TestLexicon(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("src/vessel.py", "class VesselRental:\n    def reserve(self, vessel):\n        return vessel\n")
	p.write("src/crew.py", "class CrewRoster:\n    def appoint(self, sailor):\n        return sailor\n")
	p.write("locales/en/app.json", `{"a": "Vessel", "b": "Reserve a vessel", "c": "Sailor", "d": "Appoint"}`)
	p.write("locales/ja/app.json", `{"a": "艀", "b": "舟艇の予約", "c": "乗組員", "d": "任命"}`)
	e := learning{builtin.Open(), new(atomic.Int64), new(atomic.Int64)}
	opts := Options{Embedder: func(string) (embed.Embedder, error) { return e, nil }}
	w, err := Open(p.dir, opts)
	p.must(err)
	defer func() { p.must(w.Close()) }()
	first := func(question string) string {
		t.Helper()
		s, err := w.Sync(t.Context())
		p.must(err)
		f, err := w.Forest(t.Context(), s)
		p.must(err)
		if !f.Complete() {
			t.Fatalf("%d files have no chunks, %d no vectors", f.Missing, f.Bare)
		}
		found, err := f.Search(t.Context(), forest.Query{Text: question, Files: func(path, _ string) bool { return path != "locales/ja/app.json" && path != "locales/en/app.json" }})
		p.must(err)
		if len(found.Hits) == 0 {
			return ""
		}
		return found.Hits[0].Path
	}
	counts := func(what string, chunks, learned int64) {
		t.Helper()
		if got := e.chunks.Swap(0); got != chunks {
			t.Errorf("%s: %d chunks were embedded, not %d", what, got, chunks)
		}
		if got := e.learned.Swap(0); got != learned {
			t.Errorf("%s: it has learned %d times, not %d", what, got, learned)
		}
	}
	if got := first("reserve a vessel"); got != "src/vessel.py" {
		t.Errorf("in English it finds %q", got)
	}
	e.chunks.Store(0)
	counts("a question in English", 0, 0)
	for range 2 {
		if got := first("舟艇を予約する"); got != "src/vessel.py" {
			t.Errorf("in Japanese it finds %q", got)
		}
	}
	counts("questions in Japanese", 0, 1)
	if got := first("船頭"); got == "src/crew.py" {
		t.Error("a word that no text has is known")
	}
	p.write("src/crew.py", "class CrewRoster:\n    def appoint(self, sailor):\n        return self, sailor\n")
	first("舟艇を予約する")
	counts("a change of code", 3, 0)
	p.write("locales/ja/app.json", `{"a": "艀", "b": "舟艇の予約", "c": "船頭", "d": "任命"}`)
	if got := first("船頭"); got != "src/crew.py" {
		t.Errorf("a new word finds %q", got)
	}
	counts("a change of a text", 2, 1)

	p.must(w.Close())
	w, err = Open(p.dir, opts)
	p.must(err)
	if got := first("船頭"); got != "src/crew.py" {
		t.Errorf("in the next process it finds %q", got)
	}
	counts("the next process", 0, 1)
	if a := w.Adapted(e, "船頭"); a.ID() == e.ID() {
		t.Error("terms are compared as if there were no catalogue")
	}
	if a := w.Adapted(e, "sailor"); a.ID() != e.ID() {
		t.Errorf("terms in English are compared by %s", a.ID())
	}
}
