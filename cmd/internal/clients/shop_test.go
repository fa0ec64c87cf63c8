package main

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestShop: the places of the questions are those of the names in the files.
func TestShop(t *testing.T) {
	r := &run{ctx: context.Background(), out: t.TempDir(), limit: within}
	if err := r.shop(); err != nil {
		t.Fatal(err)
	}
	list, err := r.questions()
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Questions) != 6 {
		t.Fatalf("%d questions", len(list.Questions))
	}
	for _, q := range list.Questions {
		for _, p := range append([]placeJSON{q.Use, q.Def}, q.All...) {
			text, err := os.ReadFile(p.File)
			if err != nil {
				t.Fatal(err)
			}
			line := strings.Split(string(text), "\n")[p.Line]
			wide := utf16.Encode([]rune(line))
			if !strings.HasPrefix(line[p.Byte:], p.Name) || !strings.HasPrefix(string(utf16.Decode(wide[p.Character:])), p.Name) {
				t.Errorf("%s:%d:%d (byte %d) is not %s: %q", p.File, p.Line, p.Character, p.Byte, p.Name, line)
			}
		}
		if q.Use.Character == q.Use.Byte && q.Language != "vue" {
			t.Errorf("%s: before the use there is nothing that encodings disagree about", q.Language)
		}
	}
	for _, s := range []spot{{"x", "none", "a"}, {"x", "a b", "c"}} {
		if p, err := s.in("/", "a b\n"); err == nil {
			t.Errorf("%v is at %v", s, p)
		}
	}
}

// TestScript: each line of a script is a check, and one that checks nothing fails.
func TestScript(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		text           string
		passed, failed int
	}{
		{`printf 'ok\ta\t\nnoise\nok\tb\t\n'`, 1, 0},
		{`printf 'ok\ta\t\nFAIL\tb\twhy\n'; exit 1`, 0, 2},
		{`printf 'ok\ta\t\n'; exit 1`, 0, 1},
		{`printf 'noise\n'`, 0, 1},
		{`test -n "$SHOP" && test -n "$COMMAND" && printf 'ok\t%s\t\n' "$X"`, 1, 0},
	} {
		r := &run{ctx: context.Background(), repo: t.TempDir(), limit: within}
		r.script("x", []string{"X=1"}, sh, "-c", x.text)
		if r.passed != x.passed || r.failed != x.failed {
			t.Errorf("%s: %d passed, %d failed", x.text, r.passed, r.failed)
		}
	}
}

func TestDebianURL(t *testing.T) {
	for text, want := range map[string]string{
		"deb http://m.example/debian bookworm main":     "http://m.example/debian",
		"Types: deb\nURIs: https://m.example/debian/\n": "https://m.example/debian",
		"URIs: http://m.example/debian-security\n":      "",
	} {
		if got := strings.TrimSuffix(strings.TrimSpace(debianURL.FindString(text)), "/"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
