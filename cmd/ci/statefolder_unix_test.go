//go:build unix

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// replacements are what somebody else may put in the place of a file or folder of the
// state folder, beside which a folder "outside" lies. It is false where this user can't.
var replacements = []struct {
	name string
	put  func(at, outside string) bool
	// index says that an index with such an entry is not used.
	index bool
}{
	{"link to a file", func(at, outside string) bool { return os.Symlink(filepath.Join(outside, "file"), at) == nil }, true},
	{"link to a folder", func(at, outside string) bool { return os.Symlink(filepath.Join(outside, "folder"), at) == nil }, true},
	{"dangling link", func(at, outside string) bool { return os.Symlink(filepath.Join(outside, "nothing"), at) == nil }, true},
	{"pipe", func(at, _ string) bool { return syscall.Mkfifo(at, 0o600) == nil }, true},
	{"socket", func(at, _ string) bool {
		fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		if err != nil {
			return false
		}
		defer syscall.Close(fd)
		return syscall.Bind(fd, &syscall.SockaddrUnix{Name: at}) == nil
	}, true},
	{"device", func(at, _ string) bool { return syscall.Mknod(at, syscall.S_IFCHR|0o600, 1<<8|5) == nil }, true}, // /dev/zero
	{"folder", func(at, _ string) bool { return os.Mkdir(at, 0o700) == nil }, false},
	{"unreadable file", func(at, _ string) bool { return os.WriteFile(at, []byte("x"), 0) == nil }, false},
	{"another user's file", func(at, _ string) bool {
		return os.WriteFile(at, []byte("x"), 0o644) == nil && os.Chown(at, 65534, 65534) == nil
	}, true},
	{"hard link", func(at, outside string) bool { return os.Link(filepath.Join(outside, "file"), at) == nil }, false},
}

// TestStateFolderIsOurs replaces each file and folder of the state folder by what is not
// ours. Every command ends, leaves the entry and all that it leads to as they are, and
// those that need it say what is wrong with it.
func TestStateFolderIsOurs(t *testing.T) {
	s := newScript(t)
	s.write("repo/a.go", []byte("package a\n\nfunc Known() {}\n"))
	s.run("ci index repo")
	s.write("repo/.code-intel/config.json", []byte("{}\n"))
	state := filepath.Join(s.dir, "repo", ".code-intel")
	// What is kept of agents, as far as its place decides what becomes of it.
	for _, name := range []string{"sessions/s_aaaaaaaaaaaaaaaaaaaaaaaaaa.json", "gate/calls.json", "gate/baseline"} {
		at := filepath.Join(state, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte("{}\n"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	outside, saved := filepath.Join(s.dir, "outside"), filepath.Join(s.dir, "saved")
	s.write("outside/file", []byte("not yours\n"))
	s.write("outside/folder/file", []byte("not yours\n"))
	entries := []string{""}
	checkModes(t, state, func(rel string) { entries = append(entries, rel) })
	if len(entries) < 12 {
		t.Fatalf("there are only %q", entries)
	}
	if err := os.CopyFS(saved, os.DirFS(state)); err != nil {
		t.Fatal(err)
	}
	was := listing(t, outside)
	tried := 0
	for _, rel := range entries {
		for _, r := range replacements {
			if err := os.RemoveAll(state); err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(state, os.DirFS(saved)); err != nil {
				t.Fatal(err)
			}
			at := filepath.Join(state, rel)
			if err := os.RemoveAll(at); err != nil {
				t.Fatal(err)
			}
			if !r.put(at, outside) {
				if os.Geteuid() == 0 && r.name != "device" {
					t.Errorf("%s can't be a %s", rel, r.name)
				}
				continue
			}
			before, err := os.Lstat(at)
			if err != nil {
				t.Fatal(err)
			}
			said := ""
			for _, command := range []string{"ci def Known --repo repo", "ci index repo", "ci status --repo repo", "ci doctor repo", "ci config show --repo repo", "ci session list --repo repo", "ci gate verify --repo repo", "ci gate prove --repo repo"} {
				said += s.run(command)
			}
			tried++
			what := fmt.Sprintf("%s in the place of %q", r.name, rel)
			if now := listing(t, outside); now != was {
				t.Fatalf("%s: outside was %s, and is %s", what, was, now)
			}
			if !r.index {
				continue
			}
			if after, err := os.Lstat(at); err != nil || !os.SameFile(before, after) {
				t.Errorf("%s was replaced: %v", what, err)
			}
			if name := filepath.ToSlash(filepath.Join(".code-intel", rel)); !strings.Contains(said, name+" is ") || !strings.Contains(said, "remove it") {
				t.Errorf("%s: it is not said: %s", what, said)
			}
		}
	}
	if tried < 8*len(entries) {
		t.Errorf("only %d were tried", tried)
	}
}

// checkModes fails where a file or folder of the state folder has rights for others, and
// calls visit for each.
func checkModes(t *testing.T, state string, visit func(rel string)) {
	t.Helper()
	if err := filepath.WalkDir(state, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(state, p)
		if info.Mode().Perm()&0o077 != 0 && rel != "config.json" {
			t.Errorf("%s has the mode %v", rel, info.Mode())
		}
		if rel != "." {
			visit(rel)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// listing says what lies in a folder.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var out []string
	if err := filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		text := ""
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			text = string(data)
		}
		out = append(out, fmt.Sprintf("%s %v %d %q", p, info.Mode(), info.ModTime().UnixNano(), text))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// What an earlier version has made readable for others is tightened, but for files with
// other names, and the folder above says when it is open to all.
func TestStateFolderIsTightened(t *testing.T) {
	s := newScript(t)
	s.write("repo/a.go", []byte("package a\n"))
	s.run("ci index repo")
	state := filepath.Join(s.dir, "repo", ".code-intel")
	s.write("outside/file", []byte("x"))
	if err := filepath.WalkDir(filepath.Join(state, "index"), func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(p, 0o755)
	}); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(filepath.Join(s.dir, "outside/file"), filepath.Join(state, "index/other")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(s.dir, "outside/file"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.write("repo/a.go", []byte("package a\n\nfunc F() {}\n"))
	s.run("ci index repo")
	if info, err := os.Stat(filepath.Join(s.dir, "outside/file")); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("the file outside has the mode %v (%v)", info.Mode(), err)
	}
	if err := os.Remove(filepath.Join(state, "index/other")); err != nil {
		t.Fatal(err)
	}
	checkModes(t, state, func(string) {})
	if err := os.Chmod(filepath.Join(s.dir, "repo"), 0o777); err != nil {
		t.Fatal(err)
	}
	if out := s.run("ci doctor repo"); !strings.Contains(out, "can be written by all users") {
		t.Error(out)
	}
}
