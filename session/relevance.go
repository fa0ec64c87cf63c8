package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"codeintel/session/gate"
	"codeintel/session/speech"
)

const suggestions = 3

// ValidateRelevance asks which of the symbols are what the request is about;
// without symbols those that the session knows. target is target_feature where it
// is "".
func (s *Session) ValidateRelevance(target string, symbols []string, c Code) (*ValidationResult, error) {
	const tool = "validate_symbol_relevance"
	if err := s.Check(tool, ""); err != nil {
		return nil, err
	}
	if len(symbols) > maxItems {
		return nil, s.tooMany(tool, "symbols")
	}
	term := s.Value(TargetFeature)
	if term == "" {
		return nil, s.targetUnknown(tool)
	}
	res := &ValidationResult{Embedder: s.embedder(), Suggestions: []Suggestion{}, Unknown: []Mend{}}
	if folded(target) != "" && folded(target) != term {
		return nil, s.refuse(&Refusal{Code: codeInvalid, Field: "target_feature", Message: s.say(speech.OtherTarget{Term: clipRunes(term, 80), Given: clipRunes(folded(target), 80)}),
			Hint: s.say(speech.LeaveTargetOut), NextActions: []string{tool}}, tool)
	}
	var known []Symbol
	if len(symbols) == 0 {
		for _, m := range s.Mapped {
			known = append(known, Symbol{Symbol: m.Symbol, Name: m.Name})
		}
	} else {
		known, res.Unknown = s.countSymbols("symbols", symbols, c)
	}
	var names []string
	for _, x := range known {
		names = append(names, x.Name)
		if j := s.judgeSymbol(x, c); j.judged || j.by != "" {
			res.Suggestions = append(res.Suggestions, Suggestion{x.Name, x.Symbol, j.raw, j.calibrated, j.Tier})
		}
	}
	slices.SortStableFunc(res.Suggestions, func(a, b Suggestion) int { return cmp.Compare(b.Calibrated, a.Calibrated) })
	if len(res.Suggestions) > suggestions {
		res.Suggestions = res.Suggestions[:suggestions]
	}
	if res.Unknown == nil {
		res.Unknown = []Mend{}
	}
	s.touch()
	list := speech.Message(speech.NoNames)
	if len(names) > 0 {
		list = speech.Names{List: clipRunes(strings.Join(names, ", "), 2000)}
	}
	res.Prompt = s.say(speech.Validate{Term: clipRunes(term, 200), Names: list})
	res.Progress = s.Progress()
	return res, nil
}

func (s *Session) targetUnknown(tool string) *Refusal {
	return s.refuse(&Refusal{Code: codeTarget, Field: "target_feature", Message: s.say(speech.NoTarget),
		Hint: s.say(speech.FillTarget), NextActions: []string{"set_query_frame", "submit_understanding"}}, tool)
}

// unusable says why a relevance can't be judged at all.
func (s *Session) unusable(tool string, r *Relevance) *Refusal {
	bad := func(code, field string, what, hint speech.Message) *Refusal {
		return s.refuse(&Refusal{Code: code, Field: field, Message: s.say(what), Hint: s.say(hint), NextActions: []string{tool}}, tool)
	}
	switch {
	case len(r.Symbols) == 0:
		return bad(codeInvalid, "relevant_symbols", speech.NoRelevant, speech.NameRelevant)
	case len(r.Symbols) > maxItems || len(r.Evidence) > maxItems:
		return bad(codeInvalid, "relevant_symbols", speech.TooManyItems{Max: maxItems}, speech.NameThose)
	case strings.TrimSpace(r.Reasoning) == "" || len(r.Reasoning) > maxText:
		return bad(codeInvalid, "reasoning", speech.NoReasoning{Max: maxText}, speech.GiveReasoning)
	case len(r.Evidence) == 0:
		return bad(codeEvidence, "code_evidence", speech.NoCodeEvidence, speech.GiveCodeEvidence)
	}
	return nil
}

