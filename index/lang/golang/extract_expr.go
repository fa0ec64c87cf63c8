package golang

import (
	"go/ast"
	"go/token"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// use adds the reference of a bare name; NoRef when there is none in the text.
func (x *extractor) use(id *ast.Ident, role lang.Role) lang.RefID {
	if !x.named(id) {
		return lang.NoRef
	}
	r := lang.Ref{
		Name: x.b.Name(id.Name), Start: x.at(id.Pos()), End: x.at(id.End()),
		Scope: x.scope, Kind: lang.RefName, Role: role, Space: lang.AnySpace,
	}
	if def, _ := x.lookup(r.Name); def >= 0 {
		r.Kind, r.X = lang.RefDef, int32(def)
	}
	return x.b.Ref(r)
}

// name is use, and the expression that the name is.
func (x *extractor) name(id *ast.Ident, role lang.Role, want bool) lang.ExprID {
	ref := x.use(id, role)
	if !want || ref < 0 {
		return lang.NoExpr
	}
	if r := &x.b.F.Refs[ref]; r.Kind == lang.RefDef {
		if d := &x.b.F.Defs[r.X]; d.Space&lang.Type != 0 {
			return x.b.Expr(lang.ExprClass, r.X)
		}
		return x.b.Expr(lang.ExprDef, r.X)
	}
	return x.b.Expr(lang.ExprName, int32(ref))
}

// anonymous is the container of the fields of an anonymous type: w.parent, or
// a definition of its own when there is none.
func (x *extractor) anonymous(t ast.Expr, w where) where {
	if w.parent >= 0 {
		return w
	}
	at := x.at(t.Pos())
	id, d := x.b.Def(0, lang.KindStruct, symbol.None, at, at)
	d.Flags |= lang.Synthetic | lang.Structural | lang.Local
	return where{parent: id, local: true}
}

// typeExpr walks an expression in type position. Fields of anonymous types in
// it hang under w.
func (x *extractor) typeExpr(t ast.Expr, w where) lang.ExprID {
	if t == nil || !x.enter() {
		return lang.NoExpr
	}
	defer x.leave()
	switch t := t.(type) {
	case *ast.Ident:
		return x.name(t, lang.TypeRole, true)
	case *ast.SelectorExpr:
		return x.selector(t, lang.TypeRole, true)
	case *ast.StarExpr:
		return x.typeExpr(t.X, w)
	case *ast.ParenExpr:
		return x.typeExpr(t.X, w)
	case *ast.ArrayType:
		if t.Len != nil {
			if _, ok := t.Len.(*ast.Ellipsis); !ok {
				x.value(t.Len, false, w)
			}
		}
		return x.arrayOf(x.typeExpr(t.Elt, w))
	case *ast.Ellipsis:
		return x.arrayOf(x.typeExpr(t.Elt, w))
	case *ast.ChanType:
		return x.arrayOf(x.typeExpr(t.Value, w))
	case *ast.MapType:
		x.typeExpr(t.Key, inside)
		return x.arrayOf(x.typeExpr(t.Value, w))
	case *ast.IndexExpr:
		return x.instance(t.X, []ast.Expr{t.Index})
	case *ast.IndexListExpr:
		return x.instance(t.X, t.Indices)
	case *ast.StructType:
		w = x.anonymous(t, w)
		x.fields(t.Fields, w)
		return x.b.Expr(lang.ExprObject, int32(w.parent))
	case *ast.InterfaceType:
		w = x.anonymous(t, w)
		x.interfaceType(t, w)
		return x.b.Expr(lang.ExprObject, int32(w.parent))
	case *ast.FuncType:
		x.funcType(t)
	case *ast.BinaryExpr: // a union in a constraint
		for {
			x.typeExpr(t.Y, w)
			l, ok := t.X.(*ast.BinaryExpr)
			if !ok {
				break
			}
			t = l
		}
		x.typeExpr(t.X, w)
	case *ast.UnaryExpr: // ~T
		return x.typeExpr(t.X, w)
	case *ast.BadExpr:
		x.broken(t)
	default:
		x.value(t, false, w)
	}
	return lang.NoExpr
}

func (x *extractor) arrayOf(e lang.ExprID) lang.ExprID {
	if e < 0 {
		return e
	}
	return x.b.Expr1(lang.ExprArrayOf, 0, e)
}

// instance walks a generic type with its arguments.
func (x *extractor) instance(t ast.Expr, args []ast.Expr) lang.ExprID {
	e := x.typeExpr(t, inside)
	var list []lang.ExprID
	for _, a := range args {
		g := x.typeExpr(a, inside)
		if g < 0 {
			g = x.b.Expr(lang.ExprUnknown, 0)
		}
		list = append(list, g)
	}
	if e < 0 {
		return e
	}
	return x.b.Expr2(lang.ExprTypeArgs, 0, e, x.b.List(list))
}

// funcType walks a function type: its parameters are local to it.
func (x *extractor) funcType(t *ast.FuncType) {
	x.signature(t, lang.NoDef, nil)
}

// selector walks X.Sel.
func (x *extractor) selector(s *ast.SelectorExpr, role lang.Role, want bool) lang.ExprID {
	recv := x.value(s.X, true, inside)
	if !x.named(s.Sel) {
		return lang.NoExpr
	}
	ref := x.b.Ref(lang.Ref{
		Name: x.b.Name(s.Sel.Name), Start: x.at(s.Sel.Pos()), End: x.at(s.Sel.End()),
		Scope: x.scope, X: int32(recv), Kind: lang.RefMember, Role: role, Space: lang.AnySpace,
	})
	if !want || recv < 0 {
		return lang.NoExpr
	}
	return x.b.Expr1(lang.ExprMember, int32(ref), recv)
}

// value walks an expression. It returns what its type can be inferred from
// when that is wanted and known.
func (x *extractor) value(e ast.Expr, want bool, w where) lang.ExprID {
	if e == nil || !x.enter() {
		return lang.NoExpr
	}
	defer x.leave()
	switch e := e.(type) {
	case *ast.Ident:
		return x.name(e, lang.Read, want)
	case *ast.SelectorExpr:
		return x.selector(e, lang.Read, want)
	case *ast.ParenExpr:
		return x.value(e.X, want, w)
	case *ast.StarExpr:
		return x.value(e.X, want, w)
	case *ast.UnaryExpr:
		v := x.value(e.X, want, w)
		if e.Op == token.ARROW && v >= 0 {
			return x.b.Expr1(lang.ExprElem, 0, v)
		}
		return v
	case *ast.CallExpr:
		return x.call(e, want)
	case *ast.IndexExpr:
		v := x.value(e.X, want, inside)
		x.value(e.Index, false, inside)
		if v >= 0 {
			return x.b.Expr1(lang.ExprIndex, 0, v)
		}
	case *ast.IndexListExpr:
		v := x.value(e.X, want, inside)
		for _, i := range e.Indices {
			x.typeExpr(i, inside)
		}
		return v
	case *ast.SliceExpr:
		v := x.value(e.X, want, inside)
		x.value(e.Low, false, inside)
		x.value(e.High, false, inside)
		x.value(e.Max, false, inside)
		return v
	case *ast.TypeAssertExpr:
		x.value(e.X, false, inside)
		if t := x.typeExpr(e.Type, w); t >= 0 && want {
			return x.b.Expr2(lang.ExprCast, 0, lang.NoExpr, t)
		}
	case *ast.CompositeLit:
		return x.composite(e, lang.NoExpr, want, w)
	case *ast.FuncLit:
		x.funcLit(e)
	case *ast.BinaryExpr:
		// Chains of operators lean to the left and can be very long.
		t := e
		for {
			x.value(t.Y, false, inside)
			l, ok := t.X.(*ast.BinaryExpr)
			if !ok {
				break
			}
			t = l
		}
		if v := x.value(t.X, want && arithmetic(e.Op), inside); v >= 0 {
			return x.b.Expr1(lang.ExprBinary, 0, v)
		}
	case *ast.KeyValueExpr:
		x.value(e.Key, false, inside)
		x.value(e.Value, false, inside)
	case *ast.BasicLit:
	case *ast.Ellipsis:
		x.value(e.Elt, false, inside)
	case *ast.BadExpr:
		x.broken(e)
	case *ast.ArrayType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType, *ast.MapType, *ast.StructType:
		if t := x.typeExpr(e, w); want {
			return t
		}
	}
	return lang.NoExpr
}

func arithmetic(op token.Token) bool {
	switch op {
	case token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.AND, token.OR, token.XOR, token.SHL, token.SHR, token.AND_NOT:
		return true
	}
	return false
}

func (x *extractor) call(e *ast.CallExpr, want bool) lang.ExprID {
	builtin := ""
	if id, ok := e.Fun.(*ast.Ident); ok && (id.Name == "new" || id.Name == "make") && len(e.Args) > 0 {
		if def, _ := x.lookup(x.b.Name(id.Name)); def < 0 {
			builtin = id.Name
		}
	}
	callee := x.callee(e.Fun, want)
	args := e.Args
	if builtin != "" {
		t := x.typeExpr(args[0], inside)
		args = args[1:]
		for _, a := range args {
			x.value(a, false, inside)
		}
		if want && t >= 0 {
			return x.b.Expr2(lang.ExprCast, 0, lang.NoExpr, t)
		}
		return lang.NoExpr
	}
	for _, a := range args {
		x.value(a, false, inside)
	}
	if callee < 0 {
		return lang.NoExpr
	}
	switch e.Fun.(type) {
	case *ast.ArrayType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType, *ast.MapType, *ast.StructType:
		return x.b.Expr2(lang.ExprCast, 0, lang.NoExpr, callee) // a conversion
	}
	return x.b.Expr1(lang.ExprCall, 0, callee)
}

// callee walks what a call calls: a function that is instantiated for it is
// called as well.
func (x *extractor) callee(e ast.Expr, want bool) lang.ExprID {
	switch f := ast.Unparen(e).(type) {
	case *ast.Ident:
		return x.name(f, lang.Read|lang.Call, want)
	case *ast.SelectorExpr:
		return x.selector(f, lang.Read|lang.Call, want)
	case *ast.IndexExpr:
		if named(f.X) && x.mayBeType(f.Index) {
			v := x.callee(f.X, want)
			x.value(f.Index, false, inside)
			return v
		}
	case *ast.IndexListExpr:
		if named(f.X) {
			v := x.callee(f.X, want)
			for _, i := range f.Indices {
				x.typeExpr(i, inside)
			}
			return v
		}
	}
	return x.value(e, want, inside)
}

// named says whether an expression is a name, qualified or not.
func named(e ast.Expr) bool {
	switch ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return true
	}
	return false
}

