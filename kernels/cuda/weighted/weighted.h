/*
 * The weighted sweep: betweenness of weighted graphs, directed or not. A thread block runs a batch of 32 sources, the lanes.
 * The method is that of kernels/label_correcting.md; the sums have the bits of the CPU's.
 *   search    (weighted_search.h) the lengths of all lanes by label correcting, nearest vertices first
 *   tighten   (weighted_paths.h) the lanes on which each arc ends a shortest path, by its place in the list of its head
 *             (predecessor_lanes) and of its tail (successor_lanes)
 *   forward   (weighted_paths.h) rounds: a vertex sums the path counts of all lanes whose predecessors are done. Buckets, by
 *             the length to the nearest source, make most lanes of a vertex ready together
 *   backward  the rounds in reverse order; (weighted_arcs.h) with sums by arc and stress
 *   measure   (weighted_lengths.h) after the search, instead of the rest, if only lengths are asked for
 * Teams of 8 threads work on lists of up to GOBC_LONG_LIST places, whole warps on longer ones. Sums run over a list in its order.
 */
#ifndef GOBC_CUDA_WEIGHTED_H
#define GOBC_CUDA_WEIGHTED_H

#include "batch.h"
#include "demand.h"
#include "lengths.h"
#include "terms.h"
#include "totals.h"

#define GOBC_LONG_LIST 64

/* Marks of a vertex: the search has seen it; it waits in a list; its bucket is open; it was woken since its last check. */
enum { TOUCHED = 1, NEAR = 2, LATER = 4, OPENED = 8, WOKEN = 16 };

/* Words of a vertex's state. LANES: in the search those that changed, later those that are reached. KEY holds ~key. */
enum { LANES = 0, MARK = 1, KEY = 2, DONE = 3 };

template <typename Rule>
struct WeightedSlot {
  List out, in;
  const typename Rule::Weight *out_weights, *in_weights;
  uint4 *state;
  typename Rule::Length *distance;
  double *sigma, *paths_onward;
  const double *mass; /* rows of 32 lanes */
  uint32_t *predecessor_lanes, *successor_lanes;
  int32_t *touched, *order, *waiting[2], *later, *long_lists, *bucket_end, *round_end;
  uint2 *entries;
};

template <typename Rule>
struct WeightedShared {
  gobc_weighted_arguments a;
  WeightedSlot<Rule> slot;
  const int32_t *sources; /* of the batch, by lane */
  int batch, fail, touched, later, kept, entries, buckets;
  int queued[3], long_lists[3], stops[3];
  uint32_t threshold, least, most, out_of_range;
  uint32_t wanted, counted; /* numbers of vertices and lanes with a length, and with a path count, modulo 2^32 */
  word64 longest;
  double source_weight[32];
};

template <typename Rule>
struct WeightedDemandShared : WeightedShared<Rule> {
  Demand<32> demand;
};

/* What targets weigh: by vertex; what the slot has for each lane; what a table or a decay says (demand.h). */
enum { BY_VERTEX, BY_MASS, BY_PAIR };

template <typename Rule, int TARGETS>
struct WeightedTypes {
  typedef WeightedShared<Rule> Common;
  typedef gobc_weighted_arguments Arguments;
};
template <typename Rule>
struct WeightedTypes<Rule, BY_PAIR> {
  typedef WeightedDemandShared<Rule> Common;
  typedef gobc_weighted_demand_arguments Arguments;
};

/* FULL: also sums by arc and stress. */
template <typename Rule, bool FULL, int TARGETS = BY_VERTEX>
struct Weighted {
  static constexpr int WIDTH = 32;
  typedef typename WeightedTypes<Rule, TARGETS>::Common Common;
  typedef typename Rule::Length Length;
  typedef typename Rule::Weight Weight;

  Common &common;
  const Place<8> few;   /* in a team of 8 threads */
  const Place<32> many; /* in a warp */
  const int warp;
  int turn; /* calls of `each`, modulo 3 */

  INLINE Weighted(Common &shared)
      : common(shared), few(place_of<8>()), many(place_of<32>()), warp((int)threadIdx.x / 32), turn(0) {}

  /* As a named variable the compiler knows that this memory is shared. */
  static INLINE Common &shared() {
    __shared__ Common common;
    return common;
  }
  /* Each phase is a function that is not inlined, so that it has all registers. */
  static __device__ __noinline__ bool search_all(int lanes) { return Weighted(shared()).search(lanes); }
  static __device__ __noinline__ bool tighten_all() { return Weighted(shared()).tighten(); }
  static __device__ __noinline__ int count_all() { return Weighted(shared()).forward(); }
  static __device__ __noinline__ bool pass_all(int lanes, int rounds) {
    return Weighted(shared()).backward(lanes, rounds);
  }
  static __device__ __noinline__ void measure_all() { Weighted(shared()).measure(); }

