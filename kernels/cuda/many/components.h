/*
 * Small components: a block sweeps a batch of sources of one component in shared memory, lists included. Batches have the
 * sources `first[b]` to `first[b + 1]`, at most 8 * K of them, the lanes; their component has the vertices of `ranges`.
 *
 * A group of 8 threads works on a vertex, each of its threads on K lanes. `planes` holds the distance of a vertex from the
 * source of each lane, plus 1, bit by bit; 0 is not reached. `front` holds the lanes of the vertices of two levels. Both
 * passes pull: forward a vertex sums the path counts of its predecessors on its unreached lanes, backward the values
 * g = (1 + dependency) / count of its successors. A thread reads a number of a row on the lanes of one level alone, and
 * writes on those of another, so that one barrier a level suffices. Sums have the order of sums.h: the bits are those of the
 * other sweeps.
 */
#ifndef GOBC_CUDA_COMPONENTS_H
#define GOBC_CUDA_COMPONENTS_H

#include "batch.h"
#include "range.h"
#include "sums.h"
#include "totals.h"

template <int K>
struct MaskOf;
template <>
struct MaskOf<1> {
  typedef uint8_t type;
};
template <>
struct MaskOf<2> {
  typedef uint16_t type;
};
template <>
struct MaskOf<4> {
  typedef uint32_t type;
};

struct ComponentShared {
  gobc_component_arguments a;
  int place, stop;
  uint32_t out_of_range; /* lanes */
};

/* Lists of 16-bit IDs in chunks of four. The component's number of vertices stands where a list has ended. */
struct ComponentLists {
  uint32_t *list; /* of a vertex: first chunk << 16 | length */
  uint2 *chunks;
};

template <typename Real, int K>
struct Component {
  static constexpr int G = 8, WIDTH = G * K;
  static constexpr int PLANES = 8, DEEPEST = (1 << PLANES) - 2;
  typedef typename MaskOf<K>::type Mask;
  ComponentShared &common;
  const Place<G> p;
  const int groups, group; /* of the block; of this thread */
  int first, n, lanes;     /* the component; the batch */
  Mask all;                /* lanes of the batch */
  int lane[K];             /* of this thread */
  ComponentLists out, in;
  Real *row;            /* [n][WIDTH] */
  Mask *planes, *seen;  /* [PLANES][n], [n] */
  Mask *front_of_level; /* [2][n + 1] */

  INLINE Component(ComponentShared &shared)
      : common(shared), p(place_of<G>()), groups((int)blockDim.x / G), group((int)threadIdx.x / G) {
    /* Groups of a half-warp begin with other lanes, so that their rows do not meet in a bank. */
#pragma unroll
    for (int k = 0; k < K; k++) lane[k] = p.thread + G * ((k + p.group) & (K - 1));
  }

  INLINE Mask *front(int level) { return front_of_level + (level & 1) * (n + 1); }

  /* Divides the shared memory up; kernels/cuda/components.go counts the same bytes. Returns the lists' first arcs. */
  INLINE void divide(word64 *memory, uint32_t out_arcs, uint32_t in_arcs) {
    const bool directed = common.a.graph.in_offsets != common.a.graph.out_offsets;
    row = (Real *)memory;
    out.chunks = (uint2 *)(row + (size_t)n * WIDTH);
    in.chunks = out.chunks;
    uint2 *end = out.chunks + out_arcs / 4 + n;
    if (directed) {
      in.chunks = end;
      end += in_arcs / 4 + n;
    }
    out.list = (uint32_t *)end;
    in.list = directed ? out.list + n : out.list;
    planes = (Mask *)(in.list + n);
    seen = planes + PLANES * n;
    front_of_level = seen + n;
  }

