package python

import (
	"embed"
	"strings"
	"sync"

	"codeintel/index/lang"
)

//go:embed prelude/*.pyi
var preludeFiles embed.FS

// preludeRoot begins the paths of the declarations; no path in a repository
// begins like this.
const preludeRoot = "/stdlib/"

// declared are the modules of the standard library that have declarations, and
// the packages around them.
var declared = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, p := range prelude() {
		for n := p.Module.Name; n != ""; n = parentModule(n) {
			set[n] = true
		}
	}
	return set
})

// parentModule is the module that a dotted name lies in, "" when in none.
func parentModule(name string) string { return name[:max(strings.LastIndexByte(name, '.'), 0)] }

// prelude declares the parts of the standard library that carry types of the
// repository through, and names what else is used most. The text is ours: the
// facts of the library's documentation, and its own introspection, in the
// fewest words that types can be inferred from.
func prelude() []lang.Prelude {
	return lang.PreludeFiles(preludeFiles, func(file string, src []byte) lang.Prelude {
		name := strings.TrimSuffix(file, ".pyi")
		return lang.Prelude{
			Module: *external(name, stdlibAt),
			Input:  lang.Input{Path: preludeRoot + file, Src: src},
			Global: name == "builtins",
		}
	})
}
