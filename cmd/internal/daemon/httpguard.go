package daemon

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"codeintel/session"
)

// Bounds of what is served over HTTP.
const (
	// maxBody is how many bytes a request may have, and maxBodies how many requests are
	// read or worked on at a time; others wait.
	maxBody   = 4 << 20
	maxBodies = 64
	// headerTime and bodyTime are how long a client may take to send the head of a
	// request, and the rest of it.
	headerTime = 10 * time.Second
	bodyTime   = 15 * time.Second
	// readTime is how long a client may take nothing of an answer.
	readTime = time.Minute
	// maxVisitors is how many connections there may be.
	maxVisitors = 256
)

// Guard protects a handler that is served at host ("127.0.0.1:7171") from
// everything but programs that have the token: pages in a browser of the same
// machine can reach it too, under a name of their own (DNS rebinding) or as
// requests of another origin. It reads a request whole before the handler sees it,
// within bounds of size and time, and gives up on a client that does not read its
// answer. What is refused says why in plain text.
func Guard(h http.Handler, host, token string) http.Handler {
	return guarded(h, host, token, patience{body: bodyTime, read: readTime})
}

// patience is how long a client may take: to send the body of a request, and to take
// some of an answer.
type patience struct{ body, read time.Duration }

func guarded(h http.Handler, host, token string, wait patience) http.Handler {
	_, port, _ := net.SplitHostPort(host)
	names, origins := map[string]bool{}, map[string]bool{"": true}
	for _, name := range []string{host, net.JoinHostPort("localhost", port), net.JoinHostPort("127.0.0.1", port), net.JoinHostPort("::1", port)} {
		names[name], origins["http://"+name] = true, true
	}
	bodies := make(chan struct{}, maxBodies)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &patient{ResponseWriter: w, control: http.NewResponseController(w), wait: wait}
		defer p.extend() // for what is flushed once the handler has returned
		if r.ContentLength != 0 {
			_ = p.control.SetReadDeadline(time.Now().Add(wait.body)) // a recorder of tests has none
		}
		site := r.Header.Get("Sec-Fetch-Site")
		switch {
		case !names[r.Host]:
			p.refuse(r, "the host is not that of this server", http.StatusForbidden)
		case !origins[r.Header.Get("Origin")], len(r.Header.Values("Origin")) > 1, site != "" && site != "same-origin" && site != "none":
			p.refuse(r, "pages of other origins are not served", http.StatusForbidden)
		case subtle.ConstantTimeCompare([]byte(bearer(r.Header.Get("Authorization"))), []byte(token)) != 1:
			p.Header().Set("WWW-Authenticate", "Bearer")
			p.refuse(r, "the token is missing or wrong; 'ci status' says in which file it is", http.StatusUnauthorized)
		case r.ContentLength > maxBody:
			p.refuse(r, tooLarge, http.StatusRequestEntityTooLarge)
		case r.ContentLength == 0:
			h.ServeHTTP(p, r)
		default:
			select {
			case bodies <- struct{}{}:
				defer func() { <-bodies }()
			case <-r.Context().Done():
				return
			}
			if readWhole(p, r) {
				h.ServeHTTP(p, r)
			}
		}
	})
}

// bearer returns the token of an Authorization header, "" for another scheme. The name
// of the scheme may be in any case (RFC 9110, 11.1).
func bearer(header string) string {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.Trim(token, " ")
}

// tooLarge is what a client is told whose request has too many bytes.
var tooLarge = fmt.Sprintf("a request has at most %d bytes", maxBody)

// refuse answers a request without waiting for the rest of it.
func (p *patient) refuse(r *http.Request, text string, code int) {
	if r.ContentLength != 0 {
		p.Header().Set("Connection", "close")
	}
	http.Error(p, text, code)
}

// readWhole reads the body of a request, and puts what it has read in the place of it.
// It reports whether it could, else it has answered.
func readWhole(p *patient, r *http.Request) bool {
	body, err := io.ReadAll(http.MaxBytesReader(p, r.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case err == nil:
		_ = p.control.SetReadDeadline(time.Time{})
		r.Body = io.NopCloser(bytes.NewReader(body))
		return true
	case errors.As(err, &large):
		p.refuse(r, tooLarge, http.StatusRequestEntityTooLarge)
	case errors.Is(err, os.ErrDeadlineExceeded):
		p.refuse(r, fmt.Sprintf("the request did not end within %s", p.wait.body), http.StatusRequestTimeout)
	default:
		p.refuse(r, "the request can't be read", http.StatusBadRequest)
	}
	return false
}

// patient writes an answer of which the client must take some from time to time: it may
// last for ever as long as it is read.
type patient struct {
	http.ResponseWriter
	control *http.ResponseController
	wait    patience
}

// extend has what is written next be read in time.
func (p *patient) extend() {
	_ = p.control.SetWriteDeadline(time.Now().Add(p.wait.read)) // a recorder of tests has none
}

func (p *patient) Write(b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		p.extend()
		var some int
		some, err = p.ResponseWriter.Write(b[n:min(n+maxPiece, len(b))])
		n += some
	}
	return n, err
}

