/*
 * What every workspace begins with: its memory and its counts. An arena counts the bytes, remembers every array and frees
 * all of them at once. Each allocation goes through the caller's allocator, so a planted failure can meet any of them.
 */
#ifndef GOBC_ARENA_H
#define GOBC_ARENA_H

#include "kernels.h"

/* Bytes behind every growing array, which vector code may read or write past the end. */
#define GOBC_ARENA_PAD 64

/* The most arrays of a workspace, the workspace itself included; the serial sweep of chains whose paths are counted has 26. */
#define GOBC_ARENA_BLOCKS 26

typedef struct gobc_arena {
  gobc_allocator allocator;
  gobc_counts counts; /* bytes: the largest that `held` has been */
  int64_t held;       /* bytes now allocated */
  int failed;         /* an allocation has failed */
  int used;           /* blocks */
  struct {
    void *memory;
    size_t bytes;
  } block[GOBC_ARENA_BLOCKS];
} gobc_arena;

/* A growing array. `items` is its capacity. */
typedef struct gobc_stack {
  void *data;
  size_t items;
} gobc_stack;

/* A workspace of `bytes` bytes, zero but for its arena; NULL when out of memory. */
void *gobc_arena_open(size_t bytes, const gobc_allocator *allocator);
/* The workspace, or, if an allocation has failed, NULL after closing it. */
void *gobc_arena_opened(gobc_arena *arena);
/* Zeroed memory, or NULL when out of memory. */
void *gobc_arena_alloc(gobc_arena *arena, size_t bytes);
/* A capacity of `items` items of `size` bytes, keeping the first `used`. 0 when out of memory: nothing has changed then. */
int gobc_arena_grow(gobc_arena *arena, gobc_stack *stack, size_t items, size_t used, size_t size);

static inline int gobc_arena_reserve(gobc_arena *arena, gobc_stack *stack, size_t items, size_t used, size_t size) {
  return items <= stack->items || gobc_arena_grow(arena, stack, items, used, size);
}

/* Bytes of a bitmap. */
static inline size_t gobc_bitmap_bytes(size_t bits) { return (bits / 64 + 1) * sizeof(uint64_t); }

#endif
