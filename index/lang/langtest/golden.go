package langtest

import (
	"flag"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Updating says whether golden files are to be rewritten.
func Updating() bool { return *update }

// fixtures are the paths of the files in the folder that are to be read: all but
// the golden ones.
func fixtures(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, e := range entries {
		if e.Type().IsRegular() && path.Ext(e.Name()) != ".facts" {
			files = append(files, path.Join(dir, e.Name()))
		}
	}
	return files
}

// Golden compares the facts of each file in testdata with the .facts beside it,
// which -update writes. Each language has such a file. Those that broken names
// have places that can't be read, and no others.
func (ls Languages) Golden(t *testing.T, broken ...string) {
	ls.complete(t, "testdata")
	for _, file := range fixtures(t, "testdata") {
		t.Run(path.Base(file), func(t *testing.T) { ls.golden(t, file, slices.Contains(broken, path.Base(file))) })
	}
}

// complete checks that each language reads a file of the folder, and that each
// golden file is that of a file.
func (ls Languages) complete(t testing.TB, dir string) {
	t.Helper()
	read := map[*lang.Language]bool{}
	for _, file := range fixtures(t, dir) {
		read[ls.Of(t, file)] = true
	}
	for _, l := range ls {
		if !read[l] {
			t.Errorf("%s has no file in %s", l.Name, dir)
		}
	}
	golden, err := fs.Glob(os.DirFS(dir), "*.facts")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range golden {
		if _, err := os.Stat(path.Join(dir, strings.TrimSuffix(g, ".facts"))); err != nil {
			t.Errorf("%s/%s is of no file", dir, g)
		}
	}
}

// golden compares the facts of one file, read twice by one parser.
func (ls Languages) golden(t testing.TB, file string, broken bool) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	var dumps [2]string
	for i := range dumps {
		f, err := extract(t, p, ls.Of(t, file), file, src)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if broken != (f.ErrorNodes > 0) {
			t.Errorf("%s: %d places can't be read", file, f.ErrorNodes)
		}
		dumps[i] = lang.Dump(f)
	}
	got := dumps[0]
	if dumps[1] != got {
		t.Errorf("%s: read again, the facts are others:\n%s", file, Diff(got, dumps[1]))
	}
	golden := file + ".facts"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the facts are not those of %s (-update writes them):\n%s", golden, Diff(string(want), got))
	}
}

// Diff shows what lines stand in one of two texts only, "- " before those of
// want and "+ " before those of got, or that the same lines stand in another
// order.
func Diff(want, got string) string {
	count := func(text string) map[string]int {
		n := map[string]int{}
		for l := range strings.Lines(text) {
			n[l]++
		}
		return n
	}
	var b strings.Builder
	only := func(sign, text string, other map[string]int) {
		for l := range strings.Lines(text) {
			if other[l]--; other[l] < 0 {
				b.WriteString(sign + strings.TrimSuffix(l, "\n") + "\n")
			}
		}
	}
	only("- ", want, count(got))
	only("+ ", got, count(want))
	if b.Len() == 0 && want != got {
		return "the same lines in another order\n"
	}
	return b.String()
}
