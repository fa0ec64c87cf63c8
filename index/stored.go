package index

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"weak"

	"codeintel/index/internal/bitcode"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// The stored form of a snapshot is sections, and nothing between them:
//
//	"ciindex" version(1 byte)
//	the sections
//	number of sections, then the length of each (uint64, little-endian)
//
// The tables that queries look things up in are stored as they are in memory,
// and are used where they lie; links and relations are decoded file by file, and
// the facts are elsewhere, by the hash of the file. Whoever stores the bytes sees
// to it that they come back unchanged: a checksum is not part of the form.
const storedMagic = "ciindex\x0a"

// Sections of the stored form. The first one is aligned to 8 bytes: its bitmaps are used
// where they lie.
const (
	sectionWordIndex = iota
	sectionEntries
	sectionLinked
	sectionDocs
	sectionExternals
	sectionAliases
	sectionNames
	sectionSymbols
	sectionWordEnds
	sectionWords
	sectionLinkRows
	sectionLinkLists
	sectionRelatives
	sections
)

// tailSize is the size in bytes of the numbers after the sections.
const tailSize = 8 * (1 + sections)

// Encode writes the stored form of the snapshot.
func (s *Snapshot) Encode(w io.Writer) error {
	if s.layer != nil {
		s = s.flat()
	}
	if err := s.fits(); err != nil {
		return err
	}
	names := s.names.get(s.buildNames)
	references := s.references.get(s.buildReferences)
	if _, err := io.WriteString(w, storedMagic); err != nil {
		return err
	}
	indexSize, entries, err := names.words.encodeIndex(w, len(s.docs))
	if err != nil {
		return err
	}
	if _, err := w.Write(entries); err != nil {
		return err
	}
	// The links are much of it, and never all in memory.
	ends, err := s.encodeLinked(w)
	if err != nil {
		return err
	}
	parts := [sections][][]byte{
		sectionDocs:      {s.encodeDocs(ends)},
		sectionExternals: {s.encodeExternals()},
		sectionAliases:   {s.encodeAliases()},
		sectionNames:     {names.names.dictionary},
		sectionSymbols:   {names.symbols},
		sectionWordEnds:  {names.words.ends},
		sectionWords:     names.words.data,
		sectionLinkRows:  {references.numbers.numberSet, references.starts},
		sectionLinkLists: {references.lists},
		sectionRelatives: {*s.relatives.get(s.buildRelatives)},
	}
	tail := binary.LittleEndian.AppendUint64(nil, sections)
	for i, p := range parts {
		size := 0
		for _, piece := range p {
			s.read.note(piece)
			size += len(piece)
			if _, err := w.Write(piece); err != nil {
				return err
			}
		}
		switch {
		case i == sectionWordIndex:
			size = indexSize
		case i == sectionEntries:
			size = len(entries)
		case i == sectionLinked && len(ends) > 0:
			size = ends[len(ends)-1]
		}
		tail = binary.LittleEndian.AppendUint64(tail, uint64(size))
	}
	_, err = w.Write(tail)
	return err
}

// writer appends the values of the stored form.
type writer struct{ b []byte }

func (w *writer) number(n int)   { w.b = binary.AppendUvarint(w.b, uint64(n)) }
func (w *writer) signed(n int64) { w.b = binary.AppendVarint(w.b, n) }
func (w *writer) text(s string)  { w.number(len(s)); w.b = append(w.b, s...) }
func (w *writer) bytes(b []byte) { w.b = append(w.b, b...) }
func (w *writer) bit(set bool) byte {
	if set {
		return 1
	}
	return 0
}

// table numbers texts in the order in which they come first.
type table struct {
	numbers map[string]int
	list    []string
}

func (t *table) add(s string) int {
	n, ok := t.numbers[s]
	if !ok {
		if t.numbers == nil {
			t.numbers = map[string]int{}
		}
		n = len(t.list)
		t.numbers[s] = n
		t.list = append(t.list, s)
	}
	return n
}

