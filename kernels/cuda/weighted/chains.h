/*
 * Betweenness of the nodes of chains (core/reduce/chains.go has the formulas). A batch has up to 64 lanes in two halves, each
 * with a slot of the weighted sweep. Four kernels, one after the other, run all batches of a launch:
 *   out      a block for each half: distances and path counts, by the weighted sweep
 *   nodes    from rows of both halves, the masses of nodes as targets of inner vertices and of lanes
 *   targets  what ends on each chain; several blocks a batch, as for nodes
 *            (for stress both have instances of their own: COUNTS)
 *   back     a block for each half: masses of nodes are completed, and the weighted sweep passes them back
 * Sums have the bits of kernels/cpu/chains/body.h: what is added in any order is whole or in fixed point, and rows are added in
 * the order of chains.
 */
#ifndef GOBC_CUDA_CHAINS_H
#define GOBC_CUDA_CHAINS_H

#include "fixed_point.h"
#include "weighted.h"

#define GOBC_CHAIN_THREADS 512
#define GOBC_CHAIN_SOURCES 256
#define GOBC_CHAIN_LANES 64
#define GOBC_CHAIN_LOOKS 16   /* items of a warp between two looks at the cancel word */
#define GOBC_CHAIN_STEPS 1024 /* steps of a thread within an item between two looks */
#define GOBC_CHAIN_SPLIT 16   /* blocks a batch for nodes, and for targets */

/* A chain: k inner vertices, sums[0 .. k]. */
struct Chain {
  const uint32_t *doubled;
  const double *sums;
  long long length;
  int k;
};

/* Ranges of a component, and of lanes and sources of the batch in it. */
struct ChainPart {
  int nodes[2], chains[2], lanes[2], sources[2];
};

struct ChainSource {
  int chain, first, k;
  uint32_t length;
  int from, to; /* lanes */
};

/* What a warp sums by lane: whole weights, and fixed points for either end of a chain. */
struct ChainRows {
  word64 whole[GOBC_CHAIN_LANES], ends[2][GOBC_CHAIN_LANES][2];
};

struct ChainShared {
  gobc_chain_arguments a;
  ChainPart part;
  int slot, batch, first_lane, lanes, first_source, parts[2];
  ChainSource sources[GOBC_CHAIN_SOURCES];
};

/* How the way out of a half ended, and what it leaves for the way back. */
enum { CHAINS_STOPPED = 0, CHAINS_COMPLETE, CHAINS_OUT_OF_RANGE, CHAINS_FAILED };
struct ChainHalf {
  int ended, fail, rounds, padding;
  word64 longest;
  long long ticks;
};

template <typename Rule>
struct Chains {
  typedef typename Rule::Length Length;

  ChainShared &common;
  const gobc_chain_arguments &a;
  const int warp, thread; /* in the warp */

  INLINE Chains(ChainShared &shared)
      : common(shared), a(shared.a), warp((int)threadIdx.x / 32), thread((int)threadIdx.x & 31) {}
  static INLINE ChainShared &shared() {
    __shared__ ChainShared common;
    return common;
  }

  static INLINE int warps() { return (int)blockDim.x / 32; }
  INLINE size_t nodes() { return a.sweep.graph.vertices; }

  /* The place of a lane of a node in rows of 32, of both slots of the batch. */
  INLINE size_t place_of_lane(int node, int lane) {
    return ((size_t)(2 * common.slot + lane / 32) * nodes() + node) * 32 + lane % 32;
  }
  INLINE long long distance(int node, int lane) {
    return (long long)global(pointer<Length>(a.sweep.distance))[place_of_lane(node, lane)];
  }
  INLINE double paths(int node, int lane) { return global(pointer<double>(a.sweep.sigma))[place_of_lane(node, lane)]; }
  INLINE double *mass(int node, int lane) { return global(pointer<double>(a.mass)) + place_of_lane(node, lane); }
  INLINE int *places(int node) {
    return global(pointer<int>(a.place)) + (common.slot * nodes() + node) * a.most_sources;
  }
  INLINE double *ending(int chain, int end) {
    return global(pointer<double>(a.ending)) + ((common.slot * (size_t)a.chains + chain) * 2 + end) * GOBC_CHAIN_LANES;
  }
  INLINE int end_of(int chain, int end) { return global(pointer<int>(a.ends))[2 * chain + end]; }
  INLINE double *going_around() { return global(pointer<double>(a.around)) + common.slot * (size_t)a.most_sources; }
  INLINE ChainHalf &half_of(int half) { return global(pointer<ChainHalf>(a.halves))[2 * common.slot + half]; }
  INLINE double own(int lane) { return global(pointer<double>(a.own))[common.first_lane + lane]; }
  INLINE int node_of(int lane) { return global(pointer<int>(a.lane))[common.first_lane + lane]; }

