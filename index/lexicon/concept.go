package lexicon

import "strings"

// Concept is a word of a Japanese text with its possible translations.
type Concept struct {
	// Text is the dictionary form of the word, Written its form in the text.
	Text, Written string
	// Senses are its possible translations, the most likely first. An unknown word has none.
	Senses []Sense
	// Generic reports that the word says little about the subject of a text, Action that it
	// names an action.
	Generic, Action bool
	// Parts holds the dictionary words that a run of katakana can be split into. The code
	// may still use a single word for it: ダッシュボード, dashboard.
	Parts []Concept
}

// Sense is a possible translation of a word: one word of English, or several that belong
// together. Weight is how likely it is, relative to the first sense, which has 1.
type Sense struct {
	Words  []string
	Weight float64
}

// The weights of senses. Those of own.txt come before those of EDICT.
const (
	ownSense       = 0.92 // factor from one gloss of own.txt to the next
	otherSense     = 0.8  // factor from one gloss of EDICT to the next
	behindOwn      = 0.45 // maximum weight of the first gloss of EDICT after those of own.txt
	synonymOfSense = 0.5  // factor from a sense to its synonyms
	partSense      = 0.7  // factor from a word to its parts
	maxSenses      = 24   // of a word
	derivedSense   = 0.9  // factor from a sense to what is derived from it
	derivedGlosses = 6    // how many glosses have their derived words added
	spokenSynonyms = 2    // how many glosses have their synonyms added
)

// Concepts returns the Japanese words of a text with their possible translations.
func (l *Lexicon) Concepts(text string) []Concept {
	t := l.Read(text)
	var out []Concept
	for i := 0; i < len(t.Words); {
		n := 1
		if w := &t.Words[i]; katakana(w.Written) {
			run := w.Written
			for i+n < len(t.Words) && katakana(t.Words[i+n].Written) && strings.Contains(text, run+t.Words[i+n].Written) {
				run += t.Words[i+n].Written
				n++
			}
			if n > 1 {
				whole := Concept{Text: run, Written: run}
				for j := range n {
					whole.Parts = append(whole.Parts, l.concept(&t.Words[i+j]))
				}
				out = append(out, whole)
				i += n
				continue
			}
		}
		if w := &t.Words[i]; w.Japanese {
			out = append(out, l.concept(w))
		}
		i++
	}
	return out
}

// concept returns a word with its possible translations.
func (l *Lexicon) concept(w *Word) Concept {
	c := Concept{Text: w.Text, Written: w.Written, Action: w.Action, Generic: l.Generic(w.Text) || l.Generic(w.Written)}
	s := senses{l: l}
	s.glosses(w, 1)
	for i := range w.Parts {
		if p := &w.Parts[i]; !l.Generic(p.Text) && count(p.Text) > 1 && !katakana(p.Text) {
			s.glosses(p, partSense)
		}
	}
	c.Senses = s.list
	return c
}

// senses gathers the senses of a word.
type senses struct {
	l    *Lexicon
	list []Sense
}

// glosses adds the glosses of a word, the first with the weight most.
func (s *senses) glosses(w *Word, most float64) {
	own := len(s.l.own.glosses(w.Text))
	weight := most
	for i, g := range w.Glosses {
		switch {
		case i == 0:
		case i == own:
			weight = min(weight*otherSense, behindOwn*most)
		case i < own:
			weight *= ownSense
		default:
			weight *= otherSense
		}
		s.gloss(g, weight)
		if i < derivedGlosses && len(g.Words) == 1 {
			s.derived(g.Words[0], weight*derivedSense)
		}
		if i < spokenSynonyms && len(g.Words) == 1 {
			for _, x := range s.l.own.group[g.Words[0]] {
				s.add(weight*synonymOfSense, x)
			}
		}
	}
}

// derived adds the words that share a root with word: invite for invitation.
func (s *senses) derived(word string, weight float64) {
	lemma, _ := s.l.Lemma(word)
	if lemma != word {
		s.add(weight, lemma)
	}
	for _, w := range []string{word, lemma} {
		s.l.related(w, Derived, func(to string) {
			if len(to) > 3 && len(w) > 3 && to[:4] == w[:4] {
				s.add(weight, to)
			}
		})
		if w == lemma {
			break
		}
	}
}

// gloss adds a gloss without its stop words.
func (s *senses) gloss(g Gloss, weight float64) {
	if j := g.joined(s.l); j != "" {
		s.add(weight, j)
		return
	}
	var list []string
	for _, x := range g.Words {
		if !stopped(x) {
			list = append(list, x)
		}
	}
	if len(list) == 2 {
		s.add(weight*synonymOfSense, strings.Join(list, "")) // time stamp, timestamp
	}
	s.add(weight, list...)
}

func (s *senses) add(weight float64, list ...string) {
	if len(list) == 0 {
		return
	}
	for i := range s.list {
		if have := &s.list[i]; strings.Join(have.Words, " ") == strings.Join(list, " ") {
			have.Weight = max(have.Weight, weight)
			return
		}
	}
	if len(s.list) < maxSenses {
		s.list = append(s.list, Sense{list, weight})
	}
}
