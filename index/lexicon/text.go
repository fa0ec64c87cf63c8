package lexicon

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"codeintel/index/words"

	"golang.org/x/text/unicode/norm"
)

// Word is a content word of a text.
type Word struct {
	Text    string  // the dictionary form, in lower case
	Written string  // the form in the text
	Glosses []Gloss // the translations of a word in Japanese; none for an unknown word
	Reading string  // of a word in Japanese, in hiragana
	// Japanese reports the language, Known that dictionaries have the word.
	Japanese, Known bool
	// Negated reports a negation, by the word itself (unread, 未読) or, as Grammar reports,
	// by the words around it or an ending.
	Negated, Grammar bool
	// Predicate reports that the word is a predicate: works, 届く.
	Predicate bool
	// Action reports that the word names an action of programs.
	Action bool
	// Refrained reports that the negation is a decision, rather than a failure: "do not
	// send", but not "can't send".
	Refrained bool
	// Object reports that を makes the word the object of a verb.
	Object bool
	// Quality reports that the word is an adjective and nothing else, Verbal that it is a
	// verb and no noun.
	Quality, Verbal bool
	// Governs reports that an article follows: "share a photo".
	Governs bool
	// Parts holds the components of a Japanese compound; it is empty for a simple word.
	Parts []Word
	// Particle reports that the word is a particle behind another word: in, out, up, down.
	Particle bool
}

// Text is a text divided into words.
type Text struct {
	Words   []Word
	Numbers []Number
	// Claims reports a statement that something is or exists: can, has, あり.
	Claims bool
	// Clause reports a subordinate clause: who, which, when.
	Clause bool
	// Joined has each pair of adjacent words of English as one word: time sheet, timesheet.
	Joined []Joined
	// Cut reports that only the beginning of the text was read.
	Cut bool
}

// Joined is two words as one. At is the index of the second.
type Joined struct {
	Text string
	At   int
}

// Number is a number in a text. Part reports that it belongs to a word, as in oauth2.
type Number struct {
	Text string
	Part bool
}

// Limits of what is read of a text; Text.Cut reports that it has more.
const (
	maxText  = 120      // words
	maxRun   = 240      // characters of a run of Japanese
	maxBytes = 16 << 10 // bytes
)

// Read divides a text of either language, or a name of code, into words.
func (l *Lexicon) Read(text string) Text { return l.ReadUpTo(text, maxText) }

// ReadUpTo is Read with a limit of its own on the number of words.
func (l *Lexicon) ReadUpTo(text string, most int) Text {
	r := reader{l: l, most: most}
	if len(text) > maxBytes {
		text, r.out.Cut = text[:maxBytes], true
	}
	runes := []rune(norm.NFKC.String(text))
	for i := 0; i < len(runes); {
		if len(r.out.Words) >= r.most {
			r.out.Cut = r.out.Cut || strings.ContainsFunc(string(runes[i:]), unicode.IsLetter)
			break
		}
		is := isJapanese(runes[i])
		j := i + 1
		for j < len(runes) && isJapanese(runes[j]) == is {
			j++
		}
		if is {
			r.run(runes[i:min(j, i+maxRun)])
			r.out.Cut = r.out.Cut || j > i+maxRun
		} else {
			r.spaced(string(runes[i:j]))
		}
		i = j
	}
	r.end()
	return r.out
}

// reader divides a text into words.
type reader struct {
	l       *Lexicon
	out     Text
	most    int  // the maximum number of words
	not     bool // the next word is negated
	lacks   bool // it is so by without, non or out of
	refrain bool // it is so by do not or never
	whole   int  // if not 0, words of Japanese must have fewer characters
	// verb is the index of the verb that a particle among the next words, waiting of them,
	// may belong to.
	verb    int
	waiting int
	// object reports that を stands before the next word of Japanese.
	object bool
}

// stop has the stop words of English.
const stop = ` a an the of to in is are be been was were for and or with from by at it its this that these those as can could should would will may might
 must we i you he she they them there here their our your my me us so then than into onto do does did has have had having just very too also again
 when while if which who what how where each every all any some such only own other another up down on off out about please once who whose get gets got
 want wants way let per via s t re ve ll d m `

// particles change the meaning of a verb: zoom in, zoom out.
const particles = " in out on off up down "

func stopped(w string) bool { return strings.Contains(stop, " "+w+" ") }

// negations of English; those behind which it is what stands before that fails.
const (
	negations = " not no never without cannot cant isnt arent wasnt werent dont doesnt didnt wont couldnt shouldnt hasnt havent none neither nor non nothing unable "
	failures  = " fail fails failed failing failure failures impossible "
)

