package lsp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"codeintel/index/workspace"
	"codeintel/lsp"
	"codeintel/lsp/lsptest"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

const shop = `
-- go.mod --
module example.com/shop

go 1.22
-- shop.go --
package shop

// Shape is what can be drawn.
//
// Many things are.
type Shape interface {
	// Draw draws it.
	Draw() error
}

// Round is one with a middle.
type Round interface {
	Shape
	Middle() int
}

// Circle is round.
type Circle struct{ at int }

func (c *Circle) Draw() error { return nil }
func (c *Circle) Middle() int { c.at++; return c.at }

// Deprecated: use Draw.
func Old(s Shape) {
	s.Draw()
	All(nil)
	All(nil)
}

func All(list []Shape) int {
	count := 0
	for _, s := range list {
		s.Draw()
		count++
	}
	Old(nil)
	return count
}

var hook = func() { All(nil) }
-- far.go --
package shop

func far() { All(nil) }
-- tools.py --
from json import dumps


def guess(x, unknown):
    unknown.special_thing()
    return dumps(x)


class One:
    def special_thing(self):
        pass
-- routes/web.php --
<?php
use Illuminate\Support\Facades\Route;
use App\BoatController;

Route::get('/boats', [BoatController::class, 'index'])->name('boats.index');
-- app/BoatController.php --
<?php
namespace App;

class BoatController
{
    /** Lists them. */
    public function index()
    {
        $helper = $this->helper();
        return view('boats.list', ['title' => 'é𐐀']);
    }
    private function helper() { return 1; }
}
-- resources/views/boats/list.blade.php --
<a href="{{ route('boats.index') }}" class="card">{{ $title }}</a>
-- composer.json --
{"name": "a/b", "require": {"laravel/framework": "^11"}, "autoload": {"psr-4": {"App\\": "app/"}}}
-- public/a.css --
.card { color: red; }
`

// open connects an editor with capabilities of text documents and options to a
// repository.
func open(t *testing.T, archive string, document, options map[string]any) *lsptest.Editor {
	t.Helper()
	e := lsptest.Start(t, archive, func(_ *lsp.Options, e *lsptest.Editor) {
		e.Repositories.Options.Env = workspace.SystemEnv()
	})
	e.Initialize(map[string]any{
		"initializationOptions": map[string]any{"ci": options}, "capabilities": map[string]any{"textDocument": document},
	})
	return e
}

// shown are locations, as Editor.Show has them.
func shown(e *lsptest.Editor, list []protocol.Location) string {
	var out []string
	for _, l := range list {
		out = append(out, e.Show(l))
	}
	return strings.Join(out, ", ")
}

// found asks for locations.
func found(t *testing.T, e *lsptest.Editor, method, file, text string) string {
	t.Helper()
	var list []protocol.Location
	params := e.At(file, text)
	params["context"] = map[string]any{"includeDeclaration": true}
	e.Must(method, params, &list)
	return shown(e, list)
}

