package session

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"codeintel/session/gate"
	"codeintel/session/speech"
)

// What the tests of this package see of its inside.

func NewSession(id string, i Intent, query string, now func() time.Time, j Judge, c Code) *Session {
	s := newSession(id, i, query, Agent{}, speech.English, now, j)
	s.sized(c)
	return s
}

func (s *Session) Clone() *Session { return s.clone() }

func (s *Session) Encode() []byte {
	data, err := s.encode()
	if err != nil {
		panic(err)
	}
	return data
}

func Decode(data []byte, now func() time.Time, j Judge) (*Session, error) {
	return decode(data, now, j)
}

func (s *Session) CloseBy(why string) { s.close(why) }

var (
	Consistent = consistent
	Folded     = folded
	Words      = words
	Places     = func(text string) int { return len(places(text)) }
)

// Essence is what of a session decides how it goes on: not when things happened,
// how often, or in which order. All sessions that have ended are alike.
func (s *Session) Essence() string {
	if s.state.Phase == gate.Closed {
		return "closed"
	}
	var b strings.Builder
	list := func(what string, parts []string) {
		slices.Sort(parts)
		fmt.Fprintf(&b, " %s:%s", what, strings.Join(slices.Compact(parts), ","))
	}
	fmt.Fprint(&b, s.state.Intent, s.state.Phase, s.state.Risk, s.Floor, s.Understood, s.Submitted, s.Doubted)
	for _, slot := range Slots() {
		if v, ok := s.Frame[slot]; ok {
			fmt.Fprint(&b, " ", slot, v.Value, v.Quote != "", v.called())
		}
	}
	var parts []string
	for _, m := range s.Mapped {
		if m.Source != Fact || m.Confirmed {
			parts = append(parts, fmt.Sprint(m.Symbol, m.Source, m.Confirmed))
		}
	}
	list("mapped", parts)
	parts = nil
	for _, h := range s.Hypotheses {
		parts = append(parts, h.Symbol+h.Verdict)
	}
	list("hypotheses", parts)
	parts = nil
	for _, m := range s.Missing {
		parts = append(parts, m.Need)
	}
	list("missing", parts)
	parts = nil
	for _, c := range s.Ledger.Calls {
		if c.Failed {
			continue
		}
		now := s.state.Phase == gate.Verification && c.Number > s.Since
		parts = append(parts, fmt.Sprint(c.Tool, now, string(c.Params)))
	}
	list("calls", parts)
	parts = nil
	for _, x := range s.Ledger.Symbols {
		parts = append(parts, x.Symbol)
	}
	list("symbols", parts)
	list("used", slices.Collect(maps.Keys(s.Ledger.Used)))
	list("files", slices.Collect(maps.Keys(s.Ledger.Files)))
	parts = nil
	for _, a := range s.Added {
		parts = append(parts, a.Path)
	}
	list("added", parts)
	list("made", slices.Clone(s.NewFiles))
	return b.String()
}

const (
	MaxOwn  = maxOwn
	MaxKept = maxKept
)
