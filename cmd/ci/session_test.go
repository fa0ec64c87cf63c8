package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codeintel/cmd/internal/statefs"
	"codeintel/session"
	"codeintel/session/files"
	"codeintel/session/gate"
	"codeintel/session/sessiontest"
	"codeintel/session/speech"
)

// sessionWork is agents at work in the repository "repo" of a script's folder, in sessions whose ids
// are those of letters.
type sessionWork struct {
	t    *testing.T
	repo *sessiontest.Repo
	book *session.Book
	now  time.Time
	next byte
}

func newSessionWork(t *testing.T, dir string) *sessionWork {
	w := &sessionWork{t: t, now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), next: 'a', repo: sessiontest.New(map[string]string{
		"auth/login.go":  "func Login\n  checkPassword(x)\n\nfunc checkPassword\n  return ErrorWrongPassword\n",
		"web/handler.go": "func HandleLogin\n  Login(x)\n",
	})}
	w.book = session.OpenBook(statefs.New(filepath.Join(dir, "repo"), func() time.Time { return w.now }), session.BookOptions{
		Now: func() time.Time { return w.now },
		Random: func(b []byte) {
			for i := range b {
				b[i] = w.next
			}
			w.next++
		},
	})
	return w
}

func (w *sessionWork) start(client, query string) string {
	w.t.Helper()
	st, err := w.book.Start(w.t.Context(), session.StartArgs{Intent: session.Modify, Query: query, Slots: map[session.Slot]*session.SlotValue{
		session.TargetFeature: {Value: "Login", Quote: "Login"},
	}}, session.Agent{Client: client}, w.repo)
	if err != nil {
		w.t.Fatal(err)
	}
	return st.SessionID
}

// do changes a session; that it is refused is no failure.
func (w *sessionWork) do(id string, change func(*session.Session) error) {
	w.t.Helper()
	w.now = w.now.Add(time.Second)
	if err := w.book.Update(w.t.Context(), id, change); err != nil {
		if _, ok := err.(*session.Refusal); !ok {
			w.t.Fatal(err)
		}
	}
}

func (w *sessionWork) call(id, tool, params string, shown session.Shown) {
	w.do(id, func(s *session.Session) error {
		s.Observe(session.Call{Tool: tool, Params: json.RawMessage(params), Shown: shown, Summary: plural(shown.Hits, "result"), Failed: shown.Hits == 0})
		return nil
	})
}

// act is what the agents do in scripts: one that explores, writes what it may not,
// and is refused; and one that has ended.
func (w *sessionWork) act() {
	first := w.start("client-1", "Login shows an internal error\nwhen the password is wrong \x1b[31m")
	w.call(first, "find_definitions", `{"symbol":"Login"}`, w.repo.Definitions("Login"))
	w.call(first, "find_references", `{"symbol":"Login"}`, w.repo.References("Login"))
	w.call(first, "search_text", `{"pattern":"nothing"}`, session.Shown{})
	w.do(first, func(s *session.Session) error {
		_, err := s.CheckWrite(w.repo.Target("auth/login.go"))
		return err
	})
	w.do(first, func(s *session.Session) error {
		s.Violate(session.Violation{At: w.now, Tool: "Bash", Files: []string{"auth/login.go"}})
		return nil
	})
	second := w.start("client-2", "Login of guests")
	w.do(second, func(s *session.Session) error {
		_, err := s.RecordOutcome(session.Failure, "it did not work", "")
		return err
	})
	if err := w.book.Release(w.t.Context(), second); err != nil {
		w.t.Fatal(err)
	}
}

// watching runs `ci session watch`, which looks when it is told to.
type watching struct {
	t     *testing.T
	ticks chan time.Time
	out   bytes.Buffer
	done  chan int
	stop  context.CancelFunc
}

func watch(t *testing.T, s *script, args ...string) *watching {
	ctx, stop := context.WithCancel(t.Context())
	w := &watching{t: t, ticks: make(chan time.Time), done: make(chan int, 1), stop: stop}
	a := s.app(&w.out, &w.out)
	a.ticks = func(time.Duration) (<-chan time.Time, func()) { return w.ticks, func() {} }
	go func() { w.done <- a.run(ctx, append([]string{"session", "watch", "--repo", "repo"}, args...)) }()
	w.look()
	return w
}

// look returns when a look has begun and has ended: a tick is taken between two.
func (w *watching) look() {
	w.t.Helper()
	for range 2 {
		select {
		case w.ticks <- time.Time{}:
		case code := <-w.done:
			w.t.Fatalf("watch ended with %d: %s", code, w.out.String())
		}
	}
}

// end is all that was printed, when it has ended by itself or was interrupted.
func (w *watching) end(interrupt bool) string {
	w.t.Helper()
	if interrupt {
		w.stop()
	}
	if code := <-w.done; code != exitOK {
		w.t.Errorf("watch ended with %d", code)
	}
	w.stop()
	return w.out.String()
}

