package index_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"codeintel/index"
	"codeintel/index/indextest"
	"codeintel/index/lang"
	"codeintel/index/pos"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// zoo is a repository of three parsed files:
//
//	lib/animal.toy  class Animal with methods name and speak
//	lib/cat.toy     class Cat is Animal, overriding speak; a function and its locals
//	main.toy        calls of both
func zoo() (*index.Snapshot, map[string]index.ID) {
	r := &indextest.Repo{}
	ids := map[string]index.ID{}
	print := r.External(lang.External{Symbol: "toy box std 2.0 io/print().", Name: "print", Kind: lang.KindFunction})
	ids["print"] = print

	a := r.File("lib/animal.toy", "class Animal\n  name()\n  speak() { name() }\n  speak(loud)\n")
	animal := a.Def("Animal", 1, lang.KindClass, symbol.Type, func(d *lang.Def) { d.Sig = "class Animal" })
	a.Enclose(animal, "class Animal\n  name()\n  speak() { name() }\n  speak(loud)")
	name := a.Def("name", 1, lang.KindMethod, symbol.Method, func(d *lang.Def) { d.Parent = animal })
	speak := a.Def("speak", 1, lang.KindMethod, symbol.Method, func(d *lang.Def) { d.Parent = animal })
	body := a.Body(speak, lang.ScopeFunction, 0, "{ name() }")
	again := a.Def("speak", 2, lang.KindMethod, symbol.Method, func(d *lang.Def) { d.Parent = animal; d.Same = speak })
	a.Def("loud", 1, lang.KindParameter, symbol.Parameter, func(d *lang.Def) { d.Parent = again; d.Flags = lang.Param })
	a.Ref("name", 2, lang.Call, body, a.ID(name))
	ids["Animal"], ids["name"], ids["Animal.speak"], ids["overload"] = a.ID(animal), a.ID(name), a.ID(speak), a.ID(again)

	c := r.File("lib/cat.toy", "package pets\nclass Cat is Animal { speak() { x = 1; purr(x, lion) } }\nclass Lion is Cat\nfn purr() { fn inner() { print(1) } inner() }\n")
	c.B.F.Package = "pets"
	c.B.F.PackageAt[0], c.B.F.PackageAt[1] = c.At("pets", 1)
	cat := c.Def("Cat", 1, lang.KindClass, symbol.Type, nil)
	class := c.Body(cat, lang.ScopeClass, 0, "{ speak() { x = 1; purr(x, lion) } }")
	catSpeak := c.Def("speak", 1, lang.KindMethod, symbol.Method, func(d *lang.Def) { d.Parent = cat })
	body = c.Body(catSpeak, lang.ScopeFunction, class, "{ x = 1; purr(x, lion) }")
	x := c.Def("[x] =", 1, lang.KindVariable, symbol.None, func(d *lang.Def) { d.Flags = lang.Local; d.Scope = body })
	lion := c.Def("Lion", 1, lang.KindClass, symbol.Type, nil)
	purr := c.Def("fn [purr]", 1, lang.KindFunction, symbol.Method, nil)
	purrBody := c.Body(purr, lang.ScopeFunction, 0, "{ fn inner() { print(1) } inner() }")
	inner := c.Def("fn [inner]", 1, lang.KindFunction, symbol.Method, func(d *lang.Def) { d.Parent = purr; d.Scope = purrBody })
	innerBody := c.Body(inner, lang.ScopeFunction, purrBody, "{ print(1) }")
	c.Ref("Animal", 1, lang.Inherit, 0, a.ID(animal))
	call := c.Ref("purr", 1, lang.Call, body, c.ID(purr))
	c.Link(call, a.ID(name), resolve.Possible)
	c.Ref("([x]", 1, lang.Read, body, c.ID(x))
	c.Ref("lion", 1, lang.Read, body)
	c.Ref("[Cat]\n", 1, lang.Inherit, 0, c.ID(cat))
	c.Ref("print", 1, lang.Call, innerBody, print)
	c.Ref("[inner]() }\n", 1, lang.Call, purrBody, c.ID(inner))
	c.Relate(cat, lang.Implements, a.ID(animal))
	c.Relate(catSpeak, lang.Implements, a.ID(again))
	c.Relate(lion, lang.Implements, c.ID(cat))
	c.Relate(lion, lang.TypeDefinition, a.ID(animal))
	ids["Cat"], ids["Cat.speak"], ids["x"], ids["Lion"], ids["purr"], ids["inner"], ids["pets"] = c.ID(cat), c.ID(catSpeak), c.ID(x), c.ID(lion), c.ID(purr), c.ID(inner), c.Module()

	r.Skip("lib/logo.toy", "binary")

	m := r.File("main.toy", "use 'cat'\nspeak() speak() maybe()\n")
	m.Ref("'cat'", 1, lang.ImportRole, 0, c.Module())
	m.Ref("speak", 1, lang.Call, 0, a.ID(again))
	m.Ref("speak", 2, lang.Call, 0, a.ID(speak), c.ID(catSpeak))
	perhaps := m.Ref("maybe", 1, lang.Call, 0)
	m.Link(perhaps, c.ID(catSpeak), resolve.Possible)
	ids["main"] = m.Module()
	return r.Snapshot(), ids
}

