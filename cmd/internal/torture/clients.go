package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"codeintel/cmd/internal/agents"
)

// clientsPart has agents, editors, programs over HTTP and hooks behave as badly as they
// can: they die, flood, stop reading, send what is no message. After each, a client who
// behaves is answered rightly, and the shared process has not grown.
func clientsPart() part {
	return part{
		name: "clients", does: "agents, editors, HTTP and hooks that die, flood, do not read, and send what is no message",
		share: 8, cases: len(misconducts) * 20,
		prepare: func(s *suite) (func(*trial), error) {
			base := small(3)
			want, err := s.toolAnswers(base, clientTools)
			if err != nil {
				return nil, err
			}
			return func(t *trial) {
				m := misconducts[t.number%len(misconducts)]
				t.must(gitFolder(t.box.repo))
				t.must(base.write(t.box.repo))
				t.did("%s", m.name)
				m.do(t)
				if t.verdict < Silent && !m.alone {
					t.served(clientTools, want)
				}
			}, nil
		},
	}
}

// clientTools are asked after each misconduct.
var clientTools = []toolCall{
	{"find_definitions", map[string]any{"symbol": "Hover1"}},
	{"find_references", map[string]any{"symbol": pyName + "0"}},
	{"search_text", map[string]any{"pattern": "hovers|Runs"}},
	{"repo_pack", map[string]any{"budget_tokens": 2000}},
}

// toolAnswers returns the answers of tools about files, by a server of their own.
func (s *suite) toolAnswers(files tree, calls []toolCall) ([]string, error) {
	b, err := newBox(s, filepath.Join(s.dir, "tools"))
	if err != nil {
		return nil, err
	}
	defer removeAll(b.dir)
	if err := errors.Join(gitFolder(b.repo), files.write(b.repo)); err != nil {
		return nil, err
	}
	t := &trial{s: s, part: "oracle", box: b, rng: s.random("oracle", 1)}
	var out []string
	t.perform(func(t *trial) {
		t.dialogue([]string{"mcp", "--no-daemon"}, calls) // the first answers may come from a part of the index
		out = t.dialogue([]string{"mcp", "--no-daemon"}, calls)
	})
	if t.broken != nil {
		return nil, t.broken
	}
	if len(out) != len(calls) {
		return nil, fmt.Errorf("the tools are not answered: %s", strings.Join(t.log, "\n"))
	}
	return out, nil
}

// served asks as a client who behaves does, through the shared process.
func (t *trial) served(calls []toolCall, want []string) {
	p := t.speak(call{args: []string{"mcp"}})
	defer p.end(false)
	if err := p.hello(); err != nil {
		t.found(Hang, "a client who behaves: %v", err)
		return
	}
	for i, c := range calls {
		text, failed, err := p.tool(c)
		switch {
		case err != nil:
			t.found(Hang, "a client who behaves: %s: %v", c.name, err)
			return
		case failed:
			t.found(Wrong, "a client who behaves is refused: %s: %.200s", c.name, text)
		default:
			t.sameTool(c, text, failed, want[i])
		}
	}
}

// sharedProcess returns the shared process of the box, 0 when there is none.
func (t *trial) sharedProcess() int {
	list, err := agents.Processes(mark + "=" + t.box.dir)
	t.must(err)
	for _, pid := range list {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err == nil && slices.Contains(strings.Split(string(line), "\x00"), "serve") {
			return pid
		}
	}
	return 0
}

// descriptors returns how many files a process has open.
func descriptors(pid int) int {
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		return 0
	}
	return len(list)
}

// grown judges what the shared process has after a misconduct, beside before.
func (t *trial) grown(pid, before int) {
	used, err := agents.Use(pid)
	if err != nil {
		t.found(Crash, "the shared process has ended: %v", err)
		return
	}
	t.measure("the shared process", 0, used.Peak, t.box.bounds)
	after := 0
	for range 50 {
		if after = descriptors(pid); after <= before+16 {
			return
		}
		time.Sleep(100 * time.Millisecond) // what has ended is let go in its time
	}
	t.found(Hang, "the shared process has %d descriptors, and had %d", after, before)
}

// misconduct is a way to behave badly.
type misconduct struct {
	name string
	do   func(t *trial)
	// alone: the shared process is not used.
	alone bool
}

