package resolve_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"codeintel/index/lang"
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
