package css

import (
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages(Languages())

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t, "broken.css") }

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
		if f := tested.Facts(t, c.path, []byte(c.src)); f.ErrorNodes != c.errors {
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
		f := tested.Facts(t, "a.css", []byte(src+"{}"))
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
	const n = 100_000
	for _, path := range []string{"a.scss", "a.css"} {
		tested.Repeated(t, path, "", n, ".a{", "(", "#{", "@media{", "&-b{", ".a,", "[", "$a:(", "@mixin a(", "@include a(", "\\", "\"#{")
	}
	for _, open := range []string{".a{", "@media{"} {
		if f := tested.Facts(t, "a.scss", []byte(strings.Repeat(open, n))); f.Truncated == "" {
			t.Errorf("%s: nothing was left out", open)
		}
	}
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{
		Paths: []string{"a.css", "a.scss", "a.module.scss"},
		Seeds: []string{"#{", "\"#{\"", "@use \"", "@use 'a' as", "@mixin a($b:(", ".\\", "--a:{", "url(", "a.$b", "@extend .", "&\\", "@include a.", "v-bind('"},
		Also:  readParts,
	})
}

// readParts reads parts of a text as other languages do that hold styles.
func readParts(t *testing.T, src []byte) {
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
}
