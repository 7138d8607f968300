/*
 * The level sweep: betweenness and stress of any graph, directed or not. One thread block runs one batch of 4 G sources.
 * The contract of levels, scaling and sums is kernels/sweep.md; the reference is kernels/reference.
 * Both passes pull: forward, a new entry sums the rows of its predecessors; backward, an entry sums those of its successors.
 *   forward:  sigma(w) = sum of sigma(u)      u precedes w on the lanes that u had before this level
 *   backward: sum of g(w) over successors w; delta = sigma * sum; g = (1 + delta) / sigma in sigma's place
 * There are visited masks only, no frontier masks. Forward, a neighbor of a new entry precedes it if it is visited at all.
 * Backward, the bits of a level are cleared once it is done: a neighbor follows an entry if it is not visited. This is 14 to
 * 34 % faster than three masks.
 */
#ifndef GOBC_CUDA_SWEEP_H
#define GOBC_CUDA_SWEEP_H

#include "batch.h"
#include "edges.h"
#include "expand.h"
#include "hubs.h"
#include "needs.h"
#include "rescale.h"
#include "slot.h"

template <typename Layout, typename Needs>
using SweepShared = Shared<typename Layout::Real, Layout::WIDTH, Needs::CUTOFFS ? 3 : Needs::WEIGHS + Needs::BY_PAIR>;

template <typename Layout, typename Needs>
struct Sweep : Masks<SweepShared<Layout, Needs>, Layout::WORDS, Layout::MASKS_SHARED, Layout::THREADS> {
  typedef typename Layout::Real Real;
  static constexpr bool STRESS = Needs::STRESS, FULL = Needs::FULL, WEIGHS = Needs::WEIGHS, BY_PAIR = Needs::BY_PAIR;
  static constexpr bool CUTOFFS = Needs::CUTOFFS;
  static constexpr bool MASKS_SHARED = Layout::MASKS_SHARED;
  static constexpr int WIDTH = Layout::WIDTH, G = WIDTH / 4, WORDS = Layout::WORDS, THREADS = Layout::THREADS;
  static constexpr int WARPS = THREADS / 32, GROUPS_A_WARP = 32 / G;
  static constexpr bool SCALES =
      sizeof(Real) == 8; /* lanes out of range in single precision run again in double precision */
  static constexpr bool TOTALS_LAST =
      sizeof(Real) == 8;                             /* what passes through is added after g of all lanes is stored */
  static constexpr int NO_RECORD = -1, SOURCES = -2; /* instead of a record of scales: there is none; this is level 0 */
  static constexpr int NO_ROOM = 1, CANCELLED = 2, ALL_LOST = 3; /* why a batch stops; lost lanes are out of range */
  typedef Lanes<WORDS> Mask;
  typedef SweepShared<Layout, Needs> Common;
  typedef Masks<Common, WORDS, MASKS_SHARED, THREADS> Base;
  using Base::common;
  using Base::next;
  using Base::poll;
  using Base::visited;

  const Place<G> p;

  INLINE Sweep(Common &shared, uint32_t *dynamic_shared) : Base(shared, dynamic_shared), p(place_of<G>()) {}

  /* Computes the addresses of the block's slot; one thread calls it. */
  static INLINE void open(Common &common, const gobc_sweep_arguments &arguments, uint32_t *dynamic) {
    common.a = arguments;
    const gobc_sweep_arguments &a = common.a;
    Slot<Real> &slot = common.slot;
    const size_t at = blockIdx.x, n = a.graph.vertices, entries = a.entries;
    slot.out_offsets = pointer<uint32_t>(a.graph.out_offsets);
    slot.out_targets = pointer<int32_t>(a.graph.out_targets);
    slot.in_offsets = pointer<uint32_t>(a.graph.in_offsets);
    slot.in_targets = pointer<int32_t>(a.graph.in_targets);
    slot.sigma = pointer<Real>(a.sigma) + at * n * WIDTH;
    slot.paths_onward = STRESS ? pointer<Real>(a.paths_onward) + at * n * WIDTH : nullptr;
    Base::open_masks(common, a, at, n, dynamic);
    slot.entry_vertex = pointer<int32_t>(a.entry_vertex) + at * entries;
    slot.entry_lanes = pointer<uint32_t>(a.entry_lanes) + at * entries * WORDS;
    slot.entry_list = pointer<uint2>(a.entry_list) + at * entries;
    slot.level_end = pointer<int32_t>(a.level_end) + at * (n + 4);
    slot.long_lists = pointer<int32_t>(a.long_lists) + at * n;
    slot.scales = pointer<int16_t>(a.scales) + at * a.scale_capacity * WIDTH;
    slot.scale_level = pointer<int32_t>(a.scale_level) + at * a.scale_capacity;
    slot.parts = pointer<Real>(a.hub_rows) + at * (THREADS / G + 1) * WIDTH;
  }

