/*
 * Phase 4 of one instance, over the groups in reverse. `all`, `masses` and `inner` are constants in every function: all is 0 for
 * delta alone, 1 for any needs; with masses there are weights by target and lane; inner leaves out what is not in
 * sweep->inside, as the search of a smaller cutoff does. The equivalent loop for one lane, t = target_weight,
 * heads of tight arcs first:
 *   for v: sum = 0; for w of heads(v), ascending: sum += g(w)
 *          delta(v) = sigma(v) * sum;  g(v) = (t(v) + delta(v)) / sigma(v), stored in the row of share
 *          gamma(v) = sum of paths_onward(w);  paths_onward(v) = t(v) + gamma(v)
 * What is added is times the weight of the source; what passes along an arc to w is (sigma(v) * weight) * g(w). A source adds
 * nothing of its own lane but to its arcs.
 */
#include "common/instance.h"
#include "weighted/label_correcting.h"

#define back_t GOBC_FN(back)

typedef struct back_t {
  double *sigma, *share, *paths_onward;
  const uint64_t *inside; /* an item in `cutoffs`; only with inner */
  size_t cutoffs;
  const double *source_weight, *target_weight, *mass;
  uint64_t *delta;
  gobc_totals *totals;
  unsigned needs;
  int weighs; /* sources have weights */
} back_t;

/* What passes from v along one arc to w, whose row is g or paths_onward; the weight of the source comes first or last. */
INLINE void GOBC_FN(pass_arc)(const back_t *back, int last, int32_t v, const double *row, mask_t lanes, vec_t *terms) {
  const double *sigma = ROW(back->sigma, v);
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    vec_t x = LOAD(sigma + j * VEC_LANES);
    if (!last && back->weighs) x *= LOAD(back->source_weight + j * VEC_LANES);
    x *= LOAD(row + j * VEC_LANES);
    if (last && back->weighs) x *= LOAD(back->source_weight + j * VEC_LANES);
    terms[j] = GOBC_FN(kept)(GOBC_FN(lanes_of)(lanes, j), x);
  }
}

/* Inlined, as calls of it cost sweeps of edges a tenth. */
INLINE void GOBC_FN(add_arc)(const back_t *back, int64_t place, int32_t v, int32_t w, mask_t lanes) {
  vec_t terms[ROW_VECS];
  if (back->needs & GOBC_NEED_EDGE_DELTA) {
    GOBC_FN(pass_arc)(back, 0, v, ROW(back->share, w), lanes, terms);
    GOBC_FN(add_fixed)(back->totals->edge_delta[1] + 2 * place, terms, NULL, 0);
  }
  if (!(back->needs & GOBC_NEED_EDGE_STRESS)) return;
  GOBC_FN(pass_arc)(back, 1, v, ROW(back->paths_onward, w), lanes, terms);
  GOBC_FN(add_whole)(&back->totals->edge_stress[1], place, terms, NULL, NULL);
}

