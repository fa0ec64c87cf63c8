package ctree

import "codeintel/index/lang/ts"

// place is where an item stands.
type place uint8

const (
	inFile place = iota
	inBlock
	inMembers
)

// items reads until token end.
func (r *Reader) items(end int, in place) {
	if r.level >= maxLevel {
		r.words(end)
		return
	}
	r.level++
	for r.i < end {
		was := r.i
		r.item(end, in)
		if r.i == was {
			r.i++
		}
	}
	r.level--
}

// words reads what is too deep, or means nothing, as a list of words.
func (r *Reader) words(end int) {
	for r.i < end {
		if r.t[r.i].kind == kWord {
			r.take(nIdentifier, 0)
		} else {
			r.i++
		}
	}
}

// item reads one declaration or statement.
func (r *Reader) item(end int, in place) {
	start := r.t[r.i].start
	switch k := r.t[r.i].kind; k {
	case kSemicolon:
		r.i++
		return
	case kClose, kCloseIndex, kCloseBrace:
		r.leaf(nError, 0, start, r.t[r.i].end)
		r.nodes[len(r.nodes)-1].Flags = ts.Error
		r.i++
		return
	case kOpenBrace:
		r.block()
		return
	case kIf, kWhile, kSwitch, kFor:
		sym := nIfStatement
		switch k {
		case kWhile:
			sym = nWhileStatement
		case kSwitch:
			sym = nSwitchStatement
		case kFor:
			sym = nForStatement
		}
		n := r.begin(sym, 0, start)
		r.i++
		if open := r.i; r.at(open) == kOpen && r.t[open].match > 0 && r.i < end {
			if k == kFor {
				r.skip(nBracket)
				r.items(min(r.within(open), end), inBlock)
				r.shut(open)
			} else {
				r.group()
			}
		}
		r.statement(end, in)
		for k == kIf && r.i < end && r.at(r.i) == kElse {
			r.i++
			if r.i+1 < end && r.at(r.i) == kIf && r.at(r.i+1) == kOpen {
				// A chain is read as one statement: it can be of any length.
				r.i++
				r.group()
				r.statement(end, in)
				continue
			}
			r.statement(end, in)
			break
		}
		r.end(n, r.before())
		return
	case kElse:
		r.i++
		return
	case kDo:
		n := r.begin(nDoStatement, 0, start)
		r.i++
		r.statement(end, in)
		if r.i < end && r.at(r.i) == kWhile {
			r.i++
			if r.at(r.i) == kOpen && r.i < end {
				r.group()
			}
			if r.i < end && r.at(r.i) == kSemicolon {
				r.i++
			}
		}
		r.end(n, r.before())
		return
	case kCase, kDefault:
		n := r.begin(nCaseStatement, 0, start)
		r.i++
		r.expression(end, stopColon)
		if r.i < end && r.at(r.i) == kColon {
			r.i++
		}
		r.end(n, r.before())
		return
	case kReturn:
		n := r.begin(nReturnStatement, 0, start)
		r.i++
		r.expression(end, stopStatement)
		r.semicolon(end)
		r.end(n, r.before())
		return
	case kGoto:
		n := r.begin(nGotoStatement, 0, start)
		r.i++
		if r.i+1 < end && r.at(r.i) == kWord && r.at(r.i+1) == kSemicolon {
			r.label()
		}
		r.expression(end, stopStatement)
		r.semicolon(end)
		r.end(n, r.before())
		return
	case kBreak:
		n := r.begin(nJumpStatement, 0, start)
		r.i++
		r.semicolon(end)
		r.end(n, r.before())
		return
	case kAsm:
		n := r.begin(nAsm, 0, start)
		r.i++
		for r.i < end && (r.at(r.i) == kQualifier || r.at(r.i) == kGoto) {
			r.i++
		}
		if r.i < end && r.at(r.i) == kOpen {
			r.group()
		}
		r.semicolon(end)
		r.end(n, r.before())
		return
	case kStorage:
		if r.at(r.i+1) == kString && r.i+2 < end && string(r.text(r.i)) == "extern" {
			// extern "C"
			if r.at(r.i+2) == kOpenBrace {
				n := r.begin(nLinkage, 0, start)
				r.i += 2
				r.list(nDeclarationList, inFile)
				r.end(n, r.before())
				return
			}
			r.i += 2
			return
		}
	case kWord:
		if in == inBlock && r.at(r.i+1) == kColon && r.i+1 < end {
			n := r.begin(nLabeledStatement, 0, start)
			r.label()
			r.i++
			r.end(n, r.before())
			return
		}
		if in != inBlock && r.plusPlus(end, in) {
			return
		}
	}
	if r.declaration(end, in) {
		return
	}
	n := r.begin(nExpressionStatement, 0, start)
	r.expression(end, stopStatement)
	if r.before() > start {
		r.semicolon(end)
	}
	r.end(n, r.before())
}

