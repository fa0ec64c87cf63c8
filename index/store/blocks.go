package store

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"sync/atomic"
)

// blockSize is how many bytes of a generation are compared at a time: so many cost a few
// microseconds.
const blockSize = 64 << 10

// blocks are the checksums by which a content that was whole when it was opened is
// compared again, block by block. The memory that maps a file may change afterwards
// without a sign: a bit flips in it, or the disk returns other bytes when the kernel reads
// a page again.
type blocks struct {
	// sums[i] is the checksum of the content up to the end of block i. So they are a
	// by-product of that of the whole content, and a block is compared by two of them.
	sums []uint32
	next atomic.Uint64 // where recheck goes on
}

// sumBlocks returns the checksums of a content, and that of the whole.
func sumBlocks(data []byte) (b *blocks, whole uint32) {
	b = &blocks{sums: make([]uint32, 0, (len(data)+blockSize-1)/blockSize)}
	for ; len(data) > 0; data = data[min(blockSize, len(data)):] {
		whole = crc32.Update(whole, castagnoli, data[:min(blockSize, len(data))])
		b.sums = append(b.sums, whole)
	}
	return b, whole
}

// whole reports whether block i of the content is what it was.
func (b *blocks) whole(data []byte, i int) bool {
	before := uint32(0)
	if i > 0 {
		before = b.sums[i-1]
	}
	return crc32.Update(before, castagnoli, data[i*blockSize:min((i+1)*blockSize, len(data))]) == b.sums[i]
}

// recheck compares the next n bytes of the content, in whole blocks, and begins again at its end.
// It returns the first byte of a block that differs, or -1.
func (b *blocks) recheck(data []byte, n int) int {
	count := min(n/blockSize, len(b.sums))
	if count == 0 {
		return -1
	}
	first := b.next.Add(uint64(count)) - uint64(count)
	for k := range count {
		if i := int((first + uint64(k)) % uint64(len(b.sums))); !b.whole(data, i) {
			return i * blockSize
		}
	}
	return -1
}

// Recheck compares the next n bytes of the content, in whole blocks of 64 KiB, with what they were when the
// generation was opened; when it comes to the end it begins again. So whoever calls it
// after each use has all of it compared again and again, and a state of up to n bytes each
// time. It fails with ErrDamaged. It does nothing for one of CurrentUnchecked.
func (g *Generation) Recheck(n int) error {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.blocks == nil || g.data == nil {
		return nil
	}
	return Guard(func() error {
		if at := g.blocks.recheck(g.data, n); at >= 0 {
			return damaged("its content does not agree with its checksum from byte %d on", at)
		}
		return nil
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
