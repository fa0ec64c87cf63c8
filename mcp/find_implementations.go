package mcp

import (
	"context"

	"codeintel/index"
	"codeintel/session/speech"
)

type implementationsIn struct {
	target
	Reverse bool `json:"implemented" def:"false" help:"what it implements or overrides"`
	code
	paged
}

type implementationsOut struct {
	// Symbols are those that were meant, TakenAs what the name was taken as for each.
	Symbols         []string         `json:"symbols"`
	TakenAs         []string         `json:"taken_as,omitempty"`
	Implementations list[definition] `json:"implementations"`
	page
	meta
}

func findImplementations() tool {
	return row("find_implementations", "Find implementations",
		"Types that implement or extend a type, methods that override one; implemented=true: the other way.",
		func(ctx context.Context, c *call, in *implementationsIn, out *implementationsOut) error {
			return c.ask(ctx, &out.meta, func(v *view) error {
				found, why, near, err := v.find(&in.target)
				if err != nil {
					return err
				}
				out.Symbols, out.TakenAs = v.symbols(&out.meta, found)
				var ids []index.ID
				seen := map[index.ID]bool{}
				for _, t := range found {
					related := v.snap.Implementations
					if in.Reverse {
						related = v.snap.Implemented
					}
					for _, id := range related(t.id) {
						if !seen[id] {
							seen[id] = true
							ids = append(ids, id)
						}
					}
				}
				fill(c, &out.meta, &out.Implementations, &out.page, len(ids), 0, func(i int) definition {
					if l, ok := v.snap.Place(ids[i]); ok {
						d := v.define(l)
						d.Documentation = "" // there may be many
						return d
					}
					return v.external(ids[i])
				})
				if len(ids) == 0 {
					out.WhyEmpty, out.Near = why, near
					if why == "" {
						out.WhyEmpty = c.language().Say(speech.NoImplementation)
						if in.Reverse {
							out.WhyEmpty = c.language().Say(speech.ImplementsNothing)
						}
					}
				}
				return nil
			})
		})
}
