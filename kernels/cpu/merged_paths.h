/*
 * Phase 3 of one instance: path counts by peeling. A lane of a vertex is ready when it is done at all tails of its
 * tight arcs; the ready lanes of a vertex merge while it waits in the bucket of its smallest distance. The equivalent
 * loop for one lane: for v in an order in which tails come first: sigma(v) = sum of sigma(u), u ascending.
 */

/* sigma of v on the ready lanes: the sums over its tails in list order, added up first in registers. */
INLINE void GOBC_FN(sum_tails)(const struct gobc_merged *merged, int32_t v, const gobc_merged_arc *before, int32_t befores,
                               mask_t ready, double *most) {
  double *row = ROW(merged->sigma, v);
  vec_t sum[ROW_VECS] = {{0}};
  for (int32_t i = 0; i < befores; i++) {
    const mask_t lanes = (mask_t)(before[i].lanes & ready);
    const double *paths = ROW(merged->sigma, before[i].vertex);
    if (!lanes) continue;
    UNROLL for (int j = 0; j < ROW_VECS; j++)
      sum[j] = GOBC_FN(add_kept)(sum[j], GOBC_FN(lanes_of)(lanes, j), LOAD(paths + j * VEC_LANES));
  }
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    double *place = row + j * VEC_LANES;
    STORE(place, GOBC_FN(choose)(GOBC_FN(lanes_of)(ready, j), sum[j], LOAD(place)));
    double *seen = most + j * VEC_LANES;
    STORE(seen, GOBC_FN(either)(sum[j] > LOAD(seen), sum[j], LOAD(seen)));
  }
}

