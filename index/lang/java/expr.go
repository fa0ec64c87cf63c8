package java

import (
	"bytes"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// ambiguous is what a name before a dot can be.
const ambiguous = lang.Value | lang.Type | lang.Namespace

// expr reads an expression; NoExpr when nothing is known of its value.
func (e *extractor) expr(i uint32) lang.ExprID { return e.expression(i, lang.Read) }

// expression reads an expression; role is what happens to the variable that it
// names.
func (e *extractor) expression(i uint32, role lang.Role) lang.ExprID {
	if i == ts.NoNode || !e.enter() {
		return lang.NoExpr
	}
	defer e.leave()
	b := e.b
	switch e.kind(i) {
	case kIdentifier:
		if e.missing(i) {
			return lang.NoExpr
		}
		return b.Expr(lang.ExprName, int32(e.ref(i, role, lang.Value)))
	case kThis:
		return b.Expr(lang.ExprThis, int32(e.scope))
	case kSuper:
		return b.Expr(lang.ExprSuper, int32(e.scope))
	case kNull:
		return b.Expr(lang.ExprNull, 0)
	case kTrue, kFalse:
		return b.Expr(lang.ExprBool, 0)
	case kString:
		e.children(i, func(c uint32) { // of a template
			if e.nodes[c].Next > c+1 {
				e.children(c, func(x uint32) { e.expr(x) })
			}
		})
		return b.Expr(lang.ExprString, 0)
	case kCharacter:
		return e.primitive("char")
	case kDecimalInteger, kHexInteger, kOctalInteger, kBinaryInteger:
		if t := e.text(i); len(t) > 0 && (t[len(t)-1] == 'l' || t[len(t)-1] == 'L') {
			return e.primitive("long")
		}
		return e.primitive("int")
	case kDecimalFloat, kHexFloat:
		if t := e.text(i); len(t) > 0 && (t[len(t)-1] == 'f' || t[len(t)-1] == 'F') {
			return e.primitive("float")
		}
		return e.primitive("double")
	case kParenthesized:
		return e.expression(e.first(i), role)
	case kFieldAccess:
		return e.fieldAccess(i, role, lang.Value)
	case kMethodInvocation:
		return e.call(i)
	case kObjectCreation:
		return e.creation(i)
	case kArrayCreation:
		return e.arrayCreation(i)
	case kArrayInitializer:
		var list []lang.ExprID
		e.children(i, func(c uint32) { list = e.element(list, c) })
		return b.Expr1(lang.ExprArray, 0, b.List(list))
	case kArrayAccess:
		a := e.expr(e.child(i, fArray))
		x := e.expr(e.child(i, fIndex))
		return b.Expr2(lang.ExprIndex, 0, a, x)
	case kClassLiteral:
		if t := e.typ(e.first(i), 0); t >= 0 {
			return b.Expr1(lang.ExprClassOf, 0, t)
		}
		return lang.NoExpr
	case kLambda:
		return e.lambda(i)
	case kMethodReference:
		return e.methodReference(i)
	case kCast:
		return e.cast(i)
	case kAssignment:
		return e.assignment(i)
	case kBinary:
		return e.binary(i)
	case kUnary:
		return e.unary(i)
	case kUpdate:
		return e.expression(e.first(i), lang.Read|lang.Write)
	case kTernary:
		return e.ternary(i)
	case kInstanceof:
		return e.instanceof(i)
	case kSwitchExpression:
		return e.switchExpression(i)
	case kTypeArguments:
		e.typeArguments(i)
		return lang.NoExpr
	case kIntegralType, kFloatingPointType, kBooleanType, kVoidType, kComment:
		return lang.NoExpr
	case kScopedIdentifier:
		return e.qualifiedType(i, 0)
	}
	e.children(i, e.statement)
	return lang.NoExpr
}

// primitive is a value of a primitive type.
func (e *extractor) primitive(name string) lang.ExprID {
	return e.b.Expr2(lang.ExprCast, 0, lang.NoExpr, e.b.Expr(lang.ExprPrim, int32(e.b.Name(name))))
}

// element adds the expression at c to a list, in which each place counts.
func (e *extractor) element(list []lang.ExprID, c uint32) []lang.ExprID {
	x := e.expr(c)
	if x < 0 {
		x = e.b.Expr(lang.ExprUnknown, 0)
	}
	return append(list, x)
}

// arguments are those of a call.
func (e *extractor) arguments(i uint32) lang.ExprID {
	var list []lang.ExprID
	e.children(i, func(c uint32) {
		if e.kind(c) == kError {
			e.children(c, e.statement)
			return
		}
		list = e.element(list, c)
	})
	return e.unshared(list)
}

// unshared links a list; an expression that is another's operand already (a
// parenthesized one never is, a switch's only value can be) is copied.
func (e *extractor) unshared(list []lang.ExprID) lang.ExprID {
	for j, x := range list {
		if e.b.F.Exprs[x].Next >= 0 {
			list[j] = e.b.Copy(x)
		}
	}
	return e.b.List(list)
}

// receiver reads what stands before a dot: a value, a type or a package.
func (e *extractor) receiver(i uint32) lang.ExprID {
	switch e.kind(i) {
	case kIdentifier:
		if e.missing(i) {
			return lang.NoExpr
		}
		return e.b.Expr(lang.ExprName, int32(e.ref(i, lang.Read, ambiguous)))
	case kFieldAccess:
		if !e.enter() {
			return lang.NoExpr
		}
		defer e.leave()
		return e.fieldAccess(i, lang.Read, ambiguous)
	case kTypeIdentifier, kScopedTypeIdentifier, kGenericType, kArrayType, kAnnotatedType:
		return e.typ(i, 0)
	}
	return e.expr(i)
}

// asType is a value of the type that expression t names.
func (e *extractor) asType(t lang.ExprID) lang.ExprID {
	return e.b.Expr2(lang.ExprCast, 0, lang.NoExpr, t)
}

// fieldAccess reads a.b; space says what it can be.
func (e *extractor) fieldAccess(i uint32, role lang.Role, space lang.Space) lang.ExprID {
	recv := e.receiver(e.child(i, fObject))
	if e.childOf(i, kSuper) != ts.NoNode && e.kind(e.child(i, fObject)) != kSuper {
		recv = e.asType(recv) // Type.super.b
	}
	name := e.child(i, fField)
	if e.missing(name) {
		return recv
	}
	if e.kind(name) == kThis {
		if recv < 0 {
			return lang.NoExpr
		}
		return e.asType(recv)
	}
	if recv < 0 {
		recv = e.b.Expr(lang.ExprUnknown, 0)
	}
	return e.b.Expr(lang.ExprMember, int32(e.member(name, recv, role, space)))
}

// call reads a method call.
func (e *extractor) call(i uint32) lang.ExprID {
	b := e.b
	object := e.child(i, fObject)
	name := e.child(i, fName)
	recv := lang.NoExpr
	if object != ts.NoNode {
		recv = e.receiver(object)
		if e.childOf(i, kSuper) != ts.NoNode && e.kind(object) != kSuper && recv >= 0 {
			recv = e.asType(recv) // Type.super.m()
		}
	}
	var typeArgs []lang.ExprID
	if a := e.child(i, fTypeArguments); a != ts.NoNode {
		typeArgs = e.typeArguments(a)
	}
	callee := lang.NoExpr
	switch {
	case e.missing(name):
	case object == ts.NoNode:
		callee = b.Expr(lang.ExprName, int32(e.ref(name, lang.Call, lang.Method)))
	default:
		if recv < 0 {
			recv = b.Expr(lang.ExprUnknown, 0)
		}
		callee = b.Expr(lang.ExprMember, int32(e.member(name, recv, lang.Call, lang.Method)))
	}
	if callee >= 0 && len(typeArgs) > 0 {
		callee = b.Expr2(lang.ExprTypeArgs, 0, callee, b.List(typeArgs))
	}
	return b.Expr2(lang.ExprCall, 0, callee, e.arguments(e.child(i, fArguments)))
}

// creation reads new T(…) and outer.new T(…) {…}.
func (e *extractor) creation(i uint32) lang.ExprID {
	b := e.b
	outer, body := ts.NoNode, ts.NoNode
	typeNode, args := e.child(i, fType), e.child(i, fArguments)
	before := true
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		switch {
		case e.nodes[c].Sym == tNew:
			before = false
		case e.kind(c) == kClassBody:
			body = c
		case e.kind(c) == kTypeArguments:
			e.typeArguments(c)
		case e.kind(c) == kAnnotation, e.kind(c) == kMarkerAnnotation:
			e.annotation(c)
		case before && e.nodes[c].Flags&ts.Named != 0 && e.kind(c) != kComment:
			outer = c
		}
	}
	t := lang.NoExpr
	if outer != ts.NoNode {
		recv := e.receiver(outer)
		if n := e.typeName(typeNode); recv >= 0 && !e.missing(n) {
			t = b.Expr(lang.ExprMember, int32(e.member(n, recv, lang.TypeRole, lang.Type)))
			if a := e.childOf(typeNode, kTypeArguments); a != ts.NoNode {
				if list := e.typeArguments(a); len(list) > 0 {
					t = b.Expr2(lang.ExprTypeArgs, 0, t, b.List(list))
				}
			}
		}
	} else {
		t = e.typ(typeNode, lang.Call)
	}
	made := b.Expr(lang.ExprNew, 0)
	list := e.arguments(args)
	if body != ts.NoNode && t >= 0 {
		e.anonymous(body, t, lang.BaseExtends)
	} else if body != ts.NoNode {
		e.anonymous(body, b.Expr(lang.ExprUnknown, 0), lang.BaseExtends)
	}
	if t < 0 {
		t = b.Expr(lang.ExprUnknown, 0)
	}
	b.F.Exprs[made].A, b.F.Exprs[made].B = t, list
	return made
}

