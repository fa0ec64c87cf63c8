package main

import (
	"strings"
	"testing"

	"codeintel/index/workspace"
)

// TestStaleNamesDamage holds that an index whose state is lost to damage is called damaged,
// and not missing.
func TestStaleNamesDamage(t *testing.T) {
	for _, s := range []*workspace.Status{
		{Findings: []string{"x.generation: damaged"}},
		{Findings: []string{"x.generation: damaged"}, State: &workspace.State{}, Behind: &workspace.Behind{Settings: true}},
	} {
		if err := stale(s, "."); err == nil || !strings.Contains(err.Error(), "x.generation: damaged") || !strings.Contains(err.Error(), "--verify") {
			t.Error(err)
		}
	}
}
