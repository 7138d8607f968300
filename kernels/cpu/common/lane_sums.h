/*
 * Adding the lanes of one row to the totals of one vertex or one arc. Every lane's value is rounded alone, to a
 * multiple of 2^-64 or to a whole number; from there on sums are integer, so they depend on no width and no order. The
 * vector form of gobc_dependency_units and gobc_square_units (common/totals.h), for the sweep and the weighted kernel. common/lane_vector.h comes before it.
 */
#include "common/instance.h"
#include "common/totals.h"

/*
 * Adds what add_fixed has added up of so many lanes. 0x41f8... and 0x3f38... are the bits of 1.5 * 2^32 and 1.5 * 2^-12. 2^50
 * units, moved from the high sum to the low one, which is above -2^50, make it positive; the high sum may then be negative, hence
 * its signed shift.
 */
INLINE void GOBC_FN(add_rounded)(uint64_t *total, wide_bits_t high, wide_bits_t low, uint64_t lanes) {
  uint64_t high_sum, low_sum;
  GOBC_FN(sum_lanes)(high, low, &high_sum, &low_sum);
  high_sum -= lanes * UINT64_C(0x41f8000000000000) + 64;
  low_sum += ((uint64_t)1 << 50) - lanes * UINT64_C(0x3f38000000000000);
  gobc_words_add_split(total, high_sum, low_sum);
}

/*
 * Adds the lanes of x, times their weights if there are any, or the squares of that times 2^-31. Each is rounded to a
 * multiple of 2^-64: adding 1.5 * 2^32 to d < 2^31 leaves d in units of 2^-20 in the low bits of h; the rest, below
 * 2^-20, goes through 1.5 * 2^-12 into units of 2^-64. The difference both - h is a multiple of 2^-20, thus exact.
 */
INLINE void GOBC_FN(add_fixed)(uint64_t *total, const vec_t *x, const double *weights, int squared) {
  const double big = 0x1.8p32, both = 0x1.8p32 + 0x1.8p-12;
  wide_bits_t high = {0}, low = {0};
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    UNROLL for (int part = 0; part < WIDE_PARTS; part++) {
      wide_t d = GOBC_FN(widen)(x[j], part);
      if (weights) d = d * *(const wide_t *)(weights + j * VEC_LANES + part * WIDE_LANES);
      if (squared) d = d * d * 0x1p-31;
      wide_t h = d + big;
      high += (wide_bits_t)h;
      low += (wide_bits_t)(d + (both - h));
    }
  }
  GOBC_FN(add_rounded)(total, high, low, GOBC_WIDTH);
}

/*
 * Adds the lanes' x * y, or x if y is NULL, times their weights if there are any: whole numbers, exactly while below 2^53.
 */
INLINE void GOBC_FN(add_whole)(gobc_stress_sums *sums, int64_t item, const vec_t *x, const vec_t *y,
                               const double *weights) {
  const double whole = 0x1.8p52;
  wide_bits_t sum = {0}, large = {0};
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    UNROLL for (int part = 0; part < WIDE_PARTS; part++) {
      wide_t term = GOBC_FN(widen)(x[j], part);
      if (y) term = term * GOBC_FN(widen)(y[j], part);
      if (weights) term = term * *(const wide_t *)(weights + j * VEC_LANES + part * WIDE_LANES);
      sum += (wide_bits_t)(term + whole);
      large |= (wide_bits_t)(term >= (wide_t){0} + 0x1p51);
    }
  }
  uint64_t total, any;
  GOBC_FN(sum_lanes)(sum, large, &total, &any);
  if (__builtin_expect(any == 0, 1)) {
    gobc_words_add(sums->words + 2 * item, total - GOBC_WIDTH * UINT64_C(0x4338000000000000));
    return;
  }
  for (int j = 0; j < ROW_VECS; j++)
    for (int i = 0; i < VEC_LANES; i++) {
      double term = y ? (double)x[j][i] * (double)y[j][i] : (double)x[j][i];
      gobc_stress_add(sums, item, weights ? term * weights[j * VEC_LANES + i] : term);
    }
}
