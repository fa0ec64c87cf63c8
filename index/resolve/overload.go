package resolve

import (
	"slices"

	"codeintel/index/lang"
)

// This file is what languages with Rules.Spaces, Rules.Overloads and
// Rules.Primitives need: names of several spaces, and the choice among callables
// of one name.

// bare is what reference r, a bare name, means: the first of a variable, a
// type and a package that there is of those that its Space allows, or else what
// its one space says.
func (v *eval) bare(fi int32, r *lang.Ref) []hit {
	for _, space := range [3]lang.Space{lang.Value, lang.Type, lang.Method} {
		if r.Space&space == 0 {
			continue
		}
		es, hs := v.lookup(fi, r.Scope, r.Name, space)
		if len(es)+len(hs) > 0 {
			return append(v.asHits(es), hs...)
		}
	}
	if r.Space == lang.Namespace {
		return v.asHits(v.name(fi, r.Scope, r.Name, lang.Namespace))
	}
	if r.Space&lang.Namespace != 0 {
		if m := v.pack(fi, v.file(fi).Facts.Name(r.Name)); m != nil {
			return []hit{{ent: moduleEnt(m)}}
		}
	}
	return nil
}

// spaced is what a reference in spaces to the member of recv called name means.
func (v *eval) spaced(fi int32, recv lang.ExprID, name string, spaces lang.Space) []hit {
	t := v.value(fi, recv)
	for _, space := range [3]lang.Space{lang.Value, lang.Type, lang.Method} {
		if spaces&space == 0 {
			continue
		}
		if hs := v.membersIn(t, name, space); len(hs) > 0 {
			return hs
		}
	}
	if m := *v.types.at(t); m.kind == tModule && m.mod.Shared != "" && spaces&lang.Namespace != 0 {
		if p := v.pack(fi, m.mod.Name+"."+name); p != nil {
			return []hit{{ent: moduleEnt(p)}}
		}
	}
	return nil
}

// inPackage is the type called name in a package.
func (v *eval) inPackage(m *lang.Module, name string, space lang.Space) []hit {
	return v.asHits(v.sharedAs(v.self, m.Shared, name, space))
}

func (v *eval) ents(hs []hit) []ent {
	var es []ent
	for _, h := range hs {
		es = v.merge(es, h.ent)
	}
	return es
}

func (v *eval) hitsType(hs []hit) typeID {
	ts := make([]typeID, len(hs))
	for i, h := range hs {
		ts[i] = v.hitType(h)
	}
	return v.union(ts...)
}

// implicit finds the members of class c that a bare name in its body means.
func (v *eval) implicit(fi int32, c lang.DefID, name string, space lang.Space) []hit {
	c = v.file(fi).Facts.Canonical(c)
	if n := v.file(fi).Lang.Rules.ConstructorNames; slices.Contains(n, name) || !v.enter() {
		return nil
	}
	defer v.leave()
	hs := v.classMembers(fi, c, name, space, nil, v.add(typ{kind: tThis, open: true, file: fi, def: c}), false)
	return slices.DeleteFunc(hs, func(h hit) bool { return h.kind == entExternal })
}

// overloads finds the members called name of the classes in order, as file fi
// sees them: the first, and where it is callable those of the others too that
// none before overrides.
func (v *eval) overloads(fi int32, order []mroEntry, name string, e *env, self typeID, want func(*lang.Def) bool) []hit {
	var out, ext []hit
	rules := &v.file(fi).Lang.Rules
	for _, m := range order {
		if m.open {
			continue
		}
		if m.ext != nil {
			if ext == nil {
				ext = []hit{{ent: ent{kind: entExternal, ext: m.ext.sub(name)}}}
			}
			continue
		}
		me := &env{m.file, m.def, true, self, v.compose(m.env, e)}
		before := len(out)
	next:
		for _, h := range v.own(m.file, m.def, name, me, self, want) {
			if h.kind == entDef && h.file != fi && h.file != v.self.number && v.file(h.file).Facts.Defs[h.def].Flags&lang.Exported == 0 {
				continue // other files don't see it
			}
			for _, o := range out[:before] {
				if v.overrides(o, h) {
					continue next
				}
			}
			out = append(out, h)
		}
		if len(out) > 0 && (!v.callable(out[0]) || slices.Contains(rules.ConstructorNames, name)) {
			return out
		}
	}
	if len(out) > 0 {
		return out
	}
	return ext
}

