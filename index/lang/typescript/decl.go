package typescript

import (
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// modifiers are what stands around a declaration.
type modifiers struct {
	exported  bool
	isDefault bool
	at        uint32 // the outermost node (export statement …), 0 when none
	dflt      uint32 // the token default
}

// outer is the node that spans the whole declaration i.
func (m modifiers) outer(i uint32) uint32 {
	if m.at != 0 {
		return m.at
	}
	return i
}

// flags of a declaration with these modifiers.
func (e *extractor) flags(m modifiers) lang.DefFlags {
	f := e.localFlag()
	if m.exported || e.ambient {
		f |= lang.Exported
		if e.members {
			f |= lang.Member
		}
	}
	if m.isDefault {
		f |= lang.Default
	}
	return f
}

// export records that definition id, called name, is exported.
func (e *extractor) export(id lang.DefID, name lang.NameID, m modifiers) {
	if !m.exported || e.members {
		return
	}
	if m.isDefault {
		name = e.b.Name(defaultName)
	}
	e.b.Export(lang.Export{Name: name, Kind: lang.ExportLocal, Def: id, Ref: lang.NoRef, From: lang.NoImport, Expr: lang.NoExpr})
}

// statement reads a statement or declaration.
func (e *extractor) statement(i uint32, m modifiers) {
	if !e.enter() {
		return
	}
	defer e.leave()
	switch e.kind(i) {
	case kComment:
	case kExportStatement:
		e.exportStatement(i)
	case kImportStatement:
		e.importStatement(i)
	case kImportAlias:
		e.importAlias(i, m)
	case kLexicalDeclaration, kVariableDeclaration:
		e.variables(i, m)
	case kFunctionDeclaration, kGeneratorFunctionDeclaration, kFunctionSignature:
		e.functionDeclaration(i, m)
	case kClassDeclaration, kAbstractClassDeclaration:
		e.classDeclaration(i, m)
	case kInterfaceDeclaration:
		e.interfaceDeclaration(i, m)
	case kTypeAliasDeclaration:
		e.typeAlias(i, m)
	case kEnumDeclaration:
		e.enumDeclaration(i, m)
	case kModule, kInternalModule:
		e.namespace(i, m)
	case kAmbientDeclaration:
		e.ambientDeclaration(i, m)
	case kStatementBlock, kSwitchBody, kForStatement:
		e.block(i)
	case kForInStatement:
		e.forIn(i)
	case kCatchClause:
		e.catchClause(i)
	case kIfStatement:
		e.ifStatement(i)
	case kSwitchStatement:
		e.switchStatement(i)
	case kReturnStatement:
		if v := e.named(i, 0); v != ts.NoNode {
			e.b.Base(e.fn, lang.BaseReturn, e.expr(v))
		}
	default:
		e.statements(i)
	}
}

// block reads the statements of a node that has a scope of its own.
func (e *extractor) block(i uint32) {
	saved := e.env
	e.newScope(lang.ScopeBlock, lang.NoDef, i)
	e.local, e.members = true, false
	e.statements(i)
	e.env = saved
}

func (e *extractor) forIn(i uint32) {
	saved := e.env
	e.newScope(lang.ScopeBlock, lang.NoDef, i)
	e.local, e.members = true, false
	value := lang.NoExpr
	if r := e.child(i, fRight); r != ts.NoNode {
		x := e.expr(r)
		op := e.child(i, fOperator)
		switch {
		case op == ts.NoNode || e.kind(op) != kTokOf:
			value = e.b.Expr1(lang.ExprKeyOf, -1, x)
		case e.has(i, kTokAwait):
			value = e.b.Expr1(lang.ExprAwait, -1, e.b.Expr1(lang.ExprElem, -1, x))
		default:
			value = e.b.Expr1(lang.ExprElem, -1, x)
		}
	}
	if l := e.child(i, fLeft); l != ts.NoNode {
		if k := e.child(i, fKind); k != ts.NoNode {
			v := e.variable(e.kind(k))
			v.enc = e.span(l)
			e.bind(l, v, value, lang.NoExpr)
		} else {
			e.assign(l, value, lang.Write)
		}
	}
	if b := e.child(i, fBody); b != ts.NoNode {
		e.any(b)
	}
	e.env = saved
}

func (e *extractor) catchClause(i uint32) {
	saved := e.env
	e.newScope(lang.ScopeBlock, lang.NoDef, i)
	e.local, e.members = true, false
	if p := e.child(i, fParameter); p != ts.NoNode {
		typ := lang.NoExpr
		if t := e.child(i, fType); t != ts.NoNode {
			typ = e.annotation(t)
		}
		v := e.variable(kTokLet)
		v.enc = e.span(p)
		e.bind(p, v, lang.NoExpr, typ)
	}
	if b := e.child(i, fBody); b != ts.NoNode {
		e.statements(b)
	}
	e.env = saved
}

// variables reads a let, const or var statement.
func (e *extractor) variables(i uint32, m modifiers) {
	word := kTokVar
	if k := e.child(i, fKind); k != ts.NoNode {
		word = e.kind(k)
	}
	count := 0
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.kind(c) == kVariableDeclarator {
			count++
		}
	}
	for c := i + 1; c < end; c = e.nodes[c].Next {
		switch k := e.kind(c); {
		case k == kVariableDeclarator:
			if e.d.js && word != kTokLet && !m.exported && e.required(c, i, word) {
				continue
			}
			v := e.variable(word)
			v.mods = m
			v.enc, v.doc = e.span(c), true
			if count == 1 {
				v.enc = e.span(m.outer(i))
			}
			e.declarator(c, v)
		case e.nodes[c].Flags&ts.Named != 0:
			e.any(c)
		}
	}
}

