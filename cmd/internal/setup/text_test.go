package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"codeintel/index/jsonc"

	"github.com/tailscale/hujson"
)

var ours = entry{path: []string{"mcpServers", Server}, command: "ci", args: []string{"mcp"}}

func never(*hujson.Value) bool  { return false }
func always(*hujson.Value) bool { return true }

// texts are files, and what merge makes of them: how the entry is written follows
// what is there.
var texts = []struct{ name, text, want string }{
	{"empty object", "{}", "{\n  \"mcpServers\": {\n    \"code-intel\": {\n      \"command\": \"ci\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}"},
	{"empty over lines", "{\n}\n", "{\n  \"mcpServers\": {\n    \"code-intel\": {\n      \"command\": \"ci\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}\n"},
	{"one line", `{"a": 1}`, `{"a": 1, "mcpServers": {"code-intel": {"command": "ci", "args": ["mcp"]}}}`},
	{"compact", `{"a":1}`, `{"a":1,"mcpServers":{"code-intel":{"command":"ci","args":["mcp"]}}}`},
	{"empty servers", `{"mcpServers":{}}`, `{"mcpServers":{"code-intel":{"command":"ci","args":["mcp"]}}}`},
	{"empty servers over lines", "{\n  \"mcpServers\": {}\n}", "{\n  \"mcpServers\": {\n    \"code-intel\": {\n      \"command\": \"ci\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}"},
	{"tabs", "{\n\t\"mcpServers\": {\n\t\t\"a\": {}\n\t}\n}\n", "{\n\t\"mcpServers\": {\n\t\t\"a\": {},\n\t\t\"code-intel\": {\n\t\t\t\"command\": \"ci\",\n\t\t\t\"args\": [\"mcp\"]\n\t\t}\n\t}\n}\n"},
	{"carriage returns, mark", "\ufeff{\r\n \"a\": 1\r\n}\r\n", "\ufeff{\r\n \"a\": 1,\r\n \"mcpServers\": {\r\n  \"code-intel\": {\r\n   \"command\": \"ci\",\r\n   \"args\": [\"mcp\"]\r\n  }\r\n }\r\n}\r\n"},
	{"trailing comma", "{\n  \"a\": 1,\n}", "{\n  \"a\": 1,\n  \"mcpServers\": {\n    \"code-intel\": {\n      \"command\": \"ci\",\n      \"args\": [\"mcp\"]\n    }\n  },\n}"},
	{"comment behind", "{\n  \"a\": 1 // one\n}", "{\n  \"a\": 1, // one\n  \"mcpServers\": {\n    \"code-intel\": {\n      \"command\": \"ci\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}"},
	{"line comment in a line", "{\"a\": 1 // one\n}", "{\"a\": 1, // one\n  \"mcpServers\": {\n    \"code-intel\": {\n      \"command\": \"ci\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}"},
	{"comment in a line", `{"a": 1 /* one */ }`, `{"a": 1, /* one */ "mcpServers": {"code-intel": {"command": "ci", "args": ["mcp"]}} }`},
	{"comments only", "// x\n{\n  // y\n}\n// z", "// x\n{\n  // y\n  \"mcpServers\": {\n    \"code-intel\": {\n      \"command\": \"ci\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}\n// z"},
	{"the last of equal names counts", `{"mcpServers": {"a": 1}, "mcpServers": {"b": 2}}`, `{"mcpServers": {"a": 1}, "mcpServers": {"b": 2, "code-intel": {"command": "ci", "args": ["mcp"]}}}`},
	{"escaped name", `{"mcp\u0053ervers": {}}`, `{"mcp\u0053ervers": {"code-intel": {"command": "ci", "args": ["mcp"]}}}`},
	{"there", `{"mcpServers": {"code-intel": {"args": ["mcp"], "command": "ci"}}}`, `{"mcpServers": {"code-intel": {"args": ["mcp"], "command": "ci"}}}`},
	{"there with more", `{"mcpServers": {"code-intel": {"type": "stdio", "command": "ci", "args": ["mcp"], "env": {"A": "b"}}}}`, `{"mcpServers": {"code-intel": {"type": "stdio", "command": "ci", "args": ["mcp"], "env": {"A": "b"}}}}`},
}

func TestMerge(t *testing.T) {
	for _, x := range texts {
		t.Run(x.name, func(t *testing.T) {
			out, err := merge([]byte(x.text), ours, never)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := apply([]byte(x.text), out.edits)
			if !ok || string(got) != x.want {
				t.Fatalf("got\n%s\nwant\n%s", got, x.want)
			}
			checkMerged(t, []byte(x.text), got, out)
		})
	}
}

