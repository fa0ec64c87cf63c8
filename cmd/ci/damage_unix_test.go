//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// says runs a hook as a client does, and returns all that it says, its exit code first.
func (g *gated) says(command, call, event, tool string, input map[string]any) string {
	g.t.Helper()
	said, err := json.Marshal(map[string]any{
		"hook_event_name": event, "session_id": g.who.Client, "cwd": g.root, "tool_use_id": call,
		"tool_name": tool, "tool_input": input, "tool_response": map[string]any{},
	})
	if err != nil {
		g.t.Fatal(err)
	}
	g.a.stdin = bytes.NewReader(said)
	return g.command("hook", command)
}

// command runs a command, and returns its exit code and all that it prints.
func (g *gated) command(args ...string) string {
	g.out.Reset()
	g.errs.Reset()
	code := g.a.run(g.t.Context(), args)
	return fmt.Sprintf("%d\n%s%s", code, g.out.String(), g.errs.String())
}

// isHeld reports whether what a hook says holds a call up.
func isHeld(said string) bool {
	return strings.HasPrefix(said, "2") || denied(said) || blocked(said)
}

// TestDamagedRecords damages what the gate goes by, in the repository and in the user's
// cache. Nobody may write because of it who may not otherwise; a change that is not allowed
// is told all the same; and where something else is said, it says why.
func TestDamagedRecords(t *testing.T) {
	t.Parallel()
	n, r := damages(t)
	g, elsewhere := newGated(t), newGated(t)
	for _, g := range []*gated{elsewhere, g} {
		g.session(true)
		g.bash(g.who, "true")
		g.edits(g.who, "auth/login.go") // changes, beside the baseline
	}
	kinds := []struct {
		name, pattern string
		stands        bool // a session goes by it: it is not READY without
	}{
		{"record of a session", "home/shop/.code-intel/sessions/s_*.json", true},
		{"calls", "home/shop/.code-intel/gate/calls.json", false},
		{"baseline", "home/shop/.code-intel/gate/baseline", false},
		{"changes", "home/shop/.code-intel/gate/changes", false},
		{"key", "home/.cache/ci/gate/key", true},
		{"witness", "home/.cache/ci/gate/*.json", false},
	}
	folders := []string{"home/shop/.code-intel", "home/.cache"}
	good := t.TempDir()
	for _, dir := range folders {
		if err := os.CopyFS(filepath.Join(good, dir), os.DirFS(filepath.Join(g.dir, dir))); err != nil {
			t.Fatal(err)
		}
	}
	file := func(g *gated, pattern string) string {
		names, err := filepath.Glob(filepath.Join(g.dir, pattern))
		if err != nil || len(names) != 1 {
			t.Fatalf("%s: %q, %v", pattern, names, err)
		}
		return names[0]
	}
	restore := func() {
		for _, dir := range folders {
			if err := os.RemoveAll(filepath.Join(g.dir, dir)); err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(filepath.Join(g.dir, dir), os.DirFS(filepath.Join(good, dir))); err != nil {
				t.Fatal(err)
			}
		}
		for _, k := range kinds {
			if err := os.Chmod(file(g, k.pattern), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		g.write("store/store.go", shopFiles()["store/store.go"])
	}
	const ready = "phase       may write (READY)"
	explored := edit("file_path", filepath.Join(g.root, "auth/login.go"))
	other := edit("file_path", filepath.Join(g.root, "store/store.go"))
	// ask returns what is said; the damage is done while a call runs.
	ask := func(harm func()) (said [4]string) {
		restore()
		g.tick()
		if r := g.says("pre", "runs", "PreToolUse", "Bash", map[string]any{"command": "make"}); isHeld(r) {
			t.Fatal(r)
		}
		g.tick()
		harm()
		said[0] = g.says("pre", "1", "PreToolUse", "Edit", explored)
		said[1] = g.says("pre", "2", "PreToolUse", "Edit", other)
		g.write("store/store.go", "changed\n")
		said[2] = g.says("post", "runs", "PostToolUse", "Bash", map[string]any{"command": "make"})
		said[3] = g.command("session", "show", g.id)
		return said
	}
	want := ask(func() {})
	if isHeld(want[0]) || !isHeld(want[1]) || !isHeld(want[2]) || !strings.Contains(want[2], "store/store.go") || !strings.Contains(want[3], ready) {
		t.Fatalf("nothing is damaged: %q", want)
	}
	for _, k := range kinds {
		for i := range n {
			restore()
			data, err := os.ReadFile(file(g, k.pattern))
			if err != nil {
				t.Fatal(err)
			}
			foreign, err := os.ReadFile(file(elsewhere, k.pattern))
			if err != nil {
				t.Fatal(err)
			}
			how := ""
			same := false
			got := ask(func() {
				if now, err := os.ReadFile(file(g, k.pattern)); err == nil {
					data = now
				}
				var damaged []byte
				damaged, how = spoiled(r, i%damageWays, data, foreign)
				same = bytes.Equal(damaged, data) && damaged != nil
				spoil(t, file(g, k.pattern), damaged)
			})
			if same {
				continue
			}
			if !isHeld(got[1]) {
				t.Errorf("%s, %s: a call passes that did not: %q", k.name, how, got[1])
			}
			if !isHeld(got[2]) {
				t.Errorf("%s, %s: nobody is told of a change: %q", k.name, how, got[2])
			}
			if k.stands && (!isHeld(got[0]) || strings.Contains(got[3], ready)) {
				t.Errorf("%s, %s: it is READY still: %q, %q", k.name, how, got[0], got[3])
			}
			for j := range got {
				if got[j] != want[j] && isHeld(got[j]) != isHeld(want[j]) && !complains.MatchString(got[j]) {
					t.Errorf("%s, %s: step %d says %q, and not why", k.name, how, j, got[j])
				}
			}
			all := strings.Join(got[:], "\n")
			if k.name == "changes" && strings.Contains(how, "way 2 ") {
				continue // the baseline is an older one: more has changed since, and not less
			}
			if all != strings.Join(want[:], "\n") && !complains.MatchString(all) {
				t.Errorf("%s, %s: nothing says what is wrong: %q", k.name, how, got)
			}
		}
	}
}
