/*
 * Work-efficient (McLaughlin and Bader 2014, algorithms 1 to 3): one thread per vertex of the frontier, which is a queue. One
 * stack holds all levels, divided by `level_end`. Predecessors are not stored: the backward pass scans successors and needs no
 * atomics. The frontier is the last level of the stack itself; the paper's Q_curr and Q_next are not copied.
 * With BY_EDGES, levels with large frontiers go by arcs (edge-parallel, without flags):
 *   hybrid    (algorithm 4): if the frontier's size changed by more than `change`, the next level goes by arcs if it has more
 *             than `frontier` vertices; otherwise it goes as the level before
 *   sampling  (algorithm 5): change = -1, so that the size of each level decides. The host runs it if samples show that the
 *             graph is shallow, otherwise the plain kernel.
 */
#ifndef GOBC_PAPERS_QUEUE_H
#define GOBC_PAPERS_QUEUE_H

#include "traversal.h"

template <typename Real, int THREADS, bool BY_EDGES>
struct WorkEfficient : Traversal<Real, THREADS> {
  typedef Traversal<Real, THREADS> Base;
  using Base::common;
  using Base::delta;
  using Base::distance;
  using Base::out_offsets;
  using Base::out_targets;
  using Base::sigma;
  static constexpr int EDGES = 1 << 30; /* a bit in level_end: the level went by arcs */
  int32_t *const stack, *const level_end;

  INLINE WorkEfficient(TraversalShared &shared)
      : Base(shared),
        stack(slot_of<int32_t>(shared.a.stack, shared.a.graph.vertices)),
        level_end(slot_of<int32_t>(shared.a.level_end, (size_t)shared.a.graph.vertices + 2)) {}

  INLINE void visit(Real sigma_v, int w, int next) {
    int d = distance[w];
    if (d == GOBC_UNREACHED) {
      d = atomicCAS(&distance[w], GOBC_UNREACHED, next);
      if (d == GOBC_UNREACHED) {
        stack[atomicAdd(&common.count, 1)] = w;
        d = next;
      }
    }
    if (d == next) atomicAdd(&sigma[w], sigma_v);
  }

  INLINE void expand(int low, int high, int level, bool edges) {
    if (BY_EDGES && edges) {
      const int32_t *const tails = global(pointer<int32_t>(common.a.tails));
      for (uint64_t i = threadIdx.x; i < common.a.arcs; i += THREADS) {
        const int v = tails[i];
        if (distance[v] == level) visit(sigma[v], out_targets[i], level + 1);
      }
      return;
    }
    for (int k = low + threadIdx.x; k < high; k += THREADS) {
      const int v = stack[k];
      const Real mine = sigma[v];
      for (uint32_t i = out_offsets[v]; i < out_offsets[v + 1]; i++) visit(mine, out_targets[i], level + 1);
    }
  }

  INLINE int forward(int source) {
    if (threadIdx.x == 0) {
      stack[0] = source;
      level_end[0] = 0;
      level_end[1] = common.count = 1;
    }
    __syncthreads();
    bool edges = false;
    for (int level = 0, low = 0, high = 1;; level++) {
      expand(low, high, level, edges);
      __syncthreads();
      const int end = common.count;
      if (this->halted()) return CANCELLED;
      if (end == high) return level;
      if (BY_EDGES && abs((end - high) - (high - low)) > common.a.change) edges = end - high > common.a.frontier;
      if (threadIdx.x == 0) {
        if (edges) level_end[level + 1] |= EDGES;
        level_end[level + 2] = end;
      }
      low = high;
      high = end;
    }
  }

  INLINE bool backward(int, int deepest) {
    __syncthreads();
    for (int level = deepest - 1; level > 0; level--) {
      const int first = level_end[level], high = level_end[level + 1] & ~EDGES;
      if (BY_EDGES && first & EDGES) {
        const int32_t *const tails = global(pointer<int32_t>(common.a.tails));
        for (uint64_t i = threadIdx.x; i < common.a.arcs; i += THREADS) {
          const int v = tails[i], w = out_targets[i];
          if (distance[v] == level && distance[w] == level + 1)
            atomicAdd(&delta[v], this->pair_dependency(sigma[v], w));
        }
      } else {
        for (int k = (first & ~EDGES) + threadIdx.x; k < high; k += THREADS) this->gather(stack[k], level);
      }
      if (this->halted()) return false;
    }
    return true;
  }
};

#endif
