package python

import (
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
	for _, b := range bs {
		e, changed := b.ends[d]
		if !changed {
			e.value, e.known = x.value(d)
		}
		v := e.value
		if v.narrowed {
			v, e.known = value{e: v.under, depth: v.depth, under: lang.NoExpr}, v.under >= 0
		}
		if !e.known {
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
	out := all[0]
	for _, v := range all[1:] {
		out = value{e: x.b.Expr2(lang.ExprCond, 0, out.e, v.e), depth: max(out.depth, v.depth) + 1, under: lang.NoExpr}
	}
	if out.depth > maxHeld {
		x.forget(d)
		return
	}
	x.set(d, out)
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
		for d := range x.values { // the order does not show: all go
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
		case kAttribute, kSubscript:
			c = x.n[c].Next - 1
		case kIdentifier:
			if d := x.visible(x.name(c)); d >= 0 {
				x.forget(d)
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
		if op == ts.NoNode || (x.n[op].Sym == tAnd) != positive {
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
