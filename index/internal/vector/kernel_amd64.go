//go:build cgo

package vector

/*
#cgo CFLAGS: -std=c11 -O2
#cgo noescape ci_scan
#cgo nocallback ci_scan
#cgo noescape ci_dots
#cgo nocallback ci_dots
#cgo noescape ci_summarise
#cgo nocallback ci_summarise
#cgo noescape ci_hadamard
#cgo nocallback ci_hadamard
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))

// keys is the keys of eight rows, as 32-bit integers: (sum*scale + offset) * ratio
// + zero, with each step rounded as in Go.
AVX2 static inline __m256i keys8(__m128i sums, const float *ratios, __m256 scale, __m256 offset, __m256 zero) {
	__m256 x = _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(sums));
	x = _mm256_add_ps(_mm256_mul_ps(x, scale), offset);
	x = _mm256_add_ps(_mm256_mul_ps(x, _mm256_loadu_ps(ratios)), zero);
	return _mm256_cvttps_epi32(x);
}

// pack16 is sixteen 16-bit numbers in the order of two times eight of 32 bits.
AVX2 static inline __m256i pack16(__m256i low, __m256i high) {
	return _mm256_permute4x64_epi64(_mm256_packus_epi32(low, high), 0xd8);
}

// finish16 is the keys of sixteen rows: at least 1, and 0 where there is no row.
AVX2 static inline __m256i finish16(__m256i keys, const float *ratios) {
	__m256 none = _mm256_setzero_ps();
	__m256i low = _mm256_castps_si256(_mm256_cmp_ps(_mm256_loadu_ps(ratios), none, _CMP_GT_OQ));
	__m256i high = _mm256_castps_si256(_mm256_cmp_ps(_mm256_loadu_ps(ratios + 8), none, _CMP_GT_OQ));
	__m256i there = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xd8);
	return _mm256_and_si256(there, _mm256_max_epu16(keys, _mm256_set1_epi16(1)));
}

AVX2 static void ci_scan(const uint8_t *signs, int size, const uint8_t *tables, const float *ratios,
		float scale, float offset, float zero, int blocks, uint16_t *keys, uint16_t *tops) {
	const __m256i nibble = _mm256_set1_epi8(15);
	const __m256 vscale = _mm256_set1_ps(scale), voffset = _mm256_set1_ps(offset), vzero = _mm256_set1_ps(zero);
	for (int b = 0; b < blocks; b++, ratios += 32, keys += 32) {
		// A 16-bit element of both is the sum of an even row and 256 times that of the
		// odd row behind it, odd is the latter's.
		__m256i both = _mm256_setzero_si256(), odd = _mm256_setzero_si256();
		for (int p = 0; p < size; p++, signs += 32) {
			// The processor alone does not look far enough ahead to be kept busy. What is
			// behind the end is not read.
			_mm_prefetch((const char *)((uintptr_t)signs + 2048), _MM_HINT_T0);
			__m256i v = _mm256_loadu_si256((const __m256i *)signs);
			__m256i low = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(tables + 32 * p)));
			__m256i high = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(tables + 32 * p + 16)));
			low = _mm256_shuffle_epi8(low, _mm256_and_si256(v, nibble));
			high = _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble));
			both = _mm256_add_epi16(both, _mm256_add_epi16(low, high));
			odd = _mm256_add_epi16(odd, _mm256_add_epi16(_mm256_srli_epi16(low, 8), _mm256_srli_epi16(high, 8)));
		}
		__m256i even = _mm256_sub_epi16(both, _mm256_slli_epi16(odd, 8));
		// Rows 0 to 7 and 16 to 23, rows 8 to 15 and 24 to 31.
		__m256i first = _mm256_unpacklo_epi16(even, odd), second = _mm256_unpackhi_epi16(even, odd);
		__m256i front = pack16(keys8(_mm256_castsi256_si128(first), ratios, vscale, voffset, vzero),
			keys8(_mm256_castsi256_si128(second), ratios + 8, vscale, voffset, vzero));
		__m256i back = pack16(keys8(_mm256_extracti128_si256(first, 1), ratios + 16, vscale, voffset, vzero),
			keys8(_mm256_extracti128_si256(second, 1), ratios + 24, vscale, voffset, vzero));
		front = finish16(front, ratios);
		back = finish16(back, ratios + 16);
		_mm256_storeu_si256((__m256i *)keys, front);
		_mm256_storeu_si256((__m256i *)(keys + 16), back);
		__m256i most = _mm256_max_epu16(front, back);
		__m128i top = _mm_max_epu16(_mm256_castsi256_si128(most), _mm256_extracti128_si256(most, 1));
		top = _mm_minpos_epu16(_mm_xor_si128(top, _mm_set1_epi16(-1)));
		tops[b] = ~(uint16_t)_mm_extract_epi16(top, 0);
	}
}

AVX2 static inline int32_t sum8(__m256i v) {
	__m128i x = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
	x = _mm_add_epi32(x, _mm_shuffle_epi32(x, 0x4e));
	x = _mm_add_epi32(x, _mm_shuffle_epi32(x, 0xb1));
	return _mm_cvtsi128_si32(x);
}

// elements16 is sixteen elements of a row, from their upper bits and their lowest.
AVX2 static inline __m256i elements16(const uint8_t *upper, const uint8_t *lowest) {
	const __m256i each = _mm256_setr_epi16(1, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7,
		1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, (int16_t)(1 << 15));
	uint16_t bits;
	memcpy(&bits, lowest, sizeof bits);
	__m256i e = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)upper));
	__m256i ones = _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_set1_epi16((int16_t)bits), each), each); // -1 where set
	return _mm256_sub_epi16(_mm256_add_epi16(e, e), ones);
}

AVX2 static void ci_dots(const uint8_t *rows, const int16_t *query, int stride, int n, int32_t *products, int32_t *squares) {
	for (int i = 0; i < n; i++, rows += stride + stride / 8) {
		__m256i product = _mm256_setzero_si256(), square = _mm256_setzero_si256();
		for (int j = 0; j < stride; j += 16) {
			__m256i e = elements16(rows + j, rows + stride + j / 8);
			product = _mm256_add_epi32(product, _mm256_madd_epi16(e, _mm256_loadu_si256((const __m256i *)(query + j))));
			square = _mm256_add_epi32(square, _mm256_madd_epi16(e, e));
		}
		products[i] = sum8(product);
		squares[i] = sum8(square);
	}
}

AVX2 static void ci_summarise(const uint8_t *rows, int stride, int n, uint8_t *signs, int32_t *sums, int32_t *squares) {
	const __m256i one = _mm256_set1_epi16(1);
	for (int i = 0; i < n; i++, rows += stride + stride / 8) {
		__m256i sum = _mm256_setzero_si256(), square = _mm256_setzero_si256();
		for (int j = 0; j < stride; j += 16) {
			uint16_t negative = (uint16_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)(rows + j)));
			memcpy(signs, &negative, sizeof negative);
			signs += sizeof negative;
			__m256i e = elements16(rows + j, rows + stride + j / 8);
			sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_abs_epi16(e), one));
			square = _mm256_add_epi32(square, _mm256_madd_epi16(e, e));
		}
		sums[i] = sum8(sum);
		squares[i] = sum8(square);
	}
}

// minus is v with its sign changed where signs has the uppermost bit.
AVX2 static inline __m256 minus(__m256 v, __m256i signs) { return _mm256_xor_ps(v, _mm256_castsi256_ps(signs)); }

AVX2 static void ci_hadamard(float *v, int n, float scale) {
	const int m = (int)0x80000000;
	const __m256i first = _mm256_setr_epi32(0, m, 0, m, 0, m, 0, m);
	const __m256i second = _mm256_setr_epi32(0, 0, m, m, 0, 0, m, m);
	const __m256i third = _mm256_setr_epi32(0, 0, 0, 0, m, m, m, m);
	for (int i = 0; i < n; i += 8) {
		__m256 x = _mm256_loadu_ps(v + i);
		x = _mm256_add_ps(_mm256_permute_ps(x, 0xb1), minus(x, first));
		x = _mm256_add_ps(_mm256_permute_ps(x, 0x4e), minus(x, second));
		x = _mm256_add_ps(_mm256_permute2f128_ps(x, x, 1), minus(x, third));
		_mm256_storeu_ps(v + i, x);
	}
	for (int half = 8; half < n; half *= 2) {
		for (int at = 0; at < n; at += 2 * half) {
			for (int i = at; i < at + half; i += 8) {
				__m256 a = _mm256_loadu_ps(v + i), b = _mm256_loadu_ps(v + i + half);
				_mm256_storeu_ps(v + i, _mm256_add_ps(a, b));
				_mm256_storeu_ps(v + i + half, _mm256_sub_ps(a, b));
			}
		}
	}
	const __m256 scales = _mm256_set1_ps(scale);
	for (int i = 0; i < n; i += 8) {
		_mm256_storeu_ps(v + i, _mm256_mul_ps(_mm256_loadu_ps(v + i), scales));
	}
}
*/
import "C"

