package daemon

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
	"codeintel/index/workspace"
)

// slow is an embedder whose cosines are not known beforehand, and that waits before it
// embeds chunks.
type slow struct {
	*builtin.Embedder
	wait func()
}

func (slow) ID() string { return "slow" }

// Calibration hides that of the built-in embedder: a slow one is none of embed.Calibrated.
func (slow) Calibration() {}

func (s slow) Passages(ctx context.Context, p []embed.Passage) ([]float32, error) {
	if p[0].Text != "" {
		s.wait()
	}
	return s.Embedder.Passages(ctx, p)
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// functions is a file of Python with so many functions.
func functions(n int) string {
	var b strings.Builder
	verbs, nouns := []string{"open", "close", "send", "read", "write", "count", "sort", "remove"}, []string{"order", "file", "user", "request", "price", "socket", "table", "message"}
	for i := range n {
		fmt.Fprintf(&b, "def %s_%s_%d():\n    return %d\n\n\n", verbs[i%8], nouns[i/8%8], i, i)
	}
	return b.String()
}

// TestMeaning: terms and questions are compared by the embedder that the configuration
// names at that time, as the repository uses words; what a slow one's cosines are worth
// is known once the repository is embedded. Without one nothing is judged.
func TestMeaning(t *testing.T) {
	t.Parallel()
	clock := newFakeClock()
	e := slow{builtin.Open(), func() {}}
	p := NewPool(PoolOptions{Clock: clock.clock(), Workspace: workspace.Options{Embedder: func(model string) (embed.Embedder, error) {
		if model == "slow" {
			return e, nil
		}
		return builtin.Open(), nil
	}}})
	t.Cleanup(p.Close)
	root := repo(t, "repo")
	config := filepath.Join(root, ".code-intel", "config.json")
	writeFile(t, filepath.Join(root, "many.py"), functions(64))
	writeFile(t, filepath.Join(root, "locales", "en", "app.json"), `{"a": "Vessel", "b": "Reserve a vessel", "c": "Order"}`)
	writeFile(t, filepath.Join(root, "locales", "ja", "app.json"), `{"a": "艀", "b": "艀の予約", "c": "注文"}`)
	h, err := p.Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	j, a := judge{h.r}, &alike{r: h.r}
	scores := func(question string, terms ...string) []float64 {
		t.Helper()
		got, err := a.Scores(t.Context(), question, terms)
		if err != nil || len(got) != len(terms) {
			t.Fatal(got, err)
		}
		return got
	}
	eventually(t, "the chunks", func() bool { f := h.Workspace().Grown(); return f != nil && f.Complete() })
	if j.ID() != builtin.Open().ID() || a.ID() != j.ID() {
		t.Errorf("the embedders are %q and %q", j.ID(), a.ID())
	}
	if _, score, ok := j.Similar("delete a user", "removeUser"); !ok || score < 0.6 {
		t.Errorf("delete a user, removeUser: %v %v", score, ok)
	}
	if _, score, ok := j.Similar("delete a user", "pixelShader"); !ok || score > 0.3 {
		t.Errorf("delete a user, pixelShader: %v %v", score, ok)
	}
	if _, score, ok := j.Similar("艀の予約", "reserveVessel"); !ok || score < 0.6 {
		t.Errorf("what the catalogues say is not known: %v %v", score, ok)
	}
	if got := scores("how are users deleted", "removal of a user", "pixel shader"); got[0] < 0.3 || got[1] > 0.3 {
		t.Errorf("of the questions %v", got)
	}
	if got := scores("艀を予約する", "reserve a vessel", "pixel shader"); got[0] < 0.6 || got[1] > 0.3 {
		t.Errorf("of the questions in Japanese %v", got)
	}
	if len(a.made) != 2 {
		t.Errorf("%d are kept", len(a.made))
	}

	writeFile(t, config, `{"embedding_model": "slow"}`)
	eventually(t, "the other embedder", func() bool { return j.ID() == "slow" })
	eventually(t, "what it is worth", func() bool { _, _, ok := j.Similar("delete a user", "removeUser"); return ok })
	if got := scores("how are users deleted", "removal of a user", "pixel shader"); got[0] < 0.3 || got[1] > 0.3 || len(a.made) != 2 || a.made[0].ID() != "slow" {
		t.Errorf("of the questions %v, by %d", got, len(a.made))
	}

	writeFile(t, config, `{"lightweight_mode": true}`)
	eventually(t, "no embedder", func() bool { return j.ID() == "words" && a.ID() == "" })
	if _, score, ok := j.Similar("delete a user", "removeUser"); !ok || score < 0.6 {
		t.Errorf("words alone judge %v %v", score, ok)
	}
	if _, _, ok := j.Similar("delete a user", "pixelShader"); ok {
		t.Error("words alone refuse")
	}
	if got := scores("how are users deleted", "removal of a user"); got[0] != 0 {
		t.Errorf("it is compared without an embedder: %v", got)
	}
}

// TestMeaningIsLetGo: what compares meanings keeps nothing of a repository that was let
// go.
func TestMeaningIsLetGo(t *testing.T) {
	t.Parallel()
	clock := newFakeClock()
	p := NewPool(PoolOptions{Clock: clock.clock(), Workspace: workspace.Options{Embedder: func(string) (embed.Embedder, error) { return builtin.Open(), nil }}})
	t.Cleanup(p.Close)
	h := letGo(t, p, clock)
	if id := (judge{h.r}).ID(); id != "" {
		t.Errorf("what is closed is judged by %s", id)
	}
	runtime.KeepAlive(h)
}

// TestEmbeddingIsTold: while a slow embedder is at work the status of a repository that
// is ready says how far it is, within a file too.
func TestEmbeddingIsTold(t *testing.T) {
	t.Parallel()
	hold := make(chan struct{})
	var runs atomic.Int64
	e := slow{builtin.Open(), func() {
		if runs.Add(1) == 2 {
			<-hold
		}
	}}
	p := NewPool(PoolOptions{Clock: newFakeClock().clock(), Workspace: workspace.Options{Jobs: 1, Embedder: func(string) (embed.Embedder, error) { return e, nil }}})
	t.Cleanup(p.Close)
	root := repo(t, "repo")
	writeFile(t, filepath.Join(root, "A.py"), functions(150))
	h, err := p.Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	const told = "embed: 64 of 153" // the 150 functions, that of the other file, and the files
	eventually(t, told, func() bool {
		st := p.Status()
		return len(st) == 1 && st[0].State == "ready" && strings.HasPrefix(st[0].Doing, told) && strings.HasPrefix(h.Progress().String(), told)
	})
	close(hold)
	eventually(t, "the end", func() bool {
		f := h.Workspace().Grown()
		return f != nil && f.Complete() && p.Status()[0].Doing == "" && h.Progress() == (workspace.Progress{})
	})
}
