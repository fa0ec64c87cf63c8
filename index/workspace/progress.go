package workspace

import (
	"sync"
	"time"
)

// progressEvery is the least time between two calls of Options.Progress within
// a phase.
const progressEvery = 50 * time.Millisecond

// progress hands on how far a run is. Its methods are safe for concurrent use.
type progress struct {
	tell func(phase string, done, total int)
	mu   sync.Mutex
	last time.Time
}

func newProgress(tell func(string, int, int)) *progress { return &progress{tell: tell} }

// phaseProgress is the progress of one phase.
type phaseProgress struct {
	p     *progress
	name  string
	total int
	done  int // the most told so far
}

func (p *progress) phase(name string, total int) *phaseProgress {
	return &phaseProgress{p: p, name: name, total: total}
}

// at says that done units are done.
func (q *phaseProgress) at(done int) {
	if q.p.tell == nil || !q.p.mu.TryLock() {
		return // another goroutine is telling; the next call catches up
	}
	defer q.p.mu.Unlock()
	if now := time.Now(); done > q.done && now.Sub(q.p.last) >= progressEvery {
		q.p.last, q.done = now, done
		q.p.tell(q.name, done, q.total)
	}
}

// end says that the phase is over, with what it came to.
func (q *phaseProgress) end(done int) {
	if q.p.tell == nil {
		return
	}
	q.p.mu.Lock()
	defer q.p.mu.Unlock()
	q.p.tell(q.name, done, max(q.total, done))
}
