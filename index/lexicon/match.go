package lexicon

import (
	"encoding/binary"
	"slices"
	"strings"

	"codeintel/index/words"
)

// Similarities of words that are not the same.
const (
	alikeDerived = 0.95
	alikeOwn     = 0.9
	alikeSound   = 0.9
	alikeReading = 0.95
	alikeSynonym = 0.85
	alikeDistant = 0.7  // one is a synonym of a derivation of the other, or the reverse
	alikeHead    = 0.75 // one is the head of a translation of the other
	alikeKind    = 0.62 // one is a kind of the other
)

// Similarities of words of English that nothing else connects.
const (
	Telling = 0.45 // one is in the definition of the other
	Related = 0.35 // both definitions have a word in common; the least that Find returns
)

// number returns the number of a word of English, -1 for one that no table has.
func (l *Lexicon) number(word string) int32 { return l.numberIn(l.numbered(), word) }

func (l *Lexicon) numberIn(t *numbered, word string) int32 {
	if _, n, ok := l.english.find(word); ok {
		return int32(n)
	}
	if n, ok := t.extra[word]; ok {
		return int32(l.english.n + n)
	}
	return -1
}

// links calls yield with the links of a word.
func (l *Lexicon) links(number int32, yield func(to int32, kind Relation)) {
	if number < 0 || int(number) >= l.english.n {
		return
	}
	_, value := l.english.at(int(number))
	code := 0
	for len(value) > 0 {
		d, n := binary.Uvarint(value)
		if n <= 0 {
			return
		}
		value = value[n:]
		code += int(d)
		yield(int32(code/int(relations)), Relation(code%int(relations)))
	}
}

// near has words of English with their similarities to a word.
type near map[int32]float32

func (s near) add(to int32, how float32) {
	if s[to] < how {
		s[to] = how
	}
}

// near adds a word with similarity most, and the words that are similar to it.
func (l *Lexicon) near(into near, number int32, most float32) {
	if number < 0 {
		return
	}
	into.add(number, most)
	if most < alikeHead {
		return
	}
	for _, to := range l.numbered().same[number] {
		into.add(to, most*alikeOwn)
	}
	// Actions of programs differ where dictionaries have synonyms: a deletion is an edit.
	action := l.numbered().does[number]
	l.links(number, func(to int32, kind Relation) {
		switch kind {
		case Derived, Inflected:
			into.add(to, most*alikeDerived)
			for _, x := range l.numbered().same[to] {
				into.add(x, most*alikeOwn)
			}
			l.links(to, func(x int32, kind Relation) {
				if kind == Synonym && !(l.numbered().does[x] && (action || l.numbered().does[to])) {
					into.add(x, most*alikeDistant)
				}
			})
		case Synonym:
			if action && l.numbered().does[to] {
				return
			}
			into.add(to, most*alikeSynonym)
			l.links(to, func(x int32, kind Relation) {
				if kind == Derived {
					into.add(x, most*alikeDistant)
				}
			})
		case Kind:
			if !action && !l.numbered().does[to] {
				into.add(to, most*alikeKind)
			}
		case Antonym, Told, Verbal, Quality:
		}
	})
}

// form is a word prepared for comparisons.
type form struct {
	word    *Word
	text    string
	root    string
	near    near
	heard   heard
	said    said
	numbers []int32 // of the word, or of its first translations
	told    []int32 // the words of their definitions, and their kinds
}

// Side is a text prepared for comparisons.
type Side struct {
	Text
	l        *Lexicon
	forms    []form
	japanese bool // one of forms is Japanese
}

