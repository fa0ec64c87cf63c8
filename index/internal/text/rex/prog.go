package rex

import (
	"errors"
	"slices"
	"unicode/utf8"
)

type instOp uint8

const (
	instMatch instOp = iota
	instSet          // one character of set arg, then out
	instSplit        // out, or less preferred arg
	instLook         // out where Look(arg) holds
	instSave         // remembers the place as the start (arg 0) or end (arg 1) of the match
)

type inst struct {
	op       instOp
	out, arg uint32
}

// Bounds of a program: its instructions, the classes of symbols that it tells apart, and
// the steps that it takes to find these; the least of them is a tenth of a second.
const (
	maxInsts   = 200_000
	maxClasses = 60_000
	maxSteps   = 32 << 20
)

// maxTabled is up to how many pairs of a set and a class a table says which belong
// together.
const maxTabled = 1 << 20

// ErrStopped is returned where a Meter says that nobody wants the result any more.
var ErrStopped = errors.New("stopped")

// ErrTooLarge is returned for a pattern that its repetitions make too large.
var ErrTooLarge = errors.New("the pattern is too large; repeat less, or search for a part of it")

// tooLarge is ErrTooLarge with the place of the outermost repetition at fault.
type tooLarge struct{ at int }

func (*tooLarge) Error() string        { return ErrTooLarge.Error() }
func (*tooLarge) Is(target error) bool { return target == ErrTooLarge }

// LargeAt returns the offset of the construct that makes the pattern too large, 0 where
// that is the pattern as a whole; err is what Compile has returned.
func LargeAt(err error) int {
	var e *tooLarge
	if errors.As(err, &e) {
		return e.at
	}
	return 0
}

// Prog is a compiled expression. It is immutable and safe for concurrent use.
//
// Text is a sequence of symbols: the characters of UTF-8, and each byte that is
// no part of one, which is in no set. Symbols that no part of the program tells apart form a
// class; what follows works on classes.
type Prog struct {
	insts []inst
	start uint32
	// looks: the program has conditions.
	looks bool
	words bool
	other uint32 // with word, the number of the set of \W

	sets []Set
	// in[set][class]; nil where that would be a large table
	in      [][]bool
	first   []rune // the least symbol of a class, but of invalid
	classes int
	word    []bool // of a class
	newline uint16 // the class of "\n"
	invalid uint16 // the class of bytes that are no UTF-8
	ascii   [utf8.RuneSelf]uint16
	starts  []rune   // of the intervals of one class each
	of      []uint16 // class of the interval
}

// Compile makes a program of an expression. word asks that a match has neither
// a word character before nor one after it, as ripgrep's -w does. It counts its work on m,
// which may be nil. It fails with ErrTooLarge and ErrStopped.
func Compile(n *Node, word bool, m *Meter) (*Prog, error) {
	c := &compiler{p: &Prog{}, number: map[string]uint32{}, meter: m}
	end := c.add(inst{op: instMatch})
	if word {
		c.p.start = c.word(n, end)
	} else {
		end = c.add(inst{op: instSave, out: end, arg: 1})
		c.p.start = c.add(inst{op: instSave, out: c.node(n, end), arg: 0})
	}
	switch {
	case m.Stopped():
		return nil, ErrStopped
	case c.full:
		return nil, &tooLarge{c.at}
	}
	if err := c.p.partition(m); err != nil {
		return nil, err
	}
	return c.p, nil
}

// matchInst is the number of the instruction that is the match.
const matchInst = 0

// Reverse makes the program that reads the matches of n backwards. With word
// they have with them what Compile asks to be around them.
func Reverse(n *Node, word bool, m *Meter) (*Prog, error) {
	if word {
		n = concat([]*Node{before(), n, after()})
	}
	return Compile(reversed(n), false, m)
}

// Head makes the program of those matches with word that start with the line.
// They have what is after them with them.
func Head(n *Node, m *Meter) (*Prog, error) {
	return Compile(concat([]*Node{look(LookStart), n, after()}), false, m)
}

// other is a character that is no word character.
func other() *Node {
	return &Node{Op: OpSet, Set: word().negated().without(single('\n')), depth: 1}
}

// before is what must be before a match with word, after what must be after it.
func before() *Node { return alt([]*Node{look(LookStart), other()}) }
func after() *Node  { return alt([]*Node{other(), look(LookEnd)}) }