func (v *eval) callable(h hit) bool {
	return h.kind == entDef && v.file(h.file).Facts.Defs[h.def].Callable()
}

// overrides says whether o and h are callables with the same parameters, as
// far as their types are known.
func (v *eval) overrides(o, h hit) bool {
	if !v.callable(o) || !v.callable(h) {
		return true
	}
	a, b := v.paramTypes(o), v.paramTypes(h)
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := v.types.at(a[i]).kind, v.types.at(b[i]).kind
		switch {
		case a[i] == unknown || b[i] == unknown:
			if v.writtenName(o, i) != v.writtenName(h, i) {
				return false
			}
		case x == tParam && y != tPrim, y == tParam && x != tPrim:
		case !v.erased(a[i], b[i]):
			return false
		}
	}
	return true
}

// erased says whether a and b are the same but for their type arguments.
func (v *eval) erased(a, b typeID) bool {
	x, y := *v.types.at(a), *v.types.at(b)
	if x.kind == tInstance && y.kind == tInstance {
		return x.file == y.file && x.def == y.def
	}
	if x.kind == tArray && y.kind == tArray {
		if x, y := v.types.at(x.args[0]).kind, v.types.at(y.args[0]).kind; x == tParam || y == tParam {
			return x != tPrim && y != tPrim
		}
		return v.erased(x.args[0], y.args[0])
	}
	return v.same(a, b, 1)
}

// writtenName is the last name in the type of parameter i of a callable, as the
// text has it.
func (v *eval) writtenName(h hit, i int) string {
	x := v.file(h.file)
	t := x.Facts.Defs[x.params(h.def)[i]].Type
	for t >= 0 && (x.Facts.Exprs[t].Kind == lang.ExprTypeArgs || x.Facts.Exprs[t].Kind == lang.ExprArrayOf) {
		t = x.Facts.Exprs[t].A
	}
	return v.lastName(x, t)
}

// paramTypes are the types of the parameters of a callable, seen through its
// receiver; that of a rest parameter is the sequence of its values.
func (v *eval) paramTypes(h hit) []typeID {
	x := v.file(h.file)
	ps := x.params(h.def)
	ts := make([]typeID, len(ps))
	for i, p := range ps {
		ts[i] = v.subst(v.defType(h.file, p), h.env)
		// Every array of a rest parameter is one more than what is written.
		if d := &x.Facts.Defs[p]; d.Flags&lang.Rest != 0 && d.Type >= 0 && x.Facts.Exprs[d.Type].Kind == lang.ExprArrayOf {
			ts[i] = v.wrap(tArray, ts[i])
		}
	}
	return ts
}

// callOf is the call or construction whose callee reference r is, NoExpr when
// it is none.
func (x *fileIndex) callOf(r lang.RefID) lang.ExprID {
	if !x.Lang.Rules.Overloads {
		return lang.NoExpr
	}
	if c, ok := x.contexts().calls[r]; ok {
		return c
	}
	// The name of a function as a value is told by its place.
	if m, ok := x.contexts().member[r]; ok && x.Facts.Refs[r].Space&lang.Method != 0 {
		return m
	}
	return lang.NoExpr
}

// How an argument is converted to the type of a parameter, the best first.
const (
	exact    = iota
	wider    // to a base class or a larger number
	boxing   // or by a base class that is not known
	variable // as one of the values of a rest parameter
	never
)

// candidate is a callable that a call may mean.
type candidate struct {
	hit
	params []typeID
	phase  int // the worst conversion of an argument
	sum    int // of all conversions
}

