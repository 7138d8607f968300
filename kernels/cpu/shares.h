/*
 * Shares of single pairs: for a pair (s, t) of vertices the share x(v) = sigma_st(v) / sigma_st of its shortest paths
 * that runs through v, for all v but s and t; nothing where t is not reached. Unweighted graphs.
 *
 * The search goes from both ends, a whole level at a time at the end whose next level has fewer arcs, until an arc joins
 * the two sides (Borassi and Natale, KADABRA, 2019); from the arcs that do, shares go back to either end (Riondato and
 * Upfal, ABRA, 2018, who search from one end alone).
 */
#ifndef GOBC_SHARES_H
#define GOBC_SHARES_H

#include "kernels.h"

/* Units of the sums: 2^-40, so that 2^23 pairs fit. */
#define GOBC_SHARES_UNIT 0x1p40

typedef struct gobc_shares gobc_shares;
/* NULL when out of memory. exponents 1: path counts carry an exponent from the start, for tests. */
gobc_shares *gobc_shares_open(const gobc_csr *graph, int exponents, const gobc_allocator *allocator);
/*
 * Adds the pairs ends[2i], ends[2i + 1], i < count, distinct in each pair: sums[2v] += x(v), sums[2v + 1] += x(v)^2,
 * each rounded to the nearest unit. Pairs whose path counts leave the safe range run again with exponents. CANCELLED:
 * the pairs before some point are added. Any other status than OK: the workspace may only be closed.
 */
int gobc_shares_run(gobc_shares *shares, const int32_t *ends, int64_t count, uint64_t *sums,
                    const volatile int32_t *cancel);
/* lanes: pairs; entries: vertices met; visits: adjacency entries looked at; batches: pairs that needed exponents */
const gobc_counts *gobc_shares_counts(const gobc_shares *shares);
void gobc_shares_close(gobc_shares *shares);

#endif