// reversed is bounded in depth by the parser.
func reversed(n *Node) *Node {
	switch {
	case n.Op == OpLook && n.Look == LookStart:
		return look(LookEnd)
	case n.Op == OpLook && n.Look == LookEnd:
		return look(LookStart)
	case len(n.Subs) == 0:
		return n
	}
	out := *n
	out.Subs = make([]*Node, len(n.Subs))
	for i, sub := range n.Subs {
		out.Subs[i] = reversed(sub)
	}
	if n.Op == OpConcat {
		slices.Reverse(out.Subs)
	}
	return &out
}

type compiler struct {
	p      *Prog
	number map[string]uint32 // of sets
	meter  *Meter
	full   bool
	at     int // with full, the place of the outermost repetition
}

func (c *compiler) add(i inst) uint32 {
	if len(c.p.insts) >= maxInsts || c.meter.spend(1) {
		c.full = true
		return 0
	}
	c.p.insts = append(c.p.insts, i)
	return uint32(len(c.p.insts) - 1)
}

// word is (?:^|\W)(n)(?:\W|$), of which the group is the match.
func (c *compiler) word(n *Node, next uint32) uint32 {
	c.p.other = c.set(other().Set)
	end := c.add(inst{op: instSave, out: c.node(after(), next), arg: 1})
	begin := c.add(inst{op: instSave, out: c.node(n, end), arg: 0})
	return c.node(before(), begin)
}

func (c *compiler) set(s Set) uint32 {
	c.meter.spend(8 * len(s))
	key := make([]byte, 0, 8*len(s))
	for _, x := range s {
		key = utf8.AppendRune(utf8.AppendRune(key, x.Lo), x.Hi)
	}
	n, ok := c.number[string(key)]
	if !ok {
		n = uint32(len(c.p.sets))
		c.number[string(key)] = n
		c.p.sets = append(c.p.sets, s)
	}
	return n
}

// node compiles n so that next follows, and returns where it starts. Its depth
// is bounded by the parser.
func (c *compiler) node(n *Node, next uint32) uint32 {
	if c.full {
		return next
	}
	switch n.Op {
	case OpLit:
		return c.add(inst{op: instSet, out: next, arg: c.set(single(n.Lit))})
	case OpSet:
		return c.add(inst{op: instSet, out: next, arg: c.set(n.Set)})
	case OpConcat:
		for i := len(n.Subs) - 1; i >= 0; i-- {
			next = c.node(n.Subs[i], next)
		}
		return next
	case OpAlt:
		out := c.node(n.Subs[len(n.Subs)-1], next)
		for i := len(n.Subs) - 2; i >= 0; i-- {
			out = c.add(inst{op: instSplit, out: c.node(n.Subs[i], next), arg: out})
		}
		return out
	case OpRepeat:
		next = c.repeat(n, next)
		if c.full {
			c.at = n.at
		}
		return next
	case OpLook:
		c.p.looks = true
		c.p.words = c.p.words || n.Look == LookWord || n.Look == LookNotWord
		return c.add(inst{op: instLook, out: next, arg: uint32(n.Look)})
	}
	return next
}

func (c *compiler) repeat(n *Node, next uint32) uint32 {
	sub := n.Subs[0]
	split := func(body, rest uint32) inst {
		if n.Lazy {
			return inst{op: instSplit, out: rest, arg: body}
		}
		return inst{op: instSplit, out: body, arg: rest}
	}
	at, copies := next, n.Min
	switch {
	case n.Max != Unlimited:
		for i := n.Min; i < n.Max && !c.full; i++ {
			at = c.add(split(c.node(sub, at), next))
		}
	default:
		loop := c.add(inst{})
		body := c.node(sub, loop)
		if c.full {
			return next
		}
		c.p.insts[loop] = split(body, next)
		at = loop
		if copies > 0 {
			at = body
			copies--
		}
	}
	for i := 0; i < copies && !c.full; i++ {
		size := len(c.p.insts)
		if at = c.node(sub, at); len(c.p.insts) == size {
			break // it matches nothing, however often
		}
	}
	return at
}

