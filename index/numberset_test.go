package index

import (
	"math/rand/v2"
	"slices"
	"testing"

	"codeintel/index/lang"
)

func TestNumberSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, limit := range []int{0, 1, 63, 64, 65, 1000} {
		for _, share := range []float64{0, 0.1, 0.9, 1} {
			var want []uint32
			for n := range limit {
				if r.Float64() < share {
					want = append(want, uint32(n))
				}
			}
			set, rest := cutNumberSet(append(newNumberSet(want, limit), 1, 2, 3))
			s := numberReader{numberSet: set}
			if len(rest) != 3 || s.len() != len(want) {
				t.Fatalf("%d of %d: %d bytes follow, %d numbers", len(want), limit, len(rest), s.len())
			}
			var got []uint32
			s.each(func(rank int, number uint32) {
				if at, ok := s.rank(number); !ok || at != rank || s.number(rank) != number {
					t.Errorf("%d of %d: number %d has the rank %d, %v, and rank %d the number %d", len(want), limit, number, at, ok, rank, s.number(rank))
				}
				got = append(got, number)
			})
			if !slices.Equal(got, want) {
				t.Errorf("%d of %d: %v", len(want), limit, got)
			}
			for first := range uint32(limit + 2) {
				end := first + r.Uint32N(130)
				var inside []uint32
				s.within(first, end, func(n uint32) { inside = append(inside, n) })
				if only := slices.DeleteFunc(slices.Clone(want), func(n uint32) bool { return n < first || n >= end }); !slices.Equal(inside, only) {
					t.Errorf("%d of %d: from %d to %d are %v, want %v", len(want), limit, first, end, inside, only)
				}
			}
			for n := range uint32(limit + 100) {
				if _, ok := s.rank(n); ok != slices.Contains(want, n) {
					t.Errorf("%d of %d: that %d is there is %v", len(want), limit, n, ok)
				}
			}
		}
	}
}

// Contents are kept as long as there is room, and those that are used longest.
func TestRecentContents(t *testing.T) {
	content := func(names int) *Content { return &Content{Facts: &lang.Facts{Names: make([]string, names)}} }
	size := content(100).Facts.Size()
	r := keeper[Content]{room: 10 * size}
	keep := func(names int) *kept[Content] { c := content(names); return r.keep(c, c.Facts.Size()) }
	often := keep(100)
	for i := range 100 {
		k := keep(100)
		if k.content == nil || r.size > r.room {
			t.Fatalf("after %d: %v, %d bytes of %d", i, k.content, r.size, r.room)
		}
		if often.used.Store(true); often.content == nil {
			t.Fatalf("after %d one that is used is gone", i)
		}
	}
	if k := keep(100_000); k.content != nil || often.content == nil {
		t.Error("one that is larger than all the room was kept")
	}
	if len(r.list) > 11 {
		t.Errorf("there are places for %d", len(r.list))
	}
	held := int64(0)
	for _, k := range r.list {
		if k != nil {
			held += k.size
		}
	}
	if held != r.size {
		t.Errorf("%d bytes are held, and %d counted", held, r.size)
	}
}
