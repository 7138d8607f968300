/*
 * The ready-batch sweep: betweenness of undirected graphs with many levels (meshes, roads), 32 sources a block; instances with
 * ARCS also compute that of edges. TARGETS: 0, all pairs count alike; 1, sources and targets have weights; 2, there is a table of
 * flows (demand.h). sigma does not need the order of levels: any order in which predecessors come first, lane by lane, is
 * correct. So all distances are found first. Then a vertex is processed for all lanes that are ready, in the order in which
 * vertices were first touched. One visit handles almost all lanes: 1.2 entries a vertex on Delaunay graphs and roads, where the
 * level sweep has 5 to 14.
 * Distances are kept modulo 3 in two bit planes, with code 0 for lanes that are not reached. Distances of neighbors differ by at
 * most one, so "u precedes v" takes five bit operations for 32 lanes. The state of a vertex is one load of 16 bytes.
 *   distances  ready_batch_distances.h: level by level, or label correcting, which is faster on roads
 *   forward    rounds: ready = AND over neighbors u of ~precedes(u, v) | done(u); sigma of ready lanes is summed
 *   backward   the rounds in reverse order; delta and g have the bits of the level sweep; ready_batch_arcs.h sums what passes
 *              through each arc
 */
#ifndef GOBC_CUDA_READY_BATCH_H
#define GOBC_CUDA_READY_BATCH_H

#include "batch.h"
#include "demand.h"
#include "edges.h"

/* low, high: planes of the distance code; mark: new lanes, later the flags below; done: lanes with final sigma */
struct State {
  uint32_t low, high, mark, done;
};
enum {
  OPENED = 1,
  WOKEN = 2
}; /* the bucket of the vertex is open; a predecessor has finished lanes since the last check */

INLINE State load_state(const uint4 *from) {
  const uint4 t = *from;
  State s = {t.x, t.y, t.z, t.w};
  return s;
}

/* Lanes with d(u) + 1 = d(v), among those on which u or v is reached. */
INLINE uint32_t precedes(const State &u, const State &v) { return ~(u.high ^ v.low) & ~((u.low ^ u.high) ^ v.high); }

template <typename Real>
struct ReadyBatchSlot {
  const uint32_t *offsets;
  const int32_t *targets;
  Real *sigma;
  uint4 *state;
  uint2 *queue[2];
  int32_t *touched, *waiting[2], *bucket_end, *round_end;
  uint2 *entries;
  uint2 *distance;
};

template <typename Real, int TARGETS>
struct ReadyBatchShared {
  gobc_ready_batch_arguments a;
  ReadyBatchSlot<Real> slot;
  int batch, stop, fail, touched, entries;
  int queued[3], woken[3];
  uint32_t out_of_range;
  alignas(16) double weight[TARGETS > 0 ? 32 : 1]; /* of each lane's source */
};

template <typename Real>
struct ReadyBatchShared<Real, 2> : ReadyBatchShared<Real, 1> {
  Demand<32> demand;
};

/* G = 8 threads work on a row; WALK threads on a list if only states are read. */
template <typename Real, int WALK, int THREADS, bool ARCS, int TARGETS>
struct ReadyBatch {
  static constexpr int G = 8, WIDTH = 32, GROUPS = THREADS / G, GROUPS_A_WARP = 32 / G;
  static constexpr bool WEIGHS = TARGETS > 0, BY_PAIR = TARGETS == 2;
  typedef ReadyBatchShared<Real, TARGETS> Common;
  typedef Lanes<1> Mask;

  Common &common;
  const Place<G> p;

  INLINE ReadyBatch(Common &shared) : common(shared), p(place_of<G>()) {}

