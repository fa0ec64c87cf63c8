package daemon

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// drained is a connection of lines whose end can be brought about between two of
// them: after drain, whoever reads gets to the end of the line that has begun,
// and then the end of the connection. So what was read whole is answered, and
// what was not is not begun.
type drained struct {
	conn net.Conn
	r    *bufio.Reader
	now  func() time.Time
	gone func() // is called when the other end is
	busy *lull  // of the process; nil for none
	// last is when something came last, in nanoseconds since 1970.
	last atomic.Int64
	// writing is since when a piece is being written, in nanoseconds since 1970; 0 while
	// none is.
	writing atomic.Int64
	// until is by when a line that has begun must end once it is drained, in
	// nanoseconds since 1970; 0 before.
	until atomic.Int64

	writers sync.Mutex // a message is written in pieces

	// The reader's own.
	inLine bool
	late   bool // until is the deadline of the connection
}

func (d *drained) Close() error { return d.conn.Close() }

// Write writes in pieces, so that it is seen whether the other end takes any.
func (d *drained) Write(p []byte) (n int, err error) {
	d.writers.Lock()
	defer d.writers.Unlock()
	for n < len(p) && err == nil {
		d.writing.Store(d.now().UnixNano())
		var some int
		some, err = d.conn.Write(p[n:min(n+maxPiece, len(p))])
		n += some
	}
	d.writing.Store(0)
	d.busy.begin(d.now())
	return n, err
}

// stalled reports whether the other end has taken nothing of what is being written for
// stallTime.
func (d *drained) stalled(now time.Time) bool {
	since := d.writing.Load()
	return since != 0 && now.Sub(time.Unix(0, since)) >= stallTime
}

// Read reads what is there.
func (d *drained) Read(p []byte) (int, error) {
	for len(p) > 0 {
		until := d.until.Load()
		if until != 0 && !d.inLine {
			return 0, io.EOF
		}
		if d.r.Buffered() == 0 {
			switch _, err := d.r.Peek(1); {
			case errors.Is(err, os.ErrDeadlineExceeded) && d.until.Load() != 0 && !d.late:
				d.late = true // this was to wake us up
				_ = d.conn.SetReadDeadline(time.Unix(0, d.until.Load()))
			case err != nil:
				d.gone()
				return 0, err
			default:
				now := d.now()
				d.last.Store(now.UnixNano())
				d.busy.end(now)
			}
			continue // it may have been drained meanwhile
		}
		have, _ := d.r.Peek(min(d.r.Buffered(), len(p)))
		if end := bytes.IndexByte(have, '\n'); until != 0 && end >= 0 {
			have = have[:end+1]
		}
		n := copy(p, have)
		d.inLine = p[n-1] != '\n'
		_, _ = d.r.Discard(n)
		return n, nil
	}
	return 0, nil
}

// drain brings the end about; a line that has begun must end within grace.
func (d *drained) drain(grace time.Duration) {
	if d.until.CompareAndSwap(0, time.Now().Add(grace).UnixNano()) {
		_ = d.conn.SetReadDeadline(time.Unix(1, 0)) // wakes who reads
	}
}
