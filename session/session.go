package session

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"codeintel/session/gate"
	"codeintel/session/speech"
)

// slotState is a slot that is filled.
type slotState struct {
	Value    string         `json:"value"`
	Quote    string         `json:"quote,omitempty"`
	Evidence []SlotEvidence `json:"evidence"`
	// Unsure reports that the judge could not decide whether the quote says the value.
	Unsure bool `json:"unsure,omitempty"`
}

// called reports whether the evidence of a call shows the slot.
func (s *slotState) called() bool {
	return s != nil && slices.ContainsFunc(s.Evidence, func(e SlotEvidence) bool { return e.Call > 0 })
}

// source returns FACT if the query says the value, or a call showed it. An unsure value is a
// HYPOTHESIS until a call shows it.
func (s *slotState) source() Source {
	if s.Unsure && !s.called() {
		return Hypothetic
	}
	return Fact
}

// state is what is kept of a session. Values that a map or a slice has are never
// changed in place, so that a copy may share them.
type state struct {
	Version int        `json:"version"`
	ID      string     `json:"id"`
	Intent  Intent     `json:"intent"`
	Query   string     `json:"query"`
	Phase   gate.Phase `json:"phase"`
	Risk    Risk       `json:"risk"`
	// Floor is the risk that there is at least, by symbols that were accepted
	// without being sure.
	Floor   Risk      `json:"floor"`
	Created time.Time `json:"created"`
	Active  time.Time `json:"active"`
	Owner   owner     `json:"owner"`
	// Symbols and Files are the size of the repository, as it was last seen; Bare: it
	// had no code.
	Symbols    int                `json:"symbols"`
	Files      int                `json:"files"`
	Bare       bool               `json:"bare,omitempty"`
	Frame      map[Slot]slotState `json:"frame"`
	Mapped     []MappedSymbol     `json:"mapped"`
	Hypotheses []Hypothetical     `json:"hypotheses"`
	Ledger     ledger             `json:"ledger"`
	Added      []Added            `json:"added"`
	// NewFiles are those that check_write_target allowed to be made.
	NewFiles []string `json:"new_files"`
	// Understood: the last understanding met all that is required but for confirmed
	// symbols; Submitted: there was one; Missing is what it lacked.
	Understood bool      `json:"understood"`
	Submitted  bool      `json:"submitted"`
	Missing    []Missing `json:"missing"`
	// Doubted: symbols that were said to be relevant were all refused for being
	// unlike.
	Doubted bool `json:"doubted"`
	// Verified are the symbols whose code was found to say what the request is about,
	// after they were hypotheses; Untied those whose code was looked at and does not.
	Verified []string `json:"verified,omitempty"`
	Untied   []string `json:"untied,omitempty"`
	// Since is the number of the last call before the phase began.
	Since        int         `json:"since"`
	SemanticUsed bool        `json:"semantic_used"`
	Violations   []Violation `json:"violations"`
	Outcomes     []Outcome   `json:"outcomes"`
	Closed       string      `json:"closed,omitempty"`
	// ClosedIn is the phase in which the session was when it ended.
	ClosedIn gate.Phase `json:"closed_in,omitempty"`
	WasReady bool       `json:"was_ready,omitempty"`
	// Rule is the one by which the session is READY, Widest the one that lets most be
	// written of those by which it ever was.
	Rule     gate.Rule      `json:"rule,omitempty"`
	Widest   gate.Rule      `json:"widest_rule,omitempty"`
	Refused  map[string]int `json:"refused"`
	Refusals int            `json:"refusals"`
	// Denied are the newest refusals.
	Denied []RefusedCall `json:"denied"`
	// Epoch is that of the record (seal.go).
	Epoch int64 `json:"epoch"`
	// Language is the one that the session speaks, "" for English.
	Language speech.Language `json:"language,omitempty"`
}

// Session is what one request of an agent is known to have done. It is not safe
// for use by several goroutines: a Book hands out copies.
type Session struct {
	state
	now   func() time.Time
	judge Judge
	// forged: the record that it was read from has no valid seal, or is an older one.
	forged bool
	// noted is the epoch that the witness knows of.
	noted int64
	// was is the phase when this copy was made: agents know what that allows.
	was gate.Phase
}

