package php

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// superglobals are variables of every scope.
var superglobals = map[string]bool{
	"$GLOBALS": true, "$_SERVER": true, "$_GET": true, "$_POST": true, "$_FILES": true, "$_COOKIE": true,
	"$_SESSION": true, "$_REQUEST": true, "$_ENV": true, "$argc": true, "$argv": true,
	"$http_response_header": true, "$php_errormsg": true, "$HTTP_RAW_POST_DATA": true,
}

// constructs look like functions or constants and are none.
var constructs = map[string]bool{
	"isset": true, "empty": true, "unset": true, "list": true, "array": true, "exit": true, "die": true, "eval": true,
	"true": true, "false": true, "null": true, "print": true, "echo": true, "__halt_compiler": true,
	"__line__": true, "__file__": true, "__dir__": true, "__function__": true, "__class__": true, "__trait__": true,
	"__method__": true, "__namespace__": true, "__property__": true,
}

// visible is the variable called n where the walk is, NoDef when none has been
// met. Arrow functions see the variables around them.
func (x *extractor) visible(n lang.NameID) lang.DefID {
	for s := x.scope; ; {
		if d, ok := x.bound[key{s, n}]; ok {
			return d
		}
		around, ok := x.arrows[s]
		if !ok {
			return lang.NoDef
		}
		s = around
	}
}

// bindScope is the scope in which a variable called n is bound where the walk
// is. A block of a template has only the variables of its head.
func (x *extractor) bindScope(n lang.NameID) lang.ScopeID {
	for s := x.scope; ; {
		around, ok := x.blocks[s]
		if !ok || s == x.head {
			return s
		}
		if _, ok := x.bound[key{s, n}]; ok {
			return s
		}
		s = around
	}
}

// variable reads a use of the variable at node i.
func (x *extractor) variable(i uint32, role lang.Role) lang.ExprID {
	if x.empty(i) {
		return lang.NoExpr
	}
	text := x.text(i)
	if string(text) == "$this" {
		if x.cls == nil && x.blocks == nil {
			return lang.NoExpr
		}
		return x.b.Expr(lang.ExprThis, int32(x.scope))
	}
	if superglobals[string(text)] || text[0] != '$' {
		return lang.NoExpr
	}
	n := x.b.NameBytes(text)
	at := key{x.bindScope(n), n}
	if t, ok := x.typed[at]; ok && t.end > 0 && x.visible(n) < 0 {
		// Nothing in the file assigns it: the comment is its definition.
		id, d := x.b.Def(n, lang.KindVariable, symbol.None, t.start, t.end)
		d.Flags, d.Scope, d.Parent, d.Type = lang.Local, at.scope, x.fn, t.typ
		x.bound[at] = id
	}
	r := x.b.Ref(lang.Ref{Name: n, Start: x.n[i].Start, End: x.n[i].End, Scope: x.scope, X: -1, Kind: lang.RefName, Role: role, Space: lang.Value})
	return x.holding(n, x.b.Expr(lang.ExprName, int32(r)))
}

// bind makes the variable at node i a definition in the scope at hand, or a
// further assignment to the one that is there. It returns the definition that
// a value assigned here flows into, NoDef for none.
func (x *extractor) bind(i uint32, k lang.Kind) lang.DefID {
	if x.empty(i) {
		return lang.NoDef
	}
	text := x.text(i)
	if text[0] != '$' || string(text) == "$this" || superglobals[string(text)] {
		return lang.NoDef
	}
	n := x.b.NameBytes(text)
	at := key{x.bindScope(n), n}
	if d, ok := x.bound[at]; ok {
		x.variable(i, lang.Write)
		if to, ok := x.outer[d]; ok {
			return to
		}
		if x.b.F.Defs[d].Flags&lang.Binding != 0 {
			return lang.NoDef
		}
		return d
	}
	id, d := x.b.Def(n, k, symbol.None, x.n[i].Start, x.n[i].End)
	d.Flags, d.Scope, d.Parent = lang.Local, at.scope, x.fn
	if t, ok := x.typed[at]; ok {
		d.Type = t.typ
	}
	x.bound[at] = id
	return id
}

// assign binds the target at node i to a value.
func (x *extractor) assign(i uint32, value lang.ExprID) {
	if i == ts.NoNode || x.depth >= maxNesting {
		return
	}
	x.depth++
	defer func() { x.depth-- }()
	switch x.kind(i) {
	case kVariableName:
		x.set(i, value)
	case kByRef, kParenthesizedExpression:
		x.assign(x.child(i), value)
	case kListLiteral, kArrayCreationExpression:
		x.destructure(i, value)
	case kSubscriptExpression:
		x.assignElement(i, value)
	case kMemberAccessExpression, kNullsafeMemberAccessExpression:
		x.memberAccess(i, lang.Write)
		x.flowTo(i, value)
	case kScopedPropertyAccessExpression:
		x.scopedProperty(i, lang.Write)
		x.flowTo(i, value)
	case kPair:
		n := 0
		x.each(i, func(c uint32) {
			if n == 0 {
				x.assign(c, lang.NoExpr)
			} else {
				x.assign(c, value)
			}
			n++
		})
	default:
		x.expr(i)
	}
}

