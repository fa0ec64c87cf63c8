package bombs

import (
	"fmt"
	"strconv"
	"strings"
)

// long is a text with one very long name, of many parts or of one, and many uses of it.
// A file is first, the name, last, the uses, end. Each %d in a use is its number.
type long struct{ first, name, last, use, end string }

// justShort is about how many bytes a name may have that is not cut.
const justShort = 4000

// of returns the text of l that has about size bytes, about name of them in the name.
func (l long) of(size, name int) string {
	var b strings.Builder
	b.WriteString(l.first)
	for end := b.Len() + name; b.Len() < end; {
		b.WriteString(l.name)
	}
	b.WriteString(l.last)
	for i := 1; b.Len() < size; i++ {
		b.WriteString(numbered(l.use, i))
	}
	b.WriteString(l.end)
	return b.String()
}

// numbered returns text with the number i in place of each %d.
func numbered(text string, i int) string { return strings.ReplaceAll(text, "%d", strconv.Itoa(i)) }

// nested is a text of containers with long names in one another, with many members in
// the innermost. Each %n is the name of a container, %i as many blanks as there are
// containers around, %d the number of a member.
type nested struct{ first, open, close, member string }

// nestedName is how long the names of nested containers are.
const nestedName = 900

// of returns the text of n that has about size bytes, half of it the names.
func (n nested) of(size int) string {
	var b strings.Builder
	b.WriteString(n.first)
	depth := min(size/2/nestedName, 190)
	for i := range depth {
		name := strings.Repeat("A", nestedName) + strconv.Itoa(i)
		b.WriteString(strings.NewReplacer("%n", name, "%i", strings.Repeat(" ", i)).Replace(n.open))
	}
	for i := 1; b.Len() < size; i++ {
		b.WriteString(numbered(strings.ReplaceAll(n.member, "%i", strings.Repeat(" ", depth)), i))
	}
	b.WriteString(strings.Repeat(n.close, depth))
	return b.String()
}

