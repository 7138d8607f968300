/*
 * Phase 4 of one instance where delta alone is needed within several cutoffs: one visit of each group for all of them. The
 * equivalent loop for one lane:
 *   for v: for each cutoff r that v is within: sum_r = 0; for w of heads(v), ascending: sum_r += g_r(w)
 *          delta_r(v) = sigma(v) * sum_r;  g_r(v) = (t(v) + delta_r(v)) / sigma(v), 0 within cutoffs that v is beyond
 * A head is beyond all cutoffs that its tail is beyond, and adding 0 changes no bit: so the bits are those of each cutoff alone.
 * g of the last cutoff of a visit stands in the rows of `top`, those of the others in rows that a vertex gets when the visit
 * comes to it: for the cutoffs that it is within in some lane, the largest first.
 */
#include "common/instance.h"
#include "weighted/label_correcting.h"

#define cutoffs_t GOBC_FN(cutoffs)

typedef struct cutoffs_t {
  const double *sigma, *source_weight, *target_weight;
  double *top, *rows;
  gobc_cutoff_rows *places;
  const uint64_t *within; /* `inner` masks a vertex */
  size_t inner, taken;    /* rows that vertices have got */
  int first, last;        /* the cutoffs of this visit */
  uint64_t *delta[GOBC_CUTOFFS_A_VISIT];
} cutoffs_t;

/* The lanes in which v is within a cutoff. */
INLINE mask_t GOBC_FN(lanes_within)(const cutoffs_t *back, int32_t v, int cutoff) {
  if ((size_t)cutoff >= back->inner) return (mask_t)~UINT64_C(0);
  return (mask_t)back->within[(size_t)v * back->inner + (size_t)cutoff];
}

/* One vector of a group with `rows` rows beside that of top: sums over the heads, delta to `high` and `low`, g to the rows. */
INLINE void GOBC_FN(visit_vector)(const cutoffs_t *back, int rows, int j, int32_t v, double *place, mask_t own,
                                  const gobc_tight_end *arc, const gobc_tight_end *end, wide_bits_t *high,
                                  wide_bits_t *low) {
  const double big = 0x1.8p32, both = 0x1.8p32 + 0x1.8p-12;
  const double weight = back->target_weight ? back->target_weight[v] : 1.0;
  const int last = back->last;
  vec_t sum[GOBC_CUTOFFS_A_VISIT];
  UNROLL for (int i = 0; i <= rows; i++) sum[i] = (vec_t){0};
  for (; arc < end; arc++) {
    const mask_t lanes = (mask_t)(arc->lanes & own);
    const gobc_cutoff_rows head = back->places[arc->vertex];
    if (!GOBC_FN(any_of)(lanes, j) || head.count < 0) continue;
    const keep_t keep = GOBC_FN(lanes_of)(lanes, j);
    const double *top = ROW(back->top, arc->vertex) + j * VEC_LANES;
    const double *g = ROW(back->rows, head.at) + j * VEC_LANES - head.merged * GOBC_WIDTH;
    sum[rows] = GOBC_FN(add_kept)(sum[rows], keep, LOAD(top));
    UNROLL for (int i = 0; i < rows; i++) {
      const keep_t held = GOBC_FN(lanes_of)((mask_t)(lanes & -(mask_t)(i < head.count)), j);
      const double *from = i < head.merged ? top : g + i * GOBC_WIDTH;
      sum[i] = GOBC_FN(add_kept)(sum[i], held, LOAD(from));
    }
  }
  const keep_t mine = GOBC_FN(lanes_of)(own, j);
  const vec_t s = LOAD(ROW(back->sigma, v) + j * VEC_LANES), times = LOAD(back->source_weight + j * VEC_LANES);
  UNROLL for (int i = 0; i <= rows; i++) {
    const mask_t near = GOBC_FN(lanes_within)(back, v, i < rows ? last - 1 - i : last);
    double *at = i < rows ? place + i * GOBC_WIDTH + j * VEC_LANES : ROW(back->top, v) + j * VEC_LANES;
    const vec_t delta = GOBC_FN(kept)(mine, s * sum[i]);
    const vec_t g = GOBC_FN(kept)(GOBC_FN(lanes_of)(near, j), (delta + weight) / s);
    STORE(at, GOBC_FN(choose)(mine, g, LOAD(at)));
    const vec_t weighted = delta * times;
    UNROLL for (int part = 0; part < WIDE_PARTS; part++) {
      const wide_t d = GOBC_FN(widen)(weighted, part), h = d + big;
      high[i] += (wide_bits_t)h;
      low[i] += (wide_bits_t)(d + (both - h));
    }
  }
}

