package daemon

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Bounds of a Forwarder.
const (
	// MaxMessage is how many bytes a message may have.
	MaxMessage = 16 << 20
	// maxOpen is how many messages may wait to be sent or for their answers, and
	// maxWaiting how many bytes they may have together, before no more is read. They
	// are many: a client may say all that it has to before it reads an answer.
	maxOpen    = 16 << 10
	maxWaiting = 64 << 20
	// maxTries is how many connections may be lost over a request.
	maxTries = 5
	// restGrace is how long the next answer is waited for once the client has said all,
	// and how long it may take to read one.
	restGrace = 30 * time.Second
	// maxPiece is how many bytes are written to the client at a time.
	maxPiece = 64 << 10
)

// methodInitialize is the request that a session begins with.
const methodInitialize = "initialize"

// Forwarder connects a client that speaks JSON-RPC on lines, as in the stdio
// transport of MCP, with the shared process, and hides from it that this process
// can be stopped, killed and replaced. It keeps what the next process has to be
// told: how the session was initialized, what its Session has kept, and the requests
// without an answer. Each request gets one answer, whatever happens.
type Forwarder struct {
	// In is what the client says, Out what it is told.
	In  io.Reader
	Out io.Writer
	// Frame, where it is not nil, makes of Out, which is written in pieces, what messages
	// are written to, each at once.
	Frame func(out io.Writer) io.Writer
	// Connect connects to the shared process, and starts it when there is none.
	Connect func(context.Context) (io.ReadWriteCloser, error)
	Clock   Clock
	// Session knows the protocol; that of MCP by default.
	Session Session
	// Limit is how many bytes a message may have; MaxMessage by default.
	Limit int
}

// Run forwards until the client has said all and has got its answers, which are
// errors where they take too long after that, it does not read them any more, or ctx
// is done. The error is that of the first connection, or ErrNotRead; nil otherwise.
// What reads In and writes Out ends with them: neither can be interrupted.
func (f *Forwarder) Run(ctx context.Context) error {
	r := &forwarding{f: f, session: f.Session, asking: map[string]string{}, limit: f.Limit, in: make(chan line), out: make(chan []byte), written: make(chan struct{}), dialed: make(chan dialed, 1), open: map[string]*entry{}}
	if r.limit <= 0 {
		r.limit = MaxMessage
	}
	if r.session == nil {
		r.session = &mcpSession{}
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	go r.read(inner)
	go r.write()
	err := r.run(inner)
	close(r.out)
	if err == nil {
		err = r.flush(ctx)
	}
	cancel()
	r.unlink()
	r.dials.Wait()
	select {
	case d := <-r.dialed:
		if d.conn != nil {
			_ = d.conn.Close()
		}
	default:
	}
	return err
}

// ErrNotRead: the client has said all, and does not read what it is told.
var ErrNotRead = fmt.Errorf("the client has read nothing for %s after the end of its input", restGrace)

// flush waits until all has been written that was handed to the writer.
func (r *forwarding) flush(ctx context.Context) error {
	for wrote := r.wrote.Load(); ; wrote = r.wrote.Load() {
		select {
		case <-r.written:
			return nil
		case <-ctx.Done():
			return nil
		case <-r.f.Clock.after(restGrace):
			if r.wrote.Load() == wrote {
				return ErrNotRead
			}
		}
	}
}

// entry is a message that is to be sent; one with a key is a request of the client
// that has no answer.
type entry struct {
	line
	key   string // canonical
	order uint64
	tries int  // links that were lost over it
	again bool // the client has the answer already
	// unsent: it is in the queue, or held.
	unsent bool
	// stamp is the session's when it was sent, cancelled that the client does not want
	// the answer, which it gets all the same.
	stamp     uint64
	cancelled bool
}

// forwarding is a running Forwarder. But for the channels all is the main
// goroutine's.
type forwarding struct {
	f       *Forwarder
	session Session
	limit   int
	in      chan line // closed when the client has said all
	out     chan []byte
	written chan struct{} // closed when nothing more can be written
	wrote   atomic.Int64  // bytes that were written
	dialed  chan dialed
	dials   sync.WaitGroup

	link    *link // nil while there is none
	dialing bool
	epoch   int // counts the links
	order   uint64
	// queue is what is to be sent to the process, in order, and held what follows
	// once the process has answered the request with the key settling, the first
	// of the link. open are the requests without an answer, sent or not. All of
	// them are pending, and have waiting bytes.
	queue, held []*entry
	settling    string
	open        map[string]*entry
	pending     int
	waiting     int
	// moved is when a request was answered last.
	moved time.Time
	// toClient is what the client is to be told, in order.
	toClient [][]byte

	// initialize is the request that the session began with; nil when there was none.
	initialize *entry
	// asking are the requests of this link's process without an answer: their
	// identifiers, as the client knows them. over: the client says nothing more.
	asking map[string]string
	over   bool
}

type dialed struct {
	conn io.ReadWriteCloser
	err  error
}

// link is a connection to the shared process: one goroutine reads, one writes.
type link struct {
	conn  io.ReadWriteCloser
	lines chan line // closed when nothing more comes
	send  chan []byte
	stop  chan struct{}
	group sync.WaitGroup
}

func (r *forwarding) newLink(conn io.ReadWriteCloser) *link {
	l := &link{conn: conn, lines: make(chan line), send: make(chan []byte), stop: make(chan struct{})}
	l.group.Go(func() {
		defer close(l.lines)
		in := lines{bufio.NewReaderSize(conn, 64<<10), r.limit}
		for {
			ln, err := in.next(false)
			if err != nil {
				return
			}
			select {
			case l.lines <- ln:
			case <-l.stop:
				return
			}
		}
	})
	l.group.Go(func() {
		for {
			select {
			case b := <-l.send:
				if _, err := conn.Write(append(b, '\n')); err != nil {
					conn.Close() // the reader notices
					return
				}
			case <-l.stop:
				return
			}
		}
	})
	return l
}

// close ends the goroutines of the link.
func (l *link) close() {
	close(l.stop)
	_ = l.conn.Close()
	l.group.Wait()
}

// read reads what the client says.
func (r *forwarding) read(ctx context.Context) {
	defer close(r.in)
	in := lines{bufio.NewReaderSize(r.f.In, 64<<10), r.limit}
	for {
		ln, err := in.next(true)
		if err != nil {
			return
		}
		select {
		case r.in <- ln:
		case <-ctx.Done():
			return
		}
	}
}

// write writes what the client is told.
func (r *forwarding) write() {
	defer close(r.written)
	var out io.Writer = toClient{r}
	if r.f.Frame != nil {
		out = r.f.Frame(out)
	}
	for b := range r.out {
		if _, err := out.Write(append(b, '\n')); err != nil {
			return
		}
	}
}

// toClient writes bytes in pieces, so that it is seen whether the client reads.
type toClient struct{ r *forwarding }

func (w toClient) Write(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		var some int
		some, err = w.r.f.Out.Write(p[n:min(n+maxPiece, len(p))])
		w.r.wrote.Add(int64(some))
		n += some
	}
	return n, err
}