// longs are long names, by the name of a file.
var longs = map[string][]long{
	"a.go":                {{"package ", "a", "\nvar x int\n", "func f%d() { _ = x }\n", ""}, {"package p\ntype ", "A", " struct{ a int }\ntype S = A\n", "func f%d(S) {}\n", ""}, {"package p\nimport \"", "a/", "b\"\n", "var x%d = b.C\n", ""}, {"package p\nimport a \"", "a/", "b\"\n", "var x%d a.C\n", ""}, {"package p\ntype T struct{ ", "a", " int }\n", "var x%d = T{1}\n", ""}, {"package p\nfunc (", "a", " int) m() {}\n", "func f%d() {}\n", ""}, {"package p\nimport . \"", "a/", "b\"\n", "var x%d = C\n", ""}},
	"a.ts":                {{"namespace ", "A.", "B {\n", "export class C%d {}\n", "}\n"}, {"import A = ", "B.", "C;\n", "new A();\n", ""}, {"import { a as A } from '", "a/", "b';\n", "new A();\n", ""}, {"class ", "A", " {\n", "m%d() {}\n", "}\n"}, {"class ", "A", " {}\nimport B = A;\n", "let x%d: B;\n", ""}, {"declare module '", "a/", "b' {\n", "export class C%d {}\n", "}\n"}, {"export * as A from '", "a/", "b';\n", "export { A as a%d };\n", ""}, {"const o = { '", "a", "': {\n", "a%d: 1,\n", "} };\n"}, {"type T = { '", "a", "': 1 };\nlet t: T;\n", "t.b;\n", ""}, {"namespace ", "A.", "B { export class C {} }\n", "namespace A { new C() }\n", ""}, {"export default class ", "A", " {\n", "static a%d = 1;\n", "}\n"}, {"enum ", "A", " {\n", "a%d,\n", "}\n"}, {"import a from '", "../", "';\n", "a();\n", ""}, {"let x = '", "a", "' as const;\nlet o = { [x]: {\n", "a%d: x,\n", "} };\n"}},
	"a.js":                {{"var a = require('", "a/", "b');\n", "a.b();\n", ""}, {"exports.", "a", " = {\n", "a%d: 1,\n", "};\n"}, {"", "a.", "b = function() {\n", "this.a%d = 1;\n", "};\n"}, {"var ", "a", " = class {\n", "m%d() {}\n", "};\n"}, {"import('", "a/", "b');\n", "import('a');\n", ""}},
	"a.py":                {{"import ", "a.", "b as c\n", "c.d()\n", ""}, {"from ", "a.", "b import c\n", "c()\n", ""}, {"from ", ".", " import c\n", "c()\n", ""}, {"class ", "A", ":\n", " def m%d(self): pass\n", ""}, {"class ", "A", ": pass\nB = A\n", "x%d: B\n", ""}, {"import ", "a.", "b\n", "a.a()\n", ""}, {"x = '", "A.", "B'\n", "y: x\n", ""}, {"x: '", "A.", "B'\n", "x.y\n", ""}, {"from a import ", "a", " as b\n", "b()\n", ""}, {"def f(", "a", "): pass\n", "f(a=1)\n", ""}, {"__all__ = ['", "a", "']\n", "a%d = 1\n", ""}},
	"a.php":               {{"<?php use ", "A\\", "B as A;\n", "new A;", ""}, {"<?php namespace ", "A\\", "B;\n", "class C%d {}\n", ""}, {"<?php namespace ", "A\\", "B;\n", "new C;\n", ""}, {"<?php namespace ", "A\\", "B;\n", "f();\n", ""}, {"<?php class ", "A", " {\n", "function m%d() {}\n", "}\n"}, {"<?php use function ", "A\\", "f;\n", "f();", ""}, {"<?php use ", "A\\", "B as A;\n", "new A\\C;\n", ""}, {"<?php use ", "A\\", "{B as C};\n", "new C;\n", ""}, {"<?php use ", "A\\", "B as A;\n", "/** @var A */ $x;\n", ""}, {"<?php use ", "A\\", "B as A;\n", "A::class;\n", ""}, {"<?php class_alias('", "A\\", "B', 'C');\n", "new C;\n", ""}, {"<?php Route::get('", "a/", "', 'A')->name('a');\n", "route('a');\n", ""}, {"<?php use ", "A\\", "B as A;\n", "/** @extends A<A> */ class C%d extends A {}\n", ""}, {"<?php Route::prefix('", "a/", "')->name('a.')->group(function () {\n", "Route::get('a')->name('b');\n", "});\n"}, {"<?php Route::name('", "a.", "')->group(function () {\n", "Route::get('a')->name('b');\n", "});\n"}, {"<?php Route::namespace('", "A\\", "')->group(function () {\n", "Route::get('a', 'B@c');\n", "});\n"}, {"<?php return ['", "a", "' => [\n", "'a%d' => 1,\n", "]];\n"}, {"<?php class C { const X = '", "A\\", "'; }\n", "C::X;\n", ""}},
	"config/app.php":      {{"<?php return ['", "a", "' => [\n", "'a%d' => 1,\n", "]];\n"}},
	"lang/en/a.php":       {{"<?php return ['", "a", "' => [\n", "'a%d' => 'b',\n", "]];\n"}},
	"routes/web.php":      {{"<?php Route::name('", "a.", "')->prefix('a')->group(function () {\n", "Route::get('a')->name('b%d');\n", "});\n"}, {"<?php Route::resource('", "a.", "b', 'C');\n", "Route::resource('a%d', 'C');\n", ""}},
	"urls.py":             {{"app_name = '", "a", "'\nurlpatterns = [\n", "path('a', b, name='a%d'),\n", "]\n"}, {"urlpatterns = [path('", "a/", "', include(([\n", "path('a', b, name='a%d'),\n", "], 'a')))]\n"}},
	"A.java":              {{"package ", "a.", "b;\n", "class C%d {}\n", ""}, {"import ", "a.", "B;\nclass C {\n", "B b%d;\n", "}\n"}, {"import static ", "a.", "B.c;\nclass C { void m() {\n", "c();\n", "} }\n"}, {"class ", "A", " {\n", "int a%d;\n", "}\n"}, {"class C { ", "a.", "B b; void m() {\n", "b.c();\n", "} }\n"}, {"import ", "a.", "*;\nclass C {\n", "B b%d;\n", "}\n"}, {"package ", "a.", "b;\nclass C {\n", "C b%d; D d%d;\n", "}\n"}},
	"a.cs":                {{"namespace ", "A.", "B {\n", "class C%d {}\n", "}\n"}, {"namespace ", "A.", "B;\n", "class C%d {}\n", ""}, {"using A = ", "A.", "B;\n", "class C%d : A {}\n", ""}, {"class ", "A", " {\n", "int a%d;\n", "}\n"}, {"using ", "A.", "B;\n", "class C%d : A {}\n", ""}},
	"a.rs":                {{"use ", "a::", "b as c;\n", "fn f%d() { c() }\n", ""}, {"mod ", "a", " {\n", "fn f%d() {}\n", "}\n"}, {"impl ", "a::", "B {\n", "fn f%d() {}\n", "}\n"}, {"use ", "a::", "{b};\n", "type A%d = b;\n", ""}, {"struct ", "A", " {\n", "a%d: u8,\n", "}\n"}},
	"a.scala":             {{"package ", "a.", "b\n", "class C%d\n", ""}, {"import ", "a.", "b\n", "class C%d extends b\n", ""}, {"object ", "A", " {\n", "def f%d = 1\n", "}\n"}},
	"a.kt":                {{"package ", "a.", "b\n", "class C%d\n", ""}, {"import ", "a.", "b as c\n", "class C%d : c()\n", ""}, {"object ", "A", " {\n", "fun f%d() = 1\n", "}\n"}, {"typealias A = ", "a.", "b\n", "fun f%d(a: A) = 1\n", ""}},
	"a.rb":                {{"module ", "A::", "B\n", "def f%d; end\n", "end\n"}, {"class ", "A", "\n", "def f%d; end\n", "end\n"}, {"B = ", "A::", "C\n", "B.new\n", ""}, {"require '", "a/", "b'\n", "f\n", ""}, {"class C < ", "A::", "B\n", "def f%d; end\n", "end\n"}},
	"a.cpp":               {{"namespace ", "a::", "b {\n", "int f%d();\n", "}\n"}, {"using namespace ", "a::", "b;\n", "int f%d();\n", ""}, {"namespace c = ", "a::", "b;\n", "int x%d = c::d;\n", ""}, {"void ", "A::", "f() {\n", "g();\n", "}\n"}, {"class ", "A", " {\n", "int a%d;\n", "};\n"}, {"#include \"", "a/", "b.h\"\n", "int f%d();\n", ""}, {"typedef ", "A::", "B C;\n", "C f%d();\n", ""}},
	"a.c":                 {{"#define A ", "a", "\n", "int f%d(A);\n", ""}, {"#define ", "A", " int\n", "int f%d();\n", ""}, {"#include \"", "a/", "b.h\"\n", "int f%d();\n", ""}, {"struct ", "a", " {\n", "int a%d;\n", "};\n"}, {"enum ", "a", " {\n", "a%d,\n", "};\n"}},
	"a.swift":             {{"class ", "A", " {\n", "func f%d() {}\n", "}\n"}, {"extension ", "A.", "B {\n", "func f%d() {}\n", "}\n"}, {"import ", "a.", "b\n", "f()\n", ""}, {"typealias A = ", "B.", "C\n", "let x%d: A\n", ""}},
	"a.ex":                {{"defmodule ", "A.", "B do\n", "def f%d, do: 1\n", "end\n"}, {"alias ", "A.", "B\n", "B.f()\n", ""}, {"alias ", "A.", "{B}\n", "B.f()\n", ""}},
	"a.elm":               {{"module ", "A.", "B exposing (..)\n", "f%d = 1\n", ""}, {"import ", "A.", "B as C\n", "f%d = C.d\n", ""}},
	"a.ml":                {{"module A = ", "B.", "C\n", "let x%d = A.b\n", ""}, {"module ", "A", " = struct\n", "let x%d = 1\n", "end\n"}, {"open ", "A.", "B\n", "let x%d = b\n", ""}},
	"a.groovy":            {{"package ", "a.", "b\n", "class C%d {}\n", ""}, {"import ", "a.", "B\n", "def f%d(B b) {}\n", ""}, {"class ", "A", " {\n", "def f%d() {}\n", "}\n"}, {"task ", "a", " {\n", "b%d = 1\n", "}\n"}},
	"a.lua":               {{"function ", "a.", "b()\n", "c()\n", "end\n"}, {"", "a.", "b = {\n", "a%d = 1,\n", "}\n"}, {"local a = require('", "a.", "b')\n", "a.b()\n", ""}, {"local ", "a", " = {\n", "a%d = 1,\n", "}\n"}},
	"a.sh":                {{"", "a", "() {\n", "b%d=1\n", "}\n"}, {". ", "a/", "b\n", "c\n", ""}, {"", "a", "=1\n", "f%d() { :; }\n", ""}},
	"a.sql":               {{"create table ", "a.", "b (\n", "a%d int,\n", "b int);\n"}, {"create table ", "a", " (\n", "a%d int,\n", "b int);\n"}, {"create view v as select * from ", "a.", "b;\n", "select * from v;\n", ""}},
	"a.tf":                {{"resource \"", "a", "\" \"b\" {\n", "a%d = 1\n", "}\n"}, {"x = ", "a.", "b\n", "a%d = x\n", ""}, {"", "a", " {\n", "b%d {}\n", "}\n"}, {"locals { ", "a", " = 1\n", "b%d = local.a\n", "}\n"}},
	"a.cue":               {{"package ", "a", "\n", "b%d: 1\n", ""}, {"", "a: ", "{\n", "b%d: 1\n", "}\n"}, {"", "a", ": {\n", "b%d: 1\n", "}\n"}},
	"a.proto":             {{"package ", "a.", "b;\n", "message M%d {}\n", ""}, {"import \"", "a/", "b.proto\";\n", "message M%d {}\n", ""}, {"message ", "A", " {\n", "int32 a%d = 1;\n", "}\n"}, {"message M {\n", "a.", "b c = 1;\n", "M a%d = 1;\n", "}\n"}},
	"a.css":               {{".", "a", "{}\n", ".a{}\n", ""}, {":root { --", "a", ": 1 }\n", "a { b: var(--a) }\n", ""}, {"", ".a", " {}\n", ".a {}\n", ""}, {"@import '", "a/", "b.css';\n", ".a {}\n", ""}},
	"a.scss":              {{".", "a", " {\n", "&-b%d {}\n", "}\n"}, {"", ".a", " {\n", "&-b {}\n", "}\n"}, {"@use '", "a/", "b' as c;\n", "a { b: c.$d }\n", ""}, {"$", "a", ": 1;\n", "$b%d: 1;\n", ""}, {"%", "a", " {}\n", ".b { @extend %a; }\n", ""}, {".", "a", " {\n", "&, & & { b: c }\n", "}\n"}},
	"a.html":              {{"<a id=\"", "a", "\">\n", "<a href=\"#a\">\n", ""}, {"<a class=\"", "a ", "\">\n", "<a class=\"a\">\n", ""}, {"<script src=\"", "a/", "b.js\"></script>\n", "<a onclick=\"b()\">\n", ""}, {"{% block ", "a", " %}\n", "{{ a }}\n", "{% endblock %}\n"}, {"{% load ", "a.", "b %}\n", "{% a %}\n", ""}, {"<", "a", ">\n", "<a>\n", ""}, {"{% with ", "a.", "b as c %}\n", "{{ c.d }}\n", "{% endwith %}\n"}, {"{% url '", "a:", "b' as c %}\n", "{{ c }}\n", ""}},
	"a.vue":               {{"<script setup>\nimport A from '", "a/", "b';\n</script><template>\n", "<A/>\n", "</template>\n"}, {"<template><", "a", "/>\n", "<B/>\n", "</template>\n"}, {"<template><a v-for=\"", "a", " in b\">\n", "{{ a }}\n", "</a></template>\n"}},
	"a.svelte":            {{"<script>\nimport A from '", "a/", "b';\n</script>\n", "<A/>\n", ""}, {"{#each ", "a.", "b as c}\n", "{c}\n", "{/each}\n"}},
	"a.blade.php":         {{"@extends('", "a.", "b')\n", "@section('a')\n@endsection\n", ""}, {"<x-", "a.", "b>\n", "<x-slot name=\"a\"></x-slot>\n", "</x-a>\n"}, {"@section('", "a", "')\n", "{{ $a }}\n", "@endsection\n"}, {"@foreach($", "a->", "b as $c)\n", "{{ $c->d }}\n", "@endforeach\n"}, {"@php use ", "A\\", "B; @endphp\n", "{{ new B }}\n", ""}, {"@use('", "A\\", "B')\n", "{{ new B }}\n", ""}, {"@inject('a', '", "A\\", "B')\n", "{{ $a->b }}\n", ""}, {"@props(['", "a", "'])\n", "{{ $a }}\n", ""}},
	"a.md":                {{"# ", "a ", "\n", "[a](#a)\n", ""}, {"# ", "a", "\n", "## b%d\n", ""}, {"[", "a", "]: b\n", "[a]\n", ""}, {"[a](", "a/", "b)\n", "[a](b)\n", ""}, {"# ", "a", "\n", "[a][b]\n", "[b]: c\n"}},
	"a.yaml":              {{"", "a", ":\n", " b%d: 1\n", ""}, {"", "a.", "b:\n", " b%d: 1\n", ""}, {"a: &", "a", " b\n", "b%d: *a\n", ""}, {"? ", "a", "\n: \n", " b%d: 1\n", ""}},
	"locales/en.yaml":     {{"en:\n ", "a", ":\n", "  b%d: c\n", ""}, {"en:\n ", "a.", "b:\n", "  b%d: c\n", ""}},
	"locales/en.json":     {{"{\"", "a", "\":{\n", "\"a%d\":\"b\",\n", "\"c\":\"d\"}}\n"}, {"{\"", "a.", "b\":{\n", "\"a%d\":\"b\",\n", "\"c\":\"d\"}}\n"}},
	"a_en.properties":     {{"", "a.", "b=c\n", "a%d=b\n", ""}, {"", "a", "=c\n", "a.b%d=c\n", ""}},
	"a.po":                {{"msgctxt \"", "a", "\"\nmsgid \"a\"\nmsgstr \"b\"\n", "msgid \"a%d\"\nmsgstr \"b\"\n", ""}, {"msgid \"", "a.", "\"\nmsgstr \"b\"\n", "msgid \"a%d\"\nmsgstr \"b\"\n", ""}},
	"a.xlf":               {{"<xliff><file original=\"", "a", "\"><body>\n", "<trans-unit id=\"a%d\"><source>a</source></trans-unit>\n", "</body></file></xliff>\n"}, {"<xliff><file><body><trans-unit id=\"", "a.", "\"><source>a</source></trans-unit>\n", "<trans-unit id=\"a%d\"><source>a</source></trans-unit>\n", "</body></file></xliff>\n"}},
	".env.example":        {{"", "A", "=1\n", "A%d=b\n", ""}},
	"a.toml":              {{"[", "a.", "b]\n", "a%d = 1\n", ""}, {"[", "a", "]\n", "a%d = 1\n", ""}, {"", "a", " = {\n", "a%d = 1,\n", "}\n"}, {"[[", "a", "]]\n", "a%d = 1\n", ""}, {"[\"", "a", "\".b]\n", "a%d = 1\n", ""}},
	"composer.json":       {{"{\"name\":\"a/", "a", "\",\"require\":{\n", "\"a/b%d\":\"1\",\n", "\"c/d\":\"1\"}}\n"}, {"{\"autoload\":{\"psr-4\":{\"", "A\\\\", "\":[\n", "\"a%d\",\n", "\"b\"]}}}\n"}},
	"package.json":        {{"{\"name\":\"", "a", "\",\"dependencies\":{\n", "\"b%d\":\"1\",\n", "\"c\":\"1\"}}\n"}, {"{\"exports\":{\"./", "a", "\":{\n", "\"a%d\":\"./b\",\n", "\"c\":\"./d\"}}}\n"}, {"{\"main\":\"", "a/", "b.js\",\"dependencies\":{\n", "\"b%d\":\"1\",\n", "\"c\":\"1\"}}\n"}},
	"tsconfig.json":       {{"{\"compilerOptions\":{\"baseUrl\":\"", "a/", "\",\"paths\":{\n", "\"b%d/*\":[\"*\"],\n", "\"c\":[\"d\"]}}}\n"}, {"{\"compilerOptions\":{\"paths\":{\"", "a/", "*\":[\n", "\"b%d\",\n", "\"d\"]}}}\n"}},
	"go.mod":              {{"module a.b/", "a/", "b\n", "require a%d.b/c v1.0.0\n", ""}, {"module a\nreplace ", "a/", "b => ./c\n", "require a%d.b/c v1.0.0\n", ""}, {"module a\nrequire ", "a/", "b v1.0.0\n", "require a%d.b/c v1.0.0\n", ""}},
	"pyproject.toml":      {{"[project]\nname = \"", "a", "\"\ndependencies = [\n", "\"b%d\",\n", "]\n"}, {"[tool.", "a.", "b]\n", "a%d = 1\n", ""}},
	"pom.xml":             {{"<project><groupId>", "a.", "b</groupId><artifactId>a</artifactId><dependencies>\n", "<dependency><groupId>b%d</groupId><artifactId>c</artifactId></dependency>\n", "</dependencies></project>\n"}},
	"Dockerfile":          {{"FROM a AS ", "a", "\n", "COPY --from=a b c\n", ""}, {"FROM a\nARG ", "A", "=1\n", "RUN a\n", ""}},
	"pnpm-workspace.yaml": {{"packages:\n - '", "a/", "'\n", " - 'b%d'\n", ""}},
	".gitignore":          {{"", "a/", "b\n", "a%d\n", ""}},
}

