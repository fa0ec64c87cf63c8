package mcp

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// How long a call may take: answerTime is for the work on an answer, which then has
// what was found by then; callTime for all of it, the wait for the first index
// included, and writeTime the same for tools that write the index.
const (
	answerTime = 30 * time.Second
	callTime   = 10 * time.Minute
	writeTime  = 2 * time.Hour
)

// whyLate says why an answer is not complete that was stopped at answerTime.
var whyLate = fmt.Sprintf("the search was stopped after %s: there may be more; narrow it by path or name", answerTime)

// limit is how long a call of a tool may take.
func (t *tool) limit() time.Duration {
	if t.writes {
		return writeTime
	}
	return callTime
}

// within returns a context that ends with ctx, and after d.
func (s *Server) within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if s.opts.Deadline != nil {
		return s.opts.Deadline(ctx, d)
	}
	return context.WithTimeout(ctx, d)
}

// isLate reports whether a context is done because its time is over.
func isLate(ctx context.Context) bool { return errors.Is(ctx.Err(), context.DeadlineExceeded) }

// ended is the error of a call whose context is done.
func (c *call) ended(ctx context.Context) error {
	if isLate(ctx) {
		e := &toolError{
			Code: codeNotReady, Message: "the call took too long and was given up", RetryAfter: 10,
			Hint: "ask for less: a path, a longer name, a smaller depth; index_status says how far the index is", NextActions: []string{"index_status", c.tool.name},
		}
		return e
	}
	return &toolError{Code: codeInternal, Message: "the call was cancelled", Hint: "call the tool again if its answer is still wanted", NextActions: []string{c.tool.name}}
}
