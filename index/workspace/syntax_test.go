package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/lang/ts"
	"codeintel/index/pos"

	"golang.org/x/tools/txtar"
)

func readSyntax(t testing.TB, p *ts.Parser, table *all.Table, name string, src []byte) *lang.Syntax {
	t.Helper()
	l := table.ByPath(name, src)
	if l == nil {
		return nil
	}
	s, err := lang.ReadSyntax(context.Background(), p, lang.Input{Path: name, Src: src, Language: l})
	if errors.Is(err, ts.ErrHalted) {
		return nil
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return s
}

// TestSyntaxGolden compares what can be folded, and what is selected around the word
// here, with the golden file beside each sample.
func TestSyntaxGolden(t *testing.T) {
	table := all.NewTable(all.Languages())
	p := ts.NewParser(ts.Limits{Time: time.Second})
	defer p.Close()
	files, err := filepath.Glob("testdata/syntax/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples (%v)", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".syntax") {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s := readSyntax(t, p, table, filepath.Base(file), src)
		if s == nil {
			t.Errorf("%s: no language", file)
			continue
		}
		var b strings.Builder
		lines := pos.New(src)
		for _, f := range s.Folds {
			kind := [...]string{"code", "comment", "imports", "region"}[f.Kind]
			fmt.Fprintf(&b, "%d-%d %s %s\n", f.First+1, f.Last+1, kind, bytes.TrimSpace(lines.Text(src, f.First)))
		}
		for at := 0; ; {
			i := bytes.Index(src[at:], []byte("here"))
			if i < 0 {
				break
			}
			at += i + 1
			fmt.Fprintf(&b, "\nat %d\n", lines.Position(uint32(at)).Line+1)
			for _, n := range s.Around(uint32(at), uint32(at)) {
				text := string(src[n.Start:n.End])
				if len(text) > 60 {
					text = text[:30] + "…" + text[len(text)-25:]
				}
				fmt.Fprintf(&b, "  %s\n", strings.ReplaceAll(text, "\n", "⏎"))
			}
		}
		golden := file + ".syntax"
		if *update {
			if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
		}
	}
}

// TestSyntaxKept: how a text is built is read once as long as it is the same text of the
// same file, and a few others were asked about meanwhile.
func TestSyntaxKept(t *testing.T) {
	dir := t.TempDir()
	const text = "package a\n\nfunc f() {\n\tf()\n}\n"
	names := []string{"a.go", "b.go", "c.go", "d.go", "e.go"}
	for _, name := range names {
		write(t, dir, name, text)
	}
	w, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	read := func(name string) *lang.Syntax {
		t.Helper()
		s, err := w.Sync(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		doc, _ := s.Snapshot.Doc(name)
		src, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		x, err := w.Syntax(t.Context(), s, doc, src)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	first := read("a.go")
	if again := read("a.go"); again != first || len(again.Folds) != 1 {
		t.Error("it is read again")
	}
	for _, name := range names[1:maxSyntaxes] {
		if read(name) == first {
			t.Errorf("that of %s is that of another file", name)
		}
	}
	if read("a.go") != first {
		t.Errorf("it is read again after %d others", maxSyntaxes-1)
	}
	write(t, dir, "a.go", text+"\nfunc g() {\n\tf()\n}\n")
	second := read("a.go")
	if second == first || len(second.Folds) != 2 {
		t.Error("it is not read again of another text")
	}
	for _, name := range names[1:] {
		read(name)
	}
	if len(w.syntaxes.list) != maxSyntaxes || read("a.go") == second {
		t.Error("too many are kept")
	}
	large := "package a\n" + strings.Repeat("// x\n", maxSyntaxesText/5)
	write(t, dir, "b.go", large)
	read("b.go")
	if len(w.syntaxes.list) != 1 {
		t.Errorf("%d are kept with a large one", len(w.syntaxes.list))
	}
}

// checkSyntax says what must hold of every Syntax.
func checkSyntax(t testing.TB, name string, src []byte, s *lang.Syntax) {
	t.Helper()
	lines := uint32(pos.New(src).Count())
	var open []lang.Fold
	for i, f := range s.Folds {
		if f.First >= f.Last || f.Last >= lines || f.Start >= f.End || int(f.End) > len(src) {
			t.Fatalf("%s: fold %+v in %d lines", name, f, lines)
		}
		if i > 0 && s.Folds[i-1].First >= f.First {
			t.Fatalf("%s: folds %+v and %+v begin on one line, or out of order", name, s.Folds[i-1], f)
		}
		for len(open) > 0 && open[len(open)-1].Last < f.First {
			open = open[:len(open)-1]
		}
		if len(open) > 0 && open[len(open)-1].Last < f.Last {
			t.Fatalf("%s: folds %+v and %+v cross", name, open[len(open)-1], f)
		}
		open = append(open, f)
	}
	for at := uint32(0); int(at) <= len(src); at += 1 + uint32(len(src)/40) {
		around := s.Around(at, at)
		last := around[len(around)-1]
		if last != (lang.Span{End: uint32(len(src))}) {
			t.Fatalf("%s: around %d the last part is %v of %d", name, at, last, len(src))
		}
		for i, n := range around {
			if n.Start > at || n.End < at || i > 0 && (n == around[i-1] || n.Start > around[i-1].Start || n.End < around[i-1].End) {
				t.Fatalf("%s: around %d: %v", name, at, around)
			}
		}
	}
}

// TestSyntaxOfFixtures reads the fixtures of all languages, and each of them with a
// part missing.
func TestSyntaxOfFixtures(t *testing.T) {
	table := all.NewTable(all.Languages())
	p := ts.NewParser(ts.Limits{Time: time.Second})
	defer p.Close()
	archives, err := filepath.Glob("../../testdata/nav/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no fixtures (%v)", err)
	}
	without := map[string]bool{}
	for _, archive := range archives {
		data, err := os.ReadFile(archive)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(data).Files {
			l := table.ByPath(f.Name, f.Data)
			if l == nil {
				continue
			}
			if _, ok := without[l.Name]; !ok {
				without[l.Name] = true
			}
			s := readSyntax(t, p, table, f.Name, f.Data)
			if s == nil {
				t.Fatalf("%s takes too long", f.Name)
			}
			checkSyntax(t, f.Name, f.Data, s)
			if len(s.Folds) > 0 {
				without[l.Name] = false
			}
			for _, cut := range [][]byte{f.Data[:len(f.Data)*2/3], f.Data[len(f.Data)/3:]} {
				if s := readSyntax(t, p, table, f.Name, cut); s != nil {
					checkSyntax(t, f.Name, cut, s)
				}
			}
		}
	}
	for name, none := range without {
		if none && !slices.Contains([]string{"dotenv", "dockerfile"}, name) {
			t.Errorf("nothing can be folded in any file of %s", name)
		}
	}
}
