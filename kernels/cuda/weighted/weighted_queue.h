/*
 * Weighted betweenness, source by source: each block runs one source. For sources that are too few for the batches of
 * weighted.h. It has the same bits: sums run over whole lists in their order.
 *
 * Vertices settle in rounds. Let u be the vertices that are reached but not settled, d(u) their lengths, and M the smallest of
 * these. A vertex v settles if d(v) is less than
 *   the smallest d(u) + least weight of an arc from u: no path over such a u is shorter (Fan, Xu and Zhao 2017), or
 *   M + least weight of an arc to v: no path whose last arc comes from such a u is (Crauser, Mehlhorn, Meyer, Sanders 1998).
 * It must be less by so much that the two do not tie; then all predecessors of v have settled in earlier rounds. In its round
 * v scans its list once: it sums the path counts of its predecessors and relaxes the other arcs. In directed graphs these are
 * two lists. `stack` holds all rounds, one after the other. In the backward pass, from the last round on, the path count of a
 * vertex becomes g = (target weight + dependency) / count, which its predecessors sum.
 *
 * Reached vertices wait in the near list if their key is below a threshold, else in `later`. Those in `later` are not shorter
 * than those that are near, so the rule need not look at them. When the near list is empty the threshold moves. A vertex enters
 * each list at most once. If the key of a vertex in `later` falls below the threshold, it also enters the near list, and stays
 * in `later` until that is filtered.
 * Every arc is scanned twice, forward and backward; label correcting scans it six times or more.
 */
#ifndef GOBC_CUDA_WEIGHTED_QUEUE_H
#define GOBC_CUDA_WEIGHTED_QUEUE_H

#include "batch.h"
#include "lengths.h"
#include "totals.h"

/* A thread scans a list of up to this length, a warp a longer one. */
#ifndef GOBC_QUEUE_LONG
#define GOBC_QUEUE_LONG 32
#endif
/* Places of a list that a thread loads at once. */
#ifndef GOBC_QUEUE_AHEAD
#define GOBC_QUEUE_AHEAD 4
#endif

struct WeightedQueueShared {
  gobc_weighted_queue_arguments a;
  int place, stop, large;
  int near[2], later, kept, settled; /* lengths of lists */
  int reached;                 /* vertices with a length of the last source, as the stack has them; at first all */
  int long_lists[3], taken[3]; /* of a walk: vertices with long lists, and how many of them have been taken */
  uint32_t threshold, least_key;
  word64 least, nearest, longest; /* bits of lengths: for the two rules; the longest */
};

template <typename Rule>
struct WeightedQueue {
  typedef typename Rule::Length Length;
  typedef typename Rule::Weight Weight;
  /* What a vertex does with its list. */
  enum { COUNT = 1, SHORTEN = 2, PASS = 4 };
  /* What forward() returns instead of the number of rounds. */
  enum { CANCELLED = -1, STALLED = -2 };
  static constexpr int AHEAD = GOBC_QUEUE_AHEAD;
  static constexpr uint32_t LOOK_EVERY = 16; /* iterations of thread 0 between two looks at the cancel word */
  static constexpr int FEW = 8; /* lengths are emptied one by one if the last source reached less than this part */

  WeightedQueueShared &common;
  Length *const distance;
  double *const sigma;
  int32_t *const stack;
  const Length far;
  Length longest;
  int which;     /* of the near lists */
  int turn;      /* of walks, modulo 3 */
  double weight; /* of the source */

  /* As a named variable the compiler knows that this memory is shared. */
  static INLINE WeightedQueueShared &shared() {
    __shared__ WeightedQueueShared common;
    return common;
  }

  INLINE int vertices() { return common.a.graph.vertices; }
  INLINE int32_t *near_list(int k) {
    return slot_of<int32_t>(common.a.near, 2 * (size_t)vertices()) + (size_t)k * vertices();
  }
  INLINE int32_t *later_list() { return slot_of<int32_t>(common.a.later, vertices()); }
  INLINE int32_t *round_end() { return slot_of<int32_t>(common.a.round_end, (size_t)vertices() + 2); }

  INLINE WeightedQueue()
      : common(shared()),
        distance(slot_of<Length>(common.a.distance, common.a.graph.vertices)),
        sigma(slot_of<double>(common.a.sigma, common.a.graph.vertices)),
        stack(slot_of<int32_t>(common.a.stack, common.a.graph.vertices)),
        far(Rule::from_bits(common.a.far)),
        longest(0),
        which(0),
        turn(0),
        weight(1) {}

