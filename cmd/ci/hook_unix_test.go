//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"codeintel/cmd/internal/guard"
	"codeintel/cmd/internal/setup"
	"codeintel/session"
	"codeintel/session/shell"
	"codeintel/session/speech"
)

// other is an agent of another client.
var other = session.Agent{Client: "other"}

// tick waits until the clock of the disk has gone on: what changes after it is later
// than what changed before.
func (g *gated) tick() {
	g.t.Helper()
	stamp := func() time.Time {
		name := filepath.Join(g.dir, "tick")
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			g.t.Fatal(err)
		}
		info, err := os.Stat(name)
		if err != nil {
			g.t.Fatal(err)
		}
		return info.ModTime()
	}
	for before := stamp(); !stamp().After(before); {
	}
}

// person writes a file as somebody does who is no agent.
func (g *gated) person(name, text string) {
	g.t.Helper()
	g.tick()
	g.write(name, text)
	g.tick()
}

// project writes a script of the project's own, which git tracks: nobody looks into
// it before it runs.
func (g *gated) project(name, text string) {
	g.t.Helper()
	g.tick()
	g.write(name, text)
	g.sh("git add " + name)
	g.tick()
}

// pre asks whether a call may be made.
func (g *gated) pre(who session.Agent, tool string, input map[string]any) string {
	g.t.Helper()
	g.n += g.n % 2
	return g.hook("pre", who, "PreToolUse", tool, input, nil)
}

// mustPass asks whether a call may be made, and ends the test where it may not.
func (g *gated) mustPass(who session.Agent, tool string, input map[string]any) {
	g.t.Helper()
	if said := g.pre(who, tool, input); said != "" {
		g.t.Fatal(said)
	}
}

// post tells of a call that was made.
func (g *gated) post(who session.Agent, tool string, input map[string]any, response any) string {
	g.t.Helper()
	g.n += 1 - g.n%2
	return g.hook("post", who, "PostToolUse", tool, input, response)
}

// bash is a call of the shell, made when it passes; what the agent is told after it.
func (g *gated) bash(who session.Agent, command string) string {
	g.t.Helper()
	input := map[string]any{"command": command}
	if said := g.pre(who, "Bash", input); said != "" {
		return said
	}
	_, _ = g.try(command) // it may fail
	return g.post(who, "Bash", input, map[string]any{"stdout": ""})
}

func (g *gated) edits(who session.Agent, name string) string {
	g.t.Helper()
	input := edit("file_path", filepath.Join(g.root, name))
	if said := g.pre(who, "Edit", input); said != "" {
		return said
	}
	g.do("Edit", input)
	return g.post(who, "Edit", input, map[string]any{})
}

func (g *gated) view() *session.Session {
	g.t.Helper()
	s, err := g.a.host().Book(g.root).View(g.id)
	if err != nil {
		g.t.Fatal(err)
	}
	return s
}

// denied says whether an answer is a denial before a call; blocked, after it.
func denied(said string) bool  { return strings.Contains(said, `"permissionDecision":"deny"`) }
func blocked(said string) bool { return strings.Contains(said, `"decision":"block"`) }

// TestHookStates: what may be written before a session, in it, when it is READY, and
// after it.
func TestHookStates(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	want := func(what, said string, deny bool) {
		t.Helper()
		if denied(said) != deny || !deny && said != "" {
			t.Errorf("%s: %q", what, said)
		}
	}
	want("without a session", g.edits(g.who, "pay/payment.go"), false)
	want("git's own, without a session", g.bash(g.who, "rm -f .git/index.lock"), false)
	g.session(false)
	want("in EXPLORATION", g.edits(g.who, "auth/login.go"), true)
	want("outside", g.bash(g.who, "echo x > $O/x.txt; echo y > /tmp/../"+g.dir+"/y.txt"), false)
	want("another agent", g.edits(other, "pay/payment.go"), false)
	want("the gate's own by another agent", g.edits(other, ".code-intel/config.json"), true)
	g.session(true)
	want("READY", g.edits(g.who, "auth/login.go"), false)
	want("READY, by the shell", g.bash(g.who, "sed -i s/Login/Login/ auth/login.go"), false)
	want("READY, new", g.edits(g.who, "auth/new.go"), false)
	want("READY, new, again", g.edits(g.who, "auth/new.go"), false)
	want("READY, not explored", g.edits(g.who, "store/store.go"), true)
	want("READY, a subagent", g.edits(sub, "auth/login.go"), true)
	if err := g.a.host().Book(g.root).Release(t.Context(), g.id); err != nil {
		t.Fatal(err)
	}
	want("released", g.edits(g.who, "store/store.go"), false)
	g.write(".code-intel/config.json", `{"write_gate": "always"}`)
	want("always, no session", g.edits(g.who, "store/store.go"), true)
	want("always, another agent", g.edits(other, "store/store.go"), true)
	g.write(".code-intel/config.json", `{"write_gate": "off"}`)
	want("off", g.edits(g.who, "store/store.go"), false)
	g.write(".code-intel/config.json", `{"write_gate": "sometimes"}`)
	if said := g.edits(g.who, "store/store.go"); !strings.Contains(said, "no decision") || !strings.Contains(said, "config.json:1: write_gate") {
		t.Errorf("a configuration that can't be read: %q", said)
	}
}

