package session

import (
	"cmp"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"

	"codeintel/session/gate"
	"codeintel/session/speech"
)

// maxItems is how many items a list of a claim has.
const maxItems = 200

// embedder names what judges.
func (s *Session) embedder() string {
	if s.judge != nil {
		if id := s.judge.ID(); id != "" {
			return id
		}
	}
	return s.say(speech.NoJudge)
}

// similarity of a symbol to what the request is about. judged is false where there
// is no judge, or it can't.
func (s *Session) similarity(name string) (raw, calibrated float64, judged bool) {
	term := s.Value(TargetFeature)
	if s.judge == nil || term == "" {
		return 0, 0, false
	}
	raw, calibrated, judged = s.judge.Similar(term, strings.Join(words(name), " "))
	if math.IsNaN(raw) || math.IsNaN(calibrated) {
		return 0, 0, false
	}
	short := func(x float64) float64 { return math.Round(1000*max(-1, min(1, x))) / 1000 }
	return short(raw), short(calibrated), judged
}

// judgement is how sure it is that a symbol is what the request is about.
type judgement struct {
	gate.Decision
	raw, calibrated float64
	judged          bool
	// by is what says so, where that is not the similarity of the names.
	by string
}

// judgeSymbol decides how sure it is that a symbol is what the request is about. What
// was agreed on, and what the code itself was found to say, count more than what names
// have in common.
func (s *Session) judgeSymbol(x Symbol, c Code) judgement {
	var j judgement
	j.raw, j.calibrated, j.judged = s.similarity(x.Name)
	j.Decision = gate.Tiered(j.calibrated, j.judged)
	if s.judge == nil || j.Tier == gate.TierHigh {
		return j
	}
	for _, known := range s.judge.Settled(s.Value(TargetFeature), c) {
		if known.Symbol == x.Symbol {
			j.Decision, j.by = gate.Confirmed(), known.By
			return j
		}
	}
	if !j.Accept && slices.Contains(s.Verified, x.Symbol) {
		j.Decision, j.by = gate.Verified(), s.say(speech.ItsCode)
	}
	return j
}

// Submit judges an understanding: what of it counts, whether that is enough, and
// which phase follows. Relevance is judged once the rest is enough; where a symbol that
// is not sure raises the risk, what is asked for is that of the raised risk.
func (s *Session) Submit(u Understanding, c Code) (*UnderstandingResult, error) {
	const tool = "submit_understanding"
	if err := s.Check(tool, ""); err != nil {
		return nil, err
	}
	for field, n := range map[string]int{"symbols_identified": len(u.Symbols), "entry_points": len(u.EntryPoints), "files_analyzed": len(u.Files), "existing_patterns": len(u.Patterns), "new_files": len(u.New)} {
		if n > maxItems {
			return nil, s.tooMany(tool, field)
		}
	}
	if u.Relevance != nil {
		if r := s.unusable(tool, u.Relevance); r != nil {
			return nil, r
		}
	}
	s.sized(c)
	s.touch()
	res := &UnderstandingResult{Confidence: ConfidenceLow, Embedder: s.embedder()}
	res.Mend = s.resolve(u.Resolved, u.Evidence, c)
	need := s.required()

	symbols, mend := s.countSymbols("symbols_identified", u.Symbols, c)
	res.Mend = append(res.Mend, mend...)
	res.Counted.Symbols = len(symbols)
	n, mend := s.countEntryPoints(u.EntryPoints, symbols, c)
	res.Counted.EntryPoints, res.Mend = n, append(res.Mend, mend...)
	n, mend = s.countFiles(u.Files, c)
	res.Counted.Files, res.Mend = n, append(res.Mend, mend...)
	n, mend = s.countPatterns(u.Patterns, len(u.Files) > 0, c)
	res.Counted.Patterns, res.Mend = n, append(res.Mend, mend...)
	made, mend := s.countNew(u.New, c)
	res.Mend = append(res.Mend, mend...)

	for _, x := range symbols {
		s.mapFact(x, c)
	}
	s.Submitted = true
	lacks := s.lacks(need, res.Counted, symbols, c)
	s.Understood = len(lacks) == 0
	later, doubted := false, s.Doubted
	if u.Relevance != nil && s.Value(TargetFeature) != "" {
		if s.Understood {
			res.Relevance = s.relevance(*u.Relevance, c)
			if raised := s.required(); s.judge != nil && len(res.Relevance.Accepted) > 0 {
				need = raised
				lacks = s.lacks(need, res.Counted, symbols, c)
				s.Understood = len(lacks) == 0
			}
		} else {
			later = true
		}
	}
	if s.Understood {
		res.Confidence = ConfidenceHigh
	}
	if k := s.confirmed(); k < need.Confirmed {
		lacks = append(lacks, s.lacking(gate.NeedConfirmed, k, need.Confirmed))
	}
	rule := gate.RuleCode
	if len(lacks) > 0 {
		rule = s.rule(u, made, c)
	}
	if rule != gate.RuleCode {
		lacks = s.missingFiles(u.Files, res.Counted.Files, rule.Required().In(s.Symbols, s.Files))
	}
	s.Missing = append([]Missing{}, lacks...)
	res.Symbols = s.mappedOf(symbols)
	switch {
	case rule == gate.RuleCode:
		s.leave(lacks, res.Mend, doubted, u.Meaning)
	case len(lacks) == 0:
		s.ready(rule)
		res.Confidence = ConfidenceHigh
	}
	res.Progress = s.Progress()
	if rule == gate.RuleCode && s.offered(lacks, doubted) {
		res.NextStep = s.say(speech.StepOrMeaning{Step: strings.TrimSuffix(res.NextStep, ".")})
	}
	if s.state.Phase == gate.Exploration && slices.ContainsFunc(res.Mend, blocking) && !s.Understood {
		res.NextStep = s.say(speech.StepMend)
	} else if later && s.state.Phase == gate.Exploration {
		res.NextStep = s.say(speech.StepThenRelevant{Step: strings.TrimSuffix(res.NextStep, ".")})
	}
	return res, nil
}

