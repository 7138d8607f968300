/* Range of path counts, as powers of two: exact, so that a lane which is scaled has the bits of one that is not. */
#ifndef GOBC_CUDA_RANGE_H
#define GOBC_CUDA_RANGE_H

#include "device.h"

/*
 * A lane with a path count above 2^RANGE leaves the range of Real: in single precision it is flagged, in double the
 * level sweep scales its counts of the level, and flags it only if one falls below 2^-FLOOR. Up to there no count, no
 * g >= 1 / count and no sum leaves the normal numbers. Random geometric graphs of 2^17 vertices reach 2^110.
 */
template <typename Real> struct Range;
template <> struct Range<float> { static constexpr int RANGE = 120, FLOOR = 0; };
template <> struct Range<double> { static constexpr int RANGE = 1000, FLOOR = 900; };

INLINE float scaled(float x, int exponent) { return x * __int_as_float((exponent + 127) << 23); }
INLINE double scaled(double x, int exponent) { return x * __longlong_as_double((long long)(exponent + 1023) << 52); }
INLINE int exponent_of(float x) { return (__float_as_int(x) >> 23) - 127; }
INLINE int exponent_of(double x) { return (int)(__double_as_longlong(x) >> 52) - 1023; }
/* Positive floats order as their bits do. */
INLINE unsigned int bits_of(float x) { return (unsigned int)__float_as_int(x); }
INLINE word64 bits_of(double x) { return (word64)__double_as_longlong(x); }
INLINE float from_bits(unsigned int b) { return __int_as_float((int)b); }
INLINE double from_bits(word64 b) { return __longlong_as_double((long long)b); }
/* Which of four lanes are above a number, or are no numbers. */
template <typename Real> INLINE uint32_t lanes_above(const Four<Real> &v, Real most) {
  uint32_t above = 0;
  if (!(v.x <= most)) above |= 1;
  if (!(v.y <= most)) above |= 2;
  if (!(v.z <= most)) above |= 4;
  if (!(v.w <= most)) above |= 8;
  return above;
}

template <typename Real> struct BitsOf { typedef unsigned int type; };
template <> struct BitsOf<double> { typedef word64 type; };

#endif
