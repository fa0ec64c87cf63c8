package python

import (
	"bytes"
	"strconv"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// maxElements is how many elements of a literal become operands; they serve
// type inference only, and the first few tell.
const maxElements = 8

// expr reads the expression at node i and returns it for type inference.
func (x *extractor) expr(i uint32) lang.ExprID { return x.exprAs(i, lang.Read) }

func (x *extractor) exprAs(i uint32, role lang.Role) lang.ExprID {
	if i == ts.NoNode {
		return lang.NoExpr
	}
	if !x.deeper(i) {
		return x.b.Expr(lang.ExprUnknown, 0)
	}
	defer x.shallower()
	b := x.b
	if x.starred(i) && x.starAt != x.n[i].Start {
		old := x.starAt
		x.starAt = x.n[i].Start
		e := x.exprAs(i, role)
		x.starAt = old
		return b.Expr1(lang.ExprSpread, 0, e)
	}
	switch x.kind(i) {
	case kIdentifier:
		return x.nameExpr(i, role)
	case kAttribute:
		return x.attribute(i, role)
	case kCall:
		return x.call(i, role)
	case kSubscript:
		return x.subscript(i, role)
	case kString:
		return x.str(i)
	case kConcatenatedString:
		e := lang.NoExpr
		old := x.joined
		x.joined = true
		x.children(i, func(c uint32) {
			if s := x.exprAs(c, lang.Read); e < 0 {
				e = s
			}
		})
		x.joined = old
		return e
	case kInteger:
		v, err := strconv.ParseInt(string(x.text(i)), 0, 32)
		if err != nil {
			v = 0
		}
		return b.Expr(lang.ExprNumber, int32(v))
	case kFloat:
		return b.Expr(lang.ExprNumber, 0)
	case kTrue, kFalse:
		return b.Expr(lang.ExprBool, 0)
	case kNone:
		return b.Expr(lang.ExprNull, 0)
	case kParenthesizedExpression:
		return x.exprAs(x.child(i), role)
	case kAwait:
		return b.Expr1(lang.ExprAwait, 0, x.expr(x.child(i)))
	case kUnaryOperator:
		a := x.expr(x.child(i))
		if a >= 0 && b.F.Exprs[a].Kind == lang.ExprNumber {
			if x.src[x.n[i].Start] == '-' {
				b.F.Exprs[a].N = -b.F.Exprs[a].N
			}
			return a
		}
		return b.Expr1(lang.ExprBinary, 0, a)
	case kBinaryOperator:
		l := x.expr(x.t.Child(i, fLeft))
		r := x.expr(x.t.Child(i, fRight))
		return b.Expr2(lang.ExprBinary, 0, l, r)
	case kBooleanOperator:
		return x.boolean(i)
	case kNotOperator, kComparisonOperator:
		x.children(i, func(c uint32) { x.expr(c) })
		return b.Expr(lang.ExprCompare, 0)
	case kConditionalExpression:
		return x.conditional(i)
	case kNamedExpression:
		v := x.expr(x.t.Child(i, fValue))
		n := x.t.Child(i, fName)
		if n != ts.NoNode {
			x.walrus(n, i, v)
		}
		return v
	case kLambda:
		return x.lambda(i)
	case kList, kSet, kTuple, kExpressionList, kPatternList, kTuplePattern, kListPattern:
		return x.collection(i)
	case kDictionary:
		return x.dictionary(i)
	case kListComprehension, kSetComprehension, kGeneratorExpression, kDictionaryComprehension:
		return x.comprehension(i)
	case kListSplat, kListSplatPattern:
		if x.starAt == x.n[i].Start {
			return x.expr(x.child(i))
		}
		return b.Expr1(lang.ExprSpread, 0, x.expr(x.child(i)))
	case kDictionarySplat, kDictionarySplatPattern:
		return b.Expr1(lang.ExprKeyword, -1, x.expr(x.child(i)))
	case kYield:
		x.yield(i)
		return b.Expr(lang.ExprUnknown, 0)
	case kAsPattern:
		// only with items and except clauses give it a meaning
		x.children(i, func(c uint32) { x.expr(c) })
		return b.Expr(lang.ExprUnknown, 0)
	case kAssignment:
		return x.assignment(i)
	case kAugmentedAssignment:
		return x.augmented(i)
	case kType:
		return x.typeExpr(i)
	case kComment:
		return lang.NoExpr
	default:
		x.children(i, func(c uint32) { x.statementOrExpr(c) })
		return b.Expr(lang.ExprUnknown, 0)
	}
}

// nameExpr is a bare name as a value: what the variable holds here where that
// is known, else whatever flows into it.
func (x *extractor) nameExpr(i uint32, role lang.Role) lang.ExprID {
	if x.empty(i) {
		return x.b.Expr(lang.ExprUnknown, 0)
	}
	r := x.reference(i, role)
	if v, ok := x.held(x.b.F.Refs[r].Name); ok {
		return x.b.Expr1(lang.ExprNonNull, 0, v)
	}
	return x.b.Expr(lang.ExprName, int32(r))
}

func (x *extractor) attribute(i uint32, role lang.Role) lang.ExprID {
	obj := x.t.Child(i, fObject)
	a := x.expr(obj)
	at := x.t.Child(i, fAttribute)
	if at == ts.NoNode || x.empty(at) {
		return x.b.Expr(lang.ExprUnknown, 0)
	}
	e := x.member(at, a, role)
	if bytes.Equal(x.text(at), []byte("__class__")) {
		return x.b.Expr1(lang.ExprClassOf, 0, a)
	}
	x.extendChain(obj, at, a, e)
	return x.heldAttribute(i, e)
}

// starred says whether node i is "*a.b", "*a[b]" or "*a(b)" as the grammar
// reads it in some places: as an access to *a.
func (x *extractor) starred(i uint32) bool {
	switch x.kind(i) {
	case kAttribute, kSubscript, kCall:
		return !x.empty(i) && x.src[x.n[i].Start] == '*'
	}
	return false
}

// member adds a use of the identifier at node i as a member of a.
func (x *extractor) member(i uint32, a lang.ExprID, role lang.Role) lang.ExprID {
	r := x.b.Ref(lang.Ref{
		Name: x.name(i), Start: x.n[i].Start, End: x.n[i].End, Scope: x.scope,
		X: int32(a), Kind: lang.RefMember, Role: role, Space: lang.Value,
	})
	return x.b.Expr1(lang.ExprMember, int32(r), a)
}

func (x *extractor) call(i uint32, role lang.Role) lang.ExprID {
	fn, args := x.t.Child(i, fFunction), x.t.Child(i, fArguments)
	if fn == ts.NoNode {
		return x.b.Expr(lang.ExprUnknown, 0)
	}
	what := x.special(fn)
	callee := x.exprAs(fn, lang.Read|lang.Call|role&lang.Decorate)
	e := x.b.Expr1(lang.ExprCall, 0, callee)
	if args == ts.NoNode {
		return e
	}
	if x.kind(args) == kGeneratorExpression {
		x.b.F.Exprs[e].B = x.b.List([]lang.ExprID{x.expr(args)})
		return e
	}
	var list []lang.ExprID
	var nodes []uint32
	x.children(args, func(c uint32) {
		var a lang.ExprID
		switch {
		case x.kind(c) == kKeywordArgument:
			a = x.keyword(c, e, what)
		case what == callCast && len(list) == 0, what == callTypeVar && len(list) > 0, what == callNewType && len(list) == 1:
			a = x.typeExpr(c)
		default:
			a = x.expr(c)
		}
		if a >= 0 {
			list = append(list, a)
			nodes = append(nodes, c)
		}
	})
	x.b.F.Exprs[e].B = x.b.List(list)
	switch what {
	case callSuper:
		return x.b.Expr(lang.ExprSuper, int32(x.scope))
	case callType:
		if len(list) == 1 {
			return x.b.Expr1(lang.ExprClassOf, 0, list[0])
		}
	case callIsInstance, callIsSubclass:
		if len(list) == 2 {
			d := lang.NoDef
			switch x.kind(nodes[0]) {
			case kIdentifier:
				d = x.visible(x.name(nodes[0]))
			case kAttribute:
				d = x.pathAt(nodes[0], true)
			}
			if d != lang.NoDef {
				x.guards[i] = guard{def: d, was: list[0], is: list[1], call: what}
			}
		}
		return x.b.Expr(lang.ExprCompare, 0)
	case callCast:
		if len(list) == 2 {
			return x.b.Expr2(lang.ExprCast, 0, list[1], list[0])
		}
	}
	return e
}

// keyword reads name=value in the arguments of call.
func (x *extractor) keyword(i uint32, call lang.ExprID, what special) lang.ExprID {
	n, v := x.t.Child(i, fName), x.t.Child(i, fValue)
	var val lang.ExprID
	if what == callTypeVar && n != ts.NoNode && bytes.Equal(x.text(n), []byte("bound")) {
		val = x.typeExpr(v)
	} else {
		val = x.expr(v)
	}
	if n == ts.NoNode || x.empty(n) {
		return val
	}
	r := x.b.Ref(lang.Ref{
		Name: x.name(n), Start: x.n[n].Start, End: x.n[n].End, Scope: x.scope,
		X: int32(call), Kind: lang.RefKeyword, Role: lang.Read, Space: lang.Value,
	})
	return x.b.Expr1(lang.ExprKeyword, int32(r), val)
}

// special is a callee that the type system knows.
type special uint8

const (
	callPlain special = iota
	callSuper
	callType
	callCast
	callTypeVar
	callNewType
	callIsInstance
	callIsSubclass
)

var specials = map[string]special{
	"super": callSuper, "type": callType, "isinstance": callIsInstance, "issubclass": callIsSubclass,
	"cast": callCast, "TypeVar": callTypeVar, "NewType": callNewType,
}

func (x *extractor) special(fn uint32) special {
	switch x.kind(fn) {
	case kIdentifier:
		s := specials[string(x.text(fn))]
		if s == callPlain {
			return s
		}
		d := x.visible(x.name(fn))
		switch s {
		case callCast, callTypeVar, callNewType:
			if d >= 0 && x.typing[d] {
				return s
			}
		default:
			if d < 0 {
				return s
			}
		}
	case kAttribute:
		obj, at := x.t.Child(fn, fObject), x.t.Child(fn, fAttribute)
		if obj == ts.NoNode || at == ts.NoNode || x.kind(obj) != kIdentifier {
			return callPlain
		}
		if s := specials[string(x.text(at))]; s == callCast || s == callTypeVar || s == callNewType {
			if d := x.visible(x.name(obj)); d >= 0 && x.typing[d] {
				return s
			}
		}
	}
	return callPlain
}

func (x *extractor) subscript(i uint32, role lang.Role) lang.ExprID {
	base := x.t.Child(i, fValue)
	a := x.exprAs(base, role&^lang.Write)
	generic := x.typingName(base)
	var list []lang.ExprID
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.n[c].Field != fSubscript {
			continue
		}
		switch {
		case generic != plainName:
			list = append(list, x.typeArgument(c, generic, len(list)))
		case x.kind(c) == kSlice:
			x.children(c, func(c uint32) { x.expr(c) })
			list = append(list, x.b.Expr(lang.ExprUnknown, 0))
		case x.kind(c) == kString:
			e := x.str(c)
			if s, ok := x.plainString(c); ok && len(s) > 0 && len(s) <= 100 && x.b.F.Exprs[e].Kind == lang.ExprString {
				x.b.F.Exprs[e].N = int32(x.b.NameBytes(s))
			}
			list = append(list, e)
		default:
			list = append(list, x.expr(c))
		}
	}
	return x.b.Expr2(lang.ExprIndex, 0, a, x.b.List(list))
}

