package builtin

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"codeintel/index/embed"
	"codeintel/index/words"
)

// What Adapt goes by.
const (
	// pull is how much a repository's own use of a word counts, beside what is known
	// of it, where the repository is sure of it.
	pull = 2.0
	// doubt is how many texts that are nothing but the word make it half sure.
	doubt = 0.5
	// maxRun is the number of characters of the longest word that is new.
	maxRun = 12
)

// Adapted implements embed.Adaptable: it is Adapt.
func (e *Embedder) Adapted(pairs []embed.Pair) embed.Embedder { return e.Adapt(pairs) }

// Adapt is an Embedder that knows the words of Japanese as a repository uses them: each
// word in Chinese characters or katakana is moved towards the texts that it stands
// beside, and keeps its weight. Words that are not in the table are added. What is in no
// pair stays as it is, all that is in English too. The same pairs, in any order, make
// the same Embedder, with an ID that tells it from others; without any it is e.
func (e *Embedder) Adapt(pairs []embed.Pair) *Embedder {
	pairs = slices.Clone(pairs)
	slices.SortFunc(pairs, func(a, b embed.Pair) int {
		return cmp.Or(strings.Compare(a.Japanese, b.Japanese), strings.Compare(a.Other, b.Other))
	})
	pairs = slices.Compact(pairs)
	added, vocabulary := e.newWords(pairs)
	sums := map[int32]*toward{}
	s := e.counters.Get().(*scratch)
	defer e.counters.Put(s)
	c := NewCounter(vocabulary)
	other := make([]float32, Dim)
	for _, p := range pairs {
		s.bag = s.bag[:0]
		e.add(s, p.Other, fieldUnit)
		clear(other)
		e.sum(s, other)
		if !embed.Known(other) {
			continue
		}
		s.tokens = c.Count(s.tokens[:0], p.Japanese, MaxTokens)
		for _, t := range s.tokens {
			if !moves(vocabulary.Word(t.ID)) {
				continue
			}
			into := sums[t.ID]
			if into == nil {
				into = &toward{}
				sums[t.ID] = into
			}
			into.add(other, 1/float64(len(s.tokens)))
		}
	}
	if len(sums) == 0 {
		return e
	}

	n := e.words()
	a := &Embedder{vocabulary: func() *Vocabulary { return vocabulary }, rows: e.rows, fields: e.fields, calibration: e.calibration}
	a.scales = append(slices.Clone(e.scales), make([]byte, 2*added)...)
	a.counters.New = func() any { return &scratch{counter: NewCounter(vocabulary)} }
	a.moved = make([]int32, n+added)
	for i := range a.moved {
		a.moved[i] = -1
		if i < len(e.moved) {
			a.moved[i] = e.moved[i]
		}
	}
	a.own = slices.Clone(e.own)
	ids := make([]int32, 0, len(sums))
	for id := range sums {
		ids = append(ids, id)
	}
	for id := n; id < n+added; id++ { // those that no text tells anything of, too
		if sums[int32(id)] == nil {
			sums[int32(id)] = &toward{}
			ids = append(ids, int32(id))
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		var row []float64
		if int(id) < n {
			row = e.row(id)
		} else {
			row = e.spelled(vocabulary.Word(id))
		}
		a.set(id, sums[id].move(row))
	}
	h := sha256.New()
	h.Write([]byte(e.id))
	for _, p := range pairs {
		h.Write([]byte("\x00" + p.Japanese + "\x00" + p.Other))
	}
	a.id = e.id + "-" + hex.EncodeToString(h.Sum(nil)[:6])
	return a
}

// moves says whether a word is one that Adapt moves: what is written in hiragana is
// mostly grammar.
func moves(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	s := words.ScriptOf(r)
	return s == words.Han || s == words.Katakana
}

// newWords are the words of the pairs that the vocabulary would spell, and a vocabulary
// that has them behind its own.
func (e *Embedder) newWords(pairs []embed.Pair) (int, *Vocabulary) {
	own, found := e.vocabulary(), map[string]bool{}
	for _, p := range pairs {
		words.Each(p.Japanese, func(w []byte, s words.Script) {
			if s != words.Han && s != words.Katakana || found[string(w)] {
				return
			}
			if n := utf8.RuneCount(w); n > 1 && n <= maxRun && own.Find(string(w)) < 0 {
				found[string(w)] = true
			}
		})
	}
	if len(found) == 0 {
		return 0, own
	}
	list := make([]string, 0, len(found))
	for w := range found {
		list = append(list, w)
	}
	slices.Sort(list)
	var blob strings.Builder
	blob.WriteString(own.blob)
	ends := slices.Clone(own.ends)
	for _, w := range list {
		blob.WriteString(w)
		ends = append(ends, uint32(blob.Len()))
	}
	v, err := newVocabulary(blob.String(), ends)
	if err != nil { // a word that words.Each gives fits, and none is there twice
		return 0, own
	}
	return len(list), v
}

// toward is where the texts beside a word point.
type toward struct {
	sum   [Dim]float64
	total float64 // of the weights
}

func (t *toward) add(unit []float32, weight float64) {
	for i, x := range unit {
		t.sum[i] += float64(weight * float64(x))
	}
	t.total += weight
}

// move turns a row towards the direction, as far as the texts agree and there are
// enough of them. Its length stays.
func (t *toward) move(row []float64) []float64 {
	length, agree := norm(row), norm(t.sum[:])
	if t.total == 0 || agree == 0 || length == 0 {
		return row
	}
	confidence := agree / (t.total + doubt)
	out := make([]float64, Dim)
	for i := range out {
		out[i] = float64(row[i]/length) + float64(pull*confidence*t.sum[i]/agree)
	}
	if n := norm(out); n > 0 {
		for i := range out {
			out[i] = out[i] / n * length
		}
	}
	return out
}

func norm(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x * x)
	}
	return math.Sqrt(sum)
}

// row is a row of the table, in the unit of its scales.
func (e *Embedder) row(id int32) []float64 {
	out := make([]float64, Dim)
	scale := float64(order.Uint16(e.scales[2*id:])) / 127
	for i, b := range e.bytes(id) {
		out[i] = float64(int(b)-128) * scale
	}
	return out
}

// spelled is a row for a word that has none: the direction is that of what it is
// spelled with, the length the mean of theirs.
func (e *Embedder) spelled(word string) []float64 {
	out := make([]float64, Dim)
	length, n := 0.0, 0.0
	e.vocabulary().Each(word, func(id int32) bool {
		row := e.row(id)
		length, n = length+norm(row), n+1
		for i, x := range row {
			out[i] += x
		}
		return true
	})
	if all := norm(out); all > 0 {
		for i := range out {
			out[i] = out[i] / all * length / n
		}
	}
	return out
}

// set gives a row of the Embedder's own to a word.
func (e *Embedder) set(id int32, row []float64) {
	peak := 0.0
	for _, x := range row {
		peak = max(peak, math.Abs(x))
	}
	peak = min(max(1, math.Round(peak)), math.MaxUint16)
	order.PutUint16(e.scales[2*id:], uint16(peak))
	e.moved[id] = int32(len(e.own) / Dim)
	for _, x := range row {
		e.own = append(e.own, byte(int(math.Round(min(max(x/peak, -1), 1)*127))+128))
	}
}

// bytes are the numbers of a row.
func (e *Embedder) bytes(id int32) []byte {
	if e.moved != nil && e.moved[id] >= 0 {
		return e.own[int(e.moved[id])*Dim:][:Dim]
	}
	return e.rows[int(id)*Dim:][:Dim]
}
