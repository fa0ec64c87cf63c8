package lang

import (
	"fmt"

	"codeintel/index/symbol"
)

// Validate checks what every consumer of Facts relies on: ids inside their
// tables, ranges inside the file of size bytes, references sorted, scopes,
// parents, lists and expressions without cycles. Extractors call it in tests
// and fuzz targets; it returns the first violation.
func Validate(f *Facts, size int) error {
	v := validator{f: f, size: uint32(size)}
	for _, step := range []func() error{v.names, v.scopes, v.defs, v.refs, v.exprs, v.rest, v.rich} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

type validator struct {
	f    *Facts
	size uint32
}

func (v *validator) name(id NameID) bool         { return int(id) < len(v.f.Names) }
func (v *validator) scope(id ScopeID) bool       { return id >= NoScope && int(id) < len(v.f.Scopes) }
func (v *validator) def(id DefID) bool           { return id >= NoDef && int(id) < len(v.f.Defs) }
func (v *validator) ref(id RefID) bool           { return id >= NoRef && int(id) < len(v.f.Refs) }
func (v *validator) expr(id ExprID) bool         { return id >= NoExpr && int(id) < len(v.f.Exprs) }
func (v *validator) imp(id ImportID) bool        { return id >= NoImport && int(id) < len(v.f.Imports) }
func (v *validator) span(start, end uint32) bool { return start <= end && end <= v.size }

func (v *validator) names() error {
	if len(v.f.Names) == 0 || v.f.Names[0] != "" {
		return fmt.Errorf("name 0 is not the empty string")
	}
	numbers := NewNameTable(v.f.Names)
	for i, n := range v.f.Names {
		if last, _ := numbers.Get(n); int(last) != i {
			return fmt.Errorf("name %d: %q is there twice", last, n)
		}
	}
	return nil
}

func (v *validator) scopes() error {
	if len(v.f.Scopes) == 0 || v.f.Scopes[0].Kind != ScopeFile || v.f.Scopes[0].Parent != NoScope {
		return fmt.Errorf("scope 0 is not the file")
	}
	for i, s := range v.f.Scopes {
		switch {
		case i > 0 && (s.Parent < 0 || int(s.Parent) >= i):
			return fmt.Errorf("scope %d: parent %d does not come before it", i, s.Parent)
		case !v.span(s.Start, s.End):
			return fmt.Errorf("scope %d: range %d to %d in a file of %d bytes", i, s.Start, s.End, v.size)
		case !v.def(s.Owner):
			return fmt.Errorf("scope %d: owner %d", i, s.Owner)
		case s.Kind > ScopeMembers:
			return fmt.Errorf("scope %d: kind %d", i, s.Kind)
		}
	}
	return nil
}

func (v *validator) defs() error {
	f := v.f
	for i := range f.Defs {
		d := &f.Defs[i]
		switch {
		case !v.name(d.Name) || !v.name(d.Desc) || !v.name(d.Key):
			return fmt.Errorf("def %d: name %d, descriptor %d, key %d", i, d.Name, d.Desc, d.Key)
		case !v.span(d.Start, d.End) || !v.span(d.EncStart, d.EncEnd):
			return fmt.Errorf("def %d %q: range %d to %d, enclosing %d to %d in a file of %d bytes", i, f.Names[d.Name], d.Start, d.End, d.EncStart, d.EncEnd, v.size)
		case d.EncStart > d.Start || d.EncEnd < d.End:
			return fmt.Errorf("def %d %q: enclosing range %d to %d does not hold %d to %d", i, f.Names[d.Name], d.EncStart, d.EncEnd, d.Start, d.End)
		case d.Start == d.End && d.Flags&Synthetic == 0:
			return fmt.Errorf("def %d %q: empty range without the flag Synthetic", i, f.Names[d.Name])
		case !v.scope(d.Scope) || !v.scope(d.Body) || !v.def(d.Parent) || !v.expr(d.Type):
			return fmt.Errorf("def %d %q: scope %d, body %d, parent %d, type %d", i, f.Names[d.Name], d.Scope, d.Body, d.Parent, d.Type)
		case !v.def(d.Same) || d.Same >= 0 && (int(d.Same) >= i || f.Defs[d.Same].Same >= 0):
			return fmt.Errorf("def %d %q: same as %d, which is not an earlier first definition", i, f.Names[d.Name], d.Same)
		case d.Kind >= kindCount || d.Suffix > symbol.Macro || d.Space&^(AnySpace|Method) != 0:
			return fmt.Errorf("def %d %q: kind %d, suffix %d, space %d", i, f.Names[d.Name], d.Kind, d.Suffix, d.Space)
		case d.Flags&Param != 0 && d.Parent < 0:
			return fmt.Errorf("def %d %q: a parameter without parent", i, f.Names[d.Name])
		}
	}
	done := make([]bool, len(f.Defs)) // its parents are known to end
	for i := range f.Defs {
		steps := 0
		for d := DefID(i); d >= 0 && !done[d]; d = f.Defs[d].Parent {
			if steps++; steps > len(f.Defs) {
				return fmt.Errorf("def %d %q: its parents form a cycle", i, f.Names[f.Defs[i].Name])
			}
		}
		for d := DefID(i); d >= 0 && !done[d]; d = f.Defs[d].Parent {
			done[d] = true
		}
	}
	return nil
}

func (v *validator) refs() error {
	f := v.f
	for i := range f.Refs {
		r := &f.Refs[i]
		switch {
		case !v.name(r.Name):
			return fmt.Errorf("ref %d: name %d", i, r.Name)
		case !v.span(r.Start, r.End) || r.Start == r.End:
			return fmt.Errorf("ref %d %q: range %d to %d in a file of %d bytes", i, f.Names[r.Name], r.Start, r.End, v.size)
		case i > 0 && f.Refs[i-1].Start > r.Start:
			return fmt.Errorf("ref %d %q: not sorted by start", i, f.Names[r.Name])
		case r.Scope < 0 || !v.scope(r.Scope):
			return fmt.Errorf("ref %d %q: scope %d", i, f.Names[r.Name], r.Scope)
		}
		ok := true
		switch r.Kind {
		case RefMember, RefKeyword, RefKey:
			ok = v.expr(ExprID(r.X))
		case RefImport, RefModule, RefExport:
			ok = r.X >= 0 && v.imp(ImportID(r.X))
		case RefDef, RefContext:
			ok = r.X >= 0 && v.def(DefID(r.X))
		case RefName, RefOpaque, RefOpen:
		default:
			return fmt.Errorf("ref %d %q: kind %d", i, f.Names[r.Name], r.Kind)
		}
		if !ok {
			return fmt.Errorf("ref %d %q: kind %s with X = %d", i, f.Names[r.Name], refKindNames[r.Kind], r.X)
		}
	}
	return nil
}

func (v *validator) exprs() error {
	f := v.f
	for i := range f.Exprs {
		e := &f.Exprs[i]
		if e.Kind >= exprKindCount {
			return fmt.Errorf("expr %d: kind %d", i, e.Kind)
		}
		if !v.expr(e.A) || !v.expr(e.B) || !v.expr(e.Next) {
			return fmt.Errorf("expr %d %s: operands %d, %d, next %d", i, exprKindNames[e.Kind], e.A, e.B, e.Next)
		}
		ok := true
		switch e.Kind {
		case ExprName, ExprMember:
			ok = e.N >= 0 && v.ref(RefID(e.N))
		case ExprKeyword:
			ok = v.ref(RefID(e.N))
		case ExprThis, ExprSuper:
			ok = e.N >= 0 && v.scope(ScopeID(e.N))
		case ExprObject, ExprFunc, ExprClass, ExprFuncType, ExprDef:
			ok = e.N >= 0 && v.def(DefID(e.N))
		case ExprProp, ExprPrim, ExprOpen, ExprMagic:
			ok = e.N >= 0 && v.name(NameID(e.N))
		case ExprIs:
			ok = e.N < 0 && e.N >= IsWith || v.name(NameID(e.N))
		case ExprWhere:
			ok = e.A >= 0 && e.B >= 0
		case ExprRequire:
			ok = e.N >= 0 && v.imp(ImportID(e.N))
		}
		if !ok {
			return fmt.Errorf("expr %d %s: N = %d", i, exprKindNames[e.Kind], e.N)
		}
	}
	return v.acyclic()
}

// acyclic walks the expressions' operands and lists without recursion.
func (v *validator) acyclic() error {
	const (
		unseen = iota
		open
		closed
	)
	f := v.f
	state := make([]uint8, len(f.Exprs))
	type frame struct {
		e ExprID
		k int
	}
	var stack []frame
	for i := range f.Exprs {
		if state[i] != unseen {
			continue
		}
		stack = append(stack[:0], frame{e: ExprID(i)})
		state[i] = open
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			e := &f.Exprs[top.e]
			if top.k == 3 {
				state[top.e] = closed
				stack = stack[:len(stack)-1]
				continue
			}
			next := [3]ExprID{e.A, e.B, e.Next}[top.k]
			top.k++
			if next < 0 || state[next] == closed {
				continue
			}
			if state[next] == open {
				return fmt.Errorf("expr %d %s: a cycle through %d", top.e, exprKindNames[e.Kind], next)
			}
			state[next] = open
			stack = append(stack, frame{e: next})
		}
	}
	return nil
}

