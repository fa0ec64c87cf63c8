package rex

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// scan is a DFA that runs over one line, forwards or backwards, and finds where
// a match ends. Forwards that is the end of the match that the expression
// prefers, of those that start leftmost; backwards, from there, the place that
// is furthest away, which is where that match starts.
//
// That a match ends is known one symbol later, because conditions may depend on
// that symbol.
type scan struct {
	p      *Prog
	back   bool
	stride uint32
	// table[state+class] is the next state, with ended when a match ends before
	// the symbol; 0 is unknown, and the state numbered stride is dead.
	table  []uint32
	states []scanState // of state/stride
	number map[string]uint32
	class  [256]uint16 // as in DFA
	set    sparse
	next   sparse
	stack  []uint32
	key    []byte
	used   int // as in DFA
	meter  *Meter
	// first are the states before the first symbol, by start and word; 0 is unknown.
	first [4]uint32
}

const ended = 1 << 31

// scanState is what is known between two symbols. Forwards the instructions are
// in the order of preference, and those that are less preferred than a match
// are left out.
type scanState struct {
	insts  []uint32
	start  bool // at the first symbol's side of the line
	word   bool // behind a word character
	search bool // a match may still start; forwards only
}

func newScan(p *Prog, back bool, m *Meter) *scan {
	d := &scan{p: p, back: back, meter: m, set: newSparse(len(p.insts)), next: newSparse(len(p.insts)), stride: uint32(p.classes + 1)}
	for c := range d.class {
		d.class[c] = uint16(p.classes)
		if c < utf8.RuneSelf {
			d.class[c] = p.ascii[c]
		}
	}
	d.reset()
	return d
}

func (d *scan) reset() {
	d.table = append(d.table[:0], make([]uint32, 2*d.stride)...)
	clear(d.states)
	d.states = append(d.states[:0], make([]scanState, 2)...)
	d.number, d.used, d.first = map[string]uint32{}, 0, [4]uint32{}
}

// close adds to set what is reached from i, in the order of preference; at
// decides conditions, and where it is nil they are kept. It says whether a match
// has cut off what is less preferred.
func (d *scan) close(set *sparse, i uint32, at *place) (cut bool) {
	d.stack = append(d.stack[:0], i)
	for len(d.stack) > 0 {
		i := d.stack[len(d.stack)-1]
		d.stack = d.stack[:len(d.stack)-1]
		if !set.add(i) {
			continue
		}
		switch in := &d.p.insts[i]; in.op {
		case instMatch:
			if !d.back {
				return true
			}
		case instSplit:
			d.stack = append(d.stack, in.arg, in.out)
		case instSave:
			d.stack = append(d.stack, in.out)
		case instLook:
			if at != nil && Look(in.arg).holds(*at) {
				d.stack = append(d.stack, in.out)
			}
		}
	}
	return false
}

// intern is the state of what next has.
func (d *scan) intern(start, word, search bool) uint32 {
	s := scanState{insts: make([]uint32, 0, len(d.next.dense)), search: search}
	looks := false
	for _, i := range d.next.dense {
		switch d.p.insts[i].op {
		case instLook:
			looks = true
		case instSet, instMatch:
		default:
			continue
		}
		s.insts = append(s.insts, i)
	}
	if len(s.insts) == 0 && !search {
		return d.stride
	}
	if d.back {
		slices.Sort(s.insts)
	}
	s.start, s.word = start && looks, word && looks
	d.key = append(d.key[:0], bit(s.start)|bit(s.word)<<1|bit(s.search)<<2)
	for _, i := range s.insts {
		d.key = binary.AppendUvarint(d.key, uint64(i))
	}
	n, ok := d.number[string(d.key)]
	if !ok {
		n = uint32(len(d.table))
		d.table = append(d.table, make([]uint32, d.stride)...)
		d.states = append(d.states, s)
		d.number[string(d.key)] = n
		d.used += stateSize(len(s.insts), len(d.key))
	}
	return n
}

