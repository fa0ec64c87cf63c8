package css

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// callee is the function or mixin whose arguments are being read.
type callee struct {
	ref  lang.RefID
	expr lang.ExprID // of its call, made for the first keyword
}

// value reads an expression: variables, functions, custom properties. word,
// when set, is called for each other name.
func (r *Reader) value(i, end int, word func(from, to int)) { r.expression(i, end, lang.NoRef, word) }

// expression is value for the arguments of fn when that is a reference.
func (r *Reader) expression(i, end int, fn lang.RefID, word func(from, to int)) {
	var calls []callee
	next := fn // what the parenthesis that follows calls
	for i < end {
		called := next
		next = lang.NoRef
		switch c := r.src[i]; {
		case space(c):
			i++
			if fn >= 0 && len(calls) == 0 {
				next = called // @include name (…)
			}
		case c == '"' || c == '\'':
			stop := r.str(i, end)
			r.interpolations(i, stop)
			i = stop
		case c == '/' && r.comment(i, end) > i:
			i = r.comment(i, end)
		case r.interpolates(i, end):
			// What is inside reads like the rest; its } is passed over.
			i += 2
		case c == '(':
			calls = append(calls, callee{called, lang.NoExpr})
			i++
		case c == ')':
			if len(calls) > 0 {
				calls = calls[:len(calls)-1]
			}
			i++
		case c == '$' && r.dialect == SCSS:
			n := r.name(i+1, end)
			if n == i+1 {
				i++
				continue
			}
			if s := r.skip(n, end); s < end && r.src[s] == ':' && len(calls) > 0 && calls[len(calls)-1].ref >= 0 {
				r.keyword(&calls[len(calls)-1], i, n)
			} else {
				r.read(i, n)
			}
			i = n
		case c == '-' && i+1 < end && r.src[i+1] == '-':
			n := r.nameRest(i, end)
			if n > i+2 {
				r.use(unescape(r.src[i:n]), i, n, r.top().scope, lang.Read)
			}
			i = max(n, i+2)
		case c == '#' || c == '.' && (i == 0 || !nameByte(r.src[i-1])):
			i++
			if n := r.nameRest(i, end); n > i && c == '#' {
				i = n // a colour
			}
		case nameByte(c) || c == '\\':
			n := r.nameRest(i, end)
			if n == i {
				i++
				continue
			}
			if c >= '0' && c <= '9' {
				i = n
				continue
			}
			i, next = r.named(i, n, end, word)
		default:
			i++
		}
	}
}

// named reads the name from i to n, which may call a function or begin a
// member of a module. It returns the offset behind, and what a parenthesis
// there calls.
func (r *Reader) named(i, n, end int, word func(from, to int)) (int, lang.RefID) {
	switch {
	case n < end && r.src[n] == '(':
		switch strings.ToLower(string(r.src[i:n])) {
		case "url":
			next, from, to := r.url(n+1, end)
			r.interpolations(from, to)
			return next, lang.NoRef
		case "v-bind":
			if r.Script != nil {
				if stop := r.close(n, min(end, n+maxInterpolation)); stop > n+1 {
					r.bind(n+1, stop)
					return stop, lang.NoRef
				}
			}
		case "var", "env", "calc", "attr":
			return n, lang.NoRef
		}
		if r.dialect == SCSS {
			return n, r.b.Ref(lang.Ref{Name: r.b.NameBytes(r.src[i:n]), Start: uint32(i), End: uint32(n), Scope: r.top().scope, X: -1,
				Kind: lang.RefOpen, Role: lang.Call, Space: lang.Value})
		}
	case r.dialect == SCSS && n+1 < end && r.src[n] == '.' && (r.src[n+1] == '$' || nameByte(r.src[n+1]) && (r.src[n+1] < '0' || r.src[n+1] > '9')):
		from := n + 1
		sigil := 0
		if r.src[from] == '$' {
			sigil = 1
		}
		to := r.name(from+sigil, end)
		if to > from+sigil {
			if sigil > 0 || to < end && r.src[to] == '(' {
				role := lang.Read
				if sigil == 0 {
					role = lang.Call
				}
				return to, r.member(i, n, from, to, role, lang.Value)
			}
			return to, lang.NoRef
		}
	case word != nil:
		word(i, n)
	}
	return n, lang.NoRef
}

// bind hands over the expression of v-bind(…), which may be quoted.
func (r *Reader) bind(from, to int) {
	from, to = r.skipSpace(from, to), r.trim(from, to)
	if to-from >= 2 && (r.src[from] == '"' || r.src[from] == '\'') && r.src[to-1] == r.src[from] {
		from, to = from+1, to-1
	}
	if from < to {
		r.Script(uint32(from), uint32(to))
	}
}

