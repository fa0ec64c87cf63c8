package session

import (
	"fmt"
	"slices"
	"strings"

	"codeintel/session/gate"
)

// Longest values, in bytes.
const (
	maxQuery = 20_000
	maxValue = 1000
	maxQuote = 2000
)

// SetFrame fills slots from the query. A slot that is nil is left as it is.
func (s *Session) SetFrame(slots map[Slot]*SlotValue) (*FrameResult, error) {
	if err := s.Check("set_query_frame", ""); err != nil {
		return nil, err
	}
	res := &FrameResult{Refused: []Mend{}}
	for slot := range slots {
		if !slices.Contains(Slots(), slot) {
			return nil, s.refuse(&Refusal{Code: codeInvalid, Field: "slots", Message: fmt.Sprintf("There is no slot %q.", clipRunes(string(slot), 40)),
				Hint: "slots are " + join(Slots()), NextActions: []string{"set_query_frame"}}, "set_query_frame")
		}
	}
	filled := false
	for _, slot := range Slots() {
		v := slots[slot]
		if v == nil {
			continue
		}
		if m := s.quoted(slot, v); m != nil {
			res.Refused = append(res.Refused, *m)
			continue
		}
		_, had := s.Frame[slot]
		s.Frame[slot] = slotState{Value: folded(v.Value), Quote: v.Quote, Evidence: []SlotEvidence{{
			Tool: "set_query_frame", Summary: "the query says: " + v.Quote, At: s.now().UTC(),
		}}}
		filled = filled || !had
		if slot == TargetFeature {
			s.Verified, s.Untied = nil, nil // of what it was about before
		}
		if had || slot == TargetFeature || slot == ObservedIssue {
			s.Understood = false // it is judged anew
		}
	}
	s.rerate(filled)
	s.touch()
	res.Frame, res.Plan, res.Progress = s.filled(), s.Plan(), s.Progress()
	return res, nil
}

// quoted says why a value can't fill a slot; nil means it can.
func (s *Session) quoted(slot Slot, v *SlotValue) *Mend {
	no := func(code, format string, args ...any) *Mend {
		return &Mend{Field: string(slot), Item: clipRunes(v.Value, 80), Code: code, Reason: fmt.Sprintf(format, args...)}
	}
	value, quote := folded(v.Value), folded(v.Quote)
	switch {
	case value == "":
		return no("empty", "the value is empty; leave the slot out where the query says nothing")
	case quote == "":
		return no("empty", "the quote is empty; give the words of the query that say so")
	case len(v.Value) > maxValue || len(v.Quote) > maxQuote:
		return no("inconsistent", "it is too long: a value has at most %d bytes, a quote %d", maxValue, maxQuote)
	case !strings.Contains(folded(s.state.Query), quote):
		return no("not_in_query", "the query does not say %q; quote its own words", clipRunes(quote, 60))
	}
	if why := s.disagrees(value, quote); why != "" {
		return no("inconsistent", "the value does not say what the quote %q says: %s; use its words, or what they are called in the code", clipRunes(quote, 60), why)
	}
	had, ok := s.Frame[slot]
	if !ok || folded(had.Value) == value {
		return nil
	}
	if s.state.Phase != gate.Exploration || slices.ContainsFunc(s.Mapped, func(m MappedSymbol) bool { return m.Confirmed }) {
		return no("inconsistent", "the session goes on with %q; revert_to_exploration with keep_results=false begins anew", clipRunes(had.Value, 60))
	}
	return nil
}

// disagrees says what speaks against a value that is to say what a quote says, "" for
// nothing.
func (s *Session) disagrees(value, quote string) string {
	if s.judge != nil {
		return s.judge.Agrees(value, quote)
	}
	if !consistent(value, quote) {
		return "they have no words in common"
	}
	return ""
}

