package guard

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"codeintel/cmd/internal/seal"
	"codeintel/session"
	"codeintel/session/files"
	"codeintel/session/sessiontest"
)

// standing is what is known of an agent by the walk's own account.
type standing struct {
	begun  bool
	phase  string // "" for none, explore, ready, ended
	record string // of the session: genuine, forged or removed
	idle   bool   // nothing happened in it for eight days
	gen    int    // how often the session has come to another phase
	gone   bool   // what knew of it was lost while its record was removed
	kept   int    // the gen of the record that somebody has copied at READY, 0 for none
}

// walkState is one that can be reached: of two agents, and of what vouches for them.
type walkState struct {
	agents [2]standing
	key    int  // how often the key was lost
	lost   bool // the witness was lost
	idled  bool

	files   map[string]string
	witness string
	secret  string
	copies  [2]string // of records
	ids     [2]string
	now     time.Time
	path    []string
}

// is what of a state decides how it goes on. The agents may change places.
func (s *walkState) is() string {
	agents := []string{fmt.Sprint(s.agents[0]), fmt.Sprint(s.agents[1])}
	slices.Sort(agents)
	return fmt.Sprint(agents, s.key, s.lost, s.idled)
}

// walker walks through the states.
type walker struct {
	t       *testing.T
	dir     string
	root    string
	repo    *sessiontest.Repo
	ids     byte
	book    *session.Book
	guard   *Guard
	disk    *files.Memory
	at      *walkState
	witness string // the file
	key     string
}

// load makes a state that of a fresh process.
func (w *walker) load(s *walkState) {
	w.t.Helper()
	w.disk = &files.Memory{}
	for name, data := range s.files {
		if _, err := w.disk.Write(name, []byte(data)); err != nil {
			w.t.Fatal(err)
		}
	}
	for name, data := range map[string]string{w.witness: s.witness, w.key: s.secret} {
		if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
			w.t.Fatal(err)
		}
		if data != "" {
			if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
				w.t.Fatal(err)
			}
		}
	}
	w.at = s
	f := seal.In(w.dir)
	now := func() time.Time { return w.at.now }
	sealer, err := f.Sealer(w.root)
	if err != nil {
		w.t.Fatal(err)
	}
	wit := f.Witness(w.root, now)
	w.book = session.OpenBook(w.disk, session.BookOptions{Now: now, Seal: sealer, Witness: wit, Random: func(b []byte) {
		w.ids++
		b[0], b[1] = w.ids, byte(len(w.at.path))
	}})
	w.guard = New(Options{Book: w.book, Root: w.root, Now: now, Witness: wit})
}

// save gives what there is after a step.
func (w *walker) save() {
	w.t.Helper()
	s := w.at
	s.files = map[string]string{}
	names, err := w.disk.List("sessions")
	if err != nil {
		w.t.Fatal(err)
	}
	for _, n := range names {
		data, _, err := w.disk.Read("sessions/" + n)
		if err != nil {
			w.t.Fatal(err)
		}
		s.files["sessions/"+n] = string(data)
	}
	read := func(name string) string {
		data, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			w.t.Fatal(err)
		}
		return string(data)
	}
	s.witness, s.secret = read(w.witness), read(w.key)
}

func agentOf(i int) session.Agent { return session.Agent{Client: fmt.Sprint("agent ", i)} }

func fileOf(id string) string { return "sessions/" + id + ".json" }

func (w *walker) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatalf("%v: %v", w.at.path, err)
	}
}