// Side prepares a text for comparisons.
func (l *Lexicon) Side(t Text) *Side {
	s := &Side{Text: t, l: l}
	for i := range t.Words {
		w := &t.Words[i]
		f := form{word: w, text: w.Text, near: near{}, heard: w.heard()}
		if !w.Japanese {
			f.said = say(w.Written)
		} else {
			s.japanese = true
		}
		if w.Japanese {
			for rank, g := range w.Glosses {
				if len(g.Words) == 1 {
					lemma, _ := l.Lemma(g.Words[0])
					if n := l.number(lemma); n >= 0 && rank < 3 {
						l.near(f.near, n, 1)
						f.numbers = append(f.numbers, n)
					} else if n >= 0 {
						f.near.add(n, 1)
					}
				} else if n := l.number(g.joined(l)); n >= 0 {
					f.near.add(n, 1)
				} else if head := g.Words[len(g.Words)-1]; rank < firstGlosses && g.head() > 0 && !l.Generic(head) {
					lemma, _ := l.Lemma(head)
					l.near(f.near, l.number(lemma), alikeHead) // a viewing is 内見, "private viewing"
				}
			}
		} else {
			f.root = root(w.Text)
			l.near(f.near, l.number(w.Text), 1)
			if w.Written != w.Text && !w.Negated {
				l.near(f.near, l.number(w.Written), 1)
			}
			f.numbers = append(f.numbers, l.number(w.Text))
		}
		for _, n := range f.numbers {
			f.told = l.told(f.told, n)
		}
		s.forms = append(s.forms, f)
	}
	return s
}

// told adds the words of the definition of a word and of those it is derived from, and the
// kinds of the word.
func (l *Lexicon) told(to []int32, number int32) []int32 {
	l.links(number, func(x int32, kind Relation) {
		switch kind {
		case Told, Kind:
			to = append(to, x)
		case Derived:
			l.links(x, func(y int32, kind Relation) {
				if kind == Told {
					to = append(to, y)
				}
			})
		case Synonym, Antonym, Inflected, Verbal, Quality:
		}
	})
	return to
}

// joined returns a verb with its particle as one word, "" for another gloss.
func (g Gloss) joined(l *Lexicon) string {
	if len(g.Words) != 2 {
		return ""
	}
	if l.own.joined[g.Words[0]+" "+g.Words[1]] {
		return g.Words[0] + g.Words[1]
	}
	return ""
}

// root returns a word without its derivational suffix, as validator and validation have it
// in common; "" for one with fewer than four letters.
func root(word string) string {
	w := string(words.Stem([]byte(word)))
	for _, end := range []string{"ization", "isation", "ations", "ation", "ators", "ator", "ments", "ment", "ions", "ion", "ings", "ing", "ers", "er", "ors", "or", "ities", "iti", "ity", "ness", "able", "ible", "at", "al", "ist", "ic", "ed"} {
		if r, ok := strings.CutSuffix(w, end); ok && len(r) >= 4 {
			w = r
			break
		}
	}
	if len(w) < 4 {
		return ""
	}
	return strings.TrimRight(w, "eiy")
}

// english returns the maximum similarity of a word of English to a word of the side, and the
// index of that, -1 for none.
func (s *Side) english(word string) (best float32, at int) {
	lemma, _ := s.l.Lemma(word)
	n, own, r := s.l.number(lemma), s.l.number(word), root(lemma)
	at = -1
	var spoken said
	if s.japanese {
		spoken = say(word)
	}
	for i := range s.forms {
		f := &s.forms[i]
		how := float32(0)
		switch {
		case f.text == word || f.text == lemma || f.word.Written == word:
			how = 1
		case n >= 0 && f.near[n] > 0, own >= 0 && f.near[own] > 0:
			how = max(f.near[n], f.near[own])
		case r != "" && r == f.root:
			how = alikeOwn
		case !f.heard.none() && f.heard.as(spoken):
			how = alikeSound
		}
		if how > best {
			best, at = how, i
		}
	}
	if best == 1 {
		return best, at
	}
	if best < alikeKind && n >= 0 && !s.l.numbered().does[n] {
		s.l.links(n, func(to int32, kind Relation) {
			if kind != Kind || s.l.numbered().does[to] {
				return
			}
			for i := range s.forms {
				if f := &s.forms[i]; best < alikeKind && slices.Contains(f.numbers[:min(2, len(f.numbers))], to) {
					best, at = alikeKind, i
				}
			}
		})
	}
	if best == 0 && n >= 0 {
		told := s.l.told(nil, n)
		for i := range s.forms {
			f := &s.forms[i]
			if slices.Contains(f.told, n) || slices.ContainsFunc(f.numbers, func(x int32) bool { return x >= 0 && slices.Contains(told, x) }) {
				best, at = Telling, i
			}
		}
		for i := 0; i < len(s.forms) && best == 0; i++ {
			if slices.ContainsFunc(s.forms[i].told, func(x int32) bool { return slices.Contains(told, x) }) {
				best, at = Related, i
			}
		}
	}
	for _, j := range s.Joined {
		if j.Text == word || j.Text == lemma || r != "" && root(j.Text) == r {
			return 1, j.At
		}
		if best < alikeOwn && slices.Contains(s.l.own.group[lemma], j.Text) {
			best, at = alikeOwn, j.At
		}
	}
	return best, at
}

