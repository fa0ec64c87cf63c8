package hook

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"codeintel/cmd/internal/guard"
	"codeintel/session"
	"codeintel/session/speech"
)

func env() Env {
	return Env{
		Lookup: func(string) (string, bool) { return "", false },
		Top:    func(string) string { return "/r" },
	}
}

func read(t *testing.T, said string) *Input {
	t.Helper()
	in, err := Read(strings.NewReader(said), env())
	if err != nil {
		t.Fatalf("%s: %v", said, err)
	}
	return in
}

// TestRequest: what a client says becomes a question, or none.
func TestRequest(t *testing.T) {
	t.Parallel()
	who := session.Agent{Client: "c", Sub: "s"}
	for _, c := range []struct {
		said string
		want *guard.Request // without effects
	}{
		{`{"hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{"file_path":"/r/a.go"}}`, nil},
		{`{"hook_event_name":"PreToolUse","tool_name":"Grep","tool_input":{"pattern":"a"},"unknown":[1,{"a":2}]}`, nil},
		{`{"hook_event_name":"PreToolUse","session_id":"c","agent_id":"s","tool_name":"Edit","tool_input":{"file_path":"/r/a.go"},"TOOL_NAME":"Read","Session_ID":"d","tool_Input":{}}`,
			&guard.Request{Event: "pre", Tool: "Edit", Agent: who}},
		{`{"hook_event_name":"PreToolUse","session_id":"c","agent_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}`,
			&guard.Request{Event: "pre", Tool: "Bash", Agent: who}},
		{`{"hook_event_name":"PreToolUse","session_id":"c","agent_id":"s","tool_use_id":"1","tool_name":"Edit","tool_input":{"file_path":"/r/a.go"}}`,
			&guard.Request{Event: "pre", Tool: "Edit", Call: "1", Agent: who}},
		{`{"hook_event_name":"PreToolUse","session_id":"c","agent_id":"s","tool_name":"Write","tool_input":{"file_path":"/r/a.go","content":"x"}}`,
			&guard.Request{Event: "pre", Tool: "Write", Agent: who, Content: "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"}},
		{`{"hook_event_name":"PostToolUse","session_id":"c","agent_id":"s","tool_name":"Bash","tool_input":{"command":"sh x.sh"},"tool_response":{"stdout":""}}`,
			&guard.Request{Event: "post", Tool: "Bash", Agent: who}},
		{`{"hook_event_name":"PostToolUseFailure","session_id":"c","agent_id":"s","tool_name":"Bash","tool_input":{"command":"sh x.sh"}}`,
			&guard.Request{Event: "post", Tool: "Bash", Agent: who}},
		{`{"hook_event_name":"PostToolUse","cwd":"/r","session_id":"c","agent_id":"s","tool_name":"Read","tool_input":{"file_path":"a.go"},"tool_response":{"type":"text","file":{"filePath":"/r/a.go","content":"a\nb","numLines":2,"startLine":3,"totalLines":9}}}`,
			&guard.Request{Event: "post", Tool: "Read", Agent: who, Looks: true, Read: []guard.Lines{{File: "/r/a.go", From: 3, To: 4}}, Params: json.RawMessage(`{"file_path":"a.go"}`)}},
		{`{"hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{},"tool_response":{"type":"image","file":{"base64":"x"}}}`, nil},
		{`{"hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{},"tool_response":{"file":{"filePath":"/r/a","numLines":-1}}}`, nil},
		{`{"hook_event_name":"PostToolUse","tool_name":"Glob","tool_input":{},"tool_response":{"filenames":["a.go"]}}`, nil},
		{`{"hook_event_name":"PostToolUse","tool_name":"Grep","tool_input":{},"tool_response":{"mode":"files_with_matches","filenames":["a.go"]}}`, nil},
		{`{"hook_event_name":"PostToolUse","cwd":"/r","session_id":"c","agent_id":"s","tool_name":"Grep","tool_input":{},"tool_response":{"mode":"content","content":"a.go:3:x\na.go-4-y\n--\nb c.go:10:z: 1:2\nnothing\n:7:x\nc.go:0:x"}}`,
			&guard.Request{Event: "post", Tool: "Grep", Agent: who, Looks: true, Read: []guard.Lines{{File: "/r/a.go", From: 3, To: 4}, {File: "/r/b c.go", From: 10, To: 10}}, Params: json.RawMessage(`{}`)}},
		{`{"hook_event_name":"PostToolUse","cwd":"/r","session_id":"c","agent_id":"s","tool_name":"Grep","tool_input":{"path":"sub/a.go"},"tool_response":{"mode":"content","content":"3:x\n5-y"}}`,
			&guard.Request{Event: "post", Tool: "Grep", Agent: who, Looks: true, Read: []guard.Lines{{File: "/r/sub/a.go", From: 3, To: 3}, {File: "/r/sub/a.go", From: 5, To: 5}}, Params: json.RawMessage(`{"path":"sub/a.go"}`)}},
		{`{"hook_event_name":"PostToolUse","session_id":"c","agent_id":"s","tool_name":"mcp__plugin_ci_ci__start_session","tool_input":{},"tool_response":[{"type":"text","text":"{\"session_id\":\"s_abcdefghijklmnopqrstuvwx23\",\"phase\":\"EXPLORATION\"}"}]}`,
			&guard.Request{Event: "post", Tool: "mcp__plugin_ci_ci__start_session", Agent: who, Started: "s_abcdefghijklmnopqrstuvwx23"}},
		{`{"hook_event_name":"PostToolUse","session_id":"c","agent_id":"s","tool_name":"mcp__x__start_session","tool_input":{},"tool_response":{"structuredContent":{"session_id": "s_abcdefghijklmnopqrstuvwx23"}}}`,
			&guard.Request{Event: "post", Tool: "mcp__x__start_session", Agent: who, Started: "s_abcdefghijklmnopqrstuvwx23"}},
		{`{"hook_event_name":"Stop","session_id":"c","stop_hook_active":true}`, &guard.Request{Event: "stop", Agent: session.Agent{Client: "c"}, Again: true}},
		{`{"hook_event_name":"SubagentStop","session_id":"c","agent_id":"s"}`, &guard.Request{Event: "stop", Agent: who}},
		{`{"hook_event_name":"SessionEnd","session_id":"c","reason":"other"}`, &guard.Request{Event: "end", Agent: session.Agent{Client: "c"}}},
		{`{"hook_event_name":"SessionStart","session_id":"c"}`, nil},
	} {
		in := read(t, c.said)
		if in.Asks() != (c.want != nil) {
			t.Errorf("%s: asks: %t", c.said, in.Asks())
			continue
		}
		if c.want == nil {
			continue
		}
		got := in.Request("/r")
		got.Effects = c.want.Effects
		c.want.Version, c.want.Root = guard.Version, "/r"
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n%+v, want\n%+v", c.said, got, c.want)
		}
	}
}