func (e *extractor) declarator(c uint32, v variable) {
	typ, value := lang.NoExpr, lang.NoExpr
	pattern := e.child(c, fName)
	v.sig = e.nodes[c].End
	e.documents(v.enc.start, e.child(c, fValue))
	said := e.typeComment(v.enc.start)
	if t := e.child(c, fType); t != ts.NoNode {
		parent := e.parent
		// Members of an anonymous type hang under the variable; it is made
		// first so that it comes before them.
		if e.kind(pattern) == kIdentifier && !e.missing(pattern) {
			id := e.bindName(pattern, v, lang.NoExpr, lang.NoExpr)
			e.parent = id
			x := e.annotation(t)
			e.parent = parent
			e.def(id).Type = x
			if val := e.child(c, fValue); val != ts.NoNode {
				e.def(id).Sig = signature(e.t.Src[v.enc.start:e.nodes[t].End])
				e.b.Assign(id, e.valueOf(id, val))
			}
			return
		}
		typ = e.annotation(t)
	}
	val := e.child(c, fValue)
	if pattern == ts.NoNode {
		if val != ts.NoNode {
			e.expr(val)
		}
		return
	}
	if e.kind(pattern) == kIdentifier && !e.missing(pattern) {
		if val != ts.NoNode {
			if b := e.functionBody(val); b != ts.NoNode {
				v.sig = e.nodes[b].Start
			} else if e.nodes[val].End-e.nodes[val].Start > 80 {
				v.sig = e.nodes[pattern].End
			}
		}
		id := e.bindName(pattern, v, lang.NoExpr, said)
		if val != ts.NoNode {
			e.b.Assign(id, e.valueOf(id, val))
		}
		return
	}
	if val != ts.NoNode {
		value = e.expr(val)
	}
	if typ < 0 {
		typ = said
	}
	e.bind(pattern, v, value, typ)
}

// valueOf reads the initialiser of definition id; anonymous types in it hang
// under id.
func (e *extractor) valueOf(id lang.DefID, val uint32) lang.ExprID {
	parent := e.parent
	if !e.local {
		e.parent = id
	}
	x := e.expr(val)
	e.parent = parent
	return x
}

// functionBody is the body of a function that is a value, NoNode when i is
// none.
func (e *extractor) functionBody(i uint32) uint32 {
	switch e.kind(i) {
	case kArrowFunction, kFunctionExpression, kGeneratorFunction:
		return e.child(i, fBody)
	case kClass:
		return e.child(i, fBody)
	case kObject:
		return i
	}
	return ts.NoNode
}

func (e *extractor) functionDeclaration(i uint32, m modifiers) {
	s := spec{kind: lang.KindFunction, suffix: symbol.Method, space: lang.Value, flags: e.flags(m),
		enc: e.span(m.outer(i)), scope: e.scope, parent: e.parent}
	if !e.declName(i, &s, m) {
		e.statements(i)
		return
	}
	id := e.define(s)
	end := e.nodes[i].End
	if b := e.child(i, fBody); b != ts.NoNode {
		end = e.nodes[b].Start
	}
	e.document(id, s.enc.start, end)
	e.export(id, s.name, m)
	e.function(i, id, receiver{})
}

// declName fills in the name of declaration i; an anonymous default export is
// called by the word default. It fails when there is none.
func (e *extractor) declName(i uint32, s *spec, m modifiers) bool {
	n := e.child(i, fName)
	switch {
	case !e.missing(n):
		s.name, s.at = e.name(n), e.span(n)
	case m.isDefault && m.dflt != 0:
		s.name, s.at = e.b.Name(defaultName), e.span(m.dflt)
		s.scope = lang.NoScope
	default:
		return false
	}
	return true
}

