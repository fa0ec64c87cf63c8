package python

import (
	"bytes"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// statements reads the statements in node i and says whether control never
// reaches its end.
func (x *extractor) statements(i uint32) (ends bool) {
	if i == ts.NoNode || !x.deeper(i) {
		return false
	}
	defer x.shallower()
	x.children(i, func(c uint32) {
		if x.statement(c) {
			ends = true
		}
	})
	return ends
}

// statement reads one statement and says whether control never gets behind it.
func (x *extractor) statement(i uint32) (ends bool) {
	x.taken = 0
	switch x.kind(i) {
	case kExpressionStatement:
		x.children(i, func(c uint32) {
			switch x.kind(c) {
			case kAssignment:
				x.assignment(c)
			case kAugmentedAssignment:
				x.augmented(c)
			default:
				x.expr(c)
			}
		})
	case kFunctionDefinition:
		x.functionDef(i, ts.NoNode)
	case kClassDefinition:
		x.classDef(i, ts.NoNode)
	case kDecoratedDefinition:
		d := x.t.Child(i, fDefinition)
		switch {
		case d == ts.NoNode:
			x.children(i, func(c uint32) { x.decorator(c) })
		case x.kind(d) == kClassDefinition:
			x.classDef(d, i)
		default:
			x.functionDef(d, i)
		}
	case kIfStatement:
		return x.ifStatement(i)
	case kForStatement:
		x.forStatement(i)
	case kWhileStatement:
		x.whileStatement(i)
	case kTryStatement:
		return x.tryStatement(i)
	case kWithStatement:
		return x.withStatement(i)
	case kMatchStatement:
		x.matchStatement(i)
	case kReturnStatement:
		c := x.child(i)
		if c != ts.NoNode {
			e := x.expr(c)
			if x.fn != nil {
				x.b.Base(x.fn.def, lang.BaseReturn, e)
				x.b.Returned(x.fn.def, e)
			}
		}
		return true
	case kRaiseStatement:
		x.children(i, func(c uint32) { x.expr(c) })
		return true
	case kBreakStatement, kContinueStatement:
		return true
	case kImportStatement:
		x.importStatement(i)
	case kImportFromStatement, kFutureImportStatement:
		x.importFrom(i)
	case kGlobalStatement, kNonlocalStatement:
		x.outside(i)
	case kDeleteStatement:
		x.children(i, func(c uint32) { x.expr(c) })
		x.forgetNames(i)
	case kTypeAliasStatement:
		x.typeAlias(i)
	case kBlock:
		return x.statements(i)
	case kAssertStatement:
		n := 0
		x.children(i, func(c uint32) {
			x.expr(c)
			if n == 0 {
				x.narrow(c, true)
			}
			n++
		})
	case kPassStatement, kComment:
	default:
		x.loose(i)
	}
	return false
}

// loose reads a node that the grammar could not place: what is below it may be
// statements or expressions.
func (x *extractor) loose(i uint32) {
	if !x.deeper(i) {
		return
	}
	defer x.shallower()
	if int(x.n[i].Sym) < len(kinds) && x.kind(i) != kOther {
		x.expr(i)
		return
	}
	x.children(i, func(c uint32) { x.statementOrExpr(c) })
}

// statementOrExpr reads a node of either sort.
func (x *extractor) statementOrExpr(i uint32) {
	if !statementKind(x.kind(i)) {
		x.expr(i)
		return
	}
	if x.deeper(i) {
		x.statement(i)
		x.shallower()
	}
}

// binding describes an assignment to any target.
type binding struct {
	typ  lang.ExprID // the written type, else NoExpr
	decl uint32      // the node that declares
	stmt uint32      // the statement, NoNode when it is no plain assignment
}

// assignment reads "left: type = right" and chains of it; it returns the value.
func (x *extractor) assignment(i uint32) lang.ExprID {
	if !x.deeper(i) {
		return x.b.Expr(lang.ExprUnknown, 0)
	}
	defer x.shallower()
	left, typ, right := x.t.Child(i, fLeft), x.t.Child(i, fType), x.t.Child(i, fRight)
	b := binding{typ: lang.NoExpr, decl: i, stmt: ts.NoNode}
	if p := x.n[i].Parent; p != ts.NoNode && x.kind(p) == kExpressionStatement {
		b.stmt = p
	}
	var v lang.ExprID = lang.NoExpr
	if right != ts.NoNode {
		if x.n[right].Flags&ts.Named != 0 {
			v = x.expr(right)
		}
	}
	switch {
	case typ != ts.NoNode:
		b.typ = x.typeExpr(typ)
	case b.stmt != ts.NoNode:
		b.typ = x.typeComment(b.stmt)
	}
	if left != ts.NoNode {
		x.assignTo(left, v, b)
		if right != ts.NoNode && x.kind(left) == kIdentifier {
			switch string(x.text(left)) {
			case "__all__":
				x.all(right)
			case "__slots__":
				x.slotsOf(right)
			}
		}
	}
	return v
}

func (x *extractor) augmented(i uint32) lang.ExprID {
	left, right := x.t.Child(i, fLeft), x.t.Child(i, fRight)
	v := x.expr(right)
	if left == ts.NoNode {
		return v
	}
	switch x.kind(left) {
	case kIdentifier:
		// It binds the name in this scope, but never first.
		d := x.bindName(left, target{kind: variable(x.text(left)), typ: lang.NoExpr, decl: i, stmt: ts.NoNode})
		if d >= 0 && x.b.F.Defs[d].Start == x.n[left].Start {
			x.assign(d, v)
		}
		if bytes.Equal(x.text(left), []byte("__all__")) {
			x.all(right)
		}
	case kAttribute:
		x.attributeTarget(left, lang.NoExpr, binding{typ: lang.NoExpr, decl: i, stmt: ts.NoNode})
	default:
		x.exprAs(left, lang.Read|lang.Write)
	}
	return v
}

// assignTo binds what node i names to value v.
func (x *extractor) assignTo(i uint32, v lang.ExprID, b binding) {
	if i == ts.NoNode || !x.deeper(i) {
		return
	}
	defer x.shallower()
	switch x.kind(i) {
	case kIdentifier:
		d := x.bindName(i, target{kind: variable(x.text(i)), typ: b.typ, decl: b.decl, stmt: b.stmt})
		x.assign(d, v)
	case kAttribute:
		x.attributeTarget(i, v, b)
	case kSubscript:
		x.expr(i)
	case kPatternList, kTuplePattern, kListPattern, kTuple, kList, kExpressionList:
		b.stmt, b.typ = ts.NoNode, lang.NoExpr
		elems, literal := x.literal(v)
		n, star := 0, false
		x.children(i, func(c uint32) {
			switch {
			case x.kind(c) == kListSplatPattern || x.kind(c) == kListSplat || x.starred(c):
				star, literal = true, false
				if !x.starred(c) {
					c = x.child(c)
				}
				x.assignTo(c, x.b.Expr1(lang.ExprArray, 0, x.b.Expr1(lang.ExprElem, 0, v)), b)
			case star:
				x.assignTo(c, x.b.Expr1(lang.ExprElem, 0, v), b)
			case literal && n < len(elems):
				x.assignTo(c, elems[n], b)
			case v < 0:
				x.assignTo(c, v, b)
			default:
				x.assignTo(c, x.b.Expr1(lang.ExprNth, int32(n), v), b)
			}
			n++
		})
	case kListSplatPattern, kListSplat, kParenthesizedExpression, kAsPatternTarget:
		x.assignTo(x.child(i), v, b)
	default:
		x.expr(i)
	}
}

// literal are the elements of a tuple or list literal without spreads that was
// kept whole.
func (x *extractor) literal(v lang.ExprID) ([]lang.ExprID, bool) {
	if v < 0 || x.b.F.Exprs[v].Kind != lang.ExprTuple && x.b.F.Exprs[v].Kind != lang.ExprArray {
		return nil, false
	}
	var list []lang.ExprID
	for a := x.b.F.Exprs[v].A; a >= 0; a = x.b.F.Exprs[a].Next {
		if x.b.F.Exprs[a].Kind == lang.ExprSpread {
			return nil, false
		}
		list = append(list, a)
	}
	return list, true
}

// attributeTarget assigns to object.attribute. Inside a method an attribute of
// its receiver becomes a member of the class.
func (x *extractor) attributeTarget(i uint32, v lang.ExprID, b binding) {
	obj, at := x.t.Child(i, fObject), x.t.Child(i, fAttribute)
	if obj == ts.NoNode || at == ts.NoNode || x.empty(at) {
		x.expr(i)
		return
	}
	if x.kind(obj) == kListSplat || x.kind(obj) == kListSplatPattern {
		obj = x.child(obj)
	}
	a := x.expr(obj)
	x.holdPath(i, v)
	if obj == ts.NoNode || x.kind(obj) != kIdentifier || x.fn == nil || x.fn.class == nil || x.fn.self == 0 || x.name(obj) != x.fn.self {
		x.member(at, a, lang.Write)
		return
	}
	k := key{x.fn.class.scope, x.name(at)}
	if d, ok := x.bound[k]; ok {
		x.member(at, a, lang.Write)
		def := &x.b.F.Defs[d]
		if def.Flags&lang.Binding == 0 {
			if def.Type < 0 && b.typ >= 0 {
				def.Type = b.typ
			}
			x.b.Assign(d, v)
		}
		return
	}
	id, d := x.b.Def(k.name, lang.KindField, symbol.Term, x.n[at].Start, x.n[at].End)
	d.Flags, d.Parent, d.Type = lang.Member, x.fn.class.def, b.typ
	if x.b.F.Defs[x.fn.def].Flags&lang.ClassMethod != 0 {
		d.Flags |= lang.Static
	}
	d.EncStart, d.EncEnd = x.n[b.decl].Start, x.n[b.decl].End
	if b.stmt != ts.NoNode {
		d.Sig = x.line(x.n[b.stmt].Start, x.n[b.stmt].End)
		d.Doc = x.docAfter(b.stmt)
	}
	x.bound[k] = id
	x.b.Assign(id, v)
	if b.typ < 0 {
		// A base class may declare it: then this is an assignment to that.
		x.b.Ref(lang.Ref{
			Name: k.name, Start: x.n[at].Start, End: x.n[at].End, Scope: x.scope,
			X: int32(id), Kind: lang.RefContext, Role: lang.Write, Space: lang.Value,
		})
	}
}

// all records the names that __all__ lists: what a star import takes. They are
// references too.
func (x *extractor) all(i uint32) {
	if i == ts.NoNode || x.bind != 0 {
		return
	}
	x.listed(i, func(start, end uint32) {
		n := x.b.NameBytes(x.src[start:end])
		r := x.b.Ref(lang.Ref{Name: n, Start: start, End: end, X: -1, Kind: lang.RefName, Role: lang.Read, Space: lang.Value})
		x.b.Export(lang.Export{Name: n, Kind: lang.ExportLocal, Def: lang.NoDef, Ref: r, From: lang.NoImport, Expr: lang.NoExpr})
	})
}

// listed calls f with the range of each name that is written as a string in
// the list, tuple or set at node i, or as the one string that it is.
func (x *extractor) listed(i uint32, f func(start, end uint32)) {
	each := func(c uint32) {
		if x.kind(c) != kString {
			return
		}
		s, ok := x.plainString(c)
		if !ok || !identifier(s) {
			return
		}
		start := x.n[c].Start + uint32(bytes.Index(x.text(c), s))
		f(start, start+uint32(len(s)))
	}
	switch x.kind(i) {
	case kList, kTuple, kSet, kExpressionList:
		x.children(i, each)
	default:
		each(i)
	}
}

// identifier says whether s may be a name.
func identifier(s []byte) bool {
	for i, c := range s {
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c < 0x80 && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return len(s) > 0
}

// slot is a name in a class's __slots__.
type slot struct {
	class      *class
	start, end uint32
}

func (x *extractor) slotsOf(i uint32) {
	if x.cls == nil || x.bind != x.cls.scope {
		return
	}
	x.listed(i, func(start, end uint32) { x.slots = append(x.slots, slot{x.cls, start, end}) })
}

// slotted makes members of the slots that no method of their class sets; the
// others are references to what sets them.
func (x *extractor) slotted() {
	for _, s := range x.slots {
		n := x.b.NameBytes(x.src[s.start:s.end])
		if d, ok := x.bound[key{s.class.scope, n}]; ok {
			if x.b.F.Defs[d].Flags&lang.Binding == 0 {
				x.b.Ref(lang.Ref{Name: n, Start: s.start, End: s.end, Scope: s.class.scope, X: int32(d), Kind: lang.RefDef, Role: lang.Read, Space: lang.Value})
			}
			continue
		}
		id, d := x.b.Def(n, lang.KindField, symbol.Term, s.start, s.end)
		d.Flags, d.Parent = lang.Member, s.class.def
		x.bound[key{s.class.scope, n}] = id
	}
}

func (x *extractor) ifStatement(i uint32) bool {
	var ends []branch
	start := x.mark()
	// branch reads one way through the statement; what is known of its condition
	// and of those before it decides whether it is one.
	dead := false // a condition before is always true
	way := func(block uint32, cond truth) {
		if dead || cond == never {
			x.later(block)
			return
		}
		mark := x.mark()
		done := x.statements(block)
		if b := x.leave(start, mark); !done {
			ends = append(ends, b)
		}
		dead = cond == always
	}
	test := func(cond, block uint32) {
		x.expr(cond)
		mark := x.mark()
		if cond != ts.NoNode {
			x.narrow(cond, true)
		}
		way(block, x.static(cond))
		x.undo(mark)
		if cond != ts.NoNode {
			x.narrow(cond, false)
		}
	}
	test(x.t.Child(i, fCondition), x.t.Child(i, fConsequence))
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		switch x.kind(c) {
		case kElifClause:
			test(x.t.Child(c, fCondition), x.t.Child(c, fConsequence))
		case kElseClause:
			way(x.t.Child(c, fBody), always)
		case kOther:
			if x.n[c].Flags&ts.Error != 0 {
				x.loose(c)
			}
		}
	}
	if rest := x.leave(start, start); !dead {
		ends = append(ends, rest)
	}
	if len(ends) == 0 {
		return true
	}
	x.join(ends)
	return false
}

func (x *extractor) forStatement(i uint32) {
	it := x.expr(x.t.Child(i, fRight))
	left := x.t.Child(i, fLeft)
	x.loops++
	x.loop(i)
	m := x.mark()
	if left != ts.NoNode {
		x.assignTo(left, x.b.Expr1(lang.ExprElem, 0, it), binding{typ: lang.NoExpr, decl: left, stmt: ts.NoNode})
	}
	x.statements(x.t.Child(i, fBody))
	x.undo(m)
	x.loop(i)
	x.loops--
	x.alternatively(i)
}

func (x *extractor) whileStatement(i uint32) {
	x.loops++
	x.loop(i)
	m := x.mark()
	cond := x.t.Child(i, fCondition)
	x.expr(cond)
	if cond != ts.NoNode {
		x.narrow(cond, true)
	}
	x.statements(x.t.Child(i, fBody))
	x.undo(m)
	x.loop(i)
	x.loops--
	x.alternatively(i)
}

// alternatively reads the else clause of a loop.
func (x *extractor) alternatively(i uint32) {
	if alt := x.t.Child(i, fAlternative); alt != ts.NoNode {
		m := x.mark()
		x.statements(x.t.Child(alt, fBody))
		x.join([]branch{x.leave(m, m), {}})
	}
}

// tryStatement reads the parts in the order in which Python binds their names:
// what follows the body comes before the handlers.
func (x *extractor) tryStatement(i uint32) bool {
	m := x.mark()
	ended := x.statements(x.t.Child(i, fBody))
	body := x.leave(m, m)
	finally := ts.NoNode
	normal := body
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		switch x.kind(c) {
		case kElseClause:
			x.enter(body)
			done := x.statements(x.t.Child(c, fBody))
			normal = x.leave(m, m)
			ended = ended || done
		case kFinallyClause:
			finally = c
		}
	}
	var ends []branch
	if !ended {
		ends = append(ends, normal)
	}
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		switch x.kind(c) {
		case kExceptClause, kExceptGroupClause:
			for _, d := range body.changed {
				x.forget(d) // the body may have been left anywhere
			}
			done := x.handler(c)
			if b := x.leave(m, m); !done {
				ends = append(ends, b)
			}
		case kOther:
			if x.n[c].Flags&ts.Error != 0 {
				x.loose(c)
			}
		}
	}
	if len(ends) > 0 {
		x.join(ends)
	}
	if finally != ts.NoNode && x.statements(x.t.ChildOf(finally, blockSym)) {
		return true
	}
	return len(ends) == 0
}

