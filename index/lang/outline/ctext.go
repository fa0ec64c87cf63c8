package outline

import (
	"bytes"
	"slices"
	"strings"
)

// C is read before its preprocessor has run. What macros hide from the grammar
// is replaced by text of the same length that the grammar knows:
//
//   - conditions (#if) around less than whole statements: the lines of the
//     directives go, and of branches that leave brackets open all but the first;
//   - words that stand for attributes ("static int __init f(void)") go;
//   - a macro that stands for a statement or a loop gets its semicolon;
//   - DEFINE_X(name) and macros among members become declarations of name;
//   - MACRO(name, …) { … } becomes a function;
//   - types among the arguments of a call become names.
//
// What goes leaves spaces; the extractor finds the names that stood there.

// cToken is a token of C.
type cToken struct {
	start, end uint32
	kind       byte // 'a' a word, '0' a number or text, '#' a directive, else the character
	line       bool // begins a line
}

// cTokens are the tokens of src without comments. A directive is one token, over
// all its lines.
func cTokens(src []byte) []cToken {
	out := make([]cToken, 0, len(src)/5)
	line := true
	for i := 0; i < len(src); {
		c := src[i]
		start := i
		kind := c
		switch {
		case c == '\n':
			line = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case c == '\\' && i+1 < len(src) && (src[i+1] == '\n' || src[i+1] == '\r'):
			i += 2
			continue
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			for i < len(src) && src[i] != '\n' {
				i++
			}
			continue
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			end := bytes.Index(src[i+2:], []byte("*/"))
			if end < 0 {
				return out
			}
			if bytes.IndexByte(src[i:i+2+end], '\n') >= 0 {
				line = true
			}
			i += end + 4
			continue
		case c == '#' && line:
			kind = '#'
			for i < len(src) && src[i] != '\n' {
				if src[i] == '\\' && i+1 < len(src) {
					i++
					if src[i] == '\r' && i+1 < len(src) {
						i++
					}
				}
				if src[i] == '/' && i+1 < len(src) && src[i+1] == '*' {
					end := bytes.Index(src[i+2:], []byte("*/"))
					if end < 0 {
						return out
					}
					i += end + 3
				}
				i++
			}
			i = min(i, len(src))
		case wordByte(c) && (c < '0' || c > '9'):
			kind = 'a'
			for i < len(src) && wordByte(src[i]) {
				i++
			}
		case c >= '0' && c <= '9':
			kind = '0'
			for i < len(src) && (wordByte(src[i]) || src[i] == '.') {
				i++
			}
		case c == '"' || c == '\'':
			kind = '0'
			for i++; i < len(src) && src[i] != c && src[i] != '\n'; i++ {
				if src[i] == '\\' {
					i++
				}
			}
			i = min(i+1, len(src))
		default:
			i++
		}
		out = append(out, cToken{uint32(start), uint32(i), kind, line})
		line = false
	}
	return out
}

func wordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// The words of C by what they do in a declaration.
const (
	cQualifier = iota + 1 // stands beside a type
	cPrimitive            // is a type
	cTag                  // begins a type's name
	cOther                // no declaration
)

