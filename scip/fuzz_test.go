package scip

import (
	"bytes"
	"fmt"
	"testing"

	"codeintel/index"
	"codeintel/index/indextest"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// FuzzWrite writes snapshots of facts that no extractor would make, and checks
// what holds for all indexes: lint finds nothing, the order is canonical, and
// the bytes don't depend on the number of goroutines.
func FuzzWrite(f *testing.F) {
	f.Add([]byte("0"))
	for seed := range byte(16) {
		var b []byte
		for i := range 600 {
			b = append(b, byte(i*i*int(seed+3)+i/(int(seed)+1)))
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := arbitrary(data[:min(len(data), 4<<10)])
		one := write(t, s, Options{Jobs: 1})
		if many := write(t, s, Options{Jobs: 3}); !bytes.Equal(one, many) {
			t.Error("the bytes depend on the number of jobs")
		}
		read(t, one)
		for doc := range s.Docs() {
			for i := range s.Docs()[doc].Facts().Defs {
				id := index.ID{Doc: int32(doc), Def: lang.DefID(i)}
				sym := s.Symbol(id)
				if sym == "" {
					continue
				}
				if _, err := symbol.Parse(sym); err != nil {
					t.Error(err)
				}
				s.References(id)
				s.Callees(id)
				s.Implementations(id)
				if locs := s.Definitions(id); len(locs) == 0 {
					t.Errorf("%s is defined nowhere", sym)
				}
			}
			s.Outline(s.Docs()[doc].Path)
			s.SymbolAt(s.Docs()[doc].Path, uint32(len(data)))
		}
	})
}

// arbitrary reads data as the description of a snapshot of three files.
func arbitrary(data []byte) *index.Snapshot {
	next := func(n int) int {
		if len(data) == 0 || n <= 0 {
			return 0
		}
		v := int(data[0])
		data = data[1:]
		return v % n
	}
	names := []string{"a", "b c", "`", "\xff", "x", "é", ""}
	const size = 40
	src := string(bytes.Repeat([]byte("ab\r\né \xff\n"), 5)[:size])
	r := &indextest.Repo{}
	if next(2) == 1 {
		r.Project = onePackage{}
	}
	for i := range next(4) {
		r.External(lang.External{Symbol: []string{"toy box std 1 a#", "toy box toys 1.0 pkg/a#", "broken", "local 1"}[i], Name: "a", Kind: lang.Kind(next(len(kinds))), Doc: names[next(len(names))]})
	}
	var files []*indextest.File
	for i := range 3 {
		f := r.File(fmt.Sprintf("%d%s.toy", i, names[next(len(names))]), src)
		files = append(files, f)
		if next(3) == 0 {
			at := uint32(next(size))
			f.B.F.Package, f.B.F.PackageAt = "p", [2]uint32{at, at + 1}
		}
		f.B.F.Generated = next(4) == 0
		for range next(14) {
			start := uint32(next(size))
			suffix := symbol.Suffix(next(int(symbol.Macro) + 1))
			n := len(f.B.F.Defs)
			_, d := f.B.Def(f.B.Name(names[next(len(names))]), lang.Kind(next(len(kinds))), suffix, start, start+1)
			d.EncEnd = min(size, d.End+uint32(next(20)))
			d.Disamb = uint16(next(3))
			switch next(6) {
			case 0:
				d.Flags = lang.Local
			case 1:
				d.Flags, d.End = lang.Synthetic, d.Start
			case 2:
				d.Flags = lang.Binding
			case 3:
				d.Flags, d.End = lang.Synthetic|lang.Elsewhere|lang.Local, d.Start
			}
			if next(2) == 0 {
				d.Scope = 0
			}
			if n > 0 && next(2) == 0 {
				d.Parent = lang.DefID(next(n))
			}
			if same := lang.DefID(next(n)); n > 0 && next(4) == 0 && f.B.F.Defs[same].Same < 0 {
				d.Same = same
			}
		}
		if n := len(f.B.F.Defs); n > 0 {
			f.B.Scope(lang.ScopeFunction, 0, lang.DefID(next(n)), 0, size)
		}
	}
	s := r.Snapshot()
	in := index.Input{Docs: s.Docs(), Projects: map[string]lang.Project{indextest.Language.Family: indextest.Toy{}}, Result: &resolve.Result{Externals: s.Externals()}}
	if r.Project != nil {
		in.Projects[indextest.Language.Family] = r.Project
	}
	target := func() (int32, lang.DefID) {
		if n := len(s.Externals()); n > 0 && next(4) == 0 {
			return resolve.External, lang.DefID(next(n))
		}
		doc := next(len(files))
		return int32(doc), lang.DefID(next(len(s.Docs()[doc].Facts().Defs)+1)) + resolve.ModuleDef
	}
	for _, d := range s.Docs() {
		var links []resolve.Link
		var relations []resolve.Relation
		at := 0
		for range next(30) {
			at = min(size-3, at+next(3))
			d.Facts().Refs = append(d.Facts().Refs, lang.Ref{Start: uint32(at), End: uint32(at + 1 + next(3)), Kind: lang.RefOpaque, Role: lang.Role(next(128)), Scope: lang.ScopeID(next(len(d.Facts().Scopes)))})
			for range next(4) {
				doc, def := target()
				links = append(links, resolve.Link{Ref: lang.RefID(len(d.Facts().Refs) - 1), Doc: doc, Def: def, Certainty: resolve.Certainty(next(2))})
			}
		}
		for def := range d.Facts().Defs {
			for range next(3) {
				doc, to := target()
				relations = append(relations, resolve.Relation{Def: lang.DefID(def), Kind: lang.RelationKind(next(2)), Doc: doc, Target: to})
			}
		}
		in.Result.Links = append(in.Result.Links, links)
		in.Result.Relations = append(in.Result.Relations, relations)
	}
	return index.New(in)
}
