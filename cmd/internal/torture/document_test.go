package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSections holds that sections written by hand outlive the table above them.
func TestSections(t *testing.T) {
	page := filepath.Join(t.TempDir(), "torture.md")
	if got := sections(page); got != "" {
		t.Errorf("no page has %q", got)
	}
	if err := os.WriteFile(page, []byte("# Torture\n\n| a |\n\n## By hand\n\ntext\n\n## More\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, want := sections(page), "\n## By hand\n\ntext\n\n## More\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
