/*
 * The smallest components: a block sweeps a batch of sources of one component in shared memory, lists included. Batches have
 * the sources `first[b]` to `first[b + 1]`, at most 32 of them, the lanes; their component has the vertices of `ranges`.
 *
 * A group of 8 threads works on a vertex, each of its threads on four lanes. `planes` holds the distance of a vertex from the
 * source of each lane, plus 1, bit by bit; 0 is not reached. `front` holds the lanes of the vertices of two levels. Successors
 * of sources are reached from these. Then both passes pull: forward a vertex sums the path counts of its predecessors on its
 * unreached lanes, backward the values g = (1 + dependency) / count of its successors. A thread reads a number of a row on
 * the lanes of one level alone, and writes on those of another, so that one barrier a level suffices. Sums have the order of
 * sums.h: the bits are those of the other sweeps.
 */
#ifndef GOBC_CUDA_COMPONENTS_H
#define GOBC_CUDA_COMPONENTS_H

#include "lists.h"
#include "range.h"
#include "sums.h"
#include "totals.h"

struct ComponentShared {
  gobc_component_arguments a;
  int place, stop;
  uint32_t out_of_range; /* lanes */
  ListsShared lists;
};

template <typename Real>
struct Component {
  static constexpr int G = 8, K = 4, WIDTH = G * K;
  static constexpr int PLANES = 8;                 /* of components of fewer than 255 vertices */
  static constexpr int PLACES = 16 / sizeof(Real); /* groups whose rows would meet in a bank */
  ComponentShared &common;
  const Place<G> p;
  const int groups, group; /* of the block; of this thread */
  int first, n, lanes;     /* the component; the batch */
  uint32_t all;            /* lanes of the batch */
  int lane[K];             /* of this thread */
  uint32_t bit[K];         /* of these lanes */
  uint32_t lane_at[K];     /* addresses of these lanes in the first row */
  Lists lists;
  Shared<Real> row;                /* [n][WIDTH] */
  Shared<uint32_t> planes, seen;   /* [PLANES][n], [n] */
  Shared<uint32_t> front_of_level; /* [2][n + 1] */

  INLINE Component(ComponentShared &shared)
      : common(shared), p(place_of<G>()), groups((int)blockDim.x / G), group((int)threadIdx.x / G) {
    /* Groups whose rows would meet in a bank take their lanes in different orders. */
#pragma unroll
    for (int k = 0; k < K; k++) {
      lane[k] = p.thread + G * (k ^ (p.group & (PLACES - 1)));
      bit[k] = 1u << lane[k];
    }
  }

  INLINE Shared<uint32_t> front(int level) {
    Shared<uint32_t> at = {front_of_level.end((level & 1) * (n + 1))};
    keep_in_register(at.at);
    return at;
  }

  /* Divides the shared memory up; kernels/cuda/components.go counts the same bytes. */
  INLINE void divide(const ComponentBatch &b) {
    const bool directed = common.a.graph.in_offsets != common.a.graph.out_offsets;
    first = b.first;
    n = b.n;
    lanes = b.lanes;
    all = ((1ull << lanes) - 1);
    row.at = shared_base();
#pragma unroll
    for (int k = 0; k < K; k++) lane_at[k] = row.address(lane[k]);
    planes.at = lists.divide(row.end(n * WIDTH), b, directed);
    front_of_level.at = planes.end(PLANES * n);
    seen.at = front_of_level.end(2 * (n + 1));
  }

  /* Copies the lists and starts the lanes: the source and its successors are found. */
  INLINE void start(int batch) {
    ComponentBatch b;
    b.load(common.a, batch);
    divide(b);
    for (int i = threadIdx.x; i < PLANES * n; i += blockDim.x) planes[i] = 0;
    for (int i = threadIdx.x; i < 2 * (n + 1); i += blockDim.x) front_of_level[i] = 0;
    if (threadIdx.x == 0) common.out_of_range = 0;
    lists.take(common.a.graph, b, {row.at}, common.lists);
    for (int l = group; l < lanes; l += groups) {
      const int v = common.lists.source[l];
      if (p.thread == 0) {
        planes[v] = (1u << l);
        row[v * WIDTH + l] = Real(1);
      }
      if (common.a.levels > 0) reach_successors(v, l);
    }
    __syncthreads();
    for (int v = threadIdx.x; v < n; v += blockDim.x) {
      const uint32_t found = front(1)[v];
      seen[v] = planes[v] | found;
      planes[n + v] = found;
    }
    __syncthreads();
  }

  /* The successors of the source of a lane, with a path for each place of the list that they are at. */
  INLINE void reach_successors(int source, int l) {
    const uint32_t word = lists.out.list[source];
    const Shared<uint16_t> ids = {lists.out.chunks.address(word >> 16)};
    const int length = word & 0xffff;
    for (int i = p.thread; i < length; i += G) {
      const int u = ids[i];
      if (u == source || (i > 0 && ids[i - 1] == u)) continue;
      int paths = 1;
      while (i + paths < length && ids[i + paths] == u) paths++;
      row[u * WIDTH + l] = Real(paths);
      atomicOr(&front(1)[u], 1u << l);
    }
  }

