package resolve

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"codeintel/index/lang"
)

// Bounds of one evaluation. They make pathological code cost little; what is
// beyond them stays unresolved.
const (
	maxDepth = 60      // nested questions
	maxTypes = 1 << 18 // types kept at a time
	maxSteps = 1 << 16 // questions for one reference
	maxList  = 8       // elements of a literal that are looked at
	maxTuple = 32      // elements of a tuple
)

// eval answers questions about the types and names of one file and of what it
// uses. It keeps what it has found until the file is done; evaluators share
// nothing, so that the result does not depend on the order of the files.
type eval struct {
	e     *engine
	self  *fileIndex // the file being resolved
	types []typ
	depth int
	steps int // left for the reference at hand
	// cycles counts the questions that came back to themselves or were not asked
	// for a bound, retries the answers that were not kept for that.
	cycles, retries int

	values   map[exprKey]typeID
	typed    map[exprKey]typeID
	defTypes map[defKey]typeID
	returns  map[defKey]typeID
	mros     map[defKey][]mroEntry
	params   map[defKey][]defKey
	modules  map[moduleKey]*lang.Module
	starring map[starKey]bool
	takes    map[int32][]int32
	seen     []uint64 // the files whose text self takes in, nil before it is asked
}

type exprKey struct {
	file int32
	expr lang.ExprID
}

func newEval(e *engine, self *fileIndex) *eval {
	return &eval{
		e: e, self: self, types: make([]typ, 1, 256),
		values: map[exprKey]typeID{}, typed: map[exprKey]typeID{}, defTypes: map[defKey]typeID{}, returns: map[defKey]typeID{},
		mros: map[defKey][]mroEntry{}, params: map[defKey][]defKey{}, starring: map[starKey]bool{}, modules: map[moduleKey]*lang.Module{},
		takes: map[int32][]int32{},
	}
}

func (v *eval) file(fi int32) *fileIndex { return v.e.file(fi) }

// enter counts depth and steps; when it returns false the question is not
// asked.
func (v *eval) enter() bool {
	if v.depth > maxDepth || v.steps <= 0 || len(v.types) > maxTypes {
		v.cycles++
		return false
	}
	v.depth++
	v.steps--
	return true
}

func (v *eval) leave() { v.depth-- }

// pending is the type of what is being worked out.
const pending typeID = -1

// known is a type that was kept; what is still being worked out depends on
// itself and is unknown there.
func (v *eval) known(t typeID) typeID {
	if t == pending {
		v.cycles++
		return unknown
	}
	return t
}

// maxRetries bounds how many answers of one file are not kept because a cycle
// cut them short.
const maxRetries = 1 << 14

// cut says whether an answer is unknown only because it was asked for while
// what it depends on was being worked out: asked again later it may be known.
func (v *eval) cut(t typeID, before int) bool {
	if t != unknown || v.cycles == before || v.retries >= maxRetries {
		return false
	}
	v.retries++
	return true
}

// value is the type of the value that expression e has.
func (v *eval) value(fi int32, e lang.ExprID) typeID {
	if e < 0 {
		return unknown
	}
	k := exprKey{fi, e}
	if t, ok := v.values[k]; ok {
		return v.known(t)
	}
	if !v.enter() {
		return unknown
	}
	before := v.cycles
	v.values[k] = pending
	t := v.value1(fi, e)
	v.values[k] = t
	if v.cut(t, before) {
		delete(v.values, k)
	}
	v.leave()
	return t
}

func (v *eval) value1(fi int32, e lang.ExprID) typeID {
	x := v.file(fi)
	f := x.Facts
	ex := f.Exprs[e]
	switch ex.Kind {
	case lang.ExprName:
		if ex.N < 0 {
			return unknown
		}
		r := &f.Refs[ex.N]
		if x.Lang.Rules.Spaces {
			return v.hitsType(v.choose(fi, v.bare(fi, r), x.callOf(lang.RefID(ex.N))))
		}
		return v.entsType(v.name(fi, r.Scope, r.Name, lang.Value|lang.Namespace))
	case lang.ExprMember:
		if ex.N < 0 {
			return unknown
		}
		var ts []typeID
		hs := v.memberRef(fi, lang.RefID(ex.N), lang.Value|lang.Namespace)
		for _, h := range hs {
			ts = append(ts, v.hitType(h))
		}
		if len(hs) == 0 && f.Refs[ex.N].X >= 0 {
			return v.indexed(v.value(fi, lang.ExprID(f.Refs[ex.N].X)))
		}
		return v.union(ts...)
	case lang.ExprCall:
		return v.call(fi, v.value(fi, ex.A), e)
	case lang.ExprNew:
		return v.construct(fi, v.value(fi, ex.A), e)
	case lang.ExprThis:
		return v.this(fi, lang.ScopeID(ex.N))
	case lang.ExprSuper:
		return v.super(fi, lang.ScopeID(ex.N))
	case lang.ExprString, lang.ExprNumber, lang.ExprBool, lang.ExprBytes, lang.ExprRegexp:
		return v.literal(ex.Kind)
	case lang.ExprCompare:
		return v.literal(lang.ExprBool)
	case lang.ExprSet:
		el := v.elements(fi, ex.A, 1)
		if t := v.literal(lang.ExprSet, el); v.types[t].kind == tInstance {
			return t
		}
		return v.wrap(tArray, el)
	case lang.ExprArray:
		return v.array(fi, e)
	case lang.ExprTuple:
		var ts []typeID
		for a := ex.A; a >= 0; a = f.Exprs[a].Next {
			ts = append(ts, v.value(fi, a))
		}
		return v.wrap(tTuple, ts...)
	case lang.ExprDict:
		key := v.elements(fi, ex.A, 2)
		val := unknown
		if ex.A >= 0 {
			val = v.elements(fi, f.Exprs[ex.A].Next, 2)
		}
		return v.wrap(tDict, key, val)
	case lang.ExprObject:
		return v.add(typ{kind: tObject, file: fi, def: lang.DefID(ex.N)})
	case lang.ExprFunc:
		return v.add(typ{kind: tFunc, file: fi, def: lang.DefID(ex.N), open: true})
	case lang.ExprClass:
		return v.add(typ{kind: tClass, file: fi, def: f.Canonical(lang.DefID(ex.N))})
	case lang.ExprAwait:
		return v.awaited(v.value(fi, ex.A))
	case lang.ExprCond:
		return v.union(v.value(fi, ex.A), v.value(fi, ex.B))
	case lang.ExprBoth:
		return v.value(fi, ex.B)
	case lang.ExprBinary:
		if x.Lang.Rules.Primitives != nil {
			return v.arithmetic(v.value(fi, ex.A), v.value(fi, ex.B))
		}
		return v.value(fi, ex.A)
	case lang.ExprCast:
		if t := v.typeExpr(fi, ex.B); t != unknown {
			return t
		}
		return v.value(fi, ex.A)
	case lang.ExprNonNull, lang.ExprConst, lang.ExprRestOf, lang.ExprReadonly, lang.ExprExpect:
		return v.value(fi, ex.A)
	case lang.ExprDef:
		return v.defType(fi, f.Canonical(lang.DefID(ex.N)))
	case lang.ExprTypeArgs:
		return v.applied(fi, v.value(fi, ex.A), ex.B)
	case lang.ExprIndex:
		return v.index(fi, e)
	case lang.ExprElem, lang.ExprSpread:
		return v.element(v.value(fi, ex.A))
	case lang.ExprKeyOf:
		t := v.types[v.value(fi, ex.A)]
		if t.kind == tDict {
			return t.args[0]
		}
		return v.literal(lang.ExprString)
	case lang.ExprNth:
		if a := v.written(fi, ex.A, int(ex.N)); a >= 0 {
			return v.value(fi, a)
		}
		return v.nth(v.value(fi, ex.A), int(ex.N))
	case lang.ExprProp:
		return v.memberType(v.value(fi, ex.A), f.Name(lang.NameID(ex.N)))
	case lang.ExprEntered:
		return v.entered(v.value(fi, ex.A))
	case lang.ExprRequire:
		if m := v.module(fi, &f.Imports[ex.N]); m != nil {
			return v.entsType(v.wholeModule(m, lang.AnySpace))
		}
	case lang.ExprKeyword:
		return v.value(fi, ex.A)
	case lang.ExprClassOf:
		if c := x.Lang.Rules.ClassObject; c != "" {
			return v.builtin(c, v.typeExpr(fi, ex.A))
		}
		var ts []typeID
		v.each(v.value(fi, ex.A), func(t typeID) {
			switch x := v.types[t]; x.kind {
			case tInstance:
				ts = append(ts, v.add(typ{kind: tClass, file: x.file, def: x.def, args: x.args}))
			case tThis:
				ts = append(ts, v.add(typ{kind: tClass, file: x.file, def: x.def, self: t, open: true}))
			}
		})
		return v.union(ts...)
	}
	return unknown
}

