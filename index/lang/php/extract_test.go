package php

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
func facts(t testing.TB, src []byte) *lang.Facts {
	t.Helper()
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	f, err := extract(context.Background(), p, lang.Input{Path: "a.php", Src: src})
	if err != nil {
		t.Fatal(err)
	}
	if err := lang.Validate(f, len(src)); err != nil {
		t.Fatalf("%v\n%s", err, lang.Dump(f))
	}
	return f
}

// TestGolden compares the facts of each testdata/*.php with the .facts beside
// it. With UPDATE=1 in the environment it writes them.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.php")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := lang.Dump(facts(t, src))
			golden := strings.TrimSuffix(file, ".php") + ".facts"
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
				t.Errorf("facts differ from %s (UPDATE=1 writes them); they are now\n%s", golden, got)
			}
		})
	}
}

// The declarations of the language's own library are free of errors.
func TestPrelude(t *testing.T) {
	files := prelude()
	if len(files) == 0 {
		t.Fatal("no prelude")
	}
	for _, p := range files {
		f := facts(t, p.Input.Src)
		if f.ErrorNodes > 0 {
			t.Errorf("%s has %d errors", p.Input.Path, f.ErrorNodes)
		}
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
	}
}

// What the grammar can't read is read all the same.
func TestRecovery(t *testing.T) {
	f := facts(t, []byte("<?php\nenum A: string {\n  case B = 'b';\n  public const int C = 1;\n  const D = self::B;\n  function f() { return namespace\\g() |> h(...); }\n}\n"))
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
	refs := map[string]bool{}
	for _, r := range f.Refs {
		refs[f.Name(r.Name)] = true
	}
	if !refs["g()"] {
		t.Errorf("namespace\\g is not read\n%s", lang.Dump(f))
	}
}

// TestHostile reads text that nests or breaks without end.
func TestHostile(t *testing.T) {
	for _, unit := range []string{
		"(", "[", "{", "$a->", "f(", "$a[", "fn() => ", "!", "new class(", "if (1) ", "$a ? $b : ", "function() {", "class A { function f() {", "namespace A;\n",
		"\"{$a", "#[", "$x = ", "$a . ", "/** @var A<", "/** @method A f(", "case ", "'", "use A\\{", "match(1) { ", "enum A { const ", "list(", "?><?php ", "&", "$", "A::", "??", "A|",
	} {
		n := 100000
		if len(unit) > 1 {
			n = 500
		}
		f := facts(t, append([]byte("<?php "), bytes.Repeat([]byte(unit), n)...))
		if len(f.Refs) > 4*n {
			t.Errorf("%q: %d references in %d repetitions", unit, len(f.Refs), n)
		}
	}
	deep := "<?php /** @return " + strings.Repeat("array<", 50000) + " */ function f() {}"
	facts(t, []byte(deep))
}

func FuzzExtract(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.php")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
		f.Add(bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")))
	}
	for _, s := range []string{
		"", "\xef\xbb\xbf<?php $x = 1;", "<?php function", "<?php class\n", "<?php function f(:\n  return", "<?php $x = (", "<?php class A { function f($a, ...$b): static { return new static(...); }",
		"<?php use A\\{B, C as D}; use function E\\f; use const G;", "<?php namespace A { class B {} } namespace { f(); }", "<?php $f = function() use (&$x, $y) { global $z; static $w = 1; };",
		"<?php [$a, [, $b], 'k' => $c] = [...$d]; list(, $e) = f();", "<p><?= $a ?></p><?php if ($b): ?>x<?php endif ?>", "<?php echo \"$a[b] {$c->d['e']} ${f}\" . <<<X\n $g\nX;",
		"<?php enum A: int { use B; case C = 1; private const D = 2; }", "<?php namespace\\f(); \\g(); h\\i();", "<?php class A { use B, C { B::f insteadof C; C::f as private g; h as i; } }",
		"<?php f($a = $b, g($a), $c ??= h($c), [$c]); $x = [$y = $z, $y];",
		"<?php define('A\\B', 1); define(\"X\", 2);", "<?php class A { public string $x { get => $this->x; set(string $v) { $this->x = $v; } } }", "<?php new class(1) extends A implements B { public function __construct(private int $x) {} };",
		"<?php /** @template T of A\n * @extends B<T, array{a: int, 'b'?: C, ...}>\n * @property-read D|null $e\n * @method static F g(int $h = 1, ?I ...$j)\n * @mixin K */ class L extends B {}",
		"<?php /** @param callable(A, B ...): (C is string ? D : E[]) $x @return ($x is F ? class-string<G> : \\H\\I) */ function f($x) {}", "<?php /** @var A::B* $x */ /** @var $y C */ $x = 1;",
		"enum {\"0", "<?php\xff\xfe\x80 = \xc3\n", "<?php $a |> b(...) |> c(...);", "<?php \\\\ \\A\\ A\\\\B;", "<?php " + strings.Repeat("(", 3000), "<?php " + strings.Repeat("$x->a()", 300),
	} {
		f.Add([]byte(s))
	}
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := extract(context.Background(), p, lang.Input{Path: "a.php", Src: src})
		if err != nil {
			t.Fatal(err)
		}
		if err := lang.Validate(facts, len(src)); err != nil {
			t.Fatal(err)
		}
	})
}
