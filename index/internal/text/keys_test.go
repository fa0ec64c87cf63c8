package text

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// keysOf has the sorted keys of documents. Below removes the keys that it calls yield with.
type keysOf [][]uint32

func (k keysOf) Docs() uint32 { return uint32(len(k)) }

func (k keysOf) Len() (n int) {
	for _, keys := range k {
		n += len(keys)
	}
	return n
}

func (k keysOf) Below(doc, limit uint32, yield func(key uint32)) {
	for len(k[doc]) > 0 && k[doc][0] < limit {
		yield(k[doc][0])
		k[doc] = k[doc][1:]
	}
}

// randomKeys returns the keys of docs documents. The low keys are in most documents, and
// some are in a document twice.
func randomKeys(r *rand.Rand, docs int) keysOf {
	out := make(keysOf, docs)
	for i := range out {
		for range r.IntN(60) {
			key := uint32(r.IntN(1 + r.IntN(400)))
			if key%3 == 0 {
				key = 1<<KeyBits - 1 - key
			}
			out[i] = append(out[i], key)
		}
		slices.Sort(out[i])
	}
	return out
}

// TestWriteKeys holds that a segment of keys does not depend on how many are held at a time,
// and that Any finds the documents of several keys.
func TestWriteKeys(t *testing.T) {
	for _, docs := range []int{0, 1, 30, 3000} {
		t.Run(fmt.Sprint(docs), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(docs), 5))
			keys := randomKeys(r, docs)
			b := NewBuilder(1<<30, nil)
			for _, k := range keys {
				var list []Trigram
				for _, key := range slices.Compact(slices.Clone(k)) {
					list = append(list, Trigram(key))
				}
				if err := b.Add(list); err != nil {
					t.Fatal(err)
				}
			}
			var want bytes.Buffer
			if err := b.Finish(&want); err != nil {
				t.Fatal(err)
			}
			for _, most := range []int{1 << 20, 1000, 77} {
				var got bytes.Buffer
				if err := writeKeys(&got, slices.Clone(keys), most); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(got.Bytes(), want.Bytes()) {
					t.Errorf("with %d keys at a time it is another segment", most)
				}
			}
			s, err := Open(want.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			for range 200 {
				ask := make([]uint32, r.IntN(5))
				for i := range ask {
					ask[i] = uint32(r.IntN(450))
				}
				found, err := s.Any(ask)
				if err != nil {
					t.Fatal(err)
				}
				for doc, k := range keys {
					want := slices.ContainsFunc(ask, func(a uint32) bool { return slices.Contains(k, a) })
					if got := found.Has(uint32(doc)); got != want && !found.All() {
						t.Fatalf("%v: document %d: %v, want %v", ask, doc, got, want)
					}
				}
			}
		})
	}
}

// TestDirectoryChanges holds that a segment whose directory changes after it was opened, as
// mapped memory may, returns errors or wrong documents and never panics.
func TestDirectoryChanges(t *testing.T) {
	var data bytes.Buffer
	if err := WriteKeys(&data, randomKeys(rand.New(rand.NewPCG(2, 2)), 400)); err != nil {
		t.Fatal(err)
	}
	s, err := Open(data.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for i := range s.directory {
		for bit := range 8 {
			s.directory[i] ^= 1 << bit
			if s.Verify() != nil {
				failed++
			}
			for key := range uint32(400) {
				if _, err := s.find(Trigram(key)); err != nil && !errors.Is(err, ErrCorrupt) {
					t.Fatal(err)
				}
			}
			s.directory[i] ^= 1 << bit
		}
	}
	if failed == 0 {
		t.Error("no change of the directory is found")
	}
}
