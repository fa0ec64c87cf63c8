//go:build onnxruntime

package onnx

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeintel/index/embed"
	"codeintel/index/embed/onnx/onnxtest"
)

// TestBERT holds that the graph of BERT runs with weights of four bytes and of one, and that
// both give nearly the same vectors.
func TestBERT(t *testing.T) {
	m := onnxtest.BERT{Vocabulary: 60, Hidden: 48, Inner: 96, Layers: 3, Heads: 4, Positions: 40}
	texts := []string{"log in", "class a b c d e", strings.Repeat("func a b c ", 30), "ログイン"}
	var rows [2][][]float32
	for i := range rows {
		m.Quantised = i == 1
		e := open(t, m.Folder(), 1)
		for _, text := range texts {
			row, err := e.Queries(t.Context(), []string{text})
			if err != nil {
				t.Fatal(err)
			}
			rows[i] = append(rows[i], row)
		}
	}
	for i, text := range texts {
		if len(rows[0][i]) != m.Hidden {
			t.Fatalf("%q: %d numbers", text, len(rows[0][i]))
		}
		if cosine := embed.Dot(rows[0][i], rows[1][i]); cosine < 0.98 {
			t.Errorf("%q: the cosine is %v", text, cosine)
		}
	}
	if other := embed.Dot(rows[0][0], rows[0][1]); other > 0.98 {
		t.Errorf("two texts have the cosine %v", other)
	}
}

// BenchmarkE5Small embeds texts of about 190 tokens with a model of the size of
// multilingual-e5-small. With CI_MODEL_FOLDER it instead writes the two models to that
// folder, for `ci model pull --from`.
func BenchmarkE5Small(b *testing.B) {
	text := strings.Repeat("log in user session func a b c d e ", 14)
	for name, quantised := range map[string]bool{"float32": false, "int8": true} {
		b.Run(name, func(b *testing.B) {
			m := onnxtest.E5Small()
			m.Quantised = quantised
			folder := m.Folder()
			if dir := os.Getenv("CI_MODEL_FOLDER"); dir != "" {
				writeFolder(b, filepath.Join(dir, name), folder)
				return
			}
			card, err := Describe(folder, "tiny-e5")
			if err != nil {
				b.Fatal(err)
			}
			e, err := Open(b.Context(), shared, folder, card, Options{ID: "large", Threads: 1})
			if err != nil {
				b.Fatal(err)
			}
			defer closeIn(b, e)
			for b.Loop() {
				if _, err := e.Passages(b.Context(), []embed.Passage{{Text: text}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func closeIn(b *testing.B, c io.Closer) {
	if err := c.Close(); err != nil {
		b.Error(err)
	}
}

// writeFolder writes a model's folder to the disk.
func writeFolder(b *testing.B, dir string, folder onnxtest.Folder) {
	for _, name := range folder.Names() {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(p, folder[name], 0o666); err != nil {
			b.Fatal(err)
		}
	}
}