// lacks is what is missing of a requirement, but for confirmed symbols.
func (s *Session) lacks(need gate.Requirement, have Counts, symbols []Symbol, c Code) []Missing {
	lacks := s.missingSlots(need)
	lacks = append(lacks, s.missingTools(need.Tools)...)
	var next []string // files to look into, which have other symbols, too
	if have.Files < need.Files && len(symbols) > 0 {
		next = s.besides(symbols, c)
	}
	for _, x := range []struct {
		need       string
		have, want int
	}{
		{gate.NeedSymbols, have.Symbols, need.Symbols},
		{gate.NeedEntryPoints, have.EntryPoints, need.EntryPoints},
		{gate.NeedFiles, have.Files, need.Files},
		{gate.NeedPatterns, have.Patterns, need.Patterns},
	} {
		if x.have < x.want {
			lacks = append(lacks, s.lacking(x.need, x.have, x.want))
			switch last := &lacks[len(lacks)-1]; x.need {
			case gate.NeedSymbols:
				last.Do = s.others(symbols, x.want, next)
			case gate.NeedFiles:
				last.Do = s.beside(next, x.want-x.have)
			}
		}
	}
	return lacks
}

// blocking reports whether a claim that does not count has to be mended before a
// session goes on to look by meaning.
func blocking(m Mend) bool { return m.Code != "duplicate" }

// rule says by which rule an understanding is judged that is not enough to write
// existing code. made are the files to be made; ones that can't be rule that out.
func (s *Session) rule(u Understanding, made []string, c Code) gate.Rule {
	if !s.state.Intent.Writes() || len(made) < len(u.New) {
		return gate.RuleCode
	}
	plain := len(u.Files)+len(made) > 0 && !slices.ContainsFunc(made, func(p string) bool { return !gate.Plain(p) })
	if len(made) == 0 {
		plain = plain && !slices.ContainsFunc(u.Files, func(f string) bool {
			p := clean(f, c)
			_, ok := c.File(p)
			return !ok || !gate.Plain(p)
		})
	}
	switch {
	case s.Bare:
		return gate.RuleNew
	case plain:
		return gate.RulePlain
	case len(made) > 0:
		return gate.RuleNew
	}
	return gate.RuleCode
}

