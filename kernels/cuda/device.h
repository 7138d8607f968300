/*
 * What every kernel uses: names for the compiler, rows of four lanes, lane masks. NVRTC compiles it without any system
 * headers. For tests on machines without a GPU a C++ compiler compiles it against an emulator of the device.
 */
#ifndef GOBC_CUDA_DEVICE_H
#define GOBC_CUDA_DEVICE_H

#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
#endif

/* How many blocks of 1,024 threads with 32 registers a multiprocessor can hold. */
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000)
#define GOBC_PAIR 2
#else
#define GOBC_PAIR 1
#endif

#ifdef __CUDACC__
#define GOBC_DYNAMIC_SHARED(type, name) extern __shared__ __align__(16) type name[]
#define GOBC_DEVICE_CONSTANT(type, name, value) extern "C" __device__ const type name = value;
#define GOBC_KERNEL(name, arguments_type, threads, blocks)                                                             \
  extern "C" __global__ void __launch_bounds__(threads, blocks) name(const arguments_type *arguments)
#define GOBC_THREADS(n) (n) /* emulated blocks are smaller */
#else
#include "emulator.h"
#endif

#include "arguments.h"
#include "layout.h"

/* The host reads this constant of every module, and refuses a module with another layout. */
GOBC_DEVICE_CONSTANT(unsigned int, gobc_arguments_layout, GOBC_ARGUMENTS_LAYOUT)

#define INLINE __device__ __forceinline__
#define EVERYONE 0xffffffffu /* all collectives are called by whole warps */

typedef unsigned long long word64;

template <typename T>
INLINE T *pointer(uint64_t address) {
  return (T *)address;
}

/*
 * Tells the compiler that a pointer points into global memory. It treats addresses that were read from memory as generic,
 * and generic loads and atomics make a sweep 10 to 20 % slower.
 */
template <typename T>
INLINE T *global(T *p) {
#ifdef __CUDACC__
  __builtin_assume(__isGlobal((const void *)p));
#endif
  return p;
}

/* A barrier of some warps of a block: those that name the same number from 1 to 15. */
#ifdef __CUDACC__
INLINE void team_barrier(int number, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}
#endif

/* Begins to load from global memory, for which a load takes registers until it is used. */
template <typename T>
INLINE void prefetch(const T *p) {
#ifdef __CUDACC__
  asm volatile("prefetch.global.L1 [%0];" ::"l"(p));
#else
  (void)p;
#endif
}

/* Four neighboring lanes of a row. */
template <typename Real>
struct alignas(16) Four {
  Real x, y, z, w;
};

template <typename Real>
INLINE Four<Real> four(Real v) {
  Four<Real> r = {v, v, v, v};
  return r;
}

template <typename Real>
INLINE Four<Real> shuffle(Four<Real> v, int lane) {
  Four<Real> r = {__shfl_sync(EVERYONE, v.x, lane), __shfl_sync(EVERYONE, v.y, lane), __shfl_sync(EVERYONE, v.z, lane),
                  __shfl_sync(EVERYONE, v.w, lane)};
  return r;
}

template <typename Real>
INLINE void add(Four<Real> &a, const Four<Real> &b) {
  a.x += b.x;
  a.y += b.y;
  a.z += b.z;
  a.w += b.w;
}

/* Adds only the lanes of `keep`; the others stay as they are. */
template <typename Real>
INLINE void add_kept(Four<Real> &a, const Four<Real> &b, uint32_t keep) {
  if (keep & 1) a.x += b.x;
  if (keep & 2) a.y += b.y;
  if (keep & 4) a.z += b.z;
  if (keep & 8) a.w += b.w;
}

template <typename Real>
INLINE void store_kept(Four<Real> *to, const Four<Real> &v, uint32_t keep) {
  if (keep == 15) {
    *to = v;
    return;
  }
  if (keep & 1) to->x = v.x;
  if (keep & 2) to->y = v.y;
  if (keep & 4) to->z = v.z;
  if (keep & 8) to->w = v.w;
}

/* A set of lanes: WORDS words of 32. */
template <int WORDS>
struct Lanes {
  uint32_t word[WORDS];
};

template <int WORDS>
INLINE Lanes<WORDS> load_lanes(const uint32_t *from) {
  Lanes<WORDS> m;
  if constexpr (WORDS == 4) {
    uint4 t = *(const uint4 *)from;
    m.word[0] = t.x;
    m.word[1] = t.y;
    m.word[2] = t.z;
    m.word[3] = t.w;
  } else if constexpr (WORDS == 2) {
    uint2 t = *(const uint2 *)from;
    m.word[0] = t.x;
    m.word[1] = t.y;
  } else {
    m.word[0] = *from;
  }
  return m;
}

template <int WORDS>
INLINE void store_lanes(uint32_t *to, const Lanes<WORDS> &m) {
  if constexpr (WORDS == 4) *(uint4 *)to = make_uint4(m.word[0], m.word[1], m.word[2], m.word[3]);
  else if constexpr (WORDS == 2) *(uint2 *)to = make_uint2(m.word[0], m.word[1]);
  else *to = m.word[0];
}

template <int WORDS>
INLINE Lanes<WORDS> no_lanes() {
  Lanes<WORDS> m;
#pragma unroll
  for (int q = 0; q < WORDS; q++) m.word[q] = 0;
  return m;
}

template <int WORDS>
INLINE uint32_t any(const Lanes<WORDS> &m) {
  uint32_t all = m.word[0];
#pragma unroll
  for (int q = 1; q < WORDS; q++) all |= m.word[q];
  return all;
}

template <int WORDS>
INLINE Lanes<WORDS> shuffle_lanes(const Lanes<WORDS> &m, int lane) {
  Lanes<WORDS> r;
#pragma unroll
  for (int q = 0; q < WORDS; q++) r.word[q] = __shfl_sync(EVERYONE, m.word[q], lane);
  return r;
}

/*
 * The bits of the four lanes that thread `place` of a group works on. Selected by bits of the place: comparisons of four words
 * in a row become branches, which made sweeps of a Kronecker graph 9 % longer.
 */
template <int WORDS>
INLINE uint32_t lanes_of(const Lanes<WORDS> &m, int place) {
  uint32_t word = m.word[0];
  if constexpr (WORDS >= 2) word = place & 8 ? m.word[1] : m.word[0];
  if constexpr (WORDS == 4) {
    const uint32_t high = place & 8 ? m.word[3] : m.word[2];
    word = place & 16 ? high : word;
  }
  return word >> (place & 7) * 4 & 15u;
}

/* Lanes that are in both, or WITHOUT: in a but not in b. */
template <bool WITHOUT, int WORDS>
INLINE Lanes<WORDS> both(const Lanes<WORDS> &a, const Lanes<WORDS> &b) {
  Lanes<WORDS> r;
#pragma unroll
  for (int q = 0; q < WORDS; q++) r.word[q] = a.word[q] & (WITHOUT ? ~b.word[q] : b.word[q]);
  return r;
}

#endif
