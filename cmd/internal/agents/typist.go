package agents

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"codeintel/lsp"
)

// Typist is an editor with one Go file open, in which somebody types and asks about what
// was typed. It is a client process, `ci lsp`, on pipes. Its methods are for one
// goroutine.
type Typist struct {
	command *exec.Cmd
	input   io.WriteCloser
	in      io.Writer // input, with headers
	stderr  *Tail
	writing sync.Mutex
	answers chan message // closed when nothing more comes
	id      int

	uri     string
	base    string // the text of the file on disk
	name    string // how the names of typed functions begin
	step    int
	version int
	tail    string // what was typed behind base
}

// StartTypist starts the process of an editor for the folder root, and opens the file
// at a path below it. name is unique among the typists of a load.
func StartTypist(ctx context.Context, command, env []string, root, path, name string) (*Typist, error) {
	t := &Typist{command: exec.Command(command[0], command[1:]...), stderr: &Tail{}, answers: make(chan message, 16), name: name, uri: fileURI(filepath.Join(root, filepath.FromSlash(path)))}
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
	if err != nil {
		return nil, err
	}
	t.base = strings.TrimRight(string(text), "\n") + "\n"
	t.command.Dir, t.command.Env, t.command.Stderr = root, append(t.command.Environ(), env...), t.stderr
	in, err := t.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := t.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	t.input, t.in = in, lsp.Frames(in)
	if err := t.command.Start(); err != nil {
		return nil, err
	}
	go t.read(out)
	_, err = t.request(ctx, "initialize", map[string]any{
		"processId": nil, "rootUri": fileURI(root), "workspaceFolders": []any{map[string]any{"uri": fileURI(root), "name": "load"}},
		"capabilities": map[string]any{"textDocument": map[string]any{
			"documentSymbol": map[string]any{"hierarchicalDocumentSymbolSupport": true},
		}},
		// Whoever else serves Go is not there: everything is asked of us.
		"initializationOptions": map[string]any{"languages": map[string]any{"go": "primary"}},
	})
	if err == nil {
		err = t.notify("initialized", map[string]any{})
	}
	if err == nil {
		t.tail = t.text()
		t.version = 1
		err = t.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": t.uri, "languageId": "go", "version": 1, "text": t.base + t.tail}})
	}
	if err != nil {
		t.Kill()
		return nil, fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	return t, nil
}

func fileURI(path string) string {
	return "file://" + strings.NewReplacer("%", "%25", " ", "%20", "#", "%23", "?", "%3F").Replace(path)
}

// read reads what the server says until its end, and answers what it asks.
func (t *Typist) read(out io.Reader) {
	defer close(t.answers)
	r := bufio.NewReaderSize(lsp.Lines(out), 64<<10)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return
		}
		var m struct {
			message
			Params struct{ Items []any } `json:"params"`
		}
		if err := json.Unmarshal(line, &m); err != nil {
			m.message = message{ID: json.RawMessage("-1"), Error: fmt.Appendf(nil, "a line that is no message: %.200q", line)}
		}
		switch {
		case m.Method != "" && m.ID != nil:
			var result any
			if m.Method == "workspace/configuration" {
				result = make([]any, len(m.Params.Items))
			}
			_ = t.write(map[string]any{"id": m.ID, "result": result}) // the server may have ended
		case m.Method == "":
			t.answers <- m.message
		}
	}
}

func (t *Typist) write(m map[string]any) error {
	m["jsonrpc"] = "2.0"
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	t.writing.Lock()
	defer t.writing.Unlock()
	_, err = t.in.Write(append(line, '\n'))
	return err
}

func (t *Typist) notify(method string, params any) error {
	return t.write(map[string]any{"method": method, "params": params})
}

// contentModified is the code of the answer to a question about what was changed
// meanwhile.
const contentModified = -32801

// errModified: the server says that the text was changed where the question is about.
var errModified = errors.New("the content was modified")

