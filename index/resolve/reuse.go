package resolve

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math/bits"
	"path"
	"slices"
	"strings"

	"codeintel/index/lang"
)

// Deps is what the links of one file depend on beside its own facts, as long as
// the repository has the same configuration.
type Deps struct {
	// Files are those whose facts were looked at, and those that the links lead
	// to, ascending.
	Files []int32
	// Asked are hashes of the names that were looked up in the whole family (members,
	// names in shared scopes), in all files (Open ones), or among what another of the
	// repository's files declares, found or not, and of the paths that imports asked for
	// (lang.Module.Asked), ascending.
	Asked []uint32
	// Contexts is a hash of what the file's own keys turned out to mean: links of
	// other files to them are led on.
	Contexts uint64
}

// Earlier is what an earlier Run has found in a repository of which some files
// have changed, by the numbers of this one. What still holds is not worked out
// again: Result.Redone says what is, and together they are the result of a Run
// without it. The projects must be those of the earlier Run, apart from the files
// that they find. Found and External may be called from any number of goroutines.
type Earlier interface {
	// Fresh are the files that are new or have another content, ascending.
	Fresh() []int32
	// Was are the facts that a file of Fresh had in the same language; nil when it
	// had none.
	Was(i int32) *lang.Facts
	// Became is what the definitions of Was are now (lang.MatchDefs).
	Became(i int32) []lang.DefID
	// Gone are the files with a language that are not there any more, have no facts
	// any more, or have another language. Facts returns nil where they had none.
	Gone() []File
	// Moved are the paths of files that have come or gone, or have facts now and had
	// none, or the other way round, or have another language.
	Moved() []string
	// Lost are the files that have one of Gone among the Files of their Deps.
	Lost() []int32
	// Has says whether there is an earlier result of a file that is not fresh.
	Has(i int32) bool
	// Found is the earlier result of a file that there is one of. Numbers of
	// external symbols are those of External.
	Found(i int32) EarlierFile
	// Yielded are those of that result.
	Yielded(i int32) []lang.DefID
	// Linked says whether Found has, of a file of Fresh, links of a Run too: to what its
	// definitions became, else to the file.
	Linked(i int32) bool
	// Checked says whether that result is of AddChecked.
	Checked(i int32) bool
	// External is an external symbol of the earlier result.
	External(id lang.DefID) lang.External
	// Depending are the files that have one of files among the Files of their
	// Deps, or one of names among the Asked, ascending.
	Depending(files map[int32]bool, names map[uint32]bool) []int32
	// Asking are the files that have one of files among the Files of their Deps, and one
	// of names among the Asked, ascending.
	Asking(files map[int32]bool, names map[uint32]bool) []int32
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
	// shared counts the names in a shared scope, types apart, and the scopes, members
	// those that an access to an unknown receiver may mean, and the Open ones: by what
	// files that look them up have among their Asked.
	shared, members map[uint32]int
	// named has what is offered to files that look names up in the whole family,
	// and what they are made of, in order.
	named []uint64
}

// newOffer is the offer of facts, nothing of nil.
func newOffer(l *lang.Language, p string, f *lang.Facts) offer {
	o := offer{shared: map[uint32]int{}, members: map[uint32]int{}}
	if f == nil {
		return o
	}
	key := sharedKey(l, p, f)
	if key != "" {
		eachPackage(key, func(name string) { o.shared[asking(rowHash(rowPackage, name, ""))]++ })
	}
	for d := range f.Defs {
		def := &f.Defs[d]
		n := f.Name(def.LookupName())
		if key != "" {
			switch {
			case def.Flags&lang.Elsewhere != 0:
				o.shared[asking(rowHash(rowElsewhere, key, n))]++
			case inShared(def):
				count := 1
				if isType(def) {
					count = 1 << 16
				}
				o.shared[asking(rowHash(rowShared, key, n))] += count
			}
		}
		if def.Flags&lang.Open != 0 && def.Same < 0 {
			o.members[nameHash(f.Name(f.OpenName(lang.DefID(d))))]++
		}
		if offersMember(def) {
			o.members[nameHash(n)]++
		}
		if named(l) && offersName(l, def) {
			h := fnv.New64a()
			file := def.Scope == 0
			fmt.Fprint(h, f.Name(def.Name), " ", def.Flags, def.Kind, def.Space, def.Suffix, file)
			o.named = append(o.named, h.Sum64())
		}
	}
	if named(l) { // what a file takes in, those that take it in do too
		for i := range f.Imports {
			h := fnv.New64a()
			im := &f.Imports[i]
			fmt.Fprint(h, "import ", f.Name(im.Module), im.Kind, im.Level)
			o.named = append(o.named, h.Sum64())
		}
	}
	return o
}

