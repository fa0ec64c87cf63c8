package php

import (
	"bytes"
	"maps"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// takeDoc is the documentation comment before the declaration at hand.
func (x *extractor) takeDoc() uint32 {
	d := x.doc
	x.doc = ts.NoNode
	return d
}

// declare makes a class, function or constant of the namespace, which all files
// share. name is the range of the identifier.
func (x *extractor) declare(text string, start, end uint32, k lang.Kind, suffix symbol.Suffix, mark string, outer uint32) lang.DefID {
	id, d := x.b.Def(x.b.Name(text), k, suffix, start, end)
	full := fold(x.names.below(text) + mark)
	d.Key = x.b.Name(full)
	d.Scope, d.Parent, d.Flags, d.Space = 0, x.space, lang.Exported, lang.Value|lang.Type
	d.EncStart, d.EncEnd = min(x.n[outer].Start, start), max(x.n[outer].End, end)
	if first, ok := x.tops[full]; ok {
		d.Same = first
	} else {
		x.tops[full] = id
	}
	return id
}

// member makes a member of the class at hand.
func (x *extractor) member(text, k string, start, end uint32, kd lang.Kind, suffix symbol.Suffix, outer uint32) (lang.DefID, *lang.Def) {
	id, d := x.b.Def(x.b.Name(text), kd, suffix, start, end)
	if k != text {
		d.Key = x.b.Name(k)
	}
	d.Parent, d.Flags = x.cls.def, lang.Member
	d.EncStart, d.EncEnd = start, end
	if outer != ts.NoNode {
		d.EncStart, d.EncEnd = min(x.n[outer].Start, start), max(x.n[outer].End, end)
	}
	if x.b.F.Defs[x.cls.def].Flags&lang.Local != 0 {
		d.Flags |= lang.Local
		d.Suffix = symbol.None
	}
	name := d.LookupName()
	if first, ok := x.cls.members[name]; ok {
		d.Same = first
	} else {
		x.cls.members[name] = id
	}
	return id, d
}

// describe gives a definition its signature and documentation.
func (x *extractor) describe(id lang.DefID, doc, from, to uint32) {
	d := &x.b.F.Defs[id]
	d.Sig = x.line(from, to)
	if doc != ts.NoNode {
		d.Doc = x.docText(doc)
		if strings.Contains(d.Doc, "@deprecated") {
			d.Flags |= lang.Deprecated
		}
	}
}

// afterAttributes is where declaration i begins behind its attributes.
func (x *extractor) afterAttributes(i uint32) uint32 {
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if k := x.kind(c); k != kAttributeList && k != kComment {
			return x.n[c].Start
		}
	}
	return x.n[i].Start
}

// headEnd is where the body of declaration i begins, its end without one.
func (x *extractor) headEnd(i, body uint32) uint32 {
	if body != ts.NoNode {
		return x.n[body].Start
	}
	return x.n[i].End
}

// attributes reads those of declaration i. The result is what they make.
func (x *extractor) attributes(i uint32) (made []lang.ExprID) {
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.kind(c) != kAttributeList {
			continue
		}
		for a := c; a < x.n[c].Next; {
			if x.kind(a) != kAttribute {
				a++
				continue
			}
			if name := x.child(a); name != ts.NoNode {
				e := x.className(name, lang.Read|lang.Call|lang.Decorate, false)
				call := x.b.Expr1(lang.ExprNew, 0, e)
				if args := x.t.Child(a, fParameters); args != ts.NoNode {
					x.arguments(args, call, false)
				}
				if e >= 0 {
					made = append(made, call)
				}
			}
			a = x.n[a].Next
		}
	}
	return made
}

// decorate hangs what attributes make on a definition.
func (x *extractor) decorate(d lang.DefID, made []lang.ExprID) {
	for _, e := range made {
		x.b.Base(d, lang.BaseDecorator, e)
	}
}

