package forest

import (
	"encoding/binary"
	"math/bits"

	"codeintel/index/internal/bitcode"
)

// hashSet are hashes of a file's words, of so many bits, numbered in ascending order.
// Elias-Fano: the lowest bits of each; and for what is above them, in the order of its
// values, as many ones as hashes have it, and a zero. That is two bits a hash and its
// lowest ones.
type hashSet struct {
	bits uint
	n    int
	low  []byte
	high []byte
}

// hashBits is how many bits of a word's hash are kept: the word of a question and one
// of a file, if they are not the same, are taken to be once in 16 million. pairBits are
// those of a pair of words.
const (
	hashBits = 24
	pairBits = 16
)

// lowBits is how many bits the lower part of n hashes has.
func lowBits(n int, width uint) uint { return width - min(uint(bits.Len(uint(n)))-1, width) }

// hashSizes are the lengths of low and high for n hashes, one or more.
func hashSizes(n int, width uint) (low, high int) {
	k := lowBits(n, width)
	return (n*int(k) + 7) / 8, (n + 1<<(width-k) + 7) / 8
}

// appendHashes appends low and high of a list that ascends; nothing where it is empty.
func appendHashes(b []byte, list []uint32, width uint) []byte {
	if len(list) == 0 {
		return b
	}
	k := lowBits(len(list), width)
	var low, high bitcode.Writer
	above := uint32(0)
	for _, h := range list {
		low.Put(uint64(h), k)
		for ; above < h>>k; above++ {
			high.Put(0, 1)
		}
		high.Put(1, 1)
	}
	for ; above < 1<<(width-k); above++ {
		high.Put(0, 1)
	}
	return append(append(b, low.Close()...), high.Close()...)
}

// each calls yield with all hashes, in their order.
func (s *hashSet) each(yield func(hash uint32)) {
	if s.n == 0 {
		return
	}
	k := lowBits(s.n, s.bits)
	low := bitcode.Reader{B: s.low}
	left, above := s.n, uint32(0)
	for i := 0; i < len(s.high) && left > 0; i += 8 {
		word := eight(s.high[i:])
		for n := min(8*(len(s.high)-i), 64); n > 0 && left > 0; n-- {
			if word&1 != 0 {
				yield((above<<k | low.Get(k)) & (1<<s.bits - 1))
				left--
			} else {
				above++
			}
			word >>= 1
		}
	}
}

// find is the number of a hash, -1 where it is none of them.
func (s *hashSet) find(hash uint32) int {
	if s.n == 0 {
		return -1
	}
	k := lowBits(s.n, s.bits)
	above := int(hash >> k)
	return s.among(hash, k, above, s.behindZero(above))
}

// among returns the number of a hash, -1 for none. above are its bits above the k lowest; the
// ones in high of the hashes that share them begin at at.
func (s *hashSet) among(hash uint32, k uint, above, at int) int {
	low := bitcode.Reader{B: s.low, At: uint(at-above) * k}
	for i := at - above; i >= 0 && i < s.n && s.high[at>>3]>>(at&7)&1 == 1; i++ {
		if v := low.Get(k); v >= hash&(1<<k-1) {
			if v == hash&(1<<k-1) {
				return i
			}
			break
		}
		at++
	}
	return -1
}

// findAll calls yield for each of hashes, which ascend, that is in the set, with its index
// among hashes and its number in the set. It reads the set only once.
func (s *hashSet) findAll(hashes []uint32, yield func(given, number int)) {
	if s.n == 0 {
		return
	}
	k := lowBits(s.n, s.bits)
	word, zeros := 0, 0 // the offset of eight bytes of high, and the number of zeros before
	for i, h := range hashes {
		above := int(h >> k)
		at := 0
		if above > 0 {
			holes := uint64(0)
			for ; word < len(s.high); word += 8 {
				holes = ^eight(s.high[word:])
				if n := bits.OnesCount64(holes); zeros+n >= above {
					break
				} else {
					zeros += n
				}
			}
			if word >= len(s.high) {
				return
			}
			for range above - zeros - 1 {
				holes &= holes - 1
			}
			at = 8*word + bits.TrailingZeros64(holes) + 1
		}
		if n := s.among(h, k, above, at); n >= 0 {
			yield(i, n)
		}
	}
}

// behindZero is the place in high behind so many zeros.
func (s *hashSet) behindZero(zeros int) int {
	if zeros == 0 {
		return 0
	}
	at := 0
	for ; at < len(s.high); at += 8 {
		holes := ^eight(s.high[at:])
		n := bits.OnesCount64(holes)
		if n < zeros {
			zeros -= n
			continue
		}
		for ; zeros > 1; zeros-- {
			holes &= holes - 1
		}
		return 8*at + bits.TrailingZeros64(holes) + 1
	}
	return 8*len(s.high) + zeros // not of what appendHashes writes
}

// eight are the next eight bytes, with ones behind the end.
func eight(b []byte) uint64 {
	if len(b) >= 8 {
		return binary.LittleEndian.Uint64(b)
	}
	last := [8]byte{255, 255, 255, 255, 255, 255, 255, 255}
	copy(last[:], b)
	return binary.LittleEndian.Uint64(last[:])
}
