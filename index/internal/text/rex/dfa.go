package rex

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// A DFA starts over when its transitions exceed maxTable entries of 4 bytes, or
// its states maxStates bytes: a state of a large program has thousands of
// instructions.
const (
	maxTable  = 1 << 20
	maxStates = 16 << 20
)

// DFA finds lines that have a match. Its states are made when they are met, so
// it belongs to one goroutine.
type DFA struct {
	p      *Prog
	stride uint32
	// table[state+class] is the next state; states are multiples of stride. The
	// first three are special.
	table  []uint32
	states []dfaState // of state/stride
	number map[string]uint32
	// class of a byte; those of ASCII have their own, all others one that has
	// no transitions.
	class [256]uint16
	start uint32
	set   sparse
	next  sparse
	stack []uint32
	key   []byte
	used  int // bytes of states and number, about
	meter *Meter
}

// Special states.
const (
	unknown = iota // the transition was not made yet
	matched        // the line has a match
	dead           // the rest of the line has none
	special
)

// dfaState is what is known between two symbols of a line: the instructions
// that a match may be at, conditions that wait for the next symbol among them.
type dfaState struct {
	insts []uint32
	start bool // at the start of the line
	word  bool // behind a word character
	looks bool // insts has conditions
}

// sparse is a set of instructions in the order of their insertion.
type sparse struct{ dense, at []uint32 }

func newSparse(n int) sparse { return sparse{make([]uint32, 0, n), make([]uint32, n)} }

func (s *sparse) has(i uint32) bool {
	k := s.at[i]
	return int(k) < len(s.dense) && s.dense[k] == i
}

func (s *sparse) add(i uint32) bool {
	if s.has(i) {
		return false
	}
	s.at[i] = uint32(len(s.dense))
	s.dense = append(s.dense, i)
	return true
}

// NewDFA returns a DFA of p. It counts its work on m, which may be nil.
func NewDFA(p *Prog, m *Meter) *DFA {
	d := &DFA{p: p, meter: m, set: newSparse(len(p.insts)), next: newSparse(len(p.insts))}
	d.stride = uint32(p.classes + 1)
	for c := range d.class {
		d.class[c] = uint16(p.classes)
		if c < utf8.RuneSelf {
			d.class[c] = p.ascii[c]
		}
	}
	d.reset()
	return d
}

func (d *DFA) reset() {
	d.table = append(d.table[:0], make([]uint32, special*d.stride)...)
	clear(d.states)
	d.states = append(d.states[:0], make([]dfaState, special)...)
	d.number, d.used = map[string]uint32{}, 0
	d.next.dense = d.next.dense[:0]
	d.start = d.intern(d.close(d.p.start), true, false)
}

// close adds to next what is reached from i without a symbol. It stops at
// conditions, and says whether the match is reached.
func (d *DFA) close(i uint32) (match bool) {
	d.stack = append(d.stack[:0], i)
	for len(d.stack) > 0 {
		i := d.stack[len(d.stack)-1]
		d.stack = d.stack[:len(d.stack)-1]
		if !d.next.add(i) {
			continue
		}
		switch in := &d.p.insts[i]; in.op {
		case instMatch:
			return true
		case instSplit:
			d.stack = append(d.stack, in.out, in.arg)
		case instSave:
			d.stack = append(d.stack, in.out)
		}
	}
	return false
}

