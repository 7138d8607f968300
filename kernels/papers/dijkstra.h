/*
 * Parallel Dijkstra (Fan, Xu and Zhao 2017). Each round settles all vertices whose length d is less than
 *   Delta = min of d(u) + least(u) over the unsettled u,
 * where least(u) is the smallest weight of an arc of u: no path over an unsettled vertex is shorter. The vertices that settle
 * together are a level, on the stack S divided by `ends` (stack, level_end), and the frontier of the next round. Vertices of
 * the frontier relax their arcs, with a lock for each target. As d is strictly less than Delta, no predecessor of a vertex is in
 * its level, and all its paths are counted when it settles. The backward pass goes by levels, scans successors and adds to
 * edges atomically.
 *   node-parallel            (algorithms 2 to 4) one thread per vertex; all vertices are tested for the frontier's flag F
 *   weighted-work-efficient  (algorithms 5, 6) one thread per vertex of the frontier, which is a queue
 *   warp-centric             a virtual warp of 4 to 32 threads per vertex, with either frontier
 * Differences from the paper:
 *   - The queue F is the last level of S itself, not a copy.
 *   - The length of a target is tested before its lock is taken: lengths only fall, so a longer path can be skipped.
 *   - Lengths in float64 tie within a tolerance, as in the engine, and a vertex settles if it is too short to tie with Delta.
 *     Paths that tie with the shortest one count. If some of the paths counted so far tie with a shorter path found later and
 *     others do not, the source adds nothing and runs again elsewhere.
 */
#ifndef GOBC_PAPERS_DIJKSTRA_H
#define GOBC_PAPERS_DIJKSTRA_H

#include "lengths.h"
#include "traversal.h"

template <typename Rule>
struct DijkstraShared : TraversalShared {
  gobc_dijkstra_arguments own;
  typename Rule::Length least; /* Delta */
  word64 longest;              /* bits of the longest length */
  int mixed;                   /* some of the paths counted tie with the shortest, some do not */

  INLINE void take(const gobc_dijkstra_arguments &given) {
    a = given.traversal;
    own = given;
  }
};

template <typename Rule, int THREADS>
struct Dijkstra : Source<double, THREADS> {
  typedef Source<double, THREADS> Base;
  typedef DijkstraShared<Rule> Shared;
  typedef typename Rule::Length Length;
  typedef typename Rule::Weight Weight;
  using Base::delta;
  using Base::n;
  using Base::out_offsets;
  using Base::out_targets;
  using Base::sigma;
  Shared &shared;
  const Weight *const weights;
  Length *const length;
  int32_t *const stack, *const level_end;
  uint8_t *const unsettled;

  INLINE Dijkstra(Shared &of)
      : Base(of),
        shared(of),
        weights(global(pointer<Weight>(of.own.weights))),
        length(slot_of<Length>(of.a.distance, of.a.graph.vertices)),
        stack(slot_of<int32_t>(of.a.stack, of.a.graph.vertices)),
        level_end(slot_of<int32_t>(of.a.level_end, (size_t)of.a.graph.vertices + 2)),
        unsettled(slot_of<uint8_t>(of.own.unsettled, of.a.graph.vertices)) {}

  INLINE uint8_t *in_front() { return slot_of<uint8_t>(shared.own.in_front, n); }
  INLINE bool queue() { return !shared.own.in_front; }
  INLINE int32_t *lock_of(int v) { return slot_of<int32_t>(shared.own.lock, n) + v; }
  INLINE volatile double *farthest_of(int v) { return slot_of<double>(shared.own.farthest, n) + v; }

  /* The thread's team and its place in it; the size of a team; the number of teams. */
  INLINE int team() { return threadIdx.x >> shared.own.team_bits; }
  INLINE int member() { return threadIdx.x & (members() - 1); }
  INLINE int members() { return 1 << shared.own.team_bits; }
  INLINE int teams() { return THREADS >> shared.own.team_bits; }

  static INLINE Length far() { return Rule::endless(); }

  /* Whether `to` is longer than `best` and does not tie with it. */
  INLINE bool apart(Length best, Length to) {
    if constexpr (Rule::WHOLE) return best < to;
    else return best < to && to - best > shared.own.tolerance * best;
  }

  INLINE void reset(int source) {
    for (int v = threadIdx.x; v < n; v += THREADS) {
      length[v] = v == source ? Length(0) : far();
      sigma[v] = v == source ? 1.0 : 0.0;
      delta[v] = 0;
      *lock_of(v) = 0;
      unsettled[v] = v != source;
      if (!queue()) in_front()[v] = v == source;
      if constexpr (!Rule::WHOLE) *farthest_of(v) = far();
    }
    if (threadIdx.x == 0) {
      stack[0] = source;
      level_end[0] = 0;
      level_end[1] = shared.count = 1;
      shared.longest = 0;
      shared.mixed = 0;
    }
    __syncthreads();
  }

