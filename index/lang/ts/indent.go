package ts

import (
	"bytes"
	"slices"
)

// Indented is how blocks are found by indentation, where brackets are around none: the
// lines that are indented deeper than the one that heads them.
type Indented struct {
	// Heads are the words that a line begins with whose block is read apart.
	Heads []string
	// Within are those of Heads whose blocks are large: those in them are read apart,
	// whatever their size.
	Within []string
	// Ends are the words that begin a line with which the statement before has ended,
	// whatever is open in it, where the line is indented no deeper than that.
	Ends []string
	// Hold stands for a block in the text around it, and Held is the kind of node that it
	// is as a statement.
	Hold, Held string
}

// line is a statement's first line, and what belongs to it in brackets, in strings and
// behind backslashes.
type line struct {
	start, from, to uint32 // of the line, of what is in it, of the end of that
	indent          uint32
	head            string // the one of Heads that it begins with
	opens           bool   // it ends with a colon
}

// lineScan reads a text line by line.
type lineScan struct {
	src   []byte
	b     *Blocks
	lines []line
	open  []bracket // in the statement
	loose []bracket
	// heal: a statement ends where another begins, whatever is open in it.
	heal bool
	// wary: a text of several lines has no end where one of them heads a block.
	wary    bool
	endless bool // a text had no end up to that of all
	// before: so far strings end with their line: one had no end.
	before int
	kind   [256]uint8 // what may begin with a byte
}

// newLineScan reads src.
func newLineScan(src []byte, b *Blocks) lineScan {
	s := lineScan{src: src, b: b}
	for _, c := range []byte("\n \t\r\f\\()[]{}") {
		s.kind[c] = other
	}
	for _, l := range b.Line {
		s.kind[l[0]] = other
	}
	for _, q := range b.Quotes {
		s.kind[q.Mark[0]] = other
	}
	return s
}

// findLines finds the statements of a text; mended is the text with spaces for what is
// loose, nil where nothing is. ok is false where it is not understood.
func findLines(src []byte, b *Blocks) (lines []line, loose []bracket, mended []byte, ok bool) {
	s := newLineScan(src, b)
	if s.run() {
		return s.lines, nil, nil, true
	}
	s = newLineScan(src, b)
	s.heal = true
	if s.run(); s.endless {
		// It may be from the second quote on that texts and code are taken for one another.
		s = newLineScan(src, b)
		s.heal, s.wary = true, true
		s.run()
	}
	if len(s.loose) > maxLoose {
		return nil, nil, nil, false
	}
	slices.SortFunc(s.loose, func(x, y bracket) int { return int(x.at) - int(y.at) })
	mended = slices.Clone(src)
	for _, k := range s.loose {
		mended[k.at] = ' '
	}
	again := newLineScan(mended, b)
	if !again.run() {
		return nil, nil, nil, false
	}
	return again.lines, s.loose, mended, true
}

// run finds all lines; it is false where brackets and strings do not end, unless they
// are to be healed.
func (s *lineScan) run() bool {
	for at := 0; at < len(s.src); {
		from, indent := s.indentation(at)
		if s.blank(from) {
			at = s.next(from)
			continue
		}
		l := line{start: uint32(at), from: uint32(from), indent: indent, head: first(s.src[from:], s.b.Indented.Heads)}
		end, ok := s.statement(&l, from, false)
		if !ok {
			if !s.heal {
				return false
			}
			if end, _ = s.statement(&l, from, true); len(s.loose) > maxLoose {
				return true
			}
		}
		s.lines = append(s.lines, l)
		at = s.next(end)
	}
	return true
}

// next is the beginning of the line behind the one that an offset is in.
func (s *lineScan) next(at int) int { return min(lineEnd(s.src, at)+1, len(s.src)) }

// indentation is where the text of a line begins, and how deep that is, as the grammar
// counts.
func (s *lineScan) indentation(at int) (from int, indent uint32) {
	for ; at < len(s.src); at++ {
		switch s.src[at] {
		case ' ':
			indent++
		case '\t':
			indent += 8
		case '\r', '\f':
			indent = 0
		default:
			return at, indent
		}
	}
	return at, indent
}

