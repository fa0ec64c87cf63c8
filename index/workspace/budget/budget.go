// Package budget decides how much memory a process may use and what follows from it.
//
// A Host reads the limits of the machine: of cgroups of both versions, of the process,
// and the memory that there is. The tightest is the Limit of a Governor. Its Plan says
// how much is done at a time and kept, which is all that callers have to know; the engine
// is handed these numbers and asks no system. A Governor also watches what the process
// uses, what C allocates included, sets the soft limit of the run-time system by it, and
// ends what a Guard guards before the kernel would end the process.
package budget

import (
	"context"
	"fmt"
	"math"
	"runtime/metrics"
	"sync"
	"time"
)

// Plan is what a limit leaves room for. All but Jobs are in bytes.
type Plan struct {
	Jobs   int   // goroutines that work at a time
	Hold   int64 // facts that are kept because they were just made
	Facts  int64 // facts that are kept while names are resolved
	Served int64 // contents that are kept where questions come back to them
	Batch  int64 // artefacts that are gathered before they are written
	Text   int64 // of the index of trigrams that is being built
	Chunk  int   // source that a checker checks at once
	Trees  int   // source whose syntax trees are kept
}

// ample is the limit from which there is room for all; a smaller one leaves each part
// its share.
const ample = 1 << 30

// perJob is about what one more goroutine takes, in bytes, at its peak: a large file's
// syntax tree, in C and as facts, or a package that is type-checked.
const perJob = 64 << 20

// base is about what the process takes whatever it works on, in bytes.
const base = 80 << 20

// Whole is the plan without a limit.
func Whole(jobs int) Plan {
	return Plan{Jobs: jobs, Hold: 40 << 20, Facts: 256 << 20, Served: 32 << 20, Batch: 32 << 20, Text: 256 << 20, Chunk: 2 << 20, Trees: 24 << 20}
}

// Plan is what the limit leaves room for, of jobs goroutines at most.
func (l Limit) Plan(jobs int) Plan {
	p := Whole(jobs)
	if l.Bytes <= 0 || l.Bytes >= ample {
		return p
	}
	share := func(n, least int64) int64 { return max(least, int64(float64(n)*float64(l.Bytes)/ample)) }
	p.Jobs = int(min(int64(jobs), max(1, (l.Bytes-base)/perJob)))
	p.Hold, p.Facts, p.Served = share(p.Hold, 1<<20), share(p.Facts, 8<<20), share(p.Served, 2<<20)
	p.Batch, p.Text = share(p.Batch, 1<<20), min(share(p.Text, 4<<20), l.Bytes/6)
	p.Chunk, p.Trees = int(share(int64(p.Chunk), 256<<10)), int(share(int64(p.Trees), 1<<20))
	return p
}

// target is what the process should come to at most: less than is allowed, since the
// kernel keeps page tables and files that are being written for it, and has to find room
// for the program itself.
func (l Limit) target() int64 { return l.Bytes - min(l.Bytes/2, max(l.Bytes/8, 32<<20)) }

// brim is where the work must end.
func (l Limit) brim() int64 { return l.Bytes - min(l.Bytes*3/8, max(l.Bytes/16, 24<<20)) }

// Error is that there is too little memory.
type Error struct {
	What  string // that was done
	Limit Limit
	Needs int64 // bytes, about; 0 where nobody knows
}

// Error says on one line what is needed, what there is, and what to do.
func (e *Error) Error() string {
	memory, about := "memory", e.Needs
	if e.Limit.Space {
		memory, about = "address space", e.Limit.space(e.Needs)
	}
	needs := "needs more " + memory + " than there is: "
	if e.Needs > 0 {
		needs = fmt.Sprintf("needs about %s of %s, and ", megabytes(about), memory)
	}
	others := ""
	if n := e.Limit.Given - e.Limit.Bytes; n > e.Limit.Given/16 && !e.Limit.Space {
		others = fmt.Sprintf(", of which others use %s", megabytes(n))
	}
	return fmt.Sprintf("%s %s%s allows %s%s; raise it, or name folders in exclude_patterns", e.What, needs, e.Limit.Of, megabytes(e.Limit.Given), others)
}

// space is about the limit of address space that leaves room for so many bytes: where it
// allows Bytes, a quarter of what is mapped is not used, and heaps grow by large steps.
func (l Limit) space(bytes int64) int64 {
	const step = 64 << 20
	return l.Given + max(0, bytes-l.Bytes)/3*4 + step
}

func megabytes(n int64) string { return fmt.Sprintf("%d MB", (n+1<<19)>>20) }

// Need is about how much memory the process comes to at least, in bytes, while it
// indexes checked bytes of languages that have a checker, and others of those without.
func Need(checked, others int64) int64 {
	return base + 5*checked/2 + others
}

// Options of New.
type Options struct {
	// Used reads what the process has; nil for the system's.
	Used func() Usage
	// Heap is how much the run-time system has of it, in bytes; nil for its own account.
	Heap func() int64
	// Relieve gives back what can be given back at once; nil for nothing.
	Relieve func()
	// Apply is told the soft limit of the run-time system when it is another; nil for
	// nobody. It is one call at a time.
	Apply func(limit int64)
	// Full is told where the work that a Guard has ended still takes memory and there is
	// next to nothing left, once; nil for nobody.
	Full func(err error)
}

// Governor keeps a process to its limit. A nil Governor knows of none. Its methods may
// be called from any number of goroutines.
type Governor struct {
	machine Limit
	o       Options

	checking sync.Mutex // held by Check
	soft     int64      // that Apply was told last

	mu      sync.Mutex
	allowed Limit // by the configuration
	full    bool  // Full was told
	tight   error // while there is too little
	guards  map[*guard]bool
}

