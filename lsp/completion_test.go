package lsp_test

import (
	"slices"
	"strings"
	"testing"

	"codeintel/lsp/lsptest"

	"go.lsp.dev/protocol"
)

const receivers = `
-- go.mod --
module example.com/shop

go 1.22
-- shop.go --
package shop

import "example.com/shop/till"

type Base struct{ id int }

func (b *Base) Key() int { return b.id }

type Cart struct {
	Base
	Name string
}

// Total is what it costs.
func (c *Cart) Total() int { return 0 }

func New() *Cart { return &Cart{} }

func use() {
	c := New()
	_ = c.GO
	_ = till.TILL
}
-- till/till.go --
package till

func Open() {}

type Drawer struct{}
-- shop.ts --
import * as tools from './tools';

class Base {
    protected key = 1;
    load(): Base { return this; }
}
class Cart extends Base {
    static make(): Cart { return new Cart(); }
    private secret = 2;
    total(tax: number): number { return tax; }
}
interface Line { price: number; text?: string }
export function use(list: Line[], cart: Cart, unknown: any) {
    cart.TS
    Cart.STATIC
    list[0].LINE
    'x'.STRING
    tools.TOOLS
    unknown.ANY
    cart.load().toTYPED
}
-- tools.ts --
export function hammer() {}
export const saw = 1;
function hidden() {}
-- shop.py --
import tools
from typing import Optional


class Base:
    def load(self) -> "Base":
        return self


class Cart(Base):
    size = 1

    def __init__(self):
        self.lines = []
        self._cache = None

    def total(self, tax: int) -> int:
        return tax

    def inside(self):
        self.SELF


def use(cart: Optional[Cart], what):
    cart.PY
    tools.TOOLS
    "x".STRING
    what.ANY
    # cart.COMMENT
-- tools.py --
def hammer():
    pass


SAW = 1
-- app/Cart.php --
<?php

namespace App;

class Base
{
    public function load(): static { return $this; }
}

class Cart extends Base
{
    const LIMIT = 3;
    public int $size = 1;
    public static function make(): self { return new self; }
    public function total(int $tax): int { return $this->PHP; }
}

function sum(Cart $cart, $what)
{
    $cart->ARROW;
    Cart::COLONS;
    $what->ANY;
    $what = 2 -MINUS;
    $what = 2 >MORE;
    $what = 2 ? :OTHERWISE;
}
-- Shop.java --
class Base { int key; void load() {} }
class Shop extends Base {
    static Shop make() { return new Shop(); }
    int total(int tax) { return tax; }
    void use(Shop shop) { shop.JAVA; }
    void of() { Shop.STATIC; }
}
-- shop.c --
struct line { int price; };
struct cart { struct line *first; int size; };
int sum(struct cart *c) { return c->ARROW; }
int one(struct cart c) { return c.first->DEEP; }
`

