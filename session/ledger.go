package session

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"codeintel/session/gate"
)

// Bounds of a ledger. Beyond them the oldest goes first; what was counted stays
// counted.
const (
	maxCalls   = 500
	maxParams  = 2048 // bytes of one call's arguments
	maxSummary = 200  // bytes
	maxSymbols = 10_000
	maxFiles   = 20_000
	maxSpans   = 500 // spans of one file
	// maxNamesKept is how many paths and hashes calls can refer to.
	maxNamesKept = 2 * maxFiles
	maxLines     = 400 // spans that one call showed
)

// span is a range of lines, 1-based, both inclusive.
type span [2]int

// record is a call as the ledger keeps it.
type record struct {
	Number     int             `json:"n"`
	Tool       string          `json:"tool"`
	Phase      gate.Phase      `json:"phase"`
	Params     json.RawMessage `json:"params,omitempty"`
	Collection string          `json:"collection,omitempty"`
	Summary    string          `json:"summary,omitempty"`
	At         time.Time       `json:"at"`
	// Symbols are numbers of ledger.Symbols.
	Symbols []int  `json:"symbols,omitempty"`
	Lines   []seen `json:"lines,omitempty"`
	Hits    int    `json:"hits,omitempty"`
	Failed  bool   `json:"failed,omitempty"`
}

// seen are lines that a call showed: the number of the file and that of its hash in
// ledger.Names, and the first and last line.
type seen [4]int

// ledger is what a session's calls were and what they showed. A copy shares what
// is never changed in place.
type ledger struct {
	// Made is how many calls there were, Used how many of each tool did not fail.
	Made  int            `json:"made"`
	Used  map[string]int `json:"used"`
	Calls []record       `json:"calls"`
	// Symbols are those that were shown; the first one's number is Base.
	Symbols []Symbol `json:"symbols"`
	Base    int      `json:"base"`
	// Files are the lines that were shown, merged and sorted.
	Files map[string][]span `json:"files"`
	// Names are the paths and hashes that calls refer to.
	Names []string `json:"names"`

	// numbers of the symbols, and those of the names, made when they are needed.
	numbers, named map[string]int
}

func newLedger() ledger {
	return ledger{Used: map[string]int{}, Calls: []record{}, Symbols: []Symbol{}, Files: map[string][]span{}, Names: []string{}}
}

func (l *ledger) clone() ledger {
	return ledger{
		Made: l.Made, Used: maps.Clone(l.Used), Calls: slices.Clip(l.Calls),
		Symbols: slices.Clip(l.Symbols), Base: l.Base, Files: maps.Clone(l.Files), Names: slices.Clip(l.Names),
	}
}

// settle forgets what only an open session needs: what each call showed.
func (l *ledger) settle() {
	l.Base, l.Symbols, l.Names, l.numbers, l.named = l.Base+len(l.Symbols), []Symbol{}, []string{}, nil, nil
	l.Calls = slices.Clone(l.Calls)
	for i := range l.Calls {
		l.Calls[i].Symbols, l.Calls[i].Lines = nil, nil
	}
}

// name is the number of a path or hash; ok is false when there is no room for it.
func (l *ledger) name(s string) (int, bool) {
	if l.named == nil {
		l.named = make(map[string]int, len(l.Names))
		for i, n := range l.Names {
			l.named[n] = i
		}
	}
	n, ok := l.named[s]
	if !ok && len(l.Names) < maxNamesKept {
		n, ok = len(l.Names), true
		l.Names, l.named[s] = append(l.Names, s), n
	}
	return n, ok
}

// lines are those that a call showed.
func (l *ledger) lines(r *record) []Lines {
	var out []Lines
	for _, x := range r.Lines {
		out = append(out, Lines{File: l.Names[x[0]], Hash: l.Names[x[1]], From: x[2], To: x[3]})
	}
	return out
}

func (l *ledger) index() map[string]int {
	if l.numbers == nil {
		l.numbers = make(map[string]int, len(l.Symbols))
		for i, s := range l.Symbols {
			l.numbers[s.Symbol] = l.Base + i
		}
	}
	return l.numbers
}

// shown reports whether a symbol was shown.
func (l *ledger) shown(symbol string) bool {
	_, ok := l.index()[symbol]
	return ok
}

// symbol is the one with a number, while it is kept.
func (l *ledger) symbol(n int) (Symbol, bool) {
	if n < l.Base || n >= l.Base+len(l.Symbols) {
		return Symbol{}, false
	}
	return l.Symbols[n-l.Base], true
}

