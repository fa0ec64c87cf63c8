package langtest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// words is a language whose files are words: each defines itself, but for the
// second and later ones of a name, which mean the first. "?" can't be read.
func words(name string, extensions ...string) *lang.Language {
	return &lang.Language{
		Name: name, Family: "words", Extensions: extensions, Filenames: []string{name + "file"},
		Extract: func(_ context.Context, _ *ts.Parser, in lang.Input) (*lang.Facts, error) {
			b := lang.NewBuilder(len(in.Src))
			seen := map[string]bool{}
			at := 0
			for _, w := range strings.SplitAfter(string(in.Src), " ") {
				start := uint32(at)
				at += len(w)
				switch w = strings.TrimSpace(w); {
				case w == "":
				case w == "?":
					b.F.ErrorNodes++
				case w == "!":
					return nil, errors.New("what is this")
				case w == "~":
					in.Src[start] = '-'
				case w == "bad":
					b.F.Defs = append(b.F.Defs, lang.Def{Start: 7, End: 3})
				case seen[w]:
					b.Ref(lang.Ref{Name: b.Name(w), Start: start, End: start + uint32(len(w)), Role: lang.Read, Space: lang.Value})
				default:
					seen[w] = true
					_, d := b.Def(b.Name(w), lang.KindVariable, symbol.Term, start, start+uint32(len(w)))
					d.Scope = 0
				}
			}
			return b.Finish(), nil
		},
		Prelude: func() []lang.Prelude {
			p := lang.Prelude{Module: lang.Module{Name: "m"}, Input: lang.Input{Path: "p.w", Src: []byte("a ?")}}
			return []lang.Prelude{p, p}
		},
	}
}

// recorder is a test that remembers what it was told, and stands for one that
// fails.
type recorder struct {
	testing.TB
	told []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.told = append(r.told, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatal(args ...any) {
	r.told = append(r.told, fmt.Sprint(args...))
	runtime.Goexit()
}

func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }

// told runs a check and returns what it reported, one line for each report.
func told(t *testing.T, check func(testing.TB)) string {
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		check(r)
	}()
	<-done
	for i, s := range r.told {
		r.told[i], _, _ = strings.Cut(s, "\n")
	}
	return strings.Join(r.told, "\n")
}

// TestReports: each check reports what it is there for, and nothing else.
func TestReports(t *testing.T) {
	long, short := words("long", ".x.w"), words("short", ".w")
	ls := Languages{short, long}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.w": "a b", "a.w.facts": "scope 0 file 0-3\ndef a. 0-1 variable scope=0\ndef b. 2-3 variable scope=0\n", "b.w": "a ?", "b.w.facts": "", "c.w.facts": "",
	} {
		if err := os.WriteFile(path.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	facts := func(name, src string) func(testing.TB) {
		return func(t testing.TB) { ls.Facts(t, name, []byte(src)) }
	}
	for _, c := range []struct {
		what  string
		check func(testing.TB)
		want  string // part of each report, one a line
	}{
		{"facts", facts("a.w", "a b a"), ""},
		{"no language", facts("a.y", "a"), "no language reads a.y"},
		{"an extractor's error", facts("a.w", "!"), "a.w: what is this"},
		{"facts that are not valid", facts("a.w", "bad"), "a.w: def 0"},
		{"a text that is changed", facts("d/A.X.W", "~"), "long changes the text"},
		{"all words", func(t testing.TB) {
			if n := Covered(t, ls.Facts(t, "a.w", []byte("a bc a")), []byte("a bc a"), isLetter, ""); n != 3 {
				t.Errorf("%d words", n)
			}
		}, ""},
		{"a word", func(t testing.TB) {
			src := []byte("a b? c?")
			if n := Covered(t, ls.Facts(t, "a.w", []byte("a ? ?")), src, isLetter, "c"); n != 2 {
				t.Errorf("%d words", n)
			}
		}, "b at 2 is neither"},
		{"preludes", func(t testing.TB) { ls[:1].Preludes(t, nil) }, "p.w: 1 errors\nis declared twice\np.w: 1 errors"},
		{"too many references", func(t testing.TB) { ls.Repeated(t, "a.w", "a", 2, " a a a a a a", " a") }, `2 times " a a a a a a" have 12 references`},
		{"fixtures", func(t testing.TB) { ls.complete(t, dir) }, "long has no file\nc.w.facts is of no file"},
		{"a golden file", func(t testing.TB) { ls.golden(t, dir+"/a.w", false) }, ""},
		{"errors that are not there", func(t testing.TB) { ls.golden(t, dir+"/a.w", true) }, "0 places\n0 places"},
		{"other facts, and errors", func(t testing.TB) { ls.golden(t, dir+"/b.w", false) }, "1 places\n1 places\nnot those of"},
	} {
		got := told(t, c.check)
		reports, want := strings.Split(got, "\n"), strings.Split(c.want, "\n")
		same := len(reports) == len(want) && (got == "") == (c.want == "")
		for i := range want {
			same = same && strings.Contains(reports[i], want[i])
		}
		if !same {
			t.Errorf("%s: got\n%s\nwant\n%s", c.what, got, c.want)
		}
	}
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }

func TestOf(t *testing.T) {
	long, short := words("long", ".x.w"), words("short", ".w", ".v")
	ls := Languages{short, long}
	for name, want := range map[string]*lang.Language{"a.w": short, "d/a.x.w": long, "A.V": short, "d/LongFile": long} {
		if got := ls.Of(t, name); got != want {
			t.Errorf("%s is read by %s, want %s", name, got.Name, want.Name)
		}
	}
}

func TestNames(t *testing.T) {
	f := Languages{words("w", ".w")}.Facts(t, "a.w", []byte("a b a"))
	if got := fmt.Sprint(Defs(f), Refs(f)); got != "[a b] [a]" {
		t.Error(got)
	}
}

func TestDiff(t *testing.T) {
	for _, c := range []struct{ want, got, diff string }{
		{"a\nb\n", "a\nb\n", ""},
		{"a\nb\n", "a\nc\n", "- b\n+ c\n"},
		{"a\na\n", "a\n", "- a\n"},
		{"a\nb\n", "b\na\n", "the same lines in another order\n"},
		{"", "a", "+ a\n"},
	} {
		if got := Diff(c.want, c.got); got != c.diff {
			t.Errorf("%q and %q: %q, want %q", c.want, c.got, got, c.diff)
		}
	}
}

func TestRepo(t *testing.T) {
	r := Repo{"b": "2", "a/c": "1"}
	var _ lang.Files = r
	if got := fmt.Sprint(r.Paths(), r.Has("b"), r.Has("a")); got != "[a/c b] true false" {
		t.Error(got)
	}
	if _, err := r.Read("a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("read what is not there: %v", err)
	}
	for p, want := range r {
		inTree, err := fs.ReadFile(r.FS(), p)
		direct, err2 := r.Read(p)
		if err != nil || err2 != nil || string(inTree) != want || string(direct) != want {
			t.Errorf("%s: %q and %q, %v, %v", p, inTree, direct, err, err2)
		}
	}
}
