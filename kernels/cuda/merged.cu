/*
 * The merged sweep. _levels: distances level by level, 4 or 8 threads an entry (8 pays above degree 8); _corrected: by label
 * correcting, for roads. _arcs: sums by arc as well, for betweenness of edges, alone or beside that of vertices.
 */
#include "merged.h"

#define GOBC_MERGED(NAME, REAL, ARGUMENTS, WALK, CORRECT, THREADS, BLOCKS, ARCS) \
  GOBC_KERNEL(gobc_merged_##NAME, ARGUMENTS, THREADS, BLOCKS) {                  \
    run_merged<REAL, WALK, CORRECT, THREADS, ARCS>(*arguments);                  \
  }
#define GOBC_MERGED_SWEEPS(PREFIX, SUFFIX, REAL, ARGUMENTS, ARCS)                        \
  GOBC_MERGED(PREFIX##levels4_##SUFFIX, REAL, ARGUMENTS, 4, false, 1024, 1, ARCS)        \
  GOBC_MERGED(PREFIX##levels8_##SUFFIX, REAL, ARGUMENTS, 8, false, 1024, 1, ARCS)        \
  GOBC_MERGED(PREFIX##corrected_##SUFFIX, REAL, ARGUMENTS, 2, true, 512, 2, ARCS)

GOBC_MERGED_SWEEPS(, f32, float, gobc_merged_arguments, false)
GOBC_MERGED_SWEEPS(, f64, double, gobc_merged_arguments, false)
GOBC_MERGED_SWEEPS(arcs_, f64, double, gobc_merged_arcs_arguments, true)
