package daemon

import (
	"context"
	"io"
	"sync"
	"time"
)

// Alone serves one client without a shared process. The pool is closed then.
func Alone(ctx context.Context, endpoint Endpoint, pool *Pool, conn io.ReadWriteCloser, client Client) error {
	defer pool.Close()
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	group.Go(func() {
		look := time.NewTicker(tick)
		defer look.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-look.C:
				pool.Tidy()
			}
		}
	})
	group.Go(func() { pool.warm(ctx, client.Root) })
	return endpoint(ctx, conn, client)
}

// Stdio is a connection of what is read and what is written. Close ends reading,
// which a file need not let itself be interrupted in; what reads in ends with in.
func Stdio(in io.Reader, out io.Writer) io.ReadWriteCloser {
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, in)
		w.CloseWithError(err) // io.EOF when there was none
	}()
	return &stdio{r, out}
}

type stdio struct {
	*io.PipeReader
	io.Writer
}
