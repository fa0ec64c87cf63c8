package forest

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"slices"

	"codeintel/index/chunk"
	"codeintel/index/internal/bitcode"
	"codeintel/index/internal/radix"
	"codeintel/index/lang"
	"codeintel/index/words"
)

// A part is what a Forest knows of one file:
//
//	the version (a byte); the number of rows, of types, of words, of pairs; the
//	  lengths of the list of rows and of the postings
//	the types of chunks, each with its length
//	of each row, which is a chunk, three bytes: about the logarithm of the number of
//	  its words; the numbers of different words in its name and in what it lies in, at
//	  most 15 each; its type, and whether it is a definition
//	the rows: where each begins and ends, its definition, its name, what it lies in,
//	  and which part of a long chunk it is
//	the words (hashSet), and where the postings of each sixteenth of them begin
//	the pairs (hashSet): words that follow one another in a name, as those of
//	  progressBar and progress_bar do
//	the postings: of each word the number of rows that have it, and of each of these
//	  its distance to the one before and how often it is where
//
// Numbers are uvarints, and signed ones zigzag. A name that was there before is a
// distance back; another one is 0, how many bytes it has in common with the last such, and
// the others. A part knows no other file, so that it is made of a file's chunks and
// taken over as long as they are the same.

// Version is that of the form above.
const Version = 4

// Where a word is, besides the text: in the chunk's own name, in the names of what it
// lies in, in its signature.
const (
	inName = 1 << iota
	inParent
	inSignature
	whereBits = 3
)

// Limits of a part.
const (
	maxRows  = 1 << 24
	maxTypes = 127
	maxName  = 1024 // bytes
	sample   = 16
)

// times are the numbers of times that are told apart, of a word in a text. Words that
// are in a text only, and as often as the second to the fifth say, take less room.
var times = [1 << levelBits]float32{0, 1, 2, 3, 4, 6, 9, 14}

// level is which of times is nearest to a number, from below.
func level(n uint32) uint8 {
	i := len(times) - 1
	for times[i] > float32(n) {
		i--
	}
	return uint8(i)
}

// Count is how many rows a part has; 0 for what is none.
func Count(b []byte) int {
	p, err := open(b)
	if err != nil {
		return 0
	}
	return p.n
}

// Make makes the part of a file with these chunks, in their order: row n is chunk n.
func Make(chunks []chunk.Chunk) []byte {
	size := 0
	for i := range chunks {
		size += len(chunks[i].Content)
	}
	b := builder{back: map[string]int{}, types: map[string]int{}, words: newNumbers(), posts: make([]uint64, 0, size/bytesPerPost)}
	for i := range chunks[:min(len(chunks), maxRows)] {
		b.add(&chunks[i])
	}
	return b.finish()
}

// bytesPerPost is about how many bytes of text have one word that is not in their chunk
// already.
const bytesPerPost = 12

type builder struct {
	n        int
	types    map[string]int
	typeList []byte
	fixed    []byte
	rows     []byte
	start    int
	def      lang.DefID
	back     map[string]int // number of a name that was there
	names    int
	last     string                     // that was not there before
	posts    []uint64                   // see posting.pack
	row      []posting                  // of the row at hand
	words    numbers                    // of each word's, in row
	pairs    [1 << pairBits / 64]uint64 // a bit for each hash
	all      int                        // words of the row's text
	room     words.Room
}

// posting says how often a word is in a row.
type posting struct {
	hash  uint32
	text  uint32 // in the text
	where uint8
}

// pack puts a posting of a row into a number: in their order postings are by hash, and
// by row.
func (p *posting) pack(row int) uint64 {
	return uint64(p.hash)<<(64-hashBits) | uint64(row)<<rowShift | uint64(p.where)<<levelBits | uint64(level(p.text))
}

const (
	rowShift  = whereBits + levelBits
	levelBits = 3
)

func hashOf(p uint64) uint32 { return uint32(p >> (64 - hashBits)) }
func rowOf(p uint64) uint32  { return uint32(p >> rowShift) } // the hash is above its 32 bits

