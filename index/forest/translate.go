package forest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"codeintel/index/glossary"
	"codeintel/index/lexicon"
	"codeintel/index/words"
)

// Translation is the translation of a question in Japanese into words of the code.
type Translation struct {
	// Concepts are the content words of the question, in their order.
	Concepts []Meant
	// English has the most likely translations, for an embedder.
	English string
}

// Meant is a word of a question with its translations in the code.
type Meant struct {
	Text string // as dictionaries have it
	// Known reports that dictionaries have it, or that it sounds like a word of the code.
	Known bool
	// Terms are its translations, the most likely first; none where the forest has no word
	// for it.
	Terms []MeantTerm

	weight float64
	action bool
}

// MeantTerm is a word of English that the forest has. Share is how likely it is meant,
// relative to the most likely one, which has 1.
type MeantTerm struct {
	Word  string
	Share float64

	full uint64 // see fnv
}

func (t *MeantTerm) hash() uint32 { return fold(t.full) }

// Parameters of the choice of translations.
const (
	mostMeant   = 5    // the maximum number for a word
	leastShare  = 0.15 // the minimum share of one
	ofSeveral   = 0.6  // factor of the share of a word of a phrase
	textShare   = 0.3  // factor of the share of a word that no name has
	namesShare  = 0.8  // the part of a share that depends on how many names have the word
	surelyMeant = 0.8  // the share above which a second word is in Translation.English

	genericShare  = 0.35 // of the weight of a word of the question that says little
	hiraganaShare = 0.3  // of one in hiragana, which is mostly grammar

	wholeSounds = 0.2  // the maximum distance of a run of several words from one of the code
	soundMargin = 0.02 // how much further than the nearest word others may be
)

// Translate returns the translation of a question in Japanese into words of the code; nil
// for a question in another language. The candidates come from the glossary, which may be
// nil, and from dictionaries; how often names have them decides between them.
func (f *Forest) Translate(text string, g *glossary.Glossary) *Translation {
	if !lexicon.IsJapanese(text) {
		return nil
	}
	t, u := &Translation{}, newUsage(f, g)
	var list []lexicon.Concept
	rest := ""
	g.Divide(text, func(part string, known bool) {
		if known && !inDictionary(part) {
			list = append(f.concepts(list, rest), lexicon.Concept{Text: part, Written: part})
			rest = ""
		} else {
			rest += part
		}
	})
	list = f.concepts(list, rest)
	var all []MeantTerm
	for i := range list {
		all = append(all, u.terms(list[i].Text, list[i].Senses)...)
	}
	u.count(all) // together, to read each file once
	for i := range list {
		t.Concepts = append(t.Concepts, f.mean(u, &list[i]))
	}
	t.English = t.english(text)
	return t
}

// inDictionary reports whether a text is a word that dictionaries have.
func inDictionary(text string) bool {
	list := lexicon.Open().Concepts(text)
	return len(list) == 1 && list[0].Text == text && len(list[0].Senses) > 0
}

// concepts appends the words of a part of a question.
func (f *Forest) concepts(list []lexicon.Concept, part string) []lexicon.Concept {
	for _, c := range lexicon.Open().Concepts(part) {
		if len(c.Parts) > 0 {
			if _, distance := f.sounding(c.Text); distance > wholeSounds {
				list = append(list, c.Parts...)
				continue
			}
		}
		list = append(list, c)
	}
	return list
}

// mean returns a word with its translations.
func (f *Forest) mean(u *usage, c *lexicon.Concept) Meant {
	m := Meant{Text: c.Text, Known: len(c.Senses) > 0, weight: 1, action: c.Action}
	if c.Generic {
		m.weight = genericShare
	}
	if !strings.ContainsFunc(c.Text, func(r rune) bool { return words.ScriptOf(r) != words.Hiragana }) {
		m.weight *= hiraganaShare
	}
	list := c.Senses
	if !m.Known {
		heard, _ := f.sounding(c.Text)
		for _, w := range heard {
			list = append(list, lexicon.Sense{Words: []string{w}, Weight: 1})
		}
		m.Known = len(heard) > 0
	}
	m.Terms = u.choose(u.terms(c.Text, list))
	m.Known = m.Known || len(m.Terms) > 0
	return m
}

