package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// treesPart does to a working tree what people, git, editors, copies and file systems
// do to it, between and during commands. After each step the answers must be those of a
// fresh copy that was never indexed.
func treesPart() part {
	return part{
		name: "trees", does: "names, links, times, modes, folders and repositories that change between and during commands",
		share: 8, cases: 300,
		prepare: func(s *suite) (func(*trial), error) { return tortureTree, nil },
	}
}

// treeQuestions are asked after each step; the last is everything.
var treeQuestions = []question{
	{args: []string{"search", "--symbol", goName, "--json", "--limit", "0"}},
	{args: []string{"search", "--symbol", "changed", "--json", "--limit", "0"}},
	{args: []string{"search", "--text", "def |hovers", "--json", "--limit", "0"}},
	{args: []string{"index", "--quiet", "--output", "-"}, binary: true},
}

// treeTools are asked of a server that runs all the time.
var treeTools = []toolCall{
	{"find_definitions", map[string]any{"symbol": "Hover1"}},
	{"find_references", map[string]any{"symbol": pyName + "0"}},
	{"search_text", map[string]any{"pattern": "def changed"}},
	{"search_files", map[string]any{"pattern": "**/*.py"}},
}

// tortureTree is one case.
func tortureTree(t *trial) {
	t.must(gitFolder(t.box.repo))
	t.must(small(3).write(t.box.repo))
	t.ci("index", "--quiet")
	var live *peer
	if t.rng.IntN(3) == 0 {
		live = t.speak(call{args: []string{"mcp", "--no-daemon"}})
		defer live.end(false)
		if err := live.hello(); err != nil {
			t.found(Hang, "ci mcp: %v", err)
			return
		}
		for _, c := range treeTools {
			if _, _, err := live.tool(c); err != nil {
				t.found(Hang, "%s: %v", c.name, err)
				return
			}
		}
	}
	for range 2 + t.rng.IntN(3) {
		for range 1 + t.rng.IntN(3) {
			t.disturb()
		}
		if t.rng.IntN(4) == 0 {
			t.during()
		}
		t.sameAsFresh(live)
		if t.verdict >= Silent {
			return
		}
	}
}

// disturb changes the tree in one way.
func (t *trial) disturb() {
	d := pick(t.rng, disturbances)
	detail, err := d.do(t)
	if err != nil {
		// What an earlier step has left does not allow it: a case is what could be done.
		t.did("%s: not possible: %v", d.name, err)
		return
	}
	t.did("%s: %s", d.name, detail)
}

// during runs ci while somebody changes files.
func (t *trial) during() {
	files, err := t.sources()
	t.must(err)
	if len(files) == 0 {
		return
	}
	rng := rand.New(rand.NewPCG(t.rng.Uint64(), 1))
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			path := filepath.Join(t.box.repo, pick(rng, files))
			info, err := os.Stat(path)
			if err != nil || info.Size() > 1<<22 {
				continue
			}
			data, err := os.ReadFile(path)
			if err != nil {
				continue
			}
			switch rng.IntN(4) {
			case 0:
				_ = os.Truncate(path, int64(rng.IntN(len(data)+1))) // somebody else may have it
				_ = os.WriteFile(path, data, 0o666)
			case 1:
				_ = os.WriteFile(path, append(data, fmt.Sprintf("\n# changed%d\n", n)...), 0o666)
			case 2:
				_ = os.Rename(path, path+".moved")
				_ = os.Rename(path+".moved", path)
			case 3:
				_ = os.Remove(path)
				_ = os.WriteFile(path, data, 0o666)
			}
		}
	}()
	t.did("files change while ci runs")
	for range 2 {
		o := t.ci("index", "--quiet")
		if o.code != 0 && !o.clear() {
			t.found(Silent, "%s: status %d without a clear line", o.call, o.code)
		}
	}
	close(stop)
	<-stopped
}