  static INLINE void open(Common &common, const gobc_ready_batch_arguments &arguments) {
    common.a = arguments;
    const gobc_ready_batch_arguments &a = common.a;
    ReadyBatchSlot<Real> &slot = common.slot;
    const size_t at = blockIdx.x, n = a.graph.vertices;
    slot.offsets = pointer<uint32_t>(a.graph.out_offsets);
    slot.targets = pointer<int32_t>(a.graph.out_targets);
    slot.sigma = pointer<Real>(a.sigma) + at * n * WIDTH;
    slot.state = pointer<uint4>(a.state) + at * n;
    slot.queue[0] = pointer<uint2>(a.queue) + at * 2 * n;
    slot.queue[1] = slot.queue[0] + n;
    slot.touched = pointer<int32_t>(a.touched) + at * n;
    slot.waiting[0] = pointer<int32_t>(a.waiting) + at * 2 * n;
    slot.waiting[1] = slot.waiting[0] + n;
    slot.bucket_end = pointer<int32_t>(a.bucket_end) + at * a.rounds;
    slot.round_end = pointer<int32_t>(a.round_end) + at * a.rounds;
    slot.entries = pointer<uint2>(a.entries_of) + at * a.entries;
    slot.distance = pointer<uint2>(a.distance) + at * n * G;
  }

  INLINE uint32_t *word(int v, int which) { return global((uint32_t *)&global(common.slot.state)[v] + which); }

  INLINE void start(int batch, int lanes) {
    if ((int)threadIdx.x < lanes) {
      const int s = sources_of(common.a.batches, batch)[threadIdx.x];
      const uint32_t bit = 1u << threadIdx.x;
      global(common.slot.state)[s] = make_uint4(bit, 0, 0, bit); /* code 1: distance 0 */
      global(common.slot.sigma)[(size_t)s * WIDTH + threadIdx.x] = Real(1);
      global(common.slot.queue[0])[threadIdx.x] = make_uint2(bit, (uint32_t)s);
      global(common.slot.touched)[threadIdx.x] = s;
    }
    if constexpr (WEIGHS) {
      if (threadIdx.x < WIDTH)
        common.weight[threadIdx.x] = (int)threadIdx.x < lanes ? weight_of_source(common.a, batch, threadIdx.x) : 1;
    }
    if (threadIdx.x == 0) {
      common.touched = lanes;
      common.entries = common.stop = common.fail = 0;
      common.out_of_range = 0;
      for (int i = 0; i < 3; i++) common.queued[i] = common.woken[i] = 0;
      global(common.slot.bucket_end)[0] = 0;
      global(common.slot.bucket_end)[1] = lanes;
    }
    __syncthreads();
  }

  /*
   * Distances level by level. Returns the number of buckets, or -1. At the top of the loop, queue[level & 1] holds `count`
   * entries: the lanes that reach a vertex at `level`; the planes hold all distances up to `level`.
   */
  INLINE int levels(int lanes) {
    int level = 0, count = lanes;
    while (count > 0) {
      const int stop = cancelled(common.a.batches);
      const uint2 *queue = global(common.slot.queue[level & 1]);
      uint2 *fresh = global(common.slot.queue[(level & 1) ^ 1]);
      level++;
      int *queued = &common.queued[level % 3];
      const int code = level % 3 + 1;
      uint2 ahead = (int)(threadIdx.x / WALK) < count ? queue[threadIdx.x / WALK] : make_uint2(0, 0);
      for (int e = threadIdx.x / WALK; e < count; e += THREADS / WALK) {
        const uint2 entry = ahead;
        if (e + THREADS / WALK < count) ahead = queue[e + THREADS / WALK];
        const uint32_t end = global(common.slot.offsets)[entry.y + 1];
        /* Two neighbors at once, so that their loads overlap. */
        for (uint32_t k = global(common.slot.offsets)[entry.y] + threadIdx.x % WALK; k < end; k += 2 * WALK) {
          const int w = global(common.slot.targets)[k];
          const int other = k + WALK < end ? global(common.slot.targets)[k + WALK] : w;
          const State s = load_state(&global(common.slot.state)[w]), t = load_state(&global(common.slot.state)[other]);
          const uint32_t found = entry.x & ~(s.low | s.high), more = entry.x & ~(t.low | t.high);
          if (found & ~s.mark && !atomicOr(word(w, 2), found)) fresh[atomicAdd(queued, 1)].y = (uint32_t)w;
          if (other != w && more & ~t.mark && !atomicOr(word(other, 2), more))
            fresh[atomicAdd(queued, 1)].y = (uint32_t)other;
        }
      }
      if (threadIdx.x == 0) common.stop = stop;
      __syncthreads();
      count = *queued;
      if (threadIdx.x == 0) common.queued[(level + 1) % 3] = 0;
      if (common.stop) return -1;
      for (int e = threadIdx.x; e < count; e += THREADS) {
        const int w = (int)fresh[e].y;
        State s = load_state(&global(common.slot.state)[w]);
        if (!(s.low | s.high)) global(common.slot.touched)[atomicAdd(&common.touched, 1)] = w;
        if (code & 1) s.low |= s.mark;
        if (code & 2) s.high |= s.mark;
        fresh[e].x = s.mark;
        global(common.slot.state)[w] = make_uint4(s.low, s.high, 0, s.done);
      }
      __syncthreads();
      if (level + 2 >= common.a.rounds) {
        if (threadIdx.x == 0) common.fail = 1;
        __syncthreads();
        return -1;
      }
      if (threadIdx.x == 0) global(common.slot.bucket_end)[level + 1] = common.touched;
    }
    __syncthreads();
    return level;
  }

