package main

// #include "kernel.h"
import "C"

import "sync"

// parallel runs f on the halves of 0…n, which begin at multiples of 8, so that the
// result does not depend on how many processors there are.
func parallel(n int, f func(from, to int)) {
	var wg sync.WaitGroup
	half := n / 2 &^ 7
	wg.Go(func() { f(0, half) })
	f(half, n)
	wg.Wait()
}

// product is out = a·bᵀ: a has n rows of k numbers, b has m; all are multiples of 8.
func product(out, a, b []float32, n, m, k int) {
	const block = 64 // rows of b that stay in the cache
	parallel(n, func(from, to int) {
		for j := 0; j < m; j += block {
			C.product((*C.float)(&out[from*m+j]), (*C.float)(&a[from*k]), (*C.float)(&b[j*k]), C.int(to-from), C.int(min(block, m-j)), C.int(k), C.int(m))
		}
	})
}

// gather adds the rows of a bag to out.
func gather(out, rows []float32, b *bag) {
	if len(b.ids) > 0 {
		C.gather((*C.float)(&out[0]), (*C.float)(&rows[0]), (*C.int32_t)(&b.ids[0]), (*C.float)(&b.weights[0]), C.int(len(b.ids)), dim)
	}
}

// scatter adds g to the rows of a bag, of the dimensions from…to.
func scatter(rows, g []float32, b *bag, weights []float32, from, to int) {
	if len(b.ids) > 0 {
		C.scatter((*C.float)(&rows[0]), (*C.float)(&g[0]), (*C.int32_t)(&b.ids[0]), (*C.float)(&weights[0]), C.int(len(b.ids)), dim, C.int(from), C.int(to))
	}
}

// transpose is out = aᵀ, of n rows of m numbers.
func transpose(out, a []float32, n, m int) {
	const block = 32
	for i := 0; i < n; i += block {
		for j := 0; j < m; j += block {
			for x := i; x < min(n, i+block); x++ {
				for y := j; y < min(m, j+block); y++ {
					out[y*n+x] = a[x*m+y]
				}
			}
		}
	}
}
