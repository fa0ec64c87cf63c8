package resolve_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/java"
	"codeintel/index/lang/langtest"
	"codeintel/index/lang/python"
	"codeintel/index/lang/ts"
	"codeintel/index/lang/typescript"
	"codeintel/index/resolve"
)

// input makes the facts of files.
func input(t *testing.T, l *lang.Language, files langtest.Repo, jobs int) resolve.Input {
	t.Helper()
	ctx := context.Background()
	project, err := l.Open(ctx, files, lang.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	parser := ts.NewParser(ts.Limits{})
	defer parser.Close()
	in := resolve.Input{Projects: map[string]lang.Project{l.Family: project}, Jobs: jobs}
	for _, p := range files.Paths() {
		facts, err := l.Extract(ctx, parser, lang.Input{Path: p, Src: []byte(files[p])})
		if err != nil {
			t.Fatal(err)
		}
		in.Files = append(in.Files, resolve.File{Path: p, Lang: l, Facts: resolve.Known(facts)})
	}
	return in
}

func run(t *testing.T, l *lang.Language, files langtest.Repo, jobs int) (*resolve.Result, []resolve.File) {
	t.Helper()
	in := input(t, l, files, jobs)
	res, err := resolve.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	for i, msg := range res.Failed {
		t.Errorf("%s: %s", in.Files[i].Path, msg)
	}
	return res, in.Files
}

// Types and modules that have no end must not keep the engine busy or overflow
// its stack, and what surrounds them is resolved all the same.
func TestEndless(t *testing.T) {
	var chain, nest strings.Builder
	chain.WriteString(strings.Repeat(".next()", 3000))
	nest.WriteString("x")
	for range 3000 {
		nest.WriteString(" || (x")
	}
	nest.WriteString(strings.Repeat(")", 3000))
	var stars strings.Builder
	files := langtest.Repo{}
	for i := range 60 { // every file re-exports every other one
		stars.Reset()
		for j := range 60 {
			fmt.Fprintf(&stars, "export * from './s%d'\n", j)
		}
		files[fmt.Sprintf("s%d.ts", i)] = stars.String()
	}
	files["use.ts"] = "import { nothing } from './s0'\nexport const used = nothing\n"
	for _, c := range []struct {
		name  string
		l     *lang.Language
		files langtest.Repo
	}{
		{"structural generics that grow", typescript.Languages()[0], langtest.Repo{"a.ts": `
interface A<T> { a: A<A<T>>; f(x: T): A<T>; g: { [k: string]: A<A<T>> } }
type B<T> = { b: B<B<T>>; c: (x: B<T>) => B<A<T>> }
declare function deep<T>(x: A<A<T>>, y: B<T>): A<B<T>>
declare const p: A<string>; declare const q: B<number>
export const r = deep(deep(p, q).a, q).a.a.f(deep(p, q))
export const marker = 1
export const last = marker
`}},
		{"self-referring aliases", typescript.Languages()[0], langtest.Repo{"a.ts": `
type X = X | Y; type Y = X & Y; type P<T> = P<P<T>>
declare const x: X, p: P<string>
x.foo.bar(); p.foo
class C extends C {}
class D extends E {} class E extends D {}
new D().m(); new C().m()
export const marker = 1
export const last = marker
`}},
		{"long chain", typescript.Languages()[0], langtest.Repo{"a.ts": "class N { next(): N { return this } }\nnew N()" + chain.String() +
			"\nexport const marker = 1\nexport const last = marker\n"}},
		{"deep nesting", typescript.Languages()[0], langtest.Repo{"a.ts": "declare const x: any\n(" + nest.String() +
			").foo\nexport const marker = 1\nexport const last = marker\n"}},
		{"mutual values", python.Language(), langtest.Repo{"a.py": `
a = b; b = c; c = a
a.x.y.z()
class M(M): pass
class P(Q): pass
class Q(P): pass
def f(): return g()
def g(): return f()
f().x; P().m(); M().m()
marker = 1
last = marker
`}},
		{"modules in a circle", typescript.Languages()[0], files},
	} {
		t.Run(c.name, func(t *testing.T) {
			one, in := run(t, c.l, c.files, 1)
			four, _ := run(t, c.l, c.files, 4)
			if !reflect.DeepEqual(one, four) {
				t.Error("the result depends on the number of goroutines")
			}
			for i, f := range in {
				for _, l := range one.Links[i] {
					if r := f.Facts().Refs[l.Ref]; f.Facts().Name(r.Name) == "marker" && l.Doc == int32(i) {
						return
					}
				}
			}
			if !c.files.Has("use.ts") {
				t.Error("the reference behind it is not resolved")
			}
		})
	}
}

// What is asked of the elements of a class whose base nobody knows has nothing to do with
// the first file, which may have no facts.
func TestElementsOfUnknownBase(t *testing.T) {
	in := input(t, python.Language(), langtest.Repo{"b.py": "class A(far(3)):\n    pass\n\na, b = A\nfor c in A:\n    c.x\n"}, 1)
	in.Files = append([]resolve.File{{Path: "a"}}, in.Files...)
	r, err := resolve.Run(context.Background(), in)
	if err != nil || len(r.Failed) > 0 || len(r.Deps[1].Files) > 0 {
		t.Errorf("%v %v, dependent on %v", err, r.Failed, r.Deps[1].Files)
	}
}

// Classes that extend one another in thousands cost as much as they are, and those that
// are too high say so; what surrounds them is resolved.
func TestHighClasses(t *testing.T) {
	const n = 3000
	lines := func(n int, line func(i int) string) string {
		var b strings.Builder
		for i := 1; i <= n; i++ {
			b.WriteString(line(i) + "\n")
		}
		return b.String()
	}
	tsRest, pyRest := "class D { dm() {} }\nclass E extends D {}\nnew E().dm();\n", "class D:\n    def dm(self): pass\nclass E(D): pass\nE().dm()\n"
	for _, c := range []struct {
		name, path string
		l          *lang.Language
		text       string
		limited    bool
	}{
		{"down", "a.ts", typescript.Languages()[0], lines(n, func(i int) string { return fmt.Sprintf("class C%d extends C%d {}", i, i+1) }) + "new C1().missing;\n" + tsRest, true},
		{"up", "a.ts", typescript.Languages()[0], "class C0 { a = 1 }\n" + lines(n, func(i int) string { return fmt.Sprintf("class C%d extends C%d { b%d = new C%d() }", i, i-1, i, i-1) }) + "new C60().b60.b59.a;\n" + tsRest, true},
		{"two each", "a.ts", typescript.Languages()[0], lines(n, func(i int) string {
			return fmt.Sprintf("interface A%d<T> extends A%d<A%[2]d<T>>, A%[2]d<T[]> {}", i, i+1)
		}) + "declare let x: A1<string>; x.missing;\n" + tsRest, true},
		{"sixty", "a.ts", typescript.Languages()[0], "class C0 { far = 1 }\n" + lines(60, func(i int) string { return fmt.Sprintf("class C%d extends C%d {}", i, i-1) }) + "new C60().far;\n" + tsRest, false},
		{"python", "a.py", python.Language(), "class C0: a = 1\n" + lines(n, func(i int) string { return fmt.Sprintf("class C%d(C%d): b = C%d()", i, i-1, i-1) }) + "C60().b.a\n" + pyRest, true},
		{"python by two", "a.py", python.Language(), "class C0: pass\nclass D0: pass\n" + lines(n, func(i int) string {
			return fmt.Sprintf("class C%d(C%d, D%[2]d): pass\nclass D%[1]d(D%[2]d, C%[2]d): pass", i, i-1)
		}) + "C60().missing\n" + pyRest, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := input(t, c.l, langtest.Repo{c.path: c.text}, 1)
			r, err := resolve.Run(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			if why := r.Failed[0]; (why != "") != c.limited {
				t.Errorf("limited: %q", why)
			}
			if n := len(r.Relations[0]); n > 1<<19 {
				t.Errorf("%d relations", n)
			}
			if !strings.Contains(linked(&in.Files[0], r, 0), "dm -> dm") {
				t.Error("what surrounds them is not resolved")
			}
			if !c.limited && !strings.Contains(linked(&in.Files[0], r, 0), "far -> far") {
				t.Error("a member of the highest class is not found")
			}
		})
	}
}

// A file whose references take too many steps is resolved as far as these go, the same
// every time, and says so.
func TestFuel(t *testing.T) {
	var b strings.Builder
	b.WriteString("class A { m(): A { return this } }\nlet first = new A().m().m();\n")
	for i := range 200 {
		fmt.Fprintf(&b, "let x%d = new A().m().m().m().m();\n", i)
	}
	repo := langtest.Repo{"a.ts": b.String(), "b.ts": "class B { n() {} }\nnew B().n();\n"}
	whole, files := run(t, typescript.Languages()[0], repo, 1)
	in := input(t, typescript.Languages()[0], repo, 1)
	in.Fuel = 500
	var was string
	for range 2 {
		r, err := resolve.Run(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(r.Failed[0], "stopped") || r.Failed[1] != "" {
			t.Errorf("%q", r.Failed)
		}
		got, all := linked(&files[0], r, 0), linked(&files[0], whole, 0)
		if !strings.HasPrefix(all, got) || len(got) == len(all) || got == "" {
			t.Errorf("%d of %d bytes of links", len(got), len(all))
		}
		if was != "" && was != got {
			t.Error("another time it is resolved otherwise")
		}
		was = got
		if linked(&files[1], r, 1) != linked(&files[1], whole, 1) {
			t.Error("it costs another file links")
		}
	}
}

// What many definitions of one name cost is counted in steps, wherever they are looked at.
func TestManyOfOneName(t *testing.T) {
	const n = 6000
	javascript := slices.IndexFunc(typescript.Languages(), func(l *lang.Language) bool { return l.Name == "javascript" })
	for _, c := range []struct {
		path, line string
		l          *lang.Language
	}{
		{"a.js", "exports.a = exports.a;\n", typescript.Languages()[javascript]},
		{"A.java", "class A extends A {}\n", java.Language()},
		{"a.ts", "declare var a: Missing;\n", typescript.Languages()[0]},
	} {
		in := input(t, c.l, langtest.Repo{c.path: strings.Repeat(c.line, n)}, 1)
		in.Fuel = 64 * n
		r, err := resolve.Run(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(r.Failed[0], "stopped") {
			t.Errorf("%s: %d references to %d definitions take fewer than %d steps: %q", c.path, n, n, in.Fuel, r.Failed)
		}
	}
}

// linked writes the links of a file to definitions, a line each, in their order.
func linked(f *resolve.File, r *resolve.Result, i int32) string {
	facts := f.Facts()
	var b strings.Builder
	for _, l := range r.Links[i] {
		if l.Doc == i && l.Def >= 0 {
			fmt.Fprintf(&b, "%s -> %s\n", facts.Name(facts.Refs[l.Ref].Name), facts.Name(facts.Defs[l.Def].Name))
		}
	}
	return b.String()
}