// partition finds the classes of symbols. It fails where there are too many, and where
// the meter stops it.
func (p *Prog) partition(m *Meter) error {
	sets := p.sets
	if p.words {
		sets = append(slices.Clip(sets), word())
	}
	points := []rune{0, '\n', '\n' + 1}
	for _, s := range sets {
		for _, x := range s {
			points = append(points, x.Lo, x.Hi+1)
		}
	}
	slices.Sort(points)
	p.starts = slices.Compact(points)
	if err := p.refine(append([]Set{single('\n')}, sets...), m); err != nil {
		return err
	}
	p.first = make([]rune, p.classes)
	for i := len(p.starts) - 1; i >= 0; i-- {
		p.first[p.of[i]] = p.starts[i]
	}
	p.invalid = uint16(p.classes)
	p.classes++
	if len(p.sets)*p.classes <= maxTabled {
		p.in = make([][]bool, len(p.sets))
		for n, s := range p.sets {
			p.in[n] = make([]bool, p.classes)
			for class, r := range p.first {
				p.in[n][class] = s.Has(r)
			}
		}
	}
	p.word = make([]bool, p.classes)
	if p.words {
		w := word()
		for class, r := range p.first {
			p.word[class] = w.Has(r)
		}
	}
	for r := range p.ascii {
		p.ascii[r] = p.search(rune(r))
	}
	p.newline = p.ascii['\n']
	return nil
}

// refine makes intervals that the same of sets have a class: all begin as one, and a class
// that a set cuts becomes two. A set costs as many steps as it has intervals.
func (p *Prog) refine(sets []Set, m *Meter) error {
	p.of = make([]uint16, len(p.starts))
	type class struct{ intervals, within, part int32 } // within the set; part is the class of these
	classes := []class{{intervals: int32(len(p.starts))}}
	var cut []uint16 // classes that have intervals in the set
	steps := 0
	for _, s := range sets {
		cut = cut[:0]
		each := func(do func(i int)) {
			for _, x := range s {
				i, _ := slices.BinarySearch(p.starts, x.Lo)
				for ; i < len(p.starts) && p.starts[i] <= x.Hi; i++ {
					do(i)
				}
			}
		}
		before := steps
		each(func(i int) {
			steps++
			c := p.of[i]
			if classes[c].within == 0 {
				cut = append(cut, c)
			}
			classes[c].within++
		})
		switch {
		case steps > maxSteps:
			return &tooLarge{}
		case m.spend(steps - before):
			return ErrStopped
		}
		for _, c := range cut {
			classes[c].part = int32(c)
			if n := classes[c].within; n < classes[c].intervals {
				if len(classes) >= maxClasses {
					return &tooLarge{}
				}
				classes[c].part = int32(len(classes))
				classes[c].intervals -= n
				classes = append(classes, class{intervals: n})
			}
			classes[c].within = 0
		}
		each(func(i int) { p.of[i] = uint16(classes[p.of[i]].part) })
	}
	p.classes = len(classes)
	return nil
}

// has reports whether the symbols of a class are in a set.
func (p *Prog) has(set uint32, class uint16) bool {
	if p.in != nil {
		return p.in[set][class]
	}
	return class != p.invalid && p.sets[set].Has(p.first[class])
}

func (p *Prog) search(r rune) uint16 {
	i, found := slices.BinarySearch(p.starts, r)
	if !found {
		i--
	}
	return p.of[i]
}

// symbol is the class of the first symbol of text, which isn't empty, and its
// length.
func (p *Prog) symbol(text []byte) (class uint16, n int) {
	if c := text[0]; c < utf8.RuneSelf {
		return p.ascii[c], 1
	}
	r, n := utf8.DecodeRune(text)
	if r == utf8.RuneError && n == 1 {
		return p.invalid, 1
	}
	return p.search(r), n
}

// before is the class of the last symbol of text, which isn't empty.
func (p *Prog) before(text []byte) uint16 {
	if c := text[len(text)-1]; c < utf8.RuneSelf {
		return p.ascii[c]
	}
	r, n := utf8.DecodeLastRune(text)
	if r == utf8.RuneError && n == 1 {
		return p.invalid
	}
	return p.search(r)
}

// width is the length of the last symbol of text, which isn't empty.
func (p *Prog) width(text []byte) int {
	if text[len(text)-1] < utf8.RuneSelf {
		return 1
	}
	_, n := utf8.DecodeLastRune(text)
	return n
}

// place is what is known of a place between two symbols.
type place struct{ start, end, before, after bool }

func (l Look) holds(at place) bool {
	switch l {
	case LookStart:
		return at.start
	case LookEnd:
		return at.end
	case LookWord:
		return at.before != at.after
	}
	return at.before == at.after
}
