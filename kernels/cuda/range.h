/* The range of path counts. Scaling is by powers of two and therefore exact: it does not change a bit of the result. */
#ifndef GOBC_CUDA_RANGE_H
#define GOBC_CUDA_RANGE_H

#include "device.h"

/*
 * A path count above 2^RANGE is too large for Real. In single precision its lane is out of range. In double precision the
 * level sweep scales the counts of the level; the lane is out of range only if one of them then falls below 2^-FLOOR. Within
 * these limits no count, no g >= 1 / count and no sum leaves the normal numbers. Random geometric graphs with 2^17 vertices
 * reach 2^110.
 */
template <typename Real>
struct Range;
template <>
struct Range<float> {
  static constexpr int RANGE = 120, FLOOR = 0;
};
template <>
struct Range<double> {
  static constexpr int RANGE = 1000, FLOOR = 900;
};

INLINE float scaled(float x, int exponent) { return x * __int_as_float((exponent + 127) << 23); }
INLINE double scaled(double x, int exponent) { return x * __longlong_as_double((long long)(exponent + 1023) << 52); }
INLINE int exponent_of(float x) { return (__float_as_int(x) >> 23) - 127; }
INLINE int exponent_of(double x) { return (int)(__double_as_longlong(x) >> 52) - 1023; }
/* Positive floats have the order of their bits. */
INLINE unsigned int bits_of(float x) { return (unsigned int)__float_as_int(x); }
INLINE word64 bits_of(double x) { return (word64)__double_as_longlong(x); }
INLINE float from_bits(unsigned int b) { return __int_as_float((int)b); }
INLINE double from_bits(word64 b) { return __longlong_as_double((long long)b); }
/* The lanes that are above a number or NaN. */
template <typename Real>
INLINE uint32_t lanes_above(const Four<Real> &v, Real most) {
  uint32_t above = 0;
  if (!(v.x <= most)) above |= 1;
  if (!(v.y <= most)) above |= 2;
  if (!(v.z <= most)) above |= 4;
  if (!(v.w <= most)) above |= 8;
  return above;
}

template <typename Real>
struct BitsOf {
  typedef unsigned int type;
};
template <>
struct BitsOf<double> {
  typedef word64 type;
};

#endif