// nestedLongs are containers in containers, by the name of a file.
var nestedLongs = map[string]nested{
	"a.ts":            {"", "namespace %n {\n", "}\n", "export let a%d;\n"},
	"a.js":            {"", "class %n { static x =\n", "}\n", "class A%d {}\n"},
	"a.py":            {"", "%iclass %n:\n", "", "%ia%d = 1\n"},
	"A.java":          {"", "class %n {\n", "}\n", "int a%d;\n"},
	"a.php":           {"<?php\n", "class %n { function f() { new class {\n", "} } }\n", "function m%d() {}\n"},
	"a.cs":            {"", "class %n {\n", "}\n", "int a%d;\n"},
	"a.cpp":           {"", "namespace %n {\n", "}\n", "int a%d;\n"},
	"a.c":             {"", "struct %n {\n", "};\n", "int a%d;\n"},
	"a.rs":            {"", "mod %n {\n", "}\n", "fn a%d() {}\n"},
	"a.rb":            {"", "module %n\n", "end\n", "def a%d; end\n"},
	"a.kt":            {"", "class %n {\n", "}\n", "val a%d = 1\n"},
	"a.scala":         {"", "object %n {\n", "}\n", "val a%d = 1\n"},
	"a.swift":         {"", "class %n {\n", "}\n", "let a%d = 1\n"},
	"a.groovy":        {"", "class %n {\n", "}\n", "int a%d\n"},
	"a.ex":            {"", "defmodule %n do\n", "end\n", "def a%d, do: 1\n"},
	"a.ml":            {"", "module %n = struct\n", "end\n", "let a%d = 1\n"},
	"a.proto":         {"", "message %n {\n", "}\n", "int32 a%d = 1;\n"},
	"a.lua":           {"", "%n = {\n", "}\n", "a%d = 1,\n"},
	"a.cue":           {"", "%n: {\n", "}\n", "a%d: 1\n"},
	"a.tf":            {"", "a \"%n\" {\n", "}\n", "a%d = 1\n"},
	"a.yaml":          {"", "%i%n:\n", "", "%ia%d: 1\n"},
	"a.md":            {"", "# %n\n", "", "# a%d\n"},
	"a.css":           {"", "@layer %n {\n", "}\n", ".a%d {}\n"},
	"a.scss":          {"", ".%n {\n", "}\n", "&-a%d {}\n"},
	"a.go":            {"package p\n", "type %n struct { x struct {\n", "} }\n", "a%d int\n"},
	"a.sh":            {"", "%n() {\n", "}\n", "a%d() { :; }\n"},
	"a.html":          {"", "{% block %n %}\n", "{% endblock %}\n", "<a id=a%d>\n"},
	"locales/en.json": {"{\n", "\"%n\": {\n", "}\n", "\"a%d\": \"b\",\n"},
	"locales/en.yaml": {"", "%i%n:\n", "", "%ia%d: b\n"},
	"config/app.php":  {"<?php return [\n", "'%n' => [\n", "],\n", "'a%d' => 1,\n"},
}

