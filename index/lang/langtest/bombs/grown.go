package bombs

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// doublings is how many steps texts have of which each doubles what the one before
// it means: nobody lives to see the end.
const doublings = 60

// chain is a text in which line i refers to line i-1 or i+1, n times; first and last
// stand before and behind it. Each %[1]d is i, %[2]d the next number.
type chain struct{ first, line, last string }

func (c chain) of(size, n int) string {
	return c.first + lines(size, n, func(i int) string {
		if !strings.Contains(c.line, "%") {
			return c.line
		}
		return fmt.Sprintf(c.line, i, i+1, i-1)
	}) + c.last
}

// goChains are declarations in Go that mean more and more.
var goChains = []chain{
	// Types of which each holds the next of the next.
	{"package p\n", "type G%d[T any] struct{ x G%[2]d[G%[2]d[T]] }", "type G61[T any] struct{ x T }\nvar _ G1[int]\n"},
	{"package p\n", "type G%d[T any] struct{ x, y G%[2]d[T] }", "type G61[T any] struct{ x T }\nvar v G1[int]\nvar _ = v == v\n"},
	{"package p\n", "type G%d[T any] struct{ x *G%[2]d[G%[2]d[T]] }", "type G61[T any] struct{ x T }\nvar v G1[int]\nvar _ = v.x.x.x\n"},
	{"package p\n", "type G%d[T any] struct{ G%[2]d[G%[2]d[T]] }", "type G61[T any] struct{ T2 T }\nvar v G1[int]\nvar _ = v.T2\n"},
	{"package p\n", "type G%d[T any] struct{ *G%[2]d[G%[2]d[T]] }", "type G61[T any] struct{ T2 T }\nvar v G1[int]\nvar _ = v.T2\n"},
	{"package p\n", "type G%d[T any] [2]G%[2]d[G%[2]d[T]]", "type G61[T any] struct{ x T }\nvar v G1[int]\nvar _ = v[0][0]\n"},
	{"package p\n", "type G%d[T any] interface{ m(G%[2]d[G%[2]d[T]]) }", "type G61[T any] interface{ m(T) }\nvar v G1[int]\nvar _ G2[int] = v\n"},
	{"package p\n", "type G%d[T any] interface{ G%[2]d[G%[2]d[T]] }", "type G61[T any] interface{ m(T) }\nvar v G1[int]\nvar _ G2[int] = v\n"},
	{"package p\n", "type G%d[T any] func(G%[2]d[G%[2]d[T]])", "type G61[T any] func(T)\nvar v G1[int]\nvar _ G2[int] = v\n"},
	{"package p\n", "type G%d[T any] = struct{ x, y G%[2]d[T] }", "type G61[T any] = struct{ x T }\nvar v G1[int]\nvar _ int = v\n"},
	{"package p\n", "type G%d[T any] = G%[2]d[G%[2]d[T]]", "type G61[T any] = struct{ x T }\nvar v G1[int]\nvar _ int = v\n"},
	{"package p\n", "type G%d[T any] = []G%[2]d[map[int]T]", "type G61[T any] = struct{ x T }\nvar v G1[int]\nvar _ int = v\n"},
	{"package p\ntype P[A, B any] struct{ a A; b B }\n", "type G%d[T any] struct{ x G%[2]d[P[T, T]] }", "type G61[T any] struct{ x T }\nvar v G1[int]\nvar _ int = v\n"},
	{"package p\ntype P[A, B any] struct{ a A; b B }\ntype A0 = int\n", "type A%[1]d = P[A%[3]d, A%[3]d]", "var v A60\nvar _ string = v\n"},
	{"package p\ntype A0 = int\n", "type A%[1]d = struct{ a, b A%[3]d }", "var v A60\nvar _ string = v\nvar w A59\nvar _ = v == w\n"},
	{"package p\ntype A0 struct{}\n", "type A%[1]d struct{ a, b A%[3]d }", "var v A60\nvar _ = v == v\n"},
	{"package p\ntype A0 [2]int\n", "type A%[1]d [2]A%[3]d", "var v A60\nvar _ = v == v\n"},
	{"package p\ntype A0 = int\n", "type A%[1]d = func(A%[3]d) A%[3]d", "var v A60\nvar _ string = v\n"},
	{"package p\ntype A0 = int\n", "type A%[1]d = map[A%[3]d]A%[3]d", "var v A60\nvar _ string = v\n"},
	{"package p\ntype A0 interface{ m() }\n", "type A%[1]d interface{ A%[3]d; interface{ A%[3]d } }", "var v A60\nvar _ string = v\n"},
	{"package p\ntype A0 interface{ int }\n", "type A%[1]d interface{ A%[3]d | interface{ A%[3]d } }", "func f[T A60]() {}\nvar _ = f[int]\n"},
	// Values of inferred types.
	{"package p\ntype P[A, B any] struct{ a A; b B }\nfunc d[T any](x T) P[T, T] { return P[T, T]{x, x} }\nvar x0 = 1\n", "var x%[1]d = d(x%[3]d)", "var _ string = x60\n"},
	{"package p\ntype P[A, B any] struct{ a A; b B }\nfunc d[T any](x T) P[T, T] { return P[T, T]{x, x} }\nfunc f() {\nx0 := 1\n", "x%[1]d := d(x%[3]d)", "_ = x60\n}\n"},
	{"package p\nfunc d[T any](x T) func(T) T { return nil }\nfunc f() {\nx0 := 1\n", "x%[1]d := d(x%[3]d)", "var _ string = x60\n}\n"},
	{"package p\nfunc d[T any](x T) map[int]struct{ a, b T } { return nil }\nfunc f() {\nx0 := 1\n", "x%[1]d := d(x%[3]d)", "d(d(d(d(x60))))\n}\n"},
	{"package p\nfunc f() {\nx0 := 1\n", "x%[1]d := []struct{ a, b any }{{x%[3]d, x%[3]d}}", "_ = x60\n}\n"},
	{"package p\nfunc f0[T any](x T) {}\n", "func f%[1]d[T any](x T) { f%[3]d([]T{x}); f%[3]d(map[int]T{}) }", "var _ = f60[int]\n"},
	{"package p\nfunc f0[T any](x T) T { return x }\n", "func f%[1]d[T any](x T) struct{ a, b T } { y := f%[3]d(x); return struct{ a, b T }{x, x} }", "var _ = f60[int]\n"},
	{"package p\n", "type C%[1]d[T C%[2]d[T]] interface{ m(T) }", "type C61[T any] interface{ m(T) }\n"},
	{"package p\n", "func f%[1]d[A any, B []A, C []B, D []C]() {}", "var _ = f1[int]\n"},
	// Numbers.
	{"package p\nconst c0 = 1 << 500\n", "const c%[1]d = c%[3]d * c%[3]d", "var _ = c60\n"},
	{"package p\nconst c0 = \"0123456789\"\n", "const c%[1]d = c%[3]d + c%[3]d", "var _ = c60\n"},
	{"package p\nconst c0 = 1.5\n", "const c%[1]d = c%[3]d * c%[3]d", "var _ = c60\n"},
	{"package p\nconst c0 = 1.0/3\n", "const c%[1]d = c%[3]d / (c%[3]d + 1)", "var _ = c60\n"},
	{"package p\n", "var a%[1]d [1 << 62]int\nvar b%[1]d = [...]int{1 << 40: 1}", ""},
}

