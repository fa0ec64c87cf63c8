package resolve

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"codeintel/index/lang"
)

// binding says that definition def has the name in the table of at, a scope
// or a container.
type binding struct {
	at   int32
	name lang.NameID
	def  lang.DefID
}

// fileIndex is a file's facts with what look-ups need. It is built on first
// use and then only read.
type fileIndex struct {
	*File
	Facts  *lang.Facts // not to be asked for again
	number int32
	used   atomic.Bool // since kept.room last came by

	scopes  table // bindings by scope
	members table // members by canonical container
	nameIDs lang.NameTable
	imports map[lang.DefID]lang.ImportID
	stars   []lang.ImportID // star imports, in order
	exports map[string][]int32
	reStars []int32 // indices of export * in Facts.Exports
	equals  int32   // index of export = in Facts.Exports, -1 when none

	openOnce sync.Once
	opens    map[lang.NameID][]lang.DefID // Open definitions by OpenName

	contextOnce sync.Once
	context     contextIndex
}

// builtin says whether the file is our declaration of a built-in module, some of whose
// generics have a meaning of their own.
func (x *fileIndex) builtin() bool { return x.Prelude != nil && x.Prelude.Declared == "" }

// table is bindings sorted by (at, name, def) with an offset for each at.
type table struct {
	rows  []binding
	start []int32
	defs  []lang.DefID // those of rows, sorted by (at, def)
}

// newTable makes a table of bindings in the order of their definitions.
func newTable(f *lang.Facts, rows []binding, n int) table {
	t := tableOf(rows, n)
	for i := manyBindings; i < len(t.rows); i++ {
		if a, b := t.rows[i-manyBindings], t.rows[i]; a.at == b.at && a.name == b.name {
			rows = few(f, t.rows)
			slices.SortFunc(rows, func(a, b binding) int { return cmp.Compare(a.def, b.def) })
			return tableOf(rows, n)
		}
	}
	return t
}

func tableOf(rows []binding, n int) table {
	start := make([]int32, n+1)
	for _, r := range rows {
		start[r.at+1]++
	}
	for i := 1; i <= n; i++ {
		start[i] += start[i-1]
	}
	defs, next := make([]lang.DefID, len(rows)), slices.Clone(start)
	for _, r := range rows {
		defs[next[r.at]] = r.def
		next[r.at]++
	}
	sort.Slice(rows, func(i, j int) bool {
		a, b := rows[i], rows[j]
		if a.at != b.at {
			return a.at < b.at
		}
		if a.name != b.name {
			return a.name < b.name
		}
		return a.def < b.def
	})
	return table{rows, start, defs}
}

// get returns the bindings of name in at.
func (t *table) get(at int32, name lang.NameID) []binding {
	if at < 0 || int(at)+1 >= len(t.start) {
		return nil
	}
	rows := t.rows[t.start[at]:t.start[at+1]]
	i := sort.Search(len(rows), func(i int) bool { return rows[i].name >= name })
	j := i
	for j < len(rows) && rows[j].name == name {
		j++
	}
	return rows[i:j]
}

// all returns what has a name in at, in the order of the file: that of the names' numbers
// depends on what else the file says.
func (t *table) all(at int32) []lang.DefID {
	if at < 0 || int(at)+1 >= len(t.start) {
		return nil
	}
	return t.defs[t.start[at]:t.start[at+1]]
}

func (x *fileIndex) build() {
	f := x.Facts
	var scoped, members []binding
	for i := range f.Defs {
		d := &f.Defs[i]
		id := lang.DefID(i)
		if d.Scope >= 0 {
			scoped = append(scoped, binding{int32(d.Scope), d.LookupName(), id})
		}
		if d.Parent >= 0 && d.Name != 0 {
			members = append(members, binding{int32(f.Canonical(d.Parent)), d.LookupName(), id})
		}
	}
	x.scopes = newTable(f, scoped, len(f.Scopes))
	x.members = newTable(f, members, len(f.Defs))
	x.nameIDs = lang.NewNameTable(f.Names)
	x.imports = make(map[lang.DefID]lang.ImportID)
	for i := range f.Imports {
		im := &f.Imports[i]
		if im.Local >= 0 {
			x.imports[im.Local] = lang.ImportID(i)
		}
		if im.Kind == lang.ImportStar {
			x.stars = append(x.stars, lang.ImportID(i))
		}
	}
	x.exports = make(map[string][]int32)
	x.equals = -1
	for i := range f.Exports {
		ex := &f.Exports[i]
		switch ex.Kind {
		case lang.ExportStar:
			x.reStars = append(x.reStars, int32(i))
		case lang.ExportEquals:
			x.equals = int32(i)
		default:
			n := f.Name(ex.Name)
			x.exports[n] = append(x.exports[n], int32(i))
		}
	}
}

// fold is the key that a reference's name means.
func (x *fileIndex) fold(name string) string {
	if f := x.Lang.Rules.Fold; f != nil {
		return f(name)
	}
	return name
}