// request asks and waits for the answer.
func (t *Typist) request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	t.id++
	id := strconv.Itoa(t.id)
	if err := t.write(map[string]any{"id": t.id, "method": method, "params": params}); err != nil {
		return nil, fmt.Errorf("%s can't be asked: %w%s", method, err, t.stderr)
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-late.C:
		return nil, fmt.Errorf("%s: no answer in %s%s", method, patience, t.stderr)
	case m, more := <-t.answers:
		switch {
		case !more:
			return nil, fmt.Errorf("%s: %w%s", method, errEnded, t.stderr)
		case string(m.ID) != id:
			return nil, fmt.Errorf("%s: an answer to %s came, which nobody waits for: %.200s", method, m.ID, m.Error)
		case m.Error != nil:
			var e struct {
				Code int `json:"code"`
			}
			if json.Unmarshal(m.Error, &e) == nil && e.Code == contentModified {
				return nil, errModified
			}
			return nil, fmt.Errorf("%s: %s", method, m.Error)
		}
		return m.Result, nil
	}
}

// errEnded: the server has ended by itself.
var errEnded = errors.New("the server has ended")

// text is what is typed behind the text of the file: a function with a parameter that
// is used twice. Every fourth step gives it another name, the others change its body.
func (t *Typist) text() string {
	return fmt.Sprintf("\nfunc %s(value int) int {\n\tother := value // %d\n\treturn other\n}\n", t.function(), t.step)
}

func (t *Typist) function() string { return fmt.Sprintf("%s%d", t.name, t.step/4) }

// lines counts the lines of the text of the file.
func (t *Typist) lines() int { return strings.Count(t.base, "\n") }

// typeOne makes the next change.
func (t *Typist) typeOne() error {
	t.step++
	t.version++
	next := t.text()
	// The changed part alone, as editors tell it.
	same := 0
	for same < min(len(t.tail), len(next)) && t.tail[same] == next[same] {
		same++
	}
	end := 0
	for end < min(len(t.tail), len(next))-same && t.tail[len(t.tail)-1-end] == next[len(next)-1-end] {
		end++
	}
	change := map[string]any{
		"range": map[string]any{"start": t.place(t.tail[:same]), "end": t.place(t.tail[:len(t.tail)-end])},
		"text":  next[same : len(next)-end],
	}
	t.tail = next
	return t.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": t.uri, "version": t.version}, "contentChanges": []any{change},
	})
}

// place is the position behind a beginning of what was typed, which is ASCII.
func (t *Typist) place(before string) map[string]any {
	return map[string]any{"line": t.lines() + strings.Count(before, "\n"), "character": len(before) - 1 - strings.LastIndexByte(before, '\n')}
}

// OwnRequests are the requests that are answered from the text in the editor alone.
func OwnRequests() []string {
	var out []string
	for _, k := range typed() {
		if !k.wide {
			out = append(out, k.method)
		}
	}
	return out
}

// typedKind is a kind of request that a Typist makes.
type typedKind struct {
	method string
	weight int
	// wide: the answer needs more than the text in the editor.
	wide bool
	// at is what stands before the place asked about in what was typed; "" for none.
	at     string
	params map[string]any
	// right says whether an answer is that to what was typed last.
	right func(t *Typist, answer string) bool
}

// typed are the requests of a Typist.
func typed() []typedKind {
	contains := func(parts ...string) func(*Typist, string) bool {
		return func(_ *Typist, answer string) bool {
			return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(answer, part) })
		}
	}
	line := func(below int) func(t *Typist, answer string) bool {
		return func(t *Typist, answer string) bool {
			return strings.Contains(answer, fmt.Sprintf(`"line":%d,`, t.lines()+below))
		}
	}
	const body = "\tother := "
	return []typedKind{
		{method: "textDocument/documentSymbol", weight: 5, right: func(t *Typist, answer string) bool { return strings.Contains(answer, `"`+t.function()+`"`) }},
		{method: "textDocument/hover", weight: 3, at: body, right: contains("value")},
		{method: "textDocument/definition", weight: 3, at: body, right: line(1)},
		{method: "textDocument/documentHighlight", weight: 2, at: body, right: line(2)},
		{method: "textDocument/foldingRange", weight: 2, right: func(t *Typist, answer string) bool {
			return strings.Contains(answer, fmt.Sprintf(`"startLine":%d,`, t.lines()+1))
		}},
		{method: "textDocument/selectionRange", weight: 1, right: line(2)},
		{method: "textDocument/semanticTokens/full", weight: 2, right: contains(`"data":[`)},
		{method: "textDocument/completion", weight: 2, at: "\treturn oth", params: map[string]any{"context": map[string]any{"triggerKind": 1}}, right: contains(`"items":[`)},
		{method: "textDocument/references", weight: 1, wide: true, at: body, params: map[string]any{"context": map[string]any{"includeDeclaration": true}}, right: line(1)},
		{method: "workspace/symbol", weight: 1, wide: true, right: func(*Typist, string) bool { return true }},
	}
}

