/*
 * Phase 4 of one instance, over the groups in reverse. `all`, `masses` and `way` are constants in every function: all is 0 for
 * delta alone, 1 for any needs; with masses there are weights by target and lane; way tells which of several cutoffs this is
 * (weighted/backward_cutoffs.h). The equivalent loop for one lane, t = target_weight, heads of tight arcs first:
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
  gobc_cutoff_masks *masks; /* with several cutoffs, like what follows: `blocks` items a vertex */
  int blocks, inner_count;
  int cutoff; /* the inner cutoff of this pass */
  const double *source_weight, *target_weight, *mass;
  gobc_totals *totals;
  unsigned needs;
  int weighs; /* sources have weights */
} back_t;

/* The pass of one cutoff, that of the largest of several, and that of a smaller one. */
enum { GOBC_FN(only), GOBC_FN(largest), GOBC_FN(smaller) };

/* The lanes in which v is within the cutoff of this pass. */
INLINE uint64_t GOBC_FN(inside)(const back_t *back, int way, int32_t v) {
  if (way != GOBC_FN(smaller)) return ~UINT64_C(0);
  return back->masks[(size_t)v * (size_t)back->blocks + (size_t)back->cutoff / 4].inside[back->cutoff % 4];
}

/*
 * Takes a part of the lanes `rest` and returns the sums that it goes to. In the pass of the largest cutoff these are the lanes
 * that are whole at v from one cutoff on, and the sums of it and all larger ones; *from begins at 0.
 */
INLINE gobc_totals *GOBC_FN(take_part)(const back_t *back, int way, int32_t v, mask_t *rest, mask_t *part, int *from) {
  const gobc_cutoff_masks *masks = back->masks + (size_t)v * (size_t)back->blocks;
  for (; way == GOBC_FN(largest) && *from < back->inner_count; ++*from) {
    *part = (mask_t)(*rest & masks[*from / 4].whole[*from % 4]);
    if (!*part) continue;
    *rest &= ~*part;
    return back->totals + 1 + back->inner_count + (*from)++;
  }
  *part = *rest;
  *rest = 0;
  return back->totals;
}

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
INLINE void GOBC_FN(add_arc)(const back_t *back, gobc_totals *totals, int64_t place, int32_t v, int32_t w,
                             mask_t lanes) {
  vec_t terms[ROW_VECS];
  if (back->needs & GOBC_NEED_EDGE_DELTA) {
    GOBC_FN(pass_arc)(back, 0, v, ROW(back->share, w), lanes, terms);
    GOBC_FN(add_fixed)(totals->edge_delta[1] + 2 * place, terms, NULL, 0);
  }
  if (!(back->needs & GOBC_NEED_EDGE_STRESS)) return;
  GOBC_FN(pass_arc)(back, 1, v, ROW(back->paths_onward, w), lanes, terms);
  GOBC_FN(add_whole)(&totals->edge_stress[1], place, terms, NULL, NULL);
}

/* The same by cutoffs. Lanes that are whole at w within a smaller cutoff were added in the pass of the largest. */
INLINE void GOBC_FN(add_arc_parts)(const back_t *back, int way, int64_t place, int32_t v, int32_t w, mask_t lanes) {
  mask_t part;
  if (way == GOBC_FN(smaller))
    lanes &= (mask_t)~back->masks[(size_t)w * (size_t)back->blocks + (size_t)back->cutoff / 4].whole[back->cutoff % 4];
  for (int from = 0; lanes;) {
    gobc_totals *totals = GOBC_FN(take_part)(back, way, w, &lanes, &part, &from);
    GOBC_FN(add_arc)(back, totals, place, v, w, part);
  }
}

/* The terms of v from its dependencies (times the source's weight) and from the paths that go on. */
INLINE void GOBC_FN(add_vertex)(const back_t *back, gobc_totals *totals, int32_t v, mask_t lanes, const vec_t *delta,
                                const vec_t *gamma) {
  vec_t terms[ROW_VECS];
  if (back->needs & GOBC_NEED_DELTA) GOBC_FN(add_fixed)(totals->delta + 2 * (size_t)v, delta, NULL, 0);
  if (back->needs & GOBC_NEED_SQUARES) GOBC_FN(add_fixed)(totals->squares + 2 * (size_t)v, delta, NULL, 1);
  if (!(back->needs & GOBC_NEED_STRESS)) return;
  UNROLL for (int j = 0; j < ROW_VECS; j++) terms[j] =
      GOBC_FN(kept)(GOBC_FN(lanes_of)(lanes, j),
                    LOAD(ROW(back->sigma, v) + j * VEC_LANES) * gamma[j] * LOAD(back->source_weight + j * VEC_LANES));
  GOBC_FN(add_whole)(&totals->stress, v, terms, NULL, NULL);
}

