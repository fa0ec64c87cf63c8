package workspace

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

var (
	rgSearches = flag.Int("searches", 200, "how many generated searches TestRipgrep compares with ripgrep")
	rgSeed     = flag.Uint64("seed", 1, "the seed of TestRipgrep's searches")
	rgTrees    = flag.String("trees", "", "folders for TestRipgrep instead of Go's, comma-separated")
)

// ripgrep is the program that searches are compared with.
func ripgrep(t testing.TB) string {
	t.Helper()
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Fatal("ripgrep is missing: install it (Debian: apt-get install ripgrep; .ci/run does), version 13")
	}
	out, err := exec.Command(rg, "--version").Output()
	if err != nil || !strings.HasPrefix(string(out), "ripgrep 13.") {
		t.Fatalf("%s is not ripgrep 13: %.40q (%v); Debian 12 has it", rg, out, err)
	}
	return rg
}

// goTrees are folders that every machine with Go has: parts of its library, and
// modules that this one is made of.
func goTrees(t testing.TB) []string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE").Output()
	if err != nil {
		t.Fatalf("go env: %v", err)
	}
	dirs := strings.Fields(string(out))
	var trees []string
	for _, p := range []string{"src/net/http", "src/encoding", "src/strconv", "src/regexp", "src/go/doc"} {
		trees = append(trees, filepath.Join(dirs[0], filepath.FromSlash(p)))
	}
	for _, p := range []string{"github.com/!roaring!bitmap/roaring/v2@*", "github.com/!burnt!sushi/toml@*", "github.com/spf13/cobra@*"} {
		found, err := filepath.Glob(filepath.Join(dirs[1], filepath.FromSlash(p)))
		if err != nil || len(found) == 0 {
			t.Fatalf("the module cache lacks %s (%v); run go mod download", p, err)
		}
		trees = append(trees, found[0])
	}
	return trees
}

// search is one generated search.
type search struct {
	q    TextQuery
	opts TextOptions
}

// args are the search as flags of ripgrep.
func (s search) args() []string {
	var out []string
	for _, f := range []struct {
		on   bool
		flag string
	}{{s.q.Fixed, "-F"}, {s.q.IgnoreCase, "-i"}, {s.q.Word, "-w"}, {s.q.Line, "-x"}, {s.q.Invert, "-v"}} {
		if f.on {
			out = append(out, f.flag)
		}
	}
	if s.opts.Before+s.opts.After > 0 {
		out = append(out, fmt.Sprint("-B", s.opts.Before), fmt.Sprint("-A", s.opts.After))
	}
	for _, g := range s.opts.Globs {
		out = append(out, "-g", g)
	}
	for _, x := range s.opts.Types {
		out = append(out, "-t", x)
	}
	for _, x := range s.opts.NotTypes {
		out = append(out, "-T", x)
	}
	for _, p := range s.q.Patterns {
		out = append(out, "-e", p)
	}
	return out
}

// places tells whether the places of the first matches are compared. Those that
// version 13 gives with -w are sometimes wrong (its issue 2574), and it finds \A
// and \z in lines that match with them in the first and the last line only.
func (s search) places() bool {
	return !s.q.Word && !s.q.Invert && !slices.ContainsFunc(s.q.Patterns, func(p string) bool {
		return strings.Contains(p, `\A`) || strings.Contains(p, `\z`)
	})
}

// describe is a line as text; column is that of the first match.
func describe(path string, number int, context bool, column, text string) string {
	mark := ':'
	if context {
		mark = '-'
	}
	return fmt.Sprintf("%s\x00%d%c%s%s", path, number, mark, column, text)
}