// written is element n of an array literal, NoExpr when e is none or n is
// behind a spread.
func (v *eval) written(fi int32, e lang.ExprID, n int) lang.ExprID {
	f := v.file(fi).Facts
	if e < 0 || f.Exprs[e].Kind != lang.ExprArray {
		return lang.NoExpr
	}
	for a := f.Exprs[e].A; a >= 0 && f.Exprs[a].Kind != lang.ExprSpread; a = f.Exprs[a].Next {
		if n == 0 {
			return a
		}
		n--
	}
	return lang.NoExpr
}

// array is the type of an array literal: of one whose elements differ we know
// which is where.
func (v *eval) array(fi int32, e lang.ExprID) typeID {
	if t := v.tupleOf(fi, e); t != unknown {
		if args := v.types[t].args; len(args) > 1 {
			for _, a := range args[1:] {
				if !v.same(args[0], a, 3) {
					return t
				}
			}
		}
	}
	return v.wrap(tArray, v.elements(fi, v.file(fi).Facts.Exprs[e].A, 1))
}

// tupleOf is the type of array literal e where a tuple is expected; unknown
// when it has a spread.
func (v *eval) tupleOf(fi int32, e lang.ExprID) typeID {
	f := v.file(fi).Facts
	var ts []typeID
	for a := f.Exprs[e].A; a >= 0; a = f.Exprs[a].Next {
		if f.Exprs[a].Kind == lang.ExprSpread || len(ts) == maxTuple {
			return unknown
		}
		ts = append(ts, v.value(fi, a))
	}
	return v.wrap(tTuple, ts...)
}

// elements is the type of every step-th element of a list.
func (v *eval) elements(fi int32, a lang.ExprID, step int) typeID {
	f := v.file(fi).Facts
	var ts []typeID
	for i := 0; a >= 0 && i < maxList*step; i++ {
		if i%step == 0 {
			ts = append(ts, v.value(fi, a))
		}
		a = f.Exprs[a].Next
	}
	return v.union(ts...)
}

// this is the type of the receiver in scope s.
func (v *eval) this(fi int32, s lang.ScopeID) typeID {
	x := v.file(fi)
	static := false
	for ; s >= 0; s = x.Facts.Scopes[s].Parent {
		sc := &x.Facts.Scopes[s]
		if sc.Kind == lang.ScopeFunction && sc.Owner >= 0 {
			d := &x.Facts.Defs[sc.Owner]
			if d.Flags&lang.Member != 0 {
				static = d.Flags&(lang.Static|lang.ClassMethod) != 0
				if d.Parent >= 0 && x.Facts.Defs[d.Parent].Flags&lang.Structural != 0 {
					return v.add(typ{kind: tObject, file: fi, def: d.Parent})
				}
			}
		}
		if sc.Kind == lang.ScopeClass && sc.Owner >= 0 {
			c := x.Facts.Canonical(sc.Owner)
			t := v.add(typ{kind: tThis, open: true, file: fi, def: c})
			if static {
				return v.add(typ{kind: tClass, file: fi, def: c, self: t, open: true})
			}
			return t
		}
	}
	return unknown
}

// super is the receiver in scope s, seen as the classes behind its own in the
// method resolution order.
func (v *eval) super(fi int32, s lang.ScopeID) typeID {
	x := v.file(fi)
	c := x.enclosingClass(s)
	if c < 0 {
		return unknown
	}
	c = x.Facts.Canonical(c)
	self := v.add(typ{kind: tThis, open: true, file: fi, def: c})
	if fn := x.enclosingFunction(s); fn >= 0 && x.Facts.Defs[fn].Flags&(lang.Static|lang.ClassMethod) != 0 {
		self = v.add(typ{kind: tClass, file: fi, def: c, self: self, open: true})
	}
	return v.add(typ{kind: tSuper, file: fi, def: c, self: self})
}

// behind is the method resolution order of a class without the class itself.
func (v *eval) behind(fi int32, def lang.DefID) []mroEntry {
	order := v.mro(fi, def)[1:]
	for len(order) > 0 && order[0].peer {
		order = order[1:]
	}
	return order
}

// entsType is the type of a value that names one of es.
func (v *eval) entsType(es []ent) typeID {
	switch len(es) {
	case 0:
		return unknown
	case 1:
		return v.entType(es[0])
	}
	ts := make([]typeID, 0, len(es))
	for _, e := range es {
		ts = append(ts, v.entType(e))
	}
	return v.union(ts...)
}

func (v *eval) entType(e ent) typeID {
	switch e.kind {
	case entModule:
		return v.add(typ{kind: tModule, mod: e.mod})
	case entExternal:
		return v.external(e.ext, tExtValue)
	case entType:
		return v.value(e.file, lang.ExprID(e.def))
	}
	return v.defType(e.file, e.def)
}

// hitType is the type of a member as seen through its receiver.
func (v *eval) hitType(h hit) typeID {
	if h.kind != entDef {
		return v.entType(h.ent)
	}
	x := v.file(h.file)
	d := &x.Facts.Defs[h.def]
	t := v.defType(h.file, h.def)
	if d.Flags&lang.Getter != 0 {
		t = v.result(h.file, h.def)
		if t == unknown {
			for _, g := range x.group(h.def) {
				if x.Facts.Defs[g].Flags&lang.Getter != 0 {
					t = v.union(t, v.result(h.file, g))
				}
			}
		}
		return v.closed(x, v.subst(t, h.env))
	}
	if f := v.types[t]; f.kind == tFunc {
		f.self, f.env = h.self, v.compose(f.env, h.env)
		return v.add(f)
	}
	return v.closed(x, v.subst(t, h.env))
}

// closed is t without the type parameters of prelude x that nothing has bound:
// outside it they mean nothing.
func (v *eval) closed(x *fileIndex, t typeID) typeID {
	if x.Prelude == nil || !v.types[t].open {
		return t
	}
	return v.subst(t, &env{file: v.e.preludes[x.Lang.Family+"\x00"+x.Prelude.Name], def: lang.NoDef})
}

// defType is the type of a value that names definition d.
func (v *eval) defType(fi int32, d lang.DefID) typeID {
	k := defKey{fi, d}
	if t, ok := v.defTypes[k]; ok {
		return v.known(t)
	}
	if !v.enter() {
		return unknown
	}
	before := v.cycles
	v.defTypes[k] = pending
	t := v.defType1(fi, d)
	v.defTypes[k] = t
	if v.cut(t, before) {
		delete(v.defTypes, k)
	}
	v.leave()
	return t
}

func (v *eval) defType1(fi int32, id lang.DefID) typeID {
	x := v.file(fi)
	f := x.Facts
	d := &f.Defs[id]
	switch d.Kind {
	case lang.KindClass, lang.KindStruct, lang.KindTrait, lang.KindInterface, lang.KindUnion:
		if d.Kind == lang.KindInterface {
			// A variable of the same name is the value.
			for _, g := range x.group(id) {
				if gd := &f.Defs[g]; gd.Kind == lang.KindVariable || gd.Kind == lang.KindConstant {
					return v.variable(fi, g)
				}
			}
		}
		return v.add(typ{kind: tClass, file: fi, def: id})
	case lang.KindEnum:
		return v.add(typ{kind: tClass, file: fi, def: id})
	case lang.KindNamespace, lang.KindModule, lang.KindPackage:
		for _, g := range x.group(id) {
			switch f.Defs[g].Kind {
			case lang.KindClass:
				return v.add(typ{kind: tClass, file: fi, def: id})
			case lang.KindFunction:
				return v.add(typ{kind: tFunc, file: fi, def: g, open: true})
			}
		}
		return v.add(typ{kind: tNamespace, file: fi, def: id})
	case lang.KindEnumMember:
		if d.Parent >= 0 {
			return v.instance(fi, f.Canonical(d.Parent), nil)
		}
	case lang.KindFunction, lang.KindMethod, lang.KindStaticMethod, lang.KindAbstractMethod, lang.KindConstructor, lang.KindLambda, lang.KindMacro:
		if d.Flags&lang.Getter != 0 {
			return v.result(fi, id)
		}
		return v.add(typ{kind: tFunc, file: fi, def: id, open: true})
	case lang.KindGetter:
		return v.result(fi, id)
	case lang.KindSetter:
		for _, p := range x.params(id) {
			return v.defType(fi, p)
		}
	case lang.KindObject:
		return v.add(typ{kind: tObject, file: fi, def: id})
	case lang.KindTypeParameter:
		return v.add(typ{kind: tParam, open: true, file: fi, def: id})
	case lang.KindTypeAlias:
		if d.Type >= 0 { // Python: an alias is a value too
			if t := v.types[v.typeExpr(fi, d.Type)]; t.kind == tInstance {
				return v.add(typ{kind: tClass, file: t.file, def: t.def, args: t.args})
			}
		}
	}
	return v.variable(fi, id)
}

