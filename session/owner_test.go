package session_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"codeintel/session"
	"codeintel/session/files"
	"codeintel/session/gate"
)

// actor is a client: who calls, over which connection.
type actor struct {
	name string
	by   session.Caller
}

var actors = []actor{
	{"alice", session.Caller{Agent: alice, Connection: "c-alice"}},
	{"alice again", session.Caller{Agent: alice, Connection: "c-alice-2"}}, // the same conversation in another process
	{"bob", session.Caller{Agent: bob, Connection: "c-bob"}},
	{"x", session.Caller{Connection: "c-x"}}, // the client gives no id of its conversation
	{"y", session.Caller{Connection: "c-y"}},
	{"nobody", session.Caller{}}, // no connection either
}

// owned is a session as the test itself knows it.
type owned struct {
	agent    session.Agent
	conn     string
	hooked   bool
	open     bool
	question bool
}

// owners is what has happened to the sessions of a repository.
type owners struct {
	list []owned // in the order of their start
	gone map[string]bool
}

func (o *owners) clone() *owners {
	return &owners{slices.Clone(o.list), cloned(o.gone)}
}

func (o *owners) key() string { return fmt.Sprint(o.list, o.gone) }

// newest returns the number of the newest open session that is, -1 for none.
func (o *owners) newest(is func(*owned) bool) int {
	for i := len(o.list) - 1; i >= 0; i-- {
		if o.list[i].open && is(&o.list[i]) {
			return i
		}
	}
	return -1
}

// supersede ends what the owner of a session began before, but for what is to lead to
// writing: no session of this test is READY for that.
func (o *owners) supersede(n int) {
	for i := range o.list[:n] {
		if x := &o.list[i]; x.agent == o.list[n].agent && x.question {
			x.open = false
		}
	}
}

// event is something that happens.
type event struct {
	name string
	// can reports whether it can happen; nil: always.
	can func(o *owners) bool
	do  func(w *world, o *owners, ids []string) (started string, err error)
	is  func(o *owners)
}

func ownerEvents() []event {
	var list []event
	for _, a := range actors {
		for _, question := range []bool{false, true} {
			if question && a.name != "alice" && a.name != "x" {
				continue
			}
			intent := session.Modify
			if question {
				intent = session.Question
			}
			list = append(list, event{
				name: fmt.Sprintf("%s starts %s", a.name, intent),
				can:  func(o *owners) bool { return len(o.list) < 3 && !o.gone[a.by.Connection] },
				do: func(w *world, o *owners, ids []string) (string, error) {
					st, err := w.book.Start(context.Background(), session.StartArgs{Intent: intent, Query: vague, Connection: session.Connection{ID: a.by.Connection}}, a.by.Agent, w.code)
					if err != nil {
						return "", err
					}
					return st.SessionID, nil
				},
				is: func(o *owners) {
					o.list = append(o.list, owned{agent: a.by.Agent, conn: a.by.Connection, open: true, question: question})
				},
			})
		}
	}
	for _, conn := range []string{"c-alice", "c-x"} {
		list = append(list, event{
			name: conn + " ends",
			can:  func(o *owners) bool { return !o.gone[conn] },
			do:   func(*world, *owners, []string) (string, error) { return "", nil },
			is:   func(o *owners) { o.gone[conn] = true },
		})
	}
	for _, who := range []session.Agent{alice, sub, bob} {
		list = append(list, event{
			name: fmt.Sprintf("a hook of %v tells of the last session", who),
			can:  func(o *owners) bool { return len(o.list) > 0 && o.list[len(o.list)-1].open },
			do: func(w *world, o *owners, ids []string) (string, error) {
				err := w.book.Bind(context.Background(), ids[len(ids)-1], who)
				if code(err) == "not_yours" {
					err = nil
				}
				return "", err
			},
			is: func(o *owners) {
				n := len(o.list) - 1
				x := &o.list[n]
				switch {
				case x.agent.Known() && x.agent.Client != who.Client: // another's stays so
					return
				case x.agent.Client == who.Client && (x.hooked || x.conn == ""):
					return
				}
				x.agent, x.hooked = who, true
				o.supersede(n)
			},
		})
	}
	for _, a := range []actor{actors[0], actors[4]} {
		list = append(list, event{
			name: a.name + " names the first session",
			can:  func(o *owners) bool { return len(o.list) > 0 },
			do: func(w *world, o *owners, ids []string) (string, error) {
				got, _, err := w.book.Find(ids[0], a.by, false)
				if got != ids[0] {
					return "", fmt.Errorf("found %q by its id, %v", got, err)
				}
				return "", w.book.Resume(context.Background(), ids[0], func() session.Connection { return session.Connection{ID: a.by.Connection} })
			},
			is: func(o *owners) {
				if x := &o.list[0]; x.open && !x.agent.Known() && o.gone[x.conn] {
					x.conn = a.by.Connection
				}
			},
		})
	}
	list = append(list, event{
		name: "alice goes on after the last start",
		can:  func(o *owners) bool { return len(o.list) > 0 && o.list[len(o.list)-1].agent == alice },
		do: func(w *world, o *owners, ids []string) (string, error) {
			return "", w.book.Settle(context.Background(), ids[len(ids)-1])
		},
		is: func(o *owners) { o.supersede(len(o.list) - 1) },
	}, event{
		name: "the first session ends",
		can:  func(o *owners) bool { return len(o.list) > 0 && o.list[0].open },
		do: func(w *world, o *owners, ids []string) (string, error) {
			return "", w.book.Release(context.Background(), ids[0])
		},
		is: func(o *owners) { o.list[0].open = false },
	})
	return list
}

