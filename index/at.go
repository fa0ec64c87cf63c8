package index

import (
	"iter"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// At is an identifier in a file and what it names.
type At struct {
	Doc        int32
	Start, End uint32
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
	// Facts may have to be read: most names need no more than places.
	d := s.docs[doc]
	places, shape := d.places(), d.Source.Shape()
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
	clause := places.clause()
	consider(clause[0], clause[1])
	for i := range shape.Defs {
		p := places.def(lang.DefID(i))
		consider(p.Start, p.End)
	}
	for i := range shape.Refs {
		p := places.ref(lang.RefID(i))
		if p.Start > offset {
			break
		}
		consider(p.Start, p.End)
	}
	if at.End == at.Start {
		return At{}, false
	}
	if s.module[doc] != "" && found(clause[0], clause[1]) {
		at.add(Candidate{ID: ID{doc, resolve.ModuleDef}, Definition: true})
	}
	var buf [maxDescriptors]lang.DefID
	for i := range shape.Defs {
		if p := places.def(lang.DefID(i)); !found(p.Start, p.End) {
			continue
		}
		id := ID{doc, lang.DefID(i)}
		if _, ok := s.row(id); ok {
			at.add(Candidate{ID: id, Definition: true})
		} else if _, c := s.chain(doc, id.Def, &buf); c != noSymbol {
			at.add(Candidate{ID: ID{doc, d.Facts().Canonical(id.Def)}, Definition: true})
		}
	}
	for i, l := range s.Links(doc) {
		if p := places.ref(l.Ref); found(p.Start, p.End) {
			at.add(Candidate{ID: s.standing(ID{l.Doc, l.Def}), Certainty: l.Certainty, Across: s.across(Use{doc, int32(i)}, &l, p.Open)})
		}
	}
	return at, true
}

// WrittenAt is the name at a place as the file writes it; "" for a file's own symbol.
func (s *Snapshot) WrittenAt(at At) string {
	d := s.docs[at.Doc]
	f := d.Facts()
	for i := range f.Refs {
		if r := &f.Refs[i]; r.Start == at.Start && r.End == at.End {
			if d.Lang != nil {
				return d.Lang.Rules.Written(f.Names[r.Name])
			}
			return f.Names[r.Name]
		}
	}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Start == at.Start && d.End == at.End {
			return f.Names[d.Name]
		}
	}
	return ""
}

// Predeclared is the name at a place where it is one that the language of the file itself
// declares, with no symbol: see lang.Rules.Predeclared.
func (s *Snapshot) Predeclared(at At) (string, bool) {
	if len(at.Symbols) > 0 || at.Start == at.End {
		return "", false
	}
	for name, r := range s.predeclared(at.Doc) {
		if r.Start == at.Start && r.End == at.End {
			return name, true
		}
	}
	return "", false
}

// PredeclaredUses are the uses in a file of a name that its language itself declares, in
// the order of the text.
func (s *Snapshot) PredeclaredUses(doc int32, name string) (out []*lang.Ref) {
	for n, r := range s.predeclared(doc) {
		if n == name {
			out = append(out, r)
		}
	}
	return out
}

// predeclared are the uses of names in a file that nothing declares but its language.
func (s *Snapshot) predeclared(doc int32) iter.Seq2[string, *lang.Ref] {
	return func(yield func(string, *lang.Ref) bool) {
		d := s.docs[doc]
		if d.Lang == nil || len(d.Lang.Rules.Predeclared) == 0 {
			return
		}
		f, links := d.Facts(), s.Links(doc)
		for i := range f.Refs {
			for len(links) > 0 && links[0].Ref < lang.RefID(i) {
				links = links[1:]
			}
			if len(links) > 0 && links[0].Ref == lang.RefID(i) {
				continue
			}
			if r := &f.Refs[i]; r.Kind == lang.RefName && d.Lang.Rules.Predeclared[f.Name(r.Name)] && !yield(f.Name(r.Name), r) {
				return
			}
		}
	}
}

// Across says whether a use is one that tools of the language of its file alone don't
// know: it is of a symbol that a file of another family of languages defines, or by a
// name that a framework gives.
func (s *Snapshot) Across(u Use) bool {
	l := &s.Links(u.Doc)[u.Link]
	return s.across(u, l, s.docs[u.Doc].places().ref(l.Ref).Open)
}

// across is Across; the link and whether its reference is open are known.
func (s *Snapshot) across(u Use, l *resolve.Link, open bool) bool {
	d := s.docs[u.Doc]
	if to := (ID{l.Doc, l.Def}); to.IsExternal() || !s.valid(to) || d.Lang == nil {
		return false
	}
	if to := s.docs[l.Doc].Lang; to == nil || to.Family != d.Lang.Family {
		return true
	}
	if !open {
		return false
	}
	r := &d.Facts().Refs[l.Ref]
	if r.Kind == lang.RefModule {
		_, _, ok := s.openRef(d, r)
		return ok
	}
	return r.N >= lang.OpenSure
}

// add notes c unless its symbol is there already.
func (a *At) add(c Candidate) {
	if !slices.ContainsFunc(a.Symbols, func(b Candidate) bool { return b.ID == c.ID && b.Certainty <= c.Certainty }) {
		a.Symbols = append(a.Symbols, c)
	}
}