func (b *builder) add(c *chunk.Chunk) {
	b.words.reset()
	b.row, b.all = b.row[:0], 0
	b.text(inText, c.Content)
	b.text(inName, c.SymbolName)
	parent, part := "", 0
	for _, m := range c.Metadata {
		switch v := m.Value.(type) {
		case string:
			switch m.Key {
			case "parent":
				parent = v
				b.text(inParent, v)
			case "signature":
				b.text(inSignature, v)
			default:
				b.text(inMetadata, v)
			}
		case []string:
			for _, s := range v {
				b.text(inMetadata, s)
			}
		case int:
			if m.Key == "part" {
				part = v
			}
		}
	}
	inNames, inParents := 0, 0
	for i := range b.row {
		p := &b.row[i]
		b.posts = append(b.posts, p.pack(b.n))
		if p.where&inName != 0 {
			inNames++
		}
		if p.where&inParent != 0 {
			inParents++
		}
	}
	typ, ok := b.types[c.SymbolType]
	if !ok && len(b.types) < maxTypes {
		typ = len(b.types)
		b.types[c.SymbolType] = typ
		b.typeList = appendText(b.typeList, c.SymbolType)
	}
	kind := byte(typ) << 1
	if c.Def >= 0 || c.SymbolType == chunk.Module {
		kind |= 1
	}
	b.fixed = append(b.fixed, sizeByte(b.all), byte(min(inNames, 15)<<4|min(inParents, 15)), kind)
	b.rows = binary.AppendVarint(b.rows, int64(c.StartLine-b.start))
	b.rows = binary.AppendUvarint(b.rows, uint64(max(c.EndLine-c.StartLine, 0)))
	b.rows = binary.AppendVarint(b.rows, int64(c.Def)-int64(b.def))
	b.name(c.SymbolName)
	b.name(parent)
	b.rows = binary.AppendUvarint(b.rows, uint64(part))
	b.start, b.def = c.StartLine, c.Def
	b.n++
}

// text adds the words of a text or a name. Those of metadata count as one of the text
// that are not in it: documentation is, and what frameworks say is not. Names in the
// text, and the chunk's own, have their pairs added.
func (b *builder) text(where uint8, s string) {
	last := uint64(0)
	words.TermsIn(&b.room, s, func(term []byte, joined bool) {
		if !joined {
			last = 0
		}
		if words.Empty(term) {
			return
		}
		full := fnv(term)
		if where == inText || where == inName {
			if last != 0 {
				p := pair(last, full)
				b.pairs[p/64] |= 1 << (p % 64)
			}
			last = full
		}
		h := fold(full)
		i := b.words.of(h)
		if i == len(b.row) {
			b.row = append(b.row, posting{hash: h})
		}
		p := &b.row[i]
		switch {
		case where == inText, where == inMetadata && p.text == 0:
			p.text++
			b.all++
		case where != inMetadata:
			p.where |= where
		}
	})
}

// What text is told besides the bits of where.
const (
	inText     = 0
	inMetadata = 1 << whereBits
)

// name appends a name, or how far back it was.
func (b *builder) name(s string) {
	s = s[:min(len(s), maxName)]
	at, ok := b.back[s]
	b.names++
	if ok {
		b.rows = binary.AppendUvarint(b.rows, uint64(b.names-at))
	} else {
		common := 0
		for common < min(len(s), len(b.last)) && s[common] == b.last[common] {
			common++
		}
		b.rows = appendText(binary.AppendUvarint(append(b.rows, 0), uint64(common)), s[common:])
		b.last = s
	}
	b.back[s] = b.names
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func (b *builder) finish() []byte {
	radix.Sort(b.posts, nil)
	var hashes []uint32
	var starts []uint32
	var w bitcode.Writer
	for rest := b.posts; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(p uint64) bool { return hashOf(p) != hashOf(rest[0]) })
		if n < 0 {
			n = len(rest)
		}
		if len(hashes)%sample == 0 {
			starts = append(starts, uint32(w.At()))
		}
		hashes = append(hashes, hashOf(rest[0]))
		w.Rice(uint32(n-1), 0)
		k, last := distanceBits(b.n, n), uint32(0)
		for _, p := range rest[:n] {
			w.Rice(rowOf(p)-last, k)
			last = rowOf(p) + 1
			putOften(&w, uint8(p>>levelBits)&(1<<whereBits-1), uint8(p)&(1<<levelBits-1))
		}
		rest = rest[n:]
	}
	posts := w.Close()
	out := []byte{Version}
	var pairs []uint32
	for i, has := range b.pairs {
		for ; has != 0; has &= has - 1 {
			pairs = append(pairs, uint32(64*i+bits.TrailingZeros64(has)))
		}
	}
	for _, n := range []int{b.n, len(b.types), len(hashes), len(pairs), len(b.rows), len(posts)} {
		out = binary.AppendUvarint(out, uint64(n))
	}
	out = slices.Concat(out, b.typeList, b.fixed, b.rows)
	out = appendHashes(out, hashes, hashBits)
	width := bitcode.PlaceBytes(len(posts))
	for _, at := range starts {
		out = bitcode.AppendPlace(out, uint(at), width)
	}
	return append(appendHashes(out, pairs, pairBits), posts...)
}

