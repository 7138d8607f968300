/*
 * Source by source: each block runs one source, level by level from a queue. For sources that are too few, or too far apart,
 * for a batch. The contract of levels is ../sweep.md, with one lane.
 *
 * `stack` holds all levels, one after the other. The forward pass visits a vertex once: it sums the path counts of its
 * neighbors on the level before, and puts neighbors that are not reached on the next level. In directed graphs these are two
 * lists. In the backward pass the path count of a vertex becomes g = (1 + dependency) / count, which its predecessors sum.
 * Sums have the order of sums.h, with one thread a segment: the bits are those of the other sweeps. Double precision takes
 * weights of sources and targets.
 */
#ifndef GOBC_CUDA_QUEUE_PATHS_H
#define GOBC_CUDA_QUEUE_PATHS_H

#include "batch.h"
#include "range.h"
#include "sums.h"
#include "totals.h"

struct QueueShared {
  gobc_queue_arguments a;
  int place;
  double weight; /* of the source */
  int reached;   /* vertices with a distance of the last source, as the stack has them; at first all */
  int found[3];  /* vertices of a level, by its number modulo 3: one is read, one is written, one is set to 0 */
};

template <typename Real, bool DIRECTED, int THREADS>
struct Queue {
  static constexpr int UNREACHED = -1, NONE = -2;
  static constexpr bool WEIGHS = sizeof(Real) == 8; /* sources and targets may have weights */
  static constexpr int AHEAD = 4;                   /* neighbors that are loaded at once */
  static constexpr int LOOK_EVERY = 16;             /* levels; and after levels of more than LOOK_ABOVE vertices */
  static constexpr int LOOK_ABOVE = 16384;
  static constexpr int FEW = 8; /* distances are emptied one by one if the last source reached less than this part */
  QueueShared &common;
  const uint32_t *const out_offsets, *const in_offsets;
  const int32_t *const out_targets, *const in_targets;
  Real *const sigma;
  int32_t *const distance, *const stack, *const level_end;

  INLINE Queue(QueueShared &shared)
      : common(shared),
        out_offsets(global(pointer<uint32_t>(shared.a.graph.out_offsets))),
        in_offsets(global(pointer<uint32_t>(shared.a.graph.in_offsets))),
        out_targets(global(pointer<int32_t>(shared.a.graph.out_targets))),
        in_targets(global(pointer<int32_t>(shared.a.graph.in_targets))),
        sigma(slot_of<Real>(shared.a.sigma, shared.a.graph.vertices)),
        distance(slot_of<int32_t>(shared.a.distance, shared.a.graph.vertices)),
        stack(slot_of<int32_t>(shared.a.stack, shared.a.graph.vertices)),
        level_end(slot_of<int32_t>(shared.a.level_end, (size_t)shared.a.graph.vertices + 2)) {}

  INLINE bool cancelled() { return *(const volatile int32_t *)pointer<int32_t>(common.a.batches.cancel); }

  /* What the vertices of a level do: they sum over neighbors at `level` and put unreached neighbors on level `next`. */
  struct Search {
    const int32_t *targets;
    int level, next; /* next = NONE: no vertices are reached; level = NONE: nothing is summed */
    int high;        /* where the next level begins in the stack */
  };

  INLINE void reach(const Search &search, int u) {
    if (atomicCAS(&distance[u], UNREACHED, search.next) == UNREACHED)
      stack[search.high + atomicAdd(&common.found[search.next % 3], 1)] = u;
  }

  /* The sum over the places [offset, offset + length) of a list, in order. */
  INLINE Real segment(const Search &search, uint32_t offset, int length) {
    Real part = 0;
    for (int at = 0; at < length; at += AHEAD) {
      int u[AHEAD], d[AHEAD];
      Real s[AHEAD];
#pragma unroll
      for (int k = 0; k < AHEAD; k++) u[k] = at + k < length ? search.targets[offset + at + k] : -1;
#pragma unroll
      for (int k = 0; k < AHEAD; k++) d[k] = u[k] >= 0 ? distance[u[k]] : NONE - 1;
#pragma unroll
      for (int k = 0; k < AHEAD; k++)
        if (d[k] == search.level) s[k] = sigma[u[k]];
#pragma unroll
      for (int k = 0; k < AHEAD; k++) {
        if (d[k] == search.level) part += s[k];
        else if (d[k] == UNREACHED && search.next != NONE) reach(search, u[k]);
      }
    }
    return part;
  }

  /* The sum over a list. Every thread has a list of its own; the warp sums long lists together, one after the other. */
  INLINE Real list(const Search &search, const uint32_t *offsets, int v) {
    uint32_t offset = 0;
    int length = 0;
    if (v >= 0) {
      offset = offsets[v];
      length = (int)(offsets[v + 1] - offset);
    }
    Real sum = length <= GOBC_SEGMENT ? segment(search, offset, length) : Real(0);
    const int lane = threadIdx.x & 31;
    for (uint32_t todo = __ballot_sync(EVERYONE, length > GOBC_SEGMENT); todo; todo &= todo - 1) {
      const int whose = __ffs(todo) - 1;
      const Real total =
          long_list(search, __shfl_sync(EVERYONE, offset, whose), __shfl_sync(EVERYONE, length, whose), lane);
      if (lane == whose) sum = total;
    }
    return sum;
  }

