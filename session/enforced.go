package session

import "codeintel/session/speech"

// Whether the gate holds for a session is not for the server to say: it is held by the
// hooks of the client. A client that runs them reports before the session begins.

// Enforced is what is said where it does.
const Enforced = "enforced"

// Enforcement says whether a hook of a session's client has reported: Enforced, or a
// text that begins with "not enforced".
func (b *Book) Enforcement(s *Session) string {
	o := s.state.Owner
	if o.Hooked {
		return Enforced
	}
	if b.opts.Witness != nil {
		hooked, err := b.opts.Witness.Hooked(o.Client)
		if err != nil {
			b.opts.Log.Warn("which clients run hooks is not known", "error", err)
		}
		if hooked {
			return Enforced
		}
	}
	return s.say(speech.NotEnforced)
}

// Status returns all that is known of a session. Of one that has ended nothing is to
// be enforced.
func (b *Book) Status(s *Session) Status {
	st := s.Status()
	if st.ClosedBecause == "" {
		st.Enforcement = b.Enforcement(s)
	}
	return st
}