// begin starts a client of the shared process, and returns that process too.
func (t *trial) begin() (p *peer, pid, files int) {
	p = t.speak(call{args: []string{"mcp"}})
	t.must(p.hello())
	if _, _, err := p.tool(clientTools[0]); err != nil {
		t.found(Hang, "the first question: %v", err)
		panic(errGiveUp)
	}
	pid = t.sharedProcess()
	return p, pid, descriptors(pid)
}

// askTool sends a question and does not wait for its answer.
func (p *peer) askTool(id int, c toolCall) error {
	return p.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": map[string]any{"name": c.name, "arguments": c.arguments}})
}

// misconducts are all of them.
var misconducts = []misconduct{
	{name: "the input ends after many requests that nobody has read the answers of, alone", alone: true, do: func(t *trial) { manyThenEnd(t, "mcp", "--no-daemon") }},
	{name: "the input ends after many requests that nobody has read the answers of", do: func(t *trial) { manyThenEnd(t, "mcp") }},
	{name: "clients are killed in the middle of a request", do: func(t *trial) {
		first, pid, files := t.begin()
		for range 3 + t.rng.IntN(5) {
			p := t.speak(call{args: []string{"mcp"}})
			if p.hello() != nil {
				continue
			}
			for i := range 1 + t.rng.IntN(20) {
				_ = p.askTool(100+i, pick(t.rng, clientTools)) // it is killed in any case
			}
			p.end(true)
		}
		t.grown(pid, files)
		first.end(false)
	}},
	{name: "the shared process is killed in the middle of requests", do: func(t *trial) {
		p, pid, _ := t.begin()
		defer p.end(false)
		n := 1 + t.rng.IntN(30)
		for i := range n {
			t.must(p.askTool(1000+i, pick(t.rng, clientTools)))
			if i == n/2 {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		seen := map[string]bool{}
		for range n {
			select {
			case m, more := <-p.answers:
				if !more {
					t.found(Crash, "the client's program has ended: %s", excerpt(p.errs.Bytes()))
					return
				}
				if seen[string(m.ID)] {
					t.found(Wrong, "two answers to %s", m.ID)
				}
				seen[string(m.ID)] = true
			case <-time.After(patience):
				t.found(Hang, "%d of %d requests are answered", len(seen), n)
				return
			}
		}
	}},
	{name: "a client does not read", do: func(t *trial) {
		p, pid, files := t.begin()
		out := 200 + t.rng.IntN(2000)
		go func() {
			for i := range out {
				if p.askTool(1000+i, toolCall{"repo_pack", map[string]any{}}) != nil {
					return
				}
			}
		}()
		// Another one is answered meanwhile.
		other := t.speak(call{args: []string{"mcp"}})
		if err := other.hello(); err != nil {
			t.found(Hang, "another client: %v", err)
		} else if _, _, err := other.tool(clientTools[0]); err != nil {
			t.found(Hang, "another client: %v", err)
		}
		other.end(false)
		p.end(true)
		t.grown(pid, files)
	}},
	{name: "what is no message", do: func(t *trial) {
		p, pid, files := t.begin()
		for range 20 {
			text := junk(t.rng)
			if err := p.raw(text); err != nil {
				break
			}
			t.did("%.80q", text)
		}
		text, failed, err := p.tool(clientTools[0])
		if err != nil {
			t.refused(p, "after junk", err)
		} else if failed {
			t.found(Wrong, "after junk a question is refused: %.200s", text)
		}
		p.end(false)
		t.grown(pid, files)
	}},
	{name: "a line without end", do: func(t *trial) {
		p, pid, files := t.begin()
		chunk := bytes.Repeat([]byte("x"), 1<<20)
		for range 8 + t.rng.IntN(60) {
			p.mu.Lock()
			_, err := p.in.Write(chunk)
			p.mu.Unlock()
			if err != nil {
				break
			}
		}
		p.end(t.rng.IntN(2) == 0)
		t.grown(pid, files)
	}},
	{name: "sessions of clients that are gone", do: func(t *trial) {
		for i := range 2 + t.rng.IntN(4) {
			p := t.speak(call{args: []string{"mcp"}, env: pick(t.rng, [][]string{nil, {fmt.Sprintf("CLAUDE_CODE_SESSION_ID=gone-%d", i)}})})
			if p.hello() != nil {
				continue
			}
			if text, _, err := p.tool(toolCall{"start_session", map[string]any{"intent": pick(t.rng, []string{"IMPLEMENT", "MODIFY", "INVESTIGATE", "QUESTION"}), "query": "birds fly"}}); err != nil {
				t.found(Hang, "start_session: %v %s", err, text)
			}
			p.end(t.rng.IntN(2) == 0)
		}
	}},
	{name: "editors with bad headers", do: func(t *trial) {
		for range 5 {
			p := t.speak(call{args: []string{"lsp"}})
			header := pick(t.rng, []string{"Content-Length: -1\r\n\r\n{}", "Content-Length: 99999999999999999999\r\n\r\n{}", "Content-Length: 4611686018427387904\r\n\r\n", "Content-Length: 0\r\n\r\n", "content-length: 2\r\n\r\n{}",
				"Content-Length: 2\n\n{}", "\r\n\r\n", "Content-Length: 5\r\n\r\n{}", strings.Repeat("X: y\r\n", 100_000) + "\r\n", strings.Repeat("x", 1<<22), "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ", "\x00\xff\r\n\r\n", "Content-Length: 1000000000\r\n\r\n{"})
			t.did("%.60q", header)
			p.mu.Lock()
			_, _ = io.WriteString(p.in, header) // it may end at once
			p.mu.Unlock()
			p.end(false)
		}
	}},
	{name: "an editor that knows no rules", do: wildEditor},
	{name: "HTTP bodies and headers without end", do: slowHTTP},
	{name: "hooks that are told junk", alone: true, do: func(t *trial) {
		for range 6 {
			text := junk(t.rng)
			t.did("%.80q", text)
			o := t.call(call{args: []string{"hook", pick(t.rng, []string{"pre", "post"})}, stdin: bytes.NewReader(text)})
			if o.code != 0 && !o.clear() {
				t.found(Silent, "%s: status %d without a clear line", o.call, o.code)
			}
		}
	}},
	{name: "a question is cancelled", do: func(t *trial) {
		p, pid, files := t.begin()
		defer p.end(false)
		t.must(tree{"big.txt": strings.Repeat(strings.Repeat("a", 200)+"\n", 40_000)}.write(t.box.repo))
		defer os.Remove(filepath.Join(t.box.repo, "big.txt"))
		if _, _, err := p.tool(toolCall{"search_text", map[string]any{"pattern": "b{20}c"}}); err != nil {
			t.found(Hang, "a search: %v", err)
			return
		}
		for i := range 5 {
			pattern := pick(t.rng, []string{strings.Repeat("x*", 4900), "(a{100}){90}b", "(?i)(a|aa)+$|" + strings.Repeat("a?", 900) + "b", strings.Repeat(`\w*`, 900) + "!"})
			t.must(p.askTool(2000+i, toolCall{"search_text", map[string]any{"pattern": pattern}}))
			time.Sleep(time.Duration(t.rng.IntN(150)) * time.Millisecond)
			t.must(p.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": map[string]any{"requestId": 2000 + i}}))
		}
		if pid == 0 {
			return
		}
		time.Sleep(500 * time.Millisecond)
		before, err := agents.Use(pid)
		t.must(err)
		time.Sleep(2 * time.Second)
		after, err := agents.Use(pid)
		if err != nil {
			t.found(Crash, "the shared process has ended: %v", err)
			return
		}
		if used := after.CPU - before.CPU; used > 500*time.Millisecond {
			t.found(Hang, "%v of processor time in the 2 s after all questions were cancelled", used)
		}
		t.grown(pid, files)
	}},
	{name: "many clients, and files that change", do: manyClients},
	{name: "the repository is removed while it is served", alone: true, do: func(t *trial) {
		p, pid, files := t.begin()
		defer p.end(false)
		away := filepath.Join(t.box.dir, "tmp", "away")
		t.must(os.Rename(t.box.repo, away))
		for _, c := range clientTools {
			text, failed, err := p.tool(c)
			if err != nil {
				t.refused(p, c.name, err)
				break
			}
			if !failed && strings.Contains(text, `"complete":true`) && !strings.Contains(text, `"total":0`) {
				t.found(Wrong, "%s: the repository is gone, and the answer is called complete: %.200s", c.name, text)
			}
		}
		if made, err := os.ReadDir(t.box.repo); err == nil {
			t.found(Escape, "the folder of a repository that is gone was made again, with %v in it", made)
			t.must(os.RemoveAll(t.box.repo))
		}
		t.must(os.Rename(away, t.box.repo))
		if _, _, err := p.tool(clientTools[0]); err != nil {
			t.found(Hang, "after it is there again: %v", err)
		}
		t.grown(pid, files)
	}},
	{name: "ci stop in the middle of requests", do: func(t *trial) {
		p, _, _ := t.begin()
		defer p.end(false)
		n := 1 + t.rng.IntN(50)
		for i := range n {
			t.must(p.askTool(1000+i, pick(t.rng, clientTools)))
		}
		t.ci("stop")
		for i := range n {
			select {
			case _, more := <-p.answers:
				if !more {
					t.found(Crash, "the client's program has ended: %s", excerpt(p.errs.Bytes()))
					return
				}
			case <-time.After(patience):
				t.found(Hang, "%d of %d requests are answered", i, n)
				return
			}
		}
	}},
}

// manyThenEnd sends many requests, closes the input, and then reads: each must be
// answered, and the process end.
func manyThenEnd(t *trial, args ...string) {
	p := t.speak(call{args: args})
	t.must(p.hello())
	n := pick(t.rng, []int{10, 1000, 10_000})
	t.did("%d requests", n)
	sent := make(chan error, 1)
	go func() {
		for i := range n {
			if err := p.askTool(1000+i, clientTools[i%2]); err != nil {
				sent <- err
				return
			}
		}
		sent <- p.in.Close()
	}()
	answered := 0
	idle := time.NewTimer(patience)
	defer idle.Stop()
	for {
		select {
		case m, more := <-p.answers:
			if more {
				if m.Error != nil {
					t.found(Wrong, "an error instead of an answer: %s", m.Error)
				}
				answered++
				idle.Reset(patience)
				continue
			}
		case <-idle.C:
			t.found(Hang, "%d of %d requests are answered", answered, n)
		}
		break
	}
	if err := <-sent; err != nil {
		t.found(Crash, "it stopped reading: %v", err)
	}
	p.end(false)
	if t.verdict < Silent && answered != n {
		t.found(Wrong, "%d of %d requests are answered at the end of input", answered, n)
	}
}

// junk returns what is no message, or a message that makes no sense.
func junk(rng *rand.Rand) []byte {
	deep := func(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }
	list := []string{
		"", "null", "1", "\"x\"", "{}", "[]", "[[]]", "{", "\x00", "\xff\xfe", "GET / HTTP/1.1", "Content-Length: 10", `{"jsonrpc":"1.0","id":1,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":null,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":{},"method":"tools/list"}`, `{"jsonrpc":"2.0","id":[1],"method":1}`, `{"jsonrpc":"2.0","id":1e400,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 100_000) + `","method":"tools/list"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nobody"}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled"}`, `{"jsonrpc":"2.0","id":7,"result":{}}`, `{"jsonrpc":"2.0","id":7,"error":{"code":1}}`, `{"jsonrpc":"2.0","id":5,"method":"` + strings.Repeat("a/", 50_000) + `"}`,
		`{"jsonrpc":"2.0","id":5,"method":"tools/call"}`, `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":[]}`, `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"nothing"}}`,
		`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"search_text","arguments":` + deep(50_000) + `}}`, `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":` + strings.Repeat("[", 100_000),
		`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"search_text","arguments":{"pattern":["a"],"limit":-1}}}`, `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"search_text","arguments":{"pattern":"a","limit":1e99}}}`,
		`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"find_definitions","arguments":{"symbol":"` + strings.Repeat("`", 9000) + `"}}}`, `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"find_definitions","arguments":{"symbol":"Hover1","cursor":"` + strings.Repeat("A", 9000) + `"}}}`,
		`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"get_symbols","arguments":{"path":"../../../../etc/passwd"}}}`, `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"repo_pack","arguments":{"paths":["/etc","~","..","\u0000"]}}}`,
		`{"jsonrpc":"2.0","id":5,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`, `{"jsonrpc":"2.0","id":5,"method":"initialize","params":{"protocolVersion":"9999-99-99"}}`, "[" + strings.Repeat(`{"jsonrpc":"2.0","id":5,"method":"ping"},`, 1000) + `{"jsonrpc":"2.0","id":5,"method":"ping"}]`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"` + strings.Repeat("$(", 20_000) + `"}}`, `{"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":` + deep(20_000) + `}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"{a,b}` + strings.Repeat("{a,b}", 40) + `"}}`, `{"hook_event_name":"PostToolUse","tool_name":"` + strings.Repeat("x", 100_000) + `","tool_response":` + deep(5000) + `}`,
	}
	if rng.IntN(4) == 0 {
		b := make([]byte, rng.IntN(5000))
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return bytes.ReplaceAll(b, []byte("\n"), nil)
	}
	return []byte(pick(rng, list))
}

// wildEditor is a case of an editor that opens, changes and asks as no editor does.
func wildEditor(t *trial) {
	p := t.speak(call{args: []string{"lsp"}})
	defer p.end(false)
	root := "file://" + (&url.URL{Path: t.box.repo}).EscapedPath()
	if _, err := p.request("initialize", map[string]any{"processId": nil, "rootUri": root, "capabilities": map[string]any{}}); err != nil {
		t.refused(p, "initialize", err)
		return
	}
	notify := func(method string, params any) {
		_ = p.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params}) // its end is seen by the requests
	}
	notify("initialized", map[string]any{})
	uris := []string{root + "/good/py/bird1.py", root + "/good/go/bird1/bird.go", root + "/nothing.ts", "untitled:1", "file:///etc/passwd", root + "/../outside/x.py", root + "/good", "", "file://%zz", root + "/good/py/%00.py", "http://example.org/a.py"}
	numbers := []int64{0, 0, 1, 2, 3, 1 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 1, -1, 1 << 53}
	place := func() map[string]any {
		return map[string]any{"line": pick(t.rng, numbers), "character": pick(t.rng, numbers)}
	}
	for range 60 + t.rng.IntN(60) {
		uri := pick(t.rng, uris)
		document := map[string]any{"uri": uri, "version": pick(t.rng, numbers)}
		switch t.rng.IntN(8) {
		case 0:
			text := pick(t.rng, []string{"", "def a():\n    b()\n", "\r\r\n\n", "\U0001F468\u200d", strings.Repeat("(", 20_000), strings.Repeat("x = 1\n", 20_000)})
			notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": pick(t.rng, []string{"python", "go", "x", ""}), "version": 1, "text": text}})
		case 1:
			notify("textDocument/didClose", map[string]any{"textDocument": document})
		case 2, 3:
			change := map[string]any{"text": pick(t.rng, []string{"", "x", "\n\n", "\U0001F468", "}}}}"})}
			if t.rng.IntN(3) > 0 {
				change["range"] = map[string]any{"start": place(), "end": place()}
			}
			notify("textDocument/didChange", map[string]any{"textDocument": document, "contentChanges": []any{change}})
		default:
			method := pick(t.rng, []string{"hover", "definition", "references", "completion", "documentSymbol", "foldingRange", "rename", "prepareRename", "documentHighlight", "selectionRange", "signatureHelp", "semanticTokens/full", "semanticTokens/range", "inlayHint", "codeLens", "typeDefinition", "implementation", "nothing"})
			params := map[string]any{"textDocument": document, "position": place(), "positions": []any{place()}, "newName": "\x00", "context": map[string]any{"includeDeclaration": true}, "range": map[string]any{"start": place(), "end": place()}}
			if _, err := p.request("textDocument/"+method, params); err != nil {
				t.refused(p, method, err)
				return
			}
		}
	}
	if t.rng.IntN(2) == 0 {
		_, _ = p.request("shutdown", nil) // how it ends is judged
	}
	notify("exit", nil)
}

// slowHTTP is a case of HTTP: while bad clients hold connections, a good one is served.
func slowHTTP(t *trial) {
	where, token, stop := t.serveHTTP()
	defer stop()
	if where == "" {
		return
	}
	address := strings.TrimSuffix(strings.TrimPrefix(where, "http://"), "/mcp")
	var bad []net.Conn
	defer func() {
		for _, c := range bad {
			_ = c.Close()
		}
	}()
	for i := range 5 + t.rng.IntN(200) {
		c, err := net.Dial("tcp", address)
		if err != nil {
			break
		}
		bad = append(bad, c)
		text := []string{
			"POST /mcp HTTP/1.1\r\nHost: " + address + "\r\nAuthorization: Bearer " + token + "\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{\"a\":",
			"POST /mcp HTTP/1.1\r\nHost: " + address + "\r\nAuthorization: Bearer " + token + "\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\nx",
			"POST /mcp HTTP/1.1\r\nHost: " + address + "\r\nX: ",
			"", "GET", "\x16\x03\x01\x02\x00\x01", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
			"POST /mcp HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer " + token + "\r\nContent-Length: 2\r\n\r\n{}",
			"GET /mcp HTTP/1.1\r\nHost: " + address + "\r\nAuthorization: Bearer " + token + "\r\nAccept: text/event-stream\r\n\r\n",
		}[i%9]
		_, _ = io.WriteString(c, text) // it may be closed
	}
	t.did("%d bad connections", len(bad))
	for _, scheme := range []string{"Bearer", "bearer", "BEARER"} {
		body := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
		status, text, err := post(where, scheme+" "+token, body)
		if err != nil || status != http.StatusOK || !strings.Contains(text, "serverInfo") {
			t.found(Wrong, "authorization: %s: status %d, %v: %.100q", scheme, status, err, text)
		}
	}
	for _, authorization := range []string{"", "Bearer", "Bearer ", "Bearer " + token + "x", "Bearer " + token[:len(token)-1], "Basic " + token, token} {
		if status, _, err := post(where, authorization, "{}"); err == nil && status < 400 {
			t.found(Escape, "authorization %q: status %d", authorization, status)
		}
	}
}

// post sends a request over HTTP.
func post(where, authorization, body string) (status int, text string, err error) {
	req, err := http.NewRequest(http.MethodPost, where, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if authorization != "" {
		req.Header.Set("Authorization", authorization)
	}
	client := &http.Client{Timeout: patience}
	resp, err := client.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return resp.StatusCode, string(data), err
}

// served over HTTP it says where.
var (
	httpURL   = regexp.MustCompile(`http://[0-9.:]+/mcp`)
	tokenFile = regexp.MustCompile(`(/\S*token\S*)`)
)