// goEndless are declarations in Go that lead back to themselves, and grow on the way.
var goEndless = []string{
	"type G[T any] struct{ x *G[[]T] }\nvar v G[int]\nvar _ = v.x.x.x.x.x\n",
	"type G[T any] struct{ x G[[]T] }\nvar v G[int]\nvar _ = v == v\n",
	"type G[T any] struct{ *G[[]T] }\nvar v G[int]\nvar _ = v.missing\n",
	"type G[T any] struct{ *H[[]T] }\ntype H[T any] struct{ *G[*T] }\nvar v G[int]\nvar _ = v.missing\nvar _ interface{ m() } = v\n",
	"type G[T any] struct{ G1 *G[struct{ a, b T }] }\nvar v G[int]\nvar _ = v.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1.G1\n",
	"type G[T any] interface{ m() G[[]T] }\nvar v G[int]\nvar _ interface{ m() G[[]string] } = v\n",
	"type G[T any] interface{ G[[]T] }\nvar v G[int]\nvar _ = v.m\n",
	"type G[T any] interface{ *G[[]T]; m() }\nfunc f[T G[T]]() {}\nvar _ = f[int]\n",
	"type G[T any] func(G[[]T]) G[*T]\nvar v G[int]\nvar _ = v(nil)(nil)(nil)\n",
	"type G[T any] []G[[]T]\nvar v G[int]\nvar _ = v[0][0][0]\nfunc f[T any](x []T) { f(x[0]) }\n",
	"type G[T any] = *G[[]T]\nvar v G[int]\nvar _ = *v\n",
	"type G[T any] = struct{ a *G[[]T] }\nvar v G[int]\nvar _ = v.a.a\n",
	"type G[T G[T]] struct{}\nvar v G[G[int]]\n",
	"type G[T interface{ m(G[T]) }] struct{}\nfunc (g G[T]) m(G[T]) {}\nvar v G[G[int]]\n",
	"type G[A any, B G[B, A]] struct{}\nvar v G[int, int]\n",
	"type T T\ntype U struct{ U }\ntype V [2]V\ntype W interface{ W }\ntype X = X\ntype Y = *Y\nvar t T\nvar _ = t == t\n",
	"type T [len(x)]int\nvar x T\n",
	"type T struct{ f [len(T{}.f)]int }\n",
	"type T [unsafe.Sizeof(T{})]int\n",
	"var a = b\nvar b = c\nvar c = a\nconst x = y\nconst y = x\nfunc f() int { return g }\nvar g = f()\n",
	"func f[T any]() { f[[]T]() }\nfunc g[T any](x T) { g(&x) }\nfunc h[T any](x T) { h(func() T { return x }); k(x) }\nfunc k[T any](x T) { h([]T{x}) }\n",
	"type S struct{ *S; T }\ntype T struct{ *T; *S }\nvar s S\nvar _ = s.missing\n",
	"type I interface{ J; m() }\ntype J interface{ I }\nvar i I\nvar _ = i.m\n",
	"type A[P any] = B[P, P]\ntype B[P, Q any] = A[A[Q]]\nvar _ A[int]\n",
	"type A[P any] struct{ f func(A[A[P]]) A[A[A[P]]] }\nvar a A[int]\nvar _ = a.f(nil).f(nil).f\n",
	"type N[T any] struct{ n *N[N[T]] }\nfunc (n *N[T]) m() *N[N[N[T]]] { return nil }\nvar n N[int]\nvar _ = n.m().m().m().m().m().m().m().m()\n",
	"type M[T any] interface{ m(M[M[T]]) M[T] }\nvar a M[int]\nvar b M[string] = a\n",
	"type L[T any] interface{ ~[]L[[]T] | L[T] }\nfunc f[T L[T]](x T) {}\nvar _ = f[int]\n",
}

