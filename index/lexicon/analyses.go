package lexicon

import "sync"

// Limits of the texts that are kept with their analyses. A word takes about 3 KB, which is
// why words are counted.
const (
	maxAnalysed = 400  // bytes of a text
	maxKept     = 2000 // words of all texts
)

// analyses caches the sides of the latest texts: a session compares one term with many
// names, and the same names again.
type analyses struct {
	mu    sync.Mutex
	sides map[string]*Side
	order []string // the texts, the oldest first
	words int      // the sum of their weights
}

// weight returns what a side counts towards maxKept.
func (s *Side) weight() int { return 1 + len(s.Words) }

// Analyze reads a text and prepares it for comparisons. The side is shared and must not be
// changed.
func (l *Lexicon) Analyze(text string) *Side { return l.AnalyzeUpTo(text, maxText) }

// AnalyzeUpTo is Analyze of a longer text, up to a number of words, at least as many as
// Read takes.
func (l *Lexicon) AnalyzeUpTo(text string, most int) *Side {
	if len(text) > maxAnalysed {
		return l.Side(l.ReadUpTo(text, most))
	}
	s := l.analyses.find(text)
	if s == nil {
		s = l.Side(l.Read(text))
		l.analyses.keep(text, s)
	}
	if s.Cut && most > maxText {
		return l.Side(l.ReadUpTo(text, most))
	}
	return s
}

func (a *analyses) find(text string) *Side {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.sides[text]
}

func (a *analyses) keep(text string, s *Side) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.sides == nil:
		a.sides = map[string]*Side{}
	case a.sides[text] != nil:
		return
	}
	a.sides[text] = s
	a.order = append(a.order, text)
	for a.words += s.weight(); a.words > maxKept; {
		oldest := a.order[0]
		a.order = a.order[1:]
		a.words -= a.sides[oldest].weight()
		delete(a.sides, oldest)
	}
}
