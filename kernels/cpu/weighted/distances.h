/*
 * Phases 1 and 2 of one instance, and what is read off the distances: GOBC_WIDTH lanes, rows of GOBC_DISTANCE
 * bits (0: float64). Phase 1 is label correcting: a vertex that changed in some lane waits, then relaxes all lanes at
 * once. Its key is the distance of the nearest source, found on the way: lanes that lag behind come after their bucket,
 * so they run ahead until they meet the front. Keys by a lane's own distance need up to 4 times the relaxations
 * (BENCHMARKS.md), unless sources lie far apart: see GOBC_LABEL_PATIENCE.
 * The fixed point does not depend on the order of work.
 */
#include "common/demand.h"
#include "weighted/distance_vector.h"
#include "weighted/label_correcting.h"

/* Vectors are left out where nothing changed, if a row has more than four (BENCHMARKS.md). */
#define GOBC_MANY (GOBC_WIDTH * (GOBC_DISTANCE ? GOBC_DISTANCE : 64) / 8 > 4 * DVEC_BYTES)

#if GOBC_DISTANCE > 0
typedef uint32_t weight_t;
typedef uint64_t wide_length_t;
INLINE const weight_t *GOBC_DFN(out_weights)(const struct gobc_label_correcting *sweep) {
  return sweep->graph.out_weights;
}
INLINE const weight_t *GOBC_DFN(in_weights)(const struct gobc_label_correcting *sweep) {
  return sweep->graph.in_weights;
}
INLINE dist_t GOBC_DFN(limit)(const struct gobc_label_correcting *sweep) { return (dist_t)sweep->limit; }
#else
typedef double weight_t;
typedef double wide_length_t;
INLINE const weight_t *GOBC_DFN(out_weights)(const struct gobc_label_correcting *sweep) {
  return sweep->graph.out_reals;
}
INLINE const weight_t *GOBC_DFN(in_weights)(const struct gobc_label_correcting *sweep) { return sweep->graph.in_reals; }
INLINE dist_t GOBC_DFN(limit)(const struct gobc_label_correcting *sweep) { return sweep->real_limit; }
#endif

INLINE dvec_t GOBC_DFN(spread)(weight_t weight) {
#if GOBC_DISTANCE == 16
  weight = weight < UINT16_MAX ? weight : UINT16_MAX; /* an arc too long for the type, so on no shortest path */
#endif
  return (dvec_t){0} + (dist_t)weight;
}

/* A length or a weight as a key of the queue. */
INLINE int64_t GOBC_DFN(key)(const struct gobc_label_correcting *sweep, wide_length_t length) {
#if GOBC_DISTANCE > 0
  (void)sweep;
  return (int64_t)length;
#else
  double key = length * sweep->scale;
  return key < GOBC_BUCKET_LAST_KEY ? (int64_t)key : GOBC_BUCKET_LAST_KEY;
#endif
}

static void GOBC_DFN(clear)(struct gobc_label_correcting *sweep, int32_t first, int32_t last) {
  dist_t *row = DROW((dist_t *)sweep->distance, first), *end = DROW((dist_t *)sweep->distance, last);
  const dvec_t limit = (dvec_t){0} + GOBC_DFN(limit)(sweep);
  for (; row < end; row += DVEC_LANES) DSTORE(row, limit);
}

/*
 * row = min(row, from + step), on the vectors with a bit in `parts` if there are many: for a vertex in which few lanes
 * changed, the rest of its neighbors' rows stays away. Returns the lanes that changed. Lanes not reached stay so, and lanes that
 * would not be below their bound, unless it is NULL.
 */