// encodeDocs writes the files; ends are where the parts of each end in the
// section of links.
func (s *Snapshot) encodeDocs(ends []int) []byte {
	var rows writer
	var texts table
	texts.add("")
	for i, d := range s.docs {
		rows.text(d.Path)
		rows.number(int(d.Size))
		language := ""
		if d.Lang != nil {
			language = d.Lang.Name
		}
		rows.number(texts.add(language))
		rows.number(texts.add(d.Skipped))
		rows.number(texts.add(d.Failed))
		rows.number(int(rows.bit(d.Hash != [32]byte{}) | rows.bit(d.Source != nil)<<1 | rows.bit(d.Precise)<<2))
		if d.Hash != ([32]byte{}) {
			rows.bytes(d.Hash[:])
		}
		if d.Source == nil {
			continue
		}
		shape := d.Source.Shape()
		rows.number(shape.Defs)
		rows.number(shape.Refs)
		rows.number(texts.add(s.prefix[i]))
		rows.number(texts.add(s.module[i]))
		rows.number(texts.add(s.packages[i]))
		rows.number(s.linked.count(int32(i)))
		rows.number(ends[i])
		rows.number(len(s.yielded[i]))
		last := lang.DefID(0)
		for _, y := range s.yielded[i] {
			rows.number(int(y - last))
			last = y
		}
		c := s.covered(int32(i))
		rows.number(int(rows.bit(c.Broken) | rows.bit(c.Truncated)<<1 | rows.bit(c.Generated)<<2 | rows.bit(c.Checked)<<3))
		for _, n := range c.counts() {
			rows.number(int(*n))
		}
	}
	var w writer
	w.number(len(texts.list))
	for _, t := range texts.list {
		w.text(t)
	}
	w.number(len(s.docs))
	w.bytes(rows.b)
	return w.b
}

// counts are the numbers of a file's coverage, in the order of the stored form.
func (c *fileCoverage) counts() [8]*uint32 {
	return [...]*uint32{&c.Lines, &c.ErrorBytes, &c.Definitions, &c.References, &c.Resolved, &c.External, &c.Possible, &c.Unresolved}
}

func (s *Snapshot) encodeExternals() []byte {
	var w writer
	w.number(len(s.externals))
	for i := range s.externals {
		x := &s.externals[i]
		w.number(int(x.Kind))
		for _, t := range []string{x.Symbol, x.Name, x.Sig, x.Doc, x.Package.Manager, x.Package.Name, x.Package.Version} {
			w.text(t)
		}
	}
	return w.b
}

func (s *Snapshot) encodeAliases() []byte {
	rows := make([]uint64, 0, len(s.alias))
	for from, to := range s.alias {
		rows = append(rows, uint64(uint32(from))<<32|uint64(s.number(to)))
	}
	return newPairs(rows)
}

// encodeLinked writes the links and relations of all files; ends are where
// those of each end.
func (s *Snapshot) encodeLinked(to io.Writer) (ends []int, err error) {
	var w writer
	ends = make([]int, len(s.docs))
	size := 0
	for doc := range s.docs {
		w.b = w.b[:0]
		if s.docs[doc].Source != nil {
			s.encodeFileLinks(&w, int32(doc))
		}
		size += len(w.b)
		ends[doc] = size
		if _, err := to.Write(w.b); err != nil {
			return nil, err
		}
	}
	return ends, nil
}

// encodeFileLinks writes those of one file.
func (s *Snapshot) encodeFileLinks(w *writer, doc int32) {
	if raw, ok := s.linked.(rawLinks); ok {
		if b, ok := raw.raw(doc); ok {
			w.bytes(b)
			return
		}
	}
	l := s.linked.of(doc)
	w.number(len(l.deps.Files))
	before := int32(0)
	for _, d := range l.deps.Files {
		w.number(int(d - before))
		before = d
	}
	w.number(len(l.deps.Asked))
	asked := uint32(0)
	for _, n := range l.deps.Asked {
		w.number(int(n - asked))
		asked = n
	}
	w.b = binary.LittleEndian.AppendUint64(w.b, l.deps.Contexts)
	code := encodeLinks(l.links)
	w.number(len(code))
	w.bytes(code)
	w.number(len(l.relations))
	for _, r := range l.relations {
		w.number(int(r.Kind))
		w.signed(int64(r.Def))
		w.signed(int64(r.Doc))
		w.signed(int64(r.Target))
	}
}