// set assigns a value to the variable at node i.
func (x *extractor) set(i uint32, value lang.ExprID) {
	if x.empty(i) {
		return
	}
	n := x.b.NameBytes(x.text(i))
	delete(x.held, n)
	d := x.bind(i, lang.KindVariable)
	x.b.Assign(d, value)
	x.holdIn(d, n, value)
}

// flowTo notes a value of a property of $this, self or static.
func (x *extractor) flowTo(i uint32, value lang.ExprID) {
	if x.cls == nil || value < 0 {
		return
	}
	object, name := x.t.Child(i, fObject), x.t.Child(i, fName)
	if name == ts.NoNode {
		return
	}
	prefix := ""
	if object != ts.NoNode {
		if string(x.text(object)) != "$this" || x.kind(name) != kName {
			return
		}
		prefix = "$"
	} else {
		s := x.t.Child(i, fScope)
		if s == ts.NoNode || x.kind(name) != kVariableName {
			return
		}
		if k := lower(string(x.text(s))); k != "self" && k != "static" {
			return
		}
	}
	x.cls.flows = append(x.cls.flows, flow{x.b.Name(prefix + string(x.text(name))), value})
}

// assignElement reads target[index] = value: what is put into an array is one
// of its elements.
func (x *extractor) assignElement(i uint32, value lang.ExprID) {
	base := x.child(i)
	if base == ts.NoNode {
		return
	}
	first := true
	x.each(i, func(c uint32) {
		if !first {
			x.expr(c)
		}
		first = false
	})
	var array lang.ExprID = lang.NoExpr
	if value >= 0 {
		array = x.b.Expr1(lang.ExprArray, 0, x.b.Copy(value))
	}
	x.assign(base, array)
	if x.kind(base) == kVariableName && !x.empty(base) {
		// It keeps what it had.
		delete(x.held, x.b.NameBytes(x.text(base)))
	}
}

// destructure binds the targets of a list to the parts of a value.
func (x *extractor) destructure(i uint32, value lang.ExprID) {
	index := int32(0)
	var parts []uint32
	put := func() {
		var part lang.ExprID = lang.NoExpr
		switch len(parts) {
		case 1:
			if value >= 0 {
				part = x.b.Expr1(lang.ExprNth, index, value)
			}
			x.assign(parts[0], part)
		case 2:
			k := x.expr(parts[0])
			if value >= 0 {
				part = x.b.Expr2(lang.ExprIndex, 0, value, k)
			}
			x.assign(parts[1], part)
		default:
			for _, p := range parts {
				x.expr(p)
			}
		}
		parts = parts[:0]
		index++
	}
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		switch {
		case x.n[c].Sym == tComma:
			put()
		case x.n[c].Flags&ts.Named == 0 || x.kind(c) == kComment:
		case x.kind(c) == kArrayElementInitializer:
			x.each(c, func(e uint32) { parts = append(parts, e) })
		default:
			parts = append(parts, c)
		}
	}
	if len(parts) > 0 {
		put()
	}
}

