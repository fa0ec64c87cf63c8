// The trainer needs AVX2 and FMA where it runs on amd64.
#if defined(__x86_64__)
#pragma GCC target("avx2,fma")
#endif
#pragma GCC optimize("O3")

#include "kernel.h"

typedef float v8 __attribute__((vector_size(32), aligned(4), may_alias));

static float total(v8 x) {
	return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

void product(float *out, const float *a, const float *b, int n, int m, int k, int stride) {
	for (int i = 0; i < n; i += 4) {
		const float *a0 = a + (long)i * k, *a1 = a0 + k, *a2 = a1 + k, *a3 = a2 + k;
		for (int j = 0; j < m; j += 2) {
			const float *b0 = b + (long)j * k, *b1 = b0 + k;
			v8 s00 = {0}, s01 = {0}, s10 = {0}, s11 = {0}, s20 = {0}, s21 = {0}, s30 = {0}, s31 = {0};
			for (int x = 0; x < k; x += 8) {
				v8 y0 = *(const v8 *)(b0 + x), y1 = *(const v8 *)(b1 + x), z;
				z = *(const v8 *)(a0 + x), s00 += z * y0, s01 += z * y1;
				z = *(const v8 *)(a1 + x), s10 += z * y0, s11 += z * y1;
				z = *(const v8 *)(a2 + x), s20 += z * y0, s21 += z * y1;
				z = *(const v8 *)(a3 + x), s30 += z * y0, s31 += z * y1;
			}
			float *o = out + (long)i * stride + j;
			o[0] = total(s00), o[1] = total(s01), o += stride;
			o[0] = total(s10), o[1] = total(s11), o += stride;
			o[0] = total(s20), o[1] = total(s21), o += stride;
			o[0] = total(s30), o[1] = total(s31);
		}
	}
}

void gather(float *out, const float *rows, const int32_t *ids, const float *weights, int n, int k) {
	for (int i = 0; i < n; i++) {
		const float *row = rows + (long)ids[i] * k;
		float w = weights[i];
		for (int x = 0; x < k; x += 8)
			*(v8 *)(out + x) += *(const v8 *)(row + x) * w;
	}
}

void scatter(float *rows, const float *g, const int32_t *ids, const float *weights, int n, int k, int from, int to) {
	for (int i = 0; i < n; i++) {
		float *row = rows + (long)ids[i] * k;
		float w = weights[i];
		for (int x = from; x < to; x += 8)
			*(v8 *)(row + x) += *(const v8 *)(g + x) * w;
	}
}