// heard is the sound of a word of Japanese, prepared for comparisons.
type heard struct {
	sounds []byte // of a word in katakana
	latin  string // the reading in Latin letters
}

func (w *Word) heard() heard {
	var h heard
	if !w.Japanese {
		return h
	}
	if katakana(w.Text) {
		h.sounds = sounded().of(w.Text)
	}
	if w.Reading != "" {
		h.latin = latin(string(sounded().of(w.Reading)))
	}
	return h
}

// said is a word of English, prepared for comparisons with heard.
type said struct {
	word   string
	sounds []byte
	latin  string
}

func say(word string) said { return said{word, spelled(word), latin(word)} }

// as reports whether a word of Japanese sounds like one of English, or is written like it in
// Latin letters.
func (h heard) as(s said) bool {
	return h.latin != "" && len(s.word) >= minRomaji && h.latin == s.latin || h.sounds != nil && soundsLike(h.sounds, s.sounds)
}

func (h heard) none() bool { return h.latin == "" && h.sounds == nil }

// IsKatakana reports whether a word is in katakana.
func IsKatakana(s string) bool { return katakana(s) }

func katakana(s string) bool {
	for _, r := range s {
		if !('ァ' <= r && r <= 'ヶ' || r == 'ー' || r == '・') {
			return false
		}
	}
	return s != ""
}

// Find returns the maximum similarity, from 0 to 1, of a word to a word of the side, and the
// index of that, -1 for none.
func (s *Side) Find(w *Word) (best float32, at int) {
	best, used := s.Cover(w)
	if len(used) == 0 {
		return best, -1
	}
	return best, used[len(used)-1]
}

// Cover is Find with the indexes of all words of the side that together translate the word:
// blood pressure for 血圧. The last of them is the head.
func (s *Side) Cover(w *Word) (best float32, used []int) {
	take := func(how float32, at ...int) {
		if how > best {
			best, used = how, at
		}
	}
	if !w.Japanese {
		how, at := s.english(w.Text)
		take(how, at)
		if best < 1 && w.Written != w.Text {
			how, at = s.english(w.Written)
			take(how, at)
		}
		return best, used
	}
	h := w.heard()
	for i := range s.forms {
		f := &s.forms[i]
		switch {
		case f.text == w.Text || f.word.Written == w.Written:
			take(1, i)
		case f.word.Japanese && (f.word.Reading != "" && f.word.Reading == w.Reading || len(w.Glosses) == 0 && katakana(w.Text) && strings.TrimRight(f.text, "ー") == strings.TrimRight(w.Text, "ー")):
			take(alikeReading, i)
		case f.word.Japanese && sameGloss(f.word, w):
			take(alikeSynonym, i)
		case !f.word.Japanese && !h.none() && h.as(f.said):
			take(alikeSound, i)
		}
	}
	for _, j := range s.Joined {
		if best < alikeSound && !h.none() && h.as(say(j.Text)) {
			take(alikeSound, j.At)
		}
	}
	for rank, g := range w.Glosses {
		if best == 1 && (len(g.Words) == 1 || len(s.Words) == 1) {
			continue
		}
		how, at := s.gloss(g)
		if how *= 1 - 0.02*float32(rank); how >= 0.85 && len(at) > len(used) && len(g.Words) > 1 {
			best, used = max(best, how), at // more words
		}
		take(how, at...)
	}
	// The other name may have a word for each part of a compound.
	if best < alikeDistant && len(w.Parts) > 1 {
		sum, all := float32(0), float32(0)
		var at []int
		for i := range w.Parts {
			weight := float32(1)
			switch {
			case s.l.Generic(w.Parts[i].Text):
				weight = 0.2
			case count(w.Parts[i].Text) == 1:
				weight = 0.4
			}
			how, used := s.Cover(&w.Parts[i])
			if how <= Related {
				how = 0
			}
			all += weight
			sum += weight * how
			if how > 0 {
				at = append(at, used...)
			}
		}
		take(sum/all, at...)
	}
	return best, used
}

