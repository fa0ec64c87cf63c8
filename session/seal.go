package session

import (
	"bytes"
	"crypto/subtle"

	"codeintel/session/gate"
)

// A record is one line of JSON and, where the book seals, a second line with its
// seal. A record without a valid one was changed by something else than a book with
// the key: an open session then counts as one that has only begun, and one that has
// ended rules what its agent writes until the agent begins another.

// closedForged is why a session has ended whose record says so without a valid seal.
const closedForged = "its record, which has no valid seal, says that it has ended"

const (
	sealHead = `{"seal":"`
	sealTail = "\"}\n"
)

// seal returns the content of the file of a record, which ends with a line end.
func (b *Book) seal(record []byte) []byte {
	if b.opts.Seal == nil {
		return record
	}
	out := append([]byte{}, record...)
	return append(append(append(out, sealHead...), b.opts.Seal(record)...), sealTail...)
}

// unseal returns the record in the content of a file, and whether its seal is
// valid.
func (b *Book) unseal(data []byte) (record []byte, valid bool) {
	end := bytes.IndexByte(data, '\n') + 1
	if end == 0 {
		return data, b.opts.Seal == nil
	}
	record, rest := data[:end], data[end:]
	if b.opts.Seal == nil {
		if bytes.HasPrefix(rest, []byte(sealHead)) {
			return record, true
		}
		return data, true
	}
	return record, subtle.ConstantTimeCompare(data, b.seal(record)) == 1
}

// Forged reports whether the session's record has no valid seal.
func (s *Session) Forged() bool { return s.forged }

// distrust takes back all that an open session with a forged record was said to
// know, and notes it.
func (s *Session) distrust() {
	s.forged = true
	if s.state.Phase == gate.Closed {
		s.Closed = closedForged
		return
	}
	s.state.Phase = gate.Exploration
	s.Frame, s.Ledger = map[Slot]slotState{}, newLedger()
	s.Mapped, s.Hypotheses, s.Missing = []MappedSymbol{}, []Hypothetical{}, []Missing{}
	s.Added, s.NewFiles = []Added{}, []string{}
	s.Understood, s.Submitted, s.Doubted, s.WasReady, s.Since = false, false, false, false, 0
	s.Violate(Violation{At: s.now(), Agent: s.state.Owner.Agent, Tool: "a record without a valid seal", Files: []string{".code-intel/" + nameOf(s.state.ID)}})
}
