package workspace

import (
	"os"
	"path"
	"strings"
)

// A variable is a configuration file with the texts that it may have.
type variable struct {
	name  string
	texts []string
}

// variables are configurations of all families, of git, and of ourselves, that
// change what the files of manifold mean. The first text of each is the one that
// manifold has; "" is none.
var variables = []variable{
	{"go.mod", []string{
		"module example.org/shop\n\ngo 1.26\n\nrequire example.org/lib v1.0.0\n\nreplace example.org/lib => ./lib\n",
		"module example.org/shop\n\ngo 1.26\n",
		"module example.org/other\n\ngo 1.26\n",
		"module example.org/shop\n\ngo 1.12\n\nrequire (\n\texample.org/lib v1.0.0 // indirect\n)\n",
		"module example.org/shop\n\ngo 1.26\n\nreplace example.org/lib v1.0.0 => ./till\n",
		"module\n",
	}},
	{"go.work", []string{"", "go 1.26\n\nuse (\n\t.\n\t./lib\n)\n", "go 1.26\n\nuse ./lib\n", "go 1.26\n\nuse .\nreplace example.org/lib => ./till\n", "use\n"}},
	{"lib/go.mod", []string{"module example.org/lib\n\ngo 1.26\n", "module example.org/shop/lib\n", "module example.org/lib/v2\n"}},
	{"till/go.mod", []string{"", "module example.org/shop/till\n", "module example.org/till\n"}},
	{"vendor/modules.txt", []string{"", "# example.org/lib v1.0.0\n## explicit\nexample.org/lib\n", "# example.org/lib v1.2.3\nexample.org/lib\n"}},
	{"package.json", []string{
		`{"private": true, "workspaces": ["packages/*", "web"]}`,
		`{"private": true}`,
		`{"name": "root", "version": "3.0.0", "workspaces": {"packages": ["packages/**"]}}`,
		`{"workspaces": ["none"], "dependencies": {"ui": "^2.0.0"}}`,
	}},
	{"pnpm-workspace.yaml", []string{"", "packages:\n  - packages/*\n", "packages: [web]\n"}},
	{"web/package.json", []string{
		`{"name": "web", "version": "1.0.0", "imports": {"#in": "./b.ts"}}`,
		`{"name": "web", "version": "1.0.1", "imports": {"#in": "./a.ts"}}`,
		`{"name": "web2", "main": "a.ts", "dependencies": {"ui": "workspace:*"}}`,
		`{"name": "web", "exports": {".": "./b.ts", "./c": "./c.ts"}}`,
	}},
	{"packages/ui/package.json", []string{
		`{"name": "ui", "version": "1.0.0", "main": "index.ts"}`,
		`{"name": "ui", "version": "1.0.0", "exports": {".": "./other.ts"}}`,
		`{"name": "ui2", "main": "index.ts"}`,
		`{"name": "ui", "exports": {".": {"types": "./other.ts", "default": "./index.ts"}, "./*": "./*.ts"}}`,
	}},
	{"web/tsconfig.json", []string{
		`{"compilerOptions": {"paths": {"@/*": ["./*"]}}}`,
		`{"extends": "../tsconfig.base.json"}`,
		"{\n// none\n\"compilerOptions\": {\"baseUrl\": \"..\", \"paths\": {\"@/*\": [\"packages/ui/*\"], \"ui\": [\"web/b.ts\"]},},\n}\n",
		`{"compilerOptions": {"baseUrl": "."}}`,
		`{"files": [], "references": [{"path": "./tsconfig.app.json"}]}`,
	}},
	{"web/tsconfig.app.json", []string{"", `{"compilerOptions": {"paths": {"@/*": ["../packages/ui/*"]}}}`}},
	{"tsconfig.base.json", []string{"", `{"compilerOptions": {"paths": {"@/*": ["./web/*"]}}}`, `{"compilerOptions": {"paths": {"@/b": ["./packages/ui/other.ts"]}}}`}},
	{"web/jsconfig.json", []string{"", `{"compilerOptions": {"paths": {"@/*": ["./no/*", "./*"]}}}`}},
	{"composer.json", []string{
		`{"name": "acme/shop", "autoload": {"psr-4": {"Shop\\": "src/"}, "files": ["src/helpers.php"]}}`,
		`{"name": "acme/shop", "autoload": {"psr-4": {"Shop\\": "lib/"}}}`,
		`{"name": "acme/other", "version": "2.0.0", "autoload": {"classmap": ["src/"]}}`,
		`{"autoload": {"psr-0": {"Shop\\": "src/"}}, "autoload-dev": {"psr-4": {"Shop\\Tests\\": "src/"}}}`,
	}},
	{"composer.lock", []string{"", `{"packages": [{"name": "acme/kit", "version": "v1.2.0", "autoload": {"psr-4": {"Kit\\": "src/"}}}]}`}},
	{"pyproject.toml", []string{
		"[project]\nname = \"shop\"\nversion = \"1.0\"\n\n[tool.setuptools.package-dir]\n\"\" = \"py\"\n",
		"[project]\nname = \"shop2\"\n\n[tool.setuptools.packages.find]\nwhere = [\"app\"]\n",
		"[tool.poetry]\nname = \"shop\"\nversion = \"2\"\npackages = [{include = \"kit\", from = \"py\"}]\n",
		"[project\n",
	}},
	{"setup.cfg", []string{"", "[metadata]\nname = shop3\nversion = 3\n\n[options]\npackage_dir =\n    = py\n", "[options]\npackage_dir =\n    = app\n"}},
	{"app/pyproject.toml", []string{"", "[project]\nname = \"app\"\nversion = \"7\"\n"}},
	{"jav/pom.xml", []string{
		"<project><groupId>org.example</groupId><artifactId>shop</artifactId><version>1</version></project>\n",
		"<project><groupId>org.example</groupId><artifactId>other</artifactId><version>2</version><build><sourceDirectory>java</sourceDirectory></build></project>\n",
		"<project><parent><groupId>org.parent</groupId><artifactId>up</artifactId><version>3</version></parent><artifactId>shop</artifactId></project>\n",
		"<project>",
	}},
	{"pom.xml", []string{"", "<project><groupId>org.parent</groupId><artifactId>up</artifactId><version>3</version><packaging>pom</packaging></project>\n"}},
	{"jav/build.gradle", []string{"", "group = 'org.example'\nversion = '4'\n"}},
	{".gitignore", []string{"node_modules/\n*.log\n", "*.log\nweb/\n", "/app/util.py\n/vendor/\n", "*\n!*/\n!*.ts\n!*.go\n!go.mod\n"}},
	{"web/.gitignore", []string{"", "b.ts\n", "!b.ts\n*.json\n"}},
	{".git/info/exclude", []string{"", "packages/\n", "*.php\n!src/Till.php\n"}},
	{ConfigFile, []string{
		"",
		`{"exclude_patterns": ["web/**", "!web/b.ts"]}`,
		`{"supported_languages": ["go", "python", "php"]}`,
		`{"source_dirs": ["app", "web", "till"]}`,
		`{"max_file_size_kb": 1}`,
	}},
}

