package text

import (
	"math/bits"
	"slices"

	"codeintel/index/internal/bitcode"
)

// maxOrder is the highest order of the codes of gaps.
const maxOrder = 31

// appendGaps appends a list of documents, which ascend: a byte k, and of each the number
// of documents between it and the one before, as an exponential Golomb code of order k.
// Files that lie together have much in common, so most gaps are far shorter than the mean,
// and a trigram takes some 5 bits a document where a bitmap's containers take 16.
func appendGaps(b []byte, docs []uint32) []byte {
	var lengths [33]int // how many gaps have so many bits
	next := uint32(0)
	for _, d := range docs {
		lengths[bits.Len32(d-next)]++
		next = d + 1
	}
	k, least := uint(0), -1
	for try := range uint(maxOrder + 1) {
		size := 0 // about
		for length, n := range lengths {
			size += n * (2*max(length-int(try), 0) + 1 + int(try))
		}
		if least < 0 || size < least {
			k, least = try, size
		}
	}
	w := bitcode.Writer{B: append(b, byte(k))}
	next = 0
	for _, d := range docs {
		w.Golomb(d-next, k)
		next = d + 1
	}
	return w.Close()
}

// readGaps reads what appendGaps wrote of so many documents, all below limit, and appends
// them to docs. Its error wraps ErrCorrupt.
func readGaps(docs []uint32, data []byte, count, limit uint32) ([]uint32, error) {
	if len(data) == 0 || data[0] > maxOrder || uint64(count) > 8*uint64(len(data)) {
		return docs, corrupt("a list is wrong")
	}
	k, r := uint(data[0]), bitcode.Reader{B: data[1:]}
	docs = slices.Grow(docs, int(count))
	next := uint64(0) // the first document that may follow
	for range count {
		gap, ok := r.Golomb(k)
		if next += uint64(gap); !ok || next >= uint64(limit) {
			return docs, corrupt("a list is wrong")
		}
		docs = append(docs, uint32(next))
		next++
	}
	if (r.At+7)/8 != uint(len(r.B)) {
		return docs, corrupt("a list is wrong")
	}
	return docs, nil
}