// TestAnswer: the client understands what it is told, and a failure opens nothing.
func TestAnswer(t *testing.T) {
	t.Parallel()
	event := func(name, tool string) *Input {
		return read(t, `{"hook_event_name":"`+name+`","tool_name":"`+tool+`","tool_input":{"command":"sh x.sh","file_path":"/r/x"}}`)
	}
	deny, note := guard.Response{Deny: true, Reason: "no \"x\""}, guard.Response{Note: "look"}
	failed := `ci gate (automatic): no decision, so the call is denied: a b. Start the shared process with 'ci serve --detach', or have the user set "write_gate": "off" in .code-intel/config.json.` + "\n"
	for _, c := range []struct {
		name string
		got  Answer
		want Answer
	}{
		{"pass", event("PreToolUse", "Edit").Answer(guard.Response{}), Answer{}},
		{"deny", event("PreToolUse", "Edit").Answer(deny), Answer{Stdout: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no \"x\""}}` + "\n"}},
		{"block", event("PostToolUse", "Bash").Answer(deny), Answer{Stdout: `{"decision":"block","reason":"no \"x\""}` + "\n"}},
		{"block a failure", event("PostToolUseFailure", "Bash").Answer(deny), Answer{Code: 2, Stderr: "no \"x\"\n"}},
		{"block the end", event("Stop", "").Answer(deny), Answer{Stdout: `{"decision":"block","reason":"no \"x\""}` + "\n"}},
		{"note", event("PostToolUse", "Bash").Answer(note), Answer{Stdout: `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"look"}}` + "\n"}},
		{"note at the end", event("SubagentStop", "").Answer(note), Answer{Stdout: `{"systemMessage":"look"}` + "\n"}},
		{"error", event("PreToolUse", "Edit").Answer(guard.Response{Error: "a\nb"}), Answer{Code: 2, Stderr: failed}},
		{"failed", event("PreToolUse", "Bash").Failed(errors.New("a b."), speech.English), Answer{Code: 2, Stderr: failed}},
		{"failed in Japanese", event("PreToolUse", "Bash").Failed(errors.New("a b."), speech.Japanese), Answer{Code: 2, Stderr: speech.Japanese.Say(speech.Gate{Said: speech.NoDecision{Why: "a b"}}) + "\n"}},
		{"failed to be read", (*Input)(nil).Failed(errors.New("a b"), speech.English), Answer{Code: 2, Stderr: failed}},
		{"failed after a call", event("PostToolUse", "Bash").Failed(errors.New("a"), speech.English), Answer{Code: 2, Stderr: "ci gate: a\n"}},
		{"failed after a reading call", event("PostToolUse", "Read").Failed(errors.New("a"), speech.English), Answer{Code: 1, Stderr: "ci gate: a\n"}},
		{"failed before a reading call", event("PreToolUse", "Read").Failed(errors.New("a"), speech.English), Answer{Code: 1, Stderr: "ci gate: a\n"}},
		{"failed before a command that reads", read(t, `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`).Failed(errors.New("a"), speech.English), Answer{}},
		{"failed at the end of a conversation", event("SessionEnd", "").Failed(errors.New("a"), speech.English), Answer{Code: 1, Stderr: "ci gate: a\n"}},
		{"failed at the second end", read(t, `{"hook_event_name":"Stop","stop_hook_active":true}`).Failed(errors.New("a"), speech.English), Answer{Code: 1, Stderr: "ci gate: a\n"}},
	} {
		if c.got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, c.got, c.want)
		}
	}
}

func TestNoInput(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"", "{", "[]", "null", "1", "{}", `{"hook_event_name":"PreToolUse"}`, `{"hook_event_name":1}`, `{"hook_event_name":"PreToolUse","tool_name":["x"]}`,
		`{"hook_event_name":"PreToolUse","tool_name":"` + strings.Repeat("x", 5000) + `"}`,
	} {
		if in, err := Read(strings.NewReader(said), env()); err == nil {
			t.Errorf("%.60s: %+v", said, in)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"hook_event_name":"PreToolUse","session_id":"c","tool_name":"Bash","tool_input":{"command":"echo x > a"}}`))
	f.Add([]byte(`{"hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{},"tool_response":{"file":{"filePath":"/r/a","numLines":2}}}`))
	f.Add([]byte(`{"hook_event_name":"PostToolUse","tool_name":"Grep","tool_input":{},"tool_response":{"mode":"content","content":"a.go:3:x"}}`))
	f.Add([]byte(`{"hook_event_name":"PostToolUse","tool_name":"mcp__a__start_session","tool_response":"session_id\":\"s_abcdefghijklmnopqrstuvwx\""}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := parse(data, env())
		if err != nil {
			return
		}
		if in.Asks() {
			r := in.Request("/r")
			if _, err := json.Marshal(r); err != nil {
				t.Error(err)
			}
			for _, l := range r.Read {
				if l.From < 1 || l.To < l.From {
					t.Errorf("%+v", l)
				}
			}
		}
		in.Answer(guard.Response{Deny: true, Reason: "x"})
	})
}
