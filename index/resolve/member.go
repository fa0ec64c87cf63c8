package resolve

import (
	"fmt"
	"slices"

	"codeintel/index/lang"
)

// hit is a member found: what it is, and what the type parameters in its
// declaration mean for the receiver.
type hit struct {
	ent
	env  *env
	self typeID
	// called: the use calls what it means (a Binding that is a Getter).
	called bool
	// made: a framework says that the member's value is value (lang.Magic).
	made     bool
	value    typeID
	possible bool // it may be another one, or none
	anyOf    bool // it is one of several, which of them depends on who asks
}

// mroEntry is one class in a method resolution order. env binds the class's
// type parameters in terms of those of the class whose order it is.
type mroEntry struct {
	file int32
	def  lang.DefID
	env  *env
	ext  *extRef // an external base, then file and def mean nothing
	open bool    // a base that could not be resolved
	peer bool    // another declaration of the class before it
	any  string  // an open name: any of what it stands for (lang.BaseAnyOf); then it is open too
	of   typeID  // a type that is no class (typeof a module, a mapped type); then it is open too
}

// anyKey is a member that is asked of what an open name stands for.
type anyKey struct {
	open, name string
	space      lang.Space
}

// anyHits are what there is of it; pending while it is looked for.
type anyHits struct {
	hits    []hit
	pending bool
}

type defKey struct {
	file int32
	def  lang.DefID
}

// memberRef finds what reference r (X.name) of file fi means.
func (v *eval) memberRef(fi int32, r lang.RefID, space lang.Space) []hit {
	x := v.file(fi)
	ref := &x.Facts.Refs[r]
	if ref.X < 0 {
		return nil
	}
	recv := lang.ExprID(ref.X)
	hits := v.memberNamed(fi, recv, ref, x.Facts.Name(ref.Name), space)
	if x.Lang.Rules.Spaces {
		return v.choose(fi, hits, x.callOf(r))
	}
	return hits
}

// memberNamed finds what recv.name means in a file, where it stands as reference ref.
func (v *eval) memberNamed(fi int32, recv lang.ExprID, ref *lang.Ref, name string, space lang.Space) []hit {
	x := v.file(fi)
	if x.Lang.Rules.Spaces {
		return v.spaced(fi, recv, name, ref.Space)
	}
	name = x.fold(name)
	if e, ok := v.ownExports(fi, recv, name); ok {
		return []hit{{ent: e}}
	}
	// Namespaces, modules and enums in type position are not values.
	if space&lang.Value == 0 {
		// A module has types beside what export = says that it is.
		if recv >= 0 && x.Facts.Exprs[recv].Kind == lang.ExprRequire {
			if m := v.module(fi, &x.Facts.Imports[x.Facts.Exprs[recv].N]); m != nil && !m.External {
				if es := v.exported(m, name, space); len(es) > 0 {
					return v.asHits(es)
				}
			}
		}
		if es := v.exprEnts(fi, recv, lang.Namespace|lang.Value); len(es) > 0 {
			var out []hit
			for _, e := range es {
				out = append(out, v.entMembers(e, name, space)...)
			}
			if len(out) > 0 {
				return out
			}
		}
	}
	return v.typeMembers(v.value(fi, recv), name)
}

// entMembers is the member name of what e names.
func (v *eval) entMembers(e ent, name string, space lang.Space) []hit {
	switch e.kind {
	case entModule:
		return v.asHits(v.exported(e.mod, name, space))
	case entExternal:
		return []hit{{ent: ent{kind: entExternal, ext: e.ext.sub(name)}}}
	case entDef:
		x := v.file(e.file)
		switch x.Facts.Defs[e.def].Kind {
		case lang.KindNamespace, lang.KindModule, lang.KindPackage, lang.KindEnum:
			v.lookedIn(x, name)
			if n, ok := x.nameIDs.Get(name); ok {
				if es := v.defs(e.file, x.members.get(int32(e.def), n), space); len(es) > 0 {
					return v.asHits(es)
				}
			}
		}
	}
	return v.typeMembers(v.entType(e), name)
}

func (v *eval) asHits(es []ent) []hit {
	hs := make([]hit, len(es))
	for i, e := range es {
		hs[i].ent = e
	}
	return hs
}

func (x *extRef) sub(name string) *extRef {
	names := make([]string, len(x.names)+1)
	copy(names, x.names)
	names[len(x.names)] = name
	return &extRef{x.mod, names}
}

