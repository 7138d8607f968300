/* Distance sweeps of 32, 64 and 128 lanes, and with masks in shared memory for graphs where they fit. */
#include "distances.h"

GOBC_KERNEL(gobc_distances_w32, gobc_distances_arguments, 1024, GOBC_PAIR) {
  run_distances<1, false, 1024>(*arguments);
}
GOBC_KERNEL(gobc_distances_w64, gobc_distances_arguments, 1024, GOBC_PAIR) {
  run_distances<2, false, 1024>(*arguments);
}
GOBC_KERNEL(gobc_distances_w128, gobc_distances_arguments, 1024, GOBC_PAIR) {
  run_distances<4, false, 1024>(*arguments);
}
GOBC_KERNEL(gobc_distances_w32_shared, gobc_distances_arguments, 1024, GOBC_PAIR) {
  run_distances<1, true, 1024>(*arguments);
}
GOBC_KERNEL(gobc_distances_w64_shared, gobc_distances_arguments, 1024, GOBC_PAIR) {
  run_distances<2, true, 1024>(*arguments);
}
GOBC_KERNEL(gobc_distances_w128_shared, gobc_distances_arguments, 1024, GOBC_PAIR) {
  run_distances<4, true, 1024>(*arguments);
}