  /*
   * The sum of the rows of a vertex's list, in segments of 64 places as in sums.h. BACK: rows of successors instead of
   * predecessors.
   */
  template <bool BACK>
  INLINE Four<Real> sum_list(const State &own, uint32_t offset, int length, uint32_t lanes) {
    Four<Real> total = four<Real>(0), part = four<Real>(0);
    const bool more = __any_sync(EVERYONE, length > GOBC_SEGMENT);
    int ahead = p.thread < length ? global(common.slot.targets)[offset + p.thread] : 0;
    for (int at = 0; __any_sync(EVERYONE, at < length); at += G) {
      if (more && at && at % GOBC_SEGMENT == 0) {
        add(total, part);
        part = four<Real>(0);
      }
      const int u = ahead;
      uint32_t useful = 0;
      if (at + G + p.thread < length) ahead = global(common.slot.targets)[offset + at + G + p.thread];
      if (at + p.thread < length) {
        const State s = load_state(&global(common.slot.state)[u]);
        useful = (BACK ? precedes(own, s) : precedes(s, own)) & lanes;
      }
      add_rows(part, u, useful);
    }
    if (more) add(total, part);
    return more ? total : part;
  }

  /* Adds the rows of the vertices u of the group's threads on their useful lanes, in the order of the threads. */
  INLINE void add_rows(Four<Real> &sum, int u, uint32_t useful) {
    const Rows<Real> rows = {nullptr, nullptr, global(common.slot.sigma)};
    const Mask lanes = {{useful}};
    ::add_rows<2>(p, rows, u, lanes, sum); /* with four rows in flight, registers spill (BENCHMARKS.md) */
  }