  /* The entries [low, high) find those of the next level. */
  INLINE void find_next(int low, int high) {
    const Slot<Real> &slot = common.slot;
    const Search search = {global(slot.out_targets),  visited(),       next(),           slot.touched,
                           global(slot.entry_vertex), &common.entries, common.a.entries, poll()};
    expand<WARPS, G, WORDS>(search, global(slot.entry_list), global(slot.entry_lanes), low, high, &common.tile);
  }

  /* The lanes of a new entry: those just touched. */
  INLINE Mask fresh_lanes(int e) {
    return load_lanes<WORDS>(&next()[(size_t)global(common.slot.entry_vertex)[e] * WORDS]);
  }

  /* The lanes of an entry in the backward pass: those that are not out of range. */
  INLINE Mask live_lanes(int e) {
    Mask m = load_lanes<WORDS>(&global(common.slot.entry_lanes)[(size_t)e * WORDS]);
#pragma unroll
    for (int q = 0; q < WORDS; q++) m.word[q] &= ~common.out_of_range[q];
    return m;
  }

  /* What sum_hubs calls for the sum of a segment, and with the sum of a hub. */
  struct ForwardUser {
    Sweep &s;
    const Rows<Real> &rows;
    INLINE Four<Real> part(bool active, int e, uint32_t offset, int length) {
      Mask mine = no_lanes<WORDS>();
      if (active) mine = s.fresh_lanes(e);
      return segment<G, true>(s.p, rows, offset, length, mine);
    }
    INLINE void finish(bool active, int e, const Four<Real> &sum) {
      if (active) s.finish_forward(global(s.common.slot.entry_vertex)[e], lanes_of(s.fresh_lanes(e), s.p.thread), sum);
    }
  };
  template <bool PATHS>
  struct BackwardUser {
    Sweep &s;
    int record;
    INLINE Four<Real> part(bool active, int e, uint32_t offset, int length) {
      Mask mine = no_lanes<WORDS>();
      if (active) mine = s.live_lanes(e);
      const int v = FULL && active ? global(s.common.slot.entry_vertex)[e] : 0;
      return s.template successors<PATHS>(v, offset, length, mine, record);
    }
    INLINE void finish(bool active, int e, const Four<Real> &sum) {
      const uint32_t mine = active ? lanes_of(s.live_lanes(e), s.p.thread) : 0;
      s.template finish_backward<PATHS>(active ? global(s.common.slot.entry_vertex)[e] : 0, mine, sum, record);
    }
  };

  /* What long_list calls for the sum of a segment of an entry's list. */
  struct ForwardList {
    Sweep &s;
    const Rows<Real> &rows;
    const Mask &mine;
    INLINE Four<Real> part(uint32_t offset, int length) { return segment<G, true>(s.p, rows, offset, length, mine); }
  };
  template <bool PATHS>
  struct BackwardList {
    Sweep &s;
    const Mask &mine;
    int v, record;
    INLINE Four<Real> part(uint32_t offset, int length) {
      return s.template successors<PATHS>(v, offset, length, mine, record);
    }
  };