// intern is the state of what next has.
func (d *DFA) intern(match, start, word bool) uint32 {
	if match {
		return matched * d.stride
	}
	s := dfaState{insts: make([]uint32, 0, len(d.next.dense))}
	for _, i := range d.next.dense {
		switch d.p.insts[i].op {
		case instLook:
			if Look(d.p.insts[i].arg) == LookStart && !start {
				continue
			}
			s.looks = true
		case instSet:
		default:
			continue
		}
		s.insts = append(s.insts, i)
	}
	if len(s.insts) == 0 && !start {
		return dead * d.stride
	}
	slices.Sort(s.insts)
	s.start, s.word = start && s.looks, word && s.looks
	d.key = d.key[:0]
	d.key = append(d.key, bit(s.start)|bit(s.word)<<1)
	last := uint32(0)
	for _, i := range s.insts {
		d.key = binary.AppendUvarint(d.key, uint64(i-last))
		last = i
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

// stateSize is about how many bytes a state takes, besides its transitions.
func stateSize(insts, key int) int { return 4*insts + key + 96 }

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// step makes the transition from a state with a symbol, at the end of the line
// when that is "\n", and returns the state reached. It may start over: all
// states but the one that it returns are void then.
func (d *DFA) step(from uint32, class uint16) uint32 {
	s := d.states[from/d.stride]
	at := place{start: s.start, end: class == d.p.newline, before: s.word, after: d.p.word[class]}
	d.set.dense = d.set.dense[:0]
	insts := s.insts
	if s.looks {
		// Now that the symbol is known the conditions are decided.
		d.stack = append(d.stack[:0], s.insts...)
		for len(d.stack) > 0 {
			i := d.stack[len(d.stack)-1]
			d.stack = d.stack[:len(d.stack)-1]
			if !d.set.add(i) {
				continue
			}
			switch in := &d.p.insts[i]; in.op {
			case instMatch:
				return d.keep(from, class, matched*d.stride)
			case instSplit:
				d.stack = append(d.stack, in.out, in.arg)
			case instSave:
				d.stack = append(d.stack, in.out)
			case instLook:
				if Look(in.arg).holds(at) {
					d.stack = append(d.stack, in.out)
				}
			}
		}
		insts = d.set.dense
	}
	if at.end {
		return d.keep(from, class, d.start)
	}
	d.next.dense = d.next.dense[:0]
	match := false
	for _, i := range insts {
		if in := &d.p.insts[i]; in.op == instSet && d.p.has(in.arg, class) {
			match = d.close(in.out) || match
		}
	}
	// A match may start anywhere.
	match = d.close(d.p.start) || match
	d.meter.spend(len(insts) + len(d.next.dense))
	if len(d.table) > maxTable || d.used > maxStates {
		d.restart()
		return d.intern(match, false, at.after)
	}
	return d.keep(from, class, d.intern(match, false, at.after))
}

func (d *DFA) keep(from uint32, class uint16, to uint32) uint32 {
	d.table[from+uint32(class)] = to
	return to
}

// restart forgets all states; it leaves next as it is.
func (d *DFA) restart() {
	next := slices.Clone(d.next.dense)
	d.reset()
	d.next.dense = d.next.dense[:0]
	for _, i := range next {
		d.next.add(i)
	}
}

// known follows the transitions that are made already, from state s at text[i], up to
// one that is not, or is special, or the end.
func (d *DFA) known(text []byte, i int, s uint32) (int, uint32) {
	table, class, limit := d.table, &d.class, special*d.stride
	for i < len(text) {
		t := table[s+uint32(class[text[i]])]
		if t < limit {
			break
		}
		s = t
		i++
	}
	return i, s
}

// Find returns a place on the first line of text[from:] that has a match, or
// -1; from is the start of a line. The place is before the line's end, or at
// it. What follows the last "\n" is a line unless it is empty. It returns -1
// too when the meter says to stop.
func (d *DFA) Find(text []byte, from int) int {
	limit := special * d.stride
	if from >= len(text) {
		return -1
	}
	if d.start < limit {
		if d.start == matched*d.stride {
			return from
		}
		return -1
	}
	s := d.start
	i := from
	part := text[:min(len(text), i+window)] // as far as the meter was asked
	for {
		if i, s = d.known(part, i, s); i >= len(part) {
			if i >= len(text) {
				break
			}
			if d.meter.spend(window) {
				return -1
			}
			part = text[:min(len(text), i+window)]
			continue
		}
		class, n := d.p.symbol(text[i:])
		t := d.table[s+uint32(class)]
		if t < d.stride {
			if t = d.step(s, class); d.meter.Stopped() {
				return -1
			}
		}
		switch t {
		case matched * d.stride:
			return i
		case dead * d.stride:
			end := bytes.IndexByte(text[i:], '\n')
			if end < 0 {
				return -1
			}
			t, n = d.start, end+1
		}
		s = t
		i += n
	}
	if text[len(text)-1] == '\n' {
		return -1
	}
	t := d.table[s+uint32(d.p.newline)]
	if t < d.stride {
		t = d.step(s, d.p.newline)
	}
	if t == matched*d.stride {
		return len(text)
	}
	return -1
}