// Stored is a snapshot's stored form and what is needed to use it.
type Stored struct {
	// Data must not change as long as the snapshot is used.
	Data []byte
	// Language finds a language by name; nil when there is none any more.
	Language func(name string) *lang.Language
	// Content reads the content of a file from where it is stored. It is called
	// from any number of goroutines.
	Content func(d *Doc) (*Content, error)
	// Places reads a part of it, at less cost; nil where there is no such way. It is
	// called as Content is.
	Places func(d *Doc) (*lang.Places, error)
	// Cache keeps what was read in memory; nil for one of the snapshot alone.
	Cache *Cache
	// Reads, which may be nil, records which parts of Data are read.
	Reads Reads
	// Damaged is told of a content that could not be read: answers go on as if
	// the file defined nothing. It is called from any number of goroutines, once
	// for each file.
	Damaged func(d *Doc, err error)
}

// errStored is the root of the errors of Open.
var errStored = errors.New("the stored index is damaged")

// Open makes a snapshot of its stored form. It reads the list of files, and the
// rest when it is asked for. Bytes that Encode did not write give an error, or
// a snapshot with wrong answers; they never cause a panic.
func Open(in Stored) (*Snapshot, error) {
	parts, err := splitSections(in.Data)
	if err != nil {
		return nil, err
	}
	s := &Snapshot{made: &made{}, alias: map[lang.DefID]ID{}}
	s.read = noted{in.Reads}
	st := &stored{in: in, data: parts[sectionLinked]}
	for _, part := range [][]byte{in.Data[:len(storedMagic)], in.Data[len(in.Data)-tailSize:], parts[sectionDocs], parts[sectionExternals], parts[sectionAliases], parts[sectionLinkRows][:min(numberSetHead, len(parts[sectionLinkRows]))]} {
		s.read.note(part) // once: what is made of them is kept
	}
	if err := s.decodeDocs(st, parts[sectionDocs]); err != nil {
		return nil, err
	}
	s.linked = st
	if err := s.decodeExternals(parts[sectionExternals]); err != nil {
		return nil, err
	}
	for i, aliases := 0, pairs(parts[sectionAliases]); i < aliases.len(); i++ {
		n := aliases.value(i)
		if int64(aliases.key(i)) >= int64(len(s.externals)) || int64(n) >= int64(s.numbers()) {
			return nil, fmt.Errorf("%w: an alias out of range", errStored)
		}
		s.alias[lang.DefID(aliases.key(i))] = s.id(n)
	}
	s.names.get(func() nameTables {
		names := newNamesTable(parts[sectionNames])
		names.read = s.read
		return nameTables{names, symbolTable(parts[sectionSymbols]), wordTable{ends: parts[sectionWordEnds], data: [][]byte{parts[sectionWords]}, read: s.read}, 0}
	})
	s.wordIndex = newWordIndex(parts[sectionWordIndex], parts[sectionEntries], len(s.docs), s.read)
	s.references.get(func() linkTable {
		return newLinkTable(s.linkNumbers(), parts[sectionLinkRows], parts[sectionLinkLists], s.read)
	})
	s.relatives.get(func() pairs { return parts[sectionRelatives] })
	return s, nil
}

func splitSections(data []byte) (parts [sections][]byte, err error) {
	const size = tailSize
	if len(data) < len(storedMagic)+size || string(data[:len(storedMagic)]) != storedMagic {
		return parts, fmt.Errorf("%w or of another version", errStored)
	}
	rest, tail := data[len(storedMagic):len(data)-size], data[len(data)-size:]
	if binary.LittleEndian.Uint64(tail) != sections {
		return parts, fmt.Errorf("%w: its end is missing", errStored)
	}
	for i := range parts {
		n := binary.LittleEndian.Uint64(tail[8*(1+i):])
		if n > uint64(len(rest)) {
			return parts, fmt.Errorf("%w: section %d is too long", errStored, i)
		}
		parts[i], rest = rest[:n:n], rest[n:]
	}
	return parts, nil
}

