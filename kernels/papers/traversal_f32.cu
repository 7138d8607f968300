/* The methods of one traversal a block, path counts in single precision. */
#include "edge.h"
#include "pull.h"
#include "queue.h"
#include "vertex.h"

GOBC_DEVICE_CONSTANT(int, gobc_arguments_size, (int)sizeof(gobc_traversal_arguments))

typedef Pull<float, 512> pull;
typedef VertexParallel<float, 1024> vertex_parallel;
typedef EdgeParallel<float, 1024> edge_parallel;
typedef WorkEfficient<float, 1024, false> work_efficient;
typedef WorkEfficient<float, 1024, true> hybrid;

GOBC_TRAVERSAL(pull_f32, pull, 512, 1)
GOBC_TRAVERSAL(vertex_parallel_f32, vertex_parallel, 1024, 1)
GOBC_TRAVERSAL(edge_parallel_f32, edge_parallel, 1024, 1)
GOBC_TRAVERSAL(work_efficient_f32, work_efficient, 1024, 1)
GOBC_TRAVERSAL(hybrid_f32, hybrid, 1024, 1)
