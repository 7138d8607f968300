/* Part of Weighted: arcs on shortest paths, buckets, path counts, and the backward pass. */

struct Tighten {
  Weighted &s;
  INLINE int item(int i) { return global(s.common.slot.touched)[i]; }
  template <int T>
  INLINE bool call(const Place<T> &p, bool active, int v) {
    return s.tighten_vertex(p, active, v);
  }
};

/* The lane masks of the arcs of v, and its state for the path counts. */
template <int T>
INLINE bool tighten_vertex(const Place<T> &p, bool active, int v) {
  constexpr int L = 32 / T;
  uint32_t offset, out_offset = 0;
  int length, out_length = 0;
  bool left = locate<T>(common.slot.in, active, v, offset, length);
  if (!undirected() && locate<T>(common.slot.out, active, v, out_offset, out_length)) left = true;
  active = active && !left;
  if (left) length = out_length = 0;
  Part<Length, L> own;
  uint32_t reached = 0, sources = 0;
  Length least = far(), longest = 0;
  if (active) {
    own = *lengths_at(p, v);
#pragma unroll
    for (int l = 0; l < L; l++) {
      if (own.lane[l] < far()) {
        reached |= 1u << l;
        longest = max(longest, own.lane[l]);
      }
      if (own.lane[l] == 0) sources |= 1u << l;
      least = min(least, own.lane[l]);
    }
  }
  if (undirected()) {
    scan<T, true, true>(p, common.slot.in, common.slot.in_weights, offset, length, own, reached);
  } else {
    scan<T, true, false>(p, common.slot.in, common.slot.in_weights, offset, length, own, reached);
    scan<T, false, true>(p, common.slot.out, common.slot.out_weights, out_offset, out_length, own, reached);
  }
  reached = together(p, reached);
  sources = together(p, sources);
  uint32_t key = key_of((double)least);
#pragma unroll
  for (int step = T / 2; step; step >>= 1) {
    key = min(key, __shfl_xor_sync(EVERYONE, key, step));
    longest = max(longest, __shfl_xor_sync(EVERYONE, longest, step));
  }
  if (active && p.thread == 0) {
    atomicAdd(&common.wanted, (uint32_t)__popc(reached & ~sources));
    if (Rule::bits(longest) > common.longest) atomicMax(&common.longest, Rule::bits(longest));
    global(common.slot.state)[v] = make_uint4(reached, 0, ~key, sources);
    atomicMax(&common.most, key);
  }
  return left;
}

/* Scans a list: the lanes of `mine` on which the arc from (FROM) the neighbor, or to it (TO), is on a shortest path. */
template <int T, bool FROM, bool TO>
INLINE void scan(const Place<T> &p, const List &list, const Weight *weights, uint32_t offset, int length,
                 const Part<Length, 32 / T> &own, uint32_t mine) {
  constexpr int L = 32 / T, K = T == 32 ? 4 : 2;
#pragma unroll 1
  for (int at = 0; __any_sync(EVERYONE, at < length); at += T) {
    const bool have = at + p.thread < length;
    int u = 0;
    Weight weight = 0;
    uint32_t from = 0, to = 0;
    if (have) {
      u = global(list.targets)[offset + at + p.thread];
      weight = global(weights)[offset + at + p.thread];
    }
#pragma unroll 1
    for (int first = 0; first < T && __any_sync(EVERYONE, at + first < length); first += K) {
      Part<Length, L> theirs[K];
#pragma unroll
      for (int k = 0; k < K; k++) {
        const int w = __shfl_sync(EVERYONE, u, p.base + first + k);
        if (mine && at + first + k < length) theirs[k] = *lengths_at(p, w);
      }
#pragma unroll
      for (int k = 0; k < K; k++) {
        const Weight step = __shfl_sync(EVERYONE, weight, p.base + first + k);
        uint32_t tie_from = 0, tie_to = 0;
        if (mine && at + first + k < length) {
#pragma unroll
          for (int l = 0; l < L; l++) {
            if (!(mine >> l & 1) || !(theirs[k].lane[l] < far())) continue;
            if (FROM && Rule::ties(theirs[k].lane[l], step, own.lane[l], common.a.tolerance)) tie_from |= 1u << l;
            if (TO && Rule::ties(own.lane[l], step, theirs[k].lane[l], common.a.tolerance)) tie_to |= 1u << l;
          }
        }
        if constexpr (FROM) {
          tie_from = together(p, tie_from);
          if (p.thread == first + k) from = tie_from;
        }
        if constexpr (TO) {
          tie_to = together(p, tie_to);
          if (p.thread == first + k) to = tie_to;
        }
      }
    }
    if (FROM && have) global(common.slot.predecessor_lanes)[offset + at + p.thread] = from;
    if (TO && have) global(common.slot.successor_lanes)[offset + at + p.thread] = to;
  }
}