func TestTargets(t *testing.T) {
	e := open(t, shop, nil, allPrimary)
	for _, c := range []struct{ method, file, text, want string }{
		{"definition", "shop.go", "[]|Shape", "shop.go:6:6 Shape"},
		{"definition", "shop.go", "type |Shape", "shop.go:6:6 Shape"},  // itself
		{"definition", "shop.go", "type Shape| ", "shop.go:6:6 Shape"}, // behind it
		{"definition", "shop.go", "type S|hape", "shop.go:6:6 Shape"},
		{"definition", "shop.go", "re|turn nil", ""},
		{"definition", "tools.py", "unknown.|special", "tools.py:10:9 special_thing"},
		{"definition", "resources/views/boats/list.blade.php", "boats.|index", "app/BoatController.php:7:21 index, routes/web.php:5:63 boats.index"},
		{"definition", "resources/views/boats/list.blade.php", "$ti|tle", "app/BoatController.php:10:37 title"},
		{"definition", "resources/views/boats/list.blade.php", "c|ard", "public/a.css:1:2 card"},
		{"declaration", "shop.go", "func (c *Circle) Dr|aw", "shop.go:8:2 Draw"},
		{"declaration", "shop.go", "fun|c All", ""},
		{"declaration", "shop.go", "func A|ll", "shop.go:30:6 All"},
		{"typeDefinition", "shop.go", "_, s| :=", "shop.go:6:6 Shape"},
		{"typeDefinition", "shop.go", "coun|t :=", ""},
		{"typeDefinition", "shop.go", "func (c| *Circle) Middle", "shop.go:18:6 Circle"},
		{"implementation", "shop.go", "type Sh|ape", "shop.go:18:6 Circle"},
		{"implementation", "shop.go", "\tDr|aw() error", "shop.go:20:18 Draw"},
		{"implementation", "shop.go", "type Circ|le", ""},
		{"references", "shop.go", "func (c *Circle) Dr|aw", "shop.go:20:18 Draw"},
		{"references", "shop.go", "func A|ll", "shop.go:30:6 All, far.go:3:14 All, shop.go:26:2 All, shop.go:27:2 All, shop.go:40:21 All"},
		{"references", "tools.py", "def special|_thing", "tools.py:10:9 special_thing, tools.py:5:13 special_thing"},
		{"references", "app/BoatController.php", "function |index", "app/BoatController.php:7:21 index, resources/views/boats/list.blade.php:1:20 boats.index, routes/web.php:5:47 index"},
		{"references", "public/a.css", "ca|rd", "public/a.css:1:2 card, resources/views/boats/list.blade.php:1:45 card"},
	} {
		if got := found(t, e, "textDocument/"+c.method, c.file, c.text); got != c.want {
			t.Errorf("%s of %s: %s\nwant %s", c.method, c.text, got, c.want)
		}
	}
}

// An editor that knows links is told what it asked about, and the whole of what was
// found.
func TestLinks(t *testing.T) {
	link := map[string]any{"linkSupport": true}
	e := open(t, shop, map[string]any{"definition": link, "declaration": link, "typeDefinition": link, "implementation": link}, allPrimary)
	for _, method := range []string{"definition", "declaration", "typeDefinition", "implementation"} {
		var links []protocol.LocationLink
		e.Must("textDocument/"+method, e.At("shop.go", "s Sh|ape"), &links)
		if len(links) == 0 || links[0].OriginSelectionRange == nil {
			t.Errorf("%s: %+v", method, links)
			continue
		}
		l := links[0]
		got := e.Show(protocol.Location{URI: e.URI("shop.go"), Range: *l.OriginSelectionRange}) + " -> " + e.Show(protocol.Location{URI: l.TargetURI, Range: l.TargetSelectionRange})
		all := e.Show(protocol.Location{URI: l.TargetURI, Range: l.TargetRange})
		want := "shop.go:24:12 Shape -> shop.go:6:6 Shape"
		if method == "implementation" {
			want = "shop.go:24:12 Shape -> shop.go:18:6 Circle"
		}
		if got != want || !strings.HasPrefix(all[strings.Index(all, " ")+1:], "type ") {
			t.Errorf("%s: %s, want %s; of %s", method, got, want, all)
		}
	}
}

