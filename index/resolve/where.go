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
	if test.N < 0 {
		class := v.asInstance(v.value(fi, test.A))
		c := v.types[class]
		if c.kind != tInstance {
			if t == unknown && holds {
				return class
			}
			return t
		}
		v.each(t, func(m typeID) {
			if k := v.types[m].kind; (k == tInstance || k == tThis) && v.extends(m, c) == holds || k != tInstance && k != tThis && !holds {
				kept = append(kept, m)
			}
		})
		if len(kept) == 0 && holds {
			return class
		}
	} else {
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
