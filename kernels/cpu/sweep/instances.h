/* All instances of the sweep for one instruction set. Widths are listed only here and in `Widths` of cpu.go. */

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

#define KERNEL(width, real) &GOBC_NAME(kernel, width, real, GOBC_SET)
const gobc_sweep_kernel *const GOBC_NAME(gobc_sweep, GOBC_SET)[] = {
    KERNEL(8, 64),  KERNEL(8, 32),  KERNEL(16, 64), KERNEL(16, 32), KERNEL(32, 64),
    KERNEL(32, 32), KERNEL(64, 64), KERNEL(64, 32), NULL,
};