// typeMembers finds member name of a value of type t.
func (v *eval) typeMembers(t typeID, name string) []hit { return v.membersIn(t, name, 0) }

// membersIn is typeMembers for a member in one of the given spaces; 0 is any.
func (v *eval) membersIn(t typeID, name string, space lang.Space) []hit {
	if t == unknown || !v.enter() {
		return nil
	}
	defer v.leave()
	x := *v.types.at(t)
	switch x.kind {
	case tUnion:
		var out []hit
		for _, a := range x.args {
			out = v.mergeHits(out, v.membersIn(a, name, space))
		}
		return out
	case tIntersect:
		var out []hit
		for _, a := range x.args {
			out = v.mergeHits(out, v.membersIn(a, name, space))
		}
		return out
	case tInstance:
		return v.classMembers(x.file, x.def, name, space, v.argEnv(x.file, x.def, x.args, x.env), t, false)
	case tThis:
		return v.classMembers(x.file, x.def, name, space, nil, t, false)
	case tSuper:
		return v.orderMembers(x.file, x.def, v.behind(x.file, x.def), name, space, nil, x.self, v.types.at(x.self).kind == tClass)
	case tClass:
		if x.def < 0 { // the class of whatever args[0] is an instance of
			a := x.args[0]
			if p := *v.types.at(a); p.kind == tParam {
				a = v.bound1(p.file, p.def)
			}
			if c := *v.types.at(a); c.kind == tInstance || c.kind == tThis {
				return v.classMembers(c.file, c.def, name, space, v.argEnv(c.file, c.def, c.args, nil), t, true)
			}
			return nil
		}
		hs := v.classMembers(x.file, x.def, name, space, v.argEnv(x.file, x.def, x.args, nil), t, true)
		if len(hs) == 0 {
			hs = v.typeMembers(v.literal(lang.ExprClass), name)
		}
		return hs
	case tObject:
		hs := v.own(x.file, x.def, name, x.env, t, func(*lang.Def) bool { return true })
		if len(hs) == 0 {
			hs = v.typeMembers(v.literal(lang.ExprObject), name)
		}
		return hs
	case tNamespace:
		return v.own(x.file, x.def, name, nil, unknown, func(*lang.Def) bool { return true })
	case tFunc:
		hs := v.own(x.file, x.def, name, nil, unknown, func(d *lang.Def) bool {
			return d.Flags&lang.Param == 0 && d.Kind != lang.KindTypeParameter && d.Flags&lang.Local == 0
		})
		if len(hs) == 0 {
			hs = v.typeMembers(v.literal(lang.ExprFunc), name)
		}
		return hs
	case tCallable:
		return v.typeMembers(v.literal(lang.ExprFunc), name)
	case tMapped:
		hs := v.membersIn(x.args[0], name, space)
		for i := range hs {
			hs[i].made, hs[i].value = true, x.args[1]
		}
		return hs
	case tCond:
		if c := *v.types.at(x.args[0]); c.kind == tParam || c.kind == tLookup {
			if b := v.atLeast(c); b != unknown && v.types.at(b).kind != tParam && v.types.at(b).kind != tLookup {
				args := slices.Clone(x.args)
				args[0] = b
				if r := v.conditional(typ{args: args, env: x.env}); v.types.at(r).kind != tCond {
					return v.membersIn(r, name, space)
				}
			}
		}
		return v.typeMembers(v.union(v.subst(x.args[2], x.env), v.subst(x.args[3], x.env)), name)
	case tGuard:
		return v.typeMembers(v.literal(lang.ExprBool), name)
	case tModule:
		if x.mod.Shared != "" {
			if space == 0 && !v.self.Lang.Rules.Spaces { // of what files share (globalThis) types are no members
				space = lang.Value
			}
			return v.inPackage(x.mod, name, space)
		}
		if es := v.exported(x.mod, name, space); len(es) > 0 || x.mod.External {
			return v.asHits(es)
		}
		if es := v.wholeModule(x.mod, space); len(es) > 0 && es[0].kind != entModule {
			return v.membersIn(v.entsType(es), name, space)
		}
		return nil
	case tParam, tLookup, tVariadic:
		return v.membersIn(v.atLeast(x), name, space)
	case tExternal, tExtValue:
		return []hit{{ent: ent{kind: entExternal, ext: x.ext.sub(name)}}}
	case tArray, tTuple, tDict, tPromise:
		c := *v.types.at(v.container(x))
		switch c.kind {
		case tExternal:
			return []hit{{ent: ent{kind: entExternal, ext: c.ext.sub(name)}}}
		case tInstance:
			return v.classMembers(c.file, c.def, name, space, v.argEnv(c.file, c.def, c.args, nil), t, false)
		}
	}
	return nil
}

