package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/klauspost/compress/huff0"
	"github.com/klauspost/compress/zstd"

	"codeintel/index/lang"
)

// ErrDamaged is the root of all errors of decoding: the bytes are not what an
// Encoder of this version wrote.
var ErrDamaged = errors.New("damaged")

func damaged(format string, a ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, a...))
}

// An artefact is
//
//	version  a byte
//	places   of facts: small, huffman and bits of what is read alone (Encoder.places)
//	texts    all strings, one behind the other
//	small    counts, single values and columns of few rows
//	huffman  columns of many rows
//	bits     the low bits of large numbers of all columns
//	padding  zeros
//
// Each part but the last starts with its length. Texts and small are compressed
// where that is shorter.
//
// A column is numbers that resemble one another. Each has a code: itself below
// 16, else its length in bits and its second highest bit; the other bits are in
// the part of that name. Codes are written in blocks: as one code for all, in
// small, or as a block of huff0, the Huffman coding of Zstandard.

// The memory that decoding may take: base for any artefact, and as many times
// its length. Where regular tables need more, padding makes the artefact longer.
const (
	memoryBase  = 64 << 20
	memoryTimes = 1024
)

const (
	blockMax   = 1 << 16 // rows of a block
	huffmanMin = 160     // rows that make up for a table of their own
	sparseMin  = 3       // times as many rows as values other than 0
	keepMax    = 4 << 20 // scratch memory that is kept from file to file
)

// Modes of blocks.
const (
	blockSame   = iota // all codes are the one that follows
	blockSmall         // the codes follow
	blockOne           // one stream of huff0, its length follows
	blockFour          // four streams, its length follows
	blockSparse        // blocks follow: how many zeros there are before each other value, and these
)

// Encoder writes artefacts. Its methods append to a slice as append does. The
// same input gives the same bytes. Not safe for concurrent use; one Encoder
// serves any number of files.
type Encoder struct {
	z       *zstd.Encoder
	h       huff0.Scratch
	front   []byte // the part in front of the texts, empty where there is none
	texts   []byte
	small   []byte
	huffman []byte
	bits    bitWriter
	packed  []byte
	codes   []byte
	runs    []uint32
	rest    []uint32
	memory  int // that decoding takes
	cols    [columnCount]column
	guess   guess
}

// column is a column of the tables being written.
type column []uint32

func (c *column) put(v uint32) { *c = append(*c, v) }

// delta writes v as its distance from what a reader expects. Any pair of values
// can be read back.
func (c *column) delta(v, expected uint32) { *c = append(*c, zigzag(v-expected)) }

func (c *column) bool(v bool) {
	if v {
		c.put(1)
	} else {
		c.put(0)
	}
}

// NewEncoder makes an Encoder.
func NewEncoder() (*Encoder, error) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false),
		zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(1<<20), zstd.WithSingleSegment(true))
	if err != nil {
		return nil, err
	}
	e := &Encoder{z: z}
	e.h.Reuse = huff0.ReusePolicyNone
	return e, nil
}

// start begins an artefact.
func (e *Encoder) start() {
	e.front, e.texts, e.small, e.huffman = e.front[:0], e.texts[:0], e.small[:0], e.huffman[:0]
	e.bits = bitWriter{b: e.bits.b[:0]}
	e.memory = 0
}

// finish appends the artefact.
func (e *Encoder) finish(dst []byte, version byte) []byte {
	at := len(dst)
	dst = append(dst, version)
	dst = append(dst, e.front...)
	dst = e.frame(dst, e.texts)
	dst = e.part(dst)
	if need := (e.memory - memoryBase + memoryTimes - 1) / memoryTimes; len(dst)-at < need {
		dst = append(dst, make([]byte, need-(len(dst)-at))...)
	}
	return dst
}

// part appends small, huffman and bits.
func (e *Encoder) part(dst []byte) []byte {
	e.bits.flush()
	dst = e.frame(dst, e.small)
	dst = append(binary.AppendUvarint(dst, uint64(len(e.huffman))), e.huffman...)
	return append(binary.AppendUvarint(dst, uint64(len(e.bits.b))), e.bits.b...)
}

