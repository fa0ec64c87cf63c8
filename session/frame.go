package session

import (
	"slices"
	"strings"

	"codeintel/session/gate"
	"codeintel/session/speech"
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
			return nil, s.refuse(&Refusal{Code: codeInvalid, Field: "slots", Message: s.say(speech.NoSuchSlot{Slot: clipRunes(string(slot), 40)}),
				Hint: s.say(speech.Slots{All: names(Slots())}), NextActions: []string{"set_query_frame"}}, "set_query_frame")
		}
	}
	filled := false
	for _, slot := range Slots() {
		v := slots[slot]
		if v == nil {
			continue
		}
		unsure := false
		if m := s.quoted(slot, v); m != nil && m.Code == codeUnsure {
			res.Unsure = append(res.Unsure, *m)
			unsure = true
		} else if m != nil {
			res.Refused = append(res.Refused, *m)
			continue
		}
		before, had := s.Frame[slot]
		s.Frame[slot] = slotState{Value: folded(v.Value), Quote: v.Quote, Evidence: []SlotEvidence{{
			Tool: "set_query_frame", Summary: s.say(speech.QuerySays{Quote: v.Quote}), At: s.now().UTC(),
		}}, Unsure: unsure}
		filled = filled || !had || before.Unsure && !unsure
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

// codeUnsure is the code of a value that fills its slot although the judge could not decide
// whether the quote says it.
const codeUnsure = "unsure"

// quoted returns why a value can't fill a slot, nil if it can. A result with codeUnsure is a
// warning: the value fills the slot.
func (s *Session) quoted(slot Slot, v *SlotValue) *Mend {
	no := func(code string, why speech.Message) *Mend {
		return &Mend{Field: string(slot), Item: clipRunes(v.Value, 80), Code: code, Reason: s.say(why)}
	}
	value, quote := folded(v.Value), folded(v.Quote)
	switch {
	case value == "":
		return no("empty", speech.ValueEmpty)
	case quote == "":
		return no("empty", speech.QuoteEmpty)
	case len(v.Value) > maxValue || len(v.Quote) > maxQuote:
		return no("inconsistent", speech.SlotTooLong{Value: maxValue, Quote: maxQuote})
	case !strings.Contains(folded(s.state.Query), quote):
		return no("not_in_query", speech.NotInQuery{Quote: clipRunes(quote, 60)})
	}
	why, unsure := s.disagrees(value, quote)
	if why != nil {
		return no("inconsistent", speech.Disagrees{Quote: clipRunes(quote, 60), Why: why})
	}
	had, ok := s.Frame[slot]
	other := ok && folded(had.Value) != value
	if other && (s.state.Phase != gate.Exploration || slices.ContainsFunc(s.Mapped, func(m MappedSymbol) bool { return m.Confirmed })) {
		return no("inconsistent", speech.AlreadyFilled{Value: clipRunes(had.Value, 60)})
	}
	if unsure {
		return no(codeUnsure, speech.UnsureValue{Quote: clipRunes(quote, 60)})
	}
	return nil
}

// disagrees returns why a value does not say what its quote says, nil if it does, and whether
// the judge could not decide.
func (s *Session) disagrees(value, quote string) (why speech.Message, unsure bool) {
	if s.judge != nil {
		switch s.judge.Agrees(value, quote) {
		case "":
			return nil, false
		case codeUnsure:
			return nil, true
		case "number":
			return speech.NumbersDiffer, false
		case "opposite":
			return speech.SaysOpposite, false
		case "negation":
			return speech.SaysNot, false
		case "action":
			return speech.OtherDone, false
		}
		return speech.OtherSubject, false
	}
	if !consistent(value, quote) {
		return speech.NoCommonWords, false
	}
	return nil, false
}

// resolve fills slots with what exploration found, and takes evidence of calls for
// filled ones. It gives what does not count.
func (s *Session) resolve(values map[Slot]string, evidence map[Slot]Cited, c Code) []Mend {
	mend := []Mend{}
	for slot := range values {
		if !slices.Contains(Slots(), slot) {
			mend = append(mend, Mend{"resolved_frame", clipRunes(string(slot), 40), "unknown", s.say(speech.SlotUnknown{All: names(Slots())})})
		}
	}
	for slot := range evidence {
		if !slices.Contains(Slots(), slot) {
			mend = append(mend, Mend{"slot_evidence", clipRunes(string(slot), 40), "unknown", s.say(speech.SlotUnknown{All: names(Slots())})})
		}
	}
	slices.SortFunc(mend, func(a, b Mend) int { return strings.Compare(a.Field+a.Item, b.Field+b.Item) })
	filled := false
	for _, slot := range Slots() {
		value, cited := values[slot], evidence[slot]
		had, ok := s.Frame[slot]
		_, given := evidence[slot]
		field := "slot_evidence." + string(slot)
		no := func(field, item, code string, why speech.Message) {
			mend = append(mend, Mend{field, clipRunes(item, 80), code, s.say(why)})
		}
		if folded(value) == "" && !ok {
			if given {
				no(field, cited.Result, "inconsistent", speech.SlotWithoutValue)
			}
			continue
		}
		if folded(value) != "" {
			switch {
			case len(value) > maxValue:
				no("resolved_frame."+string(slot), value, "inconsistent", speech.ValueTooLong{Max: maxValue})
				continue
			case ok && folded(had.Value) != folded(value):
				no("resolved_frame."+string(slot), value, "inconsistent", speech.FilledAlready{Value: clipRunes(had.Value, 60)})
				continue
			case !ok && !given:
				no("resolved_frame."+string(slot), value, "empty", speech.NeedsSlotEvidence)
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
			do := speech.Message(speech.LacksSlot{Slot: string(slot), Tool: tool})
			if s.state.Ledger.Made > 0 && s.state.Phase != gate.Semantic {
				do = speech.LacksSlotFound{Slot: string(slot), Tool: tool}
			}
			out = append(out, Missing{string(slot), 0, 1, s.say(do)})
		case wants && !v.called():
			do := speech.Message(speech.LacksEvidence{Slot: string(slot), Tool: tool})
			if s.state.Phase == gate.Semantic || s.state.Ledger.Made == 0 {
				do = speech.LacksEvidenceYet{Look: s.look(), Slot: string(slot), Tool: tool}
			}
			out = append(out, Missing{string(slot), 0, 1, s.say(do)})
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
			out = append(out, Missing{gate.NeedTool, 0, 1, s.say(speech.LacksTool{Tool: t})})
		}
	}
	return out
}

// hows say how to meet a number.
var hows = map[string]speech.Text{
	gate.NeedSymbols:     speech.LacksSymbols,
	gate.NeedEntryPoints: speech.LacksEntryPoints,
	gate.NeedFiles:       speech.LacksFiles,
	gate.NeedPatterns:    speech.LacksPatterns,
	gate.NeedConfirmed:   speech.LacksConfirmed,
}

// lacking is a number that is too small.
func (s *Session) lacking(need string, have, want int) Missing {
	return Missing{need, have, want, s.say(hows[need])}
}