// firstGlosses is how many glosses of a word are its usual meanings.
const firstGlosses = 3

// sameGloss reports whether two words in Japanese have a gloss of several words in common
// that is a usual meaning of one of them.
func sameGloss(a, b *Word) bool {
	for i, x := range a.Glosses {
		for k, y := range b.Glosses {
			if len(x.Words) > 1 && min(i, k) < firstGlosses && slices.Equal(x.Words, y.Words) {
				return true
			}
		}
	}
	return false
}

// head returns the index of the head: taking in "taking a seat", seat in "window seat".
func (g Gloss) head() int {
	if g.Verb || strings.HasSuffix(g.Words[0], "ing") && len(g.Words[0]) > 5 {
		return 0
	}
	return len(g.Words) - 1
}

// gloss returns how much of a gloss the side has, and the indexes of the words.
func (s *Side) gloss(g Gloss) (float32, []int) {
	if j := g.joined(s.l); j != "" {
		g = Gloss{Words: []string{j}, Verb: true}
	}
	sum, all := float32(0), float32(0)
	var used []int
	for i, x := range g.Words {
		if stopped(x) && len(g.Words) > 1 {
			continue
		}
		weight := float32(1)
		switch head := g.head() == i; {
		case head && len(g.Words) > 1 && s.l.Generic(x):
			weight = 0.2
		case !head:
			weight = 0.8
		}
		how, at := s.english(x)
		if len(g.Words) > 1 && how <= Related {
			how = 0
		}
		all += weight
		sum += weight * how
		if how > 0 {
			used = append(used, at)
		}
	}
	if len(g.Words) == 2 && sum < all {
		if how, at := s.english(g.Words[0] + g.Words[1]); how == 1 {
			return how, []int{at} // bar code, barcode
		}
	}
	if all == 0 {
		return 0, nil
	}
	return sum / all, used
}

// Contrary reports whether the first meanings of two words are opposites, whatever else
// they may mean, and whether the negation of one is the other.
func (l *Lexicon) Contrary(a, b *Word) (contrary, state bool) {
	if compounds(a, b) {
		return true, false
	}
	x, y := l.senses(a), l.senses(b)
	return l.ends(x[:min(2, len(x))], y[:min(2, len(y))])
}

// beginnings are prefixes that turn a word into opposites.
var beginnings = [][2]string{{"pre", "post"}, {"in", "out"}, {"up", "down"}, {"over", "under"}, {"im", "ex"}, {"hyper", "hypo"}, {"macro", "micro"},
	{"inter", "intra"}, {"fore", "back"}, {"multi", "single"}, {"on", "off"}, {"en", "de"}, {"in", "de"}, {"in", "ex"}}

