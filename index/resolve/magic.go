package resolve

import (
	"slices"

	"codeintel/index/lang"
)

// asker answers the questions of frameworks. Members that it hands out are numbers in
// its list.
type asker struct {
	v    *eval
	hits []hit
}

func (a *asker) give(hs []hit) []lang.MemberRef {
	out := make([]lang.MemberRef, len(hs))
	for i, h := range hs {
		out[i] = lang.MemberRef(len(a.hits))
		a.hits = append(a.hits, h)
	}
	return out
}

// has says whether t is a type of the evaluator.
func (a *asker) has(t lang.TypeRef) bool { return t > 0 && int(t) < a.v.types.n }

func (a *asker) hit(m lang.MemberRef) (hit, bool) {
	if m < 0 || int(m) >= len(a.hits) {
		return hit{}, false
	}
	return a.hits[m], true
}

// Members implements lang.Asker.
func (a *asker) Members(t lang.TypeRef, name string) []lang.MemberRef {
	if !a.has(t) {
		return nil
	}
	return a.give(a.v.typeMembers(typeID(t), name))
}

// Own implements lang.Asker.
func (a *asker) Own(t lang.TypeRef, name string) []lang.MemberRef {
	if !a.has(t) {
		return nil
	}
	var out []hit
	v := a.v
	v.each(typeID(t), func(t typeID) {
		x := *v.types.at(t)
		switch x.kind {
		case tInstance, tThis, tClass:
		default:
			return
		}
		if x.def < 0 {
			return
		}
		en := v.argEnv(x.file, x.def, x.args, x.env)
		for _, m := range v.mro(x.file, x.def) {
			if m.ext != nil || m.open || v.file(m.file).Prelude != nil {
				continue
			}
			me := &env{m.file, m.def, true, t, v.compose(m.env, en)}
			if hs := v.own(m.file, m.def, name, me, t, func(d *lang.Def) bool { return d.Flags&lang.Member != 0 }); len(hs) > 0 {
				out = v.mergeHits(out, hs)
				return
			}
		}
	})
	return a.give(out)
}

// Type implements lang.Asker.
func (a *asker) Type(m lang.MemberRef) lang.TypeRef {
	h, ok := a.hit(m)
	if !ok {
		return 0
	}
	return lang.TypeRef(a.v.hitType(h))
}

// Call implements lang.Asker.
func (a *asker) Call(t lang.TypeRef) lang.TypeRef {
	if !a.has(t) {
		return 0
	}
	return lang.TypeRef(a.v.call(a.v.self.number, typeID(t), lang.NoExpr))
}

// Parameter implements lang.Asker.
func (a *asker) Parameter(t lang.TypeRef, name string) lang.TypeRef {
	if !a.has(t) {
		return 0
	}
	var ts []typeID
	for _, h := range a.v.parameter(typeID(t), name, 0) {
		ts = append(ts, a.v.hitType(h))
	}
	return lang.TypeRef(a.v.union(ts...))
}

// Returning implements lang.Asker.
func (a *asker) Returning(t lang.TypeRef) lang.TypeRef {
	return lang.TypeRef(a.v.wrap(tCallable, typeID(t)))
}

// Instance implements lang.Asker.
func (a *asker) Instance(class string, args ...lang.TypeRef) lang.TypeRef {
	v := a.v
	var out []typeID
	for _, e := range v.shared(v.self, class, lang.Type) {
		if e.kind != entDef {
			continue
		}
		ts := make([]typeID, len(args))
		for i, t := range args {
			ts[i] = typeID(t)
		}
		out = append(out, v.instance(e.file, e.def, ts))
	}
	return lang.TypeRef(v.union(out...))
}

// Made implements lang.Asker.
func (a *asker) Made(t lang.TypeRef) lang.TypeRef {
	if !a.has(t) {
		return 0
	}
	return lang.TypeRef(a.v.asInstance(typeID(t)))
}

