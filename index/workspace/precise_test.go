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
	r, err := Import(context.Background(), p.dir, Env{}, [sha256.Size]byte{id}, "test.scip", func(document func(*index.Imported) error) error {
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
	for _, warning := range state.Report.Warnings {
		if !strings.HasSuffix(warning, "it is made anew") {
			p.t.Error(warning)
		}
	}
	return linksIn(p.t, state, path)
}

// linksIn is linksOf a state.
func linksIn(t testing.TB, state *State, path string) string {
	t.Helper()
	s := state.Snapshot
	doc, ok := s.Doc(path)
	if !ok {
		t.Fatalf("no %s", path)
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
			t.Errorf("%s is not among the references of %s", f.Names[f.Refs[l.Ref].Name], text)
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
	want("the list is gone", "x=t m other 1 there/x(). precise")
	if _, err := RemoveImports(p.dir, Env{}, ""); err != nil {
		t.Error(err)
	}
	want("forgotten", ours)
}

// What an imported index names is as it says, whatever we would say; the rest
// stays as it is without, and is not precise.
func TestImportGaps(t *testing.T) {
	p := &place{t, t.TempDir()}
	const a, b = "def x def z", "x z w x def w"
	p.write("a.toy", a)
	p.write("b.toy", b)
	importDocs(p, 1,
		&index.Imported{Path: "a.toy", Occurrences: []index.ImportedOccurrence{at(a, "t . p . `a.toy`/x().", 0, 1, true), at(a, "t . p . `a.toy`/z().", 0, 3, true)}},
		&index.Imported{Path: "b.toy", Occurrences: []index.ImportedOccurrence{
			at(b, "t . p . `a.toy`/z().", 0, 0, false), at(b, "local 1", 0, 1, true), at(b, "t . p . `a.toy`/gone().", 0, 3, false),
		}})
	if got, want := linksOf(p, "b.toy"), "x=a.toy:10 w=b.toy:12 x=t . p . `a.toy`/gone(). precise"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	w, err := Open(p.dir, Options{Known: []*lang.Language{toy()}})
	p.must(err)
	defer w.Close()
	n, _ := w.Current().Snapshot.Doc("b.toy")
	says := w.Precise(w.Current().Snapshot.Docs()[n])
	if says == nil || !says.Says(0, 1) || !says.Says(2, 3) || says.Says(4, 5) || !says.Says(6, 7) {
		t.Errorf("it says %+v", says)
	}
}

// Imported indexes are forgotten by name, by hash, or all, even when the list is
// damaged.
func TestRemoveImports(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", preciseA)
	p.write("b.toy", preciseB)
	ours := linksOf(p, "b.toy")
	names := func() (out []string) {
		list, err := Imports(p.dir)
		p.must(err)
		for _, e := range list {
			out = append(out, fmt.Sprint(e.Name, e.ID[:2], e.Documents))
		}
		return out
	}
	remove := func(name string, want int) {
		t.Helper()
		gone, err := RemoveImports(p.dir, Env{}, name)
		if len(gone) != want || want == 0 && name != "" && !errors.Is(err, ErrNotImported) || want > 0 && err != nil {
			t.Errorf("%q: %v (%v)", name, gone, err)
		}
	}
	remove("test.scip", 0)
	remove("", 0)
	importDocs(p, 0xaa, preciseDocs()...)
	importDocs(p, 0xbb, preciseDocs()[:1]...)
	if got := names(); !slices.Equal(got, []string{"test.scipbb1", "test.scipaa2"}) {
		t.Errorf("%q", got)
	}
	remove("other.scip", 0)
	remove("aa", 0)
	remove("aa000000", 1)
	if got := names(); !slices.Equal(got, []string{"test.scipbb1"}) {
		t.Errorf("%q", got)
	}
	importDocs(p, 0xaa, preciseDocs()...)
	remove("test.scip", 2)
	if got := linksOf(p, "b.toy"); got != ours {
		t.Errorf("forgotten: %s, want %s", got, ours)
	}
	importDocs(p, 0xaa, preciseDocs()...)
	p.write(importsFile, "{")
	if _, err := RemoveImports(p.dir, Env{}, "test.scip"); err == nil || errors.Is(err, ErrNotImported) {
		t.Errorf("a damaged list: %v", err)
	}
	remove("", 0)
	importDocs(p, 0xaa, preciseDocs()...)
	linksOf(p, "b.toy") // which publishes a state
	p.write(importsFile, "{")
	remove("test.scip", 1) // by the state
	if got := names(); len(got) > 0 || linksOf(p, "b.toy") != ours {
		t.Errorf("%q are left", got)
	}
}

// Where a document does not say what its columns count, that is told by the words
// that its ranges are to be; where several ways fit, only what is the same by all.
func TestImportEncodingNotSaid(t *testing.T) {
	const text = "x = é + word\ny = 𝒳 + other + é\nplain"
	ranges := map[pos.Encoding][][3]uint32{ // line, from, to
		pos.UTF8:  {{0, 4, 6}, {0, 9, 13}, {1, 4, 8}, {1, 11, 16}, {2, 0, 5}},
		pos.UTF16: {{0, 4, 5}, {0, 8, 12}, {1, 4, 6}, {1, 9, 14}, {2, 0, 5}},
		pos.UTF32: {{0, 4, 5}, {0, 8, 12}, {1, 4, 5}, {1, 8, 13}, {2, 0, 5}},
	}
	lines := pos.New([]byte(text))
	doc := func(list [][3]uint32) *index.Imported {
		d := &index.Imported{}
		for _, r := range list {
			d.Occurrences = append(d.Occurrences, index.ImportedOccurrence{Start: pos.Position{Line: r[0], Column: r[1]}, End: pos.Position{Line: r[0], Column: r[2]}})
		}
		return d
	}
	read := func(d *index.Imported) (out []string) {
		count := encodings(d, []byte(text), lines)
		for i := range d.Occurrences {
			start, ok1 := offset(count, []byte(text), lines, d.Occurrences[i].Start)
			end, ok2 := offset(count, []byte(text), lines, d.Occurrences[i].End)
			if ok1 && ok2 {
				out = append(out, text[start:end])
			}
		}
		return out
	}
	want := []string{"é", "word", "𝒳", "other", "plain"}
	for e, list := range ranges {
		if got := read(doc(list)); !slices.Equal(got, want) {
			t.Errorf("%v: %q", e, got)
		}
	}
	if got := read(doc(ranges[pos.UTF16][:2])); !slices.Equal(got, want[:2]) { // so in UTF-32
		t.Errorf("either: %q", got)
	}
	if got := read(doc([][3]uint32{{0, 5, 7}, {0, 6, 10}, {2, 0, 5}})); !slices.Equal(got, want[4:]) {
		t.Errorf("neither: %q", got)
	}
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
	if _, err := Import(context.Background(), p.dir, Env{}, [32]byte{}, "x", func(func(*index.Imported) error) error { return stop }); err != stop {
		t.Error(err)
	}
	w, err := Open(p.dir, Options{Known: []*lang.Language{toy()}})
	p.must(err)
	if _, err := Import(context.Background(), p.dir, Env{}, [32]byte{}, "x", nil); err == nil || !strings.Contains(err.Error(), "writes it") {
		t.Errorf("while another writes: %v", err)
	}
	p.must(w.Close())
}

// Occurrences that are not in the text are left out, counted, and remembered.
func TestImportOutside(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x\nx")
	end := func(line, from, to uint32) index.ImportedOccurrence {
		return index.ImportedOccurrence{Start: pos.Position{Line: line, Column: from}, End: pos.Position{Line: line, Column: to}, Symbol: "local 1"}
	}
	r := importDocs(p, 1, &index.Imported{Path: "a.toy", Outside: 2, Occurrences: []index.ImportedOccurrence{end(1, 0, 1), end(1, 0, 2), end(7, 0, 1), end(0, 900, 901), end(1, 1, 0)}})
	if r.Outside != 6 || r.Uses != 1 {
		t.Errorf("%+v", r)
	}
	if list, err := Imports(p.dir); err != nil || len(list) != 1 || list[0].Outside != 6 {
		t.Errorf("%+v, %v", list, err)
	}
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
		count := []pos.Encoding{c.e}
		if !c.encoded {
			count = nil
		}
		got, ok := offset(count, []byte(text), lines, pos.Position{Line: c.line, Column: c.column})
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%+v: %d, %v", c, got, ok)
		}
	}
}