// label makes a leaf of the word that names a statement.
func (r *Reader) label() {
	if r.whole {
		r.take(nStatementIdentifier, 0)
	} else {
		r.i++
	}
}

func (r *Reader) semicolon(end int) {
	if r.i < end && r.at(r.i) == kSemicolon {
		r.i++
	}
}

// statement reads the statement behind "if (…)".
func (r *Reader) statement(end int, in place) {
	if r.i >= end || r.at(r.i) == kCloseBrace {
		return
	}
	if r.level >= maxLevel {
		r.words(end)
		return
	}
	r.level++
	if in == inMembers {
		in = inBlock
	}
	was := r.i
	r.item(end, in)
	if r.i == was {
		r.i++
	}
	r.level--
}

// block reads a compound statement.
func (r *Reader) block() { r.list(nCompound, inBlock) }

// list reads what the brace at r.i holds.
func (r *Reader) list(sym ts.Sym, in place) {
	open := r.i
	field := ts.FieldID(0)
	if sym != nDeclarationList {
		field = fdBody
	}
	n := r.begin(sym, field, r.t[open].start)
	r.skip(nBracket)
	r.items(r.within(open), in)
	r.shut(open)
	r.end(n, r.before())
}

// plusPlus reads what headers hold for C++: namespaces, templates, access. It
// makes a tag of the word of a class, which is read with the others then.
func (r *Reader) plusPlus(end int, in place) bool {
	next := r.at(r.i + 1)
	if r.i+1 >= end {
		return false
	}
	switch r.src[r.t[r.i].start] {
	case 'c':
		if next == kWord && string(r.text(r.i)) == "class" {
			if _, brace, to := r.tag(r.i, end); brace >= 0 || r.at(to) == kSemicolon {
				r.t[r.i].kind = kTag
			}
		}
	case 'n':
		if (next == kWord || next == kOpenBrace) && string(r.text(r.i)) == "namespace" {
			j := r.i + 1
			for j < end && (r.t[j].kind == kWord || r.t[j].kind == kColons) {
				j++
			}
			if r.at(j) != kOpenBrace || j >= end {
				return false
			}
			r.i++
			r.words(j)
			r.list(nDeclarationList, inFile)
			return true
		}
	case 't':
		if next == kOperator && r.src[r.t[r.i+1].start] == '<' && string(r.text(r.i)) == "template" {
			r.i++
			r.angles(end)
			return true
		}
	case 'p':
		if next == kColon && in == inMembers {
			switch string(r.text(r.i)) {
			case "public", "protected", "private":
				r.i += 2
				return true
			}
		}
	}
	return false
}

// angles passes a list of template parameters.
func (r *Reader) angles(end int) {
	if r.i >= end || r.src[r.t[r.i].start] != '<' {
		return
	}
	for depth := 0; r.i < end; r.i++ {
		switch r.at(r.i) {
		case kOperator:
			for _, c := range r.text(r.i) {
				switch c {
				case '<':
					depth++
				case '>':
					depth--
				}
			}
			if depth <= 0 {
				r.i++
				return
			}
		case kSemicolon, kOpenBrace:
			return
		}
	}
}
