//go:build onnxruntime

package onnx

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"codeintel/index/embed"
	"codeintel/index/embed/onnx/onnxtest"
	"codeintel/index/embed/onnx/tokenize"
)

// These tests need the library of ONNX Runtime, in CI_ONNXRUNTIME: `make onnx`
// gets it and runs them.

// shared is the runtime of all tests: a process has one.
var shared = NewRuntime([]Library{{Path: os.Getenv("CI_ONNXRUNTIME"), From: "CI_ONNXRUNTIME"}})

func open(t *testing.T, folder Folder, threads int) *Embedder {
	t.Helper()
	card, err := Describe(folder, "tiny-e5")
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(t.Context(), shared, folder, card, Options{ID: "tiny", Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// texts have many lengths, some of them several times.
var texts = []string{
	"log in", "user session", "ログイン", "a", "b", "c", "a b", "b c", "class a b c d e", "func a\tb\nc",
	strings.Repeat("a b ", 100), "", "  ", "no such words",
}

// want is what a model must make of a text, from what it makes of a token.
func want(t *testing.T, m onnxtest.Model, how Pooling, text string) []float32 {
	t.Helper()
	tok, err := tokenize.Read(onnxtest.Tokenizer())
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]float32
	for _, id := range tok.Encode(nil, text, 64) {
		rows = append(rows, m.Token(id))
	}
	out := slices.Clone(rows[0])
	for _, row := range rows[1:] {
		for i, x := range row {
			switch how {
			case Mean:
				out[i] += x
			case Max:
				out[i] = max(out[i], x)
			}
		}
	}
	if how == Last {
		out = rows[len(rows)-1]
	}
	embed.Unit(out)
	return out
}

func TestVectors(t *testing.T) {
	models := map[string]struct {
		model onnxtest.Model
		files map[string]string
		how   Pooling
		near  float64
	}{
		"XLM-RoBERTa": {how: Mean, near: 1e-6},
		"BERT":        {model: onnxtest.Model{Types: true, Dim: 12}, how: Mean, near: 1e-6},
		"int32":       {model: onnxtest.Model{Types: true, Int32: true}, how: Mean, near: 1e-6},
		"pooled":      {model: onnxtest.Model{Pooled: true}, how: Mean, near: 1e-6},
		"quantised":   {model: onnxtest.Model{Quantised: true, Dim: 32}, how: Mean, near: 1e-2},
		"first":       {files: map[string]string{"1_Pooling/config.json": `{"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":false}`}, how: First, near: 1e-6},
		"last":        {files: map[string]string{"1_Pooling/config.json": `{"pooling_mode":"lasttoken"}`}, how: Last, near: 1e-6},
		"max":         {files: map[string]string{"1_Pooling/config.json": `{"pooling_mode_max_tokens":true}`}, how: Max, near: 1e-6},
	}
	for name, m := range models {
		t.Run(name, func(t *testing.T) {
			folder := m.model.Folder()
			for name, text := range m.files {
				folder[name] = []byte(text)
			}
			e := open(t, folder, 2)
			if e.ID() != "tiny" {
				t.Errorf("the ID is %q", e.ID())
			}
			passages := make([]embed.Passage, len(texts))
			for i, s := range texts {
				passages[i].Text = s
			}
			for prefix, embedAll := range map[string]func() ([]float32, error){
				"passage: ": func() ([]float32, error) { return e.Passages(t.Context(), passages) },
				"query: ":   func() ([]float32, error) { return e.Queries(t.Context(), texts) },
			} {
				rows, err := embedAll()
				if err != nil {
					t.Fatal(err)
				}
				dim := e.Dim()
				if len(rows) != len(texts)*dim {
					t.Fatalf("%d numbers for %d texts", len(rows), len(texts))
				}
				for i, text := range texts {
					row := rows[i*dim : (i+1)*dim]
					if strings.TrimSpace(text) == "" {
						if embed.Known(row) {
							t.Errorf("%q: %v", text, row)
						}
						continue
					}
					if cos := embed.Dot(row, want(t, m.model, m.how, prefix+text)); math.Abs(1-float64(cos)) > m.near {
						t.Errorf("%q: the cosine with the reference is %v", prefix+text, cos)
					}
					if n := embed.Dot(row, row); math.Abs(1-float64(n)) > 1e-5 {
						t.Errorf("%q: the length is %v", prefix+text, n)
					}
				}
			}
			// Alone as beside others.
			all, err := e.Passages(t.Context(), passages)
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range passages {
				one, err := e.Passages(t.Context(), []embed.Passage{p})
				if err != nil || !slices.Equal(one, all[i*e.Dim():(i+1)*e.Dim()]) {
					t.Errorf("%q alone: %v (%v)", p.Text, one, err)
				}
			}
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	tests := map[string]struct {
		model onnxtest.Model
		files map[string]string
		want  string
	}{
		"cut":              {files: map[string]string{"onnx/model.onnx": "\x3a\x7f"}, want: "onnx/model.onnx: it is no ONNX model, or it is cut"},
		"external weights": {model: onnxtest.Model{External: true}, want: "in other files"},
		"another length":   {files: map[string]string{"config.json": `{"hidden_size":9}`}, want: "no output of vectors of 9 numbers"},
		"tokenizer":        {files: map[string]string{"tokenizer.json": "{}"}, want: "tokenizer.json: model"},
		"too short":        {files: map[string]string{"sentence_bert_config.json": `{"max_seq_length":2}`}, want: "its template 2"},
	}
	for name, test := range tests {
		folder := test.model.Folder()
		for name, text := range test.files {
			folder[name] = []byte(text)
		}
		card, err := Describe(folder, "tiny")
		if err != nil {
			t.Fatal(err)
		}
		if _, err = Open(t.Context(), shared, folder, card, Options{}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
	// A model that the runtime itself refuses: its layer does not fit.
	folder := onnxtest.Model{}.Folder()
	folder["onnx/model.onnx"] = bytes.Replace(folder["onnx/model.onnx"], []byte("MatMul"), []byte("MatMuI"), 1)
	card, err := Describe(folder, "tiny")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), shared, folder, card, Options{}); err == nil || !strings.Contains(err.Error(), "MatMuI") {
		t.Errorf("an operator that there is not: %v", err)
	}
	// Tokens that the model has no vectors of.
	folder = onnxtest.Model{}.Folder()
	folder["tokenizer.json"] = bytes.Replace(folder["tokenizer.json"], []byte(`"ids":[2]`), []byte(`"ids":[999]`), 1)
	e := open(t, folder, 1)
	if _, err := e.Queries(t.Context(), []string{"a"}); err == nil || !strings.Contains(err.Error(), "the model tiny-e5 has failed") {
		t.Errorf("a token out of bounds: %v", err)
	}
}

func TestCancelAndClose(t *testing.T) {
	e := open(t, onnxtest.Model{}.Folder(), 2)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Passages(ctx, []embed.Passage{{Text: "a"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Open(ctx, shared, onnxtest.Model{}.Folder(), e.card, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("opened although it was cancelled: %v", err)
	}
	if err := errors.Join(e.Close(), e.Close()); err != nil {
		t.Error(err)
	}
	if _, err := e.Queries(t.Context(), []string{"a"}); !errors.Is(err, errClosed) {
		t.Errorf("closed: %v", err)
	}
}

func TestLoad(t *testing.T) {
	folder := onnxtest.Model{}.Folder()
	card, err := Describe(folder, "tiny")
	if err != nil {
		t.Fatal(err)
	}
	begin := make(chan struct{})
	l := Load(card, "tiny", func(ctx context.Context) (*Embedder, error) {
		<-begin
		return Open(ctx, shared, folder, card, Options{ID: "tiny"})
	})
	var initializing *embed.Initializing
	if _, err := l.Queries(t.Context(), []string{"a"}); !errors.As(err, &initializing) || initializing.RetryAfter <= 0 {
		t.Errorf("while it is loaded: %v", err)
	}
	if l.ID() != "tiny" || l.Dim() != 8 {
		t.Errorf("%q has %d dimensions", l.ID(), l.Dim())
	}
	waiting := make(chan error)
	go func() {
		_, err := l.Passages(context.Background(), []embed.Passage{{Text: "a"}})
		waiting <- err
	}()
	close(begin)
	if err := <-waiting; err != nil {
		t.Error(err)
	}
	<-l.Done()
	if _, err := l.Queries(t.Context(), []string{"a"}); err != nil || l.Err() != nil {
		t.Errorf("when it is there: %v, %v", err, l.Err())
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if shared.Version() == "" {
		t.Error("the runtime has no version")
	}
}
