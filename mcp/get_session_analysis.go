package mcp

import (
	"context"

	"codeintel/session/memory"
)

type analysisIn struct{ common }

// analysis has a part that is called so too.
type analysis = memory.Analysis

type analysisOut struct {
	analysis
	trimmed
}

func getSessionAnalysis() tool {
	return sessionRow("get_session_analysis", "Session analysis",
		"What was planned in a session, and how it ended.",
		func(ctx context.Context, c *call, _ *analysisIn, out *analysisOut) error {
			id, err := c.inSession(ctx)
			if err != nil {
				return err
			}
			if out.analysis, err = c.repo.Memory().Of(id); err != nil {
				return c.unusable(ctx, err)
			}
			return nil
		})
}
