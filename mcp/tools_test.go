package mcp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
)

// What clients keep in the model's context, in characters: they cut instructions,
// and pay for the list of tools in each conversation.
const (
	maxInstructions = 2000
	maxDescription  = 2000
	maxTools        = 20000
	maxTool         = 1000  // of one tool to explore with
	maxSession      = 11000 // of all that are about sessions
)

func TestTools(t *testing.T) {
	root := unpack(t, txtar.Parse([]byte("-- a.go --\npackage a\n")))
	c := newClient(t, root)
	var listed struct {
		Tools []struct {
			Name, Title, Description string
			InputSchema              map[string]any
			OutputSchema             map[string]any
			Annotations              map[string]any
		}
	}
	raw := c.ask("tools/list", map[string]any{})
	if err := json.Unmarshal(raw, &listed); err != nil {
		t.Fatal(err)
	}
	if n := len(raw); n > maxTools {
		t.Errorf("the list of tools has %d characters, more than %d", n, maxTools)
	}
	if n := utf8.RuneCountInString(instructions); n > maxInstructions {
		t.Errorf("the instructions have %d characters, more than %d", n, maxInstructions)
	}
	var order []string
	session := 0
	for _, x := range listed.Tools {
		order = append(order, x.Name)
		n, about := len(mustJSON(x)), slices.ContainsFunc(tools(), func(o tool) bool { return o.name == x.Name && o.session })
		if about {
			session += n
		} else if n > maxTool {
			t.Errorf("%s has %d characters, more than %d", x.Name, n, maxTool)
		}
		if x.Title == "" || len(x.Description) < 40 || len(x.Description) > maxDescription {
			t.Errorf("%s: title %q, description of %d characters", x.Name, x.Title, len(x.Description))
		}
		if x.InputSchema["type"] != "object" || x.InputSchema["additionalProperties"] != false {
			t.Errorf("%s: the input schema is not strict: %v", x.Name, x.InputSchema)
		}
		if x.OutputSchema["type"] != "object" || x.OutputSchema["properties"] == nil {
			t.Errorf("%s: no output schema: %v", x.Name, x.OutputSchema)
		}
		for _, hint := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
			if _, ok := x.Annotations[hint].(bool); !ok {
				t.Errorf("%s: %s is not set", x.Name, hint)
			}
		}
		// The answers of a session name the tools that lead on.
		if !strings.Contains(instructions, x.Name) && (!about || x.Name == "start_session") && x.Name != "index_status" && x.Name != "sync_index" && x.Name != "semantic_search" {
			t.Errorf("the instructions do not name %s", x.Name)
		}
	}
	if session > maxSession {
		t.Errorf("the tools of sessions have %d characters, more than %d", session, maxSession)
	}
	if !slices.IsSorted(order) || len(order) != len(tools()) {
		t.Errorf("the tools are not in a fixed order: %v", order)
	}
	if again := c.ask("tools/list", map[string]any{}); string(again) != string(raw) {
		t.Error("the list of tools differs from call to call")
	}
}

// TestArguments: each argument has a description, and a value in a tag is one that
// the schema allows.
func TestArguments(t *testing.T) {
	for _, x := range tools() {
		for _, f := range fieldsOf(x.in) {
			if f.tag.Get("doc")+f.tag.Get("help") == "" {
				t.Errorf("%s: %s has no description", x.name, f.name)
			}
		}
		arguments := map[string]json.RawMessage{}
		for _, f := range fieldsOf(x.in) {
			if v := f.tag.Get("example"); v != "" {
				arguments[f.name] = literal(f.typ, v)
			} else if f.tag.Get("req") == "true" {
				t.Errorf("%s: %s must be given and has no example", x.name, f.name)
			}
		}
		if _, err := bind(x.in, mustJSON(arguments)); err != nil {
			t.Errorf("%s: the examples: %v", x.name, err)
		}
	}
}

