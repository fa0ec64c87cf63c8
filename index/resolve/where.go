package resolve

import (
	"slices"
	"strconv"

	"codeintel/index/lang"
)

// where is t as far as the test at e (ExprIs) holds of it, or does not. Where the test
// leaves nothing, t: it was not understood.
func (v *eval) where(fi int32, t typeID, e lang.ExprID, holds bool) typeID {
	f := v.file(fi).Facts
	test := f.Exprs[e]
	var kept []typeID
	switch test.N {
	case lang.IsGuarded:
		return v.guarded(fi, t, test.A, holds)
	case lang.IsTypeof:
		return v.ofKind(fi, t, test.A, holds)
	case lang.IsWith:
		name := f.Name(lang.NameID(max(f.Exprs[test.A].N, 0)))
		v.each(t, func(m typeID) {
			hs := v.typeMembers(m, name)
			optional := slices.ContainsFunc(hs, func(h hit) bool {
				return h.kind != entDef || v.file(h.file).Facts.Defs[h.def].Flags&lang.Optional != 0
			})
			if holds && len(hs) > 0 || !holds && (len(hs) == 0 || optional) {
				kept = append(kept, m)
			}
		})
	case lang.IsInstance:
		class := v.asInstance(v.value(fi, test.A))
		c := *v.types.at(class)
		if c.kind != tInstance {
			if t == unknown && holds {
				return class
			}
			return t
		}
		v.each(t, func(m typeID) {
			if k := v.types.at(m).kind; (k == tInstance || k == tThis) && v.extends(m, c) == holds || k != tInstance && k != tThis && !holds {
				kept = append(kept, m)
			}
		})
		if len(kept) == 0 && holds {
			return class
		}
	default:
		var want []string
		for a := test.A; a >= 0; a = f.Exprs[a].Next {
			keys, ok := v.literals(fi, a, 4)
			if !ok {
				return t
			}
			want = append(want, keys...)
		}
		name := f.Name(lang.NameID(test.N))
		v.each(t, func(m typeID) {
			all, some, known := true, false, false
			for _, h := range v.typeMembers(m, name) {
				keys, ok := []string(nil), false
				if h.kind == entDef {
					keys, ok = v.literals(h.file, v.file(h.file).Facts.Defs[h.def].Type, 4)
				}
				if known = ok; !ok {
					break
				}
				for _, k := range keys {
					if slices.Contains(want, k) {
						some = true
					} else {
						all = false
					}
				}
			}
			if !known || holds && some || !holds && !all {
				kept = append(kept, m)
			}
		})
	}
	if len(kept) == 0 {
		return t
	}
	return v.union(kept...)
}

// guarded is t as far as one of the calls at e… says what it is, or none of them does.
func (v *eval) guarded(fi int32, t typeID, e lang.ExprID, holds bool) typeID {
	var said []typeID
	for f := v.file(fi).Facts; e >= 0; e = f.Exprs[e].Next {
		if g := *v.types.at(v.value(fi, e)); g.kind == tGuard && g.args[0] != unknown {
			v.each(g.args[0], func(a typeID) { said = append(said, a) })
		} else if holds {
			return t
		}
	}
	var kept []typeID
	v.each(t, func(m typeID) {
		is := slices.ContainsFunc(said, func(a typeID) bool { return v.isA(m, a) })
		if is == holds {
			kept = append(kept, m)
		}
		for _, a := range said {
			if holds && !is && v.isA(a, m) {
				kept = append(kept, a)
			}
		}
	})
	switch {
	case len(kept) > 0:
		return v.union(kept...)
	case !holds:
		return t
	}
	for _, a := range said {
		switch v.types.at(a).kind {
		case tInstance, tObject, tArray, tTuple, tFunc, tCallable:
		default:
			if t != unknown {
				return t
			}
		}
	}
	return v.union(said...)
}

// isA says whether a value of type m is one of type a, as far as names tell.
func (v *eval) isA(m, a typeID) bool {
	if m == a {
		return true
	}
	x, y := *v.types.at(m), *v.types.at(a)
	switch x.kind {
	case tInstance, tThis:
		return y.kind == tInstance && v.extends(m, y)
	case tArray, tTuple:
		return y.kind == tArray
	case tFunc, tCallable:
		return y.kind == tFunc || y.kind == tCallable || a == v.literal(lang.ExprFunc) || a == v.literal(lang.ExprClass)
	}
	return false
}

