package blade

import (
	"strings"
	"testing"

	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages{Language()}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t) }

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
		f := tested.Facts(t, "a.blade.php", []byte(text))
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
	tested.Repeated(t, "a.blade.php", "", 100000,
		"@if(", "{{", "{!!", "{{--", "@php ", "<?php ", "@if((((", "@if(']", "@verbatim", "@json(", "@a(\"", "@if(/*", "@endforeach", "@foreach([[", "'@if(\"")
	// Each is a parse or an element.
	tested.Repeated(t, "a.blade.php", "", 3000,
		"@foreach($a as $b)", "<x-a>", "@section('a')", "<x-a :b='", "@error('a'){{$message}}", "<script", "<script>")
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{Seeds: []string{
		"@", "@@", "{{", "{{}}", "{{-- --}}", "@if(", "@if()", "@foreach($a as $b) @endforeach", "@php $a @endphp", "@php(", "<x-a.b :c=\"$d\"/>", "<x-slot:a>", "@section('a') @show", "@use('A\\B')", "@use(A)", "@inject('a', 'B')", "@inject('a', B::class)", "@props(['a' => 1, 'b'])", "@endforeach", "<script>@json(1)", "@verbatim", "@{{", "<?=", "<?php", "@class([", "@php function a() { global $x; } @endphp {{ $x }}", "@error('a') {{ $message }}",
	}})
}
