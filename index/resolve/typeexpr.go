package resolve

import (
	"sort"

	"codeintel/index/lang"
)

// typeExpr is the type that expression e means in type position.
func (v *eval) typeExpr(fi int32, e lang.ExprID) typeID {
	if e < 0 {
		return unknown
	}
	return memo(v, v.typed, exprKey{fi, e}, func() typeID { return v.typeExpr1(fi, e) })
}

func (v *eval) typeExpr1(fi int32, e lang.ExprID) typeID {
	x := v.file(fi)
	f := x.Facts
	ex := f.Exprs[e]
	switch ex.Kind {
	case lang.ExprName, lang.ExprMember, lang.ExprRequire:
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
	case lang.ExprReadonly:
		t := v.typeExpr(fi, ex.A)
		if a := *v.types.at(t); a.kind == tArray && x.Lang.Rules.ReadonlyArray != "" {
			a.ext = &extRef{names: []string{x.Lang.Rules.ReadonlyArray}}
			return v.add(a)
		}
		return t
	case lang.ExprOptional, lang.ExprStringTy, lang.ExprNonNull, lang.ExprRestOf:
		return v.typeExpr(fi, ex.A)
	case lang.ExprArrayOf:
		return v.wrap(tArray, v.typeExpr(fi, ex.A))
	case lang.ExprTuple:
		if isVariadic(f, ex) {
			return v.variadic(v.typeExpr(fi, f.Exprs[ex.A].A))
		}
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
	case lang.ExprOpen:
		return v.openValue(f.Name(lang.NameID(ex.N)))
	case lang.ExprTypeOf:
		if ex.A >= 0 && f.Exprs[ex.A].Kind == lang.ExprMember && f.Exprs[ex.A].A >= 0 {
			// T["name"]
			if of := f.Exprs[f.Exprs[ex.A].A]; of.Kind == lang.ExprCast && of.A < 0 {
				if t := v.typeExpr(fi, of.B); v.types.at(t).kind == tParam || v.types.at(t).kind == tLookup {
					return v.lookupType(t, f.Name(f.Refs[f.Exprs[ex.A].N].Name))
				}
			}
		}
		return v.value(fi, ex.A)
	case lang.ExprDef:
		return v.namedDef(ent{kind: entDef, file: fi, def: f.Canonical(lang.DefID(ex.N))}, func() []typeID { return nil })
	case lang.ExprIndexed:
		return v.typeAt(fi, v.typeExpr(fi, ex.A), ex.B)
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
			return v.mapped(fi, f.Exprs[ex.A].A, ex.B, lang.NameID(max(ex.N, 0)))
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
		if n := x.Lang.Rules.Implied[f.Name(lang.NameID(ex.N))]; n != "" {
			return v.builtin(n)
		}
	case lang.ExprCall:
		// A base class made by a call: class X(make()).
		return v.asInstance(v.value(fi, e))
	}
	return unknown
}

// typeAt is the type T[key] of file fi, T being t.
func (v *eval) typeAt(fi int32, t typeID, key lang.ExprID) typeID {
	if key < 0 {
		return v.element(t)
	}
	f := v.file(fi).Facts
	var ts []typeID
	switch k := &f.Exprs[key]; k.Kind {
	case lang.ExprString:
		if k.N > 0 {
			for _, h := range v.typeMembers(t, f.Name(lang.NameID(k.N))) {
				ts = append(ts, v.hitType(h))
			}
			return v.union(ts...)
		}
	case lang.ExprNumber:
		return v.nth(t, int(k.N))
	case lang.ExprUnion:
		for a := k.A; a >= 0; a = f.Exprs[a].Next {
			ts = append(ts, v.typeAt(fi, t, a))
		}
		return v.union(ts...)
	case lang.ExprKeysOf:
		return v.entries(t)
	}
	return v.element(t)
}

