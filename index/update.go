package index

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"weak"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// Successor is what follows a snapshot when some files have changed: it says what
// is known already, for what must be resolved again, and then makes the snapshot.
// It is a resolve.Earlier, with the numbers of the files as they are now.
type Successor struct {
	old, new *Snapshot
	docs     []*Doc
	in       Resolution
	// now are the numbers that the old files have, was those that the files had;
	// both are nil when the files are the same.
	now, was []int32
	fresh    map[int32]bool         // files that are new or have another content
	defs     map[int32][]lang.DefID // what the old definitions are in those of them that are not new
	same     map[int32]bool         // fresh files in which all definitions have kept their numbers
	still    map[int32]bool         // those of them in which they are of the same symbols, too
	gone     []resolve.File
	moved    []string
	facts    map[int32]*lang.Facts // that fresh files had
	turned   []lang.DefID          // external symbols that are defined now, or are not any more
}

// Resolution is what was resolved anew.
type Resolution struct {
	// Projects by family of languages, for the symbols of files with another
	// content. They must give other files the same symbols as before, but where
	// files have come or gone: Update sees that.
	Projects map[string]lang.Project
	// Result is of the files that are Redone: those with another content, and all
	// that depend on what has changed. What the others lead to must be there still:
	// definitions of a file with another content are found again by
	// lang.MatchDefs.
	Result *resolve.Result
}

// Successor pairs the files of a snapshot with those that there are now, sorted by
// Path. One with the Source of the earlier Doc of that path has the same content.
func (s *Snapshot) Successor(docs []*Doc) *Successor {
	u := &Successor{old: s, docs: docs, defs: map[int32][]lang.DefID{}, fresh: map[int32]bool{}, same: map[int32]bool{}, still: map[int32]bool{}, facts: map[int32]*lang.Facts{}}
	u.pair()
	u.match()
	return u
}

// Update makes the snapshot. It takes as long as there is to say about what has
// changed; the rest is shared with the old one. It is false where it can't tell
// what the change does to symbols of other files: then all must be resolved, and
// the snapshot made with New. It keeps the input, which must not change any more.
func (u *Successor) Update(in Resolution) (*Snapshot, bool) {
	u.in = in
	for doc := range u.fresh {
		if _, ok := slices.BinarySearch(in.Result.Redone, doc); !ok && u.docs[doc].Source != nil {
			return nil, false
		}
	}
	return u.run()
}

// Layers is how many files are looked up apart from the tables: those that were
// resolved anew in successors.
func (s *Snapshot) Layers() int {
	if s.layer == nil {
		return 0
	}
	return len(s.layer.over)
}

// Compact makes a snapshot of which the tables answer for all files. It has its
// own copy of what is not the contents of files.
func (s *Snapshot) Compact() (*Snapshot, error) {
	var data bytes.Buffer
	if err := s.Encode(&data); err != nil {
		return nil, err
	}
	languages := map[string]*lang.Language{}
	for _, d := range s.docs {
		if d.Lang != nil {
			languages[d.Lang.Name] = d.Lang
		}
	}
	docs := s.docs
	find := &Snapshot{made: &made{}, docs: docs}
	return Open(Stored{
		Data: data.Bytes(), Language: func(name string) *lang.Language { return languages[name] },
		Content: func(d *Doc) (*Content, error) {
			doc, ok := find.Doc(d.Path)
			if !ok || docs[doc].Source == nil {
				return nil, fmt.Errorf("%w: there is no content of %s", errStored, d.Path)
			}
			return docs[doc].Source.Content(), nil
		},
		Damaged: func(*Doc, error) {}, // it was told of where the content comes from
	})
}

