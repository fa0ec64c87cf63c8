package python

import (
	"bytes"
	"strconv"

	"codeintel/index/lang/ts"
)

// staticMinor is the minor version of Python 3 for which conditions on the
// version are decided.
const staticMinor = 11

// truth is what a condition is known to be before the program runs.
type truth uint8

const (
	unclear truth = iota
	always
	never
)

func (t truth) not() truth {
	switch t {
	case always:
		return never
	case never:
		return always
	}
	return unclear
}

func known(b bool) truth {
	if b {
		return always
	}
	return never
}

// static decides the conditions that tell type checkers and versions apart, as
// type checkers do. Code for any platform may run.
func (x *extractor) static(i uint32) truth {
	if i == ts.NoNode || !x.deeper(i) {
		return unclear
	}
	defer x.shallower()
	switch x.kind(i) {
	case kTrue:
		return always
	case kFalse:
		return never
	case kInteger:
		return known(!bytes.Equal(x.text(i), []byte("0")))
	case kParenthesizedExpression:
		return x.static(x.child(i))
	case kNotOperator:
		return x.static(x.child(i)).not()
	case kIdentifier, kAttribute:
		if bytes.Equal(x.lastPart(i), []byte("TYPE_CHECKING")) {
			return always
		}
	case kBooleanOperator:
		l, r := x.static(x.t.Child(i, fLeft)), x.static(x.t.Child(i, fRight))
		decides := never // of "and"
		if op := x.t.Child(i, fOperator); op == ts.NoNode || x.n[op].Sym != tAnd {
			decides = always
		}
		if l == decides || r == decides {
			return decides
		}
		if l == r {
			return l
		}
	case kComparisonOperator:
		return x.staticComparison(i)
	}
	return unclear
}

func (x *extractor) staticComparison(i uint32) truth {
	var side [2]uint32
	n := 0
	op := ts.NoNode
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		switch {
		case x.n[c].Flags&ts.Named == 0:
			op = c
		case n == 2:
			return unclear
		default:
			side[n] = c
			n++
		}
	}
	if n != 2 || op == ts.NoNode {
		return unclear
	}
	right := side[1]
	switch string(x.text(side[0])) {
	case "sys.version_info":
		if x.kind(right) != kTuple {
			return unclear
		}
		var want []int
		x.children(right, func(c uint32) {
			if v, err := strconv.Atoi(string(x.text(c))); err == nil {
				want = append(want, v)
			} else {
				want = append(want, -1)
			}
		})
		if len(want) == 0 || want[0] < 0 || len(want) > 1 && want[1] < 0 {
			return unclear
		}
		have := []int{3, staticMinor}
		return compared(have[:min(len(want), 2)], want[:min(len(want), 2)], len(want) < 2, string(x.text(op)))
	case "sys.version_info[0]", "sys.version_info.major":
		if v, err := strconv.Atoi(string(x.text(right))); err == nil {
			return compared([]int{3}, []int{v}, false, string(x.text(op)))
		}
	}
	return unclear
}

// compared is how version have compares with want. more says that have goes on
// behind what is compared, which makes it the greater when they agree.
func compared(have, want []int, more bool, op string) truth {
	c := 0
	for i := range have {
		if c == 0 {
			c = have[i] - want[i]
		}
	}
	if c == 0 && more {
		c = 1
	}
	switch op {
	case ">=":
		return known(c >= 0)
	case ">":
		return known(c > 0)
	case "<":
		return known(c < 0)
	case "<=":
		return known(c <= 0)
	case "==":
		return known(c == 0)
	case "!=":
		return known(c != 0)
	}
	return unclear
}

// later puts off a block that never runs here: what it binds comes after what
// the others bind.
func (x *extractor) later(block uint32) {
	if block != ts.NoNode {
		x.queue = append(x.queue, deferred{block, x.frame})
	}
}
