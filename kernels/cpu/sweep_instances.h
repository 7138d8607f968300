/*
 * All instances of the sweep for one instruction set. The including file sets the target, GOBC_SWEEP_LEVEL and
 * GOBC_SWEEP_TABLE.
 */
#include <string.h>

#include "sweep_internal.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 32")
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

#define GOBC_WIDTH 8
#define GOBC_DOUBLE 1
#include "sweep_body.h"
#define GOBC_WIDTH 8
#define GOBC_DOUBLE 0
#include "sweep_body.h"
#define GOBC_WIDTH 16
#define GOBC_DOUBLE 1
#include "sweep_body.h"
#define GOBC_WIDTH 16
#define GOBC_DOUBLE 0
#include "sweep_body.h"
#define GOBC_WIDTH 32
#define GOBC_DOUBLE 1
#include "sweep_body.h"
#define GOBC_WIDTH 32
#define GOBC_DOUBLE 0
#include "sweep_body.h"
#define GOBC_WIDTH 64
#define GOBC_DOUBLE 1
#include "sweep_body.h"
#define GOBC_WIDTH 64
#define GOBC_DOUBLE 0
#include "sweep_body.h"

#define BACKWARD(width, real, kind) backward_##width##_##real##_##kind
#define KERNEL(width, real) {forward_##width##_##real, {BACKWARD(width, real, delta), BACKWARD(width, real, stress), NULL, NULL}}
#define WITH_EDGES(width, real)                                                                                       \
  {forward_##width##_##real,                                                                                          \
   {BACKWARD(width, real, delta), BACKWARD(width, real, stress), BACKWARD(width, real, delta_edges),                  \
    BACKWARD(width, real, stress_edges)}}
const gobc_sweep_kernel GOBC_SWEEP_TABLE[8] = {
    WITH_EDGES(8, f64),  KERNEL(8, f32),  WITH_EDGES(16, f64), KERNEL(16, f32),
    WITH_EDGES(32, f64), KERNEL(32, f32), WITH_EDGES(64, f64), KERNEL(64, f32),
};
