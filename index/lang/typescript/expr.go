package typescript

import (
	"bytes"
	"strconv"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// expr reads an expression.
func (e *extractor) expr(i uint32) lang.ExprID {
	if i == ts.NoNode {
		return lang.NoExpr
	}
	if !e.enter() {
		return e.unknown()
	}
	defer e.leave()
	switch e.kind(i) {
	case kIdentifier:
		if m := e.importOfName(i); m >= 0 {
			return e.b.Expr1(lang.ExprPromise, -1, m)
		}
		x := e.nameExpr(i, lang.Read, lang.Value)
		if e.held {
			return e.b.Expr1(lang.ExprHeld, -1, x)
		}
		if e.fn >= 0 && string(e.text(i)) == argumentsName {
			// What every function has, unless something else is called so.
			all := e.b.Expr(lang.ExprPrim, int32(e.b.Name(argumentsName)))
			return e.b.Expr2(lang.ExprCond, -1, x, e.b.Expr2(lang.ExprCast, -1, lang.NoExpr, all))
		}
		return e.narrowedTo(i, x)
	case kUndefined, kNull:
		return e.b.Expr(lang.ExprNull, -1)
	case kThis:
		return e.narrowedTo(i, e.thisExpr())
	case kSuper:
		if e.super {
			return e.b.Expr(lang.ExprSuper, int32(e.scope))
		}
	case kTrue, kFalse:
		return e.b.Expr(lang.ExprBool, -1)
	case kNumber:
		return e.b.Expr(lang.ExprNumber, -1)
	case kString:
		x := e.b.Expr(lang.ExprString, -1)
		if n := &e.nodes[i]; e.b.Reads() && n.End >= n.Start+2 {
			if text := e.text(i); bytes.IndexByte(text, '\\') < 0 {
				e.b.Text(x, n.Start+1, n.End-1, string(text[1:len(text)-1]))
			}
		}
		return x
	case kTemplateString:
		e.template(i)
		return e.b.Expr(lang.ExprString, -1)
	case kRegex:
		return e.b.Expr(lang.ExprRegexp, -1)
	case kMetaProperty:
	case kMemberExpression, kSubscriptExpression:
		return e.narrowedTo(i, e.access(i, lang.Read))
	case kCallExpression:
		return e.call(i)
	case kNewExpression:
		c := e.child(i, fConstructor)
		x := e.whole(e.expr(c))
		e.addRole(x, lang.Call)
		x = e.typeArgs(i, x)
		args := lang.NoExpr
		if a := e.child(i, fArguments); a != ts.NoNode {
			args = e.arguments(a)
		}
		return e.b.Expr2(lang.ExprNew, -1, x, args)
	case kAwaitExpression:
		return e.b.Expr1(lang.ExprAwait, -1, e.expr(e.named(i, 0)))
	case kYieldExpression:
		x := e.expr(e.named(i, 0))
		if x >= 0 && !e.has(i, kTokStar) {
			e.b.Base(e.fn, lang.BaseYield, x)
		}
		return e.b.Expr1(lang.ExprYield, -1, x)
	case kTernaryExpression:
		cond, then, otherwise := e.child(i, fCondition), e.child(i, fConsequence), e.child(i, fAlternative)
		e.expr(cond)
		known := e.narrowed
		if then != ts.NoNode {
			e.hold(cond, true, then, e.nodes[then].Next)
		}
		a := e.expr(then)
		e.narrowed = known
		if otherwise != ts.NoNode {
			e.hold(cond, false, otherwise, e.nodes[otherwise].Next)
		}
		b := e.expr(otherwise)
		e.narrowed = known
		return e.b.Expr2(lang.ExprCond, -1, a, b)
	case kBinaryExpression:
		return e.binary(i)
	case kUnaryExpression:
		e.expr(e.child(i, fArgument))
		switch op := e.child(i, fOperator); {
		case op == ts.NoNode:
		case e.kind(op) == kTokTypeof:
			return e.b.Expr(lang.ExprString, -1)
		case e.t.Src[e.nodes[op].Start] == '!' || e.nodes[op].End-e.nodes[op].Start > 1:
			return e.b.Expr(lang.ExprBool, -1)
		}
		return e.b.Expr(lang.ExprNumber, -1)
	case kUpdateExpression:
		e.assign(e.child(i, fArgument), lang.NoExpr, lang.Read|lang.Write)
		return e.b.Expr(lang.ExprNumber, -1)
	case kSequenceExpression:
		last := lang.NoExpr
		end := e.nodes[i].Next
		for c := i + 1; c < end; c = e.nodes[c].Next {
			if e.nodes[c].Flags&ts.Named != 0 && e.kind(c) != kComment {
				last = e.expr(c)
			}
		}
		return last
	case kAssignmentExpression:
		return e.assignment(i)
	case kAugmentedAssignmentExpression:
		x := e.expr(e.child(i, fRight))
		l := e.assign(e.child(i, fLeft), lang.NoExpr, lang.Read|lang.Write)
		if op := e.child(i, fOperator); op != ts.NoNode {
			switch string(e.text(op)) {
			case "??=", "||=", "&&=":
				return e.b.Expr2(lang.ExprCond, -1, l, x)
			}
		}
		return e.b.Expr2(lang.ExprBinary, -1, l, x)
	case kParenthesizedExpression:
		said := e.typeComment(e.nodes[i].Start)
		x := e.expr(e.named(i, 0))
		if t := e.child(i, fType); t != ts.NoNode {
			e.annotation(t)
		}
		return e.typed(x, said)
	case kArray:
		var xs []lang.ExprID
		end := e.nodes[i].Next
		for c := i + 1; c < end; c = e.nodes[c].Next {
			if e.nodes[c].Flags&ts.Named != 0 && e.kind(c) != kComment {
				xs = append(xs, e.element(c))
			}
		}
		return e.b.Expr1(lang.ExprArray, -1, e.list(xs))
	case kSpreadElement:
		return e.b.Expr1(lang.ExprSpread, -1, e.expr(e.named(i, 0)))
	case kObject:
		return e.object(i)
	case kArrowFunction, kFunctionExpression, kGeneratorFunction:
		return e.functionExpression(i)
	case kClass:
		return e.classExpression(i)
	case kAsExpression:
		x := e.expr(e.named(i, 0))
		t := e.named(i, 1)
		if t == ts.NoNode { // as const
			if x >= 0 && e.b.F.Exprs[x].Kind == lang.ExprArray {
				e.b.F.Exprs[x].Kind = lang.ExprTuple
			}
			return e.b.Expr1(lang.ExprConst, -1, x)
		}
		return e.b.Expr2(lang.ExprCast, -1, x, e.typ(t))
	case kSatisfiesExpression:
		x := e.expr(e.named(i, 0))
		return e.b.Expr2(lang.ExprExpect, -1, x, e.typ(e.named(i, 1)))
	case kTypeAssertion:
		t := lang.NoExpr
		if a := e.named(i, 0); a != ts.NoNode && e.kind(a) == kTypeArguments {
			t = e.typeArguments(a)
		}
		return e.b.Expr2(lang.ExprCast, -1, e.expr(e.named(i, 1)), t)
	case kNonNullExpression:
		return e.b.Expr1(lang.ExprNonNull, -1, e.expr(e.named(i, 0)))
	case kInstantiationExpression:
		x := e.expr(e.named(i, 0))
		return e.typeArgs(i, x)
	case kJSXElement, kJSXSelfClosingElement:
		return e.jsx(i)
	case kJSXExpression:
		return e.expr(e.named(i, 0))
	case kObjectPattern, kArrayPattern, kAssignmentPattern:
		e.assign(i, lang.NoExpr, lang.Read)
	case kShorthandPropertyIdentifier, kShorthandPropertyIdentifierPattern:
		return e.nameExpr(i, lang.Read, lang.Value)
	case kPropertyIdentifier, kPrivatePropertyIdentifier, kStatementIdentifier, kComment:
	case kInternalModule, kModule:
		e.statement(i, modifiers{})
	default:
		e.statements(i)
	}
	return e.unknown()
}

// element reads an expression that stands in a list.
func (e *extractor) element(i uint32) lang.ExprID { return e.listed(e.expr(i)) }

// listed is x as a node that is in no other list.
func (e *extractor) listed(x lang.ExprID) lang.ExprID {
	if x < 0 {
		return e.unknown()
	}
	if e.b.F.Exprs[x].Next >= 0 {
		return e.b.Copy(x)
	}
	return x
}

// thisExpr is what this means here.
func (e *extractor) thisExpr() lang.ExprID {
	switch e.this.kind {
	case lang.ExprUnknown:
		return e.unknown()
	case lang.ExprCast:
		return e.b.Expr2(lang.ExprCast, -1, lang.NoExpr, e.this.b)
	}
	return e.b.Expr(e.this.kind, e.this.n)
}

// addRole adds a role to the reference that x is.
func (e *extractor) addRole(x lang.ExprID, role lang.Role) {
	if x < 0 {
		return
	}
	switch ex := &e.b.F.Exprs[x]; ex.Kind {
	case lang.ExprName, lang.ExprMember:
		e.b.F.Refs[ex.N].Role |= role
	case lang.ExprHeld, lang.ExprWhere:
		e.addRole(ex.A, role)
	}
}

// typeArgs puts the type arguments of node i around x.
func (e *extractor) typeArgs(i uint32, x lang.ExprID) lang.ExprID {
	if a := e.child(i, fTypeArguments); a != ts.NoNode {
		return e.b.Expr2(lang.ExprTypeArgs, -1, x, e.typeArguments(a))
	}
	return x
}

func (e *extractor) template(i uint32) {
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.kind(c) == kTemplateSubstitution {
			if x := e.named(c, 0); x != ts.NoNode {
				e.expr(x)
			}
		}
	}
}

