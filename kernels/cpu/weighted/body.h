/* The instances of one instruction set. */
#include "common/lane_vector.h"
#include "common/lane_sums.h"

#define DISTANCE_ROWS(bits)                                                                                            \
  {GOBC_NAME(search, bits, GOBC_SET),       GOBC_NAME(search_targets, bits, GOBC_SET),                                 \
   GOBC_NAME(find_tight, bits, GOBC_SET),   GOBC_NAME(add_lengths, bits, GOBC_SET),                                    \
   GOBC_NAME(find_within, bits, GOBC_SET),  GOBC_NAME(clear, bits, GOBC_SET),                                          \
   GOBC_NAME(copy_reached, bits, GOBC_SET), GOBC_NAME(weigh, bits, GOBC_SET)}

/* Decays of eight distances. */
static __attribute__((noinline)) void GOBC_FN(decays)(const gobc_distance_decay *f, const double *d, double *of) {
  gobc_decays(f, d, of, 8);
}

#define GOBC_DISTANCE 16
#include "weighted/distances.h"
#define GOBC_DISTANCE 32
#include "weighted/distances.h"
#define GOBC_DISTANCE 64
#include "weighted/distances.h"
#define GOBC_DISTANCE 0
#include "weighted/distances.h"

#include "weighted/paths.h"
#include "weighted/backward.h"
#include "weighted/backward_cutoffs.h"

const gobc_label_correcting_kernel GOBC_NAME(gobc_label_correcting, GOBC_SET) = {
    {DISTANCE_ROWS(16), DISTANCE_ROWS(32), DISTANCE_ROWS(64), DISTANCE_ROWS(0)},
    {GOBC_FN(count), GOBC_FN(pass_delta), GOBC_FN(pass_all), GOBC_FN(pass_inner), GOBC_FN(pass_cutoffs),
     GOBC_NAME(gobc_chain_masses, GOBC_SET), GOBC_FN(pass_masses), GOBC_FN(pass_delta_masses), GOBC_FN(pass_counts)}};
