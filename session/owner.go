package session

import (
	"context"
	"errors"
	"fmt"

	"codeintel/session/gate"
	"codeintel/session/speech"
)

// Whose session a call is in. An agent is known by the id of its conversation, which
// its program and its hooks give; where there is none, by its connection. A session
// rules and records the calls of its owner only. What merely might be the caller's
// decides nothing about a call that reads.

const (
	// maxOwn is how many open sessions an owner has: when it begins one more, the
	// oldest ends.
	maxOwn = 32
	// maxKept is how many sessions are kept; the oldest that have ended go first.
	maxKept = 500
	// maxNamed is how many sessions a refusal names.
	maxNamed = 3
)

// Resolve returns the session that a call of an agent is in: that of id, else the
// agent's own newest open one (for a subagent, that of the agent it works for where it
// has none), else, where need is set, the only open one of the repository that is not
// known to be another agent's, else none (""). The error is a *Refusal: there is no
// such session, or, where need is set, several are open or none is.
func (b *Book) Resolve(id string, who Agent, need bool) (string, error) {
	if id != "" {
		return b.named(id)
	}
	all, bad := b.heads()
	if own := b.ofAgent(all, who); own != "" {
		return own, nil
	}
	if !need {
		return "", nil
	}
	open := b.candidates(all, who)
	if len(open) == 1 {
		return open[0].ID, nil
	}
	return "", b.required(open, bad)
}

// Find returns the session that a call over the protocol is in: that of id, else the
// newest open one of the agent, else the only open one of the connection, else none
// (""). Where need is set it is also the only open one of the repository, if that was
// begun by nobody who is known. uncertain reports whether several sessions might be
// meant. The error is a *Refusal: there is no session id, or, where need is set, it is
// not certain which session is meant.
func (b *Book) Find(id string, by Caller, need bool) (found string, uncertain bool, err error) {
	if id != "" {
		found, err = b.named(id)
		return found, false, err
	}
	all, bad := b.heads()
	if own := b.ofAgent(all, by.Agent); own != "" {
		return own, false, nil
	}
	var open []head
	for _, h := range all {
		if h.ofConnection(by) && b.open(h) {
			open = append(open, h)
		}
	}
	switch {
	case len(open) == 1:
		return open[0].ID, false, nil
	case !need:
		return "", len(open) > 1, nil
	case len(open) == 0:
		open = b.candidates(all, by.Agent)
		if len(open) == 1 && !open[0].Owner.Known() && open[0].Owner.Connection.ID == "" {
			return open[0].ID, false, nil
		}
	}
	return "", len(open) > 1, b.required(open, bad)
}

// ofConnection reports whether a session was begun over the connection of a call, and
// is not known to be that of another agent.
func (h *head) ofConnection(by Caller) bool {
	o := &h.Owner
	return by.Connection != "" && o.Connection.ID == by.Connection && o.Sub == "" && (!by.Known() || !o.Known() || o.Client == by.Client)
}

func (b *Book) named(id string) (string, error) {
	s, err := b.load(id)
	if err != nil {
		return "", err
	}
	return s.state.ID, nil
}

// ofAgent returns the newest open session of an agent, or of the one it works for; ""
// for none.
func (b *Book) ofAgent(all []head, who Agent) string {
	if !who.Known() {
		return ""
	}
	for _, agent := range []Agent{who, who.Parent()} {
		for _, h := range all {
			if h.Owner.Agent == agent && b.open(h) {
				return h.ID
			}
		}
	}
	return ""
}

// candidates are the open sessions that an agent may have meant: none of another
// agent, and none whose client has ended.
func (b *Book) candidates(all []head, who Agent) []head {
	var open []head
	for _, h := range all {
		if b.open(h) && !(who.Known() && h.Owner.Known()) && !b.gone(h.Owner) {
			open = append(open, h)
		}
	}
	return open
}

// required is the refusal of a call that needs a session; bad is why some can't be
// read.
func (b *Book) required(open []head, bad error) error {
	switch {
	case len(open) == 0 && bad != nil:
		return bad
	case len(open) == 0:
		return refusal(b.Language(""), codeRequired, "session_id", speech.NoneOpen, speech.StartOne, "start_session")
	}
	var names []string
	for _, h := range open[:min(len(open), maxNamed)] {
		names = append(names, fmt.Sprintf("%s (%s, %q)", h.ID, h.Phase, clipRunes(h.Query, 24)))
	}
	which := speech.Message(speech.SeveralOpen{N: len(open), Sessions: names})
	if len(open) == 1 {
		which = speech.OtherOpen{Sessions: names}
	}
	return refusal(b.Language(""), codeRequired, "session_id", which, speech.PassID, "list_sessions", "start_session")
}

