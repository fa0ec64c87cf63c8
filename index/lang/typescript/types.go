package typescript

import (
	"strconv"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// annotation reads the type in a type annotation (or a bare type).
func (e *extractor) annotation(i uint32) lang.ExprID {
	switch e.kind(i) {
	case kTypeAnnotation, kTypePredicateAnnotation, kAssertsAnnotation, kOmittingTypeAnnotation,
		kAddingTypeAnnotation, kOptingTypeAnnotation:
		if i = e.named(i, 0); i == ts.NoNode {
			return lang.NoExpr
		}
	}
	return e.typ(i)
}

// typ reads a type.
func (e *extractor) typ(i uint32) lang.ExprID {
	if i == ts.NoNode || !e.enter() {
		return lang.NoExpr
	}
	defer e.leave()
	switch e.kind(i) {
	case kTypeIdentifier, kIdentifier:
		if string(e.text(i)) == "bigint" { // a name to the grammar
			return e.b.Expr(lang.ExprPrim, int32(e.b.Name("bigint")))
		}
		return e.nameExpr(i, lang.TypeRole, lang.Type)
	case kNestedTypeIdentifier, kMemberExpression, kCallExpression, kNestedIdentifier:
		return e.qualified(i, lang.Type)
	case kGenericType:
		if n, a := e.child(i, fName), e.child(i, fTypeArguments); e.typing && n != ts.NoNode && a != ts.NoNode && string(e.text(n)) == "Object" {
			// Object<K, V> in a comment is Record<K, V>.
			e.typ(e.named(a, 0))
			return e.b.Expr2(lang.ExprMapped, -1, lang.NoExpr, e.typ(e.named(a, 1)))
		}
		x := e.typ(e.child(i, fName))
		if a := e.child(i, fTypeArguments); a != ts.NoNode {
			return e.b.Expr2(lang.ExprTypeArgs, -1, x, e.typeArguments(a))
		}
		return x
	case kPredefinedType:
		return e.b.Expr(lang.ExprPrim, int32(e.b.NameBytes(e.text(i))))
	case kThisType, kThis:
		return e.thisExpr()
	case kLiteralType:
		return e.literalType(i)
	case kTemplateLiteralType:
		e.types(i)
		return e.b.Expr(lang.ExprString, -1)
	case kTemplateType, kParenthesizedType, kOptionalType:
		return e.typ(e.named(i, 0))
	case kRestType:
		return e.b.Expr1(lang.ExprSpread, -1, e.typ(e.named(i, 0)))
	case kFlowMaybeType:
		return e.b.Expr1(lang.ExprOptional, -1, e.typ(e.named(i, 0)))
	case kReadonlyType:
		return e.b.Expr1(lang.ExprReadonly, -1, e.typ(e.named(i, 0)))
	case kArrayType:
		return e.b.Expr1(lang.ExprArrayOf, -1, e.typ(e.named(i, 0)))
	case kTupleType:
		return e.b.Expr1(lang.ExprTuple, -1, e.tuple(i))
	case kUnionType, kIntersectionType:
		k := lang.ExprUnion
		if e.kind(i) == kIntersectionType {
			k = lang.ExprIntersect
		}
		return e.b.Expr1(k, -1, e.list(e.operands(i, e.kind(i))))
	case kObjectType:
		return e.objectType(i)
	case kFunctionType:
		id := e.define(spec{kind: lang.KindLambda, space: lang.Value, flags: lang.Synthetic, at: span{e.nodes[i].Start, e.nodes[i].Start},
			enc: e.span(i), scope: lang.NoScope, parent: e.parent})
		e.function(i, id, receiver{})
		return e.b.Expr(lang.ExprFuncType, int32(id))
	case kConstructorType:
		obj := e.shape(i)
		e.signatureMember(i, obj, constructorName, lang.KindConstructor)
		return e.b.Expr(lang.ExprObject, int32(obj))
	case kTypeQuery:
		return e.b.Expr1(lang.ExprTypeOf, -1, e.query(e.named(i, 0)))
	case kIndexTypeQuery:
		return e.b.Expr1(lang.ExprKeysOf, -1, e.typ(e.named(i, 0)))
	case kLookupType:
		return e.lookupType(i)
	case kConditionalType:
		return e.conditionalType(i)
	case kInferType:
		return e.inferType(i)
	case kTypePredicate:
		return e.predicate(i)
	case kAsserts:
		if p := e.named(i, 0); p != ts.NoNode {
			if e.kind(p) == kTypePredicate {
				e.predicate(p)
			} else {
				e.expr(p)
			}
		}
		return e.b.Expr(lang.ExprPrim, int32(e.b.Name("void")))
	case kTypeAnnotation:
		return e.annotation(i)
	case kExistentialType:
		return e.unknown()
	}
	e.types(i)
	return e.unknown()
}

// types reads the named children of i as types.
func (e *extractor) types(i uint32) {
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.nodes[c].Flags&ts.Named != 0 && e.kind(c) != kComment {
			e.any(c)
		}
	}
}