// sameAsFresh compares answers with those of a copy that was never indexed.
func (t *trial) sameAsFresh(live *peer) {
	fresh, err := t.box.fresh(t.s)
	if err != nil {
		t.did("no copy can be made: %v", err)
		return
	}
	defer removeAll(fresh.dir)
	kept := t.box
	// The server that runs is the first to be asked: nobody has told it anything.
	if live != nil {
		for _, c := range treeTools {
			got, failed, err := live.tool(c)
			if err != nil {
				t.found(Hang, "%s: %v", c.name, err)
				return
			}
			t.box = fresh
			want := t.dialogue([]string{"mcp", "--no-daemon"}, []toolCall{c})
			t.box = kept
			if len(want) == 1 {
				t.sameTool(c, got, failed, want[0])
			}
		}
	}
	order := t.rng.Perm(len(treeQuestions))
	for _, i := range order {
		q := treeQuestions[i]
		got := t.ask(q)
		t.box = fresh
		want := t.ask(q)
		t.box = kept
		t.compare(q.String(), got, want)
		if t.verdict >= Silent {
			return
		}
	}
}

// sameTool compares the answer of a tool with that of a fresh server.
func (t *trial) sameTool(c toolCall, got string, failed bool, want string) {
	clean := func(s string) string { return string(varying.ReplaceAll([]byte(s), nil)) }
	switch {
	case clean(got) == clean(want):
	case failed || strings.Contains(got, `"complete":false`):
		t.found(Said, "%s %v: %.200s", c.name, c.arguments, got)
	case strings.Contains(want, `"complete":false`):
		t.found(Said, "%s %v: the fresh one says: %.200s", c.name, c.arguments, want)
	default:
		got, want = apart(clean(got), clean(want))
		t.found(Wrong, "%s %v: called complete: …%.300q, and of a fresh copy …%.300q", c.name, c.arguments, got, want)
	}
}

// sources returns the files of the tree that are neither git's nor ours.
func (t *trial) sources() ([]string, error) {
	files, err := filesBelow(t.box.repo)
	return slices.DeleteFunc(files, func(f string) bool {
		return strings.HasPrefix(f, ".git"+string(filepath.Separator)) || strings.HasPrefix(f, ".code-intel")
	}), err
}

// disturbance changes a tree in one way, and says how; an error means that it was not
// possible.
type disturbance struct {
	name string
	do   func(t *trial) (string, error)
}

// some returns a source file, absolute.
func (t *trial) some() (string, error) {
	files, err := t.sources()
	if err != nil {
		return "", err
	}
	if len(files) == 0 {
		return "", errors.New("no file is left")
	}
	return filepath.Join(t.box.repo, pick(t.rng, files)), nil
}

// python returns new content, unlike any other.
func (t *trial) python() string {
	n := t.rng.IntN(1_000_000)
	return fmt.Sprintf("def changed%d():\n    return changed%d\n", n, n)
}

