package session_test

import (
	"errors"
	"fmt"
	"testing"

	"codeintel/session"
	"codeintel/session/sessiontest"
)

// TestRefusedAreKept: people can read what was refused and why, the newest, also
// after a restart.
func TestRefusedAreKept(t *testing.T) {
	w := newWorld(t, sessiontest.New(map[string]string{"a.toy": "func f\n"}))
	s, err := w.book.Start(t.Context(), session.StartArgs{Intent: session.Modify, Query: "fix f"}, session.Agent{}, w.repo)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		err := w.book.Update(t.Context(), s.SessionID, func(s *session.Session) error {
			_, err := s.CheckWrite(session.Target{Path: fmt.Sprintf("%d.toy", i)})
			return err
		})
		var refused *session.Refusal
		if !errors.As(err, &refused) {
			t.Fatalf("a write in %s: %v", s.Phase, err)
		}
	}
	again, err := w.book.View(s.SessionID)
	if err != nil {
		t.Fatal(err)
	}
	st := again.Status()
	if st.Refusals != 60 || len(st.Refused) != 50 {
		t.Fatalf("%d refusals, of which %d are kept", st.Refusals, len(st.Refused))
	}
	if r := st.Refused[49]; r.Tool != "check_write_target" || r.Code != "phase_forbidden" || r.Why == "" || r.At.IsZero() {
		t.Errorf("the newest is %+v", r)
	}
}
