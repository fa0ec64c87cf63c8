package css

import (
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// selectors defines what a list of selectors names, and returns the names in
// which they end, with their sigils: what & means inside the rule.
func (r *Reader) selectors(i, stop int, parents []string) []string {
	ends := []string{} // not nil: a rule's own, even when there is none
	var last []string  // of the compound selector that is being read
	fresh := false     // the next part begins another one
	depth := 0
	begin := func() {
		if fresh {
			last, fresh = nil, false
		}
	}
	finish := func() {
		for _, e := range last {
			if len(ends) < maxParents && !slices.Contains(ends, e) {
				ends = append(ends, e)
			}
		}
		last, fresh = nil, false
	}
	end := func(names ...string) {
		if depth == 0 {
			begin()
			last = names
		}
	}
	for i < stop {
		switch c := r.src[i]; {
		case space(c):
			fresh = fresh || depth == 0
			i++
		case c == '>' || c == '+' || c == '~' || c == '|':
			fresh = fresh || depth == 0
			i++
		case c == ',':
			if depth == 0 {
				finish()
			}
			i++
		case c == '(':
			depth++
			i++
		case c == ')':
			depth = max(depth-1, 0)
			i++
		case c == '"' || c == '\'':
			i = r.str(i, stop)
		case c == '/' && r.comment(i, stop) > i:
			i = r.comment(i, stop)
		case c == '[':
			i = r.attribute(i+1, stop)
		case r.interpolates(i, stop):
			next := r.interpolation(i, stop)
			if strings.TrimSpace(string(r.src[i+2:max(next-1, i+2)])) == "&" {
				i = r.suffixed(i, next, stop, parents, end)
				continue
			}
			r.value(i+2, next-1, nil)
			end()
			i = r.dynamic(next, stop) // a part of a name
		case c == '&':
			i = r.suffixed(i, i+1, stop, parents, end)
		case (c == '.' || c == '#' || c == '%' && r.dialect == SCSS) && i+1 < stop:
			n := r.name(i+1, stop)
			switch {
			case n > i+1 && r.interpolates(n, stop):
				end()
				i = r.dynamic(n, stop)
			case n > i+1:
				if name := string(c) + unescape(r.src[i+1:n]); r.rule(name, i+1, n) {
					end(name)
				}
				i = n
			case r.interpolates(i+1, stop):
				end()
				i = r.dynamic(i+1, stop)
			default:
				i++
			}
		case nameByte(c) || c == '\\':
			n := r.nameRest(i, stop)
			if n == i {
				n++
			}
			before := byte(0)
			if i > r.from {
				before = r.src[i-1]
			}
			if depth == 0 && before != ':' && before != '@' {
				begin()
				if text := r.src[i:n]; slices.Contains(text, '-') && text[0] >= 'a' && text[0] <= 'z' && !r.interpolates(n, stop) {
					r.use("<"+unescape(text)+">", i, n, r.top().scope, lang.Read)
				}
			}
			i = r.dynamic(n, stop)
		default:
			if depth == 0 && c != ':' {
				begin()
			}
			i++
		}
	}
	finish()
	return ends
}

// dynamic returns the end of a name of which an interpolation at i, if there is
// one, is a part.
func (r *Reader) dynamic(i, stop int) int {
	for i < stop {
		switch {
		case r.interpolates(i, stop):
			next := r.interpolation(i, stop)
			r.value(i+2, next-1, nil)
			i = next
		case r.src[i] == '\\':
			i = r.escape(i, stop)
		case nameByte(r.src[i]):
			i++
		default:
			return i
		}
	}
	return i
}

// suffixed reads what stands behind & (or #{&}): &-b makes names of the
// parents'.
func (r *Reader) suffixed(start, i, stop int, parents []string, end func(...string)) int {
	n := i
	for n < stop && (nameByte(r.src[n]) || r.src[n] == '\\') {
		if r.src[n] == '\\' {
			n = r.escape(n, stop)
			continue
		}
		n++
	}
	if n == i {
		end(parents...)
		return i
	}
	if r.interpolates(n, stop) {
		end()
		return r.dynamic(n, stop)
	}
	var names []string
	for _, p := range parents {
		if name := p + unescape(r.src[i:n]); r.rule(name, start, n) {
			names = append(names, name)
		}
	}
	end(names...)
	return n
}

// attribute returns the end of an attribute selector.
func (r *Reader) attribute(i, stop int) int {
	for i < stop {
		switch {
		case r.src[i] == ']':
			return i + 1
		case r.src[i] == '"' || r.src[i] == '\'':
			i = r.str(i, stop)
			continue
		case r.interpolates(i, stop):
			next := r.interpolation(i, stop)
			r.value(i+2, next-1, nil)
			i = next
			continue
		}
		i++
	}
	return stop
}

// maxName bounds names that parents and suffixes make.
const maxName = 300

// rule defines a class, id or placeholder by its name with the sigil.
func (r *Reader) rule(name string, from, to int) bool {
	if len(name) > maxName {
		return false
	}
	d := def{name: name[1:], desc: name, suffix: symbol.Type, flags: lang.Open, from: from, to: to, start: from, kind: lang.KindClass}
	switch name[0] {
	case '#':
		d.kind = lang.KindObject
	case '%':
		d.flags |= lang.Abstract
	}
	id := r.define(d)
	if r.modules && name[0] == '.' && r.b.F.Defs[id].Same < 0 {
		r.b.Export(lang.Export{Name: r.b.F.Defs[id].Name, Kind: lang.ExportLocal, Def: id, Ref: lang.NoRef, From: lang.NoImport, Expr: lang.NoExpr})
	}
	return true
}
