package ts

import (
	"bytes"
	"context"
	"slices"
)

// Blocks says how the blocks of a language are read apart from what they stand in: so
// what is wrong in one costs no more than that, and a text that is much like one that
// was read before is read in little time.
type Blocks struct {
	Lexis
	Wraps []Wrap
	// Indented says which blocks there are where indentation tells; nil where they are
	// in braces.
	Indented *Indented
	// Before and After are around statements that stand by themselves.
	Before, After string
}

// Wrap is how a block that is a node of some kind is read by itself.
type Wrap struct {
	Kind          string
	Before, After string // what stands around it then
	// Statements: what is in it can be read as statements, where it can't be read.
	Statements bool
}

// A block is read apart where it has as many bytes or a bracket too much, and blocks in
// one where that has as many.
const (
	smallBlock = 32
	largeBlock = 8 << 10
)

// maxNested is how many blocks in one another are read apart.
const maxNested = 32

// A text of so many bytes that has errors is read block by block even where its brackets
// are in order, and first where some of its blocks may be Kept.
const largeText = 8 << 10

// maxSkeletonDamage is how many bytes around the blocks may be unreadable.
const maxSkeletonDamage = 512

// Kept are the blocks that a Parser has read lately; nil keeps nothing. Trees are the
// same with and without, as blocks without errors are read apart as they are in the
// whole. Whoever reads versions of a text hands it to Parsers, one at a time, and calls
// Turn before each version.
type Kept struct{ now, before map[keptKey][]Node }

type keptKey struct {
	g    *Grammar
	text string
}

// NewKept has no blocks.
func NewKept() *Kept { return &Kept{now: map[keptKey][]Node{}} }

// Turn lets go of what was not used since the last Turn.
func (k *Kept) Turn() {
	if k != nil {
		k.now, k.before = make(map[keptKey][]Node, len(k.now)), k.now
	}
}

// get are the nodes of a text that was read; they must not be changed.
func (k *Kept) get(g *Grammar, text []byte) ([]Node, bool) {
	if k == nil {
		return nil, false
	}
	if n, ok := k.now[keptKey{g, string(text)}]; ok {
		return n, true
	}
	n, ok := k.before[keptKey{g, string(text)}]
	if ok {
		k.now[keptKey{g, string(text)}] = n
	}
	return n, ok
}

func (k *Kept) put(g *Grammar, text []byte, nodes []Node) {
	if k != nil {
		k.now[keptKey{g, string(text)}] = nodes
	}
}

// block is a part of a text in braces, or indented, that is read apart, or the text
// around all such parts. In its own text there are two braces with nothing between them
// for each block in it, or what Indented.Hold says.
type block struct {
	from, to uint32 // in the file
	in       []*block
	lead     uint32 // where the line begins that it begins in, if it is indented
	indent   uint32 // how deep it is, if it is indented
	size     uint32 // of what is indented, without comments behind it
	head     uint32 // where the line is that heads it, if it is indented
	torn     bool   // that line is in it, as it can't be read
	held     Sym    // what stands for it in the text around
	at       uint32 // where it stands in the own text of the one around
	wrap     *Wrap  // nil for the text around all
	sym      Sym
	own      []byte
	segs     []segment
	nodes    []Node
	root     uint32
}

// around is what stands around a block of the kind in its own text.
func (w *Wrap) around() (before, after string) {
	if w == nil {
		return "", ""
	}
	return w.Before, w.After
}

// segment says that an own text is from offset own on what the file is from offset file.
type segment struct{ own, file uint32 }

// splitter reads a text block by block.
type splitter struct {
	g       *Grammar
	b       *Blocks
	syms    []Sym // of b.Wraps
	src     []byte
	mended  []byte // src with what stands for loose brackets; nil where there are none
	loose   []bracket
	lines   []line // where blocks are indented
	held    Sym    // what stands for a torn one there
	parse   func([]byte) ([]Node, bool)
	uncut   map[uint32]bool // braces, and lines that head blocks, that can't be read apart
	torn    map[uint32]bool // lines that head blocks and can't be read
	applied int             // how many of loose were replaced
	around  damage          // of the text around the blocks
}