// classLike reads a class, interface, trait or enum; name is NoNode for
// anonymous classes.
func (x *extractor) classLike(i uint32, k lang.Kind) lang.DefID {
	doc := x.takeDoc()
	made := x.attributes(i)
	name, body := x.t.Child(i, fName), x.t.Child(i, fBody)
	old := x.frame
	defer func() { x.frame = old }()
	c := &class{members: map[lang.NameID]lang.DefID{}, iface: k == lang.KindInterface}
	if x.kind(i) == kAnonymousClass || x.empty(name) {
		id, d := x.b.Def(0, k, symbol.None, x.n[i].Start, x.n[i].Start)
		d.EncEnd = x.n[i].End
		d.Flags = lang.Synthetic | lang.Local
		c.def = id
	} else {
		text := string(x.text(name))
		c.def = x.declare(text, x.n[name].Start, x.n[name].End, k, symbol.Type, classMark, i)
		c.key = x.names.below(text) + classMark
		x.describe(c.def, doc, x.afterAttributes(i), x.headEnd(i, body))
		x.rich(c.def, text, true)
		if x.childOf(i, kAbstractModifier) != ts.NoNode {
			x.b.F.Defs[c.def].Flags |= lang.Abstract
		}
	}
	x.decorate(c.def, made)
	x.fn, x.scope, x.held = lang.NoDef, 0, nil
	tags := x.tags(doc)
	start, end := x.b.F.Defs[c.def].EncStart, x.b.F.Defs[c.def].EncEnd
	x.typeParameters(tags, c.def, start, end)
	c.scope = x.b.Scope(lang.ScopeClass, x.scope, c.def, start, end)
	if x.b.F.Defs[c.def].Body < 0 {
		x.b.F.Defs[c.def].Body = c.scope
	}
	x.scope, x.cls, x.static = c.scope, c, false

	base := x.childOf(i, kBaseClause)
	if base != ts.NoNode && k == lang.KindClass {
		if p := x.child(base); p != ts.NoNode {
			c.parent = x.names.class(compact(x.text(p)))
		}
	}
	generic := map[string]lang.ExprID{} // bases with type arguments, by key
	for _, t := range tags {
		switch t.name {
		case "extends", "template-extends", "implements", "template-implements", "use", "template-use":
			x.genericBase(t, generic)
		}
	}
	// Members of traits come before those of base classes.
	if body != ts.NoNode {
		x.doc = ts.NoNode
		for m := x.t.First(body); m != ts.NoNode; m = x.t.Sibling(m) {
			switch x.kind(m) {
			case kComment:
				if x.isDoc(m) {
					x.doc = m
				}
				continue
			case kUseDeclaration:
				for _, t := range x.tags(x.doc) {
					if t.name == "use" || t.name == "template-use" {
						x.genericBase(t, generic)
					}
				}
				x.useTraits(m, generic)
			}
			x.doc = ts.NoNode
		}
	}
	if base != ts.NoNode {
		x.each(base, func(p uint32) { x.base(p, lang.BaseExtends, generic) })
	}
	if impl := x.childOf(i, kClassInterfaceClause); impl != ts.NoNode {
		x.each(impl, func(p uint32) { x.base(p, lang.BaseImplements, generic) })
	}
	if body != ts.NoNode {
		// Properties first: methods assign to them.
		x.members(body, true)
		x.members(body, false)
	}
	x.documented(tags)
	for _, f := range c.flows {
		if d, ok := c.members[f.name]; ok {
			x.b.Assign(d, f.value)
		}
	}
	return c.def
}

// base reads one name of an extends or implements clause.
func (x *extractor) base(i uint32, k lang.BaseKind, generic map[string]lang.ExprID) {
	if kd := x.kind(i); kd != kName && kd != kQualifiedName {
		return
	}
	text := compact(x.text(i))
	e := x.classAt(text, x.n[i].Start, x.n[i].End, lang.Read|lang.TypeRole|lang.Inherit, true)
	if g, ok := generic[fold(x.names.class(text))]; ok {
		e = g
	}
	x.b.Base(x.cls.def, k, e)
}

// genericBase reads the type of a tag like "@extends Collection<int, User>".
func (x *extractor) genericBase(t tag, into map[string]lang.ExprID) {
	e, _ := x.docType(t.start, t.end)
	if e < 0 {
		return
	}
	if g := &x.b.F.Exprs[e]; g.Kind == lang.ExprTypeArgs && x.b.F.Exprs[g.A].Kind == lang.ExprName {
		r := &x.b.F.Refs[x.b.F.Exprs[g.A].N]
		name, _, _ := strings.Cut(x.b.F.Name(r.Name), alternatives)
		into[fold(name)] = e
	}
}

