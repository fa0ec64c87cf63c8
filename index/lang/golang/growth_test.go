package golang

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// leftOut returns the names of what is left out of a text.
func leftOut(t *testing.T, text string, imp importer) (names []string) {
	t.Helper()
	src := []byte(text)
	p := parse(token.NewFileSet(), "", src, 0)
	if p.errors > 0 {
		t.Fatalf("%.60q has errors", text)
	}
	if imp == nil {
		imp = func(string) *types.Package { return nil }
	}
	bounded(&inferences{}, types.NewPackage("p", "p"), []*ast.File{p.file}, imp, func(_ *ast.File, name, why string) {
		if why == "" {
			t.Errorf("%s has no reason", name)
		}
		names = append(names, name)
	})
	return names
}

// chained repeats a line with the numbers i and i+1 for its two verbs.
func chained(n int, line func(i int) string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		b.WriteString(line(i))
	}
	return b.String()
}

// What grows beyond bounds is left out, and nothing else is.
func TestBounded(t *testing.T) {
	grows := func(line string, n int) string {
		return chained(n, func(i int) string { return fmt.Sprintf(line+"\n", i, i+1) })
	}
	for _, c := range []struct {
		name, text string
		left       bool
	}{
		{"nested instances", grows("type G%d[T any] struct{ x G%[2]d[G%[2]d[T]] }", 24) + "type G25[T any] struct{ x T }", true},
		{"few nested instances", grows("type G%d[T any] struct{ x G%[2]d[G%[2]d[T]] }", 6) + "type G7[T any] struct{ x T }", false},
		{"pairs", grows("type G%[2]d[T any] struct{ x, y G%[1]d[T] }", 24), true},
		{"structs", grows("type A%[2]d struct{ a, b A%[1]d }", 24), true},
		{"structs by pointer", grows("type A%[2]d struct{ a, b *A%[1]d }", 200), false},
		{"interfaces", grows("type A%[2]d interface{ A%[1]d; interface{ A%[1]d } }", 24), true},
		{"aliases", grows("type A%[2]d = struct{ a, b A%[1]d }", 24), true},
		{"generic aliases", grows("type G%d[T any] = G%[2]d[G%[2]d[T]]", 24) + "type G25[T any] = []T\n", true},
		{"few aliases", grows("type A%[2]d = []A%[1]d", 100), false},
		{"arguments without end", "type G[T any] struct{ x *G[[]T] }", true},
		{"by two types", "type G[T any] struct{ x *H[T] }\ntype H[T any] struct{ x *G[*T] }", true},
		{"by a method", "type G[T any] struct{}\nfunc (g G[T]) m() G[[]T] { return nil }", true},
		{"the same argument", "type N[K, V any] struct{ l, r *N[K, V]; m map[K]*L[V] }\ntype L[T any] struct{ next *L[T]; all []L[T] }", false},
		{"a list of itself", "type T[E any] struct{ kids *L[T[E]] }\ntype L[E any] struct{ next *L[E] }", false},
		{"inferred pairs", "type P[A, B any] struct{ a A; b B }\nfunc d[T any](x T) P[T, T]\nvar x1 = 1\n" + grows("var x%[2]d = d(x%[1]d)", 30), true},
		{"inferred pairs in a body", "type P[A, B any] struct{ a A; b B }\nfunc d[T any](x T) P[T, T]\nfunc f() { x1 := 1\n" + grows("x%[2]d := d(x%[1]d)", 30) + "}", true},
		{"many pairs beside one another", "type P[A, B any] struct{ a A; b B }\nfunc d[T any](x T) P[T, T]\nfunc f() {\n" + grows("x%[2]d := d(%[1]d)", 300) + "}", false},
		{"inferred pairs of variables and a body", "type P[A, B any] struct{ a A; b B }\nfunc d[T any](x T) P[T, T]\nvar x1 = 1\n" + grows("var x%[2]d = d(x%[1]d)", maxDoublings) + fmt.Sprintf("func f() { y1 := x%d\n", maxDoublings) + grows("y%[2]d := d(y%[1]d)", 8) + "}", true},
		{"structs in structs", grows("type A%[2]d struct{ a, b struct{ c, d [2]A%[1]d } }", 12), true},
		{"instances in structs", "type P[A, B any] struct{ a A; b B }\n" + grows("type A%[2]d struct{ a P[A%[1]d, A%[1]d] }", 24), true},
		{"inferred slices", "func s[T any](x T) []T\nfunc f() { x1 := 1\n" + grows("x%[2]d := s(x%[1]d)", 30) + "}", false},
		{"strings", "const c1 = \"0123456789\"\n" + grows("const c%[2]d = c%[1]d + c%[1]d", 40), true},
		{"a long string", "const c = \"\"" + strings.Repeat(" + \"0123456789\"", 1000), false},
		{"digits", "const c = " + strings.Repeat("9", maxDigits+1), true},
		{"a chain", grows("var x%[1]d = x%[2]d", 3*fewNames), true},
		{"a chain of values", grows("type T%d T%[2]d", 2*maxHeld), true},
		{"many", grows("var x%[1]d = y", 3*fewNames), false},
		{"terms", "type C interface{ int" + strings.Repeat("| ~[1]int", maxTerms) + " }", true},
		{"terms of a function", "func f[T int" + strings.Repeat("| ~[1]int", maxTerms) + "]() {}", true},
		{"fields", "type S struct{\n" + grows("a%[1]d int", 10*maxAmong) + "}", false},
		{"parameters", "func f[" + strings.Repeat("T any,", maxParams+1) + "]() {}", true},
	} {
		if got := leftOut(t, "package p\n"+c.text, nil); (len(got) > 0) != c.left {
			t.Errorf("%s: left out %.200q", c.name, got)
		}
	}
}