/* The terms of v from its dependencies (times the source's weight) and from the paths that go on. */
INLINE void GOBC_FN(add_vertex)(const back_t *back, int32_t v, mask_t lanes, const vec_t *delta, const vec_t *gamma) {
  const unsigned stress = GOBC_NEED_STRESS | GOBC_NEED_EDGE_STRESS;
  const double weight = back->target_weight ? back->target_weight[v] : 1.0;
  vec_t terms[ROW_VECS];
  if (back->needs & GOBC_NEED_DELTA) GOBC_FN(add_fixed)(back->totals->delta + 2 * (size_t)v, delta, NULL, 0);
  if (back->needs & GOBC_NEED_SQUARES) GOBC_FN(add_fixed)(back->totals->squares + 2 * (size_t)v, delta, NULL, 1);
  if (!(back->needs & stress)) return;
  if (back->needs & GOBC_NEED_STRESS) {
    UNROLL for (int j = 0; j < ROW_VECS; j++) terms[j] =
        GOBC_FN(kept)(GOBC_FN(lanes_of)(lanes, j),
                      LOAD(ROW(back->sigma, v) + j * VEC_LANES) * gamma[j] * LOAD(back->source_weight + j * VEC_LANES));
    GOBC_FN(add_whole)(&back->totals->stress, v, terms, NULL, NULL);
  }
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    double *place = ROW(back->paths_onward, v) + j * VEC_LANES;
    STORE(place, GOBC_FN(choose)(GOBC_FN(lanes_of)(lanes, j), gamma[j] + weight, LOAD(place)));
  }
}
/* From the sums over heads: delta of v is added to the totals, g of v is stored. */
INLINE void GOBC_FN(finish)(const back_t *back, int all, int masses, int32_t v, mask_t lanes, const vec_t *sum,
                            const vec_t *gamma) {
  const double *row = ROW(back->sigma, v);
  double *share = ROW(back->share, v);
  const double weight = back->target_weight ? back->target_weight[v] : 1.0;
  vec_t delta[ROW_VECS], weighted[ROW_VECS];
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    keep_t keep = GOBC_FN(lanes_of)(lanes, j);
    delta[j] = GOBC_FN(kept)(keep, LOAD(row + j * VEC_LANES) * sum[j]);
    weighted[j] = delta[j] * LOAD(back->source_weight + j * VEC_LANES);
  }
  if (all) GOBC_FN(add_vertex)(back, v, lanes, weighted, gamma);
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    vec_t s = LOAD(row + j * VEC_LANES);
    const vec_t ends = masses ? delta[j] + LOAD(ROW(back->mass, v) + j * VEC_LANES) : delta[j] + weight;
    STORE(share + j * VEC_LANES, GOBC_FN(choose)(GOBC_FN(lanes_of)(lanes, j), ends / s, LOAD(share + j * VEC_LANES)));
  }
  if (!all) GOBC_FN(add_fixed)(back->delta + 2 * (size_t)v, weighted, NULL, 0);
}

/* Sums and finish where few vectors of the row are concerned: one after the other, so that the rest stays away. */
INLINE void GOBC_FN(pass_few)(const back_t *back, int masses, int32_t v, mask_t own, const gobc_tight_end *arc,
                              const gobc_tight_end *end) {
  const double weight = back->target_weight ? back->target_weight[v] : 1.0;
  vec_t delta[ROW_VECS];
  for (int j = 0; j < ROW_VECS; j++) {
    delta[j] = (vec_t){0};
    if (!GOBC_FN(any_of)(own, j)) continue;
    double *place = ROW(back->share, v) + j * VEC_LANES;
    const keep_t keep = GOBC_FN(lanes_of)(own, j);
    vec_t sum = {0}, s = LOAD(ROW(back->sigma, v) + j * VEC_LANES);
    for (const gobc_tight_end *a = arc; a < end; a++) {
      const mask_t lanes = (mask_t)(a->lanes & own);
      if (GOBC_FN(any_of)(lanes, j))
        sum = GOBC_FN(add_kept)(sum, GOBC_FN(lanes_of)(lanes, j), LOAD(ROW(back->share, a->vertex) + j * VEC_LANES));
    }
    vec_t d = GOBC_FN(kept)(keep, s * sum);
    const vec_t ends = masses ? d + LOAD(ROW(back->mass, v) + j * VEC_LANES) : d + weight;
    STORE(place, GOBC_FN(choose)(keep, ends / s, LOAD(place)));
    delta[j] = d * LOAD(back->source_weight + j * VEC_LANES);
  }
  GOBC_FN(add_fixed)(back->delta + 2 * (size_t)v, delta, NULL, 0);
}

/* The paths from the sources at v, on their lanes. */
static void GOBC_FN(add_onward)(const back_t *back, int32_t v, mask_t lanes, const double *gamma) {
  for (int lane = 0; lane < GOBC_WIDTH; lane++)
    if (lanes >> lane & 1) back->totals->paths_onward[v] += gamma[lane];
}