func (v *eval) mergeHits(out, hs []hit) []hit {
	v.burn(len(out) * len(hs) / comparedPerStep)
next:
	for _, h := range hs {
		for _, o := range out {
			if o.equal(h.ent) {
				continue next
			}
		}
		out = append(out, h)
	}
	return out
}

// own finds the members called name that hang directly on def.
func (v *eval) own(fi int32, def lang.DefID, name string, e *env, self typeID, want func(*lang.Def) bool) []hit {
	out := v.ownHere(fi, def, name, e, self, want)
	x := v.file(fi)
	for _, s := range v.standIns(x, x.Facts.Canonical(def)) {
		out = v.mergeHits(out, v.ownHere(s.file, s.def, name, e, self, want))
	}
	return out
}

func (v *eval) ownHere(fi int32, def lang.DefID, name string, e *env, self typeID, want func(*lang.Def) bool) []hit {
	x := v.file(fi)
	v.lookedIn(x, name)
	v.burn(1)
	n, ok := x.nameIDs.Get(name)
	if !ok {
		return nil
	}
	var out []hit
	for _, b := range x.members.get(int32(x.Facts.Canonical(def)), n) {
		d := &x.Facts.Defs[b.def]
		if !want(d) {
			continue
		}
		if d.Flags&lang.Binding != 0 {
			hs := v.asHits(v.follow(fi, b.def, 0))
			if d.Flags&lang.Getter != 0 {
				for i := range hs {
					hs[i].called, hs[i].env, hs[i].self = true, e, self
				}
			}
			out = v.mergeHits(out, hs)
			continue
		}
		out = v.mergeHits(out, []hit{{ent: ent{kind: entDef, file: fi, def: x.Facts.Canonical(b.def)}, env: e, self: self}})
	}
	return out
}

// classMembers finds member name, in one of the given spaces unless they are 0,
// of class def or of its bases. e binds the class's type parameters, self is
// the receiver's type; static says that the receiver is the class itself.
func (v *eval) classMembers(fi int32, def lang.DefID, name string, space lang.Space, e *env, self typeID, static bool) []hit {
	return v.orderMembers(fi, def, v.mro(fi, def), name, space, e, self, static)
}

// orderMembers is classMembers with the classes to look in.
func (v *eval) orderMembers(fi int32, def lang.DefID, order []mroEntry, name string, space lang.Space, e *env, self typeID, static bool) []hit {
	separate := v.file(fi).Lang.Rules.StaticsApart
	want := func(d *lang.Def) bool {
		if space != 0 && d.Space&space == 0 {
			return false
		}
		if d.Kind == lang.KindTypeParameter || d.Flags&lang.Param != 0 && d.Flags&lang.Member == 0 {
			return false
		}
		if d.Flags&lang.Member == 0 && d.Scope < 0 {
			return false
		}
		if !separate {
			return true
		}
		isStatic := d.Flags&lang.Static != 0 || d.Kind == lang.KindEnumMember
		return isStatic == static
	}
	if v.file(fi).Lang.Rules.Overloads {
		return v.overloads(fi, order, name, e, self, want)
	}
	if v.file(fi).Lang.Rules.DeclaredFirst {
		if hs := v.declaredMembers(order, name, e, self, want); len(hs) > 0 {
			return hs
		}
	}
	var ext []hit
	open := false
	var out []hit
	for _, m := range order {
		if len(out) > 0 && !m.peer {
			return v.instanceOnly(order, name, self, static, out)
		}
		if m.ext != nil {
			if ext == nil {
				ext = []hit{{ent: ent{kind: entExternal, ext: m.ext.sub(name)}}}
			}
			continue
		}
		if m.open {
			switch {
			case m.any != "":
				out = v.anyMembers(m.any, name, space)
			case m.of != unknown:
				out = v.membersIn(v.subst(m.of, v.compose(m.env, e)), name, space)
				for i := range out {
					if out[i].self == unknown {
						out[i].self = self
					}
				}
			}
			open = true
			continue
		}
		me := v.compose(m.env, e)
		me = &env{m.file, m.def, true, self, me}
		out = v.mergeHits(out, v.own(m.file, m.def, name, me, self, want))
	}
	if len(out) > 0 {
		return v.instanceOnly(order, name, self, static, out)
	}
	if hs := v.magic(order, name, self, static, false); len(hs) > 0 {
		return hs
	}
	if ext == nil && !open {
		// What every object has.
		if r := *v.types.at(v.literal(lang.ExprObject)); r.kind == tInstance && (r.file != fi || r.def != def) {
			return v.own(r.file, r.def, name, &env{r.file, r.def, true, self, nil}, self, want)
		}
	}
	return ext
}

