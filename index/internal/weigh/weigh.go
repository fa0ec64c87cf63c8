// Package weigh sums up rows of bytes.
package weigh

import "encoding/binary"

// Add adds rows of a table to sums, each element times the row's weight. The table has
// len(sums) bytes for each row, a multiple of 32; which are the numbers of the rows that
// are added, weights as many. No sum may reach 2^32. The result is the same on every
// machine.
func Add(sums []uint32, table []byte, which, weights []uint32) {
	fastest(sums, table, which, weights)
}

func portable(sums []uint32, table []byte, which, weights []uint32) {
	// Two sums in each number: eight bytes are added with four multiplications.
	const lanes = 0x000000ff000000ff
	for at := 0; at < len(sums); at += 8 {
		out := sums[at:][:8]
		var pairs [4]uint64
		for i := range pairs {
			pairs[i] = uint64(out[i]) | uint64(out[i+4])<<32
		}
		a, b, c, d := pairs[0], pairs[1], pairs[2], pairs[3]
		for i, n := range which {
			x, w := binary.LittleEndian.Uint64(table[int(n)*len(sums)+at:]), uint64(weights[i])
			a += x & lanes * w
			b += x >> 8 & lanes * w
			c += x >> 16 & lanes * w
			d += x >> 24 & lanes * w
		}
		for i, sum := range [4]uint64{a, b, c, d} {
			out[i], out[i+4] = uint32(sum), uint32(sum>>32)
		}
	}
}
