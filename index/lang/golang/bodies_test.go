package golang

import (
	"bytes"
	"go/ast"
	"go/token"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"codeintel/index/lang"
)

// apartOf is how many functions a check has looked at by themselves.
func apartOf(m *lang.Memo) (n int) {
	for _, s := range m.Value().(*kept).settled {
		for _, f := range s.fragments {
			if f.body != wholeFile {
				n++
			}
		}
	}
	return n
}

// TestBodies types in the bodies of functions, of one file for a while: what is found
// must be what a check from scratch finds. CI_EDITS is the number of edits to each
// repository, CI_SEED makes them others.
func TestBodies(t *testing.T) {
	typeFor(t, func(m *memory) *memory { return m }, typeInBody)
}

// TestBetweenBodies types names and signatures of functions, and what stands between
// declarations, in one file for a while. CI_EDITS and CI_SEED are as in TestBodies.
func TestBetweenBodies(t *testing.T) {
	typeFor(t, func(m *memory) *memory {
		// Functions of which some can be checked by themselves.
		for _, p := range m.paths {
			if src := m.files[p]; strings.HasSuffix(p, ".go") && len(bodies(src, nil)) > 0 {
				m = m.with(p, slices.Concat(src, []byte("\n// typed is new.\nfunc typed(n int) int { return n }\n\nvar _ = typed\n\nfunc generic[T any](t T) T { return generic(t) }\n")))
			}
		}
		return m
	}, func(r *rand.Rand, m *memory, path string) (*memory, string) {
		if r.IntN(4) == 0 || path == "" {
			return typeInBody(r, m, path)
		}
		return typeBetween(r, m, path), path
	})
}

// typeFor makes edits to the repositories of the fixtures, of a file that edit chooses
// where path is "", and compares with checks from scratch.
func typeFor(t *testing.T, prepare func(*memory) *memory, edit func(r *rand.Rand, m *memory, path string) (*memory, string)) {
	edits, seed := 20, 1
	if n, err := strconv.Atoi(os.Getenv("CI_EDITS")); err == nil {
		edits = n
	}
	if n, err := strconv.Atoi(os.Getenv("CI_SEED")); err == nil {
		seed = n
	}
	archives(t, "testdata/*/*.txtar", func(t *testing.T, name string, a *txtar.Archive) {
		t.Parallel()
		files, deps := repository(a)
		files = prepare(files)
		r := rand.New(rand.NewPCG(uint64(len(name)), uint64(seed)))
		first := files
		w := newWorld(t, files, deps, maxChunk)
		apart := 0
		path := ""
		for n := range edits {
			before := files
			if n%8 == 0 {
				files, path = first, ""
			}
			if files, path = edit(r, files, path); path == "" {
				return // there are no bodies
			}
			w.become(t, files)
			if apartOf(w.memo) > 0 {
				apart++
			}
			if t.Failed() {
				t.Fatalf("edit %d: %s was\n%s\nis\n%s", n, path, before.files[path], files.files[path])
			}
		}
		t.Logf("%d of %d edits checked functions by themselves", apart, edits)
	})
}

// typeInBody changes a body of a file, which it chooses where path is "".
func typeInBody(r *rand.Rand, m *memory, path string) (*memory, string) {
	if path == "" {
		var with []string
		for _, p := range m.paths {
			if list := bodies(m.files[p], nil); strings.HasSuffix(p, ".go") && len(list) > 0 {
				with = append(with, p)
			}
		}
		if len(with) == 0 {
			return m, ""
		}
		path = with[r.IntN(len(with))]
	}
	src := m.files[path]
	list := bodies(src, nil)
	if len(list) == 0 {
		return m, path
	}
	b := list[r.IntN(len(list))]
	// Words and statements of any body in the repository.
	from := bodies(m.files[m.paths[r.IntN(len(m.paths))]], nil)
	lines := []string{"x := 1; _ = x\n", "(", "fmt.", ".x\n", "if true {\n}\n", "func() { y := 2; _ = y }()\n", "`", "// }\n", "type local struct{ f int }; var l local; _ = l.f\n", "loop: for { break loop }\n", "\n", "for i := range 3 { _ = i }\n"}
	for _, o := range from {
		text := m.files[m.paths[r.IntN(len(m.paths))]]
		if int(o.to) <= len(text) {
			lines = append(lines, strings.SplitAfter(string(text[o.from:o.to]), "\n")...)
		}
	}
	for _, o := range list {
		lines = append(lines, strings.SplitAfter(string(src[o.from:o.to]), "\n")...)
	}
	at := int(b.from) + r.IntN(int(b.to-b.from)+1)
	if r.IntN(3) > 0 { // at the beginning of a line
		at = int(b.from) + bytes.LastIndexByte(src[b.from:at], '\n') + 1
	}
	to := at
	if r.IntN(4) == 0 {
		to = at + r.IntN(int(b.to)-at+1)
	}
	return m.with(path, slices.Concat(src[:at], []byte(lines[r.IntN(len(lines))]), src[to:])), path
}