// typeArguments reads <A, B> and returns the first of the list.
func (e *extractor) typeArguments(i uint32) lang.ExprID { return e.listOf(i, e.elementType) }

// elementType reads a type that stands in a list.
func (e *extractor) elementType(i uint32) lang.ExprID { return e.listed(e.typ(i)) }

// operands flattens A | B | C, iteratively on the left, where it nests.
func (e *extractor) operands(i uint32, k kind) []lang.ExprID {
	var spine []uint32
	for {
		spine = append(spine, i)
		l := e.named(i, 0)
		if l == ts.NoNode || e.kind(l) != k {
			break
		}
		i = l
	}
	var xs []lang.ExprID
	for n := len(spine) - 1; n >= 0; n-- {
		i := spine[n]
		end := e.nodes[i].Next
		for c := i + 1; c < end; c = e.nodes[c].Next {
			if e.nodes[c].Flags&ts.Named == 0 || e.kind(c) == kComment || n < len(spine)-1 && c == spine[n+1] {
				continue
			}
			xs = append(xs, e.elementType(c))
		}
	}
	return xs
}

func (e *extractor) tuple(i uint32) lang.ExprID {
	var xs []lang.ExprID
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.nodes[c].Flags&ts.Named == 0 || e.kind(c) == kComment {
			continue
		}
		switch e.kind(c) {
		case kRequiredParameter, kOptionalParameter: // named members
			x := lang.NoExpr
			if t := e.child(c, fType); t != ts.NoNode {
				x = e.annotation(t)
			}
			if x < 0 {
				x = e.unknown()
			}
			if n := e.child(c, fName); n != ts.NoNode && e.kind(n) == kRestPattern {
				x = e.b.Expr1(lang.ExprSpread, -1, x)
			}
			xs = append(xs, x)
		default:
			xs = append(xs, e.elementType(c))
		}
	}
	return e.list(xs)
}

func (e *extractor) literalType(i uint32) lang.ExprID {
	c := e.named(i, 0)
	if c == ts.NoNode {
		return e.unknown()
	}
	switch e.kind(c) {
	case kString, kNumber, kTrue, kFalse:
		if x := e.literalValue(c, lang.NoExpr); x >= 0 {
			return x
		}
		return e.b.Expr(lang.ExprNumber, -1)
	case kUnaryExpression:
		return e.b.Expr(lang.ExprNumber, -1)
	}
	return e.b.Expr(lang.ExprNull, -1)
}

// qualified reads A.B.C or import("m").A in a type; space is that of the last
// name.
func (e *extractor) qualified(i uint32, space lang.Space) lang.ExprID {
	if e.missing(i) || !e.enter() {
		return lang.NoExpr
	}
	defer e.leave()
	var x, n uint32
	switch e.kind(i) {
	case kIdentifier:
		if m := e.importOfName(i); m >= 0 {
			return m
		}
		return e.nameExpr(i, lang.TypeRole, space)
	case kNestedTypeIdentifier:
		x, n = e.child(i, fModule), e.child(i, fName)
	case kMemberExpression, kNestedIdentifier:
		x, n = e.child(i, fObject), e.child(i, fProperty)
	case kCallExpression:
		if f := e.child(i, fFunction); f != ts.NoNode && e.kind(f) == kImport {
			return e.importCall(i)
		}
		return e.expr(i)
	default:
		return e.expr(i)
	}
	recv := e.qualified(x, lang.Namespace)
	if e.missing(n) {
		return recv
	}
	return e.b.Expr1(lang.ExprMember, int32(e.member(n, recv, lang.TypeRole, space)), recv)
}

