package index

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/words"
)

// Weights say how much each of Scores counts in Ranked.Score.
type Weights struct{ Vector, Keyword, Definition, Reference float64 }

// DefaultWeights are those that hold when nobody says otherwise.
func DefaultWeights() Weights { return Weights{0.4, 0.2, 0.3, 0.1} }

// Scores of a symbol for a question, each from 0 to 1.
type Scores struct {
	// Vector is how near the meaning is, as RankQuery.Meaning says.
	Vector float64
	// Keyword is how often the words of the question are in the symbol's name, path,
	// signature, documentation and code: the tenth part of their number, at most 1,
	// rare words counting more, and less where only some of the words are there. It
	// is 1 for a symbol that the question names.
	Keyword float64
	// Definition is how well the name agrees: 1 when it is the question, or a part
	// of the question that looks like a name; less when it differs in case, and
	// when it only begins so, has it as a word, or is made of its initials; else by
	// the share of the question's words that it has, rare ones counting more, those
	// in the names around it less, and by the share of its words that the question
	// has.
	Definition float64
	// Reference is the number of references divided by 20, at most 1.
	Reference float64
}

// RankQuery is a question in words or names.
type RankQuery struct {
	Text string
	// Files and Kinds that the symbols are of; nil means any.
	Files func(*Doc) bool
	Kinds []lang.Kind
	// Limit is the number of symbols at most, 0 for 20, behind the first Offset.
	// Both together are 1,000 at most.
	Limit, Offset int
	// Weights; zero for DefaultWeights.
	Weights Weights
	// Meaning says of some symbols how near they are to what the question means, from
	// 0 to 1; they are found whether or not they have a word of it.
	Meaning map[ID]float64
}

// Ranked is a symbol with how well it agrees with a question.
type Ranked struct {
	ID ID
	// Score is the weighted sum of Scores; less for code of tests, unless the
	// question is about tests, for generated code and code of others (vendor),
	// declarations, and values.
	Score float64
	Scores
}

const (
	maxRanked = 1000
	// counted is how many of the best have their references counted, at least.
	counted = 400
	// nameMatches is how many names that agree in part count, at least.
	nameMatches = 100
	fullHits    = 10
	// minCompound is the length in bytes of the shortest word that is looked for as
	// a name of several words, wordIsName how well such a name agrees.
	minCompound = 5
	wordIsName  = 0.6
	// partOfName is what words that a name has in common with another one count
	// beside the ways in which they agree as a whole.
	partOfName = 0.6
	fullRefs   = 20
)

// Rank finds the symbols that matter for a question, the best first. total is
// how many agree at all. Where nothing of the question is found there are none.
func (s *Snapshot) Rank(q RankQuery) (ranked []Ranked, total int) {
	r := &ranking{s: s, q: q, exact: map[ID]float64{}}
	if r.q.Weights == (Weights{}) {
		r.q.Weights = DefaultWeights()
	}
	if r.q.Limit <= 0 {
		r.q.Limit = 20
	}
	end := min(r.q.Offset+r.q.Limit, maxRanked)
	r.names(max(nameMatches, 2*end))
	r.words(max(counted, 2*end))
	found := r.finish(end)
	return found[min(max(r.q.Offset, 0), len(found)):], r.total
}

type ranking struct {
	s     *Snapshot
	q     RankQuery
	exact map[ID]float64 // what the question names, and how well that agrees
	best  []Ranked
	total int
	about bool // it is about tests
	// name: the question is one name.
	name bool
}

// names finds what the question names, and of the names that agree in part the
// best, limit of them at most.
func (r *ranking) names(limit int) {
	tokens := strings.Fields(r.q.Text)
	r.name = len(tokens) == 1
	for i, t := range tokens {
		if i == maxQueryWords || r.s.stop() {
			break
		}
		if t = trimmedName(t); t == "" {
			continue
		}
		if !r.name && !looksLikeName(t) {
			r.compound(t)
			r.compound(strings.TrimSuffix(t, "s"))
			continue
		}
		ids := r.s.Named(t)
		for _, id := range ids {
			r.take(id, 1)
		}
		if r.name || len(ids) == 0 {
			found, _ := r.s.SearchSymbols(SymbolQuery{Name: t, Kinds: r.q.Kinds, Files: r.q.Files, Limit: limit})
			for _, m := range found {
				r.take(m.ID, 1-0.1*float64(m.How))
			}
		}
	}
}

