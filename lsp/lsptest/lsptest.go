// Package lsptest is an editor for tests: it speaks to a server in real messages,
// one a line, about a repository that is written as a text archive.
package lsptest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"codeintel/index/pos"
	"codeintel/index/workspace"
	"codeintel/lsp"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"golang.org/x/tools/txtar"
)

// Write writes an archive as a repository, and returns its root, resolved.
func Write(t testing.TB, archive string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		Save(t, filepath.Join(root, filepath.FromSlash(f.Name)), string(f.Data))
	}
	return root
}

// Save writes a file, and the folders that it lies in.
func Save(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Repositories are lsp.Repositories of folders with a .git, each opened once.
type Repositories struct {
	// Options are what they are opened with.
	Options workspace.Options

	mu   sync.Mutex
	open map[string]*workspace.Workspace
}

// Root implements lsp.Repositories.
func (r *Repositories) Root(folder string) (string, error) {
	for dir := r.Real(folder); dir != "/"; dir = filepath.Dir(dir) {
		if info, err := os.Stat(filepath.Join(dir, ".git")); err == nil && info.IsDir() {
			return dir, nil
		}
	}
	return "", fmt.Errorf("%s is in no repository", folder)
}

// Real implements lsp.Repositories.
func (r *Repositories) Real(path string) string { return workspace.Resolve(path) }

// Open implements lsp.Repositories.
func (r *Repositories) Open(ctx context.Context, root string) (lsp.Repository, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.open[root]
	if w == nil {
		var err error
		if w, err = workspace.Open(root, r.Options); err != nil {
			return nil, err
		}
		if r.open == nil {
			r.open = map[string]*workspace.Workspace{}
		}
		r.open[root] = w
	}
	return handle{w}, nil
}

// Workspace is the repository at a root, which is open.
func (r *Repositories) Workspace(root string) *workspace.Workspace {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.open[root]
}

// Close closes all.
func (r *Repositories) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var err error
	for _, w := range r.open {
		err = errors.Join(err, w.Close())
	}
	return err
}

type handle struct{ w *workspace.Workspace }

func (h handle) Workspace() *workspace.Workspace { return h.w }
func (h handle) Progress() workspace.Progress    { return h.w.Progress() }
func (h handle) Close()                          {}

// Search, Stamps and Session are of nothing: what they say is not decided here.
func (h handle) Search(context.Context, *workspace.State, string, int) ([]lsp.Found, error) {
	return nil, nil
}
func (h handle) Stamps() (map[string]string, error)      { return nil, nil }
func (h handle) Session(string) (json.RawMessage, error) { return nil, nil }

// Editor is one end of a connection.
type Editor struct {
	// Root is the folder of its repository, "" for none. Encoding is what its columns
	// count.
	Root     string
	Encoding pos.Encoding
	// Asked answers requests of the server; nil answers null. Told is told of its
	// notifications, in order; nil for nobody. Both are set before Initialize.
	Asked func(method string, params []byte) (any, error)
	Told  func(method string, params []byte)
	// Repositories are those of the server, where Start has made it.
	Repositories *Repositories

	t    testing.TB
	conn io.ReadWriteCloser

	writing sync.Mutex
	mu      sync.Mutex
	last    int64
	waiting map[string]chan *jsonrpc2.Response
	ended   chan struct{} // closed when the server has closed its end
	texts   map[string]string
	version map[string]int32
}

// Start writes an archive as a repository and connects an editor to a new server for
// it. Configure, where it is not nil, changes how that is made, and the editor.
func Start(t testing.TB, archive string, configure func(o *lsp.Options, e *Editor)) *Editor {
	t.Helper()
	repos := &Repositories{}
	// However slow the machine is, an answer is of the whole repository.
	never := func(time.Duration) <-chan time.Time { return nil }
	o := lsp.Options{Repositories: repos, Version: "test", After: never}
	e := &Editor{Root: Write(t, archive), Repositories: repos, t: t}
	if configure != nil {
		configure(&o, e)
	}
	near, far := Pipe()
	served := make(chan error, 1)
	go func() { served <- lsp.New(o).Serve(context.Background(), far, lsp.Client{Root: e.Root}) }()
	t.Cleanup(func() {
		near.Close()
		if err := <-served; err != nil {
			t.Errorf("the server ended with %v", err)
		}
		<-e.ended
		if err := repos.Close(); err != nil {
			t.Error(err)
		}
	})
	e.begin(near)
	return e
}

// Connect is an editor at the end of a connection of lines. The connection is closed
// when the test ends.
func Connect(t testing.TB, conn io.ReadWriteCloser, root string) *Editor {
	e := &Editor{Root: root, t: t}
	e.begin(conn)
	t.Cleanup(func() {
		conn.Close()
		<-e.ended
	})
	return e
}

func (e *Editor) begin(conn io.ReadWriteCloser) {
	e.conn, e.waiting, e.ended = conn, map[string]chan *jsonrpc2.Response{}, make(chan struct{})
	e.texts, e.version = map[string]string{}, map[string]int32{}
	go e.read()
}