// begin is the state before the first symbol.
func (d *scan) begin(start, word bool) uint32 {
	if len(d.table) > maxTable || d.used > maxStates {
		d.reset()
	}
	first := &d.first[bit(start)|bit(word)<<1]
	if *first == 0 {
		d.next.dense = d.next.dense[:0]
		cut := d.close(&d.next, d.p.start, nil)
		d.meter.spend(len(d.next.dense))
		*first = d.intern(start, word, !d.back && !cut)
	}
	return *first
}

// step makes the transition from a state with a symbol; that of "\n" stands for
// the end of the line. It may start over, and then the state that it returns is
// the only valid one.
func (d *scan) step(from uint32, class uint16) uint32 {
	s := d.states[from/d.stride]
	at := place{start: s.start, end: class == d.p.newline, before: s.word, after: d.p.word[class]}
	search := s.search
	var match uint32
	d.set.dense = d.set.dense[:0]
	for _, i := range s.insts {
		if d.close(&d.set, i, &at) {
			match, search = ended, false
			break
		}
	}
	if d.back && d.set.has(matchInst) {
		match = ended
	}
	d.next.dense = d.next.dense[:0]
	if at.end {
		search = false
	} else {
		for _, i := range d.set.dense {
			if in := &d.p.insts[i]; in.op == instSet && d.p.has(in.arg, class) && d.close(&d.next, in.out, nil) {
				search = false
				break
			}
		}
	}
	if search && d.close(&d.next, d.p.start, nil) {
		search = false
	}
	d.meter.spend(len(d.set.dense) + len(d.next.dense))
	if len(d.table) > maxTable || d.used > maxStates {
		next := slices.Clone(d.next.dense)
		d.reset()
		d.next.dense = d.next.dense[:0]
		for _, i := range next {
			d.next.add(i)
		}
		return d.intern(false, at.after, search) | match
	}
	to := d.intern(false, at.after, search) | match
	d.table[from+uint32(class)] = to
	return to
}

// forward returns where the match ends that starts leftmost in line[from:], or
// -1; from is between two symbols.
func (d *scan) forward(line []byte, from int) int {
	s := d.begin(from == 0, from > 0 && d.p.word[d.p.before(line[:from])])
	last := -1
	ask := from + window
	for i := from; i < len(line); {
		if i >= ask {
			if d.meter.spend(window) {
				return -1
			}
			ask = i + window
		}
		n := 1
		t := d.table[s+uint32(d.class[line[i]])]
		if t == 0 {
			var class uint16
			class, n = d.p.symbol(line[i:])
			if t = d.table[s+uint32(class)]; t == 0 {
				if t = d.step(s, class); d.meter.Stopped() {
					return -1
				}
			}
		}
		if t&ended != 0 {
			last = i
			t &^= ended
		}
		if t == d.stride {
			return last
		}
		s = t
		i += n
	}
	if d.last(s, d.p.newline) {
		return len(line)
	}
	return last
}

// backward returns where the longest match starts that ends at to, and starts
// at from or later, or -1. The program is that of the reversed expression.
func (d *scan) backward(line []byte, from, to int) int {
	word := false
	if to < len(line) {
		class, _ := d.p.symbol(line[to:])
		word = d.p.word[class]
	}
	s := d.begin(to == len(line), word)
	best := -1
	ask := to - window
	for i := to; i > from; {
		if i <= ask {
			if d.meter.spend(window) {
				return -1
			}
			ask = i - window
		}
		n := 1
		t := d.table[s+uint32(d.class[line[i-1]])]
		if t == 0 {
			class := d.p.before(line[from:i])
			n = d.p.width(line[from:i])
			if t = d.table[s+uint32(class)]; t == 0 {
				if t = d.step(s, class); d.meter.Stopped() {
					return -1
				}
			}
		}
		if t&ended != 0 {
			best = i
			t &^= ended
		}
		if t == d.stride {
			return best
		}
		s = t
		i -= n
	}
	class := d.p.newline
	if from > 0 {
		class = d.p.before(line[:from])
	}
	if d.last(s, class) {
		return from
	}
	return best
}

// last tells whether a match ends before a symbol that is not passed.
func (d *scan) last(s uint32, class uint16) bool {
	t := d.table[s+uint32(class)]
	if t == 0 {
		t = d.step(s, class)
	}
	return t&ended != 0
}
