/*
 * The backward pass of one instance where delta alone is needed within several cutoffs: one pass for all of them. The equivalent
 * loop for one lane, deepest level first:
 *   for v of the level, for each cutoff r of at least the level: sum_r = 0; for w of successors(v), ascending: sum_r += g_r(w)
 *                       delta_r(v) = sigma(v) * sum_r;  g_r(v) = (1 + delta_r(v)) / sigma(v)
 * g of the last cutoff of the pass stands in the rows of `top`. Those of the others are beside them, each cutoff by itself: row i
 * of a vertex is that of the cutoff last - 1 - i. A level has a row for each other cutoff that it is within, so the `next` rows
 * of its successors are at most as many as its own, `here`, and the sums of the others are 0.
 */
#include "common/instance.h"
#include "sweep/sweep.h"

#define near_t GOBC_FN(near)

typedef struct near_t {
  real_t *sigma, *top, *rows, *pool, *pools;
  const int32_t *vertices, *arcs;
  const mask_t *lanes;
  const mask_t *marks;
  mask_t live;
  size_t stride;              /* vertices, from one row of a vertex to its next one */
  int here, next;             /* rows beside top of this level and of the next one */
  int sparse;                 /* vectors without lanes are left out */
  const double *targets;      /* weights of targets; NULL: 1 each */
  const double *weights;      /* of the sources, by lane; NULL: 1 each */
  gobc_totals *const *totals; /* of each cutoff */
  int last;
} near_t;

#define NEAR_ROW(base, back, v, i) ((base) + ((size_t)(i) * (back)->stride + (size_t)(v)) * GOBC_WIDTH)

static __attribute__((noinline)) void GOBC_FN(add_near_weighted)(uint64_t *total, const vec_t *delta,
                                                                 const double *weights) {
  GOBC_FN(add_fixed)(total, delta, weights, 0);
}

/* g of some lanes of v from a sum over successors, in the row `at`, whose other lanes stay; delta to the totals if there is one. */
INLINE void GOBC_FN(finish_row)(const near_t *back, int32_t v, mask_t lanes, const vec_t *sigma, const vec_t *sum,
                                const real_t *factor, real_t *at, uint64_t *total) {
  const real_t target = back->targets ? (real_t)back->targets[v] : (real_t)1;
  vec_t delta[ROW_VECS];
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    const keep_t keep = GOBC_FN(lanes_of)(lanes, j);
    vec_t d = sum[j];
    if (factor) d = d * LOAD(factor + j * VEC_LANES);
    d = GOBC_FN(kept)(keep, sigma[j] * d);
    delta[j] = d;
    STORE(at + j * VEC_LANES, GOBC_FN(choose)(keep, (d + target) / sigma[j], LOAD(at + j * VEC_LANES)));
  }
  if (!total) return;
  if (__builtin_expect(!back->weights, 1)) {
    GOBC_FN(add_fixed)(total, delta, NULL, 0);
  } else {
    vec_t copy[ROW_VECS];
    UNROLL for (int j = 0; j < ROW_VECS; j++) copy[j] = delta[j];
    GOBC_FN(add_near_weighted)(total, copy, back->weights);
  }
}

/* From the sums over successors, `rows` of which are beside that of the last cutoff; rows from there on have no successors. */
INLINE void GOBC_FN(finish_near)(const near_t *back, int rows, int32_t v, mask_t lanes, vec_t (*sums)[ROW_VECS],
                                 const real_t *factor) {
  vec_t sigma[ROW_VECS];
  UNROLL for (int j = 0; j < ROW_VECS; j++) sigma[j] = LOAD(ROW(back->sigma, v) + j * VEC_LANES);
  UNROLL for (int i = 0; i < rows; i++)
      GOBC_FN(finish_row)(back, v, lanes, sigma, sums[i], factor, NEAR_ROW(back->rows, back, v, i),
                          back->totals[back->last - 1 - i]->delta + 2 * (size_t)v);
  for (int i = rows; i < back->here; i++) {
    const vec_t none[ROW_VECS] = {{0}};
    GOBC_FN(finish_row)(back, v, lanes, sigma, none, NULL, NEAR_ROW(back->rows, back, v, i), NULL);
  }
  GOBC_FN(finish_row)(back, v, lanes, sigma, sums[rows], factor, ROW(back->top, v),
                      back->totals[back->last]->delta + 2 * (size_t)v);
}

/* An item without successors. */
INLINE void GOBC_FN(finish_end)(const near_t *back, int32_t v, mask_t lanes) {
  const real_t target = back->targets ? (real_t)back->targets[v] : (real_t)1;
  vec_t g[ROW_VECS];
  keep_t keep[ROW_VECS];
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    const vec_t s = LOAD(ROW(back->sigma, v) + j * VEC_LANES);
    keep[j] = GOBC_FN(lanes_of)(lanes, j);
    g[j] = ((vec_t){0} + target) / s;
    STORE(ROW(back->top, v) + j * VEC_LANES, GOBC_FN(choose)(keep[j], g[j], LOAD(ROW(back->top, v) + j * VEC_LANES)));
  }
  for (int i = 0; i < back->here; i++) UNROLL for (int j = 0; j < ROW_VECS; j++) {
      real_t *at = NEAR_ROW(back->rows, back, v, i) + j * VEC_LANES;
      STORE(at, GOBC_FN(choose)(keep[j], g[j], LOAD(at)));
    }
}

