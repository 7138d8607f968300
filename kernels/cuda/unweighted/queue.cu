/*
 * Source by source. _wide: one source a multiprocessor, if there are few; _narrow: many at once. _weighted: the host chooses
 * the size of the blocks.
 */
#include "queue_paths.h"
#include "weighted_queue.h"

/* Narrow blocks that a multiprocessor holds. They leave each thread 40 registers, or 64 with compute capability 7.5. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
#define GOBC_NARROW 8
#else
#define GOBC_NARROW 12
#endif

GOBC_KERNEL(gobc_queue_wide_f32, gobc_queue_arguments, 1024, 1) { run_queue<float, 1024>(*arguments); }
GOBC_KERNEL(gobc_queue_wide_f64, gobc_queue_arguments, 1024, 1) { run_queue<double, 1024>(*arguments); }
GOBC_KERNEL(gobc_queue_narrow_f32, gobc_queue_arguments, 128, GOBC_NARROW) { run_queue<float, 128>(*arguments); }
GOBC_KERNEL(gobc_queue_narrow_f64, gobc_queue_arguments, 128, GOBC_NARROW) { run_queue<double, 128>(*arguments); }

#define GOBC_WEIGHTED_QUEUE(NAME, RULE)                                                                                \
  GOBC_KERNEL(gobc_weighted_queue_##NAME, gobc_weighted_queue_arguments, 1024, 1) {                                    \
    run_weighted_queue<RULE>(*arguments);                                                                              \
  }

GOBC_WEIGHTED_QUEUE(u32, Whole32)
GOBC_WEIGHTED_QUEUE(u64, Whole64)
GOBC_WEIGHTED_QUEUE(f64, Real64)
