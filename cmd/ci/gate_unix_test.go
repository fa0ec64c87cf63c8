//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"codeintel/cmd/internal/place"
	"codeintel/session"
	"codeintel/session/gate"
	"codeintel/session/sessiontest"
)

// shopFiles are a small repository that a session can get to READY in.
func shopFiles() map[string]string {
	return map[string]string{
		"auth/login.go":   "func Login\n  checkPassword(x)\n  startSession(x)\n\nfunc checkPassword\n  return ErrorWrongPassword\n\nfunc startSession\n  store.Put(x)\n",
		"auth/logout.go":  "func Logout\n  endSession(x)\n\nfunc endSession\n  store.Delete(x)\n",
		"web/handler.go":  "func HandleLogin\n  Login(x)\n\nfunc HandleLogout\n  Logout(x)\n",
		"web/routes.go":   "func Routes\n  HandleLogin(x)\n  HandleLogout(x)\n",
		"store/store.go":  "type store\n\nfunc store.Put\n  lock(x)\n\nfunc store.Delete\n  lock(x)\n\nfunc lock\n",
		"pay/payment.go":  "func Charge\n  store.Put(x)\n\nfunc Refund\n",
		"docs/readme.txt": "the shop\n",
	}
}

// gated is a repository with an agent whose hooks run.
type gated struct {
	t    testing.TB
	dir  string // of the user
	root string
	a    *app
	out  bytes.Buffer
	errs bytes.Buffer
	repo *sessiontest.Repo
	id   string // of the session
	who  session.Agent
	n    int
}

func newGated(t testing.TB) *gated {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	g := &gated{t: t, dir: dir, root: filepath.Join(dir, "home", "shop"), who: session.Agent{Client: "main"}}
	for name, text := range shopFiles() {
		g.write(name, text)
	}
	g.write(".gitignore", "dist/\n*.log\n.env\n")
	g.write(".env", "KEY=1\n")
	g.write("Makefile", "all:\n\techo x >> pay/payment.go\n")
	g.write("dist/old.js", "old\n")
	g.write("build.sh", "echo x >> pay/payment.go\n")
	g.repo = sessiontest.New(shopFiles())
	vars := map[string]string{"HOME": filepath.Join(dir, "home"), "XDG_RUNTIME_DIR": filepath.Join(dir, "run"), "PATH": os.Getenv("PATH"), "O": dir}
	getenv := func(k string) string { return vars[k] }
	g.a = &app{
		stdout: &g.out, stderr: &g.errs, getenv: getenv, now: time.Now, dir: g.root,
		place: place.Env{Getenv: getenv}, program: "/usr/bin/ci-of-the-test",
	}
	g.a.env.Getenv = getenv
	g.sh("git init -q && git add -A && git commit -qm one && git checkout -q -b other && echo other >> store/store.go && git commit -qam two && git checkout -q -")
	g.write("script.sh", "echo x >> pay/payment.go\n") // an agent may have made it: git has not got it
	return g
}

func (g *gated) write(name, text string) {
	g.t.Helper()
	p := filepath.Join(g.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		g.t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		g.t.Fatal(err)
	}
}

func (g *gated) read(name string) string {
	g.t.Helper()
	data, err := os.ReadFile(filepath.Join(g.root, filepath.FromSlash(name)))
	if err != nil {
		g.t.Fatal(err)
	}
	return string(data)
}

// try runs a shell command as the client does.
func (g *gated) try(command string) (string, error) {
	c := exec.Command("bash", "-c", command)
	c.Dir = g.root
	c.Env = []string{
		"HOME=" + filepath.Join(g.dir, "home"), "PATH=" + os.Getenv("PATH"), "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1", "EDITOR=true",
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.org", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.org", "O=" + g.dir, // for what lies outside
	}
	out, err := c.CombinedOutput()
	return string(out), err
}

func (g *gated) sh(command string) {
	g.t.Helper()
	if out, err := g.try(command); err != nil {
		g.t.Fatalf("%s: %v\n%s", command, err, out)
	}
}

