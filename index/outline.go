package index

import (
	"cmp"
	"slices"

	"codeintel/index/lang"
)

// OutlineItem is a definition that a file is made of.
type OutlineItem struct {
	Location
	Name  string
	Kind  lang.Kind
	Sig   string
	Doc   string
	Depth int // 0 at the top of the file
}

// Outline lists a file's definitions in pre-order: each followed by what lies
// in it, by their places. Parameters, type parameters and what is local to a
// function are left out; what lies in one of these, or in a container of another
// file (a Go method whose type is declared elsewhere), moves up. It is false when the file is unknown or was not
// parsed.
func (s *Snapshot) Outline(path string) ([]OutlineItem, bool) {
	doc, ok := s.Doc(path)
	if !ok || s.docs[doc].Source == nil {
		return nil, false
	}
	f := s.docs[doc].Facts()
	const top = lang.NoDef
	listed := make([]bool, len(f.Defs))
	var buf [maxDescriptors]lang.DefID
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Same < 0 && d.Flags&lang.Synthetic == 0 && (d.Flags&lang.Param == 0 || d.Flags&lang.Member != 0) && d.Kind != lang.KindTypeParameter {
			_, c := s.chain(doc, lang.DefID(i), &buf)
			listed[i] = c == globalSymbol
		}
	}
	children := map[lang.DefID][]lang.DefID{}
	for i := range f.Defs {
		if !listed[i] {
			continue
		}
		parent := top
		for p := f.Defs[i].Parent; p >= 0 && parent < 0; p = f.Defs[p].Parent {
			if p = f.Canonical(p); listed[p] {
				parent = p
			}
		}
		children[parent] = append(children[parent], lang.DefID(i))
	}
	for _, ids := range children {
		slices.SortStableFunc(ids, func(a, b lang.DefID) int { return cmp.Compare(f.Defs[a].Start, f.Defs[b].Start) })
	}
	var out []OutlineItem
	type frame struct {
		rest  []lang.DefID
		depth int
	}
	stack := []frame{{children[top], 0}}
	for len(stack) > 0 {
		at := &stack[len(stack)-1]
		if len(at.rest) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		id, depth := at.rest[0], at.depth
		at.rest = at.rest[1:]
		d := &f.Defs[id]
		out = append(out, OutlineItem{
			Location: Location{ID{doc, id}, doc, d.Start, d.End, d.EncStart, d.EncEnd},
			Name:     f.Names[d.Name], Kind: d.Kind, Sig: d.Sig, Doc: d.Doc, Depth: depth,
		})
		if kids := children[id]; len(kids) > 0 {
			stack = append(stack, frame{kids, depth + 1})
		}
	}
	return out, true
}