// close finds the ) of the ( at i, i when there is none.
func (r *Reader) close(i, end int) int {
	depth := 0
	for j := i; j < end; j++ {
		switch r.src[j] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return i
}

// interpolations reads the expressions in #{…} of a string or a URL.
func (r *Reader) interpolations(i, end int) {
	for i < end {
		if r.src[i] == '\\' {
			i += 2
			continue
		}
		if !r.interpolates(i, end) {
			i++
			continue
		}
		next := r.interpolation(i, end)
		inner := r.src[i+2 : max(next-1, i+2)]
		if strings.ContainsAny(string(inner), "\"'") {
			// A string in a string: its own interpolations are rare, its
			// variables outside are not.
			r.outside(i+2, next-1)
		} else {
			r.value(i+2, next-1, nil)
		}
		i = next
	}
}

// outside reads the variables of a range that are not in strings.
func (r *Reader) outside(i, end int) {
	for i < end {
		switch c := r.src[i]; {
		case c == '"' || c == '\'':
			i = r.str(i, end)
		case c == '$':
			n := r.name(i+1, end)
			if n > i+1 {
				r.read(i, n)
			}
			i = max(n, i+1)
		default:
			i++
		}
	}
}

// read refers to the variable from i to n.
func (r *Reader) read(i, n int) lang.RefID {
	return r.b.Ref(lang.Ref{Name: r.b.Name(unescape(r.src[i:n])), Start: uint32(i), End: uint32(n), Scope: r.top().scope, X: -1, Kind: lang.RefOpen, Role: lang.Read, Space: lang.Value})
}

// member refers to module.name.
func (r *Reader) member(i, n, from, to int, role lang.Role, sp lang.Space) lang.RefID {
	ns := r.b.Ref(lang.Ref{Name: r.b.NameBytes(r.src[i:n]), Start: uint32(i), End: uint32(n), Scope: r.top().scope, X: -1, Kind: lang.RefName, Role: lang.Read, Space: lang.Namespace})
	x := r.b.Expr(lang.ExprName, int32(ns))
	return r.b.Ref(lang.Ref{Name: r.b.Name(unescape(r.src[from:to])), Start: uint32(from), End: uint32(to), Scope: r.top().scope, X: int32(x), Kind: lang.RefMember, Role: role, Space: sp})
}

// keyword refers to the parameter that an argument $a: names.
func (r *Reader) keyword(c *callee, i, n int) {
	if c.expr < 0 {
		ref := r.b.F.Refs[c.ref]
		f := lang.NoExpr
		if ref.Kind == lang.RefMember {
			f = r.b.Expr1(lang.ExprMember, int32(c.ref), lang.ExprID(ref.X))
		} else {
			f = r.b.Expr(lang.ExprName, int32(c.ref))
		}
		c.expr = r.b.Expr1(lang.ExprCall, 0, f)
	}
	r.b.Ref(lang.Ref{Name: r.b.Name(unescape(r.src[i:n])), Start: uint32(i), End: uint32(n), Scope: r.top().scope, X: int32(c.expr), Kind: lang.RefKeyword, Role: lang.Write, Space: lang.Value})
}

// variable reads $name: value.
func (r *Reader) variable(i, stop int) {
	n := r.name(i+1, stop)
	colon := r.skip(n, stop)
	if n == i+1 || colon >= stop || r.src[colon] != ':' {
		r.fail(i, stop)
		return
	}
	r.value(colon+1, stop, nil)
	name := r.b.Name(unescape(r.src[i:n]))
	root := r.blocks[0].scope
	// A block of flow control assigns to what is declared outside of it, another
	// one only to what is not global.
	global := strings.Contains(string(r.src[colon:stop]), "!global")
	flow := true
	for b := len(r.blocks) - 1; b > 0 && !global; b-- {
		if o := &r.blocks[b]; o.own {
			if id, ok := r.vars[varKey{o.scope, name}]; ok {
				r.b.Ref(lang.Ref{Name: name, Start: uint32(i), End: uint32(n), Scope: r.top().scope, X: int32(id), Kind: lang.RefDef, Role: lang.Write, Space: lang.Value})
				return
			}
		}
		flow = flow && r.blocks[b].kind == flowBlock
	}
	_, declared := r.vars[varKey{root, name}]
	if len(r.blocks) == 1 || global || flow && declared {
		id := r.define(def{name: r.b.F.Name(name), kind: lang.KindVariable, suffix: symbol.Term, flags: lang.Open | lang.Exported, from: i, to: n, start: i, enc: stop,
			scope: root, bound: true, sig: r.line(i, stop), doc: r.doc(i)})
		if r.b.F.Defs[id].Same < 0 {
			r.vars[varKey{root, name}] = id
			r.export(id)
		}
		return
	}
	s := r.localScope()
	r.vars[varKey{s, name}] = r.define(def{name: r.b.F.Name(name), kind: lang.KindVariable, flags: lang.Local, from: i, to: n, start: i, enc: stop, scope: s, bound: true})
}

// localScope is the scope of the innermost block, made when it has none yet.
func (r *Reader) localScope() lang.ScopeID {
	b := r.top()
	if !b.own {
		b.scope = r.b.Scope(lang.ScopeBlock, b.scope, lang.NoDef, uint32(b.start), uint32(b.start))
		b.own = true
	}
	return b.scope
}

// export lets other sheets use what the file scope declares. What begins with -
// or _ is private.
func (r *Reader) export(id lang.DefID) {
	d := &r.b.F.Defs[id]
	if name := strings.TrimPrefix(r.b.F.Name(d.Name), "$"); r.exports && r.dialect == SCSS && !strings.HasPrefix(name, "-") && !strings.HasPrefix(name, "_") {
		r.b.Export(lang.Export{Name: d.Name, Kind: lang.ExportLocal, Def: id, Ref: lang.NoRef, From: lang.NoImport, Expr: lang.NoExpr})
	}
}