// Pipe is a connection; both ends must be closed.
func Pipe() (near, far io.ReadWriteCloser) {
	fromNear, toFar := io.Pipe()
	fromFar, toNear := io.Pipe()
	return &end{fromFar, toFar}, &end{fromNear, toNear}
}

type end struct {
	*io.PipeReader
	w *io.PipeWriter
}

func (p *end) Write(b []byte) (int, error) { return p.w.Write(b) }

// CloseWrite ends what this end says; it may still hear.
func (p *end) CloseWrite() error { return p.w.Close() }
func (p *end) Close() error      { return errors.Join(p.w.Close(), p.PipeReader.Close()) }

func (e *Editor) read() {
	defer func() {
		e.mu.Lock()
		for _, w := range e.waiting {
			close(w)
		}
		e.waiting = nil
		e.mu.Unlock()
		close(e.ended)
	}()
	r := bufio.NewReader(e.conn)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return
		}
		message, err := jsonrpc2.DecodeMessage(line)
		if err != nil {
			e.t.Errorf("the server said %s: %v", line, err)
			continue
		}
		switch m := message.(type) {
		case *jsonrpc2.Response:
			e.mu.Lock()
			id := fmt.Sprintf("%q", m.ID())
			if w := e.waiting[id]; w != nil {
				delete(e.waiting, id)
				w <- m
			} else if m.ID().IsValid() {
				e.t.Errorf("an answer to no request: %s", line)
			}
			e.mu.Unlock()
		case *jsonrpc2.Notification:
			if e.Told != nil {
				e.Told(m.Method(), m.Params())
			}
		case *jsonrpc2.Call:
			go e.answer(m)
		}
	}
}

func (e *Editor) answer(m *jsonrpc2.Call) {
	var result any
	var err error
	if e.Asked != nil {
		result, err = e.Asked(m.Method(), m.Params())
	}
	data, failed := protocol.Marshal(result)
	if failed != nil {
		e.t.Errorf("%s: %v", m.Method(), failed)
		return
	}
	e.send(jsonrpc2.AppendResponse(nil, m.ID(), data, err))
}

// send writes a line, unless the server is gone.
func (e *Editor) send(line []byte) {
	e.writing.Lock()
	defer e.writing.Unlock()
	_, _ = e.conn.Write(append(line, '\n'))
}

// Raw sends a line as it is.
func (e *Editor) Raw(line string) { e.send([]byte(line)) }

// Ended is closed when the server has closed the connection.
func (e *Editor) Ended() <-chan struct{} { return e.ended }

// ErrEnded: the connection has ended before there was an answer.
var ErrEnded = errors.New("the connection has ended")

// Pending is a request without an answer.
type Pending struct {
	ID     int64
	answer chan *jsonrpc2.Response
}

// Ask sends a request.
func (e *Editor) Ask(method string, params any) *Pending {
	e.t.Helper()
	e.mu.Lock()
	e.last++
	p := &Pending{ID: e.last, answer: make(chan *jsonrpc2.Response, 1)}
	if e.waiting == nil {
		close(p.answer)
	} else {
		e.waiting[fmt.Sprintf("%q", jsonrpc2.NewNumberID(p.ID))] = p.answer
	}
	e.mu.Unlock()
	e.send(jsonrpc2.AppendCall(nil, jsonrpc2.NewNumberID(p.ID), method, e.marshal(params)))
	return p
}

// Wait waits for the answer. The error is a *jsonrpc2.Error of the server's, or
// ErrEnded.
func (p *Pending) Wait(result any) error {
	r, ok := <-p.answer
	switch {
	case !ok:
		return ErrEnded
	case r.Err() != nil || result == nil:
		return r.Err()
	}
	return protocol.Unmarshal(r.Result(), result)
}

// Request sends a request, and waits for its answer.
func (e *Editor) Request(method string, params, result any) error {
	e.t.Helper()
	return e.Ask(method, params).Wait(result)
}