// newSession begins one, in the phase where its intent begins.
func newSession(id string, i Intent, query string, who Agent, l speech.Language, now func() time.Time, judge Judge) *Session {
	at := now().UTC()
	s := &Session{now: now, judge: judge, was: gate.Exploration, state: state{
		Version: savedVersion, ID: id, Intent: i, Query: query, Phase: gate.Exploration, Floor: Low,
		Created: at, Active: at, Owner: owner{Agent: who},
		Frame: map[Slot]slotState{}, Mapped: []MappedSymbol{}, Hypotheses: []Hypothetical{}, Ledger: newLedger(),
		Added: []Added{}, NewFiles: []string{}, Missing: []Missing{}, Violations: []Violation{}, Outcomes: []Outcome{}, Refused: map[string]int{}, Denied: []RefusedCall{},
		Language: l,
	}}
	s.state.Risk, _ = RiskOf(i, s.frame())
	s.next(0)
	return s
}

// clone is a copy that shares nothing that either may change.
func (s *Session) clone() *Session {
	c := *s
	c.was = s.state.Phase
	c.Frame = maps.Clone(s.Frame)
	c.Mapped = slices.Clone(s.Mapped)
	c.Hypotheses = slices.Clone(s.Hypotheses)
	c.Ledger = s.Ledger.clone()
	c.Added = slices.Clip(s.Added)
	c.NewFiles = slices.Clip(s.NewFiles)
	c.Missing = slices.Clip(s.Missing)
	c.Verified, c.Untied = slices.Clip(s.Verified), slices.Clip(s.Untied)
	c.Violations = slices.Clip(s.Violations)
	c.Outcomes = slices.Clip(s.Outcomes)
	c.Refused = maps.Clone(s.Refused)
	c.Denied = slices.Clip(s.Denied)
	return &c
}

// ID is unguessable.
func (s *Session) ID() string { return s.state.ID }

// Language is the one that the session speaks.
func (s *Session) Language() speech.Language { return s.state.Language }

// say says something in the language of the session.
func (s *Session) say(m speech.Message) string { return s.state.Language.Say(m) }

// Intent is that of the request.
func (s *Session) Intent() Intent { return s.state.Intent }

// Query is the request.
func (s *Session) Query() string { return s.state.Query }

// Phase is how far the session is.
func (s *Session) Phase() gate.Phase { return s.state.Phase }

// Risk is how much can go wrong with what is known.
func (s *Session) Risk() Risk { return s.state.Risk }

// Owner is the agent whose session it is, zero where it is not known.
func (s *Session) Owner() Agent { return s.state.Owner.Agent }

// Connection is the one over which the session was begun or resumed last, zero for
// none.
func (s *Session) Connection() Connection { return s.state.Owner.Connection }

// Created is when the session began.
func (s *Session) Created() time.Time { return s.state.Created }

// Active is when something happened last.
func (s *Session) Active() time.Time { return s.state.Active }

// frame are the values of the slots.
func (s *Session) frame() Frame {
	f := Frame{}
	for slot, v := range s.Frame {
		f[slot] = v.Value
	}
	return f
}

// Value is that of a slot, "" where it is missing.
func (s *Session) Value(slot Slot) string { return s.Frame[slot].Value }

// filled are the slots that have values, in the order of Slots.
func (s *Session) filled() []Filled {
	out := []Filled{}
	for _, slot := range Slots() {
		if v, ok := s.Frame[slot]; ok {
			out = append(out, Filled{Slot: slot, Value: v.Value, Quote: v.Quote, Source: v.source(), Evidence: v.Evidence})
		}
	}
	return out
}

// Plan is what the router says to do first.
func (s *Session) Plan() *Plan {
	p, err := NewPlan(s.state.Language, s.state.Intent, s.frame())
	if err != nil {
		panic(err) // intents and slots are checked where they come in
	}
	if r := p.RiskLevel.Max(s.state.Risk); r != p.RiskLevel {
		p.RiskLevel = r
		p.Reasoning = s.say(speech.PlanRaised{Plan: p.Reasoning, Risk: string(r)})
	}
	return p
}

// Status is all that is known.
func (s *Session) Status() Status {
	st := Status{
		Progress: s.Progress(), Intent: s.state.Intent, Query: s.state.Query, Created: s.state.Created, Active: s.state.Active, Owner: s.state.Owner.Agent,
		Frame: s.filled(), Plan: s.Plan(), Mapped: slices.Clone(s.Mapped), Hypotheses: slices.Clone(s.Hypotheses),
		Calls: []CallInfo{}, Made: s.Ledger.Made, ToolsUsed: maps.Clone(s.Ledger.Used),
		Shown:    Counts{Symbols: s.Ledger.Base + len(s.Ledger.Symbols), Files: len(s.Ledger.Files)},
		Explored: s.ExploredFiles(), Added: slices.Clone(s.Added), Violations: slices.Clone(s.Violations), Outcomes: slices.Clone(s.Outcomes),
		ClosedBecause: s.closedBecause(), WasReady: s.WasReady, Refusals: s.Refusals, Refused: slices.Clone(s.Denied),
	}
	st.AllowedTools = gate.Allowed(s.state.Phase)
	for i := range s.Ledger.Calls {
		st.Calls = append(st.Calls, s.Ledger.Calls[i].info())
	}
	return st
}