// terms returns the terms of the senses of a word, each once; for a word without senses
// those of the glossary.
func (u *usage) terms(text string, senses []lexicon.Sense) (list []MeantTerm) {
	if len(senses) == 0 {
		for _, w := range u.glossary.Words(text) {
			list = append(list, MeantTerm{Word: w.Term, Share: w.Share, full: fnv(w.Term)})
		}
	}
	for _, s := range senses {
		share := s.Weight
		if len(s.Words) > 1 {
			share *= ofSeveral
		}
		for _, w := range s.Words {
			words.Terms(w, func(term []byte) {
				full := fnv(term)
				if i := slices.IndexFunc(list, func(t MeantTerm) bool { return t.full == full }); i >= 0 {
					list[i].Share = max(list[i].Share, share)
				} else if !words.Empty(term) {
					list = append(list, MeantTerm{Word: w, Share: share, full: full})
				}
			})
		}
	}
	return list
}

// choose returns the terms that the forest has, the most likely first: the more names have
// a term, the likelier it is meant.
func (u *usage) choose(list []MeantTerm) (chosen []MeantTerm) {
	uses, count, most := u.count(list), make([]float64, len(list)), 0.0
	for i := range list {
		switch x := uses[i]; {
		case x.names > 0:
			count[i] = math.Log1p(float64(x.names))
			most = max(most, count[i])
		case x.rows == 0:
			list[i].Share = 0
		}
	}
	for i := range list {
		switch {
		case count[i] > 0:
			list[i].Share *= 1 - namesShare + namesShare*count[i]/most
		default:
			list[i].Share *= textShare
		}
	}
	slices.SortStableFunc(list, func(a, b MeantTerm) int { return cmp.Compare(b.Share, a.Share) })
	for _, x := range list[:min(len(list), mostMeant)] {
		if x.Share > 0 && x.Share >= leastShare*list[0].Share {
			x.Share /= list[0].Share
			chosen = append(chosen, x)
		}
	}
	if len(chosen) > 0 {
		chosen[0].Share = 1
	}
	return chosen
}

// use is how many rows have a word in their names, and how many have it at all.
type use struct{ names, rows int }

// usage counts how often a forest has words.
type usage struct {
	f        *Forest
	glossary *glossary.Glossary
	known    *directory
	rest     []*file // the files that known lacks
}

func newUsage(f *Forest, g *glossary.Glossary) *usage {
	u := &usage{f: f, glossary: g, known: f.directoryIfAny()}
	if u.known == nil {
		u.known, u.rest = &directory{}, f.files
		return u
	}
	for _, x := range f.files {
		at, ok := slices.BinarySearchFunc(u.known.files, x.path, func(x *file, path string) int { return strings.Compare(x.path, path) })
		if !ok || u.known.files[at] != x {
			u.rest = append(u.rest, x)
		}
	}
	return u
}

// count returns how often the forest has words, which it remembers. It reads a file that
// is in no directory once for all of them.
func (u *usage) count(list []MeantTerm) []use {
	f, sums := u.f, make([]use, len(list))
	var unknown []int
	f.asked.Lock()
	for i := range list {
		var ok bool
		if sums[i], ok = f.used[list[i].hash()]; !ok {
			unknown = append(unknown, i)
		}
	}
	f.asked.Unlock()
	slices.SortFunc(unknown, func(a, b int) int { return cmp.Compare(list[a].hash(), list[b].hash()) })
	hashes := make([]uint32, len(unknown))
	for given, i := range unknown {
		hashes[given] = list[i].hash()
		u.known.find(hashes[given], func(file int, place uint) {
			if x := u.known.files[file]; f.has(x) {
				sums[i].add(x.part.list(place))
			}
		})
	}
	for _, x := range u.rest {
		x.part.places(hashes, func(given int, at uint) { sums[unknown[given]].add(x.part.list(at)) })
	}
	f.asked.Lock()
	defer f.asked.Unlock()
	if f.used == nil || len(f.used)+len(unknown) > mostSpreads {
		f.used = map[uint32]use{}
	}
	for given, i := range unknown {
		f.used[hashes[given]] = sums[i]
	}
	return sums
}

