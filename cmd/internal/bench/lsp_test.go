package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeintel/lsp"
)

// mortalEnv has the test binary be a language server that ends by itself when it is asked
// what the variable names.
const mortalEnv = "CI_BENCH_MORTAL"

func TestMain(m *testing.M) {
	if deadly := os.Getenv(mortalEnv); deadly != "" {
		serveUntil(deadly)
	}
	os.Exit(m.Run())
}

func serveUntil(deadly string) {
	in, out := bufio.NewScanner(lsp.Lines(os.Stdin)), lsp.Frames(os.Stdout)
	for in.Scan() {
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		if json.Unmarshal(in.Bytes(), &m) != nil || m.Method == deadly || m.Method == "exit" {
			os.Exit(2)
		}
		if m.ID != nil {
			fmt.Fprintf(out, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":null}\n", m.ID)
		}
	}
}

// A rival that ends by itself in a request is not asked that any more, and all else; ours
// must not.
func TestDied(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.go")
	if err := os.WriteFile(file, []byte("package a\n\nvar one, two int\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	spots, err := drawSpots(dir, 4, 4)
	if err != nil || len(spots) != 4 {
		t.Fatal(spots, err)
	}
	ctx := context.Background()
	start := func(ctx context.Context) (*editor, error) {
		return startEditor(ctx, "mortal", []string{os.Args[0]}, []string{mortalEnv + "=textDocument/hover"}, []string{dir}, nil)
	}
	s := &lspServer{name: "mortal", again: start}
	if s.e, err = start(ctx); err != nil {
		t.Fatal(err)
	}
	defer func() { s.e.kill() }()
	if err := s.unless(ctx, "names", func() error { return s.ask(ctx, spots, true) }); err != nil {
		t.Fatal(err)
	}
	if n, of := len(s.took["hover"]), len(s.took["references"]); n != 0 || of != 4 || s.asked != 4 || s.ended || len(s.late) != 1 || !strings.Contains(s.late[0], "in hover, when 0 of 4") {
		t.Errorf("%d answers to hover, %d to references; %d names; %q", n, of, s.asked, s.late)
	}
	if err := s.unless(ctx, "more", func() error { return s.e.notify("exit", nil) }); err != nil {
		t.Error(err)
	}
	<-s.e.ended
	if err := s.unless(ctx, "typing", func() error { return s.e.notify("initialized", nil) }); err != nil || s.ended || !strings.Contains(s.late[1], "typing") {
		t.Errorf("%v, %q", err, s.late)
	}
	ours := &lspServer{name: "ours", e: s.e}
	if err := ours.unless(ctx, "names", func() error { return ours.ask(ctx, spots, true) }); !errors.Is(err, errEnded) {
		t.Errorf("ours has ended: %v", err)
	}
}

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
