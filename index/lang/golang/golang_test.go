package golang

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata")

// memory is a repository in memory.
type memory struct {
	paths []string
	files map[string][]byte
}

func (m *memory) Paths() []string   { return m.paths }
func (m *memory) Has(p string) bool { return m.files[p] != nil }
func (m *memory) Read(p string) ([]byte, error) {
	if b, ok := m.files[p]; ok {
		return b, nil
	}
	return nil, fs.ErrNotExist
}

// ReadInto implements lang.ReaderInto: what is read into the same memory next overwrites
// the content.
func (m *memory) ReadInto(room []byte, p string) ([]byte, error) {
	b, err := m.Read(p)
	if err != nil || cap(room) <= len(b) {
		return b, err
	}
	return append(room[:0], b...), nil
}

// repository is an archive as a repository, with the trees that it depends on.
func repository(a *txtar.Archive) (*memory, lang.Deps) {
	m := &memory{files: map[string][]byte{}}
	root, cache := fstest.MapFS{}, fstest.MapFS{}
	for _, f := range a.Files {
		if p, ok := strings.CutPrefix(f.Name, "GOROOT/"); ok {
			root[p] = &fstest.MapFile{Data: f.Data}
		} else if p, ok := strings.CutPrefix(f.Name, "MODCACHE/"); ok {
			cache[p] = &fstest.MapFile{Data: f.Data}
		} else if f.Name != "want" {
			m.files[f.Name] = f.Data
			m.paths = append(m.paths, f.Name)
		}
	}
	slices.Sort(m.paths)
	deps := lang.Deps{GoVersion: "go1.26.1"}
	if len(root) > 0 {
		deps.GoRoot = root
	}
	if len(cache) > 0 {
		deps.GoModCache = cache
	}
	return m, deps
}

type result struct {
	project lang.Project
	facts   map[string]*lang.Facts
	links   map[string][]lang.PosLink
	rels    map[string][]lang.PosRelation
}