// query reads what typeof names in a type.
func (e *extractor) query(i uint32) lang.ExprID {
	if i == ts.NoNode || !e.enter() {
		return lang.NoExpr
	}
	defer e.leave()
	switch e.kind(i) {
	case kCallExpression:
		if f := e.child(i, fFunction); f != ts.NoNode && e.kind(f) == kImport {
			return e.importCall(i)
		}
	case kMemberExpression:
		recv := e.query(e.child(i, fObject))
		n := e.child(i, fProperty)
		if e.missing(n) {
			return recv
		}
		return e.b.Expr1(lang.ExprMember, int32(e.member(n, recv, lang.Read, lang.Value)), recv)
	}
	return e.expr(i)
}

// lookupType reads A["b"].
func (e *extractor) lookupType(i uint32) lang.ExprID {
	a := e.typ(e.named(i, 0))
	in := e.named(i, 1)
	if in == ts.NoNode {
		return a
	}
	if e.kind(in) == kLiteralType {
		if s := e.named(in, 0); s != ts.NoNode && e.kind(s) == kString && !e.missing(s) {
			value := e.b.Expr2(lang.ExprCast, -1, lang.NoExpr, a)
			r := e.member(s, value, lang.TypeRole, lang.Value)
			return e.b.Expr1(lang.ExprTypeOf, -1, e.b.Expr1(lang.ExprMember, int32(r), value))
		}
	}
	return e.b.Expr2(lang.ExprIndexed, -1, a, e.typ(in))
}

func (e *extractor) conditionalType(i uint32) lang.ExprID {
	check := e.typ(e.child(i, fLeft))
	saved := e.env
	e.newScope(lang.ScopeTypeParams, lang.NoDef, i)
	e.infers = e.scope
	test := e.b.Expr2(lang.ExprExpect, -1, check, e.typ(e.child(i, fRight)))
	e.infers = saved.infers
	then := e.typ(e.child(i, fConsequence))
	e.env = saved
	return e.b.Expr2(lang.ExprCondType, int32(test), then, e.typ(e.child(i, fAlternative)))
}

func (e *extractor) inferType(i uint32) lang.ExprID {
	n := e.named(i, 0)
	if e.missing(n) {
		return e.unknown()
	}
	scope := e.infers
	if scope < 0 {
		scope = e.scope
	}
	id := e.define(spec{name: e.name(n), kind: lang.KindTypeParameter, suffix: symbol.TypeParameter, space: lang.Type,
		flags: lang.Local, at: e.span(n), enc: e.span(i), scope: scope, parent: lang.NoDef})
	if b := e.named(i, 1); b != ts.NoNode {
		e.b.Base(id, lang.BaseBound, e.typ(b))
	}
	return e.b.Expr(lang.ExprDef, int32(id))
}

// predicate reads x is T.
func (e *extractor) predicate(i uint32) lang.ExprID {
	if n := e.child(i, fName); n != ts.NoNode {
		e.expr(n)
	}
	return e.b.Expr1(lang.ExprGuard, -1, e.typ(e.child(i, fType)))
}

// shape makes the container of an anonymous object type.
func (e *extractor) shape(i uint32) lang.DefID {
	name := e.b.Name("typeLiteral" + strconv.Itoa(e.shapes))
	e.shapes++
	return e.define(spec{name: name, kind: lang.KindObject, suffix: symbol.Meta, space: lang.Type,
		flags: lang.Synthetic | lang.Structural | e.localFlag(), at: span{e.nodes[i].Start, e.nodes[i].Start},
		enc: e.span(i), scope: lang.NoScope, parent: e.parent})
}

func (e *extractor) objectType(i uint32) lang.ExprID {
	if c := e.childOf(i, kIndexSignature); c != ts.NoNode {
		if m := e.childOf(c, kMappedTypeClause); m != ts.NoNode {
			return e.mappedType(c, m)
		}
	}
	saved := e.env
	id := e.shape(i)
	e.parent = id
	e.members, e.ambient = false, false
	e.typeMembers(i, id)
	e.env = saved
	return e.b.Expr(lang.ExprObject, int32(id))
}

