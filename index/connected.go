package index

import (
	"slices"
)

// Connected says whether one edge of the graph leads from one of two symbols to the
// other, in either direction: the declaration of one has a reference to the other,
// or the other's declaration in it; one is a member of the other, or it implements,
// extends or overrides it. A symbol is not connected to itself.
func (s *Snapshot) Connected(a, b ID) bool {
	if !s.valid(a) || !s.valid(b) || s.stop() {
		return false
	}
	as, bs := s.sameSymbol(a), s.sameSymbol(b)
	if len(as) == 0 || len(bs) == 0 || slices.Contains(as, bs[0]) {
		return false
	}
	return s.reaches(a, b, bs) || s.reaches(b, a, as)
}

// reaches says whether an edge leads from one symbol to another, of which tos are
// the canonical IDs.
func (s *Snapshot) reaches(from, to ID, tos []ID) bool {
	found := false
	for _, id := range tos {
		if s.memberOf(id, from) {
			return true
		}
		s.eachRelative(id, func(r ID) { found = found || s.isSame(r, from) })
	}
	extents := s.extents(from)
	inside := func(doc int32, start, end uint32) bool {
		return slices.ContainsFunc(extents, func(e declared) bool { return e.doc == doc && e.start <= start && end <= e.end })
	}
	for _, l := range s.Definitions(to) {
		if inside(l.Doc, l.Start, l.End) {
			return true
		}
	}
	if found || len(extents) == 0 {
		return found
	}
	for i, u := range s.Uses(to) {
		if i%some == 0 && s.stop() {
			break
		}
		if !slices.ContainsFunc(extents, func(e declared) bool { return e.doc == u.Doc }) {
			continue
		}
		if r := s.Reference(u); inside(r.Doc, r.Start, r.End) {
			return true
		}
	}
	return false
}

// declared is the text of a declaration, or the body of one.
type declared struct {
	doc        int32
	start, end uint32
}

// extents are where a symbol is declared.
func (s *Snapshot) extents(id ID) []declared {
	var out []declared
	for _, l := range s.Definitions(id) {
		out = append(out, declared{l.Doc, l.EncStart, l.EncEnd})
		if l.ID.Def < 0 {
			continue
		}
		f := s.docs[l.Doc].Facts()
		if body := f.Defs[l.ID.Def].Body; body >= 0 {
			out = append(out, declared{l.Doc, f.Scopes[body].Start, f.Scopes[body].End})
		}
	}
	return out
}

// memberOf says whether a definition is declared to lie in from's symbol, in its
// text or not.
func (s *Snapshot) memberOf(id, from ID) bool {
	if id.IsExternal() || id.Def < 0 {
		return false
	}
	f := s.docs[id.Doc].Facts()
	at := f.Defs[id.Def].Parent
	for steps := 0; at >= 0 && steps < maxDescriptors; steps++ {
		if s.isSame(ID{id.Doc, f.Canonical(at)}, from) {
			return true
		}
		at = f.Defs[f.Canonical(at)].Parent
	}
	return false
}

// isSame says whether two IDs are of one symbol.
func (s *Snapshot) isSame(a, b ID) bool {
	if a.Doc == b.Doc && a.Def == b.Def {
		return true
	}
	return slices.Contains(s.sameSymbol(a), s.Canonical(b))
}
