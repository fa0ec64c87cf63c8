package mcp

import (
	"context"

	"codeintel/session"
)

type revertIn struct {
	Keep bool `json:"keep_results" def:"true" help:"false: begin anew"`
	common
}

type revertOut struct {
	session.RevertResult
	trimmed
}

func revertToExploration() tool {
	t := sessionRow("revert_to_exploration", "Explore again",
		"Goes back to EXPLORATION from any phase.",
		func(ctx context.Context, c *call, in *revertIn, out *revertOut) error {
			return c.update(ctx, func(s *session.Session) error {
				r, err := s.Revert(in.Keep)
				if err == nil {
					out.RevertResult = *r
				}
				return err
			})
		})
	t.writes = true
	return t
}