func at(s *index.Snapshot, doc int32, start uint32) string {
	d := s.Docs()[doc]
	line, col := d.Lines().Position(start).OneBased()
	return fmt.Sprintf("%s:%d:%d", d.Path, line, col)
}

func names(ids map[string]index.ID, list []index.ID) string {
	var out []string
	for _, id := range list {
		name := fmt.Sprintf("%v", id)
		for n, known := range ids {
			if known == id {
				name = n
			}
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

func TestSymbol(t *testing.T) {
	s, ids := zoo()
	for name, want := range map[string]string{
		"Animal": "toy box toys 1.0 `lib/animal`/Animal#", "overload": "toy box toys 1.0 `lib/animal`/Animal#speak().",
		"x": "local 0", "pets": "toy box toys 1.0 `lib/cat`/", "print": "toy box std 2.0 io/print().",
		"inner": "toy box toys 1.0 `lib/cat`/purr().inner().",
	} {
		if got := s.Symbol(ids[name]); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for _, id := range []index.ID{{Doc: 99}, {Doc: 0, Def: 99}, {Doc: -1, Def: 9}, {Doc: 2}, {Doc: 0, Def: -2}} {
		if got := s.Symbol(id); got != "" || s.Name(id) != "" || s.Kind(id) != lang.KindUnknown || s.References(id) != nil || s.Definitions(id) != nil || s.Callees(id) != nil || s.Implementations(id) != nil {
			t.Errorf("%v is not in the snapshot and has the symbol %q or answers", id, got)
		}
	}
	if s.Name(ids["pets"]) != "pets" || s.Name(ids["main"]) != "main" || s.Name(ids["print"]) != "print" || s.Name(ids["x"]) != "x" {
		t.Error("Name")
	}
	if s.Kind(ids["pets"]) != lang.KindPackage || s.Kind(ids["main"]) != lang.KindModule || s.Kind(ids["Cat"]) != lang.KindClass {
		t.Error("Kind")
	}
}

func TestSymbolAt(t *testing.T) {
	s, ids := zoo()
	for _, c := range []struct {
		path      string
		line, col int
		name      string
		want      string // "" where there is no identifier
	}{
		{"lib/animal.toy", 1, 7, "Animal", "def Animal"},
		{"lib/animal.toy", 1, 13, "Animal", "def Animal"}, // just behind
		{"lib/animal.toy", 1, 6, "", ""},
		{"lib/animal.toy", 4, 4, "speak", "def Animal.speak"}, // a further definition
		{"lib/cat.toy", 1, 9, "", "def pets"},
		{"lib/cat.toy", 2, 41, "purr", "ref purr, possibly name"},
		{"lib/cat.toy", 2, 48, "lion", "unresolved"},
		{"main.toy", 2, 9, "speak", "ref Animal.speak, ref Cat.speak"},
		{"main.toy", 2, 17, "maybe", "possibly Cat.speak"},
		{"lib/logo.toy", 1, 1, "", ""},
		{"none.toy", 1, 1, "", ""},
	} {
		var off uint32
		if i, ok := s.Doc(c.path); ok {
			off = offset(t, s.Docs()[i], c.line, c.col)
		}
		got, ok := s.SymbolAt(c.path, off)
		var parts []string
		for _, x := range got.Symbols {
			role := "ref "
			if x.Definition {
				role = "def "
			} else if x.Certainty == resolve.Possible {
				role = "possibly "
			}
			parts = append(parts, role+names(ids, []index.ID{x.ID}))
		}
		text := strings.Join(parts, ", ")
		if ok && text == "" {
			text = "unresolved"
		}
		name := ""
		if ok {
			name = s.WrittenAt(got)
		}
		if text != c.want || name != c.name || ok != (c.want != "") {
			t.Errorf("%s:%d:%d: %q %q, want %q %q", c.path, c.line, c.col, name, text, c.name, c.want)
		}
	}
}

func offset(t *testing.T, d *index.Doc, line, col int) uint32 {
	t.Helper()
	if d.Source == nil {
		return 0
	}
	off, ok := d.Lines().Offset(pos.Position{Line: uint32(line - 1), Column: uint32(col - 1)})
	if !ok {
		t.Fatalf("%s has no %d:%d", d.Path, line, col)
	}
	return off
}

// Words are what a text search needs to find what Named finds.
func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"":             "",
		"..":           "",
		"Cat":          "Cat",
		"pets.Cat":     "Cat,pets.Cat in pets",
		`\Cat\speak`:   `speak,\Cat\speak in Cat`,
		"(*Cat).speak": "speak,(*Cat).speak in Cat",
		"#root":        "root,#root",
		"toy box toys 1.0 `lib/animal`/Animal#speak().": "speak in Animal",
	} {
		words, in := index.Words(name)
		got := strings.Join(words, ",")
		if in != "" {
			got += " in " + in
		}
		if got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestNamed(t *testing.T) {
	s, ids := zoo()
	for query, want := range map[string]string{
		"Animal":                      "Animal",
		"speak":                       "Animal.speak Cat.speak",
		"Cat.speak":                   "Cat.speak",
		"Cat#speak":                   "Cat.speak",
		"Cat::speak":                  "Cat.speak",
		"(*Cat).speak":                "Cat.speak",
		`\Cat\speak`:                  "Cat.speak",
		"pets.Cat.speak":              "Cat.speak",
		"lib/cat.Cat":                 "Cat",
		"cat.Cat":                     "Cat",
		"animal.Cat":                  "",
		"pets.speak":                  "",
		"purr.inner":                  "inner",
		"loud":                        "", // a parameter
		"x":                           "", // a local
		"pets":                        "pets",
		"lib/cat":                     "pets",
		"print":                       "print",
		"io.print":                    "print",
		"os.print":                    "",
		"toy box std 2.0 io/print().": "print",
		"toy box toys 1.0 `lib/animal`/Animal#speak().": "Animal.speak",
		"toy box toys 1.0 `lib/cat`/":                   "pets",
		"toy box toys 2.0 `lib/cat`/":                   "",
		"local 0":                                       "",
		"":                                              "",
		"..":                                            "",
	} {
		if got := names(ids, s.Named(query)); got != want {
			t.Errorf("%q names %q, want %q", query, got, want)
		}
	}
}

func TestDefinitions(t *testing.T) {
	s, ids := zoo()
	for name, want := range map[string]string{
		"Animal": "lib/animal.toy:1:7", "Animal.speak": "lib/animal.toy:3:3 lib/animal.toy:4:3", "overload": "lib/animal.toy:3:3 lib/animal.toy:4:3",
		"pets": "lib/cat.toy:1:9", "main": "main.toy:1:1", "print": "", "x": "lib/cat.toy:2:33",
	} {
		var got []string
		for _, l := range s.Definitions(ids[name]) {
			got = append(got, at(s, l.Doc, l.Start))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is defined at %v, want %s", name, got, want)
		}
	}
	if d := s.Definitions(ids["Animal"])[0]; d.EncStart != 0 || d.EncEnd != 56 {
		t.Errorf("the declaration of Animal is %d to %d", d.EncStart, d.EncEnd)
	}
}

// Many uses are looked up in parts, by several goroutines: each is what it is alone.
func TestReferencesMany(t *testing.T) {
	r := &indextest.Repo{}
	home := r.File("a.toy", "x")
	x := home.ID(home.Def("x", 1, lang.KindFunction, symbol.Method, nil))
	for n, uses := range []int{255, 1, 3, 600, 2, 256, 30, 300} {
		f := r.File(fmt.Sprintf("b%d.toy", n), strings.Repeat("x ", uses))
		for i := range uses {
			f.Ref("x", i+1, lang.Read, 0, x)
		}
	}
	for _, reopen := range []bool{false, true} {
		s := r.Snapshot()
		if reopen {
			var err error
			if s, err = indextest.Reopen(s); err != nil {
				t.Fatal(err)
			}
		}
		uses := s.Uses(x)
		got := s.ReferencesOf(uses)
		if len(got) != 1447 {
			t.Fatalf("%d references", len(got))
		}
		for i, u := range uses {
			if want := s.Reference(u); got[i] != want {
				t.Fatalf("reference %d is %+v, want %+v", i, got[i], want)
			}
		}
	}
}

func TestReferences(t *testing.T) {
	s, ids := zoo()
	for name, want := range map[string]string{
		"Animal":       "lib/cat.toy:2:14",
		"Animal.speak": "main.toy:2:1 main.toy:2:9",
		"overload":     "main.toy:2:1 main.toy:2:9",
		"Cat.speak":    "main.toy:2:9 main.toy:2:17?",
		"name":         "lib/animal.toy:3:13 lib/cat.toy:2:40?",
		"x":            "lib/cat.toy:2:45",
		"pets":         "main.toy:1:5",
		"print":        "lib/cat.toy:4:26",
		"Lion":         "",
	} {
		var got []string
		for _, r := range s.References(ids[name]) {
			mark := ""
			if r.Certainty == resolve.Possible {
				mark = "?"
			}
			got = append(got, at(s, r.Doc, r.Start)+mark)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is referred to at %v, want %s", name, got, want)
		}
	}
}

// A symbol defined in several files is one symbol to all queries.
func TestSharedSymbol(t *testing.T) {
	r := &indextest.Repo{Project: onePackage{}}
	var linux, windows index.ID
	a := r.File("linux.toy", "package p T")
	linux = a.ID(a.Def("T", 1, lang.KindStruct, symbol.Type, nil))
	b := r.File("use.toy", "T T")
	b.Ref("T", 1, lang.Read, 0, linux)
	w := r.File("windows.toy", "package p T U")
	windows = w.ID(w.Def("T", 1, lang.KindStruct, symbol.Type, nil))
	w.Relate(w.Def("U", 1, lang.KindStruct, symbol.Type, nil), lang.Implements, windows)
	b.Ref("T", 2, lang.Read, 0, windows, linux)
	b.Ref("T", 2, lang.Read, 0, a.Module())
	s := r.Snapshot()
	if got := s.Named("T"); len(got) != 1 {
		t.Errorf("T names %v", got)
	}
	if got := s.Definitions(windows); len(got) != 2 || got[0].ID != windows || got[1].ID != linux {
		t.Errorf("definitions %v", got)
	}
	if got := s.References(linux); len(got) != 2 || got[0].Start != 0 || got[1].Start != 2 {
		t.Errorf("references %v", got)
	}
	if got := s.References(w.Module()); len(got) != 1 {
		t.Errorf("references of the package %v", got)
	}
	if got := s.Definitions(w.Module()); len(got) != 3 || got[0].Doc != 2 {
		t.Errorf("definitions of the package %v", got)
	}
	if got := s.Implementations(linux); len(got) != 1 || s.Name(got[0]) != "U" {
		t.Errorf("implementations %v", got)
	}
}

// An external symbol that the repository defines after all is that definition,
// and two with the same string are one.
func TestExternalAliases(t *testing.T) {
	r := &indextest.Repo{}
	ours := r.External(lang.External{Symbol: "toy box toys 1.0 a/T#", Name: "T"})
	module := r.External(lang.External{Symbol: "toy box toys 1.0 a/", Name: "a"})
	once := r.External(lang.External{Symbol: "toy box std 1.0 a/T#", Name: "T"})
	twice := r.External(lang.External{Symbol: "toy box std 1.0 a/T#", Name: "T"})
	broken := r.External(lang.External{Symbol: "toy", Name: "T"})
	f := r.File("a.toy", "T U use T T T T")
	typ := f.ID(f.Def("T", 1, lang.KindClass, symbol.Type, nil))
	u := f.Def("U", 1, lang.KindClass, symbol.Type, nil)
	f.Ref("T", 2, lang.Read, 0, ours)
	f.Ref("T", 3, lang.Read, 0, typ, module)
	f.Ref("T", 4, lang.Read, 0, once, broken)
	f.Ref("T", 5, lang.Read, 0, twice)
	f.Relate(u, lang.Implements, ours)
	s := r.Snapshot()
	for _, c := range []struct {
		id   index.ID
		refs int
	}{{typ, 2}, {ours, 2}, {once, 2}, {twice, 2}, {broken, 1}, {f.Module(), 1}, {module, 1}} {
		if got := s.References(c.id); len(got) != c.refs {
			t.Errorf("%s (%v) has the references %v, want %d", s.Symbol(c.id), c.id, got, c.refs)
		}
	}
	if got := s.Definitions(ours); len(got) != 1 || got[0].ID != typ {
		t.Errorf("definitions %v", got)
	}
	if got := s.Implementations(typ); len(got) != 1 || got[0] != f.ID(u) {
		t.Errorf("implementations %v", got)
	}
	if got := s.Implemented(f.ID(u)); len(got) != 1 || got[0] != typ {
		t.Errorf("implemented %v", got)
	}
	if got := s.Named("T"); len(got) != 2 || got[0] != typ {
		t.Errorf("T names %v", got)
	}
}

type onePackage struct{ indextest.Toy }

func (onePackage) Prefix(string) []symbol.Descriptor {
	return []symbol.Descriptor{{Name: "p", Suffix: symbol.Namespace}}
}

func TestImplementations(t *testing.T) {
	s, ids := zoo()
	for name, want := range map[string]string{"Animal": "Cat Lion", "Cat": "Lion", "Animal.speak": "Cat.speak", "Lion": "", "print": ""} {
		if got := names(ids, s.Implementations(ids[name])); got != want {
			t.Errorf("implementations of %s: %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"Lion": "Cat Animal", "Cat.speak": "Animal.speak", "Animal": ""} {
		if got := names(ids, s.Implemented(ids[name])); got != want {
			t.Errorf("%s implements %q, want %q", name, got, want)
		}
	}
}

func TestCalls(t *testing.T) {
	s, ids := zoo()
	text := func(calls []index.Call) string {
		var out []string
		for _, c := range calls {
			var sites []string
			for _, r := range c.Sites {
				sites = append(sites, at(s, r.Doc, r.Start))
			}
			out = append(out, names(ids, []index.ID{c.ID})+" ("+strings.Join(sites, " ")+")")
		}
		return strings.Join(out, ", ")
	}
	for name, want := range map[string]string{
		"Animal.speak": "main (main.toy:2:1 main.toy:2:9)",
		"purr":         "Cat.speak (lib/cat.toy:2:40)",
		"print":        "inner (lib/cat.toy:4:26)",
		"name":         "Animal.speak (lib/animal.toy:3:13), Cat.speak (lib/cat.toy:2:40)",
		"Animal":       "",
	} {
		if got := text(s.Callers(ids[name])); got != want {
			t.Errorf("callers of %s: %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"purr": "inner (lib/cat.toy:4:37)", "inner": "print (lib/cat.toy:4:26)", "Animal.speak": "name (lib/animal.toy:3:13)",
		"main": "Animal.speak (main.toy:2:1 main.toy:2:9), Cat.speak (main.toy:2:9 main.toy:2:17)", "print": "",
	} {
		if got := text(s.Callees(ids[name])); got != want {
			t.Errorf("%s calls %s, want %s", name, got, want)
		}
	}
}

func TestOutline(t *testing.T) {
	s, _ := zoo()
	for path, want := range map[string]string{
		"lib/animal.toy": "class Animal\n method name\n method speak\n",
		"lib/cat.toy":    "class Cat\n method speak\nclass Lion\nfunction purr\n function inner\n",
		"main.toy":       "",
	} {
		items, ok := s.Outline(path)
		var b strings.Builder
		for _, i := range items {
			fmt.Fprintf(&b, "%s%s %s\n", strings.Repeat(" ", i.Depth), i.Kind, i.Name)
		}
		if b.String() != want || !ok {
			t.Errorf("%s:\n%s%v, want\n%s", path, b.String(), ok, want)
		}
	}
	for _, p := range []string{"lib/logo.toy", "none"} {
		if _, ok := s.Outline(p); ok {
			t.Errorf("%s has an outline", p)
		}
	}
}

// Members of a container that another file or nothing in the text names are
// listed a level higher.
func TestOutlineOfMembersElsewhere(t *testing.T) {
	r := &indextest.Repo{}
	f := r.File("a.toy", "fn (T) m()  x = { k: 1 }")
	elsewhere := f.Def("[]T", 1, lang.KindStruct, symbol.Type, func(d *lang.Def) { d.Flags, d.Name = lang.Synthetic|lang.Elsewhere, f.B.Name("T") })
	m := f.Def("m", 1, lang.KindMethod, symbol.Method, func(d *lang.Def) { d.Parent = elsewhere })
	x := f.Def("x", 1, lang.KindVariable, symbol.Term, nil)
	object := f.Def("[]{", 1, lang.KindObject, symbol.Meta, func(d *lang.Def) { d.Parent, d.Flags, d.Name = x, lang.Synthetic, f.B.Name("object0") })
	f.Def("k", 1, lang.KindProperty, symbol.Term, func(d *lang.Def) { d.Parent = object })
	s := r.Snapshot()
	items, _ := s.Outline("a.toy")
	if len(items) != 3 || items[0].ID != f.ID(m) || items[0].Depth != 0 || items[1].ID != f.ID(x) || items[2].Name != "k" || items[2].Depth != 1 {
		t.Errorf("%+v", items)
	}
	if got := s.Symbol(f.ID(m)); got != "toy box toys 1.0 a/T#m()." {
		t.Errorf("m is %q", got)
	}
	if got := s.Named("x.k"); len(got) != 1 {
		t.Errorf("x.k names %v", got)
	}
	if got := s.Named("T.m"); len(got) != 1 {
		t.Errorf("T.m names %v", got)
	}
}

func TestCoverage(t *testing.T) {
	s, _ := zoo()
	got := s.Coverage()
	want := index.Coverage{
		Language: "toy", Files: 3, Skipped: 1, Bytes: got[0].Bytes, Definitions: 11,
		References: 12, Resolved: 10, External: 1, Possible: 1, Unresolved: 1,
	}
	if len(got) != 1 || got[0] != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Queries may run at once; the indexes behind them are made by the first.
func TestConcurrentQueries(t *testing.T) {
	s, ids := zoo()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if len(s.Named("speak")) != 2 || len(s.References(ids["name"])) != 2 || len(s.Implementations(ids["Animal"])) != 2 {
				t.Error("wrong answers")
			}
		})
	}
	wg.Wait()
}

func TestQueriesOnNothing(t *testing.T) {
	s := index.New(index.Input{})
	if s.Named("a") != nil || len(s.Coverage()) != 0 || s.References(index.ID{}) != nil || s.Callers(index.ID{Doc: -1}) != nil {
		t.Error("an empty snapshot has answers")
	}
	docs := []*index.Doc{{Path: "a.toy", Lang: indextest.Language, Source: index.InMemory(lang.NewBuilder(0).Finish(), pos.New(nil))}, {Path: "b.bin", Skipped: "binary"}, {Path: "c.toy", Lang: indextest.Language, Failed: "unreadable"}}
	s = index.New(index.Input{Docs: docs})
	c := s.Coverage()
	if !slices.EqualFunc(c, []string{"", "toy"}, func(c index.Coverage, l string) bool { return c.Language == l }) || c[0].Skipped != 1 || c[1].Failed != 1 || c[1].Files != 1 {
		t.Errorf("%+v", c)
	}
	if got := s.Symbol(index.ID{Doc: 0, Def: resolve.ModuleDef}); got != "" {
		t.Errorf("a file without project has the symbol %q", got)
	}
}