/* False if the block must stop. */
INLINE bool tighten() {
  begin();
  Tighten work = {*this};
  if (!each(0, common.touched, work)) return false;
  sort();
  return true;
}

/* Sorts the touched vertices by buckets of keys: `order`, and `bucket_end` where each bucket ends. */
INLINE void sort() {
  int32_t *ends = global(common.slot.bucket_end);
  const uint32_t most = common.most;
  const uint32_t keys = max(common.a.bucket_keys, most / (uint32_t)common.a.buckets + 1);
  const int buckets = (int)(most / keys) + 1;
  for (int i = threadIdx.x; i < buckets; i += threads()) ends[i] = 0;
  if (threadIdx.x == 0) common.buckets = buckets;
  __syncthreads();
  for (int i = threadIdx.x; i < common.touched; i += threads())
    atomicAdd(&ends[~*word(global(common.slot.touched)[i], KEY) / keys], 1);
  __syncthreads();
  if (warp == 0) {
    int before = 0;
    for (int base = 0; base < buckets; base += 32) {
      const int i = base + many.thread, own = i < buckets ? ends[i] : 0;
      int sum = own;
#pragma unroll
      for (int step = 1; step < 32; step <<= 1) {
        const int other = __shfl_up_sync(EVERYONE, sum, step);
        if (many.thread >= step) sum += other;
      }
      if (i < buckets) ends[i] = before + sum - own;
      before += __shfl_sync(EVERYONE, sum, 31);
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < common.touched; i += threads()) {
    const int v = global(common.slot.touched)[i];
    global(common.slot.order)[atomicAdd(&ends[~*word(v, KEY) / keys], 1)] = v;
  }
  __syncthreads();
}

/* Adds the rows of the vertices u of the team's threads on their useful lanes, in the order of the threads. */
template <int T>
INLINE void add_rows(const Place<T> &p, Part<double, 32 / T> &sum, int u, uint32_t useful) {
  constexpr int L = 32 / T, K = T == 32 ? 8 : 2;
  uint32_t todo = __ballot_sync(EVERYONE, useful != 0) >> p.base & p.bits;
#pragma unroll 1
  while (__any_sync(EVERYONE, todo != 0)) {
    Part<double, L> row[K];
    uint32_t keep[K];
#pragma unroll
    for (int k = 0; k < K; k++) {
      const int from = p.base + (todo ? __ffs(todo) - 1 : 0);
      const int v = __shfl_sync(EVERYONE, u, from);
      const uint32_t lanes = __shfl_sync(EVERYONE, useful, from);
      keep[k] = todo ? bits_here(p, lanes) : 0u;
      todo &= todo - 1;
      if (keep[k]) row[k] = *counts_at(p, v);
    }
#pragma unroll
    for (int k = 0; k < K; k++)
#pragma unroll
      for (int l = 0; l < L; l++)
        if (keep[k] >> l & 1) sum.lane[l] += row[k].lane[l];
  }
}

template <int T>
INLINE Part<double, 32 / T> nothing() {
  Part<double, 32 / T> sum;
#pragma unroll
  for (int l = 0; l < 32 / T; l++) sum.lane[l] = 0;
  return sum;
}

/* The sum of the rows of a list, on the lanes that are in `masks` and in `lanes`. */
template <int T>
INLINE Part<double, 32 / T> sum_list(const Place<T> &p, const List &list, const uint32_t *masks, uint32_t offset,
                                     int length, uint32_t lanes) {
  Part<double, 32 / T> sum = nothing<T>();
#pragma unroll 1
  for (int at = 0; __any_sync(EVERYONE, at < length); at += T) {
    uint32_t useful = 0;
    int u = 0;
    if (at + p.thread < length) useful = masks[offset + at + p.thread] & lanes;
    if (useful) u = global(list.targets)[offset + at + p.thread];
    add_rows(p, sum, u, useful);
  }
  return sum;
}

struct Check {
  Weighted &s;
  const int32_t *now;
  int waiting, from;
  INLINE int item(int i) { return i < waiting ? now[i] : global(s.common.slot.order)[from + i - waiting]; }
  template <int T>
  INLINE bool call(const Place<T> &p, bool active, int v) {
    return s.check(p, active, v);
  }
};

/* Finds the ready lanes of v, sums their path counts and adds an entry. */
template <int T>
INLINE bool check(const Place<T> &p, bool active, int v) {
  uint32_t offset, wanted = 0;
  int length;
  const bool left = locate<T>(common.slot.in, active, v, offset, length);
  active = active && !left;
  if (active) wanted = *word(v, LANES) & ~*word(v, DONE);
  if (!wanted) length = 0;
  uint32_t ready = wanted, useful = 0;
  int first = 0;
  if (p.thread < length) {
    first = global(common.slot.in.targets)[offset + p.thread];
    useful = global(common.slot.predecessor_lanes)[offset + p.thread] & wanted;
    if (useful) ready &= ~useful | *word(first, DONE);
  }
  for (int at = p.thread + T; at < length; at += T) {
    const uint32_t lanes = global(common.slot.predecessor_lanes)[offset + at] & wanted;
    if (lanes) ready &= ~lanes | *word(global(common.slot.in.targets)[offset + at], DONE);
  }
#pragma unroll
  for (int step = T / 2; step; step >>= 1) ready &= __shfl_xor_sync(EVERYONE, ready, step);
  if (__any_sync(EVERYONE, ready != 0)) {
    Part<double, 32 / T> sum = nothing<T>();
    if (!__any_sync(EVERYONE, length > T)) add_rows(p, sum, first, useful & ready);
    else sum = sum_list(p, common.slot.in, global(common.slot.predecessor_lanes), offset, ready ? length : 0, ready);
    finish_counts(p, v, bits_here(p, ready), sum);
  }
  if (active && p.thread == 0) {
    *word(v, MARK) = OPENED;
    if (ready) {
      atomicAdd(&common.counted, (uint32_t)__popc(ready));
      const int e = atomicAdd(&common.entries, 1);
      if (e < common.a.entries) global(common.slot.entries)[e] = make_uint2(ready, (uint32_t)v);
    }
  }
  return left;
}

/* Stores the counts, and marks the lanes that are out of range. */
template <int T>
INLINE void finish_counts(const Place<T> &p, int v, uint32_t mine, const Part<double, 32 / T> &sum) {
  const double most = largest_count();
  uint32_t large = 0;
#pragma unroll
  for (int l = 0; l < 32 / T; l++) {
    if (!(mine >> l & 1)) continue;
    counts_at(p, v)->lane[l] = sum.lane[l];
    if (!(sum.lane[l] <= most) || (FULL && sum.lane[l] >= common.a.stress_most)) large |= 1u << l;
  }
  if (large) atomicOr(&common.out_of_range, large << p.thread * (32 / T));
}

/* The lanes of the entries [low, high) are done. Their successors in open buckets must be checked again. */
INLINE void wake(int low, int high, int32_t *waiting, int *woken) {
  for (int e = low + warp * 4 + few.group; e < high; e += teams()) {
    const uint2 entry = global(common.slot.entries)[e];
    const uint32_t offset = global(common.slot.out.offsets)[entry.y],
                   end = global(common.slot.out.offsets)[entry.y + 1];
    if (few.thread == 0) *word((int)entry.y, DONE) |= entry.x;
    for (uint32_t k = offset + few.thread; k < end; k += 8) {
      if (!(global(common.slot.successor_lanes)[k] & entry.x)) continue;
      const int w = global(common.slot.out.targets)[k];
      if (*(volatile uint32_t *)word(w, MARK) != OPENED) continue;
      if (!(atomicOr(word(w, MARK), (uint32_t)WOKEN) & WOKEN)) waiting[atomicAdd(woken, 1)] = w;
    }
  }
}

/*
 * Returns the number of rounds, or -1 with the reason in `fail`. At the top of the loop, round_end[round] entries are done;
 * `waiting` vertices were woken by the last round, and [from, to) of the order is the bucket that opens now.
 */
INLINE int forward() {
  const int buckets = common.buckets;
  int bucket = 0, round = 0, waiting = 0, entries = 0, in_bucket = 0, from = 0, to = global(common.slot.bucket_end)[0];
  if (threadIdx.x == 0) {
    global(common.slot.round_end)[0] = 0;
    for (int i = 0; i < 3; i++) common.queued[i] = 0;
  }
  begin();
  for (;;) {
    int *woken = &common.queued[round % 3];
    Check work = {*this, global(common.slot.waiting[round & 1]), waiting, from};
    if (threadIdx.x == 0) common.queued[(round + 1) % 3] = 0;
    if (!each(0, waiting + to - from, work)) return -1;
    const int end = common.entries;
    if (end > common.a.entries || round + 2 >= common.a.rounds) {
      __syncthreads();
      if (threadIdx.x == 0) common.fail = GOBC_BATCH_NO_CAPACITY;
      __syncthreads();
      return -1;
    }
    wake(entries, end, global(common.slot.waiting[(round & 1) ^ 1]), woken);
    if (threadIdx.x == 0) global(common.slot.round_end)[round + 1] = end;
    __syncthreads();
    waiting = *woken;
    round++;
    in_bucket++;
    entries = end;
    from = to;
    if (waiting == 0 || in_bucket == common.a.bucket_rounds) {
      while (bucket < buckets - 1) {
        to = global(common.slot.bucket_end)[++bucket];
        in_bucket = 0;
        if (to > from || waiting) break;
      }
      if (waiting == 0 && to == from) return complete(round);
    }
  }
}

/* Returns `rounds`, or -1 if a lane with a length was never ready. */
INLINE int complete(int rounds) {
  if (common.counted == common.wanted) return rounds;
  __syncthreads();
  if (threadIdx.x == 0) common.fail = GOBC_BATCH_STALLED;
  __syncthreads();
  return -1;
}

struct Pass {
  Weighted &s;
  INLINE int item(int e) { return e; }
  template <int T>
  INLINE bool call(const Place<T> &p, bool active, int e) {
    return s.pass(p, active, e);
  }
};

template <int T>
INLINE double weight_of(const Place<T> &p, int l) {
  return common.source_weight[p.thread * (32 / T) + l];
}

/* delta and g of an entry, from g of its successors. FULL: also stress, and the totals of the arcs. */
template <int T>
INLINE bool pass(const Place<T> &p, bool active, int e) {
  constexpr int L = 32 / T;
  uint2 entry = make_uint2(0, 0);
  if (active) entry = global(common.slot.entries)[e];
  const int v = (int)entry.y;
  uint32_t offset;
  int length;
  const bool left = locate<T>(common.slot.out, active, v, offset, length);
  const uint32_t lanes = active && !left ? entry.x & ~common.out_of_range : 0, mine = bits_here(p, lanes);
  if (!lanes) length = 0;
  Part<double, L> own = nothing<T>(), sum = nothing<T>(), paths_onward = nothing<T>();
  if (mine) own = *counts_at(p, v);
  if constexpr (FULL) follow(p, own, offset, length, lanes, sum, paths_onward);
  else sum = sum_list(p, common.slot.out, global(common.slot.successor_lanes), offset, length, lanes);
  Part<double, L> targets;
  if constexpr (TARGETS == BY_MASS) {
    if (mine) targets = *masses_at(p, v);
  } else if constexpr (TARGETS == BY_PAIR) {
    targets = targets_of(p, v, mine);
  } else {
    const double target = common.a.target_weight ? global(pointer<double>(common.a.target_weight))[v] : 1.0;
#pragma unroll
    for (int l = 0; l < L; l++) targets.lane[l] = target;
  }
  word64 coarse = 0, fine = 0, digit[3] = {0, 0, 0};
#pragma unroll
  for (int l = 0; l < L; l++) {
    if (!(mine >> l & 1)) continue;
    const double delta = own.lane[l] * sum.lane[l];
    add_units(delta * weight_of(p, l), coarse, fine);
    counts_at(p, v)->lane[l] = (delta + targets.lane[l]) / own.lane[l];
    if (!FULL || !common.slot.paths_onward) continue;
    add_digits(own.lane[l] * paths_onward.lane[l] * weight_of(p, l), digit);
    paths_onward_at(p, v)->lane[l] = paths_onward.lane[l] + targets.lane[l];
  }
  add_delta<T>(common.a.totals, v, p.thread, coarse, fine);
  if (FULL && common.a.totals.stress[0]) add_stress<T>(common.a.totals, v, p.thread, digit);
  return left;
}

/* False if the block must stop. */
INLINE bool backward(int lanes, int rounds) {
  Pass work = {*this};
  begin();
  for (int round = rounds - 1; round >= 0; round--) {
    if (!each(global(common.slot.round_end)[round], global(common.slot.round_end)[round + 1], work)) return false;
  }
  if constexpr (FULL) pass_starts(lanes);
  return true;
}
