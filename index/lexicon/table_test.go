package lexicon

import (
	"slices"
	"testing"
)

// FuzzTable reads tables of any bytes: what they say is found or not, and nothing fails.
func FuzzTable(f *testing.F) {
	good, err := EncodeEnglish(map[string][]Link{"cancel": {{"annul", Synonym}}, "annul": nil, "order": {{"cancel", Antonym}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good, "cancel")
	f.Add(good[:len(good)/2], "order")
	f.Add([]byte{}, "")
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 1, 2, 3}, "x")
	damaged := slices.Clone(good)
	for i := range damaged {
		damaged[i] ^= byte(i)
	}
	f.Add(damaged, "annul")
	f.Fuzz(func(t *testing.T, data []byte, word string) {
		table, err := read(data)
		if err != nil {
			return
		}
		if value, number, ok := table.find(word); ok {
			if key, again := table.at(number); key != word || string(again) != string(value) {
				t.Errorf("%q is at %d, where %q is", word, number, key)
			}
		}
		table.begins(word)
		table.word(uint64(len(word)))
	})
}
