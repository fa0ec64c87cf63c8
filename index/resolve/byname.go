package resolve

import (
	"cmp"
	"path"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// nameIndex finds the definitions that other files may name, for families with
// Rules.ByName or Rules.Textual.
type nameIndex struct {
	folders []int32                        // the folder of each file, numbered
	names   map[string]map[string][]defRef // by family and name; sorted by folder
}

// indexNames builds the nameIndex.
func (e *engine) indexNames() *nameIndex {
	x := &nameIndex{folders: make([]int32, len(e.in.Files)), names: map[string]map[string][]defRef{}}
	folders := map[string]int32{}
	for i := range e.in.Files {
		f := &e.in.Files[i]
		if f.Facts == nil || !f.Lang.Rules.ByName && !f.Lang.Rules.Textual {
			continue
		}
		dir := path.Dir(f.Path)
		n, ok := folders[dir]
		if !ok {
			n = int32(len(folders))
			folders[dir] = n
		}
		x.folders[i] = n
		m := x.names[f.Lang.Family]
		if m == nil {
			m = map[string][]defRef{}
			x.names[f.Lang.Family] = m
		}
		for d := range f.Facts.Defs {
			def := &f.Facts.Defs[d]
			if def.Flags&(lang.Binding|lang.Param|lang.Contextual|lang.Local|lang.Elsewhere) != 0 || def.Same >= 0 || def.Name == 0 || def.Suffix == symbol.None ||
				def.Flags&lang.Member != 0 && f.Lang.Rules.Memberless {
				continue
			}
			name := f.Facts.Name(def.Name)
			m[name] = append(m[name], defRef{int32(i), lang.DefID(d)})
		}
	}
	for _, m := range x.names {
		for _, refs := range m {
			slices.SortStableFunc(refs, func(a, b defRef) int { return cmp.Compare(x.folders[a.file], x.folders[b.file]) })
		}
	}
	return x
}

// byFolder is the part of refs that lies in the folder of file i.
func (x *nameIndex) byFolder(refs []defRef, i int32) []defRef {
	folder := x.folders[i]
	from, _ := slices.BinarySearchFunc(refs, folder, func(r defRef, f int32) int { return cmp.Compare(x.folders[r.file], f) })
	to := from
	for to < len(refs) && x.folders[refs[to].file] == folder {
		to++
	}
	return refs[from:to]
}

// candidates are the definitions that the bare name of ref in file i may mean in
// other files: at most maxCandidates, else none.
func (v *eval) candidates(i int32, ref *lang.Ref) []defRef {
	x := v.file(i)
	index := v.e.byName()
	all := index.names[x.Lang.Family][x.Facts.Name(ref.Name)]
	for _, refs := range [2][]defRef{index.byFolder(all, i), all} {
		if len(refs) > maxScan {
			continue
		}
		var best []defRef
		rank := 0
		for _, r := range refs {
			v.touch(r.file)
			def := &v.e.all[r.file].Facts.Defs[r.def]
			if def.Flags&lang.Exported == 0 || r.file == i || ref.Space != 0 && def.Space&ref.Space == 0 {
				continue
			}
			// What is no member goes before members, definitions before declarations.
			n := 1
			if def.Flags&lang.Declared == 0 {
				n++
			}
			if def.Flags&lang.Member == 0 {
				n += 2
			}
			if n > rank {
				rank, best = n, best[:0]
			}
			if n == rank {
				best = append(best, r)
			}
		}
		if len(best) > 0 {
			if len(best) > maxCandidates {
				return nil
			}
			return best
		}
	}
	return nil
}

// maxScan bounds how many definitions of one name are looked at for one use.
const maxScan = 256

// included is what name, which file i does not bind, means in the files whose
// text the file being resolved takes in.
func (v *eval) included(i int32, name string, space lang.Space) []ent {
	x := v.file(i)
	refs := v.e.byName().names[x.Lang.Family][name]
	if len(refs) == 0 {
		return nil
	}
	seen := v.inclusions()
	var out []ent
	declared := true
	for _, r := range refs {
		if seen[r.file/64]&(1<<(r.file%64)) == 0 || r.file == i {
			continue
		}
		f := v.e.all[r.file].Facts
		def := &f.Defs[r.def]
		if space != 0 && def.Space&space == 0 || def.Scope != 0 {
			continue
		}
		// A definition goes before declarations.
		if d := def.Flags&lang.Declared != 0; declared && !d {
			out, declared = out[:0], false
		} else if !declared && d {
			continue
		}
		if out = append(out, ent{kind: entDef, file: r.file, def: f.Canonical(r.def)}); len(out) > maxCandidates {
			return nil
		}
	}
	return out
}

// inclusions are the files that the file being resolved takes in, directly and
// through others: one bit each. What a header names is seen as from there, too.
func (v *eval) inclusions() []uint64 {
	if v.seen != nil {
		return v.seen
	}
	i := v.e.byPath[v.self.Path]
	bits := make([]uint64, (len(v.e.in.Files)+63)/64)
	bits[i/64] |= 1 << (i % 64)
	todo := []int32{i}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, t := range v.e.includes(f) {
			if bits[t/64]&(1<<(t%64)) == 0 {
				bits[t/64] |= 1 << (t % 64)
				todo = append(todo, t)
			}
		}
	}
	v.seen = bits
	return bits
}

// includes are the files of the repository that file i itself takes in, looked
// up once in a Run.
func (e *engine) includes(i int32) []int32 {
	x := e.file(i)
	x.includeOnce.Do(func() {
		p := e.in.Projects[x.Lang.Family]
		if p == nil {
			return
		}
		for _, s := range x.stars {
			m := p.Resolve(x.Path, x.Facts.Name(x.Facts.Imports[s].Module), 0)
			if !m.Found() {
				continue
			}
			for _, f := range m.Files {
				if t, ok := e.byPath[f]; ok && e.all[t].Facts != nil {
					x.included = append(x.included, t)
				}
			}
		}
	})
	return x.included
}

// defined is the definition of what h only declares, when the family has
// exactly one that other files can see; else h.
func (v *eval) defined(h hit) hit {
	if h.kind != entDef {
		return h
	}
	x := v.file(h.file)
	def := &x.Facts.Defs[h.def]
	if def.Flags&lang.Declared == 0 || !x.Lang.Rules.Textual || def.Scope != 0 {
		return h
	}
	refs := v.e.byName().names[x.Lang.Family][x.Facts.Name(def.Name)]
	if len(refs) > maxScan {
		return h
	}
	found := hit{}
	n := 0
	for _, r := range refs {
		d := &v.e.all[r.file].Facts.Defs[r.def]
		if d.Flags&lang.Declared == 0 && d.Flags&lang.Exported != 0 && d.Scope == 0 && d.Suffix == def.Suffix {
			found = hit{ent: ent{kind: entDef, file: r.file, def: r.def}}
			n++
		}
	}
	if n != 1 {
		return h
	}
	return found
}
