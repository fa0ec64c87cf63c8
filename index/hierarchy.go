package index

import (
	"slices"

	"codeintel/index/lang"
)

// Supertypes are what a type extends or implements directly: those that are so by way
// of another of them are left out. Of a member they are what it overrides or
// implements. Some may be external.
func (s *Snapshot) Supertypes(id ID) []ID {
	all := s.related1(id, s.eachSuper)
	return slices.DeleteFunc(slices.Clone(all), func(x ID) bool {
		return slices.ContainsFunc(all, func(y ID) bool { return y != x && s.implements(y, x) && !s.implements(x, y) && !s.implements(y, id) })
	})
}

// Subtypes are what extends or implements a type directly, or overrides or
// implements a member: those that do so by way of another of them are left out.
func (s *Snapshot) Subtypes(id ID) []ID {
	all := s.related1(id, s.eachSub)
	among := map[ID]bool{}
	for _, x := range all {
		among[x] = true
	}
	return slices.DeleteFunc(all, func(x ID) bool {
		if s.stop() {
			return false
		}
		for _, y := range s.related1(x, s.eachSuper) {
			if among[y] && !s.implements(y, x) && !s.implements(id, y) {
				return true
			}
		}
		return false
	})
}

// IsType says whether a symbol is a type, other than a parameter of one.
func (s *Snapshot) IsType(id ID) bool { return isType(s.Kind(id)) }

// related1 are the symbols that one step leads to from any definition of id's symbol,
// each once and without it.
func (s *Snapshot) related1(id ID, step func(ID, func(ID))) []ID {
	var out []ID
	own := s.sameSymbol(id)
	seen := map[ID]bool{}
	for _, id := range own {
		seen[id] = true
	}
	for _, id := range own {
		step(id, func(to ID) {
			if s.stop() {
				return
			}
			if same := s.sameSymbol(to); len(same) > 0 && !seen[same[0]] {
				for _, id := range same {
					seen[id] = true
				}
				out = append(out, same[0])
			}
		})
	}
	return out
}

// implements says whether one step leads from id to another symbol.
func (s *Snapshot) implements(id, to ID) bool {
	found := false
	targets := s.sameSymbol(to)
	for _, id := range s.sameSymbol(id) {
		s.eachSuper(id, func(x ID) { found = found || slices.Contains(targets, x) })
	}
	return found
}

// eachSuper calls yield with what a definition implements, and what it extends as an
// interface: that is no implementation.
func (s *Snapshot) eachSuper(id ID, yield func(ID)) {
	s.eachImplemented(id, yield)
	if id.Doc < 0 || id.Def < 0 || s.Kind(id) != lang.KindInterface {
		return
	}
	t := typing{s: s, steps: maxTypeSteps, active: map[ID]bool{}}
	f := s.docs[id.Doc].Facts()
	for _, b := range f.Bases {
		if b.Kind != lang.BaseExtends || b.Def < 0 || f.Canonical(b.Def) != id.Def {
			continue
		}
		for _, v := range t.declared(id.Doc, b.Expr) {
			if v.kind == instanceOf && v.id != id {
				yield(v.id)
			}
		}
	}
}

// eachSub calls yield with what implements a definition, and with the interfaces that
// extend it.
func (s *Snapshot) eachSub(id ID, yield func(ID)) {
	s.eachRelative(id, yield)
	if s.Kind(id) != lang.KindInterface {
		return
	}
	for _, uses := range byFile(s.Uses(id)) {
		if s.stop() {
			return
		}
		doc := uses[0].Doc
		f := s.docs[doc].Facts()
		links := s.Links(doc)
		for _, b := range f.Bases {
			if b.Kind != lang.BaseExtends || b.Def < 0 || f.Defs[b.Def].Kind != lang.KindInterface {
				continue
			}
			if slices.ContainsFunc(uses, func(u Use) bool { return links[u.Link].Ref == baseName(f, b.Expr) }) {
				yield(ID{doc, f.Canonical(b.Def)})
			}
		}
	}
}

// baseName is the reference that names the type which an expression means, without
// its type arguments.
func baseName(f *lang.Facts, e lang.ExprID) lang.RefID {
	for e >= 0 && f.Exprs[e].Kind == lang.ExprTypeArgs {
		e = f.Exprs[e].A
	}
	if e >= 0 && (f.Exprs[e].Kind == lang.ExprName || f.Exprs[e].Kind == lang.ExprMember) {
		return lang.RefID(f.Exprs[e].N)
	}
	return lang.NoRef
}

// eachImplemented calls yield with what a definition is said to implement.
func (s *Snapshot) eachImplemented(id ID, yield func(ID)) {
	if id.Doc < 0 {
		return
	}
	f := s.docs[id.Doc].Facts()
	for _, r := range s.Relations(id.Doc) {
		if r.Kind == lang.Implements && r.Def >= 0 && f.Canonical(r.Def) == id.Def {
			yield(s.Canonical(ID{r.Doc, r.Target}))
		}
	}
}
