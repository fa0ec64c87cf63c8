package index

import (
	"cmp"
	"encoding/binary"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/words"
)

// dictionary has the names of the canonical global definitions and of the
// modules, and for each what is called so. Names are in the order of
// compareNames; those that differ in case only are side by side.
//
//	number of names, number of bytes of the blocks (uint32 each)
//	letters   of each name: lettersOf (uint32)
//	rows      of each block: where it begins in the blocks (uint32)
//	blocks    of blockNames names each: how many bytes the name has in common with
//	          the one before in the block, how many more it has and these, the length
//	          of its list and the list; lengths are uvarints
//
// A list has for each definition the distance of its number (Snapshot.number) to
// the one before it, as a uvarint, and a byte: its kind, and its standing in the
// two highest bits.
type dictionary []byte

const (
	dictionaryHead = 8
	blockNames     = 16
)

// standing says how likely a definition is what people look for by its name.
type standing uint8

const (
	isPlain standing = iota
	isDeclared
	isTest
	isGenerated

	standingShift = 6
	kindMask      = 1<<standingShift - 1
	// unlisted is in place of the kind of a definition without an identifier: it
	// is found by its whole name only.
	unlisted = kindMask
	// container is in place of the kind of what stands for a definition of
	// another file: it is not found, and what lies in it is found by its name.
	container = kindMask - 1
)

func (d dictionary) len() int {
	if len(d) < dictionaryHead {
		return 0
	}
	n := int(binary.LittleEndian.Uint32(d))
	if need := dictionaryHead + 4*n + 4*blocksOf(n); n > len(d) || need > len(d) || len(d)-need != int(binary.LittleEndian.Uint32(d[4:])) {
		return 0 // the bytes are no dictionary
	}
	return n
}

func blocksOf(names int) int { return (names + blockNames - 1) / blockNames }

// dictionaryReader is a dictionary taken apart.
type dictionaryReader struct {
	n                     int
	letters, rows, blocks []byte
	read                  noted
}

func (d dictionary) reader() dictionaryReader {
	n := d.len()
	if n == 0 {
		return dictionaryReader{}
	}
	rest := d[dictionaryHead:]
	rows := rest[4*n:]
	return dictionaryReader{n: n, letters: rest[:4*n], rows: rows[:4*blocksOf(n)], blocks: rows[4*blocksOf(n):]}
}

func (r *dictionaryReader) lettersAt(i int) uint32 {
	return binary.LittleEndian.Uint32(r.letters[4*i:])
}

// entries are names of a block that follow one another.
type entries struct {
	rest []byte
	name []byte // of the entry before
}

// begin goes to the first name of a block.
func (e *entries) begin(r *dictionaryReader, b int) {
	e.rest, e.name = nil, e.name[:0]
	row := r.rows[4*b:][:min(8, len(r.rows)-4*b)] // with the next row, where the block ends
	r.read.note(row)
	at, end := binary.LittleEndian.Uint32(row), uint32(len(r.blocks))
	if len(row) > 4 {
		end = binary.LittleEndian.Uint32(row[4:])
	}
	if uint64(at) <= uint64(len(r.blocks)) {
		e.rest = r.blocks[at:]
		r.read.note(e.rest[:min(max(end, at)-at, uint32(len(e.rest)))])
	}
}

// next takes the first entry; ok is false when there is none that can be read. The name
// is another one after the next call.
func (e *entries) next() (name []byte, list definitions, ok bool) {
	if name, ok = e.spelling(); ok {
		list, e.rest, ok = cutPart(e.rest)
	}
	return name, list, ok
}

// spelling takes the name of the first entry, whose list is next.
func (e *entries) spelling() (name []byte, ok bool) {
	common, size := binary.Uvarint(e.rest)
	if size <= 0 || common > uint64(len(e.name)) {
		return nil, false
	}
	if name, e.rest, ok = cutPart(e.rest[size:]); ok {
		e.name = append(e.name[:common], name...)
	}
	return e.name, ok
}

// cutPart takes what follows its own length.
func cutPart(data []byte) (part, rest []byte, ok bool) {
	n, size := binary.Uvarint(data)
	if size <= 0 || n > uint64(len(data)-size) {
		return nil, nil, false
	}
	end := size + int(n)
	return data[size:end], data[end:], true
}

// definitions is the list of a name.
type definitions []byte

// each calls yield with the definitions in the order of their numbers.
func (l definitions) each(yield func(number uint32, kind byte, s standing)) {
	for at := uint32(0); len(l) > 0; {
		step, size := binary.Uvarint(l)
		if size <= 0 || size == len(l) {
			return
		}
		at += uint32(step)
		yield(at, l[size]&kindMask, standing(l[size]>>standingShift))
		l = l[size+1:]
	}
}