// str reads a string: only its interpolations have names.
func (x *extractor) str(i uint32) lang.ExprID {
	kind := lang.ExprString
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.kind(c) == kInterpolation {
			x.interpolation(c)
		}
	}
	for _, c := range x.text(i) {
		if c == 'b' || c == 'B' {
			kind = lang.ExprBytes
		}
		if c == '\'' || c == '"' {
			break
		}
	}
	e := x.b.Expr(kind, 0)
	if kind == lang.ExprString && x.b.Reads() && !x.joined {
		if s, ok := x.plainString(i); ok && len(s) > 0 && bytes.IndexByte(s, '\\') < 0 {
			t := x.text(i)
			quote := bytes.IndexAny(t, "'\"")
			start := x.n[i].Start + uint32(quote+(len(t)-quote-len(s))/2)
			x.b.Text(e, start, start+uint32(len(s)), string(s))
		}
	}
	return e
}

func (x *extractor) interpolation(i uint32) {
	if !x.deeper(i) {
		return
	}
	defer x.shallower()
	old := x.joined
	x.joined = false
	defer func() { x.joined = old }()
	x.children(i, func(c uint32) {
		if x.kind(c) == kFormatSpecifier {
			x.children(c, func(c uint32) { x.interpolation(c) })
			return
		}
		x.expr(c)
	})
}