  /* Under the lock of w: adds `paths` paths to w, over a vertex at length `from`. */
  INLINE void bring(int w, Length from, Weight step, double paths) {
    volatile Length *const to = &length[w];
    volatile double *const count = &sigma[w];
    const Length found = Rule::plus(from, step);
    Length best = *to;
    if (found < best) {
      if constexpr (Rule::WHOLE) {
        *count = 0;
      } else if (apart(found, *farthest_of(w))) {
        if (!apart(found, best)) shared.mixed = 1;
        *count = 0;
        *farthest_of(w) = found;
      }
      *to = best = found;
    }
    if (!Rule::ties(from, step, best, shared.own.tolerance)) return;
    *count = *count + paths;
    if constexpr (!Rule::WHOLE) *farthest_of(w) = max(*farthest_of(w), found);
  }

  /*
   * A thread that takes a lock releases it in the same iteration, so that no thread waits for another one of its warp. The
   * test before may read an old length, which can only be longer.
   */
  INLINE void relax(int v) {
    const Length from = length[v];
    const double paths = sigma[v];
    for (uint64_t i = out_offsets[v] + member(); i < out_offsets[v + 1]; i += members()) {
      const int w = out_targets[i];
      if (!unsettled[w]) continue;
      const Weight step = weights[i];
      const Length found = Rule::plus(from, step), best = length[w];
      if (!(found < best) && !Rule::ties(from, step, best, shared.own.tolerance)) continue;
      for (bool waits = true; waits;) {
        if (atomicCAS(lock_of(w), 0, 1) != 0) continue;
        __threadfence_block();
        bring(w, from, step, paths);
        __threadfence_block();
        atomicExch(lock_of(w), 0);
        waits = false;
      }
    }
  }

  INLINE void relax_frontier(int low, int high) {
    if (queue()) {
      for (int k = low + team(); k < high; k += teams()) relax(stack[k]);
      return;
    }
    for (int v = team(); v < n; v += teams())
      if (in_front()[v]) relax(v);
  }

  /* Lowers Delta of the block to that of the thread's vertices. */
  INLINE void lower_least() {
    const Weight *const arc = global(pointer<Weight>(shared.own.least));
    Length least = far();
    for (int v = threadIdx.x; v < n; v += THREADS)
      if (unsettled[v] && length[v] < far() && arc[v] > 0) least = min(least, Rule::plus(length[v], arc[v]));
#pragma unroll
    for (int step = 16; step; step >>= 1) least = min(least, __shfl_xor_sync(EVERYONE, least, step));
    if ((threadIdx.x & 31) == 0 && least < far()) Rule::lowered(&shared.least, least);
  }

  INLINE void settle(Length least) {
    for (int v = threadIdx.x; v < n; v += THREADS) {
      const bool settles = unsettled[v] && apart(length[v], least);
      if (!queue()) in_front()[v] = settles;
      if (!settles) continue;
      unsettled[v] = 0;
      stack[atomicAdd(&shared.count, 1)] = v;
    }
  }

  /* Delta is infinite once no unsettled vertex is reached, or only vertices without arcs. */
  INLINE int forward(int) {
    for (int level = 0, low = 0, high = 1;;) {
      if (threadIdx.x == 0) shared.least = far();
      relax_frontier(low, high);
      __syncthreads();
      lower_least();
      __syncthreads();
      const Length least = shared.least;
      settle(least);
      if (this->halted()) return CANCELLED;
      const int end = shared.count;
      if (end > high) {
        level++;
        low = high;
        high = end;
        if (threadIdx.x == 0) level_end[level + 1] = end;
      } else if (least < far()) {
        return STALLED;
      }
      if (least < far()) continue;
      for (int k = low + threadIdx.x; k < high; k += THREADS) atomicMax(&shared.longest, Rule::bits(length[stack[k]]));
      return level;
    }
  }

  INLINE bool above() { return Base::above() || shared.mixed; }

  /* Down to the source, whose arcs count. Every target of a settled vertex has a length. */
  INLINE bool backward(int, int deepest) {
    for (int level = deepest - 1; level >= 0; level--) {
      const int high = level_end[level + 1];
      for (int base = level_end[level]; base < high; base += teams()) {
        const bool active = base + team() < high;
        const int v = active ? stack[base + team()] : 0;
        double sum = active ? pass(v) : 0;
        for (int step = members() >> 1; step; step >>= 1) sum += __shfl_xor_sync(EVERYONE, sum, step);
        if (active && member() == 0) delta[v] = sum;
      }
      if (this->halted()) return false;
    }
    return true;
  }

  /* The sum over the thread's part of the arcs of v. */
  INLINE double pass(int v) {
    const Length from = length[v];
    const double paths = sigma[v];
    double sum = 0;
    for (uint64_t i = out_offsets[v] + member(); i < out_offsets[v + 1]; i += members()) {
      const int w = out_targets[i];
      if (!Rule::ties(from, weights[i], length[w], shared.own.tolerance)) continue;
      const double d = this->pair_dependency(paths, w);
      this->add_arc((uint32_t)i, d);
      sum += d;
    }
    return sum;
  }

  INLINE word64 longest() { return shared.longest; }
};

#endif