// divide has what was written be in front of the texts.
func (e *Encoder) divide() {
	e.front = e.part(e.front)
	e.small, e.huffman, e.bits = e.small[:0], e.huffman[:0], bitWriter{b: e.bits.b[:0]}
}

// Ways to store a frame.
const (
	frameRaw  = iota
	frameZstd // the length of a Zstandard frame and the frame follow
	frameHuff // the length of a block of huff0 and the block follow
	frameWays
)

// frame writes raw in about the shortest way: its length and the way as one number,
// then the content.
func (e *Encoder) frame(dst, raw []byte) []byte {
	way, packed := frameRaw, raw
	if len(raw) >= 32 {
		e.packed = e.z.EncodeAll(raw, e.packed[:0])
		if len(e.packed)+2 < len(packed) {
			way, packed = frameZstd, e.packed
		}
		// Where much is the same as before, the codes of single bytes are no shorter.
		if len(raw) <= blockMax && len(packed) > len(raw)/2 {
			if out, _, err := huff0.Compress1X(raw, &e.h); err == nil && len(out)+2 < len(packed) {
				way, packed = frameHuff, out
			}
		}
	}
	dst = binary.AppendUvarint(dst, uint64(len(raw)*frameWays+way))
	if way != frameRaw {
		e.memory += len(raw)
		dst = binary.AppendUvarint(dst, uint64(len(packed)))
	}
	return append(dst, packed...)
}

// one writes a single value, bool a truth value and text a string.
func (e *Encoder) one(v uint64) { e.small = binary.AppendUvarint(e.small, v) }

func (e *Encoder) bool(v bool) {
	if v {
		e.one(1)
	} else {
		e.one(0)
	}
}

func (e *Encoder) text(s string) uint32 {
	e.texts = append(e.texts, s...)
	return uint32(len(s))
}

// count writes the number of rows of a table of T.
func count[T any](e *Encoder, rows []T) {
	var row T
	e.one(uint64(len(rows)))
	e.memory += len(rows) * int(unsafe.Sizeof(row))
}

// end writes a column and empties it.
func (e *Encoder) end(c *column) {
	vals := *c
	e.memory += len(vals) * int(unsafe.Sizeof(vals[0]))
	for ; len(vals) > blockMax; vals = vals[blockMax:] {
		e.sparse(vals[:blockMax])
	}
	if len(vals) > 0 {
		e.sparse(vals)
	}
	if *c = (*c)[:0]; cap(*c) > keepMax/4 {
		*c = nil
	}
}

// sparse writes a block that may be zeros for the most part.
func (e *Encoder) sparse(vals []uint32) {
	n := 0
	for _, v := range vals {
		if v != 0 {
			n++
		}
	}
	if n == 0 || n > len(vals)/sparseMin {
		e.block(vals)
		return
	}
	e.runs, e.rest = e.runs[:0], e.rest[:0]
	run := uint32(0)
	for _, v := range vals {
		if v == 0 {
			run++
			continue
		}
		e.runs, e.rest = append(e.runs, run), append(e.rest, v)
		run = 0
	}
	e.small = binary.AppendUvarint(append(e.small, blockSparse), uint64(n))
	e.block(e.runs)
	e.block(e.rest)
}

func (e *Encoder) block(vals []uint32) {
	e.codes = e.codes[:0]
	same := true
	for _, v := range vals {
		if v < 16 {
			e.codes = append(e.codes, byte(v))
		} else {
			n := bits.Len32(v) - 2 // bits to write
			e.codes = append(e.codes, byte(n<<1+10)|byte(v>>n&1))
			e.bits.put(v&(1<<n-1), n)
		}
		same = same && e.codes[len(e.codes)-1] == e.codes[0]
	}
	if same {
		e.small = append(e.small, blockSame, e.codes[0])
		return
	}
	if len(e.codes) >= huffmanMin {
		mode, compress := byte(blockOne), huff0.Compress1X
		if len(e.codes) > 1024 {
			mode, compress = blockFour, huff0.Compress4X
		}
		if out, _, err := compress(e.codes, &e.h); err == nil && len(out) < len(e.codes)*7/8 {
			e.small = binary.AppendUvarint(append(e.small, mode), uint64(len(out)))
			e.huffman = append(e.huffman, out...)
			return
		}
	}
	e.small = append(append(e.small, blockSmall), e.codes...)
}