// choose keeps of the callables hs the one that call e of file fi means: those
// that take as many arguments; of them those that take arguments of these types
// with the least conversion; of them the one whose parameters are the most
// specific. What is left is the answer, or what it may be.
func (v *eval) choose(fi int32, hs []hit, e lang.ExprID) []hit {
	if len(hs) < 2 || e < 0 || !v.file(fi).Lang.Rules.Overloads || !v.enter() {
		return hs
	}
	defer v.leave()
	for _, h := range hs {
		if !v.callable(h) {
			return hs
		}
	}
	f := v.file(fi).Facts
	if k := f.Exprs[e].Kind; k != lang.ExprCall && k != lang.ExprNew {
		return v.chooseValue(fi, hs, e)
	}
	args := v.args(fi, e)
	var fit []candidate
	var counted []hit
	for _, h := range hs {
		c := candidate{hit: h, params: v.paramTypes(h)}
		rest := v.hasRest(h)
		switch n := len(c.params); {
		case len(args) == n && v.applies(fi, &c, args, false):
		case rest && len(args) >= n-1 && v.applies(fi, &c, args, true):
			c.phase = variable
		default:
			if len(args) == n || rest && len(args) >= n-1 {
				counted = append(counted, h)
			}
			continue
		}
		fit = append(fit, c)
	}
	if len(fit) == 0 {
		if len(counted) > 0 {
			return counted
		}
		return hs
	}
	if len(fit) > 1 && !v.decidable(fi, fit, args) {
		out := make([]hit, len(fit))
		for i, c := range fit {
			out[i] = c.hit
		}
		return out
	}
	phase := func(c candidate) int {
		if c.phase == exact {
			return wider // exactness is no phase of its own
		}
		return c.phase
	}
	best := never
	for _, c := range fit {
		best = min(best, phase(c))
	}
	fit = slices.DeleteFunc(fit, func(c candidate) bool { return phase(c) != best })
	if most := v.mostSpecific(fit); len(most) > 0 {
		fit = most
	}
	if len(fit) > 1 {
		least := fit[0].sum
		for _, c := range fit {
			least = min(least, c.sum)
		}
		fit = slices.DeleteFunc(fit, func(c candidate) bool { return c.sum != least })
	}
	out := make([]hit, len(fit))
	for i, c := range fit {
		out[i] = c.hit
	}
	return out
}

func (x *extRef) equal(o *extRef) bool {
	return (x.mod == o.mod || x.mod.Name == o.mod.Name && x.mod.External == o.mod.External) && slices.Equal(x.names, o.names)
}

// decidable says whether the arguments tell which of the candidates is meant:
// where the candidates differ their types are known.
func (v *eval) decidable(fi int32, cs []candidate, args []lang.ExprID) bool {
	f := v.file(fi).Facts
	for i, a := range args {
		ax := &f.Exprs[a]
		if ax.Kind == lang.ExprNull || ax.Kind == lang.ExprFunc || ax.Kind == lang.ExprMember && f.Refs[ax.N].Space&lang.Method != 0 || v.value(fi, a) != unknown {
			continue
		}
		for _, c := range cs[1:] {
			if len(c.params) != len(cs[0].params) || i >= len(c.params) {
				return false
			}
			p, q := c.params[i], cs[0].params[i]
			if (p == unknown || q == unknown) && v.writtenName(c.hit, i) != v.writtenName(cs[0].hit, i) || p != unknown && q != unknown && !v.erased(p, q) {
				return false
			}
		}
	}
	return true
}

// hasRest says whether the last parameter of a callable is a rest parameter.
func (v *eval) hasRest(h hit) bool {
	x := v.file(h.file)
	ps := x.params(h.def)
	return len(ps) > 0 && x.Facts.Defs[ps[len(ps)-1]].Flags&lang.Rest != 0
}

