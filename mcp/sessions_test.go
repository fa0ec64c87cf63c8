package mcp

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"codeintel/session"

	"golang.org/x/tools/txtar"
)

const kiosk = `
-- go.mod --
module example.com/kiosk

go 1.24
-- till/till.go --
package till

// Till has money.
type Till struct{ cents int }

// Take takes money.
func (t *Till) Take(cents int) { t.cents += cents }
-- main.go --
package main

import "example.com/kiosk/till"

func main() { new(till.Till).Take(3) }
-- notes.txt --
first

third
-- empty.txt --
-- .env --
PASSWORD=x
`

// TestEvidence: what is said of code is judged by the index and the files.
func TestEvidence(t *testing.T) {
	root := unpack(t, txtar.Parse([]byte(kiosk)))
	repos := &folders{t: t, now: time.Now}
	repo, err := repos.Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	c := &call{server: New(Options{Repositories: repos}), repo: repo, root: root, args: &common{}}
	e, err := c.code(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	defer e.close()
	if got := e.Symbols("Till.Take"); len(got) != 1 || got[0].Name != "Till.Take" || got[0].File != "till/till.go" || got[0].Line != 7 || got[0].EndLine != 7 || got[0].Kind != "method" {
		t.Errorf("Till.Take: %+v", got)
	}
	symbol := func(name string) string { return e.Symbols(name)[0].Symbol }
	if !e.Related(symbol("main.main"), symbol("Till.Take")) || !e.Related(symbol("Till"), symbol("Till.Take")) || e.Related(symbol("main.main"), symbol("cents")) || e.Related("x", symbol("Till")) {
		t.Error("what is related")
	}
	if got := e.Symbols(symbol("Till")); len(got) != 1 || got[0].Name != "Till" {
		t.Errorf("by its SCIP symbol: %+v", got)
	}
	for p, lines := range map[string]int{"till/till.go": 7, "notes.txt": 3, "empty.txt": 0, ".env": 0, "main.go": 5} {
		if got, ok := e.File(p); !ok || got.Lines != lines || (got.Hash != "") != (p != ".env") {
			t.Errorf("%s: %+v %t, want %d lines", p, got, ok, lines)
		}
	}
	for _, p := range []string{"none.go", "till", ".", "../main.go", "", "main.go/x"} {
		if got, ok := e.File(p); ok {
			t.Errorf("%q is a file: %+v", p, got)
		}
	}
	for p, want := range map[string]bool{".": true, "till": true, "main.go": false, "none": false, "..": false} {
		if got := e.Folder(p); got != want {
			t.Errorf("%q is a folder: %t", p, got)
		}
	}
	for _, x := range []struct {
		p        string
		from, to int
		want     string
		ok       bool
	}{
		{"notes.txt", 1, 3, "first\n\nthird", true}, {"notes.txt", 3, 3, "third", true}, {"notes.txt", 3, 4, "", false}, {"notes.txt", 0, 1, "", false}, {"notes.txt", 2, 1, "", false},
		{"main.go", 1, 1, "package main", true}, {".env", 1, 1, "", false}, {"empty.txt", 1, 1, "", false}, {"none", 1, 1, "", false},
	} {
		if got, ok := e.Text(x.p, x.from, x.to); got != x.want || ok != x.ok {
			t.Errorf("%s:%d-%d: %q %t", x.p, x.from, x.to, got, ok)
		}
	}
	if size := e.Size(); size != (session.Size{Symbols: 4, Files: 4, Code: true}) { // Till, cents, Take, main; go.mod, main.go, notes.txt, till.go
		t.Errorf("%+v", size)
	}
	if !e.Complete() {
		t.Error("it is not complete")
	}
	nothing := &evidence{w: repo.Workspace()}
	if size := nothing.Size(); size.Symbols < 1000 || size.Files < 1000 || !size.Code || nothing.Complete() || len(nothing.Symbols("Till")) > 0 {
		t.Error("a repository that is not indexed is taken for a small one")
	}
}

// TestSessionParallel: calls that are made at the same time are all recorded, each
// with a number of its own.
func TestSessionParallel(t *testing.T) {
	root := unpack(t, txtar.Parse([]byte(kiosk)))
	repos := &folders{t: t, now: time.Now}
	s := New(Options{Repositories: repos, Version: "test"})
	first := serve(t, s, Client{Root: root})
	first.hello()
	answer, _ := first.callTool("start_session", json.RawMessage(`{"intent":"MODIFY","query":"Till"}`))
	var started struct {
		SessionID string `json:"session_id"`
	}
	if err := json.Unmarshal(answer, &started); err != nil {
		t.Fatal(err)
	}
	const agents, calls = 4, 8
	var mu sync.Mutex
	var numbers []int
	var group sync.WaitGroup
	for range agents {
		c := serve(t, s, Client{Root: root})
		c.hello()
		group.Go(func() {
			for i := range calls {
				tool := []string{"find_definitions", "find_references"}[i%2]
				text, _ := c.callTool(tool, json.RawMessage(fmt.Sprintf(`{"symbol":"Till","session_id":%q}`, started.SessionID)))
				var said struct{ Call int }
				if err := json.Unmarshal(text, &said); err != nil {
					t.Error(err)
				}
				mu.Lock()
				numbers = append(numbers, said.Call)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	slices.Sort(numbers)
	for i, n := range numbers {
		if n != i+1 {
			t.Fatalf("the calls have the numbers %v", numbers)
		}
	}
	if len(numbers) != agents*calls {
		t.Errorf("%d calls", len(numbers))
	}
}

// TestSessionBudget: answers of sessions keep within any budget.
func TestSessionBudget(t *testing.T) {
	root := unpack(t, txtar.Parse([]byte(kiosk)))
	c := newClient(t, root)
	if text, isError := c.callTool("start_session", json.RawMessage(`{"intent":"IMPLEMENT","query":"`+strings.Repeat("more money ", 1500)+`"}`)); isError {
		t.Fatalf("%s", text)
	}
	for range 30 {
		c.callTool("find_definitions", json.RawMessage(`{"symbol":"Till"}`))
	}
	for _, budget := range []int{400, 700, 1000, 2000, 6000} {
		for tool, arguments := range map[string]string{
			"get_session_status": "", "list_sessions": "", "get_improvement_insights": "",
			"submit_understanding": `"symbols_identified":["` + strings.Repeat(`Nothing","`, 150) + `x"],`, "set_query_frame": `"slots":{},`,
		} {
			c.callTool(tool, json.RawMessage(fmt.Sprintf(`{%s"budget_tokens":%d}`, arguments, budget))) // it looks at the size
		}
	}
}

// TestNestedArguments: what is inside an argument is checked, and named.
func TestNestedArguments(t *testing.T) {
	c := newClient(t, unpack(t, txtar.Parse([]byte(kiosk))))
	for _, x := range []struct{ tool, arguments, field string }{
		{"set_query_frame", `{"slots":{"target_feature":{"value":"x","quote":"x","qoute":"y"}}}`, "slots.target_feature.qoute"},
		{"set_query_frame", `{"slots":{"target_feature":"x"}}`, "slots.target_feature"},
		{"set_query_frame", `{"slots":[]}`, "slots"},
		{"set_query_frame", `{"slots":{"other":null}}`, "slots"},
		{"set_query_frame", `{}`, "slots"},
		{"submit_understanding", `{"symbols_identified":["x"],"existing_patterns":[{"file":"a","line":1},{"file":"a"}]}`, "existing_patterns[1].line"},
		{"submit_understanding", `{"symbols_identified":["x"],"existing_patterns":[{"file":"a","line":0}]}`, "existing_patterns[0].line"},
		{"submit_understanding", `{"symbols_identified":"x"}`, "symbols_identified"},
		{"submit_understanding", `{"symbols_identified":[1]}`, "symbols_identified"},
		{"submit_understanding", `{"symbols_identified":[],"code_evidence":[{"fiel":"a"}]}`, "code_evidence[0].fiel"},
		{"submit_understanding", `{"symbols_identified":[],"code_evidence":[3]}`, "code_evidence[0]"},
		{"submit_understanding", `{"symbols_identified":[],"slot_evidence":{"target_feature":{"result":"x"}}}`, "slot_evidence.target_feature.tool"},
		{"submit_understanding", `{"symbols_identified":[],"slot_evidence":{"target_feature":{"tool":"x","params":[1]}}}`, "slot_evidence.target_feature.params"},
		{"submit_verification", `{"results":[{"hypothesis":"x","verdict":"maybe"}]}`, "results[0].verdict"},
		{"submit_semantic", `{"hypotheses":[{"symbol":"x"}],"semantic_reason":"tired"}`, "semantic_reason"},
	} {
		text, isError := c.callTool(x.tool, json.RawMessage(x.arguments))
		var said struct{ Code, Field string }
		if err := json.Unmarshal(text, &said); err != nil || !isError || said.Code != codeInvalidArgument || said.Field != x.field {
			t.Errorf("%s %s: %s", x.tool, x.arguments, text)
		}
	}
	// A citation may be words or an object, and what is null is not given.
	for _, arguments := range []string{
		`{"relevant_symbols":["Till"],"reasoning":"x","code_evidence":["Till",{"symbol":"Till"}]}`, `{"relevant_symbols":["Till"],"reasoning":null,"code_evidence":null}`,
	} {
		if text, _ := c.callTool("confirm_symbol_relevance", json.RawMessage(arguments)); strings.Contains(string(text), codeInvalidArgument) {
			t.Errorf("%s: %s", arguments, text)
		}
	}
}

// TestSessionResources: a session and an agreement can be read, and prompts say what
// is to be done.
func TestSessionResources(t *testing.T) {
	root := unpack(t, txtar.Parse([]byte(kiosk)))
	repos := &folders{t: t, now: time.Now}
	c := newConnection(t, Options{Repositories: repos, Version: "test"}, Client{Root: root, Agent: session.Agent{Client: "a"}})
	c.hello()
	c.callTool("start_session", json.RawMessage(`{"intent":"QUESTION","query":"what is a Till?"}`))
	c.callTool("find_definitions", json.RawMessage(`{"symbol":"Till"}`))
	text, _ := c.callTool("get_session_status", json.RawMessage(`{}`))
	var s struct {
		SessionID string `json:"session_id"`
	}
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	if _, err := repos.state.Write("agreements/money.md", []byte("---\ndoc_type: agreement\nnl_term: money\nsymbol: Till\n---\n# money\n")); err != nil {
		t.Fatal(err)
	}
	for uri, want := range map[string]string{"ci://session/" + s.SessionID: `\"tool\":\"find_definitions\"`, "ci://agreements/money": "# money"} {
		if got := string(c.ask("resources/read", map[string]any{"uri": uri})); !strings.Contains(got, want) {
			t.Errorf("%s: %s", uri, got)
		}
	}
	for _, uri := range []string{"ci://session/s_aaaaaaaaaaaaaaaaaaaaaaaaaa", "ci://session/..%2f..%2fmain.go", "ci://agreements/none", "ci://agreements/..%2f..%2fmain", "ci://agreements/%zz"} {
		if answer := c.asked("resources/read", map[string]any{"uri": uri}); answer.Error == nil || strings.Contains(string(answer.Error), root) {
			t.Errorf("%s: %s %s", uri, answer.Result, answer.Error)
		}
	}
	if got := string(c.ask("prompts/get", map[string]any{"name": "code", "arguments": map[string]string{"request": "more {request}"}})); !strings.Contains(got, "more {request}") || !strings.Contains(got, "start_session") {
		t.Error(got)
	}
	if got := string(c.ask("prompts/get", map[string]any{"name": "outcome", "arguments": map[string]string{"outcome": "failure", "message": "it is {outcome}"}})); !strings.Contains(got, "ended: failure") || !strings.Contains(got, "it is {outcome}") || !strings.Contains(got, "record_outcome") {
		t.Error(got)
	}
}

// TestSessionKeepsNoKeys tells a session keys, in all that it keeps of texts, and looks for
// them in what it says of itself and in its files.
func TestSessionKeepsNoKeys(t *testing.T) {
	key := "gh" + "p_" + strings.Repeat("q7Rk", 9)
	root := unpack(t, txtar.Parse([]byte(kiosk)))
	repos := &folders{t: t, now: time.Now}
	c := newConnection(t, Options{Repositories: repos, Version: "test", Now: time.Now}, Client{Root: root})
	c.hello()
	var started struct {
		SessionID string `json:"session_id"`
	}
	answers := ""
	call := func(tool string, arguments map[string]any) []byte {
		t.Helper()
		if started.SessionID != "" {
			arguments["session_id"] = started.SessionID
		}
		text, _ := c.callTool(tool, mustJSON(arguments))
		answers += string(text)
		return text
	}
	slot := func(words string) map[string]any { return map[string]any{"value": words, "quote": words} }
	text := call("start_session", map[string]any{"intent": "MODIFY", "query": "Take fails with " + key + " when main starts", "slots": map[string]any{"target_feature": slot("Take"), "observed_issue": slot("fails with " + key)}})
	if err := json.Unmarshal(text, &started); err != nil || started.SessionID == "" {
		t.Fatalf("%s", text)
	}
	call("find_definitions", map[string]any{"symbol": "Take"})
	call("search_text", map[string]any{"pattern": key})
	call("submit_understanding", map[string]any{"symbols_identified": []string{"Take"}, "entry_points": []string{"Take"}, "files_analyzed": []string{"till/till.go"}, "notes": "it needs " + key,
		"existing_patterns": []any{map[string]any{"description": key, "file": "main.go", "line": 3}}, "slot_evidence": map[string]any{"observed_issue": map[string]any{"tool": "search_text", "params": map[string]any{"pattern": key}, "result": key}}})
	call("record_outcome", map[string]any{"outcome": "failure", "analysis": "of " + key, "trigger_message": key})
	call("get_session_status", map[string]any{})
	call("get_session_analysis", map[string]any{})
	if _, err := repos.Open(t.Context(), root); err != nil {
		t.Fatal(err)
	}
	var data []byte
	for _, folder := range []string{"", "sessions", "logs"} {
		names, err := repos.state.List(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, _, err := repos.state.Read(path.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			data = append(data, text...)
		}
	}
	if !strings.Contains(string(data), "Take fails with ****") || strings.Count(string(data), "****") < 3 {
		t.Errorf("kept: %s", data)
	}
	if strings.Contains(answers, key) || strings.Contains(string(data), key) {
		t.Errorf("the key is in\n%s\nor\n%s", answers, data)
	}
}
