/* The instances of one instruction set. */
#include "lane_vector.h"
#include "lane_sums.h"

#define GOBC_DISTANCE 16
#include "label_correcting_distances.h"
#define GOBC_DISTANCE 32
#include "label_correcting_distances.h"
#define GOBC_DISTANCE 64
#include "label_correcting_distances.h"
#define GOBC_DISTANCE 0
#include "label_correcting_distances.h"

#include "label_correcting_paths.h"
#include "label_correcting_backward.h"

const gobc_label_correcting_kernel GOBC_JOIN(gobc_label_correcting, GOBC_SET) = {
    {DISTANCE_ROWS(16), DISTANCE_ROWS(32), DISTANCE_ROWS(64), DISTANCE_ROWS(0)},
    {GOBC_FN(count), GOBC_FN(pass_delta), GOBC_FN(pass_all), GOBC_JOIN(gobc_chain_masses, GOBC_SET),
     GOBC_FN(pass_masses), GOBC_FN(pass_counts)}};
