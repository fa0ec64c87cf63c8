package typescript

import (
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// variable says what binding a pattern declares.
type variable struct {
	kind   lang.Kind
	suffix symbol.Suffix
	scope  lang.ScopeID
	flags  lang.DefFlags
	mods   modifiers
	enc    span
	sig    uint32 // end of the signature
	doc    bool   // has documentation and a signature
}

// variable declared by the word let, const or var.
func (e *extractor) variable(word kind) variable {
	v := variable{kind: lang.KindVariable, suffix: symbol.Term, scope: e.scope}
	switch word {
	case kTokVar:
		v.scope = e.vars
	case kTokConst:
		v.kind, v.flags = lang.KindConstant, lang.Const
	}
	return v
}

// bindName declares the identifier i.
func (e *extractor) bindName(i uint32, v variable, value, typ lang.ExprID) lang.DefID {
	s := spec{name: e.name(i), kind: v.kind, suffix: v.suffix, space: lang.Value, flags: v.flags | e.flags(v.mods),
		at: e.span(i), enc: v.enc, scope: v.scope, parent: e.parent}
	id := e.define(s)
	e.def(id).Type = typ
	if v.doc && s.flags&lang.Local == 0 {
		e.document(id, v.enc.start, max(v.sig, s.at.end))
	}
	e.export(id, s.name, v.mods)
	e.b.Assign(id, value)
	return id
}

// bind declares the names in pattern i, into which value of type typ flows.
func (e *extractor) bind(i uint32, v variable, value, typ lang.ExprID) {
	if e.missing(i) || !e.enter() {
		return
	}
	defer e.leave()
	switch e.kind(i) {
	case kIdentifier, kShorthandPropertyIdentifierPattern, kUndefined:
		e.bindName(i, v, value, typ)
	case kObjectPattern:
		e.bindObject(i, v, e.typed(value, typ))
	case kArrayPattern:
		e.bindArray(i, v, e.typed(value, typ))
	case kAssignmentPattern, kObjectAssignmentPattern:
		e.bind(e.child(i, fLeft), v, e.orDefault(i, value), typ)
	case kRestPattern:
		e.bind(e.named(i, 0), v, value, typ)
	case kError:
		e.statements(i)
	default:
		e.expr(i)
	}
}

// typed is value as the type typ, where there is one.
func (e *extractor) typed(value, typ lang.ExprID) lang.ExprID {
	if typ >= 0 {
		return e.b.Expr2(lang.ExprCast, -1, value, typ)
	}
	return value
}

// orDefault is value, or the default that assignment pattern i gives.
func (e *extractor) orDefault(i uint32, value lang.ExprID) lang.ExprID {
	r := e.child(i, fRight)
	if r == ts.NoNode {
		return value
	}
	x := e.expr(r)
	if value < 0 {
		return x
	}
	return e.b.Expr2(lang.ExprCond, -1, value, x)
}

// property is the value of property n of value.
func (e *extractor) property(n uint32, value lang.ExprID) lang.ExprID {
	if value < 0 {
		return lang.NoExpr
	}
	return e.b.Expr1(lang.ExprProp, int32(e.name(n)), value)
}

func (e *extractor) bindObject(i uint32, v variable, value lang.ExprID) {
	// What a pattern binds is local: it has no descriptor of its own unless
	// the module exports it.
	if !v.mods.exported && !e.members {
		v.flags |= lang.Local
	}
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		switch e.kind(c) {
		case kShorthandPropertyIdentifierPattern:
			e.shorthand(c, value)
			v.enc = e.span(c)
			e.bindName(c, v, e.property(c, value), lang.NoExpr)
		case kObjectAssignmentPattern:
			l := e.child(c, fLeft)
			if e.missing(l) {
				continue
			}
			v.enc = e.span(c)
			if e.kind(l) == kShorthandPropertyIdentifierPattern {
				e.shorthand(l, value)
				e.bindName(l, v, e.orDefault(c, e.property(l, value)), lang.NoExpr)
			} else {
				e.bind(l, v, e.orDefault(c, lang.NoExpr), lang.NoExpr)
			}
		case kPairPattern:
			x := e.patternKey(c, value)
			v.enc = e.span(c)
			e.bind(e.child(c, fValue), v, x, lang.NoExpr)
		case kRestPattern:
			rest := lang.NoExpr
			if value >= 0 {
				rest = e.b.Expr1(lang.ExprRestOf, -1, value)
			}
			v.enc = e.span(c)
			e.bind(e.named(c, 0), v, rest, lang.NoExpr)
		case kError:
			e.statements(c)
		}
	}
}

