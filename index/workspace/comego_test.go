package workspace

import (
	"context"
	"maps"
	"slices"
	"testing"
)

// TestComeAndGo has files come and go, alone and together, with what they say and
// as files that can't be understood. Imports may mean them all the same, or
// something else where they are not.
func TestComeAndGo(t *testing.T) {
	known := builtIn(t)
	type files map[string]string
	const binary = "\x00\x01\x00"
	roots := "[project]\nname = \"shop\"\n\n[tool.setuptools.package-dir]\n\"\" = \"py\"\n"
	for _, c := range []struct {
		name        string
		stay, float files
	}{
		{"python namespace", files{
			"pyproject.toml": roots,
			"app/uses.py":    "import kit\nfrom kit.tool import run\nrun()\n",
		}, files{
			"py/kit/tool.py": "def run(): pass\n",
		}},
		{"python package", files{
			"app/uses.py": "import kit\nfrom kit.tool import run\nrun()\n",
		}, files{
			"kit/__init__.py": "from .tool import run\n",
			"kit/tool.py":     binary,
		}},
		{"python root that is a package", files{
			"pyproject.toml": roots,
			"app/uses.py":    "import kit\n",
			"app/kit.py":     "def f(): pass\n",
			"py/sub/x.py":    "import kit\n",
		}, files{
			"py/__init__.py": "",
		}},
		{"python's own modules", files{
			"a.py": "import json\nimport os.path\njson.dumps(1).upper()\nos.path.join('a').upper()\n",
		}, files{
			"json.py":        "def dumps(): return 1\n",
			"os/__init__.py": "",
		}},
		{"typescript", files{
			"a.ts":       "import { b } from './b';\nb();\n",
			"b/index.ts": "export function b() {}\n",
		}, files{
			"b.ts": "export function b(n = 1) {}\n",
		}},
		{"typescript paths", files{
			"web/a.ts":   "import { x } from '@/x';\nx;\n",
			"web/y/x.ts": "export const x = 1;\n",
			"web/x.ts":   "export const x = 2;\n",
		}, files{
			"web/tsconfig.json": `{"compilerOptions": {"paths": {"@/*": ["./y/*"]}}}`,
			"tsconfig.json":     binary,
			"web/jsconfig.json": `{"compilerOptions": {"paths": {"@/*": ["./*"]}}}`,
		}},
		{"what typescript imports beside", files{
			"a.ts":  "import b from './b.svg';\nimport './s.css';\nimport d from './d.json';\nimport V from './v.vue';\nimport q from './x.py';\nb; d; q; V\n",
			"k.css": ".a {}\n",
		}, files{
			"b.svg":  "<svg/>",
			"s.css":  ".a {}\n",
			"d.json": `{"a": 1}`,
			"v.vue":  "<script>export default {}</script>",
			"x.py":   "x = 1\n",
		}},
		{"node's own modules", files{
			"a.ts":          "import { readFileSync } from 'fs';\nimport { join } from 'path';\nreadFileSync('a').slice(1);\njoin('a').trim();\n",
			"tsconfig.json": `{"compilerOptions": {"baseUrl": "."}}`,
			"package.json":  `{"devDependencies": {"@types/node": "^20.0.0"}}`,
		}, files{
			"fs.ts":         "export const readFileSync = 1;\n",
			"path/index.js": "exports.join = 1;\n",
			"path.json":     "{}",
		}},
		{"what has no extension, or that of another language", files{
			"a.ts":             "import b from './b';\nimport c from './c.rb';\nimport d from './d';\nimport e from './e.go';\nimport f from 'web/f';\nimport g from './g.md';\nb; c; d; e; f; g;\n",
			"b.ts":             "export default 1;\n",
			"d/index.ts":       "export default 2;\n",
			"h.ts":             "export { default as c } from './c.rb';\n",
			"i.ts":             "import { c } from './h';\nc;\n",
			"web/package.json": `{"name": "web"}`,
			"a.css":            "@import './c.rb';\n",
			"c.scss":           "@use 'd'; .c { color: d.$x }\n",
			"_d.scss":          "$x: 1;",
			"a.c":              "#include \"c.rb\"\n#include \"e.go\"\n#include \"k.h\"\n",
			"k.h":              "#include \"g.md\"\n",
			"r/e.go":           "package r\n",
		}, files{
			"b":      "x\n",
			"c.rb":   "x = 1\n",
			"d.json": "{}",
			"e.go":   "package e\n",
			"g.md":   "# g\n",
			"web/f":  "x",
		}},
		{"languages that are not selected", files{
			ConfigFile:   `{"supported_languages": ["typescript"]}`,
			"a.ts":       "import { b } from './b';\nb();\n",
			"b/index.ts": "export function b() {}\n",
		}, files{
			"b.js": "exports.b = 1;\n",
		}},
		{"markdown", files{
			"README.md": "# A\n\n[b](b.go) [c](docs/c.png) [d](d.rb) [e](lib/e.md)\n",
			"y/d.rb":    "x = 1\n",
		}, files{
			"b.go":       "package b\n",
			"docs/c.png": binary,
			"x/d.rb":     "x = 1\n",
			"d.rb":       "x = 1\n",
			"lib/e.md":   "# E\n",
		}},
		{"html", files{
			"a.html": "<link rel=stylesheet href=s.css><script src=\"b.js\"></script><img src=i.png><div class=k onclick=\"go()\">",
			"z.css":  ".k {}",
			"z.js":   "function go() {}",
		}, files{
			"s.css": ".k {}",
			"b.js":  "function go() {}",
			"i.png": binary,
		}},
		{"vue", files{
			"a.vue": "<script setup>import B from './b.vue'; import {c} from './c'; c()</script><template><B class=k/></template><style src='./s.css'></style>\n",
			"z.css": ".k {}",
		}, files{
			"b.vue": "<script setup>defineProps(['x'])</script>",
			"c.ts":  "export function c() {}",
			"s.css": ".k {}",
		}},
		{"scripts beside markup", files{
			"a.vue": "<script>\nexport const a = 'x'.trim();\n</script>\n",
		}, files{
			"b.js": "export const b = 'x'.trim();\n",
			"c.ts": "export const c = 'x'.trim();\n",
		}},
		{"css", files{
			"a.css":  "@import './b.txt'; @import 'c.scss'; .a { background: url(i.png) }\n",
			"a.scss": "@use 'x'; .a { @extend .b; color: x.$c }\n",
		}, files{
			"b.txt":   "x",
			"c.scss":  ".b {}",
			"x.css":   ".b {}",
			"_x.scss": "$c: 1;",
			"i.png":   binary,
		}},
		{"php", files{
			"a.php":         "<?php\nuse A\\B;\nnew B(); helper();\n",
			"composer.json": `{"name": "x/y"}`,
		}, files{
			"c.php":         "<?php",
			"h.php":         "<?php function helper() {}",
			"b.php":         "<?php namespace A; class B {}",
			"composer.lock": `{"packages": [{"name": "acme/kit", "version": "v1", "autoload": {"psr-4": {"A\\": "src/"}}}]}`,
		}},
		{"blade", files{
			"resources/views/a.blade.php": "@include('b') <x-c/> @extends('l.m')\n<div class=k>\n<script src='/z.js'></script>",
			"a.php":                       "<?php view('b'); view('l.m');",
		}, files{
			"resources/views/b.blade.php":            "x",
			"resources/views/components/c.blade.php": "x",
			"resources/views/l/m.blade.php":          "x",
			"z.css":                                  ".k {}",
		}},
		{"java", files{
			"a/A.java": "package a;\nimport b.B;\nclass A { B b; a.C c; }\n",
		}, files{
			"b/B.java": "package b;\npublic class B {}\n",
			"a/C.java": "package a;\nclass C {}\n",
			"pom.xml":  "<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version></project>\n",
		}},
		{"go", files{
			"go.mod": "module x\n",
			"a.go":   "package a\n\nimport \"x/b\"\n\nfunc f() { b.F() }\n",
		}, files{
			"b/b.go":   "package b\n\nfunc F() {}\n",
			"b/c.go":   "package b\n",
			"b/go.mod": "module x/b\n",
		}},
		{"c", files{
			"a.c":     "#include \"b.def\"\n#include \"d.h\"\nint main() { return X + f(); }\n",
			"inc/d.h": "int f();\n",
		}, files{
			"b.def":     "X",
			"d.h":       "int f();\n",
			"lib/d.h":   "int f();\n",
			"sub/b.def": "X",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := &place{t, t.TempDir()}
			for name, text := range c.stay {
				p.write(name, text)
			}
			w, facts := known.open(t, p.dir, Options{}), factsOnly{known.shelf()}
			look := func(what, name string) {
				t.Helper()
				s, err := w.Sync(context.Background())
				p.must(err)
				fresh, err := openWith(p.dir, Options{}, func(string, func(string)) (shelf, error) { return facts, nil })
				p.must(err)
				want, err := fresh.Sync(context.Background())
				p.must(err)
				agree(t, what+" "+name, s, want)
			}
			look("before", "all")
			names := slices.Sorted(maps.Keys(c.float))
			for _, name := range names {
				for _, text := range []string{c.float[name], binary} {
					p.write(name, text)
					look("with", name)
					p.remove(name)
					look("without", name)
				}
			}
			for _, text := range []string{"", binary, ""} {
				for _, name := range names {
					if p.write(name, text); text == "" {
						p.write(name, c.float[name])
					}
					look("one more", name)
				}
			}
			w = known.open(t, p.dir, Options{}) // knows nothing of before
			look("after", "all")
			for _, name := range names {
				p.remove(name)
				look("one less", name)
			}
		})
	}
}

// TestReadForImport has a file of a language say something else that is read to
// tell what an import means.
func TestReadForImport(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	p.write("a.ts", "import { readFileSync } from 'fs';\nreadFileSync('a');\n")
	p.write("node_modules/@types/node/package.json", `{"name": "@types/node", "version": "20.0.0"}`)
	w := known.open(t, p.dir, Options{})
	for _, module := range []string{"fs", "node:fs", "fs"} {
		p.write("node_modules/@types/node/fs.d.ts", "/* declare module \""+module+"\" */\nexport function readFileSync(): string;\n")
		agree(t, module, w.scratch(t), known.scratch(t, p.dir))
	}
}
