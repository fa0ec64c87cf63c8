package store

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// blockSize is how many bytes of a generation are compared at a time: the size of a page of
// memory, so that little more is compared than was read.
const blockSize = 4 << 10

// blocks holds checksums of a content that was whole when it was opened, by which it is
// compared again, block by block. The memory that maps a file may change afterwards
// without a sign: a bit flips in it, or the disk returns other bytes when the kernel reads
// a page again.
type blocks struct {
	// sums[i] is the checksum of the content up to the end of block i. Computing that of
	// the whole content yields all of them, and a run of blocks is compared by two.
	sums []uint32
	next atomic.Uint64 // where recheck goes on

	first uintptr // the address of the content
	size  uintptr
	// read has a bit for each block that was read since it was last compared.
	read     []atomic.Uint64
	mu       sync.Mutex        // is held while blocks that were read are compared
	readings map[*Reading]bool // those that have not ended
}

// sumBlocks returns the checksums of a content, and that of the whole.
func sumBlocks(data []byte) (b *blocks, whole uint32) {
	count := (len(data) + blockSize - 1) / blockSize
	b = &blocks{
		sums: make([]uint32, 0, count), first: uintptr(unsafe.Pointer(unsafe.SliceData(data))), size: uintptr(len(data)),
		read: make([]atomic.Uint64, (count+63)/64), readings: map[*Reading]bool{},
	}
	for ; len(data) > 0; data = data[min(blockSize, len(data)):] {
		whole = crc32.Update(whole, castagnoli, data[:min(blockSize, len(data))])
		b.sums = append(b.sums, whole)
	}
	return b, whole
}

// whole reports whether the blocks from first up to but not including end are unchanged.
func (b *blocks) whole(data []byte, first, end int) bool {
	before := uint32(0)
	if first > 0 {
		before = b.sums[first-1]
	}
	return crc32.Update(before, castagnoli, data[first*blockSize:min(end*blockSize, len(data))]) == b.sums[end-1]
}

// recheck compares the next n bytes of the content, in whole blocks, and goes on at its
// beginning when it comes to its end. It returns the offset of a block that differs, or -1.
func (b *blocks) recheck(data []byte, n int) int {
	count := min(n/blockSize, len(b.sums))
	if count == 0 {
		return -1
	}
	first := b.next.Add(uint64(count)) - uint64(count)
	for k := range count {
		if i := int((first + uint64(k)) % uint64(len(b.sums))); !b.whole(data, i, i+1) {
			return i * blockSize
		}
	}
	return -1
}

// note records that the n bytes of the content from offset at are read.
func (b *blocks) note(at uintptr, n int) {
	if at >= b.size {
		return // not of the content
	}
	for i, last := at/blockSize, min(at+uintptr(n), b.size)-1; i <= last/blockSize; i++ {
		if word, bit := &b.read[i/64], uint64(1)<<(i%64); word.Load()&bit == 0 {
			word.Or(bit)
		}
	}
}

// take returns the blocks to compare for a reading, which may be nil, as bits: those that
// were read since they were last compared, and those that were compared for other readings
// since r began. It adds the former to the shared blocks of all readings that have not
// ended, and clears their bits. mu is held.
func (b *blocks) take(r *Reading) []uint64 {
	taken := make([]uint64, len(b.read))
	for i := range b.read {
		if b.read[i].Load() != 0 {
			taken[i] = b.read[i].Swap(0)
			for other := range b.readings {
				other.shared[i] |= taken[i]
			}
		}
		if r != nil {
			taken[i] |= r.shared[i]
		}
	}
	return taken
}

// compare compares the blocks with a bit in set. It returns the offset of the first run of
// them that differs, or -1.
func (b *blocks) compare(data []byte, set []uint64) int {
	for i := 0; i < len(b.sums); {
		word := set[i/64] >> (i % 64)
		if word == 0 {
			i += 64 - i%64
			continue
		}
		i += bits.TrailingZeros64(word)
		first := i
		for i < len(b.sums) && set[i/64]>>(i%64)&1 != 0 {
			i++
		}
		if !b.whole(data, first, i) {
			return first * blockSize
		}
	}
	return -1
}