func TestMergeReplaces(t *testing.T) {
	text := "{\n  \"mcpServers\": {\n    \"code-intel\": [1], // it\n    \"b\": {}\n  }\n}"
	out, err := merge([]byte(text), ours, always)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := apply([]byte(text), out.edits)
	want := "{\n  \"mcpServers\": {\n    \"code-intel\": {\n      \"command\": \"ci\",\n      \"args\": [\"mcp\"]\n    }, // it\n    \"b\": {}\n  }\n}"
	if string(got) != want || out.replaced != "[1]" {
		t.Errorf("got\n%s\nwant\n%s\nreplaced %s", got, want, out.replaced)
	}
	if back, ok := apply(got, inverse(out.edits)); !ok || string(back) != text {
		t.Errorf("undone it is\n%s", back)
	}
}

func TestMergeRefuses(t *testing.T) {
	for _, x := range []struct {
		text         string
		line, column int
		conflict     bool
		says         string
	}{
		{"", 1, 1, false, "empty"},
		{" \n", 1, 1, false, "empty"},
		{"[]", 1, 1, false, "want an object"},
		{"\ufeff null", 1, 2, false, "want an object"},
		{"{", 1, 2, false, "unexpected EOF"},
		{"{\n  \"a\": nul\n}", 2, 8, false, "invalid literal: nul"},
		{"{\"a\": 1 \"b\": 2}", 1, 9, false, "after object value"},
		{"{} {}", 1, 4, false, "after top-level value"},
		{"{} // \u2028", 1, 7, false, "in line comment"},
		{`{"mcpServers": null}`, 1, 16, false, `"mcpServers" is not an object`},
		{strings.Repeat("[", jsonc.MaxDepth+1), 1, jsonc.MaxDepth + 1, false, "nested"},
		{`{"a": "` + strings.Repeat("x", maxFile), 1, 1, false, "more than"},
		{"{\n \"mcpServers\": {\"code-intel\": {\"command\": \"x\"}}}", 2, 17, true, `("x")`},
		{`{"mcpServers": {"code-intel": {"url": "https://token@host"}}}`, 1, 17, true, "(a server at a URL)"},
		{`{"mcpServers": {"code-intel": {"type": "http", "command": "ci", "args": ["mcp"]}}}`, 1, 17, true, `("ci")`},
		{`{"mcpServers": {"code-intel": {"command": "ci", "args": ["mcp", "x"]}}}`, 1, 17, true, `("ci")`},
		{`{"mcpServers": {"code-intel": null}}`, 1, 17, true, "there already"},
	} {
		_, err := merge([]byte(x.text), ours, never)
		var e *TextError
		if !errors.As(err, &e) {
			t.Errorf("%.60q: %v", x.text, err)
			continue
		}
		if e.Line != x.line || e.Column != x.column || e.Conflict != x.conflict || !strings.Contains(e.Text, x.says) || strings.Contains(e.Text, "token") {
			t.Errorf("%.60q: %+v, want %d:%d %t %s", x.text, e, x.line, x.column, x.conflict, x.says)
		}
	}
}

func TestTake(t *testing.T) {
	for _, x := range []struct{ name, text, want string }{
		{"alone", "{\n  \"x\": {}\n}", "{\n}"},
		{"first", "{\n  \"x\": {},\n  \"b\": 1\n}", "{\n  \"b\": 1\n}"},
		{"between", "{\n  \"a\": 1,\n  \"x\": {},\n  \"b\": 1\n}", "{\n  \"a\": 1,\n  \"b\": 1\n}"},
		{"last", "{\n  \"a\": 1,\n  \"x\": {}\n}", "{\n  \"a\": 1\n}"},
		{"last, trailing comma", "{\n  \"a\": 1,\n  \"x\": {},\n}", "{\n  \"a\": 1,\n}"},
		{"carriage returns", "{\r\n  \"a\": 1,\r\n  \"x\": {}\r\n}", "{\r\n  \"a\": 1\r\n}"},
		{"a line", `{"a": 1, "x": {}, "b": 1}`, `{"a": 1, "b": 1}`},
		{"a line, first", `{ "x": {}, "b": 1}`, `{ "b": 1}`},
		{"a line, last", `{"a":1,"x":{}}`, `{"a":1}`},
		{"comments stay", "{\n  \"a\": 1, // a\n  // b\n  \"x\": {} /* c */, // d\n  \"b\": 1\n}", "{\n  \"a\": 1, // a\n  // b\n  /* c */ // d\n  \"b\": 1\n}"},
		{"comment before the comma", "{\n  \"a\": 1 /* , */,\n  \"x\": {} // d\n}", "{\n  \"a\": 1 /* , */\n  // d\n}"},
		{"a carriage return ends no comment", "{ // a\n  \"x\": {},\r \"b\": 1\n}", "{ // a\n  \r \"b\": 1\n}"},
		{"mark", "\ufeff{\"x\": 1}", "\ufeff{}"},
		{"the last of equal names", `{"x": 1, "x": 2}`, `{"x": 1}`},
	} {
		got, err := take([]byte(x.text), []string{"x"})
		if err != nil || string(got) != x.want {
			t.Errorf("%s: got\n%q %v\nwant\n%q", x.name, got, err, x.want)
		}
	}
}