// function reads type parameters, parameters, return type and body of the
// function definition id at node i. this is its own receiver; arrow functions
// keep the one around them.
func (e *extractor) function(i uint32, id lang.DefID, this receiver) {
	saved := e.env
	arrow := false
	switch e.kind(i) {
	case kArrowFunction:
		arrow = true
	case kFunctionType, kConstructorType, kCallSignature, kConstructSignature:
		arrow = true
	}
	if !arrow {
		e.this = this
		e.super = this.kind != lang.ExprUnknown
		e.class = lang.NoDef
		if this.kind == lang.ExprThis {
			e.class = saved.class
		}
	}
	e.options = lang.NoDef
	end := e.nodes[i].Next
	var async, generator bool
	for c := i + 1; c < end; c = e.nodes[c].Next {
		switch e.kind(c) {
		case kTokAsync:
			async = true
		case kTokStar:
			generator = true
		}
	}
	if async {
		e.def(id).Flags |= lang.Async
	}
	if generator {
		e.def(id).Flags |= lang.Generator
	}
	e.parent = id
	e.parameterized(i, id)
	e.doc = e.comment(i, e.def(id).EncStart)
	e.templates(e.doc, id, e.span(i))
	if x := e.tagged(e.doc, tagThis); x >= 0 {
		e.this = receiver{kind: lang.ExprCast, n: -1, b: x}
	}
	e.newScope(lang.ScopeFunction, id, i)
	fs := e.scope
	e.def(id).Body = fs
	e.vars = fs
	e.fn = id
	e.members = false
	if e.this.kind == lang.ExprThis {
		e.this.n = int32(fs)
	}
	defaults := false
	if ps := e.child(i, fParameters); ps != ts.NoNode {
		defaults = e.parameters(ps, id)
	} else if p := e.child(i, fParameter); p != ts.NoNode {
		e.parameter(p, id, 0)
	}
	rt := e.child(i, fReturnType)
	if k := e.kind(i); rt == ts.NoNode && (k == kConstructSignature || k == kConstructorType) {
		rt = e.child(i, fType)
	}
	if rt != ts.NoNode {
		x := e.annotation(rt)
		e.def(id).Type = x
	} else if x := e.tagged(e.doc, tagReturn); x >= 0 {
		e.def(id).Type = x
	} else if e.def(id).Kind == lang.KindGetter {
		x := e.tagged(e.doc, tagType)
		e.def(id).Type = x
	}
	if b := e.child(i, fBody); b != ts.NoNode {
		e.local = true
		if e.kind(b) == kStatementBlock {
			if defaults {
				// Defaults do not see what the body declares.
				e.newScope(lang.ScopeBlock, lang.NoDef, b)
				e.vars = e.scope
			}
			e.statements(b)
		} else {
			e.b.Base(id, lang.BaseReturn, e.expr(b))
		}
	}
	e.env = saved
}

// parameters reads a parameter list and says whether some have defaults.
func (e *extractor) parameters(i uint32, fn lang.DefID) (defaults bool) {
	end := e.nodes[i].Next
	n := 0
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.nodes[c].Flags&ts.Named == 0 || e.kind(c) == kComment {
			continue
		}
		if e.parameter(c, fn, n) {
			defaults = true
		}
		n++
	}
	return defaults
}

