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
	// Of a part that was measured on some trees only, the others stay.
	d.merge(partSearch, "## Search, text\n\n### a 2\n\n| 2 |\n\n### c 1\n\n| 3 |\n")
	d.merge(partSearch, "## Search\n\n### b 1\n\n| 4 |\n")
	d.merge(partSearch, "## Search\n\n### a 3\n\n| 5 |\n")
	if want := "## Search\n\n### a 3\n\n| 5 |\n\n### c 1\n\n| 3 |\n\n### b 1\n\n| 4 |\n"; d[partSearch] != want {
		t.Errorf("%q, want %q", d[partSearch], want)
	}
	for _, part := range partNames {
		kept, err := readDocument("../../../docs/bench.md")
		text := kept[part]
		if kept.merge(part, text); err != nil || kept[part] != text {
			t.Errorf("%s: what is merged with itself is another (%v)", part, err)
		}
	}
	if kept, err := readDocument("../../../docs/bench.md"); err != nil || kept[partIndex] == "" {
		t.Errorf("docs/bench.md has no part about indexing (%v)", err)
	}
}
