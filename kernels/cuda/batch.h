/* Taking the next batch, reading the cancel word, reporting the end of a batch. */
#ifndef GOBC_CUDA_BATCH_H
#define GOBC_CUDA_BATCH_H

#include "device.h"

/* The place of a batch's first source. */
INLINE size_t first_place(const gobc_cuda_batches &batches, int batch) { return (size_t)batch * batches.lanes; }

INLINE const int32_t *sources_of(const gobc_cuda_batches &batches, int batch) {
  return global(pointer<int32_t>(batches.sources)) + first_place(batches, batch);
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

/* Thread 0 reports the end of a batch. */
INLINE void report_end(const gobc_cuda_batches &batches, int batch, int status, int sources, long long began,
                       long long now) {
  global(pointer<uint32_t>(batches.cost))[batch] = (uint32_t)((now - began) >> 10);
  global(pointer<int32_t>(batches.status))[batch] = status;
  if (status == GOBC_BATCH_DONE) atomicAdd(global(pointer<word64>(batches.finished)), (word64)sources);
}

#endif