// access reads x.name and x[index].
func (e *extractor) access(i uint32, role lang.Role) lang.ExprID {
	x := e.expr(e.child(i, fObject))
	if e.kind(i) == kMemberExpression {
		n := e.child(i, fProperty)
		if e.missing(n) {
			return x
		}
		return e.b.Expr1(lang.ExprMember, int32(e.member(n, x, role, lang.Value)), x)
	}
	in := e.child(i, fIndex)
	if in == ts.NoNode {
		return x
	}
	switch e.kind(in) {
	case kString, kTemplateString:
		if e.nodes[in].End-e.nodes[in].Start > 2 && !e.has(in, kTemplateSubstitution) {
			return e.b.Expr1(lang.ExprMember, int32(e.member(in, x, role, lang.Value)), x)
		}
	case kNumber:
		if n, err := strconv.ParseUint(string(e.text(in)), 10, 16); err == nil && x >= 0 {
			return e.b.Expr1(lang.ExprNth, int32(n), x)
		}
	}
	return e.b.Expr2(lang.ExprIndex, -1, x, e.element(in))
}

// arguments reads an argument list and returns the first of it.
func (e *extractor) arguments(i uint32) lang.ExprID { return e.listOf(i, e.element) }

// listOf reads the named children of i, but for comments, and returns the first
// of the list that they are.
func (e *extractor) listOf(i uint32, read func(uint32) lang.ExprID) lang.ExprID {
	var xs []lang.ExprID
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.nodes[c].Flags&ts.Named != 0 && e.kind(c) != kComment {
			xs = append(xs, read(c))
		}
	}
	return e.list(xs)
}

