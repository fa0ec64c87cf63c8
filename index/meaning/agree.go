package meaning

import (
	"slices"
	"strings"

	"codeintel/index/lexicon"
)

// Codes of the reasons to refuse a value.
const (
	OtherNumber  = "number"   // the numbers differ
	Opposite     = "opposite" // one says the opposite of the other
	Negated      = "negation" // only one of them is negated
	OtherAction  = "action"   // the actions differ
	OtherSubject = "subject"  // they are about something else
)

// Unsure is the result of Agrees if nothing contradicts a value and too little supports it.
const Unsure = "unsure"

// covered is the minimum share of a value that has counterparts in the quote.
const covered = 0.58

// Agrees judges whether a value says what a quote says: its words, or synonyms or
// translations of them, are in the quote, and none contradicts it. A value may say less than
// the quote. Agrees returns "" for such a value, the code of the reason to refuse any other,
// and Unsure if the words do not decide.
func (j Judge) Agrees(value, quote string) (why string) {
	l := lexicon.Open()
	v, q := l.Analyze(value), l.Analyze(quote)
	if v.Cut || q.Cut {
		return j.longer(value, quote)
	}
	if numbersDiffer(v.Numbers, q.Numbers) {
		return OtherNumber
	}
	if fold(value) == fold(quote) {
		return ""
	}
	if len(v.Words) == 0 || len(q.Words) == 0 {
		switch {
		case len(v.Words) > 0 || len(v.Numbers) == 0:
			return OtherSubject
		case !hasNumbers(v.Numbers, q.Numbers):
			return OtherNumber
		}
		return ""
	}
	p := pairing{l: l, v: v, q: q}
	p.pair()
	switch {
	case p.opposite():
		return Opposite
	case p.negated():
		if p.mayDeny() {
			return Unsure
		}
		return Negated
	case p.annulled():
		return OtherAction
	case p.share >= covered && p.otherAction():
		return OtherAction
	case p.share >= covered:
		return ""
	case p.known < enough && j.near(value, quote), p.share >= common && j.rest(&p):
		return ""
	case p.known < enough, p.unsure():
		return Unsure
	case p.share >= common && p.otherAction():
		return OtherAction
	}
	return OtherSubject
}

// longer is Agrees for texts that were not read to their ends: it accepts a value that is
// literally in the quote.
func (j Judge) longer(value, quote string) (why string) {
	if strings.Contains(fold(quote), fold(value)) {
		return ""
	}
	return Unsure
}

