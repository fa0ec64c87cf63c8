package shell

import "testing"

// TestOurs: what of this program is the person's alone is a write to where no agent
// may write, however it is spelled.
func TestOurs(t *testing.T) {
	const state = "/r/.code-intel/sessions"
	for command, want := range map[string]string{
		"ci session release":                             state,
		"cd sub && ci session release s_abc":             state,
		"/usr/local/bin/ci session release --all":        state,
		"./bin/ci --verbose session --repo=. release":    state,
		"sudo -u me ci session release":                  state,
		"script -qc 'ci session release' x":              state,
		"R=release; ci session $R":                       state,
		"ci session $(cat x)":                            state,
		"ci $X release":                                  state,
		"bash -c 'ci session release'":                   state,
		"echo '{\"tool_name\":\"Read\"}' | ci hook post": state,
		"ci gate trust mcp__x__read":                     state,
		"ci gate 'trust' --force x":                      state,
		"echo mcp__x__read | xargs ci gate trust":        state,
		"T=trust; ci gate $T mcp__x__read":               state,
		"ci gate $(cat x) mcp__x__read":                  state,
		"ci init --remove":                               "/r/.claude/settings.json",
		"ci init":                                        "/r/.mcp.json",
		"claude config set disableAllHooks true":         "/r/.claude/settings.json",
		"claude config set -g disableAllHooks true":      "/r/.claude/settings.json",
		"claude mcp remove code-intel":                   "/r/.mcp.json",
		"claude plugin disable code-intel":               "/r/.claude/settings.json",
		"npx claude; /usr/bin/claude mcp remove x":       "/r/.mcp.json",
	} {
		e := Parse(command, testEnv())
		found := false
		for _, w := range e.Writes {
			found = found || w.Path == want
		}
		if !found || e.ReadOnly {
			t.Errorf("%s: %+v, want a write to %s", command, e, want)
		}
	}
	for _, command := range []string{"ci --help", "ci refs Login", "ci session list --json", "ci session show s_release", "ci gate verify --since HEAD~1", "ci gate verify", "ci init --dry-run", "ci search release", "claude --version", "claude mcp list"} {
		if e := Parse(command, testEnv()); !e.ReadOnly {
			t.Errorf("%s: %+v, want nothing", command, e)
		}
	}
	for _, command := range []string{"ci index . --output x", "ci gate prove", "ci serve", "ci stop"} {
		if e := Parse(command, testEnv()); !e.Unknown {
			t.Errorf("%s: %+v, want what is looked at after it", command, e)
		}
	}
}