// manifold makes a repository whose files mean one another through the
// configurations of all families.
func (p *place) manifold() {
	p.base()
	for _, f := range [][2]string{
		{"lib/lib.go", "package lib\n\nfunc Add(a, b int) int { return a + b }\n"},
		{"vendor/example.org/lib/lib.go", "package lib\n\nfunc Add(a, b int) int { return b }\n"},
		{"sum.go", "package shop\n\nimport \"example.org/lib\"\n\nfunc Sum() int { return lib.Add(Sell(), 2) }\n"},
		{"web/c.ts", "import { b } from \"@/b\";\nimport { panel } from \"ui\";\nimport { other } from \"ui/other\";\nimport * as self from \"#in\";\nexport const c = [b, panel, other, self.b];\n"},
		{"web/d.js", "import { panel } from \"ui\";\nconst { c } = require(\"web/c\");\nmodule.exports = { d: panel(c) };\n"},
		{"packages/ui/index.ts", "export function panel(x?: unknown) { return x; }\nexport { other } from \"./other\";\n"},
		{"packages/ui/other.ts", "export const other = 1;\nexport const panel = () => other;\nexport const b = 3;\n"},
		{"web/e.vue", "<script setup lang=\"ts\">\nimport { b } from \"@/b\";\nconst e = b;\n</script>\n<template><p>{{ e }}</p></template>\n"},
		{"web/s.css", ".till { color: var(--ink); }\n:root { --ink: #111; }\n"},
		{"src/Till.php", "<?php\nnamespace Shop;\nclass Till { public function open(): int { return helper(); } }\n"},
		{"src/Sale.php", "<?php\nnamespace Shop;\nuse Kit\\Tool;\nclass Sale extends Till { public function sell(Tool $t) { return (new Till())->open() + $this->open(); } }\n"},
		{"src/helpers.php", "<?php\nfunction helper() { return 1; }\n"},
		{"py/kit/__init__.py", "from .tool import run\n"},
		{"py/kit/tool.py", "def run(n=1):\n    return n\n"},
		{"app/uses.py", "import kit\nfrom kit.tool import run\nfrom app.util import greet\nfrom util import Box\nprint(kit.run(), run(greet(2)), Box().open())\n"},
		{"jav/src/main/java/shop/Till.java", "package shop;\n\npublic class Till { public int open() { return 1; } }\n"},
		{"jav/src/main/java/shop/Sale.java", "package shop;\n\nimport java.util.List;\n\nclass Sale { int sell(List<Till> t) { return t.get(0).open(); } }\n"},
	} {
		p.write(f[0], f[1])
	}
	for _, s := range variables {
		if s.texts[0] != "" {
			p.write(s.name, s.texts[0])
		}
	}
	p.git("add", "-f", ".", ":!"+StateDir)
	p.git("commit", "-q", "-m", "all that is configured")
}

// configure changes a configuration: to another text, to a part of one, or to
// none; git may know of it.
func (b *rambler) configure() {
	s := variables[b.r.IntN(len(variables))]
	text := s.texts[b.r.IntN(len(s.texts))]
	switch kind := b.r.IntN(12); {
	case text == "" || kind == 0:
		b.remove(s.name)
		b.log = append(b.log, "remove "+s.name)
		return
	case kind == 1 && s.name != ConfigFile: // ours must be valid, else there is no answer
		text = text[:b.r.IntN(len(text))]
	case kind == 2 && path.Dir(s.name) != ".git/info" && s.name != ConfigFile:
		if name := b.file(); name != "" { // that of another folder
			s.name = path.Join(path.Dir(name), path.Base(s.name))
		}
	}
	if os.MkdirAll(b.path(path.Dir(s.name)), 0o777) != nil || os.WriteFile(b.path(s.name), []byte(text), 0o666) != nil {
		return // something else has that name now
	}
	first, _, _ := strings.Cut(text, "\n")
	b.log = append(b.log, "write "+s.name+": "+first)
	if b.r.IntN(2) == 0 && path.Dir(s.name) != ".git/info" && s.name != ConfigFile {
		b.try("add", "-f", s.name)
	}
}
