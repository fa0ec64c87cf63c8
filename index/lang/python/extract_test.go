package python

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

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

// TestGolden compares the facts of each testdata/*.py with the .facts beside
// it. With UPDATE=1 in the environment it writes them.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.py*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := lang.Dump(facts(t, file, src))
			golden := strings.TrimSuffix(file, filepath.Ext(file)) + ".facts"
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("facts differ from %s (UPDATE=1 writes them)\n%s", golden, diff(string(want), got))
			}
		})
	}
}

// diff shows the lines that are only in one of two texts.
func diff(want, got string) string {
	has := func(text string) map[string]int {
		m := map[string]int{}
		for _, l := range strings.Split(text, "\n") {
			m[l]++
		}
		return m
	}
	w, g := has(want), has(got)
	var b strings.Builder
	for _, l := range strings.Split(want, "\n") {
		if g[l] == 0 {
			b.WriteString("- " + l + "\n")
		}
	}
	for _, l := range strings.Split(got, "\n") {
		if w[l] == 0 {
			b.WriteString("+ " + l + "\n")
		}
	}
	return b.String()
}

// TestHostile reads text that nests or breaks without end; the time that it
// takes must not grow faster than the parser's own.
func TestHostile(t *testing.T) {
	for _, unit := range []string{
		"(", "[", "{", "x.", "x(", "x[", "lambda:", "not ", "f(a=", "if x:\n ", "a if b else ", "[x for x in ", "f'{", "await ", "@",
		"class A:\n", "x = ", "x, ", "*", "(yield ", "else:\n", "def f(", "a and ", "x: ", "case ", "'", "a:b=", "elif x:\n", "import a.",
	} {
		n := 100000
		if len(unit) > 1 {
			n = 1500
		}
		f := facts(t, "a.py", bytes.Repeat([]byte(unit), n))
		if len(f.Refs) > 4*n {
			t.Errorf("%q: %d references in %d repetitions", unit, len(f.Refs), n)
		}
	}
}

// An error costs the statement that it is in.
func TestRepair(t *testing.T) {
	src := "import a\n\ndef one():\n    x = f(\n    return x\n\n@deco\nclass Two:\n    def three(self): pass\n    y = [1,\n\ndef four(): pass\n"
	f := facts(t, "a.py", []byte(src))
	have := map[string]bool{}
	for _, d := range f.Defs {
		have[f.Name(d.Name)] = true
	}
	for _, n := range []string{"a", "four"} {
		if !have[n] {
			t.Errorf("%s is not defined\n%s", n, lang.Dump(f))
		}
	}
	refs := map[string]bool{}
	for _, r := range f.Refs {
		refs[f.Name(r.Name)] = true
	}
	if !refs["f"] || f.ErrorNodes == 0 {
		t.Errorf("what was cut out is not read\n%s", lang.Dump(f))
	}
}

func FuzzExtract(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.py*")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
		f.Add(bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")))
	}
	for _, s := range []string{
		"", "\xef\xbb\xbfx = 1\n", "def", "class\n", "def f(:\n  return", "x = (", "class A(\n\tdef f(self, *, a=1, **k): self.a = a\n",
		"\tx = 1\n  y = 2\n", "from . import", "from x import (a as", "import a.", "lambda", "f'{", "f\"{x!r:{y}}\"", "@\ndef f(): pass",
		"match x:\n case A(b=c) | [d, *e]: pass\n", "x: 'List[' = 1\n", "x: 'a b'\n", "print 'x'\n", "exec 'a' in b\n", "`x`\n",
		"async def f(): await x; [y async for y in z]\n", "def f[T: int, *U, **V](a: T) -> V: ...\n", "type X[T] = list[T]\n",
		"global x\nnonlocal y\ndef f():\n global x\n nonlocal y\n x = y = 1\n", "try:\n pass\nexcept* (A, B) as e:\n pass\n",
		"a, (b, *c) = *d, e = f\n", "x.y.z[1:2].w += 1\n", "\xff\xfe\x80 = \xc3\n", "with (a as b, c as d): pass\n", "import a.b, a.c as d, a.b.c\na.b.c.d.e()\n",
		"x = []  # type: List[A]\n", "def f(a, (b, c)): pass\n", "if isinstance(x, (A, B)) and not isinstance(y, C): x.a\n", strings.Repeat("(", 200), strings.Repeat("x.", 200),
	} {
		f.Add([]byte(s))
	}
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, path := range []string{"a.py", "a.pyi"} {
			facts, err := extract(context.Background(), p, lang.Input{Path: path, Src: src})
			if err != nil {
				t.Fatal(err)
			}
			if err := lang.Validate(facts, len(src)); err != nil {
				t.Fatal(err)
			}
		}
	})
}
