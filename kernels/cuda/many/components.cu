/* The smallest components, in batches of 32 lanes. The host chooses how many threads. */
#include "components.h"

#define GOBC_COMPONENTS(NAME, REAL)                                                                                    \
  GOBC_KERNEL(gobc_components_##NAME, gobc_component_arguments, 256, 4) { run_components<REAL>(*arguments); }

GOBC_COMPONENTS(f32, float)
GOBC_COMPONENTS(f64, double)
