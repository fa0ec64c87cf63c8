package lsp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeintel/index/pos"
	"codeintel/index/workspace"
	"codeintel/lsp"
	"codeintel/lsp/lsptest"

	"go.lsp.dev/protocol"
)

// machine is what is installed beside the repository.
const machine = `
-- go/VERSION --
go1.26.1
-- go/src/fmt/print.go --
package fmt

type State interface{ Width() int }

type pp struct{}

func (p *pp) Width() int { return 0 }

func Println(a ...any) (n int, err error) { return 0, nil }
-- go/src/builtin/builtin.go --
// Package builtin says what is predeclared.
package builtin

// int is a number.
type int int

// Type is any type.
type Type int

// The append built-in function appends.
func append(slice []Type, elems ...Type) []Type

const (
	true = 0 == 0
)
-- go/src/fmt/doc.go --
// Package fmt prints.
package fmt
-- go/src/fmt/print_windows.go --
package fmt

func Open() {}
-- go/src/fmt/print_unix.go --
//go:build unix

package fmt

func Open() {}
-- mod/example.com/!big/tools@v1.2.0/wide/wide.go --
package wide

type Wide struct{ Inner struct{ Deep int } }

func New() *Wide { return nil }
-- mod/example.com/!big/tools@v1.2.0/wide/way.go --
package wide

// é𝒳 The way.
func /* é𝒳 */ (w *Wide) Way() {}
-- mod/example.com/!big/tools@v1.2.0/go.mod --
module example.com/Big/tools
-- venv/lib/python3.11/os.py --
-- venv/lib/python3.11/json/__init__.py --
from .encoder import *


def loads(s):
    pass
-- venv/lib/python3.11/json/encoder.py --
def dumps(obj):
    pass
-- venv/lib/python3.11/site-packages/outer/__init__.py --
from .api import get as fetch, Session
from . import deep
-- venv/lib/python3.11/site-packages/outer/api.py --
from .sessions import Session


def get(url):
    return url
-- venv/lib/python3.11/site-packages/outer/sessions.py --
class Session:
    def send(self):
        pass
-- venv/lib/python3.11/site-packages/outer/deep.py --
from . import fetch
-- venv/lib/python3.11/site-packages/outer/quiet.py --
class Hush:
    pass
`

const user = `
-- .gitignore --
node_modules/
vendor/
-- go.mod --
module example.com/user

go 1.26

require example.com/Big/tools v1.2.0
-- main.go --
package main

import (
	"fmt"

	"example.com/Big/tools/wide"
)

func main() {
	fmt.Println("a")
	fmt.Open()
	var s fmt.State
	s.Width()
	w := wide.New()
	w.Way()
	_ = w.Inner.Deep
	fmt.Missing()
	var n int = len(append([]int{}, 1))
	_ = n == 1 == true
	cap := func(int) bool { return false }
	cap(n)
}
-- package.json --
{"name": "user", "dependencies": {"tidy": "^2.0.0", "hush": "^1.0.0"}}
-- node_modules/tidy/package.json --
{"name": "tidy", "version": "2.1.0", "types": "types/main.d.ts"}
-- node_modules/tidy/types/main.d.ts --
export * from './more';
export declare function tidy(how: How): void;
export interface How { level: number }
-- node_modules/tidy/types/more.d.ts --
export declare class Broom { sweep(): void }
-- node_modules/hush/package.json --
{"name": "hush", "version": "1.0.0", "types": "secret.d.ts"}
-- node_modules/hush/secret.d.ts --
export declare function hush(): void;
-- node_modules/@types/block/package.json --
{"name": "@types/block", "version": "1.0.0", "types": "index.d.ts"}
-- node_modules/@types/block/index.d.ts --
declare module 'block' {
    export namespace rows { function put(): void }
    export namespace left { function twice(): void }
}
declare module 'other' {
    export function twice(): void;
}
-- web/block.ts --
import { rows, twice } from 'block';
rows.put();
twice();
-- web/main.ts --
import { Broom, tidy } from 'tidy';
import { hush } from 'hush';

tidy({ level: 1 });
const broom = new Broom();
broom.sweep();
hush();
-- main.py --
import json
import outer
from outer import deep, quiet

json.loads("")
json.dumps({})
outer.fetch("")
outer.Session()
outer.nothing()
quiet.Hush()
-- composer.json --
{"name": "a/user", "autoload": {"psr-4": {"App\\": "app/"}}}
-- vendor/composer/installed.json --
{"packages": [
 {"name": "big/frame", "version": "v3.0.0", "install-path": "../big/frame", "autoload": {"psr-4": {"Big\\": ["lib", "src/Big"]}}},
 {"name": "old/style", "version": "1.0.0", "install-path": "../old/style", "autoload": {"psr-0": {"Old_": "lib/"}, "classmap": ["map"]}}
]}
-- vendor/composer/autoload_classmap.php --
<?php return array(
    'Old\\Mapped' => $vendorDir . '/old/style/map/all.php',
);
-- vendor/composer/autoload_files.php --
<?php return array(
    'abc' => $vendorDir . '/big/frame/src/functions.php',
);
-- vendor/big/frame/src/Big/Support/Str.php --
<?php
namespace Big\Support;

class Str
{
    const LONG = 1;
    public static function of($text) {}
}
-- vendor/big/frame/src/functions.php --
<?php
namespace Big\Support;

function shorten($text) {}
-- vendor/old/style/lib/Old/Thing.php --
<?php
class Old_Thing {}
-- vendor/old/style/map/all.php --
<?php
namespace Old;
class Mapped {}
-- app/Main.php --
<?php
namespace App;

use Big\Support\Str;
use Old\Mapped;
use function Big\Support\shorten;

class Main
{
    public function run()
    {
        Str::of('x');
        new \Old_Thing();
        new Mapped();
        shorten(Str::LONG);
    }
}
-- web/part.vue --
<script setup lang="ts">
import { tidy } from 'tidy';
tidy({ level: 2 });
</script>
`