  /* Finds the ready lanes of v, if active, sums their sigma and adds an entry. Whole warps. */
  INLINE void check(bool active, int v) {
    uint32_t offset = 0;
    int length = 0;
    State own = {0, 0, 0, 0};
    if (active) {
      own = load_state(&global(common.slot.state)[v]);
      offset = global(common.slot.offsets)[v];
      length = (int)(global(common.slot.offsets)[v + 1] - offset);
    }
    const uint32_t left = (own.low | own.high) & ~own.done;
    uint32_t ready = left;
    if (!left) length = 0;
    /* The first two neighbors of a thread stay in registers; in a mesh these are almost all. */
    int first = 0, second = 0;
    uint32_t of_first = 0, of_second = 0;
    if (p.thread < length) first = global(common.slot.targets)[offset + p.thread];
    if (p.thread + G < length) second = global(common.slot.targets)[offset + p.thread + G];
    if (p.thread < length) ready &= look(own, first, left, of_first);
    if (p.thread + G < length) ready &= look(own, second, left, of_second);
    for (int at = p.thread + 2 * G; at < length; at += G) {
      uint32_t ignored;
      ready &= look(own, global(common.slot.targets)[offset + at], left, ignored);
    }
#pragma unroll
    for (int step = G / 2; step; step >>= 1) ready &= __shfl_xor_sync(EVERYONE, ready, step);
    if (__any_sync(EVERYONE, ready != 0)) {
      Four<Real> sum;
      if (!__any_sync(EVERYONE, length > 2 * G)) {
        sum = four<Real>(0);
        add_rows(sum, first, of_first & ready);
        if (__any_sync(EVERYONE, length > G)) add_rows(sum, second, of_second & ready);
      } else {
        sum = sum_list<false>(own, offset, ready ? length : 0, ready);
      }
      const uint32_t mine = ready >> p.thread * 4 & 15u;
      store_kept((Four<Real> *)&global(common.slot.sigma)[(size_t)v * WIDTH + p.thread * 4], sum, mine);
      mark_out_of_range(sum, mine);
    }
    if (active && p.thread == 0) {
      *word(v, 2) = OPENED;
      if (ready) {
        const int e = atomicAdd(&common.entries, 1);
        if (e < common.a.entries) global(common.slot.entries)[e] = make_uint2(ready, (uint32_t)v);
      }
    }
  }

  /* The lanes on which v need not wait for u. `useful`: those on which u precedes v. */
  INLINE uint32_t look(const State &own, int u, uint32_t left, uint32_t &useful) {
    const State s = load_state(&global(common.slot.state)[u]);
    useful = precedes(s, own) & left;
    return ~useful | s.done;
  }

  /* Lanes with counts out of range are left to the level sweep, which scales them. */
  INLINE void mark_out_of_range(const Four<Real> &sum, uint32_t mine) {
    const uint32_t large = lanes_above(sum, scaled(Real(1), Range<Real>::RANGE)) & mine;
    if (large) atomicOr(&common.out_of_range, large << p.thread * 4);
  }

  /* The lanes of the entries [low, high) are done. Their successors in open buckets must be checked again. */
  INLINE void wake(int low, int high, int32_t *waiting, int *woken) {
    for (int e = low + (int)(threadIdx.x / WALK); e < high; e += THREADS / WALK) {
      const uint2 entry = global(common.slot.entries)[e];
      const State own = load_state(&global(common.slot.state)[entry.y]);
      if (threadIdx.x % WALK == 0) *word(entry.y, 3) = own.done | entry.x;
      const uint32_t end = global(common.slot.offsets)[entry.y + 1];
      for (uint32_t k = global(common.slot.offsets)[entry.y] + threadIdx.x % WALK; k < end; k += WALK) {
        const int w = global(common.slot.targets)[k];
        const State s = load_state(&global(common.slot.state)[w]);
        if (s.mark != OPENED || !(precedes(own, s) & entry.x)) continue;
        if (!(atomicOr(word(w, 2), (uint32_t)WOKEN) & WOKEN)) waiting[atomicAdd(woken, 1)] = w;
      }
    }
  }

  /* The i-th vertex to check: first the woken ones, then those of the bucket that opens. */
  INLINE int candidate(int i, int all, int waiting, const int32_t *now, int from) {
    return i >= all ? 0 : i < waiting ? now[i] : global(common.slot.touched)[from + i - waiting];
  }

