package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"codeintel/session"

	"golang.org/x/tools/txtar"
)

// readers are calls of all tools that phases limit.
var readers = []struct{ tool, arguments string }{
	{"query", `{"query":"take money"}`},
	{"find_definitions", `{"symbol":"Till"}`},
	{"find_references", `{"symbol":"Till"}`},
	{"search_text", `{"pattern":"money"}`},
	{"search_files", `{"pattern":"*.go"}`},
	{"get_symbols", `{"path":"till/till.go"}`},
	{"analyze_structure", `{}`},
	{"get_function_at_line", `{"file_path":"till/till.go","line":7}`},
	{"repo_pack", `{}`},
	{"semantic_search", `{"query":"take money","collection":"map"}`},
	{"semantic_search", `{"query":"take money","collection":"forest"}`},
}

// readsAll makes all calls that read, none of which may be refused for a session.
func readsAll(c *client, who string) {
	c.t.Helper()
	for _, x := range readers {
		answer, isError := c.callTool(x.tool, json.RawMessage(x.arguments))
		if isError {
			c.t.Errorf("%s: %s %s: %s", who, x.tool, x.arguments, answer)
		}
	}
}

// made returns how many calls the sessions of a repository have recorded, the oldest
// session first.
func made(t *testing.T, repos *folders, root string) (out []int) {
	t.Helper()
	r, err := repos.Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	all, err := r.Sessions().List()
	if err != nil {
		t.Fatal(err)
	}
	for i := len(all) - 1; i >= 0; i-- {
		out = append(out, all[i].Status().Made)
	}
	return out
}

// TestClientsThatAreGone: sessions of others, gone or not, refuse nobody a call that
// reads, and get no credit for it; an agent's own session does, and is found again.
func TestClientsThatAreGone(t *testing.T) {
	root := unpack(t, txtar.Parse([]byte(kiosk)))
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var seconds atomic.Int64
	repos := &folders{t: t, now: func() time.Time { return at.Add(time.Duration(seconds.Add(1)) * time.Second) }}
	s := New(Options{Repositories: repos, Version: "test", Now: repos.now})
	begin := func(agent string) *client {
		c := serve(t, s, Client{Root: root, Agent: session.Agent{Client: agent}})
		c.hello()
		return c
	}
	const start = `{"intent":"MODIFY","query":"Till takes nothing"}`
	for _, agent := range []string{"", "", "a"} {
		c := begin(agent)
		if answer, isError := c.callTool("start_session", json.RawMessage(start)); isError {
			t.Fatalf("%s", answer)
		}
		// It is in a phase in which names are not looked up.
		for _, tool := range []string{"find_definitions", "find_references"} {
			c.callTool(tool, json.RawMessage(`{"symbol":"Till"}`))
		}
		c.callTool("search_text", json.RawMessage(`{"pattern":"Till"}`))
		c.callTool("submit_understanding", json.RawMessage(`{"symbols_identified":[],"look_by_meaning":true}`))
		if answer, isError := c.callTool("find_definitions", json.RawMessage(`{"symbol":"Till"}`)); !isError || !strings.Contains(string(answer), "phase_forbidden") {
			t.Fatalf("its own session does not rule it: %s", answer)
		}
		if agent == "" {
			c.conn.Close()
		}
	}
	before := made(t, repos, root)
	for _, agent := range []string{"", "b"} {
		readsAll(begin(agent), "a stranger "+agent)
	}
	if after := made(t, repos, root); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("calls of strangers count: %v, were %v", after, before)
	}
	// The same conversation over another connection is in its session.
	if answer, isError := begin("a").callTool("find_definitions", json.RawMessage(`{"symbol":"Till"}`)); !isError || !strings.Contains(string(answer), "phase_forbidden") {
		t.Errorf("an agent that comes back: %s", answer)
	}
	// What can't be read of one's own session is no reason not to answer.
	c := begin("c")
	if answer, isError := c.callTool("start_session", json.RawMessage(start)); isError {
		t.Fatalf("%s", answer)
	}
	names, err := repos.state.List("sessions")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, _, err := repos.state.Read("sessions/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(`"client":"c"`)) {
			if _, err := repos.state.Write("sessions/"+name, data[:len(data)-20]); err != nil {
				t.Fatal(err)
			}
		}
	}
	readsAll(c, "who has a damaged session")
}

// TestSeveralOfOneConnection: a client that gives no id of its conversation may have
// several; which one a call is in is then not certain, and the answer says so.
func TestSeveralOfOneConnection(t *testing.T) {
	root := unpack(t, txtar.Parse([]byte(kiosk)))
	repos := &folders{t: t, now: time.Now}
	c := newConnection(t, Options{Repositories: repos, Version: "test"}, Client{Root: root})
	c.hello()
	const start = `{"intent":"MODIFY","query":"Till takes nothing"}`
	c.callTool("start_session", json.RawMessage(start))
	if answer, isError := c.callTool("find_definitions", json.RawMessage(`{"symbol":"Till"}`)); isError || !strings.Contains(string(answer), `"call":1`) {
		t.Errorf("the only one: %s", answer)
	}
	c.callTool("start_session", json.RawMessage(start))
	if answer, isError := c.callTool("find_definitions", json.RawMessage(`{"symbol":"Till"}`)); isError || strings.Contains(string(answer), `"call":`) || !strings.Contains(string(answer), "pass session_id") {
		t.Errorf("one of two: %s", answer)
	}
	if answer, isError := c.callTool("get_session_status", json.RawMessage(`{}`)); !isError || !strings.Contains(string(answer), "session_required") {
		t.Errorf("one of two: %s", answer)
	}
}

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
	h := &held{folders{t: t, now: time.Now}, make(chan struct{}, 2*maxAtOnce), make(chan struct{}), make(chan struct{}, 1024)}
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