// variable is the type of a variable, field or parameter: the declared one,
// else what flows into it.
func (v *eval) variable(fi int32, id lang.DefID) typeID {
	x := v.file(fi)
	f := x.Facts
	d := &f.Defs[id]
	if d.Flags&lang.SelfParam != 0 && d.Type < 0 && d.Parent >= 0 {
		m := &f.Defs[d.Parent]
		if c := m.Parent; c >= 0 {
			c = f.Canonical(c)
			t := v.add(typ{kind: tThis, open: true, file: fi, def: c})
			if m.Flags&lang.ClassMethod != 0 {
				return v.add(typ{kind: tClass, file: fi, def: c, self: t, open: true})
			}
			return t
		}
	}
	for _, g := range x.group(id) {
		if t := f.Defs[g].Type; t >= 0 {
			dt := v.typeExpr(fi, t)
			if dt != unknown {
				return v.spread(d, dt)
			}
		}
	}
	var ts []typeID
	if d.Flags&lang.Param != 0 {
		if t := v.contextualParam(fi, id); t != unknown {
			return t
		}
	}
	for _, g := range x.group(id) {
		for i, a := range x.assigns(g) {
			if i > 0 && !x.Lang.Rules.Widen && len(ts) > 0 || i >= 2*maxUnion {
				break
			}
			if t := v.value(fi, a.Value); t != unknown {
				ts = append(ts, t)
			}
		}
	}
	if len(ts) > 0 {
		return v.spread(d, v.union(ts...))
	}
	if d.Flags&lang.Member != 0 && d.Parent >= 0 && d.Flags&lang.Param == 0 {
		return v.inheritedType(fi, d)
	}
	if d.Flags&(lang.Rest|lang.KwRest) != 0 {
		return v.spread(d, unknown)
	}
	return unknown
}

// inheritedType is the type that a base class declares for a member of the
// same name.
func (v *eval) inheritedType(fi int32, d *lang.Def) typeID {
	x := v.file(fi)
	name := x.Facts.Name(d.LookupName())
	c := x.Facts.Canonical(d.Parent)
	for _, m := range v.mro(fi, c) {
		if m.ext != nil || m.open || m.file == fi && m.def == c {
			continue
		}
		for _, h := range v.own(m.file, m.def, name, m.env, unknown, func(o *lang.Def) bool { return o.Flags&lang.Member != 0 }) {
			return v.hitType(h)
		}
	}
	return unknown
}

// restType is the type of rest parameter p as written: of all of its values.
func (v *eval) restType(fi int32, p lang.DefID) typeID {
	return v.typeExpr(fi, v.file(fi).Facts.Defs[p].Type)
}

// spread wraps the type of *args and **kwargs.
func (v *eval) spread(d *lang.Def, t typeID) typeID {
	if d.Flags&lang.Param == 0 {
		return t
	}
	switch {
	case d.Flags&lang.KwRest != 0:
		return v.wrap(tDict, unknown, t)
	case d.Flags&lang.Rest != 0 && v.types[t].kind != tArray && v.types[t].kind != tTuple:
		return v.wrap(tArray, t)
	}
	return t
}

// result is what calling function d gives, type parameters still open.
func (v *eval) result(fi int32, d lang.DefID) typeID {
	k := defKey{fi, d}
	if t, ok := v.returns[k]; ok {
		return v.known(t)
	}
	if !v.enter() {
		return unknown
	}
	defer v.leave()
	before := v.cycles
	v.returns[k] = pending
	x := v.file(fi)
	f := x.Facts
	def := &f.Defs[d]
	t := unknown
	if def.Type >= 0 {
		t = v.typeExpr(fi, def.Type)
	} else {
		var rs, ys []typeID
		for _, b := range x.bases(d) {
			switch b.Kind {
			case lang.BaseReturn:
				rs = append(rs, v.value(fi, b.Expr))
			case lang.BaseYield:
				ys = append(ys, v.value(fi, b.Expr))
			}
		}
		t = v.union(rs...)
		if def.Flags&lang.Generator != 0 {
			t = v.wrap(tArray, v.union(ys...))
		}
		if t == unknown && def.Flags&lang.Member != 0 && def.Parent >= 0 && def.Kind != lang.KindConstructor {
			if it := v.types[v.inheritedType(fi, def)]; it.kind == tFunc {
				t = v.subst(v.result(it.file, it.def), it.env)
			}
		}
	}
	if def.Flags&lang.Async != 0 && t != unknown && def.Flags&lang.Generator == 0 && v.types[t].kind != tPromise {
		t = v.wrap(tPromise, t)
	}
	v.returns[k] = t
	if v.cut(t, before) {
		delete(v.returns, k)
	}
	return t
}

// applied gives explicit type arguments to a generic function or class.
func (v *eval) applied(fi int32, t typeID, args lang.ExprID) typeID {
	f := v.file(fi).Facts
	var ts []typeID
	for a := args; a >= 0; a = f.Exprs[a].Next {
		ts = append(ts, v.typeExpr(fi, a))
	}
	x := v.types[t]
	switch x.kind {
	case tFunc:
		return v.give(t, ts)
	case tClass, tExtValue:
		x.args = ts
		return v.add(x)
	case tInstance, tObject:
		x.given = ts
		return v.add(x)
	}
	return t
}

// give binds the type parameters of function t, whichever overload is called.
func (v *eval) give(t typeID, args []typeID) typeID {
	x := v.types[t]
	if x.kind != tFunc || len(args) == 0 {
		return t
	}
	y := v.file(x.file)
	for _, d := range y.group(x.def) {
		for i, p := range y.typeParams(d) {
			if i < len(args) {
				x.env = &env{file: x.file, def: p, t: args[i], next: x.env}
			}
		}
	}
	return v.add(x)
}

// through is the result of calling a value of type t by its member called
// name, the first that takes as many arguments when it has several.
func (v *eval) through(fi int32, t typeID, name string, e lang.ExprID) typeID {
	var ts []typeID
	for _, h := range v.typeMembers(t, name) {
		if h.kind != entDef {
			continue
		}
		ht := v.give(v.hitType(h), v.types[t].given)
		if x := v.types[ht]; x.kind == tFunc && e >= 0 && v.fits(fi, x, x.def, e) {
			return v.call(fi, ht, e)
		}
		ts = append(ts, ht)
	}
	if len(ts) == 0 {
		return unknown
	}
	return v.call(fi, ts[0], e)
}

// call is the result of calling a value of type t by expression e.
func (v *eval) call(fi int32, t typeID, e lang.ExprID) typeID {
	if t == unknown || !v.enter() {
		return unknown
	}
	defer v.leave()
	x := v.types[t]
	switch x.kind {
	case tUnion, tIntersect:
		var ts []typeID
		for _, a := range x.args {
			if x.kind == tUnion || v.accepts(fi, a, e) {
				ts = append(ts, v.call(fi, a, e))
			}
		}
		return v.union(ts...)
	case tParam:
		return v.call(fi, v.bound1(x.file, x.def), e)
	case tFunc:
		return v.callFunc(fi, x, e)
	case tClass:
		return v.construct(fi, t, e)
	case tExtValue:
		return v.callExternal(fi, x, e)
	case tCallable:
		return x.args[0]
	case tInstance, tThis, tObject:
		return v.through(fi, t, v.file(fi).Lang.Rules.CallMember, e)
	}
	return unknown
}

