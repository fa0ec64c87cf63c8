package ctree

import (
	"bytes"

	"codeintel/index/lang/ts"
)

// role is what a word does at the head of a declaration.
type role uint8

const (
	rQualifier role = iota
	rPrimitive
	rSpecifier // struct s {…}, typeof(x)
	rAttribute // also a word that was found to be one
	rName      // what it is follows from how many there are
	rType      // the name of the type
	rDeclared  // the name that is declared
)

// word is a word at the head of a declaration, with its arguments.
type word struct {
	role     role
	from, to int // tokens
}

// head is what stands before the first declarator, or up to its name.
type head struct {
	base, end int // words in Reader.head
	next      int // the token behind
	names     int
	typed     bool // the type is known without the names
	members   bool // it ends with the members of a structure
	qualified bool
	typedef   bool
	macro     bool // an attribute with arguments stands in front: it may be the type
}

// attribute says whether a word is written as attributes are: as macros, or with
// two underscores in front.
func attribute(w []byte) bool {
	return len(w) > 2 && w[0] == '_' && w[1] == '_' || upper(w)
}

func (k kind) begins() bool { return k >= kWord && k <= kAttribute }

// scan finds the head that begins at r.i.
func (r *Reader) scan(end int, in place) head {
	h := head{base: len(r.head)}
	j := r.i
	add := func(what role, to int) {
		r.head = append(r.head, word{what, j, to})
		j = to
	}
	arguments := func(to int) int {
		if to < end && r.t[to].kind == kOpen && r.t[to].match > 0 {
			return r.behind(to)
		}
		return to
	}
scan:
	for j < end && len(r.head)-h.base < maxHead {
		t := &r.t[j]
		switch t.kind {
		case kQualifier, kStorage:
			h.qualified = true
			h.typedef = h.typedef || t.flags&fTypedef != 0
			add(rQualifier, j+1)
		case kPrimitive:
			h.typed = true
			add(rPrimitive, j+1)
		case kKnown:
			if h.typed || h.names > 0 {
				h.names++
				add(rName, j+1)
			} else {
				h.typed = true
				add(rPrimitive, j+1)
			}
		case kAttribute:
			add(rAttribute, arguments(j+1))
		case kTypeof:
			h.typed = true
			add(rSpecifier, arguments(j+1))
		case kTag:
			h.typed = true
			add(rSpecifier, r.tagEnd(j, end))
			h.members = r.at(j-1) == kCloseBrace
		case kColons:
			j++
		case kWord:
			if h.names == 0 && !h.typed && !h.qualified && t.flags&fUpper != 0 && j+1 < end && r.alone(j, end, in) {
				add(rAttribute, j+1)
				break scan
			}
			if j+1 < end && r.t[j+1].kind == kOpen {
				if !r.attributed(&h, j, end, in) {
					h.names++
					add(rName, j+1)
					break scan
				}
				what := rName // which of them is declared follows from how many there are
				if h.names == 0 && !h.typed {
					what, h.macro = rAttribute, true
				} else {
					h.names++
				}
				add(what, r.behind(j+1))
				continue
			}
			h.names++
			add(rName, j+1)
		default:
			break scan
		}
	}
	h.next, h.end = j, len(r.head)
	return h
}

// alone says whether the word at j, written as a macro, is one that stands on a
// line of its own.
func (r *Reader) alone(j, end int, in place) bool {
	next := &r.t[j+1]
	if next.flags&(fLine|fDirective) == 0 {
		return false
	}
	switch next.kind {
	case kStorage, kPrimitive, kKnown, kTag, kQualifier:
		return true
	case kWord:
		return in != inFile || j+2 < end && r.t[j+2].kind != kOpen
	}
	return in != inFile && next.kind > kAttribute && next.kind < kNumber
}