  /* Sums the rows of the vertices of a list, on the lanes `mine` of those in front. Returns the lanes that had any. */
  INLINE uint32_t sum_list(const ComponentLists &lists, int v, Shared<uint32_t> front, uint32_t mine,
                           Real (&total)[K]) {
    const uint32_t word = lists.list[v];
    const int length = word & 0xffff;
    Shared<uint2> chunks = {lists.chunks.address(word >> 16)};
    uint32_t found = 0, keep[K];
#pragma unroll
    for (int k = 0; k < K; k++) {
      keep[k] = bit[k] & mine;
      total[k] = 0;
    }
    for (int left = length; left > 0; left -= GOBC_SEGMENT) {
      const uint32_t end = chunks.end((min(left, GOBC_SEGMENT) + 3) / 4);
      Real part[K];
#pragma unroll
      for (int k = 0; k < K; k++) part[k] = 0;
#pragma unroll 1
      for (; chunks.at < end; chunks.at = chunks.end(1)) {
        int u[4];
        unpack(chunks[0], u);
        uint32_t on[4];
#pragma unroll
        for (int i = 0; i < 4; i++) on[i] = front[u[i]];
#pragma unroll
        for (int i = 0; i < 4; i++) {
          found |= on[i];
          add_lanes<0>(on[i], keep, (uint32_t)u[i] * (uint32_t)(WIDTH * sizeof(Real)), part);
        }
      }
#pragma unroll
      for (int k = 0; k < K; k++) total[k] += part[k];
    }
    return (found & mine);
  }

  /* Adds what a row has on the lanes from the k-th on. */
  template <int k>
  INLINE void add_lanes(uint32_t on, const uint32_t (&keep)[K], uint32_t row, Real (&part)[K]) {
    Real x;
    load_where<k / PLACES * PLACES * G *(int)sizeof(Real)>(on, keep[k], lane_at[k % PLACES] + row, x);
    part[k] += x;
    if constexpr (k + 1 < K) add_lanes<k + 1>(on, keep, row, part);
  }

  /* Keeps the path counts of v on the lanes that have found it. */
  INLINE void keep_counts(int v, uint32_t found, const Real (&sum)[K]) {
    const Real most = scaled(Real(1), Range<Real>::RANGE);
    uint32_t large = 0;
#pragma unroll
    for (int k = 0; k < K; k++) {
      if (!(found & bit[k])) continue;
      row[v * WIDTH + lane[k]] = sum[k];
      if (!(sum[k] <= most)) large |= bit[k];
    }
    if (large) atomicOr(&common.out_of_range, large);
  }

  INLINE void keep_level(int v, int level, uint32_t found) {
    front(level)[v] = found;
    if (!found) return;
    seen[v] |= found;
#pragma unroll
    for (int b = 0; b < PLANES; b++)
      if ((level + 1) >> b & 1) planes[b * n + v] |= found;
  }

  /* Sums path counts level by level. Returns the last level. */
  INLINE int forward() {
    if (common.a.levels < 1) return 0;
    for (int level = 2; level <= common.a.levels; level++) {
      uint32_t any = 0;
      for (int v = group; v - p.group < n; v += groups) {
        uint32_t found = 0;
        if (v < n) {
          const uint32_t left = all & ~seen[v];
          if (left) {
            Real sum[K];
            found = sum_list(lists.in, v, front(level - 1), left, sum);
            if (found) keep_counts(v, found, sum);
          }
        }
        __syncwarp(); /* the group has read what its first thread changes */
        if (v < n && p.thread == 0) keep_level(v, level, found);
        any |= found;
      }
      if (!__syncthreads_or(any)) return level - 1;
    }
    return common.a.levels;
  }

  /* The lanes on which v is at a level. */
  INLINE uint32_t at_level(int v, int level, int used) {
    uint32_t mine = all;
    for (int b = 0; b < used; b++) {
      const uint32_t plane = planes[b * n + v];
      mine &= (level + 1) >> b & 1 ? plane : ~plane;
    }
    return mine;
  }

  /* Adds up dependencies, from the last level on. */
  INLINE void backward(int last) {
    int used = 1; /* planes */
    while ((last + 1) >> used) used++;
    const uint32_t counts = all & ~common.out_of_range;
    for (int level = last; level > 0; level--) {
      for (int v = group; v - p.group < n; v += groups) {
        word64 coarse = 0, fine = 0;
        uint32_t mine = 0;
        if (v < n) {
          mine = at_level(v, level, used) & counts;
          if (p.thread == 0) front(level)[v] = mine;
        }
        if (mine) {
          Real sum[K];
#pragma unroll
          for (int k = 0; k < K; k++) sum[k] = 0;
          if (level < last) sum_list(lists.out, v, front(level + 1), mine, sum);
#pragma unroll
          for (int k = 0; k < K; k++)
            if (mine & bit[k]) finish(row[v * WIDTH + lane[k]], sum[k], level, level < last, coarse, fine);
        }
        if (level < last && __any_sync(EVERYONE, mine != 0))
          add_delta<G>(common.a.totals, first + (v < n ? lists.original[v] : 0), p.thread, coarse, fine);
      }
      __syncthreads();
    }
  }

  /* Nothing depends on the last level, and nobody reads a number of the first. */
  INLINE void finish(Real &count, Real sum, int level, bool adds, word64 &coarse, word64 &fine) {
    const Real s = count, d = s * sum;
    if (adds) add_units((double)d, coarse, fine);
    if (level > 1) count = (d + Real(1)) / s;
  }

  INLINE void run() {
    for (;;) {
      const int batch = take_batch(common.place, common.a.batches);
      if (batch < 0) return;
      const long long began = clock64();
      if (threadIdx.x == 0) common.stop = cancelled(common.a.batches);
      start(batch);
      if (common.stop) return;
      const long long searched = clock64();
      const int last = forward();
      const long long turned = clock64();
      backward(last);
      report_lanes(common.a.batches, batch, common.out_of_range);
      report_done(common.a.batches, batch, {lanes, n, last, 0, 0, began, searched, turned});
    }
  }
};

template <typename Real>
INLINE void run_components(const gobc_component_arguments &arguments) {
  __shared__ ComponentShared common;
  if (threadIdx.x == 0) common.a = arguments;
  __syncthreads();
  Component<Real> work(common);
  work.run();
}

#endif