// parameter reads parameter n of fn and says whether it has a default.
func (e *extractor) parameter(i uint32, fn lang.DefID, n int) bool {
	pattern, value, typ := i, ts.NoNode, ts.NoNode
	var flags lang.DefFlags
	property := false
	switch e.kind(i) {
	case kRequiredParameter, kOptionalParameter:
		if e.kind(i) == kOptionalParameter {
			flags |= lang.Optional
		}
		end := e.nodes[i].Next
		for c := i + 1; c < end; c = e.nodes[c].Next {
			switch e.kind(c) {
			case kDecorator:
				e.decorator(c, lang.NoDef)
			case kAccessibilityModifier, kOverrideModifier, kTokReadonly:
				property = true
			}
		}
		pattern, value, typ = e.child(i, fPattern), e.child(i, fValue), e.child(i, fType)
		if pattern == ts.NoNode { // a member of a tuple type
			pattern = e.child(i, fName)
		}
	case kAssignmentPattern:
		pattern, value = e.child(i, fLeft), e.child(i, fRight)
	case kError:
		e.statements(i)
		return false
	}
	if pattern != ts.NoNode && e.kind(pattern) == kRestPattern {
		flags |= lang.Rest
		pattern = e.named(pattern, 0)
	}
	if e.missing(pattern) {
		return false
	}
	if value != ts.NoNode {
		flags |= lang.Optional
	}
	if e.local || e.def(fn).Suffix == symbol.None || e.def(fn).Flags&lang.Local != 0 {
		flags |= lang.Local
	}
	s := spec{kind: lang.KindParameter, suffix: symbol.Parameter, space: lang.Value, flags: flags | lang.Param,
		at: e.span(pattern), enc: e.span(i), scope: e.scope, parent: fn}
	destructured := false
	switch e.kind(pattern) {
	case kIdentifier, kUndefined:
		s.name = e.name(pattern)
	case kThis:
		s.name = e.name(pattern)
		s.kind, s.flags = lang.KindSelfParameter, flags|lang.SelfParam
		s.scope = lang.NoScope
	case kObjectPattern, kArrayPattern:
		destructured = true
		s.name, s.suffix, s.scope = e.b.Name(patternName), symbol.None, lang.NoScope
		s.flags = s.flags&^lang.Local | lang.Synthetic
		s.at.end = s.at.start
	default:
		// A member expression or the like, after a syntax error.
		e.any(pattern)
		return false
	}
	id := e.define(s)
	if property && !destructured && e.def(fn).Kind == lang.KindConstructor && e.def(fn).Parent >= 0 {
		member := s
		member.flags = s.flags&^lang.Param | lang.Member | lang.Synthetic
		member.kind, member.suffix, member.scope, member.parent = lang.KindProperty, symbol.None, lang.NoScope, e.def(fn).Parent
		same := e.define(member)
		e.def(same).Same = id
	}
	if typ != ts.NoNode {
		parent := e.parent
		e.parent = id
		x := e.annotation(typ)
		e.parent = parent
		e.def(id).Type = x
		if s.flags&lang.SelfParam != 0 {
			e.this = receiver{kind: lang.ExprCast, n: -1, b: x}
		}
	} else if x := e.typeComment(e.nodes[i].Start); x >= 0 {
		e.def(id).Type = x
	} else if name := e.b.F.Name(s.name); destructured {
		e.documented(id, e.doc, e.paramTag(e.doc, "", n))
	} else {
		e.documented(id, e.doc, e.paramTag(e.doc, name, n))
	}
	if value != ts.NoNode {
		e.b.Assign(id, e.expr(value))
	}
	if destructured {
		v := variable{suffix: symbol.Term, kind: lang.KindVariable, scope: e.scope, flags: lang.Local, enc: s.enc}
		e.bind(pattern, v, e.b.Expr(lang.ExprDef, int32(id)), lang.NoExpr)
	}
	return value != ts.NoNode
}

// parameterized reads the type parameters of id, which node i declares, in a
// scope of their own, and leaves the walk in it. Where it has none there is no
// such scope.
func (e *extractor) parameterized(i uint32, id lang.DefID) {
	if tp := e.child(i, fTypeParameters); tp != ts.NoNode {
		e.newScope(lang.ScopeTypeParams, id, i)
		e.typeParameters(tp, id)
	}
}

func (e *extractor) typeParameters(i uint32, owner lang.DefID) {
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.kind(c) != kTypeParameter {
			continue
		}
		n := e.child(c, fName)
		if e.missing(n) {
			continue
		}
		s := spec{name: e.name(n), kind: lang.KindTypeParameter, suffix: symbol.TypeParameter, space: lang.Type,
			flags: e.localFlag(), at: e.span(n), enc: e.span(c), scope: e.scope, parent: owner}
		if e.def(owner).Suffix == symbol.None || e.def(owner).Flags&lang.Local != 0 {
			s.flags |= lang.Local
		}
		id := e.define(s)
		if b := e.child(c, fConstraint); b != ts.NoNode {
			e.b.Base(id, lang.BaseBound, e.typ(e.named(b, 0)))
		}
		if v := e.child(c, fValue); v != ts.NoNode {
			e.b.Base(id, lang.BaseDefault, e.typ(e.named(v, 0)))
		}
	}
}

// decorator reads @expression, which hangs on def when there is one.
func (e *extractor) decorator(i uint32, def lang.DefID) {
	x := e.named(i, 0)
	if x == ts.NoNode {
		return
	}
	first := len(e.b.F.Refs)
	value := e.expr(x)
	if first < len(e.b.F.Refs) {
		e.b.F.Refs[first].Role |= lang.Decorate
	}
	e.b.Base(def, lang.BaseDecorator, value)
}

// defineType defines the type that node i declares. Where that has no name it is
// false, and what stands in the declaration has been read.
func (e *extractor) defineType(i uint32, m modifiers, kind lang.Kind, space lang.Space, flags lang.DefFlags) (lang.DefID, spec, bool) {
	s := spec{kind: kind, suffix: symbol.Type, space: space, flags: flags | e.flags(m), enc: e.span(m.outer(i)), scope: e.scope, parent: e.parent}
	if !e.declName(i, &s, m) {
		e.statements(i)
		return lang.NoDef, s, false
	}
	return e.define(s), s, true
}