  INLINE void finish_forward(int w, uint32_t mine, const Four<Real> &sum) {
    store_kept((Four<Real> *)&global(common.slot.sigma)[(size_t)w * WIDTH + p.thread * 4], sum, mine);
    if (const uint32_t above = lanes_above(sum, scaled(Real(1), Range<Real>::RANGE)) & mine) {
      if constexpr (SCALES) common.above = 1;
      else mark_out_of_range(above);
    }
    if constexpr (STRESS) {
      /*
       * sigma * paths_onward is the number of paths through w to all later vertices. It must stay below 2^96; the limit is
       * half of that because single precision rounds.
       */
      uint32_t large = 0;
      if ((double)sum.x >= common.a.stress_most) large |= 1;
      if ((double)sum.y >= common.a.stress_most) large |= 2;
      if ((double)sum.z >= common.a.stress_most) large |= 4;
      if ((double)sum.w >= common.a.stress_most) large |= 8;
      if (large &= mine) mark_out_of_range(large);
    }
  }

  /* `lanes` are of the four lanes of this thread. */
  INLINE void mark_out_of_range(uint32_t lanes) {
    atomicOr(&common.out_of_range[p.thread / 8], lanes << (p.thread & 7) * 4);
  }

  /*
   * The new entries [low, high) sum the rows of their predecessors. Groups sum short lists, then warps the long ones, then
   * the block the very long ones. Three loops, so that each has the registers it needs.
   */
  INLINE void gather(int low, int high) {
    const Rows<Real> rows = {global(common.slot.in_targets), visited(), global(common.slot.sigma)};
    int first = take(poll(), &common.tile, GROUPS_A_WARP), second;
    int w = vertex_at(first + p.group, high);
    for (; first < high; first = second) {
      const int e = first + p.group;
      bool active = e < high;
      uint32_t offset = 0;
      int length = 0;
      Mask mine = no_lanes<WORDS>();
      second = take(poll(), &common.tile, GROUPS_A_WARP);
      const int w_second = vertex_at(second + p.group, high);
      if (active) {
        offset = global(common.slot.in_offsets)[w];
        length = (int)(global(common.slot.in_offsets)[w + 1] - offset);
        mine = load_lanes<WORDS>(&next()[(size_t)w * WORDS]);
      }
      if (length > GOBC_SEGMENT) {
        active = false;
        if (p.thread == 0) global(common.slot.long_lists)[atomicAdd(&common.long_lists, 1)] = e;
      }
      const Four<Real> sum = segment<G, true>(p, rows, offset, active ? length : 0, mine);
      if (active) finish_forward(w, lanes_of(mine, p.thread), sum);
      w = w_second;
    }
    __syncthreads();
    if (common.long_lists == 0) return;
    for (int i = take(poll(), &common.long_tile, 1); i < common.long_lists; i = take(poll(), &common.long_tile, 1)) {
      const int e = global(common.slot.long_lists)[i], w = global(common.slot.entry_vertex)[e];
      const uint32_t offset = global(common.slot.in_offsets)[w];
      const int length = (int)(global(common.slot.in_offsets)[w + 1] - offset);
      if (set_aside(e, offset, length)) continue;
      const Mask mine = fresh_lanes(e);
      ForwardList list = {*this, rows, mine};
      const Four<Real> sum = long_list<G, Real>(p, offset, length, list);
      if (p.group == 0) finish_forward(w, lanes_of(mine, p.thread), sum);
    }
    ForwardUser user = {*this, rows};
    sum_hubs<G, Real, THREADS>(p, common.hubs, global((Four<Real> *)common.slot.parts), user);
    forget_longs();
  }

  /* Between two barriers after the loop over long lists. */
  INLINE void forget_longs() {
    if (threadIdx.x == 0) common.long_lists = common.long_tile = common.hubs.count = 0;
    __syncthreads();
  }

  INLINE int vertex_at(int e, int high) { return e < high ? global(common.slot.entry_vertex)[e] : 0; }

  INLINE uint2 list_at(int e, int high, bool none) {
    return e < high && !none ? global(common.slot.entry_list)[e] : make_uint2(0, 0);
  }

  /* True if the entry's list is left to the whole block. Whole warps. */
  INLINE bool set_aside(int e, uint32_t offset, int length) {
    int kept = 0;
    if (length <= common.a.hub) return false;
    if ((threadIdx.x & 31) == 0) kept = keep_hub(common.hubs, e, offset, length);
    return __shfl_sync(EVERYONE, kept, 0) != 0;
  }

