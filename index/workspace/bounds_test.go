package workspace

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGlobBounds gives globs that are far too large.
func TestGlobBounds(t *testing.T) {
	many := make([]string, 100_000)
	for i := range many {
		many[i] = "*.go"
	}
	for what, globs := range map[string][]string{
		"letters": {strings.Repeat("a", 100_000)}, "stars": {strings.Repeat("*a", 1000)}, "folders": {strings.Repeat("**/", 1000) + "x"},
		"braces": {strings.Repeat("{a,b}", 10_000)}, "classes": {strings.Repeat("[a-z]", 10_000)}, "globs": many,
	} {
		if _, err := PathFilter("", globs, nil, nil); err == nil || len(err.Error()) > 400 || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", what, err)
		}
	}
	// What is near the bounds is matched in a time that follows from them.
	match, err := PathFilter("", []string{strings.Repeat("{a,b}", 500), strings.Repeat("*a", 200), strings.Repeat("?", 5000)}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if long := strings.Repeat("a", 250); !match(long) || match("dir/b") {
		t.Error("the globs do not match what they say")
	}
}

// TestTextClip: of a long line what is around its first match is kept, and of many
// lines so many as are asked for.
func TestTextClip(t *testing.T) {
	dir := t.TempDir()
	text := strings.Repeat("x", 5000) + "needle" + strings.Repeat("y", 5000) + "\n" + strings.Repeat("needle\n", 50)
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	lines := 0
	_, err := Search(t.Context(), dir, TextQuery{Patterns: []string{"needle"}}, TextOptions{Spans: true, First: true, Clip: 400, Most: 10}, func(f *TextFile) bool {
		lines += len(f.Lines)
		l := f.Lines[0]
		if at := l.Spans[0][0]; at != 5000 || len(l.Text) != 400 || !strings.HasPrefix(string(l.Text[at-l.Cut:]), "needle") {
			t.Errorf("at %d, %d bytes, %d before", at, len(l.Text), l.Cut)
		}
		return true
	})
	if err != nil || lines != 10 {
		t.Errorf("%d lines, %v", lines, err)
	}
}

// TestSearchStopsInLine cancels a search in the middle of one long line, with a pattern that
// would take hours.
func TestSearchStopsInLine(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(strings.Repeat("ab", 2<<20)), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Search(ctx, dir, TextQuery{Patterns: []string{`(?:[ab]*a[ab]{0,300}){1,300}z`}}, TextOptions{Jobs: 1, Unsaved: true, Env: Env{Getenv: func(string) string { cancel(); return "" }}}, func(*TextFile) bool { return true })
	if err == nil {
		t.Error("it was not stopped")
	}
}

// TestTurn: who waits for a turn goes when nobody wants the answer any more.
func TestTurn(t *testing.T) {
	x := newTurn()
	if err := x.take(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := x.take(ctx); err == nil {
		t.Error("two have the turn")
	}
	x.give()
	if err := x.take(ctx); err != nil {
		t.Errorf("a turn that is free: %v", err)
	}
}
