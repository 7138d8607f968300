/*
 * The backward pass of one instance, over the arcs that the forward pass kept. It is compiled for each need, so that no pass
 * pays for another (BENCHMARKS.md). Parameters (1 or 0), undefined at the end of this file: GOBC_COUNTS, paths are counted
 * in the backward pass, for stress of any kind; GOBC_EDGES, there are sums of arcs.
 * The equivalent loop for one lane, deepest level first:
 *   for v of the level: sum = 0; for w of successors(v), ascending: edge(v, w) += sigma(v) * g(w), sum += g(w)
 *                       delta(v) = sigma(v) * sum;  g(v) = (1 + delta(v)) / sigma(v), stored in the row of share
 * and with stress, up(w) = 1 + number of shortest paths that go on from w, likewise with up for g:
 *                       gamma(v) = sum of up(w);  stress(v) += sigma(v) * gamma(v);  up(v) = 1 + gamma(v)
 * The 1 is the weight of v as a target, which may depend on the lane and on the level. What is added to the totals is
 * first multiplied by the lane's source weight. If v stands for k vertices, sigma(v) and delta(v) are sums over all k, and
 * g(v) is k (1 + delta(v)) / sigma(v). gamma(v) and stress(v) are those of one of them: stress(v) += sigma(v) / k *
 * gamma(v), up(v) = 1 + k gamma(v). The forward pass left sigma(v) / k in the row of up(v): sums of it are whole numbers,
 * while a quotient is not one if sigma(v) was rounded.
 */
#include "common/instance.h"
#include "common/distance_decay.h"
#include "sweep/sweep.h"

#define GOBC_PASS(name) GOBC_NAME(name, GOBC_WIDTH, GOBC_REAL, GOBC_SET, GOBC_COUNTS, GOBC_EDGES)

#define back_t GOBC_PASS(back)

/* The state of the pass in locals, as stores may alias every field of the sweep. */
typedef struct back_t {
  real_t *sigma, *share, *sigma_pool, *gamma, *gamma_pool;
  const int32_t *vertices, *arcs, *places;
  const int64_t *out, *in;
  const mask_t *lanes;
  mask_t *marks;                             /* of the level whose lanes are looked up */
  mask_t live;                               /* lanes that are not out_of_range */
  uint64_t *delta, *squares, *edge_delta[2]; /* NULL if not needed */
  gobc_stress_sums *stress, *edge_stress;    /* likewise */
  double *onward;                            /* likewise, of sources */
  const double *targets;                     /* weights of targets; NULL: 1 each */
  const double *weights;                     /* of the sources, by lane */
  const double *multiplicity;                /* NULL: 1 each */
  const real_t *demand;                      /* rows of weights of targets by lane, in place of `targets`; NULL: none */
  real_t decay;                              /* what weights of targets of this level are multiplied by */
  int apart, by_pair;  /* finish_apart may be needed: there are multiplicities, or demand or decay */
  int weighted, plain; /* source weights are not all 1; delta is needed alone, and they are */
  int has_delta;       /* false if stress alone is needed: g is not computed */
  int sources;         /* this is level 0, of whose vertices edges and onward alone are counted */
} back_t;

/* What finish leaves out if it is not plain. As a call of its own, with the rows in memory, it costs others nothing. */
static __attribute__((noinline)) void GOBC_PASS(add_weighted)(const back_t *back, int32_t v, const vec_t *delta) {
  if (back->delta) GOBC_FN(add_fixed)(back->delta + 2 * (size_t)v, delta, back->weights, 0);
  if (back->squares) GOBC_FN(add_fixed)(back->squares + 2 * (size_t)v, delta, back->weights, 1);
}

static __attribute__((noinline)) void GOBC_PASS(add_weighted_stress)(const back_t *back, int32_t v, const vec_t *sigma,
                                                                     const vec_t *gamma) {
  GOBC_FN(add_whole)(back->stress, v, sigma, gamma, back->weights);
}

/* gamma of a source, in its own lane. */
static void GOBC_PASS(add_onward)(const back_t *back, int32_t source, mask_t lanes, const vec_t *gamma) {
  for (int lane = 0; lane < GOBC_WIDTH; lane++)
    if (lanes >> lane & 1) back->onward[source] += (double)gamma[lane / VEC_LANES][lane % VEC_LANES];
}

