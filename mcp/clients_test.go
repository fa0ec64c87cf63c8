package mcp

import (
	"bytes"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// TestSaysAllFirst: a client may say all that it has to before it reads an answer.
func TestSaysAllFirst(t *testing.T) {
	c := newClient(t, unpack(t, txtar.Parse([]byte(shop))))
	const n = 10_000
	var all bytes.Buffer
	for i := range n {
		fmt.Fprintf(&all, `{"jsonrpc":"2.0","id":"r%d","method":"ping"}`+"\n", i)
	}
	said := make(chan error, 1)
	go func() { _, err := c.conn.Write(all.Bytes()); said <- err }()
	select {
	case err := <-said:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("requests are not read before answers are")
	}
	seen := map[string]bool{}
	for range n {
		var r response
		if err := c.in.Decode(&r); err != nil {
			t.Fatal(err)
		}
		seen[string(r.ID)] = true
	}
	if len(seen) != n {
		t.Errorf("%d answers", len(seen))
	}
}

// TestQueue: who adds more than there is room for waits; few requests are worked on at
// a time, all of them once, and none after they were dropped.
func TestQueue(t *testing.T) {
	let := make(chan struct{})
	var atOnce, most, worked atomic.Int64
	q := newQueue(func(string, []byte) {
		n := atOnce.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		<-let
		atOnce.Add(-1)
		worked.Add(1)
	})
	const big, total = 1 << 20, 64
	added, done := make(chan int, total), make(chan struct{})
	go func() {
		defer close(done)
		for i := range total {
			q.add("", make([]byte, big))
			added <- i
		}
	}()
	for range maxAtOnce + maxWaitingBytes/big {
		<-added
	}
	q.mu.Lock()
	if q.bytes > maxWaitingBytes || q.workers > maxAtOnce {
		t.Errorf("%d bytes wait, %d are at work", q.bytes, q.workers)
	}
	q.mu.Unlock()
	select {
	case i := <-added:
		t.Errorf("there was room for request %d", i)
	default:
	}
	close(let)
	<-done
	q.wait()
	if worked.Load() != total || most.Load() > maxAtOnce {
		t.Errorf("%d were worked on, %d at a time", worked.Load(), most.Load())
	}
	q.drop()
	q.add("", nil)
	if q.wait(); worked.Load() != total {
		t.Error("one was worked on after they were dropped")
	}
}

// TestCancelledBefore: a request that is cancelled before its turn costs nothing.
func TestCancelledBefore(t *testing.T) {
	h := &held{folders{t: t, now: time.Now}, make(chan struct{}, 2*maxAtOnce), make(chan struct{})}
	c := newConnection(t, Options{Repositories: h, Version: "test"}, Client{Root: unpack(t, txtar.Parse([]byte(shop)))})
	for i := range maxAtOnce + 8 {
		c.send(map[string]any{"jsonrpc": "2.0", "id": fmt.Sprint("r", i), "method": "tools/call", "params": map[string]any{"name": "find_definitions", "arguments": map[string]any{"symbol": "Open"}}})
	}
	for range maxAtOnce {
		<-h.asked
	}
	for i := maxAtOnce; i < maxAtOnce+8; i++ {
		c.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": map[string]any{"requestId": fmt.Sprint("r", i)}})
	}
	// A message that is too long is answered where it is read, so all before it were.
	go func() { _, _ = c.conn.Write([]byte(strings.Repeat("x", MaxMessage+1) + "\n")) }()
	var r response
	if err := c.in.Decode(&r); err != nil || r.Error == nil {
		t.Fatal(err, r)
	}
	close(h.let)
	for range maxAtOnce {
		if err := c.in.Decode(&r); err != nil {
			t.Fatal(err)
		}
	}
	c.ask("ping", map[string]any{})
	if n := len(h.asked); n > 0 {
		t.Errorf("%d requests were worked on after they were cancelled", n)
	}
}
