/* Scaling a level of the sweep in double precision: kernels/sweep.md. */
#ifndef GOBC_CUDA_RESCALE_H
#define GOBC_CUDA_RESCALE_H

#include "slot.h"

/* Scales the lanes of the level [low, high) whose largest count is above 2^RANGE; rare. Called by the whole block. */
template <int WIDTH, bool STRESS, int THREADS, typename Real, int TARGETS>
static __device__ __noinline__ void rescale(Shared<Real, WIDTH, TARGETS> &common, int level, int low, int high) {
  constexpr int WORDS = (WIDTH + 31) / 32;
  for (int i = threadIdx.x; i < WIDTH; i += THREADS) {
    common.largest[i] = 0;
    common.smallest[i] = bits_of(scaled(Real(1), Range<Real>::RANGE));
  }
  __syncthreads();
  for (long long i = (long long)low * WIDTH + threadIdx.x; i < (long long)high * WIDTH; i += THREADS) {
    const int e = (int)(i / WIDTH), lane = (int)(i % WIDTH);
    if (!(global(common.slot.entry_lanes)[(size_t)e * WORDS + lane / 32] >> (lane & 31) & 1)) continue;
    const auto bits = bits_of(global(common.slot.sigma)[(size_t)global(common.slot.entry_vertex)[e] * WIDTH + lane]);
    atomicMax(&common.largest[lane], bits);
    atomicMin(&common.smallest[lane], bits);
  }
  __syncthreads();
  const bool recorded = common.scales < common.a.scale_capacity;
  for (int i = threadIdx.x; i < WIDTH; i += THREADS) {
    const Real largest = from_bits(common.largest[i]), smallest = from_bits(common.smallest[i]);
    int e = 0;
    if (largest > scaled(Real(1), Range<Real>::RANGE)) {
      e = exponent_of(largest);
      if (STRESS || !recorded || !(smallest >= scaled(Real(1), e - Range<Real>::FLOOR)))
        atomicOr(&common.out_of_range[i / 32], 1u << (i & 31));
    }
    common.exponent[i] = (short)e;
    if (recorded) global(common.slot.scales)[(size_t)common.scales * WIDTH + i] = (int16_t)e;
  }
  __syncthreads();
  for (long long i = (long long)low * WIDTH + threadIdx.x; i < (long long)high * WIDTH; i += THREADS) {
    const int e = (int)(i / WIDTH), lane = (int)(i % WIDTH);
    if (!common.exponent[lane] || !(global(common.slot.entry_lanes)[(size_t)e * WORDS + lane / 32] >> (lane & 31) & 1))
      continue;
    Real &x = global(common.slot.sigma)[(size_t)global(common.slot.entry_vertex)[e] * WIDTH + lane];
    x = scaled(x, -common.exponent[lane]);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    if (recorded) global(common.slot.scale_level)[common.scales++] = level;
    common.above = 0;
  }
  __syncthreads();
}

#endif
