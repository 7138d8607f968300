/* By lengths, source by source, in blocks of any size: the host chooses it. */
#include "weighted_queue.h"

#define GOBC_WEIGHTED_QUEUE(NAME, RULE) \
  GOBC_KERNEL(gobc_weighted_queue_##NAME, gobc_weighted_queue_arguments, 1024, 1) { run_weighted_queue<RULE>(*arguments); }

GOBC_WEIGHTED_QUEUE(u32, Whole32)
GOBC_WEIGHTED_QUEUE(u64, Whole64)
GOBC_WEIGHTED_QUEUE(f64, Real64)
