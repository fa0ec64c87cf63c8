package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"codeintel/session"
	"codeintel/session/files"
	"codeintel/session/gate"
	"codeintel/session/sessiontest"
)

var (
	alice = session.Agent{Client: "alice"}
	bob   = session.Agent{Client: "bob"}
	sub   = session.Agent{Client: "alice", Sub: "helper"}
)

func (w *world) startAs(who session.Agent, i session.Intent) string {
	w.t.Helper()
	st, err := w.book.Start(context.Background(), session.StartArgs{Intent: i, Query: preciseQuery, Slots: preciseSlots()}, who, w.code)
	if err != nil {
		w.t.Fatal(err)
	}
	w.now = w.now.Add(time.Second)
	return st.SessionID
}

// readyAs begins a session and leads it to READY.
func (w *world) readyAs(who session.Agent) string {
	w.t.Helper()
	id := w.startAs(who, session.Modify)
	w.observe(id, "find_definitions", `{"symbol":"Login"}`, w.repo.Meaning("Login", "checkPassword"))
	w.observe(id, "find_references", `{"symbol":"Login"}`, w.repo.References("Login"))
	u := preciseUnderstanding()
	u.Symbols = append(u.Symbols, "checkPassword")
	if err := w.do(id, func(s *session.Session) error { _, err := s.Submit(u, w.code); return err }); err != nil {
		w.t.Fatal(err)
	}
	if p := w.view(id).Phase(); p != gate.Ready {
		w.t.Fatalf("it is in %s", p)
	}
	return id
}