  INLINE Chain chain_at(int chain, int first, int k, uint32_t length) {
    return {global(pointer<uint32_t>(a.doubled)) + first, global(pointer<double>(a.sums)) + first + chain,
            (long long)length, k};
  }
  INLINE Chain chain_of(int chain) {
    const int *firsts = global(pointer<int>(a.first));
    return chain_at(chain, firsts[chain], firsts[chain + 1] - firsts[chain],
                    global(pointer<uint32_t>(a.length))[chain]);
  }
  INLINE Chain chain_of(const ChainSource &s) { return chain_at(s.chain, s.first, s.k, s.length); }
  /* The words of an item of a chain; see Chains.Items. */
  INLINE word64 *item(int chain, int number) {
    const int first = global(pointer<int>(a.first))[chain];
    return global(pointer<word64>(a.words)) + 2 * (nodes() + 3 * ((size_t)first + chain) + number);
  }
  INLINE word64 *words_of(int node) { return global(pointer<word64>(a.words)) + 2 * (size_t)node; }

  /* Where x is among doubled places: 2r behind r of them, 2r + 1 at the next one. Hops have them at 2, 4, 6, ... */
  INLINE int place_on(const Chain &chain, long long x) {
    if (a.hops) return x <= 1 ? 0 : x > 2 * (long long)chain.k ? 2 * chain.k : (int)x - 1;
    if (x <= (long long)chain.doubled[0]) return x == (long long)chain.doubled[0];
    if (x > (long long)chain.doubled[chain.k - 1]) return 2 * chain.k;
    int low = 0, high = chain.k;
    while (low < high) {
      const int middle = (low + high) >> 1;
      if ((long long)chain.doubled[middle] < x) low = middle + 1;
      else high = middle;
    }
    return 2 * low + (low < chain.k && (long long)chain.doubled[low] == x);
  }

  static INLINE double part_of(double some, double others) { return some / (some + others); }

  INLINE bool cancelled() { return *(volatile int32_t *)global(pointer<int32_t>(a.sweep.batches.cancel)) != 0; }

  /* True, for a whole warp, once the call is cancelled; it looks now and then. */
  INLINE bool stopped(int item) {
    if (item % GOBC_CHAIN_LOOKS) return false;
    return __shfl_sync(EVERYONE, thread == 0 && cancelled(), 0);
  }

  /* True, for one thread, once the call is cancelled: within an item that may be as long as a chain. */
  INLINE bool ends_within(int step) { return step % GOBC_CHAIN_STEPS == GOBC_CHAIN_STEPS - 1 && cancelled(); }

  INLINE void clear(ChainRows &rows) {
#pragma unroll
    for (int lane = thread; lane < GOBC_CHAIN_LANES; lane += 32) {
      rows.whole[lane] = 0;
      for (int end = 0; end < 2; end++) rows.ends[end][lane][0] = rows.ends[end][lane][1] = 0;
    }
    __syncwarp();
  }

  INLINE bool has(int lane) { return lane >= common.part.lanes[0] && lane < common.part.lanes[1]; }
  INLINE int count() { return common.part.sources[1] - common.part.sources[0]; }

#include "chain_masses.h"

  /* The chains of the part's sources, for all warps. Barriers before and behind. */
  INLINE void open_part(int number) {
    __syncthreads();
    if (threadIdx.x == 0) common.part = global(pointer<ChainPart>(a.parts))[number];
    __syncthreads();
    const int *table =
        global(pointer<int>(a.chain_sources)) + 3 * (size_t)(common.first_source + common.part.sources[0]);
    for (int i = threadIdx.x; i < count(); i += blockDim.x) {
      const int chain = table[3 * i], *firsts = global(pointer<int>(a.first));
      common.sources[i] = {chain,
                           firsts[chain],
                           firsts[chain + 1] - firsts[chain],
                           global(pointer<uint32_t>(a.length))[chain],
                           table[3 * i + 1],
                           table[3 * i + 2]};
    }
    __syncthreads();
  }

  /* The batch of a slot. A barrier. */
  INLINE void open(const gobc_chain_arguments &arguments, int slot) {
    if (threadIdx.x == 0) {
      common.a = arguments;
      const gobc_cuda_batches &batches = common.a.sweep.batches;
      common.slot = slot;
      common.batch = global(pointer<int32_t>(batches.order))[slot];
      const int *range = global(pointer<int>(a.ranges)) + 3 * (size_t)sources_of(batches, common.batch)[0];
      common.first_lane = range[0];
      common.lanes = range[3] - range[0];
      common.first_source = range[1];
      common.parts[0] = range[2];
      common.parts[1] = range[5];
    }
    __syncthreads();
  }

  INLINE int lanes_of(int half) { return max(0, min(common.lanes - 32 * half, 32)); }
  INLINE bool complete() { return half_of(0).ended == CHAINS_COMPLETE && half_of(1).ended == CHAINS_COMPLETE; }
};

