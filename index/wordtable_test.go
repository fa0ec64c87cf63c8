package index

import "testing"

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
