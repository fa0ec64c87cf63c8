package html

import (
	"codeintel/index/lang/ts"
)

// termKind says what a term is.
type termKind uint8

const (
	termOther   termKind = iota
	termText             // a string without escapes: what stands in its quotes
	termName             // a bare word
	termMember           // of.name
	termCall             // of(args), and of|name:args, whose name is a filter's
	termFilter           // of|name or of|name:args
	termKeyword          // name=of
	termList             // [args]
)

// term is an operand of an expression in a tag.
type term struct {
	kind termKind
	at   ts.Range // the name, or the text of a string
	of   *term
	args []*term
}

// maxTerms bounds the terms of one tag, maxDepth how deep they are nested.
const (
	maxTerms = 1000
	maxDepth = 50
)

// terms reads the operands in r in their order: white space, commas and operators
// part them.
func terms(src []byte, r ts.Range) []*term {
	l := &lexer{src: src[:r.End], i: int(r.Start)}
	return l.list(0, 0)
}

type lexer struct {
	src   []byte // to the end of what is read
	i     int
	count int
}

func (l *lexer) spaces() {
	for l.i < len(l.src) && IsSpace(l.src[l.i]) {
		l.i++
	}
}

// list reads operands up to the bracket that ends them, and behind it; 0 for the
// end of the text.
func (l *lexer) list(end byte, depth int) []*term {
	var out []*term
	for {
		l.spaces()
		switch {
		case l.i >= len(l.src):
			return out
		case l.src[l.i] == end && end != 0:
			l.i++
			return out
		case l.count >= maxTerms || depth > maxDepth:
			l.i = len(l.src)
			return out
		}
		if t := l.operand(depth); t != nil {
			out = append(out, t)
		}
	}
}

// operand reads one operand with what hangs on it; nil for what is none, which is
// passed over.
func (l *lexer) operand(depth int) *term {
	l.count++
	t := l.primary(depth)
	if t == nil {
		l.i++
		return nil
	}
	for l.i < len(l.src) && l.count < maxTerms {
		l.count++
		switch c := l.src[l.i]; {
		case c == '.' && l.i+1 < len(l.src) && isWord(l.src[l.i+1]):
			l.i++
			t = &term{kind: termMember, at: l.word(), of: t}
		case c == '(':
			l.i++
			t = &term{kind: termCall, of: t, args: l.list(')', depth+1)}
		case c == '[':
			l.i++
			t = &term{kind: termOther, of: t, args: l.list(']', depth+1)}
		case c == '=' && t.kind == termName && l.i+1 < len(l.src) && l.src[l.i+1] != '=':
			l.i++
			l.spaces()
			at := t.at
			t = &term{kind: termKeyword, at: at}
			if l.i < len(l.src) && depth < maxDepth {
				t.of = l.operand(depth + 1)
			}
			return t
		case c == '|':
			save := l.i
			l.i++
			l.spaces()
			at := l.word()
			if at.Start == at.End {
				l.i = save
				return t
			}
			t = &term{kind: termFilter, at: at, of: t}
			if l.i < len(l.src) && l.src[l.i] == ':' {
				l.i++
				if a := l.simple(depth + 1); a != nil {
					t.args = []*term{a}
				}
			} else if l.i < len(l.src) && l.src[l.i] == '(' {
				l.i++
				t.args = l.list(')', depth+1)
			}
		case IsSpace(c):
			// A filter may stand apart, and so may an assignment.
			n := l.i
			l.spaces()
			if l.i+1 < len(l.src) && (l.src[l.i] == '|' && l.src[l.i+1] != '|' || l.src[l.i] == '=' && l.src[l.i+1] != '=' && t.kind == termName) {
				continue
			}
			l.i = n
			return t
		default:
			return t
		}
	}
	return t
}

// simple reads the argument of a filter: a string, or a name with its members.
func (l *lexer) simple(depth int) *term {
	t := l.primary(depth)
	for t != nil && l.i+1 < len(l.src) && l.src[l.i] == '.' && isWord(l.src[l.i+1]) && l.count < maxTerms {
		l.i, l.count = l.i+1, l.count+1
		t = &term{kind: termMember, at: l.word(), of: t}
	}
	return t
}

// word reads a name.
func (l *lexer) word() ts.Range {
	from := l.i
	for l.i < len(l.src) && isWord(l.src[l.i]) {
		l.i++
	}
	return between(from, l.i)
}

// primary reads a string, a name, a number or something in brackets; nil where
// there is none.
func (l *lexer) primary(depth int) *term {
	if l.i >= len(l.src) || depth > maxDepth {
		return nil
	}
	switch c := l.src[l.i]; {
	case c == '"' || c == '\'':
		return l.text(c)
	case isWord(c):
		at := l.word()
		if c >= '0' && c <= '9' {
			return &term{kind: termOther, at: at}
		}
		return &term{kind: termName, at: at}
	case c == '(':
		l.i++
		in := l.list(')', depth+1)
		if len(in) == 1 && in[0].kind != termKeyword {
			return in[0]
		}
		return &term{kind: termOther, args: in}
	case c == '[':
		l.i++
		return &term{kind: termList, args: l.list(']', depth+1)}
	case c == '{':
		l.i++
		return &term{kind: termOther, args: l.list('}', depth+1)}
	}
	return nil
}

// text reads a string.
func (l *lexer) text(quote byte) *term {
	from := l.i + 1
	plain := true
	for l.i++; l.i < len(l.src) && l.src[l.i] != quote; l.i++ {
		if l.src[l.i] == '\\' {
			l.i++
			plain = false
		}
		if l.i < len(l.src) && l.src[l.i] == '\n' {
			plain = false
		}
	}
	t := &term{kind: termOther, at: between(from, min(l.i, len(l.src)))}
	if l.i = min(l.i+1, len(l.src)); plain && l.src[l.i-1] == quote && from < l.i {
		t.kind = termText
	}
	return t
}
