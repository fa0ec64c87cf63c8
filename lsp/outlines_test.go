package lsp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"codeintel/index"
	"codeintel/lsp/lsptest"

	"go.lsp.dev/protocol"
)

const outlined = `
-- routes/web.php --
<?php

use App\Models\Cart;
use Illuminate\Support\Facades\Route;

Route::get('/cart', fn () => view('cart.show', ['cart' => new Cart]))->name('cart.show');
Route::get('/carts', fn () => redirect()->route('cart.show'))->name('cart.index');
-- app/Models/Cart.php --
<?php

namespace App\Models;

final class Cart
{
    private int $count = 0;

    /** What is in it. */
    public function total(int $tax): int
    {
        $sum = $this->count + $tax;

        return $sum;
    }
}

function make(): int
{
    return (new Cart)->total(1);
}
-- resources/views/cart/show.blade.php --
@extends('layouts.app')
@section('body')
    <a class="btn" href="{{ route('cart.show') }}">x</a>
@endsection
-- resources/views/layouts/app.blade.php --
<link rel="stylesheet" href="../../css/app.css">
<img src="logo.png">
@yield('body')
-- resources/views/layouts/logo.png --
png
-- resources/css/app.css --
.btn { color: red; }
.btn-primary {
  color: blue;
}
-- shop.rb --
class Shop
  def open(at)
    puts at
  end
end
-- util.ts --
/** A. */
export function helper(a: number) {
  const twice = { a }
  return twice.a
}
export const again = helper(1)
-- use.ts --
import { helper } from './util'
helper(2)
`

// primary makes an editor that is told all.
func primary(t *testing.T, capabilities map[string]any) *lsptest.Editor {
	t.Helper()
	e := lsptest.Start(t, outlined, nil)
	e.Initialize(map[string]any{
		"capabilities": capabilities, "workspaceFolders": []any{map[string]any{"uri": e.URI(""), "name": "shop"}},
		"initializationOptions": map[string]any{"languages": map[string]string{"php": "primary", "typescript": "primary"}},
	})
	return e
}

