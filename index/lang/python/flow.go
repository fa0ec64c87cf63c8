package python

import (
	"maps"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// What a variable holds at a point of straight-line code is known better than
// what may flow into it anywhere. The walk keeps the last value of each
// variable, joins the values where branches meet, forgets them where a loop
// may have changed them, and narrows them behind isinstance.

// value is the expression whose result a variable holds.
type value struct {
	e     lang.ExprID
	depth int // how many held values it is made of, one inside the other
	// narrowed: a test said so, the variable was not assigned. under is what
	// was known before, NoExpr when nothing.
	narrowed bool
	under    lang.ExprID
}

// change is a value that the journal can bring back.
type change struct {
	def lang.DefID
	old value
	had bool
}

// maxHeld bounds value.depth: a variable that is made of itself in every line
// would make expressions as deep as the file is long.
const maxHeld = 6

// hold notes that d has the value e from here on.
func (x *extractor) hold(d lang.DefID, e lang.ExprID) {
	x.forgetPaths(d, "")
	def := &x.b.F.Defs[d]
	if def.Scope < 0 || def.Type >= 0 {
		return
	}
	if e < 0 || x.taken >= maxHeld {
		x.forget(d)
		return
	}
	x.set(d, value{e: e, depth: x.taken + 1, under: lang.NoExpr})
}

func (x *extractor) set(d lang.DefID, v value) {
	old, had := x.values[d]
	x.journal = append(x.journal, change{d, old, had})
	x.values[d] = v
}

func (x *extractor) value(d lang.DefID) (value, bool) {
	v, ok := x.values[d]
	return v, ok
}

func (x *extractor) forget(d lang.DefID) {
	if old, had := x.values[d]; had {
		x.journal = append(x.journal, change{d, old, had})
		delete(x.values, d)
	}
}

// held is the value that name n has here.
func (x *extractor) held(n lang.NameID) (lang.ExprID, bool) {
	if len(x.values) == 0 {
		return lang.NoExpr, false
	}
	d := x.visible(n)
	if d < 0 {
		return lang.NoExpr, false
	}
	v, ok := x.values[d]
	x.taken = max(x.taken, v.depth)
	return v.e, ok
}

// route is an attribute of a variable, or an attribute of that: self.x, a.b.c.
// Paths hold values as variables do, under ids below NoDef.
type route struct {
	root lang.DefID
	name string // ".x", ".b.c"
}

// maxPath bounds route.name in bytes.
const maxPath = 80

// pathAt is the id of the path that the attribute at node i is, NoDef when it
// is none. It is made when there is none yet and make is set.
func (x *extractor) pathAt(i uint32, make bool) lang.DefID {
	if !make && len(x.paths) == 0 {
		return lang.NoDef
	}
	root := i
	for x.kind(root) == kAttribute {
		if root = x.t.Child(root, fObject); root == ts.NoNode {
			return lang.NoDef
		}
	}
	if x.kind(root) != kIdentifier || x.n[i].End-x.n[root].End > maxPath {
		return lang.NoDef
	}
	d := x.visible(x.name(root))
	if d < 0 {
		return lang.NoDef
	}
	p := route{d, string(x.src[x.n[root].End:x.n[i].End])}
	id, ok := x.paths[p]
	if !ok {
		if !make || strings.ContainsAny(p.name, " \t\r\n\\#") {
			return lang.NoDef
		}
		id = lang.NoDef - 1 - lang.DefID(len(x.paths))
		x.paths[p] = id
		x.below[d] = append(x.below[d], id)
		x.pathNames = append(x.pathNames, p.name)
	}
	return id
}

// forgetPaths forgets the paths that begin with variable d and name.
func (x *extractor) forgetPaths(d lang.DefID, name string) {
	for _, id := range x.below[d] {
		if strings.HasPrefix(x.pathNames[lang.NoDef-1-id], name) {
			x.forget(id)
		}
	}
}

// holdPath notes that the attribute at node i has the value e from here on.
func (x *extractor) holdPath(i uint32, e lang.ExprID) {
	id := x.pathAt(i, e >= 0)
	if id == lang.NoDef {
		return
	}
	x.forgetAttribute(i)
	if e >= 0 && x.taken < maxHeld {
		x.set(id, value{e: e, depth: x.taken + 1, under: lang.NoExpr})
	}
}

// forgetAttribute forgets the path at node i and what goes on from there.
func (x *extractor) forgetAttribute(i uint32) {
	id := x.pathAt(i, false)
	if id == lang.NoDef {
		return
	}
	name := x.pathNames[lang.NoDef-1-id]
	root := i
	for x.kind(root) == kAttribute {
		root = x.t.Child(root, fObject)
	}
	d := x.visible(x.name(root))
	x.forget(id)
	x.forgetPaths(d, name+".")
}

// heldAttribute is what the attribute at node i, in general the expression e,
// is known to be here. What was assigned does not hide what the attribute is
// declared as: its type may be unknown.
func (x *extractor) heldAttribute(i uint32, e lang.ExprID) lang.ExprID {
	if len(x.values) == 0 {
		return e
	}
	id := x.pathAt(i, false)
	if id == lang.NoDef {
		return e
	}
	v, ok := x.values[id]
	if !ok {
		return e
	}
	x.taken = max(x.taken, v.depth)
	if v.narrowed {
		return x.b.Expr1(lang.ExprNonNull, 0, v.e)
	}
	return x.b.Expr2(lang.ExprCond, 0, v.e, e)
}

// mark is a point that undo can go back to.
func (x *extractor) mark() int { return len(x.journal) }

func (x *extractor) undo(mark int) {
	for len(x.journal) > mark {
		c := x.journal[len(x.journal)-1]
		x.journal = x.journal[:len(x.journal)-1]
		if c.had {
			x.values[c.def] = c.old
		} else {
			delete(x.values, c.def)
		}
	}
}

// branch is what one of several ways through the code changed.
type branch struct {
	changed []lang.DefID // without repetition
	ends    map[lang.DefID]ending
}

// ending is what a variable holds at the end of a branch, if that is known.
type ending struct {
	value
	known bool
}

// leave collects what has changed since the mark from, and goes back to the
// mark to.
func (x *extractor) leave(from, to int) branch {
	b := branch{ends: map[lang.DefID]ending{}}
	for _, c := range x.journal[from:] {
		if _, seen := b.ends[c.def]; !seen {
			b.changed = append(b.changed, c.def)
			v, ok := x.values[c.def]
			b.ends[c.def] = ending{v, ok}
		}
	}
	x.undo(to)
	return b
}

// enter makes the state at the end of b the current one.
func (x *extractor) enter(b branch) {
	for _, d := range b.changed {
		if v := b.ends[d]; v.known {
			x.set(d, v.value)
		} else {
			x.forget(d)
		}
	}
}

// join continues behind branches that all lead here and all began in the
// current state.
func (x *extractor) join(bs []branch) {
	if len(bs) == 1 {
		x.enter(bs[0])
		return
	}
	done := map[lang.DefID]bool{}
	for _, b := range bs {
		for _, d := range b.changed {
			if !done[d] {
				done[d] = true
				x.joinOne(d, bs)
			}
		}
	}
}

func (x *extractor) joinOne(d lang.DefID, bs []branch) {
	var all []value
	narrowed := false
	for _, b := range bs {
		e, changed := b.ends[d]
		if !changed {
			e.value, e.known = x.value(d)
		}
		v := e.value
		switch {
		case v.narrowed && v.under < 0 && x.opaque(d):
			narrowed = true // what a test has seen is all that is known of it
		case v.narrowed:
			v, e.known = value{e: v.under, depth: v.depth, under: lang.NoExpr}, v.under >= 0
		}
		if !e.known {
			if x.opaque(d) {
				narrowed = true
				continue
			}
			x.forget(d)
			return
		}
		same := false
		for _, o := range all {
			same = same || o.e == v.e
		}
		if !same {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		x.forget(d)
		return
	}
	out := all[0]
	for _, v := range all[1:] {
		out = value{e: x.b.Expr2(lang.ExprCond, 0, out.e, v.e), depth: max(out.depth, v.depth) + 1, under: lang.NoExpr}
	}
	out.narrowed = narrowed
	if out.depth > maxHeld {
		x.forget(d)
		return
	}
	x.set(d, out)
}

// opaque says whether nothing but tests tells what d is: a parameter without
// annotation and default.
func (x *extractor) opaque(d lang.DefID) bool {
	if d < 0 {
		return false
	}
	def := &x.b.F.Defs[d]
	return def.Flags&lang.Param != 0 && def.Flags&(lang.Optional|lang.SelfParam|lang.Rest|lang.KwRest) == 0 && def.Type < 0
}

// maxLoops is how many loops inside one another are looked through for what
// they assign; deeper ones forget everything.
const maxLoops = 12

// loop forgets what the loop at node i may assign.
func (x *extractor) loop(i uint32) {
	if len(x.values) == 0 {
		return
	}
	if x.loops > maxLoops {
		for _, d := range slices.Sorted(maps.Keys(x.values)) {
			x.forget(d)
		}
		return
	}
	for c := i; c < x.n[i].Next; {
		n := &x.n[c]
		switch x.kind(c) {
		case kFunctionDefinition, kClassDefinition, kLambda:
			if name := x.t.Child(c, fName); name != ts.NoNode {
				x.forgetNames(name)
			}
			c = n.Next
			continue
		case kAssignment, kAugmentedAssignment, kForStatement, kForInClause:
			if l := x.t.Child(c, fLeft); l != ts.NoNode {
				x.forgetNames(l)
			}
		case kNamedExpression:
			if l := x.t.Child(c, fName); l != ts.NoNode {
				x.forgetNames(l)
			}
		case kAsPatternTarget, kCasePattern, kDeleteStatement:
			x.forgetNames(c)
		}
		c++
	}
}

// forgetNames forgets the variables among the identifiers below node i.
func (x *extractor) forgetNames(i uint32) {
	for c := i; c < x.n[i].Next; c++ {
		switch x.kind(c) {
		case kAttribute:
			x.forgetAttribute(c)
			c = x.n[c].Next - 1
		case kSubscript:
			c = x.n[c].Next - 1
		case kIdentifier:
			if d := x.visible(x.name(c)); d >= 0 {
				x.forget(d)
				x.forgetPaths(d, "")
			}
		}
	}
}

// guard is a test that says what a variable is.
type guard struct {
	def  lang.DefID
	was  lang.ExprID // the variable as it was in the test
	is   lang.ExprID
	call special
}

// narrow notes what holds when the test at node i came out as positive.
func (x *extractor) narrow(i uint32, positive bool) {
	if !x.deeper(i) {
		return
	}
	defer x.shallower()
	switch x.kind(i) {
	case kParenthesizedExpression, kNotOperator:
		if c := x.child(i); c != ts.NoNode {
			x.narrow(c, positive != (x.kind(i) == kNotOperator))
		}
	case kBooleanOperator:
		op := x.t.Child(i, fOperator)
		if op == ts.NoNode {
			return
		}
		if x.n[op].Sym == tAnd != positive {
			if !positive {
				x.perhaps(i)
			}
			return
		}
		for _, f := range [2]ts.FieldID{fLeft, fRight} {
			if c := x.t.Child(i, f); c != ts.NoNode {
				x.narrow(c, positive)
			}
		}
	case kCall:
		g, ok := x.guards[i]
		if !ok || !positive {
			return
		}
		v := value{e: g.is, depth: 1, narrowed: true, under: lang.NoExpr}
		if g.call == callIsInstance {
			v.e = x.b.Expr2(lang.ExprCast, 0, g.was, x.alternatives(g.is))
		}
		if old, ok := x.values[g.def]; ok {
			v.depth = old.depth + 1
			v.under = old.e
			if old.narrowed {
				v.under = old.under
			}
		}
		x.set(g.def, v)
	}
}

// perhaps notes what a conjunction at node i that failed has tested on the way:
// an opaque variable may be that.
func (x *extractor) perhaps(i uint32) {
	for c := i; c < x.n[i].Next; c++ {
		if x.kind(c) != kCall {
			continue
		}
		g, ok := x.guards[c]
		if !ok || g.call != callIsInstance || !x.opaque(g.def) {
			continue
		}
		if _, known := x.values[g.def]; !known {
			x.set(g.def, value{e: x.b.Expr2(lang.ExprCast, 0, g.was, x.alternatives(g.is)), depth: 1, narrowed: true, under: lang.NoExpr})
		}
	}
}

// alternatives makes the union of the types in the tuple that isinstance was
// given; other expressions stay as they are.
func (x *extractor) alternatives(e lang.ExprID) lang.ExprID {
	t := x.b.F.Exprs[e]
	if t.Kind != lang.ExprTuple {
		return e
	}
	var list []lang.ExprID
	for a := t.A; a >= 0; a = x.b.F.Exprs[a].Next {
		list = append(list, x.b.Copy(a))
	}
	return x.b.Expr1(lang.ExprUnion, 0, x.b.List(list))
}
