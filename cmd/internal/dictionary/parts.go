package main

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"codeintel/index/lexicon"
)

// Limits of learnParts.
const (
	minSaid  = 2    // the minimum number of compounds that agree on a word for a part
	minShare = 0.2  // the minimum share of the part's compounds that they are
	maxSaid  = 2    // the maximum number of words for a part
	usualIn  = 1500 // a word for so many parts says nothing of one
)

// learnParts adds to the entries what compounds of two of them imply for each: 団体割引 is a
// group discount and 団体旅行 a group trip, so that 団体 is group.
func (a *adder) learnParts() {
	type said struct{ part, word string }
	times := map[said]int{}
	all := map[string]int{}  // compounds by part
	uses := map[string]int{} // parts by word
	for _, e := range *a.all {
		runes := []rune(e.key)
		if len(runes) < 3 || e.others || e.seldom || slices.ContainsFunc(runes, func(r rune) bool { return unicode.Is(unicode.Hiragana, r) }) {
			continue
		}
		for cut := 1; cut < len(runes); cut++ {
			first, last := string(runes[:cut]), string(runes[cut:])
			_, f := a.at[first]
			_, l := a.at[last]
			if !f || !l || cut == 1 && len(runes) > 3 || max(cut, len(runes)-cut) < 2 {
				continue
			}
			all[first]++
			all[last]++
			had := map[said]bool{}
			for _, g := range e.glosses {
				if len(g.Words) != 2 || g.Verb {
					continue
				}
				for _, s := range []said{{first, g.Words[0]}, {last, g.Words[1]}} {
					if !had[s] {
						had[s] = true
						if times[s]++; times[s] == 1 {
							uses[s.word]++
						}
					}
				}
			}
		}
	}
	var list []said
	for s, n := range times {
		if n >= minSaid && float64(n) >= minShare*float64(all[s.part]) && uses[s.word] < usualIn && utf8.RuneCountInString(s.part) > 1 {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(x, y said) int {
		return cmp.Or(cmp.Compare(x.part, y.part), times[y]-times[x], cmp.Compare(x.word, y.word))
	})
	given := map[string]int{}
	for _, s := range list {
		e := &(*a.all)[a.at[s.part]]
		g := lexicon.Gloss{Words: []string{s.word}}
		if given[s.part] < maxSaid && !slices.ContainsFunc(e.glosses, func(o lexicon.Gloss) bool { return slices.Contains(o.Words, s.word) }) {
			e.glosses = append(slices.Clip(e.glosses), g)
			given[s.part]++
		}
	}
}