func TestDocumentSymbol(t *testing.T) {
	nested := map[string]any{"textDocument": map[string]any{"documentSymbol": map[string]any{"hierarchicalDocumentSymbolSupport": true}}}
	e := primary(t, nested)
	var list []protocol.DocumentSymbol
	e.Must("textDocument/documentSymbol", e.Document("app/Models/Cart.php"), &list)
	var b strings.Builder
	var show func(depth int, list []protocol.DocumentSymbol)
	show = func(depth int, list []protocol.DocumentSymbol) {
		for _, s := range list {
			name := e.Show(protocol.Location{URI: e.URI("app/Models/Cart.php"), Range: s.SelectionRange})
			fmt.Fprintf(&b, "%s%s kind %d lines %d-%d %s\n", strings.Repeat(" ", depth), s.Name, s.Kind, s.Range.Start.Line+1, s.Range.End.Line+1, name[strings.LastIndex(name, " ")+1:])
			show(depth+1, s.Children)
		}
	}
	show(0, list)
	want := `Cart kind 5 lines 5-16 Cart
 $count kind 7 lines 7-7 $count
 total kind 6 lines 10-15 total
make kind 12 lines 18-21 make
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	flat := primary(t, nil)
	var infos []protocol.SymbolInformation
	flat.Must("textDocument/documentSymbol", flat.Document("app/Models/Cart.php"), &infos)
	if len(infos) != 4 || infos[2].Name != "total" || infos[2].ContainerName == nil || *infos[2].ContainerName != "Cart" {
		t.Errorf("flat: %+v", infos)
	}
}

func TestWorkspaceSymbol(t *testing.T) {
	e := primary(t, nil)
	find := func(query string) (out []string) {
		var list []protocol.SymbolInformation
		e.Must("workspace/symbol", map[string]any{"query": query}, &list)
		for _, s := range list {
			out = append(out, e.Show(s.Location))
		}
		return out
	}
	if got := find("total"); !slices.Equal(got, []string{"app/Models/Cart.php:10:21 total"}) {
		t.Errorf("total: %q", got)
	}
	if got := find("shop"); len(got) == 0 || got[0] != "shop.rb:1:7 Shop" {
		t.Errorf("shop: %q", got)
	}
	if got := find(""); len(got) != 0 {
		t.Errorf("nothing: %q", got)
	}
	lazy := primary(t, map[string]any{"workspace": map[string]any{"symbol": map[string]any{"resolveSupport": map[string]any{"properties": []string{"location.range"}}}}})
	var raw []json.RawMessage
	lazy.Must("workspace/symbol", map[string]any{"query": "total"}, &raw)
	if len(raw) != 1 || strings.Contains(string(raw[0]), "range") {
		t.Fatalf("lazy: %s", raw)
	}
	var s protocol.SymbolInformation
	lazy.Must("workspaceSymbol/resolve", raw[0], &s)
	if got := lazy.Show(s.Location); got != "app/Models/Cart.php:10:21 total" {
		t.Errorf("resolved: %s", got)
	}
}

func TestFolding(t *testing.T) {
	e := primary(t, map[string]any{"textDocument": map[string]any{"foldingRange": map[string]any{"lineFoldingOnly": true, "rangeLimit": 2}}})
	var list []protocol.FoldingRange
	e.Must("textDocument/foldingRange", e.Document("app/Models/Cart.php"), &list)
	if len(list) != 2 || list[0].StartLine != 4 || list[0].EndLine != 14 || list[1].StartLine != 17 || list[0].EndCharacter != nil {
		t.Errorf("folds %+v", list)
	}
}

func TestSelectionRange(t *testing.T) {
	e := primary(t, nil)
	p := e.At("app/Models/Cart.php", "$th|is->count + $tax")
	var list []protocol.SelectionRange
	e.Must("textDocument/selectionRange", map[string]any{"textDocument": p["textDocument"], "positions": []any{p["position"], p["position"]}}, &list)
	if len(list) != 2 {
		t.Fatalf("%d answers", len(list))
	}
	var got []string
	for r := &list[0]; r != nil; r = r.Parent {
		text := e.Show(protocol.Location{URI: e.URI("app/Models/Cart.php"), Range: r.Range})
		got = append(got, strings.TrimSpace(text[strings.Index(text, " "):]))
	}
	if len(got) < 7 || got[0] != "this" || got[1] != "$this" || got[2] != "$this->count" || got[3] != "$this->count + $tax" || !strings.HasPrefix(got[len(got)-1], "<?php") {
		t.Errorf("%q", got)
	}
}

func TestSemanticTokens(t *testing.T) {
	e := primary(t, nil)
	p := e.Document("app/Models/Cart.php")
	var tokens protocol.SemanticTokens
	e.Must("textDocument/semanticTokens/full", p, &tokens)
	types := []string{"namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable", "property", "enumMember", "function", "method", "macro", "decorator"}
	var got []string
	var at protocol.Position
	for d := tokens.Data; len(d) >= 5; d = d[5:] {
		if at.Line += d[0]; d[0] > 0 {
			at.Character = 0
		}
		at.Character += d[1]
		text := e.Show(protocol.Location{URI: e.URI("app/Models/Cart.php"), Range: protocol.Range{Start: at, End: protocol.Position{Line: at.Line, Character: at.Character + d[2]}}})
		got = append(got, fmt.Sprintf("%s %s %d", text[strings.LastIndex(text, " ")+1:], types[d[3]], d[4]))
	}
	for _, want := range []string{"Cart class 1", "$count property 1", "total method 1", "$tax parameter 1", "$sum variable 1", "count property 0", "$tax parameter 0", "make function 1", "Cart class 0", "total method 0"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	p["range"] = map[string]any{"start": map[string]any{"line": 6, "character": 0}, "end": map[string]any{"line": 7, "character": 0}}
	var part protocol.SemanticTokens
	e.Must("textDocument/semanticTokens/range", p, &part)
	if len(part.Data) != 5 || part.Data[0] != 6 {
		t.Errorf("range %v", part.Data)
	}
}

func TestDocumentLink(t *testing.T) {
	e := primary(t, nil)
	links := func(name string) (out []string) {
		var list []protocol.DocumentLink
		e.Must("textDocument/documentLink", e.Document(name), &list)
		for _, l := range list {
			at := e.Show(protocol.Location{URI: e.URI(name), Range: l.Range})
			out = append(out, at[strings.LastIndex(at, " ")+1:]+" -> "+*l.Tooltip)
		}
		return out
	}
	for name, want := range map[string][]string{
		"resources/views/cart/show.blade.php":   {"layouts.app -> resources/views/layouts/app.blade.php"},
		"resources/views/layouts/app.blade.php": {"../../css/app.css -> resources/css/app.css", "logo.png -> resources/views/layouts/logo.png"},
		"routes/web.php":                        {"cart.show -> resources/views/cart/show.blade.php"},
		"use.ts":                                {"'./util' -> util.ts"},
	} {
		if got := links(name); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestRenamePlatforms: what files for several platforms define is renamed in all of them,
// however many definitions each has.
func TestRenamePlatforms(t *testing.T) {
	e := open(t, `
-- go.mod --
module example.com/m
-- a_linux.go --
package m

func Open() {}
-- a_windows.go --
package m

func one()   {}
func two()   {}
func three() {}
func Open()  {}
`, nil, allPrimary)
	params := e.At("a_linux.go", "func Op|en")
	e.Must("textDocument/prepareRename", params, nil)
}

func TestRename(t *testing.T) {
	e := primary(t, map[string]any{"workspace": map[string]any{"workspaceEdit": map[string]any{"documentChanges": true}}})
	var edit struct {
		DocumentChanges []struct {
			TextDocument struct {
				URI     string `json:"uri"`
				Version *int   `json:"version"`
			} `json:"textDocument"`
			Edits []protocol.TextEdit `json:"edits"`
		} `json:"documentChanges"`
	}
	rename := func(name, at, to string) error {
		edit.DocumentChanges = nil
		p := e.At(name, at)
		p["newName"] = to
		return e.Request("textDocument/rename", p, &edit)
	}
	e.Open("use.ts")
	if err := rename("util.ts", "|helper(a: number)", "aid"); err != nil {
		t.Fatal(err)
	}
	if len(edit.DocumentChanges) != 2 || len(edit.DocumentChanges[0].Edits) != 2 || edit.DocumentChanges[0].TextDocument.Version == nil || edit.DocumentChanges[1].TextDocument.Version != nil {
		t.Errorf("%+v", edit)
	}
	if err := rename("util.ts", "helper(|a: number)", "b"); err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, x := range edit.DocumentChanges[0].Edits {
		texts = append(texts, x.NewText)
	}
	if !slices.Equal(texts, []string{"b", "a: b"}) {
		t.Errorf("a parameter that a property is named after: %q", texts)
	}
	if err := rename("util.ts", "|helper(a: number)", "again"); err == nil || !strings.Contains(err.Error(), "again is defined here") {
		t.Errorf("a name that is taken: %v", err)
	}
	var prepared protocol.PrepareRenamePlaceholder
	e.Must("textDocument/prepareRename", e.At("app/Models/Cart.php", "private int $co|unt"), &prepared)
	if prepared.Placeholder != "count" {
		t.Errorf("prepared %+v", prepared)
	}
	if err := e.Request("textDocument/prepareRename", e.At("use.ts", "'./ut|il'"), nil); err == nil {
		t.Error("a file is no name")
	}
	companion := open(t, outlined, nil, besideOthers)
	if err := companion.Request("textDocument/prepareRename", companion.At("util.ts", "|helper(a: number)"), nil); err == nil {
		t.Error("companions rename nothing")
	}
	unsure := open(t, "-- a.py --\nclass A:\n    def special(self):\n        pass\n\n\ndef use(x):\n"+strings.Repeat("    x.special()\n", 9), nil, allPrimary)
	special := unsure.At("a.py", "def sp|ecial")
	special["newName"] = "plain"
	for _, ask := range []string{"prepareRename", "rename"} {
		err := unsure.Request("textDocument/"+ask, special, nil)
		if want := "special can't be renamed: it is not certain that this use means it (a.py:7, a.py:8, a.py:9, a.py:10, a.py:11); and more"; err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: nine uses that are not certain: %v; want %s", ask, err, want)
		}
	}
	files := "-- a.py --\nclass A:\n    def special(self):\n        pass\n"
	for n := range index.FewFiles {
		files += fmt.Sprintf("-- b%d.py --\ndef use(x):\n    x.special()\n", n)
	}
	many := open(t, files, nil, allPrimary)
	special = many.At("a.py", "def sp|ecial")
	many.Must("textDocument/prepareRename", special, nil) // so many files are not looked at before there is a name
	special["newName"] = "plain"
	if err := many.Request("textDocument/rename", special, nil); err == nil {
		t.Error("uses in many files that are not certain are renamed")
	}
}

// TestRenameAsksOnce holds that a use that may mean a method or one that overrides it is
// asked about once.
func TestRenameAsksOnce(t *testing.T) {
	e := lsptest.Start(t, "-- a.py --\nclass A:\n    def special(self): pass\n\n\nclass B(A):\n    def special(self) : pass\n\n\ndef use(x, y):\n    x.special()\n    y.special()\n", nil)
	e.Initialize(map[string]any{"capabilities": map[string]any{"workspace": map[string]any{"workspaceEdit": map[string]any{
		"documentChanges": true, "changeAnnotationSupport": map[string]any{"groupsOnLabel": true},
	}}}})
	at := e.At("a.py", "def sp|ecial(self):")
	at["newName"] = "plain"
	var edit struct {
		DocumentChanges []struct {
			Edits []protocol.TextEdit `json:"edits"`
		} `json:"documentChanges"`
	}
	e.Must("textDocument/rename", at, &edit)
	var got []string
	for _, d := range edit.DocumentChanges {
		for _, x := range d.Edits {
			got = append(got, e.Show(protocol.Location{URI: e.URI("a.py"), Range: x.Range}))
		}
	}
	if want := []string{"a.py:2:9 special", "a.py:6:9 special", "a.py:10:7 special", "a.py:11:7 special"}; !slices.Equal(got, want) {
		t.Errorf("edits %q, want %q", got, want)
	}
}

// TestRenameAsksAboutDoubts holds that uncertain places are offered to an editor that asks
// the person about each, and that certain ones are renamed without asking.
func TestRenameAsksAboutDoubts(t *testing.T) {
	file := func(uses int) string {
		return "-- a.py --\nclass A:\n    def special(self):\n        self.special()\n\n\ndef use(x):\n" + strings.Repeat("    x.special()\n", uses) + "    print('special')\n"
	}
	start := func(archive string, edits map[string]any) *lsptest.Editor {
		e := lsptest.Start(t, archive, nil)
		e.Initialize(map[string]any{"capabilities": map[string]any{"workspace": map[string]any{"workspaceEdit": edits}}})
		return e
	}
	asks := map[string]any{"documentChanges": true, "changeAnnotationSupport": map[string]any{"groupsOnLabel": true}}
	e := start(file(3), asks)
	at := e.At("a.py", "def sp|ecial")
	e.Must("textDocument/prepareRename", at, nil)
	at["newName"] = "plain"
	var edit struct {
		DocumentChanges []struct {
			Edits []struct {
				Range        protocol.Range `json:"range"`
				NewText      string         `json:"newText"`
				AnnotationID string         `json:"annotationId"`
			} `json:"edits"`
		} `json:"documentChanges"`
		ChangeAnnotations map[string]protocol.ChangeAnnotation `json:"changeAnnotations"`
	}
	e.Must("textDocument/rename", at, &edit)
	var got []string
	for _, d := range edit.DocumentChanges {
		for _, x := range d.Edits {
			place := e.Show(protocol.Location{URI: e.URI("a.py"), Range: x.Range})
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s = %s %s", place, x.NewText, x.AnnotationID)))
		}
	}
	want := []string{
		"a.py:2:9 special = plain", "a.py:3:14 special = plain",
		"a.py:7:7 special = plain it is not certain that this use means it", "a.py:8:7 special = plain it is not certain that this use means it",
		"a.py:9:7 special = plain it is not certain that this use means it", "a.py:10:12 special = plain it is not known what the name means here",
	}
	if !slices.Equal(got, want) {
		t.Errorf("edits\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, id := range []string{"it is not certain that this use means it", "it is not known what the name means here"} {
		if a := edit.ChangeAnnotations[id]; a.Label != "Unsure: "+id || a.NeedsConfirmation == nil || !*a.NeedsConfirmation {
			t.Errorf("%s is asked as %+v", id, a)
		}
	}
	// What prevents renaming the certain ones still does.
	at["newName"] = "not a name"
	if err := e.Request("textDocument/rename", at, nil); err == nil {
		t.Error("not a name is a name")
	}
	// The name that it has already changes nothing, in uncertain places either.
	at["newName"], edit.DocumentChanges = "special", nil
	e.Must("textDocument/rename", at, &edit)
	if len(edit.DocumentChanges) > 0 {
		t.Errorf("the same name: %+v", edit)
	}
	for name, e := range map[string]*lsptest.Editor{
		"no editor can ask":      start(file(3), map[string]any{"documentChanges": true}),
		"changes without places": start(file(3), map[string]any{"changeAnnotationSupport": map[string]any{}}),
		"too many":               start(file(300), asks),
	} {
		at := e.At("a.py", "def sp|ecial")
		at["newName"] = "plain"
		if err := e.Request("textDocument/rename", at, nil); err == nil || !strings.Contains(err.Error(), "it is not certain that this use means it (a.py:7, a.py:8") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPrepareRename: what a symbol's own definitions, and its uses in few files, say
// against another name is told before there is one.
func TestPrepareRename(t *testing.T) {
	e := open(t, `
-- go.mod --
module example.com/m
-- a.go --
package m

import "sort"

type list []int

func (l list) Len() int           { return len(l) }
func (l list) Less(i, j int) bool { return l[i] < l[j] }
func (l list) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l list) size() int          { return len(l) }