/* finish of v, which stands for several vertices, or whose weight as a target depends on the source. */
static __attribute__((noinline)) void GOBC_PASS(finish_apart)(const back_t *back, int32_t v, mask_t lanes,
                                                              const vec_t *sum, const vec_t *paths) {
  const real_t times = back->multiplicity ? (real_t)back->multiplicity[v] : (real_t)1;
  const real_t same = back->targets ? (real_t)back->targets[v] * back->decay : back->decay;
  const real_t *row = ROW(back->sigma, v);
  real_t *share = ROW(back->share, v);
  vec_t delta[ROW_VECS] = {{0}};
  real_t *up = GOBC_COUNTS ? ROW(back->gamma, v) : NULL;
  vec_t one[ROW_VECS], gamma[ROW_VECS];
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    const keep_t keep = GOBC_FN(lanes_of)(lanes, j);
    const vec_t s = LOAD(row + j * VEC_LANES);
    vec_t target = (vec_t){0} + same;
    if (back->demand) target = LOAD(ROW(back->demand, v) + j * VEC_LANES) * back->decay;
    if (GOBC_COUNTS) {
      const vec_t before = LOAD(up + j * VEC_LANES);
      one[j] = GOBC_FN(kept)(keep, before);
      gamma[j] = GOBC_FN(kept)(keep, paths[j]);
      STORE(up + j * VEC_LANES, GOBC_FN(choose)(keep, paths[j] * times + target, before));
    }
    if (GOBC_COUNTS && !back->has_delta) continue;
    delta[j] = GOBC_FN(kept)(keep, s * sum[j]);
    STORE(share + j * VEC_LANES, GOBC_FN(choose)(keep, (delta[j] + target) / s * times, LOAD(share + j * VEC_LANES)));
  }
  if (GOBC_COUNTS && back->stress) GOBC_PASS(add_weighted_stress)(back, v, one, gamma);
  GOBC_PASS(add_weighted)(back, v, delta);
}

/* From the sums over successors: delta of v is added to the totals, g of v is stored. */
INLINE void GOBC_PASS(finish)(const back_t *back, int32_t v, mask_t lanes, const vec_t *sum, const vec_t *paths,
                              const real_t *factor) {
  if (__builtin_expect(back->apart, 0) && (back->by_pair || back->multiplicity[v] != 1)) {
    vec_t sums[ROW_VECS], onward[ROW_VECS];
    UNROLL for (int j = 0; j < ROW_VECS; j++) {
      sums[j] = sum[j], onward[j] = paths[j];
      if (factor) sums[j] = sums[j] * LOAD(factor + j * VEC_LANES);
    }
    GOBC_PASS(finish_apart)(back, v, lanes, sums, onward);
    return;
  }
  const real_t target = back->targets ? (real_t)back->targets[v] : (real_t)1;
  const real_t *row = ROW(back->sigma, v);
  real_t *share = ROW(back->share, v);
  vec_t delta[ROW_VECS] = {{0}};
  real_t *up = GOBC_COUNTS ? ROW(back->gamma, v) : NULL;
  vec_t sigma[ROW_VECS], gamma[ROW_VECS];
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    const keep_t keep = GOBC_FN(lanes_of)(lanes, j);
    const vec_t s = LOAD(row + j * VEC_LANES);
    if (GOBC_COUNTS) {
      sigma[j] = GOBC_FN(kept)(keep, s);
      gamma[j] = GOBC_FN(kept)(keep, paths[j]);
      STORE(up + j * VEC_LANES, GOBC_FN(choose)(keep, paths[j] + target, LOAD(up + j * VEC_LANES)));
    }
    if (GOBC_COUNTS && !back->has_delta) continue;
    vec_t d = sum[j];
    if (factor) d = d * LOAD(factor + j * VEC_LANES);
    d = GOBC_FN(kept)(keep, s * d);
    delta[j] = d;
    STORE(share + j * VEC_LANES, GOBC_FN(choose)(keep, (d + target) / s, LOAD(share + j * VEC_LANES)));
  }
  if (GOBC_COUNTS && back->stress) {
    if (__builtin_expect(!back->weighted, 1)) {
      GOBC_FN(add_whole)(back->stress, v, sigma, gamma, NULL);
    } else {
      vec_t counts[ROW_VECS], onward[ROW_VECS];
      UNROLL for (int j = 0; j < ROW_VECS; j++) counts[j] = sigma[j], onward[j] = gamma[j];
      GOBC_PASS(add_weighted_stress)(back, v, counts, onward);
    }
  }
  if (__builtin_expect(back->plain, 1)) {
    GOBC_FN(add_fixed)(back->delta + 2 * (size_t)v, delta, NULL, 0);
  } else if (back->delta || back->squares) {
    vec_t copy[ROW_VECS];
    UNROLL for (int j = 0; j < ROW_VECS; j++) copy[j] = delta[j];
    GOBC_PASS(add_weighted)(back, v, copy);
  }
}

