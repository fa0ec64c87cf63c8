//go:build unix

package main

import (
	"strings"
	"testing"
)

// TestInitGate: which agents are held up is what the person has said: with the flag, in
// the settings, or by an earlier installation; else it is what is recommended.
func TestInitGate(t *testing.T) {
	t.Parallel()
	const file = ".code-intel/config.json"
	for name, c := range map[string]struct {
		config, wired, flag, want string
	}{
		"new":                             {want: "always"},
		"the flag":                        {flag: "session", want: "session"},
		"a setting":                       {config: `{"write_gate": "session"}`},
		"a setting, off":                  {config: `{"write_gate": "off"}`},
		"a setting and the flag":          {config: `{"write_gate": "session"}`, flag: "always", want: "always"},
		"settings without it":             {config: `{}`, want: "always"},
		"an earlier installation":         {wired: `{"version":1,"command":"ci","claude":{}}`},
		"an earlier one without the gate": {wired: `{"version":1,"command":"ci"}`, want: "always"},
		"an earlier one and the flag":     {wired: `{"version":1,"command":"ci","claude":{}}`, flag: "always", want: "always"},
	} {
		g := newGated(t)
		if c.config != "" {
			g.write(file, c.config)
		}
		if c.wired != "" {
			g.write(".code-intel/init.json", c.wired)
		}
		if got, err := g.a.gateSetting(g.root, c.flag, true); got != c.want || err != nil {
			t.Errorf("%s: %q %v, want %q", name, got, err, c.want)
		}
	}
	g := newGated(t)
	if code := g.a.run(t.Context(), []string{"init", g.root, "--gate=never"}); code != exitUsage {
		t.Errorf("exit code %d: %s", code, g.errs.String())
	}
}

// TestDeniedWithoutSession: where any agent is held up, its first write is denied with
// the one call that begins a session.
func TestDeniedWithoutSession(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.write(".code-intel/config.json", `{"write_gate": "always"}`)
	said := g.edits(g.who, "pay/payment.go")
	if !denied(said) || strings.Count(said, "start_session {") != 1 || !strings.Contains(said, `start_session {\"intent\":\"MODIFY\",\"query\":`) {
		t.Errorf("%s", said)
	}
}
