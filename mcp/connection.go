package mcp

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const (
	// MaxMessage is how many bytes a message of a client may have.
	MaxMessage = 16 << 20
	// maxAtOnce is how many requests of a connection are worked on at a time.
	maxAtOnce = 16
	// maxWaiting is how many more may wait before no more are read, and maxWaitingBytes
	// how many bytes they may have together. They are many: a client may say all that it
	// has to before it reads an answer.
	maxWaiting, maxWaitingBytes = 16 << 10, 16 << 20
)

// connection is a client at the other end of a stream of lines. It is a session
// in the sense of mcp-go.
type connection struct {
	server      *Server
	id          string
	notices     chan mcp.JSONRPCNotification
	initialized atomic.Bool
	info        atomic.Pointer[mcp.Implementation]
	caps        atomic.Pointer[mcp.ClientCapabilities]
	started     atomic.Pointer[string] // the session that was begun last, until the next call

	writing sync.Mutex
	to      io.Writer
	broken  context.CancelFunc // the client can't be written to

	mu sync.Mutex
	// active are the requests that are not answered, by the JSON of their id.
	active map[string]*request
}

// request is one that is not answered.
type request struct {
	ctx       context.Context
	cancel    context.CancelFunc
	cancelled bool // the client does not want the answer any more
}

// The methods of server.SessionWithClientInfo.

func (c *connection) Initialize()       { c.initialized.Store(true) }
func (c *connection) Initialized() bool { return c.initialized.Load() }
func (c *connection) SessionID() string { return c.id }
func (c *connection) NotificationChannel() chan<- mcp.JSONRPCNotification {
	return c.notices
}
func (c *connection) SetClientInfo(i mcp.Implementation)             { c.info.Store(&i) }
func (c *connection) SetClientCapabilities(x mcp.ClientCapabilities) { c.caps.Store(&x) }
func (c *connection) GetClientInfo() (i mcp.Implementation) {
	if p := c.info.Load(); p != nil {
		i = *p
	}
	return i
}
func (c *connection) GetClientCapabilities() (x mcp.ClientCapabilities) {
	if p := c.caps.Load(); p != nil {
		x = *p
	}
	return x
}

var _ server.SessionWithClientInfo = (*connection)(nil)

type connectionKey struct{}

// Serve answers the messages of a client, one JSON-RPC message a line, until it
// closes its end and all requests are answered, or ctx is done. conn is closed
// then. Requests are worked on side by side; a notification of the progress of one
// comes before its answer. The error is that of reading or writing, nil at the
// end of the input or of ctx.
func (s *Server) Serve(ctx context.Context, conn io.ReadWriteCloser, client Client) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &connection{
		server: s, id: fmt.Sprintf("ci-%d", s.connections.Add(1)), notices: make(chan mcp.JSONRPCNotification, 64),
		to: conn, broken: cancel, active: map[string]*request{},
	}
	if err := s.mcp.RegisterSession(ctx, c); err != nil {
		return errors.Join(err, conn.Close())
	}
	defer s.mcp.UnregisterSession(context.WithoutCancel(ctx), c.id)
	if client.Connection.ID == "" {
		client.Connection.ID = rand.Text()
	}
	ctx = withClient(s.mcp.WithContext(ctx, c), client)
	ctx = context.WithValue(ctx, connectionKey{}, c)

	// A read is not interrupted by ctx, but by closing what is read.
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	var group sync.WaitGroup
	group.Go(func() { c.handOn(ctx) })
	err := c.read(ctx, conn)
	if ctx.Err() != nil {
		err = nil
	}
	cancelled := !stop()
	cancel()
	group.Wait()
	if !cancelled {
		err = errors.Join(err, conn.Close())
	}
	return err
}

// handOn writes what the library has to tell the client.
func (c *connection) handOn(ctx context.Context) {
	for {
		select {
		case n := <-c.notices:
			c.write(n)
		case <-ctx.Done():
			return
		}
	}
}

// read handles messages until there are no more; then all have been answered.
func (c *connection) read(ctx context.Context, from io.Reader) error {
	r := bufio.NewReaderSize(from, 64<<10)
	q := newQueue(func(id string, line []byte) { c.answer(ctx, id, line) })
	defer q.wait()
	defer context.AfterFunc(ctx, q.drop)()
	for {
		line, err := readLine(r)
		if errors.Is(err, errTooLong) {
			c.write(mcp.NewJSONRPCError(mcp.RequestId{}, mcp.INVALID_REQUEST, fmt.Sprintf("a message has more than %d bytes", MaxMessage), nil))
			continue
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return err
		}
		if len(line) == 0 {
			continue
		}
		var head struct {
			Method string          `json:"method"`
			ID     json.RawMessage `json:"id"`
			Params struct {
				RequestID json.RawMessage `json:"requestId"`
			} `json:"params"`
		}
		// What is wrong with a message is told by who handles it.
		_ = json.Unmarshal(line, &head)
		id := string(head.ID)
		switch {
		case id == "" || id == "null":
			if head.Method == "notifications/cancelled" {
				c.forget(string(head.Params.RequestID))
			}
			c.handle(ctx, "", line)
		case head.Method == string(mcp.MethodInitialize):
			c.handle(ctx, "", line)
		case head.Method == string(mcp.MethodSubscriptionsListen):
			c.write(noSubscriptions(head.ID))
		default:
			own, cancel := context.WithCancel(ctx)
			c.begin(id, &request{ctx: own, cancel: cancel})
			q.add(id, line)
		}
	}
}