// useTraits reads the use of traits in a class, with what it says about their
// members.
func (x *extractor) useTraits(i uint32, generic map[string]lang.ExprID) {
	list := ts.NoNode
	var first lang.ExprID = lang.NoExpr
	traits := 0
	x.each(i, func(c uint32) {
		switch x.kind(c) {
		case kName, kQualifiedName:
			text := compact(x.text(c))
			e := x.classAt(text, x.n[c].Start, x.n[c].End, lang.Read|lang.TypeRole|lang.Inherit, true)
			if first < 0 {
				first = e
			}
			traits++
			if g, ok := generic[fold(x.names.class(text))]; ok {
				e = g
			}
			x.b.Base(x.cls.def, lang.BaseMixin, e)
		case kUseList:
			list = c
		}
	})
	if list == ts.NoNode {
		return
	}
	x.each(list, func(c uint32) {
		switch x.kind(c) {
		case kUseInsteadOfClause:
			var origin, method uint32 = ts.NoNode, ts.NoNode
			n := 0
			x.each(c, func(p uint32) {
				if x.kind(p) == kClassConstantAccessExpression {
					origin = p
				} else if n > 0 {
					x.className(p, lang.Read|lang.TypeRole, true)
				}
				n++
			})
			if origin == ts.NoNode {
				return
			}
			e, m := x.traitMethod(origin)
			method = m
			if e >= 0 && method != ts.NoNode {
				x.aliasMethod(string(x.text(method)), e)
			}
		case kUseAsClause:
			var e lang.ExprID = lang.NoExpr
			alias := ts.NoNode
			n := 0
			x.each(c, func(p uint32) {
				switch {
				case x.kind(p) == kClassConstantAccessExpression:
					e, _ = x.traitMethod(p)
				case x.kind(p) == kName && n == 0:
					recv := first
					if traits != 1 {
						// Any of the traits may have it: the class finds it itself.
						recv = x.b.Expr(lang.ExprDef, int32(x.cls.def))
					}
					e = x.methodRef(p, recv)
				case x.kind(p) == kName:
					alias = p
				}
				n++
			})
			if alias != ts.NoNode && !x.empty(alias) && e >= 0 {
				x.aliasMethod(string(x.text(alias)), e)
				if r := x.b.F.Exprs[e]; r.Kind == lang.ExprMember {
					// The alias is a name of the same method.
					to := x.b.F.Refs[r.N]
					to.Start, to.End = x.n[alias].Start, x.n[alias].End
					x.b.Ref(to)
				}
			}
		}
	})
}

// traitMethod reads T::method in a use declaration.
func (x *extractor) traitMethod(i uint32) (lang.ExprID, uint32) {
	scope, name := x.child(i), ts.NoNode
	x.each(i, func(c uint32) { name = c })
	if scope == ts.NoNode || name == scope {
		return lang.NoExpr, ts.NoNode
	}
	return x.methodRef(name, x.className(scope, lang.Read|lang.TypeRole, false)), name
}

func (x *extractor) methodRef(i uint32, recv lang.ExprID) lang.ExprID {
	if x.empty(i) {
		return lang.NoExpr
	}
	r := x.b.Ref(lang.Ref{
		Name: x.b.Name(string(x.text(i)) + functionMark), Start: x.n[i].Start, End: x.n[i].End,
		Scope: x.scope, X: int32(recv), Kind: lang.RefMember, Role: lang.Read, Space: lang.Value,
	})
	return x.b.Expr1(lang.ExprMember, int32(r), recv)
}

// aliasMethod binds a name in the class to a trait's method.
func (x *extractor) aliasMethod(name string, to lang.ExprID) {
	at := x.b.F.Defs[x.cls.def].Start
	id, d := x.b.Def(x.b.Name(name), lang.KindMethod, symbol.None, at, at)
	d.Key = x.b.Name(lower(name) + functionMark)
	d.Flags = lang.Binding | lang.Member | lang.Synthetic
	d.Parent = x.cls.def
	x.b.Assign(id, to)
}