// missingFiles is what a rule lacks that asks for files alone.
func (s *Session) missingFiles(named []string, have int, need gate.Requirement) []Missing {
	if have >= need.Files {
		return nil
	}
	m := s.lacking(gate.NeedFiles, have, need.Files)
	if len(named) > 0 {
		m.Do = s.say(speech.LacksFile{File: clipRunes(named[0], 120)})
	} else {
		m.Do = s.say(speech.LacksAnyFile)
	}
	return []Missing{m}
}

// countNew are the files that are to be made and can be: they don't exist, and a file
// in the nearest folder was shown.
func (s *Session) countNew(names []string, c Code) ([]string, []Mend) {
	const field = "new_files"
	var out []string
	var mend []Mend
	for _, name := range names {
		p := clean(name, c)
		no := func(code string, why speech.Message) {
			mend = append(mend, Mend{field, clipRunes(name, 80), code, s.say(why)})
		}
		_, file := c.File(p)
		above := path.Dir(p)
		for above != "." && !c.Folder(above) {
			above = path.Dir(above)
		}
		switch {
		case p == "" || !fs.ValidPath(p) || p == ".":
			no("inconsistent", speech.NoPath)
		case protected(p):
			no("inconsistent", speech.NeverWritten)
		case file || c.Folder(p):
			no("exists", speech.ThereAlready)
		case !s.Bare && !s.exploredFolder(above) && !s.counterpart(p, above):
			no("not_shown", speech.NoNeighbour{Folder: clipRunes(above, 80)})
		default:
			out = append(out, p)
		}
	}
	return out, mend
}

// others says which symbols were shown and are not named yet, those in the files of
// the named ones first, and which file has more: the first of next, else that of the
// first named one.
func (s *Session) others(named []Symbol, want int, next []string) string {
	const most = 8
	var near, far []string
	for _, x := range slices.Backward(s.Ledger.Symbols) {
		if x.File == "" || slices.ContainsFunc(named, func(y Symbol) bool { return y.Symbol == x.Symbol }) || slices.Contains(near, x.Name) || slices.Contains(far, x.Name) {
			continue
		}
		if slices.ContainsFunc(named, func(y Symbol) bool { return y.File == x.File }) {
			near = append(near, x.Name)
		} else {
			far = append(far, x.Name)
		}
	}
	for _, l := range [][]string{near, far} { // fields of fields last
		slices.SortStableFunc(l, func(a, b string) int { return cmp.Compare(strings.Count(a, "."), strings.Count(b, ".")) })
	}
	list := append(near, far...)
	file := ""
	switch {
	case len(next) > 0:
		file = next[0]
	case len(named) > 0:
		file = named[0].File
	}
	if len(list) == 0 && file != "" {
		return s.say(speech.LacksSymbolsIn{File: clipRunes(file, 120)})
	}
	if len(list) == 0 {
		return s.say(hows[gate.NeedSymbols])
	}
	for i, name := range list {
		list[i] = clipRunes(name, 60)
	}
	also := list[:min(most, len(list))]
	switch {
	case len(named)+len(list) >= want:
		return s.say(speech.LacksSymbolsShown{Names: also})
	case file != "":
		return s.say(speech.LacksSymbolsBesidesIn{Names: also, File: clipRunes(file, 120)})
	}
	return s.say(speech.LacksSymbolsBesides{Names: also})
}

// besides are files that go with symbols and were not shown.
func (s *Session) besides(named []Symbol, c Code) []string {
	var files []string
	for _, x := range named {
		if x.File != "" && !slices.Contains(files, x.File) {
			files = append(files, x.File)
		}
	}
	return slices.DeleteFunc(c.Beside(files), func(f string) bool { return s.Ledger.Files[f] != nil })
}

// beside says which files to look into when so many are lacking. Where that is more
// than one, their folder shows several at once.
func (s *Session) beside(next []string, lacking int) string {
	if len(next) == 0 {
		return s.say(hows[gate.NeedFiles])
	}
	const most = 3
	folder := path.Dir(next[0])
	var names []string
	for _, f := range next[:min(len(next), most)] {
		names = append(names, clipRunes(f, 120))
	}
	if lacking > 1 && folder != "." {
		return s.say(speech.LacksFilesIn{Files: names, Folder: clipRunes(folder, 120)})
	}
	return s.say(speech.LacksFilesBeside{Files: names})
}

