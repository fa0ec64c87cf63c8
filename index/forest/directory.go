package forest

import (
	"encoding/binary"
	"math"
	"math/bits"

	"codeintel/index/internal/bitcode"
)

// directory says which files have a word, and where its postings are: a question looks
// into these only. It takes some four bytes for each different word of a file, and is made
// of the files when the second question is asked.
type directory struct {
	files  []*file // by path
	widths []uint8 // bytes of a place in the postings of each
	// The words whose hashes have the same bits above shift are in lists, from one of
	// starts to the next, by file. Each is the distance of the file's number to the one
	// before, with the other bits of the hash below it (uvarint), and the place of the
	// postings, of as many bytes as widths says.
	shift  uint
	starts []uint32
	lists  []byte
}

// Bits of a hash that tell lists apart.
const (
	leastBits = 4
	mostBits  = 18
)

// mostListed is how many bytes the lists of a directory have at most.
const mostListed = math.MaxUint32

// newDirectory is the directory of files; one of no files, which has questions look into
// each, where its lists would have more than most bytes.
func newDirectory(files []*file, most uint64) *directory {
	words := 0
	d := &directory{files: files, widths: make([]uint8, len(files))}
	for i, x := range files {
		words += x.part.words.n
		d.widths[i] = uint8(bitcode.PlaceBytes(len(x.part.posts)))
	}
	width := min(max(bits.Len(uint(words/4)), leastBits), mostBits)
	d.shift, d.starts = hashBits-uint(width), make([]uint32, 1<<width+1)
	// First how long each list is, then the lists.
	last := make([]uint32, 1<<width) // the number of the last file
	all := uint64(0)
	for i, x := range files {
		x.part.words.each(func(hash uint32) {
			bucket, v := d.entry(last, i, hash)
			size := uint32((bits.Len64(v|1)+6)/7) + uint32(d.widths[i])
			d.starts[bucket+1] += size
			all += uint64(size)
		})
	}
	if all > most {
		return &directory{}
	}
	for i := range d.starts[1:] {
		d.starts[i+1] += d.starts[i]
	}
	d.lists = make([]byte, d.starts[1<<width])
	next := append([]uint32(nil), d.starts...)
	clear(last)
	for i, x := range files {
		x.part.lists(func(hash uint32, place uint) {
			bucket, v := d.entry(last, i, hash)
			at := next[bucket]
			at += uint32(binary.PutUvarint(d.lists[at:], v))
			width := uint32(d.widths[i])
			bitcode.AppendPlace(d.lists[:at], place, int(width)) // in the room that is there
			next[bucket] = at + width
		})
	}
	return d
}

// entry is the list of a word of a file, and what comes into it before the place.
func (d *directory) entry(last []uint32, file int, hash uint32) (bucket uint32, v uint64) {
	bucket = hash >> d.shift
	v = uint64(uint32(file)-last[bucket])<<d.shift | uint64(hash&(1<<d.shift-1))
	last[bucket] = uint32(file)
	return bucket, v
}

// find calls yield with the numbers of the files that have a word, and where its postings
// are in each (see part.list).
func (d *directory) find(hash uint32, yield func(file int, place uint)) {
	if len(d.files) == 0 {
		return
	}
	bucket := hash >> d.shift
	list := d.lists[d.starts[bucket]:d.starts[bucket+1]]
	for i := uint64(0); len(list) > 0; {
		v, n := binary.Uvarint(list)
		i += v >> d.shift
		width := int(d.widths[i])
		if uint32(v)&(1<<d.shift-1) == hash&(1<<d.shift-1) {
			yield(int(i), bitcode.Place(list[n:], 0, width))
		}
		list = list[n+width:]
	}
}

// directory is that of the forest, or of an earlier one that most files are of; nil for the
// first question, to which it costs more to make one than to do without.
func (f *Forest) directory() *directory {
	f.asked.Lock()
	defer f.asked.Unlock()
	if f.known == nil && f.once {
		f.known, f.unknown = newDirectory(f.files, mostListed), 0
	}
	f.once = true
	return f.known
}

// directoryIfAny returns the directory where earlier questions have made one. To look up
// the words of one question in the files themselves costs less than to make it.
func (f *Forest) directoryIfAny() *directory {
	f.asked.Lock()
	defer f.asked.Unlock()
	return f.known
}

// mostUnknown is how many files may be in no directory.
const mostUnknown = 200

// inherit takes over the directory of an earlier forest, unless too many files have
// changed since.
func (f *Forest) inherit(o *Forest, changed int) {
	o.asked.Lock()
	defer o.asked.Unlock()
	f.once = o.once
	if unknown := o.unknown + changed; o.known != nil && unknown <= mostUnknown {
		f.known, f.unknown = o.known, unknown
	}
}