INLINE uint64_t GOBC_DFN(relax)(dist_t *row, const dvec_t *from, dvec_t step, uint32_t parts, const dvec_t *bound) {
  uint64_t changed = 0;
#if GOBC_MANY
  UNROLL for (int j = 0; j < DROW_VECS; j++) {
    if (!(parts >> j & 1)) continue;
    dist_t *place = row + j * DVEC_LANES;
    const dvec_t length = GOBC_DFN(plus)(from[j], step), before = DLOAD(place);
    pick_t better = GOBC_DFN(less)(length, before);
    if (bound) better &= GOBC_DFN(less)(length, bound[j]);
    const uint64_t lanes = GOBC_DFN(bits)(better);
    if (!lanes) continue;
    DSTORE(place, GOBC_DFN(choose)(better, length, before));
    changed |= lanes << (DVEC_LANES * j & 63);
  }
#else
  dvec_t length[DROW_VECS];
  pick_t better[DROW_VECS];
  (void)parts;
  UNROLL for (int j = 0; j < DROW_VECS; j++) {
    length[j] = GOBC_DFN(plus)(from[j], step);
    better[j] = GOBC_DFN(less)(length[j], DLOAD(row + j * DVEC_LANES));
    if (bound) better[j] &= GOBC_DFN(less)(length[j], bound[j]);
    changed |= GOBC_DFN(bits)(better[j]) << (DVEC_LANES * j & 63);
  }
  if (!changed) return 0;
  UNROLL for (int j = 0; j < DROW_VECS; j++)
      DSTORE(row + j * DVEC_LANES, GOBC_DFN(choose)(better[j], length[j], DLOAD(row + j * DVEC_LANES)));
#endif
  return changed;
}

/* The vectors of a row that hold one of these lanes, as bits. */
INLINE uint32_t GOBC_DFN(parts_of)(uint64_t lanes) {
  uint32_t parts = 0;
  UNROLL for (int j = 0; j < DROW_VECS; j++) parts |= (uint32_t)((lanes >> (DVEC_LANES * j & 63) & DVEC_FULL) != 0)
      << j;
  return parts;
}

/* Asks for what the next vertices of the ring need (BENCHMARKS.md). */
INLINE void GOBC_DFN(fetch)(const struct gobc_label_correcting *sweep) {
  const gobc_bucket_queue *queue = &sweep->queue;
  const int64_t *offsets = sweep->graph.out_offsets;
  const int32_t far = queue->ring[(queue->head + 6) & queue->ring_mask];
  const int32_t near = queue->ring[(queue->head + 2) & queue->ring_mask];
  const char *row = (const char *)DROW((const dist_t *)sweep->distance, far);
  __builtin_prefetch(offsets + far);
  __builtin_prefetch(queue->states + far, 1);
  UNROLL for (int j = 0; j < GOBC_WIDTH * (int)sizeof(dist_t); j += 64) __builtin_prefetch(row + j);
  __builtin_prefetch(sweep->graph.out_targets + offsets[near]);
  __builtin_prefetch(GOBC_DFN(out_weights)(sweep) + offsets[near]);
}

/*
 * Where a batch ends that is about some targets of each source. No path to a target has a vertex farther than the farthest one, so
 * that lanes end there. Until the search is over, distances may be too long, and so may the bounds.
 */
typedef struct GOBC_DFN(bounds) {
  dist_t below[GOBC_WIDTH] __attribute__((aligned(64)));
  int64_t met[GOBC_WIDTH]; /* so many targets of the lane, the first ones, have been reached */
  int64_t pairs;
} GOBC_DFN(bounds);

static void GOBC_DFN(start_bounds)(const struct gobc_label_correcting *sweep, GOBC_DFN(bounds) * bounds) {
  bounds->pairs = 0;
  for (int lane = 0; lane < GOBC_WIDTH; lane++) {
    bounds->below[lane] = GOBC_DFN(limit)(sweep);
    bounds->met[lane] = 0;
    if (lane < sweep->lanes) bounds->pairs += gobc_demand_of(&sweep->pairs, sweep->sources[lane]).count;
  }
}

