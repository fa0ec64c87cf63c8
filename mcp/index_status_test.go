package mcp

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
	"codeintel/index/workspace"

	"golang.org/x/tools/txtar"
)

// TestEmbeddedShare: chunks count, those that are being made as soon as they are; where
// there is no embedder, none has a vector.
func TestEmbeddedShare(t *testing.T) {
	root := unpack(t, txtar.Parse([]byte(shop)))
	w, err := workspace.Open(root, workspace.Options{Embedder: func(string) (embed.Embedder, error) { return builtin.Open(), nil }})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	s, err := w.Sync(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f, err := w.Grow(t.Context(), s)
	if err != nil || f.Chunks() != 3 {
		t.Fatal(f.Chunks(), err)
	}
	share := func(change func(f *workspace.Forest), p workspace.Progress, want float64) {
		t.Helper()
		g := *f
		change(&g)
		if got := embeddedShare(&g, p); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
	share(func(*workspace.Forest) {}, workspace.Progress{}, 1)
	share(func(f *workspace.Forest) { f.BareChunks = 2 }, workspace.Progress{}, 0.333)
	share(func(f *workspace.Forest) { f.BareChunks = 2 }, workspace.Progress{Phase: workspace.PhaseEmbed, Done: 1, Total: 2}, 0.666)
	share(func(f *workspace.Forest) { f.BareChunks, f.Missing = 0, 1 }, workspace.Progress{}, 0.5)
	share(func(f *workspace.Forest) { f.Left = 1; f.BareChunks = 1 }, workspace.Progress{}, 0.333)
	share(func(f *workspace.Forest) { f.Embedder = nil }, workspace.Progress{}, 0)
}

// TestLookProblem: a configuration that is broken while the repository is watched is
// said to be, with its line.
func TestLookProblem(t *testing.T) {
	_, err := workspace.ParseConfig("config.json", []byte("{\n\"embedding_modell\": \"builtin\"}"), nil)
	if err == nil {
		t.Fatal("the configuration is said to be valid")
	}
	if got := lookProblem(fmt.Errorf("a look: %w", err)); !strings.HasPrefix(got, "the configuration of the repository can't be used: config.json:2: embedding_modell: unknown key") {
		t.Error(got)
	}
	if got := lookProblem(errors.New("no such folder")); got != "the last look failed: no such folder" {
		t.Error(got)
	}
}
