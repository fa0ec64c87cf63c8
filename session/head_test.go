package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"codeintel/session/files"
	"codeintel/session/speech"
)

// longDay is a session with so many calls that its file is a megabyte.
func longDay(id string) *Session {
	at := time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC)
	s := newSession(id, Modify, "fix \"Login\" "+strings.Repeat("語", 200), Agent{Client: "c", Sub: "s"}, speech.English, func() time.Time { return at }, nil)
	for c := range 200 {
		var shown Shown
		for k := range 20 {
			p := fmt.Sprintf("some/folder/of/files/file%d.go", (c*7+k)%300)
			shown.Symbols = append(shown.Symbols, Symbol{Symbol: fmt.Sprintf("ci go . example/%s/Name%d#Method%d().", p, c, k), Name: fmt.Sprintf("Method%d", k), File: p, Line: k + 1, EndLine: k + 3})
			shown.Lines = append(shown.Lines, Lines{File: p, From: k + 1, To: k + 5, Hash: "0123456789abcdef"})
		}
		s.Observe(Call{Tool: "find_definitions", Params: json.RawMessage(`{"symbol":"Login"}`), Shown: shown})
	}
	return s
}

func saved(tb testing.TB, s *Session) []byte {
	tb.Helper()
	data, err := s.encode()
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

const someID = "s_aaaaaaaaaaaaaaaaaaaaaaaaaa"

func TestHead(t *testing.T) {
	s := longDay(someID)
	data := saved(t, s)
	if h, err := decodeHead(data); err != nil || h != s.head() {
		t.Errorf("%+v (%v), want %+v", h, err, s.head())
	}
	// It needs the beginning alone.
	if h, err := decodeHead(data[:4096]); err != nil || h != s.head() {
		t.Errorf("of the first bytes %+v (%v)", h, err)
	}
	for _, bad := range []string{"", "{", "[]", "null", "{}", `{"version":2,"id":"` + someID + `","phase":"READY"}`, `{"version":1,"id":"a","phase":"READY"}`, `{"version":1,"id":"` + someID + `","phase":"DONE"}`, `{"version":1,"id":7}`} {
		if h, err := decodeHead([]byte(bad)); err == nil {
			t.Errorf("%s: %+v", bad, h)
		}
	}
}

// TestOnlyHeadsAreRead: what is damaged in a session of somebody else is nobody's
// concern, and in one's own it is.
func TestOnlyHeadsAreRead(t *testing.T) {
	disk := &files.Memory{}
	now := func() time.Time { return time.Date(2026, 1, 2, 4, 0, 0, 0, time.UTC) }
	book := OpenBook(disk, BookOptions{Now: now})
	data := saved(t, longDay(someID))
	if _, err := disk.Write(nameOf(someID), data[:len(data)/2]); err != nil {
		t.Fatal(err)
	}
	if st, err := book.Governs(Agent{Client: "other"}); err != nil || st.Session != nil {
		t.Errorf("another agent: %+v, %v", st, err)
	}
	if _, err := book.Governs(Agent{Client: "c", Sub: "s"}); err == nil {
		t.Error("its own agent was told nothing")
	}
	if _, err := disk.Write(nameOf(someID), []byte("{")); err != nil {
		t.Fatal(err)
	}
	if _, err := book.Governs(Agent{Client: "other"}); err == nil {
		t.Error("a session of which nothing is known was passed over")
	}
	if _, err := disk.Write(nameOf(someID), data); err != nil {
		t.Fatal(err)
	}
	st, err := book.Governs(Agent{Client: "c", Sub: "s"})
	if err != nil || st.Session == nil || st.Session.ID() != someID {
		t.Errorf("%+v, %v", st, err)
	}
	if err := disk.Remove(nameOf(someID)); err != nil {
		t.Fatal(err)
	}
	var none *Refusal
	if _, err := book.View(someID); !errors.As(err, &none) {
		t.Errorf("one that was removed: %v", err)
	}
}

// FuzzHead: the head of what can be read whole is that of the session.
func FuzzHead(f *testing.F) {
	f.Add(saved(f, newSession(someID, Question, "what", Agent{}, speech.English, time.Now, nil)))
	f.Add([]byte(`{"x":[{}],"id":"` + someID + `","version":1,"phase":"READY","phase":"CLOSED"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = decodeHead(data)
		s, err := decode(data, time.Now, nil)
		if err != nil {
			return
		}
		again := saved(t, s)
		h, err := decodeHead(again)
		if want := s.head(); err != nil || h.ID != want.ID || h.Phase != want.Phase || h.Owner != want.Owner || !h.Created.Equal(want.Created) || !h.Active.Equal(want.Active) {
			t.Fatalf("%+v (%v), want %+v", h, err, want)
		}
	})
}

func BenchmarkHead(b *testing.B) {
	data := saved(b, longDay(someID))
	for b.Loop() {
		if _, err := decodeHead(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	data := saved(b, longDay(someID))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := decode(data, time.Now, nil); err != nil {
			b.Fatal(err)
		}
	}
}