func (e *extractor) classDeclaration(i uint32, m modifiers) {
	flags := lang.DefFlags(0)
	if e.kind(i) == kAbstractClassDeclaration {
		flags = lang.Abstract
	}
	id, s, ok := e.defineType(i, m, lang.KindClass, lang.Value|lang.Type, flags)
	if !ok {
		return
	}
	e.documentClass(id, i, s.enc.start)
	e.export(id, s.name, m)
	e.classParts(i, id)
}

func (e *extractor) documentClass(id lang.DefID, i, start uint32) {
	end := e.nodes[i].End
	if b := e.child(i, fBody); b != ts.NoNode {
		end = e.nodes[b].Start
	}
	sig := start
	// The signature begins behind the decorators.
	for c := i + 1; c < e.nodes[i].Next; c = e.nodes[c].Next {
		if e.kind(c) == kDecorator {
			sig = e.nodes[c].End
		}
	}
	e.document(id, start, end)
	if sig > start && sig < end {
		e.def(id).Sig = signature(e.t.Src[sig:end])
	}
}

// classParts reads heritage and members of the class id at node i.
func (e *extractor) classParts(i uint32, id lang.DefID) {
	saved := e.env
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.kind(c) == kDecorator {
			e.decorator(c, id)
		}
	}
	e.parent = id
	e.parameterized(i, id)
	e.doc = e.comment(i, e.def(id).EncStart)
	e.templates(e.doc, id, e.span(i))
	if h := e.childOf(i, kClassHeritage); h != ts.NoNode {
		e.heritage(h, id)
	}
	b := e.child(i, fBody)
	if b != ts.NoNode {
		e.newScope(lang.ScopeClass, id, b)
		e.def(id).Body = e.scope
		e.members, e.ambient = false, false
		e.class = id
		e.super = true
		e.fields = nil
		if e.d.js {
			e.fields = e.declared(b)
		}
		e.classBody(b, id)
	}
	e.env = saved
}

// declared lists the members that a class body declares, so that assignments
// to this.x declare the others.
func (e *extractor) declared(body uint32) map[string]bool {
	m := map[string]bool{}
	end := e.nodes[body].Next
	for c := body + 1; c < end; c = e.nodes[c].Next {
		n := e.child(c, fName)
		if n == ts.NoNode {
			n = e.child(c, fProperty)
		}
		if n != ts.NoNode {
			m[string(e.text(n))] = true
		}
	}
	return m
}

func (e *extractor) heritage(i uint32, id lang.DefID) {
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		switch k := e.kind(c); {
		case k == kExtendsClause:
			last := lang.NoExpr
			flush := func() {
				e.b.Base(id, lang.BaseExtends, last)
				last = lang.NoExpr
			}
			stop := e.nodes[c].Next
			for x := c + 1; x < stop; x = e.nodes[x].Next {
				switch {
				case e.nodes[x].Flags&ts.Named == 0 || e.kind(x) == kComment:
				case e.kind(x) == kTypeArguments:
					args := e.typeArguments(x)
					if last >= 0 {
						last = e.b.Expr2(lang.ExprTypeArgs, -1, last, args)
					}
				default:
					flush()
					last = e.baseExpr(x)
				}
			}
			flush()
		case k == kImplementsClause:
			stop := e.nodes[c].Next
			for x := c + 1; x < stop; x = e.nodes[x].Next {
				if e.nodes[x].Flags&ts.Named != 0 && e.kind(x) != kComment {
					e.b.Base(id, lang.BaseImplements, e.inherited(x))
				}
			}
		case e.nodes[c].Flags&ts.Named != 0 && k != kComment:
			base := e.baseExpr(c) // JavaScript
			if x := e.tagged(e.doc, tagExtends); x >= 0 && base >= 0 && e.b.F.Exprs[x].Kind == lang.ExprTypeArgs {
				base = e.b.Expr2(lang.ExprTypeArgs, -1, base, e.b.F.Exprs[x].B)
			}
			e.b.Base(id, lang.BaseExtends, base)
		}
	}
}

// baseExpr reads the value that a class extends.
func (e *extractor) baseExpr(i uint32) lang.ExprID {
	x := e.expr(i)
	if x >= 0 {
		switch ex := e.b.F.Exprs[x]; ex.Kind {
		case lang.ExprName, lang.ExprMember:
			e.b.F.Refs[ex.N].Role |= lang.Inherit
		}
	}
	return x
}

// inherited reads a type in a list of bases.
func (e *extractor) inherited(i uint32) lang.ExprID {
	x := e.typ(i)
	if x >= 0 {
		ex := e.b.F.Exprs[x]
		if ex.Kind == lang.ExprTypeArgs {
			ex = e.b.F.Exprs[ex.A]
		}
		switch ex.Kind {
		case lang.ExprName, lang.ExprMember:
			e.b.F.Refs[ex.N].Role |= lang.Inherit
		}
	}
	return x
}