// claims are words of English that say that something is.
const claims = " is are was were can has have will does "

// moves are verbs of which "out of" says where from, rather than that something is lacking.
const moves = " get gets got getting go goes going went gone come comes take takes move moves walk walks "

const articles = " a an the "

// clauses are words of English that begin a clause.
const clauses = " who whom whose which that what where when how why whether if while because so "

var numerals = [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// spaced reads words of English and parts of names.
func (r *reader) spaced(text string) {
	text = strings.NewReplacer("can't", "not", "can’t", "not", "on't", "o not", "n't", " not", "n’t", " not", "N'T", " not").Replace(text)
	before, earlier := "", ""
	words.Each(text, func(b []byte, script words.Script) {
		w := string(b)
		was, first := before, earlier
		before, earlier = w, before
		if script != words.Spaced || len(r.out.Words) >= r.most {
			r.out.Cut = r.out.Cut || script == words.Spaced && !stopped(w)
			return
		}
		if n := slices.Index(numerals[:], w); n >= 0 {
			r.number(strconv.Itoa(n), n == 1) // "one" may be no more than "a"
			return
		}
		switch first := strings.IndexFunc(w, unicode.IsDigit); {
		case first == 0:
			r.number(strings.TrimLeft(w, "0"), false)
			return
		case first > 0:
			r.number(w[first:], true)
			w = w[:first]
		}
		if strings.Contains(negations, " "+w+" ") {
			r.not = !r.not
			r.lacks = r.not && (w == "without" || w == "non")
			r.refrain = r.not && strings.Contains(" do does did never ", " "+was+" ") || w == "never" || w == "dont"
			return
		}
		if w == "of" && was == "out" {
			if !strings.Contains(moves, " "+first+" ") {
				r.outOf()
			}
			return
		}
		if r.particle(w) {
			return
		}
		r.out.Clause = r.out.Clause || strings.Contains(clauses, " "+w+" ")
		r.out.Claims = r.out.Claims || strings.Contains(claims, " "+w+" ") || w == "with" && was == ""
		if strings.Contains(particles, " "+w+" ") && was != "" && !stopped(was) && len(r.out.Words) > 0 {
			r.out.Words = append(r.out.Words, Word{Text: w, Written: w, Known: true, Particle: true})
			return
		}
		if stopped(w) {
			if n := len(r.out.Words); n > 0 && strings.Contains(articles, " "+w+" ") && r.out.Words[n-1].Written == was {
				r.out.Words[n-1].Governs = true
			}
			return
		}
		if strings.Contains(failures, " "+w+" ") {
			if n := len(r.out.Words); n > 0 {
				x := &r.out.Words[n-1]
				x.Negated, x.Grammar, x.Predicate = !x.Negated, true, true
			} else {
				r.not = !r.not
			}
			return
		}
		r.english(w, was)
	})
}

// outOf reads "out of", which negates: out of stock is not in stock.
func (r *reader) outOf() {
	if n := len(r.out.Words); n > 0 && r.out.Words[n-1].Particle {
		r.out.Words = r.out.Words[:n-1]
	} else if n > 0 && strings.HasSuffix(r.out.Words[n-1].Text, "out") {
		return // opt out of
	}
	r.not, r.lacks = !r.not, true
}

func (r *reader) number(n string, part bool) {
	if n == "" {
		n = "0"
	}
	r.out.Numbers = append(r.out.Numbers, Number{n, part})
}

// particle joins a particle to its verb, and reports whether it has one: log in, turn the
// light off.
func (r *reader) particle(w string) bool {
	if r.waiting == 0 || r.verb >= len(r.out.Words) {
		return false
	}
	r.waiting--
	x := &r.out.Words[r.verb]
	if !r.l.own.joined[x.Text+" "+w] {
		return false
	}
	x.Text += w
	x.Written, x.Known = x.Text, true
	r.waiting = 0
	return true
}

// prefixes are those of English that negate a word.
var prefixes = []string{"un", "non", "in", "im", "dis"}

func (r *reader) english(w, before string) {
	lemma, known := r.l.Lemma(w)
	if again, ok := strings.CutPrefix(w, "re"); ok && !known && len(again) > 3 {
		if base, ok := r.l.Lemma(again); ok {
			lemma, known = base, true // as 再 is passed over
		}
	}
	x := Word{Text: lemma, Written: w, Known: known, Negated: r.not, Grammar: r.not && !r.lacks, Quality: r.l.is(lemma, Quality), Verbal: r.l.is(lemma, Verbal),
		Action: (r.l.own.actions[lemma] || r.l.own.actions[w]) && (w != lemma || !strings.Contains(articles, " "+before+" "))}
	if len(w) == 1 {
		return
	}
	x.Predicate = strings.HasSuffix(w, "ed") && len(w) > 3 || w != lemma && (!strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ing")) || strings.Contains(" is are was were does do can be has have ", " "+before+" ")
	if w != lemma && strings.HasSuffix(w, "s") && len(r.out.Words) > 0 && r.l.own.happens[lemma] {
		x.Predicate = true // the enemy moves
	}
	x.Predicate = x.Predicate || r.l.own.states[w] || w != lemma && strings.HasSuffix(w, "s") && x.Verbal
	x.Refrained = r.not && r.refrain
	r.not, r.refrain, r.lacks = false, false, false
	if base, ok := r.l.positive(lemma); ok {
		x.Text, x.Negated = base, !x.Negated
		x.Grammar = false
	} else if base, ok := r.l.positive(w); ok {
		x.Text, x.Negated = base, !x.Negated
		x.Grammar = false
	}
	if n := len(r.out.Words); n > 0 && !r.out.Words[n-1].Japanese {
		r.out.Joined = append(r.out.Joined, Joined{r.out.Words[n-1].Written + w, n})
	}
	r.out.Words = append(r.out.Words, x)
	if r.l.own.verbs[x.Text] {
		r.verb, r.waiting = len(r.out.Words)-1, 4
	}
}

// positive returns a word without a prefix that negates it: read for unread. WordNet must
// have the two as opposites, except those with un and non.
func (l *Lexicon) positive(w string) (string, bool) {
	for _, p := range prefixes {
		root, ok := strings.CutPrefix(w, p)
		if !ok || len(root) < 4 {
			continue
		}
		found := false
		l.related(w, Antonym, func(to string) { found = found || to == root })
		if !found && (p == "un" || p == "non") {
			_, found = l.Lemma(root)
		}
		if found {
			lemma, _ := l.Lemma(root)
			return lemma, true
		}
	}
	return "", false
}

// piece is a part of a run of Japanese.
type piece struct {
	n     int // characters
	cost  float32
	word  string // the dictionary form, "" for what is no word
	entry japaneseEntry
}

// Costs of the pieces of a run. They prefer few and long words.
const (
	costWord     = 1.0
	costSingle   = 1.7 // one Chinese character
	costGrammar  = 0.3 // of a character of hiragana
	costHiragana = 1.0 // of a word in hiragana
	costNumber   = 0.5
	costUnknown  = 3.0 // of a character, and of a run in katakana
)

// run reads a run of Japanese.
func (r *reader) run(text []rune) {
	n := len(text)
	best := make([]float32, n+1)
	take := make([]piece, n)
	for i := n - 1; i >= 0; i-- {
		best[i] = -1
		for _, p := range r.pieces(text, i) {
			if c := p.cost + best[i+p.n]; best[i] < 0 || c < best[i] {
				best[i], take[i] = c, p
			}
		}
	}
	grammar := ""
	negative := ""
	for i := 0; i < n; i += take[i].n {
		p := &take[i]
		if p.word == "" && unicode.Is(unicode.Hiragana, text[i]) {
			grammar += string(text[i])
			continue
		}
		r.grammar(grammar)
		if grammar == "" {
			r.object = false
		}
		grammar = ""
		written := string(text[i : i+p.n])
		if strings.Contains("未非無不", written) && i+p.n < n && !unicode.Is(unicode.Hiragana, text[i+p.n]) {
			negative = written
			continue
		}
		if written == "再" {
			continue
		}
		first := numeral(string(text[i]))
		if first != "" && first != "1" && numeral(written) == "" {
			r.number(first, true) // 二要素
		}
		if d := numeral(written); d != "" {
			r.number(d, false)
			continue
		}
		w := p.word
		if w == "" {
			w = written
		}
		x := Word{Text: w, Written: written, Glosses: p.entry.glosses, Reading: p.entry.reading, Action: p.entry.action, Japanese: true, Known: p.word != ""}
		if negative != "" {
			x.Negated = true
			negative = ""
		}
		if len(x.Glosses) > 0 {
			r.lexical(&x)
		}
		if n := p.n; n > 2 && n < maxParts && r.whole == 0 && p.word == written && !x.Negated {
			part := reader{l: r.l, whole: n, most: maxText}
			part.run(text[i : i+n])
			if len(part.out.Words) > 1 {
				x.Parts = part.out.Words
			}
		}
		if strings.Contains(" 失敗 不可 不可能 ", " "+w+" ") && len(r.out.Words) > 0 {
			last := &r.out.Words[len(r.out.Words)-1]
			last.Negated, last.Grammar, last.Predicate = !last.Negated, true, true
			continue
		}
		if p.n < len([]rune(w)) || w != written || unicode.Is(unicode.Hiragana, text[i+p.n-1]) {
			x.Predicate = true
		}
		r.out.Words = append(r.out.Words, x)
	}
	r.grammar(grammar)
}

// lexical marks a word in Japanese as negated if it is so by itself, as 未読, unread.
func (r *reader) lexical(x *Word) {
	x.Glosses = slices.Clip(x.Glosses)
	for i, g := range x.Glosses {
		rest := denied(g)
		if len(rest) > 0 && i < 2 && !r.l.Lacking(x) {
			x.Glosses = append(x.Glosses, Gloss{Words: rest})
			x.Negated = true
			return
		}
		if len(g.Words) != 1 {
			continue
		}
		if base, ok := r.l.positive(g.Words[0]); ok && i < 2 {
			x.Glosses = append(x.Glosses, Gloss{Words: []string{base}})
			x.Negated = x.Negated || !r.l.Lacking(x)
		}
	}
}

// denied returns the words of a gloss that it negates, nil for none.
func denied(g Gloss) []string {
	switch {
	case len(g.Words) > 1 && strings.Contains(" no not non without ", " "+g.Words[0]+" "):
		return g.Words[1:]
	case len(g.Words) > 2 && g.Words[0] == "being" && g.Words[1] == "not":
		return g.Words[2:]
	case len(g.Words) > 2 && g.Words[0] == "out" && g.Words[1] == "of":
		return g.Words[2:]
	}
	return nil
}

// denials are the endings of Japanese that negate.
var denials = []string{"ません", "なかった", "ない", "なく", "ず", "ぬ", "なし"}

// grammar reads the hiragana between two words.
func (r *reader) grammar(s string) {
	n := len(r.out.Words)
	if s == "" || n == 0 {
		return
	}
	x := &r.out.Words[n-1]
	if !x.Japanese {
		return
	}
	x.Object = strings.HasPrefix(s, "を")
	object := r.object
	r.object = strings.HasSuffix(s, "を")
	if strings.HasPrefix(s, "あり") || strings.HasSuffix(s, "ある") {
		r.out.Claims = true
	}
	if s == "なし" || strings.HasPrefix(s, "なしの") {
		x.Negated = !x.Negated // it does not exist, rather than fails
		return
	}
	for _, end := range []string{"する", "した", "され", "でき", "して", "します", "である", "だ", "です", "ている", "てい", "る", "た", "い"} {
		if strings.HasPrefix(s, end) {
			x.Predicate = true
			break
		}
	}
	times := 0
	for _, d := range denials {
		n := strings.Count(s, d)
		times += n
		if n > 0 && (strings.HasPrefix(s, "し"+d) || strings.HasPrefix(s, "させ"+d) || object && strings.HasPrefix(s, d) && !potential(x.Written)) {
			x.Refrained = true
		}
		s = strings.ReplaceAll(s, d, " ")
	}
	if times%2 == 1 {
		x.Negated, x.Grammar, x.Predicate = !x.Negated, true, true
	}
}

// potential reports whether a verb without its ending may be in the potential form: 開け of
// 開けない may, 送ら of 送らない may not.
func potential(written string) bool {
	last, _ := utf8.DecodeLastRuneInString(written)
	return strings.ContainsRune("けせてねべめれえげぜでべき", last)
}

// end applies a negation that no word follows to the last word.
func (r *reader) end() {
	if n := len(r.out.Words); r.not && n > 0 {
		x := &r.out.Words[n-1]
		x.Negated, x.Grammar = !x.Negated, true
	}
}

// counters are the counter words of Japanese behind numbers.
const counters = "人個つ回件段台本枚名度日月年分秒時"

// numeral returns the digits of a number in Chinese characters up to ten, with a counter or
// without; "" for other texts.
func numeral(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	i := strings.IndexRune("一二三四五六七八九十", first)
	if i < 0 || len(s) > size && (!strings.Contains(counters, s[size:]) || utf8.RuneCountInString(s) > 2) {
		return ""
	}
	return strconv.Itoa(i/3 + 1)
}

// pieces returns the pieces that may begin at i.
func (r *reader) pieces(text []rune, i int) []piece {
	var out []piece
	first := text[i]
	hira := unicode.Is(unicode.Hiragana, first)
	switch {
	case hira:
		out = append(out, piece{n: 1, cost: costGrammar})
		if i > 0 && !strings.ContainsRune("のをがはにでへとや", text[i-1]) {
			return out // the ending of a word
		}
	case unicode.Is(unicode.Katakana, first) || first == 'ー':
		n := 1
		for i+n < len(text) && (unicode.Is(unicode.Katakana, text[i+n]) || text[i+n] == 'ー') {
			n++
		}
		out = append(out, piece{n: n, cost: costUnknown})
	default:
		out = append(out, piece{n: 1, cost: costUnknown})
		if i+1 < len(text) && numeral(string(text[i:i+2])) != "" {
			out = append(out, piece{n: 2, cost: costNumber})
		}
	}
	more := true // known words begin with what was read
	for n := 1; more && i+n <= len(text) && n <= maxKeyRunes; n++ {
		p := string(text[i : i+n])
		more = r.l.begins(p)
		if hira && n < 3 && (n < 2 || i > 0 || n == len(text) || !strings.ContainsRune("のをが", text[n])) || r.whole > 0 && n >= r.whole {
			continue
		}
		// No word in katakana ends before a prolonged sound mark or a small character.
		if i+n < len(text) && strings.ContainsRune("ーァィゥェォッャュョ", text[i+n]) {
			continue
		}
		cost := float32(costWord)
		if n == 1 {
			cost = costSingle
		}
		if hira {
			cost = costHiragana
			switch {
			case i == 0:
				cost -= costGrammar // it can't be the ending of a word
			case text[i-1] == 'を':
				cost -= costGrammar / 2 // a verb follows
			}
		}
		if e, ok := r.l.lookUp(p); ok {
			out = append(out, piece{n: n, cost: cost, word: p, entry: e})
		}
		if hira {
			continue
		}
		cost = costWord + 0.05
		if unicode.Is(unicode.Hiragana, text[i+n-1]) && inflected(text[i+n:]) {
			cost = costWord - 0.05 // 忘れた is a form of 忘れる, not of 忘れ
		}
		for _, form := range plainForms(text[i:i+n], text[i+n:]) {
			if e, ok := r.l.lookUp(form); ok {
				out = append(out, piece{n: n, cost: cost, word: form, entry: e})
				break
			}
		}
	}
	return out
}

// inflected reports whether a text begins with an ending of verbs.
func inflected(after []rune) bool {
	s := string(after[:min(2, len(after))])
	return slices.ContainsFunc([]string{"た", "ない", "なか", "ます", "まし", "ませ", "られ", "させ", "ずに"}, func(e string) bool { return strings.HasPrefix(s, e) })
}

const (
	maxKeyRunes = 12
	maxParts    = 8 // characters of a word that is divided
)

// rows has, by the last character of an inflected stem, the last characters of its possible
// dictionary forms.
var rows = map[rune]string{
	'か': "く", 'き': "く", 'け': "く", 'こ': "く", 'が': "ぐ", 'ぎ': "ぐ", 'げ': "ぐ", 'ご': "ぐ", 'さ': "す", 'し': "す", 'せ': "す", 'そ': "す",
	'た': "つ", 'ち': "つ", 'て': "つ", 'と': "つ", 'な': "ぬ", 'に': "ぬ", 'ば': "ぶ", 'び': "ぶ", 'べ': "ぶ", 'ま': "む", 'み': "む", 'め': "む",
	'ら': "る", 'り': "る", 'れ': "る", 'ろ': "る", 'わ': "う", 'い': "うくぐ", 'え': "う", 'お': "う", 'っ': "うつる", 'ん': "むぶぬ", 'く': "い",
}

// plainForms returns the possible dictionary forms of an inflected word that consists of stem
// and the beginning of after.
func plainForms(stem, after []rune) []string {
	last := stem[len(stem)-1]
	var out []string
	if unicode.Is(unicode.Hiragana, last) {
		for _, u := range rows[last] {
			out = append(out, string(stem[:len(stem)-1])+string(u))
		}
		if last == 'し' {
			out = append(out, string(stem[:len(stem)-1])+"する") // 達する
		}
		if last == 'く' || last == 'か' || last == 'け' {
			out = append(out, string(stem[:len(stem)-1])+"い")
		}
	}
	if after := string(after); !unicode.Is(unicode.Hiragana, last) && (strings.HasPrefix(after, "すぎ") || strings.HasPrefix(after, "さ") || strings.HasPrefix(after, "くな")) {
		out = append(out, string(stem)+"い") // 低すぎる
	}
	if len(after) > 0 && strings.ContainsRune("まなたてられさずよ", after[0]) || unicode.Is(unicode.Hiragana, last) {
		out = append(out, string(stem)+"る")
	}
	return out
}