// Class implements lang.Asker.
func (a *asker) Class(t lang.TypeRef) (key, name string) {
	if !a.has(t) {
		return "", ""
	}
	switch x := *a.v.types.at(typeID(t)); x.kind {
	case tInstance, tThis, tClass:
		if x.def >= 0 {
			f := a.v.file(x.file).Facts
			return a.v.classKey(x.file, x.def), f.Name(f.Defs[x.def].Name)
		}
	}
	return "", ""
}

// Is implements lang.Asker.
func (a *asker) Is(t lang.TypeRef, class string) bool {
	_, ok := a.base(t, class)
	return ok
}

// base is the entry of the class with the key among the bases of what t is an
// instance of.
func (a *asker) base(t lang.TypeRef, class string) (mroEntry, bool) {
	if !a.has(t) {
		return mroEntry{}, false
	}
	v := a.v
	switch x := *v.types.at(typeID(t)); x.kind {
	case tInstance, tThis, tClass:
		if x.def < 0 {
			break
		}
		for _, m := range v.mro(x.file, x.def) {
			if m.ext == nil && !m.open && v.classKey(m.file, m.def) == class {
				m.env = v.compose(m.env, v.argEnv(x.file, x.def, x.args, x.env))
				return m, true
			}
		}
	}
	return mroEntry{}, false
}

// classKey is the full name of a class, by which it is found.
func (v *eval) classKey(fi int32, def lang.DefID) string {
	x := v.file(fi)
	name := x.Facts.Name(x.Facts.Defs[def].LookupName())
	switch {
	case !x.Lang.Rules.FileScopeExports:
		return name
	case x.Prelude != nil:
		return x.Prelude.Name + "." + name
	}
	if p := v.e.in.Projects[x.Lang.Family]; p != nil {
		for _, d := range slices.Backward(p.Prefix(x.Path)) {
			name = d.Name + "." + name
		}
	}
	return name
}

// Arg implements lang.Asker.
func (a *asker) Arg(t lang.TypeRef, class string, n int) lang.TypeRef {
	m, ok := a.base(t, class)
	if !ok {
		return 0
	}
	ps := a.v.classParams(m.file, m.def)
	if n < 0 || n >= len(ps) {
		return 0
	}
	arg, _ := m.env.lookup(ps[n].file, ps[n].def, false)
	return lang.TypeRef(arg)
}

// Bind implements lang.Asker.
func (a *asker) Bind(t lang.TypeRef, class string, args ...lang.TypeRef) lang.TypeRef {
	m, ok := a.base(t, class)
	x := *a.v.types.at(typeID(t))
	switch {
	case ok && x.kind == tThis:
		x = typ{kind: tInstance, file: x.file, def: x.def}
	case !ok || x.kind != tInstance:
		return t
	}
	for i, p := range a.v.classParams(m.file, m.def) {
		if t, ok := m.env.lookup(p.file, p.def, false); ok && a.v.types.at(t).kind == tParam {
			p = defKey{a.v.types.at(t).file, a.v.types.at(t).def} // that of a class between
		}
		if i < len(args) && a.has(args[i]) {
			x.env = &env{file: p.file, def: p.def, t: typeID(args[i]), next: x.env}
		}
	}
	return lang.TypeRef(a.v.add(x))
}

// Text implements lang.Asker.
func (a *asker) Text(m lang.MemberRef) string {
	h, ok := a.hit(m)
	if !ok || h.kind != entDef {
		return ""
	}
	x := a.v.file(h.file)
	var values []lang.ExprID
	for _, as := range x.assigns(h.def) {
		values = append(values, as.Value)
	}
	for _, b := range x.bases(h.def) {
		if b.Kind == lang.BaseReturn {
			values = append(values, b.Expr)
		}
	}
	if len(values) != 1 {
		return ""
	}
	return x.text(values[0])
}

// text is the literal that e is, "" for others.
func (x *fileIndex) text(e lang.ExprID) string {
	if ex := &x.Facts.Exprs[e]; ex.Kind == lang.ExprString && ex.N > 0 {
		return x.Facts.Name(lang.NameID(ex.N))
	}
	return ""
}

