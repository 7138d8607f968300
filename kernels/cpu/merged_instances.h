/*
 * All instances of the merged sweep for one instruction set. The including file sets the target, GOBC_SWEEP_LEVEL and
 * GOBC_MERGED_TABLE.
 */
#include <math.h>
#include <string.h>

#include "merged_internal.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 64")
#define GOBC_PASTE(a, b) a##_##b
#define GOBC_JOIN(a, b) GOBC_PASTE(a, b)

/* Lane masks of a vector of doubles: row k has all ones where k has a bit. */
#if GOBC_SWEEP_LEVEL == 1
#define FOUR(k) {-(k & 1), -(k >> 1 & 1), -(k >> 2 & 1), -(k >> 3 & 1)}
static const int64_t gobc_lane_masks[16][4] __attribute__((aligned(32))) = {
    FOUR(0), FOUR(1), FOUR(2), FOUR(3), FOUR(4), FOUR(5), FOUR(6), FOUR(7),
    FOUR(8), FOUR(9), FOUR(10), FOUR(11), FOUR(12), FOUR(13), FOUR(14), FOUR(15)};
#elif GOBC_SWEEP_LEVEL == 0
static const int64_t gobc_lane_masks[4][2] __attribute__((aligned(16))) = {{0, 0}, {-1, 0}, {0, -1}, {-1, -1}};
#endif

#include "merged_body.h"

#define ROWS(type)                                                                              \
  {                                                                                             \
    search_64_##type, find_tight_64_##type, add_lengths_64_##type, clear_64_##type              \
  }
const gobc_merged_table GOBC_MERGED_TABLE = {{ROWS(u_16), ROWS(u_32), ROWS(u_64), ROWS(reals)},
                                             {count_64_paths, pass_64_paths_delta, pass_64_paths_all}};