// Progress is what each answer of the session says.
func (s *Session) Progress() Progress {
	p := Progress{
		SessionID: s.state.ID, Phase: s.state.Phase, Risk: s.state.Risk,
		Missing: s.missing(),
	}
	if s.state.Phase != s.was {
		p.AllowedTools = gate.Allowed(s.state.Phase)
	}
	p.NextStep = s.nextStep(p.Missing)
	return p
}

// missing is what the next step out of the phase lacks, as far as it is known
// without a claim.
func (s *Session) missing() []Missing {
	out := []Missing{}
	switch s.state.Phase {
	case gate.Exploration:
		if s.Submitted {
			for _, m := range s.Missing {
				if m.Need != gate.NeedTool || s.Ledger.Used[toolOf(m.Do)] == 0 {
					out = append(out, m)
				}
			}
			return out
		}
		need := s.required()
		if s.Bare && s.state.Intent.Writes() {
			need = gate.RuleNew.Required().In(s.Symbols, s.Files)
		}
		out = append(out, s.missingSlots(need)...)
		out = append(out, s.missingTools(need.Tools)...)
		if n := len(s.Ledger.Symbols); n < need.Symbols {
			out = append(out, s.lacking(gate.NeedSymbols, n, need.Symbols))
		}
		if n := len(s.Ledger.Files); n < need.Files {
			out = append(out, s.lacking(gate.NeedFiles, n, need.Files))
		}
	case gate.Semantic:
		for _, m := range s.Missing {
			m.Do = s.say(speech.LacksByMeaning)
			out = append(out, m)
		}
	case gate.Verification:
		return append(out, s.Missing...)
	}
	return out
}

// required is what an understanding needs now.
func (s *Session) required() gate.Requirement {
	return gate.Required(s.state.Intent, s.state.Risk).In(s.Symbols, s.Files)
}

// toolOf is the tool with which a text begins.
func toolOf(do string) string {
	for i, r := range do {
		if (r < 'a' || r > 'z') && r != '_' {
			return do[:i]
		}
	}
	return do
}

// nextStep is one sentence that begins with a tool that is allowed.
func (s *Session) nextStep(missing []Missing) string {
	switch s.state.Phase {
	case gate.Exploration:
		switch {
		case s.Understood:
			return s.lacking(gate.NeedConfirmed, 0, 1).Do
		case len(missing) > 0:
			return missing[0].Do
		case !s.Submitted:
			return s.say(speech.StepSubmit)
		}
		return s.say(speech.StepSubmitAgain)
	case gate.Semantic:
		return s.say(speech.StepSearchMeaning)
	case gate.Verification:
		for _, h := range s.Hypotheses {
			if h.Verdict == "" {
				return s.say(speech.StepVerify{Name: clipRunes(h.Name, 80)})
			}
		}
		if len(missing) > 0 {
			return missing[0].Do
		}
		return s.say(speech.StepVerdicts)
	case gate.Ready:
		if s.state.Intent.Writes() && s.Rule != gate.RuleCode {
			return s.say(speech.StepWriteSome{May: s.Rule.Writes()})
		}
		if s.state.Intent.Writes() {
			return s.say(speech.StepWrite)
		}
		return s.say(speech.StepAnswer)
	}
	return s.say(speech.StepEnded)
}

// Check says whether a tool may be called now; collection is that of
// semantic_search. The error is a *Refusal. All other methods check for
// themselves.
func (s *Session) Check(tool, collection string) error {
	v := gate.Allow(s.state.Phase, tool, collection)
	if v.Allow {
		return nil
	}
	if s.state.Phase == gate.Closed {
		return s.refuse(&Refusal{Code: codeClosed, Message: s.say(speech.SessionEnded{Why: s.closedBecause(), Tool: tool}),
			Hint: s.say(speech.BeginForNew), NextActions: []string{"start_session"}}, tool)
	}
	r := &Refusal{
		Code: gate.PhaseForbidden, Missing: s.missing(),
		Message:     s.say(speech.NotForPhase{Tool: tool, Phase: string(s.state.Phase), Next: s.state.Phase.Next()}),
		Hint:        s.nextStep(s.missing()),
		NextActions: slices.Clone(v.LeadsOn),
	}
	if tool == gate.SemanticSearch && v.Code != "" && s.state.Phase.Has(gate.Map) {
		r.Message = s.say(speech.MapOnly{Phase: string(s.state.Phase), Next: s.state.Phase.Next()})
		r.NextActions = append([]string{s.say(speech.SearchMap)}, r.NextActions...)
	}
	if first := toolOf(r.Hint); !slices.Contains(r.NextActions, first) {
		r.NextActions = append([]string{first}, r.NextActions...)
	}
	return s.refuse(r, tool)
}

