/* Shares of single pairs: workspace, and the search with either kind of path counts (shares_body.h). */
#pragma STDC FP_CONTRACT OFF
#include "arena.h"
#include "path_count.h"

/*
 * One end's search. Level k is order[starts[k] .. starts[k + 1]), and arcs[k] adjacency entries lead on from it; k is at
 * most `level`, the last one. `ahead` are the lists that lead on, `behind` those that lead back.
 */
typedef struct {
  const int64_t *ahead_offsets, *behind_offsets;
  const int32_t *ahead, *behind;
  int32_t *order;
  int32_t *starts;
  int64_t *arcs;
  int32_t level;
  int32_t sign;  /* of the marks: 1 or -1 */
  double bound; /* no path count of the last level is larger */
} side;

/*
 * mark      by vertex: sign * (level + 1) of the side that has met it, 0 otherwise; all 0 between pairs
 * paths     of a vertex that is met: paths from or to its end
 * onward    of a vertex on the shortest paths found: paths on to the other end / all paths; all 0 between pairs
 */
struct gobc_shares {
  gobc_csr graph;
  side sides[2];
  int32_t *mark;
  struct {
    gobc_plain_count *plain;
    gobc_scaled_count *scaled; /* NULL until needed */
  } paths, onward;
  int exponents;
  int64_t left; /* until the next look at the cancel word */
  gobc_counts counts;
  gobc_arena arena;
};

static size_t length(const gobc_shares *shares) {
  return (size_t)shares->graph.vertices + 2;
}

static void *alloc(gobc_shares *shares, size_t each) {
  return gobc_arena_alloc(&shares->arena, length(shares) * each);
}

static int alloc_scaled(gobc_shares *shares) {
  if (!shares->paths.scaled) shares->paths.scaled = alloc(shares, sizeof(gobc_scaled_count));
  if (!shares->onward.scaled) {
    shares->onward.scaled = alloc(shares, sizeof(gobc_scaled_count));
    for (size_t v = 0; shares->onward.scaled && v < length(shares); v++) shares->onward.scaled[v] = gobc_scaled_nothing();
  }
  return shares->paths.scaled && shares->onward.scaled;
}

gobc_shares *gobc_shares_open(const gobc_csr *graph, int exponents, const gobc_allocator *allocator) {
  gobc_shares *shares = allocator->allocate(sizeof *shares);
  if (!shares) return NULL;
  gobc_arena_open(&shares->arena, shares, sizeof *shares, &shares->counts, allocator);
  shares->graph = *graph;
  shares->exponents = exponents;
  for (int i = 0; i < 2; i++) {
    side *s = shares->sides + i;
    s->ahead_offsets = i ? graph->in_offsets : graph->out_offsets;
    s->ahead = i ? graph->in_targets : graph->out_targets;
    s->behind_offsets = i ? graph->out_offsets : graph->in_offsets;
    s->behind = i ? graph->out_targets : graph->in_targets;
    s->sign = i ? -1 : 1;
    s->order = alloc(shares, sizeof(int32_t));
    s->starts = alloc(shares, sizeof(int32_t));
    s->arcs = alloc(shares, sizeof(int64_t));
  }
  shares->mark = alloc(shares, sizeof(int32_t));
  shares->paths.plain = alloc(shares, sizeof(double));
  shares->onward.plain = alloc(shares, sizeof(double));
  if (exponents) alloc_scaled(shares);
  if (!shares->arena.failed) return shares;
  gobc_shares_close(shares);
  return NULL;
}

void gobc_shares_close(gobc_shares *shares) {
  if (shares) gobc_arena_close(&shares->arena);
}

const gobc_counts *gobc_shares_counts(const gobc_shares *shares) {
  return &shares->counts;
}

static int cancelled(gobc_shares *shares, int64_t visits, const volatile int32_t *cancel) {
  shares->counts.visits += visits;
  shares->left -= visits + 1;
  if (shares->left > 0) return 0;
  shares->left = GOBC_COUNT_STEP;
  return *cancel != 0;
}

/* The side begins at its end. */
static void begin(gobc_shares *shares, side *s, int32_t end) {
  s->level = 0;
  s->order[0] = end;
  s->starts[0] = 0;
  s->starts[1] = 1;
  s->arcs[0] = s->ahead_offsets[end + 1] - s->ahead_offsets[end];
  s->bound = 1.0;
  shares->mark[end] = s->sign;
}

/* Vertices met are those of order, the last of them before starts[level + 1], or beyond where the sides have joined. */
static void tidy(gobc_shares *shares, const side *s, int32_t met) {
  for (int32_t i = 0; i < met; i++) shares->mark[s->order[i]] = 0;
  shares->counts.entries += met;
}

static inline void add_share(uint64_t *sums, double x) {
  sums[0] += (uint64_t)(x * GOBC_SHARES_UNIT + 0.5);
  sums[1] += (uint64_t)(x * x * GOBC_SHARES_UNIT + 0.5);
}

/* Whether a float64 path count of the last level is above the limit; looked at only where the bound allows it. */
static int out_of_range(gobc_shares *shares, side *s) {
  s->bound *= (double)s->arcs[s->level - 1];
  if (s->bound <= GOBC_COUNT_STRESS_LIMIT) return 0;
  double most = 0.0;
  for (int32_t i = s->starts[s->level]; i < s->starts[s->level + 1]; i++)
    most = shares->paths.plain[s->order[i]] > most ? shares->paths.plain[s->order[i]] : most;
  s->bound = most;
  return !(most <= GOBC_COUNT_STRESS_LIMIT);
}

#define KIND plain
#include "shares_body.h"
#undef KIND
#define KIND scaled
#include "shares_body.h"
#undef KIND

int gobc_shares_run(gobc_shares *shares, const int32_t *ends, int64_t count, uint64_t *sums,
                    const volatile int32_t *cancel) {
  for (int64_t i = 0; i < count; i++, ends += 2) {
    int flagged = shares->exponents, status = GOBC_KERNEL_OK;
    if (cancelled(shares, 0, cancel)) return GOBC_KERNEL_CANCELLED;
    if (!flagged) status = gobc_plain_pair(shares, ends[0], ends[1], sums, cancel, &flagged);
    if (status != GOBC_KERNEL_OK) return status;
    if (flagged) {
      if (!alloc_scaled(shares)) return GOBC_KERNEL_NOMEM;
      status = gobc_scaled_pair(shares, ends[0], ends[1], sums, cancel, NULL);
      if (status != GOBC_KERNEL_OK) return status;
      shares->counts.batches++;
    }
    shares->counts.lanes++;
  }
  return GOBC_KERNEL_OK;
}
