package golang

import (
	"cmp"
	"context"
	"errors"
	"go/types"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"codeintel/index/lang"
)

// iface is an interface with methods, concrete any other type with methods.
type iface struct {
	named   *types.Named
	methods []string // ids
	typ     *types.Interface
	apart   bool // it is of a pkg.now
}

type concrete struct {
	named   *types.Named
	methods map[string]*types.Func // of a pointer to it, by id
	apart   bool                   // it is of a pkg.now
	// unit is the path of the package when it is not one of the graph.
	unit string
}

// relations finds which of the repository's types implement which interfaces:
// those of the repository and the exported ones of the packages that it
// imports. Tests and what the default configuration leaves out come later, with
// their units. The interfaces are kept for these.
func (c *checking) relations(ctx context.Context) (err error) {
	var order, own, outside []*pkg
	for _, dp := range slices.Sorted(maps.Keys(c.p.dirs)) {
		d := c.p.dirs[dp]
		has := func(f *file) bool { return c.known(f.path) && f.match(defaultConfig) }
		if !slices.ContainsFunc(d.files, has) {
			continue
		}
		own = append(own, c.g.get(defaultConfig, target{dir: d}, &order))
		for _, f := range d.files {
			if !has(f) {
				continue
			}
			for _, spec := range f.imports {
				t := c.g.resolveIn(d.mod, d.path, spec)
				if n := c.g.get(defaultConfig, t, &order); n != nil && t.dir == nil {
					outside = append(outside, n)
				}
			}
		}
	}
	if err := c.g.build(ctx, order); err != nil {
		return err
	}
	var ifaces []*iface
	var concretes []*concrete
	seen := map[*pkg]bool{}
	collect := func(n *pkg, outside bool) {
		if seen[n] {
			return
		}
		seen[n] = true
		apart := n.now != nil
		n = n.latest()
		if n.types == nil {
			return
		}
		i, t := namedTypes(n.types, outside)
		for _, i := range i {
			i.apart = apart
		}
		for _, t := range t {
			t.apart = apart
		}
		ifaces = append(ifaces, i...)
		concretes = append(concretes, t...)
	}
	for _, n := range own {
		collect(n, false)
	}
	for _, n := range outside {
		collect(n, true)
	}
	defer func() {
		if r := recover(); r == errUnsure {
			err = errUnsure
		} else if r != nil {
			panic(r)
		}
	}()
	c.ifaces = indexInterfaces(ifaces, concretes)
	c.rels = relationSet{}
	c.sums = &relationSums{files: map[string]uint64{}}
	for _, t := range concretes {
		c.ifaces.of(t, func(i *iface) { c.rels.implement(c.objectLink, t, i, c.sums) })
	}
	for _, i := range ifaces {
		c.sums.interfaces += i.sum()
	}
	return nil
}

// relationSums tell whether what types implement has changed, wherever it stands
// in the files: sums of hashes of the relations of each file, and of the
// interfaces that there are.
type relationSums struct {
	files      map[string]uint64
	interfaces uint64
}

// sum is a hash of what implements i.
func (i *iface) sum() uint64 {
	h := fnv.New64a()
	put := func(s string) { _, _ = io.WriteString(h, s+"\x00") }
	put(objectName(i.named.Obj()))
	put(strconv.FormatBool(i.typ.IsMethodSet()))
	put(types.TypeString(i.named.Underlying(), nil))
	for _, id := range slices.Sorted(slices.Values(i.methods)) {
		put(id)
	}
	for m := range i.typ.Methods() {
		put(types.TypeString(m.Type(), nil))
	}
	return h.Sum64()
}

