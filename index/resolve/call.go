package resolve

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"codeintel/index/lang"
)

// closed is t without the type parameters of prelude x that nothing has bound:
// outside it they mean nothing.
func (v *eval) closed(x *fileIndex, t typeID) typeID {
	if x.Prelude == nil || !v.types.at(t).open {
		return t
	}
	return v.subst(t, &env{file: x.number, def: lang.NoDef})
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
		t = v.filled(fi, d, v.typeExpr(fi, def.Type))
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
			if it := *v.types.at(v.inheritedType(fi, def)); it.kind == tFunc {
				t = v.subst(v.result(it.file, it.def), it.env)
			}
		}
	}
	if def.Flags&lang.Async != 0 && t != unknown && def.Flags&lang.Generator == 0 && v.types.at(t).kind != tPromise {
		t = v.wrap(tPromise, t)
	}
	v.returns[k] = t
	if v.cut(t, before) {
		delete(v.returns, k)
	}
	return t
}

// filled is t, which function d declares to return, with the type arguments that the
// values have which it returns, where it says none.
func (v *eval) filled(fi int32, d lang.DefID, t typeID) typeID {
	x := v.file(fi)
	if !x.Lang.Rules.Filled {
		return t
	}
	c := *v.types.at(t)
	if c.kind != tInstance || len(c.args) > 0 || len(v.classParams(c.file, c.def)) == 0 {
		return t
	}
	found := unknown
	for _, b := range x.bases(d) {
		if b.Kind != lang.BaseReturn {
			continue
		}
		r := v.value(fi, b.Expr)
		if o := *v.types.at(r); o.kind != tInstance || o.file != c.file || o.def != c.def || len(o.args) == 0 || found != unknown && !v.same(found, r, 3) {
			return t
		}
		found = r
	}
	if found == unknown {
		return t
	}
	return found
}

// filledBy is t, the declared type of a parameter, with the type arguments that the
// value has which a framework says it gets, where the declaration says none.
func (v *eval) filledBy(fi int32, t typeID, values []lang.Assign) typeID {
	c := *v.types.at(t)
	if len(values) != 1 || !v.file(fi).Lang.Rules.Filled || c.kind != tInstance || len(c.args) > 0 || len(v.classParams(c.file, c.def)) == 0 {
		return t
	}
	if r := v.value(fi, values[0].Value); v.types.at(r).kind == tInstance && v.extends(r, c) {
		return r
	}
	return t
}

// extends says whether t is an instance of the class that c is one of.
func (v *eval) extends(t typeID, c typ) bool {
	x := *v.types.at(t)
	for _, m := range v.mro(x.file, x.def) {
		if m.ext == nil && !m.open && m.file == c.file && m.def == c.def {
			return true
		}
	}
	return false
}