// serveHTTP starts ci serve --http and returns its URL and token, and what ends it.
func (t *trial) serveHTTP() (where, token string, stop func()) {
	p := t.speak(call{args: []string{"serve", "--http", "127.0.0.1:0", "--root", t.box.repo}})
	stop = func() {
		_ = p.cmd.Process.Signal(os.Interrupt) // it may have ended
		p.end(false)
	}
	t.shared = true
	for range 200 {
		text := p.errs.text()
		if u, f := httpURL.FindString(text), tokenFile.FindString(text); u != "" && f != "" {
			data, err := os.ReadFile(strings.TrimRight(f, ".,;)"))
			if err == nil {
				return u, strings.TrimSpace(string(data)), stop
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.found(Hang, "ci serve --http does not say where it is: %.200q", p.errs.text())
	return "", "", stop
}

// manyClients is a case of agents who ask at once while files change.
func manyClients(t *trial) {
	first, pid, files := t.begin()
	defer first.end(false)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			case <-time.After(50 * time.Millisecond):
			}
			_ = os.WriteFile(filepath.Join(t.box.repo, "good", "edited.py"), fmt.Appendf(nil, "def edited():\n    return %d\n", n), 0o666) // the box may be gone
		}
	})
	var peers []*peer
	for range 4 + t.rng.IntN(8) {
		p := t.speak(call{args: []string{"mcp"}})
		if p.hello() == nil {
			peers = append(peers, p)
		}
	}
	type asked struct {
		p    *peer
		err  error
		text string
	}
	results := make(chan asked, len(peers))
	for _, p := range peers {
		go func() {
			for range 20 {
				text, failed, err := p.tool(toolCall{"find_definitions", map[string]any{"symbol": "Hover1"}})
				if err != nil || failed || !strings.Contains(text, "good/go/bird1/bird.go") && !strings.Contains(text, `"complete":false`) {
					results <- asked{p, cmpErr(err, failed), text}
					return
				}
			}
			results <- asked{}
		}()
	}
	for range peers {
		if r := <-results; r.err != nil {
			t.found(Hang, "one of many clients: %v: %.200s", r.err, r.text)
		} else if r.p != nil {
			t.found(Wrong, "one of many clients: %.200s", r.text)
		}
	}
	close(stop)
	wg.Wait()
	for _, p := range peers {
		p.end(false)
	}
	t.must(os.RemoveAll(filepath.Join(t.box.repo, "good", "edited.py")))
	t.grown(pid, files)
}

// cmpErr returns err, or that a tool has failed.
func cmpErr(err error, failed bool) error {
	if err == nil && failed {
		return errors.New("the tool has failed")
	}
	return err
}
