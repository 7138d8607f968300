/* One instance of the sweep, GOBC_WIDTH lanes with path counts of GOBC_REAL bits: the parameters end here. */
#include "common/lane_vector.h"
#include "sweep/range.h"
#include "sweep/forward.h"
#include "common/lane_sums.h"
#include "sweep/backward.h"

static int GOBC_FN(backward_delta)(gobc_sweep *sweep, gobc_totals *totals) {
  return GOBC_FN(backward)(sweep, totals, (gobc_sweep_pass){.counts = 0, .edges = 0});
}

static int GOBC_FN(backward_counts)(gobc_sweep *sweep, gobc_totals *totals) {
  return GOBC_FN(backward)(sweep, totals, (gobc_sweep_pass){.counts = 1, .edges = 0});
}

/* Sums of arcs are made in double alone: see gobc_sweep_open. */
#if GOBC_DOUBLE
static int GOBC_FN(backward_edges)(gobc_sweep *sweep, gobc_totals *totals) {
  return GOBC_FN(backward)(sweep, totals, (gobc_sweep_pass){.counts = 0, .edges = 1});
}

static int GOBC_FN(backward_all)(gobc_sweep *sweep, gobc_totals *totals) {
  return GOBC_FN(backward)(sweep, totals, (gobc_sweep_pass){.counts = 1, .edges = 1});
}
#define EDGES(name) GOBC_FN(name)
#else
#define EDGES(name) NULL
#endif

static const gobc_sweep_kernel GOBC_FN(kernel) = {
    GOBC_WIDTH,
    GOBC_REAL,
    sizeof(mask_t),
    GOBC_FN(forward),
    {{GOBC_FN(backward_delta), EDGES(backward_edges)}, {GOBC_FN(backward_counts), EDGES(backward_all)}},
};

#undef EDGES
#undef GOBC_WIDTH
#undef GOBC_REAL