// typeName is the identifier of a type that is no qualified one.
func (e *extractor) typeName(i uint32) uint32 {
	switch e.kind(i) {
	case kTypeIdentifier, kIdentifier:
		return i
	case kGenericType:
		return e.childOf(i, kTypeIdentifier)
	}
	return ts.NoNode
}

func (e *extractor) arrayCreation(i uint32) lang.ExprID {
	t := e.arrayOf(e.typ(e.child(i, fType), 0), e.dimensions(i))
	e.children(i, func(c uint32) {
		if e.kind(c) == kDimensionsExpr {
			e.children(c, func(x uint32) { e.expr(x) })
		}
	})
	v := lang.NoExpr
	if n := e.child(i, fValue); n != ts.NoNode {
		v = e.initializer(n, t)
	}
	if t < 0 {
		return v
	}
	return e.b.Expr2(lang.ExprCast, 0, v, t)
}

// initializer reads the value of a variable of type t. What is in braces has
// no type of its own.
func (e *extractor) initializer(i uint32, t lang.ExprID) lang.ExprID {
	v := e.expr(i)
	if v >= 0 && t >= 0 && e.kind(i) == kArrayInitializer {
		return e.b.Expr2(lang.ExprCast, 0, v, t)
	}
	return v
}

// function declares the function that a lambda or a reference to a constructor
// is.
func (e *extractor) function(i uint32) lang.DefID {
	at := e.nodes[i].Start
	id, d := e.b.Def(0, lang.KindLambda, symbol.None, at, at)
	d.Flags, d.Parent, d.EncEnd, d.Space = lang.Synthetic|lang.Local, e.parent, e.nodes[i].End, lang.Value
	return id
}

