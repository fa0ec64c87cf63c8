package workspace

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// TestSearchConfirmsNoGuess searches, with an index and without, for patterns that a masked
// value agrees with, and for the same with another value: what is found is the same, and
// has nothing of the value.
func TestSearchConfirmsNoGuess(t *testing.T) {
	ctx := context.Background()
	p := &place{t, t.TempDir()}
	const value = "Zq8vault3Kd92nfPs71mXwTy5LbQe6RuJhGc"
	other := strings.ToLower(value[18:]) + value[:18]
	key := "gh" + "p_" + value
	p.write("a.py", "before = 1\nTOKEN = \""+key+"\"\nafter = TOKEN\n")
	p.write("one.txt", key) // one line, all of it masked
	p.write("binary.dat", "\x00 TOKEN = \""+key+"\" \x00\n")
	search := func(q TextQuery, o TextOptions) (out string) {
		t.Helper()
		_, err := Search(ctx, p.dir, q, o, func(f *TextFile) bool {
			out += fmt.Sprintln(f.Path, f.NUL >= 0)
			for _, l := range f.Lines {
				out += fmt.Sprintf("  %d %s\n", l.Number, l.Text)
			}
			return true
		})
		p.must(err)
		if strings.Contains(out, value[:8]) {
			t.Errorf("%+v shows the value: %s", q, out)
		}
		return out
	}
	w, err := Open(p.dir, Options{})
	p.must(err)
	_, err = w.Sync(ctx)
	p.must(err)
	p.must(w.KeepText(ctx))
	p.must(w.Close())
	kept, err := OpenText(p.dir)
	p.must(err)
	defer kept.Close()
	guess := func(v string) []string {
		n := len(v) + 4
		return []string{
			"ghp_" + v, v[:5], "TOKEN = \"ghp_" + v[:1], "[" + v[:1] + "][" + v[1:2] + "][" + v[2:3] + "]", "TOKEN = \"ghp_[^" + v[:1] + "]", "TOKEN = \"(ghp_" + v[:1] + "|[*])", "^ghp_" + v + "$",
			fmt.Sprintf("\"[^\"]{%d}\"", n), fmt.Sprintf("^.{%d}$", n), "(?i)" + v, v + "|before", "TOKEN = \"ghp_[" + v[:1] + "-" + v[:1] + "].*",
		}
	}
	guesses, wrong := guess(value), guess(other)
	same := 0
	for i := range guesses {
		for _, form := range []TextQuery{{}, {IgnoreCase: true}, {Word: true}, {Line: true}, {Invert: true}, {Fixed: true}, {Fixed: true, Invert: true}} {
			for _, index := range []*KeptText{nil, kept} {
				for _, path := range []string{"", "a.py", "one.txt", "binary.dat"} {
					right, no := form, form
					right.Patterns, no.Patterns = guesses[i:i+1], wrong[i:i+1]
					o := TextOptions{Path: path, Index: index}
					if a, b := search(right, o), search(no, o); a != b {
						t.Errorf("%+v in %q finds\n%s, and %q\n%s", right, path, a, no.Patterns, b)
					} else if a != "" {
						same++
					}
				}
			}
		}
	}
	for _, pattern := range []string{`\*{10}`, `"\*+"`, `TOKEN = "[^ ]{20,}"`, `^\*+$`, "\u2022"} {
		if got := search(TextQuery{Patterns: []string{pattern}}, TextOptions{}); got != "" {
			t.Errorf("%s matches the mask: %s", pattern, got)
		}
	}
	if got := search(TextQuery{Patterns: []string{"TOKEN"}}, TextOptions{Path: "a.py"}); !strings.Contains(got, "2 TOKEN = \"****") || !strings.Contains(got, "3 after = TOKEN") || same < 50 {
		t.Errorf("what is beside the value is found: %s; %d searches found something", got, same)
	}
	allowed := 0
	_, err = Search(ctx, p.dir, TextQuery{Patterns: []string{value}}, TextOptions{Secrets: true}, func(f *TextFile) bool { allowed++; return true })
	if p.must(err); allowed != 2 {
		t.Errorf("where secrets are allowed %d files have it", allowed)
	}
}