// goRows are lines in Go of which a file has as many as fit.
var goRows = []chain{
	{"package p\ntype C interface{ ", "~[%d]int |", "int }\nfunc f[T C](x T) { g(x) }\nfunc g[T C](x T) {}\n"},
	{"package p\nfunc f(x int) { switch x {\n", "case %d:", "} }\n"},
	{"package p\nvar x = map[int]int{\n", "%d: 1,", "}\n"},
	{"package p\nvar x = []any{\n", "struct{ a%d int }{},", "}\n"},
	{"package p\ntype S struct {\n", "a%d int", "}\nvar _ = S{}.missing\n"},
	{"package p\ntype S struct {\n", "*S%d", "}\nvar _ = S{}.missing\n"},
	{"package p\ntype I interface {\n", "m%d()", "}\nvar x I\nvar _ I = x\n"},
	{"package p\n", "var x%[1]d = x%[2]d", ""},
	{"package p\n", "const x%[1]d = x%[2]d + 1", ""},
	{"package p\n", "type T%[1]d T%[2]d", ""},
	{"package p\n", "type T%[1]d = T%[2]d", ""},
	{"package p\n", "type T%[1]d = []T%[2]d", ""},
	{"package p\n", "type T%[1]d struct{ T%[2]d }", "var v T1\nvar _ = v.missing\n"},
	{"package p\n", "type T%[1]d struct{ *T%[2]d; *T%[3]d }", "var v T1\nvar _ = v.missing\n"},
	{"package p\n", "type T%[1]d interface{ T%[2]d; m%[1]d() }", "var v T1\nvar _ = v.missing\n"},
	{"package p\n", "type T%[1]d[A any] struct{ a T%[2]d[A] }", "var v T1[int]\nvar _ = v.missing\n"},
	{"package p\n", "type T%[1]d[A any] struct{ a *T%[2]d[[]A] }", "var v T1[int]\nvar _ = v.missing\n"},
	{"package p\n", "func f%[1]d() { f%[2]d(); f%[3]d() }", ""},
	{"package p\n", "func f%[1]d[T any](x T) { f%[2]d([]T{x}) }", ""},
	{"package p\n", "var x%[1]d = func() int { return x%[2]d }()", ""},
	{"package p\nimport (\n", "\"a/b%d\"", ")\n"},
	{"package p\nfunc f() {\n", "x%[1]d := x%[3]d", "}\n"},
	{"package p\nfunc f[", "T%d any,", "](){}\nvar _ = f[int]\n"},
	{"package p\ntype G[", "T%[1]d []T%[2]d,", "T any] struct{}\nvar _ G[int]\n"},
	{"package p\ntype T struct{}\n", "func (t T) m%d() {}", "var _ interface{ x() } = T{}\n"},
	{"package p\ntype T struct{}\nfunc (t T) m() {}\n", "type I%d interface{ m() }", ""},
	{"package p\ntype I interface{ m() }\n", "type T%d struct{}; func (T%[1]d) m() {}", ""},
}

