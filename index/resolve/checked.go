package resolve

import (
	"sort"

	"codeintel/index/lang"
)

// checked turns what a language's own Check found, by position, into links.
func (e *engine) checked(i int32, c CheckedFile, res *Result) {
	f := e.in.Files[i].Facts
	ls := append([]lang.PosLink(nil), c.Links...)
	sort.SliceStable(ls, func(a, b int) bool { return ls[a].Start < ls[b].Start })
	out := make([]Link, 0, len(ls))
	r := 0
	for _, l := range ls {
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
	res.Links[i] = out
	byStart := e.file(i).byStart()
	for _, p := range c.Relations {
		d, ok := byStart(p.Start)
		if !ok {
			continue
		}
		k := Relation{Def: d, Kind: p.Kind}
		if k.Doc, k.Target, ok = e.target(p.Path, p.At, p.External); ok {
			res.Relations[i] = append(res.Relations[i], k)
		}
	}
	sortRelations(res.Relations[i])
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
	d, ok := e.file(fi).byStart()(at)
	return fi, d, ok
}

// byStart returns a function that finds the definition whose identifier starts
// at an offset.
func (x *fileIndex) byStart() func(uint32) (lang.DefID, bool) {
	x.startsOnce.Do(func() {
		f := x.Facts
		for i := range f.Defs {
			if f.Defs[i].Flags&lang.Binding == 0 && f.Defs[i].End > f.Defs[i].Start {
				x.starts = append(x.starts, lang.DefID(i))
			}
		}
		sort.SliceStable(x.starts, func(a, b int) bool { return f.Defs[x.starts[a]].Start < f.Defs[x.starts[b]].Start })
	})
	return func(at uint32) (lang.DefID, bool) {
		f := x.Facts
		i := sort.Search(len(x.starts), func(i int) bool { return f.Defs[x.starts[i]].Start >= at })
		if i < len(x.starts) && f.Defs[x.starts[i]].Start == at {
			return f.Canonical(x.starts[i]), true
		}
		return lang.NoDef, false
	}
}
