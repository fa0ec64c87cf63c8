package daemon

import (
	"runtime"
	"testing"
	"time"
)

// TestSettle: what nobody uses any more is given back, and not looked for all the time.
func TestSettle(t *testing.T) {
	now := time.Unix(1e9, 0)
	p := NewPool(PoolOptions{Clock: Clock{Now: func() time.Time { return now }}})
	defer p.Close()
	waste := func() {
		b := make([]byte, 4*spareMost)
		for i := range b {
			b[i] = byte(i)
		}
		runtime.GC()
	}
	waste()
	if n := spare(); n <= spareMost {
		t.Fatalf("%d bytes are spare", n)
	}
	p.Settle()
	if n := spare(); n > spareMost {
		t.Errorf("%d bytes are spare after the first time", n)
	}
	waste()
	now = now.Add(settleEvery - 1)
	if p.Settle(); spare() <= spareMost {
		t.Error("memory is given back again before its time")
	}
	now = now.Add(1)
	if p.Settle(); spare() > spareMost {
		t.Error("memory is not given back again")
	}
}