// expr reads node i, an expression or statement. The result is NoExpr for
// statements and for values of which nothing is known.
func (x *extractor) expr(i uint32) lang.ExprID {
	if i == ts.NoNode || x.depth >= maxNesting {
		return lang.NoExpr
	}
	x.depth++
	defer func() { x.depth-- }()
	switch x.kind(i) {
	case kComment, kTextInterpolation, kGotoStatement, kNamedLabelStatement, kNowdoc, kNamespaceName, kRelativeScope:
		return lang.NoExpr
	case kNamespaceDefinition:
		x.namespace(x.t.Child(i, fName))
		if b := x.t.Child(i, fBody); b != ts.NoNode {
			x.block(b)
			x.namespace(ts.NoNode)
		}
	case kNamespaceUseDeclaration:
		x.use(i)
	case kClassDeclaration:
		x.classLike(i, lang.KindClass)
	case kInterfaceDeclaration:
		x.classLike(i, lang.KindInterface)
	case kTraitDeclaration:
		x.classLike(i, lang.KindTrait)
	case kEnumDeclaration:
		x.classLike(i, lang.KindEnum)
	case kFunctionDefinition:
		x.functionDef(i)
	case kMethodDeclaration:
		x.method(i)
	case kConstDeclaration:
		x.classConstants(i)
	case kAnonymousFunction, kArrowFunction:
		return x.closure(i)
	case kAnonymousClass:
		x.anonymous(i)
	case kProgram, kCompoundStatement, kColonBlock, kSwitchBlock, kDeclareStatement:
		x.block(i)
	case kExpressionStatement:
		x.expressionStatement(i)
	case kReturnStatement:
		c := x.child(i)
		e := x.expr(c)
		x.b.Returned(x.fn, e)
		if x.fn >= 0 {
			x.b.Base(x.fn, lang.BaseReturn, e)
		}
	case kForeachStatement:
		x.foreach(i)
	case kCatchClause:
		t := x.nativeType(x.t.Child(i, fType))
		if name := x.t.Child(i, fName); name != ts.NoNode {
			d := x.bind(name, lang.KindVariable)
			if d >= 0 && t >= 0 {
				if def := &x.b.F.Defs[d]; def.Type < 0 && def.Start == x.n[name].Start {
					def.Type = t
				}
			}
			if t >= 0 && !x.empty(name) {
				x.taken = 0
				x.hold(x.b.NameBytes(x.text(name)), x.b.Expr2(lang.ExprCast, 0, x.b.Expr(lang.ExprUnknown, 0), t))
			}
		}
		x.block(x.t.Child(i, fBody))
	case kFunctionStaticDeclaration:
		x.each(i, func(c uint32) {
			if name := x.t.Child(c, fName); name != ts.NoNode {
				v := x.expr(x.t.Child(c, fValue))
				x.b.Assign(x.bind(name, lang.KindVariable), v)
			}
		})
	case kGlobalDeclaration:
		x.each(i, x.global)
	case kVariableName:
		return x.variable(i, lang.Read)
	case kDynamicVariableName:
		x.each(i, func(c uint32) {
			if x.kind(c) != kName {
				x.expr(c)
			}
		})
	case kName, kQualifiedName:
		text := compact(x.text(i))
		if constructs[lower(text)] {
			return lang.NoExpr
		}
		return x.ref(x.names.constant(text), x.n[i].Start, x.n[i].End, lang.Read, lang.Value)
	case kAssignmentExpression, kReferenceAssignmentExpression:
		return x.assigned(i, x.assignment(i, lang.NoExpr))
	case kAugmentedAssignmentExpression:
		v := x.expr(x.t.Child(i, fRight))
		if op := x.t.Child(i, fOperator); op == ts.NoNode || string(x.text(op)) != "??=" {
			v = lang.NoExpr
		}
		left := x.t.Child(i, fLeft)
		x.assign(left, v)
		return x.assigned(i, v)
	case kBinaryExpression:
		return x.binary(i)
	case kConditionalExpression:
		return x.conditional(i)
	case kIfStatement:
		x.ifStatement(i)
	case kWhileStatement, kForStatement:
		x.while(i)
	case kDoStatement:
		x.loop(i)
		x.each(i, func(c uint32) { x.expr(c) })
	case kSwitchStatement:
		x.expr(x.t.Child(i, fCondition))
		if b := x.t.Child(i, fBody); b != ts.NoNode {
			x.loop(b) // a case may fall through to the next
			x.perhaps(b)
		}
	case kCaseStatement, kDefaultStatement:
		x.branch(func() bool {
			x.block(i)
			return false
		})
	case kTryStatement:
		x.each(i, func(c uint32) {
			if x.kind(c) == kFinallyClause {
				x.expr(c)
			} else {
				x.perhaps(c)
			}
		})
	case kMatchExpression:
		return x.match(i)
	case kParenthesizedExpression, kCloneExpression, kErrorSuppressionExpression:
		return x.expr(x.child(i))
	case kSequenceExpression:
		e := lang.NoExpr
		x.each(i, func(c uint32) { e = x.expr(c) })
		return e
	case kFunctionCallExpression:
		return x.call(i)
	case kMemberCallExpression, kNullsafeMemberCallExpression, kScopedCallExpression:
		return x.methodCall(i)
	case kMemberAccessExpression, kNullsafeMemberAccessExpression:
		return x.memberAccess(i, lang.Read)
	case kScopedPropertyAccessExpression:
		return x.scopedProperty(i, lang.Read)
	case kClassConstantAccessExpression:
		return x.classConstant(i)
	case kObjectCreationExpression:
		return x.creation(i)
	case kSubscriptExpression:
		return x.subscript(i)
	case kArrayCreationExpression:
		return x.array(i)
	case kListLiteral:
		x.destructure(i, lang.NoExpr)
	case kString:
		return x.literal(i)
	case kEncapsedString, kHeredoc, kHeredocBody, kShellCommandExpression:
		x.each(i, func(c uint32) { x.expr(c) })
		e := x.b.Expr(lang.ExprString, 0)
		if c := x.child(i); x.kind(i) == kEncapsedString && c != ts.NoNode {
			x.literalText(e, i, c)
		}
		return e
	case kInteger:
		return x.number(i)
	case kRequireExpression, kRequireOnceExpression, kIncludeExpression, kIncludeOnceExpression:
		c := x.child(i)
		e := x.expr(c)
		if x.b.Reads() && c != ts.NoNode {
			word := lang.Text{Value: Include, Start: x.n[i].Start, End: min(x.n[i].Start+uint32(len(Include)), x.n[i].End)}
			x.b.Directive(lang.Directive{Name: word, Args: []lang.ExprID{e}, End: x.n[i].End})
		}
	case kArgument:
		return x.expr(x.child(i))
	case kArguments:
		x.each(i, func(c uint32) { x.expr(c) })
	case kVariadicUnpacking:
		if e := x.expr(x.child(i)); e >= 0 {
			return x.b.Expr1(lang.ExprSpread, 0, e)
		}
	case kYieldExpression:
		x.yield(i)
	case kUpdateExpression:
		x.each(i, func(c uint32) {
			if x.kind(c) == kVariableName {
				x.variable(c, lang.Read|lang.Write)
			} else {
				x.expr(c)
			}
		})
	case kCastExpression:
		x.each(i, func(c uint32) { x.expr(c) })
	default:
		if x.n[i].Flags&ts.Error != 0 {
			x.scraps(i)
			return lang.NoExpr
		}
		x.each(i, func(c uint32) { x.expr(c) })
	}
	return lang.NoExpr
}

