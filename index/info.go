package index

import (
	"path"

	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// Name is what people call the symbol: the definition's name, a package's own
// name or the name that a module is imported by. It is "" for an ID that the
// snapshot does not have.
func (s *Snapshot) Name(id ID) string {
	switch {
	case !s.valid(id):
		return ""
	case id.IsExternal():
		return s.externals[id.Def].Name
	case id.Def == resolve.ModuleDef:
		return s.moduleName(id.Doc)
	}
	f := s.docs[id.Doc].Facts()
	return f.Names[f.Defs[id.Def].Name]
}

func (s *Snapshot) moduleName(doc int32) string {
	if name := s.packages[doc]; name != "" {
		return name
	}
	if sym, err := symbol.Parse(s.module[doc]); err == nil {
		for i := len(sym.Descriptors) - 1; i >= 0; i-- {
			if sym.Descriptors[i].Suffix == symbol.Namespace {
				return sym.Descriptors[i].Name
			}
		}
	}
	return path.Base(s.docs[doc].Path)
}

// Kind of the symbol; KindUnknown for an ID that the snapshot does not have.
func (s *Snapshot) Kind(id ID) lang.Kind {
	switch {
	case !s.valid(id):
		return lang.KindUnknown
	case id.IsExternal():
		return s.externals[id.Def].Kind
	case id.Def == resolve.ModuleDef:
		if s.packages[id.Doc] != "" {
			return lang.KindPackage
		}
		return lang.KindModule
	}
	if row, ok := s.row(id); ok {
		return lang.Kind(row.trait & traitKind) // the facts may have to be read
	}
	return s.docs[id.Doc].Facts().Defs[id.Def].Kind
}

// ModuleRange is where a file defines its own symbol: the name in its package
// clause, else the empty range at its start.
func (s *Snapshot) ModuleRange(doc int32) (start, end uint32) {
	at := s.docs[doc].Facts().PackageAt
	return at[0], at[1]
}

// Enclosing is the innermost definition around scope that has a symbol and
// satisfies want (nil: any), or the module of the file. It may be the one that
// the scope is the body of.
func (s *Snapshot) Enclosing(doc int32, scope lang.ScopeID, want func(*lang.Def) bool) ID {
	f := s.docs[doc].Facts()
	var buf [maxDescriptors]lang.DefID
	for scope >= 0 {
		sc := &f.Scopes[scope]
		if owner := sc.Owner; owner >= 0 && (want == nil || want(&f.Defs[owner])) {
			if _, c := s.chain(doc, owner, &buf); c != noSymbol {
				return ID{doc, f.Canonical(owner)}
			}
		}
		if sc.Parent >= scope { // only corrupt facts; parents come first
			break
		}
		scope = sc.Parent
	}
	return ID{doc, resolve.ModuleDef}
}