func f(l list) { sort.Sort(l); println(l.size()) }

func init() {}
-- b.py --
class A(Unknown):
    def special(self):
        pass


class B:
    def __len__(self):
        return 0


class C(B):
    def __len__(self):
        return 1

    def plain(self, one):
        return one
-- made.ts --
// Code generated by hand. DO NOT EDIT.
export function made() {}
-- c/c.go --
package c

func f(one string) string { return "one" + one }

func g(two string) string { return two }

func h() { ) }
`, nil, allPrimary)
	for _, c := range []struct{ file, at, why string }{
		{"a.go", "func (l list) L|en", "it implements or overrides Len, which is defined outside of the repository"},
		{"a.go", "func (l list) si|ze", ""},
		{"a.go", "func in|it", "init is a name that the language gives a meaning"},
		{"b.py", "def spe|cial", "it may be a member of Unknown, of which only the name is known"},
		{"b.py", "def pl|ain", ""},
		{"b.py", "plain(self, on|e", ""},
		{"made.ts", "function ma|de", "it is defined in a file that a program writes"},
		{"c/c.go", "func f(on|e", "the file has places that can't be read"},
		{"c/c.go", "func g(tw|o", ""},
	} {
		err := e.Request("textDocument/prepareRename", e.At(c.file, c.at), nil)
		if c.why == "" && err != nil || c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)) {
			t.Errorf("%s: %s: %v, want %q", c.file, c.at, err, c.why)
		}
	}
}

// TestRenameFamilies: what has one name in several places gets another in all of them, or
// in none.
func TestRenameFamilies(t *testing.T) {
	e := open(t, `
