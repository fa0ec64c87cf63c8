package lang

import (
	"slices"
	"testing"

	"codeintel/index/symbol"
)

// defs makes facts of definitions; at is where the first one stands.
func defs(at uint32, list ...Def) *Facts {
	b := NewBuilder(1 << 16)
	for _, d := range list {
		d.Start, d.End = at, at+1
		d.EncStart, d.EncEnd = d.Start, d.End
		at += 10
		d.Scope, d.Body, d.Type, d.Same = NoScope, NoScope, NoExpr, max(d.Same, NoDef)
		b.F.Defs = append(b.F.Defs, d)
	}
	return b.F
}

func TestMatchDefs(t *testing.T) {
	names := []string{"", "T", "m", "f", "x", "new"}
	typ := func(name NameID) Def { return Def{Name: name, Suffix: symbol.Type, Parent: NoDef, Same: NoDef} }
	method := func(name NameID, parent DefID, disamb uint16) Def {
		return Def{Name: name, Suffix: symbol.Method, Parent: parent, Disamb: disamb, Same: NoDef}
	}
	local := func(name NameID, parent DefID) Def {
		return Def{Name: name, Flags: Local, Parent: parent, Same: NoDef}
	}
	elsewhere := typ(1)
	elsewhere.Flags = Elsewhere | Synthetic
	again := func(d Def, same DefID) Def { d.Same = same; return d }
	for _, c := range []struct {
		what    string
		was, is []Def
		want    []DefID
	}{
		{"the same", []Def{typ(1), method(2, 0, 0)}, []Def{typ(1), method(2, 0, 0)}, []DefID{0, 1}},
		{"one comes in before", []Def{typ(1), method(2, 0, 0)}, []Def{method(5, NoDef, 0), typ(1), method(2, 1, 0)}, []DefID{1, 2}},
		{"the order is another one", []Def{typ(1), method(2, 0, 0), method(3, NoDef, 0)}, []Def{method(3, NoDef, 0), typ(1), method(2, 1, 0)}, []DefID{1, 2, 0}},
		{"one is gone", []Def{typ(1), method(2, 0, 0), method(3, 0, 0)}, []Def{typ(1), method(3, 0, 0)}, []DefID{0, NoDef, 1}},
		{"the container has another name", []Def{typ(1), method(2, 0, 0)}, []Def{typ(5), method(2, 0, 0)}, []DefID{NoDef, NoDef}},
		{"a function becomes a type", []Def{method(1, NoDef, 0)}, []Def{typ(1)}, []DefID{NoDef}},
		{"overloads are told apart by their number", []Def{method(2, NoDef, 0), method(2, NoDef, 1)}, []Def{method(2, NoDef, 1)}, []DefID{NoDef, 0}},
		{"local variables of one name, in order", []Def{method(3, NoDef, 0), local(4, 0), local(4, 0)}, []Def{method(3, NoDef, 0), local(4, 0), local(4, 0), local(4, 0)}, []DefID{0, 1, 2}},
		{"a local one is not the global one", []Def{local(3, NoDef)}, []Def{{Name: 3, Parent: NoDef, Same: NoDef}}, []DefID{NoDef}},
		{"the type of a method's receiver comes into the file", []Def{elsewhere, method(2, 0, 0)}, []Def{typ(1), method(2, 0, 0)}, []DefID{NoDef, 1}},
		{"further definitions of one symbol", []Def{typ(1), again(typ(1), 0), method(2, 1, 0)}, []Def{typ(1), method(2, 0, 0)}, []DefID{0, NoDef, 1}},
		{"containers that hold one another", []Def{method(2, 1, 0), method(3, 0, 0)}, []Def{method(3, NoDef, 0)}, []DefID{NoDef, 0}},
		{"nothing", nil, nil, []DefID{}},
	} {
		was, is := defs(0, c.was...), defs(5000, c.is...)
		was.Names, is.Names = names, names
		if got := MatchDefs(was, is); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// TestMatchDefsNames: names are compared as texts, not as numbers.
func TestMatchDefsNames(t *testing.T) {
	was := defs(0, Def{Name: 1, Suffix: symbol.Type, Parent: NoDef, Same: NoDef})
	is := defs(0, Def{Name: 1, Suffix: symbol.Type, Parent: NoDef, Same: NoDef}, Def{Name: 2, Suffix: symbol.Type, Parent: NoDef, Same: NoDef})
	was.Names, is.Names = []string{"", "A"}, []string{"", "B", "A"}
	if got := MatchDefs(was, is); !slices.Equal(got, []DefID{1}) {
		t.Errorf("%v, want [1]", got)
	}
}