// attributed says whether the word at j with its arguments is an attribute, and
// not what is declared or called.
func (r *Reader) attributed(h *head, j, end int, in place) bool {
	w := r.text(j)
	if r.t[j+1].match < 0 {
		return false
	}
	after := r.behind(j + 1)
	if after >= end {
		return false
	}
	if !attribute(w) {
		// "list_of(x) name;" is the type of a member, or of what has qualifiers.
		k := r.at(after + 1)
		return h.names == 0 && !h.typed && (in == inMembers || h.qualified) && r.t[after].kind == kWord && r.t[after].flags&fLine == 0 &&
			(k == kSemicolon || k == kComma || k == kOpenIndex || k == kAssign)
	}
	have := h.names
	if h.typed {
		have++
	}
	if have > 0 && in == inFile && r.declares(j+1) {
		return false
	}
	t := &r.t[after]
	switch {
	case t.kind.begins():
		if have == 0 && in == inBlock && !h.qualified {
			// "MACRO(x) name;", but not "MACRO(x) f(y);".
			k := r.at(after + 1)
			return t.flags&fLine == 0 && (k == kSemicolon || k == kAssign || k == kComma || k == kOpenIndex)
		}
		return t.flags&fLine == 0 || h.typed && !upper(w) || h.qualified && have == 0 || have == 0 && in != inBlock && w[0] == '_' && w[1] == '_'
	case have >= 2 || h.members:
		return t.kind == kSemicolon || t.kind == kAssign || t.kind == kComma || t.kind == kOpenBrace
	case t.kind == kStar && have == 0 && in != inBlock:
		return r.at(after+1) == kWord
	}
	return false
}

// declares says whether the brackets at open hold parameters.
func (r *Reader) declares(open int) bool {
	for j, end := open+1, r.within(open); j < end; j++ {
		switch r.t[j].kind {
		case kPrimitive, kKnown, kTag:
			return true
		case kWord:
			if k := r.at(j + 1); j+1 < end && (k == kWord || k == kStar && (j+2 == end || r.at(j+2) == kWord || r.at(j+2) == kComma)) {
				return true
			}
		case kOpen, kOpenIndex, kOpenBrace:
			j = max(j, r.within(j))
		}
	}
	return false
}

// tagEnd is the end of "struct s {…}" at j.
func (r *Reader) tagEnd(j, end int) int {
	_, _, to := r.tag(j, end)
	return to
}

// tag finds the parts of "struct s {…}" at j: its name and the brace, -1 for
// none, and its end.
func (r *Reader) tag(j, end int) (name, brace, to int) {
	name, brace = -1, -1
	j++
	if j < end && r.t[j].kind == kTag { // enum class
		j++
	}
	for j < end {
		switch {
		case r.t[j].kind == kAttribute && j+1 < end && r.t[j+1].kind == kOpen:
			j = r.behind(j + 1)
		case r.t[j].kind == kWord && j+2 < end && r.t[j+1].kind == kWord && r.t[j+2].kind == kOpenBrace && attribute(r.text(j)):
			j++
		case r.t[j].kind == kWord && j+1 < end && r.t[j+1].kind == kOpen && attribute(r.text(j)) && r.t[j+1].match > 0 && (r.at(r.behind(j+1)) == kWord || r.at(r.behind(j+1)) == kOpenBrace):
			j = r.behind(j + 1)
		default:
			goto named
		}
	}
named:
	if j < end && r.t[j].kind == kWord {
		name = j
		j++
		for j+1 < end && r.t[j].kind == kColons && r.t[j+1].kind == kWord {
			name = j + 1
			j += 2
		}
	}
	to = j
	// What may stand before the members.
	for ; j < end; j++ {
		switch r.t[j].kind {
		case kOpenBrace:
			return name, j, r.behind(j)
		case kAttribute:
			if j+1 < end && r.t[j+1].kind == kOpen && r.t[j+1].match > 0 {
				j = r.behind(j+1) - 1
			}
		case kWord:
			if j == to && !(j+1 < end && r.t[j+1].kind == kOpenBrace && attribute(r.text(j))) && string(r.text(j)) != "final" {
				return name, -1, to
			}
		case kColon, kComma, kColons, kPrimitive, kKnown, kOperator:
			if j == to && r.t[j].kind != kColon {
				return name, -1, to
			}
		default:
			return name, -1, to
		}
	}
	return name, -1, to
}

