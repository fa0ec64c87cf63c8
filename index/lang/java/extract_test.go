package java

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// facts extracts src and checks the invariants.
func facts(t testing.TB, path string, src []byte) *lang.Facts {
	t.Helper()
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	f, err := extract(context.Background(), p, lang.Input{Path: path, Src: src})
	if err != nil {
		t.Fatal(err)
	}
	if err := lang.Validate(f, len(src)); err != nil {
		t.Fatalf("%v\n%s", err, lang.Dump(f))
	}
	return f
}

func fixtures(t testing.TB) []string {
	files, err := filepath.Glob("testdata/*.java")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	return files
}

// TestGolden compares the facts of each testdata/*.java with the file beside
// it.
func TestGolden(t *testing.T) {
	for _, file := range fixtures(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := lang.Dump(facts(t, file, src))
			golden := file + ".facts"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the facts are not those of %s (-update writes them):\n%s", golden, got)
			}
		})
	}
}

// The declarations that we bring along are read whole.
func TestPrelude(t *testing.T) {
	for _, p := range prelude() {
		f := facts(t, p.Input.Path, p.Input.Src)
		if f.ErrorNodes > 0 || f.Package != p.Module.Name || f.Truncated != "" {
			t.Errorf("%s: package %s, %d errors, %s", p.Input.Path, f.Package, f.ErrorNodes, f.Truncated)
		}
	}
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
	f := facts(t, "a.java", src)
	at := map[uint32]bool{}
	for i := range f.Defs {
		at[f.Defs[i].Start] = true
	}
	for i := range f.Refs {
		at[f.Refs[i].Start] = true
	}
	// c may be a package, which nothing says anything of; the others are words.
	words := map[string]bool{}
	for _, w := range strings.Fields("class extends implements new throws for if instanceof while break switch case try catch throw void enum record default interface") {
		words[w] = true
	}
	n := 0
	for i := 0; i < len(src); {
		j := i
		for j < len(src) && identifierByte(src[j]) {
			j++
		}
		if j == i {
			i++
			continue
		}
		if w := string(src[i:j]); !words[w] {
			n++
			if !at[uint32(i)] {
				t.Errorf("%s at %d is neither defined nor used", w, i)
			}
		}
		i = j
	}
	if n < 60 {
		t.Errorf("only %d names", n)
	}
}

// Overloads are symbols of their own, counted in the order of declaration; a
// class without constructors has one, where its name is.
func TestOverloads(t *testing.T) {
	f := facts(t, "src/test/java/A.java", []byte("class A { void m() {} static void m(int a) {} A(int x) {} A() {} class B {} private void p() {} }\n"))
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
	for _, unit := range []string{
		"(", "[", "{", "<", "x.", "x(", "x[", "x->", "class A{", "a+", "!", "@A(", "new A(){", "if(x)", "?", "case ", "\"", "/*", "x::", "A<", "for(;;)",
		"switch(x){case 1->", "try{", "enum E{", "import a.", "package ", "record R(", "(A)", "a?b:", "int[]", "x instanceof A a && ",
	} {
		n := 20000
		if len(unit) > 1 {
			n = 2000
		}
		src := []byte("class A { void m() { x = " + strings.Repeat(unit, n))
		if f := facts(t, "A.java", src); len(f.Refs) > 8*n {
			t.Errorf("%q: %d references in %d repetitions", unit, len(f.Refs), n)
		}
		facts(t, "A.java", bytes.Repeat([]byte(unit), n))
	}
	// A long sum is no deep one.
	f := facts(t, "A.java", []byte("class A { int x = "+strings.Repeat("a + ", 20000)+"a; }"))
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
	f := facts(t, "broken.java", src)
	have := map[string]bool{}
	for i := range f.Defs {
		have[f.Name(f.Defs[i].Name)] = true
	}
	for _, n := range []string{"A", "n", "s", "ok", "C"} {
		if !have[n] {
			t.Errorf("%s is not defined", n)
		}
	}
	if f.ErrorNodes == 0 {
		t.Error("no errors are counted")
	}
}

func FuzzExtract(f *testing.F) {
	for _, file := range fixtures(f) {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
		f.Add(bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")))
	}
	for _, s := range []string{
		"", "\xef\xbb\xbfclass A {}", "class", "class A<", "enum E { A, B(", "record R(int", "@", "import static a.*;", "package a.b.", "class A { A",
		"class A { { x -> } }", "class A { int f() { return switch (x) { case A(var b, ", "new A() {}", "class A { A::new; int[]::new; }",
		"class \xff\xfe { }", "module a { requires b; }", "class A { void m() { \"\\{x}\"; } }", "interface I { int x; }", "int x;", "void m() {}",
		"class A { void m() { int x; class B { } interface B { } } }", "@A @B(c = @D) class E {}", "class var { var var; }", "class A { this.x; super.y(); }",
	} {
		f.Add([]byte(s))
	}
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := extract(context.Background(), p, lang.Input{Path: "A.java", Src: src})
		if err != nil {
			t.Fatal(err)
		}
		if err := lang.Validate(facts, len(src)); err != nil {
			t.Fatal(err)
		}
		packageClause(src)
	})
}
