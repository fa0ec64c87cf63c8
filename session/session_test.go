package session_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"codeintel/session"
	"codeintel/session/files"
	"codeintel/session/gate"
	"codeintel/session/sessiontest"
)

// shop is a small repository with all that a precise request needs.
func shop() *sessiontest.Repo {
	return sessiontest.New(map[string]string{
		"auth/login.go":   "func Login\n  checkPassword(x)\n  startSession(x)\n\nfunc checkPassword\n  return ErrorWrongPassword\n\nfunc startSession\n  store.Put(x)\n",
		"auth/logout.go":  "func Logout\n  endSession(x)\n\nfunc endSession\n  store.Delete(x)\n",
		"web/handler.go":  "func HandleLogin\n  Login(x)\n\nfunc HandleLogout\n  Logout(x)\n",
		"web/routes.go":   "func Routes\n  HandleLogin(x)\n  HandleLogout(x)\n",
		"store/store.go":  "type store\n\nfunc store.Put\n  lock(x)\n\nfunc store.Delete\n  lock(x)\n\nfunc lock\n",
		"pay/payment.go":  "func Charge\n  store.Put(x)\n\nfunc Refund\n",
		"docs/readme.txt": "the shop\n",
	})
}

type world struct {
	t    *testing.T
	code session.Code
	repo *sessiontest.Repo
	book *session.Book
	now  time.Time
	disk *files.Memory
	ids  byte
}

func newWorld(t *testing.T, r *sessiontest.Repo) *world {
	w := &world{t: t, code: r, repo: r, now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), disk: &files.Memory{}}
	w.book = w.open(nil)
	return w
}

func (w *world) open(j session.Judge) *session.Book {
	return session.OpenBook(w.disk, session.BookOptions{
		Now: func() time.Time { return w.now },
		Random: func(b []byte) {
			w.ids++
			for i := range b {
				b[i] = w.ids
			}
		},
		Judge: j,
	})
}

func (w *world) start(i session.Intent, query string, slots map[session.Slot]*session.SlotValue) *session.Started {
	w.t.Helper()
	st, err := w.book.Start(context.Background(), session.StartArgs{Intent: i, Query: query, Slots: slots}, session.Agent{}, w.code)
	if err != nil {
		w.t.Fatal(err)
	}
	return st
}

func (w *world) do(id string, f func(s *session.Session) error) error {
	w.t.Helper()
	return w.book.Update(context.Background(), id, f)
}

func (w *world) observe(id, tool, params string, shown session.Shown) {
	w.t.Helper()
	if err := w.do(id, func(s *session.Session) error {
		if err := s.Check(tool, ""); err != nil {
			return err
		}
		s.Observe(session.Call{Tool: tool, Params: json.RawMessage(params), Shown: shown})
		return nil
	}); err != nil {
		w.t.Fatal(err)
	}
}

const preciseQuery = "When the password is wrong, Login shows an internal error; make it say that the password is wrong"

func preciseSlots() map[session.Slot]*session.SlotValue {
	return map[session.Slot]*session.SlotValue{
		session.TargetFeature:    {Value: "Login", Quote: "Login"},
		session.TriggerCondition: {Value: "the password is wrong", Quote: "When the password is wrong"},
		session.ObservedIssue:    {Value: "shows an internal error", Quote: "shows an internal error"},
		session.DesiredAction:    {Value: "say that the password is wrong", Quote: "make it say that the password is wrong"},
	}
}

func preciseUnderstanding() session.Understanding {
	return session.Understanding{
		Symbols:     []string{"Login", "HandleLogin"},
		EntryPoints: []string{"HandleLogin"},
		Files:       []string{"auth/login.go", "web/handler.go"},
		Patterns:    []session.Pattern{{Description: "handlers call one function", File: "web/handler.go", Line: 2}},
		Evidence: map[session.Slot]session.Cited{
			session.ObservedIssue: {Tool: "find_references", Result: "HandleLogin calls Login in web/handler.go:2"},
		},
		Relevance: &session.Relevance{
			Symbols: []string{"Login"}, Reasoning: "it is the function that the request names",
			Evidence: []session.Citation{{File: "auth/login.go", Line: 1, Text: "func Login"}},
		},
	}
}

