/* Sums in units of 2^-64, of two words, that threads add to in any order: those of kernels/cpu/chains/chain.h, bit for bit. */
#ifndef GOBC_CUDA_FIXED_POINT_H
#define GOBC_CUDA_FIXED_POINT_H

#include "device.h"

struct Fixed {
  word64 low, high;
};

/* 0 <= value < 2^62, cut off below */
INLINE Fixed fixed_point(double value) {
  const word64 whole = (word64)value;
  return {(word64)((value - (double)whole) * 18446744073709551616.0), whole};
}

INLINE Fixed negative(const Fixed &a) { return {~a.low + 1, ~a.high + (a.low == 0)}; }

INLINE double number_of(const Fixed &a) {
  return (double)(long long)a.high + (double)a.low * (1.0 / 18446744073709551616.0);
}

/* Adds to two words, of which the low one comes first. The thread that makes the low one overflow carries. */
INLINE void add_fixed(word64 *words, const Fixed &a) {
  word64 high = a.high;
  if (a.low) {
    const word64 before = atomicAdd(words, a.low);
    high += before + a.low < before;
  }
  if (high) atomicAdd(words + 1, high);
}

#endif