import "golang.org/x/sys/cpu"

// fastest is the arithmetic for this processor.
func fastest() kernels {
	if !cpu.X86.HasAVX2 {
		return portable
	}
	return kernels{scan: scanAVX2, dots: dotsAVX2, summarise: summariseAVX2, hadamard: hadamardAVX2}
}

func scanAVX2(signs []byte, size int, tables []byte, ratios []float32, scale, offset float32, keys, tops []uint16) {
	blocks := len(tops)
	if blocks == 0 {
		return
	}
	_, _, _, _ = signs[blocks*blockRows*size-1], tables[32*size-1], ratios[blocks*blockRows-1], keys[blocks*blockRows-1]
	C.ci_scan((*C.uint8_t)(&signs[0]), C.int(size), (*C.uint8_t)(&tables[0]), (*C.float)(&ratios[0]),
		C.float(scale), C.float(offset), keyZero, C.int(blocks), (*C.uint16_t)(&keys[0]), (*C.uint16_t)(&tops[0]))
}

func dotsAVX2(rows []byte, query []int16, products, squares []int32) {
	n := len(products)
	if n == 0 {
		return
	}
	_, _ = rows[n*(len(query)+len(query)/8)-1], squares[n-1]
	C.ci_dots((*C.uint8_t)(&rows[0]), (*C.int16_t)(&query[0]), C.int(len(query)), C.int(n),
		(*C.int32_t)(&products[0]), (*C.int32_t)(&squares[0]))
}

func summariseAVX2(rows []byte, stride int, signs []byte, sums, squares []int32) {
	n := len(sums)
	if n == 0 {
		return
	}
	_, _, _ = rows[n*(stride+stride/8)-1], signs[n*stride/8-1], squares[n-1]
	C.ci_summarise((*C.uint8_t)(&rows[0]), C.int(stride), C.int(n),
		(*C.uint8_t)(&signs[0]), (*C.int32_t)(&sums[0]), (*C.int32_t)(&squares[0]))
}

func hadamardAVX2(v []float32, scale float32) {
	if len(v) < 8 {
		hadamard(v, scale)
		return
	}
	C.ci_hadamard((*C.float)(&v[0]), C.int(len(v)), C.float(scale))
}