/* One edge with source weights or a factor on the way, from the rows in memory: (sigma * weight) * g, as all engines have it. */
static __attribute__((noinline)) void GOBC_PASS(add_weighted_edge)(const back_t *back, int side, int64_t arc, int32_t v,
                                                                   int32_t w, mask_t both, const real_t *factor) {
  vec_t term[ROW_VECS];
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    vec_t g = LOAD(ROW(back->share, w) + j * VEC_LANES);
    if (factor) g = g * LOAD(factor + j * VEC_LANES);
    const vec_t sigma = LOAD(ROW(back->sigma, v) + j * VEC_LANES) * LOAD(back->weights + j * VEC_LANES);
    term[j] = GOBC_FN(kept)(GOBC_FN(lanes_of)(both, j), sigma * g);
  }
  GOBC_FN(add_fixed)(back->edge_delta[side] + 2 * arc, term, NULL, 0);
}

static __attribute__((noinline)) void GOBC_PASS(add_edge_stress)(const back_t *back, int side, int64_t arc, int32_t v,
                                                                 int32_t w, mask_t both) {
  vec_t sigma[ROW_VECS], up[ROW_VECS];
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    keep_t keep = GOBC_FN(lanes_of)(both, j);
    sigma[j] = GOBC_FN(kept)(keep, LOAD(ROW(back->sigma, v) + j * VEC_LANES));
    up[j] = GOBC_FN(kept)(keep, LOAD(ROW(back->gamma, w) + j * VEC_LANES));
  }
  if (back->weighted) GOBC_FN(add_whole)(back->edge_stress + side, arc, sigma, up, back->weights);
  else GOBC_FN(add_whole)(back->edge_stress + side, arc, sigma, up, NULL);
}

/* Adds what passes from v to its successor w, by their rows sigma and g, to an item of the out (0) or in (1) lists. */
INLINE void GOBC_PASS(add_edge)(const back_t *back, int side, int64_t arc, int32_t v, int32_t w, mask_t both,
                                const keep_t *keep, const vec_t *sigma, const vec_t *g, const real_t *factor) {
  if (GOBC_COUNTS && back->edge_stress) GOBC_PASS(add_edge_stress)(back, side, arc, v, w, both);
  if (GOBC_COUNTS && !back->edge_delta[side]) return;
  if (__builtin_expect(factor || back->weighted, 0)) {
    GOBC_PASS(add_weighted_edge)(back, side, arc, v, w, both, factor);
    return;
  }
  vec_t term[ROW_VECS];
  UNROLL for (int j = 0; j < ROW_VECS; j++) term[j] = GOBC_FN(kept)(keep[j], sigma[j] * g[j]);
  GOBC_FN(add_fixed)(back->edge_delta[side] + 2 * arc, term, NULL, 0);
}

/* The deepest level: nothing follows. */
static void GOBC_PASS(leaves)(const back_t *shared, size_t low, size_t high) {
  const back_t back = *shared;
  const vec_t none[ROW_VECS] = {{0}};
  for (size_t item = low; item < high; item++)
    GOBC_PASS(finish)(&back, back.vertices[item], (mask_t)(back.lanes[item] & back.live), none, none, NULL);
}

/* A level whose successors were pushed: its items' own arcs are summed. `start` holds the groups of the items. */
static void GOBC_PASS(gather)(const back_t *shared, size_t low, size_t high, const size_t *start,
                              const real_t *factor) {
  const back_t back = *shared;
  size_t arc = start[0];
  for (size_t item = low; item < high; item++) {
    const size_t end = *++start;
    const mask_t mine = (mask_t)(back.lanes[item] & back.live);
    vec_t sum[ROW_VECS] = {{0}}, paths[ROW_VECS] = {{0}};
    PREFETCH_ROW(back.sigma, back.vertices[item + GOBC_SWEEP_AHEAD]);
    if (back.delta) __builtin_prefetch(back.delta + 2 * (size_t)back.vertices[item + GOBC_SWEEP_AHEAD], 1);
    const int64_t list = GOBC_EDGES ? back.out[back.vertices[item]] : 0;
    vec_t sigma[ROW_VECS];
    if (GOBC_EDGES)
      UNROLL for (int j = 0; j < ROW_VECS; j++) sigma[j] = LOAD(ROW(back.sigma, back.vertices[item]) + j * VEC_LANES);
    for (; arc < end; arc++) {
      const int32_t w = back.arcs[arc];
      const mask_t both = (mask_t)(back.marks[w] & mine);
      keep_t keep[ROW_VECS];
      vec_t g[ROW_VECS] = {{0}};
      UNROLL for (int j = 0; j < ROW_VECS; j++) {
        keep[j] = GOBC_FN(lanes_of)(both, j);
        if (GOBC_COUNTS) paths[j] = GOBC_FN(add_kept)(paths[j], keep[j], LOAD(ROW(back.gamma, w) + j * VEC_LANES));
        if (GOBC_COUNTS && !back.has_delta) continue;
        g[j] = LOAD(ROW(back.share, w) + j * VEC_LANES);
        sum[j] = GOBC_FN(add_kept)(sum[j], keep[j], g[j]);
      }
      if (GOBC_EDGES)
        GOBC_PASS(add_edge)(&back, 0, list + back.places[arc], back.vertices[item], w, both, keep, sigma, g, factor);
    }
    if (GOBC_COUNTS && back.sources && back.onward) GOBC_PASS(add_onward)(&back, back.vertices[item], mine, paths);
    if ((GOBC_EDGES || GOBC_COUNTS) && back.sources) continue;
    GOBC_PASS(finish)(&back, back.vertices[item], mine, sum, paths, factor);
  }
}

