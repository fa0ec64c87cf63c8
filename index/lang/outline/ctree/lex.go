package ctree

import "bytes"

// kind of a token.
type kind uint8

const (
	kEnd kind = iota
	kWord
	kQualifier // stands beside a type
	kStorage   // static, extern, typedef
	kPrimitive // is a type
	kKnown     // is a type, and a name where one is declared
	kTag       // struct, union, enum, class: begins a type's name
	kTypeof
	kAttribute // __attribute__, __declspec, _Alignas: takes arguments, says nothing
	kAsm
	kSizeof
	kOffsetof
	kIf
	kElse
	kFor
	kWhile
	kDo
	kSwitch
	kCase
	kDefault
	kReturn
	kGoto
	kBreak // and continue
	kNumber
	kString
	kSemicolon
	kComma
	kColon
	kColons // ::
	kStar
	kAmpersand
	kAssign
	kDot
	kArrow
	kEllipsis
	kQuestion
	kSign // + - ~ !: what may begin an operand
	kIncrement
	kOperator // any other
	kOpen     // (
	kClose
	kOpenIndex // [
	kCloseIndex
	kOpenBrace // {
	kCloseBrace
	kDirective // a line of the preprocessor, over all its lines
)

// What else is known of a token.
const (
	fLine      uint8 = 1 << iota // begins a line
	fColumn                      // begins it without white space
	fDirective                   // a directive stands before it
	fStatement                   // of an opening bracket: there is a semicolon in it
	fUpper                       // of a word: written as macros are
	fTypedef                     // typedef
)

// token of C. Comments are none.
type token struct {
	start, end uint32
	match      int32 // of a bracket the one that belongs to it, of a brace without such where it ends, else -1
	kind       kind
	flags      uint8
}

// extraKind says what an extra is.
type extraKind uint8

const (
	xComment extraKind = iota
	xDirective
	xWord // in a branch of a condition that is not read
)

// extra is what stands between tokens and is no part of the grammar.
type extra struct {
	start, end uint32
	kind       extraKind
}

// Classes of bytes.
const (
	cSpace = 1 << iota
	cWord
	cDigit
)

var classes = func() (t [256]uint8) {
	for _, c := range " \t\r\f\v" {
		t[c] = cSpace
	}
	for c := range t {
		switch {
		case c >= '0' && c <= '9':
			t[c] = cWord | cDigit
		case c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80:
			t[c] = cWord
		}
	}
	return
}()

// keywords of C and of its common extensions. Those of C++ are names in C.
var keywords = map[string]kind{
	"const": kQualifier, "volatile": kQualifier, "inline": kQualifier, "register": kQualifier, "auto": kQualifier, "restrict": kQualifier,
	"__inline": kQualifier, "__inline__": kQualifier, "__forceinline": kQualifier, "__const": kQualifier, "__const__": kQualifier,
	"__restrict": kQualifier, "__restrict__": kQualifier, "__volatile": kQualifier, "__volatile__": kQualifier, "_Noreturn": kQualifier,
	"_Thread_local": kQualifier, "__thread": kQualifier, "__extension__": kQualifier, "_Atomic": kQualifier,
	"static": kStorage, "extern": kStorage, "typedef": kStorage,
	"int": kPrimitive, "char": kPrimitive, "long": kPrimitive, "short": kPrimitive, "void": kPrimitive, "unsigned": kPrimitive,
	"signed": kPrimitive, "__signed__": kPrimitive, "float": kPrimitive, "double": kPrimitive, "_Bool": kPrimitive, "_Complex": kPrimitive,
	"__int128": kPrimitive,
	// The names that compilers and everybody know.
	"bool": kKnown, "size_t": kKnown, "ssize_t": kKnown, "ptrdiff_t": kKnown, "intptr_t": kKnown, "uintptr_t": kKnown,
	"int8_t": kKnown, "int16_t": kKnown, "int32_t": kKnown, "int64_t": kKnown,
	"uint8_t": kKnown, "uint16_t": kKnown, "uint32_t": kKnown, "uint64_t": kKnown,
	"true": kNumber, "false": kNumber, "NULL": kNumber, "nullptr": kNumber,
	"struct": kTag, "union": kTag, "enum": kTag,
	"typeof": kTypeof, "__typeof__": kTypeof, "__typeof": kTypeof, "typeof_unqual": kTypeof, "__auto_type": kPrimitive,
	"__attribute__": kAttribute, "__attribute": kAttribute, "__declspec": kAttribute, "_Alignas": kAttribute, "alignas": kAttribute,
	"asm": kAsm, "__asm__": kAsm, "__asm": kAsm,
	"sizeof": kSizeof, "_Alignof": kSizeof, "__alignof__": kSizeof, "__alignof": kSizeof, "alignof": kSizeof,
	"offsetof": kOffsetof, "__builtin_offsetof": kOffsetof,
	"if": kIf, "else": kElse, "for": kFor, "while": kWhile, "do": kDo, "switch": kSwitch, "case": kCase, "default": kDefault,
	"return": kReturn, "goto": kGoto, "break": kBreak, "continue": kBreak,
}