// typeBetween changes a file outside of the bodies of functions, or the names of
// functions wherever they are.
func typeBetween(r *rand.Rand, m *memory, path string) *memory {
	src := m.files[path]
	p := parse(token.NewFileSet(), "", src, 0)
	if len(p.file.Decls) == 0 {
		return m
	}
	insert := func(at uint32, text string) *memory {
		return m.with(path, slices.Concat(src[:at], []byte(text), src[at:]))
	}
	d := p.file.Decls[r.IntN(len(p.file.Decls))]
	if r.IntN(3) > 0 { // one that can be checked by itself, if there is one
		for _, o := range p.file.Decls {
			if name, unnamed := replaceable(o); (name != "" || unnamed) && r.IntN(3) > 0 {
				d = o
			}
		}
	}
	f, isFunc := d.(*ast.FuncDecl)
	switch n := r.IntN(8); {
	case n == 0:
		return insert(p.at(d.Pos()), []string{"// a comment\n", "\n\n", "/* { */ ", ";", "//go:build linux\n"}[r.IntN(5)])
	case n == 1:
		return insert(p.at(d.End()), []string{" // behind", "\n\n", "\n\nvar _ = len\n", "\n\nvar _ = func(n int) int { return n }\n"}[r.IntN(4)])
	case isFunc && n < 7:
		name := f.Name.Name
		pool := []string{name + "x", name[:len(name)-1], "typed", "generic", "len", "string", "init", "main", "_", "Shown", "fresh"}
		for _, o := range m.paths { // what means something elsewhere
			for _, o := range declarations(new(parse(token.NewFileSet(), "", m.files[o], 0))) {
				pool = append(pool, o.name)
			}
		}
		for _, s := range importSpecs(p.file) {
			pool = append(pool, usualName(s.path))
		}
		to := pool[r.IntN(len(pool))]
		if r.IntN(2) == 0 {
			to = pool[0]
		}
		at, end := p.at(f.Name.Pos()), p.at(f.Name.End())
		switch r.IntN(4) {
		case 0: // wherever it is
			return m.with(path, bytes.ReplaceAll(src, []byte(name), []byte(to)))
		case 1:
			return insert(p.at(f.Type.Params.Opening)+1, []string{"typed ", "extra int, ", "_ func() { }, ", "e error, "}[r.IntN(4)])
		case 2:
			return insert(p.at(f.Type.Params.End()), []string{" error", " (a, b string)", " string"}[r.IntN(3)])
		}
		return m.with(path, slices.Concat(src[:at], []byte(to), src[end:]))
	default:
		at, end := p.at(d.Pos()), p.at(d.End())
		at += uint32(r.IntN(int(end-at) + 1))
		return insert(at, []string{"typed", " ", "\n", ".", "(", "x", "generic"}[r.IntN(7)])
	}
}

