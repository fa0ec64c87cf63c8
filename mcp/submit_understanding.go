package mcp

import (
	"context"

	"codeintel/session"
)

type patternIn struct {
	Description string `json:"description"`
	File        string `json:"file" req:"true"`
	Line        int    `json:"line" req:"true" min:"1"`
}

type understandingIn struct {
	Symbols  []string    `json:"symbols_identified" req:"true" help:"names of answers" example:"[\"Cart.Checkout\",\"Cart.Total\",\"ErrEmpty\"]"`
	Entries  []string    `json:"entry_points" help:"where execution comes in" example:"[\"main\"]"`
	Files    []string    `json:"files_analyzed" help:"whose lines were shown" example:"[\"shop/cart.go\",\"main.go\"]"`
	Patterns []patternIn `json:"existing_patterns" help:"code to follow" example:"[{\"description\":\"errors are variables\",\"file\":\"shop/cart.go\",\"line\":7}]"`
	New      []string    `json:"new_files" doc:"to be made; their neighbours were shown"`
	Meaning  bool        `json:"look_by_meaning" def:"false" doc:"no name leads there: go to SEMANTIC"`
	Notes    string      `json:"notes" help:"anything else"`
	resolvedIn
	relevanceIn
	common
}

type understandingOut struct {
	session.UnderstandingResult
	trimmed
}

func submitUnderstanding() tool {
	t := sessionRow("submit_understanding", "Say what you found",
		"Ends exploration: only what answers showed counts. READY at once with relevant_symbols, reasoning and code_evidence; files_analyzed is enough for documentation, configuration, styles, translations, and with new_files for new files.",
		func(ctx context.Context, c *call, in *understandingIn, out *understandingOut) error {
			u := session.Understanding{Symbols: in.Symbols, EntryPoints: in.Entries, Files: in.Files, Notes: in.Notes, New: in.New, Meaning: in.Meaning}
			for _, p := range in.Patterns {
				u.Patterns = append(u.Patterns, session.Pattern(p))
			}
			u.Resolved, u.Evidence = in.values()
			if len(in.Relevant)+len(in.Reasoning)+len(in.CodeEvidence) > 0 {
				r := in.relevance()
				u.Relevance = &r
			}
			return c.judged(ctx, func(s *session.Session, e *evidence) error {
				r, err := s.Submit(u, e)
				if err == nil {
					out.UnderstandingResult = *r
				}
				return err
			})
		})
	t.writes = true
	return t
}
