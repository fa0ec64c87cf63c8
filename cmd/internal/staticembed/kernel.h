#include <stdint.h>

// out = a·bᵀ: a has n rows of k numbers, b has m; n is a multiple of 4, m of 2, k of 8.
void product(float *out, const float *a, const float *b, int n, int m, int k, int stride);

// out += the sum of rows, each times its weight; k is a multiple of 8.
void gather(float *out, const float *rows, const int32_t *ids, const float *weights, int n, int k);

// rows += g, times each row's weight; from and to are multiples of 8 below k.
void scatter(float *rows, const float *g, const int32_t *ids, const float *weights, int n, int k, int from, int to);