// TestAllOwners walks through all that a few clients can do to who owns what: they begin
// sessions, end, come back, are told apart by hooks, and name each other's sessions. In
// each state a call that reads is answered, whoever asks; it counts for a session of
// the caller's own or for none; and what an agent may write is ruled by its own.
func TestAllOwners(t *testing.T) {
	events := ownerEvents()
	type state struct {
		o    *owners
		path []int
	}
	todo := []state{{o: &owners{gone: map[string]bool{}}}}
	seen := map[string]bool{todo[0].o.key(): true}
	for n := 0; n < len(todo) && !t.Failed(); n++ {
		at := todo[n]
		checkOwners(t, events, at.path)
		if len(at.path) == 4 {
			continue
		}
		for i, e := range events {
			if e.can != nil && !e.can(at.o) {
				continue
			}
			o := at.o.clone()
			if e.is(o); !seen[o.key()] {
				seen[o.key()] = true
				todo = append(todo, state{o, append(slices.Clip(at.path), i)})
			}
		}
	}
	fmt.Fprintf(t.Output(), "%d states\n", len(todo))
}

// checkOwners has events happen, and checks whose each call is then.
func checkOwners(t *testing.T, events []event, path []int) {
	w := newWorld(t, shop())
	o := &owners{gone: map[string]bool{}}
	random := byte(0)
	w.book = session.OpenBook(w.disk, session.BookOptions{
		Now:    func() time.Time { return w.now },
		Random: func(b []byte) { random++; b[0] = random },
		Gone:   func(c session.Connection) bool { return o.gone[c.ID] },
	})
	var ids, names []string
	for _, i := range path {
		e := events[i]
		names = append(names, e.name)
		w.now = w.now.Add(time.Second)
		id, err := e.do(w, o, ids)
		if err != nil {
			t.Fatalf("%s: %v", strings.Join(names, ", "), err)
		}
		if id != "" {
			ids = append(ids, id)
		}
		e.is(o)
	}
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s: %s", strings.Join(names, ", "), fmt.Sprintf(format, args...))
	}
	number := func(id string) int { return slices.Index(ids, id) }
	for i, x := range o.list {
		if s := w.view(ids[i]); s.Owner() != x.agent || s.Connection().ID != x.conn || (s.Phase() != gate.Closed) != x.open {
			fail("session %d is %v's over %q in %s, want %+v", i, s.Owner(), s.Connection().ID, s.Phase(), x)
		}
	}
	for _, a := range actors {
		want, several := -1, 0
		if a.by.Known() {
			want = o.newest(func(x *owned) bool { return x.agent == a.by.Agent })
		}
		if want < 0 && a.by.Connection != "" {
			for i, x := range o.list {
				if x.open && x.conn == a.by.Connection && x.agent.Sub == "" && (!x.agent.Known() || !a.by.Known() || x.agent.Client == a.by.Client) {
					several++
					want = i
				}
			}
			if several > 1 {
				want = -1
			}
		}
		got, uncertain, err := w.book.Find("", a.by, false)
		if err != nil || number(got) != want || uncertain != (several > 1) {
			fail("%s reads in session %d (%v), want %d", a.name, number(got), err, want)
		}
		got, _, err = w.book.Find("", a.by, true)
		switch i := number(got); {
		case err != nil && (want >= 0 || code(err) != "session_required"):
			fail("%s: %v, want session %d", a.name, err, want)
		case err == nil && i != want && (i < 0 || want >= 0 || o.list[i].agent.Known() || o.list[i].conn != ""):
			fail("%s goes on in session %d, want %d", a.name, i, want)
		}
	}
	for _, who := range []session.Agent{alice, sub, bob, {Client: "carol"}} {
		want := o.newest(func(x *owned) bool { return x.agent == who })
		inherited := false
		if want < 0 && who.Sub != "" {
			want = o.newest(func(x *owned) bool { return x.agent == who.Parent() })
			inherited = want >= 0
		}
		st, err := w.book.Governs(who)
		got := -1
		if st.Session != nil {
			got = number(st.Session.ID())
		}
		if err != nil || got != want || st.Inherited != inherited {
			fail("session %d rules %v (%v), want %d", got, who, err, want)
		}
		if d := w.writes(who, "auth/login.go"); d.Allow != (want < 0) {
			fail("%v writes: %+v, and session %d rules", who, d, want)
		}
	}
}