// blank says whether nothing but a comment is from an offset on in its line.
func (s *lineScan) blank(at int) bool {
	return at >= len(s.src) || s.src[at] == '\n' || s.comment(at)
}

func (s *lineScan) comment(at int) bool {
	return slices.ContainsFunc(s.b.Line, func(c string) bool { return bytes.HasPrefix(s.src[at:], []byte(c)) })
}

// first is the one of words that text begins with, "" for none.
func first(text []byte, words []string) string {
	for _, w := range words {
		if bytes.HasPrefix(text, []byte(w)) && (len(text) == len(w) || !letter(w[len(w)-1]) || !letter(text[len(w)]) && text[len(w)] != '_') {
			return w
		}
	}
	return ""
}

// statement reads the statement at an offset, to the end of its last line; ok is false
// where something in it does not end. If it is torn, what does not end is loose.
func (s *lineScan) statement(l *line, at int, torn bool) (end int, ok bool) {
	s.open = s.open[:0]
	last := at - 1 // the last byte that is no space and in no comment
	inner := bracket{at: uint32(at)}
	i := at
scan:
	for i < len(s.src) {
		c := s.src[i]
		if s.kind[c] == plain {
			last = i
			i++
			continue
		}
		switch {
		case c == '\n':
			if torn && len(s.open) == 1 && last >= at && s.src[last] == ':' && inner.c == s.open[0].c && inner.at > s.open[0].at && lineEnd(s.src, int(inner.at)) == i {
				// Of two brackets in a line that heads a block the inner one is too much.
				s.loose = append(s.loose, inner)
				s.open = s.open[:0]
			}
			if len(s.open) == 0 || s.ends(l, i+1, torn) {
				break scan
			}
			i++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			i++
		case c == '\\' && i+1 < len(s.src):
			if s.src[i+1] == '\r' {
				i++
			}
			last = i
			i = min(i+2, len(s.src))
		case s.comment(i):
			i = lineEnd(s.src, i)
		case c == '(' || c == '[' || c == '{':
			s.open = append(s.open, bracket{at: uint32(i), c: c, mate: -1})
			last = i
			i++
		case c == ')' || c == ']' || c == '}':
			n := len(s.open) - 1
			for torn && n >= 0 && s.open[n].c != opening(c) {
				n--
			}
			if torn && n > 0 && s.open[0].c == opening(c) && s.leads(l, i) {
				n = 0 // it begins its line, which is indented as far as the statement
			}
			if n < 0 || s.open[n].c != opening(c) {
				if !torn {
					return i, false
				}
				s.loose = append(s.loose, bracket{at: uint32(i), c: c, mate: -1})
			} else {
				s.loose = append(s.loose, s.open[n+1:]...)
				inner = s.open[n]
				s.open = s.open[:n]
			}
			last = i
			i++
		default:
			if q := s.quote(i); q != nil {
				to, ends := s.within(l, q, i, torn)
				if !ends && !torn {
					return i, false
				}
				i = to
				last = i - 1
				break
			}
			last = i
			i++
		}
	}
	if len(s.open) > 0 {
		if !torn {
			return i, false
		}
		s.loose = append(s.loose, s.open...)
	}
	l.to, l.opens = uint32(last+1), last >= at && s.src[last] == ':'
	return i, true
}

// ends says whether the statement of a line has ended before the line at an offset,
// although there are open brackets.
func (s *lineScan) ends(l *line, at int, torn bool) bool {
	if !s.heal {
		return false
	}
	from, indent := s.indentation(at)
	if s.blank(from) || indent > l.indent {
		return false
	}
	return first(s.src[from:], s.b.Indented.Ends) != "" || torn && (letter(s.src[from]) || s.src[from] == '_')
}

// leads says whether an offset is where a line's text begins that is indented as far as
// the statement of l.
func (s *lineScan) leads(l *line, at int) bool {
	from, indent := s.indentation(bytes.LastIndexByte(s.src[:at], '\n') + 1)
	return from == at && indent == l.indent
}

// quote is what the string at an offset stands in, nil for no string.
func (s *lineScan) quote(at int) *Quote {
	for q := range s.b.Quotes {
		if bytes.HasPrefix(s.src[at:], []byte(s.b.Quotes[q].Mark)) {
			return &s.b.Quotes[q]
		}
	}
	return nil
}

