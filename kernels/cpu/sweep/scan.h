/*
 * Which vertices of a list have lanes that a step wants: the inner loop of the forward pass, for one instance. All forms write
 * those of list[0..degree) whose mask has a lane in common with `want` (whose mask lacks one of them, if `inverted`) to `kept`,
 * and where in the list they stand to `places`, which may be NULL; without branches on the data. They may write 16 values too
 * many.
 */
#include "common/instance.h"
#include "sweep/sweep.h"

#if GOBC_LEVEL == 2
/* Gathers the masks of 16 vertices a step, of 32 bits or less. */
INLINE size_t GOBC_FN(scan_sixteens)(const int32_t *list, int64_t degree, const mask_t *masks, mask_t want,
                                     int inverted, int32_t *kept, int32_t *places) {
  size_t count = 0;
  const __m512i wanted = _mm512_set1_epi32((int32_t)want);
  const __m512i steps = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  for (int64_t i = 0; i < degree; i += 16) {
    __mmask16 live = degree - i >= 16 ? (__mmask16)0xffff : (__mmask16)((1u << (degree - i)) - 1);
    __m512i vertex = _mm512_maskz_loadu_epi32(live, list + i);
    __m512i mask = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), live, vertex, masks, sizeof(mask_t));
    __mmask16 arc = inverted ? _mm512_mask_cmpneq_epi32_mask(live, _mm512_and_si512(mask, wanted), wanted)
                             : _mm512_mask_test_epi32_mask(live, mask, wanted);
    _mm512_storeu_si512(kept + count, _mm512_maskz_compress_epi32(arc, vertex));
    if (places) {
      __m512i place = _mm512_add_epi32(steps, _mm512_set1_epi32((int32_t)i));
      _mm512_storeu_si512(places + count, _mm512_maskz_compress_epi32(arc, place));
    }
    count += (size_t)__builtin_popcount(arc);
  }
  return count;
}

/* The same for masks of 64 bits, 8 a step. */
INLINE size_t GOBC_FN(scan_eights)(const int32_t *list, int64_t degree, const mask_t *masks, mask_t want, int inverted,
                                   int32_t *kept, int32_t *places) {
  size_t count = 0;
  const __m512i wanted = _mm512_set1_epi64((int64_t)want);
  const __m256i steps = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  for (int64_t i = 0; i < degree; i += 8) {
    __mmask8 live = degree - i >= 8 ? (__mmask8)0xff : (__mmask8)((1u << (degree - i)) - 1);
    __m256i vertex = _mm256_maskz_loadu_epi32(live, list + i);
    __m512i mask = _mm512_mask_i32gather_epi64(_mm512_setzero_si512(), live, vertex, masks, 8);
    __mmask8 arc = inverted ? _mm512_mask_cmpneq_epi64_mask(live, _mm512_and_si512(mask, wanted), wanted)
                            : _mm512_mask_test_epi64_mask(live, mask, wanted);
    _mm256_storeu_si256((__m256i *)(kept + count), _mm256_maskz_compress_epi32(arc, vertex));
    if (places) {
      __m256i place = _mm256_add_epi32(steps, _mm256_set1_epi32((int32_t)i));
      _mm256_storeu_si256((__m256i *)(places + count), _mm256_maskz_compress_epi32(arc, place));
    }
    count += (size_t)__builtin_popcount(arc);
  }
  return count;
}
#endif

INLINE size_t GOBC_FN(scan)(const int32_t *list, int64_t degree, const mask_t *masks, mask_t want, int inverted,
                            int32_t *kept, int32_t *places) {
#if GOBC_LEVEL == 2
  if (degree > GOBC_SWEEP_FEW)
    return GOBC_WIDTH <= 32 ? GOBC_FN(scan_sixteens)(list, degree, masks, want, inverted, kept, places)
                            : GOBC_FN(scan_eights)(list, degree, masks, want, inverted, kept, places);
#endif
  size_t count = 0;
  for (int64_t i = 0; i < degree; i++) {
    int32_t vertex = list[i];
    kept[count] = vertex;
    if (places) places[count] = (int32_t)i;
    count += ((inverted ? (mask_t)~masks[vertex] : masks[vertex]) & want) != 0;
  }
  return count;
}