// keyLengths are the lengths of keywords by their first byte, as bits: most
// words are told from all keywords by it.
var keyLengths = func() (t [256]uint32) {
	for w := range keywords {
		t[w[0]] |= 1 << len(w)
	}
	return
}()

// lex makes the tokens and the comments of r.src. Directives are tokens.
func (r *Reader) lex() {
	src := r.src
	out := r.t[:0]
	flags := fLine
	n := len(src)
	line := 0 // where the line begins
	for i := 0; i < n; {
		c := src[i]
		if classes[c]&cSpace != 0 {
			i++
			continue
		}
		start := i
		var k kind
		switch {
		case classes[c]&cDigit != 0:
			k = kNumber
			for i++; i < n; i++ {
				if classes[src[i]]&cWord == 0 && src[i] != '.' &&
					!((src[i] == '+' || src[i] == '-') && src[i-1]|0x20 == 'e' && src[start]|0x20 != 'x' && (i-start < 2 || src[start+1]|0x20 != 'x')) {
					break
				}
			}
		case classes[c]&cWord != 0:
			k = kWord
			for i++; i < n && classes[src[i]]&cWord != 0; i++ {
			}
			if l := i - start; l < 32 && keyLengths[c]&(1<<l) != 0 {
				if w, ok := keywords[string(src[start:i])]; ok {
					k = w
					if k == kStorage && l == 7 {
						flags |= fTypedef
					}
				}
			}
			if k == kWord {
				if i < n && (src[i] == '"' || src[i] == '\'') && i-start <= 2 && prefix(src[start:i]) {
					k = kString
					i = quoted(src, i)
				} else if c == '_' || c >= 'A' && c <= 'Z' {
					if upper(src[start:i]) {
						flags |= fUpper
					}
				}
			}
		default:
			i++
			var c2 byte
			if i < n {
				c2 = src[i]
			}
			switch c {
			case '\n':
				flags |= fLine
				line = i
				continue
			case '\\':
				if c2 == '\n' {
					i++
					continue
				}
				if c2 == '\r' && i+1 < n && src[i+1] == '\n' {
					i += 2
					continue
				}
				k = kOperator
			case '/':
				switch c2 {
				case '/':
					for {
						end := bytes.IndexByte(src[i:], '\n')
						if end < 0 {
							i = n
							break
						}
						i += end
						at := i
						if src[at-1] == '\r' {
							at--
						}
						if src[at-1] != '\\' {
							break
						}
						i++
					}
					end := i
					for end > start && src[end-1] == '\r' {
						end--
					}
					r.x = append(r.x, extra{uint32(start), uint32(end), xComment})
					continue
				case '*':
					end := bytes.Index(src[i+1:], []byte("*/"))
					if end < 0 {
						i = n
					} else {
						i += end + 3
					}
					if nl := bytes.LastIndexByte(src[start:i], '\n'); nl >= 0 {
						flags |= fLine
						line = start + nl + 1
					}
					r.x = append(r.x, extra{uint32(start), uint32(i), xComment})
					continue
				}
				k = operator(src, &i, c2)
			case '#':
				if flags&fLine == 0 {
					k = kOperator
					break
				}
				k = kDirective
				i = directiveEnd(src, i)
			case '"', '\'':
				k = kString
				i = quoted(src, start)
			case '(':
				k = kOpen
			case ')':
				k = kClose
			case '[':
				k = kOpenIndex
			case ']':
				k = kCloseIndex
			case '{':
				k = kOpenBrace
			case '}':
				k = kCloseBrace
			case ';':
				k = kSemicolon
			case ',':
				k = kComma
			case ':':
				k = kColon
				if c2 == ':' {
					k = kColons
					i++
				}
			case '?':
				k = kQuestion
			case '.':
				k = kDot
				if c2 == '.' && i+1 < n && src[i+1] == '.' {
					k = kEllipsis
					i += 2
				} else if c2 >= '0' && c2 <= '9' {
					k = kNumber
					for i++; i < n && classes[src[i]]&cWord != 0; i++ {
					}
				}
			case '*':
				k = kStar
				if c2 == '=' {
					k = kOperator
					i++
				}
			case '&':
				k = kAmpersand
				if c2 == '&' || c2 == '=' {
					k = kOperator
					i++
				}
			case '=':
				k = kAssign
				if c2 == '=' {
					k = kOperator
					i++
				}
			case '-':
				switch c2 {
				case '>':
					k = kArrow
					i++
				case '-':
					k = kIncrement
					i++
				case '=':
					k = kOperator
					i++
				default:
					k = kSign
				}
			case '+':
				switch c2 {
				case '+':
					k = kIncrement
					i++
				case '=':
					k = kOperator
					i++
				default:
					k = kSign
				}
			case '!', '~':
				k = kSign
				if c2 == '=' {
					k = kOperator
					i++
				}
			default:
				k = operator(src, &i, c2)
			}
		}
		if flags&fLine != 0 && start == line {
			flags |= fColumn
		}
		out = append(out, token{uint32(start), uint32(i), -1, k, flags})
		flags = 0
	}
	r.t = out
}

