package index

import (
	"math"
	"slices"

	"codeintel/index/lang"
)

// PassageQuery is a question in words.
type PassageQuery struct {
	Text string
	// Files that passages are in; nil means any.
	Files func(*Doc) bool
	// Kinds of passages; nil means functions, types, and sections of documents.
	Kinds []lang.Kind
	// Limit is the number of passages at most, 0 for 10, behind the first Offset.
	// Both together are 1,000 at most.
	Limit, Offset int
}

// Passage is a function, a type or a section whose words agree with a question.
type Passage struct {
	Extent
	// Score is from 0 to 1; 1 would be all words of the question everywhere. It
	// is less for code of tests, unless the question is about tests, for generated
	// code, code of others (vendor) and declarations.
	Score float64
	Parts PassageParts
}

// PassageParts are the parts of a score that come from words in the name, in the
// names around it and the file's path, in the signature, the documentation and
// the code.
type PassageParts struct{ Name, Path, Signature, Documentation, Code float64 }

// How much a word counts in each part of a passage.
const (
	wordInName      = 5
	wordInStem      = 2.5
	wordInContainer = 2
	wordInFolder    = 1
	wordInSignature = 1.5
	wordInDoc       = 2
	wordInBody      = 0.7

	wordsMuch = 1.5 // half of the effect of a word is reached with so many
	usualSize = 48  // words besides the name in a passage of usual size
	sizeShare = 0.4 // how much of the effect of the size is taken away
)

// SearchPassages ranks passages by the words that they have in common with a
// question, rare words counting more and each further use of a word less
// (BM25F). total is how many have a word of it.
func (s *Snapshot) SearchPassages(q PassageQuery) (found []Passage, total int) {
	if q.Limit <= 0 {
		q.Limit = 10
	}
	end := min(q.Offset+q.Limit, maxRanked)
	words := queryWords(q.Text)
	x := s.scanWords(words, q.Files)
	sum := 0.0
	tests := false
	for _, w := range words {
		sum += w.rarity
		tests = tests || w.text == "test"
	}
	if sum == 0 {
		return nil, 0
	}
	type candidate struct {
		Ranked
		parts [5]float64
	}
	var best []candidate
	compare := func(a, b candidate) int { return compareRanked(a.Ranked, b.Ranked) }
	least := 0.0
	x.each(func(h *wordHit) {
		if h.id.Def < 0 || !isPassage(h.kind, q.Kinds) {
			return
		}
		own := false
		var parts [5]float64
		score := 0.0
		length := 1 - sizeShare + sizeShare*h.size/usualSize
		for i := range words {
			w, f := h.where[i], h.file[i]
			own = own || w != 0
			at := [5]float64{
				wordInName * flag(w, inName),
				wordInContainer*flag(w, inContainer) + max(wordInStem*flag(f, inName), wordInFolder*flag(f, inContainer)),
				wordInSignature * flag(w, inSignature),
				wordInDoc * math.Sqrt(times(w, inDoc)) / length,
				wordInBody * times(w, inBody) / length,
			}
			n := at[0] + at[1] + at[2] + at[3] + at[4]
			if n == 0 {
				continue
			}
			effect := words[i].rarity / sum * n / (n + wordsMuch)
			score += effect
			for p := range parts {
				parts[p] += effect * at[p] / n
			}
		}
		if !own {
			return
		}
		total++
		factor := likelihood(h.kind, h.standing, tests) * s.ownership(h.id.Doc)
		if score *= factor; score <= least {
			return
		}
		for p := range parts {
			parts[p] *= factor
		}
		best = append(best, candidate{Ranked{ID: h.id, Score: score}, parts})
		if len(best) == 4*maxRanked {
			slices.SortFunc(best, compare)
			best = best[:2*end]
			least = best[len(best)-1].Score
		}
	})
	slices.SortFunc(best, compare)
	best = best[:min(len(best), end)]
	for _, c := range best[min(max(q.Offset, 0), len(best)):] {
		found = append(found, Passage{
			Extent: s.extent(c.ID.Doc, c.ID.Def, nil), Score: c.Score,
			Parts: PassageParts{c.parts[0], c.parts[1], c.parts[2], c.parts[3], c.parts[4]},
		})
	}
	return found, total
}

// isPassage says whether definitions of a kind are asked for.
func isPassage(k lang.Kind, kinds []lang.Kind) bool {
	if len(kinds) > 0 {
		return slices.Contains(kinds, k)
	}
	d := lang.Def{Kind: k}
	return isFunction(&d) || isContainer(&d)
}