// from is the first name that is not below name in the order of compareNames,
// or of compareFolded.
func (r *dictionaryReader) from(name []byte, compare func(a, b []byte) int) int {
	var e entries
	low, high := 0, blocksOf(r.n) // the name is in a block before high
	for low < high {
		mid := (low + high) / 2
		e.begin(r, mid)
		if first, _, ok := e.next(); ok && compare(first, name) < 0 {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == 0 {
		return 0
	}
	i := (low - 1) * blockNames
	e.begin(r, low-1)
	for ; i < min(low*blockNames, r.n); i++ {
		if here, _, ok := e.next(); !ok || compare(here, name) >= 0 {
			break
		}
	}
	return i
}

// each calls yield with the names from the first-th on, until it returns false. A name
// must not be used after that.
func (r *dictionaryReader) each(first int, yield func(i int, name []byte, list definitions) bool) {
	var e entries
	for b := first / blockNames; b < blocksOf(r.n); b++ {
		e.begin(r, b)
		for i := b * blockNames; i < min((b+1)*blockNames, r.n); i++ {
			name, list, ok := e.next()
			if !ok {
				break
			}
			if i >= first && !yield(i, name, list) {
				return
			}
		}
	}
}

// find is the list of a name.
func (d *namesTable) find(name string) definitions {
	r := d.reader()
	key := []byte(name)
	var found definitions
	r.each(r.from(key, compareNames), func(_ int, here []byte, list definitions) bool {
		if string(here) == name {
			found = list
		}
		return false
	})
	return found
}

// namesTable is a dictionary with what a search needs of all names.
type namesTable struct {
	dictionary
	spread lazy[spreadNames]
	read   noted
}

func newNamesTable(d dictionary) *namesTable { return &namesTable{dictionary: d} }

// reader takes the dictionary apart.
func (t *namesTable) reader() dictionaryReader {
	t.read.note(t.dictionary[:min(dictionaryHead, len(t.dictionary))])
	r := t.dictionary.reader()
	r.read = t.read
	return r
}

// spreadNames are the names of a dictionary side by side, so that most can be passed over
// without a look at their characters. They take about 27 bytes a name, and are made when
// somebody searches for a part of one.
type spreadNames struct {
	dictionaryReader
	text   []byte
	ends   []uint32 // in text
	begins []uint32 // lettersOf the characters that words begin with
	lists  []uint32 // where in blocks the name's list is
}

func (t *namesTable) spreadOut() *spreadNames {
	return t.spread.get(func() spreadNames {
		r := t.reader()
		s := spreadNames{dictionaryReader: r, ends: make([]uint32, r.n), begins: make([]uint32, r.n), lists: make([]uint32, r.n)}
		s.text = make([]byte, 0, len(r.blocks))
		var e entries
		var w nameWords[rune]
		for i := range r.n {
			if i%blockNames == 0 {
				e.begin(&r, i/blockNames)
			}
			name, ok := e.spelling()
			s.lists[i] = uint32(len(r.blocks) - len(e.rest))
			if ok {
				_, e.rest, ok = cutPart(e.rest)
			}
			if ok {
				s.text, s.begins[i] = append(s.text, name...), beginnings(&w, name)
			} else {
				e.rest, s.lists[i] = nil, uint32(len(r.blocks)) // the rest of the block can't be read
			}
			s.ends[i] = uint32(len(s.text))
		}
		s.text = slices.Clip(s.text)
		return s
	})
}

func (s *spreadNames) name(i int) []byte {
	return s.text[s.ends[i]-uint32(s.length(i)) : s.ends[i]]
}

func (s *spreadNames) list(i int) definitions {
	at := s.blocks[s.lists[i]:]
	s.read.note(at[:min(binary.MaxVarintLen64, len(at))])
	list, _, _ := cutPart(at)
	s.read.note(list)
	return list
}

// length of a name in bytes.
func (s *spreadNames) length(i int) int {
	if i == 0 {
		return int(s.ends[0])
	}
	return int(s.ends[i] - s.ends[i-1])
}

// beginnings is lettersOf the characters that the words of a name begin with; of names
// that are not ASCII it is all.
func beginnings(w *nameWords[rune], name []byte) uint32 {
	takeApart(w, name)
	set := uint32(0)
	for i, r := range w.low {
		if r >= utf8.RuneSelf {
			return ^uint32(0)
		}
		if w.starts[i] {
			set |= letterOf(r)
		}
	}
	return set
}

// lettersOf is which characters a name has, without case: a bit for each letter
// of ASCII, one for its digits, one for all else of it, and four for the others.
func lettersOf(name []byte) uint32 {
	set := uint32(0)
	for i := 0; i < len(name); {
		if c := name[i]; c < utf8.RuneSelf {
			i++
			set |= letterOf(rune(c))
			continue
		}
		r, size := utf8.DecodeRune(name[i:])
		i += size
		set |= letterOf(r)
	}
	return set
}

func letterOf(r rune) uint32 {
	if r >= utf8.RuneSelf {
		return 1 << (28 + words.Fold(r)&3)
	}
	switch c := r | 0x20; {
	case 'a' <= c && c <= 'z':
		return 1 << (c - 'a')
	case '0' <= c && c <= '9':
		return 1 << 26
	}
	return 1 << 27
}

// compareFolded orders names without regard to case.
func compareFolded(a, b []byte) int {
	for len(a) > 0 && len(b) > 0 {
		x, y, n, m := rune(a[0]), rune(b[0]), 1, 1
		if x >= utf8.RuneSelf {
			x, n = utf8.DecodeRune(a)
		}
		if y >= utf8.RuneSelf {
			y, m = utf8.DecodeRune(b)
		}
		if x != y {
			if c := cmp.Compare(words.Fold(x), words.Fold(y)); c != 0 {
				return c
			}
		}
		a, b = a[n:], b[m:]
	}
	return cmp.Compare(len(a), len(b))
}

// compareNames orders names without regard to case, and by case those that are
// equal then.
func compareNames(a, b []byte) int {
	if c := compareFolded(a, b); c != 0 {
		return c
	}
	return slices.Compare(a, b)
}

// nameList numbers names in the order in which they come first. Their bytes lie
// one after another.
type nameList struct {
	text  []byte
	ends  []uint32
	slots []uint32 // by hash; a name's number and 1
}

func (l *nameList) at(i uint32) []byte {
	begin := uint32(0)
	if i > 0 {
		begin = l.ends[i-1]
	}
	return l.text[begin:l.ends[i]]
}

func (l *nameList) add(name string) uint32 {
	if 4*len(l.ends) >= 3*len(l.slots) {
		l.slots = make([]uint32, max(1<<10, 2*len(l.slots)))
		for i := range l.ends {
			l.slots[l.slot(string(l.at(uint32(i))))] = uint32(i) + 1
		}
	}
	at := l.slot(name)
	if l.slots[at] == 0 {
		l.text = append(l.text, name...)
		l.ends = append(l.ends, uint32(len(l.text)))
		l.slots[at] = uint32(len(l.ends))
	}
	return l.slots[at] - 1
}

// has reports whether a name was added.
func (l *nameList) has(name string) bool { return len(l.slots) > 0 && l.slots[l.slot(name)] > 0 }

// slot is where a name is, or is to be.
func (l *nameList) slot(name string) uint32 {
	mask := uint32(len(l.slots) - 1)
	for at := hash32(name) & mask; ; at = (at + 1) & mask {
		if n := l.slots[at]; n == 0 || string(l.at(n-1)) == name {
			return at
		}
	}
}

// sorted are the numbers of the names in the order of compareNames.
func (l *nameList) sorted() []uint32 {
	type row struct {
		head uint64 // of the folded name: most names differ there
		n    uint32
	}
	rows := make([]row, len(l.ends))
	for i := range rows {
		name := l.at(uint32(i))
		head, ascii := uint64(0), true
		for j := range 8 {
			c := byte(0)
			if j < len(name) {
				c = name[j]
			}
			// Behind what is not ASCII the order of bytes need not be that of
			// characters.
			if ascii = ascii && c < utf8.RuneSelf; !ascii {
				c = utf8.RuneSelf
			}
			head = head<<8 | uint64(byte(words.Fold(rune(c))))
		}
		rows[i] = row{head, uint32(i)}
	}
	slices.SortFunc(rows, func(a, b row) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return compareNames(l.at(a.n), l.at(b.n))
	})
	out := make([]uint32, len(rows))
	for i := range rows {
		out[i] = rows[i].n
	}
	return out
}

// dictionaryBuilder collects definitions, in the order of their numbers.
type dictionaryBuilder struct {
	names nameList
	rows  []dictionaryRow
	most  int64 // bytes of the names, and of the blocks
	left  int   // definitions whose names there was no room for
}

type dictionaryRow struct {
	name, number uint32
	mark         byte
}

func (b *dictionaryBuilder) add(name string, number uint32, kind byte, s standing) {
	if int64(len(b.names.text)+len(name)) > b.most && !b.names.has(name) {
		b.left++
		return
	}
	b.rows = append(b.rows, dictionaryRow{b.names.add(name), number, kind | byte(s)<<standingShift})
}

func (b *dictionaryBuilder) finish() (d dictionary, left int) {
	n := len(b.names.ends)
	starts := make([]uint32, n+1)
	for i := range b.rows {
		starts[b.rows[i].name+1]++
	}
	for i := range n {
		starts[i+1] += starts[i]
	}
	next, of := slices.Clone(starts), make([]uint32, len(b.rows)) // rows by name
	for i := range b.rows {
		name := b.rows[i].name
		of[next[name]] = uint32(i)
		next[name]++
	}
	w := newDictionaryWriter(n, len(b.names.text)+2*n+4*len(b.rows), b.most)
	w.left = b.left
	var list []byte
	for _, name := range b.names.sorted() {
		text := b.names.at(name)
		list = list[:0]
		last := uint32(0)
		for _, r := range of[starts[name]:starts[name+1]] {
			row := &b.rows[r]
			list = append(binary.AppendUvarint(list, uint64(row.number-last)), row.mark)
			last = row.number
		}
		w.add(text, lettersOf(text), list)
	}
	return w.finish()
}

// dictionaryWriter makes a dictionary of names that come in order.
type dictionaryWriter struct {
	letters, rows, blocks []byte
	last                  []byte // the name before
	most                  int64  // bytes of the blocks
	left                  int    // definitions that there was no room for
}

// newDictionaryWriter expects about so many names and bytes of blocks, and has room for most
// bytes of them.
func newDictionaryWriter(names, size int, most int64) *dictionaryWriter {
	return &dictionaryWriter{most: most, letters: make([]byte, 0, 4*names), rows: make([]byte, 0, 4*blocksOf(names)), blocks: make([]byte, 0, size)}
}

func (w *dictionaryWriter) add(name []byte, letters uint32, list []byte) {
	if int64(len(w.blocks)+len(name)+len(list)+3*binary.MaxVarintLen32) > w.most {
		definitions(list).each(func(uint32, byte, standing) { w.left++ })
		return
	}
	if len(w.letters)/4%blockNames == 0 {
		w.rows = binary.LittleEndian.AppendUint32(w.rows, uint32(len(w.blocks)))
		w.last = w.last[:0]
	}
	common := 0
	for common < min(len(name), len(w.last)) && name[common] == w.last[common] {
		common++
	}
	w.last = append(w.last[:common], name[common:]...)
	w.letters = binary.LittleEndian.AppendUint32(w.letters, letters)
	w.blocks = binary.AppendUvarint(w.blocks, uint64(common))
	w.blocks = append(binary.AppendUvarint(w.blocks, uint64(len(name)-common)), name[common:]...)
	w.blocks = append(binary.AppendUvarint(w.blocks, uint64(len(list))), list...)
}

func (w *dictionaryWriter) finish() (names dictionary, left int) {
	d := make(dictionary, 0, dictionaryHead+len(w.letters)+len(w.rows)+len(w.blocks))
	d = binary.LittleEndian.AppendUint32(d, uint32(len(w.letters)/4))
	d = binary.LittleEndian.AppendUint32(d, uint32(len(w.blocks)))
	return slices.Concat(d, w.letters, w.rows, w.blocks), w.left
}

// addDefinition adds the name of a definition; test: its file is one of tests.
func (b *dictionaryBuilder) addDefinition(f *lang.Facts, def *lang.Def, number uint32, test bool) {
	kind := byte(def.Kind)
	if def.Flags&lang.Synthetic != 0 {
		kind = unlisted
	}
	b.add(f.Names[def.Name], number, kind, standingOf(f, def, test))
}

// standingOf is the standing of a definition; test: its file is one of tests.
func standingOf(f *lang.Facts, def *lang.Def, test bool) standing {
	switch {
	case f.Generated:
		return isGenerated
	case test || def.Flags&lang.Test != 0:
		return isTest
	case def.Flags&lang.Declared != 0:
		return isDeclared
	}
	return isPlain
}

// addModule adds the name of a file as a module.
func (b *dictionaryBuilder) addModule(s *Snapshot, doc int32, number uint32, test bool) {
	id := ID{doc, resolve.ModuleDef}
	standing := isPlain
	switch {
	case s.docs[doc].Facts().Generated:
		standing = isGenerated
	case test:
		standing = isTest
	}
	b.add(s.Name(id), number, byte(s.Kind(id)), standing)
}

// testPath tells by the path of a file whether it is, by the conventions of most
// languages, code or data of tests.
func testPath(p string) bool {
	dir, base := path.Split(p)
	for name := range strings.SplitSeq(dir, "/") {
		switch strings.ToLower(name) {
		case "test", "tests", "testdata", "__tests__", "__mocks__", "spec", "specs", "fixtures", "__fixtures__", "e2e":
			return true
		}
	}
	stem, ext, _ := strings.Cut(base, ".")
	words := strings.ToLower(ext)
	return strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, "_spec") || strings.HasSuffix(stem, "_tests") ||
		strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") || stem == "conftest" ||
		strings.HasPrefix(words, "test.") || strings.HasPrefix(words, "spec.") || strings.Contains(words, ".test.") || strings.Contains(words, ".spec.")
}
