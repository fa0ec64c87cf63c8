package lsp

import (
	"codeintel/index"
	"codeintel/index/resolve"
)

// named is the name at a place, and what it means there, as far as an answer about the
// file may say it.
type named struct {
	index.At
	// symbols are the certain ones, definitions first, and then those that are only
	// possible.
	symbols []index.Candidate
}

// named finds the name at a place. It is false where there is none, or none that is
// answered: of a language with a server of its own those only that lead across.
func (v *view) named(at place) (named, bool) {
	m := v.mode(at.doc)
	if m == modeOff {
		return named{}, false
	}
	found, ok := v.snap.SymbolAt(at.path, at.offset)
	if !ok {
		return named{}, false
	}
	n := named{At: found}
	for _, sure := range [2]bool{true, false} {
		for _, c := range found.Symbols {
			if (c.Certainty == resolve.Resolved) == sure && (m == modePrimary || v.crosses(at.doc, &c)) {
				n.symbols = append(n.symbols, c)
			}
		}
	}
	return n, len(n.symbols) > 0
}

// likely are the symbols that are certain, or all where none is.
func (n *named) likely() []index.ID {
	var out []index.ID
	for _, c := range n.symbols {
		if c.Certainty == n.symbols[0].Certainty {
			out = append(out, c.ID)
		}
	}
	return out
}

// crosses says whether what a name of a file means is for us to tell, where another
// server answers about its language.
func (v *view) crosses(doc int32, c *index.Candidate) bool {
	return c.Across || !c.Definition && !c.ID.IsExternal() && v.news(doc, c.ID.Doc)
}