// Observe records a call that was made and gives its number, from 1. A closed
// session records nothing: 0.
func (s *Session) Observe(c Call) int {
	if s.state.Phase == gate.Closed {
		return 0
	}
	if c.At.IsZero() {
		c.At = s.now()
	}
	s.touch()
	if c.Tool == gate.SemanticSearch && !c.Failed && s.state.Phase == gate.Semantic {
		s.SemanticUsed = true
	}
	return s.Ledger.observe(c, s.state.Phase)
}

// NextCall is the number that the next observed call will have, 0 in a closed
// session.
func (s *Session) NextCall() int {
	if s.state.Phase == gate.Closed {
		return 0
	}
	return s.Ledger.Made + 1
}

// Sent gives the number of a call that showed all these lines of the file with
// this content.
func (s *Session) Sent(l Lines) (call int, ok bool) { return s.Ledger.sent(l) }

// WasShown reports whether an answer showed a SCIP symbol.
func (s *Session) WasShown(symbol string) bool { return s.Ledger.shown(symbol) }

// ShownLines are the lines of a file that answers showed, merged, in order.
func (s *Session) ShownLines(path string) []Lines {
	var out []Lines
	for _, p := range s.Ledger.Files[path] {
		out = append(out, Lines{File: path, From: p[0], To: p[1]})
	}
	return out
}

// touch notes that something happened.
func (s *Session) touch() { s.state.Active = s.now().UTC() }

// enter goes to a phase.
func (s *Session) enter(p gate.Phase) {
	s.state.Phase, s.Since, s.Rule = p, s.Ledger.Made, gate.RuleCode
	if p == gate.Ready {
		s.ready(gate.RuleCode)
	}
}

// ready notes by which rule the session has come to READY.
func (s *Session) ready(r gate.Rule) {
	s.state.Phase, s.Since, s.Rule = gate.Ready, s.Ledger.Made, r
	if s.WasReady {
		r = s.Widest.Wider(r)
	}
	s.Missing, s.WasReady, s.Widest = []Missing{}, true, r
}

// closedBecause says why the session has ended, "" while it is open.
func (s *Session) closedBecause() string {
	switch s.Closed {
	case closedIdle:
		return s.say(speech.EndedIdle)
	case closedForged:
		return s.say(speech.EndedForged)
	}
	return s.Closed
}

// close ends the session. why is in its language, or one of the reasons that records
// have by name.
func (s *Session) close(why string) {
	if s.state.Phase != gate.Closed {
		s.ClosedIn = s.state.Phase
	}
	s.state.Phase, s.Closed = gate.Closed, why
	s.Ledger.settle()
	s.touch()
}

// sized notes the size of the repository.
func (s *Session) sized(c Code) {
	size := c.Size()
	s.Symbols, s.Files, s.Bare = size.Symbols, size.Files, !size.Code
}

// rerate computes the risk: after slots were filled with evidence it may fall, but
// not below what unsure symbols and unsure values make it.
func (s *Session) rerate(filled bool) {
	r, _ := RiskOf(s.state.Intent, s.frame())
	if !filled {
		r = r.Max(s.state.Risk)
	}
	s.state.Risk = r.Max(s.Floor)
	for _, v := range s.Frame {
		if v.Unsure {
			s.state.Risk = High
		}
	}
}

