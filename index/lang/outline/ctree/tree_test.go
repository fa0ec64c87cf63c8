package ctree

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"codeintel/index/lang/langtest"
	"codeintel/index/lang/ts"
)

// outline writes the nodes of src as a tree, a line each; leaves have their text.
func outline(src []byte, nodes []ts.Node) string {
	var b strings.Builder
	for i, n := range nodes {
		b.WriteString(strings.Repeat("  ", int(n.Depth)))
		if f := Fields[n.Field]; f != "" {
			b.WriteString(f + ": ")
		}
		b.WriteString(Kinds[n.Sym])
		if int(n.Next) == i+1 {
			fmt.Fprintf(&b, " %q", src[n.Start:n.End])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// check fails where nodes are no tree of src.
func check(t *testing.T, src []byte, nodes []ts.Node) {
	t.Helper()
	if len(nodes) == 0 || nodes[0].Parent != ts.NoNode || int(nodes[0].Next) != len(nodes) || int(nodes[0].End) != len(src) {
		t.Fatalf("%q: no root over all", src)
	}
	for i, n := range nodes {
		if n.Start > n.End || int(n.End) > len(src) || int(n.Next) <= i || int(n.Next) > len(nodes) {
			t.Fatalf("%q: node %d is %+v", src, i, n)
		}
		if i == 0 {
			continue
		}
		p := nodes[n.Parent]
		if int(n.Parent) >= i || n.Next > p.Next || n.Start < p.Start || n.End > p.End || n.Depth != p.Depth+1 && n.Depth != ^uint16(0) {
			t.Fatalf("%q: node %d, %+v, is not in its parent, %+v", src, i, n, p)
		}
		if n.Start < nodes[i-1].Start {
			t.Fatalf("%q: node %d, %+v, begins before the one in front of it, %+v", src, i, n, nodes[i-1])
		}
	}
}

// TestTrees compares the trees of the texts in testdata with what stands beside them:
// the files NAME.c and NAME.tree of an archive. -update writes the trees.
func TestTrees(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	if len(paths) == 0 {
		t.Fatal("no archives")
	}
	var r Reader
	for _, path := range paths {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var out []txtar.File
		for i := 0; i < len(ar.Files); i++ {
			f := ar.Files[i]
			name, ok := strings.CutSuffix(f.Name, ".c")
			if !ok {
				continue
			}
			nodes := r.Read(f.Data, false)
			check(t, f.Data, nodes)
			got := outline(f.Data, nodes)
			if !langtest.Updating() && (i+1 >= len(ar.Files) || got != string(ar.Files[i+1].Data)) {
				t.Errorf("%s: %s is\n%s", path, f.Name, got)
			}
			out = append(out, f, txtar.File{Name: name + ".tree", Data: []byte(got)})
			check(t, f.Data, r.Read(f.Data, true))
		}
		if langtest.Updating() {
			if err := os.WriteFile(path, txtar.Format(&txtar.Archive{Comment: ar.Comment, Files: out}), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// functions are three functions, each of which declares what the next one can't.
const functions = `struct first { int a; };

static int before(struct first *f)
{
	return f->a;
}

int edited(struct first *f, int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++) {
		if (f[i].a > 0) {
			sum += before(&f[i]);
		} else {
			sum -= (f[i].a ? 1 : 2);
		}
	}
	return call("text", 'c', sum);
}

struct last { int b; };

#define LAST 1

int after(struct last *l)
{
	return l->b + LAST;
}
`

// namesOf are the names that a text declares outside of functions.
func namesOf(r *Reader, src []byte) map[string]bool {
	names := map[string]bool{}
	nodes := r.Read(src, false)
	for i := range nodes {
		n := &nodes[i]
		if n.Field != fdDeclarator && n.Field != fdName || int(n.Next) != i+1 {
			continue
		}
		inner := false
		for p := n.Parent; p != ts.NoNode; p = nodes[p].Parent {
			inner = inner || nodes[p].Sym == nCompound || nodes[p].Sym == nParameter
		}
		if !inner {
			names[string(src[n.Start:n.End])] = true
		}
	}
	return names
}

// TestEdits takes each token out of a function, and puts brackets and words in: what
// is declared around it stays.
func TestEdits(t *testing.T) {
	var r Reader
	want := []string{"first", "a", "before", "edited", "last", "b", "LAST", "after"}
	from := strings.Index(functions, "\tint sum")
	to := strings.Index(functions, "}\n\nstruct last")
	look := func(src string) {
		t.Helper()
		got := namesOf(&r, []byte(src))
		for _, w := range want {
			if !got[w] {
				t.Errorf("%s is lost in\n%s", w, src)
			}
		}
	}
	look(functions)
	r.Read([]byte(functions), false)
	for _, tok := range append([]token(nil), r.t...) {
		if int(tok.start) < from || int(tok.end) > to {
			continue
		}
		look(functions[:tok.start] + functions[tok.end:])
		for _, w := range []string{"{", "}", "(", ")", "[", "\"", "'", ";", ",", "if (", "foo", "struct x", "= {", "else", "case 1:"} {
			look(functions[:tok.start] + w + " " + functions[tok.start:])
		}
	}
	for i := from; i < to; i++ {
		look(functions[:i] + functions[to:]) // while it is being written
	}
}

// TestDeep reads brackets of any depth.
func TestDeep(t *testing.T) {
	var r Reader
	for _, unit := range []string{"(", "[", "{", "f(", "a.", "*", "{(", "= {", "if (", "else if (x) ", "struct {", "int (*", "#if 1\n", "x ? ", "do ", "(int)", "case 1: "} {
		src := []byte("int x = " + strings.Repeat(unit, 100_000))
		check(t, src, r.Read(src, true))
		src = []byte("int f(void) {" + strings.Repeat(unit, 50_000) + strings.Repeat(")", 50_000) + "}")
		check(t, src, r.Read(src, false))
	}
}

// TestLong reads long texts without sense in a time that does not grow with the square
// of their length: else it would not come to its end.
func TestLong(t *testing.T) {
	var r Reader
	for _, before := range []string{"", "int f(void) {\n", "struct s {\n", " x " + strings.Repeat("{", 50_000) + "\n", " x " + strings.Repeat("(", 50_000) + "\n"} {
		for _, unit := range []string{"}\n", "a b\n", "A\nint ", "struct ", "int a;\n}\n", " {{\n}\n", "__A(x)\n"} {
			src := []byte(before + strings.Repeat(unit, 100_000))
			check(t, src, r.Read(src, false))
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		functions, "int f(a, b) int a; char *b; {", "#if A\n{\n#else\n(\n#endif\n}", "DEFINE_X(a);\nS(x, int, y) { }", "struct s { F(int a:1, F(int b:2, ;)) };",
		"a\\\nb /* \n */ #x\n\"\\", "enum { A(1), B = 2, }; typedef int (*f)(int), g[2];", "class A : public B { public: int f() const; };", "}{)(][", "offsetof(a, b.c[1])",
		"x = (struct s){ .a = { [0 ... 2] = 1 }, b: 2 };", "asm volatile (\"\" : [a] \"=r\" (b));", "template <class T> namespace a { }", "enum{0(", "# define A(x) #x \\\n y\n#undef A\n#elif",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		was := bytes.Clone(src)
		var r Reader
		lean := r.Read(src, false)
		check(t, src, lean)
		names := map[[2]uint32]ts.Sym{}
		for _, n := range lean {
			names[[2]uint32{n.Start, n.End}] = n.Sym
		}
		whole := r.Read(src, true)
		check(t, src, whole)
		for _, n := range whole {
			if n.Sym == nIdentifier || n.Sym == nTypeIdentifier || n.Sym == nFieldIdentifier {
				if _, ok := names[[2]uint32{n.Start, n.End}]; !ok {
					t.Fatalf("%q: %q is read only where all is asked for", src, src[n.Start:n.End])
				}
			}
		}
		if !bytes.Equal(was, src) {
			t.Fatal("the text was changed")
		}
	})
}