// sources are many small files, whose symbols have what the manifests beside them say.
func sources() Repo {
	r := Repo{}
	for i := range 200 {
		for path, text := range map[string]string{
			"s%d/a.ts": "import { a } from 'b%d';\nexport class C%d { m() { a() } }\n", "s%d/a.py": "import b%d\nclass C%d:\n  def m(self): pass\n",
			"s%d/a.go": "package s%d\n\ntype C%d struct{ a int }\n", "s%d/a.php": "<?php namespace S%d;\nclass C extends \\B\\D%d { function m() {} }\n",
		} {
			r[numbered(path, i)] = numbered(text, i)
		}
	}
	return r
}

// manifests are the files that say what packages are called.
var manifests = map[string]bool{"composer.json": true, "package.json": true, "tsconfig.json": true, "go.mod": true, "pyproject.toml": true, "pom.xml": true, "pnpm-workspace.yaml": true, ".gitignore": true}

// longNames are the bombs of names without end.
func longNames(size int) (all []Bomb) {
	add := func(name, path string, text func() string) {
		all = append(all, Bomb{name, path, func() Repo {
			r := Repo{}
			if manifests[path] {
				r = sources()
			}
			r[path] = text()
			return r
		}})
	}
	for _, path := range sorted(longs) {
		for i, l := range longs[path] {
			add(fmt.Sprintf("%s/long-%d", path, i), path, func() string { return l.of(size, size/2) })
			add(fmt.Sprintf("%s/long-just-%d", path, i), path, func() string { return l.of(size, justShort) })
			if one := strings.Trim(l.name, " ./\\:->"); one != l.name && one != "" {
				l.name = one
				add(fmt.Sprintf("%s/long-one-%d", path, i), path, func() string { return l.of(size, size/2) })
			}
		}
	}
	for _, path := range sorted(nestedLongs) {
		add(path+"/long-nested", path, func() string { return nestedLongs[path].of(size) })
	}
	return all
}