// specifier reads "struct s {…}" or typeof(x).
func (r *Reader) specifier(field ts.FieldID) {
	start := r.t[r.i].start
	if r.t[r.i].kind == kTypeof {
		n := r.begin(nTypeof, 0, start)
		r.i++
		if open := r.i; r.at(open) == kOpen && r.t[open].match > 0 {
			if r.isType(open) {
				r.skip(nBracket)
				r.typeName(r.within(open))
				r.shut(open)
			} else {
				r.group()
			}
		}
		r.end(n, r.before())
		return
	}
	sym := nStruct
	switch r.src[start] {
	case 'u':
		sym = nUnion
	case 'e':
		sym = nEnum
	}
	name, brace, to := r.tag(r.i, len(r.t))
	if name < 0 && brace < 0 {
		r.i++
		return
	}
	n := r.begin(sym, field, start)
	r.i++
	for r.i < to && r.i != brace {
		switch {
		case r.i == name:
			r.take(nTypeIdentifier, fdName)
		case r.at(r.i) == kWord:
			r.operand()
		case r.at(r.i) == kAttribute:
			r.attribute()
		default:
			r.i++
		}
	}
	if r.i == brace {
		if sym == nEnum {
			r.enumerators()
		} else {
			r.list(nFieldList, inMembers)
		}
	}
	r.end(n, r.before())
}

// enumerators reads the body of an enumeration.
func (r *Reader) enumerators() {
	open := r.i
	end := r.within(open)
	n := r.begin(nEnumeratorList, fdBody, r.t[open].start)
	r.skip(nBracket)
	for r.i < end {
		if k := r.at(r.i); k != kWord && (k != kNumber || classes[r.src[r.t[r.i].start]]&cDigit != 0) && k != kKnown {
			if r.at(r.i) == kOpen || r.at(r.i) == kOpenBrace {
				r.expression(end, stopComma)
			}
			if r.i < end {
				r.i++
			}
			continue
		}
		if r.i+1 < end && r.at(r.i+1) == kOpen {
			// A macro.
			r.operand()
			continue
		}
		e := r.begin(nEnumerator, 0, r.t[r.i].start)
		r.take(nIdentifier, fdName)
		if r.i < end && r.t[r.i].flags&fLine == 0 {
			r.attributes(end)
		}
		if r.i < end && r.at(r.i) == kAssign {
			r.i++
			r.expression(end, stopComma)
		}
		r.end(e, r.before())
	}
	r.shut(open)
	r.end(n, r.before())
}

// attribute reads __attribute__((…)) and the like.
func (r *Reader) attribute() {
	start := r.t[r.i].start
	r.i++
	if r.at(r.i) == kOpen && r.t[r.i].match > 0 {
		r.i = r.behind(r.i)
	}
	if r.whole {
		r.leaf(nAttribute, 0, start, r.before())
	}
}

// trailing is where the attributes end that begin at token j, behind a
// declarator.
func (r *Reader) trailing(j, end int) int {
	for j < end {
		switch k := r.t[j].kind; {
		case k == kQualifier:
			j++
		case k == kWord && (r.t[j].flags&fLine == 0 || attribute(r.text(j))) && r.at(j+1) != kColon, k == kAttribute, k == kAsm:
			j++
			if j < end && r.t[j].kind == kOpen && r.t[j].match > 0 {
				j = r.behind(j)
			}
		default:
			return j
		}
	}
	return j
}

// attributes reads what trailing passes.
func (r *Reader) attributes(end int) {
	for to := r.trailing(r.i, end); r.i < to; {
		switch r.at(r.i) {
		case kWord:
			r.take(nIdentifier, 0)
			if r.i < to && r.at(r.i) == kOpen {
				r.group()
			}
		case kAttribute:
			r.attribute()
		case kAsm:
			r.i++
			if r.i < to && r.at(r.i) == kOpen {
				r.i = r.behind(r.i)
			}
		default:
			r.i++
		}
	}
}

// declaration reads one where there is one at r.i.
func (r *Reader) declaration(end int, in place) bool {
	h := r.scan(end, in)
	ok := h.end > h.base && r.declare(h, end, in)
	r.head = r.head[:h.base]
	return ok
}

// shape is what follows from a head.
type shape uint8

