package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// This file follows what a shell evaluates a second time. An arithmetic
// expression reads the contents of its variables as expressions too, and the
// subscript of an array element there may have a command substituted in it:
//
//	v='a[$(touch f)]'; echo $((v))
//
// The same holds for a text that names a variable (test -v, printf -v, read,
// ${!v}), and for prompts. What is not known and is evaluated makes a command
// Unknown, never read-only.

// arithmetic follows the evaluation of an arithmetic expression.
func (x *run) arithmetic(st *state, n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			// The output of the command is a part of the expression.
			vs, ok := x.sub(st, n.Stmts, stream{}).lines()
			if !ok {
				x.e.unknown("evaluates what a command prints")
			}
			for _, v := range vs {
				x.expression(st, v)
			}
			return false
		case *syntax.ProcSubst:
			x.sub(st, n.Stmts, stream{})
			return false
		case *syntax.ParamExp:
			if !n.Dollar.IsValid() && n.Index != nil && n.Param != nil { // a[i], without a dollar
				x.subscript(st, n.Index)
				x.evaluateName(st, n.Param.Value)
				return false
			}
			x.evaluateAll(st, x.param(st, n))
			return false
		case *syntax.SglQuoted:
			x.expression(st, lit(n.Value))
		case *syntax.Lit:
			switch s := n.Value; {
			case arithmeticNumber(s):
			case syntax.ValidName(s):
				x.evaluateName(st, s)
			default:
				x.e.unknown("evaluates " + s)
			}
		}
		return x.charge(1)
	})
}

// subscript follows the index of an array element. [@] and [*] stand for all of
// the elements.
func (x *run) subscript(st *state, index syntax.ArithmExpr) {
	if w, ok := index.(*syntax.Word); ok {
		if s := w.Lit(); s == "@" || s == "*" {
			return
		}
	}
	x.arithmetic(st, index)
}

// expression follows the evaluation of a value as an arithmetic expression.
func (x *run) expression(st *state, v value) {
	s := strings.TrimSpace(v.text)
	switch {
	case v.form == digits, v.form == exact && (s == "" || arithmeticNumber(s)):
		return
	case v.form != exact:
		x.e.unknown("evaluates what is not known")
		return
	case !x.enter():
		x.leave()
		return
	}
	defer x.leave()
	if syntax.ValidName(s) {
		x.evaluateName(st, s)
		return
	}
	x.e.unknown("evaluates a text")
	if e, ok := parseArithmetic(s); ok {
		x.arithmetic(st, e)
	}
}

// evaluateName follows the evaluation of what a variable holds.
func (x *run) evaluateName(st *state, name string) {
	v, ok := x.variable(st, name)
	if !ok && x.env.Lookup != nil && !st.lost {
		return // it is not set
	}
	x.evaluateAll(st, v)
}

func (x *run) evaluateAll(st *state, v variable) {
	if v.lost {
		x.e.unknown("evaluates what is not known")
	}
	if !x.enter() {
		x.leave()
		return
	}
	defer x.leave()
	for _, e := range v.vals {
		x.expression(st, e)
	}
}

// reference follows what a shell does with a text that names a variable or an
// element of an array.
func (x *run) reference(st *state, v value) {
	if v.form != exact {
		x.e.unknown("names a variable that is not known")
		return
	}
	name, index, ok := strings.Cut(v.text, "[")
	if !ok {
		return // no subscript: nothing is evaluated
	}
	index = strings.TrimSuffix(index, "]")
	if !syntax.ValidName(name) || index == "@" || index == "*" || arithmeticNumber(index) {
		return
	}
	x.expression(st, lit(index))
}

// prompt follows the expansion of a value as a prompt (PS4, ${x@P}).
func (x *run) prompt(st *state, v value) {
	if v.form == digits || v.form == exact && !strings.ContainsAny(v.text, "$`\\") {
		return
	}
	x.e.unknown("expands a prompt")
	if v.form != exact || !x.enter() {
		return
	}
	defer x.leave()
	if w, err := syntax.NewParser().Document(&source{text: v.text}); err == nil {
		x.joined(st, w, true)
	}
}

// assigned are the variables that an arithmetic expression sets, as numbers.
func (x *run) assigned(st *state, n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		var to syntax.ArithmExpr
		switch n := n.(type) {
		case *syntax.BinaryArithm:
			to = n.X
		case *syntax.UnaryArithm:
			to = n.X
		}
		if w, ok := to.(*syntax.Word); ok && syntax.ValidName(w.Lit()) {
			st.set(w.Lit(), numeral())
		}
		return x.charge(1)
	})
}

// arithmeticNumber reports whether s is a number in a shell's arithmetic: 10,
// 0x1f, 16#ff, 1.5.
func arithmeticNumber(s string) bool {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '#', c == '_', c == '.':
		default:
			return false
		}
	}
	return true
}

// parseArithmetic returns the expression that a text is; ok is false where it is
// none, and where it is nested too deeply to be read.
func parseArithmetic(text string) (e syntax.ArithmExpr, ok bool) {
	defer func() {
		if recover() != nil {
			e, ok = nil, false
		}
	}()
	e, err := syntax.NewParser().Arithmetic(&source{text: text})
	return e, err == nil && e != nil
}

// numericTests are the tests that evaluate both sides as arithmetic in [[ ]].
var numericTests = map[syntax.BinTestOperator]bool{
	syntax.TsEql: true, syntax.TsNeq: true, syntax.TsLeq: true, syntax.TsGeq: true, syntax.TsLss: true, syntax.TsGtr: true,
}

// test follows what is between [[ and ]].
func (x *run) test(st *state, n syntax.Node) {
	x.inside(st, n)
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryTest:
			if numericTests[n.Op] {
				for _, side := range []syntax.TestExpr{n.X, n.Y} {
					if w, ok := side.(*syntax.Word); ok {
						x.expression(st, x.joined(st, w, false))
					}
				}
			}
		case *syntax.UnaryTest:
			if w, ok := n.X.(*syntax.Word); ok && (n.Op == syntax.TsVarSet || n.Op == syntax.TsRefVar) {
				x.reference(st, x.joined(st, w, false))
			}
		}
		return x.charge(1)
	})
}

// doTest follows test and [, which expand the subscript of what -v names.
func doTest(c *call) stream {
	for i, a := range c.args {
		// An operator that is not known may be -v.
		if i+1 < len(c.args) && (a.is("-v") || a.is("-R") || a.form == open && a.text == "" && strings.Contains(c.args[i+1].text, "[")) {
			c.x.reference(c.st, c.args[i+1])
		}
	}
	return text("")
}

// doEvaluate follows builtins all of whose arguments are arithmetic: let, and in
// zsh exit and return.
func doEvaluate(c *call) stream {
	for _, a := range c.args {
		if strings.ContainsAny(a.text, "=") && a.form == exact {
			if e, ok := parseArithmetic(a.text); ok {
				c.x.arithmetic(c.st, e)
				c.x.assigned(c.st, e)
				continue
			}
		}
		c.x.expression(c.st, a)
	}
	return text("")
}

// references follows builtins that set the variables which their arguments name,
// after options.
func (c *call) references(args []value) {
	for _, a := range args {
		if a.form == exact && strings.HasPrefix(a.text, "-") {
			continue
		}
		c.x.reference(c.st, a)
	}
}