var cWords = map[string]int{
	"static": cQualifier, "extern": cQualifier, "const": cQualifier, "volatile": cQualifier, "inline": cQualifier,
	"register": cQualifier, "typedef": cQualifier, "auto": cQualifier, "restrict": cQualifier, "__inline": cQualifier,
	"__inline__": cQualifier, "__const": cQualifier, "__restrict": cQualifier, "__restrict__": cQualifier,
	"__volatile__": cQualifier, "_Noreturn": cQualifier, "_Thread_local": cQualifier, "__extension__": cQualifier,
	"int": cPrimitive, "char": cPrimitive, "long": cPrimitive, "short": cPrimitive, "void": cPrimitive,
	"unsigned": cPrimitive, "signed": cPrimitive, "float": cPrimitive, "double": cPrimitive, "_Bool": cPrimitive,
	"struct": cTag, "union": cTag, "enum": cTag,
	"return": cOther, "if": cOther, "else": cOther, "while": cOther, "for": cOther, "do": cOther, "switch": cOther,
	"case": cOther, "default": cOther, "goto": cOther, "break": cOther, "continue": cOther, "sizeof": cOther,
	"typeof": cOther, "__typeof__": cOther, "__typeof": cOther, "_Alignof": cOther, "alignof": cOther, "offsetof": cOther,
	"asm": cOther, "__asm__": cOther, "__asm": cOther, "__attribute__": cOther, "__attribute": cOther, "_Static_assert": cOther,
	"_Generic": cOther, "defined": cOther, "namespace": cOther, "class": cOther, "template": cOther, "using": cOther,
	"public": cOther, "private": cOther, "protected": cOther, "operator": cOther, "new": cOther, "delete": cOther,
}

// cText is one rewrite.
type cText struct {
	src, out []byte
	t        []cToken
	match    []int32 // of each opening bracket its closing one, -1 for none
	inside   []byte  // of each token what is around it: 0 the file, 'b' a block, 's' members, 'i' values, '(' or '['
}

// readableC replaces what the grammar of C can't read; nil when there is nothing.
func readableC(src []byte) []byte {
	x := cText{src: src, t: cTokens(src)}
	x.conditions()
	x.brackets()
	for i := range x.t {
		if x.t[i].kind != 'a' {
			continue
		}
		if x.begins(i) {
			x.statement(i)
		}
		if i == 0 || x.t[i-1].kind != 'a' {
			x.words(i)
		}
	}
	for i := range x.t {
		switch k := x.t[i].kind; {
		case k == '(':
			x.arguments(i)
		case k == '0':
			x.digits(i)
		case k == '#':
			x.variadic(i)
		case k == 'a':
			x.extension(i)
		case k == ';' && x.inside[i] == 0 && x.kind(i-1) == '}' && x.match[i-1] >= 0 && x.inside[x.match[i-1]+1] == 'b':
			x.put(x.t[i].start, ' ') // behind a function's body
		case k == ':' && x.inside[i] == 'b' && x.kind(i-1) == 'a' && (x.kind(i+1) == '}' || x.kind(i+1) == '#'):
			x.end(i) // a label of nothing
		case k == '.' && x.kind(i-1) == '.' && x.kind(i+1) == '.' && x.kind(i+2) != ')' && x.inside[i] != '(':
			// "case 1 ... 5:", "[1 ... 5] ="
			x.blank(x.t[i-1].start, x.t[i+1].end)
			x.put(x.t[i].start, '+')
		}
	}
	return x.out
}

// digits makes a name of the word at token i that begins with digits ("10baseT").
func (x *cText) digits(i int) {
	w := x.src[x.t[i].start:x.t[i].end]
	if w[0] < '1' || w[0] > '9' {
		return
	}
	if len(bytes.Trim(w, ".0123456789uUlLeEfF")) > 0 {
		x.put(x.t[i].start, '_')
	}
}

// variadic takes the name from a macro's "args..." at directive i.
func (x *cText) variadic(i int) {
	line := x.src[x.t[i].start:x.t[i].end]
	if directive(line) != "define" {
		return
	}
	end := bytes.IndexByte(line, ')')
	if end < 0 {
		return
	}
	dots := bytes.Index(line[:end], []byte("..."))
	if dots < 0 {
		return
	}
	name := bytes.TrimRight(line[:dots], " \t")
	n := len(name)
	for n > 0 && wordByte(name[n-1]) {
		n--
	}
	x.blank(x.t[i].start+uint32(n), x.t[i].start+uint32(len(name)))
}