// anyMembers are the members of a name that any of what an open name stands for has.
func (v *eval) anyMembers(open, name string, space lang.Space) []hit {
	k := anyKey{open, name, space}
	if a, ok := v.anyHits[k]; ok {
		if a.pending {
			v.cycles++
		}
		return slices.Clone(a.hits)
	}
	if !v.enter() {
		return nil
	}
	defer v.leave()
	v.anyHits[k] = anyHits{pending: true}
	var out []hit
	for _, t := range v.keyed(open) {
		v.forwards(t, func(e lang.ExprID) {
			hs := v.membersIn(v.value(t.file, e), name, space)
			out = v.mergeHits(out, slices.DeleteFunc(hs, func(h hit) bool { return h.kind == entExternal }))
		})
	}
	for i := range out {
		out[i].anyOf = len(out) > 1
	}
	v.anyHits[k] = anyHits{hits: out}
	return slices.Clone(out)
}

// declaredMembers finds what the first class of order that declares member name
// declares it as; assignments declare nothing.
func (v *eval) declaredMembers(order []mroEntry, name string, e *env, self typeID, want func(*lang.Def) bool) []hit {
	for _, m := range order {
		if m.ext != nil || m.open {
			continue
		}
		me := &env{m.file, m.def, true, self, v.compose(m.env, e)}
		if hs := v.own(m.file, m.def, name, me, self, func(d *lang.Def) bool {
			return (d.Type >= 0 || d.Callable() || d.Kind == lang.KindClass || d.Flags&lang.Binding != 0) && want(d)
		}); len(hs) > 0 {
			return hs
		}
	}
	return nil
}

// mro is the order in which a class and its bases are searched, as far as its first
// maxOrder entries. Nothing is known of the bases of a class with too many of them, one
// above the other.
func (v *eval) mro(fi int32, def lang.DefID) []mroEntry {
	x := v.file(fi)
	def = x.Facts.Canonical(def)
	k := defKey{fi, def}
	if m, ok := v.mros[k]; ok {
		return m
	}
	if v.ordering == 0 && v.ordered > maxOrders {
		clear(v.mros)
		v.ordered = 0
	}
	v.mros[k] = []mroEntry{{file: fi, def: def}} // what a cycle of bases sees
	v.ordering++
	defer func() { v.ordering-- }()
	out := []mroEntry{{file: fi, def: def}, {open: true}}
	if !v.tooHigh(k) {
		out = v.order(x, def)
	}
	out = out[:min(len(out), maxOrder):min(len(out), maxOrder)]
	v.mros[k] = out
	v.ordered += len(out)
	v.burn(len(out) / 8)
	return out
}

// tooHigh reports whether a class has more than maxHeight bases, one above the other.
func (v *eval) tooHigh(k defKey) bool {
	if v.height(k, 1) <= maxHeight {
		return false
	}
	if v.limited == "" {
		f := v.file(k.file).Facts
		v.limited = fmt.Sprintf("%s and perhaps others have more than %d bases, one above the other, which are not looked at", f.Name(f.Defs[k.def].Name), maxHeight)
	}
	return true
}

// height is how many bases a class has, itself included, one above the other; more than
// maxHeight, which none knows exactly, for one that is below levels classes and leads to
// more than that.
func (v *eval) height(k defKey, levels int) int {
	if h, ok := v.heights[k]; ok {
		return h
	}
	if levels > maxHeight {
		return maxHeight + 1
	}
	v.burn(1)
	v.heights[k] = 1 // what a cycle of bases sees
	h := 1
	x := v.file(k.file)
	above := func(fi int32) func(b lang.Base) bool {
		return func(b lang.Base) bool {
			if b.Kind == lang.BaseAnyOf {
				return true
			}
			for _, t := range v.baseTypes(fi, b.Expr) {
				if c := v.types.at(t); h <= maxHeight && (c.kind == tInstance || c.kind == tClass) {
					h = max(h, 1+v.height(defKey{c.file, v.file(c.file).Facts.Canonical(c.def)}, levels+1))
				}
			}
			return h <= maxHeight
		}
	}
	x.searched(k.def, x.Lang.Rules.Interfaces, above(k.file))
	for _, p := range v.peers(x, k.def) {
		v.file(p.file).searched(p.def, false, above(p.file))
	}
	if h > maxHeight && levels > 1 {
		delete(v.heights, k) // it may be less
		return maxHeight + 1
	}
	v.heights[k] = min(h, maxHeight+1)
	return h
}

