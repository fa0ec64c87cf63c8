//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"codeintel/lsp"
	"codeintel/lsp/lsptest"

	"go.lsp.dev/protocol"
)

// processConn is a connection with a process of `ci lsp`.
type processConn struct {
	io.Reader
	io.Writer
	in io.Closer
}

func (c processConn) Close() error { return c.in.Close() }

// editor is a client of `ci lsp`, in a repository with a page and its style.
func (u *user) editor(args ...string) (*lsptest.Editor, *agent) {
	u.t.Helper()
	lsptest.Save(u.t, filepath.Join(u.repo, "style.css"), ".card { color: red; }\n")
	lsptest.Save(u.t, filepath.Join(u.repo, "page.html"), "<link rel=\"stylesheet\" href=\"style.css\">\n<p class=\"card\">x</p>\n")
	a := u.start(u.command(append([]string{"lsp", "--stdio", "--clientProcessId=1"}, args...)...))
	e := lsptest.Connect(u.t, processConn{lsp.Lines(a.out), lsp.Frames(a.in), a.in}, u.repo)
	return e, a
}

// hovered is what the editor is told stands at a place.
func hovered(e *lsptest.Editor, name, place string) string {
	var hover *protocol.Hover
	if err := e.Request("textDocument/hover", e.At(name, place), &hover); err != nil {
		return err.Error()
	}
	if hover == nil || hover.Range == nil {
		return "nothing"
	}
	return e.Show(protocol.Location{URI: e.URI(name), Range: *hover.Range})
}

// kill kills the shared process.
func (u *user) kill() {
	u.t.Helper()
	stdout, _, _ := u.run("status", u.repo, "--json")
	var status struct{ Process struct{ PID int } }
	if err := json.Unmarshal([]byte(stdout), &status); err != nil || status.Process.PID == 0 {
		u.t.Fatal(err, stdout)
	}
	if err := syscall.Kill(status.Process.PID, syscall.SIGKILL); err != nil {
		u.t.Fatal(err)
	}
}

// TestEditor: an editor's process is shared with agents, shown, killed while the user
// types, and nothing that was typed is lost.
func TestEditor(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	e, process := u.editor()
	e.Initialize(nil)
	if got := hovered(e, "page.html", "card"); got != "page.html:2:11 card" {
		t.Fatal(got)
	}
	u.agent().begin()
	if stdout, _, _ := u.run("status", u.repo); !strings.Contains(stdout, "\nclient      lsp, process ") || !strings.Contains(stdout, "\nclient      mcp, process ") || strings.Count(stdout, "\nrepository  ") != 1 {
		t.Error(stdout)
	}
	e.Open("page.html")
	for i := range 30 {
		e.Change("page.html", "<p", "<i>é𐐀</i> <p")
		if i%10 == 5 {
			u.kill()
		}
		want := fmt.Sprintf("page.html:2:%d card", 11+14*(i+1))
		if got := hovered(e, "page.html", "card"); got != want {
			t.Fatalf("%d: %s, want %s", i, got, want)
		}
	}
	if err := e.Request("shutdown", nil, nil); err != nil {
		t.Error(err)
	}
	e.Notify("exit", nil)
	<-e.Ended()
	if err := process.command.Wait(); err != nil {
		t.Errorf("%v: %s", err, process.errors.String())
	}
}

// TestEditorAlone: without a shared process the answers are the same, and who says exit
// without shutdown is told.
func TestEditorAlone(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	for _, alone := range []bool{true, false} {
		args := []string{}
		if alone {
			args = append(args, "--no-daemon")
		}
		e, process := u.editor(args...)
		e.Initialize(nil)
		if got := hovered(e, "page.html", "card"); got != "page.html:2:11 card" {
			t.Error(got)
		}
		e.Notify("exit", nil)
		<-e.Ended()
		if err := process.command.Wait(); err == nil || process.command.ProcessState.ExitCode() != 1 || !strings.Contains(process.errors.String(), "said exit, and not shutdown before") {
			t.Errorf("alone %v: %v: %s", alone, err, process.errors.String())
		}
	}
}

