package claude

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// proveTime is how long the client may take to start, and to make one call.
const proveTime = 60 * time.Second

// ErrWrote is the error of Prove where the client made a write that its hooks had to
// deny.
var ErrWrote = errors.New("a write that the gate had to deny was made by Claude Code: it runs no hook of ours")

// Options of Prove.
type Options struct {
	// Program is the client's.
	Program string
	// Root is the repository in which the client is started.
	Root string
	// Config is the user's folder of Claude Code. Its settings hold for the proof; the
	// client writes to a folder of its own.
	Config string
	// Session is what the client calls its conversation: a UUID.
	Session string
	// File is the file that the client is to write, in the repository; there is none
	// yet.
	File string
	// Says is a part of what the gate says when it denies the write.
	Says string
	// Env is the environment, as os.Environ has it.
	Env []string
}

// Prove starts the client in a repository, has its model write a file, and returns
// nil where the client's hooks denied it. The client's own settings and those of the
// repository, the user and the administrator hold. The file is removed where it was
// written, and the error is ErrWrote. Other errors say why the client can't be asked.
func Prove(ctx context.Context, o Options) (err error) {
	ctx, cancel := context.WithTimeout(ctx, proveTime)
	defer cancel()
	dir, err := os.MkdirTemp("", "ci-claude-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if data, err := os.ReadFile(filepath.Join(o.Config, "settings.json")); err == nil && o.Config != "" {
		if err := os.WriteFile(filepath.Join(dir, "settings.json"), data, 0o600); err != nil {
			return err
		}
	}
	m, err := NewModel([]Turn{{Tool: "Write", Input: map[string]any{"file_path": o.File, "content": "This file proves that the gate does not hold.\n"}}})
	if err != nil {
		return err
	}
	defer m.Close()
	c := exec.CommandContext(ctx, o.Program, "-p", "Prove that the gate is shut.", "--session-id", o.Session,
		"--permission-mode", "acceptEdits", "--allowedTools", "Write", "--strict-mcp-config", "--max-turns", "2")
	var said bytes.Buffer
	c.Dir, c.Stdout, c.Stderr, c.WaitDelay = o.Root, &said, &said, 2*time.Second
	c.Env = append(withoutKeys(o.Env), "ANTHROPIC_BASE_URL="+m.URL(), "ANTHROPIC_API_KEY=sk-ant-none", "CLAUDE_CONFIG_DIR="+dir,
		"DISABLE_AUTOUPDATER=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1")
	runErr := c.Run()
	if _, err := os.Lstat(o.File); err == nil {
		return errors.Join(ErrWrote, os.Remove(o.File))
	}
	r, ok := m.Result(0)
	switch {
	case ok && r.IsError && strings.Contains(r.Text, o.Says):
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("it does not answer in %s", proveTime)
	case ok:
		return fmt.Errorf("it did not write, but not because of the gate: %s", firstLine(r.Text))
	case runErr != nil:
		return fmt.Errorf("%w: %s", runErr, firstLine(said.String()))
	}
	return errors.New("it did not ask its model for anything")
}

// withoutKeys returns an environment without what would lead the client elsewhere.
func withoutKeys(env []string) []string {
	var out []string
	for _, e := range env {
		if name, _, _ := strings.Cut(e, "="); !strings.HasPrefix(name, "ANTHROPIC_") && !strings.HasPrefix(name, "CLAUDE_CODE_") && name != "CLAUDECODE" {
			out = append(out, e)
		}
	}
	return out
}

// firstLine returns the beginning of a text, for an error.
func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if r := []rune(s); len(r) > 200 {
		s = string(r[:200]) + "…"
	}
	return s
}

// Version returns what the client says of its version, "" where it does not.
func Version(ctx context.Context, program string) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, program, "--version")
	c.WaitDelay, c.Stdin, c.Stderr = time.Second, strings.NewReader(""), io.Discard
	out, err := c.Output()
	if err != nil {
		return ""
	}
	v, _, _ := strings.Cut(firstLine(string(out)), " ")
	return v
}
