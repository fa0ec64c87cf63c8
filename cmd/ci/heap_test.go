package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		live, room uint64 // MiB
		want       int
	}{
		{0, 80, 200}, {1, 80, 200}, {26, 80, 200}, {40, 80, 100}, {50, 80, 60}, {64, 80, 50}, {4 << 10, 80, 50},
		{0, 192, 200}, {64, 192, 200}, {96, 192, 100}, {128, 192, 50}, {4 << 10, 192, 50},
	} {
		if got := growth(c.live<<20, c.room<<20); got != c.want {
			t.Errorf("with %d MiB in use of %d the heap may grow by %d %%, not %d", c.live, c.room, got, c.want)
		}
	}
}

// The growth follows the heap, and is as it was when that has ended.
func TestRoomy(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(tight))
	p := &pace{percent: tight, room: roomyLeast}
	p.await()
	percent := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.percent
	}
	for percent() != most { // after one of the next collections
		runtime.GC()
	}
	large := make([]byte, roomyLeast)
	for percent() != tight {
		runtime.GC()
	}
	p.expect(roomyLeast / 2)
	if got := percent(); got <= tight {
		t.Errorf("where much will be read the heap grows by %d %%", got)
	}
	p.expect(1)
	runtime.KeepAlive(large)
	for percent() != most {
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