// gone reports whether the client of a session that is no known agent's has ended. An
// agent that is known comes back with the id of its conversation.
func (b *Book) gone(o owner) bool {
	return !o.Known() && b.left(o.Connection)
}

func (b *Book) left(c Connection) bool {
	return c.ID != "" && b.opts.Gone != nil && b.opts.Gone(c)
}

// Ended reports whether the client that a session was begun by has ended.
func (b *Book) Ended(s *Session) bool { return b.left(s.state.Owner.Connection) }

// Bind makes a session an agent's own, as a hook says, and ends those that the agent
// began before. One that is another's stays so: the error is a *Refusal. A subagent
// that names the session of the agent it works for changes nothing, but for one that
// came over a connection and that no hook has named an agent of: the connection is the
// same for both. It begins with what was shown to the agent that it works for.
func (b *Book) Bind(ctx context.Context, id string, who Agent) error {
	s, err := b.load(id)
	if err != nil {
		return err
	}
	if !who.Known() || s.state.Owner.settled(who) {
		return nil
	}
	var parent *Session
	if who.Sub != "" {
		if parent, err = b.own(who.Parent(), id); err != nil {
			return err
		}
	}
	err = b.Update(ctx, id, func(s *Session) error {
		o := &s.state.Owner
		if o.settled(who) {
			return nil
		}
		if o.Known() && o.Client != who.Client {
			return s.refuse(&Refusal{Code: codeNotYours, Field: "session_id", Message: s.say(speech.NotYours),
				Hint: s.say(speech.BeginYourOwn), NextActions: []string{"start_session"}}, "bind")
		}
		o.Agent, o.Hooked = who, true
		if s.Ledger.Made == 0 {
			s.inherit(parent)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return b.Settle(ctx, id)
}

// settled reports whether nothing that a hook of an agent says changes the owner.
func (o *owner) settled(who Agent) bool {
	return o.Client == who.Client && (o.Hooked || o.Connection.ID == "")
}

// Settle ends the open sessions that the owner of a session began before it.
func (b *Book) Settle(ctx context.Context, id string) error {
	s, err := b.load(id)
	if err != nil {
		return err
	}
	return b.supersede(ctx, s)
}

// Resume makes a session that a call names that of its connection, where it is nobody's
// who is known and the client that it was begun by has ended. by returns the connection,
// and is called only then.
func (b *Book) Resume(ctx context.Context, id string, by func() Connection) error {
	s, err := b.load(id)
	if err != nil {
		return err
	}
	orphan := func(s *Session) bool { return s.state.Phase != gate.Closed && b.gone(s.state.Owner) }
	if !orphan(s) {
		return nil
	}
	c := by()
	if c.ID == "" || c.ID == s.state.Owner.Connection.ID {
		return nil
	}
	return b.Update(ctx, id, func(s *Session) error {
		if orphan(s) {
			s.state.Owner.Connection = c
		}
		return nil
	})
}

// bound ends the oldest sessions of an owner that has too many. Where too many are
// kept, it removes the oldest that have ended, and ends those that are nobody's.
func (b *Book) bound(ctx context.Context, s *Session) error {
	all, bad := b.heads()
	if bad != nil {
		b.opts.Log.Warn("sessions that can't be read are left as they are", "error", bad)
	}
	o := s.state.Owner
	own, kept := 0, 0
	var err error
	end := func(id string, why speech.Message) {
		err = errors.Join(err, b.Update(ctx, id, func(old *Session) error {
			if old.state.Phase != gate.Closed {
				old.close(old.say(why))
			}
			return nil
		}))
	}
	for _, h := range all {
		kept++
		same := o.Known() && h.Owner.Agent == o.Agent ||
			!o.Known() && !h.Owner.Known() && o.Connection.ID != "" && h.Owner.Connection.ID == o.Connection.ID
		if same && b.open(h) {
			own++
		}
		switch {
		case same && own > maxOwn && b.open(h):
			end(h.ID, speech.EndedMany{N: maxOwn})
		case kept > maxKept && b.open(h) && !h.Owner.Known():
			end(h.ID, speech.EndedMore{N: maxKept})
		case kept > maxKept && h.Phase == gate.Closed:
			err = errors.Join(err, b.drop(h.ID))
		}
	}
	return err
}
