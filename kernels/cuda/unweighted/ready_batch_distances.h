/*
 * Part of ReadyBatch: distances of all lanes by label correcting, for roads, where a level has few vertices. A row is 32
 * distances of 16 bits, which are relaxed together. A vertex whose row fell wakes the neighbors that it can improve. Buckets
 * follow the order of first touch; one opens every `bucket_rounds` rounds. A round has one barrier. The planes are computed at
 * the end.
 */
static constexpr uint32_t FAR2 = 0x7fff7fff, ONE2 = 0x00010001, TOO_FAR = 0x7ff0;

INLINE uint2 relaxed(uint2 row, uint2 over) {
  return make_uint2(__viaddmin_u16x2(over.x, ONE2, row.x), __viaddmin_u16x2(over.y, ONE2, row.y));
}

/* Each group of the warp relaxes a vertex from its neighbors, and wakes the neighbors that it improves. */
INLINE void correct_vertex(bool active, int v, int32_t *later, int *woken) {
  uint2 *distance = global(common.slot.distance);
  uint32_t offset = 0;
  int length = 0;
  uint2 row = make_uint2(FAR2, FAR2);
  if (active) {
    offset = global(common.slot.offsets)[v];
    length = (int)(global(common.slot.offsets)[v + 1] - offset);
    if (p.thread == 0) atomicAnd(word(v, 2), ~(uint32_t)WOKEN);
  }
  /* The flag is cleared before rows are read: a thread that improves a neighbor after that wakes v again. */
  __threadfence_block();
  __syncwarp();
  if (active) row = distance[(size_t)v * G + p.thread];
  int u = 0;
  uint2 near[G];
  for (int at = 0; __any_sync(EVERYONE, at < length); at += G) {
    u = at + p.thread < length ? global(common.slot.targets)[offset + at + p.thread] : -1;
#pragma unroll
    for (int k = 0; k < G; k++) {
      const int w = __shfl_sync(EVERYONE, u, p.base + k);
      near[k] = make_uint2(FAR2, FAR2);
      if (w >= 0) near[k] = distance[(size_t)w * G + p.thread];
    }
#pragma unroll
    for (int k = 0; k < G; k++) row = relaxed(row, near[k]);
  }
  if (active) distance[(size_t)v * G + p.thread] = row;
  __threadfence_block();
  __syncwarp();
  const bool again = __any_sync(EVERYONE, length > G);
  for (int at = 0; __any_sync(EVERYONE, at < length); at += G) {
    if (again) u = at + p.thread < length ? global(common.slot.targets)[offset + at + p.thread] : -1;
    bool improves_mine = false;
#pragma unroll
    for (int k = 0; k < G; k++) {
      const int w = __shfl_sync(EVERYONE, u, p.base + k);
      if (again) {
        near[k] = make_uint2(0, 0);
        if (w >= 0) near[k] = distance[(size_t)w * G + p.thread];
      }
      const uint2 after = relaxed(near[k], row);
      const bool improves = w >= 0 && (after.x != near[k].x || after.y != near[k].y);
      if ((__ballot_sync(EVERYONE, improves) >> p.base & p.bits) && p.thread == k) improves_mine = true;
    }
    if (!improves_mine) continue;
    const uint32_t had = atomicOr(word(u, 2), (uint32_t)(OPENED | WOKEN));
    if (!(had & OPENED)) global(common.slot.touched)[atomicAdd(&common.touched, 1)] = u;
    else if (!(had & WOKEN)) later[atomicAdd(woken, 1)] = u;
  }
}

/*
 * For long rounds, which hubs cause: true for a whole warp once thread 0 has seen the cancel word. `asked` is what
 * cancelled() returned before the work, so that no thread waits for the load.
 */
static constexpr int LONG_ROUND = 8 * GROUPS;
INLINE bool halted(int asked) {
  if (asked) common.stop = 1;
  return __any_sync(EVERYONE, *(volatile int *)&common.stop);
}

