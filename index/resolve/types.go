package resolve

import (
	"slices"

	"codeintel/index/lang"
)

// typeID is an index into an evaluator's table of types; 0 is unknown.
type typeID int32

const unknown typeID = 0

type typeKind uint8

const (
	tUnknown   typeKind = iota
	tInstance           // an instance of class def with type arguments args
	tClass              // the class def itself
	tFunc               // function def; self is the receiver it is bound to
	tObject             // an object with the members of def (a literal, a structural type)
	tModule             // a module as a value
	tNamespace          // a namespace def as a value
	tUnion              // any of args
	tIntersect          // all of args
	tTuple              // args
	tArray              // a sequence of args[0]; ext is the name of its class where that is not the usual one
	tDict               // a map from args[0] to args[1]
	tPromise            // awaiting gives args[0]
	tParam              // type parameter def
	tSuper              // the receiver self as the classes behind def
	tThis               // the receiver's own type in class def
	tExternal           // an instance of an external class, type arguments args
	tExtValue           // an external symbol itself (class, function, variable)
	tCallable           // a function: its result args[0] and, where known, the tuple args[1] of its parameters
	tGuard              // a boolean that says whether a value is args[0]
	tPrim               // a value of primitive type ext.names[0]
	tCond               // args[2] where args[0] fits the pattern args[1], else args[3]
	tMapped             // an object with the members of args[0], each of type args[1]
	tLookup             // the type of member ext.names[0] of args[0], a type parameter or a tLookup
	tVariadic           // the tuple that args[0] is, a type parameter or a tLookup
)

type typ struct {
	kind typeKind
	open bool // mentions type parameters: subst may change it
	file int32
	def  lang.DefID
	self typeID
	args []typeID
	env  *env // of an instance: type arguments of its bases that its class does not say
	ext  *extRef
	mod  *lang.Module
	// given are explicit type arguments of the call or construction that
	// follows, on a value that is called through a member.
	given []typeID
}

// env binds type parameters (and, for this, a class's own type) to types. An
// entry without def binds all that are left of the file.
type env struct {
	file int32
	def  lang.DefID
	this bool
	t    typeID
	next *env
}

func (e *env) lookup(file int32, def lang.DefID, this bool) (typeID, bool) {
	for ; e != nil; e = e.next {
		if e.file == file && (e.def == def || e.def == lang.NoDef && !this) && e.this == this {
			return e.t, true
		}
	}
	return unknown, false
}

// extRef is a symbol outside the repository: names below a module.
type extRef struct {
	mod   *lang.Module
	names []string
}

func (v *eval) add(t typ) typeID {
	v.burn(1 + len(t.args)/16)
	for _, a := range t.args {
		t.open = t.open || v.types.at(a).open
	}
	return v.types.add(t)
}

// typeTable holds types, which do not change. Of some files there are very many: they
// are never copied.
type typeTable struct {
	pages []*[typePage]typ
	n     int
}

const typePage = 128

func newTypeTable() typeTable {
	var t typeTable
	t.add(typ{}) // unknown
	return t
}

func (t *typeTable) at(id typeID) *typ { return &t.pages[id/typePage][id%typePage] }

func (t *typeTable) add(x typ) typeID {
	if t.n == typePage*len(t.pages) {
		t.pages = append(t.pages, new([typePage]typ))
	}
	id := typeID(t.n)
	t.n++
	*t.at(id) = x
	return id
}

func (v *eval) instance(file int32, def lang.DefID, args []typeID) typeID {
	if same := v.merged(v.e.file(file), def); len(same) > 0 {
		file, def = same[0].file, same[0].def
	}
	return v.add(typ{kind: tInstance, file: file, def: def, args: args})
}

func (v *eval) wrap(k typeKind, args ...typeID) typeID {
	if k == tPromise && v.types.at(args[0]).kind == tPromise {
		return args[0]
	}
	return v.add(typ{kind: k, args: args})
}