// fold returns a text in lower case, with single spaces.
func fold(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// near reports whether the embedder takes a value and a quote for similar, for words that
// dictionaries lack.
func (j Judge) near(value, quote string) bool {
	_, score, ok := j.cosine(strings.ToLower(value), strings.ToLower(quote))
	return ok && score >= refused
}

// Thresholds of rest: the words without counterparts may be forms of one word that
// dictionaries do not connect, such as shortage and short.
const (
	common   = 0.4 // the minimum share of the value that has counterparts
	sameRest = 0.9 // the minimum calibrated cosine of the other words
)

// rest reports whether the embedder takes the words without counterparts for the same.
func (j Judge) rest(p *pairing) bool {
	var v, q []string
	for i := range p.v.Words {
		if p.how[i] < matched {
			v = append(v, p.v.Words[i].Text)
		}
	}
	for i := range p.q.Words {
		if !p.said[i] {
			q = append(q, p.q.Words[i].Text)
		}
	}
	if len(v) == 0 || len(q) == 0 {
		return false
	}
	_, score, ok := j.cosine(strings.Join(v, " "), strings.Join(q, " "))
	return ok && score >= sameRest && !p.otherAction()
}

// hasNumbers reports whether a quote has all numbers of a value.
func hasNumbers(value, quote []lexicon.Number) bool {
	for _, n := range value {
		if !slices.ContainsFunc(quote, func(m lexicon.Number) bool { return m.Text == n.Text }) {
			return false
		}
	}
	return true
}

// numbersDiffer reports whether a value has a number that the quote lacks. It ignores
// numbers of the value that are parts of words, unless the quote has one that is not.
func numbersDiffer(value, quote []lexicon.Number) bool {
	own := slices.ContainsFunc(quote, func(n lexicon.Number) bool { return !n.Part })
	for _, n := range value {
		if !hasNumbers([]lexicon.Number{n}, quote) && (!n.Part || own) {
			return true
		}
	}
	return false
}

// pairing connects the words of a value with their counterparts in a quote.
type pairing struct {
	l    *lexicon.Lexicon
	v, q *lexicon.Side
	how  []float32 // for each word of the value, its similarity to its counterpart
	at   []int     // for each word of the value, the index of its counterpart, or -1
	said []bool    // for each word of the quote, whether it has a counterpart
	// share is the part of the value that has counterparts, known the part of both texts
	// that dictionaries have.
	share, known float64
	compounds    []*lexicon.Side // see parts
}

// pair finds the counterparts.
func (p *pairing) pair() {
	p.said = make([]bool, len(p.q.Words))
	p.compounds = make([]*lexicon.Side, len(p.q.Words))
	// A word of the quote may translate to several words of the value: 血圧, blood pressure.
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
		if joined := p.v.Joins(i, p.q); how < 1 && joined >= 0 && !p.alone(i, joined) {
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
		if how < matched && at < 0 {
			if k := p.part(w); k >= 0 {
				how, at = 0.9, k
			}
		}
		p.how, p.at = append(p.how, how), append(p.at, at)
	}
	p.modified()
	p.single(whole)
	for i := range p.v.Words {
		w, how := &p.v.Words[i], p.how[i]
		if at := p.at[i]; at >= 0 {
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

// alone reports whether a word beside word i of the value is by itself a counterpart of word
// at of the quote.
func (p *pairing) alone(i, at int) bool {
	for k := max(0, i-1); k <= min(i+1, len(p.v.Words)-1); k++ {
		if how, found := p.q.Find(&p.v.Words[k]); k != i && found == at && how >= alike {
			return true
		}
	}
	return false
}

// modified disconnects a compound in Japanese from a word that it ends with if the quote has
// another word before that: 全員参加 is not 任意参加.
func (p *pairing) modified() {
	for i, at := range p.at {
		if at < 1 || p.said[at-1] {
			continue
		}
		v, q := &p.v.Words[i], &p.q.Words[at]
		if v.Japanese && q.Japanese && v.Text != q.Text && strings.HasSuffix(v.Text, q.Text) && !p.l.Generic(p.q.Words[at-1].Text) && q.Action {
			p.how[i], p.at[i] = 0, -1
		}
	}
}

// part returns the index of the word of the quote with a part that is a counterpart of a
// word of the value, as 書 of 契約書 is of document; -1 for none.
func (p *pairing) part(w *lexicon.Word) int {
	for k := range p.q.Words {
		if parts := p.parts(k); parts != nil {
			if how, _ := parts.Find(w); how >= alike {
				return k
			}
		}
	}
	return -1
}

// parts returns the parts of a compound of the quote, nil for a simple word.
func (p *pairing) parts(k int) *lexicon.Side {
	if list := p.q.Words[k].Parts; p.compounds[k] == nil && len(list) > 1 {
		p.compounds[k] = p.l.Side(lexicon.Text{Words: list})
	}
	return p.compounds[k]
}

// alike is the minimum similarity of synonyms.
const alike = 0.8

// single disconnects a word of the value from a counterpart that is exactly another word of
// the value: "cash payment" is no "card payment". A word of the quote that translates to
// several words remains the counterpart of these, as whole says.
func (p *pairing) single(whole []int) {
	for i, at := range p.at {
		if at < 0 || p.how[i] >= exact || whole[i] == at+1 {
			continue
		}
		for j, other := range p.at {
			if j != i && other == at && p.how[j] >= exact && p.part(&p.v.Words[i]) != at {
				p.how[i], p.at[i] = 0, -1
				break
			}
		}
	}
}

// opposite reports whether a word of the value is the opposite of its counterpart or, where
// that is not the same word, of another word of the quote.
func (p *pairing) opposite() bool {
	for i := range p.v.Words {
		v, at := &p.v.Words[i], p.at[i]
		if at >= 0 && v.Text != p.q.Words[at].Text {
			q := &p.q.Words[at]
			if contrary, state := p.l.Contrary(v, q); contrary && !(state && v.Negated != q.Negated) {
				return true
			}
			if opposite, same := p.contrast(v, q); p.how[i] < alike && opposite && !same {
				return true
			}
		}
		if at >= 0 && p.l.Against(v, &p.q.Words[at]) {
			return true
		}
		if p.how[i] >= exact {
			continue
		}
		for k := range p.q.Words {
			if p.said[k] && at != k {
				q := &p.q.Words[k]
				if contrary, state := p.l.Contrary(v, q); at < 0 && (p.l.Unlike(v, q) || contrary && !state) {
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

// exact is the minimum similarity of two words that are the same.
const exact = 0.96

// contrast reports whether two words are opposites, and whether they nevertheless say the
// same, because one of them is negated: "not hidden" is shown.
func (p *pairing) contrast(v, q *lexicon.Word) (opposite, same bool) {
	opposite, state := p.l.Opposite(v, q)
	return opposite, opposite && (state || v.Quality || q.Quality) && v.Negated != q.Negated
}

// not reports whether a word expresses a negation, by itself or by grammar, but not by both.
func (p *pairing) not(w *lexicon.Word) bool {
	return !w.Particle && w.Negated != p.l.Lacking(w)
}

// negated reports whether only one of value and quote is negated. A value that names what
// fails may leave the negation out: "login" for "login does not work".
func (p *pairing) negated() bool {
	if p.partly() {
		return true
	}
	said, predicate := 0, false
	both := make([]bool, len(p.q.Words)) // counterparts without a negation: what one lacks, the other does (denied, 拒否)
	for i := range p.v.Words {
		w := &p.v.Words[i]
		at := p.at[i]
		if at >= 0 && p.how[i] >= alike && !w.Negated && !p.q.Words[at].Negated {
			both[at] = true
		} else if p.not(w) {
			said++
		}
		predicate = predicate || w.Predicate
	}
	predicate = predicate || p.v.Claims
	quoted := 0
	lexical := false
	for i := range p.q.Words {
		w := &p.q.Words[i]
		if !p.not(w) || both[i] {
			continue
		}
		quoted++
		if p.said[i] && (!w.Grammar || w.Refrained && p.does() || p.quality(i)) {
			lexical = true // approved expenses are not unapproved expenses
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

// partly reports whether the counterpart of a word of the value is a part of a compound, and
// only one of the two is negated: valid for 無効票.
func (p *pairing) partly() bool {
	for i, at := range p.at {
		if at < 0 || p.how[i] >= exact {
			continue
		}
		parts := p.parts(at)
		if parts == nil {
			continue
		}
		if how, k := parts.Find(&p.v.Words[i]); how >= alike && k >= 0 && p.not(&parts.Words[k]) != p.not(&p.v.Words[i]) {
			return true
		}
	}
	return false
}

// does reports whether the value states an action: it begins with a verb, or ends with one
// in Japanese.
func (p *pairing) does() bool {
	w := &p.v.Words[0]
	if !w.Japanese {
		return w.Action || w.Verbal || w.Governs
	}
	last := &p.v.Words[len(p.v.Words)-1]
	return last.Action && (last.Predicate || len(p.v.Words) == 1)
}

// quality reports whether a counterpart of word k of the quote is an adjective.
func (p *pairing) quality(k int) bool {
	for i, at := range p.at {
		if at == k && p.v.Words[i].Quality {
			return true
		}
	}
	return false
}

// annulled reports whether the quote stops or undoes the action of the value, or the value
// that of the quote: "publish" for 公開を停止する.
func (p *pairing) annulled() bool {
	if p.undoes() {
		return true
	}
	if !p.does() {
		return p.undone()
	}
	for i := range p.v.Words {
		if p.l.Annuls(&p.v.Words[i]) {
			return false
		}
	}
	last := len(p.q.Words) - 1
	for k := range p.q.Words {
		q := &p.q.Words[k]
		if !p.said[k] && q.Action && (p.l.Annuls(q) || k == last && q.Predicate && p.object()) {
			return true
		}
	}
	return false
}

// undoes reports whether the value undoes the action of the quote: "cancel the order" for
// 注文する.
func (p *pairing) undoes() bool {
	first := &p.v.Words[0]
	if p.how[0] >= matched || !first.Verbal && !first.Action || !p.l.Annuls(first) {
		return false
	}
	done := false
	for k := range p.q.Words {
		w := &p.q.Words[k]
		if p.l.Annuls(w) || w.Negated {
			return false
		}
		done = done || w.Action && p.said[k]
	}
	return done
}

// undone reports whether the quote undoes what the value names: "registration" for
// 登録を取り消す, "share" for "stop sharing".
func (p *pairing) undone() bool {
	if slices.ContainsFunc(p.v.Words, func(w lexicon.Word) bool { return p.l.Annuls(&w) }) {
		return false
	}
	first, last := p.at[0], p.at[len(p.at)-1]
	for k := range p.q.Words {
		q := &p.q.Words[k]
		switch {
		case p.said[k] || !p.l.Annuls(q):
		case q.Japanese && k == len(p.q.Words)-1 && k > 0 && p.q.Words[k-1].Action && last == k-1:
			return true
		case !q.Japanese && first == k+1 && strings.HasSuffix(p.q.Words[k+1].Written, "ing"):
			return true
		}
	}
	return false
}

// object reports whether the action of the value is the object of another action in the
// quote: "donate" for 寄付を受け取る.
func (p *pairing) object() bool {
	w, at := &p.v.Words[0], p.at[0]
	return w.Verbal && at >= 0 && p.q.Words[at].Object
}

// flipped reports whether only one of a word of the value and its counterpart is negated.
func (p *pairing) flipped() bool {
	for i := range p.v.Words {
		if at := p.at[i]; at >= 0 && p.not(&p.v.Words[i]) != p.not(&p.q.Words[at]) {
			return true
		}
	}
	return false
}

// otherAction reports whether both value and quote have an action without a counterpart.
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
