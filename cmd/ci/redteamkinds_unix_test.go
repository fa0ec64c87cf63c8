//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"codeintel/session/shell/shelltest"
)

// tried is a case of redteam.txt.
type tried struct {
	shelltest.Case
	kind           string
	ready, outside bool
	process        bool // the shared process runs
	forges         bool // the record of a session, by what is not told in world
	noticed        bool // it is expected to pass, and to be reported
	tracked        [2]string
	then, later    string
}

// readTried reads redteam.txt.
func readTried(t *testing.T) []tried {
	t.Helper()
	var list []tried
	kind := ""
	for _, c := range corpus(t, "redteam.txt") {
		k := tried{Case: c}
		for _, n := range c.Notes {
			if name, ok := strings.CutPrefix(n, "# == "); ok {
				kind = name
			}
		}
		k.kind = kind
		for _, w := range c.Want {
			name, text, _ := strings.Cut(w, ": ")
			switch name {
			case "ready":
				k.ready = true
			case "outside":
				k.outside = true
			case "process":
				k.process = true
			case "forges":
				k.forges = true
			case "noticed":
				k.noticed = true
			case "then":
				k.then = text
			case "later":
				k.later = text
			case "tracked":
				k.tracked[0], k.tracked[1], _ = strings.Cut(text, " ")
			default:
				t.Fatalf("redteam.txt:%d: %q", c.Line, w)
			}
		}
		list = append(list, k)
	}
	return list
}

// process runs the hook as the client does, as a process of its own.
func (g *gated) process(event string, said []byte) (stdout, stderr string, code int) {
	g.t.Helper()
	c := exec.Command(os.Args[0], "hook", event)
	c.Dir = g.root
	c.Env = []string{mainEnv + "=1", "HOME=" + filepath.Join(g.dir, "home"), "XDG_RUNTIME_DIR=" + filepath.Join(g.dir, "run"), "PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}
	var out, errs bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(said), &out, &errs
	if err := c.Run(); err != nil && c.ProcessState == nil {
		g.t.Fatal(err)
	}
	return out.String(), errs.String(), c.ProcessState.ExitCode()
}

// shared starts the shared process of the user, which ends with the test.
func (g *gated) shared() {
	g.t.Helper()
	run := filepath.Join(g.dir, "run")
	if err := os.MkdirAll(run, 0o700); err != nil {
		g.t.Fatal(err)
	}
	ci := func(args ...string) {
		c := exec.Command(os.Args[0], args...)
		c.Dir = g.root
		c.Env = []string{mainEnv + "=1", "HOME=" + filepath.Join(g.dir, "home"), "XDG_RUNTIME_DIR=" + run, "PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}
		if out, err := c.CombinedOutput(); err != nil {
			g.t.Errorf("%q: %v: %s", args, err, out)
		}
	}
	ci("serve", "--detach")
	g.t.Cleanup(func() { ci("stop") })
}

// asks runs the hook about a call; what comes back is what the client holds it up
// for, or tells the agent.
func (g *gated) asks(event, tool string, input any) string {
	g.t.Helper()
	command := "pre"
	said := map[string]any{"hook_event_name": event, "session_id": g.who.Client, "cwd": g.root, "tool_use_id": fmt.Sprint("call-", g.n/2), "transcript_path": g.transcript()}
	if g.n++; event != "PreToolUse" {
		command = "post"
	}
	if tool != "" {
		said["tool_name"], said["tool_input"], said["tool_response"] = tool, input, map[string]any{}
	}
	text, err := json.Marshal(said)
	if err != nil {
		g.t.Fatal(err)
	}
	stdout, stderr, code := g.process(command, text)
	switch code {
	case 0:
		return stdout
	case 2:
		return stderr
	}
	g.t.Errorf("the hook ended with %d: %s%s", code, stdout, stderr) // the client goes on as if there were none
	return ""
}

// transcript writes the client's record of the conversation, which shows that the agent
// began its session, and returns its path.
func (g *gated) transcript() string {
	g.t.Helper()
	name := filepath.Join(g.dir, "home", ".claude", "projects", "-shop", g.who.Client+".jsonl")
	if _, err := os.Lstat(name); err == nil {
		return name
	}
	lines := `{"type":"user","message":{"role":"user","content":"mend it"}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"mcp__code-intel__start_session","input":{"intent":"MODIFY"}}]}}
{"type":"user","cwd":"` + g.root + `","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"{\"session_id\":\"` + g.id + `\",\"phase\":\"EXPLORATION\"}"}]}]}}
`
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(lines), 0o600)); err != nil {
		g.t.Fatal(err)
	}
	return name
}

