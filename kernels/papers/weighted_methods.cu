/* The methods by lengths: whole numbers of 32 or 64 bits, or float64; path counts in double precision. */
#include "dijkstra.h"

#define GOBC_DIJKSTRA(NAME, RULE) \
  GOBC_KERNEL(gobc_##NAME, gobc_dijkstra_arguments, GOBC_BLOCK, 1) { run_sources<Dijkstra<RULE, GOBC_BLOCK>>(*arguments); }

GOBC_DIJKSTRA(dijkstra_u32, Whole32)
GOBC_DIJKSTRA(dijkstra_u64, Whole64)
GOBC_DIJKSTRA(dijkstra_f64, Real64)