// TestHookText: a refusal is short, automatic, names what leads on, and is one line
// from the third time on.
func TestHookText(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	for n := 1; n <= 4; n++ {
		said := g.edits(g.who, "auth/login.go")
		var answer struct {
			Out struct {
				Reason string `json:"permissionDecisionReason"`
			} `json:"hookSpecificOutput"`
		}
		if err := json.Unmarshal([]byte(said), &answer); err != nil {
			t.Fatalf("%q: %v", said, err)
		}
		text := answer.Out.Reason
		if len([]rune(text)) > 400 || !strings.Contains(text, "auth/login.go") || strings.Contains(text, "automatic") != (n < 3) || n >= 3 && len(text) > 130 {
			t.Errorf("%d: %q", n, text)
		}
	}
	if n := g.view().Status().Refusals; n != 4 {
		t.Errorf("%d refusals are counted", n)
	}
}

// TestHookUndo: what was changed without leave may be put back, by the shell and by
// Write, and nothing else may be done with it.
func TestHookUndo(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.person("dirty.txt", "before\nit was\nchanged\n") // git has not got it
	g.session(false)
	g.project("bad.py", "for f in ('pay/payment.go', 'dirty.txt', 'new.txt'): open(f, 'a').write('x\\n')\n")
	if said := g.bash(g.who, "python3 bad.py"); !blocked(said) || !strings.Contains(said, "new: new.txt") || !strings.Contains(said, "changed: dirty.txt") ||
		!strings.Contains(said, `@@ line 4\n+x`) || strings.Contains(said, "bad.py") {
		t.Fatalf("%s", said)
	}
	if v := g.view().Status().Violations; len(v) != 1 || !slices.Equal(v[0].Files, []string{"dirty.txt", "new.txt", "pay/payment.go"}) || v[0].Tool != "Bash" || v[0].Agent != g.who {
		t.Errorf("%+v", v)
	}
	if said := g.bash(g.who, "true"); said != "" {
		t.Errorf("it is said again: %s", said)
	}
	if said := g.edits(g.who, "pay/payment.go"); !denied(said) {
		t.Errorf("it may be edited: %s", said)
	}
	if said := g.pre(g.who, "Write", map[string]any{"file_path": filepath.Join(g.root, "dirty.txt"), "content": "something else"}); !denied(said) {
		t.Errorf("it may be overwritten: %s", said)
	}
	if said := g.bash(other, "true"); said != "" {
		t.Errorf("another agent is told: %s", said)
	}
	for _, command := range []string{"git checkout -q -- pay/payment.go", "rm new.txt"} {
		if said := g.bash(g.who, command); said != "" {
			t.Errorf("%s: %s", command, said)
		}
	}
	write := map[string]any{"file_path": filepath.Join(g.root, "dirty.txt"), "content": "before\nit was\nchanged\n"}
	if said := g.pre(g.who, "Write", write); said != "" {
		t.Errorf("Write of what was there: %s", said)
	}
	g.write("dirty.txt", "before\nit was\nchanged\n")
	if said := g.post(g.who, "Write", write, map[string]any{}); said != "" {
		t.Errorf("after Write of what was there: %s", said)
	}
	if said := g.bash(g.who, "git checkout -q -- pay/payment.go"); !denied(said) {
		t.Errorf("it was put back, and may be written again: %s", said)
	}
}

// TestHookBlame: an agent is told of its own changes, and not of those of a person or
// of another agent that may write.
func TestHookBlame(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	g.person("store/store.go", "a person's\n")
	g.person("by-a-person.txt", "a person's\n")
	if said := g.bash(g.who, "sh -c true; make -n >/dev/null"); said != "" {
		t.Errorf("of a person's: %s", said)
	}
	// Another agent writes while a call runs: it may.
	input := map[string]any{"command": "python3 slow.py"}
	g.mustPass(g.who, "Bash", input)
	n := g.n
	if said := g.edits(other, "web/routes.go"); said != "" {
		t.Errorf("another agent: %s", said)
	}
	g.n = n
	if said := g.post(g.who, "Bash", input, map[string]any{}); said != "" {
		t.Errorf("of another agent's: %s", said)
	}
	// A subagent of its own may not, whatever else runs.
	g.project("bad.py", "open('pay/payment.go', 'a').write('x')\n")
	if said := g.bash(sub, "python3 bad.py"); !blocked(said) || !strings.Contains(said, "pay/payment.go") {
		t.Errorf("of a subagent's: %s", said)
	}
	if v := g.view().Status().Violations; len(v) != 1 || v[0].Agent != sub {
		t.Errorf("%+v", v)
	}
}

