package typescript

import (
	"strconv"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// Tests say more of a variable than its declaration does: behind x.kind === "a" it is
// of those types in its union whose kind is "a". What a test says holds in the code that
// runs only then; a variable, or a path of members, is told by its text.

// narrowing is what a test says of a path in the code that is being read.
type narrowing struct {
	path string
	test lang.ExprID // ExprIs
	not  bool
}

// test is a comparison in the text.
type test struct {
	path  string
	prop  int32       // NameID of the member that is compared, or lang.IsInstance …
	value lang.ExprID // what it is compared with
	not   bool
}

// maxRegion bounds how many nodes are searched for assignments that end what a test
// says; longer code is not narrowed.
const maxRegion = 1 << 13

// compared keeps what the comparison at node i, of what x and y are read from, says.
func (e *extractor) compared(i uint32, op string, x, y lang.ExprID) {
	l, r := e.child(i, fLeft), e.child(i, fRight)
	if l == ts.NoNode || r == ts.NoNode || e.typing {
		return
	}
	t := test{prop: lang.IsInstance}
	switch op {
	case "in":
		if k := e.kind(r); e.kind(l) != kString || e.missing(l) || k != kIdentifier && k != kMemberExpression && k != kThis {
			return
		}
		t.path, t.prop, t.value = string(e.text(r)), lang.IsWith, e.b.Expr(lang.ExprString, int32(e.name(l)))
	case "instanceof":
		if k := e.kind(l); k != kIdentifier && k != kMemberExpression && k != kThis || y < 0 {
			return
		}
		t.path, t.value = string(e.text(l)), y
	case "===", "==", "!==", "!=":
		t.not = op[0] == '!'
		if path := e.typeofPath(l); path != "" && e.kind(r) == kString && !e.missing(r) {
			t.path, t.prop, t.value = path, lang.IsTypeof, e.b.Expr(lang.ExprString, int32(e.name(r)))
			break
		}
		if e.kind(l) != kMemberExpression {
			l, r, y = r, l, x
		}
		if e.kind(l) != kMemberExpression {
			return
		}
		var ok bool
		if t.path, t.prop, ok = e.member1(l); !ok {
			return
		}
		if t.value = e.literalValue(r, y); t.value < 0 {
			return
		}
	default:
		return
	}
	e.addTest(i, t)
}

func (e *extractor) addTest(i uint32, t test) {
	if e.tests == nil {
		e.tests = map[uint32]test{}
	}
	e.tests[i] = t
}

// typeofPath is the path x in typeof x, "" where node i is something else.
func (e *extractor) typeofPath(i uint32) string {
	if e.kind(i) != kUnaryExpression {
		return ""
	}
	op, x := e.child(i, fOperator), e.child(i, fArgument)
	if op == ts.NoNode || x == ts.NoNode || e.kind(op) != kTokTypeof {
		return ""
	}
	switch e.kind(x) {
	case kIdentifier, kMemberExpression, kThis:
		return string(e.text(x))
	}
	return ""
}

// guards keeps that the call at node i, which x was read from, may say what its first
// argument is.
func (e *extractor) guards(i uint32, x lang.ExprID) {
	args := e.child(i, fArguments)
	if args == ts.NoNode || e.kind(args) != kArguments || e.typing {
		return
	}
	a := e.named(args, 0)
	if a == ts.NoNode || e.nodes[a].End-e.nodes[a].Start > 80 {
		return
	}
	switch e.kind(a) {
	case kIdentifier, kMemberExpression, kThis:
		e.addTest(i, test{path: string(e.text(a)), prop: lang.IsGuarded, value: x})
	}
}

// member1 is the text of the object and the name of the member in member expression i.
func (e *extractor) member1(i uint32) (path string, prop int32, ok bool) {
	o, n := e.child(i, fObject), e.child(i, fProperty)
	if o == ts.NoNode || e.missing(n) || e.nodes[o].End-e.nodes[o].Start > 80 {
		return "", 0, false
	}
	switch e.kind(o) {
	case kIdentifier, kMemberExpression, kThis:
		return string(e.text(o)), int32(e.name(n)), true
	}
	return "", 0, false
}

// literalValue is what a value at node i, read as x, is compared as: a literal, or a name that
// may be a member of an enumeration. It is NoExpr for other values.
func (e *extractor) literalValue(i uint32, x lang.ExprID) lang.ExprID {
	switch e.kind(i) {
	case kString:
		return e.b.Expr(lang.ExprString, int32(e.name(i)))
	case kNumber:
		if n, err := strconv.ParseUint(string(e.text(i)), 10, 31); err == nil {
			return e.b.Expr(lang.ExprNumber, int32(n))
		}
	case kTrue, kFalse:
		return e.b.Expr(lang.ExprBool, int32(e.b.NameBytes(e.text(i))))
	case kMemberExpression:
		if x >= 0 && e.b.F.Exprs[x].Kind == lang.ExprMember {
			return e.b.Copy(x)
		}
	}
	return lang.NoExpr
}

// hold notes what is known in the nodes from up to to, which are read where the condition
// at node i came out as positive.
func (e *extractor) hold(i uint32, positive bool, from, to uint32) {
	e.holdIn(i, positive, from, to, maxOneOf)
}

// holdIn is hold for a condition that has at most that many others in one another: what is
// deeper says nothing.
func (e *extractor) holdIn(i uint32, positive bool, from, to uint32, most int) {
	if i == ts.NoNode || most == 0 || to-from > maxRegion || len(e.narrowed) >= maxNarrowed || !e.enter() {
		return
	}
	defer e.leave()
	switch e.kind(i) {
	case kParenthesizedExpression:
		e.holdIn(e.named(i, 0), positive, from, to, most-1)
	case kUnaryExpression:
		if op := e.child(i, fOperator); op != ts.NoNode && e.t.Src[e.nodes[op].Start] == '!' {
			e.holdIn(e.child(i, fArgument), !positive, from, to, most-1)
		}
	case kCallExpression:
		if t, ok := e.tests[i]; ok {
			e.narrow(narrowing{t.path, e.b.Expr1(lang.ExprIs, t.prop, e.b.Copy(t.value)), !positive}, from, to)
		}
	case kMemberExpression:
		// Its value is no false, or no true.
		if path, prop, ok := e.member1(i); ok {
			value := e.b.Expr(lang.ExprBool, int32(e.b.Name(strconv.FormatBool(!positive))))
			e.narrow(narrowing{path, e.b.Expr1(lang.ExprIs, prop, value), true}, from, to)
		}
	case kBinaryExpression:
		op := e.child(i, fOperator)
		if op == ts.NoNode {
			return
		}
		switch k := e.kind(op); {
		case k == kTokOr && e.either(i, positive, from, to):
		case k == kTokAnd && positive, k == kTokOr && !positive:
			e.holdIn(e.child(i, fLeft), positive, from, to, most-1)
			e.holdIn(e.child(i, fRight), positive, from, to, most-1)
		default:
			if t, ok := e.tests[i]; ok {
				e.narrow(narrowing{t.path, e.b.Expr1(lang.ExprIs, t.prop, e.b.Copy(t.value)), t.not == positive}, from, to)
			}
		}
	}
}

// either is hold for x.p === a || x.p === b …, false for other conditions.
func (e *extractor) either(i uint32, positive bool, from, to uint32) bool {
	t, values := e.oneOf(i, maxOneOf)
	if len(values) > 0 {
		e.narrow(narrowing{t.path, e.b.Expr1(lang.ExprIs, t.prop, e.list(values)), !positive}, from, to)
	}
	return len(values) > 0
}

// maxNarrowed is how many narrowings hold at once.
const maxNarrowed = 16

// maxOneOf is how many alternatives a condition has at most that is read as one test: each
// chain is looked through again for every longer one that it is part of.
const maxOneOf = 32

// oneOf are the values of x.p === a || x.p === b …, most of them at most; none when it is
// something else.
func (e *extractor) oneOf(i uint32, most int) (t test, values []lang.ExprID) {
	for e.kind(i) == kParenthesizedExpression {
		if i = e.named(i, 0); i == ts.NoNode {
			return t, nil
		}
	}
	if t, ok := e.tests[i]; ok {
		if t.not || t.prop == lang.IsInstance || t.prop == lang.IsWith {
			return t, nil
		}
		return t, []lang.ExprID{e.b.Copy(t.value)}
	}
	op, l, r := e.child(i, fOperator), e.child(i, fLeft), e.child(i, fRight)
	if e.kind(i) != kBinaryExpression || op == ts.NoNode || l == ts.NoNode || r == ts.NoNode || e.kind(op) != kTokOr || most <= 1 || !e.enter() {
		return t, nil
	}
	defer e.leave()
	u, more := e.oneOf(r, most-1)
	if len(more) == 0 {
		return t, nil
	}
	t, values = e.oneOf(l, most-len(more))
	if len(values) == 0 || t.path != u.path || t.prop != u.prop {
		return t, nil
	}
	return t, append(values, more...)
}

// narrow adds what is known in the nodes from up to to, unless an assignment there may
// end it.
func (e *extractor) narrow(n narrowing, from, to uint32) {
	if to-from > maxRegion || len(e.narrowed) >= maxNarrowed {
		return
	}
	for c := from; c < to; c++ {
		var at uint32
		switch e.kind(c) {
		case kAssignmentExpression, kAugmentedAssignmentExpression:
			at = e.child(c, fLeft)
		case kUpdateExpression:
			at = e.child(c, fArgument)
		default:
			continue
		}
		if at == ts.NoNode {
			continue
		}
		if s := string(e.text(at)); s == n.path || strings.HasPrefix(n.path, s) && (n.path[len(s)] == '.' || n.path[len(s)] == '?') {
			return
		}
	}
	e.narrowed = append(e.narrowed[:len(e.narrowed):len(e.narrowed)], n)
}

// rebound ends what is known of paths that begin with a name that is bound anew.
func (e *extractor) rebound(name lang.NameID) {
	text := e.b.F.Name(name)
	for i, n := range e.narrowed {
		if rest, ok := strings.CutPrefix(n.path, text); ok && (rest == "" || rest[0] == '.' || rest[0] == '?') {
			e.narrowed = append(e.narrowed[:i:i], e.narrowed[i+1:]...)
			e.rebound(name)
			return
		}
	}
}

// narrowedTo is x, which node i was read as, with what tests say of it.
func (e *extractor) narrowedTo(i uint32, x lang.ExprID) lang.ExprID {
	if x < 0 || e.typing {
		return x
	}
	for _, n := range e.narrowed {
		if e.nodes[i].End-e.nodes[i].Start == uint32(len(n.path)) && string(e.text(i)) == n.path {
			not := int32(0)
			if n.not {
				not = 1
			}
			x = e.b.Expr2(lang.ExprWhere, not, x, n.test)
		}
	}
	return x
}

// whole is x without what tests say of it.
func (e *extractor) whole(x lang.ExprID) lang.ExprID {
	for x >= 0 && e.b.F.Exprs[x].Kind == lang.ExprWhere {
		x = e.b.F.Exprs[x].A
	}
	return x
}

// ifStatement reads an if statement; what is behind one whose branch leaves the block is
// read only where the other way was taken.
func (e *extractor) ifStatement(i uint32) {
	cond, then, otherwise := e.child(i, fCondition), e.child(i, fConsequence), e.child(i, fAlternative)
	if cond == ts.NoNode || then == ts.NoNode {
		e.statements(i)
		return
	}
	e.expr(cond)
	known := e.narrowed
	e.hold(cond, true, then, e.nodes[then].Next)
	e.any(then)
	e.narrowed = known
	if otherwise != ts.NoNode {
		e.hold(cond, false, otherwise, e.nodes[otherwise].Next)
		e.any(otherwise)
		e.narrowed = known
	}
	if end := e.end; end > e.nodes[i].Next {
		switch {
		case e.leaves(then):
			if otherwise == ts.NoNode {
				e.hold(cond, false, e.nodes[i].Next, end)
			}
		case otherwise != ts.NoNode && e.leaves(otherwise):
			e.hold(cond, true, e.nodes[i].Next, end)
		}
	}
}

// leaves says whether what stands behind statement i is not run after it.
func (e *extractor) leaves(i uint32) bool {
	if !e.enter() {
		return false
	}
	defer e.leave()
	switch e.kind(i) {
	case kReturnStatement, kThrowStatement, kBreakStatement, kContinueStatement:
		return true
	case kStatementBlock, kElseClause, kSwitchCase:
		last := ts.NoNode
		for c := i + 1; c < e.nodes[i].Next; c = e.nodes[c].Next {
			if e.nodes[c].Flags&ts.Named != 0 && e.kind(c) != kComment {
				last = c
			}
		}
		return last != ts.NoNode && e.leaves(last)
	case kIfStatement:
		then, otherwise := e.child(i, fConsequence), e.child(i, fAlternative)
		return then != ts.NoNode && otherwise != ts.NoNode && e.leaves(then) && e.leaves(otherwise)
	}
	return false
}

// switchStatement reads a switch statement: in the code of a case the value is what its
// labels say.
func (e *extractor) switchStatement(i uint32) {
	value, body := e.child(i, fValue), e.child(i, fBody)
	if value == ts.NoNode || body == ts.NoNode {
		e.statements(i)
		return
	}
	e.expr(value)
	for value != ts.NoNode && e.kind(value) == kParenthesizedExpression {
		value = e.named(value, 0)
	}
	path, prop, ok := "", int32(0), false
	if value != ts.NoNode && e.kind(value) == kMemberExpression {
		path, prop, ok = e.member1(value)
	}
	saved := e.env
	e.newScope(lang.ScopeBlock, lang.NoDef, body)
	e.local, e.members = true, false
	known := e.narrowed
	var labels, all []lang.ExprID // of this case and those that run into it; of all
	is := func(values []lang.ExprID) lang.ExprID {
		copies := make([]lang.ExprID, len(values))
		for i, v := range values {
			copies[i] = e.b.Copy(v)
		}
		return e.b.Expr1(lang.ExprIs, prop, e.list(copies))
	}
	last := ts.NoNode
	for c := body + 1; c < e.nodes[body].Next; c = e.nodes[c].Next {
		if k := e.kind(c); k == kSwitchCase || k == kSwitchDefault {
			last = c
		}
	}
	for c := body + 1; c < e.nodes[body].Next; c = e.nodes[c].Next {
		k := e.kind(c)
		if k != kSwitchCase && k != kSwitchDefault {
			if e.nodes[c].Flags&ts.Named != 0 {
				e.any(c)
			}
			continue
		}
		label := ts.NoNode
		if k == kSwitchCase {
			if label = e.child(c, fValue); label != ts.NoNode {
				x := e.literalValue(label, e.expr(label))
				ok = ok && x >= 0
				labels, all = append(labels, x), append(all, x)
			}
		}
		if ok && k == kSwitchCase && len(labels) <= maxLabels {
			e.narrow(narrowing{path, is(labels), false}, c, e.nodes[c].Next)
		} else if ok && len(labels) == 0 && c == last && len(all) > 0 && len(all) <= maxLabels {
			e.narrow(narrowing{path, is(all), true}, c, e.nodes[c].Next)
		}
		end := e.end
		e.end = e.nodes[c].Next
		some := false
		for s := c + 1; s < e.nodes[c].Next; s = e.nodes[s].Next {
			if s != label && e.nodes[s].Flags&ts.Named != 0 && e.kind(s) != kComment {
				some = true
				e.any(s)
			}
		}
		e.end = end
		e.narrowed = known
		if k == kSwitchDefault || some && e.leaves(c) {
			labels = nil
		}
	}
	e.env = saved
}

// maxLabels bounds how many labels of a switch are told from one another.
const maxLabels = 64