/* The deepest level. */
static void GOBC_FN(end_near)(const near_t *shared, size_t low, size_t high) {
  const near_t back = *shared;
  for (size_t item = low; item < high; item++)
    GOBC_FN(finish_end)(&back, back.vertices[item], (mask_t)(back.lanes[item] & back.live));
}

/* A level whose successors were pushed. */
INLINE void GOBC_FN(gather_near)(const near_t *shared, int rows, size_t low, size_t high, const size_t *start,
                                 const real_t *factor) {
  const near_t back = *shared;
  size_t arc = start[0];
  for (size_t item = low; item < high; item++) {
    const size_t end = *++start;
    const int32_t v = back.vertices[item], soon = back.vertices[item + GOBC_SWEEP_AHEAD];
    const mask_t mine = (mask_t)(back.lanes[item] & back.live);
    vec_t sums[GOBC_CUTOFFS_A_VISIT][ROW_VECS];
    UNROLL for (int i = 0; i <= rows; i++) UNROLL for (int j = 0; j < ROW_VECS; j++) sums[i][j] = (vec_t){0};
    PREFETCH_ROW(back.sigma, soon);
    __builtin_prefetch(back.totals[back.last]->delta + 2 * (size_t)soon, 1);
    if (rows) {
      PREFETCH_ROW(back.rows, soon);
      __builtin_prefetch(back.totals[back.last - 1]->delta + 2 * (size_t)soon, 1);
    }
    if (arc == end) {
      GOBC_FN(finish_end)(&back, v, mine);
      continue;
    }
    for (; arc < end; arc++) {
      const int32_t w = back.arcs[arc];
      const mask_t both = (mask_t)(back.marks[w] & mine);
      const real_t *row = ROW(back.rows, w);
      UNROLL for (int j = 0; j < ROW_VECS; j++) {
        if (rows >= 2 && back.sparse && !GOBC_FN(any_of)(both, j)) continue;
        const keep_t keep = GOBC_FN(lanes_of)(both, j);
        sums[rows][j] = GOBC_FN(add_kept)(sums[rows][j], keep, LOAD(ROW(back.top, w) + j * VEC_LANES));
        UNROLL for (int i = 0; i < rows; i++) sums[i][j] =
            GOBC_FN(add_kept)(sums[i][j], keep, LOAD(row + (size_t)i * back.stride * GOBC_WIDTH + j * VEC_LANES));
      }
    }
    GOBC_FN(finish_near)(&back, rows, v, mine, sums, factor);
  }
}

/* Entries of a pulled level, ascending, add their g to the pool rows of their predecessors. Pools are zero before. */
INLINE void GOBC_FN(spread_near)(const near_t *shared, int rows, size_t low, size_t high, const size_t *start) {
  const near_t back = *shared;
  size_t arc = start[0];
  for (size_t item = low; item < high; item++) {
    const size_t end = *++start;
    const int32_t w = back.vertices[item];
    const mask_t mine = (mask_t)(back.lanes[item] & back.live);
    vec_t g[GOBC_CUTOFFS_A_VISIT][ROW_VECS];
    UNROLL for (int j = 0; j < ROW_VECS; j++) {
      UNROLL for (int i = 0; i < rows; i++) g[i][j] = LOAD(NEAR_ROW(back.rows, &back, w, i) + j * VEC_LANES);
      g[rows][j] = LOAD(ROW(back.top, w) + j * VEC_LANES);
    }
    for (; arc < end; arc++) {
      const int32_t u = back.arcs[arc];
      const mask_t both = (mask_t)(back.marks[u] & mine);
      real_t *pool = ROW(back.pool, u), *pools = ROW(back.pools, u);
      UNROLL for (int j = 0; j < ROW_VECS; j++) {
        if (rows >= 2 && back.sparse && !GOBC_FN(any_of)(both, j)) continue;
        const keep_t keep = GOBC_FN(lanes_of)(both, j);
        STORE(pool + j * VEC_LANES, GOBC_FN(add_kept)(LOAD(pool + j * VEC_LANES), keep, g[rows][j]));
        UNROLL for (int i = 0; i < rows; i++) {
          real_t *at = pools + (size_t)i * back.stride * GOBC_WIDTH + j * VEC_LANES;
          STORE(at, GOBC_FN(add_kept)(LOAD(at), keep, g[i][j]));
        }
      }
    }
  }
}