/* A lane is bounded once all its targets have been reached that may be. */
static void GOBC_DFN(find_bounds)(const struct gobc_label_correcting *sweep, GOBC_DFN(bounds) * bounds) {
  const dist_t limit = GOBC_DFN(limit)(sweep);
  for (int lane = 0; lane < sweep->lanes; lane++) {
    const gobc_demand demand = gobc_demand_of(&sweep->pairs, sweep->sources[lane]);
    const dist_t *column = (const dist_t *)sweep->distance + lane;
    int64_t *met = bounds->met + lane;
    for (; *met < demand.count; ++*met) {
      const int32_t v = demand.target[*met];
      const int elsewhere = v < sweep->first || v >= sweep->last; /* in another component */
      if (!elsewhere && *DROW(column, v) >= limit) break;
    }
    if (*met < demand.count) continue;
    dist_t farthest = 0;
    for (int64_t k = 0; k < demand.count; k++) {
      const dist_t d = *DROW(column, demand.target[k]);
      farthest = d > farthest && d < limit ? d : farthest;
    }
#if GOBC_DISTANCE > 0
    bounds->below[lane] = (dist_t)(farthest + 1);
#else
    bounds->below[lane] = nextafter(farthest, INFINITY);
#endif
  }
}

/* Lanes beyond their bounds become unreached again. Vertices without others are as before the batch. */
static void GOBC_DFN(keep_within)(struct gobc_label_correcting *sweep, const dist_t *below) {
  const dvec_t limit = (dvec_t){0} + GOBC_DFN(limit)(sweep);
  size_t kept = 0;
  for (size_t i = 0; i < sweep->reached; i++) {
    const int32_t v = sweep->order[i];
    dist_t *row = DROW((dist_t *)sweep->distance, v);
    gobc_vertex_state *state = sweep->queue.states + v;
    uint64_t within = 0;
    UNROLL for (int j = 0; j < DROW_VECS; j++) {
      const dvec_t length = DLOAD(row + j * DVEC_LANES);
      const pick_t inside = GOBC_DFN(less)(length, DLOAD(below + j * DVEC_LANES));
      DSTORE(row + j * DVEC_LANES, GOBC_DFN(choose)(inside, length, limit));
      within |= GOBC_DFN(bits)(inside) << (DVEC_LANES * j & 63);
    }
    state->reached &= within;
    sweep->order[kept] = v;
    if (state->reached) {
      kept++;
    } else {
      sweep->touched[(size_t)v >> 6] &= ~((uint64_t)1 << (v & 63));
      *state = gobc_empty_state;
    }
  }
  sweep->reached = kept;
}

/* Phase 1, within bounds unless they are NULL. On top of the loop, every vertex that changed since it was last taken waits. */
INLINE int GOBC_DFN(search_within)(struct gobc_label_correcting *sweep, GOBC_DFN(bounds) * bounds) {
  const int64_t *offsets = sweep->graph.out_offsets;
  const int32_t *targets = sweep->graph.out_targets;
  const weight_t *weights = GOBC_DFN(out_weights)(sweep);
  const dvec_t *below = bounds ? (const dvec_t *)bounds->below : NULL;
  gobc_bucket_queue *queue = &sweep->queue;
  gobc_vertex_state *states = queue->states;
  dist_t *distance = sweep->distance;
  int64_t visits = 0, taken = 0, stop = GOBC_LABEL_STEP, look = bounds ? GOBC_LOOK(bounds->pairs, 0) : 0;
  gobc_bucket_queue_start(queue, sweep->shift[0]);
  for (int lane = 0; lane < sweep->lanes; lane++) {
    int32_t source = sweep->sources[lane];
    DROW(distance, source)[lane] = 0;
    states[source].lanes = states[source].reached = (uint64_t)1 << lane;
    gobc_label_correcting_reach(sweep, source);
    gobc_bucket_queue_push_key(queue, source, 0, 1);
  }
  for (int32_t v; (v = gobc_bucket_queue_pop(queue)) >= 0;) {
    if (visits >= stop) {
      if (*sweep->cancel) return GOBC_KERNEL_CANCELLED;
      stop = visits + GOBC_LABEL_STEP;
    }
    if (bounds && visits >= look) {
      GOBC_DFN(find_bounds)(sweep, bounds);
      look = visits + GOBC_LOOK(bounds->pairs, visits);
    }
    dvec_t own[DROW_VECS];
    UNROLL for (int j = 0; j < DROW_VECS; j++) own[j] = DLOAD(DROW(distance, v) + j * DVEC_LANES);
    GOBC_DFN(fetch)(sweep);
    const int64_t key = states[v].key;
    const int catch_up = ++taken <= GOBC_LABEL_PATIENCE * (int64_t)sweep->reached;
    const uint32_t parts = GOBC_DFN(parts_of)(states[v].lanes);
    states[v].lanes = 0;
    const int64_t end = offsets[v + 1];
    visits += end - offsets[v] + 1;
    for (int64_t i = offsets[v]; i < end; i++) {
      const int32_t w = targets[i];
      uint64_t changed = GOBC_DFN(relax)(DROW(distance, w), own, GOBC_DFN(spread)(weights[i]), parts, below);
      if (!changed) continue;
      gobc_vertex_state *state = states + w;
      if (!state->reached) gobc_label_correcting_reach(sweep, w);
      state->reached |= changed;
      state->lanes |= changed;
      gobc_bucket_queue_push_key(queue, w, gobc_key_sum(key, GOBC_DFN(key)(sweep, weights[i])), catch_up);
    }
  }
  sweep->arena.counts.visits += visits;
  return GOBC_KERNEL_OK;
}