// begun reports whether two words differ only in opposite prefixes: prepaid, postpaid.
func begun(a, b string) bool {
	for _, p := range beginnings {
		for range 2 {
			x, ok := strings.CutPrefix(a, p[0])
			y, both := strings.CutPrefix(b, p[1])
			if ok && both && len(x) > 2 && x == y {
				return true
			}
			a, b = b, a
		}
	}
	return false
}

// exclusive has sets of Chinese characters that exclude one another in a compound: the day
// before is not the same day. Those in one string mean the same.
var exclusive = [][]string{
	{"前先昨", "当今本", "翌来次"}, {"前先", "後"}, {"上", "中", "下"}, {"大", "中", "小"}, {"左", "右"}, {"内", "外"}, {"入", "出退"}, {"高", "低"}, {"長", "短"}, {"多", "少"},
	{"新", "旧古"}, {"開", "閉"}, {"始", "終"}, {"増", "減"}, {"公", "私"}, {"男", "女"}, {"昼", "夜"}, {"朝", "昼", "夕", "晩"}, {"往", "復"}, {"東", "西", "南", "北"},
	{"売", "買"}, {"貸", "借"}, {"加", "減"}, {"強", "弱"}, {"重", "軽"}, {"深", "浅"}, {"遠", "近"}, {"明", "暗"}, {"表", "裏"}, {"縦", "横"}, {"進", "退"}, {"乗", "降"},
	{"昇", "降"}, {"着", "発"}, {"送", "受"}, {"正", "誤"}, {"真", "偽"}, {"収", "支"}, {"益", "損"}, {"勝", "敗"}, {"攻", "守"}, {"寒", "暖"}, {"冷", "温"}, {"硬", "軟"},
	{"善", "悪"}, {"単", "複"}, {"和", "洋"}, {"有", "無"}, {"可", "不"}, {"既", "未"}, {"合", "否"}, {"最", "初"}, {"春", "夏", "秋", "冬"}, {"月", "火", "水", "木", "金", "土", "日"},
	{"年", "月", "週", "日"}, {"全", "任", "限", "個"}, {"親", "子"}, {"縮", "拡"}, {"良", "悪不"}, {"順", "逆"}, {"必", "任"},
}

// compounds reports whether two words in Japanese differ in only one Chinese character, and
// the two characters exclude one another: 入庫, 出庫.
func compounds(a, b *Word) bool {
	if !a.Japanese || !b.Japanese {
		return false
	}
	x, y := []rune(a.Text), []rune(b.Text)
	if len(x) != len(y) || len(x) < 2 || len(x) > maxParts {
		return false
	}
	differ := -1
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		if differ >= 0 {
			return false
		}
		differ = i
	}
	if differ < 0 {
		return false
	}
	for _, set := range exclusive {
		i := slices.IndexFunc(set, func(s string) bool { return strings.ContainsRune(s, x[differ]) })
		j := slices.IndexFunc(set, func(s string) bool { return strings.ContainsRune(s, y[differ]) })
		if i >= 0 && j >= 0 && i != j {
			return true
		}
	}
	return false
}

// ends reports whether a word of a and one of b are opposites by own.txt or by prefixes, and
// whether the negation of one is the other.
func (l *Lexicon) ends(a, b []string) (ends, state bool) {
	if l.ambivalent(a) || l.ambivalent(b) {
		return false, false
	}
	for _, x := range a {
		for _, y := range b {
			for _, p := range l.own.poles[x] {
				for _, q := range l.own.poles[y] {
					if p.axis == q.axis && p.end != q.end {
						return true, p.state
					}
				}
			}
			ends = ends || begun(x, y)
		}
	}
	return ends, false
}

// ambivalent reports whether two of the words are opposites, as attendance and absence, the
// senses of 出欠.
func (l *Lexicon) ambivalent(list []string) bool {
	for i, x := range list {
		for _, y := range list[i+1:] {
			for _, p := range l.own.poles[x] {
				if slices.ContainsFunc(l.own.poles[y], func(q pole) bool { return p.axis == q.axis && p.end != q.end }) {
					return true
				}
			}
		}
	}
	return false
}

