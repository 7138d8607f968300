/* The kernels of the methods of one traversal a block, for a type of path counts: gobc_pull_f32 and so on. */
#ifndef GOBC_PAPERS_METHODS_H
#define GOBC_PAPERS_METHODS_H

#include "edge.h"
#include "pull.h"
#include "queue.h"
#include "vertex.h"

template <typename Real> struct Methods {
  typedef Pull<Real, GOBC_BLOCK / 2> pull;
  typedef VertexParallel<Real, GOBC_BLOCK> vertex_parallel;
  typedef EdgeParallel<Real, GOBC_BLOCK> edge_parallel;
  typedef WorkEfficient<Real, GOBC_BLOCK, false> work_efficient;
  typedef WorkEfficient<Real, GOBC_BLOCK, true> hybrid;
};

#define GOBC_METHODS(REAL, NAME)                                                               \
  GOBC_TRAVERSAL(pull_##NAME, Methods<REAL>::pull, GOBC_BLOCK / 2, 1)                          \
  GOBC_TRAVERSAL(vertex_parallel_##NAME, Methods<REAL>::vertex_parallel, GOBC_BLOCK, 1)        \
  GOBC_TRAVERSAL(edge_parallel_##NAME, Methods<REAL>::edge_parallel, GOBC_BLOCK, 1)            \
  GOBC_TRAVERSAL(work_efficient_##NAME, Methods<REAL>::work_efficient, GOBC_BLOCK, 1)          \
  GOBC_TRAVERSAL(hybrid_##NAME, Methods<REAL>::hybrid, GOBC_BLOCK, 1)

#endif
