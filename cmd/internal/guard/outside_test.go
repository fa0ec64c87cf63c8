package guard

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/files"
	"codeintel/session/shell"
)

// changeTime returns when something on disk changed, as times takes it.
func changeTime(t *testing.T, name string) int64 {
	t.Helper()
	info, err := os.Lstat(name)
	if err != nil {
		t.Fatal(err)
	}
	m := workspace.NewMark(info)
	return cmp.Or(m.ChangeTime, m.ModTime)
}

// stir changes a folder until the disk dates it after a time: its clock goes on in ticks.
func stir(t *testing.T, dir string, after int64) {
	t.Helper()
	for changeTime(t, dir) <= after {
		name := filepath.Join(dir, "stirred")
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOutsideStirred makes a new file outside in a call, and changes the folder above its
// own: while the call is looked at, and when its end is noted. The file is the call's.
func TestOutsideStirred(t *testing.T) {
	t.Parallel()
	who, other := session.Agent{Client: "a"}, session.Agent{Client: "b"}
	for _, when := range []string{"while the look runs", "before the look, after the end"} {
		temp := tree(t, map[string]string{"home/": "", "repo/a.go": "a", "repo/.git/HEAD": "ref: refs/heads/main", "repo/.git/objects/": "", "repo/.git/refs/": "", "repo/.code-intel/config.json": `{"write_gate":"always"}`})
		home, root := filepath.Join(temp, "home"), filepath.Join(temp, "repo")
		made := filepath.Join(home, ".settings.json")
		disk := &files.Memory{}
		g := New(Options{Book: session.OpenBook(disk, session.BookOptions{Now: time.Now}), Root: root, Now: time.Now, Outside: []string{made}})
		handle := func(event string) Response {
			t.Helper()
			r, err := g.Handle(t.Context(), &Request{Version: Version, Event: event, Agent: who, Root: root, Tool: "Bash", Call: "1", Effects: shell.Effects{Unknown: true}})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		if r := handle(Pre); r.Deny {
			t.Fatal(r.Reason)
		}
		st, err := g.store.state()
		if err != nil || len(st.Calls) != 1 {
			t.Fatal(st, err)
		}
		put(t, home, ".settings.json", `{"disableAllHooks":true}`)
		now, err := g.store.clock()
		if err != nil {
			t.Fatal(err)
		}
		switch when {
		case "while the look runs":
			// Whether the client of this call is gone is asked once the end is dated.
			const id = "s_aaaaaaaaaaaaaaaaaaaaaaaaaa"
			st.begin(call{ID: "2", Tool: "Bash", Agent: other, Session: id, Start: now.disk})
			asked := 0
			disk.Fail = func(_, name string) error {
				if asked++; strings.Contains(name, id) && asked == 1 {
					at, err := g.store.clock()
					if err != nil {
						t.Error(err)
					}
					stir(t, temp, at.disk)
				}
				return nil
			}
		default:
			st.end(who, "1", now.disk)
			stir(t, temp, now.disk)
		}
		if err := g.note(st); err != nil {
			t.Fatal(err)
		}
		if r := handle(Post); !r.Deny || !strings.Contains(r.Reason, ".settings.json") {
			t.Errorf("changed %s: nobody is told: %+v", when, r)
		}
	}
}

// TestBlameLater blames the call that a change follows for one that is dated after the
// look: by a folder that changed while it ran.
func TestBlameLater(t *testing.T) {
	t.Parallel()
	who := session.Agent{Client: "a"}
	st := &state{}
	st.begin(call{ID: "it", Tool: "Bash", Agent: who, Start: 10, Unknown: true})
	st.end(who, "it", 100)
	b := &blamer{r: &Request{Agent: who}, mode: session.ModeAlways, st: st, now: moment{disk: 100}, listed: true, base: baseline{}, agents: map[session.Agent]*ruled{
		who: {mode: session.ModeAlways},
	}}
	f, wait, err := b.blame(change{path: "new/x.go", now: known{hash: hashOf([]byte("x"))}, at: 150})
	if err != nil || wait || f == nil || f.call.ID != "it" {
		t.Errorf("%+v, wait %t, %v", f, wait, err)
	}
}
