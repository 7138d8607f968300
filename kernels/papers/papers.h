/*
 * What the host hands to the kernels of the papers' methods, beside kernels/cuda/arguments.h: one device pointer to one of
 * these structs; arguments.go has the same in Go, which `make generate` writes. Arrays of a slot follow each other.
 */
#ifndef GOBC_PAPERS_H
#define GOBC_PAPERS_H

#include "arguments.h"

/* One source a block: batches are of width 1, a lane is a source. */
typedef struct gobc_traversal_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  gobc_address tails;      /* int32_t[arcs]: where the arc at that place of the out-lists begins; levels by edges */
  gobc_address mates;      /* uint32_t[arcs]: its place in the in-lists; pull */
  gobc_address edge_delta; /* int64_t[arcs][2] or 0: coarse, fine; pull, weighted methods */
  gobc_address distance;   /* int32_t[slots][vertices]; weighted methods: lengths */
  gobc_address sigma;      /* real[slots][vertices] */
  gobc_address delta;      /* real[slots][vertices] */
  gobc_address stack;      /* int32_t[slots][vertices]: vertices as they are discovered or settled; queues, dijkstra */
  gobc_address level_end;  /* int32_t[slots][vertices + 2]: where levels begin in the stack */
  gobc_address flags;      /* uint8_t[slots][arcs]: the arc is the last of shortest paths; edge-parallel, pull */
  gobc_address arc_delta;  /* real[slots][arcs]: dependency on it, by place in the in-lists; pull */
  gobc_address depth;      /* int32_t[sources] or 0: the deepest level of each source */
  uint64_t arcs;
  int32_t change;      /* hybrid: frontiers that differ by more let the choice be made anew; -1: always */
  int32_t frontier;    /* levels of more vertices than this go by edges */
} gobc_traversal_arguments;

/* The same by lengths; weighted methods. Lengths and weights are those of kernels/cuda/lengths.h. */
typedef struct gobc_dijkstra_arguments {
  gobc_traversal_arguments traversal;
  gobc_address weights;   /* weight[arcs]: by place of the out-lists */
  gobc_address least;     /* weight[vertices]: the smallest of those, 0 where no arc leaves */
  gobc_address farthest;  /* double[slots][vertices]: longest length counted; lengths in float64 */
  gobc_address lock;      /* int32_t[slots][vertices] */
  gobc_address unsettled; /* uint8_t[slots][vertices] */
  gobc_address in_front;  /* uint8_t[slots][vertices] or 0: in the frontier; frontiers that are no queue */
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
  gobc_address tails;     /* int32_t[arcs]: a_1 of the paper; a_2 are the out-lists' targets */
  gobc_address distance;  /* int32_t[vertices] */
  gobc_address sigma;     /* real[vertices] */
  gobc_address delta;     /* real[vertices] or 0: dependencies */
  gobc_address gamma;     /* real[vertices] or 0: paths onward, for stress */
  gobc_address before;    /* uint32_t[vertices][words]: bit u of row w: u precedes w; zero on entry */
  gobc_address sources;   /* int32_t[]: the source of a step stands at `place` */
  gobc_address found;     /* int32_t[2]: the deepest level found, whether a path count left the range */
  gobc_address lengths, reached; /* uint64_t[vertices] or 0 */
  gobc_address eccentricity;     /* int32_t[vertices] or 0 */
  uint64_t arcs, words;
  double stress_most; /* as in the level sweep */
} gobc_fan_arguments;

typedef struct gobc_fan_step {
  gobc_address arguments; /* gobc_fan_arguments */
  gobc_address place;     /* int32_t: the source's place */
  int32_t level, padding;
} gobc_fan_step;

#endif
