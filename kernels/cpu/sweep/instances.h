/* All instances of the sweep for one instruction set. A width is here, in `Widths` of cpu.go, and nowhere else. */
#define CHECK_BITS (GOBC_DOUBLE ? GOBC_SWEEP_CHECK_F64 : GOBC_SWEEP_CHECK_F32)
#define FLOOR_BITS (GOBC_DOUBLE ? GOBC_SWEEP_FLOOR_F64 : GOBC_SWEEP_FLOOR_F32)
#define SCALE_BYTES (sizeof(gobc_scale) + GOBC_WIDTH * sizeof(real_t))
#define made_t GOBC_FN(made)

/* A backward pass is made for what is needed, GOBC_VARIANT, a sum of GOBC_SWEEP_COUNTS and GOBC_SWEEP_EDGES. */
#define GOBC_BACK(name) GOBC_JOIN(GOBC_FN(name), GOBC_VARIANT)
#define GOBC_STRESS (GOBC_VARIANT & GOBC_SWEEP_COUNTS)
#define GOBC_EDGES (GOBC_VARIANT & GOBC_SWEEP_EDGES)
#define back_t GOBC_BACK(back)

#define GOBC_WIDTH 8
#define GOBC_REAL 64
#include "sweep/body.h"
#define GOBC_WIDTH 8
#define GOBC_REAL 32
#include "sweep/body.h"
#define GOBC_WIDTH 16
#define GOBC_REAL 64
#include "sweep/body.h"
#define GOBC_WIDTH 16
#define GOBC_REAL 32
#include "sweep/body.h"
#define GOBC_WIDTH 32
#define GOBC_REAL 64
#include "sweep/body.h"
#define GOBC_WIDTH 32
#define GOBC_REAL 32
#include "sweep/body.h"
#define GOBC_WIDTH 64
#define GOBC_REAL 64
#include "sweep/body.h"
#define GOBC_WIDTH 64
#define GOBC_REAL 32
#include "sweep/body.h"

#define BACKWARD(width, real, variant) GOBC_JOIN(backward_##width##_##real, GOBC_JOIN(GOBC_SET, variant))
#define FORWARD(width, real) GOBC_JOIN(forward_##width##_##real, GOBC_SET)
#define MASK(width, real) GOBC_JOIN(mask_##width##_##real, GOBC_SET)
#define SINGLE(width)                                                                                                  \
  {                                                                                                                    \
    width, 32, sizeof(MASK(width, 32)), FORWARD(width, 32), {                                                          \
      BACKWARD(width, 32, 0), BACKWARD(width, 32, 1), NULL, NULL                                                       \
    }                                                                                                                  \
  }
#define DOUBLE(width)                                                                                                  \
  {                                                                                                                    \
    width, 64, sizeof(MASK(width, 64)), FORWARD(width, 64), {                                                          \
      BACKWARD(width, 64, 0), BACKWARD(width, 64, 1), BACKWARD(width, 64, 2), BACKWARD(width, 64, 3)                   \
    }                                                                                                                  \
  }
const gobc_sweep_kernel GOBC_JOIN(gobc_sweep, GOBC_SET)[] = {DOUBLE(8),  SINGLE(8),  DOUBLE(16), SINGLE(16), DOUBLE(32),
                                                             SINGLE(32), DOUBLE(64), SINGLE(64), {0}};
