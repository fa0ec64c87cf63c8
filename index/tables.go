package index

import (
	"encoding/binary"
	"slices"
	"sort"

	"codeintel/index/internal/radix"
	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// The tables that answer queries by look-up. They are made of bytes, so that
// those of a stored snapshot are used where they lie; numbers are little-endian.

// pairs are rows of a key and a value, sorted by both.
type pairs []byte

const pairSize = 8

func (p pairs) len() int           { return len(p) / pairSize }
func (p pairs) key(i int) uint32   { return binary.LittleEndian.Uint32(p[i*pairSize:]) }
func (p pairs) value(i int) uint32 { return binary.LittleEndian.Uint32(p[i*pairSize+4:]) }

// each calls yield with the values of a key, in order. read records which parts are read.
func (p pairs) each(key uint32, read noted, yield func(value uint32)) {
	here := func(i int) uint32 {
		read.note(p[i*pairSize:][:pairSize])
		return p.key(i)
	}
	for i := sort.Search(p.len(), func(i int) bool { return here(i) >= key }); i < p.len() && here(i) == key; i++ {
		yield(p.value(i))
	}
}

// newPairs sorts rows of key<<32 | value and leaves out repeated ones.
func newPairs(rows []uint64) pairs {
	radix.Sort(rows, nil)
	return appendPairs(slices.Compact(rows))
}

// appendPairs makes a table of sorted rows of key<<32 | value.
func appendPairs(rows []uint64) pairs {
	p := make(pairs, 0, len(rows)*pairSize)
	for _, r := range rows {
		p = binary.LittleEndian.AppendUint32(p, uint32(r>>32))
		p = binary.LittleEndian.AppendUint32(p, uint32(r))
	}
	return p
}

// hash32 is FNV-1a: what is stored must be the same in every process.
func hash32[T string | []byte](s T) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// nameTables find the canonical global definitions: by their names, by the words
// that they have, and by their symbols.
type nameTables struct {
	names   *namesTable
	symbols symbolTable
	words   wordTable
	left    int // definitions whose names there was no room for
}

// fileTables are those of one file. Its words are put together when somebody searches:
// who types in it seldom does.
type fileTables struct {
	names   *namesTable
	symbols symbolTable
	words   lazy[[]byte]
}

func (s *Snapshot) buildNames() nameTables {
	b := s.namesBuilder()
	modules := map[string]bool{}
	for doc := range s.docs {
		b.addIn(s, int32(doc), modules)
	}
	return b.finish(len(s.docs), int(s.base[len(s.docs)]))
}

// namesBuilder makes the nameTables of the snapshot.
func (s *Snapshot) namesBuilder() namesBuilder {
	most := s.capacity().Bytes
	return namesBuilder{names: dictionaryBuilder{most: most}, words: wordTable{most: most}}
}

// namesBuilder collects what the nameTables have.
type namesBuilder struct {
	names   dictionaryBuilder
	symbols symbolsBuilder
	words   wordTable
	word    wordBuilder
}

// finish makes the tables of so many files, with so many numbers of definitions.
func (b *namesBuilder) finish(docs, numbers int) nameTables {
	b.words.pad(docs)
	names, left := b.names.finish()
	return nameTables{newNamesTable(names), b.symbols.finish(numbers), b.words, left}
}

// addIn adds the definitions of a file by their numbers in s. modules are those
// of the files before it.
func (b *namesBuilder) addIn(s *Snapshot, doc int32, modules map[string]bool) {
	m := s.module[doc]
	b.add(s, doc, s.base[doc], m != "" && !modules[m])
	b.words.pad(int(doc))
	b.words.add(b.word.of(s, doc))
	if b.word.cut {
		b.words.cut++
	}
	modules[m] = true
}

// add adds the definitions of a file, whose module has the number first; they
// follow. module: its module, too.
func (b *namesBuilder) add(s *Snapshot, doc int32, first uint32, module bool) {
	f := s.docs[doc].Facts()
	if f == nil {
		return
	}
	var buf []byte
	test := testPath(s.docs[doc].Path)
	if module {
		b.names.addModule(s, doc, first, test)
	}
	b.symbols.file(f)
	for i := range f.Defs {
		def, number := &f.Defs[i], first+1+uint32(i)
		if def.Same >= 0 {
			continue
		}
		if def.Flags&lang.Elsewhere != 0 {
			b.names.add(f.Names[def.Name], number, container, isPlain)
		}
		sym, c := s.appendGlobal(buf[:0], doc, lang.DefID(i))
		if c != globalSymbol {
			continue
		}
		buf = sym
		b.symbols.add(number, symbolRow{hash64(sym), b.symbols.traits[i]})
		if named(def) {
			b.names.addDefinition(f, def, number, test)
		}
	}
}

// named says whether people call a definition by its name alone.
func named(d *lang.Def) bool {
	return d.Flags&lang.Param == 0 && d.Kind != lang.KindTypeParameter
}

// dictionaries calls yield with the dictionaries, and for each with what an entry
// of it is: not ok when it does not count any more.
func (s *Snapshot) dictionaries(yield func(d *namesTable, id func(number uint32) (id ID, ok bool))) {
	if s.layer != nil {
		s.layer.dictionaries(s, yield)
		return
	}
	yield(s.names.get(s.buildNames).names, s.entry)
}

// entry is what a number of the tables is.
func (s *Snapshot) entry(number uint32) (ID, bool) {
	if number >= s.base[len(s.docs)] {
		return ID{}, false
	}
	doc := s.docOf.get(func() *finder { return newFinder(s.base) })
	at := (*doc).find(number)
	return ID{at, lang.DefID(number-s.base[at]) + resolve.ModuleDef}, s.docs[at].Source != nil
}

// called returns the global definitions with a name that are named, in the order
// of files.
func (s *Snapshot) called(name string) []ID {
	var out []ID
	s.dictionaries(func(d *namesTable, of func(uint32) (ID, bool)) {
		d.find(name).each(func(number uint32, kind byte, _ standing) {
			if id, ok := of(number); ok && kind != container && id.Def != resolve.ModuleDef {
				out = append(out, id)
			}
		})
	})
	slices.SortFunc(out, compareIDs)
	return out
}

// withGlobal returns the canonical definitions of a global symbol, in the order
// of files.
func (s *Snapshot) withGlobal(sym []byte) []ID {
	var out []ID
	s.eachSummed(hash64(sym), func(id ID) { out = append(out, id) })
	return out
}

// eachSummed calls yield with the canonical global definitions whose symbol has a
// hash64, in the order of files.
func (s *Snapshot) eachSummed(sum uint64, yield func(ID)) {
	if s.layer != nil {
		s.layer.eachSummed(sum, yield)
		return
	}
	r := s.names.get(s.buildNames).symbols.reader(s.read)
	r.with(sum, func(number uint32) {
		if id, ok := s.definition(number); ok {
			yield(id)
		}
	})
}

// eachReference calls yield with the links to a canonical ID, in the order of
// files and links.
func (s *Snapshot) eachReference(id ID, yield func(doc, link int32)) {
	if s.layer != nil {
		s.layer.eachReference(id, yield)
		return
	}
	table := s.references.get(s.buildReferences)
	l := table.of(s.number(id))
	if l.own {
		s.ownLinks(id, yield)
		return
	}
	table.links(l, func(at uint32) {
		doc := upper(table.docs, at)
		yield(doc, int32(at-table.docs[doc]))
	})
}

// eachRelative calls yield with the definitions that implement a canonical ID, in
// the order of files.
func (s *Snapshot) eachRelative(id ID, yield func(ID)) {
	if s.layer != nil {
		s.layer.eachRelative(s, id, yield)
		return
	}
	s.relatives.get(s.buildRelatives).each(s.number(id), s.read, func(from uint32) {
		if id, ok := s.definition(from); ok {
			yield(id)
		}
	})
}

// definition is the definition with a number of a table.
func (s *Snapshot) definition(number uint32) (ID, bool) {
	if number >= s.base[len(s.docs)] {
		return ID{}, false
	}
	id := s.id(number)
	return id, id.Def >= 0 && s.docs[id.Doc].Source != nil
}

// buildRelatives makes the table of Implements relations: what implements, by
// what it implements.
func (s *Snapshot) buildRelatives() pairs {
	var rows []uint64
	for doc := range s.docs {
		for _, r := range s.Relations(int32(doc)) {
			to, from := ID{r.Doc, r.Target}, ID{int32(doc), r.Def}
			if r.Kind == lang.Implements && s.valid(to) && s.valid(from) && to.Def != resolve.ModuleDef {
				rows = append(rows, uint64(s.number(s.canonical(to)))<<32|uint64(s.number(s.canonical(from))))
			}
		}
	}
	return newPairs(rows)
}