// answer handles a request that has waited; one that was cancelled meanwhile costs
// nothing.
func (c *connection) answer(ctx context.Context, id string, line []byte) {
	c.mu.Lock()
	r := c.active[id]
	c.mu.Unlock()
	if r == nil { // one with the same id was answered meanwhile
		c.handle(ctx, id, line)
		return
	}
	defer r.cancel()
	defer c.end(id, r)
	if r.ctx.Err() == nil {
		c.handle(r.ctx, id, line)
	}
}

// begin notes a request.
func (c *connection) begin(id string, r *request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.active[id] = r
}

// end forgets a request, unless there is a later one with its id.
func (c *connection) end(id string, r *request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.active[id] == r {
		delete(c.active, id)
	}
}

// forget is called when the client does not want the answer to a request any more:
// the work on it stops.
func (c *connection) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.active[id]; r != nil {
		r.cancelled = true
		r.cancel()
	}
}

// wanted reports whether the client waits for the answer to a request.
func (c *connection) wanted(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.active[id]
	return r == nil || !r.cancelled
}

// handle answers a message. id is that of a request that can be cancelled.
func (c *connection) handle(ctx context.Context, id string, line []byte) {
	var answer mcp.JSONRPCMessage
	func() {
		defer func() {
			if r := recover(); r != nil {
				c.server.opts.Log.Error("a request failed", "panic", r, "stack", string(debug.Stack()))
				if id != "" {
					var request mcp.RequestId
					_ = json.Unmarshal([]byte(id), &request) // it was read before
					answer = mcp.NewJSONRPCError(request, mcp.INTERNAL_ERROR, "the server failed; its log says why", nil)
				}
			}
		}()
		answer = c.server.mcp.HandleMessage(ctx, line)
	}()
	if (id == "" || c.wanted(id)) && answer != nil {
		c.write(answer)
	}
}

// write sends a message. Who can't be written to is gone.
func (c *connection) write(message any) {
	data, err := marshal(message)
	if err != nil {
		c.server.opts.Log.Error("a message can't be written", "error", err)
		return
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if _, err := c.to.Write(append(data, '\n')); err != nil {
		c.broken()
	}
}

var errTooLong = errors.New("the line is too long")

// readLine reads a line, without its end. One that is too long is passed over,
// with errTooLong. At the end of the input the last line needs no end.
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
		for n := len(line); n > 0 && (line[n-1] == '\n' || line[n-1] == '\r'); n-- {
			line = line[:n-1]
		}
		return line, nil
	}
}

// tellProgress tells the client, if it wants to know, how far the indexing is that
// a call waits for, until stop is called.
func (c *call) tellProgress(ctx context.Context) (stop func()) {
	if c.progress == nil {
		return func() {}
	}
	last := 0.0
	return c.server.opts.Every(func() {
		p := c.repo.Progress()
		if p.Phase == "" {
			return
		}
		// Of what the protocol wants: it only grows, from phase to phase too.
		last += 1
		params := map[string]any{
			"progressToken": c.progress, "progress": last, "message": p.String(),
		}
		c.notify(ctx, "notifications/progress", params)
	})
}

// notify sends a notification to the client of a call.
func (c *call) notify(ctx context.Context, method string, params map[string]any) {
	if conn, ok := ctx.Value(connectionKey{}).(*connection); ok {
		conn.write(mcp.JSONRPCNotification{
			JSONRPC:      mcp.JSONRPC_VERSION,
			Notification: mcp.Notification{Method: method, Params: mcp.NotificationParams{AdditionalFields: params}},
		})
		return
	}
	if err := c.server.mcp.SendNotificationToClient(ctx, method, params); err != nil {
		c.server.opts.Log.Debug("a notification can't be sent", "error", err)
	}
}

// everyHalfSecond calls tell until stop is called, which waits for it.
func everyHalfSecond(tell func()) (stop func()) {
	ticker := time.NewTicker(time.Second / 2)
	ended := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		for {
			select {
			case <-ticker.C:
				tell()
			case <-ended:
				return
			}
		}
	})
	return func() {
		ticker.Stop()
		close(ended)
		group.Wait()
	}
}