  /*
   * Sums sigma of all lanes; returns the number of rounds, or -1. At the top of the loop, round_end[round] entries are done,
   * `waiting` vertices were woken by the last round, and [from, to) of the touched list is the bucket that opens now.
   */
  INLINE int forward(int buckets) {
    int bucket = 0, round = 0, waiting = 0, entries = 0, in_bucket = 0;
    int from = 0, to = global(common.slot.bucket_end)[1];
    if (threadIdx.x == 0) global(common.slot.round_end)[0] = 0;
    for (;;) {
      const int stop = cancelled(common.a.batches);
      const int32_t *now = global(common.slot.waiting[round & 1]);
      int32_t *later = global(common.slot.waiting[(round & 1) ^ 1]);
      int *woken = &common.woken[round % 3];
      const int all = waiting + to - from;
      const int place = (int)(threadIdx.x / 32) * GROUPS_A_WARP + p.group;
      int v = candidate(place, all, waiting, now, from);
      for (int i = place; i - p.group < all; i += GROUPS) {
        const int v_next = candidate(i + GROUPS, all, waiting, now, from);
        check(i < all, v);
        v = v_next;
      }
      if (threadIdx.x == 0) common.stop = stop;
      __syncthreads();
      const int end = common.entries;
      if (threadIdx.x == 0) common.woken[(round + 1) % 3] = 0;
      if (common.stop || end > common.a.entries || round + 2 >= common.a.rounds) {
        if (threadIdx.x == 0) common.fail = !common.stop;
        __syncthreads();
        return -1;
      }
      wake(entries, end, later, woken);
      if (threadIdx.x == 0) global(common.slot.round_end)[round + 1] = end;
      __syncthreads();
      waiting = *woken;
      round++;
      in_bucket++;
      entries = end;
      from = to;
      if (waiting == 0 || in_bucket == common.a.bucket_rounds) {
        while (bucket < buckets - 1) {
          to = global(common.slot.bucket_end)[++bucket + 1];
          in_bucket = 0;
          if (to > from || waiting) break;
        }
        if (waiting == 0 && to == from) return round;
      }
    }
  }

  INLINE uint2 entry_at(int e, int high, bool sources) {
    if (sources) return source_at(e, high);
    return e < high ? global(common.slot.entries)[e] : make_uint2(0, 0);
  }

  /* False if the block must stop. With ARCS, a last round is for the arcs of the sources. */
  INLINE bool backward(int rounds, int batch_lanes) {
    for (int round = rounds - 1; round >= (ARCS ? -1 : 0); round--) {
      const bool sources = ARCS && round < 0;
      if (round % 64 == 0) {
        const int stop = cancelled(common.a.batches);
        if (threadIdx.x == 0) common.stop = stop;
        __syncthreads();
        if (common.stop) return false;
      }
      const int low = sources ? 0 : global(common.slot.round_end)[round];
      const int high = sources ? batch_lanes : global(common.slot.round_end)[round + 1];
      const int place = low + (int)(threadIdx.x / 32) * GROUPS_A_WARP + p.group;
      uint2 entry = entry_at(place, high, sources);
      for (int e = place; e - p.group < high; e += GROUPS) {
        int v = 0, length = 0;
        uint32_t offset = 0, lanes = 0;
        State own = {0, 0, 0, 0};
        const uint2 entry_next = entry_at(e + GROUPS, high, sources);
        if (e < high) {
          v = (int)entry.y;
          lanes = entry.x & ~common.out_of_range;
          own = load_state(&global(common.slot.state)[v]);
          offset = global(common.slot.offsets)[v];
          length = (int)(global(common.slot.offsets)[v + 1] - offset);
        }
        const uint32_t mine = lanes >> p.thread * 4 & 15u;
        Four<Real> *row = (Four<Real> *)&global(common.slot.sigma)[(size_t)v * WIDTH + p.thread * 4];
        Four<Real> s = four<Real>(1);
        if (mine) s = *row;
        Four<Real> sum;
        if constexpr (ARCS) {
          keep_only(s, mine, 1); /* old values may be infinite, and they are multiplied by 0 */
          if constexpr (WEIGHS) {
            if (!BY_PAIR && common.a.target_weight) prefetch(pointer<double>(common.a.target_weight) + v);
            multiply(s, *(const Four<double> *)&common.weight[p.thread * 4]);
          }
          sum = pass_list(own, offset, length, lanes, s);
          if (WEIGHS && mine) s = *row; /* read again: registers for both would spill */
        } else {
          sum = sum_list<true>(own, offset, length, lanes);
        }
        if (!sources) finish(v, mine, s, sum, row);
        entry = entry_next;
      }
      __syncthreads();
    }
    return true;
  }