/* Cancelled only where totals may be torn. On top of the loop, g stands in the share rows of all later groups, on their lanes. */
INLINE int GOBC_FN(pass)(struct gobc_label_correcting *sweep, gobc_totals *totals, int all, int masses, int inner) {
  const back_t back = {.sigma = sweep->sigma,
                       .share = sweep->share,
                       .inside = sweep->inside,
                       .cutoffs = (size_t)sweep->pairs.inner_count,
                       .paths_onward = sweep->paths_onward,
                       .source_weight = sweep->source_weight,
                       .target_weight = sweep->pairs.target_weight,
                       .mass = sweep->mass,
                       .delta = totals->delta,
                       .totals = totals,
                       .needs = sweep->needs,
                       .weighs = sweep->pairs.source_weight != NULL};
  const gobc_vertex_state *states = sweep->queue.states;
  const gobc_tight_end *arcs = sweep->after.data;
  const gobc_ready_group *groups = sweep->groups.data;
  int64_t work = 0, stop = sweep->may_tear ? GOBC_LABEL_STEP : INT64_MAX;
  size_t *near = sweep->near_groups.data, kept = 0;
  const size_t listed = inner ? sweep->near_group_count : 0, count = listed ? listed : sweep->group_count;
  for (size_t place = 0; place < count; place++) {
    const size_t i = listed ? near[place] : count - 1 - place;
    const gobc_ready_group group = groups[i];
    const int32_t v = group.vertex;
    const mask_t live =
        (mask_t)(group.lanes & ~sweep->out_of_range & (inner ? back.inside[(size_t)v * back.cutoffs] : ~UINT64_C(0)));
    if (inner) {
      if (!live) continue;
      near[kept++] = i; /* at most at `place` */
    }
    const mask_t own = group.starts ? (mask_t)(live & ~states[v].lanes) : live;
    const gobc_tight_end *arc = arcs + group.after, *end = arc + group.afters;
    vec_t sum[ROW_VECS] = {{0}}, gamma[ROW_VECS] = {{0}};
    const gobc_ready_group *ahead = groups + (i > 4 ? i - 4 : 0);
    __builtin_prefetch(arcs + ahead->after);
    __builtin_prefetch(totals->delta + 2 * (size_t)ahead->vertex, 1);
    const double *soon = ROW(back.sigma, ahead->vertex);
    UNROLL for (int j = 0; j < ROW_VECS; j += 64 / (int)sizeof(vec_t)) __builtin_prefetch(soon + j * VEC_LANES, 1);
    work += group.afters + 1;
    if (work >= stop) {
      if (*sweep->cancel) return GOBC_KERNEL_CANCELLED;
      stop = work + GOBC_LABEL_STEP;
    }
    if (!all && !own) continue;
    if (!all && GOBC_FN(active)(own) <= ROW_VECS / 2) {
      GOBC_FN(pass_few)(&back, masses, v, own, arc, end);
      continue;
    }
    for (; arc < end; arc++) {
      const mask_t lanes = (mask_t)(arc->lanes & (all ? live : own) &
                                    (inner ? back.inside[(size_t)arc->vertex * back.cutoffs] : ~UINT64_C(0)));
      if (!lanes) continue;
      if (all && back.needs & (GOBC_NEED_EDGE_DELTA | GOBC_NEED_EDGE_STRESS))
        GOBC_FN(add_arc)(&back, gobc_tight_place(sweep, v, arc), v, arc->vertex, lanes);
      if (all && back.paths_onward) {
        UNROLL for (int j = 0; j < ROW_VECS; j++) gamma[j] = GOBC_FN(add_kept)(
            gamma[j], GOBC_FN(lanes_of)(lanes, j), LOAD(ROW(back.paths_onward, arc->vertex) + j * VEC_LANES));
      }
      UNROLL for (int j = 0; j < ROW_VECS; j++) sum[j] =
          GOBC_FN(add_kept)(sum[j], GOBC_FN(lanes_of)(lanes, j), LOAD(ROW(back.share, arc->vertex) + j * VEC_LANES));
    }
    if (all && group.starts && back.needs & GOBC_NEED_PATHS_ONWARD) {
      double row[GOBC_WIDTH] __attribute__((aligned(64))); /* gamma itself stays in registers */
      UNROLL for (int j = 0; j < ROW_VECS; j++) STORE(row + j * VEC_LANES, gamma[j]);
      GOBC_FN(add_onward)(&back, v, (mask_t)(live & states[v].lanes), row);
    }
    if (own) GOBC_FN(finish)(&back, all, masses, v, own, sum, gamma);
  }
  if (inner) sweep->near_group_count = kept;
  return GOBC_KERNEL_OK;
}

