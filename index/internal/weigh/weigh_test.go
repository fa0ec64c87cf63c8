package weigh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Both ways to calculate have the same sums.
func TestAdd(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for _, dim := range []int{32, 64, 256} {
		table := make([]byte, 10*dim)
		for i := range table {
			table[i] = byte(r.Uint32())
		}
		for n := range 20 {
			which, weights := make([]uint32, n), make([]uint32, n)
			for i := range which {
				which[i], weights[i] = r.Uint32N(10), r.Uint32N(1<<19)>>r.IntN(20)
			}
			sums, want := make([]uint32, dim), make([]uint32, dim)
			for i := range sums {
				sums[i], want[i] = uint32(i), uint32(i)
				for k, w := range which {
					want[i] += weights[k] * uint32(table[int(w)*dim+i])
				}
			}
			again := slices.Clone(sums)
			Add(sums, table, which, weights)
			portable(again, table, which, weights)
			if !slices.Equal(sums, want) || !slices.Equal(again, want) {
				t.Fatalf("%d rows of %d: %v and %v, not %v", n, dim, sums, again, want)
			}
		}
	}
}

func TestAddBeyond(t *testing.T) {
	for _, which := range [][]uint32{{10}, {0, math.MaxUint32}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v: rows are read that are not there", which)
				}
			}()
			Add(make([]uint32, 32), make([]byte, 320), which, make([]uint32, len(which)))
		}()
	}
}