  INLINE Real long_list(const Search &search, uint32_t offset, int length, int lane) {
    Real total = 0;
    for (int at = 0; at < length; at += 32 * GOBC_SEGMENT) {
      const int start = at + lane * GOBC_SEGMENT;
      const Real part = segment(search, offset + start, max(0, min(length - start, GOBC_SEGMENT)));
      const int parts = min(32, (length - at + GOBC_SEGMENT - 1) / GOBC_SEGMENT);
      for (int g = 0; g < parts; g++) total += __shfl_sync(EVERYONE, part, g);
    }
    return total;
  }

  INLINE void reset(int batch) {
    const int source = global(pointer<int32_t>(common.a.batches.sources))[batch];
    if (common.reached < common.a.graph.vertices / FEW) {
      for (int k = threadIdx.x; k < common.reached; k += THREADS) distance[stack[k]] = UNREACHED;
      __syncthreads();
      if (threadIdx.x == 0) distance[source] = 0;
    } else {
      for (int v = threadIdx.x; v < common.a.graph.vertices; v += THREADS) distance[v] = v == source ? 0 : UNREACHED;
    }
    if (threadIdx.x == 0) {
      sigma[source] = Real(1);
      stack[0] = source;
      level_end[0] = 0;
      common.found[1] = 0;
      if constexpr (WEIGHS) common.weight = weight_of_source(common.a, batch, 0);
    }
    __syncthreads();
  }

  /* Returns the deepest level, or -1 if cancelled. `above`: a path count is out of range. */
  INLINE int forward(bool &above) {
    const Real most = scaled(Real(1), Range<Real>::RANGE);
    bool large = false;
    for (int level = 0, low = 0, high = 1;; level++) {
      if (threadIdx.x == 0) {
        common.found[(level + 2) % 3] = 0;
        level_end[level + 1] = high;
      }
      const int next = level < common.a.levels ? level + 1 : NONE;
      for (int k = low + threadIdx.x; k - (int)(threadIdx.x & 31) < high; k += THREADS) {
        const int v = k < high ? stack[k] : -1;
        const Search back = {in_targets, level ? level - 1 : NONE, DIRECTED ? NONE : next, high};
        const Real count = list(back, in_offsets, v);
        if (DIRECTED) list(Search{out_targets, NONE, next, high}, out_offsets, v);
        if (v < 0 || !level) continue;
        sigma[v] = count;
        large |= !(count <= most);
      }
      const bool look = level % LOOK_EVERY == 0 || high - low > LOOK_ABOVE;
      const int halted = __syncthreads_or(look && threadIdx.x == 0 && cancelled());
      if (halted) return -1;
      const int found = next == NONE ? 0 : common.found[next % 3];
      if (!found) {
        above = __syncthreads_or(large);
        return level;
      }
      low = high;
      high += found;
    }
  }

  /* False if cancelled. */
  INLINE bool backward(int deepest) {
    word64 *const coarse_of = global(pointer<word64>(common.a.totals.delta[0]));
    word64 *const fine_of = global(pointer<word64>(common.a.totals.delta[1]));
    for (int level = deepest; level > 0; level--) {
      const int low = level_end[level], high = level_end[level + 1];
      const Search search = {out_targets, level + 1, NONE, 0};
      for (int k = low + threadIdx.x; k - (int)(threadIdx.x & 31) < high; k += THREADS) {
        const int v = k < high ? stack[k] : -1;
        const Real sum = level < deepest ? list(search, out_offsets, v) : Real(0);
        if (v < 0) continue;
        Real target = 1;
        if constexpr (WEIGHS)
          if (common.a.target_weight) target = global(pointer<double>(common.a.target_weight))[v];
        const Real s = sigma[v], d = s * sum;
        sigma[v] = (d + target) / s;
        if (!(d > Real(0))) continue;
        add_dependency(coarse_of, fine_of, v, WEIGHS ? d * common.weight : (double)d);
      }
      const bool look = level % LOOK_EVERY == 0 || high - low > LOOK_ABOVE;
      if (__syncthreads_or(look && threadIdx.x == 0 && cancelled())) return false;
    }
    return true;
  }

  INLINE void run() {
    const gobc_cuda_batches &b = common.a.batches;
    for (;;) {
      const int batch = take_batch(common.place, b);
      if (batch < 0) return;
      const long long began = clock64();
      reset(batch);
      bool above = false;
      const int deepest = forward(above);
      if (deepest < 0) return;
      if (threadIdx.x == 0) common.reached = level_end[deepest + 1];
      const long long turned = clock64();
      if (!above && !backward(deepest)) return;
      report_lanes(b, batch, above);
      report_done(b, batch, {1, 0, deepest, 0, 0, began, began, turned});
    }
  }
};

template <typename Real, int THREADS>
INLINE void run_queue(const gobc_queue_arguments &arguments) {
  __shared__ QueueShared common;
  if (threadIdx.x == 0) {
    common.a = arguments;
    common.reached = arguments.graph.vertices;
  }
  __syncthreads();
  if (common.a.graph.out_offsets == common.a.graph.in_offsets) Queue<Real, false, GOBC_THREADS(THREADS)>(common).run();
  else Queue<Real, true, GOBC_THREADS(THREADS)>(common).run();
}

#endif
