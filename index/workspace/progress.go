package workspace

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// Progress is how far a run is.
type Progress struct {
	// Phase is what is being done; "" for nothing.
	Phase string
	// Done of Total units of it: chunks where Phase is PhaseEmbed, else files or what
	// there is of the phase. Total is 0 while it is not known.
	Done, Total int
	// Rate is how many units are done in a second, on average since the phase began; 0
	// while that is not known.
	Rate float64
}

// Left is how long the rest of the phase takes at its rate; 0 while that is not known.
func (p Progress) Left() time.Duration {
	if p.Rate <= 0 || p.Total <= p.Done {
		return 0
	}
	seconds := math.Ceil(float64(p.Total-p.Done) / p.Rate)
	return time.Duration(min(seconds, math.MaxInt32)) * time.Second
}

// Growing says whether what is made is for searches by meaning, which nothing else
// waits for.
func (p Progress) Growing() bool { return p.Phase == PhaseChunks || p.Phase == PhaseEmbed }

// String is the progress in words: "embed: 300 of 12000, 30/s, 6m30s left"; "" where
// nothing is done.
func (p Progress) String() string {
	switch {
	case p.Phase == "":
		return ""
	case p.Total == 0:
		return fmt.Sprintf("%s: %d", p.Phase, p.Done)
	}
	s := fmt.Sprintf("%s: %d of %d", p.Phase, p.Done, p.Total)
	if p.Rate > 0 {
		digits := 0
		if p.Rate < 10 {
			digits = 1
		}
		s += fmt.Sprintf(", %.*f/s", digits, p.Rate)
		if left := p.Left(); left > 0 {
			s += fmt.Sprintf(", %s left", left)
		}
	}
	return s
}

const (
	// progressEvery is the least time between two calls of Options.Progress within
	// a phase.
	progressEvery = 50 * time.Millisecond
	// rateAfter is how long a phase has to last before its rate is told.
	rateAfter = 500 * time.Millisecond
)

// progress hands on how far a run is. Its methods are safe for concurrent use.
type progress struct {
	tell func(Progress)
	mu   sync.Mutex
	last time.Time
}

func newProgress(tell func(Progress)) *progress { return &progress{tell: tell} }

// phaseProgress is the progress of one phase.
type phaseProgress struct {
	p     *progress
	name  string
	total int
	began time.Time
	done  int // the most told so far
	sum   atomic.Int64
}

func (p *progress) phase(name string, total int) *phaseProgress {
	return &phaseProgress{p: p, name: name, total: total, began: time.Now()}
}

// at says that done units are done.
func (q *phaseProgress) at(done int) {
	if q.p.tell == nil || !q.p.mu.TryLock() {
		return // another goroutine is telling; the next call catches up
	}
	defer q.p.mu.Unlock()
	if now := time.Now(); done > q.done && now.Sub(q.p.last) >= progressEvery {
		q.p.last, q.done = now, done
		q.p.tell(q.progress(now, done, q.total))
	}
}

// more says that n more units are done, for those that count so; the last of all are
// told whenever they come.
func (q *phaseProgress) more(n int) {
	if done := int(q.sum.Add(int64(n))); done == q.total {
		q.end(done)
	} else {
		q.at(done)
	}
}

// end says that the phase is over, with what it came to.
func (q *phaseProgress) end(done int) {
	if q.p.tell == nil {
		return
	}
	q.p.mu.Lock()
	defer q.p.mu.Unlock()
	q.p.tell(q.progress(time.Now(), done, max(q.total, done)))
}

func (q *phaseProgress) progress(now time.Time, done, total int) Progress {
	p := Progress{Phase: q.name, Done: done, Total: total}
	if spent := now.Sub(q.began); spent >= rateAfter {
		p.Rate = float64(done) / spent.Seconds()
	}
	return p
}
