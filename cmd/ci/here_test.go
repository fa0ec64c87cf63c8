package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestModelUseHere chooses a model twice in the working folder, which the command knows
// by a relative path.
func TestModelUseHere(t *testing.T) {
	s := newScript(t)
	t.Chdir(s.dir)
	for range 2 {
		var out, errs bytes.Buffer
		a := s.app(&out, &errs)
		a.dir = ""
		if code := a.run(t.Context(), []string{"model", "use", "builtin"}); code != exitOK {
			t.Fatalf("exit code %d: %s%s", code, out.String(), errs.String())
		}
	}
	if _, err := os.Stat(filepath.Join(s.dir, ".code-intel", "config.json")); err != nil {
		t.Error(err)
	}
}
