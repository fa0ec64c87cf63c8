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

	"codeintel/index/lang"
)

// Deps is what the links of one file depend on beside its own facts, as long as
// the repository has the same files and the same configuration.
type Deps struct {
	// Files are those whose facts were looked at, and those that the links lead
	// to, ascending.
	Files []int32
	// Asked are hashes of the names of members that were looked up in the whole
	// family, and of the paths that imports asked for (lang.Module.Asked),
	// ascending.
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
	// Has says whether there is an earlier result of a file that is not fresh.
	Has(i int32) bool
	// Found is the earlier result of a file that there is one of. Numbers of
	// external symbols are those of External.
	Found(i int32) EarlierFile
	// Checked says whether that result is of AddChecked.
	Checked(i int32) bool
	// External is an external symbol of the earlier result.
	External(id lang.DefID) lang.External
	// Depending are the files that have one of files among the Files of their
	// Deps, or one of names among the Asked, ascending.
	Depending(files map[int32]bool, names map[uint32]bool) []int32
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
	// members counts the names that an access to an unknown receiver may mean, and
	// those of frameworks.
	members map[uint32]int
	// named has what is offered to files that look names up in the whole family,
	// and what they are made of, in order.
	named []uint64
}

func newOffer(l *lang.Language, p string, f *lang.Facts) offer {
	o := offer{shared: map[uint64]int{}, members: map[uint32]int{}}
	key := sharedKey(l, p, f)
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
			if n := f.Name(f.OpenName(lang.DefID(d))); def.Kind == lang.KindKey {
				o.members[nameHash(n)]++ // asked for by name
			} else {
				add("open", n)
			}
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
		if f := &in.Files[i]; f.Facts != nil && !e.done[i] && (f.Lang.Check == nil || !in.Earlier.Has(i) || !in.Earlier.Checked(i)) {
			todo[i] = true
		}
	}
	a := e.affected()
	for i := range in.Files {
		f := &in.Files[i]
		if f.Facts != nil && (!in.Earlier.Has(int32(i)) || f.Lang.Check == nil && (a.all || a.whole[f.Lang.Family])) {
			add(int32(i))
		}
	}
	for i := range in.Files {
		f := &in.Files[i]
		folders := a.folders[family(f)]
		if f.Facts == nil || len(folders) == 0 || e.done[i] || !in.Earlier.Has(int32(i)) || in.Earlier.Checked(int32(i)) {
			continue
		}
		if folders[path.Dir(f.Path)] || slices.ContainsFunc(in.Earlier.Found(int32(i)).Deps.Files, func(d int32) bool { return folders[path.Dir(in.Files[d].Path)] }) {
			add(int32(i))
		}
	}
	fresh := map[int32]bool{}
	for _, i := range in.Earlier.Fresh() {
		fresh[i] = true
	}
	e.spare(fresh)
	names := e.renamed()
	for _, p := range in.Earlier.Moved() {
		AskedFor(names, p)
	}
	for _, i := range in.Earlier.Depending(fresh, names) {
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
	others := slices.ContainsFunc(in.Earlier.Depending(fresh, nil), func(i int32) bool { return !fresh[i] && !e.done[i] })
	if !others {
		return
	}
	for _, i := range in.Earlier.Fresh() {
		f, was := &in.Files[i], in.Earlier.Was(i)
		if f.Facts != nil && was != nil && offersSame(f.Lang, was, f.Facts(), in.Earlier.Became(i)) {
			delete(fresh, i)
			e.spared = append(e.spared, i)
		}
	}
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
		ledOn(e.in.Files[i].Facts(), e.res.LinksOf(i), e.res.Yielded[i], nil))
}

// AskedFor adds what is among the Asked of files whose imports depend on whether
// there is a file at path.
func AskedFor(names map[uint32]bool, p string) {
	names[lang.PathHash(p)] = true
	names[lang.PathHash(lang.AnyFolder+path.Base(p))] = true
}

func family(f *File) string {
	if f.Lang == nil {
		return ""
	}
	return f.Lang.Family
}

// affected is of what nothing holds that was found by look-ups that leave no
// trace.
type affected struct {
	// all languages but those that check themselves, and whole families.
	all   bool
	whole map[string]bool
	// folders whose names have changed, by family of a language that checks
	// itself: they matter to its files that it did not check.
	folders map[string]map[string]bool
}

func (e *engine) affected() affected {
	in := &e.in
	a := affected{whole: map[string]bool{}, folders: map[string]map[string]bool{}}
	change := func(l *lang.Language, p string, was, is *lang.Facts) {
		same := was != nil && is != nil
		if same {
			x, y := newOffer(l, p, was), newOffer(l, p, is)
			same = maps.Equal(x.shared, y.shared)
			a.whole[l.Family] = a.whole[l.Family] || !slices.Equal(x.named, y.named)
		} else {
			// Names of modules and paths that led nowhere may lead there now. They
			// lead to a file without facts, too.
			a.whole[l.Family] = true
			a.all = a.all || opens(was) || opens(is)
		}
		switch {
		case same:
		case l.Check != nil:
			if a.folders[l.Family] == nil {
				a.folders[l.Family] = map[string]bool{}
			}
			a.folders[l.Family][path.Dir(p)] = true
		case !l.Rules.ByName || was != nil && is != nil:
			a.all = true
		}
	}
	for _, i := range in.Earlier.Fresh() {
		switch f := &in.Files[i]; {
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

// opens says whether facts have Open definitions.
func opens(f *lang.Facts) bool {
	return f != nil && slices.ContainsFunc(f.Defs, func(d lang.Def) bool { return d.Flags&lang.Open != 0 })
}

// renamed are the members whose number has changed.
func (e *engine) renamed() map[uint32]bool {
	in := &e.in
	out := map[uint32]bool{}
	for _, i := range in.Earlier.Fresh() {
		f, was := &in.Files[i], in.Earlier.Was(i)
		if f.Facts == nil || was == nil || f.Lang.Check != nil {
			continue
		}
		a, b := newOffer(f.Lang, f.Path, was), newOffer(f.Lang, f.Path, f.Facts())
		for _, pair := range [2][2]map[uint32]int{{a.members, b.members}, {b.members, a.members}} {
			for n, count := range pair[0] {
				if pair[1][n] != count {
					out[n] = true
				}
			}
		}
	}
	return out
}

// takeRelations makes the earlier relations of a file its relations.
func (e *engine) takeRelations(i int32) {
	e.res.Relations[i] = e.earlierRelations(e.in.Earlier.Found(i))
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
			} else { // by path: the numbers of files are others when files come and go
				put(v.e.all[l.Doc].Path)
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
func addTargets(res *Result, files []int32) {
	for _, i := range files {
		seen := map[int32]bool{}
		for _, d := range res.Deps[i].Files {
			seen[d] = true
		}
		before := len(seen)
		for _, l := range res.LinksOf(i) {
			if l.Doc >= 0 && l.Doc != i {
				seen[l.Doc] = true
			}
		}
		for _, r := range res.Relations[i] {
			if r.Doc >= 0 && r.Doc != i {
				seen[r.Doc] = true
			}
		}
		if len(seen) > before {
			res.Deps[i].Files = slices.Sorted(maps.Keys(seen))
		}
	}
}
