/* One instance of the sweep, GOBC_WIDTH lanes with path counts of GOBC_REAL bits: the parameters end here. */
#include "common/lane_vector.h"
#include "sweep/range.h"
#include "sweep/forward.h"
#include "common/lane_sums.h"

#define GOBC_VARIANT 0
#include "sweep/backward.h"
#define GOBC_VARIANT 1
#include "sweep/backward.h"
#if GOBC_DOUBLE
#define GOBC_VARIANT 2
#include "sweep/backward.h"
#define GOBC_VARIANT 3
#include "sweep/backward.h"
#endif

#undef GOBC_WIDTH
#undef GOBC_REAL
