/* The weighted sweep where the weight of a target depends on the source (demand.h), of vertices and (full) of arcs. */
#include "weighted.h"

#define GOBC_WEIGHTED_DEMAND(NAME, RULE, FULL)                                                                         \
  GOBC_KERNEL(gobc_weighted_##NAME, gobc_weighted_demand_arguments, 1024, 1) {                                         \
    run_weighted<RULE, FULL, BY_PAIR>(*arguments);                                                                     \
  }

GOBC_WEIGHTED_DEMAND(demand_u32, Whole32, false)
GOBC_WEIGHTED_DEMAND(demand_u64, Whole64, false)
GOBC_WEIGHTED_DEMAND(demand_f64, Real64, false)
GOBC_WEIGHTED_DEMAND(full_demand_u32, Whole32, true)
GOBC_WEIGHTED_DEMAND(full_demand_u64, Whole64, true)
GOBC_WEIGHTED_DEMAND(full_demand_f64, Real64, true)