func (v *validator) rest() error {
	f := v.f
	for i, m := range f.Imports {
		if !v.name(m.Module) || !v.name(m.Name) || !v.def(m.Local) || !v.scope(m.Scope) || m.Kind >= importKindCount {
			return fmt.Errorf("import %d: %+v", i, m)
		}
		if m.Local >= 0 && f.Defs[m.Local].Flags&Binding == 0 {
			return fmt.Errorf("import %d: its local %q is no Binding", i, f.Names[f.Defs[m.Local].Name])
		}
	}
	for i, e := range f.Exports {
		if !v.name(e.Name) || !v.def(e.Def) || !v.ref(e.Ref) || !v.imp(e.From) || !v.expr(e.Expr) || e.Kind >= exportKindCount {
			return fmt.Errorf("export %d: %+v", i, e)
		}
	}
	for i, a := range f.Assigns {
		if a.Def < 0 || !v.def(a.Def) || a.Value < 0 || !v.expr(a.Value) {
			return fmt.Errorf("assign %d: %+v", i, a)
		}
		if i > 0 && f.Assigns[i-1].Def > a.Def {
			return fmt.Errorf("assign %d: not sorted by def", i)
		}
	}
	for i, b := range f.Bases {
		if b.Def < 0 || !v.def(b.Def) || b.Expr < 0 || !v.expr(b.Expr) || b.Kind >= baseKindCount {
			return fmt.Errorf("base %d: %+v", i, b)
		}
		if i > 0 && f.Bases[i-1].Def > b.Def {
			return fmt.Errorf("base %d: not sorted by def", i)
		}
	}
	for i, t := range f.Surface {
		if !v.def(t.Def) {
			return fmt.Errorf("surface %d: definition %d", i, t.Def)
		}
	}
	if !v.span(f.PackageAt[0], f.PackageAt[1]) {
		return fmt.Errorf("package at %d to %d in a file of %d bytes", f.PackageAt[0], f.PackageAt[1], v.size)
	}
	return nil
}
