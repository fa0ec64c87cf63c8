package session_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"codeintel/session"
	"codeintel/session/gate"
)

func noon() time.Time { return time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC) }

// FuzzEvents makes calls in any order, with good and bad evidence: READY comes
// when, and only when, what the rules ask for has happened, and nothing else is
// ever written.
func FuzzEvents(f *testing.F) {
	f.Add(byte(1), []byte{6, 0, 1, 10})
	f.Add(byte(0), []byte{0, 1, 2, 9, 3, 24, 4, 29, 34, 0, 1, 10})
	f.Add(byte(2), []byte{0, 9, 1, 2, 9, 3, 24, 4, 30, 34})
	f.Add(byte(1), []byte{0, 1, 2, 15, 45, 33, 39, 46, 47})
	f.Add(byte(3), []byte{34, 9, 33, 44})
	r := shop()
	f.Fuzz(func(t *testing.T, intent byte, events []byte) {
		e := &explorer{t: t, repo: r, intent: session.Intents()[int(intent)%4]}
		acts := e.acts()
		s := session.NewSession("s_aaaaaaaaaaaaaaaaaaaaaaaaaa", e.intent, vague, noon, nil, r)
		tr := newTruth()
		tr.rate(e.intent, true)
		var names []string
		at := func() string { return strings.Join(names, " > ") }
		for _, n := range events[:min(len(events), 60)] {
			a := acts[int(n)%len(acts)]
			names = append(names, a.name)
			if next, t := e.step(s, tr, s.Essence(), a, map[string]int{}, at); next != nil {
				s, tr = next, t
			}
			e.writable(s, tr, at)
		}
		e.kept(s, noon, at())
	})
}

// FuzzDecode reads sessions that were kept by anybody: what is read is one that
// could have been kept, and all that can be done with it can be done.
func FuzzDecode(f *testing.F) {
	r := shop()
	e := &explorer{t: nil, repo: r, intent: session.Modify}
	acts := e.acts()
	s := session.NewSession("s_aaaaaaaaaaaaaaaaaaaaaaaaaa", session.Modify, vague, noon, nil, r)
	f.Add(s.Encode())
	for _, n := range []int{0, 1, 2, 6, 9, 3, 24, 4, 29} {
		if _, err := acts[n].do(s); err == nil {
			f.Add(s.Encode())
		}
	}
	f.Add([]byte(`{"version":1}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := session.Decode(data, noon, nil)
		if err != nil {
			return
		}
		first := s.Encode()
		again, err := session.Decode(first, noon, nil)
		if err != nil || !bytes.Equal(again.Encode(), first) {
			t.Fatalf("%v\n%s\n%s", err, data, first)
		}
		if _, err := json.Marshal(s.Status()); err != nil {
			t.Error(err)
		}
		was := s.Phase()
		for _, a := range acts {
			c := s.Clone()
			if _, err := a.do(c); err == nil && c.Phase() == gate.Ready && was == gate.Closed {
				t.Errorf("%s opens a session that has ended", a.name)
			}
		}
		if !bytes.Equal(s.Encode(), first) {
			t.Error("a copy that changed has changed the session")
		}
	})
}

// FuzzEvidence cites a call with any words: it counts only when they name
// something that the call showed.
func FuzzEvidence(f *testing.F) {
	for _, text := range []string{"Login", "auth/login.go:1", "LoginはChargeCardを呼ぶ", "`x` (see a.b::c->d#e)", "../../etc/passwd:99999999999999999999", "決済する", "kessai/会計.go:1", "a/b/c.d:0", "\xff\xfe login.go"} {
		f.Add("find_definitions", text, 0)
	}
	f.Add("Read", "store.go:3", 8)
	r := market()
	f.Fuzz(func(t *testing.T, tool, text string, number int) {
		s := honest(r, session.Modify, english)
		cited := session.Cited{Tool: tool, Result: text, Call: number}
		res, err := s.Submit(session.Understanding{Evidence: map[session.Slot]session.Cited{session.TargetFeature: cited}}, r)
		if err != nil {
			t.Fatal(err)
		}
		names := false
		for _, known := range []string{"Login", "checkPassword", "startSession", "決済する", "Routes", "Put", "lock", "login.go", "handler.go", "routes.go", "store.go", "会計.go", "payment.go"} {
			names = names || strings.Contains(text, known)
		}
		if len(res.Mend) == 0 && !names {
			t.Errorf("%q of %s is evidence", text, tool)
		}
		for _, m := range res.Mend {
			if m.Code == "" || m.Reason == "" || utf8.RuneCountInString(m.Item) > 80 || len(m.Reason) > 600 {
				t.Errorf("%+v", m)
			}
		}
		c := session.Citation{Text: text}
		if number > 0 {
			c.File, c.Line = "auth/login.go", number
		}
		if _, err := s.ConfirmRelevance(session.Relevance{Symbols: []string{text}, Reasoning: "x", Evidence: []session.Citation{c}}, r); err == nil {
			t.Error("symbols are relevant before anything is understood")
		}
	})
}

// FuzzQuote fills a slot with anything: only with words of the query.
func FuzzQuote(f *testing.F) {
	f.Add(english, "Login", "Login")
	f.Add(japanese, "ﾛｸﾞｲﾝ", "ログイン")
	f.Add("ＬＯＧＩＮ　ｐａｇｅ", "login", "LOGIN\npage")
	f.Add("a\xffb", "\xff", "a")
	f.Fuzz(func(t *testing.T, query, value, words string) {
		s := session.NewSession("s_aaaaaaaaaaaaaaaaaaaaaaaaaa", session.Modify, query, noon, nil, shop())
		res, err := s.SetFrame(map[session.Slot]*session.SlotValue{session.TargetFeature: {Value: value, Quote: words}})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Refused) == 0 {
			if q := session.Folded(words); q == "" || !strings.Contains(session.Folded(query), q) || s.Value(session.TargetFeature) == "" {
				t.Errorf("%q for %q of %q is accepted", value, words, query)
			}
		} else if s.Value(session.TargetFeature) != "" {
			t.Errorf("it was refused, and is %q", s.Value(session.TargetFeature))
		}
		if again, err := session.Decode(s.Encode(), noon, nil); err != nil || again.Value(session.TargetFeature) != s.Value(session.TargetFeature) {
			t.Errorf("it can't be kept: %v", err)
		}
	})
}
