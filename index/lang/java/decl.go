package java

import (
	"bytes"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// maxSig is the longest signature in bytes.
const maxSig = 300

// modifiers are what stands before a declaration.
type modifiers struct {
	flags      lang.DefFlags
	decorators []lang.ExprID
	isDefault,
	private,
	final bool
}

// modifiersOf reads the modifiers and annotations of declaration i.
func (e *extractor) modifiersOf(i uint32) modifiers {
	var m modifiers
	list := e.childOf(i, kModifiers)
	if list == ts.NoNode {
		return m
	}
	end := e.nodes[list].Next
	for c := list + 1; c < end; c = e.nodes[c].Next {
		switch e.kind(c) {
		case kAnnotation, kMarkerAnnotation:
			if a := e.annotation(c); a >= 0 {
				m.decorators = append(m.decorators, a)
			}
			switch n := e.child(c, fName); {
			case n == ts.NoNode:
			case string(e.text(n)) == "Deprecated":
				m.flags |= lang.Deprecated
			}
		case kComment:
		default:
			switch string(e.text(c)) {
			case "static":
				m.flags |= lang.Static
			case "abstract":
				m.flags |= lang.Abstract
			case "final":
				m.final = true
			case "private":
				m.private = true
			case "default":
				m.isDefault = true
			}
		}
	}
	return m
}

// declared finishes definition id: what annotates it, its flags, its place.
func (e *extractor) declared(id lang.DefID, m modifiers, i uint32) {
	d := e.def(id)
	d.Flags |= m.flags
	if m.private {
		d.Flags &^= lang.Exported
	}
	if e.test {
		d.Flags |= lang.Test
	}
	d.EncStart, d.EncEnd = min(e.nodes[i].Start, d.Start), max(e.nodes[i].End, d.End)
	for _, a := range m.decorators {
		e.b.Base(id, lang.BaseDecorator, a)
	}
}

// memberFlags are those of a member of the class at hand.
const memberFlags = lang.Member | lang.Exported

// class reads a declaration of a class, interface, enum, record or annotation
// type.
func (e *extractor) classDeclaration(i uint32) {
	name := e.child(i, fName)
	body := e.child(i, fBody)
	if e.missing(name) || !e.enter() {
		e.children(body, e.statement)
		return
	}
	defer e.leave()
	e.within(func() {
		m := e.modifiersOf(i)
		k := lang.KindClass
		form := e.kind(i)
		switch form {
		case kInterfaceDeclaration, kAnnotationTypeDeclaration:
			k = lang.KindInterface
		case kEnumDeclaration:
			k = lang.KindEnum
		}
		id, d := e.b.Def(e.name(name), k, symbol.Type, e.nodes[name].Start, e.nodes[name].End)
		d.Space, d.Parent = lang.Type, e.parent
		d.Sig, d.Doc = e.signature(i, body), e.docBefore(i)
		if e.b.F.Scopes[e.scope].Kind == lang.ScopeClass {
			d.Flags = memberFlags
			if k != lang.KindClass || form == kRecordDeclaration {
				d.Flags |= lang.Static
			}
		} else {
			d.Scope = e.scope
			d.Flags = lang.Exported
			if e.parent >= 0 {
				// Two classes of one method can have one name: the second one is local.
				d.Flags = 0
				if key := (overload{e.parent, d.Name}); e.locals[key] {
					d.Flags = lang.Local
				} else {
					e.locals[key] = true
				}
			}
		}
		if form != kAnnotationTypeDeclaration && form != kInterfaceDeclaration {
			m.final = false
		}
		e.declared(id, m, i)
		params := e.child(i, fTypeParams)
		if params == ts.NoNode {
			params = e.childOf(i, kTypeParameters)
		}
		if params != ts.NoNode {
			e.openAt(lang.ScopeTypeParams, id, i)
			e.typeParameters(params, id, 0)
		}
		extends := lang.BaseExtends
		e.types(e.child(i, fSuperclass), id, extends)
		e.types(e.childOf(i, kExtendsInterfaces), id, extends)
		e.types(e.child(i, fInterfaces), id, lang.BaseImplements)
		e.children(e.childOf(e.child(i, fPermits), kTypeList), func(c uint32) { e.typ(c, 0) })
		components := ts.NoNode
		if form == kRecordDeclaration {
			components = e.child(i, fParameters)
		}
		e.classBody(id, body, i, components)
	})
}

// types reads a list of base types.
func (e *extractor) types(i uint32, id lang.DefID, k lang.BaseKind) {
	e.children(i, func(c uint32) {
		if e.kind(c) == kTypeList {
			e.types(c, id, k)
			return
		}
		if t := e.typ(c, lang.Inherit); t >= 0 {
			e.b.Base(id, k, t)
		}
	})
}

// classBody reads the members of class id. decl is the declaration as a whole;
// components are the parameters of a record, else NoNode.
func (e *extractor) classBody(id lang.DefID, body, decl, components uint32) {
	e.within(func() {
		at := body
		if at == ts.NoNode {
			at = decl
		}
		scope := e.openAt(lang.ScopeClass, id, at)
		e.def(id).Body = scope
		e.parent, e.class, e.fn, e.yields = id, id, lang.NoDef, nil
		constructors := 0
		e.membersOf(body, func(c uint32) {
			switch e.kind(c) {
			case kConstructorDeclaration, kCompactConstructorDeclaration:
				constructors++
			}
		})
		d := e.def(id)
		switch {
		case d.Start == d.End || d.Kind == lang.KindInterface:
		case components != ts.NoNode:
			e.components(components, id, body)
			e.implicitConstructor(id, components, e.canonical(body, components))
		case constructors == 0:
			e.implicitConstructor(id, ts.NoNode, false)
		}
		if e.def(id).Kind == lang.KindEnum {
			e.enumMembers(id)
		}
		e.membersOf(body, e.statement)
	})
}

// membersOf calls f for the members in a body of a class, an enum's too.
func (e *extractor) membersOf(body uint32, f func(uint32)) {
	e.children(body, func(c uint32) {
		if e.kind(c) == kEnumBodyDeclarations {
			e.children(c, f)
			return
		}
		f(c)
	})
}

// implicitConstructor declares the constructor of a class that has none: it
// stands where the class's name does. A record's has the components as
// parameters; where the source declares that one, there is nothing to do.
func (e *extractor) implicitConstructor(class lang.DefID, components uint32, explicit bool) {
	if explicit {
		return
	}
	c := *e.def(class)
	id, d := e.b.Def(e.b.Name(initName), lang.KindConstructor, symbol.Method, c.Start, c.End)
	d.Space, d.Parent, d.Flags, d.Disamb = lang.Method, class, memberFlags|c.Flags&lang.Test, e.disambiguator(class, initName)
	if components != ts.NoNode {
		e.componentParameters(id)
	}
}

// componentParameters gives constructor id parameters of the types of a
// record's components.
func (e *extractor) componentParameters(id lang.DefID) {
	for _, f := range e.fieldsOf(e.def(id).Parent) {
		field := *e.def(f)
		_, d := e.b.Def(field.Name, lang.KindParameter, symbol.None, field.Start, field.Start)
		d.Parent, d.Type = id, field.Type
		d.Flags = lang.Param | lang.Local | lang.Synthetic | field.Flags&lang.Rest
	}
}

// fieldsOf are the fields made for the components of record class: those
// defined before anything else in its body.
func (e *extractor) fieldsOf(class lang.DefID) []lang.DefID {
	var out []lang.DefID
	for i := int(class) + 1; i < len(e.b.F.Defs); i++ {
		if d := &e.b.F.Defs[i]; d.Parent == class && d.Kind == lang.KindField {
			out = append(out, lang.DefID(i))
		}
	}
	return out
}

// canonical says whether body declares the constructor that has a record's
// components as parameters: in the compact form, or by as many parameters.
func (e *extractor) canonical(body, components uint32) bool {
	found := false
	n := e.countParameters(components)
	e.children(body, func(c uint32) {
		switch e.kind(c) {
		case kCompactConstructorDeclaration:
			found = true
		case kConstructorDeclaration:
			found = found || e.countParameters(e.child(c, fParameters)) == n
		}
	})
	return found
}

func (e *extractor) countParameters(i uint32) int {
	n := 0
	e.children(i, func(c uint32) {
		switch e.kind(c) {
		case kFormalParameter, kSpreadParameter:
			n++
		}
	})
	return n
}

// components declares the fields of a record and the methods that read them,
// which stand where the components do.
func (e *extractor) components(i uint32, id lang.DefID, body uint32) {
	own := map[string]bool{}
	e.children(body, func(c uint32) {
		if e.kind(c) == kMethodDeclaration && e.countParameters(e.child(c, fParameters)) == 0 {
			if n := e.child(c, fName); !e.missing(n) {
				own[string(e.text(n))] = true
			}
		}
	})
	type component struct {
		name uint32
		typ  lang.ExprID
	}
	var list []component
	e.children(i, func(c uint32) {
		name, t, m, rest := e.parameter(c)
		if e.missing(name) {
			return
		}
		if rest && t >= 0 {
			t = e.arrayOf(t, 1)
		}
		f, d := e.b.Def(e.name(name), lang.KindField, symbol.Term, e.nodes[name].Start, e.nodes[name].End)
		d.Parent, d.Type = id, t
		d.Flags = memberFlags | lang.Const
		if rest {
			d.Flags |= lang.Rest
		}
		d.Sig = e.line(e.nodes[c].Start, e.nodes[c].End)
		e.declared(f, m, c)
		list = append(list, component{name, t})
	})
	for _, c := range list {
		if own[string(e.text(c.name))] {
			continue
		}
		m, d := e.b.Def(e.name(c.name), lang.KindMethod, symbol.Method, e.nodes[c.name].Start, e.nodes[c.name].End)
		d.Space, d.Parent, d.Type, d.Flags = lang.Method, id, c.typ, memberFlags
		d.Disamb = e.disambiguator(id, string(e.text(c.name)))
		e.declared(m, modifiers{}, c.name)
	}
}

// enumMembers declares the methods that every enum has.
func (e *extractor) enumMembers(id lang.DefID) {
	c := *e.def(id)
	self := e.b.Expr(lang.ExprClass, int32(id))
	add := func(name string, t lang.ExprID) lang.DefID {
		m, d := e.b.Def(e.b.Name(name), lang.KindStaticMethod, symbol.Method, c.Start, c.Start)
		d.Space, d.Parent, d.Type, d.Flags = lang.Method, id, t, memberFlags|lang.Static|lang.Synthetic
		d.Disamb = e.disambiguator(id, name)
		return m
	}
	add("values", e.arrayOf(self, 1))
	m := add("valueOf", self)
	_, p := e.b.Def(e.b.Name("name"), lang.KindParameter, symbol.None, c.Start, c.Start)
	p.Parent, p.Flags = m, lang.Param|lang.Local|lang.Synthetic
}

func (e *extractor) disambiguator(parent lang.DefID, name string) uint16 {
	key := overload{parent, e.b.Name(name)}
	n := e.overloads[key]
	if n < 1<<16-1 {
		e.overloads[key] = n + 1
	}
	return n
}

// enumConstant reads a constant: a field whose value is made by a constructor
// of the enum.
func (e *extractor) enumConstant(i uint32) {
	name := e.child(i, fName)
	if e.missing(name) || e.class < 0 || !e.enter() {
		return
	}
	defer e.leave()
	m := e.modifiersOf(i)
	id, d := e.b.Def(e.name(name), lang.KindEnumMember, symbol.Term, e.nodes[name].Start, e.nodes[name].End)
	d.Parent, d.Flags = e.class, memberFlags|lang.Static|lang.Const
	d.Sig, d.Doc = e.line(e.nodes[i].Start, e.nodes[i].End), e.docBefore(i)
	e.declared(id, m, i)
	self := func() lang.ExprID { return e.b.Expr(lang.ExprClass, int32(e.class)) }
	if args := e.child(i, fArguments); args != ts.NoNode {
		made := e.b.Expr(lang.ExprNew, 0)
		list := e.arguments(args)
		x := self()
		e.b.F.Exprs[made].A, e.b.F.Exprs[made].B = x, list
	}
	if body := e.child(i, fBody); body != ts.NoNode {
		e.anonymous(body, self(), lang.BaseExtends)
	}
}

// anonymous reads the body of an anonymous class.
func (e *extractor) anonymous(body uint32, base lang.ExprID, k lang.BaseKind) {
	at := e.nodes[body].Start
	id, d := e.b.Def(0, lang.KindClass, symbol.None, at, at)
	d.Space, d.Flags, d.Parent = lang.Type, lang.Synthetic|lang.Local, e.parent
	d.EncEnd = e.nodes[body].End
	e.b.Base(id, k, base)
	e.classBody(id, body, body, ts.NoNode)
}

// method reads a method, a constructor, or an element of an annotation type.
func (e *extractor) method(i uint32) {
	name := e.child(i, fName)
	body := e.child(i, fBody)
	form := e.kind(i)
	if e.missing(name) || e.class < 0 || !e.enter() {
		e.children(body, e.statement)
		return
	}
	defer e.leave()
	e.within(func() {
		m := e.modifiersOf(i)
		class := e.class
		k, text := lang.KindMethod, string(e.text(name))
		inInterface := e.def(class).Kind == lang.KindInterface
		switch {
		case form == kConstructorDeclaration || form == kCompactConstructorDeclaration:
			k, text = lang.KindConstructor, initName
		case m.flags&lang.Static != 0:
			k = lang.KindStaticMethod
		case m.flags&lang.Abstract != 0, inInterface && !m.isDefault && !m.private && body == ts.NoNode:
			k = lang.KindAbstractMethod
			m.flags |= lang.Abstract
		}
		id, d := e.b.Def(e.b.Name(text), k, symbol.Method, e.nodes[name].Start, e.nodes[name].End)
		d.Space, d.Parent, d.Flags = lang.Method, class, memberFlags
		d.Sig, d.Doc = e.signature(i, body), e.docBefore(i)
		d.Disamb = e.disambiguator(class, text)
		e.declared(id, m, i)
		if params := e.child(i, fTypeParams); params != ts.NoNode {
			e.openAt(lang.ScopeTypeParams, id, i)
			e.typeParameters(params, id, 0)
		}
		if t := e.child(i, fType); t != ts.NoNode {
			result := e.arrayOf(e.typ(t, 0), e.dimensions(i))
			e.def(id).Type = result
		}
		scope := e.openAt(lang.ScopeFunction, id, i)
		e.parent, e.fn, e.yields = id, id, nil
		if form == kCompactConstructorDeclaration {
			e.componentParameters(id)
		}
		e.parameters(e.child(i, fParameters), id)
		e.children(e.childOf(i, kThrows), func(c uint32) { e.typ(c, 0) })
		if v := e.child(i, fValue); v != ts.NoNode { // an element's default
			e.annotationValue(v)
		}
		if body != ts.NoNode {
			e.def(id).Body = scope
			e.children(body, e.statement)
		}
	})
}

// parameters declares the parameters of fn in the scope at hand.
func (e *extractor) parameters(i uint32, fn lang.DefID) {
	e.children(i, func(c uint32) {
		if e.kind(c) == kIdentifier { // of a lambda
			if !e.missing(c) {
				e.param(c, c, fn, lang.NoExpr)
			}
			return
		}
		name, t, m, rest := e.parameter(c)
		if e.missing(name) || string(e.text(name)) == "this" {
			return
		}
		id := e.param(name, c, fn, t)
		if rest {
			e.def(id).Flags |= lang.Rest
		}
		e.declared(id, m, c)
	})
}

func (e *extractor) param(name, decl uint32, fn lang.DefID, t lang.ExprID) lang.DefID {
	id, d := e.b.Def(e.name(name), lang.KindParameter, symbol.None, e.nodes[name].Start, e.nodes[name].End)
	d.Flags, d.Scope, d.Parent, d.Type = lang.Param|lang.Local, e.scope, fn, t
	d.EncStart, d.EncEnd = min(e.nodes[decl].Start, d.Start), max(e.nodes[decl].End, d.End)
	d.Sig = e.line(d.EncStart, d.EncEnd)
	return id
}

// parameter reads a parameter's type and finds its name, NoNode when it has
// none. Its type does not say that it stands for any number of arguments: rest
// does.
func (e *extractor) parameter(i uint32) (name uint32, t lang.ExprID, m modifiers, rest bool) {
	name, t = ts.NoNode, lang.NoExpr
	switch e.kind(i) {
	case kFormalParameter, kCatchFormalParameter:
		m = e.modifiersOf(i)
		name = e.child(i, fName)
		t = e.arrayOf(e.typ(e.child(i, fType), 0), e.dimensions(i))
	case kSpreadParameter:
		rest = true
		m = e.modifiersOf(i)
		e.children(i, func(c uint32) {
			switch e.kind(c) {
			case kModifiers:
			case kAnnotation, kMarkerAnnotation:
				e.annotation(c)
			case kVariableDeclarator:
				name = e.child(c, fName)
			case kIdentifier:
				name = c
			default:
				t = e.typ(c, 0)
			}
		})
	case kReceiverParameter:
		e.children(i, func(c uint32) {
			switch e.kind(c) {
			case kThis, kIdentifier:
			default:
				e.typ(c, 0)
			}
		})
	}
	return name, t, m, rest
}

// fields reads a declaration of fields or constants.
func (e *extractor) fields(i uint32) {
	if e.class < 0 {
		e.localVariables(i)
		return
	}
	m := e.modifiersOf(i)
	t := e.typ(e.child(i, fType), 0)
	k := lang.KindField
	if e.kind(i) == kConstantDeclaration || e.def(e.class).Kind == lang.KindInterface {
		m.flags |= lang.Static
		m.final = true
	}
	if m.flags&lang.Static != 0 {
		k = lang.KindStaticField
	}
	doc := e.docBefore(i)
	e.declarators(i, func(c, name uint32) {
		id, d := e.b.Def(e.name(name), k, symbol.Term, e.nodes[name].Start, e.nodes[name].End)
		d.Parent, d.Flags, d.Doc = e.class, memberFlags, doc
		d.Sig = e.signature(i, e.child(c, fValue))
		if m.final {
			d.Flags |= lang.Const
		}
		e.declared(id, m, i)
		ft := e.arrayOf(t, e.dimensions(c))
		e.def(id).Type = ft
		if v := e.child(c, fValue); v != ts.NoNode {
			e.within(func() {
				e.end = e.nodes[i].End
				e.b.Assign(id, e.initializer(v, ft))
			})
		}
	})
}

// line is the source from start to end, white space folded, cut at maxSig.
func (e *extractor) line(start, end uint32) string {
	s := strings.Join(strings.Fields(string(bytes.ToValidUTF8(e.t.Src[start:min(end, start+4*maxSig)], nil))), " ")
	if len(s) > maxSig {
		s = strings.ToValidUTF8(s[:maxSig], "") + "…"
	}
	return s
}

// signature is the declaration up to its body or value, without annotations.
func (e *extractor) signature(i, body uint32) string {
	start, end := e.nodes[i].Start, e.nodes[i].End
	if body != ts.NoNode {
		end = max(e.nodes[body].Start, start)
	}
	var text strings.Builder
	at := start
	if m := e.childOf(i, kModifiers); m != ts.NoNode {
		e.children(m, func(c uint32) {
			if k := e.kind(c); (k == kAnnotation || k == kMarkerAnnotation) && e.nodes[c].End <= end {
				text.WriteString(e.line(at, e.nodes[c].Start))
				text.WriteByte(' ')
				at = e.nodes[c].End
			}
		})
	}
	text.WriteString(e.line(at, end))
	s := strings.TrimSpace(text.String())
	return strings.TrimRight(s, " ={;")
}

// docBefore is the documentation comment right before declaration i.
func (e *extractor) docBefore(i uint32) string {
	text := bytes.TrimRight(e.t.Src[:e.nodes[i].Start], " \t\r\n")
	if !bytes.HasSuffix(text, []byte("*/")) {
		return ""
	}
	start := bytes.LastIndex(text[:len(text)-2], []byte("/*"))
	if start < 0 || !bytes.HasPrefix(text[start:], []byte("/**")) || len(text)-start < 5 {
		return ""
	}
	body := string(bytes.ToValidUTF8(text[start+3:len(text)-2], nil))
	lines := strings.Split(body, "\n")
	for j, l := range lines {
		l = strings.TrimSpace(l)
		lines[j] = strings.TrimPrefix(strings.TrimPrefix(l, "*"), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