// operator is a token of which no part is another's.
func operator(src []byte, i *int, next byte) kind {
	if next == '=' || next != 0 && next == src[*i-1] && (next == '<' || next == '>' || next == '|') {
		*i++
		if *i < len(src) && src[*i] == '=' && next != '=' {
			*i++
		}
	}
	return kOperator
}

// prefix says whether a word in front of a quote belongs to the text.
func prefix(w []byte) bool {
	switch string(w) {
	case "L", "u", "U", "u8":
		return true
	}
	return false
}

// quoted is where the text ends that begins with the quote at i: with its line
// where it is not closed.
func quoted(src []byte, i int) int {
	q := src[i]
	for i++; i < len(src); i++ {
		switch src[i] {
		case q:
			return i + 1
		case '\\':
			i++
			if i+1 < len(src) && src[i] == '\r' && src[i+1] == '\n' {
				i++
			}
		case '\n':
			return i
		}
	}
	return len(src)
}

// directiveEnd is the end of the directive whose "#" stands before i.
func directiveEnd(src []byte, i int) int {
	n := len(src)
	for ; i < n && src[i] != '\n'; i++ {
		switch src[i] {
		case '\\':
			if i+2 < n && src[i+1] == '\r' && src[i+2] == '\n' {
				i++
			}
			if i+1 < n {
				i++
			}
		case '"':
			// A comment does not begin within a text.
			if e := quoted(src, i); e > i+1 && src[e-1] == '"' {
				i = e - 1
			}
		case '/':
			if i+1 < n && src[i+1] == '*' {
				end := bytes.Index(src[i+2:], []byte("*/"))
				if end < 0 {
					return n
				}
				i += end + 3
			} else if i+1 < n && src[i+1] == '/' {
				// What follows is no text, whatever quotes are in it.
				for i+1 < n && src[i+1] != '\n' {
					i++
					if src[i] == '\\' && i+1 < n {
						i++
					}
				}
			}
		}
	}
	for i > 0 && i <= n && (src[i-1] == '\r' || src[i-1] == ' ' || src[i-1] == '\t') {
		i--
	}
	return i
}

