package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"codeintel/session"

	"golang.org/x/tools/txtar"
)

// web is a server over HTTP. A request comes from the process that its header names, as
// far as the server can know.
type web struct {
	t     *testing.T
	url   string
	repos *folders
	root  string
	gone  []string // processes that have ended
	left  []string // connections that their clients have ended
}

const processHeader = "X-Test-Process"

type processKey struct{}

func newWeb(t *testing.T) *web {
	w := &web{t: t, root: unpack(t, txtar.Parse([]byte(kiosk)))}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var seconds atomic.Int64
	w.repos = &folders{t: t, now: func() time.Time { return at.Add(time.Duration(seconds.Add(1)) * time.Second) }}
	w.repos.gone = func(c session.Connection) bool {
		return slices.ContainsFunc(w.gone, func(id string) bool { return c.ID == id || strings.HasPrefix(c.ID, id+" ") })
	}
	h := New(Options{Repositories: w.repos, Version: "test", Now: w.repos.now,
		Peer: func(ctx context.Context) session.Connection {
			name, _ := ctx.Value(processKey{}).(string)
			return session.Connection{ID: name, PID: 1 << 30}
		},
		Left: func(id string) { w.left = append(w.left, id) },
	}).Handler(w.root)
	s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(rw, r.WithContext(context.WithValue(r.Context(), processKey{}, r.Header.Get(processHeader))))
	}))
	t.Cleanup(s.Close)
	w.url = s.URL
	return w
}

// ask sends a request and returns its answer.
func (w *web) ask(method string, header map[string]string, body string) (status int, answer string, got http.Header) {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), method, w.url, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for k, v := range header {
		r.Header.Set(k, v)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return resp.StatusCode, string(data), resp.Header
}

