package ignore

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"
)

// decide walks down to path the way git does: a directory that is excluded
// decides for all below it, and its own ignore files are not read.
func decide(rules *Rules, lists map[string]*List, path string, dir bool) Match {
	rules = rules.With(lists[""])
	for i := 0; i < len(path); i++ {
		if path[i] != '/' {
			continue
		}
		if m := rules.Match(path[:i], true); m.Verdict == Ignored {
			return m
		}
		rules = rules.With(lists[path[:i]])
	}
	return rules.Match(path, dir)
}

var (
	names = []string{
		"a", "b", "ab", "abc", "foo", "bar", "foo.go", "Foo.GO", "x.y", ".h", "a b", "a ", "b\\", "!n", "#h", "[z]", "z", "-",
		"é", "\xff", "a*b", "q?", "1", "]", "build", "Build", "lib", "a\tb", "ü.txt",
	}
	pieces = []string{
		"a", "b", "ab", "foo", "bar", ".go", "build", "lib", "*", "**", "***", "?", "/", "/", "/", "/**/", "**/", "/**", "[ab]", "[!a]", "[^z]", "[a-f]",
		"[]]", "[]-a]", "[[:alpha:]]", "[[:upper:]]", "[[:space:]x]", "[[:punct:]]", "[[:nope:]]", "[[:alpha:", "[", "]", "[z", "[a\\-z]", "[\\]]",
		"\\", "\\a", "\\*", "\\?", "\\[", "\\ ", " ", "  ", "!", "\\!", "#", "\\#", ".", "-", "z", "1", "é", "\xff", "[\xc3]", "[A-F]", "F", "[F]", "\\F", "x.y", "\t",
		"[/]", "[a/b]", "[!/]", "\\/", "[[:]", "[[::]]", "[a-]", "[--1]", "[z-a]", "[[:digit:]-z]", "[[:graph:]]", "[[:cntrl:]]", "[[:blank:]]", "[[:xdigit:]]",
	}
)

func randomPattern(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(5) == 0 {
		b.WriteByte('!')
	}
	switch r.IntN(4) {
	case 0: // near a real name
		b.WriteString(names[r.IntN(len(names))])
		for range r.IntN(3) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
	case 1: // path-like
		for i := range 1 + r.IntN(4) {
			if i > 0 {
				b.WriteByte('/')
			}
			switch r.IntN(4) {
			case 0:
				b.WriteString("**")
			case 1:
				b.WriteString(pieces[r.IntN(len(pieces))])
				fallthrough
			default:
				b.WriteString(names[r.IntN(len(names))])
			}
		}
	default:
		for range 1 + r.IntN(5) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
	}
	if r.IntN(6) == 0 {
		b.WriteByte('/')
	}
	if r.IntN(12) == 0 {
		b.WriteString("  ")
	}
	return b.String()
}

