package hook

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"codeintel/cmd/internal/guard"
	"codeintel/cmd/internal/place"
	"codeintel/index/workspace"
)

// newHost returns the process of a user with an empty home folder, and adds the variables
// that it reads to *asked.
func newHost(t *testing.T, asked *[]string) (h *Host, home string) {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	getenv := func(name string) string {
		*asked = append(*asked, name)
		if name == "HOME" {
			return home
		}
		return ""
	}
	return &Host{Getenv: getenv, Now: time.Now, Dir: home, Env: workspace.Env{Getenv: getenv}, Place: place.Env{Getenv: getenv}}, home
}

// TestHostKey: that the key can't be had is said once for a decision, not for each part of
// ci that needs it.
func TestHostKey(t *testing.T) {
	h, home := newHost(t, new([]string))
	name := filepath.Join(h.GateFolder().Dir(), "key")
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	h.Stderr = &said
	h.Guard(home, false)
	if strings.Count(said.String(), "\n") != 1 || !strings.Contains(said.String(), name) {
		t.Errorf("%q", said.String())
	}
}

// TestHostIdle holds that a hook does not search for what the gate depends on where there
// is nothing to guard, and that only a hook before a call does.
func TestHostIdle(t *testing.T) {
	for _, c := range []struct {
		event    string
		always   bool
		searches bool
	}{
		{"PreToolUse", false, false},
		{"PreToolUse", true, true},
		{"PostToolUse", true, false},
	} {
		var asked []string
		h, home := newHost(t, &asked)
		root := filepath.Join(home, "repo")
		if err := os.MkdirAll(filepath.Join(root, ".git"), 0o700); err != nil {
			t.Fatal(err)
		}
		h.Always = c.always
		decided := false
		answer, _ := h.Run(t.Context(), strings.NewReader(fmt.Sprintf(`{"hook_event_name":%q,"session_id":"c","cwd":%q,"tool_name":"Edit","tool_input":{"file_path":"a.py"},"tool_response":{}}`, c.event, root)),
			func(_ context.Context, r *guard.Request, _ time.Duration) (guard.Response, error) {
				decided = true
				if (len(r.Keep) > 0) != c.searches {
					t.Errorf("%+v: keeps %q", c, r.Keep)
				}
				return guard.Response{}, nil
			})
		if answer.Code != 0 || decided != c.always || slices.Contains(asked, "CLAUDE_PLUGIN_ROOT") != c.searches {
			t.Errorf("%+v: %+v, decided: %t, read %q", c, answer, decided, asked)
		}
	}
}
