package php

import (
	"maps"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// What a variable holds at a point of straight-line code is known better than
// what may flow into it anywhere. The walk keeps the last value of each
// variable, forgets it where branches or loops may have changed it, and narrows
// it behind instanceof.

// held is what a variable holds.
type held struct {
	e     lang.ExprID
	depth int // how many held values it is made of, one inside the other
	// assigned is the value before tests narrowed it, NoExpr when nothing was
	// known of that.
	assigned lang.ExprID
}

// maxHeld bounds held.depth: a variable that is made of itself in every line
// would make expressions as deep as the file is long.
const maxHeld = 6

// maxHeldNames bounds the variables whose values are known at a point: each branch takes
// a copy of them. Of more it is known what may flow into them anywhere.
const maxHeldNames = 512

// guard is an instanceof: the variable that it tests, and for what.
type guard struct {
	name lang.NameID
	was  lang.ExprID
	is   lang.ExprID
}

// hold notes that the variable called n has the value e from here on.
func (x *extractor) hold(n lang.NameID, e lang.ExprID) {
	x.forget(n)
	if e < 0 || x.taken >= maxHeld || len(x.held) >= maxHeldNames {
		return
	}
	if x.held == nil {
		x.held = map[lang.NameID]held{}
	}
	x.held[n] = held{e, x.taken + 1, e}
}

// holdIn is hold for a value that is assigned to d. What a comment says of a
// variable counts more; a parameter's type is only what it begins with.
func (x *extractor) holdIn(d lang.DefID, n lang.NameID, e lang.ExprID) {
	if d >= 0 && x.b.F.Defs[d].Type >= 0 && x.b.F.Defs[d].Flags&lang.Param == 0 {
		e = lang.NoExpr
	}
	x.hold(n, e)
}

// holding is what a use of the variable called n has as its value: r itself
// when nothing better is known.
func (x *extractor) holding(n lang.NameID, r lang.ExprID) lang.ExprID {
	h, ok := x.held[n]
	if !ok {
		return r
	}
	x.taken = max(x.taken, h.depth)
	// A node of its own: it may come to stand in a list.
	return x.b.Expr1(lang.ExprNonNull, 0, h.e)
}

// maxPath bounds the text of a property whose value is kept, in bytes.
const maxPath = 80

// path is the name under which the value of the property at node i is kept:
// $this->a, $x->a->b. False where what it is may differ from use to use.
func (x *extractor) path(i uint32) (lang.NameID, bool) {
	if x.n[i].End-x.n[i].Start > maxPath {
		return 0, false
	}
	for o := i; ; {
		switch x.kind(o) {
		case kMemberAccessExpression:
			if n := x.t.Child(o, fName); n == ts.NoNode || x.kind(n) != kName {
				return 0, false
			}
			if o = x.t.Child(o, fObject); o == ts.NoNode {
				return 0, false
			}
		case kVariableName:
			return x.b.NameBytes(x.text(i)), o != i
		default:
			return 0, false
		}
	}
}

// place is the name under which the value of the variable or property at node i
// is kept.
func (x *extractor) place(i uint32) (lang.NameID, bool) {
	if i == ts.NoNode || x.empty(i) {
		return 0, false
	}
	if x.kind(i) == kVariableName {
		return x.b.NameBytes(x.text(i)), true
	}
	return x.path(i)
}

// forget drops what is known of the variable called n and of its properties.
func (x *extractor) forget(n lang.NameID) {
	if len(x.held) == 0 {
		return
	}
	delete(x.held, n)
	prefix := x.b.F.Name(n) + "->"
	for p := range x.held {
		if strings.HasPrefix(x.b.F.Name(p), prefix) {
			delete(x.held, p)
		}
	}
}

// branch reads code that may or may not run: f says whether it goes on behind
// it. What it changes is not known then.
func (x *extractor) branch(f func() (leaves bool)) {
	before := maps.Clone(x.held)
	if leaves := f(); leaves {
		x.held = before
		return
	}
	for n, h := range before {
		if now, ok := x.held[n]; !ok || now.assigned != h.assigned {
			delete(before, n)
		}
	}
	x.held = before
}

// loop forgets the variables that the code below node i assigns.
func (x *extractor) loop(i uint32) {
	if len(x.held) == 0 {
		return
	}
	for c := i; c < x.n[i].Next; c++ {
		if x.kind(c) == kMemberAccessExpression && x.n[c].Field == fLeft {
			if n, ok := x.path(c); ok {
				x.forget(n)
			}
		}
		if x.kind(c) != kVariableName || x.empty(c) {
			continue
		}
		p := x.n[c].Parent
		if p == ts.NoNode {
			continue
		}
		switch x.kind(p) {
		case kAssignmentExpression, kReferenceAssignmentExpression, kAugmentedAssignmentExpression:
			if x.n[c].Field != fLeft {
				continue
			}
		case kListLiteral, kByRef, kPair, kForeachStatement, kArrayElementInitializer, kCatchClause, kGlobalDeclaration, kStaticVariableDeclaration:
		default:
			continue
		}
		x.forget(x.b.NameBytes(x.text(c)))
	}
}

// leaves says whether the statement at node i ends with a jump, so that the
// code behind it does not run after it.
func (x *extractor) leaves(i uint32) bool {
	for range maxNesting {
		if i == ts.NoNode {
			return false
		}
		switch x.kind(i) {
		case kReturnStatement, kGotoStatement, kBreakStatement, kContinueStatement, kExitStatement:
			return true
		case kExpressionStatement:
			c := x.child(i)
			if c == ts.NoNode {
				return false
			}
			return x.kind(c) == kThrowExpression || x.kind(c) == kName && (lower(string(x.text(c))) == "exit" || lower(string(x.text(c))) == "die")
		case kCompoundStatement, kColonBlock:
			last := ts.NoNode
			x.each(i, func(c uint32) { last = c })
			i = last
		default:
			return false
		}
	}
	return false
}

// narrow applies what the condition at node i says where it holds (or where it
// does not).
func (x *extractor) narrow(i uint32, positive bool) {
	for _, g := range x.guardsOf(i, positive, 0) {
		x.taken = 0
		assigned := lang.NoExpr
		if h, ok := x.held[g.name]; ok {
			x.taken, assigned = h.depth, h.assigned
		}
		x.hold(g.name, x.b.Expr2(lang.ExprCast, 0, g.was, g.is))
		if h, ok := x.held[g.name]; ok {
			h.assigned = assigned
			x.held[g.name] = h
		}
	}
	x.taken = 0
}

// maxGuard bounds the depth of a condition that is looked into.
const maxGuard = 64

func (x *extractor) guardsOf(i uint32, positive bool, depth int) []guard {
	if i == ts.NoNode || depth > maxGuard {
		return nil
	}
	switch x.kind(i) {
	case kParenthesizedExpression:
		return x.guardsOf(x.child(i), positive, depth+1)
	case kUnaryOpExpression:
		if op := x.t.Child(i, fOperator); op != ts.NoNode && string(x.text(op)) == "!" {
			return x.guardsOf(x.t.Child(i, fArgument), !positive, depth+1)
		}
	case kBinaryExpression:
		op := x.t.Child(i, fOperator)
		if op == ts.NoNode {
			return nil
		}
		left, right := x.t.Child(i, fLeft), x.t.Child(i, fRight)
		switch lower(string(x.text(op))) {
		case "instanceof":
			if g, ok := x.guards[i]; ok && positive {
				return []guard{g}
			}
		case "&&", "and":
			if positive {
				return append(x.guardsOf(left, true, depth+1), x.guardsOf(right, true, depth+1)...)
			}
		case "||", "or":
			a, b := x.guardsOf(left, positive, depth+1), x.guardsOf(right, positive, depth+1)
			if !positive {
				return append(a, b...)
			}
			// Either: of the same variable both types are possible.
			if len(a) == 1 && len(b) == 1 && a[0].name == b[0].name {
				u := []lang.ExprID{x.b.Copy(a[0].is), x.b.Copy(b[0].is)}
				return []guard{{a[0].name, a[0].was, x.b.Expr1(lang.ExprUnion, 0, x.b.List(u))}}
			}
		}
	}
	return nil
}

// ifStatement reads if, elseif and else.
func (x *extractor) ifStatement(i uint32) {
	cond := x.t.Child(i, fCondition)
	x.expr(cond)
	body := x.t.Child(i, fBody)
	x.branch(func() bool {
		x.narrow(cond, true)
		x.expr(body)
		return x.leaves(body)
	})
	alternatives := 0
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.n[c].Field != fAlternative {
			continue
		}
		alternatives++
		x.branch(func() bool {
			x.narrow(cond, false)
			b := x.t.Child(c, fBody)
			if cc := x.t.Child(c, fCondition); cc != ts.NoNode {
				x.expr(cc)
				x.narrow(cc, true)
			}
			x.expr(b)
			return x.leaves(b)
		})
	}
	if alternatives == 0 && x.leaves(body) {
		x.narrow(cond, false)
	}
}

// perhaps reads node i, which may or may not run.
func (x *extractor) perhaps(i uint32) {
	if i == ts.NoNode {
		return
	}
	x.branch(func() bool {
		x.expr(i)
		return false
	})
}

// conditional reads c ? a : b and c ?: b.
func (x *extractor) conditional(i uint32) lang.ExprID {
	cond := x.t.Child(i, fCondition)
	a, b := x.expr(cond), lang.NoExpr
	if body := x.t.Child(i, fBody); body != ts.NoNode {
		x.branch(func() bool {
			x.narrow(cond, true)
			a = x.expr(body)
			return false
		})
	}
	x.branch(func() bool {
		x.narrow(cond, false)
		b = x.expr(x.t.Child(i, fAlternative))
		return false
	})
	return x.either(a, b)
}

// while reads a while or for statement.
func (x *extractor) while(i uint32) {
	x.loop(i)
	cond := x.t.Child(i, fCondition)
	x.each(i, func(c uint32) {
		if x.n[c].Field != fBody {
			x.expr(c)
		}
	})
	x.branch(func() bool {
		x.narrow(cond, true)
		x.each(i, func(c uint32) {
			if x.n[c].Field == fBody {
				x.expr(c)
			}
		})
		return false
	})
}