static int GOBC_DFN(search)(struct gobc_label_correcting *sweep) { return GOBC_DFN(search_within)(sweep, NULL); }

static int GOBC_DFN(search_targets)(struct gobc_label_correcting *sweep) {
  GOBC_DFN(bounds) bounds;
  GOBC_DFN(start_bounds)(sweep, &bounds);
  const int status = GOBC_DFN(search_within)(sweep, &bounds);
  if (status != GOBC_KERNEL_OK) return status;
  GOBC_DFN(find_bounds)(sweep, &bounds);
  GOBC_DFN(keep_within)(sweep, bounds.below);
  return GOBC_KERNEL_OK;
}

#if GOBC_DISTANCE > 0
/* The lanes where from + step = to. */
INLINE uint64_t GOBC_DFN(ties)(const struct gobc_label_correcting *sweep, const dvec_t *from, dvec_t step,
                               const dvec_t *to) {
  uint64_t lanes = 0;
  (void)sweep;
  UNROLL for (int j = 0; j < DROW_VECS; j++) lanes |=
      GOBC_DFN(bits)(GOBC_DFN(equal)(GOBC_DFN(plus)(from[j], step), to[j])) << (DVEC_LANES * j & 63);
  return lanes;
}
#else
/* The lanes where |from + step - to| <= tolerance * to and from < to. */
INLINE uint64_t GOBC_DFN(ties)(const struct gobc_label_correcting *sweep, const dvec_t *from, dvec_t step,
                               const dvec_t *to) {
  const dvec_t tolerance = (dvec_t){0} + sweep->tolerance;
  uint64_t lanes = 0;
  UNROLL for (int j = 0; j < DROW_VECS; j++) {
    dvec_t gap = from[j] + step - to[j];
    gap = (dvec_t)((dbits_vec_t)gap & INT64_MAX);
    pick_t tie = GOBC_DFN(at_most)(gap, tolerance * to[j]) & GOBC_DFN(less)(from[j], to[j]);
    lanes |= GOBC_DFN(bits)(tie) << (DVEC_LANES * j & 63);
  }
  return lanes;
}
#endif

INLINE void GOBC_DFN(keep)(struct gobc_label_correcting *sweep, int32_t from, int32_t to, int64_t index,
                           uint64_t lanes) {
  gobc_tight_arc *tight = (gobc_tight_arc *)sweep->tight.data + sweep->tight_count++;
  *tight = (gobc_tight_arc){lanes, from, to, (int32_t)index, 0};
  sweep->ranges[from].afters++;
  sweep->ranges[to].befores++;
}

/*
 * Phase 2: all tight arcs, in an order in which the arcs into a vertex ascend by their tail and the arcs out of it by
 * their head. Undirected: an edge is looked at once, in the list of its higher end.
 */
