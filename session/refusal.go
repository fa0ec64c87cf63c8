package session

import "codeintel/session/gate"

// Refusal is why a session did not do what it was asked to, and what to do next.
// Nothing has changed.
type Refusal struct {
	// Code is phase_forbidden, session_closed, session_required, session_not_found,
	// not_yours, invalid_argument, evidence_missing, reason_unfit,
	// hypothesis_unseen, target_unknown or understanding_first.
	Code string `json:"code"`
	// Field is the argument that is wrong, "" for none.
	Field string `json:"field,omitempty"`
	// Message is at most 400 characters; it says that this is automatic and to go
	// on. When the same call is refused for the third time it is one line.
	Message string     `json:"message"`
	Hint    string     `json:"hint"`
	Phase   gate.Phase `json:"phase,omitempty"`
	Missing []Missing  `json:"missing,omitempty"`
	// NextActions are calls that are allowed now, the best first; each begins with
	// the name of a tool.
	NextActions []string   `json:"next_actions"`
	Recovery    []Recovery `json:"recovery_options,omitempty"`
	Mend        []Mend     `json:"mend,omitempty"`
}

func (r *Refusal) Error() string { return r.Code + ": " + r.Message }