// git runs commands of git in the repository.
func (t *trial) git(commands string) (string, error) {
	c := exec.Command("sh", "-c", commands)
	c.Dir = t.box.repo
	c.Env = with(t.box.env, []string{"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.org", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.org", "GIT_TERMINAL_PROMPT=0"})
	c.WaitDelay = time.Second
	out, err := c.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %.200s", commands, err, out)
	}
	return commands, nil
}

// oddNames are names of files that are allowed and unusual.
var oddNames = []string{
	"a b.py", "a\nb.py", "a\tb.py", "\x01.py", "\x1b[31m.py", "\xff\xfe.py", "é.py", "e\u0301.py", "漢字.py", "\u202eyp.a.py", "-rf.py", "--output.py", "~.py", "$HOME.py", "`id`.py", "'.py", "\".py",
	"\\.py", "a\\b.py", "*.py", "[a].py", "{a,b}.py", "?.py", "!.py", "#.py", "%s.py", "a:b.py", "CON.py", "nul.py", "a..py", "...py", ". .py", " .py", "a.py ", "a.py.", ".py", "py", "A.py", "a.PY", "ß.py", "İ.py",
	"\U0001F468\u200d\U0001F469.py", "a;b.py", "a&b.py", "a|b.py", "<a>.py", "a\rb.py", "a\u2028b.py", "__init__.py", "conftest.py", "index.ts", ".hidden.py", ".env.py", "a.py~", "#a.py#", ".#a.py", "a.swp", "Thumbs.db",
}

// disturbances are all ways to change a tree.
var disturbances = []disturbance{
	{"a file is edited", func(t *trial) (string, error) {
		path, err := t.some()
		if err != nil {
			return "", err
		}
		return path, os.WriteFile(path, []byte(t.python()), 0o666)
	}},
	{"an edit of the same size and time", func(t *trial) (string, error) {
		path, err := t.some()
		if err != nil {
			return "", err
		}
		info, err := os.Stat(path)
		if err != nil {
			return "", err
		}
		if info.Size() > 1<<22 {
			return "", errors.New("it is large")
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		for i, c := range data {
			if c >= '1' && c <= '8' && t.rng.IntN(3) == 0 {
				data[i] = c + 1
			}
		}
		return path, errors.Join(os.WriteFile(path, data, 0o666), os.Chtimes(path, info.ModTime(), info.ModTime()))
	}},
	{"times in whole seconds, as of a network's file system", func(t *trial) (string, error) {
		files, err := t.sources()
		for _, f := range files {
			path := filepath.Join(t.box.repo, f)
			if info, err := os.Stat(path); err == nil {
				at := info.ModTime().Truncate(2 * time.Second)
				_ = os.Chtimes(path, at, at) // it may be a link to nothing
			}
		}
		return fmt.Sprint(len(files)), err
	}},
	{"a time from another age", func(t *trial) (string, error) {
		path, err := t.some()
		at := pick(t.rng, []time.Time{time.Unix(0, 0), time.Unix(-1, 0), time.Unix(1<<31, 0), time.Unix(1<<33, 999_999_999), time.Now().Add(24 * time.Hour), time.Now().Add(-24 * time.Hour), time.Date(1901, 1, 1, 0, 0, 0, 0, time.UTC)})
		return fmt.Sprintf("%s %v", path, at), errors.Join(err, os.WriteFile(path, []byte(t.python()), 0o666), os.Chtimes(path, at, at))
	}},
	{"an odd name", func(t *trial) (string, error) {
		name := pick(t.rng, oddNames)
		return fmt.Sprintf("%q", name), os.WriteFile(filepath.Join(t.box.repo, pick(t.rng, []string{"", "good", "good/py"}), name), []byte(t.python()), 0o666)
	}},
	{"an odd folder", func(t *trial) (string, error) {
		name := strings.TrimSuffix(pick(t.rng, oddNames), ".py")
		dir := filepath.Join(t.box.repo, "odd "+name, name)
		return fmt.Sprintf("%q", name), errors.Join(os.MkdirAll(dir, 0o777), os.WriteFile(filepath.Join(dir, "a.py"), []byte(t.python()), 0o666))
	}},
	{"a long name", func(t *trial) (string, error) {
		name := strings.Repeat("n", 252) + ".py"
		return name[:9], os.WriteFile(filepath.Join(t.box.repo, name), []byte(t.python()), 0o666)
	}},
	{"a long path", func(t *trial) (string, error) {
		dir := t.box.repo
		for len(dir) < 3800 {
			dir = filepath.Join(dir, strings.Repeat("d", min(200, 3801-len(dir))))
		}
		return fmt.Sprint(len(dir)), errors.Join(os.MkdirAll(dir, 0o777), os.WriteFile(filepath.Join(dir, "a.py"), []byte(t.python()), 0o666))
	}},
	{"a file is removed", func(t *trial) (string, error) {
		path, err := t.some()
		return path, errors.Join(err, os.Remove(path))
	}},
	{"a file becomes a folder", func(t *trial) (string, error) {
		path, err := t.some()
		if err != nil {
			return "", err
		}
		return path, errors.Join(os.Remove(path), os.Mkdir(path, 0o777), os.WriteFile(filepath.Join(path, "in.py"), []byte(t.python()), 0o666))
	}},
	{"a folder becomes a file", func(t *trial) (string, error) {
		path, err := t.some()
		dir := filepath.Dir(path)
		if err != nil || dir == t.box.repo {
			return "", errors.Join(err, errors.New("no folder"))
		}
		return dir, errors.Join(os.RemoveAll(dir), os.WriteFile(dir, []byte(t.python()), 0o666))
	}},
	{"files change places", func(t *trial) (string, error) {
		a, err := t.some()
		b, _ := t.some()
		if err != nil || a == b {
			return "", errors.Join(err, errors.New("it is the same file"))
		}
		return a + " " + b, errors.Join(os.Rename(a, a+"~tmp"), os.Rename(b, a), os.Rename(a+"~tmp", b))
	}},
	{"folders change places", func(t *trial) (string, error) {
		a, b := filepath.Join(t.box.repo, "good", "py"), filepath.Join(t.box.repo, "good", "ts")
		return "", errors.Join(os.Rename(a, a+"~tmp"), os.Rename(b, a), os.Rename(a+"~tmp", b))
	}},
	{"a name changes its case", func(t *trial) (string, error) {
		path, err := t.some()
		to := filepath.Join(filepath.Dir(path), strings.ToUpper(filepath.Base(path)))
		return path, errors.Join(err, os.Rename(path, to))
	}},
	{"a twin with another case", func(t *trial) (string, error) {
		path, err := t.some()
		base := filepath.Base(path)
		return path, errors.Join(err, os.WriteFile(filepath.Join(filepath.Dir(path), strings.ToUpper(base[:1])+base[1:]), []byte(t.python()), 0o666))
	}},
	{"a link to a file", func(t *trial) (string, error) {
		path, err := t.some()
		return path, errors.Join(err, os.Symlink(path, filepath.Join(t.box.repo, fmt.Sprintf("link%d.py", t.rng.IntN(9)))))
	}},
	{"a link to the folder above", func(t *trial) (string, error) {
		return "", os.Symlink("..", filepath.Join(t.box.repo, "good", fmt.Sprintf("up%d", t.rng.IntN(9))))
	}},
	{"a file becomes a link out", func(t *trial) (string, error) {
		path, err := t.some()
		return path, errors.Join(err, os.Remove(path), os.Symlink(filepath.Join(t.box.outside, "x.py"), path), os.WriteFile(filepath.Join(t.box.outside, "x.py"), []byte(t.python()), 0o666))
	}},
	{"a folder becomes a link to another", func(t *trial) (string, error) {
		a, b := filepath.Join(t.box.repo, "good", "py"), filepath.Join(t.box.repo, "good", "go")
		if _, err := os.Lstat(b); err != nil {
			return "", err
		}
		return "", errors.Join(os.RemoveAll(a), os.Symlink(b, a))
	}},
	{"links in a circle", func(t *trial) (string, error) {
		a, b := filepath.Join(t.box.repo, "x.py"), filepath.Join(t.box.repo, "y.py")
		return "", errors.Join(os.Symlink(a, b), os.Symlink(b, a))
	}},
	{"a hard link", func(t *trial) (string, error) {
		path, err := t.some()
		return path, errors.Join(err, os.Link(path, filepath.Join(t.box.repo, fmt.Sprintf("hard%d.py", t.rng.IntN(9)))))
	}},
	{"a file and a folder that can't be read", func(t *trial) (string, error) {
		path, err := t.some()
		if err != nil {
			return "", err
		}
		return path, errors.Join(os.Chmod(path, 0), os.Chmod(filepath.Join(t.box.repo, "web"), 0))
	}},
	{"all can be read again", func(t *trial) (string, error) {
		return "", filepath.WalkDir(t.box.repo, func(path string, d os.DirEntry, err error) error {
			if d != nil && d.Type()&os.ModeSymlink == 0 && !strings.Contains(path, ".code-intel") {
				mode := os.FileMode(0o644)
				if d.IsDir() {
					mode = 0o755
				}
				_ = os.Chmod(path, mode) // it is walked again if it was not readable
			}
			return nil
		})
	}},
	{"a pipe", func(t *trial) (string, error) {
		return "", syscall.Mkfifo(filepath.Join(t.box.repo, "good", fmt.Sprintf("pipe%d.py", t.rng.IntN(9))), 0o666)
	}},
	{"a file becomes a pipe", func(t *trial) (string, error) {
		path, err := t.some()
		return path, errors.Join(err, os.Remove(path), syscall.Mkfifo(path, 0o666))
	}},
	{"an empty file", func(t *trial) (string, error) {
		path, err := t.some()
		return path, errors.Join(err, os.Truncate(path, 0))
	}},
	{"a file with a hole of 4 GB", func(t *trial) (string, error) {
		path := filepath.Join(t.box.repo, "hole.py")
		return path, errors.Join(os.WriteFile(path, []byte(t.python()), 0o666), os.Truncate(path, 1<<32))
	}},
	{"files at the bound of size", func(t *trial) (string, error) {
		text := "x = 1\n" + strings.Repeat("#", 2048<<10-6)
		return "", errors.Join(os.WriteFile(filepath.Join(t.box.repo, "most.py"), []byte(text), 0o666), os.WriteFile(filepath.Join(t.box.repo, "more.py"), []byte(text+"#"), 0o666))
	}},
	{"a file of zeros", func(t *trial) (string, error) {
		path, err := t.some()
		return path, errors.Join(err, os.WriteFile(path, make([]byte, 1000), 0o666))
	}},
	{"a large folder", func(t *trial) (string, error) {
		dir := filepath.Join(t.box.repo, "large")
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return "", err
		}
		for i := range 1000 {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.py", i)), fmt.Appendf(nil, "x%d = 1\n", i), 0o666); err != nil {
				return "", err
			}
		}
		return "1000 files", nil
	}},
	{"a hundred folders in folders", func(t *trial) (string, error) {
		dir := filepath.Join(t.box.repo, strings.Repeat("d/", 100))
		return "", errors.Join(os.MkdirAll(dir, 0o777), os.WriteFile(filepath.Join(dir, "a.py"), []byte(t.python()), 0o666))
	}},
	{"the large folder is removed", func(t *trial) (string, error) { return "", os.RemoveAll(filepath.Join(t.box.repo, "large")) }},
	{"a rule of .gitignore", func(t *trial) (string, error) {
		rule := pick(t.rng, []string{"*", "good/py/", "*.py\n!bird1.py", "/good/**\n!/good/go/", "bird[0-1].*", "\\#x", "!*", ".code-intel", "**/bird2.ts", "good/py/*\n!good/py/bird0.py", "\xff", "a\\", "[", ""})
		return fmt.Sprintf("%q", rule), os.WriteFile(filepath.Join(t.box.repo, pick(t.rng, []string{"", "good"}), ".gitignore"), []byte(rule+"\n"), 0o666)
	}},
	{".gitignore becomes a folder", func(t *trial) (string, error) {
		path := filepath.Join(t.box.repo, ".gitignore")
		return "", errors.Join(os.RemoveAll(path), os.Mkdir(path, 0o777))
	}},
	{"a repository in the repository", func(t *trial) (string, error) {
		dir := filepath.Join(t.box.repo, fmt.Sprintf("inner%d", t.rng.IntN(3)))
		return dir, errors.Join(os.MkdirAll(dir, 0o777), gitFolder(dir), os.WriteFile(filepath.Join(dir, "a.py"), []byte(t.python()), 0o666))
	}},
	{"a submodule", func(t *trial) (string, error) {
		return "", tree{".git/modules/sub/HEAD": "ref: refs/heads/main\n", ".git/modules/sub/config": "[core]\n\tworktree = ../../../sub\n", "sub/.git": "gitdir: ../.git/modules/sub\n",
			"sub/a.py": t.python(), ".gitmodules": "[submodule \"sub\"]\n\tpath = sub\n\turl = ../sub\n"}.write(t.box.repo)
	}},
	{"a bare repository", func(t *trial) (string, error) {
		return "", tree{"bare.git/HEAD": "ref: refs/heads/main\n", "bare.git/config": "[core]\n\tbare = true\n", "bare.git/objects/x.py": t.python(), "bare.git/refs/x": ""}.write(t.box.repo)
	}},
	{"a broken .git", func(t *trial) (string, error) {
		what := pick(t.rng, []string{"gitdir: nowhere\n", "gitdir: .\n", "gitdir: /dev/zero\n", "", "\x00\xff", "gitdir: " + strings.Repeat("x/", 3000)})
		dir := filepath.Join(t.box.repo, "good", "go")
		return fmt.Sprintf("%.40q", what), os.WriteFile(filepath.Join(dir, ".git"), []byte(what), 0o666)
	}},
	{"the repository's own .git is removed or made", func(t *trial) (string, error) {
		dir := filepath.Join(t.box.repo, ".git")
		if _, err := os.Stat(dir); err == nil {
			return "removed", os.RemoveAll(dir)
		}
		return "made", gitFolder(t.box.repo)
	}},
	{"git checks out another branch", func(t *trial) (string, error) {
		out, err := t.git(pick(t.rng, []string{
			"git init -q . && git add -A && git commit -qm a", "git init -q . && git add -A && git commit -qm a; git checkout -q -B other && rm -rf good/py && git add -A && git commit -qm b", "git checkout -q other", "git checkout -q -", "git stash -q -u", "git stash pop -q",
			"git reset -q --hard", "git clean -qfdx -e .code-intel", "git sparse-checkout set good/py", "git sparse-checkout disable", "git worktree add -q wt HEAD", "git update-index --assume-unchanged README.md", "git rm -q --cached README.md", "git mv good moved", "git gc -q", "git merge -q other",
			"git config core.ignorecase true", "git config core.excludesFile README.md", "git config core.autocrlf true", "git submodule add -q ./inner1 sub1",
		}))
		return out, err
	}},
	{"git checks out while ci runs", func(t *trial) (string, error) {
		if _, err := t.git("git init -q . && git add -A && git commit -qm a; git checkout -q -B far && rm -rf good/go && git add -A && git commit -qm b; git checkout -q -"); err != nil {
			return "", err
		}
		done := make(chan error, 1)
		go func() {
			for range 3 {
				if _, err := t.git("git checkout -q far; git checkout -q -"); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
		o := t.ci("index", "--quiet")
		return o.String(), <-done
	}},
	{"the folder is moved away and back", func(t *trial) (string, error) {
		away := t.box.repo + "-away"
		return "", errors.Join(os.Rename(t.box.repo, away), os.Rename(away, t.box.repo))
	}},
	{"everything is written anew, as by a checkout", func(t *trial) (string, error) {
		files, err := t.sources()
		for _, f := range files {
			path := filepath.Join(t.box.repo, f)
			info, err := os.Stat(path)
			if err != nil || info.Size() > 1<<22 {
				continue
			}
			if data, err := os.ReadFile(path); err == nil {
				_ = os.Remove(path) // a file that can't be removed is not written anew
				_ = os.WriteFile(path, data, 0o666)
			}
		}
		return fmt.Sprint(len(files)), err
	}},
	{"an older copy comes back with its times, as by a restored backup", func(t *trial) (string, error) {
		backup := filepath.Join(t.box.dir, "tmp", "backup")
		if _, err := os.Stat(backup); err != nil {
			return "made", copyTree(backup, filepath.Join(t.box.repo, "good"))
		}
		removeAll(filepath.Join(t.box.repo, "good"))
		return "restored", errors.Join(copyTree(filepath.Join(t.box.repo, "good"), backup), os.RemoveAll(backup))
	}},
	{"the state folder is removed", func(t *trial) (string, error) { return "", os.RemoveAll(t.box.state()) }},
	{"the state folder of an older version", func(t *trial) (string, error) {
		formats, err := filepath.Glob(filepath.Join(t.s.source, "testdata", "format", "v*"))
		if err != nil || len(formats) == 0 {
			return "", errors.Join(err, errors.New("there is none"))
		}
		from := pick(t.rng, formats)
		removeAll(t.box.state())
		return filepath.Base(from), copyTree(t.box.state(), from)
	}},
	{"a setting", func(t *trial) (string, error) {
		text := pick(t.rng, []string{`{}`, `{"exclude_patterns": ["good/py/**"]}`, `{"supported_languages": ["python"]}`, `{"max_file_size_kb": 1}`, `{"source_dirs": ["good"]}`, `{"lightweight_mode": true}`, `{"chunk_strategy": "lines"}`, `{"max_chunks": 3}`})
		return text, tree{".code-intel/config.json": text}.write(t.box.repo)
	}},
	{"two commands at the same time, one of which is killed", func(t *trial) (string, error) {
		c := exec.Command(t.box.program, "index", "--quiet")
		c.Dir, c.Env, c.SysProcAttr = t.box.repo, t.box.env, ownGroup()
		if err := c.Start(); err != nil {
			return "", err
		}
		after := time.Duration(t.rng.IntN(60)) * time.Millisecond
		timer := time.AfterFunc(after, func() { _ = c.Process.Kill() })
		defer timer.Stop()
		t.ci("index", "--quiet")
		_ = c.Wait() // it was killed, or has ended
		return after.String(), nil
	}},
}
