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
	t := sessionRow("confirm_symbol_relevance", "Say which symbols are meant",
		"Says which symbols the request is about, and why. code_evidence must be in the code and have been shown; without any nothing is taken.",
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
