// Package lsp is the endpoint for editors: the Language Server Protocol, 3.18. It
// translates between the protocol and the queries of index and index/workspace, and
// decides nothing. What an editor has not saved is seen by its own questions.
package lsp

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"codeintel/index/workspace"
	"codeintel/index/workspace/turns"
)

// Repositories are those that a server may answer about.
type Repositories interface {
	// Root is the root folder of the repository that a folder, an absolute path, is
	// of, without symbolic links.
	Root(folder string) (root string, err error)
	// Real is an absolute path with all symbolic links followed, as far as there is
	// something.
	Real(path string) string
	// Open gives the repository with the root folder root, as Root has it. It is opened when it is not open yet, and kept at least until Close.
	Open(ctx context.Context, root string) (Repository, error)
}

// Repository is one that is open.
type Repository interface {
	Workspace() *workspace.Workspace
	// Progress says how far the indexing that runs is; its phase is "" when none does.
	Progress() workspace.Progress
	// Search finds what matters for a question in words, or a name, in a state of the
	// workspace: the best first.
	Search(ctx context.Context, s *workspace.State, question string, limit int) ([]Found, error)
	// Stamps are the sessions of agents in it, by id, each with what differs once it has
	// changed. Session is all that is known of one, as an object of JSON.
	Stamps() (map[string]string, error)
	Session(id string) (json.RawMessage, error)
	// Close lets go of it. The workspace and what is of it must not be used any
	// more.
	Close()
}

// Options of a server.
type Options struct {
	Repositories Repositories
	Version      string
	// Log is told what happens; nil for nobody.
	Log *slog.Logger
	// Every calls tell from time to time until stop is called; progress is told by
	// it. nil means every half second.
	Every func(tell func()) (stop func())
	// Deadline makes a context that is done after a time, and with another one; nil
	// means context.WithTimeout.
	Deadline func(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc)
	// After sends once a time has passed; nil means the system's clock.
	After func(time.Duration) <-chan time.Time
	// Turns has the places in which requests are answered; nil where nobody waits for
	// another.
	Turns *turns.Gate
}

// Client is who is at the other end of a connection.
type Client struct {
	// Root is the root folder of the repository that an editor is about which names
	// no folder; "" for none.
	Root string
	// Process, when set, is called with the process that the editor says it is.
	Process func(pid int)
}

// Server serves any number of editors.
type Server struct {
	opts Options
	rows map[string]*row
	// tokens counts those of progress.
	tokens atomic.Uint64
}

// New makes a server.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Every == nil {
		o.Every = everyHalfSecond
	}
	if o.After == nil {
		o.After = time.After
	}
	s := &Server{opts: o, rows: map[string]*row{}}
	for _, r := range features() {
		s.rows[r.method] = &r
	}
	return s
}

// Serve answers the messages of an editor, one JSON-RPC message a line, until it
// says exit or closes its end, and all requests are answered, or ctx is done. rw is
// closed then. Notifications are handled in order; requests are worked on side by
// side, each with the documents as they were when it came. The error is that of
// reading or writing, or ErrExit; nil at the end of the input or of ctx.
func (s *Server) Serve(ctx context.Context, rw io.ReadWriteCloser, client Client) error {
	return newConn(s, client).serve(ctx, rw)
}

// everyHalfSecond calls tell until stop is called, which waits for it.
func everyHalfSecond(tell func()) (stop func()) {
	ticker := time.NewTicker(time.Second / 2)
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ticker.C:
				tell()
			case <-end:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(end)
		<-ended
	}
}