// listedHash is what stands in Deps.Asked for all that hangs on a definition, by its name.
func listedHash(f *lang.Facts, d lang.DefID) uint32 {
	return declaredHash('*', f.Name(f.Defs[f.Canonical(d)].LookupName()))
}

// declaredHash is what stands in Deps.Asked for a name that was looked up among what a
// file declares; before is 0 for that. It has few bits: files ask for many.
func declaredHash(before byte, name string) uint32 {
	h := (2166136261 ^ uint32(before)) * 16777619
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return h >> 12
}

func nameHash(name string) uint32 {
	h := fnv.New32a()
	_, _ = io.WriteString(h, name)
	return h.Sum32()
}

// outdated are the files to resolve, ascending: those whose earlier links may not
// hold, as far as that can be told before the others are resolved.
func (e *engine) outdated() []int32 {
	in := &e.in
	todo := map[int32]bool{}
	add := func(i int32) {
		// Of what a language checks by itself only that can tell.
		if f := e.input(i); f.Facts != nil && !e.done[i] && (f.Lang.Check == nil || !in.Earlier.Has(i) || !in.Earlier.Checked(i)) {
			todo[i] = true
		}
	}
	a := e.affected()
	for i := range in.Files {
		f := e.input(int32(i))
		if f.Facts != nil && (!in.Earlier.Has(int32(i)) || f.Lang.Check == nil && a.whole[f.Lang.Family]) {
			add(int32(i))
		}
	}
	for i := range in.Files {
		f := e.input(int32(i))
		folders := a.folders[family(f)]
		if f.Facts == nil || len(folders) == 0 || e.done[i] || !in.Earlier.Has(int32(i)) || in.Earlier.Checked(int32(i)) {
			continue
		}
		if folders[path.Dir(f.Path)] || slices.ContainsFunc(in.Earlier.Found(int32(i)).Deps.Files, func(d int32) bool { return folders[path.Dir(e.input(d).Path)] }) {
			add(int32(i))
		}
	}
	fresh := map[int32]bool{}
	for _, i := range in.Earlier.Fresh() {
		fresh[i] = true
	}
	if e.typed = e.findTyped(&a); e.typed != nil {
		delete(fresh, e.typed.file)
		e.spared = append(e.spared, e.typed.file)
	} else if len(in.Earlier.Depending(fresh, nil)) > 0 {
		e.spare(fresh)
	}
	for _, i := range e.redeclared(fresh) {
		add(i)
	}
	for _, p := range in.Earlier.Moved() {
		AskedFor(a.names, p)
	}
	for _, i := range in.Earlier.Depending(fresh, a.names) {
		add(i)
	}
	for _, i := range in.Earlier.Lost() {
		add(i)
	}
	return slices.Sorted(maps.Keys(todo))
}

// maxSpared is how many changed files are compared with what they were: where there are
// more, something else than typing goes on.
const maxSpared = 64

// spare takes the files away on which others depend that find the same in them as
// before.
func (e *engine) spare(fresh map[int32]bool) {
	in := &e.in
	if len(fresh) > maxSpared {
		return
	}
	for _, i := range in.Earlier.Fresh() {
		f, was := e.input(i), in.Earlier.Was(i)
		if f.Facts != nil && was != nil && sameOffered(was, f.Facts(), in.Earlier.Became(i)) && offersSame(f.Lang, was, f.Facts(), in.Earlier.Became(i)) {
			delete(fresh, i)
			e.spared = append(e.spared, i)
		}
	}
}

