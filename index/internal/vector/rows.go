// Package vector finds the rows that are nearest to a query, by cosine. Rows are
// kept with nine bits for an element, in the files' artefacts; a search looks at the signs of all rows
// first, which are in memory, and at the rows themselves for the few that may be
// among the nearest.
package vector

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// MaxDim is the greatest dimension of a vector.
const MaxDim = 4096

// The rows of a file, as they are kept:
//
//	version  1 byte
//	         1 byte, 0
//	dim      2 bytes, little-endian
//	n        4 bytes, little-endian
//	rows     n of them
//
// A row is dim numbers from -255 to 255: the upper eight bits of each, dim bytes,
// then the lowest bit of each, eight to a byte, the first one lowest. With eight
// bits alone, one in a hundred of the ten nearest rows is another one than by the
// vectors themselves. They are a vector, turned (see rotation), and scaled so that
// its greatest element is 255: what it stands for is its direction. All zeros stand
// for a vector without one.
const (
	rowsVersion = 1
	headerSize  = 8
)

// rowSize is the bytes of a row.
func rowSize(dim int) int { return dim + signSize(dim) }

// signSize is the bytes of one bit of each element.
func signSize(dim int) int { return (dim + 7) / 8 }

var errRows = errors.New("damaged vectors")

// Quantise makes the artefact of a file from its vectors, len(vectors)/dim of
// dim elements each, one after the other. The length of a vector does not count.
// One of zeros, or with an element that is no finite number, is a row that no
// search finds. It is nil where dim is not from 1 to MaxDim, and where vectors are
// no multiple of it.
func Quantise(dim int, vectors []float32) []byte {
	if dim < 1 || dim > MaxDim || len(vectors)%dim != 0 {
		return nil
	}
	n := len(vectors) / dim
	out := make([]byte, headerSize+n*rowSize(dim))
	out[0] = rowsVersion
	binary.LittleEndian.PutUint16(out[2:], uint16(dim))
	binary.LittleEndian.PutUint32(out[4:], uint32(n))
	turn := newRotation(dim)
	v := make([]float32, dim)
	for i := range n {
		if !level(v, vectors[i*dim:][:dim]) {
			continue
		}
		turn.apply(v)
		row, scale := out[headerSize+i*rowSize(dim):][:rowSize(dim)], 255/greatest(v)
		for j, e := range v {
			// Added to 1.5 × 2²³ a number is rounded to an integer: the lowest bits.
			bits := math.Float32bits(float32(e*scale) + 3<<22)
			row[j] = byte(bits >> 1)
			row[dim+j/8] |= byte(bits&1) << (j % 8)
		}
	}
	return out
}

// readRows checks the artefact of a file, and is its rows.
func readRows(dim int, b []byte) (rows []byte, n int, err error) {
	switch {
	case len(b) < headerSize:
		return nil, 0, fmt.Errorf("%w: %d bytes are no header", errRows, len(b))
	case b[0] != rowsVersion || b[1] != 0:
		return nil, 0, fmt.Errorf("%w: version %d.%d is not known", errRows, b[0], b[1])
	}
	if d := int(binary.LittleEndian.Uint16(b[2:])); d != dim {
		return nil, 0, fmt.Errorf("%w: they have dimension %d, not %d", errRows, d, dim)
	}
	rows = b[headerSize:]
	if n := uint64(binary.LittleEndian.Uint32(b[4:])); n*uint64(rowSize(dim)) != uint64(len(rows)) {
		return nil, 0, fmt.Errorf("%w: %d rows do not take %d bytes", errRows, n, len(rows))
	}
	return rows, len(rows) / rowSize(dim), nil
}

// level writes v to out, scaled where sums of its elements might be too great or
// too small for a float32. It is false where v has no direction.
func level(out, v []float32) bool {
	switch most := greatest(v); {
	case most == 0 || !(most <= math.MaxFloat32):
		return false
	case most > 1<<60 || most < 1.0/(1<<60):
		for i, e := range v {
			out[i] = e / most
		}
	default:
		copy(out, v)
	}
	return true
}

// greatest is the greatest element of v, without its sign; one that is no number
// is greater than all that are.
func greatest(v []float32) float32 {
	var most uint32
	for _, e := range v {
		most = max(most, math.Float32bits(e)<<1)
	}
	return math.Float32frombits(most >> 1)
}

// rotation turns vectors about the origin, always the same way for a dimension.
// Cosines stay what they are, and the direction that a few elements had is spread
// over all: each sign of a turned vector says as much as the others, and how far
// a cosine by signs is from the true one is a matter of chance, whatever the
// vectors are.
type rotation struct {
	signs  []float32 // 1 and -1; the dimension of them for each round
	window int       // the greatest power of two within the dimension
}

func newRotation(dim int) rotation {
	r := rotation{window: 1}
	for 2*r.window <= dim {
		r.window *= 2
	}
	rounds := 2
	if r.window < dim {
		rounds = 4
	}
	r.signs = make([]float32, rounds*dim)
	state := uint64(0x9e3779b97f4a7c15)
	for i := range r.signs {
		// xorshift64*, by Vigna.
		state ^= state >> 12
		state ^= state << 25
		state ^= state >> 27
		r.signs[i] = 1 - 2*float32(state*0x2545f4914f6cdd1d>>63)
	}
	return r
}

// apply turns v. It makes the same bits on every machine: no product is added to
// before it is rounded.
func (r rotation) apply(v []float32) {
	scale := float32(1 / math.Sqrt(float64(r.window)))
	for at := 0; at < len(r.signs); at += len(v) {
		for j, s := range r.signs[at:][:len(v)] {
			v[j] *= s
		}
		// The first elements and the last by turns.
		if at/len(v)%2 == 0 {
			arithmetic.hadamard(v[:r.window], scale)
		} else {
			arithmetic.hadamard(v[len(v)-r.window:], scale)
		}
	}
}

// hadamard is kernels.hadamard.
func hadamard(v []float32, scale float32) {
	half := 1
	// Two steps at once, as long as there are two: the sums of neighbours, and
	// the sums of these.
	for ; 4*half <= len(v); half *= 4 {
		for at := 0; at < len(v); at += 4 * half {
			a, b, c, d := v[at:][:half], v[at+half:][:half], v[at+2*half:][:half], v[at+3*half:][:half]
			for i, w := range a {
				x, y, z := b[i], c[i], d[i]
				w, x = w+x, w-x
				y, z = y+z, y-z
				a[i], b[i], c[i], d[i] = w+y, x+z, w-y, x-z
			}
		}
	}
	if half < len(v) {
		a, b := v[:half], v[half:][:half]
		for i, x := range a {
			a[i], b[i] = x+b[i], x-b[i]
		}
	}
	for i := range v {
		v[i] *= scale
	}
}