// Decoder reads artefacts. Bytes that no Encoder wrote give an error, or tables
// that hold what the method promises; they never cause a panic, and take no
// more than 64 MiB and 1,024 times their length. Not safe for concurrent use;
// one Decoder serves any number of files. Nothing that it returns shares memory
// with its input or with itself.
type Decoder struct {
	z       *zstd.Decoder
	h       *huff0.Scratch
	small   []byte
	codes   []byte
	own     lang.Places // those of the facts at hand
	extents sequence
	vals    []uint32 // columns
	runs    [blockMax / sparseMin]uint32
	rest    [blockMax / sparseMin]uint32
	guess   guess
}

// NewDecoder makes a Decoder.
func NewDecoder() (*Decoder, error) {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return nil, err
	}
	return &Decoder{z: z, codes: make([]byte, 0, blockMax)}, nil
}

// Close frees what the Decoder holds. It must not be used any more.
func (d *Decoder) Close() { d.z.Close() }

// reader reads one artefact. The first value that is not there makes it bad:
// from then on it gives zeros.
type reader struct {
	d       *Decoder
	texts   string
	small   []byte
	huffman []byte
	bits    bitReader
	memory  int // that may still be taken
	used    int // of d.vals
	bad     bool
}

// begin checks the version.
func (d *Decoder) begin(data []byte, version byte) (r *reader, rest []byte, err error) {
	if len(data) == 0 || data[0] != version {
		return nil, nil, damaged("it is not of version %d", version)
	}
	return &reader{d: d, memory: memoryBase + memoryTimes*len(data)}, data[1:], nil
}

// open checks the version and finds the parts.
func (d *Decoder) open(data []byte, version byte) (*reader, error) {
	r, data, err := d.begin(data, version)
	if err != nil {
		return nil, err
	}
	return r, r.parts(data)
}

// parts finds the parts from the texts on.
func (r *reader) parts(data []byte) error {
	texts, data, err := r.frame(data, nil)
	if err != nil {
		return fmt.Errorf("texts: %w", err)
	}
	r.texts = unsafe.String(unsafe.SliceData(texts), len(texts))
	if data, err = r.part(data); err != nil {
		return err
	}
	for _, b := range data {
		if b != 0 {
			return damaged("%d bytes too many", len(data))
		}
	}
	return nil
}

// part finds small, huffman and bits, which are to be read next, and what follows.
func (r *reader) part(data []byte) (rest []byte, err error) {
	d := r.d
	if r.small, data, err = r.frame(data, d.small[:0]); err != nil {
		return nil, fmt.Errorf("small columns: %w", err)
	}
	if d.small = r.small[:0]; cap(d.small) > keepMax {
		d.small = nil
	}
	if r.huffman, data, err = part(data); err != nil {
		return nil, fmt.Errorf("columns: %w", err)
	}
	var low []byte
	if low, data, err = part(data); err != nil {
		return nil, fmt.Errorf("low bits: %w", err)
	}
	r.bits, r.used = bitReader{b: low}, 0
	return data, nil
}

// close says whether all that open gave was read, and was there.
func (r *reader) close() error {
	if cap(r.d.vals) > keepMax/4 {
		r.d.vals = nil
	}
	switch {
	case r.bad || r.bits.bad:
		return damaged("the columns end too soon or hold values out of range")
	case len(r.small)+len(r.huffman)+len(r.texts) > 0 || !r.bits.end():
		return damaged("the columns hold more than they should")
	}
	return nil
}

// part cuts off a length and as many bytes.
func part(data []byte) (p, rest []byte, err error) {
	length, n := binary.Uvarint(data)
	if n <= 0 || length > uint64(len(data)-n) {
		return nil, nil, damaged("it ends too soon")
	}
	return data[n:][:length], data[n:][length:], nil
}

