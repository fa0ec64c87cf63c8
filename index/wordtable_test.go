package index

import (
	"bytes"
	"testing"

	"codeintel/index/internal/text"
)

// FuzzWordTable reads any bytes as the part of a file in a table of words.
func FuzzWordTable(f *testing.F) {
	f.Add([]byte{1, 3, 1, 1, 7, 0, 0, 0, 0, 9, 1, 0, 3}, uint32(7))
	f.Fuzz(func(t *testing.T, data []byte, hash uint32) {
		w, ok := readWords(data)
		if !ok {
			return
		}
		if w.entries > len(data) || w.words > len(data) {
			t.Errorf("%d entries, %d words of %d bytes", w.entries, w.words, len(data))
		}
		list, last := w.find(hash), -1
		for {
			entry, _, ok := list.take()
			if !ok {
				break
			}
			if entry <= last || entry >= w.entries {
				t.Fatalf("entry %d of %d behind %d", entry, w.entries, last)
			}
			last = entry
		}
	})
}

// FuzzWordIndex reads any bytes as an index of words: it proposes some files, or nothing
// is known.
func FuzzWordIndex(f *testing.F) {
	keys := wordKeys{left: [][]byte{{0, 0, 0, 7}, nil, {0, 0, 0, 7, 1, 2, 3, 9}}, words: 3}
	var data bytes.Buffer
	if err := text.WriteKeys(&data, &keys); err != nil {
		f.Fatal(err)
	}
	f.Add(data.Bytes(), make([]byte, 12), uint32(7<<24))
	f.Add(data.Bytes()[:data.Len()-1], make([]byte, 12), uint32(7<<24))
	f.Add([]byte{}, []byte{}, uint32(0))
	f.Fuzz(func(t *testing.T, data, entries []byte, hash uint32) {
		docs := len(entries) / 4
		s := &Snapshot{wordIndex: newWordIndex(data, entries, docs, noted{})}
		may := s.mayHave([]queryWord{{hash: hash}})
		for doc := range docs {
			may.without(int32(doc))
		}
	})
}