// applies says whether c takes args, the last ones as values of its rest
// parameter where spread is set.
func (v *eval) applies(fi int32, c *candidate, args []lang.ExprID, spread bool) bool {
	c.phase, c.sum = exact, 0
	for i, a := range args {
		p := c.params[min(i, len(c.params)-1)]
		if spread && i >= len(c.params)-1 {
			p = v.element(p)
		}
		how := v.argument(fi, a, p)
		if how == never {
			return false
		}
		c.phase = max(c.phase, how)
		c.sum += how
	}
	return true
}

// argument says how argument a is converted to type p. Functions are not
// looked into: what their parameters are depends on the choice.
func (v *eval) argument(fi int32, a lang.ExprID, p typeID) int {
	f := v.file(fi).Facts
	ax := &f.Exprs[a]
	switch ax.Kind {
	case lang.ExprFunc:
		return v.functionArgument(fi, lang.DefID(ax.N), p)
	case lang.ExprMember:
		if f.Refs[ax.N].Space&lang.Method != 0 {
			return v.functionArgument(fi, lang.NoDef, p)
		}
	case lang.ExprNull:
		if v.types.at(p).kind == tPrim {
			return never
		}
		return wider
	case lang.ExprCond:
		return max(v.argument(fi, ax.A, p), v.argument(fi, ax.B, p))
	}
	return v.convert(v.value(fi, a), p)
}

// functionArgument says whether a function fits type p: fn where its
// parameters are known.
func (v *eval) functionArgument(fi int32, fn lang.DefID, p typeID) int {
	switch x := *v.types.at(p); x.kind {
	case tUnknown, tParam, tExternal, tExtValue:
		return wider
	case tInstance:
		h, ok := v.single(p)
		if !ok {
			return never
		}
		if fn < 0 {
			return wider
		}
		y := v.file(h.file)
		if len(y.params(h.def)) != len(v.file(fi).params(fn)) {
			return never
		}
		if v.void(h.file, h.def) {
			if v.givesValue(fi, fn) {
				return never
			}
		} else if v.void(fi, fn) {
			return never
		}
		return wider
	}
	return never
}

// void says whether a function is declared to give nothing.
func (v *eval) void(fi int32, d lang.DefID) bool {
	f := v.file(fi).Facts
	t := f.Defs[d].Type
	return t >= 0 && f.Exprs[t].Kind == lang.ExprPrim && v.typeExpr(fi, t) == unknown
}

// givesValue says whether a function can't be one that gives nothing: what it
// returns is no call, construction or assignment that can stand by itself.
func (v *eval) givesValue(fi int32, fn lang.DefID) bool {
	x := v.file(fi)
	if x.Facts.Defs[fn].Type >= 0 {
		return false
	}
	rs := 0
	for _, b := range x.bases(fn) {
		if b.Kind != lang.BaseReturn {
			continue
		}
		rs++
		switch x.Facts.Exprs[b.Expr].Kind {
		case lang.ExprCall, lang.ExprNew, lang.ExprExpect, lang.ExprUnknown, lang.ExprName, lang.ExprMember, lang.ExprIndex:
		default:
			return true
		}
	}
	return rs > 1
}

// chooseValue keeps of the callables hs those that fit the type that the place
// of expression e, which names them as a value, expects.
func (v *eval) chooseValue(fi int32, hs []hit, e lang.ExprID) []hit {
	var wanted []typeID
	known := false
	v.each(v.expected(fi, e, false), func(t typeID) {
		if h, ok := v.single(t); ok && !known {
			wanted, known = v.paramTypes(h), true
		}
	})
	if !known {
		return hs
	}
	var fit []candidate
	for _, h := range hs {
		c := candidate{hit: h, params: v.paramTypes(h)}
		static := v.file(h.file).Facts.Defs[h.def].Flags&lang.Static != 0
		given := wanted
		if v.types.at(h.self).kind == tClass && !static {
			if len(given) == 0 {
				continue
			}
			given = given[1:] // the receiver
		}
		if len(given) != len(c.params) {
			continue
		}
		ok := true
		for i, t := range given {
			how := v.convert(t, c.params[i])
			ok = ok && how != never
			c.phase = max(c.phase, how)
			c.sum += how
		}
		if ok {
			fit = append(fit, c)
		}
	}
	if most := v.mostSpecific(fit); len(most) > 0 {
		fit = most
	}
	if len(fit) == 0 {
		return hs
	}
	out := make([]hit, len(fit))
	for i, c := range fit {
		out[i] = c.hit
	}
	return out
}