// members reads the properties and constants of a class body, or the rest.
func (x *extractor) members(body uint32, properties bool) {
	if x.depth >= maxNesting {
		return
	}
	x.depth++
	x.doc = ts.NoNode
	for c := x.t.First(body); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.n[c].Flags&ts.Named == 0 {
			continue
		}
		switch k := x.kind(c); k {
		case kComment:
			if x.isDoc(c) {
				x.doc = c
			}
			continue
		case kPropertyDeclaration, kConstDeclaration, kEnumCase:
			if properties {
				switch k {
				case kPropertyDeclaration:
					x.property(c)
				case kConstDeclaration:
					x.classConstants(c)
				default:
					x.enumCase(c)
				}
			} else if k == kPropertyDeclaration {
				x.hooks(c)
			}
		case kUseDeclaration:
		default:
			if !properties {
				x.expr(c)
			}
		}
		x.doc = ts.NoNode
	}
	x.depth--
}

// modifiers are the flags that a member's modifiers mean.
func (x *extractor) modifiers(i uint32) (flags lang.DefFlags) {
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		switch x.kind(c) {
		case kStaticModifier:
			flags |= lang.Static
		case kAbstractModifier:
			flags |= lang.Abstract
		}
	}
	return flags
}

func (x *extractor) property(i uint32) {
	doc := x.takeDoc()
	made := x.attributes(i)
	flags := x.modifiers(i)
	native := x.nativeType(x.t.Child(i, fType))
	typ := native
	for _, t := range x.tags(doc) {
		if t.name == "var" {
			if e, _ := x.docType(t.start, t.end); e >= 0 {
				typ = x.both(e, native)
			}
		}
	}
	x.each(i, func(c uint32) {
		if x.kind(c) != kPropertyElement {
			return
		}
		name := x.t.Child(c, fName)
		if x.empty(name) {
			return
		}
		text := string(x.text(name))
		id, d := x.member(text, text, x.n[name].Start, x.n[name].End, lang.KindProperty, symbol.Term, i)
		d.Flags |= flags
		d.Type = typ
		x.describe(id, doc, x.afterAttributes(i), x.n[c].End)
		x.decorate(id, made)
		if v := x.t.Child(c, fDefaultValue); v != ts.NoNode {
			x.b.Assign(id, x.expr(v))
		}
	})
}

// hooks reads the bodies of a property's get and set.
func (x *extractor) hooks(i uint32) {
	list := x.childOf(i, kPropertyHookList)
	if list == ts.NoNode {
		return
	}
	x.each(list, func(h uint32) {
		if x.kind(h) != kPropertyHook {
			return
		}
		x.attributes(h)
		old := x.frame
		id, d := x.b.Def(0, lang.KindLambda, symbol.None, x.n[h].Start, x.n[h].Start)
		d.Flags = lang.Synthetic | lang.Local
		d.EncEnd = x.n[h].End
		x.fn = id
		x.scope = x.b.Scope(lang.ScopeFunction, x.cls.scope, id, x.n[h].Start, x.n[h].End)
		x.b.F.Defs[id].Body = x.scope
		if ps := x.t.Child(h, fParameters); ps != ts.NoNode {
			x.parameters(ps, id, nil)
		}
		if b := x.t.Child(h, fBody); b != ts.NoNode {
			x.expr(b)
		}
		x.frame = old
	})
}

// classConstants reads constants of a class, or of the namespace.
func (x *extractor) classConstants(i uint32) {
	doc := x.takeDoc()
	x.attributes(i)
	x.nativeType(x.t.Child(i, fType))
	x.each(i, func(c uint32) {
		if x.kind(c) != kConstElement {
			return
		}
		name := x.child(c)
		if x.empty(name) || x.kind(name) != kName {
			return
		}
		text := string(x.text(name))
		var id lang.DefID
		if x.cls != nil && x.scope == x.cls.scope {
			var d *lang.Def
			id, d = x.member(text, text, x.n[name].Start, x.n[name].End, lang.KindConstant, symbol.Term, i)
			d.Flags |= lang.Static | lang.Const
		} else {
			id = x.declare(text, x.n[name].Start, x.n[name].End, lang.KindConstant, symbol.Term, "", i)
			x.b.F.Defs[id].Flags |= lang.Const
		}
		x.describe(id, doc, x.afterAttributes(i), x.n[c].End)
		for v := x.t.Sibling(name); v != ts.NoNode; v = x.t.Sibling(v) {
			if x.n[v].Flags&ts.Named != 0 && x.kind(v) != kComment {
				x.b.Assign(id, x.expr(v))
			}
		}
	})
}

