package index

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"path"
	"slices"
	"strings"

	"codeintel/index/internal/bitcode"
	"codeintel/index/internal/radix"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/words"
)

// wordTable has the words of each file's definitions, file after file, so that
// those of a file that has not changed are taken over as they are:
//
//	ends   where the part of each file ends in the parts (uint32 each)
//	parts  of each file, empty for one without facts:
//	       the number of entries and their length; the number of words; the length
//	         of the lists
//	       the hash of each word in ascending order (uint32)
//	       the entries: of each the distance of its definition to the one before,
//	         its mark as in a dictionary, and its size
//	       where the list of every listSample-th word begins in the lists, in bits
//	         (bitcode.PlaceBytes)
//	       the lists
//
// Numbers are uvarints, marks and sizes bytes. The first entry is the file
// itself, the others are its canonical global definitions that have a name, in
// their order. A size is the number of words in the name, at most 15, in the
// upper half, and the logarithm of the number of words in all else in the lower.
// A list has the number of entries with the word, and for each how many entries there
// are between it and the one before, as Golomb codes, and how often the word is where.
type wordTable struct {
	ends []byte
	// data is the parts; in several pieces where it was made here, none of which divides
	// a part: to move hundreds of megabytes into one that has room would take as many
	// again.
	data [][]byte
	most int64 // bytes of the parts, of a table that is made
	left int   // files whose parts there was no room for
	cut  int   // files with more definitions than a part has room for
	read noted
}

// of is the part of a file; nil when there is none, or the bytes are no table.
func (t *wordTable) of(doc int32) []byte {
	if int(doc) >= len(t.ends)/4 {
		return nil
	}
	t.read.note(t.ends[4*max(doc-1, 0) : 4*doc+4])
	begin, end := uint64(0), uint64(binary.LittleEndian.Uint32(t.ends[4*doc:]))
	if doc > 0 {
		begin = uint64(binary.LittleEndian.Uint32(t.ends[4*(doc-1):]))
	}
	if begin >= end {
		return nil
	}
	for _, piece := range t.data {
		n := uint64(len(piece))
		if begin >= n {
			begin, end = begin-n, end-n
			continue
		}
		if end > n {
			return nil
		}
		t.read.note(piece[begin:end])
		return piece[begin:end]
	}
	return nil
}

// maxPiece is how many bytes the pieces of a table have that is made, but for a longer
// part.
const maxPiece = 4 << 20

// add adds the part of the next file. Files whose parts there is no room for have none,
// and are counted.
func (t *wordTable) add(part []byte) {
	size := 0
	if n := len(t.ends); n > 0 {
		size = int(binary.LittleEndian.Uint32(t.ends[n-4:]))
	}
	switch {
	case len(part) == 0:
	case int64(size+len(part)) > t.most:
		t.left++
	default:
		last := len(t.data) - 1
		if last < 0 || cap(t.data[last])-len(t.data[last]) < len(part) {
			t.data = append(t.data, make([]byte, 0, max(len(part), min(size, maxPiece))))
			last++
		}
		t.data[last] = append(t.data[last], part...)
		size += len(part)
	}
	t.ends = binary.LittleEndian.AppendUint32(t.ends, uint32(size))
}

// pad adds empty parts up to a file.
func (t *wordTable) pad(doc int) {
	for len(t.ends) < 4*doc {
		t.add(nil)
	}
}

// words is the part of a file in the table that has it.
func (s *Snapshot) words(doc int32) []byte {
	l := s.layer
	if l == nil {
		return s.names.get(s.buildNames).words.of(doc)
	}
	if names := l.names[doc]; names != nil {
		return *names.words.get(func() []byte { return new(wordBuilder).of(s, doc) })
	}
	if there := l.thereOf(doc); there != none {
		return l.base.names.get(l.base.buildNames).words.of(there)
	}
	return nil
}

// Where a word is, in the byte of a list. Documentation and code count up to
// three times.
const (
	inName      = 1 << iota // the definition's own name; the name of a file
	inContainer             // the name of what it lies in; the folders of a file
	inSignature
	inDoc             // two bits
	inBody   = 1 << 5 // two bits: what its code refers to, and the names of what lies in it
	maxTimes = 3
)

// Limits of what is kept of one definition.
const (
	maxDocWords  = 200
	maxBodyNames = 400
)