// scraps reads what the parser could make nothing of: whole declarations and
// expressions in it are read, single names say too little.
func (x *extractor) scraps(i uint32) {
	x.each(i, func(c uint32) {
		switch x.kind(c) {
		case kName, kQualifiedName:
		default:
			x.expr(c)
		}
	})
}

func (x *extractor) either(a, b lang.ExprID) lang.ExprID {
	switch {
	case a < 0:
		return b
	case b < 0:
		return a
	}
	return x.b.Expr2(lang.ExprCond, 0, a, b)
}

// expressionStatement reads an expression that stands alone. A comment before
// an assignment may say the type of its variable.
func (x *extractor) expressionStatement(i uint32) {
	doc := x.takeDoc()
	c := x.child(i)
	if c == ts.NoNode {
		return
	}
	if k := x.kind(c); doc != ts.NoNode && (k == kAssignmentExpression || k == kReferenceAssignmentExpression) {
		for _, t := range x.tags(doc) {
			if t.name != "var" {
				continue
			}
			if e, at := x.docType(t.start, t.end); e >= 0 && x.variableIn(at, t.end) == "" {
				x.assignment(c, e)
				return
			}
		}
	}
	x.doc = doc // of a closure that is assigned or returned
	x.expr(c)
	x.doc = ts.NoNode
}

// assignment reads left = right; typ is the type that a comment says it has.
func (x *extractor) assignment(i uint32, typ lang.ExprID) lang.ExprID {
	left, right := x.t.Child(i, fLeft), x.t.Child(i, fRight)
	// The value is read first, but a variable is defined where it is written.
	if left != ts.NoNode && x.kind(left) == kVariableName {
		if x.empty(left) {
			return x.expr(right)
		}
		n := x.b.NameBytes(x.text(left))
		d := x.bind(left, lang.KindVariable)
		x.taken = 0
		v := x.expr(right)
		if typ >= 0 {
			v = x.typedAs(v, typ)
		}
		x.b.Assign(d, v)
		x.holdIn(d, n, v)
		return v
	}
	x.taken = 0
	v := x.expr(right)
	if typ >= 0 {
		v = x.typedAs(v, typ)
	}
	x.assign(left, v)
	return v
}

// assigned is the value v of the assignment at node i where that is used: a node
// of its own, because what the variable holds from here on may come to stand in
// the same list.
func (x *extractor) assigned(i uint32, v lang.ExprID) lang.ExprID {
	if up := x.n[i].Parent; v < 0 || up == ts.NoNode || x.kind(up) == kExpressionStatement {
		return v
	}
	return x.b.Expr1(lang.ExprNonNull, 0, v)
}

// typedAs is value v, of which a comment says that it has the type t.
func (x *extractor) typedAs(v, t lang.ExprID) lang.ExprID {
	return x.b.Expr2(lang.ExprCast, 0, v, t)
}

func (x *extractor) foreach(i uint32) {
	body := x.t.Child(i, fBody)
	subject := lang.NoExpr
	n := 0
	if body != ts.NoNode {
		x.loop(body)
	}
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.n[c].Flags&ts.Named == 0 || x.kind(c) == kComment || c == body {
			continue
		}
		if n == 0 {
			subject = x.expr(c)
		} else if x.n[c].Field != fBody {
			e := lang.NoExpr
			if subject >= 0 {
				e = x.b.Expr1(lang.ExprElem, 0, subject)
			}
			x.assign(c, e)
		}
		n++
	}
	x.perhaps(body)
}

// global makes the variable at node i that of the file's top level.
func (x *extractor) global(i uint32) {
	if x.kind(i) != kVariableName {
		x.expr(i)
		return
	}
	if x.empty(i) || x.text(i)[0] != '$' || superglobals[string(x.text(i))] {
		return
	}
	if x.scope == x.globals {
		x.bind(i, lang.KindVariable)
		return
	}
	typ := lang.NoExpr
	if t, ok := x.typed[key{x.scope, x.b.NameBytes(x.text(i))}]; ok {
		typ = t.typ
	}
	x.shared = append(x.shared, globalUse{i, x.alias(i, lang.NoDef), x.scope, typ})
}