// resolve fills slots with what exploration found, and takes evidence of calls for
// filled ones. It gives what does not count.
func (s *Session) resolve(values map[Slot]string, evidence map[Slot]Cited, c Code) []Mend {
	mend := []Mend{}
	for slot := range values {
		if !slices.Contains(Slots(), slot) {
			mend = append(mend, Mend{"resolved_frame", clipRunes(string(slot), 40), "unknown", "there is no such slot; slots are " + join(Slots())})
		}
	}
	for slot := range evidence {
		if !slices.Contains(Slots(), slot) {
			mend = append(mend, Mend{"slot_evidence", clipRunes(string(slot), 40), "unknown", "there is no such slot; slots are " + join(Slots())})
		}
	}
	slices.SortFunc(mend, func(a, b Mend) int { return strings.Compare(a.Field+a.Item, b.Field+b.Item) })
	filled := false
	for _, slot := range Slots() {
		value, cited := values[slot], evidence[slot]
		had, ok := s.Frame[slot]
		_, given := evidence[slot]
		field := "slot_evidence." + string(slot)
		no := func(field, item, code, reason string) {
			mend = append(mend, Mend{field, clipRunes(item, 80), code, reason})
		}
		if folded(value) == "" && !ok {
			if given {
				no(field, cited.Result, "inconsistent", "the slot has no value: give it in resolved_frame, or set_query_frame where the query says it")
			}
			continue
		}
		if folded(value) != "" {
			switch {
			case len(value) > maxValue:
				no("resolved_frame."+string(slot), value, "inconsistent", fmt.Sprintf("it is too long: a value has at most %d bytes", maxValue))
				continue
			case ok && folded(had.Value) != folded(value):
				no("resolved_frame."+string(slot), value, "inconsistent", fmt.Sprintf("the slot is filled already: %q", clipRunes(had.Value, 60)))
				continue
			case !ok && !given:
				no("resolved_frame."+string(slot), value, "empty", "it needs slot_evidence: the call that shows it, {tool, result}")
				continue
			}
		}
		if !given {
			continue
		}
		call, m := s.cite(field, cited, c, cites{})
		if m != nil {
			mend = append(mend, *m)
			continue
		}
		if !ok {
			had = slotState{Value: folded(value)}
			filled = true
		}
		e := SlotEvidence{Tool: call.Tool, Params: call.Params, Summary: clip(cited.Result, maxText), At: call.At, Call: call.Number}
		had.Evidence = append(slices.Clip(had.Evidence), e)
		if len(had.Evidence) > maxEvidence {
			had.Evidence = append(had.Evidence[:1:1], had.Evidence[2:]...) // the first is that of the quote
		}
		s.Frame[slot] = had
	}
	s.rerate(filled)
	return mend
}

// maxEvidence is how many evidences of a slot are kept.
const maxEvidence = 10

// missingSlots are those that a requirement asks for.
func (s *Session) missingSlots(need gate.Requirement) []Missing {
	tool := "submit_understanding"
	if s.state.Phase == gate.Verification {
		tool = "submit_verification"
	}
	var out []Missing
	for _, slot := range Slots() {
		v, ok := s.Frame[slot]
		wants := slices.Contains(need.Evidence, slot) || slices.Contains(need.EvidenceIfNamed, slot) && v.Quote != ""
		switch {
		case !ok && slices.Contains(need.Filled, slot):
			do := fmt.Sprintf("set_query_frame: quote what the query says of %s, or fill it with resolved_frame and slot_evidence in %s.", slot, tool)
			if s.state.Ledger.Made > 0 && s.state.Phase != gate.Semantic {
				do = fmt.Sprintf("%s: give resolved_frame.%s with slot_evidence {tool, result}, or quote the query with set_query_frame.", tool, slot)
			}
			out = append(out, Missing{string(slot), 0, 1, do})
		case wants && !v.called():
			do := fmt.Sprintf("%s: give slot_evidence.%s {tool, result}, the call whose answer shows it.", tool, slot)
			if s.state.Phase == gate.Semantic || s.state.Ledger.Made == 0 {
				do = fmt.Sprintf("%s: look for it, to cite the call as slot_evidence.%s in %s.", s.look(), slot, tool)
			}
			out = append(out, Missing{string(slot), 0, 1, do})
		}
	}
	return out
}

// look is a tool to look with that the phase allows.
func (s *Session) look() string {
	if s.state.Phase.Has(gate.Explore) {
		return "find_definitions"
	}
	return gate.SemanticSearch
}

// missingTools are the tools of a list that were not used.
func (s *Session) missingTools(tools []string) []Missing {
	var out []Missing
	for _, t := range tools {
		if s.Ledger.Used[t] == 0 {
			out = append(out, Missing{gate.NeedTool, 0, 1, t + ": it was not used in this session; use it on what the request is about."})
		}
	}
	return out
}

// hows say how to meet a number.
var hows = map[string]string{
	gate.NeedSymbols:     "find_definitions: find more of the symbols that matter, and name those that answers showed.",
	gate.NeedEntryPoints: "find_references: find where the symbols are called from, and name a symbol that leads to one of them.",
	gate.NeedFiles:       "get_symbols: look into more of the files that matter; a file counts when an answer showed lines of it.",
	gate.NeedPatterns:    "search_text: find code to follow, and give its description, file and line.",
	gate.NeedConfirmed:   "confirm_symbol_relevance: say which of the symbols target_feature is, why, and with code_evidence.",
}

// lacking is a number that is too small.
func (s *Session) lacking(need string, have, want int) Missing {
	return Missing{need, have, want, hows[need]}
}
