package workspace

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/pos"
	"codeintel/index/resolve"
)

// at is an occurrence of symbol in the n-th word of line, from 0.
func at(text, symbol string, line, n int, definition bool) index.ImportedOccurrence {
	row := strings.Split(text, "\n")[line]
	column := 0
	for i, w := range strings.Fields(row) {
		column += strings.Index(row[column:], w)
		if i == n {
			break
		}
		column += len(w)
	}
	width := len(strings.Fields(row)[n])
	return index.ImportedOccurrence{
		Start: pos.Position{Line: uint32(line), Column: uint32(column)}, End: pos.Position{Line: uint32(line), Column: uint32(column + width)},
		Symbol: symbol, Definition: definition,
	}
}

func importDocs(p *place, id byte, docs ...*index.Imported) *Imported {
	p.t.Helper()
	r, err := Import(context.Background(), p.dir, [sha256.Size]byte{id}, "test.scip", func(document func(*index.Imported) error) error {
		for _, d := range docs {
			if err := document(d); err != nil {
				return err
			}
		}
		return nil
	})
	p.must(err)
	return r
}

// linksOf describes the links of a file: what each reference means, and whether
// that is precise.
func linksOf(p *place, path string) string {
	p.t.Helper()
	w, err := Open(p.dir, Options{Known: []*lang.Language{toy()}})
	p.must(err)
	defer w.Close()
	state, err := w.Sync(context.Background())
	p.must(err)
	if len(state.Report.Warnings) > 0 {
		p.t.Errorf("%q", state.Report.Warnings)
	}
	s := state.Snapshot
	doc, ok := s.Doc(path)
	if !ok {
		p.t.Fatalf("no %s", path)
	}
	var out []string
	f := s.Docs()[doc].Facts()
	for _, l := range s.Links(doc) {
		text := f.Names[f.Refs[l.Ref].Name] + "="
		switch id := (index.ID{Doc: l.Doc, Def: l.Def}); {
		case id.IsExternal():
			text += s.Symbol(id)
		default:
			for _, d := range s.Definitions(id)[:1] {
				text += fmt.Sprintf("%s:%d", s.Docs()[d.Doc].Path, d.Start)
			}
		}
		if !slices.ContainsFunc(s.References(s.Canonical(index.ID{Doc: l.Doc, Def: l.Def})), func(r index.Reference) bool { return r.Doc == doc && r.Ref == l.Ref }) {
			p.t.Errorf("%s is not among the references of %s", f.Names[f.Refs[l.Ref].Name], text)
		}
		if l.Certainty != resolve.Resolved {
			text += "?"
		}
		out = append(out, text)
	}
	if s.Docs()[doc].Precise {
		out = append(out, "precise")
	}
	return strings.Join(out, " ")
}

const (
	preciseA = "def x def z"
	preciseB = "x\ny ext"
)

func preciseDocs() []*index.Imported {
	return []*index.Imported{
		{Path: "b.toy", Occurrences: []index.ImportedOccurrence{
			at(preciseB, "t . p . `a.toy`/x().", 0, 0, false), at(preciseB, "t . p . `a.toy`/z().", 1, 0, false), at(preciseB, "t m other 1 there/ext().", 1, 1, false),
		}},
		{Path: "a.toy", Text: preciseA, Occurrences: []index.ImportedOccurrence{
			at(preciseA, "t . p . `a.toy`/x().", 0, 1, true), at(preciseA, "t . p . `a.toy`/z().", 0, 3, true),
		}},
	}
}