// within is the offset behind a string; ends is false where that has no end, then it is
// the one behind what begins it, which is loose if the statement is torn.
func (s *lineScan) within(l *line, q *Quote, at int, torn bool) (to int, ends bool) {
	mark := []byte(q.Mark)
	i := at + len(mark)
	lines := q.Lines && at >= s.before
	for i < len(s.src) {
		switch c := s.src[i]; {
		case c == '\\':
			i += 2
			continue
		case c == '\n' && (!lines || s.declares(l, i+1)):
			i = len(s.src)
			continue
		case c == mark[0] && bytes.HasPrefix(s.src[i:], mark):
			i += len(mark)
			if s.heal && lines && bytes.IndexByte(s.src[at:i], '\n') >= 0 && !endsValue(s.src[i:]) {
				i = len(s.src)
				continue
			}
			return i, true
		}
		i++
	}
	s.endless = s.endless || lines
	if torn {
		for n := range mark {
			s.loose = append(s.loose, bracket{at: uint32(at + n), c: mark[0], mate: -1})
		}
		s.before = max(s.before, lineEnd(s.src, at))
	}
	return at + len(mark), false
}

// declares says whether a line at an offset heads a block and is indented no deeper than
// the statement of l, in which there is a string that may have no end.
func (s *lineScan) declares(l *line, at int) bool {
	if !s.wary {
		return false
	}
	from, indent := s.indentation(at)
	return indent <= l.indent && indent > 0 && first(s.src[from:], s.b.Indented.Heads) != "" && s.src[max(lineEnd(s.src, from)-1, from)] == ':'
}

// cutLines finds the blocks to read apart by the indentation of lines.
func (s *splitter) cutLines() *block {
	top := &block{to: uint32(len(s.src))}
	type level struct {
		b      *block
		indent uint32 // of its head
		within bool
	}
	around := []level{{b: top, within: true}}
	leave := func(n int, last int) {
		for len(around) > n {
			b := around[len(around)-1].b
			b.to = s.blockEnd(last, b.indent)
			around = around[:len(around)-1]
		}
	}
	for i := range s.lines {
		l := &s.lines[i]
		n := len(around)
		for n > 1 && around[n-1].indent >= l.indent {
			n--
		}
		leave(n, i-1)
		if l.head == "" || !l.opens || i+1 == len(s.lines) || s.lines[i+1].indent <= l.indent || s.uncut[l.from] || n > maxNested {
			continue
		}
		in := &s.lines[i+1]
		outer := around[n-1]
		last := i + 1
		for last+1 < len(s.lines) && s.lines[last+1].indent > l.indent {
			last++
		}
		to := s.lines[last].to
		if to-in.from < smallBlock && !s.looseIn(in.from, to) || !outer.within && outer.b.size < largeBlock {
			continue
		}
		b := &block{lead: in.start, from: in.from, indent: in.indent, size: to - in.from, head: l.from}
		if s.torn[l.from] {
			b.lead, b.from, b.indent, b.torn = l.start, l.from, l.indent, true
		}
		outer.b.in = append(outer.b.in, b)
		around = append(around, level{b, l.indent, slices.Contains(s.b.Indented.Within, l.head)})
	}
	leave(1, len(s.lines)-1)
	return top
}

// blockEnd is where a block ends whose last line is that with number last: comments that
// follow, as deep as the block, are in it.
func (s *splitter) blockEnd(last int, indent uint32) uint32 {
	at := s.lines[last].to
	end := at
	scan := lineScan{src: s.src, b: s.b}
	// What is behind the last line's text in that line.
	for i := int(at); ; {
		for i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t' || s.src[i] == '\r' || s.src[i] == '\f') {
			i++
		}
		if i < len(s.src) && s.src[i] == '#' {
			e := lineEnd(s.src, i)
			end = uint32(e)
			i = e
		}
		if i >= len(s.src) || s.src[i] != '\n' {
			return end
		}
		for i < len(s.src) {
			from, depth := scan.indentation(i + 1)
			if from < len(s.src) && s.src[from] == '\n' {
				i = from
				continue
			}
			if from >= len(s.src) || !scan.comment(from) || depth < indent {
				return end
			}
			i = from
			break
		}
	}
}