// applied gives explicit type arguments to a generic function or class.
func (v *eval) applied(fi int32, t typeID, args lang.ExprID) typeID {
	f := v.file(fi).Facts
	var ts []typeID
	for a := args; a >= 0; a = f.Exprs[a].Next {
		ts = append(ts, v.typeExpr(fi, a))
	}
	x := *v.types.at(t)
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
	x := *v.types.at(t)
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
		ht := v.give(v.hitType(h), v.types.at(t).given)
		if x := *v.types.at(ht); x.kind == tFunc && e >= 0 && v.fits(fi, x, x.def, e) {
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
	x := *v.types.at(t)
	switch x.kind {
	case tUnion, tIntersect:
		var ts []typeID
		for _, a := range x.args {
			if x.kind == tUnion || v.accepts(fi, a, e) {
				ts = append(ts, v.call(fi, a, e))
			}
		}
		return v.union(ts...)
	case tParam, tLookup, tVariadic:
		return v.call(fi, v.atLeast(x), e)
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
	x := *v.types.at(t)
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
	if t := v.magicCall(fi, fn, e); t != unknown {
		return t
	}
	d := v.overload(fi, fn, e)
	r := v.result(fn.file, d)
	if r == unknown || !v.types.at(r).open {
		return r
	}
	en := fn.env
	if e >= 0 {
		for _, b := range v.infer(fi, fn.file, d, x.typeParams(d), fn.env, v.boundCall(fn), e, inferring{lambdas: true, asked: x.Lang.Rules.ExpectedResult, place: lang.NoExpr, self: fn.self}) {
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
		return v.types.at(fn.self).kind != tClass || !slices.Contains(x.Lang.Rules.ConstructorNames, x.Facts.Name(d.Name))
	}
	return v.types.at(fn.self).kind != tClass
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

// refuses says whether no value that is written as a literal of kind k is of the type at
// t: a primitive type takes those of its own kind, a type of functions functions, one of
// lists lists. Of all other types it says nothing.
func (x *fileIndex) refuses(t lang.ExprID, k lang.ExprKind) bool {
	switch k {
	case lang.ExprString, lang.ExprNumber, lang.ExprBool, lang.ExprObject, lang.ExprArray, lang.ExprFunc:
	default:
		return false
	}
	f := x.Facts
	switch e := &f.Exprs[t]; e.Kind {
	case lang.ExprUnion:
		for a := e.A; a >= 0; a = f.Exprs[a].Next {
			if !x.refuses(a, k) {
				return false
			}
		}
		return e.A >= 0
	case lang.ExprPrim:
		own, ok := x.Lang.Rules.Prims[f.Name(lang.NameID(e.N))]
		return ok && own != k
	case lang.ExprString, lang.ExprNumber, lang.ExprBool:
		return e.Kind != k
	case lang.ExprFuncType:
		return k != lang.ExprFunc
	case lang.ExprArrayOf:
		return k != lang.ExprArray
	}
	return false
}

// fits says whether declaration d of fn takes as many arguments as call e has,
// those of these names, tuples where it wants tuples, and no literals that cannot be
// of the type that it wants.
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
			if pd.Type >= 0 && x.Facts.Exprs[pd.Type].Kind == lang.ExprTuple && !isVariadic(x.Facts, x.Facts.Exprs[pd.Type]) && v.argType(fi, positional[0], true) == unknown {
				return false
			}
			if pd.Type >= 0 && x.refuses(pd.Type, f.Exprs[positional[0]].Kind) {
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
	if len(v.infer(fi, fn.file, d, nil, fn.env, v.boundCall(fn), e, inferring{place: lang.NoExpr, self: fn.self})) > 0 {
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
		if v.types.at(v.subst(v.defType(fn.file, ps[i]), fn.env)).open && v.value(fi, a) != unknown {
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
	if tuple && v.types.at(t).kind != tTuple {
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

// construct is an instance of the class that t is.
func (v *eval) construct(fi int32, t typeID, e lang.ExprID) typeID {
	var ts []typeID
	v.each(t, func(t typeID) {
		x := *v.types.at(t)
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
		case tParam, tLookup, tVariadic:
			if b := v.atLeast(x); b != unknown && v.enter() {
				ts = append(ts, v.construct(fi, b, e))
				v.leave()
			}
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
	if x := v.file(fi); x.builtin() && len(args) > 0 {
		if t := v.namedExternal(&x.Lang.Rules, nil, x.Facts.Name(x.Facts.Defs[def].Name), args); t != unknown {
			return t
		}
	}
	return v.instance(fi, def, args)
}

// inferArgs finds a class's type arguments from the arguments of its
// constructor.
func (v *eval) inferArgs(fi int32, t typeID, ps []defKey, e lang.ExprID) []typeID {
	x := *v.types.at(t)
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
				bs := v.infer(fi, h.file, d, nil, m.env, true, e, inferring{lambdas: true, place: lang.NoExpr})
				if r := *v.types.at(v.result(h.file, d)); r.kind == tInstance && r.file == x.file && r.def == x.def {
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
					if o := *v.types.at(t); o.kind == tInstance {
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
