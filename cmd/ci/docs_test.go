package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDocs keeps docs/cli and docs/man true to the command definitions.
func TestDocs(t *testing.T) {
	for _, set := range []struct{ flag, dir string }{{"--markdown=true", "../../docs/cli"}, {"--markdown=false", "../../docs/man"}} {
		s := newScript(t)
		if out := s.run("ci man " + set.flag + " pages"); out != "" {
			t.Fatal(out)
		}
		want, err := os.ReadDir(filepath.Join(s.dir, "pages"))
		if err != nil || len(want) == 0 {
			t.Fatalf("no pages (%v)", err)
		}
		have, err := os.ReadDir(set.dir)
		if err != nil || len(have) != len(want) {
			t.Errorf("%s has %d pages, want %d (%v); run make docs", set.dir, len(have), len(want), err)
			continue
		}
		for _, page := range want {
			a, errA := os.ReadFile(filepath.Join(s.dir, "pages", page.Name()))
			b, errB := os.ReadFile(filepath.Join(set.dir, page.Name()))
			if errA != nil || errB != nil || string(a) != string(b) {
				t.Errorf("%s/%s is out of date (%v, %v); run make docs", set.dir, page.Name(), errA, errB)
			}
		}
	}
}

// TestLanguagesPage keeps docs/languages.md true to the languages.
func TestLanguagesPage(t *testing.T) {
	have, err := os.ReadFile("../../docs/languages.md")
	if err != nil || string(have) != languagesMarkdown(languages()) {
		t.Errorf("docs/languages.md is out of date (%v); run make docs", err)
	}
}
