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
	if os.Getenv(mainEnv) != "" {
		os.Exit(start(fragile))
	}
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

// limited runs ci in the script's folder with a limit of the size of files, and
// returns its exit code too.
func (s *script) limited(limit int, args ...string) (stdout, stderr string, code int) {
	s.t.Helper()
	command := exec.Command(os.Args[0], args...)
	command.Dir = s.dir
	command.Env = append(os.Environ(), fileLimitEnv+"="+strconv.Itoa(limit))
	var out, err bytes.Buffer
	command.Stdout, command.Stderr = &out, &err
	if e := command.Run(); e != nil && command.ProcessState.ExitCode() < 0 {
		s.t.Errorf("ci %s with at most %d bytes: %v\n%s", strings.Join(args, " "), limit, e, err.String())
	}
	return out.String(), err.String(), command.ProcessState.ExitCode()
}

// pythons writes Python files that call one another.
func (s *script) pythons() {
	s.t.Helper()
	for i := range 60 {
		s.write(fmt.Sprintf("repo/f%d.py", i), fmt.Appendf(nil, "from f%d import g%d\n\n\ndef g%d():\n    return g%d() %s\n", (i+1)%60, (i+1)%60, i, (i+1)%60, strings.Repeat(fmt.Sprintf("+ word%d ", i), 30)))
	}
}

// tidy says what a process that could not write has left behind.
func (s *script) tidy(limit int) {
	s.t.Helper()
	if rules, err := os.ReadFile(filepath.Join(s.dir, "repo", ".code-intel", ".gitignore")); err != nil || !bytes.HasPrefix(rules, []byte("*\n")) {
		s.t.Errorf("at most %d bytes: git may see the index: %q (%v)", limit, rules, err)
	}
	for _, at := range []string{".", "*"} {
		if left, err := filepath.Glob(filepath.Join(s.dir, "repo", ".code-intel", "index", at, ".*.tmp")); err != nil || len(left) > 0 {
			s.t.Errorf("left behind: %v (%v)", left, err)
		}
	}
}