// useGlobals lets global statements mean the variables of the top level: where
// that has none of the name, the first statement is its definition.
func (x *extractor) useGlobals() {
	for _, g := range x.shared {
		n := x.b.NameBytes(x.text(g.node))
		x.frame = frame{scope: x.globals, fn: lang.NoDef, doc: ts.NoNode}
		d := x.bind(g.node, lang.KindVariable)
		if d < 0 {
			if d = x.bound[key{x.globals, n}]; x.b.F.Defs[d].Flags&lang.Binding != 0 {
				continue
			}
		}
		if def := &x.b.F.Defs[d]; def.Type < 0 {
			def.Type = g.typ
		}
		if g.alias >= 0 {
			x.b.Assign(g.alias, x.b.Expr(lang.ExprDef, int32(d)))
		}
	}
}

// binary reads a chain of binary operators without recursion on its left.
func (x *extractor) binary(i uint32) lang.ExprID {
	var chain []uint32
	left := i
	for left != ts.NoNode && x.kind(left) == kBinaryExpression {
		chain = append(chain, left)
		left = x.t.Child(left, fLeft)
	}
	v := x.expr(left)
	for k := len(chain) - 1; k >= 0; k-- {
		op, right := x.t.Child(chain[k], fOperator), x.t.Child(chain[k], fRight)
		if op == ts.NoNode || right == ts.NoNode {
			v = lang.NoExpr
			continue
		}
		switch text := lower(string(x.text(op))); text {
		case "instanceof":
			if kd := x.kind(right); kd == kName || kd == kQualifiedName {
				is := x.className(right, lang.Read|lang.TypeRole, true)
				if n, ok := x.place(x.t.Child(chain[k], fLeft)); ok && is >= 0 && v >= 0 {
					x.guards[chain[k]] = guard{n, v, is}
				}
			} else {
				x.expr(right)
			}
			v = lang.NoExpr
		case "&&", "and", "||", "or":
			x.branch(func() bool {
				x.narrow(x.t.Child(chain[k], fLeft), text == "&&" || text == "and")
				x.expr(right)
				return true
			})
			v = lang.NoExpr
		case "|>": // the right side is called with the left one
			e := x.b.Expr(lang.ExprCall, 0)
			if v >= 0 {
				x.b.F.Exprs[e].B = x.b.Expr1(lang.ExprNonNull, 0, v)
			}
			f := x.expr(right)
			x.b.F.Exprs[e].A = f
			if v = e; f < 0 {
				v = lang.NoExpr
			}
		case "??":
			v = x.either(v, x.expr(right))
		case "+": // of arrays
			v = x.either(v, x.expr(right))
		case ".":
			e := x.expr(right)
			v = x.besideFile(x.t.Child(chain[k], fLeft), right, e)
		default:
			x.expr(right)
			v = lang.NoExpr
		}
	}
	return v
}

// besideFile is the value of __DIR__ . 'text' for frameworks, whose text begins with
// that word; NoExpr for others.
func (x *extractor) besideFile(left, right uint32, e lang.ExprID) lang.ExprID {
	if !x.b.Reads() || e < 0 || left == ts.NoNode || x.kind(left) != kName || lower(string(x.text(left))) != "__dir__" {
		return lang.NoExpr
	}
	t, ok := x.b.TextOf(e)
	if !ok {
		return lang.NoExpr
	}
	both := x.b.Expr(lang.ExprString, 0)
	x.b.Text(both, t.Start, t.End, FileDir+t.Value)
	return both
}

func (x *extractor) match(i uint32) lang.ExprID {
	x.expr(x.t.Child(i, fCondition))
	v := lang.NoExpr
	if body := x.t.Child(i, fBody); body != ts.NoNode {
		x.each(body, func(c uint32) {
			if conds := x.t.Child(c, fConditionalExpressions); conds != ts.NoNode {
				x.expr(conds)
			}
			v = x.either(v, x.expr(x.t.Child(c, fReturnExpression)))
		})
	}
	return v
}

// call reads the call of a function.
func (x *extractor) call(i uint32) lang.ExprID {
	fn, args := x.t.Child(i, fFunction), x.t.Child(i, fArguments)
	if fn == ts.NoNode {
		return lang.NoExpr
	}
	call := x.b.Expr(lang.ExprCall, 0)
	callee := lang.NoExpr
	construct := false
	if k := x.kind(fn); k == kName || k == kQualifiedName {
		text := compact(x.text(fn))
		name := lower(text)
		switch {
		case constructs[name]:
			construct = true
		default:
			callee = x.ref(x.names.function(text), x.n[fn].Start, x.n[fn].End, lang.Read|lang.Call, lang.Value)
			if name == "define" || name == "\\define" {
				x.define(args)
			}
		}
	} else {
		callee = x.expr(fn)
	}
	x.b.F.Exprs[call].A = callee
	if x.arguments(args, call, construct) {
		return callee // f(...): the function itself
	}
	if callee < 0 {
		return lang.NoExpr
	}
	if t := compact(x.text(fn)); args != ts.NoNode && (strings.EqualFold(t, "compact") || strings.EqualFold(t, `\compact`)) {
		x.b.Items(call, x.named(args, nil, maxNamed))
	}
	return call
}

