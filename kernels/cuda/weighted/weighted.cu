/*
 * The weighted sweep: lengths are integers of 32 or 64 bits, or float64; path counts are float64. The host chooses the size
 * of the blocks: one of 1,024 threads a multiprocessor, or two of 512 (weighted.go).
 */
#include "weighted.h"

GOBC_KERNEL(gobc_weighted_u32, gobc_weighted_arguments, 1024, 1) { run_weighted<Whole32, false>(*arguments); }
GOBC_KERNEL(gobc_weighted_u64, gobc_weighted_arguments, 1024, 1) { run_weighted<Whole64, false>(*arguments); }
GOBC_KERNEL(gobc_weighted_f64, gobc_weighted_arguments, 1024, 1) { run_weighted<Real64, false>(*arguments); }
