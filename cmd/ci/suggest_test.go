package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestMessages runs command lines that are wrong, or that find nothing: the message says
// what is wrong, and what to do.
func TestMessages(t *testing.T) {
	s := newScript(t)
	s.write("a.go", []byte("package a\n\ntype Store struct{}\n\nfunc (s *Store) Fetch() {}\n\nfunc use(s *Store) { s.Fetch(); s.Fetch() }\n"))
	s.write("go.mod", []byte("module example.com/a\n\ngo 1.22\n"))
	s.write("lang/en.json", []byte(`{"fetcher": "Fetch", "fetchit": "Fetch"}`))
	for _, c := range []struct{ command, want string }{
		{"ci --version", "ci " + version + "\n"},
		{"ci refz Store", "! ci: unknown command refz; did you mean ci refs? See 'ci --help'\n=> 2\n"},
		{"ci references Store", "! ci: unknown command references; did you mean ci refs? See 'ci --help'\n=> 2\n"},
		{"ci session ls", "! ci: unknown command ls; did you mean ci session list? See 'ci session --help'\n=> 2\n"},
		{"ci hlep", "! ci: unknown command hlep; did you mean ci help? See 'ci --help'\n=> 2\n"},
		{"ci help serch", "! ci: unknown command serch; did you mean ci search? See 'ci --help'\n=> 2\n"},
		{"ci help session lst", "! ci: unknown command lst; did you mean ci session list? See 'ci session --help'\n=> 2\n"},
		{"ci completion fsh", "! ci: unknown command fsh; did you mean ci completion fish or ci completion zsh? See 'ci completion --help'\n=> 2\n"},
		{"ci version now", "! ci: too many arguments; usage: ci version [flags]; see 'ci version --help'\n=> 2\n"},
		{"ci quux", "! ci: unknown command quux; see 'ci --help'\n=> 2\n"},
		{"ci search --txt x", "! ci: unknown flag --txt; did you mean --text? See 'ci search --help'\n=> 2\n"},
		{"ci refs --limt 3 Store", "! ci: unknown flag --limt; did you mean --limit? See 'ci refs --help'\n=> 2\n"},
		{"ci refs", "! ci: an argument is missing; usage: ci refs NAME|FILE:LINE:COL [flags]; see 'ci refs --help'\n=> 2\n"},
		{"ci refs --limit -1 Store", "! ci: --limit -1: give a number of rows, or 0 for all\n=> 2\n"},
		{"ci refs --color sometimes Store", "! ci: --color sometimes: give auto, always or never\n=> 2\n"},
		{"ci refs --limit 1 Fetch", "a.go:7:24: func use(s *Store) { s.Fetch(); s.Fetch() }\n! ci: these are 1 of 2 references; --limit 0 prints all\n"},
		{"ci def Fetch", "a.go:5:17: method Store.Fetch: func (s *Store) Fetch() {}\n"},
		{"ci def Fetsh", "! ci: Fetsh: no symbol has this name; did you mean Store.Fetch?\n=> 1\n"},
		{"ci def Store.Ftch", "! ci: Store.Ftch: no symbol has this name; did you mean Store.Fetch?\n=> 1\n"},
		{"ci def Fetch --color=always", "\x1b[35ma.go\x1b[0m:\x1b[32m5\x1b[0m:17: method \x1b[1mStore.Fetch\x1b[0m: func (s *Store) \x1b[1;31mFetch\x1b[0m() {}\n"},
	} {
		if got := s.run(c.command); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.command, got, c.want)
		}
	}
}

// TestCompletion asks for the values that a shell completes.
func TestCompletion(t *testing.T) {
	s := newScript(t)
	s.write("a.go", []byte("package a\n\nfunc Fetch() {}\nfunc Fetched() {}\n"))
	s.run("ci index --quiet")
	complete := func(args ...string) string {
		var out, other bytes.Buffer
		s.app(&out, &other).run(context.Background(), append([]string{"__complete"}, args...))
		return out.String()
	}
	for _, c := range []struct{ args, want string }{
		{"def Fet", "Fetch\tfunction in a.go\nFetched\tfunction in a.go\n:4\n"},
		{"search --kind meth", "method\n:6\n"},
		{"search --lang go,pyth", "go,python\n:6\n"},
		{"def --color a", "auto\nalways\nnever\n:4\n"},
	} {
		if got := complete(strings.Fields(c.args)...); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.args, got, c.want)
		}
	}
}
