package index

import (
	"cmp"
	"slices"
	"strconv"

	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// A symbol that is nested deeper, or whose names are longer together, is local:
// strings of hostile files would grow with the square of the file.
const (
	maxDescriptors = 64
	maxNames       = 4096
)

// class says what symbol a definition has.
type class uint8

const (
	noSymbol class = iota
	localSymbol
	globalSymbol
)

// chain collects the chain of definitions that the symbol of def is made of,
// outermost first, in buf.
func (s *Snapshot) chain(doc int32, def lang.DefID, buf *[maxDescriptors]lang.DefID) (steps []lang.DefID, c class) {
	f := s.docs[doc].Facts()
	if _, yielded := slices.BinarySearch(s.yielded[doc], f.Canonical(def)); yielded {
		return nil, noSymbol
	}
	return chainIn(f, def, buf)
}

// chainIn is chain for a file that need not be in a snapshot.
func chainIn(f *lang.Facts, def lang.DefID, buf *[maxDescriptors]lang.DefID) (steps []lang.DefID, c class) {
	def = f.Canonical(def)
	d := &f.Defs[def]
	switch {
	case d.Flags&(lang.Binding|lang.Elsewhere) != 0:
		return nil, noSymbol
	case d.Suffix == symbol.None && (d.Flags&lang.Local == 0 || d.Flags&lang.Synthetic != 0):
		return nil, noSymbol
	case d.Flags&lang.Local == 0 && descriptorName(f, d) == "":
		return nil, noSymbol
	}
	at, length := len(buf), 0
	for n := 0; ; n++ {
		if d.Flags&lang.Local != 0 || at == 0 || n == 4*maxDescriptors || length > maxNames {
			return nil, localSymbol
		}
		if d.Suffix != symbol.None {
			at--
			buf[at] = def
			length += len(descriptorName(f, d))
		}
		if d.Parent < 0 {
			break
		}
		def = f.Canonical(d.Parent)
		d = &f.Defs[def]
	}
	if length > maxNames {
		return nil, localSymbol
	}
	return buf[at:], globalSymbol
}

func descriptorName(f *lang.Facts, d *lang.Def) string {
	if d.Desc != 0 {
		return f.Names[d.Desc]
	}
	return f.Names[d.Name]
}

// appendGlobal appends the symbol of a definition that is global; else it
// returns b as it is.
func (s *Snapshot) appendGlobal(b []byte, doc int32, def lang.DefID) ([]byte, class) {
	var buf [maxDescriptors]lang.DefID
	f := s.docs[doc].Facts()
	steps, c := s.chain(doc, def, &buf)
	if c != globalSymbol {
		return b, c
	}
	b = append(b, s.prefix[doc]...)
	for _, step := range steps {
		d := &f.Defs[step]
		b = symbol.AppendDescriptor(b, descriptorName(f, d), d.Suffix, symbol.Disambiguator(int(d.Disamb)))
	}
	return b, globalSymbol
}

// Symbols are the symbol strings of one file: the numbers of its local symbols
// are worked out once.
type Symbols struct {
	s     *Snapshot
	doc   int32
	local []int32 // by definition: number, isGlobal or isNone
}

const (
	isGlobal int32 = -1
	isNone   int32 = -2
)

// Symbols of a file. Local symbols are numbered in the order in which they are
// first defined.
func (s *Snapshot) Symbols(doc int32) *Symbols {
	t := &Symbols{s: s, doc: doc}
	f := s.docs[doc].Facts()
	if f == nil {
		return t
	}
	t.local = make([]int32, len(f.Defs))
	var order []lang.DefID
	var buf [maxDescriptors]lang.DefID
	for i := range f.Defs {
		switch _, c := s.chain(doc, lang.DefID(i), &buf); {
		case c == noSymbol:
			t.local[i] = isNone
		case c == globalSymbol:
			t.local[i] = isGlobal
		case f.Defs[i].Same < 0:
			order = append(order, lang.DefID(i))
		}
	}
	slices.SortFunc(order, func(x, y lang.DefID) int {
		a, b := &f.Defs[x], &f.Defs[y]
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(x, y))
	})
	for n, def := range order {
		t.local[def] = int32(n)
	}
	return t
}

// Append appends the symbol of id to b, as it is called in t's file; nothing
// when it has none there, as another file's local symbols.
func (t *Symbols) Append(b []byte, id ID) []byte {
	if id.Doc == t.doc && id.Def >= 0 {
		def := t.s.docs[t.doc].Facts().Canonical(id.Def)
		switch n := t.local[def]; n {
		case isNone:
			return b
		case isGlobal:
		default:
			return strconv.AppendInt(append(b, symbol.LocalScheme+" "...), int64(n), 10)
		}
	}
	return t.s.AppendGlobal(b, id)
}

// AppendGlobal appends the symbol of id to b; nothing when it has none or one
// that is local to its file.
func (s *Snapshot) AppendGlobal(b []byte, id ID) []byte {
	switch {
	case !s.valid(id):
	case id.IsExternal():
		b = append(b, s.externals[id.Def].Symbol...)
	case id.Def == resolve.ModuleDef:
		b = append(b, s.module[id.Doc]...)
	default:
		b, _ = s.appendGlobal(b, id.Doc, id.Def)
	}
	return b
}

// Symbol is the SCIP symbol of id as it is called in its own file, "" when it
// has none.
func (s *Snapshot) Symbol(id ID) string {
	b := s.AppendGlobal(nil, id)
	if len(b) == 0 && s.valid(id) && id.Doc >= 0 && id.Def >= 0 {
		b = s.Symbols(id.Doc).Append(nil, id)
	}
	return string(b)
}