static int GOBC_DFN(find_tight)(struct gobc_label_correcting *sweep) {
  const int64_t *offsets = sweep->graph.in_offsets;
  const int32_t *targets = sweep->graph.in_targets;
  const weight_t *weights = GOBC_DFN(in_weights)(sweep);
  const gobc_vertex_state *states = sweep->queue.states;
  const dist_t *distance = sweep->distance;
  int64_t visits = 0, stop = GOBC_LABEL_STEP;
  sweep->tight_count = 0;
  for (size_t i = 0; i < sweep->reached; i++) sweep->ranges[sweep->order[i]] = (gobc_tight_ranges){0, 0, 0, 0};
  for (size_t i = 0; i < sweep->reached; i++) {
    const int32_t v = sweep->order[i];
    const int64_t begin = offsets[v], end = offsets[v + 1];
    if (!gobc_arena_reserve(&sweep->arena, &sweep->tight, sweep->tight_count + 2 * (size_t)(end - begin),
                            sweep->tight_count, sizeof(gobc_tight_arc)))
      return GOBC_KERNEL_NOMEM;
    if (visits >= stop) {
      if (*sweep->cancel) return GOBC_KERNEL_CANCELLED;
      stop = visits + GOBC_LABEL_STEP;
    }
    dvec_t own[DROW_VECS], other[DROW_VECS];
    UNROLL for (int j = 0; j < DROW_VECS; j++) own[j] = DLOAD(DROW(distance, v) + j * DVEC_LANES);
    const uint64_t reached = states[v].reached;
    int64_t e = begin;
    for (; e < end; e++) {
      const int32_t u = targets[e];
      if (sweep->undirected && u > v) break;
      const dvec_t step = GOBC_DFN(spread)(weights[e]);
      UNROLL for (int j = 0; j < DROW_VECS; j++) other[j] = DLOAD(DROW(distance, u) + j * DVEC_LANES);
      uint64_t lanes = GOBC_DFN(ties)(sweep, other, step, own) & reached;
      uint64_t back = sweep->undirected ? GOBC_DFN(ties)(sweep, own, step, other) : 0;
      if (!(lanes | back)) continue;
      back &= states[u].reached;
      if (lanes) GOBC_DFN(keep)(sweep, u, v, e - begin, lanes);
      if (back) GOBC_DFN(keep)(sweep, v, u, e - begin, back);
    }
    visits += e - begin + 1;
  }
  sweep->arena.counts.visits += visits;
  sweep->arena.counts.useful_arcs += (int64_t)sweep->tight_count;
  return GOBC_KERNEL_OK;
}

/* Lane by lane, for any unit. */
static void GOBC_DFN(add_slowly)(uint64_t *distance, uint64_t *terms, const dist_t *row, uint64_t reached,
                                 const gobc_length_totals *lengths) {
  for (; reached; reached &= reached - 1) {
    const dist_t d = row[__builtin_ctzll(reached)];
#if GOBC_DISTANCE > 0
    if (distance) gobc_words_add(distance, gobc_whole_units(d, lengths->distance_unit));
#else
    if (distance) gobc_window_add(distance, d, lengths->distance_unit, lengths->finer);
#endif
    if (terms && d > 0)
      gobc_window_add(terms, gobc_term_of(lengths->term, (double)d), lengths->term.unit, lengths->finer);
  }
}

/* 2^(-unit - 64), which makes a length a term in units of 2^-64; infinite if that is no normal number. */
INLINE double GOBC_DFN(term_scale)(int unit) {
  return unit > -1000 && unit < 900 ? gobc_power_of_two(-unit - 64) : INFINITY;
}

/* The powers of all lanes of a row that are reached, but for the source's own: below 1, so that `scale` is 2^31 at most. */
static void GOBC_DFN(add_powers)(uint64_t *terms, const dist_t *row, dist_t limit, gobc_term term, double scale) {
  double power[GOBC_WIDTH] __attribute__((aligned(64)));
  for (int lane = 0; lane < GOBC_WIDTH; lane++)
    power[lane] = row[lane] < limit && row[lane] > 0 ? gobc_power(term, (double)row[lane]) * scale : 0.0;
  GOBC_FN(add_fixed)(terms, (const vec_t *)power, NULL, 0);
}

/*
 * The same for all lanes at once where the terms are below 2^31: the powers of two are exact, so each term is rounded
 * once. Lengths from 2^53 on may be no float64. 0 if the row must go slowly.
 */