// TestHookClock holds that the changes of a call are reported although the clock was set
// back while the call ran.
func TestHookClock(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	g.project("slow.py", "open('pay/payment.go', 'a').write('x')\n")
	input := map[string]any{"command": "python3 slow.py"}
	g.mustPass(g.who, "Bash", input)
	name := filepath.Join(g.root, ".code-intel", "gate", "calls.json")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	var kept map[string]any
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if err := d.Decode(&kept); err != nil {
		t.Fatal(err)
	}
	calls := kept["calls"].([]any)
	call := calls[len(calls)-1].(map[string]any)
	start, err := call["start"].(json.Number).Int64()
	if err != nil {
		t.Fatal(err)
	}
	call["start"] = start + int64(time.Hour) // as the clock said before it was set back
	line, err = json.Marshal(kept)
	if err != nil {
		t.Fatal(err)
	}
	seal := g.a.host().Sealer(g.root)(append([]byte("gate/calls.json\n"), line...))
	if err := os.WriteFile(name, fmt.Appendf(line, "\n%s\n", seal), 0o600); err != nil {
		t.Fatal(err)
	}
	g.sh(input["command"].(string))
	if said := g.post(g.who, "Bash", input, map[string]any{}); !blocked(said) || !strings.Contains(said, "pay/payment.go") {
		t.Errorf("%q", said)
	}
}

// TestHookShared: where two agents may have made a change, both are told, and a
// call that never ended excuses nobody.
func TestHookShared(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	g.project("bad.py", "open('pay/payment.go', 'a').write('x')\n")
	input := map[string]any{"command": "python3 slow.py"}
	// A call of another conversation that was interrupted: nobody tells of its end.
	g.mustPass(other, "Bash", input)
	if said := g.bash(g.who, "python3 bad.py"); !blocked(said) || !strings.Contains(said, "pay/payment.go") || !strings.Contains(said, "has not ended") {
		t.Errorf("behind a call that has not ended: %s", said)
	}
	if v := g.view().Status().Violations; len(v) != 1 {
		t.Errorf("%+v", v)
	}
	// The other one is told, once.
	n := g.n
	if said := g.bash(other, "make -n"); !strings.Contains(said, "pay/payment.go") || blocked(said) {
		t.Errorf("the other agent: %s", said)
	}
	if said := g.bash(other, "make -n"); said != "" {
		t.Errorf("the other agent again: %s", said)
	}
	// A call that only edits another file excuses nothing, even while it runs.
	if said := g.hook("post", other, "Stop", "", nil, nil); said != "" {
		t.Errorf("the end of the other agent's turn: %s", said)
	}
	g.n = n + 2
	g.mustPass(other, "Edit", edit("file_path", filepath.Join(g.root, "web/routes.go")))
	g.n += 2
	if said := g.bash(g.who, "python3 bad.py"); !blocked(said) || strings.Contains(said, "another agent") {
		t.Errorf("behind an edit of another file: %s", said)
	}
}

// TestHookUnowned: an open session of which nobody knows the agent does not make a
// change silent.
func TestHookUnowned(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	who := g.who
	g.who = session.Agent{}
	g.session(true)
	g.who = who
	g.session(false)
	g.project("bad.py", "open('auth/login.go', 'a').write('x')\n")
	if said := g.bash(g.who, "python3 bad.py"); !strings.Contains(said, "auth/login.go") || !strings.Contains(said, "without hooks") {
		t.Errorf("%s", said)
	}
}

// TestHookFailure: what a command has changed that failed is told.
func TestHookFailure(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	g.project("bad.py", "open('pay/payment.go', 'a').write('x'); raise SystemExit(1)\n")
	input := map[string]any{"command": "python3 bad.py"}
	g.mustPass(g.who, "Bash", input)
	g.do("Bash", input)
	g.n += 1 - g.n%2
	if said := g.hook("post", g.who, "PostToolUseFailure", "Bash", input, nil); !strings.Contains(said, "pay/payment.go") {
		t.Errorf("%s", said)
	}
}

// TestHookRepeated: a write that a person has undone is told when it is repeated,
// also where nobody looked in between.
func TestHookRepeated(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	before := g.read("pay/payment.go")
	g.project("bad.py", "open('pay/payment.go', 'w').write('x')\n")
	if said := g.bash(g.who, "python3 bad.py"); !blocked(said) {
		t.Fatal(said)
	}
	g.person("pay/payment.go", before)
	if said := g.bash(g.who, "python3 bad.py"); !blocked(said) || !strings.Contains(said, "pay/payment.go") {
		t.Errorf("%s", said)
	}
	if said := g.bash(g.who, "make -n"); said != "" {
		t.Errorf("it is said again: %s", said)
	}
}

// TestHookTaken: what a command has changed that was taken for one that reads is
// told: the text is no proof.
func TestHookTaken(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	input := map[string]any{"command": "cat docs/readme.txt"}
	g.mustPass(g.who, "Bash", input)
	g.tick()
	g.write("pay/payment.go", "by the command\n")
	if said := g.post(g.who, "Bash", input, map[string]any{}); !blocked(said) || !strings.Contains(said, "pay/payment.go") {
		t.Errorf("%s", said)
	}
}

// TestHookEnd: what a job in the background has done is told at the end of the turn,
// once, and what no job is known to have done is not held up.
func TestHookEnd(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	input := map[string]any{"command": "make watch", "run_in_background": true}
	g.mustPass(g.who, "Bash", input)
	if said := g.post(g.who, "Bash", input, map[string]any{}); said != "" {
		t.Fatal(said)
	}
	g.person("pay/payment.go", "by the job\n")
	if said := g.hook("post", g.who, "Stop", "", nil, nil); !blocked(said) || !strings.Contains(said, "pay/payment.go") || !strings.Contains(said, "no call ran") {
		t.Errorf("%s", said)
	}
	if said := g.hook("post", g.who, "Stop", "", nil, nil); said != "" {
		t.Errorf("again: %s", said)
	}
}

