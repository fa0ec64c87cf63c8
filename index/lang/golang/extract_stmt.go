package golang

import (
	"go/ast"
	"go/token"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// inside is the place of anonymous types in statements.
var inside = where{parent: lang.NoDef, local: true}

func (x *extractor) stmts(list []ast.Stmt) {
	for _, s := range list {
		x.stmt(s)
	}
}

// scoped walks statements in a block of their own.
func (x *extractor) scoped(list []ast.Stmt) {
	mark, block := x.push()
	x.stmts(list)
	x.pop(mark, block)
}

func (x *extractor) stmt(s ast.Stmt) {
	if s == nil || !x.enter() {
		return
	}
	defer x.leave()
	switch s := s.(type) {
	case *ast.ExprStmt:
		x.value(s.X, false, inside)
	case *ast.AssignStmt:
		x.assignStmt(s)
	case *ast.IncDecStmt:
		x.target(s.X)
	case *ast.SendStmt:
		x.value(s.Chan, false, inside)
		x.value(s.Value, false, inside)
	case *ast.GoStmt:
		x.value(callOf(s.Call), false, inside)
	case *ast.DeferStmt:
		x.value(callOf(s.Call), false, inside)
	case *ast.ReturnStmt:
		for _, e := range s.Results {
			x.value(e, false, inside)
		}
	case *ast.DeclStmt:
		if g, ok := s.Decl.(*ast.GenDecl); ok {
			x.localDecl(g)
		}
	case *ast.BlockStmt:
		x.scoped(s.List)
	case *ast.IfStmt:
		x.ifStmt(s)
	case *ast.ForStmt:
		mark, block := x.push()
		x.stmt(s.Init)
		x.value(s.Cond, false, inside)
		x.stmt(s.Post)
		x.block1(s.Body)
		x.pop(mark, block)
	case *ast.RangeStmt:
		x.rangeStmt(s)
	case *ast.SwitchStmt:
		mark, block := x.push()
		x.stmt(s.Init)
		x.value(s.Tag, false, inside)
		x.clauses(s.Body, lang.NoDef)
		x.pop(mark, block)
	case *ast.TypeSwitchStmt:
		x.typeSwitch(s)
	case *ast.SelectStmt:
		x.clauses(s.Body, lang.NoDef)
	case *ast.LabeledStmt:
		if x.named(s.Label) {
			id, d := x.def(s.Label, lang.KindUnknown, symbol.None, nil)
			d.Flags |= lang.Local
			x.labels = append(x.labels, labelDef{d.Name, id})
		}
		x.stmt(s.Stmt)
	case *ast.BranchStmt:
		if x.named(s.Label) {
			r := x.b.Ref(lang.Ref{
				Name: x.b.Name(s.Label.Name), Start: x.at(s.Label.Pos()), End: x.at(s.Label.End()),
				Scope: x.scope, Kind: lang.RefOpaque, Role: lang.Read,
			})
			x.pending = append(x.pending, labelRef{x.b.F.Refs[r].Name, r})
		}
	case *ast.BadStmt:
		x.broken(s)
	}
}

func callOf(c *ast.CallExpr) ast.Expr {
	if c == nil {
		return nil
	}
	return c
}

// block1 walks a body in a block of its own.
func (x *extractor) block1(b *ast.BlockStmt) {
	if b != nil {
		x.scoped(b.List)
	}
}

// endLabels resolves the uses of labels at the end of a function: labels are
// seen before they are defined.
func (x *extractor) endLabels() {
	for _, p := range x.pending {
		for _, l := range x.labels {
			if l.name == p.name {
				r := &x.b.F.Refs[p.ref]
				r.Kind, r.X = lang.RefDef, int32(l.def)
				break
			}
		}
	}
}

// target walks an expression that is assigned to.
func (x *extractor) target(e ast.Expr) {
	before := len(x.b.F.Refs)
	x.value(e, false, inside)
	switch ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		if n := len(x.b.F.Refs); n > before {
			r := &x.b.F.Refs[n-1]
			r.Role = r.Role&^lang.Read | lang.Write
		}
	}
}

func (x *extractor) assignStmt(s *ast.AssignStmt) {
	if s.Tok != token.DEFINE {
		for _, l := range s.Lhs {
			x.target(l)
		}
		for _, r := range s.Rhs {
			x.value(r, false, inside)
		}
		return
	}
	// The new names are in scope after the statement. Their definitions are
	// made first, so that the values can be assigned to them.
	defs := x.define(s.Lhs)
	x.assign(defs, s.Rhs, true, inside)
	x.bindAll(defs)
}