func (x *extractor) enumCase(i uint32) {
	doc := x.takeDoc()
	x.attributes(i)
	name := x.t.Child(i, fName)
	if x.empty(name) {
		return
	}
	text := string(x.text(name))
	k := lang.KindEnumMember
	if !bytes.HasPrefix(x.src[x.afterAttributes(i):], []byte("case")) {
		k = lang.KindConstant // see rewriteEnumConstants
	}
	id, d := x.member(text, text, x.n[name].Start, x.n[name].End, k, symbol.Term, i)
	d.Flags |= lang.Static | lang.Const
	x.describe(id, doc, x.afterAttributes(i), x.n[i].End)
	if v := x.t.Child(i, fValue); v != ts.NoNode {
		e := x.expr(v)
		if k == lang.KindConstant {
			x.b.Assign(id, e)
		}
	}
}

func (x *extractor) method(i uint32) {
	doc := x.takeDoc()
	made := x.attributes(i)
	name, body := x.t.Child(i, fName), x.t.Child(i, fBody)
	if x.cls == nil || x.empty(name) {
		x.closure(i)
		return
	}
	flags := x.modifiers(i)
	text := string(x.text(name))
	k := lang.KindMethod
	switch {
	case lower(text) == "__construct":
		k = lang.KindConstructor
	case flags&lang.Static != 0:
		k = lang.KindStaticMethod
	case flags&lang.Abstract != 0 || x.cls.iface && body == ts.NoNode:
		k = lang.KindAbstractMethod
		flags |= lang.Abstract
	}
	id, d := x.member(text, lower(text)+functionMark, x.n[name].Start, x.n[name].End, k, symbol.Method, i)
	d.Flags |= flags
	if strings.HasPrefix(text, "test") {
		d.Flags |= lang.Test
	}
	x.describe(id, doc, x.afterAttributes(i), x.headEnd(i, body))
	x.decorate(id, made)
	old := x.frame
	x.static = flags&lang.Static != 0
	x.scope = x.cls.scope
	x.function(id, i, doc)
	x.frame = old
}

func (x *extractor) functionDef(i uint32) {
	doc := x.takeDoc()
	x.attributes(i)
	name, body := x.t.Child(i, fName), x.t.Child(i, fBody)
	if x.empty(name) {
		x.closure(i)
		return
	}
	id := x.declare(string(x.text(name)), x.n[name].Start, x.n[name].End, lang.KindFunction, symbol.Method, functionMark, i)
	x.describe(id, doc, x.afterAttributes(i), x.headEnd(i, body))
	x.rich(id, string(x.text(name)), false)
	old := x.frame
	x.scope, x.cls, x.static, x.templates = 0, nil, false, nil
	x.function(id, i, doc)
	x.frame = old
}

// closure reads an anonymous or arrow function.
func (x *extractor) closure(i uint32) lang.ExprID {
	doc := x.takeDoc()
	x.attributes(i)
	id, d := x.b.Def(0, lang.KindLambda, symbol.None, x.n[i].Start, x.n[i].Start)
	d.Flags = lang.Synthetic | lang.Local
	d.EncEnd, d.Parent = x.n[i].End, x.fn
	old := x.frame
	around := x.scope
	if x.kind(i) != kArrowFunction {
		x.scope = 0
		if x.cls != nil {
			x.scope = x.cls.scope
		}
		if x.childOf(i, kStaticModifier) != ts.NoNode {
			x.static = true
		}
	}
	x.closureFrom(id, i, doc, around)
	x.frame = old
	return x.b.Expr(lang.ExprFunc, int32(id))
}

func (x *extractor) function(id lang.DefID, i, doc uint32) { x.closureFrom(id, i, doc, lang.NoScope) }

