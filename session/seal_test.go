package session_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"codeintel/session"
	"codeintel/session/gate"
)

// TestSeal: a record that was changed by something else than a book with the key is
// not believed, whether the book has read it before or not.
func TestSeal(t *testing.T) {
	t.Parallel()
	seal := func(data []byte) string {
		sum := sha256.Sum256(append([]byte("key"), data...))
		return hex.EncodeToString(sum[:])
	}
	for name, c := range map[string]struct {
		forge func(string) string
		phase gate.Phase
	}{
		"untouched":     {func(s string) string { return s }, gate.Ready},
		"another phase": {func(s string) string { return strings.Replace(s, `"phase":"READY"`, `"phase":"SEMANTIC"`, 1) }, gate.Exploration},
		"another file": {func(s string) string {
			return strings.Replace(s, `"added":[]`, `"added":[{"path":"pay","reason":"x","timestamp":"2026-01-01T00:00:00Z"}]`, 1)
		}, gate.Exploration},
		"no seal":        {func(s string) string { return s[:strings.IndexByte(s, '\n')+1] }, gate.Exploration},
		"an empty seal":  {func(s string) string { return s[:strings.IndexByte(s, '\n')+1] + "{\"seal\":\"\"}\n" }, gate.Exploration},
		"something more": {func(s string) string { return s + "x" }, gate.Exploration},
		"an epoch of its own": {func(s string) string {
			return regexp.MustCompile(`"epoch":\d+`).ReplaceAllString(s, `"epoch":4503599627370496`)
		}, gate.Exploration},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, shop())
			open := func() *session.Book {
				return session.OpenBook(w.disk, session.BookOptions{Now: func() time.Time { return w.now }, Random: func(b []byte) { w.ids++; b[0] = w.ids }, Seal: seal})
			}
			w.book = open()
			id := w.readyAs(alice)
			file := "sessions/" + id + ".json"
			data, _, err := w.disk.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.disk.Write(file, []byte(c.forge(string(data)))); err != nil {
				t.Fatal(err)
			}
			for _, book := range []*session.Book{w.book, open()} {
				st, err := book.Governs(alice)
				if err != nil || st.Session == nil {
					t.Fatalf("%+v %v", st, err)
				}
				if got := st.Session.Phase(); got != c.phase || st.Session.Forged() != (name != "untouched") {
					t.Errorf("%s, forged: %t", got, st.Session.Forged())
				}
			}
			// What is kept next is sealed, and what was forged stays forgotten.
			if err := w.do(id, func(*session.Session) error { return nil }); err != nil {
				t.Fatal(err)
			}
			if s, err := open().View(id); err != nil || s.Forged() || s.Phase() != c.phase {
				t.Errorf("%v", err)
			}
		})
	}
}

// sealWith returns a seal with a key; "" is one that can't be had.
func sealWith(key *string) func([]byte) string {
	return func(data []byte) string {
		if *key == "" {
			return ""
		}
		sum := sha256.Sum256(append([]byte(*key), data...))
		return hex.EncodeToString(sum[:])
	}
}

// witness is a session.Witness in memory.
type witness struct {
	epochs map[string]int64
	hooked map[string]bool
	err    error
}

func (w *witness) Epoch(id string) (int64, bool, error) {
	n, ok := w.epochs[id]
	return n, ok, w.err
}

func (w *witness) Note(id string, n int64) error {
	w.epochs[id] = max(w.epochs[id], n)
	return w.err
}

func (w *witness) Forget(id string) error {
	delete(w.epochs, id)
	return w.err
}

func (w *witness) Hooked(client string) (bool, error) { return w.hooked[client], w.err }

// witnessed is a world whose records are sealed and witnessed.
type witnessed struct {
	*world
	key string
	wit *witness
}

func newWitnessed(t *testing.T) *witnessed {
	w := &witnessed{world: newWorld(t, shop()), key: "key", wit: &witness{epochs: map[string]int64{}, hooked: map[string]bool{}}}
	w.book = w.again()
	return w
}

// again is the book of another process.
func (w *witnessed) again() *session.Book {
	return session.OpenBook(w.disk, session.BookOptions{
		Now: func() time.Time { return w.now }, Random: func(b []byte) { w.ids++; b[0] = w.ids }, Seal: sealWith(&w.key), Witness: w.wit,
	})
}