-- shop/models.py --
from django.db import models


class Seed(models.Model):
    name = models.CharField(max_length=10)


class Bed(models.Model):
    seed = models.ForeignKey(Seed, on_delete=models.CASCADE)


class Pot(models.Model):
    seed = models.ForeignKey(Seed, related_name="pots", on_delete=models.CASCADE)


def f(seed: Seed):
    return seed.bed_set.all(), seed.pots.all()
-- templates/base.html --
{% block content %}{% endblock %}
-- templates/a.html --
{% extends "base.html" %}{% block content %}x{% endblock %}
-- templates/b.html --
{% extends "base.html" %}{% block content %}y{% endblock %}
-- c/a.h --
int area(int w);
-- c/a.c --
#include "a.h"
int area(int w) { return w; }
-- c/b.c --
#include "a.h"
int main(void) { return area(1); }
-- e/a.h --
int vol(int w);
-- e/a.c --
#include "a.h"
int vol(int w) { return w; }
-- e/b.c --
#include "a.h"
int main(void) { return vol(1); }
-- web/script.ts --
interface HTMLElement { boat: string }
interface Harbour { boat: HTMLElement }
-- web/global.ts --
export {};
declare global {
  interface Window { boats: Berth[] }
  namespace NodeJS { interface ProcessEnv { PORT: string } }
}
interface Berth { free: boolean }
-- web/module.ts --
import 'vue';
declare module 'vue' {
  interface Props { sail: string }
}
-- c/d.c --
static int area(int w) { return 2; }
int two(void) { return area(1); }
-- web/Menu.vue --
<script setup lang="ts">
import { held } from './held'
const play = (x) => x.play(held)
const kept = 1
defineExpose({ kept })
</script>
<template><a class="btn-play" @click="play">{{ kept }}</a></template>
-- web/held.ts --
import * as other from 'other'
export const held = { ...other, play: other.play }
function stop(x) { return x.stop(x) }
export { stop }
export const rest = stop()
-- web/style.css --
.btn-play { color: red }
-- web/List.vue --
<template><b class="btn-play">{{ play }}</b></template>
`, nil, allPrimary)
	for _, c := range []struct {
		name, at string
		edits    int
		why      string
	}{
		{"shop/models.py", "class Be|d", 0, "what is called bed_set would be called zzz_set"},
		{"shop/models.py", "class Se|ed", 4, ""},
		{"shop/models.py", "po|ts\",", 2, ""},
		{"templates/base.html", "con|tent", 3, ""},
		{"templates/a.html", "con|tent", 3, ""},
		{"e/a.h", "vo|l", 3, ""},
		{"e/a.c", "int vo|l", 3, ""},
		{"e/b.c", "vo|l", 3, ""},
		{"web/script.ts", "HTML|Element { b", 0, "declared outside of the repository, too"},
		{"web/script.ts", "Harb|our", 1, ""},
		{"web/global.ts", "Wind|ow", 0, "declared outside of the repository, too"},
		{"web/global.ts", "Node|JS", 0, "declared outside of the repository, too"},
		{"web/global.ts", "Process|Env", 0, "declared outside of the repository, too"},
		{"web/global.ts", "interface Ber|th", 2, ""},
		{"web/module.ts", "Pro|ps", 0, "declared outside of the repository, too"},
		{"web/Menu.vue", "const pl|ay", 2, ""},
		{"web/Menu.vue", "click=\"pl|ay", 2, ""},
		{"web/Menu.vue", "const ke|pt", 3, ""},
		{"web/held.ts", "function st|op", 0, "it is not known what this use means (web/held.ts:3)"},
		{"web/Menu.vue", "'./he|ld'", 0, "'./held' can't be renamed: it is a file"},
		{"c/a.h", "ar|ea", 0, "defined 2 times"},
		{"c/d.c", "int ar|ea", 0, "defined 2 times"},
	} {
		p := e.At(c.name, c.at)
		p["newName"] = "zzz"
		var edit struct {
			Changes map[string][]protocol.TextEdit `json:"changes"`
		}
		err := e.Request("textDocument/rename", p, &edit)
		n := 0
		for _, list := range edit.Changes {
			n += len(list)
		}
		if n != c.edits || (err != nil) != (c.why != "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s, %s: %d edits, want %d; %v, want %q", c.name, c.at, n, c.edits, err, c.why)
		}
	}
}

func TestCompletion(t *testing.T) {
	e := primary(t, nil)
	complete := func(e *lsptest.Editor, name, at string) (out []string) {
		var list protocol.CompletionList
		e.Must("textDocument/completion", e.At(name, at), &list)
		for _, i := range list.Items {
			out = append(out, i.Label)
		}
		return out
	}
	const blade = "resources/views/cart/show.blade.php"
	for _, c := range []struct {
		name, at string
		want     []string
	}{
		{blade, "route('car|t.show')", []string{"cart.show", "cart.index"}},
		{blade, `class="b|tn"`, []string{"btn", "btn-primary"}},
		{blade, "@extends('lay|outs.app')", []string{"layouts.app"}},
		{"routes/web.php", "view('|cart.show'", []string{"cart.show", "layouts.app"}},
		{"util.ts", "return |twice.a", []string{"twice", "a", "helper", "again"}},
		{"util.ts", "return tw|ice.a", []string{"twice"}},
	} {
		got := complete(e, c.name, c.at)
		for _, w := range c.want {
			if !slices.Contains(got, w) {
				t.Errorf("%s at %s: no %s in %q", c.name, c.at, w, got)
			}
		}
	}
	companion := open(t, outlined, nil, besideOthers)
	if got := complete(companion, "util.ts", "return tw|ice.a"); len(got) != 0 {
		t.Errorf("a companion offers %q", got)
	}
	if got := complete(companion, "routes/web.php", "route('car|t.show'"); !slices.Contains(got, "cart.index") {
		t.Errorf("a companion offers no routes: %q", got)
	}
}
