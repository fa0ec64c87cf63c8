package composer

import (
	"strings"
	"testing"

	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages{Language()}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t) }

// TestHostile: what is no manifest has no definitions, and deep nesting costs no
// stack.
func TestHostile(t *testing.T) {
	for text, errors := range map[string]int{"": 0, " \n": 0, "{": 1, "[]": 1, "null": 1, "{\"\": 1, \"a\": {\"\": 2}}": 0, "\ufeff{\"a\": 1}": 0} {
		if f := tested.Facts(t, "composer.json", []byte(text)); f.ErrorNodes != errors {
			t.Errorf("%q: %d errors, want %d", text, f.ErrorNodes, errors)
		}
	}
	tested.Repeated(t, "composer.json", "", 100000, "[", "{\"a\":", "\"", "//", "{")
	if f := tested.Facts(t, "composer.json", []byte(strings.Repeat(" ", maxSize)+"{}")); f.Truncated == "" {
		t.Error("a text that is too large is read whole")
	}
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{Paths: []string{"composer.json"}, Seeds: []string{
		`{"require": {"a/b": "^1", "a/b": 2}, "autoload": {"psr-4": {"A\\": ["a/", 1], "": "b"}}}`, `{"require": [], "autoload": {"psr-4": []}, "autoload-dev": 1}`, `{"\ud800": {"\u0000": 1}, "é": {}}`,
	}})
}
