/*
 * Lengths of paths: integers of 32 or 64 bits, or float64. A row holds the lengths of 32 lanes. A team of T threads works on
 * a row, each thread on 32 / T adjacent lanes.
 */
#ifndef GOBC_CUDA_LENGTHS_H
#define GOBC_CUDA_LENGTHS_H

#include "sums.h"

/* The lanes of a row that a thread of a team holds. */
template <typename X, int LANES>
struct alignas(LANES * sizeof(X) < 16 ? LANES * sizeof(X) : 16) Part {
  X lane[LANES];
};

/* Integer lengths. A sum that overflows becomes the largest value, as on the CPU; that value is never a length. */
template <typename Type, Type MOST>
struct Whole {
  typedef Type Length;
  typedef uint32_t Weight;
  static constexpr bool WHOLE = true;
  static constexpr Length LARGEST = MOST;
  static INLINE Length plus(Length a, Weight b) { return a + b < a ? LARGEST : a + b; }
  static INLINE Length from_bits(word64 bits) { return (Length)bits; }
  static INLINE word64 bits(Length length) { return length; }
  static INLINE Length endless() { return LARGEST; }
  /* Lowers the length at the place to `value`, and returns what it was. */
  static INLINE Length lowered(Length *place, Length value) { return atomicMin(place, value); }
  static INLINE bool ties(Length from, Weight step, Length to, double) { return plus(from, step) == to; }
};

typedef Whole<uint32_t, 0xffffffffu> Whole32;
typedef Whole<word64, 0xffffffffffffffffull> Whole64;

/* Positive lengths have the order of their bits. */
struct Real64 {
  typedef double Length;
  typedef double Weight;
  static constexpr bool WHOLE = false;
  static INLINE Length plus(Length a, Weight b) { return a + b; }
  static INLINE Length from_bits(word64 bits) { return __longlong_as_double((long long)bits); }
  static INLINE word64 bits(Length length) { return (word64)__double_as_longlong(length); }
  static INLINE Length endless() { return from_bits(0x7ffull << 52); }
  static INLINE Length lowered(Length *place, Length value) {
    return from_bits(atomicMin((word64 *)place, (word64)__double_as_longlong(value)));
  }
  static INLINE bool ties(Length from, Weight step, Length to, double tolerance) {
    const double gap = from + step - to;
    return (gap < 0 ? -gap : gap) <= tolerance * to && from < to;
  }
};

/* Lowers the length at the place to `value`; true if it was larger. */
template <typename Rule>
INLINE bool lower(typename Rule::Length *place, typename Rule::Length value) {
  return value < Rule::lowered(place, value);
}

/* The key by which a vertex waits: its length times a scale, which the host chooses so that keys stay below 2^31. */
INLINE uint32_t key_of(double length, double scale) {
  const double key = length * scale;
  return key < 4.0e9 ? (uint32_t)key : 4000000000u;
}

/* Sources with path counts above 2^900 are left to the CPU, which then keeps an exponent with every count. */
INLINE double largest_count() { return __longlong_as_double((900ll + 1023) << 52); }

struct List {
  const uint32_t *offsets;
  const int32_t *targets;
};

/* Combines the lane bits of a team: thread k holds those from lane k * 32 / T on. Whole warps. */
template <int T>
INLINE uint32_t together(const Place<T> &p, uint32_t bits) {
  if constexpr (T == 32) return __ballot_sync(EVERYONE, (int)bits);
  uint32_t all = bits << p.thread * (32 / T);
#pragma unroll
  for (int step = T / 2; step; step >>= 1) all |= __shfl_xor_sync(EVERYONE, all, step);
  return all;
}

/* The bits of this thread's lanes. */
template <int T>
INLINE uint32_t bits_here(const Place<T> &p, uint32_t lanes) {
  return T == 32 ? lanes >> p.thread & 1u : lanes >> p.thread * (32 / T) & ((1u << (32 / T & 31)) - 1u);
}

#endif
