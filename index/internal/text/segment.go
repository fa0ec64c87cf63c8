package text

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sort"
)

// A segment is the index of a number of documents, as bytes that are read where
// they are:
//
//	blocks     of each: its entries, at most blockSize of them, in the order of the
//	           trigrams; then their bitmaps, each at a multiple of bitmapAlign bytes
//	directory  a row for each block: its first trigram (4 bytes), its offset (8),
//	           the length of its entries (4), their checksum (4)
//	footer     see footer
//
// An entry is: the distance to the trigram before it (from 0 in a block), the
// number of documents, the length of the list in bytes, the list. A list of at
// most smallList documents has their distances, a longer one is a byte k and, for each
// document, how many there are between it and the one before, by exponential Golomb codes
// of order k (gaps). A list that is a bitmap (see appendList) has the length 0 in its
// entry, and in place of the list the form of the bitmap (1 byte), its length and its
// checksum (4 bytes). Numbers in entries are varints, others are little-endian.
const (
	magic         = "citext\r\n"
	formatVersion = 4
	blockSize     = 64
	smallList     = 16
	rowSize       = 20
	footerSize    = 8 + 4 + 4 + 8 + 8 + 4 + 4
)

// footer is the end of a segment.
type footer struct {
	docs      uint32
	entries   uint64
	directory uint64 // its offset
	blocks    uint32
}

