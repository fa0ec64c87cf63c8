package lexicon

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// The format of a table: magic; the number of keys, the number of words and the length of
// the list of words (4 bytes each); the offsets of the blocks and of the blocks of the list
// of words (4 bytes each); the blocks; and the list of words, each followed by a line feed. A
// block has up to perBlock keys in order, each as the number of bytes that it shares with the
// key before, the number of its other bytes, these bytes, the length of its value, and the
// value. A block of the list of words has up to perBlock words. Only lookups decode anything.
const (
	magic    = "lexicon2"
	perBlock = 16
	maxKey   = 255
)

var order = binary.LittleEndian

// table is a sorted list of keys with values, used in place.
type table struct {
	n         int
	index     []byte
	blocks    []byte
	words     []byte
	wordIndex []byte
}

// Entry is a key of a table with its value.
type Entry struct {
	Key   string
	Value []byte
}

// Encode returns the table of entries, which are sorted by their different keys, and of the
// words that values refer to.
func Encode(entries []Entry, words []string) ([]byte, error) {
	var index, blocks []byte
	before := ""
	for i, e := range entries {
		if e.Key == "" || len(e.Key) > maxKey || i > 0 && e.Key <= entries[i-1].Key {
			return nil, fmt.Errorf("lexicon: bad key %q", e.Key)
		}
		if i%perBlock == 0 {
			index = order.AppendUint32(index, uint32(len(blocks)))
			before = ""
		}
		shared := 0
		for shared < len(before) && shared < len(e.Key) && before[shared] == e.Key[shared] {
			shared++
		}
		blocks = append(blocks, byte(shared), byte(len(e.Key)-shared))
		blocks = append(blocks, e.Key[shared:]...)
		blocks = binary.AppendUvarint(blocks, uint64(len(e.Value)))
		blocks = append(blocks, e.Value...)
		before = e.Key
	}
	var list, wordIndex []byte
	for i, w := range words {
		if i%perBlock == 0 {
			wordIndex = order.AppendUint32(wordIndex, uint32(len(list)))
		}
		list = append(append(list, w...), '\n')
	}
	out := []byte(magic)
	for _, n := range []int{len(entries), len(words), len(list)} {
		out = order.AppendUint32(out, uint32(n))
	}
	return slices.Concat(out, index, wordIndex, blocks, list), nil
}

// read returns a table that Encode wrote.
func read(b []byte) (table, error) {
	const head = len(magic) + 12
	if len(b) < head || string(b[:len(magic)]) != magic {
		return table{}, errors.New("lexicon: not of this version")
	}
	number := func(i int) int { return int(order.Uint32(b[len(magic)+4*i:])) }
	n, list := number(0), number(2)
	index, wordIndex := blocksOf(n), blocksOf(number(1))
	if len(b) < head+index+wordIndex+list {
		return table{}, errors.New("lexicon: too short")
	}
	t := table{n: n, words: b[len(b)-list:]}
	b = b[head : len(b)-list]
	t.index, t.wordIndex, t.blocks = b[:index], b[index:index+wordIndex], b[index+wordIndex:]
	return t, nil
}

// blocksOf returns the size in bytes of the index of n keys or words.
func blocksOf(n int) int { return (n + perBlock - 1) / perBlock * 4 }

// block returns the blocks from number i on; none behind the last.
func (t *table) block(i int) []byte {
	if 4*i >= len(t.index) {
		return nil
	}
	from := int(order.Uint32(t.index[4*i:]))
	if from > len(t.blocks) {
		return nil
	}
	return t.blocks[from:]
}