const (
	noDeclaration shape = iota
	onlyType            // nothing is declared but what the type declares
	declares            // the name is in the head
	declaresLater       // a declarator follows the head
)

// judge says what is declared, and gives the names their roles.
func (r *Reader) judge(h *head, end int, in place) shape {
	words := r.head[h.base:h.end]
	next := kEnd
	if h.next < end {
		next = r.t[h.next].kind
	}
	star := next == kStar || next == kAmpersand && h.typed
	call := next == kOpen
	if call && r.t[h.next].match > 0 {
		// "int (*f)(int)", not "f(*p)".
		k := r.at(h.next + 1)
		if k == kWord && r.at(h.next+2) == kStar && attribute(r.text(h.next+1)) && r.at(r.behind(h.next)) == kOpen {
			k = kStar
		}
		if k == kWord && in != inBlock && r.within(h.next) == h.next+2 && r.at(r.behind(h.next)) == kOpen && (h.typed || h.names > 0) {
			star, call = true, false // "type (f)(int)"
		} else if k == kStar || k == kOperator && r.src[r.t[h.next+1].start] == '^' {
			after := r.at(r.behind(h.next))
			if h.typed || h.names > 1 || after == kOpen {
				star, call = true, false
			}
		} else if h.typed && h.names == 0 {
			if r.isType(h.next) || in == inBlock {
				return noDeclaration
			}
			star, call = true, false // int (f)(int)
		}
	}
	if h.macro && (h.names == 1 && (!call || in != inBlock) || h.names == 0 && star && in != inBlock) {
		h.typed = true
	}
	if !h.typed && h.names == 0 {
		return noDeclaration
	}
	need := 2
	if h.typed {
		need = 1
	}
	if star {
		need--
	}
	if h.members && !h.typedef && next != kStar {
		others := false
		for _, w := range words {
			others = others || w.role == rName && !attribute(r.text(w.from))
		}
		if !others && (next == kSemicolon || next == kEnd) {
			need = 0
		}
	}
	extra := h.names - need
	if extra < 0 {
		switch {
		case h.names == 0 && need == 1:
			return onlyType
		case h.qualified && h.names == 1 && need == 2 && !call && (next == kSemicolon || next == kAssign || next == kComma || next == kOpenIndex):
			need, extra = 1, 0 // the type is int
		default:
			return noDeclaration
		}
	}
	if star && !h.typed && h.names == 1 && !h.qualified && !r.pointer(h.next, end, in) {
		return noDeclaration
	}
	if in == inBlock && !h.typed && !star {
		switch next {
		case kSemicolon, kAssign, kComma, kOpenIndex, kOpen, kColon, kEnd:
		default:
			return noDeclaration
		}
	}
	// Which of the names are attributes.
	until := len(words)
	if call && need > 0 {
		for until--; until > 0 && words[until].role != rName; until-- {
		}
	}
	drop := func(is func(w []byte) bool) {
		for n := 0; n < until && extra > 0; n++ {
			if w := &words[n]; w.role == rName && is(r.text(w.from)) {
				w.role = rAttribute
				extra--
			}
		}
	}
	drop(attribute)
	if until == len(words) && need > 0 {
		for until--; until > 0 && words[until].role != rName; until-- {
		}
	}
	drop(func(w []byte) bool { return !typish(w) })
	drop(func([]byte) bool { return true })
	named := need > 0 && !(star && (h.typed || need == 1))
	if star && h.typed || star && need == 0 {
		named = false
	}
	last := -1
	for n := range words {
		if words[n].role == rName {
			words[n].role = rType
			last = n
		}
	}
	if !named {
		if star {
			return declaresLater
		}
		return onlyType
	}
	if last < 0 {
		return noDeclaration
	}
	words[last].role = rDeclared
	if w := words[last]; w.to > w.from+1 {
		// What looked like an attribute with arguments is a function.
		h.end, h.next = h.base+last+1, w.from+1
	}
	return declares
}

