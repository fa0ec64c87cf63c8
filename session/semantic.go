package session

import (
	"slices"
	"strings"

	"codeintel/session/gate"
	"codeintel/session/speech"
)

// maxHypotheses is how many a session has at once.
const maxHypotheses = 20

// SubmitSemantic takes hypotheses that a search by meaning led to.
func (s *Session) SubmitSemantic(f Findings, c Code) (*SemanticResult, error) {
	const tool = "submit_semantic"
	if err := s.Check(tool, ""); err != nil {
		return nil, err
	}
	fits := gate.Reasons(needs(s.Missing))
	if !slices.Contains(fits, f.Reason) {
		return nil, s.refuse(&Refusal{Code: codeReason, Field: "semantic_reason",
			Message: s.say(speech.UnfitReason{Reason: clipRunes(string(f.Reason), 40), Missing: needs(s.Missing)}),
			Hint:    s.say(speech.FittingReasons{Reasons: names(fits)}), NextActions: []string{tool, "revert_to_exploration"}}, tool)
	}
	if len(f.Hypotheses) == 0 || len(f.Hypotheses) > maxHypotheses {
		return nil, s.refuse(&Refusal{Code: codeInvalid, Field: "hypotheses", Message: s.say(speech.HypothesesNumber{N: len(f.Hypotheses), Max: maxHypotheses}),
			Hint: s.say(speech.WhatHypothesis), NextActions: []string{gate.SemanticSearch, "revert_to_exploration"}}, tool)
	}
	var mend []Mend
	number := 0
	if f.Search.Tool != "" || f.Search.Call != 0 || len(f.Search.Params) > 0 {
		if f.Search.Tool == "" {
			f.Search.Tool = gate.SemanticSearch
		}
		call, m := s.searched(f.Search)
		if m != nil {
			return nil, s.refuse(&Refusal{Code: codeEvidence, Field: "search_evidence", Message: s.say(speech.NoSuchSearch{Why: m.Reason}),
				Hint: s.say(speech.CiteSearch), NextActions: []string{gate.SemanticSearch, "revert_to_exploration"}, Mend: []Mend{*m}}, tool)
		}
		number = call
	}
	res := &SemanticResult{Hypotheses: []Hypothetical{}}
	taken := map[string]bool{}
	for _, h := range f.Hypotheses {
		no := func(code string, why speech.Message) {
			mend = append(mend, Mend{"hypotheses", clipRunes(h.Symbol, 80), code, s.say(why)})
		}
		found := c.Symbols(strings.TrimSpace(h.Symbol))
		if len(found) == 0 {
			no("unknown", speech.NoSymbol)
			continue
		}
		i := slices.IndexFunc(found, func(x Symbol) bool { return s.Ledger.bySearch(x.Symbol, number) && !taken[x.Symbol] })
		switch {
		case i >= 0:
			taken[found[i].Symbol] = true
			res.Hypotheses = append(res.Hypotheses, Hypothetical{Name: found[i].Name, Symbol: found[i].Symbol, Statement: clip(h.Statement, maxText)})
		case slices.ContainsFunc(found, func(x Symbol) bool { return taken[x.Symbol] }):
			no("duplicate", speech.NamedAlready)
		default:
			no("not_shown", speech.NoSearchShowed)
		}
	}
	if again := len(res.Hypotheses) > 0 && !slices.ContainsFunc(res.Hypotheses, func(h Hypothetical) bool { return !slices.Contains(s.Untied, h.Symbol) }); again {
		return nil, s.refuse(&Refusal{Code: codeUnseen, Field: "hypotheses", Message: s.say(speech.LookedAtAlready{Name: clipRunes(res.Hypotheses[0].Name, 60), Term: clipRunes(s.Value(TargetFeature), 60)}),
			Hint: s.say(speech.AnotherHypothesis), NextActions: []string{gate.SemanticSearch, "revert_to_exploration"}, Mend: mend}, tool)
	}
	if len(res.Hypotheses) == 0 {
		return nil, s.refuse(&Refusal{Code: codeUnseen, Field: "hypotheses", Message: s.say(speech.NoHypothesisShown),
			Hint: s.say(speech.NameFound), NextActions: []string{gate.SemanticSearch, "revert_to_exploration"}, Mend: mend}, tool)
	}
	s.sized(c)
	s.touch()
	s.SemanticUsed = true
	s.Hypotheses = res.Hypotheses
	for _, h := range res.Hypotheses {
		i := slices.IndexFunc(s.Mapped, func(m MappedSymbol) bool { return m.Symbol == h.Symbol })
		if i < 0 && len(s.Mapped) < maxMapped {
			x := s.Ledger.Symbols[s.Ledger.index()[h.Symbol]-s.Ledger.Base]
			s.Mapped = append(s.Mapped, MappedSymbol{Name: x.Name, Symbol: x.Symbol, File: x.File, Line: x.Line, Confidence: foundConfidence})
			i = len(s.Mapped) - 1
		}
		if i >= 0 && !s.Mapped[i].Confirmed {
			s.Mapped[i].Source = Hypothetic
		}
	}
	s.Missing = append([]Missing{}, s.missingSlotsIn(gate.Verification)...)
	s.enter(gate.Verification)
	res.Refused = append([]Mend{}, mend...)
	res.Hypotheses = slices.Clone(res.Hypotheses)
	res.Progress = s.Progress()
	return res, nil
}