// classBody reads the members of class id.
func (e *extractor) classBody(body uint32, id lang.DefID) {
	var decorators []uint32
	end := e.nodes[body].Next
	for c := body + 1; c < end; c = e.nodes[c].Next {
		switch e.kind(c) {
		case kComment:
			continue
		case kDecorator:
			decorators = append(decorators, c)
			continue
		case kMethodDefinition, kMethodSignature, kAbstractMethodSignature:
			e.method(c, id, decorators)
		case kPublicFieldDefinition, kFieldDefinition:
			e.fieldDefinition(c, id)
		case kIndexSignature:
			e.indexSignature(c, id)
		case kClassStaticBlock:
			saved := e.env
			e.newScope(lang.ScopeFunction, lang.NoDef, c)
			e.vars, e.local, e.fn = e.scope, true, lang.NoDef
			e.this = receiver{kind: lang.ExprClass, n: int32(id)}
			if b := e.child(c, fBody); b != ts.NoNode {
				e.statements(b)
			}
			e.env = saved
		default:
			if e.nodes[c].Flags&ts.Named != 0 {
				e.any(c)
			}
		}
		decorators = nil
	}
	for _, d := range decorators {
		e.decorator(d, lang.NoDef)
	}
}

// memberName fills in name, descriptor and place of a member from its name
// node. A computed name is read as an expression; only a literal in it names
// the member, and it fails for others.
func (e *extractor) memberName(n uint32, s *spec) bool {
	if e.missing(n) {
		return false
	}
	switch e.kind(n) {
	case kComputedPropertyName:
		lit := e.named(n, 0)
		if lit == ts.NoNode {
			return false
		}
		switch e.kind(lit) {
		case kString, kNumber:
			s.at = e.span(lit)
		case kTemplateString:
			if e.has(lit, kTemplateSubstitution) {
				e.expr(lit)
				return false
			}
			s.at = e.span(lit)
		default:
			// [Symbol.iterator]: found by its text, but no symbol.
			e.expr(lit)
			s.name = e.b.NameBytes(e.text(n))
			return false
		}
		s.name, s.desc = e.name(lit), e.b.NameBytes(e.text(n))
	case kString:
		s.name, s.desc, s.at = e.name(n), e.b.NameBytes(e.text(n)), e.span(n)
	case kNumber: // named, but no identifier anybody looks for
		s.name, s.at, s.suffix = e.name(n), e.span(n), symbol.None
		s.flags &^= lang.Local
	default:
		s.name, s.at = e.name(n), e.span(n)
	}
	if s.name == 0 {
		s.name = s.desc
	}
	return true
}

// method reads a method, accessor or constructor of class or interface id.
func (e *extractor) method(i uint32, id lang.DefID, decorators []uint32) {
	s := spec{kind: lang.KindMethod, suffix: symbol.Method, space: lang.Value, flags: lang.Member | e.localFlag(),
		enc: e.span(i), scope: lang.NoScope, parent: id}
	if len(decorators) > 0 {
		s.enc.start = e.nodes[decorators[0]].Start
	}
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		switch e.kind(c) {
		case kTokStatic:
			if e.nodes[c].Field == 0 {
				s.flags |= lang.Static
				s.kind = lang.KindStaticMethod
			}
		case kTokAbstract:
			s.flags |= lang.Abstract
			s.kind = lang.KindAbstractMethod
		case kTokGet:
			s.kind = lang.KindGetter
			s.flags |= lang.Getter
		case kTokSet:
			s.kind = lang.KindSetter
			s.flags |= lang.Getter
		case kTokQuestion:
			s.flags |= lang.Optional
		case kDecorator:
			decorators = append(decorators, c)
		}
	}
	if e.kind(i) == kAbstractMethodSignature {
		s.flags |= lang.Abstract
	}
	named := e.memberName(e.child(i, fName), &s)
	if !named {
		s.flags |= lang.Synthetic
		s.suffix = symbol.None
		s.at = span{e.nodes[i].Start, e.nodes[i].Start}
	}
	text := e.b.F.Name(s.name)
	class := e.def(id).Kind == lang.KindClass
	switch {
	case s.kind == lang.KindGetter && named:
		s.desc = e.accessor("<get>", s)
	case s.kind == lang.KindSetter && named:
		s.desc = e.accessor("<set>", s)
	case class && text == "constructor" && s.flags&lang.Static == 0:
		s.name, s.desc = e.b.Name(constructorName), 0
		s.kind = lang.KindConstructor
	}
	def := e.define(s)
	sig := e.nodes[i].End
	if b := e.child(i, fBody); b != ts.NoNode {
		sig = e.nodes[b].Start
	}
	if named {
		e.document(def, s.enc.start, sig)
	}
	for _, d := range decorators {
		e.decorator(d, def)
	}
	this := receiver{kind: lang.ExprThis}
	if s.flags&lang.Static != 0 {
		this = receiver{kind: lang.ExprClass, n: int32(id)}
	}
	e.function(i, def, this)
	if s.kind == lang.KindSetter {
		e.setterType(def)
	}
}

