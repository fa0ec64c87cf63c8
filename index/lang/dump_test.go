package lang

import (
	"strings"
	"testing"

	"codeintel/index/symbol"
)

// sample is "f = g(1)" with a definition, a call and a scope.
func sample() *Facts {
	b := NewBuilder(8)
	f, d := b.Def(b.Name("f"), KindVariable, symbol.Term, 0, 1)
	d.Scope = 0
	d.Flags = Exported
	r := b.Ref(Ref{Name: b.Name("g"), Start: 4, End: 5, Kind: RefName, Role: Read | Call, Space: Value})
	b.Assign(f, b.Expr2(ExprCall, 0, b.Expr(ExprName, int32(r)), b.Expr(ExprNumber, 0)))
	return b.Finish()
}

func TestDump(t *testing.T) {
	want := `scope 0 file 0-8
def f. 0-1 variable [exported] scope=0
ref g 4-5 name [read call] scope=0
assign f@0 = (call g@4 number)
`
	if got := Dump(sample()); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestValidate(t *testing.T) {
	if err := Validate(sample(), 8); err != nil {
		t.Fatal(err)
	}
	for name, damage := range map[string]func(f *Facts){
		"outside":            func(f *Facts) { f.Defs[0].EncEnd = 9 },
		"does not hold":      func(f *Facts) { f.Defs[0].EncStart, f.Defs[0].EncEnd = 1, 1 },
		"form a cycle":       func(f *Facts) { f.Defs[0].Parent = 0 },
		"earlier":            func(f *Facts) { f.Defs[0].Same = 0 },
		"sorted":             func(f *Facts) { f.Refs = append(f.Refs, Ref{Name: 1, Start: 1, End: 2}) },
		"scope":              func(f *Facts) { f.Refs[0].Scope = 7 },
		"kind member":        func(f *Facts) { f.Refs[0].Kind, f.Refs[0].X = RefMember, 9 },
		"kind def":           func(f *Facts) { f.Refs[0].Kind, f.Refs[0].X = RefDef, -1 },
		"a cycle":            func(f *Facts) { f.Exprs[0].A = 2 },
		"operands":           func(f *Facts) { f.Exprs[0].A = 99 },
		"N = 5":              func(f *Facts) { f.Exprs[0].N = 5 },
		"come before":        func(f *Facts) { f.Scopes = append(f.Scopes, Scope{Parent: 1}) },
		"is no Binding":      func(f *Facts) { f.Imports = append(f.Imports, Import{Local: 0}) },
		"twice":              func(f *Facts) { f.Names = append(f.Names, "g") },
		"without parent":     func(f *Facts) { f.Defs[0].Flags = Param },
		"without the flag":   func(f *Facts) { f.Defs[0].End = 0 },
		"base 0":             func(f *Facts) { f.Bases = append(f.Bases, Base{Def: 3}) },
		"assign 0":           func(f *Facts) { f.Assigns[0].Value = -1 },
		"not the empty":      func(f *Facts) { f.Names[0] = "x" },
		"is not the file":    func(f *Facts) { f.Scopes[0].Kind = ScopeClass },
		"package at 0 to 20": func(f *Facts) { f.PackageAt[1] = 20 },
	} {
		f := sample()
		damage(f)
		err := Validate(f, 8)
		if name == "outside" {
			name = "in a file of 8 bytes"
		}
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
		Dump(f) // must survive what Validate refuses
	}
}
