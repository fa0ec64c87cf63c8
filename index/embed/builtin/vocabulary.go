package builtin

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unicode/utf8"

	"codeintel/index/words"
)

// Vocabulary numbers words and parts of words. It is immutable.
type Vocabulary struct {
	blob    string   // all words, one after the other
	ends    []uint32 // where each ends
	slots   []slot   // by hash; a power of two, more than half of them empty
	longest int      // bytes of the longest word
}

// slot is a place of the table by hash: empty where next is 0.
type slot struct{ hash, next uint32 } // next is the number of the word, plus 1

// NewVocabulary numbers words from 0 in their order. They are as words.Each has them.
func NewVocabulary(list []string) (*Vocabulary, error) {
	var blob []byte
	ends := make([]uint32, 0, len(list))
	for _, w := range list {
		blob = append(blob, w...)
		ends = append(ends, uint32(len(blob)))
	}
	return newVocabulary(string(blob), ends)
}

func newVocabulary(blob string, ends []uint32) (*Vocabulary, error) {
	size := 16
	for size < 2*len(ends) {
		size *= 2
	}
	v := &Vocabulary{blob: blob, ends: ends, slots: make([]slot, size)}
	for id := range ends {
		w := v.Word(int32(id))
		if w == "" || len(w) > words.Max {
			return nil, errors.New("vocabulary: a word is empty or too long")
		}
		v.longest = max(v.longest, len(w))
		h := start
		for i := range len(w) {
			h = (h ^ uint32(w[i])) * prime
		}
		for i := mix(h) & uint32(size-1); ; i = (i + 1) & uint32(size-1) {
			if v.slots[i].next == 0 {
				v.slots[i] = slot{h, uint32(id) + 1}
				break
			}
			if v.slots[i].hash == h && v.Word(int32(v.slots[i].next-1)) == w {
				return nil, errors.New("vocabulary: a word is there twice")
			}
		}
	}
	return v, nil
}

// Len is the number of words.
func (v *Vocabulary) Len() int { return len(v.ends) }

// Word is the word of a number.
func (v *Vocabulary) Word(id int32) string {
	from := uint32(0)
	if id > 0 {
		from = v.ends[id-1]
	}
	return v.blob[from:v.ends[id]]
}

// FNV-1a with 32 bits: the hash of a text is made from that of its beginning.
const (
	start = uint32(2166136261)
	prime = uint32(16777619)
)

// mix spreads a hash over its lower bits.
func mix(h uint32) uint32 { return h ^ h>>15 }

// find is the number of a word with its hash, -1 where there is none.
func (v *Vocabulary) find(word []byte, h uint32) int32 {
	mask := uint32(len(v.slots) - 1)
	for i := mix(h) & mask; v.slots[i].next != 0; i = (i + 1) & mask {
		if v.slots[i].hash == h && v.Word(int32(v.slots[i].next-1)) == string(word) {
			return int32(v.slots[i].next - 1)
		}
	}
	return -1
}

// Find is the number of a whole word, -1 where it is not in the vocabulary.
func (v *Vocabulary) Find(word string) int32 {
	h := start
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * prime
	}
	return v.find([]byte(word), h)
}

// Each calls yield with the numbers of the words of a text, in their order. A word that
// is not in the vocabulary is as many as it takes to spell it, each the longest that
// there is; characters that are not in it are left out. It ends when yield is false.
func (v *Vocabulary) Each(text string, yield func(id int32) bool) {
	more := true
	var hashes [words.Max + utf8.UTFMax + 1]uint32
	words.Each(text, func(word []byte, _ words.Script) {
		for more && len(word) > 0 {
			n := min(len(word), v.longest)
			h := start
			for i, c := range word[:n] {
				h = (h ^ uint32(c)) * prime
				hashes[i] = h
			}
			id := int32(-1)
			for ; n > 0; n-- {
				if id = v.find(word[:n], hashes[n-1]); id >= 0 {
					break
				}
			}
			if id < 0 {
				_, n = utf8.DecodeRune(word)
			} else {
				more = yield(id)
			}
			word = word[n:]
		}
	})
}

// Token is a word of a text.
type Token struct {
	ID    int32
	Count uint32 // how often it is there
}

// Counter counts the words of texts, one text at a time.
type Counter struct {
	v     *Vocabulary
	round uint32
	seen  []struct{ round, at uint32 } // by number of the word
}

// NewCounter makes a Counter.
func NewCounter(v *Vocabulary) *Counter {
	return &Counter{v: v, seen: make([]struct{ round, at uint32 }, v.Len())}
}

// Count appends the different words of a text to tokens, in the order in which they are
// there first, until there are most of them.
func (c *Counter) Count(tokens []Token, text string, most int) []Token {
	if c.round++; c.round == 0 {
		clear(c.seen)
		c.round = 1
	}
	before := len(tokens)
	c.v.Each(text, func(id int32) bool {
		if s := &c.seen[id]; s.round == c.round {
			tokens[s.at].Count++
			return true
		}
		if len(tokens)-before >= most {
			return false
		}
		c.seen[id].round, c.seen[id].at = c.round, uint32(len(tokens))
		tokens = append(tokens, Token{id, 1})
		return true
	})
	return tokens
}

// parseVocabulary reads n words, each with its length before it, and nothing else.
func parseVocabulary(b []byte, n int) (*Vocabulary, error) {
	var blob []byte
	ends := make([]uint32, 0, min(n, len(b)))
	for range n {
		if len(b) == 0 || len(b) < 1+int(b[0]) {
			return nil, errors.New("vocabulary: cut off")
		}
		blob = append(blob, b[1:1+b[0]]...)
		ends = append(ends, uint32(len(blob)))
		b = b[1+b[0]:]
	}
	if len(b) > 0 {
		return nil, fmt.Errorf("vocabulary: %d bytes too many", len(b))
	}
	return newVocabulary(string(blob), ends)
}

// appendVocabulary is the inverse of parseVocabulary.
func appendVocabulary(b []byte, list []string) []byte {
	for _, w := range list {
		b = append(append(b, byte(len(w))), w...)
	}
	return b
}

var order = binary.LittleEndian
