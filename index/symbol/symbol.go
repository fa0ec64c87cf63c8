// Package symbol builds and reads SCIP symbol strings without the SCIP
// bindings, which live in scip only.
//
// The grammar is the one of scip.proto (message Symbol):
//
//	<symbol> ::= <scheme> ' ' <package> ' ' (<descriptor>)+ | 'local ' <local-id>
package symbol

// Suffix is the kind of a descriptor.
type Suffix uint8

// The descriptor suffixes of scip.proto.
const (
	None          Suffix = iota
	Namespace            // name/
	Type                 // name#
	Term                 // name.
	Method               // name(disambiguator).
	TypeParameter        // [name]
	Parameter            // (name)
	Meta                 // name:
	Macro                // name!
)

// Descriptor is one step of a symbol's path.
type Descriptor struct {
	Name          string
	Disambiguator string // methods only: "" or "+1", "+2", …
	Suffix        Suffix
}

// Package names where a symbol lives. Empty fields are written as ".".
type Package struct {
	Manager, Name, Version string
}

// Symbol is a parsed global symbol.
type Symbol struct {
	Scheme      string
	Package     Package
	Descriptors []Descriptor
}
