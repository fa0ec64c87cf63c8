package index

import (
	"encoding/binary"
	"math/bits"
	"sort"
)

// numberSet is a set of numbers below a limit, each of which has a rank: how many
// of the set are below it.
//
//	limit, how many there are (uint32 each)
//	marks   a bit for each number below the limit, the lowest first, in words of 64
//	ranks   of each word, how many are before it (uint32)
type numberSet []byte

const numberSetHead = 8

// newNumberSet is the set of sorted numbers below limit.
func newNumberSet(numbers []uint32, limit int) numberSet {
	marks := make([]uint64, wordsOf(limit))
	for _, n := range numbers {
		marks[n/64] |= 1 << (n % 64)
	}
	s := make(numberSet, 0, numberSetSize(limit))
	s = binary.LittleEndian.AppendUint32(s, uint32(limit))
	s = binary.LittleEndian.AppendUint32(s, uint32(len(numbers)))
	for _, m := range marks {
		s = binary.LittleEndian.AppendUint64(s, m)
	}
	before := 0
	for _, m := range marks {
		s = binary.LittleEndian.AppendUint32(s, uint32(before))
		before += bits.OnesCount64(m)
	}
	return s
}

func wordsOf(limit int) int { return (limit + 63) / 64 }

func numberSetSize(limit int) int { return numberSetHead + 12*wordsOf(limit) }

// cutNumberSet takes the set that data begins with; an empty one where there is
// none.
func cutNumberSet(data []byte) (s numberSet, rest []byte) {
	if len(data) >= numberSetHead {
		if size := numberSetSize(int(binary.LittleEndian.Uint32(data))); size <= len(data) {
			return numberSet(data[:size]), data[size:]
		}
	}
	return nil, nil
}

// numberReader is a numberSet that records which parts of it are read.
type numberReader struct {
	numberSet
	read noted
}

func (s numberSet) words() int { return (len(s) - numberSetHead) / 12 }

// len is how many numbers there are.
func (s numberSet) len() int {
	if len(s) == 0 {
		return 0
	}
	return int(binary.LittleEndian.Uint32(s[4:]))
}

func (s numberReader) marks(word int) uint64 {
	b := s.numberSet[numberSetHead+8*word:][:8]
	s.read.note(b)
	return binary.LittleEndian.Uint64(b)
}

func (s numberReader) before(word int) int {
	b := s.numberSet[numberSetHead+8*s.words()+4*word:][:4]
	s.read.note(b)
	return int(binary.LittleEndian.Uint32(b))
}

// rank is that of a number; false when it is not in the set.
func (s numberReader) rank(number uint32) (int, bool) {
	word := int(number / 64)
	if len(s.numberSet) == 0 || word >= s.words() {
		return 0, false
	}
	marks, bit := s.marks(word), uint64(1)<<(number%64)
	rank := s.before(word) + bits.OnesCount64(marks&(bit-1))
	return rank, marks&bit != 0 && rank < s.len()
}

// number is the inverse of rank.
func (s numberReader) number(rank int) uint32 {
	word := sort.Search(s.words(), func(i int) bool { return s.before(i) > rank }) - 1
	if word < 0 {
		return 0
	}
	marks := s.marks(word)
	for range min(rank-s.before(word), 63) {
		marks &= marks - 1
	}
	return uint32(64*word + min(bits.TrailingZeros64(marks), 63))
}

// each calls yield with the numbers, in their order.
func (s numberReader) each(yield func(rank int, number uint32)) {
	if len(s.numberSet) == 0 {
		return
	}
	rank, n := 0, s.len()
	for word := range s.words() {
		for marks := s.marks(word); marks != 0 && rank < n; marks &= marks - 1 {
			yield(rank, uint32(64*word+bits.TrailingZeros64(marks)))
			rank++
		}
	}
}

// within calls yield with the numbers from first on and below end, in their order.
func (s numberReader) within(first, end uint32, yield func(number uint32)) {
	if len(s.numberSet) == 0 {
		return
	}
	for word := int(first / 64); word < min(s.words(), wordsOf(int(end))); word++ {
		for marks := s.marks(word); marks != 0; marks &= marks - 1 {
			if n := uint32(64*word + bits.TrailingZeros64(marks)); first <= n && n < end {
				yield(n)
			}
		}
	}
}
