package budget

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
)

func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		live, room uint64 // MiB
		want       int
	}{
		{0, 80, 1000}, {1, 80, 1000}, {10, 80, 700}, {40, 80, 100}, {50, 80, 60}, {64, 80, 50}, {4 << 10, 80, 50},
		{0, 352, 1000}, {32, 352, 1000}, {176, 352, 100}, {256, 352, 50}, {4 << 10, 352, 50},
	} {
		if got := growth(c.live<<20, c.room<<20); got != c.want {
			t.Errorf("with %d MiB in use of %d the heap may grow by %d %%, not %d", c.live, c.room, got, c.want)
		}
	}
}

// All memory may be somewhat more than the heap that is wanted.
func TestBound(t *testing.T) {
	for _, c := range []struct {
		live, room uint64 // MiB
		want       int64
	}{
		{0, 80, 122}, {53, 80, 122}, {64, 80, 140}, {0, 352, 428}, {352, 352, 626},
	} {
		if got := bound(c.live<<20, c.room<<20); got != c.want<<20 {
			t.Errorf("with %d MiB in use of %d all memory may be %d bytes, not %d MiB", c.live, c.room, got, c.want)
		}
	}
}

// Of a repository of a gigabyte more may be in use than of a smaller one.
func TestRoomFor(t *testing.T) {
	for size, want := range map[int64]uint64{0: 80, 10: 80, 90: 360, 200: 440, 600: 450, 1000: 750, 5000: 880} {
		if got := roomFor(size << 20); got != want<<20 {
			t.Errorf("of %d MiB of source %d bytes may be in use, not %d MiB", size, got, want)
		}
	}
}

// The growth follows the heap, and is as it was when that has ended.
func TestRoomy(t *testing.T) {
	limit := func() int64 { return debug.SetMemoryLimit(-1) }
	defer debug.SetMemoryLimit(limit())
	defer debug.SetGCPercent(debug.SetGCPercent(Tight))
	p := &Pace{percent: Tight, room: roomyLeast, limit: math.MaxInt64}
	p.await()
	percent := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.percent
	}
	for percent() != maxGrowth { // after one of the next collections
		runtime.GC()
	}
	small := limit()
	if small > 2*roomyLeast {
		t.Errorf("where little is in use, %d bytes may be in all", small)
	}
	large := make([]byte, roomyLeast)
	for percent() != Tight {
		runtime.GC()
	}
	if got := limit(); got <= small {
		t.Errorf("where more is in use, no more than %d bytes may be", got)
	}
	p.Expect(roomyLeast / 2)
	if got := percent(); got <= Tight {
		t.Errorf("where much will be read the heap grows by %d %%", got)
	}
	p.Expect(1)
	runtime.KeepAlive(large)
	for percent() != maxGrowth {
		runtime.GC()
	}
	p.Expect(1 << 40)
	early := limit()
	if p.Late(); limit() >= early {
		t.Errorf("late %d bytes may be in use, early %d", limit(), early)
	}
	p.Expect(1)
	early = limit()
	if p.Late(); limit() != early {
		t.Errorf("late %d bytes may be in use where little was read, early %d", limit(), early)
	}
	if p.Allow(10 << 20); limit() != 10<<20 {
		t.Errorf("%d bytes may be in use where 10 MiB are allowed", limit())
	}
	p.Allow(1 << 40)
	p.End()
	if got := debug.SetGCPercent(Tight); got != Tight {
		t.Errorf("then the heap grows by %d %%", got)
	}
	if got := limit(); got != 1<<40 {
		t.Errorf("then %d bytes may be in use", got)
	}
	if p.adjust() {
		t.Error("it is set again after the end")
	}
	if p.Allow(1 << 41); limit() != 1<<41 {
		t.Error("after the end nothing else is allowed")
	}
}

// A process that serves leaves the memory's limit to others.
func TestServed(t *testing.T) {
	limit := debug.SetMemoryLimit(-1)
	defer debug.SetGCPercent(debug.SetGCPercent(Tight))
	percent := func() int {
		p := debug.SetGCPercent(Tight)
		debug.SetGCPercent(p)
		return p
	}
	p := Served()
	for percent() != maxGrowth { // after one of the next collections
		runtime.GC()
	}
	large := make([]byte, roomyServed)
	for percent() != Tight {
		runtime.GC()
	}
	runtime.KeepAlive(large)
	for percent() != maxGrowth {
		runtime.GC()
	}
	if p.End(); percent() != Tight {
		t.Errorf("at the end the heap grows by %d %%", percent())
	}
	if got := debug.SetMemoryLimit(-1); got != limit {
		t.Errorf("the memory's limit is %d, and was %d", got, limit)
	}
}
