/*
 * result.h - Arrow structures that outlive the call. All their memory is C memory, and their release callback is
 * plain C. It may run on any thread, after the graph is freed, and in a forked child.
 */
#ifndef GOBC_CAPI_RESULT_H
#define GOBC_CAPI_RESULT_H

#include "shim.h"

typedef void (*gobc_release_memory)(void *memory, size_t bytes);

/* The memory of an array. Each block is NULL or allocated by package memory. Block 0, the validity, is NULL. */
typedef struct gobc_blocks {
  void *address[3];
  size_t bytes[3];
  gobc_release_memory release;
} gobc_blocks;

/* A copy to be released by free(); NULL if out of memory. */
GOBC_LOCAL char *gobc_copy_text(const char *text);

/* A struct schema with the given number of children; metadata is copied. Returns 0, or -1 if out of memory. */
GOBC_LOCAL int gobc_result_schema(struct ArrowSchema *out, const char *format, const char *name, const void *metadata,
                                  size_t metadata_bytes, int64_t children);

/* An array that takes ownership of the blocks, even if it fails. Returns 0, or -1 if out of memory. */
GOBC_LOCAL int gobc_result_array(struct ArrowArray *out, int64_t length, int buffers, const gobc_blocks *blocks,
                                 int64_t children);

GOBC_LOCAL void gobc_release_blocks(const gobc_blocks *blocks);
GOBC_LOCAL void gobc_release_schema(struct ArrowSchema *schema);
GOBC_LOCAL void gobc_release_array(struct ArrowArray *array);

#endif
