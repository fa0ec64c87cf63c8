package scip

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	bindings "github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/proto"

	"codeintel/index"
	"codeintel/index/indextest"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func write(t testing.TB, s *index.Snapshot, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, s, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// read decodes an index by the bindings and checks what holds for all that are
// written: what `scip lint` wants, canonical order and one occurrence for each
// place and symbol.
func read(t testing.TB, data []byte) *bindings.Index {
	t.Helper()
	var x bindings.Index
	if err := proto.Unmarshal(data, &x); err != nil {
		t.Fatal(err)
	}
	for _, problem := range lint(&x) {
		t.Error(problem)
	}
	paths := map[string]bool{}
	for _, d := range x.Documents {
		if paths[d.RelativePath] {
			t.Errorf("there are two documents %s", d.RelativePath)
		}
		paths[d.RelativePath] = true
		if d.PositionEncoding != bindings.PositionEncoding_UTF8CodeUnitOffsetFromLineStart {
			t.Errorf("%s: position encoding %v", d.RelativePath, d.PositionEncoding)
		}
		canonical := bindings.CanonicalizeDocument(proto.Clone(d).(*bindings.Document))
		if !proto.Equal(d, canonical) {
			t.Errorf("%s is not canonical:\n%v\n%v", d.RelativePath, d, canonical)
		}
	}
	return &x
}

// shapes has one of everything.
func shapes() *indextest.Repo {
	r := &indextest.Repo{}
	str := r.External(lang.External{Symbol: "toy box std 2.0 text/Str#", Name: "Str", Kind: lang.KindClass, Sig: "class Str", Doc: "Text."})
	r.External(lang.External{Symbol: "toy box std 2.0 text/Unused#", Name: "Unused", Kind: lang.KindClass})
	again := r.External(lang.External{Symbol: "toy box std 2.0 text/Str#", Name: "Str", Kind: lang.KindClass})
	broken := r.External(lang.External{Symbol: "toy box std", Name: "Broken"})
	ours := r.External(lang.External{Symbol: "toy box toys 1.0 geo/`a b`/Shape#", Name: "Shape"})

	a := r.File("geo/a b.toy", "class Shape\n\tarea(self) num\nclass Sq is Shape\r\n\tside = 1; side = 2\n\tarea(self) { x = self.side; x = é(x) }\n\tarea(n)\n")
	shape := a.Def("Shape", 1, lang.KindClass, symbol.Type, func(d *lang.Def) {
		d.Sig, d.Doc = "class Shape", "A shape.\n\nWith an area."
	})
	a.Enclose(shape, "class Shape\n\tarea(self) num")
	area := a.Def("area", 1, lang.KindAbstractMethod, symbol.Method, func(d *lang.Def) { d.Parent = shape; d.Flags = lang.Member })
	a.Enclose(area, "area(self) num")
	a.Def("self", 1, lang.KindSelfParameter, symbol.Parameter, func(d *lang.Def) { d.Parent = area; d.Flags = lang.Param })
	sq := a.Def("Sq", 1, lang.KindClass, symbol.Type, nil)
	side := a.Def("side", 1, lang.KindField, symbol.Term, func(d *lang.Def) { d.Parent = sq; d.Flags = lang.Member })
	a.Def("side", 2, lang.KindField, symbol.Term, func(d *lang.Def) { d.Parent = sq; d.Flags = lang.Member; d.Same = side })
	sqArea := a.Def("area", 2, lang.KindMethod, symbol.Method, func(d *lang.Def) { d.Parent = sq; d.Flags = lang.Member })
	a.Enclose(sqArea, "area(self) { x = self.side; x = é(x) }")
	body := a.Body(sqArea, lang.ScopeFunction, 0, "{ x = self.side; x = é(x) }")
	self := a.Def("self", 2, lang.KindSelfParameter, symbol.Parameter, func(d *lang.Def) { d.Parent = sqArea; d.Flags = lang.Param })
	x := a.Def("[x] =", 1, lang.KindVariable, symbol.None, func(d *lang.Def) { d.Scope = body; d.Flags = lang.Local })
	overload := a.Def("area", 3, lang.KindMethod, symbol.Method, func(d *lang.Def) { d.Parent = sq; d.Flags = lang.Member; d.Disamb = 1 })
	a.Def("([n])", 1, lang.KindParameter, symbol.Parameter, func(d *lang.Def) {
		d.Parent, d.Flags, d.Desc = overload, lang.Param, a.B.Name("the `n`")
	})
	a.Ref("num", 1, lang.TypeRole, 0, str, again)
	a.Ref("Shape", 2, lang.Read|lang.Inherit, 0, a.ID(shape))
	a.Ref("self", 3, lang.Read, body, a.ID(self))
	a.Ref("side", 3, lang.Read, body, a.ID(side), broken)
	a.Ref("[x] =", 2, lang.Write, body, a.ID(x))
	unsure := a.Ref("é", 1, lang.Call, body)
	a.Link(unsure, a.ID(sq), resolve.Possible)
	a.Ref("([x])", 1, lang.Read, body, a.ID(x))
	a.Relate(sq, lang.Implements, a.ID(shape))
	a.Relate(sqArea, lang.Implements, a.ID(area))
	a.Relate(side, lang.TypeDefinition, str)
	a.Relate(side, lang.TypeDefinition, str)

	b := r.File("geo/b.toy", "package geo\nimport Shape as S from 'a b'\nfn f() {\n  o = {side, obj}\n  class L { m }\n  S + S.side }\n")
	b.B.F.Package = "geo"
	b.B.F.PackageAt[0], b.B.F.PackageAt[1] = b.At("geo", 1)
	b.B.F.Generated = true
	alias := b.Def("as [S]", 1, lang.KindUnknown, symbol.Term, func(d *lang.Def) { d.Flags = lang.Binding })
	f := b.Def("fn [f]", 1, lang.KindFunction, symbol.Method, func(d *lang.Def) { d.Flags = lang.Test })
	fb := b.Body(f, lang.ScopeFunction, 0, "{\n  o = {side, obj}\n  class L { m }\n  S + S.side }")
	o := b.Def("[o] =", 1, lang.KindVariable, symbol.None, func(d *lang.Def) { d.Scope = fb; d.Flags = lang.Local })
	obj := b.Def("[]{side", 1, lang.KindObject, symbol.Meta, func(d *lang.Def) {
		d.Parent, d.Flags, d.Name = o, lang.Synthetic, b.B.Name("obj0")
	})
	key := b.Def("side", 1, lang.KindProperty, symbol.Term, func(d *lang.Def) { d.Parent = obj; d.Flags = lang.Member })
	l := b.Def("L", 1, lang.KindClass, symbol.Type, func(d *lang.Def) { d.Scope = fb; d.Flags = lang.Local })
	b.Def("{ [m]", 1, lang.KindMethod, symbol.Method, func(d *lang.Def) { d.Parent = l; d.Flags = lang.Member })
	b.Def("[] + S", 1, lang.KindObject, symbol.Meta, func(d *lang.Def) { // nothing refers to it
		d.Flags, d.Name = lang.Synthetic, b.B.Name("sum0")
	})
	b.Ref("Shape", 1, lang.ImportRole, 0, a.ID(shape))
	b.Ref("'a b'", 1, lang.ImportRole, 0, a.Module())
	b.Ref("side", 1, lang.Read, fb, a.ID(side), b.ID(key)) // a shorthand property
	b.Ref("obj", 1, lang.Read, fb, b.ID(obj))
	b.Ref("[S] +", 1, lang.Read, fb, a.ID(shape), a.ID(shape), ours)
	b.Ref("[S].", 1, lang.Read, fb, b.ID(alias), a.ID(x)) // neither has a symbol here
	b.Relate(key, lang.Implements, a.ID(side))            // local: not written
	b.Relate(f, lang.Implements, a.ID(area))              // in another document

	r.Skip("geo/c.toy", "binary")
	r.File("geo/d.toy", "") // empty
	bad := r.File("geo/\xff%.toy", "q\xfe q\xfe\n")
	q := bad.Def("q\xfe", 1, lang.KindVariable, symbol.Term, func(d *lang.Def) { d.Sig = "q\xfe = 1" })
	bad.Ref("q\xfe", 2, lang.Read|lang.Write, 0, bad.ID(q))
	return r
}

func TestGolden(t *testing.T) {
	r := shapes()
	x := read(t, write(t, r.Snapshot(), Options{ToolVersion: "1.2.3"}))
	var b strings.Builder
	src := map[string]string{}
	for p, s := range r.Sources() {
		src[written(p)] = s
	}
	for _, d := range x.Documents {
		b.WriteString("-- " + d.RelativePath + " (" + d.Language + ") --\n" + formatDocument(t, d, src[d.RelativePath]))
	}
	b.WriteString("-- external_symbols --\n" + formatExternals(x.ExternalSymbols) + "\n")
	golden(t, "shapes.snapshot", b.String())
	if m := x.Metadata; m.ProjectRoot != DefaultRoot || m.ToolInfo.Name != "ci" || m.ToolInfo.Version != "1.2.3" || m.TextDocumentEncoding != bindings.TextEncoding_UTF8 {
		t.Errorf("metadata: %v", m)
	}
}

// A reader that keeps the last description of a symbol has its relationships.
func TestDocumentOrder(t *testing.T) {
	for _, c := range []struct {
		cycle bool
		want  string
	}{
		{false, "a.toy d.toy c.toy b.toy e.toy"},
		{true, "d.toy c.toy b.toy a.toy e.toy"}, // d.toy is too early
	} {
		r := &indextest.Repo{}
		class := func(path, name string) (*indextest.File, lang.DefID) {
			f := r.File(path, name)
			return f, f.Def(name, 1, lang.KindClass, symbol.Type, nil)
		}
		root, x := class("a.toy", "Root")
		base, y := class("b.toy", "Base")
		middle, z := class("c.toy", "Middle")
		leaf, w := class("d.toy", "Leaf")
		class("e.toy", "Alone")
		base.Relate(y, lang.Implements, root.ID(x))
		middle.Relate(z, lang.Implements, base.ID(y))
		leaf.Relate(w, lang.Implements, middle.ID(z))
		if c.cycle {
			root.Relate(x, lang.TypeDefinition, leaf.ID(w))
		}
		var paths []string
		last := map[string]int{}
		for _, d := range read(t, write(t, r.Snapshot(), Options{})).Documents {
			paths = append(paths, d.RelativePath)
			for _, s := range d.Symbols {
				last[s.DisplayName] = len(s.Relationships)
			}
		}
		if got := strings.Join(paths, " "); got != c.want {
			t.Errorf("documents come as %s, want %s", got, c.want)
		}
		if !c.cycle && (last["Base"] != 1 || last["Middle"] != 1 || last["Leaf"] != 1) {
			t.Errorf("the last descriptions have so many relationships: %v", last)
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := path.Join("../testdata/scip", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update rewrites it); got:\n%s", file, got)
	}
}

func TestRoles(t *testing.T) {
	x := read(t, write(t, shapes().Snapshot(), Options{}))
	roles := map[string]int32{}
	for _, d := range x.Documents {
		for _, o := range d.Occurrences {
			r, _ := o.SourceRange()
			roles[d.RelativePath+" "+r.String()+" "+o.Symbol[strings.LastIndexAny(o.Symbol, "/ ")+1:]] = o.SymbolRoles
		}
	}
	const gen = int32(bindings.SymbolRole_Generated)
	for at, want := range map[string]int32{
		"geo/a b.toy 0:6-0:11 Shape#":       1,
		"geo/a b.toy 1:12-1:15 Str#":        8,
		"geo/a b.toy 4:29-4:30 0":           4,
		"geo/b.toy 0:8-0:11 ":               1 | gen,
		"geo/b.toy 1:7-1:12 Shape#":         2 | gen,
		"geo/b.toy 2:3-2:4 f().":            1 | gen | int32(bindings.SymbolRole_Test),
		"geo/%FF%25.toy 0:3-0:5 `q\uFFFD`.": 4 | 8,
		"geo/b.toy 3:7-3:11 2":              1 | 8 | gen, // a definition and a reference, merged
	} {
		if got, ok := roles[at]; !ok || got != want {
			t.Errorf("%s: roles %d (%v), want %d", at, got, ok, want)
		}
	}
}

func TestTypedRanges(t *testing.T) {
	s := shapes().Snapshot()
	list, typed := read(t, write(t, s, Options{})), read(t, write(t, s, Options{TypedRanges: true}))
	for i, d := range list.Documents {
		for j, o := range d.Occurrences {
			p := typed.Documents[i].Occurrences[j]
			//lint:ignore SA1019 the deprecated fields are to be empty
			if len(p.Range) > 0 || len(p.EnclosingRange) > 0 || p.GetTypedRange() == nil {
				t.Fatalf("not typed: %v", p)
			}
			a, _ := o.SourceRange()
			b, _ := p.SourceRange()
			c, okC := o.EnclosingSourceRange()
			e, okE := p.EnclosingSourceRange()
			if a != b || c != e || okC != okE {
				t.Errorf("%v is typed as %v", o, p)
			}
		}
	}
}

func TestWriteIsRepeatable(t *testing.T) {
	for name, make := range map[string]func() *index.Snapshot{"shapes": shapes().Snapshot, "large": func() *index.Snapshot { return indextest.Large(6) }} {
		s := make()
		want := write(t, s, Options{Jobs: 1})
		for jobs := range 7 {
			if got := write(t, s, Options{Jobs: jobs}); !bytes.Equal(got, want) {
				t.Errorf("%s: %d jobs write %d other bytes", name, jobs, len(got))
			}
		}
		read(t, want)
	}
}

// The same symbol can be defined in several files; lint takes a second
// relationship of it for a mistake.
func TestRelationshipsOfSharedSymbols(t *testing.T) {
	r := &indextest.Repo{Project: onePackage{}}
	base := r.File("a.toy", "Base")
	b := base.Def("Base", 1, lang.KindInterface, symbol.Type, nil)
	for _, p := range []string{"linux.toy", "windows.toy"} {
		f := r.File(p, "T")
		f.Relate(f.Def("T", 1, lang.KindStruct, symbol.Type, nil), lang.Implements, base.ID(b))
	}
	x := read(t, write(t, r.Snapshot(), Options{}))
	var n int
	for _, d := range x.Documents {
		for _, info := range d.Symbols {
			n += len(info.Relationships)
		}
	}
	if n != 1 {
		t.Errorf("%d relationships, want 1", n)
	}
}

// onePackage puts all files into one name space, as Go does.
type onePackage struct{ indextest.Toy }

func (onePackage) Prefix(string) []symbol.Descriptor {
	return []symbol.Descriptor{{Name: "pkg", Suffix: symbol.Namespace}}
}

// Names nested without end must not make the index grow with the square of the
// file.
func TestDeepNestingIsLinear(t *testing.T) {
	r := &indextest.Repo{}
	src := strings.Repeat("a ", 5000)
	f := r.File("deep.toy", src)
	parent := lang.NoDef
	for i := range 5000 {
		id, d := f.B.Def(f.B.Name("a"), lang.KindProperty, symbol.Term, uint32(2*i), uint32(2*i+1))
		d.Parent = parent
		parent = id
	}
	if data := write(t, r.Snapshot(), Options{}); len(data) > 200*5000 {
		t.Errorf("%d bytes for 5000 definitions", len(data))
	} else {
		read(t, data)
	}
}

// A writer that fails ends the work, wherever it happens to be.
func TestWriteError(t *testing.T) {
	for name, s := range map[string]*index.Snapshot{"shapes": shapes().Snapshot(), "large": indextest.Large(6)} {
		size := len(write(t, s, Options{}))
		for _, jobs := range []int{1, 3} {
			for _, room := range []int{0, size / 2, size - 1} {
				w := failing(room)
				if err := Write(&w, s, Options{Jobs: jobs}); !errors.Is(err, os.ErrClosed) {
					t.Errorf("%s, %d jobs, room for %d bytes: %v", name, jobs, room, err)
				}
			}
		}
	}
}

// failing is a writer that has room for so many bytes.
type failing int

func (f *failing) Write(b []byte) (int, error) {
	if len(b) > int(*f) {
		return 0, os.ErrClosed
	}
	*f -= failing(len(b))
	return len(b), nil
}

// All kinds have a place in SCIP's list, and none is forgotten.
func TestKinds(t *testing.T) {
	if slices.Contains(kinds[1:], 0) {
		t.Errorf("a kind has no SCIP kind: %v", kinds)
	}
	if next := lang.Kind(len(kinds)).String(); next != lang.KindUnknown.String() {
		t.Errorf("kind %q has no SCIP kind", next)
	}
}
