/* What every kernel of batches does with them: it takes the next one, looks whether the run is cancelled, and reports. */
#ifndef GOBC_CUDA_BATCH_H
#define GOBC_CUDA_BATCH_H

#include "device.h"

/* Where the sources of a batch begin. */
INLINE size_t first_place(const gobc_cuda_batches &batches, int batch) { return (size_t)batch * batches.lanes; }

INLINE const int32_t *sources_of(const gobc_cuda_batches &batches, int batch) {
  return global(pointer<int32_t>(batches.sources)) + first_place(batches, batch);
}

/* The last batch may have fewer. */
INLINE int sources_in(const gobc_cuda_batches &batches, int batch) {
  return min(batches.lanes, batches.sources_count - batch * batches.lanes);
}

/* The next batch for a block, or -1 where none is left; `place` is shared. Everyone is together before and after. */
INLINE int take_batch(int &place, const gobc_cuda_batches &batches) {
  __syncthreads();
  if (threadIdx.x == 0) place = (int)atomicAdd(global(pointer<uint32_t>(batches.next)), 1u);
  __syncthreads();
  return place < batches.launched ? global(pointer<int32_t>(batches.order))[place] : -1;
}

/* The part of this block of an array, with `each` elements a block. */
template <typename T> INLINE T *slot_of(gobc_address array, size_t each) { return global(pointer<T>(array) + blockIdx.x * each); }

/* What thread 0 sees of the cancel word, 0 for the others: asked for early, looked at late. */
INLINE int cancelled(const gobc_cuda_batches &batches) {
  return threadIdx.x == 0 ? *(volatile int32_t *)global(pointer<int32_t>(batches.cancel)) : 0;
}

INLINE word64 ticks(long long from, long long to) { return (word64)(to - from) >> 10; }

/* What thread 0 reports of a batch at its end. */
INLINE void report_end(const gobc_cuda_batches &batches, int batch, int status, int sources, long long began, long long now) {
  global(pointer<uint32_t>(batches.cost))[batch] = (uint32_t)((now - began) >> 10);
  global(pointer<int32_t>(batches.status))[batch] = status;
  if (status == GOBC_BATCH_DONE) atomicAdd(global(pointer<word64>(batches.finished)), (word64)sources);
}

#endif