// pair finds the files of the old snapshot.
func (u *Successor) pair() {
	old, docs := u.old.docs, u.docs
	same := len(old) == len(docs)
	for i := 0; same && i < len(docs); i++ {
		same = old[i].Path == docs[i].Path
	}
	if !same {
		u.now, u.was = make([]int32, len(old)), make([]int32, len(docs))
		i, j := 0, 0
		for i < len(old) || j < len(docs) {
			switch {
			case j == len(docs) || i < len(old) && old[i].Path < docs[j].Path:
				u.now[i] = none
				i++
			case i == len(old) || docs[j].Path < old[i].Path:
				u.was[j] = none
				j++
			default:
				u.now[i], u.was[j] = int32(j), int32(i)
				i++
				j++
			}
		}
	}
	lost := func(d *Doc) {
		if d.Lang != nil {
			u.gone = append(u.gone, resolve.File{Path: d.Path, Lang: d.Lang, Facts: d.Facts})
		}
	}
	for i, n := range u.now {
		if n == none {
			lost(old[i])
			u.moved = append(u.moved, old[i].Path)
		}
	}
	for i, d := range docs {
		w := u.wasOf(int32(i))
		if w != none && old[w].Source == d.Source && old[w].Lang == d.Lang {
			continue
		}
		u.fresh[int32(i)] = true
		if w == none {
			u.moved = append(u.moved, d.Path)
			continue
		}
		if (d.Source == nil) != (old[w].Source == nil) || old[w].Lang != d.Lang {
			u.moved = append(u.moved, d.Path)
		}
		if d.Source == nil || old[w].Lang != d.Lang {
			lost(old[w])
		} else {
			u.facts[int32(i)] = old[w].Facts()
		}
	}
}

// Fresh implements resolve.Earlier.
func (u *Successor) Fresh() []int32 { return slices.Sorted(maps.Keys(u.fresh)) }

// Was implements resolve.Earlier.
func (u *Successor) Was(doc int32) *lang.Facts { return u.facts[doc] }

// Became implements resolve.Earlier.
func (u *Successor) Became(doc int32) []lang.DefID { return u.defs[doc] }

// Gone implements resolve.Earlier.
func (u *Successor) Gone() []resolve.File { return u.gone }

// Lost implements resolve.Earlier.
func (u *Successor) Lost() []int32 {
	gone := map[int32]bool{}
	for doc, n := range u.now {
		if n == none {
			gone[int32(doc)] = true
		}
	}
	if len(gone) == 0 {
		return nil
	}
	return u.there(u.old.depending(gone, nil))
}

// Moved implements resolve.Earlier.
func (u *Successor) Moved() []string { return u.moved }

// Has implements resolve.Earlier.
func (u *Successor) Has(doc int32) bool {
	return !u.fresh[doc] && u.docs[doc].Source != nil && !u.old.docs[u.wasOf(doc)].Precise
}

// Found implements resolve.Earlier.
func (u *Successor) Found(doc int32) resolve.EarlierFile {
	was := u.wasOf(doc)
	x := u.old.linked.of(was)
	if u.now != nil || u.fresh[doc] || touches(x.deps.Files, u.fresh) {
		x = translate(doc, x, u.nowOf, u.id)
	}
	if u.fresh[doc] { // its own definitions may have other numbers, too
		x.relations = slices.DeleteFunc(x.relations, func(r resolve.Relation) bool {
			_, ok := u.id(ID{was, r.Def})
			return !ok
		})
		for i := range x.relations {
			r := &x.relations[i]
			if id, ok := u.id(ID{was, r.Def}); ok {
				r.Def = id.Def
			}
		}
	}
	return resolve.EarlierFile{Links: x.links, Relations: x.relations, Yielded: u.old.yielded[was], Deps: x.deps}
}

// Yielded implements resolve.Earlier.
func (u *Successor) Yielded(doc int32) []lang.DefID { return u.old.yielded[u.wasOf(doc)] }

// Linked implements resolve.Earlier.
func (u *Successor) Linked(doc int32) bool {
	w := u.wasOf(doc)
	return w != none && u.old.docs[w].Source != nil && !u.old.docs[w].Precise && !u.old.fileChecked(w) && u.old.linked.count(w) > 0
}

// Checked implements resolve.Earlier.
func (u *Successor) Checked(doc int32) bool {
	return u.old.fileChecked(u.wasOf(doc))
}

// External implements resolve.Earlier.
func (u *Successor) External(id lang.DefID) lang.External { return u.old.externals[id] }

// Depending implements resolve.Earlier.
func (u *Successor) Depending(files map[int32]bool, names map[uint32]bool) []int32 {
	return u.there(u.old.depending(u.before(files), names))
}

// Asking implements resolve.Earlier.
func (u *Successor) Asking(files map[int32]bool, names map[uint32]bool) []int32 {
	return u.there(u.old.asking(u.before(files), names))
}

