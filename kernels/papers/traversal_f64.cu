/* The methods of one traversal a block, path counts in double precision. */
#include "edge.h"
#include "pull.h"
#include "queue.h"
#include "vertex.h"

GOBC_DEVICE_CONSTANT(int, gobc_arguments_size, (int)sizeof(gobc_traversal_arguments))

typedef Pull<double, 512> pull;
typedef VertexParallel<double, 1024> vertex_parallel;
typedef EdgeParallel<double, 1024> edge_parallel;
typedef WorkEfficient<double, 1024, false> work_efficient;
typedef WorkEfficient<double, 1024, true> hybrid;

GOBC_TRAVERSAL(pull_f64, pull, 512, 1)
GOBC_TRAVERSAL(vertex_parallel_f64, vertex_parallel, 1024, 1)
GOBC_TRAVERSAL(edge_parallel_f64, edge_parallel, 1024, 1)
GOBC_TRAVERSAL(work_efficient_f64, work_efficient, 1024, 1)
GOBC_TRAVERSAL(hybrid_f64, hybrid, 1024, 1)