func (e *extractor) lambda(i uint32) lang.ExprID {
	id := e.function(i)
	e.within(func() {
		scope := e.openAt(lang.ScopeFunction, id, i)
		e.def(id).Body = scope
		e.fn, e.yields = id, nil
		params := e.child(i, fParameters)
		if e.kind(params) == kIdentifier {
			if !e.missing(params) {
				e.param(params, params, id, lang.NoExpr)
			}
		} else {
			e.parameters(params, id)
		}
		body := e.child(i, fBody)
		switch {
		case body == ts.NoNode:
		case e.kind(body) == kBlock:
			e.statement(body)
			// A body without a result is told from one whose result is unknown.
			if !e.returns(body) {
				e.def(id).Type = e.b.Expr(lang.ExprPrim, int32(e.b.Name("void")))
			}
		default:
			e.end = e.nodes[body].End
			v := e.expr(body)
			if v < 0 {
				v = e.b.Expr(lang.ExprUnknown, 0)
			}
			e.b.Base(id, lang.BaseReturn, v)
		}
	})
	return e.b.Expr(lang.ExprFunc, int32(id))
}

// returns says whether a lambda's body has a return statement with a value, or
// can only end by throwing.
func (e *extractor) returns(body uint32) bool {
	last := kOther
	end := e.nodes[body].Next
	for c := body + 1; c < end; {
		switch e.kind(c) {
		case kLambda, kClassBody:
			c = e.nodes[c].Next
			continue
		case kReturnStatement:
			if e.first(c) != ts.NoNode {
				return true
			}
		}
		if e.nodes[c].Parent == body && e.nodes[c].Flags&ts.Named != 0 && e.kind(c) != kComment {
			last = e.kind(c)
		}
		c++
	}
	return last == kThrowStatement || last == kWhileStatement
}

