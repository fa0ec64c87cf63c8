//go:build cgo

package weigh

/*
#cgo CFLAGS: -std=c11 -O2
#cgo noescape ci_weigh
#cgo nocallback ci_weigh
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

__attribute__((target("avx2")))
static void ci_weigh(uint32_t *sums, int dim, const uint8_t *table, const uint32_t *which, const uint32_t *weights, int n) {
	for (int j = 0; j < dim; j += 32) {
		__m256i *out = (__m256i *)(sums + j);
		__m256i a = _mm256_loadu_si256(out), b = _mm256_loadu_si256(out + 1);
		__m256i c = _mm256_loadu_si256(out + 2), d = _mm256_loadu_si256(out + 3);
		for (int i = 0; i < n; i++) {
			const uint8_t *row = table + (size_t)which[i] * (size_t)dim + j;
			__m256i w = _mm256_set1_epi32((int)weights[i]);
			a = _mm256_add_epi32(a, _mm256_mullo_epi32(w, _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)row))));
			b = _mm256_add_epi32(b, _mm256_mullo_epi32(w, _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(row + 8)))));
			c = _mm256_add_epi32(c, _mm256_mullo_epi32(w, _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(row + 16)))));
			d = _mm256_add_epi32(d, _mm256_mullo_epi32(w, _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(row + 24)))));
		}
		_mm256_storeu_si256(out, a);
		_mm256_storeu_si256(out + 1, b);
		_mm256_storeu_si256(out + 2, c);
		_mm256_storeu_si256(out + 3, d);
	}
}
*/
import "C"

import (
	"slices"

	"golang.org/x/sys/cpu"
)

func fastest(sums []uint32, table []byte, which, weights []uint32) {
	n, dim := len(which), len(sums)
	if !cpu.X86.HasAVX2 {
		portable(sums, table, which, weights)
		return
	}
	if n == 0 || dim == 0 {
		return
	}
	_, _ = weights[n-1], table[(int(slices.Max(which))+1)*dim-1]
	C.ci_weigh((*C.uint32_t)(&sums[0]), C.int(dim), (*C.uint8_t)(&table[0]), (*C.uint32_t)(&which[0]), (*C.uint32_t)(&weights[0]), C.int(n))
}