static int GOBC_FN(pass_delta)(struct gobc_label_correcting *sweep, gobc_totals *totals) {
  return GOBC_FN(pass)(sweep, totals, 0, 0, 0);
}

static int GOBC_FN(pass_all)(struct gobc_label_correcting *sweep, gobc_totals *totals) {
  return GOBC_FN(pass)(sweep, totals, 1, 0, 0);
}

static int GOBC_FN(pass_inner)(struct gobc_label_correcting *sweep, gobc_totals *totals) {
  return GOBC_FN(pass)(sweep, totals, 1, 0, 1);
}

static int GOBC_FN(pass_masses)(struct gobc_label_correcting *sweep, gobc_totals *totals) {
  return GOBC_FN(pass)(sweep, totals, 1, 1, 0);
}

static int GOBC_FN(pass_delta_masses)(struct gobc_label_correcting *sweep, gobc_totals *totals) {
  return GOBC_FN(pass)(sweep, totals, 0, 1, 0);
}

/*
 * Where masses are of paths: gamma(v) = sum over heads w of mass(w) + gamma(w), which takes the place of mass(w). On top of the
 * loop it stands there in all later groups, on their lanes.
 */
static int GOBC_FN(pass_counts)(struct gobc_label_correcting *sweep, gobc_totals *totals) {
  const back_t back = {.sigma = sweep->sigma,
                       .paths_onward = sweep->mass,
                       .source_weight = sweep->source_weight,
                       .totals = totals,
                       .needs = sweep->needs,
                       .weighs = sweep->pairs.source_weight != NULL};
  const gobc_ready_group *groups = sweep->groups.data;
  int64_t work = 0, stop = GOBC_LABEL_STEP;
  for (size_t i = sweep->group_count; i-- > 0;) {
    const gobc_ready_group group = groups[i];
    const int32_t v = group.vertex;
    const mask_t own = (mask_t)(group.starts ? group.lanes & ~sweep->queue.states[v].lanes : group.lanes);
    const gobc_tight_end *arc = (const gobc_tight_end *)sweep->after.data + group.after, *end = arc + group.afters;
    vec_t gamma[ROW_VECS] = {{0}}, terms[ROW_VECS];
    work += group.afters + 1;
    if (work >= stop) {
      if (*sweep->cancel) return GOBC_KERNEL_CANCELLED;
      stop = work + GOBC_LABEL_STEP;
    }
    for (; arc < end; arc++) {
      const mask_t lanes = (mask_t)(arc->lanes & group.lanes);
      if (!lanes) continue;
      GOBC_FN(add_arc)(&back, gobc_tight_place(sweep, v, arc), v, arc->vertex, lanes);
      UNROLL for (int j = 0; j < ROW_VECS; j++) gamma[j] = GOBC_FN(add_kept)(
          gamma[j], GOBC_FN(lanes_of)(lanes, j), LOAD(ROW(back.paths_onward, arc->vertex) + j * VEC_LANES));
    }
    if (!own) continue;
    UNROLL for (int j = 0; j < ROW_VECS; j++) {
      const keep_t keep = GOBC_FN(lanes_of)(own, j);
      double *place = ROW(back.paths_onward, v) + j * VEC_LANES;
      terms[j] = GOBC_FN(kept)(keep, LOAD(ROW(back.sigma, v) + j * VEC_LANES) * gamma[j]);
      STORE(place, GOBC_FN(add_kept)(LOAD(place), keep, gamma[j]));
    }
    GOBC_FN(add_whole)(&totals->stress, v, terms, NULL, NULL);
  }
  return GOBC_KERNEL_OK;
}