// extension replaces the words of GNU C at token i that the grammar does not know.
func (x *cText) extension(i int) {
	switch w := x.text(i); w {
	case "__alignof__", "_Alignof", "__alignof", "alignof":
		x.blank(x.t[i].start, x.t[i].end)
		copy(x.out[x.t[i].start:], "sizeof")
	case "typeof", "__typeof__", "__typeof":
		if x.kind(i+1) == '(' && x.match[i+1] >= 0 {
			x.blank(x.t[i].start, x.t[x.match[i+1]].end)
			copy(x.out[x.t[i].start:], "int")
		}
	case "offsetof":
		if x.kind(i+1) != '(' || x.match[i+1] < 0 {
			return
		}
		last := int(x.match[i+1])
		if x.kind(last-1) != 'a' || x.kind(last-2) != ',' {
			x.put(x.t[i].start, 'O') // a macro's name: it takes expressions
			x.types(i+1, last)
		}
	}
	p := x.kind(i - 1)
	if p != ']' && p != ')' || p == ')' && (x.inside[i] != 0 && x.inside[i] != 's') || !attribute(x.text(i)) {
		return
	}
	if x.match[i-1] < 0 {
		return
	}
	// A cast has no name in front of it.
	if k := x.kind(int(x.match[i-1]) - 1); k != 'a' && k != p {
		return
	}
	// Attributes behind a declarator.
	var parts []int
	j := i
	for x.kind(j) == 'a' && attribute(x.text(j)) && cWords[x.text(j)] == 0 {
		parts = append(parts, j)
		j++
		if x.kind(j) == '(' && x.match[j] >= 0 {
			j = int(x.match[j]) + 1
		}
	}
	if k := x.kind(j); k != ';' && k != '{' && k != '=' && k != ',' || k == ',' && p == ')' || k == '=' && p == ')' || len(parts) == 0 {
		return
	}
	x.blank(x.t[i].start, x.t[j-1].end)
}

func (x *cText) text(i int) string { return string(x.src[x.t[i].start:x.t[i].end]) }

func (x *cText) kind(i int) byte {
	if i < 0 || i >= len(x.t) {
		return 0
	}
	return x.t[i].kind
}

// is says whether token i is the word w.
func (x *cText) is(i int, w string) bool { return x.kind(i) == 'a' && x.text(i) == w }

// put replaces the byte at a place.
func (x *cText) put(at uint32, c byte) {
	if x.out == nil {
		x.out = bytes.Clone(x.src)
	}
	x.out[at] = c
}

// blank leaves only the line ends from start to end.
func (x *cText) blank(start, end uint32) {
	for ; start < end; start++ {
		if c := x.src[start]; c != '\n' && c != '\r' {
			x.put(start, ' ')
		}
	}
}

// chain is a condition from #if to #endif.
type chain struct {
	lines  []int // its directives
	depth  int   // how many brackets are open at its start
	ends   []int // and at the end of each branch
	within bool  // it stands inside something
}

