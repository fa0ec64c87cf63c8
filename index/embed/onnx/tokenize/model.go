package tokenize

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

var (
	errTooMany = fmt.Errorf("more than %d tokens", maxTokens)
	errTooLong = fmt.Errorf("tokens of more than %d bytes together", maxTokenBytes)
)

func readModel(raw json.RawMessage) (model, error) {
	var head struct {
		Type   string          `json:"type"`
		Merges json.RawMessage `json:"merges"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, err
	}
	k := head.Type
	if k == "" && head.Merges != nil { // as old versions of the library wrote it
		k = "BPE"
	}
	switch k {
	case "Unigram":
		return readUnigram(raw)
	case "WordPiece", "":
		return readWordPiece(raw)
	case "BPE":
		return readBPE(raw)
	}
	return nil, fmt.Errorf("%q is not supported", k)
}

// readVocabulary reads an object of tokens and their numbers.
func readVocabulary(raw json.RawMessage) (*trie, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if err := expect(d, json.Delim('{')); err != nil {
		return nil, err
	}
	var list []entry
	size := 0
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		var id int32
		if err := d.Decode(&id); err != nil {
			return nil, err
		}
		if id < 0 {
			return nil, errors.New("a token has a number below 0")
		}
		text, _ := key.(string)
		if size += len(text); size > maxTokenBytes {
			return nil, errTooLong
		}
		if list = append(list, entry{text, id}); len(list) > maxTokens {
			return nil, errTooMany
		}
	}
	return newTrie(list), nil
}

func expect(d *json.Decoder, want json.Delim) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	if t != want {
		return fmt.Errorf("the vocabulary has %v where %v belongs", t, want)
	}
	return nil
}

// unigram is the model of SentencePiece: of all ways to divide a word the one
// whose tokens have the largest sum of scores.
type unigram struct {
	pieces   *trie
	scores   []float64 // by number
	unknown  int32
	penalty  float64 // the score of a character that is no token
	bytes    [256]int32
	hasBytes bool
}

func readUnigram(raw json.RawMessage) (model, error) {
	var p struct {
		Unknown *int32          `json:"unk_id"`
		Bytes   bool            `json:"byte_fallback"`
		Vocab   json.RawMessage `json:"vocab"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	u := &unigram{penalty: math.Inf(1)}
	d := json.NewDecoder(bytes.NewReader(p.Vocab))
	if err := expect(d, '['); err != nil {
		return nil, err
	}
	var list []entry
	size := 0
	for d.More() {
		var text string
		var score float64
		pair := []any{&text, &score}
		if err := d.Decode(&pair); err != nil {
			return nil, err
		}
		if len(pair) != 2 {
			return nil, errors.New("a piece is a text and its score")
		}
		if size += len(text); size > maxTokenBytes {
			return nil, errTooLong
		}
		list = append(list, entry{text, int32(len(list))})
		if len(list) > maxTokens {
			return nil, errTooMany
		}
		u.scores = append(u.scores, score)
		u.penalty = min(u.penalty, score)
	}
	if p.Unknown == nil || *p.Unknown < 0 || int(*p.Unknown) >= len(list) {
		return nil, errors.New("unk_id names no piece")
	}
	u.unknown = *p.Unknown
	u.penalty -= 10
	u.pieces = newTrie(list)
	u.hasBytes = p.Bytes
	for b := range u.bytes {
		if u.bytes[b] = -1; p.Bytes {
			if id, ok := u.pieces.get(fmt.Sprintf("<0x%02X>", b)); ok {
				u.bytes[b] = id
			}
		}
	}
	return u, nil
}

func (u *unigram) tokens(dst []int32, word string) []int32 {
	// The best way to get to each place: where its last token begins, and which
	// it is. -1: no way yet.
	type way struct {
		score float64
		from  int32
		id    int32
	}
	best := make([]way, len(word)+1)
	for i := range best {
		best[i].from = -1
	}
	best[0].from = 0
	for at := 0; at < len(word); {
		_, n := utf8.DecodeRuneInString(word[at:])
		here, single := best[at].score, false
		reach := func(length int, id int32, score float64) {
			if w := &best[at+length]; w.from < 0 || here+score > w.score {
				*w = way{here + score, int32(at), id}
			}
		}
		node := uint32(root)
		for i := at; i < len(word); i++ {
			var ok bool
			if node, ok = u.pieces.child(node, word[i]); !ok {
				break
			}
			if id := u.pieces.value[node]; id >= 0 {
				reach(i+1-at, id, u.scores[id])
				single = single || i+1-at == n
			}
		}
		if !single {
			reach(n, u.unknown, u.penalty)
		}
		at += n
	}
	// From the end to the beginning; unknown characters side by side are one token.
	begin := len(dst)
	for end := len(word); end > 0; {
		w := best[end]
		from, id := int(w.from), w.id
		if id == u.unknown {
			for from > 0 && best[from].id == u.unknown {
				from = int(best[from].from)
			}
			dst = u.spell(dst, word[from:end])
		} else {
			dst = append(dst, id)
		}
		end = from
	}
	reverse(dst[begin:])
	return dst
}

// spell appends the tokens of what was taken for unknown, the last one first.
func (u *unigram) spell(dst []int32, text string) []int32 {
	if id, ok := u.pieces.get(text); ok {
		return append(dst, id)
	}
	if u.hasBytes {
		begin := len(dst)
		for i := len(text) - 1; i >= 0; i-- {
			id := u.bytes[text[i]]
			if id < 0 {
				return append(dst[:begin], u.unknown)
			}
			dst = append(dst, id)
		}
		return dst
	}
	return append(dst, u.unknown)
}

func reverse(s []int32) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

// wordPiece is the model of BERT: from the beginning always the longest token.
type wordPiece struct {
	pieces  *trie
	inside  uint32 // the node of the prefix that tokens inside a word have
	within  bool   // there is such a node
	unknown int32
	longest int // characters of a word that is divided at all
}

func readWordPiece(raw json.RawMessage) (model, error) {
	p := struct {
		Unknown string          `json:"unk_token"`
		Prefix  string          `json:"continuing_subword_prefix"`
		Longest *int            `json:"max_input_chars_per_word"`
		Vocab   json.RawMessage `json:"vocab"`
	}{Unknown: "[UNK]", Prefix: "##"}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	w := &wordPiece{longest: 100}
	if p.Longest != nil {
		w.longest = *p.Longest
	}
	var err error
	if w.pieces, err = readVocabulary(p.Vocab); err != nil {
		return nil, err
	}
	var ok bool
	if w.unknown, ok = w.pieces.get(p.Unknown); !ok {
		return nil, fmt.Errorf("the vocabulary has no %q", p.Unknown)
	}
	w.inside, w.within = w.pieces.walk(root, p.Prefix)
	return w, nil
}

func (w *wordPiece) tokens(dst []int32, word string) []int32 {
	if utf8.RuneCountInString(word) > w.longest {
		return append(dst, w.unknown)
	}
	begin := len(dst)
	node, ok := uint32(root), true
	for len(word) > 0 {
		n, id := 0, int32(0)
		if ok {
			n, id = w.pieces.longest(node, word)
		}
		if n == 0 {
			return append(dst[:begin], w.unknown)
		}
		dst = append(dst, id)
		word = word[n:]
		node, ok = w.inside, w.within
	}
	return dst
}

// bpe is byte-pair encoding: the characters of a word are joined pair by pair,
// the pair that comes first in the list of merges first.
type bpe struct {
	pieces         *trie
	merges         map[[2]int32]merge
	prefix, suffix string
	unknown        int32 // -1: unknown characters are left out
	fuse           bool
	bytes          bool
	whole          bool // a word that is a token is one, whatever the merges say
}

type merge struct{ rank, id int32 }

func readBPE(raw json.RawMessage) (model, error) {
	var p struct {
		Unknown *string         `json:"unk_token"`
		Prefix  string          `json:"continuing_subword_prefix"`
		Suffix  string          `json:"end_of_word_suffix"`
		Fuse    bool            `json:"fuse_unk"`
		Bytes   bool            `json:"byte_fallback"`
		Whole   bool            `json:"ignore_merges"`
		Dropout float64         `json:"dropout"`
		Vocab   json.RawMessage `json:"vocab"`
		Merges  json.RawMessage `json:"merges"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	if p.Dropout != 0 {
		return nil, errors.New("dropout is not supported: it makes tokens by chance")
	}
	pieces, err := readVocabulary(p.Vocab)
	if err != nil {
		return nil, err
	}
	b := &bpe{pieces: pieces, prefix: p.Prefix, suffix: p.Suffix, unknown: -1, fuse: p.Fuse, bytes: p.Bytes, whole: p.Whole}
	if p.Unknown != nil {
		id, ok := pieces.get(*p.Unknown)
		if !ok {
			return nil, fmt.Errorf("the vocabulary has no %q", *p.Unknown)
		}
		b.unknown = id
	}
	return b, b.readMerges(p.Merges)
}

func (b *bpe) readMerges(raw json.RawMessage) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if err := expect(d, '['); err != nil {
		return err
	}
	b.merges = map[[2]int32]merge{}
	for rank := int32(0); d.More(); rank++ {
		var m mergePair
		if err := d.Decode(&m); err != nil {
			return err
		}
		left, ok1 := b.pieces.get(m[0])
		right, ok2 := b.pieces.get(m[1])
		joined, ok3 := b.pieces.get(m[0] + strings.TrimPrefix(m[1], b.prefix))
		if !ok1 || !ok2 || !ok3 {
			return fmt.Errorf("merge %d (%q with %q) is of tokens that the vocabulary lacks", rank, m[0], m[1])
		}
		b.merges[[2]int32{left, right}] = merge{rank, joined}
		if rank >= maxTokens {
			return errTooMany
		}
	}
	return nil
}

// mergePair is "a b" or ["a", "b"].
type mergePair [2]string

func (m *mergePair) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		left, right, ok := strings.Cut(text, " ")
		if !ok || strings.Contains(right, " ") {
			return fmt.Errorf("the merge %q is not a pair", text)
		}
		*m = mergePair{left, right}
		return nil
	}
	var pair []string
	if err := json.Unmarshal(data, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return errors.New("a merge is not a pair")
	}
	*m = mergePair(pair)
	return nil
}

// part is a token of a word, in a list.
type part struct {
	id         int32 // -1: it has been joined with the one before
	prev, next int32
}

func (b *bpe) tokens(dst []int32, word string) []int32 {
	if b.whole {
		if id, ok := b.pieces.get(word); ok {
			return append(dst, id)
		}
	}
	parts := b.characters(word)
	for i := range parts {
		parts[i].prev, parts[i].next = int32(i-1), int32(i+1)
	}
	if len(parts) > 0 {
		parts[len(parts)-1].next = -1
	}
	var queue pairs
	offer := func(left int32) {
		if left < 0 || parts[left].next < 0 {
			return
		}
		if m, ok := b.merges[[2]int32{parts[left].id, parts[parts[left].next].id}]; ok {
			queue.push(pair{m, left})
		}
	}
	for i := range parts {
		offer(int32(i))
	}
	for len(queue) > 0 {
		p := queue.pop()
		left := &parts[p.at]
		if left.id < 0 || left.next < 0 {
			continue
		}
		right := &parts[left.next]
		if m, ok := b.merges[[2]int32{left.id, right.id}]; !ok || m.id != p.id {
			continue // one of both has been joined meanwhile
		}
		left.id, right.id = p.id, -1
		if left.next = right.next; left.next >= 0 {
			parts[left.next].prev = p.at
		}
		offer(left.prev)
		offer(p.at)
	}
	for _, p := range parts {
		if p.id >= 0 {
			dst = append(dst, p.id)
		}
	}
	return dst
}

// characters are the tokens of the characters of a word.
func (b *bpe) characters(word string) []part {
	parts := make([]part, 0, len(word))
	unknown := false // the last part is an unknown character, or several
	for at := 0; at < len(word); {
		_, n := utf8.DecodeRuneInString(word[at:])
		text := word[at : at+n]
		if at > 0 {
			text = b.prefix + text
		}
		if at += n; at == len(word) {
			text += b.suffix
		}
		if id, ok := b.pieces.get(text); ok {
			parts, unknown = append(parts, part{id: id}), false
			continue
		}
		if spelled, ok := b.spell(parts, text); ok {
			parts, unknown = spelled, false
			continue
		}
		if b.unknown >= 0 && !(b.fuse && unknown) {
			parts, unknown = append(parts, part{id: b.unknown}), true
		}
	}
	return parts
}

// spell appends the tokens of the bytes of a character, when there are such.
func (b *bpe) spell(parts []part, text string) ([]part, bool) {
	if !b.bytes {
		return nil, false
	}
	for i := 0; i < len(text); i++ {
		id, ok := b.pieces.get(fmt.Sprintf("<0x%02X>", text[i]))
		if !ok {
			return nil, false
		}
		parts = append(parts, part{id: id})
	}
	return parts, true
}

// pair is a merge that may be made, of the part at a place with the one behind.
type pair struct {
	merge
	at int32
}

// pairs is a heap: the first merge of the list first, of equal ones the leftmost.
type pairs []pair

func (h pairs) before(i, j int) bool {
	return cmp.Or(cmp.Compare(h[i].rank, h[j].rank), cmp.Compare(h[i].at, h[j].at)) < 0
}

func (h *pairs) push(p pair) {
	*h = append(*h, p)
	for i := len(*h) - 1; i > 0; {
		up := (i - 1) / 2
		if !h.before(i, up) {
			break
		}
		(*h)[i], (*h)[up] = (*h)[up], (*h)[i]
		i = up
	}
}

func (h *pairs) pop() pair {
	top, last := (*h)[0], len(*h)-1
	(*h)[0] = (*h)[last]
	*h = (*h)[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			return top
		}
		if child+1 < last && h.before(child+1, child) {
			child++
		}
		if !h.before(child, i) {
			return top
		}
		(*h)[i], (*h)[child] = (*h)[child], (*h)[i]
		i = child
	}
}
