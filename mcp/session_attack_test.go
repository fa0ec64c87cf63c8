package mcp

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ready begins a session in a repository and brings it to READY, as far as that
// is possible with what its answers show.
func ready(t *testing.T, c *client) (id string) {
	t.Helper()
	call := func(tool string, arguments map[string]any) (answer struct {
		SessionID string `json:"session_id"`
		Phase     string `json:"phase"`
	}) {
		t.Helper()
		if id != "" {
			arguments["session_id"] = id
		}
		text, isError := c.callTool(tool, mustJSON(arguments))
		if err := json.Unmarshal(text, &answer); err != nil || isError {
			t.Fatalf("%s: %v, %s", tool, err, text)
		}
		return answer
	}
	slot := func(words string) map[string]any { return map[string]any{"value": words, "quote": words} }
	id = call("start_session", map[string]any{"intent": "MODIFY", "query": "Sub does nothing when main starts; it should print", "slots": map[string]any{
		"target_feature": slot("Sub"), "observed_issue": slot("Sub does nothing"), "trigger_condition": slot("when main starts"), "desired_action": slot("it should print"),
	}}).SessionID
	call("find_definitions", map[string]any{"symbol": "Sub"})
	call("find_definitions", map[string]any{"symbol": "main"})
	call("find_references", map[string]any{"symbol": "Sub", "include_definition": true})
	call("get_symbols", map[string]any{"path": "."})
	got := call("submit_understanding", map[string]any{
		"symbols_identified": []string{"Sub", "main.main", "sub"}, "entry_points": []string{"Sub"}, "files_analyzed": []string{"sub/sub.go", "main.go"},
		"existing_patterns": []any{map[string]any{"description": "a function", "file": "main.go", "line": 3}},
		"slot_evidence":     map[string]any{"observed_issue": map[string]any{"tool": "find_references", "result": "Sub"}},
		"relevant_symbols":  []string{"Sub"}, "reasoning": "it is named", "code_evidence": []string{"Sub"},
	})
	if got.Phase != "READY" {
		t.Fatalf("the session is in %s", got.Phase)
	}
	return id
}

// TestSessionAttacks: whatever path is given, a session lets nobody write outside of
// the repository or into what is git's or the gate's own, and what is cited of a file
// that nobody is to read is never said to be right.
func TestSessionAttacks(t *testing.T) {
	root := attacked(t)
	c := newClient(t, root)
	above := filepath.Dir(root)
	id := ready(t, c)
	fine := func(p string) bool {
		lower := strings.ToLower(p)
		if filepath.IsAbs(p) || p == ".." || strings.HasPrefix(p, "../") || strings.HasPrefix(lower, ".git/") || lower == ".git" || strings.HasPrefix(lower, ".code-intel") {
			return false
		}
		real, err := filepath.EvalSymlinks(filepath.Join(root, filepath.Dir(p)))
		return os.IsNotExist(err) || err == nil && (real == root || strings.HasPrefix(real, root+"/"))
	}
	reached := 0
	for _, a := range attacks {
		a = strings.ReplaceAll(a, "DIR", above)
		for _, tool := range []string{"check_write_target", "add_explored_files"} {
			arguments := map[string]any{"session_id": id, "file_path": a, "allow_new_files": true}
			if tool == "add_explored_files" {
				arguments = map[string]any{"session_id": id, "files": []string{a}, "reason": "it is needed"}
			}
			text, isError := c.callTool(tool, mustJSON(arguments))
			var said struct {
				Allowed bool
				Path    string
				Added   []string
			}
			if err := json.Unmarshal(text, &said); err != nil {
				t.Fatal(err)
			}
			if isError {
				continue
			}
			reached++
			if said.Allowed {
				said.Added = append(said.Added, said.Path)
			}
			for _, p := range said.Added {
				if !fine(p) {
					t.Errorf("%s %q: %q is taken", tool, a, p)
				}
				if info, err := os.Lstat(filepath.Join(root, p)); err == nil && info.Mode()&os.ModeSymlink != 0 {
					t.Errorf("%s %q: the link %q is taken", tool, a, p)
				}
			}
		}
	}
	if reached < 40 {
		t.Errorf("only %d attacks were judged", reached)
	}
	c.callTool("revert_to_exploration", mustJSON(map[string]any{"session_id": id}))
	for _, a := range attacks {
		a = strings.ReplaceAll(a, "DIR", above)
		if strings.HasPrefix(strings.TrimLeft(a, "./"), "main.go") || a == "sub" {
			continue
		}
		text, isError := c.callTool("submit_understanding", mustJSON(map[string]any{
			"session_id": id, "symbols_identified": []string{a}, "files_analyzed": []string{a}, "entry_points": []string{a},
			"existing_patterns": []any{map[string]any{"description": "x", "file": a, "line": 1}},
			"relevant_symbols":  []string{"Sub"}, "reasoning": "x",
			"code_evidence": []any{map[string]any{"file": a, "line": 1, "text": secret}, map[string]any{"file": a, "line": 3, "text": secret}},
			"slot_evidence": map[string]any{"target_feature": map[string]any{"tool": "get_symbols", "result": a}},
		}))
		var said struct {
			Counted   struct{ Files, Patterns int }
			Relevance struct{ Accepted []any }
		}
		if err := json.Unmarshal(text, &said); err != nil || isError {
			t.Fatalf("%q: %v, %s", a, err, text)
		}
		if said.Counted.Files+said.Counted.Patterns+len(said.Relevance.Accepted) > 0 {
			t.Errorf("%q counts: %s", a, text)
		}
		if bytes.Contains(text, []byte("root:x:0:0")) {
			t.Errorf("%q: %s", a, text)
		}
	}
}