func (w *witnessed) record(id string) string {
	w.t.Helper()
	data, _, err := w.disk.Read("sessions/" + id + ".json")
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

func (w *witnessed) put(id, record string) {
	w.t.Helper()
	if _, err := w.disk.Write("sessions/"+id+".json", []byte(record)); err != nil {
		w.t.Fatal(err)
	}
}

// stands says how an agent stands, in the process that wrote the sessions and in
// another one.
func (w *witnessed) stands(who session.Agent) (phase gate.Phase, forged bool) {
	w.t.Helper()
	for i, book := range []*session.Book{w.book, w.again()} {
		st, err := book.Governs(who)
		if err != nil || st.Session == nil {
			w.t.Fatalf("%+v %v", st, err)
		}
		if i > 0 && (st.Session.Phase() != phase || st.Session.Forged() != forged) {
			w.t.Errorf("%s (forged: %t), and in another process %s (%t)", phase, forged, st.Session.Phase(), st.Session.Forged())
		}
		phase, forged = st.Session.Phase(), st.Session.Forged()
	}
	return phase, forged
}

// TestReplay: a record that was valid once is not believed when it is put back, in
// whichever way the session lost the right to write since; nor is one of which nothing
// is known any more. The newest one is.
func TestReplay(t *testing.T) {
	t.Parallel()
	revert := func(s *session.Session) error {
		_, err := s.Revert(true)
		return err
	}
	for name, c := range map[string]struct {
		since  func(w *witnessed, id string) error
		phase  gate.Phase
		forged bool
	}{
		"nothing happened since": {func(w *witnessed, id string) error { return nil }, gate.Ready, false},
		"only a call since": {func(w *witnessed, id string) error {
			return w.do(id, func(s *session.Session) error { s.Observe(session.Call{Tool: "query"}); return nil })
		}, gate.Ready, false},
		"it went back": {func(w *witnessed, id string) error { return w.do(id, revert) }, gate.Exploration, true},
		"it ended": {func(w *witnessed, id string) error {
			return w.do(id, func(s *session.Session) error { _, err := s.RecordOutcome(session.Success, "a", "b"); return err })
		}, gate.Exploration, true},
		"the person released it": {func(w *witnessed, id string) error { return w.book.Release(t.Context(), id) }, gate.Exploration, true},
		"a change was not allowed": {func(w *witnessed, id string) error {
			return w.do(id, func(s *session.Session) error {
				s.Violate(session.Violation{Tool: "Bash", Files: []string{"pay/payment.go"}})
				return nil
			})
		}, gate.Exploration, true},
		"another one was believed for a while": {func(w *witnessed, id string) error {
			w.put(id, strings.Replace(w.record(id), "READY", "SEMANTIC", 1))
			return w.do(id, func(*session.Session) error { return nil })
		}, gate.Exploration, true},
		"the witness forgot all, and another one was believed": {func(w *witnessed, id string) error {
			clear(w.wit.epochs)
			w.put(id, strings.Replace(w.record(id), "READY", "SEMANTIC", 1))
			return w.do(id, func(*session.Session) error { return nil })
		}, gate.Exploration, true},
		"the witness forgot all":                      {func(w *witnessed, id string) error { clear(w.wit.epochs); return nil }, gate.Exploration, true},
		"the key was lost":                            {func(w *witnessed, id string) error { w.key = "another"; return nil }, gate.Exploration, true},
		"the key can't be had, and the seal is empty": {func(w *witnessed, id string) error { w.key = ""; return nil }, gate.Exploration, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWitnessed(t)
			id := w.readyAs(alice)
			old := w.record(id)
			w.now = w.now.Add(time.Second)
			if err := c.since(w, id); err != nil {
				t.Fatal(err)
			}
			if w.key == "" {
				old = old[:strings.IndexByte(old, '\n')+1] + "{\"seal\":\"\"}\n"
			}
			w.put(id, old)
			if phase, forged := w.stands(alice); phase != c.phase || forged != c.forged {
				t.Errorf("%s, forged: %t", phase, forged)
			}
			// It stays so when it is kept again.
			if err := w.do(id, func(*session.Session) error { return nil }); err != nil {
				t.Fatal(err)
			}
			if w.put(id, old); c.forged {
				if phase, forged := w.stands(alice); phase != c.phase || !forged {
					t.Errorf("put back twice: %s, forged: %t", phase, forged)
				}
			}
		})
	}
	w := newWitnessed(t)
	id := w.readyAs(alice)
	w.wit.err = errors.New("no disk")
	if st, err := w.again().Governs(alice); err == nil {
		t.Errorf("nothing is known of the records, and one rules: %+v", st)
	}
	if err := w.do(id, revert); err == nil {
		t.Error("the end of READY is not witnessed, and nobody is told")
	}
}