INLINE int GOBC_DFN(add_row)(uint64_t *distance, uint64_t *terms, const dist_t *row, dist_t limit, double scale,
                             gobc_term term, double term_scale, double *eccentricity) {
  typedef dist_t part_t __attribute__((vector_size(VEC_LANES * sizeof(dist_t)), aligned(sizeof(dist_t)), may_alias));
  vec_t lengths[ROW_VECS], inverse[ROW_VECS], largest = {0}, least = (vec_t){0} + INFINITY;
  const vec_t bound = (vec_t){0} + (double)limit;
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    const vec_t d = __builtin_convertvector(*(const part_t *)(row + j * VEC_LANES), vec_t);
    lengths[j] = (vec_t)((bits_vec_t)(d * scale) & (bits_vec_t)(d < bound));
    inverse[j] = (vec_t)((bits_vec_t)(1.0 / d * term_scale) & (bits_vec_t)(d < bound) & (bits_vec_t)(d > 0.0));
    largest = GOBC_FN(either)((d > largest) & (d < bound), d, largest);
    least = GOBC_FN(either)((d < least) & (d > 0.0), d, least);
  }
  double most = 0, nearest = INFINITY;
  for (int i = 0; i < VEC_LANES; i++) {
    most = largest[i] > most ? largest[i] : most;
    nearest = least[i] < nearest ? least[i] : nearest;
  }
  *eccentricity = most;
  if (!(most * scale < 0x1p31)) return 0;
  if (terms && term.rate == 0 && !(1 / nearest * term_scale < 0x1p31)) return 0;
  if (GOBC_DISTANCE == 64 && !(most < 0x1p53)) return 0;
  if (distance) GOBC_FN(add_fixed)(distance, lengths, NULL, 0);
  if (terms && term.rate > 0) GOBC_DFN(add_powers)(terms, row, limit, term, term_scale);
  else if (terms) GOBC_FN(add_fixed)(terms, inverse, NULL, 0);
  return 1;
}

/* The longest distance of each lane. */
static void GOBC_DFN(find_farthest)(const struct gobc_label_correcting *sweep, double *farthest) {
  const uint64_t everyone = sweep->lanes < 64 ? ((uint64_t)1 << sweep->lanes) - 1 : ~(uint64_t)0;
  dist_t far[GOBC_WIDTH] = {0};
  for (size_t i = 0; i < sweep->reached; i++) {
    const int32_t v = sweep->order[i];
    const dist_t *row = DROW((const dist_t *)sweep->distance, v);
    uint64_t reached = sweep->queue.states[v].reached;
    if (reached == everyone) {
      for (int lane = 0; lane < GOBC_WIDTH; lane++) far[lane] = row[lane] > far[lane] ? row[lane] : far[lane];
      continue;
    }
    for (; reached; reached &= reached - 1) {
      const int lane = __builtin_ctzll(reached);
      if (row[lane] > far[lane]) far[lane] = row[lane];
    }
  }
  for (int lane = 0; lane < sweep->lanes; lane++) farthest[lane] = (double)far[lane];
}

INLINE void GOBC_DFN(copy_row)(const struct gobc_label_correcting *sweep, int32_t v, double *to) {
  const dist_t limit = GOBC_DFN(limit)(sweep);
  const dist_t *row = DROW((const dist_t *)sweep->distance, v);
  for (int lane = 0; lane < GOBC_WIDTH; lane++) to[lane] = row[lane] < limit ? (double)row[lane] : INFINITY;
}

/* The distances of all lanes to each vertex that one of them reaches. */
static void GOBC_DFN(copy_rows)(const struct gobc_label_correcting *sweep, double *rows) {
  for (size_t i = 0; i < sweep->reached; i++)
    GOBC_DFN(copy_row)(sweep, sweep->order[i], rows + (size_t)sweep->order[i] * GOBC_WIDTH);
}

static void GOBC_DFN(copy_reached)(const struct gobc_label_correcting *sweep, double *rows) {
  for (size_t i = 0; i < sweep->reached; i++) GOBC_DFN(copy_row)(sweep, sweep->order[i], rows + i * GOBC_WIDTH);
}

