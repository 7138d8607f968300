/*
 * The demand of a source: its targets and what flows to each, as gobc_pairs has them. Kernels spread it over their rows of
 * lanes, or a column of one source, before the way back, and zero it after: a batch costs what its sources send.
 */
#ifndef GOBC_DEMAND_H
#define GOBC_DEMAND_H

#include "common/totals.h"

typedef struct gobc_demand {
  const int32_t *target;
  const double *flow;
  int64_t count;
} gobc_demand;

static inline gobc_demand gobc_demand_of(const gobc_pairs *pairs, int32_t source) {
  const int64_t first = pairs->demand_offsets[source], last = pairs->demand_offsets[source + 1];
  return (gobc_demand){pairs->demand_targets + first, pairs->demand_flow + first, last - first};
}

/* Adds what a path weighs to its two ends. */
static inline void gobc_pair_add_ends(uint64_t *delta, int32_t source, int32_t target, double flow) {
  const unsigned __int128 units = gobc_dependency_units(flow);
  gobc_words_add(delta + 2 * (size_t)source, units);
  gobc_words_add(delta + 2 * (size_t)target, units);
}

#endif