// before are the numbers that those of files had which were there.
func (u *Successor) before(files map[int32]bool) map[int32]bool {
	old := map[int32]bool{}
	for doc := range files {
		if w := u.wasOf(doc); w != none {
			old[w] = true
		}
	}
	return old
}

// there are the numbers that those old files have now which are still there.
func (u *Successor) there(old []int32) (out []int32) {
	for _, d := range old {
		if d = u.nowOf(d); d != none {
			out = append(out, d)
		}
	}
	return out
}

// resolved says whether a file was resolved anew.
func (u *Successor) resolved(doc int32) bool {
	_, ok := slices.BinarySearch(u.in.Result.Redone, doc)
	return ok
}

func (u *Successor) wasOf(doc int32) int32 {
	if u.was == nil {
		return doc
	}
	return u.was[doc]
}

func (u *Successor) nowOf(doc int32) int32 {
	if u.now == nil {
		return doc
	}
	return u.now[doc]
}

// id is what an ID of the old snapshot is in the new one.
func (u *Successor) id(id ID) (ID, bool) {
	if id.IsExternal() {
		return id, true
	}
	doc := u.nowOf(id.Doc)
	if doc == none {
		return ID{}, false
	}
	if defs, ok := u.defs[doc]; ok && id.Def >= 0 {
		if int(id.Def) >= len(defs) || defs[id.Def] < 0 {
			return ID{}, false
		}
		id.Def = defs[id.Def]
	}
	return ID{doc, id.Def}, true
}

func (u *Successor) run() (*Snapshot, bool) {
	old, docs := u.old, u.docs
	s := &Snapshot{
		made: &made{},
		docs: docs, most: old.most, prefix: numbered(old.prefix, u.was), module: numbered(old.module, u.was), packages: numbered(old.packages, u.was),
		yielded: numbered(old.yielded, u.was), externals: slices.Clip(old.externals),
	}
	u.new = s
	interned := map[string]string{}
	if u.renamed(interned) {
		return nil, false
	}
	// What is the same in both is shared.
	mine := u.was != nil
	own := [4]bool{mine, mine, mine, mine}
	for i := range u.fresh {
		prefix, module, pkg := docs[i].describe(u.in.Projects, interned)
		set(&s.prefix, &own[0], i, prefix, s.prefix[i] == prefix)
		set(&s.module, &own[1], i, module, s.module[i] == module)
		set(&s.packages, &own[2], i, pkg, s.packages[i] == pkg)
		if docs[i].Source == nil {
			set(&s.yielded, &own[3], i, nil, s.yielded[i] == nil)
		}
	}
	r := u.in.Result
	for _, i := range r.Redone {
		set(&s.yielded, &own[3], i, r.YieldedOf(i), slices.Equal(s.yielded[i], r.YieldedOf(i)))
	}
	ids := u.addExternals()
	if !u.aliases() {
		return nil, false
	}
	l := u.newLayer()
	s.layer, s.linked = l, l
	for _, i := range r.Redone {
		if docs[i].Source == nil {
			continue
		}
		x := linked{r.LinksOf(i), r.RelationsOf(i), r.DepsOf(i)}
		for j := range x.links {
			if k := &x.links[j]; k.Doc == resolve.External {
				k.Def = ids[k.Def]
			}
		}
		for j := range x.relations {
			if k := &x.relations[j]; k.Doc == resolve.External {
				k.Target = ids[k.Target]
			}
		}
		l.over[i] = s.newResolved(i, x)
	}
	for doc := range u.fresh {
		if docs[doc].Source == nil {
			l.over[doc] = &resolved{} // and not what the base has
		}
	}
	u.aliasNew()
	u.keepOver()
	u.forget(ids)
	u.findDead()
	u.cover()
	return s, true
}

// numbered is a list by file, with the numbers that the files have now: was are those
// that they had, nil where these are the same.
func numbered[T any](list []T, was []int32) []T {
	if was == nil {
		return list
	}
	out := make([]T, len(was))
	for i, w := range was {
		if w != none {
			out[i] = list[w]
		}
	}
	return out
}

// set sets entry i of a list, unless it is that value already. Others have the list as
// long as it is not own.
func set[T any](list *[]T, own *bool, i int32, value T, same bool) {
	if same {
		return
	}
	if !*own {
		*list, *own = slices.Clone(*list), true
	}
	(*list)[i] = value
}

