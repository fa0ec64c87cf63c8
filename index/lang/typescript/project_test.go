package typescript

import (
	"slices"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
	"codeintel/index/symbol"
)

// openRepo opens a repository of "path" or "path: content" lines; what lies in a
// node_modules is ignored, and there to be looked up.
func openRepo(t *testing.T, lines string) lang.Project {
	t.Helper()
	files, all := langtest.Repo{}, langtest.Repo{}
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line != "" {
			p, text, _ := strings.Cut(line, ": ")
			all[p] = text
			if !strings.Contains("/"+p, "/node_modules/") {
				files[p] = text
			}
		}
	}
	return tested.Open(t, files, lang.Deps{Repo: all.FS()})
}

// meaning is a module as text: its file, or the symbol of an external one.
func meaning(p lang.Project, m *lang.Module) string {
	switch {
	case !m.Found():
		return "-"
	case m.External:
		return symbol.Symbol{Scheme: p.Scheme(), Package: m.Package, Descriptors: slices.Concat(m.Path, m.Self)}.String()
	}
	return strings.Join(m.Files, " ")
}

func TestResolve(t *testing.T) {
	const empty = "\n"
	for _, c := range []struct {
		name, files, from string
		want              map[string]string
	}{
		{"relative", "src/a.ts\nsrc/b.tsx\nsrc/c.d.ts\nsrc/c.js\nsrc/dir/index.ts\nsrc/e.mts\nsrc/data.json\nsrc/only.js\ntop.ts", "src/a.ts", map[string]string{
			"./b": "src/b.tsx", "./b.js": "src/b.tsx", "./b.tsx": "src/b.tsx", "./c": "src/c.d.ts", "./c.js": "src/c.d.ts",
			"./dir": "src/dir/index.ts", "./dir/": "src/dir/index.ts", "./dir/index.js": "src/dir/index.ts", "./e.mjs": "src/e.mts",
			"./data.json": "src/data.json", "./only": "src/only.js", "../top": "top.ts", "./missing": "-", "../../out": "-",
			"./b?raw": "src/b.tsx",
		}},
		{"dot", "src/index.ts\nsrc/a.ts\nindex.ts", "src/a.ts", map[string]string{".": "src/index.ts", "..": "index.ts", "./": "src/index.ts", "./.": "src/index.ts"}},
		{"file before folder", "lib.ts\nlib/index.ts\na.ts", "a.ts", map[string]string{"./lib": "lib.ts", "./lib/": "lib/index.ts"}},
		{"paths", `tsconfig.json: {"compilerOptions": {"baseUrl": "./src", "paths": {"@/*": ["./*"], "@lib/*": ["../lib/*", "../other/*"], "exact": ["exact-file.ts"], "*": ["vendor/*"]}}} // c
			src/a.ts
			src/x/y.ts
			lib/one.ts
			other/two.ts
			src/exact-file.ts
			src/vendor/v.ts
			src/plain.ts`, "src/x/y.ts", map[string]string{
			"@/a": "src/a.ts", "@lib/one": "lib/one.ts", "@lib/two": "other/two.ts", "exact": "src/exact-file.ts", "v": "src/vendor/v.ts", "plain": "src/plain.ts",
		}},
		{"extends", `base/tsconfig.base.json: {/* c */ "compilerOptions": {"paths": {"~/*": ["../src/*"],},},}
			tsconfig.json: {"extends": "./base/tsconfig.base"}
			node_modules/conf/package.json: {}
			node_modules/conf/strict.json: {"compilerOptions": {"paths": {"$/*": ["${configDir}/gen/*"]}}}
			pkg/tsconfig.json: {"extends": ["../tsconfig.json", "conf/strict.json"]}
			loop/tsconfig.json: {"extends": "./tsconfig.json"}
			src/a.ts
			pkg/gen/g.ts
			pkg/b.ts
			loop/c.ts`, "pkg/b.ts", map[string]string{"$/g": "pkg/gen/g.ts"}},
		{"extended paths", `base/tsconfig.base.json: {"compilerOptions": {"paths": {"~/*": ["../src/*"]}}}
			tsconfig.json: {"extends": "./base/tsconfig.base"}
			src/a.ts
			src/b.ts`, "src/b.ts", map[string]string{"~/a": "src/a.ts"}},
		{"references", `tsconfig.json: {"files": [], "references": [{"path": "./tsconfig.app.json"}]}
			tsconfig.app.json: {"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}}}
			src/a.ts
			src/b.ts`, "src/b.ts", map[string]string{"@/a": "src/a.ts"}},
		{"rootDirs", `tsconfig.json: {"compilerOptions": {"rootDirs": ["src", "generated"]}}
			src/a.ts
			generated/g.ts`, "src/a.ts", map[string]string{"./g": "generated/g.ts"}},
		{"outDir", `tsconfig.json: {"compilerOptions": {"outDir": "build/js", "rootDir": "source"}}
			source/a.ts
			source/sub/index.ts
			test/t.js`, "test/t.js", map[string]string{"../build/js/a.js": "source/a.ts", "../build/js/a": "source/a.ts", "../build/js/sub": "source/sub/index.ts"}},
		{"workspaces", `package.json: {"name": "root", "workspaces": ["packages/*", "!packages/skip"]}
			packages/one/package.json: {"name": "@me/one", "main": "./dist/index.js", "types": "./dist/index.d.ts"}
			packages/one/src/index.ts
			packages/one/src/deep/mod.ts
			packages/two/package.json: {"name": "two", "exports": {".": {"types": "./lib/types/index.d.ts", "default": "./lib/esm/index.mjs"}, "./feature": "./lib/esm/feature.js", "./sub/*": {"import": "./dist/sub/*.js"}, "./closed/*": null}}
			packages/two/src/index.mts
			packages/two/src/feature.ts
			packages/two/src/sub/s.ts
			packages/two/src/closed/c.ts
			packages/three/package.json: {"name": "three"}
			packages/three/index.js
			packages/skip/package.json: {"name": "skip"}
			packages/app/package.json: {"name": "app"}
			packages/app/a.ts`, "packages/app/a.ts", map[string]string{
			"@me/one": "packages/one/src/index.ts", "@me/one/src/deep/mod": "packages/one/src/deep/mod.ts", "@me/one/deep/mod": "packages/one/src/deep/mod.ts",
			"two": "packages/two/src/index.mts", "two/feature": "packages/two/src/feature.ts", "two/sub/s": "packages/two/src/sub/s.ts", "three": "packages/three/index.js",
		}},
		{"pnpm and lerna", `pnpm-workspace.yaml: {"packages": ["libs/**"]}
			lerna.json: {"packages": ["more/*"]}
			libs/a/b/package.json: {"name": "ab"}
			libs/a/b/index.ts
			more/m/package.json: {"name": "mm", "module": "es/main.js"}
			more/m/src/main.ts
			x.ts`, "x.ts", map[string]string{"ab": "libs/a/b/index.ts", "mm": "more/m/src/main.ts"}},
		{"itself and imports", `package.json: {"name": "me", "exports": {"./*": "./dist/*.js"}, "imports": {"#int/*": "./src/internal/*.ts", "#dep": "left-pad", "#cond": {"browser": "./src/b.ts", "default": "./src/n.ts"}}}
			src/a.ts
			src/internal/i.ts
			src/b.ts
			src/n.ts`, "src/a.ts", map[string]string{
			"me/a": "src/a.ts", "#int/i": "src/internal/i.ts", "#cond": "src/n.ts", "#none": "-",
			"#dep": "scip-typescript npm left-pad . left-pad/",
		}},
		{"external", `package.json: {"name": "app", "dependencies": {"range": "^1.2.3", "typed": "~2.0.0"}, "devDependencies": {"@types/typed": "^2.1.0", "star": "*", "alias": "npm:real@3.0.0", "ws": "workspace:*"}}
			node_modules/own/package.json: {"name": "own", "version": "4.5.6", "types": "./lib/main.d.ts"}
			node_modules/own/lib/main.d.ts
			node_modules/own/lib/sub.d.ts
			node_modules/plain/package.json: {"name": "plain", "version": "1.0.0", "main": "x.js"}
			node_modules/@types/plain/package.json: {"name": "@types/plain", "version": "1.0.9"}
			node_modules/@types/plain/index.d.ts
			node_modules/cond/package.json: {"name": "cond", "version": "2.0.0", "exports": {".": {"import": {"types": "./esm/index.d.mts", "default": "./esm/index.mjs"}}}}
			node_modules/cond/esm/index.d.mts
			node_modules/@types/scope__pkg/package.json: {"name": "@types/scope__pkg", "version": "0.1.0"}
			node_modules/@types/scope__pkg/index.d.ts
			node_modules/@types/node/package.json: {"name": "@types/node", "version": "20.1.0"}
			node_modules/@types/node/fs.d.ts: declare module 'fs' { }
			node_modules/@types/node/fs/promises.d.ts: declare module "node:fs/promises" { }
			src/a.ts`, "src/a.ts", map[string]string{
			"range": "scip-typescript npm range 1.2.3 range/", "typed": "scip-typescript npm @types/typed 2.1.0 typed/",
			"star": "scip-typescript npm star . star/", "alias": "scip-typescript npm alias 3.0.0 alias/", "unknown/sub": "scip-typescript npm unknown . sub/",
			"own": "scip-typescript npm own 4.5.6 lib/`main.d.ts`/", "own/lib/sub": "scip-typescript npm own 4.5.6 lib/`sub.d.ts`/",
			"plain": "scip-typescript npm @types/plain 1.0.9 `index.d.ts`/", "cond": "scip-typescript npm cond 2.0.0 esm/`index.d.mts`/",
			"@scope/pkg": "scip-typescript npm @types/scope__pkg 0.1.0 `index.d.ts`/",
			"fs":         "scip-typescript npm @types/node 20.1.0 `fs.d.ts`/`'fs'`/", "node:fs": "scip-typescript npm @types/node 20.1.0 `fs.d.ts`/`'fs'`/",
			"fs/promises": "scip-typescript npm @types/node 20.1.0 fs/`promises.d.ts`/`\"node:fs/promises\"`/",
			"path":        "scip-typescript npm @types/node 20.1.0 `path.d.ts`/`\"path\"`/",
		}},
		{"broken configuration", `package.json: {"name": 7, "exports": [[[, "workspaces": 3}
			tsconfig.json: {"compilerOptions": {"paths": 1, "baseUrl": [], "rootDirs": {}}, "extends": 5
			a.ts
			b.ts`, "a.ts", map[string]string{"./b": "b.ts", "x": "scip-typescript npm x . x/"}},
		{"nothing", "a.ts" + empty, "a.ts", map[string]string{"": "-", "/": "-", "@": "-", "@x": "-", "#x": "-"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := openRepo(t, c.files)
			for spec, want := range c.want {
				if got := meaning(p, p.Resolve(c.from, spec, 0)); got != want {
					t.Errorf("%q means %s, want %s", spec, got, want)
				}
			}
		})
	}
}

