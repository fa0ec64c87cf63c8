// Package daemon is the one process of a user that serves all of that user's
// editors and agents: where it is found, how it is started, how clients greet it
// and are forwarded to it, which repositories it holds, and how it ends, is
// replaced by a newer build, or comes back after it was killed.
//
// It knows no protocol but its own greeting: what is served is an Endpoint.
// Everything happens below one folder of the user's (Place), on a socket that
// nobody else can open.
//
//	ci mcp (Forwarder) ──► socket ──► Serve ──► Endpoint ──► Pool of workspaces
//	       └─ starts, when there is none: ci serve --detach (Start) ─► ci serve
package daemon

import (
	"context"
	"io"
	"time"

	"codeintel/session"
)

// Endpoint serves one client on a connection of lines. At the end of what it can
// read it returns, once what it has read is answered: the client, or the next
// process, waits for the answers. When ctx is done nobody does, and it returns as
// soon as it can.
type Endpoint func(ctx context.Context, conn io.ReadWriteCloser, client Client) error

// Client is who is served.
type Client struct {
	// Root is the absolute path of the repository that the client is about, ""
	// when it named none.
	Root string
	// Agent is the id that the agent's own program gives its conversation, "" where
	// it gives none.
	Agent string
	// Connection is the one that the client came over.
	Connection session.Connection
}

// Clock is where the time comes from. The zero value is the system's.
type Clock struct {
	Now   func() time.Time
	After func(time.Duration) <-chan time.Time
}

func (c Clock) now() time.Time {
	if c.Now == nil {
		return time.Now()
	}
	return c.Now()
}

func (c Clock) after(d time.Duration) <-chan time.Time {
	if c.After == nil {
		return time.After(d)
	}
	return c.After(d)
}

// Memory is how many bytes the process has in memory, files that it maps
// included; 0 when that is not known.
func Memory() int64 {
	n, err := residentMemory()
	if err != nil {
		return 0
	}
	return n
}