  /* The new entries become visited, and their masks and lists go to the stack. */
  INLINE void commit(int low, int high) {
    for (int e = low + (int)threadIdx.x; e < high; e += THREADS) {
      const int w = global(common.slot.entry_vertex)[e];
      bool first;
      store_lanes<WORDS>(&global(common.slot.entry_lanes)[(size_t)e * WORDS], this->visit(w, first));
      const uint32_t offset = global(common.slot.out_offsets)[w];
      global(common.slot.entry_list)[e] = make_uint2(offset, global(common.slot.out_offsets)[w + 1] - offset);
    }
  }

  INLINE Real target_of(int v) {
    if constexpr (WEIGHS)
      if (!FULL || common.a.target_weight) return global(pointer<double>(common.a.target_weight))[v];
    return 1;
  }

#include "sweep_cutoffs.h"
#include "sweep_demand.h"

  /* Of an entry from the sums over its successors: PATHS stress and the paths onward, otherwise delta and g. */
  template <bool PATHS>
  INLINE void finish_backward(int v, uint32_t mine, const Four<Real> &sum, int record) {
    if constexpr (PATHS) finish_paths(v, mine, sum, record);
    else finish_delta(v, mine, sum, record);
  }

  INLINE void finish_paths(int v, uint32_t mine, const Four<Real> &sum, int record) {
    if constexpr (FULL)
      if (record == SOURCES) return add_onward(v, mine, sum);
    const Real target = target_of(v);
    Four<Real> s = four<Real>(0);
    if (mine) s = *(const Four<Real> *)&global(common.slot.sigma)[(size_t)v * WIDTH + p.thread * 4];
    word64 digit[3] = {0, 0, 0};
    Four<double> paths = {(double)s.x * (double)sum.x, (double)s.y * (double)sum.y, (double)s.z * (double)sum.z,
                          (double)s.w * (double)sum.w};
    if constexpr (WEIGHS) multiply(paths, *(const Four<double> *)&common.weight[p.thread * 4]);
    if (mine & 1) add_digits(paths.x, digit);
    if (mine & 2) add_digits(paths.y, digit);
    if (mine & 4) add_digits(paths.z, digit);
    if (mine & 8) add_digits(paths.w, digit);
    add_stress<G>(common.a.totals, v, p.thread, digit);
    Four<Real> up = sum;
    add(up, four<Real>(target));
    if (mine) store_kept((Four<Real> *)&global(common.slot.paths_onward)[(size_t)v * WIDTH + p.thread * 4], up, mine);
  }

  /* If the next level has a record of scales, its rows hold g times 2^exponent, and the exponents are taken back. */
  INLINE void finish_delta(int v, uint32_t mine, const Four<Real> &sum, int record) {
    if (FULL && record == SOURCES) return; /* for sources only the arcs count */
    const Four<Real> target = targets_of(v, mine);
    Four<Real> *row = (Four<Real> *)&global(common.slot.sigma)[(size_t)v * WIDTH + p.thread * 4];
    Four<Real> *share = CUTOFFS ? (Four<Real> *)&global(rows_back())[(size_t)v * WIDTH + p.thread * 4] : row;
    Four<Real> s = four<Real>(1), g, d;
    if (mine) s = *row;
    int factor[4] = {0, 0, 0, 0};
    if (SCALES && record >= 0) {
#pragma unroll
      for (int k = 0; k < 4; k++) factor[k] = global(common.slot.scales)[(size_t)record * WIDTH + p.thread * 4 + k];
    }
    word64 coarse = 0, fine = 0;
    g.x = finish_lane(mine & 1, s.x, sum.x, factor[0], target.x, d.x, coarse, fine);
    g.y = finish_lane(mine & 2, s.y, sum.y, factor[1], target.y, d.y, coarse, fine);
    g.z = finish_lane(mine & 4, s.z, sum.z, factor[2], target.z, d.z, coarse, fine);
    g.w = finish_lane(mine & 8, s.w, sum.w, factor[3], target.w, d.w, coarse, fine);
    if (mine) store_kept(share, g, mine);
    if constexpr (WEIGHS) multiply(d, *(const Four<double> *)&common.weight[p.thread * 4]);
    if constexpr (TOTALS_LAST) {
      if (mine & 1) add_units(d.x, coarse, fine);
      if (mine & 2) add_units(d.y, coarse, fine);
      if (mine & 4) add_units(d.z, coarse, fine);
      if (mine & 8) add_units(d.w, coarse, fine);
    }
    add_delta<G>(common.a.totals, v, p.thread, coarse, fine);
  }

