package lang

import (
	"io/fs"

	"codeintel/index/symbol"
)

// Sought is an external symbol whose definition is looked for beside the repository.
type Sought struct {
	Symbol symbol.Symbol
	// From is the file that uses it, relative to the repository.
	From string
	Deps Deps
}

// Source is a file beside the repository that may define a symbol.
type Source struct {
	// Tree is one of Deps, Path the file in it.
	Tree fs.FS
	Path string
	// Below are the descriptors of the symbol after those of the file itself; none
	// where the symbol is the file, or what it is a part of.
	Below []symbol.Descriptor
	// Again are the files that the symbol may come from where this one has the facts
	// f, and no such definition: it hands on what another defines. Nil for none.
	Again func(f *Facts) []Source
}