// frame reads what Encoder.frame wrote into buf, which is the caller's, and
// returns it and what follows.
func (r *reader) frame(data, buf []byte) (raw, rest []byte, err error) {
	length, n := binary.Uvarint(data)
	if n <= 0 {
		return nil, nil, damaged("it ends too soon")
	}
	data = data[n:]
	way := length % frameWays
	if length /= frameWays; way == frameRaw {
		if length > uint64(len(data)) {
			return nil, nil, damaged("it ends too soon")
		}
		return append(buf, data[:length]...), data[length:], nil
	}
	if data, rest, err = part(data); err != nil {
		return nil, nil, err
	}
	if !r.take(length, 1) || way == frameHuff && length > blockMax {
		return nil, nil, damaged("%d bytes are too many for %d", length, len(data))
	}
	if uint64(cap(buf)) < length {
		buf = make([]byte, 0, length)
	}
	// The capacity is the limit of what is written.
	if buf = buf[:0:length]; way == frameZstd {
		raw, err = r.d.z.DecodeAll(data, buf)
	} else if r.d.h, data, err = huff0.ReadTable(data, r.d.h); err == nil {
		raw, err = r.d.h.Decoder().Decompress1X(buf, data)
	}
	if err != nil {
		return nil, nil, damaged("%v", err)
	}
	if uint64(len(raw)) != length {
		return nil, nil, damaged("%d bytes instead of %d", len(raw), length)
	}
	return raw, rest, nil
}

// take asks for memory for n rows of size bytes.
func (r *reader) take(n uint64, size int) bool {
	if n > uint64(r.memory/size) {
		r.fail()
		return false
	}
	r.memory -= int(n) * size
	return true
}

func (r *reader) fail() { r.bad, r.small = true, nil }

func (r *reader) one(limit uint64) uint64 {
	v, n := binary.Uvarint(r.small)
	if n <= 0 || v > limit {
		r.fail()
		return 0
	}
	r.small = r.small[n:]
	return v
}

func (r *reader) one32() uint32 { return uint32(r.one(1<<32 - 1)) }

func (r *reader) bool() bool { return r.one(1) != 0 }

// distinct reads how many of n rows are different.
func (r *reader) distinct(n int) int { return int(r.one(uint64(n))) }

// byte and truth narrow a value of a column.
func (r *reader) byte(v uint32) uint8 {
	if v > 1<<8-1 {
		r.fail()
	}
	return uint8(v)
}

func (r *reader) truth(v uint32) bool {
	if v > 1 {
		r.fail()
	}
	return v == 1
}

// text is the next n bytes of the texts.
func (r *reader) text(n uint32) string {
	if uint64(n) > uint64(len(r.texts)) {
		r.fail()
		return ""
	}
	s := r.texts[:n]
	r.texts = r.texts[n:]
	return s
}

// table reads the number of rows of a table and makes it.
func table[T any](r *reader) []T {
	var row T
	n := r.one(1<<31 - 1)
	if n == 0 || !r.take(n, int(unsafe.Sizeof(row))) {
		return nil
	}
	return make([]T, n)
}

// tableIn is table in the memory of another, where it has room.
func tableIn[T any](r *reader, room []T) []T {
	var row T
	n := r.one(1<<31 - 1)
	if !r.take(n, int(unsafe.Sizeof(row))) {
		return nil
	}
	return slices.Grow(room[:0], int(n))[:n]
}

// column reads a column of n rows. It is the decoder's until the next artefact
// is opened. n is bounded by the tables.
func (r *reader) column(n int) []uint32 {
	r.take(uint64(n), int(unsafe.Sizeof(r.d.vals[0])))
	if r.bad {
		return make([]uint32, n)
	}
	if len(r.d.vals)-r.used < n {
		// What was handed out keeps the old memory.
		r.d.vals, r.used = make([]uint32, max(2*len(r.d.vals), 2*n, 1<<10)), 0
	}
	out := r.d.vals[r.used : r.used+n : r.used+n]
	r.used += n
	for at := 0; at < n; at += blockMax {
		if !r.sparse(out[at:min(at+blockMax, n)]) {
			r.fail()
			clear(out)
			break
		}
	}
	return out
}