// next reads the key after key, which it overwrites, and returns it with its value and the
// rest of the table. ok is false if the table is damaged.
func next(key, b []byte) (longer, value, rest []byte, ok bool) {
	if len(b) < 2 || int(b[0]) > len(key) || len(b) < 2+int(b[1]) {
		return nil, nil, nil, false
	}
	key = append(key[:b[0]], b[2:2+int(b[1])]...)
	b = b[2+int(b[1]):]
	n, k := binary.Uvarint(b)
	if k <= 0 || uint64(len(b)-k) < n {
		return nil, nil, nil, false
	}
	return key, b[k : k+int(n)], b[k+int(n):], true
}

// find returns the value of a key and its number.
func (t *table) find(word string) (value []byte, number int, ok bool) {
	if word == "" || len(word) > maxKey {
		return nil, 0, false
	}
	blocks := len(t.index) / 4
	// The first block whose first key is greater: the word is in the one before.
	i := sort.Search(blocks, func(i int) bool {
		b := t.block(i)
		return len(b) >= 2 && len(b) >= 2+int(b[1]) && string(b[2:2+int(b[1])]) > word
	}) - 1
	if i < 0 {
		return nil, 0, false
	}
	var room [maxKey]byte
	key, b := room[:0], t.block(i)
	for j := range min(perBlock, t.n-i*perBlock) {
		if key, value, b, ok = next(key, b); !ok || string(key) > word {
			return nil, 0, false
		}
		if string(key) == word {
			return value, i*perBlock + j, true
		}
	}
	return nil, 0, false
}

// at returns the key with a number, and its value.
func (t *table) at(number int) (string, []byte) {
	if number < 0 || number >= t.n {
		return "", nil
	}
	var room [maxKey]byte
	key, b := room[:0], t.block(number/perBlock)
	var value []byte
	ok := true
	for range number%perBlock + 1 {
		if key, value, b, ok = next(key, b); !ok {
			return "", nil
		}
	}
	return string(key), value
}

// word returns the word with a number, "" for none.
func (t *table) word(number uint64) string {
	if number/perBlock >= uint64(len(t.wordIndex)/4) {
		return ""
	}
	from := int(order.Uint32(t.wordIndex[4*(number/perBlock):]))
	rest := t.words[min(from, len(t.words)):]
	for range number % perBlock {
		_, rest, _ = bytes.Cut(rest, lineFeed)
	}
	word, _, _ := bytes.Cut(rest, lineFeed)
	return string(word)
}

var lineFeed = []byte{'\n'}

// A Gloss is a translation into words of English. The head, the word that the others modify,
// is the first one of a verb and the last one of others.
type Gloss struct {
	Words []string
	Verb  bool
}

// Flags in the first byte of the value of a word in Japanese.
const (
	isAlias  = 1 << iota // the number of another entry follows, and nothing else
	isAction             // a verb, or a noun that forms one with する
)

// Japanese is an entry for EncodeJapanese.
type Japanese struct {
	Key     string
	Reading string // in hiragana, "" for that of the key itself
	Action  bool
	Glosses []Gloss
	Alias   string // another key whose entry is used; the other fields are then empty
}

// EncodeJapanese returns the table of entries, in any order, with different keys.
func EncodeJapanese(list []Japanese) ([]byte, error) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Japanese) int { return strings.Compare(a.Key, b.Key) })
	number := map[string]int{}
	uses := map[string]int{}
	for i := range list {
		number[list[i].Key] = i
		for _, g := range list[i].Glosses {
			for _, w := range g.Words {
				uses[w]++
			}
		}
	}
	words := make([]string, 0, len(uses))
	for w := range uses {
		words = append(words, w)
	}
	slices.SortFunc(words, func(a, b string) int {
		if uses[a] != uses[b] {
			return uses[b] - uses[a]
		}
		return strings.Compare(a, b)
	})
	ids := map[string]int{}
	for i, w := range words {
		ids[w] = i
	}
	var entries []Entry
	for _, x := range list {
		if x.Alias != "" {
			to, ok := number[x.Alias]
			if !ok {
				return nil, fmt.Errorf("lexicon: %q leads to %q, which is not there", x.Key, x.Alias)
			}
			entries = append(entries, Entry{x.Key, binary.AppendUvarint([]byte{isAlias}, uint64(to))})
			continue
		}
		value := []byte{0}
		if x.Action {
			value[0] |= isAction
		}
		kana := kanaCodes(x.Reading)
		value = append(value, byte(len(kana)))
		value = append(value, kana...)
		for _, g := range x.Glosses {
			for i, w := range g.Words {
				code := uint64(ids[w]) << 2
				if g.Verb {
					code |= 2
				}
				if i == len(g.Words)-1 {
					code |= 1
				}
				value = binary.AppendUvarint(value, code)
			}
		}
		entries = append(entries, Entry{x.Key, value})
	}
	return Encode(entries, words)
}

