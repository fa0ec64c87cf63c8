package meaning

import (
	"slices"

	"codeintel/index/lexicon"
)

// told is from which likeness one of two words tells what the other is.
const told = 0.45

// unsure reports whether a quote may say what a value does in words that dictionaries
// don't connect with it. That is so where nothing of the quote stands against what is
// left of the value, where the quote explains in a clause or in more words, and where
// what is left of one tells what is left of the other. Where both put another word in the
// same place, they are about different things: "gas bill" and "electricity bill".
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

// left returns the words of the value and those of the quote that have no counterpart and
// say something. Of a compound that stands for a word of the value, the parts that
// do not stand for it count.
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

// lacks reports whether the value has no counterpart of a word that says something.
func (p *pairing) lacks(w *lexicon.Word) bool {
	if p.l.Generic(w.Text) {
		return false
	}
	how, _ := p.v.Find(w)
	return how < matched
}

// denies reports whether the quote says not where the value does not.
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

// unlike reports whether one of the two undoes something and the other does not.
func (p *pairing) unlike(value []int, quote []*lexicon.Word) bool {
	annuls := func(i int) bool { return p.l.Annuls(&p.v.Words[i]) }
	undone := func(w *lexicon.Word) bool { return p.l.Annuls(w) }
	return slices.ContainsFunc(value, annuls) != slices.ContainsFunc(quote, undone)
}

// whole reports whether a word of the quote is one of the value as a whole.
func (p *pairing) whole(k int) bool {
	for i, at := range p.at {
		if at == k && p.how[i] >= exact {
			return true
		}
	}
	return false
}

// tells reports whether each word that is left of the value is told by one that is left of
// the quote, and not its opposite, another thing of its kind, or another thing that is done.
// What a word in Japanese means is known from its translations alone, so that of two
// words between the languages only those of a known kind stand against one another.
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
		if how, _ := side.Find(w); how >= told {
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

// hinted reports whether a word that is left of the value has anything to do with the quote.
func (p *pairing) hinted(value []int) bool {
	for _, i := range value {
		if p.how[i] >= lexicon.Related {
			return true
		}
	}
	return false
}

// mayDeny reports whether a word that is left of the value may say what the quote says with
// a negation: "irrigation stops" for "irrigation does not run".
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
