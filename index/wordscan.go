package index

import (
	"math"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/words"
)

// maxQueryWords is how many different words of a question are looked for.
const maxQueryWords = 24

// queryWord is a word of a question.
type queryWord struct {
	text string
	hash uint32
	// found is the number of entries that have it, rarity says how much it tells
	// them apart: 0 when none has it.
	found  int
	rarity float64
}

// queryWords are the different words of a question, in their order. Those that
// say nothing are left out, unless there are no others.
func queryWords(text string) []queryWord {
	var full, empty []queryWord
	has := func(list []queryWord, w []byte) bool {
		return slices.ContainsFunc(list, func(q queryWord) bool { return q.text == string(w) })
	}
	words.Terms(text, func(w []byte) {
		list := &full
		if words.Empty(w) {
			list = &empty
		}
		if len(*list) < maxQueryWords && !has(*list, w) {
			*list = append(*list, queryWord{text: string(w), hash: hash32(w)})
		}
	})
	if len(full) == 0 {
		return empty
	}
	return full
}

// wordScan looks for words in the files.
type wordScan struct {
	s     *Snapshot
	words []queryWord
	files []fileHit
}

// fileHit is a file that has some of the words.
type fileHit struct {
	doc   int32
	words fileWords
	lists []wordList // of each word; nothing is left where it has none
}

// wordHit is an entry that has some of the words.
type wordHit struct {
	id       ID
	kind     lang.Kind
	standing standing
	// nameWords is the number of words in its name, size about that in all else.
	nameWords int
	size      float64
	// where each word is: in the entry, and in that of the file.
	where, file []uint8
}

// scanWords finds the files with words of a question, of those that want chooses
// (nil: all).
func (s *Snapshot) scanWords(words []queryWord, want func(*Doc) bool) *wordScan {
	x := &wordScan{s: s, words: words}
	entries := 0
	room := make([]wordList, len(words))
	may := s.mayHave(words)
	for doc, d := range s.docs {
		if s.stop() {
			break
		}
		if d.Source == nil || want != nil && !want(d) {
			continue
		}
		if n, no := may.without(int32(doc)); no {
			entries += n
			continue
		}
		w, ok := readWords(s.words(int32(doc)))
		if !ok {
			continue
		}
		entries += w.entries
		hit := false
		for i := range words {
			room[i] = w.find(words[i].hash)
			hit = hit || room[i].left > 0
			words[i].found += room[i].left
		}
		if hit {
			x.files = append(x.files, fileHit{int32(doc), w, slices.Clone(room)})
		}
	}
	for i := range words {
		if n := float64(words[i].found); n > 0 {
			words[i].rarity = math.Log(1 + (float64(entries)-n+0.5)/(n+0.5))
		}
	}
	return x
}

// each calls yield with the entries that have one of the words, or more, in the
// order of files and definitions. It must not keep the slices.
func (x *wordScan) each(yield func(*wordHit)) {
	n := len(x.words)
	lists, at, here := make([]wordList, n), make([]int, n), make([]uint8, n)
	more := make([]bool, n)
	h := &wordHit{where: make([]uint8, n), file: make([]uint8, n)}
	for i := range x.files {
		if x.s.stop() {
			break
		}
		f := &x.files[i]
		for w := range n {
			lists[w], h.file[w] = f.lists[w], 0
			if at[w], here[w], more[w] = lists[w].take(); more[w] && at[w] == 0 {
				h.file[w] = here[w]
			}
		}
		f.words.each(func(entry int, def lang.DefID, mark, size byte) {
			hit := false
			for w := range n {
				h.where[w] = 0
				if more[w] && at[w] == entry {
					h.where[w], hit = here[w], true
					at[w], here[w], more[w] = lists[w].take()
				}
			}
			if !hit || def != resolve.ModuleDef && int(def) >= x.s.docs[f.doc].defs() {
				return
			}
			h.id = ID{f.doc, def}
			h.kind, h.standing = lang.Kind(mark&kindMask), standing(mark>>standingShift)
			h.nameWords, h.size = int(size>>4), math.Exp2(float64(size&15))
			yield(h)
		})
	}
}

// times says how often a word is in documentation, or in code.
func times(where uint8, field uint8) float64 { return float64(where / field & maxTimes) }

// flag is 1 where a word is somewhere, else 0.
func flag(where uint8, field uint8) float64 {
	if where&field != 0 {
		return 1
	}
	return 0
}