// dial connects in the background.
func (r *forwarding) dial(ctx context.Context) {
	r.dialing = true
	r.dials.Go(func() {
		conn, err := r.f.Connect(ctx)
		r.dialed <- dialed{conn, err}
	})
}

func (r *forwarding) run(ctx context.Context) error {
	r.dial(ctx) // before it is needed: what is wrong is known at once
	in := r.in
	var late <-chan time.Time
	wrote := int64(-1)
	for r.epoch == 0 || in != nil || r.pending+len(r.toClient) > 0 {
		// Who does not read what it is told asks no process for more.
		if len(r.queue) > 0 && r.link == nil && !r.dialing && len(r.toClient) < maxTold {
			r.dial(ctx)
		}
		// Channels that are nil here are not ready.
		var said, answers <-chan line
		var toServer, toClient chan<- []byte
		var request, answer []byte
		if r.pending+len(r.toClient) < maxOpen && r.waiting < maxWaiting {
			said = in
		}
		if len(r.toClient) > 0 {
			toClient, answer = r.out, r.toClient[0]
		}
		if r.link != nil {
			if len(r.toClient) < maxTold {
				answers = r.link.lines
			}
			if len(r.queue) > 0 {
				toServer, request = r.link.send, r.queue[0].text
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-r.written:
			return nil // nobody reads
		case <-late:
			if rest := restGrace - r.f.Clock.now().Sub(r.moved); rest > 0 {
				late = r.f.Clock.after(rest)
				continue
			}
			if now := r.wrote.Load(); len(r.toClient) > 0 {
				if now == wrote {
					return ErrNotRead
				}
				wrote, late = now, r.f.Clock.after(restGrace)
				continue
			}
			late = r.f.Clock.after(restGrace)
			r.refuse(fmt.Errorf("there was no answer within %s of the end of the input; keep it open for longer", restGrace))
		case toClient <- answer:
			r.toClient = r.toClient[1:]
		case toServer <- request:
			r.sent()
		case ln, more := <-said:
			if more {
				r.fromClient(ln)
			}
			if !more || r.over {
				in, late, r.moved = nil, r.f.Clock.after(restGrace), r.f.Clock.now()
			}
		case ln, more := <-answers:
			if !more {
				r.lose()
				continue
			}
			r.fromServer(ln)
		case d := <-r.dialed:
			r.dialing = false
			switch {
			case d.err == nil:
				r.connected(d.conn)
			case ctx.Err() != nil:
				return nil
			case r.epoch == 0:
				return d.err
			default:
				r.refuse(d.err)
			}
		}
	}
	return nil
}

// maxTold is how many messages to the client wait to be written before the process is
// not heard any more.
const maxTold = 2

// tell has the client told something.
func (r *forwarding) tell(text []byte) { r.toClient = append(r.toClient, text) }

// fail has the client told that a request failed; id is as it stands, "" for
// null.
func (r *forwarding) fail(id string, code int, format string, args ...any) {
	text, _ := json.Marshal(fmt.Sprintf(format, args...)) // a string always can
	r.tell(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, cmp.Or(id, "null"), code, text))
}

