package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{
		{0, 200}, {1 << 20, 200}, {32 << 20, 200}, {48 << 20, 100}, {60 << 20, 60}, {64 << 20, 50}, {4 << 30, 50},
	} {
		if got := growth(c.live); got != c.want {
			t.Errorf("with %d MiB in use the heap may grow by %d %%, not %d", c.live>>20, got, c.want)
		}
	}
}

// The growth follows the heap, and is as it was when that has ended.
func TestRoomy(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(tight))
	p := &pace{percent: tight}
	p.await()
	percent := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.percent
	}
	for percent() != roomyMost { // after one of the next collections
		runtime.GC()
	}
	large := make([]byte, roomyBytes)
	for percent() != tight {
		runtime.GC()
	}
	runtime.KeepAlive(large)
	for percent() != roomyMost {
		runtime.GC()
	}
	p.end()
	if got := debug.SetGCPercent(tight); got != tight {
		t.Errorf("then the heap grows by %d %%", got)
	}
	if p.adjust() {
		t.Error("it is set again after the end")
	}
}
