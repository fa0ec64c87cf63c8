package index

import (
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// At is an identifier in a file and what it names.
type At struct {
	Doc        int32
	Start, End uint32
	// Name as the file writes it; "" for a file's own symbol.
	Name string
	// Symbols that it defines or refers to, definitions first; none when the
	// name is unresolved.
	Symbols []Candidate
}

// Candidate is a symbol that an identifier names.
type Candidate struct {
	ID         ID
	Definition bool // else a reference
	Certainty  resolve.Certainty
	// Across: see Snapshot.Across.
	Across bool
}

// SymbolAt finds the smallest identifier around an offset; failing that, the
// one that ends there. It is false where there is none.
func (s *Snapshot) SymbolAt(path string, offset uint32) (At, bool) {
	doc, ok := s.Doc(path)
	if !ok || s.docs[doc].Source == nil {
		return At{}, false
	}
	f := s.docs[doc].Facts()
	at := At{Doc: doc}
	found := func(start, end uint32) bool { return at.End > at.Start && at.Start == start && at.End == end }
	consider := func(start, end uint32) {
		inside := start <= offset && offset < end
		if !inside && (end != offset || start == end) {
			return
		}
		best := at.Start <= offset && offset < at.End // the one found is around offset
		if at.End == at.Start || inside && !best || inside == best && end-start < at.End-at.Start {
			at.Start, at.End = start, end
		}
	}
	consider(f.PackageAt[0], f.PackageAt[1])
	for i := range f.Defs {
		consider(f.Defs[i].Start, f.Defs[i].End)
	}
	for i := range f.Refs {
		if f.Refs[i].Start > offset {
			break
		}
		consider(f.Refs[i].Start, f.Refs[i].End)
	}
	if at.End == at.Start {
		return At{}, false
	}
	if s.module[doc] != "" && found(f.PackageAt[0], f.PackageAt[1]) {
		at.add(Candidate{ID: ID{doc, resolve.ModuleDef}, Definition: true})
	}
	var buf [maxDescriptors]lang.DefID
	for i := range f.Defs {
		if d := &f.Defs[i]; found(d.Start, d.End) {
			at.Name = f.Names[d.Name]
			if _, c := s.chain(doc, lang.DefID(i), &buf); c != noSymbol {
				at.add(Candidate{ID: ID{doc, f.Canonical(lang.DefID(i))}, Definition: true})
			}
		}
	}
	for i, l := range s.Links(doc) {
		if r := &f.Refs[l.Ref]; found(r.Start, r.End) {
			at.add(Candidate{ID: s.Canonical(ID{l.Doc, l.Def}), Certainty: l.Certainty, Across: s.Across(Use{doc, int32(i)})})
		}
	}
	for i := range f.Refs {
		if r := &f.Refs[i]; found(r.Start, r.End) {
			at.Name = f.Names[r.Name]
			if l := s.docs[doc].Lang; l != nil {
				at.Name = l.Rules.Written(at.Name)
			}
			break
		}
	}
	return at, true
}

// Across says whether a use is one that tools of the language of its file alone don't
// know: it is of a symbol that a file of another family of languages defines, or by a
// name that a framework gives.
func (s *Snapshot) Across(u Use) bool {
	l := &s.Links(u.Doc)[u.Link]
	d := s.docs[u.Doc]
	if to := (ID{l.Doc, l.Def}); to.IsExternal() || !s.valid(to) || d.Lang == nil {
		return false
	}
	if to := s.docs[l.Doc].Lang; to == nil || to.Family != d.Lang.Family {
		return true
	}
	r := &d.Facts().Refs[l.Ref]
	switch r.Kind {
	case lang.RefOpen, lang.RefMember:
		return r.N >= lang.OpenSure
	case lang.RefModule:
		_, _, ok := s.openRef(d, r)
		return ok
	}
	return false
}

// add notes c unless its symbol is there already.
func (a *At) add(c Candidate) {
	if !slices.ContainsFunc(a.Symbols, func(b Candidate) bool { return b.ID == c.ID && b.Certainty <= c.Certainty }) {
		a.Symbols = append(a.Symbols, c)
	}
}