// sameOffered says whether what others come to first in two versions of a file is as much
// in both, and all of it is matched.
func sameOffered(was, is *lang.Facts, match []lang.DefID) bool {
	n := 0
	for d := range was.Defs {
		if offered(&was.Defs[d]) {
			if match[d] < 0 {
				return false
			}
			n++
		}
	}
	for d := range is.Defs {
		if offered(&is.Defs[d]) {
			n--
		}
	}
	return n == 0
}

// ledOn are the keys of a file that mean something else, each with what it means, by
// their numbers in became, where there is one.
func ledOn(f *lang.Facts, links []Link, yielded []lang.DefID, became []lang.DefID) []Link {
	var out []Link
	now := func(d lang.DefID) lang.RefID {
		if became != nil {
			d = became[d]
		}
		return lang.RefID(d)
	}
	for _, y := range yielded {
		out = append(out, Link{Ref: now(y), Doc: External - 1})
	}
	for _, l := range links {
		if r := &f.Refs[l.Ref]; r.Kind == lang.RefContext {
			l.Ref = now(lang.DefID(r.X))
			out = append(out, l)
		}
	}
	slices.SortFunc(out, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.Ref, b.Ref), cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Def, b.Def), cmp.Compare(a.Certainty, b.Certainty))
	})
	return out
}

// ledElsewhere says whether keys of file i, which was spared, mean something else than
// before: links of other files to them are led on.
func (e *engine) ledElsewhere(i int32) bool {
	found := e.in.Earlier.Found(i)
	return !slices.Equal(
		ledOn(e.in.Earlier.Was(i), e.earlierLinks(found), found.Yielded, e.in.Earlier.Became(i)),
		ledOn(e.input(i).Facts(), e.res.LinksOf(i), e.res.YieldedOf(i), nil))
}

// AskedFor adds what is among the Asked of files whose imports depend on whether
// there is a file at path p: see lang.Module.Asked.
func AskedFor(names map[uint32]bool, p string) {
	dir, base := path.Split(p)
	dir = strings.TrimSuffix(dir, "/")
	names[lang.PathHash(p)] = true
	names[lang.PathHash(lang.AnyFolder+base)] = true
	for i := range base {
		if stem := base[:i]; base[i] == '.' && i > 0 {
			names[lang.StemHash(path.Join(dir, stem))] = true
			names[lang.StemHash(lang.AnyFolder+stem)] = true
			if dir != "" {
				names[lang.StemHash(lang.AnyFolder+path.Base(dir)+"/"+stem)] = true
			}
		}
	}
	for dir != "" {
		names[lang.FolderHash(dir)] = true
		names[lang.FolderHash(lang.AnyFolder+path.Base(dir))] = true
		dir = strings.TrimSuffix(dir[:len(dir)-len(path.Base(dir))], "/")
	}
}

func family(f *File) string {
	if f.Lang == nil {
		return ""
	}
	return f.Lang.Family
}

// affected is what changes of files affect elsewhere.
type affected struct {
	// names that mean something else now, or nothing, as in Deps.Asked.
	names map[uint32]bool
	// whole are the families of which nothing holds: their look-ups in all files leave
	// no trace.
	whole map[string]bool
	// folders whose names have changed, by family of a language that checks
	// itself: they matter to its files that it did not check.
	folders map[string]map[string]bool
}

func (e *engine) affected() affected {
	in := &e.in
	a := affected{names: map[uint32]bool{}, whole: map[string]bool{}, folders: map[string]map[string]bool{}}
	change := func(l *lang.Language, p string, was, is *lang.Facts) {
		x, y := newOffer(l, p, was), newOffer(l, p, is)
		moved := was == nil || is == nil
		if l.Check == nil {
			differing(a.names, x.shared, y.shared)
			differing(a.names, x.members, y.members)
		} else if moved || !maps.Equal(x.shared, y.shared) {
			if a.folders[l.Family] == nil {
				a.folders[l.Family] = map[string]bool{}
			}
			a.folders[l.Family][path.Dir(p)] = true
		}
		if named(l) && (moved || !maps.Equal(x.shared, y.shared) || !slices.Equal(x.named, y.named)) {
			a.whole[l.Family] = true
		}
	}
	for _, i := range in.Earlier.Fresh() {
		switch f := e.input(i); {
		case f.Lang == nil:
		case f.Facts == nil:
			change(f.Lang, f.Path, nil, nil)
		default:
			change(f.Lang, f.Path, in.Earlier.Was(i), f.Facts())
		}
	}
	for _, f := range in.Earlier.Gone() {
		change(f.Lang, f.Path, f.Facts(), nil)
	}
	return a
}