// mostSpecific are the candidates whose parameters convert to those of every
// other one.
func (v *eval) mostSpecific(cs []candidate) []candidate {
	var out []candidate
	for i, c := range cs {
		best := true
		for j, o := range cs {
			if i != j && best && !v.moreSpecific(c, o) {
				best = false
			}
		}
		if best {
			out = append(out, c)
		}
	}
	return out
}

func (v *eval) moreSpecific(c, o candidate) bool {
	for i := range c.params {
		j := min(i, len(o.params)-1)
		if j < 0 {
			return false
		}
		a, b := c.params[i], o.params[j]
		if len(c.params) != len(o.params) { // rest parameters
			if i == len(c.params)-1 && v.types.at(a).kind == tArray {
				a = v.element(a)
			}
			if j == len(o.params)-1 && v.types.at(b).kind == tArray {
				b = v.element(b)
			}
		}
		if a == unknown || b == unknown {
			return false
		}
		if k := v.types.at(b).kind; k == tParam && v.types.at(a).kind != tPrim {
			if bound := v.bound1(v.types.at(b).file, v.types.at(b).def); bound != unknown && v.convert(a, bound) > wider {
				return false
			}
			continue
		}
		if v.convert(a, b) > wider {
			return false
		}
	}
	return true
}

// convert says how a value of type t becomes one of type p. What is unknown
// may be anything.
func (v *eval) convert(t, p typeID) int {
	if t == unknown || p == unknown {
		return wider
	}
	if !v.enter() {
		return wider
	}
	defer v.leave()
	x, y := *v.types.at(t), *v.types.at(p)
	if x.kind == tUnion {
		how := never
		for _, a := range x.args {
			how = min(how, v.convert(a, p))
		}
		return how
	}
	switch y.kind {
	case tParam:
		if x.kind == tParam && x.file == y.file && x.def == y.def {
			return exact
		}
		if x.kind == tPrim {
			if c := v.convert(v.boxed(t), v.bound1(y.file, y.def)); c == never {
				return never
			}
			return boxing
		}
		if b := v.bound1(y.file, y.def); b != unknown && v.types.at(b).kind != tParam && v.convert(t, b) == never {
			return never
		}
		return wider
	case tIntersect:
		how := exact
		for _, a := range y.args {
			how = max(how, v.convert(t, a))
		}
		return how
	case tUnion:
		how := never
		for _, a := range y.args {
			how = min(how, v.convert(t, a))
		}
		return how
	}
	prims := v.self.Lang.Rules.Primitives
	switch {
	case x.kind == tPrim && y.kind == tPrim:
		a, b := x.ext.names[0], y.ext.names[0]
		if a == b {
			return exact
		}
		if prims.Widens(a, b) {
			return wider
		}
		return never
	case x.kind == tPrim:
		if v.convert(v.boxed(t), p) <= wider {
			return boxing
		}
		return never
	case y.kind == tPrim:
		if x.kind == tParam {
			if b := v.bound1(x.file, x.def); b != unknown {
				return v.convert(b, p)
			}
			return never
		}
		if u := v.unboxed(x); u != unknown {
			if v.convert(u, p) <= wider {
				return boxing
			}
			return never
		}
		if x.kind == tExternal || x.kind == tExtValue {
			return wider
		}
		return never
	}
	switch x.kind {
	case tParam:
		b := v.bound1(x.file, x.def)
		if b == unknown {
			if v.isRoot(y) {
				return exact
			}
			return never
		}
		return v.convert(b, p)
	case tArray:
		switch {
		case y.kind == tArray:
			a, b := x.args[0], y.args[0]
			if v.types.at(a).kind == tPrim || v.types.at(b).kind == tPrim {
				if v.convert(a, b) == exact || a == unknown || b == unknown {
					return exact
				}
				return never
			}
			return v.convert(a, b)
		case v.isRoot(y):
			return wider
		case y.kind == tInstance && v.arrayBase(y):
			return wider
		}
		return never
	case tIntersect:
		how := never
		for _, a := range x.args {
			how = min(how, v.convert(a, p))
		}
		return how
	case tInstance, tThis:
		switch y.kind {
		case tInstance, tThis:
			if x.file == y.file && x.def == y.def {
				return exact
			}
			if v.isRoot(y) {
				return wider
			}
			open := false
			for _, m := range v.mro(x.file, x.def) {
				if m.open || m.ext != nil {
					open = true
				} else if m.file == y.file && m.def == y.def {
					return wider
				}
			}
			if open {
				return boxing
			}
			return never
		case tExternal, tExtValue:
			how := never
			for _, m := range v.mro(x.file, x.def) {
				switch {
				case m.ext != nil && m.ext.equal(y.ext):
					return wider
				case m.open || m.ext != nil:
					how = boxing
				}
			}
			return how
		}
		return never
	case tExternal, tExtValue:
		if (y.kind == tExternal || y.kind == tExtValue) && x.ext.equal(y.ext) {
			return exact
		}
		if y.kind == tArray {
			return never
		}
		return boxing
	}
	return wider
}