// maxHeads bounds the bases of one class.
const maxHeads = 64

// order is mro from the orders of the bases.
func (v *eval) order(x *fileIndex, def lang.DefID) []mroEntry {
	fi := x.number
	var heads [][]mroEntry
	x.searched(def, x.Lang.Rules.Interfaces, func(b lang.Base) bool {
		if b.Kind == lang.BaseAnyOf {
			heads = append(heads, []mroEntry{{open: true, any: x.Facts.Name(lang.NameID(x.Facts.Exprs[b.Expr].N))}})
		} else {
			heads = append(heads, v.baseOrder(fi, b.Expr)...)
		}
		return len(heads) <= maxHeads
	})
	if n := x.Lang.Rules.ImplicitBases[x.Facts.Defs[def].Kind]; n != "" {
		if t := *v.types.at(v.builtin(n)); t.kind == tInstance && (t.file != fi || t.def != def) {
			heads = append(heads, v.mro(t.file, t.def))
		}
	}
	out := []mroEntry{{file: fi, def: def}}
	for _, p := range v.peers(x, def) {
		en := v.sameParams(fi, def, p.defRef)
		out = append(out, mroEntry{file: p.file, def: p.def, env: en, peer: true})
		v.file(p.file).searched(p.def, false, func(b lang.Base) bool {
			if b.Kind == lang.BaseAnyOf {
				return true
			}
			for _, order := range v.baseOrder(p.file, b.Expr) {
				for i := range order {
					order[i].env = v.compose(order[i].env, en)
				}
				heads = append(heads, order)
			}
			return len(heads) <= maxOrder
		})
	}
	if x.Lang.Rules.C3 {
		if m, ok := c3(heads); ok {
			return append(out, m...)
		}
	}
	seen := map[defKey]bool{}
	for _, m := range out {
		seen[defKey{m.file, m.def}] = true
	}
	for _, h := range heads {
		for _, m := range h {
			if len(out) >= maxOrder {
				return out
			}
			if m.ext == nil && !m.open {
				if seen[defKey{m.file, m.def}] {
					continue
				}
				seen[defKey{m.file, m.def}] = true
			}
			out = append(out, m)
		}
	}
	return out
}

// peers are the declarations that are one with class def of x, which is the first of
// them.
func (v *eval) peers(x *fileIndex, def lang.DefID) []entry {
	peers := v.merged(x, def)
	if len(peers) > 0 && peers[0].defRef != (defRef{x.number, def}) {
		return nil // they are those of the first
	}
	return peers[min(1, len(peers)):]
}

// sameParams binds the type parameters of p, another declaration of class def,
// to those of def.
func (v *eval) sameParams(fi int32, def lang.DefID, p defRef) *env {
	var en *env
	own := v.classParams(fi, def)
	for i, q := range v.classParams(p.file, p.def) {
		if i < len(own) {
			t := v.add(typ{kind: tParam, open: true, file: own[i].file, def: own[i].def})
			en = &env{file: q.file, def: q.def, t: t, next: en}
		}
	}
	return en
}

// baseOrder gives the orders of the classes that a base expression means.
func (v *eval) baseOrder(fi int32, e lang.ExprID) [][]mroEntry {
	var out [][]mroEntry
	for _, t := range v.baseTypes(fi, e) {
		b := *v.types.at(t)
		switch b.kind {
		case tInstance, tClass:
			be := v.argEnv(b.file, b.def, b.args, nil)
			of := v.mro(b.file, b.def)
			order := make([]mroEntry, len(of))
			for i, m := range of {
				m.env = v.compose(m.env, be)
				order[i] = m
			}
			v.burn(len(of) / 8)
			out = append(out, order)
		case tObject:
			out = append(out, []mroEntry{{file: b.file, def: b.def, env: b.env}})
		case tExternal, tExtValue:
			out = append(out, []mroEntry{{ext: b.ext}})
		case tArray, tDict, tTuple, tPromise:
			out = append(out, []mroEntry{{open: true}})
		default:
			out = append(out, []mroEntry{{open: true, of: t}})
		}
	}
	return out
}

