// Package bitcode writes and reads numbers as codes of bits, one behind the other: those
// that are small in most cases take few.
package bitcode

import (
	"encoding/binary"
	"math/bits"
)

// Writer appends bits to B, the lowest first.
type Writer struct {
	B   []byte
	acc uint64 // bits that are not in B yet
	n   uint   // how many, less than eight between calls
}

// Put appends the n lowest bits of v; n is 56 or less.
func (w *Writer) Put(v uint64, n uint) {
	w.acc |= v & (1<<n - 1) << w.n
	for w.n += n; w.n >= 8; w.n -= 8 {
		w.B = append(w.B, byte(w.acc))
		w.acc >>= 8
	}
}

// At is where the next bit goes.
func (w *Writer) At() int { return 8*len(w.B) + int(w.n) }

// Close fills up the last byte.
func (w *Writer) Close() []byte {
	if w.n > 0 {
		w.B = append(w.B, byte(w.acc))
		w.acc, w.n = 0, 0
	}
	return w.B
}

// Rice appends a number: what it has above its k lowest bits as so many ones and a
// zero, then these bits. From MaxUnary ones on it is the number in 32 bits instead.
func (w *Writer) Rice(v uint32, k uint) {
	if q := v >> k; q < MaxUnary {
		w.Put(1<<q-1, uint(q)+1)
		w.Put(uint64(v), k)
		return
	}
	w.Put(1<<MaxUnary-1, MaxUnary)
	w.Put(uint64(v), 32)
}

// MaxUnary is how many ones of Rice stand for a number in 32 bits.
const MaxUnary = 20

// Golomb appends a number by an exponential Golomb code of order k, 31 or less: of
// v>>k + 1, which has n bits, n-1 zeros and a one; then its n-1 lower bits and the k
// lowest bits of v. Where most numbers are far below the mean that is shorter than Rice.
func (w *Writer) Golomb(v uint32, k uint) {
	above := uint64(v)>>k + 1
	below := uint(bits.Len64(above)) - 1
	w.Put(1<<below, below+1)
	w.Put(above&(1<<below-1)|uint64(v)&(1<<k-1)<<below, below+k)
}

// Reader reads what a Writer has written. Behind the end there are zeros.
type Reader struct {
	B  []byte
	At uint // in bits
}

// Peek returns the next 57 bits or more.
func (r *Reader) Peek() uint64 {
	i := r.At >> 3
	if i+8 <= uint(len(r.B)) {
		return binary.LittleEndian.Uint64(r.B[i:]) >> (r.At & 7)
	}
	return r.last(i)
}

// last is Peek where less than eight bytes are left.
func (r *Reader) last(i uint) uint64 {
	var last [8]byte
	if i < uint(len(r.B)) {
		copy(last[:], r.B[i:])
	}
	return binary.LittleEndian.Uint64(last[:]) >> (r.At & 7)
}

// Get reads n bits, 32 or less.
func (r *Reader) Get(n uint) uint32 {
	v := r.Peek() & (1<<n - 1)
	r.At += n
	return uint32(v)
}

// Rice reads what Writer.Rice wrote.
func (r *Reader) Rice(k uint) uint32 {
	q := uint(bits.TrailingZeros64(^r.Peek()))
	if q >= MaxUnary {
		r.At += MaxUnary
		return r.Get(32)
	}
	r.At += q + 1
	return uint32(q)<<k | r.Get(k)
}

// Golomb reads what Writer.Golomb wrote; false where the next bits are no such code of a
// number of 32 bits, as behind the end.
func (r *Reader) Golomb(k uint) (uint32, bool) {
	v := r.Peek()
	below := uint(bits.TrailingZeros64(v))
	if below+k > 32 {
		return 0, false
	}
	if v >>= below + 1; 2*below+1+k > 56 {
		next := Reader{r.B, r.At + below + 1}
		v = next.Peek()
	}
	r.At += 2*below + 1 + k
	v &= 1<<(below+k) - 1
	n := (v&(1<<below-1)+1<<below-1)<<k | v>>below
	return uint32(n), n < 1<<32
}

// PlaceBytes is how many bytes a place in so many bytes of codes takes, in bits.
func PlaceBytes(length int) int { return (bits.Len(uint(8*length)) + 7) / 8 }

// AppendPlace appends a place in so many bytes, the lowest first.
func AppendPlace(b []byte, at uint, width int) []byte {
	for i := range width {
		b = append(b, byte(at>>(8*i)))
	}
	return b
}

// Place is the i-th of places of so many bytes each.
func Place(places []byte, i, width int) (at uint) {
	for j, c := range places[i*width:][:width] {
		at |= uint(c) << (8 * j)
	}
	return at
}

// Over says whether more was read than there is.
func (r *Reader) Over() bool { return r.At > 8*uint(len(r.B)) }
