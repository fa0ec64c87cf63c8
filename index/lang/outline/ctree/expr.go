package ctree

import "codeintel/index/lang/ts"

// stop says where an expression ends, beside closing brackets and semicolons.
type stop uint8

const (
	stopComma stop = 1 << iota
	stopColon
	stopBrace
	// stopLine: a word that begins a line behind a call is a statement of its own:
	// macros may stand for whole statements.
	stopLine
	stopStatement = stopBrace | stopLine
)

// expression reads until token end, or a token at which one ends.
func (r *Reader) expression(end int, at stop) {
	questions := 0
	for first := true; r.i < end; first = false {
		t := &r.t[r.i]
		if at&stopLine != 0 && !first && t.flags&fLine != 0 && t.kind.begins() && r.at(r.i-1) == kClose {
			return
		}
		switch t.kind {
		case kSemicolon, kClose, kCloseIndex, kCloseBrace:
			return
		case kComma:
			if at&stopComma != 0 {
				return
			}
			r.i++
		case kQuestion:
			questions++
			r.i++
		case kColon:
			if at&stopColon != 0 && questions == 0 {
				return
			}
			questions--
			r.i++
		case kOpenBrace:
			switch {
			case at&stopBrace != 0 && r.at(r.i-1) != kAssign && r.at(r.i-1) != kReturn:
				return
			case t.flags&fStatement != 0:
				r.block()
			default:
				r.values(0)
			}
		case kOpen, kWord, kOffsetof:
			r.operand()
		case kDot:
			// A member of what is not known.
			r.i++
			if r.i < end && r.t[r.i].kind == kWord {
				n := r.begin(nFieldDesignator, 0, t.start)
				r.take(nFieldIdentifier, 0)
				r.end(n, r.before())
			}
		case kTag, kTypeof:
			r.specifier(0)
		case kSizeof:
			r.i++
			if r.at(r.i) == kOpen && r.i < end && r.isType(r.i) {
				open := r.i
				r.skip(nBracket)
				r.typeName(r.within(open))
				r.shut(open)
			}
		case kAttribute:
			r.attribute()
		case kNumber:
			r.skip(nNumber)
		case kString:
			r.skip(nString)
		case kPrimitive, kKnown:
			r.skip(nPrimitive)
		case kStorage:
			if at&stopLine != 0 && !first && t.flags&fLine != 0 {
				return // a macro stands for what comes before
			}
			r.i++
		case kQualifier:
			r.skip(nQualifier)
		case kIf, kFor, kWhile, kDo, kSwitch, kReturn, kGoto, kBreak, kCase, kElse:
			if at&stopStatement != 0 && !first {
				return
			}
			r.i++
		default:
			r.i++
		}
	}
}

// group reads what stands between the brackets at r.i.
func (r *Reader) group() {
	open := r.i
	n := uint32(0)
	if r.whole {
		n = r.begin(nParenthesized, 0, r.t[open].start)
	}
	r.skip(nBracket)
	r.inside(open)
	r.shut(open)
	if r.whole {
		r.end(n, r.before())
	}
}

// anything reads an expression up to token end, whatever is in it.
func (r *Reader) anything(end int) { r.expression(end, 0) }

// inside reads what the bracket at open holds: expressions, or statements.
func (r *Reader) inside(open int) {
	end := r.within(open)
	if r.level >= maxLevel {
		r.words(end)
		return
	}
	r.level++
	if r.t[open].flags&fStatement != 0 && r.at(r.i) != kWord && r.at(r.i) != kOpenBrace {
		r.items(end, inBlock)
	}
	for r.i < end {
		was := r.i
		r.expression(end, 0)
		if r.i < end && (r.at(r.i) == kSemicolon || r.i == was) {
			r.i++
			if r.t[open].flags&fStatement != 0 {
				r.items(end, inBlock)
			}
		}
	}
	r.level--
}

// postfix is what stands behind an operand.
type postfix struct {
	kind kind
	at   int
}

