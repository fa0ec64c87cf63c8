package mcp

import (
	"context"

	"codeintel/session"
	"codeintel/session/memory"
	"codeintel/session/speech"
)

type startIn struct {
	Intent string             `json:"intent" req:"true" enum:"IMPLEMENT,MODIFY,INVESTIGATE,QUESTION" doc:"the first two may come to write" example:"MODIFY"`
	Query  string             `json:"query" req:"true" min:"1" max:"20000" doc:"the user's words, as they are" example:"checkout of an empty cart fails without a message"`
	Slots  map[string]*slotIn `json:"slots" keys:"target_feature,trigger_condition,observed_issue,desired_action" doc:"target_feature, observed_issue, trigger_condition, desired_action: {value, quote}"`
	common
}

type startOut struct {
	session.Started
	// Hint is what earlier sessions agreed on.
	Hint memory.Hint `json:"shortcircuit_hint"`
	trimmed
}

func startSession() tool {
	t := sessionRow("start_session", "Start a session",
		"Begins work that may change files. Pass its session_id on; the answers say what comes next.",
		func(ctx context.Context, c *call, in *startIn, out *startOut) error {
			e, err := c.code(ctx, false)
			if err != nil {
				return err
			}
			defer e.close()
			started, err := c.repo.Sessions().Start(ctx, session.StartArgs{
				Intent: session.Intent(in.Intent), Query: in.Query, Slots: slots(in.Slots), Connection: c.connection(),
			}, c.agent, e)
			if err != nil {
				return err
			}
			out.Started, c.speaks = *started, started.Language
			if c.started != nil {
				c.started.Store(&out.SessionID)
			}
			if out.Hint, err = c.repo.Memory().HintFor(ctx, started.Language, in.Query, e); err != nil {
				c.server.opts.Log.Warn("the agreements can't be read", "error", err)
				out.Hint = memory.Hint{Symbols: []memory.Hit{}, Recommendation: started.Language.Say(speech.NoAgreementsRead)}
			}
			c.remember(ctx, out.Plan, in.Query, out.SessionID)
			return nil
		})
	t.writes, t.again = true, true
	return t
}