// steps are what agents, a person, a script and time do. Each says whether it is possible
// in the state, and brings the account up to date.
func (w *walker) steps() map[string]func() bool {
	out := map[string]func() bool{
		"eight days": func() bool {
			s := w.at
			if s.idled {
				return false
			}
			s.idled, s.now = true, s.now.Add(8*24*time.Hour)
			for i := range s.agents {
				s.agents[i].idle = s.agents[i].phase != ""
			}
			return true
		},
		"the key is lost": func() bool {
			if w.at.key > 0 {
				return false
			}
			w.at.key++
			w.must(os.Remove(w.key))
			w.distrust()
			return true
		},
		"the witness is lost": func() bool {
			if w.at.lost {
				return false
			}
			w.at.lost = true
			w.must(os.Remove(w.witness))
			w.distrust()
			return true
		},
	}
	for i := range 2 {
		who := fmt.Sprint(i, " ")
		a := func() *standing { return &w.at.agents[i] }
		alter := func(record string) {
			_, err := w.disk.Write(fileOf(w.at.ids[i]), []byte(record))
			w.must(err)
		}
		out[who+"begins"] = func() bool {
			if a().phase == "explore" || a().phase == "ready" || a().record == "forged" {
				return false
			}
			st, err := w.book.Start(w.t.Context(), session.StartArgs{Intent: session.Modify, Query: "Login shows an error; make it say so", Slots: map[session.Slot]*session.SlotValue{
				session.TargetFeature: {Value: "Login", Quote: "Login"}, session.ObservedIssue: {Value: "shows an error", Quote: "shows an error"},
				session.TriggerCondition: {Value: "an error", Quote: "an error"}, session.DesiredAction: {Value: "say so", Quote: "say so"},
			}}, agentOf(i), w.repo)
			w.must(err)
			w.at.ids[i], w.at.copies[i] = st.SessionID, ""
			*a() = standing{begun: true, phase: "explore", record: "genuine", gen: 1}
			return true
		}
		out[who+"comes to READY"] = func() bool {
			if a().phase != "explore" || a().record == "removed" || a().idle {
				return false
			}
			w.must(w.book.Update(w.t.Context(), w.at.ids[i], w.explore))
			data, _, err := w.disk.Read(fileOf(w.at.ids[i]))
			w.must(err)
			a().phase, a().record = "ready", "genuine"
			a().gen++
			w.at.copies[i], a().kept = string(data), a().gen
			return true
		}
		out[who+"goes back"] = func() bool {
			if a().phase != "ready" || a().record != "genuine" || a().idle {
				return false
			}
			w.must(w.book.Update(w.t.Context(), w.at.ids[i], func(s *session.Session) error { _, err := s.Revert(true); return err }))
			a().phase = "explore"
			a().gen++
			return true
		}
		out[who+"ends"] = func() bool {
			if a().phase != "ready" || a().record != "genuine" || a().idle {
				return false
			}
			w.must(w.book.Update(w.t.Context(), w.at.ids[i], func(s *session.Session) error {
				_, err := s.RecordOutcome(session.Success, "a", "b")
				return err
			}))
			a().phase = "ended"
			a().gen++
			return true
		}
		out[who+"is released"] = func() bool {
			if !a().begun || a().phase == "ended" && a().record == "genuine" {
				return false
			}
			w.must(w.book.Release(w.t.Context(), w.at.ids[i]))
			a().phase, a().record, a().idle, a().gone = "ended", "genuine", false, false
			a().gen++
			return true
		}
		out[who+"has its record edited"] = func() bool {
			if !a().begun || a().record != "genuine" {
				return false
			}
			record := w.record(w.at.ids[i])
			record = regexp.MustCompile(`"phase":"[A-Z]+"`).ReplaceAllString(record, `"phase":"READY"`)
			record = regexp.MustCompile(`,"closed":"[^"]*"`).ReplaceAllString(record, "")
			alter(strings.Replace(record, `"semantic_used":false`, `"semantic_used":true`, 1))
			a().record = "forged"
			if a().phase == "ready" || a().phase == "ended" {
				a().phase = "explore"
			}
			return true
		}
		out[who+"has its record removed"] = func() bool {
			if !a().begun || a().record == "removed" {
				return false
			}
			w.must(w.disk.Remove(fileOf(w.at.ids[i])))
			if a().phase == "ended" && a().record == "forged" {
				a().phase = "explore" // it ruled on
			}
			a().record = "removed"
			return true
		}
		out[who+"has its record put back"] = func() bool {
			if w.at.copies[i] == "" || a().record == "removed" && a().phase == "" {
				return false
			}
			alter(w.at.copies[i])
			a().gone = false
			switch fresh := a().kept == a().gen && w.at.key == 0 && !w.at.lost; {
			case fresh:
				a().phase, a().record = "ready", "genuine"
			default:
				a().phase, a().record = "explore", "forged"
			}
			return true
		}
	}
	return out
}

func (w *walker) record(id string) string {
	data, _, err := w.disk.Read(fileOf(id))
	w.must(err)
	return string(data)
}

// distrust: nothing vouches any more for what was written before.
func (w *walker) distrust() {
	for i := range w.at.agents {
		a := &w.at.agents[i]
		if a.record == "genuine" {
			a.record = "forged"
			if a.phase == "ready" {
				a.phase = "explore"
			}
		}
		a.kept, a.gone = -1, a.gone || a.record == "removed"
	}
}