/* The same where few vectors of the row are concerned: one after the other, so that the rest of the rows stays away. */
INLINE void GOBC_FN(sum_few_tails)(const struct gobc_merged *merged, int32_t v, const gobc_merged_arc *before,
                                   int32_t befores, mask_t ready, double *most) {
  for (int j = 0; j < ROW_VECS; j++) {
    if (!GOBC_FN(any_of)(ready, j)) continue;
    double *place = ROW(merged->sigma, v) + j * VEC_LANES, *seen = most + j * VEC_LANES;
    vec_t sum = {0};
    for (int32_t i = 0; i < befores; i++) {
      const mask_t lanes = (mask_t)(before[i].lanes & ready);
      if (GOBC_FN(any_of)(lanes, j))
        sum = GOBC_FN(add_kept)(sum, GOBC_FN(lanes_of)(lanes, j), LOAD(ROW(merged->sigma, before[i].vertex) + j * VEC_LANES));
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

/* Flags the lanes that leave the safe range; the largest count of the others bounds their stress. */
static void GOBC_FN(judge)(struct gobc_merged *merged, const double *most) {
  const unsigned stress = GOBC_NEED_STRESS | GOBC_NEED_EDGE_STRESS;
  const double limit = merged->needs & stress ? GOBC_MERGED_STRESS_LIMIT : GOBC_MERGED_LIMIT;
  merged->flagged = 0;
  merged->largest = 1;
  for (int lane = 0; lane < merged->lanes; lane++) {
    if (!(most[lane] <= limit)) merged->flagged |= (uint64_t)1 << lane;
    else if (most[lane] > merged->largest) merged->largest = most[lane];
  }
}

/*
 * Asks for what the next vertices of the ring need; what is read for it is there, if perhaps of another time. Whole rows
 * only if pops are full: 10 to 20 % on roads and Delaunay graphs, where single lanes meet it costs 10 %.
 */
INLINE void GOBC_FN(fetch)(const struct gobc_merged *merged, int full) {
  const gobc_merged_queue *queue = &merged->queue;
  const gobc_merged_arc *befores = merged->before.data, *afters = merged->after.data;
  const int32_t far = queue->ring[(queue->head + 8) & queue->ring_mask];
  const int32_t near = queue->ring[(queue->head + 4) & queue->ring_mask];
  const int32_t next = queue->ring[(queue->head + 1) & queue->ring_mask];
  __builtin_prefetch(merged->links + far);
  __builtin_prefetch(queue->spots + far);
  __builtin_prefetch(merged->done + far, 1);
  __builtin_prefetch(befores + merged->links[near].before);
  __builtin_prefetch(afters + merged->links[near].after);
  if (!full || !queue->spots[next].reached) return; /* of another batch: its arcs may be gone */
  const gobc_merged_links *link = merged->links + next;
  UNROLL for (int j = 0; j < GOBC_WIDTH; j += 8) __builtin_prefetch(ROW(merged->sigma, next) + j, 1);
  for (int i = 0; i < 3 && i < link->befores; i++) {
    const int32_t u = befores[link->before + i].vertex;
    __builtin_prefetch(merged->done + u);
    UNROLL for (int j = 0; j < GOBC_WIDTH; j += 8) __builtin_prefetch(ROW(merged->sigma, u) + j);
  }
  for (int i = 0; i < 3 && i < link->afters; i++) __builtin_prefetch(queue->spots + afters[link->after + i].vertex, 1);
}

/*
 * Every pair (vertex, lane) with a finite distance must come up, once; else the kernel is at fault, not the input.
 * On top of the loop, `done` has the lanes whose sigma is final, and `pops` their order for the way back.
 */
static int GOBC_FN(count)(struct gobc_merged *merged) {
  gobc_merged_queue *queue = &merged->queue;
  gobc_merged_spot *spots = queue->spots;
  const gobc_merged_links *links = merged->links;
  const gobc_merged_arc *befores = merged->before.data, *afters = merged->after.data;
  uint64_t *done = merged->done;
  double most[GOBC_WIDTH] __attribute__((aligned(64))) = {0};
  int64_t pairs = 0, work = 0, stop = GOBC_MERGED_STEP;
  merged->popped = 0;
  gobc_merged_queue_start(queue, merged->shift[1]);
  for (int lane = 0; lane < merged->lanes; lane++) {
    int32_t source = merged->sources[lane];
    spots[source].lanes = (uint64_t)1 << lane;
    ROW(merged->sigma, source)[lane] = 1;
    gobc_merged_wait(queue, source);
  }
  for (int32_t v; (v = gobc_merged_take(queue)) >= 0;) {
    GOBC_FN(fetch)(merged, 2 * pairs > (int64_t)merged->popped * GOBC_WIDTH);
    const gobc_merged_links *link = links + v;
    const gobc_merged_arc *before = befores + link->before, *after = afters + link->after;
    const uint64_t missing = spots[v].reached & ~done[v];
    uint64_t covered = 0, blocked = 0;
    for (int32_t i = 0; i < link->befores; i++) {
      covered |= before[i].lanes;
      blocked |= before[i].lanes & ~done[before[i].vertex];
    }
    const uint64_t ready = missing & covered & ~blocked, starts = missing & spots[v].lanes, now = ready | starts;
    work += link->befores + link->afters + 1;
    if (work >= stop) {
      if (*merged->cancel) return GOBC_KERNEL_CANCELLED;
      stop = work + GOBC_MERGED_STEP;
    }
    if (!now) continue;
    if (!gobc_arena_reserve(&merged->arena, &merged->pops, merged->popped + 1, merged->popped, sizeof(gobc_merged_pop)))
      return GOBC_KERNEL_NOMEM;
    gobc_merged_pop *pop = (gobc_merged_pop *)merged->pops.data + merged->popped++;
    *pop = (gobc_merged_pop){now, link->after, v, link->afters, starts != 0};
    if (GOBC_FN(active)((mask_t)ready) > ROW_VECS / 2)
      GOBC_FN(sum_tails)(merged, v, before, link->befores, (mask_t)ready, most);
    else if (ready)
      GOBC_FN(sum_few_tails)(merged, v, before, link->befores, (mask_t)ready, most);
    done[v] |= now;
    pairs += __builtin_popcountll(now);
    for (int32_t i = 0; i < link->afters; i++)
      if (after[i].lanes & now) gobc_merged_wait(queue, after[i].vertex);
  }
  merged->counts.visits += work;
  for (size_t i = 0; i < merged->reached; i++) pairs -= __builtin_popcountll(spots[merged->order[i]].reached);
  if (pairs) return GOBC_KERNEL_STALLED;
  GOBC_FN(judge)(merged, most);
  return GOBC_KERNEL_OK;
}
