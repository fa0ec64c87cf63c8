package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeTree writes files; a name that ends in "/" is a folder, a content
// "-> x" a symbolic link to x.
func writeTree(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(p), 0o777)
		if err == nil {
			if target, link := strings.CutPrefix(content, "-> "); link {
				err = os.Symlink(target, p)
			} else if strings.HasSuffix(name, "/") {
				err = os.MkdirAll(p, 0o777)
			} else {
				err = os.WriteFile(p, []byte(content), 0o666)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// filled is a long text of short lines.
func filled(n int) string { return strings.Repeat("a line with x in it\n", n) }

// TestRipgrepFiles compares which files are searched, and how far, with ripgrep.
func TestRipgrepFiles(t *testing.T) {
	rg := ripgrep(t)
	inGit := map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".git/config": "[core]\n", ".git/info/exclude": "excluded.txt\n/top-only\n",
		".gitignore": "*.log\n!keep.log\nbuild/\n/anchored\ndeep/**/x.txt\ntrailing \n\\#hash\n[ab].c\nq?.c\n",
		".ignore":    "ignored-by-ignore\n!b.log\n", ".rgignore": "ignored-by-rg\n!ignored-by-ignore/in.txt\n",
		"a.log": "x", "b.log": "x", "keep.log": "x", "build/x.txt": "x", "sub/build/x.txt": "x", "sub/build.txt": "x", "anchored": "x",
		"sub/anchored": "x", "deep/x.txt": "x", "deep/er/x.txt": "x", "deep/er/y.txt": "x", "trailing": "x", "#hash": "x", "a.c": "x", "c.c": "x",
		"q1.c": "x", "ignored-by-ignore/in.txt": "x", "ignored-by-rg": "x", "excluded.txt": "x", "sub/excluded.txt": "x", "top-only": "x",
		"sub/top-only": "x", ".hidden": "x", ".hidden-dir/a.txt": "x", "sub/.hidden": "x", "sub/.ignore": "!.shown\nlocal\n", "sub/.shown": "x",
		"sub/local": "x", "sub/.gitignore": "!*.log\nsecond\n", "sub/c.log": "x", "sub/second": "x",
		"inner/.git/HEAD": "ref: refs/heads/main\n", "inner/a.log": "x", "inner/.gitignore": "own\n", "inner/own": "x", "inner/sub/a.log": "x",
		"link.txt": "-> c.c", "linked": "-> sub", "empty": "", ".code-intel/data.txt": "x", "sp ace/ü.txt": "x\nü",
	}
	noGit := map[string]string{
		".gitignore": "*.log\n", ".ignore": "*.tmp\n", "a.log": "x", "a.tmp": "x", "sub/.gitignore": "b\n", "sub/b": "x",
		"repo/.git/HEAD": "ref: refs/heads/main\n", "repo/.gitignore": "c\n", "repo/c": "x", "repo/a.log": "x", "repo/d": "x",
	}
	contents := map[string]string{
		"crlf":       "x\r\nend\r\n\r\nx",
		"bom":        "\xef\xbb\xbfx at the start\nx",
		"utf16le":    "\xff\xfex\x00\n\x00y\x00x\x00\xac\x20\n\x00",
		"utf16be":    "\xfe\xff\x00x\x00\n\x20\xac\x00x",
		"utf16bad":   "\xff\xfex\x00\x3d\xd8x\x00\n\x00x\x00y",
		"utf16nul":   "\xff\xfex\x00\n\x00\x00\x00x\x00",
		"utf16short": "\xff\xfe",
		"latin1":     "caf\xe9 x\nx \xff\xfe x\n\xe9",
		"cut":        "x \xe2\x82\n\xe2\x82\xacx",
		"long":       strings.Repeat("x ", 200000) + "\n" + strings.Repeat("y ", 100000) + "x",
		"blank":      "\n\n\n",
		"no-end":     "x\nx",
		"tabs":       "\tx\n\vx\n\fx\n",
	}
	// ripgrep's buffer stays as large as a file's longest line has made it, so a
	// binary file with a long line is searched alone.
	long := map[string]string{"nul": strings.Repeat("x", 100000) + "\n" + filled(10) + "\x00\n" + filled(10), "z": "x\n"}
	longer := map[string]string{"nul": filled(3300) + strings.Repeat("x", 300000) + "\n" + filled(10000) + "\x00\n" + filled(10)}
	nul := map[string]string{
		"nul":          "x\n\x00x\n",
		"nul-early":    "x\n\nx\x00x\n",
		"nul-late":     filled(5000) + "\x00 x\n" + filled(10),
		"nul-64k":      filled(3277)[:65536-1] + "\x00",
		"nul-64k-more": filled(3277) + "\x00",
		"nul-later":    filled(30000) + "\x00 x\n" + filled(10),
	}
	for name, files := range map[string]map[string]string{"git": inGit, "none": noGit, "contents": contents, "nul": nul, "long": long, "longer": longer} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			writeTree(t, dir, files)
			found := 0
			for _, s := range []search{
				{q: TextQuery{Patterns: []string{"x"}}},
				{q: TextQuery{Patterns: []string{"^x"}}},
				{q: TextQuery{Patterns: []string{"x$"}}},
				{q: TextQuery{Patterns: []string{"."}}},
				{q: TextQuery{Patterns: []string{""}}},
				{q: TextQuery{Patterns: []string{`\W`}}},
				{q: TextQuery{Patterns: []string{`\bx\b`}}},
				{q: TextQuery{Patterns: []string{"x"}, Word: true}},
				{q: TextQuery{Patterns: []string{"x"}, Line: true}},
				{q: TextQuery{Patterns: []string{"x"}, Invert: true}},
				{q: TextQuery{Patterns: []string{"€|\uFFFD"}}},
				{q: TextQuery{Patterns: []string{"end"}}, opts: TextOptions{Before: 1, After: 2}},
				{q: TextQuery{Patterns: []string{"x"}}, opts: TextOptions{Globs: []string{"!sub/**"}}},
				{q: TextQuery{Patterns: []string{"x"}}, opts: TextOptions{Globs: []string{".hidden", "*.log"}}},
				{q: TextQuery{Patterns: []string{"x"}}, opts: TextOptions{Globs: []string{"sub/"}}},
				{q: TextQuery{Patterns: []string{"x"}}, opts: TextOptions{Types: []string{"txt", "c"}}},
				{q: TextQuery{Patterns: []string{"x"}}, opts: TextOptions{NotTypes: []string{"log"}}},
			} {
				_, n := s.compare(t, rg, dir)
				found += n
			}
			if found == 0 {
				t.Error("nothing was found")
			}
		})
	}
}

