/* shim.h - what the files of this folder have in common. */
#ifndef GOBC_CAPI_SHIM_H
#define GOBC_CAPI_SHIM_H

#include "../include/gobc.h"

#define GOBC_LOCAL __attribute__((visibility("hidden")))

/* The opaque handle: `handle` is a cgo.Handle of the Go graph. */
struct gobc_graph {
  uint64_t magic;
  uintptr_t handle;
};

/* Likewise of a job and of a partial. */
struct gobc_job {
  uint64_t magic;
  uintptr_t handle;
};

struct gobc_partial {
  uint64_t magic;
  uintptr_t handle;
};

#define GOBC_JOB_MAGIC 0x676f62632d6a6f62ull
#define GOBC_PARTIAL_MAGIC 0x676f62632d707274ull
#define GOBC_GRAPH_MAGIC 0x676f62632d677270ull

#endif