// reader reads the values of the stored form. bad is set when they end too soon
// or are out of range; all further values are 0 then.
type reader struct {
	b   []byte
	bad bool
}

// number reads a number below limit.
func (r *reader) number(limit uint64) int {
	n, size := binary.Uvarint(r.b)
	if r.bad = r.bad || size <= 0 || n >= limit; r.bad {
		return 0
	}
	r.b = r.b[size:]
	return int(n)
}

// signed reads a number from -limit to below limit.
func (r *reader) signed(limit int64) int64 {
	n, size := binary.Varint(r.b)
	if r.bad = r.bad || size <= 0 || n < -limit || n >= limit; r.bad {
		return 0
	}
	r.b = r.b[size:]
	return n
}

func (r *reader) bytes(n int) []byte {
	if r.bad = r.bad || n > len(r.b); r.bad {
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// count reads a number of things that take a byte or more each.
func (r *reader) count() int { return r.number(uint64(len(r.b)) + 1) }

func (r *reader) text() string { return string(r.bytes(r.count())) }

func (s *Snapshot) decodeDocs(st *stored, data []byte) error {
	r := &reader{b: data}
	texts := make([]string, r.count())
	for i := range texts {
		texts[i] = r.text()
	}
	if len(texts) == 0 {
		return fmt.Errorf("%w: no texts", errStored)
	}
	text := func() string { return texts[r.number(uint64(len(texts)))] }
	n := r.count()
	s.docs, s.base = make([]*Doc, n), make([]uint32, n+1)
	s.prefix, s.module, s.packages = make([]string, n), make([]string, n), make([]string, n)
	s.yielded = make([][]lang.DefID, n)
	st.counts, st.ends, st.links = make([]uint32, n), make([]int, n), make([]weak.Pointer[linked], n)
	files := make([]fileCoverage, n)
	const limit = 1 << 31
	cache := st.in.Cache
	if cache == nil {
		cache = NewCache()
		cache.Serve(0)
	}
	from := NewContents(cache, st.in.Content, st.in.Damaged)
	from.placesOf = st.in.Places
	total, links := 0, 0
	for i := range n {
		d := &Doc{}
		s.docs[i] = d
		d.Path = r.text()
		d.Size = int64(r.number(1 << 62))
		if name := text(); name != "" {
			d.Lang = st.in.Language(name)
			if d.Lang == nil {
				return fmt.Errorf("%w: there is no language %s", errStored, name)
			}
		}
		d.Skipped, d.Failed = text(), text()
		has := r.number(8)
		d.Precise = has&4 != 0
		if has&1 != 0 {
			copy(d.Hash[:], r.bytes(len(d.Hash)))
		}
		if i > 0 {
			st.ends[i] = st.ends[i-1]
			if s.docs[i-1].Path >= d.Path {
				r.bad = true
			}
		}
		total++
		if has&2 != 0 && d.Lang == nil {
			r.bad = true
		}
		if has&2 != 0 && !r.bad {
			shape := Shape{r.number(limit), r.number(limit)}
			total += shape.Defs
			s.prefix[i], s.module[i], s.packages[i] = text(), text(), text()
			st.counts[i] = uint32(r.number(limit))
			links += int(st.counts[i])
			begin := st.ends[i]
			st.ends[i] = r.number(uint64(len(st.data)) + 1)
			if st.ends[i] < begin {
				r.bad = true
			}
			yielded := make([]lang.DefID, 0, r.count())
			last := 0
			for range cap(yielded) {
				last += r.number(limit)
				yielded = append(yielded, lang.DefID(last))
			}
			if len(yielded) > 0 {
				s.yielded[i] = yielded
			}
			flags, c := r.number(16), &files[i]
			c.Broken, c.Truncated, c.Generated, c.Checked = flags&1 != 0, flags&2 != 0, flags&4 != 0, flags&8 != 0
			for _, n := range c.counts() {
				*n = uint32(r.number(1 << 32))
			}
			d.Source = from.Source(d, shape)
		}
		if r.bad || total >= limit || links >= limit {
			return fmt.Errorf("%w: file %d of %d", errStored, i, n)
		}
		s.base[i+1] = uint32(total)
	}
	if r.bad || len(r.b) > 0 {
		return fmt.Errorf("%w: the list of files", errStored)
	}
	s.coverage.get(func() []fileCoverage { return files })
	st.docs = s
	return nil
}

func (s *Snapshot) decodeExternals(data []byte) error {
	r := &reader{b: data}
	s.externals = make([]lang.External, r.count())
	for i := range s.externals {
		s.externals[i] = lang.External{
			Kind: lang.Kind(r.number(256)), Symbol: r.text(), Name: r.text(), Sig: r.text(), Doc: r.text(),
			Package: symbol.Package{Manager: r.text(), Name: r.text(), Version: r.text()},
		}
	}
	if r.bad || len(r.b) > 0 {
		return fmt.Errorf("%w: the list of external symbols", errStored)
	}
	return nil
}

// stored is the linkSource of a stored snapshot.
type stored struct {
	in     Stored
	docs   *Snapshot
	data   []byte
	counts []uint32 // links of each Doc
	ends   []int    // where the part of each Doc ends in data

	mu     sync.Mutex
	links  []weak.Pointer[linked] // by Doc
	recent recent
}

// recentLinks is how many files' links are kept alive.
const recentLinks = 1024

// recent keeps what was used last alive: a query that comes back to a file
// finds it decoded. What else is in use its users keep alive.
type recent struct {
	mu   sync.Mutex
	next int
	ring [recentLinks]any
}

func (r *recent) keep(x any) {
	r.mu.Lock()
	r.ring[r.next] = x
	r.next = (r.next + 1) % len(r.ring)
	r.mu.Unlock()
}

func (st *stored) count(doc int32) int { return int(st.counts[doc]) }

func (st *stored) of(doc int32) linked {
	st.mu.Lock()
	l := st.links[doc].Value()
	st.mu.Unlock()
	if l == nil {
		l = st.decode(doc) // twice, where two ask at once: both get the same
		st.mu.Lock()
		st.links[doc] = weak.Make(l)
		st.mu.Unlock()
		st.recent.keep(l)
	}
	return *l
}

// origins implements originSource.
func (st *stored) origins(doc int32, n int, out []origin) ([]origin, bool) {
	st.mu.Lock()
	l := st.links[doc].Value()
	st.mu.Unlock()
	d := st.docs.docs[doc]
	if l != nil || d.Source == nil {
		return out, false
	}
	b, _ := st.raw(doc)
	r := &reader{b: b}
	r.skip(r.count()) // resolve.Deps
	r.skip(r.count())
	r.bytes(8)
	refs := d.Source.Shape().Refs
	x := linkReader{r: bitcode.Reader{B: r.bytes(r.count())}}
	for range min(int(st.counts[doc]), n) {
		o, ok := x.origin(refs)
		if r.bad || !ok || x.r.Over() {
			return out, false
		}
		out = append(out, o)
	}
	return out, true
}

// skip passes over so many numbers.
func (r *reader) skip(n int) {
	for len(r.b) >= 8 {
		const high = 0x8080808080808080 // but for its last one each byte of a number has it
		ends := bits.OnesCount64(^binary.LittleEndian.Uint64(r.b) & high)
		if ends >= n {
			break
		}
		n, r.b = n-ends, r.b[8:]
	}
	for i, c := range r.b {
		if n == 0 {
			r.b = r.b[i:]
			return
		}
		if c < 0x80 {
			n--
		}
	}
	r.b, r.bad = nil, r.bad || n > 0
}

// raw implements rawLinks.
func (st *stored) raw(doc int32) ([]byte, bool) {
	begin := 0
	if doc > 0 {
		begin = st.ends[doc-1]
	}
	b := st.data[begin:st.ends[doc]]
	st.docs.read.note(b)
	return b, true
}

// files implements rawLinks.
func (st *stored) files(doc int32) []int32 {
	if st.docs.docs[doc].Source == nil {
		return nil
	}
	b, _ := st.raw(doc)
	r := &reader{b: b}
	return r.files(len(st.docs.docs))
}

// asked implements rawLinks.
func (st *stored) asked(doc int32) []uint32 {
	if st.docs.docs[doc].Source == nil {
		return nil
	}
	b, _ := st.raw(doc)
	r := &reader{b: b}
	r.skip(r.count())
	return r.asked()
}

// deps reads the Deps of one of n files.
func (r *reader) deps(n int) resolve.Deps {
	d := resolve.Deps{Files: r.files(n), Asked: r.asked()}
	if b := r.bytes(8); b != nil {
		d.Contexts = binary.LittleEndian.Uint64(b)
	}
	return d
}

// files reads numbers of files, each below n.
func (r *reader) files(n int) []int32 {
	out := make([]int32, 0, r.count())
	file := int64(0)
	for range cap(out) {
		if file += int64(r.number(1 << 31)); file >= int64(n) {
			r.bad = true
			return nil
		}
		out = append(out, int32(file))
	}
	return out
}

// asked reads ascending numbers.
func (r *reader) asked() []uint32 {
	out := make([]uint32, 0, r.count())
	n := uint32(0)
	for range cap(out) {
		n += uint32(r.number(1 << 32))
		out = append(out, n)
	}
	return out
}

// limitOfNumbers is above all numbers of files, definitions and references.
const limitOfNumbers = 1 << 31

// decode reads the links and relations of a file. Where that fails the file has
// links that lead nowhere, so that their number is right.
func (st *stored) decode(doc int32) *linked {
	s := st.docs
	d := s.docs[doc]
	if d.Source == nil {
		return &linked{}
	}
	b, _ := st.raw(doc)
	r := &reader{b: b}
	l := &linked{deps: r.deps(len(s.docs))}
	links, ok := decodeLinks(r.bytes(r.count()), int(st.counts[doc]), d.Source.Shape().Refs, s.valid)
	l.links, r.bad = links, r.bad || !ok
	const limit = limitOfNumbers
	for range r.count() {
		x := resolve.Relation{Kind: lang.RelationKind(r.number(256)), Def: lang.DefID(r.signed(limit)), Doc: int32(r.signed(limit)), Target: lang.DefID(r.signed(limit))}
		if r.bad || !s.valid(ID{doc, x.Def}) || !s.valid(ID{x.Doc, x.Target}) {
			r.bad = true
			break
		}
		l.relations = append(l.relations, x)
	}
	if r.bad || len(r.b) > 0 {
		st.in.Damaged(d, fmt.Errorf("%w: links of %s", errStored, d.Path))
		return st.unlinked(doc)
	}
	return l
}

// unlinked are as many links as the file should have, all of its first
// reference to itself, possible: they keep numbers right and say nothing.
func (st *stored) unlinked(doc int32) *linked {
	l := &linked{}
	if st.docs.docs[doc].Source.Shape().Refs > 0 {
		l.links = slices.Repeat([]resolve.Link{{Doc: doc, Def: resolve.ModuleDef, Certainty: resolve.Possible}}, int(st.counts[doc]))
	}
	return l
}

// How many bytes of contents are kept alive: of a snapshot that answers questions,
// which come back to the same files, and where all files are gone through.
//
// And how many bytes of places, which are small: those of most files of a large
// repository.
const (
	servedRoom = 32 << 20
	passedRoom = 6 << 20
	placesRoom = 24 << 20
)

// keeper keeps contents, or what is of the same kind, alive as long as there is room
// for them: those that were not used for longest go first, more or less.
type keeper[T any] struct {
	mu   sync.Mutex
	room int64 // in bytes
	size int64
	list []*kept[T] // a clock: nil where one has gone
	hand int
	free []int // where it has nil
}

// kept is a content that is kept alive; the content is nil when it is not any more.
type kept[T any] struct {
	content *T
	size    int64
	used    atomic.Bool // since the hand came by
}

// grow makes the room at least so many bytes.
func (r *keeper[T]) grow(room int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.room = max(r.room, room)
}

// keep keeps a content of so many bytes.
func (r *keeper[T]) keep(c *T, size int64) *kept[T] {
	k := &kept[T]{size: size}
	r.mu.Lock()
	defer r.mu.Unlock()
	if k.size > r.room {
		return k
	}
	for steps := 2 * len(r.list); r.size+k.size > r.room && steps > 0; steps-- {
		r.hand %= len(r.list)
		if old := r.list[r.hand]; old != nil && !old.used.Swap(false) {
			r.size -= old.size
			old.content = nil
			r.list[r.hand] = nil
			r.free = append(r.free, r.hand)
		}
		r.hand++
	}
	k.content = c
	r.size += k.size
	if n := len(r.free); n > 0 {
		r.list[r.free[n-1]], r.free = k, r.free[:n-1]
	} else {
		r.list = append(r.list, k)
	}
	return k
}

// drop lets go of all contents.
func (r *keeper[T]) drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range r.list {
		if k != nil {
			k.content = nil
		}
	}
	r.size, r.list, r.free, r.hand = 0, nil, nil, 0
}

// Cache keeps contents of files, and places in them, in memory that were asked for
// lately. The snapshots of a repository, each made from the one before, share one, so
// that all of them together keep no more than it has room for. It is safe for concurrent
// use.
type Cache struct {
	contents keeper[Content]
	places   keeper[lang.Places]
}

// NewCache returns a cache with room for what all files being gone through needs.
func NewCache() *Cache {
	return &Cache{contents: keeper[Content]{room: passedRoom}, places: keeper[lang.Places]{room: placesRoom}}
}

// Serve says that files are asked for that were asked for before: there is room for as
// many bytes of contents as a snapshot that answers questions wants; for so many where
// room is not 0.
func (c *Cache) Serve(room int64) { c.contents.grow(cmp.Or(room, servedRoom)) }

// Drop lets go of all that the cache keeps. It is read again when it is asked for.
func (c *Cache) Drop() {
	c.contents.drop()
	c.places.drop()
}

// Contents reads the contents of files from where they are stored, each time
// that they are asked for, but for those that its Cache keeps. It knows nothing
// of snapshots, so that a later one can take a file over.
type Contents struct {
	read    func(d *Doc) (*Content, error)
	damaged func(d *Doc, err error)
	cache   *Cache
	// placesOf is Stored.Places.
	placesOf func(d *Doc) (*lang.Places, error)

	mu   sync.Mutex
	held []*storedSource
	room int64
}

// NewContents has read called for contents that cache does not keep, and damaged for
// those that it fails for; see Stored.
func NewContents(cache *Cache, read func(d *Doc) (*Content, error), damaged func(d *Doc, err error)) *Contents {
	return &Contents{read: read, damaged: damaged, cache: cache}
}

// Source is that of a file whose content has a shape.
func (c *Contents) Source(d *Doc, shape Shape) Source {
	return &storedSource{from: c, doc: d, shape: shape}
}

// Holding is the Source of a file whose content is at hand. It is held in memory
// until Release as long as there is room for it.
func (c *Contents) Holding(d *Doc, content *Content) Source {
	x := &storedSource{from: c, doc: d, shape: content.Shape()}
	c.mu.Lock()
	defer c.mu.Unlock()
	if size := content.Facts.Size(); size <= c.room {
		c.room -= size
		x.held = content
		c.held = append(c.held, x)
	}
	return x
}

// Hold makes room for so many bytes of contents to be held.
func (c *Contents) Hold(room int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.room += room
}

// Release lets go of what is held: it is read again when it is asked for.
func (c *Contents) Release() {
	c.mu.Lock()
	held := c.held
	c.held, c.room = nil, 0
	c.mu.Unlock()
	for _, x := range held {
		x.mu.Lock()
		x.held = nil
		x.mu.Unlock()
	}
}

// storedSource is the Source of a file whose content is stored.
type storedSource struct {
	from  *Contents
	doc   *Doc
	shape Shape

	mu     sync.Mutex
	held   *Content
	last   weak.Pointer[Content]
	kept   *kept[Content] // the last one, when it is kept alive
	lost   *Content       // in place of a content that can't be read
	failed error          // why it can't

	places     weak.Pointer[lang.Places]
	keptPlaces *kept[lang.Places]
}

func (x *storedSource) Shape() Shape { return x.shape }

func (x *storedSource) Content() *Content {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.content()
}

// Places implements placer: where the content is not in memory they are read without
// it.
func (x *storedSource) Places() (*Content, *lang.Places) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if c := x.atHand(); c != nil || x.from.placesOf == nil {
		return x.content(), nil
	}
	if p := x.places.Value(); p != nil {
		x.keptPlaces.used.Store(true)
		return nil, p
	}
	p, err := x.from.placesOf(x.doc)
	if err != nil || (Shape{len(p.Defs), len(p.Refs)}) != x.shape {
		return x.content(), nil // which says what is wrong
	}
	x.places = weak.Make(p)
	x.keptPlaces = x.from.cache.places.keep(p, sizeOf(p))
	return nil, p
}

