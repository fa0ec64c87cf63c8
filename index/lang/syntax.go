package lang

import (
	"bytes"
	"cmp"
	"context"
	"regexp"
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"

	"codeintel/index/lang/ts"
	"codeintel/index/pos"
)

// Syntax is how a text is built, for what shows and edits it: the parts that can be
// selected, and those that can be folded. It is made when somebody asks
// (ReadSyntax), and is not part of what is indexed. It does not change.
type Syntax struct {
	// Folds by their lines, the outer ones first; of two one lies within the other, or
	// they share no line. No two begin on one line.
	Folds []Fold

	src             []byte
	nodes           []Span  // sorted by Start, the longer ones first
	longer          []int32 // for each node, the last one before it that ends after it; -1 for none
	comments, heads []Span
	folds           []Fold
	indented        bool // nothing but the indentation says how it is built
}

// Fold is a part of a text that can be hidden.
type Fold struct {
	// Span is what is hidden: from behind what stays on its first line to before what
	// stays on its last.
	Span
	Kind FoldKind
	// First is the line that stays, Last the last one that is hidden where whole lines
	// are; counted from 0.
	First, Last uint32
}

// FoldKind says what a fold hides.
type FoldKind uint8

// Kinds of folds.
const (
	FoldCode FoldKind = iota
	FoldComment
	FoldImports
	FoldRegion // what comments mark as a region
)

// ReadSyntax reads a file for its Syntax, within the limits of the parser. The
// language of in must be set.
func ReadSyntax(ctx context.Context, p *ts.Parser, in Input) (*Syntax, error) {
	s := &Syntax{src: in.Src}
	extract := in.Language.Extract
	in.Rich, in.Language, in.syntax = true, nil, s // frameworks have no part in it
	f, err := extract(ctx, p, in)
	if err != nil {
		return nil, err
	}
	s.facts(f)
	s.finish()
	return s, nil
}

// ReadWords is ReadSyntax of a text without errors where nothing is asked but InComment,
// CommentBefore, and Has of single words that are no definitions and no references: which
// costs no parse where the language has Words.
func ReadWords(ctx context.Context, p *ts.Parser, in Input) (*Syntax, error) {
	if in.Language.Words == nil {
		return ReadSyntax(ctx, p, in)
	}
	s := &Syntax{src: in.Src}
	s.nodes, s.comments = in.Language.Words(in.Src)
	return s, nil
}

// Around are the parts of the text that hold a range, each larger than the one
// before; the last one is the whole text. The first is the word that the range is in
// or touches.
func (s *Syntax) Around(start, end uint32) []Span {
	size := uint32(len(s.src))
	start = min(start, size)
	end = min(max(start, end), size)
	out := []Span{{start, end}}
	if from, to := s.word(start, end); from < to {
		out[0] = Span{from, to}
	}
	var around []Span
	at, _ := slices.BinarySearchFunc(s.nodes, uint64(start)+1, func(n Span, to uint64) int { return cmp.Compare(uint64(n.Start), to) })
	for at--; at >= 0; {
		if s.nodes[at].End >= end {
			around = append(around, s.nodes[at])
			at--
		} else { // the nodes between that one and this end before it, too
			at = int(s.longer[at])
		}
	}
	slices.Reverse(around)
	slices.SortStableFunc(around, func(a, b Span) int { return cmp.Compare(a.End-a.Start, b.End-b.Start) })
	for _, n := range append(around, Span{0, size}) {
		if last := out[len(out)-1]; n != last && n.Start <= last.Start && n.End >= last.End {
			out = append(out, n)
		}
	}
	if len(out) > 1 && out[0].Start == out[0].End {
		out = out[1:]
	}
	return out
}

// Has says whether a range is one of the parts: a word of the language, not a piece of a
// text.
func (s *Syntax) Has(at Span) bool {
	_, ok := slices.BinarySearchFunc(s.nodes, at, compareSpans)
	return ok
}

// InComment says whether a range lies in a comment.
func (s *Syntax) InComment(at Span) bool {
	return slices.ContainsFunc(s.comments, func(c Span) bool { return c.Start <= at.Start && at.End <= c.End })
}

// CommentBefore is the comment that stands before an offset with nothing but white space
// between; false for none.
func (s *Syntax) CommentBefore(at uint32) (Span, bool) {
	end := uint32(len(bytes.TrimRight(s.src[:min(at, uint32(len(s.src)))], " \t\r\n")))
	for _, c := range s.comments {
		if c.Start < end && end <= c.End && c.End <= at {
			return c, true
		}
	}
	return Span{}, false
}

// compareSpans sorts by Start, the longer ones first.
func compareSpans(a, b Span) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
}