// TestEditorGone: it ends with the process that the editor says it is, though nobody
// closes its input.
func TestEditorGone(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	for _, args := range [][]string{nil, {"--no-daemon"}} {
		e, process := u.editor(args...)
		other := exec.Command("cat")
		in, err := other.StdinPipe()
		if err == nil {
			err = other.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		e.Initialize(map[string]any{"processId": other.Process.Pid})
		if got := hovered(e, "page.html", "card"); got != "page.html:2:11 card" {
			t.Error(got)
		}
		if err := errors.Join(in.Close(), other.Wait()); err != nil {
			t.Fatal(err)
		}
		<-e.Ended()
		if err := process.command.Wait(); err != nil {
			t.Errorf("%q: %v: %s", args, err, process.errors.String())
		}
	}
}

// TestFrames: what stands between messages is passed over, and what does not begin
// with a header is no editor.
func TestFrames(t *testing.T) {
	t.Parallel()
	read := func(text string) string {
		got, err := io.ReadAll(lsp.Lines(strings.NewReader(text)))
		if err != nil {
			return string(got) + "<" + err.Error() + ">"
		}
		return string(got)
	}
	for text, want := range map[string]string{
		"":                            "",
		"Content-Length: 2\r\n\r\n{}": "{}\n",
		"content-length:4\nContent-Type: x\n\n{\r\n}":                                    "{  }\n",
		"Content-Length: 2\r\n\r\n{}junk\r\n\r\nContent-Length: 2\r\n\r\n[]":             "{}\n[]\n",
		"Content-Length: 2\r\n\r\n{}Content-Length: x\r\n\r\nContent-Length: 1\r\n\r\n1": "{}\n1\n",
		"Content-Length: 5\r\n\r\n{}":                                                    "{}<unexpected EOF>",
		"Content-Len":                                                                    "<unexpected EOF>",
		"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}":                                 "<" + lsp.ErrHeader.Error() + ">",
	} {
		if got := read(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	var out bytes.Buffer
	if n, err := lsp.Frames(&out).Write([]byte("{}\n")); n != 3 || err != nil || out.String() != "Content-Length: 2\r\n\r\n{}" {
		t.Errorf("%d %v %q", n, err, out.String())
	}
	if _, err := lsp.Frames(failing{}).Write(nil); err == nil {
		t.Error("an error is not told")
	}
}

// TestLargeMessages: what an editor says and is told arrives whole, however long it is.
func TestLargeMessages(t *testing.T) {
	t.Parallel()
	const functions = 4000
	var text strings.Builder
	for i := range functions {
		fmt.Fprintf(&text, "def function_%d(): pass\n", i)
	}
	for _, args := range [][]string{nil, {"--no-daemon"}} {
		u := newUser(t)
		e, _ := u.editor(args...)
		e.Initialize(map[string]any{"initializationOptions": map[string]any{"languages": map[string]any{"*": "primary"}}})
		e.Open("large.py", text.String())
		var symbols []protocol.SymbolInformation
		params := protocol.DocumentSymbolParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.URI("large.py")}}
		if err := e.Request("textDocument/documentSymbol", &params, &symbols); err != nil || len(symbols) != functions {
			t.Errorf("%q: %d of %d functions (%v)", args, len(symbols), functions, err)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

// TestEditorAndAgent: an editor and an agent are answered from the same index, and the
// editor sees the agent's session and what `ci search` finds.
func TestEditorAndAgent(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	changed := make(chan string, 100)
	e, _ := u.editor()
	e.Told = func(method string, params []byte) {
		if method == "ci/session" {
			changed <- string(params)
		}
	}
	e.Initialize(map[string]any{"initializationOptions": map[string]any{"ci": map[string]any{"status": true}}})
	for range 2 {
		if got := hovered(e, "page.html", "card"); got != "page.html:2:11 card" {
			t.Fatal(got)
		}
		agent := u.agent()
		agent.begin()
		answer := agent.ask(strings.Replace(question, `"id":1`, `"id":2`, 1))
		var status []lsp.Status
		e.Must("ci/status", nil, &status)
		if len(status) != 1 || status[0].Root != u.repo || status[0].State != "ready" || !strings.Contains(answer, fmt.Sprintf(`\"generation\":%d,`, status[0].Generation)) {
			t.Errorf("the editor is told %+v, the agent %s", status, answer)
		}
		lsptest.Save(t, filepath.Join(u.repo, "b.py"), "def g(): pass\n")
	}
	agent := u.agent()
	agent.begin()
	run := func(command string, arguments ...any) (out string) {
		var raw protocol.LSPAny
		e.Must("workspace/executeCommand", map[string]any{"command": command, "arguments": arguments}, &raw)
		return string(raw)
	}
	start := func(id int, query string) {
		agent.ask(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"start_session","arguments":{"intent":"QUESTION","query":%q}}}`, id, query))
	}
	if got := run("ci.showSession"); !strings.Contains(got, `"sessions":[]`) || !strings.Contains(got, fmt.Sprintf(`"root":%q`, u.repo)) {
		t.Error(got)
	}
	start(3, "what is f?")
	got := run("ci.showSession")
	var shown []struct {
		Sessions []struct {
			ID    string `json:"session_id"`
			Query string
			Phase string
		}
	}
	if err := json.Unmarshal([]byte(got), &shown); err != nil || len(shown) != 1 || len(shown[0].Sessions) != 1 || shown[0].Sessions[0].Query != "what is f?" || shown[0].Sessions[0].Phase != "READY" {
		t.Fatal(err, got)
	}
	if one := run("ci.showSession", shown[0].Sessions[0].ID); one != got {
		t.Error(one)
	}
	if got := <-changed; !strings.Contains(got, "what is f?") {
		t.Error(got)
	}
	hits := run("ci.search", "f")
	if !strings.Contains(hits, `"uri":"`+string(e.URI("a.py"))+`","range":{"start":{"line":0,"character":4},"end":{"line":0,"character":5}},"name":"f","kind":"function"`) {
		t.Error(hits)
	}
	if err := e.Request("workspace/executeCommand", map[string]any{"command": "ci.search", "arguments": []any{}}, nil); err == nil {
		t.Error("a search for nothing has an answer")
	}
}

// TestIgnoredFolder: a folder that its repository ignores is one of its own for the
// editor that opens it, for a command in it and for an agent that is told so; an agent
// that is started in it is about the repository, and says that this has nothing of it.
func TestIgnoredFolder(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	for name, text := range map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", ".gitignore": "out/\n",
		"out/made/a.py": "def made(): pass\nmade()\n",
	} {
		name = filepath.Join(u.repo, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		lsptest.Save(t, name, text)
	}
	made := filepath.Join(u.repo, "out", "made")
	a := u.start(u.command("lsp"))
	e := lsptest.Connect(t, processConn{lsp.Lines(a.out), lsp.Frames(a.in), a.in}, made)
	e.Initialize(map[string]any{"initializationOptions": map[string]any{"languages": map[string]any{"*": "primary"}}})
	if got := hovered(e, "a.py", "made()\n"); got != "a.py:2:1 made" {
		t.Errorf("the editor is told %s", got)
	}
	inside := func(c *exec.Cmd) *exec.Cmd {
		c.Dir = made
		return c
	}
	if out, err := inside(u.command("def", "made")).Output(); err != nil || !strings.Contains(string(out), "a.py:1:5") {
		t.Errorf("a command says %q (%v)", out, err)
	}
	defines := func(args ...string) (string, string) {
		a := u.start(inside(u.command(append([]string{"mcp"}, args...)...)))
		a.ask(hello)
		answer := a.ask(ready, `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"find_definitions","arguments":{"symbol":"made"}}}`)
		if err := a.in.Close(); err != nil {
			t.Error(err)
		}
		if err := a.command.Wait(); err != nil {
			t.Error(err)
		}
		return answer, a.errors.String()
	}
	if answer, said := defines("--root", made); !strings.Contains(answer, `\"total\":1`) || said != "" {
		t.Errorf("an agent with --root is told %s; %s", answer, said)
	}
	want := fmt.Sprintf("ci: warning: the repository %s ignores the working directory: answers have nothing of it; use --root %s to ask about it\n", u.repo, made)
	if answer, said := defines(); !strings.Contains(answer, `\"total\":0`) || said != want {
		t.Errorf("an agent without is told %s; %s\nwant %s", answer, said, want)
	}
}
