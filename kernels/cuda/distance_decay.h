/*
 * By how much a pair counts less the longer its distance is, with the bits of DistanceDecay.At of core/sums, which says what is
 * computed, and of kernels/cpu/common/distance_decay.h.
 */
#ifndef GOBC_CUDA_DISTANCE_DECAY_H
#define GOBC_CUDA_DISTANCE_DECAY_H

#include "device.h"

/* As in kernels/cpu/kernels.h. */
enum {
  GOBC_DECAY_NONE = 0,
  GOBC_DECAY_EXPONENTIAL = 1,
  GOBC_DECAY_GAUSSIAN = 2,
  GOBC_DECAY_POWER = 3,
  GOBC_DECAY_LINEAR = 4
};

/* Places of a decay: smaller values are 0. */
#define GOBC_DECAY_PLACES 128.0

INLINE double double_of(word64 bits) { return __longlong_as_double((long long)bits); }
INLINE word64 word_of(double x) { return (word64)__double_as_longlong(x); }

/* x without its last 27 bits. */
INLINE double high_half(double x) { return double_of(word_of(x) & ~((1ull << 27) - 1)); }

/* 2^-(n + rest), where `places` holds n in its low bits and x is near n + rest; 0 where x is GOBC_DECAY_PLACES or more. */
INLINE double decayed(double x, double places, double rest) {
  const double ln2 = 0x1.62e42fefa39efp-1, exponent = -rest * ln2;
  double power = 1.0;
#pragma unroll
  for (int k = 13; k > 0; k--) power = 1.0 + power * (exponent * (1.0 / k));
  return x < GOBC_DECAY_PLACES ? power * double_of((1023 - word_of(places)) << 52) : 0.0;
}

/* 2^-(rate (p + rest) + shift) */
INLINE double decay_of_product(const gobc_decay_arguments &f, double p, double rest) {
  const double high = high_half(p), low = p - high;
  const double x = p * f.rate[0] + f.shift[0], places = x + 0x1.8p52, n = places - 0x1.8p52;
  const double left =
      high * f.rate[0] + (f.shift[0] - n) + low * f.rate[0] + (p * f.rate[1] + (rest * f.rate[0] + f.shift[1]));
  return decayed(x, places, left);
}

INLINE double decay_of_power(const gobc_decay_arguments &f, double d) {
  const word64 root_of_half = 0x3fe6a09e667f3bcdull, one = 0x3ffull << 52, bits = word_of(d);
  const word64 biased = (bits - root_of_half + one) >> 52;
  const double m = double_of(bits - ((biased - 0x3ff) << 52));
  const double k = double_of(0x433ull << 52 | biased) - (0x1p52 + 0x3ff);
  const double above = m - 1, u = m + 1, lost = m - (u - 1), inverse = 1 / u, s = above * inverse;
  const double s_high = high_half(s), u_high = high_half(u), s_low = s - s_high, u_low = u - u_high;
  const double rest = above - s_high * u_high - s_high * u_low - s_low * u_high - s_low * u_low - s * lost;
  const double square = s * s;
  double tail = 1.0 / 23;
#pragma unroll
  for (int odd = 21; odd > 1; odd -= 2) tail = 1.0 / odd + square * tail;
  const double more = rest * inverse + s * (square * tail);
  const double x = k * f.rate[0] + f.shift[0] + s * f.log[0], places = x + 0x1.8p52, n = places - 0x1.8p52;
  const double left = k * f.rate[0] + (f.shift[0] - n) + s_high * f.log[0] + s_low * f.log[0] +
      (k * f.rate[1] + f.shift[1] + ((s + more) * f.log[1] + more * f.log[0]));
  return d > 0 ? decayed(x, places, left) : 0.0;
}

/* Of a distance above 0; 1 without a function. Not inline: the loops around it have no registers to spare. */
[[maybe_unused]] static __device__ __noinline__ double decay_at(const gobc_decay_arguments &f, double d) {
  switch (f.function) {
    case GOBC_DECAY_EXPONENTIAL: return decay_of_product(f, d * f.scale, 0.0);
    case GOBC_DECAY_GAUSSIAN: {
      const double z = d * f.scale, high = high_half(z), low = z - high, square = z * z;
      return decay_of_product(f, square, (high * high - square) + 2 * high * low + low * low);
    }
    case GOBC_DECAY_POWER: return decay_of_power(f, d);
    case GOBC_DECAY_LINEAR: return d < f.reach ? (f.reach - d) / f.reach * f.scale : 0.0;
    default: return 1.0;
  }
}

#endif