// typish says whether a word is written as types are.
func typish(w []byte) bool {
	if bytes.HasSuffix(w, []byte("_t")) {
		return true
	}
	w = bytes.TrimLeft(w, "_")
	for _, p := range []string{"u", "s", "le", "be"} {
		if rest, ok := bytes.CutPrefix(w, []byte(p)); ok && len(rest) > 0 && len(bytes.Trim(rest, "0123456789")) == 0 {
			return true
		}
	}
	return false
}

// pointer says whether "*" at token j makes a pointer of what the word before
// names, rather than a product of it.
func (r *Reader) pointer(j, end int, in place) bool {
	for j < end && (r.t[j].kind == kStar || r.t[j].kind == kQualifier) {
		j++
	}
	if j >= end {
		return false
	}
	if r.t[j].kind == kOpen {
		return in != inBlock || r.at(j+1) == kStar
	}
	if r.t[j].kind != kWord {
		return false
	}
	if in != inBlock {
		return true
	}
	switch r.at(j + 1) {
	case kSemicolon, kAssign, kComma, kOpenIndex, kWord:
		return j+1 < end
	}
	return false
}

// declare reads the declaration with the head h.
func (r *Reader) declare(h head, end int, in place) bool {
	what := r.judge(&h, end, in)
	if what == noDeclaration {
		if h.names == 1 && !h.typed && h.next < end && r.t[h.next].kind == kOpen {
			return r.macro(h, end, in)
		}
		if h.end == h.base+1 && h.names == 0 && r.head[h.base].role == rAttribute {
			r.attributes(h.next) // a macro on a line of its own
			if r.i < h.next {
				r.operand()
			}
			return true
		}
		return false
	}
	start := r.t[r.i].start
	sym, leaf := nDeclaration, nIdentifier
	switch {
	case h.typedef:
		sym, leaf = nTypedef, nTypeIdentifier
	case in == inMembers:
		sym, leaf = nField, nFieldIdentifier
	}
	if what == onlyType {
		if in != inMembers {
			r.specifiers(h.base, h.end, h.next)
			r.semicolon(end)
			return true
		}
		n := r.begin(sym, 0, start)
		r.specifiers(h.base, h.end, h.next)
		r.bits(end)
		r.others(leaf, end)
		r.semicolon(end)
		r.end(n, r.before())
		return true
	}
	first := h.next
	name := h.end
	if what == declares {
		for name = h.end - 1; r.head[name].role != rDeclared; name-- {
		}
		first = r.head[name].from
	}
	d := r.measure(first, h.next, end)
	body := d.end
	old := -1
	if d.function && !h.typedef && in == inFile && d.suffix > 0 {
		if old = r.oldStyle(d, end); old >= 0 {
			body = old
		}
	}
	if d.function && !h.typedef && body < end && r.t[body].kind == kOpenBrace {
		sym, leaf = nFunction, nIdentifier
	} else {
		old = -1
	}
	n := r.begin(sym, 0, start)
	r.specifiers(h.base, name, first)
	d.leaf, d.old = leaf, old >= 0
	r.declarator(d, end)
	if sym == nFunction {
		if old >= 0 {
			r.oldParameters(old)
		}
		r.block()
		r.end(n, r.before())
		return true
	}
	r.bits(end)
	r.others(leaf, end)
	if r.i < end && r.t[r.i].kind != kSemicolon && r.t[r.i].flags&fLine == 0 {
		r.expression(end, stopStatement)
	}
	r.semicolon(end)
	r.end(n, r.before())
	return true
}

// others reads the declarators behind the first one.
func (r *Reader) others(leaf ts.Sym, end int) {
	for r.i < end && r.t[r.i].kind == kComma {
		r.i++
		was := r.i
		d := r.measure(r.i, 0, end)
		d.leaf = leaf
		if d.core < 0 && !(r.i < end && r.at(r.i) == kColon) {
			break
		}
		r.declarator(d, end)
		r.bits(end)
		if r.i == was {
			break
		}
	}
}

// bits reads the width of a bit field.
func (r *Reader) bits(end int) {
	if r.i < end && r.t[r.i].kind == kColon {
		r.i++
		r.expression(end, stopComma|stopBrace)
	}
}

