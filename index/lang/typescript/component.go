package typescript

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// Component is what the scripts of a single-file component (Vue) say about it:
// by the options of an object literal, by the macros of <script setup>, or
// both.
type Component struct {
	// Def is its class, the file's default export. Its instances have what a
	// template can name: props, data, computed properties, methods, what setup
	// returns and what the component exposes.
	Def lang.DefID
	// Slots, Emits and Refs are classes whose instances have the slots, the
	// events and the references into the template as members.
	Slots, Emits, Refs lang.DefID
	// Registered maps the names of the option components to the names in scope
	// that they stand for.
	Registered map[string]string

	exported bool
	emitters map[string]bool // names of functions that emit
	emits    []lang.ExprID   // the values of defineEmits
	calls    []eventCall
	wanted   map[string][]templateRef
}

// eventCall is a call whose first argument may be the name of an event.
type eventCall struct {
	callee string
	scope  lang.ScopeID
	at     span
}

// templateRef is the name that useTemplateRef is given.
type templateRef struct {
	scope lang.ScopeID
	at    span
}

// Marks of the descriptors of what shares its names with props.
const (
	eventMark = "@"
	slotMark  = "#"
	refMark   = "ref="
)

// Wants says whether a script asks for the reference into the template that is
// so called.
func (c *Component) Wants(name string) bool { return c.wanted[name] != nil }

// Component makes the file a component. Where no script exports it, its name
// stands at the given range, nowhere when that is empty.
func (s *Script) Component(at ts.Range) *Component {
	e := s.e
	c := &Component{Registered: map[string]string{}, emitters: map[string]bool{"$emit": true}, wanted: map[string][]templateRef{}}
	c.Def = e.define(spec{name: e.b.Name(defaultName), kind: lang.KindClass, suffix: symbol.Term, space: lang.Value | lang.Type,
		flags: lang.Exported | lang.Default, at: span{at.Start, at.End}, enc: span{at.Start, at.End}, scope: lang.NoScope, parent: lang.NoDef})
	if at.Start == at.End {
		e.def(c.Def).Flags |= lang.Synthetic
	}
	for _, d := range []*lang.DefID{&c.Slots, &c.Emits, &c.Refs} {
		*d = e.holder("", at.Start, c.Def)
	}
	e.syntheticMember("$slots", at.Start, c.Def, e.b.Expr(lang.ExprClass, int32(c.Slots)))
	e.syntheticMember("$events", at.Start, c.Def, e.b.Expr(lang.ExprClass, int32(c.Emits)))
	e.syntheticMember("$refs", at.Start, c.Def, e.b.Expr(lang.ExprClass, int32(c.Refs)))
	e.comp = c
	return c
}

// holder makes a class that has no name in the text.
func (e *extractor) holder(name string, at uint32, parent lang.DefID) lang.DefID {
	return e.define(spec{name: e.b.Name(name), kind: lang.KindClass, space: lang.Value | lang.Type, flags: lang.Synthetic,
		at: span{at, at}, enc: span{at, at}, scope: lang.NoScope, parent: parent})
}

// syntheticMember makes a member that has no name in the text.
func (e *extractor) syntheticMember(name string, at uint32, parent lang.DefID, typ lang.ExprID) {
	id := e.define(spec{name: e.b.Name(name), kind: lang.KindProperty, space: lang.Value, flags: lang.Member | lang.Synthetic,
		at: span{at, at}, enc: span{at, at}, scope: lang.NoScope, parent: parent})
	e.def(id).Type = typ
}

// modelClass is the class of the references that the macros give, by whose name
// Rules.Holders knows it.
const modelClass = "ModelRef"

// reference is a value whose member value has the type typ.
func (e *extractor) reference(at uint32, typ lang.ExprID) lang.ExprID {
	h := e.holder(modelClass, at, e.comp.Def)
	e.syntheticMember("value", at, h, typ)
	return e.instance(h)
}

// instance is a value of class d.
func (e *extractor) instance(d lang.DefID) lang.ExprID {
	return e.b.Expr2(lang.ExprCast, -1, lang.NoExpr, e.b.Expr(lang.ExprClass, int32(d)))
}

