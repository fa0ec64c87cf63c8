// Package radix sorts numbers byte by byte, without comparing them: many at a time in a
// third of what slices.Sort takes.
package radix

import (
	"slices"
	"unsafe"
)

// few is how many numbers slices.Sort has sorted before the bytes are counted.
const few = 200

// Sort sorts list, in ascending order. room is memory that it may use and returns, or
// more of it; nil is none.
func Sort[T uint32 | uint64](list, room []T) []T {
	if len(list) <= few {
		slices.Sort(list)
		return room
	}
	var all [8][256]uint32
	counts := all[:unsafe.Sizeof(list[0])]
	for _, x := range list {
		for b := range counts {
			counts[b][byte(x>>(8*b))]++
		}
	}
	room = slices.Grow(room[:0], len(list))[:len(list)]
	from, to := list, room
	for b := range counts {
		at := &counts[b]
		if at[byte(list[0]>>(8*b))] == uint32(len(list)) {
			continue // all have the same one
		}
		sum := uint32(0)
		for i, n := range at {
			at[i], sum = sum, sum+n
		}
		for _, x := range from {
			d := byte(x >> (8 * b))
			to[at[d]] = x
			at[d]++
		}
		from, to = to, from
	}
	if &from[0] != &list[0] {
		copy(list, from)
	}
	return room
}
