package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A part that was not measured stays as it was.
func TestDocument(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bench.md")
	d, err := readDocument(file)
	if err != nil || len(d) != 0 {
		t.Fatal(d, err)
	}
	d[partIndex], d[partSearch] = "## Indexing\n\n| a |\n", "## Search\n"
	if err := d.write(file); err != nil {
		t.Fatal(err)
	}
	if d, err = readDocument(file); err != nil || len(d) != 2 || d[partIndex] != "## Indexing\n\n| a |\n" || d[partSearch] != "## Search\n" {
		t.Fatalf("%q %v", d, err)
	}
	d[partKept] = "## Kept\n"
	if err := d.write(file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, after, ok := strings.Cut(string(text), "\n<!-- index -->\n"); !ok || after != "## Indexing\n\n| a |\n\n<!-- kept -->\n## Kept\n\n<!-- search -->\n## Search\n" {
		t.Errorf("%s", text)
	}
	if kept, err := readDocument("../../../docs/bench.md"); err != nil || kept[partIndex] == "" {
		t.Errorf("docs/bench.md has no part about indexing (%v)", err)
	}
}