// Decorated implements lang.Asker.
func (a *asker) Decorated(m lang.MemberRef, class string) bool {
	h, ok := a.hit(m)
	if !ok || h.kind != entDef {
		return false
	}
	for _, b := range a.v.file(h.file).bases(h.def) {
		if b.Kind == lang.BaseDecorator && a.Is(lang.TypeRef(a.v.value(h.file, b.Expr)), class) {
			return true
		}
	}
	return false
}

// Open implements lang.Asker.
func (a *asker) Open(name string) []lang.MemberRef {
	var hs []hit
	for _, t := range a.v.keyed(name) {
		hs = append(hs, hit{ent: ent{kind: entDef, file: t.file, def: t.def}})
	}
	return a.give(hs)
}

// Stands implements lang.Asker.
func (a *asker) Stands(m lang.MemberRef) []lang.TypeRef {
	h, ok := a.hit(m)
	if !ok || h.kind != entDef {
		return nil
	}
	x := a.v.file(h.file)
	var out []lang.TypeRef
	for _, as := range x.assigns(h.def) {
		if t := a.v.value(h.file, as.Value); t != unknown {
			out = append(out, lang.TypeRef(t))
		}
	}
	return out
}

// Forwarded implements lang.Asker.
func (a *asker) Forwarded(m lang.MemberRef) []lang.Forwarded {
	h, ok := a.hit(m)
	if !ok || h.kind != entDef {
		return nil
	}
	var out []lang.Forwarded
	for _, as := range a.v.file(h.file).assigns(h.def) {
		p := lang.Forwarded{Type: lang.TypeRef(a.v.value(h.file, as.Value)), Member: lang.NoMember}
		for _, e := range a.v.exprEnts(h.file, as.Value, lang.AnySpace) {
			if e.kind == entDef {
				p.Member = a.give([]hit{{ent: e}})[0]
				break
			}
		}
		out = append(out, p)
	}
	return out
}

// Union implements lang.Asker.
func (a *asker) Union(ts ...lang.TypeRef) lang.TypeRef {
	var us []typeID
	for _, t := range ts {
		if a.has(t) {
			us = append(us, typeID(t))
		}
	}
	return lang.TypeRef(a.v.union(us...))
}

// List implements lang.Asker.
func (a *asker) List(t lang.TypeRef) lang.TypeRef { return lang.TypeRef(a.v.wrap(tArray, typeID(t))) }

// magic finds the member called name that the frameworks of the file being resolved
// make up for a class with these bases.
func (v *eval) magic(order []mroEntry, name string, self typeID, static, declared bool) []hit {
	fws := v.self.Lang.Frameworks
	if len(fws) == 0 || self == unknown || !v.enter() {
		return nil
	}
	defer v.leave()
	recv := self
	if v.types.at(self).kind == tClass {
		recv = v.asInstance(self)
	}
	for _, fw := range fws {
		if fw.Magic == nil {
			continue
		}
		a := lang.Access{Recv: lang.TypeRef(recv), Static: static, Name: name, Declared: declared}
		for _, m := range order {
			if m.ext != nil || m.open {
				continue
			}
			if out := v.made(fw.Magic.Members[v.classKey(m.file, m.def)], a); len(out) > 0 {
				return out
			}
		}
		if out := v.made(fw.Magic.Members[""], a); len(out) > 0 {
			return out
		}
	}
	return nil
}

// made are the members that a framework finds for an access.
func (v *eval) made(find func(lang.Asker, lang.Access) []lang.Found, access lang.Access) []hit {
	if find == nil {
		return nil
	}
	a := &asker{v: v}
	var out []hit
	for _, f := range find(a, access) {
		h, ok := a.hit(f.Member)
		if f.Member == lang.NoMember && f.Typed {
			h, ok = hit{ent: ent{kind: entType, file: v.self.number, def: lang.NoDef}}, true
		}
		if !ok {
			continue
		}
		if f.Typed {
			h.made, h.value = true, typeID(f.Value)
		}
		h.possible = h.possible || f.Possible
		out = v.mergeHits(out, []hit{h})
	}
	return out
}