const firstKana = 0x3041

// kanaCodes returns a text in hiragana with a byte for each character; nil for other texts.
func kanaCodes(s string) []byte {
	var out []byte
	for _, r := range s {
		if r == 'ー' {
			r = firstKana + 0xfe
		}
		if r < firstKana || r > firstKana+0xfe {
			return nil
		}
		out = append(out, byte(r-firstKana))
	}
	if len(out) > maxKey {
		return nil
	}
	return out
}

// kanaText is the inverse of kanaCodes.
func kanaText(b []byte) string {
	var out strings.Builder
	for _, c := range b {
		if c == 0xfe {
			out.WriteRune('ー')
		} else {
			out.WriteRune(firstKana + rune(c))
		}
	}
	return out.String()
}

// Relation is a relation between two words of English.
type Relation uint8

// Relations.
const (
	Synonym Relation = iota
	Derived          // of the same root: cancel, cancellation
	Antonym
	Inflected // the second is the dictionary form of the first: sent, send
	Told      // the second is in the definition of the first, or a hypernym: lyrics, song
	Kind      // the first is a kind of the second: car, vehicle
	Verbal    // leads to the word itself: a verb, and no noun
	Quality   // leads to the word itself: an adjective, and neither noun nor verb
	relations
)

// Link leads from a word to another.
type Link struct {
	To   string
	Kind Relation
}

// EncodeEnglish returns the table of words with their links, which must lead to words of the
// table.
func EncodeEnglish(links map[string][]Link) ([]byte, error) {
	keys := make([]string, 0, len(links))
	for w := range links {
		keys = append(keys, w)
	}
	slices.Sort(keys)
	number := map[string]int{}
	for i, w := range keys {
		number[w] = i
	}
	var entries []Entry
	for _, w := range keys {
		var codes []int
		for _, l := range links[w] {
			to, ok := number[l.To]
			if !ok {
				return nil, fmt.Errorf("lexicon: %q leads to %q, which is not there", w, l.To)
			}
			codes = append(codes, to*int(relations)+int(l.Kind))
		}
		slices.Sort(codes)
		var value []byte
		before := 0
		for _, c := range slices.Compact(codes) {
			value = binary.AppendUvarint(value, uint64(c-before))
			before = c
		}
		entries = append(entries, Entry{w, value})
	}
	return Encode(entries, nil)
}

// begins reports whether a key begins with prefix.
func (t *table) begins(prefix string) bool {
	blocks := len(t.index) / 4
	i := sort.Search(blocks, func(i int) bool {
		b := t.block(i)
		return len(b) >= 2 && len(b) >= 2+int(b[1]) && string(b[2:2+int(b[1])]) >= prefix
	})
	var room [maxKey]byte
	for _, at := range [2]int{i - 1, i} { // the first key that is not less
		if at < 0 {
			continue
		}
		key, b, ok := room[:0], t.block(at), true
		for range min(perBlock, t.n-at*perBlock) {
			if key, _, b, ok = next(key, b); !ok {
				return false
			}
			if string(key) >= prefix {
				return strings.HasPrefix(string(key), prefix)
			}
		}
	}
	return false
}
