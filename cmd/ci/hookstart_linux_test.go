package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// initialised is a line of Go's about a package that was initialised.
var initialised = regexp.MustCompile(`(?m)^init (\S+) @`)

// TestHookStart: where the shared process runs, a hook has its answer before more than
// a few packages of the standard library are initialised.
func TestHookStart(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	if err := os.MkdirAll(filepath.Join(u.repo, ".code-intel"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(u.repo, ".code-intel", "config.json"), []byte(`{"write_gate": "always"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	u.agent().begin()
	said, err := json.Marshal(map[string]any{
		"hook_event_name": "PreToolUse", "session_id": "c", "cwd": u.repo, "tool_name": "Edit", "tool_input": map[string]any{"file_path": filepath.Join(u.repo, "a.py")},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := u.command("hook", "pre")
	var out, errs bytes.Buffer
	c.Env = append(c.Env, "GODEBUG=inittrace=1")
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(said), &out, &errs
	if err := c.Run(); err != nil || !strings.Contains(out.String(), `"permissionDecision":"deny"`) {
		t.Fatalf("%v: %s%s", err, out.String(), errs.String())
	}
	all := initialised.FindAllStringSubmatch(errs.String(), -1)
	for _, m := range all {
		if strings.HasPrefix(m[1], "codeintel/") || m[1] == "unicode" || m[1] == "regexp" {
			t.Errorf("%s is initialised before the answer is given", m[1])
		}
	}
	if len(all) == 0 || len(all) > 40 {
		t.Errorf("%d packages are initialised before the answer is given:\n%s", len(all), errs.String())
	}
}