  /* Every source has one lane. */
  INLINE void add_onward(int source, uint32_t mine, const Four<Real> &paths) {
    if (!common.a.totals.paths_onward || !mine) return;
    const Real one = mine & 1 ? paths.x : mine & 2 ? paths.y : mine & 4 ? paths.z : paths.w;
    global(pointer<double>(common.a.totals.paths_onward))[source] = one;
  }

  /* g of a lane, and d for the totals. */
  INLINE Real finish_lane(bool counts, Real s, Real sum, int exponent, Real target, Real &d, word64 &coarse,
                          word64 &fine) {
    if (SCALES && exponent) sum = scaled(sum, -exponent);
    d = s * sum;
    if (!TOTALS_LAST && counts) add_units((double)d, coarse, fine);
    return (d + target) / s;
  }

  INLINE void unscale(Four<Real> &row, int record) {
    const int16_t *exponent = &global(common.slot.scales)[(size_t)record * WIDTH + p.thread * 4];
    row.x = scaled(row.x, -exponent[0]);
    row.y = scaled(row.y, -exponent[1]);
    row.z = scaled(row.z, -exponent[2]);
    row.w = scaled(row.w, -exponent[3]);
  }

  /*
   * The sum over `length` places, at most 64, of the out-list of v from `offset` on. Full instances also add to the totals of
   * these arcs. Whole warps; `mine` is empty in groups without a list.
   */
  template <bool PATHS>
  INLINE Four<Real> successors(int v, uint32_t offset, int length, const Mask &mine, int record) {
    const Rows<Real> rows = {global(common.slot.out_targets), visited(),
                             global(PATHS ? common.slot.paths_onward : rows_back())};
    if constexpr (!FULL) {
      return segment<G, false>(p, rows, offset, length, mine);
    } else {
      const uint32_t own = lanes_of(mine, p.thread);
      Four<double> sigma = four<Real>(0);
      if (own) sigma = *(const Four<Real> *)&global(common.slot.sigma)[(size_t)v * WIDTH + p.thread * 4];
      /* If this leaves the normal numbers, the terms are far below 2^-64, as g is at most 2^931. */
      if (record >= 0) unscale(sigma, record);
      keep_only(sigma, own); /* old values may be infinite, and zero times infinity is NaN */
      const double *weight = common.a.source_weight ? common.weight : nullptr;
      if constexpr (!PATHS) multiply(sigma, *(const Four<double> *)&common.weight[p.thread * 4]);
      const gobc_address &totals = PATHS ? common.a.totals.edge_stress : common.a.totals.edge_delta;
      return arcs_of<G, PATHS>(p, rows, offset, length, mine, {sigma, totals != 0, PATHS ? weight : nullptr, totals});
    }
  }

  /* False if stress alone is asked for, of vertices or of edges: g is not computed, and rows keep sigma. */
  INLINE bool has_delta() { return !STRESS || common.a.totals.delta[0]; }