// accepts says whether a function of type t, one of several in an
// intersection, takes the arguments of call e. What is no function may.
func (v *eval) accepts(fi int32, t typeID, e lang.ExprID) bool {
	x := v.types[t]
	if x.kind != tFunc || e < 0 {
		return true
	}
	for _, d := range v.file(x.file).group(x.def) {
		if v.fits(fi, x, d, e) {
			return true
		}
	}
	return false
}

func (v *eval) callFunc(fi int32, fn typ, e lang.ExprID) typeID {
	x := v.file(fn.file)
	d := v.overload(fi, fn, e)
	r := v.result(fn.file, d)
	if r == unknown || !v.types[r].open {
		return r
	}
	en := fn.env
	if e >= 0 {
		for _, b := range v.infer(fi, fn.file, d, x.typeParams(d), fn.env, v.boundCall(fn), e, true) {
			en = v.compose(b, en)
		}
	}
	r = v.subst(r, en)
	if e < 0 {
		// Not a call of the program: what its parameters are is asked about.
		return r
	}
	return v.closed(x, r)
}

// boundCall says whether a call of fn passes the receiver by itself.
func (v *eval) boundCall(fn typ) bool {
	x := v.file(fn.file)
	d := &x.Facts.Defs[fn.def]
	if fn.self == unknown || d.Flags&lang.Static != 0 {
		return false
	}
	if d.Flags&lang.ClassMethod != 0 { // cls.__new__(cls) names the class once more
		return v.types[fn.self].kind != tClass || !slices.Contains(x.Lang.Rules.ConstructorNames, x.Facts.Name(d.Name))
	}
	return v.types[fn.self].kind != tClass
}

// overload picks the first declaration of the function that the arguments of
// call e fit, by their number and names, and by type where they have to say
// what its type parameters are; the first declaration when none does.
func (v *eval) overload(fi int32, fn typ, e lang.ExprID) lang.DefID {
	x := v.file(fn.file)
	g := x.group(fn.def)
	if len(g) == 1 || e < 0 {
		return fn.def
	}
	pick := lang.NoDef
	for _, d := range g {
		if !x.Facts.Defs[d].Callable() || x.Facts.Defs[d].Type < 0 && d != fn.def || !v.fits(fi, fn, d, e) {
			continue
		}
		if v.unifies(fi, fn, d, e) {
			return d
		}
		if pick < 0 {
			pick = d
		}
	}
	if pick < 0 {
		return fn.def
	}
	return pick
}

// fits says whether declaration d of fn takes as many arguments as call e has,
// those of these names, and tuples where it wants tuples.
func (v *eval) fits(fi int32, fn typ, d lang.DefID, e lang.ExprID) bool {
	x, f := v.file(fn.file), v.file(fi).Facts
	var positional []lang.ExprID
	spread := false
	named := map[string]bool{}
	for _, a := range v.args(fi, e) {
		switch ax := &f.Exprs[a]; {
		case ax.Kind == lang.ExprSpread, ax.Kind == lang.ExprKeyword && ax.N < 0:
			spread = true
		case ax.Kind == lang.ExprKeyword:
			named[f.Name(f.Refs[ax.N].Name)] = true
		default:
			positional = append(positional, a)
		}
	}
	next := func() {
		if len(positional) > 0 {
			positional = positional[1:]
		}
	}
	for i, p := range x.params(d) {
		pd := &x.Facts.Defs[p]
		switch {
		case i == 0 && pd.Flags&lang.SelfParam != 0:
			if !v.boundCall(fn) && fn.self != unknown {
				next()
			}
		case pd.Flags&lang.Rest != 0:
			positional = nil
		case pd.Flags&lang.KwRest != 0:
			clear(named)
		case named[x.Facts.Name(pd.Name)]:
			delete(named, x.Facts.Name(pd.Name))
		case len(positional) > 0 && pd.Flags&lang.KwOnly == 0:
			if pd.Type >= 0 && x.Facts.Exprs[pd.Type].Kind == lang.ExprTuple && v.argType(fi, positional[0], true) == unknown {
				return false
			}
			next()
		case pd.Flags&lang.Optional == 0 && !spread:
			return false
		}
	}
	return spread || len(positional) == 0 && len(named) == 0
}

// unifies says whether the arguments of call e say what the type parameters of
// declaration d are, as far as both are known.
func (v *eval) unifies(fi int32, fn typ, d lang.DefID, e lang.ExprID) bool {
	x := v.file(fn.file)
	if len(v.infer(fi, fn.file, d, nil, fn.env, v.boundCall(fn), e, false)) > 0 {
		return true
	}
	f := v.file(fi).Facts
	ps := x.params(d)
	if len(ps) > 0 && x.Facts.Defs[ps[0]].Flags&lang.SelfParam != 0 {
		ps = ps[1:]
	}
	for i, a := range v.args(fi, e) {
		if i >= len(ps) || f.Exprs[a].Kind == lang.ExprSpread || f.Exprs[a].Kind == lang.ExprKeyword || f.Exprs[a].Kind == lang.ExprFunc {
			break
		}
		if v.types[v.subst(v.defType(fn.file, ps[i]), fn.env)].open && v.value(fi, a) != unknown {
			return false
		}
	}
	return true
}

// argType is the type of argument a; where a tuple is expected, that of a
// tuple, unknown when it is none.
func (v *eval) argType(fi int32, a lang.ExprID, tuple bool) typeID {
	if tuple && v.file(fi).Facts.Exprs[a].Kind == lang.ExprArray {
		return v.tupleOf(fi, a)
	}
	t := v.value(fi, a)
	if tuple && v.types[t].kind != tTuple {
		return unknown
	}
	return t
}

// args are the arguments of call e.
func (v *eval) args(fi int32, e lang.ExprID) []lang.ExprID {
	f := v.file(fi).Facts
	var as []lang.ExprID
	for a := f.Exprs[e].B; a >= 0; a = f.Exprs[a].Next {
		as = append(as, a)
	}
	return as
}

// infer finds what the arguments of call e say about the type parameters of
// function d (and of its class). lambdas says whether function literals among
// the arguments are looked into.
func (v *eval) infer(fi, dfi int32, d lang.DefID, own []lang.DefID, fe *env, bound bool, e lang.ExprID, lambdas bool) []*env {
	x, f := v.file(dfi), v.file(fi).Facts
	ps := x.params(d)
	if len(ps) > 0 && x.Facts.Defs[ps[0]].Flags&lang.SelfParam != 0 && bound {
		ps = ps[1:]
	}
	b := &bindings{v: v}
	i := 0
	for _, a := range v.args(fi, e) {
		ax := &f.Exprs[a]
		var p lang.DefID = lang.NoDef
		switch ax.Kind {
		case lang.ExprKeyword:
			if ax.N < 0 {
				continue
			}
			n := f.Name(f.Refs[ax.N].Name)
			for _, q := range ps {
				if x.Facts.Name(x.Facts.Defs[q].Name) == n {
					p = q
				}
			}
		case lang.ExprSpread:
			i = len(ps)
			continue
		default:
			if i < len(ps) {
				p = ps[i]
			}
			if p >= 0 && x.Facts.Defs[p].Flags&lang.Rest == 0 {
				i++
			}
		}
		if p < 0 {
			continue
		}
		pt := v.defType(dfi, p)
		if pt == unknown || !v.types[pt].open {
			continue
		}
		if ax.Kind == lang.ExprFunc && !lambdas {
			continue
		}
		at := v.argType(fi, a, v.types[pt].kind == tTuple)
		if x.Facts.Defs[p].Flags&lang.Rest != 0 && v.types[pt].kind == tArray {
			pt = v.types[pt].args[0]
		}
		b.unify(v.subst(pt, fe), at, 6)
	}
	// What the call does not say: the default, else the bound.
	for _, p := range own {
		if b.has(dfi, p) {
			continue
		}
		if _, ok := fe.lookup(dfi, p, false); ok {
			continue
		}
		t := unknown
		for _, k := range []lang.BaseKind{lang.BaseDefault, lang.BaseBound} {
			for _, bs := range x.bases(p) {
				if bs.Kind == k && t == unknown {
					t = v.typeExpr(dfi, bs.Expr)
				}
			}
		}
		if t != unknown && lambdas {
			b.envs = append(b.envs, &env{file: dfi, def: p, t: t})
		}
	}
	return b.envs
}