// upper says whether a word is written as macros are.
func upper(w []byte) bool {
	letters := 0
	for _, c := range w {
		if c >= 'a' && c <= 'z' {
			return false
		}
		if c >= 'A' && c <= 'Z' {
			letters++
		}
	}
	return letters >= 2
}

// The directives that matter.
const (
	dOther = iota
	dInclude
	dDefine
	dUndef
	dIf
	dIfdef
	dElif
	dElse
	dEndif
)

// directive is what a directive does, and where what follows its word begins.
func directive(src []byte, start, end uint32) (what int, rest uint32) {
	i := start + 1
	for i < end && (src[i] == ' ' || src[i] == '\t') {
		i++
	}
	from := i
	for i < end && classes[src[i]]&cWord != 0 {
		i++
	}
	switch string(src[from:i]) {
	case "include", "include_next", "import":
		what = dInclude
	case "define":
		what = dDefine
	case "undef":
		what = dUndef
	case "if":
		what = dIf
	case "ifdef", "ifndef":
		what = dIfdef
	case "elif", "elifdef", "elifndef":
		what = dElif
	case "else":
		what = dElse
	case "endif":
		what = dEndif
	}
	return what, i
}

// branch is one of a condition: from behind its directive to the next one.
type branch struct {
	from, to int // tokens
	depth    int // how many brackets are open at its end
}

// condition is what stands from #if to #endif.
type condition struct {
	start    uint32 // of #if
	depth    int
	never    bool // #if 0
	branches []branch
}

// conditions takes the directives out of the tokens, and all branches but one of
// a condition whose branches leave brackets open.
func (r *Reader) conditions() {
	var open []condition
	stack := r.stack[:0]
	some := false
	for i := range r.t {
		t := &r.t[i]
		switch t.kind {
		case kOpen, kOpenIndex, kOpenBrace:
			stack = append(stack, t.kind)
		case kClose, kCloseIndex, kCloseBrace:
			if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
		case kDirective:
			some = true
			what, rest := directive(r.src, t.start, t.end)
			switch what {
			case dIf, dIfdef:
				open = append(open, condition{
					start: t.start, depth: len(stack), branches: []branch{{from: i + 1}},
					never: what == dIf && string(bytes.TrimSpace(r.src[min(rest, t.end):t.end])) == "0",
				})
			case dElse, dElif, dEndif:
				if len(open) == 0 {
					continue
				}
				c := &open[len(open)-1]
				b := &c.branches[len(c.branches)-1]
				b.to, b.depth = i, len(stack)
				if what != dEndif {
					stack = level(stack, c.depth) // the next branch begins where the first did
					c.branches = append(c.branches, branch{from: i + 1})
					continue
				}
				stack = level(stack, r.choose(c))
				r.ifs = append(r.ifs, [2]uint32{c.start, t.end})
				open = open[:len(open)-1]
			}
		}
	}
	r.stack = stack
	if !some {
		return
	}
	kept := r.t[:0]
	before := uint8(0)
	for _, t := range r.t {
		switch t.kind {
		case kDirective:
			r.late = append(r.late, extra{t.start, t.end, xDirective})
			before = fDirective
		case kEnd:
			before = fDirective
		default:
			t.flags |= before
			before = 0
			kept = append(kept, t)
		}
	}
	r.t = kept
}

// level makes stack n deep.
func level(stack []kind, n int) []kind {
	for len(stack) < n {
		stack = append(stack, kOpenBrace)
	}
	return stack[:n]
}

// choose takes branches of c away where they are uneven; it returns how many
// brackets are open behind the condition.
func (r *Reader) choose(c *condition) int {
	uneven := false
	for _, b := range c.branches {
		uneven = uneven || b.depth != c.depth
	}
	keep := 0
	if c.never && len(c.branches) > 1 {
		keep = 1
	}
	if !uneven || len(c.branches) == 1 && !c.never {
		return c.branches[keep].depth
	}
	if c.never && len(c.branches) == 1 {
		keep = -1 // what nobody compiles leaves nothing open
	}
	for n, b := range c.branches {
		if n == keep {
			continue
		}
		for j := b.from; j < b.to; j++ {
			t := &r.t[j]
			switch t.kind {
			case kWord:
				r.late = append(r.late, extra{t.start, t.end, xWord})
				t.kind = kEnd
			case kDirective:
			default:
				t.kind = kEnd
			}
		}
	}
	if keep < 0 {
		return c.depth
	}
	return c.branches[keep].depth
}

