/*
 * Pull (Sriram et al. 2009, algorithm 1): one thread per vertex. A vertex that is not visited scans its in-list; O(m) flags
 * mark the arcs from the last level. In the backward pass the head of an arc writes the dependency on it, and the tail sums
 * those of its arcs, so that no two threads write to one place. Sums over sources of the dependencies on arcs are edge
 * betweenness.
 * Difference from the paper: it adds neighbors that "have already been visited", which must mean before this level.
 */
#ifndef GOBC_PAPERS_PULL_H
#define GOBC_PAPERS_PULL_H

#include "traversal.h"

template <typename Real, int THREADS>
struct Pull : Traversal<Real, THREADS> {
  typedef Traversal<Real, THREADS> Base;
  using Base::common;
  using Base::delta;
  using Base::distance;
  using Base::in_offsets;
  using Base::in_targets;
  using Base::n;
  using Base::out_offsets;
  using Base::out_targets;
  using Base::sigma;
  const uint32_t *const mates;
  uint8_t *const flags;
  Real *const arc_delta;

  INLINE Pull(TraversalShared &shared)
      : Base(shared),
        mates(global(pointer<uint32_t>(shared.a.mates))),
        flags(slot_of<uint8_t>(shared.a.flags, shared.a.arcs)),
        arc_delta(slot_of<Real>(shared.a.arc_delta, shared.a.arcs)) {}

  INLINE int forward(int) {
    for (int level = 0;; level++) {
      bool found = false;
      for (int v = threadIdx.x; v < n; v += THREADS) {
        if (distance[v] != GOBC_UNREACHED) continue;
        Real sum = 0;
        for (uint32_t i = in_offsets[v]; i < in_offsets[v + 1]; i++) {
          const int u = in_targets[i];
          const bool before = distance[u] == level;
          flags[i] = before;
          if (before) sum += sigma[u];
        }
        if (!(sum > Real(0))) continue;
        sigma[v] = sum;
        distance[v] = level + 1;
        found = true;
      }
      if (this->halted()) return CANCELLED;
      if (!__syncthreads_or(found)) return level;
    }
  }

  /* Down to level 0, whose arcs count. */
  INLINE bool backward(int, int deepest) {
    for (int level = deepest; level > 0; level--) {
      for (int v = threadIdx.x; v < n; v += THREADS) {
        if (distance[v] != level) continue;
        for (uint32_t i = in_offsets[v]; i < in_offsets[v + 1]; i++)
          if (flags[i]) arc_delta[i] = this->pair_dependency(sigma[in_targets[i]], v);
      }
      if (this->halted()) return false;
      for (int v = threadIdx.x; v < n; v += THREADS) {
        if (distance[v] != level - 1) continue;
        Real sum = 0;
        for (uint32_t i = out_offsets[v]; i < out_offsets[v + 1]; i++) {
          if (distance[out_targets[i]] != level) continue;
          const Real d = arc_delta[mates[i]];
          this->add_arc(i, d);
          sum += d;
        }
        delta[v] = sum;
      }
      __syncthreads();
    }
    return true;
  }
};

#endif
