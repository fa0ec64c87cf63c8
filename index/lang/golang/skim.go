package golang

import (
	"bytes"
	"slices"
)

// maxNesting bounds how deep brackets may be nested: the parser and the type
// checker recurse, and a stack overflow can't be recovered from.
const maxNesting = 1000

// skimmer reads Go source just well enough to find matching brackets: it knows
// comments, strings and runes.
type skimmer struct {
	src []byte
	i   int
	// start is where the last token began.
	start int
}

// next returns the first byte of the next token: the byte itself for brackets
// and other punctuation, 'a' for a word or number, '"' for any literal with
// quotes, 0 at the end.
func (s *skimmer) next() byte {
	src := s.src
	for s.i < len(src) {
		c := src[s.i]
		s.start = s.i
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			s.i++
		case c == '/' && s.i+1 < len(src) && src[s.i+1] == '/':
			if n := bytes.IndexByte(src[s.i:], '\n'); n >= 0 {
				s.i += n
			} else {
				s.i = len(src)
			}
		case c == '/' && s.i+1 < len(src) && src[s.i+1] == '*':
			if n := bytes.Index(src[s.i+2:], []byte("*/")); n >= 0 {
				s.i += n + 4
			} else {
				s.i = len(src)
			}
		case c == '`':
			if n := bytes.IndexByte(src[s.i+1:], '`'); n >= 0 {
				s.i += n + 2
			} else {
				s.i = len(src)
			}
			return '"'
		case c == '"' || c == '\'':
			s.i++
			for s.i < len(src) && src[s.i] != c && src[s.i] != '\n' {
				if src[s.i] == '\\' {
					s.i++
				}
				s.i++
			}
			if s.i < len(src) && src[s.i] == c {
				s.i++
			}
			s.i = min(s.i, len(src))
			return '"'
		case wordByte(c):
			for s.i++; s.i < len(src) && wordByte(src[s.i]); s.i++ {
			}
			return 'a'
		default:
			s.i++
			return c
		}
	}
	s.start = s.i
	return 0
}

func wordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// withoutBodies returns src with the inside of function bodies and of composite
// literals at package level replaced by spaces, so that parsing and checking
// are cheap and all offsets outside stay. It returns src itself when brackets
// don't match: then nothing is known.
//
// What is left has the same declarations; only arrays whose length is counted
// ([...]T{…}) are shorter. It may lie in room, which is used up then.
func withoutBodies(src, room []byte) []byte {
	if bodies(src, &room); room == nil {
		return src
	}
	return room
}

// body is that of a function at package level: what is between its brackets. One
// that is not closed ends where the next function begins.
type body struct {
	bounds
	closed bool
	uneven bool // braces in it don't match
}

// blank replaces a body by spaces, and closes it.
func (b *body) blank(text []byte) {
	for i := range text {
		text[i] = ' '
	}
	if !b.closed {
		copy(text[len(text)-2:], "}\n")
	}
}

// bodies are those of the functions of src; nil where brackets don't match. Unless bare
// is nil, it becomes what withoutBodies returns, in its memory or other; nil if that is src.
func bodies(src []byte, bare *[]byte) (list []body) {
	s := skimmer{src: src}
	var out, room []byte
	if bare != nil {
		room, *bare = *bare, nil
	}
	copied := 0 // src[:copied] is in out
	// A declaration begins with a keyword at depth 0. The braces of struct and
	// interface types stay; others are a function's body when the declaration
	// is one, a literal's elements or body when they are in a value.
	depth, inFunc, inValue, typeBrace := 0, false, false, false
	for {
		t := s.next()
		if t == 0 {
			break
		}
		word := ""
		switch t {
		case '(', '[':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return nil
			}
		case '{':
			if typeBrace || !inValue && !(inFunc && depth == 0) {
				depth++
				break
			}
			from := s.i
			to, closed, uneven := s.skipBlock(!inValue)
			if to < 0 || !closed && to-from < 2 {
				return nil
			}
			found := body{bounds{uint32(from), uint32(to)}, closed, uneven}
			if bare == nil {
				if !inValue {
					list = append(list, found)
				}
			} else {
				if out == nil {
					out = slices.Grow(room[:0], len(src))
				}
				out = append(out, src[copied:to]...)
				found.blank(out[from:])
				copied = to
			}
			inFunc = false
		case '=':
			// In a group of declarations depth is 1, in a parameter list there
			// is no =.
			inValue = !inFunc
		case 'a':
			word = string(src[s.start:s.i])
			switch word {
			case "func":
				// The result of a declaration may be a function type, and a
				// value a function literal.
				inFunc = inFunc || depth == 0 && !inValue
			case "var", "const", "type", "import":
				if depth == 0 {
					inFunc, inValue = false, false
				}
			}
			if depth == 0 && inValue && word == "func" && s.lineStart() {
				inFunc, inValue = true, false
			}
		}
		typeBrace = word == "struct" || word == "interface"
	}
	if depth != 0 {
		return nil
	}
	if out != nil {
		*bare = append(out, src[copied:]...)
	}
	return list
}