// assigns returns the values that flow into d, in order.
func (x *fileIndex) assigns(d lang.DefID) []lang.Assign {
	as := x.Facts.Assigns
	i := sort.Search(len(as), func(i int) bool { return as[i].Def >= d })
	j := i
	for j < len(as) && as[j].Def == d {
		j++
	}
	return as[i:j]
}

// bases returns the expressions that hang on d.
func (x *fileIndex) bases(d lang.DefID) []lang.Base {
	bs := x.Facts.Bases
	i := sort.Search(len(bs), func(i int) bool { return bs[i].Def >= d })
	j := i
	for j < len(bs) && bs[j].Def == d {
		j++
	}
	return bs[i:j]
}

// searched calls do for the bases of class d that are searched for its members, in this
// order, until it returns false: those that it extends, then, where interfaces are too,
// those that it implements.
func (x *fileIndex) searched(d lang.DefID, interfaces bool, do func(b lang.Base) bool) {
	of := func(kinds ...lang.BaseKind) bool {
		for _, d := range x.group(d) {
			for _, b := range x.bases(d) {
				if slices.Contains(kinds, b.Kind) && !do(b) {
					return false
				}
			}
		}
		return true
	}
	if of(lang.BaseExtends, lang.BaseMixin, lang.BaseAnyOf) && interfaces && of(lang.BaseImplements) {
		of(lang.BaseDelegate)
	}
}

// params returns the parameters of function d in order.
func (x *fileIndex) params(d lang.DefID) []lang.DefID {
	return x.children(d, func(p *lang.Def) bool { return p.Flags&lang.Param != 0 })
}

// typeParams returns the declared type parameters of d in order.
func (x *fileIndex) typeParams(d lang.DefID) []lang.DefID {
	return x.children(d, func(p *lang.Def) bool { return p.Kind == lang.KindTypeParameter })
}

// children returns the definitions directly under d itself (not under others
// of the same symbol) that want accepts, in order.
func (x *fileIndex) children(d lang.DefID, want func(*lang.Def) bool) []lang.DefID {
	var ps []lang.DefID
	for _, m := range x.members.all(int32(x.Facts.Canonical(d))) {
		if p := &x.Facts.Defs[m]; p.Parent == d && want(p) {
			ps = append(ps, m)
		}
	}
	return ps
}

const (
	// manyBindings is how many bindings of one name in one place are always looked at.
	manyBindings = 64
	// maxCompared bounds the comparisons that all references to one name in a file take:
	// each compares the bindings with one another.
	maxCompared = 1 << 28
	// leastRefs stands for the references in other files.
	leastRefs = 256
)

// few leaves out of sorted rows bindings of names that have so many in one place that the
// work to look at all of them for each reference would be quadratic in the size of the
// file, or worse: the first of them in the order of the text stay. The result depends on
// f and rows alone.
func few(f *lang.Facts, rows []binding) []binding {
	refs := map[lang.NameID]int{}
	for i := range f.Refs {
		refs[f.Refs[i].Name]++
	}
	out := rows[:0]
	for i := 0; i < len(rows); {
		end := i + 1
		for end < len(rows) && rows[end].at == rows[i].at && rows[end].name == rows[i].name {
			end++
		}
		most := max(manyBindings, int(math.Sqrt(float64(maxCompared/max(refs[rows[i].name], leastRefs)))))
		out = append(out, rows[i:min(end, i+most)]...)
		i = end
	}
	return out
}

// group returns all definitions of d's symbol in this file.
func (x *fileIndex) group(d lang.DefID) []lang.DefID {
	f := x.Facts
	c := f.Canonical(d)
	def := &f.Defs[c]
	g := []lang.DefID{c}
	var rows []binding
	if def.Scope >= 0 {
		rows = x.scopes.get(int32(def.Scope), def.LookupName())
	} else if def.Parent >= 0 {
		rows = x.members.get(int32(f.Canonical(def.Parent)), def.LookupName())
	}
	for _, b := range rows {
		if b.def != c && f.Defs[b.def].Same == c {
			g = append(g, b.def)
		}
	}
	return g
}

// enclosingClass is the class in whose body (at any depth below, functions
// included) scope s lies, NoDef when none.
func (x *fileIndex) enclosingClass(s lang.ScopeID) lang.DefID {
	for ; s >= 0; s = x.Facts.Scopes[s].Parent {
		if sc := &x.Facts.Scopes[s]; sc.Kind == lang.ScopeClass {
			return sc.Owner
		}
	}
	return lang.NoDef
}

// enclosingFunction is the innermost function in whose body s lies.
func (x *fileIndex) enclosingFunction(s lang.ScopeID) lang.DefID {
	for ; s >= 0; s = x.Facts.Scopes[s].Parent {
		if sc := &x.Facts.Scopes[s]; sc.Kind == lang.ScopeFunction && sc.Owner >= 0 {
			return sc.Owner
		}
	}
	return lang.NoDef
}
