/*
 * Vertex-parallel (Jia et al. 2011, as described by McLaughlin and Bader 2014, section III; Sharma's "vertex based"): one
 * thread per vertex. Every level tests all vertices, and those of the level scan their whole list: O(n) work a level beside
 * the arcs, and threads with short lists wait for those with long ones.
 */
#ifndef GOBC_PAPERS_VERTEX_H
#define GOBC_PAPERS_VERTEX_H

#include "traversal.h"

template <typename Real, int THREADS>
struct VertexParallel : Traversal<Real, THREADS> {
  typedef Traversal<Real, THREADS> Base;
  using Base::Base;
  using Base::distance;
  using Base::n;
  using Base::out_offsets;
  using Base::out_targets;
  using Base::sigma;

  INLINE int forward(int) {
    for (int level = 0;; level++) {
      bool found = false;
      for (int v = threadIdx.x; v < n; v += THREADS) {
        if (distance[v] != level) continue;
        const Real mine = sigma[v];
        for (uint32_t i = out_offsets[v]; i < out_offsets[v + 1]; i++) {
          const int w = out_targets[i];
          int d = distance[w];
          if (d == GOBC_UNREACHED) {
            distance[w] = d = level + 1;
            found = true;
          }
          if (d == level + 1) atomicAdd(&sigma[w], mine);
        }
      }
      if (this->halted()) return CANCELLED;
      if (!__syncthreads_or(found)) return level;
    }
  }

  INLINE bool backward(int, int deepest) {
    for (int level = deepest - 1; level > 0; level--) {
      for (int v = threadIdx.x; v < n; v += THREADS)
        if (distance[v] == level) this->gather(v, level);
      if (this->halted()) return false;
    }
    return true;
  }
};

#endif
