package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"runtime/debug"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

const (
	// MaxMessage is how many bytes a message of an editor may have.
	MaxMessage = 64 << 20
	// maxAtOnce is how many requests of a connection are worked on at a time,
	// maxWaiting how many more may wait before no more is read.
	maxAtOnce, maxWaiting = 16, 1024
)

// wire is a connection as JSON-RPC sees it.
//
// It reads and writes messages with package jsonrpc2, but is no Conn of it: that one
// sends no answers any more once the other end has said all, which is how the shared
// process makes way for another.
type wire struct {
	log *slog.Logger
	rw  io.ReadWriteCloser

	writing sync.Mutex
	broken  context.CancelFunc // is called when the editor can't be written to

	mu sync.Mutex
	// active are the requests of the editor that have no answer yet, with what
	// cancels them.
	active map[jsonrpc2.ID]context.CancelFunc
	// waiting are those of the server, by number; nil when nothing comes any more.
	waiting map[int64]chan<- *jsonrpc2.Response
	last    int64

	work, room chan struct{}
	group      sync.WaitGroup // of requests that are worked on
}

// handler handles what an editor says.
type handler interface {
	// notified handles a notification, in order. more is false when nothing that
	// follows counts.
	notified(ctx context.Context, method string, params []byte) (more bool)
	// asked is told of a request, in order, and says how it is answered: beside
	// what follows, or inline, before that.
	asked(ctx context.Context, method string, params []byte) (answer answerer, inline bool)
}

// answerer makes the answer of a request. When ctx is done nobody wants it.
type answerer func(ctx context.Context) (any, error)

func newWire(rw io.ReadWriteCloser, log *slog.Logger, broken context.CancelFunc) *wire {
	return &wire{
		log: log, rw: rw, broken: broken,
		active: map[jsonrpc2.ID]context.CancelFunc{}, waiting: map[int64]chan<- *jsonrpc2.Response{},
		work: make(chan struct{}, maxAtOnce), room: make(chan struct{}, maxAtOnce+maxWaiting),
	}
}

// read handles messages until there are no more; then all have been answered.
func (w *wire) read(ctx context.Context, h handler) error {
	r := bufio.NewReaderSize(w.rw, 64<<10)
	defer w.group.Wait()
	defer w.noMore()
	for {
		line, err := readLine(r)
		switch {
		case errors.Is(err, errTooLong):
			w.write(jsonrpc2.AppendResponse(nil, jsonrpc2.ID{}, nil, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "a message has more than %d bytes", MaxMessage)))
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case len(line) == 0:
			continue
		}
		message, err := jsonrpc2.DecodeMessage(line)
		if err != nil {
			why := jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the message is none of JSON-RPC 2.0")
			if !json.Valid(line) {
				why = jsonrpc2.NewError(jsonrpc2.ParseError, "the message is no JSON")
			}
			w.write(jsonrpc2.AppendResponse(nil, jsonrpc2.ID{}, nil, why))
			continue
		}
		more := true
		switch m := message.(type) {
		case *jsonrpc2.Response:
			w.deliver(m)
		case *jsonrpc2.Notification:
			if m.Method() == protocol.MethodCancelRequest {
				w.forget(m.Params())
			} else {
				more = w.notified(ctx, h, m)
			}
		case *jsonrpc2.Call:
			more = w.asked(ctx, h, m)
		}
		if !more {
			return nil
		}
	}
}

// notified handles a notification, whatever happens.
func (w *wire) notified(ctx context.Context, h handler, m *jsonrpc2.Notification) (more bool) {
	defer func() {
		if r := recover(); r != nil {
			w.log.Error("a notification failed", "method", m.Method(), "panic", r, "stack", string(debug.Stack()))
			more = true
		}
	}()
	return h.notified(ctx, m.Method(), m.Params())
}

// asked begins to answer a request. It is false when nobody waits any more.
func (w *wire) asked(ctx context.Context, h handler, m *jsonrpc2.Call) bool {
	ctx, cancel := context.WithCancel(ctx)
	id, method := m.ID(), m.Method()
	if !w.begin(id, cancel) {
		cancel()
		w.write(jsonrpc2.AppendResponse(nil, jsonrpc2.ID{}, nil, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "a request with the id %q has no answer yet", id)))
		return true
	}
	answer, inline := w.prepare(ctx, h, m)
	work := func() {
		defer cancel()
		result, err := w.run(ctx, method, answer)
		w.answer(id, result, err)
	}
	if inline {
		work()
		return true
	}
	select {
	case w.room <- struct{}{}:
	case <-ctx.Done():
		cancel()
		return false
	}
	w.group.Go(func() {
		defer func() { <-w.room }()
		select {
		case w.work <- struct{}{}:
			defer func() { <-w.work }()
			work()
		case <-ctx.Done(): // it is answered, or nobody waits
			cancel()
		}
	})
	return true
}

