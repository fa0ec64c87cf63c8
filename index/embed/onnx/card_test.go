package onnx

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"codeintel/index/embed"
	"codeintel/index/embed/onnx/onnxtest"
)

func TestChoose(t *testing.T) {
	tests := []struct{ paths, want string }{
		{"onnx/model.onnx onnx/model_quantized.onnx config.json", "onnx/model_quantized.onnx"},
		{"model.onnx onnx/model.onnx model_int8.onnx", "model_int8.onnx"},
		{"onnx/model.onnx onnx/model_O4.onnx onnx/model_qint8_avx512_vnni.onnx", "onnx/model.onnx"},
		{"onnx/encoder.onnx config.json", "onnx/encoder.onnx"},
		{"a.onnx b.onnx", ""},
		{"config.json", ""},
	}
	for _, test := range tests {
		if got := Choose(strings.Fields(test.paths)); got != test.want {
			t.Errorf("%s: %q, want %q", test.paths, got, test.want)
		}
	}
}

func TestDescribe(t *testing.T) {
	tests := []struct {
		about, name string
		files       map[string]string
		want        Card
		err         string
	}{
		{about: "E5, by its name", name: "multilingual-e5-small", want: Card{Dim: 8, MaxTokens: 64, Pooling: Mean, Query: "query: ", Passage: "passage: "}},
		{about: "E5, by what it was made from", name: "mine", files: map[string]string{"config.json": `{"hidden_size":4,"_name_or_path":"intfloat/e5-base-v2"}`},
			want: Card{Dim: 4, Pooling: Mean, Query: "query: ", Passage: "passage: "}},
		{about: "its instructed kind", name: "multilingual-e5-large-instruct", want: Card{Dim: 8, MaxTokens: 64, Pooling: Mean}},
		{about: "another", name: "the5th", want: Card{Dim: 8, MaxTokens: 64, Pooling: Mean}},
		{about: "sentence-transformers", name: "s", files: map[string]string{
			"modules.json":                       `[{"path":"","type":"sentence_transformers.models.Transformer"},{"path":"1_Pooling","type":"sentence_transformers.models.Pooling"},{"path":"2_Normalize","type":"sentence_transformers.models.Normalize"}]`,
			"1_Pooling/config.json":              `{"word_embedding_dimension":8,"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":false,"include_prompt":true}`,
			"config_sentence_transformers.json":  `{"prompts":{"query":"search: ","document":"find: "}}`,
			"sentence_bert_config.json":          `{"max_seq_length":32}`,
			"tokenizer_config.json":              `{"model_max_length":16}`,
			"onnx/model_qint8_avx512_vnni.onnx":  "",
			"2_Normalize/something/of/no/matter": "",
		}, want: Card{Dim: 8, MaxTokens: 32, Pooling: First, Query: "search: ", Passage: "find: "}},
		{about: "no modules", name: "s", files: map[string]string{"1_Pooling/config.json": `{"pooling_mode":"lasttoken"}`, "tokenizer_config.json": `{"model_max_length":1e30}`},
			want: Card{Dim: 8, MaxTokens: 64, Pooling: Last}},
		{about: "positions", name: "s", files: map[string]string{"config.json": `{"hidden_size":8,"max_position_embeddings":512,"model_type":"bert"}`, "tokenizer_config.json": `{"model_max_length":1000}`},
			want: Card{Dim: 8, MaxTokens: 512, Pooling: Mean}},
		{about: "a dense layer", name: "s", files: map[string]string{"modules.json": `[{"type":"sentence_transformers.models.Dense"}]`}, err: `the layer "Dense" is not supported`},
		{about: "several poolings", name: "s", files: map[string]string{"1_Pooling/config.json": `{"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":true}`}, err: "cls_token, mean_tokens is not supported"},
		{about: "no dimensions", name: "s", files: map[string]string{"config.json": `{}`}, err: "hidden_size is 0"},
		{about: "no JSON", name: "s", files: map[string]string{"tokenizer_config.json": `[`}, err: "tokenizer_config.json: "},
	}
	for _, test := range tests {
		folder := onnxtest.Model{}.Folder()
		for name, text := range test.files {
			folder[name] = []byte(text)
		}
		got, err := Describe(folder, test.name)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: %v, want %q", test.about, err, test.err)
			}
			continue
		}
		test.want.Name, test.want.Model, test.want.Tokenizer = test.name, "onnx/model.onnx", "tokenizer.json"
		if err != nil || got != test.want {
			t.Errorf("%s: %+v (%v), want %+v", test.about, got, err, test.want)
		}
	}
	if _, err := Describe(onnxtest.Folder{"config.json": nil}, "s"); err == nil || !strings.Contains(err.Error(), "no ONNX file") {
		t.Errorf("without a model: %v", err)
	}
	if _, err := Describe(onnxtest.Folder{"model.onnx": nil}, "s"); err == nil || !strings.Contains(err.Error(), "no tokenizer.json") {
		t.Errorf("without a tokenizer: %v", err)
	}
}

