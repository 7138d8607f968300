/* Converts floats to the integers of gobc_cuda_totals, as gobc_dependency_units in kernels/cpu/common/totals.h does. */
#ifndef GOBC_CUDA_TOTALS_H
#define GOBC_CUDA_TOTALS_H

#include "device.h"

/* Adds the dependency of one lane, 0 <= d < 2^31, to both parts. */
INLINE void add_units(double d, word64 &coarse, word64 &fine) {
  const double big = 1.5 * 4294967296.0, small = 1.5 / 4096.0;
  double h = d + big;
  double rest = d - (h - big);
  coarse += (word64)__double_as_longlong(h) - 0x41f8000000000000ull;
  fine += (word64)__double_as_longlong(rest + small) - 0x3f38000000000000ull;
}

/* Adds the dependency of one lane to totals in memory. */
INLINE void add_dependency(word64 *coarse_of, word64 *fine_of, size_t at, double d) {
  word64 coarse = 0, fine = 0;
  add_units(d, coarse, fine);
  if (coarse) atomicAdd(&coarse_of[at], coarse);
  if (fine) atomicAdd(&fine_of[at], fine);
}

/* Sums two numbers over the G threads of a group. Threads at even places get the sum of the first, odd ones of the second. */
template <int G>
INLINE word64 sum_of_two(int place, word64 first, word64 second) {
  const bool odd = place & 1;
  word64 mine = odd ? second : first;
  mine += __shfl_xor_sync(EVERYONE, odd ? first : second, 1);
#pragma unroll
  for (int step = 2; step < G; step <<= 1) mine += __shfl_xor_sync(EVERYONE, mine, step);
  return mine;
}

/* The sum over a group; all its threads get it. */
template <int G>
INLINE word64 sum_of(word64 mine) {
#pragma unroll
  for (int step = 1; step < G; step <<= 1) mine += __shfl_xor_sync(EVERYONE, mine, step);
  return mine;
}

/* Adds the parts of all threads of a group to the totals of v. */
template <int G>
INLINE void add_delta(const gobc_cuda_totals &totals, int v, int place, word64 coarse, word64 fine) {
  const word64 sum = sum_of_two<G>(place, coarse, fine);
  if (place < 2 && sum) atomicAdd(global(pointer<word64>(place ? totals.delta[1] : totals.delta[0]) + v), sum);
}

/* Adds the paths of one lane through a vertex, an integer below 2^96, as digits of 32 bits. */
INLINE void add_digits(double term, word64 (&digit)[3]) {
  word64 high = (word64)(term * (1.0 / 4294967296.0));
  digit[0] += (word64)(term - (double)high * 4294967296.0);
  digit[1] += high & 0xffffffffu;
  digit[2] += high >> 32;
}

template <int G>
INLINE void add_stress(const gobc_cuda_totals &totals, int v, int place, word64 (&digit)[3]) {
#pragma unroll
  for (int k = 0; k < 3; k++) {
    const word64 sum = sum_of<G>(digit[k]);
    if (place == 0 && sum) atomicAdd(global(pointer<word64>(totals.stress[k]) + v), sum);
  }
}

#endif
