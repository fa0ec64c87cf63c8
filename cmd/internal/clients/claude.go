package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"codeintel/cmd/internal/claude"
)

// request that the scripted agent works on.
const work = "Change tax_of so that the tax on an amount is rounded half up; today it is rounded down."

// slots of it.
var slots = map[string]any{
	"target_feature": map[string]any{"value": "tax_of", "quote": "tax_of"},
	"observed_issue": map[string]any{"value": "today it is rounded down", "quote": "today it is rounded down"},
	"desired_action": map[string]any{"value": "the tax on an amount is rounded half up", "quote": "the tax on an amount is rounded half up"},
}

// ours is a tool of the server, as Claude Code names it.
func ours(tool string) string { return "mcp__code-intel__" + tool }

// turn is one of the scripted model's, and what has to come of it.
type turn struct {
	name   string // of the check
	tool   string
	input  map[string]any
	before func() error
	// refused: the client must not run the tool, or must be told that what it did
	// may not be. says has to occur in the result; other texts must not.
	refused bool
	says    string
}

// claude runs the real Claude Code, whose model is a script, in a repository that
// ci init has set up: an edit before the session allows it is denied, by any tool
// and with the shared process killed; after that it is not.
func (r *run) claude() {
	r.section("Claude Code @anthropic-ai/claude-code@" + r.versions.Dependencies["@anthropic-ai/claude-code"])
	repo := filepath.Join(r.out, "claude")
	if err := r.workRepo(repo); err != nil {
		r.check("Claude Code: a repository", func() (string, error) { return "", err })
		return
	}
	inRepo := *r
	inRepo.repo = repo
	r.check("Claude Code: ci init proves the gate", func() (string, error) {
		text, err := inRepo.output(r.ctx, r.ci, "init", "--command", r.ci)
		if err == nil && !strings.Contains(text, "the gate holds") {
			err = errors.New("it does not say that the gate holds")
		}
		return text, err
	})

	tax := filepath.Join(repo, "shop", "tax.py")
	edit := map[string]any{"file_path": tax, "old_string": "cents * RATE // 100", "new_string": "(cents * RATE + 50) // 100"}
	unseen := filepath.Join(repo, "main.py")
	killed := func() error { return inRepo.killProcess() }
	turns := []turn{
		{name: "a session is begun", tool: ours("start_session"), input: map[string]any{"intent": "MODIFY", "query": work, "slots": slots}, says: "EXPLORATION"},
		{name: "a file is read", tool: "Read", input: map[string]any{"file_path": tax}, says: "RATE"},
		{name: "an edit before READY is denied", tool: "Edit", input: edit, refused: true, says: "EXPLORATION"},
		{name: "a new file before READY is denied", tool: "Write", input: map[string]any{"file_path": filepath.Join(repo, "new.py"), "content": "x = 1\n"}, refused: true, says: "EXPLORATION"},
		{name: "sed -i before READY is denied", tool: "Bash", input: map[string]any{"command": "sed -i s/19/20/ shop/tax.py"}, refused: true, says: "EXPLORATION"},
		{name: "a redirection before READY is denied", tool: "Bash", input: map[string]any{"command": "echo 'RATE = 20' >> shop/tax.py"}, refused: true, says: "EXPLORATION"},
		{name: "a command that only reads runs", tool: "Bash", input: map[string]any{"command": "grep -n RATE shop/tax.py"}, says: "RATE = 19"},
		{name: "a program's write before READY is reported", tool: "Bash", input: map[string]any{"command": "cd shop && python3 ../round.py"}, refused: true, says: "shop/cart.py"},
		{name: "with the process killed an edit is denied", tool: "Edit", input: edit, before: killed, refused: true, says: "EXPLORATION"},
		{name: "find_definitions", tool: ours("find_definitions"), input: map[string]any{"symbol": "tax_of"}, says: "shop/tax.py"},
		{name: "find_references", tool: ours("find_references"), input: map[string]any{"symbol": "tax_of"}, says: "shop/price.py"},
		{name: "get_symbols", tool: ours("get_symbols"), input: map[string]any{"path": "shop/price.py"}, says: "gross_price"},
		{name: "submit_understanding leads to READY", tool: ours("submit_understanding"), input: map[string]any{
			"symbols_identified": []string{"tax_of", "gross_price", "net_price"}, "entry_points": []string{"gross_price"},
			"files_analyzed":    []string{"shop/tax.py", "shop/price.py"},
			"existing_patterns": []map[string]any{{"description": "whole cents by integer division", "file": "shop/tax.py", "line": 8}},
			"relevant_symbols":  []string{"tax_of"}, "reasoning": "It computes the tax.",
			"code_evidence": []map[string]any{{"symbol": "tax_of", "file": "shop/tax.py", "line": 8, "text": "cents * RATE // 100"}},
			"slot_evidence": map[string]any{"observed_issue": map[string]any{"tool": "find_definitions", "result": "tax_of in shop/tax.py is rounded down"}},
		}, says: `"phase":"READY"`},
		{name: "an edit of a file that was not explored is denied", tool: "Edit", input: map[string]any{"file_path": unseen, "old_string": "tea", "new_string": "coffee"}, refused: true, says: "add_explored_files"},
		{name: "an edit after READY is made", tool: "Edit", input: edit, says: "updated"},
		{name: "check_write_target", tool: ours("check_write_target"), input: map[string]any{"file_path": "shop/tax.py"}, says: `"allow`},
		{name: "record_outcome", tool: ours("record_outcome"), input: map[string]any{"outcome": "success", "analysis": "The tax is rounded half up."}, says: "success"},
	}
	script := make([]claude.Turn, len(turns))
	for i, t := range turns {
		script[i] = claude.Turn{Tool: t.tool, Input: t.input, Before: t.before}
	}
	m, err := claude.NewModel(script)
	if err != nil {
		r.check("Claude Code: a model", func() (string, error) { return "", err })
		return
	}
	defer m.Close()
	r.check("Claude Code: the client ends", func() (string, error) {
		return inRepo.with(r.ctx, []string{
			"ANTHROPIC_BASE_URL=" + m.URL(), "ANTHROPIC_API_KEY=sk-ant-none", "CLAUDE_CONFIG_DIR=" + filepath.Join(r.out, "home", ".claude"),
			"DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1",
		}, filepath.Join(r.out, "node_modules", "@anthropic-ai", "claude-code-linux-"+r.arch(), "claude"),
			"-p", "work on the task", "--permission-mode", "acceptEdits", "--allowedTools", "mcp__code-intel", "Bash", "Edit", "Write", "Read",
			"--mcp-config", ".mcp.json", "--strict-mcp-config")
	})
	if err := m.Err(); err != nil {
		r.check("Claude Code: the script", func() (string, error) { return "", err })
	}
	for n, t := range turns {
		r.check("Claude Code: "+t.name, func() (string, error) {
			got, ok := m.Result(n)
			switch told := strings.Contains(m.Context(), t.says); {
			case !ok:
				return "", errors.New("the client has no result")
			case t.refused != got.IsError && !(t.refused && told):
				return got.Text, fmt.Errorf("refused: %t", got.IsError)
			case !strings.Contains(got.Text, t.says) && !told:
				return got.Text, fmt.Errorf("it does not say %s", t.says)
			}
			return "", nil
		})
	}
	r.check("Claude Code: the file has the change", func() (string, error) {
		data, err := os.ReadFile(tax)
		if err == nil && (!strings.Contains(string(data), "+ 50") || strings.Contains(string(data), "RATE = 20")) {
			err = errors.New("it has not, or more")
		}
		return string(data), err
	})
	r.check("Claude Code: ci gate verify names what no session allowed", func() (string, error) {
		text, err := inRepo.output(r.ctx, r.ci, "gate", "verify")
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(text, "shop/cart.py") || strings.Contains(text, "shop/tax.py:") {
			return text, fmt.Errorf("it should name shop/cart.py alone: %v", err)
		}
		return "", nil
	})
	r.check("Claude Code: ci init --remove leaves every file as it was", func() (string, error) {
		text, err := inRepo.output(r.ctx, r.ci, "init", "--remove")
		if err != nil {
			return text, err
		}
		// What was agreed on is knowledge of the project, and stays.
		text, err = inRepo.output(r.ctx, "git", "status", "--porcelain", "--untracked-files=all", "--", ".", ":!.code-intel/agreements", ":!.code-intel/learned_pairs.json")
		if want := " M shop/cart.py\n M shop/tax.py\n"; err == nil && text != want {
			err = errors.New("more has changed than the two files")
		}
		return text, err
	})
}

