package resolve

import (
	"hash/fnv"
	"io"
	"maps"
	"math/bits"
	"slices"

	"codeintel/index/lang"
)

// Deps is what the links of one file depend on beside its own facts, as long as
// the repository has the same files and the same configuration.
type Deps struct {
	// Files are those whose facts were looked at, and those that the links lead
	// to, ascending.
	Files []int32
	// Asked are hashes of the names of members that were looked up in the whole
	// family, ascending.
	Asked []uint32
	// Contexts is a hash of what the file's own keys turned out to mean: links of
	// other files to them are led on.
	Contexts uint64
}

// Earlier is what an earlier Run has found in the same files, by the numbers of
// this one. What still holds is taken over: the result is that of a Run without
// it.
type Earlier struct {
	// Files has an entry for each of Input.Files, nil where the file has changed.
	Files []*EarlierFile
	// Changed are the facts that the other files had.
	Changed map[int32]*lang.Facts
	// Externals are those of the earlier result.
	Externals []lang.External
}

// EarlierFile is what the earlier result has of one file.
type EarlierFile struct {
	Links     []Link
	Relations []Relation
	Yielded   []lang.DefID
	Deps      Deps
}

// offer is what a file adds to the tables of names that others look things up
// in. Two versions of a file with the same offer are found by the same names.
type offer struct {
	// shared has a hash for each name in a shared scope and each Open one; a
	// change of one may be seen anywhere.
	shared map[uint64]int
	// members counts the names that an access to an unknown receiver may mean.
	members map[uint32]int
}

func newOffer(l *lang.Language, path string, f *lang.Facts) offer {
	o := offer{map[uint64]int{}, map[uint32]int{}}
	key := sharedKey(l, path, f)
	add := func(parts ...string) {
		h := fnv.New64a()
		for _, p := range parts {
			_, _ = io.WriteString(h, p+"\x00") // a hash takes everything
		}
		o.shared[h.Sum64()]++
	}
	for d := range f.Defs {
		def := &f.Defs[d]
		n := f.Name(def.LookupName())
		if key != "" {
			switch {
			case def.Flags&lang.Elsewhere != 0:
				add("elsewhere", key, n)
			case inShared(def):
				kind := ""
				if isType(def) {
					kind = "type"
				}
				add("shared", key, n, kind)
			}
		}
		if def.Flags&lang.Open != 0 && def.Same < 0 {
			add("open", f.Name(f.OpenName(lang.DefID(d))))
		}
		if offersMember(def) {
			o.members[nameHash(n)]++
		}
	}
	return o
}

func nameHash(name string) uint32 {
	h := fnv.New32a()
	_, _ = io.WriteString(h, name)
	return h.Sum32()
}

// reusable are the files whose earlier links still hold, as far as that can be
// told before the others are resolved; nil where none do.
func (e *engine) reusable() []*EarlierFile {
	in := &e.in
	if in.Earlier == nil {
		return nil
	}
	files := slices.Clone(in.Earlier.Files)
	whole := map[string]bool{} // families of which nothing is taken over
	stale := make([]bool, len(files))
	renamed := map[string]map[uint32]bool{} // by family: members whose number has changed
	for i := range files {
		f := &in.Files[i]
		if files[i] != nil {
			continue
		}
		stale[i] = true
		old := in.Earlier.Changed[int32(i)]
		switch l := f.Lang; {
		case (old == nil) != (f.Facts == nil):
			return nil
		case old == nil:
			continue
		case l.Check != nil || l.Rules.ByName || l.Rules.Textual:
			whole[l.Family] = true
			fallthrough
		default:
			was, is := newOffer(l, f.Path, old), newOffer(l, f.Path, f.Facts())
			if !maps.Equal(was.shared, is.shared) {
				return nil
			}
			m := renamed[l.Family]
			if m == nil {
				m = map[uint32]bool{}
				renamed[l.Family] = m
			}
			for _, pair := range [2][2]map[uint32]int{{was.members, is.members}, {is.members, was.members}} {
				for n, count := range pair[0] {
					if pair[1][n] != count {
						m[n] = true
					}
				}
			}
		}
	}
	for i, x := range files {
		if x == nil {
			continue
		}
		family := in.Files[i].Lang.Family
		if whole[family] || slices.ContainsFunc(x.Deps.Files, func(d int32) bool { return stale[d] }) ||
			slices.ContainsFunc(x.Deps.Asked, func(n uint32) bool { return renamed[family][n] }) {
			files[i] = nil
		}
	}
	return files
}

// take makes the earlier links of a file its links. ids are the numbers that the
// earlier externals have now.
func (e *engine) take(i int32, x *EarlierFile, ids []int32, res *Result) {
	links, relations := slices.Clone(x.Links), slices.Clone(x.Relations)
	for j := range links {
		if l := &links[j]; l.Doc == External {
			l.Def = lang.DefID(ids[l.Def])
		}
	}
	for j := range relations {
		if r := &relations[j]; r.Doc == External {
			r.Target = lang.DefID(ids[r.Target])
		}
	}
	res.Links[i], res.Relations[i], res.Yielded[i], res.Deps[i] = links, relations, x.Yielded, x.Deps
}

// outdated are the files of taken that depend on one of the files whose keys
// mean something else than before.
func outdated(taken []*EarlierFile, changed map[int32]bool) []int32 {
	var out []int32
	for i, x := range taken {
		if x != nil && slices.ContainsFunc(x.Deps.Files, func(d int32) bool { return changed[d] }) {
			out = append(out, int32(i))
		}
	}
	return out
}

// deps is what v has looked at, apart from where the links lead.
func (v *eval) deps(i int32, res *Result) Deps {
	d := Deps{Asked: slices.Sorted(maps.Keys(v.asked))}
	f := v.self.Facts
	h := fnv.New64a()
	put := func(s string) { _, _ = io.WriteString(h, s+"\x00") }
	number := func(n int) { put(string([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})) }
	if len(res.Yielded[i]) > 0 {
		for _, y := range res.Yielded[i] {
			number(int(y))
		}
		for _, l := range res.Links[i] {
			if f.Refs[l.Ref].Kind != lang.RefContext {
				continue
			}
			number(int(l.Ref))
			number(int(l.Doc))
			if l.Doc == External {
				put(v.e.externals.symbol(l.Def))
			} else {
				number(int(l.Def))
			}
		}
		d.Contexts = h.Sum64()
	}
	for w, word := range v.touched {
		for ; word != 0; word &= word - 1 {
			if n := int32(w*64 + bits.TrailingZeros64(word)); n != i && int(n) < len(v.e.in.Files) {
				d.Files = append(d.Files, n)
			}
		}
	}
	return d
}

// symbol of an external that was interned.
func (x *externals) symbol(id lang.DefID) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.list[id].Symbol
}

// addTargets adds the files that links and relations lead to, now that all are
// known.
func addTargets(res *Result) {
	for i := range res.Deps {
		files := map[int32]bool{}
		for _, d := range res.Deps[i].Files {
			files[d] = true
		}
		before := len(files)
		for _, l := range res.Links[i] {
			if l.Doc >= 0 && l.Doc != int32(i) {
				files[l.Doc] = true
			}
		}
		for _, r := range res.Relations[i] {
			if r.Doc >= 0 && r.Doc != int32(i) {
				files[r.Doc] = true
			}
		}
		if len(files) > before {
			res.Deps[i].Files = slices.Sorted(maps.Keys(files))
		}
	}
}
