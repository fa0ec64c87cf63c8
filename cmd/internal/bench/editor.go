package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"codeintel/cmd/internal/agents"
	"codeintel/lsp"
)

// editor is a client of a language server, which is a process of its own on pipes. Its
// columns are in UTF-16. Any number of goroutines may use it.
type editor struct {
	name    string
	command *exec.Cmd
	input   io.WriteCloser
	in      io.Writer // input, with headers
	said    *agents.Tail
	ended   chan struct{} // closed when the process has ended

	writing sync.Mutex
	mu      sync.Mutex
	last    int
	waiting map[int]chan answer // nil when nothing more comes
	open    map[string]int      // versions of open documents, by path
}

// answer is what a server says to a request.
type answer struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
	at time.Time
}

// errAnswer: the server has answered with an error.
var errAnswer = errors.New("the server has refused")

// editorPatience is how long an answer may take: the first one may wait for all to be
// read.
const editorPatience = 10 * time.Minute

// capabilities are those of an editor that takes what servers have to give.
var capabilities = map[string]any{
	"workspace": map[string]any{
		"configuration": true, "workspaceFolders": true,
		"symbol": map[string]any{"resolveSupport": map[string]any{"properties": []string{"location.range"}}},
	},
	"textDocument": map[string]any{
		"hover":          map[string]any{"contentFormat": []string{"markdown"}},
		"documentSymbol": map[string]any{"hierarchicalDocumentSymbolSupport": true},
		"rename":         map[string]any{"prepareSupport": true},
		"semanticTokens": map[string]any{
			"requests": map[string]any{"full": true}, "formats": []string{"relative"}, "tokenModifiers": []string{},
			"tokenTypes": []string{"namespace", "type", "typeParameter", "parameter", "variable", "function", "method", "macro", "keyword", "comment", "string", "number", "operator", "label"},
		},
	},
}

// startEditor starts a server for folders and says hello. env is added to that of this
// process.
func startEditor(ctx context.Context, name string, command, env, folders []string, settings any) (*editor, error) {
	e := &editor{name: name, command: exec.Command(command[0], command[1:]...), said: &agents.Tail{}, ended: make(chan struct{}), waiting: map[int]chan answer{}, open: map[string]int{}}
	e.command.Dir = folders[0]
	e.command.Env, e.command.Stderr = append(e.command.Environ(), env...), e.said
	in, err := e.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := e.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	e.input, e.in = in, lsp.Frames(in)
	if err := e.command.Start(); err != nil {
		return nil, err
	}
	go e.read(out)
	var list []map[string]any
	for _, f := range folders {
		list = append(list, map[string]any{"uri": fileURI(f), "name": filepath.Base(f)})
	}
	_, err = e.request(ctx, "initialize", map[string]any{
		"processId": nil, "rootUri": fileURI(folders[0]), "workspaceFolders": list,
		"capabilities": capabilities, "initializationOptions": settings,
	}, nil)
	if err == nil {
		err = e.notify("initialized", map[string]any{})
	}
	if err != nil {
		e.kill()
		return nil, err
	}
	return e, nil
}

// read reads what the server says until the end, which is that of the process.
func (e *editor) read(out io.Reader) {
	r := bufio.NewReaderSize(lsp.Lines(out), 64<<10)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			break
		}
		m := answer{at: time.Now()}
		if json.Unmarshal(line, &m) != nil {
			continue // whoever waits for it says that nothing came
		}
		switch {
		case m.Method != "" && m.ID != nil:
			var result any
			if m.Method == "workspace/configuration" {
				var p struct{ Items []any }
				_ = json.Unmarshal(m.Params, &p) // without: none
				result = make([]any, len(p.Items))
			}
			_ = e.write(map[string]any{"id": m.ID, "result": result}) // the server may have ended
		case m.Method == "":
			id, _ := strconv.Atoi(string(m.ID))
			e.mu.Lock()
			if w := e.waiting[id]; w != nil {
				delete(e.waiting, id)
				w <- m
			}
			e.mu.Unlock()
		}
	}
	e.mu.Lock()
	for _, w := range e.waiting {
		close(w)
	}
	e.waiting = nil
	e.mu.Unlock()
	_ = e.command.Wait()
	close(e.ended)
}

func (e *editor) write(m map[string]any) error {
	m["jsonrpc"] = "2.0"
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	e.writing.Lock()
	defer e.writing.Unlock()
	if _, err = e.in.Write(append(line, '\n')); errors.Is(err, syscall.EPIPE) || errors.Is(err, os.ErrClosed) {
		return fmt.Errorf("%s: %w%s", e.name, errEnded, e.said)
	}
	return err
}

func (e *editor) notify(method string, params any) error {
	return e.write(map[string]any{"method": method, "params": params})
}

// errEnded: the server has ended by itself.
var errEnded = errors.New("it has ended by itself")

