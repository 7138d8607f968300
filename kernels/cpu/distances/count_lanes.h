/* The number of lanes in a row. */
INLINE int64_t NAME(count)(NAME(row) a) {
#if VECTOR_BYTES == 64 && defined(__AVX512VPOPCNTDQ__)
  return _mm512_reduce_add_epi64(_mm512_popcnt_epi64((__m512i)a.part[0]));
#elif defined(__POPCNT__) || !defined(__x86_64__)
  int64_t sum = 0;
  const uint64_t *word = (const uint64_t *)&a;
  for (int k = 0; k < WORDS; k++) sum += __builtin_popcountll(word[k]);
  return sum;
#else
  /* without an instruction: counts of 8 bits a byte, added over the words, then over the bytes */
  uint64_t bytes = 0;
  const uint64_t *word = (const uint64_t *)&a;
  for (int k = 0; k < WORDS; k++) {
    uint64_t x = word[k] - (word[k] >> 1 & 0x5555555555555555u);
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    bytes += (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  }
  uint64_t pairs = (bytes & 0x00ff00ff00ff00ffu) + (bytes >> 8 & 0x00ff00ff00ff00ffu);
  return (int64_t)(pairs * 0x0001000100010001u >> 48);
#endif
}
