package daemon

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"
)

// maxBody is how many bytes a request over HTTP may have.
const maxBody = 4 << 20

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
	mux.Handle("/mcp", s.o.Handler(root))
	s.web = &web{s: s, host: host, root: root, token: token, http: &http.Server{
		Handler:           Guard(mux, host, token),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		BaseContext:       func(net.Listener) context.Context { return s.life },
		ErrorLog:          slog.NewLogLogger(s.o.Log.Handler(), slog.LevelWarn),
	}}
	s.web.served.Go(func() {
		if err := s.web.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
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

// Guard protects a handler that is served at host ("127.0.0.1:7171") from
// everything but programs that have the token: pages in a browser of the same
// machine can reach it too, under a name of their own (DNS rebinding) or as
// requests of another origin. What is refused says why in plain text.
func Guard(h http.Handler, host, token string) http.Handler {
	_, port, _ := net.SplitHostPort(host)
	names, origins := map[string]bool{}, map[string]bool{"": true}
	for _, name := range []string{host, net.JoinHostPort("localhost", port), net.JoinHostPort("127.0.0.1", port), net.JoinHostPort("::1", port)} {
		names[name], origins["http://"+name] = true, true
	}
	limited := http.MaxBytesHandler(h, maxBody)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site := r.Header.Get("Sec-Fetch-Site")
		given, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		switch {
		case !names[r.Host]:
			http.Error(w, "the host is not that of this server", http.StatusForbidden)
		case !origins[r.Header.Get("Origin")], len(r.Header.Values("Origin")) > 1, site != "" && site != "same-origin" && site != "none":
			http.Error(w, "pages of other origins are not served", http.StatusForbidden)
		case !bearer || subtle.ConstantTimeCompare([]byte(given), []byte(token)) != 1:
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "the token is missing or wrong; 'ci status' says in which file it is", http.StatusUnauthorized)
		case r.ContentLength > maxBody:
			http.Error(w, fmt.Sprintf("a request has at most %d bytes", maxBody), http.StatusRequestEntityTooLarge)
		default:
			limited.ServeHTTP(w, r)
		}
	})
}
