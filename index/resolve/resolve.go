// Package resolve finds what a name in a file means: by scopes, imports,
// members and types. It works on Facts alone; what depends on configuration
// (modules, packages) it asks of each family's lang.Project.
package resolve

import (
	"codeintel/index/lang"
)

// File is one file to resolve; its number is its place in Input.Files.
type File struct {
	Path string
	Lang *lang.Language // may be nil where Facts is
	// Facts gives the file's facts, the same each time and from any number of
	// goroutines; it is nil when the file has none. They are asked for when they
	// are needed, and may be asked for again.
	Facts func() *lang.Facts
	// Closed: none of the facts' definitions is Open. Where it is not known it is false.
	Closed bool
	// Starts are those of the facts, where AddChecked may be told of the file; nil where
	// they are not at hand.
	Starts *Starts
	// Rows are those of the facts; nil where they are not at hand.
	Rows *Rows
	// Prelude is the external module that the file declares, nil for the
	// repository's own files.
	Prelude *lang.Module
}

// Known is a File.Facts for facts that are in memory.
func Known(f *lang.Facts) func() *lang.Facts {
	if f == nil {
		return nil
	}
	return func() *lang.Facts { return f }
}

// Input of New.
type Input struct {
	Files []File // sorted by Path
	// Others, by number, are files that are other ones than in Files, with the same
	// path, the same language, and facts if that has facts.
	Others   map[int32]*File
	Preludes []File // declarations of built-in modules
	Projects map[string]lang.Project
	Jobs     int
	// Memory is about how many bytes of facts are kept at a time; 0 means 256 MiB.
	Memory int64
	// Earlier, when set, spares resolving what an earlier Run has resolved.
	Earlier Earlier
	// Typing spares resolving most of a file in which a function is typed, too. Deps then
	// may have more than is depended on.
	Typing bool
	// Fuel is how many steps the references of one file may take; 0 means many times more
	// than files take that people write.
	Fuel int
	// Tables, when set, are those of this Input, made by Tables.With from those of
	// an earlier Run: what these have need not be made again.
	Tables *Tables
	// Pack keeps the links packed, which takes longer and a quarter of the memory:
	// Result.Links is nil, and LinksOf has them.
	Pack bool
	// Progress, when set, is called after each file, from several goroutines.
	Progress func()
}

// Link is a resolved reference: Ref of a file means definition Def of file
// Doc (Def is ModuleDef for the file as a module), or, when Doc is External,
// entry Def of Result.Externals. A Ref has no link (unresolved), one, or
// several (it stands for several symbols).
type Link struct {
	Ref       lang.RefID
	Doc       int32
	Def       lang.DefID
	Certainty Certainty
}

// Special values of Link.
const (
	External  int32      = -1 // Doc
	ModuleDef lang.DefID = -1 // Def
)

// Certainty says how sure a link is.
type Certainty uint8

// Certainties, the surest first.
const (
	Resolved Certainty = iota // by the language's rules
	Possible                  // may be: by name, or one of several
)

// String is the certainty as printed to users.
func (c Certainty) String() string {
	if c == Resolved {
		return "resolved"
	}
	return "possible"
}

// Relation says that definition Def of a file is related to another symbol,
// named as in Link.
type Relation struct {
	Def    lang.DefID
	Kind   lang.RelationKind
	Doc    int32
	Target lang.DefID
}

// Result of Resolver.Run, indexed by file. With Input.Earlier, which leaves most files
// out, Links, Relations, Yielded and Deps are nil: the methods have them either way.
type Result struct {
	// Redone are the files that the result has something of, ascending: all with
	// facts, without Input.Earlier.
	Redone []int32
	// Checked are the files that AddChecked was called for.
	Checked   []bool
	Links     [][]Link     // sorted by Ref; nil when they are packed
	Relations [][]Relation // sorted by Def
	Externals []lang.External
	// Yielded are the Contextual definitions that turned out to be uses of a
	// member of the type that their place expects: they define nothing. Sorted.
	Yielded [][]lang.DefID
	// Deps are what the links of each file depend on; those of files that
	// AddChecked was called for only have where the links lead.
	Deps []Deps
	// Failed names the files that have not all links they should have, with the cause: the
	// engine itself failed, or a bound was met.
	Failed map[int32]string

	packed []packedLinks     // instead of Links
	few    pages[fileResult] // instead of all of them
}
