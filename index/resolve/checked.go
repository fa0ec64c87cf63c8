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
	i, ok := e.numberOf(path)
	if !ok {
		return
	}
	e.done[i] = true
	e.checkedLinks(i, links)
	e.checkedRelations(i, rels)
}

// AddLinks is AddChecked for a file whose earlier relations hold.
func (e Resolver) AddLinks(path string, links []lang.PosLink) {
	if i, ok := e.numberOf(path); ok {
		e.done[i] = true
		e.checkedLinks(i, links)
		e.takeRelations(i)
	}
}

// AddRelations is AddChecked for a file whose earlier links hold. Where its
// relations are the earlier ones too, or it was not checked then, nothing is added.
func (e Resolver) AddRelations(path string, rels []lang.PosRelation) {
	i, ok := e.numberOf(path)
	if !ok || !e.in.Earlier.Has(i) || !e.in.Earlier.Checked(i) {
		return
	}
	found := e.in.Earlier.Found(i)
	if len(found.Relations) == 0 && len(rels) == 0 {
		return
	}
	e.checkedRelations(i, rels)
	is := e.res.RelationsOf(i)
	if was := e.earlierRelations(found); slices.Equal(was, is) {
		*e.res.relations(i) = nil
		return
	}
	e.done[i] = true
	e.res.SetLinks(i, e.earlierLinks(found))
}

func (e *engine) checkedLinks(i int32, links []lang.PosLink) {
	next := e.refStarts(i)
	e.starts.at(i).get(func() starts { return e.defStarts(i) }) // while the facts are at hand
	byStart := func(a, b lang.PosLink) int { return cmp.Compare(a.Start, b.Start) }
	if !slices.IsSortedFunc(links, byStart) {
		links = slices.Clone(links)
		slices.SortStableFunc(links, byStart)
	}
	out := make([]Link, 0, len(links))
	start, more := next()
	r := 0
	for _, l := range links {
		for more && start < l.Start {
			start, more = next()
			r++
		}
		if !more {
			break
		}
		if start != l.Start {
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
	e.res.SetLinks(i, slices.Clip(out))
}

func (e *engine) checkedRelations(i int32, rels []lang.PosRelation) {
	var rs []Relation
	for _, p := range rels {
		d, ok := e.at(i, p.Start)
		if !ok {
			continue
		}
		k := Relation{Def: d, Kind: p.Kind}
		if k.Doc, k.Target, ok = e.target(p.Path, p.At, p.External); ok {
			rs = append(rs, k)
		}
	}
	sortRelations(rs)
	*e.res.relations(i) = rs
}

// target finds a definition by position, a module, or an external symbol.
func (e *engine) target(path string, at uint32, ext *lang.External) (int32, lang.DefID, bool) {
	if path == "" {
		if ext == nil {
			return 0, 0, false
		}
		return External, lang.DefID(e.externals.intern(*ext)), true
	}
	fi, ok := e.numberOf(path)
	if !ok {
		return 0, 0, false
	}
	if at == lang.ModuleAt {
		return fi, ModuleDef, true
	}
	d, ok := e.at(fi, at)
	return fi, d, ok
}

// at finds the definition of file i whose identifier starts at an offset. It
// keeps none of the file's facts.
func (e *engine) at(i int32, start uint32) (lang.DefID, bool) {
	x := *e.starts.at(i).get(func() starts { return e.defStarts(i) })
	n := sort.Search(len(x), func(n int) bool { return x[n].at >= start })
	if n < len(x) && x[n].at == start {
		return x[n].def, true
	}
	return lang.NoDef, false
}