// methodReference reads a::b and a::new. The latter is a function that gives
// an a.
func (e *extractor) methodReference(i uint32) lang.ExprID {
	b := e.b
	object := e.first(i)
	if object == ts.NoNode {
		return lang.NoExpr
	}
	recv := e.receiver(object)
	name, word := ts.NoNode, ts.NoNode
	end := e.nodes[i].Next
	behind := false
	for c := e.nodes[object].Next; c < end; c = e.nodes[c].Next {
		switch {
		case e.kind(c) == kTypeArguments:
			e.typeArguments(c)
		case e.nodes[c].Sym == tNew:
			word = c
		case e.kind(c) == kSuper:
			if recv >= 0 {
				recv = e.asType(recv)
			}
		case e.kind(c) == kIdentifier:
			name = c
		}
		behind = true
	}
	if !behind || recv < 0 {
		return recv
	}
	switch {
	case !e.missing(name):
		return b.Expr(lang.ExprMember, int32(e.member(name, recv, lang.Read, lang.Method)))
	case !e.missing(word):
		e.memberNamed(b.Name(initName), word, recv, lang.Read, lang.Method)
		id := e.function(i)
		b.Base(id, lang.BaseReturn, e.asType(recv))
		return b.Expr(lang.ExprFunc, int32(id))
	}
	return lang.NoExpr
}

func (e *extractor) cast(i uint32) lang.ExprID {
	var types []lang.ExprID
	value := e.child(i, fValue)
	e.children(i, func(c uint32) {
		if e.nodes[c].Field == fType {
			if t := e.typ(c, 0); t >= 0 {
				types = append(types, t)
			}
		}
	})
	v := e.expr(value)
	switch len(types) {
	case 0:
		return v
	case 1:
		return e.b.Expr2(lang.ExprCast, 0, v, types[0])
	}
	return e.b.Expr2(lang.ExprCast, 0, v, e.b.Expr1(lang.ExprIntersect, 0, e.b.List(types)))
}

func (e *extractor) operator(i uint32) []byte {
	if o := e.child(i, fOperator); o != ts.NoNode {
		return e.text(o)
	}
	return nil
}

func (e *extractor) assignment(i uint32) lang.ExprID {
	plain := bytes.Equal(e.operator(i), []byte("="))
	role := lang.Read | lang.Write
	if plain {
		role = lang.Write
	}
	left := e.expression(e.child(i, fLeft), role)
	right := e.expr(e.child(i, fRight))
	if !plain || left < 0 {
		return left
	}
	if right < 0 {
		return left
	}
	return e.b.Expr2(lang.ExprExpect, 0, right, e.b.Expr1(lang.ExprTypeOf, 0, left))
}

func (e *extractor) binary(i uint32) lang.ExprID {
	// Long sums nest to the left: they are read from the left end without
	// recursion.
	var chain []uint32
	at := i
	for e.kind(at) == kBinary {
		chain = append(chain, at)
		at = e.child(at, fLeft)
	}
	v := lang.NoExpr
	if at != ts.NoNode {
		v = e.expr(at)
	}
	for j := len(chain) - 1; j >= 0; j-- {
		right := e.expr(e.child(chain[j], fRight))
		switch string(e.operator(chain[j])) {
		case "==", "!=", "<", ">", "<=", ">=", "&&", "||":
			v = e.b.Expr2(lang.ExprCompare, 0, v, right)
		default:
			if v < 0 {
				v = e.b.Expr(lang.ExprUnknown, 0)
			}
			v = e.b.Expr2(lang.ExprBinary, 0, v, right)
		}
	}
	return v
}

func (e *extractor) unary(i uint32) lang.ExprID {
	if bytes.Equal(e.operator(i), []byte("!")) {
		saved := e.negated
		e.negated = !saved
		v := e.expr(e.child(i, fOperand))
		e.negated = saved
		return e.b.Expr1(lang.ExprCompare, 0, v)
	}
	return e.expr(e.child(i, fOperand))
}

func (e *extractor) ternary(i uint32) lang.ExprID {
	e.expr(e.child(i, fCondition))
	a := e.expr(e.child(i, fConsequence))
	b := e.expr(e.child(i, fAlternative))
	if a < 0 {
		return b
	}
	return e.b.Expr2(lang.ExprCond, 0, a, b)
}

func (e *extractor) instanceof(i uint32) lang.ExprID {
	v := e.expr(e.child(i, fLeft))
	if p := e.child(i, fPattern); p != ts.NoNode {
		e.pattern(p, v)
	}
	t := e.typ(e.child(i, fRight), 0)
	if name := e.child(i, fName); !e.missing(name) {
		e.bindPattern(name, name, t, v, modifiers{})
	}
	return e.b.Expr(lang.ExprCompare, 0)
}