// operand reads a name, brackets or a cast, with what stands behind.
func (r *Reader) operand() {
	core := r.i
	cast := false
	j := core + 1
	switch r.t[core].kind {
	case kOpen:
		if r.t[core].match < 0 {
			r.i++
			return
		}
		j = r.behind(core)
		cast = r.isCast(core, j)
		if cast && r.at(j) != kOpenBrace {
			n := uint32(0)
			if r.whole {
				n = r.begin(nCast, 0, r.t[core].start)
			}
			r.skip(nBracket)
			r.typeName(r.within(core))
			r.shut(core)
			if r.whole {
				r.end(n, r.before())
			}
			return
		}
		if cast {
			j = r.behind(j)
		}
	case kOffsetof:
		r.offsetof()
		return
	}
	// What stands behind is known before the nodes around it are made.
	base := len(r.ops)
scan:
	for j < len(r.t) {
		switch r.t[j].kind {
		case kOpen:
			if r.t[j].match < 0 || r.t[core].kind == kWord && j == core+1 && r.t[j].flags&fLine != 0 && r.t[core].flags&fUpper != 0 {
				break scan
			}
			r.ops = append(r.ops, postfix{kOpen, j})
			j = r.behind(j)
		case kOpenIndex:
			if r.t[j].match < 0 {
				break scan
			}
			r.ops = append(r.ops, postfix{kOpenIndex, j})
			j = r.behind(j)
		case kDot, kArrow:
			if k := r.at(j + 1); k == kEnd || k > kBreak {
				break scan
			}
			r.ops = append(r.ops, postfix{kDot, j + 1})
			j += 2
		default:
			break scan
		}
	}
	start := r.t[core].start
	field := ts.FieldID(0)
	for n := len(r.ops) - 1; n >= base; n-- {
		var sym ts.Sym
		next := fdArgument
		switch r.ops[n].kind {
		case kOpen:
			sym, next = nCall, fdFunction
		case kOpenIndex:
			sym = nSubscript
		default:
			sym = nFieldExpression
		}
		// The place of the node is kept where the token was.
		at := r.begin(sym, field, start)
		r.ops[n].at |= int(at) << 32
		field = next
	}
	switch {
	case r.t[core].kind != kOpen:
		r.take(nIdentifier, field)
	case cast:
		n := r.begin(nCompoundLiteral, field, start)
		r.skip(nBracket)
		r.typeName(r.within(core))
		r.shut(core)
		r.values(fdValue)
		r.end(n, r.before())
	default:
		r.group()
	}
	for n := base; n < len(r.ops); n++ {
		op := r.ops[n]
		tok, at := op.at&(1<<32-1), uint32(op.at>>32)
		switch op.kind {
		case kOpen:
			r.i = tok
			if r.whole {
				a := r.begin(nArguments, 0, r.t[tok].start)
				r.skip(nBracket)
				r.inside(tok)
				r.shut(tok)
				r.end(a, r.before())
			} else {
				r.i++
				r.inside(tok)
				r.shut(tok)
			}
		case kOpenIndex:
			r.i = tok
			r.skip(nBracket)
			r.inside(tok)
			r.shut(tok)
		default:
			r.i = tok
			r.take(nFieldIdentifier, fdField)
		}
		r.end(at, r.before())
	}
	r.ops = r.ops[:base]
}

// isType says whether the brackets at open hold a type and nothing else.
func (r *Reader) isType(open int) bool {
	end := r.within(open)
	for j := open + 1; j < end; j++ {
		switch r.t[j].kind {
		case kQualifier, kAttribute:
			continue
		case kPrimitive, kKnown, kTag, kTypeof:
			return true
		case kWord:
			if j+1 < end && r.t[j+1].kind.begins() && attribute(r.text(j)) {
				continue
			}
			stars := 0
			for j++; j < end; j++ {
				switch r.t[j].kind {
				case kStar:
					stars++
				case kQualifier:
				case kWord:
					if stars == 0 || !attribute(r.text(j)) {
						return stars == 0 && attribute(r.text(j)) && j+1 < end
					}
				default:
					return false
				}
			}
			return stars > 0
		default:
			return false
		}
	}
	return false
}

// isCast says whether the brackets at open are a cast, or begin a compound
// literal; next is the token behind them.
func (r *Reader) isCast(open, next int) bool {
	if r.isType(open) {
		return true
	}
	if r.within(open) != open+2 || r.t[open+1].kind != kWord || next >= len(r.t) {
		return false
	}
	switch r.t[next].kind {
	case kWord, kNumber, kString, kSizeof, kOpenBrace:
		return r.t[next].flags&fLine == 0 || r.t[next].kind == kOpenBrace
	case kOpen:
		return true
	case kSign:
		c := r.src[r.t[next].start]
		return c == '~' || c == '!'
	}
	return false
}

