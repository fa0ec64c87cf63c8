package guard

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"codeintel/session"
	"codeintel/session/files"
	"codeintel/session/shell"
)

// TestMovedAway locks the state of a repository that is moved away: before, and at the
// worst time, after the state folder was looked at. Its folder is not made again.
func TestMovedAway(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root := filepath.Join(dir, "repo")
	if err := os.Mkdir(root, 0o700); err != nil {
		t.Fatal(err)
	}
	s := newStore(root)
	unlock, err := s.lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	unlock()
	if err := os.Rename(root, filepath.Join(dir, "away")); err != nil {
		t.Fatal(err)
	}
	late := s
	late.root = dir // what is looked at is there
	for name, s := range map[string]store{"before": s, "meanwhile": late} {
		if _, err := s.lock(t.Context()); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("moved away %s: %v", name, err)
		}
		if _, err := os.Lstat(root); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("moved away %s: its folder was made again (%v)", name, err)
		}
	}
}

// TestLockInTheWay has a folder in the place of the lock: the error says what to do, and
// not that another process has it.
func TestLockInTheWay(t *testing.T) {
	t.Parallel()
	s := newStore(t.TempDir())
	if err := os.MkdirAll(filepath.Join(s.dir, lockName), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := s.lock(t.Context()); err == nil || !strings.Contains(err.Error(), "remove it") || strings.Contains(err.Error(), "another process") {
		t.Error(err)
	}
}

// TestMomentSet holds when the clock counts as set: also by little, and not by a tick, by a
// process that had to wait while it read, nor by a clock that is corrected.
func TestMomentSet(t *testing.T) {
	t.Parallel()
	const ms = int64(time.Millisecond)
	at := func(disk, up, late int64) moment { return moment{disk * ms, up * ms, late * ms} }
	then := at(5_000_000, 1000, 1001)
	for _, c := range []struct {
		what string
		to   moment
		want bool
	}{
		{"as it was", at(5_002_000, 3000, 3001), false},
		{"a tick behind", at(5_001_992, 3000, 3001), false},
		{"waited for two seconds", at(5_004_000, 3000, 5001), false},
		{"corrected within an hour", at(5_000_000+3_600_000+2000, 3_601_000, 3_601_001), false},
		{"set back by 50 ms", at(5_001_950, 3000, 3001), true},
		{"set back by an hour", at(5_002_000-3_600_000, 3000, 3001), true},
		{"set forward", at(5_002_000+3_600_000, 3000, 3001), true},
		{"started anew", at(5_002_000, 10, 11), true},
		{"not known", at(5_002_000-3_600_000, 0, 0), false},
	} {
		if got := then.set(c.to); got != c.want {
			t.Errorf("%s: %t", c.what, got)
		}
	}
}

// TestCallOver: a call of which no end was told is over when its agent has made calls since
// that follow one another, when its client is gone, or when the machine was started anew;
// until then other calls at the same time, and those of others, change nothing.
func TestCallOver(t *testing.T) {
	t.Parallel()
	const hour = int64(time.Hour)
	who, other := session.Agent{Client: "a"}, session.Agent{Client: "b"}
	var st state
	begin := func(who session.Agent, id string, start int64) {
		st.begin(call{ID: id, Tool: "Bash", Agent: who, Start: start, Up: start, Late: start, Unknown: true})
	}
	over := func(what string, want bool) {
		t.Helper()
		for _, c := range st.Calls {
			if c.ID == "lost" && c.running() == want {
				t.Errorf("%s: %+v", what, c)
			}
		}
	}
	fresh := func() {
		st = state{}
		begin(who, "lost", 10)
	}
	fresh()
	begin(who, "beside", 11)
	begin(who, "beside too", 12)
	begin(other, "of another", 13)
	st.end(who, "beside too", 20)
	st.end(who, "beside", 21)
	st.end(other, "of another", 22)
	begin(other, "the next of another", 23)
	st.end(other, "", 24)
	over("calls at the same time", false)
	begin(who, "next", 30)
	over("the next one begins", false)
	st.end(who, "next", 31)
	over("the next one ends", true)
	if st.settle(40); len(st.Calls) != 0 || len(st.Jobs) != 2 {
		t.Errorf("it is kept, or what it may have left running is forgotten: %+v", st)
	}

	fresh()
	st.Calls[0].Tool = "Task"
	for at := int64(20); at < 60; at += 10 {
		begin(who, "in it", at)
		st.end(who, "in it", at+5)
	}
	over("a call in which others are made", false)

	no, yes := func(*call) bool { return false }, func(c *call) bool { return c.ID == "lost" }
	for _, c := range []struct {
		what string
		now  moment
		gone func(*call) bool
		want bool
	}{
		{"an hour later", moment{hour, hour, hour}, no, false},
		{"its client is gone", moment{20, 20, 20}, yes, true},
		{"the machine was started anew", moment{hour, 5, 5}, no, true},
		{"how long the machine runs is not known", moment{hour, 0, 0}, no, false},
		{"nothing is known for a day", moment{25 * hour, 25 * hour, 25 * hour}, no, true},
	} {
		fresh()
		st.abandon(c.now, c.gone)
		over(c.what, c.want)
	}
}

// TestLeave: when a conversation ends its calls are over, those of its subagents too, and
// none of another one. What has changed since they began still counts against them.
func TestLeave(t *testing.T) {
	t.Parallel()
	who, other := session.Agent{Client: "a"}, session.Agent{Client: "b"}
	g := guardOf(tree(t, map[string]string{"x.go": "x", ".git/HEAD": "ref: refs/heads/main", ".git/objects/": "", ".git/refs/": "", ".code-intel/config.json": `{"write_gate":"always"}`}))
	g.o.Book = session.OpenBook(&files.Memory{}, session.BookOptions{Now: time.Now})
	handle := func(event, call string, who session.Agent) Response {
		t.Helper()
		r, err := g.Handle(t.Context(), &Request{Version: Version, Event: event, Agent: who, Root: g.o.Root, Tool: "Bash", Call: call, Effects: shell.Effects{Unknown: true}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	handle(End, "", who)
	if g.store.watched() {
		t.Error("something is kept where nobody was held up")
	}
	handle(Pre, "1", who)
	handle(Pre, "2", session.Agent{Client: "a", Sub: "s"})
	put(t, g.o.Root, "x.go", "changed")
	stir(t, t.TempDir(), changeTime(t, filepath.Join(g.o.Root, "x.go")))
	handle(Pre, "3", other)
	if handle(Post, "3", other); len(compareNow(t, g)) == 0 {
		t.Fatal("the change does not wait for the calls that run")
	}
	handle(Pre, "4", other)
	handle(End, "", session.Agent{Client: "c"})
	running := func() (ids []string) {
		st, err := g.store.state()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range st.Calls {
			if c.running() {
				ids = append(ids, c.ID)
			}
		}
		return ids
	}
	if got := running(); !slices.Equal(got, []string{"1", "2", "4"}) {
		t.Errorf("running: %q", got)
	}
	handle(End, "", who)
	if got := running(); !slices.Equal(got, []string{"4"}) {
		t.Errorf("running after the end: %q", got)
	}
	if handle(Post, "4", other); len(compareNow(t, g)) > 0 {
		t.Error("the change still waits")
	}
}

// TestBlameOver: a change waits for the end of another agent's call, and not for that of
// one that is over.
func TestBlameOver(t *testing.T) {
	t.Parallel()
	who, other := session.Agent{Client: "a"}, session.Agent{Client: "b"}
	for _, over := range []bool{false, true} {
		st := &state{}
		st.begin(call{ID: "lost", Tool: "Bash", Agent: other, Start: 10, Unknown: true, Over: over})
		b := &blamer{r: &Request{Agent: who}, mode: session.ModeAlways, st: st, now: moment{disk: 100}, listed: true, base: baseline{}, agents: map[session.Agent]*ruled{
			other: {mode: session.ModeAlways},
		}}
		f, wait, err := b.blame(change{path: "x.go", now: known{hash: hashOf([]byte("x"))}, at: 50})
		if err != nil || wait == over || over && (f == nil || f.call.ID != "lost") {
			t.Errorf("over %t: %+v, wait %t, %v", over, f, wait, err)
		}
	}
}