// TestSubagentStarts: a session that a subagent begins comes over the connection of its
// agent. Until the hook says so it holds both up; then the agent's own rules it again,
// and what it has read counts for the subagent.
func TestSubagentStarts(t *testing.T) {
	w := newWorld(t, shop())
	mine := w.readyAs(alice)
	st, err := w.book.Start(t.Context(), session.StartArgs{Intent: session.Modify, Query: vague, Connection: session.Connection{ID: "c"}}, alice, w.code)
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []session.Agent{alice, sub} {
		if d := w.writes(who, "auth/login.go"); d.Allow {
			t.Errorf("%v is not held up before the hook has told of the session: %+v", who, d)
		}
	}
	if err := w.book.Bind(t.Context(), st.SessionID, sub); err != nil {
		t.Fatal(err)
	}
	if d := w.writes(alice, "auth/login.go"); !d.Allow || d.Session != mine {
		t.Errorf("the session of its subagent has ended or holds up that of alice: %+v", d)
	}
	if d := w.writes(sub, "auth/login.go"); d.Allow || d.Session != st.SessionID {
		t.Errorf("%+v", d)
	}
	if s := w.view(st.SessionID); s.Owner() != sub || !s.WasShown(w.repo.Symbols("Login")[0].Symbol) {
		t.Errorf("%v was shown nothing of what its agent has read", s.Owner())
	}
	// A hook has named the agent: no other does so again.
	if err := w.book.Bind(t.Context(), st.SessionID, alice); err != nil || w.view(st.SessionID).Owner() != sub {
		t.Errorf("%v, it is %v's", err, w.view(st.SessionID).Owner())
	}
	if found, _, err := w.book.Find("", session.Caller{Agent: alice, Connection: "c"}, false); err != nil || found != mine {
		t.Errorf("a call over the connection is in %s (%v), want %s", found, err, mine)
	}
}

