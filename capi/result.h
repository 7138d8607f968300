/*
 * result.h - Arrow structures that outlive the call: everything in them is C memory, and their release is plain C that
 * may run on any thread, also after the graph is gone and in a forked child.
 */
#ifndef GOBC_CAPI_RESULT_H
#define GOBC_CAPI_RESULT_H

#include "../include/gobc.h"

typedef void (*gobc_release_memory)(void *memory, size_t bytes);

/* A struct schema with room for children; metadata is copied. 0, or -1 without memory. */
__attribute__((visibility("hidden"))) int gobc_result_schema(struct ArrowSchema *out, const char *format,
                                                             const char *name, const void *metadata,
                                                             size_t metadata_bytes, int64_t children);

/* An array that takes over `buffers` memory blocks (block 0, validity, is always NULL). 0, or -1 without memory. */
__attribute__((visibility("hidden"))) int gobc_result_array(struct ArrowArray *out, int64_t length, int buffers,
                                                            void *const blocks[3], const size_t bytes[3],
                                                            gobc_release_memory release, int64_t children);

__attribute__((visibility("hidden"))) void gobc_release_schema(struct ArrowSchema *schema);
__attribute__((visibility("hidden"))) void gobc_release_array(struct ArrowArray *array);

#endif