// of makes the part of a file.
func (b *wordBuilder) of(s *Snapshot, doc int32) []byte {
	d := s.docs[doc]
	f := d.Facts()
	if b.cut = false; f == nil {
		return nil
	}
	*b = wordBuilder{
		f: f, known: slices.Grow(b.known[:0], len(f.Names))[:len(f.Names)], hashes: b.hashes[:0], entry: make([]int32, len(f.Defs)), test: testPath(d.Path),
		entries: b.entries[:0], rows: b.rows[:0], sorting: b.sorting,
	}
	clear(b.known)
	defer func() { b.f = nil }()
	most := min(maxEntries, cmp.Or(s.capacity().Entries, maxEntries))
	b.file(d.Path, s.packages[doc], s.Kind(ID{doc, resolve.ModuleDef}))
	for i := range f.Defs {
		b.entry[i] = -1
		def := &f.Defs[i]
		if def.Same >= 0 || def.Flags&lang.Synthetic != 0 || !named(def) {
			continue
		}
		var buf [maxDescriptors]lang.DefID
		if _, c := s.chain(doc, lang.DefID(i), &buf); c != globalSymbol {
			continue
		}
		if len(b.entries) >= most {
			b.cut = true
			continue
		}
		b.definition(lang.DefID(i))
	}
	b.members()
	b.code()
	return b.finish()
}

// wordBuilder collects the words of a file, of one after another.
type wordBuilder struct {
	f       *lang.Facts
	test    bool
	cut     bool // there are more definitions than entries
	entries []wordEntry
	entry   []int32     // the entry of each definition, or -1
	known   []wordRange // of each name, where its words are in hashes
	hashes  []uint32
	rows    []uint64 // see row
	sorting []uint64 // memory for it
	room    words.Room
}

// wordRange is where the words of a name begin and end; the zero value where they are not
// known yet.
type wordRange struct {
	start, end int32
	known      bool
}

type wordEntry struct {
	def  lang.DefID
	mark byte
	name int // words in the name
}

// row says that an entry has a word: the word's hash, the number of the entry and
// one of inName …, so that rows are sorted by them.
func row(hash uint32, entry int32, where uint8) uint64 {
	return uint64(hash)<<32 | uint64(entry)<<8 | uint64(where)
}

// maxEntries is how many entries a file has at most.
const maxEntries = 1 << 23

// words are the hashes of the words of a name.
func (b *wordBuilder) words(name lang.NameID) []uint32 {
	at := &b.known[name]
	if !at.known {
		start := len(b.hashes)
		words.TermsIn(&b.room, b.f.Names[name], func(w []byte, _ bool) { b.hashes = append(b.hashes, hash32(w)) })
		*at = wordRange{int32(start), int32(len(b.hashes)), true}
	}
	return b.hashes[at.start:at.end]
}

func (b *wordBuilder) add(entry int32, where uint8, words ...uint32) {
	for _, w := range words {
		b.rows = append(b.rows, row(w, entry, where))
	}
}

// text adds the words of a text, at most limit of them.
func (b *wordBuilder) text(entry int32, where uint8, text string, limit int) {
	if text == "" {
		return
	}
	n := 0
	words.TermsIn(&b.room, text, func(w []byte, _ bool) {
		if n < limit && !words.Empty(w) {
			n++
			b.add(entry, where, hash32(w))
		}
	})
}

// file adds the entry of the file itself.
func (b *wordBuilder) file(p, pkg string, kind lang.Kind) {
	dir, base := path.Split(p)
	stem, _, _ := strings.Cut(base, ".")
	e := wordEntry{def: resolve.ModuleDef}
	words.Terms(stem, func(w []byte) {
		e.name++
		b.add(0, inName, hash32(w))
	})
	b.text(0, inContainer, dir, maxDocWords)
	b.text(0, inContainer, pkg, maxDocWords)
	b.text(0, inDoc, b.f.Doc, maxDocWords)
	s := isPlain
	switch {
	case b.f.Generated:
		s = isGenerated
	case b.test:
		s = isTest
	}
	e.mark = byte(kind) | byte(s)<<standingShift
	b.entries = append(b.entries, e)
}

// definition adds an entry.
func (b *wordBuilder) definition(def lang.DefID) {
	d, n := &b.f.Defs[def], int32(len(b.entries))
	b.entry[def] = n
	name := b.words(d.Name)
	b.entries = append(b.entries, wordEntry{def, byte(d.Kind) | byte(standingOf(b.f, d, b.test))<<standingShift, len(name)})
	b.add(n, inName, name...)
	b.text(n, inSignature, d.Sig, maxDocWords)
	b.text(n, inDoc, d.Doc, maxDocWords)
}