/* Takes the sums of a level out of the pools and leaves zeros. */
INLINE void GOBC_FN(drain_near)(const near_t *shared, int rows, size_t low, size_t high, const real_t *factor) {
  const near_t back = *shared;
  for (size_t item = low; item < high; item++) {
    const int32_t v = back.vertices[item];
    const mask_t mine = (mask_t)(back.lanes[item] & back.live);
    vec_t sums[GOBC_CUTOFFS_A_VISIT][ROW_VECS];
    UNROLL for (int j = 0; j < ROW_VECS; j++) {
      real_t *pool = ROW(back.pool, v) + j * VEC_LANES;
      sums[rows][j] = LOAD(pool);
      STORE(pool, (vec_t){0});
      UNROLL for (int i = 0; i < rows; i++) {
        real_t *at = NEAR_ROW(back.pools, &back, v, i) + j * VEC_LANES;
        sums[i][j] = LOAD(at);
        STORE(at, (vec_t){0});
      }
    }
    GOBC_FN(finish_near)(&back, rows, v, mine, sums, factor);
  }
}

#define LEVEL(rows)                                                                                                    \
  static void GOBC_NAME(level_near, GOBC_WIDTH, GOBC_REAL, GOBC_SET, rows)(                                            \
      const near_t *back, int pulled, size_t low, size_t high, size_t end, const size_t *start,                        \
      const real_t *factor) {                                                                                          \
    if (!pulled) {                                                                                                     \
      GOBC_FN(gather_near)(back, rows, low, high, start, factor);                                                      \
      return;                                                                                                          \
    }                                                                                                                  \
    GOBC_FN(spread_near)(back, rows, high, end, start);                                                                \
    GOBC_FN(drain_near)(back, rows, low, high, factor);                                                                \
  }
LEVEL(0)
LEVEL(1)
LEVEL(2)
LEVEL(3)
LEVEL(4)
#undef LEVEL

/* Whether so many vectors of these items have no lane that branches pay (BENCHMARKS.md). */
static int GOBC_FN(is_sparse)(const near_t *back, size_t low, size_t high) {
  size_t active = 0;
  for (size_t item = low; item < high; item++)
    UNROLL for (int j = 0; j < ROW_VECS; j++) active += (size_t)GOBC_FN(any_of)(back->lanes[item], j);
  return (double)active < GOBC_SWEEP_SPARSE * (double)(ROW_VECS * (high - low));
}

/* Of the first `count` inner cutoffs, those from `first` on that a level is within. */
static int GOBC_FN(cutoffs_from)(const gobc_sweep *sweep, int first, int count, int64_t level) {
  int found = 0;
  while (found < count - first && sweep->pairs.inner[count - 1 - found] >= (double)level) found++;
  return found;
}

/* On top of the loop, g stands in the rows of all deeper levels, and the scratch masks and the pools of top are zero. */
static int GOBC_FN(backward_cutoffs)(gobc_sweep *sweep, const gobc_cutoff_pass *pass) {
  const gobc_level *levels = gobc_sweep_levels(sweep);
  const size_t *groups = gobc_sweep_groups(sweep);
  real_t factors[GOBC_WIDTH] __attribute__((aligned(64)));
  near_t back = {.sigma = sweep->sigma,
                 .top = pass->top,
                 .rows = sweep->cutoff_rows,
                 .pool = sweep->sigma_pool,
                 .pools = sweep->cutoff_pools,
                 .vertices = gobc_sweep_vertices(sweep),
                 .arcs = gobc_sweep_arcs(sweep),
                 .lanes = sweep->item_lanes.data,
                 .marks = sweep->frontier,
                 .live = (mask_t)(sweep->full & ~sweep->out_of_range),
                 .stride = (size_t)sweep->graph.vertices,
                 .targets = sweep->pairs.target_weight,
                 .weights = sweep->pairs.source_weight ? sweep->weight : NULL,
                 .totals = pass->totals,
                 .last = pass->last};
  for (int64_t level = sweep->level; level >= 1; level--) {
    const gobc_level *here = levels + level, *next = here + 1;
    size_t low = here->first_item, high = next->first_item, end = level < sweep->level ? next[1].first_item : high;
    const real_t *factor = GOBC_FN(factors)(sweep, level + 1, factors);
    back.next = back.here;
    back.here = GOBC_FN(cutoffs_from)(sweep, pass->first, pass->last, level);
    if (end == high) {
      GOBC_FN(end_near)(&back, low, high);
      continue;
    }
    const int pulled = next->pulled;
    const size_t *start = groups + next->first_group;
    back.sparse = back.next >= 2 && GOBC_FN(is_sparse)(&back, high, end);
    if (pulled) GOBC_FN(mark)(sweep, low, high, back.live);
    else GOBC_FN(mark)(sweep, high, end, back.live);
#define LEVEL(rows)                                                                                                    \
  GOBC_NAME(level_near, GOBC_WIDTH, GOBC_REAL, GOBC_SET, rows)(&back, pulled, low, high, end, start, factor)
    switch (back.next) {
      case 0: LEVEL(0); break;
      case 1: LEVEL(1); break;
      case 2: LEVEL(2); break;
      case 3: LEVEL(3); break;
      default: LEVEL(4);
    }
#undef LEVEL
    if (pulled) GOBC_FN(mark)(sweep, low, high, 0);
    else GOBC_FN(mark)(sweep, high, end, 0);
  }
  return GOBC_KERNEL_OK;
}

#undef NEAR_ROW
