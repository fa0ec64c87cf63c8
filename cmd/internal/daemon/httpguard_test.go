package daemon

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// visitorsServer serves a handler as Serve does.
func visitorsServer(t *testing.T, most int, wait patience, h http.Handler) (dial func() net.Conn, host string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host = l.Addr().String()
	v := newVisitors(l, most)
	s := &http.Server{Handler: guarded(v.working(h), host, "secret", wait), ConnContext: v.context, ConnState: v.state, ReadHeaderTimeout: time.Minute}
	go func() { _ = s.Serve(v) }() // ends with Close
	t.Cleanup(func() { s.Close() })
	return func() net.Conn {
		t.Helper()
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
		return conn
	}, host
}

func posted(host, scheme, more string) string {
	return "POST /mcp HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: " + scheme + " secret\r\n" + more
}

// answerOf reads the status and the body of an answer.
func answerOf(t *testing.T, conn net.Conn) (int, string) {
	t.Helper()
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, _ := io.ReadAll(r.Body) // the connection may end with it
	return r.StatusCode, string(text)
}

// TestEndlessBodies: a body that never ends, or does not come, ends the request, and
// the error says so; nothing of it reaches the handler.
func TestEndlessBodies(t *testing.T) {
	t.Parallel()
	served := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		fmt.Fprintf(w, "served %d %v", len(text), err)
	})
	patient, host := visitorsServer(t, 16, patience{time.Minute, time.Minute}, served)
	impatient, other := visitorsServer(t, 16, patience{50 * time.Millisecond, time.Minute}, served)
	endless := func(conn net.Conn) {
		piece := []byte("10000\r\n" + strings.Repeat("x", 0x10000) + "\r\n")
		for {
			if _, err := conn.Write(piece); err != nil {
				return
			}
		}
	}
	for _, x := range []struct {
		name, head string
		body       func(net.Conn)
		code       int
		says       string
	}{
		{"endless", posted(host, "Bearer", "Transfer-Encoding: chunked\r\n\r\n"), endless, 413, "at most 4194304 bytes"},
		{"stops", posted(other, "Bearer", "Content-Length: 100\r\n\r\n{"), nil, 408, "did not end within 50ms"},
		{"stops in a chunk", posted(other, "Bearer", "Transfer-Encoding: chunked\r\n\r\n5\r\nab"), nil, 408, "did not end within 50ms"},
		{"no token, and stops", posted(host, "Basic", "Content-Length: 100\r\n\r\n{"), nil, 401, "token"},
		{"broken", posted(host, "Bearer", "Transfer-Encoding: chunked\r\n\r\nno number\r\n"), nil, 400, "can't be read"},
		{"whole", posted(host, "Bearer", "Content-Length: 3\r\n\r\nabc"), nil, 200, "served 3 <nil>"},
		{"lower case", posted(host, "bearer", "Content-Length: 3\r\n\r\nabc"), nil, 200, "served 3 <nil>"},
		{"upper case, two spaces", posted(host, "BEARER ", "Content-Length: 3\r\n\r\nabc"), nil, 200, "served 3 <nil>"},
		{"no body", posted(host, "Bearer", "Content-Length: 0\r\n\r\n"), nil, 200, "served 0 <nil>"},
		{"another scheme", posted(host, "Bearerx", "Content-Length: 0\r\n\r\n"), nil, 401, "token"},
	} {
		dial := patient
		if x.code == http.StatusRequestTimeout {
			dial = impatient
		}
		conn := dial()
		if _, err := io.WriteString(conn, x.head); err != nil {
			t.Fatal(err)
		}
		if x.body != nil {
			go x.body(conn)
		}
		if code, text := answerOf(t, conn); code != x.code || !strings.Contains(text, x.says) {
			t.Errorf("%s: %d %q, want %d %q", x.name, code, text, x.code, x.says)
		}
	}
}

// TestAnswerNotRead: a client that does not read its answer does not keep the handler;
// one that takes its time does.
func TestAnswerNotRead(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	dial, host := visitorsServer(t, 16, patience{time.Minute, 50 * time.Millisecond}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for piece := make([]byte, 4*maxPiece); ; {
			if _, err := w.Write(piece); err != nil {
				ended <- err
				return
			}
		}
	}))
	conn := dial()
	if _, err := io.WriteString(conn, posted(host, "Bearer", "Content-Length: 0\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Error("the handler writes for ever")
	}
}

