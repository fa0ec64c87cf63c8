package index

import (
	"cmp"
	"slices"
	"sort"
	"sync"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// ID names a symbol of one Snapshot in the terms of resolve.Link: definition
// Def of file Doc, the file itself where Def is resolve.ModuleDef, or entry Def
// of Externals where Doc is resolve.External. Several IDs can have the same
// symbol: further definitions of it, in the same file or in others.
type ID struct {
	Doc int32
	Def lang.DefID
}

// IsExternal says whether the repository does not define the symbol.
func (id ID) IsExternal() bool { return id.Doc == resolve.External }

// IsModule says whether id is a file as a module.
func (id ID) IsModule() bool { return id.Doc != resolve.External && id.Def == resolve.ModuleDef }

// valid says whether the snapshot has such a symbol.
func (s *Snapshot) valid(id ID) bool {
	if id.IsExternal() {
		_, dead := s.dead[id.Def]
		return id.Def >= 0 && int(id.Def) < len(s.externals) && !dead
	}
	if id.Doc < 0 || int(id.Doc) >= len(s.docs) || s.docs[id.Doc].Source == nil {
		return false
	}
	return id.Def >= resolve.ModuleDef && int(id.Def) < s.docs[id.Doc].defs()
}

// Canonical is the ID that stands for a valid ID's symbol in its file: the
// first definition of it; for an external symbol the first such, or the
// definition in the repository where there is one after all.
func (s *Snapshot) Canonical(id ID) ID {
	switch {
	case id.Doc >= 0 && id.Def >= 0:
		id.Def = s.docs[id.Doc].Facts().Canonical(id.Def)
	case id.Doc == resolve.External && len(s.alias) > 0:
		if other, ok := s.alias[id.Def]; ok {
			return other
		}
	}
	return id
}

// standing is Canonical of a valid ID. It reads the facts of its file only where it is
// not canonical and global: for who has to do with files of which no more is asked.
func (s *Snapshot) standing(id ID) ID {
	if _, ok := s.row(id); ok {
		return id
	}
	return s.Canonical(id)
}

// sameDef says that a definition is a further one of the symbol of another.
type sameDef struct{ def, first lang.DefID }

// sameDefs are those of a file, in order.
func sameDefs(f *lang.Facts) []sameDef {
	var out []sameDef
	for i := range f.Defs {
		if first := f.Defs[i].Same; first >= 0 {
			out = append(out, sameDef{lang.DefID(i), first})
		}
	}
	return slices.Clip(out)
}

// canonical is Canonical without a look at the facts of the file, which may have
// to be read.
func (s *Snapshot) canonical(id ID) ID {
	if id.Doc < 0 || id.Def < 0 {
		return s.Canonical(id)
	}
	same := (*s.same.get(s.findSame))[id.Doc]
	if i, ok := slices.BinarySearchFunc(same, id.Def, func(x sameDef, d lang.DefID) int { return cmp.Compare(x.def, d) }); ok {
		id.Def = same[i].first
	}
	return id
}

func (s *Snapshot) findSame() [][]sameDef {
	out := make([][]sameDef, len(s.docs))
	for doc, d := range s.docs {
		if f := d.Facts(); f != nil {
			out[doc] = sameDefs(f)
		}
	}
	return out
}

// number maps the valid IDs onto 0 … s.numbers()-1: file by file the module and
// its definitions, then the external symbols.
func (s *Snapshot) number(id ID) uint32 {
	if id.IsExternal() {
		return s.base[len(s.docs)] + uint32(id.Def)
	}
	return s.base[id.Doc] + uint32(id.Def-resolve.ModuleDef)
}

func (s *Snapshot) numbers() int { return int(s.base[len(s.docs)]) + len(s.externals) }

// id is the inverse of number.
func (s *Snapshot) id(number uint32) ID {
	if end := s.base[len(s.docs)]; number >= end {
		return ID{resolve.External, lang.DefID(number - end)}
	}
	doc := upper(s.base, number)
	return ID{doc, lang.DefID(number-s.base[doc]) + resolve.ModuleDef}
}

// upper is the largest i with starts[i] <= n, for ascending starts of which the
// first is not above n.
func upper(starts []uint32, n uint32) int32 {
	return int32(sort.Search(len(starts), func(i int) bool { return starts[i] > n })) - 1
}

// lazy is a value made when it is first asked for.
type lazy[T any] struct {
	once  sync.Once
	value T
}

func (l *lazy[T]) get(build func() T) *T {
	l.once.Do(func() { l.value = build() })
	return &l.value
}