// TestHookKilled: when the shared process, or the hook, is gone between the two
// halves of a call, nothing is lost.
func TestHookKilled(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	g.project("bad.py", "open('pay/payment.go', 'a').write('x')\n")
	input := map[string]any{"command": "python3 bad.py"}
	g.mustPass(g.who, "Bash", input)
	g.do("Bash", input)
	// Nobody tells of the end of the call. The next call does.
	if said := g.bash(g.who, "make -n"); !blocked(said) || !strings.Contains(said, "pay/payment.go") {
		t.Errorf("%s", said)
	}
	// What is kept was damaged, or removed.
	for _, name := range []string{"calls.json", "baseline"} {
		if err := os.WriteFile(filepath.Join(g.root, ".code-intel", "gate", name), []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if said := g.edits(g.who, "pay/payment.go"); !denied(said) {
		t.Errorf("%s", said)
	}
	if said := g.bash(g.who, "make -n"); !blocked(said) || !strings.Contains(said, "removed or damaged") || !strings.Contains(said, "pay/payment.go") {
		t.Errorf("%s", said)
	}
	if said := g.bash(g.who, "make -n"); said != "" {
		t.Errorf("it is said again: %s", said)
	}
	if said := g.bash(g.who, "python3 bad.py"); !blocked(said) {
		t.Errorf("a new baseline: %s", said)
	}
}

// TestHookLost: who removes the record of its session does not get rid of the gate.
func TestHookLost(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	g.project("bad.py", "import shutil; shutil.rmtree('.code-intel/sessions')\n")
	if said := g.bash(g.who, "python3 bad.py"); !blocked(said) || !strings.Contains(said, "ci session release") {
		t.Errorf("%s", said)
	}
	if said := g.edits(g.who, "pay/payment.go"); !denied(said) || !strings.Contains(said, g.id) {
		t.Errorf("%s", said)
	}
	for _, command := range []string{"ci session release " + g.id, "x=session; ci 'session'  release"} {
		if said := g.bash(g.who, command); !denied(said) {
			t.Errorf("%s: %s", command, said)
		}
	}
	if code := g.a.run(t.Context(), []string{"session", "release", g.id}); code != 0 {
		t.Errorf("exit code %d: %s", code, g.errs.String())
	}
	if said := g.edits(g.who, "pay/payment.go"); said != "" {
		t.Errorf("released: %s", said)
	}
	g = newGated(t)
	g.session(false)
	g.project("bad.py", "open('.code-intel/config.json', 'w').write('{\"write_gate\": \"off\"}')\n")
	if said := g.bash(g.who, "python3 bad.py"); !blocked(said) || !strings.Contains(said, ".code-intel/config.json") {
		t.Errorf("%s", said)
	}
	if said := g.edits(g.who, "pay/payment.go"); !denied(said) {
		t.Errorf("the gate is off: %s", said)
	}
	g.person(".code-intel/config.json", `{"write_gate":  "off"}`) // the person means it
	if said := g.edits(g.who, "pay/payment.go"); said != "" {
		t.Errorf("the person turned it off: %s", said)
	}
}

// TestHookForged: what a script writes into the record of a session is not believed,
// and who removes all that is kept in the repository is held up all the same.
func TestHookForged(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ script, says string }{
		"READY":         {`s.replace('"phase":"EXPLORATION"', '"phase":"READY"')`, "changed by something else"},
		"CLOSED":        {`s.replace('"phase":"EXPLORATION"', '"phase":"CLOSED"').replace('"refused":', '"closed":"x","refused":')`, "changed by something else"},
		"without seal":  {`s.split('\n')[0].replace('"phase":"EXPLORATION"', '"phase":"READY"') + '\n'`, "changed by something else"},
		"another owner": {`s.replace('"client":"main"', '"client":"nobody"')`, "removed or damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGated(t)
			g.session(false)
			if said := g.edits(g.who, "auth/login.go"); !denied(said) {
				t.Fatalf("%s", said)
			}
			g.project("bad.py", "import glob\nfor f in glob.glob('.code-intel/sessions/s_*.json'):\n    s = open(f).read(); t = "+c.script+"; assert s != t, s; open(f, 'w').write(t)\n")
			if said := g.bash(g.who, "python3 bad.py"); !blocked(said) || !strings.Contains(said, c.says) {
				t.Errorf("%s", said)
			}
			if said := g.edits(g.who, "auth/login.go"); !denied(said) {
				t.Errorf("%s", said)
			}
			if code := g.a.run(t.Context(), []string{"session", "release", g.id}); code != 0 {
				t.Fatalf("exit code %d: %s", code, g.errs.String())
			}
			if said := g.edits(g.who, "auth/login.go"); said != "" {
				t.Errorf("released: %s", said)
			}
		})
	}
	g := newGated(t)
	g.session(false)
	if said := g.edits(g.who, "auth/login.go"); !denied(said) {
		t.Fatalf("%s", said)
	}
	if said := g.bash(g.who, "rm -rf .code-intel"); !denied(said) {
		t.Errorf("%s", said)
	}
	g.project("bad.py", "import shutil; shutil.rmtree('.code-intel')\n")
	_ = g.bash(g.who, "python3 bad.py") // the next call tells at the latest
	if said := g.edits(g.who, "auth/login.go"); !denied(said) || !strings.Contains(said, g.id) {
		t.Errorf("%s", said)
	}
	if said := g.edits(other, "auth/login.go"); said != "" {
		t.Errorf("another agent: %s", said)
	}
	if code := g.a.run(t.Context(), []string{"session", "release", g.id}); code != 0 {
		t.Fatalf("exit code %d: %s", code, g.errs.String())
	}
	if said := g.edits(g.who, "auth/login.go"); said != "" {
		t.Errorf("released: %s", said)
	}
}