// offered reports whether what an understanding lacks may be looked for by meaning
// now.
func (s *Session) offered(lacks []Missing, doubted bool) bool {
	return s.state.Phase == gate.Exploration && len(lacks) > 0 && (!s.Understood || doubted) &&
		len(gate.Reasons(needs(lacks))) > 0 && len(s.missingTools(gate.SemanticTools(s.Symbols))) == 0
}

// leave goes to the phase that follows an understanding which lacks something.
// doubted: symbols were refused for being unlike before this one; meaning: the agent
// wants to look by meaning.
func (s *Session) leave(lacks []Missing, mend []Mend, doubted, meaning bool) {
	switch {
	case len(lacks) == 0:
		s.enter(gate.Ready)
	case s.Understood && !doubted:
		// only what the symbols are is open: confirm_symbol_relevance
	case !s.Understood && slices.ContainsFunc(mend, blocking):
		// it may be enough when it is mended
	case len(gate.Reasons(needs(lacks))) == 0:
		// a search by meaning would not find what is missing
	case !meaning:
		// it is offered
	default:
		if tools := s.missingTools(gate.SemanticTools(s.Symbols)); len(tools) > 0 {
			for _, t := range tools {
				if !slices.ContainsFunc(s.Missing, func(m Missing) bool { return m.Do == t.Do }) {
					s.Missing = append(s.Missing, t)
				}
			}
			return
		}
		s.enter(gate.Semantic)
	}
}

// needs are the names of what is missing.
func needs(list []Missing) []string {
	var out []string
	for _, m := range list {
		out = append(out, m.Need)
	}
	return out
}

func (s *Session) tooMany(tool, field string) *Refusal {
	return s.refuse(&Refusal{Code: codeInvalid, Field: field, Message: s.say(speech.TooMany{Field: field, Max: maxItems}),
		Hint: s.say(speech.NameThose), NextActions: []string{tool}}, tool)
}

// countSymbols are the symbols of a list that count.
func (s *Session) countSymbols(field string, names []string, c Code) ([]Symbol, []Mend) {
	var out []Symbol
	var mend []Mend
	taken, said := map[string]bool{}, map[string]bool{}
	for _, name := range names {
		if said[folded(name)] {
			mend = append(mend, Mend{field, clipRunes(name, 80), "duplicate", s.say(speech.NamedAlready)})
			continue
		}
		said[folded(name)] = true
		x, m := s.counted(field, name, taken, c)
		if m != nil {
			mend = append(mend, *m)
			continue
		}
		taken[x.Symbol] = true
		out = append(out, x)
	}
	return out, mend
}

// countEntryPoints counts the symbols that are one of the counted ones, or call,
// reference or contain one.
func (s *Session) countEntryPoints(names []string, symbols []Symbol, c Code) (int, []Mend) {
	const field = "entry_points"
	var mend []Mend
	taken := map[string]bool{}
	for _, name := range names {
		no := func(code string, why speech.Message) {
			mend = append(mend, Mend{field, clipRunes(name, 80), code, s.say(why)})
		}
		found := s.meant(name, c)
		if len(found) == 0 {
			no("unknown", speech.NoSymbol)
			continue
		}
		tied, double := "", false
		for _, x := range found {
			is := slices.ContainsFunc(symbols, func(y Symbol) bool { return y.Symbol == x.Symbol || c.Related(x.Symbol, y.Symbol) })
			if is && taken[x.Symbol] {
				double = true
			} else if is {
				tied = x.Symbol
				break
			}
		}
		switch {
		case tied != "":
			taken[tied] = true
		case double:
			no("duplicate", speech.NamedAlready)
		default:
			no("untied", speech.Untied)
		}
	}
	return len(taken), mend
}

// clean is a path as the repository has it. Of an absolute one, as agents' own tools
// want them, it is the end that the repository has.
func clean(p string, c Code) string {
	p = strings.TrimSpace(p)
	if strings.HasPrefix(p, "/") {
		for rest := p; ; {
			_, after, ok := strings.Cut(rest, "/")
			if !ok {
				return p
			}
			if _, ok := c.File(after); ok || c.Folder(after) && after != "" {
				return strings.TrimSuffix(after, "/")
			}
			rest = after
		}
	}
	return strings.TrimSuffix(strings.TrimPrefix(p, "./"), "/")
}

