/*
 * CUDA for g++: what kernels/cuda/device.h includes when no CUDA compiler reads it. A block's threads are fibers on the
 * calling thread; they change hands only at collectives, atomics and fences, in a seeded random order (GOBC_FAKE_SEED),
 * so a missing barrier shows. All 32 lanes must meet at the same collective and all threads of a block at the same
 * barrier: otherwise the process aborts and names both places. Limits are listed in README.md.
 */
#ifndef GOBC_FAKE_EMULATOR_H
#define GOBC_FAKE_EMULATOR_H

#ifndef __cplusplus
#error "the emulator is C++17"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "vectors.h"

#define __device__
#define __host__
#define __global__
#define __constant__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
/* One copy a host thread, so blocks of two devices do not mix; garbage at the start of every block. */
#define __shared__ static __thread

namespace gobc_fake {

/*
 * Threads of an emulated block that has n on a device. Emulated threads run in turn and barriers of many would take most
 * of the time; with few, loops go round more than once.
 */
#ifndef GOBC_FAKE_THREADS
#define GOBC_FAKE_THREADS 128
#endif
#define GOBC_THREADS(n) ((n) < GOBC_FAKE_THREADS ? (n) : GOBC_FAKE_THREADS)

/* Of an emulated thread. AddressSanitizer's frames are larger. */
#ifdef __SANITIZE_ADDRESS__
static constexpr size_t stack_bytes = 256 << 10;
#else
static constexpr size_t stack_bytes = 32 << 10;
#endif

/* A kernel as GOBC_KERNEL registers it. */
struct kernel {
  const char *name;
  void (*body)(const void *arguments);
  const char *file; /* of a module: kernels and constants of one .cu file */
  int threads;      /* launch bounds */
  int blocks;
  size_t argument_bytes;
  kernel *next;
};

/* A device constant as GOBC_DEVICE_CONSTANT registers it. */
struct constant {
  const char *name;
  const char *file;
  void *address;
  size_t bytes;
  constant *next;
};

struct register_kernel {
  kernel row;
  register_kernel(const char *name, void (*body)(const void *), const char *file, int threads, int blocks,
                  size_t argument_bytes);
};

struct register_constant {
  constant row;
  register_constant(const char *name, const char *file, void *address, size_t bytes);
};

const kernel *find_kernel(const char *name);
const constant *find_constant(const char *name);
const kernel *first_kernel();
const constant *first_constant();

/* Runs every block of the grid to its end on the calling thread. Only .x of a grid and of a block is used. */
void launch(const kernel &what, unsigned grid, unsigned block, size_t shared_bytes, const void *arguments);

/* What a collective leaves for its lanes. Valid until the lane's next collective. */
struct meeting {
  uint64_t values[32];
  uint32_t votes;
};

struct barrier_result {
  unsigned any, all, count;
};

struct place {
  const char *call;
  const char *file;
  int line;
};

struct warp;
struct block;

/* Where a fiber that does not run goes on. */
struct saved_context {
  void *stack_pointer, *frame_pointer, *resume;
};

struct fiber {
  uint3 thread;
  unsigned lane;
  warp *of_warp;
  block *of_block;
  place at;
  enum { running, in_warp, in_barrier, returned } state;
  saved_context saved;
  void *stack_low;
  size_t stack_bytes;
};

/* What every thread of the running block sees. */
struct common {
  uint3 block_index;
  dim3 block_size, grid_size;
  unsigned char *dynamic_shared;
  int until_yield; /* atomics and fences left before the fiber gives way */
};

extern __thread fiber *self __attribute__((visibility("hidden")));
extern __thread common here __attribute__((visibility("hidden")));

const meeting *meet(const char *call, const char *file, int line, unsigned mask, uint64_t value, bool vote);
/* The parts of a place go into registers; a struct of this size would go through memory. */
static inline const meeting *meet(place at, unsigned mask, uint64_t value, bool vote) {
  return meet(at.call, at.file, at.line, mask, value, vote);
}
barrier_result wait_for_block(place at, bool predicate);
void wait_for_team(place at, int number, int threads);
void give_way();
[[noreturn]] void fail(place at, const char *what);
long long clock();

/* A point where another thread may run: before every atomic and fence, now and then. */
static inline void point() {
  if (__builtin_expect(--here.until_yield <= 0, 0)) give_way();
}

template <class T>
static inline uint64_t pack(T value) {
  static_assert(std::is_arithmetic<T>::value && sizeof(T) <= 8, "a lane passes on one number of at most 8 bytes");
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class T>
static inline T unpack(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

static inline void check_width(place at, int width) {
  if (width < 1 || width > 32 || (width & (width - 1))) fail(at, "the width is no power of two in 1..32");
}

} // namespace gobc_fake

#define threadIdx (gobc_fake::self->thread)
#define blockIdx (gobc_fake::here.block_index)
#define blockDim (gobc_fake::here.block_size)
#define gridDim (gobc_fake::here.grid_size)
static constexpr int warpSize = 32;

/* Defines and registers a kernel; its body sees `arguments`, a pointer to the argument struct in device memory. */
#define GOBC_KERNEL(kernel_name, argument_type, threads, blocks)                                                       \
  static void kernel_name##_body(const argument_type *arguments);                                                      \
  extern "C" __attribute__((visibility("hidden"))) void kernel_name(const void *arguments) {                           \
    kernel_name##_body(static_cast<const argument_type *>(arguments));                                                 \
  }                                                                                                                    \
  static const gobc_fake::register_kernel kernel_name##_row(#kernel_name, kernel_name, __BASE_FILE__, threads, blocks, \
                                                            sizeof(argument_type));                                    \
  static void kernel_name##_body([[maybe_unused]] const argument_type *arguments)

/* A value that the host can read through cuModuleGetGlobal. Every .cu file may have one of the same name, of a header too. */
#define GOBC_DEVICE_CONSTANT(type, constant_name, ...)                                                                 \
  static type constant_name = __VA_ARGS__;                                                                             \
  static const gobc_fake::register_constant constant_name##_row(#constant_name, __BASE_FILE__, &constant_name,         \
                                                                sizeof(constant_name));

