/* The batched sweep for any machine: GCC vectors of 16 bytes. */
#include "sweep_internal.h"
#if GOBC_HAS_BASELINE
#define GOBC_SWEEP_LEVEL 0
#define GOBC_SWEEP_TABLE gobc_sweep_baseline
#include "sweep_instances.h"
#endif