// accessor is the descriptor of a get or set accessor.
func (e *extractor) accessor(prefix string, s spec) lang.NameID {
	n := s.name
	if s.desc != 0 {
		n = s.desc
	}
	return e.b.Name(prefix + e.b.F.Name(n))
}

// setterType makes the type of a set accessor, read as a property, that of its
// parameter.
func (e *extractor) setterType(set lang.DefID) {
	for i := int(set) + 1; i < len(e.b.F.Defs); i++ {
		if p := &e.b.F.Defs[i]; p.Parent == set && p.Flags&lang.Param != 0 {
			e.def(set).Type = p.Type
			return
		}
	}
}

func (e *extractor) fieldDefinition(i uint32, id lang.DefID) {
	s := spec{kind: lang.KindField, suffix: symbol.Term, space: lang.Value, flags: lang.Member | e.localFlag(),
		enc: e.span(i), scope: lang.NoScope, parent: id}
	var decorators []uint32
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		switch e.kind(c) {
		case kTokStatic:
			if e.nodes[c].Field == 0 {
				s.flags |= lang.Static
				s.kind = lang.KindStaticField
			}
		case kTokAbstract:
			s.flags |= lang.Abstract
		case kTokReadonly:
			s.flags |= lang.Const
		case kTokQuestion:
			s.flags |= lang.Optional
		case kDecorator:
			decorators = append(decorators, c)
		}
	}
	n := e.child(i, fName)
	if n == ts.NoNode {
		n = e.child(i, fProperty)
	}
	named := e.memberName(n, &s)
	if !named {
		s.flags |= lang.Synthetic
		s.suffix = symbol.None
		s.at = span{e.nodes[i].Start, e.nodes[i].Start}
	}
	def := e.define(s)
	typ, val := e.child(i, fType), e.child(i, fValue)
	if named {
		sig := e.nodes[i].End
		if val != ts.NoNode {
			if b := e.functionBody(val); b != ts.NoNode {
				sig = e.nodes[b].Start
			} else if e.nodes[val].End-e.nodes[val].Start > 80 {
				sig = e.nodes[val].Start
			}
		}
		e.document(def, s.enc.start, sig)
	}
	for _, d := range decorators {
		e.decorator(d, def)
	}
	e.documents(e.nodes[i].Start, val)
	saved := e.env
	e.parent = def
	if typ != ts.NoNode {
		x := e.annotation(typ)
		e.def(def).Type = x
	} else {
		x := e.typeComment(e.nodes[i].Start)
		e.def(def).Type = x
	}
	if val != ts.NoNode {
		e.this = receiver{kind: lang.ExprThis, n: int32(e.scope)}
		if s.flags&lang.Static != 0 {
			e.this = receiver{kind: lang.ExprClass, n: int32(id)}
		}
		e.fn = lang.NoDef
		e.b.Assign(def, e.expr(val))
	}
	e.env = saved
}

func (e *extractor) interfaceDeclaration(i uint32, m modifiers) {
	id, s, ok := e.defineType(i, m, lang.KindInterface, lang.Type, 0)
	if !ok {
		return
	}
	e.documentClass(id, i, s.enc.start)
	e.export(id, s.name, m)
	saved := e.env
	e.parent = id
	e.parameterized(i, id)
	if x := e.childOf(i, kExtendsTypeClause); x != ts.NoNode {
		stop := e.nodes[x].Next
		for c := x + 1; c < stop; c = e.nodes[c].Next {
			if e.nodes[c].Flags&ts.Named != 0 && e.kind(c) != kComment {
				e.b.Base(id, lang.BaseExtends, e.inherited(c))
			}
		}
	}
	if b := e.child(i, fBody); b != ts.NoNode {
		e.newScope(lang.ScopeClass, id, b)
		e.def(id).Body = e.scope
		e.members, e.ambient = false, false
		e.typeMembers(b, id)
	}
	e.env = saved
}

func (e *extractor) typeAlias(i uint32, m modifiers) {
	id, s, ok := e.defineType(i, m, lang.KindTypeAlias, lang.Type, 0)
	if !ok {
		return
	}
	e.document(id, s.enc.start, e.nodes[i].End)
	e.export(id, s.name, m)
	saved := e.env
	e.parent = id
	e.parameterized(i, id)
	if v := e.child(i, fValue); v != ts.NoNode {
		x := e.typ(v)
		e.def(id).Type = x
	}
	e.env = saved
}

