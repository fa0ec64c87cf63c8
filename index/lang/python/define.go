package python

import (
	"bytes"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

var (
	blockSym         = python.Symbol("block")
	typeParameterSym = python.Symbol("type_parameter")
)

// decoration is what the decorators of a definition say about it.
type decoration struct {
	exprs  []lang.ExprID
	flags  lang.DefFlags
	static bool
}

// decorators reads the decorators of node i, a decorated_definition or none.
func (x *extractor) decorators(i uint32) (d decoration) {
	if i == ts.NoNode {
		return d
	}
	x.children(i, func(c uint32) {
		if x.kind(c) != kDecorator {
			return
		}
		e := x.decorator(c)
		if e >= 0 {
			d.exprs = append(d.exprs, e)
		}
		n := x.child(c)
		for n != ts.NoNode && x.kind(n) == kCall {
			n = x.t.Child(n, fFunction)
		}
		if n != ts.NoNode && x.kind(n) == kAttribute {
			n = x.t.Child(n, fAttribute)
		}
		if n == ts.NoNode {
			return
		}
		switch name := string(x.text(n)); name {
		case "staticmethod":
			d.static = true
		case "classmethod":
			d.flags |= lang.ClassMethod
		case "abstractmethod":
			d.flags |= lang.Abstract
		case "deprecated":
			d.flags |= lang.Deprecated
		default:
			if propertyDecorators[name] {
				d.flags |= lang.Getter
				if name == "abstractproperty" {
					d.flags |= lang.Abstract
				}
			}
		}
	})
	return d
}

func (x *extractor) decorator(i uint32) lang.ExprID {
	if x.kind(i) != kDecorator {
		return lang.NoExpr
	}
	c := x.child(i)
	if c == ts.NoNode {
		return lang.NoExpr
	}
	return x.exprAs(c, lang.Read|lang.Decorate)
}

// declare makes the definition of a function or class. A name that is bound in
// this scope already stays what it was: the identifier is a reference to that,
// and the new definition has no symbol of its own.
func (x *extractor) declare(name uint32, k lang.Kind, suffix symbol.Suffix, outer, body uint32) lang.DefID {
	n := x.name(name)
	scope := x.bind
	if x.fn != nil && x.fn.outside != nil && scope == x.fn.scope {
		if s, ok := x.fn.outside[n]; ok && s == 0 {
			scope = 0
		}
	}
	start, end := x.n[name].Start, x.n[name].End
	first, again := x.bound[key{scope, n}]
	var id lang.DefID
	var d *lang.Def
	if again {
		x.b.Ref(lang.Ref{Name: n, Start: start, End: end, Scope: x.scope, X: int32(first), Kind: lang.RefDef, Role: lang.Write, Space: lang.Value})
		if x.b.F.Defs[first].Flags&lang.Binding != 0 {
			r := &x.b.F.Refs[len(x.b.F.Refs)-1]
			r.Kind, r.X, r.Scope = lang.RefName, -1, x.lookupScope(n)
		}
		id, d = x.b.Def(n, k, symbol.None, start, start)
		d.Flags |= lang.Synthetic
		if f := &x.b.F.Defs[first]; f.Flags&lang.Binding == 0 {
			d.Same = first
			d.Scope = scope
		}
	} else {
		id, d = x.b.Def(n, k, suffix, start, end)
		d.Scope = scope
		x.bound[key{scope, n}] = id
		if scope == 0 {
			d.Flags |= lang.Exported
		}
	}
	d.Parent = x.owner
	if scope == 0 {
		d.Parent = lang.NoDef
	}
	if x.cls != nil {
		d.Flags |= lang.Member
	}
	d.EncStart = x.n[outer].Start
	d.EncEnd = max(end, d.EncStart)
	if body != ts.NoNode {
		d.EncEnd = max(d.EncEnd, x.bodyEnd(body))
	}
	return id
}

func (x *extractor) functionDef(i, decorated uint32) {
	outer := i
	if decorated != ts.NoNode {
		outer = decorated
	}
	deco := x.decorators(decorated)
	name, params := x.t.Child(i, fName), x.t.Child(i, fParameters)
	ret, body := x.t.Child(i, fReturnType), x.t.Child(i, fBody)
	if name == ts.NoNode || x.empty(name) {
		x.plainParts(params, ret)
		x.statements(body)
		return
	}
	async := false
	for c := x.t.First(i); c != ts.NoNode && c < name; c = x.t.Sibling(c) {
		async = async || x.n[c].Sym == tAsync
	}
	k := lang.KindFunction
	if x.cls != nil {
		switch text := x.text(name); {
		case bytes.Equal(text, []byte("__init__")):
			k = lang.KindConstructor
		case deco.static, bytes.Equal(text, []byte("__new__")):
			k = lang.KindStaticMethod
		case deco.flags&lang.Getter != 0:
			k = lang.KindGetter
		case deco.flags&lang.Abstract != 0:
			k = lang.KindAbstractMethod
		default:
			k = lang.KindMethod
		}
	}
	id := x.declare(name, k, symbol.Method, outer, body)
	d := &x.b.F.Defs[id]
	d.Flags |= deco.flags
	if deco.static {
		d.Flags |= lang.Static
	}
	if x.cls != nil && implicitClassMethods[string(x.text(name))] {
		d.Flags |= lang.ClassMethod
	}
	if async {
		d.Flags |= lang.Async
	}
	if bytes.HasPrefix(x.text(name), []byte("test")) {
		d.Flags |= lang.Test
	}
	d.Sig = x.header(x.n[i].Start, name, params, ret)
	d.Doc = x.docOf(body)
	for _, e := range deco.exprs {
		x.b.Base(id, lang.BaseDecorator, e)
	}
	old := x.frame
	start, end := x.n[i].Start, x.b.F.Defs[id].EncEnd
	if tp := x.t.Child(i, fTypeParameters); tp != ts.NoNode {
		x.typeParameters(tp, id, start, end)
	}
	s := x.b.Scope(lang.ScopeFunction, x.scope, id, start, end)
	x.b.F.Defs[id].Body = s
	fn := &function{def: id, scope: s}
	if x.cls != nil && !deco.static {
		fn.class = old.cls
	}
	if params != ts.NoNode {
		flags := lang.DefFlags(0)
		if x.b.F.Defs[id].Flags&lang.Synthetic != 0 {
			flags = lang.Local
		}
		x.parameters(params, fn, flags)
	}
	if ret != ts.NoNode {
		t := x.typeExpr(ret)
		x.b.F.Defs[id].Type = t
	}
	if body != ts.NoNode {
		x.queue = append(x.queue, deferred{body, frame{scope: s, bind: s, fn: fn, owner: id}})
	}
	x.frame = old
	x.forget(x.b.F.Canonical(id))
}

// plainParts reads the parts of a definition without a name.
func (x *extractor) plainParts(parts ...uint32) {
	for _, p := range parts {
		if p != ts.NoNode {
			x.plain(p)
		}
	}
}

// parameters makes the definitions of a function's parameters.
func (x *extractor) parameters(i uint32, fn *function, flags lang.DefFlags) {
	first, keywords := true, false
	x.children(i, func(c uint32) {
		p := parameter{node: c, flags: flags}
		if keywords {
			p.flags |= lang.KwOnly
		}
		switch x.kind(c) {
		case kKeywordSeparator:
			keywords, first = true, false
			return
		case kPositionalSeparator:
			return
		case kIdentifier:
			p.name = c
		case kDefaultParameter:
			p.name, p.value = x.t.Child(c, fName), x.t.Child(c, fValue)
			p.flags |= lang.Optional
		case kTypedDefaultParameter:
			p.name, p.typ, p.value = x.t.Child(c, fName), x.t.Child(c, fType), x.t.Child(c, fValue)
			p.flags |= lang.Optional
		case kTypedParameter:
			p.name, p.typ = x.child(c), x.t.Child(c, fType)
		case kListSplatPattern, kDictionarySplatPattern, kTuplePattern:
			p.name = c
		default:
			x.plain(c)
			return
		}
		if p.name != 0 && p.name != ts.NoNode {
			switch x.kind(p.name) {
			case kListSplatPattern:
				p.name = x.child(p.name)
				p.flags |= lang.Rest
				keywords = true
			case kDictionarySplatPattern:
				p.name = x.child(p.name)
				p.flags = p.flags&^lang.KwOnly | lang.KwRest
			}
		}
		x.parameter(p, fn, first)
		first = false
	})
}

// parameter is one parameter; nodes are 0 where it has none.
type parameter struct {
	node, name, typ, value uint32
	flags                  lang.DefFlags
}

func (x *extractor) parameter(p parameter, fn *function, first bool) {
	t, v := lang.NoExpr, lang.NoExpr
	if p.typ != 0 && p.typ != ts.NoNode {
		t = x.typeExpr(p.typ)
	}
	if t >= 0 && p.flags&lang.Rest != 0 { // the type of each argument
		t = x.b.Expr1(lang.ExprArrayOf, 0, t)
	}
	if p.value != 0 && p.value != ts.NoNode {
		v = x.expr(p.value)
	}
	if p.name == 0 || p.name == ts.NoNode || x.empty(p.name) {
		return
	}
	if x.kind(p.name) == kTuplePattern { // Python 2
		old := x.frame
		x.scope, x.bind, x.cls, x.owner, x.fn = fn.scope, fn.scope, nil, fn.def, fn
		x.assignTo(p.name, lang.NoExpr, binding{typ: lang.NoExpr, decl: p.name, stmt: ts.NoNode})
		x.frame = old
		return
	}
	if x.kind(p.name) != kIdentifier {
		x.plain(p.name)
		return
	}
	n := x.name(p.name)
	k, suffix := lang.KindParameter, symbol.Parameter
	if p.flags&lang.Local != 0 {
		suffix = symbol.None
	}
	if first && fn.class != nil && p.flags&(lang.Rest|lang.KwRest) == 0 {
		k = lang.KindSelfParameter
		p.flags |= lang.SelfParam
		fn.self = n
	}
	id, d := x.b.Def(n, k, suffix, x.n[p.name].Start, x.n[p.name].End)
	d.Flags = p.flags | lang.Param
	d.Scope, d.Parent, d.Type = fn.scope, fn.def, t
	d.EncStart, d.EncEnd = x.n[p.node].Start, x.n[p.node].End
	if _, again := x.bound[key{fn.scope, n}]; !again {
		x.bound[key{fn.scope, n}] = id
	}
	x.b.Assign(id, v)
}

// typeParameters makes the definitions of [T, *Ts, **P, U: bound] and enters
// the scope that they have.
func (x *extractor) typeParameters(i uint32, owner lang.DefID, start, end uint32) {
	s := x.b.Scope(lang.ScopeTypeParams, x.scope, owner, start, end)
	x.scope, x.bind = s, s
	x.children(i, func(c uint32) {
		bound := ts.NoNode
		n := c
		for n != ts.NoNode && x.kind(n) != kIdentifier {
			if x.kind(n) == kConstrainedType {
				k := 0
				x.children(n, func(c uint32) {
					if k == 1 {
						bound = c
					}
					k++
				})
			}
			n = x.child(n)
		}
		if n == ts.NoNode || x.empty(n) {
			return
		}
		suffix, flags := symbol.TypeParameter, lang.DefFlags(0)
		if owner < 0 || x.b.F.Defs[owner].Flags&lang.Synthetic != 0 {
			suffix, flags = symbol.None, lang.Local
		}
		id, d := x.b.Def(x.name(n), lang.KindTypeParameter, suffix, x.n[n].Start, x.n[n].End)
		d.Flags, d.Scope, d.Parent = flags, s, owner
		d.EncStart, d.EncEnd = x.n[c].Start, x.n[c].End
		x.bound[key{s, d.Name}] = id
		if bound != ts.NoNode {
			x.b.Base(id, lang.BaseBound, x.typeExpr(bound))
		}
	})
}

func (x *extractor) classDef(i, decorated uint32) {
	outer := i
	if decorated != ts.NoNode {
		outer = decorated
	}
	deco := x.decorators(decorated)
	name, supers, body := x.t.Child(i, fName), x.t.Child(i, fSuperclasses), x.t.Child(i, fBody)
	if name == ts.NoNode || x.empty(name) {
		x.plainParts(supers)
		x.statements(body)
		return
	}
	id := x.declare(name, lang.KindClass, symbol.Type, outer, body)
	d := &x.b.F.Defs[id]
	d.Flags |= deco.flags & lang.Deprecated
	d.Sig = x.header(x.n[i].Start, name, supers)
	d.Doc = x.docOf(body)
	if bytes.HasPrefix(x.text(name), []byte("Test")) {
		d.Flags |= lang.Test
	}
	for _, e := range deco.exprs {
		x.b.Base(id, lang.BaseDecorator, e)
	}
	old := x.frame
	start, end := x.n[i].Start, d.EncEnd
	if tp := x.t.Child(i, fTypeParameters); tp != ts.NoNode {
		x.typeParameters(tp, id, start, end)
	}
	c := &class{def: id}
	if supers != ts.NoNode {
		x.children(supers, func(a uint32) {
			if x.kind(a) != kKeywordArgument {
				x.b.Base(id, lang.BaseExtends, x.typeExprAs(a, lang.Read|lang.Inherit))
				c.enum = c.enum || enumBases[string(x.lastPart(a))]
				return
			}
			v := x.expr(x.t.Child(a, fValue))
			if n := x.t.Child(a, fName); n != ts.NoNode && bytes.Equal(x.text(n), []byte("metaclass")) {
				x.b.Base(id, lang.BaseMetaclass, v)
			}
		})
	}
	s := x.b.Scope(lang.ScopeClass, x.scope, id, start, end)
	x.b.F.Defs[id].Body = s
	c.scope = s
	x.frame = frame{scope: s, bind: s, fn: x.fn, cls: c, owner: id}
	m := x.mark()
	x.statements(body)
	x.undo(m)
	x.early(c)
	x.frame = old
	x.forget(x.b.F.Canonical(id))
}

// lastPart is the last name of a dotted expression, without subscripts.
func (x *extractor) lastPart(i uint32) []byte {
	for i != ts.NoNode {
		switch x.kind(i) {
		case kIdentifier:
			return x.text(i)
		case kAttribute:
			i = x.t.Child(i, fAttribute)
		case kSubscript:
			i = x.t.Child(i, fValue)
		default:
			return nil
		}
	}
	return nil
}
