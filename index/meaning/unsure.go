package meaning

import (
	"slices"

	"codeintel/index/lexicon"
)

// unsure reports whether a quote may say what a value says in words that dictionaries do
// not connect with it: if no word of the quote contradicts those that are left of the value,
// if the quote has a clause or more words, or if the words that are left of both describe
// one another. If both have another word in the same place, they are about different things:
// "gas bill" and "electricity bill".
func (p *pairing) unsure() bool {
	value, quote := p.left()
	switch {
	case p.otherAction() || p.unlike(value, quote):
		return false
	case p.share >= common && (p.q.Clause || len(quote) > len(value)):
		return true
	case p.share >= common && p.denies():
		return false
	case p.share >= common && len(quote) == 0:
		return len(p.q.Numbers) <= len(p.v.Numbers)
	case p.share >= common:
		return p.tells(value, quote)
	}
	return p.q.Clause && (p.share > 0 || p.hinted(value))
}

// left returns the words of the value, by their indexes, and those of the quote that have
// no counterpart and are not generic; generic words of the value if it has no others. A
// compound that has a counterpart is represented by its parts that have none.
func (p *pairing) left() (value []int, quote []*lexicon.Word) {
	for _, least := range []float64{weightGeneric, 0} {
		for i := range p.v.Words {
			if p.how[i] < matched && weigh(p.l, p.v.Text, &p.v.Words[i]) > least {
				value = append(value, i)
			}
		}
		if len(value) > 0 {
			break
		}
	}
	for k := range p.q.Words {
		w := &p.q.Words[k]
		switch {
		case !p.said[k]:
			if weigh(p.l, p.q.Text, w) > weightGeneric {
				quote = append(quote, w)
			}
		case p.whole(k):
		case len(w.Parts) > 1:
			for i := range w.Parts {
				if part := &w.Parts[i]; p.lacks(part) {
					quote = append(quote, part)
				}
			}
		default:
			words := p.l.Glossed(w)
			for i := range words {
				if p.lacks(&words[i]) {
					quote = append(quote, &words[i])
				}
			}
		}
	}
	return value, quote
}

// lacks reports whether a word is not generic and has no counterpart in the value.
func (p *pairing) lacks(w *lexicon.Word) bool {
	if p.l.Generic(w.Text) {
		return false
	}
	how, _ := p.v.Find(w)
	return how < matched
}

// denies reports whether the quote has a negation and the value has none.
func (p *pairing) denies() bool {
	for i := range p.v.Words {
		if p.not(&p.v.Words[i]) {
			return false
		}
	}
	for k := range p.q.Words {
		if p.not(&p.q.Words[k]) {
			return true
		}
	}
	return false
}

// unlike reports whether the words that are left of one of the two undo something and those
// of the other do not.
func (p *pairing) unlike(value []int, quote []*lexicon.Word) bool {
	annuls := func(i int) bool { return p.l.Annuls(&p.v.Words[i]) }
	undone := func(w *lexicon.Word) bool { return p.l.Annuls(w) }
	return slices.ContainsFunc(value, annuls) != slices.ContainsFunc(quote, undone)
}

// whole reports whether word k of the quote is the same as a word of the value.
func (p *pairing) whole(k int) bool {
	for i, at := range p.at {
		if at == k && p.how[i] >= exact {
			return true
		}
	}
	return false
}

// tells reports whether each word that is left of the value may be described by one that is
// left of the quote, and none of them is an opposite, another thing of the same kind, or
// another action. A word in Japanese is known only by its translations, so that one across
// the languages is not held against a noun without an opposite.
func (p *pairing) tells(value []int, quote []*lexicon.Word) bool {
	side := p.l.Side(lexicon.Text{Words: copied(quote)})
	for _, i := range value {
		w := &p.v.Words[i]
		for _, q := range quote {
			if p.l.Deed(w) && (q.Action || p.l.Deed(q)) || p.l.Sisters(w, q) {
				return false
			}
		}
		if p.l.Explains(w, quote) {
			continue
		}
		if how, _ := side.Find(w); how >= lexicon.Telling {
			continue
		}
		if w.Japanese || w.Quality || p.l.Contrasts(w) || !slices.ContainsFunc(quote, func(q *lexicon.Word) bool { return q.Japanese && len([]rune(q.Text)) > 1 }) {
			return false
		}
	}
	return true
}

func copied(list []*lexicon.Word) []lexicon.Word {
	out := make([]lexicon.Word, len(list))
	for i, w := range list {
		out[i] = *w
	}
	return out
}

// hinted reports whether a word that is left of the value is related to one of the quote.
func (p *pairing) hinted(value []int) bool {
	for _, i := range value {
		if p.how[i] >= lexicon.Related {
			return true
		}
	}
	return false
}

// mayDeny reports whether the words that are left of the value may express the negation of
// the quote: "irrigation stops" for "irrigation does not run".
func (p *pairing) mayDeny() bool {
	value, _ := p.left()
	if len(value) == 0 || p.share < common {
		return false
	}
	for i := range p.v.Words {
		if w := &p.v.Words[i]; w.Negated && w.Grammar {
			return false
		}
	}
	for _, i := range value {
		if w := &p.v.Words[i]; !p.l.Lacking(w) && !p.l.Annuls(w) {
			return false
		}
	}
	denied := false
	for k := range p.q.Words {
		if w := &p.q.Words[k]; p.not(w) {
			if p.said[k] || !w.Grammar {
				return false
			}
			denied = true
		}
	}
	return denied
}
