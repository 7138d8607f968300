/* The merged sweep with sums by arc: betweenness of edges, alone or beside that of vertices, in double precision. */
#include "merged.h"

#define GOBC_MERGED_ARCS(NAME, WALK, CORRECT, THREADS, BLOCKS)                                \
  GOBC_KERNEL(gobc_merged_arcs_##NAME##_f64, gobc_merged_arcs_arguments, THREADS, BLOCKS) {    \
    run_merged<double, WALK, CORRECT, THREADS, true>(*arguments);                             \
  }

GOBC_MERGED_ARCS(levels4, 4, false, 1024, 1)
GOBC_MERGED_ARCS(levels8, 8, false, 1024, 1)
GOBC_MERGED_ARCS(corrected, 2, true, 512, 2)