// bindings collects what unification says about type parameters; the first
// answer for each counts.
type bindings struct {
	v    *eval
	envs []*env
}

func (b *bindings) has(file int32, def lang.DefID) bool {
	for _, e := range b.envs {
		if e.file == file && e.def == def {
			return true
		}
	}
	return false
}

func (b *bindings) unify(p, a typeID, depth int) {
	v := b.v
	if p == unknown || a == unknown || depth <= 0 || !v.types[p].open || !v.enter() {
		return
	}
	defer v.leave()
	x, y := v.types[p], v.types[a]
	switch x.kind {
	case tParam:
		if !b.has(x.file, x.def) {
			if y.kind == tPrim {
				a = v.boxed(a)
			}
			b.envs = append(b.envs, &env{file: x.file, def: x.def, t: a})
		}
	case tUnion:
		// T | null: the alternative that is a bare parameter takes the rest.
		for _, m := range x.args {
			if k := v.types[m].kind; k != tParam && k == y.kind {
				b.unify(m, a, depth-1)
				return
			}
		}
		for _, m := range x.args {
			b.unify(m, a, depth-1)
		}
	case tInstance:
		if y.kind == tInstance {
			if y.file == x.file && y.def == x.def {
				b.list(x.args, y.args, depth)
				return
			}
			be := v.argEnv(y.file, y.def, y.args, nil)
			for _, m := range v.mro(y.file, y.def) {
				if m.ext == nil && !m.open && m.file == x.file && m.def == x.def {
					me := v.compose(m.env, be)
					for i, q := range v.classParams(m.file, m.def) {
						if t, ok := me.lookup(q.file, q.def, false); ok && i < len(x.args) {
							b.unify(x.args[i], t, depth-1)
						}
					}
					return
				}
			}
			b.shape(p, a, depth)
		} else if y.kind == tFunc && v.self.Lang.Rules.FunctionalInterfaces {
			if h, ok := v.single(p); ok {
				b.function(v.hitType(h), a, depth)
			}
		} else if y.kind == tObject {
			b.shape(p, a, depth)
		} else if y.kind == tArray || y.kind == tDict || y.kind == tTuple {
			if c := v.container(y); v.types[c].kind == tInstance {
				b.unify(p, c, depth-1)
			}
		}
	case tArray:
		b.unify(x.args[0], v.element(a), depth-1)
	case tPromise:
		b.unify(x.args[0], v.awaited(a), depth-1)
	case tDict:
		switch {
		case y.kind == tDict:
			b.list(x.args, y.args, depth)
		case v.self.Lang.Rules.IndexedMembers:
			b.unify(x.args[1], v.entries(a), depth-1)
		case y.kind == tInstance:
			// A class that is indexed by what iterating it gives.
			for _, h := range v.typeMembers(a, v.self.Lang.Rules.IndexMember) {
				if h.kind == entDef {
					b.unify(x.args[0], v.element(a), depth-1)
					b.unify(x.args[1], v.call(h.file, v.hitType(h), lang.NoExpr), depth-1)
				}
			}
		}
	case tTuple, tExternal, tGuard:
		if y.kind == x.kind {
			b.list(x.args, y.args, depth)
		}
	case tClass:
		if y.kind == tClass && x.self != unknown {
			b.unify(x.self, v.instance(y.file, y.def, y.args), depth-1)
		} else if y.kind == tClass && len(x.args) == 1 && x.def == lang.NoDef {
			b.unify(x.args[0], v.instance(y.file, y.def, y.args), depth-1)
		}
	case tCallable:
		if y.kind == tFunc {
			if len(x.args) > 1 && x.args[1] != unknown {
				py := v.file(y.file).params(y.def)
				if len(py) > 0 && v.file(y.file).Facts.Defs[py[0]].Flags&lang.SelfParam != 0 && v.boundCall(y) {
					py = py[1:]
				}
				for i, p := range v.types[x.args[1]].args {
					if i < len(py) && v.file(y.file).Facts.Defs[py[i]].Type >= 0 {
						b.unify(p, v.subst(v.defType(y.file, py[i]), y.env), depth-1)
					}
				}
			}
			b.unify(x.args[0], v.subst(v.result(y.file, y.def), y.env), depth-1)
		} else if y.kind == tCallable {
			b.unify(x.args[0], y.args[0], depth-1)
		} else if y.kind == tClass {
			b.unify(x.args[0], v.instance(y.file, y.def, y.args), depth-1)
		}
	case tFunc:
		if y.kind == tFunc {
			b.unify(v.subst(v.result(x.file, x.def), x.env), v.subst(v.result(y.file, y.def), y.env), depth-1)
			px, py := v.file(x.file).params(x.def), v.file(y.file).params(y.def)
			for i := range px {
				if v.file(x.file).Facts.Defs[px[i]].Flags&lang.Rest != 0 {
					var rest []typeID
					for _, q := range py[min(i, len(py)):] {
						rest = append(rest, v.subst(v.defType(y.file, q), y.env))
					}
					b.unify(v.subst(v.restType(x.file, px[i]), x.env), v.wrap(tTuple, rest...), depth-1)
					break
				}
				if i < len(py) && v.file(y.file).Facts.Defs[py[i]].Type >= 0 {
					b.unify(v.subst(v.defType(x.file, px[i]), x.env), v.subst(v.defType(y.file, py[i]), y.env), depth-1)
				}
			}
		}
	case tObject:
		b.shape(p, a, depth)
	}
}

// made unifies the results of p's construct signatures with what new gives
// of a.
func (b *bindings) made(p, a typeID, depth int) {
	v := b.v
	if y := v.types[a]; y.kind != tClass || y.def < 0 {
		return
	}
	for _, h := range v.typeMembers(p, v.self.Lang.Rules.NewMember) {
		if ht := v.types[v.hitType(h)]; ht.kind == tFunc {
			b.unify(v.subst(v.result(ht.file, ht.def), ht.env), v.asInstance(a), depth-1)
		}
	}
}

func (b *bindings) list(ps, as []typeID, depth int) {
	for i := range ps {
		if i < len(as) {
			b.unify(ps[i], as[i], depth-1)
		}
	}
}

// shape unifies member by member.
func (b *bindings) shape(p, a typeID, depth int) {
	v := b.v
	x := v.types[p]
	fx := v.file(x.file)
	for i, row := range fx.members.all(int32(fx.Facts.Canonical(x.def))) {
		if i > 16 {
			return
		}
		d := &fx.Facts.Defs[row.def]
		if d.Flags&lang.Member == 0 {
			continue
		}
		name := fx.Facts.Name(d.LookupName())
		if name == v.self.Lang.Rules.NewMember {
			b.made(p, a, depth)
			continue
		}
		if name == v.self.Lang.Rules.IndexMember {
			b.unify(v.byIndex(p), v.entries(a), depth-1)
			continue
		}
		for _, hp := range v.typeMembers(p, name) {
			for _, ha := range v.typeMembers(a, name) {
				b.unify(v.hitType(hp), v.hitType(ha), depth-2)
			}
		}
	}
}

// construct is an instance of the class that t is.
func (v *eval) construct(fi int32, t typeID, e lang.ExprID) typeID {
	var ts []typeID
	v.each(t, func(t typeID) {
		x := v.types[t]
		switch x.kind {
		case tClass:
			if x.def == lang.NoDef {
				ts = append(ts, x.args...)
				return
			}
			if x.self != unknown {
				ts = append(ts, x.self)
				return
			}
			args := x.args
			if ps := v.classParams(x.file, x.def); len(args) == 0 && len(ps) > 0 && e >= 0 {
				args = v.inferArgs(fi, t, ps, e)
			}
			ts = append(ts, v.madeInstance(x.file, x.def, args))
		case tExtValue:
			ts = append(ts, v.callExternal(fi, x, e))
		case tFunc: // a constructor function
			ts = append(ts, v.callFunc(fi, x, e))
		case tInstance, tObject:
			ts = append(ts, v.through(fi, t, v.file(fi).Lang.Rules.NewMember, e))
		}
	})
	return v.union(ts...)
}

