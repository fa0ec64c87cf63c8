package index

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// flat makes a snapshot without a layer that says the same. The tables of the
// base are rewritten: no facts are read but those of files that have changed.
// External symbols are in the order of New, without the dead.
func (s *Snapshot) flat() *Snapshot {
	l := s.layer
	t := &Snapshot{
		made: &made{},
		docs: s.docs, most: s.most, prefix: s.prefix, module: s.module, packages: s.packages, yielded: s.yielded,
		base: make([]uint32, len(s.docs)+1), alias: make(map[lang.DefID]ID, len(s.alias)),
	}
	for i, d := range s.docs {
		t.base[i+1] = t.base[i] + 1 + uint32(d.defs())
	}
	externals := s.sortExternals(t)
	t.linked = &renumbered{layer: l, externals: externals}
	for from, id := range s.alias {
		if n := externals.number(from); n >= 0 {
			t.alias[n] = externals.id(id)
		}
	}
	f := &flattening{s: s, t: t, l: l, base: l.base, externals: externals}
	t.coverage.get(func() []fileCoverage {
		files := make([]fileCoverage, len(s.docs))
		for doc := range files {
			files[doc] = *s.covered(int32(doc))
		}
		return files
	})
	t.names.get(f.names)
	t.references.get(f.references)
	t.relatives.get(f.relatives)
	return t
}

// externalNumbers are the new numbers of external symbols, lang.NoDef for those
// that are left out; nil when they are the old ones.
type externalNumbers []lang.DefID

func (x externalNumbers) number(id lang.DefID) lang.DefID {
	if x == nil {
		return id
	}
	return x[id]
}

// id is what an ID is called with the new numbers.
func (x externalNumbers) id(id ID) ID {
	if id.IsExternal() {
		id.Def = x.number(id.Def)
	}
	return id
}

// sortExternals gives t the external symbols of s.
func (s *Snapshot) sortExternals(t *Snapshot) externalNumbers {
	sorted := len(s.dead) == 0 && slices.IsSortedFunc(s.externals, compareExternals)
	if sorted {
		t.externals = s.externals
		return nil
	}
	var order []lang.DefID
	for i := range s.externals {
		if s.valid(ID{resolve.External, lang.DefID(i)}) {
			order = append(order, lang.DefID(i))
		}
	}
	slices.SortStableFunc(order, func(a, b lang.DefID) int { return compareExternals(s.externals[a], s.externals[b]) })
	numbers := make(externalNumbers, len(s.externals))
	for i := range numbers {
		numbers[i] = lang.NoDef
	}
	t.externals = make([]lang.External, len(order))
	for i, id := range order {
		numbers[id] = lang.DefID(i)
		t.externals[i] = s.externals[id]
	}
	return numbers
}

func compareExternals(a, b lang.External) int {
	switch {
	case a.Symbol < b.Symbol:
		return -1
	case a.Symbol > b.Symbol:
		return 1
	}
	return 0
}

// renumbered are the links of a layer with other numbers of external symbols.
type renumbered struct {
	layer     *layer
	externals externalNumbers
}

// count implements linkSource.
func (r *renumbered) count(doc int32) int { return r.layer.count(doc) }

// of implements linkSource.
func (r *renumbered) of(doc int32) linked {
	x := r.layer.of(doc)
	if r.externals == nil {
		return x
	}
	outside := false
	x.eachExternal(func(lang.DefID) { outside = true })
	if !outside {
		return x
	}
	x.links, x.relations = slices.Clone(x.links), slices.Clone(x.relations)
	for i := range x.links {
		if l := &x.links[i]; l.Doc == resolve.External {
			l.Def = r.externals.number(l.Def)
		}
	}
	for i := range x.relations {
		if l := &x.relations[i]; l.Doc == resolve.External {
			l.Target = r.externals.number(l.Target)
		}
	}
	return x
}

// raw implements rawLinks.
func (r *renumbered) raw(doc int32) ([]byte, bool) {
	l := r.layer
	if r.externals != nil || l.here != nil || l.over[doc] != nil {
		return nil, false
	}
	base, ok := l.base.linked.(rawLinks)
	if !ok || touches(base.files(doc), l.moved) {
		return nil, false
	}
	return base.raw(doc)
}

// files implements rawLinks.
func (r *renumbered) files(doc int32) []int32 { return r.layer.of(doc).deps.Files }