func (e *extractor) call(i uint32) lang.ExprID {
	f := e.child(i, fFunction)
	if f == ts.NoNode {
		e.statements(i)
		return e.unknown()
	}
	if e.comp != nil {
		if x, ok := e.componentCall(i, f); ok {
			return x
		}
	}
	switch e.kind(f) {
	case kImport:
		if m := e.importCall(i); m >= 0 {
			return e.b.Expr1(lang.ExprPromise, -1, m)
		}
		return e.unknown()
	case kIdentifier:
		if e.d.js && string(e.text(f)) == "require" {
			if m := e.importCall(i); m >= 0 {
				e.ref(f, lang.Read|lang.Call, lang.Value)
				return m
			}
		}
	}
	x := e.whole(e.expr(f))
	e.addRole(x, lang.Call)
	x = e.typeArgs(i, x)
	args := lang.NoExpr
	if a := e.child(i, fArguments); a != ts.NoNode {
		if e.kind(a) == kTemplateString {
			e.template(a)
		} else {
			args = e.arguments(a)
		}
	}
	x = e.b.Expr2(lang.ExprCall, -1, x, args)
	e.guards(i, x)
	return x
}

// importCall reads import("m") or require("m"): the module as a value. It is
// NoExpr when the argument is no literal, which is then read here for import.
func (e *extractor) importCall(i uint32) lang.ExprID {
	a := e.child(i, fArguments)
	if a == ts.NoNode {
		return lang.NoExpr
	}
	s := e.named(a, 0)
	if s != ts.NoNode && (e.kind(s) == kString || e.kind(s) == kTemplateString && !e.has(s, kTemplateSubstitution)) && !e.missing(s) {
		id := e.b.Import(lang.Import{Module: e.name(s), Kind: lang.ImportModule, Local: lang.NoDef, Scope: e.scope})
		e.module(s, id)
		return e.b.Expr(lang.ExprRequire, int32(id))
	}
	if f := e.child(i, fFunction); e.kind(f) == kImport {
		e.arguments(a)
	}
	return lang.NoExpr
}