// Codes of JSON-RPC.
const (
	codeParse    = -32700
	codeInvalid  = -32600
	codeInternal = -32603
	codeModified = -32801 // of LSP
)

// push queues a message.
func (r *forwarding) push(e *entry) {
	r.order++
	e.order = r.order
	r.pending++
	r.waiting += len(e.text)
	e.unsent = true
	if r.settling != "" {
		r.held = append(r.held, e)
	} else {
		r.queue = append(r.queue, e)
	}
	if e.key != "" {
		r.open[e.key] = e
	}
}

// sent takes the first message from the queue. A request stays open.
func (r *forwarding) sent() {
	e := r.queue[0]
	r.told(e)
	e.stamp = r.session.Stamp()
	e.unsent = false
	if r.queue = r.queue[1:]; e.key == "" {
		r.release(e)
	}
}

// release says that a message is not pending any more.
func (r *forwarding) release(e *entry) {
	r.pending--
	r.waiting -= len(e.text)
}

// told has the session keep what the client says.
func (r *forwarding) told(e *entry) {
	if !e.again && e.tries == 0 && !e.m.isAnswer() {
		r.session.Said(e.m.method, e.text)
	}
}

// drop forgets a request.
func (r *forwarding) drop(e *entry) {
	delete(r.open, e.key)
	r.release(e)
	if e.unsent {
		is := func(o *entry) bool { return o == e }
		r.queue, r.held = slices.DeleteFunc(r.queue, is), slices.DeleteFunc(r.held, is)
	}
}

// fromClient is a message of the client.
func (r *forwarding) fromClient(ln line) {
	m := &ln.m
	switch {
	case ln.text == nil:
		if m.isRequest() || m.id == "" && !m.answer {
			r.fail(m.id, codeInvalid, "the message has more than %d bytes", r.limit)
		}
		return
	case !json.Valid(ln.text):
		r.fail("", codeParse, "the line is no JSON")
		return
	case m.isAnswer():
		r.answered(ln)
		return
	case !m.isRequest():
		r.notified(ln)
		return
	}
	e := &entry{line: ln, key: canonical(m.id)}
	if r.open[e.key] != nil {
		r.fail("", codeInvalid, "a request with the id %s has no answer yet", m.id)
		return
	}
	if m.method == methodInitialize {
		r.initialize = e
	}
	r.push(e)
}

// answered is an answer of the client to a request of a process: it goes to that
// process only.
func (r *forwarding) answered(ln line) {
	delete(r.asking, canonical(ln.m.id))
	epoch, id, ok := strings.Cut(strings.TrimPrefix(unquote(ln.m.id), "ci"), ":")
	if n, err := strconv.Atoi(epoch); !ok || err != nil || n != r.epoch || r.link == nil || !json.Valid([]byte(id)) {
		return
	}
	r.push(&entry{line: line{text: splice(ln.text, ln.m.at, ln.m.id, id), m: ln.m}})
}

// notified is a notification of the client, or something that is no message.
func (r *forwarding) notified(ln line) {
	words := r.session.Words()
	switch ln.m.method {
	case "":
	case words.End:
		r.session.Said(ln.m.method, ln.text)
		r.over = true
		return
	case words.Cancelled:
		id, _ := ln.m.cancelled(words)
		e := r.open[canonical(id)]
		if e == nil || e == r.initialize {
			return // it is answered already
		}
		unsent := e.unsent
		switch {
		case words.Code == 0: // no answer is expected
			r.drop(e)
		case unsent:
			r.drop(e)
			r.fail(e.m.id, words.Code, "the request was cancelled")
		default:
			e.cancelled = true
		}
		if unsent {
			return
		}
	}
	r.push(&entry{line: ln})
}

// asked is what identifies a request of this link's process for the client.
func (r *forwarding) asked(id string) string {
	text, _ := json.Marshal("ci" + strconv.Itoa(r.epoch) + ":" + id) // a string always can
	return string(text)
}