func (l *ledger) observe(c Call, p gate.Phase) int {
	l.Made++
	r := record{
		Number: l.Made, Tool: c.Tool, Phase: p, Collection: c.Collection, Summary: clip(c.Summary, maxSummary),
		At: c.At.UTC(), Hits: max(c.Shown.Hits, 0), Failed: c.Failed,
	}
	if len(c.Params) <= maxParams && json.Valid(c.Params) {
		r.Params = slices.Clone(c.Params)
	}
	if !c.Failed {
		l.Used[c.Tool]++
		if as := gate.As(c.Tool); as != c.Tool {
			l.Used[as]++
		}
		numbers := l.index()
		for _, s := range c.Shown.Symbols {
			if s.Symbol == "" {
				continue
			}
			n, ok := numbers[s.Symbol]
			if !ok {
				n = l.Base + len(l.Symbols)
				numbers[s.Symbol] = n
				l.Symbols = append(l.Symbols, s)
			}
			if !slices.Contains(r.Symbols, n) {
				r.Symbols = append(r.Symbols, n)
			}
		}
		if over := len(l.Symbols) - maxSymbols; over > 0 {
			l.Symbols, l.Base, l.numbers = slices.Clone(l.Symbols[over:]), l.Base+over, nil
		}
		for _, s := range c.Shown.Lines {
			if s.File == "" || s.From < 1 || s.To < s.From {
				continue
			}
			file, ok := l.name(s.File)
			hash, ok2 := l.name(s.Hash)
			if ok && ok2 && len(r.Lines) < maxLines {
				r.Lines = append(r.Lines, seen{file, hash, s.From, s.To})
			}
			if had, ok := l.Files[s.File]; ok || len(l.Files) < maxFiles {
				l.Files[s.File] = merged(had, span{s.From, s.To})
			}
		}
	}
	if len(l.Calls) >= maxCalls {
		l.Calls = slices.Clone(l.Calls[len(l.Calls)-maxCalls+1:])
	}
	l.Calls = append(l.Calls, r)
	return r.Number
}

// merged are spans with one more. The given slice is not changed.
func merged(had []span, add span) []span {
	out := make([]span, 0, len(had)+1)
	for _, s := range had {
		switch {
		case s[1]+1 < add[0]:
			out = append(out, s)
		case add[1]+1 < s[0]:
			out, add = append(out, add), s
		default:
			add = span{min(add[0], s[0]), max(add[1], s[1])}
		}
	}
	if out = append(out, add); len(out) > maxSpans {
		// Two that lie next to each other become one: more is counted as shown than
		// was, of a file that counts already.
		out[maxSpans-1][1] = out[maxSpans][1]
		out = out[:maxSpans]
	}
	return out
}

// has reports whether a line of a file was shown.
func (l *ledger) has(file string, line int) bool {
	for _, s := range l.Files[file] {
		if s[0] <= line && line <= s[1] {
			return true
		}
	}
	return false
}

// hasAny reports whether one of the lines of a file was shown.
func (l *ledger) hasAny(file string, from, to int) bool {
	return slices.ContainsFunc(l.Files[file], func(s span) bool { return s[0] <= to && from <= s[1] })
}

// sent gives the newest call that showed all these lines with this content.
func (l *ledger) sent(want Lines) (int, bool) {
	if want.Hash == "" {
		return 0, false
	}
	for _, c := range slices.Backward(l.Calls) {
		for _, s := range l.lines(&c) {
			if s.File == want.File && s.Hash == want.Hash && s.From <= want.From && want.To <= s.To {
				return c.Number, true
			}
		}
	}
	return 0, false
}

// bySearch reports whether a semantic_search showed a symbol; number is that of
// the call, 0 for any.
func (l *ledger) bySearch(symbol string, number int) bool {
	n, ok := l.index()[symbol]
	if !ok {
		return false
	}
	for _, c := range l.Calls {
		if c.Tool == gate.SemanticSearch && !c.Failed && (number == 0 || number == c.Number) && slices.Contains(c.Symbols, n) {
			return true
		}
	}
	return false
}

func (r *record) info() CallInfo {
	return CallInfo{Number: r.Number, Tool: r.Tool, Phase: r.Phase, Params: r.Params, Summary: r.Summary, At: r.At, Hits: r.Hits, Failed: r.Failed}
}
