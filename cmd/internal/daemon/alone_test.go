package daemon

import (
	"bufio"
	"context"
	"io"
	"testing"
)

// TestAlone serves a client on what need not let itself be interrupted.
func TestAlone(t *testing.T) {
	t.Parallel()
	dir := repo(t, "repo")
	for _, how := range []string{"end of input", "interrupted"} {
		in, say := io.Pipe()
		hear, out := io.Pipe()
		ctx, cancel := context.WithCancel(t.Context())
		conn := Stdio(in, out, nil)
		context.AfterFunc(ctx, func() { conn.Close() })
		pool := NewPool(PoolOptions{})
		ended := make(chan error, 1)
		go func() {
			ended <- Alone(ctx, echo(Build{}), pool, conn, Client{Root: dir})
			out.Close()
		}()
		client := bufio.NewReader(hear)
		if _, err := io.WriteString(say, `{"id":1,"method":"root"}`+"\n"); err != nil {
			t.Fatal(err)
		}
		if got, err := client.ReadString('\n'); got != `{"jsonrpc":"2.0","id":1,"result":"`+dir+`"}`+"\n" {
			t.Errorf("%s: %q %v", how, got, err)
		}
		eventually(t, "the repository", func() bool { return !pool.Empty() })
		if how == "interrupted" {
			cancel()
		} else {
			say.Close()
		}
		if err := <-ended; err != nil {
			t.Errorf("%s: %v", how, err)
		}
		if !pool.Empty() {
			t.Errorf("%s: %+v", how, pool.Status())
		}
		cancel()
		say.Close()
	}
}
