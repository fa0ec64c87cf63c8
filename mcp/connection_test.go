package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"codeintel/index/workspace"

	"golang.org/x/tools/txtar"
)

const shop = "-- shop.go --\npackage shop\n\n// Open opens.\nfunc Open() {}\n\nfunc use() { Open() }\n"

// modern is the _meta of a request of protocol 2026-07-28.
var modern = map[string]any{
	"io.modelcontextprotocol/protocolVersion":    "2026-07-28",
	"io.modelcontextprotocol/clientInfo":         map[string]any{"name": "test", "version": "1"},
	"io.modelcontextprotocol/clientCapabilities": map[string]any{},
}

func TestModernProtocol(t *testing.T) {
	c := newConnection(t, Options{Repositories: &folders{t: t, now: time.Now}, Version: "test"}, Client{Root: unpack(t, txtar.Parse([]byte(shop)))})
	var found struct {
		SupportedVersions []string
		Instructions      string
		Capabilities      map[string]any
	}
	if err := json.Unmarshal(c.ask("server/discover", map[string]any{"_meta": modern}), &found); err != nil {
		t.Fatal(err)
	}
	if len(found.SupportedVersions) == 0 || found.SupportedVersions[0] != "2026-07-28" || found.Instructions != instructions {
		t.Errorf("server/discover: %+v", found)
	}
	var r toolResult
	raw := c.ask("tools/call", map[string]any{"name": "find_definitions", "arguments": map[string]any{"symbol": "Open"}, "_meta": modern})
	if err := json.Unmarshal(raw, &r); err != nil || r.IsError || !strings.Contains(r.Content[0].Text, "shop.go") {
		t.Errorf("%v %s", err, raw)
	}
}

// TestBadMessages: what is wrong with a message costs the connection nothing.
func TestBadMessages(t *testing.T) {
	c := newClient(t, unpack(t, txtar.Parse([]byte(shop))))
	for _, bad := range []string{
		`{`, `[]`, `nonsense`, `{"jsonrpc":"1.0","id":900,"method":"ping"}`, `{"jsonrpc":"2.0","id":901,"method":"no/such"}`,
		`{"jsonrpc":"2.0","id":902,"method":"tools/call","params":{"name":"no_such"}}`, `{"jsonrpc":"2.0","id":903,"method":"tools/call","params":7}`,
		`{"jsonrpc":"2.0","id":904,"method":"tools/call","params":{"name":"find_definitions","arguments":[1]}}`,
		strings.Repeat("x", MaxMessage+1),
	} {
		done := make(chan error, 1)
		go func() { _, err := c.conn.Write(append([]byte(bad), '\n')); done <- err }()
		var r struct {
			response
			Result *toolResult `json:"result"`
		}
		if err := c.in.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if r.Error == nil && (r.Result == nil || !r.Result.IsError) {
			t.Errorf("%.80s: no error: %+v", bad, r)
		}
	}
	// Notifications are never answered.
	for _, n := range []string{`{"jsonrpc":"2.0","method":"no/such"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}`, ``, "\r"} {
		if _, err := c.conn.Write([]byte(n + "\n")); err != nil {
			t.Fatal(err)
		}
	}
	c.ask("ping", map[string]any{})
}

// held are repositories of which Open waits until it is let go.
type held struct {
	folders
	asked   chan struct{}
	let     chan struct{}
	stopped chan struct{} // is told when the context of an Open is done
}

func (h *held) Open(ctx context.Context, root string) (Repository, error) {
	h.asked <- struct{}{}
	select {
	case <-h.let:
		return h.folders.Open(ctx, root)
	case <-ctx.Done():
		h.stopped <- struct{}{}
		return nil, ctx.Err()
	}
}

// TestCancel: a request that is cancelled is not answered, and others are.
func TestCancel(t *testing.T) {
	h := &held{folders{t: t, now: time.Now}, make(chan struct{}, 8), make(chan struct{}), make(chan struct{}, 8)}
	c := newConnection(t, Options{Repositories: h, Version: "test"}, Client{Root: unpack(t, txtar.Parse([]byte(shop)))})
	call := func(id any) {
		c.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": map[string]any{"name": "find_definitions", "arguments": map[string]any{"symbol": "Open"}}})
	}
	call("first")
	<-h.asked
	call("second")
	<-h.asked
	c.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": map[string]any{"requestId": "first"}})
	c.ask("ping", map[string]any{}) // the cancellation was read
	<-h.stopped                     // the work on it, not only the waiting for it
	close(h.let)
	var r response
	if err := c.in.Decode(&r); err != nil || string(r.ID) != `"second"` {
		t.Fatalf("%v: %s %s", err, r.ID, r.Result)
	}
	c.ask("ping", map[string]any{})
}

// slow is a repository of which the indexing is far from its end.
type slow struct{ folders }

func (s *slow) Open(ctx context.Context, root string) (Repository, error) {
	r, err := s.folders.Open(ctx, root)
	return indexing{r}, err
}

type indexing struct{ Repository }

func (indexing) Progress() workspace.Progress {
	return workspace.Progress{Phase: "facts", Done: 3, Total: 10, Rate: 2}
}

