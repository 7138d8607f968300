/*
 * Adding a row of float64 terms, one a lane, to integer words: the lanes' terms become whole numbers of units before
 * they meet, so no order can matter. Included by merged_body.h, once a width.
 */
/*
 * Adds the terms of the lanes, each rounded to a multiple of 2^-64. Adding 1.5 * 2^32 to d < 2^31 leaves d in units of
 * 2^-20 in the low bits; the rest, at most 2^-21, goes through 1.5 * 2^-12 into units of 2^-64.
 */
INLINE void GOBC_FN(add_terms)(uint64_t *total, const vec_t *terms) {
  const double big = 0x1.8p32, small = 0x1.8p-12;
  wide_bits_t high = {0}, low = {0};
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    wide_t d = (wide_t)terms[j], h = d + big, rest = d - (h - big);
    high += (wide_bits_t)h;
    low += (wide_bits_t)(rest + small);
  }
  uint64_t high_sum, low_sum;
  GOBC_FN(sum_lanes)(high, low, &high_sum, &low_sum);
  /*
   * 0x41f8... and 0x3f38... are the bits of 1.5 * 2^32 and 1.5 * 2^-12. 2^50 units, moved from the high sum to the low
   * one, which is above -2^50, make it positive; the high sum may then be negative, hence its signed shift.
   */
  high_sum -= GOBC_WIDTH * UINT64_C(0x41f8000000000000) + 64;
  low_sum += ((uint64_t)1 << 50) - GOBC_WIDTH * UINT64_C(0x3f38000000000000);
  uint64_t top = (uint64_t)((int64_t)high_sum >> 20);
  gobc_words_add(total, ((unsigned __int128)top << 64 | high_sum << 44) + low_sum);
}

/* Adds the lanes' stress terms, which are whole numbers, exactly while below 2^53. */
INLINE void GOBC_FN(add_stress)(gobc_stress_sums *sums, int64_t item, const vec_t *terms) {
  const double whole = 0x1.8p52;
  wide_bits_t sum = {0}, large = {0};
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    sum += (wide_bits_t)((wide_t)terms[j] + whole);
    large |= (wide_bits_t)((wide_t)terms[j] >= (wide_t){0} + 0x1p51);
  }
  uint64_t total, any;
  GOBC_FN(sum_lanes)(sum, large, &total, &any);
  if (__builtin_expect(any == 0, 1)) {
    gobc_words_add(sums->words + 2 * item, total - GOBC_WIDTH * UINT64_C(0x4338000000000000));
    return;
  }
  for (int j = 0; j < ROW_VECS; j++)
    for (int i = 0; i < VEC_LANES; i++) gobc_stress_add(sums, item, terms[j][i]);
}