// mayBeType says whether an expression may be a type, as far as its file tells
// without what is declared outside of functions.
func (x *extractor) mayBeType(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		def, _ := x.lookup(x.b.Name(e.Name))
		return def < 0 || x.b.F.Defs[def].Space&lang.Type != 0
	case *ast.SelectorExpr:
		// Only a package has types as members.
		id, ok := e.X.(*ast.Ident)
		if !ok {
			return false
		}
		def, _ := x.lookup(x.b.Name(id.Name))
		return def < 0
	case *ast.StarExpr:
		return x.mayBeType(e.X)
	case *ast.IndexExpr:
		return named(e.X) && x.mayBeType(e.X)
	case *ast.IndexListExpr, *ast.ArrayType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType, *ast.MapType, *ast.StructType:
		return true
	}
	return false
}

// composite walks a composite literal. typ is its type where the literal
// leaves it out, as elements of slices and maps do.
func (x *extractor) composite(e *ast.CompositeLit, typ lang.ExprID, want bool, w where) lang.ExprID {
	elem, fields := lang.NoExpr, true
	if e.Type != nil {
		typ = x.typeExpr(e.Type, w)
		switch ast.Unparen(e.Type).(type) {
		case *ast.ArrayType, *ast.MapType:
			fields = false
		}
	}
	if typ >= 0 && x.b.F.Exprs[typ].Kind == lang.ExprArrayOf {
		fields = false
		elem = x.b.F.Exprs[typ].A
	}
	value := lang.NoExpr // of the type typ, made when a key needs it
	for _, v := range e.Elts {
		kv, ok := v.(*ast.KeyValueExpr)
		if ok {
			if id, isName := kv.Key.(*ast.Ident); isName && fields {
				if value < 0 && typ >= 0 {
					value = x.b.Expr2(lang.ExprCast, 0, lang.NoExpr, typ)
				}
				x.key(id, value)
			} else {
				x.element(kv.Key, lang.NoExpr)
			}
			v = kv.Value
		}
		x.element(v, elem)
	}
	switch {
	case !want || typ < 0:
		return lang.NoExpr
	case value >= 0:
		return value
	}
	return x.b.Expr2(lang.ExprCast, 0, lang.NoExpr, typ)
}

