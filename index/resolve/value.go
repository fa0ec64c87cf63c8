package resolve

import (
	"slices"

	"codeintel/index/lang"
)

// value is the type of the value that expression e has.
func (v *eval) value(fi int32, e lang.ExprID) typeID {
	if e < 0 {
		return unknown
	}
	return memo(v, v.values, exprKey{fi, e}, func() typeID { return v.value1(fi, e) })
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
		es := v.name(fi, r.Scope, r.Name, lang.Value|lang.Namespace)
		if g := x.Lang.Rules.GlobalObject; len(es) == 0 && g != "" && f.Name(r.Name) == g {
			return v.add(typ{kind: tModule, mod: &lang.Module{Shared: x.Lang.Rules.Shared(x.Path, x.Facts)}})
		}
		return v.entsType(es)
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
		if slices.ContainsFunc(hs, func(h hit) bool { return h.anyOf }) {
			return v.agreedHits(hs)
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
		if t := v.literal(lang.ExprSet, el); v.types.at(t).kind == tInstance {
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
		t := *v.types.at(v.value(fi, ex.A))
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
	case lang.ExprHeld:
		return v.held(x, v.value(fi, ex.A))
	case lang.ExprEntered:
		return v.entered(v.value(fi, ex.A))
	case lang.ExprRequire:
		if m := v.module(fi, &f.Imports[ex.N]); m != nil {
			return v.entsType(v.wholeModule(m, lang.AnySpace))
		}
	case lang.ExprOpen:
		return v.openValue(f.Name(lang.NameID(ex.N)))
	case lang.ExprMagic:
		return v.magicValue(fi, e)
	case lang.ExprAsked:
		var ts []typeID
		v.each(v.value(fi, ex.A), func(t typeID) {
			if v.types.at(t).kind == tFunc {
				t = v.call(fi, t, lang.NoExpr)
			}
			ts = append(ts, t)
		})
		return v.union(ts...)
	case lang.ExprWhere:
		return v.where(fi, v.value(fi, ex.A), ex.B, ex.N == 0)
	case lang.ExprKeyword:
		return v.value(fi, ex.A)
	case lang.ExprClassOf:
		if c := x.Lang.Rules.ClassObject; c != "" {
			return v.builtin(c, v.typeExpr(fi, ex.A))
		}
		var ts []typeID
		v.each(v.value(fi, ex.A), func(t typeID) {
			switch x := *v.types.at(t); x.kind {
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

// held is t, with what its holders hold in their place.
func (v *eval) held(x *fileIndex, t typeID) typeID {
	var ts []typeID
	v.each(t, func(t typeID) {
		if c := *v.types.at(t); c.kind == tInstance {
			f := v.file(c.file).Facts
			if m := x.Lang.Rules.Holders[f.Name(f.Defs[c.def].Name)]; m != "" {
				t = v.memberType(t, m)
			}
		}
		ts = append(ts, t)
	})
	return v.union(ts...)
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

// agreedHits is the type of members of which any may be meant. Those that are given no
// value say nothing.
func (v *eval) agreedHits(hs []hit) typeID {
	var ts []typeID
	for _, h := range hs {
		if x := v.file(h.file); h.kind == entDef && x.Facts.Defs[h.def].Flags&lang.Agreed != 0 &&
			!slices.ContainsFunc(x.group(h.def), func(d lang.DefID) bool { return len(x.assigns(d)) > 0 }) {
			continue
		}
		ts = append(ts, v.hitType(h))
	}
	return v.agreed(ts)
}

// agreed is the type that all of ts are, unknown where they differ or one is unknown.
func (v *eval) agreed(ts []typeID) typeID {
	if len(ts) == 0 || slices.ContainsFunc(ts, func(t typeID) bool { return t == unknown || !v.same(ts[0], t, 3) }) {
		return unknown
	}
	return ts[0]
}

// array is the type of an array literal: of one whose elements differ we know
// which is where.
func (v *eval) array(fi int32, e lang.ExprID) typeID {
	if t := v.tupleOf(fi, e); t != unknown {
		if args := v.types.at(t).args; len(args) > 1 {
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
		if (sc.Kind == lang.ScopeClass || sc.Kind == lang.ScopeFile) && sc.Owner >= 0 {
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
	if h.made {
		return h.value
	}
	if h.kind != entDef {
		return v.entType(h.ent)
	}
	x := v.file(h.file)
	d := &x.Facts.Defs[h.def]
	if h.called && d.Callable() {
		return v.closed(x, v.subst(v.result(h.file, h.def), h.env))
	}
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
	if f := *v.types.at(t); f.kind == tFunc {
		f.self, f.env = h.self, v.compose(f.env, h.env)
		return v.add(f)
	}
	return v.described(h, v.closed(x, v.subst(t, h.env)))
}

// defType is the type of a value that names definition d.
func (v *eval) defType(fi int32, d lang.DefID) typeID {
	return memo(v, v.defTypes, defKey{fi, d}, func() typeID { return v.defType1(fi, d) })
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
			if t := *v.types.at(v.typeExpr(fi, d.Type)); t.kind == tInstance {
				return v.add(typ{kind: tClass, file: t.file, def: t.def, args: t.args})
			}
		}
	}
	return v.variable(fi, id)
}

// manySame is the number of definitions of one symbol above which sameSymbol filters them.
const manySame = 16

// sameSymbol has the definitions of a symbol in a file that have a declared type, and those
// that values are assigned to.
type sameSymbol struct{ typed, assigned []lang.DefID }

// sameSymbol returns the definitions of id's symbol in x. Of few definitions it returns all,
// unfiltered. Since each of many definitions asks for all of them, it counts the steps.
func (v *eval) sameSymbol(x *fileIndex, id lang.DefID) sameSymbol {
	k := defKey{x.number, x.Facts.Canonical(id)}
	s, ok := v.sameSymbols[k]
	if !ok {
		g := x.group(id)
		if len(g) <= manySame {
			return sameSymbol{g, g}
		}
		for _, d := range g {
			if x.Facts.Defs[d].Type >= 0 {
				s.typed = append(s.typed, d)
			}
			if len(x.assigns(d)) > 0 {
				s.assigned = append(s.assigned, d)
			}
		}
		v.sameSymbols[k] = s
	}
	v.burn((len(s.typed) + len(s.assigned)) / rowsPerStep)
	return s
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
	same := v.sameSymbol(x, id)
	for _, g := range same.typed {
		if t := f.Defs[g].Type; t >= 0 {
			dt := v.typeExpr(fi, t)
			if dt != unknown {
				return v.spread(d, v.filledBy(fi, dt, x.assigns(id)))
			}
		}
	}
	var ts []typeID
	if d.Flags&lang.Param != 0 {
		if t := v.contextualParam(fi, id); t != unknown {
			return t
		}
	}
	if d.Flags&lang.Agreed != 0 {
		for _, g := range same.assigned {
			for _, a := range x.assigns(g) {
				if ex := &f.Exprs[a.Value]; ex.Kind == lang.ExprOpen {
					v.eachStood(f.Name(lang.NameID(ex.N)), func(t typeID) { ts = append(ts, t) })
				} else {
					ts = append(ts, v.value(fi, a.Value))
				}
			}
		}
		return v.agreed(ts)
	}
	for _, g := range same.assigned {
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
	case d.Flags&lang.Rest != 0 && v.types.at(t).kind != tArray && v.types.at(t).kind != tTuple && (d.Type < 0 || !v.self.Lang.Rules.WholeRest):
		return v.wrap(tArray, t)
	}
	return t
}