  static INLINE void open(Common &common, const gobc_weighted_arguments &arguments, size_t at) {
    common.a = arguments;
    const gobc_weighted_arguments &a = common.a;
    WeightedSlot<Rule> &slot = common.slot;
    const size_t n = a.graph.vertices;
    slot.out.offsets = pointer<uint32_t>(a.graph.out_offsets);
    slot.out.targets = pointer<int32_t>(a.graph.out_targets);
    slot.in.offsets = pointer<uint32_t>(a.graph.in_offsets);
    slot.in.targets = pointer<int32_t>(a.graph.in_targets);
    slot.out_weights = pointer<Weight>(a.out_weights);
    slot.in_weights = pointer<Weight>(a.in_weights);
    slot.state = pointer<uint4>(a.state) + at * n;
    slot.distance = pointer<Length>(a.distance) + at * n * WIDTH;
    slot.sigma = pointer<double>(a.sigma) + at * n * WIDTH;
    slot.paths_onward = FULL && a.paths_onward ? pointer<double>(a.paths_onward) + at * n * WIDTH : nullptr;
    slot.predecessor_lanes = pointer<uint32_t>(a.predecessor_lanes) + at * a.arcs;
    slot.successor_lanes = pointer<uint32_t>(a.successor_lanes) + at * a.arcs;
    slot.touched = pointer<int32_t>(a.touched) + at * n;
    slot.order = pointer<int32_t>(a.order) + at * n;
    slot.waiting[0] = pointer<int32_t>(a.waiting) + at * 2 * n;
    slot.waiting[1] = slot.waiting[0] + n;
    slot.later = pointer<int32_t>(a.later) + at * n;
    slot.long_lists = pointer<int32_t>(a.long_lists) + at * a.entries;
    slot.bucket_end = pointer<int32_t>(a.bucket_end) + at * (a.buckets + 1);
    slot.round_end = pointer<int32_t>(a.round_end) + at * a.rounds;
    slot.entries = pointer<uint2>(a.entries_of) + at * a.entries;
  }

  /* The host chooses the size of the blocks. */
  static INLINE int threads() { return (int)blockDim.x; }
  static INLINE int warps() { return threads() / 32; }
  static INLINE int teams() { return threads() / 8; }

  INLINE uint32_t *word(int v, int which) { return global((uint32_t *)&global(common.slot.state)[v] + which); }
  INLINE Length far() { return Rule::from_bits(common.a.far); }
  INLINE bool undirected() { return common.slot.out.offsets == common.slot.in.offsets; }

  template <int T>
  INLINE Part<Length, 32 / T> *lengths_at(const Place<T> &p, int v) {
    return (Part<Length, 32 / T> *)&global(common.slot.distance)[(size_t)v * WIDTH + p.thread * (32 / T)];
  }
  template <int T>
  INLINE Part<double, 32 / T> *counts_at(const Place<T> &p, int v) {
    return (Part<double, 32 / T> *)&global(common.slot.sigma)[(size_t)v * WIDTH + p.thread * (32 / T)];
  }

  INLINE uint32_t key_of(double length) { return ::key_of(length, common.a.key_scale); }

  /* True for a whole warp once thread 0 has seen the cancel word. `asked`: what cancelled() returned before the work. */
  INLINE bool halted(int *stop, int asked) {
    if (asked) *stop = 1;
    return __any_sync(EVERYONE, *(volatile int *)stop);
  }

  /*
   * Calls `work` for the items [low, high), first by teams of 8. `work` returns true for an item with a long list, which a
   * warp then takes. item(i) is the number that is stored for such an item. Ends with a barrier; false if the block must stop.
   * There are three counters and flags: one is in use, one may still be read by a late warp, one is cleared for the next call.
   */
  template <typename Work>
  INLINE bool each(int low, int high, Work &work) {
    int *long_lists = &common.long_lists[turn], *stop = &common.stops[turn];
    turn = turn == 2 ? 0 : turn + 1;
    if (threadIdx.x == 0) common.long_lists[turn] = common.stops[turn] = 0;
    for (int i = low + warp * 4 + few.group; i - few.group < high; i += teams()) {
      const int x = i < high ? work.item(i) : 0, asked = cancelled(common.a.batches);
      if (work.call(few, i < high, x) && few.thread == 0) global(common.slot.long_lists)[atomicAdd(long_lists, 1)] = x;
      if (halted(stop, asked)) break;
    }
    __syncthreads();
    const int count = *long_lists;
    if (count > 0) {
      for (int i = warp; i < count; i += warps()) {
        const int asked = cancelled(common.a.batches);
        work.call(many, true, global(common.slot.long_lists)[i]);
        if (halted(stop, asked)) break;
      }
      __syncthreads();
    }
    return *stop == 0;
  }

  /* Before the first `each` of a phase; a barrier. */
  INLINE void begin() {
    if (threadIdx.x == 0) common.long_lists[turn] = common.stops[turn] = 0;
    __syncthreads();
  }