// searched finds a semantic_search that is cited.
func (s *Session) searched(e Cited) (int, *Mend) {
	no := func(code string, why speech.Message) (int, *Mend) {
		return 0, &Mend{Field: "search_evidence", Item: clipRunes(e.Tool+" "+e.Result, 80), Code: code, Reason: s.say(why)}
	}
	if e.Tool != gate.SemanticSearch {
		return no("inconsistent", speech.OnlySemantic{Tool: clipRunes(e.Tool, 40)})
	}
	for _, r := range slices.Backward(s.Ledger.Calls) {
		if r.Tool == gate.SemanticSearch && !r.Failed && (e.Call == 0 || e.Call == r.Number) && matches(e.Params, r.Params) {
			return r.Number * min(1, max(e.Call, len(e.Params))), nil // without either: any search
		}
	}
	return no("no_such_call", speech.NoSearchLikeIt)
}

// missingSlotsIn are the slots that are missing for READY, with what to do in a
// phase.
func (s *Session) missingSlotsIn(p gate.Phase) []Missing {
	was := s.state.Phase
	s.state.Phase = p
	out := s.missingSlots(s.required())
	s.state.Phase = was
	return out
}

// SubmitVerification takes verdicts on the hypotheses.
func (s *Session) SubmitVerification(v Verification, c Code) (*VerificationResult, error) {
	const tool = "submit_verification"
	if err := s.Check(tool, ""); err != nil {
		return nil, err
	}
	if len(v.Results) > maxItems {
		return nil, s.tooMany(tool, "results")
	}
	s.sized(c)
	s.touch()
	res := &VerificationResult{}
	res.Refused = s.resolve(v.Resolved, v.Evidence, c)
	// What is asked for is judged before symbols that are unsure raise the risk.
	need := s.required()
	for _, r := range v.Results {
		if m := s.verify(r, c); m != nil {
			res.Refused = append(res.Refused, *m)
		}
	}
	lacks := s.missingSlots(need)
	res.Hypotheses = slices.Clone(s.Hypotheses)
	s.Missing = append([]Missing{}, lacks...)
	if !slices.ContainsFunc(s.Hypotheses, func(h Hypothetical) bool { return h.Verdict == "" }) {
		res.Guidance = s.concluded(need, lacks, c)
	}
	res.Progress = s.Progress()
	return res, nil
}

// verify takes one verdict.
func (s *Session) verify(r Verdict, c Code) *Mend {
	no := func(code string, why speech.Message) *Mend {
		return &Mend{Field: "results", Item: clipRunes(r.Hypothesis, 80), Code: code, Reason: s.say(why)}
	}
	i := slices.IndexFunc(s.Hypotheses, func(h Hypothetical) bool {
		return r.Hypothesis == h.Symbol || r.Hypothesis == h.Name || r.Hypothesis != "" && r.Hypothesis == lastPart(h.Name)
	})
	if i < 0 {
		return no("unknown", speech.NoHypothesis)
	}
	h := &s.Hypotheses[i]
	switch {
	case r.Verdict != Confirmed && r.Verdict != Rejected:
		return no("inconsistent", speech.NoVerdict{Verdict: clipRunes(r.Verdict, 40)})
	case h.Verdict != "":
		return no("duplicate", speech.HasVerdict{Verdict: h.Verdict})
	case r.Verdict == Rejected:
		h.Verdict = Rejected
		s.Mapped = slices.DeleteFunc(s.Mapped, func(m MappedSymbol) bool { return m.Symbol == h.Symbol && m.Source == Hypothetic })
		return nil
	}
	found := c.Symbols(h.Symbol)
	if !slices.ContainsFunc(found, func(x Symbol) bool { return x.Symbol == h.Symbol }) {
		return no("unknown", speech.SymbolGone)
	}
	if _, m := s.cite("results", r.Evidence, c, cites{since: s.Since, phase: gate.Verification, symbols: []Symbol{{Symbol: h.Symbol}}}); m != nil {
		return no(m.Code, speech.Said{Text: m.Reason})
	}
	h.Verdict = Confirmed
	for k := range s.Mapped {
		if s.Mapped[k].Symbol == h.Symbol {
			s.Mapped[k].Source = Fact
			s.Mapped[k].Evidence = clip(r.Evidence.Tool+": "+r.Evidence.Result, maxText)
		}
	}
	return nil
}