// members adds to each entry the names of what it lies in, and to that its name.
func (b *wordBuilder) members() {
	for i := 1; i < len(b.entries); i++ {
		d := &b.f.Defs[b.entries[i].def]
		if d.Parent < 0 {
			continue
		}
		parent := b.f.Canonical(d.Parent)
		if p := &b.f.Defs[parent]; p.Flags&lang.Synthetic == 0 || p.Flags&lang.Elsewhere != 0 {
			b.add(int32(i), inContainer, b.words(p.Name)...)
		}
		if at := b.entry[parent]; at >= 0 {
			b.add(at, inBody, b.words(d.Name)...)
		}
	}
}

// code adds to each entry the names that its code refers to, and no entry in it
// does; a name that follows itself is there once.
func (b *wordBuilder) code() {
	order := make([]int32, 0, len(b.entries)-1)
	for i := 1; i < len(b.entries); i++ {
		if d := &b.f.Defs[b.entries[i].def]; d.EncEnd > d.EncStart {
			order = append(order, int32(i))
		}
	}
	at := func(i int32) *lang.Def { return &b.f.Defs[b.entries[i].def] }
	slices.SortFunc(order, func(x, y int32) int {
		return cmp.Or(cmp.Compare(at(x).EncStart, at(y).EncStart), cmp.Compare(at(y).EncEnd, at(x).EncEnd), cmp.Compare(x, y))
	})
	var open []int32                      // those around the reference at hand, outer ones first
	last := make([]int32, len(b.f.Names)) // the entry that a name was added to last, and 1
	names := make([]int, len(b.entries))
	for i := range b.f.Refs {
		r := &b.f.Refs[i]
		for len(order) > 0 && at(order[0]).EncStart <= r.Start {
			for len(open) > 0 && at(open[len(open)-1]).EncEnd <= at(order[0]).EncStart {
				open = open[:len(open)-1]
			}
			open, order = append(open, order[0]), order[1:]
		}
		for len(open) > 0 && at(open[len(open)-1]).EncEnd <= r.Start {
			open = open[:len(open)-1]
		}
		entry := int32(0)
		if n := len(open); n > 0 {
			entry = open[n-1]
		}
		if last[r.Name] == entry+1 || names[entry] == maxBodyNames {
			continue
		}
		last[r.Name] = entry + 1
		names[entry]++
		b.add(entry, inBody, b.words(r.Name)...)
	}
}

func (b *wordBuilder) finish() []byte {
	b.sorting = radix.Sort(b.rows, b.sorting)
	sizes := make([]int, len(b.entries))
	var hashes []byte
	var starts []int
	var w bitcode.Writer
	words := 0
	type use struct {
		entry int32
		where uint8
	}
	var list []use
	for i := 0; i < len(b.rows); {
		hash := uint32(b.rows[i] >> 32)
		hashes = binary.LittleEndian.AppendUint32(hashes, hash)
		if words%listSample == 0 {
			starts = append(starts, w.At())
		}
		words++
		list = list[:0]
		for i < len(b.rows) && uint32(b.rows[i]>>32) == hash {
			at := b.rows[i] >> 8 // the word and the entry
			entry, where, doc, body := int32(at&(maxEntries-1)), uint8(0), 0, 0
			for ; i < len(b.rows) && b.rows[i]>>8 == at; i++ {
				switch here := uint8(b.rows[i]); here {
				case inDoc:
					doc++
				case inBody:
					body++
				default:
					where |= here
				}
			}
			if where&inName != 0 {
				where &^= inSignature // where it is anyway
			} else {
				sizes[entry]++
			}
			where |= uint8(min(doc, maxTimes))*inDoc | uint8(min(body, maxTimes))*inBody
			list = append(list, use{entry, where})
		}
		w.Golomb(uint32(len(list)-1), 0)
		order, next := listOrder(len(b.entries), len(list)), int32(0)
		for _, u := range list {
			w.Golomb(uint32(u.entry-next), order)
			putWhere(&w, u.where)
			next = u.entry + 1
		}
	}
	lists := w.Close()
	var entries []byte
	last := lang.DefID(resolve.ModuleDef)
	for i, e := range b.entries {
		log := 0
		for n := sizes[i]; n > 0; n >>= 1 {
			log++
		}
		entries = append(binary.AppendUvarint(entries, uint64(e.def-last)), e.mark, byte(min(e.name, 15)<<4|min(log, 15)))
		last = e.def
	}
	out := binary.AppendUvarint(nil, uint64(len(b.entries)))
	out = binary.AppendUvarint(out, uint64(len(entries)))
	out = binary.AppendUvarint(out, uint64(words))
	out = binary.AppendUvarint(out, uint64(len(lists)))
	out = slices.Concat(out, hashes, entries)
	width := bitcode.PlaceBytes(len(lists))
	for _, at := range starts {
		out = bitcode.AppendPlace(out, uint(at), width)
	}
	return append(out, lists...)
}

