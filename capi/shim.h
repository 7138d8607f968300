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

#define GOBC_GRAPH_MAGIC 0x676f62632d677270ull

#endif
