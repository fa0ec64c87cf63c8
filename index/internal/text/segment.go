package text

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sort"

	"github.com/RoaringBitmap/roaring/v2"
)

// A segment is the index of a number of documents, as bytes that are read where
// they are:
//
//	body       blocks of at most blockSize entries, in the order of the trigrams
//	directory  a row for each block: its first trigram (4 bytes), its offset (8),
//	           its checksum (4)
//	footer     see footer
//
// An entry is: the distance to the trigram before it (from 0 in a block), the
// number of documents, the length of the list in bytes, the list. A list of at
// most smallList documents has their distances, a longer one is a byte k and, for each
// document, how many there are between it and the one before, by exponential Golomb codes
// of order k (gaps). Numbers in the body are varints, others are little-endian.
const (
	magic         = "citext\r\n"
	formatVersion = 3
	blockSize     = 64
	smallList     = 16
	rowSize       = 16
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

// segmentWriter writes a segment.
type segmentWriter struct {
	w         io.Writer
	f         footer
	directory []byte
	block     []byte
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
	s.list = s.list[:0]
	if len(docs) <= smallList {
		last := uint32(0)
		for _, d := range docs {
			s.list = binary.AppendUvarint(s.list, uint64(d-last))
			last = d
		}
	} else {
		s.list = appendGaps(s.list, docs)
	}
	s.block = binary.AppendUvarint(s.block, uint64(t-s.last))
	s.block = binary.AppendUvarint(s.block, uint64(len(docs)))
	s.block = binary.AppendUvarint(s.block, uint64(len(s.list)))
	s.block = append(s.block, s.list...)
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
	s.directory = binary.LittleEndian.AppendUint32(s.directory, crc32.Checksum(s.block, castagnoli))
	s.f.directory += uint64(len(s.block))
	_, err := s.w.Write(s.block)
	s.block, s.inBlock = s.block[:0], 0
	return err
}

func (s *segmentWriter) close(docs uint32) error {
	if err := s.flush(); err != nil {
		return err
	}
	s.f.docs = docs
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

func (s *Segment) row(i int) (Trigram, uint64) {
	row := s.directory[i*rowSize:]
	return Trigram(binary.LittleEndian.Uint32(row)), binary.LittleEndian.Uint64(row[4:])
}

// Docs is the number of documents; they are numbered from 0.
func (s *Segment) Docs() uint32 { return s.f.docs }

// Trigrams is the number of different trigrams.
func (s *Segment) Trigrams() uint64 { return s.f.entries }

// Verify reads all of the segment and compares its checksums.
func (s *Segment) Verify() error {
	for i := range s.blocks() {
		if _, err := s.block(i); err != nil {
			return err
		}
	}
	return nil
}

// block is the i-th block, whose checksum is right.
func (s *Segment) block(i int) ([]byte, error) {
	_, offset := s.row(i)
	end := s.f.directory
	if i+1 < s.blocks() {
		_, end = s.row(i + 1)
	}
	block := s.data[offset:end]
	if crc32.Checksum(block, castagnoli) != binary.LittleEndian.Uint32(s.directory[i*rowSize+12:]) {
		return nil, corrupt("the checksum of its lists is wrong")
	}
	return block, nil
}

// entry takes the first entry of a block, at the trigram before which is t.
func (s *Segment) entry(block []byte, t Trigram) (Trigram, list, []byte, error) {
	l := list{docs: s.f.docs}
	step, a := binary.Uvarint(block)
	if a <= 0 {
		return t, l, nil, corrupt("an entry is cut")
	}
	count, b := binary.Uvarint(block[a:])
	if b <= 0 {
		return t, l, nil, corrupt("an entry is cut")
	}
	size, c := binary.Uvarint(block[a+b:])
	if c <= 0 || step >= trigrams || count > uint64(s.f.docs) || size > uint64(len(block)-a-b-c) {
		return t, l, nil, corrupt("an entry is out of range")
	}
	block = block[a+b+c:]
	l.count, l.data = uint32(count), block[:size]
	return t + Trigram(step), l, block[size:], nil
}

// list is the documents that have a trigram, not yet read.
type list struct {
	count uint32
	data  []byte
	docs  uint32 // of the segment
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
	block, err := s.block(i)
	if err != nil {
		return l, err
	}
	for len(block) > 0 {
		var here list
		if at, here, block, err = s.entry(block, at); err != nil || at > t {
			return l, err
		}
		if at == t {
			return here, nil
		}
	}
	return l, nil
}

// bitmap reads the list.
func (l list) bitmap() (*roaring.Bitmap, error) {
	docs, err := l.append(nil)
	if err != nil {
		return nil, err
	}
	return roaring.BitmapOf(docs...), nil
}

// append reads the list and appends it to docs.
func (l list) append(docs []uint32) ([]uint32, error) {
	if l.count > smallList {
		return readGaps(docs, l.data, l.count, l.docs)
	}
	data, doc := l.data, uint64(0)
	for i := range l.count {
		step, n := binary.Uvarint(data)
		if n <= 0 || i > 0 && step == 0 || step >= uint64(l.docs) {
			return docs, corrupt("a list is wrong")
		}
		if doc += step; doc >= uint64(l.docs) {
			return docs, corrupt("a list is wrong")
		}
		docs = append(docs, uint32(doc))
		data = data[n:]
	}
	if len(data) > 0 {
		return docs, corrupt("a list is wrong")
	}
	return docs, nil
}
