package scip

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bindings "github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/proto"

	"codeintel/index"
	"codeintel/index/indextest"
	"codeintel/index/navtest"
	"codeintel/index/pos"
	"codeintel/index/resolve"
	"codeintel/index/workspace"
)

var unmark = flag.Bool("unmark", false, "take \"wrong\" out of the notes of testdata/nav that hold now")

// TestNav checks the fixtures of testdata/nav by the queries and in the exported
// index.
func TestNav(t *testing.T) {
	archives, err := filepath.Glob("../testdata/nav/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no fixtures (%v)", err)
	}
	for _, archive := range archives {
		name := strings.TrimSuffix(filepath.Base(archive), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := navFixture(t, archive)
			s := navSnapshot(t, f)
			query, export := queryLeg{s}, newExportLeg(t, f, s)
			if *unmark {
				data, err := os.ReadFile(archive)
				if err == nil {
					err = os.WriteFile(archive, f.Unmark(data, query, export), 0o666)
				}
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			for _, bad := range f.Check(query) {
				t.Errorf("query: %s: %s", archive, bad)
			}
			for _, bad := range f.Check(export) {
				t.Errorf("export: %s: %s", archive, bad)
			}
			stored, err := indextest.Reopen(s)
			if err != nil {
				t.Fatal(err)
			}
			var a, b bytes.Buffer
			if err := errors.Join(Write(&a, s, Options{}), Write(&b, stored, Options{})); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("stored: %s: the export of the stored snapshot is another (%v)", archive, err)
			}
		})
	}
}

func navFixture(t *testing.T, archive string) *navtest.Fixture {
	t.Helper()
	data, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	f, err := navtest.Parse(archive, data)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// navSnapshot indexes a fixture. The environment is the process's own, for
// Go's standard library.
func navSnapshot(t *testing.T, f *navtest.Fixture) *index.Snapshot {
	t.Helper()
	dir := t.TempDir()
	for _, file := range f.Files {
		p := filepath.Join(dir, filepath.FromSlash(file.Path))
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, file.Src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, report, err := workspace.Index(context.Background(), dir, workspace.Options{Env: workspace.SystemEnv()})
	if err != nil {
		t.Fatal(err)
	}
	for _, failure := range report.Failed {
		t.Errorf("%s: %s: %s", failure.Path, failure.Stage, failure.Err)
	}
	return s
}

// queryLeg navigates by the queries on a snapshot.
type queryLeg struct{ s *index.Snapshot }

func (l queryLeg) Definition(path string, offset uint32) navtest.Answer {
	var a navtest.Answer
	at, _ := l.s.SymbolAt(path, offset)
	for _, c := range at.Symbols {
		for _, d := range l.s.Definitions(c.ID) {
			a.Definitions = append(a.Definitions, navtest.Place{Path: l.s.Docs()[d.Doc].Path, Start: d.Start, End: d.End})
		}
		if c.ID.IsExternal() {
			a.External = l.s.Symbol(c.ID)
		}
		a.Possible = a.Possible || c.Certainty != resolve.Resolved
	}
	return a
}

func (l queryLeg) References(path string, offset uint32) []navtest.Place {
	var out []navtest.Place
	at, _ := l.s.SymbolAt(path, offset)
	for _, c := range at.Symbols {
		for _, r := range l.s.References(c.ID) {
			out = append(out, navtest.Place{Path: l.s.Docs()[r.Doc].Path, Start: r.Start, End: r.End})
		}
	}
	return out
}

func (l queryLeg) Types(path string, offset uint32) ([]navtest.Place, bool) {
	var out []navtest.Place
	at, _ := l.s.SymbolAt(path, offset)
	for _, c := range at.Symbols {
		for _, id := range l.s.TypeOf(c.ID) {
			for _, d := range l.s.Definitions(id) {
				out = append(out, navtest.Place{Path: l.s.Docs()[d.Doc].Path, Start: d.Start, End: d.End})
			}
		}
	}
	return out, true
}

func (queryLeg) ShowsPossible() bool { return true }

// exportLeg navigates in an index as its readers do: by the symbols of
// occurrences.
type exportLeg struct {
	byPath map[string][]placed
	defs   map[string][]navtest.Place
	refs   map[string][]navtest.Place
}

type placed struct {
	navtest.Place
	symbol string // a local one with its file in front
}

func newExportLeg(t *testing.T, f *navtest.Fixture, s *index.Snapshot) *exportLeg {
	t.Helper()
	var buf bytes.Buffer
	if err := Write(&buf, s, Options{}); err != nil {
		t.Fatal(err)
	}
	var x bindings.Index
	if err := proto.Unmarshal(buf.Bytes(), &x); err != nil {
		t.Fatal(err)
	}
	lines := map[string]pos.Lines{}
	for _, file := range f.Files {
		lines[file.Path] = file.Lines
	}
	leg := &exportLeg{byPath: map[string][]placed{}, defs: map[string][]navtest.Place{}, refs: map[string][]navtest.Place{}}
	for _, d := range x.Documents {
		if d.PositionEncoding != bindings.PositionEncoding_UTF8CodeUnitOffsetFromLineStart {
			t.Errorf("%s: position encoding %v", d.RelativePath, d.PositionEncoding)
		}
		for _, o := range d.Occurrences {
			if o.Symbol == "" {
				continue
			}
			symbol := o.Symbol
			if bindings.IsLocalSymbol(symbol) {
				symbol = d.RelativePath + " " + symbol
			}
			r, ok := o.SourceRange()
			start, ok1 := lines[d.RelativePath].Offset(pos.Position{Line: uint32(r.Start.Line), Column: uint32(r.Start.Character)})
			end, ok2 := lines[d.RelativePath].Offset(pos.Position{Line: uint32(r.End.Line), Column: uint32(r.End.Character)})
			if !ok || !ok1 || !ok2 {
				t.Fatalf("%s: %s: range %v is not in the file", d.RelativePath, o.Symbol, r)
			}
			p := navtest.Place{Path: d.RelativePath, Start: start, End: end}
			leg.byPath[p.Path] = append(leg.byPath[p.Path], placed{p, symbol})
			if o.SymbolRoles&int32(bindings.SymbolRole_Definition) != 0 {
				leg.defs[symbol] = append(leg.defs[symbol], p)
			} else {
				leg.refs[symbol] = append(leg.refs[symbol], p)
			}
		}
	}
	return leg
}

// symbols at an offset: those of the shortest ranges there.
func (l *exportLeg) symbols(path string, offset uint32) []string {
	var out []string
	shortest := ^uint32(0)
	for _, o := range l.byPath[path] {
		length := o.End - o.Start
		if offset < o.Start || offset >= o.End || length > shortest {
			continue
		}
		if length < shortest {
			out, shortest = nil, length
		}
		out = append(out, o.symbol)
	}
	return out
}

func (l *exportLeg) Definition(path string, offset uint32) navtest.Answer {
	var a navtest.Answer
	for _, symbol := range l.symbols(path, offset) {
		a.Definitions = append(a.Definitions, l.defs[symbol]...)
		if len(l.defs[symbol]) == 0 {
			a.External = symbol
		}
	}
	return a
}

func (l *exportLeg) References(path string, offset uint32) []navtest.Place {
	var out []navtest.Place
	for _, symbol := range l.symbols(path, offset) {
		out = append(out, l.refs[symbol]...)
	}
	return out
}

// Types are not told of what is local.
func (*exportLeg) Types(string, uint32) ([]navtest.Place, bool) { return nil, false }

func (*exportLeg) ShowsPossible() bool { return false }
