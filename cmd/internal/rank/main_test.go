package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"codeintel/index/chunk"
	"codeintel/index/embed/builtin"
	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/lang/ts"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const fixtures = "../../../testdata/rank"

// TestGolden: the questions of each archive are answered in each way; a change of the
// ranking is a change of the golden file, which has the rank of what is wanted, - beyond
// fifty, and their means.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob(fixtures + "/*.txtar")
	if err != nil || len(names) != 3 {
		t.Fatalf("%d archives, error %v", len(names), err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, strings.TrimSuffix(name, ".txtar")+".golden", rankings(t, archive))
		})
	}
}

func rankings(t *testing.T, archive *txtar.Archive) []byte {
	g := archiveGrove(t, archive)
	var out bytes.Buffer
	for _, w := range ways {
		fmt.Fprintf(&out, "%8s", w.name)
	}
	out.WriteByte('\n')
	sums, n := make([]score, len(ways)), 0
	for line := range strings.Lines(string(archive.Comment)) {
		question, want, ok := strings.Cut(strings.TrimSpace(line), " => ")
		if !ok {
			continue
		}
		path, name, _ := strings.Cut(want, " ")
		n++
		there := false
		for _, f := range g.files {
			there = there || f.Path == path
		}
		if !there {
			t.Errorf("%s: there is no %s", question, path)
		}
		for i, w := range ways {
			hits, err := g.search(t.Context(), w, question, counted)
			if err != nil {
				t.Fatal(err)
			}
			var ranks []int
			at := "-"
			for j, h := range hits {
				if h.Path == path && h.Name == name {
					ranks, at = []int{j + 1}, fmt.Sprint(j+1)
					break
				}
			}
			for j, v := range scoreOf(ranks, 1) {
				sums[i][j] += v
			}
			fmt.Fprintf(&out, "%8s", at)
		}
		fmt.Fprintf(&out, "  %s\n", question)
	}
	for j, what := range []string{"recall@1", "recall@5", "recall@10", "MRR"} {
		for i := range ways {
			fmt.Fprintf(&out, "%8.3f", sums[i][j]/float64(n))
		}
		fmt.Fprintf(&out, "  %s of %d questions\n", what, n)
	}
	return out.Bytes()
}

// TestBoxes: the questions of testdata/chunks/examples, which are the customer's, are
// asked of one repository that has the files of all of them, each in a folder.
func TestBoxes(t *testing.T) {
	names, err := filepath.Glob("../../../testdata/chunks/examples/*.txtar")
	if err != nil || len(names) != 7 {
		t.Fatalf("%d examples, error %v", len(names), err)
	}
	boxes := &txtar.Archive{}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil || len(archive.Files) != 1 {
			t.Fatalf("%s: error %v", name, err)
		}
		path := strings.TrimSuffix(filepath.Base(name), ".txtar") + "/" + archive.Files[0].Name
		boxes.Files = append(boxes.Files, txtar.File{Name: path, Data: archive.Files[0].Data})
		question, chunk := "", ""
		for line := range strings.Lines(string(archive.Comment)) {
			switch key, value, _ := strings.Cut(strings.TrimSpace(line), ": "); key {
			case "query":
				question = value
			case "chunk":
				_, chunk, _ = strings.Cut(value, " ")
			}
		}
		boxes.Comment = fmt.Appendf(boxes.Comment, "%s => %s %s\n", question, path, chunk)
	}
	compare(t, fixtures+"/boxes.golden", rankings(t, boxes))
}

func compare(t *testing.T, golden string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("ranks are\n%s\nnot\n%s", got, want)
	}
}

// archiveGrove is the forest of an archive's files.
func archiveGrove(t *testing.T, archive *txtar.Archive) *grove {
	table := all.NewTable(all.Languages())
	parser := ts.NewParser(ts.Limits{})
	defer parser.Close()
	g := &grove{embedder: builtin.Open()}
	for _, f := range archive.Files {
		l := table.ByName(f.Name)
		chunks, _, err := chunk.File(t.Context(), parser, l, lang.Input{Path: f.Name, Src: f.Data}, chunk.Options{})
		if err != nil {
			t.Fatal(err)
		}
		language := ""
		if l != nil {
			language = l.Name
		}
		if err := g.add(t.Context(), f.Name, language, false, chunks); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.plant(); err != nil {
		t.Fatal(err)
	}
	return g
}

// TestYardstick: a folder of tasks is read, asked and scored as the yardstick says.
func TestYardstick(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/yardstick.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var want []byte
	for _, f := range archive.Files {
		if f.Name == "want" {
			want = f.Data
			continue
		}
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := run(t.Context(), []string{"-tasks", dir, "-beside", "other"}, &out); err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(out.String()); got != strings.TrimSpace(string(want)) {
		t.Errorf("it says\n%s\nnot\n%s", got, want)
	}
	if err := run(t.Context(), []string{"-tasks", dir, "-split", "none"}, &out); err == nil {
		t.Error("a split without tasks is measured")
	}
}

// TestQuestions holds that the lists of questions can be read, and that a tree is asked in
// both languages.
func TestQuestions(t *testing.T) {
	for _, name := range []string{"questions.tsv", "questions_held.tsv"} {
		if list, err := readBoth(filepath.Join(fixtures, name)); err != nil || len(list) < 40 {
			t.Errorf("%s: %d questions, %v", name, len(list), err)
		}
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"shop/order.py": "def list_orders():\n    return []\n", "shop/user.py": "def invite_user():\n    return []\n",
		"list": "# tree, files\nshop\torder.py\tlist of orders\t注文一覧\nshop\tuser.py\tinvite a user\tユーザーを招待する\n", "bad": "shop\n",
	} {
		if err := os.MkdirAll(filepath.Join(dir, "shop"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := run(t.Context(), []string{"-questions", filepath.Join(dir, "list"), "-trees", dir}, &out); err != nil {
		t.Fatal(err)
	}
	if s := out.String(); !strings.HasSuffix(s, "English: of 2 first 2, in three 2, in five 2, in ten 2, MRR 1.000\nJapanese: of 2 first 2, in three 2, in five 2, in ten 2, MRR 1.000\n") {
		t.Errorf("%s", s)
	}
	if err := run(t.Context(), []string{"-questions", filepath.Join(dir, "bad")}, &out); err == nil {
		t.Error("a bad list is read")
	}
}
