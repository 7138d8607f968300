/*
 * Small components by teams: a block has the lists of a component in its shared memory, and each of its teams of W warps
 * sweeps one of the batch's sources at a time, a thread a vertex. `distance` of a vertex is its level plus 1; 0 is not reached.
 *
 * The vertices of a level sum the path counts of their predecessors and mark neighbors that are not reached, which are their
 * successors. After a barrier the marks of the next level become distances and places of the queue. Backward a vertex sums
 * the values g = (1 + dependency) / count of its successors. A thread reads numbers and distances of another level than
 * those that are written at the time. Sums have the order of sums.h: the bits are those of the other sweeps.
 */
#ifndef GOBC_CUDA_TEAMS_H
#define GOBC_CUDA_TEAMS_H

#include "lists.h"
#include "range.h"
#include "sums.h"
#include "totals.h"

struct TeamsShared {
  gobc_component_arguments a;
  int place, stop;
  uint32_t out_of_range; /* lanes */
  int taken;             /* sources of the batch */
  int last;              /* level */
  ListsShared lists;
};

struct TeamState {
  int tail, large, taken; /* end of the queue; whether counts are out of range; the next source */
};

template <typename Real, int W>
struct Team {
  static constexpr int THREADS = 32 * W, DEEPEST = 253, ENDED = 255;
  static constexpr int PLACES = 32; /* of a list, that `successors` has bits for */
  TeamsShared &common;
  const int number, thread; /* of the team; in the team */
  int n, words;
  Lists lists;
  Shared<Real> value;          /* [n] */
  Shared<uint32_t> successors; /* [n]: by place in the queue, places of the list */
  Shared<uint32_t> marks;      /* [words] */
  Shared<TeamState> state;
  Shared<uint16_t> queue;     /* [n] */
  Shared<uint16_t> level_end; /* [min(n, DEEPEST) + 2] */
  Shared<uint8_t> distance;   /* [n + 1] */

  INLINE Team(TeamsShared &shared)
      : common(shared), number((int)threadIdx.x / THREADS), thread((int)threadIdx.x % THREADS) {}

  INLINE void sync() {
    if constexpr (W == 1) __syncwarp();
    else team_barrier(number + 1, THREADS);
  }

  /* kernels/cuda/components.go counts the same bytes. */
  INLINE static int bytes(int n) {
    const int words = (n + 31) / 32;
    int bytes = n * (int)sizeof(Real) + 4 * n + 4 * words + 12 + 2 * n + 2 * (min(n, DEEPEST) + 2) + n + 1;
    return (bytes + 7) / 8 * 8;
  }

  INLINE void divide(uint32_t at, int vertices) {
    n = vertices;
    words = (n + 31) / 32;
    value.at = at + (uint32_t)(number * bytes(n));
    successors.at = value.end(n);
    marks.at = successors.end(n);
    state.at = marks.end(words);
    queue.at = state.end(1);
    level_end.at = queue.end(n);
    distance.at = level_end.end(min(n, DEEPEST) + 2);
  }

  INLINE void mark(int u, bool on) { set_bits_where(on, marks.address(u >> 5), 1u << (u & 31)); }

  /* Sets the source alone reached, and marks its successors. */
  INLINE void start(int source) {
    for (int v = thread; v < n; v += THREADS) distance[v] = 0;
    for (int w = thread; w < words; w += THREADS) marks[w] = 0;
    sync();
    if (thread == 0) {
      distance[source] = 1;
      distance[n] = ENDED;
      value[source] = Real(1);
      queue[0] = (uint16_t)source;
      level_end[0] = 0;
      level_end[1] = 1;
      state[0].tail = 1;
      state[0].large = 0;
    }
    const uint32_t word = lists.out.list[source];
    const Shared<uint16_t> ids = {lists.out.chunks.address(word >> 16)};
    if (common.a.levels > 0)
      for (int i = thread; i < (int)(word & 0xffff); i += THREADS) mark(ids[i], ids[i] != source);
    sync();
  }

