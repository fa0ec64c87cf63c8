package typescript

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// languageOf is the language that reads a file of that name.
func languageOf(t testing.TB, path string) *lang.Language {
	t.Helper()
	for _, l := range Languages() {
		for _, e := range l.Extensions {
			if strings.HasSuffix(path, e) {
				return l
			}
		}
	}
	t.Fatalf("no language reads %s", path)
	return nil
}

// facts extracts src and checks the invariants.
func facts(t testing.TB, path string, src []byte) *lang.Facts {
	t.Helper()
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	f, err := languageOf(t, path).Extract(context.Background(), p, lang.Input{Path: path, Src: src})
	if err != nil {
		t.Fatal(err)
	}
	if err := lang.Validate(f, len(src)); err != nil {
		t.Fatalf("%s: %v\n%s", path, err, lang.Dump(f))
	}
	return f
}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.*s*")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range files {
		if strings.HasSuffix(file, ".facts") {
			continue
		}
		n++
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
	if n == 0 {
		t.Error("no fixtures")
	}
}

// TestSame asserts what merges to one symbol and what does not.
func TestSame(t *testing.T) {
	f := facts(t, "a.ts", []byte(`
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
	f := facts(t, "a.ts", src)
	at := map[uint32]bool{}
	for i := range f.Defs {
		at[f.Defs[i].Start] = true
	}
	for i := range f.Refs {
		at[f.Refs[i].Start] = true
	}
	words := map[string]bool{}
	for _, w := range strings.Fields("import as from export const class extends typeof return this for of w s") {
		words[w] = true
	}
	words["m"] = true
	for i := 0; i < len(src); {
		if !wordByte(src[i]) {
			i++
			continue
		}
		j := i
		for j < len(src) && wordByte(src[j]) {
			j++
		}
		if w := string(src[i:j]); !words[w] && !at[uint32(i)] {
			t.Errorf("nothing at %d: %s", i, w)
		}
		i = j
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
		p := ts.NewParser(ts.Limits{Nodes: 1 << 22})
		f, err := languageOf(t, c.name).Extract(context.Background(), p, lang.Input{Path: c.name, Src: src})
		p.Close()
		if err != nil {
			t.Errorf("%s: %v", c.open, err)
			continue
		}
		if err := lang.Validate(f, len(src)); err != nil {
			t.Errorf("%s: %v", c.open, err)
		}
		if f.Truncated == "" && f.ErrorNodes == 0 {
			t.Errorf("%s: read to a depth of %d", c.open, c.n)
		}
	}
}

// TestLongChains: what nests on the left in the tree is no nesting to people.
func TestLongChains(t *testing.T) {
	for _, c := range []string{"a" + strings.Repeat(" + a", 20_000), "type T = a" + strings.Repeat(" | a", 20_000)} {
		f := facts(t, "a.ts", []byte(c))
		if f.Truncated != "" || len(f.Refs) != 20_001 {
			t.Errorf("%.20s: %d references, truncated %q", c, len(f.Refs), f.Truncated)
		}
	}
}

func FuzzExtract(f *testing.F) {
	files, err := filepath.Glob("testdata/*.*s*")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		if src, err := os.ReadFile(file); err == nil && !strings.HasSuffix(file, ".facts") {
			f.Add(src)
		}
	}
	for _, s := range []string{
		"", "\xef\xbb\xbf", "class {", "export default", "({", "`${", "<A", "import {", "/*", "\"", "type T<in out", "{\n<\n(", "\xff\xfe\x00", "a\r\nb\r",
		strings.Repeat("(", 500), strings.Repeat("{a:[", 200), "@", "#!", "export =", "enum E { [", "function f({a = {b: [",
	} {
		f.Add([]byte(s))
	}
	languages := Languages()
	f.Fuzz(func(t *testing.T, src []byte) {
		p := ts.NewParser(ts.Limits{Nodes: 1 << 20, Time: 50 * time.Millisecond})
		defer p.Close()
		for _, l := range languages {
			facts, err := l.Extract(context.Background(), p, lang.Input{Path: "f" + l.Extensions[0], Src: src})
			if err != nil {
				continue
			}
			if err := lang.Validate(facts, len(src)); err != nil {
				t.Errorf("%s: %v", l.Name, err)
			}
		}
		if out := repair(src); out != nil && len(out) != len(src) {
			t.Errorf("a repair changed the length from %d to %d", len(src), len(out))
		}
	})
}