// called is a call as the corpus has it: of a tool, or a command.
func (g *gated) called(text string) (tool string, input map[string]any) {
	g.t.Helper()
	text = strings.ReplaceAll(text, "ROOT", g.root)
	rest, ok := strings.CutPrefix(text, "@")
	if !ok {
		return "Bash", map[string]any{"command": text}
	}
	tool, args, _ := strings.Cut(rest, " ")
	if err := json.Unmarshal([]byte(args), &input); err != nil {
		g.t.Fatalf("%s: %v", text, err)
	}
	return tool, input
}

// performs makes a call of which the hook let the client go on. A tool of which
// nothing is known writes the payment.
func (g *gated) performs(tool string, input map[string]any) {
	g.t.Helper()
	if command, ok := input["command"].(string); ok && (tool == "Bash" || tool == "Monitor") {
		_, _ = g.try(command) // it may fail
		return
	}
	if name, ok := input["file_path"].(string); ok && filepath.IsAbs(name) && strings.HasPrefix(name, g.root) && input["path"] == nil {
		g.do(tool, map[string]any{"file_path": strings.TrimSuffix(name, "/")})
		return
	}
	g.do("Write", map[string]any{"file_path": filepath.Join(g.root, "pay/payment.go")})
}

// world is what an attack may change: the repository, and what lies in the user's
// home.
func (g *gated) world() map[string]string {
	g.t.Helper()
	out := g.snapshot()
	home := filepath.Join(g.dir, "home")
	err := filepath.WalkDir(home, func(name string, e fs.DirEntry, err error) error {
		switch {
		case name == g.root:
			return fs.SkipDir
		case err != nil || e.IsDir():
			return err
		}
		rel, _ := filepath.Rel(home, name)
		if !strings.HasPrefix(rel, ".cache/ci/") && !strings.HasPrefix(rel, ".claude") {
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		out["~/"+rel] = info.Mode().String()
		if data, err := os.ReadFile(name); err == nil && !strings.Contains(rel, ".cache/") {
			out["~/"+rel] += string(data)
		}
		return nil
	})
	if err != nil {
		g.t.Fatal(err)
	}
	return out
}

// outcome of a case: "prevented", "noticed", "unnoticed: …", or "nothing", when it
// passed and changed nothing.
func (g *gated) outcome(k *tried) string {
	g.t.Helper()
	g.transcript()
	before := g.world()
	told := ""
	for i, text := range []string{k.Command, k.then} {
		if i > 0 && text == "" {
			break
		}
		if raw, ok := strings.CutPrefix(text, "!"); ok {
			raw = strings.ReplaceAll(raw, "ROOT", g.root)
			if !strings.Contains(raw, `"session_id"`) {
				raw = strings.Replace(raw, `{`, `{"session_id":"main",`, 1)
			}
			if !strings.Contains(raw, `"cwd"`) {
				raw = strings.Replace(raw, `{`, `{"cwd":"`+g.root+`",`, 1)
			}
			stdout, _, code := g.process("pre", []byte(raw))
			if code == 2 || strings.Contains(stdout, `"permissionDecision":"deny"`) {
				return "prevented"
			}
			g.performs("Write", map[string]any{"file_path": filepath.Join(g.root, "pay/payment.go")})
			told += g.asks("Stop", "", nil)
			continue
		}
		tool, input := g.called(text)
		if said := g.asks("PreToolUse", tool, input); said != "" {
			return "prevented"
		}
		g.performs(tool, input)
		told += g.asks("PostToolUse", tool, input)
	}
	if k.later != "" {
		g.sh(k.later)
		told += g.asks("Stop", "", nil)
	}
	changed := differ(before, g.world())
	switch {
	case k.forges && told == "":
		return "unnoticed: the record"
	case len(changed) == 0 && !k.forges:
		return "nothing"
	}
	for _, p := range changed {
		if i := strings.Index(p, "/.git/"); i >= 0 {
			p = p[:i+len("/.git")] // a nested repository is named as a whole
		}
		_, old := before[p]
		dir := filepath.Dir(p)
		mine := k.ready && (p == "auth/login.go" || p == "web/handler.go" || !old && (dir == "auth" || dir == "web"))
		if !mine && !damage(told) && !names(told, p) {
			return "unnoticed: " + p + ": " + told
		}
	}
	return "noticed"
}

// names reports whether a message names a file, or for git's own files the list of ignored
// ones.
func names(told, p string) bool {
	text, err := json.Marshal(strings.TrimPrefix(p, "~/"))
	if err != nil {
		return false
	}
	quoted := strings.Trim(string(text), `"`)
	return strings.Contains(told, quoted) || strings.HasPrefix(p, ".git/") && strings.Contains(told, ".git/info/exclude")
}

// damage reports whether a message says that files of the gate itself were changed.
func damage(told string) bool {
	for _, text := range []string{"was removed", "was changed by something else", "can't be read", "was removed or damaged", "no decision", "which is not used"} {
		if strings.Contains(told, text) {
			return true
		}
	}
	return false
}

// TestRedTeamKinds tries each way of redteam.txt for real: what is not prevented is
// noticed, and the gate is shut afterwards.
func TestRedTeamKinds(t *testing.T) {
	t.Parallel()
	list := readTried(t)
	var mu sync.Mutex
	sum := map[string]map[string]int{}
	all := map[string]int{}
	direct, held := 0, 0 // ways that need no script of the project, and how many of them are prevented
	shared := map[bool]*gated{false: newGated(t), true: newGated(t)}
	for ready, g := range shared {
		g.session(ready)
		g.n = 100_000 // apart from what session has said
	}
	t.Run("cases", func(t *testing.T) {
		work := make(chan *tried)
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				for k := range work {
					got := try(t, k, shared)
					word, _, _ := strings.Cut(got, ":")
					mu.Lock()
					if sum[k.kind] == nil {
						sum[k.kind] = map[string]int{}
					}
					sum[k.kind][word]++
					all[word]++
					if k.tracked == [2]string{} && word != "skipped" {
						direct++
						if word == "prevented" {
							held++
						}
					}
					mu.Unlock()
					switch {
					case word == "unnoticed", word == "nothing", word == "opened", word == "noticed" && !k.noticed, word == "prevented" && k.noticed:
						t.Errorf("redteam.txt:%d: %s\n%s", k.Line, k.Command, got)
					}
				}
			})
		}
		for i := range list {
			work <- &list[i]
		}
		close(work)
		group.Wait()
	})
	var kinds []string
	for kind := range sum {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		fmt.Fprintf(t.Output(), "%-40s %v\n", kind, sum[kind])
	}
	fmt.Fprintln(t.Output(), len(list), "ways:", all)
	fmt.Fprintln(t.Output(), direct, "ways without a script of the project:", held, "prevented")
	// A script of the project may run before READY, as building and testing do: what it
	// does is reported.
	if held*10 < 9*direct {
		t.Errorf("of %d ways %d were prevented", direct, held)
	}
}

// try does one case: in a repository of its own, unless a shared one shows that it is
// prevented.
func try(t *testing.T, k *tried, shared map[bool]*gated) string {
	for _, p := range k.Needs {
		if _, err := exec.LookPath(p); err != nil {
			return "skipped"
		}
	}
	if k.Setup == "" && !k.process && k.tracked[0] == "" && !strings.HasPrefix(k.Command, "!") {
		g := *shared[k.ready]
		g.t = t
		tool, input := g.called(k.Command)
		if g.asks("PreToolUse", tool, input) != "" {
			return "prevented"
		}
	}
	g := newGated(t)
	if k.Setup != "" {
		g.sh(k.Setup)
	}
	if k.tracked[0] != "" {
		g.project(k.tracked[0], k.tracked[1]+"\n")
	}
	if k.process {
		g.shared()
	}
	g.session(k.ready)
	g.n += g.n % 2
	if k.process {
		g.asks("Stop", "", nil) // the process has seen the session
	}
	got := g.outcome(k)
	if got == "noticed" {
		// Whatever was done, the gate is as shut as it was.
		if said := g.asks("PreToolUse", "Edit", edit("file_path", filepath.Join(g.root, "store/store.go"))); said == "" {
			return "opened: " + got
		}
	}
	return got
}
