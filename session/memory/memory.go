// Package memory keeps what sessions taught: agreements, which say what words of
// people mean in the code, learned pairs, and the logs of decisions and outcomes.
// It belongs to one repository and does no I/O but through the files that it is
// given; the clock is handed in.
package memory

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"codeintel/session"
	"codeintel/session/files"
)

// Code is the repository as it is indexed now.
type Code interface {
	session.Code
	// Complete: all files are indexed, so that what is not found is not there.
	Complete() bool
	// Paths are those of all text files, in any order.
	Paths() iter.Seq[string]
}

// Options of a memory.
type Options struct {
	// Now is the clock.
	Now func() time.Time
	// Log gets what no caller is told, such as files that can't be read; nil for
	// none.
	Log *slog.Logger
	// Meaning compares what was agreed on with questions by their meaning; nil where
	// nothing does.
	Meaning Meaning
}

// Meaning says how alike texts are.
type Meaning interface {
	// ID names the model; "" while there is none.
	ID() string
	// Scores of terms for a question, from 0 to 1, calibrated: of pairs that have
	// nothing to do with each other one in ten is above 0.3, one in 200 above
	// ShortCircuit.
	Scores(ctx context.Context, question string, terms []string) ([]float64, error)
}

// Memory is what the sessions of a repository taught. Its methods may be called at
// the same time, and other processes, and people, may change the files.
type Memory struct {
	files files.Files
	now   func() time.Time
	log   *slog.Logger
	means Meaning

	mu         sync.Mutex
	agreements map[string]entry // by slug, as they were read last
	sizes      map[string]int   // of logs: bytes written since their length was looked at
}

// New is the memory that is kept in files.
func New(f files.Files, o Options) *Memory {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Memory{files: f, now: o.Now, log: o.Log, means: o.Meaning, agreements: map[string]entry{}, sizes: map[string]int{}}
}

// Learned is what an outcome taught.
type Learned struct {
	// Agreements are the slugs of those that were written; those that were there
	// already, as people may have edited them, are left as they are.
	Agreements []string `json:"agreements"`
	// Pairs is how many learned pairs are new or newer than before.
	Pairs int `json:"learned_pairs"`
}

// RecordOutcome appends to the log of outcomes. A success also teaches what was
// agreed, and nothing else does; c may be nil for other outcomes. A failure drops the pairs
// that the same session taught.
func (m *Memory) RecordOutcome(ctx context.Context, o session.Outcome, agreed []session.Agreed, c Code) (Learned, error) {
	learned := Learned{Agreements: []string{}}
	if !validOutcome(o.Outcome) {
		return learned, fmt.Errorf("outcome %q: there is no such outcome; name one of %s, %s, %s", string(o.Outcome), session.Success, session.Failure, session.Partial)
	}
	if o.SessionID == "" {
		return learned, errors.New("an outcome is that of a session; name it")
	}
	if o.At.IsZero() {
		o.At = m.now()
	}
	if err := m.appendLog(ctx, outcomesLog, boundOutcome(o)); err != nil {
		return learned, err
	}
	if o.Outcome == session.Failure {
		return learned, m.unlearn(ctx, o.SessionID)
	}
	if o.Outcome != session.Success {
		return learned, nil
	}
	if c == nil && len(agreed) > 0 {
		return learned, errors.New("what is learned needs the code that it is about")
	}
	var pairs []Pair
	for _, a := range agreed {
		a, ok := boundAgreed(a)
		if !ok || c.Complete() && len(symbolsOf(a.Symbol.Symbol, c)) == 0 {
			continue // the work itself may have removed the symbol
		}
		a.Files = slices.DeleteFunc(a.Files, func(p string) bool {
			info, there := c.File(p)
			return !there || info.Generated && p != a.Symbol.File
		})
		slug, err := m.agree(ctx, a, o.SessionID, c)
		if err != nil {
			return learned, err
		}
		if slug != "" {
			learned.Agreements = append(learned.Agreements, slug)
		}
		pairs = append(pairs, Pair{a.Term, a.Symbol.Symbol, a.Similarity, a.Evidence, o.SessionID, o.At.UTC()})
	}
	if len(pairs) == 0 {
		return learned, nil
	}
	if err := m.learn(ctx, pairs, c); err != nil {
		return learned, err
	}
	learned.Pairs = len(pairs)
	return learned, nil
}

// Bounds of what is kept, in characters.
const (
	maxTerm     = 200
	maxSymbol   = 2000
	maxEvidence = 4000
	maxText     = 4000 // of a query, an analysis, a message
	maxPath     = 1000
	maxRelated  = 50
)

// boundAgreed is what is kept of what was agreed; not ok when nothing is said.
func boundAgreed(a session.Agreed) (session.Agreed, bool) {
	a.Term = oneLine(a.Term, maxTerm)
	a.Symbol.Name = oneLine(a.Symbol.Name, maxTerm)
	a.Symbol.Symbol = oneLine(a.Symbol.Symbol, maxSymbol)
	a.Evidence, a.Reasoning = clean(a.Evidence, maxEvidence), clean(a.Reasoning, maxText)
	var related []string
	for _, p := range a.Files {
		if p == oneLine(p, maxPath) && !strings.Contains(p, "`") && len(related) < maxRelated {
			related = append(related, p)
		}
	}
	a.Files = related
	if !(a.Similarity >= -1 && a.Similarity <= 1) {
		a.Similarity = 0 // no number of a similarity
	}
	if a.Symbol.Name == "" {
		a.Symbol.Name = a.Symbol.Symbol
	}
	return a, findable(a.Term) && a.Symbol.Symbol != ""
}

// clean is a text of at most n characters without what would not be seen as it is:
// control characters but line ends and tabs, and marks that turn the direction of
// text around.
func clean(s string, n int) string {
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\r\n", "\n"), "\uFFFD")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case r >= '\u202A' && r <= '\u202E', r >= '\u2066' && r <= '\u2069', r == '\u200E', r == '\u200F', r == '\uFEFF':
			return -1
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		}
		return r
	}, s)
	return strings.TrimSpace(cut(strings.TrimSpace(s), n))
}

// oneLine is a clean text on one line.
func oneLine(s string, n int) string {
	return cut(strings.Join(strings.Fields(clean(s, len(s))), " "), n)
}

// cut is a text of at most n characters.
func cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}
