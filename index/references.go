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
	x := s.references.get(s.buildReferences)
	var out []Reference
	same := s.sameSymbol(id)
	own := len(same)
	same = append(same, s.constructors(id)...)
	for i, to := range same {
		n := s.number(to)
		for _, link := range x.links[x.starts[n]:x.starts[n+1]] {
			doc := upper(x.docs, link)
			l := &s.links[doc][link-x.docs[doc]]
			if i >= own && s.docs[doc].Facts().Names[s.docs[doc].Facts().Refs[l.Ref].Name] != s.Name(id) {
				continue
			}
			out = append(out, s.reference(doc, l))
		}
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

func compareReferences(a, b Reference) int {
	switch {
	case a.Doc != b.Doc:
		return int(a.Doc - b.Doc)
	case a.Ref != b.Ref:
		return int(a.Ref - b.Ref)
	}
	return int(a.Certainty) - int(b.Certainty)
}

// reverseIndex finds the links to a symbol: those to number n are
// links[starts[n]:starts[n+1]]. A link's own number is its place in its file
// added to docs of that file.
type reverseIndex struct {
	docs   []uint32
	starts []uint32
	links  []uint32
}

func (s *Snapshot) buildReferences() reverseIndex {
	x := reverseIndex{docs: make([]uint32, len(s.docs)), starts: make([]uint32, s.numbers()+1)}
	var total uint32
	for doc, links := range s.links {
		x.docs[doc] = total
		total += uint32(len(links))
		for i := range links {
			if id := (ID{links[i].Doc, links[i].Def}); s.valid(id) {
				x.starts[s.number(s.Canonical(id))+1]++
			}
		}
	}
	for i := 1; i < len(x.starts); i++ {
		x.starts[i] += x.starts[i-1]
	}
	x.links = make([]uint32, x.starts[len(x.starts)-1])
	next := slices.Clone(x.starts)
	for doc, links := range s.links {
		for i := range links {
			if id := (ID{links[i].Doc, links[i].Def}); s.valid(id) {
				n := s.number(s.Canonical(id))
				x.links[next[n]] = x.docs[doc] + uint32(i)
				next[n]++
			}
		}
	}
	return x
}