func (v *eval) external(x *extRef, k typeKind, args ...typeID) typeID {
	return v.add(typ{kind: k, ext: x, args: args})
}

// maxUnion bounds the members of a union; more are dropped.
const maxUnion = 96

// union of ts without unknowns and repetitions; unknown when nothing is left.
func (v *eval) union(ts ...typeID) typeID {
	var us []typeID
	var put func(t typeID)
	put = func(t typeID) {
		if t == unknown {
			return
		}
		if x := v.types.at(t); x.kind == tUnion {
			for _, a := range x.args {
				put(a)
			}
			return
		}
		for _, u := range us {
			if v.same(u, t, 3) {
				return
			}
		}
		if len(us) < maxUnion {
			us = append(us, t)
		}
	}
	for _, t := range ts {
		put(t)
	}
	switch len(us) {
	case 0:
		return unknown
	case 1:
		return us[0]
	}
	return v.add(typ{kind: tUnion, args: us})
}

// same compares types to the given depth; deeper parts count as the same.
func (v *eval) same(a, b typeID, depth int) bool {
	if a == b || depth == 0 {
		return true
	}
	x, y := v.types.at(a), v.types.at(b)
	if x.kind != y.kind || x.file != y.file || x.def != y.def || x.mod != y.mod || len(x.args) != len(y.args) {
		return false
	}
	if x.ext != y.ext {
		if x.ext == nil || y.ext == nil || x.ext.mod != y.ext.mod || len(x.ext.names) != len(y.ext.names) {
			return false
		}
		for i := range x.ext.names {
			if x.ext.names[i] != y.ext.names[i] {
				return false
			}
		}
	}
	for i := range x.args {
		if !v.same(x.args[i], y.args[i], depth-1) {
			return false
		}
	}
	return true
}

// each calls f for t, or for each member when it is a union.
func (v *eval) each(t typeID, f func(typeID)) {
	if x := *v.types.at(t); x.kind == tUnion {
		for _, a := range x.args {
			f(a)
		}
		return
	}
	if t != unknown {
		f(t)
	}
}

// subst replaces the type parameters in t that e binds.
func (v *eval) subst(t typeID, e *env) typeID {
	if e == nil || !v.types.at(t).open {
		return t
	}
	if !v.enter() {
		return t
	}
	defer v.leave()
	x := *v.types.at(t)
	switch x.kind {
	case tParam:
		if r, ok := e.lookup(x.file, x.def, false); ok {
			return r
		}
		return t
	case tThis:
		if r, ok := e.lookup(x.file, x.def, true); ok {
			if c := *v.types.at(r); c.kind == tClass && c.def >= 0 && c.self == unknown {
				return v.instance(c.file, c.def, c.args) // a class method's cls()
			}
			return r
		}
		return t
	case tLookup:
		return v.lookupType(v.subst(x.args[0], e), x.ext.names[0])
	case tVariadic:
		return v.variadic(v.subst(x.args[0], e))
	case tCond:
		args := slices.Clone(x.args)
		args[0] = v.subst(args[0], e)
		return v.conditional(typ{args: args, env: v.compose(x.env, e)})
	case tFunc, tObject:
		x.env = v.compose(x.env, e)
		if x.self != unknown {
			x.self = v.subst(x.self, e)
		}
		return v.add(x)
	case tUnion:
		args := make([]typeID, len(x.args))
		for i, a := range x.args {
			args[i] = v.subst(a, e)
		}
		return v.union(args...)
	}
	args := make([]typeID, len(x.args))
	for i, a := range x.args {
		args[i] = v.subst(a, e)
	}
	x.args, x.open = args, false
	if x.kind == tClass && x.self != unknown {
		// The class of the receiver: of whatever it turns out to be.
		switch s := *v.types.at(v.subst(x.self, e)); s.kind {
		case tInstance:
			return v.add(typ{kind: tClass, file: s.file, def: s.def, args: s.args})
		}
		x.open = true
	}
	if x.kind == tClass && x.def < 0 {
		if a := *v.types.at(args[0]); a.kind == tInstance {
			return v.add(typ{kind: tClass, file: a.file, def: a.def, args: a.args})
		}
	}
	return v.add(x)
}

