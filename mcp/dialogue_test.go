package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"codeintel/index/embed"
	"codeintel/index/meaning"
	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/files"
	"codeintel/session/memory"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// folders are repositories that lie in folders, for tests.
type folders struct {
	t     testing.TB
	opts  workspace.Options
	mu    sync.Mutex
	roots map[string]folder
	// state is what is kept of sessions.
	state files.Memory
	ids   int
	now   func() time.Time
	gone  func(session.Connection) bool
}

func (f *folders) Open(ctx context.Context, root string) (Repository, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r, ok := f.roots[root]; ok {
		return r, nil
	}
	w, err := workspace.Open(root, f.opts)
	if err != nil {
		return nil, err
	}
	book, kept := session.BookOptions{Now: f.now, Random: f.random, Gone: f.gone}, memory.Options{Now: f.now}
	var known *memory.Memory
	named, _ := w.Embedder()
	if e, ok := named.(embed.Calibrated); ok {
		book.Judge, kept.Meaning = judge{Judge: meaning.Judge{Embedder: e, Calibration: e.Calibration(), Repository: w.Means}, memory: &known}, embed.NewAlike(e)
	}
	known = memory.New(&f.state, kept)
	r := folder{w, session.OpenBook(&f.state, book), known}
	if f.roots == nil {
		f.roots = map[string]folder{}
	}
	f.roots[root] = r
	f.t.Cleanup(func() { w.Close() })
	if f.opts.Progress == nil { // nobody wants to see what is answered before
		if _, err := w.Sync(ctx); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// judge is the judge of the program.
type judge struct {
	meaning.Judge
	memory **memory.Memory
}

func (j judge) Settled(term string, c session.Code) []session.Settled {
	return (*j.memory).Settled(term, c)
}

// random are numbers that are the same in each run.
func (f *folders) random(b []byte) {
	f.ids++
	clear(b)
	b[len(b)-1] = byte(f.ids)
}

func (f *folders) Known(root string) []string { return []string{root} }

type folder struct {
	w      *workspace.Workspace
	book   *session.Book
	memory *memory.Memory
}

func (f folder) Workspace() *workspace.Workspace { return f.w }
func (f folder) Sessions() *session.Book         { return f.book }
func (f folder) Memory() *memory.Memory          { return f.memory }
func (f folder) Progress() workspace.Progress    { return workspace.Progress{} }
func (f folder) Close()                          {}

// client is the other end of a connection.
type client struct {
	t    testing.TB
	conn net.Conn
	in   *json.Decoder
	id   int
}

// newClient serves the folder root to a client that has said hello.
func newClient(t testing.TB, root string) *client {
	t.Helper()
	return newClientOf(t, root, workspace.Options{})
}

func newClientOf(t testing.TB, root string, opts workspace.Options) *client {
	t.Helper()
	epoch := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	c := newConnection(t, Options{
		Repositories: &folders{t: t, opts: opts, now: func() time.Time { return epoch }}, Version: "test", Now: func() time.Time { return epoch },
	}, Client{Root: root})
	c.hello()
	return c
}

// hello begins the connection.
func (c *client) hello() {
	c.t.Helper()
	c.ask("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "test", "version": "1"}})
	c.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
}

// newConnection connects to a server.
func newConnection(t testing.TB, o Options, who Client) *client {
	t.Helper()
	return serve(t, New(o), who)
}

// serve connects to a server that there is.
func serve(t testing.TB, s *Server, who Client) *client {
	t.Helper()
	here, there := net.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(t.Context(), there, who) }()
	t.Cleanup(func() {
		here.Close()
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return &client{t: t, conn: here, in: json.NewDecoder(here)}
}

func (c *client) send(message any) {
	c.t.Helper()
	data, err := json.Marshal(message)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.conn.Write(append(data, '\n')); err != nil {
		c.t.Fatal(err)
	}
}

type response struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// ask sends a request and returns the result of its answer.
func (c *client) ask(method string, params any) json.RawMessage {
	c.t.Helper()
	r := c.asked(method, params)
	if r.Error != nil {
		c.t.Fatalf("%s: %s", method, r.Error)
	}
	return r.Result
}

// asked sends a request and returns its answer.
func (c *client) asked(method string, params any) response {
	c.t.Helper()
	c.id++
	c.send(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params})
	for {
		var r response
		if err := c.in.Decode(&r); err != nil {
			c.t.Fatal(err)
		}
		if string(r.ID) == fmt.Sprint(c.id) {
			return r
		}
	}
}

type toolResult struct {
	Content []struct {
		Type, Text string
	}
	StructuredContent json.RawMessage
	IsError           bool
}

// callTool calls a tool, and checks what holds for each answer.
func (c *client) callTool(name string, arguments json.RawMessage) (answer json.RawMessage, isError bool) {
	c.t.Helper()
	var r toolResult
	if err := json.Unmarshal(c.ask("tools/call", map[string]any{"name": name, "arguments": arguments}), &r); err != nil {
		c.t.Fatal(err)
	}
	if len(r.Content) != 1 || r.Content[0].Type != "text" {
		c.t.Fatalf("%s %s: content %v", name, arguments, r.Content)
	}
	if got, want := compact(c.t, []byte(r.Content[0].Text)), compact(c.t, r.StructuredContent); got != want {
		c.t.Errorf("%s %s: the text says\n%s\nand the structured content\n%s", name, arguments, got, want)
	}
	var given struct {
		Budget int `json:"budget_tokens"`
	}
	_ = json.Unmarshal(arguments, &given) // bad arguments are tested too
	if given.Budget == 0 {
		given.Budget = 2000
	}
	if n := len(r.Content[0].Text); !r.IsError && n > given.Budget*charsPerToken {
		c.t.Errorf("%s %s: %d characters are more than %d tokens", name, arguments, n, given.Budget)
	}
	checkSchema(c.t, name, r.StructuredContent)
	return json.RawMessage(r.Content[0].Text), r.IsError
}

func compact(t testing.TB, data []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return string(mustJSON(v))
}

// answerSchemas are, by tool, the published schema of its answers and the whole one.
var answerSchemas = sync.OnceValues(func() (map[string][2]*jsonschema.Schema, error) {
	out := map[string][2]*jsonschema.Schema{}
	for _, x := range tools() {
		var both [2]*jsonschema.Schema
		for i, schema := range [][]byte{x.described().RawOutputSchema, mustJSON(outputSchema(x.out))} {
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
			if err != nil {
				return nil, err
			}
			compiler := jsonschema.NewCompiler()
			if err := compiler.AddResource("mem:///"+x.name, doc); err != nil {
				return nil, err
			}
			if both[i], err = compiler.Compile("mem:///" + x.name); err != nil {
				return nil, err
			}
		}
		out[x.name] = both
	}
	return out, nil
})

// checkSchema checks an answer with the published schema of the tool, and with the
// whole one.
func checkSchema(t testing.TB, name string, answer []byte) {
	t.Helper()
	schemas, err := answerSchemas()
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(answer))
	if err != nil {
		t.Fatal(err)
	}
	for _, schema := range schemas[name] {
		if schema == nil { // there is no such tool
			continue
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v\n%s", name, err, answer)
		}
	}
}

// TestDialogue plays the dialogues of testdata/mcp. The file "dialogue" of an
// archive has a call after each "> ": a tool and its arguments; then what it
// answers; "$ write PATH TEXT" and "$ remove PATH" change the repository, which
// the other files are. "$next" in arguments is the
// next_cursor of the answer before.
func TestDialogue(t *testing.T) {
	dialogues(t, "../testdata/mcp/*.txtar", func() (workspace.Options, func()) { return workspace.Options{}, func() {} })
}

// TestDialogueUnindexed plays those of testdata/mcp/unindexed. There the first
// index has listed the files and read one, and does not go on.
func TestDialogueUnindexed(t *testing.T) {
	dialogues(t, "../testdata/mcp/unindexed/*.txtar", func() (workspace.Options, func()) {
		hold := make(chan struct{})
		return workspace.Options{Jobs: 1, Progress: func(p workspace.Progress) {
			if p.Phase == workspace.PhaseExtract {
				<-hold
			}
		}}, func() { close(hold) }
	})
}

func dialogues(t *testing.T, glob string, opts func() (o workspace.Options, release func())) {
	eachDialogue(t, glob, func(t *testing.T, a *txtar.Archive) dialogue {
		root := unpack(t, a)
		o, release := opts()
		c := newClientOf(t, root, o)
		return dialogue{root, func(lines []byte) []byte {
			return shares.ReplaceAll(play(t, c, root, lines), []byte("… of $1 files"))
		}, release}
	})
}

// dialogue is one that can be played, in a folder.
type dialogue struct {
	root string
	play func(lines []byte) []byte
	end  func() // is called before what the test has opened is closed
}

// eachDialogue plays the golden dialogues of files, each of which begin unpacks.
func eachDialogue(t *testing.T, glob string, begin func(t *testing.T, a *txtar.Archive) dialogue) {
	paths, err := filepath.Glob(glob)
	if err != nil || len(paths) == 0 {
		t.Fatal("no dialogues", err)
	}
	for _, p := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(p), ".txtar"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			a := txtar.Parse(data)
			d := begin(t, a)
			defer d.end()
			for i, f := range a.Files {
				if f.Name != "dialogue" {
					continue
				}
				got := d.play(f.Data)
				if *update {
					a.Files[i].Data = got
					if err := os.WriteFile(p, txtar.Format(a), 0o644); err != nil {
						t.Fatal(err)
					}
				} else if string(got) != string(f.Data) {
					t.Errorf("got\n%s\nwant\n%s", got, f.Data)
				}
				if bytes.Contains(got, []byte(filepath.Dir(d.root))) {
					t.Errorf("an answer has a path of the machine")
				}
			}
		})
	}
}