// binary reads a binary expression; chains nest on the left and are read
// iteratively.
func (e *extractor) binary(i uint32) lang.ExprID {
	var spine []uint32
	for {
		spine = append(spine, i)
		l := e.child(i, fLeft)
		if l == ts.NoNode || e.kind(l) != kBinaryExpression {
			break
		}
		i = l
	}
	x := lang.NoExpr
	for n := len(spine) - 1; n >= 0; n-- {
		i := spine[n]
		if n == len(spine)-1 {
			l := e.child(i, fLeft)
			if l != ts.NoNode && e.kind(l) == kPrivatePropertyIdentifier {
				// #x in object
				r := e.expr(e.child(i, fRight))
				e.member(l, e.thisExpr(), lang.Read, lang.Value)
				x = r
				continue
			}
			x = e.expr(l)
		}
		op, right, known := e.child(i, fOperator), e.child(i, fRight), e.narrowed
		if op != ts.NoNode && right != ts.NoNode && (e.kind(op) == kTokAnd || e.kind(op) == kTokOr) {
			e.hold(e.child(i, fLeft), e.kind(op) == kTokAnd, right, e.nodes[right].Next)
		}
		y := e.expr(right)
		e.narrowed = known
		if op == ts.NoNode {
			continue
		}
		e.compared(i, string(e.text(op)), x, y)
		switch e.kind(op) {
		case kTokOr, kTokNullish:
			x = e.b.Expr2(lang.ExprCond, -1, x, y)
		case kTokAnd:
			x = e.b.Expr2(lang.ExprBoth, -1, x, y)
		default:
			switch e.t.Src[e.nodes[op].Start] {
			case '+', '-', '*', '/', '%', '&', '|', '^':
				x = e.b.Expr2(lang.ExprBinary, -1, x, y)
			case '<', '>':
				if two := string(e.text(op)); two == "<<" || two == ">>" || two == ">>>" {
					x = e.b.Expr2(lang.ExprBinary, -1, x, y)
				} else {
					x = e.b.Expr2(lang.ExprCompare, -1, x, y)
				}
			default:
				x = e.b.Expr2(lang.ExprCompare, -1, x, y)
			}
		}
	}
	return x
}

