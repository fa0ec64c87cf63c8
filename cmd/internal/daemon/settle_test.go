package daemon

import (
	"context"
	"runtime"
	"runtime/debug"
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
	p.Settle(0)
	if n := spare(); n > spareMost {
		t.Errorf("%d bytes are spare after the first time", n)
	}
	waste()
	now = now.Add(settleEvery - 1)
	if p.Settle(0); spare() <= spareMost {
		t.Error("memory is given back again before its time")
	}
	now = now.Add(1)
	if p.Settle(0); spare() > spareMost {
		t.Error("memory is not given back again")
	}
}

// TestLull: when half of what may be allocated is, it is collected as soon as nobody has
// waited for an answer for a while, and not before.
func TestLull(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(500))
	var m runtime.MemStats
	forced := func() uint32 {
		runtime.ReadMemStats(&m)
		return m.NumForcedGC
	}
	now, asked := time.Unix(1e9, 0), make(chan time.Duration)
	passed := make(chan time.Time)
	l := newLull()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		l.collect(ctx, Clock{Now: func() time.Time { return now }, After: func(d time.Duration) <-chan time.Time {
			asked <- d
			return passed
		}})
	}()
	defer func() { cancel(); <-ended }()
	// wait lets a lull begin and pass as far as collect waits for it.
	wait := func() {
		t.Helper()
		l.begin(now)
		if d := <-asked; d != breath {
			t.Fatalf("waits for %v", d)
		}
		now = now.Add(breath)
	}
	var kept [][]byte
	waste := func() {
		for !halfway() {
			kept = append(kept[:0], make([]byte, 1<<20))
		}
	}
	runtime.GC()
	before := forced()
	if wait(); halfway() {
		t.Fatal("it is time to collect, right after that")
	}
	passed <- now
	wait() // so that the one before has been looked at
	if n := forced(); n != before {
		t.Errorf("%d collections without garbage", n-before)
	}
	waste()
	l.end(now)
	passed <- now
	wait()
	if n := forced(); n != before {
		t.Errorf("%d collections while somebody waits", n-before)
	}
	passed <- now
	for forced() == before {
		runtime.Gosched()
	}
}