// objectName is a name of a type or method that stays when files change.
func objectName(o types.Object) string {
	if f, ok := o.(*types.Func); ok {
		return f.FullName()
	}
	return o.Pkg().Path() + "." + o.Name()
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
			for _, t := range t {
				t.unit = p.Path()
			}
		}
	}
	own := indexInterfaces(ifaces, concretes)
	for _, t := range concretes {
		own.of(t, func(i *iface) { rels.implement(link, t, i, nil) })
		c.ifaces.of(t, func(i *iface) {
			path := i.named.Obj().Pkg().Path()
			if !slices.ContainsFunc(pkgs, func(p *types.Package) bool { return p.Path() == path }) {
				rels.implement(link, t, i, nil)
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
			concretes = append(concretes, &concrete{named: named, methods: set})
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
	if t.named.Obj().Pkg() != i.named.Obj().Pkg() && (t.apart || i.apart) {
		return implementsApart(t, i)
	}
	defer func() { _ = recover() }() // as in checkFiles
	return types.Implements(t.named, i.typ) || types.Implements(types.NewPointer(t.named), i.typ)
}

// implementsApart is implements where one of the two is of a package that others
// don't import as it is: types of one name are the same. It panics with errUnsure
// where that does not do.
func implementsApart(t *concrete, i *iface) bool {
	if !i.typ.IsMethodSet() || t.named.TypeParams().Len() > 0 && i.named.TypeParams().Len() > 0 {
		panic(errUnsure)
	}
	for _, n := range []*types.Named{t.named, i.named} {
		for p := range n.TypeParams().TypeParams() {
			if types.Universe.Lookup(p.Obj().Name()) != nil { // they look the same
				panic(errUnsure)
			}
		}
	}
	for m := range i.typ.Methods() {
		s, o := shape(m.Signature()), shape(t.methods[m.Id()].Signature())
		// The packages of fields and methods without a type name don't show.
		if s == o && (strings.Contains(s, "struct{") || strings.Contains(s, "interface{")) {
			panic(errUnsure)
		}
		if s != o || t.unit != "" && strings.Contains(s, t.unit+".") {
			return false
		}
	}
	return true
}

// shape is a signature without the names of its parameters and results, which do not
// count, nor do those of functions that they are.
func shape(sig *types.Signature) string { return types.TypeString(nameless(sig), nil) }

// nameless is t without the names of parameters and results in it, but for those in
// structs and interfaces.
func nameless(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Signature:
		unnamed := func(list *types.Tuple) *types.Tuple {
			vars := make([]*types.Var, 0, list.Len())
			for v := range list.Variables() {
				vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), "", nameless(v.Type())))
			}
			return types.NewTuple(vars...)
		}
		return types.NewSignatureType(nil, nil, nil, unnamed(t.Params()), unnamed(t.Results()), t.Variadic())
	case *types.Pointer:
		return types.NewPointer(nameless(t.Elem()))
	case *types.Slice:
		return types.NewSlice(nameless(t.Elem()))
	case *types.Array:
		return types.NewArray(nameless(t.Elem()), t.Len())
	case *types.Map:
		return types.NewMap(nameless(t.Key()), nameless(t.Elem()))
	case *types.Chan:
		return types.NewChan(t.Dir(), nameless(t.Elem()))
	}
	return t
}

// errUnsure: what has changed can't be told apart from the rest.
var errUnsure = errors.New("all must be checked")

// relationSet collects relations by path, without repetitions.
type relationSet map[string]map[lang.PosRelation]bool

// add is false for what is there already.
func (s relationSet) add(from, to lang.PosLink) bool {
	if from.Path == "" {
		return false
	}
	if s[from.Path] == nil {
		s[from.Path] = map[lang.PosRelation]bool{}
	}
	r := lang.PosRelation{Start: from.At, Kind: lang.Implements, Path: to.Path, At: to.At, External: to.External}
	if s[from.Path][r] {
		return false
	}
	s[from.Path][r] = true
	return true
}

// implement records that t implements i, and its methods those of i. sums may be
// nil.
func (s relationSet) implement(link func(types.Object) (lang.PosLink, bool), t *concrete, i *iface, sums *relationSums) {
	add := func(from, to lang.PosLink, a, b types.Object) {
		if s.add(from, to) && sums != nil {
			h := fnv.New64a()
			_, _ = io.WriteString(h, objectName(a)+"\x00"+objectName(b)+"\x00"+to.Path)
			sums.files[from.Path] += h.Sum64()
		}
	}
	from, ok1 := link(t.named.Obj())
	to, ok2 := link(i.named.Obj())
	if !ok1 || !ok2 {
		return
	}
	add(from, to, t.named.Obj(), i.named.Obj())
	for m := range i.typ.Methods() {
		f := t.methods[m.Id()]
		if f == nil {
			continue
		}
		from, ok1 := link(f)
		to, ok2 := link(m)
		if ok1 && ok2 && (from.Path != to.Path || from.At != to.At || from.External != to.External) {
			add(from, to, f, m)
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
