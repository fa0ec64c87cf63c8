package workspace

import (
	"sync"
	"time"
)

const (
	// crowdedAfter is for how long each refresh must have been overtaken by changes for
	// refreshes to be crowded.
	crowdedAfter = 600 * time.Millisecond
	// maxRest is the longest time for which a refresh is put off.
	maxRest = 2 * time.Second
)

// crowd knows whether files change faster than they can be indexed: a refresh was
// overtaken by a change before it ended, and so is the next, and so on. Then another
// refresh would be out of date, too, when it ends; so questions wait for the changes that
// were known when they came, and refreshes leave time for questions. The zero value is
// for a repository that has not been refreshed. It is safe for concurrent use.
type crowd struct {
	mu        sync.Mutex
	since     time.Time // when the first of the refreshes began that were overtaken
	overtaken int       // how many refreshes, one after the other, were overtaken
	is        bool
	running   bool          // a refresh is
	changed   bool          // something, since it began
	became    chan struct{} // closed when is becomes true; nil where nobody has asked
}

// begin is told when a refresh begins.
func (c *crowd) begin(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running, c.changed = true, false; c.overtaken == 0 {
		c.since = now
	}
}

// change is told of a change while a refresh runs.
func (c *crowd) change(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changed = true
	if c.is || c.overtaken == 0 || now.Sub(c.since) < crowdedAfter {
		return
	}
	if c.is = true; c.became != nil {
		close(c.became)
		c.became = nil
	}
}

// end is told when a refresh has ended, and whether something changed while it ran.
func (c *crowd) end(overtaken bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running = false
	if c.overtaken++; !overtaken {
		c.overtaken, c.is = 0, false
	}
}

// crowded reports whether files change faster than they can be indexed.
func (c *crowd) crowded() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.is
}

// behind reports whether a question would have to wait for more than one refresh: they are
// crowded, or the one that runs has been overtaken.
func (c *crowd) behind() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.is || c.running && c.changed
}

// soon returns a channel that is closed once crowded was true.
func (c *crowd) soon() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	became := c.became
	if became == nil {
		became = make(chan struct{})
	}
	if c.is {
		close(became)
	} else {
		c.became = became
	}
	return became
}

// rest is how long the next refresh is put off after one that took some time: while they
// are crowded refreshes get half of the time.
func (c *crowd) rest(took time.Duration) time.Duration {
	if !c.crowded() {
		return 0
	}
	return min(took, maxRest)
}
