package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"codeintel/session/gate"
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
		return nil, s.refuse(&Refusal{Code: codeInvalid, Field: "target_feature", Message: fmt.Sprintf("The request is about %q, not %q.", clipRunes(term, 80), clipRunes(folded(target), 80)),
			Hint: "leave target_feature out", NextActions: []string{tool}}, tool)
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
	res.Prompt = fmt.Sprintf("Which of these symbols are what the request means by %q: %s? Answer with confirm_symbol_relevance: relevant_symbols (those that you saw in the code, none that is only alike), reasoning (why), and code_evidence (for each of them a symbol, or file, line and the text that is there).",
		clipRunes(term, 200), clipRunes(cmp.Or(strings.Join(names, ", "), "none is known yet, explore first"), 2000))
	res.Progress = s.Progress()
	return res, nil
}

func (s *Session) targetUnknown(tool string) *Refusal {
	return s.refuse(&Refusal{Code: codeTarget, Field: "target_feature", Message: "What the request is about is not known: target_feature is missing.",
		Hint: "quote the query with set_query_frame, or fill it with resolved_frame and slot_evidence in submit_understanding", NextActions: []string{"set_query_frame", "submit_understanding"}}, tool)
}

// unusable says why a relevance can't be judged at all.
func (s *Session) unusable(tool string, r *Relevance) *Refusal {
	bad := func(code, field, what, hint string) *Refusal {
		return s.refuse(&Refusal{Code: code, Field: field, Message: what, Hint: hint, NextActions: []string{tool}}, tool)
	}
	switch {
	case len(r.Symbols) == 0:
		return bad(codeInvalid, "relevant_symbols", "relevant_symbols is empty.", "name the symbols that the request is about")
	case len(r.Symbols) > maxItems || len(r.Evidence) > maxItems:
		return bad(codeInvalid, "relevant_symbols", fmt.Sprintf("There are more than %d items.", maxItems), "name those that matter")
	case strings.TrimSpace(r.Reasoning) == "" || len(r.Reasoning) > maxText:
		return bad(codeInvalid, "reasoning", fmt.Sprintf("reasoning is empty, or has more than %d bytes.", maxText), "say in a sentence why the symbols are what the request is about")
	case len(r.Evidence) == 0:
		return bad(codeEvidence, "code_evidence", "code_evidence is missing: nothing is accepted without code.", "cite for each symbol {symbol} or {file, line, text}")
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
		return nil, s.refuse(&Refusal{Code: codeFirst, Message: "Relevance is judged once the code is understood well enough: no understanding that is enough was handed in yet.",
			Hint: "submit_understanding may carry relevant_symbols, reasoning and code_evidence at once", NextActions: []string{"submit_understanding"}, Missing: s.missing()}, tool)
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
		s.Missing = s.lacks(s.required(), Counts{}, nil)
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
			res.Refused = append(res.Refused, Mend{"relevant_symbols", clipRunes(x.Name, 80), "untied", "no code_evidence that was found is of it, or of a symbol that is related to it"})
			continue
		}
		j := s.judgeSymbol(x, c)
		if !j.Accept {
			unlike++
			res.Refused = append(res.Refused, Mend{"relevant_symbols", clipRunes(x.Name, 80), "low_similarity",
				fmt.Sprintf("its similarity to %q is %.2f by %s (raw %.2f)", clipRunes(s.Value(TargetFeature), 60), j.calibrated, s.embedder(), j.raw)})
			continue
		}
		s.accept(x, j, ties[i].text)
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
func (s *Session) accept(x Symbol, j judgement, evidence string) {
	s.Floor = s.Floor.Max(j.Raise)
	s.state.Risk = s.state.Risk.Max(s.Floor)
	confidence := foundConfidence
	if j.judged && j.by == "" {
		confidence = j.calibrated
	}
	if j.by != "" {
		evidence = strings.TrimSpace(evidence + "; by " + j.by)
	}
	m := MappedSymbol{
		Name: x.Name, Symbol: x.Symbol, File: x.File, Line: x.Line, Source: Fact, Confidence: confidence, Tier: j.Tier, Raw: j.raw, Calibrated: j.calibrated,
		Confirmed: true, Evidence: clip(evidence, maxText),
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
		Reason: fmt.Sprintf("No symbol was accepted as %q: the code evidence does not show it.", term),
		NextActions: []string{
			fmt.Sprintf("search_text: look for the words of %q in the code", term),
			"find_definitions: look up the names that you find there",
			"find_references: see where they are used, and by what",
		},
		Fallback: "confirm_symbol_relevance again, with code_evidence {file, line, text} of the symbol itself",
	}
	if unlike {
		g.Reason = fmt.Sprintf("No symbol was accepted: their names are not alike to %q.", term)
		g.Fallback = "submit_understanding again, with look_by_meaning=true: it leads to a search by meaning"
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
	no := func(code, format string, args ...any) (tie, *Mend) {
		return tie{}, &Mend{Field: "code_evidence", Item: clipRunes(item, 80), Code: code, Reason: fmt.Sprintf(format, args...)}
	}
	t := tie{text: item}
	if len(e.Text) > maxText {
		return no("inconsistent", "the text is too long: it has at most %d bytes", maxText)
	}
	if e.Symbol != "" {
		found := meant(e.Symbol, c)
		if len(found) == 0 {
			return no("unknown", "the repository has no symbol of this name")
		}
		for _, x := range found {
			if s.Ledger.shown(x.Symbol) {
				t.symbols = append(t.symbols, x)
			}
		}
		if len(t.symbols) == 0 {
			return no("not_shown", "no answer of this session showed it")
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
			return no("unknown", "the repository has no such file")
		case from < 1:
			return no("empty", "it names no line: cite file, line and the text that is there")
		case to > info.Lines || to-from >= maxShownText:
			return no("no_such_line", "the file has %d lines; at most %d of them can be cited at once", info.Lines, maxShownText)
		}
		if e.Text != "" {
			text, ok := c.Text(p, from, to)
			if !ok || !strings.Contains(folded(text), folded(e.Text)) {
				return no("not_shown", "this text is not at these lines of the file")
			}
		} else if !s.Ledger.has(p, from) && !s.symbolIn(place{p, from}) {
			return no("not_shown", "no answer of this session showed this line: give the text that is there, or look at it first")
		}
		t.lines = Lines{File: p, From: from, To: to}
		return t, nil
	}
	// Words that name symbols or places.
	if strings.TrimSpace(e.Text) == "" {
		return no("empty", "it cites nothing: give a symbol, or file, line and text")
	}
	for _, x := range s.Ledger.Symbols {
		if namesSymbol(e.Text, x) {
			t.symbols = append(t.symbols, x)
		}
	}
	if code, why := s.unseen(e.Text, nil, c); why != "" {
		return no(code, "%s", why)
	}
	for _, p := range places(e.Text) {
		for f := range s.Ledger.Files {
			if p.line > 0 && isFile(p.file, f) && s.Ledger.has(f, p.line) {
				t.lines = Lines{File: f, From: p.line, To: p.line}
			}
		}
	}
	if len(t.symbols) == 0 && t.lines.File == "" {
		return no("not_shown", "it names no symbol, and no path:line, that an answer of this session showed")
	}
	return t, nil
}