func TestNeeded(t *testing.T) {
	for p, want := range map[string]bool{"config.json": true, "1_Pooling/config.json": true, "onnx/tokenizer.json": true, "model.safetensors": false, "README.md": false, "x/1_Pooling/config.json": false} {
		if Needed(p) != want {
			t.Errorf("%s: %v", p, !want)
		}
	}
}

func TestGraph(t *testing.T) {
	g, err := readGraph(onnxtest.Model{Types: true, Int32: true}.ONNX())
	if err != nil {
		t.Fatal(err)
	}
	if len(g.inputs) != 3 || g.inputs[2].name != "token_type_ids" || g.inputs[2].elem != elemInt32 || !slices.Equal(g.inputs[0].dims, []int64{-1, -1}) || g.external {
		t.Errorf("inputs %+v", g.inputs)
	}
	if len(g.outputs) != 1 || g.outputs[0].name != "last_hidden_state" || g.outputs[0].elem != elemFloat || !slices.Equal(g.outputs[0].dims, []int64{-1, -1, 8}) {
		t.Errorf("outputs %+v", g.outputs)
	}
	if g, err := readGraph(onnxtest.Model{External: true}.ONNX()); err != nil || !g.external {
		t.Errorf("weights in other files: %+v (%v)", g, err)
	}
}

func FuzzGraph(f *testing.F) {
	f.Add(onnxtest.Model{Types: true}.ONNX())
	f.Add(onnxtest.Model{Quantised: true, Pooled: true}.ONNX())
	f.Fuzz(func(t *testing.T, data []byte) {
		if g, err := readGraph(data); err == nil && (len(g.inputs) == 0 || len(g.outputs) == 0) {
			t.Errorf("%+v", g)
		}
	})
}

func TestPool(t *testing.T) {
	vectors := []float32{1, -2, 3, 4, -5, -1}
	for how, want := range map[Pooling][]float32{Mean: {-1, 1}, First: {1, -2}, Last: {-5, -1}, Max: {3, 4}} {
		row := make([]float32, 2)
		if pool(row, vectors, how); !slices.Equal(row, want) {
			t.Errorf("%s: %v, want %v", how, row, want)
		}
	}
}

func TestPassageText(t *testing.T) {
	for _, test := range []struct {
		p    embed.Passage
		want string
	}{
		{embed.Passage{Name: "login", Scope: "auth User", Text: "func login() {}"}, "auth User\nfunc login() {}"},
		{embed.Passage{Name: "login", Scope: "auth"}, "auth\nlogin"},
		{embed.Passage{Name: "login", Text: "body"}, "login\nbody"},
		{embed.Passage{}, ""},
	} {
		if got := text(test.p); got != test.want {
			t.Errorf("%+v: %q, want %q", test.p, got, test.want)
		}
	}
}

func TestNoLibrary(t *testing.T) {
	rt := NewRuntime([]Library{{"/nowhere/libonnxruntime.so.1", "CI_ONNXRUNTIME"}, {"/nowhere/too", "beside the program"}})
	for range 2 {
		_, err := rt.Load()
		var missing *LibraryError
		if !errors.As(err, &missing) || len(missing.Tried) != 2 {
			t.Fatalf("%v", err)
		}
		for _, part := range []string{"/nowhere/libonnxruntime.so.1 (CI_ONNXRUNTIME): ", "/nowhere/too (beside the program): ", "get ONNX Runtime 1.24"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q says nothing of %q", err, part)
			}
		}
	}
	if rt.Version() != "" {
		t.Errorf("the version is %q", rt.Version())
	}
	folder := onnxtest.Model{}.Folder()
	card, err := Describe(folder, "tiny")
	if err != nil {
		t.Fatal(err)
	}
	l := Load(card, "tiny@1", func(ctx context.Context) (*Embedder, error) { return Open(ctx, rt, folder, card, Options{}) })
	if _, err := l.Passages(t.Context(), []embed.Passage{{Text: "a"}}); !errors.As(err, new(*LibraryError)) {
		t.Errorf("passages: %v", err)
	}
	if _, err := l.Queries(t.Context(), []string{"a"}); !errors.As(err, new(*LibraryError)) || l.Err() == nil {
		t.Errorf("queries: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

// TestCloseEndsLoading: who closes does not wait for the end of what it has no use
// for.
func TestCloseEndsLoading(t *testing.T) {
	l := Load(Card{Name: "slow", Dim: 3}, "slow@1", func(ctx context.Context) (*Embedder, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Passages(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("passages: %v", err)
	}
	var initializing *embed.Initializing
	if _, err := l.Queries(t.Context(), nil); !errors.As(err, &initializing) || initializing.Model != "slow" || !strings.Contains(err.Error(), "ask again in 2s") {
		t.Errorf("queries: %v", err)
	}
	if l.ID() != "slow@1" || l.Dim() != 3 {
		t.Errorf("%s has %d dimensions", l.ID(), l.Dim())
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