// theirs is what ripgrep finds, sorted; ok is false when it refuses the search.
func (s search) theirs(t testing.TB, rg, dir string) (lines []string, ok bool) {
	t.Helper()
	args := []string{"--no-config", "--color=never", "--no-heading", "--with-filename", "--null", "--line-number", "--context-separator=\x01"}
	if s.places() {
		args = append(args, "--column")
	}
	c := exec.Command(rg, append(args, s.args()...)...)
	c.Dir = dir
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 2 {
		return nil, bytes.Contains(stderr.Bytes(), []byte("No files were searched"))
	}
	if err != nil && (exit == nil || exit.ExitCode() != 1) {
		t.Fatalf("rg %q: %v: %s", s.args(), err, &stderr)
	}
	for l := range strings.Lines(stdout.String()) {
		if l = strings.TrimSuffix(l, "\n"); l != "\x01" && !strings.Contains(l, ": WARNING: stopped searching binary file") {
			lines = append(lines, l)
		}
	}
	slices.Sort(lines)
	return lines, true
}

// ours is what Search finds, sorted.
func (s search) ours(t testing.TB, dir string) (lines []string, err error) {
	t.Helper()
	return s.by(t, dir, func(opts TextOptions, emit func(*TextFile) bool) (*TextReport, error) {
		opts.Env = SystemEnv()
		opts.Secrets = true // ripgrep hides none
		return Search(context.Background(), dir, s.q, opts, emit)
	})
}

// by is what a way to search finds, sorted.
func (s search) by(t testing.TB, dir string, search func(TextOptions, func(*TextFile) bool) (*TextReport, error)) (lines []string, err error) {
	t.Helper()
	opts := s.opts
	opts.Spans = true
	report, err := search(opts, func(f *TextFile) bool {
		for _, l := range f.Lines {
			column := ""
			if at := l.Spans; s.places() && !l.Context && !(at[0][0] == len(l.Text) && l.Number == openLine(t, dir, f.Path)) {
				column = fmt.Sprintf("%d:", at[0][0]+1)
			}
			lines = append(lines, describe(f.Path, l.Number, l.Context, column, string(l.Text)))
		}
		return true
	})
	if err == nil && len(report.Failed) > 0 {
		t.Fatalf("%q: %v", s.args(), report.Failed)
	}
	slices.Sort(lines)
	return lines, err
}

// openLine is the number of the last line of a file when it has no "\n", otherwise
// 0. Of a match at its end ripgrep says nothing.
func openLine(t testing.TB, dir, path string) int {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.HasSuffix(src, []byte("\n")) {
		return 0
	}
	return bytes.Count(src, []byte("\n")) + 1
}

// compare runs a search both ways and says whether it found something.
func (s search) compare(t testing.TB, rg, dir string) (refused bool, found int) {
	t.Helper()
	theirs, ok := s.theirs(t, rg, dir)
	ours, err := s.ours(t, dir)
	switch {
	case err != nil && ok:
		t.Errorf("rg %q in %s: we refuse it: %v", s.args(), dir, err)
	case err == nil && !ok:
		t.Errorf("rg %q in %s: ripgrep refuses it", s.args(), dir)
	case !slices.Equal(ours, theirs):
		show := func(a, b []string) string {
			for _, x := range a {
				if _, has := slices.BinarySearch(b, x); !has {
					return fmt.Sprintf("%.300q", x)
				}
			}
			return "none"
		}
		t.Errorf("rg %q in %s:\n%d lines, ripgrep has %d\nfirst of ours alone: %s\nfirst of theirs alone: %s",
			s.args(), dir, len(ours), len(theirs), show(ours, theirs), show(theirs, ours))
	}
	return !ok, len(theirs)
}

// TestRipgrep compares generated searches of real folders with ripgrep's.
func TestRipgrep(t *testing.T) {
	rg := ripgrep(t)
	r := rand.New(rand.NewPCG(*rgSeed, 13))
	type tree struct {
		dir string
		gen *generator
	}
	var trees []tree
	dirs := goTrees(t)
	if *rgTrees != "" {
		dirs = strings.Split(*rgTrees, ",")
	}
	for _, dir := range dirs {
		trees = append(trees, tree{dir, newGenerator(t, r, dir)})
	}
	refused, empty := 0, 0
	for i := range *rgSearches {
		x := trees[i%len(trees)]
		s := x.gen.search()
		no, found := s.compare(t, rg, x.dir)
		if no {
			refused++
		} else if found == 0 {
			empty++
		}
	}
	t.Logf("%d searches, ripgrep refuses %d, %d find nothing", *rgSearches, refused, empty)
	if refused > *rgSearches/5 || empty > *rgSearches/2 {
		t.Error("the searches say too little")
	}
}

