package lsp

import (
	"fmt"
	"slices"
	"testing"

	"codeintel/index/workspace"
)

// TestQuarantined holds that an editor is told of files that are passed over since they
// ended a process, and of no other.
func TestQuarantined(t *testing.T) {
	t.Parallel()
	if got := quarantined(nil); got != nil {
		t.Errorf("without a state: %v", got)
	}
	state := &workspace.State{Report: &workspace.Report{
		Skipped: []workspace.Skip{{Path: "a.bin", Reason: workspace.SkipBinary}, {Path: "b.ml", Reason: workspace.SkipQuarantine, Detail: "it needs too much"}},
		Failed:  []workspace.Failure{{Path: "c.go", Stage: "parse", Err: "it is deep"}, {Path: "d.go", Stage: "check", Err: workspace.SkipQuarantine + ": it takes too long"}},
	}}
	want := []Quarantined{{"b.ml", "it needs too much"}, {"d.go", "it takes too long"}}
	if got := quarantined(state); !slices.Equal(got, want) {
		t.Errorf("have %v, want %v", got, want)
	}
	for i := range 2 * maxQuarantined {
		state.Report.Skipped = append(state.Report.Skipped, workspace.Skip{Path: fmt.Sprint(i), Reason: workspace.SkipQuarantine})
	}
	if got := quarantined(state); len(got) != maxQuarantined {
		t.Errorf("%d files are named", len(got))
	}
}
