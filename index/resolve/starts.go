package resolve

import (
	"cmp"
	"encoding/binary"
	"slices"

	"codeintel/index/lang"
)

// Starts are where the definitions and references of a file begin, as AddChecked asks
// for them: some bytes for each, made while the facts are at hand, so that these need
// not be read again. They do not change.
type Starts struct{ defs, refs []byte }

// NewStarts are those of facts, of which nothing is kept.
func NewStarts(f *lang.Facts) *Starts {
	var s Starts
	was := startAt{}
	for _, x := range newStarts(f) {
		s.defs = binary.AppendUvarint(s.defs, uint64(x.at-was.at))
		s.defs = binary.AppendVarint(s.defs, int64(x.def)-int64(was.def))
		was = x
	}
	at := uint32(0)
	for i := range f.Refs {
		s.refs = binary.AppendVarint(s.refs, int64(f.Refs[i].Start)-int64(at))
		at = f.Refs[i].Start
	}
	return &Starts{slices.Clip(s.defs), slices.Clip(s.refs)}
}

// list has the definitions.
func (s *Starts) list() starts {
	var out starts
	for b, x := s.defs, (startAt{}); len(b) > 0; {
		at, n := binary.Uvarint(b)
		def, k := binary.Varint(b[n:])
		b = b[n+k:]
		x = startAt{x.at + uint32(at), x.def + lang.DefID(def)}
		out = append(out, x)
	}
	return slices.Clip(out)
}

// next is engine.refStarts.
func (s *Starts) next() func() (uint32, bool) {
	b, at := s.refs, uint32(0)
	return func() (uint32, bool) {
		if len(b) == 0 {
			return 0, false
		}
		d, n := binary.Varint(b)
		b, at = b[n:], uint32(int64(at)+d)
		return at, true
	}
}

// starts are a file's definitions, by the start of their identifier.
type starts []startAt

type startAt struct {
	at  uint32
	def lang.DefID // the first of its symbol
}

func newStarts(f *lang.Facts) starts {
	out := make(starts, 0, len(f.Defs))
	for d := range f.Defs {
		if def := &f.Defs[d]; def.Flags&lang.Binding == 0 && def.End > def.Start {
			out = append(out, startAt{def.Start, f.Canonical(lang.DefID(d))})
		}
	}
	slices.SortStableFunc(out, func(a, b startAt) int { return cmp.Compare(a.at, b.at) })
	return slices.Clip(out)
}

// defStarts are the starts of the definitions of file i.
func (e *engine) defStarts(i int32) starts {
	if s := e.input(i).Starts; s != nil {
		return s.list()
	}
	return newStarts(e.input(i).Facts())
}

// refStarts gives the starts of the references of file i, one with each call, in their
// order; false behind the last.
func (e *engine) refStarts(i int32) func() (uint32, bool) {
	if s := e.input(i).Starts; s != nil {
		return s.next()
	}
	refs := e.input(i).Facts().Refs
	return func() (uint32, bool) {
		if len(refs) == 0 {
			return 0, false
		}
		at := refs[0].Start
		refs = refs[1:]
		return at, true
	}
}
