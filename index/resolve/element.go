package resolve

import (
	"codeintel/index/lang"
)

// awaited is the type of awaiting t.
func (v *eval) awaited(t typeID) typeID {
	var ts []typeID
	v.each(t, func(t typeID) {
		if x := *v.types.at(t); x.kind == tPromise {
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
		x := *v.types.at(t)
		switch x.kind {
		case tArray, tDict:
			ts = append(ts, x.args[0])
		case tTuple:
			ts = append(ts, x.args...)
		case tParam, tLookup, tVariadic:
			ts = append(ts, v.element(v.atLeast(x)))
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
			rules := &v.file(x.file).Lang.Rules
			if n := rules.IterBase; n != "" && x.kind != tObject {
				ts = append(ts, v.baseArg(x, n))
				return
			}
			for _, n := range rules.IterMembers {
				for _, h := range v.typeMembers(t, n) {
					if h.kind == entDef {
						r := v.call(h.file, v.hitType(h), lang.NoExpr)
						if r != unknown && v.types.at(r).kind != tThis {
							if next := *v.types.at(r); next.kind == tInstance && next.file == x.file && next.def == x.def {
								continue // __iter__ that returns self: __next__ says the type
							}
							if el := v.element(r); el != unknown {
								ts = append(ts, el)
							} else if n != rules.IterMembers[0] {
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
			continue
		}
		if m.open {
			continue // it is in no file
		}
		if y := v.file(m.file); y.Prelude != nil && bases[y.Facts.Name(y.Facts.Defs[m.def].Name)] {
			return true
		}
	}
	return false
}

// nth is element n of a tuple, or any element of a sequence.
func (v *eval) nth(t typeID, n int) typeID {
	var ts []typeID
	v.each(t, func(t typeID) {
		x := *v.types.at(t)
		if x.kind == tTuple {
			if n < 0 {
				n += len(x.args)
			}
			if n >= 0 && n < len(x.args) {
				ts = append(ts, x.args[n])
			}
			return
		}
		if x.kind == tParam || x.kind == tLookup || x.kind == tVariadic {
			ts = append(ts, v.nth(v.atLeast(x), n))
			return
		}
		if i := v.indexed(t); i != unknown {
			ts = append(ts, i)
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
	var of func(t typeID)
	of = func(t typeID) {
		o := *v.types.at(t)
		switch o.kind {
		case tIntersect:
			for _, a := range o.args {
				of(a)
			}
		case tDict, tMapped:
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
			if ex.B >= 0 && x.Facts.Exprs[ex.B].Kind == lang.ExprUnknown && x.Lang.Rules.SliceKeeps && v.file(o.file).Prelude != nil {
				ts = append(ts, t)
				return
			}
			if hs := v.computed(fi, t, ex.B); len(hs) > 0 {
				for _, h := range hs {
					ts = append(ts, v.hitType(h))
				}
				return
			}
			ts = append(ts, v.byIndex(t))
			if ex.B >= 0 && x.Facts.Exprs[ex.B].Kind == lang.ExprString {
				name := x.Facts.Name(lang.NameID(max(x.Facts.Exprs[ex.B].N, 0)))
				for _, h := range v.typeMembers(t, name) {
					ts = append(ts, v.hitType(h))
				}
			}
		}
	}
	v.each(v.value(fi, ex.A), of)
	return v.union(ts...)
}

// computed are the members of t whose key is what expression e of a file names: such a
// member is called by the text of its key, "[key]".
func (v *eval) computed(fi int32, t typeID, e lang.ExprID) []hit {
	x := v.file(fi)
	if !x.Lang.Rules.IndexedMembers || e < 0 || x.Facts.Exprs[e].Kind != lang.ExprName || x.Facts.Exprs[e].N < 0 {
		return nil
	}
	return v.typeMembers(t, "["+x.Facts.Name(x.Facts.Refs[x.Facts.Exprs[e].N].Name)+"]")
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
		switch x := *v.types.at(t); x.kind {
		case tDict, tMapped:
			ts = append(ts, x.args[1])
		case tInstance, tThis, tObject:
			ts = append(ts, v.byIndex(t))
		case tIntersect:
			for _, a := range x.args {
				ts = append(ts, v.indexed(a))
			}
		}
	})
	return v.union(ts...)
}

// entries is the type of the values that an object of type t has, whatever
// their keys.
func (v *eval) entries(t typeID) typeID {
	var ts []typeID
	v.each(t, func(t typeID) {
		x := *v.types.at(t)
		switch x.kind {
		case tDict, tMapped:
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
			v.listed(y, x.def)
			for i, m := range y.members.all(int32(y.Facts.Canonical(x.def))) {
				if d := &y.Facts.Defs[m]; i < 2*maxUnion && d.Flags&lang.Member != 0 && d.Flags&lang.Static == 0 {
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
		x := *v.types.at(t)
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
