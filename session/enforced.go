package session

// Whether the gate holds for a session is not for the server to say: it is held by the
// hooks of the client. A client that runs them reports before the session begins.

// What is said of it.
const (
	Enforced    = "enforced"
	NotEnforced = "not enforced: no hook of this client has reported, so nothing holds a write up. Keep to the phases, and tell the user once: `ci gate prove` says why, and `ci init` puts in the hooks of Claude Code; other clients have none"
)

// Enforcement says whether a hook of a session's client has reported: Enforced or
// NotEnforced.
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
	return NotEnforced
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