// checkMerged checks what must hold of each file that the entry was put into.
func checkMerged(t *testing.T, before, after []byte, out outcome) {
	t.Helper()
	if back, ok := apply(after, inverse(out.edits)); !ok || !bytes.Equal(back, before) {
		t.Fatalf("undone it is\n%s\nand not\n%s", back, before)
	}
	f, err := look(after, ours)
	if err != nil || !f.same || len(out.edits) > 0 && !f.exactly {
		t.Fatalf("the entry is not there (%+v, %v) in\n%s", f, err, after)
	}
	if again, err := merge(after, ours, never); err != nil || len(again.edits) > 0 {
		t.Fatalf("the second time: %v, %+v", err, again.edits)
	}
	if len(out.edits) == 0 {
		return
	}
	for _, e := range out.edits {
		if e.Old != "" {
			t.Fatalf("%q was replaced", e.Old)
		}
	}
	// Without the record no more is known than the text; all but white space is as
	// it was.
	rest, err := take(after, ours.path)
	for n := len(ours.path) - 1; err == nil && n > len(ours.path)-len(out.added); n-- {
		if !isEmpty(rest, ours.path[:n]) {
			t.Fatalf("%v is not empty in\n%s", ours.path[:n], rest)
		}
		rest, err = take(rest, ours.path[:n])
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, want := squeeze(rest), squeeze(before); got != want {
		t.Fatalf("taken out it is\n%s\nand not\n%s", got, want)
	}
	if a, b := minimal(t, rest), minimal(t, before); a != b {
		t.Fatalf("taken out it means\n%s\nand not\n%s", a, b)
	}
}

// squeeze is a text without white space.
func squeeze(data []byte) string {
	return strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "").Replace(string(data))
}

func minimal(t *testing.T, data []byte) string {
	t.Helper()
	v, err := jsonc.Parse(bytes.TrimPrefix(data, []byte(bom)))
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	v.Minimize()
	return v.String()
}

// FuzzMerge: whatever the bytes are, nothing panics, and what goes in comes out
// again.
func FuzzMerge(f *testing.F) {
	for _, x := range texts {
		f.Add([]byte(x.text))
		f.Add([]byte(x.want))
	}
	f.Add([]byte(`{"mcpServers":{"code-intel":1,}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		out, err := merge(data, ours, never)
		if err != nil {
			var e *TextError
			if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 {
				t.Fatalf("%v", err)
			}
			if out, err = merge(data, ours, always); err != nil {
				return
			}
			after, ok := apply(data, out.edits)
			if f, err := look(after, ours); !ok || err != nil || !f.exactly {
				t.Fatalf("replaced it is\n%s", after)
			}
			if back, ok := apply(after, inverse(out.edits)); !ok || !bytes.Equal(back, data) {
				t.Fatalf("undone it is\n%s", back)
			}
			return
		}
		after, ok := apply(data, out.edits)
		if !ok {
			t.Fatal("the edits are of another text")
		}
		if json.Valid(data) && !json.Valid(after) {
			t.Fatalf("what was JSON is none:\n%s", after)
		}
		checkMerged(t, data, after, out)
	})
}

// FuzzRecord: a record is not trusted.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"version":1,"sha256":"`+sum([]byte("{}"))+`","undo":[{"offset":1,"old":"}","new":"x"}]}`), []byte("{}"))
	f.Add([]byte(`{"version":1,"sha256":"`+sum([]byte("{}"))+`","undo":[{"offset":-1},{"offset":7}]}`), []byte("{}"))
	f.Fuzz(func(t *testing.T, data, config []byte) {
		r, ok := parseRecord(data)
		if before, was := r.before(config); was && (!ok || before == nil && !r.Created) {
			t.Fatalf("%q was %q before, says %s", config, before, data)
		}
	})
}