// Opposite reports whether two words are opposites, and whether the negation of one is the
// other.
func (l *Lexicon) Opposite(a, b *Word) (opposite, state bool) {
	if compounds(a, b) {
		return true, false
	}
	x, y := l.senses(a), l.senses(b)
	if opposite, state = l.ends(x, y); opposite {
		return true, state
	}
	x, y = append(x, l.parts(a)...), append(y, l.parts(b)...)
	if slices.ContainsFunc(x, func(w string) bool { return slices.Contains(y, w) }) {
		return false, false // 出欠 is attendance or absence
	}
	if opposite, state = l.ends(x, y); opposite && !state {
		return true, false
	}
	opposite = false
	for _, x := range x {
		l.related(x, Antonym, func(to string) { opposite = opposite || slices.Contains(y, to) })
	}
	return opposite, false
}

// Unlike reports whether a word is the opposite of a word of b's first glosses: low blood
// pressure is not 高血圧.
func (l *Lexicon) Unlike(a, b *Word) bool {
	parts := l.parts(b)
	ends, state := l.ends(l.senses(a), parts)
	ends = ends && !state
	for _, x := range l.senses(a) {
		l.related(x, Antonym, func(to string) { ends = ends || slices.Contains(parts, to) })
	}
	return ends
}

// Against reports whether a word of English is the opposite of a word of the first gloss of a
// word in Japanese, if that has several: valid and 無効票, an invalid vote.
func (l *Lexicon) Against(w, japanese *Word) bool {
	if w.Japanese || !japanese.Japanese || len(japanese.Glosses) == 0 {
		return false
	}
	against := false
	for _, x := range l.Glossed(japanese) {
		if x.Text == w.Text {
			return false
		}
		opposite, _ := l.Opposite(w, &x)
		negated := slices.ContainsFunc(prefixes, func(p string) bool { return x.Text == p+w.Text })
		against = against || opposite || negated
	}
	return against
}

// parts returns the words of the first glosses of a word in Japanese that have several.
func (l *Lexicon) parts(w *Word) []string {
	var out []string
	for _, g := range w.Glosses[:min(2, len(w.Glosses))] {
		if len(g.Words) > 1 && g.joined(l) == "" {
			out = append(out, g.Words...)
		}
	}
	return out
}

// senses returns the meanings of a word as single words of English.
func (l *Lexicon) senses(w *Word) []string {
	if !w.Japanese {
		if w.Written != w.Text && !w.Negated {
			return []string{w.Text, w.Written}
		}
		return []string{w.Text}
	}
	var out []string
	for i, g := range w.Glosses {
		if j := g.joined(l); j != "" {
			out = append(out, j)
		} else if len(g.Words) == 1 && i < 4 {
			out = append(out, g.Words[0])
		}
	}
	return out
}

// Deed reports whether a word is a verb or names an action, or is derived from one that
// does: payment.
func (l *Lexicon) Deed(w *Word) bool {
	deed := w.Action || w.Verbal || w.Governs
	if !w.Japanese {
		l.related(w.Text, Derived, func(to string) { deed = deed || l.own.actions[to] })
	}
	return deed
}

// Glossed returns the words of the first gloss of a word in Japanese, none if the gloss is a
// single word.
func (l *Lexicon) Glossed(w *Word) []Word {
	if len(w.Glosses) == 0 || len(w.Glosses[0].Words) < 2 || w.Glosses[0].joined(l) != "" {
		return nil
	}
	var out []Word
	for _, x := range w.Glosses[0].Words {
		if !stopped(x) {
			lemma, known := l.Lemma(x)
			out = append(out, Word{Text: lemma, Written: x, Known: known, Action: l.own.actions[lemma]})
		}
	}
	return out
}

