/* shim.h - what shim.c offers to the Go side. */
#ifndef GOBC_CAPI_SHIM_H
#define GOBC_CAPI_SHIM_H

#include "../include/gobc.h"

/* The opaque handle: `handle` is a cgo.Handle of the Go graph. */
struct gobc_graph {
  uint64_t magic;
  uintptr_t handle;
};

#define GOBC_GRAPH_MAGIC 0x676f62632d677270ull

#endif