// sortSpans sorts as compareSpans does, by numbers: there are as many as a text has words.
func sortSpans(list []Span) {
	keys := make([]uint64, len(list))
	for i, n := range list {
		keys[i] = uint64(n.Start)<<32 | uint64(^n.End)
	}
	slices.Sort(keys)
	for i, k := range keys {
		list[i] = Span{uint32(k >> 32), ^uint32(k)}
	}
}

// word is the word around a range, or that it touches; empty where there is none.
func (s *Syntax) word(start, end uint32) (from, to uint32) {
	from, to = start, end
	for from > 0 {
		r, n := utf8.DecodeLastRune(s.src[:from])
		if !wordRune(r) {
			break
		}
		from -= uint32(n)
	}
	for int(to) < len(s.src) {
		r, n := utf8.DecodeRune(s.src[to:])
		if !wordRune(r) {
			break
		}
		to += uint32(n)
	}
	for _, r := range string(s.src[from:to]) {
		if !wordRune(r) {
			return start, start
		}
	}
	return from, to
}

func wordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// node adds a part.
func (s *Syntax) node(start, end uint32) {
	if start < end && int(end) <= len(s.src) {
		s.nodes = append(s.nodes, Span{start, end})
	}
}

// fold adds a fold of more than one line.
func (s *Syntax) fold(start, end uint32, k FoldKind) {
	if start >= end || int(end) > len(s.src) || bytes.IndexByte(s.src[start:end], '\n') < 0 {
		return
	}
	s.folds = append(s.folds, Fold{Span: Span{start, end}, Kind: k})
}

// inside folds what stands between two marks, which is a part too.
func (s *Syntax) inside(start, end uint32) {
	if 0 < start && start < end && int(end) <= len(s.src) {
		inner := s.src[start:end]
		left := bytes.TrimLeft(inner, " \t\r\n")
		s.node(end-uint32(len(left)), start+uint32(len(bytes.TrimRight(inner, " \t\r\n"))))
		if first(s.src, start-1) {
			// A mark on a line of its own is folded with what it belongs to.
			before := bytes.TrimRight(s.src[:start-1], " \t\r\n")
			if r, _ := utf8.DecodeLastRune(before); wordRune(r) || r == ')' {
				start = uint32(len(before))
			}
		}
		s.fold(start, end, FoldCode)
	}
}

// Divided says whether somebody asks for Syntax; else Node, Fold, FoldBelow and Parsed
// do nothing.
func (r *Rich) Divided() bool { return r != nil && r.syntax != nil }

// Node says that a text is one of the parts that the file is built of.
func (r *Rich) Node(start, end uint32) {
	if r.Divided() {
		r.syntax.node(start, end)
	}
}

// Fold says that what stands between two marks can be hidden.
func (r *Rich) Fold(start, end uint32) {
	if r.Divided() {
		r.syntax.inside(start, end)
	}
}

// FoldBelow says that a text can be hidden but for its first line, and its last where
// that is but a mark (shut).
func (r *Rich) FoldBelow(start, end uint32, shut bool) {
	if !r.Divided() || start >= end || int(end) > len(r.syntax.src) {
		return
	}
	s := r.syntax
	if shut {
		last := start + uint32(bytes.LastIndexByte(s.src[start:end], '\n')+1)
		for last < end && (s.src[last] == ' ' || s.src[last] == '\t') {
			last++
		}
		end = last
	}
	s.fold(s.lineEnd(start), end, FoldCode)
}

// Parsed adds the parts of a syntax tree, whose offsets are those of the file. Tree
// and Lines do it, too.
//
// What stands between brackets that match, or between the words that a node begins and
// ends with (if … end), can be folded, and what Part says is a body.
func (r *Rich) Parsed(t *ts.Tree, parts []Part) {
	if r.Divided() {
		r.syntax.tree(t, func(s ts.Sym) Part {
			if int(s) < len(parts) {
				return parts[s]
			}
			return 0
		})
	}
}

func (s *Syntax) tree(t *ts.Tree, part func(ts.Sym) Part) {
	for i := uint32(0); int(i) < len(t.Nodes); i++ {
		n := &t.Nodes[i]
		if n.Flags&ts.Named == 0 || n.Flags&(ts.Error|ts.Missing) != 0 || n.Start >= n.End || int(n.End) > len(s.src) {
			continue
		}
		s.node(n.Start, n.End)
		p := part(n.Sym)
		switch {
		case p == PartComment:
			s.comments = append(s.comments, Span{n.Start, n.End})
			continue
		case p == PartHead:
			s.heads = append(s.heads, Span{n.Start, n.End})
		}
		if bytes.IndexByte(s.src[n.Start:n.End], '\n') >= 0 && !s.marked(t, i) && p == PartBody && n.Parent != ts.NoNode {
			s.body(t, i)
		}
	}
}