// conditions takes away the directives of conditions that are not around whole
// statements.
func (x *cText) conditions() {
	var open []chain
	var stack []byte // the open brackets, 'i' for braces around values
	gone := make([]bool, len(x.t))
	changed := false
	for i := range x.t {
		t := &x.t[i]
		switch t.kind {
		case '(', '[':
			stack = append(stack, t.kind)
		case '{':
			k := byte('{')
			if p := x.before(i, gone); p == '=' || p == ',' || p == '(' || p == '[' || p == ']' ||
				p == '{' && len(stack) > 0 && stack[len(stack)-1] == 'i' {
				k = 'i'
			}
			stack = append(stack, k)
		case ')', ']', '}':
			if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
		case '#':
			word := directive(x.src[t.start:t.end])
			within := len(stack) > 0 && stack[len(stack)-1] != '{'
			if !within {
				switch p := x.before(i, gone); {
				case p == 0 || p == ';' || p == '{' || p == '}' || p == ':' || p == '#' || p == ')':
				default:
					within = true
				}
				if p := x.previous(i, gone); x.is(p, "else") || x.is(i+1, "else") {
					within = true
				}
			}
			switch word {
			case "include", "define", "undef":
				if within && len(stack) > 0 {
					changed, gone[i] = true, true
					x.blank(t.start, t.end)
				}
			case "if", "ifdef", "ifndef":
				open = append(open, chain{lines: []int{i}, depth: len(stack), within: within})
			case "else", "elif", "endif":
				if len(open) == 0 {
					continue
				}
				c := &open[len(open)-1]
				c.lines = append(c.lines, i)
				c.ends = append(c.ends, len(stack))
				c.within = c.within || within
				uneven := slices.ContainsFunc(c.ends, func(d int) bool { return d != c.depth })
				if word != "endif" {
					if len(stack) > c.depth {
						stack = stack[:c.depth] // the next branch begins where the first did
					}
					for len(stack) < c.depth {
						stack = append(stack, '{')
					}
					continue
				}
				if c.within || uneven {
					changed = true
					for n, l := range c.lines {
						gone[l] = true
						x.blank(x.t[l].start, x.t[l].end)
						if uneven && n > 0 && n+1 < len(c.lines) {
							for j := l; j < c.lines[n+1]; j++ {
								gone[j] = true
							}
							x.blank(x.t[l].start, x.t[c.lines[n+1]].start)
						}
					}
				}
				if first := c.ends[0]; uneven {
					for len(stack) > first {
						stack = stack[:len(stack)-1]
					}
					for len(stack) < first {
						stack = append(stack, '{')
					}
				}
				open = open[:len(open)-1]
			}
		}
	}
	if !changed {
		return
	}
	kept := x.t[:0]
	for i, t := range x.t {
		if !gone[i] {
			kept = append(kept, t)
		}
	}
	x.t = kept
}

// previous is the token before i that is not gone.
func (x *cText) previous(i int, gone []bool) int {
	for i--; i >= 0 && gone[i]; i-- {
	}
	return i
}

func (x *cText) before(i int, gone []bool) byte { return x.kind(x.previous(i, gone)) }

// directive is the word behind "#".
func directive(line []byte) string {
	line = bytes.TrimLeft(line[1:], " \t")
	n := 0
	for n < len(line) && wordByte(line[n]) {
		n++
	}
	return string(line[:n])
}

// brackets matches the brackets and says what each token is in.
func (x *cText) brackets() {
	x.match = make([]int32, len(x.t))
	x.inside = make([]byte, len(x.t))
	type open struct {
		at   int
		kind byte
	}
	var stack []open
	for i := range x.t {
		x.match[i] = -1
		in := byte(0)
		if len(stack) > 0 {
			in = stack[len(stack)-1].kind
		}
		x.inside[i] = in
		switch k := x.t[i].kind; k {
		case '(', '[':
			stack = append(stack, open{i, k})
		case '{':
			stack = append(stack, open{i, x.brace(i, in)})
		case ')', ']', '}':
			if len(stack) > 0 {
				top := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				x.match[top.at] = int32(i)
				x.match[i] = int32(top.at)
			}
		}
	}
}

// brace is what the "{" at i opens inside in.
func (x *cText) brace(i int, in byte) byte {
	switch x.kind(i - 1) {
	case '=', ',', '(', '[', ']':
		return 'i'
	case '{':
		if in == 'i' {
			return 'i'
		}
	case 'a':
		for j := i - 1; j >= 0 && j > i-4 && x.kind(j) == 'a'; j-- {
			if cWords[x.text(j)] == cTag {
				return 's'
			}
		}
	case '0': // extern "C" {
		return 0
	}
	if in == 'i' {
		return 'i'
	}
	return 'b'
}

// begins says whether a statement or declaration may begin at token i.
func (x *cText) begins(i int) bool {
	switch x.kind(i - 1) {
	case 0, ';', '}', '#':
		return x.inside[i] != 'i'
	case '{':
		return x.inside[i] != 'i'
	case ':':
		return x.inside[i] == 'b'
	case ')':
		// Behind a macro without its semicolon, or behind "if (…)".
		return x.t[i].line && x.inside[i] != '(' && x.inside[i] != 'i'
	case 'a':
		return x.text(i-1) == "else" || x.text(i-1) == "do"
	}
	return false
}

