package lang

// LiteralKind is what a Literal is.
type LiteralKind uint8

// Kinds of values.
const (
	LiteralOther  LiteralKind = iota // nothing that is known without running the code
	LiteralString                    // a literal string
	LiteralObject
	LiteralArray
	LiteralCall
)

// Literal is what an expression of a configuration file says by itself, for
// frameworks: names of the file are followed to what they stand for.
type Literal struct {
	Kind LiteralKind
	// Text is that of a string, else the source on one line.
	Text       string
	Start, End uint32
	Members    []Entry    // of an object
	Elements   []*Literal // of an array, or the arguments of a call
	// Module is the specifier of the module that it is taken from, or that the
	// function called is, "" for none.
	Module string
}

// Entry is a member of an object, as a range from its key to the end of its value.
// Members that are spread into the object from one that is not known have the Name
// "...".
type Entry struct {
	Name       string
	Value      *Literal
	Start, End uint32
}

// Get is the last member of that name, false where there is none. A nil v has none.
func (v *Literal) Get(name string) (Entry, bool) {
	if v == nil {
		return Entry{}, false
	}
	for i := len(v.Members) - 1; i >= 0; i-- {
		if v.Members[i].Name == name {
			return v.Members[i], true
		}
	}
	return Entry{}, false
}

// Exported says what the module that the file is gives to those that load it: its
// default export.
func (b *Builder) Exported(v *Literal) {
	if b.read != nil {
		b.read.exported = v
	}
}

// Exported is what the file gives to those that load it, nil where that is not
// known. Languages tell it where the facts are rich.
func (r *Reading) Exported() *Literal { return r.read.exported }
