package ts

import (
	"bytes"
	"slices"
)

// Lexis is what must be known of a language's tokens to find its brackets.
type Lexis struct {
	Line   []string    // what begins a comment that its line ends
	Block  [][2]string // what begins and ends other comments
	Quotes []Quote     // the longer ones first
	// Regexp: a / that stands where no value has ended begins a regular expression.
	Regexp bool
	// Prose: text of a document may stand among the code, so that a quote behind a
	// letter is an apostrophe.
	Prose bool
	// Heredoc: <<< and a word begin a text up to the line that begins with the word.
	Heredoc bool
	// Open and Close are around the code, outside of which there is no code; "" where
	// there is nothing else in a file.
	Open, Close string
}

// Quote is what strings of a kind stand in; a backslash in them stands for itself and
// the byte behind it.
type Quote struct {
	Mark  string // before and behind
	Lines bool   // they may go over lines
	Holes bool   // ${ and } in them are around code
}

// bracket is a bracket in the code, or a semicolon.
type bracket struct {
	at     uint32
	c      byte
	prev   byte // the last byte of the token before, 0 for none
	prev2  byte // the byte before that
	first  bool // it begins its line
	indent uint32
	column uint32 // where it is in its line, in bytes
	mate   int32  // the number of the bracket that it belongs to, -1 for none
}

// brackets are those of a text. Where not all of them belong together, or a string has
// no end, it is indentation that tells which one is too much: a bracket that begins its
// line belongs to the one whose line is indented as far as that.
type brackets struct {
	list []bracket
	// loose are the brackets and quotes without another that they belong to.
	loose []bracket
}

// maxLoose is how many brackets of a text may belong to none: with more of them it is
// something else than unfinished.
const maxLoose = 24

// maxCrossed is how many open brackets a closing one may leave without another.
const maxCrossed = 64

// findBrackets finds the brackets of a text; ok is false where they are not understood.
func findBrackets(src []byte, x *Lexis) (brackets, bool) {
	s := scan{src: src, x: x}
	s.run()
	b := brackets{list: s.list}
	if !s.open && b.pair() {
		return b, true
	}
	s = scan{src: src, x: x, heal: true}
	s.run()
	b = brackets{list: s.list, loose: s.loose}
	return b, len(b.loose) <= maxLoose && b.heal(src)
}

// pair pairs brackets by their nesting alone; it is false where that leaves some over.
func (b *brackets) pair() bool {
	var open []int32
	for i := range b.list {
		k := &b.list[i]
		switch k.c {
		case '(', '[', '{':
			open = append(open, int32(i))
		case ')', ']', '}':
			n := len(open) - 1
			if n < 0 || b.list[open[n]].c != opening(k.c) {
				return false
			}
			k.mate, b.list[open[n]].mate = open[n], int32(i)
			open = open[:n]
		}
	}
	return len(open) == 0
}

// opening is the bracket that c belongs to, or c where it opens something.
func opening(c byte) byte {
	switch c {
	case ')':
		return '('
	case ']':
		return '['
	case '}':
		return '{'
	}
	return c
}

// heal pairs brackets by nesting and indentation; it is false where too many are left.
func (b *brackets) heal(src []byte) bool {
	var open []int32
	for i := range b.list {
		b.list[i].mate = -1
	}
	for i := range b.list {
		k := &b.list[i]
		switch k.c {
		case '(', '[', '{':
			if k.c == '{' && i > 0 && b.list[i-1].c == ')' && b.list[i-1].mate >= 0 && bytes.IndexByte(src[b.list[i-1].at:k.at], '\n') < 0 {
				// What is in parentheses may go on over lines: where it began counts.
				k.indent = min(k.indent, b.list[b.list[i-1].mate].indent)
			}
			open = append(open, int32(i))
		case ')', ']', '}':
			if n := b.belongs(open, k); n >= 0 {
				k.mate, b.list[open[n]].mate = open[n], int32(i)
				open = open[:n]
			}
		}
	}
	alone := 0
	for i := range b.list {
		if k := &b.list[i]; k.c != ';' && k.mate < 0 {
			alone++
		}
	}
	if alone > maxLoose {
		return false
	}
	for i := range b.list {
		if k := &b.list[i]; k.c != ';' && k.c == opening(k.c) && k.mate < 0 {
			b.widen(src, int32(i))
		}
	}
	for i := range b.list {
		if k := &b.list[i]; k.c != ';' && k.mate < 0 {
			b.loose = append(b.loose, *k)
		}
	}
	slices.SortFunc(b.loose, func(x, y bracket) int { return int(x.at) - int(y.at) })
	return len(b.loose) <= maxLoose
}

