/*
 * The kernels of the papers' methods. gobc_pull_f32 and others run one traversal per block. gobc_dijkstra is for
 * weighted graphs, with lengths as integers of 32 or 64 bits or float64, and path counts in double precision.
 * gobc_fan runs one source on the whole device.
 */
#include "dijkstra.h"
#include "edge.h"
#include "gpu_fan.h"
#include "pull.h"
#include "queue.h"
#include "vertex.h"

#define GOBC_TRAVERSAL(NAME, METHOD, THREADS)                                                                          \
  GOBC_KERNEL(gobc_##NAME, gobc_traversal_arguments, THREADS, 1) { run_sources<METHOD>(*arguments); }

template <typename Real>
struct Methods {
  typedef Pull<Real, GOBC_BLOCK / 2> pull;
  typedef VertexParallel<Real, GOBC_BLOCK> vertex_parallel;
  typedef EdgeParallel<Real, GOBC_BLOCK> edge_parallel;
  typedef WorkEfficient<Real, GOBC_BLOCK, false> work_efficient;
  typedef WorkEfficient<Real, GOBC_BLOCK, true> hybrid;
};

#define GOBC_TRAVERSALS(REAL, NAME)                                                                                    \
  GOBC_TRAVERSAL(pull_##NAME, Methods<REAL>::pull, GOBC_BLOCK / 2)                                                     \
  GOBC_TRAVERSAL(vertex_parallel_##NAME, Methods<REAL>::vertex_parallel, GOBC_BLOCK)                                   \
  GOBC_TRAVERSAL(edge_parallel_##NAME, Methods<REAL>::edge_parallel, GOBC_BLOCK)                                       \
  GOBC_TRAVERSAL(work_efficient_##NAME, Methods<REAL>::work_efficient, GOBC_BLOCK)                                     \
  GOBC_TRAVERSAL(hybrid_##NAME, Methods<REAL>::hybrid, GOBC_BLOCK)

GOBC_TRAVERSALS(float, f32)
GOBC_TRAVERSALS(double, f64)

#define GOBC_DIJKSTRA(NAME, RULE)                                                                                      \
  GOBC_KERNEL(gobc_dijkstra_##NAME, gobc_dijkstra_arguments, GOBC_BLOCK, 1) {                                          \
    run_sources<Dijkstra<RULE, GOBC_BLOCK>>(*arguments);                                                               \
  }

GOBC_DIJKSTRA(u32, Whole32)
GOBC_DIJKSTRA(u64, Whole64)
GOBC_DIJKSTRA(f64, Real64)

#define GOBC_FAN(NAME, REAL, CALL)                                                                                     \
  GOBC_KERNEL(gobc_fan_##NAME, gobc_fan_step, GOBC_THREADS(256), 1) { Fan<REAL>(*arguments).CALL; }
#define GOBC_FANS(REAL, NAME)                                                                                          \
  GOBC_FAN(reset_##NAME, REAL, reset())                                                                                \
  GOBC_FAN(search_##NAME, REAL, template search<true>())                                                               \
  GOBC_FAN(check_##NAME, REAL, check())                                                                                \
  GOBC_FAN(back_##NAME, REAL, back())                                                                                  \
  GOBC_FAN(sum_##NAME, REAL, sum())

GOBC_FANS(float, f32)
GOBC_FANS(double, f64)
GOBC_FAN(distances, double, template search<false>())
GOBC_FAN(lengths, double, lengths())
