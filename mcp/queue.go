package mcp

import "sync"

// queue has the requests of a connection that wait to be worked on, in order. It is
// bounded by holding up who adds to it, and so are its goroutines.
type queue struct {
	work func(id string, line []byte)

	mu      sync.Mutex
	changed *sync.Cond // a request was taken, or all were dropped
	list    []queued
	bytes   int // of list
	workers int
	dropped bool
	group   sync.WaitGroup // of the workers
}

type queued struct {
	id   string
	line []byte
}

// newQueue returns a queue of which at most maxAtOnce requests are worked on at a time.
func newQueue(work func(id string, line []byte)) *queue {
	q := &queue{work: work}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// add adds a request. It waits until there is room; a request of any size finds room in
// an empty queue.
func (q *queue) add(id string, line []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.dropped && len(q.list) > 0 && (len(q.list) >= maxWaiting || q.bytes+len(line) > maxWaitingBytes) {
		q.changed.Wait()
	}
	if q.dropped {
		return
	}
	q.list, q.bytes = append(q.list, queued{id, line}), q.bytes+len(line)
	if q.workers < maxAtOnce {
		q.workers++
		q.group.Go(q.run)
	}
}

// run works on requests until there is none.
func (q *queue) run() {
	for {
		q.mu.Lock()
		if len(q.list) == 0 {
			q.workers--
			q.mu.Unlock()
			return
		}
		next := q.list[0]
		q.list[0] = queued{}
		q.list, q.bytes = q.list[1:], q.bytes-len(next.line)
		q.changed.Signal()
		q.mu.Unlock()
		q.work(next.id, next.line)
	}
}

// drop forgets the requests that wait, and takes no more: nobody wants an answer.
func (q *queue) drop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.dropped, q.list, q.bytes = true, nil, 0
	q.changed.Broadcast()
}

// wait waits until nothing is worked on.
func (q *queue) wait() { q.group.Wait() }