// maxNamed bounds how deep lists of names are nested.
const maxNamed = 4

// named are the variables whose names compact() is given at node i, which it reads, as
// items of the array that it makes.
func (x *extractor) named(i uint32, items []lang.Item, depth int) []lang.Item {
	x.each(i, func(c uint32) {
		switch x.kind(c) {
		case kArgument, kArrayCreationExpression, kArrayElementInitializer:
			if depth > 0 {
				items = x.named(c, items, depth-1)
			}
		case kString, kEncapsedString:
			s := x.child(c)
			if s == ts.NoNode || x.kind(s) != kStringContent || x.n[s].Start != x.n[c].Start+1 || x.n[s].End+1 != x.n[c].End {
				return
			}
			n := x.b.Name("$" + string(x.text(s)))
			if x.blocks == nil && x.visible(n) < 0 {
				return
			}
			r := x.b.Ref(lang.Ref{Name: n, Start: x.n[s].Start, End: x.n[s].End, Scope: x.scope, X: -1, Kind: lang.RefName, Role: lang.Read, Space: lang.Value})
			key := x.b.Expr(lang.ExprString, 0)
			x.b.Text(key, x.n[s].Start, x.n[s].End, string(x.text(s)))
			items = append(items, lang.Item{Key: key, Value: x.holding(n, x.b.Expr(lang.ExprName, int32(r)))})
		}
	})
	return items
}

// define reads the definition of a constant by a call.
func (x *extractor) define(args uint32) {
	if args == ts.NoNode {
		return
	}
	arg := x.child(args)
	if arg == ts.NoNode {
		return
	}
	s := x.child(arg)
	if s == ts.NoNode || x.kind(s) != kString && x.kind(s) != kEncapsedString {
		return
	}
	c := x.child(s)
	if c == ts.NoNode || x.kind(c) != kStringContent || x.n[c].Next != x.n[s].Next && x.t.Sibling(c) != ts.NoNode && x.n[x.t.Sibling(c)].Flags&ts.Named != 0 {
		return
	}
	full := strings.TrimPrefix(string(x.text(c)), "\\")
	start, end := x.last(x.n[c].Start, x.n[c].End)
	if full == "" || start >= end || strings.ContainsAny(full, " \t\r\n|#()$") {
		return
	}
	id, d := x.b.Def(x.b.NameBytes(x.src[start:end]), lang.KindConstant, symbol.Term, start, end)
	k := fold(full)
	d.Key = x.b.Name(k)
	d.Scope, d.Flags, d.Parent = 0, lang.Exported|lang.Const, lang.NoDef
	d.EncStart, d.EncEnd = min(x.n[args].Start, start), max(x.n[args].End, end)
	d.Sig = x.line(x.n[args].Start, x.n[args].End)
	if strings.Contains(full, "\\") {
		d.Parent = x.space
	}
	if first, ok := x.tops[k]; ok {
		d.Same = first
	} else {
		x.tops[k] = id
	}
}

// arguments reads the arguments of call. It says whether they are "...", which
// makes the callee itself the value. A variable that is met first as an
// argument is one that the callee assigns, unless a language construct asks; in a
// template it is one that the template is given.
func (x *extractor) arguments(i uint32, call lang.ExprID, construct bool) (callable bool) {
	if i == ts.NoNode {
		return false
	}
	var list []lang.ExprID
	x.each(i, func(a uint32) {
		switch x.kind(a) {
		case kVariadicPlaceholder:
			callable = true
			return
		case kArgument:
		default:
			x.expr(a)
			return
		}
		name := x.t.Child(a, fName)
		value := ts.NoNode
		x.each(a, func(c uint32) {
			if c != name {
				value = c
			}
		})
		v := lang.NoExpr
		switch {
		case value == ts.NoNode:
		case x.kind(value) == kVariadicPlaceholder:
			callable = true
			return
		case !construct && x.blocks == nil && x.kind(value) == kVariableName && !x.empty(value) && x.visible(x.b.NameBytes(x.text(value))) < 0 && string(x.text(value)) != "$this":
			x.bind(value, lang.KindVariable)
		default:
			v = x.expr(value)
		}
		if v < 0 {
			v = x.b.Expr(lang.ExprUnknown, 0)
		}
		if name != ts.NoNode && !x.empty(name) {
			r := x.b.Ref(lang.Ref{Name: x.b.Name("$" + string(x.text(name))), Start: x.n[name].Start, End: x.n[name].End, Scope: x.scope, X: int32(call), Kind: lang.RefKeyword, Role: lang.Read, Space: lang.Value})
			list = append(list, x.b.Expr1(lang.ExprKeyword, int32(r), v))
			return
		}
		list = append(list, v)
	})
	x.b.F.Exprs[call].B = x.b.List(list)
	return callable
}

