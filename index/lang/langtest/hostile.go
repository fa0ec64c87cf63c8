package langtest

import (
	"strings"
	"testing"
	"time"
)

// patience is how long a hostile text may take: many times of what it does, and
// less than what grows with the square of its length.
const patience = 20 * time.Second

// refsPerUnit bounds the references of a repeated text: where more are found,
// something is read again and again.
const refsPerUnit = 4

// Repeated reads text that nests or breaks without end: before, and then one
// unit n times, as a file of that name. Neither stack nor time may run out, the
// facts are valid, and there are no more references than in proportion.
func (ls Languages) Repeated(t testing.TB, name, before string, n int, units ...string) {
	t.Helper()
	for _, unit := range units {
		src := []byte(before + strings.Repeat(unit, n))
		start := time.Now()
		f := ls.Facts(t, name, src)
		if d := time.Since(start); d > patience {
			t.Errorf("%s: %q and %d times %q take %v", name, before, n, unit, d)
		}
		if len(f.Refs) > refsPerUnit*n+len(before) {
			t.Errorf("%s: %q and %d times %q have %d references", name, before, n, unit, len(f.Refs))
		}
	}
}
