/* Masses of float64 path counts, for one instruction set. */
#include "chains/chain.h"
#include "common/template.h"

#define KIND plain
#define DISTANCE 16
#include "chains/body.h"
#define DISTANCE 32
#include "chains/body.h"
#define DISTANCE 64
#include "chains/body.h"
#undef KIND

int GOBC_NAME(gobc_chain_masses, GOBC_SET)(const gobc_chains *chains, const gobc_chain_batch *batch, int distance_bytes,
                                           const void *distance, const double *sigma, double *mass, int32_t *place,
                                           gobc_totals *totals, const volatile int32_t *cancel) {
#define RUN(bits)                                                                                                      \
  GOBC_NAME(gobc_plain_masses, bits, GOBC_SET)(chains, batch, distance, sigma, mass, place, totals, cancel)
  return distance_bytes == 2 ? RUN(16) : distance_bytes == 4 ? RUN(32) : RUN(64);
#undef RUN
}
