package php

import (
	"embed"

	"codeintel/index/lang"
)

//go:embed prelude/*.php
var preludeFiles embed.FS

// prelude declares the built-in classes and functions that carry types of the
// repository through, and those that are used most. The text is ours, in the
// fewest words that types can be inferred from.
func prelude() []lang.Prelude {
	return lang.PreludeFiles(preludeFiles, func(file string, src []byte) lang.Prelude {
		return lang.Prelude{
			Module: lang.Module{Name: "php/" + file, External: true, Package: builtinAt},
			Input:  lang.Input{Path: "/php/" + file, Src: src},
			Global: true,
		}
	})
}