// ParseApart is Parse of a text block by block; ok is false where it can't be read so.
func (p *Parser) ParseApart(ctx context.Context, g *Grammar, src []byte, b *Blocks) (t Tree, ok bool) {
	t, _, ok = p.split(ctx, g, src, b, true, func(text []byte) (Tree, bool) {
		t, err := p.Parse(ctx, g, text)
		return t, err == nil
	})
	return t, ok
}

// split is ParseApart. Unless always it is not tried where the brackets of a small text
// are in order. parse reads a text by itself. clean says that nothing is wrong around the
// blocks.
func (p *Parser) split(ctx context.Context, g *Grammar, src []byte, b *Blocks, always bool, parse func([]byte) (Tree, bool)) (t Tree, clean, ok bool) {
	s := splitter{g: g, b: b, src: src, uncut: map[uint32]bool{}, torn: map[uint32]bool{}, parse: func(text []byte) ([]Node, bool) {
		if n, ok := p.Kept.get(g, text); ok {
			return n, true
		}
		t, ok := parse(text)
		if !ok {
			return nil, false
		}
		n := slices.Clone(t.Nodes)
		p.Kept.put(g, text, n)
		return n, true
	}}
	found, ok := s.find()
	if !ok || !always && len(s.loose) == 0 && len(src) < largeText || ctx.Err() != nil {
		return Tree{}, false, false
	}
	for i := range b.Wraps {
		sym, ok := g.lookup(b.Wraps[i].Kind, true)
		if !ok {
			sym = ^Sym(0)
		}
		s.syms = append(s.syms, sym)
	}
	if b.Indented != nil {
		s.held = g.Symbol(b.Indented.Held)
	}
	// What can't be read apart is known when what is around it was read.
	for range 4 {
		uncut := len(s.uncut) + len(s.torn)
		top := s.cut(found)
		if len(top.in) == 0 {
			return Tree{}, false, false
		}
		s.applied = 0
		if !s.read(top) {
			if len(s.uncut)+len(s.torn) > uncut {
				continue
			}
			return Tree{}, false, false
		}
		text := src
		if s.applied > 0 {
			text = s.mended
		}
		return Tree{Grammar: g, Src: src, Read: text, Nodes: s.join(top), Mended: s.applied, Apart: true}, s.around == damage{}, true
	}
	return Tree{}, false, false
}

// find finds what tells where blocks are, brackets or lines, and mends the text.
func (s *splitter) find() (list []bracket, ok bool) {
	if s.b.Indented != nil {
		s.lines, s.loose, s.mended, ok = findLines(s.src, s.b)
		return nil, ok
	}
	found, ok := findBrackets(s.src, &s.b.Lexis)
	if ok {
		s.loose = found.loose
		s.mend(found.list)
	}
	return found.list, ok
}

// mend replaces brackets and quotes that belong to none: one that begins something in a
// block by the end of a statement, others by a space.
func (s *splitter) mend(list []bracket) {
	if len(s.loose) == 0 {
		return
	}
	s.mended = slices.Clone(s.src)
	var around []byte // 1 for blocks, by depth
	next := 0
	for i := range list {
		k := &list[i]
		for next < len(s.loose) && s.loose[next].at < k.at {
			s.mended[s.loose[next].at] = ' '
			next++
		}
		switch {
		case k.c == ';':
		case k.mate < 0:
			s.mended[k.at] = ' '
			if (len(around) == 0 || around[len(around)-1] == 1) && k.c == opening(k.c) {
				if letter(k.prev) || k.prev == '_' || k.prev == ')' || k.prev == ']' {
					s.mended[k.at] = ';'
				}
				s.endLine(int(k.at))
			}
			if next < len(s.loose) && s.loose[next].at == k.at {
				next++
			}
		case int(k.mate) > i:
			kind := byte(0)
			if k.c == '{' && (k.prev == 0 || k.prev == ')' || k.prev == ';' || k.prev == '{' || k.prev == '}' || k.prev == '>' || letter(k.prev) || k.prev == '_') {
				kind = 1
			}
			around = append(around, kind)
		default:
			if len(around) > 0 {
				around = around[:len(around)-1]
			}
		}
	}
	for ; next < len(s.loose); next++ {
		s.mended[s.loose[next].at] = ' '
	}
}

