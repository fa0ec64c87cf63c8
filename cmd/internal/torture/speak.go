package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// peer is a process of ci that speaks JSON-RPC on its standard input and output.
type peer struct {
	t       *trial
	what    string
	cmd     *exec.Cmd
	in      io.WriteCloser
	headers bool // as editors speak: a header before each message
	errs    *bounded
	told    *bounded // notifications, and requests of its own
	id      int
	answers chan reply    // closed at the end of its output
	ended   chan struct{} // closed when it has ended
	own     int64         // the peak of this process when it started the peer

	mu     sync.Mutex
	closed bool
}

// reply is a message of a peer.
type reply struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
	raw    []byte
}

// patience is how long an answer may take; other work may slow the machine down.
const patience = 2 * time.Minute

// errNoAnswer is that a peer has not answered, or has ended.
var errNoAnswer = errors.New("no answer")

// speak starts the program as a server: "mcp", or "lsp" with headers.
func (t *trial) speak(c call) *peer {
	p := &peer{t: t, what: c.String(), headers: c.args[0] == "lsp", errs: &bounded{}, told: &bounded{}, answers: make(chan reply, 4096), ended: make(chan struct{})}
	p.cmd = exec.Command(t.box.program, c.args...)
	if len(c.wrap) > 0 {
		p.cmd = exec.Command(c.wrap[0], append(append(c.wrap[1:len(c.wrap):len(c.wrap)], t.box.program), c.args...)...)
	}
	p.cmd.Dir, p.cmd.Env, p.cmd.Stderr, p.cmd.SysProcAttr = t.box.repo, with(t.box.env, c.env), p.errs, ownGroup()
	p.cmd.WaitDelay = 5 * time.Second
	in, err := p.cmd.StdinPipe()
	t.must(err)
	out, err := p.cmd.StdoutPipe()
	t.must(err)
	p.in = in
	p.own = peakOf(os.Getpid())
	t.must(p.cmd.Start())
	if c.args[0] == "mcp" || c.args[0] == "lsp" {
		t.shared = true
	}
	t.did("%s starts", p.what)
	go p.read(out)
	return p
}

// read reads what the peer says until the end, which is that of the process.
func (p *peer) read(out io.Reader) {
	defer close(p.ended)
	r := bufio.NewReaderSize(out, 64<<10)
	for {
		text, err := p.next(r)
		if err != nil {
			break
		}
		var m reply
		if err := json.Unmarshal(text, &m); err != nil {
			m.Error = fmt.Appendf(nil, "no message: %.200q", text)
		}
		m.raw = text
		if m.Method != "" {
			_, _ = p.told.Write(text) // it does not fail
		}
		if m.Method != "" && m.ID != nil {
			// It asks something of its client, who can do nothing.
			_ = p.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": nil})
			continue
		}
		if m.Method == "" {
			p.answers <- m
		}
	}
	close(p.answers)
	_ = p.cmd.Wait() // its status is read from the state
}

// next returns the next message.
func (p *peer) next(r *bufio.Reader) ([]byte, error) {
	if !p.headers {
		return r.ReadBytes('\n')
	}
	length := 0
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return nil, err
		}
		line = strings.TrimSpace(line)
		if line == "" {
			break
		}
		if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			length, _ = strconv.Atoi(n)
		}
	}
	text := make([]byte, length)
	_, err := io.ReadFull(r, text)
	return text, err
}

// send sends a message.
func (p *peer) send(m any) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return p.raw(text)
}

// raw sends a text as a message.
func (p *peer) raw(text []byte) error {
	if p.headers {
		text = append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(text)), text...)
	} else {
		text = append(bytes.Clone(text), '\n')
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := p.in.Write(text)
	return err
}

// request sends a request and waits for its answer; others are dropped.
func (p *peer) request(method string, params any) (reply, error) {
	p.id++
	id := strconv.Itoa(p.id)
	if err := p.send(map[string]any{"jsonrpc": "2.0", "id": p.id, "method": method, "params": params}); err != nil {
		return reply{}, fmt.Errorf("%w: %w", errNoAnswer, err)
	}
	return p.await(id, patience)
}