  /* Whether a lane has reached a vertex. */
  struct Reached {
    const uint4 *state;
    INLINE bool operator()(int v, int lane) const {
      const State s = load_state(&global(state)[v]);
      return (s.low | s.high) >> lane & 1;
    }
  };

  /* What v weighs as a target by lane, BY_PAIR; else the same `target` on all. Kernels without flows compile to what they were. */
  struct NoFlows {};
  INLINE auto flows_to(int v, uint32_t mine) {
    if constexpr (BY_PAIR) return common.demand.four_of(v, p.thread * 4, mine, 0);
    else return NoFlows();
  }
  static INLINE Real on_lane(Real target, const NoFlows &, int) { return target; }
  static INLINE Real on_lane(Real, const Four<Real> &flows, int k) {
    return k == 0 ? flows.x : k == 1 ? flows.y : k == 2 ? flows.z : flows.w;
  }

  INLINE void finish(int v, uint32_t mine, const Four<Real> &s, const Four<Real> &sum, Four<Real> *row) {
    const bool vertices = !ARCS || common.a.totals.delta[0];
    const uint32_t counts = vertices ? mine : 0; /* mine, where it is the same, would spill more registers */
    Real target = 1;
    const auto flows = flows_to(v, mine);
    if constexpr (WEIGHS && !BY_PAIR)
      if (common.a.target_weight) target = global(pointer<double>(common.a.target_weight))[v];
    word64 coarse = 0, fine = 0;
    Four<Real> g;
    if constexpr (ARCS) { /* totals last, and only if those of vertices are asked for, too */
      Four<Real> d = {s.x * sum.x, s.y * sum.y, s.z * sum.z, s.w * sum.w};
      g = {(d.x + on_lane(target, flows, 0)) / s.x, (d.y + on_lane(target, flows, 1)) / s.y,
           (d.z + on_lane(target, flows, 2)) / s.z, (d.w + on_lane(target, flows, 3)) / s.w};
      if (mine) store_kept(row, g, mine);
      if (!vertices) return;
      if constexpr (WEIGHS) multiply(d, *(const Four<double> *)&common.weight[p.thread * 4]);
      if (counts & 1) add_units(d.x, coarse, fine);
      if (counts & 2) add_units(d.y, coarse, fine);
      if (counts & 4) add_units(d.z, coarse, fine);
      if (counts & 8) add_units(d.w, coarse, fine);
    } else {
      g.x = finish_lane<0>(mine & 1, s.x, sum.x, on_lane(target, flows, 0), coarse, fine);
      g.y = finish_lane<1>(mine & 2, s.y, sum.y, on_lane(target, flows, 1), coarse, fine);
      g.z = finish_lane<2>(mine & 4, s.z, sum.z, on_lane(target, flows, 2), coarse, fine);
      g.w = finish_lane<3>(mine & 8, s.w, sum.w, on_lane(target, flows, 3), coarse, fine);
      if (mine) store_kept(row, g, mine);
    }
    add_delta<G>(common.a.totals, v, p.thread, coarse, fine);
  }

  /* The same for the k-th lane of this thread. */
  template <int K>
  INLINE Real finish_lane(bool counts, Real s, Real sum, Real target, word64 &coarse, word64 &fine) {
    const Real d = s * sum;
    double term = (double)d;
    if constexpr (WEIGHS) term *= common.weight[p.thread * 4 + K];
    if (counts) add_units(term, coarse, fine);
    return (d + target) / s;
  }

  /* Zeroes the states of the batch: only touched vertices have one. */
  INLINE void clear() {
    for (int i = threadIdx.x; i < common.touched; i += THREADS)
      global(common.slot.state)[global(common.slot.touched)[i]] = make_uint4(0, 0, 0, 0);
    __syncthreads();
  }