// ask draws a kind of request, asks, and looks whether the answer is right.
func (t *Typist) ask(ctx context.Context, r *rand.Rand) (method string, took time.Duration, err error) {
	kinds, total := typed(), 0
	for _, k := range kinds {
		total += k.weight
	}
	n, k := r.IntN(total), typedKind{}
	for _, k = range kinds {
		if n -= k.weight; n < 0 {
			break
		}
	}
	params := map[string]any{"textDocument": map[string]any{"uri": t.uri}}
	for name, value := range k.params {
		params[name] = value
	}
	if k.at != "" {
		i := strings.Index(t.tail, k.at)
		params["position"] = t.place(t.tail[:i+len(k.at)])
	}
	switch k.method {
	case "textDocument/selectionRange":
		params["positions"] = []any{t.place(t.tail[:strings.Index(t.tail, "other")+2])}
	case "workspace/symbol":
		params = map[string]any{"query": t.function()}
	}
	began := time.Now()
	answer, err := t.request(ctx, k.method, params)
	took = time.Since(began)
	if err == nil && !k.right(t, string(answer)) {
		err = fmt.Errorf("%s: after step %d the answer is of another text: %.300s", k.method, t.step, answer)
	}
	return k.method, took, err
}

// Run types and asks, with think between an answer and the next change, on average,
// until ctx is done or the duration is over. Answers that the text was modified are
// counted, and are no failures.
func (t *Typist) Run(ctx context.Context, duration, think time.Duration, seed uint64) *Typed {
	out := &Typed{}
	random := rand.New(rand.NewPCG(seed, 7))
	for began := time.Now(); ctx.Err() == nil && time.Since(began) < duration; {
		if err := t.typeOne(); err != nil {
			out.Failures = append(out.Failures, err)
			return out
		}
		at := time.Now()
		method, took, err := t.ask(ctx, random)
		switch {
		case errors.Is(err, errModified):
			out.Modified++
			err = nil
		case errors.Is(err, errEnded):
			out.Failures = append(out.Failures, err)
			return out
		}
		if err != nil {
			out.Failures = append(out.Failures, err)
		}
		out.Samples = append(out.Samples, Sample{Question: Question{Tool: method}, Began: at, Took: took})
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(random.Int64N(int64(2*think) + 1))):
		}
	}
	return out
}

// Typed is what came of a Typist.
type Typed struct {
	Samples []Sample
	// Modified counts answers that what was asked about is another text by now.
	Modified int
	Failures []error
}

// Kill ends the process as kill -9 does, and waits for its end.
func (t *Typist) Kill() {
	_ = t.command.Process.Kill() // it may have ended
	for range t.answers {
	}
	_ = t.command.Wait()
}

// Close ends the process as the protocol says.
func (t *Typist) Close(ctx context.Context) error {
	_, err := t.request(ctx, "shutdown", nil)
	if err == nil {
		err = t.notify("exit", nil)
	}
	err = errors.Join(err, t.input.Close())
	late := time.AfterFunc(patience, func() { _ = t.command.Process.Kill() })
	defer late.Stop()
	for range t.answers {
	}
	return errors.Join(err, t.command.Wait())
}