// generator makes searches out of the text of a folder.
type generator struct {
	r     *rand.Rand
	lines []string
	words []string
	names []string
}

var wordPattern = regexp.MustCompile(`[\pL\pN_]{2,}`)

func newGenerator(t testing.TB, r *rand.Rand, dir string) *generator {
	t.Helper()
	g := &generator{r: r}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil || len(src) > 1<<20 || bytes.IndexByte(src, 0) >= 0 || !utf8.Valid(src) {
			return err
		}
		g.names = append(g.names, d.Name())
		for i, l := range strings.Split(string(src), "\n") {
			if strings.TrimSpace(l) != "" && (i%7 == 0 || !isASCII(l)) && len(l) < 200 {
				g.lines = append(g.lines, l)
				g.words = append(g.words, wordPattern.FindAllString(l, -1)...)
			}
		}
		return nil
	})
	if err != nil || len(g.words) < 100 {
		t.Fatalf("%s: %d words (%v)", dir, len(g.words), err)
	}
	return g
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

func (g *generator) word() string { return pick(g.r, g.words...) }

// piece is a part of a line.
func (g *generator) piece() string {
	l := []rune(pick(g.r, g.lines...))
	at := g.r.IntN(len(l))
	return string(l[at:min(len(l), at+1+g.r.IntN(12))])
}

// literal is a text as an expression.
func literal(s string) string { return regexp.QuoteMeta(strings.ReplaceAll(s, "\r", "")) }

func (g *generator) class() string {
	return pick(g.r, `\w`, `\d`, `\s`, `\W`, `\S`, `.`, `[a-z]`, `[A-Z]`, `[0-9a-f]`, `[^a-z]`, `[^\s"]`, `[[:alpha:]]`, `[[:punct:]]`,
		`[_\-.]`, `\pL`, `\p{Lu}`, `\P{L}`, `\p{Greek}`, `[\w.]`, `[a-z&&[^aeiou]]`, `[a-f--c]`, `[é-ü]`, `[^[:ascii:]]`, `[\x{80}-\x{10FFFF}]`)
}

func (g *generator) repeat() string {
	return pick(g.r, "*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{2,}", "{0,2}?", "{3,5}")
}

// expression makes a pattern, of parts of the text so that it has matches.
func (g *generator) expression(depth int) string {
	if depth == 0 {
		return pick(g.r, func() string { return literal(g.word()) }, func() string { return literal(g.piece()) }, g.loosened, g.class)()
	}
	a := g.expression(depth - 1)
	switch g.r.IntN(15) {
	case 0:
		return a + "|" + g.expression(depth-1)
	case 1:
		return "(?:" + a + "|" + g.expression(depth-1) + ")" + g.expression(0)
	case 2:
		return "(" + a + ")" + g.repeat()
	case 3:
		return a + ".*" + g.expression(0)
	case 4:
		return g.boundary(a) + a + `\b`
	case 5:
		return "^" + pick(g.r, `\s*`, `\t*`, ``, `[^a-z]*`) + a
	case 6:
		return a + pick(g.r, `\s*$`, `$`, `.{0,3}$`, `;?$`, `\r?$`)
	case 7:
		return "(?i)" + a
	case 8:
		return a + g.class() + g.repeat()
	case 9:
		return g.class() + g.repeat() + a
	case 10:
		return g.boundary(a) + a
	case 11:
		return "(?i:" + literal(g.word()) + ")" + pick(g.r, ``, g.class())
	case 12:
		return "(?:" + a + ")?" + g.expression(0)
	case 13:
		return "(?P<name>" + a + ")" + g.class()
	}
	return a + g.expression(0)
}