/* The two ways of a half: a weighted sweep, between which masses are found. */
template <typename Rule>
struct ChainWays : Chains<Rule> {
  typedef Weighted<Rule, true, BY_MASS> Sweep;
  using Base = Chains<Rule>;
  using Base::a;
  using Base::common;
  using Base::half_of;
  using Base::lanes_of;
  typename Sweep::Common &sweep;

  INLINE ChainWays() : Base(Base::shared()), sweep(Sweep::shared()) {}

  INLINE const int32_t *lanes_at(int half) { return global(pointer<int>(a.lane)) + common.first_lane + 32 * half; }

  /* The slot of a half. A barrier. */
  INLINE void take(int half) {
    if (threadIdx.x == 0) {
      Sweep::open(sweep, a.sweep, 2 * (size_t)common.slot + half);
      sweep.slot.mass = this->mass(0, 32 * half);
    }
    __syncthreads();
  }

  INLINE void out(int half) {
    const long long began = clock64();
    ChainHalf found = {CHAINS_COMPLETE, 0, 0, 0, 0, 0};
    const int lanes = lanes_of(half);
    if (threadIdx.x == 0) {
      half_of(half).ended = CHAINS_STOPPED;
      global(pointer<uint32_t>(a.halves_back))[common.slot] = 0;
    }
    take(half);
    Sweep::clean(sweep);
    if (lanes > 0) {
      Sweep(sweep).start(lanes_at(half), nullptr, lanes);
      if (!Sweep::search_all(lanes) || !Sweep::tighten_all()) return;
      found.rounds = Sweep::count_all();
      if (found.rounds < 0 && !sweep.fail) return;
      found.ended = found.rounds < 0 ? CHAINS_FAILED : sweep.out_of_range ? CHAINS_OUT_OF_RANGE : CHAINS_COMPLETE;
    }
    found.fail = sweep.fail;
    found.longest = sweep.longest;
    found.ticks = clock64() - began;
    if (threadIdx.x == 0) half_of(half) = found;
  }

  INLINE void back(int half) {
    const long long began = clock64();
    const gobc_cuda_batches &batches = a.sweep.batches;
    const ChainHalf ways[2] = {half_of(0), half_of(1)};
    if (ways[0].ended == CHAINS_STOPPED || ways[1].ended == CHAINS_STOPPED) return;
    if (ways[0].ended == CHAINS_FAILED || ways[1].ended == CHAINS_FAILED) {
      report_end(batches, common.batch, ways[0].ended == CHAINS_FAILED ? ways[0].fail : ways[1].fail);
      return;
    }
    const int lanes = lanes_of(half);
    if (this->complete() && lanes > 0) {
      take(half);
      if (!this->collect_half(half)) return;
      sweep.source_weight[threadIdx.x & 31] = 1;
      if (threadIdx.x == 0) {
        sweep.sources = lanes_at(half);
        sweep.out_of_range = 0;
      }
      __syncthreads();
      if (!Sweep::pass_all(lanes, ways[half].rounds)) return;
    }
    if (threadIdx.x != 0) return;
    __threadfence();
    if (atomicAdd(global(pointer<uint32_t>(a.halves_back)) + common.slot, 1u) == 0) return; /* the other half reports */
    report_lanes(batches, common.batch, !this->complete());
    const long long out = began - ways[0].ticks - ways[1].ticks;
    report_done(batches, common.batch,
                {1, 0, 0, ways[0].rounds + ways[1].rounds, max(ways[0].longest, ways[1].longest), out, out, began});
  }
};

template <typename Rule>
INLINE void chains_out(const gobc_chain_arguments &arguments) {
  ChainWays<Rule> work;
  work.open(arguments, (int)blockIdx.x / 2);
  work.out((int)blockIdx.x % 2);
}

template <typename Rule>
INLINE void chains_back(const gobc_chain_arguments &arguments) {
  ChainWays<Rule> work;
  work.open(arguments, (int)blockIdx.x / 2);
  work.back((int)blockIdx.x % 2);
}

template <typename Rule, bool COUNTS>
INLINE void chains_nodes(const gobc_chain_arguments &arguments) {
  Chains<Rule> work(Chains<Rule>::shared());
  work.open(arguments, (int)blockIdx.x / GOBC_CHAIN_SPLIT);
  work.template all_nodes<COUNTS>((int)blockIdx.x % GOBC_CHAIN_SPLIT);
}

template <typename Rule, bool COUNTS>
INLINE void chains_targets(const gobc_chain_arguments &arguments) {
  Chains<Rule> work(Chains<Rule>::shared());
  work.open(arguments, (int)blockIdx.x / GOBC_CHAIN_SPLIT);
  work.template all_targets<COUNTS>((int)blockIdx.x % GOBC_CHAIN_SPLIT);
}

#endif
