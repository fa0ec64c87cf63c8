package session

import (
	"time"

	"codeintel/session/gate"
)

// Session is what one request of an agent is known to have done. It is not safe
// for use by several goroutines: a Book hands out copies.
type Session struct{}

// ID is unguessable.
func (s *Session) ID() string { panic("to come") }

// Intent is that of the request.
func (s *Session) Intent() Intent { panic("to come") }

// Query is the request.
func (s *Session) Query() string { panic("to come") }

// Phase is how far the session is.
func (s *Session) Phase() gate.Phase { panic("to come") }

// Owner is the agent whose session it is, zero where it is not known.
func (s *Session) Owner() Agent { panic("to come") }

// Created and Active are when it began, and when something happened last.
func (s *Session) Created() time.Time { panic("to come") }

// Active is when something happened last.
func (s *Session) Active() time.Time { panic("to come") }

// Status is all that is known.
func (s *Session) Status() Status { panic("to come") }

// Progress is what each answer of the session says.
func (s *Session) Progress() Progress { panic("to come") }

// Value is that of a slot, "" where it is missing.
func (s *Session) Value(slot Slot) string { panic("to come") }

// Check says whether a tool may be called now; collection is that of
// semantic_search. The error is a *Refusal. All other methods check for
// themselves.
func (s *Session) Check(tool, collection string) error { panic("to come") }

// Observe records a call that was made and gives its number, from 1. A closed
// session records nothing: 0.
func (s *Session) Observe(c Call) int { panic("to come") }

// NextCall is the number that the next observed call will have, 0 in a closed
// session.
func (s *Session) NextCall() int { panic("to come") }

// Sent gives the number of a call that showed all these lines of the file with
// this content.
func (s *Session) Sent(l Lines) (call int, ok bool) { panic("to come") }

// WasShown reports whether an answer showed a SCIP symbol.
func (s *Session) WasShown(symbol string) bool { panic("to come") }

// ShownLines are the lines of a file that answers showed, merged, in order.
func (s *Session) ShownLines(path string) []Lines { panic("to come") }

// SetFrame fills slots from the query. A slot that is nil is left as it is.
func (s *Session) SetFrame(slots map[Slot]*SlotValue) (*FrameResult, error) { panic("to come") }

// Submit judges an understanding.
func (s *Session) Submit(u Understanding, c Code) (*UnderstandingResult, error) { panic("to come") }

// ValidateRelevance asks which of the symbols are what the request is about;
// without symbols those that the session knows. target is target_feature where it
// is "".
func (s *Session) ValidateRelevance(target string, symbols []string, c Code) (*ValidationResult, error) {
	panic("to come")
}

// ConfirmRelevance judges which symbols are what the request is about.
func (s *Session) ConfirmRelevance(r Relevance, c Code) (*RelevanceResult, error) { panic("to come") }

// SubmitSemantic takes hypotheses.
func (s *Session) SubmitSemantic(f Findings, c Code) (*SemanticResult, error) { panic("to come") }

// SubmitVerification takes verdicts.
func (s *Session) SubmitVerification(v Verification, c Code) (*VerificationResult, error) {
	panic("to come")
}

// CheckWrite says whether the session's agent may write something. It is a
// *Refusal where the phase forbids the question.
func (s *Session) CheckWrite(t Target) (*Decision, error) { panic("to come") }

// Explored reports whether a file counts as explored: answers showed lines of it,
// or it was added.
func (s *Session) Explored(path string) bool { panic("to come") }

// AddExplored adds files and folders of the repository to the explored ones.
func (s *Session) AddExplored(files []string, reason string, c Code) (*ExploredResult, error) {
	panic("to come")
}

// Revert goes back to EXPLORATION; hypotheses are dropped, and without keep all
// that was found.
func (s *Session) Revert(keep bool) (*RevertResult, error) { panic("to come") }

// RecordOutcome says how the request ended. In READY that closes the session.
func (s *Session) RecordOutcome(kind OutcomeKind, analysis, trigger string) (*OutcomeResult, error) {
	panic("to come")
}

// Violate records a change that was not allowed.
func (s *Session) Violate(v Violation) { panic("to come") }

// DecideWrite says whether an agent may write something.
func DecideWrite(m Mode, st Standing, t Target) Decision { panic("to come") }
