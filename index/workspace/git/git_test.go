package git

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func disk() Disk {
	return Disk{
		Read: os.ReadFile,
		IsDir: func(name string) bool {
			info, err := os.Stat(name)
			return err == nil && info.IsDir()
		},
	}
}

func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=t", "-c", "user.email=t@example.org"}, args...)...)
	c.Env = []string{"HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	out, err := c.Output()
	if err != nil {
		var e *exec.ExitError
		if errors.As(err, &e) {
			t.Fatalf("git %v: %v\n%s", args, err, e.Stderr)
		}
		t.Fatalf("git %v: %v", args, err)
	}
	return string(out)
}

func write(t testing.TB, name, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Each file is read as git reads it.
func TestConfigAsGit(t *testing.T) {
	dir := t.TempDir()
	for _, text := range []string{
		"[core]\n\ta = 1\n",
		"\xef\xbb\xbf[Core]\r\nKey = Value \r\n",
		"[a \"Sub \\\"x\\\" \\\\ y\"] key = v ; comment\n[a]key=w#c",
		"[s]\nq = \"  spaces ; kept \" # cut\nr = a\\\n  b\nt = \"x\\ty\\nz\\\\\"\nempty =\nbare\nalso-bare \n",
		"[old.Style]\nk = v\n[x]\n; only a comment\n# and another\n",
		"[s]\nk = a  b   c  \nk = \"a\"  b\"c\"  \n",
		"k = v\n[s]\nk = w\n",
		"[sec-tion.1]\nkey1 = 1\n",
		"",
	} {
		name := filepath.Join(dir, "config")
		write(t, name, text)
		var want []string
		for _, e := range strings.Split(git(t, dir, "config", "--file", name, "--list", "-z"), "\x00") {
			if e != "" {
				want = append(want, e)
			}
		}
		settings, err := ParseConfig([]byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		var got []string
		for _, s := range settings {
			key := s.Section
			if s.Sub != "" {
				key += "." + s.Sub
			}
			key = strings.TrimPrefix(key+"."+s.Key, ".")
			if !s.Bare {
				key += "\n" + s.Value
			}
			got = append(got, key)
		}
		for i := range want { // git folds an old style subsection
			if i < len(got) && strings.HasPrefix(want[i], "old.style") {
				got[i] = strings.ToLower(got[i])
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		}
	}
	for text, line := range map[string]string{
		"[core": "line 1", "[]\n": "line 1", "[a]\n\n1x = 2\n": "line 3", "[a]\nk = \"open\n": "line 2", "[a]\nk = \\q\n": "line 2",
		"[a \"x]\n": "line 1", "[a]\nk v\n": "line 2", "[a]\nk # c\n": "line 2", "[a \"x\" y]\n": "line 1",
	} {
		if err := exec.Command("sh", "-c", "printf '%s' \"$1\" > \"$2\"; git config --file \"$2\" --list", "sh", text, filepath.Join(dir, "bad")).Run(); err == nil {
			t.Errorf("%q: git takes it", text)
		}
		if _, err := ParseConfig([]byte(text)); err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("%q: %v, want an error of %s", text, err, line)
		}
	}
}

func TestIndexVersions(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		for _, version := range []string{"2", "3", "4"} {
			dir := t.TempDir()
			git(t, dir, "init", "-q", "--object-format="+format)
			want := []string{"a", "a-b", "a.c", "dir/a-rather-long-name-that-shares-its-start", "dir/a-rather-long-name-that-shares-nothing", "dir0", "é", "x y\nz"}
			for _, p := range want {
				write(t, filepath.Join(dir, p), p)
			}
			git(t, dir, "add", ".")
			write(t, filepath.Join(dir, "later"), "")
			git(t, dir, "add", "-N", "later") // needs an extended entry
			want = append(want, "later")
			slices.Sort(want)
			git(t, dir, "update-index", "--force-write-index", "--index-version", version)
			r, err := Open(disk(), dir)
			if err != nil {
				t.Fatal(err)
			}
			ix, err := r.Index()
			if err != nil {
				t.Fatalf("%s, version %s: %v", format, version, err)
			}
			if !slices.Equal(ix.paths, want) {
				t.Errorf("%s, version %s: %q", format, version, ix.paths)
			}
			if !ix.Tracks("a-b") || ix.Tracks("dir") || !ix.TracksBelow("dir") || ix.TracksBelow("a") || ix.TracksBelow("dir0") || ix.Submodule("a") {
				t.Errorf("%s, version %s: look-ups", format, version)
			}
		}
	}
}

func TestIndexOfAMerge(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	write(t, filepath.Join(dir, "f"), "0")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "0")
	git(t, dir, "checkout", "-q", "-b", "side")
	write(t, filepath.Join(dir, "f"), "1")
	git(t, dir, "commit", "-q", "-a", "-m", "1")
	git(t, dir, "checkout", "-q", "main")
	write(t, filepath.Join(dir, "f"), "2")
	git(t, dir, "commit", "-q", "-a", "-m", "2")
	c := exec.Command("git", "-C", dir, "-c", "user.name=t", "-c", "user.email=t@example.org", "merge", "side")
	if err := c.Run(); err == nil {
		t.Fatal("the merge has no conflict")
	}
	r, err := Open(disk(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if ix, err := r.Index(); err != nil || !slices.Equal(ix.paths, []string{"f"}) {
		t.Errorf("%v, %v", ix, err)
	}
}

func TestIndexSplitAndDamaged(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	for _, p := range []string{"a", "b/c", "b/d"} {
		write(t, filepath.Join(dir, p), p)
	}
	git(t, dir, "add", ".")
	data, err := os.ReadFile(filepath.Join(dir, ".git/index"))
	if err != nil {
		t.Fatal(err)
	}
	if ix, err := ParseIndex(data, 20); err != nil || ix.Len() != 3 {
		t.Fatalf("%v, %v", ix, err)
	}
	// What is cut off ends where the checksum, and the NULs of the last entry,
	// may be: three entries of 64 to 72 bytes.
	for n := range 12 + 3*64 + 20 {
		if ix, err := ParseIndex(data[:n], 20); err == nil {
			t.Errorf("cut at %d of %d: %d paths and no error", n, len(data), ix.Len())
		}
	}
	huge := bytes.Clone(data)
	copy(huge[8:], "\xff\xff\xff\xff")
	if _, err := ParseIndex(huge, 20); err == nil {
		t.Error("four thousand million entries: no error")
	}
	git(t, dir, "update-index", "--split-index")
	r, err := Open(disk(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Index(); !errors.Is(err, ErrSplitIndex) {
		t.Errorf("split index: %v", err)
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(disk(), dir); !errors.Is(err, ErrNone) {
		t.Errorf("an empty folder: %v", err)
	}
	write(t, filepath.Join(dir, ".git"), "gitdir: nowhere\n")
	if _, err := Open(disk(), dir); !errors.Is(err, ErrNone) {
		t.Errorf("a .git file to nowhere: %v", err)
	}
	main := t.TempDir()
	git(t, main, "init", "-q")
	git(t, main, "commit", "-q", "--allow-empty", "-m", "x")
	wt := filepath.Join(t.TempDir(), "wt")
	git(t, main, "worktree", "add", "-q", wt)
	git(t, main, "config", "core.ignoreCase", "true")
	r, err := Open(disk(), wt)
	if err != nil {
		t.Fatal(err)
	}
	same := func(a, b string) bool {
		x, errX := os.Stat(a)
		y, errY := os.Stat(b)
		return errX == nil && errY == nil && os.SameFile(x, y)
	}
	if !same(r.Common, filepath.Join(main, ".git")) || same(r.Dir, r.Common) || !r.IgnoreCase() {
		t.Errorf("worktree: %+v", r)
	}
	write(t, filepath.Join(main, ".git/config"), "[include]\npath = ../.git/config\n")
	if _, err := Open(disk(), main); err == nil || !strings.Contains(err.Error(), "too many included files") {
		t.Errorf("a configuration that includes itself: %v", err)
	}
}

func FuzzParseIndex(f *testing.F) {
	dir := f.TempDir()
	git(f, dir, "init", "-q")
	for _, p := range []string{"a", "b/c", "b/d"} {
		write(f, filepath.Join(dir, p), p)
	}
	git(f, dir, "add", ".")
	for _, version := range []string{"2", "4"} {
		git(f, dir, "update-index", "--force-write-index", "--index-version", version)
		data, err := os.ReadFile(filepath.Join(dir, ".git/index"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, false)
	}
	f.Add([]byte("DIRC\x00\x00\x00\x04\x00\x00\x00\x01"), true)
	f.Fuzz(func(t *testing.T, data []byte, sha256 bool) {
		hashLen := 20
		if sha256 {
			hashLen = 32
		}
		ix, err := ParseIndex(data, hashLen)
		if err != nil {
			if ix.Len() != 0 {
				t.Errorf("%d paths with the error %v", ix.Len(), err)
			}
			return
		}
		if !slices.IsSorted(ix.paths) {
			t.Errorf("not sorted: %q", ix.paths)
		}
		for _, p := range ix.paths {
			if !ix.Tracks(p) {
				t.Errorf("%q is not found", p)
			}
		}
	})
}

// FuzzOpen opens repositories out of memory, whose files say anything.
func FuzzOpen(f *testing.F) {
	f.Add("gitdir: ../main/.git/worktrees/a\n", "../..\n", "[core]\n\tignoreCase\n[include]\npath=~/more", "../../../w/.git\n", "[submodule \"x\"]\n\tpath = sub/\n")
	f.Add("gitdir: /w/.git\r\n", "/w/.git", "[extensions]\nobjectFormat=sha256\nworktreeConfig=true", "\x00", "[submodule]path=/")
	f.Fuzz(func(t *testing.T, pointer, common, config, back, modules string) {
		d := Disk{
			Home: "/home",
			Read: func(name string) ([]byte, error) {
				if !filepath.IsAbs(name) || filepath.Clean(name) != name {
					t.Errorf("%q is read", name)
				}
				switch filepath.Base(name) {
				case ".git":
					return []byte(pointer), nil
				case "commondir":
					return []byte(common), nil
				case "HEAD", "index":
					return nil, nil
				case "config", "config.worktree", "more":
					return []byte(config), nil
				case "gitdir":
					return []byte(back), nil
				case ".gitmodules":
					return []byte(modules), nil
				}
				return nil, fs.ErrNotExist
			},
			IsDir: func(name string) bool { return filepath.Base(name) == "objects" },
			List:  func(string) []string { return []string{"a", "b"} },
		}
		r, err := Open(d, "/w")
		if r == nil {
			if !errors.Is(err, ErrNone) {
				t.Errorf("no repository: %v", err)
			}
			return
		}
		for _, w := range r.Worktrees() {
			if !filepath.IsAbs(w.Root) || !filepath.IsAbs(w.Dir) {
				t.Errorf("worktree %+v", w)
			}
		}
		for m := range r.Modules() {
			if strings.HasSuffix(m, "/") {
				t.Errorf("module %q", m)
			}
		}
		_, _ = r.Index() // an empty file is none
		_, _ = r.IgnoreCase(), r.ExcludeFile()
	})
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte("[core]\n\texcludesFile = \"~/x\" ; c\n[a \"b\\\"c\"]k=v\\\n w"))
	f.Add([]byte("[a.b]\r\nk"))
	f.Fuzz(func(t *testing.T, data []byte) {
		settings, err := ParseConfig(data)
		for _, s := range settings {
			if s.Key == "" || s.Bare && s.Value != "" {
				t.Errorf("%+v", s)
			}
		}
		if err != nil && !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("the error names no line: %v", err)
		}
	})
}