// await waits for the answer to a request, and looks for secrets in all that come.
func (p *peer) await(id string, within time.Duration) (reply, error) {
	late := time.NewTimer(within)
	defer late.Stop()
	for {
		select {
		case <-p.t.s.ctx.Done():
			return reply{}, p.t.s.ctx.Err()
		case <-late.C:
			return reply{}, fmt.Errorf("%w to %s within %v", errNoAnswer, id, within)
		case m, more := <-p.answers:
			if !more {
				return reply{}, fmt.Errorf("%w: it has ended: %s", errNoAnswer, excerpt(p.errs.Bytes()))
			}
			p.t.leaks(p.what, m.raw)
			if string(m.ID) == id {
				return m, nil
			}
		}
	}
}

// hello begins the conversation of an agent.
func (p *peer) hello() error {
	_, err := p.request("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "torture", "version": "1"}})
	if err != nil {
		return err
	}
	return p.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
}

// tool calls a tool and returns the text of its answer; failed when the tool says that
// it can't.
func (p *peer) tool(c toolCall) (text string, failed bool, err error) {
	m, err := p.request("tools/call", map[string]any{"name": c.name, "arguments": c.arguments})
	if err != nil {
		return "", false, err
	}
	if m.Error != nil {
		return string(m.Error), true, nil
	}
	var r struct {
		Content []struct{ Text string } `json:"content"`
		IsError bool                    `json:"isError"`
	}
	if err := json.Unmarshal(m.Result, &r); err != nil {
		return "", false, fmt.Errorf("%s: %w", c.name, err)
	}
	for _, x := range r.Content {
		text += x.Text
	}
	return text, r.IsError, nil
}

// end closes the input of the peer, or kills it, and judges how it ends.
func (p *peer) end(kill bool) {
	p.mu.Lock()
	again := p.closed
	p.closed = true
	p.mu.Unlock()
	if again {
		return
	}
	if kill {
		_ = p.cmd.Process.Kill() // it may have ended
	} else {
		_ = p.in.Close()
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		select {
		case m, more := <-p.answers:
			if more {
				p.t.leaks(p.what, m.raw)
				continue
			}
		case <-late.C:
			endGroup(p.cmd.Process.Pid, 5*time.Second)
			<-p.ended
			p.t.found(Hang, "%s: it did not end within %v of its input%s", p.what, patience, whereItHangs(p.errs.Bytes()))
			return
		}
		break
	}
	<-p.ended
	_ = p.in.Close()
	signal, cpu, peak := usage(p.cmd.ProcessState)
	if peak <= p.own+p.own/16 {
		peak = 0 // that of this process, with which it began
	}
	p.t.did("%s ended: %v, %.2f s, %d MB, %s", p.what, p.cmd.ProcessState, cpu.Seconds(), peak>>20, excerpt(p.errs.Bytes()))
	p.t.measure(p.what, cpu, peak, p.t.box.bounds)
	p.t.traces(p.what, p.errs.Bytes())
	p.t.leaks(p.what, p.errs.Bytes())
	p.t.leaks(p.what+" tells its client", p.told.Bytes())
	if signal != 0 && !(kill && signal == syscall.SIGKILL) {
		p.t.found(Crash, "%s: ended by %v", p.what, signal)
	}
}

// toolCall is a call of a tool.
type toolCall struct {
	name      string
	arguments map[string]any
}

// dialogue starts a server for agents, calls tools and ends it; it returns the answers,
// as far as they come.
func (t *trial) dialogue(args []string, calls []toolCall) []string {
	p := t.speak(call{args: args})
	defer p.end(false)
	if err := p.hello(); err != nil {
		t.refused(p, "hello", err)
		return nil
	}
	var out []string
	for _, c := range calls {
		text, failed, err := p.tool(c)
		if err != nil {
			t.refused(p, c.name, err)
			return out
		}
		t.did("%s %v  -> %v %.160q", c.name, c.arguments, failed, text)
		out = append(out, text)
	}
	return out
}

// endGrace is how long a server may take to end that has closed its output: only then is
// known what it has said.
const endGrace = 5 * time.Second

// refused judges a server that has not answered: to end with a clear line is no fault.
func (t *trial) refused(p *peer, what string, err error) {
	select {
	case <-p.ended:
		o := outcome{err: p.errs.Bytes()}
		if !o.clear() {
			t.found(Silent, "%s: %s: %v", p.what, what, err)
		}
		t.found(Said, "%s: %s: %v", p.what, what, err)
	case <-time.After(endGrace):
		t.found(Hang, "%s: %s: %v", p.what, what, err)
	}
}