// typeName reads a type until token end.
func (r *Reader) typeName(end int) {
	if r.i >= end {
		return
	}
	n := r.begin(nTypeDescriptor, fdType, r.t[r.i].start)
	typed := false
	for r.i < end {
		switch r.at(r.i) {
		case kTag, kTypeof:
			typed = true
			r.specifier(fdType)
		case kWord:
			if !typed && !(r.i+1 < end && r.at(r.i+1) == kWord && attribute(r.text(r.i))) {
				typed = true
				r.take(nTypeIdentifier, fdType)
			} else {
				r.take(nIdentifier, 0)
			}
		case kPrimitive, kKnown:
			typed = true
			r.skip(nPrimitive)
		case kOpen:
			if r.t[r.i].match > 0 && (r.at(r.i+1) == kStar || r.at(r.i-1) == kClose || r.at(r.i-1) == kStar || r.at(r.i-1) == kPrimitive || r.at(r.i-1) == kKnown) {
				if r.at(r.i+1) == kStar {
					r.group()
				} else {
					r.parameters()
				}
			} else {
				r.operand()
			}
		case kOpenIndex:
			if r.t[r.i].match < 0 {
				r.i++
				continue
			}
			r.group()
		case kAttribute:
			r.attribute()
		default:
			r.i++
		}
	}
	r.end(n, r.before())
}

// offsetof reads offsetof(type, member).
func (r *Reader) offsetof() {
	n := r.begin(nOffsetof, 0, r.t[r.i].start)
	r.i++
	if open := r.i; r.at(open) == kOpen && r.t[open].match > 0 {
		end := r.within(open)
		r.skip(nBracket)
		comma := r.i
		for comma < end && r.t[comma].kind != kComma {
			comma++
		}
		r.typeName(comma)
		if r.i < end {
			r.i++
		}
		if r.i < end && r.at(r.i) == kWord && (r.i+1 == end || r.at(r.i+1) == kDot || r.at(r.i+1) == kOpenIndex) {
			r.take(nFieldIdentifier, fdMember)
		}
		for r.i < end {
			if r.at(r.i) == kDot && r.at(r.i+1) == kWord {
				r.i++
				m := r.begin(nFieldExpression, 0, r.t[r.i].start)
				r.take(nFieldIdentifier, fdField)
				r.end(m, r.before())
			} else {
				r.expression(end, 0)
				if r.i < end {
					r.i++
				}
			}
		}
		r.shut(open)
	}
	r.end(n, r.before())
}

// values reads the list of initialisers at r.i.
func (r *Reader) values(field ts.FieldID) {
	r.bracketed(nInitializerList, field, func(end int) {
		switch {
		case r.at(r.i) == kComma || r.at(r.i) == kSemicolon:
			r.i++
		case r.designated(end):
		default:
			r.expression(end, stopComma)
		}
	})
}

// designated reads ".name = value", "[index] = value" or "name: value".
func (r *Reader) designated(end int) bool {
	j := r.i
	for j < end {
		switch {
		case r.t[j].kind == kDot && j+1 < end && r.t[j+1].kind <= kBreak:
			j += 2
			continue
		case r.t[j].kind == kOpenIndex && r.t[j].match > 0:
			j = r.behind(j)
			continue
		case r.t[j].kind == kWord && j == r.i && j+1 < end && r.t[j+1].kind == kColon:
			j++
		}
		break
	}
	if j == r.i || j >= end {
		return false
	}
	n := r.begin(nInitializerPair, 0, r.t[r.i].start)
	for r.i < j {
		switch r.at(r.i) {
		case kDot:
			d := r.begin(nFieldDesignator, fdDesignator, r.t[r.i].start)
			r.i++
			r.take(nFieldIdentifier, 0)
			r.end(d, r.before())
		case kOpenIndex:
			open := r.i
			d := r.begin(nSubscriptDesignator, fdDesignator, r.t[open].start)
			r.skip(nBracket)
			r.inside(open)
			r.shut(open)
			r.end(d, r.before())
		default:
			d := r.begin(nFieldDesignator, fdDesignator, r.t[r.i].start)
			r.take(nFieldIdentifier, 0)
			r.end(d, r.before())
		}
	}
	if r.i < end && (r.at(r.i) == kAssign || r.at(r.i) == kColon) {
		r.i++
	}
	if r.i < end && r.at(r.i) == kOpenBrace {
		r.values(fdValue)
	}
	r.expression(end, stopComma)
	r.end(n, r.before())
	return true
}