func TestSessionWatch(t *testing.T) {
	s := newScript(t)
	if err := os.Mkdir(filepath.Join(s.dir, "repo"), 0o777); err != nil {
		t.Fatal(err)
	}
	w := newSessionWork(t, s.dir)
	w.act()
	all, objects := watch(t, s), watch(t, s, "--json")
	both := func() { all.look(); objects.look() }
	third := w.start("client-3", "Login is slow")
	one := watch(t, s, third)
	both()
	w.call(third, "find_definitions", `{"symbol":"Login"}`, w.repo.Definitions("Login"))
	w.do(third, func(s *session.Session) error {
		_, err := s.CheckWrite(w.repo.Target("web/handler.go"))
		return err
	})
	both()
	one.look()
	if _, err := statefs.New(filepath.Join(s.dir, "repo"), time.Now).Write("sessions/"+third+".json", []byte("{")); err != nil {
		t.Fatal(err)
	}
	both()
	both() // said once
	one.look()
	if out := s.run("ci session release --repo repo " + third); out != "released "+third+"\n" {
		t.Error(out)
	}
	both()
	one.ticks <- time.Time{}
	var got strings.Builder
	for _, part := range []struct{ name, text string }{{"all", all.end(true)}, {"json", objects.end(true)}, {"one", one.end(false)}} {
		got.WriteString("-- " + part.name + " --\n" + s.lines("", part.text))
	}
	const golden = "testdata/watch.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s\n(%v; -update rewrites it)", got.String(), want, err)
	}
}

// TestSessionReleaseWhileLocked: a process that hangs with the lock of a session
// does not keep the person from it.
func TestSessionReleaseWhileLocked(t *testing.T) {
	s := newScript(t)
	if err := os.Mkdir(filepath.Join(s.dir, "repo"), 0o777); err != nil {
		t.Fatal(err)
	}
	w := newSessionWork(t, s.dir)
	id := w.start("client-1", "Login")
	folder := statefs.New(filepath.Join(s.dir, "repo"), time.Now)
	unlock, err := folder.Lock(t.Context(), "sessions/"+id)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	var out bytes.Buffer
	a := s.app(&out, &out)
	list, err := a.sessions(sessionFlags{repo: "repo"})
	if err != nil {
		t.Fatal(err)
	}
	found, err := list.find(id)
	if err != nil {
		t.Fatal(err)
	}
	if err := list.release(t.Context(), found, 10*time.Millisecond); err != nil || out.String() != "released "+id+"\n" {
		t.Errorf("%v, %q", err, out.String())
	}
	unlock()
	now, err := w.book.View(id)
	if err != nil || now.Phase() != gate.Closed || now.Query() != "Login" {
		t.Fatalf("%+v (%v)", now, err)
	}
}

// TestSessionReleaseOnFullDisk: what can't be kept as ended is removed.
func TestSessionReleaseOnFullDisk(t *testing.T) {
	s := newScript(t)
	if err := os.Mkdir(filepath.Join(s.dir, "repo"), 0o777); err != nil {
		t.Fatal(err)
	}
	id := newSessionWork(t, s.dir).start("client-1", "Login")
	var out bytes.Buffer
	list, err := s.app(&out, &out).sessions(sessionFlags{repo: "repo"})
	if err != nil {
		t.Fatal(err)
	}
	found, err := list.find(id)
	if err != nil {
		t.Fatal(err)
	}
	list.book = session.OpenBook(fullDisk{list.files}, session.BookOptions{Now: time.Now})
	if err := list.release(t.Context(), found, time.Second); err != nil || out.String() != "removed "+id+"\n" {
		t.Errorf("%v, %q", err, out.String())
	}
	if names, err := list.files.List("sessions"); err != nil || len(names) > 0 {
		t.Errorf("there is still %q (%v)", names, err)
	}
}

// fullDisk can't be written.
type fullDisk struct{ files.Files }

func (fullDisk) Write(string, []byte) (string, error) { return "", errors.New("the disk is full") }

// TestSessionColours: a terminal gets colours, and nothing of what agents say acts
// upon it.
func TestSessionColours(t *testing.T) {
	s := newScript(t)
	if err := os.Mkdir(filepath.Join(s.dir, "repo"), 0o777); err != nil {
		t.Fatal(err)
	}
	newSessionWork(t, s.dir).act()
	var out bytes.Buffer
	list, err := s.app(&out, &out).sessions(sessionFlags{repo: "repo"})
	if err != nil {
		t.Fatal(err)
	}
	list.color = true
	found, err := list.all()
	if err != nil {
		t.Fatal(err)
	}
	if err := list.printList(found); err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		st := f.session.Status()
		if err := list.printStatus(speech.English, &st); err != nil {
			t.Fatal(err)
		}
	}
	text := out.String()
	if strings.Contains(text, "\x1b[31m\"") || !strings.Contains(text, "  \x1b[33mexploring\x1b[0m  ") || !strings.Contains(text, "  \x1b[2mended\x1b[0m") {
		t.Errorf("%q", text)
	}
	plain := strings.NewReplacer("\x1b[1m", "", "\x1b[2m", "", "\x1b[31m", "", "\x1b[32m", "", "\x1b[33m", "", "\x1b[0m", "").Replace(text)
	if strings.Contains(plain, "\x1b") {
		t.Errorf("something else acts upon the terminal: %q", plain)
	}
}

// TestTable holds that columns line up below each other, with colours and without, whatever
// letters and empty cells there are.
func TestTable(t *testing.T) {
	rows := [][]cell{{{"state", colorHead}, {text: "n"}, {text: "text"}}, {{"終了", colorBad}, {text: "10"}, {"a", colorGood}}, {{}, {}, {text: "b"}}}
	if got, want := table(false, rows), "state  n   text\n終了   10  a\n           b\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, want := table(true, rows), "\x1b[1mstate\x1b[0m  n   text\n\x1b[31m終了\x1b[0m   10  \x1b[32ma\x1b[0m\n           b\n"; got != want {
		t.Errorf("got\n%qwant\n%q", got, want)
	}
}