func (x *extractor) boolean(i uint32) lang.ExprID {
	left, right := x.t.Child(i, fLeft), x.t.Child(i, fRight)
	op := x.t.Child(i, fOperator)
	and := op != ts.NoNode && x.n[op].Sym == tAnd
	l := x.expr(left)
	m := x.mark()
	if left != ts.NoNode {
		x.narrow(left, and)
	}
	r := x.expr(right)
	x.undo(m)
	if and {
		return x.b.Expr2(lang.ExprBoth, 0, l, r)
	}
	return x.b.Expr2(lang.ExprCond, 0, l, r)
}

func (x *extractor) conditional(i uint32) lang.ExprID {
	var part [3]uint32
	n := 0
	x.children(i, func(c uint32) {
		if n < 3 {
			part[n] = c
			n++
		}
	})
	if n < 3 {
		for _, c := range part[:n] {
			x.expr(c)
		}
		return x.b.Expr(lang.ExprUnknown, 0)
	}
	x.expr(part[1])
	m := x.mark()
	x.narrow(part[1], true)
	then := x.expr(part[0])
	x.undo(m)
	x.narrow(part[1], false)
	other := x.expr(part[2])
	x.undo(m)
	return x.b.Expr2(lang.ExprCond, 0, then, other)
}

// walrus binds the name of "name := value" in the scope around all
// comprehensions.
func (x *extractor) walrus(n, decl uint32, v lang.ExprID) {
	old := x.frame
	for x.b.F.Scopes[x.bind].Kind == lang.ScopeComprehension {
		x.bind = x.b.F.Scopes[x.bind].Parent
	}
	d := x.bindName(n, target{kind: variable(x.text(n)), typ: lang.NoExpr, decl: decl, stmt: ts.NoNode})
	x.frame = old
	x.assign(d, v)
}

