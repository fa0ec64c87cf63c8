package guard

import (
	"testing"
	"time"
)

// TestMomentSet holds when the clock counts as set: also by little, and not by a tick, by a
// process that had to wait while it read, nor by a clock that is corrected.
func TestMomentSet(t *testing.T) {
	t.Parallel()
	const ms = int64(time.Millisecond)
	at := func(disk, up, late int64) moment { return moment{disk * ms, up * ms, late * ms} }
	then := at(5_000_000, 1000, 1001)
	for _, c := range []struct {
		what string
		to   moment
		want bool
	}{
		{"as it was", at(5_002_000, 3000, 3001), false},
		{"a tick behind", at(5_001_992, 3000, 3001), false},
		{"waited for two seconds", at(5_004_000, 3000, 5001), false},
		{"corrected within an hour", at(5_000_000+3_600_000+2000, 3_601_000, 3_601_001), false},
		{"set back by 50 ms", at(5_001_950, 3000, 3001), true},
		{"set back by an hour", at(5_002_000-3_600_000, 3000, 3001), true},
		{"set forward", at(5_002_000+3_600_000, 3000, 3001), true},
		{"started anew", at(5_002_000, 10, 11), true},
		{"not known", at(5_002_000-3_600_000, 0, 0), false},
	} {
		if got := then.set(c.to); got != c.want {
			t.Errorf("%s: %t", c.what, got)
		}
	}
}
