package python

import (
	"embed"
	"strings"

	"codeintel/index/lang"
)

//go:embed prelude/*.pyi
var preludeFiles embed.FS

// prelude declares the parts of the standard library that carry types of the
// repository through: containers, iteration, copying. Its classes are
// complete, its modules are not.
func prelude() []lang.Prelude {
	entries, err := preludeFiles.ReadDir("prelude")
	if err != nil {
		return nil
	}
	var out []lang.Prelude
	for _, e := range entries {
		src, err := preludeFiles.ReadFile("prelude/" + e.Name())
		if err != nil {
			return nil
		}
		name := strings.TrimSuffix(e.Name(), ".pyi")
		out = append(out, lang.Prelude{
			Module: *external(name, stdlibAt),
			Input:  lang.Input{Path: name + ".pyi", Src: src},
		})
	}
	return out
}