func (e *extractor) mappedType(sig, clause uint32) lang.ExprID {
	saved := e.env
	e.newScope(lang.ScopeTypeParams, lang.NoDef, sig)
	over := lang.NoExpr
	if t := e.child(clause, fType); t != ts.NoNode {
		over = e.typ(t)
	}
	key := int32(-1)
	if n := e.child(clause, fName); !e.missing(n) {
		key = int32(e.name(n))
		id := e.define(spec{name: e.name(n), kind: lang.KindTypeParameter, suffix: symbol.TypeParameter, space: lang.Type,
			flags: lang.Local, at: e.span(n), enc: e.span(clause), scope: e.scope, parent: lang.NoDef})
		e.b.Base(id, lang.BaseBound, over)
	}
	if a := e.child(clause, fAlias); a != ts.NoNode {
		e.typ(a)
		over = lang.NoExpr // members by other names, which nothing declares
	}
	value := lang.NoExpr
	if t := e.child(sig, fType); t != ts.NoNode {
		value = e.annotation(t)
	}
	e.env = saved
	return e.b.Expr2(lang.ExprMapped, key, over, value)
}

// typeMembers reads the members of an interface or object type id.
func (e *extractor) typeMembers(i uint32, id lang.DefID) {
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		switch e.kind(c) {
		case kPropertySignature:
			e.propertySignature(c, id)
		case kMethodSignature:
			e.method(c, id, nil)
		case kCallSignature:
			e.signatureMember(c, id, callName, lang.KindMethod)
		case kConstructSignature:
			e.signatureMember(c, id, constructorName, lang.KindConstructor)
		case kIndexSignature:
			e.indexSignature(c, id)
		case kComment:
		default:
			if e.nodes[c].Flags&ts.Named != 0 {
				e.any(c)
			}
		}
	}
}

func (e *extractor) propertySignature(i uint32, id lang.DefID) {
	s := spec{kind: lang.KindProperty, suffix: symbol.Term, space: lang.Value, flags: lang.Member | e.localFlag(),
		enc: e.span(i), scope: lang.NoScope, parent: id}
	if e.has(i, kTokReadonly) {
		s.flags |= lang.Const
	}
	if e.has(i, kTokQuestion) {
		s.flags |= lang.Optional
	}
	t := e.child(i, fType)
	if !e.memberName(e.child(i, fName), &s) {
		if t != ts.NoNode {
			e.annotation(t)
		}
		return
	}
	def := e.define(s)
	e.document(def, s.enc.start, s.enc.end)
	if t != ts.NoNode {
		saved := e.parent
		e.parent = def
		x := e.annotation(t)
		e.parent = saved
		e.def(def).Type = x
	}
}

// signatureMember reads a call or construct signature of id as a member that
// has no name in the text.
func (e *extractor) signatureMember(i uint32, id lang.DefID, name string, k lang.Kind) {
	def := e.define(spec{name: e.b.Name(name), kind: k, space: lang.Value, flags: lang.Member | lang.Synthetic,
		at: span{e.nodes[i].Start, e.nodes[i].Start}, enc: e.span(i), scope: lang.NoScope, parent: id})
	e.function(i, def, receiver{})
}

func (e *extractor) indexSignature(i uint32, id lang.DefID) {
	saved := e.env
	def := e.define(spec{name: e.b.Name(indexName), kind: lang.KindMethod, space: lang.Value, flags: lang.Member | lang.Synthetic,
		at: span{e.nodes[i].Start, e.nodes[i].Start}, enc: e.span(i), scope: lang.NoScope, parent: id})
	if c := e.childOf(i, kMappedTypeClause); c != ts.NoNode {
		e.newScope(lang.ScopeTypeParams, lang.NoDef, i)
		e.typ(e.child(c, fType))
	}
	if n := e.child(i, fName); !e.missing(n) {
		p := e.define(spec{name: e.name(n), kind: lang.KindParameter, suffix: symbol.Parameter, space: lang.Value,
			flags: lang.Local | lang.Param, at: e.span(n), enc: e.span(n), scope: lang.NoScope, parent: def})
		if t := e.child(i, fIndexType); t != ts.NoNode {
			x := e.typ(t)
			e.def(p).Type = x
		}
	}
	if t := e.child(i, fType); t != ts.NoNode {
		x := e.annotation(t)
		e.def(def).Type = x
	}
	e.env = saved
}