// renamed says whether files that have come or gone give others, which have not
// changed, other symbols: a folder with an __init__.py is no root of modules. An
// Updater tells that itself.
func (u *Successor) renamed(interned map[string]string) bool {
	families := map[string]bool{}
	add := func(d *Doc) {
		if d.Lang == nil {
			return
		}
		if _, tells := u.in.Projects[d.Lang.Family].(lang.Updater); !tells {
			families[d.Lang.Family] = true
		}
	}
	for i, n := range u.now {
		if n == none {
			add(u.old.docs[i])
		}
	}
	for i, w := range u.was {
		if w == none {
			add(u.docs[i])
		}
	}
	if len(families) == 0 {
		return false
	}
	for i, d := range u.docs {
		if d.Source == nil || u.fresh[int32(i)] || !families[d.Lang.Family] {
			continue
		}
		project := u.in.Projects[d.Lang.Family]
		if project == nil {
			continue
		}
		w := u.wasOf(int32(i))
		if prefix, module := prefixOf(project, d.Path, interned); prefix != u.old.prefix[w] || module != u.old.module[w] {
			return true
		}
	}
	return false
}

// match finds the old definitions in fresh files.
func (u *Successor) match() {
	for doc := range u.fresh {
		w := u.wasOf(doc)
		if w == none {
			continue
		}
		was, is := u.old.docs[w].Facts(), u.docs[doc].Facts()
		var defs []lang.DefID
		if was != nil && is != nil {
			defs = lang.MatchDefs(was, is)
		}
		u.defs[doc] = defs
		u.same[doc] = was != nil && is != nil && identity(defs)
		u.still[doc] = u.same[doc] && slices.EqualFunc(was.Defs, is.Defs[:len(was.Defs)], func(a, b lang.Def) bool { return a.Same == b.Same })
	}
}

func identity(defs []lang.DefID) bool {
	for i, d := range defs {
		if int(d) != i {
			return false
		}
	}
	return true
}

// addExternals returns the numbers in the new snapshot of in.Result.Externals.
func (u *Successor) addExternals() []lang.DefID {
	s := u.new
	base := u.old
	if base.layer != nil {
		base = base.layer.base
	}
	numbers := *base.externalNumbers.get(base.numberExternals)
	added := map[string]lang.DefID{}
	for i := len(base.externals); i < len(s.externals); i++ {
		added[s.externals[i].Symbol] = lang.DefID(i)
	}
	ids := make([]lang.DefID, len(u.in.Result.Externals))
	own := false // s.externals is not shared
	for i, x := range u.in.Result.Externals {
		n, ok := numbers[x.Symbol]
		if !ok {
			n, ok = added[x.Symbol]
		}
		switch {
		case !ok:
			n = lang.DefID(len(s.externals))
			added[x.Symbol] = n
			s.externals = append(s.externals, x)
		case resolve.Richer(&x, &s.externals[n]):
			if !own {
				s.externals, own = slices.Clone(s.externals), true
			}
			s.externals[n] = x
		}
		ids[i] = n
	}
	return ids
}

func (s *Snapshot) numberExternals() map[string]lang.DefID {
	m := make(map[string]lang.DefID, len(s.externals))
	for i := range s.externals {
		if _, ok := m[s.externals[i].Symbol]; !ok {
			m[s.externals[i].Symbol] = lang.DefID(i)
		}
	}
	return m
}

// aliases takes the aliases of the old snapshot over. It is false where files
// define symbols, or don't any more, that are external as well, and files mean them that
// are not resolved anew.
func (u *Successor) aliases() bool {
	s, old := u.new, u.old
	changed := map[string]bool{}
	for doc := range u.fresh {
		is, was := s.globals(doc), map[string]bool{}
		if w := u.wasOf(doc); w != none {
			was = old.globals(w)
		}
		difference(changed, is, was)
		difference(changed, was, is)
	}
	for _, doc := range u.in.Result.Redone {
		if w := u.wasOf(doc); !u.fresh[doc] && !slices.Equal(old.yielded[w], s.yielded[doc]) {
			is, was := s.globals(doc), old.globals(w)
			difference(changed, is, was)
			difference(changed, was, is)
		}
	}
	for doc := range u.now {
		if u.now[doc] == none {
			difference(changed, old.globals(int32(doc)), nil)
		}
	}
	if len(changed) > 0 {
		for i := range old.externals {
			if !changed[old.externals[i].Symbol] {
				continue
			}
			if !u.meantAnew(lang.DefID(i)) {
				return false
			}
			u.turned = append(u.turned, lang.DefID(i))
		}
	}
	s.alias = make(map[lang.DefID]ID, len(old.alias))
	for from, id := range old.alias {
		if _, turned := slices.BinarySearch(u.turned, from); turned {
			continue
		}
		to, ok := u.id(id)
		if !ok {
			return false
		}
		s.alias[from] = s.Canonical(to)
	}
	return true
}