// widen makes an open bracket that belongs to none that of the last closing one on its
// line, in place of the one that has it: of two the inner one is too much.
func (b *brackets) widen(src []byte, i int32) {
	last := int32(-1)
	end := uint32(lineEnd(src, int(b.list[i].at)))
	for j := i + 1; int(j) < len(b.list); j++ {
		k := &b.list[j]
		if k.at >= end {
			break
		}
		if k.mate > i && k.mate < j && opening(k.c) == b.list[i].c {
			last = j
		}
	}
	crosses := func(k bracket) bool { return k.mate > last }
	if last >= 0 && !slices.ContainsFunc(b.list[i:last], crosses) {
		b.list[b.list[last].mate].mate = -1
		b.list[last].mate, b.list[i].mate = i, last
	}
}

// lineEnd is the offset behind the line that an offset is in.
func lineEnd(src []byte, at int) int {
	if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(src)
}

// belongs is which of the open brackets a closing one belongs to, -1 for none.
func (b *brackets) belongs(open []int32, k *bracket) int {
	want := opening(k.c)
	lowest := max(len(open)-maxCrossed, 0)
	if !k.first {
		// On one line nothing but nesting tells.
		for n := len(open) - 1; n >= lowest; n-- {
			o := &b.list[open[n]]
			if o.c == want {
				return n
			}
			if o.c == '{' {
				break
			}
		}
		return -1
	}
	near := -1
	for n := len(open) - 1; n >= lowest; n-- {
		o := &b.list[open[n]]
		if o.c == want && (o.indent == k.indent || o.column == k.indent) {
			return n
		}
		if o.indent < k.indent && o.c == '{' {
			break
		}
		if o.c == want && near < 0 && n == len(open)-1 {
			near = n
		}
	}
	return near
}

// scan finds brackets.
type scan struct {
	src  []byte
	x    *Lexis
	heal bool

	list  []bracket
	loose []bracket // quotes without an end
	open  bool      // the text ends in a string

	i      int
	began  int // the line
	indent uint32
	first  bool
	prev   int    // offset of the last byte of the token before, -1 for none
	holes  []hole // around, from the outside
	line   int    // up to here quotes end with their line: one had no end

	torn bool       // a text of several lines has no end
	kind [256]uint8 // what may begin with a byte
}

const (
	plain = iota
	isBracket
	other
)

// begins fills kind.
func (s *scan) begins() {
	for _, c := range []byte("()[]{};") {
		s.kind[c] = isBracket
	}
	mark := func(text string) {
		if text != "" {
			s.kind[text[0]] = other
		}
	}
	for _, l := range s.x.Line {
		mark(l)
	}
	for _, b := range s.x.Block {
		mark(b[0])
	}
	for _, q := range s.x.Quotes {
		mark(q.Mark)
	}
	mark(s.x.Close)
	if s.x.Heredoc {
		mark("<")
	}
	if s.x.Regexp {
		mark("/")
	}
}

// hole is code in a string.
type hole struct {
	quote *Quote
	depth int // of braces
}

func (s *scan) run() {
	src := s.src
	s.prev = -1
	s.newLine(0)
	s.begins()
	if s.x.Open != "" {
		s.outside()
	}
	for s.i < len(src) && len(s.loose) <= maxLoose {
		c := src[s.i]
		switch {
		case c == '\n':
			s.i++
			s.newLine(s.i)
			continue
		case c == ' ' || c == '\t' || c == '\r':
			s.i++
			continue
		}
		switch s.kind[c] {
		case plain:
			s.token(s.i + 1)
		case isBracket:
			s.bracket(c)
		default:
			if !s.skip() {
				s.token(s.i + 1)
			}
		}
	}
	s.open = s.open || len(s.holes) > 0
}