// Revert goes back to EXPLORATION; hypotheses are dropped, and without keep all
// that was found.
func (s *Session) Revert(keep bool) (*RevertResult, error) {
	if err := s.Check("revert_to_exploration", ""); err != nil {
		return nil, err
	}
	s.touch()
	s.enter(gate.Exploration)
	s.Hypotheses = []Hypothetical{}
	s.Mapped = slices.DeleteFunc(s.Mapped, func(m MappedSymbol) bool { return m.Source == Hypothetic })
	s.Understood, s.Submitted, s.Missing, s.Doubted = false, false, []Missing{}, false
	if !keep {
		s.Verified, s.Untied = nil, nil
	}
	if !keep {
		made := s.Ledger.Made
		s.Ledger = newLedger()
		s.Ledger.Made = made
		s.Since = made
		s.Mapped, s.Added, s.NewFiles = []MappedSymbol{}, []Added{}, []string{}
		for slot, v := range s.Frame {
			if v.Quote == "" {
				delete(s.Frame, slot)
				continue
			}
			v.Evidence = v.Evidence[:1:1] // that of the quote
			s.Frame[slot] = v
		}
		s.rerate(false)
	}
	return &RevertResult{Progress: s.Progress(), Kept: keep}, nil
}

// RecordOutcome says how the request ended. That closes a session that is READY, or
// never writes; another stays open, as nothing an agent says opens the gate.
func (s *Session) RecordOutcome(kind OutcomeKind, analysis, trigger string) (*OutcomeResult, error) {
	if kind != Success && kind != Failure && kind != Partial {
		return nil, s.refuse(&Refusal{Code: codeInvalid, Field: "outcome", Message: s.say(speech.NoSuchOutcome{Outcome: clipRunes(string(kind), 40)}),
			Hint: s.say(speech.Outcomes), NextActions: []string{"record_outcome"}}, "record_outcome")
	}
	if len(s.Outcomes) >= maxOutcomes {
		return nil, s.refuse(&Refusal{Code: codeInvalid, Message: s.say(speech.OutcomesFull), Hint: s.say(speech.BeginNew), NextActions: []string{"start_session"}}, "record_outcome")
	}
	o := Outcome{
		SessionID: s.state.ID, Outcome: kind, Phase: s.state.Phase, Intent: s.state.Intent, SemanticUsed: s.SemanticUsed,
		Analysis: clip(analysis, maxText), Trigger: clip(trigger, maxText), At: s.now().UTC(),
	}
	if s.state.Phase == gate.Closed {
		o.ClosedIn = s.ClosedIn
	}
	res := &OutcomeResult{Outcome: o, Agreed: []Agreed{}}
	if kind == Success && s.state.Phase == gate.Ready {
		res.Agreed = s.agreed()
	}
	s.Outcomes = append(s.Outcomes, o)
	s.touch()
	if s.state.Phase != gate.Closed && !s.pending() {
		s.close(s.say(speech.EndedOutcome{Outcome: string(kind)}))
	}
	res.Progress = s.Progress()
	return res, nil
}

// agreed are the confirmed symbols with the term that they are for.
func (s *Session) agreed() []Agreed {
	term := s.Value(TargetFeature)
	out := []Agreed{}
	if term == "" {
		return out
	}
	quote := folded(s.Frame[TargetFeature].Quote)
	if quote == folded(term) || len(quote) > maxValue {
		quote = ""
	}
	for _, m := range s.Mapped {
		if !m.Confirmed {
			continue
		}
		a := Agreed{
			Term: term, Quote: quote, Symbol: Symbol{Symbol: m.Symbol, Name: m.Name, File: m.File, Line: m.Line}, Similarity: m.Confidence,
			Evidence: m.Evidence, Reasoning: m.Reasoning, Files: []string{},
		}
		if m.File != "" {
			a.Files = append(a.Files, m.File)
		}
		for _, f := range s.mostShown() {
			if f != m.File && !gate.Own(f) && len(a.Files) < maxRelatedFiles {
				a.Files = append(a.Files, f)
			}
		}
		out = append(out, a)
	}
	return out
}

// mostShown are the files of which answers showed lines, those with the most first.
func (s *Session) mostShown() []string {
	lines := map[string]int{}
	for f, spans := range s.Ledger.Files {
		for _, x := range spans {
			lines[f] += x[1] - x[0] + 1
		}
	}
	return slices.SortedFunc(maps.Keys(lines), func(a, b string) int {
		return cmp.Or(cmp.Compare(lines[b], lines[a]), cmp.Compare(a, b))
	})
}

// Violate records a change that was not allowed.
func (s *Session) Violate(v Violation) {
	if len(s.Violations) >= maxViolations {
		s.Violations = slices.Clone(s.Violations[1:])
	}
	v.At = v.At.UTC()
	s.Violations = append(s.Violations, v)
	s.touch()
}

// Bounds of what is kept.
const (
	maxOutcomes     = 100
	maxViolations   = 200
	maxText         = 4000 // bytes of a text of an agent
	maxRelatedFiles = 20
)
