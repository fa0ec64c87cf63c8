package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/lang/ts"
	"codeintel/index/store"
)

// memShelf is a shelf in memory that outlives a workspace.
type memShelf struct {
	mu        sync.Mutex
	artefacts map[store.Key][]byte
	state     []byte
}

func newMemShelf() *memShelf { return &memShelf{artefacts: map[store.Key][]byte{}} }

func (m *memShelf) get(key store.Key, use func([]byte) error) bool {
	m.mu.Lock()
	data, ok := m.artefacts[key]
	m.mu.Unlock()
	return ok && use(data) == nil
}

func (m *memShelf) hold(_ context.Context, keys []store.Key, found func(int, []byte)) (func(), error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, k := range keys {
		if data, ok := m.artefacts[k]; ok {
			found(i, data)
		}
	}
	return func() {}, nil
}

func (m *memShelf) keeps() bool { return true }

func (m *memShelf) put(key store.Key, data []byte) {
	m.mu.Lock()
	m.artefacts[key] = data
	m.mu.Unlock()
}

func (m *memShelf) published() ([]byte, index.Reads, func(), error) {
	if m.state == nil {
		return nil, nil, nil, errNothing
	}
	return m.state, nil, func() {}, nil
}

func (m *memShelf) publish(_ context.Context, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	m.state = b.Bytes()
	return nil
}

func (m *memShelf) tidy(context.Context, func() func(store.Key) bool, int64, store.Limits) (store.Compaction, error) {
	return store.Compaction{}, nil
}
func (m *memShelf) flush(context.Context) error { return nil }
func (m *memShelf) close() error                { return nil }

// place is a folder in which a scenario happens.
type place struct {
	t   *testing.T
	dir string
}

func (p *place) path(name string) string { return filepath.Join(p.dir, filepath.FromSlash(name)) }

func (p *place) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) write(name, text string) {
	p.t.Helper()
	p.must(os.MkdirAll(filepath.Dir(p.path(name)), 0o777))
	p.must(os.WriteFile(p.path(name), []byte(text), 0o666))
}

// add appends to a file.
func (p *place) add(name, text string) {
	p.t.Helper()
	f, err := os.OpenFile(p.path(name), os.O_WRONLY|os.O_APPEND, 0)
	p.must(err)
	_, err = f.WriteString(text)
	p.must(errors.Join(err, f.Close()))
}

// remove removes a file or a folder, if there is one.
func (p *place) remove(name string) {
	p.t.Helper()
	if err := os.RemoveAll(p.path(name)); !errors.Is(err, syscall.ENOTDIR) { // what it lies in is a file
		p.must(err)
	}
}

func (p *place) rename(from, to string)  { p.t.Helper(); p.must(os.Rename(p.path(from), p.path(to))) }
func (p *place) symlink(to, name string) { p.t.Helper(); p.must(os.Symlink(to, p.path(name))) }

// old sets a file's times back, so that they count as settled.
func (p *place) old(name string) {
	p.t.Helper()
	at := time.Now().Add(-time.Hour)
	p.must(os.Chtimes(p.path(name), at, at))
}

// silently changes a file and sets its time to what it was.
func (p *place) silently(name, text string) {
	p.t.Helper()
	info, err := os.Stat(p.path(name))
	p.must(err)
	p.write(name, text)
	p.must(os.Chtimes(p.path(name), info.ModTime(), info.ModTime()))
}

