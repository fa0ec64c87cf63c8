package typescript

import (
	"strings"
	"testing"

	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages(Languages())

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t, "broken.ts") }

// TestSame asserts what merges to one symbol and what does not.
func TestSame(t *testing.T) {
	f := tested.Facts(t, "a.ts", []byte(`
function over(a: string): void; function over(a: number): void; function over(a: any) {}
interface I { x: 1 } interface I { y: 2; x: 1 }
class I {}
namespace N { export const v = 1 } namespace N { export const v = 2 }
const K = 1; type K = number;
var twice = 1; var twice = 2;
class C { static s = 1; s = 2; get g() { return 1 } set g(v) {} m(): void; m() {} }
{ let twice = 3 }
`))
	same := map[string]int{}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Same >= 0 {
			same[f.Name(d.Name)]++
			if first := &f.Defs[d.Same]; first.Name != d.Name || first.Suffix != d.Suffix {
				t.Errorf("%s is the same as %s", f.Name(d.Name), f.Name(first.Name))
			}
		}
	}
	want := map[string]int{"over": 2, "I": 2, "x": 1, "N": 1, "v": 1, "twice": 1, "m": 1}
	for n, c := range want {
		if same[n] != c {
			t.Errorf("%s: %d further definitions, want %d", n, same[n], c)
		}
		delete(same, n)
	}
	for n, c := range same {
		t.Errorf("%s: %d further definitions, want none", n, c)
	}
}

// TestTokens: every identifier of a file that means something has a
// definition or a reference at its place.
func TestTokens(t *testing.T) {
	src := []byte(`import a, { b as c } from "m";
export const { d, e: [g] } = a;
class H<I> extends c.j<I> { k(l: typeof a.n, { o }: I) { return this.p?.q[r] } }
export { d as s };
for (const u of v) w: { x({ y, z: u, "s": b2, ...c2 }) }
`)
	f := tested.Facts(t, "a.ts", src)
	if n := langtest.Covered(t, f, src, wordByte, "import as from export const class extends typeof return this for of w s m"); n < 25 {
		t.Errorf("only %d names", n)
	}
}

// TestDeep: nesting costs no stack, and what is not read is said to be left
// out.
func TestDeep(t *testing.T) {
	for _, c := range []struct {
		name, open, middle, close string
		n                         int
	}{
		{"a.ts", "(", "x", ")", 100_000}, {"a.ts", "{", "x", "}", 100_000}, {"a.ts", "[", "x", "]", 10_000},
		{"a.ts", "f(", "x", ")", 10_000}, {"a.ts", "x=>", "x", "", 10_000}, {"b.tsx", "<A>", "x", "</A>", 10_000},
		{"c.js", "a?b:", "x", "", 10_000}, {"a.ts", "let t: [", "x", "]", 10_000},
	} {
		src := []byte(strings.Repeat(c.open, c.n) + c.middle + strings.Repeat(c.close, c.n))
		f := tested.Facts(t, c.name, src)
		if f.Truncated == "" && f.ErrorNodes == 0 {
			t.Errorf("%s: read to a depth of %d", c.open, c.n)
		}
	}
}

// TestLongChains: what nests on the left in the tree is no nesting to people.
func TestLongChains(t *testing.T) {
	for _, c := range []string{"a" + strings.Repeat(" + a", 20_000), "type T = a" + strings.Repeat(" | a", 20_000)} {
		f := tested.Facts(t, "a.ts", []byte(c))
		if f.Truncated != "" || len(f.Refs) != 20_001 {
			t.Errorf("%.20s: %d references, truncated %q", c, len(f.Refs), f.Truncated)
		}
	}
}

// TestRepairTemplates: what is in templates is rewritten so that they end where they
// did, and nothing else is.
func TestRepairTemplates(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"f(`a\\\\`, /\\s`/)", "f(`a__`, /\\s`/)"},
		{"f(`\\${x`, '\\n')", "f(`__{x`, '\\n')"},
		{"f(`\\``, '\\n')", "f(`__`, '\\n')"},
		{"f(`${s.split('}')}\\n`, '\\n')", "f(`${s.split('}')}_n`, '\\n')"},
		{"f(`${g(`{\\n${'{'}`)}`, '\\n')", "f(`${g(`{_n${'{'}`)}`, '\\n')"},
		{"f(`${/[}`]/.test(x)}`, '\\n', `\\n`)", "f(`${/[}`]/.test(x)}`, '\\n', `_n`)"},
		{"f(`${{a: {}}}`, '\\n', `\\n`)", "f(`${{a: {}}}`, '\\n', `_n`)"},
	} {
		if got := string(repair([]byte(c.src))); got != c.want {
			t.Errorf("%s became %s, not %s", c.src, got, c.want)
		}
		if f := tested.Facts(t, "a.ts", []byte(c.want)); f.ErrorNodes > 0 {
			t.Errorf("%s has errors", c.want)
		}
	}
	if out := repair([]byte(strings.Repeat("`${", 1<<20) + "\\n")); out != nil {
		t.Error("a text of templates in one another without end was rewritten")
	}
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{
		Seeds: []string{
			"class {", "export default", "({", "`${", "<A", "import {", "type T<in out", "{\n<\n(",
			strings.Repeat("(", 500), "@", "export =", "enum E { [", "function f({a = {b: [",
		},
		Also: func(t *testing.T, src []byte) {
			if out := repair(src); out != nil && len(out) != len(src) {
				t.Errorf("a repair changed the length from %d to %d", len(src), len(out))
			}
		},
	})
}