// TestBodiesApart says which changes are looked at by themselves, and what is found
// there.
func TestBodiesApart(t *testing.T) {
	const head = "package p\n\nimport \"strings\"\n\ntype T[K comparable] struct{ k K }\n\ntype S struct{ f int }\n\n"
	for _, test := range []struct {
		name     string
		was, is  string
		expected bool
	}{
		{"a function", "func F(n int) int {\n\treturn n\n}\n", "func F(n int) int {\n\tm := n\n\treturn m\n}\n", true},
		{"a method", "func (s *S) M() int { return s.f }\n", "func (s *S) M() int { t := s; return t.f }\n", true},
		{"a method with parameters that have no names", "func (s S) M(int) int { return s.f }\n", "func (s S) M(int) int { _ = s; return s.f }\n", true},
		{"a generic function", "func F[E any](e E) E { return e }\n", "func F[E any](e E) E { f := F[E]; return f(e) }\n", true},
		{"an error", "func F() { _ = strings.ToUpper }\n", "func F() { _ = strings.ToUpper( }\n", true},
		{"a name that there isn't", "func F() { _ = strings.ToUpper }\n", "func F() { _ = strings.ToUpper; g := nothing; _ = g }\n", true},
		{"init", "func init() { F() }\nfunc init() { F() }\nfunc F() {}\n", "func init() { F() }\nfunc init() { F(); F() }\nfunc F() {}\n", true},
		{"the name of a function", "func fun() { fun() }\n", "func funny() { fun() }\n", true},
		{"the name of a function and its uses", "func fun() { fun() }\nvar _ = fun\n", "func funny() { funny() }\nvar _ = funny\n", true},
		{"a signature", "func fun() { fun() }\nvar _ = fun\n", "func fun(s S) { fun(s) }\nvar _ = fun\n", true},
		{"a signature, and who calls it", "func fun() S { panic(0) }\nfunc F() { _ = fun().f }\n", "func fun() *S { panic(0) }\nfunc F() { _ = fun().f }\n", true},
		{"a generic function's name", "func fun[E any](e E) E { return fun(e) }\n", "func funny[E any](e E) E { return funny(e) }\n", true},
		{"a variable without a name", "var _ = func(n int) int { return n }\n", "var _ = func(n, m int) int { return m }\n", true},
		{"a name of another file", "func fun() {}\n", "func other() {}\n", false},
		{"a name that another file mentions", "func fun() {}\n", "func funny() {}\n", false},
		{"a name that a variable's type depends on", "func fun() S { panic(0) }\nvar V = fun()\n", "func fun() *S { panic(0) }\nvar V = fun()\n", false},
		{"a name that a type mentions", "func fun() {}\ntype A [len(funny())]S\n", "func funny() string { return `` }\ntype A [len(funny())]S\n", false},
		{"an exported name", "func Fx() {}\n", "func Fy() {}\n", false},
		{"a method's name", "func (s S) m() {}\n", "func (s S) mm() {}\n", false},
		{"a field", "type U struct{ a S }\n", "type U struct{ b S }\n", false},
		{"one more function", "func fun() {}\n", "func fun() {}\nfunc g() {}\n", false},
		{"a method of a generic type", "func (t T[K]) M() K { return t.k }\n", "func (t T[K]) M() K { k := t.k; return k }\n", false},
		{"a bracket too many", "func F() {}\n", "func F() {}}\n", false},
		{"the declaration", "func F() {}\n", "func F() int { return 0 }\n", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := (&memory{}).with("go.mod", []byte("module example.com/t\n\ngo 1.24\n"))
			files = files.with("p/q.go", []byte("package p\n\nfunc other() { _ = S{}.f }\n"))
			if strings.Contains(test.name, "another file mentions") {
				files = files.with("p/r.go", []byte("package p\n\nvar _ = funny\n"))
			}
			text := func(s string) []byte { return []byte(head + s + "\nfunc last(s S) int { l := s.f; return l }\n") }
			w := newWorld(t, files.with("p/p.go", text(test.was)), lang.Deps{}, maxChunk)
			w.become(t, files.with("p/p.go", text(strings.Replace(test.was, "}\n", " }\n", 1))))
			w.become(t, files.with("p/p.go", text(test.is)))
			if got := apartOf(w.memo) > 0; got != test.expected {
				t.Error("checked apart: ", got)
			}
			// The others move.
			w.become(t, files.with("p/p.go", text(strings.Replace(test.is, "{", "{\n\n", 1))))
			w.become(t, files.with("p/p.go", text("// A comment.\n"+strings.Replace(test.is, "\n", "\n\n// Another.\n", 1))))
			w.become(t, files.with("p/p.go", text(test.was)))
		})
	}
}