// TestHookReplay: the record of a session that was READY gives no right back when it
// is put back after that has ended, nor in a copy of the repository; and a process
// that knows better notices that all was removed which is kept, with what changed.
func TestHookReplay(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(true)
	record := ".code-intel/sessions/" + g.id + ".json"
	old := g.read(record)
	copied := filepath.Join(g.dir, "home", "copy")
	if said := g.edits(g.who, "auth/login.go"); said != "" {
		t.Fatal(said)
	}
	g.sh("cp -a " + g.root + " " + copied)
	here := g.root
	g.root, g.a.dir = copied, copied
	if said := g.edits(g.who, "auth/login.go"); !denied(said) {
		t.Errorf("in a copy of the repository: %s", said)
	}
	g.root, g.a.dir = here, here
	if said := g.edits(g.who, "auth/login.go"); said != "" {
		t.Errorf("the copy changed the original: %s", said)
	}
	if err := g.a.host().Book(g.root).Update(t.Context(), g.id, func(s *session.Session) error { _, err := s.Revert(true); return err }); err != nil {
		t.Fatal(err)
	}
	if said := g.edits(g.who, "auth/login.go"); !denied(said) {
		t.Fatal(said)
	}
	if err := os.WriteFile(filepath.Join(g.dir, "old"), []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	g.project("bad.py", "import shutil; shutil.copy('"+filepath.Join(g.dir, "old")+"', '"+record+"')\n")
	if said := g.bash(g.who, "python3 bad.py"); !blocked(said) || !strings.Contains(said, "changed by something else") {
		t.Errorf("%s", said)
	}
	if said := g.edits(g.who, "auth/login.go"); !denied(said) {
		t.Errorf("%s", said)
	}

	g = newGated(t)
	g.session(false)
	process := &guards{a: g.a}
	ask := func(event string) guard.Response {
		t.Helper()
		answer, err := process.of(g.root).Handle(t.Context(), &guard.Request{
			Version: guard.Version, Event: event, Agent: g.who, Root: g.root, Tool: "Bash", Call: "1", Effects: shell.Effects{Unknown: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	if got := ask(guard.Pre); got.Deny {
		t.Fatalf("%+v", got)
	}
	g.sh("rm -r .code-intel " + filepath.Join(g.dir, "home", ".cache", "ci", "gate") + "; echo x >> pay/payment.go")
	if got := ask(guard.Post); !got.Deny || !strings.Contains(got.Reason, "pay/payment.go") || !strings.Contains(got.Reason, "session release "+g.id) || !strings.Contains(got.Reason, "outside of the repository") {
		t.Errorf("%+v", got)
	}
	if said := g.edits(g.who, "auth/login.go"); !denied(said) || !strings.Contains(said, g.id) {
		t.Errorf("%s", said)
	}
}

// TestHookEnforced: a session says whether a hook of its client has reported, to the
// agent when it begins and to the person as long as it is open; a hook that reports
// later, and another client's, count for what they are.
func TestHookEnforced(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	now := time.Now()
	g.a.now = func() time.Time { return now }
	start := func(who session.Agent) (id, enforcement string) {
		t.Helper()
		st, err := g.a.host().Book(g.root).Start(t.Context(), session.StartArgs{Intent: session.Modify, Query: "Mend Login", Connection: session.Connection{ID: "c"}}, who, g.repo)
		if err != nil {
			t.Fatal(err)
		}
		return st.SessionID, st.Enforcement
	}
	says := func(args ...string) string {
		t.Helper()
		g.out.Reset()
		_ = g.a.run(t.Context(), append(args, "--repo", g.root))
		return g.out.String()
	}
	none, said := start(session.Agent{Client: "cursor"})
	if said != speech.NotEnforced.EN {
		t.Errorf("no hook: %s", said)
	}
	if out := says("session", "list"); !strings.Contains(out, "not enforced, no hook of the client has reported: "+none[:shortID]) {
		t.Errorf("%s", out)
	}
	if out := says("session", "show", none); !strings.Contains(out, "not enforced") {
		t.Errorf("%s", out)
	}
	if got := g.a.unenforcedIn(g.root); len(got) != 1 || got[0] != none {
		t.Errorf("%v", got)
	}
	// The hook comes before the call, in a repository that has nothing to guard too.
	for _, tool := range []string{"mcp__code-intel__start_session", "mcp__plugin_code-intel_code-intel__start_session", "mcp__ours__start_session"} {
		client := session.Agent{Client: "claude, " + tool}
		if said := g.hook("pre", client, "PreToolUse", tool, map[string]any{"intent": "MODIFY", "query": "x"}, nil); said != "" {
			t.Fatal(said)
		}
		if _, said := start(client); said != session.Enforced {
			t.Errorf("%s: %s", tool, said)
		}
	}
	// A client that does not say which conversation it is has just reported, or not.
	if _, said := start(session.Agent{}); said != session.Enforced {
		t.Errorf("a client without a name: %s", said)
	}
	now = now.Add(time.Minute)
	later, said := start(session.Agent{})
	if said != speech.NotEnforced.EN {
		t.Errorf("a client without a name, later: %s", said)
	}
	g.hook("post", g.who, "PostToolUse", "mcp__ours__start_session", map[string]any{}, map[string]any{"session_id": later})
	if out := says("session", "show", later); !strings.Contains(out, "gate        enforced") {
		t.Errorf("a hook reports later: %s", out)
	}
	if said := g.hook("pre", session.Agent{Client: "x"}, "PreToolUse", "mcp__ours__get_session_status", map[string]any{}, nil); said != "" {
		t.Fatal(said)
	}
	if _, said := start(session.Agent{Client: "x"}); said != speech.NotEnforced.EN {
		t.Errorf("another tool is no report of a beginning: %s", said)
	}
}

// TestHookTrust: a tool of another server is not trusted for its name, and passes on
// the person's word, in this repository alone; it is looked at after it ran all the
// same, and an agent can't give the word.
func TestHookTrust(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	const tool = "mcp__tracker__read_report"
	input := map[string]any{"output_path": "pay/payment.go"}
	g.n += g.n % 2
	if said := g.pre(g.who, tool, input); !denied(said) {
		t.Fatalf("by its name: %s", said)
	}
	trust := func(want int, args ...string) string {
		t.Helper()
		g.out.Reset()
		g.errs.Reset()
		if code := g.a.run(t.Context(), append([]string{"gate", "trust", "--repo", g.root}, args...)); code != want {
			t.Errorf("%v: exit code %d: %s%s", args, code, g.out.String(), g.errs.String())
		}
		return g.out.String() + g.errs.String()
	}
	if said := trust(0); said != "no tool of another server is trusted\n" {
		t.Errorf("%s", said)
	}
	if said := trust(0, tool); !strings.Contains(said, "trusted; what it is declared to do can't be known: the repository's .mcp.json can't be read") {
		t.Errorf("%s", said)
	}
	if said := trust(0); !strings.HasPrefix(said, tool+" since ") {
		t.Errorf("%s", said)
	}
	for _, bad := range []string{"Bash", "mcp__tracker", "mcp____x"} {
		trust(2, bad)
	}
	if said := g.pre(g.who, tool, input); said != "" {
		t.Errorf("trusted: %s", said)
	}
	g.sh("echo x >> pay/payment.go")
	if said := g.hook("post", g.who, "PostToolUse", tool, input, map[string]any{}); !blocked(said) || !strings.Contains(said, "pay/payment.go") {
		t.Errorf("it is looked at afterwards: %s", said)
	}
	g.sh("git checkout -q -- pay/payment.go")
	here := g.root
	g.sh("cp -a " + g.root + " " + g.dir + "/home/copy")
	g.root, g.a.dir = g.dir+"/home/copy", g.dir+"/home/copy"
	if said := trust(0); said != "no tool of another server is trusted\n" {
		t.Errorf("in a copy: %s", said)
	}
	g.root, g.a.dir = here, here
	trust(0, "--remove", tool)
	g.n += g.n % 2
	if said := g.pre(g.who, tool, input); !denied(said) {
		t.Errorf("not trusted any more: %s", said)
	}
	g.n += g.n % 2
	if said := g.bash(g.who, "ci gate trust "+tool); !denied(said) {
		t.Errorf("an agent's call: %s", said)
	}
	if said := g.bash(other, "ci gate trust "+tool); !denied(said) {
		t.Errorf("the call of an agent that is in no session: %s", said)
	}
	// A script says it where nobody sees it.
	g.n += g.n % 2
	g.mustPass(g.who, "Bash", map[string]any{"command": "make trust"})
	trust(0, tool)
	if said := g.hook("post", g.who, "PostToolUse", "Bash", map[string]any{"command": "make trust"}, map[string]any{}); !blocked(said) || !strings.Contains(said, tool) {
		t.Errorf("%s", said)
	}
	if said := trust(0); said != "no tool of another server is trusted\n" {
		t.Errorf("%s", said)
	}
}

// TestHookIdle: a session that nobody ended goes on to rule when nothing has
// happened for long.
func TestHookIdle(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(true)
	if said := g.edits(g.who, "auth/login.go"); said != "" {
		t.Fatal(said)
	}
	now := g.a.now
	g.a.now = func() time.Time { return now().Add(8 * 24 * time.Hour) }
	for range 2 {
		if said := g.edits(g.who, "auth/login.go"); !denied(said) || !strings.Contains(said, "start_session") {
			t.Errorf("%s", said)
		}
		if _, err := g.a.host().Book(g.root).Expire(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if code := g.a.run(t.Context(), []string{"session", "release", g.id}); code != 0 {
		t.Fatalf("exit code %d: %s", code, g.errs.String())
	}
	if said := g.edits(g.who, "auth/login.go"); said != "" {
		t.Errorf("released: %s", said)
	}
}

// TestHookCredit: what the client's own tools show counts as explored.
func TestHookCredit(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	name := filepath.Join(g.root, "store/store.go")
	g.post(g.who, "Read", map[string]any{"file_path": name}, map[string]any{"type": "text", "file": map[string]any{"filePath": name, "startLine": 1, "numLines": 3, "totalLines": 9}})
	g.post(g.who, "Grep", map[string]any{"pattern": "Charge"}, map[string]any{"mode": "content", "content": "pay/payment.go:1:func Charge"})
	g.post(sub, "Read", map[string]any{"file_path": name}, map[string]any{"type": "text", "file": map[string]any{"filePath": filepath.Join(g.root, "docs/readme.txt"), "startLine": 1, "numLines": 1}})
	s := g.view()
	if !s.Explored("store/store.go") || !s.Explored("pay/payment.go") || s.Explored("docs/readme.txt") {
		t.Errorf("%q", s.ExploredFiles())
	}
	sum := sha256.Sum256([]byte(g.read("store/store.go")))
	if call, ok := s.Sent(session.Lines{File: "store/store.go", From: 1, To: 3, Hash: hex.EncodeToString(sum[:])}); !ok || call != 1 {
		t.Errorf("%+v", s.ShownLines("store/store.go"))
	}
	if calls := s.Status().Calls; len(calls) != 2 || calls[0].Tool != "Read" || string(calls[0].Params) == "" {
		t.Errorf("%+v", calls)
	}
}

// TestHookReads: what only reads needs no repository, no session and no process.
func TestHookReads(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	if err := os.Chmod(filepath.Join(g.root, ".code-intel", "sessions"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{g.id + ".json"} { // what can't be read denies what writes
		if err := os.WriteFile(filepath.Join(g.root, ".code-intel", "sessions", name), []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if said := g.pre(g.who, "Read", map[string]any{"file_path": "x"}) + g.pre(g.who, "Bash", map[string]any{"command": "ls -l | head"}); said != "" {
		t.Errorf("%s", said)
	}
	if said := g.pre(g.who, "Edit", edit("file_path", filepath.Join(g.root, "pay/payment.go"))); !strings.Contains(said, "no decision") && !denied(said) {
		t.Errorf("%s", said)
	}
}

// TestGateVerify: changed files that no session may have written are listed.
func TestGateVerify(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.sh("rm script.sh")
	run := func(args ...string) (string, int) {
		g.out.Reset()
		g.errs.Reset()
		code := g.a.run(context.Background(), append([]string{"gate", "verify"}, args...))
		return g.out.String(), code
	}
	if out, code := run(); out != "0 files changed, and sessions were allowed to write all\n" || code != 0 {
		t.Errorf("%q %d", out, code)
	}
	g.write("pay/payment.go", "x\n")
	if out, code := run(); out != "pay/payment.go: changed, and there was no session\n" || code != 1 {
		t.Errorf("%q %d", out, code)
	}
	g.session(false)
	g.write("auth/login.go", "x\n")
	if out, code := run(); !strings.Contains(out, "auth/login.go: changed, and no session that was to write came to READY\n") || code != 1 {
		t.Errorf("%q %d", out, code)
	}
	g.session(true)
	g.write("auth/new.go", "x\n")
	g.write("pay/new.go", "x\n")
	g.sh("rm docs/readme.txt web/handler.go")
	want := "docs/readme.txt: removed, and no session that came to READY had explored it\npay/new.go: added, and no session that came to READY had explored it\npay/payment.go: changed, and no session that came to READY had explored it\n"
	if out, code := run(); out != want || code != 1 {
		t.Errorf("%q %d", out, code)
	}
	g.sh("git add auth/login.go auth/new.go")
	if out, code := run("--staged"); out != "2 files changed, and sessions were allowed to write all\n" || code != 0 {
		t.Errorf("%q %d", out, code)
	}
	if out, code := run("--since", "other"); !strings.Contains(out, "store/store.go: changed") || code != 1 {
		t.Errorf("%q %d", out, code)
	}
	if _, code := run("--since", "--output=x"); code != 2 {
		t.Errorf("an option in place of a revision: %d", code)
	}
	if _, code := run("--since", "none"); code != 2 {
		t.Errorf("no revision: %d", code)
	}
	if out, code := run("--json"); !strings.HasPrefix(out, `{"path":"docs/readme.txt","change":"removed","reason":"`) || code != 1 {
		t.Errorf("%q %d", out, code)
	}
}

// TestGateVerifyInit: what ci init wrote is not listed, in files that were there before
// too, staged or not; that it was taken out is, and what somebody else has added to such
// a file, whatever the repository says was written.
func TestGateVerifyInit(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.sh("rm script.sh")
	bin := filepath.Join(g.dir, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	g.a.program = filepath.Join(bin, "ci-1")
	if err := os.WriteFile(g.a.program, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		g.out.Reset()
		g.errs.Reset()
		_ = g.a.run(context.Background(), append([]string{"gate", "verify"}, args...))
		return g.out.String()
	}
	const none = "and sessions were allowed to write all\n"
	init := func(o setup.Options) {
		t.Helper()
		if o.Root = g.root; o.Command == "" {
			o.Command = "ci"
		}
		plan, err := setup.New(o)
		if err == nil {
			err = plan.Apply()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	g.write(".mcp.json", "{\n\t// ours\n\t\"mcpServers\": {\"other\": {\"command\": \"x\"}}\n}\n")
	g.sh("git add .mcp.json && git commit -qm three")
	for _, o := range []setup.Options{{}, {NoGate: true}, {Command: g.a.program}, {Gate: "always"}} {
		init(o)
		if out := run(); !strings.HasSuffix(out, none) {
			t.Errorf("%+v: %s", o, out)
		}
		g.sh("git add -A")
		if out := run("--staged"); !strings.HasSuffix(out, none) {
			t.Errorf("%+v, staged: %s", o, out)
		}
		g.sh("git reset -q")
		init(setup.Options{Remove: true})
	}
	init(setup.Options{})
	g.sh("git add -A && git commit -qm four")
	init(setup.Options{Remove: true})
	if out := run(); !strings.Contains(out, ".claude/settings.json: removed") || !strings.Contains(out, ".mcp.json: changed") {
		t.Errorf("taken out, by whomever: %s", out)
	}
	g.sh("git checkout -q -- . && git reset -q --hard HEAD~1")
	init(setup.Options{})
	for name, more := range map[string]struct{ script, lists string }{
		"a hook of its own":         {`sed -i 's/"hooks": {/"hooks": {"SessionStart": [],/' .claude/settings.json`, ".claude/settings.json"},
		"a hook of ours is changed": {`sed -i 's/"pre"/"post"/' .claude/settings.json`, ".claude/settings.json"},
		"another server":            {`sed -i 's/"other": {/"more": {"command": "y"}, "other": {/' .mcp.json`, ".mcp.json"},
		"another command of ours":   {`sed -i 's/"command": "ci"/"command": "\/tmp\/ci"/' .mcp.json`, ".mcp.json"},
		"a command file":            {`echo more >> .claude/commands/code.md`, ".claude/commands/code.md"},
		"another file":              {`echo x > .claude/commands/mine.md`, ".claude/commands/mine.md"},
	} {
		g.sh("cp -a .mcp.json .claude " + g.dir)
		record := ".code-intel/init.json"
		kept := g.read(record)
		g.sh(more.script)
		// What was written is what the record says: it is not believed.
		data, err := os.ReadFile(filepath.Join(g.root, ".claude/settings.json"))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		g.write(record, regexp.MustCompile(`"sha256":"[0-9a-f]+"`).ReplaceAllString(kept, `"sha256":"`+hex.EncodeToString(sum[:])+`"`))
		if out := run(); !strings.HasPrefix(out, more.lists+": ") {
			t.Errorf("%s: %s", name, out)
		}
		g.write(record, kept)
		g.sh("rm -r .claude && cp -a " + g.dir + "/.mcp.json " + g.dir + "/.claude . && rm -r " + g.dir + "/.claude")
	}
	if out := run(); !strings.HasSuffix(out, none) {
		t.Errorf("put back: %s", out)
	}
}

// TestHookReasons: what changes many files at once is refused for what is really in the
// way, with the call that mends it.
func TestHookReasons(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.person("pay/more.go", "func More\n")
	g.session(false)
	for _, command := range []string{"black .", "git checkout -- .", "git stash", "black auth"} {
		if said := g.pre(g.who, "Bash", map[string]any{"command": command}); !denied(said) || !strings.Contains(said, "not READY") {
			t.Errorf("%s before READY: %s", command, said)
		}
	}
	g.session(true)
	for command, want := range map[string]string{
		"black .":           "name the files or folders that you mean in place of .",
		"git checkout -- .": "name the files or folders that you mean in place of .",
		"git stash":         "name files or folders after --",
		"black pay":         "pay: 2 files below it were not explored, such as pay/more.go",
	} {
		if said := g.pre(g.who, "Bash", map[string]any{"command": command}); !denied(said) || !strings.Contains(said, want) {
			t.Errorf("%s: %s", command, said)
		}
	}
	if err := g.a.host().Book(g.root).Update(t.Context(), g.id, func(s *session.Session) error {
		_, err := s.AddExplored([]string{"."}, "", sessionCode{})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"black auth pay store", "git checkout -- auth", "git stash push -- auth"} {
		if said := g.pre(g.who, "Bash", map[string]any{"command": command}); said != "" {
			t.Errorf("%s, and all is explored: %s", command, said)
		}
	}
}

// sessionCode is a repository of which only the root is known.
type sessionCode struct{ noCode }

func (sessionCode) Folder(p string) bool { return p == "." }