// mapped is the type { [key in keyof of]: value }.
func (v *eval) mapped(fi int32, of, value lang.ExprID, key lang.NameID) typeID {
	f := v.file(fi).Facts
	t := v.typeExpr(fi, of)
	if value < 0 || t == unknown {
		return t
	}
	if x := &f.Exprs[value]; x.Kind == lang.ExprIndexed && v.mentions(f, x.B, key) && v.same(v.typeExpr(fi, x.A), t, 3) {
		return t // T[K]
	}
	if v.mentions(f, value, key) {
		return v.add(typ{kind: tMapped, args: []typeID{t, unknown}})
	}
	return v.add(typ{kind: tMapped, args: []typeID{t, v.typeExpr(fi, value)}})
}

// mentions says whether the type at e names name.
func (v *eval) mentions(f *lang.Facts, e lang.ExprID, name lang.NameID) bool {
	if name == 0 {
		return false
	}
	var depth int
	var in func(e lang.ExprID, list bool) bool
	in = func(e lang.ExprID, list bool) bool {
		if depth++; depth > maxMentions {
			return true
		}
		for ; e >= 0; e = f.Exprs[e].Next {
			x := &f.Exprs[e]
			switch x.Kind {
			case lang.ExprName:
				if x.N >= 0 && f.Refs[x.N].Name == name {
					return true
				}
			case lang.ExprObject, lang.ExprFuncType:
				d := &f.Defs[x.N]
				for i := sort.Search(len(f.Refs), func(i int) bool { return f.Refs[i].Start >= d.EncStart }); i < len(f.Refs) && f.Refs[i].Start < d.EncEnd; i++ {
					if f.Refs[i].Name == name {
						return true
					}
				}
			case lang.ExprCondType:
				if x.N >= 0 && in(lang.ExprID(x.N), false) {
					return true
				}
			}
			if x.A >= 0 && in(x.A, true) || x.B >= 0 && in(x.B, true) {
				return true
			}
			if !list {
				break
			}
		}
		return false
	}
	return in(e, false)
}

// maxMentions bounds how many parts of a type are looked at.
const maxMentions = 256

// classOf is the class that t is an instance of, as a value.
func (v *eval) classOf(t typeID) typeID {
	var ts []typeID
	v.each(t, func(t typeID) {
		switch x := *v.types.at(t); x.kind {
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
		switch x := *v.types.at(t); x.kind {
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
		case tLookup:
			ts = append(ts, v.asInstance(v.atLeast(x)))
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
			if y := v.file(n.file); y.builtin() && args >= 0 {
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
		if rules.Callables[n] > 0 && v.types.at(args[0]).kind == tTuple {
			return v.wrap(tCallable, t, args[0])
		}
		return v.wrap(tCallable, t)
	}
	if t, ok := at(rules.ClassWrappers); ok {
		if t == unknown {
			return unknown
		}
		if x := *v.types.at(t); x.kind == tInstance {
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
			if !v.types.at(t).open {
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
			return v.withArgs(v.typeExpr(n.file, a.Value), argTypes)
		case lang.ExprIndex, lang.ExprBinary, lang.ExprStringTy, lang.ExprClass:
			return v.typeExpr(n.file, a.Value)
		}
		return v.withArgs(v.asInstance(v.value(n.file, a.Value)), argTypes)
	}
	return unknown
}

// withArgs is t, which an alias stands for, with the type arguments that the alias is
// given, where t is of a class without any.
func (v *eval) withArgs(t typeID, argTypes func() []typeID) typeID {
	if c := *v.types.at(t); c.kind == tInstance && len(c.args) == 0 {
		if args := argTypes(); len(args) > 0 {
			return v.instance(c.file, c.def, args)
		}
	}
	return t
}

// isVariadic says whether type expression x is [...T].
func isVariadic(f *lang.Facts, x lang.Expr) bool {
	return x.Kind == lang.ExprTuple && x.A >= 0 && f.Exprs[x.A].Kind == lang.ExprSpread && f.Exprs[x.A].Next < 0
}
