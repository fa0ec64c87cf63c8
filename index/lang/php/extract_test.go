package php

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages{Language()}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t) }

// The declarations of the language's own library are many, and each is there
// once.
func TestPrelude(t *testing.T) {
	tested.Preludes(t, func(_ *lang.Language, p lang.Prelude, f *lang.Facts) {
		first := map[string]bool{}
		for i := range f.Defs {
			d := &f.Defs[i]
			if d.Scope == 0 && d.Same >= 0 {
				t.Errorf("%s: %s is declared twice", p.Input.Path, f.Name(d.Name))
			}
			first[f.Name(d.LookupName())] = true
		}
		if len(first) < 20 {
			t.Errorf("%s declares %d names", p.Input.Path, len(first))
		}
	})
}

// What the grammar can't read is read all the same.
func TestRecovery(t *testing.T) {
	f := tested.Facts(t, "a.php", []byte("<?php\nenum A: string {\n  case B = 'b';\n  public const int C = 1;\n  const D = self::B;\n  function f() { return namespace\\g() |> h(...); }\n}\n"))
	if f.ErrorNodes != 0 {
		t.Errorf("%d errors\n%s", f.ErrorNodes, lang.Dump(f))
	}
	want := map[string]lang.Kind{"B": lang.KindEnumMember, "C": lang.KindConstant, "D": lang.KindConstant, "f": lang.KindMethod}
	for _, d := range f.Defs {
		if k, ok := want[f.Name(d.Name)]; ok && d.Kind == k {
			delete(want, f.Name(d.Name))
		}
	}
	if len(want) > 0 {
		t.Errorf("not defined: %v\n%s", want, lang.Dump(f))
	}
	if !slices.Contains(langtest.Refs(f), "g()") {
		t.Errorf("namespace\\g is not read\n%s", lang.Dump(f))
	}
}

// TestHostile reads text that nests or breaks without end.
func TestHostile(t *testing.T) {
	tested.Repeated(t, "a.php", "<?php ", 100000, "(", "[", "{", "!", "'", "&", "$")
	tested.Repeated(t, "a.php", "<?php ", 500,
		"$a->", "f(", "$a[", "fn() => ", "new class(", "if (1) ", "$a ? $b : ", "function() {", "class A { function f() {", "namespace A;\n", "\"{$a", "#[", "$x = ", "$a . ", "/** @var A<", "/** @method A f(", "case ", "use A\\{", "match(1) { ", "enum A { const ", "list(", "?><?php ", "A::", "??", "A|")
	tested.Facts(t, "a.php", []byte("<?php /** @return "+strings.Repeat("array<", 50000)+" */ function f() {}"))
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{Seeds: []string{
		"\xef\xbb\xbf<?php $x = 1;", "<?php function", "<?php class\n", "<?php function f(:\n  return", "<?php $x = (", "<?php class A { function f($a, ...$b): static { return new static(...); }",
		"<?php use A\\{B, C as D}; use function E\\f; use const G;", "<?php namespace A { class B {} } namespace { f(); }", "<?php $f = function() use (&$x, $y) { global $z; static $w = 1; };",
		"<?php [$a, [, $b], 'k' => $c] = [...$d]; list(, $e) = f();", "<p><?= $a ?></p><?php if ($b): ?>x<?php endif ?>", "<?php echo \"$a[b] {$c->d['e']} ${f}\" . <<<X\n $g\nX;",
		"<?php enum A: int { use B; case C = 1; private const D = 2; }", "<?php namespace\\f(); \\g(); h\\i();", "<?php class A { use B, C { B::f insteadof C; C::f as private g; h as i; } }",
		"<?php f($a = $b, g($a), $c ??= h($c), [$c]); $x = [$y = $z, $y];",
		"<?php define('A\\B', 1); define(\"X\", 2);", "<?php class A { public string $x { get => $this->x; set(string $v) { $this->x = $v; } } }", "<?php new class(1) extends A implements B { public function __construct(private int $x) {} };",
		"<?php /** @template T of A\n * @extends B<T, array{a: int, 'b'?: C, ...}>\n * @property-read D|null $e\n * @method static F g(int $h = 1, ?I ...$j)\n * @mixin K */ class L extends B {}",
		"<?php /** @param callable(A, B ...): (C is string ? D : E[]) $x @return ($x is F ? class-string<G> : \\H\\I) */ function f($x) {}", "<?php /** @var A::B* $x */ /** @var $y C */ $x = 1;",
		"enum {\"0", "<?php\xff\xfe\x80 = \xc3\n", "<?php $a |> b(...) |> c(...);", "<?php \\\\ \\A\\ A\\\\B;", "<?php " + strings.Repeat("(", 3000), "<?php " + strings.Repeat("$x->a()", 300),
	}})
}

// A branch in each of thousands of lines costs no copy of all variables before it.
func TestManyVariables(t *testing.T) {
	allocated := func(n int) uint64 {
		var b strings.Builder
		b.WriteString("<?php $x0 = new C;\n")
		for i := 1; i <= n; i++ {
			fmt.Fprintf(&b, "$x%d = $a ? $x%d : $x%[2]d;\n", i, i-1)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		tested.Facts(t, "a.php", []byte(b.String()))
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(100)
	if few, many := allocated(2000), allocated(8000); many > 8*few {
		t.Errorf("4 times the lines take %.1f times the memory", float64(many)/float64(few))
	}
}