// compound finds names of several words that the question writes as one:
// QuerySet for "querysets".
func (r *ranking) compound(word string) {
	if len(word) < minCompound {
		return
	}
	folded := newNamePattern(word).folded
	r.s.dictionaries(func(d *namesTable, of func(uint32) (ID, bool)) {
		reader, found := d.reader(), 0
		reader.each(reader.from(folded, compareFolded), func(_ int, name []byte, list definitions) bool {
			if compareFolded(name, folded) != 0 {
				return false
			}
			parts := 0
			words.Terms(name, func([]byte) { parts++ })
			list.each(func(number uint32, kind byte, _ standing) {
				if id, ok := of(number); ok && parts > 1 && kind < container && found < nameMatches {
					found++
					r.take(id, wordIsName)
				}
			})
			return true
		})
	})
}

// IsName says whether a question is one name, and not a text: one without spaces, in a
// script that has them.
func IsName(question string) bool {
	if len(strings.Fields(question)) != 1 {
		return false
	}
	return !strings.ContainsFunc(question, func(r rune) bool { return words.ScriptOf(r) != words.Spaced })
}

// trimmedName is a part of a question without the punctuation around it.
func trimmedName(t string) string {
	return strings.TrimFunc(t, func(c rune) bool { return unicode.IsPunct(c) && c != '_' && c != '#' && c != '$' || c == '`' })
}

// take notes a symbol that the question names.
func (r *ranking) take(id ID, how float64) {
	if !id.IsExternal() && r.wanted(id) {
		r.exact[id] = max(r.exact[id], how)
	}
}

// wanted says whether a symbol is of the kinds and files that are asked for.
func (r *ranking) wanted(id ID) bool {
	return (len(r.q.Kinds) == 0 || slices.Contains(r.q.Kinds, r.s.Kind(id))) && (r.q.Files == nil || r.q.Files(r.s.docs[id.Doc]))
}

// looksLikeName says whether a part of a question is a name rather than a word.
func looksLikeName(t string) bool {
	small, inside := false, false
	for i, c := range t {
		switch {
		case strings.ContainsRune("_.#/:$", c):
			inside = inside || i > 0 && i < len(t)-1
		case unicode.IsUpper(c):
			inside = inside || small
		case unicode.IsLower(c):
			small = true
		}
	}
	return inside
}

// words ranks what has words of the question, and keeps the best, limit of them
// or more.
func (r *ranking) words(limit int) {
	words := queryWords(r.q.Text)
	r.about = slices.ContainsFunc(words, func(w queryWord) bool { return w.text == "test" })
	x := r.s.scanWords(words, r.q.Files)
	sum, known := 0.0, 0.0
	for _, w := range words {
		sum += w.rarity
		if w.found > 0 {
			known++
		}
	}
	seen := make(map[ID]bool, len(r.exact))
	top := topRanked{limit: limit}
	if sum > 0 {
		mean := sum / known
		x.each(func(h *wordHit) {
			if !r.counts(h) {
				return
			}
			r.total++
			hits, any, name, named := 0.0, 0.0, 0.0, 0
			for i := range words {
				w, f, rarity := h.where[i], h.file[i], words[i].rarity
				n := flag(w, inName) + flag(w, inContainer) + flag(w, inSignature) + times(w, inDoc) + times(w, inBody)
				if h.id.Def >= 0 {
					n += flag(f, inName|inContainer)
				}
				if n > 0 {
					any += rarity
				}
				hits += n * rarity / mean
				if w&inName != 0 {
					named++
				}
				name += rarity * max(flag(w, inName), 0.6*flag(w, inContainer), 0.4*flag(f, inName), 0.25*flag(f, inContainer))
			}
			one := Ranked{ID: h.id}
			if near, ok := r.q.Meaning[h.id]; ok {
				one.Vector = near
				seen[h.id] = true
			}
			one.Keyword = min(hits/fullHits, 1) * any / sum
			if named > 0 {
				one.Definition = name / sum * (0.5 + 0.5*min(float64(named)/float64(max(h.nameWords, 1)), 1))
			} else {
				one.Definition = name / sum * 0.3
			}
			if r.name {
				one.Definition *= partOfName
			}
			if how, ok := r.exact[h.id]; ok {
				one.named(how)
				seen[h.id] = true
			}
			one.Score = r.score(&one, h.kind, h.standing)
			top.offer(one)
		})
	}
	r.best = top.list
	other := func(id ID) {
		if !seen[id] {
			seen[id] = true
			one := Ranked{ID: id}
			one.Vector = r.q.Meaning[id]
			if how, ok := r.exact[id]; ok {
				one.named(how)
			}
			one.Score = r.score(&one, r.s.Kind(id), r.standing(id))
			r.best = append(r.best, one)
			r.total++
		}
	}
	for id := range r.exact {
		other(id)
	}
	for id := range r.q.Meaning {
		if !id.IsExternal() && r.wanted(id) {
			other(id)
		}
	}
}

// named notes how well the question agrees with the symbol's whole name.
func (x *Ranked) named(how float64) {
	x.Definition = max(x.Definition, how)
	if how == 1 {
		x.Keyword = 1
	}
}

