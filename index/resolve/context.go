package resolve

import (
	"slices"

	"codeintel/index/lang"
)

// contextIndex says where each expression of a file stands, so that a function
// literal or an object literal can be given the type that its place expects.
type contextIndex struct {
	calls  map[lang.RefID]lang.ExprID // the call whose callee a reference is
	member map[lang.RefID]lang.ExprID // the access that a reference is the name of
	parent []lang.ExprID              // the expression it is an operand of
	flows  []lang.DefID               // the definition it is assigned to
	result []lang.DefID               // the function it is returned from
	yields map[lang.ExprID]lang.DefID // the generator it is yielded by
	keyed  map[lang.ExprID]lang.DefID // the object that has it under a key that is worked out
	funcs  map[lang.DefID]lang.ExprID
}

func (x *fileIndex) contexts() *contextIndex {
	x.contextOnce.Do(func() {
		f := x.Facts
		n := len(f.Exprs)
		c := &x.context
		c.parent = make([]lang.ExprID, n)
		c.flows = make([]lang.DefID, n)
		c.result = make([]lang.DefID, n)
		c.yields = make(map[lang.ExprID]lang.DefID)
		c.keyed = make(map[lang.ExprID]lang.DefID)
		c.funcs = make(map[lang.DefID]lang.ExprID)
		c.calls = make(map[lang.RefID]lang.ExprID)
		c.member = make(map[lang.RefID]lang.ExprID)
		for i := range c.parent {
			c.parent[i], c.flows[i], c.result[i] = lang.NoExpr, lang.NoDef, lang.NoDef
		}
		for i := range f.Exprs {
			e := &f.Exprs[i]
			for _, o := range [2]lang.ExprID{e.A, e.B} {
				// The operand may be the head of a list.
				for ; o >= 0; o = f.Exprs[o].Next {
					if c.parent[o] < 0 {
						c.parent[o] = lang.ExprID(i)
					}
				}
			}
			if e.Kind == lang.ExprCall || e.Kind == lang.ExprNew {
				a := e.A
				for a >= 0 && f.Exprs[a].Kind == lang.ExprTypeArgs {
					a = f.Exprs[a].A
				}
				if a >= 0 && (f.Exprs[a].Kind == lang.ExprName || f.Exprs[a].Kind == lang.ExprMember) {
					c.calls[lang.RefID(f.Exprs[a].N)] = lang.ExprID(i)
				}
			}
			if e.Kind == lang.ExprMember {
				c.member[lang.RefID(e.N)] = lang.ExprID(i)
			}
			if e.Kind == lang.ExprFunc || e.Kind == lang.ExprObject {
				// An object is also what this means in its methods, which come before the end of it.
				if _, ok := c.funcs[lang.DefID(e.N)]; !ok || e.Kind == lang.ExprObject {
					c.funcs[lang.DefID(e.N)] = lang.ExprID(i)
				}
			}
		}
		for _, a := range f.Assigns {
			if c.flows[a.Value] < 0 {
				c.flows[a.Value] = a.Def
			}
		}
		for _, b := range f.Bases {
			switch b.Kind {
			case lang.BaseReturn:
				c.result[b.Expr] = b.Def
			case lang.BaseYield:
				c.yields[b.Expr] = b.Def
			case lang.BaseKeyed:
				c.keyed[b.Expr] = b.Def
			}
		}
	})
	return &x.context
}

// contextualParam is the type that the place of a function literal gives to
// its parameter p.
func (v *eval) contextualParam(fi int32, p lang.DefID) typeID {
	x := v.file(fi)
	fn := x.Facts.Defs[p].Parent
	if fn < 0 {
		return unknown
	}
	pos := -1
	for i, q := range x.params(fn) {
		if q == p {
			pos = i
		}
	}
	if pos < 0 || !v.enter() {
		return unknown
	}
	defer v.leave()
	of := func(asked bool) typeID {
		var ts []typeID
		v.each(v.expectedOfFunc(fi, fn, asked), func(t typeID) {
			if pt := v.paramOf(t, pos, x.Facts.Defs[p].Flags&lang.Rest != 0); pt != unknown {
				ts = append(ts, pt)
			}
		})
		return v.union(ts...)
	}
	t := of(false)
	if x.Lang.Rules.ExpectedResult && v.undecided(t) {
		t = of(true)
	}
	return t
}

// undecided says whether t is, or may be, a type parameter.
func (v *eval) undecided(t typeID) bool {
	switch x := v.types.at(t); x.kind {
	case tParam, tLookup:
		return true
	case tUnion, tIntersect, tArray, tPromise:
		return slices.ContainsFunc(x.args, v.undecided)
	}
	return false
}

