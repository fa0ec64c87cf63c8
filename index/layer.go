package index

import (
	"cmp"
	"slices"
	"sync"
	"weak"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// layer is what makes a Snapshot of another one, its base, of which some files
// have changed: the tables of the base answer for what has not. The base has no
// layer itself. A place in the base is one of the terms of the base: its numbers
// of files, and of definitions.
type layer struct {
	base *Snapshot
	// here are the numbers that the base's files have, none for those that are
	// gone; there is the inverse, none for files that are new. Both are nil when
	// the files are the same.
	here, there []int32
	// defs has, by number here, what the definitions of the base are in a file
	// whose content is another one; lang.NoDef where they are gone.
	defs map[int32][]lang.DefID
	// back has, for such files, the canonical definitions of the base that a
	// canonical one stands for.
	back map[int32]map[lang.DefID][]lang.DefID
	// moved are those of them of which links in the base are to be translated.
	moved map[int32]bool
	// names are the definitions of files that the tables of the base don't have.
	names map[int32]*fileTables
	// over are the files that were resolved anew.
	over map[int32]*resolved
	// coverage is that of files of which the base has another one.
	coverage map[int32]*fileCoverage

	mu         sync.Mutex
	translated map[int32]weak.Pointer[linked]
	recent     recent
}

// resolved is what is known of a file that was resolved anew, with tables of what
// its links lead to and of what its definitions implement. Both are canonical and
// sorted.
type resolved struct {
	linked
	references []to
	relatives  []to
}

// to says that from, a link or a canonical definition of a file, leads to id.
type to struct {
	id   ID
	from int32
}

// compareTo is called for each link of a file after each key.
func compareTo(a, b to) int {
	switch {
	case a.id.Doc != b.id.Doc:
		return cmp.Compare(a.id.Doc, b.id.Doc)
	case a.id.Def != b.id.Def:
		return cmp.Compare(a.id.Def, b.id.Def)
	}
	return cmp.Compare(a.from, b.from)
}

// each calls yield with what leads to id.
func each(list []to, id ID, yield func(from int32)) {
	i, _ := slices.BinarySearchFunc(list, id, func(t to, id ID) int { return compareIDs(t.id, id) })
	for ; i < len(list) && list[i].id == id; i++ {
		yield(list[i].from)
	}
}

// newResolved makes the tables of a file, whose links and relations are those of s.
func (s *Snapshot) newResolved(doc int32, x linked) *resolved {
	r := &resolved{linked: x, references: make([]to, 0, len(x.links))}
	for i, l := range x.links {
		if id := (ID{l.Doc, l.Def}); s.valid(id) {
			r.references = append(r.references, to{s.Canonical(id), int32(i)})
		}
	}
	for _, l := range x.relations {
		id, from := ID{l.Doc, l.Target}, ID{doc, l.Def}
		if l.Kind == lang.Implements && s.valid(id) && s.valid(from) && id.Def != resolve.ModuleDef {
			r.relatives = append(r.relatives, to{s.Canonical(id), int32(s.Canonical(from).Def)})
		}
	}
	slices.SortFunc(r.references, compareTo)
	slices.SortFunc(r.relatives, compareTo)
	r.relatives = slices.Compact(r.relatives)
	return r
}

// none is the number of a file that is not there.
const none int32 = -1

// hereOf is the number of a file of the base.
func (l *layer) hereOf(doc int32) int32 {
	if l.here == nil {
		return doc
	}
	return l.here[doc]
}

// thereOf is the number that a file has in the base.
func (l *layer) thereOf(doc int32) int32 {
	if l.there == nil {
		return doc
	}
	return l.there[doc]
}

// fromBase is what an ID of the base is here; false when it is gone.
func (l *layer) fromBase(id ID) (ID, bool) {
	if id.IsExternal() {
		return id, true
	}
	doc := l.hereOf(id.Doc)
	if doc == none {
		return ID{}, false
	}
	def := id.Def
	if defs, ok := l.defs[doc]; ok && def >= 0 {
		if int(def) >= len(defs) || defs[def] < 0 {
			return ID{}, false
		}
		def = defs[def]
	}
	return ID{doc, def}, true
}

// toBase calls yield with the canonical IDs of the base that a canonical ID
// stands for.
func (l *layer) toBase(id ID, yield func(ID)) {
	if id.IsExternal() {
		if int(id.Def) < len(l.base.externals) {
			yield(id)
		}
		return
	}
	doc := l.thereOf(id.Doc)
	if doc == none {
		return
	}
	if _, ok := l.defs[id.Doc]; ok && id.Def >= 0 {
		for _, def := range l.back[id.Doc][id.Def] {
			yield(ID{doc, def})
		}
		return
	}
	yield(ID{doc, id.Def})
}

func (l *layer) eachSummed(sum uint64, yield func(ID)) {
	var out []ID
	for doc, names := range l.names {
		r := names.symbols.reader(noted{})
		r.with(sum, func(number uint32) { out = append(out, ID{doc, lang.DefID(number) + resolve.ModuleDef}) })
	}
	l.base.eachSummed(sum, func(id ID) {
		if id, ok := l.fromBase(id); ok && l.names[id.Doc] == nil {
			out = append(out, id)
		}
	})
	slices.SortFunc(out, compareIDs)
	for _, id := range out {
		yield(id)
	}
}

func (l *layer) dictionaries(s *Snapshot, yield func(d *namesTable, id func(number uint32) (ID, bool))) {
	// A module is found in the first of its files.
	counts := func(id ID) (ID, bool) {
		if id.Def != resolve.ModuleDef {
			return id, true
		}
		first, ok := (*s.firstModules.get(s.findModules))[s.module[id.Doc]]
		return id, ok && first == id.Doc
	}
	yield(l.base.names.get(l.base.buildNames).names, func(number uint32) (ID, bool) {
		id, ok := l.base.entry(number)
		if ok {
			id, ok = l.fromBase(id)
		}
		if !ok || l.names[id.Doc] != nil || s.docs[id.Doc].Source == nil {
			return ID{}, false
		}
		return counts(id)
	})
	for doc, names := range l.names {
		yield(names.names, func(number uint32) (ID, bool) { return counts(ID{doc, lang.DefID(number) + resolve.ModuleDef}) })
	}
}

// findModules finds the first file of each module.
func (s *Snapshot) findModules() map[string]int32 {
	first := map[string]int32{}
	for doc, m := range s.module {
		if _, ok := first[m]; !ok && m != "" {
			first[m] = int32(doc)
		}
	}
	return first
}

func compareIDs(a, b ID) int { return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Def, b.Def)) }