// Lost implements loser.
func (x *storedSource) Lost() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.failed
}

// loser is a Source whose content may turn out to be lost when it is read.
type loser interface {
	// Lost returns why the content could not be read; nil where it could, or nobody
	// has asked for it.
	Lost() error
}

// Lost returns why the content of the file could not be read from where it is stored when
// it was asked for: what was answered of the file since may be wrong. It is nil where it
// could be read, and where nobody has asked for it.
func (d *Doc) Lost() error {
	if x, ok := d.Source.(loser); ok {
		return x.Lost()
	}
	return nil
}

// Lost returns the paths of the files for which Doc.Lost fails, sorted.
func (s *Snapshot) Lost() (paths []string) {
	for _, d := range s.docs {
		if d.Lost() != nil {
			paths = append(paths, d.Path)
		}
	}
	return paths
}

// atHand is the content where it need not be read; nil where it must.
func (x *storedSource) atHand() *Content {
	switch {
	case x.lost != nil:
		return x.lost
	case x.held != nil:
		return x.held
	}
	c := x.last.Value()
	if c != nil {
		x.kept.used.Store(true)
	}
	return c
}

// content is Content; mu is held.
func (x *storedSource) content() *Content {
	if c := x.atHand(); c != nil {
		return c
	}
	c, err := x.from.read(x.doc)
	if err == nil && (c.Facts == nil || c.Shape() != x.shape) {
		err = errors.New("it is not the content of this file")
	}
	if err != nil {
		x.from.damaged(x.doc, err)
		x.lost, x.failed = lost(x.shape), err
		return x.lost
	}
	x.last = weak.Make(c)
	x.kept = x.from.cache.contents.keep(c, c.Facts.Size())
	return c
}

// lost has tables of the right size that say nothing: ids that other files hold
// stay in range.
func lost(shape Shape) *Content {
	b := lang.NewBuilder(0)
	f := b.Finish()
	f.Defs = make([]lang.Def, shape.Defs)
	for i := range f.Defs {
		f.Defs[i] = lang.Def{Flags: lang.Local, Scope: lang.NoScope, Parent: lang.NoDef, Body: lang.NoScope, Type: lang.NoExpr, Same: lang.NoDef}
	}
	f.Refs = make([]lang.Ref, shape.Refs)
	for i := range f.Refs {
		f.Refs[i].Kind = lang.RefOpaque
	}
	return &Content{Facts: f}
}
