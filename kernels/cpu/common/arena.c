#include "common/arena.h"

#include <string.h>

static void count(gobc_arena *arena, int64_t bytes) {
  arena->held += bytes;
  if (arena->counts.bytes < arena->held) arena->counts.bytes = arena->held;
}

void *gobc_arena_open(size_t bytes, const gobc_allocator *allocator) {
  gobc_arena *arena = allocator->allocate(bytes);
  if (!arena) return NULL;
  arena->allocator = *allocator;
  arena->block[0].memory = arena;
  arena->block[0].bytes = bytes;
  arena->used = 1;
  count(arena, (int64_t)bytes);
  return arena;
}

void *gobc_arena_opened(gobc_arena *arena) {
  if (!arena->failed) return arena;
  gobc_workspace_close(arena);
  return NULL;
}

const gobc_counts *gobc_workspace_counts(const void *workspace) { return &((const gobc_arena *)workspace)->counts; }

/* The arena lies in the first block, which goes last. */
void gobc_workspace_close(void *workspace) {
  if (!workspace) return;
  const gobc_arena all = *(const gobc_arena *)workspace;
  for (int i = all.used - 1; i >= 0; i--) all.allocator.release(all.block[i].memory, all.block[i].bytes);
}

void *gobc_arena_alloc(gobc_arena *arena, size_t bytes) {
  void *memory = arena->used < GOBC_ARENA_BLOCKS ? arena->allocator.allocate(bytes) : NULL;
  if (!memory) {
    arena->failed = 1;
    return NULL;
  }
  arena->block[arena->used].memory = memory;
  arena->block[arena->used++].bytes = bytes;
  count(arena, (int64_t)bytes);
  return memory;
}

/* The place of an array in the table; its end for NULL. */
static int find(const gobc_arena *arena, const void *memory) {
  int i = 1;
  while (i < arena->used && arena->block[i].memory != memory) i++;
  return i;
}

/* Growing by remapping avoids the moment at which both copies are held: with 1.5 as factor up to twice the need. */
static void *enlarge(gobc_arena *arena, void *memory, size_t used, size_t after) {
  if (!memory) return gobc_arena_alloc(arena, after);
  const int i = find(arena, memory);
  const size_t before = arena->block[i].bytes;
  void *data;
  if (arena->allocator.resize) {
    data = arena->allocator.resize(memory, before, after);
    if (!data) return NULL;
    count(arena, (int64_t)(after - before));
  } else {
    data = arena->allocator.allocate(after);
    if (!data) return NULL;
    count(arena, (int64_t)after);
    memcpy(data, memory, used);
    arena->allocator.release(memory, before);
    arena->held -= (int64_t)before;
  }
  arena->block[i].memory = data;
  arena->block[i].bytes = after;
  return data;
}

int gobc_arena_grow(gobc_arena *arena, gobc_stack *stack, size_t items, size_t used, size_t size) {
  size_t capacity = stack->items + stack->items / 2;
  if (capacity < items) capacity = items;
  void *data = enlarge(arena, stack->data, used * size, capacity * size + GOBC_ARENA_PAD);
  if (!data && capacity > items)
    data = enlarge(arena, stack->data, used * size, (capacity = items) * size + GOBC_ARENA_PAD);
  if (!data) return 0;
  *stack = (gobc_stack){data, capacity};
  return 1;
}