// TestVisitors: connections that ask nothing make room for one that does; where all are
// worked on, one more is told so.
func TestVisitors(t *testing.T) {
	t.Parallel()
	const most = 4
	hold, held := make(chan struct{}), make(chan struct{}, most)
	dial, host := visitorsServer(t, most, patience{time.Minute, time.Minute}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Hold") != "" {
			held <- struct{}{}
			<-hold
		}
		_, _ = io.WriteString(w, "served")
	}))
	ask := func(conn net.Conn, more string) {
		t.Helper()
		if _, err := io.WriteString(conn, posted(host, "Bearer", more+"Content-Length: 0\r\n\r\n")); err != nil {
			t.Fatal(err)
		}
	}
	var idle []net.Conn
	for i := range 10 * most {
		conn := dial()
		if i%2 == 0 { // half a head
			if _, err := io.WriteString(conn, "POST /mcp HTTP/1.1\r\nHost: "); err != nil {
				t.Fatal(err)
			}
		}
		idle = append(idle, conn)
	}
	conn := dial()
	ask(conn, "")
	if code, text := answerOf(t, conn); code != 200 || text != "served" {
		t.Errorf("%d %q", code, text)
	}
	if n, err := idle[0].Read(make([]byte, 1)); err == nil {
		t.Errorf("the oldest connection is still there: %d", n)
	}
	var busy []net.Conn
	for range most {
		conn := dial()
		ask(conn, "X-Hold: 1\r\n")
		<-held
		busy = append(busy, conn)
	}
	conn = dial()
	if code, text := answerOf(t, conn); code != 503 || !strings.Contains(text, "4 connections") {
		t.Errorf("%d %q", code, text)
	}
	close(hold)
	for _, conn := range busy {
		if code, text := answerOf(t, conn); code != 200 || text != "served" {
			t.Errorf("%d %q", code, text)
		}
	}
	conn = dial()
	ask(conn, "")
	if code, text := answerOf(t, conn); code != 200 || text != "served" {
		t.Errorf("%d %q", code, text)
	}
}

func FuzzBearer(f *testing.F) {
	f.Add("Bearer x")
	f.Add("bearer  x ")
	f.Add("Basic x")
	f.Fuzz(func(t *testing.T, header string) {
		token := bearer(header)
		scheme, rest, _ := strings.Cut(header, " ")
		if token != "" && !(strings.EqualFold(scheme, "bearer") && strings.Contains(rest, token)) {
			t.Errorf("%q has the token %q", header, token)
		}
	})
}

// TestUnknownPeer holds that where the system does not name the process at the other end,
// as anywhere but on Linux, each connection is a client of its own, which is there until
// the connection ends.
func TestUnknownPeer(t *testing.T) {
	v := newVisitors(nil, 2)
	v.presence = &presence{}
	var ids []string
	for range 2 {
		conn, other := net.Pipe() // of which no system knows a process
		defer other.Close()
		defer conn.Close()
		v.admit(conn)
		ctx := v.context(t.Context(), conn)
		c := PeerOf(ctx)
		if c.ID == "" || c.PID != 0 || c.Started != 0 || PeerOf(ctx) != c || slices.Contains(ids, c.ID) {
			t.Errorf("%+v after %q", c, ids)
		}
		ids = append(ids, c.ID)
		if v.presence.gone(c) {
			t.Error("it is gone before its connection has ended")
		}
		v.state(conn, http.StateClosed)
		if !v.presence.gone(c) {
			t.Error("it is not gone after its connection has ended")
		}
	}
	// A request may ask after its connection has ended.
	conn, other := net.Pipe()
	defer other.Close()
	defer conn.Close()
	v.admit(conn)
	ctx := v.context(t.Context(), conn)
	v.state(conn, http.StateClosed)
	if c := PeerOf(ctx); !v.presence.gone(c) {
		t.Error("who asked when its connection had ended is never gone")
	}
}