// handler reads an except clause.
func (x *extractor) handler(i uint32) bool {
	var what, as, body uint32 = ts.NoNode, ts.NoNode, ts.NoNode
	x.children(i, func(c uint32) {
		switch {
		case x.kind(c) == kBlock:
			body = c
		case x.n[c].Field == fAlias:
			as = c
		case what == ts.NoNode:
			what = c
		case as == ts.NoNode:
			as = c
		}
	})
	if what != ts.NoNode && x.kind(what) == kAsPattern {
		as = x.t.Child(what, fAlias)
		what = x.child(what)
	}
	if what != ts.NoNode {
		e := x.expr(what)
		if as != ts.NoNode && x.kind(as) == kAsPatternTarget {
			as = x.child(as)
		}
		if as != ts.NoNode {
			x.assignTo(as, x.instance(e), binding{typ: lang.NoExpr, decl: as, stmt: ts.NoNode})
		}
	}
	return x.statements(body)
}

// instance is an instance of the class that e is, or of one of the classes in
// the tuple that e is.
func (x *extractor) instance(e lang.ExprID) lang.ExprID {
	elems, ok := x.literal(e)
	if !ok || len(elems) == 0 {
		return x.b.Expr1(lang.ExprNew, 0, e)
	}
	out := x.b.Expr1(lang.ExprNew, 0, elems[0])
	for _, c := range elems[1:] {
		out = x.b.Expr2(lang.ExprCond, 0, out, x.b.Expr1(lang.ExprNew, 0, c))
	}
	return out
}

