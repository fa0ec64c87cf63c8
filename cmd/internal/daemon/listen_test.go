package daemon

import (
	"context"
	"io"
	"net"
	"testing"
)

// TestListen: each connection to a port of this machine is served by itself, until the
// context is done; other machines are not.
func TestListen(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	address, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- Listen(ctx, "127.0.0.1:0", func(a string) { address <- a }, func(_ context.Context, conn io.ReadWriteCloser) {
			_, _ = io.Copy(conn, conn)
		})
	}()
	at := <-address
	var conns []net.Conn
	for _, said := range []string{"one", "two"} {
		conn, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conns = append(conns, conn)
		got := make([]byte, len(said))
		if _, err := io.WriteString(conn, said); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(conn, got); err != nil || string(got) != said {
			t.Errorf("%q, %v", got, err)
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	for _, conn := range conns {
		if _, err := conn.Read(make([]byte, 1)); err == nil {
			t.Error("a connection goes on")
		}
	}
	for _, wrong := range []string{"0.0.0.0:0", "example.org:1", ""} {
		if err := Listen(context.Background(), wrong, nil, nil); err == nil {
			t.Errorf("%q is served", wrong)
		}
	}
}