// placed is what the place of expression e asks for; where that is a type parameter of
// the function called there, as the place of the call has it.
func (v *eval) placed(fi int32, e lang.ExprID) typeID {
	t := v.expected(fi, e, false)
	if v.file(fi).Lang.Rules.ExpectedResult && v.undecided(t) {
		t = v.expected(fi, e, true)
	}
	return t
}

// expectedOfFunc is the type that the place of function fn expects it to have; asked is
// that of expected.
func (v *eval) expectedOfFunc(fi int32, fn lang.DefID, asked bool) typeID {
	x := v.file(fi)
	if e, ok := x.contexts().funcs[fn]; ok {
		return v.expected(fi, e, asked)
	}
	// A method of an object literal.
	if d := &x.Facts.Defs[fn]; d.Parent >= 0 && d.Flags&lang.Member != 0 {
		if e, ok := x.contexts().funcs[d.Parent]; ok {
			return v.memberType(v.expected(fi, e, asked), x.Facts.Name(d.LookupName()))
		}
	}
	return unknown
}

// paramOf is the type of parameter pos of a function of type t.
func (v *eval) paramOf(t typeID, pos int, rest bool) typeID {
	f := *v.types.at(t)
	switch f.kind {
	case tFunc:
		y := v.file(f.file)
		for _, d := range y.group(f.def) {
			ps := y.params(d)
			if len(ps) == 0 {
				continue
			}
			i := pos
			if y.Facts.Defs[ps[0]].Flags&lang.SelfParam != 0 {
				i++
			}
			last := ps[len(ps)-1]
			if i >= len(ps)-1 && y.Facts.Defs[last].Flags&lang.Rest != 0 {
				lt := v.subst(v.defType(f.file, last), f.env)
				if rest {
					return lt
				}
				return v.nth(lt, i-len(ps)+1)
			}
			if i < len(ps) {
				return v.subst(v.defType(f.file, ps[i]), f.env)
			}
		}
	case tCallable:
		if len(f.args) > 1 && !rest && v.types.at(f.args[1]).kind == tTuple && pos < len(v.types.at(f.args[1]).args) {
			return v.types.at(f.args[1]).args[pos]
		}
	case tInstance, tObject:
		for _, h := range v.callMembers(t) {
			if h.kind == entDef {
				if ht := v.hitType(h); v.types.at(ht).kind == tFunc {
					return v.paramOf(ht, pos, rest)
				}
			}
		}
	}
	return unknown
}

// memberType is the type of member name of a value of type t.
func (v *eval) memberType(t typeID, name string) typeID {
	hs := v.typeMembers(t, name)
	if len(hs) == 0 {
		return v.indexed(t)
	}
	var ts []typeID
	for _, h := range hs {
		ts = append(ts, v.hitType(h))
	}
	return v.union(ts...)
}

// expected is the type that the place of expression e asks for. With asked, the place of
// a call that e is an argument of says type parameters that nothing else does.
func (v *eval) expected(fi int32, e lang.ExprID, asked bool) typeID {
	if !v.enter() {
		return unknown
	}
	defer v.leave()
	x := v.file(fi)
	f := x.Facts
	c := x.contexts()
	if d := c.flows[e]; d >= 0 {
		def := &f.Defs[d]
		if def.Type >= 0 {
			return v.typeExpr(fi, def.Type)
		}
		if def.Parent >= 0 && def.Flags&lang.Member != 0 {
			if o, ok := c.funcs[def.Parent]; ok { // a key of an object literal
				return v.memberType(v.expected(fi, o, asked), f.Name(def.LookupName()))
			}
			return v.inheritedType(fi, def)
		}
		return unknown
	}
	if fn := c.result[e]; fn >= 0 {
		def := &f.Defs[fn]
		if def.Type >= 0 {
			t := v.typeExpr(fi, def.Type)
			if def.Flags&lang.Async != 0 {
				t = v.awaited(t)
			}
			return t
		}
		var ts []typeID
		v.each(v.expectedOfFunc(fi, fn, asked), func(t typeID) {
			if v.types.at(t).kind == tInstance && v.self.Lang.Rules.FunctionalInterfaces {
				if h, ok := v.single(t); ok {
					t = v.hitType(h)
				}
			}
			if ft := *v.types.at(t); ft.kind == tFunc {
				ts = append(ts, v.subst(v.result(ft.file, ft.def), ft.env))
			}
		})
		return v.union(ts...)
	}
	if fn, ok := c.yields[e]; ok && f.Defs[fn].Type >= 0 {
		return v.element(v.typeExpr(fi, f.Defs[fn].Type))
	}
	if obj, ok := c.keyed[e]; ok {
		if o, ok := c.funcs[obj]; ok {
			return v.indexed(v.expected(fi, o, asked))
		}
	}
	p := c.parent[e]
	if p < 0 {
		return unknown
	}
	px := &f.Exprs[p]
	switch px.Kind {
	case lang.ExprCall, lang.ExprNew:
		if px.A == e {
			return unknown
		}
		return v.expectedArg(fi, p, e, asked)
	case lang.ExprCond, lang.ExprNonNull, lang.ExprConst, lang.ExprBoth, lang.ExprAwait:
		return v.expected(fi, p, asked)
	case lang.ExprCast, lang.ExprExpect:
		if px.A == e {
			return v.typeExpr(fi, px.B)
		}
	case lang.ExprArray, lang.ExprSet:
		return v.element(v.expected(fi, p, asked))
	case lang.ExprTuple:
		i := 0
		for a := px.A; a >= 0 && a != e; a = f.Exprs[a].Next {
			i++
		}
		return v.nth(v.expected(fi, p, asked), i)
	case lang.ExprKeyword:
		if call := c.parent[p]; call >= 0 && (f.Exprs[call].Kind == lang.ExprCall || f.Exprs[call].Kind == lang.ExprNew) {
			return v.expectedArg(fi, call, p, asked)
		}
	}
	return unknown
}