func (x *extractor) withStatement(i uint32) bool {
	x.children(i, func(c uint32) {
		if x.kind(c) == kWithClause {
			x.children(c, func(item uint32) { x.withItem(item) })
		}
	})
	return x.statements(x.t.Child(i, fBody))
}

func (x *extractor) withItem(i uint32) {
	v := i
	if x.kind(i) == kWithItem {
		v = x.t.Child(i, fValue)
	}
	if v == ts.NoNode {
		return
	}
	if (x.kind(v) == kTuple || x.kind(v) == kParenthesizedExpression) && x.aliased(v) {
		// with (a as b, c as d)
		x.children(v, func(c uint32) { x.withItem(c) })
		return
	}
	if x.kind(v) != kAsPattern {
		x.expr(v)
		return
	}
	e := x.expr(x.child(v))
	if as := x.t.Child(v, fAlias); as != ts.NoNode {
		x.assignTo(as, x.b.Expr1(lang.ExprEntered, 0, e), binding{typ: lang.NoExpr, decl: as, stmt: ts.NoNode})
	}
}

func (x *extractor) aliased(i uint32) bool {
	found := false
	x.children(i, func(c uint32) { found = found || x.kind(c) == kAsPattern })
	return found
}

func (x *extractor) matchStatement(i uint32) {
	subject := lang.NoExpr
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.n[c].Flags&ts.Named == 0 {
			continue
		}
		switch x.kind(c) {
		case kBlock:
			ends := []branch{{}}
			x.children(c, func(cc uint32) {
				if x.kind(cc) != kCaseClause {
					x.statementOrExpr(cc)
					return
				}
				m := x.mark()
				done := x.caseClause(cc, subject)
				if b := x.leave(m, m); !done {
					ends = append(ends, b)
				}
			})
			x.join(ends)
		case kComment:
		default:
			e := x.expr(c)
			if subject < 0 {
				subject = e
			}
		}
	}
}