// madeInstance is an instance of a class; well-known generics of a prelude are
// the containers that the evaluator knows.
func (v *eval) madeInstance(fi int32, def lang.DefID, args []typeID) typeID {
	if x := v.file(fi); x.Prelude != nil && len(args) > 0 {
		if t := v.namedExternal(&x.Lang.Rules, nil, x.Facts.Name(x.Facts.Defs[def].Name), args); t != unknown {
			return t
		}
	}
	return v.instance(fi, def, args)
}

// inferArgs finds a class's type arguments from the arguments of its
// constructor.
func (v *eval) inferArgs(fi int32, t typeID, ps []defKey, e lang.ExprID) []typeID {
	x := v.types[t]
	for _, n := range v.file(x.file).Lang.Rules.ConstructorNames {
		for _, m := range v.mro(x.file, x.def) {
			if m.ext != nil || m.open {
				continue
			}
			hs := v.own(m.file, m.def, n, nil, unknown, func(d *lang.Def) bool { return d.Callable() })
			for _, h := range v.choose(fi, hs, e) {
				if h.kind != entDef {
					continue
				}
				args := make([]typeID, len(ps))
				found := false
				d := v.overload(fi, typ{file: h.file, def: h.def, self: v.instance(x.file, x.def, nil)}, e)
				bs := v.infer(fi, h.file, d, nil, m.env, true, e, true)
				if r := v.types[v.result(h.file, d)]; r.kind == tInstance && r.file == x.file && r.def == x.def {
					// __new__ says itself what it makes.
					var en *env
					for _, b := range bs {
						en = v.compose(b, en)
					}
					for i, a := range r.args {
						if i < len(args) {
							args[i] = v.closed(v.file(h.file), v.subst(a, en))
						}
					}
					return args
				}
				for _, b := range bs {
					for i, p := range ps {
						if b.file == p.file && b.def == p.def {
							args[i], found = b.t, true
						}
					}
				}
				if found {
					return args
				}
				return nil
			}
		}
	}
	return nil
}

// callExternal guesses nothing: only the call of what is named like a class,
// or of a built-in type, has a known result.
func (v *eval) callExternal(fi int32, x typ, e lang.ExprID) typeID {
	n := x.ext.names[len(x.ext.names)-1]
	rules := &v.file(fi).Lang.Rules
	if rules.ClassWrappers != nil {
		if _, ok := rules.ClassWrappers[n]; ok && e >= 0 {
			// type(x)
			var ts []typeID
			if a := v.file(fi).Facts.Exprs[e].B; a >= 0 {
				v.each(v.value(fi, a), func(t typeID) {
					if o := v.types[t]; o.kind == tInstance {
						ts = append(ts, v.add(typ{kind: tClass, file: o.file, def: o.def, args: o.args}))
					} else if o.kind == tThis {
						ts = append(ts, v.add(typ{kind: tClass, file: o.file, def: o.def, self: t, open: true}))
					}
				})
			}
			return v.union(ts...)
		}
	}
	if i, ok := rules.Element[n]; ok && i == 0 {
		if e >= 0 {
			if t := v.element(v.value(fi, v.file(fi).Facts.Exprs[e].B)); t != unknown {
				return v.wrap(tArray, t)
			}
		}
		return v.external(x.ext, tExternal, x.args...)
	}
	for _, l := range rules.Literals {
		if l == n {
			return v.external(x.ext, tExternal, x.args...)
		}
	}
	if r, _ := utf8.DecodeRuneInString(n); unicode.IsUpper(r) {
		return v.external(x.ext, tExternal, x.args...)
	}
	return unknown
}

// awaited is the type of awaiting t.
func (v *eval) awaited(t typeID) typeID {
	var ts []typeID
	v.each(t, func(t typeID) {
		if x := v.types[t]; x.kind == tPromise {
			ts = append(ts, x.args[0])
			return
		}
		ts = append(ts, t)
	})
	return v.union(ts...)
}

// element is what iterating over t gives.
func (v *eval) element(t typeID) typeID {
	if !v.enter() {
		return unknown
	}
	defer v.leave()
	var ts []typeID
	v.each(t, func(t typeID) {
		x := v.types[t]
		switch x.kind {
		case tArray, tDict:
			ts = append(ts, x.args[0])
		case tTuple:
			ts = append(ts, x.args...)
		case tParam:
			ts = append(ts, v.element(v.bound1(x.file, x.def)))
		case tExternal:
			n := x.ext.names[len(x.ext.names)-1]
			if i, ok := v.self.Lang.Rules.Element[n]; ok && i < len(x.args) {
				ts = append(ts, x.args[i])
			}
		case tClass: // the members of an enum
			if x.def >= 0 && v.isEnum(x.file, x.def) {
				ts = append(ts, v.instance(x.file, x.def, nil))
			}
		case tInstance, tThis, tObject:
			if n := v.self.Lang.Rules.IterBase; n != "" && x.kind != tObject {
				ts = append(ts, v.baseArg(x, n))
				return
			}
			for _, n := range v.self.Lang.Rules.IterMembers {
				for _, h := range v.typeMembers(t, n) {
					if h.kind == entDef {
						r := v.call(h.file, v.hitType(h), lang.NoExpr)
						if r != unknown && v.types[r].kind != tThis {
							if next := v.types[r]; next.kind == tInstance && next.file == x.file && next.def == x.def {
								continue // __iter__ that returns self: __next__ says the type
							}
							if el := v.element(r); el != unknown {
								ts = append(ts, el)
							} else if n != v.self.Lang.Rules.IterMembers[0] {
								ts = append(ts, r)
							}
						}
					}
				}
				if len(ts) > 0 {
					return
				}
			}
			ts = append(ts, v.elementByBase(x))
		}
	})
	return v.union(ts...)
}

// elementByBase is what iterating over an instance gives by the type arguments
// of one of Rules.IterBases.
func (v *eval) elementByBase(x typ) typeID {
	bases := v.self.Lang.Rules.IterBases
	if bases == nil || x.kind == tObject {
		return unknown
	}
	for _, m := range v.mro(x.file, x.def) {
		if m.ext != nil || m.open {
			continue
		}
		y := v.file(m.file)
		i, ok := bases[y.Facts.Name(y.Facts.Defs[m.def].Name)]
		if !ok || y.Prelude == nil {
			continue
		}
		if ps := v.classParams(m.file, m.def); i < len(ps) {
			en := v.compose(m.env, v.argEnv(x.file, x.def, x.args, nil))
			if t, ok := en.lookup(ps[i].file, ps[i].def, false); ok {
				return t
			}
		}
	}
	return unknown
}

// isEnum says whether class def is an enumeration by a base or its kind.
func (v *eval) isEnum(fi int32, def lang.DefID) bool {
	if v.file(fi).Facts.Defs[def].Kind == lang.KindEnum {
		return true
	}
	bases := v.self.Lang.Rules.EnumBases
	for _, m := range v.mro(fi, def) {
		if m.ext != nil {
			if bases[m.ext.names[len(m.ext.names)-1]] {
				return true
			}
		} else if y := v.file(m.file); !m.open && y.Prelude != nil && bases[y.Facts.Name(y.Facts.Defs[m.def].Name)] {
			return true
		}
	}
	return false
}

// nth is element n of a tuple, or any element of a sequence.
func (v *eval) nth(t typeID, n int) typeID {
	var ts []typeID
	v.each(t, func(t typeID) {
		x := v.types[t]
		if x.kind == tTuple {
			if n < 0 {
				n += len(x.args)
			}
			if n >= 0 && n < len(x.args) {
				ts = append(ts, x.args[n])
			}
			return
		}
		if x.kind == tParam {
			ts = append(ts, v.nth(v.bound1(x.file, x.def), n))
			return
		}
		ts = append(ts, v.element(t))
	})
	return v.union(ts...)
}

