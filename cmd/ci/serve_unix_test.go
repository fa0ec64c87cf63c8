//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// mainEnv makes the process of the tests ci itself.
const mainEnv = "CI_TEST_MAIN"

// user is one with folders of its own, and a repository in them.
type user struct {
	t    *testing.T
	dir  string
	repo string
}

func newUser(t *testing.T) *user {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	u := &user{t, dir, filepath.Join(dir, "home", "repo")}
	for _, d := range []string{filepath.Join(dir, "run"), filepath.Join(u.repo, ".git"), filepath.Join(u.repo, "sub")} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(u.repo, "a.py"), []byte("def f(): pass\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { u.run("stop") })
	return u
}

func (u *user) command(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Dir = filepath.Join(u.repo, "sub")
	c.Env = append(os.Environ(), mainEnv+"=1", "HOME="+filepath.Join(u.dir, "home"), "XDG_RUNTIME_DIR="+filepath.Join(u.dir, "run"), "XDG_CACHE_HOME=", "CLAUDE_PROJECT_DIR=", "GORACE=atexit_sleep_ms=0")
	return c
}

// run runs ci, and returns what it says and its exit code.
func (u *user) run(args ...string) (stdout, stderr string, code int) {
	u.t.Helper()
	c := u.command(args...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil && c.ProcessState == nil {
		u.t.Fatal(err)
	}
	return out.String(), errs.String(), c.ProcessState.ExitCode()
}

const (
	hello    = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	ready    = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	question = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_definitions","arguments":{"symbol":"f"}}}`
)

// found is part of the answer to question.
const found = `\"file\":\"a.py\",\"line\":1`

// agent is a client of `ci mcp`.
type agent struct {
	t       *testing.T
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	errors  bytes.Buffer
}

func (u *user) agent(args ...string) *agent {
	u.t.Helper()
	return u.start(u.command(append([]string{"mcp"}, args...)...))
}

func (u *user) start(command *exec.Cmd) *agent {
	u.t.Helper()
	a := &agent{t: u.t, command: command}
	in, err := a.command.StdinPipe()
	if err != nil {
		u.t.Fatal(err)
	}
	out, err := a.command.StdoutPipe()
	if err != nil {
		u.t.Fatal(err)
	}
	a.in, a.out, a.command.Stderr = in, bufio.NewReader(out), &a.errors
	if err := a.command.Start(); err != nil {
		u.t.Fatal(err)
	}
	u.t.Cleanup(func() {
		_ = a.command.Process.Kill()
		_ = a.command.Wait()
	})
	return a
}

// ask says lines, and returns the next answer.
func (a *agent) ask(lines ...string) string {
	a.t.Helper()
	if _, err := fmt.Fprintln(a.in, strings.Join(lines, "\n")); err != nil {
		a.t.Fatal(err, a.errors.String())
	}
	answer, err := a.out.ReadString('\n')
	if err != nil {
		a.t.Fatal(err, a.errors.String())
	}
	return answer
}

// begin initializes the session and asks.
func (a *agent) begin() {
	a.t.Helper()
	if got := a.ask(hello); !strings.Contains(got, `"name":"code-intel"`) {
		a.t.Fatalf("got %s", got)
	}
	if got := a.ask(ready, question); !strings.Contains(got, found) {
		a.t.Fatalf("got %s", got)
	}
}

// TestShared: the first agent starts the process, the next one shares it; it is
// shown, ended, and comes back when an agent asks.
func TestShared(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	first := u.agent()
	first.begin()
	u.agent("--root", u.repo).begin()
	var stdout, stderr string
	var code int
	for late := time.After(20 * time.Second); !strings.Contains(stdout, ": ready, "); { // the first answers may come before
		select {
		case <-late:
			t.Fatal(stdout)
		default:
		}
		stdout, stderr, code = u.run("status", u.repo)
	}
	pid := regexp.MustCompile(`(?m)^process +(\d+), version unknown, up \d+s, \d`).FindStringSubmatch(stdout)
	if pid == nil || code != 0 && code != 1 || !strings.Contains(stdout, "repository  "+u.repo+": ready, generation 1, 1 of 1 file") || strings.Count(stdout, "\nclient      mcp, process ") != 2 ||
		!strings.Contains(stdout, "log         "+filepath.Join(u.dir, "home", ".cache", "ci", "log", "serve.log")+"\n") {
		t.Errorf("%d: %s%s", code, stdout, stderr)
	}
	stdout, _, _ = u.run("status", u.repo, "--json")
	var status struct {
		Process struct {
			PID          int
			Clients      []struct{ Kind, Root string }
			Repositories []struct{ Root, State string }
		}
	}
	if err := json.Unmarshal([]byte(stdout), &status); err != nil || len(status.Process.Clients) != 2 || status.Process.Clients[0].Root != u.repo || len(status.Process.Repositories) != 1 {
		t.Errorf("%v: %s", err, stdout)
	}
	if stdout, stderr, code = u.run("serve"); code != exitSome || stderr != fmt.Sprintf("ci: the shared process is running already (process %s, version unknown); 'ci stop' ends it\n", pid[1]) {
		t.Errorf("%d: %s%s", code, stdout, stderr)
	}
	if stdout, stderr, code = u.run("stop"); code != 0 || stdout != fmt.Sprintf("process %s has ended (version unknown, 2 clients, 1 repository)\n", pid[1]) {
		t.Errorf("%d: %s%s", code, stdout, stderr)
	}
	if stdout, stderr, code = u.run("stop"); code != 0 || stdout != "no shared process is running\n" {
		t.Errorf("%d: %s%s", code, stdout, stderr)
	}
	if stdout, _, _ = u.run("status", u.repo); !strings.Contains(stdout, "process     none is shared; 'ci mcp' and 'ci lsp' start it\n") {
		t.Error(stdout)
	}
	if got := first.ask(strings.Replace(question, `"id":1`, `"id":2`, 1)); !strings.Contains(got, found) || !strings.Contains(got, `"id":2`) {
		t.Errorf("after the end: %s", got)
	}
	if stdout, _, _ = u.run("status", u.repo, "--json"); !strings.Contains(stdout, `"process":{"pid":`) || strings.Contains(stdout, `"process":{"pid":`+pid[1]+",") {
		t.Errorf("after it came back: %s", stdout)
	}
}

// TestKilledWhileAsked kills the process under an agent that asks and asks.
func TestKilledWhileAsked(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	a := u.agent()
	a.begin()
	for i := range 30 {
		if i%10 == 5 {
			stdout, _, _ := u.run("status", u.repo, "--json")
			var status struct{ Process struct{ PID int } }
			if err := json.Unmarshal([]byte(stdout), &status); err != nil || status.Process.PID == 0 {
				t.Fatal(err, stdout)
			}
			if err := syscall.Kill(status.Process.PID, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
		}
		id := fmt.Sprintf(`"id":%d`, i+2)
		if got := a.ask(strings.Replace(question, `"id":1`, id, 1)); !strings.Contains(got, found) || !strings.Contains(got, id) {
			t.Fatalf("%d: %s", i, got)
		}
	}
	a.in.Close()
	if err := a.command.Wait(); err != nil {
		t.Errorf("%v: %s", err, a.errors.String())
	}
}

// TestEnvironments: a repository is read with the environment of the client that
// opens it, whatever that of the client was that has started the process.
func TestEnvironments(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	first := u.agent()
	first.begin()
	other, config := filepath.Join(u.dir, "home", "other"), filepath.Join(u.dir, "config")
	for _, f := range [][2]string{{filepath.Join(other, "a.py"), "def f(): pass\n"}, {filepath.Join(other, "hidden.py"), ""}, {filepath.Join(config, "git", "ignore"), "hidden.py\n"}} {
		if err := os.MkdirAll(filepath.Dir(f[0]), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f[0], []byte(f[1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(other, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	command := u.command("mcp", "--root", other)
	command.Env = append(command.Env, "XDG_CONFIG_HOME="+config)
	second := u.start(command)
	second.begin()
	const files = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search_files","arguments":{"pattern":"*.py"}}}`
	if got := second.ask(files); !strings.Contains(got, "a.py") || strings.Contains(got, "hidden.py") {
		t.Error(got)
	}
}

// TestAgentSessions: an agent's session is its own, by the id that its program gives
// it, survives the process, and is the same without one.
func TestAgentSessions(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	as := func(id string, args ...string) *agent {
		command := u.command(append([]string{"mcp"}, args...)...)
		command.Env = append(command.Env, "CLAUDE_CODE_SESSION_ID="+id)
		a := u.start(command)
		a.begin()
		return a
	}
	asked := 1
	call := func(a *agent, tool, arguments string) (answer struct {
		SessionID string `json:"session_id"`
		Query     string
		Made      int `json:"calls_made"`
		Call      int
		Code      string
		Owner     struct{ Client string }
	}) {
		t.Helper()
		asked++
		var got struct {
			Result struct {
				StructuredContent json.RawMessage
			}
		}
		line := a.ask(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, asked, tool, arguments))
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err, line)
		}
		if err := json.Unmarshal(got.Result.StructuredContent, &answer); err != nil {
			t.Fatal(err, line)
		}
		return answer
	}
	one, two := as("one"), as("two")
	first := call(one, "start_session", `{"intent":"MODIFY","query":"f does nothing"}`)
	second := call(two, "start_session", `{"intent":"QUESTION","query":"what is f?"}`)
	if got := call(one, "find_definitions", `{"symbol":"f"}`); got.Call != 1 {
		t.Errorf("the call is recorded as %d", got.Call)
	}
	if got := call(two, "find_definitions", `{"symbol":"f"}`); got.Call != 1 {
		t.Errorf("the call of the other agent is recorded as %d", got.Call)
	}
	if kept, err := os.ReadDir(filepath.Join(u.repo, ".code-intel", "sessions")); err != nil || len(kept) < 2 {
		t.Errorf("%v are kept: %v", kept, err)
	}
	if stdout, _, code := u.run("stop"); code != 0 {
		t.Error(stdout)
	}
	// The connection goes on with another process.
	if got := call(one, "get_session_status", `{}`); got.SessionID != first.SessionID || got.Made != 1 || got.Owner.Client != "one" {
		t.Errorf("the session of one: %+v", got)
	}
	if got := call(two, "get_session_status", `{}`); got.SessionID != second.SessionID || got.Owner.Client != "two" {
		t.Errorf("the session of two: %+v", got)
	}
	if stdout, _, code := u.run("stop"); code != 0 {
		t.Error(stdout)
	}
	if got := call(as("one", "--no-daemon"), "get_session_status", `{}`); got.SessionID != first.SessionID || got.Query != "f does nothing" {
		t.Errorf("without the shared process: %+v", got)
	}
	if got := call(as("three", "--no-daemon"), "get_session_status", `{}`); got.Code != "session_required" {
		t.Errorf("an agent without a session is given one: %+v", got)
	}
}

// TestNoDaemon: alone the answers are the same, and nothing is left behind.
func TestNoDaemon(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	a := u.agent("--no-daemon")
	a.begin()
	a.in.Close()
	if err := a.command.Wait(); err != nil {
		t.Errorf("%v: %s", err, a.errors.String())
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		a = u.agent("--no-daemon")
		a.begin()
		a.interrupted(signal)
	}
	if left, err := os.ReadDir(filepath.Join(u.dir, "run")); err != nil || len(left) > 0 {
		t.Errorf("%v %v", left, err)
	}
	if stdout, _, _ := u.run("stop"); stdout != "no shared process is running\n" {
		t.Error(stdout)
	}
}

// interrupted sends a signal, after which the command ends well within a second.
func (a *agent) interrupted(signal os.Signal) {
	a.t.Helper()
	start := time.Now()
	if err := a.command.Process.Signal(signal); err != nil {
		a.t.Fatal(err)
	}
	if err := a.command.Wait(); err != nil || a.errors.Len() > 0 {
		a.t.Errorf("%v: %v: %s", signal, err, a.errors.String())
	}
	if took := time.Since(start); took > time.Second {
		a.t.Errorf("%v: it took %s", signal, took)
	}
}

// TestNoRepository: without a repository there is an error that says what to do.
func TestNoRepository(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	home := filepath.Join(u.dir, "home")
	for _, tc := range []struct {
		args []string
		dir  string
		want string
	}{
		{[]string{"mcp"}, home, home + " is no repository but the home folder, or what holds it; start in a repository, or name one with --root"},
		{[]string{"mcp", "--root", "nowhere"}, u.repo, filepath.Join(u.repo, "nowhere") + ": no such folder; give the path of a repository"},
		{[]string{"mcp", "--root", "a.py"}, u.repo, filepath.Join(u.repo, "a.py") + ": not a folder; give the folder that it lies in"},
		{[]string{"serve", "--http", "0.0.0.0:80"}, u.repo, "--http: 0.0.0.0:80 can be reached from other machines; give a loopback address like 127.0.0.1:80"},
		{[]string{"serve", "--root", "."}, u.repo, "--root is for clients over HTTP; add --http 127.0.0.1:0, or leave it out"},
		{[]string{"serve", "--linger", "-1s"}, u.repo, "--linger -1s: give a time like 10m, or 0 for never"},
	} {
		c := u.command(tc.args...)
		c.Dir = tc.dir
		var stderr bytes.Buffer
		c.Stderr = &stderr
		if err := c.Run(); err == nil || c.ProcessState.ExitCode() != exitUsage || stderr.String() != "ci: "+tc.want+"\n" {
			t.Errorf("%q: %v: %s", tc.args, err, stderr.String())
		}
	}
}

// TestCannotStart: why there is no process is told, and what else works.
func TestCannotStart(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	if err := os.MkdirAll(filepath.Join(u.dir, "run", "ci"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(u.dir, "run", "ci"), 0o755); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, code := u.run("mcp")
	want := fmt.Sprintf("ci: the shared process can't be started: %s can be opened by other users (mode 0755), and is not used; run 'chmod 700 %[1]s'; or use --no-daemon, which needs no other process\n", filepath.Join(u.dir, "run", "ci"))
	if code != exitSome || stdout != "" || stderr != want {
		t.Errorf("%d: %s%s", code, stdout, stderr)
	}
}

// TestServeHTTP serves in the foreground, over HTTP too, until it is interrupted.
func TestServeHTTP(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	c := u.command("serve", "--http", "127.0.0.1:0", "--root", "..")
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	said := bufio.NewReader(stderr)
	line, err := said.ReadString('\n')
	if err != nil || line != "serving on "+filepath.Join(u.dir, "run", "ci")+"\n" {
		t.Fatalf("%q %v", line, err)
	}
	if line, err = said.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	where := regexp.MustCompile(`^MCP over HTTP on (http://127\.0\.0\.1:\d+/mcp); the token is in (\S+)\n$`).FindStringSubmatch(line)
	if where == nil {
		t.Fatal(line)
	}
	token, err := os.ReadFile(where[2])
	if err != nil {
		t.Fatal(err)
	}
	session := ""
	post := func(token, origin, body string) (int, string) {
		t.Helper()
		r, err := http.NewRequest("POST", where[1], strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("MCP-Protocol-Version", "2025-06-18")
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
		}
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+strings.TrimSpace(token))
		}
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if id := answer.Header.Get("Mcp-Session-Id"); id != "" {
			session = id
		}
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(text)
	}
	if code, text := post(string(token), "", hello); code != 200 || session == "" {
		t.Errorf("%d %s", code, text)
	}
	if code, text := post(string(token), "", question); code != 200 || !strings.Contains(text, found) {
		t.Errorf("%d %s", code, text)
	}
	if code, text := post("", "", question); code != 401 || strings.Contains(text, found) {
		t.Errorf("%d %s", code, text)
	}
	if code, text := post(string(token), "https://evil.example", question); code != 403 || strings.Contains(text, found) {
		t.Errorf("%d %s", code, text)
	}
	a := u.agent()
	a.begin()
	start := time.Now()
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(said)
	if err := c.Wait(); err != nil || len(rest) > 0 {
		t.Errorf("%v: %s", err, rest)
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("it took %s", took)
	}
	if _, err := os.Stat(where[2]); !os.IsNotExist(err) {
		t.Errorf("the token is left: %v", err)
	}
	if got := a.ask(strings.Replace(question, `"id":1`, `"id":2`, 1)); !strings.Contains(got, found) {
		t.Errorf("the agent goes on with %s", got)
	}
}

// TestDetach starts the process in the background by hand.
func TestDetach(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	log := filepath.Join(u.dir, "my.log")
	stdout, stderr, code := u.run("serve", "--detach", "--log", log)
	if !regexp.MustCompile(`^process \d+ serves; its log is `+regexp.QuoteMeta(log)+"\n$").MatchString(stdout) || code != 0 {
		t.Fatalf("%d: %s%s", code, stdout, stderr)
	}
	if again, stderr, code := u.run("serve", "--detach", "--log", log+".other"); again != stdout || code != 0 {
		t.Errorf("%d: %s%s", code, again, stderr)
	}
	if _, stderr, code := u.run("serve", "--detach", "--http", "127.0.0.1:0"); code != exitSome || !strings.Contains(stderr, "is running already") {
		t.Errorf("%d: %s", code, stderr)
	}
	if text, err := os.ReadFile(log); err != nil || !strings.Contains(string(text), "msg=serving") {
		t.Errorf("%q %v", text, err)
	}
	if stdout, _, _ := u.run("status", u.repo); !regexp.MustCompile(`(?m)^log +` + regexp.QuoteMeta(log) + "$").MatchString(stdout) {
		t.Error(stdout)
	}
}