// assignment reads target = value. The value is expected to have the target's
// type when the target is a member.
func (e *extractor) assignment(i uint32) lang.ExprID {
	l, r := e.child(i, fLeft), e.child(i, fRight)
	if l == ts.NoNode {
		e.statements(i)
		return e.unknown()
	}
	if e.d.js {
		e.documents(e.nodes[i].Start, r)
		if x, ok := e.commonExport(i, l, r); ok {
			return x
		}
		if x, ok := e.thisProperty(i, l, r); ok {
			return x
		}
	}
	said := e.typeComment(e.nodes[i].Start)
	x := e.typed(e.expr(r), said)
	if e.has(i, kTokUsing) {
		v := e.variable(kTokConst)
		v.enc = e.span(i)
		e.bind(l, v, x, lang.NoExpr)
		return x
	}
	target := e.assign(l, x, lang.Write)
	if x < 0 || target < 0 {
		return x
	}
	switch e.b.F.Exprs[target].Kind {
	case lang.ExprMember, lang.ExprIndex, lang.ExprNth:
		switch e.b.F.Exprs[x].Kind {
		case lang.ExprObject, lang.ExprFunc, lang.ExprArray, lang.ExprCond:
			return e.b.Expr2(lang.ExprExpect, -1, x, e.b.Expr1(lang.ExprTypeOf, -1, target))
		}
	}
	return x
}

// thisProperty reads the first this.x = value in a JavaScript class, which
// declares x.
func (e *extractor) thisProperty(i, l, r uint32) (lang.ExprID, bool) {
	if e.class < 0 || e.fields == nil || e.kind(l) != kMemberExpression {
		return lang.NoExpr, false
	}
	o, n := e.child(l, fObject), e.child(l, fProperty)
	if o == ts.NoNode || e.kind(o) != kThis || e.missing(n) || e.this.kind != lang.ExprThis {
		return lang.NoExpr, false
	}
	text := string(e.text(n))
	if e.fields[text] {
		return lang.NoExpr, false
	}
	e.fields[text] = true
	flags := lang.Member
	if e.def(e.class).Flags&lang.Local != 0 {
		flags |= lang.Local
	}
	id := e.define(spec{name: e.name(n), kind: lang.KindField, suffix: symbol.Term, space: lang.Value, flags: flags,
		at: e.span(n), enc: e.span(i), scope: lang.NoScope, parent: e.class})
	if flags&lang.Local == 0 {
		e.document(id, e.nodes[i].Start, e.nodes[i].End)
	}
	said := e.typeComment(e.nodes[i].Start)
	e.def(id).Type = said
	x := e.expr(r)
	e.b.Assign(id, x)
	return x, true
}

func (e *extractor) functionExpression(i uint32) lang.ExprID {
	s := spec{kind: lang.KindLambda, space: lang.Value, flags: lang.Synthetic, at: span{e.nodes[i].Start, e.nodes[i].Start},
		enc: e.span(i), scope: lang.NoScope, parent: e.parent}
	saved := e.env
	if n := e.child(i, fName); !e.missing(n) {
		// The name is seen by the function alone.
		e.newScope(lang.ScopeBlock, lang.NoDef, i)
		s.name, s.at, s.scope = e.name(n), e.span(n), e.scope
		s.suffix, s.flags = symbol.Method, lang.Local
	}
	if e.kind(i) != kArrowFunction {
		s.kind = lang.KindFunction
	}
	id := e.define(s)
	e.function(i, id, e.optionReceiver(receiver{}))
	e.env = saved
	return e.b.Expr(lang.ExprFunc, int32(id))
}

func (e *extractor) classExpression(i uint32) lang.ExprID {
	s := spec{kind: lang.KindClass, space: lang.Value | lang.Type, flags: lang.Synthetic, at: span{e.nodes[i].Start, e.nodes[i].Start},
		enc: e.span(i), scope: lang.NoScope, parent: e.parent}
	saved := e.env
	if n := e.child(i, fName); !e.missing(n) {
		e.newScope(lang.ScopeBlock, lang.NoDef, i)
		s.name, s.at, s.scope = e.name(n), e.span(n), e.scope
		s.suffix, s.flags = symbol.Type, e.localFlag()
	}
	id := e.define(s)
	e.classParts(i, id)
	e.env = saved
	return e.b.Expr(lang.ExprClass, int32(id))
}