  static __device__ __noinline__ void clean(Common &common) {
    for (int i = threadIdx.x; i < common.a.graph.vertices; i += THREADS)
      global(common.slot.state)[i] = make_uint4(0, 0, 0, 0);
    __syncthreads();
  }

#include "ready_batch_arcs.h"
#include "ready_batch_distances.h"

  /* CORRECT: distances by label correcting. */
  template <bool CORRECT>
  INLINE void run() {
    for (;;) {
      const int batch = take_batch(common.batch, common.a.batches);
      if (batch < 0) return;
      const long long began = clock64();
      const int lanes = sources_in(common.a.batches, batch);
      start(batch, lanes);
      int buckets, rounds = -1;
      if constexpr (CORRECT) buckets = correct(batch, lanes);
      else buckets = levels(lanes);
      const long long searched = clock64();
      if (buckets >= 0) rounds = forward(buckets);
      const long long counted = clock64();
      if (rounds < 0) {
        if (!common.fail) return;
        clean(common);
        report_end(common.a.batches, batch, GOBC_BATCH_NO_CAPACITY);
        continue;
      }
      if constexpr (BY_PAIR) {
        const Reached reached = {common.slot.state};
        common.demand.spread(common.a.batches, batch, lanes, common.a.totals, &common.out_of_range, reached);
      }
      if (!backward(rounds, lanes)) return;
      if constexpr (BY_PAIR) common.demand.forget(common.a.batches, batch, lanes);
      report_lanes(common.a.batches, batch, common.out_of_range);
      report_done(common.a.batches, batch, {lanes, common.entries, buckets, rounds, 0, began, searched, counted});
      clear();
    }
  }
};

/* The arguments of the instances without a table, and of those with one. */
template <int TARGETS>
struct ReadyBatchArguments {
  typedef gobc_ready_batch_arguments type;
};
template <>
struct ReadyBatchArguments<2> {
  typedef gobc_ready_batch_demand_arguments type;
};

template <typename Real, int WALK, bool CORRECT, int THREADS, bool ARCS, int TARGETS>
INLINE void run_ready_batch(const typename ReadyBatchArguments<TARGETS>::type &arguments) {
  __shared__ ReadyBatchShared<Real, TARGETS> common;
  typedef ReadyBatch<Real, WALK, GOBC_THREADS(THREADS), ARCS, TARGETS> Work;
  if constexpr (TARGETS == 2) {
    if (threadIdx.x == 0) {
      Work::open(common, arguments.sweep);
      common.demand.open(arguments.demand, blockIdx.x, common.a.graph.vertices);
    }
  } else {
    if (threadIdx.x == 0) Work::open(common, arguments);
  }
  __syncthreads();
  Work work(common);
  work.template run<CORRECT>();
}

/* _levels: distances level by level, 4 or 8 threads an entry (8 is faster above degree 8); _corrected: by label correcting. */
#define GOBC_READY_BATCH(NAME, REAL, WALK, CORRECT, THREADS, BLOCKS, ARCS, TARGETS)                                    \
  GOBC_KERNEL(gobc_ready_batch_##NAME, ReadyBatchArguments<TARGETS>::type, THREADS, BLOCKS) {                          \
    run_ready_batch<REAL, WALK, CORRECT, THREADS, ARCS, TARGETS>(*arguments);                                          \
  }
#define GOBC_READY_BATCH_SWEEPS(PREFIX, SUFFIX, REAL, ARCS, TARGETS)                                                   \
  GOBC_READY_BATCH(PREFIX##levels4_##SUFFIX, REAL, 4, false, 1024, 1, ARCS, TARGETS)                                   \
  GOBC_READY_BATCH(PREFIX##levels8_##SUFFIX, REAL, 8, false, 1024, 1, ARCS, TARGETS)                                   \
  GOBC_READY_BATCH(PREFIX##corrected_##SUFFIX, REAL, 2, true, 512, 2, ARCS, TARGETS)

#endif
