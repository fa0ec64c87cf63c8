package lexicon

import "sync"

// Bounds of what is kept of texts that were analysed.
const (
	maxAnalyses = 256
	maxAnalysed = 400 // bytes of a text
)

// analyses keeps the sides of the texts that were asked for last: a session compares one
// term with many names, and the same names again.
type analyses struct {
	mu    sync.Mutex
	sides map[string]*Side
	order []string // the texts, the next to go at place at
	at    int
}

// Analyze reads a text and prepares it for comparisons. The side is shared and must not be
// changed.
func (l *Lexicon) Analyze(text string) *Side {
	if len(text) > maxAnalysed {
		return l.Side(l.Read(text))
	}
	if s := l.analyses.find(text); s != nil {
		return s
	}
	s := l.Side(l.Read(text))
	l.analyses.keep(text, s)
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
	if len(a.order) < maxAnalyses {
		a.order = append(a.order, text)
	} else {
		delete(a.sides, a.order[a.at])
		a.order[a.at] = text
		a.at = (a.at + 1) % maxAnalyses
	}
	a.sides[text] = s
}
