/*
 * Phase 3 of one instance: path counts by peeling. A lane of a vertex is ready when it is done at all tails of its
 * tight arcs; the ready lanes of a vertex merge while it waits in the bucket of its smallest distance. The equivalent
 * loop for one lane: for v in an order in which tails come first: sigma(v) = sum of sigma(u), u ascending.
 */
#include "common/instance.h"
#include "weighted/label_correcting.h"

/* sigma of v on the ready lanes: the sums over its tails in list order, added up first in registers. */
INLINE void GOBC_FN(sum_tails)(const struct gobc_label_correcting *sweep, int32_t v, const gobc_tight_end *before,
                               int32_t befores, mask_t ready, double *most) {
  double *row = ROW(sweep->sigma, v);
  vec_t sum[ROW_VECS] = {{0}};
  for (int32_t i = 0; i < befores; i++) {
    const mask_t lanes = (mask_t)(before[i].lanes & ready);
    const double *paths = ROW(sweep->sigma, before[i].vertex);
    if (!lanes) continue;
    UNROLL for (int j = 0; j < ROW_VECS; j++) sum[j] =
        GOBC_FN(add_kept)(sum[j], GOBC_FN(lanes_of)(lanes, j), LOAD(paths + j * VEC_LANES));
  }
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    double *place = row + j * VEC_LANES;
    STORE(place, GOBC_FN(choose)(GOBC_FN(lanes_of)(ready, j), sum[j], LOAD(place)));
    double *seen = most + j * VEC_LANES;
    STORE(seen, GOBC_FN(either)(sum[j] > LOAD(seen), sum[j], LOAD(seen)));
  }
}

/* The same where few vectors of the row are concerned: one after the other, so that the rest of the rows stays away. */
INLINE void GOBC_FN(sum_few_tails)(const struct gobc_label_correcting *sweep, int32_t v, const gobc_tight_end *before,
                                   int32_t befores, mask_t ready, double *most) {
  for (int j = 0; j < ROW_VECS; j++) {
    if (!GOBC_FN(any_of)(ready, j)) continue;
    double *place = ROW(sweep->sigma, v) + j * VEC_LANES, *seen = most + j * VEC_LANES;
    vec_t sum = {0};
    for (int32_t i = 0; i < befores; i++) {
      const mask_t lanes = (mask_t)(before[i].lanes & ready);
      if (GOBC_FN(any_of)(lanes, j))
        sum = GOBC_FN(add_kept)(sum, GOBC_FN(lanes_of)(lanes, j),
                                LOAD(ROW(sweep->sigma, before[i].vertex) + j * VEC_LANES));
    }
    STORE(place, GOBC_FN(choose)(GOBC_FN(lanes_of)(ready, j), sum, LOAD(place)));
    STORE(seen, GOBC_FN(either)(sum > LOAD(seen), sum, LOAD(seen)));
  }
}

/* Vectors of a row that hold one of these lanes. */
INLINE int GOBC_FN(active)(mask_t lanes) {
  int active = 0;
  UNROLL for (int j = 0; j < ROW_VECS; j++) active += GOBC_FN(any_of)(lanes, j);
  return active;
}

/* Finds the lanes that leave the safe range; the largest count of the others bounds their stress. */
static void GOBC_FN(check_overflow)(struct gobc_label_correcting *sweep, const double *most) {
  const unsigned stress = GOBC_NEED_STRESS | GOBC_NEED_EDGE_STRESS;
  const double limit = sweep->needs & stress ? GOBC_LABEL_STRESS_LIMIT : GOBC_LABEL_LIMIT;
  sweep->out_of_range = 0;
  sweep->largest = 1;
  for (int lane = 0; lane < sweep->lanes; lane++) {
    if (!(most[lane] <= limit)) sweep->out_of_range |= (uint64_t)1 << lane;
    else if (most[lane] > sweep->largest) sweep->largest = most[lane];
  }
}

/*
 * Asks for what the next vertices of the ring need; what is read for it is there, if perhaps of another time. Whole rows
 * only if ready groups are full (BENCHMARKS.md).
 */