// marked folds what stands between the marks of a node; it is false where there are
// none.
func (s *Syntax) marked(t *ts.Tree, i uint32) bool {
	first, last := ts.NoNode, ts.NoNode
	var open []uint32
	found := false
	for c := t.First(i); c != ts.NoNode; c = t.Sibling(c) {
		if first == ts.NoNode {
			first = c
		}
		last = c
		n := &t.Nodes[c]
		if n.Flags&ts.Named != 0 || n.End != n.Start+1 || int(n.End) > len(s.src) {
			continue
		}
		switch b := s.src[n.Start]; b {
		case '{', '(', '[':
			open = append(open, c)
		case '}', ')', ']':
			if k := len(open) - 1; k >= 0 && closes(s.src[t.Nodes[open[k]].Start], b) {
				s.inside(t.Nodes[open[k]].End, n.Start)
				open, found = open[:k], true
			}
		}
	}
	if found || first == last {
		return found
	}
	a, b := &t.Nodes[first], &t.Nodes[last]
	switch {
	case s.keyword(a) && s.keyword(b):
		s.fold(s.lineEnd(t.Nodes[i].Start), b.Start, FoldCode)
	case s.src[t.Nodes[i].Start] == '<' && a.Flags&b.Flags&ts.Named != 0 && b.Start < b.End && s.src[b.Start] == '<':
		s.node(a.End, b.Start) // an element between its tags
		s.fold(s.lineEnd(a.Start), b.Start, FoldCode)
	default:
		return false
	}
	return true
}

func closes(open, end byte) bool {
	switch open {
	case '{':
		return end == '}'
	case '(':
		return end == ')'
	}
	return end == ']'
}

// keyword says whether a node is a word of the language.
func (s *Syntax) keyword(n *ts.Node) bool {
	if n.Flags&ts.Named != 0 || n.End < n.Start+2 || int(n.End) > len(s.src) {
		return false
	}
	for i, c := range s.src[n.Start:n.End] {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || i == 0 && (c == '#' || c == '@')) {
			return false
		}
	}
	return true
}

// body folds a body without marks: with the line that it follows where it begins with
// what it is made of, else with its own first line.
func (s *Syntax) body(t *ts.Tree, i uint32) {
	n := &t.Nodes[i]
	start := s.lineEnd(n.Start)
	if c := t.First(i); c != ts.NoNode && t.Nodes[c].Flags&ts.Named != 0 {
		start = n.Start
		for again := true; again; {
			again = false
			start = uint32(len(bytes.TrimRight(s.src[:start], " \t\r\n")))
			for k := len(s.comments) - 1; k >= 0 && s.comments[k].End >= start; k-- {
				if s.comments[k].End == start {
					start, again = s.comments[k].Start, true
				}
			}
		}
	}
	s.fold(start, n.Start+uint32(len(bytes.TrimRight(s.src[n.Start:n.End], " \t\r\n"))), FoldCode)
}

// lineEnd is the end of the text of the line that an offset is on.
func (s *Syntax) lineEnd(at uint32) uint32 {
	end := at
	if n := bytes.IndexByte(s.src[at:], '\n'); n >= 0 {
		end += uint32(n)
	} else {
		end = uint32(len(s.src))
	}
	return max(at, uint32(len(bytes.TrimRight(s.src[:end], " \t\r"))))
}

// facts adds what the tables of a file say of its parts.
func (s *Syntax) facts(f *Facts) {
	s.indented = len(s.nodes) == 0 && len(s.folds) == 0
	for i := range f.Refs {
		s.node(f.Refs[i].Start, f.Refs[i].End)
	}
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Flags&Synthetic != 0 {
			continue
		}
		s.node(d.Start, d.End)
		s.node(d.EncStart, d.EncEnd)
		if d.EncStart > d.Start || d.EncEnd < d.End || int(d.EncEnd) > len(s.src) || d.Flags&Param != 0 {
			continue
		}
		end := uint32(len(bytes.TrimRight(s.src[:d.EncEnd], " \t\r\n;,")))
		if end > d.End && bytes.IndexByte([]byte("})]"), s.src[end-1]) >= 0 {
			end--
		}
		s.fold(s.lineEnd(d.Start), end, FoldCode)
	}
	if r := f.Rich; r != nil {
		s.comments, s.heads = append(s.comments, r.Comments...), append(s.heads, r.Heads...)
		for _, g := range r.Regions {
			s.node(g.Start, g.End)
		}
	}
	for _, c := range s.comments {
		s.node(c.Start, c.End)
	}
}

