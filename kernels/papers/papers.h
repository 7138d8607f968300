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
  uint64_t edge_delta; /* int64_t[arcs][2] or 0: coarse, fine; pull, weighted methods */
  uint64_t distance;   /* int32_t[slots][vertices]; weighted methods: lengths */
  uint64_t sigma;      /* real[slots][vertices] */
  uint64_t delta;      /* real[slots][vertices] */
  uint64_t stack;      /* int32_t[slots][vertices]: vertices as they are discovered or settled; queues, dijkstra */
  uint64_t level_end;  /* int32_t[slots][vertices + 2]: where levels begin in the stack */
  uint64_t flags;      /* uint8_t[slots][arcs]: the arc is the last of shortest paths; edge-parallel, pull */
  uint64_t arc_delta;  /* real[slots][arcs]: dependency on it, by place in the in-lists; pull */
  uint64_t depth;      /* int32_t[sources] or 0: the deepest level of each source */
  uint64_t arcs;
  int32_t change;      /* hybrid: frontiers that differ by more let the choice be made anew; -1: always */
  int32_t frontier;    /* levels of more vertices than this go by edges */
} gobc_traversal_arguments;

/* The same by lengths; weighted methods. Lengths and weights are those of kernels/cuda/lengths.h. */
typedef struct gobc_dijkstra_arguments {
  gobc_traversal_arguments traversal;
  uint64_t weights;   /* weight[arcs]: by place of the out-lists */
  uint64_t least;     /* weight[vertices]: the smallest of those, 0 where no arc leaves */
  uint64_t farthest;  /* double[slots][vertices]: longest length counted; lengths in float64 */
  uint64_t lock;      /* int32_t[slots][vertices] */
  uint64_t unsettled; /* uint8_t[slots][vertices] */
  uint64_t in_front;  /* uint8_t[slots][vertices] or 0: in the frontier; frontiers that are no queue */
  double tolerance;   /* of ties, relative; lengths in float64 */
  int32_t team_bits;  /* 2^team_bits threads serve a vertex, up to 32 */
  int32_t padding;
} gobc_dijkstra_arguments;

/*
 * gpu-fan: one source at a time by the whole device. What a launch is about stands in a step of its own, so that launches
 * can follow each other without copies between them: steps of all levels are written once.
 */
typedef struct gobc_fan_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_totals totals;
  uint64_t tails;     /* int32_t[arcs]: a_1 of the paper; a_2 are the out-lists' targets */
  uint64_t distance;  /* int32_t[vertices] */
  uint64_t sigma;     /* real[vertices] */
  uint64_t delta;     /* real[vertices] or 0: dependencies */
  uint64_t gamma;     /* real[vertices] or 0: paths onward, for stress */
  uint64_t before;    /* uint32_t[vertices][words]: bit u of row w: u precedes w; zero on entry */
  uint64_t sources;   /* int32_t[]: the source of a step stands at `place` */
  uint64_t found;     /* int32_t[2]: the deepest level found, whether a path count left the range */
  uint64_t lengths, reached; /* uint64_t[vertices] or 0 */
  uint64_t eccentricity;     /* int32_t[vertices] or 0 */
  uint64_t arcs, words;
  double stress_most; /* as in the level sweep */
} gobc_fan_arguments;

typedef struct gobc_fan_step {
  uint64_t arguments; /* gobc_fan_arguments */
  uint64_t place;     /* int32_t: the source's place */
  int32_t level, padding;
} gobc_fan_step;

#endif
