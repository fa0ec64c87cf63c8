package radix

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var room []uint64
	for _, n := range []int{0, 1, 2, few, few + 1, 1000, 70_000} {
		for _, mask := range []uint64{0, 1, 0xff00, 1<<32 - 1, 0xffff0000ffff0000, 1<<64 - 1} {
			list := make([]uint64, n)
			for i := range list {
				list[i] = r.Uint64() & mask
			}
			want := slices.Sorted(slices.Values(list))
			if room = Sort(list, room); !slices.Equal(list, want) {
				t.Errorf("%d numbers of the bits %#x are not sorted", n, mask)
			}
		}
	}
}

// BenchmarkSort sorts what a file has of words: hashes with small numbers behind them.
func BenchmarkSort(b *testing.B) {
	for _, n := range []int{300, 3000, 30_000} {
		r := rand.New(rand.NewPCG(1, 2))
		list := make([]uint64, n)
		for i := range list {
			list[i] = uint64(r.IntN(n/4))*0x9e3779b97f4a7c15&^(1<<32-1) | uint64(i/20)<<8 | uint64(r.IntN(4))
		}
		work, room := make([]uint64, n), make([]uint64, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				copy(work, list)
				room = Sort(work, room)
			}
		})
		b.Run(fmt.Sprint(n, " slices.Sort"), func(b *testing.B) {
			for b.Loop() {
				copy(work, list)
				slices.Sort(work)
			}
		})
	}
}