// listSample: the lists of so many words are gone through to find one.
const listSample = 16

// listOrder is the order of the codes of n entries among all: those with a word lie
// together, so that most gaps are far below the mean.
func listOrder(all, n int) uint { return uint(max(bits.Len(uint(all/n))-3, 0)) }

// oftenWhere are, after a name alone, one use in code alone and a signature alone, which
// have codes of their own, the most frequent values of where a word is.
var oftenWhere = [8]uint8{inSignature | inBody, inContainer, inDoc, 2 * inBody, 3 * inBody, inName | inBody, inSignature | 2*inBody, inName | 3*inBody}

// whereBits is how many bits a value takes that is none of them.
const whereBits = 7

func putWhere(w *bitcode.Writer, where uint8) {
	switch where {
	case inName:
		w.Put(0b0, 1)
	case inBody:
		w.Put(0b01, 2)
	case inSignature:
		w.Put(0b011, 3)
	default:
		if i := slices.Index(oftenWhere[:], where); i >= 0 {
			w.Put(0b0111|uint64(i)<<4, 7)
		} else {
			w.Put(0b1111|uint64(where)<<4, 4+whereBits)
		}
	}
}

func getWhere(r *bitcode.Reader) uint8 {
	v := r.Peek()
	switch {
	case v&1 == 0:
		r.At++
		return inName
	case v&2 == 0:
		r.At += 2
		return inBody
	case v&4 == 0:
		r.At += 3
		return inSignature
	case v&8 == 0:
		r.At += 7
		return oftenWhere[v>>4&7]
	}
	r.At += 4 + whereBits
	return uint8(v >> 4 & (1<<whereBits - 1))
}

// fileWords is the part of a file, taken apart.
type fileWords struct {
	entries, words       int // their numbers
	hashes, list, starts []byte
	lists                []byte
}

// readWords takes a part apart; false when it is none.
func readWords(part []byte) (w fileWords, ok bool) {
	r := reader{b: part}
	w.entries = r.count()
	size := r.count()
	w.words = r.count()
	lists := r.count()
	w.hashes, w.list = r.bytes(4*w.words), r.bytes(size)
	w.starts = r.bytes((w.words + listSample - 1) / listSample * bitcode.PlaceBytes(lists))
	w.lists = r.bytes(lists)
	return w, !r.bad && w.entries > 0
}

// find is the list of a word; nothing is left of it when the file has it not.
func (w *fileWords) find(hash uint32) wordList {
	low, high := 0, w.words
	for low < high {
		mid := (low + high) / 2
		if binary.LittleEndian.Uint32(w.hashes[4*mid:]) < hash {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == w.words || binary.LittleEndian.Uint32(w.hashes[4*low:]) != hash {
		return wordList{}
	}
	l := w.listAt(bitcode.Place(w.starts, low/listSample, bitcode.PlaceBytes(len(w.lists))))
	for range low % listSample {
		for l.left > 0 {
			l.take()
		}
		l = w.listAt(l.r.At)
	}
	return l
}

// listAt is the list at a place in bits; nothing is left of it when there is none.
func (w *fileWords) listAt(at uint) wordList {
	l := wordList{r: bitcode.Reader{B: w.lists, At: at}, entries: w.entries}
	if n, ok := l.r.Golomb(0); ok && int(n) < w.entries {
		l.left = int(n) + 1
		l.order = listOrder(w.entries, l.left)
	}
	return l
}

// wordList has the entries with a word, of which so many are left.
type wordList struct {
	r                   bitcode.Reader
	left, next, entries int // next is the first that may come
	order               uint
}

// take takes the first entry that is left. It is false at the end, and where the bytes
// are no list.
func (l *wordList) take() (entry int, where uint8, ok bool) {
	if l.left == 0 {
		return 0, 0, false
	}
	gap, ok := l.r.Golomb(l.order)
	if entry = l.next + int(gap); !ok || entry >= l.entries {
		l.left = 0
		return 0, 0, false
	}
	l.left--
	l.next = entry + 1
	return entry, getWhere(&l.r), true
}

// each calls yield with the entries of the file.
func (w *fileWords) each(yield func(entry int, def lang.DefID, mark, size byte)) {
	rest, def := w.list, int64(resolve.ModuleDef)
	for i := range w.entries {
		n, size := binary.Uvarint(rest)
		if size <= 0 || len(rest) < size+2 || n > 1<<31 {
			return
		}
		def += int64(n)
		yield(i, lang.DefID(def), rest[size], rest[size+1])
		rest = rest[size+2:]
	}
}
