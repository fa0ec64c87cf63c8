package text

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// Lists come back as they were: dense and thin ones, in clusters, at the ends of what a
// number can be.
func TestGaps(t *testing.T) {
	const end = 1<<32 - 1 // no document has this number
	lists := [][]uint32{{}, {0}, {end - 1}, {0, end - 1}, {0, 1, 2, 3}, {7, 8, 9, 1 << 31}}
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, apart := range []uint32{1, 2, 5, 100, 1 << 20} {
		var scattered, clusters []uint32
		for at := uint32(0); len(scattered) < 500; at += 1 + rnd.Uint32N(2*apart) {
			scattered = append(scattered, at)
		}
		for at := uint32(0); len(clusters) < 500; at += 1 + rnd.Uint32N(20*apart) {
			for range 1 + rnd.IntN(30) {
				clusters = append(clusters, at)
				at++
			}
		}
		lists = append(lists, scattered, clusters)
	}
	for _, want := range lists {
		data := appendGaps(nil, want)
		limit := uint32(0)
		if n := len(want); n > 0 {
			limit = want[n-1] + 1
		}
		got, err := readGaps([]uint32{5}, data, uint32(len(want)), limit)
		if err != nil || !slices.Equal(got[1:], want) || got[0] != 5 {
			t.Fatalf("%v is read as %v (%v)", want, got, err)
		}
		if len(want) == 0 {
			continue
		}
		for name, bad := range map[string]func() ([]uint32, error){
			"one document more": func() ([]uint32, error) { return readGaps(nil, data, uint32(len(want))+9, limit) },
			"a lower limit":     func() ([]uint32, error) { return readGaps(nil, data, uint32(len(want)), limit-1) },
			"a byte more": func() ([]uint32, error) {
				return readGaps(nil, append(slices.Clone(data), 0), uint32(len(want)), limit)
			},
			"a byte less": func() ([]uint32, error) { return readGaps(nil, data[:len(data)-1], uint32(len(want)), limit) },
		} {
			if got, err := bad(); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%v with %s is read as %v", want, name, got)
			}
		}
	}
}

// FuzzGaps reads anything as a list: what comes ascends, and is below the limit.
func FuzzGaps(f *testing.F) {
	f.Add(appendGaps(nil, []uint32{3, 4, 5, 900}), uint32(4), uint32(1000))
	f.Add([]byte{31, 0, 0, 0, 0, 0, 0, 0, 0, 0xff}, uint32(1), uint32(1<<32-1))
	f.Fuzz(func(t *testing.T, data []byte, count, limit uint32) {
		docs, err := readGaps(nil, data, count, limit)
		if err != nil && !errors.Is(err, ErrCorrupt) {
			t.Fatal(err)
		}
		for i, d := range docs {
			if d >= limit || i > 0 && d <= docs[i-1] {
				t.Fatalf("%v below %d", docs, limit)
			}
		}
		if err != nil {
			return
		}
		if again, err := readGaps(nil, appendGaps(nil, docs), count, limit); err != nil || !slices.Equal(again, docs) {
			t.Fatalf("%v becomes %v (%v)", docs, again, err)
		}
	})
}
