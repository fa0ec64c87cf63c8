package shell

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"codeintel/session/shell/shelltest"
)

var update = flag.Bool("update", false, "rewrite what the corpora expect")

// testEnv is the environment in which the corpora are read.
func testEnv() Env {
	return Env{Dir: "/r", Root: "/r", Lookup: func(name string) (string, bool) {
		v, ok := map[string]string{"HOME": "/home/u", "CLAUDE_PROJECT_DIR": "/r"}[name]
		return v, ok
	}}
}

// told are effects as the corpora have them: paths in /r are relative to it.
func told(e Effects) []string {
	var out []string
	if e.ReadOnly {
		out = append(out, "read-only")
	}
	for _, w := range e.Writes {
		p := w.Path
		if p == "/r" {
			p = "."
		}
		p = strings.TrimPrefix(p, "/r/")
		if p == "" {
			p = "?"
		}
		s := fmt.Sprintf("%s %s", w.Kind, p)
		if w.Span != File {
			s += " [" + string(w.Span) + "]"
		}
		if w.Into != "" {
			s += " or in it " + w.Into
		}
		out = append(out, s)
	}
	var flags []string
	if e.Unknown {
		flags = append(flags, "unknown")
	}
	if e.Background {
		flags = append(flags, "background")
	}
	if len(flags) > 0 {
		out = append(out, strings.Join(flags, " ")+":")
	}
	if e.Why != "" {
		out = append(out, "("+strings.ReplaceAll(e.Why, "\n", " ")+")")
	}
	return out
}

const corpora = "../../testdata/gate/"

func corpus(t *testing.T, name string) []shelltest.Case {
	t.Helper()
	b, err := os.ReadFile(corpora + name)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := shelltest.Read(string(b))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return cases
}

// golden compares what each case of a corpus does with what it says.
func golden(t *testing.T, name string, do func(c shelltest.Case) Effects) []shelltest.Case {
	cases := corpus(t, name)
	for i, c := range cases {
		got := told(do(c))
		if *update {
			cases[i].Want = got
		} else if !slices.Equal(got, c.Want) {
			t.Errorf("%s:%d: %s\nhave %s\nwant %s", name, c.Line, c.Command, strings.Join(got, "\n     "), strings.Join(c.Want, "\n     "))
		}
	}
	if *update {
		if err := os.WriteFile(corpora+name, []byte(shelltest.Write(cases)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return cases
}

func TestWrites(t *testing.T) {
	cases := golden(t, "shell-writes.txt", func(c shelltest.Case) Effects { return Parse(c.Command, testEnv()) })
	if len(cases) < 120 {
		t.Errorf("%d cases, want 120", len(cases))
	}
	for _, c := range cases {
		if Parse(c.Command, testEnv()).ReadOnly {
			t.Errorf("shell-writes.txt:%d: taken for read-only: %s", c.Line, c.Command)
		}
	}
}

// TestReads: no command that agents use to look around or to build is one that
// writes to the repository.
func TestReads(t *testing.T) {
	cases := golden(t, "shell-reads.txt", func(c shelltest.Case) Effects { return Parse(c.Command, testEnv()) })
	if len(cases) < 200 {
		t.Errorf("%d cases, want 200", len(cases))
	}
	for _, c := range cases {
		for _, w := range Parse(c.Command, testEnv()).Writes {
			if w.Path == "" || w.Path == "/r" || strings.HasPrefix(w.Path, "/r/") {
				t.Errorf("shell-reads.txt:%d: taken for a write to %q: %s", c.Line, w.Path, c.Command)
			}
		}
	}
}

// TestUnsafe: what may write or run something is never read-only, however it is
// spelled.
func TestUnsafe(t *testing.T) {
	b, err := os.ReadFile(corpora + "shell-unsafe.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSuffix(line, "\n"); line == "" || line[0] == '#' {
			continue
		}
		n++
		if Parse(line, testEnv()).ReadOnly {
			t.Errorf("taken for read-only: %s", line)
		}
	}
	if n < 150 {
		t.Errorf("%d commands, want 150", n)
	}
}

func TestTools(t *testing.T) {
	cases := golden(t, "tools.txt", func(c shelltest.Case) Effects {
		name, input, _ := strings.Cut(c.Command, " ")
		return Tool(name, json.RawMessage(input), testEnv())
	})
	if len(cases) < 80 {
		t.Errorf("%d cases, want 80", len(cases))
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		Parse(`cd src && grep -rn "func main" --include='*.go' . 2>/dev/null | head -20; sed -i 's/a/b/' x.go`, testEnv())
	}
}