func (x *extractor) lambda(i uint32) lang.ExprID {
	id, d := x.b.Def(0, lang.KindLambda, symbol.None, x.n[i].Start, x.n[i].Start)
	d.Flags = lang.Synthetic
	d.EncStart, d.EncEnd = x.n[i].Start, x.n[i].End
	d.Parent = x.owner
	s := x.b.Scope(lang.ScopeFunction, x.scope, id, x.n[i].Start, x.n[i].End)
	x.b.F.Defs[id].Body = s
	fn := &function{def: id, scope: s}
	if ps := x.t.Child(i, fParameters); ps != ts.NoNode {
		x.parameters(ps, fn, lang.Local)
	}
	old := x.frame
	x.frame = frame{scope: s, bind: s, fn: fn, owner: x.owner}
	v := x.expr(x.t.Child(i, fBody))
	x.frame = old
	x.b.Base(id, lang.BaseReturn, v)
	x.b.Returned(id, v)
	return x.b.Expr(lang.ExprFunc, int32(id))
}

func (x *extractor) collection(i uint32) lang.ExprID {
	kind := lang.ExprTuple
	switch x.kind(i) {
	case kList, kListPattern:
		kind = lang.ExprArray
	case kSet:
		kind = lang.ExprSet
	}
	var list []lang.ExprID
	var items []lang.Item
	reads := x.b.Reads()
	x.children(i, func(c uint32) {
		e := x.expr(c)
		if reads {
			items = append(items, lang.Item{Key: lang.NoExpr, Value: e})
		}
		if e >= 0 && len(list) < maxElements {
			list = append(list, e)
		}
	})
	e := x.b.Expr1(kind, 0, x.b.List(list))
	x.b.Items(e, items)
	return e
}

