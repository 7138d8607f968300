/* Small components by teams of as many warps as the number in the name. The host chooses how many threads. */
#include "teams.h"

/* Blocks of a multiprocessor, where it holds 2,048 threads, and on others. */
#define GOBC_TEAMS(NAME, REAL, W, THREADS, BLOCKS, OTHERS)                                                             \
  GOBC_KERNEL(gobc_teams_##NAME, gobc_component_arguments, THREADS, GOBC_PAIR == 2 ? BLOCKS : OTHERS) {                \
    run_teams<REAL, GOBC_THREADS(32 * W) / 32>(*arguments);                                                            \
  }

GOBC_TEAMS(w1_f32, float, 1, 256, 6, 4)
GOBC_TEAMS(w2_f32, float, 2, 256, 4, 4)
GOBC_TEAMS(w4_f32, float, 4, 512, 3, 2)
GOBC_TEAMS(w8_f32, float, 8, 1024, 1, 1)
GOBC_TEAMS(w16_f32, float, 16, 1024, 1, 1)
GOBC_TEAMS(w1_f64, double, 1, 256, 6, 4)
GOBC_TEAMS(w2_f64, double, 2, 256, 4, 4)
GOBC_TEAMS(w4_f64, double, 4, 512, 3, 2)
GOBC_TEAMS(w8_f64, double, 8, 1024, 1, 1)
GOBC_TEAMS(w16_f64, double, 16, 1024, 1, 1)