  INLINE void copy_lists(const ComponentLists &to, gobc_address offsets_at, gobc_address targets_at, uint32_t start) {
    const uint32_t *offsets = global(pointer<uint32_t>(offsets_at)) + first;
    const int32_t *targets = global(pointer<int32_t>(targets_at));
    for (int v = group; v < n; v += groups) {
      const uint32_t offset = offsets[v], length = offsets[v + 1] - offset;
      const uint32_t chunk = (offset - start) / 4 + v; /* no list begins within another */
      uint16_t *ids = (uint16_t *)(to.chunks + chunk);
      if (p.thread == 0) to.list[v] = chunk << 16 | length;
      for (uint32_t i = p.thread; i < (length + 3) / 4 * 4; i += G)
        ids[i] = (uint16_t)(i < length ? targets[offset + i] - first : n);
    }
  }

  /* Copies the lists and starts the lanes. */
  INLINE void start(int batch, word64 *memory) {
    const int32_t *range = global(pointer<int32_t>(common.a.ranges)) + 2 * (size_t)batch;
    const int32_t *places = global(pointer<int32_t>(common.a.first)) + batch;
    const gobc_cuda_graph &graph = common.a.graph;
    const uint32_t *out_offsets = global(pointer<uint32_t>(graph.out_offsets));
    const uint32_t *in_offsets = global(pointer<uint32_t>(graph.in_offsets));
    first = range[0];
    n = range[1];
    lanes = places[1] - places[0];
    all = (Mask)((1ull << lanes) - 1);
    const uint32_t out_start = out_offsets[first], in_start = in_offsets[first];
    divide(memory, out_offsets[first + n] - out_start, in_offsets[first + n] - in_start);
    copy_lists(out, graph.out_offsets, graph.out_targets, out_start);
    if (in.list != out.list) copy_lists(in, graph.in_offsets, graph.in_targets, in_start);
    for (int i = threadIdx.x; i < PLANES * n; i += blockDim.x) planes[i] = 0;
    for (int v = threadIdx.x; v < n; v += blockDim.x) seen[v] = 0;
    for (int i = threadIdx.x; i < 2 * (n + 1); i += blockDim.x) front_of_level[i] = 0;
    if (threadIdx.x == 0) common.out_of_range = 0;
    __syncthreads();
    const int32_t *sources = global(pointer<int32_t>(common.a.batches.sources)) + places[0];
    if ((int)threadIdx.x < lanes) {
      const int v = sources[threadIdx.x] - first;
      const Mask mine = (Mask)(1u << threadIdx.x);
      planes[v] = mine;
      seen[v] = mine;
      front(0)[v] = mine;
      row[(size_t)v * WIDTH + threadIdx.x] = Real(1);
    }
    __syncthreads();
  }

  /* Sums the rows of the vertices of a list, on the lanes `mine` of those in front. Returns the lanes that had any. */
  INLINE Mask sum_list(const ComponentLists &lists, int v, const Mask *front, Mask mine, Real (&total)[K]) {
    const uint32_t word = lists.list[v];
    const int length = word & 0xffff;
    const uint2 *chunk = lists.chunks + (word >> 16);
    Real part[K];
    Mask found = 0;
#pragma unroll
    for (int k = 0; k < K; k++) part[k] = total[k] = 0;
    for (int at = 0; at < length; at += 4) {
      const uint2 ids = chunk[at / 4];
      const int u[4] = {(int)(ids.x & 0xffff), (int)(ids.x >> 16), (int)(ids.y & 0xffff), (int)(ids.y >> 16)};
      Mask on[4];
#pragma unroll
      for (int i = 0; i < 4; i++) on[i] = front[u[i]] & mine;
#pragma unroll
      for (int i = 0; i < 4; i++) {
        if (!on[i]) continue;
        found |= on[i];
#pragma unroll
        for (int k = 0; k < K; k++)
          if (on[i] >> lane[k] & 1) part[k] += row[(size_t)u[i] * WIDTH + lane[k]];
      }
      if (at % GOBC_SEGMENT == GOBC_SEGMENT - 4) {
#pragma unroll
        for (int k = 0; k < K; k++) {
          total[k] += part[k];
          part[k] = 0;
        }
      }
    }
#pragma unroll
    for (int k = 0; k < K; k++) total[k] += part[k];
    return found;
  }

