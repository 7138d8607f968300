/*
 * Edge-parallel (Jia et al. 2011): one thread per arc. Every level scans all arcs, and the arcs of the level's
 * vertices pass path counts on. The load is even, and each level takes O(m) work. O(m) flags mark the arcs that end
 * shortest paths. The backward pass uses these flags, and several threads add to the same vertex.
 */
#ifndef GOBC_PAPERS_EDGE_H
#define GOBC_PAPERS_EDGE_H

#include "traversal.h"

template <typename Real, int THREADS>
struct EdgeParallel : Traversal<Real, THREADS> {
  typedef Traversal<Real, THREADS> Base;
  using Base::delta;
  using Base::distance;
  using Base::out_targets;
  using Base::sigma;
  const int32_t *const tails;
  uint8_t *const flags;
  const uint32_t arcs;

  INLINE EdgeParallel(TraversalShared &shared)
      : Base(shared),
        tails(global(pointer<int32_t>(shared.a.tails))),
        flags(slot_of<uint8_t>(shared.a.flags, shared.a.arcs)),
        arcs((uint32_t)shared.a.arcs) {}

  INLINE int forward(int) {
    for (int level = 0;; level++) {
      bool found = false;
      for (uint64_t i = threadIdx.x; i < arcs; i += THREADS) {
        const int v = tails[i];
        if (distance[v] != level) continue;
        const int w = out_targets[i];
        int d = distance[w];
        if (d == GOBC_UNREACHED) {
          distance[w] = d = level + 1;
          found = true;
        }
        if (d == level + 1) atomicAdd(&sigma[w], sigma[v]);
        flags[i] = d == level + 1;
      }
      if (this->halted()) return CANCELLED;
      if (!__syncthreads_or(found)) return level;
    }
  }

  INLINE bool backward(int, int deepest) {
    for (int level = deepest - 1; level > 0; level--) {
      for (uint64_t i = threadIdx.x; i < arcs; i += THREADS) {
        const int v = tails[i];
        if (distance[v] == level && flags[i]) atomicAdd(&delta[v], this->pair_dependency(sigma[v], out_targets[i]));
      }
      if (this->halted()) return false;
    }
    return true;
  }
};

#endif