// object reads an object literal.
func (e *extractor) object(i uint32) lang.ExprID {
	obj := e.define(spec{kind: lang.KindObject, space: lang.Value, flags: lang.Synthetic | lang.Structural,
		at: span{e.nodes[i].Start, e.nodes[i].Start}, enc: e.span(i), scope: lang.NoScope, parent: lang.NoDef})
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		switch k := e.kind(c); k {
		case kComment:
		case kPair:
			e.pair(c, obj)
		case kShorthandPropertyIdentifier:
			if e.missing(c) {
				continue
			}
			id := e.define(e.keySpec(c, c, obj, lang.KindProperty))
			e.b.Assign(id, e.nameExpr(c, lang.Read, lang.Value))
		case kMethodDefinition:
			e.objectMethod(c, obj)
		case kSpreadElement:
			e.b.Base(obj, lang.BaseMixin, e.expr(e.named(c, 0)))
		default:
			if e.nodes[c].Flags&ts.Named != 0 {
				e.any(c)
			}
		}
	}
	return e.b.Expr(lang.ExprObject, int32(obj))
}

// keySpec is the definition of key n of object obj, declared by node i.
func (e *extractor) keySpec(i, n uint32, obj lang.DefID, k lang.Kind) spec {
	s := spec{kind: k, suffix: symbol.Meta, space: lang.Value, flags: lang.Member | lang.Contextual, enc: e.span(i),
		at: e.span(n), scope: lang.NoScope, parent: obj}
	s.name = e.name(n)
	s.desc = e.objectKey("", n)
	if e.kind(n) == kNumber {
		s.suffix = symbol.None
	}
	return s
}

func (e *extractor) pair(i uint32, obj lang.DefID) {
	n, v := e.child(i, fKey), e.child(i, fValue)
	if e.missing(n) {
		e.expr(v)
		return
	}
	var s spec
	switch e.kind(n) {
	case kComputedPropertyName:
		if !e.memberName(n, &s) {
			e.b.Base(obj, lang.BaseKeyed, e.expr(v))
			return
		}
		at, name := s.at, s.name
		s = e.keySpec(i, n, obj, lang.KindProperty)
		s.at, s.name = at, name
	default:
		s = e.keySpec(i, n, obj, lang.KindProperty)
		if s.name == 0 {
			s.name = s.desc
		}
	}
	id := e.define(s)
	if e.kind(v) != kObject && v != ts.NoNode {
		sig := e.nodes[v].End
		if b := e.functionBody(v); b != ts.NoNode {
			sig = e.nodes[b].Start
		}
		e.document(id, s.enc.start, sig)
	}
	e.documents(s.enc.start, v)
	said := e.typeComment(s.enc.start)
	e.def(id).Type = said
	e.b.Assign(id, e.expr(v))
}

// objectMethod reads a method or accessor of object literal obj.
func (e *extractor) objectMethod(i uint32, obj lang.DefID) {
	n := e.child(i, fName)
	s := spec{kind: lang.KindMethod, suffix: symbol.Method, space: lang.Value, flags: lang.Member | lang.Contextual,
		enc: e.span(i), scope: lang.NoScope, parent: obj}
	prefix := "<method>"
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		switch e.kind(c) {
		case kTokGet:
			s.kind, prefix = lang.KindGetter, "<get>"
			s.flags |= lang.Getter
		case kTokSet:
			s.kind, prefix = lang.KindSetter, "<set>"
			s.flags |= lang.Getter
		}
	}
	named := e.memberName(n, &s)
	if named {
		s.desc = e.objectKey(prefix, n)
	} else {
		s.flags = s.flags&^lang.Contextual | lang.Synthetic
		s.suffix = symbol.None
		s.at = span{e.nodes[i].Start, e.nodes[i].Start}
	}
	id := e.define(s)
	if named {
		sig := e.nodes[i].End
		if b := e.child(i, fBody); b != ts.NoNode {
			sig = e.nodes[b].Start
		}
		e.document(id, s.enc.start, sig)
	}
	saved := e.env
	e.local = false
	e.function(i, id, e.optionReceiver(receiver{kind: lang.ExprObject, n: int32(obj)}))
	e.env = saved
	if s.kind == lang.KindSetter {
		e.setterType(id)
	}
}