  /* The offset and the length of a list; true if this is a team of 8 and the list is for a whole warp. */
  template <int T>
  static INLINE bool locate(const List &list, bool active, int v, uint32_t &offset, int &length) {
    offset = 0;
    length = 0;
    if (!active) return false;
    offset = global(list.offsets)[v];
    length = (int)(global(list.offsets)[v + 1] - offset);
    if (T == 32 || length <= GOBC_LONG_LIST) return false;
    length = 0;
    return true;
  }

  /* Begins a batch of sources, of the given weights; nullptr: 1 each. A barrier. */
  INLINE void start(const int32_t *sources, const double *weights, int lanes) {
    if ((int)threadIdx.x < lanes) {
      const int s = sources[threadIdx.x];
      global(common.slot.state)[s] = make_uint4(1u << threadIdx.x, TOUCHED | NEAR, ~0u, 0);
      global(common.slot.distance)[(size_t)s * WIDTH + threadIdx.x] = 0;
      if (common.a.sigma) global(common.slot.sigma)[(size_t)s * WIDTH + threadIdx.x] = 1;
      global(common.slot.waiting[0])[threadIdx.x] = s;
      global(common.slot.touched)[threadIdx.x] = s;
      common.source_weight[threadIdx.x] = weights ? weights[threadIdx.x] : 1.0;
    }
    if (threadIdx.x == 0) {
      common.sources = sources;
      common.touched = lanes;
      common.entries = common.buckets = common.fail = common.later = common.kept = 0;
      common.out_of_range = common.most = common.wanted = common.counted = 0;
      common.longest = 0;
      common.threshold = common.a.step;
      common.least = ~0u;
      for (int i = 0; i < 3; i++) common.queued[i] = 0;
    }
    __syncthreads();
  }

  /* Resets all rows and states of a slot. */
  static __device__ __noinline__ void clean(Common &common) {
    const size_t n = common.a.graph.vertices;
    const Length far = Rule::from_bits(common.a.far);
    for (size_t i = threadIdx.x; i < n * WIDTH; i += threads()) global(common.slot.distance)[i] = far;
    for (size_t i = threadIdx.x; i < n; i += threads()) global(common.slot.state)[i] = make_uint4(0, 0, 0, 0);
    __syncthreads();
  }

  /* The same for the vertices that the batch touched. */
  INLINE void clear() {
    const Length value = far();
    for (int i = warp; i < common.touched; i += warps()) {
      const int v = global(common.slot.touched)[i];
      global(common.slot.distance)[(size_t)v * WIDTH + many.thread] = value;
      if (many.thread == 0) global(common.slot.state)[v] = make_uint4(0, 0, 0, 0);
    }
    __syncthreads();
  }

  INLINE void report(int batch, int lanes, int rounds, long long began, long long searched, long long counted) {
    report_lanes(common.a.batches, batch, common.out_of_range);
    report_done(common.a.batches, batch,
                {lanes, common.entries, common.buckets, rounds, common.longest, began, searched, counted});
  }

#include "weighted_search.h"
#include "weighted_lengths.h"
#include "weighted_paths.h"
#include "weighted_arcs.h"
#include "weighted_targets.h"

  INLINE void run() {
    clean(common);
    for (;;) {
      const int batch = take_batch(common.batch, common.a.batches);
      if (batch < 0) return;
      const long long began = clock64();
      const int lanes = sources_in(common.a.batches, batch);
      start(sources_of(common.a.batches, batch), weights_of(common.a, batch), lanes);
      if (!search_all(lanes)) return;
      const long long searched = clock64();
      if (!common.a.sigma) {
        measure_all();
        report(batch, lanes, 0, began, searched, searched);
        clear();
        continue;
      }
      if (!tighten_all()) return;
      const int rounds = count_all();
      const long long counted = clock64();
      if (rounds < 0) {
        if (!common.fail) return;
        clean(common);
        report_end(common.a.batches, batch, common.fail);
        continue;
      }
      if constexpr (TARGETS == BY_PAIR) start_back(batch, lanes);
      if (!pass_all(lanes, rounds)) return;
      if constexpr (TARGETS == BY_PAIR) common.demand.forget(common.a.batches, batch, lanes);
      report(batch, lanes, rounds, began, searched, counted);
      clear();
    }
  }
};

template <typename Rule, bool FULL, int TARGETS = BY_VERTEX>
INLINE void run_weighted(const typename WeightedTypes<Rule, TARGETS>::Arguments &arguments) {
  typedef Weighted<Rule, FULL, TARGETS> Work;
  if constexpr (TARGETS == BY_PAIR) {
    if (threadIdx.x == 0) {
      Work::open(Work::shared(), arguments.sweep, blockIdx.x);
      Work::shared().demand.open(arguments.demand, blockIdx.x, Work::shared().a.graph.vertices);
    }
  } else {
    if (threadIdx.x == 0) Work::open(Work::shared(), arguments, blockIdx.x);
  }
  __syncthreads();
  Work(Work::shared()).run();
}

#endif
