/*
 * The contract between the host and the kernels of the papers' methods, beside kernels/cuda/arguments.h: a kernel gets one
 * device pointer to one of these structs. `make generate` writes the same structs in Go (arguments.go). The arrays of all
 * slots follow each other.
 */
#ifndef GOBC_PAPERS_H
#define GOBC_PAPERS_H

#include "arguments.h"

/* One source a block: batches have one lane. */
typedef struct gobc_traversal_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  gobc_address tails;     /* int32_t[arcs]: the tail of the arc at that place of the out-lists; levels by arcs */
  gobc_address mates;     /* uint32_t[arcs]: its place in the in-lists; pull */
  gobc_address distance;  /* int32_t[slots][vertices]; weighted methods: lengths */
  gobc_address sigma;     /* real[slots][vertices] */
  gobc_address delta;     /* real[slots][vertices] */
  gobc_address stack;     /* int32_t[slots][vertices]: vertices as they are discovered or settled; queues, Dijkstra */
  gobc_address level_end; /* int32_t[slots][vertices + 2]: where levels begin in the stack */
  gobc_address flags;     /* uint8_t[slots][arcs]: the arc ends a shortest path; edge-parallel, pull */
  gobc_address arc_delta; /* real[slots][arcs]: dependency on the arc, by place in the in-lists; pull */
  gobc_address depth;     /* int32_t[sources_count] or 0: the deepest level of each source */
  uint64_t arcs;
  int32_t change;   /* hybrid: the choice is made anew if the frontier's size changed by more; -1: always */
  int32_t frontier; /* levels with more vertices than this go by arcs */
} gobc_traversal_arguments;

/* The weighted methods. Lengths and weights are those of kernels/cuda/weighted/lengths.h. */
typedef struct gobc_dijkstra_arguments {
  gobc_traversal_arguments traversal;
  gobc_address weights;   /* weight[arcs]: by place in the out-lists */
  gobc_address least;     /* weight[vertices]: the smallest weight of the arcs from a vertex; 0 if there is none */
  gobc_address farthest;  /* double[slots][vertices]: longest length that was counted; only for float64 lengths */
  gobc_address lock;      /* int32_t[slots][vertices] */
  gobc_address unsettled; /* uint8_t[slots][vertices] */
  gobc_address in_front;  /* uint8_t[slots][vertices]: in the frontier; 0 if the frontier is a queue */
  double tolerance;       /* of ties, relative; only for float64 lengths */
  int32_t team_bits;      /* 2^team_bits threads serve a vertex, up to 32 */
  int32_t padding;
} gobc_dijkstra_arguments;

/* gpu-fan: one source at a time on the whole device. */
typedef struct gobc_fan_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_totals totals;
  gobc_address tails;        /* int32_t[arcs]: a_1 of the paper; a_2 are the targets of the out-lists */
  gobc_address distance;     /* int32_t[vertices] */
  gobc_address sigma;        /* real[vertices] */
  gobc_address delta;        /* real[vertices] or 0: dependencies */
  gobc_address paths_onward; /* real[vertices] or 0: for stress */
  gobc_address predecessors; /* uint32_t[vertices][words]: bit u of row w: u precedes w; zero on entry */
  gobc_address sources;      /* int32_t[]: the source of a step stands at its `place` */
  gobc_address found;        /* int32_t[2]: the deepest level found; whether a path count is out of range */
  gobc_cuda_hops hops;
  uint64_t arcs, words;
  double stress_most; /* as in the level sweep */
} gobc_fan_arguments;

/* What differs between launches. The steps of all levels are written once, so that no copy stands between two launches. */
typedef struct gobc_fan_step {
  gobc_address arguments; /* gobc_fan_arguments */
  gobc_address place;     /* int32_t: the source's place */
  int32_t level, padding;
} gobc_fan_step;

#endif