#define GOBC_DYNAMIC_SHARED(type, name) type *name = reinterpret_cast<type *>(gobc_fake::here.dynamic_shared)

/* The place of the caller: the default arguments are evaluated where the kernel calls. */
#define GOBC_FAKE_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define GOBC_FAKE_HERE(call) (gobc_fake::place{call, file, line})

static inline void __syncthreads(GOBC_FAKE_PLACE) { gobc_fake::wait_for_block(GOBC_FAKE_HERE("__syncthreads"), false); }
static inline int __syncthreads_or(int predicate, GOBC_FAKE_PLACE) {
  return static_cast<int>(gobc_fake::wait_for_block(GOBC_FAKE_HERE("__syncthreads_or"), predicate != 0).any);
}
static inline int __syncthreads_and(int predicate, GOBC_FAKE_PLACE) {
  return static_cast<int>(gobc_fake::wait_for_block(GOBC_FAKE_HERE("__syncthreads_and"), predicate != 0).all);
}
static inline int __syncthreads_count(int predicate, GOBC_FAKE_PLACE) {
  return static_cast<int>(gobc_fake::wait_for_block(GOBC_FAKE_HERE("__syncthreads_count"), predicate != 0).count);
}

/* What device.h has for a device: bar.sync with a number and a count. */
static inline void team_barrier(int number, int threads, GOBC_FAKE_PLACE) {
  gobc_fake::wait_for_team(GOBC_FAKE_HERE("team_barrier"), number, threads);
}

static inline void __syncwarp(unsigned mask = ~0u, GOBC_FAKE_PLACE) {
  gobc_fake::meet(GOBC_FAKE_HERE("__syncwarp"), mask, 0, false);
}
static inline unsigned __ballot_sync(unsigned mask, int predicate, GOBC_FAKE_PLACE) {
  return gobc_fake::meet(GOBC_FAKE_HERE("__ballot_sync"), mask, 0, predicate != 0)->votes;
}
static inline int __any_sync(unsigned mask, int predicate, GOBC_FAKE_PLACE) {
  return gobc_fake::meet(GOBC_FAKE_HERE("__any_sync"), mask, 0, predicate != 0)->votes != 0;
}
static inline int __all_sync(unsigned mask, int predicate, GOBC_FAKE_PLACE) {
  return gobc_fake::meet(GOBC_FAKE_HERE("__all_sync"), mask, 0, predicate != 0)->votes == ~0u;
}

template <class T>
static inline T __shfl_sync(unsigned mask, T value, int source, int width = 32, GOBC_FAKE_PLACE) {
  const gobc_fake::place at = GOBC_FAKE_HERE("__shfl_sync");
  gobc_fake::check_width(at, width);
  const gobc_fake::meeting *all = gobc_fake::meet(at, mask, gobc_fake::pack(value), false);
  const unsigned last = static_cast<unsigned>(width - 1);
  return gobc_fake::unpack<T>(all->values[(gobc_fake::self->lane & ~last) | (static_cast<unsigned>(source) & last)]);
}

template <class T>
static inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, GOBC_FAKE_PLACE) {
  const gobc_fake::place at = GOBC_FAKE_HERE("__shfl_up_sync");
  gobc_fake::check_width(at, width);
  const gobc_fake::meeting *all = gobc_fake::meet(at, mask, gobc_fake::pack(value), false);
  const unsigned lane = gobc_fake::self->lane, within = lane & static_cast<unsigned>(width - 1);
  return gobc_fake::unpack<T>(all->values[delta <= within ? lane - delta : lane]);
}

template <class T>
static inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, GOBC_FAKE_PLACE) {
  const gobc_fake::place at = GOBC_FAKE_HERE("__shfl_down_sync");
  gobc_fake::check_width(at, width);
  const gobc_fake::meeting *all = gobc_fake::meet(at, mask, gobc_fake::pack(value), false);
  const unsigned lane = gobc_fake::self->lane, last = static_cast<unsigned>(width - 1), within = lane & last;
  return gobc_fake::unpack<T>(all->values[delta <= last - within ? lane + delta : lane]);
}

