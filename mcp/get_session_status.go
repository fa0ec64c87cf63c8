package mcp

import (
	"context"
	"slices"

	"codeintel/session"
)

type sessionStatusIn struct{ common }

type sessionStatusOut struct {
	session.Status
	trimmed
}

func getSessionStatus() tool {
	return sessionRow("get_session_status", "Session status",
		"Where a session stands: phase, allowed_tools, what is missing. After an interruption.",
		func(ctx context.Context, c *call, in *sessionStatusIn, out *sessionStatusOut) error {
			id, err := c.inSession(ctx)
			if err != nil {
				return err
			}
			s, err := c.repo.Sessions().View(id)
			if err != nil {
				return err
			}
			c.speaks = s.Language()
			out.Status = c.repo.Sessions().Status(s)
			out.Query = clip(out.Query, 500)
			slices.Reverse(out.Calls)
			return nil
		})
}