// session begins one of the agent, and takes it to READY when that is wanted.
func (g *gated) session(ready bool) {
	g.t.Helper()
	ctx := g.t.Context()
	book := g.a.host().Book(g.root)
	st, err := book.Start(ctx, session.StartArgs{
		Intent: session.Modify, Query: "When the password is wrong, Login shows an internal error; make it say that the password is wrong",
		Slots: map[session.Slot]*session.SlotValue{
			session.TargetFeature:    {Value: "Login", Quote: "Login"},
			session.TriggerCondition: {Value: "the password is wrong", Quote: "When the password is wrong"},
			session.ObservedIssue:    {Value: "shows an internal error", Quote: "shows an internal error"},
			session.DesiredAction:    {Value: "say that the password is wrong", Quote: "make it say that the password is wrong"},
		},
	}, session.Agent{}, g.repo)
	if err != nil {
		g.t.Fatal(err)
	}
	g.id = st.SessionID
	// The client's hook tells whose it is.
	if said := g.hook("post", g.who, "PostToolUse", "mcp__ci__start_session", map[string]any{}, map[string]any{"session_id": g.id}); said != "" {
		g.t.Fatalf("start_session: %s", said)
	}
	if !ready {
		return
	}
	err = book.Update(ctx, g.id, func(s *session.Session) error {
		s.Observe(session.Call{Tool: "find_definitions", Params: json.RawMessage(`{"symbol":"Login"}`), Shown: g.repo.Meaning("Login", "checkPassword")})
		s.Observe(session.Call{Tool: "find_references", Params: json.RawMessage(`{"symbol":"Login"}`), Shown: g.repo.References("Login")})
		res, err := s.Submit(session.Understanding{
			Symbols: []string{"Login", "HandleLogin", "checkPassword"}, EntryPoints: []string{"HandleLogin"}, Files: []string{"auth/login.go", "web/handler.go"},
			Patterns: []session.Pattern{{Description: "handlers call one function", File: "web/handler.go", Line: 2}},
			Evidence: map[session.Slot]session.Cited{session.ObservedIssue: {Tool: "find_references", Result: "HandleLogin calls Login in web/handler.go:2"}},
			Relevance: &session.Relevance{
				Symbols: []string{"Login"}, Reasoning: "it is the function that the request names",
				Evidence: []session.Citation{{File: "auth/login.go", Line: 1, Text: "func Login"}},
			},
		}, g.repo)
		if err == nil && res.Phase != gate.Ready {
			g.t.Fatalf("not READY: %+v", res)
		}
		return err
	})
	if err != nil {
		g.t.Fatal(err)
	}
}

// hook runs ci as the client does, and returns what the agent is told: "" when
// nothing is held up.
func (g *gated) hook(command string, who session.Agent, event, tool string, input, response any) string {
	g.t.Helper()
	g.n++
	said, err := json.Marshal(map[string]any{
		"hook_event_name": event, "session_id": who.Client, "agent_id": who.Sub, "cwd": g.root, "tool_use_id": g.call(),
		"tool_name": tool, "tool_input": input, "tool_response": response,
	})
	if err != nil {
		g.t.Fatal(err)
	}
	g.out.Reset()
	g.errs.Reset()
	g.a.stdin = bytes.NewReader(said)
	code := g.a.run(g.t.Context(), []string{"hook", command})
	switch {
	case code == 2:
		return g.errs.String()
	case code != 0 || g.errs.Len() > 0:
		g.t.Fatalf("%s %s: exit code %d: %s%s", event, tool, code, g.out.String(), g.errs.String())
	}
	return g.out.String()
}

// call is the name of the call that is made: pre and post of one have the same.
func (g *gated) call() string { return fmt.Sprintf("call-%d", (g.n+1)/2) }