// optionReceiver is what this means in a function of a component's options,
// else own.
func (e *extractor) optionReceiver(own receiver) receiver {
	if e.options < 0 {
		return own
	}
	return receiver{kind: lang.ExprCast, n: -1, b: e.b.Expr(lang.ExprClass, int32(e.options))}
}

// extend adds the members of values of the type that x means to class d.
func (e *extractor) extend(d lang.DefID, x lang.ExprID) { e.b.Base(d, lang.BaseDelegate, x) }

// extendBy adds the members of value x to class d.
func (e *extractor) extendBy(d lang.DefID, x lang.ExprID) {
	if x >= 0 {
		e.extend(d, e.b.Expr1(lang.ExprTypeOf, -1, x))
	}
}

// stringMember defines the member of class parent that string i names.
func (e *extractor) stringMember(i uint32, parent lang.DefID, mark string, typ lang.ExprID) {
	if e.nodes[i].End-e.nodes[i].Start < 3 {
		return
	}
	at := span{e.nodes[i].Start + 1, e.nodes[i].End - 1}
	e.componentMember(e.t.Src, at, parent, mark, typ)
}

// componentMember defines a member of class parent by the name at a place.
func (e *extractor) componentMember(src []byte, at span, parent lang.DefID, mark string, typ lang.ExprID) lang.DefID {
	name := string(src[at.start:at.end])
	s := spec{name: e.b.Name(name), kind: lang.KindProperty, suffix: symbol.Term, space: lang.Value, flags: lang.Member,
		at: at, enc: at, scope: lang.NoScope, parent: parent}
	if mark != "" {
		s.desc = e.b.Name(mark + name)
	}
	id := e.define(s)
	e.def(id).Type = typ
	return id
}

// strings defines what the strings in array i name, and reads the rest.
func (e *extractor) strings(i uint32, parent lang.DefID, mark string) {
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.kind(c) == kString {
			e.stringMember(c, parent, mark, lang.NoExpr)
		}
	}
}

// literal peels what may stand around an object literal: parentheses and type
// assertions.
func (e *extractor) literal(i uint32) uint32 {
	for i != ts.NoNode {
		switch e.kind(i) {
		case kParenthesizedExpression, kAsExpression, kSatisfiesExpression, kNonNullExpression:
			i = e.named(i, 0)
		default:
			return i
		}
	}
	return i
}

// definers are the functions that make a component of their first argument.
var definers = map[string]bool{"defineComponent": true, "Vue.extend": true, "defineNuxtComponent": true, "defineOptions": true}

// exportComponent reads export default of the component's options.
func (e *extractor) exportComponent(v uint32, m modifiers) bool {
	obj := e.literal(v)
	if obj == ts.NoNode || e.comp.exported {
		return false
	}
	call := e.kind(obj) == kCallExpression
	if call {
		f, args := e.child(obj, fFunction), e.child(obj, fArguments)
		if f == ts.NoNode || args == ts.NoNode || !definers[string(e.text(f))] {
			return false
		}
	} else if e.kind(obj) != kObject {
		return false
	}
	e.comp.exported = true
	at, enc := e.span(m.dflt), e.span(m.at)
	d := e.def(e.comp.Def)
	d.Start, d.End, d.EncStart, d.EncEnd = at.start, at.end, enc.start, enc.end
	d.Flags &^= lang.Synthetic
	e.addExport(lang.Export{Name: e.b.Name(defaultName), Kind: lang.ExportLocal, Def: e.comp.Def, Ref: lang.NoRef, From: lang.NoImport, Expr: lang.NoExpr})
	parent := e.parent
	e.parent = e.comp.Def
	if call {
		e.expr(v)
	} else {
		e.component(obj)
	}
	e.parent = parent
	return true
}