/* Entries of a pulled level, ascending, add their g to the pool rows of their predecessors. Pools are zero before. */
static void GOBC_PASS(spread)(const back_t *shared, size_t low, size_t high, const size_t *start,
                              const real_t *factor) {
  const back_t back = *shared;
  size_t arc = start[0];
  for (size_t item = low; item < high; item++) {
    const size_t end = *++start;
    const mask_t mine = (mask_t)(back.lanes[item] & back.live);
    vec_t g[ROW_VECS];
    UNROLL for (int j = 0; j < ROW_VECS; j++) g[j] = LOAD(ROW(back.share, back.vertices[item]) + j * VEC_LANES);
    vec_t up[ROW_VECS];
    if (GOBC_COUNTS)
      UNROLL for (int j = 0; j < ROW_VECS; j++) up[j] = LOAD(ROW(back.gamma, back.vertices[item]) + j * VEC_LANES);
    const int64_t list = GOBC_EDGES ? back.in[back.vertices[item]] : 0;
    for (; arc < end; arc++) {
      const int32_t u = back.arcs[arc];
      const mask_t both = (mask_t)(back.marks[u] & mine);
      keep_t keep[ROW_VECS];
      UNROLL for (int j = 0; j < ROW_VECS; j++) {
        keep[j] = GOBC_FN(lanes_of)(both, j);
        if (GOBC_COUNTS) {
          real_t *onward = ROW(back.gamma_pool, u) + j * VEC_LANES;
          STORE(onward, GOBC_FN(add_kept)(LOAD(onward), keep[j], up[j]));
        }
        if (GOBC_COUNTS && !back.has_delta) continue;
        real_t *pool = ROW(back.sigma_pool, u) + j * VEC_LANES;
        STORE(pool, GOBC_FN(add_kept)(LOAD(pool), keep[j], g[j]));
      }
      if (GOBC_EDGES) {
        vec_t sigma[ROW_VECS];
        UNROLL for (int j = 0; j < ROW_VECS; j++) sigma[j] = LOAD(ROW(back.sigma, u) + j * VEC_LANES);
        GOBC_PASS(add_edge)(&back, 1, list + back.places[arc], u, back.vertices[item], both, keep, sigma, g, factor);
      }
    }
  }
}

/* Takes the sums of a level out of the pools and leaves zeros. */
static void GOBC_PASS(drain)(const back_t *shared, size_t low, size_t high, const real_t *factor) {
  const back_t back = *shared;
  for (size_t item = low; item < high; item++) {
    const int32_t v = back.vertices[item];
    vec_t sum[ROW_VECS] = {{0}}, paths[ROW_VECS] = {{0}};
    UNROLL for (int j = 0; j < ROW_VECS; j++) {
      if (GOBC_COUNTS) {
        real_t *onward = ROW(back.gamma_pool, v) + j * VEC_LANES;
        paths[j] = LOAD(onward);
        STORE(onward, (vec_t){0});
      }
      if (GOBC_COUNTS && !back.has_delta) continue;
      real_t *pool = ROW(back.sigma_pool, v) + j * VEC_LANES;
      sum[j] = LOAD(pool);
      STORE(pool, (vec_t){0});
    }
    if (GOBC_COUNTS && back.sources && back.onward)
      GOBC_PASS(add_onward)(&back, v, (mask_t)(back.lanes[item] & back.live), paths);
    if ((GOBC_EDGES || GOBC_COUNTS) && back.sources) continue;
    GOBC_PASS(finish)(&back, v, (mask_t)(back.lanes[item] & back.live), sum, paths, factor);
  }
}

