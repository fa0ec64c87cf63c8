package index_test

import (
	"fmt"
	"strings"
	"testing"

	"codeintel/index"
	"codeintel/index/indextest"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// Relations name what lies above a type by way of others too; a hierarchy has those
// that are next to one another. Types that implement each other hide nobody.
func TestHierarchy(t *testing.T) {
	r := &indextest.Repo{}
	f := r.File("a.toy", "A B C D E F G")
	ids := map[string]index.ID{}
	def := map[string]lang.DefID{}
	for _, name := range []string{"A", "B", "C", "D", "E", "F", "G"} {
		def[name] = f.Def(name, 1, lang.KindInterface, symbol.Type, nil)
		ids[name] = f.ID(def[name])
	}
	for _, pair := range []string{"BA", "CB", "CA", "DA", "DE", "EF", "FE", "GE", "GF"} {
		f.Relate(def[pair[:1]], lang.Implements, ids[pair[1:]])
	}
	s := r.Snapshot()
	for name, want := range map[string]string{"A": "/B D", "B": "A/C", "C": "B/", "D": "A E/", "E": "F/D F G", "F": "E/E G", "G": "E F/"} {
		if got := names(ids, s.Supertypes(ids[name])) + "/" + names(ids, s.Subtypes(ids[name])); got != want {
			t.Errorf("%s lies between %s, want %s", name, got, want)
		}
	}
	for _, id := range []index.ID{{Doc: 99}, {Doc: 0, Def: 99}, {Doc: -1, Def: 9}} {
		if s.Supertypes(id) != nil || s.Subtypes(id) != nil || s.TypeOf(id) != nil || s.Declarations(id) != nil {
			t.Errorf("%v is not in the snapshot and has relatives", id)
		}
	}
}

// A prototype, a member of an interface and an abstract member declare what others
// define.
func TestDeclarations(t *testing.T) {
	r := &indextest.Repo{}
	f := r.File("a.toy", "run() run{} Shape draw Circle draw. Base size Disc size. lone")
	run := f.Def("[run]()", 1, lang.KindFunction, symbol.Method, func(d *lang.Def) { d.Flags = lang.Declared })
	f.Def("[run]{}", 1, lang.KindFunction, symbol.Method, func(d *lang.Def) { d.Same = run })
	shape := f.Def("Shape", 1, lang.KindInterface, symbol.Type, nil)
	draw := f.Def("Shape [draw]", 1, lang.KindMethod, symbol.Method, func(d *lang.Def) { d.Parent = shape })
	circle := f.Def("Circle", 1, lang.KindClass, symbol.Type, nil)
	circleDraw := f.Def("[draw].", 1, lang.KindMethod, symbol.Method, func(d *lang.Def) { d.Parent = circle })
	base := f.Def("Base", 1, lang.KindClass, symbol.Type, nil)
	size := f.Def("Base [size]", 1, lang.KindMethod, symbol.Method, func(d *lang.Def) { d.Parent, d.Flags = base, lang.Abstract })
	disc := f.Def("Disc", 1, lang.KindClass, symbol.Type, nil)
	discSize := f.Def("[size].", 1, lang.KindMethod, symbol.Method, func(d *lang.Def) { d.Parent = disc })
	lone := f.Def("lone", 1, lang.KindFunction, symbol.Method, nil)
	f.Relate(circleDraw, lang.Implements, f.ID(draw))
	f.Relate(discSize, lang.Implements, f.ID(size))
	s := r.Snapshot()
	for def, want := range map[lang.DefID]string{run: "0", draw: "18", circleDraw: "18", size: "41", discSize: "41", lone: "57"} {
		var got []string
		for _, l := range s.Declarations(f.ID(def)) {
			got = append(got, fmt.Sprint(l.Start))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is declared at %v, want %s", s.Name(f.ID(def)), got, want)
		}
	}
}

func TestOccurrences(t *testing.T) {
	s, ids := zoo()
	text := func(path string, list ...index.ID) string {
		doc, _ := s.Doc(path)
		var out []string
		for _, o := range s.Occurrences(doc, list) {
			what := o.Role.String()
			if o.Definition {
				what = "definition"
			}
			out = append(out, strings.TrimPrefix(at(s, doc, o.Start), path+":")+" "+what)
		}
		return strings.Join(out, ", ")
	}
	for _, c := range []struct{ path, name, want string }{
		{"lib/animal.toy", "Animal.speak", "3:3 definition, 4:3 definition"},
		{"lib/animal.toy", "overload", "3:3 definition, 4:3 definition"},
		{"lib/animal.toy", "name", "2:3 definition, 3:13 call"},
		{"lib/cat.toy", "x", "2:33 definition, 2:45 read"},
		{"lib/cat.toy", "Animal", "2:14 inherit"},
		{"lib/cat.toy", "name", ""}, // a possible one
		{"lib/cat.toy", "pets", "1:9 definition"},
		{"main.toy", "Animal.speak", "2:1 call, 2:9 call"},
		{"main.toy", "pets", "1:5 import"},
		{"lib/logo.toy", "pets", ""},
	} {
		if got := text(c.path, ids[c.name]); got != c.want {
			t.Errorf("%s in %s: %s, want %s", c.name, c.path, got, c.want)
		}
	}
	if got := text("main.toy", ids["pets"], ids["Animal.speak"], ids["Cat.speak"]); got != "1:5 import, 2:1 call, 2:9 call" {
		t.Errorf("of several symbols: %s", got)
	}
	if s.Occurrences(99, nil) != nil {
		t.Error("a file that is not there has occurrences")
	}
}

// What a tool of one language does not know leads to another, or has a name that a
// framework gives.
func TestAcross(t *testing.T) {
	r := &indextest.Repo{}
	other := *indextest.Language
	other.Family = "paper"
	a := r.File("a.toy", "T home U T home x T")
	typ := a.ID(a.Def("T", 1, lang.KindClass, symbol.Type, nil))
	home := a.ID(a.Def("home", 1, lang.KindKey, symbol.Term, func(d *lang.Def) { d.Flags = lang.Open }))
	a.Ref("T", 2, lang.Read, 0, typ)
	key := a.Ref("home", 2, lang.Read, 0, home)
	a.B.F.Refs[key].Kind, a.B.F.Refs[key].N = lang.RefOpen, lang.OpenSure
	out := r.External(lang.External{Symbol: "toy box std 1.0 a/X#", Name: "X"})
	a.Ref("x", 1, lang.Read, 0, out)
	b := r.File("b.page", "T")
	b.Lang = &other
	b.Ref("T", 1, lang.Read, 0, typ)
	s := r.Snapshot()
	for _, c := range []struct {
		path string
		at   uint32
		want bool
	}{{"a.toy", 9, false}, {"a.toy", 11, true}, {"a.toy", 16, false}, {"b.page", 0, true}} {
		found, _ := s.SymbolAt(c.path, c.at)
		if len(found.Symbols) != 1 || found.Symbols[0].Across != c.want || found.Symbols[0].Certainty != resolve.Resolved {
			t.Errorf("%s:%d: %+v, want across %v", c.path, c.at, found, c.want)
		}
	}
}
