package turns

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// Class says how much a request is about to cost, and who waits for it.
type Class uint8

const (
	// Cheap is a question that is looked up.
	Cheap Class = iota
	// Heavy is a question for which much is searched or gone through.
	Heavy
	// Interactive is what a person at an editor waits for.
	Interactive
)

const (
	// aged is how long a request waits until it is before younger ones of any class and
	// client.
	aged = 500 * time.Millisecond
	// yieldAtMost is how long background work waits for requests at a time.
	yieldAtMost = time.Second
)

// Gate has the places. Its methods may be called from any number of goroutines. A nil
// Gate has room for everybody.
type Gate struct {
	now    func() time.Time
	after  func(time.Duration) <-chan time.Time
	places int // for agents, and as many for editors

	mu      sync.Mutex
	waiting []*Ticket // in the order in which they came
	taken   [Interactive + 1]int
	served  map[any]uint64 // by client with requests in waiting: when one was served last
	serving uint64
	quiet   chan struct{} // closed once nobody waits; nil while nobody has asked
}

// Options of New; the zero value is for a process of its own.
type Options struct {
	// Places is how many requests of agents are worked on at a time, and how many of
	// editors beside them; 0 means two for each processor, since some wait for the disk.
	Places int
	// Now and After are the clock; nil means the system's.
	Now   func() time.Time
	After func(time.Duration) <-chan time.Time
}

// New returns a gate whose places are free.
func New(o Options) *Gate {
	g := &Gate{now: o.Now, after: o.After, places: o.Places, served: map[any]uint64{}}
	if g.now == nil {
		g.now = time.Now
	}
	if g.after == nil {
		g.after = time.After
	}
	if g.places <= 0 {
		g.places = 2 * runtime.GOMAXPROCS(0)
	}
	return g
}

// Ticket is a request's.
type Ticket struct {
	gate   *Gate
	client any
	class  Class

	// Guarded by the gate's mutex.
	holds   int // how often the place was taken, one inside the other
	waiters int // how many goroutines wait for turn
	came    time.Time
	turn    chan struct{} // closed when it has got a place; nil while it does not wait
}

type ticketKey struct{}

// With returns the context of a request with a ticket: of a client, which is any
// comparable value, and a class.
func With(ctx context.Context, g *Gate, client any, class Class) context.Context {
	if g == nil {
		return ctx
	}
	return context.WithValue(ctx, ticketKey{}, &Ticket{gate: g, client: client, class: class})
}

// Take waits until the request of a context has a place, which it has until done is
// called, once. A request without a ticket needs none, and one that has a place already
// keeps it until the first done. The error is the context's: then there is no place, and
// done is nil.
func Take(ctx context.Context) (done func(), err error) {
	t, _ := ctx.Value(ticketKey{}).(*Ticket)
	if t == nil {
		return func() {}, ctx.Err()
	}
	return t.gate.take(ctx, t)
}

func (g *Gate) take(ctx context.Context, t *Ticket) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g.mu.Lock()
	if t.holds > 0 || t.turn == nil && g.room(t.class) && !g.behind(t) {
		if t.holds++; t.holds == 1 {
			g.occupy(t)
		}
		g.mu.Unlock()
		return func() { g.leave(t) }, nil
	}
	turn := t.turn
	if turn == nil {
		turn = make(chan struct{})
		t.turn, t.came = turn, g.now()
		g.waiting = append(g.waiting, t)
	}
	t.waiters++
	g.mu.Unlock()
	select {
	case <-turn:
		if err := ctx.Err(); err != nil { // nobody wants the answer any more
			g.leave(t)
			return nil, err
		}
		return func() { g.leave(t) }, nil
	case <-ctx.Done():
		g.mu.Lock()
		defer g.mu.Unlock()
		if t.turn != turn { // it got its place at the same moment
			g.release(t)
		} else if t.waiters--; t.waiters == 0 {
			g.remove(t)
		}
		return nil, ctx.Err()
	}
}

// leave gives a place back.
func (g *Gate) leave(t *Ticket) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.release(t)
}

func (g *Gate) release(t *Ticket) {
	if t.holds--; t.holds > 0 {
		return
	}
	g.taken[t.class]--
	for {
		next := g.next()
		if next == nil {
			return
		}
		turn := next.turn
		g.remove(next)
		next.holds, next.waiters = next.waiters, 0
		g.occupy(next)
		close(turn)
	}
}

func (g *Gate) occupy(t *Ticket) {
	g.taken[t.class]++
	g.serving++
	g.served[t.client] = g.serving
	if len(g.served) > 2*len(g.waiting)+64 {
		g.forget()
	}
}

// forget drops the clients that have nothing in the queue: they have waited long enough
// when they come again.
func (g *Gate) forget() {
	has := make(map[any]bool, len(g.waiting))
	for _, t := range g.waiting {
		has[t.client] = true
	}
	for client := range g.served {
		if !has[client] {
			delete(g.served, client)
		}
	}
}

func (g *Gate) remove(t *Ticket) {
	for i, o := range g.waiting {
		if o == t {
			g.waiting = append(g.waiting[:i], g.waiting[i+1:]...)
			g.waiting[:len(g.waiting)+1][len(g.waiting)] = nil
			break
		}
	}
	t.turn = nil
	if len(g.waiting) == 0 && g.quiet != nil {
		close(g.quiet)
		g.quiet = nil
	}
}

// room reports whether there is a place for a class.
func (g *Gate) room(c Class) bool {
	switch c {
	case Interactive:
		return g.taken[Interactive] < g.places
	case Heavy:
		return g.taken[Heavy] < g.places && g.taken[Heavy]+g.taken[Cheap] < g.places+1
	}
	return g.taken[Heavy]+g.taken[Cheap] < g.places+1
}

// behind reports whether others that wait, and could have the place, are before a request
// that comes now.
func (g *Gate) behind(t *Ticket) bool {
	for _, o := range g.waiting {
		if (o.class == Interactive) == (t.class == Interactive) && g.room(o.class) {
			return true
		}
	}
	return false
}

// next is the request that gets a place now; nil where none waits that there is room for.
func (g *Gate) next() *Ticket {
	var best *Ticket
	now := g.now()
	for _, t := range g.waiting {
		if g.room(t.class) && (best == nil || g.before(t, best, now)) {
			best = t
		}
	}
	return best
}

// before reports whether a is before b, which came earlier.
func (g *Gate) before(a, b *Ticket, now time.Time) bool {
	if (a.class == Interactive) != (b.class == Interactive) {
		return a.class == Interactive
	}
	if now.Sub(b.came) >= aged {
		return false
	}
	if a.class != b.class {
		return a.class == Cheap
	}
	return g.served[a.client] < g.served[b.client]
}

// Waiting is how many requests wait for a place.
func (g *Gate) Waiting() int {
	if g == nil {
		return 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.waiting)
}

// Yield waits until nobody waits for a place, for a second at most: for work in the
// background, before each piece of it. It returns early when ctx is done.
func (g *Gate) Yield(ctx context.Context) {
	if g == nil {
		return
	}
	g.mu.Lock()
	if len(g.waiting) == 0 {
		g.mu.Unlock()
		return
	}
	if g.quiet == nil {
		g.quiet = make(chan struct{})
	}
	quiet := g.quiet
	g.mu.Unlock()
	select {
	case <-quiet:
	case <-ctx.Done():
	case <-g.after(yieldAtMost):
	}
}