// request asks, and reads the answer into result. It took from the question to the
// answer. The error is errAnswer, or that there is no answer.
func (e *editor) request(ctx context.Context, method string, params, result any) (took time.Duration, err error) {
	w := make(chan answer, 1)
	e.mu.Lock()
	if e.waiting == nil {
		e.mu.Unlock()
		return 0, fmt.Errorf("%s: %w%s", e.name, errEnded, e.said)
	}
	e.last++
	id := e.last
	e.waiting[id] = w
	e.mu.Unlock()
	began := time.Now()
	if err := e.write(map[string]any{"id": id, "method": method, "params": params}); err != nil {
		return 0, err
	}
	late := time.NewTimer(editorPatience)
	defer late.Stop()
	select {
	case <-ctx.Done():
		return 0, errors.Join(ctx.Err(), e.notify("$/cancelRequest", map[string]any{"id": id}))
	case <-late.C:
		return 0, fmt.Errorf("%s: %s: no answer in %s%s", e.name, method, editorPatience, e.said)
	case m, there := <-w:
		switch {
		case !there:
			return 0, fmt.Errorf("%s: %s: %w%s", e.name, method, errEnded, e.said)
		case m.Error != nil:
			return m.at.Sub(began), fmt.Errorf("%s: %s: %w: %s", e.name, method, errAnswer, m.Error.Message)
		}
		took = m.at.Sub(began)
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				return took, fmt.Errorf("%s: %s: %w", e.name, method, err)
			}
		}
		return took, nil
	}
}

// didOpen opens a file of the disk, if it is not open.
func (e *editor) didOpen(path, text string) error {
	if e.open[path] > 0 {
		return nil
	}
	e.open[path] = 1
	return e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": fileURI(path), "languageId": "go", "version": 1, "text": text}})
}

// didClose closes a file, if it is open.
func (e *editor) didClose(path string) error {
	if e.open[path] == 0 {
		return nil
	}
	delete(e.open, path)
	return e.notify("textDocument/didClose", map[string]any{"textDocument": identifier(path)})
}

// change is a part of a text and what takes its place.
type change struct {
	from, to position
	text     string
}

// didChange changes an open file, one change after the other.
func (e *editor) didChange(path string, changes ...change) error {
	e.open[path]++
	var list []any
	for _, c := range changes {
		list = append(list, map[string]any{"range": map[string]any{"start": c.from, "end": c.to}, "text": c.text})
	}
	return e.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": fileURI(path), "version": e.open[path]}, "contentChanges": list,
	})
}

// kill ends the process, and waits for its end.
func (e *editor) kill() {
	_ = e.command.Process.Kill() // it may have ended
	<-e.ended
}

// close has the server end as the protocol says.
func (e *editor) close(ctx context.Context) error {
	if _, err := e.request(ctx, "shutdown", nil, nil); err != nil {
		e.kill()
		return err
	}
	err := errors.Join(e.notify("exit", nil), e.input.Close())
	late := time.AfterFunc(time.Minute, func() { _ = e.command.Process.Kill() })
	defer late.Stop()
	<-e.ended
	return err
}

// position is one in a document, counted from 0, columns in UTF-16.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// span is a range of a file.
type span struct {
	path       string
	start, end position
}

func (p span) String() string {
	return fmt.Sprintf("%s:%d:%d", p.path, p.start.Line+1, p.start.Character+1)
}

// places are those of an answer: locations, or links to them, sorted, each once.
func places(raw json.RawMessage) ([]span, error) {
	type between struct{ Start, End position }
	var list []struct {
		URI                  string
		Range                between
		TargetURI            string
		TargetSelectionRange between
	}
	if len(raw) == 0 {
		return nil, nil // it was refused
	}
	if strings.HasPrefix(string(raw), "{") {
		raw = slices.Concat([]byte("["), raw, []byte("]"))
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, err
	}
	var out []span
	for _, l := range list {
		if l.TargetURI != "" {
			l.URI, l.Range = l.TargetURI, l.TargetSelectionRange
		}
		path := unescape.Replace(strings.TrimPrefix(l.URI, "file://"))
		out = append(out, span{path, l.Range.Start, l.Range.End})
	}
	slices.SortFunc(out, comparePlaces)
	return slices.Compact(out), nil
}

// What servers may write in another way in the URI of a path, and what must be.
var (
	escape   = strings.NewReplacer("%", "%25", " ", "%20", "#", "%23", "?", "%3F")
	unescape = strings.NewReplacer("%25", "%", "%20", " ", "%23", "#", "%3F", "?", "%3f", "?", "%40", "@", "%21", "!", "%2B", "+", "%2b", "+")
)

func fileURI(path string) string { return "file://" + escape.Replace(path) }

func identifier(path string) map[string]any { return map[string]any{"uri": fileURI(path)} }