// lineStart says whether the last token is the first thing on its line.
func (s *skimmer) lineStart() bool { return s.start == 0 || s.src[s.start-1] == '\n' }

// skipBlock goes behind the } that matches the { just read and returns its
// offset, -1 when there is none. Other brackets do not count: while somebody types
// they often don't match. Where a function with a name begins, which no block has in
// it, the } is missing: the block ends at a } before that begins its line and stands in
// front of a declaration that does, or there, and is not closed. uneven says that a brace
// of the block is missing or too much. body: the block is that of a function with a name,
// behind which nothing but a declaration can stand.
func (s *skimmer) skipBlock(body bool) (end int, closed, uneven bool) {
	depth := 1
	var first *skimmer // behind the } that it may end with
	for {
		switch s.next() {
		case 0:
			if first == nil {
				return -1, false, true
			}
			*s = *first
			return s.start, true, true
		case 'a':
			if s.lineStart() && s.i-s.start == len("func") && s.src[s.start] == 'f' && s.declares() {
				if first != nil {
					*s = *first
					return s.start, true, true
				}
				s.i = s.start
				return s.start, false, true
			}
		case '{':
			depth++
		case '}':
			if depth--; depth > 0 && !(body && first == nil && s.lineStart()) {
				break
			}
			declared, line := s.beforeDeclaration()
			switch {
			case depth > 0:
				if declared && line {
					at := *s
					first = &at
				}
			case body && !declared:
				depth, uneven = 1, true // what begins a block was lost
			default:
				return s.start, true, uneven
			}
		}
	}
}

// beforeDeclaration says whether the next token begins a declaration, or nothing
// follows, and whether it begins a line.
func (s *skimmer) beforeDeclaration() (ok, line bool) {
	at := *s
	switch at.next() {
	case 0:
		return true, true
	case ';':
		return true, false
	case 'a':
		switch string(at.src[at.start:at.i]) {
		case "func", "type", "var", "const", "import":
			return true, at.lineStart()
		}
	}
	return false, false
}

// declares says whether the word just read is func and begins a declaration.
func (s *skimmer) declares() bool {
	at := *s
	if string(at.src[at.start:at.i]) != "func" {
		return false
	}
	switch at.next() {
	case 'a':
		return true
	case '(': // a receiver, or the parameters of a literal, which may have a result
		for depth := 1; depth > 0; {
			switch at.next() {
			case 0, '{', '}':
				return false
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		return at.next() == 'a' && at.next() == '('
	}
	return false
}

// shallow returns src with what lies more than maxNesting brackets deep
// replaced by spaces, and whether there was any. The brackets around it stay,
// with a 0 between those that can't be empty, so that it is still Go.
func shallow(src []byte) ([]byte, bool) {
	if bytes.Count(src, []byte("("))+bytes.Count(src, []byte("["))+bytes.Count(src, []byte("{")) <= maxNesting {
		return src, false
	}
	s := skimmer{src: src}
	var out []byte
	depth, from := 0, 0
	blank := func(to int) {
		if from >= to {
			return
		}
		if out == nil {
			out = bytes.Clone(src)
		}
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
		if src[from-1] != '{' && out[from] == ' ' {
			out[from] = '0'
		}
	}
	for {
		switch s.next() {
		case 0:
			if depth > maxNesting {
				blank(len(src))
			}
			if out == nil {
				return src, false
			}
			return out, true
		case '(', '[', '{':
			if depth++; depth == maxNesting+1 {
				from = s.i
			}
		case ')', ']', '}':
			if depth == maxNesting+1 {
				blank(s.start)
			}
			if depth > 0 {
				depth--
			}
		}
	}
}