template <class T>
static inline T __shfl_xor_sync(unsigned mask, T value, int change, int width = 32, GOBC_FAKE_PLACE) {
  const gobc_fake::place at = GOBC_FAKE_HERE("__shfl_xor_sync");
  gobc_fake::check_width(at, width);
  const gobc_fake::meeting *all = gobc_fake::meet(at, mask, gobc_fake::pack(value), false);
  const unsigned lane = gobc_fake::self->lane, other = lane ^ static_cast<unsigned>(change);
  return gobc_fake::unpack<T>(all->values[other <= (lane | static_cast<unsigned>(width - 1)) ? other : lane]);
}

/* Only one fiber runs at a time, so the plain operation is atomic in a block; two blocks never run at once. */
#define GOBC_FAKE_ATOMIC(name, type, expression)                                                                       \
  static inline type name(type *address, type value) {                                                                 \
    gobc_fake::point();                                                                                                \
    const type old = *address;                                                                                         \
    *address = (expression);                                                                                           \
    return old;                                                                                                        \
  }
/* Signed sums wrap. */
GOBC_FAKE_ATOMIC(atomicAdd, int, static_cast<int>(static_cast<unsigned>(old) + static_cast<unsigned>(value)))
GOBC_FAKE_ATOMIC(atomicAdd, unsigned, old + value)
GOBC_FAKE_ATOMIC(atomicAdd, unsigned long long, old + value)
GOBC_FAKE_ATOMIC(atomicAdd, float, old + value)
GOBC_FAKE_ATOMIC(atomicAdd, double, old + value)
GOBC_FAKE_ATOMIC(atomicSub, int, static_cast<int>(static_cast<unsigned>(old) - static_cast<unsigned>(value)))
GOBC_FAKE_ATOMIC(atomicSub, unsigned, old - value)
GOBC_FAKE_ATOMIC(atomicOr, int, old | value)
GOBC_FAKE_ATOMIC(atomicOr, unsigned, old | value)
GOBC_FAKE_ATOMIC(atomicOr, unsigned long long, old | value)
GOBC_FAKE_ATOMIC(atomicAnd, int, old &value)
GOBC_FAKE_ATOMIC(atomicAnd, unsigned, old &value)
GOBC_FAKE_ATOMIC(atomicAnd, unsigned long long, old &value)
GOBC_FAKE_ATOMIC(atomicXor, unsigned, old ^ value)
GOBC_FAKE_ATOMIC(atomicMax, int, old < value ? value : old)
GOBC_FAKE_ATOMIC(atomicMax, unsigned, old < value ? value : old)
GOBC_FAKE_ATOMIC(atomicMax, unsigned long long, old < value ? value : old)
GOBC_FAKE_ATOMIC(atomicMin, int, value < old ? value : old)
GOBC_FAKE_ATOMIC(atomicMin, unsigned, value < old ? value : old)
GOBC_FAKE_ATOMIC(atomicMin, unsigned long long, value < old ? value : old)
GOBC_FAKE_ATOMIC(atomicExch, int, value)
GOBC_FAKE_ATOMIC(atomicExch, unsigned, value)
GOBC_FAKE_ATOMIC(atomicExch, unsigned long long, value)
GOBC_FAKE_ATOMIC(atomicExch, float, value)

#define GOBC_FAKE_COMPARE_AND_SWAP(type)                                                                               \
  static inline type atomicCAS(type *address, type expected, type value) {                                             \
    gobc_fake::point();                                                                                                \
    const type old = *address;                                                                                         \
    if (old == expected) *address = value;                                                                             \
    return old;                                                                                                        \
  }
GOBC_FAKE_COMPARE_AND_SWAP(int)
GOBC_FAKE_COMPARE_AND_SWAP(unsigned)
GOBC_FAKE_COMPARE_AND_SWAP(unsigned long long)

static inline void __threadfence() { gobc_fake::point(); }
static inline void __threadfence_block() { gobc_fake::point(); }
static inline void __threadfence_system() { gobc_fake::point(); }
static inline void __nanosleep(unsigned) { gobc_fake::give_way(); }
static inline long long clock64() { return gobc_fake::clock(); }
[[noreturn]] static inline void __trap(GOBC_FAKE_PLACE) {
  gobc_fake::fail(GOBC_FAKE_HERE("__trap"), "the kernel gave up");
}

template <class T>
static inline T __ldg(const T *address) {
  return *address;
}
template <class T>
static inline T __ldcs(const T *address) {
  return *address;
}
template <class T>
static inline T __ldcg(const T *address) {
  return *address;
}
template <class T>
static inline void __stcs(T *address, T value) {
  *address = value;
}
template <class T>
static inline void __stcg(T *address, T value) {
  *address = value;
}

#endif
