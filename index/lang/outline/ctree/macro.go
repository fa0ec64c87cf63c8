package ctree

import "bytes"

// macro reads a declaration that a macro makes, whose name is the only name in
// the head h; false where it is a call like others.
func (r *Reader) macro(h head, end int, in place) bool {
	tok := r.head[h.end-1].from
	open := tok + 1
	if r.t[open].match < 0 || r.head[h.end-1].role != rName || open != h.next {
		return false
	}
	last := r.within(open)
	next := kEnd
	after := r.behind(open)
	if after < end {
		next = r.t[after].kind
	}
	caps := r.t[tok].flags&fUpper != 0
	name := r.text(tok)
	switch {
	case in == inFile && next == kOpenBrace && r.at(after+1) == kDot && after+1 < end && r.argument(open+1, last):
		return r.macroName(h, tok, last, end, in) // MACRO(name) { .member = …
	case in == inFile && next == kOpenBrace:
		if caps && r.argument(open+1, last) {
			r.macroFunction(h, tok, last, after)
			return true
		}
		return r.untyped(h, tok, after, after)
	case in == inFile && !caps && next.begins():
		d := r.measure(tok, 0, end)
		if body := r.oldStyle(d, end); body >= 0 {
			return r.untyped(h, tok, after, body)
		}
	case next == kSemicolon || next == kAssign || next == kEnd && after >= end:
		if in == inMembers && r.t[open].flags&fStatement != 0 && !r.field(open+1, last) {
			return r.macroMembers(h, tok, last, end)
		}
		if in == inMembers && r.field(open+1, last) {
			return r.macroFields(h, tok, end)
		}
		if in == inMembers || next == kAssign && (in == inFile || r.at(after+1) == kOpenBrace) || h.qualified && caps || bytes.HasPrefix(name, []byte("DEFINE_")) || bytes.HasPrefix(name, []byte("DECLARE_")) {
			return r.macroName(h, tok, last, end, in)
		}
	case in == inMembers && r.t[open].flags&fStatement != 0:
		return r.macroMembers(h, tok, last, end)
	}
	return false
}

// argument says whether the first argument, from token j, is one word.
func (r *Reader) argument(j, last int) bool {
	return j < last && r.t[j].kind == kWord && (j+1 == last || r.t[j+1].kind == kComma)
}

// untyped reads a function whose type is left out; its body stands at token body,
// with declarations of its parameters behind token after where that is before.
func (r *Reader) untyped(h head, tok, after, body int) bool {
	n := r.begin(nFunction, 0, r.t[r.i].start)
	r.specifiers(h.base, h.end-1, tok)
	d := r.measure(tok, 0, body)
	d.leaf, d.value, d.end, d.old = nIdentifier, false, d.tail, body > after
	r.declarator(d, body)
	r.oldParameters(body)
	r.block()
	r.end(n, r.before())
	return true
}

// macroFunction reads MACRO(name, …) {…}: a function by the name of the first
// argument; the others are its parameters where types and names take turns.
func (r *Reader) macroFunction(h head, tok, last, body int) {
	n := r.begin(nFunction, 0, r.t[r.i].start)
	r.specifiers(h.base, h.end-1, tok)
	r.take(nIdentifier, 0)
	open := r.i
	r.skip(nBracket)
	f := r.begin(nFunctionDeclarator, fdDeclarator, r.t[r.i].start)
	r.take(nIdentifier, fdDeclarator)
	pairs := r.i < last
	count := 0
	for j := r.i; j < last; count++ {
		to := r.comma(j+1, last)
		pairs = pairs && (count%2 == 0 || to == j+2 && r.t[j+1].kind == kWord)
		j = to
	}
	if pairs && count%2 == 0 {
		list := r.begin(nParameterList, fdParameters, r.t[r.i].start)
		for r.i < last {
			r.i++
			p := r.begin(nParameter, 0, r.t[r.i].start)
			r.typeOf(r.comma(r.i, last))
			r.i++
			if r.i < last {
				r.take(nIdentifier, fdDeclarator)
			}
			r.end(p, r.before())
		}
		r.end(list, r.before())
	} else if r.i < last {
		r.inside(open)
	}
	r.end(f, r.before())
	r.shut(open)
	r.i = body
	r.block()
	r.end(n, r.before())
}

