/* The instances of the only width. Included by merged_instances.h. */
#define GOBC_WIDTH 64
#define GOBC_FN(name) GOBC_JOIN(GOBC_JOIN(name, GOBC_WIDTH), paths)
#define GOBC_DOUBLE 1
#define mask_t uint64_t

#include "sweep_vector.h"
#include "lane_sums.h"

#define GOBC_DISTANCE 16
#include "merged_distances.h"
#define GOBC_DISTANCE 32
#include "merged_distances.h"
#define GOBC_DISTANCE 64
#include "merged_distances.h"
#define GOBC_DISTANCE (-64)
#include "merged_distances.h"

#include "merged_paths.h"
#define GOBC_ALL 0
#include "merged_backward.h"
#undef GOBC_ALL
#define GOBC_ALL 1
#include "merged_backward.h"
#undef GOBC_ALL
