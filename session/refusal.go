package session

import (
	"slices"
	"strings"

	"codeintel/session/gate"
	"codeintel/session/speech"
)

// Codes of refusals, besides gate.PhaseForbidden.
const (
	codeClosed   = "session_closed"
	codeRequired = "session_required"
	codeNotFound = "session_not_found"
	codeNotYours = "not_yours"
	codeInvalid  = "invalid_argument"
	codeEvidence = "evidence_missing"
	codeReason   = "reason_unfit"
	codeUnseen   = "hypothesis_unseen"
	codeTarget   = "target_unknown"
	codeFirst    = "understanding_first"
)

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
	NextActions []string `json:"next_actions"`
	Mend        []Mend   `json:"mend,omitempty"`
	// Language is the one that it is in.
	Language speech.Language `json:"-"`
}

func (r *Refusal) Error() string { return r.Code + ": " + r.Message }

const (
	// maxMessage is the length of a refusal in characters.
	maxMessage = 400
	// terse is from which time on the same refusal is one line of so many
	// characters.
	terse, maxTerse = 3, 120
)

// wording makes the text of a refusal: why, that it is automatic, and what next.
// times is how often it was said, this one included.
func wording(l speech.Language, why string, next []string, times int) string {
	if times >= terse {
		return clipRunes(strings.ReplaceAll(speech.First(why), "\n", " "), maxTerse)
	}
	end := l.Say(speech.GoOn{Next: append(next, "start_session")[0]})
	return clipRunes(why, maxMessage-len([]rune(end))) + end
}

// refuse completes a refusal of a tool and counts it.
func (s *Session) refuse(r *Refusal, tool string) *Refusal {
	r.Phase, r.Language = s.state.Phase, s.state.Language
	if r.NextActions == nil {
		r.NextActions = []string{toolOf(s.nextStep(s.missing()))}
	}
	r.Message = wording(s.state.Language, r.Message, r.NextActions, s.count(r.Field, tool, r.Code, r.Message))
	return r
}

// count notes that a tool was refused something, and says how often it was.
func (s *Session) count(what, tool, code, why string) int {
	s.Refusals++
	if len(s.Denied) >= maxDenied {
		s.Denied = s.Denied[len(s.Denied)-maxDenied+1:]
	}
	s.Denied = append(slices.Clip(s.Denied), RefusedCall{s.now().UTC(), clip(tool, 80), code, clipRunes(why, 200)})
	key := tool + " " + code + " " + what
	if _, ok := s.Refused[key]; !ok && len(s.Refused) >= maxRefused {
		clear(s.Refused)
	}
	s.Refused[key]++
	return s.Refused[key]
}

const (
	// maxRefused is how many different refusals are counted.
	maxRefused = 200
	// maxDenied is how many refusals are kept for people to read.
	maxDenied = 50
)

// refusal makes one outside any session.
func refusal(l speech.Language, code, field string, why, hint speech.Message, next ...string) *Refusal {
	return &Refusal{Code: code, Language: l, Field: field, Hint: l.Say(hint), NextActions: slices.Clone(next), Message: wording(l, l.Say(why), next, 1)}
}