func (x *extractor) caseClause(i uint32, subject lang.ExprID) bool {
	patterns := 0
	x.children(i, func(c uint32) {
		if x.kind(c) == kCasePattern {
			patterns++
		}
	})
	n := 0
	done := false
	x.children(i, func(c uint32) {
		switch x.kind(c) {
		case kCasePattern:
			v := subject
			if patterns > 1 && v >= 0 {
				v = x.b.Expr1(lang.ExprNth, int32(n), subject)
			}
			n++
			x.pattern(c, v)
		case kIfClause:
			x.expr(x.child(c))
		case kBlock:
			done = x.statements(c)
		}
	})
	return done
}

// pattern reads a case pattern that is matched against v and returns the value
// as the pattern knows it.
func (x *extractor) pattern(i uint32, v lang.ExprID) lang.ExprID {
	if i == ts.NoNode || !x.deeper(i) {
		return v
	}
	defer x.shallower()
	switch x.kind(i) {
	case kCasePattern:
		return x.pattern(x.child(i), v)
	case kDottedName:
		return x.dottedPattern(i, v)
	case kIdentifier:
		x.capture(i, v)
	case kAsPattern:
		inner, as := ts.NoNode, ts.NoNode
		x.children(i, func(c uint32) {
			if inner == ts.NoNode {
				inner = c
			} else {
				as = c
			}
		})
		v = x.pattern(inner, v)
		if as != ts.NoNode {
			if x.kind(as) == kAsPatternTarget {
				as = x.child(as)
			}
			x.capture(as, v)
		}
	case kSplatPattern:
		if v >= 0 {
			v = x.b.Expr1(lang.ExprArray, 0, x.b.Expr1(lang.ExprElem, 0, v))
		}
		x.capture(x.child(i), v)
	case kListPattern, kTuplePattern:
		if x.kind(i) == kTuplePattern && !x.has(i, tComma) {
			return x.pattern(x.child(i), v) // parentheses
		}
		n := 0
		x.children(i, func(c uint32) {
			e := v
			if v >= 0 && !x.splat(c) {
				e = x.b.Expr1(lang.ExprNth, int32(n), v)
			}
			x.pattern(c, e)
			n++
		})
	case kUnionPattern:
		x.children(i, func(c uint32) { x.pattern(c, v) })
	case kDictPattern:
		for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
			switch {
			case x.n[c].Flags&ts.Named == 0:
			case x.n[c].Field == fKey:
				x.patternValue(c)
			case x.n[c].Field == fValue:
				x.pattern(c, lang.NoExpr)
			default:
				x.pattern(c, lang.NoExpr)
			}
		}
	case kClassPattern:
		var made lang.ExprID = lang.NoExpr
		x.children(i, func(c uint32) {
			switch {
			case made < 0 && x.kind(c) == kDottedName:
				made = x.b.Expr1(lang.ExprNew, 0, x.dottedValue(c))
			default:
				x.classArgument(c, made)
			}
		})
		return made
	case kKeywordPattern:
		x.classArgument(i, lang.NoExpr)
	default:
		x.expr(i)
	}
	return v
}