// methodCall reads $a->b(), $a?->b() and A::b().
func (x *extractor) methodCall(i uint32) lang.ExprID {
	recv := x.receiver(i)
	name, args := x.t.Child(i, fName), x.t.Child(i, fArguments)
	call := x.b.Expr(lang.ExprCall, 0)
	callee := lang.NoExpr
	if name != ts.NoNode && !x.empty(name) {
		if x.kind(name) == kName {
			callee = x.memberRef(name, string(x.text(name))+functionMark, recv, lang.Read|lang.Call)
		} else {
			x.expr(name)
		}
	}
	x.b.F.Exprs[call].A = callee
	if x.arguments(args, call, false) {
		return callee
	}
	if callee < 0 {
		return lang.NoExpr
	}
	return call
}

// receiver reads what stands before -> or ::.
func (x *extractor) receiver(i uint32) lang.ExprID {
	if o := x.t.Child(i, fObject); o != ts.NoNode {
		return x.expr(o)
	}
	return x.classValue(x.t.Child(i, fScope))
}

// classValue reads what stands before ::, a class or an object.
func (x *extractor) classValue(i uint32) lang.ExprID {
	if i == ts.NoNode {
		return lang.NoExpr
	}
	switch x.kind(i) {
	case kName, kQualifiedName, kRelativeScope:
		return x.className(i, lang.Read, false)
	}
	return x.expr(i)
}

func (x *extractor) memberRef(i uint32, name string, recv lang.ExprID, role lang.Role) lang.ExprID {
	r := x.b.Ref(lang.Ref{Name: x.b.Name(name), Start: x.n[i].Start, End: x.n[i].End, Scope: x.scope, X: int32(recv), Kind: lang.RefMember, Role: role, Space: lang.Value})
	return x.b.Expr1(lang.ExprMember, int32(r), recv)
}

func (x *extractor) memberAccess(i uint32, role lang.Role) lang.ExprID {
	recv := x.receiver(i)
	name := x.t.Child(i, fName)
	if name == ts.NoNode || x.empty(name) {
		return lang.NoExpr
	}
	if x.kind(name) != kName {
		x.expr(name)
		return lang.NoExpr
	}
	e := x.memberRef(name, "$"+string(x.text(name)), recv, role)
	if n, ok := x.path(i); ok {
		if role&lang.Write != 0 {
			delete(x.held, n)
			return e
		}
		return x.holding(n, e)
	}
	return e
}

func (x *extractor) scopedProperty(i uint32, role lang.Role) lang.ExprID {
	recv := x.receiver(i)
	name := x.t.Child(i, fName)
	if name == ts.NoNode || x.empty(name) {
		return lang.NoExpr
	}
	if x.kind(name) != kVariableName {
		x.expr(name)
		return lang.NoExpr
	}
	return x.memberRef(name, string(x.text(name)), recv, role)
}

// classConstant reads A::B and A::class.
func (x *extractor) classConstant(i uint32) lang.ExprID {
	scope, name := x.child(i), ts.NoNode
	x.each(i, func(c uint32) { name = c })
	recv := x.classValue(scope)
	if name == ts.NoNode || name == scope || x.empty(name) {
		return lang.NoExpr
	}
	if x.kind(name) != kName {
		x.expr(name)
		return lang.NoExpr
	}
	text := string(x.text(name))
	if lower(text) == "class" {
		if k := x.kind(scope); k == kName || k == kQualifiedName || k == kRelativeScope {
			return recv
		}
		if recv < 0 {
			return lang.NoExpr
		}
		return x.b.Expr1(lang.ExprClassOf, 0, recv)
	}
	return x.memberRef(name, text, recv, lang.Read)
}

// creation reads new.
func (x *extractor) creation(i uint32) lang.ExprID {
	e := x.b.Expr(lang.ExprNew, 0)
	class := lang.NoExpr
	args := ts.NoNode
	x.each(i, func(c uint32) {
		switch x.kind(c) {
		case kArguments:
			args = c
		case kAnonymousClass:
			class = x.anonymous(c)
		case kName, kQualifiedName:
			class = x.className(c, lang.Read|lang.Call, false)
		default:
			class = x.expr(c)
		}
	})
	x.b.F.Exprs[e].A = class
	if args != ts.NoNode {
		x.arguments(args, e, false)
	}
	if class < 0 {
		return lang.NoExpr
	}
	return e
}

// anonymous reads a class without name; its constructor's arguments belong to
// the code around it.
func (x *extractor) anonymous(i uint32) lang.ExprID {
	if args := x.childOf(i, kArguments); args != ts.NoNode {
		x.arguments(args, x.b.Expr(lang.ExprCall, 0), false)
	}
	return x.b.Expr(lang.ExprClass, int32(x.classLike(i, lang.KindClass)))
}

