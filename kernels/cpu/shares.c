/* Shares of single pairs: workspace, and the search with either kind of path counts (shares_body.h). */
#pragma STDC FP_CONTRACT OFF
#include "shares.h"

#include "arena.h"
#include "scaled.h"

/* A path count above this flags the pair: products of two, and their sums, then stay inside float64. */
#define LIMIT 0x1p450

/* Adjacency entries between two looks at the cancel word. */
#define STEP 65536

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
  double *paths, *onward;
  gobc_scaled *scaled_paths, *scaled_onward; /* NULL until needed */
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
  if (!shares->scaled_paths) shares->scaled_paths = alloc(shares, sizeof(gobc_scaled));
  if (!shares->scaled_onward) {
    shares->scaled_onward = alloc(shares, sizeof(gobc_scaled));
    for (size_t v = 0; shares->scaled_onward && v < length(shares); v++)
      shares->scaled_onward[v] = gobc_scaled_nothing();
  }
  return shares->scaled_paths && shares->scaled_onward;
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
  shares->paths = alloc(shares, sizeof(double));
  shares->onward = alloc(shares, sizeof(double));
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
  shares->left = STEP;
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

static inline void add(uint64_t *sums, double x) {
  sums[0] += (uint64_t)(x * GOBC_SHARES_UNIT + 0.5);
  sums[1] += (uint64_t)(x * x * GOBC_SHARES_UNIT + 0.5);
}

static inline double plain_add(double a, double b) { return a + b; }
static inline double plain_times(double a, double b) { return a * b; }
static inline double plain_over(double a, double b) { return a / b; }
static inline int plain_is(double a) { return a != 0.0; }

static inline gobc_scaled scaled_times(gobc_scaled a, gobc_scaled b) {
  return gobc_scaled_normal(a.mantissa * b.mantissa, a.exponent + b.exponent);
}
static inline gobc_scaled scaled_over(gobc_scaled a, gobc_scaled b) {
  double mantissa = a.mantissa / b.mantissa;
  int below = mantissa < 1.0;
  return (gobc_scaled){below ? mantissa * 2.0 : mantissa, a.exponent - b.exponent - below};
}
static inline int scaled_is(gobc_scaled a) { return a.mantissa != 0.0; }

#define NAME(name) plain_##name
#define COUNT double
#define PATHS paths
#define ONWARD onward
#define ONE 1.0
#define NOTHING 0.0
#define SHARE(a, b) ((a) * (b))
#define SAFE 1
#include "shares_body.h"
#undef NAME
#undef COUNT
#undef PATHS
#undef ONWARD
#undef ONE
#undef NOTHING
#undef SHARE
#undef SAFE

#define scaled_add gobc_scaled_add
#define NAME(name) scaled_##name
#define COUNT gobc_scaled
#define PATHS scaled_paths
#define ONWARD scaled_onward
#define ONE ((gobc_scaled){1.0, 0})
#define NOTHING gobc_scaled_nothing()
#define SHARE(a, b) gobc_scaled_product(a, b)
#define SAFE 0
#include "shares_body.h"

int gobc_shares_run(gobc_shares *shares, const int32_t *ends, int64_t count, uint64_t *sums,
                    const volatile int32_t *cancel) {
  for (int64_t i = 0; i < count; i++, ends += 2) {
    int flagged = shares->exponents, status = GOBC_KERNEL_OK;
    if (cancelled(shares, 0, cancel)) return GOBC_KERNEL_CANCELLED;
    if (!flagged) status = plain_pair(shares, ends[0], ends[1], sums, cancel, &flagged);
    if (status != GOBC_KERNEL_OK) return status;
    if (flagged) {
      if (!alloc_scaled(shares)) return GOBC_KERNEL_NOMEM;
      status = scaled_pair(shares, ends[0], ends[1], sums, cancel, &flagged);
      if (status != GOBC_KERNEL_OK) return status;
      shares->counts.batches++;
    }
    shares->counts.lanes++;
  }
  return GOBC_KERNEL_OK;
}