INLINE back_t GOBC_PASS(begin)(gobc_sweep *sweep, gobc_totals *totals) {
  const int weighted = sweep->pairs.source_weight != NULL;
  const unsigned needs = sweep->needs;
  return (back_t){.sigma = sweep->sigma,
                  .share = sweep->share,
                  .sigma_pool = sweep->sigma_pool,
                  .gamma = sweep->paths_onward,
                  .gamma_pool = sweep->onward_pool,
                  .vertices = gobc_sweep_vertices(sweep),
                  .arcs = gobc_sweep_arcs(sweep),
                  .places = gobc_sweep_places(sweep),
                  .out = sweep->graph.out_offsets,
                  .in = sweep->graph.in_offsets,
                  .lanes = sweep->item_lanes.data,
                  .marks = sweep->frontier,
                  .live = (mask_t)(sweep->full & ~sweep->out_of_range),
                  .delta = needs & GOBC_NEED_DELTA ? totals->delta : NULL,
                  .squares = needs & GOBC_NEED_SQUARES ? totals->squares : NULL,
                  .edge_delta = {needs & GOBC_NEED_EDGE_DELTA ? totals->edge_delta[0] : NULL,
                                 needs & GOBC_NEED_EDGE_DELTA ? totals->edge_delta[1] : NULL},
                  .stress = needs & GOBC_NEED_STRESS ? &totals->stress : NULL,
                  .edge_stress = needs & GOBC_NEED_EDGE_STRESS ? totals->edge_stress : NULL,
                  .onward = needs & GOBC_NEED_PATHS_ONWARD ? totals->paths_onward : NULL,
                  .targets = sweep->pairs.target_weight,
                  .weights = sweep->weight,
                  .multiplicity = sweep->pairs.multiplicity,
                  .demand = sweep->demand,
                  .decay = 1,
                  .by_pair = sweep->demand || sweep->pairs.decay.function != GOBC_DECAY_NONE,
                  .apart = sweep->pairs.multiplicity || sweep->demand || sweep->pairs.decay.function != GOBC_DECAY_NONE,
                  .weighted = weighted,
                  .has_delta = (needs & (GOBC_NEED_DELTA | GOBC_NEED_SQUARES | GOBC_NEED_EDGE_DELTA)) != 0,
                  .plain = (needs & (GOBC_NEED_DELTA | GOBC_NEED_SQUARES)) == GOBC_NEED_DELTA && !weighted};
}

/*
 * On top of the loop, g stands in the share rows of all deeper levels and the scratch masks and pools are zero. Level 0
 * is left out, but for its edges and for onward: sums run over sources other than the vertex.
 */
static int GOBC_PASS(backward)(gobc_sweep *sweep, gobc_totals *totals) {
  if (GOBC_COUNTS && !GOBC_FN(alloc_stress)(sweep, totals)) return GOBC_KERNEL_NOMEM;
  const gobc_level *levels = gobc_sweep_levels(sweep);
  const size_t *groups = gobc_sweep_groups(sweep);
  back_t back = GOBC_PASS(begin)(sweep, totals);
  real_t factors[GOBC_WIDTH] __attribute__((aligned(64)));
  const int64_t last = GOBC_EDGES || (GOBC_COUNTS && back.onward) ? 0 : 1;
  for (int64_t level = sweep->level; level >= last; level--) {
    const gobc_level *here = levels + level, *next = here + 1;
    size_t low = here->first_item, high = next->first_item, end = level < sweep->level ? next[1].first_item : high;
    const real_t *factor = GOBC_FN(factors)(sweep, level + 1, factors);
    back.sources = level == 0;
    if (sweep->pairs.decay.function != GOBC_DECAY_NONE && level > 0)
      back.decay = (real_t)gobc_decay_at(&sweep->pairs.decay, (double)level);
    if (end == high) {
      if (level > 0) GOBC_PASS(leaves)(&back, low, high);
    } else if (next->pulled) {
      GOBC_FN(mark)(sweep, low, high, back.live);
      GOBC_PASS(spread)(&back, high, end, groups + next->first_group, factor);
      GOBC_FN(mark)(sweep, low, high, 0);
      GOBC_PASS(drain)(&back, low, high, factor);
    } else {
      GOBC_FN(mark)(sweep, high, end, back.live);
      GOBC_PASS(gather)(&back, low, high, groups + next->first_group, factor);
      GOBC_FN(mark)(sweep, high, end, 0);
    }
  }
  return GOBC_KERNEL_OK;
}

#undef GOBC_COUNTS
#undef GOBC_EDGES