// Must is Request for one that does not fail.
func (e *Editor) Must(method string, params, result any) {
	e.t.Helper()
	if err := e.Request(method, params, result); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

// Cancel says that the answer to a request is not wanted any more.
func (e *Editor) Cancel(p *Pending) {
	e.Notify(protocol.MethodCancelRequest, map[string]any{"id": p.ID})
}

// Notify sends a notification.
func (e *Editor) Notify(method string, params any) {
	e.send(jsonrpc2.AppendNotification(nil, method, e.marshal(params)))
}

func (e *Editor) marshal(params any) []byte {
	if params == nil {
		return nil
	}
	data, err := protocol.Marshal(params)
	if err != nil {
		e.t.Errorf("%T: %v", params, err)
	}
	return data
}

// Initialize is the first request, and the notification after it. With no parameters
// they are the least: the folder, and that columns are of the Encoding.
func (e *Editor) Initialize(params map[string]any) *protocol.InitializeResult {
	e.t.Helper()
	if params == nil {
		params = map[string]any{}
	}
	set := func(name string, value any) {
		if _, ok := params[name]; !ok {
			params[name] = value
		}
	}
	set("processId", nil)
	if e.Root != "" {
		set("workspaceFolders", []map[string]any{{"uri": uri.File(e.Root), "name": "root"}})
	}
	name := map[pos.Encoding]string{pos.UTF8: "utf-8", pos.UTF16: "utf-16", pos.UTF32: "utf-32"}[e.Encoding]
	set("capabilities", map[string]any{"general": map[string]any{"positionEncodings": []string{name}}})
	set("rootUri", nil)
	out := new(protocol.InitializeResult)
	e.Must(protocol.MethodInitialize, params, out)
	e.Notify(protocol.MethodInitialized, map[string]any{})
	return out
}

// URI of a file of the repository.
func (e *Editor) URI(name string) uri.URI {
	return uri.File(filepath.Join(e.Root, filepath.FromSlash(name)))
}

// Open opens a file with the text that it has on disk, or with another.
func (e *Editor) Open(name string, text ...string) {
	e.t.Helper()
	if len(text) == 0 {
		data, err := os.ReadFile(filepath.Join(e.Root, filepath.FromSlash(name)))
		if err != nil {
			e.t.Fatal(err)
		}
		text = []string{string(data)}
	}
	e.texts[name], e.version[name] = text[0], 1
	e.Notify(protocol.MethodTextDocumentDidOpen, map[string]any{"textDocument": map[string]any{
		"uri": e.URI(name), "languageId": "plaintext", "version": 1, "text": text[0],
	}})
}

// Change puts a text in the place of another, which an open file has once, as a
// person who types does: that part alone is sent.
func (e *Editor) Change(name, old, new string) {
	e.t.Helper()
	text := e.texts[name]
	at := strings.Index(text, old)
	if at < 0 || strings.Count(text, old) > 1 {
		e.t.Fatalf("%s: %q is there %d times", name, old, strings.Count(text, old))
	}
	change := map[string]any{"range": map[string]any{"start": e.position(text, at), "end": e.position(text, at+len(old))}, "text": new}
	e.texts[name] = text[:at] + new + text[at+len(old):]
	e.version[name]++
	e.Notify(protocol.MethodTextDocumentDidChange, map[string]any{
		"textDocument": map[string]any{"uri": e.URI(name), "version": e.version[name]}, "contentChanges": []any{change},
	})
}

// Close closes a file.
func (e *Editor) Close(name string) {
	delete(e.texts, name)
	e.Notify(protocol.MethodTextDocumentDidClose, map[string]any{"textDocument": map[string]any{"uri": e.URI(name)}})
}

// Text is that of a file, in the editor, or else on disk.
func (e *Editor) Text(name string) string {
	e.t.Helper()
	if text, open := e.texts[name]; open {
		return text
	}
	data, err := os.ReadFile(filepath.Join(e.Root, filepath.FromSlash(name)))
	if err != nil {
		e.t.Fatal(err)
	}
	return string(data)
}

// At are the parameters of a request about the place of a text that a file has once:
// where it begins, or, with a | in it, there.
func (e *Editor) At(name, text string) map[string]any {
	e.t.Helper()
	whole := e.Text(name)
	before, after, _ := strings.Cut(text, "|")
	at := strings.Index(whole, before+after)
	if at < 0 || strings.Count(whole, before+after) > 1 {
		e.t.Fatalf("%s: %q is there %d times", name, before+after, strings.Count(whole, before+after))
	}
	if strings.Contains(text, "|") {
		at += len(before)
	}
	return map[string]any{"textDocument": map[string]any{"uri": e.URI(name)}, "position": e.position(whole, at)}
}

// Document are the parameters of a request about a file.
func (e *Editor) Document(name string) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": e.URI(name)}}
}

func (e *Editor) position(text string, at int) protocol.Position {
	lines := pos.Breaks([]byte(text))
	p := lines.Position(uint32(at))
	start, end := lines.Line(p.Line)
	return protocol.Position{Line: p.Line, Character: e.Encoding.Column([]byte(text[start:end]), p.Column)}
}

// Show is a location as "name:line:column text", counted from 1 and in bytes, of the
// text that the editor or the disk has there.
func (e *Editor) Show(l protocol.Location) string {
	e.t.Helper()
	name, err := filepath.Rel(e.Root, l.URI.FsPath())
	if err != nil {
		e.t.Fatal(err)
	}
	text := e.Text(filepath.ToSlash(name))
	from, to := e.offset(text, l.Range.Start), e.offset(text, l.Range.End)
	line, column := pos.Breaks([]byte(text)).Position(uint32(from)).OneBased()
	return fmt.Sprintf("%s:%d:%d %s", filepath.ToSlash(name), line, column, text[from:to])
}

func (e *Editor) offset(text string, p protocol.Position) int {
	start, end := pos.Breaks([]byte(text)).Line(p.Line)
	return int(start) + int(e.Encoding.Bytes([]byte(text[start:end]), p.Character))
}