// specifiers reads words of a head, up to token next.
func (r *Reader) specifiers(from, to, next int) {
	for n := from; n < to; n++ {
		w := r.head[n]
		r.i = w.from
		switch w.role {
		case rQualifier:
			if r.t[r.i].kind == kStorage {
				r.take(nStorage, 0)
			} else {
				r.skip(nQualifier)
			}
		case rPrimitive:
			r.skip(nPrimitive)
		case rSpecifier:
			r.specifier(fdType)
		case rAttribute:
			if r.t[r.i].kind == kAttribute {
				r.attribute()
				break
			}
			r.take(nIdentifier, 0)
			if w.to > w.from+1 {
				r.group()
			}
		case rType, rName:
			if r.t[r.i].kind == kKnown {
				r.skip(nPrimitive)
				break
			}
			r.take(nTypeIdentifier, fdType)
			if w.to > w.from+1 {
				r.group()
			}
		case rDeclared:
			r.take(nIdentifier, 0)
		}
	}
	r.i = max(r.i, next)
}

// declared is where the parts of a declarator stand.
type declared struct {
	core     int // the name, or the bracket around another declarator; -1 for none
	suffix   int // the first bracket behind, 0 for none
	tail     int // where attributes begin that stand behind
	end      int // behind them
	function bool
	nameless bool
	old      bool // the parameters are names alone
	value    bool // "=" follows
	leaf     ts.Sym
}

// measure finds the parts of the declarator at token j; behind its name stand
// attributes as far as token head.
func (r *Reader) measure(j, head, end int) declared {
	d := declared{core: -1}
	for j < end {
		k := r.t[j].kind
		if k == kStar || k == kQualifier || k == kAmpersand || k == kAttribute && r.at(j+1) != kOpen ||
			k == kOperator && r.src[r.t[j].start] == '^' {
			j++
		} else if k == kAttribute {
			j = r.behind(j + 1)
		} else if k == kWord && j+1 < end && (r.t[j+1].kind == kWord && j+1 != head && attribute(r.text(j)) || r.t[j+1].kind == kStar) && j != head-1 {
			j++
		} else {
			break
		}
	}
	s := j
	if j < end {
		switch r.t[j].kind {
		case kWord, kKnown:
			d.core, s = j, max(j+1, head)
		case kOpen:
			if r.t[j].match > 0 && r.t[j].match < int32(end) {
				d.core, s = j, r.behind(j)
			}
		}
	}
	if d.core >= 0 {
		for e := s; ; {
			if e < end && (r.t[e].kind == kOpen || r.t[e].kind == kOpenIndex) && r.t[e].match > 0 {
				if d.suffix == 0 {
					d.suffix = e
					d.function = r.t[e].kind == kOpen && (r.t[d.core].kind != kOpen || !r.points(d.core))
				}
				e = r.behind(e)
				continue
			}
			s = e
			break
		}
		// A function that gives a pointer to a function: "void (*f(int))(int)".
		if !d.function && d.suffix > 0 && r.t[d.core].kind == kOpen {
			in := r.measure(d.core+1, 0, r.within(d.core))
			d.function = in.function
		}
	}
	d.tail = s
	d.end = r.trailing(s, end)
	if d.core < 0 {
		d.end = s
	}
	d.value = d.end < end && r.t[d.end].kind == kAssign
	return d
}

// points says whether the brackets at open begin with a pointer.
func (r *Reader) points(open int) bool {
	end := r.within(open)
	for j := open + 1; j < end; j++ {
		switch r.t[j].kind {
		case kStar:
			return true
		case kWord, kQualifier, kAttribute:
			if j+1 == end {
				return false
			}
		default:
			return r.t[j].kind == kOperator && r.src[r.t[j].start] == '^'
		}
	}
	return false
}