// shares are shares of the first index, which grow.
var shares = regexp.MustCompile(`\d+ of (\d+) files`)

// unpack writes the files of an archive into a folder.
func unpack(t testing.TB, a *txtar.Archive) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "repo")
	for _, f := range a.Files {
		if f.Name == "dialogue" {
			continue
		}
		p := filepath.Join(root, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func play(t testing.TB, c *client, root string, dialogue []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	next := ""
	for line := range strings.Lines(string(dialogue)) {
		switch {
		case strings.HasPrefix(line, "#"), strings.TrimSpace(line) == "":
			out.WriteString(line)
		case strings.HasPrefix(line, "$ "):
			out.WriteString(line)
			edit(t, root, strings.TrimSpace(line[2:]))
		case strings.HasPrefix(line, "> "):
			out.WriteString(line)
			name, arguments, _ := strings.Cut(strings.TrimSpace(line[2:]), " ")
			arguments = strings.ReplaceAll(arguments, "$next", next)
			answer, isError := c.callTool(name, json.RawMessage(arguments))
			var page struct {
				Next string `json:"next_cursor"`
			}
			if err := json.Unmarshal(answer, &page); err != nil {
				t.Fatal(err)
			}
			next = page.Next
			if isError {
				out.WriteString("error ")
			}
			out.Write(golden(t, answer))
		}
	}
	return out.Bytes()
}

// edit does "write PATH TEXT" or "remove PATH".
func edit(t testing.TB, root, command string) {
	t.Helper()
	verb, rest, _ := strings.Cut(command, " ")
	name, text, _ := strings.Cut(rest, " ")
	p := filepath.Join(root, filepath.FromSlash(name))
	var err error
	switch verb {
	case "write":
		err = os.WriteFile(p, []byte(text+"\n"), 0o644)
	case "remove":
		err = os.Remove(p)
	default:
		err = fmt.Errorf("%q is no edit", command)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// golden is an answer for people: one item a line, cursors hidden.
func golden(t testing.TB, answer []byte) []byte {
	t.Helper()
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(answer, &raw); err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(answer))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for d.More() {
		key, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
		var items []json.RawMessage
		if key == "next_cursor" {
			value = json.RawMessage(`"…"`)
		}
		if len(value) > 60 && json.Unmarshal(value, &items) == nil {
			fmt.Fprintf(&out, "%s:\n", key)
			for _, x := range items {
				fmt.Fprintf(&out, "  %s\n", x)
			}
			continue
		}
		fmt.Fprintf(&out, "%s: %s\n", key, value)
	}
	return out.Bytes()
}