// endLine ends a statement where the line ends that an offset is in: what is behind may
// not go on with it. Where a comment may end the line it stays as it is.
func (s *splitter) endLine(at int) {
	end := lineEnd(s.src, at)
	if end < len(s.src) && !slices.ContainsFunc(s.b.Line, func(c string) bool { return bytes.Contains(s.src[at:end], []byte(c)) }) {
		s.mended[end] = ';'
	}
}

// cut finds the blocks to read apart.
func (s *splitter) cut(list []bracket) *block {
	if s.b.Indented != nil {
		return s.cutLines()
	}
	top := &block{to: uint32(len(s.src))}
	around := []*block{top}
	// parens says, by depth of brackets, whether there were parentheses in what is being
	// read: what stands in braces then is a block.
	parens := []bool{false}
	for i := range list {
		k := &list[i]
		level := len(parens) - 1
		switch {
		case k.c == ';':
			parens[level] = false
		case k.mate < 0:
		case int(k.mate) > i:
			parens = append(parens, false)
			if k.c != '{' {
				break
			}
			arrow := k.prev == '>' && k.prev2 == '='
			named := parens[level] && (letter(k.prev) || k.prev == '_' || k.prev == '>' || k.prev == ']')
			if k.prev != ')' && !arrow && !named || s.uncut[k.at] {
				break
			}
			to := list[k.mate].at + 1
			outer := around[len(around)-1]
			if len(around) > maxNested || outer != top && outer.to-outer.from < largeBlock || to-k.at < smallBlock && !s.looseIn(k.at, to) {
				break
			}
			b := &block{from: k.at, to: to}
			outer.in = append(outer.in, b)
			around = append(around, b)
		default:
			parens = parens[:level]
			level--
			if b := around[len(around)-1]; b != top && b.to == k.at+1 {
				around = around[:len(around)-1]
			}
			parens[level] = k.c == ')' || parens[level] && k.c != '}'
		}
	}
	return top
}

// looseIn says whether there are brackets or quotes in a range that belong to none.
func (s *splitter) looseIn(from, to uint32) bool {
	i, _ := slices.BinarySearchFunc(s.loose, from, func(k bracket, at uint32) int { return int(k.at) - int(at) })
	return i < len(s.loose) && s.loose[i].at < to
}

// text makes the own text of a block, of the file or of what is mended.
func (s *splitter) text(b *block, src []byte) {
	before, after := b.wrap.around()
	b.own = append(make([]byte, 0, int(b.to-b.from)+len(before)+len(after)), before...)
	b.segs = b.segs[:0]
	if s.b.Indented != nil && b.wrap != nil {
		b.own = append(b.own, src[b.lead:b.from]...)
	}
	put := func(from, to uint32) {
		b.segs = append(b.segs, segment{uint32(len(b.own)), from})
		b.own = append(b.own, src[from:to]...)
	}
	at := b.from
	for _, in := range b.in {
		if s.b.Indented != nil {
			put(at, in.from)
			in.at = uint32(len(b.own))
			b.segs = append(b.segs, segment{in.at, in.from}, segment{in.at + 1, in.to - 1})
			b.own = append(b.own, s.b.Indented.Hold...)
			at = in.to
			continue
		}
		put(at, in.from+1)
		in.at = uint32(len(b.own)) - 1
		at = in.to - 1
	}
	put(at, b.to)
	b.own = append(b.own, after...)
}

// read reads a block, and those in it; it is false where that can't be.
func (s *splitter) read(b *block) bool {
	if !s.readOwn(b) || !s.place(b) {
		return false
	}
	for _, in := range b.in {
		if !s.read(in) {
			return false
		}
	}
	return true
}

