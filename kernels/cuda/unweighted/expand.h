/*
 * One level of breadth-first search for all lanes of a batch. An entry is a vertex of the frontier with the lanes that reach
 * it on this level. The entries of a level scan their lists for vertices that are not visited on one of their lanes. `next`
 * gets the lanes and `fresh` the vertices, each once, in any order.
 */
#ifndef GOBC_CUDA_EXPAND_H
#define GOBC_CUDA_EXPAND_H

#include "device.h"

/* The cancel word in global memory, and a copy in shared memory that says that the block has seen it. */
struct Poll {
  const int32_t *cancel;
  int *seen;
};

/*
 * The masks of a block. The compiler knows whether they are in shared or in global memory; generic loads would be slower.
 */
template <typename Common, int WORDS, bool MASKS_SHARED, int THREADS>
struct Masks {
  Common &common;
  uint32_t *const dynamic; /* shared memory: masks if they are there, then `touched` */

  INLINE Masks(Common &shared, uint32_t *dynamic_shared) : common(shared), dynamic(dynamic_shared) {}

  INLINE Poll poll() {
    const Poll p = {global(pointer<int32_t>(common.a.batches.cancel)), &common.cancelled};
    return p;
  }

  INLINE uint32_t *visited() { return MASKS_SHARED ? dynamic : global(common.slot.visited); }
  INLINE uint32_t *next() {
    return MASKS_SHARED ? dynamic + (size_t)common.a.graph.vertices * WORDS : global(common.slot.next);
  }

  /* Computes their addresses; one thread calls it. */
  template <typename Arguments>
  static INLINE void open_masks(Common &common, const Arguments &a, size_t at, size_t n, uint32_t *dynamic) {
    common.slot.visited = MASKS_SHARED ? dynamic : pointer<uint32_t>(a.visited) + at * n * WORDS;
    common.slot.next = MASKS_SHARED ? dynamic + n * WORDS : pointer<uint32_t>(a.next) + at * n * WORDS;
    common.slot.touched = a.shared_touched ? dynamic + (MASKS_SHARED ? 2 * n * WORDS : 0)
                                           : pointer<uint32_t>(a.touched) + at * (n / 32 + 1);
  }

  /* Zeroes what is in shared memory; what is in global memory is zero on entry. */
  INLINE void zero_shared() {
    const size_t n = common.a.graph.vertices;
    if (MASKS_SHARED)
      for (size_t i = threadIdx.x; i < n * WORDS; i += THREADS) visited()[i] = next()[i] = 0;
    if (common.a.shared_touched)
      for (size_t i = threadIdx.x; i < n / 32 + 1; i += THREADS) common.slot.touched[i] = 0;
  }

  /* The source s of a lane becomes visited; returns the lane as a set. */
  INLINE Lanes<WORDS> visit_source(int s, int lane) {
    Lanes<WORDS> m = no_lanes<WORDS>();
#pragma unroll
    for (int q = 0; q < WORDS; q++)
      if (lane >> 5 == q) m.word[q] = 1u << (lane & 31);
    store_lanes<WORDS>(&visited()[(size_t)s * WORDS], m);
    return m;
  }

  /* Moves the new lanes of w from `next` to `visited`, and returns them. `first`: it had none before. */
  INLINE Lanes<WORDS> visit(int w, bool &first) {
    const Lanes<WORDS> fresh = load_lanes<WORDS>(&next()[(size_t)w * WORDS]);
    Lanes<WORDS> now = load_lanes<WORDS>(&visited()[(size_t)w * WORDS]);
    first = !any(now);
#pragma unroll
    for (int q = 0; q < WORDS; q++) now.word[q] |= fresh.word[q];
    store_lanes<WORDS>(&visited()[(size_t)w * WORDS], now);
    store_lanes<WORDS>(&next()[(size_t)w * WORDS], no_lanes<WORDS>());
    common.slot.touched[w >> 5] = 0; /* all bits of the word belong to entries of this level */
    return fresh;
  }
};

/* The arrays of a search. `touched` is a bitmap of the vertices in `fresh`. `count` may exceed `capacity`; no write does. */
struct Search {
  const int32_t *targets;
  const uint32_t *visited;
  uint32_t *next, *touched;
  int32_t *fresh;
  int *count;
  int capacity;
  Poll poll;
};

/*
 * The first of the next `step` items for this warp, from a shared counter; a number beyond all items once the call is
 * cancelled. A level of a Kronecker graph with 2^20 vertices takes 0.3 s, so it is not enough to look at the cancel word
 * between levels: the warp that passes a multiple of 1,024 loads it, and only that warp waits.
 */
