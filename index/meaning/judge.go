// Package meaning judges what a request says by the code that it is about: how sure it is
// that a symbol is what a term means (Judge.Similar), and whether a value says what a
// quote says (Judge.Agrees). It goes by the words of both, in Japanese and English
// (index/lexicon), and where these don't tell by the vectors of an embedder.
//
// What it does not know it does not judge: a term of whose words too few are in its
// dictionaries has no score.
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
	// Repository returns what words of a text in Japanese mean in the code at hand, as
	// terms (words.Terms); nil where nothing is known of it.
	Repository func(text string) []string
}

// ID names the model.
func (j Judge) ID() string {
	if j.Embedder == nil {
		return "words"
	}
	return j.Embedder.ID()
}

// How much a word counts, beside one that counts whole.
const (
	weightGeneric  = 0.2 // it says little: form, 画面
	weightParticle = 0.05
	weightPart     = 0.35 // a single Chinese character among other words
)

// weigh is how much a word of a text counts.
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

// single reports whether a word is one Chinese character of several: what they mean
// together is not what each means.
func single(w *lexicon.Word, t lexicon.Text) bool {
	return w.Japanese && len(t.Words) > 1 && len([]rune(w.Text)) == 1
}

// matched is from which likeness a word stands for another.
const matched = 0.6

// matchedHere is how alike a word is to one that the repository has for it.
const matchedHere = 0.95

// named returns whether the repository has a word of a name for one in Japanese.
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

// Says reports whether a text of code says what a term says: most of its words, each as
// it is, or a translation.
func (j Judge) Says(term, text string) bool {
	c := j.compare(term, text)
	return c.known >= enough && c.score >= matched
}

// compared is what the words of a term and a name say.
type compared struct {
	score float64 // the share of the term that the name says
	cut   bool    // only the beginning of the term was read
	known float64 // the share of the term of which something is known
	named float64 // the share of the name of which something is known
	tells bool    // the name has words that say what it is about
	// left and over are the words that count whole and have no counterpart: of the
	// term, and of the name.
	// means is left in English.
	left, over, means []string
	// hinted: a word that is left of the term has something to do with one of the name.
	hinted bool
	// framed: both have the same word that says little, as ProductForm and BrandForm do. What
	// differs beside it is another thing of its kind rather than another word for it.
	framed bool
}

// another reports whether the word of the name that one of the term is alike to is the same
// as another of the term.
func another(hows []float32, ats []int, i int) bool {
	for j := range ats {
		if j != i && ats[j] == ats[i] && hows[j] >= exact {
			return true
		}
	}
	return false
}

// modified reports whether the name says of what instead of what the term does: a
// SoilProfile is no user profile, although user says little.
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
	for i := range a.Words { // a word of the name that is one of the term is not another one, too
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

// hint is from which likeness a word that does not stand for another has something to do
// with it.
const hint = 0.3

// akin reports whether a word of a name is of a kind with one that is left of a term.
func (j Judge) akin(l *lexicon.Lexicon, term *lexicon.Side, hows []float32, w *lexicon.Word) bool {
	for i := range term.Words {
		if t := &term.Words[i]; hows[i] < matched && weigh(l, term.Text, t) > weightGeneric && (hows[i] >= hint || l.Akin(t, w)) {
			return true
		}
	}
	return false
}

// cosine is what the embedder says, and what that is worth.
func (j Judge) cosine(term, name string) (raw, score float64, ok bool) {
	if j.Embedder == nil {
		return 0, 0, false
	}
	return embed.Judge{Embedder: j.Embedder, Calibration: j.Calibration}.Similar(term, name)
}

// What Similar goes by.
const (
	// enough is the share of a term's words, and of a name's, that have to be known.
	enough = 0.6
	// refused is the score below which a symbol is not what a term means.
	refused = 0.3
	// rounding is what sums of shares lose.
	rounding = 1e-6
	// doubt is the worth of a cosine from which a name is not refused.
	doubt = 0.15
	// lifted is the most that vectors make of words that have nothing in common.
	lifted = 0.55
)

// qualified divides a qualified name: Order.total, App\Models\Order, Order::total.
var qualified = strings.NewReplacer("::", "\x00", "->", "\x00", ".", "\x00", "\\", "\x00", "#", "\x00", "/", "\x00")

// own returns what a qualified name names, alone and together with what that lies in. The
// namespaces before say nothing of it.
func own(name string) []string {
	parts := slices.DeleteFunc(strings.Split(qualified.Replace(name), "\x00"), func(p string) bool { return strings.Trim(p, " ()") == "" })
	n := len(parts)
	if n < 2 || strings.Contains(name, " ") {
		return []string{name}
	}
	return []string{parts[n-1], parts[n-2] + " " + parts[n-1]}
}

// Similar is the cosine of a term, in words, and of a name, and how sure it is that the
// name is what the term means, from 0 to 1. Of a qualified name the last part counts,
// alone or with the one before it, whichever says more of the term. ok is false where
// that is not known: too few words of the term are, or those of the name that may say it
// are not.
func (j Judge) Similar(term, name string) (cosine, score float64, ok bool) {
	for i, part := range own(name) {
		raw, s, known := j.similar(term, part)
		if i == 0 || s > score || !known && s == score {
			cosine, score, ok = raw, s, known
		}
	}
	return cosine, score, ok
}

// similar is Similar of a name that is not qualified.
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
	// What the two have in common is said; the rest is for the vectors.
	over := strings.Join(c.over, " ")
	_, rest, known := j.cosine(strings.Join(c.left, " "), over)
	if _, means, ok := j.cosine(strings.Join(c.means, " "), over); ok && !(known && c.framed) { // what words in Japanese mean
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
