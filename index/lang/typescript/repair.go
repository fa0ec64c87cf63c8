package typescript

import (
	"slices"

	"codeintel/index/lang/ts"
)

// repair rewrites what the grammars cannot read into what they can, byte for
// byte, so that offsets stay: variance annotations of type parameters (in T,
// out T) become blanks, a line break that ends a member of an object type
// before a call signature becomes a semicolon, and escapes in templates become
// plain text. It returns nil when there is
// nothing to rewrite. It looks at tokens only: whether the result is better is
// for the caller to see.
func repair(src []byte) []byte {
	r := repairer{src: src}
	r.run()
	return r.out
}

type repairer struct {
	src, out []byte
	at       int // next byte
	prev     token
	stack    []bracket
	params   int // state of reading a declaration's type parameters
	depth    int // of < > in them
	holes    int // templates around
}

// token is a token's text by its place.
type token struct {
	start, end int
	word       bool // identifier or keyword
	value      bool // ends an expression or a type
}

// bracket is an open ( [ or {; typed: of an interface or an object type.
type bracket struct{ typed bool }

// States of params.
const (
	outside   = iota
	keyword   // behind class, interface or type
	named     // behind the declaration's name
	expecting // where a type parameter begins
	inside    // behind its name
)

// maxBrackets bounds the brackets that are open at once.
const maxBrackets = 1 << 16

func (r *repairer) text(t token) string { return string(r.src[t.start:t.end]) }

func (r *repairer) set(at int, b byte) {
	if r.out == nil {
		r.out = slices.Clone(r.src)
	}
	r.out[at] = b
}

func (r *repairer) run() {
	for {
		t, ok := r.next()
		if !ok || len(r.stack) > maxBrackets {
			return
		}
		r.separate(t)
		r.variance(t)
		r.nest(t)
		r.prev = t
	}
}

// separate puts a semicolon between members of an object type where a line
// break does.
func (r *repairer) separate(t token) {
	c := r.src[t.start]
	if c != '<' && c != '(' || len(r.stack) == 0 || !r.prev.value || r.prev.end == 0 {
		return
	}
	top := r.stack[len(r.stack)-1]
	if !top.typed || !slices.Contains(r.src[r.prev.end:t.start], '\n') {
		return
	}
	if b := r.src[r.prev.end]; b == '\n' || b == '\r' || b == ' ' || b == '\t' {
		r.set(r.prev.end, ';')
	}
}

// variance blanks in and out in front of a type parameter.
func (r *repairer) variance(t token) {
	s := r.text(t)
	switch r.params {
	case outside:
		if t.word && (s == "class" || s == "interface" || s == "type") && !r.isMember() {
			r.params = keyword
		}
	case keyword:
		r.params = outside
		if t.word {
			r.params = named
		}
	case named:
		r.params = outside
		if s == "<" {
			r.params, r.depth = expecting, 1
		}
	case expecting:
		if (s == "in" || s == "out") && r.wordFollows() {
			for i := t.start; i < t.end; i++ {
				r.set(i, ' ')
			}
			return
		}
		if s != "const" {
			r.params = inside
		}
	case inside:
		switch s {
		case "<", "(", "[", "{":
			r.depth++
		case ">", ")", "]", "}":
			if r.depth--; r.depth == 0 {
				r.params = outside
			}
		case ",":
			if r.depth == 1 {
				r.params = expecting
			}
		}
	}
}

// isMember says whether the token before is a dot: x.type is no declaration.
func (r *repairer) isMember() bool {
	return r.prev.end > r.prev.start && r.src[r.prev.end-1] == '.'
}

// wordFollows says whether the next token is a name, and not extends, which
// would make in or out the name itself.
func (r *repairer) wordFollows() bool {
	save := r.at
	t, ok := r.next()
	r.at = save
	return ok && t.word && r.text(t) != "extends"
}