// workRepo makes the repository in which the agent works.
func (r *run) workRepo(repo string) error {
	sub, err := fs.Sub(files, "testdata/work")
	if err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(repo), os.CopyFS(repo, sub), os.WriteFile(filepath.Join(repo, "shop", "__init__.py"), nil, 0o666),
		// A script of the project may run before READY: what it writes is reported.
		os.WriteFile(filepath.Join(repo, "round.py"), []byte("open('cart.py', 'a').write('# written\\n')\n"), 0o666)); err != nil {
		return err
	}
	in := *r
	in.repo = repo
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "-A"},
		{"-c", "user.name=ci", "-c", "user.email=ci@localhost", "commit", "-q", "-m", "A shop"},
	} {
		if text, err := in.output(r.ctx, "git", args...); err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, text)
		}
	}
	return nil
}

// killProcess kills the shared process, and waits until it is gone.
func (r *run) killProcess() error {
	pid, err := r.processID()
	if err != nil {
		return err
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	if err := p.Kill(); err != nil {
		return err
	}
	err = until(r.ctx, func() (bool, error) {
		now, err := r.processID()
		return err != nil || now != pid, nil
	})
	if err != nil {
		return fmt.Errorf("the shared process does not end: %w", err)
	}
	return nil
}

// processID is that of the shared process.
func (r *run) processID() (int, error) {
	// It exits with 1 while the index on disk is behind.
	text, runErr := r.output(r.ctx, r.ci, "status", "--json")
	var status struct {
		Process *struct {
			PID int `json:"pid"`
		} `json:"process"`
	}
	if err := json.NewDecoder(strings.NewReader(text)).Decode(&status); err != nil {
		return 0, errors.Join(err, runErr)
	}
	if status.Process == nil {
		return 0, errors.New("there is no shared process")
	}
	return status.Process.PID, nil
}
