/*
 * gpu-fan (Shi and Zhang 2011, figure 1): one source at a time on the whole device, one thread per arc, 256 threads a block.
 * The host launches every level; predecessors are in an n x n matrix. Its four measures are betweenness, closeness,
 * eccentricity and stress.
 * Differences from the paper: the matrix holds bits; the backward pass goes over arcs from tail to head, so that graphs may be
 * directed; distances are summed for the target, as everywhere in gobc.
 */
#ifndef GOBC_PAPERS_GPU_FAN_H
#define GOBC_PAPERS_GPU_FAN_H

#include "device.h"
#include "papers.h"
#include "range.h"
#include "totals.h"

/* The arguments of a step, and the thread's number in the grid. */
template <typename Real>
struct Fan {
  const gobc_fan_arguments &a;
  const int32_t level, source;
  int32_t *const distance;
  Real *const sigma, *const delta, *const paths_onward;
  int32_t *const found;
  const uint64_t thread;

  INLINE Fan(const gobc_fan_step &step)
      : a(*global(pointer<gobc_fan_arguments>(step.arguments))),
        level(step.level),
        source(global(pointer<int32_t>(a.sources))[*global(pointer<int32_t>(step.place))]),
        distance(global(pointer<int32_t>(a.distance))),
        sigma(global(pointer<Real>(a.sigma))),
        delta(pointer<Real>(a.delta)),
        paths_onward(pointer<Real>(a.paths_onward)),
        found(global(pointer<int32_t>(a.found))),
        thread((uint64_t)blockIdx.x * blockDim.x + threadIdx.x) {}

  INLINE bool vertex() const { return thread < (uint64_t)a.graph.vertices; }
  INLINE uint32_t *word(int w, int u) const {
    return global(pointer<uint32_t>(a.predecessors)) + (uint64_t)w * a.words + (u >> 5);
  }

  /* Before a source. */
  INLINE void reset() {
    if (thread == 0) found[0] = found[1] = 0;
    if (!vertex()) return;
    const bool here = thread == (uint64_t)source;
    distance[thread] = here ? 0 : -1;
    if (a.sigma) sigma[thread] = here ? Real(1) : Real(0);
    if (delta) delta[thread] = 0;
    if (paths_onward) paths_onward[thread] = 0;
  }

  /* The paper's apsp_kernel; COUNT = false: without path counts, for measures of distance. */
  template <bool COUNT>
  INLINE void search() {
    if (thread >= a.arcs) return;
    const int u = global(pointer<int32_t>(a.tails))[thread];
    if (distance[u] != level) return;
    const int w = global(pointer<int32_t>(a.graph.out_targets))[thread];
    int d = distance[w];
    if (d < 0) {
      distance[w] = d = level + 1;
      found[0] = level + 1;
    }
    if (!COUNT || d != level + 1) return;
    atomicOr(word(w, u), 1u << (u & 31));
    atomicAdd(&sigma[w], sigma[u]);
  }

  /* After the search: whether a path count is out of range, or too large for sums of stress. */
  INLINE void check() {
    if (!vertex()) return;
    const Real x = sigma[thread];
    if (!(x <= scaled(Real(1), Range<Real>::RANGE)) || (paths_onward && (double)x >= a.stress_most)) found[1] = 1;
  }

  /* The paper's back_prop_kernel: vertices on `level` add to their predecessors. */
  INLINE void back() {
    if (thread >= a.arcs) return;
    const int w = global(pointer<int32_t>(a.graph.out_targets))[thread];
    if (distance[w] != level) return;
    const int u = global(pointer<int32_t>(a.tails))[thread];
    if (!(*word(w, u) >> (u & 31) & 1)) return;
    if (delta) atomicAdd(&delta[u], sigma[u] / sigma[w] * (Real(1) + delta[w]));
    if (paths_onward) atomicAdd(&paths_onward[u], Real(1) + paths_onward[w]);
  }

  /* The paper's back_sum_kernel, for the vertices of the level. There is one source at a time: no atomics. */
  INLINE void sum() {
    if (!vertex() || thread == (uint64_t)source || distance[thread] != level) return;
    if (delta) {
      word64 coarse = 0, fine = 0;
      add_units((double)delta[thread], coarse, fine);
      global(pointer<word64>(a.totals.delta[0]))[thread] += coarse;
      global(pointer<word64>(a.totals.delta[1]))[thread] += fine;
    }
    if (paths_onward) {
      word64 digit[3] = {0, 0, 0};
      add_digits((double)sigma[thread] * (double)paths_onward[thread], digit);
      for (int k = 0; k < 3; k++) global(pointer<word64>(a.totals.stress[k]))[thread] += digit[k];
    }
  }

  /* Closeness and eccentricity: adds the distance from the source to each vertex. */
  INLINE void lengths() {
    if (!vertex() || distance[thread] < 0) return;
    const int d = distance[thread];
    if (a.hops.distance) global(pointer<word64>(a.hops.distance))[thread] += (word64)d;
    if (a.hops.reached) global(pointer<word64>(a.hops.reached))[thread] += 1;
    if (a.hops.eccentricity) {
      int32_t *const most = global(pointer<int32_t>(a.hops.eccentricity)) + thread;
      if (d > *most) *most = d;
    }
  }
};

#endif
