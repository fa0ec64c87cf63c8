package index

import "codeintel/index/lang"

// Declarations are where a symbol is declared, as far as that is another place than
// where it is defined: prototypes, and the members of interfaces and the abstract
// members that it implements. Where there are no such they are its definitions.
func (s *Snapshot) Declarations(id ID) []Location {
	var out []Location
	all := s.Definitions(id)
	for _, l := range all {
		if s.isDeclaration(l.ID) {
			out = append(out, l)
		}
	}
	if len(out) == 0 && s.isCallable(id) {
		for _, of := range s.Implemented(id) {
			for _, l := range s.Definitions(of) {
				if s.isDeclaration(l.ID) {
					out = append(out, l)
				}
			}
		}
	}
	if len(out) == 0 {
		return all
	}
	return out
}

// isDeclaration says whether a definition says that something is there, and not what
// it is.
func (s *Snapshot) isDeclaration(id ID) bool {
	if id.IsExternal() || id.IsModule() {
		return false
	}
	f := s.docs[id.Doc].Facts()
	d := &f.Defs[id.Def]
	if d.Flags&(lang.Declared|lang.Abstract) != 0 || d.Kind == lang.KindAbstractMethod {
		return true
	}
	return d.Parent >= 0 && d.Callable() && f.Defs[d.Parent].Kind == lang.KindInterface
}
