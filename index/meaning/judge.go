// Package meaning compares what is said in a request with code and with other words: how
// likely a term means a symbol (Judge.Similar), and whether a value says the same as the
// quote that it comes from (Judge.Agrees). It compares the words of both, in Japanese and
// English (index/lexicon), and uses the vectors of an embedder where words do not decide.
//
// It does not judge what it does not know: a term has no score if the dictionaries lack too
// many of its words.
package meaning

import (
	"slices"
	"strings"

	"codeintel/index/embed"
	"codeintel/index/lexicon"
	"codeintel/index/words"
)

// Judge compares terms with names, and values with quotes. Embedder may be nil.
type Judge struct {
	Embedder    embed.Embedder
	Calibration embed.Calibration
	// Repository returns the translations of a text in Japanese that the repository itself
	// documents, as terms (words.Terms). It may be nil.
	Repository func(text string) []string
}

// ID returns the name of the embedder's model, "words" without one.
func (j Judge) ID() string {
	if j.Embedder == nil {
		return "words"
	}
	return j.Embedder.ID()
}

// The weights of words; others have 1.
const (
	weightGeneric  = 0.2  // a word that says little: form, 画面
	weightParticle = 0.05 // see lexicon.Word.Particle
	weightPart     = 0.35 // a single Chinese character among other words
)

// weigh returns the weight of a word of a text.
func weigh(l *lexicon.Lexicon, t lexicon.Text, w *lexicon.Word) float64 {
	switch {
	case w.Particle:
		return weightParticle
	case l.Generic(w.Text) || l.Generic(w.Written):
		return weightGeneric
	case single(w, t):
		return weightPart
	}
	return 1
}

// single reports whether a word is a single Chinese character among other words. It may be
// a piece of an unknown compound, which means something else.
func single(w *lexicon.Word, t lexicon.Text) bool {
	return w.Japanese && len(t.Words) > 1 && len([]rune(w.Text)) == 1
}

// matched is the minimum similarity of two words that count as counterparts.
const matched = 0.6

// matchedHere is the similarity of a word and a translation of Judge.Repository.
const matchedHere = 0.95

// named returns a function that reports whether Judge.Repository translates a word in
// Japanese with a term of name.
func (j Judge) named(name string) func(word string) bool {
	return func(word string) bool {
		if j.Repository == nil {
			return false
		}
		means := j.Repository(word)
		found := false
		if len(means) > 0 {
			words.Terms(name, func(t []byte) { found = found || slices.Contains(means, string(t)) })
		}
		return found
	}
}

// Says reports whether a text of code has most of the words of a term, or counterparts of
// them.
func (j Judge) Says(term, text string) bool {
	c := j.compare(term, text)
	return c.known >= enough && c.score >= matched
}

// compared is the result of comparing a term with a name.
type compared struct {
	score float64 // the share of the term that has counterparts in the name
	cut   bool    // only the beginning of the term was read
	known float64 // the share of the term that dictionaries have
	named float64 // the share of the name that dictionaries have
	tells bool    // the name has words that count whole
	// left and over are the words without a counterpart that count whole: of the term, and
	// of the name. means has the first translations of left.
	left, over, means []string
	// hinted reports that a word of left is related to one of over.
	hinted bool
	// framed reports that both have the same generic word, as ProductForm and BrandForm do.
	// The other words then rather name two things of a kind than one thing twice.
	framed bool
}

// another reports whether the counterpart of word i is exactly another word of the term.
func another(hows []float32, ats []int, i int) bool {
	for j := range ats {
		if j != i && ats[j] == ats[i] && hows[j] >= exact {
			return true
		}
	}
	return false
}

// modified reports whether the name has another modifier before a word than the term: a
// SoilProfile is no user profile, although user is a generic word.
func modified(l *lexicon.Lexicon, a, b *lexicon.Side, hows []float32, ats []int) bool {
	for i := 0; i+1 < len(a.Words); i++ {
		at := ats[i+1]
		if hows[i] >= matched || hows[i+1] < matched || at < 1 || a.Words[i].Particle {
			continue
		}
		before := &b.Words[at-1]
		if !slices.Contains(ats, at-1) && !before.Particle && !l.Generic(before.Text) && !l.Generic(before.Written) {
			return true
		}
	}
	return false
}

// maxCode is how many words of a name, or of a text of code, are compared.
const maxCode = 400