// token ends a token before offset to.
func (s *scan) token(to int) {
	s.prev, s.first, s.i = to-1, false, to
}

// newLine begins a line at offset at.
func (s *scan) newLine(at int) {
	s.first, s.indent, s.began = true, 0, at
	for ; at < len(s.src) && (s.src[at] == ' ' || s.src[at] == '\t'); at++ {
		s.indent++
	}
}

func (s *scan) bracket(c byte) {
	if n := len(s.holes) - 1; n >= 0 {
		h := &s.holes[n]
		switch c {
		case '{':
			h.depth++
		case '}':
			if h.depth--; h.depth < 0 {
				q := h.quote
				s.holes = s.holes[:n]
				s.i++
				s.within(q, s.i-1)
				return
			}
		}
	}
	k := bracket{at: uint32(s.i), c: c, first: s.first, indent: s.indent, column: uint32(s.i - s.began), mate: -1}
	if s.prev >= 0 {
		k.prev = s.src[s.prev]
		if s.prev > 0 {
			k.prev2 = s.src[s.prev-1]
		}
	}
	s.list = append(s.list, k)
	s.token(s.i + 1)
}

// skip passes over what has no brackets, if the next token is that.
func (s *scan) skip() bool {
	rest := s.src[s.i:]
	x := s.x
	if x.Close != "" && bytes.HasPrefix(rest, []byte(x.Close)) {
		s.i += len(x.Close)
		s.outside()
		return true
	}
	for _, l := range x.Line {
		if !bytes.HasPrefix(rest, []byte(l)) || l == "#" && len(rest) > 1 && rest[1] == '[' {
			continue
		}
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			end = len(rest)
		}
		if x.Close != "" {
			if e := bytes.Index(rest[:end], []byte(x.Close)); e >= 0 {
				end = e
			}
		}
		s.i += end
		return true
	}
	for _, b := range x.Block {
		if bytes.HasPrefix(rest, []byte(b[0])) {
			end := bytes.Index(rest[len(b[0]):], []byte(b[1]))
			if end < 0 {
				s.i = len(s.src)
			} else {
				s.over(s.i + len(b[0]) + end + len(b[1]))
			}
			return true
		}
	}
	for q := range x.Quotes {
		if quote := &x.Quotes[q]; bytes.HasPrefix(rest, []byte(quote.Mark)) {
			if x.Prose && !quote.Holes && s.prev == s.i-1 && s.prev >= 0 && letter(s.src[s.prev]) && !s.keyword() {
				return false
			}
			at := s.i
			s.i += len(quote.Mark)
			s.within(quote, at)
			return true
		}
	}
	switch {
	case x.Heredoc && !s.torn && bytes.HasPrefix(rest, []byte("<<<")):
		return s.heredoc()
	case x.Regexp && rest[0] == '/' && !s.value():
		end, ok := EndOfRegexp(s.src, s.i)
		if ok {
			s.token(end)
		}
		return ok
	}
	return false
}

// over goes on at offset to, which is behind one or more lines, perhaps.
func (s *scan) over(to int) {
	if n := bytes.LastIndexByte(s.src[s.i:to], '\n'); n >= 0 {
		s.newLine(s.i + n + 1)
	}
	s.i = to
}

// within goes on in a string that began at offset from, at s.i.
func (s *scan) within(q *Quote, from int) {
	src, lines := s.src, q.Lines && from >= s.line
	i := s.i
	for i < len(src) {
		switch c := src[i]; {
		case c == '\\' && i+1 < len(src):
			i += 2
			continue
		case c == '\n' && !lines:
			s.unended(q, from, i)
			return
		case q.Holes && c == '$' && i+1 < len(src) && src[i+1] == '{':
			s.over(i)
			s.holes = append(s.holes, hole{quote: q})
			s.token(i + 2)
			return
		case c == q.Mark[0] && bytes.HasPrefix(src[i:], []byte(q.Mark)):
			end := i + len(q.Mark)
			if s.heal && lines && src[from] == c && len(q.Mark) == 1 && bytes.IndexByte(src[from:i], '\n') >= 0 && !endsValue(src[end:]) {
				s.unended(q, from, -1)
				return
			}
			s.over(end)
			s.token(end)
			return
		}
		i++
	}
	if s.heal {
		s.unended(q, from, -1)
		return
	}
	s.open = true
	s.i = len(src)
}

