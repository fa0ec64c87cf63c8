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
	Symbols  []string    `json:"symbols_identified" req:"true" doc:"names of answers" example:"[\"Cart.Checkout\",\"Cart.Total\",\"ErrEmpty\"]"`
	Entries  []string    `json:"entry_points" doc:"where execution comes in" example:"[\"main\"]"`
	Files    []string    `json:"files_analyzed" doc:"whose lines were shown" example:"[\"shop/cart.go\",\"main.go\"]"`
	Patterns []patternIn `json:"existing_patterns" doc:"code to follow" example:"[{\"description\":\"errors are variables\",\"file\":\"shop/cart.go\",\"line\":7}]"`
	New      []string    `json:"new_files" doc:"to be made; their neighbours were shown"`
	Meaning  bool        `json:"look_by_meaning" def:"false" doc:"no name leads there: go to SEMANTIC"`
	Notes    string      `json:"notes" doc:"anything else"`
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
		"Ends exploration when the records bear you out: only what answers showed counts. With relevant_symbols, reasoning and code_evidence it may lead to READY at once. For documentation, configuration, style sheets and translations files_analyzed is enough, for new files new_files too. Else it says what is missing.",
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
