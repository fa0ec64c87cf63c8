// Package bombs makes small repositories that are expensive to read: texts that nest,
// double and refer to themselves, in every language and format that is read. They are
// generated, so that they have any size.
package bombs

import (
	"bytes"
	"fmt"
	"strings"
)

// Bomb is a small repository that is cheap to write and made to be expensive to
// read: nesting, doubling, references in circles, endless lines.
type Bomb struct {
	// Name is unique among the bombs of one size.
	Name string
	// Main is the path of the file that grows with the size.
	Main string
	// Repo makes the files.
	Repo func() Repo
}

// Repo is files by their paths.
type Repo = map[string]string

// unit is a text that is repeated: before, open n times, middle, shut n times, after.
type unit struct{ before, open, middle, shut, after string }

// of returns the text of u that has about size bytes.
func (u unit) of(size int) []byte {
	n := max(1, (size-len(u.before)-len(u.middle)-len(u.after))/max(1, len(u.open)+len(u.shut)))
	var b bytes.Buffer
	b.WriteString(u.before)
	for range n {
		b.WriteString(u.open)
	}
	b.WriteString(u.middle)
	for range n {
		b.WriteString(u.shut)
	}
	b.WriteString(u.after)
	return b.Bytes()
}

// everywhere are units that nest, or look as if they did, in one language or the
// other; each is tried in all.
var everywhere = []unit{
	{open: "("}, {open: "["}, {open: "{"}, {open: "<"}, {open: ")"}, {open: "}"}, {open: "]"}, {open: ">"},
	{open: "(", shut: ")"}, {open: "[", shut: "]"}, {open: "{", shut: "}"}, {open: "<", shut: ">"},
	{before: "x = ", open: "(", middle: "1", shut: ")"}, {before: "x = ", open: "[", middle: "1", shut: "]"},
	{before: "x = ", open: "a + ", middle: "a"}, {before: "x = ", open: "a.b", middle: "()"}, {before: "x = ", open: "!", middle: "a"},
	{before: "x = ", open: "-", middle: "a"}, {before: "x = a", open: "(a", shut: ")"}, {before: "x = a", open: "[a", shut: "]"},
	{before: "x = a", open: "()"}, {before: "x = a", open: "[0]"}, {before: "x = a", open: ".b()"}, {before: "x = a", open: ".b"},
	{before: "x = ", open: "a ? b : ", middle: "c"}, {before: "x = ", open: "a ? ", middle: "b", shut: " : c"}, {before: "x = ", open: "a = ", middle: "b"},
	{open: "if (a) "}, {open: "if (a) {", shut: "}"}, {open: "if a {\n", shut: "}\n"}, {open: "if (a) {} else "}, {open: "else "}, {open: "for (;;) "},
	{open: "function f() {", shut: "}"}, {open: "class C {", shut: "}"}, {open: "namespace n {", shut: "}"}, {open: "struct S {", shut: "};"},
	{open: "def f():\n"}, {open: "do\n", shut: "end\n"}, {open: "begin\n", shut: "end\n"}, {open: "module M\n", shut: "end\n"},
	{open: "\""}, {open: "'"}, {open: "`"}, {open: "\"\"\""}, {open: "'''"}, {open: "\\"}, {open: "/*"}, {open: "//"}, {open: "#"}, {open: "<!--"}, {open: "--"}, {open: "(*"}, {open: "{-"}, {open: "=begin\n"},
	{before: "x = ", open: "`${", shut: "}`"}, {before: "x = ", open: "\"#{", shut: "}\""}, {before: "x = ", open: "f'{", shut: "}'"}, {before: "x = ", open: "\"$(", shut: ")\""}, {before: "x = ", open: "$\"{", shut: "}\""}, {before: "x = ", open: "\"\\(", shut: ")\""},
	{open: "<a>", shut: "</a>"}, {open: "<a>"}, {open: "<a "}, {open: "</a>"}, {open: "<div><p>"}, {open: "&"}, {open: "&amp;"}, {open: "<![CDATA["}, {open: "<?"},
	{open: "{{"}, {open: "{%"}, {open: "{{ a }}"}, {open: "{% if a %}", shut: "{% endif %}"}, {open: "@if(a)\n", shut: "@endif\n"}, {open: "{#if a}", shut: "{/if}"}, {open: "<?php if (1) { ?>", shut: "<?php } ?>"},
	{open: "a "}, {open: "a"}, {open: "a\n"}, {open: "a,"}, {open: "a:"}, {open: "a: "}, {open: "a: b\n"}, {open: "a="}, {open: "a=b\n"}, {open: "1"}, {open: "\n"}, {open: " "}, {open: "\t"}, {open: "\r"}, {open: "\x00"}, {open: "\xff"}, {open: "é"}, {open: "\u202e"}, {open: "𝒳"}, {open: "*"}, {open: "**"}, {open: "_"}, {open: "**a"}, {open: "> "}, {open: "- "}, {open: "|"}, {open: "||"}, {open: "=>"}, {open: "->"}, {open: "::"}, {open: "@"}, {open: "@a "}, {open: "@a("}, {open: "$"}, {open: "${"}, {open: "$$"}, {open: "%"}, {open: ";"}, {open: ","}, {open: "."}, {open: "?"}, {open: "??"}, {open: "?."},
	{before: "x: ", open: "A<", middle: "B", shut: ">"}, {before: "type X = ", open: "A<", middle: "B", shut: ">;"}, {before: "type X = ", open: "A | "}, {before: "type X = ", open: "(a: "}, {before: "x: ", open: "[]", middle: "int"}, {before: "x: ", open: "*", middle: "int"},
	{before: "<<", open: "<<A\n"}, {open: "<<EOF\n"}, {open: "x = <<~A\n"}, {open: "r#\""}, {open: "R\"a("}, {open: "import a\n"}, {open: "import a."}, {open: "use a\\"}, {open: "let a = "}, {open: "lambda: "}, {open: "not "}, {open: "await "}, {open: "async "}, {open: "fn "}, {open: "fun "}, {open: "case a:\n"}, {open: "match x {", shut: "}"}, {open: "select (", shut: ")"}, {open: "select * from ("}, {open: "union select 1 "},
}