// outside connects an editor to a repository beside which packages are installed.
func outside(t *testing.T, options map[string]any) (*lsptest.Editor, string) {
	t.Helper()
	around := lsptest.Write(t, machine)
	in := func(name string) string { return filepath.Join(around, name) }
	variables := map[string]string{"GOROOT": in("go"), "GOMODCACHE": in("mod"), "VIRTUAL_ENV": in("venv"), "GOENV": "off"}
	e := lsptest.Start(t, user, func(_ *lsp.Options, e *lsptest.Editor) {
		e.Repositories.Options.Env = workspace.Env{Getenv: func(name string) string { return variables[name] }}
	})
	e.Initialize(map[string]any{"initializationOptions": map[string]any{"ci": options}})
	return e, around
}

// TestOutside: what packages define that are installed on this machine is found in their
// files, none of which is indexed.
func TestOutside(t *testing.T) {
	e, around := outside(t, allPrimary)
	show := func(l protocol.Location) string {
		file := l.URI.FsPath()
		name, err := filepath.Rel(around, file)
		if strings.HasPrefix(file, e.Root) {
			name, err = filepath.Rel(e.Root, file)
		}
		text, readErr := os.ReadFile(file)
		if err != nil || readErr != nil {
			t.Fatal(err, readErr)
		}
		lines := pos.Breaks(text)
		offset := func(p protocol.Position) int {
			start, end := lines.Line(p.Line)
			return int(start + e.Encoding.Bytes(text[start:end], p.Character))
		}
		return fmt.Sprintf("%s:%d %s", filepath.ToSlash(name), l.Range.Start.Line+1, text[offset(l.Range.Start):offset(l.Range.End)])
	}
	for _, c := range []struct{ method, file, text, want string }{
		{"definition", "main.go", "fmt.Print|ln", "go/src/fmt/print.go:9 Println"},
		{"definition", "main.go", "fmt.Op|en", "go/src/fmt/print_unix.go:5 Open"},
		{"definition", "main.go", "fmt.Sta|te", "go/src/fmt/print.go:3 State"},
		{"definition", "main.go", "s.Wi|dth", "go/src/fmt/print.go:3 Width"},
		{"definition", "main.go", "\"f|mt\"", "go/src/fmt/doc.go:1 "},
		{"definition", "main.go", "wide.N|ew", "mod/example.com/!big/tools@v1.2.0/wide/wide.go:5 New"},
		{"definition", "main.go", "w.Wa|y", "mod/example.com/!big/tools@v1.2.0/wide/way.go:4 Way"},
		{"definition", "main.go", "Inner.De|ep", "mod/example.com/!big/tools@v1.2.0/wide/wide.go:3 Deep"},
		{"definition", "main.go", "Miss|ing", ""},
		{"definition", "main.go", "var n i|nt", "go/src/builtin/builtin.go:5 int"},
		{"definition", "main.go", "app|end", "go/src/builtin/builtin.go:11 append"},
		{"definition", "main.go", "tr|ue", "go/src/builtin/builtin.go:14 true"},
		{"definition", "main.go", "le|n(", ""}, // not in that file
		{"definition", "main.go", "ca|p(n)", "main.go:20 cap"},
		{"typeDefinition", "main.go", "app|end", ""},
		{"declaration", "main.go", "fmt.Print|ln", "go/src/fmt/print.go:9 Println"},
		{"typeDefinition", "main.go", "\ts|.Width", "go/src/fmt/print.go:3 State"},
		{"typeDefinition", "main.go", "fmt.Sta|te", "go/src/fmt/print.go:3 State"},
		{"typeDefinition", "main.go", "fmt.Print|ln", ""}, // what a function outside gives is not known
		{"typeDefinition", "web/main.ts", "bro|om.sweep", "node_modules/tidy/types/more.d.ts:1 Broom"},
		{"definition", "web/main.ts", "\nti|dy(", "node_modules/tidy/types/main.d.ts:2 tidy"},
		{"definition", "web/main.ts", "lev|el", "node_modules/tidy/types/main.d.ts:3 level"},
		{"definition", "web/main.ts", "new Bro|om", "node_modules/tidy/types/more.d.ts:1 Broom"},
		{"definition", "web/main.ts", "broom.sw|eep", "node_modules/tidy/types/more.d.ts:1 sweep"},
		{"definition", "web/main.ts", "'ti|dy'", "node_modules/tidy/types/main.d.ts:1 "},
		{"definition", "web/main.ts", "\nhu|sh()", ""}, // its name is that of a secret
		{"definition", "web/block.ts", "rows.p|ut", "node_modules/@types/block/index.d.ts:2 put"},
		{"definition", "web/block.ts", "\ntw|ice", ""}, // two may be meant
		{"definition", "web/part.vue", "\nti|dy(", "node_modules/tidy/types/main.d.ts:2 tidy"},
		{"definition", "main.py", "json.lo|ads", "venv/lib/python3.11/json/__init__.py:4 loads"},
		{"definition", "main.py", "json.du|mps", "venv/lib/python3.11/json/encoder.py:1 dumps"},
		{"definition", "main.py", "outer.fet|ch", "venv/lib/python3.11/site-packages/outer/api.py:4 get"},
		{"definition", "main.py", "outer.Sess|ion", "venv/lib/python3.11/site-packages/outer/sessions.py:1 Session"},
		{"definition", "main.py", "outer.noth|ing", ""},
		{"definition", "main.py", "import out|er", "venv/lib/python3.11/site-packages/outer/__init__.py:1 "},
		{"definition", "main.py", "import de|ep", "venv/lib/python3.11/site-packages/outer/deep.py:1 "},
		{"definition", "main.py", "deep, qui|et", "venv/lib/python3.11/site-packages/outer/quiet.py:1 "},
		{"definition", "main.py", "quiet.Hu|sh", "venv/lib/python3.11/site-packages/outer/quiet.py:1 Hush"},
		{"definition", "app/Main.php", "Str::o|f", "vendor/big/frame/src/Big/Support/Str.php:7 of"},
		{"definition", "app/Main.php", "use Big\\Support\\St|r", "vendor/big/frame/src/Big/Support/Str.php:4 Str"},
		{"definition", "app/Main.php", "Str::LO|NG", "vendor/big/frame/src/Big/Support/Str.php:6 LONG"},
		{"definition", "app/Main.php", "\\Old_Th|ing", "vendor/old/style/lib/Old/Thing.php:2 Old_Thing"},
		{"definition", "app/Main.php", "new Map|ped", "vendor/old/style/map/all.php:3 Mapped"},
		{"definition", "app/Main.php", "\n        short|en", "vendor/big/frame/src/functions.php:4 shorten"},
	} {
		var list []protocol.Location
		e.Must("textDocument/"+c.method, e.At(c.file, c.text), &list)
		var got []string
		for _, l := range list {
			got = append(got, show(l))
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s of %s in %s: %s\nwant %s", c.method, c.text, c.file, got, c.want)
		}
	}
	for _, d := range e.Repositories.Workspace(e.Root).Current().Snapshot.Docs() {
		if d.Source != nil && (strings.HasPrefix(d.Path, "node_modules/") || strings.HasPrefix(d.Path, "vendor/")) {
			t.Errorf("%s is indexed", d.Path)
		}
	}
}