  /* The entries [low, high) sum the rows of their successors, unless this is the deepest level. Loops as in gather. */
  INLINE void gather_back(int low, int high, bool deepest, int record) {
    int first = take(poll(), &common.tile, GROUPS_A_WARP), second;
    int v = vertex_at(first + p.group, high);
    uint2 list = list_at(first + p.group, high, deepest);
    for (; first < high; first = second) {
      const int e = first + p.group;
      bool active = e < high;
      Mask mine = no_lanes<WORDS>();
      if (active) mine = live_lanes(e);
      second = take(poll(), &common.tile, GROUPS_A_WARP);
      const int v_second = vertex_at(second + p.group, high);
      const uint2 list_second = list_at(second + p.group, high, deepest);
      if (list.y > GOBC_SEGMENT) {
        active = false;
        if (p.thread == 0) global(common.slot.long_lists)[atomicAdd(&common.long_lists, 1)] = e;
      }
      const uint32_t own = active ? lanes_of(mine, p.thread) : 0;
      const int length = active ? (int)list.y : 0;
      if constexpr (STRESS) finish_backward<true>(v, own, successors<true>(v, list.x, length, mine, record), record);
      if (has_delta()) finish_backward<false>(v, own, successors<false>(v, list.x, length, mine, record), record);
      v = v_second;
      list = list_second;
    }
    __syncthreads();
    if (common.long_lists == 0) return;
    for (int i = take(poll(), &common.long_tile, 1); i < common.long_lists; i = take(poll(), &common.long_tile, 1)) {
      const int e = global(common.slot.long_lists)[i];
      const uint2 list = global(common.slot.entry_list)[e];
      if (set_aside(e, list.x, (int)list.y)) continue;
      if constexpr (STRESS) sum_long<true>(e, list, record);
      if (has_delta()) sum_long<false>(e, list, record);
    }
    if constexpr (STRESS) sum_hubs_back<true>(record);
    if (has_delta()) sum_hubs_back<false>(record);
    forget_longs();
  }

  template <bool PATHS>
  INLINE void sum_long(int e, const uint2 &list, int record) {
    const Mask mine = live_lanes(e);
    const int v = global(common.slot.entry_vertex)[e];
    BackwardList<PATHS> segments = {*this, mine, v, record};
    const Four<Real> sum = long_list<G, Real>(p, list.x, (int)list.y, segments);
    finish_backward<PATHS>(v, p.group == 0 ? lanes_of(mine, p.thread) : 0, sum, record);
  }

  /*
   * The paths from each source, whose number is its lane, where arcs do not count; in the order of sums.h. A warp reads a list,
   * its first thread adds. In gather_back this would make the loop of all levels 5 % longer; with shuffles or rows of four
   * lanes, wide batches spill registers there.
   */
  INLINE void sum_sources(int lanes) {
    const int thread = (int)threadIdx.x & 31;
    volatile Real *paths = global(common.slot.parts) + (threadIdx.x - thread);
    for (int lane = (int)threadIdx.x / 32; lane < lanes; lane += WARPS) {
      const uint2 list = global(common.slot.entry_list)[lane];
      Real total = 0, part = 0;
      for (uint32_t at = 0; at < list.y; at += 32) {
        Real one = 0;
        if (at + thread < list.y) {
          const size_t u = global(common.slot.out_targets)[list.x + at + thread];
          if (!(visited()[u * WORDS + lane / 32] >> (lane & 31) & 1))
            one = global(common.slot.paths_onward)[u * WIDTH + lane];
        }
        paths[thread] = one;
        __syncwarp();
        if (at % GOBC_SEGMENT == 0) {
          total += part;
          part = 0;
        }
        if (thread == 0)
          for (int k = 0; k < 32; k++) part += paths[k];
        __syncwarp();
      }
      if (thread == 0 && !(common.out_of_range[lane / 32] >> (lane & 31) & 1))
        global(pointer<double>(common.a.totals.paths_onward))[global(common.slot.entry_vertex)[lane]] = total + part;
    }
  }

  template <bool PATHS>
  INLINE void sum_hubs_back(int record) {
    BackwardUser<PATHS> user = {*this, record};
    sum_hubs<G, Real, THREADS>(p, common.hubs, global((Four<Real> *)common.slot.parts), user);
  }

  /* Clears the lanes of the entries [low, high) in the visited masks. */
  INLINE void clear(int low, int high) {
    for (int e = low + (int)threadIdx.x; e < high; e += THREADS) {
      const size_t w = (size_t)global(common.slot.entry_vertex)[e] * WORDS;
      store_lanes<WORDS>(&visited()[w],
                         both<true>(load_lanes<WORDS>(&visited()[w]),
                                    load_lanes<WORDS>(&global(common.slot.entry_lanes)[(size_t)e * WORDS])));
    }
  }

  /* Zeroes all masks of the slot after a batch that stopped. */
  static __device__ __noinline__ void clean(Common &common) {
    const size_t n = common.a.graph.vertices;
    for (size_t i = threadIdx.x; i < n * WORDS; i += THREADS) common.slot.visited[i] = common.slot.next[i] = 0;
    for (size_t i = threadIdx.x; i < n / 32 + 1; i += THREADS) common.slot.touched[i] = 0;
    __syncthreads();
  }

