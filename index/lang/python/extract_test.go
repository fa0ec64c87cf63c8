package python

import (
	"slices"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages{Language()}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t, "broken.py") }

// TestHostile reads text that nests or breaks without end; the time that it
// takes must not grow faster than the parser's own.
func TestHostile(t *testing.T) {
	tested.Repeated(t, "a.py", "", 100000, "(", "[", "{", "@", "*", "'")
	tested.Repeated(t, "a.py", "", 1500,
		"x.", "x(", "x[", "lambda:", "not ", "f(a=", "if x:\n ", "a if b else ", "[x for x in ", "f'{", "await ", "class A:\n", "x = ", "x, ", "(yield ", "else:\n", "def f(", "a and ", "x: ", "case ", "a:b=", "elif x:\n", "import a.")
}

// An error costs the statement that it is in.
func TestRepair(t *testing.T) {
	src := "import a\n\ndef one():\n    x = f(\n    return x\n\n@deco\nclass Two:\n    def three(self): pass\n    y = [1,\n\ndef four(): pass\n"
	f := tested.Facts(t, "a.py", []byte(src))
	for _, n := range []string{"a", "four"} {
		if !slices.Contains(langtest.Defs(f), n) {
			t.Errorf("%s is not defined\n%s", n, lang.Dump(f))
		}
	}
	if !slices.Contains(langtest.Refs(f), "f") || f.ErrorNodes == 0 {
		t.Errorf("what was cut out is not read\n%s", lang.Dump(f))
	}
}

// The declarations that we bring along are read whole.
func TestPrelude(t *testing.T) { tested.Preludes(t, nil) }

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{
		Paths: []string{"a.py", "a.pyi"},
		Seeds: []string{
			"\xef\xbb\xbfx = 1\n", "def", "class\n", "def f(:\n  return", "x = (", "class A(\n\tdef f(self, *, a=1, **k): self.a = a\n",
			"\tx = 1\n  y = 2\n", "from . import", "from x import (a as", "import a.", "lambda", "f'{", "f\"{x!r:{y}}\"", "@\ndef f(): pass",
			"match x:\n case A(b=c) | [d, *e]: pass\n", "x: 'List[' = 1\n", "x: 'a b'\n", "print 'x'\n", "exec 'a' in b\n", "`x`\n",
			"async def f(): await x; [y async for y in z]\n", "def f[T: int, *U, **V](a: T) -> V: ...\n", "type X[T] = list[T]\n",
			"global x\nnonlocal y\ndef f():\n global x\n nonlocal y\n x = y = 1\n", "try:\n pass\nexcept* (A, B) as e:\n pass\n",
			"a, (b, *c) = *d, e = f\n", "x.y.z[1:2].w += 1\n", "\xff\xfe\x80 = \xc3\n", "with (a as b, c as d): pass\n", "import a.b, a.c as d, a.b.c\na.b.c.d.e()\n",
			"x = []  # type: List[A]\n", "def f(a, (b, c)): pass\n", "if isinstance(x, (A, B)) and not isinstance(y, C): x.a\n", strings.Repeat("(", 200), strings.Repeat("x.", 200),
		},
	})
}