// differing adds the names of which there are not as many in a as in b.
func differing(to map[uint32]bool, a, b map[uint32]int) {
	for _, pair := range [2][2]map[uint32]int{{a, b}, {b, a}} {
		for n, count := range pair[0] {
			if pair[1][n] != count {
				to[n] = true
			}
		}
	}
}

// takeRelations makes the earlier relations of a file its relations.
func (e *engine) takeRelations(i int32) {
	*e.res.relations(i) = e.earlierRelations(e.in.Earlier.Found(i))
}

// earlierRelations are the earlier relations of a file.
func (e *engine) earlierRelations(found EarlierFile) []Relation {
	out := slices.Clone(found.Relations)
	for j := range out {
		if r := &out[j]; r.Doc == External {
			r.Target = lang.DefID(e.externals.intern(e.in.Earlier.External(r.Target)))
		}
	}
	sortRelations(out)
	return out
}

// earlierLinks are the earlier links of a file.
func (e *engine) earlierLinks(found EarlierFile) []Link {
	out := slices.Clone(found.Links)
	for j := range out {
		if l := &out[j]; l.Doc == External {
			l.Def = lang.DefID(e.externals.intern(e.in.Earlier.External(l.Def)))
		}
	}
	return out
}

// take adds what was looked at before.
func (v *eval) take(d Deps) {
	for _, f := range d.Files {
		v.touch(f)
	}
	for _, n := range d.Asked {
		v.asked[n] = true
	}
}

// deps is what v has looked at, apart from where the links lead.
func (v *eval) deps(i int32, links []Link, yielded []lang.DefID) Deps {
	d := Deps{Asked: slices.Sorted(maps.Keys(v.asked))}
	f := v.self.Facts
	h := fnv.New64a()
	put := func(s string) { _, _ = io.WriteString(h, s+"\x00") }
	number := func(n int) { put(string([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})) }
	if len(yielded) > 0 {
		for _, y := range yielded {
			number(int(y))
		}
		for _, l := range links {
			if f.Refs[l.Ref].Kind != lang.RefContext {
				continue
			}
			number(int(l.Ref))
			if l.Doc == External {
				put(v.e.externals.symbol(l.Def))
			} else { // by path and name: the numbers are others when files and definitions come and go
				put(v.e.input(l.Doc).Path)
				v.hashTarget(l, put, number)
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

// hashTarget puts the definition that a link leads to, as it is called in its file.
func (v *eval) hashTarget(l Link, put func(string), number func(int)) {
	if l.Def < 0 {
		number(int(l.Def))
		return
	}
	f := v.file(l.Doc).Facts
	if f.Defs[l.Def].Flags&lang.Local != 0 { // of which several may be called so
		number(int(l.Def))
	}
	for d := l.Def; d >= 0; d = f.Defs[d].Parent {
		put(f.Name(f.Defs[d].Name))
		number(int(f.Defs[d].Suffix)<<16 | int(f.Defs[d].Disamb))
	}
}

// symbol of an external that was interned.
func (x *externals) symbol(id lang.DefID) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.list[id].Symbol
}

// addTargets adds the files that links and relations lead to, now that all are
// known.
func addTargets(res *Result, files []int32) {
	res.eachLinks(files, func(i int32, links []Link) {
		seen := map[int32]bool{}
		for _, d := range res.DepsOf(i).Files {
			seen[d] = true
		}
		before := len(seen)
		for _, l := range links {
			if l.Doc >= 0 && l.Doc != i {
				seen[l.Doc] = true
			}
		}
		for _, r := range res.RelationsOf(i) {
			if r.Doc >= 0 && r.Doc != i {
				seen[r.Doc] = true
			}
		}
		if len(seen) > before {
			res.deps(i).Files = slices.Sorted(maps.Keys(seen))
		}
	})
}
