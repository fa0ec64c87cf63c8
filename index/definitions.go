package index

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// Location is where a symbol is defined.
type Location struct {
	ID         ID
	Doc        int32
	Start, End uint32 // the identifier; empty at a file's start for a module
	// EncStart and EncEnd are the whole declaration, documentation excluded.
	EncStart, EncEnd uint32
}

// Definitions of id's symbol, those of its own file first. A symbol can have
// several: overloads, merged declarations, files for different platforms, texts in
// several languages: of these the English one is the first, which the others are
// translations of. External symbols have none.
func (s *Snapshot) Definitions(id ID) []Location {
	var out []Location
	for _, same := range s.originalFirst(s.sameSymbol(id)) {
		out = s.appendLocations(out, same)
	}
	return out
}

// DefinitionIDs are the IDs of Definitions(id), in the same order: see Location.
// Finding them reads no file's facts but where a file has several of them.
func (s *Snapshot) DefinitionIDs(id ID) []ID {
	var out []ID
	for _, same := range s.originalFirst(s.sameSymbol(id)) {
		if row, ok := s.row(same); ok && row.trait&isFurther == 0 || same.IsModule() {
			out = append(out, same)
			continue
		}
		for _, l := range s.appendLocations(nil, same) {
			out = append(out, l.ID)
		}
	}
	return out
}

// DefinitionsByOwner returns the Definitions of id's symbol, those in the repository's own
// code first, then those in tests, in generated files and in copies of other people's code.
func (s *Snapshot) DefinitionsByOwner(id ID) []Location {
	out := s.Definitions(id)
	if len(out) < 2 {
		return out
	}
	owner := func(l Location) int {
		i := s.FileInfo(l.Doc)
		switch {
		case s.ownership(l.Doc) < 1:
			return 3
		case i.Generated:
			return 2
		case i.Test:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b Location) int { return cmp.Compare(owner(a), owner(b)) })
	return out
}

// originalFirst puts what is a text's English definition before those in other languages,
// and leaves all else as it is. Such definitions lie below one name, with a * in the place
// of the language: see lang.Reading.Place.
func (s *Snapshot) originalFirst(ids []ID) []ID {
	if len(ids) < 2 || ids[0].Def < 0 || ids[0].IsExternal() {
		return ids
	}
	f := s.docs[ids[0].Doc].Facts()
	in := f.Defs[ids[0].Def].Parent
	if in < 0 || f.Defs[ids[0].Def].Flags&lang.Open == 0 {
		return ids
	}
	before, after, ok := strings.Cut(f.Name(f.Defs[in].Name), "*")
	if !ok {
		return ids
	}
	const english = "en"
	slices.SortStableFunc(ids, func(a, b ID) int {
		rank := func(id ID) int {
			language, ok := strings.CutPrefix(s.docs[id.Doc].Path, before)
			if language, found := strings.CutSuffix(language, after); ok && found && language == english {
				return 0
			} else if ok && found && strings.HasPrefix(language, english) && strings.ContainsAny(language, "-_") {
				return 1 // en_GB
			}
			return 2
		}
		return cmp.Compare(rank(a), rank(b))
	})
	return ids
}

// Names are Definitions(id) without EncStart and EncEnd, which reads less.
func (s *Snapshot) Names(id ID) []Location {
	var out []Location
	for _, id := range s.DefinitionIDs(id) {
		out = append(out, s.NameOf(id))
	}
	return out
}

// NameOf is that of Names which has the ID id, one of DefinitionIDs.
func (s *Snapshot) NameOf(id ID) Location {
	l := Location{ID: id, Doc: id.Doc}
	if id.IsModule() {
		l.Start, l.End = s.ModuleRange(id.Doc)
	} else {
		p := s.docs[id.Doc].places().def(id.Def)
		l.Start, l.End = p.Start, p.End
	}
	return l
}

// Entrance is the file by which people enter a module that several files make up: the
// one that is called as their folder is, else the first that is not a test.
func (s *Snapshot) Entrance(module ID) ID {
	best := module
	for i, id := range s.DefinitionIDs(module) {
		file := s.docs[id.Doc].Path
		if base := path.Base(file); strings.TrimSuffix(base, path.Ext(base)) == path.Base(path.Dir(file)) {
			return id
		}
		if i == 0 || s.inTest(best.Doc) && !s.inTest(id.Doc) || s.inTest(best.Doc) == s.inTest(id.Doc) && id.Doc < best.Doc {
			best = id
		}
	}
	return best
}

// Location is the place of a definition: that with this ID, and not the first of
// its symbol. id must be one of DefinitionIDs.
func (s *Snapshot) Location(id ID) Location {
	if id.IsModule() {
		return s.appendLocations(nil, id)[0]
	}
	def := &s.docs[id.Doc].Facts().Defs[id.Def]
	return Location{id, id.Doc, def.Start, def.End, def.EncStart, def.EncEnd}
}

// Place is where the file of id defines it first; false for an external symbol
// and for an ID that the snapshot does not have.
func (s *Snapshot) Place(id ID) (Location, bool) {
	if id.IsExternal() || !s.valid(id) {
		return Location{}, false
	}
	return s.appendLocations(nil, s.Canonical(id))[0], true
}

// appendLocations appends the definitions of a canonical ID in its own file.
func (s *Snapshot) appendLocations(out []Location, id ID) []Location {
	if id.IsExternal() {
		return out
	}
	d := s.docs[id.Doc]
	if id.Def == resolve.ModuleDef {
		start, end := s.ModuleRange(id.Doc)
		return append(out, Location{id, id.Doc, start, end, 0, d.Lines().Size()})
	}
	out = append(out, s.Location(id))
	if row, ok := s.row(id); ok && row.trait&isFurther == 0 {
		return out
	}
	f := d.Facts()
	for i := int(id.Def) + 1; i < len(f.Defs); i++ { // further ones come later
		if def := &f.Defs[i]; def.Same == id.Def && further(def) {
			out = append(out, s.Location(ID{id.Doc, lang.DefID(i)}))
		}
	}
	return out
}

// further says whether a further definition is a place to go to: one without
// identifier or symbol of its own is none.
func further(d *lang.Def) bool { return d.Flags&lang.Synthetic == 0 || d.Suffix != symbol.None }

// sameSymbol returns the canonical IDs of id's symbol, id's own first; none
// when the snapshot does not have id. Facts are read for what is not global and
// canonical.
func (s *Snapshot) sameSymbol(id ID) []ID {
	if !s.valid(id) {
		return nil
	}
	row, ok := s.row(id)
	if !ok {
		id = s.Canonical(id)
		row, ok = s.row(id)
	}
	out := []ID{id}
	if ok {
		s.eachSummed(row.sum, func(other ID) {
			if other != id {
				out = append(out, other)
			}
		})
		return out
	}
	if sym := s.module; id.IsModule() && sym[id.Doc] != "" {
		for doc := range s.docs {
			if other := (ID{int32(doc), resolve.ModuleDef}); sym[doc] == sym[id.Doc] && other != id && s.valid(other) {
				out = append(out, other)
			}
		}
	}
	return out
}
