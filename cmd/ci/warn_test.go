package main

import (
	"strings"
	"testing"

	"codeintel/index/workspace"
)

// Beside an answer a few of the files that failed are listed, and how many more there are.
func TestWarnFailures(t *testing.T) {
	r := &workspace.Report{}
	for _, p := range []string{"a.js", "b.js", "c.js", "d.js", "e.js"} {
		r.Failed = append(r.Failed, workspace.Failure{Path: p, Stage: "parse", Err: "too long"})
	}
	for failures, want := range map[int]string{
		5: "a.js b.js c.js d.js e.js",
		3: "a.js b.js c.js 2 more; 'ci index --stats json' lists all",
		9: "a.js b.js c.js d.js e.js",
	} {
		var b strings.Builder
		(&app{stderr: &b}).warn(r, failures)
		got := strings.NewReplacer("ci: failed: ", "", ": parse: too long", "", "\n", " ").Replace(b.String())
		if strings.TrimSpace(got) != want {
			t.Errorf("%d: %s", failures, got)
		}
	}
}