// upper says whether a word is written as macros are.
func upper(w string) bool {
	letters := 0
	for i := 0; i < len(w); i++ {
		if w[i] >= 'a' && w[i] <= 'z' {
			return false
		}
		if w[i] >= 'A' && w[i] <= 'Z' {
			letters++
		}
	}
	return letters >= 2
}

func attribute(w string) bool { return len(w) > 2 && w[:2] == "__" || upper(w) }

// statement looks at a macro that stands where a statement or declaration
// begins at token i.
func (x *cText) statement(i int) {
	j := i
	for x.kind(j) == 'a' && cWords[x.text(j)] == cQualifier {
		j++
	}
	if x.kind(j) != 'a' || x.kind(j+1) != '(' || cWords[x.text(j)] != 0 || x.match[j+1] < 0 {
		return
	}
	name := x.text(j)
	last := int(x.match[j+1])
	next := x.kind(last + 1)
	if in := x.inside[i]; (in == 0 || in == 's') && j == i && next == 'a' && len(name) > 2 && name[:2] == "__" && cWords[x.text(last+1)] != cOther {
		x.blank(x.t[j].start, x.t[last].end) // an attribute in front
		return
	}
	if x.inside[i] == 0 && j == i && next != '{' && (next == ';' || upper(name)) {
		x.types(j+1, last)
		x.expressions(j+1, last)
	}
	switch in := x.inside[i]; {
	case (next == ';' || next == '=') && (in == 's' || in == 0 && (strings.HasPrefix(name, "DEFINE_") || strings.HasPrefix(name, "DECLARE_")) || j > i && upper(name) && last > j+4):
		x.declare(j, last)
	case j > i:
	case next == '{' && in == 0:
		if upper(name) {
			x.function(j, last)
		}
	case next == '{' && in == 'b', in == 'b' && x.t[min(last+1, len(x.t)-1)].line && (next == 'a' || next == '}' || next == '*'),
		in == 0 && last+1 < len(x.t) && x.t[last+1].line && (next == '#' || next == 'a' && (upper(name) || x.kind(last+2) == '(')):
		x.end(last)
	case in == 0 && last+1 == len(x.t):
		x.end(last)
	}
}

// end puts a semicolon behind token i, where there is room for one.
func (x *cText) end(i int) {
	at := x.t[i].end
	if at < uint32(len(x.src)) && (x.src[at] == ' ' || x.src[at] == '\n' || x.src[at] == '\t' || x.src[at] == '\r') {
		x.put(at, ';')
	}
}

// declare makes the macro at token i, whose arguments end at token last, the
// declaration of its first argument that is one word.
func (x *cText) declare(i, last int) {
	if x.t[i].end-x.t[i].start < 3 {
		return
	}
	for j := i + 2; j < last; j++ {
		end := j + 1
		if x.kind(end) == '[' && x.match[end] >= 0 {
			end = int(x.match[end]) + 1
		}
		if p := x.kind(j - 1); x.kind(j) != 'a' || p != ',' && j != i+2 || cWords[x.text(j)] != 0 || x.kind(end) != ',' && end != last {
			continue
		}
		if j == i+2 && x.kind(j+1) == ',' && x.kind(j+2) == 'a' && (j+3 == last || x.kind(j+3) == ',') && lower(x.text(j+2)) {
			continue // MACRO(type, name)
		}
		x.blank(x.t[i].start, x.t[j].start)
		copy(x.out[x.t[i].start:], "int")
		x.blank(x.t[end-1].end, x.t[last].end)
		return
	}
}

func lower(w string) bool { return !upper(w) }

