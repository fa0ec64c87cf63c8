//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"codeintel/cmd/internal/daemon"
	"codeintel/cmd/internal/guard"
	"codeintel/session"
	"codeintel/session/shell"
)

// pipe is a connection: what is said to it, and what it answers.
type pipe struct {
	io.Reader
	bytes.Buffer
}

func (p *pipe) Read(b []byte) (int, error) { return p.Reader.Read(b) }
func (p *pipe) Close() error               { return nil }

// TestHookEndpoint: the shared process answers a hook with one line, by the same
// rules; what it can't decide is an error, after which the hook decides by itself.
func TestHookEndpoint(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.session(false)
	process := &guards{a: g.a}
	ask := func(r *guard.Request) guard.Response {
		t.Helper()
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		conn := &pipe{Reader: strings.NewReader(string(line) + "\n")}
		if err := process.serve(t.Context(), conn, daemon.Client{}); err != nil {
			t.Fatal(err)
		}
		var answer guard.Response
		if err := json.Unmarshal(conn.Bytes(), &answer); err != nil || bytes.Count(conn.Bytes(), []byte("\n")) != 1 {
			t.Fatalf("%q %v", conn.String(), err)
		}
		return answer
	}
	request := func(name string) *guard.Request {
		return &guard.Request{
			Version: guard.Version, Event: guard.Pre, Agent: g.who, Root: g.root, Tool: "Edit", Call: "1",
			Effects: shell.Effects{Writes: []shell.Write{{Path: filepath.Join(g.root, name), Kind: shell.Content, Span: shell.File}}},
		}
	}
	if got := ask(request("pay/payment.go")); !got.Deny || !strings.Contains(got.Reason, "pay/payment.go") {
		t.Errorf("%+v", got)
	}
	if got := ask(request("dist/x.js")); got.Deny || got.Error+got.Reason+got.Note != "" {
		t.Errorf("%+v", got)
	}
	other := request("pay/payment.go")
	other.Agent = session.Agent{Client: "other"}
	if got := ask(other); got.Deny || got.Error+got.Reason+got.Note != "" {
		t.Errorf("%+v", got)
	}
	for _, change := range []func(*guard.Request){
		func(r *guard.Request) { r.Version++ }, func(r *guard.Request) { r.Event = "?" }, func(r *guard.Request) { r.Effects.Writes[0].Path = "" },
	} {
		r := request("pay/payment.go")
		change(r)
		if got := ask(r); got.Error == "" || got.Deny {
			t.Errorf("%+v", got)
		}
	}
	conn := &pipe{Reader: strings.NewReader("{")}
	if err := process.serve(t.Context(), conn, daemon.Client{}); err == nil {
		t.Errorf("half a request: %q", conn.String())
	}
}

