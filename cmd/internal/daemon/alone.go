package daemon

import (
	"context"
	"io"
	"sync"
	"sync/atomic"
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
			case now := <-look.C:
				pool.Tidy()
				if s, ok := conn.(*stdio); ok && s.abandoned(now) {
					_ = s.Close()
				}
			}
		}
	})
	group.Go(func() { pool.warm(ctx, client.Root) })
	defer pool.presence.enter(client.Connection.ID)()
	return endpoint(ctx, conn, client)
}

// Stdio is a connection of what is read and what is written. Neither need let itself
// be interrupted: Close ends reading and writing, and what reads in and writes out ends
// with them.
//
// What is written to the connection at once is one message; frame, where it is not nil,
// makes of a writer of bytes the one of messages. It is needed here because bytes are
// written in pieces.
func Stdio(in io.Reader, out io.Writer, frame func(io.Writer) io.Writer) io.ReadWriteCloser {
	r, w := io.Pipe()
	s := &stdio{PipeReader: r, pieces: make(chan []byte), written: make(chan error), closed: make(chan struct{})}
	s.Writer = inPieces{s}
	if frame != nil {
		s.Writer = frame(s.Writer)
	}
	go func() {
		_, err := io.Copy(w, in)
		s.ended.Store(true)
		w.CloseWithError(err) // io.EOF when there was none
	}()
	go func() {
		for {
			select {
			case b := <-s.pieces:
				_, err := out.Write(b)
				select {
				case s.written <- err:
				case <-s.closed:
					return
				}
			case <-s.closed:
				return
			}
		}
	}()
	return s
}

type stdio struct {
	*io.PipeReader
	io.Writer
	pieces  chan []byte
	written chan error
	once    sync.Once
	closed  chan struct{}
	writers sync.Mutex

	ended   atomic.Bool  // there is nothing more to be read
	writing atomic.Int64 // since when a piece is being written, in nanoseconds since 1970; 0 while none is
}

// inPieces writes bytes in pieces, so that it is seen whether anybody reads.
type inPieces struct{ s *stdio }

func (w inPieces) Write(p []byte) (n int, err error) {
	s := w.s
	s.writers.Lock()
	defer s.writers.Unlock()
	defer s.writing.Store(0)
	for n < len(p) {
		piece := p[n:min(n+maxPiece, len(p))]
		s.writing.Store(time.Now().UnixNano())
		select {
		case s.pieces <- piece:
		case <-s.closed:
			return n, io.ErrClosedPipe
		}
		select {
		case err = <-s.written:
		case <-s.closed:
			return n, io.ErrClosedPipe
		}
		if err != nil {
			return n, err
		}
		n += len(piece)
	}
	return n, nil
}

// Close ends reading and writing.
func (s *stdio) Close() error {
	s.once.Do(func() { close(s.closed) })
	return s.PipeReader.Close()
}

// abandoned reports whether the client has said all, and has read nothing of what it is
// told for restGrace.
func (s *stdio) abandoned(now time.Time) bool {
	since := s.writing.Load()
	return s.ended.Load() && since != 0 && now.Sub(time.Unix(0, since)) >= restGrace
}
