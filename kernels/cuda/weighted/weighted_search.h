/*
 * Part of Weighted: the lengths of all lanes by label correcting. A vertex whose row fell waits with the lanes that fell, and
 * then relaxes its list on them. It waits in the near list if its key (the smallest length to a source so far) is below the
 * threshold, else in `later`. When the near list is empty the threshold moves. Addition is monotone, so the result does not
 * depend on the order: it is the minimum, over paths, of sums from the source on. A vertex may be in both lists.
 * Invariant at the top of a round: every vertex with changed lanes is in the near list or in `later`.
 */
struct Relax {
  Weighted &s;
  const int32_t *now;
  int32_t *fresh;
  int *queued;
  INLINE int item(int i) { return now[i]; }
  template <int T>
  INLINE bool call(const Place<T> &p, bool active, int v) {
    return s.relax(p, active, v, fresh, queued);
  }
};

template <int T>
INLINE bool relax(const Place<T> &p, bool active, int v, int32_t *fresh, int *queued) {
  constexpr int L = 32 / T, K = T == 32 ? 4 : 2;
  uint32_t offset, changed = 0, key = 0;
  int length;
  const bool left = locate<T>(common.slot.out, active, v, offset, length);
  if (active && !left && p.thread == 0) {
    /* The mark is cleared before lanes are taken: a thread that lowers a lane after that queues v again. */
    atomicAnd(word(v, MARK), ~(uint32_t)NEAR);
    __threadfence_block();
    changed = atomicExch(word(v, LANES), 0u);
    key = ~*(volatile uint32_t *)word(v, KEY);
  }
  __threadfence_block();
  changed = __shfl_sync(EVERYONE, changed, p.base);
  key = __shfl_sync(EVERYONE, key, p.base);
  if (!changed) length = 0;
  const uint32_t mine = bits_here(p, changed);
  Part<Length, L> own;
  if (mine) own = *lengths_at(p, v);
#pragma unroll 1
  for (int at = 0; __any_sync(EVERYONE, at < length); at += T) {
    int u = 0;
    Weight weight = 0;
    uint32_t lanes = 0;
    if (at + p.thread < length) {
      u = global(common.slot.out.targets)[offset + at + p.thread];
      weight = global(common.slot.out_weights)[offset + at + p.thread];
    }
#pragma unroll 1
    for (int first = 0; first < T && __any_sync(EVERYONE, at + first < length); first += K) {
      Part<Length, L> theirs[K];
      int w[K];
#pragma unroll
      for (int k = 0; k < K; k++) {
        w[k] = __shfl_sync(EVERYONE, u, p.base + first + k);
        if (mine && at + first + k < length) theirs[k] = *lengths_at(p, w[k]);
      }
#pragma unroll
      for (int k = 0; k < K; k++) {
        const Weight step = __shfl_sync(EVERYONE, weight, p.base + first + k);
        uint32_t lowered = 0;
        if (mine && at + first + k < length) {
#pragma unroll
          for (int l = 0; l < L; l++) {
            const Length through = Rule::plus(own.lane[l], step);
            if (mine >> l & 1 && through < theirs[k].lane[l] && lower<Rule>(&lengths_at(p, w[k])->lane[l], through))
              lowered |= 1u << l;
          }
        }
        if (!__any_sync(EVERYONE, lowered != 0)) continue;
        lowered = together(p, lowered);
        if (p.thread == first + k) lanes = lowered;
      }
    }
    __threadfence_block();
    __syncwarp();
    if (lanes) notify(u, lanes, key, key_of((double)weight), fresh, queued);
  }
  return left;
}

static constexpr uint32_t LAST_KEY = 0xfffffffeu;

/* Lanes of w fell: it waits, with the smallest key that it was given. */
INLINE void notify(int w, uint32_t lanes, uint32_t key, uint32_t more, int32_t *fresh, int *queued) {
  atomicOr(word(w, LANES), lanes);
  uint32_t mine = key + more < key ? LAST_KEY : min(key + more, LAST_KEY);
  const uint32_t had_key = ~atomicMax(word(w, KEY), ~mine);
  mine = min(mine, had_key);
  const uint32_t list = mine < common.threshold ? NEAR : LATER;
  __threadfence_block();
  const uint32_t had = atomicOr(word(w, MARK), TOUCHED | list);
  if (!(had & TOUCHED)) global(common.slot.touched)[atomicAdd(&common.touched, 1)] = w;
  if (had & list) return;
  if (list == NEAR) fresh[atomicAdd(queued, 1)] = w;
  else global(common.slot.later)[atomicAdd(&common.later, 1)] = w;
}

/* Moves the threshold; vertices below it go to `fresh`. Returns their number. */
INLINE int advance(int32_t *fresh, int *queued) {
  const int count = common.later;
  int32_t *kept = global(common.slot.order); /* not used for buckets yet */
  uint32_t least = ~0u;
  for (int i = threadIdx.x; i < count; i += threads()) {
    const int v = global(common.slot.later)[i];
    if (*word(v, LANES)) least = min(least, ~*word(v, KEY));
  }
  if (least != ~0u) atomicMin(&common.least, least);
  __syncthreads();
  const uint32_t from = common.least, to = from + common.a.step < from ? ~0u : from + common.a.step;
  for (int i = threadIdx.x; i < count && from != ~0u; i += threads()) {
    const int v = global(common.slot.later)[i];
    if (*word(v, LANES) && ~*word(v, KEY) >= to) {
      kept[atomicAdd(&common.kept, 1)] = v;
      continue;
    }
    const uint32_t changed = *word(v, LANES);
    *word(v, MARK) = TOUCHED | (changed ? NEAR : 0);
    if (changed) fresh[atomicAdd(queued, 1)] = v;
  }
  __syncthreads();
  const int keep = common.kept;
  for (int i = threadIdx.x; i < keep; i += threads()) global(common.slot.later)[i] = kept[i];
  const int found = *queued;
  __syncthreads();
  if (threadIdx.x == 0) {
    common.later = keep;
    common.kept = 0;
    common.least = ~0u;
    common.threshold = to;
  }
  __syncthreads();
  return found;
}

/* False if the block must stop. */
INLINE bool search(int lanes) {
  int count = lanes;
  begin();
  for (int round = 0;; round++) {
    int *queued = &common.queued[(round + 1) % 3];
    Relax work = {*this, global(common.slot.waiting[round & 1]), global(common.slot.waiting[(round & 1) ^ 1]), queued};
    if (threadIdx.x == 0) common.queued[(round + 2) % 3] = 0;
    if (!each(0, count, work)) return false;
    count = *queued;
    if (count == 0) count = advance(work.fresh, queued);
    else __syncthreads();
    if (count == 0) return true;
  }
}
