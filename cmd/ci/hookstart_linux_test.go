package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// initialised is a line of Go's about a package that was initialised.
var initialised = regexp.MustCompile(`(?m)^init (\S+) @`)

// TestHookStart: where the shared process runs, a hook has its answer before more than
// a few packages of the standard library are initialised. Where it does not, what decides
// is initialised, and nothing of the protocols, the network and the command line.
func TestHookStart(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	if err := os.MkdirAll(filepath.Join(u.repo, ".code-intel"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(u.repo, ".code-intel", "config.json"), []byte(`{"write_gate": "always"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	said, err := json.Marshal(map[string]any{
		"hook_event_name": "PreToolUse", "session_id": "c", "cwd": u.repo, "tool_name": "Edit", "tool_input": map[string]any{"file_path": filepath.Join(u.repo, "a.py")},
	})
	if err != nil {
		t.Fatal(err)
	}
	packages := func() []string {
		t.Helper()
		c := u.command("hook", "pre")
		var out, errs bytes.Buffer
		c.Env = append(c.Env, "GODEBUG=inittrace=1")
		c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(said), &out, &errs
		if err := c.Run(); err != nil || !strings.Contains(out.String(), `"permissionDecision":"deny"`) {
			t.Fatalf("%v: %s%s", err, out.String(), errs.String())
		}
		var list []string
		for _, m := range initialised.FindAllStringSubmatch(errs.String(), -1) {
			list = append(list, m[1])
		}
		if len(list) == 0 {
			t.Fatalf("no package is initialised:\n%s", errs.String())
		}
		return list
	}
	late := []string{"main", "net/http", "html/template", "codeintel/mcp", "codeintel/lsp", "codeintel/scip", "codeintel/cmd/internal/daemon", "codeintel/cmd/internal/model", "github.com/spf13/cobra", "github.com/santhosh-tekuri/jsonschema/v6"}
	for _, p := range packages() {
		if slices.Contains(late, p) {
			t.Errorf("without the shared process %s is initialised before the answer is given", p)
		}
	}
	u.agent().begin()
	all := packages()
	for _, p := range all {
		if strings.HasPrefix(p, "codeintel/") || p == "unicode" || p == "regexp" {
			t.Errorf("%s is initialised before the answer is given", p)
		}
	}
	if len(all) > 40 {
		t.Errorf("%d packages are initialised before the answer is given: %q", len(all), all)
	}
}
