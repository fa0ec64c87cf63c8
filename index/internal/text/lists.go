package text

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"unsafe"

	"github.com/RoaringBitmap/roaring/v2"
)

// A list is stored as codes or as a roaring bitmap. Codes take the least room, but are
// decoded document by document; a bitmap is used where it lies. One list in a hundred has
// more than a few hundred documents, and those were most of what a search had to decode.
const (
	// minBitmap is the minimum number of documents of a list that is a bitmap.
	minBitmap = 256
	// bitmapShare is the maximum size of a bitmap as a multiple of that of the codes.
	bitmapShare = 2
)

// The forms of a list. appendList chooses the shorter one of the two forms of a bitmap.
const (
	formCodes form = iota
	// formWords is a bit for each document up to the last one of the list, in words of 8
	// bytes (roaring.FromDense): the form of lists with a good part of all documents.
	formWords
	// formSerial is the serialized form of roaring bitmaps, without run containers, whose
	// validation takes time in the square of the number of runs.
	formSerial
	forms
)

type form uint8

// bitmapAlign is the alignment in bytes of bitmaps in a segment: they are used as numbers
// of 8 bytes.
const bitmapAlign = 8

// aligned returns the first multiple of bitmapAlign that is not below at.
func aligned[T int | uint64](at T) T { return (at + bitmapAlign - 1) &^ (bitmapAlign - 1) }

// appendList appends a list of documents, in ascending order, of a segment that has all
// documents, in the form that suits it.
func appendList(b []byte, docs []uint32, all uint32) ([]byte, form) {
	start := len(b)
	b = appendCodes(b, docs)
	n := len(docs)
	if n < minBitmap || uint32(n) > mostTelling(all) {
		return b, formCodes
	}
	words, serial := wordsSize(docs), serialSize(docs)
	switch most := bitmapShare * (len(b) - start); {
	case min(words, serial) > most:
		return b, formCodes
	case words <= serial:
		b = slices.Grow(b[:start], words)[:start+words]
		clear(b[start:])
		for _, d := range docs {
			b[start+int(d/8)] |= 1 << (d % 8)
		}
		return b, formWords
	}
	serialized, err := roaring.BitmapOf(docs...).ToBytes()
	if err != nil {
		return b, formCodes // a buffer does not fail
	}
	return append(b[:start], serialized...), formSerial
}

// mostTelling returns the maximum number of documents of a list that a search reads, in a
// segment of all documents: longer ones hardly tell documents apart.
func mostTelling(all uint32) uint32 { return all - all/8 }

// wordsSize returns the length of a list in formWords.
func wordsSize(docs []uint32) int { return 8 * (int(docs[len(docs)-1])/64 + 1) }

// serialSize returns the length of a list in formSerial.
func serialSize(docs []uint32) int {
	size := 8
	for len(docs) > 0 {
		key := docs[0] >> 16
		n, _ := slices.BinarySearchFunc(docs, key+1, func(d, next uint32) int { return int(d>>16) - int(next) })
		size += 8 + min(2*n, 1<<13)
		docs = docs[n:]
	}
	return size
}

// appendCodes appends a list as codes.
func appendCodes(b []byte, docs []uint32) []byte {
	if len(docs) > smallList {
		return appendGaps(b, docs)
	}
	last := uint32(0)
	for _, d := range docs {
		b = binary.AppendUvarint(b, uint64(d-last))
		last = d
	}
	return b
}

// list is the encoded list of the documents that have a trigram.
type list struct {
	count uint32
	docs  uint32 // of the segment
	form  form
	sum   uint32 // the checksum of a bitmap
	data  []byte
}

// bitmap returns the list as a bitmap. view reports that it lies in the segment, so that it
// must not be changed.
func (l list) bitmap() (b *roaring.Bitmap, view bool, err error) {
	if l.form != formCodes {
		b, err = l.view()
		return b, true, err
	}
	docs, err := l.append(nil)
	if err != nil {
		return nil, false, err
	}
	return roaring.BitmapOf(docs...), false, nil
}

// view returns the bitmap of a list where it lies. It fails with ErrCorrupt unless the
// checksum of its bytes is right and they are a bitmap of l.count documents below l.docs.
func (l list) view() (*roaring.Bitmap, error) {
	if crc32.Checksum(l.data, castagnoli) != l.sum {
		return nil, corrupt("the checksum of a bitmap is wrong")
	}
	data := l.data
	if uintptr(unsafe.Pointer(unsafe.SliceData(data)))%bitmapAlign != 0 {
		data = slices.Clone(data) // the segment itself is not aligned
	}
	b := viewSerial(data)
	if l.form == formWords {
		b = viewWords(data, l.docs)
	}
	if b == nil || b.GetCardinality() != uint64(l.count) || b.Maximum() >= l.docs {
		return nil, corrupt("a bitmap is wrong")
	}
	return b, nil
}

// viewWords returns the bitmap of a list in formWords, in a segment of docs documents; nil
// where data has a wrong length.
func viewWords(data []byte, docs uint32) *roaring.Bitmap {
	if len(data)%8 != 0 || uint64(len(data)) > 8*(uint64(docs)/64+1) {
		return nil
	}
	return roaring.FromDense(unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(data))), len(data)/8), false)
}

// noRuns is the number that a serialized bitmap without run containers begins with.
const noRuns = 12346

// viewSerial returns the bitmap of a list in formSerial; nil where data is none. The frozen
// form would be shorter by a few bytes, but a bitmap of FrozenView keeps pointers where the
// garbage collector doesn't see them.
func viewSerial(data []byte) *roaring.Bitmap {
	if len(data) < 8 || binary.LittleEndian.Uint32(data) != noRuns {
		return nil
	}
	b := roaring.New()
	if n, err := b.FromUnsafeBytes(data); err != nil || n != int64(len(data)) || b.Validate() != nil {
		return nil
	}
	return b
}

// append reads the list and appends it to docs.
func (l list) append(docs []uint32) ([]uint32, error) {
	switch {
	case l.form != formCodes:
		b, err := l.view()
		if err != nil {
			return docs, err
		}
		n := len(docs)
		docs = slices.Grow(docs, int(l.count))[:n+int(l.count)]
		b.ManyIterator().NextMany(docs[n:])
		return docs, nil
	case l.count > smallList:
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
