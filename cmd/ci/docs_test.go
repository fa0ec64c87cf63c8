package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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

// TestExtensionNames keeps the names of files of the extension for VS Code true to the
// languages: documents with other names are never asked about.
func TestExtensionNames(t *testing.T) {
	source, err := os.ReadFile("../../editors/vscode/src/core/languages.ts")
	if err != nil {
		t.Fatal(err)
	}
	_, list, ok := strings.Cut(string(source), "filePatterns: readonly string[] = [")
	list, _, closed := strings.Cut(list, "];")
	if !ok || !closed {
		t.Fatal("languages.ts has no filePatterns")
	}
	patterns := regexp.MustCompile(`'[^']+'`).FindAllString(list, -1)
	for _, l := range languages() {
		for _, name := range l.files() {
			if !strings.HasPrefix(name, "#!") && !slices.ContainsFunc(patterns, func(p string) bool {
				ok, err := path.Match(path.Base(strings.Trim(p, "'")), path.Base(name))
				return ok && err == nil
			}) {
				t.Errorf("%s: no pattern of filePatterns covers %s", l.Name, name)
			}
		}
	}
}
