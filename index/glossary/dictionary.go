package glossary

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"codeintel/index/embed"
	"codeintel/index/words"
)

// What the dictionary goes by.
const (
	// rounds is how often it is learned anew which word of a text means which of the other.
	rounds = 6
	// doubt is how many pairs make it half sure of a word that always means the same.
	doubt = 1.0
	// least is the share from which a word is taken for what another one means.
	least = 0.2
	// frequent is how many texts have a word that is one though it is made of others.
	frequent = 3
	// maxUnit is the number of characters of the longest word, maxPhrase that of the
	// longest text that is one.
	maxUnit   = 12
	maxPhrase = 8
	// maxWords is how many words of each text of a pair count.
	maxWords = 24
)

// dictionary says which words of the other texts the words of those in Japanese mean.
type dictionary struct {
	units   map[string]int32
	longest map[rune]int // characters of the longest unit that begins so
	means   [][]Word     // of each unit, sorted by term
}

// cell is how likely a unit means a term.
type cell struct {
	unit  int32
	term  int32
	share float64
	next  float64
}

// newDictionary learns from pairs, in their order. A word of the other text comes from
// one of the units or from none; how likely each is follows from all pairs, by turns
// (the first model of IBM, by expectation and maximisation).
func newDictionary(pairs []embed.Pair) *dictionary {
	d := &dictionary{units: map[string]int32{"": 0}, longest: map[rune]int{}} // unit 0 is none
	d.learn(pairs)
	terms := map[string]int32{}
	var names []string
	var cells []cell
	known := map[uint64]int32{} // of cells
	// of each term of a pair, the cells that it may come from
	var choices []int32
	var ends []int
	for i := range pairs {
		units := []int32{0}
		d.each(pairs[i].Japanese, func(u int32) {
			if len(units) < maxWords && !slices.Contains(units, u) {
				units = append(units, u)
			}
		})
		if len(units) == 1 {
			continue
		}
		n := 0
		words.Terms(pairs[i].Other, func(t []byte) {
			if n == maxWords || words.Empty(t) || Japanese(string(t)) {
				return
			}
			n++
			term, ok := terms[string(t)]
			if !ok {
				term = int32(len(names))
				names = append(names, string(t))
				terms[names[term]] = term
			}
			for _, u := range units {
				key := uint64(u)<<32 | uint64(term)
				at, ok := known[key]
				if !ok {
					at = int32(len(cells))
					known[key] = at
					cells = append(cells, cell{unit: u, term: term, share: 1})
				}
				choices = append(choices, at)
			}
			ends = append(ends, len(choices))
		})
	}
	totals := make([]float64, len(d.units))
	for range rounds {
		from := 0
		for _, end := range ends {
			sum := 0.0
			for _, at := range choices[from:end] {
				sum += cells[at].share
			}
			for _, at := range choices[from:end] {
				cells[at].next += cells[at].share / sum
			}
			from = end
		}
		for u := range totals {
			totals[u] = doubt
		}
		for i := range cells {
			totals[cells[i].unit] += cells[i].next
		}
		for i := range cells {
			c := &cells[i]
			// Never zero, so that each sum above is of something.
			c.share, c.next = max(c.next/totals[c.unit], math.SmallestNonzeroFloat32), 0
		}
	}
	d.means = make([][]Word, len(d.units))
	for _, c := range cells {
		if c.unit != 0 && c.share >= least {
			d.means[c.unit] = append(d.means[c.unit], Word{names[c.term], c.share})
		}
	}
	for _, list := range d.means {
		slices.SortFunc(list, compare)
	}
	return d
}

func compare(a, b Word) int { return strings.Compare(a.Term, b.Term) }

