package budget

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

const mb = int64(1 << 20)

// process is a process whose memory a test sets.
type process struct {
	heap, c  int64 // bytes
	space    int64
	applied  []int64
	full     []error
	relieved int
	relief   int64 // that Relieve gives back, of c
}

func (p *process) governor(machine Limit) *Governor {
	return New(machine, Options{
		Used:    func() Usage { return Usage{Anonymous: p.heap + p.c, Space: p.space} },
		Heap:    func() int64 { return p.heap },
		Relieve: func() { p.relieved++; p.c -= min(p.c, p.relief) },
		Apply:   func(n int64) { p.applied = append(p.applied, n) },
		Full:    func(err error) { p.full = append(p.full, err) },
	})
}

func (p *process) soft() int64 { return p.applied[len(p.applied)-1] }

// TestGovernorHeap: what C has the run-time system can't have.
func TestGovernorHeap(t *testing.T) {
	t.Parallel()
	p := &process{heap: 10 * mb}
	g := p.governor(Limit{Bytes: 400 * mb, Given: 400 * mb, Of: "it"})
	for _, c := range []struct{ heap, c, want int64 }{
		{10, 0, 400},   // far from the limit
		{200, 0, 350},  // an eighth is left for the kernel and for files
		{200, 60, 290}, // C takes its part
		{100, 300, 50},
		{100, 380, 24}, // something is left in any case
		{20, 0, 400},
	} {
		p.heap, p.c = c.heap*mb, c.c*mb
		if g.Check(); p.soft() != c.want*mb {
			t.Errorf("with %d MB of the heap and %d MB of C the heap may have %d MB, not %d", c.heap, c.c, p.soft()/mb, c.want)
		}
	}
}

// TestGovernorConfiguration: the configuration's limit counts, and ends nothing where it
// is the usual one.
func TestGovernorConfiguration(t *testing.T) {
	t.Parallel()
	p := &process{heap: 10 * mb}
	g := p.governor(Limit{})
	if g.Check(); p.soft() != math.MaxInt64 || g.Limit().Bytes != 0 {
		t.Errorf("without a limit the heap may have %d bytes of %d", p.soft(), g.Limit().Bytes)
	}
	g.Allow(Limit{Bytes: 300 * mb, Given: 300 * mb, Of: "memory_limit_mb", Soft: true})
	if p.soft() != 300*mb || g.Plan(8).Hold >= Whole(8).Hold {
		t.Errorf("of 300 MB the heap may have %d MB, and %d MB of facts are held", p.soft()/mb, g.Plan(8).Hold/mb)
	}
	ctx, end := g.Guard(t.Context(), "work")
	defer end()
	p.heap = 900 * mb
	if g.Check(); ctx.Err() != nil || g.Tight() != nil || g.Admit("work", 900*mb) != nil {
		t.Errorf("a limit that nobody has set ends work: %v, %v", context.Cause(ctx), g.Tight())
	}
	g.Allow(Limit{Bytes: 300 * mb, Given: 300 * mb, Of: "memory_limit_mb"})
	if ctx.Err() == nil || g.Admit("work", 900*mb) == nil {
		t.Error("a limit that was set ends nothing")
	}
}

// TestGovernorGuard: work ends before there is nothing left, with an error that says why.
func TestGovernorGuard(t *testing.T) {
	t.Parallel()
	p := &process{heap: 100 * mb, relief: 20 * mb}
	g := p.governor(Limit{Bytes: 190 * mb, Given: 200 * mb, Of: "the cgroup limit (/x)"})
	ctx, end := g.Guard(t.Context(), "indexing /r")
	other, ended := g.Guard(t.Context(), "other")
	ended()
	if g.Check(); ctx.Err() != nil {
		t.Fatal("there is memory")
	}
	p.heap, p.c = 150*mb, 20*mb
	if g.Check(); ctx.Err() != nil || p.relieved != 1 {
		t.Fatalf("what could be given back was not, or is not enough: %v", context.Cause(ctx))
	}
	p.heap = 168 * mb
	g.Check()
	var e *Error
	if !errors.As(context.Cause(ctx), &e) || len(p.full) > 0 || g.Tight() == nil {
		t.Fatalf("the work ends with %v, and the process with %v", context.Cause(ctx), p.full)
	}
	if want := "indexing /r needs more memory than there is: the cgroup limit (/x) allows 200 MB; raise it, or name folders in exclude_patterns"; e.Error() != want {
		t.Errorf("the error is %q, not %q", e, want)
	}
	if errors.As(context.Cause(other), &e) {
		t.Error("work was ended that has ended")
	}
	p.heap = 188 * mb
	g.Check()
	g.Check()
	if len(p.full) != 1 {
		t.Errorf("the process was told %d times that it has to end", len(p.full))
	}
	end()
	p.heap = 50 * mb
	if g.Check(); g.Tight() != nil {
		t.Error("there is memory again")
	}
}

