package index

import "testing"

// FuzzWordTable reads any bytes as the part of a file in a table of words.
func FuzzWordTable(f *testing.F) {
	f.Add([]byte{1, 3, 1, 1, 7, 0, 0, 0, 0, 9, 1, 2, 0, 1}, uint32(7))
	f.Fuzz(func(t *testing.T, data []byte, hash uint32) {
		w, ok := readWords(data)
		if !ok {
			return
		}
		if w.entries > len(data) || w.words > len(data) {
			t.Errorf("%d entries, %d words of %d bytes", w.entries, w.words, len(data))
		}
		n := 0
		for list, at, ok := w.find(hash), 0, true; ok; n++ {
			at, _, ok = list.next(at)
		}
		if n > len(data)+1 {
			t.Errorf("%d uses in %d bytes", n, len(data))
		}
	})
}