// TestGlobs compares globs with ripgrep's.
func TestGlobs(t *testing.T) {
	rg := ripgrep(t)
	dir := t.TempDir()
	files := map[string]string{}
	for _, name := range []string{"a.go", "b.go", "a_test.go", "x.txt", "README", "a,b", "a{b}", "a-b", "a]b", "[x]", "sp ace", "é.go", "ab", "abc", "A.GO", "a.b.go"} {
		for _, d := range []string{"", "a/", "a/b/", "a/b/c/", "foo/", "foo/bar/", "x.go/"} {
			files[d+name] = "x\n"
		}
	}
	writeTree(t, dir, files)
	found := 0
	for _, g := range []string{
		"*.go", "!*.go", "/*.go", "a/*.go", "a/**", "a/**/c/*", "**/b/*.go", "**", "**/", "/**", "**/*", "a/**/", "a/**/**/*.go", "a**/x.txt", "**a", "a**",
		"foo/", "/foo", "foo", "!foo", "foo/bar", "bar/", "*/bar/*", "[ab].go", "[!ab].go", "[^ab].go", "[a-c]*", "[]]*", "a[]]b", "[-a]b", "a[,-]b", "{a,b}.go",
		"{a,}b", "{a,b", "a}", "{a,{b,c}}", "a\\{b\\}", "\\[x\\]", "a?b", "?.go", "??.go", "é.go", "sp ace", "sp*", "a,b", "*.{go,txt}", "{**/a,b}/*.go", "{a/**,foo}",
		"a/{b,c}/**", "*", "!*", "", "#a", "\\#a", "!", "[", "[b-a]", "\\", "a/", "x.go/", "x.go", "*.g[o]", "A.*", "**/b/c/**", "a/b/c", "/a/b/*", "./a.go", "a//b",
	} {
		for _, more := range [][]string{nil, {"!a.go"}, {"a.go"}} {
			s := search{q: TextQuery{Patterns: []string{"x"}}, opts: TextOptions{Globs: append([]string{g}, more...)}}
			_, n := s.compare(t, rg, dir)
			found += n
		}
	}
	if found == 0 {
		t.Error("nothing was found")
	}
}

