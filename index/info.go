package index

import (
	"path"
	"slices"
	"strings"

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

// What is what people call the kind of a symbol: the kind of its open name ("route",
// "css class"), that of the name of a file ("view"), else its Kind.
func (s *Snapshot) What(id ID) string {
	if kind, _, ok := s.openName(id); ok {
		return kind
	}
	if s.valid(id) && id.IsModule() {
		if n := s.namesOfFile(id.Doc); len(n) > 0 {
			return n[0].Kind
		}
	}
	return s.Kind(id).String()
}

// FullName is Name with the names of what the symbol lies in: "Cart.total". Of an
// open name it is what follows the kind, of a file what people call it.
func (s *Snapshot) FullName(id ID) string {
	if _, name, ok := s.openName(id); ok {
		return name
	}
	name := s.Name(id)
	switch {
	case !s.valid(id) || id.IsExternal():
	case id.IsModule():
		if n := s.namesOfFile(id.Doc); len(n) > 0 {
			return n[0].Name
		}
	default:
		if in := s.Scope(id); in != "" {
			return in + "." + name
		}
	}
	return name
}

// Scope is what a definition lies in, as people say it: "Class.Inner"; "" for what
// lies in nothing but a file.
func (s *Snapshot) Scope(id ID) string {
	if !s.valid(id) || id.IsExternal() || id.Def < 0 {
		return ""
	}
	f := s.docs[id.Doc].Facts()
	if _, _, _, ok := lang.SplitOpen(f.Names[f.OpenName(id.Def)]); ok && f.Defs[id.Def].Flags&lang.Open != 0 {
		return "" // the names of frameworks are whole
	}
	var parts []string
	for p := f.Defs[id.Def].Parent; p >= 0 && len(parts) < maxScope; p = f.Defs[p].Parent {
		if name := f.Names[f.Defs[p].Name]; name != "" {
			parts = append(parts, name)
		}
	}
	slices.Reverse(parts)
	return strings.Join(parts, ".")
}

// maxScope is how many names a Scope has at most.
const maxScope = 16

// openName takes the open name of a definition apart; false for what has none.
func (s *Snapshot) openName(id ID) (kind, name string, ok bool) {
	if !s.valid(id) || id.IsExternal() || id.Def < 0 {
		return "", "", false
	}
	f := s.docs[id.Doc].Facts()
	if f.Defs[id.Def].Flags&lang.Open == 0 {
		return "", "", false
	}
	return lang.OpenKind(f.Names[f.OpenName(id.Def)])
}

// openKinds are the kinds of the open names that a file defines, each once. The facts,
// which may have to be read for them, are read once.
func (d *Doc) openKinds() []string {
	return *d.open.get(func() []string {
		var kinds []string
		if f := d.Facts(); f != nil {
			for i := range f.Defs {
				if f.Defs[i].Flags&lang.Open == 0 {
					continue
				}
				if kind, _, ok := lang.OpenKind(f.Names[f.OpenName(lang.DefID(i))]); ok && !slices.Contains(kinds, kind) {
					kinds = append(kinds, strings.Clone(kind)) // the facts are not to be held by it
				}
			}
		}
		return kinds
	})
}

// namesOfFile are the names of a file beside its path.
func (s *Snapshot) namesOfFile(doc int32) []lang.FileName {
	if l := s.docs[doc].Lang; l != nil && l.FileNames != nil {
		return l.FileNames(s.docs[doc].Path)
	}
	return nil
}

// ModuleRange is where a file defines its own symbol: the name in its package
// clause, else the empty range at its start.
func (s *Snapshot) ModuleRange(doc int32) (start, end uint32) {
	c, p := s.docs[doc].atHand()
	if p != nil {
		return p.PackageAt[0], p.PackageAt[1]
	}
	return c.Facts.PackageAt[0], c.Facts.PackageAt[1]
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
		around := f.Around(scope)
		if around >= scope { // only corrupt facts; parents come first
			break
		}
		scope = around
	}
	return ID{doc, resolve.ModuleDef}
}
