/*
 * Vector primitives for rows of GOBC_WIDTH distances of the type dist_t, in DROW_VECS vectors of DVEC_LANES lanes.
 * A pick_t is what a comparison gives: a mask register with AVX-512, a vector of all-ones words elsewhere.
 */
#include "common/instance.h"

/* GOBC_DISTANCE: bits of a whole distance, 0 for float64. */
#define GOBC_DFN(name) GOBC_NAME(name, GOBC_DISTANCE, GOBC_SET)
#define dist_t GOBC_DFN(dist)
#define dist_bits_t GOBC_DFN(dist_bits)
#define dvec_t GOBC_DFN(dvec)
#define dbits_vec_t GOBC_DFN(dbits_vec)
#define pick_t GOBC_DFN(pick)
#define weight_t GOBC_DFN(weight)
#define wide_length_t GOBC_DFN(wide_length) /* a length or a weight */
#define DVEC_BYTES (16 << GOBC_LEVEL)
#define DVEC_LANES (DVEC_BYTES / (int)sizeof(dist_t))
#define DROW_VECS (GOBC_WIDTH / DVEC_LANES)
#define DVEC_FULL (~UINT64_C(0) >> (64 - DVEC_LANES))
#define DROW(base, vertex) ((base) + (size_t)(vertex) * GOBC_WIDTH)
#define DLOAD(p) (*(const dvec_t *)(p))
#define DSTORE(p, x) (*(dvec_t *)(p) = (x))

/* AVX-512 names of an operation on whole distances. */
#define DPASTE(a, b, c) a##b##c
#define DJOIN(a, b, c) DPASTE(a, b, c)
#define DCOMPARE(name) DJOIN(_mm512_##name##_epu, GOBC_DISTANCE, _mask)
#define DMOVE DJOIN(_mm512_mask_mov_epi, GOBC_DISTANCE, )

#if GOBC_DISTANCE == 16
typedef uint16_t dist_t;
typedef int16_t dist_bits_t;
#elif GOBC_DISTANCE == 32
typedef uint32_t dist_t;
typedef int32_t dist_bits_t;
#elif GOBC_DISTANCE == 64
typedef uint64_t dist_t;
typedef int64_t dist_bits_t;
#else
typedef double dist_t;
typedef int64_t dist_bits_t;
#endif
typedef dist_t dvec_t __attribute__((vector_size(DVEC_BYTES), may_alias));
typedef dist_bits_t dbits_vec_t __attribute__((vector_size(DVEC_BYTES), may_alias));

#if GOBC_LEVEL == 2
#if GOBC_DISTANCE == 16
typedef __mmask32 pick_t;
#elif GOBC_DISTANCE == 32
typedef __mmask16 pick_t;
#else
typedef __mmask8 pick_t;
#endif

#if GOBC_DISTANCE > 0
INLINE pick_t GOBC_DFN(less)(dvec_t a, dvec_t b) { return DCOMPARE(cmplt)((__m512i)a, (__m512i)b); }
INLINE pick_t GOBC_DFN(equal)(dvec_t a, dvec_t b) { return DCOMPARE(cmpeq)((__m512i)a, (__m512i)b); }
INLINE dvec_t GOBC_DFN(choose)(pick_t k, dvec_t x, dvec_t a) { return (dvec_t)DMOVE((__m512i)a, k, (__m512i)x); }
#else
INLINE pick_t GOBC_DFN(less)(dvec_t a, dvec_t b) { return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LT_OQ); }
INLINE pick_t GOBC_DFN(at_most)(dvec_t a, dvec_t b) { return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LE_OQ); }
INLINE dvec_t GOBC_DFN(choose)(pick_t k, dvec_t x, dvec_t a) {
  return (dvec_t)_mm512_mask_mov_pd((__m512d)a, k, (__m512d)x);
}
#endif
INLINE uint64_t GOBC_DFN(bits)(pick_t k) { return k; }

#else
typedef dbits_vec_t pick_t;
INLINE pick_t GOBC_DFN(less)(dvec_t a, dvec_t b) { return a < b; }
#if GOBC_DISTANCE > 0
INLINE pick_t GOBC_DFN(equal)(dvec_t a, dvec_t b) { return a == b; }
#else
INLINE pick_t GOBC_DFN(at_most)(dvec_t a, dvec_t b) { return a <= b; }
#endif
INLINE dvec_t GOBC_DFN(choose)(pick_t k, dvec_t x, dvec_t a) {
  return (dvec_t)(((dbits_vec_t)x & k) | ((dbits_vec_t)a & ~k));
}
INLINE uint64_t GOBC_DFN(bits)(pick_t k) {
#if !GOBC_X86
  uint64_t lanes = 0;
  for (int i = 0; i < DVEC_LANES; i++) lanes |= (uint64_t)(k[i] & 1) << i;
  return lanes;
#elif GOBC_DISTANCE == 16 && DVEC_BYTES == 16
  return (uint64_t)_mm_movemask_epi8(_mm_packs_epi16((__m128i)k, _mm_setzero_si128()));
#elif GOBC_DISTANCE == 16
  __m128i low = _mm256_castsi256_si128((__m256i)k), high = _mm256_extracti128_si256((__m256i)k, 1);
  return (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
#elif GOBC_DISTANCE == 32 && DVEC_BYTES == 16
  return (uint64_t)_mm_movemask_ps((__m128)k);
#elif GOBC_DISTANCE == 32
  return (uint64_t)_mm256_movemask_ps((__m256)k);
#elif DVEC_BYTES == 16
  return (uint64_t)_mm_movemask_pd((__m128d)k);
#else
  return (uint64_t)_mm256_movemask_pd((__m256d)k);
#endif
}
#endif

/* a + x, never wrapping: what is too large stays the largest value, which no finite distance reaches. */
INLINE dvec_t GOBC_DFN(plus)(dvec_t a, dvec_t x) {
#if GOBC_DISTANCE == 0 || GOBC_DISTANCE == 64
  return a + x;
#elif GOBC_LEVEL == 2 && GOBC_DISTANCE == 32
  return (dvec_t)_mm512_min_epu32((__m512i)a, (__m512i)~x) + x;
#elif GOBC_LEVEL == 2 && GOBC_DISTANCE == 16
  return (dvec_t)_mm512_adds_epu16((__m512i)a, (__m512i)x);
#elif GOBC_LEVEL >= 1 && GOBC_DISTANCE == 16
  return (dvec_t)_mm256_adds_epu16((__m256i)a, (__m256i)x);
#elif GOBC_X86 && GOBC_DISTANCE == 16
  return (dvec_t)_mm_adds_epu16((__m128i)a, (__m128i)x);
#else
  dvec_t sum = a + x;
  return (dvec_t)((dbits_vec_t)sum | (dbits_vec_t)(sum < a));
#endif
}