// readOwn reads the own text of a block: as it is where nothing is wrong with that,
// else as it is mended.
func (s *splitter) readOwn(b *block) bool {
	loose := 0
	for _, k := range s.loose {
		if k.at >= b.from && k.at < b.to && !slices.ContainsFunc(b.in, func(in *block) bool { return k.at >= in.from && k.at < in.to }) {
			loose++
		}
	}
	s.text(b, s.src)
	nodes, ok := s.parse(b.own)
	if !ok {
		return false
	}
	b.nodes = nodes
	t := Tree{Nodes: nodes}
	if d := t.damage(); loose > 0 && d != (damage{}) {
		s.text(b, s.mended)
		if b.nodes, ok = s.parse(b.own); !ok {
			return false
		}
		s.applied += loose
	}
	if b.wrap == nil {
		t.Nodes = b.nodes
		s.around = t.damage()
		return s.around.bytes <= maxSkeletonDamage
	}
	_, after := b.wrap.around()
	from, to := b.segs[0].own, uint32(len(b.own)-len(after))
	for i := range b.nodes {
		if n := &b.nodes[i]; n.Start == from && n.End == to && n.Sym == b.sym && n.Flags&Error == 0 {
			b.root = uint32(i)
			return true
		}
	}
	if s.b.Indented != nil {
		b.gather(from, to)
		return true
	}
	return b.wrap.Statements && s.loosely(b, after)
}

// gather puts what was read between two offsets of a block's own text below a node for
// the block, whatever is around it there.
func (b *block) gather(from, to uint32) {
	out := []Node{{Start: from, End: to, Parent: NoNode, Sym: b.sym, Flags: Named}}
	for i := uint32(0); i < uint32(len(b.nodes)); {
		if n := b.nodes[i]; n.Start < from || n.End > to || n.Start == from && n.Sym == b.sym || n.Start == n.End {
			i++ // what is around, and what is in that
			continue
		}
		top, end := b.nodes[i], b.nodes[i].Next
		for off := uint32(len(out)) - i; i < end; i++ {
			m := b.nodes[i]
			m.Next += off
			m.Depth -= top.Depth - 1
			if m.Parent == top.Parent {
				m.Parent, m.Field = 0, 0
			} else {
				m.Parent += off
			}
			out = append(out, m)
		}
	}
	out[0].Next = uint32(len(out))
	b.nodes, b.root = out, 0
}

// loosely reads what is in a block as statements by themselves, of which all are then in
// a block, whatever is wrong with them.
func (s *splitter) loosely(b *block, after string) bool {
	// the braces are blank
	text := slices.Clone(b.own[len(b.wrap.Before) : len(b.own)-len(after)])
	text[0], text[len(text)-1] = ' ', ' '
	shift := uint32(len(s.b.Before))
	nodes, ok := s.parse(slices.Concat([]byte(s.b.Before), text, []byte(s.b.After)))
	if !ok || len(nodes) == 0 {
		return false
	}
	back := uint32(len(b.wrap.Before)) // where the block is in its own text
	open, _ := s.g.lookup("{", false)
	end, _ := s.g.lookup("}", false)
	size := uint32(len(text))
	out := []Node{{Start: back, End: back + size, Parent: NoNode, Sym: b.sym, Flags: Named}, {Start: back, End: back + 1, Next: 2, Sym: open, Depth: 1}}
	for i := uint32(1); i < uint32(len(nodes)); {
		n := nodes[i]
		if n.Parent == 0 && (n.Start < shift && shift > 0 || n.End > shift+size) {
			i = n.Next // what is around
			continue
		}
		off := uint32(len(out)) - i
		for ; i < n.Next; i++ {
			m := nodes[i]
			m.Start, m.End = m.Start-shift+back, m.End-shift+back
			m.Next += off
			if m.Parent == 0 {
				m.Field = 0
			} else {
				m.Parent += off
			}
			out = append(out, m)
		}
	}
	if nodes[0].Flags&Error != 0 {
		out[0].Flags |= Error
	}
	out = append(out, Node{Start: back + size - 1, End: back + size, Next: uint32(len(out)) + 1, Sym: end, Depth: 1})
	out[0].Next = uint32(len(out))
	b.nodes, b.root = out, 0
	return true
}

