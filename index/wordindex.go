package index

import (
	"encoding/binary"
	"io"
	"sync"

	"codeintel/index/internal/text"
)

// wordIndex finds the files of a stored snapshot that may have a word. It is a segment of
// the text index whose keys are the upper bits of the words' hashes, so that its lists are
// roaring bitmaps where they are long, and used where they are mapped. A file that it
// proposes is asked for the whole hash. Questions that find it damaged go through all
// files, as those of a snapshot that is not stored do.
type wordIndex struct {
	data    []byte
	entries []byte // the number of entries of each file (uint32 each)
	read    noted
	open    func() *text.Segment // nil where the bytes are no segment of so many files
}

// newWordIndex returns the index of so many files; nil where the bytes can't be that.
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

// encodeIndex writes the segment of the words of so many files, and returns its size and
// the number of entries of each file.
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

// countingWriter counts the bytes that are written.
type countingWriter struct {
	w io.Writer
	n int
}

func (c *countingWriter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += n
	return n, err
}

// wordKeys are the keys of the words of files.
type wordKeys struct {
	left  [][]byte // the hashes of each file that were not asked for yet
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

// mayHave are the files that may have one of some words.
type mayHave struct {
	s     *Snapshot  // that has the index
	layer *layer     // over s; nil for none
	docs  *text.Docs // of s; nil where it is not known
}

// mayHave returns the files that may have one of some words.
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

// without returns how many entries a file has, and whether it is known to have none of the
// words.
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