/* Returns the number of buckets, or -1. At the top of the loop, `waiting` vertices were woken and [from, to) opens now. */
INLINE int correct(int batch, int lanes) {
  const size_t n = common.a.graph.vertices;
  uint4 *rows = global((uint4 *)common.slot.distance);
  for (size_t i = threadIdx.x; i < 4 * n; i += THREADS) rows[i] = make_uint4(FAR2, FAR2, FAR2, FAR2);
  __syncthreads();
  if ((int)threadIdx.x < lanes) {
    const int s = sources_of(common.a.batches, batch)[threadIdx.x];
    ((uint16_t *)&global(common.slot.distance)[(size_t)s * G])[threadIdx.x] = 0;
    global(common.slot.state)[s] = make_uint4(0, 0, OPENED | WOKEN, 0);
  }
  __syncthreads();
  int waiting = 0, from = 0, to = lanes, in_bucket = 0, buckets = 1;
  for (int round = 0;; round++) {
    const int stop = cancelled(common.a.batches);
    const int32_t *now = global(common.slot.waiting[round & 1]);
    int32_t *later = global(common.slot.waiting[(round & 1) ^ 1]);
    int *woken = &common.woken[round % 3];
    if (threadIdx.x == 0) common.woken[(round + 1) % 3] = 0;
    const int all = waiting + to - from;
    for (int base = (int)(threadIdx.x / 32) * GROUPS_A_WARP; base < all; base += GROUPS) {
      const int i = base + p.group;
      int v = 0;
      const int asked = all > LONG_ROUND ? cancelled(common.a.batches) : 0;
      if (i < all) v = i < waiting ? now[i] : global(common.slot.touched)[from + i - waiting];
      correct_vertex(i < all, v, later, woken);
      if (all > LONG_ROUND && halted(asked)) break;
    }
    if (threadIdx.x == 0 && stop) common.stop = 1;
    __syncthreads();
    waiting = *woken;
    const int touched = common.touched;
    const bool over = buckets + 2 >= common.a.rounds;
    if (common.stop || over) {
      __syncthreads();
      if (threadIdx.x == 0) common.fail = over && !common.stop;
      __syncthreads();
      return -1;
    }
    from = to;
    in_bucket++;
    if (waiting == 0 || in_bucket == common.a.bucket_rounds) {
      to = touched;
      in_bucket = 0;
      if (to > from) {
        buckets++;
        if (threadIdx.x == 0) global(common.slot.bucket_end)[buckets] = to;
      }
    }
    __syncthreads();
    if (waiting == 0 && to == from) break;
  }
  if (threadIdx.x == 0)
    for (int i = 0; i < 3; i++) common.woken[i] = 0;
  return planes() ? buckets : -1;
}

/* Computes the states from the distances; false if a distance needs more than 15 bits. */
INLINE bool planes() {
  const int n = common.a.graph.vertices;
  for (int base = (int)(threadIdx.x / 32) * GROUPS_A_WARP; base < n; base += GROUPS) {
    const int v = base + p.group;
    uint32_t low = 0, high = 0, done = 0;
    if (v < n) {
      const uint2 row = global(common.slot.distance)[(size_t)v * G + p.thread];
      const uint32_t d[4] = {row.x & 0xffff, row.x >> 16, row.y & 0xffff, row.y >> 16};
#pragma unroll
      for (int k = 0; k < 4; k++) {
        if (d[k] >= 0x7fff) continue;
        if (d[k] >= TOO_FAR) common.fail = 1;
        const uint32_t code = d[k] % 3 + 1;
        low |= (code & 1) << k;
        high |= (code >> 1) << k;
        if (d[k] == 0) done |= 1u << k;
      }
    }
    low <<= p.thread * 4;
    high <<= p.thread * 4;
    done <<= p.thread * 4;
#pragma unroll
    for (int step = G / 2; step; step >>= 1) {
      low |= __shfl_xor_sync(EVERYONE, low, step);
      high |= __shfl_xor_sync(EVERYONE, high, step);
      done |= __shfl_xor_sync(EVERYONE, done, step);
    }
    if (v < n && p.thread == 0) global(common.slot.state)[v] = make_uint4(low, high, 0, done);
  }
  __syncthreads();
  return !common.fail;
}
