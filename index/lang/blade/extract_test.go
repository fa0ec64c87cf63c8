package blade

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

func facts(t testing.TB, path string, src []byte, limits ts.Limits) *lang.Facts {
	t.Helper()
	p := ts.NewParser(limits)
	defer p.Close()
	f, err := extract(context.Background(), p, lang.Input{Path: path, Src: src})
	if err != nil {
		if limits.Time > 0 {
			return nil
		}
		t.Fatal(err)
	}
	if err := lang.Validate(f, len(src)); err != nil {
		t.Fatalf("%s: %v\n%s", path, err, lang.Dump(f))
	}
	return f
}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.blade.php")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f := facts(t, file, src, ts.Limits{})
		if f.ErrorNodes > 0 {
			t.Errorf("%s: %d errors", file, f.ErrorNodes)
		}
		got := lang.Dump(f)
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
	}
}

// TestPlaces: a variable's references stand where its name does, whatever is
// around them.
func TestPlaces(t *testing.T) {
	for _, src := range []string{
		"{{ $x }}", "{{$x}}", "{!! $x !!}", "{{{ $x }}}", "{{\n  $x\n}}", "é{{ $x // note\n}}", "@if($x)", "@if ($x)", "@IF($x)",
		"@if(f(')', \"(\") && $x)", "@if(/* ) */ $x)", "@custom($x)", "@foreach($x as $y)", "@forelse($x as $k => $y)", "@for($i = 0; $i < $x; $i++)",
		"@while($x)", "@php $a = $x @endphp", "@php($a = $x)", "<?php echo $x ?>", "<?= $x ?>", "<x-a.b :c=\"$x\"/>", "<x-a :$x />", "<p class=\"{{ $x }}\">",
		"<p @class(['a' => $x])>", "<script>let a = {{ $x }}</script>", "<script>let a = @json($x)</script>", "<style>a { color: {{ $x }} }</style>",
		"@section('a', $x)", "@include('a', ['b' => $x])", "@{{ $no }}{{ $x }}", "a@if($no) @if($x)", "@@if($no) @if($x)", "{{-- {{ $no }} --}}{{ $x }}",
		"@verbatim {{ $no }} @endverbatim {{ $x }}", "@if($x", "<b @if($x) a @endif>", "@switch($x)", "@money ($no) {{ $x }}", "<div @click=\"$no()\">{{ $x }}</div>",
	} {
		text := src
		if src == "@if($x" {
			text = src + "{{ $x }}"
		}
		f := facts(t, "a.blade.php", []byte(text), ts.Limits{})
		if f.ErrorNodes > 0 {
			t.Errorf("%q: %d errors", text, f.ErrorNodes)
		}
		n := 0
		for _, r := range f.Refs {
			name := f.Name(r.Name)
			if !strings.HasPrefix(name, "$") {
				continue
			}
			if got := text[r.Start:r.End]; got != name {
				t.Errorf("%q: %s at %q", text, name, got)
			}
			if name == "$x" {
				n++
			}
			if name == "$no" {
				t.Errorf("%q: reads what is no PHP", text)
			}
		}
		if n != 1 {
			t.Errorf("%q: %d references of $x", text, n)
		}
	}
}

// TestDeep: nesting and what is not closed cost no stack, and linear time.
func TestDeep(t *testing.T) {
	for _, open := range []string{
		"@if(", "@foreach($a as $b)", "{{", "{!!", "{{--", "<x-a>", "@section('a')", "@php ", "<?php ", "@if((((", "@if(']", "@verbatim", "<x-a :b='", "@error('a'){{$message}}", "@json(",
		"@a(\"", "@if(/*", "@endforeach", "<script", "<script>", "@foreach([[", "'@if(\"",
	} {
		n := 100000
		if open[0] == '<' || strings.Contains(open, "a as") || strings.Contains(open, "{{$") || strings.Contains(open, "section") {
			n = 3000 // each is a parse or an element
		}
		start := time.Now()
		facts(t, "a.blade.php", []byte(strings.Repeat(open, n)), ts.Limits{})
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%d times %q take %v", n, open, d)
		} else {
			t.Logf("%d times %q: %v", n, open, d)
		}
	}
}

func FuzzExtract(f *testing.F) {
	src, err := os.ReadFile("testdata/page.blade.php")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(src)
	for _, s := range []string{"", "@", "@@", "{{", "{{}}", "{{-- --}}", "@if(", "@if()", "@foreach($a as $b) @endforeach", "@php $a @endphp", "@php(", "<x-a.b :c=\"$d\"/>", "<x-slot:a>", "@section('a') @show", "@use('A\\B')", "@use(A)", "@inject('a', 'B')", "@inject('a', B::class)", "@props(['a' => 1, 'b'])", "@endforeach", "<script>@json(1)", "@verbatim", "@{{", "<?=", "<?php", "@class([", "@php function a() { global $x; } @endphp {{ $x }}", "@error('a') {{ $message }}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		facts(t, "a.blade.php", src, ts.Limits{Nodes: 1 << 20, Time: 50 * time.Millisecond})
	})
}