// standing of a symbol of the repository.
func (r *ranking) standing(id ID) standing {
	f, test := r.s.docs[id.Doc].Facts(), testPath(r.s.docs[id.Doc].Path)
	if id.Def >= 0 {
		return standingOf(f, &f.Defs[id.Def], test)
	}
	return standingOf(f, &lang.Def{}, test)
}

// counts says whether an entry is a symbol that is asked for.
func (r *ranking) counts(h *wordHit) bool {
	if h.id.Def == resolve.ModuleDef && r.s.module[h.id.Doc] == "" {
		return false
	}
	return len(r.q.Kinds) == 0 || slices.Contains(r.q.Kinds, h.kind)
}

// score is the weighted sum, less for what people look for less often.
func (r *ranking) score(one *Ranked, kind lang.Kind, s standing) float64 {
	w := &r.q.Weights
	score := w.Vector*one.Vector + w.Keyword*one.Keyword + w.Definition*one.Definition + w.Reference*one.Reference
	return score * likelihood(kind, s, r.about) * r.s.ownership(one.ID.Doc)
}

// ownership is less than 1 for files that are copies of other people's code, by
// the conventions of most languages.
func (s *Snapshot) ownership(doc int32) float64 {
	for dir := range strings.SplitSeq(s.docs[doc].Path, "/") {
		switch dir {
		case "vendor", "third_party", "third-party", "thirdparty", "node_modules", "site-packages":
			return 0.7
		}
	}
	return 1
}

// likelihood is how likely a definition is what a question is about, compared
// with a function or type. tests: the question is about tests.
func likelihood(kind lang.Kind, s standing, tests bool) float64 {
	p := 1.0
	switch {
	case kind == lang.KindModule || kind == lang.KindPackage:
		p = 0.8
	case weight(kind) > 0:
		p = 0.75
	}
	switch {
	case s == isTest && !tests:
		p *= 0.5
	case s == isGenerated:
		p *= 0.5
	case s == isDeclared:
		p *= 0.9
	}
	return p
}

// finish counts references, and returns the best ones: each symbol once.
func (r *ranking) finish(end int) []Ranked {
	for i := range r.best {
		if i%64 == 0 && r.s.stop() {
			break
		}
		one := &r.best[i]
		before := r.q.Weights.Vector*one.Vector + r.q.Weights.Keyword*one.Keyword + r.q.Weights.Definition*one.Definition
		one.Reference = min(float64(r.s.referenceCount(one.ID))/fullRefs, 1)
		if before > 0 {
			one.Score *= (before + r.q.Weights.Reference*one.Reference) / before
		}
	}
	slices.SortFunc(r.best, compareRanked)
	var out []Ranked
	seen := map[string]bool{}
	var buf []byte
	for _, one := range r.best {
		if len(out) >= end {
			break
		}
		if buf = r.s.AppendGlobal(buf[:0], one.ID); len(buf) > 0 {
			if seen[string(buf)] {
				continue
			}
			seen[string(buf)] = true
		}
		out = append(out, one)
	}
	return out
}

func compareRanked(a, b Ranked) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), compareIDs(a.ID, b.ID))
}

// topRanked keeps the best of what it is offered, about limit of them.
type topRanked struct {
	limit int
	list  []Ranked
	least float64 // the score of the last one when others were left out
}

func (t *topRanked) offer(one Ranked) {
	if one.Score <= t.least {
		return
	}
	t.list = append(t.list, one)
	if len(t.list) == 2*t.limit {
		slices.SortFunc(t.list, compareRanked)
		t.list = t.list[:t.limit]
		t.least = t.list[t.limit-1].Score
	}
}

// UsesOf is how many references there are to what a file defines for others too. The
// file's facts are not read.
func (s *Snapshot) UsesOf(doc int32) int {
	n := s.referenceCount(ID{doc, resolve.ModuleDef})
	s.eachGlobal(doc, func(def lang.DefID) { n += s.referenceCount(ID{doc, def}) })
	return n
}

// referenceCount is the number of links to a canonical definition.
func (s *Snapshot) referenceCount(id ID) int {
	l := s.layer
	if l == nil {
		return s.linksTo(id).count
	}
	n := 0
	for _, x := range l.over {
		each(x.references, id, func(int32) { n++ })
	}
	l.toBase(id, func(id ID) {
		if links := l.base.linksTo(id); links.own {
			if l.over[l.hereOf(id.Doc)] == nil {
				n += links.count
			}
			return
		}
		l.base.eachReference(id, func(doc, _ int32) {
			if doc = l.hereOf(doc); doc != none && l.over[doc] == nil {
				n++
			}
		})
	})
	return n
}
