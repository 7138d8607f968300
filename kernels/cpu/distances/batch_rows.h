/* Rows of WORDS words of lanes, a bit a source, in vectors as the instruction set has them. */
#include "common/instance.h"
#include "distances/batch_search.h"

#if WORDS == 1
typedef uint64_t NAME(part) __attribute__((may_alias));
#else
typedef uint64_t NAME(part) __attribute__((vector_size(VECTOR_BYTES), may_alias));
#endif
typedef struct __attribute__((may_alias)) {
  NAME(part) part[PARTS];
} NAME(row);

INLINE int NAME(any)(NAME(row) a) {
  NAME(part) all = a.part[0];
  for (int p = 1; p < PARTS; p++) all |= a.part[p];
#if VECTOR_BYTES == 64
  return _mm512_test_epi64_mask((__m512i)all, (__m512i)all) != 0;
#elif VECTOR_BYTES == 32
  return !_mm256_testz_si256((__m256i)all, (__m256i)all);
#elif VECTOR_BYTES == 16
  return (all[0] | all[1]) != 0;
#else
  return all != 0;
#endif
}