func TestPackage(t *testing.T) {
	p := openRepo(t, `package.json: {"name": "root", "version": "1.0.0"}
		a.ts
		src/b.ts
		packages/one/package.json: {"name": "@me/one"}
		packages/one/src/c.ts
		packages/anon/package.json: {"private": true}
		packages/anon/d.ts
		packages/bad/package.json: {
		packages/bad/e.ts`)
	for file, want := range map[string]string{
		"a.ts":                  "scip-typescript npm root 1.0.0 `a.ts`/",
		"src/b.ts":              "scip-typescript npm root 1.0.0 src/`b.ts`/",
		"packages/one/src/c.ts": "scip-typescript npm @me/one HEAD src/`c.ts`/",
		"packages/anon/d.ts":    "scip-typescript npm . . `d.ts`/",
		"packages/bad/e.ts":     "scip-typescript npm . . `e.ts`/",
	} {
		self, ok := p.ModuleSymbol(file)
		s := symbol.Symbol{Scheme: p.Scheme(), Package: p.Package(file), Descriptors: slices.Concat(p.Prefix(file), self)}
		if got := s.String(); got != want || !ok {
			t.Errorf("%s is %s, want %s", file, got, want)
		}
	}
}

// TestConcurrent: a project is asked by many at once and gives equal answers.
func TestConcurrent(t *testing.T) {
	p := openRepo(t, `package.json: {"name": "app"}
		node_modules/own/package.json: {"name": "own", "version": "4.5.6"}
		a.ts
		b.ts`)
	done := make(chan [2]*lang.Module)
	for range 8 {
		go func() { done <- [2]*lang.Module{p.Resolve("a.ts", "./b", 0), p.Resolve("a.ts", "own", 0)} }()
	}
	first := <-done
	for range 7 {
		if got := <-done; got != first {
			t.Error("two answers to one question")
		}
	}
}

func TestCleanVersion(t *testing.T) {
	for in, want := range map[string]string{
		"^1.2.3": "1.2.3", "~0.1": "0.1", ">=2.0.0": "2.0.0", "1.x": "1.x", "*": "", "latest": "", "workspace:^": "", "workspace:1.0.0": "1.0.0",
		"npm:real@3.0.0": "3.0.0", "git+ssh://x": "", "file:../x": "", "1 || 2": "", "": "", " v1.0.0 ": "1.0.0",
	} {
		if got := cleanVersion(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// TestDeepConfig: a configuration of brackets alone says nothing, and ends
// nothing.
func TestDeepConfig(t *testing.T) {
	for _, open := range []string{"[", `{"extends":`, `["]",`, "[// ]\n"} {
		if raw, ok := parseConfig([]byte(strings.Repeat(open, 3_000_000))); ok {
			t.Errorf("%q, repeated, is %+v", open, raw)
		}
	}
}
