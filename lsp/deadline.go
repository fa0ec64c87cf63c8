package lsp

import (
	"context"
	"errors"
	"time"
)

// How long a request may take: answerTime is for the work on an answer, requestTime
// for all of it, the wait for the first index included.
const (
	answerTime  = 30 * time.Second
	requestTime = 10 * time.Minute
)

// errLate says that a request took too long. An editor can't be told that an answer
// has only a part, so it gets none.
var errLate = failed("the request took too long and was given up; ask about less")

// within returns a context that ends with ctx, and after d.
func (s *Server) within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if s.opts.Deadline != nil {
		return s.opts.Deadline(ctx, d)
	}
	return context.WithTimeout(ctx, d)
}

// ended is the error of a request whose context is done.
func ended(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return errLate
	}
	return errCancelled
}

// maxQuery is how many bytes the text of a question may have.
const maxQuery = 10_000
