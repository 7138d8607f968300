/* The instances of one instruction set. */
#include "lane_vector.h"
#include "lane_sums.h"

#define GOBC_DISTANCE 16
#include "merged_distances.h"
#define GOBC_DISTANCE 32
#include "merged_distances.h"
#define GOBC_DISTANCE 64
#include "merged_distances.h"
#define GOBC_DISTANCE 0
#include "merged_distances.h"

#include "merged_paths.h"
#define GOBC_ALL 0
#include "merged_backward.h"
#define GOBC_ALL 1
#include "merged_backward.h"

const gobc_merged_table GOBC_JOIN(gobc_merged, GOBC_SET) = {
    {DISTANCE_ROWS(16), DISTANCE_ROWS(32), DISTANCE_ROWS(64), DISTANCE_ROWS(0)},
    {GOBC_FN(count), GOBC_BACK_OF(0), GOBC_BACK_OF(1)}};