// learn takes the units of the texts in: the runs in Chinese characters and katakana,
// and short texts whose runs
// are of one character whole (お気に入り). A run that is rare and made of others is
// none: what is left of it is, of two characters and more. So where there are 会員 and
// 会員登録, 登録 is a unit.
func (d *dictionary) learn(pairs []embed.Pair) {
	runs := map[string]int{}
	for i := range pairs {
		var whole strings.Builder
		letters, other := 0, false // the length of the longest run
		words.Each(pairs[i].Japanese, func(w []byte, s words.Script) {
			switch s {
			case words.Han, words.Katakana:
				runs[string(w)]++
				letters = max(letters, utf8.RuneCount(w))
			case words.Hiragana:
			default:
				other = true
			}
			whole.Write(w)
		})
		if letters == 1 && !other {
			d.add(whole.String(), maxPhrase)
		}
	}
	list := slices.Collect(maps.Keys(runs))
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) })
	for _, run := range list {
		if rest, ok := d.divided(run); ok && runs[run] < frequent {
			for _, r := range rest {
				d.add(r, maxUnit)
			}
		} else {
			d.add(run, maxUnit)
		}
	}
}

// divided says whether a run is made of units, and what is between them: nothing of one
// character.
func (d *dictionary) divided(run string) (rest []string, ok bool) {
	from := 0
	for i := 0; i < len(run); {
		u, length := d.longestAt([]byte(run[i:]))
		if u > 0 {
			if from < i {
				rest = append(rest, run[from:i])
			}
			from, ok = i+length, true
		}
		i += length
	}
	if from < len(run) {
		rest = append(rest, run[from:])
	}
	return rest, ok && !slices.ContainsFunc(rest, func(r string) bool { return utf8.RuneCountInString(r) < 2 })
}

// longestAt is the longest unit that a text begins with, and its bytes; 0 for none, and
// those of the first character.
func (d *dictionary) longestAt(text []byte) (unit int32, length int) {
	r, n := utf8.DecodeRune(text)
	length = n
	for k, end := 2, n; k <= d.longest[r] && end < len(text); k++ {
		_, size := utf8.DecodeRune(text[end:])
		end += size
		if u, ok := d.units[string(text[:end])]; ok {
			unit, length = u, end
		}
	}
	return unit, length
}

func (d *dictionary) add(unit string, most int) {
	n := utf8.RuneCountInString(unit)
	if _, ok := d.units[unit]; ok || n < 2 || n > most {
		return
	}
	d.units[unit] = int32(len(d.units))
	first, _ := utf8.DecodeRuneInString(unit)
	d.longest[first] = max(d.longest[first], n)
}

// each calls yield with the units of a text, the longest that there is at each place.
// What stands between letters of Japanese, and is no word, is passed over.
func (d *dictionary) each(text string, yield func(unit int32)) {
	var run []byte
	flush := func() {
		for i := 0; i < len(run); {
			u, length := d.longestAt(run[i:])
			if u > 0 {
				yield(u)
			}
			i += length
		}
		run = run[:0]
	}
	words.Each(text, func(w []byte, s words.Script) {
		switch s {
		case words.Han, words.Katakana, words.Hiragana:
			run = append(run, w...)
		default:
			flush()
		}
	})
	flush()
}

// sure is the minimum share of a word that a unit surely means.
const sure = 0.34

// divide implements Glossary.Divide.
func (d *dictionary) divide(text string, yield func(part string, known bool)) {
	from := 0
	for i := 0; i < len(text); {
		u, length := d.longestAt([]byte(text[i:min(len(text), i+maxUnit*utf8.UTFMax)]))
		if u > 0 && !inside(text, i, i+length) && slices.ContainsFunc(d.means[u], func(w Word) bool { return w.Share >= sure }) {
			if from < i {
				yield(text[from:i], false)
			}
			yield(text[i:i+length], true)
			from = i + length
		}
		i += length
	}
	if from < len(text) {
		yield(text[from:], false)
	}
}

// inside reports whether text[from:to] is part of a longer compound.
func inside(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	goesOn := func(r rune) bool { s := words.ScriptOf(r); return s == words.Han || s == words.Katakana }
	return goesOn(before) || goesOn(after)
}

// words are those that the units of a text mean.
func (d *dictionary) words(text string) []Word {
	var out []Word
	d.each(text, func(u int32) { out = append(out, d.means[u]...) })
	slices.SortFunc(out, func(a, b Word) int { return cmp.Or(compare(a, b), cmp.Compare(b.Share, a.Share)) })
	return slices.CompactFunc(out, func(a, b Word) bool { return a.Term == b.Term })
}
