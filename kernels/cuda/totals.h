/* From a lane's float to the integers of gobc_cuda_totals: see gobc_dependency_units in kernels/cpu/totals.h. */
#ifndef GOBC_CUDA_TOTALS_H
#define GOBC_CUDA_TOTALS_H

#include "device.h"

/* One lane's dependency, 0 <= d < 2^31, added to both parts. */
INLINE void add_units(double d, word64 &coarse, word64 &fine) {
  const double big = 1.5 * 4294967296.0, small = 1.5 / 4096.0;
  double h = d + big;
  double rest = d - (h - big);
  coarse += (word64)__double_as_longlong(h) - 0x41f8000000000000ull;
  fine += (word64)__double_as_longlong(rest + small) - 0x3f38000000000000ull;
}

/* Adds what the G threads of a group hold to the totals of v: even threads sum the coarse part, odd ones the fine. */
template <int G> INLINE void add_delta(const gobc_cuda_totals &totals, int v, int place, word64 coarse, word64 fine) {
  bool odd = place & 1;
  word64 mine = odd ? fine : coarse, other = odd ? coarse : fine;
  mine += __shfl_xor_sync(EVERYONE, other, 1);
#pragma unroll
  for (int step = 2; step < G; step <<= 1) mine += __shfl_xor_sync(EVERYONE, mine, step);
  if (place < 2 && mine) atomicAdd(global(pointer<word64>(odd ? totals.delta_fine : totals.delta_coarse) + v), mine);
}

/* One lane's paths through a vertex, a whole number below 2^96, split into digits of 32 bits. */
INLINE void add_digits(double term, word64 (&digit)[3]) {
  word64 high = (word64)(term * (1.0 / 4294967296.0));
  digit[0] += (word64)(term - (double)high * 4294967296.0);
  digit[1] += high & 0xffffffffu;
  digit[2] += high >> 32;
}

template <int G> INLINE void add_stress(const gobc_cuda_totals &totals, int v, int place, word64 (&digit)[3]) {
#pragma unroll
  for (int k = 0; k < 3; k++) {
#pragma unroll
    for (int step = 1; step < G; step <<= 1) digit[k] += __shfl_xor_sync(EVERYONE, digit[k], step);
    if (place == 0 && digit[k]) atomicAdd(global(pointer<word64>(totals.stress[k]) + v), digit[k]);
  }
}

#endif
