package index

import (
	"sync/atomic"
	"testing"
)

func TestParallel(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		called := make([]atomic.Int32, n)
		parallel(n, func(i int) { called[i].Add(1) })
		for i := range called {
			if got := called[i].Load(); got != 1 {
				t.Errorf("of %d, %d is worked on %d times", n, i, got)
			}
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("nothing is told of a panic")
		}
	}()
	parallel(1000, func(int) { panic("as a damaged file may") })
}
