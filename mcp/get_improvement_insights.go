package mcp

import (
	"context"

	"codeintel/session/memory"
)

type insightsIn struct {
	Limit int `json:"limit" def:"100" min:"1" max:"10000" help:"newest sessions"`
	common
}

type insightsOut struct {
	memory.Insights
	trimmed
}

func getImprovementInsights() tool {
	return sessionRow("get_improvement_insights", "Insights",
		"Why sessions of this repository failed: totals by tool, risk, slot and phase.",
		func(ctx context.Context, c *call, in *insightsIn, out *insightsOut) error {
			var err error
			if out.Insights, err = c.repo.Memory().Insights(in.Limit); err != nil {
				return c.unusable(ctx, err)
			}
			return nil
		})
}