INLINE void GOBC_FN(fetch)(const struct gobc_label_correcting *sweep, int full) {
  const gobc_bucket_queue *queue = &sweep->queue;
  const gobc_tight_end *befores = sweep->before.data, *afters = sweep->after.data;
  const int32_t far = queue->ring[(queue->head + 8) & queue->ring_mask];
  const int32_t near = queue->ring[(queue->head + 4) & queue->ring_mask];
  const int32_t next = queue->ring[(queue->head + 1) & queue->ring_mask];
  __builtin_prefetch(sweep->ranges + far);
  __builtin_prefetch(queue->states + far);
  __builtin_prefetch(sweep->done + far, 1);
  __builtin_prefetch(befores + sweep->ranges[near].before);
  __builtin_prefetch(afters + sweep->ranges[near].after);
  if (!full || !queue->states[next].reached) return; /* of another batch: its arcs may be gone */
  const gobc_tight_ranges *range = sweep->ranges + next;
  UNROLL for (int j = 0; j < GOBC_WIDTH; j += 8) __builtin_prefetch(ROW(sweep->sigma, next) + j, 1);
  for (int i = 0; i < 3 && i < range->befores; i++) {
    const int32_t u = befores[range->before + i].vertex;
    __builtin_prefetch(sweep->done + u);
    UNROLL for (int j = 0; j < GOBC_WIDTH; j += 8) __builtin_prefetch(ROW(sweep->sigma, u) + j);
  }
  for (int i = 0; i < 3 && i < range->afters; i++)
    __builtin_prefetch(queue->states + afters[range->after + i].vertex, 1);
}

/*
 * Every pair (vertex, lane) with a finite distance must come up, once; else the kernel is at fault, not the input.
 * On top of the loop, `done` has the lanes whose sigma is final, and `groups` their order for the way back.
 */
static int GOBC_FN(count)(struct gobc_label_correcting *sweep) {
  gobc_bucket_queue *queue = &sweep->queue;
  gobc_vertex_state *states = queue->states;
  const gobc_tight_ranges *ranges = sweep->ranges;
  const gobc_tight_end *befores = sweep->before.data, *afters = sweep->after.data;
  uint64_t *done = sweep->done;
  double most[GOBC_WIDTH] __attribute__((aligned(64))) = {0};
  int64_t pairs = 0, work = 0, stop = GOBC_LABEL_STEP;
  sweep->group_count = 0;
  gobc_bucket_queue_start(queue, sweep->shift[1]);
  for (int lane = 0; lane < sweep->lanes; lane++) {
    int32_t source = sweep->sources[lane];
    states[source].lanes = (uint64_t)1 << lane;
    ROW(sweep->sigma, source)[lane] = 1;
    gobc_bucket_queue_push(queue, source);
  }
  for (int32_t v; (v = gobc_bucket_queue_pop(queue)) >= 0;) {
    GOBC_FN(fetch)(sweep, 2 * pairs > (int64_t)sweep->group_count * GOBC_WIDTH);
    const gobc_tight_ranges *range = ranges + v;
    const gobc_tight_end *before = befores + range->before, *after = afters + range->after;
    const uint64_t missing = states[v].reached & ~done[v];
    uint64_t covered = 0, blocked = 0;
    for (int32_t i = 0; i < range->befores; i++) {
      covered |= before[i].lanes;
      blocked |= before[i].lanes & ~done[before[i].vertex];
    }
    const uint64_t ready = missing & covered & ~blocked, starts = missing & states[v].lanes, now = ready | starts;
    work += range->befores + range->afters + 1;
    if (work >= stop) {
      if (*sweep->cancel) return GOBC_KERNEL_CANCELLED;
      stop = work + GOBC_LABEL_STEP;
    }
    if (!now) continue;
    if (!gobc_arena_reserve(&sweep->arena, &sweep->groups, sweep->group_count + 1, sweep->group_count,
                            sizeof(gobc_ready_group)))
      return GOBC_KERNEL_NOMEM;
    gobc_ready_group *group = (gobc_ready_group *)sweep->groups.data + sweep->group_count++;
    *group = (gobc_ready_group){now, range->after, v, range->afters, starts != 0};
    if (GOBC_FN(active)((mask_t)ready) > ROW_VECS / 2)
      GOBC_FN(sum_tails)(sweep, v, before, range->befores, (mask_t)ready, most);
    else if (ready) GOBC_FN(sum_few_tails)(sweep, v, before, range->befores, (mask_t)ready, most);
    done[v] |= now;
    pairs += __builtin_popcountll(now);
    for (int32_t i = 0; i < range->afters; i++)
      if (after[i].lanes & now) gobc_bucket_queue_push(queue, after[i].vertex);
  }
  sweep->arena.counts.visits += work;
  for (size_t i = 0; i < sweep->reached; i++) pairs -= __builtin_popcountll(states[sweep->order[i]].reached);
  if (pairs) return GOBC_KERNEL_STALLED;
  GOBC_FN(check_overflow)(sweep, most);
  return GOBC_KERNEL_OK;
}