// has says whether node i has the token s as a child.
func (x *extractor) has(i uint32, s ts.Sym) bool {
	return x.t.ChildOf(i, s) != ts.NoNode
}

// splat says whether a case pattern is *name.
func (x *extractor) splat(i uint32) bool {
	for i != ts.NoNode && x.kind(i) == kCasePattern {
		i = x.child(i)
	}
	return i != ts.NoNode && x.kind(i) == kSplatPattern
}

// classArgument reads an argument of a class pattern for instances of made.
func (x *extractor) classArgument(i uint32, made lang.ExprID) {
	for x.kind(i) == kCasePattern && x.child(i) != ts.NoNode {
		i = x.child(i)
	}
	if x.kind(i) != kKeywordPattern {
		x.pattern(i, lang.NoExpr)
		return
	}
	name := ts.NoNode
	x.children(i, func(c uint32) {
		if name == ts.NoNode && x.kind(c) == kIdentifier {
			name = c
			return
		}
		v := lang.NoExpr
		if made >= 0 && name != ts.NoNode {
			v = x.b.Expr1(lang.ExprProp, int32(x.name(name)), made)
		}
		x.pattern(c, v)
	})
	if name != ts.NoNode && !x.empty(name) {
		x.b.Ref(lang.Ref{
			Name: x.name(name), Start: x.n[name].Start, End: x.n[name].End, Scope: x.scope,
			X: int32(made), Kind: lang.RefKey, Role: lang.Read, Space: lang.Value,
		})
	}
}