// componentCall reads a call that says something about the component; it fails,
// having read nothing, for others.
func (e *extractor) componentCall(i, f uint32) (lang.ExprID, bool) {
	args := e.child(i, fArguments)
	if args == ts.NoNode || e.kind(args) == kTemplateString {
		return lang.NoExpr, false
	}
	first := e.named(args, 0)
	callee := string(e.text(f))
	if definers[callee] && first != ts.NoNode && e.kind(e.literal(first)) == kObject {
		e.expr(f)
		e.component(e.literal(first))
		return e.b.Expr(lang.ExprClass, int32(e.comp.Def)), true
	}
	if first != ts.NoNode && e.kind(first) == kString && len(callee) < 64 {
		name := callee[strings.LastIndexByte(callee, '.')+1:]
		if name == callee || name == "$emit" || name == "emit" {
			e.comp.calls = append(e.comp.calls, eventCall{name, e.scope, span{e.nodes[first].Start + 1, e.nodes[first].End - 1}})
		}
	}
	if e.kind(f) != kIdentifier || e.held {
		return lang.NoExpr, false
	}
	typ := lang.NoExpr
	typeArg := func() uint32 {
		if a := e.child(i, fTypeArguments); a != ts.NoNode {
			return e.named(a, 0)
		}
		return ts.NoNode
	}
	switch callee {
	case "defineProps":
		e.expr(f)
		if t := typeArg(); t != ts.NoNode {
			typ = e.typeUnder(t)
		} else if first != ts.NoNode {
			typ = e.props(first)
		}
		if typ < 0 {
			return e.unknown(), true
		}
		if e.b.F.Exprs[typ].Kind != lang.ExprClass {
			e.extend(e.comp.Def, typ)
		}
		return e.b.Expr2(lang.ExprCast, -1, lang.NoExpr, typ), true
	case "withDefaults":
		e.expr(f)
		x := e.expr(first)
		if d := e.named(args, 1); d != ts.NoNode {
			e.b.Expr2(lang.ExprExpect, -1, e.expr(d), e.b.Expr1(lang.ExprTypeOf, -1, x))
		}
		return x, true
	case "defineEmits":
		e.expr(f)
		if t := typeArg(); t != ts.NoNode {
			e.extend(e.comp.Emits, e.typeUnder(t))
			e.events(t)
		} else if first != ts.NoNode {
			e.emits(first)
		}
		x := e.unknown()
		e.comp.emits = append(e.comp.emits, x)
		return x, true
	case "defineSlots":
		e.expr(f)
		if t := typeArg(); t != ts.NoNode {
			e.extend(e.comp.Slots, e.typeUnder(t))
		}
		return e.instance(e.comp.Slots), true
	case "defineExpose":
		e.expr(f)
		e.extend(e.comp.Def, e.expr(first))
		return e.unknown(), true
	case "defineModel":
		if t := typeArg(); t != ts.NoNode {
			typ = e.typeUnder(t)
		}
		if first != ts.NoNode && e.kind(first) == kString {
			e.expr(f)
			e.stringMember(first, e.comp.Def, "", typ)
			if o := e.named(args, 1); o != ts.NoNode {
				e.expr(o)
			}
		} else {
			if first != ts.NoNode {
				e.expr(first)
			}
			id := e.define(spec{name: e.b.Name("modelValue"), kind: lang.KindProperty, suffix: symbol.Term, space: lang.Value,
				flags: lang.Member, at: e.span(f), enc: e.span(i), scope: lang.NoScope, parent: e.comp.Def})
			e.def(id).Type = typ
		}
		return e.reference(e.nodes[f].Start, typ), true
	case "useTemplateRef":
		if first == ts.NoNode || e.kind(first) != kString || e.nodes[first].End-e.nodes[first].Start < 3 {
			break
		}
		e.expr(f)
		if t := typeArg(); t != ts.NoNode {
			typ = e.typeUnder(t)
		} else {
			typ = e.b.Expr1(lang.ExprTypeOf, -1, e.b.Expr1(lang.ExprProp, int32(e.name(first)), e.instance(e.comp.Refs)))
		}
		name := e.b.F.Name(e.name(first))
		e.comp.wanted[name] = append(e.comp.wanted[name], templateRef{e.scope, span{e.nodes[first].Start + 1, e.nodes[first].End - 1}})
		return e.reference(e.nodes[f].Start, typ), true
	}
	return lang.NoExpr, false
}

