package index

import (
	"cmp"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// Call is a function at the other end of calls, and the places of these.
type Call struct {
	// ID is the function, or what else calls are counted to; see Callers.
	ID    ID
	Sites []Reference // in the order of files and places
}

// Callers are the functions that call id's symbol, in the order of their first
// calls. A call in a nested function is that function's. One in a function
// without a name is of what holds it, a variable or a member; where nothing
// does, of the function around. Outside of all functions it is of the variable
// or member that it initialises, else of the module.
func (s *Snapshot) Callers(id ID) []Call {
	var out []Call
	called := s.isCallable(id)
	for _, uses := range byFile(s.Uses(id)) {
		if s.stop() {
			break
		}
		out = append(out, s.callersIn(uses, called)...)
	}
	return out
}

// callersIn are the callers among the uses of a symbol in one file; likely: there are
// some.
func (s *Snapshot) callersIn(uses []Use, likely bool) []Call {
	var calls callList
	var b *bodies
	if likely { // the file's facts have the places too, which need not be read alone then
		b = s.bodies(uses[0].Doc)
	}
	refs := make([]Reference, len(uses))
	s.referencesIn(refs, uses, s.originsOf(uses[0].Doc, linksOf(uses), nil))
	for _, r := range refs {
		if r.Role&lang.Call == 0 {
			continue
		}
		if b == nil {
			b = s.bodies(r.Doc)
		}
		calls.add(b.owner(r.Start, b.f.Refs[r.Ref].Scope), r)
	}
	return calls.list
}

// byFile are uses, which come in the order of files, of one file each.
func byFile(uses []Use) [][]Use {
	var out [][]Use
	for start, i := 0, 1; i <= len(uses); i++ {
		if i == len(uses) || uses[i].Doc != uses[start].Doc {
			out = append(out, uses[start:i])
			start = i
		}
	}
	return out
}

// constructors are those that a class declares itself, further declarations of
// one left out.
func (s *Snapshot) constructors(id ID) []ID {
	if id.IsModule() {
		return nil
	}
	var out []ID
	for _, id := range s.sameSymbol(id) {
		if id.IsExternal() || id.Def < 0 {
			continue
		}
		if row, ok := s.row(id); ok && row.trait&isMade == 0 {
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
// are the calls that are counted to it, as for Callers; those of a class are the
// calls of its constructors.
func (s *Snapshot) Callees(id ID) []Call {
	var calls callList
	for _, id := range append(s.sameSymbol(id), s.constructors(id)...) {
		if id.IsExternal() || s.stop() {
			continue
		}
		b := s.bodies(id.Doc)
		start, end := b.hull(id.Def)
		links := s.Links(id.Doc)
		first, _ := slices.BinarySearchFunc(links, start, func(l resolve.Link, at uint32) int { return cmp.Compare(b.f.Refs[l.Ref].Start, at) })
		for i := first; i < len(links) && (i%some != 0 || !s.stop()); i++ {
			l := &links[i]
			r := &b.f.Refs[l.Ref]
			if r.Start >= end {
				break
			}
			if r.Role&lang.Call != 0 && s.valid(ID{l.Doc, l.Def}) && b.owner(r.Start, r.Scope) == id {
				calls.add(s.standing(ID{l.Doc, l.Def}), s.reference(id.Doc, l))
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

// Runs says whether there may be calls of a symbol: it is a function, a class that is
// made by calling it, or what holds a function.
func (s *Snapshot) Runs(id ID) bool {
	if !s.valid(id) || id.IsModule() {
		return false
	}
	switch kind := s.Kind(id); {
	case isFunction(&lang.Def{Kind: kind}), kind == lang.KindClass:
		return true
	case id.IsExternal():
		return false
	}
	return s.bodies(id.Doc).holder(id.Def)
}

// isHolder says whether a definition may hold a function.
func isHolder(d *lang.Def) bool {
	switch d.Kind {
	case lang.KindVariable, lang.KindConstant, lang.KindField, lang.KindStaticField, lang.KindProperty:
		return d.Flags&lang.Param == 0
	}
	return false
}

// bodies tells what the code of a file belongs to.
type bodies struct {
	s   *Snapshot
	doc int32
	f   *lang.Facts
	// holds has, by function without a name, what holds it.
	holds map[lang.DefID]lang.DefID
	// holders are what it leads to; nil until that is asked for.
	holders map[lang.DefID]bool
	values  lazy[[]lang.DefID]
}

func (s *Snapshot) bodies(doc int32) *bodies {
	b := &bodies{s: s, doc: doc, f: s.docs[doc].Facts(), holds: map[lang.DefID]lang.DefID{}}
	f := b.f
	for _, a := range f.Assigns {
		if a.Value < 0 || int(a.Value) >= len(f.Exprs) {
			continue
		}
		if x := &f.Exprs[a.Value]; x.Kind == lang.ExprFunc && x.N >= 0 && int(x.N) < len(f.Defs) {
			if _, known := b.holds[lang.DefID(x.N)]; !known && b.named(a.Def) {
				b.holds[lang.DefID(x.N)] = f.Canonical(a.Def)
			}
		}
	}
	return b
}

// findValues are the variables and members that are declared outside of
// functions, by the places of their declarations, outer ones first.
func (b *bodies) findValues() []lang.DefID {
	var values []lang.DefID
	for i := range b.f.Defs {
		if d := &b.f.Defs[i]; isHolder(d) && d.Flags&lang.Local == 0 && d.EncEnd > d.EncStart && b.named(lang.DefID(i)) {
			values = append(values, lang.DefID(i))
		}
	}
	slices.SortFunc(values, func(x, y lang.DefID) int {
		p, q := &b.f.Defs[x], &b.f.Defs[y]
		return cmp.Or(cmp.Compare(p.EncStart, q.EncStart), cmp.Compare(q.EncEnd, p.EncEnd), cmp.Compare(x, y))
	})
	return values
}

// named says whether a definition has a symbol.
func (b *bodies) named(def lang.DefID) bool {
	var buf [maxDescriptors]lang.DefID
	_, c := b.s.chain(b.doc, def, &buf)
	return c != noSymbol
}

// owner is what code at an offset, in scope, is counted to; see Callers.
func (b *bodies) owner(at uint32, scope lang.ScopeID) ID {
	for scope >= 0 {
		sc := &b.f.Scopes[scope]
		if owner := sc.Owner; owner >= 0 && isFunction(&b.f.Defs[owner]) {
			if b.named(owner) {
				return ID{b.doc, b.f.Canonical(owner)}
			}
			if holder, ok := b.holds[owner]; ok {
				return ID{b.doc, holder}
			}
		}
		around := b.f.Around(scope)
		if around >= scope { // only corrupt facts; parents come first
			break
		}
		scope = around
	}
	// The innermost one around is the last that begins before and ends behind.
	values := *b.values.get(b.findValues)
	n, _ := slices.BinarySearchFunc(values, at, func(d lang.DefID, at uint32) int {
		if b.f.Defs[d].EncStart <= at {
			return -1
		}
		return 1
	})
	for steps := 0; n > 0 && steps < maxDescriptors; steps++ {
		n--
		if d := &b.f.Defs[values[n]]; at < d.EncEnd {
			return ID{b.doc, b.f.Canonical(values[n])}
		}
	}
	return ID{b.doc, resolve.ModuleDef}
}

// hull is a range that has all code that is counted to a canonical definition,
// and may have more.
func (b *bodies) hull(def lang.DefID) (start, end uint32) {
	if def < 0 {
		return 0, ^uint32(0)
	}
	first := true
	add := func(from, to uint32) {
		if first || from < start {
			start = from
		}
		if first || to > end {
			end = to
		}
		first = false
	}
	one := func(i lang.DefID) {
		d := &b.f.Defs[i]
		add(min(d.Start, d.EncStart), max(d.End, d.EncEnd))
		if d.Body >= 0 {
			add(b.f.Scopes[d.Body].Start, b.f.Scopes[d.Body].End)
		}
	}
	for i := int(def); i < len(b.f.Defs); i++ { // further ones come later
		if lang.DefID(i) == def || b.f.Defs[i].Same == def {
			one(lang.DefID(i))
		}
	}
	for function, holder := range b.holds {
		if holder == def {
			one(function)
		}
	}
	return start, end
}