// expectedArg is the type of the parameter that argument e of call p is for; asked is
// that of expected.
func (v *eval) expectedArg(fi int32, p, e lang.ExprID, asked bool) typeID {
	x := v.file(fi)
	f := x.Facts
	px := &f.Exprs[p]
	pos := 0
	for a := px.B; a >= 0 && a != e; a = f.Exprs[a].Next {
		pos++
	}
	var ts []typeID
	callee := v.value(fi, px.A)
	if c := *v.types.at(callee); c.kind == tIntersect {
		callee = unknown
		for _, a := range c.args {
			if v.accepts(fi, a, p) {
				callee = a
				break
			}
		}
	}
	v.each(callee, func(t typeID) {
		fn := *v.types.at(t)
		var bound *env
		if fn.kind == tSuper { // super(…): the constructor of the class behind
			for _, m := range v.behind(fn.file, fn.def) {
				if m.ext == nil && !m.open {
					bound = m.env
					fn = typ{kind: tClass, file: m.file, def: m.def}
					break
				}
			}
		}
		if n := x.Lang.Rules.NewMember; px.Kind == lang.ExprNew && n != "" && (fn.kind == tInstance || fn.kind == tThis || fn.kind == tObject) {
			for _, h := range v.typeMembers(t, n) {
				if h.kind == entDef {
					fn = *v.types.at(v.hitType(h))
					break
				}
			}
		} else if px.Kind == lang.ExprNew || fn.kind == tClass {
			if fn.kind != tClass || fn.def < 0 {
				return
			}
			bound = v.argEnv(fn.file, fn.def, fn.args, bound)
			found := false
			for _, n := range v.file(fn.file).Lang.Rules.ConstructorNames {
				for _, h := range v.choose(fi, v.classMembers(fn.file, fn.def, n, 0, bound, v.instance(fn.file, fn.def, fn.args), false), p) {
					if h.kind == entDef && !found {
						if m := *v.types.at(v.hitType(h)); m.kind == tFunc {
							fn, found = m, true
						}
					}
				}
			}
			if !found {
				return
			}
		}
		switch fn.kind {
		case tInstance, tThis, tObject:
			for _, h := range v.typeMembers(t, x.Lang.Rules.CallMember) {
				if h.kind == entDef {
					fn = *v.types.at(v.hitType(h))
					break
				}
			}
		}
		if fn.kind != tFunc {
			return
		}
		d := v.overload(fi, fn, p)
		y := v.file(fn.file)
		ps := y.params(d)
		if len(ps) > 0 && y.Facts.Defs[ps[0]].Flags&lang.SelfParam != 0 {
			ps = ps[1:]
		}
		i := min(pos, len(ps)-1)
		if f.Exprs[e].Kind == lang.ExprKeyword {
			i = -1
			for j, q := range ps {
				if n := f.Exprs[e].N; n >= 0 && y.Facts.Name(y.Facts.Defs[q].Name) == f.Name(f.Refs[n].Name) {
					i = j
				}
			}
			pos = i
		}
		if i < 0 {
			return
		}
		pt := v.defType(fn.file, ps[i])
		if y.Facts.Defs[ps[i]].Flags&lang.Rest != 0 {
			pt = v.nth(pt, pos-i)
		} else if pos >= len(ps) {
			return
		}
		en := v.compose(fn.env, bound)
		for _, b := range v.infer(fi, fn.file, d, y.typeParams(d), en, true, p, inferring{asked: asked, place: e, self: fn.self}) {
			en = v.compose(b, en)
		}
		ts = append(ts, v.subst(pt, en))
	})
	return v.union(ts...)
}