// typeUnder reads a type whose anonymous members hang under the component.
func (e *extractor) typeUnder(i uint32) lang.ExprID {
	parent := e.parent
	e.parent = e.comp.Def
	x := e.typ(i)
	e.parent = parent
	return x
}

// events defines what the literal types of the first parameters of call
// signatures name.
func (e *extractor) events(i uint32) {
	for c := i; c < e.nodes[i].Next; c++ {
		switch e.kind(c) {
		case kCallSignature, kFunctionType:
		default:
			continue
		}
		ps := e.child(c, fParameters)
		if ps == ts.NoNode {
			continue
		}
		p := e.named(ps, 0)
		if p == ts.NoNode {
			continue
		}
		for n := p; n < e.nodes[p].Next; n++ {
			if e.kind(n) == kString {
				e.stringMember(n, e.comp.Emits, eventMark, lang.NoExpr)
			}
		}
	}
}

// emits reads the events that an array or an object literal lists.
func (e *extractor) emits(i uint32) {
	x := e.expr(i)
	if l := e.literal(i); e.kind(l) == kArray {
		e.strings(l, e.comp.Emits, eventMark)
	} else {
		e.extendBy(e.comp.Emits, x)
	}
}

// props reads the props that an array or an object literal declares, and
// returns the type that has them.
func (e *extractor) props(i uint32) lang.ExprID {
	from := e.mark()
	x := e.expr(i)
	if x < 0 {
		return x
	}
	switch l := e.literal(i); e.kind(l) {
	case kArray:
		e.strings(l, e.comp.Def, "")
		return e.b.Expr(lang.ExprClass, int32(e.comp.Def))
	case kObject:
		e.propTypes(from, x)
	}
	return e.b.Expr1(lang.ExprTypeOf, -1, x)
}

// progress is how far the tables had come, to find what was read since.
type progress struct{ defs, assigns, bases int }

func (e *extractor) mark() progress {
	return progress{len(e.b.F.Defs), len(e.b.F.Assigns), len(e.b.F.Bases)}
}

// objectOf is the object literal that expression x is, NoDef when none.
func (e *extractor) objectOf(x lang.ExprID) lang.DefID {
	for x >= 0 {
		switch ex := &e.b.F.Exprs[x]; ex.Kind {
		case lang.ExprObject:
			return lang.DefID(ex.N)
		case lang.ExprCast, lang.ExprConst, lang.ExprExpect, lang.ExprNonNull:
			x = ex.A
		default:
			return lang.NoDef
		}
	}
	return lang.NoDef
}

// entry is a key of an object literal with its value: lang.NoExpr for a method.
type entry struct {
	def   lang.DefID
	name  string
	value lang.ExprID
}

// entries are the keys of object literal obj, read since from.
func (e *extractor) entries(from progress, obj lang.DefID) []entry {
	f := e.b.F
	var out []entry
	at := map[lang.DefID]int{}
	for d := from.defs; d < len(f.Defs); d++ {
		if def := &f.Defs[d]; def.Parent == obj && def.Name != 0 {
			at[lang.DefID(d)] = len(out)
			out = append(out, entry{lang.DefID(d), f.Name(def.Name), lang.NoExpr})
		}
	}
	for _, a := range f.Assigns[from.assigns:] {
		if n, ok := at[a.Def]; ok {
			out[n].value = a.Value
		}
	}
	return out
}

// propTypes gives the keys of object literal x the types that their values
// declare.
func (e *extractor) propTypes(from progress, x lang.ExprID) {
	for _, p := range e.entries(from, e.objectOf(x)) {
		if t := e.propType(from, p.value, 0); t >= 0 {
			e.def(p.def).Type = t
		}
	}
}

// maxPropType bounds how deep the declaration of a prop is looked into.
const maxPropType = 4

