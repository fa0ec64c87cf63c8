package mcp

import (
	"context"

	"codeintel/session"
)

type confirmIn struct {
	relevanceIn
	common
}

type confirmOut struct {
	session.RelevanceResult
	trimmed
}

func confirmSymbolRelevance() tool {
	t := sessionRow("confirm_symbol_relevance", "Confirm symbols",
		"Says which symbols target_feature means; code_evidence must have been shown.",
		func(ctx context.Context, c *call, in *confirmIn, out *confirmOut) error {
			return c.judged(ctx, func(s *session.Session, e *evidence) error {
				r, err := s.ConfirmRelevance(in.relevance(), e)
				if err == nil {
					out.RelevanceResult = *r
				}
				return err
			})
		})
	t.writes = true
	return t
}