  INLINE void start(int batch, int lanes) {
    const int32_t *sources = sources_of(common.a.batches, batch);
    for (int lane = threadIdx.x; lane < lanes; lane += THREADS) {
      const int s = sources[lane];
      store_lanes<WORDS>(&global(common.slot.entry_lanes)[(size_t)lane * WORDS], this->visit_source(s, lane));
      global(common.slot.sigma)[(size_t)s * WIDTH + lane] = Real(1);
      global(common.slot.entry_vertex)[lane] = s;
      global(common.slot.entry_list)[lane] =
          make_uint2(global(common.slot.out_offsets)[s],
                     global(common.slot.out_offsets)[s + 1] - global(common.slot.out_offsets)[s]);
    }
    if constexpr (WEIGHS) {
      if (threadIdx.x < WIDTH)
        common.weight[threadIdx.x] = (int)threadIdx.x < lanes ? weight_of_source(common.a, batch, threadIdx.x) : 1;
    }
    if (threadIdx.x == 0) {
      global(common.slot.level_end)[0] = 0;
      global(common.slot.level_end)[1] = lanes;
      common.entries = lanes;
      common.above = common.scales = common.stop = common.cancelled = 0;
      common.tile = 0;
      common.hubs.count = common.long_lists = common.long_tile = 0;
    }
    if (threadIdx.x < WORDS) common.out_of_range[threadIdx.x] = 0;
    __syncthreads();
  }

  /* The number of lanes that are out of range. */
  INLINE int lost() {
    int count = 0;
    for (int q = 0; q < WORDS; q++) count += __popc(common.out_of_range[q]);
    return count;
  }

  /* Returns the deepest level, or -1 if the block must stop. At the top of the loop, [low, high) are the entries of `level`. */
  INLINE int forward(int lanes) {
    int level = 0, low = 0, high = lanes;
    for (;;) {
      if (level == common.a.levels) return level;
      find_next(low, high);
      __syncthreads();
      const int end = common.entries;
      if (threadIdx.x == 0) {
        common.tile = high;
        common.stop = common.cancelled ? CANCELLED : lost() == lanes ? ALL_LOST : end > common.a.entries ? NO_ROOM : 0;
      }
      __syncthreads();
      if (common.stop) return -1;
      if (end == high) return level;
      gather(high, end);
      commit(high, end);
      level++;
      if (threadIdx.x == 0) {
        global(common.slot.level_end)[level + 1] = end;
        common.tile = high;
      }
      __syncthreads();
      if constexpr (SCALES)
        if (common.above) rescale<WIDTH, STRESS, THREADS>(common, level, high, end);
      low = high;
      high = end;
    }
  }

  /*
   * From the deepest level to level 1, as sources get nothing; to level 0 if arcs count. Level 1 never has a record of scales,
   * as its path counts are numbers of parallel edges. Rows of deeper levels hold g. False if the block must stop.
   */
  INLINE bool backward(int batch, int deepest, int lanes) {
    const int last = FULL ? 0 : 1;
    if constexpr (BY_PAIR) {
      if (threadIdx.x == 0) common.next_factor = factor_at(deepest);
      start_back(common, visited(), batch, lanes);
    }
    int records = common.scales;
    if constexpr (CUTOFFS)
      while (records > 0 && global(common.slot.scale_level)[records - 1] > deepest) records--;
    for (int level = deepest; level >= last; level--) {
      const int low = global(common.slot.level_end)[level], high = global(common.slot.level_end)[level + 1];
      const bool undo = records > 0 && global(common.slot.scale_level)[records - 1] == level + 1;
      if (undo) records--;
      if (threadIdx.x == 0) {
        common.tile = low;
        if (common.cancelled) common.stop = CANCELLED;
        if constexpr (BY_PAIR) common.factor = common.next_factor;
      }
      __syncthreads();
      if (common.stop) return false;
      if constexpr (BY_PAIR)
        if (threadIdx.x == THREADS - 1) common.next_factor = factor_at(level - 1);
      gather_back(low, high, level == deepest, FULL && level == 0 ? SOURCES : undo ? records : NO_RECORD);
      clear(low, high);
    }
    __syncthreads(); /* a source may be an entry of level 1 on another lane */
    if constexpr (STRESS && WEIGHS && !FULL) {
      if (common.a.totals.paths_onward && deepest > 0) sum_sources(lanes);
      __syncthreads();
    }
    clear(0, global(common.slot.level_end)[1]);
    if constexpr (BY_PAIR) end_back(common, batch, lanes);
    __syncthreads();
    return true;
  }