type guard struct {
	what   string
	cancel context.CancelCauseFunc
}

// New returns a governor of a process that the machine limits so.
func New(machine Limit, o Options) *Governor {
	if o.Used == nil {
		o.Used = Used
	}
	if o.Heap == nil {
		o.Heap = heap
	}
	return &Governor{machine: machine, o: o, guards: map[*guard]bool{}, soft: -1}
}

// heap is what the run-time system has of memory.
func heap() int64 {
	m := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(m)
	return int64(m[0].Value.Uint64() - m[1].Value.Uint64())
}

// Allow sets what the configuration allows; the zero Limit for whatever the machine does.
func (g *Governor) Allow(l Limit) {
	if g == nil {
		return
	}
	g.mu.Lock()
	g.allowed = l
	g.mu.Unlock()
	g.Check()
}

// Limit is the tightest that there is, whether anything happens beyond it or not; the
// zero Limit for none.
func (g *Governor) Limit() Limit {
	if g == nil {
		return Limit{}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.limit()
}

func (g *Governor) limit() Limit { return tightest([]Limit{g.machine, g.allowed}) }

// hard is the tightest that must be kept to; the zero Limit for none.
func (g *Governor) hard() Limit {
	var hard []Limit
	for _, l := range []Limit{g.machine, g.allowed} {
		if !l.Soft {
			hard = append(hard, l)
		}
	}
	return tightest(hard)
}

// Plan is what there is room for, of jobs goroutines at most.
func (g *Governor) Plan(jobs int) Plan { return g.Limit().Plan(jobs) }

// Admit returns an Error where what needs so many bytes has clearly too little memory:
// estimates are too high sometimes.
func (g *Governor) Admit(what string, needs int64) error {
	if g == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if l := g.hard(); l.Bytes > 0 && needs > l.Bytes/4*5 {
		return &Error{What: what, Limit: l, Needs: needs}
	}
	return nil
}

// Guard returns a context that is done when there is too little memory left, with an
// Error as its cause. The caller must call end.
func (g *Governor) Guard(ctx context.Context, what string) (guarded context.Context, end func()) {
	if g == nil {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	w := &guard{what: what, cancel: cancel}
	g.mu.Lock()
	g.guards[w] = true
	g.mu.Unlock()
	return ctx, func() {
		g.mu.Lock()
		delete(g.guards, w)
		g.mu.Unlock()
		cancel(nil)
	}
}

// Tight is the error that there is too little memory, while that is so; else nil.
func (g *Governor) Tight() error {
	if g == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.tight
}

// Run has Check called at each tick until ctx is done.
func (g *Governor) Run(ctx context.Context, ticks <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			g.Check()
		}
	}
}

// slack is by how much the soft limit must be another to be told, in bytes.
const slack = 2 << 20

// Check looks at what the process uses, sets the soft limit, and ends what is guarded
// where there is too little left.
func (g *Governor) Check() {
	if g == nil {
		return
	}
	g.checking.Lock()
	defer g.checking.Unlock()
	u, heap := g.o.Used(), g.o.Heap()
	g.apply(u, heap)
	hard, tight := g.most()
	if full := hard.full(u); full && !tight && g.o.Relieve != nil {
		g.o.Relieve()
		u = g.o.Used()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !hard.full(u) {
		g.tight = nil
		return
	}
	err := &Error{Limit: hard, What: "this"}
	for w := range g.guards {
		err.What = w.what
		w.cancel(err)
	}
	g.tight = err
	if len(g.guards) > 0 && !g.full && g.o.Full != nil && hard.exceeded(u, hard.Bytes-hard.Bytes/32-4<<20) {
		g.full = true
		g.o.Full(err)
	}
}

// most is the limit that must be kept to, and whether there was too little memory.
func (g *Governor) most() (hard Limit, tight bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.hard(), g.tight != nil
}

// full reports whether the process has come to the brim.
func (l Limit) full(u Usage) bool { return l.Bytes > 0 && l.exceeded(u, l.brim()) }

// exceeded reports whether the process has more than so many bytes, or next to no
// address space.
func (l Limit) exceeded(u Usage, bytes int64) bool {
	mapped := u.Space
	if l.Data {
		mapped = u.Data
	}
	return u.Anonymous > bytes || l.Space && mapped > l.Given-l.Given/16
}

// apply sets the soft limit of the run-time system; checking is held.
func (g *Governor) apply(u Usage, heap int64) {
	if g.o.Apply == nil {
		return
	}
	g.mu.Lock()
	soft := int64(math.MaxInt64)
	if g.allowed.Bytes > 0 {
		soft = g.allowed.Bytes
	}
	if l := g.limit(); l.Bytes > 0 {
		soft = min(soft, l.share(u, heap))
	}
	g.mu.Unlock()
	if soft == g.soft || soft != math.MaxInt64 && g.soft >= 0 && max(soft-g.soft, g.soft-soft) < slack {
		return
	}
	g.soft = soft
	g.o.Apply(soft)
}

// leastHeap is the least that the run-time system is left, in bytes.
const leastHeap = 24 << 20

// share is what the run-time system may have of the limit: what C and others have of the
// memory of the process it can't have. As long as the process is far from the limit that
// is of no importance.
func (l Limit) share(u Usage, heap int64) int64 {
	if u.Anonymous < l.target()/2 {
		return l.Bytes
	}
	return max(leastHeap, heap+l.target()-u.Anonymous)
}
