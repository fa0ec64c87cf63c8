package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// statePart puts links, pipes, sockets, folders and files of others in the place of what
// ci keeps in the repository. Nothing is followed, waited for, moved or written there.
func statePart() part {
	places := statePlaces()
	return part{
		name: "state", does: "links, pipes, sockets and folders in the place of what ci keeps in .code-intel",
		share: 3, cases: len(places) * len(intruders),
		prepare: func(s *suite) (func(*trial), error) {
			k, err := s.keep1("of others", small(2), 1, goodQuestions)
			if err != nil {
				return nil, err
			}
			order := s.random("state", -1).Perm(len(places) * len(intruders))
			return func(t *trial) {
				n := order[t.number%len(order)]
				intrude(t, k, places[n/len(intruders)], intruders[n%len(intruders)])
			}, nil
		},
	}
}

// statePlaces are what is replaced, below the repository; * is the first file that there is.
func statePlaces() []string {
	return []string{
		".code-intel", ".code-intel/index", ".code-intel/index/packs", ".code-intel/index/packs/*.pack", ".code-intel/index/CURRENT", ".code-intel/index/*.generation",
		".code-intel/index/lock", ".code-intel/index/lock.pid", ".code-intel/index/damaged", ".code-intel/index/packs/damaged", ".code-intel/index/packs/compact.lock",
		".code-intel/index/text", ".code-intel/index/text/CURRENT", ".code-intel/index/text/base", ".code-intel/index/text/base/packs", ".code-intel/index/text/lock",
		".code-intel/.gitignore", ".code-intel/config.json", ".code-intel/sessions", ".code-intel/gate", ".code-intel/agreements", ".code-intel/learned_pairs.json", ".code-intel/logs",
		".code-intel/imports", ".code-intel/index/imports", ".code-intel/precise",
	}
}

// intruder puts something in the place of a file or folder, which is gone already.
type intruder struct {
	name string
	put  func(t *trial, path string, was []byte) error
}

// intruders are what is put in the place of something.
var intruders = []intruder{
	{"a link to a folder outside", func(t *trial, path string, _ []byte) error {
		return os.Symlink(filepath.Join(t.box.outside, "dir"), path)
	}},
	{"a relative link to a folder outside", func(t *trial, path string, _ []byte) error {
		rel, err := filepath.Rel(filepath.Dir(path), filepath.Join(t.box.outside, "dir"))
		return errors.Join(err, os.Symlink(rel, path))
	}},
	{"a link to a file outside", func(t *trial, path string, _ []byte) error {
		return os.Symlink(filepath.Join(t.box.outside, "file"), path)
	}},
	{"a link to what it was, outside", func(t *trial, path string, was []byte) error {
		if was == nil {
			return os.Symlink(filepath.Join(t.box.outside, "moved"), path)
		}
		return errors.Join(os.WriteFile(filepath.Join(t.box.outside, "moved file"), was, 0o600), os.Symlink(filepath.Join(t.box.outside, "moved file"), path))
	}},
	{"a link to nothing", func(t *trial, path string, _ []byte) error {
		return os.Symlink(filepath.Join(t.box.outside, "made"), path)
	}},
	{"a link to itself", func(_ *trial, path string, _ []byte) error { return os.Symlink(filepath.Base(path), path) }},
	{"a link to the repository", func(t *trial, path string, _ []byte) error { return os.Symlink(t.box.repo, path) }},
	{"a link to a source file", func(t *trial, path string, _ []byte) error {
		return os.Symlink(filepath.Join(t.box.repo, "good", "py", "bird0.py"), path)
	}},
	{"a pipe", func(_ *trial, path string, _ []byte) error { return syscall.Mkfifo(path, 0o600) }},
	{"a link to a pipe", func(t *trial, path string, _ []byte) error {
		return errors.Join(syscall.Mkfifo(filepath.Join(t.box.dir, "tmp", "pipe"), 0o600), os.Symlink(filepath.Join(t.box.dir, "tmp", "pipe"), path))
	}},
	{"a link to /dev/zero", func(_ *trial, path string, _ []byte) error { return os.Symlink("/dev/zero", path) }},
	{"a hard link to a file outside", func(t *trial, path string, _ []byte) error {
		return os.Link(filepath.Join(t.box.outside, "file"), path)
	}},
	{"a file", func(_ *trial, path string, _ []byte) error { return os.WriteFile(path, []byte("x"), 0o600) }},
	{"an empty folder", func(_ *trial, path string, _ []byte) error { return os.Mkdir(path, 0o700) }},
	{"a folder with a folder in it", func(_ *trial, path string, _ []byte) error { return os.MkdirAll(filepath.Join(path, "a", "b"), 0o700) }},
	{"a folder that can't be read", func(_ *trial, path string, _ []byte) error { return os.Mkdir(path, 0) }},
	{"a file that can't be read", func(_ *trial, path string, _ []byte) error { return os.WriteFile(path, []byte("x"), 0) }},
}

// intrude is one case.
func intrude(t *trial, k *kept, place string, x intruder) {
	removeAll(t.box.repo)
	t.must(copyTree(t.box.repo, k.dir))
	t.must(errors.Join(os.Mkdir(filepath.Join(t.box.outside, "dir"), 0o700),
		os.WriteFile(filepath.Join(t.box.outside, "dir", "theirs"), []byte("theirs"), 0o600),
		os.WriteFile(filepath.Join(t.box.outside, "file"), []byte("theirs"), 0o600)))
	path := filepath.Join(t.box.repo, filepath.FromSlash(place))
	if strings.Contains(place, "*") {
		found, err := filepath.Glob(path)
		t.must(err)
		if len(found) == 0 {
			t.must(fmt.Errorf("there is no %s", place))
		}
		path = found[0]
	}
	was, err := os.ReadFile(path)
	if err == nil {
		t.must(os.Remove(path))
	} else if info, err := os.Lstat(path); err == nil && info.IsDir() {
		t.must(os.Rename(path, filepath.Join(t.box.outside, "moved")))
	}
	t.must(os.MkdirAll(filepath.Dir(path), 0o700))
	t.must(x.put(t, path, was))
	t.did("%s: %s in its place", place, x.name)
	t.guard()
	commands := [][]string{{"status", "--json"}, {"index", "--check"}, {"index", "--quiet"}, {"def", "Hover1", "--json"}, {"session", "list"}, {"config", "show"}, {"doctor"}}
	t.rng.Shuffle(len(commands), func(i, j int) { commands[i], commands[j] = commands[j], commands[i] })
	for _, c := range commands {
		o := t.ci(c...)
		if o.code > 0 && len(o.out) == 0 && !o.clear() {
			t.found(Silent, "%s: status %d without a clear line: %s", o.call, o.code, excerpt(o.err))
		}
		if t.verdict >= Silent {
			return
		}
	}
	for _, q := range k.questions {
		t.compare(q.String(), t.ask(q), k.answers[q.String()])
	}
	// A session writes other files.
	t.dialogue([]string{"mcp", "--no-daemon"}, []toolCall{
		{"start_session", map[string]any{"intent": "MODIFY", "query": "birds fly"}},
		{"find_definitions", map[string]any{"symbol": "Hover1"}},
	})
	// Who may read what others wrote.
	t.modes(t.box.state())
}

// modes looks for files that others may read; a folder that is not ours is left alone.
func (t *trial) modes(dir string) {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() {
		return
	}
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() && (strings.HasSuffix(path, ".pack") || strings.HasSuffix(path, ".generation")) && info.Mode().Perm()&0o077 != 0 {
			t.found(Leak, "others may read %s: %v", path, info.Mode())
		}
		return nil
	})
}