func (l *layer) eachReference(id ID, yield func(doc, link int32)) {
	var out []ID // a file and the number of a link
	for doc, x := range l.over {
		each(x.references, id, func(link int32) { out = append(out, ID{doc, lang.DefID(link)}) })
	}
	l.toBase(id, func(id ID) {
		if l.base.linksTo(id).own && l.over[l.hereOf(id.Doc)] != nil {
			return
		}
		l.base.eachReference(id, func(doc, link int32) {
			if doc = l.hereOf(doc); doc != none && l.over[doc] == nil {
				out = append(out, ID{doc, lang.DefID(link)})
			}
		})
	})
	slices.SortFunc(out, compareIDs)
	for _, at := range out {
		yield(at.Doc, int32(at.Def))
	}
}

func (l *layer) eachRelative(s *Snapshot, id ID, yield func(ID)) {
	var out []ID
	for doc, x := range l.over {
		each(x.relatives, id, func(def int32) { out = append(out, ID{doc, lang.DefID(def)}) })
	}
	l.toBase(id, func(id ID) {
		l.base.eachRelative(id, func(from ID) {
			if from, ok := l.fromBase(from); ok && l.over[from.Doc] == nil {
				out = append(out, s.Canonical(from))
			}
		})
	})
	slices.SortFunc(out, compareIDs)
	for _, id := range slices.Compact(out) {
		yield(id)
	}
}

// count implements linkSource.
func (l *layer) count(doc int32) int {
	if x := l.over[doc]; x != nil {
		return len(x.links)
	}
	if there := l.thereOf(doc); there != none {
		return l.base.linked.count(there)
	}
	return 0
}

// of implements linkSource.
func (l *layer) of(doc int32) linked {
	if x := l.over[doc]; x != nil {
		return x.linked
	}
	there := l.thereOf(doc)
	if there == none {
		return linked{}
	}
	if l.here == nil && (len(l.moved) == 0 || !touches(l.base.filesOf(there), l.moved)) {
		return l.base.linked.of(there)
	}
	l.mu.Lock()
	x := l.translated[doc].Value()
	l.mu.Unlock()
	if x == nil {
		x = new(translate(doc, l.base.linked.of(there), l.hereOf, l.fromBase))
		l.mu.Lock()
		l.translated[doc] = weak.Make(x)
		l.mu.Unlock()
		l.recent.keep(x)
	}
	return *x
}

// origins implements originSource.
func (l *layer) origins(doc int32, n int, out []origin) ([]origin, bool) {
	there := l.thereOf(doc)
	if l.over[doc] != nil || there == none || l.here != nil || len(l.moved) > 0 && touches(l.base.filesOf(there), l.moved) {
		return out, false
	}
	return l.base.originsOf(there, n, out), true
}

// raw implements rawLinks; renumbered knows when there are some.
func (l *layer) raw(int32) ([]byte, bool) { return nil, false }

// files implements rawLinks.
func (l *layer) files(doc int32) []int32 {
	there := l.thereOf(doc)
	if l.over[doc] != nil || l.here != nil || there == none {
		return l.of(doc).deps.Files
	}
	return l.base.filesOf(there)
}

// asked implements rawLinks.
func (l *layer) asked(doc int32) []uint32 {
	there := l.thereOf(doc)
	if l.over[doc] != nil || there == none {
		return l.of(doc).deps.Asked
	}
	return l.base.askedOf(there)
}

// touches says whether one of files is among docs.
func touches(files []int32, docs map[int32]bool) bool {
	return len(docs) > 0 && slices.ContainsFunc(files, func(doc int32) bool { return docs[doc] })
}

// translate makes what is said of a file, which is doc now, from what another
// snapshot says of it. What it leads to should be there still, or the file would
// have been resolved anew.
func translate(doc int32, x linked, number func(int32) int32, id func(ID) (ID, bool)) linked {
	links, relations := slices.Clone(x.links), make([]resolve.Relation, 0, len(x.relations))
	for i := range links {
		l := &links[i]
		if to, ok := id(ID{l.Doc, l.Def}); ok {
			l.Doc, l.Def = to.Doc, to.Def
		} else {
			l.Doc, l.Def, l.Certainty = doc, resolve.ModuleDef, resolve.Possible
		}
	}
	for _, r := range x.relations {
		if to, ok := id(ID{r.Doc, r.Target}); ok {
			r.Doc, r.Target = to.Doc, to.Def
			relations = append(relations, r)
		}
	}
	files := make([]int32, 0, len(x.deps.Files))
	for _, f := range x.deps.Files {
		if f = number(f); f != none {
			files = append(files, f)
		}
	}
	return linked{links, relations, resolve.Deps{Files: files, Asked: x.deps.Asked, Contexts: x.deps.Contexts}}
}