func TestHighlight(t *testing.T) {
	e := open(t, shop, nil, allPrimary)
	kinds := map[protocol.DocumentHighlightKind]string{1: "text", 2: "read", 3: "write"}
	for _, c := range []struct{ file, text, want string }{
		{"shop.go", "coun|t :=", "31:2 write, 34:3 write, 37:9 read"},
		{"shop.go", "[]Sh|ape", "6:6 write, 13:2 text, 24:12 text, 30:17 text"},
		{"tools.py", "unknown.spe|cial", ""},                  // possible
		{"resources/views/boats/list.blade.php", "ca|rd", ""}, // possible: no style sheet is named
	} {
		var list []protocol.DocumentHighlight
		e.Must("textDocument/documentHighlight", e.At(c.file, c.text), &list)
		var out []string
		for _, h := range list {
			place := strings.TrimPrefix(e.Show(protocol.Location{URI: e.URI(c.file), Range: h.Range}), c.file+":")
			out = append(out, place[:strings.Index(place, " ")]+" "+kinds[h.Kind])
		}
		if got := strings.Join(out, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestHover(t *testing.T) {
	markdown := map[string]any{"hover": map[string]any{"contentFormat": []string{"markdown", "plaintext"}}}
	rich, plain := open(t, shop, markdown, allPrimary), open(t, shop, nil, allPrimary)
	for _, c := range []struct{ file, text, want string }{
		{"shop.go", "type Sh|ape", "```go\ntype Shape interface\n```\n\nShape is what can be drawn.\n\nMany things are.\n\ndefined in `shop.go:6`  \n3 references\n"},
		{"shop.go", "c.a|t++", "```go\nat int\n```\n\ndefined in `shop.go:18`, in `Circle`  \n2 references\n"},
		{"shop.go", "_, s| :=", "```go\nvariable s\n```\n\ndefined in `shop.go:32`  \nof type `Shape`  \n1 reference\n"},
		{"tools.py", "unknown.spe|cial", "```python\ndef special_thing(self)\n```\n\npossible: this name may mean it, or something else  \ndefined in `tools.py:10`, in `One`  \n1 reference\n"},
		{"tools.py", "|dumps(x)", "```python\ndef dumps(obj, *, skipkeys=..., ensure_ascii=..., check_circular=..., allow_nan=..., cls=..., indent=..., separators=..., default=..., sort_keys=..., **kw) -> str\n```\n\noutside of the repository, in `python-stdlib 3.11`  \n2 references\n"},
		{"shop.go", "re|turn nil", ""},
	} {
		for _, e := range []*lsptest.Editor{rich, plain} {
			var h *protocol.Hover
			e.Must("textDocument/hover", e.At(c.file, c.text), &h)
			got, want := "", c.want
			if h != nil {
				m := h.Contents.(*protocol.MarkupContent)
				if got = m.Value; (m.Kind == protocol.MarkupKindMarkdown) != (e == rich) || h.Range == nil {
					t.Errorf("%s: %s of %v", c.text, m.Kind, h.Range)
				}
			}
			if e == plain {
				want = strings.ReplaceAll(want, "  \n", "\n")
				for _, mark := range []string{"```go\n", "```python\n", "```\n", "`"} {
					want = strings.ReplaceAll(want, mark, "")
				}
			}
			if got != want {
				t.Errorf("%s: %q\nwant %q", c.text, got, want)
			}
		}
	}
	// A name of a framework says what it leads to.
	var h *protocol.Hover
	plain.Must("textDocument/hover", plain.At("resources/views/boats/list.blade.php", "boats.|index"), &h)
	text := h.Contents.(*protocol.MarkupContent).Value
	for _, want := range []string{"public function index()", "Lists them.", "app/BoatController.php:7", "route boats.index", "routes/web.php:5"} {
		if !strings.Contains(text, want) {
			t.Errorf("the name of a route says %q, want %q in it", text, want)
		}
	}
}

// TestHoverOfScripts: editors colour what a script declares as its language, wherever the
// script lies.
func TestHoverOfScripts(t *testing.T) {
	e := open(t, `
-- Badge.vue --
<script setup lang="ts">
function shorten(label: string): string { return label }
</script>
<template><b class="loud">{{ shorten('a') }}</b></template>
<style>
.loud { color: red }
</style>
`, map[string]any{"hover": map[string]any{"contentFormat": []string{"markdown"}}}, allPrimary)
	for text, want := range map[string]string{"shor|ten('a')": "```typescript\nfunction shorten(label: string): string\n```", "\"lo|ud": "```vue\n.loud\n```"} {
		var h protocol.Hover
		e.Must("textDocument/hover", e.At("Badge.vue", text), &h)
		if got := h.Contents.(*protocol.MarkupContent).Value; !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestCallHierarchy(t *testing.T) {
	e := open(t, shop, nil, allPrimary)
	var items []protocol.CallHierarchyItem
	e.Must("textDocument/prepareCallHierarchy", e.At("shop.go", "func A|ll"), &items)
	if len(items) != 1 || items[0].Name != "All" || items[0].Kind != protocol.SymbolKindFunction {
		t.Fatalf("prepared %+v", items)
	}
	ranges := func(file string, list []protocol.Range) string {
		var out []string
		for _, r := range list {
			out = append(out, strings.TrimPrefix(e.Show(protocol.Location{URI: e.URI(file), Range: r}), file+":"))
		}
		return strings.Join(out, " ")
	}
	ask := func() string {
		var in []protocol.CallHierarchyIncomingCall
		e.Must("callHierarchy/incomingCalls", map[string]any{"item": items[0]}, &in)
		var out []string
		for _, c := range in {
			out = append(out, c.From.Name+" ("+ranges(strings.TrimPrefix(string(c.From.URI), string(e.URI(""))+"/"), c.FromRanges)+")")
		}
		return strings.Join(out, ", ")
	}
	if got, want := ask(), "far (3:14 All), Old (26:2 All 27:2 All), hook (40:21 All)"; got != want {
		t.Errorf("callers %s, want %s", got, want)
	}
	var to []protocol.CallHierarchyOutgoingCall
	e.Must("callHierarchy/outgoingCalls", map[string]any{"item": items[0]}, &to)
	var out []string
	for _, c := range to {
		out = append(out, c.To.Name+" ("+ranges("shop.go", c.FromRanges)+")")
	}
	if got, want := strings.Join(out, ", "), "Draw (33:5 Draw), Old (36:2 Old)"; got != want {
		t.Errorf("it calls %s, want %s", got, want)
	}
	if to[1].To.Tags == nil {
		t.Error("what is deprecated is not marked")
	}
	items = nil
	e.Must("textDocument/prepareCallHierarchy", e.At("shop.go", "coun|t :="), &items)
	if len(items) > 0 {
		t.Errorf("a number is called: %+v", items)
	}
	for _, item := range []map[string]any{{}, {"uri": e.URI("shop.go"), "name": "x", "kind": 1, "data": 7}, {"uri": e.URI("shop.go"), "name": "All", "kind": 1, "data": map[string]any{"symbol": "scip-go none . . none/x()."}}} {
		if err := e.Request("callHierarchy/incomingCalls", map[string]any{"item": item}, nil); err != nil && code(err) != jsonrpc2.InvalidParams && code(err) != protocol.CodeContentModified {
			t.Errorf("%v: %v", item, err)
		}
	}
}

func TestTypeHierarchy(t *testing.T) {
	e := open(t, shop, nil, allPrimary)
	next := func(method string, item protocol.TypeHierarchyItem) (string, []protocol.TypeHierarchyItem) {
		var list []protocol.TypeHierarchyItem
		e.Must("typeHierarchy/"+method, map[string]any{"item": item}, &list)
		var names []string
		for _, i := range list {
			names = append(names, i.Name)
		}
		return strings.Join(names, " "), list
	}
	var items []protocol.TypeHierarchyItem
	e.Must("textDocument/prepareTypeHierarchy", e.At("shop.go", "type Cir|cle"), &items)
	if len(items) != 1 {
		t.Fatalf("prepared %+v", items)
	}
	above, list := next("supertypes", items[0])
	below, _ := next("subtypes", items[0])
	if above != "Round" || below != "" {
		t.Fatalf("above %s, below %s", above, below)
	}
	above, list = next("supertypes", list[0])
	if above != "Shape" {
		t.Fatalf("above Round %s", above)
	}
	if below, _ = next("subtypes", list[0]); below != "Round" {
		t.Errorf("below Shape %s", below)
	}
}

func TestLenses(t *testing.T) {
	for _, commands := range [][]string{nil, {lsp.ShowReferences}} {
		e := open(t, shop, nil, map[string]any{"languages": map[string]string{"*": "primary"}, "commands": commands})
		var list []protocol.CodeLens
		e.Must("textDocument/codeLens", e.Document("shop.go"), &list)
		var out []string
		for i, l := range list {
			if l.Command.Title != "" {
				t.Errorf("a lens is there before it was asked for: %+v", l)
			}
			var r protocol.CodeLens
			e.Must("codeLens/resolve", l, &r)
			place := e.Show(protocol.Location{URI: e.URI("shop.go"), Range: r.Range})
			out = append(out, fmt.Sprintf("%s: %s", place[strings.Index(place, " ")+1:], r.Command.Title))
			if want := i == 0 && commands != nil; i == 0 && ((r.Command.Command == lsp.ShowReferences) != want || (len(r.Command.Arguments) == 2) != want) {
				t.Errorf("with the commands %v: %+v", commands, r.Command)
			}
		}
		if got, want := strings.Join(out, ", "), "Shape: 3 references, Draw: 2 references, Round: 0 references, Middle: 0 references, Circle: 2 references, Draw: 0 references, Middle: 0 references, Old: 1 reference, All: 4 references"; got != want {
			t.Errorf("lenses %s\nwant %s", got, want)
		}
	}
}

// Beside a server for a language only what leads across is told.
func TestCompanion(t *testing.T) {
	e := open(t, shop, nil, map[string]any{"languages": map[string]string{"*": "companion", "blade": "primary", "css": "primary", "python": "off"}})
	for _, c := range []struct{ method, file, text, want string }{
		{"definition", "shop.go", "[]|Shape", ""},
		{"definition", "shop.go", "type |Shape", ""},
		{"references", "shop.go", "func A|ll", ""},
		{"typeDefinition", "shop.go", "_, s| :=", ""},
		{"definition", "tools.py", "unknown.|special", ""},
		{"references", "tools.py", "def special|_thing", ""},
		{"definition", "app/BoatController.php", "boats.|list", "resources/views/boats/list.blade.php:1:1 "},
		{"definition", "app/BoatController.php", "->hel|per", ""},
		{"references", "app/BoatController.php", "function |index", "resources/views/boats/list.blade.php:1:20 boats.index, routes/web.php:5:47 index"},
		{"references", "app/BoatController.php", "function |helper", ""},
		{"definition", "resources/views/boats/list.blade.php", "$ti|tle", "app/BoatController.php:10:37 title"},
	} {
		if got := found(t, e, "textDocument/"+c.method, c.file, c.text); got != c.want {
			t.Errorf("%s of %s: %s\nwant %s", c.method, c.text, got, c.want)
		}
	}
	for method, params := range map[string]map[string]any{
		"textDocument/hover": e.At("shop.go", "[]|Shape"), "textDocument/documentHighlight": e.At("shop.go", "[]|Shape"),
		"textDocument/codeLens": e.Document("shop.go"), "textDocument/prepareCallHierarchy": e.At("shop.go", "func A|ll"),
		"textDocument/prepareTypeHierarchy": e.At("shop.go", "[]|Shape"),
	} {
		var answer any
		e.Must(method, params, &answer)
		if list, ok := answer.([]any); answer != nil && (!ok || len(list) > 0) {
			t.Errorf("%s: %v", method, answer)
		}
	}
	var h *protocol.Hover
	e.Must("textDocument/hover", e.At("app/BoatController.php", "boats.|list"), &h)
	if h == nil {
		t.Error("a view has no hover in PHP")
	}
}

// What is typed and not saved counts at once, in all files.
func TestUnsavedNames(t *testing.T) {
	e := open(t, shop, nil, allPrimary)
	ask := func(method, file, text, want string) {
		t.Helper()
		if got := found(t, e, "textDocument/"+method, file, text); got != want {
			t.Errorf("%s of %s: %s\nwant %s", method, text, got, want)
		}
	}
	ask("definition", "far.go", "A|ll", "shop.go:30:6 All")
	e.Open("shop.go")
	e.Change("shop.go", "// Shape is what", "// A line\n// and é𐐀.\n\n// Shape is what")
	ask("definition", "far.go", "A|ll", "shop.go:33:6 All")
	ask("references", "shop.go", "func A|ll", "shop.go:33:6 All, far.go:3:14 All, shop.go:29:2 All, shop.go:30:2 All, shop.go:43:21 All")
	// A function gets another name: uses of the old one mean nothing, those of the
	// new one it.
	e.Change("shop.go", "func All(", "func Each(")
	ask("definition", "far.go", "A|ll", "")
	ask("references", "shop.go", "func E|ach", "shop.go:33:6 Each")
	e.Open("far.go")
	e.Change("far.go", "All(nil)", "Each(nil)")
	ask("definition", "far.go", "E|ach", "shop.go:33:6 Each")
	ask("references", "shop.go", "func E|ach", "shop.go:33:6 Each, far.go:3:14 Each")
	// A view is used by a controller that is not saved.
	e.Open("app/BoatController.php")
	e.Change("app/BoatController.php", "public function index()", "public function  index()")
	ask("definition", "resources/views/boats/list.blade.php", "boats.|index", "app/BoatController.php:7:22 index, routes/web.php:5:63 boats.index")
	// What is half typed costs what is around it at most.
	e.Change("shop.go", "var hook = func() { All(nil) }", "var hook = func( { c.")
	ask("definition", "shop.go", "[]|Shape", "shop.go:9:6 Shape")
	ask("typeDefinition", "shop.go", "_, s| :=", "shop.go:9:6 Shape")
	// Closed without saving, the disk counts again.
	e.Close("shop.go")
	e.Close("far.go")
	ask("definition", "far.go", "A|ll", "shop.go:30:6 All")
}

// References come in parts to an editor that takes them so, and nothing twice.
func TestPartialReferences(t *testing.T) {
	var b strings.Builder
	b.WriteString("-- a.py --\nx = 1\n")
	for range 1200 {
		b.WriteString("x\n")
	}
	var parts []int
	e := lsptest.Start(t, b.String(), func(_ *lsp.Options, e *lsptest.Editor) {
		e.Told = func(method string, params []byte) {
			if method != protocol.MethodProgress {
				return
			}
			var p protocol.ProgressParams
			var list []protocol.Location
			if err := protocol.Unmarshal(params, &p); err != nil {
				t.Error(err)
			}
			if err := protocol.Unmarshal(p.Value, &list); err == nil {
				parts = append(parts, len(list))
			}
		}
	})
	e.Initialize(map[string]any{"initializationOptions": allPrimary})
	params := e.At("a.py", "|x = 1")
	params["context"] = map[string]any{"includeDeclaration": false}
	var all []protocol.Location
	e.Must("textDocument/references", params, &all)
	if len(all) != 1200 || len(parts) > 0 {
		t.Fatalf("%d references, parts %v", len(all), parts)
	}
	params["partialResultToken"] = "part"
	e.Must("textDocument/references", params, &all)
	if len(all) != 0 || !slices.Equal(parts, []int{500, 500, 200}) {
		t.Errorf("%d references, parts %v", len(all), parts)
	}
}

// Positions that are nowhere are errors or have no answer, and end nothing.
func TestHostilePositions(t *testing.T) {
	e := open(t, shop, nil, allPrimary)
	at := func(uri string, line, character any) map[string]any {
		return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": line, "character": character}, "context": map[string]any{"includeDeclaration": true}}
	}
	own := string(e.URI("shop.go"))
	e.Open("shop.go")
	for _, method := range []string{"definition", "declaration", "typeDefinition", "implementation", "references", "documentHighlight", "hover", "prepareCallHierarchy", "prepareTypeHierarchy"} {
		for _, c := range []struct {
			params any
			fails  bool
		}{
			{at(own, 999999, 0), true}, {at(own, 4294967295, 4294967295), true}, {at(own, -1, 0), true}, {at(own, 0, "x"), true},
			{at(own, 0, 4294967295), false}, {at(own, 5, 99999), false}, {at("file:///none/at/all.go", 0, 0), false}, {at("untitled:Untitled-1", 0, 0), false},
			{at(string(e.URI("none.go")), 3, 3), false}, {at(string(e.URI("../..")), 0, 0), false}, {at("%zz", 0, 0), false}, {at(string(e.URI("")), 0, 0), false}, {at(string(e.URI("resources/views")), 0, 0), false},
			{nil, true}, {[]any{}, true}, {map[string]any{"textDocument": 7}, true},
		} {
			if err := e.Request("textDocument/"+method, c.params, nil); (err != nil) != c.fails || err != nil && code(err) != jsonrpc2.InvalidParams {
				t.Errorf("%s of %v: %v", method, c.params, err)
			}
		}
	}
	if got := found(t, e, "textDocument/definition", "shop.go", "[]|Shape"); got != "shop.go:6:6 Shape" {
		t.Errorf("and afterwards: %s", got)
	}
}
