/*
 * The weighted sweep: lengths in whole numbers of 32 or 64 bits, or in float64; path counts in float64. One block of
 * 1,024 threads a multiprocessor did 1.2 to 1.4 times better than two of 512 on protein, co-expression, Kronecker and
 * Delaunay graphs; _pair is 1.4 times as fast where lists are short (Twitter mentions, roads).
 */
#include "weighted.h"

GOBC_DEVICE_CONSTANT(int, gobc_arguments_size, (int)sizeof(gobc_weighted_arguments))

GOBC_KERNEL(gobc_weighted_u32, gobc_weighted_arguments, 1024, 1) { run_weighted<Whole32, false, 1024>(*arguments); }
GOBC_KERNEL(gobc_weighted_pair_u32, gobc_weighted_arguments, 512, 2) { run_weighted<Whole32, false, 512>(*arguments); }
GOBC_KERNEL(gobc_weighted_u64, gobc_weighted_arguments, 1024, 1) { run_weighted<Whole64, false, 1024>(*arguments); }
GOBC_KERNEL(gobc_weighted_f64, gobc_weighted_arguments, 1024, 1) { run_weighted<Real64, false, 1024>(*arguments); }
