/* A pair's workspace and what serial/pair_dependency_body.h has for both kinds of path counts. */
#ifndef GOBC_PAIR_DEPENDENCY_H
#define GOBC_PAIR_DEPENDENCY_H

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

#endif