// concluded goes on after each hypothesis has its verdict: to READY when one that
// is confirmed is what the request is about and no slot lacks evidence, back to
// EXPLORATION when none is.
func (s *Session) concluded(need gate.Requirement, lacks []Missing, c Code) *Reinvestigation {
	var sure []Symbol
	for _, h := range s.Hypotheses {
		if h.Verdict == Confirmed {
			for _, x := range c.Symbols(h.Symbol) {
				if x.Symbol == h.Symbol {
					sure = append(sure, s.seen(x, c))
					break
				}
			}
		}
	}
	if len(sure) == 0 {
		g := s.reinvestigate(false)
		g.Reason = s.say(speech.AllRejected)
		s.back()
		return g
	}
	if len(lacks) > 0 {
		return nil // submit_verification takes the evidence of the slots
	}
	if need.Confirmed > 0 && s.confirmed() < need.Confirmed {
		for _, x := range sure {
			s.tie(x, c)
			if j := s.judgeSymbol(x, c); j.Accept {
				i := slices.IndexFunc(s.Mapped, func(m MappedSymbol) bool { return m.Symbol == x.Symbol })
				evidence := ""
				if i >= 0 {
					evidence = s.Mapped[i].Evidence
				}
				s.accept(x, j, evidence, s.stated(x))
			}
		}
		if s.confirmed() < need.Confirmed {
			s.Doubted = true
			g := s.undecided(sure)
			s.back()
			return g
		}
		// A symbol that is not sure asks for the evidence of the risk that it makes.
		if more := s.missingSlots(s.required()); s.judge != nil && len(more) > 0 {
			s.Missing = more
			return nil
		}
	}
	s.enter(gate.Ready)
	return nil
}

// stated is what the hypothesis says that names a symbol.
func (s *Session) stated(x Symbol) string {
	for _, h := range s.Hypotheses {
		if h.Symbol == x.Symbol {
			return h.Statement
		}
	}
	return ""
}

// maxTied is how many lines of a symbol are read for what they say, maxVerified how many
// symbols a session notes of which that is known.
const (
	maxTied     = 60
	maxVerified = 100
)

// tie notes whether the code of a symbol says what the request is about, where its name
// does not: a comment, a text, what it uses.
func (s *Session) tie(x Symbol, c Code) {
	if s.judge == nil || x.File == "" || slices.Contains(s.Verified, x.Symbol) || slices.Contains(s.Untied, x.Symbol) {
		return
	}
	from, to := max(1, x.Line-3), max(x.Line, min(x.EndLine, x.Line+maxTied))
	if info, ok := c.File(x.File); ok {
		to = min(to, info.Lines)
	}
	text, ok := c.Text(x.File, from, to)
	switch {
	case ok && s.judge.Says(s.Value(TargetFeature), text) && len(s.Verified) < maxVerified:
		s.Verified = append(s.Verified, x.Symbol)
	case len(s.Untied) < maxVerified:
		s.Untied = append(s.Untied, x.Symbol)
	}
}

// undecided says what to do where symbols are in the code, and nothing says that the
// request is about them: what else to look for, and what the person can decide.
func (s *Session) undecided(sure []Symbol) *Reinvestigation {
	term, name := clipRunes(s.Value(TargetFeature), 80), clipRunes(sure[0].Name, 80)
	return &Reinvestigation{
		Reason:      s.say(speech.Undecided{Name: name, Term: term}),
		NextActions: []string{s.say(speech.LookForWordsAround{Term: term}), s.say(speech.LookAtCallers), s.say(speech.SubmitAnother)},
		Fallback:    s.say(speech.AskPerson{Term: term, Name: name}),
	}
}

// back returns to EXPLORATION with what was found.
func (s *Session) back() {
	s.Hypotheses = []Hypothetical{}
	s.Mapped = slices.DeleteFunc(s.Mapped, func(m MappedSymbol) bool { return m.Source == Hypothetic })
	s.Understood, s.Submitted, s.Missing = false, false, []Missing{}
	s.enter(gate.Exploration)
}