// analyse runs the whole language over a repository. skip names files that the
// caller has no facts of.
func analyse(t testing.TB, files *memory, deps lang.Deps, jobs int, skip ...string) *result {
	t.Helper()
	ctx := context.Background()
	l := Language()
	r := &result{facts: map[string]*lang.Facts{}, links: map[string][]lang.PosLink{}, rels: map[string][]lang.PosRelation{}}
	var room lang.Room
	for _, p := range files.paths {
		if !strings.HasSuffix(p, ".go") || slices.Contains(skip, p) {
			continue
		}
		f, err := l.Extract(ctx, nil, lang.Input{Path: p, Src: files.files[p], Room: &room})
		if err != nil {
			t.Fatal(err)
		}
		if err := lang.Validate(f, len(files.files[p])); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		r.facts[p] = f
	}
	var err error
	if r.project, err = l.Open(ctx, files, deps); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	err = l.Check(ctx, lang.CheckInput{
		Files: files, Deps: deps, Project: r.project, Jobs: jobs,
		Facts: func(p string) *lang.Facts { return r.facts[p] },
		Noted: func(p string) any { // of some, as of a repository that was indexed before
			if f := r.facts[p]; f != nil && len(p)%2 == 0 {
				return l.Note(f)
			}
			return nil
		},
		Emit: func(p string, links []lang.PosLink, rels []lang.PosRelation) {
			mu.Lock()
			defer mu.Unlock()
			if _, ok := r.links[p]; ok {
				t.Errorf("%s: emitted twice", p)
			}
			r.links[p], r.rels[p] = slices.Clone(links), slices.Clone(rels)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// consistent checks what the consumers of links rely on.
func (r *result) consistent(t testing.TB) {
	t.Helper()
	starts := map[string]map[uint32]bool{}
	for p, f := range r.facts {
		starts[p] = map[uint32]bool{lang.ModuleAt: true}
		for i := range f.Defs {
			starts[p][f.Defs[i].Start] = true
		}
	}
	for p, links := range r.links {
		f := r.facts[p]
		refs := map[uint32]lang.Ref{}
		for _, ref := range f.Refs {
			refs[ref.Start] = ref
		}
		for i, l := range links {
			ref, ok := refs[l.Start]
			if !ok {
				t.Errorf("%s:%d: a link without reference", p, l.Start)
			}
			if i > 0 && links[i-1].Start > l.Start {
				t.Errorf("%s:%d: links are not sorted", p, l.Start)
			}
			if (l.Path == "") == (l.External == nil) {
				t.Errorf("%s:%d: neither path nor external symbol", p, l.Start)
			}
			if l.Path != "" && !starts[l.Path][l.At] {
				t.Errorf("%s:%d %s: no definition at %s:%d", p, l.Start, f.Name(ref.Name), l.Path, l.At)
			}
			// Go's scoping in the extractor is that of the type checker.
			if ref.Kind == lang.RefDef && (l.Path != p || l.At != f.Defs[ref.X].Start) {
				t.Errorf("%s:%d %s: the extractor says %d, the type checker %s:%d", p, l.Start, f.Name(ref.Name), f.Defs[ref.X].Start, l.Path, l.At)
			}
			if l.External != nil {
				if _, err := symbol.Parse(l.External.Symbol); err != nil {
					t.Errorf("%s:%d: %v", p, l.Start, err)
				}
			}
		}
		for _, rel := range r.rels[p] {
			if !starts[p][rel.Start] || rel.Path != "" && !starts[rel.Path][rel.At] {
				t.Errorf("%s: relation %+v", p, rel)
			}
		}
	}
}

// report is a stable text of what was resolved: uses of local variables are
// left out, predeclared names too.
func (r *result) report(files *memory) string {
	var b strings.Builder
	at := func(p string, offset uint32) string {
		src := files.files[p][:offset]
		line := bytes.Count(src, []byte("\n"))
		return fmt.Sprintf("%s:%d:%d", p, line+1, len(src)-bytes.LastIndexByte(src, '\n'))
	}
	target := func(path string, offset uint32, x *lang.External) string {
		switch {
		case x != nil:
			s := fmt.Sprintf("%s (%s, %s)", x.Symbol, x.Kind, x.Sig)
			if x.Doc != "" {
				s += fmt.Sprintf(" %q", x.Doc)
			}
			return s
		case offset == lang.ModuleAt:
			return "package of " + path
		}
		return at(path, offset)
	}
	for _, p := range files.paths {
		f := r.facts[p]
		if f == nil {
			continue
		}
		prefix := r.project.Prefix(p)
		pkg := r.project.Package(p)
		fmt.Fprintf(&b, "%s: %s %s", p, strings.TrimSpace(string(symbol.AppendPackage(nil, r.project.Scheme(), pkg))), prefix[0].Name)
		links, ok := r.links[p]
		if !ok {
			b.WriteString(" (not checked)")
		}
		b.WriteString("\n")
		resolved := map[uint32]bool{}
		for _, l := range links {
			resolved[l.Start] = true
		}
		for _, ref := range f.Refs {
			name := f.Name(ref.Name)
			switch {
			case resolved[ref.Start]:
				i, _ := slices.BinarySearchFunc(links, ref.Start, func(l lang.PosLink, at uint32) int { return int(l.Start) - int(at) })
				if ref.Kind != lang.RefDef {
					fmt.Fprintf(&b, "\t%s %s: %s\n", at(p, ref.Start), name, target(links[i].Path, links[i].At, links[i].External))
				}
			case ref.Kind == lang.RefName && types.Universe.Lookup(name) != nil:
			default:
				fmt.Fprintf(&b, "\t%s %s: ?\n", at(p, ref.Start), name)
			}
		}
		for _, rel := range r.rels[p] {
			fmt.Fprintf(&b, "\t%s implements %s\n", at(p, rel.Start), target(rel.Path, rel.At, rel.External))
		}
	}
	return b.String()
}

// golden compares got with the file "want" of an archive, or rewrites it.
func golden(t *testing.T, name string, a *txtar.Archive, got string) {
	t.Helper()
	i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
	if *update {
		if i < 0 {
			i = len(a.Files)
			a.Files = append(a.Files, txtar.File{Name: "want"})
		}
		a.Files[i].Data = []byte(got)
		if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if i < 0 {
		t.Fatalf("%s has no golden part: run with -update", name)
	}
	if want := string(a.Files[i].Data); got != want {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

func archives(t *testing.T, pattern string, test func(t *testing.T, name string, a *txtar.Archive)) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: no fixtures (%v)", pattern, err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			test(t, name, a)
		})
	}
}

func TestCheck(t *testing.T) {
	archives(t, "testdata/check/*.txtar", func(t *testing.T, name string, a *txtar.Archive) {
		files, deps := repository(a)
		r := analyse(t, files, deps, 1)
		r.consistent(t)
		got := r.report(files)
		golden(t, name, a, got)
		if again := analyse(t, files, deps, 4).report(files); again != got {
			t.Errorf("four goroutines find something else:\n%s\nthan one:\n%s", again, got)
		}
	})
}

func TestExtract(t *testing.T) {
	archives(t, "testdata/facts/*.txtar", func(t *testing.T, name string, a *txtar.Archive) {
		var b strings.Builder
		for _, file := range a.Files {
			if file.Name == "want" {
				continue
			}
			f, err := extract(context.Background(), nil, lang.Input{Path: file.Name, Src: file.Data})
			if err != nil {
				t.Fatal(err)
			}
			if err := lang.Validate(f, len(file.Data)); err != nil {
				t.Errorf("%s: %v", file.Name, err)
			}
			fmt.Fprintf(&b, "%s\n%s", file.Name, lang.Dump(f))
		}
		golden(t, name, a, b.String())
	})
}

// own is this repository's engine: real code to hold properties against.
func own(t testing.TB) *memory {
	m := &memory{files: map[string][]byte{"go.mod": []byte("module codeintel\n\ngo 1.26\n")}}
	m.paths = append(m.paths, "go.mod")
	root := os.DirFS("../..")
	for _, glob := range []string{"*.go", "lang/*.go", "lang/golang/*.go", "lang/ts/*.go", "pos/*.go", "symbol/*.go", "resolve/*.go", "lang/langtest/*.go"} {
		names, err := fs.Glob(root, glob)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range names {
			src, err := fs.ReadFile(root, n)
			if err != nil {
				t.Fatal(err)
			}
			p := "index/" + n
			m.files[p] = src
			m.paths = append(m.paths, p)
		}
	}
	slices.Sort(m.paths)
	return m
}

// TestOwnSource: what the extractor resolves by itself agrees with the type
// checker on real code, even without the standard library; local names are all
// resolved.
func TestOwnSource(t *testing.T) {
	files := own(t)
	r := analyse(t, files, lang.Deps{}, 2)
	r.consistent(t)
	locals := 0
	for p, f := range r.facts {
		resolved := map[uint32]bool{}
		for _, l := range r.links[p] {
			resolved[l.Start] = true
		}
		for _, ref := range f.Refs {
			if ref.Kind == lang.RefDef {
				locals++
				if !resolved[ref.Start] {
					t.Errorf("%s:%d %s: the type checker has no answer", p, ref.Start, f.Name(ref.Name))
				}
			}
		}
	}
	if locals < 1000 {
		t.Errorf("only %d uses of local names", locals)
	}
}

// TestTooLarge: a file without facts still declares its package's types.
func TestTooLarge(t *testing.T) {
	a := txtar.Parse([]byte(`
-- go.mod --
module example.com/m
go 1.24
-- big.go --
package m
type Big struct{ Field Small }
func (Big) Method() Small { return Small{} }
-- small.go --
package m
type Small struct{ N int }
func f(b Big) int { return b.Field.N + b.Method().N }
`))
	files, deps := repository(a)
	r := analyse(t, files, deps, 1, "big.go")
	got := r.report(files)
	for _, want := range []string{
		"small.go:3:10 Big: scip-go gomod example.com/m . `example.com/m`/Big#",
		"small.go:3:30 Field: scip-go gomod example.com/m . `example.com/m`/Big#Field.",
		"small.go:3:36 N: small.go:2:20",
		"small.go:3:42 Method: scip-go gomod example.com/m . `example.com/m`/Big#Method().",
		"small.go:3:51 N: small.go:2:20",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestCancelled: a cancelled context ends the work with its error.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	files := own(t)
	if _, err := extract(ctx, nil, lang.Input{Path: "a.go", Src: []byte("package a")}); err == nil {
		t.Error("extract: no error")
	}
	if _, err := open(ctx, files, lang.Deps{}); err == nil {
		t.Error("open: no error")
	}
	p, err := open(context.Background(), files, lang.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]*lang.Facts{}
	for _, path := range files.paths {
		if facts[path], err = extract(context.Background(), nil, lang.Input{Path: path, Src: files.files[path]}); err != nil {
			t.Fatal(err)
		}
	}
	err = check(ctx, lang.CheckInput{
		Files: files, Project: p, Jobs: 2, Facts: func(p string) *lang.Facts { return facts[p] },
		Emit: func(path string, _ []lang.PosLink, _ []lang.PosRelation) { t.Errorf("%s was emitted", path) },
	})
	if err == nil {
		t.Error("check: no error")
	}
}

// TestDeep: nesting of any kind costs neither the process nor the rest of the
// file.
func TestDeep(t *testing.T) {
	const n = 100_000
	wrap := func(open, close string) string {
		return "package p\nfunc before() {}\nvar x = " + strings.Repeat(open, n) + "1" + strings.Repeat(close, n) + "\nfunc after() { before() }\n"
	}
	for name, src := range map[string]string{
		"parentheses": wrap("(", ")"),
		"brackets":    wrap("a[", "]"),
		"braces":      wrap("T{", "}"),
		"functions":   wrap("func() { return ", "}"),
		"unclosed":    "package p\nfunc before() {}\nfunc after() { before() }\nvar x = " + strings.Repeat("(", n),
		"unary":       wrap("- ", ""),
		"pointers":    "package p\nfunc before() {}\ntype T " + strings.Repeat("*", n) + "int\nfunc after() { before() }\n",
		"arrays":      "package p\nfunc before() {}\ntype T " + strings.Repeat("[]", n) + "int\nfunc after() { before() }\n",
		"operators":   wrap("1 + ", ""),
		"selectors":   "package p\nfunc before() {}\nvar x = a" + strings.Repeat(".b", n) + "\nfunc after() { before() }\n",
		"calls":       "package p\nfunc before() {}\nvar x = a" + strings.Repeat("()", n) + "\nfunc after() { before() }\n",
		"else":        "package p\nfunc before() {}\nfunc f(a bool) { if a {}" + strings.Repeat(" else if a {}", n) + " }\nfunc after() { before() }\n",
	} {
		t.Run(name, func(t *testing.T) {
			files := &memory{paths: []string{"go.mod", "other.go", "p.go"}, files: map[string][]byte{
				"go.mod": []byte("module m\n"), "p.go": []byte(src), "other.go": []byte("package p\nfunc other() { sibling() }\nfunc sibling() {}\n"),
			}}
			r := analyse(t, files, lang.Deps{}, 1)
			if got := r.links["other.go"]; len(got) != 1 || got[0].Path != "other.go" {
				t.Errorf("the other file has the links %v", got)
			}
			switch name {
			case "parentheses", "brackets", "braces", "functions", "unclosed":
				f := r.facts["p.go"]
				if f.Truncated == "" {
					t.Error("nothing is said of what was left out")
				}
				names := map[string]bool{}
				for i := range f.Defs {
					names[f.Name(f.Defs[i].Name)] = true
				}
				if !names["before"] || !names["after"] {
					t.Errorf("definitions are missing: %v", names)
				}
			}
		})
	}
}

func TestWithoutBodies(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"func f() { a }", "func f() {   }"},
		{"func f() struct{ x int } { a }", "func f() struct{ x int } {   }"},
		{"func (t *T[K]) f(g func() int) interface{ M() } { a }", "func (t *T[K]) f(g func() int) interface{ M() } {   }"},
		{"func f() func() { a }\ntype T struct{ x int }", "func f() func() {   }\ntype T struct{ x int }"},
		{"func asm()\ntype T struct{ x int }", "func asm()\ntype T struct{ x int }"},
		{"var x = T{1, 2}\nfunc f() { '}' }", "var x = T{    }\nfunc f() {     }"},
		{"var x = func() { a }\nvar y struct{ z int }", "var x = func() {   }\nvar y struct{ z int }"},
		{"var (\n\tx = []struct{ a int }{{1}}\n\ty interface{ M() }\n)", "var (\n\tx = []struct{ a int }{   }\n\ty interface{ M() }\n)"},
		{"func f() { \"}\" + `}` // }\n/* } */ }", "func f() {" + strings.Repeat(" ", 24) + "}"},
		{"func f() {", "func f() {"},
		{"func f() }{", "func f() }{"},
	} {
		if got := string(withoutBodies([]byte(c.src), nil)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.src, got, c.want)
		}
	}
}

func TestConstraints(t *testing.T) {
	for _, c := range []struct {
		base, build string
		match       bool
		config      config
	}{
		{"a.go", "", true, defaultConfig},
		{"a_linux.go", "", true, defaultConfig},
		{"linux.go", "", true, defaultConfig},
		{"a_linux_arm64_test.go", "", false, config{os: "linux", arch: "arm64"}},
		{"a_windows.go", "", false, config{os: "windows", arch: "amd64"}},
		{"a_test.go", "//go:build !linux && !windows", false, config{os: "darwin", arch: "arm64"}},
		{"a.go", "//go:build unix && cgo && go1.18", true, defaultConfig},
		{"a.go", "//go:build !go1.18", false, config{"linux", "amd64", "go1.18"}},
		{"a.go", "//go:build go1.99", false, config{"linux", "amd64", "go1.99"}},
		{"a.go", "//go:build ignore", false, config{"linux", "amd64", "ignore"}},
		{"a.go", "// +build linux,386 darwin\n// +build !cgo", false, config{"linux", "386", "cgo"}},
		{"a.go", "//go:build openbsd && mips64", false, config{os: "openbsd", arch: "mips64"}},
		{"a_plan9.go", "//go:build linux", false, config{}},
	} {
		k := newConstraints(c.base, c.build)
		if got := k.match(defaultConfig); got != c.match {
			t.Errorf("%s %q: match is %v", c.base, c.build, got)
		}
		got, ok := k.config()
		if got != c.config || ok != (c.config != config{}) {
			t.Errorf("%s %q: configuration %+v, want %+v", c.base, c.build, got, c.config)
		}
	}
}

func FuzzExtract(f *testing.F) {
	for _, pattern := range []string{"testdata/facts/*.txtar", "testdata/check/*.txtar"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range names {
			a, err := txtar.ParseFile(name)
			if err != nil {
				f.Fatal(err)
			}
			for _, file := range a.Files {
				if strings.HasSuffix(file.Name, ".go") {
					f.Add(file.Data)
				}
			}
		}
	}
	f.Add([]byte("\xef\xbb\xbfpackage p\r\n\x00\xff func f(){}"))
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := extract(context.Background(), nil, lang.Input{Path: "p.go", Src: src})
		if err != nil {
			t.Fatal(err)
		}
		if err := lang.Validate(facts, len(src)); err != nil {
			t.Fatal(err)
		}
		if got := withoutBodies(src, nil); len(got) != len(src) {
			t.Fatalf("%d bytes became %d", len(src), len(got))
		}
		if readHeader(src).pkg != facts.Package && facts.ErrorNodes == 0 {
			t.Fatalf("the header says %q, the parser %q", readHeader(src).pkg, facts.Package)
		}
	})
}

// FuzzCheck runs the whole language over two files of one package.
func FuzzCheck(f *testing.F) {
	f.Add([]byte("package p\nfunc f() { g() }"), []byte("package p\nfunc g() {}"))
	f.Add([]byte("package p\nimport . \"m/p\"\ntype T[P any] struct{ T[P] }"), []byte("package p_test\nvar _ = p.T"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		files := &memory{paths: []string{"go.mod", "p/a.go", "p/b_test.go"}, files: map[string][]byte{"go.mod": []byte("module m\n"), "p/a.go": a, "p/b_test.go": b}}
		analyse(t, files, lang.Deps{}, 1).consistent(t)
	})
}