// brackets finds what belongs to each bracket. Where braces don't match, as they
// do while a function is being written, one that stands at the beginning of a
// line ends all, and so does a line that begins a declaration.
func (r *Reader) brackets() {
	if r.pair(false) {
		r.pair(true)
	}
}

// opened is a bracket that is open.
type opened struct {
	token int32
	// brace and leads are the numbers, among those that are open, of the last brace up to
	// this one, and of the last whose line is not indented; -1 for none. With them a
	// bracket finds its partner at once however many are open.
	brace, leads int32
}

// pair is brackets; it returns whether a brace has no partner.
func (r *Reader) pair(repair bool) (odd bool) {
	open := r.open[:0]
	// shut ends all but n open brackets before token at.
	shut := func(n, at int) {
		for len(open) > n {
			t := &r.t[open[len(open)-1].token]
			t.match = -1
			if t.kind == kOpenBrace {
				odd, t.match = true, int32(at)
			}
			open = open[:len(open)-1]
		}
	}
	column := false // the line is not indented
	for i := range r.t {
		t := &r.t[i]
		if t.flags&fLine != 0 || i == 0 {
			column = t.flags&fColumn != 0
		}
		if repair && t.flags&fColumn != 0 && len(open) > 0 && open[0].leads == 0 && r.outside(i) {
			shut(0, i)
		}
		switch t.kind {
		case kOpen, kOpenIndex, kOpenBrace:
			o := opened{int32(i), -1, -1}
			if n := len(open); n > 0 {
				o.brace, o.leads = open[n-1].brace, open[n-1].leads
			}
			if t.kind == kOpenBrace {
				o.brace = int32(len(open))
				if column {
					o.leads = o.brace
				}
			}
			open = append(open, o)
		case kSemicolon:
			if len(open) > 0 {
				r.t[open[len(open)-1].token].flags |= fStatement
			}
		case kClose, kCloseIndex, kCloseBrace:
			t.match = -1
			if repair && t.kind == kCloseBrace && t.flags&fColumn != 0 && len(open) > 0 {
				// It ends what began with the last line that is not indented.
				if n := open[len(open)-1].leads; n >= 0 {
					shut(int(n)+1, i)
				}
			}
			n := len(open) - 1
			if n >= 0 && t.kind == kCloseBrace {
				n = int(open[n].brace)
			} else if n >= 0 && r.t[open[n].token].kind != t.kind-1 {
				n = -1
				if k := len(open) - 2; k >= 0 && r.t[open[k].token].kind == t.kind-1 && r.t[open[k+1].token].kind != kOpenBrace {
					n = k // "([)"
				}
			}
			if n < 0 {
				odd = odd || t.kind == kCloseBrace
				continue
			}
			shut(n+1, i)
			t.match = open[n].token
			r.t[open[n].token].match = int32(i)
			open = open[:n]
		}
	}
	shut(0, len(r.t))
	r.open = open
	return odd
}

// outside says whether token i, which begins a line, begins a declaration that
// can't stand in a function.
func (r *Reader) outside(i int) bool {
	words := 0
	for j := i; j < min(len(r.t), i+maxHead); j++ {
		switch r.t[j].kind {
		case kStorage, kQualifier, kPrimitive, kKnown, kTag, kWord, kAttribute:
			words++
		case kStar:
		case kOpen:
			// A function's parameters, with its body or a semicolon behind them.
			return words >= 2 && j > 0 && r.t[j-1].kind == kWord
		case kOpenBrace, kAssign, kSemicolon:
			return words >= 2 && (r.t[i].kind == kStorage || r.t[i].kind == kTag)
		default:
			return false
		}
	}
	return false
}