// place finds what the blocks in b are; those that are nothing that can be read apart
// are uncut, and it is false.
func (s *splitter) place(b *block) bool {
	i := 0
	ok := true
	for _, in := range b.in {
		for i < len(b.nodes) && b.nodes[i].Start < in.at {
			i++
		}
		in.wrap = nil
		for j := i; j < len(b.nodes) && b.nodes[j].Start == in.at; j++ {
			n := &b.nodes[j]
			if n.End != in.at+2 || n.Flags&(Error|Missing) != 0 {
				continue
			}
			w := slices.Index(s.syms, n.Sym)
			if in.torn && n.Sym == s.held {
				w = 0
			}
			if w >= 0 {
				in.wrap, in.sym, in.held = &s.b.Wraps[w], s.syms[w], n.Sym
				break
			}
		}
		switch {
		case in.wrap != nil:
			continue
		case s.b.Indented == nil:
			s.uncut[in.from] = true
		case in.torn:
			s.uncut[in.head] = true
		default:
			s.torn[in.head] = true
		}
		ok = false
	}
	return ok
}

// join makes one tree of those of the blocks.
func (s *splitter) join(top *block) []Node {
	size := 0
	var count func(b *block)
	count = func(b *block) {
		size += int(b.nodes[b.root].Next - b.root)
		for _, in := range b.in {
			count(in)
		}
	}
	count(top)
	out := make([]Node, 0, size)
	return s.emit(out, top, NoNode, 0, top.nodes[0].Field)
}

// emit appends the nodes of a block below a node.
func (s *splitter) emit(out []Node, b *block, parent uint32, depth uint16, field FieldID) []Node {
	from, to := b.root, b.nodes[b.root].Next
	now := make([]uint32, to-from+1) // by node of b: which it is in out
	base := b.nodes[from].Depth
	in, seg := b.in, 0
	for i := from; i < to; {
		n := b.nodes[i]
		now[i-from] = uint32(len(out))
		for seg+1 < len(b.segs) && b.segs[seg+1].own <= n.Start {
			seg++
		}
		end := seg
		if n.End > n.Start {
			end = b.segment(n.End-1, seg)
		}
		n.Start = n.Start - b.segs[seg].own + b.segs[seg].file
		n.End = n.End - b.segs[end].own + b.segs[end].file
		n.Depth = uint16(min(uint32(n.Depth)-uint32(base)+uint32(depth), uint32(^uint16(0))))
		if i == from {
			n.Parent, n.Field = parent, field
		} else {
			n.Parent = now[n.Parent-from]
		}
		if len(in) > 0 && n.Start == in[0].from && n.End == in[0].to && n.Sym == in[0].held {
			out = s.emit(out, in[0], n.Parent, n.Depth, n.Field)
			next := b.nodes[i].Next
			for i++; i < next; i++ {
				now[i-from] = uint32(len(out))
			}
			in = in[1:]
			continue
		}
		out = append(out, n)
		i++
	}
	now[to-from] = uint32(len(out))
	in = b.in
	for i := from; i < to; i++ {
		n := &b.nodes[i]
		if len(in) > 0 && n.Start == in[0].at && n.End == in[0].at+2 && n.Sym == in[0].held {
			i = n.Next - 1 // it has its own
			in = in[1:]
			continue
		}
		out[now[i-from]].Next = now[n.Next-from]
	}
	return out
}

// segment is the one that has an offset, at or behind seg.
func (b *block) segment(at uint32, seg int) int {
	if seg+1 >= len(b.segs) || at < b.segs[seg+1].own {
		return seg
	}
	n, found := slices.BinarySearchFunc(b.segs, at, func(s segment, at uint32) int { return int(s.own) - int(at) })
	if !found {
		n--
	}
	return n
}
