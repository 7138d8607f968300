/* Taking the next batch, reading the cancel word, reporting the end of a batch. */
#ifndef GOBC_CUDA_BATCH_H
#define GOBC_CUDA_BATCH_H

#include "device.h"

/* The place of a batch's first source. */
INLINE size_t first_place(const gobc_cuda_batches &batches, int batch) { return (size_t)batch * batches.lanes; }

INLINE const int32_t *sources_of(const gobc_cuda_batches &batches, int batch) {
  return global(pointer<int32_t>(batches.sources)) + first_place(batches, batch);
}

/* The weights of a batch's sources; nullptr: 1 each. */
template <typename Arguments>
INLINE const double *weights_of(const Arguments &a, int batch) {
  const double *weights = pointer<double>(a.source_weight);
  return weights ? global(weights) + first_place(a.batches, batch) : nullptr;
}

/* The weight of the source of a lane. */
template <typename Arguments>
INLINE double weight_of_source(const Arguments &a, int batch, int lane) {
  const double *weights = weights_of(a, batch);
  return weights ? weights[lane] : 1.0;
}

/* The last batch may have fewer sources than the others. */
INLINE int sources_in(const gobc_cuda_batches &batches, int batch) {
  return min(batches.lanes, batches.sources_count - batch * batches.lanes);
}

/* The next batch for this block, or -1 if there are no more. `place` is in shared memory. A barrier. */
INLINE int take_batch(int &place, const gobc_cuda_batches &batches) {
  __syncthreads();
  if (threadIdx.x == 0) place = (int)atomicAdd(global(pointer<uint32_t>(batches.next)), 1u);
  __syncthreads();
  return place < batches.launched ? global(pointer<int32_t>(batches.order))[place] : -1;
}

/* The part of an array that belongs to this block; each block has `each` elements. */
template <typename T>
INLINE T *slot_of(gobc_address array, size_t each) {
  return global(pointer<T>(array) + blockIdx.x * each);
}

/* For thread 0 the cancel word, for the others 0. Callers load it early and test it late, so that no thread waits for it. */
INLINE int cancelled(const gobc_cuda_batches &batches) {
  return threadIdx.x == 0 ? *(volatile int32_t *)global(pointer<int32_t>(batches.cancel)) : 0;
}

INLINE word64 ticks(long long from, long long to) { return (word64)(to - from) >> 10; }

/* Reports how a batch ended; nothing of it was added unless it is done. */
INLINE void report_end(const gobc_cuda_batches &batches, int batch, int status) {
  if (threadIdx.x == 0) global(pointer<int32_t>(batches.status))[batch] = status;
}

/* Reports the lanes of a batch that were not added, of up to 32. */
INLINE void report_lanes(const gobc_cuda_batches &batches, int batch, uint32_t out_of_range) {
  if (threadIdx.x == 0) global(pointer<uint32_t>(batches.out_of_range))[batch] = out_of_range;
}

/* What a batch that is done adds to the counts; the clock when it began, found all distances, and turned back. */
struct Report {
  int sources, entries, levels, rounds;
  word64 longest; /* bits of a length */
  long long began, searched, turned;
};

INLINE void report_done(const gobc_cuda_batches &batches, int batch, const Report &report) {
  if (threadIdx.x != 0) return;
  const long long now = clock64();
  word64 *counts = global(pointer<word64>(batches.counts));
  atomicAdd(&counts[GOBC_COUNT_ENTRIES], (word64)report.entries);
  atomicAdd(&counts[GOBC_COUNT_LEVELS], (word64)report.levels);
  atomicAdd(&counts[GOBC_COUNT_ROUNDS], (word64)report.rounds);
  atomicAdd(&counts[GOBC_COUNT_SEARCH_TICKS], ticks(report.began, report.searched));
  atomicAdd(&counts[GOBC_COUNT_FORWARD_TICKS], ticks(report.searched, report.turned));
  atomicAdd(&counts[GOBC_COUNT_BACKWARD_TICKS], ticks(report.turned, now));
  atomicMax(&counts[GOBC_COUNT_LONGEST], report.longest);
  global(pointer<uint32_t>(batches.cost))[batch] = (uint32_t)ticks(report.began, now);
  report_end(batches, batch, GOBC_BATCH_DONE);
  atomicAdd(global(pointer<word64>(batches.finished)), (word64)report.sources);
}

#endif