  INLINE uint32_t key_of(Length length) { return ::key_of((double)length, common.a.key_scale); }

  /* True for a whole warp once thread 0 has seen the cancel word. */
  INLINE bool halted(uint32_t &looks) {
    if (threadIdx.x == 0 && ++looks % LOOK_EVERY == 0 &&
        *(volatile int32_t *)global(pointer<int32_t>(common.a.batches.cancel)))
      *(volatile int *)&common.stop = 1;
    return __any_sync(EVERYONE, *(volatile int *)&common.stop);
  }

  INLINE void reset(int batch, int source) {
    if (common.reached < vertices() / FEW) {
      for (int k = threadIdx.x; k < common.reached; k += blockDim.x) distance[stack[k]] = far;
      __syncthreads();
      if (threadIdx.x == 0) distance[source] = Length(0);
    } else {
      for (int v = threadIdx.x; v < vertices(); v += blockDim.x) distance[v] = v == source ? Length(0) : far;
    }
    longest = 0;
    which = turn = 0;
    weight = weight_of_source(common.a, batch, 0);
    if (threadIdx.x == 0) {
      sigma[source] = 1;
      stack[0] = source;
      round_end()[0] = 0;
      common.near[0] = common.near[1] = common.later = common.kept = common.stop = common.large = 0;
      for (int i = 0; i < 3; i++) common.long_lists[i] = common.taken[i] = 0;
      common.settled = 1;
      common.threshold = common.a.step;
      common.least_key = ~0u;
      common.least = common.nearest = Rule::bits(Rule::endless());
      common.longest = 0;
    }
    __syncthreads();
  }

  /* Lowers the length of u to `through`; u then waits in a list. */
  INLINE void shorten(int u, Length through) {
    const Length had = Rule::lowered(&distance[u], through);
    if (!(through < had)) return;
    if (key_of(through) < common.threshold) {
      if (had == far || key_of(had) >= common.threshold) near_list(which)[atomicAdd(&common.near[which], 1)] = u;
    } else if (had == far) {
      later_list()[atomicAdd(&common.later, 1)] = u;
    }
  }

  /* Scans a list by T threads; all of them return the sum. */
  template <int T>
  INLINE double along(int what, const List &list, const Weight *weights, uint32_t offset, int length, Length own) {
    const int first = T == 1 ? 0 : threadIdx.x & 31;
    double sum = 0;
#pragma unroll 1
    for (int at = 0; at < length; at += T * AHEAD) {
      int u[AHEAD];
      Weight step[AHEAD];
      Length theirs[AHEAD];
      double value[AHEAD];
      uint32_t adds = 0;
#pragma unroll
      for (int k = 0; k < AHEAD; k++) {
        const int place = at + k * T + first;
        u[k] = place < length ? list.targets[offset + place] : -1;
        step[k] = place < length ? weights[offset + place] : Weight(0);
      }
#pragma unroll
      for (int k = 0; k < AHEAD; k++) theirs[k] = u[k] >= 0 ? distance[u[k]] : far;
#pragma unroll
      for (int k = 0; k < AHEAD; k++) {
        const bool tied = what & COUNT ? Rule::ties(theirs[k], step[k], own, common.a.tolerance)
                                       : Rule::ties(own, step[k], theirs[k], common.a.tolerance);
        if (!(what & (COUNT | PASS)) || !(theirs[k] < far) || !tied) continue;
        value[k] = sigma[u[k]];
        adds |= 1u << k;
      }
      if (what & SHORTEN) {
#pragma unroll
        for (int k = 0; k < AHEAD; k++) {
          const Length through = Rule::plus(own, step[k]);
          if (u[k] >= 0 && through < theirs[k]) shorten(u[k], through);
        }
      }
      if (!(what & (COUNT | PASS))) continue;
#pragma unroll
      for (int k = 0; k < AHEAD; k++) {
        const bool mine = adds >> k & 1;
        if constexpr (T == 1) {
          if (mine) sum += value[k];
        } else {
          for (uint32_t todo = __ballot_sync(EVERYONE, mine); todo; todo &= todo - 1)
            sum += __shfl_sync(EVERYONE, mine ? value[k] : 0.0, __ffs(todo) - 1);
        }
      }
    }
    return sum;
  }