// shorthand makes the reference of {a} to property a of value.
func (e *extractor) shorthand(i uint32, value lang.ExprID) {
	if value >= 0 && !e.missing(i) {
		e.key(i, value)
	}
}

// patternKey reads the key of pair pattern i and returns the property's value.
func (e *extractor) patternKey(i uint32, value lang.ExprID) lang.ExprID {
	k := e.child(i, fKey)
	switch {
	case e.missing(k):
		return lang.NoExpr
	case e.kind(k) == kComputedPropertyName:
		if x := e.named(k, 0); x != ts.NoNode {
			index := e.expr(x)
			if value >= 0 {
				return e.b.Expr2(lang.ExprIndex, -1, value, index)
			}
		}
		return lang.NoExpr
	case value < 0:
		return lang.NoExpr
	case e.kind(k) != kNumber:
		e.key(k, value)
	}
	return e.property(k, value)
}

func (e *extractor) bindArray(i uint32, v variable, value lang.ExprID) {
	if !v.mods.exported && !e.members {
		v.flags |= lang.Local
	}
	e.elements(i, value, func(c uint32, x lang.ExprID) {
		v.enc = e.span(c)
		e.bind(c, v, x, lang.NoExpr)
	})
}

// elements calls f for each element of array pattern i with its value.
func (e *extractor) elements(i uint32, value lang.ExprID, f func(c uint32, x lang.ExprID)) {
	n := int32(0)
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.nodes[c].Flags&ts.Named == 0 {
			if e.nodes[c].End-e.nodes[c].Start == 1 && e.t.Src[e.nodes[c].Start] == ',' {
				n++
			}
			continue
		}
		if e.kind(c) == kComment {
			continue
		}
		x := lang.NoExpr
		switch {
		case value < 0:
		case e.kind(c) == kRestPattern || e.kind(c) == kSpreadElement:
			x = e.b.Expr1(lang.ExprRestOf, n, value)
		default:
			x = e.b.Expr1(lang.ExprNth, n, value)
		}
		f(c, x)
	}
}

// assign reads the target i of an assignment of value.
func (e *extractor) assign(i uint32, value lang.ExprID, role lang.Role) lang.ExprID {
	if e.missing(i) || !e.enter() {
		return lang.NoExpr
	}
	defer e.leave()
	switch e.kind(i) {
	case kIdentifier, kShorthandPropertyIdentifierPattern:
		x := e.nameExpr(i, role, lang.Value)
		if value >= 0 {
			e.pending = append(e.pending, assignment{e.scope, e.name(i), value})
		}
		return x
	case kMemberExpression, kSubscriptExpression:
		x := e.access(i, role)
		return x
	case kParenthesizedExpression, kNonNullExpression:
		return e.assign(e.named(i, 0), value, role)
	case kAssignmentPattern, kObjectAssignmentPattern:
		l := e.child(i, fLeft)
		return e.assign(l, e.orDefault(i, value), role)
	case kRestPattern:
		return e.assign(e.named(i, 0), value, role)
	case kArrayPattern:
		e.elements(i, value, func(c uint32, x lang.ExprID) { e.assign(c, x, role) })
	case kObjectPattern:
		end := e.nodes[i].Next
		for c := i + 1; c < end; c = e.nodes[c].Next {
			switch e.kind(c) {
			case kShorthandPropertyIdentifierPattern:
				e.shorthand(c, value)
				e.assign(c, e.property(c, value), role)
			case kObjectAssignmentPattern:
				if l := e.child(c, fLeft); !e.missing(l) {
					if e.kind(l) == kShorthandPropertyIdentifierPattern {
						e.shorthand(l, value)
					}
					e.assign(l, e.orDefault(c, e.property(l, value)), role)
				}
			case kPairPattern:
				x := e.patternKey(c, value)
				e.assign(e.child(c, fValue), x, role)
			case kRestPattern:
				e.assign(e.named(c, 0), lang.NoExpr, role)
			}
		}
	default:
		return e.expr(i)
	}
	return lang.NoExpr
}