// propType is the type of a prop that x declares: a constructor, several of
// them, an assertion (PropType<T>, () => T), or an object with one as type.
func (e *extractor) propType(from progress, x lang.ExprID, depth int) lang.ExprID {
	if x < 0 || depth > maxPropType {
		return lang.NoExpr
	}
	f := e.b.F
	switch ex := f.Exprs[x]; ex.Kind {
	case lang.ExprName, lang.ExprMember:
		return x
	case lang.ExprCast:
		if ex.B < 0 {
			return lang.NoExpr
		}
		switch t := f.Exprs[ex.B]; t.Kind {
		case lang.ExprTypeArgs:
			return t.B
		case lang.ExprFuncType:
			return f.Defs[t.N].Type
		}
		return ex.B
	case lang.ExprArray:
		var ts []lang.ExprID
		for a := ex.A; a >= 0; a = f.Exprs[a].Next {
			if t := e.propType(from, a, depth+1); t >= 0 {
				ts = append(ts, e.b.Copy(t))
			}
		}
		if len(ts) > 0 {
			return e.b.Expr1(lang.ExprUnion, -1, e.b.List(ts))
		}
	case lang.ExprObject:
		for _, p := range e.entries(from, lang.DefID(ex.N)) {
			if p.name == "type" {
				return e.propType(from, p.value, depth+1)
			}
		}
	}
	return lang.NoExpr
}

// component reads the options of the component.
func (e *extractor) component(i uint32) {
	c := e.comp
	saved := e.env
	e.options = c.Def
	from := e.mark()
	x := e.object(i)
	e.env = saved
	values := map[string]uint32{} // the nodes of the options
	end := e.nodes[i].Next
	for n := i + 1; n < end; n = e.nodes[n].Next {
		if k := e.child(n, fKey); e.kind(n) == kPair && !e.missing(k) {
			values[string(e.text(k))] = e.literal(e.child(n, fValue))
		}
	}
	array := func(name string) (uint32, bool) {
		n, ok := values[name]
		return n, ok && n != ts.NoNode && e.kind(n) == kArray
	}
	props := lang.NoExpr
	var setup *entry
	for _, o := range e.entries(from, e.objectOf(x)) {
		switch o.name {
		case "props":
			if n, ok := array(o.name); ok {
				e.strings(n, c.Def, "")
				break
			}
			e.propTypes(from, o.value)
			if o.value >= 0 {
				props = e.b.Expr1(lang.ExprTypeOf, -1, o.value)
				e.extend(c.Def, props)
			}
			e.spreads(from, o.value)
		case "emits":
			if n, ok := array(o.name); ok {
				e.strings(n, c.Emits, eventMark)
				break
			}
			e.extendBy(c.Emits, o.value)
		case "inject":
			if n, ok := array(o.name); ok {
				e.strings(n, c.Def, "")
				break
			}
			e.extendBy(c.Def, o.value)
		case "data":
			e.extendBy(c.Def, e.resultOf(o))
		case "setup":
			s := o
			setup = &s
			e.extendBy(c.Def, e.b.Expr1(lang.ExprAwait, -1, e.resultOf(o)))
		case "computed":
			e.getters(from, o.value)
			e.extendBy(c.Def, o.value)
			e.spreads(from, o.value)
			e.mapped(values[o.name])
		case "methods":
			e.extendBy(c.Def, o.value)
			e.spreads(from, o.value)
			e.mapped(values[o.name])
		case "components":
			e.register(from, o.value)
		case "slots":
			if o.value >= 0 && e.b.F.Exprs[o.value].Kind == lang.ExprCast {
				if t := e.propType(from, o.value, 0); t >= 0 {
					e.extend(c.Slots, t)
				}
			}
		case "extends":
			e.b.Base(c.Def, lang.BaseExtends, o.value)
			e.mixin(o.value)
		case "mixins":
			if o.value >= 0 && e.b.F.Exprs[o.value].Kind == lang.ExprArray {
				for a := e.b.F.Exprs[o.value].A; a >= 0; a = e.b.F.Exprs[a].Next {
					e.extend(c.Def, e.b.Copy(a))
					e.mixin(a)
				}
			}
		}
	}
	if setup == nil {
		return
	}
	c.emitters["emit"] = true
	fn := setup.def
	if setup.value >= 0 {
		if e.b.F.Exprs[setup.value].Kind != lang.ExprFunc {
			return
		}
		fn = lang.DefID(e.b.F.Exprs[setup.value].N)
	}
	for d := from.defs; d < len(e.b.F.Defs); d++ {
		if p := &e.b.F.Defs[d]; p.Parent == fn && p.Flags&lang.Param != 0 {
			if p.Type < 0 {
				p.Type = props
				if props < 0 {
					p.Type = e.b.Expr(lang.ExprClass, int32(c.Def))
				}
			}
			break
		}
	}
}