// TestPrecise is a precise request: four calls lead to READY.
func TestPrecise(t *testing.T) {
	w := newWorld(t, shop())
	st := w.start(session.Modify, preciseQuery, preciseSlots())
	if st.Risk != session.Low || len(st.Refused) > 0 || st.Phase != gate.Exploration {
		t.Fatalf("%+v", st)
	}
	id := st.SessionID
	w.observe(id, "find_definitions", `{"symbol":"Login"}`, w.repo.Meaning("Login", "checkPassword"))
	w.observe(id, "find_references", `{"symbol":"Login"}`, w.repo.References("Login"))
	u := preciseUnderstanding()
	u.Symbols = append(u.Symbols, "checkPassword")
	var res *session.UnderstandingResult
	if err := w.do(id, func(s *session.Session) (err error) { res, err = s.Submit(u, w.code); return }); err != nil {
		t.Fatal(err)
	}
	if res.Phase != gate.Ready || res.Confidence != session.ConfidenceHigh || len(res.Mend) > 0 || len(res.Missing) > 0 {
		t.Fatalf("%+v", res)
	}
	if res.Risk != session.High || res.Relevance.Accepted[0].Tier != gate.TierUnknown || !res.Relevance.Accepted[0].Confirmed {
		t.Errorf("%+v", res.Relevance)
	}
	for _, c := range []struct {
		path string
		want string
	}{
		{"auth/login.go", ""}, {"web/handler.go", ""}, {"pay/payment.go", session.WriteNotExplored}, {"auth/new.go", session.WriteNewFile},
		{"pay/new.go", session.WriteNewFolder}, {".git/config", session.WriteProtected}, {"sub/.GIT/hooks/x", session.WriteProtected}, {".code-intel/sessions/x.json", session.WriteProtected},
	} {
		var d *session.Decision
		if err := w.do(id, func(s *session.Session) (err error) { d, err = s.CheckWrite(w.repo.Target(c.path)); return }); err != nil {
			t.Fatal(err)
		}
		if d.Code != c.want || d.Allow != (c.want == "") {
			t.Errorf("%s: %+v, want %q", c.path, d, c.want)
		}
		if !d.Allow && len(d.Recovery) == 0 {
			t.Errorf("%s: no way on: %+v", c.path, d)
		}
	}
	// The third refusal of its kind is one line, and still says how to go on.
	for i := range 3 {
		var d *session.Decision
		if err := w.do(id, func(s *session.Session) (err error) {
			d, err = s.CheckWrite(w.repo.Target("docs/readme.txt"))
			return
		}); err != nil {
			t.Fatal(err)
		}
		if short := !strings.Contains(d.Reason, "automatic") && !strings.Contains(d.Reason, "\n"); short != (i == 2) || len([]rune(d.Reason)) > 400 || d.Recovery[0].Tool != "add_explored_files" {
			t.Errorf("refusal %d: %+v", i+1, d)
		}
	}
	// What is added may be written; what is not there is not added.
	if err := w.do(id, func(s *session.Session) error {
		r, err := s.AddExplored([]string{"docs/readme.txt", "docs/none.txt", ".git", "."}, "the text names it", w.code)
		if err == nil && (len(r.Added) != 2 || len(r.Refused) != 2) {
			t.Errorf("%+v", r)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for p, want := range map[string]bool{"docs/readme.txt": true, "new.go": true, "pay/payment.go": true, "pay/new.go": true, "docs": true, ".git/config": false} {
		target := w.repo.Target(p)
		target.AllowNew = true
		if d := session.DecideWrite(session.ModeSession, session.Standing{Session: w.view(id)}, target); d.Allow != want {
			t.Errorf("%s: %+v", p, d)
		}
	}
}