// baseTypes are the types that a base expression means.
func (v *eval) baseTypes(fi int32, e lang.ExprID) []typeID {
	var out []typeID
	var put func(t typeID)
	put = func(t typeID) {
		b := *v.types.at(t)
		switch b.kind {
		case tInstance, tClass:
			if b.def < 0 { // the class of whatever its argument is an instance of
				for _, a := range b.args {
					put(a)
				}
				return
			}
		case tIntersect, tUnion:
			for _, a := range b.args {
				put(a)
			}
			return
		case tArray, tDict, tTuple, tPromise:
			if c := v.container(b); v.types.at(c).kind == tInstance || v.types.at(c).kind == tExternal {
				put(c)
				return
			}
		}
		out = append(out, t)
	}
	if t, ok := v.declaredBase(fi, e); ok {
		put(t)
		return out
	}
	put(v.typeExpr(fi, e))
	return out
}

// declaredBase is the class of a prelude that a base expression names: as a base
// it is itself, also where its name has a meaning of its own in types.
func (v *eval) declaredBase(fi int32, e lang.ExprID) (typeID, bool) {
	f := v.file(fi).Facts
	head, args := e, lang.NoExpr
	if ex := &f.Exprs[e]; ex.Kind == lang.ExprIndex || ex.Kind == lang.ExprTypeArgs {
		head, args = ex.A, ex.B
	}
	es := v.exprEnts(fi, head, lang.AnySpace)
	if len(es) != 1 || es[0].kind != entDef {
		return unknown, false
	}
	x := v.file(es[0].file)
	if x.Prelude == nil || x.Facts.Defs[es[0].def].Kind != lang.KindClass {
		return unknown, false
	}
	var ts []typeID
	for a := args; a >= 0; a = f.Exprs[a].Next {
		ts = append(ts, v.typeExpr(fi, a))
	}
	return v.instance(es[0].file, es[0].def, ts), true
}

// c3 merges the orders of the bases as Python does; it fails when they
// contradict one another.
func c3(heads [][]mroEntry) ([]mroEntry, bool) {
	type key struct {
		file int32
		def  lang.DefID
		ext  *extRef
		open bool
	}
	id := func(m mroEntry) key { return key{m.file, m.def, m.ext, m.open} }
	seqs := make([][]mroEntry, 0, len(heads)+1)
	var direct []mroEntry
	for _, h := range heads {
		seqs = append(seqs, h)
		direct = append(direct, h[0])
	}
	seqs = append(seqs, direct)
	behind := map[key]int{} // how often an entry stands behind the first of a sequence
	for _, s := range seqs {
		for i := 1; i < len(s); i++ {
			behind[id(s[i])]++
		}
	}
	var out []mroEntry
	for {
		var pick *mroEntry
		left := false
		for _, s := range seqs {
			if len(s) == 0 {
				continue
			}
			left = true
			if behind[id(s[0])] == 0 {
				pick = &s[0]
				break
			}
		}
		if !left {
			return out, true
		}
		if pick == nil || len(out) > 256 {
			return nil, false
		}
		out = append(out, *pick)
		k := id(*pick)
		for i, s := range seqs {
			for len(s) > 0 && id(s[0]) == k {
				if s = s[1:]; len(s) > 0 {
					behind[id(s[0])]--
				}
			}
			seqs[i] = s
		}
	}
}