// finish makes Folds and sorts the parts.
func (s *Syntax) finish() {
	for _, list := range []*[]Span{&s.nodes, &s.comments, &s.heads} {
		sortSpans(*list)
		*list = slices.Compact(*list)
	}
	s.longer = make([]int32, len(s.nodes))
	for i := range s.nodes {
		at := int32(i - 1)
		for at >= 0 && s.nodes[at].End <= s.nodes[i].End {
			at = s.longer[at]
		}
		s.longer[i] = at
	}
	lines := pos.New(s.src)
	if s.indented {
		s.indents(lines)
	}
	s.runs(lines, s.heads, FoldImports, 1)
	s.runs(lines, s.comments, FoldComment, 0)
	s.regions()
	for i := range s.folds {
		f := &s.folds[i]
		f.First, f.Last = lines.Position(f.Start).Line, lines.Position(f.End).Line
		start, _ := lines.Line(f.Last)
		if f.Last > f.First && len(bytes.TrimSpace(s.src[start:f.End])) == 0 {
			f.Last--
		}
	}
	slices.SortStableFunc(s.folds, func(a, b Fold) int { return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(b.Last, a.Last)) })
	var around []uint32 // the last lines of the folds that are open
	for _, f := range s.folds {
		if f.First == f.Last {
			continue
		}
		for len(around) > 0 && around[len(around)-1] < f.First {
			around = around[:len(around)-1]
		}
		if n := len(s.Folds); n > 0 && s.Folds[n-1].First == f.First || len(around) > 0 && f.Last > around[len(around)-1] {
			continue
		}
		around = append(around, f.Last)
		s.Folds = append(s.Folds, f)
	}
	s.folds = nil
}

// runs folds what stands on lines of its own one below the other, and what has several
// lines itself. The first of a run stays, from its end on.
func (s *Syntax) runs(lines pos.Lines, list []Span, k FoldKind, least int) {
	for i := 0; i < len(list); {
		if !first(s.src, list[i].Start) || int(list[i].End) > len(s.src) {
			i++
			continue
		}
		j, end := i+1, list[i].End
		for j < len(list) && int(list[j].End) <= len(s.src) && (list[j].End <= end || s.follows(end, list[j].Start)) {
			end = max(end, list[j].End)
			j++
		}
		at := min(s.lineEnd(list[i].Start), list[i].End)
		if end = uint32(len(bytes.TrimRight(s.src[:end], " \t\r\n"))); at < end && j-i > least {
			if lines.Position(end).Line > lines.Position(at).Line {
				s.fold(at, end, k)
			}
		}
		i = j
	}
}

// follows says whether a text begins on the line behind the one on which another ends.
func (s *Syntax) follows(end, start uint32) bool {
	if start < end {
		return false
	}
	between := s.src[end:start]
	return len(bytes.Trim(between, " \t\r\n;")) == 0 && bytes.Count(between, []byte("\n")) <= 1 && first(s.src, start)
}

// regionMark is a comment that begins or ends a region.
var regionMark = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[/#*;%-]|<!--|\{\{--|\(\*|\s)*?#?\s?(end\s?)?region\b`)
})

// regions folds what comments mark.
func (s *Syntax) regions() {
	var open []uint32
	for _, c := range s.comments {
		if int(c.End) > len(s.src) {
			continue
		}
		m := regionMark().FindSubmatch(s.src[c.Start:c.End])
		switch {
		case m == nil:
		case len(m[1]) == 0:
			open = append(open, s.lineEnd(c.Start))
		case len(open) > 0:
			s.fold(open[len(open)-1], s.lineEnd(c.Start), FoldRegion)
			open = open[:len(open)-1]
		}
	}
}

// indents folds lines with those below them that are indented more.
func (s *Syntax) indents(lines pos.Lines) {
	type line struct {
		indent int
		end    uint32 // of its text
	}
	var open []line
	last := uint32(0)
	shut := func(indent int) {
		for len(open) > 0 && open[len(open)-1].indent >= indent {
			if l := open[len(open)-1]; last > l.end {
				s.fold(l.end, last, FoldCode)
			}
			open = open[:len(open)-1]
		}
	}
	for n := range uint32(lines.Count()) {
		start, _ := lines.Line(n)
		text := bytes.TrimRight(lines.Text(s.src, n), " \t")
		indent := len(text) - len(bytes.TrimLeft(text, " \t"))
		if len(text) == 0 {
			continue
		}
		shut(indent)
		last = start + uint32(len(text))
		open = append(open, line{indent, last})
	}
	shut(0)
}