/* The lanes of a row below a limit. */
INLINE uint64_t GOBC_DFN(below)(const dist_t *row, dvec_t limit) {
  uint64_t lanes = 0;
  UNROLL for (int j = 0; j < DROW_VECS; j++) lanes |= GOBC_DFN(bits)(GOBC_DFN(less)(DLOAD(row + j * DVEC_LANES), limit))
      << (DVEC_LANES * j & 63);
  return lanes;
}

/* The smallest distance beyond an inner cutoff; at most that of an unreached lane. */
INLINE dist_t GOBC_DFN(inner_limit)(const struct gobc_label_correcting *sweep, int cutoff) {
  const double inner = sweep->pairs.inner[cutoff];
  const dist_t limit = GOBC_DFN(limit)(sweep);
#if GOBC_DISTANCE > 0
  return inner < 0x1p63 && (uint64_t)inner + 1 < limit ? (dist_t)((uint64_t)inner + 1) : limit;
#else
  return inner < limit ? nextafter(inner, INFINITY) : limit;
#endif
}

static int GOBC_DFN(find_within)(struct gobc_label_correcting *sweep) {
  const size_t count = (size_t)sweep->pairs.inner_count;
  int farthest = 0;
  dvec_t limits[GOBC_MOST_CUTOFFS];
  for (size_t k = 0; k < count; k++) limits[k] = (dvec_t){0} + GOBC_DFN(inner_limit)(sweep, (int)k);
  for (size_t i = 0; i < sweep->reached; i++) {
    const int32_t v = sweep->order[i];
    const dist_t *row = DROW((const dist_t *)sweep->distance, v);
    const uint64_t reached = sweep->queue.states[v].reached;
    uint64_t *within = sweep->within + (size_t)v * count, lanes = reached;
    int all = (int)count, nearest = all;
    for (int k = all - 1; k >= 0; k--) {
      if (lanes) lanes = GOBC_DFN(below)(row, limits[k]);
      within[k] = lanes;
      all = lanes == reached ? k : all;
      nearest = lanes ? k : nearest;
    }
    farthest = all > farthest ? all : farthest;
    if (sweep->places) sweep->places[v].nearest = (uint8_t)nearest, sweep->places[v].farthest = (uint8_t)all;
  }
  return farthest;
}

/* What `reached` lanes of v add, the only ones of `row` below the limit. */
INLINE void GOBC_DFN(add_vertex_lengths)(const struct gobc_label_correcting *sweep, const gobc_length_totals *lengths,
                                         int32_t v, const dist_t *row, uint64_t reached, double scale,
                                         double term_scale, int64_t *lane_reached) {
  const size_t windows = 1 + (size_t)lengths->finer;
  uint64_t *distance = lengths->distance ? lengths->distance + 2 * windows * (size_t)v : NULL;
  uint64_t *terms = lengths->terms ? lengths->terms + 2 * windows * (size_t)v : NULL;
  double most;
  const int added =
      GOBC_DFN(add_row)(distance, terms, row, GOBC_DFN(limit)(sweep), scale, lengths->term, term_scale, &most);
  if (!added && (distance || terms)) GOBC_DFN(add_slowly)(distance, terms, row, reached, lengths);
  for (int lane = 0; lengths->lane_reached && lane < GOBC_WIDTH; lane++) lane_reached[lane] += reached >> lane & 1;
  if (lengths->reached) lengths->reached[v] += __builtin_popcountll(reached);
  if (lengths->eccentricity && most > lengths->eccentricity[v]) lengths->eccentricity[v] = most;
}