// function makes the macro at token i, whose arguments end at token last and
// which a body follows, a function by the name of the first argument; the
// others are its parameters where types and names take turns.
func (x *cText) function(i, last int) {
	name := i + 2
	if x.kind(name) != 'a' || x.t[i].end-x.t[i].start < 3 {
		return
	}
	if name+1 == last {
		if at := x.t[last].end; at < uint32(len(x.src)) && x.src[at] <= ' ' {
			x.blank(x.t[i].start, x.t[name].start)
			copy(x.out[x.t[i].start:], "int")
			x.put(x.t[last].start, '(')
			x.put(at, ')')
		}
		return
	}
	if x.kind(name+1) != ',' {
		return
	}
	var commas []int
	for j := name + 2; j < last; j++ {
		switch x.kind(j) {
		case '(', '[', '{':
			if x.match[j] < 0 {
				return
			}
			j = int(x.match[j])
		case ',':
			commas = append(commas, j)
		}
	}
	x.blank(x.t[i].start, x.t[name].start)
	copy(x.out[x.t[i].start:], "int")
	x.put(x.t[name+1].start, '(')
	pairs := len(commas)%2 == 1
	for n := 0; n < len(commas); n += 2 {
		pairs = pairs && x.kind(commas[n]+1) == 'a' && (x.kind(commas[n]+2) == ',' || commas[n]+2 == last)
	}
	if !pairs {
		x.blank(x.t[name+1].end, x.t[last].start)
		return
	}
	for n := 0; n < len(commas); n += 2 {
		x.blank(x.t[commas[n]].start, x.t[commas[n]].end)
	}
}

// words takes the attributes out of the words that begin at token i.
func (x *cText) words(i int) {
	if x.inside[i] == 'i' {
		return
	}
	type element struct{ from, to int } // tokens
	var names []element
	typed := x.kind(i-1) == '*'
	if x.kind(i-1) == '}' && i > 0 && x.match[i-1] >= 0 {
		// Behind the members of a structure.
		open := int(x.match[i-1])
		typed = open+1 < len(x.inside) && x.inside[open+1] == 's'
	}
	members := typed && x.kind(i-1) == '}'
	j := i
	for x.kind(j) == 'a' {
		w := x.text(j)
		switch cWords[w] {
		case cOther:
			return
		case cPrimitive:
			typed = true
		case cTag:
			typed = true
			if x.kind(j+1) == 'a' && cWords[x.text(j+1)] == 0 && !(attribute(x.text(j+1)) && x.kind(j+2) == 'a' && x.kind(j+3) == '{') {
				j++
			}
		case cQualifier:
		default:
			e := element{j, j + 1}
			if x.kind(j+1) == '(' && x.match[j+1] >= 0 && attribute(w) {
				after := int(x.match[j+1]) + 1
				have := len(names)
				if typed {
					have++
				}
				switch k := x.kind(after); {
				case k == 'a' && (!x.t[after].line || typed && !upper(w)) && (cWords[x.text(after)] != cOther):
					e.to = after
				case (have >= 2 || members) && (k == ';' || k == '=' || k == ',' || k == '{' || k == 'a'):
					e.to = after
				}
			}
			names = append(names, e)
			j = e.to - 1
		}
		j++
	}
	need := 2
	if typed {
		need = 1
	}
	call := x.kind(j) == '('
	if x.kind(j) == '*' || call && x.kind(j+1) == '*' {
		need--
		call = false
	}
	if members && x.kind(j) == ';' {
		need = 0
		for _, e := range names {
			if !attribute(x.text(e.from)) {
				need = 1
			}
		}
	}
	extra := len(names) - need
	if extra <= 0 || len(names) < 2 && !typed {
		return
	}
	drop := func(n int) {
		x.blank(x.t[names[n].from].start, x.t[names[n].to-1].end)
		names[n].from = -1
		extra--
	}
	// Where a list of parameters follows, the last word is the function.
	until := len(names)
	if call && need > 0 {
		until--
	}
	for n := 0; n < until && extra > 0; n++ {
		if attribute(x.text(names[n].from)) {
			drop(n)
		}
	}
	for n := 0; n < until && extra > 0; n++ {
		if names[n].from >= 0 {
			drop(n)
		}
	}
}