// countFiles counts the files of which answers showed lines.
func (s *Session) countFiles(names []string, c Code) (int, []Mend) {
	const field = "files_analyzed"
	var mend []Mend
	taken := map[string]bool{}
	for _, name := range names {
		p := clean(name, c)
		if m := s.fileCounts(field, name, p, c); m != nil {
			mend = append(mend, *m)
		} else if taken[p] {
			mend = append(mend, Mend{field, clipRunes(name, 80), "duplicate", s.say(speech.NamedAlready)})
		}
		if s.Ledger.Files[p] != nil {
			taken[p] = true
		}
	}
	n := 0
	for p := range taken {
		if _, ok := c.File(p); ok {
			n++
		}
	}
	return n, mend
}

// fileCounts says why a file does not count; nil means it does.
func (s *Session) fileCounts(field, item, p string, c Code) *Mend {
	if _, ok := c.File(p); !ok {
		if c.Folder(p) {
			return &Mend{field, clipRunes(item, 80), "inconsistent", s.say(speech.FileIsFolder)}
		}
		return &Mend{field, clipRunes(item, 80), "unknown", s.say(speech.NoFileYet)}
	}
	if len(s.Ledger.Files[p]) == 0 {
		return &Mend{field, clipRunes(item, 80), "not_shown", s.say(speech.NoLinesShown)}
	}
	return nil
}

// countPatterns counts the places that are in counted files.
func (s *Session) countPatterns(list []Pattern, files bool, c Code) (int, []Mend) {
	const field = "existing_patterns"
	var mend []Mend
	taken := map[place]bool{}
	for _, x := range list {
		at := place{clean(x.File, c), x.Line}
		item := fmt.Sprintf("%s:%d %s", x.File, x.Line, x.Description)
		no := func(code string, why speech.Message) {
			mend = append(mend, Mend{field, clipRunes(item, 80), code, s.say(why)})
		}
		if strings.TrimSpace(x.Description) == "" {
			no("empty", speech.NoDescription)
			continue
		}
		if !files {
			no("inconsistent", speech.PatternsWithoutFiles)
			continue
		}
		if m := s.fileCounts(field, item, at.file, c); m != nil {
			mend = append(mend, *m)
			continue
		}
		info, _ := c.File(at.file)
		switch {
		case x.Line < 1 || x.Line > info.Lines:
			no("no_such_line", speech.FileHasLines{Lines: info.Lines, Line: x.Line})
		case taken[at]:
			no("duplicate", speech.NamedAlready)
		default:
			taken[at] = true
		}
	}
	return len(taken), mend
}

// foundConfidence is that of a symbol that was found and not confirmed.
const foundConfidence = 0.5

// mapFact adds a symbol that counts to those that the session knows.
func (s *Session) mapFact(x Symbol, c Code) {
	j := s.judgeSymbol(x, c)
	raw, calibrated, tier := j.raw, j.calibrated, j.Tier
	for i := range s.Mapped {
		if s.Mapped[i].Symbol == x.Symbol {
			s.Mapped[i].Tier, s.Mapped[i].Raw, s.Mapped[i].Calibrated = tier, raw, calibrated
			return
		}
	}
	if len(s.Mapped) >= maxMapped {
		return
	}
	s.Mapped = append(s.Mapped, MappedSymbol{
		Name: x.Name, Symbol: x.Symbol, File: x.File, Line: x.Line, Source: Fact, Confidence: foundConfidence, Tier: tier, Raw: raw, Calibrated: calibrated,
	})
}

// maxMapped is how many symbols a session maps.
const maxMapped = 2000

// confirmed is how many symbols are what the request is about.
func (s *Session) confirmed() int {
	n := 0
	for _, m := range s.Mapped {
		if m.Confirmed && m.Source == Fact {
			n++
		}
	}
	return n
}

// mappedOf are the mapped ones of some symbols, without the reasoning that the call
// has just given.
func (s *Session) mappedOf(symbols []Symbol) []MappedSymbol {
	out := []MappedSymbol{}
	for _, m := range s.Mapped {
		if slices.ContainsFunc(symbols, func(x Symbol) bool { return x.Symbol == m.Symbol }) {
			m.Reasoning = ""
			out = append(out, m)
		}
	}
	return out
}