// TestGovernorSpace: what is limited is address space, and not what is used of it.
func TestGovernorSpace(t *testing.T) {
	t.Parallel()
	p := &process{heap: 50 * mb, space: 2000 * mb}
	g := p.governor(Limit{Bytes: 1000 * mb, Given: 3000 * mb, Of: "it", Space: true})
	ctx, end := g.Guard(t.Context(), "work")
	defer end()
	if g.Check(); ctx.Err() != nil {
		t.Fatal("there is room")
	}
	p.space = 2900 * mb
	if g.Check(); ctx.Err() == nil {
		t.Error("there is no room")
	}
}

// TestGovernorData: a limit on private memory is not used up by address space that is only
// reserved.
func TestGovernorData(t *testing.T) {
	t.Parallel()
	u := Usage{Anonymous: 50 * mb, Space: 1400 * mb, Data: 150 * mb}
	g := New(Limit{Bytes: 150 * mb, Given: 250 * mb, Of: "it", Space: true, Data: true}, Options{Used: func() Usage { return u }})
	ctx, end := g.Guard(t.Context(), "work")
	defer end()
	if g.Check(); ctx.Err() != nil {
		t.Fatalf("there is room: %v", context.Cause(ctx))
	}
	u.Data = 240 * mb
	if g.Check(); ctx.Err() == nil {
		t.Error("there is no room")
	}
}

// TestErrorSpace: where address space is limited, the error says how much of that is
// needed, which is more than there is.
func TestErrorSpace(t *testing.T) {
	t.Parallel()
	e := &Error{What: "it", Limit: Limit{Bytes: 50 * mb, Given: 900 * mb, Of: "the limit", Space: true}, Needs: 80 * mb}
	if want := "it needs about 1004 MB of address space, and the limit allows 900 MB; raise it, or name folders in exclude_patterns"; e.Error() != want {
		t.Errorf("the error is %q, not %q", e, want)
	}
	e.Needs = 0
	if want := "it needs more address space than there is: the limit allows 900 MB; raise it, or name folders in exclude_patterns"; e.Error() != want {
		t.Errorf("the error is %q, not %q", e, want)
	}
}

// TestAdmit: what can't be done is not begun, and the error says what it needs.
func TestAdmit(t *testing.T) {
	t.Parallel()
	g := New(Limit{Bytes: 150 * mb, Given: 200 * mb, Of: "it"}, Options{})
	if err := g.Admit("work", 180*mb); err != nil {
		t.Errorf("an estimate is no reason: %v", err)
	}
	err := g.Admit("work", 400*mb)
	if want := "work needs about 400 MB of memory, and it allows 200 MB, of which others use 50 MB; raise it, or name folders in exclude_patterns"; err == nil || err.Error() != want {
		t.Errorf("the error is %q, not %q", err, want)
	}
	if strings.Contains(err.Error(), "\n") {
		t.Error("the error has lines")
	}
}

// TestPlan: less memory leaves less of everything, and something of everything.
func TestPlan(t *testing.T) {
	t.Parallel()
	whole := Whole(16)
	for _, l := range []int64{0, ample, 24 << 30} {
		if p := (Limit{Bytes: l}).Plan(16); p != whole {
			t.Errorf("with %d MB the plan is %+v", l/mb, p)
		}
	}
	last := whole
	for _, l := range []int64{1000, 600, 400, 300, 200, 150, 64, 1} {
		p := Limit{Bytes: l * mb}.Plan(16)
		for i, n := range [][2]int64{
			{int64(p.Jobs), int64(last.Jobs)}, {p.Hold, last.Hold}, {p.Facts, last.Facts}, {p.Served, last.Served},
			{p.Batch, last.Batch}, {p.Text, last.Text}, {int64(p.Chunk), int64(last.Chunk)}, {int64(p.Trees), int64(last.Trees)},
		} {
			if n[0] > n[1] || n[0] < 1 {
				t.Errorf("with %d MB part %d of the plan is %d, and was %d with more", l, i, n[0], n[1])
			}
		}
		last = p
	}
	if last.Jobs != 1 {
		t.Errorf("with next to nothing %d goroutines work", last.Jobs)
	}
}

// A nil Governor limits nothing.
func TestNone(t *testing.T) {
	t.Parallel()
	var g *Governor
	g.Allow(Limit{Bytes: 1})
	g.Check()
	ctx, end := g.Guard(t.Context(), "work")
	defer end()
	if ctx.Err() != nil || g.Tight() != nil || g.Admit("work", math.MaxInt64) != nil || g.Plan(3) != Whole(3) {
		t.Error("a governor that is none limits something")
	}
}

// Run checks at each tick, until its context is done.
func TestRun(t *testing.T) {
	t.Parallel()
	checked := make(chan struct{})
	g := New(Limit{}, Options{Used: func() Usage { checked <- struct{}{}; return Usage{} }})
	ctx, cancel := context.WithCancel(t.Context())
	ticks, done := make(chan time.Time), make(chan struct{})
	go func() { g.Run(ctx, ticks); close(done) }()
	for range 3 {
		ticks <- time.Time{}
		<-checked
	}
	cancel()
	<-done
}
