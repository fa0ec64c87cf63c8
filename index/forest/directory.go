package forest

import (
	"encoding/binary"
	"math/bits"
)

// directory says which files may have a word, by the highest bits of its hash: a question
// looks into these only. It takes about a byte for each different word of a file, and is
// made of the files when the first question is asked.
type directory struct {
	files []*file // by path
	// shift is how many bits of a hash do not count. The numbers of the files of the
	// hashes with the same bits are in lists, from one of starts to the next, each as the
	// distance to the one before (uvarint).
	shift  uint
	starts []uint32
	lists  []byte
}

// Bits of a hash that a directory of some words looks at.
const (
	leastBits = 4
	mostBits  = 16
)

func newDirectory(files []*file) *directory {
	words := 0
	for _, x := range files {
		words += x.part.words.n
	}
	width := min(max(bits.Len(uint(words/16)), leastBits), mostBits)
	d := &directory{files: files, shift: hashBits - uint(width), starts: make([]uint32, 1<<width+1)}
	// First how long each list is, then the lists.
	next := make([]uint32, 1<<width) // the least number that a list does not have yet
	d.each(next, func(bucket, distance uint32) {
		d.starts[bucket+1] += uint32((bits.Len32(distance|1) + 6) / 7)
	})
	for i := range d.starts[1:] {
		d.starts[i+1] += d.starts[i]
	}
	d.lists = make([]byte, d.starts[1<<width])
	at := append([]uint32(nil), d.starts...)
	clear(next)
	d.each(next, func(bucket, distance uint32) {
		at[bucket] += uint32(binary.PutUvarint(d.lists[at[bucket]:], uint64(distance)))
	})
	return d
}

// each calls yield with what comes into the list of a bucket, in order.
func (d *directory) each(next []uint32, yield func(bucket, distance uint32)) {
	for i, x := range d.files {
		x.part.words.each(func(hash uint32) {
			if bucket := hash >> d.shift; uint32(i) >= next[bucket] {
				yield(bucket, uint32(i)-next[bucket])
				next[bucket] = uint32(i) + 1
			}
		})
	}
}

// mark sets a bit in the masks of the files, by their numbers, that may have a word.
func (d *directory) mark(hash uint32, bit uint64, masks []uint64) {
	bucket := hash >> d.shift
	list := d.lists[d.starts[bucket]:d.starts[bucket+1]]
	for i := uint64(0); len(list) > 0; i++ {
		distance, n := binary.Uvarint(list)
		list = list[n:]
		i += distance
		masks[i] |= bit
	}
}

// directory is that of the forest, or of an earlier one that most files are of.
func (f *Forest) directory() *directory {
	f.asked.Lock()
	defer f.asked.Unlock()
	if f.known == nil {
		f.known, f.unknown = newDirectory(f.files), 0
	}
	return f.known
}

// mostUnknown is how many files that are in no directory a question looks into.
const mostUnknown = 200

// inherit takes over the directory of an earlier forest, unless too many files have
// changed since.
func (f *Forest) inherit(o *Forest, changed int) {
	o.asked.Lock()
	defer o.asked.Unlock()
	if unknown := o.unknown + changed; o.known != nil && unknown <= mostUnknown {
		f.known, f.unknown = o.known, unknown
	}
}