// declarator reads the declarator d at r.i, with its attributes and its value.
func (r *Reader) declarator(d declared, end int) {
	if r.i >= end {
		return
	}
	field := fdDeclarator
	if d.nameless {
		field = 0
	}
	start := r.t[r.i].start
	value := uint32(0)
	if d.value {
		value = r.begin(nInitDeclarator, field, start)
	}
	pointers := 0
	outer := r.parent
	for r.i < end && r.i != d.core && r.i < d.tail {
		switch r.t[r.i].kind {
		case kStar, kAmpersand, kOperator:
			r.begin(nPointerDeclarator, field, r.t[r.i].start)
			pointers++
			r.i++
		case kWord:
			r.take(nIdentifier, 0)
		case kAttribute:
			r.attribute()
		default:
			r.i++
		}
	}
	if d.core >= 0 {
		first := r.t[d.core].start
		base := len(r.ops)
		if d.suffix > 0 {
			for e := d.suffix; e < d.tail; e = r.behind(e) {
				r.ops = append(r.ops, postfix{r.t[e].kind, e})
			}
		}
		for n := len(r.ops) - 1; n >= base; n-- {
			sym := nArrayDeclarator
			if r.ops[n].kind == kOpen {
				sym = nFunctionDeclarator
				if n > base || r.t[d.core].kind == kOpen && r.points(d.core) {
					sym = nPointedFunction
				}
			}
			at := r.begin(sym, field, first)
			r.ops[n].at |= int(at) << 32
		}
		switch {
		case r.t[d.core].kind != kOpen:
			r.take(d.leaf, field)
			to := d.tail
			if d.suffix > 0 {
				to = d.suffix
			}
			r.attributes(to)
		case r.level < maxLevel:
			r.level++
			n := r.begin(nParenthesizedDeclarator, field, first)
			r.skip(nBracket)
			in := r.measure(r.i, 0, r.within(d.core))
			in.leaf, in.nameless, in.value = d.leaf, d.nameless, false
			r.declarator(in, r.within(d.core))
			r.words(r.within(d.core))
			r.shut(d.core)
			r.end(n, r.before())
			r.level--
		}
		for n := base; n < len(r.ops); n++ {
			op := r.ops[n]
			tok, at := op.at&(1<<32-1), uint32(op.at>>32)
			r.i = tok
			if op.kind == kOpen && (!d.old || n > base) {
				r.parameters()
			} else {
				r.skip(nBracket)
				r.inside(tok)
				r.shut(tok)
			}
			r.end(at, r.before())
		}
		r.ops = r.ops[:base]
	}
	for ; pointers > 0 && r.parent != outer; pointers-- {
		r.end(r.parent, r.before())
	}
	r.attributes(d.end)
	if d.value {
		if r.i < end && r.t[r.i].kind == kAssign {
			r.i++
			r.expression(end, stopComma|stopLine)
		}
		r.end(value, r.before())
	}
}

// parameters reads the parameters at r.i.
func (r *Reader) parameters() {
	r.bracketed(nParameterList, fdParameters, func(end int) {
		r.parameter(r.comma(r.i, end))
		if r.i < end && r.at(r.i) == kComma {
			r.i++
		}
	})
}

// bracketed reads the node kind whose opening bracket is at r.i; one reads the next
// thing in it, up to token end at most.
func (r *Reader) bracketed(kind ts.Sym, field ts.FieldID, one func(end int)) {
	open := r.i
	end := r.within(open)
	n := r.begin(kind, field, r.t[open].start)
	r.skip(nBracket)
	if r.level >= maxLevel {
		r.words(end)
	}
	r.level++
	r.each(end, one)
	r.level--
	r.shut(open)
	r.end(n, r.before())
}

// each has one read up to token end; a token that it leaves is passed over.
func (r *Reader) each(end int, one func(end int)) {
	for r.i < end {
		was := r.i
		one(end)
		if r.i == was {
			r.i++
		}
	}
}

// comma is the first comma from token j that is not within brackets, end for
// none.
func (r *Reader) comma(j, end int) int {
	for j < end && r.t[j].kind != kComma {
		if k := r.t[j].kind; (k == kOpen || k == kOpenIndex || k == kOpenBrace) && r.t[j].match > 0 {
			j = r.behind(j)
		} else {
			j++
		}
	}
	return min(j, end)
}

