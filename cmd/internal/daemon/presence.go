package daemon

import (
	"crypto/rand"
	"os"
	"sync"

	"codeintel/cmd/internal/place"
	"codeintel/session"
)

// maxLeft is how many connections are known to have ended, the last ones.
const maxLeft = 4096

// presence knows which clients are there. Its zero value knows of none.
type presence struct {
	mu    sync.Mutex
	live  map[string]int // how many connections there are, by ID
	left  map[string]bool
	order []string // of left, the oldest first
}

// enter notes that a client has connected; leave, which it returns, that the
// connection has ended.
func (p *presence) enter(id string) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.live == nil {
		p.live, p.left = map[string]int{}, map[string]bool{}
	}
	p.live[id]++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.live[id]--; p.live[id] > 0 {
			return
		}
		delete(p.live, id)
		if p.left[id] {
			return
		}
		p.left[id] = true
		if p.order = append(p.order, id); len(p.order) > maxLeft {
			delete(p.left, p.order[0])
			p.order = append(p.order[:0], p.order[1:]...)
		}
	}
}

// gone reports whether the client at the other end of a connection has ended: its
// connection has, or, where that was with another process, its own process.
func (p *presence) gone(c session.Connection) bool {
	p.mu.Lock()
	live, left := p.live[c.ID] > 0, p.left[c.ID]
	p.mu.Unlock()
	return !live && (left || place.Gone(c))
}

// Left notes that the connection of a client has ended.
func (p *Pool) Left(connection string) { p.presence.enter(connection)() }

// connectionOf returns the connection of a process; id is what its client calls it, ""
// where it has no name for it.
func connectionOf(id string, pid int) session.Connection {
	if id == "" {
		id = rand.Text()
	}
	c := session.Connection{ID: id, PID: pid}
	if started, err := place.Started(pid); err == nil {
		c.Started = started
	}
	return c
}

// ThisConnection returns the connection of a client that this process itself serves.
func ThisConnection() session.Connection { return connectionOf("", os.Getpid()) }
