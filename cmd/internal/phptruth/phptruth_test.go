package phptruth

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"codeintel/index/workspace"
)

// Each kind of outcome is counted where it belongs.
func TestCompare(t *testing.T) {
	dir := t.TempDir()
	src := "<?php\nnamespace N;\nclass A {}\nfunction f() {}\nnew A; f(); new B;\n"
	if err := os.WriteFile(filepath.Join(dir, "a.php"), []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	s, _, err := workspace.Index(context.Background(), dir, workspace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) string {
		i := strings.LastIndex(src, text)
		if i < 0 {
			t.Fatal(text)
		}
		return strconv.Itoa(i)
	}
	line := func(what, start, space, name string) string {
		return what + "\ta.php\t" + start + "\t0\t" + space + "\t" + name + "\n"
	}
	truth, err := parseTruth(strings.NewReader("file\ta.php\n" +
		line("def", at("A {}"), "class", "N\\A") +
		line("def", at("f() {}"), "function", "N\\f") +
		line("def", at("B;"), "class", "N\\Missing") + // not ours
		line("ref", at("A;"), "class", "n\\a") + // right
		line("ref", at("f();"), "function", "Other\\f") + // ours leads to a definition that it is not
		line("ref", at("B;"), "class", "N\\Missing") + // missed
		line("ref", at("B;"), "class", "N\\Outside"))) // nothing to find, nothing claimed
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	got := compare(truth, s, &log)
	want := &Scores{Files: 1,
		Definitions: Score{3, 2, 3, 2},
		Uses:        Score{2, 1, 2, 1},
		Classes:     Score{2, 1, 1, 1},
		Functions:   Score{0, 0, 1, 0},
	}
	if *got != *want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if n := strings.Count(log.String(), "\n"); n != 3 {
		t.Errorf("%d lines in the log\n%s", n, log.String())
	}
}

func TestParseTruthRefuses(t *testing.T) {
	for _, bad := range []string{"def\ta\n", "def\ta\tx\t0\tclass\tA\n"} {
		if _, err := parseTruth(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}