// ofLanguages are units of one language, by the name of a file.
var ofLanguages = map[string][]unit{
	"a.go": {
		{"package p\nvar x = ", "(", "1", ")", ""}, {"package p\nvar x = ", "1+", "1", "", ""}, {"package p\nvar x = ", "-", "1", "", ""}, {"package p\nvar x = ", "1<<", "1", "", ""}, {"package p\nconst x = ", "9", "", "", ""}, {"package p\nconst x = 1e", "9", "", "", ""}, {"package p\nconst x = 0x1p", "9", "", "", ""}, {"package p\nconst x = 0.", "3", "", "", ""},
		{"package p\nvar x = ", "[]any{", "1", "}", ""}, {"package p\nvar x ", "[]", "int", "", ""}, {"package p\nvar x ", "*", "int", "", ""}, {"package p\nvar x ", "map[int]", "int", "", ""}, {"package p\nvar x ", "func() ", "int", "", ""}, {"package p\nvar x ", "func(", "int", ")", ""}, {"package p\nvar x ", "chan ", "int", "", ""}, {"package p\nvar x ", "[1]", "int", "", ""}, {"package p\nvar x ", "[9]", "int", "", ""}, {"package p\nvar x ", "struct{ a ", "int", "}", ""}, {"package p\nvar x ", "interface{ m() ", "int", "}", ""},
		{"package p\nvar x = ", "func() any { return ", "1", "}", ""}, {"package p\nvar x = ", "func() any { return ", "1", "}()", ""}, {"package p\ntype T struct{}\nfunc (t T) M() T { return t }\nvar x = T{}", ".M()", "", "", ""}, {"package p\nfunc f(x any) any { return x }\nvar x = ", "f(", "1", ")", ""}, {"package p\nfunc f[T any](x T) T { return x }\nvar x = ", "f(", "1", ")", ""}, {"package p\ntype P[A any] struct{ a A }\nfunc f[T any](x T) P[T] { return P[T]{x} }\nvar x = ", "f(", "1", ")", ""},
		{"package p\ntype P[A any] struct{ a A }\nvar x ", "P[", "int", "]", ""}, {"package p\ntype P[A any] struct{ a, b A }\nvar x ", "P[", "int", "]", ""}, {"package p\ntype C interface { ", "int|", "string", "", "}\nfunc f[T C]() {}\nvar _ = f[int]"}, {"package p\nfunc f(x any) { switch x {\n", "case 1:\n", "", "", "}}\n"}, {"package p\nfunc f() {\n", "for {\n", "", "}\n", "}\n"}, {"package p\nfunc f() {\n", "if true {} else ", "{}", "", "}\n"}, {"package p\nfunc f() {\n", "{", "", "}", "}\n"}, {"package p\nfunc f() {\n", "goto a; a: ", "", "", "}\n"},
		{"package p\nvar x = \"\"", "+\"a\"", "", "", ""}, {"package p\nconst x = \"a\"", "+\"a\"", "", "", ""}, {"package p\nconst (\na = iota\n", "_\n", "", "", ")\n"}, {"package p\nimport (\n", "\"a\"\n", "", "", ")\n"}, {"package p\ntype T struct{\n", "int\n", "", "", "}\n"}, {"package p\nvar x = []int{", "1,", "", "", "}\n"}, {"package p\nvar x = [...]int{1<<62: 1", ",1", "", "", "}\n"}, {"package p\nvar x = ", "*&", "y", "", "\nvar y int\n"}, {"package p\nvar x, ", "x,", "y", "", " = 1\n"}, {"package p\n//go:build ", "(", "a", ")", "\n"}, {"//go:build ", "!", "a", "", "\npackage p\n"}, {"//go:build ", "a && ", "a", "", "\npackage p\n"},
	},
	"a.ts": {
		{"type T = ", "[", "1", "]", ""}, {"type T = ", "A extends B ? C : ", "D", "", ""}, {"type T = ", "A extends ", "B", " ? C : D", ""}, {"type T = ", "{ a: ", "1", "}", ""}, {"type T = ", "keyof ", "A", "", ""}, {"type T = ", "A & ", "B", "", ""}, {"type T = ", "`${", "A", "}`", ""}, {"type T = A", "[0]", "", "", ""}, {"type A = { a: A };\ntype T = A", "['a']", "", "", ";"}, {"let x = ", "<T>", "1", "", ""}, {"let x = 1", " as T", "", "", ""}, {"let x = ", "() => ", "1", "", ""}, {"let x = ", "async x => ", "1", "", ""}, {"let x = ", "new ", "A", "", ""}, {"let x = ", "{a:", "1", "}", ""}, {"let ", "{a:", "b", "}", " = c"}, {"let ", "[", "b", "]", " = c"}, {"let x = a", "!", "", "", ""}, {"let x = a", "?.b", "", "", ""}, {"class A { m(): this { return this } }\nlet x = new A()", ".m()", "", "", ""}, {"declare function f<T>(x: T): [T, T];\nlet x = ", "f(", "1", ")", ";"}, {"let f = ", "x => y => ", "f", "", "\n"}, {"type P<T> = { a: T };\nlet x: ", "P<", "int", ">", ".a;"}, {"", "export * from './a';\n", "", "", ""}, {"", "interface I extends I {}\n", "", "", ""}, {"", "declare module 'a' {", "", "}", ""}, {"let x = ", "a || ", "b", "", ""}, {"let x = ", "/", "a", "", ""}, {"let x = /", "(", "a", ")", "/"}, {"function f() { return ", "typeof ", "f", "", "}"}, {"let x = f", "``", "", "", ""}, {"", "label: ", "x", "", ""}, {"type T<A> = ", "T<[A, ", "A", "]>", ""},
	},
	"a.tsx":                   {{"let x = ", "<a>", "b", "</a>", ""}, {"let x = ", "<a b={", "1", "}/>", ""}, {"let x = ", "<>", "b", "</>", ""}, {"let x = ", "<a>{", "b", "}</a>", ""}},
	"a.js":                    {{"let x = ", "<a>", "b", "</a>", ""}, {"", "function f(a = ", "1", ") {}", ""}, {"", "class A extends ", "B", "{}", ""}, {"x = ", "function(){return ", "1", "}()", ""}, {"module.exports = ", "require('./a')(", "1", ")", ""}, {"", "var a = a.b;\n", "", "", ""}, {"", "a.b = a;\n", "", "", ""}, {"", "exports.a = exports.a;\n", "", "", ""}, {"x=", "[...", "a", "]", ""}, {"(", "function(){", "", "})(", ""}},
	"a.py":                    {{"x = ", "lambda: ", "1", "", ""}, {"x = ", "f'{", "1", "}'", ""}, {"", "@a\n", "def f(): pass\n", "", ""}, {"x = ", "[a for a in ", "b", "]", ""}, {"x = ", "not ", "b", "", ""}, {"x = ", "a if b else ", "c", "", ""}, {"x = ", "{1:", "c", "}", ""}, {"", "x = x.y\n", "", "", ""}, {"", "class A(A): pass\n", "", "", ""}, {"class A:\n  def m(self): return self\nx = A()", ".m()", "", "", "\n"}, {"def f(x) -> ", "List[", "int", "]", ": pass\n"}, {"", "from .a import *\n", "", "", ""}, {"x: '", "List[", "int", "]", "'\n"}, {"x = a", " < b", "", "", "\n"}, {"if a: pass\n", "elif a: pass\n", "", "", ""}, {"match x:\n  case ", "[", "a", "]", ": pass\n"}, {"del ", "(", "a", ")", "\n"}, {"with ", "a as b, ", "c", "", ": pass\n"}, {"x = ", "yield ", "a", "", "\n"}, {"x = ", "await ", "a", "", "\n"}, {"import a", ".b", "", "", "\n"}, {"x = (", "a := (", "1", ")", ")\n"}, {"x = '", "\\N{DASH}", "", "", "'\n"}},
	"a.php":                   {{"<?php $x = ", "[", "1", "]", ";"}, {"<?php $x = ", "array(", "1", ")", ";"}, {"<?php $x = ", "fn() => ", "1", "", ";"}, {"<?php $x = ", "<<<A\n{$a[", "1", "]}\nA", ";"}, {"<?php $x = $a", "->b()", "", "", ";"}, {"<?php class A { function m() { return $this; } } $x = (new A)", "->m()", "", "", ";"}, {"<?php ", "namespace A { ", "", "}", ""}, {"<?php ", "if (1): ", "", "endif; ", ""}, {"<?php $x = ", "match(1) { default => ", "1", "}", ";"}, {"<?php $x = ", "new class { public $a = ", "1", "; }", ";"}, {"<?php use ", "A\\", "B", "", ";"}, {"<?php use A\\{", "B,", "C", "", "};"}, {"<?php $x = \"", "{$a[\"", "b", "\"]}", "\";"}, {"<?php ", "$x = $x->y;\n", "", "", ""}, {"<?php ", "?><?php ", "", "", ""}, {"<?php /** @var ", "array<", "int", ">", " */ $x;"}, {"<?php /** @return ", "(", "int", ")", " */ function f() {}"}, {"<?php $x = ", "$", "a", "", ";"}, {"<?php #[A(", "[", "1", "]", ")] class C {}"}, {"<?php ", "trait A { use A; } ", "", "", ""}},
	"A.java":                  {{"class A { int x = ", "(", "1", ")", ";}"}, {"class A { ", "List<", "A", ">", " x; }"}, {"", "class A { ", "", "}", ""}, {"class A<T extends ", "Comparable<", "T", ">", "> {}"}, {"class A { Object x = ", "() -> ", "1", "", ";}"}, {"class A { A m() { return this; } Object x = this", ".m()", "", "", ";}"}, {"", "@A(", "1", ")", " class B {}"}, {"class A { int x = ", "(int) ", "1", "", ";}"}, {"class A { int x = 1", " + 1", "", "", ";}"}, {"class A { Object x = ", "new A() { Object y = ", "1", ";}", ";}"}, {"class A { int", "[]", "", "", " x; }"}, {"class A { void m() { ", "switch (1) { case 1: ", "", "}", "}}"}, {"class A { <T> T f(T t) { return t; } Object x = ", "f(", "1", ")", "; }"}, {"", "class A extends A {} ", "", "", ""}, {"import a", ".b", "", "", ";"}, {"class A { void m() { ", "try { ", "", "} finally {}", "}}"}},
	"a.c":                     {{"", "#if 1\n", "int a;\n", "#endif\n", ""}, {"#define A ", "A ", "", "", "\nA\n"}, {"#define A(x) ", "A(", "x", ")", "\nint a = A(1);\n"}, {"int ", "*", "a", "", ";"}, {"int ", "(*", "a", ")", "();"}, {"int x = ", "sizeof ", "a", "", ";"}, {"int x = ", "(int)", "1", "", ";"}, {"int x[] = ", "{", "1", "}", ";"}, {"", "#include \"a.c\"\n", "", "", ""}, {"void f() { ", "switch (1) { case 1: ", "", "}", "}"}, {"", "#define A B\n#define B A\n", "", "", "A x;"}, {"int f", "(int)", "", "", ";"}, {"", "typedef struct A { ", "int a;", "} A;", ""}, {"", "extern \"C\" {", "", "}", ""}, {"#if ", "(", "1", ")", "\n#endif\n"}, {"", "#elif 1\n", "", "", ""}, {"", "#define A \\\n", "", "", ""}, {"int x = ", "__typeof__(", "1", ")", ";"}, {"enum { a", " = 1, a", "", "", "};"}, {"", "__attribute__((", "a", "))", "int x;"}, {"struct S { struct S *s; } *p; int x = p", "->s", "", "", ";"}},
	"a.cpp":                   {{"", "template<class T> ", "class A;", "", ""}, {"", "A<", "int", ">", " x;"}, {"auto x = ", "[]{ return ", "1", "; }()", ";"}, {"", "namespace a { ", "", "}", ""}, {"auto x = ", "a::", "b", "", ";"}, {"", "class A : A { ", "", "};", ""}, {"R\"", "(", "", ")", "\""}, {"auto x = R\"", "a", "(", "", ")\""}, {"auto x = ", "a < ", "b", "", ";"}, {"auto x = ", "a < b > ", "c", "", ";"}, {"int ", "(", "a", ")", ";"}, {"auto x = ", "new ", "a", "", ";"}},
	"a.rs":                    {{"type X = ", "Vec<", "u8", ">", ";"}, {"fn f() { ", "match x { _ => ", "1", "}", "}"}, {"", "mod a { ", "", "}", ""}, {"fn f() { ", "|| ", "1", "", "}"}, {"m!", "(", "1", ")", ";"}, {"", "#[a(", "b", ")]", "fn f() {}"}, {"macro_rules! m { ", "($a:expr) => { ", "1", "};", "}"}, {"let x = ", "r#\"", "", "\"#", ";"}, {"let x = r", "#", "\"", "", ""}, {"", "/*", "", "*/", ""}, {"let x = a", "?", "", "", ";"}, {"let x = ", "&", "a", "", ";"}},
	"a.rb":                    {{"x = ", "\"#{", "1", "}\"", ""}, {"", "module A\n", "", "end\n", ""}, {"", "<<A\n", "", "", ""}, {"f ", "<<A, ", "<<A", "", "\n"}, {"x = ", "-> { ", "1", "}", ""}, {"x = %", "(", "1", ")", ""}, {"x = %w", "[", "1", "]", ""}, {"", "def f(a = ", "1", ") end", ""}, {"x = ", "a do ", "1", " end", ""}, {"x = :\"", "#{", "", "}", "\""}, {"", "class A < ", "B", "\nend", ""}},
	"a.kt":                    {{"val x = ", "\"${", "1", "}\"", ""}, {"val x: ", "List<", "Int", ">", ""}, {"val x = ", "{ ", "1", "}", ""}, {"", "class A { ", "", "}", ""}, {"val x = ", "/*", "", "*/", ""}, {"fun f() = ", "when (1) { else -> ", "1", "}", ""}},
	"a.swift":                 {{"let x = ", "\"\\(", "1", ")\"", ""}, {"let x: ", "[", "Int", "]", ""}, {"let x = ", "#", "\"", "", ""}, {"let x = ", "{ ", "1", "}", ""}, {"let x = ", "try ", "a", "", ""}, {"", "/*", "", "*/", ""}, {"let x: Int", "?", "", "", ""}},
	"a.scala":                 {{"val x = ", "s\"${", "1", "}\"", ""}, {"val x: ", "List[", "Int", "]", ""}, {"", "object A { ", "", "}", ""}, {"val x = ", "{ case ", "1", " => 1}", ""}, {"", "/*", "", "*/", ""}, {"object A:\n", " def f =\n", "", "", ""}},
	"a.cs":                    {{"var x = ", "$\"{", "1", "}\"", ";"}, {"", "List<", "int", ">", " x;"}, {"", "namespace A { ", "", "}", ""}, {"", "class A { ", "", "}", ""}, {"", "#if A\n", "", "#endif\n", ""}, {"var x = ", "() => ", "1", "", ";"}, {"", "[A(", "1", ")]", " class C {}"}, {"var x = ", "from a in ", "b", " select a", ";"}, {"var x = \"", "\"", "", "", ""}},
	"a.css":                   {{"", "a { ", "b: c;", "}", ""}, {"", "@media (a) { ", "", "}", ""}, {"a { b: ", "calc(", "1", ")", "}"}, {"", ":not(", "a", ")", "{}"}, {"a ", "> a ", "", "", "{}"}, {"", "a, ", "a", "", "{}"}, {"", "@import 'a.css';", "", "", ""}, {":root { --a: ", "var(--a, ", "1", ")", "}"}, {"", ".a", "", "", "{}"}},
	"a.scss":                  {{"", "a { ", "b: c;", "}", ""}, {"", "&-a { ", "b: c;", "}", ""}, {"$x: ", "#{", "1", "}", ";"}, {"$x: ", "(a:", "1", ")", ";"}, {"", "@if a { ", "", "}", ""}, {"", "@mixin a { @include a; }\n", "", "", ""}, {".a { ", "&-b { ", "", "}", "}"}, {"", "a, b { ", "c: d", "}", ""}, {"%a { @extend ", "%a;", "", "", "}"}},
	"a.html":                  {{"", "<div>", "", "</div>", ""}, {"", "<div>", "", "", ""}, {"", "<p>", "", "", ""}, {"", "<table><tr><td>", "", "", ""}, {"<a ", "b=c ", "", "", ">"}, {"", "<script>", "", "", ""}, {"", "<style>a{", "", "", ""}, {"", "<svg><![CDATA[", "", "", ""}, {"", "<!--<!--", "", "", ""}, {"", "<a b=\"", "", "", ""}, {"", "<template><b></b>", "", "", ""}, {"", "<div x-data=\"{a:", "", "}\">", ""}, {"<script>", "(", "", ")", "</script>"}, {"<style>", "a{", "", "}", "</style>"}, {"", "{% block a %}", "", "{% endblock %}", ""}, {"", "{{ a|b:", "", "}}", ""}, {"", "</p>", "", "", ""}, {"", "<ul><li>", "", "</ul>", ""}},
	"a.vue":                   {{"<template>", "<div>", "", "</div>", "</template>"}, {"<template>", "<div v-if=\"a\">", "", "</div>", "</template>"}, {"<template>", "<div v-for=\"a in b\">", "{{ a }}", "</div>", "</template>"}, {"<template><div :a=\"", "[", "1", "]", "\"></div></template>"}, {"", "<template>", "", "</template>", ""}, {"", "<script>", "", "</script>", ""}, {"<template>{{", "(", "1", ")", "}}</template>"}, {"<script setup lang=\"ts\">", "{", "", "}", "</script>"}, {"<template><A ", "#a=\"{b}\" ", "", "", "/></template>"}, {"<style lang=\"scss\">", "a{", "", "}", "</style>"}},
	"a.svelte":                {{"", "{#if a}", "", "{/if}", ""}, {"", "{#each a as b}", "", "{/each}", ""}, {"", "<div>", "", "</div>", ""}, {"", "{@html ", "a", "}", ""}, {"", "{#await a then b}", "", "{/await}", ""}, {"<script>", "{", "", "}", "</script>"}, {"", "{", "a", "}", ""}, {"", "<a b={", "c", "}>", ""}, {"", "{#snippet a(b)}", "", "{/snippet}", ""}},
	"a.blade.php":             {{"", "@if($a)\n", "", "@endif\n", ""}, {"", "@foreach($a as $b)\n", "", "@endforeach\n", ""}, {"", "{{ $a }}", "", "", ""}, {"", "<x-a>", "", "</x-a>", ""}, {"", "@section('a')\n", "", "@endsection\n", ""}, {"", "@include('a')\n", "", "", ""}, {"@php ", "[", "", "]", " @endphp"}, {"{{ ", "(", "1", ")", " }}"}, {"@if", "(", "1", ")", "\n@endif"}, {"", "<x-a :b=\"[", "1", "]\"/>", ""}, {"", "@component('a')\n@slot('b')\n", "", "@endslot\n@endcomponent\n", ""}, {"", "{!! ", "$a", "!!}", ""}, {"", "@verbatim", "", "@endverbatim", ""}},
	"package.json":            {{"{\"a\":", "{\"a\":", "1", "}", "}"}, {"{\"dependencies\":{", "\"a\":\"1\",", "\"b\":\"1\"", "", "}}"}, {"{\"exports\":", "{\"./*\":", "\"./a.js\"", "}", "}"}, {"{\"exports\":", "[", "\"./a.js\"", "]", "}"}, {"{\"workspaces\":[\"", "*", "", "", "\"]}"}, {"{\"workspaces\":[\"", "**/", "", "", "\"]}"}, {"{\"workspaces\":[\"", "{a,", "b", "}", "\"]}"}, {"{\"main\":\"", "../", "", "", "\"}"}, {"{\"imports\":{\"#", "*", "", "", "\":\"./a\"}}"}},
	"tsconfig.json":           {{"{\"a\":", "[", "1", "]", "}"}, {"", "/*", "", "*/", "{}"}, {"{\"extends\":[", "\"./tsconfig.json\",", "\"./a\"", "", "]}"}, {"{\"compilerOptions\":{\"paths\":{\"", "*", "", "", "\":[\"*\"]}}}"}, {"{\"compilerOptions\":{\"paths\":{", "\"a*\":[\"b*\"],", "\"c\":[]", "", "}}}"}, {"{\"include\":[\"", "**/*", "", "", "\"]}"}, {"{\"references\":[", "{\"path\":\".\"},", "{\"path\":\".\"}", "", "]}"}},
	"composer.json":           {{"{\"a\":", "[", "1", "]", "}"}, {"{\"autoload\":{\"psr-4\":{", "\"A\\\\\":\"a\",", "\"B\\\\\":\"b\"", "", "}}}"}, {"{\"autoload\":{\"classmap\":[", "\".\",", "\".\"", "", "]}}"}, {"{\"autoload\":{\"psr-4\":{\"", "A\\\\", "", "", "\":\"a\"}}}"}},
	"go.mod":                  {{"module a\n", "require a v1\n", "", "", ""}, {"module a\nrequire (\n", "a v1.0.0\n", "", "", ")"}, {"module ", "a/", "b", "", "\n"}, {"module a\n", "replace a => ./\n", "", "", ""}, {"module a\n", "require (\n", "", ")\n", ""}, {"module a\n", "exclude a v1\n", "", "", ""}},
	"go.work":                 {{"go 1.26\n", "use ./a\n", "", "", ""}},
	"pyproject.toml":          {{"a = ", "[", "1", "]", ""}, {"a = ", "{a=", "1", "}", ""}, {"a", ".a", "", "", " = 1"}, {"[a", ".a", "", "", "]"}, {"", "[a]\n", "", "", ""}, {"", "[[a]]\n", "", "", ""}, {"a = ", "'''", "", "", ""}, {"a = ", "9", "", "", ""}, {"a = ", "1_", "1", "", ""}},
	"pnpm-workspace.yaml":     {{"packages: ", "[", "a", "]", ""}, {"packages: ", "{a: ", "a", "}", ""}, {"packages:\n", "- ", "a", "", ""}, {"packages:\n - '", "**/", "", "", "'"}},
	"a.yaml":                  {{"a: ", "[", "1", "]", ""}, {"a: ", "{a: ", "1", "}", ""}, {"", "- ", "a", "", ""}, {"", "? ", "a", "", ""}, {"a: ", "&a ", "b", "", ""}, {"", "!!", "a", "", ""}, {"a: |", "9", "", "", ""}, {"a: ", "*a ", "", "", ""}, {"", "---\n", "", "", ""}, {"", "%YAML 1.2\n", "", "", ""}, {"", "<<: *a\n", "", "", ""}},
	"locales/en.yaml":         {{"a: ", "{a: ", "1", "}", ""}, {"a: ", "[", "1", "]", ""}},
	"locales/en.json":         {{"{\"a\":", "{\"a\":", "\"b\"", "}", "}"}, {"{\"a\":", "[", "\"b\"", "]", "}"}, {"{", "\"a\":\"b\",", "\"a\":\"c\"", "", "}"}, {"{\"a\":\"", "\\u0041", "", "", "\"}"}, {"{\"a\":\"", "{a, plural, one {", "1", "}}", "\"}"}},
	"a_en.properties":         {{"a=", "\\\n", "", "", ""}, {"a=", "\\u0041", "", "", ""}, {"", "a.b=c\n", "", "", ""}, {"a", ".a", "", "", "=b"}},
	"a.po":                    {{"", "msgid \"a\"\nmsgstr \"b\"\n", "", "", ""}, {"msgid \"a\"\n", "\"a\"\n", "", "", "msgstr \"b\"\n"}, {"msgid \"", "\\\"", "", "", "\"\nmsgstr \"\""}, {"msgid \"a\"\n", "msgstr[9] \"a\"\n", "", "", ""}, {"", "#: a.c:1\n", "", "", ""}, {"\"Plural-Forms: nplurals=2; plural=", "(", "n", ")", ";\\n\""}, {"\"Plural-Forms: nplurals=2; plural=", "n?", "n", ":n", ";\\n\""}},
	"a.xlf":                   {{"<?xml version=\"1.0\"?><xliff>", "<a>", "b", "</a>", "</xliff>"}, {"<!DOCTYPE a [<!ENTITY a \"a\">", "<!ENTITY b \"&a;&a;\">", "", "", "]><xliff>&b;</xliff>"}, {"<xliff><file><body>", "<trans-unit id=\"a\"><source>a</source><target>b</target></trans-unit>", "", "", "</body></file></xliff>"}, {"<xliff ", "a=\"b\" ", "", "", "/>"}, {"<xliff ", "xmlns:a=\"b\" ", "", "", "/>"}, {"<xliff>", "<!-- ", "", "-->", "</xliff>"}, {"<xliff><file><body>", "<group>", "", "</group>", "</body></file></xliff>"}, {"<xliff>", "<![CDATA[", "", "]]>", ""}, {"", "<?a?>", "", "", ""}, {"<a:", "a:", "", "", "/>"}},
	".gitignore":              {{"", "*", "", "", "\n"}, {"", "**/", "", "", "a\n"}, {"", "*a", "", "", "\n"}, {"", "a*\n", "", "", ""}, {"", "[a", "", "]", "\n"}, {"", "!", "", "", "a\n"}, {"", "\\", "", "", "\n"}, {"", "?", "", "", "\n"}, {"", "[!a-z]", "", "", "\n"}, {"", "!a/**/b/**/c*\n", "", "", ""}},
	".gitattributes":          {{"", "*", "", "", " text\n"}, {"", "* text\n", "", "", ""}},
	".code-intel/config.json": {{"{\"exclude_patterns\":[\"", "*", "", "", "\"]}"}, {"{\"exclude_patterns\":[\"", "**/", "", "", "\"]}"}, {"{\"exclude_patterns\":[\"", "{a,", "b", "}", "\"]}"}, {"{\"exclude_patterns\":", "[", "", "]", "}"}},
	"a.sql":                   {{"select ", "(", "1", ")", ";"}, {"select * from ", "(select * from ", "a", ")", ";"}, {"select ", "case when a then ", "b", " end", ";"}, {"", "with a as (", "select 1", ") select 1", ";"}, {"select ", "a and ", "b", "", ";"}, {"", "begin ", "", " end;", ""}, {"insert into a values ", "(1),", "(1)", "", ";"}, {"create function f() returns int as $$", "$a$", "", "", "$$"}, {"create table a (", "a int,", "b int", "", ");"}, {"", "select 1 union ", "select 1", "", ";"}},
	"Dockerfile":              {{"FROM a\n", "RUN a \\\n", "", "", ""}, {"", "FROM a AS a\n", "", "", ""}, {"FROM a\nRUN <<", "A <<", "B", "", "\n"}, {"FROM ", "${a:-", "b", "}", ""}, {"FROM a\nENV ", "a=b ", "", "", ""}, {"FROM a\nRUN [", "\"a\",", "\"a\"", "", "]"}},
	"a.sh":                    {{"x=", "$(", "a", ")", ""}, {"x=", "`", "a", "`", ""}, {"x=", "\"$(", "a", ")\"", ""}, {"x=", "${a:-", "b", "}", ""}, {"", "if a; then ", "", "fi\n", ""}, {"", "case a in a) ", "", ";; esac\n", ""}, {"", "{ ", "a;", "}", ""}, {"", "( ", "a", ")", ""}, {"", "a | ", "b", "", ""}, {"", "cat <<A\n", "", "", ""}, {"cat ", "<<A ", "", "", "\n"}, {"echo ", "{a,", "b", "}", ""}, {"x=", "$((", "1", "))", ""}, {"", "! ", "a", "", ""}, {"", "f() { ", "a", "; }", ""}, {"", "[[ ", "a", "]]", ""}, {"", "a && ", "b", "", ""}},
	"a.lua":                   {{"x = ", "{", "1", "}", ""}, {"x = ", "function() return ", "1", " end", ""}, {"x = [", "=", "[", "", ""}, {"", "do ", "", " end", ""}, {"x = ", "a..", "b", "", ""}, {"x = ", "not ", "b", "", ""}, {"x = f", "{}", "", "", ""}, {"", "[[", "", "]]", ""}},
	"a.ex":                    {{"x = ", "fn -> ", "1", " end", ""}, {"", "defmodule A do ", "", " end", ""}, {"x = \"", "#{", "1", "}", "\""}, {"x = ", "a |> ", "b", "", ""}, {"x = ", "%{a: ", "1", "}", ""}, {"x = ", "~s(", "1", ")", ""}, {"", "if a do ", "", " end", ""}, {"x = ", "<<", "1", ">>", ""}},
	"a.elm":                   {{"x = ", "\\a -> ", "1", "", ""}, {"x = ", "let a = ", "1", " in a", ""}, {"x =\n", " case a of\n  b ->\n", "1", "", ""}, {"x = ", "if a then b else ", "1", "", ""}, {"", "{-", "", "-}", ""}, {"x : ", "List (", "Int", ")", ""}},
	"a.ml":                    {{"let x = ", "fun a -> ", "1", "", ""}, {"let x = ", "let a = ", "1", " in a", ""}, {"let x = ", "match a with _ -> ", "1", "", ""}, {"", "(*", "", "*)", ""}, {"", "module A = struct ", "", " end", ""}, {"let x = ", "{|", "", "|}", ""}, {"let x = {", "a", "|", "", ""}, {"let x = ", "begin ", "1", " end", ""}},
	"a.groovy":                {{"def x = ", "\"${", "1", "}\"", ""}, {"def x = ", "{ -> ", "1", "}", ""}, {"def x = ", "[a:", "1", "]", ""}, {"", "a { ", "", "}", ""}, {"def x = ", "a ?: ", "b", "", ""}},
	"a.tf":                    {{"x = ", "\"${", "1", "}\"", ""}, {"", "a {\n", "", "}\n", ""}, {"x = ", "[", "1", "]", ""}, {"x = ", "{a=", "1", "}", ""}, {"x = ", "a ? b : ", "1", "", ""}, {"x = ", "<<A\n", "", "", ""}, {"x = \"", "%{if a}", "", "%{endif}", "\""}, {"x = ", "[for a in ", "b", ": a]", ""}},
	"a.cue":                   {{"x: ", "{a: ", "1", "}", ""}, {"x: ", "[", "1", "]", ""}, {"x: ", "a & ", "b", "", ""}, {"x: ", "a: ", "1", "", ""}, {"x: \"", "\\(", "1", ")", "\""}, {"x: ", "#", "\"", "", ""}},
	"a.proto":                 {{"", "message A { ", "", "}", ""}, {"message A { ", "oneof a { ", "", "}", "}"}, {"option a = ", "{ a: ", "1", "}", ";"}, {"package a", ".a", "", "", ";"}, {"enum A {", "a = 0;", "", "", "}"}},
	"a.md":                    {{"", "> ", "a", "", ""}, {"", "- ", "a", "", ""}, {"", "[", "a", "]", ""}, {"", "![", "a", "](b)", ""}, {"", "*a ", "", "", ""}, {"", "**a ", "", "", ""}, {"", "`", "", "", ""}, {"", "# a\n", "", "", ""}, {"", "[a](", "", "", ""}, {"", "<a>", "", "</a>", ""}, {"", "```\n", "", "", ""}, {"", "| a ", "", "", "\n|-|\n"}, {"", "[a]: b\n", "", "", ""}, {"", "* * ", "", "", ""}, {"", "_*", "", "*_", ""}, {"", "a\n===\n", "", "", ""}, {"---\na: ", "[", "1", "]", "\n---\n"}, {"", "1. ", "a", "", ""}},
	".env.example":            {{"", "A=b\n", "", "", ""}, {"A=", "${A:-", "b", "}", ""}, {"A=\"", "\\\n", "", "", "\""}},
}

// All returns all bombs whose main files have about size bytes.
func All(size int) []Bomb {
	var all []Bomb
	add := func(name, main string, repo func() Repo) { all = append(all, Bomb{name, main, repo}) }
	for _, path := range sorted(ofLanguages) {
		for i, u := range ofLanguages[path] {
			add(fmt.Sprintf("%s/own-%d", path, i), path, func() Repo {
				return Repo{path: string(u.of(size)), "beside.py": "def beside(): pass\n"}
			})
		}
		for i, u := range everywhere {
			u.before = openings[path] + u.before
			add(fmt.Sprintf("%s/any-%d", path, i), path, func() Repo { return Repo{path: string(u.of(size))} })
		}
	}
	all = append(append(all, grown(size)...), longNames(size)...)
	return all
}

// openings make a language read what follows.
var openings = map[string]string{"a.php": "<?php ", "a.go": "package p\n"}

// lines returns n lines that line makes, at most size bytes.
func lines(size, n int, line func(i int) string) string {
	var b strings.Builder
	for i := 1; i <= n && b.Len() < size; i++ {
		b.WriteString(line(i))
		b.WriteByte('\n')
	}
	return b.String()
}
