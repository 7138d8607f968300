/* One instance of the sweep, GOBC_WIDTH lanes with path counts of GOBC_REAL bits: the parameters end here. */
#include "lane_vector.h"
#include "sweep_range.h"
#include "sweep_forward.h"
#include "lane_sums.h"

#define GOBC_VARIANT 0
#include "sweep_backward.h"
#define GOBC_VARIANT 1
#include "sweep_backward.h"
#if GOBC_DOUBLE
#define GOBC_VARIANT 2
#include "sweep_backward.h"
#define GOBC_VARIANT 3
#include "sweep_backward.h"
#endif

#undef GOBC_WIDTH
#undef GOBC_REAL