// TestHookProcess is the gate as clients run it: ci itself, with the shared process
// and after it was killed; and what proves it.
func TestHookProcess(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	if err := os.Remove(filepath.Join(u.repo, ".git")); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("git", "init", "-q", u.repo).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	hook := func(said string) (string, int) {
		t.Helper()
		c := u.command("hook", "pre")
		var out bytes.Buffer
		c.Stdin, c.Stdout, c.Stderr = strings.NewReader(said), &out, &out
		if err := c.Run(); err != nil && c.ProcessState == nil {
			t.Fatal(err)
		}
		return out.String(), c.ProcessState.ExitCode()
	}
	edit := `{"hook_event_name":"PreToolUse","session_id":"c","cwd":"` + u.repo + `","tool_name":"Edit","tool_input":{"file_path":"` + filepath.Join(u.repo, "a.py") + `"}}`
	if out, code := hook(edit); out != "" || code != 0 {
		t.Errorf("without a session: %d %s", code, out)
	}
	if err := os.MkdirAll(filepath.Join(u.repo, ".code-intel"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(u.repo, ".code-intel", "config.json"), []byte(`{"write_gate": "always"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	denied := func(when string) {
		t.Helper()
		if out, code := hook(edit); !strings.Contains(out, `"permissionDecision":"deny"`) || code != 0 {
			t.Errorf("%s: %d %s", when, code, out)
		}
	}
	denied("cold")
	u.agent().begin()
	denied("warm")
	stdout, _, _ := u.run("status", u.repo, "--json")
	var status struct{ Process struct{ PID int } }
	if err := json.Unmarshal([]byte(strings.SplitN(stdout, "\n", 2)[0]), &status); err != nil || status.Process.PID == 0 {
		t.Fatalf("%v: %s", err, stdout)
	}
	if err := syscall.Kill(status.Process.PID, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	denied("stuck")
	if err := syscall.Kill(status.Process.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	denied("killed")
	for _, said := range []string{"", "{", "null", `{"hook_event_name":"PreToolUse"}`} {
		if out, code := hook(said); code != 2 || !strings.Contains(out, "no decision") {
			t.Errorf("%q: %d %s", said, code, out)
		}
	}
	program := []string{"env", mainEnv + "=1", "HOME=" + filepath.Join(u.dir, "home"), "XDG_RUNTIME_DIR=" + filepath.Join(u.dir, "run"), "CLAUDE_PROJECT_DIR=", os.Args[0], "hook", "pre"}
	for mode, want := range map[string]int{"always": 0, "session": 0, "off": 1} {
		if err := os.WriteFile(filepath.Join(u.repo, ".code-intel", "config.json"), []byte(`{"write_gate": `+strconv.Quote(mode)+`}`), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, errs, code := u.run(append([]string{"gate", "prove", "--repo", u.repo, "--"}, program...)...); code != want {
			t.Errorf("%s: %d %s%s", mode, code, out, errs)
		}
	}
	if err := os.WriteFile(filepath.Join(u.repo, ".code-intel", "config.json"), []byte(`{}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"true", "false", "/none/ci"} {
		if out, errs, code := u.run("gate", "prove", "--repo", u.repo, "--", command); code != 1 || !strings.Contains(errs, "does not stand") {
			t.Errorf("%s: %d %s%s", command, code, out, errs)
		}
	}
	if list, err := filepath.Glob(filepath.Join(u.repo, ".code-intel", "sessions*")); err != nil || len(list) > 0 {
		t.Errorf("a proof leaves %q %v", list, err)
	}
}

// TestHookAlways: a hook with --gate=always holds up an agent that has begun no session
// where nothing is left that knows of the setting, or where it says otherwise; with the
// shared process and without.
func TestHookAlways(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	ask := func(tool string, args ...string) (string, int) {
		t.Helper()
		c := u.command(append([]string{"hook"}, args...)...)
		said, err := json.Marshal(map[string]any{
			"hook_event_name": "PreToolUse", "session_id": "c", "cwd": u.repo, "tool_name": tool, "tool_input": map[string]any{"file_path": filepath.Join(u.repo, "a.py")},
		})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(said), &out, &out
		if err := c.Run(); err != nil && c.ProcessState == nil {
			t.Fatal(err)
		}
		return out.String(), c.ProcessState.ExitCode()
	}
	for _, shared := range []bool{false, true} {
		if shared {
			u.agent().begin()
		}
		for _, config := range []string{"", `{}`, `{"write_gate": "session"}`, `{"write_gate": "off"}`} {
			for _, dir := range []string{filepath.Join(u.repo, ".code-intel"), filepath.Join(u.dir, "home", ".cache", "ci", "gate")} {
				if err := os.RemoveAll(dir); err != nil {
					t.Fatal(err)
				}
			}
			if config != "" {
				if err := os.MkdirAll(filepath.Join(u.repo, ".code-intel"), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(u.repo, ".code-intel", "config.json"), []byte(config), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if out, code := ask("Edit", "pre", "--gate=always"); code != 0 || !strings.Contains(out, `"permissionDecision":"deny"`) || !strings.Contains(out, "start_session") {
				t.Errorf("shared: %t, configuration %q: %d %s", shared, config, code, out)
			}
			if out, code := ask("Read", "pre", "--gate=always"); out != "" || code != 0 {
				t.Errorf("shared: %t, configuration %q, Read: %d %s", shared, config, code, out)
			}
		}
	}
	if out, code := ask("Edit", "pre", "--gate=session"); code != 2 || !strings.Contains(out, "--gate is always") {
		t.Errorf("another flag: %d %s", code, out)
	}
}

// BenchmarkHook is a decision without the start of the process: of the shared process
// (warm), and of a hook that decides by itself (cold).
func BenchmarkHook(b *testing.B) {
	g := newGated(b)
	g.session(true)
	r := &guard.Request{
		Version: guard.Version, Event: guard.Pre, Agent: g.who, Root: g.root, Tool: "Edit", Call: "1",
		Effects: shell.Effects{Writes: []shell.Write{{Path: filepath.Join(g.root, "pay/payment.go"), Kind: shell.Content, Span: shell.File}}},
	}
	process := &guards{a: g.a}
	for name, of := range map[string]func() *guard.Guard{
		"warm": func() *guard.Guard { return process.of(g.root) },
		"cold": func() *guard.Guard { return g.a.host().Guard(g.root, false) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if answer, err := of().Handle(b.Context(), r); err != nil || !answer.Deny {
					b.Fatalf("%+v %v", answer, err)
				}
			}
		})
	}
}
