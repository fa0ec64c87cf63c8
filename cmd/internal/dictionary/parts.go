package main

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"codeintel/index/lexicon"
)

// Of what compounds say of their parts.
const (
	minSaid  = 2    // compounds that say the same
	minShare = 0.2  // of the compounds with the part
	maxSaid  = 2    // glosses of a part
	usualIn  = 1500 // parts with a word that says nothing of them
)

// learnParts adds to the entries what compounds of two of them say of each: 団体割引 is a
// group discount and 団体旅行 a group trip, so that 団体 is group.
func (a *adder) learnParts() {
	type said struct{ part, word string }
	times := map[said]int{}
	all := map[string]int{} // compounds of a part
	uses := map[string]int{}
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