// Generic types and functions of other packages count.
func TestBoundedAcross(t *testing.T) {
	src := "package q\ntype S struct{ a, b int }\ntype P[T any] struct{ a, b T; s S }\ntype Q[A, B any] struct{ a A; b B }\nfunc D[T any](x T) Q[T, T] { return Q[T, T]{} }\n"
	q := checked(t, src, nil)
	imp := importer(func(string) *types.Package { return q })
	chain := "package p\nimport \"q\"\n" + chained(30, func(i int) string { return fmt.Sprintf("type G%d[T any] struct{ x q.P[G%d[T]] }\n", i+1, i) })
	if got := leftOut(t, chain, imp); len(got) == 0 {
		t.Error("a chain of another package's type stays")
	}
	values := "package p\nimport \"q\"\nfunc f() { x1 := 1\n" + chained(30, func(i int) string { return fmt.Sprintf("x%d := q.D(x%d)\n", i+1, i) }) + "}\n"
	if got := leftOut(t, values, imp); len(got) == 0 {
		t.Error("values of another package's type stay")
	}
}

// checked is the package that a text is.
func checked(t *testing.T, text string, imp importer) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	p := parse(fset, "", []byte(text), 0)
	q, err := (&types.Config{Importer: importing(imp)}).Check("q", fset, []*ast.File{p.file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// importing is an importer for the type checker.
type importing importer

func (i importing) Import(path string) (*types.Package, error) { return i(path), nil }

// What is split over packages grows as it does in one, and is left out as well.
func TestBoundedOverPackages(t *testing.T) {
	const packages, each = 4, 9 // of one package few
	pairs := "type PN[A, B any] struct{ a A; b B }\nfunc DN[T any](x T) PN[T, T] { return PN[T, T]{} }\n"
	for _, c := range []struct {
		name, first string
		own         string // in each package, whose number is N
		line        string // of which NEXT is the number, and LAST what is before it
		left        bool
	}{
		{"structs", "type A0 struct{ x int }", "", "type ANEXT struct{ a, b LAST }", true},
		{"by pointer", "type A0 struct{ x int }", "", "type ANEXT struct{ a, b *LAST }", false},
		{"embedded", "type A0 struct{ x int }", "", "type ANEXT struct{ LAST; x struct{ LAST } }", true},
		{"arrays", "type A0 struct{ x int }", "", "type ANEXT struct{ a, b [2]LAST }", true},
		{"interfaces", "type A0 interface{ m() }", "", "type ANEXT interface{ LAST; interface{ LAST } }", true},
		{"unions", "type A0 interface{ int }", "", "type ANEXT interface{ LAST | interface{ LAST } }", true},
		{"inferred", "var A0 = 1", pairs, "var ANEXT = DN(LAST)", true},
	} {
		for as, of := range map[string]string{"": "q%d.", "r ": "r.", ". ": ""} {
			known := map[string]*types.Package{}
			imp := importer(func(path string) *types.Package { return known[path] })
			var left []string
			for k := 0; k < packages && len(left) == 0; k++ {
				text, before := fmt.Sprintf("package q%d\n", k), "A0"
				if k == 0 {
					text += c.first + "\n"
				} else {
					text += fmt.Sprintf("import %s\"q%d\"\n", as, k-1)
					before = fmt.Sprintf("%sA%d", strings.ReplaceAll(of, "%d", fmt.Sprint(k-1)), k*each)
				}
				text += strings.ReplaceAll(c.own, "N", fmt.Sprint(k))
				for i := k*each + 1; i <= (k+1)*each; i++ {
					text += strings.NewReplacer("NEXT", fmt.Sprint(i), "LAST", before, "N", fmt.Sprint(k)).Replace(c.line) + "\n"
					before = fmt.Sprintf("A%d", i)
				}
				if left = leftOut(t, text, imp); len(left) == 0 {
					known[fmt.Sprintf("q%d", k)] = checked(t, text, imp)
				}
			}
			if (len(left) > 0) != c.left {
				t.Errorf("%s, import %q: left out %q", c.name, as, left)
			}
		}
	}
}
