package rex

import "unicode/utf8"

// Spans finds the matches within a line. It belongs to one goroutine.
//
// Two DFAs find a match, the end first and then its start. What they can't
// tell, the simulation of the program does.
type Spans struct {
	p          *Prog
	ends       *scan
	starts     *scan
	heads      *scan // nil without word
	list, next threads
	stack      []thread
	// begins are the bytes that a match can start with; none when it can be
	// empty or start with a condition.
	begins *[256]bool
	meter  *Meter
}

// thread is one way through the program, the preferred ones first.
type thread struct {
	pc         uint32
	start, end int // of the match so far
}

type threads struct {
	set sparse
	all []thread
}

func (t *threads) clear() {
	t.set.dense = t.set.dense[:0]
	t.all = t.all[:0]
}

// NewSpans returns a Spans of p. reverse is its Reverse, and head its Head,
// which is nil when p was compiled without word. It counts its work on m, which
// may be nil; when that says to stop, no more matches are found.
func NewSpans(p, reverse, head *Prog, m *Meter) *Spans {
	n := len(p.insts)
	s := &Spans{p: p, meter: m, ends: newScan(p, false, m), starts: newScan(reverse, true, m)}
	if head != nil {
		s.heads = newScan(head, false, m)
	}
	s.list.set, s.next.set = newSparse(n), newSparse(n)
	s.begins = p.begins()
	return s
}

// begins is the set of bytes that a match starts with, nil when that doesn't
// say anything.
func (p *Prog) begins() *[256]bool {
	if p.looks {
		return nil
	}
	var out [256]bool
	seen := newSparse(len(p.insts))
	stack := []uint32{p.start}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen.add(i) {
			continue
		}
		switch in := &p.insts[i]; in.op {
		case instMatch:
			return nil
		case instSplit:
			stack = append(stack, in.out, in.arg)
		case instSave:
			stack = append(stack, in.out)
		case instSet:
			for c := range out {
				if c >= utf8.RuneSelf || p.has(in.arg, p.ascii[c]) {
					out[c] = true
				}
			}
		}
	}
	return &out
}

// add follows a thread at a place to where it needs a symbol.
func (s *Spans) add(list *threads, t thread, i int, at place) {
	s.stack = append(s.stack[:0], t)
	for len(s.stack) > 0 {
		t := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if !list.set.add(t.pc) {
			continue
		}
		switch in := &s.p.insts[t.pc]; in.op {
		case instSplit:
			rest := t
			rest.pc, t.pc = in.arg, in.out
			s.stack = append(s.stack, rest, t)
		case instSave:
			if in.arg == 0 {
				t.start = i
			} else {
				t.end = i
			}
			t.pc = in.out
			s.stack = append(s.stack, t)
		case instLook:
			if Look(in.arg).holds(at) {
				t.pc = in.out
				s.stack = append(s.stack, t)
			}
		default:
			list.all = append(list.all, t)
		}
	}
}

// Next returns the first match of line that starts at from or later: the
// leftmost one, and of those that start there the preferred one. What is
// before from counts for conditions. line has no end of a line.
func (s *Spans) Next(line []byte, from int) (start, end int, ok bool) {
	if from < len(line) && !utf8.RuneStart(line[from]) {
		// The conditions at a place within a character are nothing for a DFA.
		return s.simulate(line, from)
	}
	if s.begins != nil {
		for from < len(line) && !s.begins[line[from]] {
			from++
		}
		if from < len(line) && !utf8.RuneStart(line[from]) {
			return s.simulate(line, from)
		}
	}
	if end = s.ends.forward(line, from); end < 0 {
		return 0, 0, false
	}
	start = s.starts.backward(line, from, end)
	if s.meter.Stopped() || start < 0 {
		return 0, 0, false
	}
	if s.heads == nil {
		return start, end, true
	}
	return s.word(line, from, start, end)
}

// word takes off a match what is around it.
func (s *Spans) word(line []byte, from, start, end int) (int, int, bool) {
	p := s.p
	if start < end {
		// At the start of the line "^" is preferred to a character before.
		class, n := p.symbol(line[start:])
		if start > 0 || p.has(p.other, class) && s.heads.forward(line, 0) < 0 {
			start += n
		}
	}
	switch {
	case start == end:
	case end < len(line):
		end -= p.width(line[:end])
	case p.has(p.other, p.before(line)):
		// The last character may be in the match, or after it.
		return s.simulate(line, from)
	}
	return start, end, true
}

// simulate is Next by simulation of the program.
func (s *Spans) simulate(line []byte, from int) (start, end int, ok bool) {
	s.list.clear()
	p := s.p
	for i := from; ; {
		if len(s.list.all) == 0 {
			if ok {
				return start, end, true
			}
			if s.begins != nil {
				for i < len(line) && !s.begins[line[i]] {
					i++
				}
				if i == len(line) {
					return 0, 0, false
				}
			}
		}
		if s.meter.spend(len(s.list.all) + 1) {
			return 0, 0, false
		}
		var class uint16
		n := 0
		here := place{start: i == 0, end: i == len(line)}
		if p.words && i > 0 {
			here.before = p.word[p.before(line[:i])]
		}
		if !here.end {
			class, n = p.symbol(line[i:])
			here.after = p.word[class]
		}
		if !ok {
			s.add(&s.list, thread{pc: p.start}, i, here)
		}
		// The conditions behind the symbol need the one after it.
		then := place{before: here.after, end: i+n == len(line)}
		if p.words && !then.end {
			c, _ := p.symbol(line[i+n:])
			then.after = p.word[c]
		}
		s.next.clear()
		for _, t := range s.list.all {
			in := &p.insts[t.pc]
			if in.op == instMatch {
				start, end, ok = t.start, t.end, true
				break // the threads that follow are less preferred
			}
			if !here.end && p.has(in.arg, class) {
				t.pc = in.out
				s.add(&s.next, t, i+n, then)
			}
		}
		if here.end {
			return start, end, ok
		}
		i += n
		s.list, s.next = s.next, s.list
	}
}

// All appends to out the matches of line that don't overlap, as start and end.
// An empty match at the end of the one before is none.
func (s *Spans) All(line []byte, out [][2]int) [][2]int {
	last := -1
	for from := 0; from <= len(line); {
		start, end, ok := s.Next(line, from)
		if !ok || s.meter.spend(1) {
			break
		}
		from = end
		if start == end {
			// The next match may start behind this place at the earliest.
			from = end + 1
			if end == last {
				continue
			}
		}
		last = end
		out = append(out, [2]int{start, end})
	}
	return out
}