  /* Puts the marked vertices into the queue, on a level. */
  INLINE void keep_marked(int level) {
    const int lane = threadIdx.x & 31, warp = thread / 32;
    for (int from = 0; from < words; from += THREADS) {
      const int w = from + lane * W + warp;
      const uint32_t bits = w < words ? marks[w] : 0;
      uint32_t filled = __ballot_sync(EVERYONE, bits != 0);
      if (!filled) continue;
      if (bits) marks[w] = 0;
      const int count = __popc(bits);
      int end = count;
#pragma unroll
      for (int step = 1; step < 32; step <<= 1) {
        const int more = __shfl_up_sync(EVERYONE, end, step);
        if (lane >= step) end += more;
      }
      int place = 0;
      if (lane == 31) {
        if constexpr (W == 1) place = state[0].tail, state[0].tail = place + end;
        else place = atomicAdd(&state[0].tail, end);
      }
      place = __shfl_sync(EVERYONE, place, 31) + end - count;
      while (filled) {
        const int at = __ffs(filled) - 1;
        filled &= filled - 1;
        const uint32_t word = __shfl_sync(EVERYONE, bits, at);
        const int begin = __shfl_sync(EVERYONE, place, at);
        if (word >> lane & 1) {
          const int u = (from + at * W + warp) * 32 + lane;
          queue[begin + __popc(word & ((1u << lane) - 1))] = (uint16_t)u;
          distance[u] = (uint8_t)(level + 1);
        }
      }
    }
  }

  /* Sums the values of the neighbors in four places at a distance. */
  INLINE void add_four(const int (&u)[4], const int (&d)[4], int at, Real &part) {
    Real x[4];
#pragma unroll
    for (int i = 0; i < 4; i++) load_where<0>(d[i] == at, ~0u, value.address(u[i]), x[i]);
#pragma unroll
    for (int i = 0; i < 4; i++) part += x[i];
  }

  /* Sums the counts of predecessors of v and marks successors; returns those as places of the list. */
  template <bool SUMS, bool MARKS>
  INLINE uint32_t visit(const ComponentLists &of, int v, int level, Real &total) {
    const uint32_t word = of.list[v];
    Shared<uint2> chunks = {of.chunks.address(word >> 16)};
    uint32_t found = 0, bits = 1;
    for (int left = word & 0xffff; left > 0; left -= GOBC_SEGMENT) {
      const uint32_t end = chunks.end((min(left, GOBC_SEGMENT) + 3) / 4);
      Real part = 0;
#pragma unroll 1
      for (; chunks.at < end; chunks.at = chunks.end(1)) {
        int u[4], d[4];
        unpack(chunks[0], u);
#pragma unroll
        for (int i = 0; i < 4; i++) d[i] = distance[u[i]];
        if (SUMS) add_four(u, d, level, part);
        if (MARKS && !(d[0] && d[1] && d[2] && d[3])) {
#pragma unroll
          for (int i = 0; i < 4; i++) {
            mark(u[i], d[i] == 0);
            if (d[i] == 0) found |= bits << i;
          }
        }
        bits <<= 4; /* none after 32 places */
      }
      total += part;
    }
    return found;
  }

  /* Sums path counts level by level. Returns the last level, or -1 if there are too many. */
  INLINE int forward() {
    const Real most = scaled(Real(1), Range<Real>::RANGE);
    int low = 0, high = 1;
    for (int level = 0;; level++) {
      if (level > 0) {
        for (int k = low + thread; k < high; k += THREADS) {
          const int v = queue[k];
          Real sum = 0;
          uint32_t found = 0;
          if (lists.in.list.at == lists.out.list.at) {
            found = level < common.a.levels ? visit<true, true>(lists.out, v, level, sum)
                                            : visit<true, false>(lists.out, v, level, sum);
          } else {
            Real none = 0;
            visit<true, false>(lists.in, v, level, sum);
            if (level < common.a.levels) found = visit<false, true>(lists.out, v, level, none);
          }
          value[v] = sum;
          successors[k] = found;
          if (!(sum <= most)) atomicOr(&state[0].large, 1);
        }
        sync();
      }
      if (level == DEEPEST) return -1;
      keep_marked(level + 1);
      sync();
      const int end = state[0].tail;
      if (end == high) return level;
      if (thread == 0) level_end[level + 2] = (uint16_t)end;
      low = high;
      high = end;
    }
  }