// unended takes note of a string without an end, at from: what follows on its line,
// which ends at end, or is to be found where that is -1, is taken as code.
func (s *scan) unended(q *Quote, from, end int) {
	if end < 0 {
		end = lineEnd(s.src, from)
	}
	if s.heal && s.src[from] == q.Mark[0] { // and not the end of code in it
		for n := range q.Mark {
			s.loose = append(s.loose, bracket{at: uint32(from + n), c: q.Mark[0], mate: -1})
		}
	}
	s.line = max(s.line, end)
	s.token(min(from+len(q.Mark), len(s.src)))
}

// endsValue says whether text can stand behind a string's end.
func endsValue(rest []byte) bool {
	space := false
	for len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r') {
		rest, space = rest[1:], true
	}
	if len(rest) == 0 {
		return true
	}
	switch c := rest[0]; {
	case letter(c):
		return space && (bytes.HasPrefix(rest, []byte("and ")) || bytes.HasPrefix(rest, []byte("or ")) || bytes.HasPrefix(rest, []byte("as ")) || bytes.HasPrefix(rest, []byte("if ")))
	case c == '$' || c == '\\' || c == '\'' || c == '"' || c == '@' || c == '_' || c == '#' || c == '{' || c == '(':
		return false
	}
	return true
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// value says whether the token before ends a value.
func (s *scan) value() bool {
	if s.prev < 0 {
		return false
	}
	switch c := s.src[s.prev]; {
	case letter(c) || c == '_' || c == '$':
		return !s.keyword()
	default: // < is in front of the end of an element
		return c == ')' || c == ']' || c == '}' || c == '\'' || c == '"' || c == '`' || c == '<'
	}
}

// keyword says whether the word before is none that has a value.
func (s *scan) keyword() bool {
	i := s.prev + 1
	for i > 0 && (letter(s.src[i-1]) || s.src[i-1] == '_' || s.src[i-1] == '$') {
		i--
	}
	switch string(s.src[i : s.prev+1]) {
	case "return", "case", "typeof", "in", "of", "do", "else", "void", "delete", "throw", "new", "instanceof", "await", "yield", "from", "import", "export", "default":
		return true
	}
	return false
}

// maxRegexp is how long regular expressions are.
const maxRegexp = 1 << 10

// EndOfRegexp is the offset behind the regular expression that the / at an offset begins;
// ok is false where none ends on its line.
func EndOfRegexp(src []byte, at int) (end int, ok bool) {
	class := false
	for j := at + 1; j < min(len(src), at+maxRegexp) && src[j] != '\n'; j++ {
		switch src[j] {
		case '\\':
			j++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return j + 1, true
			}
		}
	}
	return at, false
}

// heredoc passes over a text whose last line begins with a word.
func (s *scan) heredoc() bool {
	rest := bytes.TrimLeft(s.src[s.i+3:], " \t")
	mark := bytes.TrimLeft(rest, `'"`)
	n := 0
	for n < len(mark) && (letter(mark[n]) || mark[n] == '_') {
		n++
	}
	if n == 0 {
		return false
	}
	word := mark[:n]
	at := len(s.src) - len(mark) + n
	for at < len(s.src) {
		end := bytes.IndexByte(s.src[at:], '\n')
		if end < 0 {
			break
		}
		at += end + 1
		line := bytes.TrimLeft(s.src[at:], " \t")
		if bytes.HasPrefix(line, word) && (len(line) == n || !letter(line[n]) && line[n] != '_') {
			s.over(len(s.src) - len(line) + n)
			s.token(s.i)
			return true
		}
	}
	s.torn = true
	return false
}

// outside passes over what stands around the code.
func (s *scan) outside() {
	n := bytes.Index(s.src[s.i:], []byte(s.x.Open))
	if n < 0 {
		s.i = len(s.src)
		return
	}
	s.over(s.i + n + len(s.x.Open))
	s.prev = -1
}