// Flush implements http.Flusher.
func (p *patient) Flush() {
	p.extend()
	_ = p.control.Flush() // a client that is gone is noticed by who writes
}

// Unwrap is for http.ResponseController.
func (p *patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// visitors is a listener with a bound on its connections. One more than that makes room
// for itself by closing the connection that has waited longest for a request of who has
// the token; where all have one, it is told to come again.
type visitors struct {
	net.Listener
	most int
	// key is that of the HMAC that makes IDs of processes. presence is told of connections
	// whose process is not known; it may be nil.
	key      []byte
	presence *presence

	mu    sync.Mutex
	conns map[net.Conn]*visit
	count uint64
}

// visit is a connection. order is when it came or was served last.
type visit struct {
	order uint64
	busy  int    // requests in progress
	leave func() // notes that the connection has ended; nil where nobody needs to know
}

func newVisitors(l net.Listener, most int) *visitors {
	return &visitors{Listener: l, most: most, conns: map[net.Conn]*visit{}}
}

const busyAnswer = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s"

// Accept implements net.Listener.
func (v *visitors) Accept() (net.Conn, error) {
	for {
		conn, err := v.Listener.Accept()
		if err != nil || v.admit(conn) {
			return conn, err
		}
		text := fmt.Sprintf("there are %d connections with requests that are worked on, and no more at a time\n", v.most)
		_ = conn.SetWriteDeadline(time.Now().Add(time.Second)) // it fits into the buffer of a new connection
		_, _ = fmt.Fprintf(conn, busyAnswer, len(text), text)
		_ = conn.Close()
	}
}

// admit counts a connection, and reports whether there is room for it.
func (v *visitors) admit(conn net.Conn) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.conns) >= v.most {
		var oldest net.Conn
		for c, x := range v.conns {
			if x.busy == 0 && (oldest == nil || x.order < v.conns[oldest].order) {
				oldest = c
			}
		}
		if oldest == nil {
			return false
		}
		v.forget(oldest)
		_ = oldest.Close()
	}
	v.count++
	v.conns[conn] = &visit{order: v.count}
	return true
}

// state follows a connection for http.Server.
func (v *visitors) state(conn net.Conn, s http.ConnState) {
	if s == http.StateClosed || s == http.StateHijacked {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.forget(conn)
	}
}

// forget removes a connection. The caller holds the lock.
func (v *visitors) forget(conn net.Conn) {
	if x := v.conns[conn]; x != nil && x.leave != nil {
		x.leave()
	}
	delete(v.conns, conn)
}

type visitorKey struct{}

// visitor is the client of a connection. who is looked up on first use.
type visitor struct {
	conn net.Conn
	who  func() session.Connection
}

// context returns a context that carries a connection, for http.Server.ConnContext.
func (v *visitors) context(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, visitorKey{}, &visitor{conn, sync.OnceValue(func() session.Connection { return v.identify(conn) })})
}

// PeerOf returns the process that sent an HTTP request, with an ID that is the same for all
// of its connections; ctx is that of the request. Where the system does not name the
// process, the connection stands for it until it ends.
func PeerOf(ctx context.Context) session.Connection {
	if x, ok := ctx.Value(visitorKey{}).(*visitor); ok {
		return x.who()
	}
	return session.Connection{}
}

// identify returns the client at the other end of a connection.
func (v *visitors) identify(conn net.Conn) session.Connection {
	if pid := tcpPeer(conn); pid > 0 {
		c := connectionOf("", pid)
		h := hmac.New(sha256.New, v.key)
		fmt.Fprintf(h, "%d %d", c.PID, c.Started)
		c.ID = "process:" + hex.EncodeToString(h.Sum(nil)[:16])
		return c
	}
	c := session.Connection{ID: "tcp:" + rand.Text()}
	if v.presence == nil {
		return c
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	leave := v.presence.enter(c.ID)
	if x := v.conns[conn]; x != nil {
		x.leave = leave
	} else {
		leave() // it has ended already
	}
	return c
}

// working keeps the connection of a request open while the request is in progress.
func (v *visitors) working(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if x, ok := r.Context().Value(visitorKey{}).(*visitor); ok {
			v.work(x.conn, 1)
			defer v.work(x.conn, -1)
		}
		h.ServeHTTP(w, r)
	})
}

func (v *visitors) work(conn net.Conn, n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if x := v.conns[conn]; x != nil {
		v.count++
		x.busy, x.order = x.busy+n, v.count
	}
}
