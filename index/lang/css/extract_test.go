package css

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeintel/index/lang"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func facts(t testing.TB, path string, src []byte) *lang.Facts {
	t.Helper()
	for _, l := range Languages() {
		for _, e := range l.Extensions {
			if !strings.HasSuffix(path, e) {
				continue
			}
			f, err := l.Extract(context.Background(), nil, lang.Input{Path: path, Src: src})
			if err != nil {
				t.Fatal(err)
			}
			if err := lang.Validate(f, len(src)); err != nil {
				t.Fatalf("%s: %v\n%s", path, err, lang.Dump(f))
			}
			return f
		}
	}
	t.Fatalf("no language reads %s", path)
	return nil
}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*css")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := lang.Dump(facts(t, file, src))
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
			t.Errorf("the facts are not those of %s (-update writes them):\n%s", golden, got)
		}
	}
}

// TestErrors: what cannot be read is counted, what can is not.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		path, src string
		errors    int
	}{
		{"a.css", ".a { b: c }", 0}, {"a.css", ".a { b: c", 1}, {"a.css", ".a { b: c }}", 1}, {"a.css", ".a { b c; d: e }", 1},
		{"a.css", "/* .a {", 1}, {"a.css", ".a { b: 'c\n; d: e }", 1}, {"a.css", "<!-- .a { } -->", 0}, {"a.css", ".a { --b: {c: d}; }", 0},
		{"a.css", ".a { *b: c; _d: e }", 0}, {"a.scss", ".a { b: { c: d } }", 0}, {"a.scss", "// }\n.a { #{$b}: c }", 0}, {"a.scss", "@mixin { }", 1},
	} {
		if f := facts(t, c.path, []byte(c.src)); f.ErrorNodes != c.errors {
			t.Errorf("%s: %d errors, want %d", c.src, f.ErrorNodes, c.errors)
		}
	}
}

// TestNames: escapes are read, and what is no name defines nothing.
func TestNames(t *testing.T) {
	for src, want := range map[string]string{
		`.a\:b {}`: ".a:b", `.\31 0 {}`: ".10", `.\000041 b {}`: ".Ab", `.1a {}`: "", `. a {}`: "", `.-a {}`: ".-a", `#ü {}`: "#ü",
		`.a\110000 {}`: ".a\uFFFD",
	} {
		f := facts(t, "a.css", []byte(src+"{}"))
		got := ""
		for d := range f.Defs {
			got += f.Name(f.OpenName(lang.DefID(d)))
		}
		if got != want {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
}

// TestDeep: nesting costs no stack, and time in proportion.
func TestDeep(t *testing.T) {
	for _, open := range []string{".a{", "(", "#{", "@media{", "&-b{", ".a,", "[", "$a:(", "@mixin a(", "@include a(", "\\", "\"#{"} {
		src := []byte(strings.Repeat(open, 100_000))
		f := facts(t, "a.scss", src)
		if strings.HasSuffix(open, "a{") && f.Truncated == "" {
			t.Errorf("%s: nothing was left out", open)
		}
		facts(t, "a.css", src)
	}
}

func FuzzExtract(f *testing.F) {
	files, err := filepath.Glob("testdata/*css")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	for _, s := range []string{"", "\xef\xbb\xbf", "#{", "\"#{\"", "@use \"", "@use 'a' as", "@mixin a($b:(", ".\\", "--a:{", "url(", "a.$b", "@extend .", "&\\", "@include a.", "v-bind('"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		facts(t, "a.css", src)
		facts(t, "a.scss", src)
		facts(t, "a.module.scss", src)
		b := lang.NewBuilder(len(src))
		r := NewReader(b, src)
		r.Script = func(start, end uint32) {
			if start >= end || int(end) > len(src) {
				t.Errorf("v-bind at %d to %d of %d", start, end, len(src))
			}
		}
		half := uint32(len(src) / 2)
		r.Sheet(0, half, SCSS, 0)
		r.Declarations(half, uint32(len(src)), 0)
		r.Classes(0, half, 0)
		r.ID(half, uint32(len(src)), 0)
		if err := lang.Validate(b.Finish(), len(src)); err != nil {
			t.Error(err)
		}
	})
}
