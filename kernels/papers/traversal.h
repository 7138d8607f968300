/*
 * One traversal per block (coarse-grained parallelism: Sriram et al. 2009, section 5.2; Jia et al. 2011; McLaughlin and Bader
 * 2014; Fan, Xu and Zhao 2017); the threads of a block share vertices, arcs or a queue. A method has forward() and backward().
 * This file has the code that the methods share: the next source, the state of a source, and the sum over sources. It
 * differs from the papers in three ways. Blocks take sources from a counter, so that a call can be stopped and can
 * report progress. Dependencies are added to fixed-point totals, not to floats. A source whose path counts are out of
 * range adds nothing and is computed again elsewhere.
 */
#ifndef GOBC_PAPERS_TRAVERSAL_H
#define GOBC_PAPERS_TRAVERSAL_H

#include "batch.h"
#include "device.h"
#include "papers.h"
#include "range.h"
#include "totals.h"

#define GOBC_UNREACHED (-1)

#define GOBC_BLOCK GOBC_THREADS(1024)

/* Values that forward() returns instead of the deepest level: the call is cancelled, or no vertex can settle. */
enum { CANCELLED = -1, STALLED = -2 };

struct TraversalShared {
  gobc_traversal_arguments a;
  int place, count;

  INLINE void take(const gobc_traversal_arguments &given) { a = given; }
};

/* The state of a source, for every method. */
template <typename Real, int THREADS>
struct Source {
  TraversalShared &common;
  const uint32_t *const out_offsets;
  const int32_t *const out_targets;
  Real *const sigma, *const delta;
  const int n;

  INLINE Source(TraversalShared &shared)
      : common(shared),
        out_offsets(global(pointer<uint32_t>(shared.a.graph.out_offsets))),
        out_targets(global(pointer<int32_t>(shared.a.graph.out_targets))),
        sigma(slot_of<Real>(shared.a.sigma, shared.a.graph.vertices)),
        delta(slot_of<Real>(shared.a.delta, shared.a.graph.vertices)),
        n(shared.a.graph.vertices) {}

  /* The dependency that v receives from its successor w. */
  INLINE Real pair_dependency(Real sigma_v, int w) { return sigma_v / sigma[w] * (Real(1) + delta[w]); }

  /* A barrier between levels. Returns whether the call is cancelled. */
  INLINE bool halted() {
    return __syncthreads_or(threadIdx.x == 0 && *(const volatile int32_t *)pointer<int32_t>(common.a.batches.cancel));
  }

  /* Returns whether a path count is out of range. */
  INLINE bool above() {
    const Real most = scaled(Real(1), Range<Real>::RANGE);
    int found = 0;
    for (int v = threadIdx.x; v < n; v += THREADS) found |= !(sigma[v] <= most);
    return __syncthreads_or(found);
  }

  /* Adds the source's dependencies to the totals. */
  INLINE void add(int source) {
    word64 *const to_coarse = global(pointer<word64>(common.a.totals.delta[0]));
    word64 *const to_fine = global(pointer<word64>(common.a.totals.delta[1]));
    for (int v = threadIdx.x; v < n; v += THREADS) {
      const Real d = delta[v];
      if (v == source || !(d > Real(0))) continue;
      add_dependency(to_coarse, to_fine, v, (double)d);
    }
  }

  /* Adds to the total of the arc at a position in the out-lists. */
  INLINE void add_arc(uint32_t i, Real d) {
    if (!common.a.totals.edge_delta) return;
    word64 *const total = global(pointer<word64>(common.a.totals.edge_delta)) + 2 * (size_t)i;
    add_dependency(total, total + 1, 0, (double)d);
  }

  /* The bits of the longest length, for weighted methods. */
  INLINE word64 longest() { return 0; }
};

/* The state of a source in graphs without weights, where levels are distances. */
template <typename Real, int THREADS>
struct Traversal : Source<Real, THREADS> {
  typedef Source<Real, THREADS> Base;
  typedef TraversalShared Shared;
  using Base::delta;
  using Base::n;
  using Base::sigma;
  const uint32_t *const in_offsets;
  const int32_t *const in_targets;
  int32_t *const distance;

  INLINE Traversal(TraversalShared &shared)
      : Base(shared),
        in_offsets(global(pointer<uint32_t>(shared.a.graph.in_offsets))),
        in_targets(global(pointer<int32_t>(shared.a.graph.in_targets))),
        distance(slot_of<int32_t>(shared.a.distance, shared.a.graph.vertices)) {}

  /* Sums the dependency of a vertex of a level over its successors. One thread writes it. */
  INLINE void gather(int v, int level) {
    const Real mine = sigma[v];
    Real sum = 0;
    for (uint32_t i = this->out_offsets[v]; i < this->out_offsets[v + 1]; i++) {
      const int w = this->out_targets[i];
      if (distance[w] == level + 1) sum += this->pair_dependency(mine, w);
    }
    delta[v] = sum;
  }

  INLINE void reset(int source) {
    for (int v = threadIdx.x; v < n; v += THREADS) {
      distance[v] = v == source ? 0 : GOBC_UNREACHED;
      sigma[v] = v == source ? Real(1) : Real(0);
      delta[v] = Real(0);
    }
    __syncthreads();
  }
};

/* Runs one source after another. forward() returns the deepest level, CANCELLED or STALLED; backward() returns
   whether it was completed. */
template <typename Method, typename Arguments>
INLINE void run_sources(const Arguments &arguments) {
  __shared__ typename Method::Shared common;
  if (threadIdx.x == 0) common.take(arguments);
  __syncthreads();
  Method method(common);
  const gobc_cuda_batches &b = common.a.batches;
  for (;;) {
    const int batch = take_batch(common.place, b);
    if (batch < 0) return;
    const int source = global(pointer<int32_t>(b.sources))[batch];
    const long long began = clock64();
    method.reset(source);
    const int deepest = method.forward(source);
    if (deepest == CANCELLED) return;
    if (deepest == STALLED) {
      report_end(b, batch, GOBC_BATCH_STALLED);
      continue;
    }
    const long long turned = clock64();
    const bool out_of_range = method.above();
    if (!out_of_range) {
      if (!method.backward(source, deepest)) return;
      method.add(source);
    }
    if (threadIdx.x == 0 && common.a.depth) global(pointer<int32_t>(common.a.depth))[batch] = deepest;
    report_lanes(b, batch, out_of_range);
    report_done(b, batch, {1, 0, deepest, 0, method.longest(), began, began, turned});
  }
}

#endif