/* The same by cutoffs; `all` as above. What other lanes than `lanes` have is zero. */
INLINE void GOBC_FN(add_vertex_parts)(const back_t *back, int way, int all, int32_t v, mask_t lanes, const vec_t *delta,
                                      const vec_t *gamma) {
  if (!lanes) return;
  if (way != GOBC_FN(largest)) {
    if (all) GOBC_FN(add_vertex)(back, back->totals, v, lanes, delta, gamma);
    else GOBC_FN(add_fixed)(back->totals->delta + 2 * (size_t)v, delta, NULL, 0);
    return;
  }
  for (int from = 0; lanes;) {
    mask_t part;
    vec_t terms[ROW_VECS];
    gobc_totals *totals = GOBC_FN(take_part)(back, way, v, &lanes, &part, &from);
    UNROLL for (int j = 0; j < ROW_VECS; j++) terms[j] = GOBC_FN(kept)(GOBC_FN(lanes_of)(part, j), delta[j]);
    if (all) GOBC_FN(add_vertex)(back, totals, v, part, terms, gamma);
    else GOBC_FN(add_fixed)(totals->delta + 2 * (size_t)v, terms, NULL, 0);
  }
}

/* Stores what goes on from v, with v itself. */
INLINE void GOBC_FN(store_onward)(const back_t *back, int32_t v, mask_t lanes, const vec_t *gamma) {
  const double weight = back->target_weight ? back->target_weight[v] : 1.0;
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    double *place = ROW(back->paths_onward, v) + j * VEC_LANES;
    STORE(place, GOBC_FN(choose)(GOBC_FN(lanes_of)(lanes, j), gamma[j] + weight, LOAD(place)));
  }
}

/* From the sums over heads, which some of the lanes have: delta of v is added to the totals, g of v is stored. */
INLINE void GOBC_FN(finish)(const back_t *back, int all, int masses, int way, int32_t v, mask_t lanes, mask_t heads,
                            const vec_t *sum, const vec_t *gamma) {
  const double *row = ROW(back->sigma, v);
  double *share = ROW(back->share, v);
  const double weight = back->target_weight ? back->target_weight[v] : 1.0;
  vec_t delta[ROW_VECS], weighted[ROW_VECS];
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    keep_t keep = GOBC_FN(lanes_of)(lanes, j);
    delta[j] = GOBC_FN(kept)(keep, LOAD(row + j * VEC_LANES) * sum[j]);
    weighted[j] = delta[j] * LOAD(back->source_weight + j * VEC_LANES);
  }
  if (all) GOBC_FN(add_vertex_parts)(back, way, all, v, heads, weighted, gamma);
  if (all && back->paths_onward) GOBC_FN(store_onward)(back, v, lanes, gamma);
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    vec_t s = LOAD(row + j * VEC_LANES);
    const vec_t ends = masses ? delta[j] + LOAD(ROW(back->mass, v) + j * VEC_LANES) : delta[j] + weight;
    STORE(share + j * VEC_LANES, GOBC_FN(choose)(GOBC_FN(lanes_of)(lanes, j), ends / s, LOAD(share + j * VEC_LANES)));
  }
  if (!all) GOBC_FN(add_vertex_parts)(back, way, all, v, heads, weighted, gamma);
}

/* add_vertex_parts for delta alone, which is given in the vectors of the row that hold one of the lanes. */
INLINE void GOBC_FN(add_few)(const back_t *back, int way, int32_t v, mask_t lanes, const vec_t *delta) {
  for (int from = 0; lanes;) {
    mask_t part;
    gobc_totals *totals = GOBC_FN(take_part)(back, way, v, &lanes, &part, &from);
    wide_bits_t high = {0}, low = {0};
    int count = 0;
    for (mask_t rest = part; rest; count++) {
      const int j = __builtin_ctzll(rest) / VEC_LANES;
      vec_t term = delta[j];
      if (way == GOBC_FN(largest)) term = GOBC_FN(kept)(GOBC_FN(lanes_of)(part, j), term);
      GOBC_FN(round_fixed)(term, NULL, 0, &high, &low);
      rest &= ~(mask_t)GOBC_FN(lanes_in)(j);
    }
    GOBC_FN(add_rounded)(totals->delta + 2 * (size_t)v, high, low, count);
  }
}