func (w *world) view(id string) *session.Session {
	w.t.Helper()
	s, err := w.book.View(id)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

func code(err error) string {
	var r *session.Refusal
	if errors.As(err, &r) {
		return r.Code
	}
	return fmt.Sprint(err)
}

func (w *world) writes(who session.Agent, p string) session.Decision {
	w.t.Helper()
	st, err := w.book.Governs(who)
	if err != nil {
		w.t.Fatal(err)
	}
	t := w.repo.Target(p)
	t.AllowNew = true
	return session.DecideWrite(session.ModeSession, st, t)
}

// TestRestart keeps a session over the end of a process in each phase.
func TestRestart(t *testing.T) {
	w := newWorld(t, shop())
	again := func(id string, want gate.Phase) {
		t.Helper()
		before := w.view(id).Status()
		w.book = w.open(nil)
		after := w.view(id).Status()
		was, err := json.Marshal(before)
		is, err2 := json.Marshal(after)
		if err != nil || err2 != nil || after.Phase != want || string(was) != string(is) {
			t.Errorf("%s\nis after a restart\n%s", was, is)
		}
	}
	id := w.start(session.Modify, vague, nil).SessionID
	again(id, gate.Exploration)
	for _, tool := range []string{"find_definitions", "find_references", "search_text"} {
		w.observe(id, tool, `{"symbol":"Login"}`, w.repo.Definitions("Login"))
	}
	step := func(f func(s *session.Session) error) {
		t.Helper()
		if err := w.do(id, f); err != nil {
			t.Fatal(err)
		}
	}
	step(func(s *session.Session) error {
		_, err := s.Submit(session.Understanding{Meaning: true}, w.code)
		return err
	})
	again(id, gate.Semantic)
	w.observe(id, "semantic_search", `{"query":"password"}`, w.repo.Meaning("checkPassword"))
	step(func(s *session.Session) error {
		_, err := s.SubmitSemantic(session.Findings{Hypotheses: []session.Hypothesis{{Symbol: "checkPassword"}}, Reason: gate.NoDefinitionFound}, w.code)
		return err
	})
	again(id, gate.Verification)
	w.observe(id, "find_definitions", `{"symbol":"checkPassword"}`, w.repo.Definitions("checkPassword"))
	found := session.Cited{Tool: "find_definitions", Result: "checkPassword"}
	step(func(s *session.Session) error {
		_, err := s.SubmitVerification(session.Verification{
			Results:  []session.Verdict{{Hypothesis: "checkPassword", Verdict: session.Confirmed, Evidence: found}},
			Resolved: map[session.Slot]string{session.TargetFeature: "the check of passwords", session.ObservedIssue: "shows an internal error"},
			Evidence: map[session.Slot]session.Cited{session.TargetFeature: found, session.ObservedIssue: found},
		}, w.code)
		return err
	})
	again(id, gate.Ready)
	var out *session.OutcomeResult
	step(func(s *session.Session) (err error) {
		out, err = s.RecordOutcome(session.Success, "it works", "thanks")
		return
	})
	if len(out.Agreed) != 1 || out.Agreed[0].Term != "the check of passwords" || out.Agreed[0].Symbol.Name != "checkPassword" || out.Agreed[0].Files[0] != "auth/login.go" || !out.Outcome.SemanticUsed {
		t.Errorf("%+v", out)
	}
	again(id, gate.Closed)
	if err := w.do(id, func(s *session.Session) error { return s.Check("submit_understanding", "") }); code(err) != "session_closed" {
		t.Error(err)
	}
	if err := w.do(id, func(s *session.Session) error { _, err := s.RecordOutcome(session.Failure, "", "it broke"); return err }); err != nil {
		t.Errorf("an outcome of an earlier session: %v", err)
	}
}

// TestTwoAgents are in one repository: none opens the other's gate.
func TestTwoAgents(t *testing.T) {
	w := newWorld(t, shop())
	a := w.readyAs(alice)
	if d := w.writes(bob, "auth/login.go"); !d.Allow || d.Session != "" {
		t.Errorf("bob has no session, and is not held up: %+v", d)
	}
	b := w.startAs(bob, session.Modify)
	if d := w.writes(alice, "auth/login.go"); !d.Allow || d.Session != a {
		t.Errorf("%+v", d)
	}
	if d := w.writes(bob, "auth/login.go"); d.Allow || d.Code != session.WriteNotReady || d.Session != b {
		t.Errorf("%+v", d)
	}
	if err := w.book.Bind(context.Background(), a, bob); code(err) != "not_yours" {
		t.Error(err)
	}
	if d := w.writes(bob, "auth/login.go"); d.Allow {
		t.Errorf("%+v", d)
	}
	// A subagent has what was read, and no right to write.
	if d := w.writes(sub, "auth/login.go"); d.Allow || d.Code != session.WriteSubagent || d.Recovery[0].Tool != "start_session" {
		t.Errorf("%+v", d)
	}
	if err := w.book.Bind(context.Background(), a, sub); err != nil || w.view(a).Owner() != alice {
		t.Errorf("%v: the owner is %+v", err, w.view(a).Owner())
	}
	own := w.startAs(sub, session.Modify)
	if s := w.view(own); !s.WasShown(w.repo.Symbols("Login")[0].Symbol) || s.Phase() != gate.Exploration {
		t.Errorf("%+v", s.Status())
	}
	if d := w.writes(sub, "auth/login.go"); d.Allow || d.Session != own {
		t.Errorf("%+v", d)
	}
	if d := w.writes(alice, "auth/login.go"); !d.Allow {
		t.Errorf("the subagent's session has ended that of its agent: %+v", d)
	}
	// A new session of alice ends the one before.
	c := w.startAs(alice, session.Question)
	if s := w.view(a); s.Phase() != gate.Closed || !strings.Contains(s.Status().ClosedBecause, c) {
		t.Errorf("%+v", s.Status())
	}
	if d := w.writes(alice, "auth/login.go"); d.Allow || d.Code != session.WriteReadOnly {
		t.Errorf("%+v", d)
	}
	if s := w.view(own); s.Phase() == gate.Closed {
		t.Error("it ended that of the subagent as well")
	}
	// The person's way out.
	if err := w.book.Release(context.Background(), c); err != nil {
		t.Error(err)
	}
	if d := w.writes(alice, "auth/login.go"); !d.Allow || d.Session != "" {
		t.Errorf("%+v", d)
	}
}

// TestNoWayAround: an agent that is held up does not come free by beginning another
// session and ending it.
func TestNoWayAround(t *testing.T) {
	w := newWorld(t, shop())
	held := w.startAs(alice, session.Modify)
	for _, i := range []session.Intent{session.Question, session.Investigate, session.Implement} {
		id := w.startAs(alice, i)
		if err := w.do(id, func(s *session.Session) error { _, err := s.RecordOutcome(session.Success, "", ""); return err }); err != nil {
			t.Error(err)
		}
		if d := w.writes(alice, "auth/login.go"); d.Allow {
			t.Errorf("%s: %+v", i, d)
		}
	}
	if s := w.view(held); s.Phase() != gate.Exploration {
		t.Errorf("it is in %s", s.Phase())
	}
	// A session that comes to write ends them all.
	id := w.readyAs(alice)
	if d := w.writes(alice, "auth/login.go"); !d.Allow || d.Session != id {
		t.Errorf("%+v", d)
	}
	if s := w.view(held); s.Phase() != gate.Closed || !strings.Contains(s.Status().ClosedBecause, id) {
		t.Errorf("%+v", s.Status())
	}
	if err := w.do(id, func(s *session.Session) error { _, err := s.RecordOutcome(session.Success, "", ""); return err }); err != nil {
		t.Error(err)
	}
	if d := w.writes(alice, "auth/login.go"); !d.Allow || d.Session != "" {
		t.Errorf("all have ended: %+v", d)
	}
}

func TestResolve(t *testing.T) {
	w := newWorld(t, shop())
	resolve := func(id string, who session.Agent, need bool) string {
		got, err := w.book.Resolve(id, who, need)
		if err != nil {
			return code(err)
		}
		return got
	}
	if got := resolve("", session.Agent{}, true); got != "session_required" {
		t.Error(got)
	}
	if got := resolve("", session.Agent{}, false); got != "" {
		t.Error(got)
	}
	if got := resolve("s_nothing", session.Agent{}, false); got != "session_not_found" {
		t.Error(got)
	}
	a := w.startAs(session.Agent{}, session.Modify)
	if got := resolve("", session.Agent{}, true); got != a {
		t.Errorf("the only open one: %s", got)
	}
	if got := resolve("", bob, true); got != a {
		t.Errorf("the only open one, of an agent that is not known: %s", got)
	}
	b := w.startAs(bob, session.Modify)
	_, err := w.book.Resolve("", session.Agent{}, true)
	var r *session.Refusal
	if !errors.As(err, &r) || r.Code != "session_required" || !strings.Contains(r.Message, a) || !strings.Contains(r.Message, b) || !slices.Contains(r.NextActions, "list_sessions") || len([]rune(r.Message)) > 400 {
		t.Errorf("%+v", err)
	}
	if got := resolve("", session.Agent{}, false); got != "" {
		t.Errorf("several are open, and it does not matter which: %s", got)
	}
	if got := resolve("", bob, true); got != b {
		t.Errorf("bob's own: %s", got)
	}
	if got := resolve("", session.Agent{Client: "bob", Sub: "x"}, true); got != b {
		t.Errorf("that of the agent it works for: %s", got)
	}
	if got := resolve("", alice, true); got != a {
		t.Errorf("alice's is none but the one of nobody: %s", got)
	}
	if err := w.book.Bind(context.Background(), a, alice); err != nil || w.view(a).Owner() != alice {
		t.Error(err)
	}
	if got := resolve("", session.Agent{Client: "carol"}, true); got != "session_required" {
		t.Errorf("carol has none, and others' are not hers: %s", got)
	}
	if got := resolve(b, alice, true); got != b {
		t.Errorf("by its id: %s", got)
	}
}

// TestTwoProcesses have a book each of the same files.
func TestTwoProcesses(t *testing.T) {
	w := newWorld(t, shop())
	id := w.startAs(alice, session.Modify)
	books := []*session.Book{w.book, w.open(nil), w.open(nil)}
	var wg sync.WaitGroup
	const each = 20
	for _, b := range books {
		wg.Go(func() {
			for range each {
				if err := b.Update(context.Background(), id, func(s *session.Session) error {
					s.Observe(session.Call{Tool: "search_text"})
					return nil
				}); err != nil {
					t.Error(err)
				}
				if st, err := b.Governs(alice); err != nil || st.Session == nil {
					t.Errorf("%v %+v", err, st)
				}
			}
		})
	}
	wg.Wait()
	for i, b := range books {
		if s, err := b.View(id); err != nil || s.Status().Made != each*len(books) {
			t.Errorf("book %d: %v, %d calls", i, err, s.Status().Made)
		}
	}
}

// TestAllOrNothing: a change that fails, or that can't be kept, did not happen;
// refusals alone are counted.
func TestAllOrNothing(t *testing.T) {
	w := newWorld(t, shop())
	id := w.startAs(alice, session.Modify)
	made := func() int { t.Helper(); return w.view(id).Status().Made }
	boom := errors.New("boom")
	if err := w.do(id, func(s *session.Session) error { s.Observe(session.Call{Tool: "search_text"}); return boom }); !errors.Is(err, boom) || made() != 0 {
		t.Errorf("%v, %d calls", err, made())
	}
	w.disk.Fail = func(op, name string) error {
		if op == "write" {
			return boom
		}
		return nil
	}
	if err := w.do(id, func(s *session.Session) error { s.Observe(session.Call{Tool: "search_text"}); return nil }); !errors.Is(err, boom) {
		t.Error(err)
	}
	w.disk.Fail = nil
	if made() != 0 {
		t.Errorf("%d calls", made())
	}
	var texts []string
	for range 4 {
		err := w.do(id, func(s *session.Session) error {
			s.Observe(session.Call{Tool: "search_text"})
			return s.Check("submit_semantic", "")
		})
		var r *session.Refusal
		if !errors.As(err, &r) {
			t.Fatal(err)
		}
		texts = append(texts, r.Message)
	}
	if made() != 0 || w.view(id).Status().Refusals != 4 {
		t.Errorf("%d calls, %d refusals", made(), w.view(id).Status().Refusals)
	}
	for i, text := range texts {
		short := len([]rune(text)) <= 120 && !strings.Contains(text, "automatic") && !strings.Contains(text, "\n")
		if short != (i >= 2) || len([]rune(text)) > 400 {
			t.Errorf("refusal %d: %q", i+1, text)
		}
	}
}

// TestUnreadable: where a session can't be read, a gate does not open.
func TestUnreadable(t *testing.T) {
	w := newWorld(t, shop())
	a := w.startAs(alice, session.Modify)
	b := w.startAs(bob, session.Modify)
	data, _, err := w.disk.Read("sessions/" + a + ".json")
	if err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{
		"cut":              string(data[:len(data)/2]),
		"empty":            "",
		"of another":       strings.Replace(string(data), a, b, 1),
		"of a newer build": strings.Replace(string(data), `"version":1`, `"version":2`, 1),
		"of no phase":      strings.Replace(string(data), "EXPLORATION", "DONE", 1),
		"with more":        strings.Replace(string(data), `{"version"`, `{"more":1,"version"`, 1),
		"twice":            string(data) + string(data),
	} {
		if _, err := w.disk.Write("sessions/"+a+".json", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if _, err := w.book.Governs(alice); err == nil || !strings.Contains(err.Error(), a) {
			t.Errorf("%s: %v", what, err)
		}
		if st, err := w.book.Governs(bob); err != nil || st.Session == nil || st.Session.ID() != b {
			t.Errorf("%s: bob's can be read: %v", what, err)
		}
		if list, err := w.book.List(); err == nil || len(list) != 1 {
			t.Errorf("%s: %v, %d sessions", what, err, len(list))
		}
		if err := w.do(a, func(*session.Session) error { return nil }); err == nil {
			t.Errorf("%s: it was changed", what)
		}
	}
	w.disk.Fail = func(op, name string) error {
		if op == "read" {
			return errors.New("no permission")
		}
		return nil
	}
	if _, err := w.open(nil).Governs(alice); err == nil {
		t.Error("nothing can be read, and the gate is open")
	}
	w.disk.Fail = nil
	if err := w.book.Release(context.Background(), a); err != nil {
		t.Error(err)
	}
	if st, err := w.book.Governs(alice); err != nil || st.Session != nil {
		t.Errorf("%v %+v", err, st)
	}
	if s := w.view(a); s.Phase() != gate.Closed {
		t.Errorf("a session that was released is in %s", s.Phase())
	}
}

func TestExpire(t *testing.T) {
	w := newWorld(t, shop())
	a := w.startAs(alice, session.Modify)
	w.now = w.now.Add(7 * 24 * time.Hour)
	b := w.startAs(bob, session.Modify)
	if st, err := w.book.Governs(alice); err != nil || st.Session == nil && w.now.Sub(w.view(a).Active()) <= 7*24*time.Hour {
		t.Errorf("%v %+v", err, st)
	}
	w.now = w.now.Add(time.Minute)
	// It has ended, and forbids to write until another one is begun.
	if st, err := w.book.Governs(alice); err != nil || st.Session == nil || st.Session.Phase() != gate.Closed {
		t.Errorf("after a week: %v %+v", err, st)
	}
	if got, err := w.book.Resolve("", session.Agent{}, true); err != nil || got != b {
		t.Errorf("%s %v", got, err)
	}
	ended, err := w.book.Expire(context.Background())
	if err != nil || !slices.Equal(ended, []string{a}) || w.view(a).Phase() != gate.Closed {
		t.Errorf("%v %v", ended, err)
	}
	w.now = w.now.Add(31 * 24 * time.Hour)
	if _, err := w.book.Expire(context.Background()); err != nil {
		t.Error(err)
	}
	if _, err := w.book.View(a); code(err) != "session_not_found" {
		t.Errorf("a month after its end: %v", err)
	}
}

func TestStartErrors(t *testing.T) {
	w := newWorld(t, shop())
	for _, c := range []struct {
		args session.StartArgs
		want string
	}{
		{session.StartArgs{Intent: "modify", Query: "x"}, "intent"},
		{session.StartArgs{Intent: session.Modify, Query: " "}, "query"},
		{session.StartArgs{Intent: session.Modify, Query: "x", Slots: map[session.Slot]*session.SlotValue{"feature": nil}}, "slots"},
	} {
		_, err := w.book.Start(context.Background(), c.args, alice, w.code)
		var r *session.Refusal
		if !errors.As(err, &r) || r.Field != c.want || r.Code != "invalid_argument" || r.NextActions[0] != "start_session" {
			t.Errorf("%+v", err)
		}
	}
	if list, err := w.book.List(); err != nil || len(list) != 0 {
		t.Errorf("%v %v", list, err)
	}
	w.disk.Fail = func(string, string) error { return errors.New("full") }
	if _, err := w.book.Start(context.Background(), session.StartArgs{Intent: session.Modify, Query: "x"}, alice, w.code); err == nil {
		t.Error("a session that is not kept began")
	}
}

// TestModes is what the setting write_gate does where no session rules.
func TestModes(t *testing.T) {
	r := shop()
	file, git := r.Target("auth/login.go"), r.Target(".git/config")
	out := session.Target{Path: "/tmp/x", Outside: true}
	guarded := session.Target{Path: ".claude/settings.json", Guarded: true}
	for _, c := range []struct {
		mode session.Mode
		t    session.Target
		want string
	}{
		{session.ModeSession, file, ""}, {session.ModeSession, out, ""}, {session.ModeSession, git, session.WriteProtected}, {session.ModeSession, guarded, session.WriteProtected},
		{session.ModeAlways, file, session.WriteNoSession}, {session.ModeAlways, git, session.WriteProtected},
		{session.ModeOff, file, ""}, {session.ModeOff, git, ""},
	} {
		d := session.DecideWrite(c.mode, session.Standing{}, c.t)
		if d.Code != c.want || d.Allow != (c.want == "") || !d.Allow && len(d.Recovery) == 0 {
			t.Errorf("%s %s: %+v, want %q", c.mode, c.t.Path, d, c.want)
		}
	}
}

// TestTiny are repositories with less than is asked for: all they have is enough.
func TestTiny(t *testing.T) {
	for name, texts := range map[string]map[string]string{
		"two functions in one file": {"a.go": "func A\n  B(x)\n\nfunc B\n"},
		"text alone":                {"notes.txt": "one\ntwo\n", "todo.txt": "three\n"},
		"nothing":                   {},
		"an empty file":             {"empty.txt": ""},
	} {
		r := sessiontest.New(texts)
		w := newWorld(t, r)
		id := w.start(session.Implement, "make A say hello", map[session.Slot]*session.SlotValue{session.TargetFeature: {Value: "A", Quote: "A"}}).SessionID
		u := session.Understanding{Relevance: &session.Relevance{Symbols: []string{"A"}, Reasoning: "it is named", Evidence: []session.Citation{{Symbol: "A"}}}}
		cited := session.Cited{Tool: "find_definitions", Result: "A in a.go:1"}
		for _, tool := range []string{"find_definitions", "find_references", "search_text"} {
			shown := r.Definitions("A")
			for _, p := range r.Paths() {
				shown.Lines = append(shown.Lines, r.Read(p).Lines...)
			}
			shown.Symbols = append(shown.Symbols, r.Symbols("B")...)
			w.observe(id, tool, `{}`, shown)
		}
		if len(r.Symbols("A")) > 0 {
			u.Symbols, u.EntryPoints = []string{"A", "B"}, []string{"A", "B"}
		} else {
			u.Relevance, cited.Result = nil, "notes.txt has it"
		}
		for _, p := range r.Paths() {
			if len(r.Read(p).Lines) > 0 {
				u.Files = append(u.Files, p)
				u.Patterns = append(u.Patterns, session.Pattern{Description: "as here", File: p, Line: 1})
			}
		}
		u.Resolved = map[session.Slot]string{session.ObservedIssue: "it says nothing"}
		u.Evidence = map[session.Slot]session.Cited{session.TargetFeature: cited, session.ObservedIssue: cited}
		if len(u.Files) == 0 { // nothing can be cited
			u.Resolved, u.Evidence = nil, nil
			if err := w.do(id, func(s *session.Session) error {
				_, err := s.SetFrame(map[session.Slot]*session.SlotValue{session.ObservedIssue: {Value: "hello", Quote: "say hello"}})
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		var res *session.UnderstandingResult
		if err := w.do(id, func(s *session.Session) (err error) { res, err = s.Submit(u, r); return }); err != nil {
			t.Fatal(err)
		}
		if res.Phase != gate.Ready {
			t.Errorf("%s: %s, missing %+v, mend %+v", name, res.Phase, res.Missing, res.Mend)
		}
	}
}

// failing is a folder in which nothing can be listed.
type failing struct{ files.Files }

func (failing) List(string) ([]string, error) { return nil, errors.New("no permission") }

func TestNothingIsListed(t *testing.T) {
	w := newWorld(t, shop())
	b := session.OpenBook(failing{w.disk}, session.BookOptions{Now: func() time.Time { return w.now }})
	if _, err := b.Governs(alice); err == nil {
		t.Error("the sessions can't be listed, and the gate is open")
	}
	if _, err := b.Resolve("", alice, true); err == nil {
		t.Error("it was resolved")
	}
}