// tool calls a tool by the protocol without sessions, as a program in a process.
func (w *web) tool(process, program, name, arguments string) (answer string, isError bool) {
	w.t.Helper()
	status, text, _ := w.ask("POST", map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": name, processHeader: process},
		fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":%q,"version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`, name, arguments, program))
	var r struct {
		Result struct {
			StructuredContent json.RawMessage `json:"structuredContent"`
			IsError           bool            `json:"isError"`
		} `json:"result"`
	}
	if err := json.Unmarshal([]byte(text), &r); status != 200 || err != nil {
		w.t.Fatalf("%s %s: %d %s", name, arguments, status, text)
	}
	return string(r.Result.StructuredContent), r.Result.IsError
}

// start begins a session and returns its id.
func (w *web) start(process, program string) string {
	w.t.Helper()
	answer, isError := w.tool(process, program, "start_session", `{"intent":"MODIFY","query":"Till takes nothing"}`)
	var out struct {
		SessionID string `json:"session_id"`
	}
	if err := json.Unmarshal([]byte(answer), &out); err != nil || isError || out.SessionID == "" {
		w.t.Fatal(answer)
	}
	return out.SessionID
}

// readsAll makes all calls that read, none of which may be refused.
func (w *web) readsAll(process, program string) {
	w.t.Helper()
	for _, x := range readers {
		if answer, isError := w.tool(process, program, x.tool, x.arguments); isError {
			w.t.Errorf("%s %s: %s %s: %s", process, program, x.tool, x.arguments, answer)
		}
	}
}

// TestClientsWithoutSessions: what a client of the protocol without sessions calls is in
// the session that it names. Where it has to be in one and names none, it is the only one
// that the same program in the same process began; never another's. No call that reads
// is refused.
func TestClientsWithoutSessions(t *testing.T) {
	w := newWeb(t)
	const status = "get_session_status"
	in := func(process, program, arguments, want string) {
		t.Helper()
		if answer, isError := w.tool(process, program, status, arguments); !strings.Contains(answer, want) || isError != strings.Contains(want, "_required") {
			t.Errorf("%s %s %s: %s, want %s", process, program, arguments, answer, want)
		}
	}
	first := w.start("p1", "editor")
	named := fmt.Sprintf(`{"session_id":%q}`, first)
	in("p1", "editor", `{}`, first)
	in("p2", "editor", `{}`, "session_required")
	in("p1", "agent", `{}`, "session_required") // behind the same proxy, say
	in("", "editor", `{}`, "session_required")  // nobody knows from where
	in("p2", "editor", named, first)

	// It is in a phase in which names are not looked up. A call that reads and names no
	// session is in none, since the process may speak for another client; one that does is ruled by it.
	for _, x := range []struct{ tool, arguments string }{
		{"find_definitions", `{"symbol":"Till",`}, {"find_references", `{"symbol":"Till",`}, {"search_text", `{"pattern":"Till",`},
		{"submit_understanding", `{"symbols_identified":[],"look_by_meaning":true,`},
	} {
		w.tool("p1", "editor", x.tool, x.arguments+named[1:])
	}
	if answer, isError := w.tool("p1", "editor", "find_definitions", `{"symbol":"Till",`+named[1:]); !isError || !strings.Contains(answer, "phase_forbidden") {
		t.Errorf("the session that it names does not rule a call: %s", answer)
	}
	before := made(t, w.repos, w.root)
	for _, process := range []string{"p1", "p2", ""} {
		w.readsAll(process, "editor")
	}
	if after := made(t, w.repos, w.root); !slices.Equal(before, after) || before[0] != 3 {
		t.Errorf("%v calls are recorded, and then %v; want those that named the session", before, after)
	}

	// Several of one process, and one whose process has ended.
	second := w.start("p1", "editor")
	in("p1", "editor", `{}`, "session_required")
	other := w.start("p2", "editor")
	w.gone = []string{"p1"}
	in("p2", "editor", `{}`, other)
	in("p3", "editor", `{}`, "session_required")
	in("p3", "editor", fmt.Sprintf(`{"session_id":%q}`, second), second) // which is its own from now on
	in("p3", "editor", `{}`, second)
	r, err := w.repos.Open(t.Context(), w.root)
	if err != nil {
		t.Fatal(err)
	}
	for id, ended := range map[string]bool{first: true, second: false, other: false} {
		if s, err := r.Sessions().View(id); err != nil || r.Sessions().Ended(s) != ended {
			t.Errorf("the client of %s has ended: %t, want %t (%v)", id, !ended, ended, err)
		}
	}
	w.readsAll("p1", "editor")
}

// TestClientsWithSessions: a client of the older protocol is known by its session, from
// whichever process it comes; when it ends that, its connection has ended.
func TestClientsWithSessions(t *testing.T) {
	w := newWeb(t)
	begin := func() map[string]string {
		status, answer, header := w.ask("POST", map[string]string{processHeader: "p"}, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
		if status != 200 {
			t.Fatal(answer)
		}
		return map[string]string{"Mcp-Session-Id": header.Get("Mcp-Session-Id"), "Mcp-Protocol-Version": "2025-11-25", processHeader: "p"}
	}
	call := func(who map[string]string, name, arguments string) string {
		_, answer, _ := w.ask("POST", who, fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, name, arguments))
		return answer
	}
	a, b := begin(), begin()
	if answer := call(a, "start_session", `{"intent":"MODIFY","query":"Till takes nothing"}`); !strings.Contains(answer, "session_id") {
		t.Fatal(answer)
	}
	if answer := call(a, "get_session_status", `{}`); strings.Contains(answer, "session_required") {
		t.Errorf("its own session: %s", answer)
	}
	if answer := call(b, "get_session_status", `{}`); !strings.Contains(answer, "session_required") {
		t.Errorf("another's session: %s", answer)
	}
	if status, answer, _ := w.ask("DELETE", a, ""); status != 200 || !slices.Equal(w.left, []string{"http:" + a["Mcp-Session-Id"]}) {
		t.Errorf("%d %s; %v have ended", status, answer, w.left)
	}
	all, err := func() ([]*session.Session, error) {
		r, err := w.repos.Open(t.Context(), w.root)
		if err != nil {
			return nil, err
		}
		return r.Sessions().List()
	}()
	if err != nil || len(all) != 1 || all[0].Connection().ID != "http:"+a["Mcp-Session-Id"] || all[0].Connection().PID != 1<<30 {
		t.Errorf("%+v %v", all, err)
	}
}