// patternValue reads the key of a mapping pattern.
func (x *extractor) patternValue(i uint32) {
	if x.kind(i) == kDottedName {
		x.dottedValue(i)
		return
	}
	x.expr(i)
}

// dottedPattern reads a name in a pattern: a single one is bound, a dotted one
// is a value.
func (x *extractor) dottedPattern(i uint32, v lang.ExprID) lang.ExprID {
	first := x.child(i)
	if first == ts.NoNode {
		return v
	}
	if x.n[i].Next == first+1 {
		x.capture(first, v)
		return v
	}
	x.dottedValue(i)
	return v
}

// capture binds the name at node i to the matched value.
func (x *extractor) capture(i uint32, v lang.ExprID) {
	if i == ts.NoNode || x.kind(i) != kIdentifier || bytes.Equal(x.text(i), []byte("_")) {
		return
	}
	x.assignTo(i, v, binding{typ: lang.NoExpr, decl: i, stmt: ts.NoNode})
}

// dottedValue reads a dotted_name as the value that a.b.c is.
func (x *extractor) dottedValue(i uint32) lang.ExprID {
	e := lang.NoExpr
	x.children(i, func(c uint32) {
		switch {
		case x.empty(c):
		case e < 0:
			e = x.nameExpr(c, lang.Read)
		default:
			e = x.member(c, e, lang.Read)
		}
	})
	if e < 0 {
		e = x.b.Expr(lang.ExprUnknown, 0)
	}
	return e
}