func (x *extractor) subscript(i uint32) lang.ExprID {
	base, index := lang.NoExpr, lang.NoExpr
	n := 0
	// In "$a[key]" in a string the key is text.
	quoted := false
	if p := x.n[i].Parent; p != ts.NoNode {
		switch x.kind(p) {
		case kEncapsedString, kHeredocBody, kShellCommandExpression:
			quoted = true
		}
	}
	x.each(i, func(c uint32) {
		switch {
		case n == 0:
			base = x.expr(c)
		case quoted && x.kind(c) == kName:
		default:
			index = x.expr(c)
		}
		n++
	})
	if base < 0 {
		return lang.NoExpr
	}
	return x.b.Expr2(lang.ExprIndex, 0, base, index)
}

// maxTuple is how many elements of an array literal are kept apart.
const maxTuple = 8

// array reads an array literal. Where keys are written, what its elements are
// is not known: different keys have different types.
func (x *extractor) array(i uint32) lang.ExprID {
	var list []lang.ExprID
	var items []lang.Item // for frameworks
	keyed, spread := false, false
	n := 0
	x.each(i, func(e uint32) {
		if x.kind(e) != kArrayElementInitializer {
			x.expr(e)
			return
		}
		arrow := false
		for c := x.t.First(e); c != ts.NoNode; c = x.t.Sibling(c) {
			arrow = arrow || x.n[c].Sym == tArrow
		}
		keyed = keyed || arrow
		key, v := lang.NoExpr, lang.NoExpr
		x.each(e, func(c uint32) {
			if x.kind(c) == kByRef {
				c = x.child(c)
			}
			spread = spread || x.kind(c) == kVariadicUnpacking
			key, v = v, x.expr(c)
		})
		n++
		if x.b.Reads() {
			items = append(items, lang.Item{Key: key, Value: v})
		}
		if n > maxTuple {
			return
		}
		if v < 0 {
			v = x.b.Expr(lang.ExprUnknown, 0)
		}
		list = append(list, v)
	})
	v := lang.NoExpr
	switch {
	case keyed && n > 1:
		if x.b.Reads() {
			v = x.b.Expr(lang.ExprMap, 0)
		}
	case keyed || spread || n > maxTuple || n < 2:
		v = x.b.Expr1(lang.ExprArray, 0, x.b.List(list))
	default:
		v = x.b.Expr1(lang.ExprTuple, 0, x.b.List(list))
	}
	x.b.Items(v, items)
	x.lastArray = v
	return v
}

// literal reads a string; its text is kept where it can be a key.
func (x *extractor) literal(i uint32) lang.ExprID {
	c := x.child(i)
	if c == ts.NoNode {
		return x.b.Expr(lang.ExprString, 0)
	}
	n := lang.NameID(0)
	if x.kind(c) == kStringContent && x.n[c].End-x.n[c].Start <= 64 {
		n = x.b.NameBytes(x.text(c))
	}
	e := x.b.Expr(lang.ExprString, int32(n))
	x.literalText(e, i, c)
	return e
}

// literalText records the text of string i, whose first child is c, if it has no escapes or
// is the name of a class whose backslashes are escaped.
func (x *extractor) literalText(e lang.ExprID, i, c uint32) {
	start, end := x.n[i].Start+1, x.n[i].End-1
	switch {
	case start >= end:
	case x.kind(c) == kStringContent && x.n[c].Start == start && x.n[c].End == end:
		x.b.Text(e, start, end, string(x.text(c)))
	default:
		if name, ok := escapedClass(x.src[start:end]); ok {
			x.b.Text(e, start, end, name)
		}
	}
}

// escapedClass returns the name of a class, with or without a method, from a string that
// escapes each backslash: App\\Models\\Order@show. It is false for other texts.
func escapedClass(text []byte) (string, bool) {
	if len(text) > maxClassText {
		return "", false
	}
	name := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			if i++; i == len(text) || text[i] != '\\' {
				return "", false
			}
		case c != '_' && c != '@' && c < 0x80 && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z'):
			return "", false
		}
		name = append(name, text[i])
	}
	return string(name), true
}

// maxClassText is the maximum length in bytes of a text that escapedClass reads.
const maxClassText = 256

func (x *extractor) number(i uint32) lang.ExprID {
	n := int32(0)
	text := x.text(i)
	if len(text) > 4 {
		return x.b.Expr(lang.ExprNumber, -1)
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return x.b.Expr(lang.ExprNumber, -1)
		}
		n = n*10 + int32(c-'0')
	}
	return x.b.Expr(lang.ExprNumber, n)
}

func (x *extractor) yield(i uint32) {
	v := lang.NoExpr
	from := false
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.n[c].Flags&ts.Named == 0 {
			from = from || lower(string(x.text(c))) == "from"
			continue
		}
		if x.kind(c) == kArrayElementInitializer {
			x.each(c, func(e uint32) { v = x.expr(e) })
			continue
		}
		v = x.expr(c)
	}
	if x.fn < 0 {
		return
	}
	x.b.F.Defs[x.fn].Flags |= lang.Generator
	if from && v >= 0 {
		v = x.b.Expr1(lang.ExprElem, 0, v)
	}
	x.b.Base(x.fn, lang.BaseYield, v)
}
