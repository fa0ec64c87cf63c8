package golang

import (
	"bytes"
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
func apartOf(m lang.Memo) (n int) {
	for _, s := range m.Value.(*kept).settled {
		for _, f := range s.fragments {
			if f.body >= 0 {
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
			if files, path = typeInBody(r, files, path); path == "" {
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

// TestBodiesApart says which changes of a body are looked at by themselves, and what
// is found there.
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
		{"a method of a generic type", "func (t T[K]) M() K { return t.k }\n", "func (t T[K]) M() K { k := t.k; return k }\n", false},
		{"a bracket too many", "func F() {}\n", "func F() {}}\n", false},
		{"the declaration", "func F() {}\n", "func F() int { return 0 }\n", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := (&memory{}).with("go.mod", []byte("module example.com/t\n\ngo 1.24\n"))
			files = files.with("p/q.go", []byte("package p\n\nfunc other() { _ = S{}.f }\n"))
			text := func(s string) []byte { return []byte(head + s + "\nfunc last(s S) int { l := s.f; return l }\n") }
			w := newWorld(t, files.with("p/p.go", text(test.was)), lang.Deps{}, maxChunk)
			w.become(t, files.with("p/p.go", text(strings.Replace(test.was, "}\n", " }\n", 1))))
			w.become(t, files.with("p/p.go", text(test.is)))
			if got := apartOf(w.memo) > 0; got != test.expected {
				t.Error("checked apart: ", got)
			}
			// The others move.
			w.become(t, files.with("p/p.go", text(strings.Replace(test.is, "{", "{\n\n", 1))))
		})
	}
}
