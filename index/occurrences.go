package index

import (
	"cmp"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// Occurrence is a place of a file that defines a symbol or refers to it.
type Occurrence struct {
	Start, End uint32
	Definition bool
	Role       lang.Role // of a reference
}

// Occurrences are the places of a file where symbols are defined or certainly meant,
// in the order of the text, each once.
func (s *Snapshot) Occurrences(doc int32, symbols []ID) []Occurrence {
	if doc < 0 || int(doc) >= len(s.docs) || s.docs[doc].Source == nil {
		return nil
	}
	wanted := map[ID]bool{}
	for _, id := range symbols {
		for _, same := range s.sameSymbol(id) {
			wanted[same] = true
		}
	}
	var out []Occurrence
	for id := range wanted {
		if id.Doc != doc {
			continue
		}
		for _, l := range s.appendLocations(nil, id) {
			out = append(out, Occurrence{Start: l.Start, End: l.End, Definition: true})
		}
	}
	for _, u := range s.usesIn(doc, wanted) {
		r := s.Reference(u)
		out = append(out, Occurrence{Start: r.Start, End: r.End, Role: r.Role})
	}
	// A place that is both is a definition.
	slices.SortFunc(out, func(a, b Occurrence) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), order(b.Definition)-order(a.Definition))
	})
	return slices.CompactFunc(out, func(a, b Occurrence) bool { return a.Start == b.Start && a.End == b.End })
}

// usesIn are the certain references of a file to canonical IDs. Where a class is named
// to make an instance it is one of the class, as for References.
func (s *Snapshot) usesIn(doc int32, wanted map[ID]bool) []Use {
	made := map[ID]string{}   // by constructor the name of its class
	files := map[int32]bool{} // in which all these are
	for id := range wanted {
		files[id.Doc] = true
		for _, c := range s.constructors(id) {
			made[c] = s.Name(id)
			files[c.Doc] = true
		}
	}
	f := s.docs[doc].Facts()
	var out []Use
	for i, l := range s.Links(doc) {
		to := ID{l.Doc, l.Def}
		if l.Certainty != resolve.Resolved || !to.IsExternal() && !files[to.Doc] || !s.valid(to) {
			continue
		}
		to = s.standing(to)
		if name, ok := made[to]; wanted[to] || ok && f.Names[f.Refs[l.Ref].Name] == name {
			out = append(out, Use{doc, int32(i)})
		}
	}
	return out
}