// variadic is [...t], which stays open where t is a type parameter.
func (v *eval) variadic(t typeID) typeID {
	if k := v.types.at(t).kind; k == tParam || k == tLookup {
		return v.wrap(tVariadic, t)
	}
	return t
}

// lookupType is the type of member name of t, which stays open where t is a type
// parameter.
func (v *eval) lookupType(t typeID, name string) typeID {
	if k := v.types.at(t).kind; k == tParam || k == tLookup {
		return v.add(typ{kind: tLookup, open: true, args: []typeID{t}, ext: &extRef{names: []string{name}}})
	}
	return v.memberType(t, name)
}

// atLeast is what a type parameter, or a member of one, is known to be.
func (v *eval) atLeast(x typ) typeID {
	if x.kind == tVariadic {
		x = *v.types.at(x.args[0])
	}
	if x.kind == tLookup {
		return v.memberType(x.args[0], x.ext.names[0])
	}
	return v.bound1(x.file, x.def)
}

// conditional is the type that "check extends pattern ? then : otherwise"
// means, where t has the four as its args and env is still to be applied to
// all but the check. Whether a type fits is known where the pattern infers something, or
// is any array; else it is either.
func (v *eval) conditional(t typ) typeID {
	check, pattern, then, otherwise := t.args[0], t.args[1], t.args[2], t.args[3]
	if v.waits(check, 6) {
		t.kind, t.open = tCond, true
		return v.add(t)
	}
	pattern = v.subst(pattern, t.env)
	p := *v.types.at(pattern)
	array := p.kind == tArray && p.args[0] == unknown
	if check == unknown || !p.open && !array {
		return v.union(v.subst(then, t.env), v.subst(otherwise, t.env))
	}
	var ts []typeID
	v.each(check, func(c typeID) {
		if array {
			switch k := v.types.at(c).kind; {
			case k == tTuple || k == tArray:
				ts = append(ts, v.subst(then, t.env))
			case k == tPrim || k == tFunc || k == tObject || k == tClass || k == tPromise || k == tCallable,
				k == tInstance && v.element(c) == unknown:
				ts = append(ts, v.subst(otherwise, t.env))
			default:
				ts = append(ts, v.subst(then, t.env), v.subst(otherwise, t.env))
			}
			return
		}
		b := &bindings{v: v}
		b.unify(pattern, c, 6)
		if len(b.envs) == 0 {
			ts = append(ts, v.subst(otherwise, t.env))
			return
		}
		en := t.env
		for _, e := range b.envs {
			en = &env{file: e.file, def: e.def, t: e.t, next: en}
		}
		ts = append(ts, v.subst(then, en))
	})
	return v.union(ts...)
}

// waits says whether a type parameter stands for t, or for a part of it.
func (v *eval) waits(t typeID, depth int) bool {
	x := *v.types.at(t)
	switch {
	case !x.open || x.kind == tFunc || x.kind == tObject:
		return false
	case len(x.args) == 0 || depth == 0 || x.kind == tLookup || x.kind == tVariadic || x.kind == tCond || x.kind == tMapped:
		return true
	}
	return slices.ContainsFunc(x.args, func(a typeID) bool { return v.waits(a, depth-1) })
}

// compose makes the environment that has the effect of inner, then outer.
func (v *eval) compose(inner, outer *env) *env {
	if inner == nil {
		return outer
	}
	if outer == nil {
		return inner
	}
	return &env{inner.file, inner.def, inner.this, v.subst(inner.t, outer), v.compose(inner.next, outer)}
}
