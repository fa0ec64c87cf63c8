// Package golang is the Go language: syntax by go/parser, configuration by
// go.mod and go.work, names by go/types. Its symbols are written as scip-go
// writes them.
package golang

import (
	"go/types"
	"path"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// Language is Go.
func Language() *lang.Language {
	return &lang.Language{
		Depth:      lang.DepthChecked,
		Name:       "go",
		SCIPName:   "Go",
		Family:     "go",
		Served:     true,
		Extensions: []string{".go"},
		Version:    5,
		Extract:    extract,
		Open:       open,
		Sources:    sources,
		Universe: symbol.Symbol{Scheme: scheme, Package: symbol.Package{Manager: manager, Name: stdModule},
			Descriptors: []symbol.Descriptor{{Name: "builtin", Suffix: symbol.Namespace}}},
		Check:  check,
		Note:   func(f *lang.Facts) any { return textless(declares(f)) },
		Chunks: chunking,
		Words:  wordsOf,
		Rules: lang.Rules{
			FileScopeExports: true,
			Predeclared:      predeclared(),
			Shared: func(file string, f *lang.Facts) string {
				return path.Dir(file) + " " + f.Package
			},
			SharedInFolder: true,
		},
	}
}

// predeclared are the names of the universe scope.
func predeclared() map[string]bool {
	out := map[string]bool{}
	for _, n := range types.Universe.Names() {
		out[n] = true
	}
	return out
}
