package mcp

import (
	"context"

	"codeintel/session"
	"codeintel/session/gate"
)

type hypothesisIn struct {
	Symbol    string `json:"symbol" req:"true"`
	Statement string `json:"hypothesis"`
}

type semanticsIn struct {
	Hypotheses []hypothesisIn `json:"hypotheses" req:"true" help:"what hits of semantic_search may be" example:"[{\"symbol\":\"Cart.Checkout\",\"hypothesis\":\"it empties the cart\"}]"`
	Reason     string         `json:"semantic_reason" req:"true" enum:"no_definition_found,no_reference_found,no_similar_implementation,architecture_unknown,context_fragmented" help:"why names did not do; it fits what was missing" example:"no_definition_found"`
	Search     citedIn        `json:"search_evidence" help:"the semantic_search they come from"`
	common
}

type semanticsOut struct {
	session.SemanticResult
	trimmed
}

func submitSemantic() tool {
	t := sessionRow("submit_semantic", "Hand in hypotheses",
		"Ends SEMANTIC: symbols of a semantic_search that may be what is meant.",
		func(ctx context.Context, c *call, in *semanticsIn, out *semanticsOut) error {
			f := session.Findings{Reason: gate.Reason(in.Reason), Search: in.Search.cited()}
			for _, h := range in.Hypotheses {
				f.Hypotheses = append(f.Hypotheses, session.Hypothesis(h))
			}
			return c.judged(ctx, func(s *session.Session, e *evidence) error {
				r, err := s.SubmitSemantic(f, e)
				if err == nil {
					out.SemanticResult = *r
				}
				return err
			})
		})
	t.writes = true
	return t
}