// arguments makes names of the types among the arguments of the call at token i.
func (x *cText) arguments(i int) {
	if x.match[i] < 0 || x.kind(i-1) != 'a' || cWords[x.text(i-1)] != 0 || !x.within(i) || x.kind(i-2) == 'a' && cWords[x.text(i-2)] != cOther {
		return
	}
	x.types(i, int(x.match[i]))
	x.expressions(i, int(x.match[i]))
}

// expressions puts a number in the place of each argument between the brackets
// i and last that is none because two words stand side by side in it.
func (x *cText) expressions(i, last int) {
	for from := i + 1; from < last; {
		to, pair := from, false
		for ; to < last && x.kind(to) != ','; to++ {
			switch k := x.kind(to); k {
			case '{':
				return
			case '(', '[':
				if x.match[to] < 0 {
					return
				}
				if k == '(' && x.kind(to-1) == 'a' && x.inside[i] == 0 && to > from {
					pair = pair || x.declares(to, int(x.match[to]))
				}
				to = int(x.match[to])
			case 'a':
				if x.kind(to-1) == 'a' && to > from && x.gap(to) && cWords[x.text(to)] == 0 && cWords[x.text(to-1)] != cOther {
					pair = true
				}
			}
		}
		if pair {
			x.blank(x.t[from].start, x.t[to-1].end)
			x.put(x.t[from].start, '0')
		}
		from = to + 1
	}
}

// gap says whether the word before token i is still there.
func (x *cText) gap(i int) bool { return x.out == nil || x.out[x.t[i-1].start] != ' ' }

// declares says whether words stand side by side between two brackets.
func (x *cText) declares(i, last int) bool {
	for j := i + 2; j < last; j++ {
		if x.kind(j) == 'a' && x.kind(j-1) == 'a' || x.kind(j) == '{' || x.kind(j) == ';' {
			return true
		}
	}
	return false
}

// types makes names of the types among the arguments between the brackets i and
// last.
func (x *cText) types(i, last int) {
	for j := i + 1; j < last; j++ {
		if k := x.kind(j); k == '(' || k == '[' || k == '{' {
			if x.match[j] < 0 {
				return
			}
			j = int(x.match[j])
			continue
		}
		if p := x.kind(j - 1); p != '(' && p != ',' || x.kind(j) != 'a' {
			continue
		}
		end := j
		tag, prim := -1, -1
		for end < last && (x.kind(end) == 'a' || x.kind(end) == '*') {
			if x.kind(end) == 'a' {
				switch cWords[x.text(end)] {
				case cTag:
					tag = end
				case cPrimitive:
					prim = end
				case cOther:
					tag, prim = -1, -1
				}
			}
			end++
		}
		stars := end > j+1 && x.kind(end-1) == '*'
		if end != last && x.kind(end) != ',' {
			continue
		}
		switch {
		case tag >= 0 && x.kind(tag+1) == 'a':
			x.blank(x.t[j].start, x.t[tag+1].start)
			x.blank(x.t[tag+1].end, x.t[end-1].end)
		case prim >= 0:
			x.blank(x.t[j].start, x.t[end-1].end)
			x.put(x.t[j].start, '0')
		case stars:
			x.blank(x.t[j].end, x.t[end-1].end)
		}
		j = end - 1
	}
}

// within says whether token i is inside a block or values.
func (x *cText) within(i int) bool {
	for n := 0; n < 64; n++ {
		switch x.inside[i] {
		case 'b', 'i':
			return true
		case 0, 's':
			return false
		}
		for i--; i >= 0; i-- {
			if k := x.kind(i); (k == '(' || k == '[') && x.match[i] > 0 {
				break
			}
			if k := x.kind(i); (k == ')' || k == ']' || k == '}') && x.match[i] >= 0 {
				i = int(x.match[i])
			}
		}
		if i < 0 {
			return false
		}
	}
	return false
}