// typeOf reads the type of a parameter that a macro declares.
func (r *Reader) typeOf(end int) {
	for typed := false; r.i < end; {
		switch r.at(r.i) {
		case kTag, kTypeof:
			r.specifier(fdType)
			typed = true
		case kWord:
			if typed || r.i+1 < end && r.at(r.i+1) == kWord {
				r.take(nIdentifier, 0)
			} else {
				r.take(nTypeIdentifier, fdType)
				typed = true
			}
		default:
			r.i++
		}
	}
}

// macroName reads MACRO(…, name, …): the first argument that is one word is
// declared.
func (r *Reader) macroName(h head, tok, last, end int, in place) bool {
	name := -1
	for j, first := tok+2, true; j < last; first = false {
		to := r.comma(j, last)
		word := r.t[j].kind == kWord && (to == j+1 || r.t[j+1].kind == kOpenIndex && r.t[j+1].match > 0 && r.behind(j+1) == to)
		if word && first && to+1 < last && r.argument(to+1, last) && r.t[to+1].flags&fUpper == 0 {
			word = false // MACRO(type, name)
		}
		if word {
			name = j
			break
		}
		j = to + 1
	}
	if name < 0 {
		return false
	}
	sym, leaf := nDeclaration, nIdentifier
	if in == inMembers {
		sym, leaf = nField, nFieldIdentifier
	}
	n := r.begin(sym, 0, r.t[r.i].start)
	r.specifiers(h.base, h.end-1, tok)
	r.take(nIdentifier, 0)
	open := r.i
	r.skip(nBracket)
	r.each(name, r.anything)
	r.take(leaf, fdDeclarator)
	r.inside(open)
	r.shut(open)
	r.attributes(end)
	if r.i < end && r.at(r.i) == kAssign {
		r.i++
		r.expression(end, 0)
	} else if r.i < end && r.at(r.i) == kOpenBrace {
		r.values(fdValue)
	}
	r.semicolon(end)
	r.end(n, r.before())
	return true
}

// field says whether the argument at token j is a bit field: "type name:1".
func (r *Reader) field(j, last int) bool {
	words := 0
	for ; j < last && r.t[j].kind.begins(); j++ {
		words++
	}
	return words >= 2 && j+1 < last && r.t[j].kind == kColon && r.t[j-1].kind == kWord
}

// macroFields reads MACRO(type name:1, …): a member, and more in the other
// arguments.
func (r *Reader) macroFields(h head, tok, end int) bool {
	n := r.begin(nField, 0, r.t[r.i].start)
	r.specifiers(h.base, h.end-1, tok)
	r.take(nIdentifier, 0)
	open := r.i
	last := r.within(open)
	r.skip(nBracket)
	for r.i < last {
		was := r.i
		if r.level < maxLevel {
			r.level++
			r.item(r.comma(r.i, last), inMembers)
			r.level--
		}
		if r.i == was || r.i < last && r.at(r.i) == kComma {
			r.i++
		}
	}
	r.shut(open)
	r.semicolon(end)
	r.end(n, r.before())
	return true
}

// macroMembers reads MACRO(name, …, members;): members of the structure around.
func (r *Reader) macroMembers(h head, tok, last, end int) bool {
	n := r.begin(nField, 0, r.t[r.i].start)
	r.specifiers(h.base, h.end-1, tok)
	r.take(nIdentifier, 0)
	open := r.i
	r.skip(nBracket)
	for r.i < last && r.at(r.i) == kComma {
		r.i++
	}
	if r.argument(r.i, last) {
		r.take(nFieldIdentifier, fdDeclarator)
	}
	// The members begin behind the last comma before the first semicolon.
	first := r.i
	for j := r.i; j < last && r.t[j].kind != kSemicolon; {
		if k := r.t[j].kind; k == kComma {
			first = j + 1
		} else if (k == kOpen || k == kOpenBrace || k == kOpenIndex) && r.t[j].match > 0 {
			j = r.behind(j)
			continue
		}
		j++
	}
	r.each(first, r.anything)
	r.items(last, inMembers)
	r.shut(open)
	r.attributes(end)
	r.semicolon(end)
	r.end(n, r.before())
	return true
}