// meantAnew says whether all files that mean an external symbol of the old snapshot are
// resolved anew, or gone.
func (u *Successor) meantAnew(x lang.DefID) bool {
	anew := true
	check := func(doc int32) {
		now := u.nowOf(doc)
		anew = anew && (now == none || u.resolved(now))
	}
	id := u.old.Canonical(ID{resolve.External, x})
	u.old.eachReference(id, func(doc, link int32) {
		if l := &u.old.Links(doc)[link]; l.Doc == resolve.External && l.Def == x {
			check(doc)
		}
	})
	// No table has all relations.
	for doc := int32(0); anew && int(doc) < len(u.old.docs); doc++ {
		if u.old.docs[doc].Source != nil && slices.ContainsFunc(u.old.Relations(doc), func(r resolve.Relation) bool {
			return r.Doc == resolve.External && r.Target == x
		}) {
			check(doc)
		}
	}
	return anew
}

// difference adds what a has and b does not.
func difference(to, a, b map[string]bool) {
	for x := range a {
		if !b[x] {
			to[x] = true
		}
	}
}

// globals are the global symbols of a file.
func (s *Snapshot) globals(doc int32) map[string]bool {
	out := map[string]bool{}
	f := s.docs[doc].Facts()
	if f == nil {
		return out
	}
	var buf []byte
	for i := range f.Defs {
		if f.Defs[i].Same < 0 {
			var c class
			if buf, c = s.appendGlobal(buf[:0], doc, lang.DefID(i)); c == globalSymbol {
				out[string(buf)] = true
			}
		}
	}
	if s.module[doc] != "" {
		out[s.module[doc]] = true
	}
	return out
}

// aliasNew finds the definitions of external symbols that are new.
func (u *Successor) aliasNew() {
	s := u.new
	changed := len(u.turned) > 0
	find := func(x lang.DefID) {
		if ids := s.defined(s.externals[x].Symbol); len(ids) > 0 {
			s.alias[x] = ids[0]
			changed = true
		}
	}
	for _, x := range u.turned {
		find(x)
	}
	for i := len(u.old.externals); i < len(s.externals); i++ {
		find(lang.DefID(i))
	}
	if !changed {
		return
	}
	for doc, x := range s.layer.over {
		s.layer.over[doc] = s.newResolved(doc, x.linked)
	}
}

// newLayer makes the layer without the files that are resolved.
func (u *Successor) newLayer() *layer {
	s, old := u.new, u.old.layer
	l := &layer{
		base: u.old, here: u.now, there: u.was, defs: map[int32][]lang.DefID{}, back: map[int32]map[lang.DefID][]lang.DefID{},
		moved: map[int32]bool{}, names: map[int32]*fileTables{}, over: make(map[int32]*resolved, len(u.in.Result.Redone)), translated: map[int32]weak.Pointer[linked]{},
	}
	if old == nil {
		for doc := range u.defs {
			l.defs[doc] = u.defs[doc]
		}
	} else {
		l.base = old.base
		l.here, l.there = u.compose()
		for doc, defs := range old.defs {
			now := u.nowOf(doc)
			if now == none {
				continue
			}
			if !u.fresh[now] {
				l.defs[now] = defs
				l.back[now] = old.back[doc]
				continue
			}
			step, both := u.defs[now], make([]lang.DefID, len(defs))
			for i, d := range defs {
				both[i] = lang.NoDef
				if d >= 0 && int(d) < len(step) {
					both[i] = step[d]
				}
			}
			l.defs[now] = both
		}
		for doc := range u.fresh {
			if _, ok := l.defs[doc]; !ok && l.thereOf(doc) != none {
				l.defs[doc] = u.defs[doc]
			}
		}
		for doc, names := range old.names {
			if now := u.nowOf(doc); now != none {
				l.names[now] = names
			}
		}
	}
	for doc, defs := range l.defs {
		if !identity(defs) || s.docs[doc].Source == nil {
			l.moved[doc] = true
		}
		if l.back[doc] != nil && !u.fresh[doc] {
			continue
		}
		f, was := s.docs[doc].Facts(), l.base.docs[l.thereOf(doc)].Facts()
		back := map[lang.DefID][]lang.DefID{}
		for i, d := range defs {
			if d >= 0 && was.Defs[i].Same < 0 {
				c := f.Canonical(d)
				back[c] = append(back[c], lang.DefID(i))
			}
		}
		l.back[doc] = back
	}
	for doc := range u.fresh {
		l.names[doc] = s.fileNames(doc)
	}
	for _, doc := range u.in.Result.Redone {
		if w := u.wasOf(doc); !u.fresh[doc] && !slices.Equal(u.old.yielded[w], s.yielded[doc]) {
			l.names[doc] = s.fileNames(doc)
		}
	}
	u.lostModules(func(doc int32) {
		if l.names[doc] == nil {
			l.names[doc] = s.fileNames(doc)
		}
	})
	return l
}