  /* Keeps the path counts of v on the lanes that have found it. */
  INLINE void keep_counts(int v, Mask found, const Real (&sum)[K]) {
    const Real most = scaled(Real(1), Range<Real>::RANGE);
    uint32_t large = 0;
#pragma unroll
    for (int k = 0; k < K; k++) {
      if (!(found >> lane[k] & 1)) continue;
      row[(size_t)v * WIDTH + lane[k]] = sum[k];
      if (!(sum[k] <= most)) large |= 1u << lane[k];
    }
    if (large) atomicOr(&common.out_of_range, large);
  }

  INLINE void keep_level(int v, int level, Mask found) {
    front(level)[v] = found;
    if (!found) return;
    seen[v] |= found;
#pragma unroll
    for (int b = 0; b < PLANES; b++)
      if ((level + 1) >> b & 1) planes[b * n + v] |= found;
  }

  /* Sums path counts level by level. Returns the last level, or -1 if there are too many. */
  INLINE int forward() {
    for (int level = 1; level <= common.a.levels; level++) {
      if (level > DEEPEST) return -1;
      Mask any = 0;
      for (int v = group; v - p.group < n; v += groups) {
        Mask found = 0;
        if (v < n) {
          const Mask left = all & ~seen[v];
          if (left) {
            Real sum[K];
            found = sum_list(in, v, front(level - 1), left, sum);
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
  INLINE Mask at_level(int v, int level, int used) {
    Mask mine = all;
    for (int b = 0; b < used; b++) {
      const Mask plane = planes[b * n + v];
      mine &= (level + 1) >> b & 1 ? plane : ~plane;
    }
    return mine;
  }

  /* Adds up dependencies, from the last level on. */
  INLINE void backward(int last) {
    int used = 1; /* planes */
    while ((last + 1) >> used) used++;
    const Mask counts = all & ~common.out_of_range;
    for (int level = last; level > 0; level--) {
      for (int v = group; v - p.group < n; v += groups) {
        word64 coarse = 0, fine = 0;
        Mask mine = 0;
        if (v < n) {
          mine = at_level(v, level, used) & counts;
          if (p.thread == 0) front(level)[v] = mine;
        }
        if (mine) {
          Real sum[K];
#pragma unroll
          for (int k = 0; k < K; k++) sum[k] = 0;
          if (level < last) sum_list(out, v, front(level + 1), mine, sum);
#pragma unroll
          for (int k = 0; k < K; k++)
            if (mine >> lane[k] & 1) finish(row[(size_t)v * WIDTH + lane[k]], sum[k], coarse, fine);
        }
        if (__any_sync(EVERYONE, mine != 0)) add_delta<G>(common.a.totals, first + v, p.thread, coarse, fine);
      }
      __syncthreads();
    }
  }

  INLINE void finish(Real &count, Real sum, word64 &coarse, word64 &fine) {
    const Real s = count, d = s * sum;
    add_units((double)d, coarse, fine);
    count = (d + Real(1)) / s;
  }

  INLINE void run(word64 *memory) {
    for (;;) {
      const int batch = take_batch(common.place, common.a.batches);
      if (batch < 0) return;
      const long long began = clock64();
      if (threadIdx.x == 0) common.stop = cancelled(common.a.batches);
      start(batch, memory);
      if (common.stop) return;
      const long long searched = clock64();
      const int last = forward();
      if (last < 0) {
        report_end(common.a.batches, batch, GOBC_BATCH_NO_CAPACITY);
        continue;
      }
      const long long turned = clock64();
      backward(last);
      report_lanes(common.a.batches, batch, common.out_of_range);
      report_done(common.a.batches, batch, {lanes, n, last, 0, 0, began, searched, turned});
    }
  }
};

template <typename Real, int K>
INLINE void run_components(const gobc_component_arguments &arguments) {
  __shared__ ComponentShared common;
  GOBC_DYNAMIC_SHARED(word64, memory);
  if (threadIdx.x == 0) common.a = arguments;
  __syncthreads();
  Component<Real, K> work(common);
  work.run(memory);
}

#endif
