package resolve

import (
	"slices"

	"codeintel/index/lang"
)

// inferring says which arguments of a call say something about type parameters.
type inferring struct {
	lambdas bool        // function literals do of which the place says the types of the parameters
	asked   bool        // what the arguments do not say the place of the call does
	place   lang.ExprID // this function literal does not: the type of its place is what is asked for
	self    typeID      // the receiver, unknown where there is none
}

// infer finds what the arguments of call e say about the type parameters of
// function d (and of its class).
func (v *eval) infer(fi, dfi int32, d lang.DefID, own []lang.DefID, fe *env, bound bool, e lang.ExprID, how inferring) []*env {
	x, f := v.file(dfi), v.file(fi).Facts
	ps := x.params(d)
	if len(ps) > 0 && x.Facts.Defs[ps[0]].Flags&lang.SelfParam != 0 && bound {
		ps = ps[1:]
	}
	b := &bindings{v: v}
	if how.self != unknown {
		// What is said of the receiver and takes no argument (this: T).
		for _, p := range x.children(d, func(p *lang.Def) bool { return p.Flags&(lang.SelfParam|lang.Param) == lang.SelfParam }) {
			if pt := v.defType(dfi, p); v.types.at(pt).open {
				b.unify(v.subst(pt, fe), how.self, 6)
			}
		}
	}
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
		if pt == unknown || !v.types.at(pt).open {
			continue
		}
		if v.isLate(fi, a, how) {
			continue
		}
		at := unknown
		switch k := v.types.at(pt).kind; {
		case x.Facts.Defs[p].Flags&lang.Rest != 0 && (k == tParam || k == tVariadic):
			// What the call has from here on is the tuple.
			b.unify(v.subst(pt, fe), v.restOf(fi, a, how), 6)
			i = len(ps)
			continue
		case k == tVariadic && f.Exprs[a].Kind == lang.ExprArray:
			at = v.tupleOf(fi, a)
		default:
			at = v.argType(fi, a, k == tTuple)
		}
		if x.Facts.Defs[p].Flags&lang.Rest != 0 && v.types.at(pt).kind == tArray {
			pt = v.types.at(pt).args[0]
		}
		b.unify(v.subst(pt, fe), at, 6)
	}
	if e >= 0 && how.asked {
		// What its arguments do not say the place of the call may.
		if r := v.result(dfi, d); slices.ContainsFunc(own, func(p lang.DefID) bool { return !b.has(dfi, p) }) && v.types.at(r).open {
			b.unify(v.subst(r, fe), v.expected(fi, e, true), 6)
		}
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
				if bs.Kind == k && t == unknown && (how.lambdas || k == lang.BaseDefault) {
					t = v.typeExpr(dfi, bs.Expr)
				}
			}
		}
		if t != unknown {
			b.envs = append(b.envs, &env{file: dfi, def: p, t: t})
		}
	}
	return b.envs
}

// restOf is the tuple of the arguments of a call from a on; unknown when it is not
// known how many there are, or when one is not looked into.
func (v *eval) restOf(fi int32, a lang.ExprID, how inferring) typeID {
	f := v.file(fi).Facts
	var ts []typeID
	for ; a >= 0; a = f.Exprs[a].Next {
		if f.Exprs[a].Kind == lang.ExprSpread || v.isLate(fi, a, how) || len(ts) == maxTuple {
			return unknown
		}
		ts = append(ts, v.value(fi, a))
	}
	return v.wrap(tTuple, ts...)
}

