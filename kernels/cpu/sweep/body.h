/* One instance of the sweep, GOBC_WIDTH lanes with path counts of GOBC_REAL bits: the parameters end here. */
#include "common/lane_vector.h"
#include "sweep/range.h"
#include "sweep/forward.h"
#include "common/lane_sums.h"

#define GOBC_COUNTS 0
#define GOBC_EDGES 0
#include "sweep/backward.h"
#define GOBC_COUNTS 1
#define GOBC_EDGES 0
#include "sweep/backward.h"

/* Sums of arcs are made in double alone: see gobc_sweep_open. So are several cutoffs. */
#if GOBC_DOUBLE
#include "sweep/backward_cutoffs.h"
#define GOBC_COUNTS 0
#define GOBC_EDGES 1
#include "sweep/backward.h"
#define GOBC_COUNTS 1
#define GOBC_EDGES 1
#include "sweep/backward.h"
#define WITH_EDGES(name) name
#else
#define WITH_EDGES(name) NULL
#endif

#define BACKWARD(counts, edges) GOBC_NAME(backward, GOBC_WIDTH, GOBC_REAL, GOBC_SET, counts, edges)
static const gobc_sweep_kernel GOBC_FN(kernel) = {
    GOBC_WIDTH,
    GOBC_REAL,
    sizeof(mask_t),
    GOBC_FN(forward),
    {{BACKWARD(0, 0), WITH_EDGES(BACKWARD(0, 1))}, {BACKWARD(1, 0), WITH_EDGES(BACKWARD(1, 1))}},
    WITH_EDGES(GOBC_FN(backward_cutoffs)),
};

#undef BACKWARD
#undef WITH_EDGES
#undef GOBC_WIDTH
#undef GOBC_REAL