// snapshot is the content of all that somebody works on.
func (g *gated) snapshot() map[string]string {
	g.t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(g.root, func(name string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(g.root, name)
		switch {
		case err != nil:
			return err
		case e.IsDir() && (rel == ".code-intel/gate" || rel == ".code-intel/index" || rel == "dist" || rel == ".git/objects" || rel == ".git/logs" || rel == ".git/refs"):
			return fs.SkipDir
		case strings.HasPrefix(rel, ".code-intel/sessions/"):
			out[rel] = "a session" // which the hooks write to
			return nil
		case e.IsDir(), strings.HasSuffix(rel, ".log"), strings.HasSuffix(rel, ".lock"), rel == ".code-intel/.gitignore", strings.HasPrefix(rel, ".git/") && !strings.HasPrefix(rel, ".git/hooks/") && rel != ".git/config":
			return nil
		case e.Type()&fs.ModeSymlink != 0:
			to, err := os.Readlink(name)
			out[rel] = "-> " + to
			return err
		case !e.Type().IsRegular():
			out[rel] = e.Type().String()
			return nil
		}
		data, err := os.ReadFile(name)
		info, ierr := e.Info()
		if err != nil || ierr != nil {
			return err
		}
		out[rel] = fmt.Sprintf("%o %x", info.Mode(), sha256.Sum256(data))
		return nil
	})
	if err != nil {
		g.t.Fatal(err)
	}
	return out
}

// differ are the files that are not the same in two snapshots.
func differ(a, b map[string]string) []string {
	var out []string
	for p, x := range a {
		if b[p] != x {
			out = append(out, p)
		}
	}
	for p := range b {
		if _, ok := a[p]; !ok {
			out = append(out, p)
		}
	}
	sort.Strings(out)
	return out
}

// do performs a call of a tool as the client would.
func (g *gated) do(tool string, input map[string]any) {
	g.t.Helper()
	text := func(key string) string { s, _ := input[key].(string); return s }
	name := ""
	for _, key := range []string{"file_path", "notebook_path", "path", "relative_path", "filePath", "target_file", "uri"} {
		if name == "" {
			name = strings.TrimPrefix(text(key), "file://")
		}
	}
	if name != "" && !filepath.IsAbs(name) {
		name = filepath.Join(g.root, name)
	}
	switch {
	case tool == "Bash" || text("command") != "":
		_, _ = g.try(text("command")) // it may fail and change files all the same
	case name == "":
		g.t.Fatalf("%s: what does it write?", tool)
	default:
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			g.t.Fatal(err)
		}
		old, _ := os.ReadFile(name)
		if err := os.WriteFile(name, append(old, "changed by an agent\n"...), 0o644); err != nil {
			g.t.Fatal(err)
		}
	}
}

// attack is a way to write what must not be written.
type attack struct {
	name  string
	setup string // what a person has done before
	tool  string // "" is Bash
	input map[string]any
	shell string // of Bash
	who   session.Agent
	// ready: the session is READY; auth/login.go and web/handler.go may be written.
	ready bool
	// between is done by something else after the decision and before the call;
	// later, after the call has been looked at.
	between, later string
}

// sees says what came of an attack: "prevented", "detected", "unnoticed" or
// "nothing".
func (g *gated) sees(k attack) string {
	g.t.Helper()
	if k.setup != "" {
		g.sh(k.setup)
	}
	if k.tool == "" {
		k.tool, k.input = "Bash", map[string]any{"command": k.shell}
	}
	if !k.who.Known() {
		k.who = g.who
	}
	g.session(k.ready)
	g.n += g.n % 2
	before := g.snapshot()
	if said := g.hook("pre", k.who, "PreToolUse", k.tool, k.input, nil); said != "" {
		return "prevented"
	}
	if k.between != "" {
		g.sh(k.between)
	}
	g.do(k.tool, k.input)
	told := g.hook("post", k.who, "PostToolUse", k.tool, k.input, map[string]any{})
	if k.later != "" {
		g.sh(k.later)
		told += g.hook("post", k.who, "Stop", "", nil, nil)
	}
	changed := differ(before, g.snapshot())
	if len(changed) == 0 {
		return "nothing"
	}
	if !strings.Contains(told, `"decision":"block"`) {
		return "unnoticed: " + strings.Join(changed, " ")
	}
	for _, p := range changed {
		_, old := before[p]
		mine := k.ready && (p == "auth/login.go" || p == "web/handler.go" || !old && (path.Dir(p) == "auth" || path.Dir(p) == "web"))
		if !strings.Contains(told, p) && !mine && !(strings.HasPrefix(p, ".code-intel/sessions") && strings.Contains(told, "was removed or damaged")) {
			return "unnoticed: " + p + " in " + told
		}
	}
	return "detected"
}
