// Package glossary knows what words in Japanese mean in a repository whose code is in
// English: by its catalogues, where a text in Japanese stands beside the same text in
// English or beside a key, and by documentation in Japanese, which stands beside a
// name. A question gets the words of the code that its own words mean there (Words),
// and an embedder learns them (Embedder).
//
// Only questions are changed by it, and terms that are compared with names. Vectors of
// chunks are made without it, so that a changed catalogue changes no vector: questions
// found more with it so than with both changed (doc to function of a yardstick, by
// meaning: MRR .303, .280 with both, .213 without).
package glossary

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"sync"

	"codeintel/index/embed"
)

// maxPairs is how many pairs are learned from. Where there are more, some are taken
// with even steps: the words that matter are in many.
const maxPairs = 20_000

// Glossary is what a repository's words in Japanese mean. It does not change, and is
// safe for concurrent use. A nil one knows nothing.
type Glossary struct {
	pairs      []embed.Pair
	dictionary *dictionary

	mu      sync.Mutex
	plain   string         // ID of the embedder that was asked for last
	adapted embed.Embedder // what it is with the pairs
}

// New is the glossary of files by their Notes, in any order: the same notes make the
// same glossary. Notes that can't be read are left out from where that is.
func New(notes iter.Seq[[]byte]) *Glossary {
	g := &Glossary{pairs: pairsOf(notes)}
	g.dictionary = newDictionary(g.pairs)
	return g
}

// place is where wordings of the same belong together.
type place struct{ catalogue, key string }

// wordings are what a text is in the two languages.
type wordings struct{ japanese, english []string }

// pairsOf are the pairs of files, sorted, each once.
func pairsOf(notes iter.Seq[[]byte]) []embed.Pair {
	var pairs []embed.Pair
	said := map[place]*wordings{}
	for b := range notes {
		catalogue, language := "", ""
		_ = read(b, func(kind byte, first, second string) { // what comes before an error counts
			switch kind {
			case notePair:
				pairs = append(pairs, embed.Pair{Japanese: first, Other: second})
			case notePlace:
				catalogue, language = first, second
			case noteWording:
				at := place{catalogue, first}
				w := said[at]
				if w == nil {
					w = &wordings{}
					said[at] = w
				}
				if is := Japanese(second); is && language == "ja" {
					w.japanese = append(w.japanese, second)
				} else if !is && language == "en" {
					w.english = append(w.english, second)
				}
			}
		})
	}
	for at, w := range said {
		// The key may be the text itself, in the language of the program.
		if Japanese(at.key) {
			w.japanese = append(w.japanese, at.key)
		} else if len(w.english) == 0 {
			w.english = append(w.english, at.key)
		}
		for _, j := range w.japanese {
			for _, e := range w.english {
				pairs = append(pairs, embed.Pair{Japanese: j, Other: e})
			}
		}
	}
	slices.SortFunc(pairs, func(a, b embed.Pair) int {
		return cmp.Or(strings.Compare(a.Japanese, b.Japanese), strings.Compare(a.Other, b.Other))
	})
	pairs = slices.Compact(pairs)
	if n := len(pairs); n > maxPairs {
		for i := range maxPairs {
			pairs[i] = pairs[i*n/maxPairs]
		}
		pairs = pairs[:maxPairs]
	}
	return slices.Clip(pairs)
}

// Len is the number of pairs that are known.
func (g *Glossary) Len() int {
	if g == nil {
		return 0
	}
	return len(g.pairs)
}

// Word is one of the code that a question means. Share is how sure that is, from 0 to 1.
type Word struct {
	Term  string // as words.Terms has it
	Share float64
}

// Words are those of the code that words of a text in Japanese mean, sorted.
func (g *Glossary) Words(text string) []Word {
	if g.Len() == 0 || !Japanese(text) {
		return nil
	}
	return g.dictionary.words(text)
}

// Divide calls yield with the parts of a text in their order: the words that the glossary
// surely knows and that are no part of a compound, each as known, and what is between them.
func (g *Glossary) Divide(text string, yield func(part string, known bool)) {
	if g.Len() == 0 {
		yield(text, false)
		return
	}
	g.dictionary.divide(text, yield)
}

// Embedder is e as the repository uses words, to embed a text of which some are in
// Japanese; e itself for other texts, and where it learns nothing (embed.Adaptable).
// The first call takes some microseconds for a pair.
func (g *Glossary) Embedder(e embed.Embedder, text string) embed.Embedder {
	a, ok := e.(embed.Adaptable)
	if !ok || g.Len() == 0 || !Japanese(text) {
		return e
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.plain != e.ID() {
		g.plain, g.adapted = e.ID(), a.Adapted(g.pairs)
	}
	return g.adapted
}