// isRoot says whether x is an instance of the class that all extend.
func (v *eval) isRoot(x typ) bool {
	r := *v.types.at(v.builtin(v.self.Lang.Rules.ImplicitBases[lang.KindClass]))
	return x.kind == tInstance && r.kind == tInstance && r.file == x.file && r.def == x.def
}

// arrayBase says whether x is a built-in interface that has no members of its
// own, of which arrays implement some.
func (v *eval) arrayBase(x typ) bool {
	y := v.file(x.file)
	return y.Prelude != nil && len(y.members.all(int32(x.def))) == 0
}

// primitive is the type of the values of a primitive type.
func (v *eval) primitive(name string) typeID {
	return v.add(typ{kind: tPrim, ext: &extRef{names: []string{name}}})
}

// boxed is the class of the objects that values of primitive type t are boxed
// in.
func (v *eval) boxed(t typeID) typeID {
	return v.builtin(v.self.Lang.Rules.Primitives.Boxes[v.types.at(t).ext.names[0]])
}

// unboxed is the primitive type whose values objects of type x box, unknown
// for other objects.
func (v *eval) unboxed(x typ) typeID {
	if x.kind != tInstance {
		return unknown
	}
	y := v.file(x.file)
	if y.Prelude == nil {
		return unknown
	}
	name := y.Facts.Name(y.Facts.Defs[x.def].Name)
	for prim, box := range v.self.Lang.Rules.Primitives.Boxes {
		if box == name {
			return v.primitive(prim)
		}
	}
	return unknown
}

// arithmetic is the type of an operation on values of types a and b.
func (v *eval) arithmetic(a, b typeID) typeID {
	name := func(t typeID) string {
		switch x := *v.types.at(t); x.kind {
		case tPrim:
			return x.ext.names[0]
		case tInstance:
			if y := v.file(x.file); y.Prelude != nil {
				return y.Facts.Name(y.Facts.Defs[x.def].Name)
			}
		}
		return ""
	}
	if n := v.self.Lang.Rules.Primitives.Arithmetic(name(a), name(b)); n != "" {
		return v.builtin(n)
	}
	return a
}