func randomFile(r *rand.Rand, lines int) []byte {
	var b bytes.Buffer
	if r.IntN(6) == 0 {
		b.WriteString("\xef\xbb\xbf")
	}
	eol := "\n"
	if r.IntN(4) == 0 {
		eol = "\r\n"
	}
	for range lines {
		switch r.IntN(20) {
		case 0:
			b.WriteString("# comment")
		case 1:
		case 2:
			b.WriteString(randomPattern(r) + "\x00tail")
		default:
			b.WriteString(randomPattern(r))
		}
		b.WriteString(eol)
	}
	if r.IntN(3) == 0 {
		b.WriteString(randomPattern(r)) // no line end
	}
	return b.Bytes()
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestAgainstGit generates trees and ignore files and asks git for the pattern
// that decides on each path.
func TestAgainstGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatalf("this test needs git as its oracle: %v", err)
	}
	paths, decided := 0, 0
	for round := range 40 {
		fold := round%5 == 4
		r := rand.New(rand.NewPCG(7, uint64(round)))
		root := t.TempDir()
		run := func(stdin []byte, args ...string) []byte {
			c := exec.Command(git, append([]string{"-C", root, "-c", "core.excludesFile=" + root + "/.global", "-c", "core.ignoreCase=" + strconv.FormatBool(fold)}, args...)...)
			c.Env = []string{"HOME=" + root, "GIT_CONFIG_NOSYSTEM=1", "PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
			c.Stdin = bytes.NewReader(stdin)
			var errs bytes.Buffer
			c.Stderr = &errs
			out, err := c.Output()
			if e, ok := err.(*exec.ExitError); err != nil && (!ok || e.ExitCode() != 1) {
				t.Fatalf("git %v: %v\n%s", args, err, errs.Bytes())
			}
			return out
		}
		run(nil, "init", "-q")

		dirs := []string{""}
		kind := map[string]bool{} // path -> is a directory
		for range 40 {
			parent := dirs[r.IntN(len(dirs))]
			p := strings.TrimPrefix(parent+"/"+names[r.IntN(len(names))], "/")
			if _, ok := kind[p]; ok || strings.Count(p, "/") > 4 {
				continue
			}
			if err := os.Mkdir(root+"/"+p, 0o755); err != nil {
				t.Fatal(err)
			}
			kind[p] = true
			dirs = append(dirs, p)
		}
		for range 150 {
			p := strings.TrimPrefix(dirs[r.IntN(len(dirs))]+"/"+names[r.IntN(len(names))], "/")
			if _, ok := kind[p]; !ok {
				write(t, root+"/"+p, nil)
				kind[p] = false
			}
		}
		lists := map[string]*List{}
		for i, d := range dirs {
			if i == 0 || r.IntN(4) == 0 {
				data := randomFile(r, 1+r.IntN(12))
				name := strings.TrimPrefix(d+"/.gitignore", "/")
				write(t, root+"/"+name, data)
				lists[d] = Parse(name, data, d, fold)
			}
		}
		global, info := randomFile(r, 3), randomFile(r, 3)
		write(t, root+"/.global", global)
		write(t, root+"/.git/info/exclude", info)
		var rules *Rules
		rules = rules.With(Parse(root+"/.global", global, "", fold)).With(Parse(".git/info/exclude", info, "", fold))

		var all []string
		for p := range kind {
			all = append(all, p)
		}
		sort.Strings(all)
		out := run([]byte(strings.Join(all, "\x00")+"\x00"), "check-ignore", "--no-index", "--stdin", "-z", "-v", "-n")
		fields := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
		if len(fields) != 4*len(all) {
			t.Fatalf("round %d: git answered %d fields for %d paths", round, len(fields), len(all))
		}
		for i, p := range all {
			want := strings.Join(fields[4*i:4*i+3], ":")
			m := decide(rules, lists, p, kind[p])
			got := "::"
			if m.Verdict != None {
				got = fmt.Sprintf("%s:%d:%s", m.Source, m.Line, m.Pattern)
				decided++
			}
			if (m.Verdict == Included) != strings.HasPrefix(m.Pattern, "!") {
				t.Errorf("round %d: %q: verdict %d by %q", round, p, m.Verdict, m.Pattern)
			}
			if got != want {
				t.Errorf("round %d, fold %v: %q (directory: %v): we say %q, git says %q", round, fold, p, kind[p], got, want)
			}
			paths++
		}
	}
	if paths < 4000 || decided < paths/5 {
		t.Errorf("too little was compared: %d paths, %d decided by a pattern", paths, decided)
	}
	t.Logf("%d paths, %d decided by a pattern", paths, decided)
}

// Patterns on which matchers with naive backtracking take exponential time.
func TestHostilePatterns(t *testing.T) {
	name := strings.Repeat("a", 2000)
	path := strings.Repeat("a/", 1000) + "b"
	done := make(chan bool)
	go func() {
		defer close(done)
		for _, s := range []string{
			strings.Repeat("*a", 200) + "b", strings.Repeat("**/a/", 200) + "c", "/" + strings.Repeat("a*", 100) + "/x",
			strings.Repeat("**/", 500) + "c", strings.Repeat("*", 100000) + "c", strings.Repeat("[a-z]*", 300) + "!",
		} {
			l := Parse("x", []byte(s), "", false)
			for _, p := range []string{name, path} {
				if m := (*Rules)(nil).With(l).Match(p, false); m.Verdict != None {
					t.Errorf("%.20q matches %.20q", s, p)
				}
			}
		}
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("matching takes too long")
	}
}

func FuzzMatch(f *testing.F) {
	f.Add([]byte("*.o\n!a.o\n/b/**/c\n[[:alpha:]]\\ \n"), "b/x/c", "d", true, false)
	f.Add([]byte("\xef\xbb\xbf**/foo/\r\n"), "a/foo", "", true, true)
	f.Add([]byte("[a-"), "a", "", false, true)
	f.Fuzz(func(t *testing.T, data []byte, path, base string, dir, fold bool) {
		l := Parse("f", data, base, fold)
		m := (*Rules)(nil).With(l).Match(path, dir)
		if m.Verdict != None && (m.Line < 1 || m.Line > 1+bytes.Count(data, []byte("\n"))) {
			t.Errorf("line %d of %d", m.Line, bytes.Count(data, []byte("\n")))
		}
	})
}

// TestLongLists compares lists that are looked up with lists that are gone through.
func TestLongLists(t *testing.T) {
	for round := range 60 {
		r := rand.New(rand.NewPCG(11, uint64(round)))
		l := Parse("", randomFile(r, 40+r.IntN(400)), "", round%2 == 0)
		slow := *l
		slow.quick = nil
		if l.quick == nil && l.Len() > few {
			t.Fatal("the list is gone through")
		}
		for range 200 {
			path := names[r.IntN(len(names))]
			for range r.IntN(3) {
				path += "/" + names[r.IntN(len(names))]
			}
			path = lower(path, l.fold)
			name, dir := path[strings.LastIndexByte(path, '/')+1:], r.IntN(2) == 0
			if got, want := l.match(path, name, dir), slow.match(path, name, dir); (got == nil) != (want == nil) || got != nil && got.line != want.line {
				t.Fatalf("%q: %v, want %v", path, got, want)
			}
		}
	}
}
