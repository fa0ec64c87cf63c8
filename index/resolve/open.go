package resolve

import "codeintel/index/lang"

const (
	// maxOpen is how many Open definitions of one name may be offered as
	// possible targets.
	maxOpen = 8
	// maxTaken bounds the files that one file may take whole.
	maxTaken = 1000
)

// possible adds the Open definitions that reference r of file i may mean.
func (v *eval) possible(out []Link, i int32, r lang.RefID) []Link {
	f := v.file(i).Facts
	ref := &f.Refs[r]
	found := v.e.tables.opened(f.Name(ref.Name))
	if len(found) > maxOpen {
		return out
	}
	for _, t := range found {
		if v.touch(t.file); ref.Space == 0 || t.space&ref.Space != 0 {
			out = append(out, Link{r, t.file, t.def, Possible})
		}
	}
	return out
}

// openEnts is all that a RefOpen of file i means in the file and in what it
// takes whole.
func (v *eval) openEnts(i int32, ref *lang.Ref) []ent {
	name := v.file(i).Facts.Name(ref.Name)
	var out []ent
	for _, fi := range v.taken(i) {
		x := v.file(fi)
		for _, d := range x.open(name) {
			if ref.Space == 0 || x.Facts.Defs[d].Space&ref.Space != 0 {
				out = append(out, ent{kind: entDef, file: fi, def: d})
			}
		}
	}
	return out
}

// sureEnts are the Open definitions of a name in the repository, and what those of
// them that are Forward stand for. None where they are too many to be one name.
func (v *eval) sureEnts(name string) []ent {
	v.asked[nameHash(name)] = true
	found := v.e.tables.opened(name)
	if len(found) > maxOpen || !v.enter() {
		return nil
	}
	defer v.leave()
	var out []ent
	for _, t := range found {
		v.touch(t.file)
		out = append(out, ent{kind: entDef, file: t.file, def: t.def})
		if t.flags&lang.Forward != 0 {
			for _, a := range v.file(t.file).assigns(t.def) {
				for _, e := range v.exprEnts(t.file, a.Value, lang.AnySpace) {
					out = v.merge(out, e)
				}
			}
		}
	}
	return out
}

// taken is file i and the files that it takes whole, directly or through
// others, each once.
func (v *eval) taken(i int32) []int32 {
	if t, ok := v.takes[i]; ok {
		return t
	}
	out := []int32{i}
	seen := map[int32]bool{i: true}
	for n := 0; n < len(out) && len(out) < maxTaken; n++ {
		x := v.file(out[n])
		for j := range x.Facts.Imports {
			im := &x.Facts.Imports[j]
			if im.Kind != lang.ImportStar && im.Kind != lang.ImportEffect {
				continue
			}
			m := v.module(out[n], im)
			if m == nil || m.External {
				continue
			}
			for _, p := range m.Files {
				if fi, ok := v.e.byPath[p]; ok && !seen[fi] {
					seen[fi] = true
					out = append(out, fi)
				}
			}
		}
	}
	v.takes[i] = out
	return out
}

// open returns the first of each symbol's Open definitions of that name.
func (x *fileIndex) open(name string) []lang.DefID {
	x.openOnce.Do(func() {
		for i := range x.Facts.Defs {
			if d := &x.Facts.Defs[i]; d.Flags&lang.Open != 0 && d.Same < 0 {
				if x.opens == nil {
					x.opens = map[lang.NameID][]lang.DefID{}
				}
				n := x.Facts.OpenName(lang.DefID(i))
				x.opens[n] = append(x.opens[n], lang.DefID(i))
			}
		}
	})
	if n, ok := x.nameIDs.get(name); ok {
		return x.opens[n]
	}
	return nil
}