// boundary is a condition to put before a. None goes before "^": of \b^x
// ripgrep 13 misses lines, depending on what is before them in the file.
func (g *generator) boundary(a string) string {
	if strings.Contains(a, "^") {
		return ""
	}
	return pick(g.r, `\b`, `\b`, `\B`)
}

// loosened is a word with some of its characters replaced.
func (g *generator) loosened() string {
	var b strings.Builder
	for _, c := range g.word() {
		switch g.r.IntN(6) {
		case 0:
			b.WriteString(pick(g.r, `\w`, `.`, `[a-zA-Z]`, `\S`))
		case 1:
			b.WriteString(literal(string(c)) + pick(g.r, "+", "?", "*"))
		default:
			b.WriteString(literal(string(c)))
		}
	}
	return b.String()
}

// odd are patterns whose meaning is easily missed.
func odd() []string {
	return []string{
		``, `^`, `$`, `^$`, `\b`, `\B`, `x*`, `^\s*$`, `.`, `..`, `\w{20,}`, `[^\x00-\x7F]`, `\x{e9}`, `K`, `(?i)k`, `(?i)s`, `ſ`, `ß`, `(?i)ß`,
		`\r$`, `\r`, `[^\r]$`, `\A\S`, `\S\z`, `(?-i)a`, `(?s).`, `(?m)^a`, `(?U)a+b`, `(?x) a b # c`, `a{`, `a{,2}`, `(`, `)`, `[`, `]`, `[]]`, `[^]a]`,
		`[a-]`, `[-a]`, `\`, `\q`, `*`, `a**`, `a|`, `|a`, `()`, `(|a)b`, `\1`, `(?=a)`, `\n`, `[\n]`, `[\n;]`, `\pZ`, `\p{Nope}`, `\u0041`, `[[:nope:]]`,
		`[a&&b]`, `[a-z&&[aeiou]]{3}`, `[^a&&b]`, `[~~a]`, `[a--]`, `\-`, `\&`, `\"`, `(?i`, `(?q)a`, `(?i)(?-i)A`, `\bfoo`, `\Bfoo`, `^.{80,}$`, `\d\d\d`, `é|ü|ß`,
		`\s$`, `\W$`, `^\W`, `-`, `--`, `\w\b\W`, `(a|b)*c|(a|ab)*c`, `(a*)*`, `(a*)+$`, `(?:a|ab)(?:c|bcd)(?:d*)`,
	}
}

func (g *generator) search() search {
	var s search
	s.q.Patterns = []string{g.expression(g.r.IntN(4))}
	switch g.r.IntN(8) {
	case 0:
		s.q.Fixed = true
		s.q.Patterns = []string{strings.ReplaceAll(g.piece(), "\r", "")}
	case 1:
		s.q.Patterns = []string{pick(g.r, odd()...)}
	case 2:
		for range g.r.IntN(4) {
			s.q.Patterns = append(s.q.Patterns, g.expression(g.r.IntN(2)))
		}
	}
	rare := func(n int) bool { return g.r.IntN(n) == 0 }
	s.q.IgnoreCase, s.q.Word, s.q.Invert = rare(4), rare(5), rare(12)
	s.q.Line = !s.q.Word && rare(15)
	if rare(5) {
		s.opts.Before, s.opts.After = g.r.IntN(4), g.r.IntN(4)
	}
	if rare(5) {
		name := pick(g.r, g.names...)
		ext := filepath.Ext(name)
		s.opts.Globs = []string{pick(g.r, "*"+ext, "!*"+ext, name, "**/*"+ext, "*/*"+ext, "/*"+ext, "*_test.go", "!*_test.go", "[a-m]*", "*.{go,txt}", "internal/**", "!testdata/")}
		if rare(3) {
			s.opts.Globs = append(s.opts.Globs, pick(g.r, "!a*", "*.txt", "!**/x*"))
		}
	}
	if rare(10) {
		s.opts.Types = []string{pick(g.r, "go", "txt", "md", "c", "toml", "html")}
	} else if rare(20) {
		s.opts.NotTypes = []string{pick(g.r, "go", "txt")}
	}
	return s
}
