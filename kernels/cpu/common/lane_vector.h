/*
 * Vector primitives of one instance: rows of GOBC_WIDTH values of real_t in ROW_VECS vectors of VEC_LANES lanes.
 * A keep_t selects lanes of one vector: a mask register with AVX-512, a vector of all-ones words elsewhere.
 */
#include "common/instance.h"

#if GOBC_WIDTH <= 8
typedef uint8_t mask_t;
#elif GOBC_WIDTH <= 16
typedef uint16_t mask_t;
#elif GOBC_WIDTH <= 32
typedef uint32_t mask_t;
#else
typedef uint64_t mask_t;
#endif
#if GOBC_DOUBLE
typedef double real_t;
typedef int64_t bits_t;
#else
typedef float real_t;
typedef int32_t bits_t;
#endif
_Static_assert(GOBC_WIDTH <= 64 && GOBC_WIDTH % VEC_LANES == 0,
               "masks have 64 bits at most, and rows are whole vectors");
typedef real_t vec_t __attribute__((vector_size(VEC_BYTES), may_alias));
typedef bits_t bits_vec_t __attribute__((vector_size(VEC_BYTES), may_alias));
typedef double wide_t __attribute__((vector_size(WIDE_BYTES), may_alias));
typedef uint64_t wide_bits_t __attribute__((vector_size(WIDE_BYTES), may_alias));

#if GOBC_LEVEL == 2
#if GOBC_DOUBLE
typedef __m512d native_t;
typedef __mmask8 keep_t;
#define NATIVE(operation) _mm512_##operation##_pd
#elif GOBC_WIDTH == 8
typedef __m256 native_t;
typedef __mmask8 keep_t;
#define NATIVE(operation) _mm256_##operation##_ps
#else
typedef __m512 native_t;
typedef __mmask16 keep_t;
#define NATIVE(operation) _mm512_##operation##_ps
#endif
/* add_kept: a + x on the kept lanes, a elsewhere. kept: x, 0 elsewhere. choose: x on the kept lanes, a elsewhere. */
INLINE vec_t GOBC_FN(add_kept)(vec_t a, keep_t k, vec_t x) {
  return (vec_t)NATIVE(mask_add)((native_t)a, k, (native_t)a, (native_t)x);
}
INLINE vec_t GOBC_FN(kept)(keep_t k, vec_t x) { return (vec_t)NATIVE(maskz_mov)(k, (native_t)x); }
INLINE vec_t GOBC_FN(choose)(keep_t k, vec_t x, vec_t a) {
  return (vec_t)NATIVE(mask_mov)((native_t)a, k, (native_t)x);
}
#undef NATIVE
INLINE wide_t GOBC_FN(widen)(vec_t x, int part) {
  (void)part;
#if GOBC_DOUBLE
  return (wide_t)x;
#elif GOBC_WIDTH == 8
  return (wide_t)_mm512_cvtps_pd((__m256)x);
#else
  return (wide_t)_mm512_cvtps_pd(part ? _mm512_extractf32x8_ps((__m512)x, 1) : _mm512_castps512_ps256((__m512)x));
#endif
}
INLINE keep_t GOBC_FN(lanes_of)(mask_t lanes, int j) { return (keep_t)(lanes >> (VEC_LANES * j)); }
INLINE int GOBC_FN(any_of)(mask_t lanes, int j) { return (keep_t)(lanes >> (VEC_LANES * j)) != 0; }

#else
typedef bits_vec_t keep_t;
INLINE vec_t GOBC_FN(add_kept)(vec_t a, keep_t k, vec_t x) { return a + (vec_t)((bits_vec_t)x & k); }
INLINE vec_t GOBC_FN(kept)(keep_t k, vec_t x) { return (vec_t)((bits_vec_t)x & k); }
INLINE vec_t GOBC_FN(choose)(keep_t k, vec_t x, vec_t a) { return (vec_t)(((bits_vec_t)x & k) | ((bits_vec_t)a & ~k)); }
INLINE int GOBC_FN(any_of)(mask_t lanes, int j) { return ((lanes >> (VEC_LANES * j)) & ((1 << VEC_LANES) - 1)) != 0; }
#if GOBC_DOUBLE
INLINE keep_t GOBC_FN(lanes_of)(mask_t lanes, int j) {
  return *(const bits_vec_t *)GOBC_NAME(gobc_lane_masks, GOBC_SET)[(lanes >> (VEC_LANES * j)) & ((1 << VEC_LANES) - 1)];
}
INLINE wide_t GOBC_FN(widen)(vec_t x, int part) {
  (void)part;
  return (wide_t)x;
}
#else
INLINE keep_t GOBC_FN(lanes_of)(mask_t lanes, int j) {
#if GOBC_LEVEL == 0
  const bits_vec_t bit = {1, 2, 4, 8};
#else
  const bits_vec_t bit = {1, 2, 4, 8, 16, 32, 64, 128};
#endif
  bits_vec_t all = (bits_vec_t){0} + (int32_t)((lanes >> (VEC_LANES * j)) & ((1 << VEC_LANES) - 1));
  return (all & bit) == bit;
}
INLINE wide_t GOBC_FN(widen)(vec_t x, int part) {
  wide_t y;
  for (int i = 0; i < WIDE_LANES; i++) y[i] = x[part * WIDE_LANES + i];
  return y;
}
#endif
#endif

/* x where the comparison holds, else y. */
INLINE vec_t GOBC_FN(either)(bits_vec_t holds, vec_t x, vec_t y) {
  return (vec_t)(((bits_vec_t)x & holds) | ((bits_vec_t)y & ~holds));
}

/* The sums over the lanes of two vectors; integer, so in any order. */
INLINE void GOBC_FN(sum_lanes)(wide_bits_t a, wide_bits_t b, uint64_t *sum_a, uint64_t *sum_b) {
#if GOBC_LEVEL == 2
  __m512i pairs =
      _mm512_add_epi64(_mm512_unpacklo_epi64((__m512i)a, (__m512i)b), _mm512_unpackhi_epi64((__m512i)a, (__m512i)b));
  __m256i fours = _mm256_add_epi64(_mm512_castsi512_si256(pairs), _mm512_extracti64x4_epi64(pairs, 1));
  __m128i both = _mm_add_epi64(_mm256_castsi256_si128(fours), _mm256_extracti128_si256(fours, 1));
  *sum_a = (uint64_t)_mm_cvtsi128_si64(both);
  *sum_b = (uint64_t)_mm_extract_epi64(both, 1);
#elif GOBC_LEVEL == 1
  __m256i fours =
      _mm256_add_epi64(_mm256_unpacklo_epi64((__m256i)a, (__m256i)b), _mm256_unpackhi_epi64((__m256i)a, (__m256i)b));
  __m128i both = _mm_add_epi64(_mm256_castsi256_si128(fours), _mm256_extracti128_si256(fours, 1));
  *sum_a = (uint64_t)_mm_cvtsi128_si64(both);
  *sum_b = (uint64_t)_mm_extract_epi64(both, 1);
#else
  *sum_a = a[0] + a[1];
  *sum_b = b[0] + b[1];
#endif
}