// What an imported index says counts while the file's content stays and when it
// comes back; the definitions are ours, wherever they have moved.
func TestImport(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", preciseA)
	p.write("b.toy", preciseB)
	p.write("c.toy", "x")
	ours, oursC := linksOf(p, "b.toy"), linksOf(p, "c.toy")
	if strings.Contains(ours, "precise") || strings.Contains(ours, "y=") {
		t.Fatalf("before: %s", ours)
	}
	if r := importDocs(p, 1, preciseDocs()...); r.Documents != 2 || r.Uses != 3 || len(r.Left) != 0 {
		t.Errorf("%+v", r)
	}
	want := func(when, want string) {
		t.Helper()
		if got := linksOf(p, "b.toy"); got != want {
			t.Errorf("%s: %s\nwant %s", when, got, want)
		}
	}
	const theirs = "x=a.toy:4 y=a.toy:10 ext=t m other 1 there/ext(). precise"
	want("imported", theirs)
	want("looked at again", theirs)
	if got := linksOf(p, "c.toy"); got != oursC {
		t.Errorf("a file that was not imported: %s instead of %s", got, oursC)
	}
	p.write("a.toy", "w def z def new def x") // not precise any more: by name
	want("the definitions have moved", "x=a.toy:20 y=a.toy:6 ext=t m other 1 there/ext(). precise")
	p.write("a.toy", "def z")
	want("a definition is gone", "y=a.toy:4 ext=t m other 1 there/ext(). precise")
	p.write("a.toy", preciseA)
	want("the definitions are back", theirs)
	p.write("b.toy", "\n"+preciseB)
	if got := linksOf(p, "b.toy"); got != ours {
		t.Errorf("changed: %s\nwant %s", got, ours)
	}
	p.write("b.toy", preciseB)
	want("reverted", theirs)
	p.remove("a.toy")
	want("the defining file is gone", "ext=t m other 1 there/ext(). precise")
	p.write("a.toy", preciseA)
	// A later index wins; the earlier one counts for other files.
	importDocs(p, 2, &index.Imported{Path: "b.toy", Occurrences: []index.ImportedOccurrence{at(preciseB, "t m other 1 there/x().", 0, 0, false)}})
	want("imported again", "x=t m other 1 there/x(). precise")
	p.must(os.Remove(p.path(importsFile)))
	want("forgotten", ours)
}

// Documents that are not the files' are left out, with the reason.
func TestImportLeavesOut(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	r := importDocs(p, 1,
		&index.Imported{Path: "a.toy", Text: "def y"}, &index.Imported{Path: "gone.toy"}, &index.Imported{Path: "../a.toy"}, &index.Imported{Path: "/etc/hosts"}, &index.Imported{Path: ""}, &index.Imported{Path: "."})
	if r.Documents != 0 || len(r.Left) != 6 {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(p.path(importsFile)); err == nil {
		t.Error("an index of nothing counts")
	}
	stop := errors.New("stop")
	if _, err := Import(context.Background(), p.dir, [32]byte{}, "x", func(func(*index.Imported) error) error { return stop }); err != stop {
		t.Error(err)
	}
	w, err := Open(p.dir, Options{Known: []*lang.Language{toy()}})
	p.must(err)
	if _, err := Import(context.Background(), p.dir, [32]byte{}, "x", nil); err == nil || !strings.Contains(err.Error(), "writes it") {
		t.Errorf("while another writes: %v", err)
	}
	p.must(w.Close())
}

// Columns count what the document says; where it does not say, only lines of
// ASCII are read.
func TestImportEncodings(t *testing.T) {
	const text = "é𝒳 x\nx"
	lines := pos.New([]byte(text))
	for _, c := range []struct {
		e       pos.Encoding
		encoded bool
		line    uint32
		column  uint32
		want    uint32
		ok      bool
	}{
		{pos.UTF8, true, 0, 7, 7, true}, {pos.UTF16, true, 0, 4, 7, true}, {pos.UTF32, true, 0, 3, 7, true},
		{pos.UTF16, true, 0, 2, 0, false}, // inside of a character
		{pos.UTF16, true, 0, 5, 8, true}, {pos.UTF16, true, 0, 6, 0, false}, {pos.UTF8, true, 0, 9, 0, false},
		{pos.UTF8, false, 0, 0, 0, false}, {pos.UTF8, false, 1, 1, 10, true}, {pos.UTF8, true, 2, 0, 0, false}, {pos.UTF8, true, 1 << 31, 0, 0, false},
	} {
		got, ok := offset(&index.Imported{Encoding: c.e, Encoded: c.encoded}, []byte(text), lines, pos.Position{Line: c.line, Column: c.column})
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%+v: %d, %v", c, got, ok)
		}
	}
}