/*
 * Sums and finish where few vectors of the row are concerned: one after the other, so that the rest stays away. Lanes without
 * heads add nothing.
 */
INLINE void GOBC_FN(pass_few)(const back_t *back, int masses, int way, int32_t v, mask_t own, const gobc_tight_end *arc,
                              const gobc_tight_end *end) {
  const double weight = back->target_weight ? back->target_weight[v] : 1.0;
  vec_t delta[ROW_VECS];
  mask_t heads = 0;
  for (mask_t rest = own; rest;) {
    const int j = __builtin_ctzll(rest) / VEC_LANES;
    double *place = ROW(back->share, v) + j * VEC_LANES;
    const keep_t keep = GOBC_FN(lanes_of)(own, j);
    vec_t sum = {0}, s = LOAD(ROW(back->sigma, v) + j * VEC_LANES);
    for (const gobc_tight_end *a = arc; a < end; a++) {
      const mask_t lanes = (mask_t)(a->lanes & own & GOBC_FN(inside)(back, way, a->vertex));
      heads |= lanes;
      if (GOBC_FN(any_of)(lanes, j))
        sum = GOBC_FN(add_kept)(sum, GOBC_FN(lanes_of)(lanes, j), LOAD(ROW(back->share, a->vertex) + j * VEC_LANES));
    }
    vec_t d = GOBC_FN(kept)(keep, s * sum);
    const vec_t ends = masses ? d + LOAD(ROW(back->mass, v) + j * VEC_LANES) : d + weight;
    STORE(place, GOBC_FN(choose)(keep, ends / s, LOAD(place)));
    delta[j] = d * LOAD(back->source_weight + j * VEC_LANES);
    rest &= ~(mask_t)GOBC_FN(lanes_in)(j);
  }
  GOBC_FN(add_few)(back, way, v, heads, delta);
}

/* The paths from the sources at v, on their lanes. */
static void GOBC_FN(add_onward)(const back_t *back, int way, int32_t v, mask_t lanes, const double *gamma) {
  for (int from = 0; lanes;) {
    mask_t part;
    double *onward = GOBC_FN(take_part)(back, way, v, &lanes, &part, &from)->paths_onward;
    for (; part; part &= part - 1) onward[v] += gamma[__builtin_ctzll(part)];
  }
}

/* Asks for what a group needs on its lanes. */
INLINE void GOBC_FN(prefetch_group)(const back_t *back, const gobc_ready_group *group, uint64_t lanes,
                                    const gobc_tight_end *arcs) {
  const double *sigma = ROW(back->sigma, group->vertex), *share = ROW(back->share, group->vertex);
  __builtin_prefetch(arcs + group->after);
  __builtin_prefetch(back->totals->delta + 2 * (size_t)group->vertex, 1);
  UNROLL for (int j = 0; j < GOBC_WIDTH; j += 8) {
    const int at = lanes >> j & 0xff ? j : 0; /* without a branch */
    __builtin_prefetch(sigma + at, 1);
    if (share != sigma) __builtin_prefetch(share + at, 1);
  }
}

