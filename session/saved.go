package session

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sync"
	"time"

	"codeintel/session/gate"
)

// savedVersion is that of the form in which sessions are kept. One of another
// version can't be read.
const savedVersion = 1

// idRE are the ids of sessions, and so the names of their files.
var idRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^s_[a-z2-7]{26}$`)
})

// encode is the form in which a session is kept.
func (s *Session) encode() ([]byte, error) {
	data, err := json.Marshal(&s.state)
	if err != nil {
		return nil, fmt.Errorf("session %s: %w", s.state.ID, err)
	}
	return append(data, '\n'), nil
}

// decode reads a session. What it gives is one that could have been kept.
func decode(data []byte, now func() time.Time, judge Judge) (*Session, error) {
	s := &Session{now: now, judge: judge}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&s.state); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is something behind it")
	}
	if err := s.state.valid(); err != nil {
		return nil, err
	}
	s.was = s.state.Phase
	return s, nil
}

// head is what decides which session is whose, with which its file begins.
type head struct {
	Version int
	ID      string
	// Query is the beginning of it.
	Query           string
	Phase           gate.Phase
	Created, Active time.Time
	Owner           owner
	// Forged: the record has no valid seal.
	Forged bool
}

// headFields are the fields of a file that are its head, as encode writes them.
const headFields = 7

// maxHeadQuery is how many bytes of a query a head has.
const maxHeadQuery = 200

func (s *Session) head() head {
	return head{s.state.Version, s.state.ID, clip(s.state.Query, maxHeadQuery), s.state.Phase, s.state.Created, s.state.Active, s.state.Owner, s.forged}
}

// decodeHead reads the head of a session, and no more of it than that: a session
// of a long day is a megabyte.
func decodeHead(data []byte) (head, error) {
	var h head
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return h, cmp.Or(err, errors.New("it is no object"))
	}
	for found := 0; found < headFields && d.More(); {
		key, err := d.Token()
		if err != nil {
			return h, err
		}
		var value any = &json.RawMessage{}
		switch key {
		case "version":
			value = &h.Version
		case "id":
			value = &h.ID
		case "query":
			value = &h.Query
		case "phase":
			value = &h.Phase
		case "created":
			value = &h.Created
		case "active":
			value = &h.Active
		case "owner":
			value = &h.Owner
		default:
			found--
		}
		if err := d.Decode(value); err != nil {
			return h, err
		}
		found++
	}
	h.Query = clip(h.Query, maxHeadQuery)
	switch {
	case h.Version != savedVersion:
		return h, fmt.Errorf("version %d; only %d can be read", h.Version, savedVersion)
	case !idRE().MatchString(h.ID):
		return h, fmt.Errorf("id %q", clip(h.ID, 40))
	case !slices.Contains(gate.Phases(), h.Phase):
		return h, fmt.Errorf("phase %q", clip(string(h.Phase), 40))
	}
	return h, nil
}

// valid says what can't be so.
func (s *state) valid() error {
	switch {
	case s.Version != savedVersion:
		return fmt.Errorf("version %d; only %d can be read", s.Version, savedVersion)
	case !idRE().MatchString(s.ID):
		return fmt.Errorf("id %q", clip(s.ID, 40))
	case !slices.Contains(gate.Intents(), s.Intent):
		return fmt.Errorf("intent %q", clip(string(s.Intent), 40))
	case !slices.Contains(gate.Phases(), s.Phase):
		return fmt.Errorf("phase %q", clip(string(s.Phase), 40))
	case !slices.Contains(gate.Risks(), s.Risk) || !slices.Contains(gate.Risks(), s.Floor) || s.Risk.Max(s.Floor) != s.Risk:
		return fmt.Errorf("risk %q, at least %q", clip(string(s.Risk), 40), clip(string(s.Floor), 40))
	case !slices.Contains(gate.Rules(), s.Rule) || !slices.Contains(gate.Rules(), s.Widest):
		return errors.New("no such rule")
	case s.Symbols < 0 || s.Files < 0 || s.Since < 0 || s.Refusals < 0 || s.Epoch < 0:
		return errors.New("a number is negative")
	case s.Epoch > maxEpoch:
		return fmt.Errorf("epoch %d", s.Epoch)
	case s.ClosedIn != "" && !slices.Contains(gate.Phases(), s.ClosedIn):
		return fmt.Errorf("ended in phase %q", clip(string(s.ClosedIn), 40))
	case (s.Phase == gate.Closed) != (s.Closed != ""):
		return errors.New("an ended session has a reason, an open one has none")
	case s.Phase == gate.Verification && len(s.Hypotheses) == 0:
		return errors.New("a verification without hypotheses")
	}
	for slot, v := range s.Frame {
		if !slices.Contains(gate.Slots(), slot) || v.Value == "" || len(v.Evidence) == 0 {
			return fmt.Errorf("slot %q without value or evidence", clip(string(slot), 40))
		}
		if (v.Quote != "") != (v.Evidence[0].Call == 0) {
			return fmt.Errorf("slot %q: its first evidence is that of the quote, where there is one", slot)
		}
		for _, e := range v.Evidence {
			if e.Call < 0 || e.Call > s.Ledger.Made {
				return fmt.Errorf("slot %q: there is no call %d", slot, e.Call)
			}
		}
	}
	for _, m := range s.Mapped {
		if m.Symbol == "" || m.Source != Fact && m.Source != Hypothetic || m.Confirmed && m.Source != Fact || !(m.Confidence >= 0 && m.Confidence <= 1) {
			return fmt.Errorf("symbol %q", clip(m.Symbol, 80))
		}
	}
	for _, h := range s.Hypotheses {
		if h.Symbol == "" || h.Verdict != "" && h.Verdict != Confirmed && h.Verdict != Rejected {
			return fmt.Errorf("hypothesis %q", clip(h.Symbol, 80))
		}
	}
	// Maps and lists that are null are empty ones.
	fill(&s.Mapped)
	fill(&s.Hypotheses)
	fill(&s.Added)
	fill(&s.NewFiles)
	fill(&s.Missing)
	fill(&s.Violations)
	fill(&s.Outcomes)
	fill(&s.Denied)
	if s.Frame == nil {
		s.Frame = map[Slot]slotState{}
	}
	if s.Refused == nil {
		s.Refused = map[string]int{}
	}
	return s.Ledger.valid()
}

// fill makes a list that is null an empty one.
func fill[T any](list *[]T) {
	if *list == nil {
		*list = []T{}
	}
}

func (l *ledger) valid() error {
	if l.Made < 0 || l.Base < 0 || len(l.Calls) > l.Made {
		return errors.New("more calls than were made")
	}
	seen := map[string]bool{}
	for _, x := range l.Symbols {
		if x.Symbol == "" || seen[x.Symbol] || x.Line < 0 || x.EndLine < 0 {
			return fmt.Errorf("symbol %q is empty or double", clip(x.Symbol, 80))
		}
		seen[x.Symbol] = true
	}
	last := 0
	for _, c := range l.Calls {
		if c.Number <= last || c.Number > l.Made || c.Tool == "" {
			return fmt.Errorf("call %d is out of order", c.Number)
		}
		last = c.Number
		for _, n := range c.Symbols {
			if n < 0 || n >= l.Base+len(l.Symbols) {
				return fmt.Errorf("call %d shows a symbol that there is not", c.Number)
			}
		}
		for _, x := range c.Lines {
			if x[0] < 0 || x[0] >= len(l.Names) || x[1] < 0 || x[1] >= len(l.Names) || l.Names[x[0]] == "" || x[2] < 1 || x[3] < x[2] {
				return fmt.Errorf("call %d shows lines that there are not", c.Number)
			}
		}
	}
	for tool, n := range l.Used {
		if tool == "" || n < 0 {
			return errors.New("tools that were used")
		}
	}
	for file, spans := range l.Files {
		end := 0
		for _, x := range spans {
			if x[0] <= end || x[1] < x[0] {
				return fmt.Errorf("lines of %s are out of order", clip(file, 80))
			}
			end = x[1]
		}
		if file == "" || len(spans) == 0 {
			return errors.New("a file without lines")
		}
	}
	fill(&l.Calls)
	fill(&l.Symbols)
	fill(&l.Names)
	if l.Used == nil {
		l.Used = map[string]int{}
	}
	if l.Files == nil {
		l.Files = map[string][]span{}
	}
	return nil
}
