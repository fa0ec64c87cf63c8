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
		out = append(out, lang.Prelude{
			Module: lang.Module{Name: "php/" + e.Name(), External: true, Package: builtinAt},
			Input:  lang.Input{Path: "/php/" + e.Name(), Src: src},
			Global: true,
		})
	}
	return out
}