// index is the value of A[B].
func (v *eval) index(fi int32, e lang.ExprID) typeID {
	x := v.file(fi)
	ex := &x.Facts.Exprs[e]
	var ts []typeID
	v.each(v.value(fi, ex.A), func(t typeID) {
		o := v.types[t]
		switch o.kind {
		case tDict:
			ts = append(ts, o.args[1])
		case tTuple:
			if ex.B >= 0 && x.Facts.Exprs[ex.B].Kind == lang.ExprNumber {
				ts = append(ts, v.nth(t, int(x.Facts.Exprs[ex.B].N)))
			} else {
				ts = append(ts, v.element(t))
			}
		case tArray:
			if ex.B >= 0 && x.Facts.Exprs[ex.B].Kind == lang.ExprUnknown && x.Lang.Rules.SliceKeeps {
				ts = append(ts, t)
			} else {
				ts = append(ts, o.args[0])
			}
		case tExternal:
			if len(o.args) > 0 {
				ts = append(ts, o.args[len(o.args)-1])
			}
		case tClass, tExtValue: // generics as values: List[int]()
			ts = append(ts, v.applied(fi, t, ex.B))
		case tInstance, tThis, tObject:
			ts = append(ts, v.byIndex(t))
			if ex.B >= 0 && x.Facts.Exprs[ex.B].Kind == lang.ExprString {
				name := x.Facts.Name(lang.NameID(max(x.Facts.Exprs[ex.B].N, 0)))
				for _, h := range v.typeMembers(t, name) {
					ts = append(ts, v.hitType(h))
				}
			}
		}
	})
	return v.union(ts...)
}

// byIndex is what the index member of t gives: the result of the function
// that it is, else its type.
func (v *eval) byIndex(t typeID) typeID {
	name := v.self.Lang.Rules.IndexMember
	if name == "" {
		return unknown
	}
	var ts []typeID
	for _, h := range v.typeMembers(t, name) {
		if h.kind != entDef {
			continue
		}
		if ht := v.hitType(h); v.file(h.file).Facts.Defs[h.def].Callable() {
			ts = append(ts, v.call(h.file, ht, lang.NoExpr))
		} else {
			ts = append(ts, ht)
		}
	}
	return v.union(ts...)
}

// indexed is the value of a member that no type declares, where index
// signatures stand for all members.
func (v *eval) indexed(t typeID) typeID {
	if !v.self.Lang.Rules.IndexedMembers {
		return unknown
	}
	var ts []typeID
	v.each(t, func(t typeID) {
		switch x := v.types[t]; x.kind {
		case tDict:
			ts = append(ts, x.args[1])
		case tInstance, tThis, tObject:
			ts = append(ts, v.byIndex(t))
		}
	})
	return v.union(ts...)
}

// entries is the type of the values that an object of type t has, whatever
// their keys.
func (v *eval) entries(t typeID) typeID {
	var ts []typeID
	v.each(t, func(t typeID) {
		x := v.types[t]
		switch x.kind {
		case tDict:
			ts = append(ts, x.args[1])
		case tArray, tTuple:
			ts = append(ts, v.element(t))
		case tClass:
			if x.def >= 0 && v.isEnum(x.file, x.def) {
				ts = append(ts, v.instance(x.file, x.def, nil))
			}
		case tInstance, tThis, tObject:
			if i := v.byIndex(t); i != unknown {
				ts = append(ts, i)
				return
			}
			y := v.file(x.file)
			for i, row := range y.members.all(int32(y.Facts.Canonical(x.def))) {
				if d := &y.Facts.Defs[row.def]; i < 2*maxUnion && d.Flags&lang.Member != 0 && d.Flags&lang.Static == 0 {
					for _, h := range v.typeMembers(t, y.Facts.Name(d.Name)) {
						ts = append(ts, v.hitType(h))
					}
				}
			}
		}
	})
	return v.union(ts...)
}

// entered is what "with t as x" binds.
func (v *eval) entered(t typeID) typeID {
	var ts []typeID
	v.each(t, func(t typeID) {
		x := v.types[t]
		switch x.kind {
		case tInstance, tThis:
			for _, n := range v.self.Lang.Rules.EnterMembers {
				for _, h := range v.typeMembers(t, n) {
					if h.kind == entDef {
						ts = append(ts, v.awaited(v.call(h.file, v.hitType(h), lang.NoExpr)))
					}
				}
				if len(ts) > 0 {
					return
				}
			}
		case tArray: // the generator under @contextmanager
			ts = append(ts, x.args[0])
		case tExternal:
			ts = append(ts, t)
		case tPromise:
			ts = append(ts, v.entered(x.args[0]))
		}
	})
	return v.union(ts...)
}

// typeExpr is the type that expression e means in type position.
func (v *eval) typeExpr(fi int32, e lang.ExprID) typeID {
	if e < 0 {
		return unknown
	}
	k := exprKey{fi, e}
	if t, ok := v.typed[k]; ok {
		return v.known(t)
	}
	if !v.enter() {
		return unknown
	}
	before := v.cycles
	v.typed[k] = pending
	t := v.typeExpr1(fi, e)
	v.typed[k] = t
	if v.cut(t, before) {
		delete(v.typed, k)
	}
	v.leave()
	return t
}

func (v *eval) typeExpr1(fi int32, e lang.ExprID) typeID {
	x := v.file(fi)
	f := x.Facts
	ex := f.Exprs[e]
	switch ex.Kind {
	case lang.ExprName, lang.ExprMember:
		return v.named(fi, e, lang.NoExpr)
	case lang.ExprTypeArgs, lang.ExprIndex:
		return v.named(fi, ex.A, ex.B)
	case lang.ExprUnion, lang.ExprSet:
		var ts []typeID
		for a := ex.A; a >= 0; a = f.Exprs[a].Next {
			ts = append(ts, v.typeExpr(fi, a))
		}
		return v.union(ts...)
	case lang.ExprBinary, lang.ExprCond: // X | Y in Python
		return v.union(v.typeExpr(fi, ex.A), v.typeExpr(fi, ex.B))
	case lang.ExprIntersect:
		var ts []typeID
		for a := ex.A; a >= 0; a = f.Exprs[a].Next {
			if t := v.typeExpr(fi, a); t != unknown {
				ts = append(ts, t)
			}
		}
		if len(ts) == 1 {
			return ts[0]
		}
		if len(ts) == 0 {
			return unknown
		}
		return v.add(typ{kind: tIntersect, args: ts})
	case lang.ExprOptional, lang.ExprReadonly, lang.ExprStringTy, lang.ExprNonNull, lang.ExprRestOf:
		return v.typeExpr(fi, ex.A)
	case lang.ExprArrayOf:
		return v.wrap(tArray, v.typeExpr(fi, ex.A))
	case lang.ExprTuple:
		var ts []typeID
		for a := ex.A; a >= 0; a = f.Exprs[a].Next {
			ts = append(ts, v.typeExpr(fi, a))
		}
		return v.wrap(tTuple, ts...)
	case lang.ExprSpread:
		return v.element(v.typeExpr(fi, ex.A))
	case lang.ExprFuncType, lang.ExprFunc:
		return v.add(typ{kind: tFunc, file: fi, def: lang.DefID(ex.N), open: true})
	case lang.ExprObject:
		return v.add(typ{kind: tObject, file: fi, def: lang.DefID(ex.N), open: true})
	case lang.ExprThis:
		return v.this(fi, lang.ScopeID(ex.N))
	case lang.ExprTypeOf:
		return v.value(fi, ex.A)
	case lang.ExprDef:
		return v.namedDef(ent{kind: entDef, file: fi, def: f.Canonical(lang.DefID(ex.N))}, func() []typeID { return nil })
	case lang.ExprIndexed:
		if ex.B >= 0 && f.Exprs[ex.B].Kind == lang.ExprString && f.Exprs[ex.B].N > 0 {
			var ts []typeID
			for _, h := range v.typeMembers(v.typeExpr(fi, ex.A), f.Name(lang.NameID(f.Exprs[ex.B].N))) {
				ts = append(ts, v.hitType(h))
			}
			return v.union(ts...)
		}
		if ex.B >= 0 && f.Exprs[ex.B].Kind == lang.ExprNumber {
			return v.nth(v.typeExpr(fi, ex.A), int(f.Exprs[ex.B].N))
		}
		return v.element(v.typeExpr(fi, ex.A))
	case lang.ExprCondType:
		then, otherwise := v.typeExpr(fi, ex.A), v.typeExpr(fi, ex.B)
		if ex.N < 0 {
			return v.union(then, otherwise)
		}
		test := f.Exprs[ex.N]
		return v.conditional(typ{args: []typeID{v.typeExpr(fi, test.A), v.typeExpr(fi, test.B), then, otherwise}})
	case lang.ExprMapped:
		// { [K in keyof T]: … }: members keep their names.
		if ex.A >= 0 && f.Exprs[ex.A].Kind == lang.ExprKeysOf {
			return v.typeExpr(fi, f.Exprs[ex.A].A)
		}
		return v.wrap(tDict, unknown, v.typeExpr(fi, ex.B))
	case lang.ExprCast:
		if t := v.typeExpr(fi, ex.B); t != unknown {
			return t
		}
		return v.typeExpr(fi, ex.A)
	case lang.ExprClassTy:
		return v.classOf(v.typeExpr(fi, ex.A))
	case lang.ExprPromise:
		if t := v.typeExpr(fi, ex.A); t != unknown {
			return v.wrap(tPromise, t)
		}
	case lang.ExprClass, lang.ExprClassOf:
		return v.asInstance(v.value(fi, e))
	case lang.ExprString, lang.ExprNumber, lang.ExprBool:
		return v.value(fi, e)
	case lang.ExprGuard:
		return v.wrap(tGuard, v.typeExpr(fi, ex.A))
	case lang.ExprPrim:
		if p := x.Lang.Rules.Primitives; p != nil && p.Boxes[f.Name(lang.NameID(ex.N))] != "" {
			return v.primitive(f.Name(lang.NameID(ex.N)))
		}
		if c := x.Lang.Rules.Prims; c != nil {
			if k, ok := c[f.Name(lang.NameID(ex.N))]; ok {
				return v.literal(k)
			}
		}
	case lang.ExprCall:
		// A base class made by a call: class X(make()).
		return v.asInstance(v.value(fi, e))
	}
	return unknown
}

