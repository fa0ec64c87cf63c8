package forest

import (
	"slices"

	"codeintel/index/words"
)

// A word of a question in Japanese may have several translations in the code (Translate).
// They form a group, which is scored as one word: it has one rarity, and in each row only
// the translation with the highest score counts (Pirkola, The effects of query structure
// and dictionary setups, SIGIR 1998).

// group is the translations of a word of the question.
type group struct {
	text string // the word of the question
	mask uint64 // the bits of its words among those of the search
}

const (
	// besideShare is the weight of a group where the forest has the word of the question
	// itself, too, in documentation or texts in Japanese.
	besideShare = 0.5
	// englishShare is the share of the translation in the vector of a question,
	// besideEnglish the same where a glossary of the repository adapts the rest.
	englishShare  = 0.75
	besideEnglish = 0.4
	// pairedTerms is how many words of a group are paired with those of the next.
	pairedTerms = 2
)

// translate adds the groups of a translation to the words of the search.
func (s *search) translate(t *Translation) {
	s.groups = make([]group, 1, len(t.Concepts)+1) // from 1 on
	var before []int                               // the words of the group before
	var terms []MeantTerm                          // by the numbers of the words
	own := len(s.words)
	for i := range t.Concepts {
		c := &t.Concepts[i]
		if len(c.Terms) == 0 {
			continue
		}
		weight := c.weight
		if intent[c.Terms[0].hash()] {
			weight *= intentShare
		}
		g := group{text: c.Text}
		var list []int
		for _, x := range c.Terms {
			at, h := len(s.words), x.hash()
			if at == maxWords || slices.ContainsFunc(s.words, func(w queryWord) bool { return w.hash == h }) {
				continue
			}
			s.tests = s.tests || h == hash("test")
			s.words = append(s.words, queryWord{hash: h, weight: weight, group: len(s.groups), share: x.Share})
			g.mask |= 1 << at
			list, terms = append(list, at), append(terms, x)
		}
		if len(list) == 0 {
			continue
		}
		s.groups = append(s.groups, g)
		list = list[:min(len(list), pairedTerms)]
		for _, a := range before {
			for _, b := range list {
				first, second := a, b
				if c.action { // 注文を作成 is create order
					first, second = b, a
				}
				s.pairWords(first, second, pair(terms[first-own].full, terms[second-own].full))
			}
		}
		before = list
	}
}

// pairWords adds a pair of words of two groups. It belongs to the later group.
func (s *search) pairWords(first, second int, h uint32) {
	if len(s.pairs) < maxWords && !slices.ContainsFunc(s.pairs, func(p queryPair) bool { return p.hash == h }) {
		a, b := &s.words[first], &s.words[second]
		s.pairs = append(s.pairs, queryPair{first: first, second: second, hash: h, group: max(a.group, b.group), share: a.share * b.share})
	}
}

// beside reports whether the forest has the group's word of the question itself.
func (s *search) beside(g *group) (found bool) {
	words.Terms(g.text, func(term []byte) {
		h := hash(term)
		for i := range s.own {
			found = found || s.words[i].hash == h && s.words[i].spread.rows > 0
		}
	})
	return found
}

// groupRarities sets the rarities of the words and pairs of groups, among so many rows and
// files, and adds them to s.known.
func (s *search) groupRarities(rows, files float64) {
	for i := 0; i < len(s.words); {
		g := s.words[i].group
		if g == 0 {
			i++
			continue
		}
		list := s.words[i:]
		if n := slices.IndexFunc(list, func(w queryWord) bool { return w.group != g }); n > 0 {
			list = list[:n]
		}
		i += len(list)
		var sum, row, file float64
		for j := range list {
			w := &list[j]
			sum += w.share
			row += w.share * rarity(float64(w.spread.rows), rows)
			file += w.share * rarity(float64(w.spread.files), files)
		}
		weight := list[0].weight / sum
		if s.beside(&s.groups[g]) {
			weight *= besideShare
		}
		row, file = weight*row, fileShare*weight*file
		for j := range list {
			list[j].rarity, list[j].fileRarity = list[j].share*row, list[j].share*file
		}
		s.known += row + file
	}
	most := make([]float64, len(s.groups)) // of the pairs of a group
	for i := range s.pairs {
		if p := &s.pairs[i]; p.group > 0 && p.files > 0 {
			p.rarity = pairShare * p.share * rarity(float64(p.files), files)
			most[p.group] = max(most[p.group], p.rarity)
		}
	}
	for _, x := range most {
		s.known += x
	}
}

// best sums the scores of words, counting of each group only the highest score. The words of
// a group follow one another.
type best struct {
	sum   float64
	group int
	most  float64 // of the group
}

func (b *best) add(w *queryWord, score float64) {
	switch {
	case w.group == 0:
		b.sum += score
	case w.group != b.group:
		b.group, b.most = w.group, score
		b.sum += score
	case score > b.most:
		b.sum += score - b.most
		b.most = score
	}
}

// raise returns what a word of a group with a score adds to the score of a row.
func (b *rowBuffer) raise(row, group int, score float64) float64 {
	if b.group[row] != group {
		b.group[row], b.part[row] = group, 0
	}
	more := max(score-b.part[row], 0)
	b.part[row] += more
	return more
}

// missed returns how many words of the question are not in has, a set of words of the
// search.
func (s *search) missed(has uint64) (n int) {
	for i := range s.own {
		if has>>i&1 == 0 && (s.groups == nil || s.words[i].rarity > 0) {
			n++
		}
	}
	for i := 1; i < len(s.groups); i++ {
		if has&s.groups[i].mask == 0 {
			n++
		}
	}
	return n
}
