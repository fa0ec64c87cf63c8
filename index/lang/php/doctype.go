package php

import (
	"strconv"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// scalars are the words of types in comments that name no class.
var scalars = map[string]bool{
	"int": true, "integer": true, "float": true, "double": true, "string": true, "bool": true, "boolean": true,
	"true": true, "false": true, "null": true, "void": true, "mixed": true, "never": true, "object": true,
	"array": true, "iterable": true, "callable": true, "resource": true, "scalar": true, "numeric": true, "list": true,
	"number": true, "noreturn": true, "empty": true, "unknown": true, "any": true, "type": true,
}

// arrays are the generics whose last argument is what their elements are.
var arrays = map[string]bool{
	"array": true, "list": true, "iterable": true, "non-empty-array": true, "non-empty-list": true, "associative-array": true,
}

// typeParser reads a type in a comment. It makes references as it goes, unless
// it only measures.
type typeParser struct {
	x       *extractor
	p, end  uint32
	depth   int
	nested  int // brackets around: a type goes on behind a line's end only there
	measure bool
}

// docType reads the type that the text from start to end begins with. It
// returns NoExpr when that says nothing, and the end of the type.
func (x *extractor) docType(start, end uint32) (lang.ExprID, uint32) {
	q := typeParser{x: x, p: start, end: end}
	q.line()
	e := q.union()
	return e, q.p
}

// typeEnd is where the type that begins at start ends.
func (x *extractor) typeEnd(start, end uint32) uint32 {
	q := typeParser{x: x, p: start, end: end, measure: true}
	q.line()
	q.union()
	return q.p
}

// line skips blanks on the line, and all white space inside brackets.
func (q *typeParser) line() {
	if q.nested > 0 {
		q.p = q.x.blanks(q.p, q.end)
		return
	}
	for q.p < q.end && (q.x.src[q.p] == ' ' || q.x.src[q.p] == '\t') {
		q.p++
	}
}

func (q *typeParser) peek() byte {
	if q.p < q.end {
		return q.x.src[q.p]
	}
	return 0
}

// next consumes c, with white space before it where that cannot end the type.
func (q *typeParser) next(c byte) bool {
	at := q.p
	q.line()
	if q.peek() == c {
		q.p++
		return true
	}
	q.p = at
	return false
}

func (q *typeParser) make(k lang.ExprKind, es []lang.ExprID) lang.ExprID {
	if q.measure {
		return lang.NoExpr
	}
	var known []lang.ExprID
	for _, e := range es {
		if e >= 0 {
			known = append(known, e)
		}
	}
	return q.x.listOf(k, known)
}

func (q *typeParser) wrap(k lang.ExprKind, e lang.ExprID) lang.ExprID {
	if e < 0 || q.measure {
		return lang.NoExpr
	}
	return q.x.b.Expr1(k, 0, e)
}

// union reads alternatives, and "T is U ? A : B".
func (q *typeParser) union() lang.ExprID {
	if q.depth >= maxTypeDepth {
		return lang.NoExpr
	}
	q.depth++
	defer func() { q.depth-- }()
	var es []lang.ExprID
	for {
		es = append(es, q.intersection())
		at := q.p
		if q.next('|') {
			q.line()
			continue
		}
		q.p = at
		break
	}
	e := q.make(lang.ExprUnion, es)
	if q.nested > 0 {
		if at := q.p; q.word("is") {
			q.word("not")
			q.line()
			q.union()
			if q.next('?') {
				q.line()
				a := q.union()
				if q.next(':') {
					q.line()
					b := q.union()
					return q.make(lang.ExprUnion, []lang.ExprID{a, b})
				}
				return a
			}
			q.p = at
		}
	}
	return e
}

// word consumes a word that stands apart.
func (q *typeParser) word(w string) bool {
	at := q.p
	q.line()
	if strings.HasPrefix(string(q.x.src[q.p:min(q.end, q.p+uint32(len(w)))]), w) {
		n := q.p + uint32(len(w))
		if n < q.end && (q.x.src[n] == ' ' || q.x.src[n] == '\t' || q.x.src[n] == '\n') {
			q.p = n
			return true
		}
	}
	q.p = at
	return false
}

func (q *typeParser) intersection() lang.ExprID {
	es := []lang.ExprID{q.postfix()}
	for {
		at := q.p
		if !q.next('&') {
			break
		}
		// "Type &$parameter" is a reference
		q.line()
		if c := q.peek(); c == '$' || c == '.' {
			q.p = at
			break
		}
		es = append(es, q.postfix())
	}
	return q.make(lang.ExprIntersect, es)
}

// postfix reads an atom and the brackets of arrays behind it.
func (q *typeParser) postfix() lang.ExprID {
	nullable := false
	for q.peek() == '?' {
		q.p++
		nullable = true
	}
	e := q.atom()
	for q.peek() == '[' {
		if q.p+1 < q.end && q.x.src[q.p+1] == ']' {
			q.p += 2
			if !q.measure {
				if e < 0 {
					e = q.x.b.Expr(lang.ExprUnknown, 0)
				}
				e = q.x.b.Expr1(lang.ExprArrayOf, 0, e)
			}
			continue
		}
		// an offset: T[K]
		q.p++
		q.nested++
		q.line()
		q.union()
		q.next(']')
		q.nested--
		e = lang.NoExpr
	}
	if nullable {
		e = q.wrap(lang.ExprOptional, e)
	}
	return e
}

func (q *typeParser) atom() lang.ExprID {
	x := q.x
	switch c := q.peek(); {
	case c == '(':
		q.p++
		q.nested++
		q.line()
		e := q.union()
		q.next(')')
		q.nested--
		return e
	case c == '\'' || c == '"':
		for q.p++; q.p < q.end && x.src[q.p] != c && x.src[q.p] != '\n'; q.p++ {
		}
		if q.peek() == c {
			q.p++
		}
		return lang.NoExpr
	case c == '$':
		start := q.p
		for q.p++; q.p < q.end && word(x.src[q.p]); q.p++ {
		}
		if string(x.src[start:q.p]) == "$this" {
			if q.measure || x.cls == nil {
				return lang.NoExpr
			}
			return x.b.Expr(lang.ExprThis, int32(x.cls.scope))
		}
		if q.nested == 0 {
			q.p = start // the parameter itself
		}
		return lang.NoExpr
	case c == '-' || c >= '0' && c <= '9':
		for q.p++; q.p < q.end && (word(x.src[q.p]) || x.src[q.p] == '.'); q.p++ {
		}
		return lang.NoExpr
	case word(c) || c == '\\':
	default:
		return lang.NoExpr
	}
	start := q.p
	dash := false
	for q.p < q.end {
		c := x.src[q.p]
		if c == '-' && q.p+1 < q.end && word(x.src[q.p+1]) {
			dash = true
		} else if !word(c) && c != '\\' {
			break
		}
		q.p++
	}
	end := q.p
	name := string(x.src[start:end])
	low := lower(name)
	bare := strings.TrimPrefix(low, "\\")
	// Constants: A::B, A::B_*
	constant := false
	if q.p+2 < q.end && x.src[q.p] == ':' && x.src[q.p+1] == ':' {
		constant = true
		q.p += 2
		for q.p < q.end && (word(x.src[q.p]) || x.src[q.p] == '*') {
			q.p++
		}
	}
	if !constant && (low == "callable" || bare == "closure" || strings.HasSuffix(low, "-callable")) && q.peek() == '(' {
		return q.callable()
	}
	class := func(role lang.Role) lang.ExprID {
		switch {
		case q.measure, dash, !strings.Contains(name, "\\") && (scalars[low] || x.pseudo[name]), strings.HasSuffix(name, "\\"), strings.Contains(name, "\\\\"):
			return lang.NoExpr
		}
		for _, t := range x.templates {
			if t == name {
				r := x.b.Ref(lang.Ref{Name: x.b.Name(name), Start: start, End: end, Scope: x.scope, X: -1, Kind: lang.RefName, Role: role, Space: lang.Type})
				return x.b.Expr(lang.ExprName, int32(r))
			}
		}
		switch low {
		case "self", "static", "parent":
			return x.classAt(name, start, end, role, true)
		}
		return x.ref(x.names.class(name)+alternatives, start, end, role, lang.Type)
	}
	if constant {
		class(lang.Read)
		return lang.NoExpr
	}
	switch q.peek() {
	case '<':
		e := class(lang.Read | lang.TypeRole)
		q.p++
		args := q.list('>')
		if q.measure {
			return lang.NoExpr
		}
		switch {
		case arrays[low]:
			return q.arrayOf(args)
		case low == "class-string" || low == "interface-string" || low == "trait-string" || low == "enum-string":
			if len(args) > 0 {
				return q.wrap(lang.ExprClassTy, args[0])
			}
			return lang.NoExpr
		case e < 0, x.b.F.Exprs[e].Kind == lang.ExprThis:
			return e
		}
		for i, a := range args {
			if a < 0 {
				args[i] = x.b.Expr(lang.ExprUnknown, 0)
			} else {
				args[i] = x.b.Copy(a)
			}
		}
		return x.b.Expr2(lang.ExprTypeArgs, 0, e, x.b.List(args))
	case '{':
		class(lang.Read | lang.TypeRole)
		q.p++
		return q.shape()
	}
	return class(lang.Read | lang.TypeRole)
}

func (q *typeParser) arrayOf(args []lang.ExprID) lang.ExprID {
	if len(args) == 0 || q.measure {
		return lang.NoExpr
	}
	e := args[len(args)-1]
	if e < 0 {
		e = q.x.b.Expr(lang.ExprUnknown, 0)
	}
	return q.x.b.Expr1(lang.ExprArrayOf, 0, e)
}

// list reads types up to a closing bracket.
func (q *typeParser) list(closing byte) []lang.ExprID {
	var es []lang.ExprID
	q.nested++
	defer func() { q.nested-- }()
	for {
		q.line()
		if q.next(closing) || q.p >= q.end {
			return es
		}
		before := q.p
		e := q.union()
		// variance, names of a callable's parameters, defaults
		q.line()
		for q.p < q.end {
			c := q.x.src[q.p]
			if c != '.' && c != '&' && c != '$' && c != '=' && c != '*' && !word(c) {
				break
			}
			q.p++
		}
		es = append(es, e)
		if q.next(',') {
			continue
		}
		if q.next(closing) || q.p == before || q.p >= q.end {
			return es
		}
		return es
	}
}

// shape reads the entries of array{…}: without keys they are a tuple, with keys
// an object with members of those names.
func (q *typeParser) shape() lang.ExprID {
	x := q.x
	q.nested++
	defer func() { q.nested-- }()
	var tuple []lang.ExprID
	object := lang.NoDef
	for {
		q.line()
		if q.next('}') || q.p >= q.end {
			break
		}
		before := q.p
		// a key: name, 'name' or number, "?" and ":"
		k := q.p
		var quote byte
		if c := q.peek(); c == '\'' || c == '"' {
			quote = c
			k++
		}
		ks := k
		for k < q.end && (word(x.src[k]) || x.src[k] == '-' || quote != 0 && x.src[k] != quote && x.src[k] != '\n') {
			k++
		}
		ke := k
		if quote != 0 && k < q.end {
			k++
		}
		if k < q.end && x.src[k] == '?' {
			k++
		}
		name := ""
		if ke > ks && k < q.end && x.src[k] == ':' && (k+1 >= q.end || x.src[k+1] != ':') {
			name = string(x.src[ks:ke])
			q.p = k + 1
			q.line()
		}
		e := q.union()
		switch {
		case q.measure:
		case name == "":
			if e < 0 {
				e = x.b.Expr(lang.ExprUnknown, 0)
			}
			tuple = append(tuple, e)
		case e >= 0:
			if object < 0 {
				var d *lang.Def
				object, d = x.b.Def(0, lang.KindObject, symbol.None, ks, ks)
				d.Flags = lang.Synthetic | lang.Structural | lang.Local
			}
			_, d := x.b.Def(x.b.Name(name), lang.KindField, symbol.None, ks, ks)
			d.Flags = lang.Synthetic | lang.Member | lang.Local
			d.Parent, d.Type = object, e
		}
		if q.next(',') {
			continue
		}
		if q.next('}') || q.p == before {
			break
		}
		// something that is no type, such as "..."
		for q.p < q.end && x.src[q.p] != ',' && x.src[q.p] != '}' && x.src[q.p] != '\n' {
			q.p++
		}
		if q.p == before {
			break
		}
		q.next(',')
	}
	switch {
	case q.measure:
	case object >= 0:
		return x.b.Expr(lang.ExprObject, int32(object))
	case len(tuple) > 0:
		return x.b.Expr1(lang.ExprTuple, 0, x.b.List(tuple))
	}
	return lang.NoExpr
}

// callable reads the parameters and the result of callable(A, B): R.
func (q *typeParser) callable() lang.ExprID {
	x := q.x
	at := q.p
	q.p++
	params := q.list(')')
	ret := lang.NoExpr
	if q.next(':') {
		q.line()
		ret = q.postfix()
	}
	if q.measure {
		return lang.NoExpr
	}
	id, d := x.b.Def(0, lang.KindLambda, symbol.None, at, at)
	d.Flags = lang.Synthetic | lang.Local
	d.Type = ret
	for i, p := range params {
		_, pd := x.b.Def(x.b.Name("$"+strconv.Itoa(i)), lang.KindParameter, symbol.None, at, at)
		pd.Flags = lang.Synthetic | lang.Local | lang.Param
		pd.Parent, pd.Type = id, p
	}
	return x.b.Expr(lang.ExprFuncType, int32(id))
}
