package index

import (
	"context"
	"sync/atomic"
)

// question is one that a snapshot is asked.
type question struct {
	ctx     context.Context
	stopped atomic.Bool
}

// Within returns a snapshot that answers as s does, until ctx is done: queries that
// run then, and later ones, end soon, with a part of their answer. Stopped says
// whether that may be so. What is made for all questions is made whole.
func (s *Snapshot) Within(ctx context.Context) *Snapshot {
	if s.of != nil {
		s = s.of
	}
	bound := *s
	bound.ctx, bound.of = &question{ctx: ctx}, s // which keeps alive what it is mapped from
	return &bound
}

// Stopped reports whether an answer may be a part, because the context of Within was
// done.
func (s *Snapshot) Stopped() bool { return s.ctx != nil && s.ctx.stopped.Load() }

// Stop reports whether the context of Within is done, for those who work with a
// snapshot for long.
func (s *Snapshot) Stop() bool { return s.stop() }

// stop reports whether a query is to end. Loops ask it each time that they have done
// some work: 100 µs of it, or a file.
func (s *Snapshot) stop() bool {
	q := s.ctx
	if q == nil {
		return false
	}
	if q.stopped.Load() {
		return true
	}
	if q.ctx.Err() == nil {
		return false
	}
	q.stopped.Store(true)
	return true
}

// some is how many cheap steps are done before stop is asked.
const some = 1 << 10
