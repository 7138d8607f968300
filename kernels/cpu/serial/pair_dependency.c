/* Pair dependencies: workspace, and the search with either kind of path counts (serial/pair_dependency_body.h). */
#pragma STDC FP_CONTRACT OFF
#include "common/arena.h"
#include "common/path_count.h"

/*
 * One end's search. Level k is order[starts[k] .. starts[k + 1]), and arcs[k] arcs lead on from it; k is at
 * most `level`, the last one. `ahead` are the lists that lead on, `behind` those that lead back.
 */
typedef struct {
  const int64_t *ahead_offsets, *behind_offsets;
  const int32_t *ahead, *behind;
  int32_t *order;
  int32_t *starts;
  int64_t *arcs;
  int32_t level;
  int32_t sign; /* of the marks: 1 or -1 */
  double bound; /* no path count of the last level is larger */
} side;

/*
 * mark      by vertex: sign * (level + 1) of the side that has met it, 0 otherwise; all 0 between pairs
 * paths     of a vertex that is met: paths from or to its end
 * paths_onward    of a vertex on the shortest paths found: paths on to the other end / all paths; all 0 between pairs
 */
struct gobc_pair_dependency {
  gobc_arena arena;
  gobc_csr graph;
  side sides[2];
  int32_t *mark;
  struct {
    gobc_plain_count *plain;
    gobc_scaled_count *scaled; /* NULL until needed */
  } paths, paths_onward;
  int exponents;
  int64_t left; /* until the next look at the cancel word */
};

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

static int cancelled(gobc_pair_dependency *pairs, int64_t visits, const volatile int32_t *cancel) {
  pairs->arena.counts.visits += visits;
  pairs->left -= visits + 1;
  if (pairs->left > 0) return 0;
  pairs->left = GOBC_COUNT_STEP;
  return *cancel != 0;
}

/* The side begins at its end. */
static void begin(gobc_pair_dependency *pairs, side *s, int32_t end) {
  s->level = 0;
  s->order[0] = end;
  s->starts[0] = 0;
  s->starts[1] = 1;
  s->arcs[0] = s->ahead_offsets[end + 1] - s->ahead_offsets[end];
  s->bound = 1.0;
  pairs->mark[end] = s->sign;
}

/* Vertices met are those of order, the last of them before starts[level + 1], or beyond where the sides have joined. */
static void tidy(gobc_pair_dependency *pairs, const side *s, int32_t met) {
  for (int32_t i = 0; i < met; i++) pairs->mark[s->order[i]] = 0;
  pairs->arena.counts.frontier_items += met;
}

static inline void add_dependency(uint64_t *sums, double x) {
  sums[0] += (uint64_t)(x * GOBC_PAIR_DEPENDENCY_UNIT + 0.5);
  sums[1] += (uint64_t)(x * x * GOBC_PAIR_DEPENDENCY_UNIT + 0.5);
}

/* Whether a float64 path count of the last level is above the limit; looked at only where the bound allows it. */
static int check_overflow(gobc_pair_dependency *pairs, side *s) {
  s->bound *= (double)s->arcs[s->level - 1];
  if (s->bound <= GOBC_COUNT_STRESS_LIMIT) return 0;
  double most = 0.0;
  for (int32_t i = s->starts[s->level]; i < s->starts[s->level + 1]; i++)
    most = pairs->paths.plain[s->order[i]] > most ? pairs->paths.plain[s->order[i]] : most;
  s->bound = most;
  return !(most <= GOBC_COUNT_STRESS_LIMIT);
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
