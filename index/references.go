package index

import (
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// Reference is one use of a symbol.
type Reference struct {
	Doc        int32
	Start, End uint32
	Role       lang.Role
	Certainty  resolve.Certainty
	Ref        lang.RefID
}

// References to id's symbol, in the order of files and places. Those that are
// only possible are marked so. Definitions are not among them. Where a class is
// named to make an instance and that means its constructor, it is a reference
// to the class as well.
func (s *Snapshot) References(id ID) []Reference {
	var out []Reference
	same := s.sameSymbol(id)
	own, name := len(same), s.Name(id)
	same = append(same, s.constructors(id)...)
	for i, to := range same {
		s.eachReference(to, func(doc, link int32) {
			l := &s.Links(doc)[link]
			if i >= own {
				if f := s.docs[doc].Facts(); f.Names[f.Refs[l.Ref].Name] != name {
					return
				}
			}
			out = append(out, s.reference(doc, l))
		})
	}
	if len(same) > 1 {
		slices.SortStableFunc(out, compareReferences)
	}
	// one reference may be linked to several definitions of the symbol
	return slices.CompactFunc(out, func(a, b Reference) bool { return a.Doc == b.Doc && a.Ref == b.Ref })
}

func (s *Snapshot) reference(doc int32, l *resolve.Link) Reference {
	r := &s.docs[doc].Facts().Refs[l.Ref]
	return Reference{doc, r.Start, r.End, r.Role, l.Certainty, l.Ref}
}