  INLINE Real sum_successors(int v, int k, int level) {
    const uint32_t word = lists.out.list[v];
    const int length = word & 0xffff;
    Shared<uint2> chunks = {lists.out.chunks.address(word >> 16)};
    Real total = 0;
    if (length <= PLACES) {
      const Shared<uint16_t> ids = {chunks.at};
      for (uint32_t left = successors[k]; left; left &= left - 1) total += value[ids[__ffs(left) - 1]];
      return total;
    }
    for (int left = length; left > 0; left -= GOBC_SEGMENT) {
      const uint32_t end = chunks.end((min(left, GOBC_SEGMENT) + 3) / 4);
      Real part = 0;
#pragma unroll 1
      for (; chunks.at < end; chunks.at = chunks.end(1)) {
        int u[4], d[4];
        unpack(chunks[0], u);
#pragma unroll
        for (int i = 0; i < 4; i++) d[i] = distance[u[i]];
        add_four(u, d, level + 2, part);
      }
      total += part;
    }
    return total;
  }

  /* Adds up dependencies, from the last level on. Nobody reads a number of the first. */
  INLINE void backward(int last, int first) {
    for (int level = last; level > 0; level--) {
      const int low = level_end[level], high = level_end[level + 1];
      for (int k = low + thread; k < high; k += THREADS) {
        const int v = queue[k];
        const Real count = value[v];
        Real d = 0;
        if (level < last) {
          d = count * sum_successors(v, k, level);
          add_dependency(global(pointer<word64>(common.a.totals.delta[0])),
                         global(pointer<word64>(common.a.totals.delta[1])), (size_t)(first + lists.original[v]),
                         (double)d);
        }
        if (level > 1) value[v] = (d + Real(1)) / count;
      }
      sync();
    }
  }

  /* The next source of the batch for this team. */
  INLINE int take_source() {
    int lane = 0;
    if constexpr (W == 1) {
      if (thread == 0) lane = atomicAdd(&common.taken, 1);
      return __shfl_sync(EVERYONE, lane, 0);
    }
    if (thread == 0) state[0].taken = atomicAdd(&common.taken, 1);
    sync();
    lane = state[0].taken;
    sync();
    return lane;
  }

  INLINE void sweep(const ComponentBatch &b) {
    for (int lane = take_source(); lane < b.lanes; lane = take_source()) {
      start(common.lists.source[lane]);
      const int last = forward();
      const bool left = last < 0 || state[0].large;
      sync();
      if (left) {
        if (thread == 0) atomicOr(&common.out_of_range, 1u << lane);
        continue;
      }
      if (thread == 0) atomicMax(&common.last, last);
      backward(last, b.first);
    }
  }

  INLINE void run() {
    const bool directed = common.a.graph.in_offsets != common.a.graph.out_offsets;
    for (;;) {
      const int batch = take_batch(common.place, common.a.batches);
      if (batch < 0) return;
      const long long began = clock64();
      ComponentBatch b;
      b.load(common.a, batch);
      if (threadIdx.x == 0) {
        common.stop = cancelled(common.a.batches);
        common.out_of_range = 0;
        common.taken = 0;
        common.last = 0;
      }
      const uint32_t rest = lists.divide(shared_base(), b, directed);
      lists.take(common.a.graph, b, {rest}, common.lists);
      divide(rest, b.n);
      if (common.stop) return;
      const long long searched = clock64();
      sweep(b);
      __syncthreads();
      report_lanes(common.a.batches, batch, common.out_of_range);
      report_done(common.a.batches, batch, {b.lanes, b.n, common.last, 0, 0, began, searched, searched});
    }
  }
};

template <typename Real, int W>
INLINE void run_teams(const gobc_component_arguments &arguments) {
  __shared__ TeamsShared common;
  if (threadIdx.x == 0) common.a = arguments;
  __syncthreads();
  Team<Real, W> team(common);
  team.run();
}

#endif