/* The lanes of v between two cutoffs go to the sums of the larger one. */
static void GOBC_DFN(add_rings)(const struct gobc_label_correcting *sweep, const gobc_length_totals *lengths, int32_t v,
                                const dvec_t *limits, double scale, double term_scale,
                                int64_t (*lane_reached)[GOBC_WIDTH]) {
  const dist_t *row = DROW((const dist_t *)sweep->distance, v);
  const uint64_t reached = sweep->queue.states[v].reached;
  const int count = sweep->pairs.inner_count;
  uint64_t before = 0;
  for (int i = 0; i <= count && before != reached; i++) {
    const uint64_t within = i < count ? GOBC_DFN(below)(row, limits[i]) & reached : reached, ring = within & ~before;
    const int place = i < count ? 1 + i : 0;
    const dvec_t unreached = (dvec_t){0} + GOBC_DFN(limit)(sweep), near = i > 0 ? limits[i - 1] : (dvec_t){0};
    dist_t part[GOBC_WIDTH] __attribute__((aligned(64)));
    before = within;
    if (!ring) continue;
    UNROLL for (int j = 0; ring != reached && j < DROW_VECS; j++) {
      const dvec_t d = DLOAD(row + j * DVEC_LANES);
      const dvec_t far = GOBC_DFN(choose)(GOBC_DFN(less)(d, near), unreached, d);
      DSTORE(part + j * DVEC_LANES, i < count ? GOBC_DFN(choose)(GOBC_DFN(less)(d, limits[i]), far, unreached) : far);
    }
    GOBC_DFN(add_vertex_lengths)(sweep, lengths + place, v, ring == reached ? row : part, ring, scale, term_scale,
                                 lane_reached[place]);
  }
}

/* What is read off the distances. A source is at distance 0 of itself, and adds nothing to its own sum of terms. */
static void GOBC_DFN(add_lengths)(struct gobc_label_correcting *sweep, gobc_length_totals *lengths) {
  const gobc_vertex_state *states = sweep->queue.states;
  const double scale = lengths->finer ? INFINITY : GOBC_DFN(term_scale)(lengths->distance_unit); /* rows go slowly */
  const double term_scale = GOBC_DFN(term_scale)(lengths->term.unit);
  const int count = sweep->pairs.inner_count;
  int64_t lane_reached[GOBC_MOST_CUTOFFS][GOBC_WIDTH];
  dvec_t limits[GOBC_MOST_CUTOFFS];
  memset(lane_reached, 0, (size_t)(1 + count) * sizeof lane_reached[0]);
  for (int i = 0; i < count; i++) limits[i] = (dvec_t){0} + GOBC_DFN(inner_limit)(sweep, i);
  for (size_t i = 0; i < sweep->reached; i++) {
    const int32_t v = sweep->order[i];
    if (count > 0) {
      GOBC_DFN(add_rings)(sweep, lengths, v, limits, scale, term_scale, lane_reached);
      continue;
    }
    GOBC_DFN(add_vertex_lengths)(sweep, lengths, v, DROW((const dist_t *)sweep->distance, v), states[v].reached, scale,
                                 term_scale, lane_reached[0]);
  }
  for (int i = 0; lengths->lane_reached && i <= count; i++)
    memcpy(lengths[i].lane_reached, lane_reached[i], (size_t)sweep->lanes * sizeof(int64_t));
  if (lengths->lane_farthest) GOBC_DFN(find_farthest)(sweep, lengths->lane_farthest);
  if (lengths->lane_rows) GOBC_DFN(copy_rows)(sweep, lengths->lane_rows);
}

static int GOBC_DFN(weigh)(struct gobc_label_correcting *sweep) {
  const gobc_pairs *pairs = &sweep->pairs;
  for (size_t i = 0; i < sweep->reached; i++) {
    const int32_t v = sweep->order[i];
    const dist_t *row = DROW((const dist_t *)sweep->distance, v);
    const uint64_t reached = sweep->queue.states[v].reached;
    double *mass = sweep->mass + (size_t)v * GOBC_LABEL_CORRECTING_WIDTH;
    const double weight = pairs->target_weight ? pairs->target_weight[v] : 1.0;
    if (i % (GOBC_LABEL_STEP / 64) == 0 && *sweep->cancel) return GOBC_KERNEL_CANCELLED;
    for (int j = 0; j < GOBC_LABEL_CORRECTING_WIDTH; j += 8) {
      double distance[8] __attribute__((aligned(64))), decay[8] __attribute__((aligned(64)));
      if (!(reached >> j & 0xff)) continue;
      for (int k = 0; k < 8; k++) distance[k] = (double)row[j + k];
      GOBC_FN(decays)(&pairs->decay, distance, decay);
      for (int k = 0; k < 8; k++) mass[j + k] = (pairs->demand_offsets ? mass[j + k] : weight) * decay[k];
    }
  }
  return GOBC_KERNEL_OK;
}

#undef GOBC_DISTANCE