// asked implements rawLinks.
func (r *renumbered) asked(doc int32) []uint32 { return r.layer.of(doc).deps.Asked }

// finder finds the part that a number lies in, of parts that follow one another.
type finder struct {
	starts []uint32
	first  []int32 // the part of each 64th number
}

func newFinder(starts []uint32) *finder {
	f := &finder{starts: starts}
	part := int32(0)
	for n := uint32(0); n < starts[len(starts)-1]; n += 64 {
		for int(part)+1 < len(starts) && starts[part+1] <= n {
			part++
		}
		f.first = append(f.first, part)
	}
	return f
}

// find is upper for a number below the last start.
func (f *finder) find(n uint32) int32 {
	part := f.first[n/64]
	for f.starts[part+1] <= n {
		part++
	}
	return part
}

// flattening rewrites the tables of base for t, which says what s says.
type flattening struct {
	s, t, base *Snapshot
	l          *layer
	externals  externalNumbers
}

// id is the ID of a number of the base.
func (f *flattening) id(number uint32) ID {
	if end := f.base.base[len(f.base.docs)]; number >= end {
		return ID{resolve.External, lang.DefID(number - end)}
	}
	id, _ := f.base.entry(number)
	return id
}

// here is what an ID of the base is in s: canonical when it was.
func (f *flattening) here(id ID) (ID, bool) {
	id, ok := f.l.fromBase(id)
	if _, again := f.l.defs[id.Doc]; ok && again {
		id = f.s.Canonical(id)
	}
	return id, ok && f.s.valid(id)
}

// number is the number in t of an ID of s.
func (f *flattening) number(id ID) uint32 { return f.t.number(f.externals.id(id)) }

func (f *flattening) names() nameTables {
	base := f.base.names.get(f.base.buildNames)
	var symbols symbolsBuilder
	r := base.symbols.reader(f.base.read)
	r.each(func(number uint32, row symbolRow) {
		if id, ok := f.l.fromBase(f.id(number)); ok && f.l.names[id.Doc] == nil {
			symbols.add(f.number(id), row)
		}
	})
	for doc, names := range f.l.names {
		r := names.symbols.reader(noted{})
		r.each(func(number uint32, row symbolRow) {
			symbols.add(f.number(ID{doc, lang.DefID(number) + resolve.ModuleDef}), row)
		})
	}
	names, left := f.dictionary()
	return nameTables{newNamesTable(names), symbols.finish(int(f.t.base[len(f.t.docs)])), f.words(), left}
}

// words joins the words of the files.
func (f *flattening) words() wordTable {
	w := wordTable{most: f.t.capacity().Bytes}
	for doc := range f.s.docs {
		w.add(f.s.words(int32(doc)))
	}
	return w
}

// dictionary joins the dictionaries.
func (f *flattening) dictionary() (names dictionary, left int) {
	// What those of the layer have, by name.
	type row struct {
		name   []byte
		number uint32
		mark   byte
	}
	var more []row
	var base dictionaryReader
	var of func(uint32) (ID, bool)
	first := true
	f.s.dictionaries(func(d *namesTable, id func(uint32) (ID, bool)) {
		r := d.reader()
		if first {
			base, of, first = r, id, false
			return
		}
		r.each(0, func(_ int, name []byte, list definitions) bool {
			list.each(func(number uint32, kind byte, s standing) {
				if id, ok := id(number); ok {
					more = append(more, row{bytes.Clone(name), f.number(id), kind | byte(s)<<standingShift})
				}
			})
			return true
		})
	})
	slices.SortStableFunc(more, func(a, b row) int { return cmp.Or(compareNames(a.name, b.name), cmp.Compare(a.number, b.number)) })
	w := newDictionaryWriter(base.n, len(base.blocks), f.t.capacity().Bytes)
	var rows []row
	var list []byte
	add := func(name []byte, letters uint32) {
		slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.number, b.number) })
		list = list[:0]
		last := uint32(0)
		for _, r := range rows {
			list = append(binary.AppendUvarint(list, uint64(r.number-last)), r.mark)
			last = r.number
		}
		if len(rows) > 0 {
			w.add(name, letters, list)
		}
		rows = rows[:0]
	}
	before := func(name []byte, all bool) { // those of more in front of a name, or all that are left
		for len(more) > 0 && (all || compareNames(more[0].name, name) < 0) {
			here := more[0].name
			for len(more) > 0 && bytes.Equal(more[0].name, here) {
				rows, more = append(rows, more[0]), more[1:]
			}
			add(here, lettersOf(here))
		}
	}
	base.read.note(base.letters)
	base.each(0, func(i int, name []byte, list definitions) bool {
		before(name, false)
		list.each(func(number uint32, kind byte, s standing) {
			if id, ok := of(number); ok {
				rows = append(rows, row{name, f.number(id), kind | byte(s)<<standingShift})
			}
		})
		for len(more) > 0 && bytes.Equal(more[0].name, name) {
			rows, more = append(rows, more[0]), more[1:]
		}
		add(name, base.lettersAt(i))
		return true
	})
	before(nil, true)
	return w.finish()
}

