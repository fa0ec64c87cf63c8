package ts

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// waiting is how many times its limit work may last that hardly gets a processor, or
// waits for something.
const waiting = 20

// timed is done when its time is spent.
type timed struct {
	context.Context
	spent atomic.Bool
}

func (t *timed) Err() error {
	err := t.Context.Err()
	if err != nil && t.spent.Load() {
		return context.DeadlineExceeded
	}
	return err
}

// WithTime bounds what the calling goroutine does with the context: when it has used the
// processor for limit (> 0), its own time and not that of the clock, the context is done
// and its error is DeadlineExceeded. So what a limit allows depends on the work, and not
// on what else the machine does; only after 20 times the limit the clock counts. Where
// the system does not tell the time of a thread the clock counts at once.
//
// The goroutine stays on its thread until it calls cancel, which it must.
func WithTime(ctx context.Context, limit time.Duration) (_ context.Context, cancel context.CancelFunc) {
	inner, end := context.WithCancel(ctx)
	t := &timed{Context: inner}
	runtime.LockOSThread()
	used, began := threadTime(), time.Now()
	start := used()
	var mu sync.Mutex
	var timer *time.Timer
	mu.Lock()
	defer mu.Unlock()
	timer = time.AfterFunc(limit, func() {
		mu.Lock()
		defer mu.Unlock()
		if timer == nil {
			return
		}
		left := limit - (used() - start)
		if left <= 0 || time.Since(began) >= waiting*limit {
			t.spent.Store(true)
			end()
			return
		}
		timer.Reset(left)
	})
	return t, func() {
		mu.Lock()
		defer mu.Unlock()
		if timer != nil {
			timer.Stop()
			timer = nil // the thread may be gone
			end()
			runtime.UnlockOSThread()
		}
	}
}