// jsx reads an element: a call of its tag with an object of its attributes.
func (e *extractor) jsx(i uint32) lang.ExprID {
	open := i
	if e.kind(i) == kJSXElement {
		if open = e.child(i, fOpenTag); open == ts.NoNode {
			e.statements(i)
			return e.unknown()
		}
	}
	tag := e.jsxName(e.child(open, fName), lang.Call)
	if tag >= 0 {
		tag = e.typeArgs(open, tag)
	}
	obj := e.define(spec{kind: lang.KindObject, space: lang.Value, flags: lang.Synthetic | lang.Structural,
		at: span{e.nodes[open].Start, e.nodes[open].Start}, enc: e.span(open), scope: lang.NoScope, parent: lang.NoDef})
	end := e.nodes[open].Next
	for c := open + 1; c < end; c = e.nodes[c].Next {
		switch e.kind(c) {
		case kJSXAttribute:
			e.jsxAttribute(c, obj)
		case kJSXExpression:
			if x := e.named(c, 0); x != ts.NoNode {
				if e.kind(x) == kSpreadElement {
					e.b.Base(obj, lang.BaseMixin, e.expr(e.named(x, 0)))
				} else {
					e.expr(x)
				}
			}
		}
	}
	if i != open {
		end := e.nodes[i].Next
		for c := i + 1; c < end; c = e.nodes[c].Next {
			switch {
			case c == open || e.nodes[c].Flags&ts.Named == 0:
			case e.kind(c) == kJSXClosingElement:
				e.jsxName(e.child(c, fName), 0)
			default:
				e.any(c)
			}
		}
	}
	if tag < 0 {
		return e.unknown()
	}
	return e.b.Expr2(lang.ExprCall, -1, tag, e.b.Expr(lang.ExprObject, int32(obj)))
}

// jsxName reads a tag. Lower-case names are the host's own elements and
// nothing that the file could bind.
func (e *extractor) jsxName(n uint32, role lang.Role) lang.ExprID {
	if e.missing(n) {
		return lang.NoExpr
	}
	switch e.kind(n) {
	case kIdentifier:
		c := e.t.Src[e.nodes[n].Start]
		for _, b := range e.text(n) {
			if b == '-' {
				return lang.NoExpr
			}
		}
		if 'a' <= c && c <= 'z' {
			return lang.NoExpr
		}
		x := e.nameExpr(n, lang.Read|role, lang.Value)
		return x
	case kMemberExpression, kNestedIdentifier, kThis:
		x := e.expr(n)
		e.addRole(x, role)
		return x
	}
	return lang.NoExpr
}

// jsxAttribute reads an attribute as a member of obj; its name means the
// property that the component declares.
func (e *extractor) jsxAttribute(i uint32, obj lang.DefID) {
	n := e.named(i, 0)
	if e.missing(n) {
		return
	}
	value := lang.NoExpr
	if v := e.named(i, 1); v != ts.NoNode {
		value = e.expr(v)
		if name := string(e.text(n)); name == "className" || name == "class" {
			e.classAttribute(v)
		}
	} else {
		value = e.b.Expr(lang.ExprBool, -1)
	}
	if e.kind(n) != kPropertyIdentifier {
		return
	}
	id := e.define(spec{name: e.name(n), kind: lang.KindProperty, space: lang.Value, flags: lang.Member | lang.Contextual,
		at: e.span(n), enc: e.span(i), scope: lang.NoScope, parent: obj})
	e.b.Assign(id, value)
}