// ConfirmRelevance judges which symbols are what the request is about.
func (s *Session) ConfirmRelevance(r Relevance, c Code) (*RelevanceResult, error) {
	const tool = "confirm_symbol_relevance"
	if err := s.Check(tool, ""); err != nil {
		return nil, err
	}
	if bad := s.unusable(tool, &r); bad != nil {
		return nil, bad
	}
	if s.Value(TargetFeature) == "" {
		return nil, s.targetUnknown(tool)
	}
	if !s.Understood {
		return nil, s.refuse(&Refusal{Code: codeFirst, Message: s.say(speech.NotUnderstood),
			Hint: s.say(speech.SubmitAllAtOnce), NextActions: []string{"submit_understanding"}, Missing: s.missing()}, tool)
	}
	s.sized(c)
	s.touch()
	risk := s.state.Risk
	res := &RelevanceResult{Relevant: *s.relevance(r, c)}
	switch {
	case s.confirmed() == 0:
	case s.judge != nil && s.state.Risk != risk && s.state.Intent.Writes():
		// The understanding was enough for a lower risk: it is handed in for this one.
		s.Understood = false
		s.Missing = s.lacks(s.required(), Counts{}, nil, c)
	default:
		s.enter(gate.Ready)
	}
	res.Progress = s.Progress()
	return res, nil
}

// tie is code that was cited and found.
type tie struct {
	symbols []Symbol
	lines   Lines // File is "" for none
	text    string
}

// relevance decides which symbols are what the request is about. Each needs code
// that was cited and that the server found, of the symbol itself or of one that is
// related; then the tier decides.
func (s *Session) relevance(r Relevance, c Code) *Relevant {
	res := &Relevant{Accepted: []MappedSymbol{}, Refused: []Mend{}, Embedder: s.embedder()}
	var ties []tie
	for _, e := range r.Evidence {
		t, m := s.citation(e, c)
		if m != nil {
			res.Refused = append(res.Refused, *m)
			continue
		}
		ties = append(ties, t)
	}
	symbols, mend := s.countSymbols("relevant_symbols", r.Symbols, c)
	res.Refused = append(res.Refused, mend...)
	unlike := 0
	var accepted []Symbol
	for _, x := range symbols {
		i := slices.IndexFunc(ties, func(t tie) bool { return t.holds(x, c) })
		if i < 0 {
			res.Refused = append(res.Refused, Mend{"relevant_symbols", clipRunes(x.Name, 80), "untied", s.say(speech.NoEvidenceOfIt)})
			continue
		}
		j := s.judgeSymbol(x, c)
		if !j.Accept {
			unlike++
			res.Refused = append(res.Refused, Mend{"relevant_symbols", clipRunes(x.Name, 80), "low_similarity",
				s.say(speech.Unlike{Term: clipRunes(s.Value(TargetFeature), 60), Score: j.calibrated, By: s.embedder(), Raw: j.raw})})
			continue
		}
		s.accept(x, j, ties[i].text, r.Reasoning)
		accepted = append(accepted, x)
	}
	res.Accepted = s.mappedOf(accepted)
	if len(accepted) == 0 {
		s.Doubted = s.Doubted || unlike > 0
		res.Guidance = s.reinvestigate(unlike > 0)
	} else {
		s.Doubted = false
	}
	return res
}

// accept notes that a symbol is what the request is about.
func (s *Session) accept(x Symbol, j judgement, evidence, reasoning string) {
	s.Floor = s.Floor.Max(j.Raise)
	s.state.Risk = s.state.Risk.Max(s.Floor)
	confidence := foundConfidence
	if j.judged && j.by == "" {
		confidence = j.calibrated
	}
	if j.by != "" {
		evidence = s.say(speech.EvidenceBy{Evidence: evidence, By: j.by})
	}
	m := MappedSymbol{
		Name: x.Name, Symbol: x.Symbol, File: x.File, Line: x.Line, Source: Fact, Confidence: confidence, Tier: j.Tier, Raw: j.raw, Calibrated: j.calibrated,
		Confirmed: true, Evidence: clip(evidence, maxText), Reasoning: clip(strings.TrimSpace(reasoning), maxText),
	}
	for i := range s.Mapped {
		if s.Mapped[i].Symbol == x.Symbol {
			s.Mapped[i] = m
			return
		}
	}
	s.Mapped = append(s.Mapped, m)
}

