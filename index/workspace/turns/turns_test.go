package turns

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
	"time"
)

// queue is a gate whose clock a test moves, with requests that come one after another.
type queue struct {
	t    *testing.T
	gate *Gate
	now  time.Time
	got  chan *asked
}

// asked is a request that waits, or works.
type asked struct {
	name   string
	done   func()
	err    error
	cancel context.CancelFunc
}

func newQueue(t *testing.T, places int) *queue {
	q := &queue{t: t, now: time.Unix(1000, 0), got: make(chan *asked, 64)}
	q.gate = New(Options{Places: places, Now: func() time.Time { return q.now }})
	return q
}

// come has a request take a place; it returns once it works or waits.
func (q *queue) come(name string, client any, class Class) *asked {
	q.t.Helper()
	ctx, cancel := context.WithCancel(With(context.Background(), q.gate, client, class))
	a := &asked{name: name, cancel: cancel}
	waiting := q.gate.Waiting()
	taken := make(chan struct{})
	go func() {
		a.done, a.err = Take(ctx)
		close(taken)
		q.got <- a
	}()
	for q.gate.Waiting() == waiting {
		select {
		case <-taken:
			return a
		default:
			runtime.Gosched()
		}
	}
	return a
}

// served ends requests as they get places, one at a time, and returns the order.
func (q *queue) served(n int) (names []string) {
	q.t.Helper()
	for range n {
		a := <-q.got
		if a.err != nil {
			q.t.Fatalf("%s: %v", a.name, a.err)
		}
		names = append(names, a.name)
		a.done()
	}
	return names
}

func (q *queue) want(n int, want ...string) {
	q.t.Helper()
	if got := q.served(n); !slices.Equal(got, want) {
		q.t.Errorf("served %q, want %q", got, want)
	}
	if n := q.gate.Waiting(); n != 0 || q.gate.taken != [3]int{} {
		q.t.Errorf("%d wait, and places are taken: %v", n, q.gate.taken)
	}
}

// A client with many requests gets no more places than one with a single request.
func TestRoundRobin(t *testing.T) {
	q := newQueue(t, 1)
	q.come("first", "a", Heavy)
	for _, name := range []string{"a1", "a2", "a3"} {
		q.come(name, "a", Heavy)
	}
	q.come("b1", "b", Heavy)
	q.come("c1", "c", Heavy)
	q.want(6, "first", "b1", "c1", "a1", "a2", "a3")
}

// A look-up doesn't wait behind searches, neither those at work nor those that wait.
func TestCheapFirst(t *testing.T) {
	q := newQueue(t, 1)
	work := q.come("work", "a", Heavy)
	q.come("heavy", "b", Heavy)
	q.come("cheap", "c", Cheap) // it has the place that searches don't get
	if n := q.gate.Waiting(); n != 1 {
		t.Fatalf("%d wait", n)
	}
	q.come("cheap 2", "d", Cheap)
	if a := <-q.got; a != work {
		t.Fatalf("%s is served first", a.name)
	}
	work.done()
	cheap := []*asked{<-q.got, <-q.got}
	names := []string{cheap[0].name, cheap[1].name}
	if slices.Sort(names); !slices.Equal(names, []string{"cheap", "cheap 2"}) || q.gate.Waiting() != 1 {
		t.Errorf("at work are %q", names)
	}
	for _, a := range cheap {
		a.done()
	}
	q.want(1, "heavy")
}

// Nothing starves: what has waited long is before all that is younger.
func TestAging(t *testing.T) {
	q := newQueue(t, 1)
	first := q.come("first", "a", Heavy)
	second := q.come("second", "a", Cheap) // all places are taken
	q.come("old", "b", Heavy)
	q.now = q.now.Add(aged)
	q.come("young", "c", Cheap)
	<-q.got
	<-q.got
	second.done() // the place that searches don't get
	if a := <-q.got; a.name != "young" {
		t.Fatalf("%s gets the place for cheap ones", a.name)
	} else {
		second = a
	}
	q.come("younger", "c", Cheap)
	first.done()
	if a := <-q.got; a.name != "old" {
		t.Fatalf("%s is before a request that has waited for %s", a.name, aged)
	} else {
		a.done()
	}
	second.done()
	q.want(1, "younger")
}

