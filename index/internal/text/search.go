package text

import (
	"bytes"

	"codeintel/index/internal/text/rex"
)

// Searcher searches texts for a pattern. It belongs to one goroutine.
type Searcher struct {
	p     *Pattern
	dfa   *rex.DFA
	spans *rex.Spans
	found [][2]int
	// near is where each of the needles is next in the text, its length for
	// those that are nowhere.
	near  []int
	meter *rex.Meter // nil when nothing stops it
}

// NewSearcher returns a Searcher for p. It asks stop, which may be nil, each time
// that it has done some work, about every 100 µs. Once stop has been true the
// Searcher finds nothing more, in no text, and what the last call has given is not
// all.
func (p *Pattern) NewSearcher(stop func() bool) *Searcher {
	s := &Searcher{p: p, near: make([]int, len(p.needles))}
	if stop != nil {
		s.meter = &rex.Meter{Stop: stop}
	}
	return s
}

// window is how many bytes are searched for a needle before stop is asked.
const window = 256 << 10

// find returns the place of a needle in text[from:], as Needle.Find.
func (s *Searcher) find(n *rex.Needle, text []byte, from int) int {
	for len(text)-from > 2*window {
		i := n.Find(text[:from+window+n.Len()-1], from)
		if i >= 0 {
			s.meter.Spend((i-from)/cheap + 1)
			return i
		}
		if s.meter.Spend(window / cheap) {
			return -1
		}
		from += window
	}
	i := n.Find(text, from)
	s.meter.Spend((max(i, from)-from)/cheap + 1)
	return i
}

// cheap is how many bytes are searched for a needle at the cost of a step of a program.
const cheap = 8

// Line is a line of a text.
type Line struct {
	// Number counts from 1.
	Number int
	// Start and End are offsets in the text; the "\n" at End is not part of the
	// line, a "\r" before it is.
	Start, End int
	// Context: the line is shown for one near it; it does not match itself.
	Context bool
	// Spans are the matches in the line, as offsets from its start. They are
	// valid until the next line, and nil when they were not asked for.
	Spans [][2]int
}

// Around says what a search gives besides the lines that match.
type Around struct {
	Before, After int  // lines of context
	Spans         bool // the matches in each line
	First         bool // with Spans, the first match only
}

// match finds the first line of text[from:] that has a match; from is the
// start of a line. It is called for one place of a text after another.
func (s *Searcher) match(text []byte, from int) (start, end int, ok bool) {
	p := s.p
	if s.dfa == nil {
		s.dfa = rex.NewDFA(p.prog, s.meter)
	}
	if len(p.needles) == 0 {
		at := s.dfa.Find(text, from)
		if at < 0 {
			return 0, 0, false
		}
		start, end = lineAt(text, from, at)
		return start, end, true
	}
	for from < len(text) {
		at, found := len(text), -1
		for i, n := range p.needles {
			if s.near[i] < from {
				if s.near[i] = s.find(n, text, from); s.near[i] < 0 {
					s.near[i] = len(text)
				}
			}
			if s.near[i] < at {
				at, found = s.near[i], i
			}
		}
		if found < 0 {
			return 0, 0, false
		}
		start, end = lineAt(text, from, at)
		if p.needles[found].Exact && !p.word || s.dfa.Find(text[start:end], 0) >= 0 {
			return start, end, true
		}
		from = end + 1
	}
	return 0, 0, false
}

// lineAt is the line that has the place at, or ends there; it starts at from or
// later.
func lineAt(text []byte, from, at int) (start, end int) {
	start = from + bytes.LastIndexByte(text[from:at], '\n') + 1
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return start, at + i
	}
	return start, len(text)
}

// Has tells whether a line of text matches.
func (s *Searcher) Has(text []byte) bool {
	found := false
	s.Lines(text, Around{}, func(Line) bool {
		found = true
		return false
	})
	return found
}

// Lines calls emit for each line of text that matches, and for the lines of
// context around them, in order, each once. What follows the last "\n" is a
// line unless it is empty. emit returns false to stop.
func (s *Searcher) Lines(text []byte, around Around, emit func(Line) bool) {
	w := writer{s: s, text: text, around: around, emit: emit, line: 1}
	for i := range s.near {
		s.near[i] = -1
	}
	for from := 0; from < len(text); {
		start, end, ok := s.match(text, from)
		if s.meter.Stopped() {
			return
		}
		if !s.p.invert {
			if !ok || !w.matched(start, end) {
				break
			}
			from = end + 1
			continue
		}
		if !ok {
			start, end = len(text), len(text)
		}
		for from < start {
			e := start
			if i := bytes.IndexByte(text[from:start], '\n'); i >= 0 {
				e = from + i
			}
			if !w.matched(from, e) {
				return
			}
			from = e + 1
		}
		from = end + 1
	}
	w.after(len(text))
}

// writer hands out lines in order.
type writer struct {
	s      *Searcher
	text   []byte
	around Around
	emit   func(Line) bool
	stop   bool

	// line is the number of the line that starts at counted.
	line, counted int
	// done is where the lines that were handed out end.
	done int
	left int // lines of context that are due behind done
}

// number is the number of the line that starts at start.
func (w *writer) number(start int) int {
	w.line += bytes.Count(w.text[w.counted:start], []byte{'\n'})
	w.counted = start
	return w.line
}

func (w *writer) out(l Line) bool {
	l.Number = w.number(l.Start)
	w.done = l.End + 1
	w.stop = w.stop || !w.emit(l)
	return !w.stop
}

// after hands out the context that is due, up to the offset to.
func (w *writer) after(to int) bool {
	for ; w.left > 0 && w.done < to && !w.stop; w.left-- {
		end := to
		if i := bytes.IndexByte(w.text[w.done:to], '\n'); i >= 0 {
			end = w.done + i
		}
		w.out(Line{Start: w.done, End: end, Context: true})
	}
	return !w.stop
}

// before hands out the context before the line at start.
func (w *writer) before(start int) bool {
	from := start
	for n := w.around.Before; n > 0 && from > w.done; n-- {
		from = w.done + bytes.LastIndexByte(w.text[w.done:from-1], '\n') + 1
	}
	for from < start && !w.stop {
		end := from + bytes.IndexByte(w.text[from:], '\n')
		w.out(Line{Start: from, End: end, Context: true})
		from = end + 1
	}
	return !w.stop
}

func (w *writer) matched(start, end int) bool {
	if !w.after(start) || !w.before(start) {
		return false
	}
	l := Line{Start: start, End: end}
	if w.around.Spans && !w.s.p.invert {
		l.Spans = w.s.Spans(w.text[start:end], w.around.First)
	}
	w.left = w.around.After
	return w.out(l)
}

// Spans returns the matches in a line, or with first the first of them, as
// offsets; they don't overlap. The result is valid until the next call.
func (s *Searcher) Spans(line []byte, first bool) [][2]int {
	s.found = s.found[:0]
	p := s.p
	if len(p.needles) == 1 && p.needles[0].Exact && !p.word {
		n := p.needles[0].Len()
		for from := 0; ; from += n {
			if from = s.find(p.needles[0], line, from); from < 0 {
				return s.found
			}
			s.found = append(s.found, [2]int{from, from + n})
			if first {
				return s.found
			}
		}
	}
	if s.spans == nil {
		s.spans = rex.NewSpans(p.prog, p.reverse, p.head, s.meter)
	}
	if !first {
		s.found = s.spans.All(line, s.found)
	} else if start, end, ok := s.spans.Next(line, 0); ok {
		s.found = append(s.found, [2]int{start, end})
	}
	return s.found
}
