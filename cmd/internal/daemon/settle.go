package daemon

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"codeintel/index/workspace"
)

// What the process may have of memory that nobody uses before it is given back, in
// bytes, and how long that is not done again. After forgetAfter without a question caches
// are released, too; the next question then costs as much as the first one to a new process.
const (
	spareMost   = 48 << 20
	settleEvery = 10 * time.Second
	forgetAfter = time.Minute
)

// Settle gives memory back that nobody uses: what the run-time system keeps for later,
// and what maps files. To be called from time to time, when nobody has asked anything for
// the time quiet; it costs a collection when there is much to give back, and does nothing
// else.
func (p *Pool) Settle(quiet time.Duration) {
	now := p.o.Clock.now()
	p.mu.Lock()
	if now.Sub(p.settled) < settleEvery {
		p.mu.Unlock()
		return
	}
	p.settled = now
	forget := quiet >= forgetAfter && now.Sub(p.forgot) > quiet
	if forget {
		p.forgot = now
	}
	var list []*workspace.Workspace
	for _, r := range p.list {
		select {
		case <-r.opened:
			if r.w != nil {
				list = append(list, r.w)
			}
		default:
		}
	}
	p.mu.Unlock()
	busy := false
	for _, w := range list {
		busy = busy || w.Progress().Phase != ""
		w.Rest()
		if forget {
			w.Forget()
		}
	}
	if !busy && (forget || spare() > spareMost) {
		debug.FreeOSMemory()
	}
}

// spare is how much memory of the heap nobody uses, in bytes: what is free, and what is
// known to be garbage since the last collection.
func spare() uint64 {
	m := []metrics.Sample{
		{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"},
	}
	metrics.Read(m)
	free := m[0].Value.Uint64() + m[1].Value.Uint64()
	if objects, live := m[2].Value.Uint64(), m[3].Value.Uint64(); objects > live {
		free += objects - live
	}
	return free
}

// lull is a time in which nobody waits for an answer.
type lull struct {
	since atomic.Int64  // in nanoseconds since 1970; 0 when there is none
	heard atomic.Int64  // when somebody asked, or was answered, last; in nanoseconds since 1970
	began chan struct{} // has room for one
}

func newLull() lull { return lull{began: make(chan struct{}, 1)} }

// begin is told that something was answered; l may be nil.
func (l *lull) begin(now time.Time) {
	if l == nil {
		return
	}
	l.since.Store(now.UnixNano())
	l.heard.Store(now.UnixNano())
	select {
	case l.began <- struct{}{}:
	default:
	}
}

// end is told that something was asked; l may be nil.
func (l *lull) end(now time.Time) {
	if l != nil {
		l.since.Store(0)
		l.heard.Store(now.UnixNano())
	}
}

// quiet is for how long nobody has asked, or been answered.
func (l *lull) quiet(now time.Time) time.Duration { return now.Sub(time.Unix(0, l.heard.Load())) }

// breath is how long a lull must be for a collection to begin. Who types leaves more
// between two keys.
const breath = 20 * time.Millisecond

// collect collects garbage in lulls, when half of the time to the next collection is
// over: else that falls on a key in an editor, which then takes several times as long.
func (l *lull) collect(ctx context.Context, clock Clock) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.began:
		}
		for since := l.since.Load(); since != 0; since = l.since.Load() {
			rest := breath - clock.now().Sub(time.Unix(0, since))
			if rest <= 0 {
				if halfway() {
					runtime.GC()
				}
				break
			}
			select {
			case <-ctx.Done():
				return
			case <-clock.after(rest):
			}
		}
	}
}

// halfway says whether half of what may be allocated between two collections is.
func halfway() bool {
	m := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}, {Name: "/gc/heap/goal:bytes"}}
	metrics.Read(m)
	objects, live, goal := m[0].Value.Uint64(), m[1].Value.Uint64(), m[2].Value.Uint64()
	return objects > live && goal > live && objects-live > (goal-live)/2
}