// others are chains in other languages, by the name of a file.
var others = map[string][]chain{
	"a.c":   {{"#define A0 1\n", "#define A%[1]d A%[3]d A%[3]d", "int x = A60;\n"}, {"#define A0(x) x\n", "#define A%[1]d(x) A%[3]d(A%[3]d(x))", "int x = A60(1);\n"}, {"", "#define A%[1]d A%[2]d", "A1 int x;\n"}, {"", "typedef struct S%[1]d { struct S%[2]d *a, *b; } S%[1]d;", "S1 *s; int f() { return s->a->b->a; }\n"}, {"", "#include \"b%d.h\"", ""}, {"", "int x%d;", ""}, {"enum {", "a%d,", "};\n"}},
	"a.cpp": {{"", "template<class T> struct A%[1]d { A%[2]d<A%[2]d<T>> x; };", ""}, {"", "using A%[1]d = P<A%[3]d, A%[3]d>;", ""}},
	"a.ts": {
		{"type A0 = [1];\n", "type A%[1]d = [...A%[3]d, ...A%[3]d];", "declare let x: A60; x[0].toFixed();\n"},
		{"type A0 = 'a' | 'b';\n", "type A%[1]d = `${A%[3]d}${A%[3]d}`;", "declare let x: A60; x.length;\n"},
		{"type A0 = { a: 1 };\n", "type A%[1]d = { [K in keyof A%[3]d]: A%[3]d } & A%[3]d;", "declare let x: A60; x.a.a.a;\n"},
		{"type A0 = { a: 1 };\n", "type A%[1]d = A%[3]d | { a: A%[3]d };", "declare let x: A60; x.a.a.a;\n"},
		{"type A0<T> = { a: T };\n", "type A%[1]d<T> = A%[3]d<A%[3]d<T>>;", "declare let x: A60<string>; x.a.a.a;\n"},
		{"type A0<T> = { a: T };\n", "type A%[1]d<T> = T extends string ? A%[3]d<T> : A%[3]d<A%[3]d<T>>;", "declare let x: A60<string>; x.a.a.a;\n"},
		{"", "interface A%[1]d<T> { a: A%[2]d<A%[2]d<T>>; b: A%[2]d<T>; }", "declare let x: A1<string>; x.a.b.a.b.a.b.a.b;\n"},
		{"", "interface A%[1]d<T> extends A%[2]d<A%[2]d<T>>, A%[2]d<T[]> {}", "declare let x: A1<string>; x.missing;\n"},
		{"type L<T> = { n: L<L<T>>; v: T };\ndeclare let x0: L<string>;\n", "const x%[1]d = x%[3]d.n.n;", "x60.v.v.v;\n"},
		{"type G<T, N extends number, R extends T[] = []> = R['length'] extends N ? R : G<T, N, [T, ...R]>;\n", "let x%[1]d: G<string, %[1]d>; x%[1]d[0].length;", ""},
		{"function d<T>(x: T): [T, T] { return [x, x] }\nconst x0 = { a: 1 };\n", "const x%[1]d = d(x%[3]d);", "x60[0][0][0].a;\n"},
		{"const x0 = { a: 1 };\n", "const x%[1]d = { a: x%[3]d, b: x%[3]d };", "x60.a.b.a.b;\n"},
		{"const x0 = { a: 1 };\n", "const x%[1]d = { ...x%[3]d, ...x%[3]d, a%[1]d: 1 };", "x60.a;\n"},
		{"const x0 = () => ({ a: 1 });\n", "const x%[1]d = () => Math.random() ? x%[3]d() : x%[3]d();", "x60().a;\n"},
		{"const f0 = (x: any) => x;\n", "const f%[1]d = (x: any) => f%[3]d(f%[3]d(x));", "f60({ a: 1 }).a;\n"},
		{"class C0 { a = 1 }\n", "class C%[1]d extends C%[3]d { b%[1]d = new C%[3]d() }", "new C60().b60.b59.a;\n"},
		{"", "class C%[1]d extends C%[2]d {}", "new C1().missing;\n"},
		{"", "export * from './a%d';", ""},
		{"", "type T%[1]d = T%[2]d;", "declare let x: T1; x.missing;\n"},
		{"declare function o(x: string): string;\n", "declare function o(x: T%d): number;", "o(1).missing;\n"},
		{"declare let x: {\n", "a%d: number;", "};\nx.missing; x.a1;\n"},
		{"type U = \n", "| { k: %d, v: string }", ";\ndeclare let x: U; if (x.k === 1) { x.v.length }\n"},
		{"declare let x: any;\n", "if (typeof x === 'string' || x.a%d) {", ""},
	},
	"a.js": {{"var x0 = { a: 1 };\n", "var x%[1]d = { a: x%[3]d, b: x%[3]d };", "x60.a.b.a;\n"}, {"function f0(x) { return x }\n", "function f%[1]d(x) { return f%[3]d(f%[3]d(x)) }", "f60({ a: 1 }).a;\n"}, {"var x0 = {};\n", "var x%[1]d = x%[3]d || x%[2]d;", "x1.a\n"}, {"", "var x%[1]d = require('./a').x%[2]d;", ""}, {"", "module.exports.x%[1]d = module.exports.x%[2]d;", ""}, {"var o = {};\n", "o.a%[1]d = o.a%[2]d;", "o.a1.b\n"}, {"var o = {};\n", "o = o.a%d = o;", "o.a1.b\n"}, {"", "Object.assign(a%[1]d, a%[2]d, a%[3]d);", ""}, {"var s = [", "_0x%d,", "]"}},
	"a.py": {
		{"class C0: a = 1\n", "class C%[1]d(C%[3]d): b = C%[3]d()", "C60().b.b.a\n"}, {"class C0: pass\nclass D0: pass\n", "class C%[1]d(C%[3]d, D%[3]d): pass\nclass D%[1]d(D%[3]d, C%[3]d): pass", "C60().missing\n"},
		{"def f0(x): return x\n", "def f%[1]d(x): return f%[3]d(f%[3]d(x))", "f60('').join\n"}, {"x0 = ''\n", "x%[1]d = [x%[3]d, x%[3]d]", "x60[0][0].join\n"}, {"x0 = ''\n", "x%[1]d = x%[3]d if a else x%[3]d", "x60.join\n"}, {"x0 = ''\n", "x%[1]d = (x%[3]d, x%[3]d)", "x60[0][0].join\n"}, {"A0 = int\n", "A%[1]d = dict[A%[3]d, A%[3]d]", "x: A60\nx.missing\n"}, {"", "x%[1]d = x%[2]d", ""}, {"", "from a import x%d", ""}, {"def d0(f): return f\n", "@d%[3]d\n@d%[3]d\ndef d%[1]d(f): return d%[3]d(f)", "d60('').join\n"}, {"class A:\n def m(self): return self\na = A()\n", "a = a.m().m()", "a.m\n"}, {"x = {\n", "'a%d': {},", "}\n"}, {"", "x.a%d = x", "x.a1.a2.a3\n"},
	},
	"a.php":  {{"<?php class C0 { function m() {} }\n", "class C%[1]d extends C%[3]d { function n%[1]d() { return new C%[3]d; } }", "(new C60)->n60()->n59()->m();\n"}, {"<?php trait T0 { function m() {} }\n", "trait T%[1]d { use T%[3]d, T%[3]d; }", "class C { use T60; } (new C)->m();\n"}, {"<?php interface I0 {}\n", "interface I%[1]d extends I%[3]d, I%[3]d {}", ""}, {"<?php function f0($x) { return $x; }\n", "function f%[1]d($x) { return f%[3]d(f%[3]d($x)); }", "f60(new C)->m();\n"}, {"<?php $x0 = new C;\n", "$x%[1]d = $a ? $x%[3]d : $x%[3]d;", "$x60->m();\n"}, {"<?php $x0 = 1;\n", "$x%[1]d = [$x%[3]d, $x%[3]d];", "$x60[0][0]->m();\n"}, {"<?php\n", "use A%d;", ""}, {"<?php /**\n", " * @method a%d()", " */ class C {} (new C)->a1();\n"}, {"<?php /** @template T */ class P {}\n", "/** @extends C%[2]d<C%[2]d<T>> @template T */ class C%[1]d extends C%[2]d {}", "(new C1)->m();\n"}},
	"A.java": {{"class G61<T> { T x; }\n", "class G%[1]d<T> { G%[2]d<G%[2]d<T>> x; }", "class M { G1<String> g; Object o = g.x.x.x.x.x; }\n"}, {"class C0<T> { T x; }\n", "class C%[1]d<T> extends C%[3]d<C%[3]d<T>> {}", "class M { C60<String> g; Object o = g.x.x.x.x.x; }\n"}, {"class P<A, B> { static <T> P<T, T> d(T t) { return null; } }\nclass M { void f() { var x0 = 1;\n", "var x%[1]d = P.d(x%[3]d);", "} }\n"}, {"interface I0 { void m(); }\n", "interface I%[1]d extends I%[3]d, J%[3]d {} interface J%[1]d extends J%[3]d, I%[3]d {}", "class M { I60 i; void f() { i.m(); } }\n"}, {"class M { void f(Object... a) {}\n", "void f(T%d t) {}", "void g() { f(f(1), f(2)); } }\n"}, {"", "class C%[1]d<T extends C%[2]d<T>> {}", ""}, {"class M { static <T> T f0(T t) { return t; }\n", "static <T> T f%[1]d(T t) { return f%[3]d(f%[3]d(t)); }", "Object o = f60(\"\").length(); }\n"}, {"class M {\n", "int a%d;", "}\n"}, {"enum E {\n", "A%d,", "}\n"}},
	"a.css":  {{"", ".a%d { --b%[1]d: var(--b%[2]d) }", ""}},
	"a.scss": {{"", "@mixin m%[1]d { @include m%[2]d; @include m%[2]d; }", ""}, {"", "%%p%[1]d { @extend %%p%[2]d; @extend %%p%[3]d; }", ""}, {"", "$x%[1]d: $x%[2]d + $x%[2]d;", ""}, {"", ".a%[1]d, .b%[1]d { ", ""}, {"", "&-a%[1]d, &-b%[1]d { ", ""}},
	"a.yaml": {{"a0: &a0 [1]\n", "a%[1]d: &a%[1]d [*a%[3]d, *a%[3]d, *a%[3]d]", ""}, {"", "k%d: v", ""}}, "locales/en.yaml": {{"a0: &a0 {b: c}\n", "a%[1]d: &a%[1]d {x: *a%[3]d, y: *a%[3]d}", ""}, {"a0: &a0 {b: c}\n", "a%[1]d: &a%[1]d {<<: [*a%[3]d, *a%[3]d], k%[1]d: v}", ""}, {"a: &a {b: *a}\n", "a%[1]d: *a", ""}},
	"pnpm-workspace.yaml": {{"packages: &a0 [a]\n", "a%[1]d: &a%[1]d [*a%[3]d, *a%[3]d, *a%[3]d]", "packages: *a60\n"}},
	"a.xlf":               {{"<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a0 \"a\">\n", "<!ENTITY a%[1]d \"&a%[3]d;&a%[3]d;\">", "]><xliff><file><body><trans-unit id=\"a\"><source>&a60;</source></trans-unit></body></file></xliff>\n"}},
	"tsconfig.json":       {{"{\"compilerOptions\":{\"paths\":{\n", "\"a%d/*\": [\"b/*\"],", "\"z\":[]}}}"}}, "package.json": {{"{\"dependencies\":{\n", "\"a%d\": \"1\",", "\"z\":\"1\"}}"}, {"{\"exports\":{\n", "\"./a%d\": \"./b\",", "\"./z\":\"./z\"}}"}},
	"a.sh": {{"", "f%[1]d() { f%[2]d; f%[2]d; }", ""}}, "a.sql": {{"", "create view v%[1]d as select * from v%[2]d, v%[2]d;", ""}}, "a.lua": {{"local x0 = {}\n", "local x%[1]d = {x%[3]d, x%[3]d}", ""}}, "a.rb": {{"", "class C%[1]d < C%[2]d; end", ""}}, "a.kt": {{"", "typealias A%[1]d = Map<A%[2]d, A%[2]d>", ""}}, "a.rs": {{"", "type A%[1]d = (A%[2]d, A%[2]d);", ""}}, "a.proto": {{"", "message M%[1]d { M%[2]d a = 1; }", ""}}, "a.md": {{"", "[a%[1]d]: #a%[2]d", ""}}, "a.po": {{"", "msgid \"a%[1]d\"\nmsgstr \"b\"", ""}}, "go.mod": {{"module a\n", "require a%d.b/c v1.0.0", ""}}, "go.work": {{"go 1.26\n", "use ./a%d", ""}}, "Dockerfile": {{"FROM a AS a0\n", "FROM a%[3]d AS a%[1]d", ""}}, "a.tf": {{"", "locals { a%[1]d = local.a%[2]d }", ""}}, "a.html": {{"", "<div id=a%d>", ""}}, "a.vue": {{"<script setup lang=\"ts\">\nconst x0 = { a: 1 };\n", "const x%[1]d = { a: x%[3]d, b: x%[3]d };", "</script><template>{{ x60.a.b.a }}</template>"}}, "a.svelte": {{"<script>\nlet x0 = { a: 1 };\n", "let x%[1]d = { a: x%[3]d, b: x%[3]d };", "</script>{x60.a.b.a}"}}, ".gitignore": {{"", "*a*b*c*%d*/**/*x*", ""}},
}