// isLate says whether argument a is a function literal that is not looked into.
func (v *eval) isLate(fi int32, a lang.ExprID, how inferring) bool {
	x := v.file(fi)
	if e := &x.Facts.Exprs[a]; e.Kind == lang.ExprFunc && e.N >= 0 && !how.lambdas {
		return a == how.place || slices.ContainsFunc(x.params(lang.DefID(e.N)), func(p lang.DefID) bool { return x.Facts.Defs[p].Type < 0 })
	}
	return false
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
	if p == unknown || a == unknown || depth <= 0 || !v.types.at(p).open || !v.enter() {
		return
	}
	defer v.leave()
	x, y := *v.types.at(p), *v.types.at(a)
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
			if k := v.types.at(m).kind; k != tParam && k == y.kind {
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
			if c := v.container(y); v.types.at(c).kind == tInstance {
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
	case tVariadic:
		b.unify(x.args[0], a, depth-1)
	case tClass:
		if y.kind == tClass && x.self != unknown {
			b.unify(x.self, v.asInstance(a), depth-1)
		} else if y.kind == tClass && len(x.args) == 1 && x.def == lang.NoDef {
			b.unify(x.args[0], v.asInstance(a), depth-1)
		}
	case tCallable:
		if y.kind == tFunc {
			if len(x.args) > 1 && x.args[1] != unknown {
				py := v.file(y.file).params(y.def)
				if len(py) > 0 && v.file(y.file).Facts.Defs[py[0]].Flags&lang.SelfParam != 0 && v.boundCall(y) {
					py = py[1:]
				}
				for i, p := range v.types.at(x.args[1]).args {
					if i < len(py) && v.file(y.file).Facts.Defs[py[i]].Type >= 0 {
						b.unify(p, v.subst(v.defType(y.file, py[i]), y.env), depth-1)
					}
				}
			}
			b.unify(x.args[0], v.subst(v.result(y.file, y.def), y.env), depth-1)
		} else if y.kind == tCallable {
			b.unify(x.args[0], y.args[0], depth-1)
		} else if y.kind == tClass {
			b.unify(x.args[0], v.asInstance(a), depth-1)
		}
	case tFunc:
		if y.kind == tFunc {
			r, given := v.subst(v.result(x.file, x.def), x.env), unknown
			if k := v.types.at(r).kind; k == tTuple || k == tVariadic {
				given = v.tupleResult(y)
			}
			if given == unknown {
				given = v.subst(v.result(y.file, y.def), y.env)
			}
			b.unify(r, given, depth-1)
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
	case tMapped:
		// { [K in keyof T]: … }: T has the members that the value has.
		b.unify(x.args[0], a, depth-1)
	}
}

// tupleResult is the tuple that function literal t returns; unknown when it does not
// return one list alone.
func (v *eval) tupleResult(t typ) typeID {
	x := v.file(t.file)
	if x.Facts.Defs[t.def].Type >= 0 {
		return unknown
	}
	out := unknown
	for _, b := range x.bases(t.def) {
		if b.Kind != lang.BaseReturn {
			continue
		}
		e := b.Expr
		for e >= 0 && (x.Facts.Exprs[e].Kind == lang.ExprConst || x.Facts.Exprs[e].Kind == lang.ExprReadonly) {
			e = x.Facts.Exprs[e].A
		}
		if out != unknown || e < 0 || x.Facts.Exprs[e].Kind != lang.ExprArray {
			return unknown
		}
		out = v.subst(v.tupleOf(t.file, e), t.env)
	}
	return out
}

// made unifies the results of p's construct signatures with what new gives
// of a.
func (b *bindings) made(p, a typeID, depth int) {
	v := b.v
	made := unknown
	switch y := *v.types.at(a); {
	case y.kind == tClass && y.def >= 0:
		made = v.asInstance(a)
	case y.kind == tObject || y.kind == tInstance:
		made = v.construct(y.file, a, lang.NoExpr)
	}
	if made == unknown {
		return
	}
	for _, h := range v.typeMembers(p, v.self.Lang.Rules.NewMember) {
		if ht := *v.types.at(v.hitType(h)); ht.kind == tFunc {
			b.unify(v.subst(v.result(ht.file, ht.def), ht.env), made, depth-1)
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
	x := *v.types.at(p)
	fx := v.file(x.file)
	v.listed(fx, x.def)
	for i, m := range fx.members.all(int32(fx.Facts.Canonical(x.def))) {
		if i > 16 {
			return
		}
		d := &fx.Facts.Defs[m]
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
