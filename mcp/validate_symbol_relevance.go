package mcp

import (
	"context"

	"codeintel/session"
	"codeintel/session/memory"
)

type validateIn struct {
	Target  string   `json:"target_feature" help:"that of the session"`
	Symbols []string `json:"symbols" help:"those that the session knows" example:"[\"Cart.Checkout\"]"`
	common
}

type validateOut struct {
	session.ValidationResult
	// Cached are learned pairs of the term.
	Cached []memory.Pair `json:"cached_matches"`
	trimmed
}

func validateSymbolRelevance() tool {
	return sessionRow("validate_symbol_relevance", "Ask for symbols",
		"Asks which symbols the request is about; answer with confirm_symbol_relevance.",
		func(ctx context.Context, c *call, in *validateIn, out *validateOut) error {
			return c.judged(ctx, func(s *session.Session, e *evidence) error {
				r, err := s.ValidateRelevance(in.Target, in.Symbols, e)
				if err != nil {
					return err
				}
				out.ValidationResult, out.Cached = *r, []memory.Pair{}
				target := in.Target
				if target == "" {
					target = s.Value(session.TargetFeature)
				}
				var symbols []string
				for _, m := range s.Status().Mapped {
					symbols = append(symbols, m.Symbol)
				}
				for _, name := range in.Symbols {
					for _, x := range e.Symbols(name) {
						symbols = append(symbols, x.Symbol)
					}
				}
				out.Cached = append(out.Cached, c.repo.Memory().CachedMatches(target, symbols, e)...)
				return nil
			})
		})
}