// classOf is the class that t is an instance of, as a value.
func (v *eval) classOf(t typeID) typeID {
	var ts []typeID
	v.each(t, func(t typeID) {
		switch x := v.types[t]; x.kind {
		case tInstance:
			ts = append(ts, v.add(typ{kind: tClass, file: x.file, def: x.def, args: x.args}))
		case tThis:
			ts = append(ts, v.add(typ{kind: tClass, file: x.file, def: x.def, self: t, open: true}))
		case tParam:
			ts = append(ts, v.add(typ{kind: tClass, def: lang.NoDef, args: []typeID{t}}))
		case tExternal:
			ts = append(ts, v.external(x.ext, tExtValue, x.args...))
		}
	})
	return v.union(ts...)
}

// asInstance is the type of instances where t is a class.
func (v *eval) asInstance(t typeID) typeID {
	var ts []typeID
	v.each(t, func(t typeID) {
		switch x := v.types[t]; x.kind {
		case tClass:
			if x.def == lang.NoDef {
				ts = append(ts, x.args...)
			} else if x.self != unknown {
				ts = append(ts, x.self)
			} else {
				ts = append(ts, v.instance(x.file, x.def, x.args))
			}
		case tExtValue:
			ts = append(ts, v.external(x.ext, tExternal, x.args...))
		case tParam:
			ts = append(ts, t)
		}
	})
	return v.union(ts...)
}

// named is the type that a dotted name with type arguments means.
func (v *eval) named(fi int32, e, args lang.ExprID) typeID {
	x := v.file(fi)
	f := x.Facts
	rules := &x.Lang.Rules
	es := v.exprEnts(fi, e, lang.Type|lang.Namespace)
	if len(es) == 0 {
		es = v.exprEnts(fi, e, lang.AnySpace)
	}
	argTypes := func() []typeID {
		var ts []typeID
		for a := args; a >= 0; a = f.Exprs[a].Next {
			ts = append(ts, v.typeExpr(fi, a))
		}
		return ts
	}
	var out []typeID
	for _, n := range es {
		switch n.kind {
		case entExternal:
			out = append(out, v.namedExternal(rules, n.ext, n.ext.names[len(n.ext.names)-1], argTypes()))
		case entModule:
			out = append(out, v.add(typ{kind: tModule, mod: n.mod}))
		case entType:
			out = append(out, v.asInstance(v.entType(n)))
		case entDef:
			if y := v.file(n.file); y.Prelude != nil && args >= 0 {
				if t := v.namedExternal(rules, nil, y.Facts.Name(y.Facts.Defs[n.def].Name), argTypes()); t != unknown {
					out = append(out, t)
					continue
				}
			}
			out = append(out, v.namedDef(n, argTypes))
		}
	}
	if len(es) == 0 {
		// An unresolved generic still says what it wraps.
		if n := v.lastName(x, e); n != "" {
			return v.namedExternal(rules, nil, n, argTypes())
		}
	}
	return v.union(out...)
}

// namedExternal is an external class as a type; well-known generics have a
// meaning of their own. ext is nil when the name is unresolved.
func (v *eval) namedExternal(rules *lang.Rules, ext *extRef, n string, args []typeID) typeID {
	at := func(m map[string]int) (typeID, bool) {
		i, ok := m[n]
		if !ok || i >= len(args) {
			return unknown, false
		}
		return args[i], true
	}
	if t, ok := at(rules.Wrappers); ok {
		return t
	}
	if rules.Unions[n] {
		return v.union(args...)
	}
	if t, ok := at(rules.Callables); ok {
		if rules.Callables[n] > 0 && v.types[args[0]].kind == tTuple {
			return v.wrap(tCallable, t, args[0])
		}
		return v.wrap(tCallable, t)
	}
	if t, ok := at(rules.ClassWrappers); ok {
		if t == unknown {
			return unknown
		}
		if x := v.types[t]; x.kind == tInstance {
			return v.add(typ{kind: tClass, file: x.file, def: x.def, args: x.args})
		}
		// Type[T]: the class of whatever T is.
		return v.add(typ{kind: tClass, def: lang.NoDef, args: []typeID{t}})
	}
	if t, ok := at(rules.Awaitable); ok {
		return v.wrap(tPromise, t)
	}
	if rules.Tuples[n] {
		if len(args) == 2 && args[1] == unknown { // Tuple[X, ...]
			return v.wrap(tArray, args[0])
		}
		return v.wrap(tTuple, args...)
	}
	if i, ok := rules.Element[n]; ok && len(args) > 0 {
		if len(args) == 1 || i >= len(args) {
			return v.wrap(tArray, args[0])
		}
		if i == 0 && len(args) == 2 {
			return v.wrap(tDict, args...)
		}
		return v.wrap(tArray, args[i])
	}
	if ext == nil {
		return unknown
	}
	return v.external(ext, tExternal, args...)
}

// namedDef is a definition of the repository as a type.
func (v *eval) namedDef(n ent, argTypes func() []typeID) typeID {
	x := v.file(n.file)
	f := x.Facts
	id := n.def
	for _, g := range x.group(id) {
		switch d := &f.Defs[g]; d.Kind {
		case lang.KindClass, lang.KindInterface, lang.KindStruct, lang.KindTrait, lang.KindEnum, lang.KindUnion:
			return v.instance(n.file, f.Canonical(id), argTypes())
		case lang.KindTypeParameter:
			return v.add(typ{kind: tParam, open: true, file: n.file, def: id})
		case lang.KindTypeAlias, lang.KindType:
			if d.Type < 0 {
				continue
			}
			t := v.typeExpr(n.file, d.Type)
			if !v.types[t].open {
				return t
			}
			return v.subst(t, v.argEnv(n.file, g, argTypes(), nil))
		case lang.KindEnumMember:
			return v.defType(n.file, g)
		}
	}
	// A variable that holds a class, an alias (X = Union[A, B]) or a type
	// parameter (T = TypeVar("T")).
	if as := x.assigns(id); len(as) > 0 {
		a := as[0]
		ex := &f.Exprs[a.Value]
		switch ex.Kind {
		case lang.ExprCall:
			if x.Lang.Rules.TypeVars[v.lastName(x, ex.A)] {
				return v.add(typ{kind: tParam, open: true, file: n.file, def: id})
			}
		case lang.ExprName, lang.ExprMember:
			t := v.typeExpr(n.file, a.Value)
			if c := v.types[t]; c.kind == tInstance && len(c.args) == 0 {
				if args := argTypes(); len(args) > 0 { // the alias of a generic class
					return v.instance(c.file, c.def, args)
				}
			}
			return t
		case lang.ExprIndex, lang.ExprBinary, lang.ExprStringTy, lang.ExprClass:
			return v.typeExpr(n.file, a.Value)
		}
		return v.asInstance(v.value(n.file, a.Value))
	}
	return unknown
}
