package daemon

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"
	"time"
)

// web is what is served over HTTP; nil when nothing is.
type web struct {
	s      *server
	http   *http.Server
	served sync.WaitGroup

	host, root, token string
}

// Loopback reads an address to serve HTTP on, HOST:PORT, and refuses one that
// other machines can reach. Port 0 is any that is free.
func Loopback(address string) (netip.AddrPort, error) {
	host, port, err := net.SplitHostPort(address)
	if err == nil && host == "localhost" {
		address = net.JoinHostPort("127.0.0.1", port)
	}
	a, err := netip.ParseAddrPort(address)
	switch {
	case err != nil:
		return a, fmt.Errorf("%q is no address; give one like 127.0.0.1:7171", address)
	case !a.Addr().IsLoopback():
		return a, fmt.Errorf("%s can be reached from other machines; give a loopback address like 127.0.0.1:%d", address, a.Port())
	}
	return a, nil
}

// serveHTTP serves the handler at an address, where there is one, to whoever has
// the token: that of the process before, or a new one.
func (s *server) serveHTTP(where, root, token string) error {
	if where == "" {
		return nil
	}
	address, err := Loopback(where)
	if err != nil {
		return err
	}
	l, err := net.ListenTCP("tcp", net.TCPAddrFromAddrPort(address))
	if err != nil {
		return fmt.Errorf("%s can't be served: %w; give another port", address, err)
	}
	if token == "" {
		token = newToken()
	}
	if err := writeWhole(s.o.Place.Token(), []byte(token+"\n")); err != nil {
		return errors.Join(err, l.Close())
	}
	host := l.Addr().String()
	s.url = "http://" + host + "/mcp"
	mux := http.NewServeMux()
	handler := s.o.Handler(root)
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		s.lull.heard.Store(s.o.Clock.now().UnixNano())
		handler.ServeHTTP(w, r)
		s.lull.heard.Store(s.o.Clock.now().UnixNano())
	})
	visitors := newVisitors(l, maxVisitors)
	visitors.key, visitors.presence = []byte(token), &s.o.Pool.presence
	s.web = &web{s: s, host: host, root: root, token: token, http: &http.Server{
		Handler:           Guard(visitors.working(mux), host, token),
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		BaseContext:       func(net.Listener) context.Context { return s.life },
		ConnContext:       visitors.context,
		ConnState:         visitors.state,
		ErrorLog:          slog.NewLogLogger(s.o.Log.Handler(), slog.LevelWarn),
	}}
	s.web.served.Go(func() {
		if err := s.web.http.Serve(visitors); !errors.Is(err, http.ErrServerClosed) {
			s.o.Log.Error("HTTP is not served any more", "error", err)
		}
	})
	return nil
}

func newToken() string {
	random := make([]byte, 32)
	_, _ = rand.Read(random) // never fails
	return hex.EncodeToString(random)
}

// stop takes no more requests; those that run have some time.
func (w *web) stop() {
	if w == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopGrace)
	defer cancel()
	if w.http.Shutdown(ctx) != nil {
		_ = w.http.Close()
	}
}

// close ends what still runs, and the token with it.
func (w *web) close() {
	if w == nil {
		return
	}
	_ = w.http.Close()
	w.served.Wait()
	_ = os.Remove(w.s.o.Place.Token())
}
