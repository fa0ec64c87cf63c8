package resolve

import (
	"slices"
	"strings"

	"codeintel/index/lang"
)

const (
	// maxOpen is how many Open definitions of one name may be offered as
	// possible targets.
	maxOpen = 8
	// maxKeyed is how many definitions there may be of an open name that says all
	// (a text in each language).
	maxKeyed = 64
	// maxMounts bounds the files that load one another to give names.
	maxMounts = 4
	// maxTaken bounds the files that one file may take whole.
	maxTaken = 1000
)

// possible adds the Open definitions that reference r of file i may mean.
func (v *eval) possible(out []Link, i int32, r lang.RefID) []Link {
	f := v.file(i).Facts
	ref := &f.Refs[r]
	v.asked[nameHash(f.Name(ref.Name))] = true
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
		v.lookedIn(x, name)
		for _, d := range x.open(name) {
			def := &x.Facts.Defs[d]
			if fi == i && def.Start == ref.Start && def.End == ref.End {
				continue
			}
			if ref.Space == 0 || def.Space&ref.Space != 0 {
				out = append(out, ent{kind: entDef, file: fi, def: d})
			}
		}
	}
	return out
}

// sureEnts are the Open definitions of a name in the repository, and what those of
// them that are Forward stand for: of new C the class. None where they are too many
// to be one name.
func (v *eval) sureEnts(name string) []ent { return v.keyEnts(v.keyed(name)) }

// keyEnts are entries of Open definitions, and what they stand for: of each symbol
// the first. An entry that nothing shows only stands for others.
func (v *eval) keyEnts(found []entry) []ent {
	if len(found) == 0 || !v.enter() {
		return nil
	}
	defer v.leave()
	var out []ent
	for _, t := range found {
		if t.flags&lang.Synthetic == 0 { // else it is only what it stands for
			out = append(out, ent{kind: entDef, file: t.file, def: t.def})
		}
		v.forwards(t, func(e lang.ExprID) {
			x := &v.file(t.file).Facts.Exprs[e]
			switch x.Kind {
			case lang.ExprNew:
				e = x.A
			case lang.ExprCond: // the first that the repository has
				if e = x.A; !slices.ContainsFunc(v.exprEnts(t.file, e, lang.AnySpace), func(f ent) bool { return f.kind == entDef }) {
					e = x.B
				}
			}
			out = v.merge(out, v.exprEnts(t.file, e, lang.AnySpace)...)
		})
	}
	return v.symbols(out)
}

// symbols are the first of each symbol's definitions among es.
func (v *eval) symbols(es []ent) []ent {
	if len(es) < 2 {
		return es
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(es, func(e ent) bool {
		if e.kind != entDef || v.file(e.file).Prelude != nil {
			return false
		}
		s := v.e.symbol(v.file(e.file), e.def)
		again := s != "" && seen[s]
		seen[s] = true
		return again
	})
}

// openValue is the type of what the Forward definitions of an open name stand for.
func (v *eval) openValue(name string) typeID {
	var ts []typeID
	v.eachStood(name, func(t typeID) { ts = append(ts, t) })
	return v.union(ts...)
}

// eachStood calls f with the type of each value that an open name stands for.
func (v *eval) eachStood(name string, f func(typeID)) {
	found := v.keyed(name)
	if len(found) == 0 || !v.enter() {
		return
	}
	defer v.leave()
	for _, t := range found {
		v.forwards(t, func(e lang.ExprID) { f(v.value(t.file, e)) })
	}
}

// maxChain bounds the steps from a value to what it is a part of.
const maxChain = 32

// disputed says whether e is, or is a part of, what several Forward definitions of an
// open name stand for that do not agree: other places put other things there, or things
// that nobody knows.
func (v *eval) disputed(fi int32, e lang.ExprID) bool {
	f := v.file(fi).Facts
	for range maxChain {
		if e < 0 {
			return false
		}
		switch x := &f.Exprs[e]; x.Kind {
		case lang.ExprAsked, lang.ExprProp, lang.ExprElem, lang.ExprNth, lang.ExprNonNull:
			e = x.A
		case lang.ExprName:
			if x.N < 0 {
				return false
			}
			r := &f.Refs[x.N]
			es := v.name(fi, r.Scope, r.Name, lang.Value)
			if len(es) != 1 || es[0].kind != entDef || es[0].file != fi {
				return false
			}
			as := v.file(fi).assigns(es[0].def)
			if len(as) != 1 {
				return false
			}
			e = as[0].Value
		case lang.ExprOpen:
			first, several, differ := unknown, false, false
			for _, t := range v.keyed(f.Name(lang.NameID(x.N))) {
				v.forwards(t, func(e lang.ExprID) {
					is := v.value(t.file, e)
					if el := v.element(is); el != unknown {
						is = el
					}
					differ = differ || is == unknown || several && !v.same(first, is, 3)
					first, several = is, true
				})
			}
			return differ
		default:
			return false
		}
	}
	return false
}

// keyed are the Open definitions of a name that says all, none where they are too many.
func (v *eval) keyed(name string) []entry {
	v.asked[nameHash(name)] = true
	found := v.e.tables.opened(name)
	if len(found) > maxKeyed {
		return nil
	}
	for _, t := range found {
		v.touch(t.file)
	}
	return found
}

// mountedEnts is sureEnts for a name that may begin with what the places say that
// load the files of the definitions.
func (v *eval) mountedEnts(name string) []ent {
	kind, own, _ := strings.Cut(name, ":")
	var out []entry
	for i := range own {
		if i > 0 && wordByte(own[i]) && wordByte(own[i-1]) {
			continue
		}
		for _, t := range v.keyed(kind + ":" + own[i:]) {
			if slices.Contains(v.prefixes(kind, t.file, nil), own[:i]) {
				out = append(out, t)
			}
		}
	}
	return v.keyEnts(out)
}

// prefixes are what the names of a kind of open names begin with that a file defines,
// without saying so. Around are the files that it loads, through others.
func (v *eval) prefixes(kind string, file int32, around []int32) []string {
	if slices.Contains(around, file) || len(around) >= maxMounts {
		return nil
	}
	mounts := v.keyed(kind + "@" + v.file(file).Path)
	if len(mounts) == 0 {
		return []string{""}
	}
	around = append(around, file)
	var out []string
	for _, m := range mounts {
		for _, p := range v.prefixes(kind, m.file, around) {
			f := v.file(m.file).Facts
			if p += f.Name(f.Defs[m.def].Name); len(out) < maxKeyed && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// forwards are the values that a Forward definition stands for.
func (v *eval) forwards(t entry, each func(e lang.ExprID)) {
	if t.flags&lang.Forward == 0 {
		return
	}
	x := v.file(t.file)
	for _, d := range x.group(t.def) {
		for _, a := range x.assigns(d) {
			each(a.Value)
		}
	}
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
				if fi, ok := v.e.numberOf(p); ok && !seen[fi] {
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
	if n, ok := x.nameIDs.Get(name); ok {
		return x.opens[n]
	}
	return nil
}
