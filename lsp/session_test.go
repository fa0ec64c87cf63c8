package lsp_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"codeintel/index/pos"
	"codeintel/lsp"

	"go.lsp.dev/protocol"
)

// say is a notification, or a request with an id.
func say(method, params string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params)
}

// begun is a session that is initialized, with an encoding.
func begun(encoding string) *lsp.Session {
	s := new(lsp.Session)
	s.Said("initialize", []byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"processId":42,"rootUri":null}}`))
	s.Heard("initialize", fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":%q}}}`, encoding))
	s.Said("initialized", say("initialized", "{}"))
	return s
}

func resumed(s *lsp.Session) string {
	var out []string
	for _, text := range s.Resume() {
		out = append(out, string(text))
	}
	return strings.Join(out, "\n")
}

// TestSessionTexts: whatever is typed, the next process is told the text that there is.
func TestSessionTexts(t *testing.T) {
	for name, encoding := range map[string]pos.Encoding{"utf-8": pos.UTF8, "utf-16": pos.UTF16, "utf-32": pos.UTF32} {
		r := rand.New(rand.NewPCG(1, 2))
		s := begun(name)
		text := "a\r\né𐐀b\rc\n"
		open := func(text string, version int) {
			data, _ := json.Marshal(text)
			s.Said("textDocument/didOpen", say("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":"file:///x%%20y","languageId":"go","version":%d,"text":%s}}`, version, data)))
		}
		open(text, 0)
		for n := range 300 {
			// Two places between characters, and not between CR and LF.
			var places []int
			for i := range text + "." {
				if i == 0 || i == len(text) || text[i-1:i+1] != "\r\n" {
					places = append(places, i)
				}
			}
			a, b := places[r.IntN(len(places))], places[r.IntN(len(places))]
			a, b = min(a, b), max(a, b)
			with := []string{"", "x", "é\n", "𐐀", "\r\n", "y\rz"}[r.IntN(6)]
			lines := pos.Breaks([]byte(text))
			at := func(i int) protocol.Position {
				p := lines.Position(uint32(i))
				start, end := lines.Line(p.Line)
				return protocol.Position{Line: p.Line, Character: encoding.Column([]byte(text[start:end]), p.Column)}
			}
			params, err := protocol.Marshal(&protocol.DidChangeTextDocumentParams{
				TextDocument:   protocol.VersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: "file:///x%20y"}, Version: int32(n + 1)},
				ContentChanges: []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangePartial{Range: protocol.Range{Start: at(a), End: at(b)}, Text: with}},
			})
			if err != nil {
				t.Fatal(err)
			}
			before := s.Stamp()
			s.Said("textDocument/didChange", say("textDocument/didChange", string(params)))
			if s.Stamp() == before {
				t.Fatal("the stamp is the same")
			}
			text = text[:a] + with + text[b:]
			var opened struct {
				Params protocol.DidOpenTextDocumentParams
			}
			last := s.Resume()
			var message struct{ Params json.RawMessage }
			if err := json.Unmarshal(last[len(last)-1], &message); err != nil {
				t.Fatal(err)
			}
			if err := protocol.Unmarshal(message.Params, &opened.Params); err != nil || opened.Params.TextDocument.Text != text || opened.Params.TextDocument.Version != int32(n+1) {
				t.Fatalf("%s, %d: %v, %q, want %q", name, n, err, opened.Params.TextDocument.Text, text)
			}
		}
	}
}

func TestSessionResume(t *testing.T) {
	s := begun("utf-8")
	for _, m := range [][2]string{
		{"$/setTrace", `{"value":"verbose"}`},
		{"workspace/didChangeConfiguration", `{"settings":{"ci":{"status":true,"languages":{"go":"off"},"otherServers":{"go":"gopls"}}}}`},
		{"workspace/didChangeConfiguration", `{"settings":{"languages":{"php":"primary"}}}`},
		{"workspace/didChangeConfiguration", `{"settings":{"ci":{"otherServers":{}}}}`},
		{"workspace/didChangeConfiguration", `{"settings":null}`},
		{"workspace/didChangeConfiguration", `{"settings":{"ci":1}}`},
		// What the server ignores takes nothing away from the next process.
		{"workspace/didChangeConfiguration", `{"settings":{"languages":{"php":"off"},"ci":1}}`},
		{"workspace/didChangeConfiguration", `{"settings":{"ci":{"languages":3,"otherServers":"gopls","commands":"x","status":"yes"}}}`},
		{"workspace/didChangeConfiguration", `{"settings":{"ci":{"languages":null,"otherServers":null,"status":null}}}`},
		{"workspace/didChangeWorkspaceFolders", `{"event":{"added":[{"uri":"file:///new","name":"n"},{"uri":"file:///short","name":"s"}],"removed":[{"uri":"file:///old","name":"o"}]}}`},
		{"workspace/didChangeWorkspaceFolders", `{"event":{"added":[],"removed":[{"uri":"file:///short","name":"s"}]}}`},
		{"textDocument/didOpen", `{"textDocument":{"uri":"file:///b","languageId":"go","version":3,"text":"b"}}`},
		{"textDocument/didOpen", `{"textDocument":{"uri":"file:///a","languageId":"go","version":1,"text":"a"}}`},
		{"textDocument/didOpen", `{"textDocument":{"uri":"file:///closed","languageId":"go","version":1,"text":"a"}}`},
		{"textDocument/didClose", `{"textDocument":{"uri":"file:///closed"}}`},
		{"textDocument/didChange", `{"textDocument":{"uri":"file:///unknown","version":1},"contentChanges":[{"text":"a"}]}`},
		{"textDocument/didChange", `{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"text":"whole"}]}`},
		{"textDocument/didChange", `{"textDocument":{"uri":"file:///a","version":3},"contentChanges":[{"range":{"start":{"line":0,"character":3},"end":{"line":0,"character":1}},"text":"backwards"}]}`},
		{"textDocument/didChange", `{"malformed":true`},
		{"textDocument/hover", `{"textDocument":{"uri":"file:///a"},"position":{"line":0,"character":0}}`},
	} {
		s.Said(m[0], say(m[0], m[1]))
	}
	want := `{"jsonrpc":"2.0","method":"initialized","params":{}}
{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"verbose"}}
{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"ci":{"languages":{"php":"primary"},"otherServers":{},"status":true}}}}
{"jsonrpc":"2.0","method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[{"uri":"file:///new","name":"n"}],"removed":[{"uri":"file:///old","name":"o"}]}}}
{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///b","languageId":"go","version":3,"text":"b"}}}
{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a","languageId":"go","version":2,"text":"whole"}}}`
	if got := resumed(s); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// What a process has begun is ended when it is gone.
	s.Heard("$/progress", say("$/progress", `{"token":"one","value":{"kind":"begin","title":"t"}}`))
	s.Heard("$/progress", say("$/progress", `{"token":2,"value":{"kind":"begin","title":"t"}}`))
	s.Heard("$/progress", say("$/progress", `{"token":"three","value":{"kind":"begin","title":"t"}}`))
	s.Heard("$/progress", say("$/progress", `{"token":"three","value":{"kind":"end"}}`))
	s.Heard("$/progress", say("$/progress", `{"token":"partial","value":[1]}`))
	s.Heard("$/progress", nil)
	lost := ""
	for _, text := range s.Lost() {
		lost += string(text) + "\n"
	}
	if want := string(say("$/progress", `{"token":"one","value":{"kind":"end"}}`)) + "\n" + string(say("$/progress", `{"token":2,"value":{"kind":"end"}}`)) + "\n"; lost != want {
		t.Errorf("got\n%swant\n%s", lost, want)
	}
	if s.Lost() != nil {
		t.Error("it is ended twice")
	}
	if s.Said("exit", nil); !s.Broken() {
		t.Error("an exit without shutdown is not noticed")
	}
	if s.Said("shutdown", nil); s.Broken() {
		t.Error("an exit after shutdown is taken for an error")
	}
	process := 0
	s = &lsp.Session{Process: func(pid int) { process = pid }}
	s.Said("textDocument/didOpen", say("textDocument/didOpen", `{"textDocument":{"uri":"file:///a","languageId":"go","version":1,"text":"a"}}`))
	s.Said("initialize", say("initialize", `{"processId":42,"rootUri":null,"capabilities":{}}`))
	if process != 42 || resumed(s) != "" {
		t.Errorf("process %d; %s", process, resumed(s))
	}
}
