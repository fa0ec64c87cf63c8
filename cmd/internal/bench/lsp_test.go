package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestPlaces(t *testing.T) {
	at := func(line, from, to int) string {
		return fmt.Sprintf(`{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}}`, line, from, line, to)
	}
	for _, text := range []string{
		`[{"uri":"file:///a%20b/c.go","range":` + at(1, 2, 3) + `},{"uri":"file:///a%20b/c.go","range":` + at(1, 2, 3) + `}]`,
		`{"uri":"file:///a%20b/c.go","range":` + at(1, 2, 3) + `}`,
		`[{"targetUri":"file:///a%20b/c.go","targetRange":` + at(0, 0, 9) + `,"targetSelectionRange":` + at(1, 2, 3) + `}]`,
	} {
		got, err := places([]byte(text))
		if err != nil || len(got) != 1 || got[0] != (span{"/a b/c.go", position{1, 2}, position{1, 3}}) || fileURI(got[0].path) != "file:///a%20b/c.go" {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, none := range []string{"", "null", "[]"} {
		if got, err := places([]byte(none)); err != nil || len(got) > 0 {
			t.Errorf("%q: %v, %v", none, got, err)
		}
	}
}

func TestAgree(t *testing.T) {
	a, b, c := span{path: "a"}, span{path: "b"}, span{path: "c"}
	for _, x := range []struct {
		ours, others []span
		want         int
	}{
		{nil, nil, agreeNeither}, {[]span{a, b}, []span{b, a}, agreeSame}, {[]span{a, b}, []span{b}, agreeMore},
		{nil, []span{b}, agreeFewer}, {[]span{a}, []span{a, b}, agreeFewer}, {[]span{a, c}, []span{a, b}, agreeDiffer},
	} {
		if got := agree(x.ours, x.others); got != x.want {
			t.Errorf("%v and %v: %d, want %d", x.ours, x.others, got, x.want)
		}
	}
}

// Names are drawn from code, and not from comments, strings or files of other
// platforms; columns are in UTF-16.
func TestDrawSpots(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go":          "package a // word\n\nvar 𐐀, _ = \"é𐐀\", other\n",
		"a_plan9.go":    "package a\n\nvar plan int\n",
		"testdata/b.go": "package b\n\nvar beside int\n",
	} {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := drawSpots(dir, 10, 10)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]position{"a": {0, 8}, "𐐀": {2, 4}, "other": {2, 19}}
	if len(got) != len(want) {
		t.Errorf("%v", got)
	}
	for _, s := range got {
		if at, ok := want[s.name]; !ok || at != s.position {
			t.Errorf("%s is at %v, want %v", s.name, s.position, at)
		}
	}
}
