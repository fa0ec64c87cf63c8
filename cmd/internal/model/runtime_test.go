//go:build onnxruntime

package model

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"codeintel/index/embed"
	"codeintel/index/embed/onnx"
	"codeintel/index/embed/onnx/onnxtest"
)

// These tests need the library of ONNX Runtime, in CI_ONNXRUNTIME: `make onnx`
// gets it and runs them.

// TestEverything fetches a model from a hub, loads it with the library that is in
// the user's data folder, and asks it.
func TestEverything(t *testing.T) {
	s, env := store(t)
	library := filepath.Join(env("XDG_DATA_HOME"), "ci", libraryDir, libraryNames()[0])
	if err := errors.Join(os.MkdirAll(filepath.Dir(library), 0o777), os.Symlink(os.Getenv("CI_ONNXRUNTIME"), library)); err != nil {
		t.Fatal(err)
	}
	rt := onnx.NewRuntime(Libraries(env, ""))
	h, client := newHub(t)
	h.files["onnx/model_quantized.onnx"] = onnxtest.Model{Quantised: true}.ONNX()
	const name = "multilingual-e5-small"
	l, card, err := s.Pull(t.Context(), client, PullOptions{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	if card.Model != "onnx/model_quantized.onnx" || len(l.Files) != 4 {
		t.Errorf("%+v of %d files", card, len(l.Files))
	}
	loader, err := s.Load(name, rt, 2)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := loader.Passages(t.Context(), []embed.Passage{{Text: "class a b c"}, {Text: strings.Repeat("log in ", 9)}})
	if err != nil {
		t.Fatal(err)
	}
	query, err := loader.Queries(t.Context(), []string{strings.Repeat("log in ", 9)})
	if err != nil {
		t.Fatal(err)
	}
	dim := loader.Dim()
	if len(rows) != 2*dim || len(query) != dim || !(embed.Dot(query, rows[dim:]) > embed.Dot(query, rows[:dim])) {
		t.Errorf("passages %v, query %v", rows, query)
	}
	if used, err := rt.Load(); err != nil || used.From != "the data folder" {
		t.Errorf("%+v (%v)", used, err)
	}
	if err := loader.Close(); err != nil {
		t.Error(err)
	}
	// Loaded again it is the same.
	again, err := s.Load(name, rt, 1)
	if err != nil {
		t.Fatal(err)
	}
	<-again.Done()
	if same, err := again.Queries(t.Context(), []string{strings.Repeat("log in ", 9)}); err != nil || !slices.Equal(same, query) || again.ID() != l.ID() {
		t.Errorf("%v (%v), before %v", same, err, query)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
	t.Run("for a process", func(t *testing.T) { testEmbedders(t, rt) })
}

// testEmbedders opens models for a process: each once, until it is pulled again.
func testEmbedders(t *testing.T, rt *onnx.Runtime) {
	s, env := store(t)
	e := NewEmbedders(env, time.Now, "", 2)
	e.runtime = rt // a process has one
	h, client := newHub(t)
	h.files["onnx/model_quantized.onnx"] = onnxtest.Model{Quantised: true}.ONNX()
	const name = "multilingual-e5-small"
	pull := func() *Lock {
		t.Helper()
		l, _, err := s.Pull(t.Context(), client, PullOptions{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	open := func() embed.Loaded {
		t.Helper()
		got, err := e.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		return got.(embed.Loaded)
	}
	l := pull()
	file := filepath.Join(s.folder(name), filesName, "onnx", "model_quantized.onnx")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// What is wrong with a file as long as it was is seen when it is read.
	if err := os.WriteFile(file, make([]byte, len(whole)), 0o666); err != nil {
		t.Fatal(err)
	}
	broken := open()
	var mismatch *MismatchError
	if err := broken.Ready(t.Context()); !errors.As(err, &mismatch) {
		t.Errorf("a file that was changed: %v", err)
	}
	if _, err := e.Open(name); !errors.As(err, &mismatch) {
		t.Errorf("after that: %v", err)
	}
	if pull(); errors.Is(os.Chtimes(filepath.Join(s.folder(name), lockName), time.Time{}, time.Unix(1, 0)), os.ErrNotExist) {
		t.Fatal("there is no record")
	}
	first := open()
	if err := first.Ready(t.Context()); err != nil || first.ID() != l.ID() || open() != first {
		t.Errorf("pulled again: %s, error %v", first.ID(), err)
	}
	if row, err := first.Queries(t.Context(), []string{"log in"}); err != nil || !embed.Known(row) {
		t.Errorf("%v, error %v", row, err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if _, err := first.Queries(t.Context(), []string{"log in"}); err == nil {
		t.Error("a model answers after it was closed")
	}
}