// TestMembers: behind a dot are the members of what stands before it, those of its own
// class first, and nothing where its type is not known.
func TestMembers(t *testing.T) {
	e := open(t, receivers, nil, allPrimary)
	typed := "" // the character after which the editor asks by itself; "" for none
	offered := func(name, mark string) []protocol.CompletionItem {
		t.Helper()
		text := e.Text(name)
		at := strings.Index(text, mark)
		dot := at + len(strings.TrimRight(mark, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
		e.Open(name, text[:dot]+text[at+len(mark):])
		defer e.Close(name)
		var list protocol.CompletionList
		params := e.At(name, text[max(0, dot-60):dot]+"|")
		if typed != "" {
			params["context"] = map[string]any{"triggerKind": 2, "triggerCharacter": typed}
		}
		e.Must("textDocument/completion", params, &list)
		return list.Items
	}
	for _, c := range []struct {
		name, mark string
		want, not  string // names, in their order
	}{
		{"shop.go", ".GO", "Name Total Key", "New use"},
		{"shop.go", ".TILL", "Drawer Open", "New"},
		{"shop.ts", ".TS", "total load", "make"},
		{"shop.ts", ".STATIC", "make", "total load"},
		{"shop.ts", ".LINE", "price text", ""},
		{"shop.ts", ".STRING", "length toUpperCase", "hammer"},
		{"shop.ts", ".TOOLS", "hammer saw", "hidden"},
		{"shop.ts", ".ANY", "", "total load hammer"},
		{"shop.ts", ".toTYPED", "", "load"},
		{"shop.py", ".PY", "lines size total load _cache", "__init__"},
		{"shop.py", ".SELF", "inside lines size total load _cache", ""},
		{"shop.py", ".TOOLS", "SAW hammer", "total"},
		{"shop.py", ".STRING", "upper", "hammer"},
		{"shop.py", ".ANY", "", "total hammer"},
		{"shop.py", ".COMMENT", "", "total"},
		{"app/Cart.php", "->PHP", "size total load", "LIMIT"},
		{"app/Cart.php", "->ARROW", "size total load", ""},
		{"app/Cart.php", "::COLONS", "LIMIT make", ""},
		{"app/Cart.php", "->ANY", "", "total"},
		{"Shop.java", ".JAVA", "total key load", ""},
		{"Shop.java", ".STATIC", "make", ""},
		{"shop.c", "->ARROW", "first size", "price"},
		{"shop.c", "->DEEP", "price", "first"},
	} {
		var got []string
		for _, i := range offered(c.name, c.mark) {
			got = append(got, i.Label)
		}
		last := -1
		for _, w := range strings.Fields(c.want) {
			at := slices.Index(got, w)
			if at < 0 || at < last {
				t.Errorf("%s %s: %s is missing, or not where it should be, in %q", c.name, c.mark, w, got)
			}
			last = max(last, at)
		}
		if c.want == "" && len(got) > 0 {
			t.Errorf("%s %s: %q, want nothing", c.name, c.mark, got)
		}
		for _, n := range strings.Fields(c.not) {
			if slices.Contains(got, n) {
				t.Errorf("%s %s: %s is in %q", c.name, c.mark, n, got)
			}
		}
	}
	// What the editor asks for by itself.
	for _, c := range []struct {
		name, mark string
		want       bool
	}{
		{"app/Cart.php", "->ARROW", true}, {"app/Cart.php", "::COLONS", true}, {"shop.ts", ".TS", true},
		{"app/Cart.php", "-MINUS", false}, {"app/Cart.php", ">MORE", false}, {"app/Cart.php", "? :OTHERWISE", false},
	} {
		typed = strings.TrimRight(c.mark, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		typed = typed[len(typed)-1:]
		if got := len(offered(c.name, c.mark)) > 0; got != c.want {
			t.Errorf("%s behind %q: offered %v, want %v", c.name, c.mark, got, c.want)
		}
	}
}

// TestCompletionBeforeTheEnd: what is being written has no end yet.
func TestCompletionBeforeTheEnd(t *testing.T) {
	e := open(t, outlined, nil, allPrimary)
	const cart = "app/Models/Cart.php"
	for _, c := range []struct{ name, line, want string }{ // | is the place
		{"resources/views/cart/show.blade.php", "<a href=\"{{ route('car", "cart.index cart.show"},
		{"resources/views/cart/show.blade.php", "@include('lay", "layouts.app"},
		{"resources/views/cart/show.blade.php", "{{ $cart->", "count total"},
		{"resources/views/cart/show.blade.php", "{{ $ca", "$cart"},
		{"resources/views/cart/show.blade.php", "@foreach ($lines as $line) {{ $li| }} @endforeach", "$line"},
		{"routes/web.php", "return view('cart", "cart.show"},
		{cart, "        $this->", "count total"},
		{cart, "        Car", "Cart"},
		{"routes/web.php", "$x = foo([route(\"car", "cart.index cart.show"},
	} {
		text, at := e.Text(c.name), len(e.Text(c.name))
		if c.name == cart { // more follows
			at = strings.Index(text, "\n        return $sum")
		}
		e.Open(c.name, text[:at]+"\n"+strings.Replace(c.line, "|", "", 1)+"\n"+text[at:])
		if !strings.Contains(c.line, "|") {
			c.line += "|"
		}
		params := e.At(c.name, c.line)
		var list protocol.CompletionList
		e.Must("textDocument/completion", params, &list)
		e.Close(c.name)
		var got []string
		for _, i := range list.Items {
			got = append(got, i.Label)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s %s: %q, want %s", c.name, c.line, got, c.want)
		}
	}
}

const named = `
-- routes/web.php --
<?php

use Illuminate\Support\Facades\Route;

Route::get('/b', fn () => view('show'))->name('boat.show');
Route::get('/a', fn () => view('show'))->name('boat.index');
-- lang/ar/boat.php --
<?php

return ['keel' => 'ar', 'arabic' => 'ar'];
-- lang/en/boat.php --
<?php

return ['mast' => 'Mast', 'keel' => 'Keel'];
-- resources/views/boat/show.blade.php --
<p></p>
-- Modules/Harbour/resources/views/berth.blade.php --
<p></p>
`

// Names that several files define are offered once, whatever else is defined, in
// alphabetical order; and what a folder is called is no name while there are others.
func TestCompletionOfSharedNames(t *testing.T) {
	e := open(t, named, nil, allPrimary)
	const view = "resources/views/boat/show.blade.php"
	for _, c := range []struct{ typed, want string }{
		{"{{ route('", "boat.index boat.show"},
		{"{{ trans('", "boat.arabic boat.keel boat.mast"},
		{"{{ trans('boat.k", "boat.keel"},
		{"@include('", "berth boat.show"},
		{"@include('har", "Harbour::berth harbour::berth"},
		{"{{ config('", ""},
	} {
		e.Open(view, "<p>"+c.typed+"</p>\n")
		var list protocol.CompletionList
		e.Must("textDocument/completion", e.At(view, c.typed+"|"), &list)
		e.Close(view)
		var got []string
		for _, i := range list.Items {
			got = append(got, i.Label)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %s", c.typed, got, c.want)
		}
	}
}

// Of a text in several languages the English one is shown and gone to first; of a setting
// its value is shown.
func TestHoverOfTexts(t *testing.T) {
	e := open(t, named+`
-- lang/ja/boat.php --
<?php

return ['keel' => 'ja'];
-- config/harbour.php --
<?php

return [
    'depth' => env('DEPTH', 12),
];
-- app/use.php --
<?php

$a = trans('boat.keel') . config('harbour.depth');
`, nil, allPrimary)
	hovered := func(e *lsptest.Editor, name, at string) string {
		var hover protocol.Hover
		e.Must("textDocument/hover", e.At(name, at), &hover)
		content, _ := hover.Contents.(*protocol.MarkupContent)
		if content == nil {
			t.Fatalf("%s: nothing is shown", at)
		}
		return content.Value
	}
	for _, c := range []struct{ at, want, not, first string }{
		{"boat.ke|el", "return ['mast' => 'Mast', 'keel' => 'Keel'];", "'ar'", "lang/en/boat.php"},
		{"harbour.de|pth", "'depth' => env('DEPTH', 12),", "return", "config/harbour.php"},
	} {
		if got := hovered(e, "app/use.php", c.at); !strings.Contains(got, c.want) || strings.Contains(got, c.not) || !strings.Contains(got, "defined in "+c.first) {
			t.Errorf("%s: %s", c.at, got)
		}
		var at []protocol.Location
		e.Must("textDocument/definition", e.At("app/use.php", c.at), &at)
		if len(at) == 0 || !strings.HasSuffix(string(at[0].URI), c.first) {
			t.Errorf("%s leads to %v", c.at, at)
		}
	}
}

// TestCompletionOfFolders: in Go the names of a package's other files are offered, what an
// editor has not saved in them too, and those of the language itself.
func TestCompletionOfFolders(t *testing.T) {
	const a, b = "package shop\n\nfunc use() {\n\tB\n}\n", "package shop\n\nfunc Buy() {}\n\nfunc (b Basket) Bold() {}\n\nfunc (b Basket) AtBack() {}\n\nfunc absBig() {}\n\ntype Basket struct{ Big int }\n"
	e := lsptest.Start(t, "-- go.mod --\nmodule example.com/shop\n-- a.go --\n"+a+"-- b.go --\n"+b+
		"-- b_test.go --\npackage shop\n\nfunc Bare() {}\n-- main.go --\n//go:build ignore\n\npackage main\n\nfunc Bell() {}\n-- sub/sub.go --\npackage sub\n\nfunc Below() {}\n", nil)
	e.Initialize(map[string]any{"initializationOptions": map[string]any{"ci": allPrimary}})
	e.Must("workspace/executeCommand", map[string]any{"command": "ci.reindex"}, nil)
	complete := func() string {
		t.Helper()
		var list protocol.CompletionList
		e.Must("textDocument/completion", e.At("a.go", "\tB|\n"), &list)
		var out []string
		for _, i := range list.Items {
			out = append(out, i.Label)
		}
		return strings.Join(out, " ")
	}
	e.Open("a.go")
	if got, want := complete(), "Basket Buy bool byte absBig comparable"; got != want {
		t.Errorf("it offers %s, not %s", got, want)
	}
	e.Open("b.go", b+"\nfunc Brand() {}\n")
	if got, want := complete(), "Basket Brand Buy bool byte absBig comparable"; got != want {
		t.Errorf("with what is not saved it offers %s, not %s", got, want)
	}
	e.Change("a.go", "\tB\n", "\tBasket{}.B\n")
	var list protocol.CompletionList
	e.Must("textDocument/completion", e.At("a.go", ".B|\n"), &list)
	var members []string
	for _, i := range list.Items {
		members = append(members, i.Label)
	}
	if got, want := strings.Join(members, " "), "Big Bold AtBack"; got != want {
		t.Errorf("of the value it offers %s, not %s", got, want)
	}
}
