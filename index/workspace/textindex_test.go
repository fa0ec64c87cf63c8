package workspace

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	exact "codeintel/index/internal/text"
)

// keepText keeps the text of a folder as a process would an hour later: no time is
// too young to be trusted.
func keepText(t testing.TB, dir string, env Env) {
	t.Helper()
	w, err := Open(dir, Options{Env: env, clock: func() time.Time { return time.Now().Add(time.Hour) }})
	if err == nil {
		err = w.KeepText(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	tick(t, dir)
}

// tick waits until the file system's clock has gone on.
func tick(t testing.TB, dir string) {
	t.Helper()
	probe := filepath.Join(dir, StateDir, "probe")
	if err := os.MkdirAll(filepath.Dir(probe), 0o777); err != nil {
		t.Fatal(err)
	}
	last := stamp{}
	for n := 0; ; n++ {
		if err := os.WriteFile(probe, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		now, _, err := lstat(probe)
		if err != nil {
			t.Fatal(err)
		}
		if n > 0 && now.mtime != last.mtime {
			break
		}
		last = now
	}
	if err := os.Remove(probe); err != nil {
		t.Fatal(err)
	}
}

// published are the names of what the index of the text has published.
func published(t testing.TB, dir, below string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(below), "*.generation"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	return filepath.Base(names[0])
}

// A search finds the same with and without the index on disk, before and after
// the files have changed; and it reads fewer.
func TestKeptText(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(goTrees(t)[0])); err != nil {
		t.Fatal(err)
	}
	keepText(t, dir, SystemEnv())
	r := rand.New(rand.NewPCG(3, 3))
	gen := newGenerator(t, r, dir)
	spared := 0
	compare := func(when string) {
		kept, err := OpenText(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer kept.Close()
		for range 15 {
			s := gen.search()
			want, err := s.ours(t, dir)
			s.opts.Index = kept
			got, err2 := s.ours(t, dir)
			if (err == nil) != (err2 == nil) || !slices.Equal(got, want) {
				t.Errorf("%s: %q: %d lines (%v), without the index %d (%v)", when, s.args(), len(got), err2, len(want), err)
			}
			if err == nil {
				s.opts.Env = SystemEnv()
				report, err := Search(context.Background(), dir, s.q, s.opts, func(*TextFile) bool { return true })
				if err != nil {
					t.Fatal(err)
				}
				spared += report.Spared
			}
		}
	}
	compare("fresh")
	if spared == 0 {
		t.Error("the index spared no file")
	}
	var names []string
	if err := filepath.WalkDir(dir, func(p string, e os.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && !strings.Contains(p, StateDir) {
			names = append(names, p)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for i, p := range names {
		src, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		other, err := os.ReadFile(names[(i+1)%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		switch i % 5 {
		case 0:
			err = os.WriteFile(p, other, 0o666)
		case 1:
			err = os.WriteFile(p+".more", src, 0o666)
		case 2:
			err = os.Remove(p)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	compare("after changes")
	base := published(t, dir, baseDir)
	keepText(t, dir, SystemEnv())
	compare("when the changes are kept")
	if published(t, dir, baseDir) == base {
		t.Error("most files have changed, and the base is the same")
	}
}

// A few changes are only looked at; more are indexed beside the base, which is
// made anew when they are many. An unchanged folder is not written again.
func TestKeptTextGrows(t *testing.T) {
	dir := t.TempDir()
	name := func(i int) string { return fmt.Sprintf("%02d/%04d.txt", i%50, i) }
	files := map[string]string{"bin": "one\x00two", "nothing": ""}
	const all = 3000
	for i := range all {
		files[name(i)] = fmt.Sprintf("text of number %d\n", i)
	}
	writeTree(t, dir, files)
	keepText(t, dir, Env{})
	change := func(from, to int) {
		t.Helper()
		files := map[string]string{}
		for i := from; i < to; i++ {
			files[name(i)] = fmt.Sprintf("changed %d\n", i)
		}
		writeTree(t, dir, files)
		tick(t, dir)
	}
	// search says how many files are read that don't have the word.
	search := func(word string, want int) int {
		t.Helper()
		kept, err := OpenText(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer kept.Close()
		found := 0
		report, err := Search(context.Background(), dir, TextQuery{Patterns: []string{word}}, TextOptions{Index: kept}, func(*TextFile) bool {
			found++
			return true
		})
		if err != nil || found != want || report.Files+report.Spared != all+2 {
			t.Errorf("%s is in %d files, want %d; %+v (%v)", word, found, want, report, err)
		}
		return report.Files - found
	}
	list, base := published(t, dir, textDir), published(t, dir, baseDir)
	before := 0
	for _, step := range []struct {
		changed    int // of the first files, all together
		list, base bool
		unread     int // that is left
	}{
		{0, false, false, 0},
		{minChanged, false, false, minChanged},
		{200, true, false, 0},
		{220, false, false, 20},
		{300, true, false, 0},
		{all/recentShare + 100, true, true, 0},
		{all, true, true, 0},
	} {
		change(before, step.changed)
		before = step.changed
		search("changed", step.changed)
		keepText(t, dir, Env{})
		newList, newBase := published(t, dir, textDir), published(t, dir, baseDir)
		if step.list != (newList != list) || step.base != (newBase != base) {
			t.Errorf("%d changed: the list is new: %t, the base: %t", step.changed, newList != list, newBase != base)
		}
		list, base = newList, newBase
		search("changed", step.changed)
		if read := search("nosuchword", 0); read != step.unread {
			t.Errorf("%d changed: %d files are read for nothing, want %d", step.changed, read, step.unread)
		}
	}
	// What is lost is made again.
	if err := os.Remove(filepath.Join(dir, filepath.FromSlash(baseDir), base)); err != nil {
		t.Fatal(err)
	}
	if read := search("nosuchword", 0); read != all+2 {
		t.Errorf("without a base %d files are read", read)
	}
	keepText(t, dir, Env{})
	if read := search("nosuchword", 0); read != 0 {
		t.Errorf("with a new base %d files are read", read)
	}
}

// Nothing that happens to a folder is missed, by a list of any age.
func TestKeptTextFollows(t *testing.T) {
	home := t.TempDir()
	env := Env{Getenv: func(name string) string { return map[string]string{"HOME": home}[name] }}
	base := map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".git/info/exclude": "excluded*\n", ".gitignore": "*.log\nbuild/\n",
		"a.txt": "x one\n", "excluded.txt": "x\n", "sub/b.txt": "x\n", "sub/deep/c.txt": "x\n", "sub/deep/d.go": "x\n", "other/e.txt": "x\n", ".hidden.txt": "x\n",
		".folder/f.txt": "x\n", "sub/g.log": "x\n", "build/h.txt": "x\n", "build/deep/i.txt": "x\n", "bin": "y\n\x00x\n", "inner/j.log": "x\n", "name/k.txt": "x\n",
	}
	type step struct {
		name  string
		write map[string]string
		do    func(dir string) error
	}
	in := func(dir, name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	steps := []step{
		{"a new file", map[string]string{"sub/new.txt": "x\n"}, nil},
		{"an edit in place", map[string]string{"other/e.txt": "y\n"}, nil},
		{"and back", map[string]string{"other/e.txt": "x\n"}, nil},
		{"other content with the old time", nil, func(dir string) error {
			info, err := os.Stat(in(dir, "a.txt"))
			if err == nil {
				err = errors.Join(os.WriteFile(in(dir, "a.txt"), []byte("y two\n"), 0o666), os.Chtimes(in(dir, "a.txt"), info.ModTime(), info.ModTime()))
			}
			return err
		}},
		{"a file goes", nil, func(dir string) error { return os.Remove(in(dir, "sub/deep/c.txt")) }},
		{"a file is renamed", nil, func(dir string) error { return os.Rename(in(dir, "sub/b.txt"), in(dir, "sub/bb.go")) }},
		{"a file is replaced", nil, func(dir string) error {
			return errors.Join(os.WriteFile(in(dir, "sub/tmp"), []byte("x\nx\n"), 0o666), os.Rename(in(dir, "sub/tmp"), in(dir, "sub/deep/d.go")))
		}},
		{"a folder is renamed", nil, func(dir string) error { return os.Rename(in(dir, "sub/deep"), in(dir, "sub/deeper")) }},
		{"new ignore files", map[string]string{"sub/.gitignore": "bb.go\n!g.log\n", "other/.ignore": "e.txt\n", ".rgignore": "name\n"}, nil},
		{"an ignore file changes", map[string]string{"sub/.gitignore": "deeper\n", ".gitignore": "*.log\n"}, nil},
		{"an ignore file goes", nil, func(dir string) error { return os.Remove(in(dir, ".rgignore")) }},
		{"the exclude file changes", map[string]string{".git/info/exclude": "a.txt\n"}, nil},
		{"the user's ignore file", nil, func(string) error {
			return errors.Join(os.MkdirAll(in(home, ".config/git"), 0o777), os.WriteFile(in(home, ".config/git/ignore"), []byte("*.go\n"), 0o666))
		}},
		{"and its change", nil, func(string) error { return os.WriteFile(in(home, ".config/git/ignore"), []byte("new*\n"), 0o666) }},
		{"a repository inside", map[string]string{"inner/.git/HEAD": "ref: refs/heads/main\n"}, nil},
		{"configuration", map[string]string{".code-intel/config.json": `{"exclude_patterns": ["other/"]}`}, nil},
		{"no configuration", nil, func(dir string) error { return os.Remove(in(dir, ".code-intel/config.json")) }},
		{"a folder in place of a file", nil, func(dir string) error {
			return errors.Join(os.Remove(in(dir, "bin")), os.Mkdir(in(dir, "bin"), 0o777), os.WriteFile(in(dir, "bin/x"), []byte("x"), 0o666))
		}},
		{"a link in place of a file", nil, func(dir string) error {
			return errors.Join(os.Remove(in(dir, "name/k.txt")), os.Symlink("../a.txt", in(dir, "name/k.txt")))
		}},
		{"a folder goes", nil, func(dir string) error { return os.RemoveAll(in(dir, "sub")) }},
		{"no repository any more", nil, func(dir string) error { return os.RemoveAll(in(dir, ".git")) }},
		{"ignored files change", map[string]string{"build/h.txt": "xx\n", "build/new.txt": "x\n", "inner/new.log": "x\n"}, nil},
	}
	for _, again := range []bool{false, true} {
		dir := t.TempDir()
		if err := os.RemoveAll(in(home, ".config")); err != nil {
			t.Fatal(err)
		}
		writeTree(t, dir, base)
		tick(t, dir)
		keepText(t, dir, env)
		for _, step := range steps {
			writeTree(t, dir, step.write)
			if step.do != nil {
				if err := step.do(dir); err != nil {
					t.Fatal(step.name, err)
				}
			}
			tick(t, dir)
			kept, err := OpenText(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, opts := range []TextOptions{
				{}, {Path: "sub"}, {Path: "build"}, {Path: "sub/deep"}, {Path: "inner"}, {Path: "a.txt"}, {Globs: []string{"*.txt"}}, {Globs: []string{"!sub"}}, {Globs: []string{"build/**"}},
				{Globs: []string{"*.log", "!g*"}}, {Types: []string{"txt"}}, {NotTypes: []string{"txt"}}, {Globs: []string{"b*"}},
			} {
				for _, word := range []string{"x", "one", "two", ""} {
					var found [2][]string
					for i, index := range []*KeptText{nil, kept} {
						opts.Env, opts.Index = env, index
						report, err := Search(context.Background(), dir, TextQuery{Patterns: []string{word}}, opts, func(f *TextFile) bool {
							found[i] = append(found[i], f.Path)
							for _, l := range f.Lines {
								found[i] = append(found[i], string(l.Text))
							}
							return true
						})
						if err != nil && opts.Path == "" || err == nil && len(report.Warnings)+len(report.Failed) > 0 {
							t.Fatal(step.name, err, report)
						}
					}
					if !slices.Equal(found[0], found[1]) {
						opts.Env, opts.Index = Env{}, nil
						t.Errorf("%s: %q with %+v: found %q, without the list %q", step.name, word, opts, found[1], found[0])
					}
				}
			}
			kept.Close()
			if again {
				keepText(t, dir, env)
			}
		}
	}
}

// A damaged index of text is an error, not an answer.
func FuzzKeptText(f *testing.F) {
	dir := f.TempDir()
	writeTree(f, dir, map[string]string{"a.txt": "some text\n", "sub/b.txt": "more text\n", ".git/HEAD": "", ".gitignore": "*.log\n"})
	keepText(f, dir, Env{})
	read := func(below string) []byte {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(below), published(f, dir, below)))
		if err != nil {
			f.Fatal(err)
		}
		return data[:len(data)-36] // the foot of the store
	}
	base := read(baseDir)
	pattern, err := exact.Compile(context.Background(), TextQuery{Patterns: []string{"some"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(read(textDir))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		head, err := decodeTextHead(data)
		if err != nil {
			return
		}
		for _, base := range [][]byte{nil, base} {
			kept, err := head.open(base)
			if err != nil {
				continue
			}
			if found, err := kept.candidates(pattern.Plan()); err == nil && found != nil {
				for _, f := range kept.list.folders {
					for i := range f.entries {
						found.may(&f.entries[i])
					}
				}
			}
			again, err := decodeTextList(kept.list.append(nil), [...]uint32{segmentBase: 1 << 30, segmentRecent: 1 << 30, segmentUnread: 1})
			if err != nil || len(again.folders) != len(kept.list.folders) {
				t.Fatal("what is written can't be read", err)
			}
		}
	})
}
