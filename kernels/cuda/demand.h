/*
 * What targets weigh where it depends on the source: a table of flows, a decay by distance, or both. Before the way back, a block
 * writes the flows of its batch into rows of lanes, one for each target. A mark says which vertices have a row: others weigh
 * nothing, and their rows hold anything. After the batch the marks are cleared, so that a batch costs what its sources send.
 */
#ifndef GOBC_CUDA_DEMAND_H
#define GOBC_CUDA_DEMAND_H

#include "batch.h"
#include "distance_decay.h"
#include "totals.h"

/* Leaves less than a coarse unit in `fine`: a source may have more targets than fine units have room for. */
INLINE void carry(word64 &coarse, word64 &fine) {
  coarse += (word64)((int64_t)fine >> 44);
  fine &= (1ull << 44) - 1;
}

/* What a block has of it, in shared memory. WIDTH: lanes of a row. */
template <int WIDTH>
struct Demand {
  gobc_demand_arguments a;
  double *rows;
  uint32_t *marks;

  INLINE void open(const gobc_demand_arguments &arguments, size_t slot, size_t vertices) {
    a = arguments;
    rows = pointer<double>(a.rows) + slot * vertices * WIDTH;
    marks = pointer<uint32_t>(a.marks) + slot * (vertices / 32 + 1);
  }

  INLINE bool flows() const { return a.offsets != 0; }
  INLINE bool decays() const { return a.decay.function != GOBC_DECAY_NONE; }
  INLINE bool marked(int v) const { return global(marks)[v >> 5] >> (v & 31) & 1; }

  /* The numbers [first, last) of the flows from the source of a lane. */
  INLINE void flows_of(const gobc_cuda_batches &batches, int batch, int lane, int64_t &first, int64_t &last) const {
    const int64_t *offsets = global(pointer<int64_t>(a.offsets)) + first_place(batches, batch) + lane;
    first = offsets[0];
    last = offsets[1];
  }

  /*
   * Marks the targets of a batch; the first to mark one sets its row to 0. A warp has a source. The whole block; ends with a
   * barrier.
   */
  INLINE void mark(const gobc_cuda_batches &batches, int batch, int lanes) {
    const int thread = (int)threadIdx.x & 31;
    for (int lane = (int)threadIdx.x / 32; lane < lanes; lane += (int)blockDim.x / 32) {
      int64_t first, last;
      flows_of(batches, batch, lane, first, last);
      for (int64_t at = first; at < last; at += 32) {
        const int v = at + thread < last ? global(pointer<int32_t>(a.targets))[at + thread] : 0;
        const uint32_t bit = 1u << (v & 31);
        const bool fresh = at + thread < last && !(atomicOr(&global(marks)[v >> 5], bit) & bit);
        for (uint32_t todo = __ballot_sync(EVERYONE, fresh); todo; todo &= todo - 1) {
          double *row = global(rows) + (size_t)__shfl_sync(EVERYONE, v, __ffs(todo) - 1) * WIDTH;
          for (int i = thread; i < WIDTH; i += 32) row[i] = 0;
        }
      }
    }
    __syncthreads();
  }

  /*
   * Writes the flows of a batch into the rows. With ends, those to targets that their source reaches are added to the totals of
   * both: reached(v, lane). Lanes in `out_of_range` are left out. The whole block; ends with a barrier.
   */
  template <typename Reached>
  INLINE void spread(const gobc_cuda_batches &batches, int batch, int lanes, const gobc_cuda_totals &totals,
                     const uint32_t *out_of_range, const Reached &reached) {
    if (!flows()) return;
    mark(batches, batch, lanes);
    const int thread = (int)threadIdx.x & 31;
    word64 *coarse_of = pointer<word64>(totals.delta[0]), *fine_of = pointer<word64>(totals.delta[1]);
    for (int lane = (int)threadIdx.x / 32; lane < lanes; lane += (int)blockDim.x / 32) {
      const bool ends = a.ends && !(out_of_range[lane / 32] >> (lane & 31) & 1);
      int64_t first, last;
      flows_of(batches, batch, lane, first, last);
      word64 coarse = 0, fine = 0;
      for (int64_t at = first + thread; at < last; at += 32) {
        const int v = global(pointer<int32_t>(a.targets))[at];
        const double flow = global(pointer<double>(a.flow))[at];
        global(rows)[(size_t)v * WIDTH + lane] = flow;
        if (!ends || !reached(v, lane)) continue;
        add_units(flow, coarse, fine);
        carry(coarse, fine);
        add_dependency(global(coarse_of), global(fine_of), v, flow);
      }
      if (!ends) continue;
      __syncwarp();
      coarse = sum_of<32>(coarse);
      fine = sum_of<32>(fine);
      carry(coarse, fine);
      if (thread > 0) continue;
      const size_t source = sources_of(batches, batch)[lane];
      if (coarse) atomicAdd(&global(coarse_of)[source], coarse);
      if (fine) atomicAdd(&global(fine_of)[source], fine);
    }
    __syncthreads();
  }

  /* Clears the marks of a batch. The whole block; without a barrier. */
  INLINE void forget(const gobc_cuda_batches &batches, int batch, int lanes) {
    if (!flows()) return;
    for (int lane = (int)threadIdx.x / 32; lane < lanes; lane += (int)blockDim.x / 32) {
      int64_t first, last;
      flows_of(batches, batch, lane, first, last);
      for (int64_t at = first + ((int)threadIdx.x & 31); at < last; at += 32)
        global(marks)[global(pointer<int32_t>(a.targets))[at] >> 5] = 0;
    }
  }

  /* What v weighs as a target on the four lanes from `lane` on, without decay; `mine` are those that count. */
  INLINE Four<double> four_of(int v, int lane, uint32_t mine, gobc_address target_weight) const {
    if (!flows()) return four(target_weight ? global(pointer<double>(target_weight))[v] : 1.0);
    Four<double> row = four(0.0);
    if (mine && marked(v)) row = *(const Four<double> *)&global(rows)[(size_t)v * WIDTH + lane];
    return row;
  }
};

#endif
