package mcp

import (
	"context"
	"time"

	"codeintel/session"
	"codeintel/session/gate"
	"codeintel/session/speech"
)

type sessionsIn struct {
	Open  bool `json:"open" def:"false" help:"only those that have not ended"`
	Limit int  `json:"limit" def:"20" min:"1" max:"1000" help:"sessions a page"`
	paged
}

type sessionItem struct {
	ID      string         `json:"session_id"`
	Phase   gate.Phase     `json:"phase"`
	Intent  session.Intent `json:"intent"`
	Query   string         `json:"query"`
	Created time.Time      `json:"created_at"`
	Active  time.Time      `json:"active_at"`
	Own     bool           `json:"own"` // this agent's, or this connection's
	// Ended: the client that began it has ended; session_id resumes it.
	Ended  bool   `json:"client_ended,omitempty"`
	Closed string `json:"closed_because,omitempty"`
}

type sessionsOut struct {
	Sessions list[sessionItem] `json:"sessions"`
	page
	Hint string `json:"hint,omitempty"`
	trimmed
}

func listSessions() tool {
	return sessionRow("list_sessions", "Sessions",
		"The sessions of the repository, the newest first, with phase and query.",
		func(ctx context.Context, c *call, in *sessionsIn, out *sessionsOut) error {
			c.settle(ctx)
			all, err := c.repo.Sessions().List()
			if err != nil {
				c.server.opts.Log.Warn("sessions can't be read", "error", err)
				out.Hint = c.language().Say(speech.SomeUnread)
			}
			var items []sessionItem
			for _, s := range all {
				if in.Open && s.Phase() == gate.Closed {
					continue
				}
				items = append(items, sessionItem{
					ID: s.ID(), Phase: s.Phase(), Intent: s.Intent(), Query: clip(s.Query(), 120), Created: s.Created(), Active: s.Active(),
					Own: c.owns(s), Ended: s.Phase() != gate.Closed && c.repo.Sessions().Ended(s), Closed: s.Status().ClosedBecause,
				})
			}
			c.room = c.args.Budget*charsPerToken - envelope
			var m meta
			fill(c, &m, &out.Sessions, &out.page, len(items), in.Limit, func(i int) sessionItem { return items[i] })
			return nil
		})
}

// owns reports whether a session is that of the agent of a call, or of its connection
// where it is no known agent's.
func (c *call) owns(s *session.Session) bool {
	if s.Owner().Known() {
		return s.Owner().Client == c.agent.Client
	}
	own := c.connection().ID
	return own != "" && s.Connection().ID == own
}