// reinvestigate says how to look on after symbols were refused.
func (s *Session) reinvestigate(unlike bool) *Reinvestigation {
	term := clipRunes(s.Value(TargetFeature), 80)
	g := &Reinvestigation{
		Reason:      s.say(speech.NotShownAs{Term: term}),
		NextActions: []string{s.say(speech.LookForWords{Term: term}), s.say(speech.LookUpNames), s.say(speech.LookAtUses)},
		Fallback:    s.say(speech.ConfirmItself),
	}
	if unlike {
		g.Reason = s.say(speech.NotAlike{Term: term})
		g.Fallback = s.say(speech.SubmitForMeaning)
	}
	return g
}

// Holds reports whether cited code is of a symbol, or of one related to it.
func (t *tie) holds(x Symbol, c Code) bool {
	for _, y := range t.symbols {
		if y.Symbol == x.Symbol || c.Related(y.Symbol, x.Symbol) {
			return true
		}
	}
	return t.lines.File != "" && t.lines.File == x.File && t.lines.From <= max(x.EndLine, x.Line) && x.Line <= t.lines.To
}

// citation finds the code that is cited.
func (s *Session) citation(e Citation, c Code) (tie, *Mend) {
	item := strings.TrimSpace(fmt.Sprintf("%s %s", e.Symbol, e.Text))
	if e.File != "" {
		item = strings.TrimSpace(fmt.Sprintf("%s:%d %s", e.File, e.Line, item))
	}
	no := func(code string, why speech.Message) (tie, *Mend) {
		return tie{}, &Mend{Field: "code_evidence", Item: clipRunes(item, 80), Code: code, Reason: s.say(why)}
	}
	t := tie{text: item}
	if len(e.Text) > maxText {
		return no("inconsistent", speech.TextTooLong{Max: maxText})
	}
	if e.Symbol != "" {
		found := s.meant(e.Symbol, c)
		if len(found) == 0 {
			return no("unknown", speech.NoSymbol)
		}
		for _, x := range found {
			if s.Ledger.shown(x.Symbol) {
				t.symbols = append(t.symbols, x)
			}
		}
		if len(t.symbols) == 0 {
			return no("not_shown", speech.NoAnswerShowed)
		}
		if e.File == "" {
			return t, nil // a text beside a symbol says what it means
		}
	}
	if e.File != "" {
		p := clean(e.File, c)
		info, ok := c.File(p)
		from, to := e.Line, max(e.Line, e.EndLine)
		switch {
		case !ok:
			return no("unknown", speech.NoSuchFile)
		case from < 1:
			return no("empty", speech.NoLine)
		case to > info.Lines || to-from >= maxShownText:
			return no("no_such_line", speech.FileEnds{Lines: info.Lines, Max: maxShownText})
		}
		if e.Text != "" {
			text, ok := c.Text(p, from, to)
			if !ok || !strings.Contains(folded(text), folded(e.Text)) {
				return no("not_shown", speech.TextNotThere)
			}
		} else if !s.Ledger.has(p, from) && !s.symbolIn(place{p, from}) {
			return no("not_shown", speech.LineNotShownYet)
		}
		if len(t.symbols) > 0 && !slices.ContainsFunc(t.symbols, func(x Symbol) bool {
			return at(x, p, from, c) || at(x, p, to, c) || x.File == p && from <= x.Line && x.Line <= to
		}) {
			x := t.symbols[0]
			return no("inconsistent", speech.NotAtLine{Name: clipRunes(x.Name, 80), File: clipRunes(p, 80), Line: from, Of: clipRunes(x.File, 80), From: x.Line, To: max(x.Line, x.EndLine)})
		}
		t.lines = Lines{File: p, From: from, To: to}
		return t, nil
	}
	// Words that name symbols or places.
	if strings.TrimSpace(e.Text) == "" {
		return no("empty", speech.CitesNothing)
	}
	for _, x := range s.Ledger.Symbols {
		if saysSymbol(e.Text, x) {
			t.symbols = append(t.symbols, x)
		}
	}
	if code, why := s.unseen(e.Text, nil, c); why != nil {
		return no(code, why)
	}
	for _, p := range places(e.Text) {
		for f := range s.Ledger.Files {
			if p.line > 0 && isFile(p.file, f) && s.Ledger.has(f, p.line) {
				t.lines = Lines{File: f, From: p.line, To: p.line}
			}
		}
	}
	if len(t.symbols) == 0 && t.lines.File == "" {
		return no("not_shown", speech.NamesNothingShown)
	}
	if why := s.disproved(e.Text, &t, c); why != nil {
		return no("inconsistent", why)
	}
	return t, nil
}
