package mcp

import (
	"context"

	"codeintel/session"
)

type frameIn struct {
	Slots map[string]*slotIn `json:"slots" req:"true" keys:"target_feature,trigger_condition,observed_issue,desired_action" help:"each null, or what the query says of it" example:"{\"target_feature\":{\"value\":\"checkout\",\"quote\":\"checkout\"}}"`
	common
}

type frameOut struct {
	session.FrameResult
	trimmed
}

func setQueryFrame() tool {
	t := sessionRow("set_query_frame", "Fill slots",
		"Fills slots with what the query says, quoted word for word; no guessing.",
		func(ctx context.Context, c *call, in *frameIn, out *frameOut) error {
			err := c.update(ctx, func(s *session.Session) error {
				r, err := s.SetFrame(slots(in.Slots))
				if err == nil {
					out.FrameResult = *r
				}
				return err
			})
			if err == nil && len(in.Slots) > 0 {
				if s, err := c.repo.Sessions().View(out.SessionID); err == nil {
					c.remember(ctx, out.Plan, s.Query(), out.SessionID)
				}
			}
			return err
		})
	t.writes = true
	return t
}