// closureFrom reads the parameters and body of function id at node i, in the
// scope at hand; around is the scope of the code that a closure stands in.
func (x *extractor) closureFrom(id lang.DefID, i, doc uint32, around lang.ScopeID) {
	if x.depth >= maxNesting {
		return
	}
	x.depth++
	defer func() { x.depth-- }()
	start, end := x.b.F.Defs[id].EncStart, x.b.F.Defs[id].EncEnd
	tags := x.tags(doc)
	x.typeParameters(tags, id, start, end)
	if x.kind(i) == kArrowFunction {
		x.held = maps.Clone(x.held)
	} else {
		x.held = nil
	}
	parent := x.scope
	x.scope = x.b.Scope(lang.ScopeFunction, parent, id, start, end)
	x.fn = id
	x.b.F.Defs[id].Body = x.scope
	if x.kind(i) == kArrowFunction {
		x.arrows[x.scope] = around
	}
	docs := map[string]lang.ExprID{}
	ret := lang.NoExpr
	for _, t := range tags {
		switch t.name {
		case "param":
			if e, at := x.docType(t.start, t.end); e >= 0 {
				if n := x.variableIn(at, t.end); n != "" {
					docs[n] = e
				}
			}
		case "return":
			if e, _ := x.docType(t.start, t.end); e >= 0 {
				ret = e
			}
		case "throws":
			x.docType(t.start, t.end)
		case "global":
			if e, at := x.docType(t.start, t.end); e >= 0 {
				if n := x.variableIn(at, t.end); n != "" {
					x.typed[key{x.scope, x.b.Name(n)}] = typedName{typ: e}
				}
			}
		}
	}
	if ps := x.t.Child(i, fParameters); ps != ts.NoNode {
		x.parameters(ps, id, docs)
	}
	native := x.nativeType(x.t.Child(i, fReturnType))
	switch {
	case ret >= 0:
		ret = x.both(ret, native)
	default:
		ret = native
	}
	x.b.F.Defs[id].Type = ret
	if u := x.childOf(i, kAnonymousFunctionUseClause); u != ts.NoNode {
		x.captured(u, around)
	}
	body := x.t.Child(i, fBody)
	if body == ts.NoNode {
		return
	}
	if x.kind(i) == kArrowFunction {
		x.b.Base(id, lang.BaseReturn, x.expr(body))
		return
	}
	x.block(body)
}

// captured reads the use clause of a closure: its names stand for the variables
// around it.
func (x *extractor) captured(i uint32, around lang.ScopeID) {
	inner := x.scope
	x.each(i, func(c uint32) {
		if x.kind(c) == kByRef {
			c = x.child(c)
		}
		if c == ts.NoNode || x.kind(c) != kVariableName || x.empty(c) || around < 0 {
			return
		}
		x.scope = around
		d := x.visible(x.b.NameBytes(x.text(c)))
		if d < 0 {
			d = x.bind(c, lang.KindVariable)
		} else {
			x.variable(c, lang.Read)
		}
		x.scope = inner
		if d >= 0 {
			x.alias(c, d)
		}
	})
	x.scope = inner
}

// alias makes the variable at node i, in the scope at hand, stand for d.
func (x *extractor) alias(i uint32, d lang.DefID) lang.DefID {
	n := x.b.NameBytes(x.text(i))
	k := key{x.scope, n}
	if _, ok := x.bound[k]; ok {
		return lang.NoDef
	}
	if to, ok := x.outer[d]; ok {
		d = to
	}
	id, def := x.b.Def(n, lang.KindVariable, symbol.None, x.n[i].Start, x.n[i].Start)
	def.Flags = lang.Binding | lang.Synthetic
	def.Scope = x.scope
	x.bound[k] = id
	if d >= 0 {
		x.outer[id] = d
		x.b.Assign(id, x.b.Expr(lang.ExprDef, int32(d)))
	}
	return id
}