// classParams are the type parameters of a class or alias: declared ones, or
// those its generic bases mention (Generic[T], Base[T]).
func (v *eval) classParams(fi int32, def lang.DefID) []defKey {
	x := v.file(fi)
	k := defKey{fi, def}
	if ps, ok := v.params[k]; ok {
		return ps
	}
	v.params[k] = nil
	var ps []defKey
	for _, p := range x.typeParams(def) {
		ps = append(ps, defKey{fi, p})
	}
	if len(ps) == 0 && len(x.Lang.Rules.TypeVars) > 0 {
		var listed, mentioned []defKey
		for _, b := range x.bases(def) {
			if b.Kind != lang.BaseExtends {
				continue
			}
			ex := &x.Facts.Exprs[b.Expr]
			if ex.Kind != lang.ExprIndex && ex.Kind != lang.ExprTypeArgs {
				continue
			}
			generic := x.Lang.Rules.Generics[v.lastName(x, ex.A)]
			for a := ex.B; a >= 0; a = x.Facts.Exprs[a].Next {
				t := v.types.at(v.typeExpr(fi, a))
				if t.kind != tParam {
					continue
				}
				p := defKey{t.file, t.def}
				if generic {
					listed = append(listed, p)
				}
				mentioned = append(mentioned, p)
			}
		}
		if listed != nil {
			ps = listed
		} else {
			for _, p := range mentioned {
				dup := false
				for _, q := range ps {
					dup = dup || p == q
				}
				if !dup {
					ps = append(ps, p)
				}
			}
		}
	}
	v.params[k] = ps
	return ps
}

// argEnv binds the type parameters of def to args, those behind them to their
// defaults.
func (v *eval) argEnv(fi int32, def lang.DefID, args []typeID, next *env) *env {
	var en *env
	for i, p := range v.classParams(fi, def) {
		t := unknown
		if i < len(args) {
			t = args[i]
		} else if t = v.defaultOf(p); t != unknown {
			t = v.subst(t, en)
		} else {
			continue
		}
		en = &env{file: p.file, def: p.def, t: t, next: en}
	}
	if en == nil {
		return next
	}
	last := en
	for last.next != nil {
		last = last.next
	}
	last.next = next
	return en
}

// defaultOf is the default of a type parameter.
func (v *eval) defaultOf(p defKey) typeID {
	for _, b := range v.file(p.file).bases(p.def) {
		if b.Kind == lang.BaseDefault {
			return v.typeExpr(p.file, b.Expr)
		}
	}
	return unknown
}

// bound1 is the bound of a type parameter.
func (v *eval) bound1(fi int32, def lang.DefID) typeID {
	for _, b := range v.file(fi).bases(def) {
		if b.Kind == lang.BaseBound {
			return v.typeExpr(fi, b.Expr)
		}
	}
	return unknown
}

// lastName is the last part of a dotted name.
func (v *eval) lastName(x *fileIndex, e lang.ExprID) string {
	if e < 0 {
		return ""
	}
	switch ex := &x.Facts.Exprs[e]; ex.Kind {
	case lang.ExprName, lang.ExprMember:
		if ex.N >= 0 {
			return x.Facts.Name(x.Facts.Refs[ex.N].Name)
		}
	}
	return ""
}

// container is the built-in class of an array, tuple or dictionary.
func (v *eval) container(x typ) typeID {
	switch x.kind {
	case tTuple:
		return v.literal(lang.ExprTuple, v.union(x.args...))
	case tDict:
		return v.literal(lang.ExprDict, x.args...)
	case tPromise:
		return v.literal(lang.ExprPromise, x.args...)
	}
	if x.ext != nil {
		return v.builtin(x.ext.names[0], x.args...)
	}
	return v.literal(lang.ExprArray, x.args...)
}

// literal is an instance of the built-in class that literals of kind k have.
func (v *eval) literal(k lang.ExprKind, args ...typeID) typeID {
	n := v.self.Lang.Rules.Literals[k]
	if n == "" {
		return unknown
	}
	return v.builtin(n, args...)
}

// builtin is an instance of the built-in class called n.
func (v *eval) builtin(n string, args ...typeID) typeID {
	r := &v.self.Lang.Rules
	if p := r.Primitives; p != nil && p.Boxes[n] != "" {
		return v.primitive(n)
	}
	var es []ent
	if r.Shared != nil {
		for _, t := range v.e.tables.shared(v.self.File, rowHash(rowShared, r.Shared(v.self.Path, v.self.Facts), n)) { // only preludes count, which do not change
			if v.e.input(t.file).Prelude != nil {
				es = append(es, ent{kind: entDef, file: t.file, def: t.def})
				break
			}
		}
	}
	if es == nil && r.Builtins != nil {
		if m, path, ok := r.Builtins(n); ok {
			es = v.external1(v.e.module(of(&m, v.self.Lang.Family)), path, lang.AnySpace)
		}
	}
	for _, e := range es {
		switch e.kind {
		case entDef:
			return v.instance(e.file, e.def, args)
		case entExternal:
			return v.external(e.ext, tExternal, args...)
		}
	}
	return unknown
}