// outside reads a global or nonlocal statement.
func (x *extractor) outside(i uint32) {
	global := x.kind(i) == kGlobalStatement
	x.children(i, func(c uint32) {
		if x.kind(c) != kIdentifier || x.empty(c) {
			return
		}
		n := x.name(c)
		if x.fn != nil && x.scope == x.fn.scope {
			var s lang.ScopeID
			if !global {
				s = x.b.F.Scopes[x.fn.scope].Parent
			}
			if x.fn.outside == nil {
				x.fn.outside = map[lang.NameID]lang.ScopeID{}
			}
			x.fn.outside[n] = s
		}
		x.reference(c, lang.Read)
	})
}

func (x *extractor) typeAlias(i uint32) {
	left, right := x.t.Child(i, fLeft), x.t.Child(i, fRight)
	name := left
	for name != ts.NoNode && x.kind(name) != kIdentifier {
		name = x.child(name)
	}
	if name == ts.NoNode {
		x.children(i, func(c uint32) { x.typeExpr(c) })
		return
	}
	d := x.bindName(name, target{kind: lang.KindTypeAlias, typ: lang.NoExpr, decl: i, stmt: i})
	old := x.frame
	for c := left; c < x.n[left].Next; c++ {
		if x.kind(c) == kTypeParameter {
			x.typeParameters(c, d, x.n[i].Start, x.n[i].End)
			break
		}
	}
	t := x.typeExpr(right)
	x.frame = old
	if d >= 0 && x.b.F.Defs[d].Type < 0 {
		x.b.F.Defs[d].Type = t
	}
}
