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

// Translation is a question in Japanese in words of English that the forest has.
type Translation struct {
	// Concepts are the words of the question that say something, in their order.
	Concepts []Meant
	// English is the words that are most likely meant, for an embedder.
	English string
}

// Meant is a word of a question with the words of the code that may say it.
type Meant struct {
	Text string // as dictionaries have it
	// Known: dictionaries have it, or it sounds like a word of the code.
	Known bool
	// Terms are the words of the code, the most likely first; none where the forest has
	// no word for it.
	Terms []MeantTerm

	weight float64
	action bool
}

// MeantTerm is a word of English that the forest has. Share is how likely it is what is
// meant, beside the most likely one, which has 1.
type MeantTerm struct {
	Word  string
	Share float64

	full uint64 // see fnv
}

func (t *MeantTerm) hash() uint32 { return fold(t.full) }

// How the words of the code are chosen that may say a word of a question.
const (
	mostMeant   = 5    // so many at most
	leastShare  = 0.15 // of one that counts
	ofSeveral   = 0.6  // of a word that means something only with others
	textShare   = 0.3  // of a word that no name has
	namesShare  = 0.8  // of a share that follows from how many names have the word
	surelyMeant = 0.8  // the share from which a second word is in Translation.English

	genericShare  = 0.35 // of the weight of a word of the question that says little
	hiraganaShare = 0.3  // of one in hiragana, which is mostly grammar

	wholeSounds = 0.2  // the most that a run of several words is apart from one of the code
	soundMargin = 0.02 // how much further than the nearest others are
)

// Translate returns what a question in Japanese is in words of the code; nil for one in
// another language. The glossary and dictionaries say what its words may mean, and the
// names of the forest which of that is meant.
func (f *Forest) Translate(text string, g *glossary.Glossary) *Translation {
	if !lexicon.IsJapanese(text) {
		return nil
	}
	t, u := &Translation{}, newUsage(f, g)
	rest := ""
	g.Divide(text, func(part string, known bool) {
		if known && !inDictionary(part) {
			f.translate(t, u, rest)
			t.Concepts = append(t.Concepts, f.mean(u, &lexicon.Concept{Text: part, Written: part}))
			rest = ""
		} else {
			rest += part
		}
	})
	f.translate(t, u, rest)
	t.English = t.english(text)
	return t
}

// inDictionary reports whether a text is a word that dictionaries have.
func inDictionary(text string) bool {
	list := lexicon.Open().Concepts(text)
	return len(list) == 1 && list[0].Text == text && len(list[0].Senses) > 0
}

// translate adds a part of a question.
func (f *Forest) translate(t *Translation, u *usage, part string) {
	for _, c := range lexicon.Open().Concepts(part) {
		if len(c.Parts) > 0 {
			if _, distance := f.sounding(c.Text); distance > wholeSounds {
				for i := range c.Parts {
					t.Concepts = append(t.Concepts, f.mean(u, &c.Parts[i]))
				}
				continue
			}
		}
		t.Concepts = append(t.Concepts, f.mean(u, &c))
	}
}

// mean chooses the words of the code that may say a word.
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

// terms are those of the senses of a word, each once; of a word that has none, what the
// glossary says.
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

// choose leaves the terms that the forest has, by how likely they are meant: those that
// more names have are.
func (u *usage) choose(list []MeantTerm) (chosen []MeantTerm) {
	count, most := make([]float64, len(list)), 0.0
	for i := range list {
		x := u.of(list[i].hash())
		switch {
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

// use is how many rows have a word in their names, and anywhere.
type use struct{ names, rows int }

// usage says how often a forest has words.
type usage struct {
	f        *Forest
	glossary *glossary.Glossary
	known    *directory
	rest     []*file // that are not in it
}

func newUsage(f *Forest, g *glossary.Glossary) *usage {
	u := &usage{f: f, glossary: g, known: f.directoryNow()}
	for _, x := range f.files {
		at, ok := slices.BinarySearchFunc(u.known.files, x.path, func(x *file, path string) int { return strings.Compare(x.path, path) })
		if !ok || u.known.files[at] != x {
			u.rest = append(u.rest, x)
		}
	}
	return u
}

// of is the use of a word, which the forest remembers.
func (u *usage) of(hash uint32) use {
	f := u.f
	f.asked.Lock()
	sum, ok := f.used[hash]
	f.asked.Unlock()
	if ok {
		return sum
	}
	add := func(l list, ok bool) {
		if !ok {
			return
		}
		sum.rows += l.rows
		for l.left > 0 {
			if _, _, where := l.take(); where&inName != 0 {
				sum.names++
			}
		}
	}
	u.known.find(hash, func(i int, place uint) {
		if x := u.known.files[i]; f.has(x) {
			add(x.part.list(place))
		}
	})
	for _, x := range u.rest {
		add(x.part.find(hash))
	}
	f.asked.Lock()
	defer f.asked.Unlock()
	if f.used == nil || len(f.used) == mostSpreads {
		f.used = map[uint32]use{}
	}
	f.used[hash] = sum
	return sum
}

// has reports whether a file, of this forest or of an earlier one, is one of this.
func (f *Forest) has(x *file) bool { return int(x.number) < len(f.numbers) && f.numbers[x.number] == x }

// spoken is a word of names, as it sounds.
type spoken struct {
	word   string
	sounds lexicon.Sounds
}

// vocabulary are the words of the names of chunks, each once.
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

// sounding are the words of names that a word in katakana sounds like most, and how far
// it is from the nearest; none for other words.
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

// english is a question with the words that are most likely meant.
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

// Unknown are the words of the question that nothing is known of, and Absent those for
// which the forest has no word; nil Translations have none.
func (t *Translation) Unknown() []string { return t.without(false) }

// Absent is described at Unknown.
func (t *Translation) Absent() []string { return t.without(true) }

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

// Searched are the words that are searched for in place of the question's.
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

// Note says which words of the question are not searched for, and which are instead; ""
// where all are.
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
