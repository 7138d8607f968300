/* Small components, 8 lanes for each number in the name: few where components are large. The host chooses how many threads. */
#include "components.h"

#define GOBC_COMPONENTS(NAME, REAL, K)                                                                                 \
  GOBC_KERNEL(gobc_components_##NAME, gobc_component_arguments, 512, 2) { run_components<REAL, K>(*arguments); }

GOBC_COMPONENTS(w8_f32, float, 1)
GOBC_COMPONENTS(w16_f32, float, 2)
GOBC_COMPONENTS(w32_f32, float, 4)
GOBC_COMPONENTS(w8_f64, double, 1)
GOBC_COMPONENTS(w16_f64, double, 2)
GOBC_COMPONENTS(w32_f64, double, 4)
