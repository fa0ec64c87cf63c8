package session_test

import (
	"crypto/sha256"
	"encoding/hex"
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
