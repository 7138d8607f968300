/* All instances of the sweep for one instruction set. A width is here, in `Widths` of cpu.go, and nowhere else. */

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

#define BACKWARD(width, real, variant) GOBC_NAME(backward, width, real, GOBC_SET, variant)
#define FORWARD(width, real) GOBC_NAME(forward, width, real, GOBC_SET)
#define MASK(width, real) GOBC_NAME(mask, width, real, GOBC_SET)
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
const gobc_sweep_kernel GOBC_NAME(gobc_sweep, GOBC_SET)[] = {DOUBLE(8),  SINGLE(8),  DOUBLE(16), SINGLE(16), DOUBLE(32),
                                                             SINGLE(32), DOUBLE(64), SINGLE(64), {0}};
