// Package agents puts a load on an MCP server, as agents do: each client is a
// process of its own on pipes, which asks questions made of what the server has
// answered before. It is for `make bench` and for tests.
package agents

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"
)

// protocol is the version that agents ask for.
const protocol = "2025-06-18"

// patience is how long an answer may take; one that takes longer is lost.
const patience = 2 * time.Minute

// Agent is a client, and the process that serves it. It asks one question at a
// time. Its methods are for one goroutine.
type Agent struct {
	command *exec.Cmd
	writing sync.Mutex
	in      io.WriteCloser
	stderr  *Tail
	answers chan message  // closed when nothing more comes
	ended   chan struct{} // closed when the process has ended
	status  error         // of the process
	id      int
}

// message is one of the server.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// Start starts the process of a client and says hello. env is added to that of this
// process.
func Start(ctx context.Context, command, env []string) (*Agent, error) {
	a := &Agent{command: exec.Command(command[0], command[1:]...), stderr: &Tail{}, answers: make(chan message, 16), ended: make(chan struct{})}
	a.command.Env, a.command.Stderr = append(a.command.Environ(), env...), a.stderr
	in, err := a.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := a.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	a.in = in
	if err := a.command.Start(); err != nil {
		return nil, err
	}
	go a.read(out)
	_, err = a.request(ctx, "initialize", map[string]any{
		"protocolVersion": protocol, "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "load", "version": "1"},
	})
	if err == nil {
		err = a.write(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
	}
	if err != nil {
		a.Kill()
		return nil, fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	return a, nil
}

// read reads what the server says until the end, which is that of the process.
func (a *Agent) read(out io.Reader) {
	defer close(a.ended)
	r := bufio.NewReaderSize(out, 64<<10)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			break
		}
		var m message
		switch err := json.Unmarshal(line, &m); {
		case err != nil:
			m = message{ID: json.RawMessage(`"none"`), Error: fmt.Appendf(nil, "a line that is no message: %.200q", line)}
		case m.Method != "" && m.ID != nil: // clients of these tests can do nothing
			_ = a.write(map[string]any{"jsonrpc": "2.0", "id": m.ID, "error": map[string]any{"code": -32601, "message": "not here"}})
			continue
		case m.Method != "":
			continue
		}
		a.answers <- m
	}
	close(a.answers)
	a.status = a.command.Wait()
}

func (a *Agent) write(m any) error {
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	a.writing.Lock()
	defer a.writing.Unlock()
	_, err = a.in.Write(append(line, '\n'))
	return err
}

// request asks and waits for the answer. The error is that there is none, that it
// is an error of the protocol, or that there is one to what was not asked.
func (a *Agent) request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	a.id++
	id := strconv.Itoa(a.id)
	if err := a.write(map[string]any{"jsonrpc": "2.0", "id": a.id, "method": method, "params": params}); err != nil {
		return nil, fmt.Errorf("%s can't be asked: %w%s", method, err, a.stderr)
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-late.C:
		return nil, fmt.Errorf("%s: no answer in %s%s", method, patience, a.stderr)
	case m, more := <-a.answers:
		switch {
		case !more:
			return nil, fmt.Errorf("%s: the server has ended%s", method, a.stderr)
		case string(m.ID) != id:
			return nil, fmt.Errorf("%s: an answer to %s came, which nobody waits for: %.200s", method, m.ID, m.Error)
		case m.Error != nil:
			return nil, fmt.Errorf("%s: %s", method, m.Error)
		}
		return m.Result, nil
	}
}

// Tools are the names of the server's tools.
func (a *Agent) Tools(ctx context.Context) ([]string, error) {
	result, err := a.request(ctx, "tools/list", map[string]any{})
	if err != nil {
		return nil, err
	}
	var list struct {
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(result, &list); err != nil {
		return nil, err
	}
	var names []string
	for _, t := range list.Tools {
		names = append(names, t.Name)
	}
	return names, nil
}

// Answer is what a tool has said.
type Answer struct {
	// Text is its content.
	Text string
	// Took is the time from the question to the answer.
	Took time.Duration
}

// charsPerToken is how many characters count as a token.
const charsPerToken = 4

// Tokens is about how many tokens a model reads.
func (a *Answer) Tokens() int { return (len(a.Text) + charsPerToken - 1) / charsPerToken }

// ErrTool: the tool has answered that it can't.
var ErrTool = errors.New("the tool has failed")

// Call asks a tool. The error is ErrTool, or that there is no right answer.
func (a *Agent) Call(ctx context.Context, q Question) (Answer, error) {
	began := time.Now()
	result, err := a.request(ctx, "tools/call", map[string]any{"name": q.Tool, "arguments": q.Arguments})
	answer := Answer{Took: time.Since(began)}
	if err != nil {
		return answer, fmt.Errorf("%s: %w", q, err)
	}
	var r struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		Structured json.RawMessage `json:"structuredContent"`
		IsError    bool            `json:"isError"`
	}
	if err := json.Unmarshal(result, &r); err != nil || len(r.Content) == 0 {
		return answer, fmt.Errorf("%s: an answer without content: %.200s", q, result)
	}
	for _, c := range r.Content {
		answer.Text += c.Text
	}
	switch {
	case r.IsError:
		return answer, fmt.Errorf("%s: %w: %.300s", q, ErrTool, answer.Text)
	case r.Structured != nil && !sameJSON(r.Structured, []byte(answer.Text)):
		return answer, fmt.Errorf("%s: the text is not the structured content", q)
	}
	return answer, nil
}

// sameJSON reports whether two texts are the same value. Their bytes may differ: one has <
// as it is, the other escapes it.
func sameJSON(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

// ask asks a tool and reads what it says.
func (a *Agent) ask(ctx context.Context, q Question, into any) error {
	answer, err := a.Call(ctx, q)
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(answer.Text), into); err != nil {
		return fmt.Errorf("%s: %w", q, err)
	}
	return nil
}

// PID is that of the client's process.
func (a *Agent) PID() int { return a.command.Process.Pid }

// Kill ends the process as kill -9 does, and waits for its end.
func (a *Agent) Kill() {
	_ = a.command.Process.Kill() // it may have ended
	for range a.answers {
	}
	<-a.ended
}

// Close says to the process that there is nothing more to come, and waits for its
// end. The error is that it has not ended well, or has said something that nobody
// waited for.
func (a *Agent) Close() error {
	if err := a.in.Close(); err != nil {
		return err
	}
	late := time.AfterFunc(patience, func() { _ = a.command.Process.Kill() })
	defer late.Stop()
	var more error
	for m := range a.answers {
		more = fmt.Errorf("an answer to %s came, which nobody waits for", m.ID)
	}
	<-a.ended
	if a.status != nil {
		return fmt.Errorf("a client has ended: %w%s", a.status, a.stderr)
	}
	return more
}

// Tail keeps the end of what is written to it, for errors: its String follows them.
type Tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-2000):]
	return len(p), nil
}

func (t *Tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.text) == 0 {
		return ""
	}
	return "; it says: " + string(t.text)
}