// Whoever sits at an editor never waits behind agents.
func TestInteractive(t *testing.T) {
	q := newQueue(t, 1)
	for _, name := range []string{"1", "2", "3"} {
		q.come(name, name, Cheap)
	}
	first := q.come("editor", "e", Interactive)
	q.come("editor 2", "f", Interactive)
	if n := q.gate.Waiting(); n != 2 { // one cheap, one editor
		t.Fatalf("%d wait", n)
	}
	first.done()
	var names []string
	for range 4 {
		names = append(names, (<-q.got).name)
	}
	if slices.Sort(names); !slices.Equal(names, []string{"1", "2", "editor", "editor 2"}) {
		t.Errorf("at work are %q", names)
	}
}

// A request that nobody waits for any more leaves the queue at once, and gets no place.
func TestCancel(t *testing.T) {
	q := newQueue(t, 1)
	work := q.come("work", "a", Heavy)
	gone := q.come("gone", "b", Heavy)
	q.come("next", "c", Heavy)
	<-q.got
	gone.cancel()
	if a := <-q.got; a != gone || !errors.Is(a.err, context.Canceled) || a.done != nil {
		t.Fatalf("%s: %v", a.name, a.err)
	}
	if n := q.gate.Waiting(); n != 1 {
		t.Errorf("%d wait after one has left", n)
	}
	work.done()
	q.want(1, "next")
	if _, err := Take(cancelled(With(context.Background(), q.gate, "d", Cheap))); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that is cancelled when it comes: %v", err)
	}
}

func cancelled(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	return ctx
}

// A request that has a place needs no other, and without a ticket or a gate none.
func TestTakeAgain(t *testing.T) {
	q := newQueue(t, 1)
	ctx := With(context.Background(), q.gate, "a", Heavy)
	outer, err := Take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	inner, err := Take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	inner()
	if q.gate.taken[Heavy] != 1 {
		t.Error("the place is free before the request is done")
	}
	outer()
	if q.gate.taken[Heavy] != 0 {
		t.Error("the place is not free after the request")
	}
	for _, ctx := range []context.Context{context.Background(), With(context.Background(), nil, "a", Heavy)} {
		done, err := Take(ctx)
		if err != nil {
			t.Fatal(err)
		}
		done()
	}
	var none *Gate
	none.Yield(context.Background())
	if none.Waiting() != 0 {
		t.Error("somebody waits for nothing")
	}
}

// Work in the background goes on once nobody waits, or when it has waited long enough.
func TestYield(t *testing.T) {
	late := make(chan time.Time)
	asked := make(chan time.Duration, 1)
	q := newQueue(t, 1)
	q.gate.after = func(d time.Duration) <-chan time.Time { asked <- d; return late }
	q.gate.Yield(context.Background()) // nobody waits
	work := q.come("work", "a", Heavy)
	waits := q.come("waits", "b", Heavy)
	<-q.got
	yielded := make(chan struct{})
	yield := func() { q.gate.Yield(context.Background()); yielded <- struct{}{} }
	go yield()
	if d := <-asked; d != yieldAtMost {
		t.Errorf("it waits for %s", d)
	}
	late <- time.Time{}
	<-yielded
	go yield()
	<-asked
	work.done() // who waits gets the place
	<-yielded
	(<-q.got).done()
	_ = waits
	go yield()
	<-yielded
}

// What is remembered of clients that have gone is bounded.
func TestForget(t *testing.T) {
	q := newQueue(t, 1)
	for i := range 1000 {
		q.come("x", i, Cheap)
		(<-q.got).done()
	}
	if n := len(q.gate.served); n > 65 {
		t.Errorf("%d clients are remembered", n)
	}
}
