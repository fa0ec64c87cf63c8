package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/all"
)

// write puts a file with its folders below dir.
func write(t testing.TB, dir, name, data string) {
	t.Helper()
	p := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

// runGit runs git in dir with no configuration but the repository's own.
func runGit(t testing.TB, dir string, args ...string) string {
	t.Helper()
	c := exec.Command("git", append([]string{
		"-C", dir, "-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main",
	}, args...)...)
	c.Env = []string{"HOME=" + filepath.Join(dir, "no-home"), "GIT_CONFIG_NOSYSTEM=1", "PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, errs.Bytes())
	}
	return string(out)
}

func vars(m map[string]string) Env {
	return Env{Getenv: func(k string) string { return m[k] }}
}

// scanned lists dir with the given configuration; nil is none.
func scanned(t testing.TB, dir string, env Env, c *Config, jobs int) *Scan {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	known := all.NewTable([]*lang.Language{toy()})
	if c == nil {
		if c, err = FindConfig(dir, known); err != nil {
			t.Fatal(err)
		}
	}
	s, err := scan(context.Background(), root, dir, c, known, known, env, nil, jobs, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *Scan) paths() []string {
	var out []string
	for _, f := range s.Files {
		out = append(out, f.Path)
	}
	return out
}

// asGit is what git would commit with `git add .`, and what it tracks; that is
// of interest to the scanner: regular files in the work tree.
func asGit(t testing.TB, dir string) []string {
	t.Helper()
	seen := map[string]bool{}
	for _, p := range strings.Split(runGit(t, dir, "ls-files", "-z", "--cached", "--others", "--exclude-standard"), "\x00") {
		if info, err := os.Lstat(filepath.Join(dir, p)); p != "" && err == nil && info.Mode().IsRegular() {
			seen[p] = true
		}
	}
	var out []string
	for p := range seen {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

func diff(t testing.TB, what string, got, want []string) {
	t.Helper()
	for _, p := range got {
		if !slices.Contains(want, p) {
			t.Errorf("%s: %q should not be there", what, p)
		}
	}
	for _, p := range want {
		if !slices.Contains(got, p) {
			t.Errorf("%s: %q is missing", what, p)
		}
	}
}

// TestScanAsGit compares whole scans of generated repositories with git's own
// listing: ignored and tracked files, negations below ignored folders, nested
// repositories, every version of the index, scans of folders inside.
func TestScanAsGit(t *testing.T) {
	names := []string{"a", "b", "c.o", "d.log", "build", "lib", "x y", "é", "n\nl", "keep.o"}
	patterns := []string{
		"*.o", "!keep.o", "build/", "/build", "lib/*", "!lib/a", "**/d.log", "a/**", "!a/b/", "x\\ y", "/b/**/c.o", "*", "!*/", "é", "[bc]*", "lib/", "!/a",
	}
	total := 0
	for round := range 24 {
		r := rand.New(rand.NewPCG(3, uint64(round)))
		dir := t.TempDir()
		runGit(t, dir, "init", "-q")
		some := func(n int) string {
			var b strings.Builder
			for range n {
				b.WriteString(patterns[r.IntN(len(patterns))] + "\n")
			}
			return b.String()
		}
		dirs := []string{"."}
		for range 12 {
			d := dirs[r.IntN(len(dirs))] + "/" + names[r.IntN(len(names))]
			if _, err := os.Lstat(filepath.Join(dir, d)); err == nil {
				continue
			}
			write(t, dir, d+"/f", "")
			dirs = append(dirs, d)
		}
		for range 60 {
			p := dirs[r.IntN(len(dirs))] + "/" + names[r.IntN(len(names))]
			if _, err := os.Lstat(filepath.Join(dir, p)); err != nil {
				write(t, dir, p, "")
			}
		}
		tracked := asGit(t, dir) // no ignore files yet
		for _, p := range tracked {
			if r.IntN(4) == 0 {
				runGit(t, dir, "add", "--", p)
			}
		}
		write(t, dir, ".gitignore", some(1+r.IntN(4)))
		for _, d := range dirs[1:] {
			if r.IntN(4) == 0 {
				write(t, dir, d+"/.gitignore", some(1+r.IntN(3)))
			}
		}
		write(t, dir, ".git/info/exclude", some(r.IntN(2)))
		version := []string{"2", "3", "4"}[round%3]
		runGit(t, dir, "update-index", "--force-write-index", "--index-version", version)
		if round%3 == 1 && len(tracked) > 0 {
			// An intent to add makes the entries of version 3 longer.
			write(t, dir, "zz", "")
			runGit(t, dir, "add", "-N", "-f", "zz")
		}
		nested := dirs[r.IntN(len(dirs)-1)+1] + "/nested"
		write(t, dir, nested+"/inside", "")
		runGit(t, filepath.Join(dir, nested), "init", "-q")

		want := asGit(t, dir)
		total += len(want)
		one := scanned(t, dir, Env{}, nil, 1)
		diff(t, fmt.Sprintf("round %d", round), one.paths(), want)
		many := scanned(t, dir, Env{}, nil, 8)
		shown := func(s *Scan) string {
			list := *s
			list.places = places{}
			where := slices.Clone(s.places.others)
			for _, d := range s.places.folders {
				where = append(where, d.path)
			}
			return fmt.Sprint(list, where)
		}
		if shown(one) != shown(many) {
			t.Errorf("round %d: the scan depends on the number of goroutines", round)
		}
		for _, d := range dirs[1:] {
			d = strings.TrimPrefix(d, "./")
			var below []string
			for _, p := range want {
				if rest, ok := strings.CutPrefix(p, d+"/"); ok {
					below = append(below, rest)
				}
			}
			if len(below) > 0 {
				diff(t, fmt.Sprintf("round %d, folder %s", round, d), scanned(t, filepath.Join(dir, d), Env{}, nil, 2).paths(), below)
			}
		}
	}
	if total < 400 {
		t.Errorf("too little was compared: %d files", total)
	}
}

func TestScanSubmodulesAndWorktrees(t *testing.T) {
	lib := t.TempDir()
	runGit(t, lib, "init", "-q")
	write(t, lib, ".gitignore", "*.tmp\n")
	write(t, lib, "lib.toy", "lib")
	runGit(t, lib, "add", ".")
	runGit(t, lib, "commit", "-q", "-m", "lib")

	dir := t.TempDir()
	runGit(t, dir, "init", "-q")
	write(t, dir, ".gitignore", "sub\nother.toy\nwt\n")
	write(t, dir, "main.toy", "main")
	runGit(t, dir, "add", ".")
	runGit(t, dir, "submodule", "--quiet", "add", "--force", lib, "sub")
	runGit(t, dir, "commit", "-q", "-m", "main")
	write(t, dir, "sub/x.tmp", "")
	write(t, dir, "sub/other.toy", "") // the outer repository's rules end here
	write(t, dir, "clone/a.toy", "")
	runGit(t, filepath.Join(dir, "clone"), "init", "-q")
	write(t, dir, "empty/.git/x", "") // no repository
	write(t, dir, "empty/b.toy", "")
	wt := filepath.Join(t.TempDir(), "wt")
	runGit(t, dir, "worktree", "add", "-q", wt)
	write(t, dir, ".git/info/exclude", "*.private\n")
	write(t, dir, "x.private", "")
	write(t, wt, "y.private", "")

	s := scanned(t, dir, Env{}, nil, 2)
	diff(t, "submodule", s.paths(), []string{".gitignore", ".gitmodules", "main.toy", "sub/.gitignore", "sub/lib.toy", "sub/other.toy", "empty/b.toy"})
	if !slices.Contains(s.Skipped, Skip{"clone", SkipNested, ""}) {
		t.Errorf("the nested repository is not reported: %v", s.Skipped)
	}
	diff(t, "worktree", scanned(t, wt, Env{}, nil, 2).paths(), []string{".gitignore", ".gitmodules", "main.toy"})
	if err := os.Remove(filepath.Join(dir, ".git", "index")); err != nil {
		t.Fatal(err)
	}
	// Without the index .gitmodules says what a submodule is, but sub is ignored.
	write(t, dir, ".gitignore", "wt\n")
	diff(t, "no index", scanned(t, dir, Env{}, nil, 2).paths(),
		[]string{".gitignore", ".gitmodules", "main.toy", "sub/.gitignore", "sub/lib.toy", "sub/other.toy", "empty/b.toy"})

	// Repositories side by side in a folder that is none.
	both := t.TempDir()
	for _, d := range []string{"one", "two"} {
		write(t, both, d+"/.gitignore", "*.log\n")
		write(t, both, d+"/a.toy", "")
		write(t, both, d+"/a.log", "")
		runGit(t, filepath.Join(both, d), "init", "-q")
	}
	diff(t, "side by side", scanned(t, both, Env{}, nil, 2).paths(), []string{"one/.gitignore", "one/a.toy", "two/.gitignore", "two/a.toy"})

	// A folder that is ignored, asked for by name.
	write(t, dir, "wt/in.toy", "")
	write(t, dir, "wt/wt/deep.toy", "")
	diff(t, "ignored folder", scanned(t, filepath.Join(dir, "wt"), Env{}, nil, 2).paths(), []string{"in.toy", "wt/deep.toy"})
}

func TestGlobalExcludes(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	runGit(t, dir, "init", "-q")
	for _, p := range []string{"a.toy", "a.xdg", "a.mine", "a.inc", "A.REPO"} {
		write(t, dir, p, "")
	}
	write(t, home, ".config/git/ignore", "*.xdg\n")
	check := func(what string, env Env, without ...string) {
		t.Helper()
		var want []string
		for _, p := range []string{"A.REPO", "a.inc", "a.mine", "a.toy", "a.xdg"} {
			if !slices.Contains(without, p) {
				want = append(want, p)
			}
		}
		diff(t, what, scanned(t, dir, env, nil, 1).paths(), want)
	}
	homeEnv := vars(map[string]string{"HOME": home})
	check("no environment", Env{})
	check("XDG default", homeEnv, "a.xdg")
	write(t, home, "mine", "*.mine\n")
	write(t, home, ".gitconfig", "[core]\n\texcludesFile = \"~/mine\" ; comment\n")
	check("core.excludesFile", homeEnv, "a.mine")
	write(t, home, "more.cfg", "[core]\nexcludesfile=inc")
	write(t, home, "inc", "*.inc")
	write(t, home, ".gitconfig", "[core]\n\texcludesFile = ~/mine\n[include]\npath = more.cfg\n")
	check("include", homeEnv, "a.inc")
	check("another XDG folder", vars(map[string]string{"HOME": t.TempDir(), "XDG_CONFIG_HOME": filepath.Join(home, ".config")}), "a.xdg")
	check("GIT_CONFIG_GLOBAL", vars(map[string]string{"HOME": home, "GIT_CONFIG_GLOBAL": filepath.Join(home, "nothing")}), "a.xdg")
	runGit(t, dir, "config", "core.excludesFile", filepath.Join(home, "repo"))
	runGit(t, dir, "config", "core.ignoreCase", "true")
	write(t, home, "repo", "*.repo\n")
	check("the repository's own, without case", homeEnv, "A.REPO")
	write(t, home, ".gitconfig", "[core\n")
	runGit(t, dir, "config", "--unset", "core.excludesFile")
	if s := scanned(t, dir, homeEnv, nil, 1); len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], ".gitconfig: line 1") {
		t.Errorf("a broken configuration is not reported: %q", s.Warnings)
	}
}

func TestScanOddFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "ok.toy", "")
	write(t, dir, "dir.toy/in.toy", "")
	write(t, dir, "new\nline.toy", "")
	write(t, dir, "script", "#!/usr/bin/env -S toy3.2 -x\n")
	write(t, dir, "plain", "#!/bin/sh\n")
	write(t, dir, "bad\xff.toy", "")
	write(t, dir, "bad\xfe/in.toy", "")
	write(t, dir, ".code-intel/x.toy", "")
	for name, to := range map[string]string{"loop": ".", "link.toy": "ok.toy", "out.toy": "/etc/passwd", "self": "self", ".gitignore": "/etc/passwd"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	mkfifo(t, filepath.Join(dir, "pipe.toy"))
	s := scanned(t, dir, Env{}, nil, 3)
	var read []string
	for _, f := range s.Files {
		if f.Lang != nil {
			read = append(read, f.Path)
		}
	}
	diff(t, "files", read, []string{"dir.toy/in.toy", "new\nline.toy", "ok.toy", "script"})
	want := []Skip{
		{".gitignore", SkipSymlink, ""}, {"bad\xfe", SkipName, ""}, {"bad\xff.toy", SkipName, ""}, {"link.toy", SkipSymlink, ""},
		{"loop", SkipSymlink, ""}, {"out.toy", SkipSymlink, ""}, {"pipe.toy", SkipSpecial, "named pipe"}, {"self", SkipSymlink, ""},
	}
	if !slices.Equal(s.Skipped, want) {
		t.Errorf("skipped:\n%v\nwant:\n%v", s.Skipped, want)
	}
	if len(s.Failed) > 0 || len(s.Warnings) > 0 {
		t.Errorf("failed %v, warnings %v", s.Failed, s.Warnings)
	}
}

func TestScanDeep(t *testing.T) {
	dir := t.TempDir()
	at, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	const depth = 600 // names of 20 bytes: far beyond what one system call takes
	for range depth {
		if err := at.Mkdir("abcdefghijklmnopqrst", 0o755); err != nil {
			t.Fatal(err)
		}
		below, err := at.OpenRoot("abcdefghijklmnopqrst")
		if err != nil {
			t.Fatal(err)
		}
		at.Close()
		at = below
	}
	f, err := at.Create("x.toy")
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	at.Close()
	s := scanned(t, dir, Env{}, nil, 2)
	if len(s.Files) != 1 || strings.Count(s.Files[0].Path, "/") != depth || len(s.Failed) > 0 {
		t.Errorf("%d files, failed %v", len(s.Files), s.Failed)
	}
}

func TestScanCancelled(t *testing.T) {
	dir := t.TempDir()
	for i := range 50 {
		write(t, dir, fmt.Sprintf("d%d/x.toy", i), "")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	ctx, cancel := context.WithCancel(context.Background())
	known := all.NewTable(nil)
	_, err = scan(ctx, root, dir, NewConfig(), known, known, Env{}, nil, 2, func(int) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("want the context's error, got %v", err)
	}
}

// The repository as an fs.FS must neither leave its folder nor wait for a pipe.
func TestConfinedTree(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	write(t, other, "secret", "secret")
	write(t, dir, "node_modules/.store/a/package.json", "{}")
	for name, to := range map[string]string{"node_modules/a": ".store/a", "out": other, "up": "../" + filepath.Base(other) + "/secret"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	mkfifo(t, filepath.Join(dir, "pipe"))
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	repo := confined(root)
	if data, err := fs.ReadFile(repo, "node_modules/a/package.json"); err != nil || string(data) != "{}" {
		t.Errorf("through a link inside: %q, %v", data, err)
	}
	for _, p := range []string{"out/secret", "up", "pipe", "../x", "a\x00b", "node_modules"} {
		if data, err := fs.ReadFile(repo, p); err == nil {
			t.Errorf("%q was read: %q", p, data)
		}
	}
	if entries, err := fs.ReadDir(repo, "node_modules"); err != nil || len(entries) != 2 || entries[0].Name() != ".store" {
		t.Errorf("ReadDir: %v, %v", entries, err)
	}
	if info, err := fs.Stat(repo, "node_modules/a"); err != nil || !info.IsDir() {
		t.Errorf("Stat: %v, %v", info, err)
	}
}
