// Package prelude declares JavaScript's and TypeScript's built-in objects, the
// most used part of the DOM, the modules of Node, and what values of Vue hold:
// their names, so that uses of them are external symbols, and as much of their
// types as carries the types of a repository through (callbacks, promises,
// collections).
//
// The files are named as scip-typescript names the files of the same
// declarations, because those names are part of the symbols. They are ours and
// declare what the engine can use rather than what a compiler needs: an
// iterator's own [Symbol.iterator] gives an Iterable, overloads that differ in
// more than the number of arguments are one, and a module with export = also
// exports its members by name.
package prelude

import (
	"embed"
	"regexp"
	"strings"
	"sync"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

//go:embed lib/*.d.ts node/*.d.ts vue/*.d.ts
var files embed.FS

// Packages of the declarations.
const (
	// LibPackage and LibVersion are the package of the files in lib: the
	// compiler that scip-typescript brings along, whatever the repository uses.
	LibPackage = "typescript"
	LibVersion = "5.9.3"
	// NodePackage is the package of the files in node. Its version is the
	// repository's business.
	NodePackage = "@types/node"
	// VuePackage is the package of the files in vue, as for Node.
	VuePackage = "vue"
)

// nodeGlobals are the files in node that declare global names, with the file
// and the blocks in it that @types/node declares them in.
var nodeGlobals = map[string][]string{
	"globals.d.ts":        {"globals.d.ts"},
	"buffer.global.d.ts":  {"buffer.d.ts", `"buffer"`, "global"},
	"module.global.d.ts":  {"module.d.ts", `"module"`, "global"},
	"process.global.d.ts": {"process.d.ts", `"process"`, "global"},
	"timers.global.d.ts":  {"timers.d.ts", `"timers"`, "global"},
}

// Files returns the declarations, in a fixed order. A module of Node is called
// by its specifier without "node:"; files that declare global names have names
// that no import specifier has.
func Files() []lang.Prelude {
	var out []lang.Prelude
	add := func(dir, file, name string, global bool, pkg symbol.Package, path ...string) {
		src, err := files.ReadFile(dir + "/" + file)
		if err != nil {
			return // not possible: the name was read from the same files
		}
		m := lang.Module{Name: name, External: true, Package: pkg}
		for _, p := range path {
			m.Path = append(m.Path, symbol.Descriptor{Name: p, Suffix: symbol.Namespace})
		}
		out = append(out, lang.Prelude{Module: m, Input: lang.Input{Path: "node_modules/" + pkg.Name + "/" + dir + "/" + file, Src: src}, Global: global})
	}
	for _, file := range list("lib") {
		pkg := symbol.Package{Manager: "npm", Name: LibPackage, Version: LibVersion}
		add("lib", file, "lib:"+file, true, pkg, "lib", file)
	}
	for _, file := range list("node") {
		pkg := symbol.Package{Manager: "npm", Name: NodePackage}
		if path, ok := nodeGlobals[file]; ok {
			add("node", file, "global:"+file, true, pkg, path...)
			continue
		}
		// fs+promises.d.ts is the module fs/promises.
		name := strings.ReplaceAll(strings.TrimSuffix(file, ".d.ts"), "+", "/")
		add("node", file, name, false, pkg, append(strings.Split(name+".d.ts", "/"), `"`+name+`"`)...)
	}
	for _, file := range list("vue") {
		add("vue", file, strings.TrimSuffix(file, ".d.ts"), false, symbol.Package{Manager: "npm", Name: VuePackage})
	}
	return out
}

func list(dir string) []string {
	entries, err := files.ReadDir(dir)
	if err != nil {
		return nil // not possible: the folder is embedded
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// globals are the names that the files in lib declare for all programs.
var globals = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	entries, err := files.ReadDir("lib")
	if err != nil {
		return out // not possible: the folder is a part of the program
	}
	for _, e := range entries {
		src, err := files.ReadFile("lib/" + e.Name())
		if err != nil {
			continue // as above
		}
		for _, m := range declaration().FindAllSubmatch(src, -1) {
			out[string(m[1])] = true
		}
	}
	return out
})

// declaration is the beginning of a top-level declaration in our files.
var declaration = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:declare )?(?:abstract )?(?:interface|class|type|namespace|var|let|const|function|enum) ([\w$]+)`)
})

// DeclaresGlobal says whether the language or the DOM has a global of that name.
func DeclaresGlobal(name string) bool { return globals()[name] }
