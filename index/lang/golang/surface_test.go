package golang

import (
	"context"
	"slices"
	"testing"

	"codeintel/index/lang"
)

// shown is the surface of a text by name; "" is the head, "!" a broken file.
func shown(t *testing.T, src string) map[string]uint32 {
	t.Helper()
	f, err := extract(context.Background(), nil, lang.Input{Path: "a.go", Src: []byte(src)})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Surface) == 0 {
		t.Fatalf("%s: no surface", src)
	}
	out := map[string]uint32{}
	for i, s := range f.Surface {
		switch {
		case s.Def >= 0:
			out[shownName(f, s.Def)] = s.Hash
		case i == 0:
			out[""] = s.Hash
		default:
			out["!"] = s.Hash
		}
	}
	return out
}

func TestSurface(t *testing.T) {
	for _, c := range []struct {
		what, was, is string
		want          []string // names whose surface differs, sorted
	}{
		{"a body", "package a; func f() int { return 1 }", "package a; func f() int { x := 2; return x }", nil},
		{"an empty body", "package a; func f() { }", "package a; func f() {}", nil},
		{"comments and lines", "package a\nfunc f(a int,\n\tb int) {}", "// Package a.\npackage a\n\n// F does.\nfunc f(a   int, // one\n b int) {}", nil},
		{"a line end is a semicolon", "package a\ntype T struct { a int; b string }", "package a\ntype T struct { a int\n b string }", []string{"T"}},
		{"a signature", "package a; func f() {}; func g() {}", "package a; func f(int) {}; func g() {}", []string{"f"}},
		{"a new function", "package a; func f() {}", "package a; func f() {}; func g() {}", []string{"g"}},
		{"a method", "package a; type T int; func (T) m() {}", "package a; type T int; func (*T) m() {}", []string{"T.m"}},
		{"a method of a generic type", "package a; type T[P any] int; func (t *T[P]) m() {}", "package a; type T[P any] int; func (t *T[P]) m(P) {}", []string{"T.m"}},
		{"a field", "package a; type T struct { a int }", "package a; type T struct { a int; b int }", []string{"T"}},
		{"a variable's value", "package a; var x = f(); var y int = 1", "package a; var x = g(); var y int = 2", []string{"x"}},
		{"elements of a literal", "package a; var x = []int{1}; var f = func() int { return 1 }", "package a; var x = []int{1, 2}; var f = func() int { return 2 }", nil},
		{"an array that counts its elements", "package a; var x = [...]int{1}", "package a; var x = [...]int{1, 2}", []string{"x"}},
		{"constants that repeat", "package a; const (\n a = iota\n b\n c)", "package a; const (\n a = 2*iota\n b\n c)", []string{"a", "b", "c"}},
		{"a constant comes in", "package a; const (\n a = iota\n b\n c)", "package a; const (\n a = iota\n x\n b\n c)", []string{"b", "c", "x"}},
		{"several variables of one value", "package a; var x, y = f()", "package a; var y, x = f()", []string{"x", "y"}},
		{"an import that is not used", "package a; import \"fmt\"; var x = fmt.Sprint", "package a; import (\"fmt\"; \"os\"); var x = fmt.Sprint", nil},
		{"what a qualifier means", "package a; import \"text/template\"; type T template.Template; var n = 1.5", "package a; import \"html/template\"; type T template.Template; var n = 1.5", []string{"T"}},
		{"an unusual name", "package a; import \"x/one\"; type T template.Template", "package a; import \"x/two\"; type T template.Template", []string{"T"}},
		{"an import with a name", "package a; import t \"x/one\"; type T t.Template", "package a; import t \"x/two\"; type T t.Template", []string{"T"}},
		{"an import into the file's scope", "package a; import . \"x/one\"; var x = 1", "package a; import . \"x/two\"; var x = 1", []string{""}},
		{"the package", "package a; var x = 1", "package b; var x = 1", []string{""}},
		{"the build", "//go:build linux\n\npackage a\nvar x = 1", "//go:build unix\n\npackage a\nvar x = 1", []string{""}},
		{"a broken body", "package a\nfunc f() {\n\tx.y\n}\nfunc g() {}", "package a\nfunc f() {\n\tx.\n}\nfunc g() {}", nil},
		{"another broken body", "package a\nfunc f() {\n\tx.\n}\nfunc g() {}", "package a\nfunc f() {\n\ty.\n}\nfunc g() {}", nil},
		{"brackets that don't match", "package a\nfunc f() {\n\tx(y)\n}\nfunc g() {}", "package a\nfunc f() {\n\tx(y\n\tif z {\n\t}\n}\nfunc g() {}", nil},
		{"a block that is not closed", "package a\nfunc f() {\n\tx(y)\n}\n\nfunc g() {}\nfunc (t T) m() {}", "package a\nfunc f() {\n\tx(y)\n\tif z {\n}\n\nfunc g() {}\nfunc (t T) m() {}", nil},
		{"an error elsewhere", "package a\nvar x = 1\nfunc f() {}", "package a\nvar x = (\nfunc f() {}", []string{"!", "f", "x"}},
		{"a broken body that hides a declaration", "package a; func f() { x := 1 }; func g() {}", "package a; func f() { x := }; func g() {}", nil},
		{"init and blank names", "package a; func init() {}; var _ = 1", "package a; func init() {}; func init() {}; var _ = 2", nil},
	} {
		was, is := shown(t, c.was), shown(t, c.is)
		var got []string
		for n, h := range was {
			if o, ok := is[n]; !ok || o != h {
				got = append(got, n)
			}
		}
		for n := range is {
			if _, ok := was[n]; !ok {
				got = append(got, n)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

func TestUsualName(t *testing.T) {
	for spec, want := range map[string]string{
		"fmt": "fmt", "net/http": "http", "example.org/x/v2": "x", "gopkg.in/yaml.v3": "yaml", "example.org/go-yaml": "yaml", "example.org/vet": "vet", "v2": ".",
	} {
		if got := usualName(spec); got != want {
			t.Errorf("%s: %s, want %s", spec, got, want)
		}
	}
}

func TestHeaderImports(t *testing.T) {
	for src, want := range map[string][]string{
		"package a":                              nil,
		"package a; import \"fmt\"; import `os`": {"fmt", "os"},
		"package a\nimport (\n\t. \"x\"\n\t_ \"y\" // c\n\tn \"z\")": {"x", "y", "z"},
		"package a\nvar x = 1\nimport \"late\"\n":                    {"late"},
		"package a\nfunc f() {\nimport \"no\"\n}":                    nil,
		"package a\nvar s = `\nimport \"no\"\n`":                     nil,
		"package a\nvar x = 1; import \"unusual\"":                   nil,
		"package a\nimport (\"x\"":                                   {"x"},
		"package a\nimport x y \"z\"":                                {"z"},
		"package a\nimport":                                          nil,
		"package a\nimport func":                                     nil,
	} {
		if got := readHeader([]byte(src)).imports; !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}