func searchText(t *testing.T, dir string, q TextQuery, opts TextOptions) string {
	t.Helper()
	var out []string
	report, err := Search(context.Background(), dir, q, opts, func(f *TextFile) bool {
		s := f.Path
		for _, l := range f.Lines {
			s += fmt.Sprintf(" %d", l.Number)
		}
		if f.NUL >= 0 {
			s += fmt.Sprintf(" NUL %d", f.NUL)
		}
		out = append(out, s)
		return true
	})
	if err != nil || len(report.Failed) > 0 {
		t.Fatal(err, report)
	}
	return strings.Join(out, ", ")
}

func TestSearch(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{
		"b.txt": "one\ntwo", "a/x": "one", "a.b": "one", "a0": "one", "B": "one", ".h": "one", "skip/x": "one", "src/y": "one",
		"bin": "one\x00one\n", "big": filled(4000) + "\x00 one\n", "only/bin": "one\n\x00\none",
	})
	one := TextQuery{Patterns: []string{"one"}}
	for _, c := range []struct {
		opts TextOptions
		want string
	}{
		{TextOptions{}, "B 1, a 1, a.b 1, a0 1, b.txt 1, skip/x 1, src/y 1"},
		{TextOptions{Path: "a"}, "a/x 1"},
		{TextOptions{Path: "a/"}, "a/x 1"},
		{TextOptions{Path: "."}, "B 1, a/x 1, a.b 1, a0 1, b.txt 1, skip/x 1, src/y 1"},
		{TextOptions{Path: ".h"}, ".h 1"},
		{TextOptions{Path: "bin"}, "bin NUL 3"},
		{TextOptions{Path: "big"}, "big NUL 80000"},
		{TextOptions{Config: &Config{SourceDirs: []string{"src"}}}, "src/y 1"},
	} {
		c.want = strings.ReplaceAll(c.want, "a 1,", "a/x 1,")
		for _, jobs := range []int{1, 3} {
			c.opts.Jobs = jobs
			if got := searchText(t, dir, one, c.opts); got != c.want {
				t.Errorf("%+v: %s, want %s", c.opts, got, c.want)
			}
		}
	}
	writeTree(t, dir, map[string]string{".code-intel/config.json": `{"exclude_patterns": ["skip/", "a*"]}`})
	if got, want := searchText(t, dir, one, TextOptions{}), "B 1, b.txt 1, src/y 1"; got != want {
		t.Errorf("with exclude_patterns: %s, want %s", got, want)
	}
	for _, opts := range []TextOptions{
		{Path: "none"}, {Path: "../x"}, {Path: "/"}, {Globs: []string{"["}}, {Types: []string{"nope"}}, {NotTypes: []string{"nope"}},
	} {
		if _, err := Search(context.Background(), dir, one, opts, nil); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v", opts, err)
		}
	}
	if _, err := Search(context.Background(), filepath.Join(dir, "none"), one, TextOptions{}, nil); err == nil {
		t.Error("there is no such folder")
	}
}

// TestSearchStops ends a search from inside and from outside.
func TestSearchStops(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{}
	for i := range 400 {
		files[fmt.Sprintf("%03d.txt", i)] = "x\n"
	}
	writeTree(t, dir, files)
	n := 0
	if _, err := Search(context.Background(), dir, TextQuery{Patterns: []string{"x"}}, TextOptions{}, func(f *TextFile) bool {
		if f.Path != fmt.Sprintf("%03d.txt", n) {
			t.Errorf("%s is number %d", f.Path, n)
		}
		n++
		return n < 5
	}); err != nil || n != 5 {
		t.Errorf("%d files (%v)", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n = 0
	_, err := Search(ctx, dir, TextQuery{Patterns: []string{"x"}}, TextOptions{}, func(*TextFile) bool {
		n++
		cancel()
		return true
	})
	if !errors.Is(err, context.Canceled) || n != 1 {
		t.Errorf("%d files (%v)", n, err)
	}
}

// FuzzGlob reads anything as a glob and matches a path with it.
func FuzzGlob(f *testing.F) {
	f.Add("a/**/{b,[!c-d]?}*/\\x", "a/q/be/x")
	f.Add("!/**/é**", "é/x")
	f.Fuzz(func(t *testing.T, glob, path string) {
		if len(glob) > 200 || len(path) > 200 {
			return
		}
		o, err := newOverride([]string{glob})
		if err != nil {
			return
		}
		for _, dir := range []bool{false, true} {
			if v := o.match(path, dir); v == included && !o.only || v == excluded && !dir && len(o.globs) == 0 {
				t.Fatalf("%q on %q: %d", glob, path, v)
			}
		}
	})
}