// append adds the footer to the directory.
func (f footer) append(directory []byte) []byte {
	b := append(directory, magic...)
	b = binary.LittleEndian.AppendUint32(b, formatVersion)
	b = binary.LittleEndian.AppendUint32(b, f.docs)
	b = binary.LittleEndian.AppendUint64(b, f.entries)
	b = binary.LittleEndian.AppendUint64(b, f.directory)
	b = binary.LittleEndian.AppendUint32(b, f.blocks)
	// The checksum is of the directory and of the footer before it.
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// segmentWriter writes a segment of f.docs documents.
type segmentWriter struct {
	w         io.Writer
	f         footer
	directory []byte
	block     []byte // entries
	bitmaps   []byte // of the block
	inBlock   int
	last      Trigram
	list      []byte
}

// add writes the entry of a trigram; trigrams come in ascending order, and so do
// the documents.
func (s *segmentWriter) add(t Trigram, docs []uint32) error {
	if s.inBlock == blockSize {
		if err := s.flush(); err != nil {
			return err
		}
	}
	if s.inBlock == 0 {
		s.directory = binary.LittleEndian.AppendUint32(s.directory, uint32(t))
		s.directory = binary.LittleEndian.AppendUint64(s.directory, s.f.directory)
		s.last = t
	}
	var form form
	s.list, form = appendList(s.list[:0], docs, s.f.docs)
	s.block = binary.AppendUvarint(s.block, uint64(t-s.last))
	s.block = binary.AppendUvarint(s.block, uint64(len(docs)))
	if form == formCodes {
		s.block = binary.AppendUvarint(s.block, uint64(len(s.list)))
		s.block = append(s.block, s.list...)
	} else {
		s.block = append(s.block, 0, byte(form))
		s.block = binary.AppendUvarint(s.block, uint64(len(s.list)))
		s.block = binary.LittleEndian.AppendUint32(s.block, crc32.Checksum(s.list, castagnoli))
		s.bitmaps = append(s.bitmaps, make([]byte, aligned(len(s.bitmaps))-len(s.bitmaps))...)
		s.bitmaps = append(s.bitmaps, s.list...)
	}
	s.last = t
	s.inBlock++
	s.f.entries++
	return nil
}

func (s *segmentWriter) flush() error {
	if s.inBlock == 0 {
		return nil
	}
	s.f.blocks++
	s.directory = binary.LittleEndian.AppendUint32(s.directory, uint32(len(s.block)))
	s.directory = binary.LittleEndian.AppendUint32(s.directory, crc32.Checksum(s.block, castagnoli))
	if len(s.bitmaps) > 0 {
		end := s.f.directory + uint64(len(s.block))
		s.block = append(s.block, make([]byte, aligned(end)-end)...)
		s.block = append(s.block, s.bitmaps...)
	}
	s.f.directory += uint64(len(s.block))
	_, err := s.w.Write(s.block)
	s.block, s.bitmaps, s.inBlock = s.block[:0], s.bitmaps[:0], 0
	return err
}

func (s *segmentWriter) close() error {
	if err := s.flush(); err != nil {
		return err
	}
	_, err := s.w.Write(s.f.append(s.directory))
	return err
}

// ErrCorrupt: bytes that are given as a segment are none, or were changed.
var ErrCorrupt = errors.New("the text index is damaged; build it again")

func corrupt(what string) error { return fmt.Errorf("%w: %s", ErrCorrupt, what) }

// Segment reads a segment. It is safe for concurrent use.
type Segment struct {
	data      []byte
	f         footer
	directory []byte
	note      func(part []byte) // see Noting
}

// Noting returns a copy of the segment that calls note with each part of the bytes before
// it reads it. note is called at once with what Open has read.
func (s *Segment) Noting(note func(part []byte)) *Segment {
	noting := *s
	noting.note = note
	note(s.data[s.f.directory:])
	return &noting
}

// willRead calls note, where there is one, with a part of the bytes.
func (s *Segment) willRead(part []byte) {
	if s.note != nil {
		s.note(part)
	}
}

// Open reads a segment from its bytes, which must not change. Only its footer
// and its directory are read and checked; lists are checked when they are looked
// up, by Verify all of them. Any input is accepted: errors wrap ErrCorrupt.
func Open(data []byte) (*Segment, error) {
	if len(data) < footerSize {
		return nil, corrupt("it is too short")
	}
	foot := data[len(data)-footerSize:]
	if string(foot[:8]) != magic {
		return nil, corrupt("it is no text index")
	}
	if v := binary.LittleEndian.Uint32(foot[8:]); v != formatVersion {
		return nil, corrupt(fmt.Sprintf("its format is %d, this build reads %d", v, formatVersion))
	}
	s := &Segment{data: data, f: footer{
		docs:      binary.LittleEndian.Uint32(foot[12:]),
		entries:   binary.LittleEndian.Uint64(foot[16:]),
		directory: binary.LittleEndian.Uint64(foot[24:]),
		blocks:    binary.LittleEndian.Uint32(foot[32:]),
	}}
	end := uint64(len(data) - footerSize)
	if s.f.directory > end || uint64(s.f.blocks)*rowSize != end-s.f.directory {
		return nil, corrupt("its directory is out of place")
	}
	if crc32.Checksum(data[s.f.directory:len(data)-4], castagnoli) != binary.LittleEndian.Uint32(foot[36:]) {
		return nil, corrupt("the checksum of its directory is wrong")
	}
	s.directory = data[s.f.directory:end]
	first, offset := int64(-1), int64(-1)
	for i := range s.blocks() {
		t, o := s.row(i)
		if int64(t) <= first || t >= trigrams || int64(o) <= offset || o >= s.f.directory {
			return nil, corrupt("its directory is not in order")
		}
		first, offset = int64(t), int64(o)
	}
	return s, nil
}

func (s *Segment) blocks() int { return int(s.f.blocks) }

// row returns the first trigram of block i and the offset of the block.
func (s *Segment) row(i int) (Trigram, uint64) {
	row := s.directory[i*rowSize:][:rowSize]
	s.willRead(row)
	return Trigram(binary.LittleEndian.Uint32(row)), binary.LittleEndian.Uint64(row[4:])
}

// Docs is the number of documents; they are numbered from 0.
func (s *Segment) Docs() uint32 { return s.f.docs }

// Trigrams is the number of different trigrams.
func (s *Segment) Trigrams() uint64 { return s.f.entries }

// Verify reads all of the segment and compares its checksums.
func (s *Segment) Verify() error {
	for i := range s.blocks() {
		b, err := s.block(i)
		if err != nil {
			return err
		}
		for t := Trigram(0); len(b.entries) > 0; {
			var l list
			if t, l, err = b.next(t); err != nil {
				return err
			}
			if l.form != formCodes {
				if _, err := l.view(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// block returns block i. The checksum of its entries is right.
func (s *Segment) block(i int) (block, error) {
	_, offset := s.row(i)
	end := s.f.directory
	if i+1 < s.blocks() {
		_, end = s.row(i + 1)
	}
	row := s.directory[i*rowSize:]
	length, sum := uint64(binary.LittleEndian.Uint32(row[12:])), binary.LittleEndian.Uint32(row[16:])
	if offset > end || end > s.f.directory || length > end-offset { // the bytes may have changed since Open
		return block{}, corrupt("a block is out of place")
	}
	entries := s.data[offset : offset+length]
	s.willRead(entries)
	if crc32.Checksum(entries, castagnoli) != sum {
		return block{}, corrupt("the checksum of its lists is wrong")
	}
	b := block{docs: s.f.docs, entries: entries}
	if start := aligned(offset + length); start < end {
		b.bitmaps = s.data[start:end]
	}
	return b, nil
}

// block is the rest of a block, from the next entry on.
type block struct {
	docs    uint32 // of the segment
	entries []byte
	bitmaps []byte // of these entries
}

// next removes and returns the first entry; t is the trigram of the entry before it.
func (k *block) next(t Trigram) (Trigram, list, error) {
	l := list{docs: k.docs}
	step, a := binary.Uvarint(k.entries)
	if a <= 0 {
		return t, l, corrupt("an entry is cut")
	}
	count, b := binary.Uvarint(k.entries[a:])
	if b <= 0 {
		return t, l, corrupt("an entry is cut")
	}
	size, c := binary.Uvarint(k.entries[a+b:])
	rest := k.entries[a+b+max(c, 0):]
	if c <= 0 || step >= trigrams || count > uint64(k.docs) || size > uint64(len(rest)) {
		return t, l, corrupt("an entry is out of range")
	}
	l.count, l.data, k.entries = uint32(count), rest[:size], rest[size:]
	if size == 0 && count > 0 {
		if err := k.bitmap(&l); err != nil {
			return t, l, err
		}
	}
	return t + Trigram(step), l, nil
}

// bitmap removes the rest of an entry that is a bitmap, and sets l to it.
func (k *block) bitmap(l *list) error {
	if len(k.entries) == 0 {
		return corrupt("an entry is cut")
	}
	l.form = form(k.entries[0])
	size, n := binary.Uvarint(k.entries[1:])
	if n <= 0 || len(k.entries) < 1+n+4 || l.form == formCodes || l.form >= forms || size == 0 || size > uint64(len(k.bitmaps)) {
		return corrupt("a bitmap is out of place")
	}
	l.data, l.sum = k.bitmaps[:size:size], binary.LittleEndian.Uint32(k.entries[1+n:])
	k.entries, k.bitmaps = k.entries[1+n+4:], k.bitmaps[min(aligned(size), uint64(len(k.bitmaps))):]
	return nil
}

// find looks up a trigram; no document has one that is not there.
func (s *Segment) find(t Trigram) (list, error) {
	l := list{docs: s.f.docs}
	// The last block that starts at t or before it.
	i := sort.Search(s.blocks(), func(i int) bool {
		first, _ := s.row(i)
		return first > t
	}) - 1
	if i < 0 {
		return l, nil
	}
	at, _ := s.row(i)
	b, err := s.block(i)
	if err != nil {
		return l, err
	}
	for len(b.entries) > 0 {
		var here list
		if at, here, err = b.next(at); err != nil || at > t {
			return l, err
		}
		if at == t {
			s.willRead(here.data)
			return here, nil
		}
	}
	return l, nil
}
