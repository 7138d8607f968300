/*
 * The merged sweep with path counts in single precision. _levels: distances level by level, 4 or 8 threads an entry (8 pays above
 * degree 8); _corrected: by label correcting, for roads.
 */
#include "merged.h"

GOBC_KERNEL(gobc_merged_levels4_f32, gobc_merged_arguments, 1024, 1) { run_merged<float, 4, false, 1024>(*arguments); }
GOBC_KERNEL(gobc_merged_levels8_f32, gobc_merged_arguments, 1024, 1) { run_merged<float, 8, false, 1024>(*arguments); }
GOBC_KERNEL(gobc_merged_corrected_f32, gobc_merged_arguments, 512, 2) { run_merged<float, 2, true, 512>(*arguments); }