// grown are the bombs that mean more than they say.
func grown(size int) (all []Bomb) {
	add := func(name, main string, text func() string) {
		all = append(all, Bomb{name, main, func() Repo { return Repo{main: text()} }})
	}
	beside := "package p\n\nfunc Beside() int { return inside() }\n\nfunc inside() int { return 1 }\n"
	module := func(name string, text func() string) {
		all = append(all, Bomb{"a.go/" + name, "a.go", func() Repo {
			return Repo{"go.mod": "module example.com/p\n\ngo 1.26\n", "a.go": text(), "b.go": beside, "q/q.go": "package q\n\nimport \"example.com/p\"\n\nvar _ = p.Beside()\n"}
		}})
	}
	shorter := strings.NewReplacer("61", "25", "60", "24", "59", "23")
	for i, c := range goChains {
		module(fmt.Sprintf("grows-%d", i), func() string { return c.of(size, doublings) })
		module(fmt.Sprintf("grows-24-%d", i), func() string { return shorter.Replace(c.of(size, 24)) })
	}
	for i, text := range goEndless {
		module(fmt.Sprintf("endless-%d", i), func() string { return "package p\n" + text })
	}
	for i, c := range goRows {
		module(fmt.Sprintf("rows-%d", i), func() string { return c.of(size, size) })
	}
	for _, path := range sorted(others) {
		for i, c := range others[path] {
			add(fmt.Sprintf("%s/grows-%d", path, i), path, func() string { return c.of(size, doublings) })
			add(fmt.Sprintf("%s/rows-%d", path, i), path, func() string { return c.of(size, size) })
		}
	}
	return all
}