// parameter reads one parameter, which ends at token end.
func (r *Reader) parameter(end int) {
	if r.i >= end || r.t[r.i].kind == kEllipsis {
		r.i = max(r.i, end)
		return
	}
	if r.i+1 == end && r.t[r.i].kind == kPrimitive {
		r.skip(nPrimitive)
		return
	}
	h := r.scan(end, inFile)
	defer func() { r.head = r.head[:h.base] }()
	if h.end == h.base {
		r.expression(end, 0)
		r.i = max(r.i, end)
		return
	}
	n := r.begin(nParameter, 0, r.t[r.i].start)
	words := r.head[h.base:h.end]
	star := h.next < end && (r.t[h.next].kind == kStar || r.t[h.next].kind == kAmpersand || r.t[h.next].kind == kOperator || r.t[h.next].kind == kOpen && h.next > 0)
	if star && r.t[h.next].kind == kOpen && h.names > 0 && !r.points(h.next) {
		star = false // "int f(int)" as a parameter
	}
	need := 2
	if h.typed || h.macro {
		need = 1
	}
	if star {
		need--
	}
	extra := h.names - need
	for _, any := range []bool{false, true} {
		for k := range words {
			if w := &words[k]; extra > 0 && w.role == rName && (any || attribute(r.text(w.from))) {
				w.role = rAttribute
				extra--
			}
		}
	}
	name := h.end
	for k := range words {
		if words[k].role == rName {
			words[k].role = rType
			if !star && h.names >= need {
				name = h.base + k
			}
		}
	}
	first := h.next
	if name < h.end {
		r.head[name].role = rDeclared
		first = r.head[name].from
	}
	r.specifiers(h.base, name, first)
	d := r.measure(first, h.next, end)
	d.leaf = nIdentifier
	d.nameless = !r.named(d)
	if r.i < end {
		r.declarator(d, end)
	}
	r.expression(end, 0)
	r.i = max(r.i, end)
	r.end(n, r.before())
}

// named says whether declarator d has a name.
func (r *Reader) named(d declared) bool {
	for range maxLevel {
		if d.core < 0 {
			return false
		}
		if r.t[d.core].kind != kOpen {
			return true
		}
		d = r.measure(d.core+1, 0, r.within(d.core))
	}
	return false
}

// oldStyle is the brace behind the parameters of a function whose types are
// declared between them and its body; -1 where they are not.
func (r *Reader) oldStyle(d declared, end int) int {
	if r.t[d.suffix].kind != kOpen || d.tail >= end || !r.t[d.tail].kind.begins() {
		return -1
	}
	last := r.within(d.suffix)
	for j := d.suffix + 1; j < last; j += 2 {
		if r.t[j].kind != kWord || j+1 < last && r.t[j+1].kind != kComma {
			return -1
		}
	}
	if last == d.suffix+1 {
		return -1
	}
	for j := d.tail; j < end && j < d.tail+2000; {
		switch r.t[j].kind {
		case kOpenBrace:
			if r.t[j-1].kind == kSemicolon {
				return j
			}
			return -1
		case kOpen, kOpenIndex:
			if r.t[j].match < 0 {
				return -1
			}
			j = r.behind(j)
			continue
		case kSemicolon, kComma, kStar:
		default:
			if !r.t[j].kind.begins() {
				return -1
			}
		}
		j++
	}
	return -1
}

// oldParameters reads the declarations of parameters before the brace at body.
func (r *Reader) oldParameters(body int) {
	for r.i < body {
		was := r.i
		h := r.scan(body, inFile)
		if what := r.judge(&h, body, inFile); what == declares || what == declaresLater {
			first, name := h.next, h.end
			if what == declares {
				for name = h.end - 1; r.head[name].role != rDeclared; name-- {
				}
				first = r.head[name].from
			}
			n := r.begin(nParameter, 0, r.t[r.i].start)
			r.specifiers(h.base, name, first)
			next := h.next
			for {
				d := r.measure(r.i, next, body)
				d.leaf, d.value = nIdentifier, false
				r.declarator(d, body)
				r.end(n, r.before())
				if r.at(r.i) != kComma || r.i >= body {
					break
				}
				r.i++
				next = 0
				if r.i >= body {
					break
				}
				n = r.begin(nParameter, 0, r.t[r.i].start)
			}
		} else {
			r.expression(body, stopBrace)
		}
		r.head = r.head[:h.base]
		r.semicolon(body)
		if r.i == was {
			r.i++
		}
	}
}