// distanceBits is the parameter of rice for the distances of n rows among all.
func distanceBits(all, n int) uint {
	return uint(max(bits.Len(uint(all/n)), 1) - 1)
}

// putOften appends how often a word is where.
func putOften(w *bitcode.Writer, where, l uint8) {
	switch {
	case where == 0 && l == 1:
		w.Put(0, 1)
		return
	case where == 0 && 2 <= l && l < 6:
		w.Put(0b01|uint64(l-2)<<2, 4)
		return
	}
	w.Put(0b11|uint64(where)<<2|uint64(l)<<(2+whereBits), 2+whereBits+levelBits)
}

// getOften reads how often a word is in a text, and where else it is; v are the next bits.
func getOften(r *bitcode.Reader, v uint64) (text float32, where uint8) {
	switch {
	case v&1 == 0:
		r.At++
		return 1, 0
	case v&2 == 0:
		r.At += 4
		return times[2+(v>>2&3)], 0
	}
	r.At += 2 + whereBits + levelBits
	return times[v>>(2+whereBits)&(1<<levelBits-1)], uint8(v >> 2 & (1<<whereBits - 1))
}

// sizeByte keeps about the logarithm of a number of words.
func sizeByte(n int) byte { return byte(min(math.Round(8*math.Log2(float64(n)+1)), 255)) }

// sizes has the numbers of words again.
var sizes = func() (t [256]float32) {
	for i := range t {
		t[i] = float32(math.Exp2(float64(i)/8) - 1)
	}
	return t
}()

// hash of a word, of hashBits bits.
func hash[T string | []byte](term T) uint32 { return fold(fnv(term)) }

// fnv is a hash of a word (FNV-1a); it is never 0 but by chance.
func fnv[T string | []byte](term T) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(term) {
		h = (h ^ uint64(term[i])) * 1099511628211
	}
	return h
}

func fold(h uint64) uint32 { return uint32(h>>40 ^ h>>16&(1<<hashBits-1)) }

// pair is the hash, of pairBits bits, of two words that follow one another.
func pair(first, second uint64) uint32 {
	return uint32((first*3 + second) * 0x9e3779b97f4a7c15 >> (64 - pairBits))
}

// part is a part, taken apart.
type part struct {
	n      int
	types  []string
	fixed  []byte
	rows   []byte
	words  hashSet
	pairs  hashSet
	starts []byte
	posts  []byte
}

var errPart = errors.New("the words of the file's chunks can't be read")

// open takes a part apart. What it says is checked as it is read.
func open(b []byte) (p part, err error) {
	if len(b) == 0 || b[0] != Version {
		return p, errPart
	}
	r := reader{b: b[1:]}
	p.n = r.number(maxRows + 1)
	types := r.number(maxTypes + 1)
	p.words = hashSet{bits: hashBits, n: r.number(1<<hashBits + 1)}
	p.pairs = hashSet{bits: pairBits, n: r.number(1<<pairBits + 1)}
	rows, posts := r.number(uint64(len(b))), r.number(uint64(len(b)))
	for range types {
		p.types = append(p.types, r.text())
	}
	p.fixed = r.bytes(3 * p.n)
	p.rows = r.bytes(rows)
	r.hashes(&p.words)
	p.starts = r.bytes((p.words.n + sample - 1) / sample * bitcode.PlaceBytes(posts))
	r.hashes(&p.pairs)
	p.posts = r.bytes(posts)
	if r.bad || len(r.b) > 0 {
		return part{}, errPart
	}
	for i := range p.n {
		if int(p.fixed[3*i+2]>>1) >= types {
			return part{}, errPart
		}
	}
	return p, nil
}

// reader reads bytes; bad is set when there is not what there should be.
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