func (x *extractor) dictionary(i uint32) lang.ExprID {
	var list []lang.ExprID
	var items []lang.Item
	reads := x.b.Reads()
	x.children(i, func(c uint32) {
		if x.kind(c) != kPair {
			x.expr(c)
			return
		}
		k, v := x.expr(x.t.Child(c, fKey)), x.expr(x.t.Child(c, fValue))
		if reads {
			items = append(items, lang.Item{Key: k, Value: v})
		}
		if k >= 0 && v >= 0 && len(list) < 2*maxElements {
			list = append(list, k, v)
		}
	})
	e := x.b.Expr1(lang.ExprDict, 0, x.b.List(list))
	x.b.Items(e, items)
	return e
}

// comprehension reads [body for target in iterable …]: the first iterable in
// the scope around, everything else in a scope of its own.
func (x *extractor) comprehension(i uint32) lang.ExprID {
	old := x.frame
	m := x.mark()
	s := x.b.Scope(lang.ScopeComprehension, x.scope, lang.NoDef, x.n[i].Start, x.n[i].End)
	first := true
	x.children(i, func(c uint32) {
		switch x.kind(c) {
		case kForInClause:
			left := x.t.Child(c, fLeft)
			var it lang.ExprID = lang.NoExpr
			if !first {
				x.scope, x.bind = s, s
			}
			for r := x.t.First(c); r != ts.NoNode; r = x.t.Sibling(r) {
				if x.n[r].Field == fRight && x.n[r].Flags&ts.Named != 0 {
					if e := x.expr(r); it < 0 {
						it = e
					}
				}
			}
			first = false
			x.scope, x.bind = s, s
			if left != ts.NoNode {
				x.assignTo(left, x.b.Expr1(lang.ExprElem, 0, it), binding{decl: left, stmt: ts.NoNode, typ: lang.NoExpr})
			}
		case kIfClause:
			if cond := x.child(c); cond != ts.NoNode {
				x.expr(cond)
				x.narrow(cond, true)
			}
		}
	})
	x.scope, x.bind = s, s
	body := x.t.Child(i, fBody)
	var e lang.ExprID
	switch x.kind(i) {
	case kDictionaryComprehension:
		var k, v lang.ExprID = lang.NoExpr, lang.NoExpr
		if body != ts.NoNode {
			k, v = x.expr(x.t.Child(body, fKey)), x.expr(x.t.Child(body, fValue))
		}
		if k >= 0 && v >= 0 {
			e = x.b.Expr1(lang.ExprDict, 0, x.b.List([]lang.ExprID{k, v}))
		} else {
			e = x.b.Expr(lang.ExprDict, 0)
		}
	default:
		kind := lang.ExprArray
		if x.kind(i) == kSetComprehension {
			kind = lang.ExprSet
		}
		v := x.expr(body)
		e = x.b.Expr1(kind, 0, v)
	}
	x.undo(m)
	x.frame = old
	return e
}

func (x *extractor) yield(i uint32) {
	from := x.has(i, tFrom)
	v := x.expr(x.child(i))
	if x.fn == nil {
		return
	}
	x.b.F.Defs[x.fn.def].Flags |= lang.Generator
	if from && v >= 0 {
		v = x.b.Expr1(lang.ExprElem, 0, v)
	}
	x.b.Base(x.fn.def, lang.BaseYield, v)
}