// element walks an element of a composite literal, whose type is typ where it
// leaves that out.
func (x *extractor) element(v ast.Expr, typ lang.ExprID) {
	if c, ok := v.(*ast.CompositeLit); ok && c.Type == nil {
		if x.enter() {
			x.composite(c, typ, false, inside)
			x.leave()
		}
		return
	}
	x.value(v, false, inside)
}

// key adds the reference of a field's name in the composite literal value.
func (x *extractor) key(id *ast.Ident, value lang.ExprID) {
	if !x.named(id) {
		return
	}
	x.b.Ref(lang.Ref{
		Name: x.b.Name(id.Name), Start: x.at(id.Pos()), End: x.at(id.End()),
		Scope: x.scope, X: int32(value), Kind: lang.RefKey, Role: lang.Write, Space: lang.Value,
	})
}

func (x *extractor) funcLit(e *ast.FuncLit) {
	outer, labels, pending := x.scope, x.labels, x.pending
	x.scope = x.b.Scope(lang.ScopeFunction, x.scope, lang.NoDef, x.at(e.Pos()), x.at(e.End()))
	x.labels, x.pending = nil, nil
	x.signature(e.Type, lang.NoDef, func() {
		if e.Body != nil {
			x.stmts(e.Body.List)
		}
		x.endLabels()
	})
	x.scope, x.labels, x.pending = outer, labels, pending
}
