package chunk_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"codeintel/index/chunk"
	"codeintel/index/lang/all"
	"codeintel/index/lang/ts"
)

// TestExamples: for each question of examples there is the chunk that answers it, with
// the metadata that the answer needs, and it is the only one of its type and name with
// all of the words, in its text, name and metadata. The words stand for the question
// until that itself is searched for by its meaning.
func TestExamples(t *testing.T) {
	table := all.NewTable(all.Languages())
	parser := ts.NewParser(ts.Limits{})
	defer parser.Close()
	archives := os.DirFS(fixtures + "/examples")
	names, err := fs.Glob(archives, "*.txtar")
	if err != nil || len(names) != 7 {
		t.Fatalf("%d examples, error %v", len(names), err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			data, err := fs.ReadFile(archives, name)
			if err != nil {
				t.Fatal(err)
			}
			archive := txtar.Parse(data)
			said := map[string][]string{}
			for line := range strings.Lines(string(archive.Comment)) {
				key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
				said[key] = append(said[key], value)
			}
			if len(said["query"]) != 1 || len(said["words"]) != 1 || len(said["chunk"]) != 1 || len(said["has"]) == 0 {
				t.Fatalf("it says %v", said)
			}
			var chunks []chunk.Chunk
			for _, f := range archive.Files {
				of, byLines := read(t, parser, table.ByName(f.Name), f.Name, f.Data, chunk.Options{MaxTokens: chunk.DefaultMaxTokens})
				if byLines != "" {
					t.Fatalf("%s is divided by lines: %s", f.Name, byLines)
				}
				chunks = append(chunks, of...)
			}
			found := 0
			for _, c := range chunk.Combine(chunks) {
				var meta bytes.Buffer
				e := json.NewEncoder(&meta)
				e.SetEscapeHTML(false)
				if err := e.Encode(c.Metadata); err != nil {
					t.Fatal(err)
				}
				if c.SymbolType+" "+c.SymbolName != said["chunk"][0] {
					continue
				}
				found++
				text := c.File + "\n" + c.SymbolType + "\n" + c.SymbolName + "\n" + c.Content + "\n" + meta.String()
				for word := range strings.FieldsSeq(said["words"][0]) {
					if !strings.Contains(text, word) {
						t.Errorf("%q is not in\n%s", word, text)
					}
				}
				for _, h := range said["has"] {
					if !strings.Contains(meta.String(), h) {
						t.Errorf("its metadata lacks\n%s\nin\n%s", h, meta.String())
					}
				}
			}
			if found != 1 {
				t.Errorf("%d chunks %s", found, said["chunk"][0])
			}
		})
	}
}