// mixin adds the members that options x, declared elsewhere, give a component.
func (e *extractor) mixin(x lang.ExprID) {
	if x < 0 {
		return
	}
	option := func(name string) lang.ExprID { return e.b.Expr1(lang.ExprProp, int32(e.b.Name(name)), x) }
	for _, name := range [...]string{"props", "computed", "methods"} {
		e.extendBy(e.comp.Def, option(name))
	}
	e.extendBy(e.comp.Def, e.b.Expr2(lang.ExprCall, -1, option("data"), lang.NoExpr))
}

// resultOf is the result of calling an option, or its value where it is no
// function.
func (e *extractor) resultOf(o entry) lang.ExprID {
	f := lang.NoExpr
	switch {
	case o.value < 0:
		f = e.b.Expr(lang.ExprFunc, int32(o.def))
	case e.b.F.Exprs[o.value].Kind == lang.ExprFunc:
		f = o.value
	default:
		return o.value
	}
	return e.b.Expr2(lang.ExprCall, -1, f, lang.NoExpr)
}

// getters makes the functions in object literal x properties that are what they
// return.
func (e *extractor) getters(from progress, x lang.ExprID) {
	for _, p := range e.entries(from, e.objectOf(x)) {
		if e.def(p.def).Kind == lang.KindMethod {
			e.def(p.def).Flags |= lang.Getter
			continue
		}
		o := p
		if obj := e.objectOf(p.value); obj >= 0 {
			for _, q := range e.entries(from, obj) {
				if q.name == "get" {
					o = q
				}
			}
			if o.def == p.def {
				continue
			}
		} else if p.value < 0 || e.b.F.Exprs[p.value].Kind != lang.ExprFunc {
			continue
		}
		e.def(p.def).Type = e.b.Expr1(lang.ExprTypeOf, -1, e.resultOf(o))
	}
}

// spreads adds the members of what object literal x spreads to the component:
// of names and literals, for what calls return is rarely known.
func (e *extractor) spreads(from progress, x lang.ExprID) {
	obj := e.objectOf(x)
	if obj < 0 {
		return
	}
	for _, b := range e.b.F.Bases[from.bases:] {
		if b.Def == obj && b.Kind == lang.BaseMixin {
			switch e.b.F.Exprs[b.Expr].Kind {
			case lang.ExprName, lang.ExprMember, lang.ExprObject:
				e.extendBy(e.comp.Def, b.Expr)
			}
		}
	}
}

// mapped defines the members that functions like mapState make of strings:
// ...mapState(['a', 'b']).
func (e *extractor) mapped(obj uint32) {
	if obj == 0 || obj == ts.NoNode || e.kind(obj) != kObject {
		return
	}
	for n := obj + 1; n < e.nodes[obj].Next; n = e.nodes[n].Next {
		if e.kind(n) != kSpreadElement {
			continue
		}
		call := e.named(n, 0)
		if call == ts.NoNode || e.kind(call) != kCallExpression {
			continue
		}
		f, args := e.child(call, fFunction), e.child(call, fArguments)
		if f == ts.NoNode || args == ts.NoNode || !bytes.HasPrefix(e.text(f), []byte("map")) {
			continue
		}
		for a := args + 1; a < e.nodes[args].Next; a = e.nodes[a].Next {
			if e.kind(a) == kArray {
				e.strings(a, e.comp.Def, "")
			}
		}
	}
}

