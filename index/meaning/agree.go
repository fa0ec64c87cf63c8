package meaning

import (
	"strings"

	"codeintel/index/lexicon"
)

// Reasons why a value is refused.
const (
	whyNumber   = "the numbers differ"
	whyOpposite = "one says the opposite of the other"
	whyNegation = "one of them says not"
	whyAction   = "what is done differs"
	whyOther    = "they are about something else"
)

// covered is the share of a value's words that the quote has to say.
const covered = 0.58

// Agrees judges whether a value says what a quote says: each of its words is in the quote,
// or a translation or a synonym of one is, and nothing in it is the opposite. A value may
// say less than the quote. It returns what speaks against it, "" for nothing.
func (j Judge) Agrees(value, quote string) (why string) {
	l := lexicon.Open()
	v, q := l.Side(l.Read(value)), l.Side(l.Read(quote))
	if numbersDiffer(v.Numbers, q.Numbers) {
		return whyNumber
	}
	if fold(value) == fold(quote) {
		return ""
	}
	if len(v.Words) == 0 || len(q.Words) == 0 {
		if len(v.Words) == 0 && len(v.Numbers) > 0 {
			return ""
		}
		return whyOther
	}
	p := pairing{l: l, v: v, q: q}
	p.pair()
	switch {
	case p.opposite():
		return whyOpposite
	case p.negated():
		return whyNegation
	case p.share >= covered && p.otherAction():
		return whyAction
	case p.share >= covered:
		return ""
	case p.known < enough && j.near(value, quote):
		return ""
	}
	return whyOther
}

// fold is a text without case and the space around it.
func fold(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// near is what the embedder says where the dictionaries know too little.
func (j Judge) near(value, quote string) bool {
	_, score, ok := j.cosine(strings.ToLower(value), strings.ToLower(quote))
	return ok && score >= refused
}

// numbersDiffer reports whether a value has a number that the quote lacks. Where the
// quote has none at all, those that are parts of words are passed over.
func numbersDiffer(value, quote []lexicon.Number) bool {
	for _, n := range value {
		found := false
		for _, m := range quote {
			found = found || n.Text == m.Text
		}
		if !found && (!n.Part || len(quote) > 0) {
			return true
		}
	}
	return false
}

// pairing is which words of a value stand for which of a quote.
type pairing struct {
	l    *lexicon.Lexicon
	v, q *lexicon.Side
	// how alike each word of the value is to one of the quote, and to which; said: the
	// words of the quote that have a counterpart.
	how  []float32
	at   []int
	said []bool
	// share of the value that the quote says, and of both that is known
	share, known float64
}

func (p *pairing) pair() {
	p.said = make([]bool, len(p.q.Words))
	// What a word of the quote means may be several words of the value: 血圧, blood pressure.
	whole := make([]int, len(p.v.Words))
	denied := false
	for k := range p.q.Words {
		denied = denied || p.q.Words[k].Negated && p.q.Words[k].Grammar
		if at := p.q.Joins(k, p.v); at >= 0 {
			p.said[k], whole[at] = true, k+1
		}
		if how, used := p.v.Cover(&p.q.Words[k]); how >= matched {
			p.said[k] = true
			for _, i := range used {
				whole[i] = k + 1
			}
		}
	}
	sum, all := 0.0, 0.0
	for i := range p.v.Words {
		w := &p.v.Words[i]
		how, at := p.q.Find(w)
		if joined := p.v.Joins(i, p.q); how < 1 && joined >= 0 {
			how, at = 1, joined
		}
		switch {
		case how < matched && whole[i] > 0:
			how, at = 0.9, whole[i]-1
		case how < matched:
			at = -1
			for k := range p.q.Words {
				if _, same := p.contrast(w, &p.q.Words[k]); same && !p.said[k] {
					how, at = 0.9, k
					break
				}
			}
		}
		p.how, p.at = append(p.how, how), append(p.at, at)
		if at >= 0 {
			p.said[at] = true
		}
		weight := weigh(p.l, p.v.Text, w)
		if how < matched && denied && p.l.Lacking(w) {
			weight = weightGeneric // "is missing" for "there is no"
		}
		sum += weight
		if how >= matched {
			p.share += weight
		}
		all += weight
		if w.Known || how >= matched {
			p.known += weight
		}
	}
	for i := range p.q.Words {
		w := &p.q.Words[i]
		weight := weigh(p.l, p.q.Text, w)
		all += weight
		if w.Known || p.said[i] {
			p.known += weight
		}
	}
	p.share /= sum
	p.known /= all
}

// opposite reports whether a word of the value is the opposite of one of the quote that
// nothing else in the value stands for.
func (p *pairing) opposite() bool {
	for i := range p.v.Words {
		v, at := &p.v.Words[i], p.at[i]
		if at >= 0 && v.Text != p.q.Words[at].Text {
			q := &p.q.Words[at]
			if contrary, state := p.l.Contrary(v, q); contrary && !(state && v.Negated != q.Negated) {
				return true
			}
		}
		if p.how[i] >= exact {
			continue
		}
		for k := range p.q.Words {
			if p.said[k] && at != k {
				if at < 0 && p.l.Unlike(v, &p.q.Words[k]) {
					return true
				}
				continue
			}
			if opposite, same := p.contrast(v, &p.q.Words[k]); opposite && !same {
				return true
			}
		}
	}
	return false
}

// exact is from which likeness two words are the same.
const exact = 0.96

// contrast reports whether two words are opposites, and whether they say the same all the
// same, because one of them is negated: "not hidden" is shown.
func (p *pairing) contrast(v, q *lexicon.Word) (opposite, same bool) {
	opposite, state := p.l.Opposite(v, q)
	return opposite, opposite && state && v.Negated != q.Negated
}

// not reports whether a word says that something is not.
func (p *pairing) not(w *lexicon.Word) bool {
	return !w.Particle && w.Negated != p.l.Lacking(w)
}

// negated reports whether the value says not where the quote does not, or the other way
// round. A name of what fails may leave that out: "login" for "login does not work".
func (p *pairing) negated() bool {
	said, predicate := 0, false
	for i := range p.v.Words {
		w := &p.v.Words[i]
		if p.not(w) {
			said++
		}
		predicate = predicate || w.Predicate
	}
	quoted := 0
	lexical := false
	for i := range p.q.Words {
		w := &p.q.Words[i]
		if !p.not(w) {
			continue
		}
		quoted++
		if p.said[i] && (!w.Grammar || w.Refrained && len(p.v.Words) == 1 && p.v.Words[0].Action) {
			lexical = true // unapproved expenses are no expenses that were approved
		}
	}
	switch {
	case said%2 == quoted%2:
		return false
	case said > quoted:
		return true
	case quoted > 1:
		return p.flipped()
	}
	return lexical || predicate
}

// flipped reports whether a word of the value has a counterpart that is negated, or is
// negated itself, where the other is not.
func (p *pairing) flipped() bool {
	for i := range p.v.Words {
		if at := p.at[i]; at >= 0 && p.not(&p.v.Words[i]) != p.not(&p.q.Words[at]) {
			return true
		}
	}
	return false
}

// otherAction reports whether the value says that something is done which the quote does
// not, and the quote something that the value does not.
func (p *pairing) otherAction() bool {
	value, quote := false, false
	for i := range p.v.Words {
		value = value || p.v.Words[i].Action && p.how[i] < matched
	}
	for k := range p.q.Words {
		quote = quote || p.q.Words[k].Action && !p.said[k]
	}
	return value && quote
}
