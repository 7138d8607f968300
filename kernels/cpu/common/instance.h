/*
 * Instances of a kernel: one body, compiled for each instruction set, width and type. The parameters are macros that the
 * including file sets anew for each instance; everything below expands where it is used, so it is defined once.
 *   GOBC_SET, GOBC_LEVEL   the instruction set: its name, and its GOBC_ISA_ value (common/instance_sets.h)
 *   GOBC_WIDTH, GOBC_REAL  lanes of a row (at most 64, whole vectors) and bits of a path count (64, 32)
 */
#ifndef GOBC_INSTANCE_H
#define GOBC_INSTANCE_H

#include <math.h>
#include <string.h>

#include "common/dispatch.h"
#include "common/template.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define GOBC_X86 1
#include <immintrin.h>
#else
#define GOBC_X86 0
#endif

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* The instance's own name of a function or type. */
#define GOBC_FN(name) GOBC_NAME(name, GOBC_WIDTH, GOBC_REAL, GOBC_SET)
#define GOBC_DOUBLE (GOBC_REAL == 64)

#define mask_t GOBC_FN(mask) /* a bit a lane */
#define real_t GOBC_FN(real) /* a path count */
#define bits_t GOBC_FN(bits) /* an integer of its size */
#define vec_t GOBC_FN(vec)   /* VEC_LANES path counts */
#define bits_vec_t GOBC_FN(bits_vec)
#define wide_t GOBC_FN(wide) /* WIDE_LANES float64 */
#define wide_bits_t GOBC_FN(wide_bits)
#define keep_t GOBC_FN(keep)     /* selects lanes of a vec_t */
#define native_t GOBC_FN(native) /* a vec_t as intrinsics have it */

#define VEC_BYTES (GOBC_LEVEL == 2 && !(GOBC_WIDTH == 8 && !GOBC_DOUBLE) ? 64 : GOBC_LEVEL == 0 ? 16 : 32)
#define VEC_LANES (VEC_BYTES / (int)sizeof(real_t))
#define ROW_VECS (GOBC_WIDTH / VEC_LANES)
#define WIDE_BYTES (16 << GOBC_LEVEL)
#define WIDE_LANES (WIDE_BYTES / 8)
#define WIDE_PARTS (VEC_LANES / WIDE_LANES)

#define LOAD(p) (*(const vec_t *)(p))
#define STORE(p, x) (*(vec_t *)(p) = (x))
#define ROW(base, vertex) ((base) + (size_t)(vertex) * GOBC_WIDTH)

/* Asks for the first 128 bytes of a row; the hardware goes on from there. */
#define PREFETCH_ROW(base, vertex)                                                                                     \
  do {                                                                                                                 \
    const char *row_ahead = (const char *)ROW(base, vertex);                                                           \
    __builtin_prefetch(row_ahead, 1);                                                                                  \
    if (GOBC_WIDTH * sizeof(real_t) > 64) __builtin_prefetch(row_ahead + 64, 1);                                       \
  } while (0)

/* Lane masks of a vector of doubles: row k has all ones where k has a bit. */
#define FOUR(k) {-(k & 1), -(k >> 1 & 1), -(k >> 2 & 1), -(k >> 3 & 1)}
static const int64_t gobc_lane_masks_avx2[16][4] __attribute__((aligned(32), unused)) = {
    FOUR(0), FOUR(1), FOUR(2),  FOUR(3),  FOUR(4),  FOUR(5),  FOUR(6),  FOUR(7),
    FOUR(8), FOUR(9), FOUR(10), FOUR(11), FOUR(12), FOUR(13), FOUR(14), FOUR(15)};
static const int64_t gobc_lane_masks_baseline[4][2]
    __attribute__((aligned(16), unused)) = {{0, 0}, {-1, 0}, {0, -1}, {-1, -1}};

#endif
