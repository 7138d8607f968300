/* Terms of distances (kernels.h), the same bits as in kernels/reference and kernels/cuda/terms.h. */
#ifndef GOBC_TERMS_H
#define GOBC_TERMS_H

#include "common/totals.h"

#pragma STDC FP_CONTRACT OFF

/*
 * 2^(shift - rate d) = 2^(shift - n) 2^(n - rate d), n being the whole number nearest to rate d, which stays in the low
 * bits of `places`. The second power is exp(rest) with |rest| < 0.35, by 14 terms of its series: the 15th is below 2^-57.
 * Without a branch, so that loops over lanes become vectors.
 */
static inline double gobc_power(gobc_term term, double d) {
  const double whole = 0x1.8p52, ln2 = 0x1.62e42fefa39efp-1;
  const double x = d * term.rate, places = x + whole, rest = ((places - whole) - x) * ln2;
  double power = 1.0;
#pragma GCC unroll 16
  for (int k = 13; k > 0; k--) power = 1.0 + power * (rest * (1.0 / k));
  const double scale = gobc_from_bits(((uint64_t)(1023 + term.shift) - gobc_bits(places)) << 52);
  return x < term.shift + 128.0 ? power * scale : 0.0;
}

static inline double gobc_term_of(gobc_term term, double d) { return term.rate > 0 ? gobc_power(term, d) : 1.0 / d; }

/* The term of a level in units of 2^-64, nearest; level >= 1. */
static inline unsigned __int128 gobc_level_term(gobc_term term, int64_t level) {
  if (term.rate > 0) return gobc_real_units(gobc_power(term, (double)level), -64);
  return (((unsigned __int128)1 << 64) + (uint64_t)(level >> 1)) / (uint64_t)level;
}

#endif
