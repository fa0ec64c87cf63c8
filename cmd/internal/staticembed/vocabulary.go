package main

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"codeintel/index/embed/builtin"
	"codeintel/index/words"
)

// Sizes of the vocabulary.
const (
	maxWords     = 36000 // of all
	maxParts     = 4500  // parts of Latin words
	maxSpaceless = 9000  // words of scripts without spaces, and parts of them
	minPackages  = 2     // that a Latin word is in
	minCount     = 4     // how often it is there
	minSpaceless = 2     // how often a word of the others is there
	longestPart  = 6     // characters
)

// vocabulary chooses the words that have a row: those of several packages, the parts of
// which the others are made, words of Japanese, and all single characters. Sorted.
func vocabulary(all []*data) []string {
	type count struct{ n, packages, last int }
	latin, others := map[string]*count{}, map[string]int{}
	for i, d := range all {
		add := func(text string) {
			words.Each(text, func(w []byte, s words.Script) {
				if s != words.Spaced {
					spacelessParts(string(w), func(part string) { others[part]++ })
					return
				}
				c := latin[string(w)]
				if c == nil {
					c = &count{last: -1}
					latin[string(w)] = c
				}
				c.n++
				if c.last != i {
					c.packages, c.last = c.packages+1, i
				}
			})
		}
		for _, e := range d.Examples {
			add(e.Doc)
			add(e.Name)
			add(e.Scope)
			add(e.Text)
		}
		for _, p := range d.Pairs {
			add(p.Japanese)
			add(p.Other)
		}
	}

	chosen := map[string]bool{}
	for w, c := range latin {
		if c.n >= minCount {
			for _, r := range w {
				if r < 0x250 {
					chosen[string(r)] = true
				}
			}
		}
	}
	for w, n := range others {
		if n >= minSpaceless && utf8.RuneCountInString(w) == 1 {
			chosen[w] = true
		}
	}

	compounds := map[string]float64{}
	for w, n := range others {
		if runes := utf8.RuneCountInString(w); runes > 1 && n >= minSpaceless {
			compounds[w] = float64(n) * float64(runes)
		}
	}
	for _, w := range slices.Collect(maps.Keys(compounds)) { // a part that is only there in one longer one
		for _, part := range []string{w[:len(w)-lastSize(w)], w[firstSize(w):]} {
			if others[part] == others[w] && !(utf8.RuneCountInString(part) == 2 && script(part) == words.Han) {
				delete(compounds, part)
			}
		}
	}
	most(chosen, compounds, maxSpaceless)

	parts := map[string]float64{}
	for _, w := range slices.Sorted(maps.Keys(latin)) { // sums of fractions have an order
		if numeric(w) {
			continue
		}
		c := latin[w]
		for i := range w {
			for j := i + 2; j <= min(len(w), i+longestPart); j++ {
				if part := w[i:j]; utf8.ValidString(part) && part != w {
					parts[part] += math.Log1p(float64(c.n)) * float64(j-i-1)
				}
			}
		}
	}
	most(chosen, parts, maxParts)

	whole := map[string]float64{}
	for w, c := range latin {
		if c.packages >= minPackages && c.n >= minCount && len(w) > 1 && !(numeric(w) && len(w) > 4) {
			whole[w] = float64(c.n)
		}
	}
	most(chosen, whole, maxWords-len(chosen))
	return slices.Sorted(maps.Keys(chosen))
}

// most chooses the n words that weigh most, of those that are not chosen yet.
func most(chosen map[string]bool, weights map[string]float64, n int) {
	list := slices.Collect(maps.Keys(weights))
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), strings.Compare(a, b))
	})
	for _, w := range list {
		if n <= 0 {
			break
		}
		if !chosen[w] {
			chosen[w] = true
			n--
		}
	}
}

// spacelessParts are a word of a script without spaces and all parts of it, up to
// longestPart characters.
func spacelessParts(w string, yield func(part string)) {
	runes := []rune(w)
	for i := range runes {
		for j := i + 1; j <= min(len(runes), i+longestPart); j++ {
			yield(string(runes[i:j]))
		}
	}
	if len(runes) > longestPart {
		yield(w)
	}
}

// script is that of a word's first character.
func script(w string) words.Script {
	r, _ := utf8.DecodeRuneInString(w)
	return words.ScriptOf(r)
}

// used are the words of a vocabulary that a training has to do with.
func used(v *builtin.Vocabulary, set *trainingSet) []string {
	seen := make([]bool, v.Len())
	for _, packages := range [][][]sample{set.documented, set.bare, {set.pairs}} {
		for _, samples := range packages {
			for i := range samples {
				for _, b := range []*bag{&samples[i].doc, &samples[i].name, &samples[i].scope, &samples[i].text} {
					for _, id := range b.ids {
						seen[id] = true
					}
				}
			}
		}
	}
	var list []string
	for id, is := range seen {
		if is {
			list = append(list, v.Word(int32(id)))
		}
	}
	return list
}

// pieces are the words that a word is made of: the longest that it begins with, and
// those of the rest; nil where it is no compound.
func pieces(v *builtin.Vocabulary, id int32) (ids []int32) {
	w := v.Word(id)
	if script(w) == words.Spaced || utf8.RuneCountInString(w) < 3 {
		return nil
	}
	for end := len(w) - lastSize(w); end > 0; end -= lastSize(w[:end]) {
		if first := v.Find(w[:end]); first >= 0 {
			ids = append(ids, first)
			v.Each(w[end:], func(id int32) bool {
				ids = append(ids, id)
				return true
			})
			return ids
		}
	}
	return nil
}

func firstSize(w string) int { _, n := utf8.DecodeRuneInString(w); return n }
func lastSize(w string) int  { _, n := utf8.DecodeLastRuneInString(w); return n }

func numeric(w string) bool { return '0' <= w[0] && w[0] <= '9' }
