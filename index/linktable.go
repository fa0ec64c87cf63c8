package index

import (
	"encoding/binary"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// linkTable finds the links to a symbol. Links are numbered through all files:
// those of file doc begin at docs[doc].
//
//	numbers  those of the symbols that have links (Snapshot.number): a numberSet
//	starts   where the list of every listsApart-th of them begins in lists (uint32)
//
// Lists lie one behind the other. One begins with the number of links, times two,
// plus one where all are in the file that defines the symbol: these are not
// listed, the file's own links have them. Else the length of what follows is next,
// and the links' numbers in ascending order, the first and then the differences.
// All are uvarints.
type linkTable struct {
	docs    []uint32
	numbers numberReader
	starts  []byte
	lists   []byte
	left    int // symbols that there was no room for
}

const (
	listsApart = 16
	// maxListHead is the maximum number of bytes before the numbers of a list.
	maxListHead = 2 * binary.MaxVarintLen64
)

// newLinkTable returns the stored table. read records which parts of it are read.
func newLinkTable(docs []uint32, rows, lists []byte, read noted) linkTable {
	x := linkTable{docs: docs, lists: lists}
	x.numbers.read = read
	x.numbers.numberSet, x.starts = cutNumberSet(rows)
	if 4*((x.numbers.len()+listsApart-1)/listsApart) != len(x.starts) {
		return linkTable{docs: docs} // the bytes are no table
	}
	return x
}

// linkList is the links to a symbol.
type linkList struct {
	count int
	// own: they are in the symbol's own file, and not in list.
	own  bool
	list []byte
}

// next takes the first of lists; ok is false when there is none that can be read.
func nextList(lists []byte) (l linkList, rest []byte, ok bool) {
	head, size := binary.Uvarint(lists)
	if size <= 0 {
		return linkList{}, nil, false
	}
	l.count, l.own = int(min(head>>1, 1<<31-1)), head&1 != 0
	if rest = lists[size:]; l.own {
		return l, rest, true
	}
	length, size := binary.Uvarint(rest)
	if size <= 0 || length > uint64(len(rest)-size) {
		return linkList{}, nil, false
	}
	l.list, rest = rest[size:size+int(length)], rest[size+int(length):]
	return l, rest, true
}

// of are the links to symbol number n.
func (x *linkTable) of(n uint32) linkList {
	rank, ok := x.numbers.rank(n)
	if !ok {
		return linkList{}
	}
	sample := x.starts[rank/listsApart*4:][:4]
	x.numbers.read.note(sample)
	start := binary.LittleEndian.Uint32(sample)
	if uint64(start) > uint64(len(x.lists)) {
		return linkList{}
	}
	lists := x.lists[start:]
	for range rank % listsApart {
		x.numbers.read.note(lists[:min(maxListHead, len(lists))])
		if _, lists, ok = nextList(lists); !ok {
			return linkList{}
		}
	}
	x.numbers.read.note(lists[:min(maxListHead, len(lists))])
	l, _, _ := nextList(lists)
	x.numbers.read.note(l.list)
	return l
}

// each calls yield with all symbols that have links, in the order of their numbers.
func (x *linkTable) each(yield func(number uint32, l linkList)) {
	lists, ok := x.lists, true
	x.numbers.read.note(lists)
	x.numbers.each(func(_ int, number uint32) {
		var l linkList
		if ok {
			if l, lists, ok = nextList(lists); ok {
				yield(number, l)
			}
		}
	})
}

// links calls yield with the numbers of the links of a list that is not own.
func (x *linkTable) links(l linkList, yield func(at uint32)) {
	at := uint64(0)
	for list := l.list; len(list) > 0; {
		delta, size := binary.Uvarint(list)
		if at += delta; size <= 0 || at >= uint64(x.docs[len(x.docs)-1]) {
			return
		}
		list = list[size:]
		yield(uint32(at))
	}
}

// linkTableBuilder makes a linkTable.
type linkTableBuilder struct {
	docs          []uint32
	numbers       []uint32
	starts, lists []byte
	list          []byte
	most          int64 // bytes of lists
	left          int   // symbols that there was no room for
}

// add adds the links to symbol number n, in ascending order; doc is the file that
// defines it, resolve.External for none. Symbols must be added in ascending order
// too.
func (b *linkTableBuilder) add(n uint32, doc int32, links []uint32) {
	if len(links) == 0 {
		return
	}
	if doc != resolve.External && links[0] >= b.docs[doc] && links[len(links)-1] < b.docs[doc+1] {
		b.addOwn(n, len(links))
		return
	}
	b.list = b.list[:0]
	last := uint32(0)
	for _, link := range links {
		b.list = binary.AppendUvarint(b.list, uint64(link-last))
		last = link
	}
	if !b.start(n, len(b.list)) {
		return
	}
	b.lists = binary.AppendUvarint(b.lists, uint64(len(links))<<1)
	b.lists = append(binary.AppendUvarint(b.lists, uint64(len(b.list))), b.list...)
}

// addOwn adds so many links to symbol number n, all in the file that defines it.
func (b *linkTableBuilder) addOwn(n uint32, links int) {
	if b.start(n, 0) {
		b.lists = binary.AppendUvarint(b.lists, uint64(links)<<1|1)
	}
}

// start begins the list of symbol number n, which is of so many bytes; false where there
// is no room for it.
func (b *linkTableBuilder) start(n uint32, size int) bool {
	if int64(len(b.lists)+size+2*binary.MaxVarintLen64) > b.most {
		b.left++
		return false
	}
	if len(b.numbers)%listsApart == 0 {
		b.starts = binary.LittleEndian.AppendUint32(b.starts, uint32(len(b.lists)))
	}
	b.numbers = append(b.numbers, n)
	return true
}

// finish makes the table of symbols that have numbers below a limit.
func (b *linkTableBuilder) finish(limit int) linkTable {
	return linkTable{b.docs, numberReader{numberSet: newNumberSet(b.numbers, limit)}, b.starts, b.lists, b.left}
}

// linkNumbers numbers the links of all files, as far as there are numbers: files have
// less than they have links where these end.
func (s *Snapshot) linkNumbers() []uint32 {
	out, most := make([]uint32, len(s.docs)+1), s.capacity().Links
	for doc := range s.docs {
		out[doc+1] = uint32(min(int64(out[doc])+int64(s.linked.count(int32(doc))), most))
	}
	return out
}

func (s *Snapshot) buildReferences() linkTable {
	b := linkTableBuilder{docs: s.linkNumbers(), most: s.capacity().Bytes}
	each := func(yield func(symbol, link uint32)) {
		for doc := range s.docs {
			numbered := int(b.docs[doc+1] - b.docs[doc])
			for i, l := range s.Links(int32(doc)) {
				if id := (ID{l.Doc, l.Def}); i < numbered && s.valid(id) {
					yield(s.number(s.canonical(id)), b.docs[doc]+uint32(i))
				}
			}
		}
	}
	// The links are counted, then put in their places: of the many there are
	// nothing else is held.
	next := make([]uint32, s.numbers()+1) // where the next link to each symbol goes in sorted
	each(func(symbol, _ uint32) { next[symbol+1]++ })
	for i := 1; i < len(next); i++ {
		next[i] += next[i-1]
	}
	sorted := make([]uint32, next[len(next)-1])
	each(func(symbol, link uint32) {
		sorted[next[symbol]] = link
		next[symbol]++
	})
	from, doc := uint32(0), int32(0)
	for n, to := range next[:len(next)-1] {
		for doc >= 0 && uint32(n) >= s.base[doc+1] {
			if doc++; int(doc) == len(s.docs) {
				doc = resolve.External
			}
		}
		b.add(uint32(n), doc, sorted[from:to])
		from = to
	}
	return b.finish(s.numbers())
}

// linksTo are the links to a canonical ID; s has no layer.
func (s *Snapshot) linksTo(id ID) linkList {
	return s.references.get(s.buildReferences).of(s.number(id))
}

// ownLinks calls yield with the links of the file that defines a canonical ID to
// it.
func (s *Snapshot) ownLinks(id ID, yield func(doc, link int32)) {
	if id.Doc < 0 || !s.valid(id) {
		return
	}
	// Facts may have to be read: of most definitions it is known that there are no
	// further ones.
	var f *lang.Facts
	if row, ok := s.row(id); (!ok || row.trait&isFurther != 0) && id.Def >= 0 {
		f = s.docs[id.Doc].Facts()
	}
	for i, l := range s.Links(id.Doc) {
		to := ID{l.Doc, l.Def}
		switch {
		case to.IsExternal():
			if alias, ok := s.alias[to.Def]; ok && s.valid(to) {
				to = alias
			}
		case to.Doc == id.Doc && to.Def >= 0 && f != nil && s.valid(to):
			to.Def = f.Canonical(to.Def)
		}
		if to == id {
			yield(id.Doc, int32(i))
		}
	}
}
