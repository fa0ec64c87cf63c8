package langtest

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"codeintel/index/lang/ts"
)

// Fuzzing is how extractors are fuzzed.
type Fuzzing struct {
	// Paths are the names of the files that an input is read as, and so the
	// languages that read it; where there are none, one name for each language.
	Paths []string
	// Seeds are inputs beside those that all languages have.
	Seeds []string
	// Also checks more with each input; nil for nothing.
	Also func(t *testing.T, src []byte)
}

// maxInput is how many bytes an input has at most: longer ones find nothing that
// shorter ones don't.
const maxInput = 1 << 16

// navFixtures is where a language's tests, which run in its folder, find the
// archives that show what names mean.
const navFixtures = "../../../testdata/nav"

// hostile are inputs that few languages expect.
func hostile() []string {
	seeds := []string{
		"", "\xef\xbb\xbf", "\xff\xfe\x00", "\x00", "a\r\nb\r", "é\u2028\U0001d4b3\xc3\n", "\"", "'", "`", "\\", "#!", "/*", "<!--", "\"\" '' `` :\n::\n", "((((\xff\x00}}}}",
	}
	for _, unit := range []string{"(", "[", "{", "<", "a.", "{a:[", " a\n\t"} {
		seeds = append(seeds, strings.Repeat(unit, 300))
	}
	return seeds
}

// Fuzz is the body of a package's FuzzExtract. An input of any bytes becomes
// facts that are valid, and the same where chunks are asked for; one parser reads them all. What every language starts
// with are the files of its testdata and of testdata/nav that it or its family
// reads, whole, cut and with other line ends, and texts that few expect.
func (ls Languages) Fuzz(f *testing.F, how Fuzzing) {
	paths := how.Paths
	if len(paths) == 0 {
		for _, l := range ls {
			paths = append(paths, "a"+l.Extensions[0])
		}
	}
	add := func(which int, src []byte) {
		if len(src) > maxInput {
			f.Fatalf("a seed of %d bytes is longer than what is read", len(src))
		}
		if len(paths) == 1 {
			f.Add(src)
		} else {
			f.Add(uint8(which), src)
		}
	}
	for i := range paths {
		for _, s := range slices.Concat(hostile(), how.Seeds) {
			add(i, []byte(s))
		}
	}
	for _, file := range ls.files(f) {
		family := ls.Of(f, file.Name).Family
		for i, p := range paths {
			if ls.Of(f, p).Family == family {
				add(i, file.Data)
				add(i, file.Data[:len(file.Data)/2])
				add(i, bytes.ReplaceAll(file.Data, []byte("\n"), []byte("\r\n")))
			}
		}
	}
	parser := ts.NewParser(ts.Limits{Nodes: 1 << 20, Time: time.Second})
	f.Cleanup(parser.Close)
	read := func(t *testing.T, path string, src []byte) {
		if len(src) > maxInput {
			return
		}
		f, err := extract(t, parser, ls.Of(t, path), path, src)
		if err == nil {
			err = rich(t, parser, ls.Of(t, path), path, src, f)
		}
		if err != nil && !errors.Is(err, ts.ErrHalted) && !errors.Is(err, ts.ErrTooManyNodes) {
			t.Fatalf("%s: %v", path, err)
		}
		if how.Also != nil {
			how.Also(t, src)
		}
	}
	if len(paths) == 1 {
		f.Fuzz(func(t *testing.T, src []byte) { read(t, paths[0], src) })
		return
	}
	f.Fuzz(func(t *testing.T, which uint8, src []byte) { read(t, paths[int(which)%len(paths)], src) })
}

// files are the fixtures of testdata, and those files of testdata/nav that the
// languages read.
func (ls Languages) files(t testing.TB) []txtar.File {
	t.Helper()
	var all []txtar.File
	var own []string // what is no language's folder has none
	if _, err := os.Stat("testdata"); !errors.Is(err, fs.ErrNotExist) {
		own = fixtures(t, "testdata")
	}
	for _, name := range own {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, txtar.File{Name: name, Data: src})
	}
	archives := os.DirFS(navFixtures)
	names, err := fs.Glob(archives, "*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(archives, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range txtar.Parse(data).Files {
			if ls.find(file.Name) != nil {
				all = append(all, file)
			}
		}
	}
	return all
}