// described is what reading member h gives, whose value is of type t.
func (v *eval) described(h hit, t typeID) typeID {
	if t == unknown || h.self == unknown || len(v.self.Lang.Frameworks) == 0 {
		return t
	}
	owner := h.self
	if v.types.at(owner).kind == tClass {
		owner = v.asInstance(owner)
	}
	var ts []typeID
	v.each(t, func(t typeID) { ts = append(ts, v.describe(owner, t)) })
	return v.union(ts...)
}

func (v *eval) describe(owner, t typeID) typeID {
	x := *v.types.at(t)
	if x.kind != tInstance {
		return t
	}
	for _, fw := range v.self.Lang.Frameworks {
		if fw.Magic == nil || len(fw.Magic.Descriptors) == 0 {
			continue
		}
		for _, m := range v.mro(x.file, x.def) {
			if m.ext != nil || m.open {
				continue
			}
			if find := fw.Magic.Descriptors[v.classKey(m.file, m.def)]; find != nil && v.enter() {
				r := find(&asker{v: v}, lang.TypeRef(owner), lang.TypeRef(t))
				v.leave()
				if r > 0 && int(r) < v.types.n {
					return typeID(r)
				}
			}
		}
	}
	return t
}

// instanceOnly is hs, members that a class declares, or what a framework makes of a
// static access where they are methods of instances.
func (v *eval) instanceOnly(order []mroEntry, name string, self typeID, static bool, hs []hit) []hit {
	if !static || len(v.self.Lang.Frameworks) == 0 {
		return hs
	}
	for _, h := range hs {
		if h.kind != entDef {
			return hs
		}
		if d := &v.file(h.file).Facts.Defs[h.def]; d.Kind != lang.KindMethod || d.Flags&lang.Static != 0 {
			return hs
		}
	}
	if made := v.magic(order, name, self, static, true); len(made) > 0 {
		return made
	}
	return hs
}

// magicCall is what a framework knows of the result of calling fn by e, unknown where
// it knows nothing.
func (v *eval) magicCall(fi int32, fn typ, e lang.ExprID) typeID {
	fws := v.self.Lang.Frameworks
	if len(fws) == 0 {
		return unknown
	}
	f := v.file(fn.file).Facts
	d := &f.Defs[fn.def]
	class := ""
	if d.Parent >= 0 && d.Flags&lang.Member != 0 {
		class = v.classKey(fn.file, d.Parent)
	}
	for _, fw := range fws {
		if fw.Magic == nil {
			continue
		}
		find := fw.Magic.Calls[class][f.Name(d.LookupName())]
		if find == nil || !v.enter() {
			continue
		}
		c := lang.Called{}
		if fn.self != unknown {
			c.Recv = lang.TypeRef(fn.self)
			if v.types.at(fn.self).kind == tClass {
				c.Recv = lang.TypeRef(v.asInstance(fn.self))
			}
		}
		if e >= 0 {
			v.given(&c, fi, v.file(fi).Facts.Exprs[e].B)
		}
		t := find(&asker{v: v}, c)
		v.leave()
		if t > 0 && int(t) < v.types.n {
			return typeID(t)
		}
	}
	return unknown
}

// given adds a list of arguments of file fi, up to one that has a name.
func (v *eval) given(c *lang.Called, fi int32, a lang.ExprID) {
	x := v.file(fi)
	for ; a >= 0; a = x.Facts.Exprs[a].Next {
		if k := x.Facts.Exprs[a].Kind; k == lang.ExprKeyword || k == lang.ExprSpread {
			return
		}
		c.Args = append(c.Args, lang.TypeRef(v.value(fi, a)))
		c.Texts = append(c.Texts, x.text(a))
	}
}

// magicValue is the type of e, an ExprMagic of file fi.
func (v *eval) magicValue(fi int32, e lang.ExprID) typeID {
	f := v.file(fi).Facts
	for _, fw := range v.file(fi).Lang.Frameworks {
		if fw.Magic == nil {
			continue
		}
		value := fw.Magic.Values[f.Name(lang.NameID(f.Exprs[e].N))]
		if value == nil {
			continue
		}
		c := lang.Called{}
		v.given(&c, fi, f.Exprs[e].A)
		if t := value(&asker{v: v}, c); t > 0 && int(t) < v.types.n {
			return typeID(t)
		}
	}
	return unknown
}