  /* Stores the results of v once its list is scanned. */
  INLINE void finish(int what, int v, double sum) {
    if (what & COUNT) {
      sigma[v] = sum;
      if (!(sum <= largest_count())) atomicOr(&common.large, 1);
    }
    if (!(what & PASS)) return;
    const double *targets = pointer<double>(common.a.target_weight);
    const double own = sigma[v], delta = own * sum;
    sigma[v] = (delta + (targets ? global(targets)[v] : 1.0)) / own;
    if (!(delta > 0)) return;
    word64 coarse = 0, fine = 0;
    add_units(delta * weight, coarse, fine);
    if (coarse) atomicAdd(global(pointer<word64>(common.a.totals.delta[0])) + v, coarse);
    if (fine) atomicAdd(global(pointer<word64>(common.a.totals.delta[1])) + v, fine);
  }

  /*
   * The vertices [low, high) of the stack scan their lists. Not inlined, so that it has all registers. There are three
   * counters: one is in use, one may still be read by a late warp, one is cleared for the next walk.
   */
  static __device__ __noinline__ bool walk_all(WeightedQueue own, int what, bool inward, int low, int high,
                                               uint32_t looks) {
    return own.walk(what, inward, low, high, looks);
  }

  INLINE bool walk(int what, bool inward, int low, int high, uint32_t looks) {
    const gobc_cuda_graph &graph = common.a.graph;
    const List list = {global(pointer<uint32_t>(inward ? graph.in_offsets : graph.out_offsets)),
                       global(pointer<int32_t>(inward ? graph.in_targets : graph.out_targets))};
    const Weight *const weights = global(pointer<Weight>(inward ? common.a.in_weights : common.a.out_weights));
    int32_t *const long_lists = slot_of<int32_t>(common.a.long_lists, vertices());
    const int emptied = turn == 2 ? 0 : turn + 1, lane = threadIdx.x & 31;
    if (threadIdx.x == 0) common.long_lists[emptied] = common.taken[emptied] = 0;
    for (int k = low + (int)threadIdx.x; k - lane < high; k += (int)blockDim.x) {
      if (halted(looks)) break;
      if (k >= high) continue;
      const int v = stack[k];
      const uint32_t offset = list.offsets[v];
      const int length = (int)(list.offsets[v + 1] - offset);
      if (length > GOBC_QUEUE_LONG) long_lists[atomicAdd(&common.long_lists[turn], 1)] = v;
      else finish(what, v, along<1>(what, list, weights, offset, length, distance[v]));
    }
    const bool stopped = __syncthreads_or(*(volatile int *)&common.stop);
    const int count = common.long_lists[turn];
    if (count == 0 || stopped) return !stopped;
    for (;;) {
      int k = lane == 0 ? atomicAdd(&common.taken[turn], 1) : 0;
      k = __shfl_sync(EVERYONE, k, 0);
      if (k >= count || halted(looks)) break;
      const int v = long_lists[k];
      const uint32_t offset = list.offsets[v];
      const double sum = along<32>(what, list, weights, offset, (int)(list.offsets[v + 1] - offset), distance[v]);
      if (lane == 0) finish(what, v, sum);
    }
    return !__syncthreads_or(*(volatile int *)&common.stop);
  }

  /* A walk, and the counters of the next one; false if cancelled. Ends with a barrier. */
  INLINE bool go(int what, bool inward, int low, int high, int round) {
    const bool went = walk_all(*this, what, inward, low, high, (uint32_t)round);
    turn = turn == 2 ? 0 : turn + 1;
    return went;
  }

  /* Whether a length is less than another and does not tie with it. */
  INLINE bool below(Length length, Length other) {
    if constexpr (Rule::WHOLE) return length < other;
    else return length < other && other - length > common.a.tolerance * length;
  }

  static INLINE word64 least_of_warp(word64 bits) {
#pragma unroll
    for (int step = 16; step; step >>= 1) {
      const word64 other = __shfl_xor_sync(EVERYONE, bits, step);
      bits = other < bits ? other : bits;
    }
    return bits;
  }

