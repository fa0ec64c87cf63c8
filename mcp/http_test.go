package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestHTTP asks in both eras over HTTP, as clients do that we have seen.
func TestHTTP(t *testing.T) {
	ask := newWeb(t).ask
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	for _, x := range []struct {
		name, method, body string
		status             int
		says               string
	}{
		{"a call", "tools/call", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_definitions","arguments":{"symbol":"Till"},` + meta + `}}`, 200, `"file":"till/till.go"`},
		{"a notification without more", "notifications/cancelled", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`, 202, ""},
		{"a notification with an id", "notifications/cancelled", `{"jsonrpc":"2.0","id":7,"method":"notifications/cancelled","params":{"requestId":7}}`, 400, "protocolVersion"},
		{"another method in the header", "notifications/cancelled", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + meta + `}}`, 400, "Mcp-Method"},
		{"no JSON", "notifications/cancelled", `{`, 400, ""},
		{"subscriptions", "subscriptions/listen", `{"jsonrpc":"2.0","id":"s","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},` + meta + `}}`, 404, `{"jsonrpc":"2.0","id":"s","error":{"code":-32601,"message":"there is nothing to subscribe to"}}`},
	} {
		header := map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": x.method}
		if x.method == "tools/call" {
			header["Mcp-Name"] = "find_definitions"
		}
		if status, answer, _ := ask("POST", header, x.body); status != x.status || !strings.Contains(strings.ReplaceAll(answer, `\"`, `"`), x.says) {
			t.Errorf("%s: %d %s, want %d %s", x.name, status, answer, x.status, x.says)
		}
	}

	status, answer, header := ask("POST", nil, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
	id := header.Get("Mcp-Session-Id")
	if status != 200 || id == "" {
		t.Fatalf("initialize: %d %s", status, answer)
	}
	session := map[string]string{"Mcp-Session-Id": id, "Mcp-Protocol-Version": "2025-11-25"}
	const ping = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	for _, x := range []struct {
		name, method string
		header       map[string]string
		body         string
		status       int
	}{
		{"in the session", "POST", session, ping, 200},
		{"cancelled in the session", "POST", session, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`, 202},
		{"in none", "POST", map[string]string{"Mcp-Session-Id": "x"}, ping, 404},
		{"the end", "DELETE", session, "", 200},
		{"after the end", "POST", session, ping, 404},
		{"the end again", "DELETE", session, "", 200},
	} {
		if status, answer, _ := ask(x.method, x.header, x.body); status != x.status {
			t.Errorf("%s: %d %s, want %d", x.name, status, answer, x.status)
		}
	}
}

// TestSessionsEnded: what is known of sessions is bounded.
func TestSessionsEnded(t *testing.T) {
	var s sessions
	first := s.Generate()
	for id, n := first, 0; n <= maxEnded; id, n = s.Generate(), n+1 {
		if _, err := s.Terminate(id); err != nil {
			t.Fatal(err)
		}
		if ended, err := s.Validate(id); !ended || err != nil {
			t.Fatalf("session %d has not ended (%v)", n, err)
		}
	}
	if ended, err := s.Validate(first); ended || err != nil || len(s.ended) != maxEnded || len(s.order) != maxEnded {
		t.Errorf("the first has ended: %t (%v); %d, %d known", ended, err, len(s.ended), len(s.order))
	}
}

// TestNoSubscriptions: nothing that is listed changes.
func TestNoSubscriptions(t *testing.T) {
	c := newClient(t, unpack(t, txtar.Parse([]byte("-- a.py --\n"))))
	c.send(json.RawMessage(`{"jsonrpc":"2.0","id":"s","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}}}`))
	var r response
	if err := c.in.Decode(&r); err != nil || string(r.ID) != `"s"` || !strings.Contains(string(r.Error), "-32601") {
		t.Error(fmt.Sprintf("%s %s", r.ID, r.Error), err)
	}
}