// TestProgress: progress is told before the answer, and it grows.
func TestProgress(t *testing.T) {
	tellTwice := func(tell func()) func() { tell(); tell(); return func() {} }
	c := newConnection(t, Options{Repositories: &slow{folders{t: t, now: time.Now}}, Every: tellTwice}, Client{Root: unpack(t, txtar.Parse([]byte(shop)))})
	c.send(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{
		"name": "find_definitions", "arguments": map[string]any{"symbol": "Open"}, "_meta": map[string]any{"progressToken": "p"},
	}})
	last := 0.0
	for n := 0; ; n++ {
		var r struct {
			response
			Params struct {
				ProgressToken string
				Progress      float64
				Message       string
			}
		}
		if err := c.in.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if r.Method == "" {
			if n != 2 {
				t.Errorf("%d notifications before the answer", n)
			}
			return
		}
		if r.Method != "notifications/progress" || r.Params.ProgressToken != "p" || r.Params.Progress <= last || r.Params.Message != "facts: 3 of 10, 2.0/s, 4s left" {
			t.Errorf("%+v", r)
		}
		last = r.Params.Progress
	}
}

func TestResourcesAndPrompts(t *testing.T) {
	c := newClient(t, unpack(t, txtar.Parse([]byte(shop+"-- .env --\nKEY=1\n"))))
	var read struct {
		Contents []struct{ Uri, Text string }
	}
	if err := json.Unmarshal(c.ask("resources/read", map[string]any{"uri": "ci://file/shop.go"}), &read); err != nil || !strings.Contains(read.Contents[0].Text, "func Open()") {
		t.Errorf("%v %+v", err, read)
	}
	if err := json.Unmarshal(c.ask("resources/read", map[string]any{"uri": "ci://status"}), &read); err != nil || !strings.Contains(read.Contents[0].Text, `"generation":1`) {
		t.Errorf("%v %+v", err, read)
	}
	for _, uri := range []string{"ci://file/../secret", "ci://file/%2e%2e/secret", "ci://file//etc/passwd", "ci://file/nothing.go", "ci://file/.env", "ci://nothing", "file:///etc/passwd"} {
		c.id++
		c.send(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": "resources/read", "params": map[string]any{"uri": uri}})
		var r response
		if err := c.in.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if r.Error == nil {
			t.Errorf("%s: %s", uri, r.Result)
		}
	}
	var prompt struct {
		Messages []struct{ Content struct{ Text string } }
	}
	raw := c.ask("prompts/get", map[string]any{"name": "code", "arguments": map[string]any{"request": "mend the {request}"}})
	if err := json.Unmarshal(raw, &prompt); err != nil || !strings.Contains(prompt.Messages[0].Content.Text, "mend the {request}") {
		t.Errorf("%v %s", err, raw)
	}
}

// TestManyAtOnce: answers of requests that run side by side don't mix.
func TestManyAtOnce(t *testing.T) {
	c := newClient(t, unpack(t, txtar.Parse([]byte(shop))))
	const n = 100
	sent := make(chan error, 1)
	go func() {
		var all bytes.Buffer
		for i := range n {
			fmt.Fprintf(&all, `{"jsonrpc":"2.0","id":"r%d","method":"tools/call","params":{"name":"find_definitions","arguments":{"symbol":"Open%d","exact_match":true}}}`+"\n", i, i%2)
		}
		_, err := c.conn.Write(all.Bytes())
		sent <- err
	}()
	seen := map[string]bool{}
	for range n {
		var r response
		if err := c.in.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if seen[string(r.ID)] || r.Result == nil {
			t.Errorf("%s: %s", r.ID, r.Error)
		}
		seen[string(r.ID)] = true
	}
	if err := <-sent; err != nil || len(seen) != n {
		t.Errorf("%v, %d answers", err, len(seen))
	}
}

// TestEnd: requests that came before the end of the input are answered.
func TestEnd(t *testing.T) {
	s := New(Options{Repositories: &folders{t: t, now: time.Now}})
	in := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	var out bytes.Buffer
	pipe := struct {
		io.Reader
		io.Writer
		io.Closer
	}{strings.NewReader(in), &out, io.NopCloser(nil)}
	if err := s.Serve(t.Context(), pipe, Client{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), `"jsonrpc":"2.0"`); n != 2 {
		t.Errorf("%d answers: %s", n, out.String())
	}
}

func FuzzReadLine(f *testing.F) {
	f.Add([]byte("a\nb\r\n\n\nc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bufio.NewReaderSize(bytes.NewReader(data), 16)
		var got [][]byte
		for {
			line, err := readLine(r)
			if err != nil {
				break
			}
			got = append(got, bytes.TrimRight(line, "\r"))
		}
		want := bytes.Split(data, []byte("\n"))
		if len(want[len(want)-1]) == 0 {
			want = want[:len(want)-1]
		}
		if len(got) != len(want) {
			t.Fatalf("%q: %d lines, want %d", data, len(got), len(want))
		}
		for i := range want {
			if !bytes.Equal(got[i], bytes.TrimRight(want[i], "\r")) {
				t.Errorf("%q: line %d is %q", data, i, got[i])
			}
		}
	})
}
