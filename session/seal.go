package session

import (
	"bytes"
	"crypto/subtle"
	"errors"
	"fmt"

	"codeintel/session/gate"
	"codeintel/session/speech"
)

// A record is one line of JSON and, where the book seals, a second line with its
// seal. A record without a valid one was changed by something else than a book with
// the key: an open session then counts as one that has only begun, and one that has
// ended rules what its agent writes until the agent begins another.
//
// A valid seal says who wrote a record, and not when: an older record, put back, has
// one too. So each record has an epoch, which rises whenever the session comes to
// another phase, ends, or is told of a change that was not allowed, and a witness
// outside of the files knows the newest. A record of an earlier epoch, or one of which
// the witness knows nothing, counts as one without a seal.

// Witness remembers outside of the files what the records of sessions can't say of
// themselves.
type Witness interface {
	// Epoch returns the epoch of the newest record of a session; known is false where
	// none was noted.
	Epoch(id string) (epoch int64, known bool, err error)
	// Note notes the epoch of a record, unless a later one is known.
	Note(id string, epoch int64) error
	// Forget drops a session whose record was removed.
	Forget(id string) error
	// Hooked reports whether a hook of a client has reported; for "", which a client is
	// whose name is not known, whether any has just now.
	Hooked(client string) (bool, error)
}

// maxEpoch is the last epoch that a record may have, in milliseconds since 1970.
const maxEpoch = 1 << 52

// closedForged is why a session has ended whose record says so without a valid seal, as
// the record has it.
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
	want := b.seal(record)
	if bytes.HasSuffix(want, []byte(sealHead+sealTail)) {
		return record, false // nothing can be sealed now
	}
	return record, subtle.ConstantTimeCompare(data, want) == 1
}

// newest reports whether a record of a session is not older than the newest that the
// witness knows of; least is the epoch of that.
func (b *Book) newest(s *Session) (least int64, is bool, err error) {
	if b.opts.Witness == nil {
		return 0, true, nil
	}
	least, known, err := b.opts.Witness.Epoch(s.state.ID)
	if err != nil {
		return 0, false, fmt.Errorf("which record is the newest is not known: %w", err)
	}
	return least, known && s.Epoch >= least, nil
}

// next gives the session an epoch after those of all its records: it follows the clock,
// so that one which was forgotten comes after the others too.
func (s *Session) next(least int64) {
	s.Epoch = max(s.Epoch, least, s.now().UnixMilli()-1) + 1
}

// witness notes the epoch of a session's record.
func (b *Book) witness(s *Session) error {
	if b.opts.Witness == nil || s.noted == s.Epoch {
		return nil
	}
	if err := b.opts.Witness.Note(s.state.ID, s.Epoch); err != nil {
		return fmt.Errorf("the newest record of session %s can't be noted: %w", s.state.ID, err)
	}
	s.noted = s.Epoch
	return nil
}

// drop removes the record of a session.
func (b *Book) drop(id string) error {
	err := b.files.Remove(nameOf(id))
	b.forget(id)
	if b.opts.Witness != nil {
		err = errors.Join(err, b.opts.Witness.Forget(id))
	}
	return err
}

// Forged reports whether the session's record has no valid seal, or is an older one.
func (s *Session) Forged() bool { return s.forged }

// distrust takes back all that an open session with a forged record was said to
// know, and notes it.
// sealed reports whether it was a book that wrote the record, if an older one.
func (s *Session) distrust(sealed bool) {
	s.forged = true
	if !sealed {
		s.Epoch = 0
	}
	s.next(s.noted)
	if s.state.Phase == gate.Closed {
		s.Closed = closedForged
		return
	}
	s.state.Phase = gate.Exploration
	s.Frame, s.Ledger = map[Slot]slotState{}, newLedger()
	s.Mapped, s.Hypotheses, s.Missing = []MappedSymbol{}, []Hypothetical{}, []Missing{}
	s.Added, s.NewFiles = []Added{}, []string{}
	s.Understood, s.Submitted, s.Doubted, s.WasReady, s.Since = false, false, false, false, 0
	s.Violate(Violation{At: s.now(), Agent: s.state.Owner.Agent, Tool: s.say(speech.UnsealedRecord), Files: []string{".code-intel/" + nameOf(s.state.ID)}})
}