// fileNames are the tables of one file, whose module has the number 0.
func (s *Snapshot) fileNames(doc int32) *fileTables {
	b := s.namesBuilder()
	b.add(s, doc, 0, s.module[doc] != "")
	names, _ := b.names.finish() // there is room for those of one file
	return &fileTables{names: newNamesTable(names), symbols: b.symbols.finish(1 + s.docs[doc].defs())}
}

// lostModules are the first files, now, of modules that a file had and has not
// any more.
func (u *Successor) lostModules(yield func(doc int32)) {
	was := func(doc int32) {
		m := u.old.module[doc]
		if m == "" {
			return
		}
		if now := u.nowOf(doc); now != none && u.new.module[now] == m {
			return
		}
		if first, ok := (*u.new.firstModules.get(u.new.findModules))[m]; ok {
			yield(first)
		}
	}
	for doc := range u.fresh {
		if w := u.wasOf(doc); w != none {
			was(w)
		}
	}
	for doc := range u.now {
		if u.now[doc] == none {
			was(int32(doc))
		}
	}
}

// compose joins the numbers of the old layer with those of this update.
func (u *Successor) compose() (here, there []int32) {
	old := u.old.layer
	if u.now == nil {
		return old.here, old.there
	}
	if old.here == nil {
		return u.now, u.was
	}
	here, there = make([]int32, len(old.here)), make([]int32, len(u.was))
	for i, n := range old.here {
		here[i] = none
		if n != none {
			here[i] = u.now[n]
		}
	}
	for i, n := range u.was {
		there[i] = none
		if n != none {
			there[i] = old.there[n]
		}
	}
	return here, there
}

// keepOver takes over what the old layer has of files that are not resolved now.
func (u *Successor) keepOver() {
	if u.old.layer == nil {
		return
	}
	l := u.new.layer
	for doc, x := range u.old.layer.over {
		now := u.nowOf(doc)
		if now == none || l.over[now] != nil {
			continue
		}
		switch {
		case u.now == nil && u.stays(&x.linked):
			l.over[now] = x
		case u.now != nil || slices.ContainsFunc(x.deps.Files, func(f int32) bool { return u.fresh[f] && !u.same[f] }):
			l.over[now] = u.new.newResolved(now, translate(now, x.linked, u.nowOf, u.id))
		case slices.ContainsFunc(x.deps.Files, func(f int32) bool { return u.fresh[f] && !u.still[f] }):
			l.over[now] = u.new.newResolved(now, x.linked) // what is canonical may be another
		default:
			l.over[now] = x
		}
	}
}

// stays says whether all that a file of the old layer leads to is what it was, by the
// same numbers.
func (u *Successor) stays(x *linked) bool {
	same := func(doc int32, def lang.DefID) bool {
		switch {
		case doc == resolve.External || !u.fresh[doc]:
			return true
		case def < 0:
			return u.docs[doc].Source != nil
		}
		was := ID{doc, def}
		is, ok := u.id(was)
		return ok && is == was && u.old.Canonical(was) == u.new.Canonical(is)
	}
	return !slices.ContainsFunc(x.links, func(l resolve.Link) bool { return !same(l.Doc, l.Def) }) &&
		!slices.ContainsFunc(x.relations, func(r resolve.Relation) bool { return !same(r.Doc, r.Target) })
}

