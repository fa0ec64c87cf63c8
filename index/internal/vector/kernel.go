package vector

import "math"

// A block is 32 rows whose signs lie side by side: byte 32*p+j has the signs of
// elements 8p to 8p+7 of row j, the lowest bit first, 1 for what is negative.
const blockRows = 32

// kernels is the arithmetic that a search spends its time with. There may be
// several, and they have the same results, to the bit.
type kernels struct {
	// scan estimates the cosines of the rows of blocks.
	//
	// signs has size bytes for each row. tables has 32 bytes for each of them: for
	// each value of the lower four bits what they add to the sum of a row, then the
	// same for the upper four. ratios has a number for each row, 0 where there is
	// none. A key is 0 where there is no row, else
	//
	//	(sum*scale + offset) * ratio + keyZero
	//
	// cut to an integer from 1 to 65535. tops has the greatest key of each block.
	scan func(signs []byte, size int, tables []byte, ratios []float32, scale, offset float32, keys, tops []uint16)
	// dots multiplies rows with a query, and with themselves. A row has stride
	// bytes, the upper bits of as many elements as the query has, a multiple of 32,
	// then stride/8 with the lowest ones.
	dots func(rows []byte, query []int16, products, squares []int32)
	// summarise is of such rows the signs, stride/8 bytes each, the sums of the
	// elements without their signs, and the sums of their squares.
	summarise func(rows []byte, stride int, signs []byte, sums, squares []int32)
	// hadamard multiplies v, whose length is a power of two, with Hadamard's matrix,
	// and with scale.
	hadamard func(v []float32, scale float32)
}

// keyUnit is what a cosine of 1 adds to the key of a cosine of 0. An estimate
// may be greater than 1.
const (
	keyUnit = 24000
	keyZero = 32768
)

// portable is the arithmetic in Go.
var portable = kernels{scan: scan, dots: dots, summarise: summarise, hadamard: hadamard}

// arithmetic is that of this processor, for what has no index.
var arithmetic = fastest()

func scan(signs []byte, size int, tables []byte, ratios []float32, scale, offset float32, keys, tops []uint16) {
	// One look at a table of 256 sums is cheaper than two at tables of 16.
	wide := make([]uint16, 256*size)
	for p := range size {
		low, high := tables[32*p:][:16], tables[32*p+16:][:16]
		for v := range 256 {
			wide[256*p+v] = uint16(low[v&15]) + uint16(high[v>>4])
		}
	}
	for b := range tops {
		var sums [blockRows]uint16
		for p := range size {
			table := (*[256]uint16)(wide[256*p:])
			at := (*[blockRows]byte)(signs[(b*size+p)*blockRows:])
			for j, v := range at {
				sums[j] += table[v]
			}
		}
		var top uint16
		for j, sum := range sums {
			// Conversions keep products from being added to before they are rounded.
			ratio, key := ratios[b*blockRows+j], uint16(0)
			if ratio > 0 {
				x := float32(float32(sum)*scale) + offset
				x = float32(x*ratio) + keyZero
				key = uint16(max(1, min(int32(x), math.MaxUint16)))
			}
			keys[b*blockRows+j] = key
			top = max(top, key)
		}
		tops[b] = top
	}
}

func dots(rows []byte, query []int16, products, squares []int32) {
	stride := len(query)
	for i := range products {
		row := rows[i*(stride+stride/8):][:stride+stride/8]
		var product, square int32
		for j, q := range query {
			e := element(row, stride, j)
			product += e * int32(q)
			square += e * e
		}
		products[i], squares[i] = product, square
	}
}

func summarise(rows []byte, stride int, signs []byte, sums, squares []int32) {
	clear(signs)
	for i := range sums {
		row := rows[i*(stride+stride/8):][:stride+stride/8]
		var sum, square int32
		for j := range stride {
			e := element(row, stride, j)
			square += e * e
			sum += max(e, -e)
			signs[(i*stride+j)/8] |= row[j] >> 7 << (j % 8)
		}
		sums[i], squares[i] = sum, square
	}
}

func element(row []byte, stride, j int) int32 {
	return int32(int8(row[j]))*2 + int32(row[stride+j/8]>>(j%8)&1)
}
