package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"codeintel/cmd/internal/corpus"
)

func read(t *testing.T, text string) report {
	t.Helper()
	var r report
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTotals(t *testing.T) {
	a := read(t, `{"all": {"truth_docs": 2, "paired_docs": 1,
		"refs": {"truth": 10, "found": 5, "got": 8, "right": 4, "recall": 0.5, "precision": 0.5, "f1": 0.5},
		"ref_misses": [{"kind": "x", "count": 1}, {"kind": "y", "count": 4}],
		"external": {"truth": 4, "name_match": 1, "name_share": 0.25}}}`)
	b := read(t, `{"all": {"truth_docs": 1, "paired_docs": 1,
		"refs": {"truth": 10, "found": 10, "got": 8, "right": 8, "recall": 1, "precision": 1, "f1": 1},
		"external": {"truth": 4, "name_match": 4, "name_share": 1}}}`)
	tree := func(name, language string) corpus.Tree { return corpus.Tree{Name: name, Language: language} }
	rows := []row{{tree: tree("a", "Go"), got: a}, {tree: tree("c", "C"), got: a}, {tree: tree("b", "Go"), got: b}}
	all := totals(rows)
	if len(all) != 1 || all[0].tree.Name != "all Go" {
		t.Fatalf("totals of %d languages: %v", len(all), all)
	}
	g := all[0].got.All
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	if g.TruthDocs != 3 || g.PairedDocs != 2 || !near(g.Refs.Recall, 0.75) || !near(g.Refs.Precision, 0.75) || !near(g.Refs.F1, 0.75) || !near(g.External.NameShare, 0.625) {
		t.Errorf("totals are %+v", g)
	}
	var misses strings.Builder
	writeMisses(&misses, append(rows, row{tree: tree("d", "Go"), got: a}))
	for _, line := range []string{"| Go | y | 8 | 80.0 % |\n| Go | x | 2 | 20.0 % |\n", "| C | y | 4 | 80.0 % |\n"} {
		if !strings.Contains(misses.String(), line) {
			t.Errorf("%q is missing in\n%s", line, &misses)
		}
	}
	if !near(rows[0].got.All.Refs.F1, 0.5) {
		t.Error("the totals changed a row")
	}
}

func TestCells(t *testing.T) {
	r := row{tree: corpus.Tree{Name: "a"}, got: read(t, `{"all": {"truth_docs": 2, "paired_docs": 1, "refs": {"truth": 10, "f1": 0.98765}}}`)}
	cells := r.cells()
	if len(cells) != len(columns) {
		t.Fatalf("%d cells for %d columns", len(cells), len(columns))
	}
	if got := strings.Join(cells, " "); got != "a 1/2 0.000 0.000 0.000 – 10 0.000 0.000 0.988 – – – – –" {
		t.Errorf("cells are %q", got)
	}
}

// Each tree of the gate has its truth, and what was reached.
func TestPins(t *testing.T) {
	least, err := readLeast()
	if err != nil {
		t.Fatal(err)
	}
	languages := map[string]bool{}
	for _, tree := range gated("") {
		languages[tree.Language] = true
		truth, err := readPin(tree)
		if err != nil {
			t.Errorf("%s: %v", tree.Name, err)
			continue
		}
		if tree.Version != "" && tree.Version != truth.Version || truth.Indexer != corpus.Indexer(tree.Language) {
			t.Errorf("%s: the truth is of version %s by %s; make pin writes it anew", tree.Name, truth.Version, truth.Indexer)
		}
		for i, n := range least[tree.Name] {
			if n < 900_000 && (i < 3 || tree.Language == "Go") {
				t.Errorf("%s: least.txt has only %d of %s", tree.Name, n, gateColumns[i+1])
			}
		}
	}
	if len(languages) != 6 {
		t.Errorf("the gate has trees of %d languages", len(languages))
	}
}