// findDead notes the external symbols that nothing means any more.
func (u *Successor) findDead() {
	s, old := u.new, u.old
	// Those that may be dead; true for those that may be related in a way that no
	// table has.
	may := maps.Clone(old.dead)
	if may == nil {
		may = map[lang.DefID]bool{}
	}
	note := func(id lang.DefID, typed bool) { may[id] = may[id] || typed }
	was := func(doc int32) {
		if doc == none || old.docs[doc].Source == nil {
			return
		}
		x := old.linked.of(doc)
		for _, l := range x.links {
			if l.Doc == resolve.External {
				note(l.Def, false)
			}
		}
		for _, r := range x.relations {
			if r.Doc == resolve.External {
				note(r.Target, r.Kind != lang.Implements)
			}
		}
	}
	for _, doc := range u.in.Result.Redone {
		was(u.wasOf(doc))
	}
	for doc := range u.fresh {
		was(u.wasOf(doc))
	}
	for doc := range u.now {
		if u.now[doc] == none {
			was(int32(doc))
		}
	}
	for _, doc := range u.in.Result.Redone {
		if x := s.layer.over[doc]; x != nil {
			x.eachExternal(func(id lang.DefID) { delete(may, id) })
		}
	}
	s.dead = map[lang.DefID]bool{}
	typed := false
	for id, t := range may {
		if !s.used(id) {
			s.dead[id] = t
			typed = typed || t
		}
	}
	for doc := 0; typed && doc < len(s.docs); doc++ {
		if s.docs[doc].Source == nil {
			continue
		}
		for _, r := range s.Relations(int32(doc)) {
			if r.Doc == resolve.External {
				delete(s.dead, r.Target)
			}
		}
	}
}

// eachExternal calls yield with the external symbols that are meant.
func (x *linked) eachExternal(yield func(lang.DefID)) {
	for i := range x.links {
		if x.links[i].Doc == resolve.External {
			yield(x.links[i].Def)
		}
	}
	for i := range x.relations {
		if x.relations[i].Doc == resolve.External {
			yield(x.relations[i].Target)
		}
	}
}

// forget takes what is said of external symbols as it is where only files that
// were resolved anew mean them: whoever knew more may have been one of them.
func (u *Successor) forget(ids []lang.DefID) {
	s := u.new
	for i, n := range ids {
		if s.externals[n] == u.in.Result.Externals[i] {
			continue
		}
		others := false
		s.eachReference(s.Canonical(ID{resolve.External, n}), func(doc, link int32) {
			if !others && !u.resolved(doc) {
				l := &s.Links(doc)[link]
				others = l.Doc == resolve.External && l.Def == n
			}
		})
		if !others {
			s.externals = slices.Clone(s.externals)
			s.externals[n] = u.in.Result.Externals[i]
		}
	}
}

// used says whether a link, or a relation that the tables have, leads to an
// external symbol.
func (s *Snapshot) used(x lang.DefID) bool {
	id, found := s.Canonical(ID{resolve.External, x}), false
	s.eachReference(id, func(doc, link int32) {
		if !found {
			l := &s.Links(doc)[link]
			found = l.Doc == resolve.External && l.Def == x
		}
	})
	s.eachRelative(id, func(from ID) {
		for _, r := range s.Relations(from.Doc) {
			found = found || r.Doc == resolve.External && r.Target == x
		}
	})
	return found
}

// cover counts the files that were resolved anew, and takes over what the old layer has
// of others.
func (u *Successor) cover() {
	l := u.new.layer
	l.coverage = map[int32]*fileCoverage{}
	if old := u.old.layer; old != nil {
		for doc, c := range old.coverage {
			if now := u.nowOf(doc); now != none {
				l.coverage[now] = c
			}
		}
	}
	count := func(doc int32, checked bool) {
		c := u.new.fileCoverage(doc)
		c.Checked = checked
		l.coverage[doc] = &c
	}
	for doc := range u.fresh {
		if !u.resolved(doc) {
			count(doc, false)
		}
	}
	for _, doc := range u.in.Result.Redone {
		count(doc, u.in.Result.Checked[doc])
	}
}
