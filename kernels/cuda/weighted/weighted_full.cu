/* The weighted sweep with sums by arc and with stress. */
#include "weighted.h"

GOBC_KERNEL(gobc_weighted_full_u32, gobc_weighted_arguments, 1024, 1) { run_weighted<Whole32, true>(*arguments); }
GOBC_KERNEL(gobc_weighted_full_u64, gobc_weighted_arguments, 1024, 1) { run_weighted<Whole64, true>(*arguments); }
GOBC_KERNEL(gobc_weighted_full_f64, gobc_weighted_arguments, 1024, 1) { run_weighted<Real64, true>(*arguments); }