INLINE int take(const Poll &poll, int *counter, int step) {
  int e = 0;
  if ((threadIdx.x & 31) == 0) {
    e = atomicAdd(counter, step);
    if ((e ^ (e + step)) >> 10 && *(const volatile int32_t *)poll.cancel) atomicExch(poll.seen, 1);
    if (*(volatile int *)poll.seen) e = 0x7fffff00;
  }
  return __shfl_sync(EVERYONE, e, 0);
}

/* Marks w as reached on `lanes`. The first thread that marks it adds it to the new level. */
template <int WORDS>
INLINE void touch(const Search &search, int w, const Lanes<WORDS> &lanes) {
  uint32_t *mask = &search.next[(size_t)w * WORDS];
  const Lanes<WORDS> had = load_lanes<WORDS>(mask);
#pragma unroll
  for (int q = 0; q < WORDS; q++)
    if (lanes.word[q] & ~had.word[q]) atomicOr(&mask[q], lanes.word[q]);
  const uint32_t bit = 1u << (w & 31);
  if (*(volatile uint32_t *)&search.touched[w >> 5] & bit) return;
  if (atomicOr(&search.touched[w >> 5], bit) & bit) return;
  const int e = atomicAdd(search.count, 1);
  if (e < search.capacity) search.fresh[e] = w;
}

/* One thread per arc: a warp concatenates the lists of up to 32 entries. One word of lanes. */
template <int WARPS>
INLINE void expand_edges(const Search &search, const uint2 *lists, const uint32_t *lanes_of_entry, int low, int high,
                         int *counter) {
  const int lane = threadIdx.x & 31;
  /* In small levels each warp takes fewer entries, so that all warps have some. */
  int step = (high - low + WARPS - 1) / WARPS;
  step = step > 32 ? 32 : step;
  for (int first = take(search.poll, counter, step); first < high; first = take(search.poll, counter, step)) {
    const int e = first + lane;
    uint2 list = make_uint2(0, 0);
    uint32_t lanes = 0;
    if (lane < step && e < high) {
      list = lists[e];
      lanes = lanes_of_entry[e];
    }
    int end = (int)list.y;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
      const int t = __shfl_up_sync(EVERYONE, end, d);
      if (lane >= d) end += t;
    }
    const int all = __shfl_sync(EVERYONE, end, 31);
    const uint32_t start = list.x - (uint32_t)(end - (int)list.y);
    for (int base = 0; base < all; base += 32) {
      const int place = base + lane;
      int owner = 0;
#pragma unroll
      for (int d = 16; d; d >>= 1) {
        const int t = __shfl_sync(EVERYONE, end, owner + d - 1);
        if (t <= place) owner += d;
      }
      owner &= 31;
      const uint32_t at = __shfl_sync(EVERYONE, start, owner) + (uint32_t)place;
      const uint32_t from = __shfl_sync(EVERYONE, lanes, owner);
      if (place < all) {
        const int w = search.targets[at];
        Lanes<1> fresh;
        fresh.word[0] = from & ~search.visited[w];
        if (fresh.word[0]) touch(search, w, fresh);
      }
    }
  }
}

/* A group of G threads per entry. */
template <int G, int WORDS>
INLINE void expand_lists(const Search &search, const uint2 *lists, const uint32_t *lanes_of_entry, int low, int high,
                         int *counter) {
  constexpr int GROUPS_A_WARP = 32 / G;
  const int group = (threadIdx.x & 31) / G, thread = threadIdx.x & (G - 1);
  for (int first = take(search.poll, counter, GROUPS_A_WARP); first < high;
       first = take(search.poll, counter, GROUPS_A_WARP)) {
    const int e = first + group;
    if (e >= high) continue;
    const uint2 list = lists[e];
    const Lanes<WORDS> from = load_lanes<WORDS>(&lanes_of_entry[(size_t)e * WORDS]);
    for (uint32_t k = thread; k < list.y; k += G) {
      const int w = search.targets[list.x + k];
      const Lanes<WORDS> fresh = both<true>(from, load_lanes<WORDS>(&search.visited[(size_t)w * WORDS]));
      if (any(fresh)) touch(search, w, fresh);
    }
  }
}

template <int WARPS, int G, int WORDS>
INLINE void expand(const Search &search, const uint2 *lists, const uint32_t *lanes_of_entry, int low, int high,
                   int *counter) {
  if constexpr (WORDS == 1) expand_edges<WARPS>(search, lists, lanes_of_entry, low, high, counter);
  else expand_lists<G, WORDS>(search, lists, lanes_of_entry, low, high, counter);
}

#endif