// define makes the definitions of those names on the left of := that are new in
// the current block; the others are uses. Bind them when they come into scope.
func (x *extractor) define(lhs []ast.Expr) []lang.DefID {
	defs := make([]lang.DefID, len(lhs))
	for i, l := range lhs {
		defs[i] = lang.NoDef
		id, ok := l.(*ast.Ident)
		if !ok {
			x.target(l)
			continue
		}
		if !x.named(id) {
			continue
		}
		if _, here := x.lookup(x.b.Name(id.Name)); here {
			x.target(id)
			continue
		}
		n, d := x.def(id, lang.KindVariable, symbol.None, nil)
		d.Flags |= lang.Local
		defs[i] = n
	}
	return defs
}

func (x *extractor) bindAll(defs []lang.DefID) {
	for _, d := range defs {
		if d >= 0 {
			x.bind(d)
		}
	}
}

func (x *extractor) localDecl(g *ast.GenDecl) {
	for _, s := range g.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			id := x.localDef(s.Name, typeKind(s), owner(g, s))
			if id < 0 {
				x.blankType(s)
				continue
			}
			d := &x.b.F.Defs[id]
			d.Space = lang.Value | lang.Type
			d.Sig = x.typeSig(s)
			docText(s.Doc, g.Doc).set(d)
			x.typeSpec(s, id)
		case *ast.ValueSpec:
			kind := lang.KindVariable
			if g.Tok == token.CONST {
				kind = lang.KindConstant
			}
			var lhs []ast.Expr
			for _, n := range s.Names {
				lhs = append(lhs, n)
			}
			defs := make([]lang.DefID, len(lhs))
			first := lang.NoDef
			for i, n := range s.Names {
				defs[i] = lang.NoDef
				if x.named(n) {
					id, d := x.def(n, kind, symbol.None, owner(g, s))
					d.Flags |= lang.Local
					defs[i] = id
					if first < 0 {
						first = id
					}
				}
			}
			x.valueSpec(s, defs, where{parent: first, local: true})
			x.bindAll(defs)
		}
	}
}

func (x *extractor) ifStmt(s *ast.IfStmt) {
	// else if … chains can be very long: no recursion over them.
	mark, block := x.push()
	defer x.pop(mark, block)
	for {
		x.push()
		x.stmt(s.Init)
		x.value(s.Cond, false, inside)
		x.block1(s.Body)
		next, ok := s.Else.(*ast.IfStmt)
		if !ok {
			x.stmt(s.Else)
			return
		}
		s = next
	}
}

func (x *extractor) rangeStmt(s *ast.RangeStmt) {
	mark, block := x.push()
	defer x.pop(mark, block)
	if s.Tok != token.DEFINE {
		if s.Key != nil {
			x.target(s.Key)
		}
		if s.Value != nil {
			x.target(s.Value)
		}
		x.value(s.X, false, inside)
		x.block1(s.Body)
		return
	}
	lhs := []ast.Expr{}
	if s.Key != nil {
		lhs = append(lhs, s.Key)
	}
	if s.Value != nil {
		lhs = append(lhs, s.Value)
	}
	defs := x.define(lhs)
	want := len(defs) > 1 && defs[1] >= 0
	if e := x.value(s.X, want, inside); e >= 0 && want {
		x.b.Assign(defs[1], x.b.Expr1(lang.ExprElem, 0, e))
	}
	x.bindAll(defs)
	x.block1(s.Body)
}

// typeSwitch walks switch x := y.(type): x is one definition, although its
// type differs from clause to clause.
func (x *extractor) typeSwitch(s *ast.TypeSwitchStmt) {
	mark, block := x.push()
	defer x.pop(mark, block)
	x.stmt(s.Init)
	def := lang.NoDef
	switch a := s.Assign.(type) {
	case *ast.AssignStmt:
		if len(a.Lhs) == 1 && len(a.Rhs) == 1 {
			inner, outer := x.push()
			def = x.define(a.Lhs)[0]
			x.pop(inner, outer)
			x.value(a.Rhs[0], false, inside)
		} else {
			x.stmt(a)
		}
	default:
		x.stmt(a)
	}
	x.clauses(s.Body, def)
}

// clauses walks the clauses of a switch or select; symbolic is the variable of
// a type switch.
func (x *extractor) clauses(b *ast.BlockStmt, symbolic lang.DefID) {
	if b == nil {
		return
	}
	for _, c := range b.List {
		mark, block := x.push()
		switch c := c.(type) {
		case *ast.CaseClause:
			for _, e := range c.List {
				x.value(e, false, inside)
			}
			if symbolic >= 0 {
				x.bind(symbolic)
			}
			x.stmts(c.Body)
		case *ast.CommClause:
			x.stmt(c.Comm)
			x.stmts(c.Body)
		default:
			x.stmt(c)
		}
		x.pop(mark, block)
	}
}
