package index

import (
	"encoding/binary"
	"io"
	"sync"

	"codeintel/index/internal/text"
)

// wordIndex finds the files of a stored snapshot that may have a word. It is a segment of
// the text index whose keys are the upper bits of the words' hashes: its long lists are
// roaring bitmaps, which are used where they are mapped. The whole hash is looked up in the
// files that it proposes. Where the index is damaged, or the snapshot is not stored, a
// question goes through all files.
type wordIndex struct {
	data    []byte
	entries []byte // the number of entries of each file (uint32 each)
	read    noted
	open    func() *text.Segment // returns nil where the bytes are no segment of docs files
}

// newWordIndex returns the word index of docs files; nil where entries has another length.
func newWordIndex(data, entries []byte, docs int, read noted) *wordIndex {
	if len(entries) != 4*docs {
		return nil
	}
	return &wordIndex{data, entries, read, sync.OnceValue(func() *text.Segment {
		s, err := text.Open(data)
		if err != nil || int(s.Docs()) != docs {
			return nil
		}
		return s.Noting(read.note)
	})}
}

// wordKey returns the key of a word's hash.
func wordKey(hash uint32) uint32 { return hash >> (32 - text.KeyBits) }

// encodeIndex writes the segment of the words of docs files, and returns its size in bytes
// and the number of entries of each file (uint32 each).
func (t *wordTable) encodeIndex(w io.Writer, docs int) (size int, entries []byte, err error) {
	keys := wordKeys{left: make([][]byte, docs)}
	entries = make([]byte, 0, 4*docs)
	for doc := range keys.left {
		n := 0
		if part, ok := readWords(t.of(int32(doc))); ok {
			n, keys.left[doc] = part.entries, part.hashes
			keys.words += part.words
		}
		entries = binary.LittleEndian.AppendUint32(entries, uint32(n))
	}
	out := &countingWriter{w: w}
	err = text.WriteKeys(out, &keys)
	return out.n, entries, err
}

// countingWriter counts the bytes written to w.
type countingWriter struct {
	w io.Writer
	n int
}

func (c *countingWriter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += n
	return n, err
}

// wordKeys provides the keys of the words of files; it implements text.Keys.
type wordKeys struct {
	left  [][]byte // the hashes of each file for which Below has not called yield
	words int
}

func (k *wordKeys) Docs() uint32 { return uint32(len(k.left)) }
func (k *wordKeys) Len() int     { return k.words }

func (k *wordKeys) Below(doc, limit uint32, yield func(key uint32)) {
	left := k.left[doc]
	for ; len(left) > 0; left = left[4:] {
		key := wordKey(binary.LittleEndian.Uint32(left))
		if key >= limit {
			break
		}
		yield(key)
	}
	k.left[doc] = left
}

// mayHave is the set of the files that may have at least one of some words.
type mayHave struct {
	s     *Snapshot  // the one with the index
	layer *layer     // over s; nil for none
	docs  *text.Docs // of s; nil for all
}

// mayHave returns the set of the files that may have at least one of words.
func (s *Snapshot) mayHave(words []queryWord) mayHave {
	m := mayHave{s: s, layer: s.layer}
	if m.layer != nil {
		m.s = m.layer.base
	}
	x := m.s.wordIndex
	if x == nil {
		return m
	}
	segment := x.open()
	if segment == nil {
		return m
	}
	keys := make([]uint32, len(words))
	for i := range words {
		keys[i] = wordKey(words[i].hash)
	}
	docs, err := segment.Any(keys)
	if err != nil || docs.All() {
		return m
	}
	x.read.note(x.entries)
	m.docs = &docs
	return m
}

// without reports whether a file is known to have none of the words, and returns the number
// of its entries if so.
func (m *mayHave) without(doc int32) (entries int, known bool) {
	if m.docs == nil {
		return 0, false
	}
	if l := m.layer; l != nil {
		if l.names[doc] != nil {
			return 0, false
		}
		if doc = l.thereOf(doc); doc == none {
			return 0, true
		}
	}
	if m.docs.Has(uint32(doc)) {
		return 0, false
	}
	return int(binary.LittleEndian.Uint32(m.s.wordIndex.entries[4*doc:])), true
}
