/* Terms of lengths, with the bits of kernels/cpu/common/terms.h, which says how powers are computed. */
#ifndef GOBC_CUDA_TERMS_H
#define GOBC_CUDA_TERMS_H

#include "device.h"

/* 2^(shift - rate d). Not inline: the loops around it have no registers to spare. */
static __device__ __noinline__ double power_of(double rate, int shift, double d) {
  const double whole = 0x1.8p52, ln2 = 0x1.62e42fefa39efp-1;
  const double x = d * rate, places = x + whole, rest = ((places - whole) - x) * ln2;
  if (!(x < shift + 128.0)) return 0;
  double power = 1.0;
#pragma unroll
  for (int k = 13; k > 0; k--) power = 1.0 + power * (rest * (1.0 / k));
  const word64 exponent = (word64)(1023 + shift) - (word64)__double_as_longlong(places);
  return power * __longlong_as_double((long long)(exponent << 52));
}

INLINE double term_of(double rate, int shift, double d) { return rate > 0 ? power_of(rate, shift, d) : 1.0 / d; }

/* The term of a level >= 2, or of any with a rate, in units of 2^-64, rounded as on the CPU. */
INLINE word64 level_term(double rate, int shift, int level) {
  if (rate > 0) return __double2ull_rn(power_of(rate, shift, level) * 0x1p64);
  const word64 d = (word64)level, most = ~0ull;
  const word64 quotient = most / d, rest = most % d + 1; /* 2^64 = quotient * d + rest */
  return quotient + (rest + d / 2) / d;
}

#endif
