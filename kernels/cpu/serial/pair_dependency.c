/* Pair dependencies: workspace, and the search with either kind of path counts (serial/pair_dependency_body.h). */
#pragma STDC FP_CONTRACT OFF
#include "serial/pair_dependency.h"

static size_t length(const gobc_pair_dependency *pairs) { return (size_t)pairs->graph.vertices + 2; }

static void *alloc(gobc_pair_dependency *pairs, size_t each) {
  return gobc_arena_alloc(&pairs->arena, length(pairs) * each);
}

static int alloc_scaled(gobc_pair_dependency *pairs) {
  if (!pairs->paths.scaled) pairs->paths.scaled = alloc(pairs, sizeof(gobc_scaled_count));
  if (!pairs->paths_onward.scaled) {
    pairs->paths_onward.scaled = alloc(pairs, sizeof(gobc_scaled_count));
    for (size_t v = 0; pairs->paths_onward.scaled && v < length(pairs); v++)
      pairs->paths_onward.scaled[v] = gobc_scaled_nothing();
  }
  return pairs->paths.scaled && pairs->paths_onward.scaled;
}

gobc_pair_dependency *gobc_pair_dependency_open(const gobc_csr *graph, int exponents, const gobc_allocator *allocator) {
  gobc_pair_dependency *pairs = gobc_arena_open(sizeof *pairs, allocator);
  if (!pairs) return NULL;
  pairs->graph = *graph;
  pairs->exponents = exponents;
  for (int i = 0; i < 2; i++) {
    side *s = pairs->sides + i;
    s->ahead_offsets = i ? graph->in_offsets : graph->out_offsets;
    s->ahead = i ? graph->in_targets : graph->out_targets;
    s->behind_offsets = i ? graph->out_offsets : graph->in_offsets;
    s->behind = i ? graph->out_targets : graph->in_targets;
    s->sign = i ? -1 : 1;
    s->order = alloc(pairs, sizeof(int32_t));
    s->starts = alloc(pairs, sizeof(int32_t));
    s->arcs = alloc(pairs, sizeof(int64_t));
  }
  pairs->mark = alloc(pairs, sizeof(int32_t));
  pairs->paths.plain = alloc(pairs, sizeof(double));
  pairs->paths_onward.plain = alloc(pairs, sizeof(double));
  if (exponents) alloc_scaled(pairs);
  return gobc_arena_opened(&pairs->arena);
}

#define KIND plain
#include "serial/pair_dependency_body.h"
#undef KIND
#define KIND scaled
#include "serial/pair_dependency_body.h"
#undef KIND

int gobc_pair_dependency_run(gobc_pair_dependency *pairs, const int32_t *ends, int64_t count, uint64_t *sums,
                             const volatile int32_t *cancel) {
  for (int64_t i = 0; i < count; i++, ends += 2) {
    int out_of_range = pairs->exponents, status = GOBC_KERNEL_OK;
    if (cancelled(pairs, 0, cancel)) return GOBC_KERNEL_CANCELLED;
    if (!out_of_range) status = gobc_plain_pair(pairs, ends[0], ends[1], sums, cancel, &out_of_range);
    if (status != GOBC_KERNEL_OK) return status;
    if (out_of_range) {
      if (!alloc_scaled(pairs)) return GOBC_KERNEL_NOMEM;
      status = gobc_scaled_pair(pairs, ends[0], ends[1], sums, cancel, NULL);
      if (status != GOBC_KERNEL_OK) return status;
      pairs->arena.counts.batches++;
    }
    pairs->arena.counts.lanes++;
  }
  return GOBC_KERNEL_OK;
}
