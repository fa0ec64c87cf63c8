// Package claude drives the real Claude Code with a scripted model in place of a
// language model: to prove that a repository's gate holds in the client itself, and
// in the tests of clients.
//
// The model listens on the loopback interface for as long as the client runs, and
// the client is told of no other address.
package claude

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Turn is what the scripted model does next: it calls a tool.
type Turn struct {
	Tool  string
	Input map[string]any
	// Before is called before the client is told of the turn; nil for nothing.
	Before func() error
}

// Result is what the client tells the model of a turn.
type Result struct {
	IsError bool
	Text    string
}

// Model stands in for the model behind Claude Code: it speaks as much of the
// Messages API as the client needs, and replays turns. Its methods may be called
// from any goroutine.
type Model struct {
	server *http.Server
	url    string
	done   chan struct{}
	turns  []Turn

	mu      sync.Mutex
	next    int
	results map[int]Result // by turn
	context []string       // texts that the client added beside results
	err     error
}

// side are requests that are not part of the work, such as those for a title: they
// offer few tools.
const side = 4

// maxRequest is how many bytes a request of the client may have.
const maxRequest = 64 << 20

// NewModel returns a model that replays turns, and listens until it is closed.
func NewModel(turns []Turn) (*Model, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("no port of the loopback interface can be had: %w", err)
	}
	m := &Model{turns: turns, results: map[int]Result{}, url: "http://" + l.Addr().String(), done: make(chan struct{})}
	m.server = &http.Server{Handler: http.HandlerFunc(m.serve), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(m.done)
		_ = m.server.Serve(l) // it ends when the model is closed
	}()
	return m, nil
}

// Close ends the model, and waits until nobody listens any more.
func (m *Model) Close() {
	_ = m.server.Close() // the listener is gone in any case
	<-m.done
}

// URL returns the base address of the model's API.
func (m *Model) URL() string { return m.url }

// Result returns what the client said of a turn, counted from 0; ok is false where
// it said nothing.
func (m *Model) Result(turn int) (r Result, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok = m.results[turn]
	return r, ok
}

// Context returns all that the client added beside results, such as what hooks say.
func (m *Model) Context() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Join(m.context, "\n")
}

// Err returns the error of a turn's Before, nil for none.
func (m *Model) Err() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err
}

// request is what is read of a request.
type request struct {
	Model    string            `json:"model"`
	Stream   bool              `json:"stream"`
	Tools    []json.RawMessage `json:"tools"`
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
}

// block is a part of a message.
type block struct {
	Type      string          `json:"type"`
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name,omitempty"`
	Input     map[string]any  `json:"input,omitempty"`
	Text      string          `json:"text,omitempty"`
	ToolUseID string          `json:"tool_use_id,omitempty"`
	IsError   bool            `json:"is_error,omitempty"`
	Content   json.RawMessage `json:"content,omitempty"`
}

// plain is the text of a content, which is a string or a list of blocks.
func plain(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var blocks []block
	if json.Unmarshal(content, &blocks) != nil {
		return ""
	}
	var out []string
	for _, b := range blocks {
		out = append(out, b.Text)
	}
	return strings.Join(out, "\n")
}

func (m *Model) serve(w http.ResponseWriter, r *http.Request) {
	var q request
	if r.Method != http.MethodPost || json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&q) != nil {
		http.NotFound(w, r)
		return
	}
	if strings.HasSuffix(r.URL.Path, "/count_tokens") {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"input_tokens": 100}`)
		return
	}
	answer := []block{{Type: "text", Text: "ok"}}
	if len(q.Tools) >= side {
		answer = []block{m.turn(&q)}
	}
	m.send(w, &q, answer)
}

// turn takes the results out of a request, and gives the next turn.
func (m *Model) turn(q *request) block {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, message := range q.Messages {
		var blocks []block
		if message.Role != "user" || json.Unmarshal(message.Content, &blocks) != nil {
			continue
		}
		for _, b := range blocks {
			var n int
			if _, err := fmt.Sscanf(b.ToolUseID, "toolu_%d", &n); b.Type == "tool_result" && err == nil {
				m.results[n] = Result{IsError: b.IsError, Text: plain(b.Content)}
			}
		}
	}
	if len(q.Messages) > 0 {
		m.context = append(m.context, string(q.Messages[len(q.Messages)-1].Content))
	}
	if m.next >= len(m.turns) || m.err != nil {
		return block{Type: "text", Text: "That is all."}
	}
	n := m.next
	m.next++
	if t := m.turns[n]; t.Before != nil {
		if m.err = t.Before(); m.err != nil {
			return block{Type: "text", Text: "The script can't go on."}
		}
	}
	return block{Type: "tool_use", ID: fmt.Sprintf("toolu_%d", n), Name: m.turns[n].Tool, Input: m.turns[n].Input}
}

// send answers, as a stream of events where the client wants one.
func (m *Model) send(w http.ResponseWriter, q *request, blocks []block) {
	stop := "end_turn"
	if blocks[0].Type == "tool_use" {
		stop = "tool_use"
	}
	usage := map[string]any{"input_tokens": 10, "output_tokens": 5, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
	message := map[string]any{"id": "msg_1", "type": "message", "role": "assistant", "model": q.Model, "usage": usage, "stop_sequence": nil}
	if !q.Stream {
		message["content"], message["stop_reason"] = blocks, stop
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(message) // a client that is gone needs no answer
		return
	}
	message["content"], message["stop_reason"] = []block{}, nil
	w.Header().Set("Content-Type", "text/event-stream")
	event := func(kind string, fields map[string]any) {
		fields["type"] = kind
		data, _ := json.Marshal(fields) // plain values
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, data)
	}
	event("message_start", map[string]any{"message": message})
	for i, b := range blocks {
		start := map[string]any{"type": b.Type}
		delta := map[string]any{"type": "text_delta", "text": b.Text}
		if b.Type == "tool_use" {
			input, _ := json.Marshal(b.Input) // made of the script
			start["id"], start["name"], start["input"] = b.ID, b.Name, map[string]any{}
			delta = map[string]any{"type": "input_json_delta", "partial_json": string(input)}
		} else {
			start["text"] = ""
		}
		event("content_block_start", map[string]any{"index": i, "content_block": start})
		event("content_block_delta", map[string]any{"index": i, "delta": delta})
		event("content_block_stop", map[string]any{"index": i})
	}
	event("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": map[string]any{"output_tokens": 5}})
	event("message_stop", map[string]any{})
}