// differs returns the error of a content that differs in blocks from the offset at on; nil
// for -1.
func differs(at int) error {
	if at < 0 {
		return nil
	}
	return damaged("its content does not agree with its checksum from byte %d on", at)
}

// Note records that a part of the content is about to be read, so that the End of each
// Reading in progress compares it. It ignores memory that is not part of the content.
func (g *Generation) Note(part []byte) {
	if g.blocks != nil && len(part) > 0 {
		g.blocks.note(uintptr(unsafe.Pointer(unsafe.SliceData(part)))-g.blocks.first, len(part))
	}
}

// A Reading spans the time in which an answer is made from a generation: between Read and
// End, Note records the parts that are read.
type Reading struct {
	g      *Generation
	shared []uint64 // the blocks that were compared for other readings since it began
}

// Read begins a Reading. Its End must be called.
func (g *Generation) Read() *Reading {
	r := &Reading{g: g}
	if b := g.blocks; b != nil {
		r.shared = make([]uint64, len(b.read))
		b.mu.Lock()
		defer b.mu.Unlock()
		b.readings[r] = true
	}
	return r
}

// End compares the parts of the content that were noted since the reading began, and those
// that were noted before and never compared, with their checksums. It fails with ErrDamaged
// where one has changed since the generation was opened. Further calls do nothing.
func (r *Reading) End() error {
	b := r.g.blocks
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.readings[r] {
		return nil
	}
	delete(b.readings, r)
	return r.g.compare(r)
}

// Compare does what Reading.End does, for parts that were noted without a Reading.
func (g *Generation) Compare() error {
	if g.blocks == nil {
		return nil
	}
	g.blocks.mu.Lock()
	defer g.blocks.mu.Unlock()
	return g.compare(nil)
}

// compare compares the blocks that take returns for r. blocks.mu is held.
func (g *Generation) compare(r *Reading) error {
	g.mu.RLock()
	defer g.mu.RUnlock()
	set := g.blocks.take(r)
	if g.data == nil {
		return nil
	}
	return Guard(func() error {
		return differs(g.blocks.compare(g.data, set))
	})
}

// Recheck compares the next n bytes of the content, in whole blocks of 4 KiB, with their
// checksums, and goes on at the beginning when it comes to the end. It fails with ErrDamaged
// where a block has changed since the generation was opened. It does nothing for a
// generation of CurrentUnchecked.
func (g *Generation) Recheck(n int) error {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.blocks == nil || g.data == nil {
		return nil
	}
	return Guard(func() error {
		return differs(g.blocks.recheck(g.data, n))
	})
}

// Recheck compares artefacts of some kinds with their checksums, about n bytes of them; it
// goes on where it ended. It is for those that are held (Hold), which are compared when
// they are looked up and not again. A pack with one that differs is a finding and not used
// any more. Recheck returns how many packs it gave up.
func (s *Store) Recheck(n int, kinds ...Kind) (lost int) {
	v := s.acquire()
	if v == nil {
		return 0
	}
	defer s.release(v)
	s.mu.Lock()
	at := s.rechecked
	s.mu.Unlock()
	first := max(0, slices.IndexFunc(v.packs, func(p *pack) bool { return p.name == at.pack }))
	var gone []*pack
	for k := 0; k <= len(v.packs) && n > 0 && len(v.packs) > 0; k++ {
		p := v.packs[(first+k)%len(v.packs)]
		if p.name != at.pack {
			at = place{pack: p.name}
		}
		err := Guard(func() (err error) {
			for ; at.row < p.count && n > 0 && err == nil; at.row++ {
				row := p.row(at.row)
				n -= rowSize
				if slices.Contains(kinds, Kind(row[rowKind])) {
					n -= int(binary.LittleEndian.Uint32(row[rowLength:]))
					_, err = p.data(row)
				}
			}
			return err
		})
		if err != nil {
			s.note(finding(p.path, err))
			gone = append(gone, p)
		}
		if at.row == p.count || err != nil {
			at = place{}
		}
	}
	s.mu.Lock()
	s.rechecked = at
	s.mu.Unlock()
	if len(gone) > 0 {
		s.replace(nil, gone)
	}
	return len(gone)
}

// A place is where Store.Recheck goes on: at a row of a pack.
type place struct {
	pack string
	row  int
}