// explore takes a session to READY.
func (w *walker) explore(s *session.Session) error {
	s.Observe(session.Call{Tool: "find_definitions", Params: []byte(`{"symbol":"Login"}`), Shown: w.repo.Meaning("Login", "checkPassword")})
	s.Observe(session.Call{Tool: "find_references", Params: []byte(`{"symbol":"Login"}`), Shown: w.repo.References("Login")})
	s.Observe(session.Call{Tool: "search_text", Params: []byte(`{"pattern":"x"}`), Shown: w.repo.Meaning("HandleLogin", "Routes", "startSession")})
	_, err := s.SetFrame(map[session.Slot]*session.SlotValue{
		session.TargetFeature: {Value: "Login", Quote: "Login"}, session.ObservedIssue: {Value: "shows an error", Quote: "shows an error"},
		session.TriggerCondition: {Value: "an error", Quote: "an error"}, session.DesiredAction: {Value: "say so", Quote: "say so"},
	})
	if err != nil {
		return err
	}
	found := session.Cited{Tool: "find_references", Result: "HandleLogin calls Login in web/handler.go:2"}
	res, err := s.Submit(session.Understanding{
		Symbols: []string{"Login", "HandleLogin", "checkPassword", "startSession", "Routes"}, EntryPoints: []string{"HandleLogin", "Routes"},
		Files:     []string{"auth/login.go", "web/handler.go", "web/routes.go"},
		Patterns:  []session.Pattern{{Description: "handlers call one function", File: "web/handler.go", Line: 2}, {Description: "x", File: "auth/login.go", Line: 2}},
		Evidence:  map[session.Slot]session.Cited{session.ObservedIssue: found, session.TargetFeature: found},
		Relevance: &session.Relevance{Symbols: []string{"Login"}, Reasoning: "it is named", Evidence: []session.Citation{{File: "auth/login.go", Line: 1, Text: "func Login"}}},
	}, w.repo)
	if err == nil && res.Phase != "READY" {
		w.t.Fatalf("%v: not READY: %+v", w.at.path, res)
	}
	return err
}

// may says by the walk's own account whether an agent may write what it explored; limit:
// it may only because all that knew better is gone, which a process that remembers
// notices (TestHookReplay of the command).
func (w *walker) may(a standing) (may, limit bool) {
	switch {
	case !a.begun:
		return true, false
	case a.record == "removed":
		return a.phase == "ended" || a.gone, a.phase != "ended" && a.gone
	case a.phase == "ended":
		return a.record == "genuine", false
	}
	return a.phase == "ready" && a.record == "genuine" && !a.idle, false
}

// TestAllTampering walks through all states that two agents, a person, time and a script
// lead to which edits, removes and puts back records, and loses key and witness. In each,
// for each agent, in a process that has just begun: it may write what it explored if and
// only if it came to READY by itself and nothing has touched that since.
func TestAllTampering(t *testing.T) {
	w := &walker{t: t, dir: filepath.Join(t.TempDir(), "gate"), root: t.TempDir(), repo: sessiontest.New(map[string]string{
		"auth/login.go":  "func Login\n  checkPassword(x)\n  startSession(x)\n\nfunc checkPassword\n\nfunc startSession\n",
		"web/handler.go": "func HandleLogin\n  Login(x)\n", "web/routes.go": "func Routes\n  HandleLogin(x)\n",
	})}
	f := seal.In(w.dir)
	if _, err := f.Sealer(w.root); err != nil {
		t.Fatal(err)
	}
	begin := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if err := f.Witness(w.root, func() time.Time { return begin }).Note("s_x", 1); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(w.dir, "*.json"))
	if err != nil || len(names) != 1 {
		t.Fatalf("%v %v", names, err)
	}
	w.witness, w.key = names[0], filepath.Join(w.dir, "key")
	w.at, w.disk = &walkState{now: begin}, &files.Memory{}
	w.save()
	states := []*walkState{w.at}
	seen := map[string]bool{w.at.is(): true}
	transitions, limits, allowed := 0, 0, 0
	for i := 0; i < len(states) && !t.Failed(); i++ {
		s := states[i]
		w.load(s)
		for n := range 2 {
			st := &state{Version: stateVersion}
			who, err := w.guard.ruled(session.ModeSession, agentOf(n), st, "")
			if err != nil {
				t.Fatalf("%v: %v", s.path, err)
			}
			d := who.decide(session.Target{Path: "auth/login.go", Exists: true, Parent: "auth"})
			may, limit := w.may(s.agents[n])
			if d.Allow != may {
				t.Errorf("%v: agent %d may write: %t, want %t (%+v): %s", s.path, n, d.Allow, may, s.agents[n], d.Reason)
			}
			if d.Allow {
				allowed++
			}
			if limit {
				limits++
			}
		}
		w.save() // who is in a session was noted: a hook asks before each call
		if len(s.path) < maxWalk {
			for _, name := range slices.Sorted(maps.Keys(w.steps())) {
				next := *s
				next.path = append(slices.Clip(s.path), name)
				next.now = s.now.Add(time.Second)
				w.load(&next)
				if !w.steps()[name]() {
					continue
				}
				transitions++
				w.save()
				if is := next.is(); !seen[is] {
					seen[is] = true
					states = append(states, &next)
				}
			}
		}
	}
	fmt.Fprintf(t.Output(), "%d states, %d transitions; allowed to write %d times, %d of them because nothing is left that knows better\n", len(states), transitions, allowed, limits)
}

// maxWalk is how many steps a path has.
const maxWalk = 5
