package forest

import (
	"math/rand/v2"
	"testing"
)

// Numbers are those that a map would have, whichever hashes there are.
func TestNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	table := newNumbers()
	for round := range 200 {
		if round > 0 {
			table.reset()
		}
		known := map[uint32]int{}
		for range r.IntN(400 << (round % 3)) {
			hash := r.Uint32N(1<<hashBits) >> r.IntN(hashBits) << r.IntN(8)
			want, ok := known[hash]
			if !ok {
				want = len(known)
				known[hash] = want
			}
			if got := table.of(hash); got != want {
				t.Fatalf("round %d: hash %x has number %d, not %d", round, hash, got, want)
			}
		}
	}
}
