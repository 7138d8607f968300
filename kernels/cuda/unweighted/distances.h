/*
 * Distances of a batch, level by level, without path counts: for each target the sum of distances, the sum of their
 * terms, the number of sources and the largest distance, all integers. On each level a vertex adds once for all lanes.
 * After Then et al., "The more the merrier: efficient multi-source graph traversal", VLDB 2014.
 */
#ifndef GOBC_CUDA_DISTANCES_H
#define GOBC_CUDA_DISTANCES_H

#include "batch.h"
#include "expand.h"
#include "terms.h"

struct DistancesSlot {
  const uint32_t *offsets;
  const int32_t *targets;
  uint32_t *visited, *next, *touched;
  int32_t *vertex[2], *reached;
  uint32_t *lanes[2];
  uint2 *list[2];
};

struct DistancesShared {
  gobc_distances_arguments a;
  DistancesSlot slot;
  int batch, stop, tile, reached;
  int cancelled; /* a loop has seen the cancel word; `stop` follows */
  int count[3];
};

template <int WORDS, bool MASKS_SHARED, int THREADS>
struct Distances : Masks<DistancesShared, WORDS, MASKS_SHARED, THREADS> {
  static constexpr int WIDTH = 32 * WORDS, G = WORDS == 1 ? 8 : 16;
  typedef DistancesShared Common;
  typedef Masks<Common, WORDS, MASKS_SHARED, THREADS> Base;
  using Base::common;
  using Base::next;
  using Base::visited;

  INLINE Distances(Common &shared, uint32_t *dynamic_shared) : Base(shared, dynamic_shared) {}

  static INLINE void open(Common &common, const gobc_distances_arguments &arguments, uint32_t *dynamic) {
    common.a = arguments;
    const gobc_distances_arguments &a = common.a;
    DistancesSlot &slot = common.slot;
    const size_t at = blockIdx.x, n = a.graph.vertices, capacity = n + WIDTH;
    slot.offsets = pointer<uint32_t>(a.graph.out_offsets);
    slot.targets = pointer<int32_t>(a.graph.out_targets);
    Base::open_masks(common, a, at, n, dynamic);
    slot.reached = pointer<int32_t>(a.reached_list) + at * n;
    for (int half = 0; half < 2; half++) {
      slot.vertex[half] = pointer<int32_t>(a.queue_vertex) + (2 * at + half) * capacity;
      slot.lanes[half] = pointer<uint32_t>(a.queue_lanes) + (2 * at + half) * capacity * WORDS;
      slot.list[half] = pointer<uint2>(a.queue_list) + (2 * at + half) * capacity;
    }
  }

  INLINE void start(int batch, int lanes) {
    const int32_t *sources = sources_of(common.a.batches, batch);
    DistancesSlot &slot = common.slot;
    for (int lane = threadIdx.x; lane < lanes; lane += THREADS) {
      const int s = sources[lane];
      store_lanes<WORDS>(&global(slot.lanes[0])[(size_t)lane * WORDS], this->visit_source(s, lane));
      global(slot.vertex[0])[lane] = s;
      global(slot.list[0])[lane] =
          make_uint2(global(slot.offsets)[s], global(slot.offsets)[s + 1] - global(slot.offsets)[s]);
      global(slot.reached)[lane] = s;
      if (common.a.hops.reached) atomicAdd(global(pointer<word64>(common.a.hops.reached)) + s, 1ull);
    }
    if (threadIdx.x == 0) {
      common.reached = lanes;
      common.tile = common.stop = common.cancelled = 0;
      common.count[0] = common.count[1] = common.count[2] = 0;
    }
    __syncthreads();
  }

