package java

import (
	"os"
	"slices"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages{Language()}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t, "broken.java") }

// The declarations that we bring along are those of their packages.
func TestPrelude(t *testing.T) {
	tested.Preludes(t, func(_ *lang.Language, p lang.Prelude, f *lang.Facts) {
		if f.Package != p.Module.Name {
			t.Errorf("%s: package %s, want %s", p.Input.Path, f.Package, p.Module.Name)
		}
	})
	for _, name := range []string{"Object", "String", "Iterable", "Override", "Enum", "AbstractStringBuilder"} {
		if _, _, ok := builtin(name); !ok {
			t.Errorf("%s is no type of java.lang", name)
		}
	}
	for _, name := range []string{"List", "Entry", "State", ""} {
		if _, _, ok := builtin(name); ok {
			t.Errorf("%q is a type of java.lang", name)
		}
	}
}

// TestTokens: every identifier of a file that means something has a definition
// or a reference at its place.
func TestTokens(t *testing.T) {
	src := []byte(`class A<B> extends c.D<E> implements F { G h = i.j(k -> l.m, N::o, p.new Q(r)); @S(t = u) v(W... x) throws Y {
for (Z a1 : b1) { c1[d1] += (E1) f1 ? g1 : -h1; } if (i1 instanceof J1 k1) l1: while (m1) break l1;
switch (n1) { case O1: p1(); break; } try (Q1 r1 = s1) {} catch (T1 | U1 w1) { throw x1; } new Y1() { Z1 a2; }.b2(); } }
enum C2 { D2(e2) { void f2() {} } } record G2(H2 i2) {} @interface J2 { K2 l2() default m2; }`)
	f := tested.Facts(t, "a.java", src)
	// c may be a package, which nothing says anything of; the others are words.
	n := langtest.Covered(t, f, src, identifierByte,
		"class extends implements new throws for if instanceof while break switch case try catch throw void enum record default interface")
	if n < 60 {
		t.Errorf("only %d names", n)
	}
}

// Overloads are symbols of their own, counted in the order of declaration; a
// class without constructors has one, where its name is.
func TestOverloads(t *testing.T) {
	f := tested.Facts(t, "src/test/java/A.java", []byte("class A { void m() {} static void m(int a) {} A(int x) {} A() {} class B {} private void p() {} }\n"))
	got := map[string][]uint16{}
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Callable() {
			got[f.Name(d.Name)] = append(got[f.Name(d.Name)], d.Disamb)
			if d.Flags&lang.Test == 0 {
				t.Errorf("%s is no test", f.Name(d.Name))
			}
			if (d.Flags&lang.Exported == 0) != (f.Name(d.Name) == "p") {
				t.Errorf("%s: flags %v", f.Name(d.Name), d.Flags)
			}
		}
	}
	if len(got["m"]) != 2 || got["m"][1] != 1 || len(got[initName]) != 3 || got[initName][1] != 1 || got[initName][2] != 0 {
		t.Errorf("%v", got)
	}
}

// TestHostile reads text that nests or breaks without end.
func TestHostile(t *testing.T) {
	for _, before := range []string{"", "class A { void m() { x = "} {
		tested.Repeated(t, "A.java", before, 20000, "(", "[", "{", "<", "!", "?", "\"")
		tested.Repeated(t, "A.java", before, 2000,
			"x.", "x(", "x[", "x->", "class A{", "a+", "@A(", "new A(){", "if(x)", "case ", "/*", "x::", "A<", "for(;;)", "switch(x){case 1->", "try{", "enum E{", "import a.", "package ", "record R(", "(A)", "a?b:", "int[]", "x instanceof A a && ")
	}
	// A long sum is no deep one.
	f := tested.Facts(t, "A.java", []byte("class A { int x = "+strings.Repeat("a + ", 20000)+"a; }"))
	if len(f.Refs) != 20001 || f.Truncated != "" {
		t.Errorf("%d references, %s", len(f.Refs), f.Truncated)
	}
}

// An error costs the declaration that it is in.
func TestBroken(t *testing.T) {
	src, err := os.ReadFile("testdata/broken.java")
	if err != nil {
		t.Fatal(err)
	}
	f := tested.Facts(t, "broken.java", src)
	for _, n := range []string{"A", "n", "s", "ok", "C"} {
		if !slices.Contains(langtest.Defs(f), n) {
			t.Errorf("%s is not defined", n)
		}
	}
	if f.ErrorNodes == 0 {
		t.Error("no errors are counted")
	}
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{
		Paths: []string{"A.java"},
		Seeds: []string{
			"\xef\xbb\xbfclass A {}", "class", "class A<", "enum E { A, B(", "record R(int", "@", "import static a.*;", "package a.b.", "class A { A",
			"class A { { x -> } }", "class A { int f() { return switch (x) { case A(var b, ", "new A() {}", "class A { A::new; int[]::new; }",
			"class \xff\xfe { }", "module a { requires b; }", "class A { void m() { \"\\{x}\"; } }", "interface I { int x; }", "int x;", "void m() {}",
			"class A { void m() { int x; class B { } interface B { } } }", "@A @B(c = @D) class E {}", "class var { var var; }", "class A { this.x; super.y(); }",
		},
		Also: func(_ *testing.T, src []byte) { packageClause(src) },
	})
}
