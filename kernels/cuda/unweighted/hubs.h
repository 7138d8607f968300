/*
 * Hubs are vertices with lists so long that the block would wait for the warp that sums them. All groups of the block
 * sum the segments of these lists. The sums of segments are stored in global memory and added in the order of the
 * list, as in long_list.
 */
#ifndef GOBC_CUDA_HUBS_H
#define GOBC_CUDA_HUBS_H

#include "sums.h"

/* The largest number of hubs of one level that the block sums together; the warps of the others sum them alone. */
#define GOBC_HUBS 128

struct Hubs {
  int count;
  int entry[GOBC_HUBS];
  uint32_t offset[GOBC_HUBS];
  int length[GOBC_HUBS];
  int first[GOBC_HUBS + 1]; /* the number of segments of the hubs before hub h */
};

/* Registers an entry. Returns false if there is no space. One thread of the entry's group calls it. */
INLINE bool keep_hub(Hubs &hubs, int entry, uint32_t offset, int length) {
  int h = atomicAdd(&hubs.count, 1);
  if (h >= GOBC_HUBS) return false;
  hubs.entry[h] = entry;
  hubs.offset[h] = offset;
  hubs.length[h] = length;
  return true;
}

INLINE int hub_of(const Hubs &hubs, int count, int piece) {
  int low = 0, high = count;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (hubs.first[middle] <= piece) low = middle;
    else high = middle;
  }
  return low;
}

/*
 * Sums all registered hubs and calls user.finish(active, entry, sum) for each, warp by warp. The sum of a segment is
 * user.part(active, entry, offset, length). All threads of the block must call it, because it is a barrier. `parts`
 * has a row for every group, and one more row that carries the sum of a hub from one round to the next.
 */
template <int G, typename Real, int THREADS, typename User>
INLINE void sum_hubs(const Place<G> &p, Hubs &hubs, Four<Real> *parts, User &user) {
  constexpr int GROUPS = THREADS / G;
  __syncthreads();
  const int count = hubs.count < GOBC_HUBS ? hubs.count : GOBC_HUBS;
  if (count == 0) return;
  if (threadIdx.x == 0) {
    int before = 0;
    for (int h = 0; h < count; h++) {
      hubs.first[h] = before;
      before += (hubs.length[h] + GOBC_SEGMENT - 1) / GOBC_SEGMENT;
    }
    hubs.first[count] = before;
  }
  __syncthreads();
  const int pieces = hubs.first[count], group = threadIdx.x / G;
  for (int base = 0; base < pieces; base += GROUPS) {
    const int last = min(base + GROUPS, pieces) - 1;
    {
      int piece = base + group, own = 0, entry = 0;
      uint32_t offset = 0;
      if (piece <= last) {
        int h = hub_of(hubs, count, piece), place = (piece - hubs.first[h]) * GOBC_SEGMENT;
        offset = hubs.offset[h] + place;
        own = min(hubs.length[h] - place, GOBC_SEGMENT);
        entry = hubs.entry[h];
      }
      parts[group * G + p.thread] = user.part(piece <= last, entry, offset, own);
    }
    __syncthreads();
    const int from = hub_of(hubs, count, base), to = hub_of(hubs, count, last);
    Four<Real> carry = four<Real>(0);
    bool carried = false;
    for (int h0 = from; h0 <= to; h0 += GROUPS) {
      const int h = h0 + group;
      const bool active = h <= to;
      Four<Real> total = four<Real>(0);
      bool ends = false;
      if (active) {
        if (hubs.first[h] < base) total = parts[GROUPS * G + p.thread];
        const int stop = min(hubs.first[h + 1], last + 1);
        for (int piece = max(hubs.first[h], base); piece < stop; piece++)
          add(total, parts[(piece - base) * G + p.thread]);
        ends = hubs.first[h + 1] == stop;
        if (!ends) {
          carry = total;
          carried = true;
        }
      }
      user.finish(active && ends, active ? hubs.entry[h] : 0, total);
    }
    __syncthreads();
    if (carried) parts[GROUPS * G + p.thread] = carry;
    __syncthreads();
  }
}

#endif