// nest follows brackets.
func (r *repairer) nest(t token) {
	switch c := r.src[t.start]; c {
	case '(', '[':
		if t.end-t.start == 1 {
			r.stack = append(r.stack, bracket{})
		}
	case '{':
		r.stack = append(r.stack, bracket{typed: r.typedBrace()})
	case ')', ']', '}':
		if n := len(r.stack); n > 0 {
			r.stack = r.stack[:n-1]
		}
	}
}

// typedBrace says whether the { that was just read begins an object type or
// the body of an interface that has call signatures: those of either begin
// with one, or there is a < where an object literal or a block has none.
func (r *repairer) typedBrace() bool {
	before := r.text(r.prev)
	switch before {
	case ")", "else", "try", "finally", "do", ";", "{", "}":
		return false
	}
	save := r.at
	t, ok := r.next()
	r.at = save
	if !ok {
		return false
	}
	switch r.src[t.start] {
	case '<', '(':
		return before != "=>" || r.src[t.start] == '<'
	}
	return r.prev.word || before == ">" || before == ":" || before == "=" || before == "&" || before == "|"
}

// next reads the next token.
func (r *repairer) next() (token, bool) {
	src := r.src
	i := r.at
	for i < len(src) {
		c := src[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			for i < len(src) && src[i] != '\n' {
				i++
			}
			continue
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			i += 2
			for i < len(src) && (src[i] != '*' || i+1 >= len(src) || src[i+1] != '/') {
				i++
			}
			i = min(i+2, len(src))
			continue
		}
		break
	}
	if i >= len(src) {
		r.at = i
		return token{}, false
	}
	t := token{start: i}
	c := src[i]
	switch {
	case wordByte(c):
		for i < len(src) && wordByte(src[i]) {
			i++
		}
		t.word, t.value = true, true
		switch string(src[t.start:i]) {
		case "extends", "keyof", "typeof", "is", "in", "infer", "return", "readonly", "asserts", "new", "case", "of", "default", "instanceof", "unique":
			t.value = false
		}
	case c == '"' || c == '\'':
		i++
		for i < len(src) && src[i] != c && src[i] != '\n' {
			if src[i] == '\\' {
				i++
			}
			i++
		}
		i = min(i+1, len(src))
		t.value = true
	case c == '`':
		i = r.template(i + 1)
		t.value = true
	case c == '/' && !r.prev.value:
		i = r.regexp(i)
		t.value = true
	case c == '=' && i+1 < len(src) && src[i+1] == '>':
		i += 2
	default:
		i++
		t.value = c == ')' || c == ']' || c == '}' || c == '>'
	}
	t.end = i
	r.at = i
	return t, true
}

// template skips a template string with the expressions in it.
func (r *repairer) template(i int) int {
	src := r.src
	for i < len(src) {
		switch {
		case src[i] == '\\':
			// Template literal types have no escapes in the grammars. What would mean
			// something without its backslash is replaced with it.
			r.set(i, '_')
			if i++; i < len(src) && (src[i] == '`' || src[i] == '\\' || src[i] == '$') {
				r.set(i, '_')
			}
		case src[i] == '`':
			return i + 1
		case src[i] == '$' && i+1 < len(src) && src[i+1] == '{':
			i = r.hole(i + 2)
			continue
		}
		i++
	}
	return min(i, len(src))
}

// maxHoles bounds the templates in one another whose expressions are read as tokens.
const maxHoles = 1000

// hole skips an expression in a template, and the brace that ends it. Braces in its
// strings, templates and regular expressions are none of its own.
func (r *repairer) hole(i int) int {
	prev := r.prev
	defer func() { r.prev = prev; r.holes-- }()
	r.at, r.prev = i, token{}
	if r.holes++; r.holes > maxHoles {
		return len(r.src)
	}
	for depth := 1; depth > 0; {
		t, ok := r.next()
		if !ok {
			break
		}
		switch r.src[t.start] {
		case '{':
			depth++
		case '}':
			depth--
		}
		r.prev = t
	}
	return r.at
}

// regexp skips a regular expression on one line; what is none is one token /.
func (r *repairer) regexp(i int) int {
	if end, ok := ts.EndOfRegexp(r.src, i); ok {
		return end
	}
	return i + 1
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}