// baseArg is the first type argument of the built-in class called name that x
// is an instance of.
func (v *eval) baseArg(x typ, name string) typeID {
	be := v.argEnv(x.file, x.def, x.args, nil)
	for _, m := range v.mro(x.file, x.def) {
		if m.ext != nil || m.open {
			continue
		}
		y := v.file(m.file)
		if y.Prelude == nil || y.Facts.Name(y.Facts.Defs[m.def].Name) != name {
			continue
		}
		me := v.compose(m.env, be)
		for _, p := range v.classParams(m.file, m.def) {
			t, _ := me.lookup(p.file, p.def, false)
			return t
		}
	}
	return unknown
}

// callMembers are the members that calling an instance of type t calls.
func (v *eval) callMembers(t typeID) []hit {
	if v.self.Lang.Rules.FunctionalInterfaces {
		if h, ok := v.single(t); ok {
			return []hit{h}
		}
		return nil
	}
	return v.typeMembers(t, v.self.Lang.Rules.CallMember)
}

// single is the one abstract method of the interface that t is an instance of.
// Methods that every object has don't count.
func (v *eval) single(t typeID) (hit, bool) {
	x := *v.types.at(t)
	if x.kind != tInstance || v.file(x.file).Facts.Defs[x.def].Kind != lang.KindInterface || !v.enter() {
		return hit{}, false
	}
	defer v.leave()
	e := v.argEnv(x.file, x.def, x.args, nil)
	root := *v.types.at(v.builtin(v.self.Lang.Rules.ImplicitBases[lang.KindClass]))
	var found []hit
	var concrete []hit
	for _, m := range v.mro(x.file, x.def) {
		if m.ext != nil || m.open {
			return hit{}, false
		}
		y := v.file(m.file)
		v.listed(y, m.def)
		for _, def := range y.members.all(int32(m.def)) {
			d := &y.Facts.Defs[def]
			if d.Space != lang.Method || d.Flags&(lang.Member|lang.Static) != lang.Member {
				continue
			}
			h := hit{ent: ent{kind: entDef, file: m.file, def: def}, env: &env{m.file, m.def, true, t, v.compose(m.env, e)}, self: t}
			if d.Kind != lang.KindAbstractMethod {
				concrete = append(concrete, h)
				continue
			}
			if root.kind == tInstance {
				objects := v.own(root.file, root.def, y.Facts.Name(d.Name), nil, unknown, func(o *lang.Def) bool { return o.Space == lang.Method })
				if slices.ContainsFunc(objects, func(o hit) bool { return v.overrides(o, h) }) {
					continue
				}
			}
			same := func(o hit) bool {
				return v.file(o.file).Facts.Name(v.file(o.file).Facts.Defs[o.def].Name) == y.Facts.Name(d.Name) && v.overrides(o, h)
			}
			if slices.ContainsFunc(found, same) || slices.ContainsFunc(concrete, same) {
				continue
			}
			if found = append(found, h); len(found) > 1 {
				return hit{}, false
			}
		}
	}
	if len(found) == 0 {
		return hit{}, false
	}
	return found[0], true
}

// function unifies p, a function type, with function a: one that is named
// through its class takes its receiver first.
func (b *bindings) function(p, a typeID, depth int) {
	v := b.v
	x, y := *v.types.at(p), *v.types.at(a)
	if x.kind != tFunc || y.kind != tFunc || depth <= 0 {
		return
	}
	f := v.file(y.file)
	px, py := v.file(x.file).params(x.def), f.params(y.def)
	at := func(i int) typeID { return v.subst(v.defType(x.file, px[i]), x.env) }
	if d := &f.Facts.Defs[y.def]; d.Kind != lang.KindLambda && d.Flags&lang.Static == 0 && v.types.at(y.self).kind == tClass && len(px) == len(py)+1 {
		b.unify(at(0), v.asInstance(y.self), depth-1)
		px = px[1:]
	}
	for i := range px {
		if i < len(py) && f.Facts.Defs[py[i]].Type >= 0 {
			b.unify(at(i), v.subst(v.defType(y.file, py[i]), y.env), depth-1)
		}
	}
	b.unify(v.subst(v.result(x.file, x.def), x.env), v.subst(v.result(y.file, y.def), y.env), depth-1)
}