  INLINE void report(int batch, int lanes, int deepest, long long began, long long turned) {
    uint32_t *out_of_range = global(pointer<uint32_t>(common.a.batches.out_of_range)) + (size_t)batch * WORDS;
    if (threadIdx.x < WORDS) out_of_range[threadIdx.x] = common.out_of_range[threadIdx.x];
    report_done(common.a.batches, batch, {lanes, common.entries, deepest, 0, 0, began, began, turned});
  }

  INLINE void run() {
    if (MASKS_SHARED || common.a.shared_touched) this->zero_shared();
    for (;;) {
      const int batch = take_batch(common.batch, common.a.batches);
      if (batch < 0) return;
      const long long began = clock64();
      const int lanes = sources_in(common.a.batches, batch);
      start(batch, lanes);
      const int deepest = forward(lanes);
      const long long turned = clock64();
      if (deepest >= 0) {
        if constexpr (CUTOFFS) {
          if (!ways_back(batch, deepest, lanes)) return;
        } else {
          if (!backward(batch, deepest, lanes)) return;
        }
      } else {
        if (common.stop == CANCELLED) return;
        clean(common);
      }
      if (common.stop == NO_ROOM) report_end(common.a.batches, batch, GOBC_BATCH_NO_CAPACITY);
      else report(batch, lanes, max(deepest, 0), began, turned);
    }
  }
};

template <typename Layout, typename Needs>
INLINE void run_sweep(const typename Needs::Arguments &arguments) {
  GOBC_DYNAMIC_SHARED(uint32_t, dynamic);
  __shared__ SweepShared<Layout, Needs> common;
  typedef Sweep<Layout, Needs> Work;
  if constexpr (Needs::BY_PAIR) {
    if (threadIdx.x == 0) {
      Work::open(common, arguments.sweep, dynamic);
      common.demand.open(arguments.demand, blockIdx.x, common.a.graph.vertices);
    }
  } else if constexpr (Needs::CUTOFFS) {
    if (threadIdx.x == 0) {
      Work::open(common, arguments.sweep, dynamic);
      Work::open_cutoffs(common, arguments.cutoffs);
    }
  } else {
    if (threadIdx.x == 0) Work::open(common, arguments, dynamic);
  }
  __syncthreads();
  Work sweep(common, dynamic);
  sweep.run();
}

/*
 * The kernels of an instance, by width and with the masks in shared memory: gobc_sweep_w16_f32, gobc_sweep_w32_shared_f32 and
 * so on. NARROW is the number of threads of blocks up to width 32. What is FULL or weighs is in double precision.
 */
#define GOBC_SWEEP(WIDTH, REAL, NAME, MASKS_SHARED, THREADS, NEEDS)                                                    \
  GOBC_KERNEL(gobc_sweep_w##WIDTH##_##NAME, NEEDS::Arguments, THREADS, 1) {                                            \
    run_sweep<Layout<WIDTH, REAL, GOBC_THREADS(THREADS), MASKS_SHARED>, NEEDS>(*arguments);                            \
  }
#define GOBC_SWEEPS(REAL, NAME, NARROW, NEEDS)                                                                         \
  GOBC_SWEEP(16, REAL, NAME, false, NARROW, NEEDS)                                                                     \
  GOBC_SWEEP(32, REAL, NAME, false, NARROW, NEEDS)                                                                     \
  GOBC_SWEEP(32, REAL, shared_##NAME, true, NARROW, NEEDS)                                                             \
  GOBC_SWEEP(64, REAL, NAME, false, 1024, NEEDS)                                                                       \
  GOBC_SWEEP(128, REAL, NAME, false, 1024, NEEDS)

#endif