func (e *extractor) enumDeclaration(i uint32, m modifiers) {
	id, s, ok := e.defineType(i, m, lang.KindEnum, lang.AnySpace, 0)
	if !ok {
		return
	}
	b := e.child(i, fBody)
	if b == ts.NoNode {
		return
	}
	e.document(id, s.enc.start, e.nodes[b].Start)
	e.export(id, s.name, m)
	saved := e.env
	e.parent = id
	e.newScope(lang.ScopeNamespace, id, b)
	e.def(id).Body = e.scope
	e.members, e.ambient = false, false
	end := e.nodes[b].Next
	for c := b + 1; c < end; c = e.nodes[c].Next {
		if e.nodes[c].Flags&ts.Named == 0 || e.kind(c) == kComment {
			continue
		}
		n, val := c, ts.NoNode
		if e.kind(c) == kEnumAssignment {
			n, val = e.child(c, fName), e.child(c, fValue)
		}
		ms := spec{kind: lang.KindEnumMember, suffix: symbol.Term, space: lang.AnySpace,
			flags: lang.Member | lang.Static | lang.Const | e.localFlag(), enc: e.span(c), scope: e.scope, parent: id}
		if !e.memberName(n, &ms) {
			continue
		}
		member := e.define(ms)
		e.document(member, ms.enc.start, ms.enc.end)
		if val != ts.NoNode {
			e.b.Assign(member, e.expr(val))
		}
	}
	e.env = saved
}

// namespace reads namespace A.B {} and module "x" {}.
func (e *extractor) namespace(i uint32, m modifiers) {
	n := e.child(i, fName)
	b := e.child(i, fBody)
	if e.missing(n) {
		e.statements(i)
		return
	}
	saved := e.env
	parts := []uint32{n}
	if e.kind(n) == kNestedIdentifier {
		parts = e.dotted(n, nil)
	}
	for at, part := range parts {
		s := spec{name: e.name(part), kind: lang.KindNamespace, suffix: symbol.Namespace, space: lang.Value | lang.Namespace,
			flags: e.flags(m), at: e.span(part), enc: e.span(m.outer(i)), scope: e.scope, parent: e.parent}
		if e.kind(part) == kString {
			s.kind, s.desc = lang.KindModule, e.b.NameBytes(e.text(part))
			s.scope = lang.NoScope
			s.space = lang.Namespace
		}
		if at > 0 {
			s.flags |= lang.Exported | lang.Member
		}
		id := e.define(s)
		if at == 0 {
			end := e.nodes[i].End
			if b != ts.NoNode {
				end = e.nodes[b].Start
			}
			e.document(id, s.enc.start, end)
			e.export(id, s.name, m)
		}
		e.openNamespace(id, i)
	}
	if b != ts.NoNode {
		e.statements(b)
	}
	e.env = saved
}

// openNamespace makes the body of namespace id the current scope.
func (e *extractor) openNamespace(id lang.DefID, i uint32) {
	e.parent = id
	e.newScope(lang.ScopeNamespace, id, i)
	e.def(id).Body = e.scope
	e.vars = e.scope
	e.members, e.ambient = true, e.declare
	e.fn = lang.NoDef
}

// dotted lists the identifiers of a nested identifier.
func (e *extractor) dotted(i uint32, parts []uint32) []uint32 {
	if !e.enter() {
		return parts
	}
	defer e.leave()
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		switch e.kind(c) {
		case kIdentifier, kPropertyIdentifier:
			parts = append(parts, c)
		case kNestedIdentifier, kMemberExpression:
			parts = e.dotted(c, parts)
		}
	}
	return parts
}

// ambientDeclaration reads declare ….
func (e *extractor) ambientDeclaration(i uint32, m modifiers) {
	saved := e.env
	if m.at == 0 {
		m.at = i
	}
	if g := e.childOf(i, kTokGlobal); g != ts.NoNode {
		id := e.define(spec{name: e.name(g), kind: lang.KindNamespace, suffix: symbol.Namespace, space: lang.Namespace,
			flags: lang.Exported, at: e.span(g), enc: e.span(i), scope: lang.NoScope, parent: e.parent})
		e.openNamespace(id, i)
		// What it declares is seen by the whole program; in this file it is
		// found like any other name of the file.
		e.scope = saved.scope
		e.ambient, e.declare = true, true
		if b := e.childOf(i, kStatementBlock); b != ts.NoNode {
			e.statements(b)
		}
		e.env = saved
		return
	}
	e.declare = true
	if d := e.named(i, 0); d != ts.NoNode {
		e.statement(d, m)
	}
	e.env = saved
}
