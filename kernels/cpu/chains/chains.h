/* Chains of a batch of nodes: chains/chains.c, with chains/body.h for each type of distances and of path counts. */
#ifndef GOBC_CHAINS_H
#define GOBC_CHAINS_H

#include "common/path_count.h"

/*
 * Between the way out and the way back of a batch: fills rows of masses, 64 lanes a node, from rows of distances (whole, of so
 * many bytes) and of path counts, and adds to `totals` what is not of nodes or arcs, and what passes the ends of chains.
 * `place` is room for as many items a node as a batch has sources at most.
 */
typedef int gobc_chain_masses(const gobc_chains *chains, const gobc_chain_batch *batch, int distance_bytes,
                              const void *distance, const double *sigma, double *mass, int32_t *place,
                              gobc_totals *totals, const volatile int32_t *cancel);

/* No number of paths is larger than the largest path count times this: pairs count twice at most, each by four ways at ties. */
static inline double gobc_chains_bound(const gobc_chains *chains) { return 256 * chains->total * chains->total; }
/* Allocates what numbers of paths up to `bound`, and perhaps infinite ones, need in totals->stress. */
int gobc_chains_prepare(const gobc_chains *chains, double bound, int infinite, gobc_totals *totals,
                        const gobc_allocator *allocator);

extern gobc_chain_masses gobc_chain_masses_baseline, gobc_chain_masses_avx2, gobc_chain_masses_avx512;

#endif