  /* Of the `count` vertices of the near list, those that settle go to the stack, the others to the other near list. */
  INLINE void settle(int count) {
    const Weight *const from = global(pointer<Weight>(common.a.out_least)),
                        *const to = global(pointer<Weight>(common.a.in_least));
    const int32_t *const now = near_list(which);
    Length least = Rule::endless(), nearest = Rule::endless();
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
      const int v = now[i];
      const Length length = distance[v];
      const Weight step = from[v];
      nearest = min(nearest, length);
      if (step > 0) least = min(least, Rule::plus(length, step));
    }
    const word64 bits = least_of_warp(Rule::bits(least)), nearest_bits = least_of_warp(Rule::bits(nearest));
    if ((threadIdx.x & 31) == 0) {
      atomicMin(&common.least, bits);
      atomicMin(&common.nearest, nearest_bits);
    }
    __syncthreads();
    least = Rule::from_bits(common.least);
    nearest = Rule::from_bits(common.nearest);
    int32_t *const others = near_list(which ^ 1);
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
      const int v = now[i];
      const Length length = distance[v];
      if (below(length, least) || below(length, Rule::plus(nearest, to[v]))) {
        stack[atomicAdd(&common.settled, 1)] = v;
        longest = max(longest, length);
      } else {
        others[atomicAdd(&common.near[which ^ 1], 1)] = v;
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      common.near[which] = 0;
      common.least = common.nearest = Rule::bits(Rule::endless());
    }
    which ^= 1;
  }

  /* Moves the threshold when the near list is empty. Returns how many vertices are near then. */
  INLINE int advance() {
    int32_t *const later = later_list(), *const now = near_list(which), *const kept = near_list(which ^ 1);
    const int count = common.later;
    const uint32_t before = common.threshold;
    uint32_t least = ~0u;
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
      const uint32_t key = key_of(distance[later[i]]);
      if (key >= before) least = min(least, key);
    }
    if (least != ~0u) atomicMin(&common.least_key, least);
    __syncthreads();
    const uint32_t first = common.least_key, to = first + common.a.step < first ? ~0u : first + common.a.step;
    for (int i = threadIdx.x; i < count && first != ~0u; i += blockDim.x) {
      const int v = later[i];
      const uint32_t key = key_of(distance[v]);
      if (key < before) continue; /* settled */
      if (key < to) now[atomicAdd(&common.near[which], 1)] = v;
      else kept[atomicAdd(&common.kept, 1)] = v;
    }
    __syncthreads();
    const int keep = common.kept, found = common.near[which];
    for (int i = threadIdx.x; i < keep; i += blockDim.x) later[i] = kept[i];
    __syncthreads();
    if (threadIdx.x == 0) {
      common.later = keep;
      common.kept = 0;
      common.least_key = ~0u;
      common.threshold = to;
    }
    __syncthreads();
    return found;
  }

  /* Returns the number of rounds, CANCELLED or STALLED. */
  INLINE int forward() {
    const bool undirected = common.a.graph.out_offsets == common.a.graph.in_offsets;
    for (int round = 0, low = 0, high = 1;; round++) {
      if (threadIdx.x == 0) round_end()[round + 1] = high;
      const int count = round ? COUNT : 0; /* the source is counted */
      if (!undirected && count && !go(count, true, low, high, round)) return CANCELLED;
      if (!go(SHORTEN | (undirected ? count : 0), false, low, high, round)) return CANCELLED;
      int waiting = common.near[which];
      if (waiting == 0) waiting = advance();
      if (waiting == 0) return round + 1;
      settle(waiting);
      low = high;
      high = common.settled;
      if (high == low) return STALLED;
    }
  }

  /* False if cancelled. */
  INLINE bool backward(int rounds) {
    for (int round = rounds - 1; round > 0; round--)
      if (!go(PASS, false, round_end()[round], round_end()[round + 1], round)) return false;
    return true;
  }

  INLINE void run() {
    const gobc_cuda_batches &b = common.a.batches;
    for (;;) {
      const int batch = take_batch(common.place, b);
      if (batch < 0) return;
      const long long began = clock64();
      reset(batch, global(pointer<int32_t>(b.sources))[batch]);
      const int rounds = forward();
      if (rounds == CANCELLED) return;
      if (longest > 0) atomicMax(&common.longest, Rule::bits(longest));
      __syncthreads();
      if (threadIdx.x == 0) common.reached = rounds == STALLED ? vertices() : common.settled;
      const bool above = common.large;
      const long long turned = clock64();
      if (rounds == STALLED) {
        report_end(b, batch, GOBC_BATCH_STALLED);
        continue;
      }
      if (!above && !backward(rounds)) return;
      report_lanes(b, batch, above);
      report_done(b, batch, {1, common.settled, 0, rounds, common.longest, began, began, turned});
    }
  }
};

template <typename Rule>
INLINE void run_weighted_queue(const gobc_weighted_queue_arguments &arguments) {
  if (threadIdx.x == 0) {
    WeightedQueue<Rule>::shared().a = arguments;
    WeightedQueue<Rule>::shared().reached = arguments.graph.vertices;
  }
  __syncthreads();
  WeightedQueue<Rule>().run();
}

#endif