// Explains reports whether a gloss of one of the words in Japanese has a word of English
// among others: flower for 供花, an offering of flowers.
func (l *Lexicon) Explains(w *Word, by []*Word) bool {
	for _, b := range by {
		for _, g := range b.Glosses {
			for _, x := range g.Words {
				if lemma, _ := l.Lemma(x); len(g.Words) > 1 && !stopped(x) && (lemma == w.Text || x == w.Written) {
					return true
				}
			}
		}
	}
	return false
}

// Contrasts reports whether a word of English has an opposite.
func (l *Lexicon) Contrasts(w *Word) bool {
	found := len(l.own.poles[w.Text]) > 0
	l.related(w.Text, Antonym, func(string) { found = true })
	return found
}

// Sisters reports whether two words are opposites, or different things of one kind: lunch
// and dinner.
func (l *Lexicon) Sisters(a, b *Word) bool {
	x, y := l.senses(a), l.senses(b)
	if opposite, _ := l.Opposite(a, b); opposite {
		return true
	}
	kinds := map[string]bool{}
	for _, w := range x {
		if slices.Contains(y, w) {
			return false
		}
		l.related(w, Kind, func(to string) { kinds[to] = true })
	}
	shared := false
	for _, w := range y {
		l.related(w, Kind, func(to string) { shared = shared || kinds[to] })
	}
	return shared
}

// Annuls reports whether a word stops or undoes an action: stop, 停止.
func (l *Lexicon) Annuls(w *Word) bool {
	for i, x := range l.senses(w) {
		if i < 2 && l.own.annuls[x] {
			return true
		}
	}
	return false
}

// Lacking reports whether a word expresses the absence of something by itself: offline,
// wrong.
func (l *Lexicon) Lacking(w *Word) bool {
	senses := l.senses(w)
	if w.Japanese {
		senses = senses[:min(1, len(senses))]
	}
	for _, x := range senses {
		for _, p := range l.own.poles[x] {
			if p.state && p.end > 0 {
				return true
			}
		}
	}
	return false
}

// Joins returns the index of the word of another side that is word i joined with the word
// before or behind it, as time sheet is timesheet; -1 for none.
func (s *Side) Joins(i int, other *Side) int {
	for k := max(0, i-1); k <= i && k+1 < len(s.Words); k++ {
		a, b := &s.Words[k], &s.Words[k+1]
		pair := Word{Text: a.Written + b.Written, Japanese: a.Japanese && b.Japanese}
		if a.Japanese != b.Japanese {
			continue
		}
		r := ""
		if !pair.Japanese {
			r = root(pair.Text)
		}
		h, spoken := pair.heard(), said{}
		if !pair.Japanese && other.japanese {
			spoken = say(pair.Text)
		}
		for f := range other.forms {
			switch x := &other.forms[f]; {
			case x.text == pair.Text || x.word.Written == pair.Text, r != "" && r == x.root,
				!h.none() && !x.word.Japanese && h.as(x.said), !pair.Japanese && !x.heard.none() && x.heard.as(spoken):
				return f
			}
		}
	}
	return -1
}

// Akin reports whether two words have a hypernym in common at most steps above them, as
// mechanic and technician do.
func (l *Lexicon) Akin(a, b *Word) bool {
	x, y := l.above(a), l.above(b)
	for n := range x {
		if y[n] {
			return true
		}
	}
	return false
}

// steps is how many levels up Akin goes.
const steps = 2

// above returns the usual meanings of a word and their hypernyms.
func (l *Lexicon) above(w *Word) map[int32]bool {
	all := map[int32]bool{}
	var next []int32
	for i, x := range l.senses(w) {
		if n := l.number(x); n >= 0 && i < firstGlosses {
			next = append(next, n)
		}
	}
	for range steps + 1 {
		list := next
		next = nil
		for _, n := range list {
			if all[n] {
				continue
			}
			all[n] = true
			l.links(n, func(to int32, kind Relation) {
				if kind == Kind {
					next = append(next, to)
				}
			})
		}
	}
	return all
}
