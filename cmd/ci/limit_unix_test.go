//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// fileLimitEnv makes the process of the tests one of ci, in the folder that it
// names, whose files can have no more bytes than it says.
const fileLimitEnv = "CI_TEST_FILE_LIMIT"

func TestMain(m *testing.M) {
	text := os.Getenv(fileLimitEnv)
	if text == "" {
		os.Exit(m.Run())
	}
	limit, err := strconv.ParseUint(text, 10, 64)
	if err == nil {
		err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit})
	}
	if err != nil {
		panic(err)
	}
	ignoreFileLimit()
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	var stdout, stderr bytes.Buffer
	code := (&script{dir: dir}).app(&stdout, &stderr).run(context.Background(), os.Args[1:])
	fmt.Print(stdout.String())
	fmt.Fprint(os.Stderr, stderr.String())
	os.Exit(code)
}

// limited runs ci in the script's folder with a limit of the size of files.
func (s *script) limited(limit int, args ...string) (stdout, stderr string) {
	s.t.Helper()
	command := exec.Command(os.Args[0], args...)
	command.Dir = s.dir
	command.Env = append(os.Environ(), fileLimitEnv+"="+strconv.Itoa(limit))
	var out, err bytes.Buffer
	command.Stdout, command.Stderr = &out, &err
	if e := command.Run(); e != nil {
		s.t.Errorf("ci %s with at most %d bytes: %v\n%s", strings.Join(args, " "), limit, e, err.String())
	}
	return out.String(), err.String()
}

// TestFileLimit indexes where files can't be as large as the index is: answers are
// right, users are told what to do, nothing half written is left, and the next
// process that may write keeps the index.
func TestFileLimit(t *testing.T) {
	tree := newScript(t)
	for i := range 60 {
		tree.write(fmt.Sprintf("repo/f%d.py", i), fmt.Appendf(nil, "from f%d import g%d\n\n\ndef g%d():\n    return g%d() %s\n", (i+1)%60, (i+1)%60, i, (i+1)%60, strings.Repeat(fmt.Sprintf("+ word%d ", i), 30)))
	}
	answer := func(s *script) string {
		text := s.run("ci refs g7 --repo repo")
		if !strings.Contains(text, "f6.py") {
			t.Fatalf("no answer: %s", text)
		}
		return text
	}
	want := answer(tree)
	kept, told := 0, 0
	for _, limit := range []int{0, 100, 3000, 5000, 10_000, 20_000, 40_000, 100_000, 10_000_000} {
		s := newScript(t)
		if err := os.CopyFS(filepath.Join(s.dir, "repo"), os.DirFS(filepath.Join(tree.dir, "repo"))); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(s.dir, "repo", ".code-intel")); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"index", "repo", "--quiet"}, {"refs", "g7", "--repo", "repo"}, {"index", "repo", "--quiet"}} {
			stdout, stderr := s.limited(limit, args...)
			if args[0] == "refs" && stdout != want {
				t.Errorf("at most %d bytes: %s", limit, stdout)
			}
			for line := range strings.Lines(stderr) {
				if !strings.Contains(line, "is not kept: a file of the index is larger than files may be here") && (limit > 0 || !strings.Contains(line, "is not kept: file too large")) {
					t.Errorf("at most %d bytes: %s", limit, line)
				}
				told++
			}
		}
		status := s.run("ci status repo")
		if strings.Contains(status, "damaged") || strings.Contains(status, "lost") {
			t.Errorf("at most %d bytes: %s", limit, status)
		}
		if strings.Contains(status, "up to date  yes") {
			kept++
		}
		if got := s.run("ci index repo --quiet"); got != "" {
			t.Errorf("without a limit again: %s", got)
		}
		if got := s.run("ci index repo --check --quiet"); got != "" {
			t.Errorf("the index was not kept: %s", got)
		}
		if got := answer(s); got != want {
			t.Errorf("afterwards: %s", got)
		}
		if rules, err := os.ReadFile(filepath.Join(s.dir, "repo", ".code-intel", ".gitignore")); err != nil || !bytes.HasPrefix(rules, []byte("*\n")) {
			t.Errorf("at most %d bytes: git may see the index: %q (%v)", limit, rules, err)
		}
		if left, err := filepath.Glob(filepath.Join(s.dir, "repo", ".code-intel", "index", "*", ".*.tmp")); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v (%v)", left, err)
		}
	}
	if kept == 0 || told == 0 {
		t.Errorf("%d indexes were kept, %d failures told", kept, told)
	}
}