/* A group of a vertex from which nothing goes on. */
INLINE void GOBC_FN(visit_end)(const cutoffs_t *back, int32_t v, mask_t own) {
  const gobc_cutoff_rows place = back->places[v];
  const vec_t weight = (vec_t){0} + (back->target_weight ? back->target_weight[v] : 1.0);
  for (mask_t rest = own; rest;) {
    const int j = __builtin_ctzll(rest) / VEC_LANES;
    const keep_t mine = GOBC_FN(lanes_of)(own, j);
    const vec_t g = weight / LOAD(ROW(back->sigma, v) + j * VEC_LANES);
    for (int i = place.merged - 1; i < place.count; i++) {
      const int top = i < place.merged;
      double *at =
          (top ? ROW(back->top, v) : ROW(back->rows, place.at) + (i - place.merged) * GOBC_WIDTH) + j * VEC_LANES;
      const mask_t near = GOBC_FN(lanes_within)(back, v, back->last - 1 - i);
      STORE(at, GOBC_FN(choose)(mine, GOBC_FN(kept)(GOBC_FN(lanes_of)(near, j), g), LOAD(at)));
    }
    rest &= ~(mask_t)(((UINT64_C(1) << VEC_LANES) - 1) << j * VEC_LANES);
  }
}

/* One group, whose vertex has so many rows. */
INLINE void GOBC_FN(visit_group)(const cutoffs_t *back, int rows, int32_t v, mask_t own, const gobc_tight_end *arc,
                                 const gobc_tight_end *end) {
  double *place = ROW(back->rows, back->places[v].at);
  wide_bits_t high[GOBC_CUTOFFS_A_VISIT], low[GOBC_CUTOFFS_A_VISIT];
  uint64_t lanes = 0;
  UNROLL for (int i = 0; i <= rows; i++) high[i] = low[i] = (wide_bits_t){0};
  for (mask_t rest = own; rest; lanes += VEC_LANES) {
    const int j = __builtin_ctzll(rest) / VEC_LANES;
    GOBC_FN(visit_vector)(back, rows, j, v, place, own, arc, end, high, low);
    rest &= ~(mask_t)(((UINT64_C(1) << VEC_LANES) - 1) << j * VEC_LANES);
  }
  UNROLL for (int i = 0; i <= rows; i++) {
    const int place_of = i < rows ? back->last - 1 - i - back->first : back->last - back->first;
    GOBC_FN(add_rounded)(back->delta[place_of] + 2 * (size_t)v, high[i], low[i], lanes);
  }
}

/* Cancelled only where totals may be torn. On top of the loop, g stands in the rows of all later groups, on their lanes. */
static int GOBC_FN(pass_cutoffs)(struct gobc_label_correcting *sweep, const gobc_cutoff_visit *visit) {
  cutoffs_t back = {.sigma = sweep->sigma,
                    .source_weight = sweep->source_weight,
                    .target_weight = sweep->pairs.target_weight,
                    .top = visit->top,
                    .rows = sweep->cutoff_rows.data,
                    .places = sweep->places,
                    .within = sweep->within,
                    .inner = (size_t)sweep->pairs.inner_count,
                    .first = visit->first,
                    .last = visit->last};
  for (int i = visit->first; i <= visit->last; i++) back.delta[i - visit->first] = visit->totals[i]->delta;
  const gobc_vertex_state *states = sweep->queue.states;
  const gobc_tight_end *arcs = sweep->after.data;
  const gobc_ready_group *groups = sweep->groups.data;
  int64_t work = 0, stop = sweep->may_tear ? GOBC_LABEL_STEP : INT64_MAX;
  for (size_t i = sweep->group_count; i-- > 0;) {
    const gobc_ready_group group = groups[i];
    const int32_t v = group.vertex;
    const mask_t live = (mask_t)(group.lanes & ~sweep->out_of_range);
    const mask_t own = group.starts ? (mask_t)(live & ~states[v].lanes) : live;
    const gobc_tight_end *arc = arcs + group.after, *end = arc + group.afters;
    const gobc_ready_group *ahead = groups + (i > 4 ? i - 4 : 0);
    __builtin_prefetch(arcs + ahead->after);
    for (int k = 0; k <= visit->last - visit->first; k++)
      __builtin_prefetch(back.delta[k] + 2 * (size_t)ahead->vertex, 1);
    __builtin_prefetch(back.places + groups[i > 8 ? i - 8 : 0].vertex, 1);
    const double *soon = ROW(back.sigma, ahead->vertex);
    UNROLL for (int j = 0; j < GOBC_WIDTH; j += 8) __builtin_prefetch(soon + j, 1);
    work += group.afters + 1;
    if (work >= stop) {
      if (*sweep->cancel) return GOBC_KERNEL_CANCELLED;
      stop = work + GOBC_LABEL_STEP;
    }
    gobc_cutoff_rows *place = back.places + v;
    if (!own || place->count < 0) continue;
    if (place->at == GOBC_CUTOFF_NO_ROW) {
      place->at = back.taken;
      back.taken += (size_t)(place->count - place->merged);
    }
    if (arc == end) {
      GOBC_FN(visit_end)(&back, v, own);
      continue;
    }
    switch (place->count) {
      case 0: GOBC_FN(visit_group)(&back, 0, v, own, arc, end); break;
      case 1: GOBC_FN(visit_group)(&back, 1, v, own, arc, end); break;
      case 2: GOBC_FN(visit_group)(&back, 2, v, own, arc, end); break;
      case 3: GOBC_FN(visit_group)(&back, 3, v, own, arc, end); break;
      default: GOBC_FN(visit_group)(&back, 4, v, own, arc, end);
    }
  }
  return GOBC_KERNEL_OK;
}