// register notes which names the option components registers.
func (e *extractor) register(from progress, x lang.ExprID) {
	f := e.b.F
	for _, p := range e.entries(from, e.objectOf(x)) {
		if p.value >= 0 && f.Exprs[p.value].Kind == lang.ExprName {
			e.comp.Registered[p.name] = f.Name(f.Refs[f.Exprs[p.value].N].Name)
		}
	}
}

// Slot defines a slot that the template has: its name stands at the given
// range, or is "default" and stands for the element. Its properties are
// defined by SlotProperty.
func (s *Script) Slot(at ts.Range, name string) (properties lang.DefID) {
	e := s.e
	at1 := span{at.Start, at.End}
	id := e.define(spec{name: e.b.Name(name), desc: e.b.Name(slotMark + name), kind: lang.KindMethod, suffix: symbol.Method, space: lang.Value,
		flags: lang.Member, at: at1, enc: at1, scope: lang.NoScope, parent: e.comp.Slots})
	empty := span{at.Start, at.Start}
	obj := e.define(spec{kind: lang.KindObject, space: lang.Value, flags: lang.Synthetic | lang.Structural,
		at: empty, enc: empty, scope: lang.NoScope, parent: id})
	p := e.define(spec{name: e.b.Name(patternName), kind: lang.KindParameter, space: lang.Value, flags: lang.Param | lang.Synthetic,
		at: empty, enc: empty, scope: lang.NoScope, parent: id})
	e.def(p).Type = e.b.Expr(lang.ExprObject, int32(obj))
	return obj
}

// SlotProperty defines a property of a slot, with its value.
func (s *Script) SlotProperty(at ts.Range, properties lang.DefID, name string, value lang.ExprID) {
	e := s.e
	at1 := span{at.Start, at.End}
	id := e.define(spec{name: e.b.Name(name), kind: lang.KindProperty, suffix: symbol.Term, space: lang.Value, flags: lang.Member,
		at: at1, enc: at1, scope: lang.NoScope, parent: properties})
	e.b.Assign(id, value)
}

// TemplateRef defines a reference into the template, to a value.
func (s *Script) TemplateRef(at ts.Range, value lang.ExprID) {
	e := s.e
	id := e.componentMember(s.src, span{at.Start, at.End}, e.comp.Refs, refMark, lang.NoExpr)
	e.b.Assign(id, value)
}

// Write says that a value is written too, where it is a name or a member.
func (s *Script) Write(x lang.ExprID) { s.e.addRole(x, lang.Write) }

// finishComponent adds what can be told when all of the file has been read.
func (e *extractor) finishComponent(src []byte) {
	c, f := e.comp, e.b.F
	exported := false
	for _, x := range f.Exports {
		exported = exported || f.Name(x.Name) == defaultName
	}
	if !exported {
		e.b.Export(lang.Export{Name: e.b.Name(defaultName), Kind: lang.ExportLocal, Def: c.Def, Ref: lang.NoRef, From: lang.NoImport, Expr: lang.NoExpr})
	}
	emits := map[lang.ExprID]bool{}
	for _, x := range c.emits {
		emits[x] = true
	}
	for _, a := range f.Assigns {
		if emits[a.Value] {
			c.emitters[f.Name(f.Defs[a.Def].Name)] = true
		}
	}
	key := func(at span, scope lang.ScopeID, of lang.DefID) {
		if at.start < at.end {
			e.b.Ref(lang.Ref{Name: e.b.NameBytes(src[at.start:at.end]), Start: at.start, End: at.end, Scope: scope, X: int32(e.instance(of)),
				Kind: lang.RefKey, Role: lang.Read, Space: lang.Value})
		}
	}
	for _, call := range c.calls {
		if c.emitters[call.callee] {
			key(call.at, call.scope, c.Emits)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.wanted)) {
		for _, w := range c.wanted[name] {
			key(w.at, w.scope, c.Refs)
		}
	}
}