func (r *reader) signed() int64 {
	n, size := binary.Varint(r.b)
	if r.bad = r.bad || size <= 0 || n != int64(int32(n)); r.bad {
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

// hashes reads what appendHashes writes of as many as the set has.
func (r *reader) hashes(s *hashSet) {
	if s.n > 0 {
		low, high := hashSizes(s.n, s.bits)
		s.low, s.high = r.bytes(low), r.bytes(high)
	}
}

func (r *reader) text() string { return string(r.bytes(r.number(uint64(len(r.b)) + 1))) }

// list is the postings of a word: rows is how many have it.
type list struct {
	r    bitcode.Reader
	rows int
	k    uint
	next uint32
	left int
}

// find is the list of a word; false when the file has it not.
func (p *part) find(hash uint32) (l list, ok bool) {
	at, ok := p.place(hash)
	if !ok {
		return l, false
	}
	return p.list(at)
}

// place is where the list of a word is, in bits; false when the file has it not.
func (p *part) place(hash uint32) (at uint, ok bool) {
	i := p.words.find(hash)
	if i < 0 {
		return 0, false
	}
	return p.placeOf(i)
}

// places calls yield for each of hashes, which ascend, whose word the file has, with its
// index among hashes and the offset, in bits, of the word's list.
func (p *part) places(hashes []uint32, yield func(given int, at uint)) {
	p.words.findAll(hashes, func(given, number int) {
		if at, ok := p.placeOf(number); ok {
			yield(given, at)
		}
	})
}

// placeOf returns the offset, in bits, of the list of word i.
func (p *part) placeOf(i int) (at uint, ok bool) {
	at = bitcode.Place(p.starts, i/sample, bitcode.PlaceBytes(len(p.posts)))
	for range i % sample {
		l, ok := p.list(at)
		if !ok {
			return 0, false
		}
		at = l.end()
	}
	return at, true
}

// list is the postings at a place, in bits; false when there are none.
func (p *part) list(at uint) (l list, ok bool) {
	l.r = bitcode.Reader{B: p.posts, At: at}
	l.rows = int(l.r.Rice(0)) + 1
	if l.rows > p.n || l.r.Over() {
		return l, false
	}
	l.k, l.left = distanceBits(p.n, l.rows), l.rows
	return l, true
}

// end is the place behind a list, of which nothing else can be read then.
func (l *list) end() uint {
	for l.left > 0 {
		l.take()
	}
	return l.r.At
}

// lists calls yield with all words and the places of their lists, in the order of the
// hashes. Behind a list that can't be read the places are none.
func (p *part) lists(yield func(hash uint32, place uint)) {
	at := uint(0)
	p.words.each(func(hash uint32) {
		yield(hash, at)
		if l, ok := p.list(at); ok {
			at = l.end()
		} else {
			at = 8 * uint(len(p.posts))
		}
	})
}

// take reads the next posting of a list; left must not be 0. A row may be beyond those
// that there are, where the bytes are not a part's.
func (l *list) take() (row uint32, text float32, where uint8) {
	// All of a posting is in what one look shows, but for one far behind the last.
	v := l.r.Peek()
	q := uint(bits.TrailingZeros64(^v))
	if q >= bitcode.MaxUnary {
		row = l.next + l.r.Rice(l.k)
		v = l.r.Peek()
	} else {
		v >>= q + 1
		row = l.next + (uint32(q)<<l.k | uint32(v)&(1<<l.k-1))
		v >>= l.k
		l.r.At += q + 1 + l.k
	}
	l.next = row + 1
	l.left--
	text, where = getOften(&l.r, v)
	return row, text, where
}

// size is how many words the text of a row has, about, and how many different ones its
// name and the names around it.
func (p *part) size(row int) (text, name, parent float32) {
	names := p.fixed[3*row+1]
	return sizes[p.fixed[3*row]], float32(names >> 4), float32(names & 15)
}

// typ is the number of a row's type.
func (p *part) typ(row int) int { return int(p.fixed[3*row+2] >> 1) }

// kind is the type of a row, and whether it is a definition or the file itself.
func (p *part) kind(row int) (typ string, defines bool) {
	k := p.fixed[3*row+2]
	return p.types[k>>1], k&1 != 0
}

// Row is what a Forest knows of a chunk.
type Row struct {
	// StartLine and EndLine count from 1; EndLine is the last one.
	StartLine, EndLine int
	// Type and Name are as in the chunk; Parent is what it lies in, with dots. A name
	// of more than 1,024 bytes is cut.
	Type, Name, Parent string
	// Part counts the parts of a long chunk from 1; 0 for a whole one.
	Part int
	// Def is the chunk's definition in the facts of the file, lang.NoDef for none.
	Def lang.DefID
}

// each calls yield with the rows in their order, until it returns false. Bytes that are
// none of a part end it early.
func (p *part) each(yield func(i int, row *Row) bool) {
	r := reader{b: p.rows}
	var row Row
	var names []string
	last := "" // that was not there before
	name := func() string {
		s := ""
		if back := r.number(uint64(len(names)) + 1); back > 0 {
			s = names[len(names)-back]
		} else {
			common := r.number(uint64(min(len(last), maxName)) + 1)
			s = last[:common] + r.text()
			last = s
		}
		names = append(names, s)
		return s
	}
	for i := range p.n {
		row.StartLine += int(r.signed())
		row.EndLine = row.StartLine + r.number(math.MaxInt32)
		row.Def += lang.DefID(r.signed())
		row.Name, row.Parent = name(), name()
		row.Part = r.number(math.MaxInt32)
		row.Type, _ = p.kind(i)
		if r.bad || !yield(i, &row) {
			return
		}
	}
}
