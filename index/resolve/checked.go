package resolve

import (
	"cmp"
	"slices"
	"sort"

	"codeintel/index/lang"
)

// AddChecked gives what a language's own Check found for the file at path, by
// position; the file is not resolved again. It may be called concurrently, once
// for each file and before Run. It keeps neither of the slices.
func (e Resolver) AddChecked(path string, links []lang.PosLink, rels []lang.PosRelation) {
	i, ok := e.byPath[path]
	if !ok || e.in.Files[i].Facts == nil {
		return
	}
	e.done[i] = true
	f := e.in.Files[i].Facts
	byStart := func(a, b lang.PosLink) int { return cmp.Compare(a.Start, b.Start) }
	if !slices.IsSortedFunc(links, byStart) {
		links = slices.Clone(links)
		slices.SortStableFunc(links, byStart)
	}
	out := make([]Link, 0, len(links))
	r := 0
	for _, l := range links {
		for r < len(f.Refs) && f.Refs[r].Start < l.Start {
			r++
		}
		if r == len(f.Refs) {
			break
		}
		if f.Refs[r].Start != l.Start {
			continue
		}
		k := Link{Ref: lang.RefID(r)}
		if l.Possible {
			k.Certainty = Possible
		}
		var ok bool
		if k.Doc, k.Def, ok = e.target(l.Path, l.At, l.External); ok {
			if n := len(out); n == 0 || out[n-1] != k {
				out = append(out, k)
			}
		}
	}
	e.res.Links[i] = slices.Clip(out)
	var rs []Relation
	for _, p := range rels {
		d, ok := e.files[i].at(p.Start)
		if !ok {
			continue
		}
		k := Relation{Def: d, Kind: p.Kind}
		if k.Doc, k.Target, ok = e.target(p.Path, p.At, p.External); ok {
			rs = append(rs, k)
		}
	}
	sortRelations(rs)
	e.res.Relations[i] = rs
}

// target finds a definition by position, a module, or an external symbol.
func (e *engine) target(path string, at uint32, ext *lang.External) (int32, lang.DefID, bool) {
	if path == "" {
		if ext == nil {
			return 0, 0, false
		}
		return External, lang.DefID(e.externals.intern(*ext)), true
	}
	fi, ok := e.byPath[path]
	if !ok {
		return 0, 0, false
	}
	if at == lang.ModuleAt {
		return fi, ModuleDef, true
	}
	d, ok := e.files[fi].at(at)
	return fi, d, ok
}

// at finds the definition whose identifier starts at an offset. It needs none
// of what build makes.
func (x *fileIndex) at(start uint32) (lang.DefID, bool) {
	f := x.Facts
	if f == nil {
		return lang.NoDef, false
	}
	x.startsOnce.Do(func() {
		for i := range f.Defs {
			if f.Defs[i].Flags&lang.Binding == 0 && f.Defs[i].End > f.Defs[i].Start {
				x.starts = append(x.starts, lang.DefID(i))
			}
		}
		x.starts = slices.Clip(x.starts)
		slices.SortStableFunc(x.starts, func(a, b lang.DefID) int { return cmp.Compare(f.Defs[a].Start, f.Defs[b].Start) })
	})
	i := sort.Search(len(x.starts), func(i int) bool { return f.Defs[x.starts[i]].Start >= start })
	if i < len(x.starts) && f.Defs[x.starts[i]].Start == start {
		return f.Canonical(x.starts[i]), true
	}
	return lang.NoDef, false
}
