package mcp

import (
	"context"

	"codeintel/session"
)

type verdictIn struct {
	Hypothesis string  `json:"hypothesis" req:"true"`
	Verdict    string  `json:"verdict" req:"true" enum:"confirmed,rejected"`
	Evidence   citedIn `json:"evidence"`
}

type verificationIn struct {
	Results []verdictIn `json:"results" req:"true" doc:"evidence: {tool, call, result} of this phase" example:"[{\"hypothesis\":\"Cart.Checkout\",\"verdict\":\"confirmed\",\"evidence\":{\"tool\":\"find_definitions\",\"result\":\"Cart.Checkout\"}}]"`
	resolvedIn
	common
}

type verificationOut struct {
	session.VerificationResult
	trimmed
}

func submitVerification() tool {
	t := sessionRow("submit_verification", "Hand in verdicts",
		"Ends VERIFICATION: each hypothesis is confirmed or rejected.",
		func(ctx context.Context, c *call, in *verificationIn, out *verificationOut) error {
			v := session.Verification{}
			for _, r := range in.Results {
				v.Results = append(v.Results, session.Verdict{Hypothesis: r.Hypothesis, Verdict: r.Verdict, Evidence: r.Evidence.cited()})
			}
			v.Resolved, v.Evidence = in.values()
			return c.judged(ctx, func(s *session.Session, e *evidence) error {
				r, err := s.SubmitVerification(v, e)
				if err == nil {
					out.VerificationResult = *r
				}
				return err
			})
		})
	t.writes = true
	return t
}