func (r *reader) sparse(out []uint32) bool {
	if len(r.small) == 0 || r.small[0] != blockSparse {
		return r.block(out)
	}
	r.small = r.small[1:]
	n := int(r.one(blockMax / sparseMin))
	runs, vals := r.d.runs[:n], r.d.rest[:n]
	if n > len(out) || !r.block(runs) || !r.block(vals) {
		return false
	}
	clear(out)
	at := -1
	for i, run := range runs {
		if uint64(run) >= uint64(len(out)-at-1) {
			return false
		}
		at += int(run) + 1
		out[at] = vals[i]
	}
	return true
}

func (r *reader) block(out []uint32) bool {
	if len(r.small) == 0 {
		return false
	}
	mode := r.small[0]
	r.small = r.small[1:]
	var codes []byte
	switch mode {
	case blockSame:
		if len(r.small) == 0 || r.small[0] > codeMax {
			return false
		}
		c := r.small[0]
		r.small = r.small[1:]
		for i := range out {
			if c < 16 {
				out[i] = uint32(c)
			} else {
				out[i] = r.bits.value(c)
			}
		}
		return true
	case blockSmall:
		if len(r.small) < len(out) {
			return false
		}
		codes, r.small = r.small[:len(out)], r.small[len(out):]
	case blockOne, blockFour:
		size := r.one(1 << 31)
		if r.bad || size > uint64(len(r.huffman)) {
			return false
		}
		var data []byte
		data, r.huffman = r.huffman[:size], r.huffman[size:]
		var err error
		if r.d.h, data, err = huff0.ReadTable(data, r.d.h); err != nil {
			return false
		}
		dst := r.d.codes[:0:len(out)]
		if mode == blockOne {
			codes, err = r.d.h.Decoder().Decompress1X(dst, data)
		} else {
			codes, err = r.d.h.Decoder().Decompress4X(dst, data)
		}
		if err != nil || len(codes) != len(out) {
			return false
		}
	default:
		return false
	}
	for i, c := range codes {
		switch {
		case c < 16:
			out[i] = uint32(c)
		case c > codeMax:
			return false
		default:
			out[i] = r.bits.value(c)
		}
	}
	return true
}

// codeMax is the highest code, that of numbers of 32 bits.
const codeMax = 30<<1 + 10 + 1

// zigzag maps small numbers of either sign to small ones.
func zigzag(v uint32) uint32   { return v<<1 ^ uint32(int32(v)>>31) }
func unzigzag(v uint32) uint32 { return v>>1 ^ -(v & 1) }

// bitWriter writes numbers of some bits, the lowest bit first.
type bitWriter struct {
	b   []byte
	acc uint64
	n   int
}

func (w *bitWriter) put(v uint32, n int) {
	w.acc |= uint64(v) << w.n
	if w.n += n; w.n >= 32 {
		w.b = binary.LittleEndian.AppendUint32(w.b, uint32(w.acc))
		w.acc >>= 32
		w.n -= 32
	}
}

func (w *bitWriter) flush() {
	for ; w.n > 0; w.n -= 8 {
		w.b = append(w.b, byte(w.acc))
		w.acc >>= 8
	}
	w.n = 0
}

// bitReader reads what bitWriter wrote.
type bitReader struct {
	b   []byte
	acc uint64
	n   int
	bad bool
}

// value reads the number with a code of 16 or more.
func (r *bitReader) value(code byte) uint32 {
	n := int(code-10) >> 1
	if r.n < n {
		if len(r.b) >= 4 {
			r.acc |= uint64(binary.LittleEndian.Uint32(r.b)) << r.n
			r.b = r.b[4:]
			r.n += 32
		} else {
			for ; len(r.b) > 0; r.b = r.b[1:] {
				r.acc |= uint64(r.b[0]) << r.n
				r.n += 8
			}
			if r.n < n {
				r.bad = true
				r.n = n
			}
		}
	}
	v := uint32(r.acc)&(1<<n-1) | uint32(2|code&1)<<n
	r.acc >>= n
	r.n -= n
	return v
}

// end says whether all is read but the bits that fill the last byte.
func (r *bitReader) end() bool { return len(r.b) == 0 && r.n < 8 && r.acc == 0 }

// cleared is buf with n zeros.
func cleared[T any](buf []T, n int) []T {
	if cap(buf) < n {
		return make([]T, n)
	}
	buf = buf[:n]
	clear(buf)
	return buf
}
