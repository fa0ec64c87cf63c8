package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTree lists what is somebody's work, and asks of single paths whether they
// are, which must agree.
func TestTree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	runGit(t, dir, "init", "-q")
	for name, text := range map[string]string{
		".gitignore":                 "*.o\n.env\nlocal_settings.py\ncoverage.out\n/dist/\n/gen/\nnode_modules/\n",
		".code-intel/config.json":    `{"exclude_patterns": ["docs"], "source_dirs": ["src"]}`,
		".env":                       "KEY=1",
		".github/workflows/main.yml": "on: push",
		"a.o":                        "o",
		"coverage.out":               "mode: set",
		"dist/bundle.js":             "1",
		"dist/kept/page.js":          "1",
		"dist/other/page.js":         "1",
		"docs/a.md":                  "a",
		"gen/made.go":                "package gen",
		"local_settings.py":          "a = 1",
		"src/.gitignore":             "*.tmp\n",
		"src/a.go":                   "package a",
		"src/b.tmp":                  "b",
		"src/node_modules/x/x.js":    "1",
		"big.bin":                    "\x00\x01",
		"nested/a.txt":               "its own",
	} {
		write(t, dir, name, text)
	}
	if err := os.Symlink("src", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	runGit(t, dir, "add", "-f", "dist/kept/page.js", "src/a.go")
	runGit(t, dir, "commit", "-qm", "a")
	runGit(t, filepath.Join(dir, "nested"), "init", "-q")
	runGit(t, dir, "worktree", "add", "-q", "beside")
	runGit(t, dir, "update-server-info") // git gc does that
	tree, err := ReadTree(t.Context(), dir, Env{})
	if err != nil || len(tree.Failed) > 0 {
		t.Fatal(err, tree)
	}
	var got []string
	for _, f := range tree.Files {
		got = append(got, f.Path)
	}
	want := strings.Fields(".env .github/workflows/main.yml .gitignore big.bin dist/kept/page.js docs/a.md link local_settings.py nested/.git nested/.git/config nested/.git/info/exclude nested/a.txt src/.gitignore src/a.go")
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	for _, f := range tree.Files {
		info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(f.Path)))
		if err != nil {
			t.Fatal(err)
		}
		want := NewMark(info)
		if info.IsDir() { // of a repository in the folder, whose own times say nothing
			want = Mark{Inode: want.Inode, Mode: want.Mode}
		}
		if f.Mark != want || f.Mark.Mode.IsRegular() == (f.Path == "link" || f.Path == "nested/.git") {
			t.Errorf("%+v", f)
		}
	}
	var own []string
	for _, f := range tree.Git {
		own = append(own, f.Path)
		if info, err := os.Lstat(tree.File(dir, f.Path)); err != nil || f.Mark != NewMark(info) {
			t.Errorf("%+v, %v", f, err)
		}
	}
	if want := []string{".git/config", ".git/info/exclude"}; !slices.Equal(own, want) {
		t.Errorf("%q, want %q", own, want)
	}
	if beside, err := ReadTree(t.Context(), filepath.Join(dir, "beside"), Env{}); err != nil || !slices.Equal(beside.Git, tree.Git) {
		t.Errorf("%+v, %v", beside.Git, err)
	}
	err = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		p := filepath.ToSlash(rel)
		in, err := InTree(dir, p, Env{})
		if err != nil || in != slices.Contains(want, p) {
			t.Errorf("%s: %t, %v", p, in, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range map[string]bool{"src/a.go": true, "dist/kept/page.js": true, ".env": false, "docs/a.md": false, "nested/a.txt": false, "beside/src/a.go": true, "none": false} {
		if got := Tracked(filepath.Join(dir, filepath.FromSlash(p))); got != want {
			t.Errorf("%s is tracked: %t", p, got)
		}
	}
	for p, want := range map[string]bool{
		"new.go": true, "new/deep/a.go": true, "dist/new.js": false, "dist/kept/new.js": false, "src/node_modules": true, "src/node_modules/a": false,
		"b.o": false, "new/.env": true, "beside/new.go": false, "nested/new.txt": true, ".code-intel/x": false, "new/.git": true, "new/.git/config": true, "new/.git/HEAD": false,
	} {
		if in, err := InTree(dir, p, Env{}); err != nil || in != want {
			t.Errorf("%s: %t, %v", p, in, err)
		}
	}
}
