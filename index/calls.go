package index

import "codeintel/index/lang"

// Call is a function at the other end of calls, and the places of these.
type Call struct {
	// ID is the function; the module for code outside of all functions.
	ID    ID
	Sites []Reference // in the order of files and places
}

// Callers are the functions that call id's symbol, in the order of their first
// calls. A call in a nested function is that function's.
func (s *Snapshot) Callers(id ID) []Call {
	var calls callList
	for _, r := range s.References(id) {
		if r.Role&lang.Call != 0 {
			scope := s.docs[r.Doc].Facts().Refs[r.Ref].Scope
			calls.add(s.Enclosing(r.Doc, scope, isFunction), r)
		}
	}
	return calls.list
}

// constructors are those that a class declares itself, further declarations of
// one left out.
func (s *Snapshot) constructors(id ID) []ID {
	var out []ID
	for _, id := range s.sameSymbol(id) {
		if id.IsExternal() || id.Def < 0 {
			continue
		}
		f := s.docs[id.Doc].Facts()
		for i := range f.Defs {
			d := &f.Defs[i]
			if d.Kind == lang.KindConstructor && d.Parent >= 0 && d.Same < 0 && f.Canonical(d.Parent) == id.Def {
				out = append(out, ID{id.Doc, lang.DefID(i)})
			}
		}
	}
	return out
}

// Callees are what id's symbol calls, in the order of the first calls. Sites
// are the calls in the bodies of its definitions.
func (s *Snapshot) Callees(id ID) []Call {
	var calls callList
	for _, id := range s.sameSymbol(id) {
		if id.IsExternal() {
			continue
		}
		f := s.docs[id.Doc].Facts()
		links := s.Links(id.Doc)
		for i := range links {
			l := &links[i]
			r := &f.Refs[l.Ref]
			if r.Role&lang.Call != 0 && s.valid(ID{l.Doc, l.Def}) && s.Enclosing(id.Doc, r.Scope, isFunction) == id {
				calls.add(s.Canonical(ID{l.Doc, l.Def}), s.reference(id.Doc, l))
			}
		}
	}
	return calls.list
}

type callList struct {
	list []Call
	at   map[ID]int
}

// add notes a call; those of one id come in the order of their places.
func (c *callList) add(id ID, site Reference) {
	if c.at == nil {
		c.at = map[ID]int{}
	}
	i, ok := c.at[id]
	if !ok {
		i = len(c.list)
		c.at[id] = i
		c.list = append(c.list, Call{ID: id})
	}
	sites := c.list[i].Sites
	if n := len(sites); n == 0 || sites[n-1].Doc != site.Doc || sites[n-1].Ref != site.Ref { // one may have several links
		c.list[i].Sites = append(sites, site)
	}
}

// isFunction says whether a definition's body is run by calling it.
func isFunction(d *lang.Def) bool {
	switch d.Kind {
	case lang.KindFunction, lang.KindMethod, lang.KindStaticMethod, lang.KindAbstractMethod,
		lang.KindConstructor, lang.KindGetter, lang.KindSetter, lang.KindLambda, lang.KindMacro:
		return true
	}
	return false
}
