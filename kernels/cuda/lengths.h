/*
 * Lengths of paths on the device: whole numbers of 32 or 64 bits, or float64. A row holds the lengths of 32 lanes; a
 * team of T threads serves a row, each thread 32 / T neighbouring lanes.
 */
#ifndef GOBC_CUDA_LENGTHS_H
#define GOBC_CUDA_LENGTHS_H

#include "sums.h"

/* What a thread of a team holds of a row. */
template <typename X, int LANES> struct alignas(LANES * sizeof(X) < 16 ? LANES * sizeof(X) : 16) Part { X lane[LANES]; };

/* Rounded once, as on the CPU: a whole sum that leaves the type stays at its largest value, which is never a length. */
template <typename Type, Type MOST> struct Whole {
  typedef Type Length;
  typedef uint32_t Weight;
  static constexpr bool WHOLE = true;
  static constexpr Length LARGEST = MOST;
  static INLINE Length plus(Length a, Weight b) { return a + b < a ? LARGEST : a + b; }
  static INLINE Length from_bits(word64 bits) { return (Length)bits; }
  static INLINE word64 bits(Length length) { return length; }
  static INLINE Length endless() { return LARGEST; }
  /* The length at the place, which is `value` or less from now on. */
  static INLINE Length lowered(Length *place, Length value) { return atomicMin(place, value); }
  static INLINE bool ties(Length from, Weight step, Length to, double) { return plus(from, step) == to; }
};

typedef Whole<uint32_t, 0xffffffffu> Whole32;
typedef Whole<word64, 0xffffffffffffffffull> Whole64;

/* Lengths above 0 order as their bits do. */
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

/* True if the length at the place was larger than `value`, and is that or less now. */
template <typename Rule> INLINE bool lower(typename Rule::Length *place, typename Rule::Length value) {
  return value < Rule::lowered(place, value);
}

/* What vertices wait by: lengths times a scale, which keeps them below 2^31 but for rounding. */
INLINE uint32_t key_of(double length, double scale) {
  const double key = length * scale;
  return key < 4.0e9 ? (uint32_t)key : 4000000000u;
}

/* The threshold of keys after one, at most the largest key. */
INLINE uint32_t threshold_after(uint32_t key, uint32_t step) { return key + step < key ? ~0u : key + step; }

/* Path counts above 2^900, as on the CPU, are left to it: it keeps an exponent with every count then. */
INLINE double largest_count() { return __longlong_as_double((900ll + 1023) << 52); }

struct List {
  const uint32_t *offsets;
  const int32_t *targets;
};

/* The lanes whose bits the threads of a team hold: thread k those of lanes k * 32 / T on. Whole warps. */
template <int T> INLINE uint32_t together(const Place<T> &p, uint32_t bits) {
  if constexpr (T == 32) return __ballot_sync(EVERYONE, (int)bits);
  uint32_t all = bits << p.thread * (32 / T);
#pragma unroll
  for (int step = T / 2; step; step >>= 1) all |= __shfl_xor_sync(EVERYONE, all, step);
  return all;
}

/* The bits of this thread's lanes. */
template <int T> INLINE uint32_t bits_here(const Place<T> &p, uint32_t lanes) {
  return T == 32 ? lanes >> p.thread & 1u : lanes >> p.thread * (32 / T) & ((1u << (32 / T & 31)) - 1u);
}

#endif
