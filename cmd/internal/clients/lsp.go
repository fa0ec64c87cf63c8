package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// lsp runs the clients of the Language Server Protocol that need no more than npm and
// a Neovim on PATH.
func (r *run) lsp() {
	r.section("language server: the official client library, and Neovim")
	in := *r
	in.passed, in.failed = 0, 0
	defer func() { r.passed, r.failed = r.passed+in.passed, r.failed+in.failed }()
	if err := in.shop(); err != nil {
		in.check("language server: a repository", func() (string, error) { return "", err })
		return
	}
	in.check("language server: an agent's session", in.session)
	in.library()
	if in.again("Neovim") == nil {
		in.neovim("the one on PATH", nil, []string{"nvim"})
	}
}

// library runs the client library of npm.
func (r *run) library() {
	name := "vscode-languageserver-protocol@" + r.versions.Dependencies["vscode-languageserver-protocol"]
	model, err := r.metaModel()
	if err != nil {
		r.check(name, func() (string, error) { return "", err })
		return
	}
	r.script(name, []string{"MODEL=" + model}, r.node, filepath.Join(r.out, "lsp.mjs"))
}

// metaModel is the file with the protocol's meta-model: the module that the server's
// types come from has it.
func (r *run) metaModel() (string, error) {
	c := exec.CommandContext(r.ctx, "go", "list", "-m", "-f", "{{.Dir}}", "go.lsp.dev/protocol")
	c.Dir = r.source
	dir, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("go list -m go.lsp.dev/protocol: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(dir)), "internal", "genlsp", "testdata", "metaModel.json"), nil
}

// neovim runs a Neovim with our plugin.
func (r *run) neovim(name string, env, command []string) {
	name = "Neovim, " + name
	if _, err := exec.LookPath(command[0]); err != nil {
		r.check(name, func() (string, error) { return "", fmt.Errorf("%w; Debian: apt-get install neovim", err) })
		return
	}
	args := append(command[1:len(command):len(command)], "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", filepath.Join(r.out, "editor.lua"))
	r.script(name, append(env, "PLUGIN="+filepath.Join(r.source, "editors", "nvim")), command[0], args...)
}

// script runs a program that prints a line a check: "ok" or "FAIL", a tab, what was
// checked, a tab and details. It is told what to ask.
func (r *run) script(name string, env []string, program string, args ...string) {
	if !r.wanted(name) {
		return
	}
	command, _ := json.Marshal([]string{r.ci, "lsp"}) // strings
	env = append(env, "COMMAND="+string(command), "SHOP="+filepath.Join(r.out, "shop.json"))
	text, err := r.with(r.ctx, env, program, args...)
	good, bad := 0, 0
	var other strings.Builder
	for line := range strings.Lines(text) {
		verdict, rest, found := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		what, detail, _ := strings.Cut(rest, "\t")
		switch {
		case found && verdict == "ok":
			good++
		case found && verdict == "FAIL":
			bad++
			r.check(name+": "+what, func() (string, error) { return "", errors.New(strings.TrimSpace(detail)) })
		case strings.TrimSpace(line) != "":
			other.WriteString(line)
		}
	}
	r.check(fmt.Sprintf("%s: %d checks", name, good+bad), func() (string, error) {
		switch {
		case good+bad == 0:
			err = errors.Join(err, errors.New("it has checked nothing"))
		case bad > 0:
			err = fmt.Errorf("%d failed", bad)
		case err == nil:
			other.Reset()
		}
		return other.String(), err
	})
}

// toolCall is a call of a tool.
type toolCall struct {
	name string
	args map[string]any
}

// agentSays is what an agent says to ci mcp, which makes some calls.
func agentSays(calls ...toolCall) string {
	var b strings.Builder
	say := func(message map[string]any) {
		message["jsonrpc"] = "2.0"
		text, _ := json.Marshal(message) // no cycles
		b.Write(append(text, '\n'))
	}
	say(map[string]any{"id": 0, "method": "initialize", "params": map[string]any{"protocolVersion": legacy, "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "clients", "version": "1"}}})
	say(map[string]any{"method": "notifications/initialized"})
	for n, c := range calls {
		say(map[string]any{"id": n + 1, "method": "tools/call", "params": map[string]any{"name": c.name, "arguments": c.args}})
	}
	return b.String()
}

// session has an agent begin a session in the repository, and be refused something.
func (r *run) session() (string, error) {
	ctx, cancel := context.WithTimeout(r.ctx, r.limit)
	defer cancel()
	c := exec.CommandContext(ctx, r.ci, "mcp", "--no-daemon")
	c.Dir, c.Env = r.repo, append(r.env[:len(r.env):len(r.env)], "CLAUDE_CODE_SESSION_ID=clients") // whose calls they are
	in, err := c.StdinPipe()
	if err != nil {
		return "", err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := c.Start(); err != nil {
		return "", err
	}
	says := agentSays(
		toolCall{"start_session", map[string]any{"intent": "MODIFY", "query": "Make the total of a cart round half up.", "slots": map[string]any{
			"target_feature": map[string]any{"value": "the total of a cart", "quote": "the total of a cart"},
		}}},
		toolCall{"find_definitions", map[string]any{"symbol": "total"}},
		toolCall{"check_write_target", map[string]any{"file_path": "py/prices.py"}},
	)
	// One after another: a session is there once it is said so.
	answers := bufio.NewScanner(out)
	answers.Buffer(nil, 1<<20)
	var said strings.Builder
	for message := range strings.Lines(says) {
		if _, err = in.Write([]byte(message)); err != nil {
			break
		}
		for strings.Contains(message, `"id":`) && answers.Scan() {
			said.Write(append(answers.Bytes(), '\n'))
			if strings.Contains(answers.Text(), `"id":`) {
				break
			}
		}
	}
	err = errors.Join(err, answers.Err(), in.Close(), c.Wait())
	if n := strings.Count(said.String(), `"id":`); err == nil && n != 4 {
		err = fmt.Errorf("it has answered %d of 4", n)
	}
	if err != nil {
		return said.String(), err
	}
	return "", nil
}
