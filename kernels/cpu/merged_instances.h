/*
 * All instances of the merged sweep for one instruction set. The including file sets the target, GOBC_SWEEP_LEVEL and
 * GOBC_MERGED_TABLE.
 */
#include <math.h>
#include <string.h>

#include "lengths.h"
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

#define GOBC_WIDTH 16
#include "merged_body.h"
#define GOBC_WIDTH 32
#include "merged_body.h"
#define GOBC_WIDTH 64
#include "merged_body.h"

#define ROWS(width, type)                                                                            \
  {                                                                                                  \
    search_##width##_##type, find_tight_##width##_##type,                                           \
        add_lengths_##width##_##type, clear_##width##_##type                                         \
  }
#define TYPES(width) {ROWS(width, u_16), ROWS(width, u_32), ROWS(width, u_64), ROWS(width, reals)}
#define PATHS(width) {count_##width##_paths, pass_##width##_paths_delta, pass_##width##_paths_all}
const gobc_merged_table GOBC_MERGED_TABLE = {{TYPES(16), TYPES(32), TYPES(64)}, {PATHS(16), PATHS(32), PATHS(64)}};