  /* The new entries become visited and add their level to the sums. Its term is `high` 2^-32 + `low` 2^-64. */
  INLINE void commit(int half, int count, int level, uint32_t high, uint32_t low) {
    DistancesSlot &slot = common.slot;
    const gobc_distances_arguments &a = common.a;
    for (int e = threadIdx.x; e < count; e += THREADS) {
      const int w = global(slot.vertex[half])[e];
      bool first;
      const Lanes<WORDS> fresh = this->visit(w, first);
      if (first) global(slot.reached)[atomicAdd(&common.reached, 1)] = w;
      int lanes = 0;
#pragma unroll
      for (int q = 0; q < WORDS; q++) lanes += __popc(fresh.word[q]);
      store_lanes<WORDS>(&global(slot.lanes[half])[(size_t)e * WORDS], fresh);
      const uint32_t offset = global(slot.offsets)[w];
      global(slot.list[half])[e] = make_uint2(offset, global(slot.offsets)[w + 1] - offset);
      const word64 n = (word64)lanes;
      if (a.hops.distance) atomicAdd(global(pointer<word64>(a.hops.distance)) + w, n * (word64)level);
      if (a.hops.reached) atomicAdd(global(pointer<word64>(a.hops.reached)) + w, n);
      if (a.hops.eccentricity) atomicMax(global(pointer<int32_t>(a.hops.eccentricity)) + w, level);
      if (a.hops.terms[0]) {
        if (level == 1 && a.rate == 0) {
          atomicAdd(global(pointer<word64>(a.hops.terms[0])) + w, n << 32);
        } else {
          atomicAdd(global(pointer<word64>(a.hops.terms[0])) + w, n * high);
          atomicAdd(global(pointer<word64>(a.hops.terms[1])) + w, n * low);
        }
      }
    }
  }

  /* Returns the deepest level, or -1 if the block must stop. At the top of the loop, half `level & 1` holds `count` entries. */
  INLINE int search(int lanes) {
    DistancesSlot &slot = common.slot;
    int level = 0, count = lanes;
    for (;;) {
      if (level == common.a.levels) return level;
      const int here = level & 1, there = here ^ 1;
      level++;
      int *fresh = &common.count[level % 3];
      const Search all = {global(slot.targets),    visited(),   next(), slot.touched, global(slot.vertex[there]), fresh,
                          common.a.graph.vertices, this->poll()};
      expand<THREADS / 32, G, WORDS>(all, global(slot.list[here]), global(slot.lanes[here]), 0, count, &common.tile);
      __syncthreads();
      if (threadIdx.x == 0 && common.cancelled) common.stop = 1;
      __syncthreads();
      count = *fresh;
      if (common.stop) return -1;
      if (count == 0) return level - 1;
      const word64 term = level_term(common.a.rate, common.a.shift, level);
      commit(there, count, level, (uint32_t)(term >> 32), (uint32_t)term);
      if (threadIdx.x == 0) {
        common.tile = 0;
        common.count[(level + 1) % 3] = 0;
      }
      __syncthreads();
    }
  }

  INLINE void clear() {
    for (int i = threadIdx.x; i < common.reached; i += THREADS)
      store_lanes<WORDS>(&visited()[(size_t)global(common.slot.reached)[i] * WORDS], no_lanes<WORDS>());
    __syncthreads();
  }

  INLINE void run() {
    const gobc_distances_arguments &a = common.a;
    this->zero_shared();
    for (;;) {
      const int batch = take_batch(common.batch, a.batches);
      if (batch < 0) return;
      const long long began = clock64();
      const int lanes = sources_in(a.batches, batch);
      start(batch, lanes);
      const int deepest = search(lanes);
      if (deepest < 0) return;
      clear();
      const long long ended = clock64();
      report_done(a.batches, batch, {lanes, 0, deepest, 0, 0, began, ended, ended});
    }
  }
};

template <int WORDS, bool MASKS_SHARED, int THREADS>
INLINE void run_distances(const gobc_distances_arguments &arguments) {
  GOBC_DYNAMIC_SHARED(uint32_t, dynamic);
  __shared__ DistancesShared common;
  typedef Distances<WORDS, MASKS_SHARED, GOBC_THREADS(THREADS)> Work;
  if (threadIdx.x == 0) Work::open(common, arguments, dynamic);
  __syncthreads();
  Work work(common, dynamic);
  work.run();
}

#endif