// prepare asks how a request is answered, whatever happens.
func (w *wire) prepare(ctx context.Context, h handler, m *jsonrpc2.Call) (answer answerer, inline bool) {
	defer func() {
		if r := recover(); r != nil {
			answer, inline = func(context.Context) (any, error) { panic(r) }, true
		}
	}()
	return h.asked(ctx, m.Method(), m.Params())
}

// begin notes a request; false when there is one with its id.
func (w *wire) begin(id jsonrpc2.ID, cancel context.CancelFunc) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.active[id] != nil {
		return false
	}
	w.active[id] = cancel
	return true
}

// end says whether a request has no answer yet, and forgets it.
func (w *wire) end(id jsonrpc2.ID) (cancel context.CancelFunc, open bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	cancel, open = w.active[id]
	delete(w.active, id)
	return cancel, open
}

// forget: the editor does not want the answer to a request any more. It gets one at
// once, whoever is at work on it.
func (w *wire) forget(params []byte) {
	var p protocol.CancelParams
	if err := protocol.Unmarshal(params, &p); err != nil {
		w.log.Warn("a cancellation can't be read", "error", err)
		return
	}
	var id jsonrpc2.ID
	switch v := p.ID.(type) {
	case protocol.Integer:
		id = jsonrpc2.NewNumberID(int64(v))
	case protocol.String:
		id = jsonrpc2.NewStringID(string(v))
	}
	if cancel, open := w.end(id); open {
		cancel()
		w.write(jsonrpc2.AppendResponse(nil, id, nil, errCancelled))
	}
}

// run makes an answer, whatever happens.
func (w *wire) run(ctx context.Context, method string, answer answerer) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			w.log.Error("a request failed", "method", method, "panic", r, "stack", string(debug.Stack()))
			result, err = nil, jsonrpc2.NewError(jsonrpc2.InternalError, "the server failed; its log says why")
		}
	}()
	return answer(ctx)
}

// answer answers a request, unless it has an answer.
func (w *wire) answer(id jsonrpc2.ID, result any, err error) {
	var data []byte
	if err == nil {
		data, err = marshal(result)
	}
	if _, open := w.end(id); !open {
		return
	}
	if err != nil {
		w.write(jsonrpc2.AppendResponse(nil, id, nil, asError(err)))
		return
	}
	w.write(jsonrpc2.AppendResponse(nil, id, data, nil))
}

// call asks the editor for something, and waits for the answer. It must not be
// called by what handles messages in order.
func (w *wire) call(ctx context.Context, method string, params, result any) error {
	data, err := protocol.Marshal(params)
	if err != nil {
		return err
	}
	answer := make(chan *jsonrpc2.Response, 1)
	w.mu.Lock()
	if w.waiting == nil {
		w.mu.Unlock()
		return errGone
	}
	w.last++
	n := w.last
	w.waiting[n] = answer
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		delete(w.waiting, n)
		w.mu.Unlock()
	}()
	w.write(jsonrpc2.AppendCall(nil, jsonrpc2.NewNumberID(n), method, data))
	select {
	case r, there := <-answer:
		switch {
		case !there:
			return errGone
		case r.Err() != nil || result == nil:
			return r.Err()
		}
		return protocol.Unmarshal(r.Result(), result)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// notify tells the editor something.
func (w *wire) notify(method string, params any) {
	data, err := protocol.Marshal(params)
	if err != nil {
		w.log.Error("a notification can't be written", "method", method, "error", err)
		return
	}
	w.write(jsonrpc2.AppendNotification(nil, method, data))
}

// deliver hands an answer of the editor to who waits for it.
func (w *wire) deliver(r *jsonrpc2.Response) {
	n, _ := r.ID().Number()
	w.mu.Lock()
	defer w.mu.Unlock()
	if answer := w.waiting[n]; answer != nil {
		delete(w.waiting, n)
		answer <- r
	}
}

// noMore: nothing comes from the editor any more.
func (w *wire) noMore() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, answer := range w.waiting {
		close(answer)
	}
	w.waiting = nil
}

// write sends a message. Who can't be written to is gone.
func (w *wire) write(message []byte) {
	if bytes.IndexByte(message, '\n') >= 0 { // between two tokens, or it were no JSON
		var b bytes.Buffer
		if err := json.Compact(&b, message); err != nil {
			w.log.Error("a message can't be written", "error", err)
			return
		}
		message = b.Bytes()
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	if _, err := w.rw.Write(append(message, '\n')); err != nil {
		w.broken()
	}
}

var errTooLong = errors.New("the line is too long")

// readLine reads a line, without its end. One that is too long is passed over, with
// errTooLong. At the end of the input the last line needs no end.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for long := false; ; {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > MaxMessage; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (len(line) == 0 && !long || !errors.Is(err, io.EOF)):
			return nil, err
		case long:
			return nil, errTooLong
		}
		return bytes.TrimSpace(line), nil
	}
}