// parameters reads the parameters of function fn; docs are the types that its
// comment gives them.
func (x *extractor) parameters(i uint32, fn lang.DefID, docs map[string]lang.ExprID) {
	local := x.b.F.Defs[fn].Suffix == symbol.None || x.b.F.Defs[fn].Flags&lang.Local != 0
	doc := ts.NoNode
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		k := x.kind(c)
		switch k {
		case kComment:
			if x.isDoc(c) {
				doc = c
			}
			continue
		case kSimpleParameter, kVariadicParameter, kPropertyPromotionParameter:
		default:
			continue
		}
		x.attributes(c)
		name := x.t.Child(c, fName)
		if name != ts.NoNode && x.kind(name) == kByRef {
			name = x.child(name)
		}
		native := x.nativeType(x.t.Child(c, fType))
		value := lang.NoExpr
		if v := x.t.Child(c, fDefaultValue); v != ts.NoNode {
			value = x.expr(v)
		}
		if x.empty(name) {
			continue
		}
		text := string(x.text(name))
		x.injected(fn, c, text)
		typ := native
		if d, ok := docs[text]; ok {
			typ = x.both(d, native)
		}
		for _, t := range x.tags(doc) {
			if t.name == "var" {
				if e, _ := x.docType(t.start, t.end); e >= 0 {
					typ = x.both(e, native)
				}
			}
		}
		flags := lang.Param
		if value >= 0 || x.t.Child(c, fDefaultValue) != ts.NoNode {
			flags |= lang.Optional
		}
		if k == kVariadicParameter {
			flags |= lang.Rest
		}
		n := x.b.Name(text)
		var id lang.DefID
		if k == kPropertyPromotionParameter && x.cls != nil && x.b.F.Defs[fn].Parent == x.cls.def {
			// A property and a parameter in one: the property is its symbol.
			var d *lang.Def
			id, d = x.member(text, text, x.n[name].Start, x.n[name].End, lang.KindProperty, symbol.Term, c)
			d.Scope, d.Type = x.scope, typ
			if d.Same >= 0 {
				d.Scope = lang.NoScope
			}
			x.describe(id, doc, x.afterAttributes(c), x.n[name].End)
			_, pd := x.b.Def(n, lang.KindParameter, symbol.None, x.n[name].Start, x.n[name].Start)
			pd.Flags = flags | lang.Synthetic
			pd.Parent, pd.Same, pd.Type = fn, x.b.F.Canonical(id), typ
			if h := x.childOf(c, kPropertyHookList); h != ts.NoNode {
				x.hooks(c)
			}
		} else {
			var d *lang.Def
			suffix := symbol.Parameter
			if local {
				suffix = symbol.None
				flags |= lang.Local
			}
			id, d = x.b.Def(n, lang.KindParameter, suffix, x.n[name].Start, x.n[name].End)
			d.Flags, d.Scope, d.Parent, d.Type = flags, x.scope, fn, typ
			d.EncStart, d.EncEnd = min(x.n[c].Start, d.Start), max(x.n[c].End, d.End)
			d.Sig = x.line(x.afterAttributes(c), x.n[c].End)
		}
		if _, again := x.bound[key{x.scope, n}]; !again {
			x.bound[key{x.scope, n}] = id
		}
		delete(x.held, n)
		x.b.Assign(id, value)
		doc = ts.NoNode
	}
}

// nativeType reads a type in the code. It is NoExpr for types without members
// that the code says more about than they do.
func (x *extractor) nativeType(i uint32) lang.ExprID {
	if i == ts.NoNode || x.depth >= maxNesting {
		return lang.NoExpr
	}
	x.depth++
	defer func() { x.depth-- }()
	list := func() (es []lang.ExprID) {
		x.each(i, func(c uint32) {
			if e := x.nativeType(c); e >= 0 {
				es = append(es, e)
			}
		})
		return es
	}
	switch x.kind(i) {
	case kNamedType:
		if c := x.child(i); c != ts.NoNode {
			return x.className(c, lang.Read|lang.TypeRole, true)
		}
	case kName, kQualifiedName:
		return x.className(i, lang.Read|lang.TypeRole, true)
	case kOptionalType:
		if c := x.child(i); c != ts.NoNode {
			if e := x.nativeType(c); e >= 0 {
				return x.b.Expr1(lang.ExprOptional, 0, e)
			}
		}
	case kUnionType, kDisjunctiveNormalFormType, kTypeList:
		return x.listOf(lang.ExprUnion, list())
	case kIntersectionType:
		return x.listOf(lang.ExprIntersect, list())
	}
	return lang.NoExpr
}

// listOf is the union or intersection of es.
func (x *extractor) listOf(k lang.ExprKind, es []lang.ExprID) lang.ExprID {
	switch len(es) {
	case 0:
		return lang.NoExpr
	case 1:
		return es[0]
	}
	return x.b.Expr1(k, 0, x.b.List(es))
}

// both is the type that a comment says where it means something, else that of
// the code.
func (x *extractor) both(doc, native lang.ExprID) lang.ExprID {
	if native < 0 {
		return doc
	}
	return x.b.Expr2(lang.ExprCast, 0, native, doc)
}