func (f *flattening) relatives() pairs {
	base := *f.base.relatives.get(f.base.buildRelatives)
	f.base.read.note(base)
	rows := make([]uint64, 0, base.len())
	for i := range base.len() {
		to, ok1 := f.here(f.id(base.key(i)))
		from, ok2 := f.here(f.id(base.value(i)))
		if ok1 && ok2 && f.l.over[from.Doc] == nil {
			rows = append(rows, uint64(f.number(to))<<32|uint64(f.number(from)))
		}
	}
	for doc, x := range f.l.over {
		for _, r := range x.relatives {
			rows = append(rows, uint64(f.number(r.id))<<32|uint64(f.number(ID{doc, lang.DefID(r.from)})))
		}
	}
	return newPairs(rows)
}

func (f *flattening) references() linkTable {
	x := linkTableBuilder{docs: f.t.linkNumbers(), most: f.t.capacity().Bytes}
	base := f.base.references.get(f.base.buildReferences)
	docOf := newFinder(base.docs)
	// The lists of the base by what they are of now, and the links of files that
	// were resolved anew.
	type list struct {
		number uint32
		doc    int32 // that defines the symbol
		was    ID
		links  linkList
	}
	lists := make([]list, 0, base.numbers.len())
	base.each(func(number uint32, l linkList) {
		was := f.id(number)
		if id, ok := f.here(was); ok {
			lists = append(lists, list{f.number(id), id.Doc, was, l})
		}
	})
	slices.SortStableFunc(lists, func(a, b list) int { return cmp.Compare(a.number, b.number) })
	// move adds a link of the base.
	var links []uint32
	move := func(there, link int32) {
		if doc := f.l.hereOf(there); doc != none && f.l.over[doc] == nil {
			links = append(links, x.docs[doc]+uint32(link))
		}
	}
	var more []uint64
	for doc, r := range f.l.over {
		for _, to := range r.references {
			more = append(more, uint64(f.number(to.id))<<32|uint64(x.docs[doc]+uint32(to.from)))
		}
	}
	slices.Sort(more)
	for len(lists) > 0 || len(more) > 0 {
		number := uint32(0)
		switch {
		case len(lists) == 0:
			number = uint32(more[0] >> 32)
		case len(more) == 0:
			number = lists[0].number
		default:
			number = min(uint32(more[0]>>32), lists[0].number)
		}
		if only := len(lists) < 2 || lists[1].number != number; only && len(lists) > 0 && lists[0].number == number &&
			(len(more) == 0 || uint32(more[0]>>32) != number) && lists[0].links.own {
			if f.l.over[lists[0].doc] == nil { // else none is left
				x.addOwn(number, lists[0].links.count)
			}
			lists = lists[1:]
			continue
		}
		links = links[:0]
		sorted := true
		for n := 0; len(lists) > 0 && lists[0].number == number; n++ {
			if l := &lists[0]; l.links.own {
				if f.l.over[l.doc] == nil {
					f.base.ownLinks(l.was, move)
				}
			} else {
				base.links(l.links, func(at uint32) {
					there := docOf.find(at)
					move(there, int32(at-base.docs[there]))
				})
			}
			sorted = sorted && n == 0
			lists = lists[1:]
		}
		for ; len(more) > 0 && uint32(more[0]>>32) == number; more = more[1:] {
			links = append(links, uint32(more[0]))
			sorted = false
		}
		if !sorted {
			slices.Sort(links)
		}
		x.add(number, f.t.id(number).Doc, links)
	}
	return x.finish(f.t.numbers())
}