// TestFileLimit indexes where files can't be as large as the index is: answers are
// right, users are told what to do, nothing half written is left, and the next
// process that may write keeps the index.
func TestFileLimit(t *testing.T) {
	tree := newScript(t)
	tree.pythons()
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
			stdout, stderr, code := s.limited(limit, args...)
			if code != exitOK || args[0] == "refs" && stdout != want {
				t.Errorf("at most %d bytes: ci %q ends with %d: %s", limit, args, code, stdout)
			}
			for line := range strings.Lines(stderr) {
				if !strings.Contains(line, "is not kept: a file of the index is larger than files may be here") {
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
		s.tidy(limit)
	}
	if kept == 0 || told == 0 {
		t.Errorf("%d indexes were kept, %d failures told", kept, told)
	}
}

// TestFileLimitOfImport imports where files can't be as large as what is to be
// kept: it is done whole or not at all, users are told what to do, and what was
// imported before counts as before.
func TestFileLimitOfImport(t *testing.T) {
	tree := newScript(t)
	tree.pythons()
	tree.run("ci index repo --output all.scip --quiet")
	inferred := tree.run("ci refs g7 --repo repo")
	if err := os.RemoveAll(filepath.Join(tree.dir, "repo", ".code-intel")); err != nil {
		t.Fatal(err)
	}
	precise := strings.ReplaceAll(inferred, "\n", " (precise)\n")
	imported, refused := 0, 0
	for _, before := range []string{"nothing", "index", "import"} {
		for _, limit := range []int{0, 40, 100, 150, 300, 400, 500, 2000, 20_000, 10_000_000} {
			s := newScript(t)
			if err := os.CopyFS(s.dir, os.DirFS(tree.dir)); err != nil {
				t.Fatal(err)
			}
			want, list := inferred, ""
			switch before {
			case "index":
				s.run("ci index repo --quiet")
			case "import":
				s.write("first.scip", nil)
				if err := os.Rename(filepath.Join(s.dir, "all.scip"), filepath.Join(s.dir, "first.scip")); err != nil {
					t.Fatal(err)
				}
				s.run("ci import first.scip repo")
				s.write("repo/new.py", []byte("from f7 import g7\n"))
				s.run("ci index repo --output all.scip --quiet")
				want, list = s.run("ci refs g7 --repo repo"), s.imports()
			}
			stdout, stderr, code := s.limited(limit, "import", "all.scip", "repo")
			now := s.imports()
			switch code {
			case exitOK:
				imported++
				want = strings.ReplaceAll(strings.ReplaceAll(want, " (precise)", ""), "\n", " (precise)\n")
				if stderr != "" || !strings.HasPrefix(stdout, "all.scip: ") || now == list {
					t.Errorf("%s, at most %d bytes: %s%s, imported %s", before, limit, stdout, stderr, now)
				}
			case exitUsage:
				refused++
				if stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "a file of the index is larger than files may be here") || now != list {
					t.Errorf("%s, at most %d bytes: %s%s, imported %s", before, limit, stdout, stderr, now)
				}
			default:
				t.Errorf("%s, at most %d bytes: ends with %d: %s", before, limit, code, stderr)
			}
			if got := s.run("ci refs g7 --repo repo"); got != want {
				t.Errorf("%s, at most %d bytes: %s\nwant %s", before, limit, got, want)
			}
			s.tidy(limit)
			if got := s.run("ci import all.scip repo"); !strings.HasPrefix(got, "all.scip: 6") {
				t.Errorf("%s, at most %d bytes, afterwards: %s", before, limit, got)
			}
			if got := s.run("ci refs g7 --repo repo"); !strings.HasPrefix(got, precise) {
				t.Errorf("%s, at most %d bytes, afterwards: %s", before, limit, got)
			}
			if got := s.run("ci status repo"); strings.Contains(got, "damaged") || !strings.Contains(got, "up to date  yes") {
				t.Errorf("%s, at most %d bytes, afterwards: %s", before, limit, got)
			}
		}
	}
	if imported == 0 || refused < 6 {
		t.Errorf("%d were imported, %d refused", imported, refused)
	}

	// What it says is kept already, and only the list can't be written.
	again := newScript(t)
	if err := os.CopyFS(again.dir, os.DirFS(tree.dir)); err != nil {
		t.Fatal(err)
	}
	again.run("ci import all.scip repo")
	kept := again.imports()
	stdout, stderr, code := again.limited(40, "import", "all.scip", "repo")
	if code != exitUsage || stdout != "" || !strings.HasSuffix(stderr, "what the imported index says is not kept: a file of the index is larger than files may be here; raise that limit (ulimit -f)\n") || again.imports() != kept {
		t.Errorf("imported again: %d, %s%s", code, stdout, stderr)
	}
	again.tidy(40)

	// Neither one of two can be forgotten nor all, since the list can't be written: without
	// it what is imported would be found again by the state that was published.
	s := newScript(t)
	if err := os.CopyFS(s.dir, os.DirFS(tree.dir)); err != nil {
		t.Fatal(err)
	}
	s.run("ci import all.scip repo")
	s.write("repo/new.py", nil)
	s.run("ci index repo --output more.scip --quiet")
	s.run("ci import more.scip repo")
	list := s.imports()
	stdout, stderr, code = s.limited(40, "import", "--remove", "more.scip", "repo")
	if code != exitUsage || stdout != "" || !strings.Contains(stderr, "is not kept: a file of the index is larger") || s.imports() != list {
		t.Errorf("forgotten: %d, %s%s", code, stdout, stderr)
	}
	s.tidy(40)
	if _, stderr, code := s.limited(40, "import", "--remove", "--all", "repo"); code != exitUsage || !strings.Contains(stderr, "is not kept: a file of the index is larger") || s.imports() != list {
		t.Errorf("all forgotten: %d, %s", code, stderr)
	}
	s.tidy(40)
	if got := s.run("ci import --remove --all repo"); strings.Contains(s.imports(), "more.scip") {
		t.Errorf("all forgotten, without a limit: %s", got)
	}
}

// imports is the list of imported indexes, "" for none.
func (s *script) imports() string {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, "repo", ".code-intel", "index", "imports.json"))
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	return string(data)
}