// ofKind is t as far as its kind of type, as typeof tells it, is one of the strings at
// e…, or is none of them.
func (v *eval) ofKind(fi int32, t typeID, e lang.ExprID, holds bool) typeID {
	f := v.file(fi).Facts
	var want []string
	for ; e >= 0; e = f.Exprs[e].Next {
		want = append(want, f.Name(lang.NameID(max(f.Exprs[e].N, 0))))
	}
	var kept []typeID
	v.each(t, func(m typeID) {
		if k := v.kindOf(m); k == "" || slices.Contains(want, k) == holds {
			kept = append(kept, m)
		}
	})
	if len(kept) == 0 {
		if t == unknown && holds && len(want) == 1 {
			if k, ok := v.self.Lang.Rules.Prims[want[0]]; ok {
				return v.literal(k)
			}
		}
		return t
	}
	return v.union(kept...)
}

// kindOf is what typeof says of a value of type t, "" where that is not known.
func (v *eval) kindOf(t typeID) string {
	x := *v.types.at(t)
	switch x.kind {
	case tFunc, tCallable, tClass:
		return "function"
	case tArray, tTuple, tDict, tObject, tPromise:
		return "object"
	case tGuard:
		return "boolean"
	case tInstance, tThis:
		for n, k := range v.self.Lang.Rules.Prims {
			if t == v.literal(k) {
				return n
			}
		}
		if t == v.literal(lang.ExprFunc) || t == v.literal(lang.ExprClass) {
			return "function"
		}
		switch y := v.file(x.file); {
		case y.Prelude != nil:
			return "" // bigint, symbol, or an object
		case v.calls(t):
			return "function"
		}
		return "object"
	}
	return ""
}

// calls says whether a value of type t can be called, or made with new.
func (v *eval) calls(t typeID) bool {
	r := &v.self.Lang.Rules
	return len(v.callMembers(t)) > 0 || len(v.typeMembers(t, r.NewMember)) > 0
}

// literals are the values that the type at e has, as texts; ok is false where it has
// others too. Named types are followed depth times.
func (v *eval) literals(fi int32, e lang.ExprID, depth int) (keys []string, ok bool) {
	if e < 0 || depth == 0 {
		return nil, false
	}
	f := v.file(fi).Facts
	x := f.Exprs[e]
	switch x.Kind {
	case lang.ExprString:
		if x.N > 0 {
			return []string{"\"" + f.Name(lang.NameID(x.N))}, true
		}
	case lang.ExprNumber:
		if x.N >= 0 {
			return []string{strconv.Itoa(int(x.N))}, true
		}
	case lang.ExprBool:
		if x.N > 0 {
			return []string{f.Name(lang.NameID(x.N))}, true
		}
	case lang.ExprPrim:
		if f.Name(lang.NameID(x.N)) == "boolean" {
			return []string{"true", "false"}, true
		}
	case lang.ExprUnion:
		for a := x.A; a >= 0; a = f.Exprs[a].Next {
			more, ok := v.literals(fi, a, depth)
			if !ok {
				return nil, false
			}
			keys = append(keys, more...)
		}
		return keys, true
	case lang.ExprName, lang.ExprMember:
		for _, n := range v.exprEnts(fi, e, lang.Type|lang.Value|lang.Namespace) {
			if n.kind != entDef {
				return nil, false
			}
			switch y := v.file(n.file); y.Facts.Defs[n.def].Kind {
			case lang.KindEnumMember:
				keys = append(keys, strconv.Itoa(int(n.file))+":"+strconv.Itoa(int(n.def)))
			case lang.KindTypeAlias:
				more, ok := v.literals(n.file, y.Facts.Defs[n.def].Type, depth-1)
				if !ok {
					return nil, false
				}
				keys = append(keys, more...)
			default:
				return nil, false
			}
		}
		return keys, len(keys) > 0
	}
	return nil, false
}