// add adds the rows of a list of postings.
func (n *use) add(l list, ok bool) {
	if !ok {
		return
	}
	n.rows += l.rows
	for l.left > 0 {
		if _, _, where := l.take(); where&inName != 0 {
			n.names++
		}
	}
}

// has reports whether a file, of this forest or of an earlier one, is one of this.
func (f *Forest) has(x *file) bool { return int(x.number) < len(f.numbers) && f.numbers[x.number] == x }

// spoken is a word of names with its sounds.
type spoken struct {
	word   string
	sounds lexicon.Sounds
}

// vocabulary returns the words of the names of chunks, each once.
func (f *Forest) vocabulary() []spoken {
	f.asked.Lock()
	defer f.asked.Unlock()
	if f.names != nil {
		return f.names
	}
	seen := map[string]bool{}
	f.names = []spoken{}
	for _, x := range f.files {
		last := ""
		x.part.each(func(_ int, row *Row) bool {
			if row.Name == last {
				return true
			}
			last = row.Name
			words.Each(row.Name, func(w []byte, s words.Script) {
				if s == words.Spaced && len(w) > 2 && !seen[string(w)] {
					t := string(w)
					seen[t] = true
					f.names = append(f.names, spoken{t, lexicon.Spell(t)})
				}
			})
			return true
		})
	}
	return f.names
}

// sounding returns the words of names that sound most like a word in katakana, and the
// distance of the nearest (see lexicon.Sounds); none, and 1, for other words.
func (f *Forest) sounding(word string) (nearest []string, distance float32) {
	if !lexicon.IsKatakana(word) {
		return nil, 1
	}
	type near struct {
		word     string
		distance float32
	}
	var list []near
	heard := lexicon.Hear(word)
	distance = lexicon.Alike
	for _, x := range f.vocabulary() {
		if d := heard.Distance(x.sounds); d <= min(distance+soundMargin, lexicon.Alike) {
			list = append(list, near{x.word, d})
			distance = min(distance, d)
		}
	}
	for _, x := range list {
		if x.distance <= distance+soundMargin {
			nearest = append(nearest, x.word)
		}
	}
	if nearest == nil {
		distance = 1
	}
	return nearest, distance
}

// english returns the words of a question in Latin letters and the most likely translations
// of the others.
func (t *Translation) english(text string) string {
	var list []string
	words.Each(text, func(w []byte, s words.Script) {
		if s == words.Spaced {
			list = append(list, string(w))
		}
	})
	for i := range t.Concepts {
		for j, x := range t.Concepts[i].Terms {
			if j == 0 || j == 1 && x.Share > surelyMeant {
				list = append(list, x.Word)
			}
		}
	}
	return strings.Join(list, " ")
}

// Unknown returns the words of the question that no dictionary knows; none for a nil t.
func (t *Translation) Unknown() []string { return t.without(false) }

// Absent returns the known words for which the forest has no word; none for a nil t.
func (t *Translation) Absent() []string { return t.without(true) }

// without returns the words without a translation that are known, or unknown.
func (t *Translation) without(known bool) (list []string) {
	if t == nil {
		return nil
	}
	for i := range t.Concepts {
		if m := &t.Concepts[i]; m.Known == known && len(m.Terms) == 0 && m.weight == 1 && !slices.Contains(list, m.Text) {
			list = append(list, m.Text)
		}
	}
	return list
}

// Searched returns the words that are searched for in place of the question's.
func (t *Translation) Searched() []string {
	if t == nil {
		return nil
	}
	var list []string
	for w := range strings.FieldsSeq(t.English) {
		if !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// Note returns a text on the words of the question that are not searched for, and on those
// that are; "" where all have translations.
func (t *Translation) Note() string {
	unknown, absent := t.Unknown(), t.Absent()
	if len(unknown)+len(absent) == 0 {
		return ""
	}
	var parts []string
	add := func(what string, list []string) {
		if len(list) > 0 {
			parts = append(parts, fmt.Sprintf("%s: %s", what, strings.Join(list, ", ")))
		}
	}
	add("not known", unknown)
	add("without a word in this repository", absent)
	add("searched for", t.Searched())
	return strings.Join(parts, "; ")
}