// fromServer is a message of the process.
func (r *forwarding) fromServer(ln line) {
	m := &ln.m
	switch {
	case m.isAnswer():
		key := canonical(m.id)
		if key == r.settling {
			r.queue, r.held, r.settling = append(r.queue, r.held...), nil, ""
		}
		e := r.open[key]
		if e == nil {
			return // the client has one already, or has cancelled the request
		}
		r.session.Heard(e.m.method, ln.text)
		r.moved = r.f.Clock.now()
		if r.drop(e); ln.text == nil {
			r.fail(e.m.id, codeInternal, "the answer has more than %d bytes; ask for less", r.limit)
			return
		}
		r.tell(ln.text)
	case ln.text == nil:
	case m.isRequest():
		id := r.asked(m.id)
		r.asking[canonical(id)] = id
		r.tell(splice(ln.text, m.at, m.id, id))
	default:
		if words := r.session.Words(); m.method == words.Cancelled {
			if id, at := m.cancelled(words); id != "" {
				delete(r.asking, canonical(r.asked(id)))
				r.tell(splice(ln.text, at, id, r.asked(id)))
				return
			}
		}
		r.session.Heard(m.method, ln.text)
		r.tell(ln.text)
	}
}

// connected begins with a new connection. Its process is told first what those
// before were told of the session.
func (r *forwarding) connected(conn io.ReadWriteCloser) {
	r.link = r.newLink(conn)
	r.epoch++
	first := r.initialize
	if first == nil || r.open[first.key] == first {
		return // there is no session, or it begins with what is in the queue
	}
	isFirst := func(e *entry) bool { return e.m.method == r.session.Words().Initialized }
	var rest []*entry
	for _, e := range r.queue {
		if isFirst(e) {
			rest = append(rest, e)
		}
	}
	rest = append(rest, slices.DeleteFunc(r.queue, isFirst)...)
	r.queue = nil
	again := func(ln line) {
		if ln.text != nil && (ln.m.id == "" || r.open[canonical(ln.m.id)] == nil) {
			r.push(&entry{line: ln, again: true})
		}
	}
	again(first.line)
	r.settling = first.key
	for _, text := range r.session.Resume() {
		again(line{text, scan(text)})
	}
	r.held = append(r.held, rest...)
}

// lose ends the link. What has no answer is to be sent again.
func (r *forwarding) lose() {
	r.unlink()
	words := r.session.Words()
	for _, key := range slices.Sorted(maps.Keys(r.asking)) {
		r.tell(fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":{%q:%s}}`, words.Cancelled, words.Member, r.asking[key]))
	}
	clear(r.asking)
	for _, text := range r.session.Lost() {
		r.tell(text)
	}
	var keep []*entry
	for _, e := range append(r.queue, r.held...) {
		switch {
		case e.key != "": // it is among those that follow
		case e.again || e.m.isAnswer():
			r.release(e)
		default:
			keep = append(keep, e)
		}
	}
	for _, e := range r.open {
		if r.settling != "" || !e.unsent {
			e.tries++
		}
		keep = append(keep, e)
	}
	for _, e := range keep {
		e.unsent = true
	}
	slices.SortFunc(keep, func(a, b *entry) int { return cmp.Compare(a.order, b.order) })
	r.queue, r.held, r.settling = keep, nil, ""
	for _, e := range slices.Clone(keep) {
		switch {
		case e.key == "":
		case e.cancelled:
			r.drop(e)
			r.fail(e.m.id, words.Code, "the request was cancelled")
		case e.m.placed && e.tries > 0 && e.stamp != r.session.Stamp():
			// Where it is about is somewhere else in what the next process is told.
			r.drop(e)
			r.fail(e.m.id, codeModified, "what it is about was changed while the shared process was replaced; ask again")
		case e.tries > 0 && r.session.Told(e.text):
			r.drop(e)
			r.fail(e.m.id, codeInternal, "the shared process has ended in the middle of the answer; ask again")
		case e.tries >= maxTries:
			r.drop(e)
			r.fail(e.m.id, codeInternal, "the shared process has ended %d times before it could answer; 'ci status' says where its log is", e.tries)
		}
	}
}

// unlink closes the link, if there is one.
func (r *forwarding) unlink() {
	if r.link != nil {
		r.link.close()
		r.link = nil
	}
}

// refuse answers all that waits: there is no process, or no time.
func (r *forwarding) refuse(err error) {
	for _, e := range slices.SortedFunc(maps.Values(r.open), func(a, b *entry) int { return cmp.Compare(a.order, b.order) }) {
		if e == r.initialize {
			r.initialize = nil
		}
		r.fail(e.m.id, codeInternal, "%v", err)
	}
	clear(r.open)
	for _, e := range slices.Concat(r.queue, r.held) {
		if e.key == "" {
			r.told(e) // to the next process, if there is one
		}
	}
	r.queue, r.held, r.pending, r.waiting = nil, nil, 0, 0
}