// TestPredeclared: of what the language itself declares it is said how, and where else it
// is in the document.
func TestPredeclared(t *testing.T) {
	e, _ := outside(t, allPrimary)
	var hover protocol.Hover
	e.Must("textDocument/hover", e.At("main.go", "app|end"), &hover)
	if got, want := fmt.Sprint(hover.Contents), "func append(slice []Type, elems ...Type) []Type\n\nThe append built-in function appends.\n"; !strings.Contains(got, want) {
		t.Errorf("it says %s, not %s", got, want)
	}
	var list []protocol.DocumentHighlight
	e.Must("textDocument/documentHighlight", e.At("main.go", "var n i|nt"), &list)
	var lines []uint32
	for _, h := range list {
		lines = append(lines, h.Range.Start.Line+1)
	}
	if fmt.Sprint(lines) != "[18 18 20]" {
		t.Errorf("int is in lines %d", lines)
	}
	beside, _ := outside(t, besideOthers)
	list = nil
	beside.Must("textDocument/documentHighlight", beside.At("main.go", "var n i|nt"), &list)
	var places []protocol.Location
	beside.Must("textDocument/definition", beside.At("main.go", "var n i|nt"), &places)
	if len(list)+len(places) > 0 {
		t.Errorf("beside a server of the language: %v, %v", list, places)
	}
}

// TestOutsideBeside holds that definitions in packages are left to the other server where
// a language has one.
func TestOutsideBeside(t *testing.T) {
	e, _ := outside(t, besideOthers)
	for _, c := range []struct {
		file, text string
		want       int
	}{{"main.go", "fmt.Print|ln", 0}, {"web/main.ts", "\nti|dy(", 0}, {"web/part.vue", "\nti|dy(", 1}} {
		var list []protocol.Location
		e.Must(protocol.MethodTextDocumentDefinition, e.At(c.file, c.text), &list)
		if len(list) != c.want {
			t.Errorf("%s of %s: %v; want %d", c.text, c.file, list, c.want)
		}
	}
}
