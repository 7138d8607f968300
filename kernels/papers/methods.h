/* The kernels of the methods of one traversal a block, for a type of path counts: gobc_pull_f32 and so on. */
#ifndef GOBC_PAPERS_METHODS_H
#define GOBC_PAPERS_METHODS_H

#include "edge.h"
#include "pull.h"
#include "queue.h"
#include "vertex.h"

template <typename Real> struct Methods {
  typedef Pull<Real, 512> pull;
  typedef VertexParallel<Real, 1024> vertex_parallel;
  typedef EdgeParallel<Real, 1024> edge_parallel;
  typedef WorkEfficient<Real, 1024, false> work_efficient;
  typedef WorkEfficient<Real, 1024, true> hybrid;
};

#define GOBC_METHODS(REAL, NAME)                                                         \
  GOBC_TRAVERSAL(pull_##NAME, Methods<REAL>::pull, 512, 1)                               \
  GOBC_TRAVERSAL(vertex_parallel_##NAME, Methods<REAL>::vertex_parallel, 1024, 1)        \
  GOBC_TRAVERSAL(edge_parallel_##NAME, Methods<REAL>::edge_parallel, 1024, 1)            \
  GOBC_TRAVERSAL(work_efficient_##NAME, Methods<REAL>::work_efficient, 1024, 1)          \
  GOBC_TRAVERSAL(hybrid_##NAME, Methods<REAL>::hybrid, 1024, 1)

#endif