// compare compares a term with a name word by word.
func (j Judge) compare(term, name string) compared {
	l := lexicon.Open()
	a, b := l.Analyze(term), l.AnalyzeUpTo(name, maxCode)
	own := j.named(name)
	c := compared{cut: a.Cut}
	unsure := false
	hows, ats := make([]float32, len(a.Words)), make([]int, len(a.Words))
	for i := range a.Words {
		w := &a.Words[i]
		how, at := b.Find(w)
		if joined := a.Joins(i, b); how < 1 && joined >= 0 {
			how, at = 1, joined
		}
		if how < matched && w.Japanese && own(w.Text) {
			how, at = matchedHere, -1
		}
		hows[i], ats[i] = how, at
	}
	for i := range a.Words { // a word of the name is not the counterpart of two words of the term
		if !a.Words[i].Japanese && hows[i] < exact && ats[i] >= 0 && another(hows, ats, i) {
			unsure = true
		}
	}
	sum := 0.0
	for i := range a.Words {
		w, how := &a.Words[i], hows[i]
		weight := weigh(l, a.Text, w)
		if how <= lexicon.Related {
			how = 0
		}
		sum += weight
		c.score += weight * float64(how)
		switch {
		case how >= matched, w.Known && !single(w, a.Text):
			c.known += weight
		case w.Known:
			c.known += weight / 2
		}
		c.framed = c.framed || how >= exact && weight == weightGeneric
		if how < matched && weight == 1 {
			c.left = append(c.left, w.Written)
			if len(w.Glosses) > 0 {
				c.means = append(c.means, w.Glosses[0].Words...)
			} else {
				c.means = append(c.means, w.Written)
			}
		}
	}
	if sum == 0 || len(b.Words) == 0 {
		return compared{}
	}
	c.score, c.known = c.score/sum, c.known/sum
	if c.score > lifted && (unsure || modified(l, a, b, hows, ats)) {
		c.score = lifted
	}
	if c.score > refused-rounding {
		return c // what is left does not matter
	}
	all := 0.0
	for i := range b.Words {
		w := &b.Words[i]
		weight := weigh(l, b.Text, w)
		all += weight
		c.tells = c.tells || weight == 1
		if w.Known {
			c.named += weight
		}
		how, _ := a.Find(w)
		c.hinted = c.hinted || weight == 1 && how >= hint
		if how < matched && b.Joins(i, a) < 0 && weight == 1 {
			c.over = append(c.over, w.Written)
			c.hinted = c.hinted || j.akin(l, a, hows, w)
		}
	}
	c.named /= all
	return c
}

// hint is the minimum similarity of two words that are related, though no counterparts.
const hint = 0.3

// akin reports whether a word of a name is related to a word of a term that has no
// counterpart.
func (j Judge) akin(l *lexicon.Lexicon, term *lexicon.Side, hows []float32, w *lexicon.Word) bool {
	for i := range term.Words {
		if t := &term.Words[i]; hows[i] < matched && weigh(l, term.Text, t) > weightGeneric && (hows[i] >= hint || l.Akin(t, w)) {
			return true
		}
	}
	return false
}

// cosine returns the similarity of two texts by the embedder, raw and calibrated.
func (j Judge) cosine(term, name string) (raw, score float64, ok bool) {
	if j.Embedder == nil {
		return 0, 0, false
	}
	return embed.Judge{Embedder: j.Embedder, Calibration: j.Calibration}.Similar(term, name)
}

// Thresholds of Similar.
const (
	// enough is the minimum share of a term, and of a name, that dictionaries have.
	enough = 0.6
	// refused is the score below which a term does not mean a symbol.
	refused = 0.3
	// rounding is the error of sums of shares.
	rounding = 1e-6
	// doubt is the calibrated cosine from which on a name is not refused.
	doubt = 0.15
	// lifted is the maximum score of names whose words do not say what the term says.
	lifted = 0.55
)

// qualified separates the parts of a qualified name: Order.total, App\Models\Order,
// Order::total.
var qualified = strings.NewReplacer("::", "\x00", "->", "\x00", ".", "\x00", "\\", "\x00", "#", "\x00", "/", "\x00")

// own returns the last part of a qualified name, alone and behind the part before it. The
// parts further in front, mostly namespaces, do not describe the symbol.
func own(name string) []string {
	parts := slices.DeleteFunc(strings.Split(qualified.Replace(name), "\x00"), func(p string) bool { return strings.Trim(p, " ()") == "" })
	n := len(parts)
	if n < 2 || strings.Contains(name, " ") {
		return []string{name}
	}
	return []string{parts[n-1], parts[n-2] + " " + parts[n-1]}
}

// Similar returns the cosine of a term and a name, and a score from 0 to 1 for how likely
// the term means the name. Only the last part of a qualified name counts, alone or with the
// part before it, whichever has the higher score. ok is false if dictionaries lack too much
// of the term, or of the words of the name that may say it.
func (j Judge) Similar(term, name string) (cosine, score float64, ok bool) {
	for i, part := range own(name) {
		raw, s, known := j.similar(term, part)
		if i == 0 || s > score || !known && s == score {
			cosine, score, ok = raw, s, known
		}
	}
	return cosine, score, ok
}

// similar is Similar for an unqualified name.
func (j Judge) similar(term, name string) (cosine, score float64, ok bool) {
	c := j.compare(term, name)
	cosine, whole, _ := j.cosine(term, name)
	switch {
	case c.known < enough || c.cut:
		return cosine, max(c.score, min(whole, lifted)), false
	case c.score > refused-rounding:
		return cosine, max(c.score, refused), true
	case c.named < enough || !c.tells:
		return cosine, c.score, false // it may be what the name leaves out
	case j.Embedder == nil || j.Calibration.Zero():
		return cosine, c.score, false // words alone are not sure enough to refuse
	}
	if c.hinted && !c.framed {
		return cosine, refused, true
	}
	// Words decided what the two have in common; vectors decide on the rest.
	over := strings.Join(c.over, " ")
	_, rest, known := j.cosine(strings.Join(c.left, " "), over)
	if _, means, ok := j.cosine(strings.Join(c.means, " "), over); ok && !(known && c.framed) { // the translations of Japanese words
		rest, known = max(rest, means), true
	}
	switch {
	case !known && !c.framed:
		return cosine, c.score, false
	case rest >= doubt:
		return cosine, max(refused, min(rest, lifted)), true
	}
	return cosine, c.score, true
}