// TestManySessions: a client that begins sessions without end keeps few open, and few
// are kept.
func TestManySessions(t *testing.T) {
	w := newWorld(t, shop())
	n := 0
	w.book = session.OpenBook(w.disk, session.BookOptions{
		Now: func() time.Time { return w.now },
		Random: func(b []byte) {
			n++
			b[0], b[1] = byte(n), byte(n>>8)
		},
	})
	begin := func(who session.Agent, conn string, times int) {
		t.Helper()
		for range times {
			w.now = w.now.Add(time.Millisecond)
			if _, err := w.book.Start(t.Context(), session.StartArgs{Intent: session.Modify, Query: vague, Connection: session.Connection{ID: conn}}, who, w.code); err != nil {
				t.Fatal(err)
			}
		}
	}
	open := func(who session.Agent, conn string) (n int) {
		t.Helper()
		all, err := w.book.List()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			if s.Phase() != gate.Closed && s.Owner() == who && s.Connection().ID == conn {
				n++
			}
		}
		return n
	}
	begin(alice, "c", 2*session.MaxOwn)
	begin(session.Agent{}, "x", 2*session.MaxOwn)
	if n, m := open(alice, "c"), open(session.Agent{}, "x"); n != session.MaxOwn || m != session.MaxOwn {
		t.Errorf("%d and %d are open", n, m)
	}
	if d := w.writes(alice, "auth/login.go"); d.Allow {
		t.Errorf("who begins many sessions is not held up: %+v", d)
	}
	begin(session.Agent{}, "", session.MaxKept)
	if names, err := w.disk.List("sessions"); err != nil || len(names) > session.MaxKept+2*session.MaxOwn+1 {
		t.Errorf("%d are kept (%v)", len(names), err)
	}
	if n := open(alice, "c"); n != session.MaxOwn {
		t.Errorf("%d of alice are open", n)
	}
}

// counted counts what is asked of a folder that tells all stamps at once.
type counted struct {
	*files.Memory
	asked map[string]int
}

func (c counted) Read(name string) ([]byte, string, error) {
	c.asked["read"]++
	return c.Memory.Read(name)
}

func (c counted) Stamp(name string) (string, error) {
	c.asked["stamp"]++
	return c.Memory.Stamp(name)
}

func (c counted) Stamps(folder string, known func(string) bool) (map[string]string, error) {
	c.asked["stamps"]++
	names, err := c.List(folder)
	out := map[string]string{}
	for _, name := range names {
		if out[name] = ""; !known(name) {
			c.asked["known"]++
			if out[name], err = c.Memory.Stamp(folder + "/" + name); err != nil {
				return nil, err
			}
		}
	}
	return out, err
}

// TestManyAreCheap: with many sessions of others, open and ended, a call costs one look
// at the folder, and nothing for each that has ended.
func TestManyAreCheap(t *testing.T) {
	w := newWorld(t, shop())
	c := counted{w.disk, map[string]int{}}
	w.book = session.OpenBook(c, session.BookOptions{Now: func() time.Time { return w.now }, Random: func(b []byte) { w.ids++; b[0] = w.ids }})
	const open, ended = 20, 60
	var ids []string
	for range open + ended {
		ids = append(ids, w.startAs(session.Agent{}, session.Modify))
	}
	for _, id := range ids[open:] {
		if err := w.book.Release(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	clear(c.asked)
	if got, _, err := w.book.Find("", session.Caller{Agent: alice, Connection: "c"}, false); got != "" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	if c.asked["stamps"] != 1 || c.asked["read"]+c.asked["stamp"] != 0 || c.asked["known"] != open {
		t.Errorf("%v", c.asked)
	}
	// What others change is seen all the same.
	if err := w.open(nil).Release(t.Context(), ids[0]); err != nil {
		t.Fatal(err)
	}
	if list, err := w.book.List(); err != nil || list[len(list)-1].ID() != ids[0] || list[len(list)-1].Phase() != gate.Closed {
		t.Errorf("%v, it is in %s", err, list[len(list)-1].Phase())
	}
}
