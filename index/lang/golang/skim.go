package golang

import "bytes"

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

// withoutBodies returns src with the inside of every function body replaced by
// spaces, so that parsing is cheap and all offsets outside stay. It returns src
// itself when brackets don't match: then nothing is known.
func withoutBodies(src []byte) []byte {
	s := skimmer{src: src}
	var out []byte
	copied := 0 // src[:copied] is in out
	blank := func(from, to int) {
		if out == nil {
			out = make([]byte, 0, len(src))
		}
		out = append(out, src[copied:from]...)
		for range to - from {
			out = append(out, ' ')
		}
		copied = to
	}
	// depth counts brackets of all kinds; a declaration begins with func at 0.
	depth, inFunc, typeBrace := 0, false, false
	for {
		t := s.next()
		word := ""
		switch t {
		case 0:
			if depth != 0 {
				return src
			}
			if out == nil {
				return src
			}
			return append(out, src[copied:]...)
		case '(', '[':
			depth++
		case ')', ']', '}':
			depth--
			if depth < 0 {
				return src
			}
		case '{':
			if depth == 0 && inFunc && !typeBrace {
				from := s.i
				to := s.skipBlock()
				if to < 0 {
					return src
				}
				blank(from, to)
				inFunc = false
			} else {
				depth++
			}
		case 'a':
			word = string(src[s.start:s.i]) // does not allocate: it is only compared
			if depth == 0 {
				switch word {
				case "func":
					// The result of a declaration may be a function type: then
					// inFunc is set already.
					inFunc = true
				case "var", "const", "type", "import":
					inFunc = false
				}
			}
		case '=':
			if depth == 0 {
				inFunc = false // func in an initial value: leave it to the parser
			}
		}
		typeBrace = word == "struct" || word == "interface"
		if t == '=' && depth == 0 {
			// The rest of the value can hold func literals; they end with the
			// next declaration, which a keyword at depth 0 begins. A func
			// literal's own func keyword would look like one: skip to it.
			s.skipValue(&depth)
			if depth < 0 {
				return src
			}
		}
	}
}

// skipBlock goes behind the } that matches the { just read and returns its
// offset, -1 when there is none.
func (s *skimmer) skipBlock() int {
	depth := 1
	for {
		switch s.next() {
		case 0:
			return -1
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			if depth--; depth == 0 {
				return s.start
			}
		}
	}
}

// skipValue goes to the end of a value at depth 0: to the line on which a
// declaration begins at its very start.
func (s *skimmer) skipValue(depth *int) {
	for {
		before := s.i
		switch s.next() {
		case 0:
			s.i = before
			return
		case '{', '(', '[':
			*depth++
		case '}', ')', ']':
			if *depth--; *depth < 0 {
				return
			}
		case 'a':
			if *depth == 0 && (s.start == 0 || s.src[s.start-1] == '\n') {
				switch string(s.src[s.start:s.i]) {
				case "func", "var", "const", "type", "import":
					s.i = s.start
					return
				}
			}
		}
	}
}

// shallow returns src with what lies more than maxNesting brackets deep
// replaced by spaces, and whether there was any.
func shallow(src []byte) ([]byte, bool) {
	if bytes.Count(src, []byte("("))+bytes.Count(src, []byte("["))+bytes.Count(src, []byte("{")) <= maxNesting {
		return src, false
	}
	s := skimmer{src: src}
	var out []byte
	depth, from := 0, 0
	blank := func(to int) {
		if out == nil {
			out = bytes.Clone(src)
		}
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
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
				from = s.start
			}
		case ')', ']', '}':
			if depth == maxNesting+1 {
				blank(s.i)
			}
			if depth > 0 {
				depth--
			}
		}
	}
}