func FuzzBind(f *testing.F) {
	for _, s := range []string{`{}`, `{"symbol":"a"}`, `{"symbol":1}`, `[]`, `null`, `{"budget_tokens":1e99}`, `{"kinds":["x"],"depth":-1}`, `{"a":{"b":[]}}`, `{"slots":{"target_feature":{"value":"a","quote":"b"},"observed_issue":null}}`,
		`{"symbols_identified":["a"],"existing_patterns":[{"file":"a","line":1}],"slot_evidence":{"target_feature":{"tool":"t","params":{"a":1},"result":"r"}},"code_evidence":["a",{"file":"b","line":2}]}`,
		`{"results":[{"hypothesis":"a","verdict":"confirmed","evidence":{"tool":"x"}}]}`, `{"hypotheses":[{}],"semantic_reason":"x","search_evidence":null}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, x := range tools() {
			v, err := bind(x.in, data)
			if err != nil {
				continue
			}
			for _, field := range fieldsOf(x.in) {
				if err := inRange(field, v.Elem().FieldByIndex(field.index)); err != nil && field.tag.Get("def") != "" {
					t.Errorf("%s: %s was taken: %v", x.name, data, err)
				}
			}
		}
	})
}

func FuzzCursor(f *testing.F) {
	f.Add(cursor{}.String())
	f.Add(cursor{7, 1 << 40, 99}.String())
	f.Add("AQAA")
	f.Fuzz(func(t *testing.T, s string) {
		if c, ok := parseCursor(s); ok {
			if again, ok := parseCursor(c.String()); !ok || again != c {
				t.Errorf("%q: %v, then %v", s, c, again)
			}
		}
	})
}

func TestDistance(t *testing.T) {
	for _, x := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"", "ab", 2}, {"langauge", "language", 2}, {"kitten", "sitting", 3}} {
		if got := distance(x.a, x.b, 1000); got != x.want {
			t.Errorf("%q %q: %d, want %d", x.a, x.b, got, x.want)
		}
	}
}

// TestPaths: whatever an argument says, no path leads out of the repository.
func TestPaths(t *testing.T) {
	c := &call{root: "/home/u/repo"}
	for _, bad := range []string{
		"..", "../", "../x", "a/../../x", "a/..", "./..", "a/./../..", "/etc/passwd", "/", "//etc", "/home/u/repo2/x", "/home/u", "/home/u/repo/../x",
		"~/x", "~root/x", `..\x`, `a\..\..\x`, `C:\x`, "C:/x", "c:\\x", `\\host\share`, "file:///etc/passwd", "a\x00b", "\xff", strings.Repeat("a/", 3000),
	} {
		if p, err := c.path("path", bad); err == nil {
			t.Errorf("%q is taken as %q", bad, p)
		}
	}
	for in, want := range map[string]string{
		"": ".", ".": ".", "./a": "a", "a//b": "a/b", "a/": "a", "/home/u/repo": ".", "/home/u/repo/": ".", "/home/u/repo/a/b.go": "a/b.go",
		"a..b/c": "a..b/c", "...": "...", "日本/語.go": "日本/語.go", "a b": "a b", "%2e%2e/x": "%2e%2e/x",
	} {
		if p, err := c.path("path", in); err != nil || p != want {
			t.Errorf("%q: %q, %v; want %q", in, p, err, want)
		}
	}
}

// TestCallPages: the callers of a function that is called from many files come in
// pages, each once, and a page tells what it does not know yet.
func TestCallPages(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("hub.py", "def hub(): pass\n")
	const files = 60
	for i := range files {
		write(fmt.Sprintf("use%02d.py", i), fmt.Sprintf("from hub import hub\n\ndef use%02d():\n    hub()\n    hub()\n", i))
	}
	c := newClient(t, root)
	c.callTool("sync_index", []byte(`{}`))
	seen, hints := map[string]bool{}, 0
	for at, pages := "", 1; ; pages++ {
		answer, failed := c.callTool("call_hierarchy", mustJSON(map[string]any{"symbol": "hub", "budget_tokens": 1000, "cursor": at}))
		var page struct {
			Calls      []struct{ Name string }
			Total      int
			Truncated  bool
			NextCursor string `json:"next_cursor"`
			Hint       string
		}
		if err := json.Unmarshal(answer, &page); err != nil || failed || len(page.Calls) == 0 || page.Total < files+1 || page.Truncated != (page.NextCursor != "") {
			t.Fatalf("%v: %s", err, answer)
		}
		for _, x := range page.Calls {
			if seen[x.Name] {
				t.Errorf("%s comes twice", x.Name)
			}
			seen[x.Name] = true
		}
		if page.Hint != "" {
			hints++
		}
		if (page.Hint == "") != (page.Total == files+1) {
			t.Errorf("%d in all: %s", page.Total, page.Hint)
		}
		if at = page.NextCursor; at == "" {
			if pages < 3 || hints == 0 || hints == pages {
				t.Errorf("%d pages, %d with a hint", pages, hints)
			}
			break
		}
	}
	if len(seen) != files+1 {
		t.Errorf("%d functions, want %d", len(seen), files+1)
	}
}
