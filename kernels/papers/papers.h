/*
 * What the host hands to the kernels of the papers' methods, beside kernels/cuda/arguments.h: one device pointer to one of
 * these structs, shared with Go through papers.go. Plain C. Arrays of a slot follow each other.
 */
#ifndef GOBC_PAPERS_H
#define GOBC_PAPERS_H

#include "arguments.h"

/* One source a block: batches are of width 1, a lane is a source. */
typedef struct gobc_traversal_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  uint64_t tails;      /* int32_t[arcs]: where the arc at that place of the out-lists begins; levels by edges */
  uint64_t mates;      /* uint32_t[arcs]: its place in the in-lists; pull */
  uint64_t edge_delta; /* int64_t[arcs][2] or 0: coarse, fine; pull */
  uint64_t distance;   /* int32_t[slots][vertices] */
  uint64_t sigma;      /* real[slots][vertices] */
  uint64_t delta;      /* real[slots][vertices] */
  uint64_t stack;      /* int32_t[slots][vertices]: vertices in the order of their discovery; queues */
  uint64_t level_end;  /* int32_t[slots][vertices + 2]: where levels begin in the stack */
  uint64_t flags;      /* uint8_t[slots][arcs]: the arc is the last of shortest paths; edge-parallel, pull */
  uint64_t arc_delta;  /* real[slots][arcs]: dependency on it, by place in the in-lists; pull */
  uint64_t depth;      /* int32_t[sources] or 0: the deepest level of each source */
  uint64_t arcs;
  int32_t change;      /* hybrid: frontiers that differ by more let the choice be made anew; -1: always */
  int32_t frontier;    /* levels of more vertices than this go by edges */
} gobc_traversal_arguments;

#endif