/* One group on the lanes `live`. */
INLINE void GOBC_FN(pass_group)(const back_t *back, const struct gobc_label_correcting *sweep, int all, int masses,
                                int way, const gobc_ready_group *group, mask_t live) {
  const int32_t v = group->vertex;
  const uint64_t starts = sweep->queue.states[v].lanes;
  const mask_t own = group->starts ? (mask_t)(live & ~starts) : live;
  const gobc_tight_end *arc = (const gobc_tight_end *)sweep->after.data + group->after, *end = arc + group->afters;
  vec_t sum[ROW_VECS] = {{0}}, gamma[ROW_VECS] = {{0}};
  mask_t heads = 0;
  if (!all && !own) return;
  if (!all && GOBC_FN(active)(own) <= ROW_VECS / 2) {
    GOBC_FN(pass_few)(back, masses, way, v, own, arc, end);
    return;
  }
  for (; arc < end; arc++) {
    const mask_t lanes = (mask_t)(arc->lanes & (all ? live : own) & GOBC_FN(inside)(back, way, arc->vertex));
    if (!lanes) continue;
    heads |= lanes;
    if (all && back->needs & (GOBC_NEED_EDGE_DELTA | GOBC_NEED_EDGE_STRESS))
      GOBC_FN(add_arc_parts)(back, way, gobc_tight_place(sweep, v, arc), v, arc->vertex, lanes);
    if (all && back->paths_onward) {
      UNROLL for (int j = 0; j < ROW_VECS; j++) gamma[j] = GOBC_FN(add_kept)(
          gamma[j], GOBC_FN(lanes_of)(lanes, j), LOAD(ROW(back->paths_onward, arc->vertex) + j * VEC_LANES));
    }
    UNROLL for (int j = 0; j < ROW_VECS; j++) sum[j] =
        GOBC_FN(add_kept)(sum[j], GOBC_FN(lanes_of)(lanes, j), LOAD(ROW(back->share, arc->vertex) + j * VEC_LANES));
  }
  if (all && group->starts && back->needs & GOBC_NEED_PATHS_ONWARD) {
    double row[GOBC_WIDTH] __attribute__((aligned(64))); /* gamma itself stays in registers */
    UNROLL for (int j = 0; j < ROW_VECS; j++) STORE(row + j * VEC_LANES, gamma[j]);
    GOBC_FN(add_onward)(back, way, v, (mask_t)(live & starts), row);
  }
  if (own) GOBC_FN(finish)(back, all, masses, way, v, own, own & heads, sum, gamma);
}

INLINE back_t GOBC_FN(begin)(const struct gobc_label_correcting *sweep, gobc_totals *totals) {
  return (back_t){.sigma = sweep->sigma,
                  .share = sweep->share,
                  .masks = sweep->masks,
                  .blocks = gobc_mask_blocks(sweep),
                  .inner_count = sweep->pairs.inner_count,
                  .paths_onward = sweep->paths_onward,
                  .source_weight = sweep->source_weight,
                  .target_weight = sweep->pairs.target_weight,
                  .mass = sweep->mass,
                  .totals = totals,
                  .needs = sweep->needs,
                  .weighs = sweep->pairs.source_weight != NULL};
}

/* Looks at the cancel word every GOBC_LABEL_STEP arcs, *left of which are left to the next look. */
INLINE int GOBC_FN(cancelled)(const struct gobc_label_correcting *sweep, int64_t arcs, int64_t *left) {
  *left -= arcs;
  if (*left > 0) return 0;
  *left = GOBC_LABEL_STEP;
  return *sweep->cancel != 0;
}

/* Cancelled only where totals may be torn. On top of the loop, g stands in the share rows of all later groups, on their lanes. */
INLINE int GOBC_FN(pass)(struct gobc_label_correcting *sweep, gobc_totals *totals, int all, int masses) {
  const back_t back = GOBC_FN(begin)(sweep, totals);
  const gobc_tight_end *arcs = sweep->after.data;
  const gobc_ready_group *groups = sweep->groups.data;
  int64_t left = sweep->may_tear ? GOBC_LABEL_STEP : INT64_MAX;
  for (size_t i = sweep->group_count; i-- > 0;) {
    const gobc_ready_group group = groups[i];
    const gobc_ready_group *ahead = groups + (i > 4 ? i - 4 : 0);
    GOBC_FN(prefetch_group)(&back, ahead, ahead->lanes, arcs);
    if (GOBC_FN(cancelled)(sweep, group.afters + 1, &left)) return GOBC_KERNEL_CANCELLED;
    GOBC_FN(pass_group)(&back, sweep, all, masses, GOBC_FN(only), &group, (mask_t)(group.lanes & ~sweep->out_of_range));
  }
  return GOBC_KERNEL_OK;
}

static int GOBC_FN(pass_delta)(struct gobc_label_correcting *sweep, gobc_totals *totals) {
  return GOBC_FN(pass)(sweep, totals, 0, 0);
}

static int GOBC_FN(pass_all)(struct gobc_label_correcting *sweep, gobc_totals *totals) {
  return GOBC_FN(pass)(sweep, totals, 1, 0);
}

static int GOBC_FN(pass_masses)(struct gobc_label_correcting *sweep, gobc_totals *totals) {
  return GOBC_FN(pass)(sweep, totals, 1, 1);
}

static int GOBC_FN(pass_delta_masses)(struct gobc_label_correcting *sweep, gobc_totals *totals) {
  return GOBC_FN(pass)(sweep, totals, 0, 1);
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
      GOBC_FN(add_arc)(&back, totals, gobc_tight_place(sweep, v, arc), v, arc->vertex, lanes);
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
