package mcp

import (
	"context"

	"codeintel/session"
	"codeintel/session/memory"
	"codeintel/session/speech"
)

type outcomeIn struct {
	Outcome  string `json:"outcome" req:"true" enum:"success,failure,partial" help:"how the work ended" example:"success"`
	Analysis string `json:"analysis" max:"20000" help:"what was done, or why it failed"`
	Trigger  string `json:"trigger_message" max:"20000" help:"the user's words that say so"`
	common
}

type outcomeOut struct {
	session.OutcomeResult
	// Learned is what the project learned from it.
	Learned memory.Learned `json:"learned"`
	trimmed
}

func recordOutcome() tool {
	t := sessionRow("record_outcome", "Outcome",
		"Says how a session's work ended, also of an earlier one by its id.",
		func(ctx context.Context, c *call, in *outcomeIn, out *outcomeOut) error {
			err := c.update(ctx, func(s *session.Session) error {
				r, err := s.RecordOutcome(session.OutcomeKind(in.Outcome), in.Analysis, in.Trigger)
				if err == nil {
					out.OutcomeResult = *r
				}
				return err
			})
			if err != nil {
				return err
			}
			e := &evidence{w: c.repo.Workspace()}
			if len(out.Agreed) > 0 {
				if e, err = c.code(ctx, true); err != nil {
					return err
				}
			}
			defer e.close()
			if out.Learned, err = c.repo.Memory().RecordOutcome(ctx, out.Outcome, out.Agreed, e); err != nil {
				c.server.opts.Log.Error("an outcome is not kept", "error", err)
				return &toolError{Code: codeInternal, Message: c.language().Say(speech.NotLogged), Hint: c.language().Say(speech.SeeDoctor), NextActions: []string{"get_session_status"}}
			}
			return nil
		})
	t.writes, t.again = true, true
	return t
}