func (p *place) git(args ...string) {
	p.t.Helper()
	if out, err := p.runGit(args...); err != nil {
		p.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func (p *place) runGit(args ...string) ([]byte, error) {
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
	return cmd.CombinedOutput()
}

// base is where every scenario begins: a Go module, Python and TypeScript that
// use one another across files, in a repository with two branches.
func (p *place) base() {
	p.write("go.mod", "module example.org/shop\n\ngo 1.26\n")
	p.write("shop.go", "package shop\n\nimport \"example.org/shop/till\"\n\nfunc Sell() int { return till.Open(1) }\n")
	p.write("till/till.go", "package till\n\nfunc Open(n int) int { return n }\n")
	p.write("app/__init__.py", "")
	p.write("app/main.py", "from .util import greet, Box\nprint(greet(1))\nBox().open()\n")
	p.write("app/util.py", "def greet(n):\n    return n\nclass Box:\n    def open(self):\n        return 1\n")
	p.write("web/a.ts", "import { b, C } from \"./b\";\nexport const a = b + new C().n;\n")
	p.write("web/b.ts", "export const b = 1;\nexport class C { n = 2 }\n")
	p.write("web/package.json", `{"name": "web", "version": "1.0.0"}`)
	p.write(".gitignore", "node_modules/\n*.log\n")
	p.write("README.md", "A shop.\n")
	p.git("init", "-q")
	p.git("add", ".")
	p.git("commit", "-q", "-m", "one")
	p.git("checkout", "-q", "-b", "other")
	p.write("web/b.ts", "export class C { n = 2 }\nexport const b = \"text\";\nexport const extra = 1;\n")
	p.git("commit", "-q", "-a", "-m", "two")
	p.git("checkout", "-q", "main")
}

// scenarios are what happens to repositories while and before an index is in
// use. Each function is a change after which answers must be those of a build
// from scratch.
var scenarios = []struct {
	name  string
	steps []func(*place)
}{
	{"nothing", []func(*place){func(p *place) {}}},
	{"edit inside a function", []func(*place){func(p *place) { p.write("till/till.go", "package till\n\nfunc Open(n int) int { return n + 1 }\n") }}},
	{"edit that moves definitions", []func(*place){func(p *place) {
		p.write("app/util.py", "import os\nX = 1\ndef greet(n):\n    return n\nclass Box:\n    def open(self):\n        return 1\n")
	}}},
	{"a definition goes", []func(*place){func(p *place) { p.write("web/b.ts", "export const b = 1;\n") }}},
	{"a definition is renamed", []func(*place){func(p *place) { p.write("till/till.go", "package till\n\nfunc Close(n int) int { return n }\n") }}},
	{"revert to the committed text", []func(*place){
		func(p *place) { p.write("web/b.ts", "export const other = 1;\n") },
		func(p *place) { p.git("checkout", "-q", "--", "web/b.ts") },
	}},
	{"same size and time, other text", []func(*place){
		func(p *place) { p.old("web/b.ts") },
		func(p *place) { p.silently("web/b.ts", "export const d = 1;\nexport class C { n = 2 }\n") },
	}},
	{"touch without a change", []func(*place){func(p *place) { p.old("web/b.ts") }, func(p *place) { p.must(os.Chtimes(p.path("web/b.ts"), time.Now(), time.Now())) }}},
	{"a time in the future", []func(*place){
		func(p *place) { at := time.Now().Add(time.Hour); p.must(os.Chtimes(p.path("web/b.ts"), at, at)) },
		func(p *place) { p.silently("web/b.ts", "export const e = 1;\nexport class C { n = 2 }\n") },
	}},
	{"the clock is set back", []func(*place){func(p *place) {
		at := time.Now().Add(-24 * time.Hour)
		p.write("web/b.ts", "export const b = 1;\nexport class D { n = 2 }\n")
		p.must(os.Chtimes(p.path("web/b.ts"), at, at))
	}}},
	{"two writes in one instant", []func(*place){
		func(p *place) { p.write("web/b.ts", "export const f = 1;\n") },
		func(p *place) { p.write("web/b.ts", "export const g = 1;\n") },
	}},
	{"a new file", []func(*place){func(p *place) { p.write("app/more.py", "from .util import greet\ngreet(2)\n") }}},
	{"a new file that an import waited for", []func(*place){
		func(p *place) { p.write("web/a.ts", "import { late } from \"./late\";\nlate();\n") },
		func(p *place) { p.write("web/late.ts", "export function late() {}\n") },
	}},
	{"a new file that shadows another", []func(*place){func(p *place) { p.write("web/b.d.ts", "export declare const b: string;\n") }}},
	{"a file goes", []func(*place){func(p *place) { p.remove("till/till.go") }}},
	{"a file comes back", []func(*place){func(p *place) { p.remove("app/util.py") }, func(p *place) { p.git("checkout", "-q", "--", "app/util.py") }}},
	{"a file is renamed", []func(*place){func(p *place) { p.rename("app/util.py", "app/tools.py") }}},
	{"a file is renamed in its case only", []func(*place){func(p *place) { p.rename("app/util.py", "app/Util.py") }}},
	{"two files change places", []func(*place){func(p *place) {
		p.rename("web/a.ts", "web/x.ts")
		p.rename("web/b.ts", "web/a.ts")
		p.rename("web/x.ts", "web/b.ts")
	}}},
	{"a folder is renamed", []func(*place){func(p *place) { p.rename("till", "cash") }}},
	{"a folder goes", []func(*place){func(p *place) { p.remove("app") }}},
	{"a file becomes a folder", []func(*place){func(p *place) {
		p.remove("web/b.ts")
		p.write("web/b.ts/index.ts", "export const b = 1;\n")
	}}},
	{"a file becomes a link", []func(*place){func(p *place) { p.remove("web/b.ts"); p.symlink("a.ts", "web/b.ts") }}},
	{"a link comes", []func(*place){func(p *place) { p.symlink("b.ts", "web/c.ts") }}},
	{"a file becomes binary and text again", []func(*place){
		func(p *place) { p.write("app/util.py", "def greet(n): pass\x00\n") },
		func(p *place) { p.write("app/util.py", "def greet(n): pass\n") },
	}},
	{"a file becomes empty", []func(*place){func(p *place) { p.write("app/util.py", "") }}},
	{"a file becomes too large", []func(*place){func(p *place) { p.write("app/util.py", "x = 1\n"+strings.Repeat("#", DefaultMaxFileSize)) }}},
	{"branches are switched back and forth", []func(*place){
		func(p *place) { p.git("checkout", "-q", "other") },
		func(p *place) { p.git("checkout", "-q", "main") },
		func(p *place) { p.git("checkout", "-q", "other") },
	}},
	{"rebase", []func(*place){
		func(p *place) {
			p.write("shop.go", "package shop\n\nfunc Sell() int { return 2 }\n")
			p.git("commit", "-q", "-a", "-m", "three")
		},
		func(p *place) { p.git("rebase", "-q", "other") },
	}},
	{"stash and back", []func(*place){
		func(p *place) { p.write("web/b.ts", "export const stashed = 1;\n"); p.git("stash", "-q") },
		func(p *place) { p.git("stash", "pop", "-q") },
	}},
	{"hard reset", []func(*place){func(p *place) { p.git("reset", "-q", "--hard", "other") }}},
	{"clean", []func(*place){func(p *place) { p.write("app/new.py", "x = 1\n") }, func(p *place) { p.git("clean", "-fdq") }}},
	{"a file is ignored", []func(*place){
		func(p *place) { p.write("app/new.py", "x = 1\n") },
		func(p *place) { p.write(".gitignore", "node_modules/\nnew.py\n") },
		func(p *place) { p.write(".gitignore", "node_modules/\n") },
	}},
	{"an ignored file is tracked", []func(*place){
		func(p *place) { p.write("x.log/a.py", "x = 1\n") },
		func(p *place) { p.git("add", "-f", "x.log/a.py") },
	}},
	{"the repository excludes a file", []func(*place){
		func(p *place) { p.write("app/new.py", "x = 1\n") },
		func(p *place) { p.write(".git/info/exclude", "new.py\n") },
	}},
	{"git goes", []func(*place){func(p *place) { p.write("run.log", "x"); p.remove(".git") }}},
	{"a nested repository comes", []func(*place){func(p *place) {
		p.write("vendor/lib/lib.py", "def lib(): pass\n")
		(&place{p.t, p.path("vendor/lib")}).git("init", "-q")
	}}},
	{"a submodule comes", []func(*place){func(p *place) {
		lib := &place{p.t, p.t.TempDir()}
		lib.write("lib.py", "def lib(): pass\n")
		lib.git("init", "-q")
		lib.git("add", ".")
		lib.git("commit", "-q", "-m", "lib")
		p.git("submodule", "--quiet", "add", lib.dir, "sub")
	}}},
	{"the module is renamed", []func(*place){func(p *place) { p.write("go.mod", "module example.org/other\n\ngo 1.26\n") }}},
	{"the package is renamed", []func(*place){func(p *place) { p.write("web/package.json", `{"name": "renamed", "version": "2.0.0"}`) }}},
	{"a configuration of TypeScript comes and changes", []func(*place){
		func(p *place) { p.write("web/a.ts", "import { b } from \"@/b\";\nb;\n") },
		func(p *place) { p.write("web/tsconfig.json", `{"compilerOptions": {"paths": {"@/*": ["./*"]}}}`) },
		func(p *place) { p.write("web/tsconfig.json", `{"compilerOptions": {"paths": {"@/*": ["./none/*"]}}}`) },
	}},
	{"a file is edited, then the package comes that another file imports", []func(*place){
		func(p *place) { p.write("web/c.ts", "import { d } from \"dep\";\nexport const c = d;\n") },
		func(p *place) { p.write("app/util.py", "def greet(n):\n    return n + 1\n") },
		func(p *place) {
			p.write("web/node_modules/dep/package.json", `{"name": "dep", "version": "1.0.0"}`)
			p.write("web/node_modules/dep/index.d.ts", "export const d: number;\n")
		},
	}},
	{"a dependency is installed, updated and removed", []func(*place){
		func(p *place) { p.write("web/a.ts", "import { x } from \"dep\";\nx();\n") },
		func(p *place) { p.write("web/node_modules/dep/package.json", `{"name": "dep", "version": "1.0.0"}`) },
		func(p *place) { p.write("web/node_modules/dep/package.json", `{"name": "dep", "version": "1.0.1"}`) },
		func(p *place) { p.remove("web/node_modules") },
	}},
	{"what a package declares, and what that re-exports, changes", []func(*place){
		func(p *place) {
			p.write("web/node_modules/dep/package.json", `{"name": "dep", "version": "1.0.0"}`)
			p.write("web/node_modules/dep/index.d.ts", "export * from \"./x\";\nexport declare function make(): Dep;\nexport interface Dep { one(): Dep }\n")
			p.write("web/a.ts", "import { make } from \"dep\";\nmake().one().two();\n")
		},
		func(p *place) { p.write("web/d.ts", "import { x } from \"dep\";\nx.size;\n") },
		func(p *place) { p.write("web/node_modules/dep/x.d.ts", "export declare const x: { size: number };\n") },
		func(p *place) {
			p.write("web/node_modules/dep/index.d.ts", "export * from \"./x\";\nexport declare function make(): Dep;\nexport interface Dep { one(): { two(): Dep } }\n")
		},
		func(p *place) { p.remove("web/node_modules/dep/x.d.ts") },
	}},
	{"our configuration comes, changes and goes", []func(*place){
		func(p *place) { p.write(ConfigFile, `{"exclude_patterns": ["web/"]}`) },
		func(p *place) { p.write(ConfigFile, `{"source_dirs": ["app"]}`) },
		func(p *place) { p.remove(ConfigFile) },
	}},
	{"a script gets a first line", []func(*place){
		func(p *place) { p.write("tool", "print(1)\n") },
		func(p *place) { p.write("tool", "#!/usr/bin/env python3\nprint(1)\n") },
	}},
	{"a file of no language changes", []func(*place){func(p *place) { p.write("README.md", "Another shop.\n") }}},
	{"many files at once", []func(*place){func(p *place) {
		for i := range 200 {
			p.write("app/many/m"+strings.Repeat("x", i)+".py", "from ..util import greet\ngreet(1)\n")
		}
	}, func(p *place) { p.remove("app/many") }}},
	{"a file can't be read", []func(*place){func(p *place) { p.must(os.Chmod(p.path("web/b.ts"), 0)) }, func(p *place) { p.must(os.Chmod(p.path("web/b.ts"), 0o644)) }}},
	{"a member that a receiver of unknown type may mean", []func(*place){
		func(p *place) { p.write("app/loose.py", "def f(x):\n    x.zap()\n") },
		func(p *place) {
			p.write("app/util.py", "def greet(n):\n    return n\nclass Box:\n    def open(self):\n        return 1\n    def zap(self): pass\n")
		},
	}},
	{"a global name", []func(*place){
		func(p *place) { p.write("web/global.ts", "function one() {}\n"); p.write("web/use.ts", "two();\n") },
		func(p *place) { p.write("web/global.ts", "function two() {}\n") },
	}},
	{"a key turns out to be a use, and no longer", []func(*place){
		func(p *place) {
			p.write("web/types.ts", "export interface O { n: number }\n")
			p.write("web/obj.ts", "import type { O } from \"./types\";\nexport const o = { n: 1 } satisfies O;\n")
			p.write("web/user.ts", "import { o } from \"./obj\";\no.n;\n")
		},
		func(p *place) { p.write("web/types.ts", "export interface O { m: number }\n") },
		func(p *place) { p.write("web/types.ts", "export interface X {}\nexport interface O { n: number }\n") },
	}},
	{"a syntax error comes and goes", []func(*place){
		func(p *place) { p.write("app/util.py", "def greet(n:\n    return n\n") },
		func(p *place) { p.git("checkout", "-q", "--", "app/util.py") },
	}},
	{"saved as editors do, by renaming a new file over the old", []func(*place){
		func(p *place) { p.write("web/b.ts~", "export const b = 2;\n"); p.rename("web/b.ts~", "web/b.ts") },
		func(p *place) {
			p.rename("web/b.ts", "web/b.ts~")
			p.write("web/b.ts", "export class C { n = 3 }\n")
			p.remove("web/b.ts~")
		},
	}},
	{"the same text in another file of the same name", []func(*place){
		func(p *place) { p.old("web/b.ts") },
		func(p *place) {
			p.write("web/n.ts", "export const b = 1;\nexport class C { n = 2 }\n")
			p.old("web/n.ts")
			p.rename("web/n.ts", "web/b.ts")
		},
	}},
	{"an edit through another name of the file", []func(*place){
		func(p *place) { p.must(os.Link(p.path("web/b.ts"), p.path("web/c.ts"))) },
		func(p *place) { p.write("web/c.ts", "export const linked = 1;\n") },
		func(p *place) { p.remove("web/c.ts") },
	}},
	{"a file is appended to and cut", []func(*place){
		func(p *place) { p.add("web/b.ts", "export const c = 3;\n") },
		func(p *place) { p.must(os.Truncate(p.path("web/b.ts"), 20)) },
	}},
	{"a time before 1970", []func(*place){
		func(p *place) { at := time.Unix(-5000, 0); p.must(os.Chtimes(p.path("web/b.ts"), at, at)) },
		func(p *place) { p.silently("web/b.ts", "export const h = 1;\nexport class C { n = 2 }\n") },
	}},
	{"all times change", []func(*place){func(p *place) {
		at := time.Now().Add(-48 * time.Hour)
		for _, name := range []string{"go.mod", "shop.go", "till/till.go", "app/__init__.py", "app/main.py", "app/util.py", "web/a.ts", "web/b.ts", "web/package.json", "README.md"} {
			p.must(os.Chtimes(p.path(name), at, at))
		}
	}, func(p *place) { p.write("web/b.ts", "export class C { n = 2 }\n") }}},
	{"a folder is renamed in its case only", []func(*place){func(p *place) { p.git("mv", "web", "Web") }, func(p *place) { p.git("reset", "-q", "--hard") }}},
	{"two files whose names differ in case", []func(*place){
		func(p *place) { p.write("app/Util.py", "def greet(n):\n    return -n\n") },
		func(p *place) { p.remove("app/util.py") },
	}},
	{"names in two forms of Unicode", []func(*place){
		func(p *place) { p.write("app/\u00e9.py", "x = 1\n"); p.write("app/e\u0301.py", "y = 1\n") },
		func(p *place) { p.remove("app/\u00e9.py") },
	}},
	{"odd names", []func(*place){
		func(p *place) {
			p.write("app/a b\n\t'\"$.py", "x = 1\n")
			p.write("app/\xff.py", "y = 1\n")
			p.write("-rf/:(top).py", "z = 1\n")
		},
		func(p *place) {
			p.write("app/a b\n\t'\"$.py", "xx = 1\n")
			p.remove("app/\xff.py")
			p.remove("-rf")
		},
	}},
	{"a folder becomes a link and a folder again", []func(*place){
		func(p *place) { p.rename("till", "cash"); p.symlink("cash", "till") },
		func(p *place) { p.remove("till"); p.rename("cash", "till") },
	}},
	{"a link to elsewhere changes", []func(*place){
		func(p *place) { p.symlink("app/util.py", "link.py") },
		func(p *place) { p.remove("link.py"); p.symlink("app/main.py", "link.py") },
	}},
	{"line ends are converted", []func(*place){
		func(p *place) {
			p.write(".gitattributes", "* text=auto eol=crlf\n")
			p.remove("app")
			p.git("checkout", "-q", "--", "app")
		},
		func(p *place) { p.remove(".gitattributes"); p.remove("app"); p.git("checkout", "-q", "--", "app") },
	}},
	{"a byte order mark, another encoding, a late NUL", []func(*place){
		func(p *place) { p.write("app/util.py", "\ufeffdef greet(n):\n    return n\n") },
		func(p *place) { p.write("app/util.py", "# caf\xe9\ndef greet(n):\n    return n\n") },
		func(p *place) {
			p.write("app/util.py", "def greet(n):\n    return n\n#"+strings.Repeat("x", 9000)+"\x00\n")
		},
	}},
	{"a program has written a file, and no longer", []func(*place){
		func(p *place) {
			p.write("web/b.ts", "// Code generated by a tool. DO NOT EDIT.\nexport const b = 1;\n")
		},
		func(p *place) { p.write("web/b.ts", "export const b = 1;\n") },
	}},
	{"a submodule is moved on, and goes", []func(*place){
		func(p *place) {
			lib := &place{p.t, p.t.TempDir()}
			lib.write("lib.py", "def lib(): pass\n")
			lib.git("init", "-q")
			lib.git("add", ".")
			lib.git("commit", "-q", "-m", "lib")
			lib.write("lib.py", "def newer(): pass\n")
			lib.git("commit", "-q", "-a", "-m", "newer")
			p.git("submodule", "--quiet", "add", lib.dir, "sub")
			p.git("commit", "-q", "-m", "sub")
			p.write("app/main.py", "from sub.lib import newer\nnewer()\n")
		},
		func(p *place) { (&place{p.t, p.path("sub")}).git("checkout", "-q", "HEAD~1") },
		func(p *place) { p.git("submodule", "--quiet", "update", "--init") },
		func(p *place) { p.git("submodule", "--quiet", "deinit", "-f", "sub") },
		func(p *place) { p.git("rm", "-q", "-f", "sub") },
	}},
	{"a nested repository goes, its files stay", []func(*place){
		func(p *place) {
			p.write("lib/lib.py", "def lib(): pass\n")
			(&place{p.t, p.path("lib")}).git("init", "-q")
		},
		func(p *place) { p.remove("lib/.git") },
		func(p *place) { (&place{p.t, p.path("lib")}).git("init", "-q") },
	}},
	{"a worktree in the repository's own folder", []func(*place){
		func(p *place) { p.git("worktree", "add", "-q", "--detach", "trees/one", "other") },
		func(p *place) { p.write("trees/one/web/b.ts", "export const inner = 1;\n") },
		func(p *place) { p.git("worktree", "remove", "--force", "trees/one") },
	}},
	{"only a part is checked out", []func(*place){
		func(p *place) { p.git("sparse-checkout", "set", "--cone", "app") },
		func(p *place) { p.git("sparse-checkout", "disable") },
	}},
	{"git does not look at a file", []func(*place){
		func(p *place) {
			p.git("update-index", "--assume-unchanged", "web/b.ts")
			p.write("web/b.ts", "export const hidden = 1;\n")
		},
		func(p *place) {
			p.git("update-index", "--no-assume-unchanged", "web/b.ts")
			p.git("checkout", "-q", "--", "web/b.ts")
		},
	}},
	{"a merge with conflicts, and its end", []func(*place){
		func(p *place) {
			p.write("web/b.ts", "export const b = [];\n")
			p.git("commit", "-q", "-a", "-m", "ours")
			if out, err := p.runGit("merge", "-q", "other"); err == nil {
				p.t.Fatalf("no conflict: %s", out)
			}
		},
		func(p *place) { p.git("merge", "--abort") },
	}},
	{"a cherry-pick, a revert and an amended commit", []func(*place){
		func(p *place) { p.git("cherry-pick", "other") },
		func(p *place) { p.git("revert", "--no-edit", "HEAD") },
		func(p *place) {
			p.write("app/util.py", "def greet(n): pass\n")
			p.git("commit", "-q", "-a", "--amend", "--no-edit")
		},
	}},
	{"git's files are packed, and its index is lost", []func(*place){
		func(p *place) { p.git("gc", "-q") },
		func(p *place) { p.remove(".git/index") },
		func(p *place) { p.git("reset", "-q") },
	}},
	{"a file that is ignored again by a rule below", []func(*place){
		func(p *place) { p.write("app/gen/out.py", "x = 1\n") },
		func(p *place) { p.write("app/.gitignore", "gen/*\n!gen/out.py\n") },
		func(p *place) { p.write("app/gen/.gitignore", "out.py\n") },
		func(p *place) { p.remove("app/gen/.gitignore") },
	}},
	{"a package begins and ends to be one", []func(*place){
		func(p *place) { p.remove("app/__init__.py") },
		func(p *place) {
			p.write("app/__init__.py", "from .util import greet as hello\n")
			p.write("use.py", "from app import hello\nhello(1)\n")
		},
	}},
	{"a workspace of Go modules", []func(*place){
		func(p *place) {
			p.write("tools/go.mod", "module example.org/tools\n\ngo 1.26\n")
			p.write("tools/t.go", "package tools\n\nimport \"example.org/shop/till\"\n\nvar N = till.Open(2)\n")
		},
		func(p *place) { p.write("go.work", "go 1.26\n\nuse (\n\t.\n\t./tools\n)\n") },
		func(p *place) { p.remove("go.work") },
	}},
	{"the file that a configuration extends changes", []func(*place){
		func(p *place) {
			p.write("web/a.ts", "import { b } from \"@/b\";\nb;\n")
			p.write("web/base.json", `{"compilerOptions": {"paths": {"@/*": ["./none/*"]}}}`)
			p.write("web/tsconfig.json", `{"extends": "./base.json"}`)
		},
		func(p *place) { p.write("web/base.json", `{"compilerOptions": {"paths": {"@/*": ["./*"]}}}`) },
		func(p *place) { p.remove("web/base.json") },
	}},
}

// stateOf is all that a state says of the repository.
func stateOf(t *testing.T, s *State) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Snapshot.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// declarations is a shelf with what is known of the built-in modules, and of
// nothing else.
type declarations struct {
	noShelf
	m *memShelf
}

func (d declarations) get(key store.Key, use func([]byte) error) bool { return d.m.get(key, use) }

// builtIn has the declarations of all languages and frameworks.
func builtIn(t *testing.T) declarations {
	t.Helper()
	d, err := builtIns()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// builtIns are read once: no repository has a part in what they say.
var builtIns = sync.OnceValues(func() (declarations, error) {
	m := newMemShelf()
	x := &indexer{config: NewConfig(), known: all.NewTable(all.Languages()), shelf: m}
	parser := ts.NewParser(ts.Limits{Time: x.config.ParserTimeout})
	defer parser.Close()
	codecs := newCodecs()
	defer codecs.close()
	read := map[string]bool{}
	for _, l := range all.Languages() {
		if l.Prelude == nil {
			continue
		}
		for _, d := range declared(l) {
			if read[d.Input.Path] {
				continue // by another language of the family
			}
			read[d.Input.Path] = true
			if _, err := x.prelude(context.Background(), parser, codecs, x.reader(l, d.Input.Path), d.Input); err != nil {
				return declarations{}, fmt.Errorf("declarations of %s: %w", d.Module.Name, err)
			}
		}
	}
	return declarations{m: m}, nil
})

// scratch is the state that a build from scratch gives.
func (d declarations) scratch(t *testing.T, dir string) *State {
	t.Helper()
	w, err := openWith(dir, Options{}, func(string, func(string)) (shelf, error) { return d, nil })
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Sync(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// agree compares a state with a build from scratch.
func agree(t *testing.T, when string, s, want *State) {
	t.Helper()
	if !bytes.Equal(stateOf(t, s), stateOf(t, want)) {
		t.Errorf("%s: the state is not that of a build from scratch\n%s", when, strings.Join(differing(s, want), "\n"))
	}
	if got, made := s.Report, want.Report; !got.same(made) {
		t.Errorf("%s: the report is\n%+v\nwant\n%+v", when, got, made)
	}
}

// differing are some of the references that do not mean in one state what they
// mean in another.
func differing(s, want *State) (out []string) {
	links := func(s *State, doc int32) map[string]string {
		m := map[string]string{}
		f := s.Snapshot.Docs()[doc].Facts()
		for _, l := range s.Snapshot.Links(doc) {
			r := f.Refs[l.Ref]
			m[fmt.Sprintf("%s at %d", f.Names[r.Name], r.Start)] += fmt.Sprintf(" %s (%v)", s.Snapshot.Symbol(index.ID{Doc: l.Doc, Def: l.Def}), l.Certainty)
		}
		return m
	}
	for doc, d := range want.Snapshot.Docs() {
		n, ok := s.Snapshot.Doc(d.Path)
		if !ok {
			out = append(out, d.Path+" is missing")
			continue
		}
		if d.Source == nil {
			continue
		}
		is, made := links(s, n), links(want, int32(doc))
		for _, at := range slices.Sorted(maps.Keys(made)) {
			if is[at] != made[at] {
				out = append(out, fmt.Sprintf("%s: %s:%s, want%s", d.Path, at, is[at], made[at]))
			}
		}
		for _, at := range slices.Sorted(maps.Keys(is)) {
			if made[at] == "" {
				out = append(out, fmt.Sprintf("%s: %s:%s, want none", d.Path, at, is[at]))
			}
		}
	}
	return out[:min(len(out), 20)]
}

// TestFresh makes each scenario happen to a workspace that stays open, and to
// one that is opened anew after each step: neither ever answers from the past.
func TestFresh(t *testing.T) {
	if len(scenarios) < 40 {
		t.Errorf("%d scenarios", len(scenarios))
	}
	known := builtIn(t)
	for _, sc := range scenarios {
		t.Run(sc.name, func(t *testing.T) {
			t.Parallel()
			p := &place{t, t.TempDir()}
			p.base()
			ctx := context.Background()
			memory, kept := known.shelf(), known.shelf()
			opened := func(m *memShelf) *Workspace {
				w, err := openWith(p.dir, Options{}, func(string, func(string)) (shelf, error) { return m, nil })
				if err != nil {
					t.Fatal(err)
				}
				return w
			}
			stays := opened(memory)
			for i, step := range append([]func(*place){func(*place) {}}, sc.steps...) {
				step(p)
				want := known.scratch(t, p.dir)
				s, err := stays.Sync(ctx)
				if err != nil {
					t.Fatal(err)
				}
				agree(t, "a workspace that stays", s, want)
				again := opened(kept)
				if i > 0 && again.Current() == nil {
					t.Error("nothing was kept")
				}
				if s, err = again.Sync(ctx); err != nil {
					t.Fatal(err)
				}
				agree(t, "a workspace opened anew", s, want)
				for _, w := range []*Workspace{stays, again} {
					if s, err = w.Sync(ctx); err != nil || !s.Reused {
						t.Errorf("a second look finds changes (%v)", err)
					}
				}
				agree(t, "a second look", s, want)
				if err := again.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// A file that others depend on changes while it is read: the next look knows that
// nobody has read what it has now.
func TestSupportChangesMeanwhile(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def a")
	p.write("conf", "one")
	l := toy()
	var meanwhile func()
	opened, read := 0, ""
	l.Open = func(_ context.Context, files lang.Files, _ lang.Deps) (lang.Project, error) {
		if meanwhile != nil {
			meanwhile()
		}
		data, err := files.Read("conf")
		opened, read = opened+1, string(data)
		return nil, err
	}
	m := newMemShelf()
	w, err := openWith(p.dir, Options{Known: []*lang.Language{l}}, func(string, func(string)) (shelf, error) { return m, nil })
	p.must(err)
	look := func(opens int, want string) {
		t.Helper()
		opened = 0
		_, err := w.Sync(context.Background())
		p.must(err)
		if opened != opens || read != want {
			t.Errorf("opened %d times, read %q; want %d, %q", opened, read, opens, want)
		}
	}
	look(1, "one")
	look(0, "one")
	p.write("conf", "two")
	meanwhile = func() { p.write("conf", "three") }
	look(1, "")
	meanwhile = nil
	look(1, "three")
	look(0, "three")
}

// A file changes while its language checks it, and is what it was when the next
// look comes: what came of the change does not stay.
func TestChangesAndComesBack(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def a")
	l := toy()
	var meanwhile func()
	checked, whole := 0, true
	l.Check = func(_ context.Context, in lang.CheckInput) error {
		if meanwhile != nil {
			meanwhile()
		}
		_, err := in.Files.Read("a.toy")
		checked, whole = checked+1, err == nil
		return nil
	}
	m := newMemShelf()
	opened := func() *Workspace {
		w, err := openWith(p.dir, Options{Known: []*lang.Language{l}}, func(string, func(string)) (shelf, error) { return m, nil })
		p.must(err)
		return w
	}
	meanwhile = func() { p.write("a.toy", "def b") }
	w := opened()
	_, err := w.Sync(context.Background())
	p.must(err)
	if whole {
		t.Fatal("the change was not noticed")
	}
	meanwhile = nil
	p.write("a.toy", "def a")
	for _, w := range []*Workspace{w, opened()} {
		checked = 0
		_, fresh, err := w.Answer(context.Background(), func(*State) []string { return []string{"a.toy"} })
		p.must(err)
		if checked != 1 || !whole || !fresh.Complete {
			t.Errorf("checked %d times, whole: %v, %+v", checked, whole, fresh)
		}
	}
	meanwhile = func() { p.write("a.toy", "def a "+strings.Repeat("a ", checked)) }
	p.write("a.toy", "def b")
	checked = 0
	_, fresh, err := w.Answer(context.Background(), func(*State) []string { return []string{"a.toy"} })
	p.must(err)
	if checked != maxAsked || !whole || fresh.Complete || !slices.Equal(fresh.Stale, []string{"a.toy"}) || !strings.Contains(fresh.Why, "changed meanwhile") {
		t.Errorf("changes without end: checked %d times, whole: %v, %+v", checked, whole, fresh)
	}
}

// An index whose artefacts are lost, or whose state is damaged, is made anew.
func TestDamagedShelf(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.base()
	want := builtIn(t).scratch(t, p.dir)
	m := newMemShelf()
	opened := func() *Workspace {
		w, err := openWith(p.dir, Options{}, func(string, func(string)) (shelf, error) { return m, nil })
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	if _, err := opened().Sync(context.Background()); err != nil {
		t.Fatal(err)
	}
	state := m.state
	for n := range 40 {
		m.state = bytes.Clone(state)
		switch {
		case n < 20:
			m.state = m.state[:len(m.state)*n/20]
		default:
			m.state[(n-20)*8] ^= 0xff
		}
		w := opened()
		s, err := w.Sync(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		agree(t, "after damage", s, want)
	}
}

// TestOpenFails checks errors that users see.
func TestOpenFails(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "none"), Options{}); err == nil || errors.Is(err, errNothing) {
		t.Errorf("a folder that is missing: %v", err)
	}
}

// A workspace on disk: opened by one process, then by the next.
func TestOnDisk(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.base()
	ctx := context.Background()
	want := scratchOf(t, p.dir)
	for round := range 3 {
		w, err := Open(p.dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if round > 0 {
			if w.Current() == nil {
				t.Fatal("nothing was kept")
			}
			agree(t, "before a look", w.Current(), want)
		}
		s, err := w.Sync(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if s.Reused != (round > 0) || len(s.Report.Warnings) > 0 {
			t.Errorf("round %d: reused %v, warnings %q", round, s.Reused, s.Report.Warnings)
		}
		agree(t, "on disk", s, want)
		if round == 1 {
			// Another one meanwhile reads what is there, and is right nevertheless.
			p.write("web/b.ts", "export const other = 1;\n")
			want = scratchOf(t, p.dir)
			reader, err := Open(p.dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := reader.Sync(ctx)
			if err != nil {
				t.Fatal(err)
			}
			agree(t, "a second process", got, want)
			if err := reader.Close(); err != nil {
				t.Error(err)
			}
			if _, err := w.Sync(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
	if out, err := exec.Command("git", "-C", p.dir, "status", "--porcelain").Output(); err != nil || strings.Contains(string(out), StateDir) {
		t.Errorf("git sees our folder: %s (%v)", out, err)
	}
}

func scratchOf(t *testing.T, dir string) *State {
	t.Helper()
	s, r, err := Index(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &State{Snapshot: s, Report: r}
}
