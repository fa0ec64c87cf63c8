package golang

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"codeintel/index/lang"
)

// iface is an interface with methods, concrete any other type with methods.
type iface struct {
	named   *types.Named
	methods []string // ids
	typ     *types.Interface
}

type concrete struct {
	named   *types.Named
	methods map[string]*types.Func // of a pointer to it, by id
}

// relations finds which of the repository's types implement which interfaces:
// those of the repository and the exported ones of the packages that it
// imports. Tests and what the default configuration leaves out come later, with
// their units. The interfaces are kept for these.
func (c *checking) relations(jobs []*job) {
	var ifaces []*iface
	var concretes []*concrete
	seen := map[*pkg]bool{}
	collect := func(n *pkg, outside bool) {
		if n == nil || seen[n] || n.types == nil {
			return
		}
		seen[n] = true
		i, t := namedTypes(n.types, outside)
		ifaces = append(ifaces, i...)
		concretes = append(concretes, t...)
	}
	for _, j := range jobs {
		collect(c.g.pkgs[graphKey{defaultConfig, (&target{dir: j.dir}).key()}], false)
	}
	for _, j := range jobs {
		for _, u := range j.units {
			for _, im := range u.imports {
				if im.target.dir == nil {
					collect(im.pkg, true)
				}
			}
		}
	}
	c.ifaces = indexInterfaces(ifaces, concretes)
	rels := relationSet{}
	for _, t := range concretes {
		c.ifaces.of(t, func(i *iface) { rels.implement(c.objectLink, t, i) })
	}
	c.rels = rels
}

// unitRelations adds to rels what the types of a unit implement. pkgs are the
// packages that were checked with it: they stand for those of the graph.
func (c *checking) unitRelations(rels relationSet, link func(types.Object) (lang.PosLink, bool), pkgs ...*types.Package) {
	if len(pkgs) == 0 {
		return
	}
	var ifaces []*iface
	var concretes []*concrete
	for n, p := range pkgs {
		i, t := namedTypes(p, false)
		ifaces = append(ifaces, i...)
		if n == 0 {
			concretes = t
		}
	}
	own := indexInterfaces(ifaces, concretes)
	for _, t := range concretes {
		own.of(t, func(i *iface) { rels.implement(link, t, i) })
		c.ifaces.of(t, func(i *iface) {
			path := i.named.Obj().Pkg().Path()
			if !slices.ContainsFunc(pkgs, func(p *types.Package) bool { return p.Path() == path }) {
				rels.implement(link, t, i)
			}
		})
	}
}

// namedTypes are the types with methods of a package.
func namedTypes(p *types.Package, exported bool) (ifaces []*iface, concretes []*concrete) {
	scope := p.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || exported && !tn.Exported() {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if !ok || tn.IsAlias() {
			continue
		}
		if it, ok := named.Underlying().(*types.Interface); ok {
			i := &iface{named: named, typ: it}
			for m := range it.Methods() {
				i.methods = append(i.methods, m.Id())
			}
			if len(i.methods) > 0 {
				ifaces = append(ifaces, i)
			}
			continue
		}
		if exported {
			continue
		}
		set := methodSet(named)
		if len(set) > 0 {
			concretes = append(concretes, &concrete{named, set})
		}
	}
	return ifaces, concretes
}

func methodSet(named *types.Named) map[string]*types.Func {
	defer func() { _ = recover() }() // as in checkFiles
	set := map[string]*types.Func{}
	ms := types.NewMethodSet(types.NewPointer(named))
	for m := range ms.Methods() {
		if f, ok := m.Obj().(*types.Func); ok {
			set[f.Id()] = f
		}
	}
	return set
}

// interfaces finds interfaces by that of their methods which the fewest types
// have.
type interfaces map[string][]*iface

func indexInterfaces(ifaces []*iface, concretes []*concrete) interfaces {
	count := map[string]int{}
	for _, t := range concretes {
		for id := range t.methods {
			count[id]++
		}
	}
	x := interfaces{}
	for _, i := range ifaces {
		rarest := slices.MinFunc(i.methods, func(a, b string) int { return cmp.Or(cmp.Compare(count[a], count[b]), cmp.Compare(a, b)) })
		x[rarest] = append(x[rarest], i)
	}
	return x
}

// of calls found for each interface that t implements.
func (x interfaces) of(t *concrete, found func(*iface)) {
	for id := range t.methods {
		for _, i := range x[id] {
			if implements(t, i) {
				found(i)
			}
		}
	}
}

func implements(t *concrete, i *iface) (ok bool) {
	if len(t.methods) < len(i.methods) {
		return false
	}
	for _, id := range i.methods {
		if t.methods[id] == nil {
			return false
		}
	}
	defer func() {
		if recover() != nil { // as in checkFiles
			ok = false
		}
	}()
	return types.Implements(t.named, i.typ) || types.Implements(types.NewPointer(t.named), i.typ)
}

// relationSet collects relations by path, without repetitions.
type relationSet map[string]map[lang.PosRelation]bool

func (s relationSet) add(from, to lang.PosLink) {
	if from.Path == "" {
		return
	}
	if s[from.Path] == nil {
		s[from.Path] = map[lang.PosRelation]bool{}
	}
	s[from.Path][lang.PosRelation{Start: from.At, Kind: lang.Implements, Path: to.Path, At: to.At, External: to.External}] = true
}

// implement records that t implements i, and its methods those of i.
func (s relationSet) implement(link func(types.Object) (lang.PosLink, bool), t *concrete, i *iface) {
	from, ok1 := link(t.named.Obj())
	to, ok2 := link(i.named.Obj())
	if !ok1 || !ok2 {
		return
	}
	s.add(from, to)
	for m := range i.typ.Methods() {
		f := t.methods[m.Id()]
		if f == nil {
			continue
		}
		from, ok1 := link(f)
		to, ok2 := link(m)
		if ok1 && ok2 && (from.Path != to.Path || from.At != to.At || from.External != to.External) {
			s.add(from, to)
		}
	}
}

// sorted are the relations of a file's definitions, in order.
func (s relationSet) sorted(path string) []lang.PosRelation {
	return slices.SortedFunc(maps.Keys(s[path]), compareRelations)
}

func compareRelations(a, b lang.PosRelation) int {
	name := func(r lang.PosRelation) string {
		if r.External == nil {
			return ""
		}
		return r.External.Symbol
	}
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Path, b.Path), cmp.Compare(a.At, b.At), cmp.Compare(name(a), name(b)))
}
