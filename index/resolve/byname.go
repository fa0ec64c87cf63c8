package resolve

import (
	"codeintel/index/lang"
)

// candidates are the definitions that the bare name of ref in file i may mean in
// other files: at most maxCandidates, else none.
func (v *eval) candidates(i int32, ref *lang.Ref) []defRef {
	x := v.file(i)
	all := v.e.tables.named(x.Lang.Family, x.Facts.Name(ref.Name))
	for _, refs := range [2][]entry{v.e.tables.inFolder(x.Lang.Family, all, i), all} {
		if len(refs) > maxScan {
			continue
		}
		var best []defRef
		rank := 0
		for _, r := range refs {
			v.touch(r.file)
			if r.flags&lang.Exported == 0 || r.file == i || ref.Space != 0 && r.space&ref.Space == 0 {
				continue
			}
			// What is no member goes before members, definitions before declarations.
			n := 1
			if r.flags&lang.Declared == 0 {
				n++
			}
			if r.flags&lang.Member == 0 {
				n += 2
			}
			if n > rank {
				rank, best = n, best[:0]
			}
			if n == rank {
				best = append(best, r.defRef)
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
	refs := v.e.tables.named(x.Lang.Family, name)
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
		if space != 0 && r.space&space == 0 || r.more&fileScope == 0 {
			continue
		}
		// A definition goes before declarations.
		if d := r.flags&lang.Declared != 0; declared && !d {
			out, declared = out[:0], false
		} else if !declared && d {
			continue
		}
		if out = append(out, ent{kind: entDef, file: r.file, def: r.def}); len(out) > maxCandidates {
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
	i := v.self.number
	bits := make([]uint64, (len(v.e.in.Files)+63)/64)
	bits[i/64] |= 1 << (i % 64)
	todo := []int32{i}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		in := v.e.included(f)
		v.ask(in.asked)
		for _, t := range in.files {
			if bits[t/64]&(1<<(t%64)) == 0 {
				bits[t/64] |= 1 << (t % 64)
				todo = append(todo, t)
			}
		}
	}
	v.seen = bits
	return bits
}

// inclusion is what a file itself takes in.
type inclusion struct {
	files []int32
	asked []uint32 // see lang.Module
}

// included is what file i takes in of the repository, looked up once in a Run.
func (e *engine) included(i int32) *inclusion {
	return e.includes.at(i).get(func() (in inclusion) {
		x := e.file(i)
		p := e.in.Projects[x.Lang.Family]
		if p == nil {
			return in
		}
		for _, s := range x.stars {
			m := p.Resolve(x.Path, x.Facts.Name(x.Facts.Imports[s].Module), 0)
			if m != nil {
				in.asked = append(in.asked, m.Asked...)
			}
			if !m.Found() {
				continue
			}
			for _, f := range m.Files {
				if t, ok := e.numberOf(f); ok {
					in.files = append(in.files, t)
				}
			}
		}
		return in
	})
}

// defined is the definition of what h only declares, when the family has exactly one that
// other files can see. Its file is one of the repository, and is not looked at: nothing
// else than that is asked of it, and it is another one for most declarations of a header.
func (v *eval) defined(h hit) (defRef, bool) {
	if h.kind != entDef {
		return defRef{}, false
	}
	x := v.file(h.file)
	def := &x.Facts.Defs[h.def]
	if def.Flags&lang.Declared == 0 || !x.Lang.Rules.Textual || def.Scope != 0 {
		return defRef{}, false
	}
	refs := v.e.tables.named(x.Lang.Family, x.Facts.Name(def.Name))
	if len(refs) > maxScan {
		return defRef{}, false
	}
	var found defRef
	n := 0
	for _, r := range refs {
		if r.flags&lang.Declared == 0 && r.flags&lang.Exported != 0 && r.more&fileScope != 0 && r.suffix == def.Suffix {
			found = r.defRef
			n++
		}
	}
	return found, n == 1
}
